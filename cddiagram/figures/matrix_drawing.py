"""The elements of a matrix: cells with their marks and values, names, numbers, legend."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cddiagram.figures.matrix_plan import BORDER, CELL_GAP, MatrixContent, MatrixPlan
from cddiagram.figures.pvalue_classes import UNTESTED, Legend, PClasses, draw_triangle, draw_untested, value_size
from cddiagram.sheet.elements import Box, Element, Line, Rectangle, Sheet, Text
from cddiagram.sheet.header import PAD_X, PAD_Y, HeaderItems, cue_width, draw_cue, draw_header
from cddiagram.sheet.look import Look
from cddiagram.sheet.meter import TextMeter
from cddiagram.sheet.names import row_height, text_box

_ROW_PITCH, _HIGHEST_CELL = 1.22, 15.0
#: Cells with values are at least this wide, and keep this much room beside the value.
_VALUE_CELL, _VALUE_ROOM = 17.0, 2.0
_SMALLEST_VALUE = 5.5
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


def draw_matrix(content: MatrixContent, options: Look, meter: TextMeter, plan: MatrixPlan) -> MatrixLayout:
    """Place everything."""
    classes = PClasses(alpha=content.alpha)
    least = max(_ROW_PITCH * plan.size, min(plan.cell, _HIGHEST_CELL))
    heights = [max(least, row_height(len(name), plan.size)) if len(name) > 1 else least for name in plan.lines]
    legend = Legend(
        classes=classes,
        untested=any(classes.of(content.pvalues[cell]) == UNTESTED for cell in content.cells),
        against=content.against_means if any(cell in content.against for cell in content.cells) else "",
        size=plan.small,
    )
    place, legend_left = _legend_place(content, plan, legend, heights, options.page_width, meter)
    head, y = _draw_head(content, options, meter, plan, legend if place == "above" else None)
    edges = [y]
    for height in heights:
        edges.append(edges[-1] + height)
    cells, values = _draw_cells(content, classes, plan, edges, options, meter)
    names, boxes = _draw_names(content, plan, edges, meter)
    elements: list[Element] = [
        *cells,
        *head,
        *([] if place == "above" else legend.draw_column(legend_left, y, meter)),
        *names,
        *values,
    ]
    return MatrixLayout(
        width=options.page_width,
        height=edges[-1] + BORDER / 2 + PAD_Y,
        elements=tuple(elements),
        names=content.names,
        font_size=plan.size,
        cell_width=plan.cell,
        row_edges=tuple(edges),
        values_printed=bool(values),
        legend=place,
        label_boxes=boxes,
    )


def _legend_place(
    content: MatrixContent, plan: MatrixPlan, legend: Legend, heights: Sequence[float], page: float, meter: TextMeter
) -> tuple[str, float]:
    """Return where the legend goes and its left edge: the empty triangle, the room beside the matrix, or above."""
    width = legend.width(meter)
    right = plan.left + content.columns * plan.cell
    if not content.full and content.k >= _LEGEND_INSIDE_FROM:
        left = right - width
        first = int((left - CELL_GAP - plan.left) // plan.cell)  # the leftmost column it stands over
        if first >= 0 and legend.height + CELL_GAP <= sum(heights[: first + 1]):
            return "inside", left
    if right + 2 * CELL_GAP + width <= page - PAD_X and legend.height <= sum(heights):
        return "beside", right + 2 * CELL_GAP
    return "above", PAD_X


def _draw_head(
    content: MatrixContent, options: Look, meter: TextMeter, plan: MatrixPlan, legend: Legend | None
) -> tuple[list[Element], float]:
    """Return what stands above the rows (note, legend, column numbers, cue), and where the rows begin."""
    small = plan.small
    cue_fits = PAD_X + cue_width(small, meter, "up") + CELL_GAP <= plan.left
    cue = content.show_direction
    header, y = draw_header(
        HeaderItems(
            page=options.page_width,
            size=small,
            title=content.title,
            title_size=plan.size,
            note=content.note,
            cue_tip=options.page_width - PAD_X if cue and not cue_fits else None,
            cue_side="up",
            math=content.math,
        ),
        meter,
    )
    elements = [*header]
    if legend is not None:
        rows, y = legend.draw_rows(PAD_X, options.page_width - PAD_X, y, meter)
        elements.extend(rows)
        y += 0.2 * small
    middle = y + 0.55 * small
    if cue and cue_fits:
        elements.extend(draw_cue(PAD_X, middle, small, meter, "up"))
    elements.extend(_column_numbers(content, plan, middle, options.page_width, meter))
    return elements, y + 1.2 * small


def _column_numbers(content: MatrixContent, plan: MatrixPlan, y: float, page: float, meter: TextMeter) -> list[Element]:
    """Return the numbers over the columns: every one, every 5th or 10th, and the first where it keeps its distance."""
    size = plan.small
    widest = meter.width("0" * len(str(content.columns)), size)
    step = next((s for s in _COLUMN_STEPS if s * plan.cell >= 1.3 * widest), _COLUMN_STEPS[-1])
    shown = [number for number in range(1, content.columns + 1) if number % step == 0]
    if step > 1 and (not shown or (shown[0] - 1) * plan.cell >= 1.3 * widest):
        shown.insert(0, 1)
    room = page - PAD_X - plan.left  # the last of very narrow columns has no room for its number
    shown = [number for number in shown if (number - 0.5) * plan.cell + meter.width(str(number), size) / 2 <= room]
    return [
        Text(
            gid=f"column-{number - 1}",
            x=plan.left + (number - 0.5) * plan.cell,
            y=y,
            text=str(number),
            size=size,
            width=meter.width(str(number), size),
            color="secondary",
            anchor="center",
        )
        for number in shown
    ]


def _draw_cells(
    content: MatrixContent,
    classes: PClasses,
    plan: MatrixPlan,
    edges: Sequence[float],
    options: Look,
    meter: TextMeter,
) -> tuple[list[Element], list[Element]]:
    """Return cells with their marks, and the printed values (none if one of them would not fit)."""
    boxes = {(i, j): _box(plan, edges, i, j) for i, j in content.cells}
    numbers = {cell: classes.of(float(content.pvalues[cell])) for cell in boxes}
    border = BORDER if plan.cell >= 5.0 else BORDER / 2
    cells: list[Element] = [
        Rectangle(
            gid=f"cell-{i}-{j}",
            x=box[0],
            y=box[1],
            width=box[2],
            height=box[3],
            fill=classes.shade(numbers[i, j]),
            edge="guide",
            edge_width=border,
        )
        for (i, j), box in boxes.items()
    ]
    printed = {cell: classes.print(float(content.pvalues[cell])) for cell in boxes if numbers[cell] != UNTESTED}
    sizes = [s - 1.0 for s in options.sizes if s <= plan.size and s - 1.0 >= _SMALLEST_VALUE]
    room = plan.cell - _VALUE_ROOM
    size = value_size(tuple(printed.values()), room, sizes, meter) if plan.cell >= _VALUE_CELL else None
    untested = [
        draw_untested(f"untested-{i}-{j}", cell)
        for (i, j), cell in zip(boxes, cells, strict=True)
        if numbers[i, j] == UNTESTED and isinstance(cell, Rectangle)
    ]
    marks = [
        _triangle(i, j, boxes[i, j], classes.ink(numbers[i, j]), corner=size is not None)
        for i, j in boxes
        if (i, j) in content.against
    ]
    dashes = _diagonal(content, plan, edges) if content.full else []
    values: list[Element] = []
    if size is not None:
        for cell, text in printed.items():
            values.append(_value(cell, boxes[cell], text, size, classes.ink(numbers[cell]), meter))
    return [*cells, *untested, *dashes, *marks], values


def _value(
    cell: tuple[int, int], box: tuple[float, float, float, float], text: str, size: float, color: str, meter: TextMeter
) -> Element:
    x, y, width, height = box
    return Text(
        gid=f"value-{cell[0]}-{cell[1]}",
        x=x + width / 2,
        y=y + height / 2,
        text=text,
        size=size,
        width=meter.width(text, size),
        color=color,
        anchor="center",
    )


def _box(plan: MatrixPlan, edges: Sequence[float], i: int, j: int) -> tuple[float, float, float, float]:
    return plan.left + j * plan.cell, edges[i], plan.cell, edges[i + 1] - edges[i]


def _triangle(i: int, j: int, box: tuple[float, float, float, float], color: str, *, corner: bool) -> Element:
    """Return the mark of a cell: in its upper right corner beside a value, else in its middle."""
    x, y, width, height = box
    if corner:
        return draw_triangle(f"against-{i}-{j}", x + width - 2.3, y + 1.7, 1.7, color)
    return draw_triangle(f"against-{i}-{j}", x + width / 2, y + height / 2, min(2.4, 0.32 * min(width, height)), color)


def _diagonal(content: MatrixContent, plan: MatrixPlan, edges: Sequence[float]) -> list[Element]:
    """Return the dashes of the cells that compare an algorithm with itself."""
    dashes: list[Element] = []
    for i in range(content.k):
        x, y, width, height = _box(plan, edges, i, i)
        ends = ((x + 0.25 * width, y + height / 2), (x + 0.75 * width, y + height / 2))
        dashes.append(Line(gid=f"diagonal-{i}", points=ends, width=BORDER, color="leader"))
    return dashes


def _draw_names(
    content: MatrixContent, plan: MatrixPlan, edges: Sequence[float], meter: TextMeter
) -> tuple[list[Element], tuple[Box, ...]]:
    """Return number and name of each row, and the boxes of the names."""
    elements: list[Element] = []
    boxes: list[Box] = []
    for row in range(content.k):
        y = (edges[row] + edges[row + 1]) / 2
        number = Text(
            gid=f"row-{row}",
            x=plan.numbers_right,
            y=y,
            text=str(row + 1),
            size=plan.small,
            width=meter.width(str(row + 1), plan.small),
            color="secondary",
            anchor="right",
        )
        name = content.put(row, plan.lines[row], plan.names_left, y, plan.size, "left", meter)
        elements.extend([number, *name])
        boxes.append(text_box(name, (plan.names_left, y)))
    return elements, tuple(boxes)
