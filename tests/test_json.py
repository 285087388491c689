"""The page about JSON tells every key that there is, and no other."""

import json
import math
import re
from pathlib import Path

import numpy as np
import pytest

import cddiagram as cd

PAGE = Path(__file__).parents[1] / "gallery/site/guide/json.rst"


def keys_of(title):
    """The first column of a list-table."""
    text = PAGE.read_text(encoding="utf-8").partition(f".. list-table:: {title}\n")[2]
    return re.findall(
        r"^   \* - ``(\w+)``$", text.partition(".. list-table::")[0], re.MULTILINE
    )


def test_the_keys_of_a_comparison():
    record = cd.compare(cd.load_example("garcia2008-table2")).to_dict()
    assert keys_of("Keys of a comparison") == list(record)
    assert keys_of("Keys of a record in ``pairs``") == list(record["pairs"][0])
    assert record["schema"] == 1


def others():
    comparison = cd.compare(cd.load_example("garcia2008-table2"))
    pool, convergence = (
        cd.study_pool(comparison),
        cd.compare_convergence(cd.load_histories("optimisers")),
    )
    yield (
        "Keys of a stability study",
        cd.study_stability(comparison, resamples=10).to_dict(),
    )
    yield "Keys of a pool study", pool.to_dict()
    yield "Keys of a record in ``pairs`` of a pool study", pool.to_dict()["pairs"][0]
    yield (
        "Keys of a power study",
        cd.study_power(comparison.table, biases=[15], repeats=2).to_dict(),
    )
    yield "Keys of a comparison of convergence", convergence.to_dict()


def test_the_keys_of_studies_and_of_convergence():
    for title, record in others():
        assert keys_of(title) == list(record)
        assert record.get("schema", 1) == 1
        json.dumps(record, allow_nan=False)


def test_keys_of_records_are_told_in_the_row_of_their_key():
    """Records in a list have their keys in the text of the row: each is there, in its
    order, and no other.
    """
    text = PAGE.read_text(encoding="utf-8")
    for title, record in others():
        rows = (
            text.partition(f".. list-table:: {title}\n")[2]
            .partition(".. list-table::")[0]
            .split("   * - ")
        )
        for key, value in record.items():
            held = (
                value
                if isinstance(value, dict)
                else value[0]
                if isinstance(value, list) and value
                else None
            )
            if (
                not isinstance(held, dict)
                or f"Keys of a record in ``{key}`` of {title.removeprefix('Keys of ')}"
                in text
            ):
                continue
            row = next(row for row in rows if row.startswith(f"``{key}``"))
            assert [
                name for name in re.findall(r"``(\w+)``", row)[1:] if name in held
            ] == list(held), key


def test_pairs_of_studies_are_the_arrays_with_names():
    study = cd.study_pool(cd.load_example("garcia2008-table2"))
    record = study.to_dict()
    for pair in record["pairs"]:
        i, j = (
            record["algorithms"].index(pair[name]) for name in ("algorithm", "other")
        )
        assert pair["share"] == study.share[i, j] == record["share"][i][j]
        assert (pair["wilcoxon"], pair["sign"]) == (
            record["wilcoxon"][i][j],
            record["sign"][i][j],
        )
        assert (pair["by_wilcoxon"], pair["by_sign"]) == (
            record["free"]["wilcoxon"][i][j],
            record["free"]["sign"][i][j],
        )
    convergence = cd.compare_convergence(cd.load_histories("optimisers")).to_dict()
    for pair in convergence["pairs"]:
        i, j = (
            convergence["algorithms"].index(pair[name])
            for name in ("algorithm", "than")
        )
        for key in (
            "statistic",
            "pvalue",
            "pvalue_adjusted",
            "method",
            "gained",
            "worse_everywhere",
        ):
            assert pair[key] == convergence[key][i][j]


def test_the_keys_of_a_comparison_of_folds():
    record = cd.compare_folds({"A": [1, 2, 3], "B": [2, 2, 1]}, folds=3).to_dict()
    assert keys_of("Keys of a comparison of folds") == list(record)
    assert keys_of("Keys of a record in ``pairs`` of folds") == list(record["pairs"][0])


