"""The content of a matrix, and its plan: size and lines of names, width of cells, and
heads of columns.
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

#: Gaps between a name and its cells, and between the number of a row and its name; free
#: width of the head of a column.
_NAME_GAP, _NUMBER_GAP, _HEAD_ROOM = 4.0, 3.2, 3.0
#: Least width of a cell without texts in sizes of its name, the same in points if there
#: are few columns, and least width of a cell with texts.
_GOOD_CELL, _FEW_CELL, TEXT_CELL = 1.02, 9.0, 17.0
#: A matrix has few columns up to this number.
_FEW = 12
#: Free width beyond the least; texts become smaller before they lose it.
_SPARE = 1.0
#: Cells are narrower by this factor if names can stay whole, because a single row of
#: two lines makes a matrix uneven.
_WHOLE = 0.9
#: Names are broken before the cells take a smaller part of the page; a cell then has at
#: most this width.
_LEAST_CELLS, _MOST_QUARTER = 0.25, 30.0
_MOST_HEAD_LINES = 4
#: Cells are wider than their texts by these factors, if their heads do not fit
#: otherwise.
_WIDER = (1.0, 1.25, 1.5, 2.0)


@dataclass(frozen=True, kw_only=True, eq=False)
class MatrixContent(Names):
    """The content of a matrix, with rows and columns in their final order."""

    #: (row, column) -> cell, row by row.
    cells: Mapping[tuple[int, int], Cell]
    #: ``legend(size, printed)`` -> the entries that explain fills and marks, in groups;
    #: `printed` is whether texts are printed.
    legend: Callable[[float, bool], Sequence[Sequence[KeyEntry]]]
    #: The numbers of the columns, as in the cells.
    columns: Sequence[int]
    #: The names above the columns; None for none.
    heads: Names | None = None
    #: Whether it is the triangle below the diagonal, with the names on the diagonal.
    triangle: bool = False
    #: Whether the texts of the cells must be printed.
    texts_needed: bool = False
    #: The least free width of a text in its cell, and the largest width of a cell.
    text_room: float = 3.0
    widest: float = 52.0
    #: The texts under the names.
    under: Sequence[str] = ()
    #: Whether an arrow shows that the rows are ordered from better to worse.
    show_direction: bool = True


@dataclass(frozen=True, kw_only=True)
class _Step:
    """One step from the most to the least readable: size and largest number of lines of
    names, least width of a cell, and kind of the heads of columns.
    """

    size: float
    cell: float
    lines: int = 1
    heads: str = ""


@dataclass(frozen=True, kw_only=True)
class MatrixPlan:
    """A matrix that fits its page: names and their left ends, left edge and width of
    the cells.
    """

    names: BrokenNames
    starts: tuple[float, ...]
    left: float
    cell: float
    #: The lines of the heads of the columns; None for numbers or no heads.
    heads: tuple[tuple[str, ...], ...] | None = None
    #: Right edge of the numbers of the rows; None for no numbers.
    numbers: float | None = None
    #: Size of the texts in the cells; None if they do not all fit.
    texts: float | None = None

    def moved(self, right: float) -> MatrixPlan:
        """Return the same plan farther to the right."""
        numbers = None if self.numbers is None else self.numbers + right
        starts = tuple(start + right for start in self.starts)
        return replace(self, starts=starts, left=self.left + right, numbers=numbers)


def plan_matrix(
    content: MatrixContent, look: Look, meter: TextMeter
) -> MatrixPlan | None:
    """Return the plan of the first step that fits the page; None if none does."""
    right = look.page_width - Look.PAD_X - BORDER / 2
    plan_at = _on_diagonal if content.triangle else _beside
    for step in _ladder(content, look, meter):
        plan = plan_at(content, step, right, meter)
        if plan is not None:
            texts = _text_size(content, look, step.size, plan.cell, meter)
            return replace(plan, texts=texts)
    return None


def _text_size(
    content: MatrixContent, look: Look, largest: float, cell: float, meter: TextMeter
) -> float | None:
    """Return the size of texts in cells of a width; None if they do not fit."""
    choices = [(size, _SPARE) for size in look.sizes if size <= largest]
    choices.append((look.sizes[-1], 0.0))
    for size, spare in choices:
        if _text_width(content, size, meter, spare) <= cell + 1e-9:
            return small_type(size)
    return None


def least_cell(content: MatrixContent, look: Look, meter: TextMeter) -> float:
    """Return the least width of a cell, whatever the names are."""
    if content.texts_needed:
        return _text_width(content, look.sizes[-1], meter)
    return Cell.LEAST_WIDTH


def _ladder(content: MatrixContent, look: Look, meter: TextMeter) -> Iterator[_Step]:
    """Yield the steps from the most to the least readable.

    Cells first have room for texts and then take a quarter of the page, before they
    become as narrow as possible.
    """
    if content.texts_needed:
        yield from _steps_with_texts(content, look, meter)
        return
    sizes, smallest = look.sizes, look.sizes[-1]
    heads = _kind_of_heads(content)
    few = len(content.columns) <= _FEW
    least = _FEW_CELL if few else 0.0
    good = {size: max(_GOOD_CELL * size, least) for size in sizes}
    quarter = _LEAST_CELLS * look.page_width / len(content.columns)
    quarter = min(quarter, _MOST_QUARTER)
    if few:
        room = max(_text_width(content, smallest, meter), quarter)
        yield from _steps_of_few(content, sizes, heads, room, good)
    counts = (1, 2, 4, Names.ANY_LINES) if few else (1, 2)
    for floor, lines, size in product((quarter, 0.0), counts, sizes):
        factor = _WHOLE if lines == 1 else 1.0
        cell = max(floor, factor * good[size])
        yield _Step(size=size, cell=cell, lines=lines, heads=heads)
    # Cells become narrow before names have more lines, which make rows high.
    for lines, width in product((1, 2, 4), (1.5, 1.0)):
        factor = _WHOLE if lines == 1 else 1.0
        cell = max(Cell.LEAST_WIDTH, factor * (width * Cell.LEAST_WIDTH))
        yield _Step(size=smallest, cell=cell, lines=lines, heads=heads)
    cell = Cell.LEAST_WIDTH
    yield _Step(size=smallest, cell=cell, lines=Names.ANY_LINES, heads=heads)


def _kind_of_heads(content: MatrixContent) -> str:
    """Return "numbers" if the heads are the names of the rows, "letters" for other
    names, which may be broken anywhere, and "" for no heads.
    """
    if content.heads is None:
        return ""
    return "numbers" if content.heads.names == content.names else "letters"


def _steps_with_texts(
    content: MatrixContent, look: Look, meter: TextMeter
) -> Iterator[_Step]:
    """Yield the steps of a matrix whose texts must be printed."""
    widths = {size: _text_width(content, size, meter) for size in look.sizes}
    heads = _kind_of_heads(content)
    kinds = [*product(("words", heads), (1, 2, 4)), (heads, Names.ANY_LINES)]
    for (kind, lines), wider, size in product(kinds, _WIDER, look.sizes):
        cell = wider * widths[size]
        yield _Step(size=size, cell=cell, lines=lines, heads=kind)


def _steps_of_few(
    content: MatrixContent,
    sizes: Sequence[float],
    heads: str,
    room: float,
    good: Mapping[float, float],
) -> Iterator[_Step]:
    """Yield the steps of a matrix of few columns whose cells have room for texts."""
    large = [size for size in sizes if size >= sizes[0] - 1.0]
    counts: tuple[int, ...] = (1, 2)  # before the names become much smaller
    all_counts = counts
    if any(len(cell.texts) > 1 for cell in content.cells.values()):
        # Such cells are as high as a name of some lines.
        counts = (1, 2, 4)
        all_counts = (*counts, Names.ANY_LINES)
    ways = [(heads, large, counts), (heads, sizes, all_counts)]
    if content.heads:
        ways.insert(0, ("words", large, counts))
    for kind, some_sizes, some_counts in ways:
        for lines, size in product(some_counts, some_sizes):
            cell = max(room, good[size])
            yield _Step(size=size, cell=cell, lines=lines, heads=kind)


def _text_width(
    content: MatrixContent, size: float, meter: TextMeter, spare: float = 0.0
) -> float:
    """Return the least width of cells with texts for names of a size; `spare` is added
    to their least free width.
    """
    texts = set()
    for cell in content.cells.values():
        for kind, text in cell.texts.items():
            texts.add((text, kind in cell.bold))
    small = small_type(size)
    widest = max((meter.width(text, small, bold) for text, bold in texts), default=0.0)
    return max(TEXT_CELL, widest + content.text_room + spare)


def _on_diagonal(
    content: MatrixContent, step: _Step, right: float, meter: TextMeter
) -> MatrixPlan | None:
    """Return a triangle whose names are behind their rows, each in the room that its
    row leaves; None if they do not fit.
    """
    left = Look.PAD_X + BORDER / 2
    gaps = [_NAME_GAP if row else 0.0 for row in range(content.k)]
    rooms = [right - left - row * step.cell - gap for row, gap in enumerate(gaps)]
    names = content.fit(step.size, rooms, step.lines, meter)
    if names is None:
        return None
    cell = content.widest
    for row, width in enumerate(names.widths):
        if row:
            cell = min(cell, (right - left - _NAME_GAP - width) / row)
    starts = tuple(left + row * cell + gap for row, gap in enumerate(gaps))
    return MatrixPlan(names=names, starts=starts, left=left, cell=cell)


def _beside(
    content: MatrixContent, step: _Step, right: float, meter: TextMeter
) -> MatrixPlan | None:
    """Return a matrix whose names are left of their rows; None if it does not fit."""
    small, start, columns = small_type(step.size), Look.PAD_X, len(content.columns)
    has_numbers = step.heads == "numbers"
    if has_numbers:
        numbers = map(str, range(1, content.k + 1))
        widest = max(meter.width(number, small) for number in numbers)
        start += widest + _NUMBER_GAP
        # The number above a narrow last column extends beyond it.
        right -= max(0.0, (widest - step.cell) / 2)
    room = right - columns * step.cell - _NAME_GAP - start
    names = content.fit(step.size, room, step.lines, meter)
    if names is None:
        return None
    under = [meter.width(text, small) for text in content.under]
    left = start + max([names.widest, *under]) + _NAME_GAP
    cell = min(max(content.widest, step.cell), (right - left) / columns)
    if cell < step.cell - 1e-9:  # a text under a name may be wider
        return None
    plan = MatrixPlan(names=names, starts=(start,) * content.k, left=left, cell=cell)
    if has_numbers:
        return replace(plan, numbers=start - _NUMBER_GAP)
    if content.heads is None:
        return plan
    limit = cell - _HEAD_ROOM
    whole_words = step.heads == "words"
    heads = content.heads.broken(small, limit, meter, whole_words=whole_words)
    if heads is None or heads.most_lines > _MOST_HEAD_LINES:
        return None
    if heads.widest > limit + 1e-9:
        return None
    return replace(plan, heads=heads.lines)
