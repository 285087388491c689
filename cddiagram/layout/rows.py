"""Rows of names and average ranks, best on top: the left part of the ranked list, rank bars and MCB."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate

from cddiagram.layout.content import CDContent
from cddiagram.layout.elements import Element, Text
from cddiagram.layout.header import PAD_X
from cddiagram.layout.labels import Labels, make_labels, name_lines, row_height
from cddiagram.layout.meter import TextMeter
from cddiagram.layout.numbers import format_rank
from cddiagram.layout.options import CDOptions
from cddiagram.layout.record import Box, text_box

NAME_GAP, RANK_GAP = 4.0, 6.0
_SMALLEST_NAME_COLUMN = 20.0


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
    content: CDContent, options: CDOptions, meter: TextMeter, steps: Iterable[RowStep], beside: float
) -> RowColumns | None:
    """Return the columns of the first step that leaves room for the rest of the figure; None if none does.

    Parameters
    ----------
    content : CDContent
        Names and ranks.
    options : CDOptions
        Width of the page, and whether ranks are shown.
    meter : TextMeter
        Widths of texts.
    steps : iterable of RowStep
        The ladder.
    beside : float
        Points needed right of the columns besides the plot.
    """
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


def fit_labels(
    content: CDContent, options: CDOptions, meter: TextMeter, size: float, lines: int, limit: float
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