def test_pairs_are_the_arrays_with_names():
    comparison = cd.compare(cd.load_example("garcia2008-table2"), pair_test="wilcoxon")
    record = comparison.to_dict()
    arrays, at = record["pairwise"], record["algorithms"].index
    assert len(record["pairs"]) == 10
    for pair in record["pairs"]:
        i, j = at(pair["algorithm"]), at(pair["other"])
        for key in ("statistic", "pvalue", "pvalue_adjusted", "method", "different"):
            assert pair[key] == arrays[key][i][j]
        assert (
            pair["average_rank"]
            == record["ranking"]["average_ranks"][i]
            <= pair["average_rank_other"]
        )


def test_infinite_statistics_are_texts():
    table = cd.ScoreTable.from_arrays(
        np.array([[1.0, 2], [2, 3], [4, 5]]), algorithms=["A", "B"]
    )
    pairs = cd.compare(table, pair_test="t").to_dict()["pairs"]
    assert pairs[0]["statistic"] == "inf"


def negative_zeros(value, place=""):
    """Yield where there is a -0."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from negative_zeros(item, f"{place}/{key}")
    elif isinstance(value, list | tuple):
        for key, item in enumerate(value):
            yield from negative_zeros(item, f"{place}/{key}")
    elif isinstance(value, float) and value == 0 and math.copysign(1, value) < 0:
        yield place


#: A and B are equal on average, C and D everywhere; the scores of E are negative and
#: one of them is -0.
ZEROS = {
    "A": [3, 7, 4, 0, 6, 6],
    "B": [2.7, 7.3, 4.4, -0.3, 6.4, 5.5],
    "C": [1, 2, 3, 4, 5, 6],
    "D": [1, 2, 3, 4, 5, 6],
    "E": [-0.0, -1, -2, -3, -4, -5],
}


@pytest.mark.parametrize(
    "options",
    [
        {}, {"pair_test": "t"}, {"pair_test": "wilcoxon"}, {"pair_test": "sign"},
        {"ranking": "means", "pair_test": "t"}, {"ranking": "aligned"}, {"ranking": "quade"}, {"method": "exact"},
        {"control": "C", "pair_test": "t"},
    ],
)  # fmt: skip
@pytest.mark.filterwarnings("ignore:.*have the same score on every data set")
@pytest.mark.parametrize("higher", [True, False])
def test_there_are_no_negative_zeros(tmp_path, options, higher):
    pandas = pytest.importorskip("pandas")
    comparison = cd.compare(
        cd.ScoreTable.from_dict(ZEROS, higher_is_better=higher, dataset_column="none"),
        **options,
    )
    assert list(negative_zeros(comparison.to_dict())) == []
    assert list(negative_zeros(comparison.pair_rows())) == []
    frames = [
        comparison.to_frame(key)
        for key in ("pairs", "effects", "contrasts", "ranks", "scores", "omnibus")
    ]
    frames += [
        comparison.effects.to_frame(),
        comparison.pairwise.to_frame(),
        comparison.ranking.to_frame(),
    ]
    for frame in frames:
        assert isinstance(frame, pandas.DataFrame)
        assert list(negative_zeros(frame.to_numpy().tolist())) == []
        assert not re.search(r"-0(\.0*)?(,|$)", frame.to_csv(), re.MULTILINE)
    if (
        options.get("pair_test") == "t"
        and "ranking" not in options
        and "control" not in options
    ):
        (pair,) = [
            row
            for row in comparison.pair_rows()
            if {row["algorithm"], row["other"]} == {"A", "B"}
        ]
        assert (pair["statistic"], pair["pvalue"]) == (0.0, 1.0)


@pytest.mark.filterwarnings("ignore:.*have the same score on every data set")
def test_folds_and_posteriors_have_no_negative_zeros():
    folds = cd.compare_folds(ZEROS, folds=6)
    assert list(negative_zeros(folds.to_dict())) == []
    assert list(negative_zeros(folds.to_frame().to_numpy().tolist())) == []
    posterior = cd.compare(
        cd.ScoreTable.from_dict(ZEROS, dataset_column="none")
    ).posterior(0.1, pair_test="sign")
    assert list(negative_zeros(posterior.to_dict())) == []
    zeros = cd.ScoreTable.from_dict(ZEROS, dataset_column="none")
    equivalence = cd.compare(zeros, pair_test="wilcoxon").equivalence(0.5)
    assert list(negative_zeros(equivalence.to_dict())) == []
    assert list(negative_zeros(equivalence.to_frame().to_numpy().tolist())) == []
