"""Scales of values, and their axes: logarithmic for errors, where 0 has a place of its
own below, or linear.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass

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

#: How far 0 lies below the smallest power of ten, as a part of the whole axis.
_ZERO_GAP = 0.14
#: Between 0 and the part above it, in parts of the way: where the axis at 0 ends and
#: the marks of a break stand.
_STUB, _BREAKS, _SLASH, _BREAK_LINE = 0.3, (0.5, 0.75), (2.4, 0.9), 0.6
#: Smallest distance between two numbers, in units of the type size.
_TICK_PITCH = 1.5
#: A logarithmic axis that just holds its values spans at least this part of a power of
#: ten.
_LEAST_SPAN = 0.01
#: Exponents closer than this are one.
_SAME = 1e-9
_DECADE_STEPS = (1, 2, 3, 5, 10, 20, 50, 100, 200)


@dataclass(frozen=True, kw_only=True)
class ValueScale:
    """Where values stand between the ends of an axis.

    `low` and `high` are its ends: exponents of ten on a logarithmic scale (of the part
    above 0, which has a place of its own at the lower end if `zero`), values on a
    linear one, which may fall.
    """

    low: float
    high: float
    log: bool
    zero: bool = False

    def position(self, value: float) -> float:
        """Return the position of a value, 0 (lower end) to 1."""
        if self.log and value <= 0:
            return 0.0
        number = math.log10(value) if self.log else value
        return self.start + (1.0 - self.start) * (number - self.low) / (
            self.high - self.low
        )

    @property
    def start(self) -> float:
        """Where the part above 0 begins, 0 to 1."""
        return _ZERO_GAP if self.zero else 0.0

    def ticks(
        self, length: float, size: float, width: Callable[[str], float] | None = None
    ) -> tuple[tuple[float, str], ...]:
        """Return place and number of each tick of an axis of that length in points,
        from the lower end up.

        Numbers keep their distance on an upright axis, with `width` side by side. A
        logarithmic axis has powers of ten; where fewer than three of them lie on it,
        also 2 and 5 times them; where that is too few, regular numbers.
        """
        room = width or (lambda text: size)
        if not self.log:
            marks = Ticks.between(
                min(self.low, self.high),
                max(self.low, self.high),
                length,
                room,
                whole=False,
            )
            return tuple((self.position(v), text) for v, text in marks.numbered)
        first, last = math.ceil(self.low - _SAME), math.floor(self.high + _SAME)
        if last - first < 2:
            return self._with_zero(self._close_ticks(length, room), length, room)
        decade = length * (1.0 - self.start) / (self.high - self.low)
        widest = max(room(power_of_ten(first)), room(power_of_ten(last)))
        step = next(
            (s for s in _DECADE_STEPS if s * decade >= _TICK_PITCH * widest),
            last - first,
        )
        exponents = [e for e in range(first, last + 1) if (last - e) % step == 0]
        return self._with_zero(
            [(self.position(10.0**e), power_of_ten(e)) for e in exponents], length, room
        )

    def _with_zero(
        self,
        ticks: list[tuple[float, str]],
        length: float,
        room: Callable[[str], float],
    ) -> tuple[tuple[float, str], ...]:
        """Add the tick of 0 if it is on the axis, and leave out those that would come
        too close to it.
        """
        if not self.zero:
            return tuple(ticks)
        return (0.0, "0"), *(
            tick for tick in ticks if tick[0] * length >= _TICK_PITCH * room("0")
        )

    def _close_ticks(
        self, length: float, room: Callable[[str], float]
    ) -> list[tuple[float, str]]:
        """Return the ticks of a logarithmic axis that is not much longer than from one
        power of ten to the next.
        """
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
            marks = Ticks.between(
                10.0**self.low, 10.0**self.high, length, room, whole=False
            )
            values, texts = list(marks.major), list(marks.labels)
            if not 1e-3 <= low < high < 1e6:
                texts = [short_number(value, digits=6) for value in values]
        ticks: list[tuple[float, str]] = []
        for value, text in zip(values, texts, strict=True):
            place = min(max(self.position(value), 0.0), 1.0)
            if not ticks or (place - ticks[-1][0]) * length >= _TICK_PITCH * max(
                room(text), room(ticks[-1][1])
            ):
                ticks.append((place, text))
        return ticks

    @staticmethod
    def holding(
        values: Iterable[float], scale: str = "auto", *, filled: float = 0.5
    ) -> ValueScale:
        """Choose a scale that holds all values; "auto" is logarithmic unless a value is
        negative or all are 0.

        Values fill at least the part `filled` of a logarithmic axis. Each of its ends is
        the next power of ten where that leaves no more than half of the rest empty there,
        and otherwise the outermost value itself.
        """
        check_choice("scale", scale, SCALES)
        numbers = list(values)
        low, high = min(numbers), max(numbers)
        if low < 0 and scale == "log":
            needs = (
                f"a logarithmic scale needs values that are not negative, not {low:.6g}: "
                "use "
            )
            raise UsageError(needs, Option("scale"), " 'linear'.")
        if scale == "linear" or low < 0 or high <= 0:
            if low == high:
                low, high = low - 0.5, high + 0.5
            return ValueScale(low=low, high=high, log=False)
        bottom, top = _ends(
            math.log10(min(value for value in numbers if value > 0)),
            math.log10(high),
            filled,
        )
        return ValueScale(low=bottom, high=top, log=True, zero=low <= 0)


@dataclass(frozen=True, kw_only=True)
class Axis:
    """A scale on the page: between two places, the lower end first, upright at x =
    `across`, or level ("bottom").
    """

    #: Between ticks and numbers that are below or left of an axis.
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
        """Draw line, ticks (value and number of each, by default those of the scale)
        and numbers.
        """
        length = self.end - self.start
        if ticks is None:
            width = (
                None if self.side == "left" else lambda text: meter.width(text, size)
            )
            placed = [
                (self.start + place * length, text)
                for place, text in self.scale.ticks(abs(length), size, width)
            ]
        else:
            placed = [(self.at(value), text) for value, text in ticks]
        ends = (self.start + self.scale.start * length, self.end)
        return [
            *draw_ticks(self.side, ends, self.across, placed, size, meter),
            *(self._broken() if self.scale.zero else ()),
        ]

    @staticmethod
    def beside(numbers: Iterable[str], size: float, meter: TextMeter) -> float:
        """Return the width of ticks and their numbers left of an upright axis."""
        return max((meter.width(number, size) for number in numbers), default=0.0) + (
            MAJOR + NUMBER_GAP
        )

    @property
    def zero_band(self) -> float:
        """Where the part of the axis that belongs to 0 ends."""
        return self.start + _STUB * self.scale.start * (self.end - self.start)

    def _broken(self) -> list[Element]:
        """Return the axis at 0, and the slashes between it and the part above."""
        gap = self.scale.start * (self.end - self.start)
        half, rise = _SLASH
        slashes = [
            (
                ((self.start + part * gap + rise), -half),
                (self.start + part * gap - rise, half),
            )
            for part in _BREAKS
        ]
        lines = [("zero", ((self.start, 0.0), (self.zero_band, 0.0)), AXIS_LINE)]
        lines += [("break", slash, _BREAK_LINE) for slash in slashes]
        return [
            Line(
                gid=f"value-{gid}",
                points=tuple(
                    (self.across + b, a)
                    if self.side == "left"
                    else (a, self.across + b)
                    for a, b in points
                ),
                width=width,
            )
            for gid, points, width in lines
        ]


def _ends(low: float, high: float, filled: float) -> tuple[float, float]:
    """Choose the ends of a logarithmic axis: powers of ten that are near enough, by one
    rule for both ends.
    """
    bottom, top = math.floor(low + _SAME), math.ceil(high - _SAME)
    span = high - low
    if span < _SAME:
        return bottom, max(top, bottom + 1)
    margin, room = (_LEAST_SPAN - span) / 2, (1.0 / filled - 1.0) / 2 * span
    if margin > 0:
        return low - margin, high + margin
    return bottom if low - bottom <= room else low, top if top - high <= room else high
