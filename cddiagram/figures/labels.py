"""The labels of a CD diagram: names in lines, printed ranks, and which side they stand on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from cddiagram.figures.content import CDContent
from cddiagram.sheet.elements import Text
from cddiagram.sheet.look import Look
from cddiagram.sheet.meter import TextMeter
from cddiagram.sheet.wrap import wrap
from cddiagram.words.numbers import format_rank


class Named(Protocol):
    """What has names in its own order: a diagram, a matrix."""

    @property
    def math(self) -> bool:
        """Whether names are mathtext."""

    def bold(self, position: int) -> bool:
        """Whether a name is bold."""

    def color(self, position: int, default: str) -> str:
        """Return the colour of a name."""


NUMBER_GAP = 3.2
_ROW_PITCH = 1.27
_LINE_PITCH, _WRAPPED_EXTRA = 1.12, 0.30


@dataclass(frozen=True, kw_only=True)
class Labels:
    """The labels of a horizontal diagram at one size.

    Attributes
    ----------
    size : float
        Size of the names.
    lines : tuple of tuple of str
        Lines of each name, in rank order.
    numbers : tuple of str
        Printed average ranks, empty texts if they are not shown.
    widths : tuple of float
        Width of each label: name and number column.
    number_column : float
        Width of the number column with its gap.
    right : int
        How many of the best are on the right side.
    """

    size: float
    lines: tuple[tuple[str, ...], ...]
    numbers: tuple[str, ...]
    widths: tuple[float, ...]
    number_column: float
    right: int

    @property
    def most_lines(self) -> int:
        """Lines of the name that has most."""
        return max(len(lines) for lines in self.lines)


def make_labels(
    content: CDContent, options: Look, meter: TextMeter, size: float, name_limit: float | None = None, right: int = 0
) -> Labels | None:
    """Measure the labels, broken over lines at `name_limit` if that is given; None if a name cannot be broken."""
    small = size - 1.0
    lines: list[tuple[str, ...]] = []
    for position, name in enumerate(content.names):
        bold = content.bold(position)
        limit = float("inf") if name_limit is None else name_limit
        broken = wrap(name, limit, lambda text, bold=bold: meter.width(text, size, bold), math=content.math)  # type: ignore[misc]
        if broken is None:
            return None
        lines.append(broken)
    numbers = tuple(format_rank(rank, content.decimals) if options.show_ranks else "" for rank in content.average_ranks)
    column = max(meter.width(number, small) for number in numbers) + NUMBER_GAP if options.show_ranks else 0.0
    widths = tuple(
        column + max(meter.width(line, size, content.bold(position)) for line in name)
        for position, name in enumerate(lines)
    )
    return Labels(
        size=size,
        lines=tuple(lines),
        numbers=numbers,
        widths=widths,
        number_column=column,
        right=right,
    )


def count_right(content: CDContent, side: str, best_at: str) -> int:
    """Return how many of the best are labelled on the right: half, and the middle one where its neighbour is closer."""
    if side != "both":
        return content.k if side == best_at else 0
    half, odd = divmod(content.k, 2)
    if not odd:
        return half
    ranks = content.average_ranks
    better, worse = ranks[half] - ranks[half - 1], ranks[half + 1] - ranks[half]
    return half + 1 if better <= worse else half


def row_height(lines: int, size: float) -> float:
    """Return the height of a row for a name of so many lines."""
    return _ROW_PITCH * size if lines == 1 else (_LINE_PITCH * lines + _WRAPPED_EXTRA) * size


def name_lines(
    content: Named,
    position: int,
    lines: tuple[str, ...],
    x: float,
    y: float,
    size: float,
    anchor: str,
    meter: TextMeter,
) -> list[Text]:
    """Return the lines of a name around the height `y`; an empty name has none."""
    bold = content.bold(position)
    first = y - (len(lines) - 1) / 2 * _LINE_PITCH * size
    return [
        Text(
            gid=f"label-{position}",
            x=x,
            y=first + index * _LINE_PITCH * size,
            text=line,
            size=size,
            width=meter.width(line, size, bold),
            color=content.color(position, "foreground"),
            anchor=anchor,
            bold=bold,
            math=content.math,
        )
        for index, line in enumerate(lines)
        if line
    ]
