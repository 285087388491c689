"""Rows of names and average ranks, best on top: the left part of the ranked list, rank bars and MCB."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from cddiagram.errors import LayoutError
from cddiagram.figures.content import CDContent
from cddiagram.figures.labels import Labels, make_labels, name_lines, row_height
from cddiagram.figures.record import Box, text_box
from cddiagram.sheet.axis import AxisScale, axis_height, number_row
from cddiagram.sheet.elements import Element, Rectangle, Sheet, Text
from cddiagram.sheet.header import PAD_X, HeaderItems, cue_width, draw_cue, draw_header
from cddiagram.sheet.look import POINTS_PER_INCH, Look
from cddiagram.sheet.marks import draw_axis_label
from cddiagram.sheet.meter import TextMeter
from cddiagram.sheet.needed import does_not_fit
from cddiagram.words.numbers import format_rank

NAME_GAP, RANK_GAP = 4.0, 6.0
_SMALLEST_NAME_COLUMN = 20.0


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


@dataclass(frozen=True, kw_only=True)
class RowStep:
    """One step of a ladder from the most to the least readable.

    Attributes
    ----------
    size : float
        Size of the names in points.
    plot : float
        Least width of what stands beside the names, as a fraction of the page.
    lines : int
        Most lines of a name; 1 is no wrapping.
    names : float
        Greatest width of the names as a fraction of the page.
    """

    size: float
    plot: float
    lines: int = 1
    names: float = 1.0


@dataclass(frozen=True, kw_only=True)
class RowColumns:
    """The columns of names and numbers that fit.

    Attributes
    ----------
    labels : Labels
        Names in lines, at their size.
    names_right, ranks_right : float
        Where names and numbers end; the same place if no numbers are shown.
    """

    labels: Labels
    names_right: float
    ranks_right: float

    @property
    def size(self) -> float:
        """Size of the names."""
        return self.labels.size

    @property
    def small(self) -> float:
        """Size of all else."""
        return self.labels.size - 1.0

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


def fit_columns(
    content: CDContent, options: Look, meter: TextMeter, steps: Iterable[RowStep], beside: float
) -> RowColumns | None:
    """Return the columns of the first step that leaves room for the rest of the figure; None if none does."""
    for step in steps:
        numbers = [format_rank(rank, content.decimals) for rank in content.average_ranks]
        number_column = max(meter.width(number, step.size - 1.0) for number in numbers) + NAME_GAP
        number_column = number_column if options.show_ranks else 0.0
        room = options.page_width * (1 - step.plot) - PAD_X - number_column - RANK_GAP - beside
        limit = min(room, step.names * options.page_width)
        labels = fit_labels(content, options, meter, step.size, step.lines, limit)
        if labels is not None:
            names_right = PAD_X + max(width - labels.number_column for width in labels.widths)
            return RowColumns(labels=labels, names_right=names_right, ranks_right=names_right + number_column)
    return None


def columns_or_refusal(fit: Callable[[Look], RowColumns | None], options: Look) -> RowColumns:
    """Return the columns that `fit` finds.

    Raises
    ------
    LayoutError
        There are none; the message names a width that would do.
    """
    columns = fit(options)
    if columns is None:
        ways = ["wrap=True"] if options.wrap is False else []
        message = does_not_fit(
            "the figure",
            options.page_width,
            lambda width: fit(replace(options, width=width / POINTS_PER_INCH)) is not None,
            " or ".join([*ways, "shorter names (rename)"]),
        )
        raise LayoutError(message)
    return columns


def fit_labels(
    content: CDContent, options: Look, meter: TextMeter, size: float, lines: int, limit: float
) -> Labels | None:
    """Return the labels of a size with at most so many lines and names no wider than `limit`; None if they are not."""
    if limit < 0 or (lines > 1 and limit < _SMALLEST_NAME_COLUMN):
        return None
    labels = make_labels(content, options, meter, size, None if lines == 1 else limit)
    if labels is None or labels.most_lines > lines:
        return None
    return labels if max(width - labels.number_column for width in labels.widths) <= limit + 1e-9 else None


def stack_rows(labels: Labels, top: float, least: float = 0.0) -> Rows:
    """Stack the rows from `top`; none is lower than `least`."""
    heights = tuple(max(row_height(len(lines), labels.size), least) for lines in labels.lines)
    return Rows(tops=tuple(accumulate(heights[:-1], initial=top)), heights=heights)


def draw_zebra(rows: Rows, page: float) -> list[Element]:
    """Return the shade behind every second row, which leads the eye from the name to the mark."""
    return [
        Rectangle(gid="zebra", x=0.0, y=rows.tops[row], width=page, height=rows.heights[row], fill="zebra")
        for row in range(1, len(rows.tops), 2)
    ]


def draw_rank_head(
    items: HeaderItems, scale: AxisScale, label: str | None, end_room: float, show_direction: bool, meter: TextMeter
) -> tuple[list[Element], AxisScale]:
    """Draw what stands above the axis of ranks: header, its text, and the cue."""
    cue_left = scale.left - end_room - NAME_GAP - cue_width(items.size, meter)
    beside = show_direction and cue_left >= PAD_X
    if show_direction and not beside:
        items = replace(items, cue_tip=scale.left, cue_side="left")
    head, y = draw_header(items, meter)
    text, y = draw_axis_label(label, scale, items.size, y, items.page, meter)
    y += axis_height(items.size)
    cue = draw_cue(cue_left, number_row(y, items.size), items.size, meter, "left") if beside else []
    return [*head, *text, *cue], replace(scale, y=y)


def draw_columns(
    content: CDContent, columns: RowColumns, middles: Sequence[float], meter: TextMeter
) -> tuple[list[Element], tuple[Box, ...]]:
    """Return names and ranks, and the box of each name."""
    texts: list[Element] = []
    boxes: list[Box] = []
    for row, y in enumerate(middles):
        x = columns.names_right
        name = name_lines(content, row, columns.labels.lines[row], x, y, columns.size, "right", meter)
        texts.extend(name)
        boxes.append(text_box(name, (x, y)))
        if columns.ranks_right > columns.names_right:
            number = format_rank(content.average_ranks[row], content.decimals)
            rank = Text(
                gid=f"rank-{row}",
                x=columns.ranks_right,
                y=y,
                text=number,
                size=columns.small,
                width=meter.width(number, columns.small),
                color="secondary",
                anchor="right",
            )
            texts.append(rank)
    return texts, tuple(boxes)
