"""Rows of names and numbers with a common scale, the best algorithm on top. `rank_rows`
returns such a figure without its marks.
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
    fit,
    small_type,
    text_box,
)
from cddiagram.text import Option

NAME_GAP, RANK_GAP, _PLACE_GAP = 4.0, 6.0, 7.0
#: Head of the column of rank intervals, in the row of the numbers of the axis.
PLACE_HEAD = "places"
_AFTER_AXIS = 2.5
_BAND_EDGE = 0.5
_INTERVAL, _HIGHLIGHTED = 1.2, 2.0
#: Share of the page below which a plot is hard to read. Names are broken over lines
#: before the plot becomes narrower.
GOOD_PLOT = 0.25
#: The least share of the page, if nothing else helps.
LEAST_PLOT = 0.12
#: Most lines of a name, from the most to the least readable.
LINES = (2, 3, 4, Names.ANY_LINES)


@dataclass(frozen=True, kw_only=True)
class RowsLayout(NamedSheet):
    """The layout of a figure of rows: `NamedSheet` and the following attributes, with
    the algorithms in rank order, best first.

    Attributes
    ----------
    axis : AxisScale
        Scale of the ranks.
    """

    axis: AxisScale


RowsT = TypeVar("RowsT", bound=RowsLayout)


@dataclass(frozen=True)
class RowStep:
    """One step from the most to the least readable: the size and the largest number of
    lines of names, and the least share of the plot.
    """

    size: float
    plot: float
    lines: int = 1


@dataclass(frozen=True, kw_only=True)
class RowColumns:
    """The columns of names, numbers and rank intervals, and the right end of each. A
    column that is not shown ends with the one before it.
    """

    names: BrokenNames
    names_right: float
    ranks_right: float
    places_right: float
    #: The printed rank intervals.
    places: tuple[str, ...] = ()

    @property
    def size(self) -> float:
        """Size of the names."""
        return self.names.size

    @property
    def small(self) -> float:
        """Type size of everything but names."""
        return self.names.small

    @property
    def right(self) -> float:
        """The left end of the next column."""
        return self.places_right + RANK_GAP


@dataclass(frozen=True, kw_only=True)
class Rows:
    """Heights and upper edges of the rows, from the top."""

    tops: tuple[float, ...]
    heights: tuple[float, ...]

    @property
    def middles(self) -> tuple[float, ...]:
        """Vertical middle of each row."""
        rows = zip(self.tops, self.heights, strict=True)
        return tuple(top + height / 2 for top, height in rows)

    @property
    def bottom(self) -> float:
        """Lower edge of the last row."""
        return self.tops[-1] + self.heights[-1]


def row_steps(
    look: Look, plots: Sequence[float], lines: Sequence[int]
) -> Iterator[RowStep]:
    """Yield the steps from the most to the least readable: names a little smaller, then
    broken names, then a narrower plot.
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
        # Words are broken before the plot becomes narrower.
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
) -> RowColumns | None:
    """Return the columns for names of a size in at most so many lines; None if they and
    the gap behind them do not fit the room.

    `most` is the largest width of the names.
    """
    size, lines = step
    small = small_type(size)

    def width(texts: Sequence[str], gap: float) -> float:
        return max(meter.width(text, small) for text in texts) + gap

    rank_width = width(content.numbers, NAME_GAP) if ranks else 0.0
    places: tuple[str, ...] = ()
    place_width = 0.0
    if content.places:
        places = content.places.texts
        texts = (PLACE_HEAD, *places) if headed else places
        place_width = width(texts, _PLACE_GAP)
    limit = room - Look.PAD_X - (rank_width + place_width) - RANK_GAP
    names = content.fit(size, min(limit, most), lines, meter)
    if names is None:
        return None
    names_right = Look.PAD_X + names.widest
    ranks_right = names_right + rank_width
    return RowColumns(
        names=names,
        names_right=names_right,
        ranks_right=ranks_right,
        places_right=ranks_right + place_width,
        places=places,
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
) -> RowColumns:
    """Return the columns of the first step that leaves enough room for the plot.

    The plot is at least `least` wide, and the width `beside` is left free. `most`
    returns the largest share of the page for names of a size, and `good` whether a step
    is possible on a page.
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
            )
            if columns is not None:
                return columns
        return None

    ways: list[str] = [SHORTER_NAMES]
    if look.wrap is False:
        ways.insert(0, Option("wrap", True))
    return fit(plan, look, "the figure", *ways)


def stack_rows(names: BrokenNames, top: float, least: float = 0.0) -> Rows:
    """Stack the rows from `top`; none is lower than `least`."""
    heights = []
    for lines in names.lines:
        heights.append(max(Names.row_height(len(lines), names.size), least))
    tops = tuple(accumulate(heights[:-1], initial=top))
    return Rows(tops=tops, heights=tuple(heights))


def draw_zebra(rows: Rows, end: float) -> list[Element]:
    """Return the shade behind every second row, which guides the eye from the name to
    the mark. It extends from the left edge of the page to the `end`.
    """
    shades: list[Element] = []
    for row in range(1, len(rows.tops), 2):
        top, height = rows.tops[row], rows.heights[row]
        shade = Rectangle(
            gid="zebra", x=0.0, y=top, width=end, height=height, fill="zebra"
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
    band: list[Element] = [
        Rectangle(
            gid=gid,
            x=left,
            y=scale.y,
            width=right - left,
            height=bottom - scale.y,
            fill="band",
        )
    ]
    for x in map(scale.at, ends if closed is None else closed):
        edge = ((x, scale.y), (x, bottom))
        band.append(
            Line(gid=f"{gid}-cap", points=edge, width=_BAND_EDGE, color="leader")
        )
    return band


def draw_rank_head(
    items: HeaderItems,
    scale: AxisScale,
    show_direction: bool,
    meter: TextMeter,
    ends: tuple[str, str] | None = None,
) -> tuple[list[Element], AxisScale]:
    """Return the elements above an axis, and the axis at its height.

    The left end of the axis is the better one, unless `ends` explains both.
    """
    if show_direction and not ends:
        items = replace(items, cue_side="left")
    head, y = items.draw(meter)
    if ends and show_direction:
        cues, y = items.draw_axis_ends(ends, scale, y, meter)
        head = [*head, *cues]
    return head, replace(scale, y=y + AxisScale.height(items.size))


def draw_columns(
    content: CDContent, columns: RowColumns, middles: Sequence[float], meter: TextMeter
) -> tuple[list[Element], tuple[Box, ...]]:
    """Return names, ranks and rank intervals, and the box of each name."""
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
        if columns.places:
            add(f"place-{row}", columns.places_right, y, columns.places[row])
    return texts, tuple(boxes)


def draw_place_head(
    columns: RowColumns, scale: AxisScale, meter: TextMeter
) -> list[Element]:
    """Return the head of the column of rank intervals, if there is one."""
    if not columns.places:
        return []
    x, size = columns.places_right, columns.small
    y = scale.number_row(size)
    return [meter.put("place-head", x, y, PLACE_HEAD, size, "secondary", "right")]


@dataclass(frozen=True, kw_only=True)
class RankRows:
    """A figure of rows without its marks: its scale, its rows, and the elements below
    and above the marks.
    """

    content: CDContent
    columns: RowColumns
    scale: AxisScale
    rows: Rows
    page: float
    head: Sequence[Element]
    axis: Sequence[Element]
    names: Sequence[Element]
    label_boxes: tuple[Box, ...]
    #: Right end of the shades of rows; None for that of the page.
    zebra_end: float | None = None

    @property
    def positions(self) -> tuple[float, ...]:
        """The x of each average rank."""
        return tuple(self.scale.at(rank) for rank in self.content.average_ranks)

    @property
    def markers(self) -> list[Element]:
        """The marks of the average ranks."""
        points = zip(self.positions, self.rows.middles, strict=True)
        return [self.content.marker(row, x, y) for row, (x, y) in enumerate(points)]

    def interval(self, row: int, ends: tuple[float, float]) -> Line:
        """Return the interval of a row. The line of a highlighted name is thicker,
        because its colour is fainter in grey.
        """
        y = self.rows.middles[row]
        points = ((ends[0], y), (ends[1], y))
        width = _HIGHLIGHTED if self.content.highlighted(row) else _INTERVAL
        color = self.content.color(row, "foreground")
        return Line(gid=f"interval-{row}", points=points, width=width, color=color)

    def sheet(
        self,
        layout: type[RowsT],
        marks: Sequence[Element],
        under: Sequence[Element] = (),
        **more: Any,
    ) -> RowsT:
        """Return the figure with its marks.

        The elements `under` are above the shades of rows and below everything else.
        `more` are further fields of the `layout`.
        """
        zebra_end = self.page if self.zebra_end is None else self.zebra_end
        return layout(
            width=self.page,
            height=self.rows.bottom + Look.PAD_Y,
            elements=(
                *draw_zebra(self.rows, zebra_end),
                *under,
                *self.head,
                *self.axis,
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
    plots: Sequence[float] = (GOOD_PLOT, LEAST_PLOT),
    lines: Sequence[int] = LINES,
    least: float = 0.0,
    overhang: float = 0.0,
    key: tuple[KeyEntry, ...] = (),
    ticked: tuple[float, float] | None = None,
    whole: bool = True,
    ends: tuple[str, str] | None = None,
) -> RankRows:
    """Return a figure of rows without its marks: names, numbers, header with key, and
    the axis.

    Parameters
    ----------
    plots : sequence of float
        The least shares of the page for the marks, good and acceptable.
    lines : sequence of int
        The largest numbers of lines of a name.
    least : float
        The least width of the marks in points.
    overhang : float
        The distance by which marks extend beyond their positions.
    key : tuple of KeyEntry
        The key of the header.
    ticked : (float, float), optional
        The part of the axis that has ticks.
    whole : bool
        Whether the ticks are whole numbers.
    ends : (str, str), optional
        The meaning of the left and the right end of the axis, unless the left end is
        the better one.
    """
    low, high = content.axis_range
    step = 1.0 if whole else (high - low) / 10

    def room(size: float) -> float:
        return max(AxisScale.end_room(low, high, size, meter, step), overhang)

    columns = fit_rows(
        content,
        look,
        meter,
        plots=plots,
        lines=lines,
        beside=2 * room(look.font_size),
        least=least,
    )
    page, free = look.page_width, room(columns.small)
    scale = AxisScale(
        low=low, high=high, x_low=columns.right + free, x_high=page - free
    )
    items = content.header(page, columns.size, key=key)
    head, scale = draw_rank_head(items, scale, look.show_direction, meter, ends)
    rows = stack_rows(columns.names, scale.y + _AFTER_AXIS)
    axis = scale.draw(columns.small, meter, ticked, whole=whole)
    names, boxes = draw_columns(content, columns, rows.middles, meter)
    return RankRows(
        content=content,
        columns=columns,
        scale=scale,
        rows=rows,
        page=page,
        head=head,
        axis=axis,
        names=[*draw_place_head(columns, scale, meter), *names],
        label_boxes=boxes,
    )
