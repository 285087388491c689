"""What a matrix says, and how it fits its page: size and lines of its names, width of
its cells, heads of columns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

from cddiagram.figures.cell_drawing import BORDER, Cell
from cddiagram.sheet import (
    BrokenNames,
    KeyEntry,
    Look,
    Names,
    TextMeter,
    small_type,
)

#: Between a name and its cells, between the number of a row and its name, beside the
#: head of a column.
_NAME_GAP, _NUMBER_GAP, _HEAD_ROOM = 4.0, 3.2, 3.0
#: Least height of a cell without texts in sizes of its name, and its width in points;
#: cells with texts are wider.
_GOOD_CELL, _FEW_CELL, TEXT_CELL = 1.02, 9.0, 17.0
#: Texts in cells are set smaller before they have less than this beyond the least room.
_SPARE = 1.0
#: Cells are so much narrower where names stay whole by it: one row of two lines makes a
#: matrix uneven.
_WHOLE = 0.9
#: Names are broken before the cells take less of the page.
_LEAST_CELLS, _MOST_HEAD_LINES = 0.25, 4
#: Cells are so much wider than their texts need where the heads over them do not fit
#: otherwise.
_WIDER = (1.0, 1.25, 1.5, 2.0)


@dataclass(frozen=True, kw_only=True, eq=False)
class MatrixContent(Names):
    """What a matrix says; rows and columns are in their final order."""

    #: ``[i, j]`` is row i and column j, row by row.
    cells: Mapping[tuple[int, int], Cell]
    #: What fills and marks mean, at a size, with texts printed or not: entries, those
    #: of each group from the left edge.
    legend: Callable[[float, bool], Sequence[Sequence[KeyEntry]]]
    #: The numbers of the columns, as in the cells.
    columns: Sequence[int]
    #: What stands over the columns; None for nothing.
    heads: Names | None = None
    #: Whether it is the triangle below the diagonal, with the names there.
    triangle: bool = False
    #: Whether it is nothing without its texts.
    texts_needed: bool = False
    #: The least room that a text keeps in its cell, and the most that the width of a
    #: cell grows to.
    text_room: float = 3.0
    widest: float = 52.0
    #: What stands under each name.
    under: Sequence[str] = ()
    #: Whether the order of the rows is from better to worse, and said to be.
    show_direction: bool = True


@dataclass(frozen=True, kw_only=True)
class _Step:
    """One step from good to bearable: size and most lines of names, least width of a
    cell, what stands over columns.
    """

    size: float
    cell: float
    lines: int = 1
    heads: str = ""


@dataclass(frozen=True, kw_only=True)
class MatrixPlan:
    """A matrix that fits: names and where each begins, left edge and width of the
    cells.
    """

    names: BrokenNames
    starts: tuple[float, ...]
    left: float
    cell: float
    #: The heads of the columns in lines; None for numbers, or for nothing.
    heads: tuple[tuple[str, ...], ...] | None = None
    #: Right edge of the numbers of the rows; None for no numbers.
    numbers: float | None = None
    #: Size of the texts in the cells; None where not all have room.
    texts: float | None = None

    def moved(self, right: float) -> MatrixPlan:
        """Return it so much farther right."""
        numbers = None if self.numbers is None else self.numbers + right
        starts = tuple(start + right for start in self.starts)
        return replace(self, starts=starts, left=self.left + right, numbers=numbers)


def plan_matrix(
    content: MatrixContent, look: Look, meter: TextMeter
) -> MatrixPlan | None:
    """Return the first step of the ladder that fits the page; None if none does."""
    right = look.page_width - Look.PAD_X - BORDER / 2
    place = _on_diagonal if content.triangle else _beside
    for step in _ladder(content, look, meter):
        plan = place(content, step, right, meter)
        if plan is not None:
            tried = [
                *((size, _SPARE) for size in look.sizes if size <= step.size),
                (look.sizes[-1], 0.0),
            ]
            fitting = (
                small_type(s)
                for s, spare in tried
                if _text_width(content, s, meter, spare) <= plan.cell + 1e-9
            )
            return replace(plan, texts=next(fitting, None))
    return None


def least_cell(content: MatrixContent, look: Look, meter: TextMeter) -> float:
    """Return the width of which no cell is narrower, whatever the names are."""
    return (
        _text_width(content, look.sizes[-1], meter)
        if content.texts_needed
        else Cell.LEAST_WIDTH
    )


def _ladder(content: MatrixContent, look: Look, meter: TextMeter) -> Iterator[_Step]:
    """Yield from good to bearable: cells with room for texts, then those of a quarter
    of the page, names broken.
    """
    sizes, smallest = look.sizes, look.sizes[-1]
    heads = (
        ""
        if content.heads is None
        else "numbers"
        if content.heads.names == content.names
        else "letters"
    )
    if content.texts_needed:
        texts = {size: _text_width(content, size, meter) for size in sizes}
        over_lines = [*product(("words", heads), (1, 2, 4)), (heads, Names.ANY_LINES)]
        for (over, lines), wider in product(over_lines, _WIDER):
            yield from (
                _Step(size=s, cell=wider * texts[s], lines=lines, heads=over)
                for s in sizes
            )
        return
    few = len(content.columns) <= 12
    good = {size: max(_GOOD_CELL * size, _FEW_CELL if few else 0.0) for size in sizes}
    quarter = min(_LEAST_CELLS * look.page_width / len(content.columns), 30.0)
    if few:
        least = {
            size: max(_text_width(content, smallest, meter), quarter, good[size])
            for size in sizes
        }
        larger = [size for size in sizes if size >= sizes[0] - 1.0]
        tall = any(
            len(cell.texts) > 1 for cell in content.cells.values()
        )  # as high as a name in some lines
        broken = (1, 2, 4) if tall else (1, 2)  # before the names are much smaller
        ways = [
            *([("words", larger, broken)] if content.heads else []),
            (heads, larger, broken),
        ]
        for over, tried, most in (
            *ways,
            (heads, sizes, (*broken, Names.ANY_LINES) if tall else broken),
        ):
            yield from (
                _Step(size=s, cell=least[s], lines=lines, heads=over)
                for lines in most
                for s in tried
            )
    narrower = {1: _WHOLE}
    for floor, lines in product(
        (quarter, 0.0), (1, 2, 4, Names.ANY_LINES) if few else (1, 2)
    ):
        cells = {s: max(floor, narrower.get(lines, 1.0) * good[s]) for s in sizes}
        yield from (
            _Step(size=s, cell=cells[s], lines=lines, heads=heads) for s in sizes
        )
    narrow = product(
        (1, 2, 4), (1.5 * Cell.LEAST_WIDTH, Cell.LEAST_WIDTH)
    )  # before names of more lines, which make rows high
    for lines, cell in (*narrow, (Names.ANY_LINES, Cell.LEAST_WIDTH)):
        cell = max(Cell.LEAST_WIDTH, narrower.get(lines, 1.0) * cell)
        yield _Step(size=smallest, cell=cell, lines=lines, heads=heads)


def _text_width(
    content: MatrixContent, size: float, meter: TextMeter, spare: float = 0.0
) -> float:
    """Return the least width of cells whose texts belong to names of a size, with so
    much beyond their least room.
    """
    texts = {
        (text, what in cell.bold)
        for cell in content.cells.values()
        for what, text in cell.texts.items()
    }
    widest = max(
        (meter.width(text, small_type(size), bold) for text, bold in texts), default=0.0
    )
    return max(TEXT_CELL, widest + content.text_room + spare)


def _on_diagonal(
    content: MatrixContent, step: _Step, right: float, meter: TextMeter
) -> MatrixPlan | None:
    """Return a triangle whose names stand behind their rows, each with the room that is
    left there.
    """
    left = Look.PAD_X + BORDER / 2
    gaps = [_NAME_GAP if row else 0.0 for row in range(content.k)]
    rooms = [right - left - row * step.cell - gap for row, gap in enumerate(gaps)]
    names = content.fit(step.size, rooms, step.lines, meter)
    if names is None:
        return None
    free = [
        (right - left - _NAME_GAP - width) / row
        for row, width in enumerate(names.widths)
        if row
    ]
    cell = min(content.widest, *free)
    starts = tuple(left + row * cell + gap for row, gap in enumerate(gaps))
    return MatrixPlan(names=names, starts=starts, left=left, cell=cell)


def _beside(
    content: MatrixContent, step: _Step, right: float, meter: TextMeter
) -> MatrixPlan | None:
    """Return a matrix whose names stand left of their rows."""
    small, start, columns = small_type(step.size), Look.PAD_X, len(content.columns)
    if step.heads == "numbers":
        widest = max(
            meter.width(str(number), small) for number in range(1, content.k + 1)
        )
        start += widest + _NUMBER_GAP
        right -= max(
            0.0, (widest - step.cell) / 2
        )  # the number over a narrow last column
    names = content.fit(
        step.size, right - columns * step.cell - _NAME_GAP - start, step.lines, meter
    )
    if names is None:
        return None
    left = (
        start
        + max([names.widest, *(meter.width(text, small) for text in content.under)])
        + _NAME_GAP
    )
    cell = min(max(content.widest, step.cell), (right - left) / columns)
    plan = MatrixPlan(names=names, starts=(start,) * content.k, left=left, cell=cell)
    if cell < step.cell - 1e-9:  # what stands under a name may be wider
        return None
    if step.heads == "numbers":
        return replace(plan, numbers=start - _NUMBER_GAP)
    if content.heads is None:
        return plan
    heads = content.heads.broken(
        small, cell - _HEAD_ROOM, meter, whole_words=step.heads == "words"
    )
    if (
        heads is None
        or heads.most_lines > _MOST_HEAD_LINES
        or heads.widest > cell - _HEAD_ROOM + 1e-9
    ):
        return None
    return replace(plan, heads=heads.lines)
