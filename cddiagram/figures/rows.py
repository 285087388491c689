"""Rows of names and numbers with a common scale and the best algorithm at the top.
`rank_rows` returns such a figure without its marks.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, product
from typing import Any, TypeVar

from cddiagram.figures.content import CDContent
from cddiagram.sheet import (
    SHORTER_NAMES,
    AxisScale,
    Box,
    BrokenNames,
    Element,
    HeaderItems,
    KeyEntry,
    Line,
    Look,
    NamedSheet,
    Names,
    Rectangle,
    TextMeter,
    cue_width,
    draw_cue,
    fit,
    small_type,
    text_box,
)
from cddiagram.text import Option

NAME_GAP, RANK_GAP, _PLACE_GAP = 4.0, 6.0, 7.0
#: The header above the rank intervals.
RANK_INTERVALS_HEAD = "ranks"
_AFTER_AXIS = 2.5
#: The gap between the header and the first row.
_BELOW_HEADER = 2.5
_BAND_EDGE = 0.5
#: The height of a line in the title of an axis, in units of its font size. The second
#: number is the gap between the parts of the title.
_TITLE_ROW, _TITLE_GAP = 1.35, 9.0
#: The gap between the numbers and the title of an axis.
ABOVE_TITLE = 1.5
_INTERVAL, _HIGHLIGHTED = 1.2, 2.0
#: A plot is hard to read if it occupies less than this fraction of the page width.
#: Names are broken into lines before the plot becomes narrower than this.
GOOD_PLOT = 0.25
#: Plots with bars or intervals are hard to read below this fraction of the page width,
#: because readers compare their lengths.
WIDE_PLOT = 0.33
#: As a last resort, the width of the plot may be reduced to this fraction of the page
#: width.
LEAST_PLOT = 0.12
#: A name may have at most this many lines. These limits are tried in this order.
LINES = (2, 3, 4, Names.ANY_LINES)


@dataclass(frozen=True, kw_only=True)
class RowsLayout(NamedSheet):
    """The layout of a figure with one row for each algorithm, which extends
    `NamedSheet`. The algorithms are in rank order, best first.

    Attributes
    ----------
    axis : AxisScale
        The scale of the axis.
    """

    axis: AxisScale


RowsT = TypeVar("RowsT", bound=RowsLayout)


@dataclass(frozen=True)
class RowStep:
    """One step from the most to the least readable figure: the size and the maximum
    number of lines of names, and the minimum fraction of the page width for the plot.
    """

    size: float
    plot: float
    lines: int = 1


@dataclass(frozen=True, kw_only=True)
class NumberColumns:
    """The header of the numbers next to names, and a second column of numbers."""

    #: The header above these numbers.
    head: str = ""
    #: The numbers in the second column, followed by their header.
    further: tuple[str, ...] = ()
    further_head: str = ""
    #: The identifiers of these numbers begin with this prefix.
    further_gid: str = "rank-interval"

    @classmethod
    def of(cls, content: CDContent) -> NumberColumns:
        """Return the columns of the contents: average ranks and, if it has any, rank
        intervals.
        """
        if content.rank_intervals is None:
            return cls()
        return cls(
            further=content.rank_intervals.texts, further_head=RANK_INTERVALS_HEAD
        )

    @property
    def has_heads(self) -> bool:
        """Whether any column has a header."""
        return bool(self.head or self.further_head)


@dataclass(frozen=True, kw_only=True)
class RowColumns:
    """The column of names and the two columns of numbers, and the right end of each
    column. A column that is not shown has the same end as the preceding column.
    """

    names: BrokenNames
    names_right: float
    ranks_right: float
    further_right: float
    numbers: NumberColumns

    @property
    def further(self) -> tuple[str, ...]:
        """The numbers of the second column, which are rank intervals by default."""
        return self.numbers.further

    @property
    def size(self) -> float:
        """The type size of the names."""
        return self.names.size

    @property
    def small(self) -> float:
        """The type size of all other text."""
        return self.names.small

    @property
    def right(self) -> float:
        """The left end of the next column."""
        return self.further_right + RANK_GAP


@dataclass(frozen=True, kw_only=True)
class Rows:
    """The upper edges and the heights of the rows, from top to bottom."""

    tops: tuple[float, ...]
    heights: tuple[float, ...]

    @property
    def middles(self) -> tuple[float, ...]:
        """The vertical centre of each row."""
        rows = zip(self.tops, self.heights, strict=True)
        return tuple(top + height / 2 for top, height in rows)

    @property
    def bottom(self) -> float:
        """The lower edge of the last row."""
        return self.tops[-1] + self.heights[-1]


def row_steps(
    look: Look, plots: Sequence[float], lines: Sequence[int]
) -> Iterator[RowStep]:
    """Yield the steps, from most to least readable: slightly smaller names, then broken
    names, then a narrower plot.
    """
    sizes = look.sizes
    good = plots[0]
    if look.wrap is True:
        for size in sizes:
            yield RowStep(size=size, plot=good, lines=2)
    for size in sizes:
        if size >= sizes[0] - 1.0:
            yield RowStep(size=size, plot=good)
    if look.wrap is not False:
        for most, size in product(lines[:-1], sizes):
            yield RowStep(size=size, plot=good, lines=most)
        # Words are broken before the plot becomes narrower than this.
        yield RowStep(size=sizes[-1], plot=good, lines=lines[-1])
    for plot, size in product(plots, sizes):
        yield RowStep(size=size, plot=plot)
    if look.wrap is not False:
        for most, plot in product(lines, plots):
            yield RowStep(size=sizes[-1], plot=plot, lines=most)


def fit_columns(
    content: CDContent,
    step: tuple[float, int],
    room: float,
    meter: TextMeter,
    *,
    ranks: bool,
    headed: bool = True,
    most: float = math.inf,
    numbers: NumberColumns | None = None,
) -> RowColumns | None:
    """Return the columns for the size and the maximum number of lines of names in
    `step`; None if the columns and the gap after them are wider than `room`.

    `most` is the maximum width of the names.
    """
    size, lines = step
    small = small_type(size)
    if numbers is None:
        numbers = NumberColumns.of(content)

    def width(texts: Sequence[str], head: str, gap: float) -> float:
        widths = [meter.width(text, small) for text in texts]
        if headed:
            widths.append(meter.width(head, small))
        return max(widths) + gap

    rank_width = further_width = 0.0
    if ranks:
        rank_width = width(content.numbers, numbers.head, NAME_GAP)
    if numbers.further:
        further_width = width(numbers.further, numbers.further_head, _PLACE_GAP)
    limit = room - Look.PAD_X - (rank_width + further_width) - RANK_GAP
    names = content.fit(size, min(limit, most), lines, meter)
    if names is None:
        return None
    names_right = Look.PAD_X + names.widest
    ranks_right = names_right + rank_width
    return RowColumns(
        names=names,
        names_right=names_right,
        ranks_right=ranks_right,
        further_right=ranks_right + further_width,
        numbers=numbers,
    )


def fit_rows(
    content: CDContent,
    look: Look,
    meter: TextMeter,
    *,
    plots: Sequence[float],
    lines: Sequence[int] = LINES,
    beside: float,
    least: float = 0.0,
    most: Callable[[float], float] = lambda size: 1.0,
    good: Callable[[RowStep, float], bool] = lambda step, page: True,
    numbers: NumberColumns | None = None,
) -> RowColumns:
    """Return the columns of the first step that leaves enough room for the plot.

    The plot is at least `least` wide, and the width `beside` is left free. `most`
    returns the maximum fraction of the page width for names of a size, and `good`
    returns whether a step is possible on a page.
    """

    def plan(look: Look) -> RowColumns | None:
        page = look.page_width
        for step in row_steps(look, plots, lines):
            if not good(step, page):
                continue
            columns = fit_columns(
                content,
                (step.size, step.lines),
                page - max(page * step.plot, least) - beside,
                meter,
                ranks=look.show_ranks,
                most=most(step.size) * page,
                numbers=numbers,
            )
            if columns is not None:
                return columns
        return None

    ways: list[str] = [SHORTER_NAMES]
    if look.wrap is False:
        ways.insert(0, Option("wrap", True))
    return fit(plan, look, "the figure", *ways)


def stack_rows(
    names: BrokenNames, top: float, least: float = 0.0, closeness: float = 1.0
) -> Rows:
    """Stack the rows, starting at `top`. Their usual heights are multiplied by
    `closeness`, and no row is shorter than `least`.
    """
    heights = []
    for lines in names.lines:
        height = Names.row_height(len(lines), names.size) * closeness
        heights.append(max(height, least))
    tops = tuple(accumulate(heights[:-1], initial=top))
    return Rows(tops=tops, heights=tuple(heights))


def draw_zebra(rows: Rows, right: float) -> list[Element]:
    """Return the shade behind every second row, which guides the eye from the name to
    the mark. The shade ends with the plot.
    """
    shades: list[Element] = []
    for row in range(1, len(rows.tops), 2):
        top, height = rows.tops[row], rows.heights[row]
        shade = Rectangle(
            gid="zebra", x=0.0, y=top, width=right, height=height, fill="zebra"
        )
        shades.append(shade)
    return shades


def draw_band(
    gid: str,
    ends: tuple[float, float],
    scale: AxisScale,
    bottom: float,
    closed: Sequence[float] | None = None,
) -> list[Element]:
    """Return a part of the axis as a band behind all rows, with a line at each end, or
    only at the `closed` ends.
    """
    left, right = map(scale.at, ends)
    width, height = right - left, bottom - scale.y
    area = Rectangle(
        gid=gid, x=left, y=scale.y, width=width, height=height, fill="band"
    )
    band: list[Element] = [area]
    if closed is None:
        closed = ends
    for end in closed:
        x = scale.at(end)
        edge = ((x, scale.y), (x, bottom))
        band.append(
            Line(gid=f"{gid}-cap", points=edge, width=_BAND_EDGE, color="leader")
        )
    return band


@dataclass(frozen=True, kw_only=True)
class AxisTitle:
    """The name of the quantity on a horizontal axis, below its numbers, and the meanings
    of its ends.
    """

    name: str
    #: A shorter name that is used if `name` is too wide. It is empty if there is no
    #: shorter name.
    shorter: str = ""
    #: The meanings of the left and right ends of the axis. The strings are empty if the
    #: meanings are not shown.
    left: str = ""
    right: str = ""

    @classmethod
    def of(cls, name: str, better: str, look: Look, shorter: str = "") -> AxisTitle:
        """Return the title of an axis whose `better` end is "left" or "right"."""
        title = cls(name=name, shorter=shorter)
        if not look.show_direction:
            return title
        if better == "left":
            return replace(title, left=Look.BETTER)
        return replace(title, right=Look.BETTER)

    @classmethod
    def of_differences(
        cls, reference: str, look: Look, *, higher_is_better: bool
    ) -> AxisTitle:
        """Return the title of an axis of differences from a reference."""
        better = "right" if higher_is_better else "left"
        name = f"difference from {reference}"
        return cls.of(name, better, look, "difference from reference")

    @classmethod
    def of_pairs(cls, look: Look, *, higher_is_better: bool) -> AxisTitle:
        """Return the title of an axis of differences between the two algorithms of each
        row.
        """
        if not look.show_direction:
            return cls(name="difference of scores, first − second")
        title = cls(name="difference of scores")
        left, right = f"first {Look.BETTER}", f"second {Look.BETTER}"
        if higher_is_better:
            left, right = right, left
        return replace(title, left=left, right=right)

    def draw(
        self,
        ends: tuple[float, float],
        top: float,
        size: float,
        page: float,
        meter: TextMeter,
    ) -> tuple[list[Element], float]:
        """Return the title of an axis between two ends, and the lower edge of the title.

        The name is between the meanings of the ends. If there is not enough room below
        the axis, the title begins farther to the left. If the title does not fit the
        page either, the name is printed in separate lines below.
        """
        row = _TITLE_ROW * size
        y = top + row / 2
        first, last = Look.PAD_X, page - Look.PAD_X
        axis_left, axis_right = ends
        left_width, right_width = self._end_widths(size, meter)
        right = last
        if self.right:
            right = min(last, axis_right) - right_width
        room = right - first - left_width
        name = self.name
        width = meter.width(name, size)
        if width > room and self.shorter:
            name = self.shorter
            width = meter.width(name, size)
        if width <= room:
            left = max(first, min(axis_left, right - width - left_width))
            between = (left + left_width, right)
            lines: Sequence[str] = (name,)
        else:
            left = max(first, min(axis_left, right - left_width))
            between = (first, last)
            lines = meter.lines(name, last - first, size)
        elements = self._draw_ends(left, right, y, size, meter)
        if elements and width > room:
            y += row
        elements += _draw_axis_name(lines, ends, between, y, size, meter)
        return elements, y + (len(lines) - 0.5) * row

    def _end_widths(self, size: float, meter: TextMeter) -> tuple[float, float]:
        """Return the widths of the meanings of both ends, each with the gap that
        separates it from the name.
        """
        left = right = 0.0
        if self.left:
            left = cue_width((self.left,), size, meter, "left") + _TITLE_GAP
        if self.right:
            right = cue_width((self.right,), size, meter, "right") + _TITLE_GAP
        return left, right

    def _draw_ends(
        self, left: float, right: float, y: float, size: float, meter: TextMeter
    ) -> list[Element]:
        """Return the meanings of the ends between two positions."""
        elements: list[Element] = []
        if self.left:
            elements += draw_cue(left, y, (self.left,), size, meter, "left")
        if self.right:
            start = right + _TITLE_GAP
            elements += draw_cue(start, y, (self.right,), size, meter, "right")
        return elements


def _draw_axis_name(
    lines: Sequence[str],
    ends: tuple[float, float],
    between: tuple[float, float],
    y: float,
    size: float,
    meter: TextMeter,
) -> list[Element]:
    """Return the lines of the name of an axis, centred below the axis as far as the
    limits `between` allow.
    """
    start, end = between
    elements: list[Element] = []
    for line in lines:
        width = meter.width(line, size)
        centred = (sum(ends) - width) / 2
        x = min(max(centred, start), end - width)
        elements.append(meter.put("axis-name", x, y, line, size, "secondary"))
        y += _TITLE_ROW * size
    return elements


def draw_axis_below(
    scale: AxisScale,
    title: AxisTitle,
    size: float,
    page: float,
    meter: TextMeter,
    ticked: tuple[float, float] | None = None,
    *,
    whole: bool = True,
) -> tuple[list[Element], list[Element], float]:
    """Return an axis with numbers below it, its title, and their lower edge."""
    axis = scale.draw(size, meter, ticked, "bottom", whole=whole)
    top = scale.y + AxisScale.below(size) + ABOVE_TITLE
    ends = (scale.left, scale.right)
    words, bottom = title.draw(ends, top, size, page, meter)
    return axis, words, bottom


def draw_rank_head(
    items: HeaderItems, scale: AxisScale, show_direction: bool, meter: TextMeter
) -> tuple[list[Element], AxisScale]:
    """Return the header above an axis whose left end is the better end, and the axis at
    its final height.
    """
    if show_direction:
        items = replace(items, cue_side="left", axis_left=scale.left)
    head, y = items.draw(meter)
    return head, replace(scale, y=y + AxisScale.height(items.size))


def draw_columns(
    content: CDContent, columns: RowColumns, middles: Sequence[float], meter: TextMeter
) -> tuple[list[Element], tuple[Box, ...]]:
    """Return the names and both columns of numbers, and the box of each name."""
    texts: list[Element] = []
    boxes: list[Box] = []
    x = columns.names_right

    def add(gid: str, right: float, y: float, text: str) -> None:
        small = columns.small
        texts.append(meter.put(gid, right, y, text, small, "secondary", "right"))

    for row, y in enumerate(middles):
        lines = columns.names.lines[row]
        name = content.put(row, lines, x, y, columns.size, "right", meter)
        texts.extend(name)
        boxes.append(text_box(name, (x, y)))
        if columns.ranks_right > x:
            add(f"rank-{row}", columns.ranks_right, y, content.numbers[row])
        if columns.further:
            gid = f"{columns.numbers.further_gid}-{row}"
            add(gid, columns.further_right, y, columns.further[row])
    return texts, tuple(boxes)


def draw_number_heads(columns: RowColumns, y: float, meter: TextMeter) -> list[Element]:
    """Return the headers of the columns of numbers. A column that is not shown has no
    header.
    """
    heads: list[Element] = []
    numbers, size = columns.numbers, columns.small
    shows_ranks = columns.ranks_right > columns.names_right
    shows_further = bool(columns.further)
    for is_shown, gid, head, x in (
        (shows_ranks, "rank", numbers.head, columns.ranks_right),
        (
            shows_further,
            numbers.further_gid,
            numbers.further_head,
            columns.further_right,
        ),
    ):
        if head and is_shown:
            heads.append(
                meter.put(f"{gid}-head", x, y, head, size, "secondary", "right")
            )
    return heads


@dataclass(frozen=True, kw_only=True)
class RowsFrame:
    """The header, the rows and the axis of a figure of rows."""

    #: The axis, which is above or below the rows.
    scale: AxisScale
    rows: Rows
    #: The upper edge of the plot, followed by the lower edge of the figure without its
    #: margin.
    top: float
    bottom: float
    #: The vertical centre of the column headers.
    heads_y: float
    head: Sequence[Element]
    #: The elements of the axis. The elements of its title are included if the title is
    #: below the rows.
    axis: Sequence[Element]
    title: Sequence[Element] = ()


@dataclass(frozen=True, kw_only=True)
class RankRows(RowsFrame):
    """A figure of rows without its marks: its frame, and its names and numbers."""

    content: CDContent
    columns: RowColumns
    page: float
    names: Sequence[Element]
    label_boxes: tuple[Box, ...]

    @property
    def positions(self) -> tuple[float, ...]:
        """The x coordinate of each average rank."""
        return tuple(self.scale.at(rank) for rank in self.content.average_ranks)

    @property
    def markers(self) -> list[Element]:
        """The markers of the average ranks."""
        points = zip(self.positions, self.rows.middles, strict=True)
        return [self.content.marker(row, x, y) for row, (x, y) in enumerate(points)]

    def band(
        self, gid: str, ends: tuple[float, float], closed: Sequence[float] | None = None
    ) -> list[Element]:
        """Return a part of the axis as a band behind all rows (see `draw_band`)."""
        plot = replace(self.scale, y=self.top)
        return draw_band(gid, ends, plot, self.rows.bottom, closed)

    def interval(self, row: int, ends: tuple[float, float]) -> Line:
        """Return the interval of a row. The line of a highlighted name is thicker,
        because its colour is fainter in greyscale.
        """
        y = self.rows.middles[row]
        points = ((ends[0], y), (ends[1], y))
        width = _INTERVAL
        if self.content.highlighted(row):
            width = _HIGHLIGHTED
        color = self.content.color(row, "foreground")
        return Line(gid=f"interval-{row}", points=points, width=width, color=color)

    def sheet(
        self,
        layout: type[RowsT],
        marks: Sequence[Element],
        under: Sequence[Element] = (),
        **more: Any,
    ) -> RowsT:
        """Return the layout of the figure with its marks.

        The elements `under` are drawn above the shades of rows and below all other
        elements. `more` contains additional fields of the `layout`.
        """
        return layout(
            width=self.page,
            height=self.bottom + Look.PAD_Y,
            elements=(
                *draw_zebra(self.rows, self.scale.right),
                *under,
                *self.head,
                *self.axis,
                *self.title,
                *marks,
                *self.names,
            ),
            font_size=self.columns.size,
            names=self.content.names,
            label_boxes=self.label_boxes,
            axis=self.scale,
            **more,
        )


def rank_rows(
    content: CDContent,
    look: Look,
    meter: TextMeter,
    *,
    plots: Sequence[float] = (WIDE_PLOT, LEAST_PLOT),
    lines: Sequence[int] = LINES,
    least: float = 0.0,
    overhang: float = 0.0,
    key: tuple[KeyEntry, ...] = (),
    ticked: tuple[float, float] | None = None,
    whole: bool = True,
    title: AxisTitle | None = None,
    numbers: NumberColumns | None = None,
    has_heads: bool = False,
    beside: float = 0.0,
) -> RankRows:
    """Return a figure of rows with names, numbers, an axis, and a header with a key,
    but without marks.

    Parameters
    ----------
    plots : sequence of float
        The minimum fractions of the page width for the plot, from good to acceptable.
    lines : sequence of int
        The maximum numbers of lines in a name, in the order in which they are tried.
    least : float
        The minimum width of the plot, in points.
    overhang : float
        The distance by which marks extend beyond their positions.
    key : tuple of KeyEntry
        The key of the header.
    ticked : (float, float), optional
        The part of the axis that has ticks.
    whole : bool
        Whether the ticks are whole numbers.
    title : AxisTitle, optional
        The title of an axis below the rows. Without a title, the axis is above the
        rows, and its left end is the better end.
    numbers : NumberColumns, optional
        The columns of numbers next to the names. By default, these are average ranks
        and rank intervals.
    has_heads : bool
        Whether additional columns, which the figure draws itself, have headers.
    beside : float
        The width to the right of the plot that is reserved for additional columns of
        the figure.
    """
    low, high = content.axis_range
    step = 1.0
    if not whole:
        step = (high - low) / 10

    def room(size: float) -> float:
        return max(AxisScale.end_room(low, high, size, meter, step), overhang)

    columns = fit_rows(
        content,
        look,
        meter,
        plots=plots,
        lines=lines,
        beside=2 * room(look.font_size) + beside,
        least=least,
        numbers=numbers,
    )
    page, free = look.page_width, room(columns.small)
    start, end = columns.right + free, page - free - beside
    scale = AxisScale(low=low, high=high, x_low=start, x_high=end)
    items = content.header(page, columns.size, key=key)
    ticks = _AxisTicks(part=ticked, whole=whole)
    if title is None:
        frame = _frame_below_axis(
            items, scale, columns, ticks, meter, show_direction=look.show_direction
        )
    else:
        has_heads = has_heads or columns.numbers.has_heads
        frame = _frame_above_axis(
            items, scale, columns, ticks, meter, title=title, has_heads=has_heads
        )
    names, boxes = draw_columns(content, columns, frame.rows.middles, meter)
    heads = draw_number_heads(columns, frame.heads_y, meter)
    return RankRows(
        **vars(frame),
        content=content,
        columns=columns,
        page=page,
        names=[*heads, *names],
        label_boxes=boxes,
    )


@dataclass(frozen=True, kw_only=True)
class _AxisTicks:
    """The part of the axis that has ticks, and whether they are whole numbers."""

    part: tuple[float, float] | None
    whole: bool


def _frame_below_axis(
    items: HeaderItems,
    scale: AxisScale,
    columns: RowColumns,
    ticks: _AxisTicks,
    meter: TextMeter,
    *,
    show_direction: bool,
) -> RowsFrame:
    """Return the frame of rows below their axis."""
    head, scale = draw_rank_head(items, scale, show_direction, meter)
    top = scale.y + _AFTER_AXIS
    count = len(columns.names.lines)
    least = items.least_row_height(head, top + Look.PAD_Y, count)
    rows = stack_rows(columns.names, top, least)
    return RowsFrame(
        scale=scale,
        rows=rows,
        top=scale.y,
        bottom=rows.bottom,
        heads_y=scale.number_row(columns.small),
        head=head,
        axis=scale.draw(columns.small, meter, ticks.part, whole=ticks.whole),
    )


def _frame_above_axis(
    items: HeaderItems,
    scale: AxisScale,
    columns: RowColumns,
    ticks: _AxisTicks,
    meter: TextMeter,
    *,
    title: AxisTitle,
    has_heads: bool,
) -> RowsFrame:
    """Return the frame of rows above their axis and its title."""
    head, top = replace(items, axis_label=None).draw(meter)
    top += _BELOW_HEADER
    head_row = _TITLE_ROW * columns.small
    heads_y = top + head_row / 2
    if has_heads:
        top += head_row
    rows = stack_rows(columns.names, top)
    scale = replace(scale, y=rows.bottom + _AFTER_AXIS)
    axis, words, bottom = draw_axis_below(
        scale,
        title,
        columns.small,
        items.page,
        meter,
        ticks.part,
        whole=ticks.whole,
    )
    return RowsFrame(
        scale=scale,
        rows=rows,
        top=top,
        bottom=bottom,
        heads_y=heads_y,
        head=head,
        axis=axis,
        title=words,
    )
