"""Numbers of rows and columns where the names of a matrix have no room over its columns."""

from itertools import combinations

import pytest
from cases import text_measure
from checks import by_gid
from matrix_checks import compared, symmetric

from cddiagram.figures.pvalue_matrix import layout_pvalue_matrix
from cddiagram.sheet.elements import Text
from cddiagram.sheet.header import PAD_X


def numbered(k, width):
    names = [f"algorithm {i + 1}" for i in range(k)]
    p = symmetric(k, [0.5 for _ in combinations(range(k), 2)])
    comparison = compared([1.0 + i for i in range(k)], p, names=names)
    return layout_pvalue_matrix(comparison, measure=text_measure(), width=width, full=True)


@pytest.mark.parametrize(("k", "width"), [(14, 3.3), (20, 3.3), (40, 6.75)])
def test_numbers_of_rows_stand_close_before_their_names(k, width):
    layout = numbered(k, width)
    numbers = by_gid(layout, Text, r"row-\d+")
    assert [number.text for number in numbers] == [str(row + 1) for row in range(k)]
    assert min(number.box[0] for number in numbers) == pytest.approx(PAD_X)
    for row, number in enumerate(numbers):
        [name] = by_gid(layout, Text, f"label-{row}")
        assert name.box[0] - number.box[2] == pytest.approx(3.2)


def test_up_to_twenty_narrow_columns_have_all_their_numbers():
    """In rows one under another; from 21 columns on every 5th has one, in one row."""
    heads = {k: by_gid(numbered(k, 3.0), Text, r"column-\d+") for k in (20, 21)}
    assert [head.text for head in heads[20]] == [str(column + 1) for column in range(20)]
    assert len({head.y for head in heads[20]}) == 2
    assert [head.text for head in heads[21]] == ["1", "5", "10", "15", "20"]
    assert len({head.y for head in heads[21]}) == 1
