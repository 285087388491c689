"""The table of scores: what it holds, what it refuses, how frames become one."""

import json
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pandas as pd
import polars as pl
import pytest

from cddiagram import InputError, ScoreTable

SCORES = [[0.9, 0.8, 0.7], [0.6, 0.6, 0.5]]


def table(**changes):
    fields = {
        "scores": SCORES,
        "algorithms": ["A", "B", "C"],
        "datasets": ["iris", "wine"],
    }
    return ScoreTable(**fields | changes)


def test_holds_a_read_only_copy():
    given = np.array(SCORES)
    made = table(scores=given)
    given[0, 0] = 0.0
    assert made.scores[0, 0] == 0.9
    assert made.scores.dtype == np.float64
    with pytest.raises(ValueError, match="read-only"):
        made.scores[0, 0] = 1.0
    with pytest.raises(AttributeError):
        made.algorithms = ("A", "B", "C")


def test_names_numbers_and_defaults():
    made = table()
    assert (made.n, made.k) == (2, 3)
    assert made.algorithms == ("A", "B", "C")
    assert made.datasets == ("iris", "wine")
    assert made.higher_is_better is True
    assert made.dropped == ()
    assert made.notes == ()


def test_two_algorithms_and_more_algorithms_than_data_sets():
    assert ScoreTable.from_arrays([[1, 2], [2, 1]], algorithms=["A", "B"]).k == 2
    assert (
        ScoreTable.from_arrays(
            np.arange(200.0).reshape(2, 100), algorithms=range(100)
        ).algorithms[99]
        == "99"
    )


def test_from_arrays_numbers_the_data_sets():
    made = ScoreTable.from_arrays(
        SCORES, algorithms=iter("ABC"), higher_is_better=False
    )
    assert made.datasets == ("1", "2")
    assert not made.higher_is_better


def test_from_arrays_does_not_look_under_a_mask():
    masked = np.ma.masked_array(
        [[1.0, 2.0], [3.0, 4.0]], mask=[[False, True], [False, False]]
    )
    with pytest.raises(InputError, match=r"^the score of 'B' on '1' is missing"):
        ScoreTable.from_arrays(masked, algorithms=["A", "B"])


def test_from_arrays_does_not_drop_an_imaginary_part():
    with pytest.raises(InputError, match=r"^scores are not an array of numbers"):
        ScoreTable.from_arrays(np.array([[1 + 1j, 2], [3, 4]]), algorithms=["A", "B"])


def test_a_frame_without_names_of_data_sets_is_refused_in_the_words_of_python():
    with pytest.raises(InputError) as error:
        ScoreTable.from_frame(pd.DataFrame({"A": [0.1, 0.2], "B": [0.3, 0.4]}))
    assert str(error.value) == (
        "data frame, column 1: 'A' contains numbers, not names of data sets. Add a "
        "column with the names of the data sets, pass dataset_column='none' if each "
        "row is a data set, or compare folds of one data set with compare_folds."
    )


REFUSED = {
    "the name 'A' belongs to more than one algorithm. Specify a unique name for every "
    "algorithm.": {"algorithms": ["A", "B", "A"]},
    "the name 'iris' belongs to more than one data set. Specify a unique name for "
    "every data set.": {"datasets": ["iris", "iris"]},
    "the table has one algorithm ('A'), but a comparison requires two or more.": {
        "scores": [[1], [2]],
        "algorithms": ["A"],
    },
    "the table has one data set ('iris'), but a comparison requires two or more.": {
        "scores": [[1, 2, 3]],
        "datasets": ["iris"],
    },
    "the table has no data sets, but a comparison requires two or more.": {
        "scores": np.empty((0, 3)),
        "datasets": [],
    },
    (
        "the score of 'B' on 'iris' is missing (nan). Specify a finite number, or pass "
        "missing='drop' to exclude such data sets ('drop-algorithms', 'worst', "
        "'like:NAME' and 'available' keep them)."
    ): {"scores": [[1, np.nan, 2], [1, 2, np.inf]]},
    (
        "the score of 'C' on 'wine' is infinite (-inf). Specify a finite number, or "
        "exclude the data set."
    ): {"scores": [[1, 1, 2], [1, 2, -np.inf]]},
    (
        "scores have shape (3, 2), but there are names for 2 data sets and 3 "
        "algorithms. Pass one row for each data set and one column for each algorithm "
        "(transpose the scores)."
    ): {"scores": np.zeros((3, 2))},
    (
        "scores have shape (2, 2), but there are names for 2 data sets and 3 "
        "algorithms. Pass one row for each data set and one column for each algorithm."
    ): {"scores": np.zeros((2, 2))},
    "scores have 1 dimension (3,). Pass two, one row for each data set and one column "
    "for each algorithm.": {"scores": [1, 2, 3]},
    "algorithms is the string 'ABC'. Pass a list of names.": {"algorithms": "ABC"},
}


