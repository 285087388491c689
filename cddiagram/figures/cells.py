"""Matrices: numbered rows and columns, cells with fills, marks and values, and a legend where there is room for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from cddiagram.sheet.elements import Box, Element, Line, Marker, Rectangle, Sheet
from cddiagram.sheet.families import family_key
from cddiagram.sheet.fit import SHORTER_NAMES, fit
from cddiagram.sheet.header import PAD_X, PAD_Y
from cddiagram.sheet.legend import LEGEND_ROW, KeyEntry, draw_legend, key_rows, key_width
from cddiagram.sheet.look import Look, small_type
from cddiagram.sheet.meter import TextMeter
from cddiagram.sheet.names import BrokenNames, Names, fit_names, row_height, text_box
from cddiagram.sheet.page import Page

_NUMBER_GAP, _CELL_GAP = 3.2, 4.0
#: Of cells, of the strokes in them, and of swatches.
BORDER = 0.5
_WIDEST_CELL, _GOOD_CELL = 30.0, 1.02
_ROW_PITCH, _HIGHEST_CELL = 1.22, 15.0
#: Cells with values are at least this wide, and keep this much room beside the value.
_VALUE_CELL, _VALUE_ROOM = 17.0, 1.0
#: Names are broken before the cells take less of the page.
_LEAST_CELLS = 0.25
_LEGEND_INSIDE_FROM = 6
_COLUMN_STEPS = (1, 5, 10, 20, 50, 100)


@dataclass(frozen=True, kw_only=True)
class MatrixLayout(Sheet):
    """A matrix laid out.

    Attributes
    ----------
    names : tuple of str
        Display names, in the order of the rows.
    font_size : float
        Size of the names used, in points.
    cell_width : float
        Width of a cell in points.
    row_edges : tuple of float
        Upper edge of each row, and the lower edge of the last.
    values_printed : bool
        Whether the cells hold their p-values.
    legend : {"inside", "beside", "above"}
        Where the legend stands: in the empty triangle, right of the matrix, or above it.
    label_boxes : tuple of (left, top, right, bottom)
        The box of each name, all its lines together.
    """

    names: tuple[str, ...]
    font_size: float
    cell_width: float
    row_edges: tuple[float, ...]
    values_printed: bool
    legend: str
    label_boxes: tuple[Box, ...]


@dataclass(frozen=True, kw_only=True)
class Cell:
    """What a cell shows: fill, value (printed if all have room) and what is drawn in it, a stroke or a triangle."""

    fill: str = "background"
    ink: str = "foreground"
    text: str = ""
    crossed: bool = False
    marked: bool = False


@dataclass(frozen=True, kw_only=True, eq=False)
class MatrixContent(Names):
    """What a matrix says; rows and columns are in their final order."""

    #: ``[i, j]`` is row i and column j, row by row.
    cells: Mapping[tuple[int, int], Cell]
    #: What fills and marks mean, at a size.
    legend: Callable[[float], Sequence[KeyEntry]]
    #: Whether both triangles are shown, not only the one below the diagonal.
    full: bool = False
    #: Whether the order of the rows is from better to worse, and said to be.
    show_direction: bool = True

    @property
    def columns(self) -> int:
        """Number of columns: the last one of a triangle would be empty."""
        return self.k if self.full else self.k - 1


@dataclass(frozen=True, kw_only=True)
class _Plan:
    """A matrix that fits its page: right edge of the row numbers, names, left edge and width of the cells."""

    numbers_right: float
    names: BrokenNames
    left: float
    cell: float


def layout_matrix(content: MatrixContent, page: Page, note: str) -> MatrixLayout:
    """Lay out a matrix, by default with that note; what does not fit is refused with a width that would do."""
    what = f"a matrix of {content.k} algorithms"
    plan = fit(lambda tried: _plan(content, tried, page.meter), page.look, what, SHORTER_NAMES)
    return _draw(content, page, plan, note)


def _ladder(content: MatrixContent, look: Look, values: float) -> Iterator[tuple[float, float, int]]:
    """Yield (size of the names, least width of a cell, most lines of a name), from good to bearable.

    Cells with room for their `values` come first, then those that take a quarter of the page, names broken if need be.
    """
    smallest = look.sizes[-1]
    few = content.k <= 12
    good = {size: max(_GOOD_CELL * size, 9.0 if few else 0.0) for size in look.sizes}
    quarter = min(_LEAST_CELLS * look.page_width / content.columns, _WIDEST_CELL)
    for lines in (1, 2) if few else ():
        yield from ((size, max(values, quarter, good[size]), lines) for size in look.sizes)
    for lines in (1, 2, 4):
        yield from ((size, max(quarter, good[size]), lines) for size in look.sizes)
    yield from ((size, good[size], 1) for size in look.sizes)
    if content.k <= 16:
        yield from ((smallest, good[smallest], lines) for lines in (2, 4))
    yield from ((smallest, cell, 1) for cell in (3.6, 2.4))
    yield from ((smallest, cell, lines) for cell in (3.6, 2.4) for lines in (2, 4))
    yield from ((smallest, cell, 1000) for cell in (good[smallest], 2.4, 1.6))


def _plan(content: MatrixContent, look: Look, meter: TextMeter) -> _Plan | None:
    """Return the first step of the ladder that fits the page; None if none does."""
    right = look.page_width - PAD_X - BORDER / 2
    texts, printed = {cell.text for cell in content.cells.values()}, small_type(look.sizes[-1])
    values = max(_VALUE_CELL, *(meter.width(text, printed) + _VALUE_ROOM for text in texts))
    for size, least, most_lines in _ladder(content, look, values):
        numbers = PAD_X + max(meter.width(str(number), small_type(size)) for number in range(1, content.k + 1))
        limit = right - content.columns * least - _CELL_GAP - numbers - _NUMBER_GAP
        names = fit_names(content, size, limit, most_lines, meter)
        if names is not None:
            left = numbers + _NUMBER_GAP + names.widest + _CELL_GAP
            cell = min(_WIDEST_CELL, (right - left) / content.columns)
            return _Plan(numbers_right=numbers, names=names, left=left, cell=cell)
    return None


def _draw(content: MatrixContent, page: Page, plan: _Plan, note: str) -> MatrixLayout:
    """Place everything."""
    size, small, meter = plan.names.size, plan.names.small, page.meter
    least = max(_ROW_PITCH * size, min(plan.cell, _HIGHEST_CELL))
    heights = [max(least, row_height(len(name), size)) if len(name) > 1 else least for name in plan.names.lines]
    entries, half_row = content.legend(small), 0.5 * LEGEND_ROW * small
    place, left = _legend_place(content, plan, entries, heights, page)
    head, y = page.header(
        note, size, cue_side="up" if content.show_direction else None, families=family_key(content.families)
    )
    if place == "above":
        legend, y = draw_legend(key_rows(entries, page.room, small, meter), PAD_X, y + half_row, small, meter)
        head, y = [*head, *legend], y + half_row + 0.2 * small
    middle = y + 0.55 * small
    head += _column_numbers(content, plan, middle, page)
    edges = tuple(accumulate(heights, initial=y + 1.2 * small))
    if place != "above":
        head += draw_legend([[entry] for entry in entries], left, edges[0] + half_row, small, meter)[0]
    cells, values = _draw_cells(content, plan, edges, page)
    names, boxes = _draw_names(content, plan, edges, meter)
    return MatrixLayout(
        width=page.width,
        height=edges[-1] + BORDER / 2 + PAD_Y,
        elements=(*cells, *head, *names, *values),
        names=content.names,
        font_size=size,
        cell_width=plan.cell,
        row_edges=edges,
        values_printed=bool(values),
        legend=place,
        label_boxes=boxes,
    )


def _legend_place(
    content: MatrixContent, plan: _Plan, entries: Sequence[KeyEntry], heights: Sequence[float], page: Page
) -> tuple[str, float]:
    """Return where the legend goes and its left edge: the empty triangle, the room beside the matrix, or above."""
    height = len(entries) * LEGEND_ROW * plan.names.small
    width = max(key_width([entry], plan.names.small, page.meter) for entry in entries)
    right = plan.left + content.columns * plan.cell
    if not content.full and content.k >= _LEGEND_INSIDE_FROM:
        left = right - width
        first = int((left - _CELL_GAP - plan.left) // plan.cell)  # the leftmost column it stands over
        if first >= 0 and height + _CELL_GAP <= sum(heights[: first + 1]):
            return "inside", left
    if right + 2 * _CELL_GAP + width <= page.width - PAD_X and height <= sum(heights):
        return "beside", right + 2 * _CELL_GAP
    return "above", PAD_X


def _column_numbers(content: MatrixContent, plan: _Plan, y: float, page: Page) -> list[Element]:
    """Return the numbers over the columns: every one, every 5th or 10th, and the first where it keeps its distance."""
    size, meter = plan.names.small, page.meter
    widest = meter.width("0" * len(str(content.columns)), size)
    step = next((s for s in _COLUMN_STEPS if s * plan.cell >= 1.3 * widest), _COLUMN_STEPS[-1])
    shown = [number for number in range(1, content.columns + 1) if number % step == 0]
    if step > 1 and (not shown or (shown[0] - 1) * plan.cell >= 1.3 * widest):
        shown.insert(0, 1)
    elements: list[Element] = []
    for number in shown:
        middle, text = plan.left + (number - 0.5) * plan.cell, str(number)
        if middle + meter.width(text, size) / 2 <= page.width - PAD_X:  # very narrow columns leave the last no room
            elements.append(meter.put(f"column-{number - 1}", middle, y, text, size, "secondary", "center"))
    return elements


def _draw_cells(
    content: MatrixContent, plan: _Plan, edges: Sequence[float], page: Page
) -> tuple[list[Element], list[Element]]:
    """Return cells with their marks, and the printed values (none if one of them would not fit)."""
    border = BORDER if plan.cell >= 5.0 else BORDER / 2
    meter, texts = page.meter, [cell.text for cell in content.cells.values() if cell.text]
    sizes = [small_type(size) for size in page.look.sizes if size <= plan.names.size]
    room = plan.cell - _VALUE_ROOM if plan.cell >= _VALUE_CELL else 0.0
    size = next((s for s in sizes if all(meter.width(text, s) <= room for text in texts)), None)
    cells: list[Element] = []
    crosses: list[Element] = []
    marks: list[Element] = []
    values: list[Element] = []
    for (i, j), cell in content.cells.items():
        box = _box(f"cell-{i}-{j}", plan, edges, i, j, cell.fill, border)
        cells.append(box)
        if cell.crossed:
            crosses.append(cross_out(f"untested-{i}-{j}", box))
        if cell.marked:
            marks.append(_mark(f"against-{i}-{j}", box, cell.ink, corner=size is not None))
        if cell.text and size is not None:
            x, y = box.x + box.width / 2, box.y + box.height / 2
            values.append(meter.put(f"value-{i}-{j}", x, y, cell.text, size, cell.ink, "center"))
    dashes = []
    for i in range(content.k if content.full else 0):  # the cells that compare an algorithm with itself
        box = _box("", plan, edges, i, i, "", 0.0)
        y = box.y + box.height / 2
        ends = ((box.x + 0.25 * box.width, y), (box.x + 0.75 * box.width, y))
        dashes.append(Line(gid=f"diagonal-{i}", points=ends, width=BORDER, color="leader"))
    return [*cells, *crosses, *dashes, *marks], values


def _box(gid: str, plan: _Plan, edges: Sequence[float], i: int, j: int, fill: str, border: float) -> Rectangle:
    return Rectangle(
        gid=gid,
        x=plan.left + j * plan.cell,
        y=edges[i],
        width=plan.cell,
        height=edges[i + 1] - edges[i],
        fill=fill,
        edge="guide",
        edge_width=border,
    )


def _mark(gid: str, box: Rectangle, color: str, *, corner: bool) -> Marker:
    """Return the mark of a cell: in its upper right corner beside a value, else in its middle."""
    if corner:
        return draw_triangle(gid, box.x + box.width - 2.3, box.y + 1.7, 1.7, color)
    radius = min(2.4, 0.32 * min(box.width, box.height))
    return draw_triangle(gid, box.x + box.width / 2, box.y + box.height / 2, radius, color)


def cross_out(gid: str, box: Rectangle) -> Line:
    """Return the stroke that crosses out a cell whose pair was not tested."""
    ends = ((box.x, box.y + box.height), (box.x + box.width, box.y))
    return Line(gid=gid, points=ends, width=BORDER, color="leader")


def draw_triangle(gid: str, x: float, y: float, radius: float, color: str) -> Marker:
    """Return the mark of a pair that the legend explains; `x, y` is its middle."""
    return Marker(gid=gid, x=x, y=y + radius / 4, radius=radius, fill=color, shape="triangle")


def _draw_names(
    content: MatrixContent, plan: _Plan, edges: Sequence[float], meter: TextMeter
) -> tuple[list[Element], tuple[Box, ...]]:
    """Return number and name of each row, and the boxes of the names."""
    elements: list[Element] = []
    boxes: list[Box] = []
    left = plan.numbers_right + _NUMBER_GAP
    for row in range(content.k):
        y = (edges[row] + edges[row + 1]) / 2
        name = content.put(row, plan.names.lines[row], left, y, plan.names.size, "left", meter)
        number = meter.put(f"row-{row}", plan.numbers_right, y, str(row + 1), plan.names.small, "secondary", "right")
        elements += [number, *name]
        boxes.append(text_box(name, (left, y)))
    return elements, tuple(boxes)
