"""The classes of p-values in a matrix: which cell gets which shade, how a value is printed, and the legend."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from cddiagram.sheet.elements import Element, Line, Marker, Rectangle
from cddiagram.sheet.meter import TextMeter
from cddiagram.stats.results import significant
from cddiagram.words.numbers import format_alpha, format_p, p_limits

#: Shades beyond alpha, strongest last; a small alpha leaves fewer classes, which keep the strong shades.
LEVELS = ("level-1", "level-2", "level-3")
UNTESTED = -1

_SWATCH, _SWATCH_GAP, _ENTRY_GAP = 9.0, 3.0, 9.0
_ROW = 1.35
_STROKE = 0.5


@dataclass(frozen=True, kw_only=True)
class PClasses:
    """The classes for one alpha."""

    #: The level of the decisions.
    alpha: float

    @property
    def thresholds(self) -> tuple[float, ...]:
        """Upper ends of the significant classes, descending: alpha, and of .01 and .001 those below it."""
        return p_limits(self.alpha)

    def of(self, p: float) -> int:
        """Return the class of a p-value: `UNTESTED` for NaN, 0 for not significant, then up with significance.

        A p-value equal to alpha is significant, as it is for the groups; the inner limits are strict, as printed.

        Examples
        --------
        >>> [PClasses(alpha=0.05).of(p) for p in (float("nan"), 0.2, 0.05, 0.01, 0.0099, 1e-9)]
        [-1, 0, 1, 1, 2, 3]
        """
        if math.isnan(p):
            return UNTESTED
        return bool(significant(p, self.alpha)) + sum(p < limit for limit in self.thresholds[1:])

    def shade(self, number: int) -> str:
        """Return the role of a class's colour."""
        if number <= 0:
            return "background"
        return LEVELS[len(LEVELS) - len(self.thresholds) + number - 1]

    def ink(self, number: int) -> str:
        """Return the role of the colour of what stands on a class's colour."""
        return "foreground" if number <= 0 else f"on-{self.shade(number)}"

    def describe(self, number: int) -> str:
        """Word a class for the legend.

        Examples
        --------
        >>> [PClasses(alpha=0.05).describe(number) for number in range(4)]
        ['p > .05', 'p ≤ .05', 'p < .01', 'p < .001']
        >>> [PClasses(alpha=0.01).shade(number) for number in range(3)]
        ['background', 'level-2', 'level-3']
        """
        sign = (">", "≤", "<")[min(number, 2)]
        return f"p {sign} {format_alpha(self.thresholds[max(number - 1, 0)]).removeprefix('0')}"

    def print(self, p: float) -> str:
        """Print a p-value as everywhere, with as many digits as show its class.

        Examples
        --------
        >>> PClasses(alpha=0.05).print(0.0098), PClasses(alpha=0.05).print(0.0499), PClasses(alpha=0.05).print(0.3)
        ('.0098', '.0499', '.30')
        """
        return format_p(p, self.alpha)


@dataclass(frozen=True, kw_only=True)
class Legend:
    """What the shades and marks mean, measured."""

    #: The classes, all of which are listed.
    classes: PClasses
    #: Whether to explain the mark of cells not tested.
    untested: bool
    #: What the triangle means; empty where there is none.
    against: str
    #: Size of its texts.
    size: float

    @property
    def entries(self) -> tuple[tuple[int | None, str], ...]:
        """Class (None for the triangle) and text of each entry."""
        numbers = range(len(self.classes.thresholds) + 1)
        entries: list[tuple[int | None, str]] = [(number, self.classes.describe(number)) for number in numbers]
        if self.untested:
            entries.append((UNTESTED, "not tested"))
        if self.against:
            entries.append((None, self.against))
        return tuple(entries)

    @property
    def height(self) -> float:
        """Height with one entry below the other."""
        return len(self.entries) * _ROW * self.size

    def width(self, meter: TextMeter) -> float:
        """Width with one entry below the other."""
        return _SWATCH + _SWATCH_GAP + max(meter.width(text, self.size) for _, text in self.entries)

    def draw_column(self, left: float, top: float, meter: TextMeter) -> list[Element]:
        """Draw one entry below the other."""
        elements: list[Element] = []
        for row, (number, text) in enumerate(self.entries):
            elements.extend(self._entry(number, text, left, top + (row + 0.5) * _ROW * self.size, meter))
        return elements

    def draw_rows(self, left: float, right: float, top: float, meter: TextMeter) -> tuple[list[Element], float]:
        """Draw the entries side by side, in as many rows as they need; also return where they end."""
        elements: list[Element] = []
        x, y = left, top + 0.5 * _ROW * self.size
        for number, text in self.entries:
            width = _SWATCH + _SWATCH_GAP + meter.width(text, self.size)
            if x > left and x + width > right + 1e-6:
                x, y = left, y + _ROW * self.size
            elements.extend(self._entry(number, text, x, y, meter))
            x += width + _ENTRY_GAP
        return elements, y + 0.5 * _ROW * self.size

    def _entry(self, number: int | None, text: str, left: float, y: float, meter: TextMeter) -> list[Element]:
        half = 0.42 * self.size
        label = meter.put("legend-text", left + _SWATCH + _SWATCH_GAP, y, text, self.size)
        if number is None:
            return [draw_triangle("legend-against", left + _SWATCH / 2, y, 2.2, "foreground"), label]
        swatch = Rectangle(
            gid="legend-swatch",
            x=left,
            y=y - half,
            width=_SWATCH,
            height=2 * half,
            fill=self.classes.shade(number),
            edge="guide" if number == UNTESTED else "leader",
            edge_width=_STROKE,
        )
        stroke = [draw_untested("legend-untested", swatch)] if number == UNTESTED else []
        return [swatch, *stroke, label]


def draw_untested(gid: str, cell: Rectangle) -> Line:
    """Return the stroke that crosses out a cell whose pair was not tested."""
    ends = ((cell.x, cell.y + cell.height), (cell.x + cell.width, cell.y))
    return Line(gid=gid, points=ends, width=_STROKE, color="leader")


def draw_triangle(gid: str, x: float, y: float, radius: float, color: str) -> Marker:
    """Return the mark of a pair that the legend explains; `x, y` is its middle."""
    return Marker(gid=gid, x=x, y=y + radius / 4, radius=radius, fill=color, shape="triangle")


def value_size(texts: Sequence[str], room: float, sizes: Sequence[float], meter: TextMeter) -> float | None:
    """Return the first size at which all values fit cells of that room; None if there is none."""
    for size in sizes:
        if all(meter.width(text, size) <= room for text in texts):
            return size
    return None
