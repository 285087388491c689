"""What scikit-learn returns, rebuilt by hand: scores on folds are never compared as
scores on data sets.
"""

import io

import numpy as np
import pandas as pd
import pytest

import cddiagram as cd
from cddiagram.text import InputError, UsageError

MODELS = ["LogisticRegression", "SVC", "KNeighborsClassifier"]
FOLDS = 5


def scores(seed=0, n=FOLDS):
    return np.random.default_rng(seed).uniform(0.5, 1.0, size=n)


def validated(
    seed, measures=("score",), n=FOLDS, train=False, estimators=False, indices=False
):
    """What `cross_validate` returns for one model."""
    result = {"fit_time": scores(seed + 90, n), "score_time": scores(seed + 91, n)}
    for place, measure in enumerate(measures):
        result[f"test_{measure}"] = scores(seed + 10 * place, n)
        if train:
            result[f"train_{measure}"] = scores(seed + 50 + place, n)
    if estimators:
        result["estimator"] = [object() for _ in range(n)]
    if indices:
        tests = [np.arange(split % FOLDS, 100, FOLDS) for split in range(n)]
        result["indices"] = {
            "train": [np.setdiff1d(np.arange(100), test) for test in tests],
            "test": tests,
        }
    return result


def results(**options):
    return {model: validated(seed, **options) for seed, model in enumerate(MODELS)}


def expected(measure=0):
    return {model: scores(seed + 10 * measure) for seed, model in enumerate(MODELS)}


def same_folds(found, measure=0):
    """Whether a comparison of folds has the numbers that one of plain arrays has."""
    plain = cd.compare_folds(expected(measure), folds=FOLDS)
    np.testing.assert_array_equal(found.pairwise.pvalue, plain.pairwise.pvalue)
    return found.algorithms == plain.algorithms


UNNAMED = [
    {model: scores(seed, 100) for seed, model in enumerate(MODELS)},
    {model: scores(seed, 100).tolist() for seed, model in enumerate(MODELS)},
    {model: pd.Series(scores(seed, 100)) for seed, model in enumerate(MODELS)},
    {model: tuple(scores(seed, 100)) for seed, model in enumerate(MODELS)},
    {model: dict(enumerate(scores(seed, 100))) for seed, model in enumerate(MODELS)},
    {
        model: pd.DataFrame(scores(seed, 100).reshape(100, 1))
        for seed, model in enumerate(MODELS)
    },
    {model: scores(seed, 1000).reshape(100, 10) for seed, model in enumerate(MODELS)},
    {"A": [3, 3], "B": [2, 2]},
]


@pytest.mark.parametrize("read", [cd.compare, cd.read_scores, cd.ScoreTable.from_dict])
@pytest.mark.parametrize("given", UNNAMED)
def test_unnamed_scores_are_folds_unless_the_caller_says_otherwise(given, read):
    with pytest.raises(InputError) as error:
        read(given)
    message = str(error.value)
    assert "have no names of data sets" in message
    assert "compare_folds" in message
    assert "dataset_column='none'" in message
    found = read(given, dataset_column="none")
    table = getattr(found, "table", found)
    assert table.n == len(next(iter(given.values())))
    assert table.datasets[0] == "1"


def test_names_of_data_sets_need_no_option():
    arrays = {model: scores(seed, 2) for seed, model in enumerate(MODELS)}
    named = {
        model: dict(zip(["iris", "wine"], its, strict=True))
        for model, its in arrays.items()
    }
    with_column = {"data set": ["iris", "wine"], **arrays}
    series = {model: pd.Series(its, ["iris", "wine"]) for model, its in arrays.items()}
    frames = {
        model: pd.DataFrame({0: its, 1: its}, ["iris", "wine"])
        for model, its in arrays.items()
    }
    hashes = {
        cd.read_scores(given).sha256 for given in (named, with_column, series, frames)
    }
    assert len(hashes) == 1


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"train": True},
        {"estimators": True},
        {"train": True, "indices": True},
        {"n": FOLDS},
    ],
)
@pytest.mark.parametrize("wrap", [dict, pd.DataFrame])
def test_results_of_cross_validate(options, wrap):
    if wrap is pd.DataFrame and "indices" in options:
        return  # which no frame holds
    given = {model: wrap(result) for model, result in results(**options).items()}
    with pytest.raises(
        InputError,
        match=r"results of cross_validate.*Compare them with compare_folds\.$",
    ):
        cd.compare(given)
    found = cd.compare_folds(given, folds=FOLDS)
    assert same_folds(found)
    assert (
        "The scores are the values of 'test_score' in the results of cross_validate"
        in found.table.notes[0]
    )


