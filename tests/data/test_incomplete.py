"""What the six policies do about missing scores while a table is read."""

import io
import math

import numpy as np
import pandas as pd
import pytest

from cddiagram import InputError, ScoreTable, UsageError, read_score_tables, read_scores

WIDE = (
    "data set,A,B,C,D\nu,.9,.8,.7,.6\nv,.5,,.6,.4\nw,.1,.3,.2,\nx,.9,.5,,\n"
    "y,.2,.4,.1,.3\n"
)
#: Runs: 'B' has one run less on 'v' than the others, which is a missing score although
#: there is a mean.
RUNS = (
    "data set,run,A,B,C\nu,1,.1,.2,.3\nu,2,.2,.2,.3\nv,1,1,2,3\nv,2,2,,4\nw,1,5,6,7\n"
    "w,2,5,6,8\n"
)


def read(missing, text=WIDE, **options):
    return read_scores(io.StringIO(text), missing=missing, **options)


def rows(table):
    return [
        [None if math.isnan(score) else score for score in row]
        for row in table.scores.tolist()
    ]


def test_drop():
    table = read("drop")
    assert (table.datasets, table.dropped) == (("u", "y"), ("v", "w", "x"))
    assert (table.missing, table.touched, table.incomplete) == ("drop", 0, ())


def test_drop_algorithms():
    table = read("drop-algorithms", "data set,A,B,C\nu,1,2,3\nv,2,,4\nw,5,6,7\n")
    assert (table.algorithms, table.dropped_algorithms, table.incomplete) == (
        ("A", "C"),
        ("B",),
        ("v",),
    )
    assert rows(table) == [[1, 3], [2, 4], [5, 7]]
    assert table.notes == (
        "1 of 3 algorithms was dropped because scores are missing: 'B'.",
    )


@pytest.mark.parametrize(
    ("higher_is_better", "v", "w", "x"), [(True, 0.4, 0.1, 0.5), (False, 0.6, 0.3, 0.9)]
)
def test_worst(higher_is_better, v, w, x):
    table = read("worst", higher_is_better=higher_is_better)
    assert rows(table)[1:4] == [
        [0.5, v, 0.6, 0.4],
        [0.1, 0.3, 0.2, w],
        [0.9, 0.5, x, x],
    ]
    assert np.argwhere(table.filled).tolist() == [[1, 1], [2, 3], [3, 2], [3, 3]]
    assert (table.touched, table.incomplete) == (4, ("v", "w", "x"))
    assert table.notes == (
        (
            "4 scores on 3 of 5 data sets are missing. Each is replaced by the worst "
            "score on the data set."
        ),
    )


def test_like():
    table = read("like:A")
    assert rows(table)[1:4] == [
        [0.5, 0.5, 0.6, 0.4],
        [0.1, 0.3, 0.2, 0.1],
        [0.9, 0.5, 0.9, 0.9],
    ]
    assert table.notes[-1].endswith(
        "Each is replaced by the score of 'A' on the data set."
    )


def test_available_leaves_out_what_compares_nothing():
    table = read("available", WIDE + "z,.5,,,\nlast,,,,\n")
    assert rows(table)[1:] == [
        [0.5, None, 0.6, 0.4],
        [0.1, 0.3, 0.2, None],
        [0.9, 0.5, None, None],
        [0.2, 0.4, 0.1, 0.3],
    ]
    assert table.dropped == ("z", "last")
    assert not table.filled.any()
    assert (table.touched, table.has_gaps) == (4, True)
    assert table.common[0].tolist() == [5, 4, 4, 3]
    assert table.notes[-1] == (
        "4 scores on 3 of 7 data sets are missing. Each pair is compared on the data "
        "sets on which both have scores. 2 data sets with fewer than two scores were "
        "dropped: 'z', 'last'."
    )


def test_nothing_can_be_put_in_where_there_is_no_score():
    table = read("worst", WIDE + "z,,,,\n")
    assert table.dropped == ("z",)
    assert table.notes[-1].endswith(" 1 data set with no score was dropped: 'z'.")


@pytest.mark.parametrize(
    "missing", ["drop", "drop-algorithms", "worst", "like:A", "available"]
)
def test_a_complete_table_is_untouched(missing):
    text = "data set,A,B\nu,1,2\nv,2,1\n"
    table, whole = read(missing, text), read("error", text)
    assert table.sha256 == whole.sha256
    assert (table.missing, table.touched, table.notes, table.dropped) == (
        "error",
        0,
        (),
        (),
    )


def test_a_run_less_is_a_missing_score():
    assert rows(read("worst", RUNS))[1] == [1.5, 1.5, 3.5]
    available = read("available", RUNS)
    assert rows(available)[1] == [1.5, None, 3.5]
    assert np.isnan(available.spreads[1, 1])


