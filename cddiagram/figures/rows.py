"""Rows of names and numbers over one scale, best on top; `rank_rows` is such a figure without its marks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Any, TypeVar

from cddiagram._util.inlines import Option
from cddiagram.figures.content import CDContent
from cddiagram.sheet.axis import AxisScale, axis_height, draw_axis, draw_ticks, end_room, number_row
from cddiagram.sheet.elements import Box, Element, Rectangle, Sheet
from cddiagram.sheet.fit import SHORTER_NAMES, fit
from cddiagram.sheet.header import (
    PAD_X,
    PAD_Y,
    HeaderItems,
    cue_width,
    draw_axis_ends,
    draw_axis_label,
    draw_cue,
    draw_header,
)
from cddiagram.sheet.legend import KeyEntry
from cddiagram.sheet.look import Look
from cddiagram.sheet.meter import TextMeter
from cddiagram.sheet.names import BrokenNames, fit_names, row_height, text_box
from cddiagram.sheet.scale import regular_ticks

NAME_GAP, RANK_GAP = 4.0, 6.0
_AFTER_AXIS = 2.5


@dataclass(frozen=True, kw_only=True)
class RowsLayout(Sheet):
    """A figure of rows laid out; every sequence over algorithms is in rank order, best first.

    Attributes
    ----------
    font_size : float
        Size of the names used, in points.
    names : tuple of str
        Display names.
    label_boxes : tuple of (left, top, right, bottom)
        The box of each name, all its lines together.
    axis : AxisScale
        Scale of the ranks.
    """

    font_size: float
    names: tuple[str, ...]
    label_boxes: tuple[Box, ...]
    axis: AxisScale


RowsT = TypeVar("RowsT", bound=RowsLayout)


@dataclass(frozen=True, kw_only=True)
class RowStep:
    """One step from the most to the least readable: size and most lines of the names, least share of the plot."""

    size: float
    plot: float
    lines: int = 1


@dataclass(frozen=True, kw_only=True)
class RowColumns:
    """The columns of names and numbers that fit: where they end, at the same place if no numbers are shown."""

    names: BrokenNames
    names_right: float
    ranks_right: float

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
        return self.ranks_right + RANK_GAP


@dataclass(frozen=True, kw_only=True)
class Rows:
    """Heights and places of the rows, from the top."""

    tops: tuple[float, ...]
    heights: tuple[float, ...]

    @property
    def middles(self) -> tuple[float, ...]:
        """Middle of each row."""
        return tuple(top + height / 2 for top, height in zip(self.tops, self.heights, strict=True))

    @property
    def bottom(self) -> float:
        """Where the last row ends."""
        return self.tops[-1] + self.heights[-1]


def row_steps(look: Look, plots: Sequence[float], lines: Sequence[int]) -> Iterator[RowStep]:
    """Yield from the most to the least readable: smaller names, a narrower plot, then names in more and more lines."""
    sizes = look.sizes
    if look.wrap is True:
        yield from (RowStep(size=size, plot=plots[0], lines=2) for size in sizes)
    for plot in plots:
        yield from (RowStep(size=size, plot=plot) for size in sizes)
    if look.wrap is not False:
        yield from (RowStep(size=sizes[-1], plot=plot, lines=most) for most in lines for plot in plots)


def number_column(content: CDContent, size: float, meter: TextMeter) -> float:
    """Return the width of the printed ranks beside names of a size, with their gap."""
    return max(meter.width(number, size - 1.0) for number in content.numbers) + NAME_GAP


def fit_rows(
    content: CDContent,
    look: Look,
    meter: TextMeter,
    *,
    plots: Sequence[float],
    lines: Sequence[int],
    beside: float,
    most: Callable[[float], float] = lambda size: 1.0,
    good: Callable[[RowStep, float], bool] = lambda step, page: True,
) -> RowColumns:
    """Return the columns of the first step that leaves room for the plot and for `beside` right of them.

    `most` is the greatest share of the page for names of a size; `good` is what else a step must do for a page.
    """

    def plan(tried: Look) -> RowColumns | None:
        page = tried.page_width
        for step in row_steps(tried, plots, lines):
            if not good(step, page):
                continue
            numbers = number_column(content, step.size, meter) if tried.show_ranks else 0.0
            room = page * (1 - step.plot) - PAD_X - numbers - RANK_GAP - beside
            names = fit_names(content, step.size, min(room, most(step.size) * page), step.lines, meter)
            if names is not None:
                right = PAD_X + names.widest
                return RowColumns(names=names, names_right=right, ranks_right=right + numbers)
        return None

    return fit(plan, look, "the figure", *([Option("wrap", True)] if look.wrap is False else []), SHORTER_NAMES)


def stack_rows(names: BrokenNames, top: float, least: float = 0.0) -> Rows:
    """Stack the rows from `top`; none is lower than `least`."""
    heights = tuple(max(row_height(len(lines), names.size), least) for lines in names.lines)
    return Rows(tops=tuple(accumulate(heights[:-1], initial=top)), heights=heights)


def draw_zebra(rows: Rows, page: float) -> list[Element]:
    """Return the shade behind every second row, which leads the eye from the name to the mark."""
    return [
        Rectangle(gid="zebra", x=0.0, y=rows.tops[row], width=page, height=rows.heights[row], fill="zebra")
        for row in range(1, len(rows.tops), 2)
    ]


def draw_rank_head(
    items: HeaderItems,
    scale: AxisScale,
    label: str | None,
    end_room: float,
    show_direction: bool,
    meter: TextMeter,
    ends: tuple[str, str] | None = None,
) -> tuple[list[Element], AxisScale]:
    """Draw what stands above the axis of ranks: header, its text, and the cue, or what both `ends` of the axis mean."""
    if ends and show_direction:
        head, y = draw_header(items, meter)
        cues, y = draw_axis_ends(ends, scale, items.size, y, items.page, meter)
        return [*head, *cues], replace(scale, y=y + axis_height(items.size))
    cue_left = scale.left - end_room - NAME_GAP - cue_width(items.size, meter)
    beside = show_direction and cue_left >= PAD_X
    if show_direction and not beside:
        items = replace(items, cue_tip=scale.left, cue_side="left")
    head, y = draw_header(items, meter)
    text, y = draw_axis_label(label, scale, items.size, y, items.page, meter)
    y += axis_height(items.size)
    cue = draw_cue(cue_left, number_row(y, items.size), items.size, meter, "left") if beside else []
    return [*head, *text, *cue], replace(scale, y=y)


def draw_regular(scale: AxisScale, size: float, meter: TextMeter) -> list[Element]:
    """Return an axis of values with ticks at multiples of one step only."""
    ticks = regular_ticks(scale.low, scale.high, scale.length, lambda text: meter.width(text, size))
    places = [(scale.at(value), text) for value, text in ticks]
    return draw_ticks("top", (scale.left, scale.right), scale.y, places, size, meter)


def draw_columns(
    content: CDContent, columns: RowColumns, middles: Sequence[float], meter: TextMeter
) -> tuple[list[Element], tuple[Box, ...]]:
    """Return names and ranks, and the box of each name."""
    texts: list[Element] = []
    boxes: list[Box] = []
    for row, y in enumerate(middles):
        x = columns.names_right
        name = content.put(row, columns.names.lines[row], x, y, columns.size, "right", meter)
        texts.extend(name)
        boxes.append(text_box(name, (x, y)))
        if columns.ranks_right > x:
            number, right = content.numbers[row], columns.ranks_right
            texts.append(meter.put(f"rank-{row}", right, y, number, columns.small, "secondary", "right"))
    return texts, tuple(boxes)


@dataclass(frozen=True, kw_only=True)
class RankRows:
    """A figure of rows that lacks its marks: places on its scale, rows, and what is drawn below and above the marks."""

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

    def sheet(self, layout: type[RowsT], marks: Sequence[Element], under: Sequence[Element] = (), **more: Any) -> RowsT:
        """Return the figure: its marks, what lies under all but the shades of rows, and the fields of its layout."""
        return layout(
            width=self.page,
            height=self.rows.bottom + PAD_Y,
            elements=(*draw_zebra(self.rows, self.page), *under, *self.head, *self.axis, *marks, *self.names),
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
    plots: Sequence[float] = (0.22, 0.12),
    lines: Sequence[int] = (2, 4, 1000),
    overhang: float = 0.0,
    key: tuple[KeyEntry, ...] = (),
    ticked: tuple[float, float] | None = None,
    whole: bool = True,
    ends: tuple[str, str] | None = None,
) -> RankRows:
    """Return names, numbers, header with key, and axis of a figure of rows over the range of its content.

    `plots` are the least shares of the page for the marks, good and bearable, and `lines` the most lines of a name;
    `overhang` is how far a mark may reach over its place, `whole` says whether the ticks are whole numbers, and `ends`
    what the left and the right end of the axis mean, where it is not that the left one is better.
    """
    low, high = content.axis_range
    step = 1.0 if whole else (high - low) / 10

    def room(size: float) -> float:
        return max(end_room(low, high, size, meter, step), overhang)

    columns = fit_rows(content, look, meter, plots=plots, lines=lines, beside=2 * room(look.font_size))
    page, free = look.page_width, room(columns.small)
    scale = AxisScale(low=low, high=high, x_low=columns.right + free, x_high=page - free)
    items = content.header(page, columns.size, key=key)
    head, scale = draw_rank_head(items, scale, content.axis_label, free, look.show_direction, meter, ends)
    rows = stack_rows(columns.names, scale.y + _AFTER_AXIS)
    names, boxes = draw_columns(content, columns, rows.middles, meter)
    return RankRows(
        content=content,
        columns=columns,
        scale=scale,
        rows=rows,
        page=page,
        head=head,
        axis=draw_axis(scale, columns.small, meter, ticked) if whole else draw_regular(scale, columns.small, meter),
        names=names,
        label_boxes=boxes,
    )
