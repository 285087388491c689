"""Scores as they stand in Python: dicts, Series, levels of labels, runs on a third
axis, runs that MLflow knows.
"""

import io

import numpy as np
import pandas as pd
import polars as pl
import pytest

import cddiagram as cd
from cddiagram.text import InputError, UsageError

SCORES = {
    "A": {"iris": 0.9, "wine": 0.7, "glass": 0.5},
    "B": {"glass": 0.6, "iris": 0.8, "wine": 0.4},
}
WIDE = pd.DataFrame(SCORES)
LONG = WIDE.stack()
NAMED = LONG.rename_axis(["data set", "algorithm"])
#: Two runs, whose means are the scores.
FOLDS = {
    a: {d: [score - 0.1, score + 0.1] for d, score in found.items()}
    for a, found in SCORES.items()
}
#: Columns (algorithm, run), rows data sets.
LEVELS = pd.DataFrame(
    {(a, run): {d: FOLDS[a][d][run] for d in FOLDS[a]} for a in FOLDS for run in (0, 1)}
)
EXPECTED = cd.ScoreTable.from_arrays(
    [[0.9, 0.8], [0.7, 0.4], [0.5, 0.6]],
    algorithms=["A", "B"],
    datasets=["iris", "wine", "glass"],
)


@pytest.mark.parametrize(
    "given",
    [
        SCORES,
        {a: pd.Series(found) for a, found in SCORES.items()},
        {
            "data set": ["iris", "wine", "glass"],
            "A": [0.9, 0.7, 0.5],
            "B": (0.8, 0.4, 0.6),
        },
        {
            "task": ["iris", "wine", "glass"],
            "A": np.array([0.9, 0.7, 0.5]),
            "B": pl.Series([0.8, 0.4, 0.6]),
        },
        {
            "model": list("AAABBB"),
            "dataset": ["iris", "wine", "glass"] * 2,
            "acc": [0.9, 0.7, 0.5, 0.8, 0.4, 0.6],
        },
        [
            {"data set": d, "A": SCORES["A"][d], "B": SCORES["B"][d]}
            for d in SCORES["A"]
        ],
        EXPECTED.to_dict(),
        FOLDS,
        {
            a: {d: np.array(runs) for d, runs in found.items()}
            for a, found in FOLDS.items()
        },
        {
            a: {d: pd.Series(runs) for d, runs in found.items()}
            for a, found in FOLDS.items()
        },
        {
            a: {d: dict(zip("xy", runs, strict=True)) for d, runs in found.items()}
            for a, found in FOLDS.items()
        },
        NAMED,
        NAMED.reorder_levels([1, 0]).rename("accuracy"),
        LONG.rename_axis(["data set", None]),
        NAMED.astype("Float64"),
        pd.concat({0: NAMED - 0.1, 1: NAMED + 0.1}, names=["seed"]),
        LEVELS,
        LEVELS.rename_axis(columns=["model", "fold"]),
        LEVELS.swaplevel(axis=1).rename_axis(columns=["seed", "model"]),
        LEVELS.rename_axis(index="task"),
    ],
)
def test_every_form_gives_the_same_scores(given):
    for table in (cd.compare(given).table, cd.read_scores(given)):
        assert table.sha256 == EXPECTED.sha256
        assert "".join(table.algorithms) == "AB"
        assert (
            not table.notes or "runs of each algorithm on a data set" in table.notes[0]
        )


def test_lists_without_names_are_of_numbered_data_sets_if_that_is_said():
    """The first list is that of an algorithm, also where it holds whole numbers that
    could be names.
    """
    for given in (
        {"A": [3, 2, 1], "B": [1, 2, 4]},
        {"A": pd.Series([3, 2, 1]), "B": np.array([1, 2, 4])},
    ):
        table = cd.read_scores(given, dataset_column="none")
        assert table.datasets == ("1", "2", "3")
        assert table.algorithms == ("A", "B")
        assert table.scores.tolist() == [[3, 1], [2, 2], [1, 4]]
    named = cd.read_scores({"dataset": [31, 10101], "A": [3, 2], "B": [1, 2]})
    assert named.datasets == ("31", "10101")