#: Three data sets with 5 runs; 'A' has 3 on 'd0', where two cells are empty, and 'C' 4
#: on 'd2', where a row is absent.
UNEVEN = "data set,algorithm,fold,score\n" + "".join(
    f"d{d},{name},{fold},{'' if (d, name) == (0, 'A') and fold > 2 else (d + 2 * fold + ord(name)) % 7 / 10}\n"
    for d in range(4)
    for name in "ABC"
    for fold in range(5)
    if (d, name, fold) != (2, "C", 4)
)
_REDUCED = (
    "runs of each algorithm on a data set (column 'fold') were reduced to their "
    "mean, because runs are not data sets."
)
_LEFT_OUT = (
    "2 scores with a missing run are treated as missing. Their 7 other runs are not "
    "used."
)


@pytest.mark.parametrize(
    ("missing", "done"),
    [
        (
            "drop",
            "2 of 4 data sets were dropped because scores are missing: 'd0', 'd2'.",
        ),
        (
            "worst",
            (
                "2 scores on 2 of 4 data sets are missing. Each is replaced by the "
                "worst score on the data set."
            ),
        ),
        (
            "like:B",
            "2 scores on 2 of 4 data sets are missing. Each is replaced by the score "
            "of 'B' on the data set.",
        ),
        (
            "available",
            (
                "2 scores on 2 of 4 data sets are missing. Each pair is compared on the data "
                "sets on which both have scores."
            ),
        ),
    ],
)
def test_runs_that_are_left_out_are_said_and_not_counted(missing, done):
    assert read(missing, UNEVEN).notes == (f"5 {_REDUCED}", _LEFT_OUT, done)


def test_runs_are_counted_where_their_means_are_used():
    """A data set may have fewer runs of all algorithms; it counts unless it is dropped,
    and single runs are none.
    """
    text = "data set,run,A,B\nu,1,1,2\nv,1,1,2\nw,1,1,2\nw,2,1,\n"
    dropped = "1 of 3 data sets was dropped because scores are missing: 'w'."
    left_out = (
        "1 score with a missing run is treated as missing. Its other run is not used."
    )
    assert read("drop", text).notes == (left_out, dropped)
    assert (
        read("worst", text).notes[0].startswith("1 to 2 runs of each algorithm")
    )  # 'A' on 'w' has two
    more = text + "w,3,1,3\n"
    assert read("drop", more).notes[0] == left_out.replace(
        "Its other run is", "Its 2 other runs are"
    )
    assert (
        read("drop", more.replace("w,2,1,", "w,2,1,5"))
        .notes[0]
        .startswith("1 to 3 runs of each algorithm")
    )


def test_missing_runs_of_an_array_are_said():
    runs = np.arange(24.0).reshape(3, 2, 4)
    runs[1, 0, 2] = runs[2, 1] = math.nan
    table = ScoreTable.from_arrays(runs, algorithms=["A", "B"], missing="worst")
    assert table.notes[1:] == (
        "1 score with a missing run is treated as missing. Its 3 other runs are not "
        "used.",
        (
            "2 scores on 2 of 3 data sets are missing. Each is replaced by the worst "
            "score on the data set."
        ),
    )


@pytest.mark.parametrize("cells", ["absent", "empty"])
def test_the_remedy_of_a_missing_run_is_named_and_helps(cells):
    """Rows that are absent are refused as empty cells are; a table of means is read."""
    lines = UNEVEN.splitlines(keepends=True)
    with pytest.raises(InputError) as error:
        read(
            "error",
            "".join(
                line for line in lines if cells == "empty" or not line.endswith(",\n")
            ),
        )
    assert (
        "(2 scores on 2 of 4 data sets are missing). Add the missing runs, replace all "
        "runs by the means of the available runs, or pass missing='drop' to exclude"
        in str(error.value)
    )
    frame = pd.read_csv(io.StringIO(UNEVEN))
    means = frame.groupby(["data set", "algorithm"])["score"].mean().reset_index()
    table = read_scores(means)
    assert (table.n, table.k, table.notes) == (4, 3, ())
    assert table.scores[0, 0] == pytest.approx(frame["score"][:3].mean())


def test_a_mean_of_runs_stands_in_exactly():
    """The mean of .1, .2, .3 ties with that of .2, .2, .2 also where it stands for a
    missing score.
    """
    text = "data set,run,A,B,C\n" + "".join(
        f"u,{r},{a},.2,{c}\n"
        for r, a, c in ((1, ".1", ""), (2, ".2", ""), (3, ".3", ""))
    )
    table = read("like:A", text + "".join(f"v,{r},1,2,3\n" for r in (1, 2, 3)))
    numerators = table.exact.whole.numerators[0].tolist()
    assert numerators[0] == numerators[1] == numerators[2]


