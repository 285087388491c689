"""The matrix of p-values: who differs from whom, at any number of algorithms, without turned text.

`layout_pvalue_matrix` takes a comparison; `layout_matrix` takes names and p-values in their final order, so that
one-sided tests (row against column) use the same drawing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from cddiagram.errors import LayoutError
from cddiagram.layout.content import Highlight, content_from
from cddiagram.layout.elements import Element, Line, Measure, Rectangle, Sheet, Text
from cddiagram.layout.header import PAD_X, PAD_Y, HeaderItems, cue_width, draw_cue, draw_header
from cddiagram.layout.labels import name_lines, row_height
from cddiagram.layout.meter import TextMeter
from cddiagram.layout.needed import does_not_fit
from cddiagram.layout.numbers import SAME_RANK, format_alpha
from cddiagram.layout.options import CDOptions, check_flag, page_width
from cddiagram.layout.pvalue_classes import UNTESTED, Legend, PClasses, draw_triangle, draw_untested, value_size
from cddiagram.layout.record import Box, text_box
from cddiagram.layout.wrap import wrap
from cddiagram.results import rank_order

if TYPE_CHECKING:
    from cddiagram.results import Comparison

_NUMBER_GAP, _CELL_GAP = 3.2, 4.0
_WIDEST_CELL, _HIGHEST_CELL = 30.0, 15.0
_ROW_PITCH, _GOOD_CELL = 1.22, 1.02
_BORDER = 0.5
#: Cells with values are at least this wide, and keep this much room beside the value.
_VALUE_CELL, _VALUE_ROOM = 17.0, 2.0
_SMALLEST_VALUE = 5.5
_SMALLEST_NAME_COLUMN = 20.0
_LEGEND_INSIDE_FROM = 6
_COLUMN_STEPS = (1, 5, 10, 20, 50, 100)


@dataclass(frozen=True, kw_only=True, eq=False)
class MatrixContent:
    """What a matrix says; rows and columns are in their final order.

    Attributes
    ----------
    names : tuple of str
        Display names, one line each.
    pvalues : ndarray, shape (k, k)
        ``[i, j]`` is shown in row i and column j; NaN is not tested. The diagonal is not read.
    alpha : float
        The level of the decisions.
    full : bool
        Whether both triangles are shown, not only the one below the diagonal.
    against : frozenset of (int, int)
        Cells with the mark "test against rank order".
    note, title : str or None
        Texts.
    highlight, colors : tuple of (str or None)
        Colour of highlighted and of merely coloured names.
    show_direction : bool
        Whether the order of the rows is from better to worse, and said to be.
    math : bool
        Whether texts are mathtext.
    """

    names: tuple[str, ...]
    pvalues: NDArray[np.float64]
    alpha: float
    full: bool = False
    against: frozenset[tuple[int, int]] = frozenset()
    note: str | None = None
    title: str | None = None
    highlight: tuple[str | None, ...] = ()
    colors: tuple[str | None, ...] = ()
    show_direction: bool = True
    math: bool = False

    @property
    def k(self) -> int:
        """Number of rows."""
        return len(self.names)

    @property
    def columns(self) -> int:
        """Number of columns: the last one of a triangle would be empty."""
        return self.k if self.full else self.k - 1

    @property
    def cells(self) -> tuple[tuple[int, int], ...]:
        """Row and column of each pair shown, row by row."""
        return tuple((i, j) for i in range(self.k) for j in range(self.k if self.full else i) if i != j)

    def bold(self, position: int) -> bool:
        """Tell whether a name is bold."""
        return bool(self.highlight) and self.highlight[position] is not None

    def color(self, position: int, default: str) -> str:
        """Return the colour of a name."""
        highlight = self.highlight[position] if self.highlight else None
        return highlight or (self.colors[position] if self.colors else None) or default


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
class _Plan:
    """A matrix that fits: its names in lines, and its columns."""

    size: float
    lines: tuple[tuple[str, ...], ...]
    numbers_right: float
    left: float
    cell: float

    @property
    def small(self) -> float:
        return self.size - 1.0

    @property
    def names_left(self) -> float:
        return self.numbers_right + _NUMBER_GAP


def layout_pvalue_matrix(
    comparison: Comparison,
    *,
    measure: Measure,
    full: bool = False,
    width: str | float = "column",
    font_size: float = 8.0,
    min_font_size: float = 6.0,
    highlight: Highlight | None = None,
    colors: Mapping[str, str] | None = None,
    rename: Mapping[str, str] | None = None,
    show_direction: bool = True,
    note: str | None = "auto",
    title: str | None = None,
    math: bool = False,
) -> MatrixLayout:
    """Lay out the adjusted p-values of a comparison as a matrix, best algorithm first, in points.

    Pairs fall into classes: above alpha, up to alpha, below .01, below .001 (of the last two those below alpha).
    Values are printed where cells have room. A pair that was not tested is crossed out. A small triangle marks a pair
    whose own test favours the algorithm with the worse average rank.

    Parameters
    ----------
    comparison : Comparison
        The finished comparison; only its p-values are drawn, nothing is computed.
    measure : callable
        ``measure(text, size, bold, italic)`` -> width of a line of text in points.
    full : bool, default False
        Both triangles, not only the lower one.
    width : {"column", "page"} or float, default "column"
        3.3 in, 6.75 in, or inches. The layout has exactly this width; its height follows from the content.
    font_size, min_font_size : float, default 8 and 6
        Size of the names in points, and the smallest to which they may shrink. All else is 1 pt smaller.
    highlight, colors, rename, show_direction, note, title, math
        As in `cddiagram.layout.cd.layout_cd`.

    Returns
    -------
    MatrixLayout
        The elements in drawing order, and the decisions taken.

    Raises
    ------
    UsageError
        An option has an unknown value or names an unknown algorithm.
    LayoutError
        The matrix does not fit; the message names a width that would do.

    Examples
    --------
    >>> import cddiagram as cd
    >>> comparison = cd.compare(cd.load_example("garcia2008-table2"))
    >>> layout = layout_pvalue_matrix(comparison, measure=lambda text, size, bold, italic: 0.5 * size * len(text))
    >>> layout.names[:2], layout.values_printed
    (('C4.5', 'NaiveBayes'), True)
    """
    check_flag("full", full)
    options = CDOptions(
        page_width=page_width(width),
        font_size=font_size,
        min_font_size=min_font_size,
        show_direction=show_direction,
    )
    texts = content_from(
        comparison,
        highlight=highlight,
        colors=colors,
        rename=rename,
        note=_note(comparison) if note == "auto" else note,
        title=title,
        math=math,
    )
    order = list(rank_order(comparison.ranking.average_ranks))
    content = MatrixContent(
        names=texts.names,
        pvalues=np.asarray(comparison.pairwise.pvalue_adjusted)[np.ix_(order, order)],
        alpha=comparison.alpha,
        full=full,
        against=_against(comparison, order),
        note=texts.note,
        title=texts.title,
        highlight=texts.highlight,
        colors=texts.colors,
        show_direction=show_direction,
        math=math,
    )
    return layout_matrix(content, options, TextMeter(measure))


def _note(comparison: Comparison) -> str:
    kind = "p-values" if comparison.pairwise.p_adjust == "none" else "adjusted p-values"
    return f"{comparison.test}, {kind}, α = {format_alpha(comparison.alpha)}"


def _against(comparison: Comparison, order: list[int]) -> frozenset[tuple[int, int]]:
    """Return the cells whose test favours the worse average rank.

    A statistic of i against j exceeds that of j against i where i is better: z and t change their sign, W+ and wins
    are counts of either side.
    """
    statistic = np.asarray(comparison.pairwise.statistic)[np.ix_(order, order)]
    ranks = np.round(np.asarray(comparison.ranking.average_ranks), SAME_RANK)[order]
    lead = statistic - statistic.T
    with np.errstate(invalid="ignore"):
        wrong = (ranks[:, np.newaxis] < ranks) & (lead < -1e-9 * np.maximum(np.abs(statistic), 1.0))
    return frozenset((int(i), int(j)) for i, j in np.argwhere(wrong | wrong.T))


def layout_matrix(content: MatrixContent, options: CDOptions, meter: TextMeter) -> MatrixLayout:
    """Lay out a matrix of p-values in its final order; see `layout_pvalue_matrix`.

    Raises
    ------
    LayoutError
        The matrix does not fit; the message names a width that would do.
    """
    plan = _plan(content, options, meter)
    if plan is None:

        def fits(width: float) -> bool:
            return _plan(content, options, meter, width) is not None

        what = f"a matrix of {content.k} algorithms"
        raise LayoutError(does_not_fit(what, options.page_width, fits, "shorter names (rename)"))
    return _draw(content, options, meter, plan)


def _ladder(content: MatrixContent, options: CDOptions) -> Iterator[tuple[float, float, int]]:
    """Yield (size of the names, least width of a cell, most lines of a name), from good to bearable."""
    smallest = options.sizes[-1]
    few = content.k <= 12
    for size in options.sizes:
        yield size, max(_GOOD_CELL * size, 9.0 if few else 0.0), 1
    good = max(_GOOD_CELL * smallest, 9.0 if few else 0.0)
    if content.k <= 16:
        yield from ((smallest, good, lines) for lines in (2, 4))
    yield from ((smallest, cell, 1) for cell in (3.6, 2.4))
    yield from ((smallest, cell, lines) for cell in (3.6, 2.4) for lines in (2, 4))
    yield from ((smallest, cell, 1000) for cell in (good, 2.4, 1.6))


def _plan(content: MatrixContent, options: CDOptions, meter: TextMeter, page: float | None = None) -> _Plan | None:
    """Return the first step of the ladder that fits the page; None if none does."""
    page = options.page_width if page is None else page
    right = page - PAD_X - _BORDER / 2
    for size, least, most_lines in _ladder(content, options):
        numbers = max(meter.width(str(number), size - 1.0) for number in range(1, content.k + 1))
        names_left = PAD_X + numbers + _NUMBER_GAP
        limit = right - content.columns * least - _CELL_GAP - names_left
        if most_lines > 1 and limit < _SMALLEST_NAME_COLUMN:
            continue
        broken = [
            _broken(content, row, size, limit if most_lines > 1 else float("inf"), meter) for row in range(content.k)
        ]
        lines = tuple(name for name in broken if name is not None)
        if len(lines) < content.k or max(len(name) for name in lines) > most_lines:
            continue
        widest = max(meter.width(line, size, content.bold(row)) for row, name in enumerate(lines) for line in name)
        if widest > limit + 1e-9:
            continue
        left = names_left + widest + _CELL_GAP
        cell = min(_WIDEST_CELL, (right - left) / content.columns)
        return _Plan(size=size, lines=lines, numbers_right=PAD_X + numbers, left=left, cell=cell)
    return None


def _broken(content: MatrixContent, row: int, size: float, limit: float, meter: TextMeter) -> tuple[str, ...] | None:
    bold = content.bold(row)
    return wrap(content.names[row], limit, lambda text: meter.width(text, size, bold), math=content.math)


def _draw(content: MatrixContent, options: CDOptions, meter: TextMeter, plan: _Plan) -> MatrixLayout:
    """Place everything."""
    classes = PClasses(alpha=content.alpha)
    heights = [
        max(
            _ROW_PITCH * plan.size,
            min(plan.cell, _HIGHEST_CELL),
            row_height(len(name), plan.size) if len(name) > 1 else 0,
        )
        for name in plan.lines
    ]
    legend = Legend(
        classes=classes,
        untested=any(classes.of(content.pvalues[cell]) == UNTESTED for cell in content.cells),
        against=any(cell in content.against for cell in content.cells),
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
        height=edges[-1] + _BORDER / 2 + PAD_Y,
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
    content: MatrixContent, plan: _Plan, legend: Legend, heights: list[float], page: float, meter: TextMeter
) -> tuple[str, float]:
    """Return where the legend goes and its left edge: the empty triangle, the room beside the matrix, or above."""
    width = legend.width(meter)
    right = plan.left + content.columns * plan.cell
    if not content.full and content.k >= _LEGEND_INSIDE_FROM:
        left = right - width
        first = int((left - _CELL_GAP - plan.left) // plan.cell)  # the leftmost column it stands over
        if first >= 0 and legend.height + _CELL_GAP <= sum(heights[: first + 1]):
            return "inside", left
    if right + 2 * _CELL_GAP + width <= page - PAD_X and legend.height <= sum(heights):
        return "beside", right + 2 * _CELL_GAP
    return "above", PAD_X


def _draw_head(
    content: MatrixContent, options: CDOptions, meter: TextMeter, plan: _Plan, legend: Legend | None
) -> tuple[list[Element], float]:
    """Return what stands above the rows (note, legend, column numbers, cue), and where the rows begin."""
    small = plan.small
    cue_fits = PAD_X + cue_width(small, meter, "up") + _CELL_GAP <= plan.left
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
    elements.extend(_column_numbers(content, plan, middle, meter))
    return elements, y + 1.2 * small


def _column_numbers(content: MatrixContent, plan: _Plan, y: float, meter: TextMeter) -> list[Element]:
    """Return the numbers over the columns: every one, every 5th or 10th, and the first where it keeps its distance."""
    size = plan.small
    widest = meter.width("0" * len(str(content.columns)), size)
    step = next((s for s in _COLUMN_STEPS if s * plan.cell >= 1.3 * widest), _COLUMN_STEPS[-1])
    shown = [number for number in range(1, content.columns + 1) if number % step == 0]
    if step > 1 and (not shown or (shown[0] - 1) * plan.cell >= 1.3 * widest):
        shown.insert(0, 1)
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
    content: MatrixContent, classes: PClasses, plan: _Plan, edges: list[float], options: CDOptions, meter: TextMeter
) -> tuple[list[Element], list[Element]]:
    """Return cells with their marks, and the printed values (none if one of them would not fit)."""
    boxes = {(i, j): _box(plan, edges, i, j) for i, j in content.cells}
    numbers = {cell: classes.of(float(content.pvalues[cell])) for cell in boxes}
    border = _BORDER if plan.cell >= 5.0 else _BORDER / 2
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
    for (i, j), text in printed.items() if size is not None else ():
        x, y, width, height = boxes[i, j]
        values.append(
            Text(
                gid=f"value-{i}-{j}",
                x=x + width / 2,
                y=y + height / 2,
                text=text,
                size=size,
                width=meter.width(text, size),
                color=classes.ink(numbers[i, j]),
                anchor="center",
            )
        )
    return [*cells, *untested, *dashes, *marks], values


def _box(plan: _Plan, edges: list[float], i: int, j: int) -> tuple[float, float, float, float]:
    return plan.left + j * plan.cell, edges[i], plan.cell, edges[i + 1] - edges[i]


def _triangle(i: int, j: int, box: tuple[float, float, float, float], color: str, *, corner: bool) -> Element:
    """Return the mark of a cell: in its upper right corner beside a value, else in its middle."""
    x, y, width, height = box
    if corner:
        return draw_triangle(f"against-{i}-{j}", x + width - 2.3, y + 1.9, 1.7, color)
    return draw_triangle(f"against-{i}-{j}", x + width / 2, y + height / 2, min(2.4, 0.32 * min(width, height)), color)


def _diagonal(content: MatrixContent, plan: _Plan, edges: list[float]) -> list[Element]:
    """Return the dashes of the cells that compare an algorithm with itself."""
    dashes: list[Element] = []
    for i in range(content.k):
        x, y, width, height = _box(plan, edges, i, i)
        ends = ((x + 0.25 * width, y + height / 2), (x + 0.75 * width, y + height / 2))
        dashes.append(Line(gid=f"diagonal-{i}", points=ends, width=_BORDER, color="leader"))
    return dashes


def _draw_names(
    content: MatrixContent, plan: _Plan, edges: list[float], meter: TextMeter
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
        name = name_lines(content, row, plan.lines[row], plan.names_left, y, plan.size, "left", meter)
        elements.extend([number, *name])
        boxes.append(text_box(name, (plan.names_left, y)))
    return elements, tuple(boxes)
