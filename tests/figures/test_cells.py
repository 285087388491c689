"""Numbers of rows and columns where the names of a matrix have no room over its
columns.
"""

from itertools import combinations

import pytest
from cases import text_measure
from checks import by_gid
from matrix_checks import compared, symmetric

from cddiagram.figures.pvalue_matrix import layout_pvalue_matrix
from cddiagram.sheet import Look, Rectangle, Text


def numbered(k, width):
    names = [f"algorithm {i + 1}" for i in range(k)]
    p = symmetric(k, [0.5 for _ in combinations(range(k), 2)])
    comparison = compared([1.0 + i for i in range(k)], p, names=names)
    return layout_pvalue_matrix(
        comparison, measure=text_measure(), width=width, full=True
    )


@pytest.mark.parametrize(("k", "width"), [(14, 3.3), (20, 3.3), (40, 6.75)])
def test_numbers_of_rows_stand_close_before_their_names_and_these_before_the_cells(
    k, width
):
    layout = numbered(k, width)
    numbers = by_gid(layout, Text, r"row-\d+")
    assert [number.text for number in numbers] == [str(row + 1) for row in range(k)]
    assert min(number.box[0] for number in numbers) == pytest.approx(Look.PAD_X)
    names = [text for row in range(k) for text in by_gid(layout, Text, f"label-{row}")]
    assert [
        name.box[0] - number.box[2] for name, number in zip(names, numbers, strict=True)
    ] == pytest.approx([3.2] * k)
    cells = by_gid(layout, Rectangle, r"cell-\d+-\d+")
    assert min(cell.x for cell in cells) - max(
        name.box[2] for name in names
    ) == pytest.approx(4.0)


@pytest.mark.parametrize(("width", "rows"), [(3.0, 2), (2.0, 3)])
def test_up_to_twenty_narrow_columns_have_all_their_numbers(width, rows):
    """In rows one under another."""
    heads = by_gid(numbered(20, width), Text, r"column-\d+")
    assert [head.text for head in heads] == [str(column + 1) for column in range(20)]
    assert len({head.y for head in heads}) == rows


@pytest.mark.parametrize(("k", "width"), [(21, 3.0), (20, 1.8)])
def test_more_and_narrower_columns_have_every_fifth_number(k, width):
    heads = by_gid(numbered(k, width), Text, r"column-\d+")
    assert [head.text for head in heads] == ["1", "5", "10", "15", "20"]
    assert len({head.y for head in heads}) == 1