def test_other_names_and_other_parts():
    assert read("worst", exclude="D").touched == 2
    assert read("available", algorithms=["C", "A"]).datasets == ("u", "v", "w", "y")
    tables = read_score_tables(
        io.StringIO("data set,measure,A,B,C\nx,auc,1,,2\ny,auc,2,3,1\nx,f1,1,2,3\ny,f1,1,3,2\n"),
        split_column="measure", missing="worst",
    )  # fmt: skip
    assert [table.touched for table in tables.values()] == [1, 0]


def test_long_table_and_frame():
    long = read(
        "worst",
        "data set,algorithm,score\nx,A,1\nx,B,2\ny,A,3\ny,B,4\nx,C,5\ny,D,1\nx,D,2\n",
    )
    assert rows(long) == [[1, 2, 5, 2], [3, 4, 1, 1]]
    pd = pytest.importorskip("pandas")
    frame = pd.DataFrame({"A": [1.0, 2.0], "B": [3.0, None]}, index=["x", "y"])
    assert rows(ScoreTable.from_frame(frame, missing="like:A")) == [[1, 3], [2, 2]]


def test_arrays_and_dicts():
    scores = {
        "A": {"x": 1, "y": 2, "z": 3},
        "B": {"x": 2, "y": 1},
        "C": {"x": 3, "y": 3, "z": 1},
    }
    assert rows(ScoreTable.from_dict(scores, missing="worst"))[2] == [3, 1, 1]
    assert ScoreTable.from_dict(scores, missing="drop").dropped == ("z",)
    table = ScoreTable.from_arrays(
        [[1, 2, 3], [4, math.nan, 6]], algorithms=["A", "B", "C"], missing="available"
    )
    assert rows(table) == [[1, 2, 3], [4, None, 6]]
    assert dict(table.reading) == {"missing": "available"}
    with pytest.raises(UsageError, match="unknown missing 'skip'"):
        ScoreTable.from_dict(scores, missing="skip")


def test_parts_of_a_table_keep_what_was_done():
    table = read("worst")
    part = table.select(["A", "B"])
    assert (part.touched, part.incomplete) == (1, ("v",))
    assert table.exclude_datasets(["v", "w"]).incomplete == ("x",)
    gaps = read("available")
    assert gaps.select(["C", "D"]).datasets == ("u", "v", "y")
    assert gaps.select(["C", "D"]).dropped == ("w", "x")
    assert not gaps.select(["A", "B"]).has_gaps


@pytest.mark.parametrize(
    ("missing", "text", "message"),
    [
        ("like:E", WIDE, "input: unknown algorithm 'E': choose from 'A', 'B', 'C', 'D'."),
        ("like:B", WIDE, "input: the baseline 'B' has no score on 'v'. Choose a "
                         "baseline that has a score on every data set, or pass "
                         "missing='worst'."),
        ("drop-algorithms", WIDE, "input: 1 of 4 algorithms has a score on every data set. Pass "
         "missing='drop' or 'available'."),
        ("drop", "data set,A,B\nu,1,\nv,2,3\n",
            "input: 1 of 2 data sets has a score for every algorithm. Exclude "
            "algorithms with many missing scores, starting with 'B'."),
        ("available", "data set,A,B\nu,1,\nv,2,3\n",
            "input: 1 of 2 data sets has a score for at least two algorithms. Exclude "
            "algorithms with many missing scores, starting with 'B'."),
    ],
)  # fmt: skip
def test_refused(missing, text, message):
    with pytest.raises(InputError) as caught:
        read(missing, text)
    assert str(caught.value) == message


def test_the_table_itself():
    with pytest.raises(InputError, match="is missing"):
        ScoreTable(
            scores=[[1, math.nan], [2, 3]], algorithms=("A", "B"), datasets=("x", "y")
        )
    with pytest.raises(InputError, match="one truth value for each score"):
        ScoreTable(
            scores=[[1, 2], [2, 3]],
            algorithms=("A", "B"),
            datasets=("x", "y"),
            filled=[True],
        )
    table = read("available")
    assert "–" in str(table)
    assert "nan" not in str(table) + table._repr_html_()
    record = table.to_dict()
    assert record["scores"][1][1] is None
    assert record["missing_scores"] == [["v", "B"], ["w", "D"], ["x", "C"], ["x", "D"]]
    assert read("worst").to_dict()["missing_scores"] == record["missing_scores"]
    assert np.isnan(table.means).all()
