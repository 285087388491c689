"""Every function that accepts scores: no bare error of Python, and remedies that are
its own options and work.
"""

import ast
import inspect
import io
import warnings

import numpy as np
import pandas as pd
import pytest

import cddiagram as cd
from cddiagram.text import CddiagramError, InputError, Option, Phrase

RNG = np.random.default_rng(5)
ARRAY = np.round(RNG.uniform(0.5, 1.0, size=(10, 3)), 3)
NAMES = [f"d{place}" for place in range(10)]
FRAME = pd.DataFrame(ARRAY, index=NAMES, columns=["SVM", "Forest", "Boosting"])
GAPS = FRAME.where(FRAME.iloc[3, 1] != FRAME)
LONG = (
    FRAME.rename_axis("task")
    .reset_index()
    .melt("task", var_name="algorithm", value_name="score")
)


def dicts(frame):
    return {name: frame[name].to_dict() for name in frame}


def read_text(text):
    """Return something that makes a new file of a text for each call."""
    return lambda: io.StringIO(text)


def as_it_is(source):
    return lambda: source


RECORDED = LONG.assign(metric="acc")
RECORDED = pd.concat([RECORDED, RECORDED.assign(metric="auc", score=LONG["score"] / 2)])
STEPS = pd.concat([LONG.assign(iteration=step) for step in (1, 2)])

#: Sources that `read_scores` and what calls it refuse or warn of, with a remedy that is
#: an option.
SOURCES = {
    "array": as_it_is(ARRAY),
    "lists": as_it_is(ARRAY.tolist()),
    "frame of an array": as_it_is(pd.DataFrame(ARRAY)),
    "three axes": as_it_is(np.stack([ARRAY, ARRAY], axis=2)),
    "lists in a dict": as_it_is({name: list(FRAME[name]) for name in FRAME}),
    "numbered rows": as_it_is(dicts(FRAME.reset_index(drop=True))),
    "frame without names": as_it_is(FRAME.reset_index(drop=True)),
    "records without names": as_it_is(FRAME.to_dict("records")),
    "gaps in a frame": as_it_is(GAPS),
    "gaps in a dict": as_it_is(dicts(GAPS)),
    "gaps in a file": read_text(GAPS.to_csv()),
    "a description": as_it_is(FRAME.assign(**{"#instances": range(100, 200, 10)})),
    "averages": as_it_is(pd.concat([FRAME, FRAME.mean().to_frame("Average").T])),
    "a spread": as_it_is(FRAME.assign(SVM_std=0.01)),
    "steps": as_it_is(STEPS),
    "decorations": read_text(FRAME.map("{:.3f} ± 0.01".format).to_csv()),
    "thousands": read_text(
        (1500 * FRAME).astype(int).map("{:,}".format).to_csv(sep=";")
    ),
    "rows are algorithms": as_it_is(FRAME.T.rename_axis("algorithm").reset_index()),
    "numbered columns": read_text(
        FRAME.T.set_axis(list(map(str, range(10))), axis=1).to_csv()
    ),
    "known data sets": as_it_is(
        {"iris": {"A": 0.9, "B": 0.8}, "wine": {"A": 0.7, "B": 0.9}}
    ),
    "known data sets with runs": as_it_is(
        {"iris": {"A": [0.9], "B": [0.8]}, "wine": {"A": [0.7], "B": [0.9]}}
    ),
    "two scores": as_it_is(
        LONG.rename(columns={"score": "acc"}).assign(auc=LONG["score"] / 2)
    ),
}
DOORS = {
    "compare": cd.compare,
    "read_scores": cd.read_scores,
    "from_dict": cd.ScoreTable.from_dict,
}


#: What messages name besides options: functions, and an option that stands before the
#: name of its function.
OTHERS = {*cd.__all__, "split_column"}


def options_in(message):
    """The options that a message names, as keywords; None is the value of one that has
    none there.
    """
    words = message.words if isinstance(message, Phrase) else ()
    found = {}
    for word in words:
        name, _, value = str(word).partition("=")
        if isinstance(word, Option) and name.isidentifier() and name not in OTHERS:
            found[name] = ast.literal_eval(value) if value else None
    return found