def test_results_of_several_measures_name_them():
    given = results(measures=("accuracy", "f1"))
    with pytest.raises(
        InputError,
        match=r"compare_folds and score_column='test_accuracy' .*'test_accuracy', "
        r"'test_f1'",
    ):
        cd.compare(given)
    with pytest.raises(
        InputError,
        match=r"2 measures \('test_accuracy', 'test_f1'\)\. Select one with "
        r"score_column='t",
    ):
        cd.compare_folds(given, folds=FOLDS)
    for place, measure in enumerate(("accuracy", "f1")):
        assert same_folds(
            cd.compare_folds(given, folds=FOLDS, score_column=f"test_{measure}"), place
        )
    times = cd.compare_folds(
        given, folds=FOLDS, score_column="fit_time", higher_is_better=False
    )
    assert times.table.scores[:, 0].tolist() == scores(90).tolist()


def test_the_number_of_folds_is_asked_for_with_one_that_is_possible():
    with pytest.raises(
        UsageError, match=r"cannot be inferred from 5 rows\. Specify folds=5 "
    ):
        cd.compare_folds(results())
    with pytest.raises(
        UsageError, match=r"cannot be inferred from 20 rows\. Specify folds=10 "
    ):
        cd.compare_folds(results(n=20))


def test_indices_tell_the_folds():
    found = cd.compare_folds(results(n=3 * FOLDS, indices=True))
    assert (found.folds, found.table.n) == (FOLDS, 3 * FOLDS)
    plain = cd.compare_folds(results(n=3 * FOLDS), folds=FOLDS)
    np.testing.assert_array_equal(found.pairwise.pvalue, plain.pairwise.pvalue)


def test_indices_of_random_splits_and_of_other_splits():
    """Test sets that overlap are no folds; models on different splits cannot be
    compared.
    """
    given = results(indices=True)
    for result in given.values():
        result["indices"]["test"] = [
            np.arange(split, split + 30) for split in range(FOLDS)
        ]
    with pytest.raises(UsageError, match=r"the number of folds .* cannot be inferred"):
        cd.compare_folds(given)
    assert cd.compare_folds(given, test_share=0.3).folds is None
    given["SVC"]["indices"] = {
        "test": [np.arange(split, split + 31) for split in range(FOLDS)]
    }
    with pytest.raises(
        InputError,
        match=r"not validated on the same splits\. Call cross_validate with the same "
        r"split",
    ):
        cd.compare_folds(given, folds=FOLDS)


@pytest.mark.parametrize(
    "given",
    [validated(0), pd.DataFrame(validated(0)), pd.DataFrame(validated(0, train=True))],
)
@pytest.mark.parametrize("read", [cd.compare, cd.compare_folds, cd.read_scores])
def test_the_result_of_one_model_is_no_table(given, read):
    with pytest.raises(
        InputError,
        match=r"a result of cross_validate for one model\. Pass the results for two "
        r"or mo",
    ):
        read(given)


@pytest.mark.parametrize(
    "frame",
    [
        pd.concat({model: pd.DataFrame(result) for model, result in results().items()}),
        pd.concat(
            {model: pd.DataFrame(result) for model, result in results().items()},
            names=["model", "fold no"],
        ),
        pd.concat(
            [
                pd.DataFrame(result).assign(model=model)
                for model, result in results().items()
            ]
        ),
        pd.concat(
            [
                pd.DataFrame(result).assign(model=model, fold=range(FOLDS))
                for model, result in results().items()
            ],
            ignore_index=True,
        ),
    ],
)
def test_frames_of_several_models_put_together(frame):
    with pytest.raises(InputError, match="results of cross_validate"):
        cd.compare(frame)
    assert same_folds(cd.compare_folds(frame, folds=FOLDS))


def test_results_on_several_data_sets_are_scores_with_runs():
    """Dicts by model and data set are compared over the data sets; the folds are
    averaged, and a note says so.
    """
    names = ["iris", "wine", "digits"]
    given = {
        m: {d: validated(10 * i + j) for j, d in enumerate(names)}
        for i, m in enumerate(MODELS)
    }
    table = cd.compare(given).table
    assert (table.algorithms, table.datasets) == (tuple(MODELS), tuple(names))
    means = [
        [scores(10 * i + j).mean() for i in range(len(MODELS))]
        for j in range(len(names))
    ]
    np.testing.assert_allclose(table.scores, means, rtol=1e-12)
    assert "5 runs of each algorithm" in table.notes[-1]
    with pytest.raises(InputError, match=r"select=\{'data set': 'iris'\}"):
        cd.compare_folds(given, folds=FOLDS)
    assert (
        cd.compare_folds(given, folds=FOLDS, select={"data set": "iris"}).table.n
        == FOLDS
    )
    swapped = {d: {m: given[m][d] for m in MODELS} for d in names}
    with pytest.warns(
        UserWarning,
        match=(
            "'iris', 'wine', 'digits' are data sets, but they are compared as "
            "algorithms"
        ),
    ):
        cd.read_scores(swapped)
    assert cd.read_scores(swapped, transpose=True).sha256 == table.sha256


