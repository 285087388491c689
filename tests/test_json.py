"""The page about JSON tells every key that there is, and no other."""

import re
from pathlib import Path

import numpy as np

import cddiagram as cd

PAGE = Path(__file__).parents[1] / "gallery/site/guide/json.rst"


def keys_of(title):
    """The first column of a list-table."""
    text = PAGE.read_text(encoding="utf-8").partition(f".. list-table:: {title}\n")[2]
    return re.findall(r"^   \* - ``(\w+)``$", text.partition(".. list-table::")[0], re.MULTILINE)


def test_the_keys_of_a_comparison():
    record = cd.compare(cd.load_example("garcia2008-table2")).to_dict()
    assert keys_of("Keys of a comparison") == list(record)
    assert keys_of("Keys of a record in ``pairs``") == list(record["pairs"][0])
    assert record["schema"] == 1


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
        assert pair["average_rank"] == record["ranking"]["average_ranks"][i] <= pair["average_rank_other"]


def test_infinite_statistics_are_texts():
    table = cd.ScoreTable.from_arrays(np.array([[1.0, 2], [2, 3], [4, 5]]), algorithms=["A", "B"])
    pairs = cd.compare(table, pair_test="t").to_dict()["pairs"]
    assert pairs[0]["statistic"] == "inf"