@pytest.mark.parametrize("message", REFUSED)
def test_refuses_in_one_sentence(message):
    with pytest.raises(InputError) as caught:
        table(**REFUSED[message])
    assert str(caught.value) == message


def test_refuses_what_is_no_number():
    with pytest.raises(
        InputError,
        match=r"^scores are not an array of numbers \(.*\)\. Pass n rows of k numbers "
        r"each\.$",
    ):
        ScoreTable.from_arrays([["x", 1], [2, 3]], algorithms=["A", "B"])


def test_select_keeps_the_order_asked_for():
    chosen = table(higher_is_better=False, dropped=["car"], notes=["one."]).select(
        ["C", "A"]
    )
    assert chosen.algorithms == ("C", "A")
    assert chosen.scores.tolist() == [[0.7, 0.9], [0.5, 0.6]]
    assert (chosen.higher_is_better, chosen.dropped, chosen.notes) == (
        False,
        ("car",),
        ("one.",),
    )


def test_exclude():
    assert table().exclude("B").algorithms == ("A", "C")
    assert table().exclude(["B"]).scores.tolist() == [[0.9, 0.7], [0.6, 0.5]]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda t: t.select(["A", "b"]),
            "unknown algorithm 'b': did you mean 'B'? Choose from 'A', 'B', 'C'.",
        ),
        (
            lambda t: t.select(["A", "A"]),
            "the name 'A' belongs to more than one algorithm. Specify a unique name "
            "for every algorithm.",
        ),
        (
            lambda t: t.select("A"),
            "the table has one algorithm ('A'), but a comparison requires two or more.",
        ),
        (
            lambda t: t.exclude(["A", "B"]),
            "the table has one algorithm ('C'), but a comparison requires two or more.",
        ),
        (lambda t: t.exclude("D"), "unknown algorithm 'D': choose from 'A', 'B', 'C'."),
    ],
)
def test_select_and_exclude_refuse(call, message):
    with pytest.raises(InputError) as caught:
        call(table())
    assert str(caught.value) == message


def test_dict_is_plain_and_exact():
    made = table(scores=[[0.1, 1 / 3, 2], [1e-300, 5, 6]], notes=["a note."])
    content = json.loads(json.dumps(made.to_dict(), allow_nan=False))
    assert content == {
        "algorithms": ["A", "B", "C"],
        "datasets": ["iris", "wine"],
        "scores": [[0.1, 1 / 3, 2.0], [1e-300, 5.0, 6.0]],
        "higher_is_better": True,
        "dropped": [],
        "missing": "error",
        "missing_scores": [],
        "incomplete": [],
        "dropped_algorithms": [],
        "notes": ["a note."],
    }


def test_frame_there_and_back():
    frame = table().to_frame()
    assert list(frame.columns) == ["A", "B", "C"]
    assert list(frame.index) == ["iris", "wine"]
    frame.iloc[0, 0] = 0.0
    back = ScoreTable.from_frame(table().to_frame())
    assert back.to_dict() == table().to_dict()


def test_text_counts_what_it_does_not_show():
    many = ScoreTable.from_arrays(
        np.ones((20, 30)),
        algorithms=[f"a{j}" for j in range(30)],
        higher_is_better=False,
    )
    lines = str(many).splitlines()
    assert lines[0] == "20 data sets x 30 algorithms, lower is better"
    assert lines[-1] == "... and 12 more data sets and 22 more algorithms"
    assert len(lines) == 12


def test_text_shows_the_notes_last():
    assert str(table(notes=["2 runs reduced.", "more."])).endswith(
        "\n\n2 runs reduced.\nmore."
    )


WIDE = pd.DataFrame({"A": [0.9, 0.7], "B": [0.8, 0.6]}, index=["iris", "wine"])


class Sub(pd.DataFrame):
    pass


@pytest.mark.parametrize(
    "frame",
    [
        WIDE,
        WIDE.rename_axis(index="data set", columns="algorithm"),
        WIDE.rename_axis(columns="fold"),
        WIDE.reset_index(),
        WIDE.reset_index(names="data set").set_index(pd.Index([5, 3])),
        WIDE.astype("Float64"),
        WIDE.astype(object),
        Sub(WIDE),
        pl.DataFrame({"data set": ["iris", "wine"], "A": [0.9, 0.7], "B": [0.8, 0.6]}),
        pl.DataFrame(
            {"data set": ["iris", "wine"], "A": ["0.9", "0.7"], "B": [0.8, 0.6]}
        ),
        WIDE.stack()
        .rename_axis(["data set", "algorithm"])
        .rename("score")
        .reset_index(),
        WIDE.stack().rename_axis(["data set", "algorithm"]).rename("score").to_frame(),
        WIDE.reset_index(names="task").melt(
            "task", var_name="method", value_name="auc"
        ),
        pd.concat({1: WIDE, 2: WIDE}, names=["fold", "data set"]),
        pd.concat({1: WIDE, 2: WIDE}, names=["fold", "data set"]).reset_index(),
    ],
)
def test_frames(frame):
    """Trap 27: named indices and columns crash elsewhere."""
    made = ScoreTable.from_frame(frame)
    assert made.algorithms == ("A", "B")
    assert made.datasets == ("iris", "wine")
    assert made.scores.tolist() == [[0.9, 0.8], [0.7, 0.6]]


