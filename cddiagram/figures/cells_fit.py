"""The contents and the plan of a matrix. A plan contains the size and the lines of the
names, the width of the cells, and the column headers.

`_FEW_COLUMNS`, `_MANY_COLUMNS` and `_WITH_TEXTS` list the steps from the most to the
least readable plan. The first step that fits the page is used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from cddiagram.figures.cell_drawing import BORDER, Cell
from cddiagram.sheet import (
    BrokenNames,
    KeyEntry,
    Look,
    Names,
    TextMeter,
    small_type,
)

Cells = Mapping[tuple[int, int], Cell]

#: The first number is the gap between a name and its cells, and the second is the gap
#: between the number of a row and its name. The third is the horizontal padding of a
#: column header.
_NAME_GAP, _NUMBER_GAP, _HEAD_ROOM = 4.0, 3.2, 3.0
#: A cell with text is at least this wide. The second number is the minimum padding in
#: such a cell.
TEXT_CELL, _TIGHT_ROOM = 17.0, 1.0
#: Cells have this additional padding if possible, even if their text then has a smaller
#: font size.
_SPARE = 1.0
#: Cells may be narrowed by this factor to keep all names on a single line, because one
#: row with two lines makes a matrix uneven.
_WHOLE = 0.9
#: A cell without text is at least this wide, in units of the font size of the names. If
#: the number of columns does not exceed the third number, the second number is also a
#: minimum width, in points.
_GOOD_CELL, _FEW_CELL, _FEW = 1.02, 9.0, 12
#: Names are broken into lines only if the cells would otherwise occupy less than this
#: fraction of the page width. In this case, the second number is the maximum width of a
#: cell.
_LEAST_CELLS, _MOST_QUARTER = 0.25, 30.0
#: The font size of names may be reduced by this many points before names are broken
#: into lines.
_SLIGHTLY = 1.0
_MOST_HEAD_LINES = 4


class _Step(NamedTuple):
    """One step from the most to the least readable plan."""

    #: The column headers: "words" if words in names must not be broken, or "own" if
    #: they may be broken. If "own" is specified and the columns have the same names as
    #: the rows, the columns are numbered instead.
    heads: str
    #: The font sizes that are tried for names: "large", "all" or "smallest".
    sizes: str
    #: The maximum number of lines in a name.
    lines: int
    #: How the minimum width of a cell is determined (see `_least_width`).
    cell: str


_ANY = Names.ANY_LINES
#: The steps for matrices with up to 12 columns. Names are broken into lines only after
#: the cells have become as narrow as their text allows.
_FEW_COLUMNS = (
    _Step("words", "large", 1, "texts"),
    _Step("words", "large", 2, "texts"),
    _Step("own", "large", 1, "texts"),
    _Step("own", "large", 2, "texts"),
    _Step("own", "all", 1, "texts"),
    _Step("own", "all", 2, "texts"),
    _Step("own", "all", 1, "quarter"),
    _Step("own", "all", 2, "quarter"),
    _Step("own", "all", 4, "quarter"),
    _Step("own", "all", _ANY, "quarter"),
    _Step("own", "all", 1, "square"),
    _Step("own", "all", 2, "square"),
    _Step("own", "all", 4, "square"),
    _Step("own", "all", _ANY, "square"),
)
#: The steps for matrices with more than 12 columns. Cells become narrow before names
#: are broken into more than two lines, because such names would make the rows tall.
_MANY_COLUMNS = (
    _Step("own", "all", 1, "quarter"),
    _Step("own", "all", 2, "quarter"),
    _Step("own", "all", 1, "square"),
    _Step("own", "all", 2, "square"),
)
#: Both lists end with these steps.
_NARROW = (
    _Step("own", "smallest", 1, "narrow"),
    _Step("own", "smallest", 1, "least"),
    _Step("own", "smallest", 2, "narrow"),
    _Step("own", "smallest", 2, "least"),
    _Step("own", "smallest", 4, "narrow"),
    _Step("own", "smallest", 4, "least"),
    _Step("own", "smallest", _ANY, "least"),
)
#: The steps for matrices in which the text in the cells must be printed. In wider
#: cells, the column names fit, but the row names have less room and are broken into
#: lines.
_WITH_TEXTS = (
    _Step("words", "all", 1, "texts"),
    _Step("words", "all", 2, "texts"),
    _Step("words", "all", 2, "wide texts"),
    _Step("words", "all", 4, "texts"),
    _Step("words", "all", 4, "wide texts"),
    _Step("words", "smallest", 2, "tight texts"),
    _Step("own", "all", 1, "texts"),
    _Step("own", "all", 2, "texts"),
    _Step("own", "all", 4, "texts"),
    _Step("own", "smallest", 2, "tight texts"),
    _Step("own", "smallest", _ANY, "tight texts"),
)


@dataclass(frozen=True, kw_only=True, eq=False)
class MatrixContent(Names):
    """The contents of a matrix, with rows and columns in their final order."""

    #: Maps the row and column of each cell to the cell, in row-major order.
    cells: Cells
    #: If some labels in `cells` do not fit, these alternatives are tried. Each
    #: alternative has fewer labels than the one before. Layouts with room for the
    #: labels of the first alternative are preferred.
    fewer_texts: Sequence[Cells] = ()
    #: If there is room, these legend entries follow the note.
    note_key: Sequence[KeyEntry] = ()
    #: Whether these entries may be placed below the cells if the header would have too
    #: many rows.
    key_may_be_below: bool = False
    #: A function that is called as ``legend(size, printed)`` and returns the legend
    #: entries for fills and marks. The argument `printed` indicates whether text is
    #: printed in the cells.
    legend: Callable[[float, bool], Sequence[KeyEntry]]
    #: The space between the cells and a legend above them, in units of the font size.
    below_legend: float = 0.0
    #: The column indices of the algorithms, as in `cells`.
    columns: Sequence[int]
    #: The names above the columns, or None if there are none.
    heads: Names | None = None
    #: Whether only the lower triangle of the matrix is shown, with the names on the
    #: diagonal.
    triangle: bool = False
    #: Whether the text in the cells must be printed.
    texts_needed: bool = False
    #: The text in a cell has at least this padding. The second number is the maximum
    #: width of a cell.
    text_room: float = 3.0
    widest: float = 52.0
    #: For each name, a mapping from the kind of text to the text below the name.
    under: Sequence[Mapping[str, str]] = ()

    @property
    def many(self) -> bool:
        """Whether there are many columns."""
        return len(self.columns) > _FEW

    @property
    def heads_are_numbers(self) -> bool:
        """Whether numbers can replace the names above the columns, because the rows
        have the same names.
        """
        return self.heads is not None and self.heads.names == self.names

    @cached_property
    def texts(self) -> frozenset[tuple[str, bool]]:
        """The strings that determine the width of the cells, and whether they are
        bold.
        """
        if self.fewer_texts:
            return _texts_of(self.fewer_texts[0])
        return _texts_of(self.cells)

    def text_width(self, size: float, meter: TextMeter, room: float) -> float:
        """Return the minimum width of cells with text if the names have this size."""
        return _text_width(self.texts, size, meter, room)


@dataclass(frozen=True, kw_only=True)
class MatrixPlan:
    """The plan of a matrix that fits its page: the names and their left ends, and the
    left edge and the width of the cells.
    """

    names: BrokenNames
    starts: tuple[float, ...]
    left: float
    cell: float
    #: The column headers, each broken into lines. The value is None if the columns are
    #: numbered or have no headers.
    heads: tuple[tuple[str, ...], ...] | None = None
    #: The right edge of the row numbers, or None if there are none.
    numbers: float | None = None
    #: The cells that contain the printed text, and the font size of this text, which is
    #: None if no text is printed.
    cells: Cells
    texts: float | None = None

    def moved(self, right: float) -> MatrixPlan:
        """Return the plan moved to the right by this distance."""
        numbers = None if self.numbers is None else self.numbers + right
        starts = tuple(start + right for start in self.starts)
        return replace(self, starts=starts, left=self.left + right, numbers=numbers)


def plan_matrix(
    content: MatrixContent, look: Look, meter: TextMeter
) -> MatrixPlan | None:
    """Return the plan of the first step that fits the page; None if no step fits."""
    right = look.page_width - Look.PAD_X - BORDER / 2
    plan_at = _on_diagonal if content.triangle else _beside
    for step, size in _steps(content, look):
        cell = _least_width(content, step, size, look, meter)
        plan = plan_at(content, step, size, cell, right, meter)
        if plan is not None:
            return _with_texts(content, look, plan, meter)
    return None


def least_width(content: MatrixContent, look: Look, meter: TextMeter) -> float:
    """Return the minimum total width of the cells and the text below names, regardless
    of the names.
    """
    size = look.sizes[-1]
    cell = Cell.LEAST_WIDTH
    if content.texts_needed:
        cell = content.text_width(size, meter, _TIGHT_ROOM)
    under = 0.0
    for texts in content.under:
        widths = [meter.width(text, small_type(size)) for text in texts.values()]
        under = max([under, *widths])
    return len(content.columns) * cell + under


def _steps(content: MatrixContent, look: Look) -> Iterator[tuple[_Step, float]]:
    """Yield each step for a matrix with each of its name sizes."""
    steps: tuple[_Step, ...] = (*_FEW_COLUMNS, *_NARROW)
    if content.texts_needed:
        steps = _WITH_TEXTS
    elif content.many:
        steps = (*_MANY_COLUMNS, *_NARROW)
    largest, smallest = look.sizes[0], look.sizes[-1]
    sizes = {
        "large": [size for size in look.sizes if size >= largest - _SLIGHTLY],
        "all": look.sizes,
        "smallest": [smallest],
    }
    for step in steps:
        for size in sizes[step.sizes]:
            yield step, size


def _least_width(
    content: MatrixContent, step: _Step, size: float, look: Look, meter: TextMeter
) -> float:
    """Return the minimum width of the cells in a step with names of this size."""
    if content.texts_needed:
        room = _TIGHT_ROOM if step.cell == "tight texts" else content.text_room
        width = content.text_width(size, meter, room)
        return 1.5 * width if step.cell == "wide texts" else width
    smallest = look.sizes[-1]
    square = _GOOD_CELL * size
    if not content.many:
        square = max(square, _FEW_CELL)
    quarter = _LEAST_CELLS * look.page_width / len(content.columns)
    quarter = min(quarter, _MOST_QUARTER)
    if step.cell == "texts":
        texts = content.text_width(smallest, meter, content.text_room)
        return max(texts, quarter, square)
    factor = _WHOLE if step.lines == 1 else 1.0
    widths = {
        "quarter": max(quarter, factor * square),
        "square": factor * square,
        "narrow": factor * 1.5 * Cell.LEAST_WIDTH,
        "least": Cell.LEAST_WIDTH,
    }
    return max(Cell.LEAST_WIDTH, widths[step.cell])


def _texts_of(cells: Cells) -> frozenset[tuple[str, bool]]:
    """Return the strings in the cells, and whether they are bold."""
    texts = set()
    for cell in cells.values():
        for kind, text in cell.texts.items():
            texts.add((text, kind in cell.bold))
    return frozenset(texts)


def _text_width(
    texts: frozenset[tuple[str, bool]], size: float, meter: TextMeter, room: float
) -> float:
    """Return the minimum width of cells with these strings if the names have this
    size.
    """
    small = small_type(size)
    widest = max((meter.width(text, small, bold) for text, bold in texts), default=0.0)
    return max(TEXT_CELL, widest + room)


def _with_texts(
    content: MatrixContent, look: Look, plan: MatrixPlan, meter: TextMeter
) -> MatrixPlan:
    """Return the plan with the largest text that fits its cells, if any text fits."""
    smallest, room = look.sizes[-1], content.text_room
    choices = [(size, room + _SPARE) for size in look.sizes if size <= plan.names.size]
    choices.append((smallest, room))
    if content.texts_needed:
        choices.append((smallest, _TIGHT_ROOM))
    for cells in (content.cells, *content.fewer_texts):
        texts = _texts_of(cells)
        for size, free in choices:
            if _text_width(texts, size, meter, free) <= plan.cell + 1e-9:
                return replace(plan, cells=cells, texts=small_type(size))
    return plan


def _on_diagonal(
    content: MatrixContent,
    step: _Step,
    size: float,
    least: float,
    right: float,
    meter: TextMeter,
) -> MatrixPlan | None:
    """Return a triangle in which each name follows its row and is broken to fit the
    space that the row leaves; None if the names do not fit.
    """
    left = Look.PAD_X + BORDER / 2
    gaps = [_NAME_GAP if row else 0.0 for row in range(content.k)]
    rooms = [right - left - row * least - gap for row, gap in enumerate(gaps)]
    names = content.fit(size, rooms, step.lines, meter)
    if names is None:
        return None
    cell = content.widest
    for row, width in enumerate(names.widths):
        if row:
            cell = min(cell, (right - left - _NAME_GAP - width) / row)
    starts = tuple(left + row * cell + gap for row, gap in enumerate(gaps))
    return MatrixPlan(
        names=names, starts=starts, left=left, cell=cell, cells=content.cells
    )


def _beside(
    content: MatrixContent,
    step: _Step,
    size: float,
    least: float,
    right: float,
    meter: TextMeter,
) -> MatrixPlan | None:
    """Return a matrix whose names are to the left of their rows; None if it does not
    fit.
    """
    small, start, columns = small_type(size), Look.PAD_X, len(content.columns)
    has_numbers = step.heads == "own" and content.heads_are_numbers
    if has_numbers:
        numbers = map(str, range(1, content.k + 1))
        widest = max(meter.width(number, small) for number in numbers)
        start += widest + _NUMBER_GAP
        # If the last column is narrow, the number above it extends beyond the column.
        right -= max(0.0, (widest - least) / 2)
    room = right - columns * least - _NAME_GAP - start
    names = content.fit(size, room, step.lines, meter)
    if names is None:
        return None
    widths = [names.widest]
    for texts in content.under:
        widths += [meter.width(text, small) for text in texts.values()]
    left = start + max(widths) + _NAME_GAP
    cell = min(max(content.widest, least), (right - left) / columns)
    if cell < least - 1e-9:  # a text under a name may be wider
        return None
    plan = MatrixPlan(
        names=names,
        starts=(start,) * content.k,
        left=left,
        cell=cell,
        cells=content.cells,
    )
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
