"""Rows of names and numbers over one scale, best on top; `rank_rows` is such a figure
without its marks.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
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
#: Head of the column of places, in the row of the numbers of the axis.
PLACE_HEAD = "places"
_AFTER_AXIS = 2.5
_BAND_EDGE = 0.5
_INTERVAL, _HIGHLIGHTED = 1.2, 2.0
#: Share of the page below which a plot says little: before that names are broken over
#: lines.
GOOD_PLOT = 0.25
#: The same where nothing else helps.
LEAST_PLOT = 0.12
#: Most lines of a name, from the most to the least readable.
LINES = (2, 3, 4, Names.ANY_LINES)


@dataclass(frozen=True, kw_only=True)
class RowsLayout(NamedSheet):
    """A figure of rows laid out: `NamedSheet` and what follows, algorithms in rank
    order, best first.

    Attributes
    ----------
    axis : AxisScale
        Scale of the ranks.
    """

    axis: AxisScale


RowsT = TypeVar("RowsT", bound=RowsLayout)


@dataclass(frozen=True)
class RowStep:
    """One step from the most to the least readable: size and most lines of the names,
    least share of the plot.
    """

    size: float
    plot: float
    lines: int = 1


@dataclass(frozen=True, kw_only=True)
class RowColumns:
    """The columns of names, numbers and places that fit, and where each ends; one not
    shown, with the last.
    """

    names: BrokenNames
    names_right: float
    ranks_right: float
    places_right: float
    #: The place intervals in print.
    places: tuple[str, ...] = ()

    @property
    def size(self) -> float:
        """Size of the names."""
        return self.names.size

    @property
    def small(self) -> float:
        """Size of all else."""
        return self.names.small

    @property
    def right(self) -> float:
        """Where the next column may begin."""
        return self.places_right + RANK_GAP


@dataclass(frozen=True, kw_only=True)
class Rows:
    """Heights and places of the rows, from the top."""

    tops: tuple[float, ...]
    heights: tuple[float, ...]

    @property
    def middles(self) -> tuple[float, ...]:
        """Middle of each row."""
        return tuple(
            top + height / 2
            for top, height in zip(self.tops, self.heights, strict=True)
        )

    @property
    def bottom(self) -> float:
        """Where the last row ends."""
        return self.tops[-1] + self.heights[-1]


def row_steps(
    look: Look, plots: Sequence[float], lines: Sequence[int]
) -> Iterator[RowStep]:
    """Yield from the most to the least readable: a little smaller, then broken, then
    the plot gives way.
    """
    sizes = look.sizes
    if look.wrap is True:
        yield from (RowStep(size=size, plot=plots[0], lines=2) for size in sizes)
    yield from (
        RowStep(size=size, plot=plots[0]) for size in sizes if size >= sizes[0] - 1.0
    )
    if look.wrap is not False:
        yield from (
            RowStep(size=size, plot=plots[0], lines=most)
            for most in lines[:-1]
            for size in sizes
        )
        yield RowStep(
            size=sizes[-1], plot=plots[0], lines=lines[-1]
        )  # words are cut before the plot gives way
    for plot in plots:
        yield from (RowStep(size=size, plot=plot) for size in sizes)
    if look.wrap is not False:
        yield from (
            RowStep(size=sizes[-1], plot=plot, lines=most)
            for most in lines
            for plot in plots
        )


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
    """Return the columns for names of a size and so many lines, `most` wide, if the
    room holds them and their gap.
    """
    size, lines = step
    places = content.places.texts if content.places else ()
    column = (PLACE_HEAD, *places) if places and headed else places
    columns = ((content.numbers if ranks else (), NAME_GAP), (column, _PLACE_GAP))
    widths = [
        max(meter.width(text, small_type(size)) for text in texts) + gap
        if texts
        else 0.0
        for texts, gap in columns
    ]
    names = content.fit(
        size, min(room - Look.PAD_X - sum(widths) - RANK_GAP, most), lines, meter
    )
    if names is None:
        return None
    right = Look.PAD_X + names.widest
    ends = tuple(accumulate(widths, initial=right))
    return RowColumns(
        names=names,
        names_right=right,
        ranks_right=ends[1],
        places_right=ends[2],
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
    """Return the columns of the first step that leaves room for the plot, `least` at
    least, and for `beside`.
    """

    def plan(tried: Look) -> RowColumns | None:
        page = tried.page_width
        for step in row_steps(tried, plots, lines):
            if not good(step, page):
                continue
            room = page - max(page * step.plot, least) - beside
            widest = most(step.size) * page
            found = fit_columns(
                content,
                (step.size, step.lines),
                room,
                meter,
                ranks=tried.show_ranks,
                most=widest,
            )
            if found is not None:
                return found
        return None

    return fit(
        plan,
        look,
        "the figure",
        *([Option("wrap", True)] if look.wrap is False else []),
        SHORTER_NAMES,
    )


def stack_rows(names: BrokenNames, top: float, least: float = 0.0) -> Rows:
    """Stack the rows from `top`; none is lower than `least`."""
    heights = tuple(
        max(Names.row_height(len(lines), names.size), least) for lines in names.lines
    )
    return Rows(tops=tuple(accumulate(heights[:-1], initial=top)), heights=heights)


def draw_zebra(rows: Rows, page: float) -> list[Element]:
    """Return the shade behind every second row, which leads the eye from the name to
    the mark.
    """
    return [
        Rectangle(
            gid="zebra",
            x=0.0,
            y=rows.tops[row],
            width=page,
            height=rows.heights[row],
            fill="zebra",
        )
        for row in range(1, len(rows.tops), 2)
    ]


def draw_band(
    gid: str,
    ends: tuple[float, float],
    scale: AxisScale,
    bottom: float,
    closed: Sequence[float] | None = None,
) -> list[Element]:
    """Return a part of the axis as a band behind all rows, with a line at each end, or
    only where it is closed.
    """
    left, right = map(scale.at, ends)
    shade = Rectangle(
        gid=gid,
        x=left,
        y=scale.y,
        width=right - left,
        height=bottom - scale.y,
        fill="band",
    )
    edges = [
        ((x, scale.y), (x, bottom))
        for x in map(scale.at, ends if closed is None else closed)
    ]
    return [
        shade,
        *(
            Line(gid=f"{gid}-cap", points=edge, width=_BAND_EDGE, color="leader")
            for edge in edges
        ),
    ]


def draw_rank_head(
    items: HeaderItems,
    scale: AxisScale,
    show_direction: bool,
    meter: TextMeter,
    ends: tuple[str, str] | None = None,
) -> tuple[list[Element], AxisScale]:
    """Draw what stands above an axis of ranks whose better end is on the left, or what
    both `ends` of an axis mean.
    """
    head, y = replace(
        items, cue_side="left" if show_direction and not ends else None
    ).draw(meter)
    if ends and show_direction:
        cues, y = items.draw_axis_ends(ends, scale, y, meter)
        head = [*head, *cues]
    return head, replace(scale, y=y + AxisScale.height(items.size))


def draw_columns(
    content: CDContent, columns: RowColumns, middles: Sequence[float], meter: TextMeter
) -> tuple[list[Element], tuple[Box, ...]]:
    """Return names and ranks, and the box of each name."""
    texts: list[Element] = []
    boxes: list[Box] = []
    for row, y in enumerate(middles):
        x = columns.names_right
        name = content.put(
            row, columns.names.lines[row], x, y, columns.size, "right", meter
        )
        texts.extend(name)
        boxes.append(text_box(name, (x, y)))
        if columns.ranks_right > x:
            number, right = content.numbers[row], columns.ranks_right
            texts.append(
                meter.put(
                    f"rank-{row}", right, y, number, columns.small, "secondary", "right"
                )
            )
        if columns.places:
            right, text = columns.places_right, columns.places[row]
            texts.append(
                meter.put(
                    f"place-{row}", right, y, text, columns.small, "secondary", "right"
                )
            )
    return texts, tuple(boxes)


def draw_place_head(
    columns: RowColumns, scale: AxisScale, meter: TextMeter
) -> list[Element]:
    """Return the head of the column of places, if there is one."""
    if not columns.places:
        return []
    y = scale.number_row(columns.small)
    return [
        meter.put(
            "place-head",
            columns.places_right,
            y,
            PLACE_HEAD,
            columns.small,
            "secondary",
            "right",
        )
    ]


@dataclass(frozen=True, kw_only=True)
class RankRows:
    """A figure of rows that lacks its marks: places on its scale, rows, and what is
    drawn below and above the marks.
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

    @property
    def places(self) -> tuple[float, ...]:
        """Where each average rank stands: x."""
        return tuple(self.scale.at(rank) for rank in self.content.average_ranks)

    @property
    def markers(self) -> list[Element]:
        """The marks of the average ranks."""
        return [
            self.content.marker(row, *at)
            for row, at in enumerate(zip(self.places, self.rows.middles, strict=True))
        ]

    def interval(self, row: int, ends: tuple[float, float]) -> Line:
        """Return the interval of a row; that of a highlighted name is thicker, as its
        colour is fainter in gray.
        """
        y, width = (
            self.rows.middles[row],
            _HIGHLIGHTED if self.content.highlighted(row) else _INTERVAL,
        )
        color = self.content.color(row, "foreground")
        return Line(
            gid=f"interval-{row}",
            points=((ends[0], y), (ends[1], y)),
            width=width,
            color=color,
        )

    def sheet(
        self,
        layout: type[RowsT],
        marks: Sequence[Element],
        under: Sequence[Element] = (),
        **more: Any,
    ) -> RowsT:
        """Return the figure: its marks, what lies under all but the shades of rows, and
        the fields of its layout.
        """
        return layout(
            width=self.page,
            height=self.rows.bottom + Look.PAD_Y,
            elements=(
                *draw_zebra(self.rows, self.page),
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
    """Return names, numbers, header with key, and axis of a figure of rows over the
    range of its content.

    `plots` are the least shares of the page for the marks, good and bearable, `least`
    their least width in points, and `lines` the most lines of a name; `overhang` is how
    far a mark may reach over its place, `whole` says whether the ticks are whole
    numbers, and `ends` what the left and the right end of the axis mean, where it is
    not that the left one is better.
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