def complaint_of(door, source, **options):
    """What a call refuses or warns of, as a message; None if it is content."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            door(source(), **options)
        except CddiagramError as error:
            return error.args[0]
    return caught[0].message.args[0] if caught else None


def check_remedies(door, source, **given):
    """Each option that a message names belongs to the function; it alone or all
    together lead to a result.
    """
    message = complaint_of(door, source, **given)
    assert message is not None
    options = options_in(message)
    assert options, str(message)
    assert set(options) <= set(inspect.signature(door).parameters), str(message)
    valued = {name: value for name, value in options.items() if value is not None}
    together = complaint_of(door, source, **given, **valued) is None
    for name, value in valued.items():
        assert (
            together or complaint_of(door, source, **given, **{name: value}) is None
        ), (name, str(message))


@pytest.mark.parametrize("name", SOURCES)
@pytest.mark.parametrize("door", DOORS)
def test_remedies_are_options_that_work(door, name):
    source = SOURCES[name]
    if door == "from_dict" and not isinstance(source(), dict):
        return
    check_remedies(DOORS[door], source)


@pytest.mark.parametrize(
    "name",
    ["gaps in a frame", "a description", "averages", "a spread", "rows are algorithms"],
)
def test_remedies_for_frames(name):
    check_remedies(cd.ScoreTable.from_frame, SOURCES[name])


def folds(source, **options):
    return cd.compare_folds(source, folds=5, **options)


folds.__signature__ = inspect.signature(cd.compare_folds)


def posterior(source, **options):
    return cd.correlated_t_test(source, 0.01, folds=5, **options)


posterior.__signature__ = inspect.signature(cd.correlated_t_test)
VALIDATED = {
    "fit_time": ARRAY[:, 0],
    "score_time": ARRAY[:, 1],
    "test_acc": ARRAY[:, 1],
    "test_f1": ARRAY[:, 2],
}
FOLDS = {
    "array": as_it_is(ARRAY),
    "frame of an array": as_it_is(pd.DataFrame(ARRAY)),
    "several data sets": as_it_is(
        {
            name: {"iris": ARRAY[:, at], "wine": ARRAY[::-1, at]}
            for at, name in enumerate(FRAME)
        }
    ),
    "several measures": as_it_is(
        {"A": VALIDATED, "B": {name: part[::-1] for name, part in VALIDATED.items()}}
    ),
    "a description": as_it_is(
        FRAME.reset_index(drop=True).assign(**{"#instances": range(100, 200, 10)})
    ),
    "decorations": read_text(FRAME.map("{:.3f} ± 0.01".format).to_csv()),
}


@pytest.mark.parametrize("name", FOLDS)
@pytest.mark.parametrize("door", [folds, posterior])
def test_remedies_for_folds(door, name):
    check_remedies(door, FOLDS[name])


def test_compare_takes_every_option_of_reading():
    reading = set(inspect.signature(cd.read_scores).parameters) - {
        "source",
        "higher_is_better",
    }
    assert reading <= set(inspect.signature(cd.compare).parameters)
    for door in (cd.compare_folds, cd.correlated_t_test):
        # Rows are the folds of one data set, so that they have no names of data sets.
        assert reading - {"datasets"} <= set(inspect.signature(door).parameters)
    compared = cd.compare(GAPS, missing="drop", exclude="SVM", exclude_datasets="d0")
    assert (
        compared.table.sha256
        == cd.read_scores(
            GAPS, missing="drop", exclude="SVM", exclude_datasets="d0"
        ).sha256
    )
    with pytest.raises(TypeError, match="unexpected keyword argument 'mising'"):
        cd.compare(GAPS, mising="drop")
    with pytest.raises(cd.UsageError, match="missing controls how scores are read"):
        cd.compare(compared.table, missing="drop")


@pytest.mark.parametrize(
    "given",
    [
        ARRAY,
        ARRAY.tolist(),
        tuple(map(tuple, ARRAY)),
        list(ARRAY),
        pd.DataFrame(ARRAY),
        np.stack([ARRAY] * 2, axis=2),
    ],
    ids=["array", "lists", "tuples", "rows", "frame", "runs"],
)
def test_arrays_with_names_of_algorithms(given):
    names = ["SVM", "Forest", "Boosting"]
    expected = cd.ScoreTable.from_arrays(ARRAY, algorithms=names)
    table = cd.compare(given, algorithms=names, dataset_column="none").table
    assert table.sha256 == expected.sha256
    with pytest.raises(
        InputError,
        match=(
            "3 columns, but 2 names of algorithms\\. Specify one name for each column"
        ),
    ):
        cd.compare(given, algorithms=["A", "B"], dataset_column="none")
    if np.ndim(given) == 2:
        assert cd.compare_folds(given, algorithms=names, folds=5).algorithms == tuple(
            names
        )


def test_missing_scores_of_arrays():
    gaps = ARRAY.copy()
    gaps[3, 1] = np.nan
    names = ["SVM", "Forest", "Boosting"]
    read = {"algorithms": names, "dataset_column": "none", "missing": "drop"}
    lists = [[None if cell != cell else cell for cell in row] for row in gaps.tolist()]
    for given in (gaps, lists):
        assert cd.compare(given, **read).table.dropped == ("4",)


NO_SCORES = [
    3,
    None,
    [],
    {},
    "no such file.csv",
    {"A": 1, "B": 2},
    [1, 2],
    [[1, 2], [3]],
    [["a", "b"], ["c", "d"]],
    {"A": {}},
    {"A": [], "B": []},
    {"A": None},
    np.array(3.0),
    np.array([1.0, 2.0]),
    np.ones((2, 2, 2, 2)),
    np.array([["a", "b"], ["c", "d"]]),
    {1: "a.csv", 2: "b.csv"},
    {"test_score": []},
    {"A": {"test_score": [1, 2]}, "B": 3},
    {"split0_test_score": [1, 2]},
    {"split0_test_score": 1, "split1_test_score": 2},
    {"split0_test_score": [1, 2], "split1_test_score": [1, 2]},
    {"split0_test_score": [1, 2], "split1_test_score": [1, 2, 3], "params": [{}, {}]},
    {"A": ([1], [[1, 2], [3]]), "B": [1, 2]},
    {"A": [1.0, pd.NA], "B": [1.0, None]},
    {"columns": 1, "index": 2, "data": 3},
    {"schema": {}, "data": [1, 2]},
    {"algorithms": 1, "datasets": 2, "scores": 3},
    pd.DataFrame(),
    pd.DataFrame({"fit_time": [], "score_time": [], "test_score": []}),
    object(),
]


@pytest.mark.parametrize("place", range(len(NO_SCORES)))
@pytest.mark.parametrize(
    "door",
    [
        cd.compare,
        cd.read_scores,
        cd.compare_folds,
        posterior,
        cd.make_report,
        cd.check_assumptions,
        cd.plot_cd,
    ],
)
def test_what_holds_no_scores_is_refused_in_a_sentence(door, place):
    with pytest.raises((CddiagramError, OSError)):
        door(NO_SCORES[place])
    if door not in (cd.plot_cd, cd.make_report, cd.check_assumptions):
        with pytest.raises((CddiagramError, OSError)):
            door(NO_SCORES[place], algorithms=["A", "B"], dataset_column="none")


def test_what_has_no_report_is_said():
    one = cd.compare_folds(ARRAY, algorithms=["A", "B", "C"], folds=5)
    for given in (one, [one], {"folds": one}):
        with pytest.raises(
            cd.UsageError,
            match=r"not a FoldsComparison\. Use print\(folds\), "
            r"folds\.tabulate\(\)\.to_html\(\) and plot_folds\(folds\)\.$",
        ):
            cd.make_report(given)
    for given in (FRAME, dicts(FRAME), "scores.csv", cd.read_scores(FRAME)):
        with pytest.raises(
            cd.UsageError,
            match=r"Compare the scores first: make_report\(compare\(scores\)\)\.$",
        ):
            cd.make_report(given)


@pytest.mark.parametrize("door", [cd.compare_convergence, cd.compare_over_budget])
@pytest.mark.parametrize("given", [FRAME, dicts(FRAME), "histories.csv", 3])
def test_histories_are_read_first(door, given):
    with pytest.raises(
        cd.UsageError,
        match=r"histories must be a Histories object, not a .*\. Read the histories with read_histories",
    ):
        door(given)


def test_options_of_reading_are_none_of_a_comparison_over_the_budget():
    with pytest.raises(cd.UsageError, match="unknown option 'missing'"):
        cd.compare_over_budget(cd.load_histories("optimisers"), missing="drop")


def test_assumptions_are_those_of_a_table():
    for given in (FRAME, dicts(FRAME)):
        with pytest.raises(
            cd.UsageError,
            match=r"requires a ScoreTable, not a .*\. Use check_assumptions\(read_scores",
        ):
            cd.check_assumptions(given)
    with pytest.raises(
        cd.UsageError, match=r"contains its assumptions\. Use comparison\.assumptions"
    ):
        cd.check_assumptions(cd.compare(FRAME))