def test_frame_is_not_changed():
    frame = WIDE.reset_index()
    before = frame.copy()
    ScoreTable.from_frame(frame)
    pd.testing.assert_frame_equal(frame, before)


def test_frame_with_identifiers_for_names():
    frame = pd.DataFrame({"openml": [31, 10101], "A": [0.9, 0.7], "B": [0.8, 0.6]})
    assert ScoreTable.from_frame(frame).datasets == ("31", "10101")
    assert ScoreTable.from_frame(frame.set_index("openml")).datasets == ("31", "10101")


def test_frame_options_are_those_of_reading():
    frame = pd.DataFrame(
        {"name": ["x", "y", "z"], "A": [1, None, 3], "B": [3, 2, 1], "C": [1, 2, None]}
    )
    made = ScoreTable.from_frame(
        frame, missing="drop", exclude=["C"], higher_is_better=False
    )
    assert made.datasets == ("x", "z")
    assert made.dropped == ("y",)
    assert made.notes == (
        "1 of 3 data sets was dropped because scores are missing: 'y'.",
    )


TWICE = pd.DataFrame(
    [[0.9, 0.8, 0.7], [0.7, 0.6, 0.5]], columns=["A", "B", "A"], index=["iris", "wine"]
)
FRAMES_REFUSED = [
    (
        TWICE,
        "data frame, column 3: the algorithm 'A' is already in column 1. Rename one "
        "of them.",
    ),
    (
        WIDE.set_axis(["iris", "iris"]),
        "data frame, row 2: the data set 'iris' is already in row 1. Rename one, or "
        "specify the column of run numbers with run_column.",
    ),
    (
        pd.DataFrame({"A": [0.9, 0.7], "B": [0.8, 0.6]}),
        "data frame, column 1: 'A' contains numbers, not names of data sets. Add a "
        "column with the names of the data sets, pass dataset_column='none' if each "
        "row is a data set, or compare folds of one data set with compare_folds.",
    ),
    (
        WIDE.astype(object).mask(WIDE == 0.6, True),
        "data frame, row 2, column 2 (data set 'wine', algorithm 'B'): 'True' is not "
        "a number. Enter a number, or leave the cell empty.",
    ),
    (
        WIDE.replace(0.6, np.inf),
        (
            "data frame, row 2, column 2 (data set 'wine', algorithm 'B'): 'inf' is "
            "infinite. Enter a finite score, or leave the cell empty."
        ),
    ),
    (
        WIDE.astype("Float64").replace(0.6, pd.NA),
        (
            "data frame, row 2, column 2: no score of 'B' on 'wine'. Add the missing "
            "score, or pass missing='drop' to exclude such data sets "
            "('drop-algorithms', 'worst', 'like:NAME' and 'available' keep them)."
        ),
    ),
    (
        pd.concat({"auc": WIDE, "f1": WIDE}, axis=1),
        "3 label levels of the data frame have no names. Set their names, for "
        "example with frame.columns.names = ['algorithm', 'run'].",
    ),
    (
        pl.LazyFrame({"A": [1]}),
        "the data frame is lazy. Call its collect() method first.",
    ),
    (
        {"A": [1]},
        "an object of type builtins.dict is not a data frame. Pass a pandas or polars "
        "data frame, or use ScoreTable.from_arrays.",
    ),
    (WIDE.iloc[:0], "data frame has no rows. Add a row for each data set."),
]


@pytest.mark.parametrize(("frame", "message"), FRAMES_REFUSED)
def test_frames_refused(frame, message):
    with pytest.raises(InputError) as caught:
        ScoreTable.from_frame(frame)
    assert str(caught.value) == message


def test_spreads_are_numbers_that_cannot_be_changed():
    table = ScoreTable.from_arrays([[1, 2], [2, 1]], algorithms=["A", "B"])
    table = replace(table, spreads=[[0, 1], [1, 0]])
    assert table.spreads.tolist() == [[0.0, 1.0], [1.0, 0.0]]
    with pytest.raises(ValueError, match="read-only"):
        table.spreads[0, 0] = 5.0


def test_means_of_decimals_are_those_of_exact_fractions():
    rng = np.random.default_rng(3)
    for digits in (1, 2, 5):
        texts = [
            [f"{value:.{digits}f}" for value in row]
            for row in rng.uniform(-50, 50, (7, 3))
        ]
        table = ScoreTable.from_arrays(
            np.array(texts, dtype=float), algorithms=["A", "B", "C"]
        )
        for mean, column in zip(table.means, zip(*texts, strict=True), strict=True):
            assert mean == float(sum(map(Fraction, column)) / 7)