def test_runs_of_every_kind_are_the_same():
    """Means are those of the decimals, spreads of the runs, whatever holds the runs."""
    runs = np.array([[FOLDS[a][d] for a in "AB"] for d in EXPECTED.datasets])
    table = cd.ScoreTable.from_arrays(
        runs, algorithms=["A", "B"], datasets=EXPECTED.datasets
    )
    folds = {a: runs[:, j] for j, a in enumerate("AB")}
    for other in (
        cd.read_scores(FOLDS),
        cd.read_scores(LEVELS),
        cd.ScoreTable.from_dict(folds, dataset_column="none"),
    ):
        np.testing.assert_array_equal(other.scores, table.scores)
        np.testing.assert_allclose(
            other.spreads, np.full((3, 2), np.sqrt(0.02)), rtol=1e-12
        )
        np.testing.assert_array_equal(other.spreads, table.spreads)
    assert table.notes == (
        (
            "2 runs of each algorithm on a data set were reduced to their mean, because "
            "runs are not data sets."
        ),
    )
    three = np.concatenate([runs, runs[:, :, :1]], axis=2)
    median = cd.ScoreTable.from_arrays(three, algorithms=["A", "B"], runs="median")
    np.testing.assert_array_equal(median.scores, np.median(three, axis=2))
    assert (median.spreads, dict(median.reading)) == (None, {"runs": "median"})


def test_means_of_runs_tie_where_their_decimals_do():
    """0.1 + 0.2 and 0.15 + 0.15 are the same, which doubles deny."""
    table = cd.ScoreTable.from_arrays(
        [[[0.1, 0.2], [0.15, 0.15]], [[0.3, 0.4], [0.1, 0.1]]], algorithms=["A", "B"]
    )
    assert cd.compare(table).ranking.ranks[0].tolist() == [1.5, 1.5]


def test_options_are_those_of_reading():
    gaps = {
        "A": {"x": 1, "y": None, "z": 3},
        "B": {"x": 3, "y": 2, "z": 1},
        "C": {"x": 2, "y": 1},
    }
    table = cd.read_scores(gaps, missing="drop", exclude="C")
    assert (table.datasets, table.dropped) == (("x", "z"), ("y",))
    assert cd.ScoreTable.from_dict(
        gaps, algorithms=["B", "A"], missing="drop"
    ).algorithms == ("B", "A")


REFUSED = [
    (
        pd.Series([1, 2], ["x", "y"]),
        "the Series has only one label for each score. Pass a Series with a "
        "two-level index (data set and algorithm), or pass a data frame.",
    ),
    (
        LONG,
        "2 label levels of the Series have no names. Set their names, for example "
        "with rename_axis(['data set', 'algorithm']).",
    ),
    (
        LEVELS.reset_index(drop=True),
        "the data frame has several levels of column names, but its rows have no "
        "names. Set the names of the data sets with set_index.",
    ),
    (
        LEVELS.rename(columns={0: "first", 1: "second"}),
        "3 label levels of the data frame have no names. Set their names, for "
        "example with frame.columns.names = ['algorithm', 'run'].",
    ),
    (
        NAMED.where(NAMED != 0.4),
        (
            "Series, row 4: no score of 'B' on 'wine'. Add the missing score, or pass "
            "missing='drop' to exclude such data sets ('drop-algorithms', 'worst', "
            "'like:NAME' and 'available' keep them)."
        ),
    ),
    (
        LEVELS.where(LEVELS > 0.31),
        (
            "data frame, row 2: no score of 'B' on 'wine'. Add the missing runs, "
            "replace all runs by the means of the available runs, or pass "
            "missing='drop' to exclude such data sets ('drop-algorithms', 'worst', "
            "'like:NAME' and 'available' keep them)."
        ),
    ),
    (
        SCORES | {"C": {"iris": 1}},
        (
            "dict: no score of 'C' on 'wine' (2 scores on 2 of 3 data sets are "
            "missing). Add the missing score, or pass missing='drop' to exclude such "
            "data sets ('drop-algorithms', 'worst', 'like:NAME' and 'available' keep "
            "them)."
        ),
    ),
    (
        FOLDS | {"B": FOLDS["B"] | {"wine": [0.4]}},
        (
            "dict: 'B' has 1 run on 'wine', but 'A' has 2. Add the missing runs, "
            "replace all runs by the means of the available runs, or pass "
            "missing='drop' to exclude such data sets ('drop-algorithms', 'worst', "
            "'like:NAME' and 'available' keep them)."
        ),
    ),
    (
        SCORES | {"B": SCORES["B"] | {"wine": "high"}},
        "dict (data set 'wine', algorithm 'B'): 'high' is not a number. Enter a "
        "number, or leave the cell empty.",
    ),
    (
        SCORES | {"#instances": {"iris": 150, "wine": 178, "glass": 214}},
        "dict, column '#instances': '#instances' does not look like an "
        "algorithm, because it describes the data sets. Drop it with "
        "exclude='#instances', or keep it with keep='#instances'.",
    ),
    (
        np.ones((3, 2, 2)),
        "ndarray: an array has no names. Specify the names of its 2 columns with "
        "algorithms=['A1', 'A2'], and pass dataset_column='none' if each row is a "
        "data set. Compare folds of one data set with compare_folds.",
    ),
]