GRID = [
    {"C": c, "kernel": kernel, "gamma": "scale"}
    for c in (0.1, 1, 10)
    for kernel in ("rbf", "linear")
]
SETTINGS = tuple(f"C={setting['C']}, kernel={setting['kernel']}" for setting in GRID)


def searched(measures=("score",), n=FOLDS):
    """What `GridSearchCV(...).fit(...).cv_results_` holds."""
    count = len(GRID)
    found = {
        f"{what}_{step}_time": scores(7, count)
        for what in ("mean", "std")
        for step in ("fit", "score")
    }
    for name in GRID[0]:
        values = np.array([setting[name] for setting in GRID], dtype=object)
        found[f"param_{name}"] = np.ma.MaskedArray(
            values, mask=np.zeros(count, dtype=bool)
        )
    found["params"] = GRID
    for place, measure in enumerate(measures):
        for split in range(n):
            found[f"split{split}_test_{measure}"] = scores(100 * place + split, count)
            found[f"split{split}_train_{measure}"] = scores(
                100 * place + split + 50, count
            )
        found[f"mean_test_{measure}"] = scores(1, count)
        found[f"std_test_{measure}"] = scores(2, count)
        found[f"rank_test_{measure}"] = np.arange(1, count + 1)
    return found


def as_csv(found, **options):
    return io.StringIO(pd.DataFrame(found).to_csv(**options))


@pytest.mark.parametrize(
    "form",
    [dict, pd.DataFrame, as_csv, lambda found: as_csv(found, index=False)],
    ids=["dict", "frame", "csv", "bare"],
)
def test_a_search_compares_its_settings(form):
    found = cd.compare_folds(form(searched()))
    assert (found.algorithms, found.folds) == (SETTINGS, FOLDS)
    np.testing.assert_array_equal(
        found.table.scores, [scores(split, len(GRID)) for split in range(FOLDS)]
    )
    assert (
        "The 5 splits of the search were read as the folds of one cross-validation"
        in found.table.notes[0]
    )
    with pytest.raises(
        InputError,
        match=r"6 settings on the 5 splits of a search, .*Compare them with "
        r"compare_folds\.$",
    ):
        cd.compare(form(searched()))


def test_a_search_by_several_measures():
    with pytest.raises(InputError, match=r"Select one with score_column='test_acc'\.$"):
        cd.compare_folds(searched(("acc", "f1")))
    found = cd.compare_folds(searched(("acc", "f1")), score_column="test_f1")
    np.testing.assert_array_equal(found.table.scores[0], scores(100, len(GRID)))


def test_a_repeated_search_takes_the_folds_that_are_stated():
    once = cd.compare_folds(searched(n=20))
    repeated = cd.compare_folds(searched(n=20), folds=5)
    assert (once.folds, repeated.folds) == (20, 5)
    assert (repeated.standard_error > once.standard_error)[0, 1]


def test_settings_with_different_parameters_and_long_values():
    found = searched()
    found["params"] = [
        {"C": 1},
        {"C": 1, "degree": 2},
        {"model": "x" * 90},
        {"C": 1},
        {"C": None},
        {},
    ]
    names = cd.compare_folds(found).algorithms
    assert names[:2] == ("C=1", "C=1, degree=2")
    assert names[2] == f"model={'x' * 39}…"
    assert names[3:] == ("C=1 (4)", "C=None", "setting 6")


def test_correlated_t_test_rejects_a_table_with_a_missing_score():
    table = cd.ScoreTable.from_arrays(
        [[1, 2, 3], [1, np.nan, 2], [3, 1, 2]],
        algorithms=list("ABC"),
        missing="available",
    )
    with pytest.raises(cd.InputError, match="the score of 'B' on '2' is missing"):
        cd.correlated_t_test(table, 0.1, folds=3)


def test_correlated_t_test_reads_what_compare_folds_reads():
    table = cd.ScoreTable.from_arrays(
        np.transpose(list(expected().values())), algorithms=MODELS
    )
    plain = cd.correlated_t_test(table, 0.01, folds=FOLDS)
    for given in (expected(), results(), pd.DataFrame(expected())):
        found = cd.correlated_t_test(given, 0.01, folds=FOLDS)
        np.testing.assert_array_equal(found.better, plain.better)
    lower = cd.correlated_t_test(expected(), 0.01, folds=FOLDS, higher_is_better=False)
    np.testing.assert_array_equal(lower.better, plain.better.T)
    with pytest.raises(UsageError, match="missing controls how scores are read"):
        cd.correlated_t_test(table, 0.01, folds=FOLDS, missing="drop-algorithms")
