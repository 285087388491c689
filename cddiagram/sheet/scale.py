"""Scales of values and their axes. A scale is linear, or logarithmic with a separate
position for 0 below all other values.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

from cddiagram.procedures import SCALES
from cddiagram.sheet.axis import (
    AXIS_LINE,
    MAJOR,
    NUMBER_GAP,
    Ticks,
    draw_ticks,
)
from cddiagram.sheet.elements import Element, Line
from cddiagram.sheet.look import check_choice
from cddiagram.sheet.meter import TextMeter
from cddiagram.text import Option, UsageError
from cddiagram.words import power_of_ten, short_number

#: The distance between 0 and the rest of the axis, as a proportion of the axis length.
_ZERO_GAP = 0.14
#: The length of the axis segment at 0 and the positions of the axis-break marks. They
#: are proportions of the distance between 0 and the rest of the axis.
_STUB, _BREAKS = 0.3, (0.5, 0.75)
#: The pair contains half the width and half the height of an axis-break mark. The last
#: number is the line width of the mark.
_SLASH, _BREAK_LINE = (2.4, 0.9), 0.6
#: The minimum distance between two numbers, as a multiple of the font size.
_TICK_PITCH = 1.5
#: A logarithmic axis covers at least this range, in powers of ten.
_LEAST_SPAN = 0.01
#: Exponents that differ by at most this amount are considered equal.
_SAME = 1e-9
_DECADE_STEPS = (1, 2, 3, 5, 10, 20, 50, 100, 200)


@dataclass(frozen=True, kw_only=True)
class ValueScale:
    """A scale from values to positions between the ends of an axis.

    On a linear scale, `low` and `high` are the values at the ends of the axis, and
    `low` may be the larger one. On a logarithmic scale, they are exponents of ten. If
    `zero` is True, 0 has a separate position at the lower end, and `low` is the lower
    end of the part above it.
    """

    low: float
    high: float
    log: bool
    zero: bool = False

    def position(self, value: float) -> float:
        """Return the position of a value on the axis, from 0 (lower end) to 1 (upper
        end).
        """
        if self.log and value <= 0:
            return 0.0
        if self.log:
            value = math.log10(value)
        length = 1.0 - self.start
        return self.start + length * (value - self.low) / (self.high - self.low)

    @property
    def start(self) -> float:
        """The lower end of the part above 0, from 0 to 1."""
        if self.zero:
            return _ZERO_GAP
        return 0.0

    def ticks(
        self, length: float, size: float, width: Callable[[str], float] | None = None
    ) -> tuple[tuple[float, str], ...]:
        """Return the position and the number of each tick, from the lower end of the
        axis.

        `length` is the length of the axis in points. `width` returns the width of a
        number on a horizontal axis, and is None for a vertical axis. The numbers do not
        overlap. A logarithmic axis has ticks at powers of ten. If it contains fewer
        than three of them, it also has ticks at 2 and 5 times the powers of ten, or
        regular ticks if these are still too few.
        """
        room = width or (lambda text: size)
        if not self.log:
            low, high = sorted((self.low, self.high))
            ticks = Ticks.between(low, high, length, room, whole=False)
            return tuple((self.position(value), text) for value, text in ticks.numbered)
        first = math.ceil(self.low - _SAME)
        last = math.floor(self.high + _SAME)
        if last - first < 2:
            return self._with_zero(self._close_ticks(length, room), length, room)
        decade = length * (1.0 - self.start) / (self.high - self.low)
        widest = max(room(power_of_ten(first)), room(power_of_ten(last)))
        least = _TICK_PITCH * widest
        wide_steps = [step for step in _DECADE_STEPS if step * decade >= least]
        step = min(wide_steps, default=last - first)
        powers = []
        for exponent in range(first, last + 1):
            if (last - exponent) % step == 0:
                powers.append((self.position(10.0**exponent), power_of_ten(exponent)))
        return self._with_zero(powers, length, room)

    def _with_zero(
        self,
        ticks: list[tuple[float, str]],
        length: float,
        room: Callable[[str], float],
    ) -> tuple[tuple[float, str], ...]:
        """Add the tick of 0 if it is on the axis, and omit ticks that would be too close
        to it.
        """
        if not self.zero:
            return tuple(ticks)
        least = _TICK_PITCH * room("0")
        others = [tick for tick in ticks if tick[0] * length >= least]
        return (0.0, "0"), *others

    def _close_ticks(
        self, length: float, room: Callable[[str], float]
    ) -> list[tuple[float, str]]:
        """Return the ticks of a logarithmic axis with at most two powers of ten."""
        low, high = 10.0**self.low * (1 - _SAME), 10.0**self.high * (1 + _SAME)
        bottom = math.floor(self.low)
        steps = [
            float(f"{digit}e{exponent}")
            for exponent in range(bottom, bottom + 4)
            for digit in (1, 2, 5)
        ]
        values = [value for value in steps if low <= value <= high]
        texts = [short_number(value) for value in values]
        if len(values) < 3:
            ends = 10.0**self.low, 10.0**self.high
            regular = Ticks.between(*ends, length, room, whole=False)
            values, texts = list(regular.major), list(regular.labels)
            if not 1e-3 <= low < high < 1e6:
                texts = [short_number(value, digits=6) for value in values]
        ticks: list[tuple[float, str]] = []
        for value, text in zip(values, texts, strict=True):
            position = min(max(self.position(value), 0.0), 1.0)
            if ticks:
                before, text_before = ticks[-1]
                least = _TICK_PITCH * max(room(text), room(text_before))
                if (position - before) * length < least:
                    continue
            ticks.append((position, text))
        return ticks

    @staticmethod
    def holding(
        values: Iterable[float], scale: str = "auto", *, filled: float = 0.5
    ) -> ValueScale:
        """Return a scale that contains all values. The scale "auto" is logarithmic
        unless a value is negative or all values are 0.

        The values cover at least the fraction `filled` of a logarithmic axis. Each end
        of the axis is the next power of ten if this leaves at most half of the
        remaining fraction empty at this end. Otherwise, it is the outermost value.
        """
        check_choice("scale", scale, SCALES)
        numbers = list(values)
        low, high = min(numbers), max(numbers)
        if low < 0 and scale == "log":
            problem = (
                "a logarithmic scale requires non-negative values, but the smallest "
                f"value is {low:.6g}. Use "
            )
            raise UsageError(problem, Option("scale"), " 'linear'.")
        if scale == "linear" or low < 0 or high <= 0:
            if low == high:
                low, high = low - 0.5, high + 0.5
            return ValueScale(low=low, high=high, log=False)
        least = min(value for value in numbers if value > 0)
        bottom, top = _ends(math.log10(least), math.log10(high), filled)
        return ValueScale(low=bottom, high=top, log=True, zero=low <= 0)


@dataclass(frozen=True, kw_only=True)
class Axis:
    """A scale on the page.

    The axis has its lower end at `start` and its upper end at `end`. It is vertical at
    x = `across`, or horizontal at y = `across` if the side is "bottom".
    """

    #: The distance between the ticks and the tick numbers below or to the left of an
    #: axis.
    NUMBER_GAP = NUMBER_GAP

    scale: ValueScale
    start: float
    end: float
    across: float
    side: str = "left"

    def at(self, value: float) -> float:
        """Return the position of a value."""
        return self.start + self.scale.position(value) * (self.end - self.start)

    def draw(
        self,
        size: float,
        meter: TextMeter,
        ticks: Iterable[tuple[float, str]] | None = None,
    ) -> list[Element]:
        """Return the line, the ticks and the numbers of the axis.

        `ticks` contains the value and the number of each tick. By default, the ticks of
        the scale are used.
        """
        length = self.end - self.start
        positions = []
        if ticks is None:
            width = None
            if self.side != "left":
                width = partial(meter.width, size=size)
            for position, text in self.scale.ticks(abs(length), size, width):
                positions.append((self.start + position * length, text))
        else:
            for value, text in ticks:
                positions.append((self.at(value), text))
        ends = (self.start + self.scale.start * length, self.end)
        elements = draw_ticks(self.side, ends, self.across, positions, size, meter)
        if self.scale.zero:
            elements += self._broken()
        return elements

    @staticmethod
    def beside(numbers: Iterable[str], size: float, meter: TextMeter) -> float:
        """Return the width of ticks and their numbers to the left of a vertical axis."""
        widest = max((meter.width(number, size) for number in numbers), default=0.0)
        return widest + (MAJOR + NUMBER_GAP)

    @property
    def zero_band(self) -> float:
        """The upper end of the part of the axis that belongs to 0."""
        return self.start + _STUB * self.scale.start * (self.end - self.start)

    def _broken(self) -> list[Element]:
        """Return the axis segment at 0, and the axis-break marks above it."""
        gap = self.scale.start * (self.end - self.start)
        half, rise = _SLASH
        strokes = [("zero", ((self.start, 0.0), (self.zero_band, 0.0)), AXIS_LINE)]
        for part in _BREAKS:
            middle = self.start + part * gap
            slash = ((middle + rise, -half), (middle - rise, half))
            strokes.append(("break", slash, _BREAK_LINE))
        lines: list[Element] = []
        for gid, ends, width in strokes:
            points = [(along, self.across + away) for along, away in ends]
            if self.side == "left":
                points = [(x, y) for y, x in points]
            lines.append(Line(gid=f"value-{gid}", points=tuple(points), width=width))
        return lines


def _ends(low: float, high: float, filled: float) -> tuple[float, float]:
    """Return the ends of a logarithmic axis: powers of ten if they are close enough, and
    otherwise the outermost values.
    """
    bottom, top = math.floor(low + _SAME), math.ceil(high - _SAME)
    span = high - low
    if span < _SAME:
        return bottom, max(top, bottom + 1)
    margin = (_LEAST_SPAN - span) / 2
    if margin > 0:
        return low - margin, high + margin
    room = (1.0 / filled - 1.0) / 2 * span
    if low - bottom <= room:
        low = bottom
    if top - high <= room:
        high = top
    return low, high