@pytest.mark.parametrize(("given", "message"), REFUSED)
def test_refusals_name_the_place_and_the_remedy(given, message):
    with pytest.raises(InputError) as error:
        cd.compare(given)
    assert str(error.value) == message


def test_arrays_of_runs_that_do_not_fit_are_refused():
    with pytest.raises(
        InputError,
        match=r"^scores have shape \(2, 3\), but there are names for 2 data sets and 2 "
        "algorithms",
    ):
        cd.ScoreTable.from_arrays(np.ones((2, 3, 4)), algorithms=["A", "B"])
    with pytest.raises(
        InputError, match=r"^the score of 'B' on '1' is missing \(nan\)"
    ):
        cd.ScoreTable.from_arrays(
            [[[1, 2], [1, np.nan]], [[1, 2], [1, 2]]], algorithms=["A", "B"]
        )
    with pytest.raises(UsageError, match="unknown runs 'max'"):
        cd.ScoreTable.from_arrays(np.ones((2, 2, 2)), algorithms=["A", "B"], runs="max")


def tracked(seeds=(1, 2)):
    """What mlflow.search_runs() gives: a row for each run."""
    rows = [
        {
            "run_id": f"{a}{d}{seed}",
            "status": "FINISHED",
            "start_time": pd.Timestamp("2026-01-01"),
            "metrics.test_acc": score + 0.1 * (-1) ** seed,
            "metrics.loss": 1 - score,
            "params.model": a,
            "params.dataset": d,
            "params.seed": str(seed),
            "params.lr": "0.01",
            "tags.mlflow.runName": f"{a} on {d}",
        }
        for a, found in SCORES.items()
        for d, score in found.items()
        for seed in seeds
    ]
    return pd.DataFrame(rows)


@pytest.mark.parametrize("column", ["metrics.test_acc", "test_acc"])
def test_runs_of_mlflow(column, tmp_path):
    path = tmp_path / "runs.csv"
    tracked().to_csv(path, index=False)
    for source in (
        tracked(),
        pl.from_pandas(tracked()),
        path,
        io.StringIO(path.read_text()),
    ):
        table = cd.read_scores(source, score_column=column)
        assert table.sha256 == EXPECTED.sha256
        assert table.notes[0].startswith(
            "The columns 'run_id', 'status', 'start_time', 'params.lr', 'tags.mlf"
        )
        assert "(column 'params.seed')" in table.notes[-1]


def test_one_metric_needs_no_name_and_two_are_asked_about():
    frame = tracked(seeds=(2,))
    frame["metrics.test_acc"] -= 0.1
    assert (
        cd.compare(frame.drop(columns="metrics.loss")).table.sha256 == EXPECTED.sha256
    )
    with pytest.raises(InputError) as error:
        cd.compare(frame)
    assert str(error.value) == (
        "data frame: it is unclear which column of this long table contains "
        "the scores ('metrics.test_acc', 'metrics.loss'). Pass score_column."
    )
    chosen = cd.read_scores(
        frame, score_column="test_acc", select={"lr": "0.01"}, algorithm_column="model"
    )
    assert chosen.sha256 == EXPECTED.sha256


def test_runs_that_only_an_id_tells_apart_are_refused():
    frame = tracked().drop(columns=["params.seed", "metrics.loss"])
    with pytest.raises(
        InputError,
        match=r"row 2: the score of 'A' on 'iris' is already in row 1. Keep one, or "
        r"specify",
    ):
        cd.read_scores(frame)
    assert cd.read_scores(frame, run_column="run_id").sha256 == EXPECTED.sha256


def test_names_that_only_look_like_prefixes_are_columns():
    table = cd.read_scores(io.StringIO("data set,metrics.A,metrics.B\nx,1,2\ny,2,3\n"))
    assert table.algorithms == ("metrics.A", "metrics.B")
