"""What columns and rows are taken for by their titles and numbers: on both sides of
each limit.
"""

import numpy as np
import pytest

from cddiagram import InputError, ScoreTable, read_scores
from cddiagram.data.reading.guards.divided import folds_as_rows
from cddiagram.data.reading.guards.names import _is_small, doubtful_columns
from cddiagram.data.reading.guards.numbers import doubtful
from cddiagram.data.reading.qualifiers import second_quantities


@pytest.mark.parametrize(
    ("titles", "found"),
    [
        (
            ["random forest acc", "random forest f1", "SVM acc", "SVM f1"],
            {1: "f1", 3: "f1"},
        ),
        (
            ["acc random forest", "f1 random forest", "acc SVM", "f1 SVM"],
            {1: "f1", 3: "f1"},
        ),
        (
            ["random forest f1", "random forest acc", "SVM acc", "SVM f1", "time"],
            {1: "acc", 2: "acc"},
        ),
        (
            [
                "random forest acc",
                "random forest f1",
                "random trees acc",
                "random trees f1",
            ],
            {1: "f1", 3: "f1"},
        ),
        (
            [
                "acc trees random",
                "f1 trees random",
                "acc forest random",
                "f1 forest random",
            ],
            {1: "f1", 3: "f1"},
        ),
        (["A_acc", "A_f1", "B_acc"], {}),  # B has no second one
        (
            ["A_acc", "A_f1", "B_auc", "B_f1"],
            {},
        ),  # what do the columns of B hold that are not left out?
        (["A_acc", "A_f1"], {}),
    ],
)
def test_a_second_measure_of_each_algorithm(titles, found):
    measures = {
        place: reason.split("'")[1]
        for place, reason in second_quantities(titles).items()
    }
    assert measures == found


def test_columns_that_all_hold_a_second_measure_or_none():
    def values(place):
        return np.ones(3)

    another = "contains a different measure ('f1') from 'A_acc'"
    assert doubtful_columns(["A_acc", "A_f1", "B_acc", "B_f1"], values) == {
        "A_f1": another,
        "B_f1": another,
    }
    assert doubtful_columns(["mean", "average"], values) == dict.fromkeys(
        ["mean", "average"], "summarises the others"
    )


@pytest.mark.parametrize(
    ("spread", "of", "small"),
    [
        ([0.49, 0.49, 0.49], [1, 1, 1], True),
        ([0.5, 0.5, 0.5], [1, 1, 1], False),
        ([0.4, 0.6, 0.4], [1, -1, -1], True),  # most of them
        ([0.4, 0.6, 0.4, 0.6], [1, 1, 1, 1], False),
        ([0.4, -0.1, 0.4], [1, 1, 1], False),
        ([0.0, 0.0, np.nan], [1, 1, 1], True),
        ([0.4, 0.4, 0.6], [1, np.nan, 1], False),
        ([np.nan, 0.1], [1, np.nan], False),
    ],
)
def test_spreads_are_far_smaller_than_what_they_are_of(spread, of, small):
    assert _is_small(np.array(spread, dtype=float), np.array(of, dtype=float)) is small


SCORES = np.array(
    [
        [0.812, 0.634],
        [0.702, 0.911],
        [0.555, 0.498],
        [0.913, 0.777],
        [0.641, 0.602],
        [0.701, 0.833],
    ]
)


@pytest.mark.parametrize("row", [1, 3, 5])
@pytest.mark.parametrize(
    ("what", "of"),
    [
        ("the means", lambda others: others.mean(axis=0)),
        ("the sums", lambda others: others.sum(axis=0)),
    ],
)
def test_means_and_sums_are_found_in_any_row(row, what, of):
    others = np.delete(SCORES, row, axis=0)
    scores = np.insert(others, row, of(others), axis=0)
    datasets = [f"d{number}" for number in range(len(scores))]
    assert doubtful(scores, datasets, ["A", "B"])[0] == {
        f"d{row}": f"contains {what} of the other rows"
    }
    assert doubtful(SCORES, datasets, ["A", "B"]) == ({}, {})


def test_a_single_run_has_no_spread():
    runs = np.arange(8.0).reshape(2, 2, 2)
    assert ScoreTable.from_arrays(runs, algorithms=["A", "B"]).spreads == pytest.approx(
        np.full((2, 2), 0.5**0.5)
    )
    assert ScoreTable.from_arrays(runs[:, :, :1], algorithms=["A", "B"]).spreads is None
    assert (
        ScoreTable.from_arrays(runs, algorithms=["A", "B"], runs="median").spreads
        is None
    )


@pytest.mark.parametrize("sheets", [1, 2])
def test_a_column_alone_in_a_workbook(sheets, tmp_path):
    import openpyxl

    book = openpyxl.Workbook()
    for cell in ("d", "x", "y"):
        book.active.append([cell])
    for _ in range(sheets - 1):
        book.create_sheet("more")
    book.save(tmp_path / "s.xlsx")
    with pytest.raises(InputError) as refused:
        read_scores(tmp_path / "s.xlsx")
    assert (
        "the first of 2 sheets ('Sheet') does not contain a table of scores"
        in str(refused.value)
    ) is (sheets == 2)
    assert "of 1 sheets" not in str(refused.value)


def test_one_row_is_no_fold():
    assert folds_as_rows("data sets", ["fold 1"]) == []
    (complaint,) = folds_as_rows("data sets", ["fold 1", "fold 2"])
    assert "look like folds or runs" in complaint.message
