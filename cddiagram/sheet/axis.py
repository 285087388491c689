"""Axes: where values stand on the page, and line, ticks and numbers as elements."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

from cddiagram.sheet.elements import Element, Line
from cddiagram.sheet.meter import TextMeter
from cddiagram.words import format_tick

_MINIMUM_RANGE = 2
_NUMBER_SPACING = 1.5
_END_SPACING = 1.3
_MINIMUM_SPACING = 12.0
#: Minor ticks are so far apart, and stand only between numbers that are so far apart.
_MINOR_SPACING, _MINOR_BETWEEN = 3.0, 18.0
#: Into so many parts they divide the distance of two numbers.
_PARTS = (6, 5, 4, 3, 2)


@dataclass(frozen=True, kw_only=True)
class Ticks:
    """Ticks in axis units, ascending: those with numbers, their numbers, and those
    without.
    """

    major: tuple[float, ...]
    labels: tuple[str, ...]
    minor: tuple[float, ...] = ()

    @property
    def numbered(self) -> tuple[tuple[float, str], ...]:
        """Value and number of each that has one."""
        return tuple(zip(self.major, self.labels, strict=True))

    @staticmethod
    def between(
        low: float,
        high: float,
        length: float,
        number_width: Callable[[str], float],
        *,
        whole: bool = True,
    ) -> Ticks:
        """Choose ticks at regular steps so that no two numbers come close.

        Numbers stand at the multiples of the smallest step, 1, 2 or 5 times a power of ten,
        whose spacing is at least 1.5 times the widest number and 12 pt. Where only one
        would have room, they are the outermost two multiples of a finer step, which stand
        1.3 widths apart. An axis of whole numbers has minor ticks as well, and ticks at its
        ends.
        """
        scale = length / (high - low)
        power = math.floor(
            math.log10(min(_MINIMUM_SPACING / scale, high - low))
        )  # all finer steps are too close
        found = [
            (step, Ticks.multiples(low, high, step))
            for step in Ticks.steps(max(power, 0) if whole else power)
        ]
        found = [(step, values) for step, values in found if values]

        def fit(
            step: float, values: Sequence[float], distance: float, widths: float
        ) -> bool:
            room = max(
                _MINIMUM_SPACING,
                *(widths * number_width(format_tick(value, step)) for value in values),
            )
            return len(values) > 1 and distance * scale >= room

        regular = (
            (step, values)
            for step, values in found
            if fit(step, values, step, _NUMBER_SPACING)
        )
        outermost = (
            (step, [values[0], values[-1]]) for step, values in reversed(found)
        )
        two = (
            ends
            for ends in outermost
            if fit(*ends, ends[1][1] - ends[1][0], _END_SPACING)
        )
        one = ((step, values[:1]) for step, values in reversed(found))
        step, major = next(chain(regular, two, one), (1.0, []))
        minor, between = list[float](), major[1] - major[0] if len(major) > 1 else 0.0
        if whole and between * scale >= _MINOR_BETWEEN:
            sizes = [
                between / part for part in _PARTS if major[0] % (between / part) == 0
            ]
            size = next(
                (
                    size
                    for size in sizes
                    if size in (Ticks.steps(0) if between > 1 else (0.5,))
                ),
                0.0,
            )
            minor = Ticks.multiples(low, high, size) if size else []
        for end in (low, high) if whole else ():
            if float(end).is_integer() and all(
                abs(end - tick) * scale >= _MINOR_SPACING for tick in (*major, *minor)
            ):
                minor.append(float(end))
        return Ticks(
            major=tuple(major),
            labels=tuple(format_tick(value, step) for value in major),
            minor=tuple(value for value in sorted(minor) if value not in major),
        )

    @staticmethod
    def steps(first_power: int) -> list[float]:
        """Return 1, 2 and 5 times the powers of ten from that one up."""
        return [
            float(f"{digit}e{power}")
            for power in range(first_power, first_power + 8)
            for digit in (1, 2, 5)
        ]

    @staticmethod
    def multiples(low: float, high: float, step: float) -> list[float]:
        """Return the multiples of a step between two ends."""
        first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
        return [float(f"{index * step:.12g}") for index in range(first, last + 1)]


AXIS_LINE = 0.8
MAJOR, _MINOR = 3.6, 2.0
_MINOR_LINE = 0.5
#: Between ticks and numbers that stand below or left of an axis.
NUMBER_GAP = 2.0
#: Half the height that a number takes, in sizes of its type.
_HALF_NUMBER = 0.56
#: Height from the top of the tick numbers to the axis line, beside 1.05 times their
#: size.
_BELOW_NUMBERS = 5.5


@dataclass(frozen=True, kw_only=True)
class AxisScale:
    """A straight scale: ranks at the two ends, their places in points, and the place of
    the axis line.
    """

    low: float
    high: float
    x_low: float
    x_high: float  #: Left of the other where the best rank is on the right.
    y: float = 0.0

    @property
    def left(self) -> float:
        """Left end of the axis."""
        return min(self.x_low, self.x_high)

    @property
    def right(self) -> float:
        """Right end of the axis."""
        return max(self.x_low, self.x_high)

    @property
    def length(self) -> float:
        """Length in points."""
        return abs(self.x_high - self.x_low)

    def at(self, rank: float) -> float:
        """Return the position of a rank; ranks beyond the ends lie outside of the axis."""
        return self.x_low + (rank - self.low) / (self.high - self.low) * (
            self.x_high - self.x_low
        )

    def points(self, difference: float) -> float:
        """Return the length of a difference of ranks."""
        return difference / (self.high - self.low) * self.length

    @staticmethod
    def rank_range(
        average_ranks: Sequence[float], *, full: bool, bounded: bool = True
    ) -> tuple[float, float]:
        """Return the range of the axis: 1..k, or the whole ranks around the data, at least
        2 wide.
        """
        count = len(average_ranks)
        low, high = (
            math.floor(min(average_ranks) + 1e-9),
            math.ceil(max(average_ranks) - 1e-9),
        )
        bounded = bounded and low >= 1 and high <= count
        if full and bounded:
            return 1.0, float(count)
        first, last = (1, count) if bounded else (-math.inf, math.inf)
        while high - low < _MINIMUM_RANGE and (low > first or high < last):
            below, above = min(average_ranks) - low, high - max(average_ranks)
            if low > first and (below < above - 1e-9 or high >= last):
                low -= 1
            else:
                high += 1
        return float(low), float(high)

    @staticmethod
    def end_room(
        low: float, high: float, size: float, meter: TextMeter, step: float = 1.0
    ) -> float:
        """Return the room that stays free at each end of an axis: half a tick number and 1
        pt.
        """
        numbers = (format_tick(low, step), format_tick(high, step))
        return max(meter.width(number, size) for number in numbers) / 2 + 1.0

    @staticmethod
    def height(size: float) -> float:
        """Return the height of tick numbers and ticks, down to the axis line."""
        return 1.05 * size + _BELOW_NUMBERS

    @staticmethod
    def below(size: float) -> float:
        """Return the height of ticks and their numbers below an axis line."""
        return to_numbers(size) + size

    def number_row(self, size: float) -> float:
        """Return the vertical middle of the tick numbers over the axis line."""
        return number_row(self.y, size)

    def draw(
        self,
        size: float,
        meter: TextMeter,
        ticked: tuple[float, float] | None = None,
        side: str = "top",
        *,
        whole: bool = True,
    ) -> list[Element]:
        """Return the axis line, its ticks and its numbers on a side; ticks stand on the
        whole axis or between two ranks.
        """
        low, high = ticked or (self.low, self.high)
        ticks = Ticks.between(
            low,
            high,
            self.points(high - low),
            lambda text: meter.width(text, size),
            whole=whole,
        )
        places = [
            (self.at(value), text)
            for value, text in (*((tick, "") for tick in ticks.minor), *ticks.numbered)
        ]
        return draw_ticks(side, (self.left, self.right), self.y, places, size, meter)

    def draw_ticks(
        self, ticks: Iterable[tuple[float, str]], size: float, meter: TextMeter
    ) -> list[Element]:
        """Return the axis line with given ticks, their positions and numbers, above it."""
        return draw_ticks("top", (self.left, self.right), self.y, ticks, size, meter)


def to_numbers(size: float) -> float:
    """Return how far below an axis its numbers begin: below the lowest number of an
    upright axis from the same end.
    """
    return max(MAJOR + NUMBER_GAP, _HALF_NUMBER * size)


def number_row(axis_y: float, size: float) -> float:
    """Return the vertical middle of the tick numbers over an axis line."""
    return axis_y - AxisScale.height(size) + 0.48 * size


def draw_ticks(
    side: str,
    ends: tuple[float, float],
    across: float,
    ticks: Iterable[tuple[float, str]],
    size: float,
    meter: TextMeter,
) -> list[Element]:
    """Return an axis between two ends: its line at `across`, its ticks (minor ones lack
    numbers), and their numbers.
    """
    away, name = (
        (-1.0, "value-") if side == "left" else (-1.0 if side == "top" else 1.0, "")
    )

    def line(
        gid: str,
        start: tuple[float, float],
        end: tuple[float, float],
        width: float,
        cap: str = "butt",
    ) -> Line:
        points = tuple((y, x) if side == "left" else (x, y) for x, y in (start, end))
        return Line(gid=name + gid, points=points, width=width, cap=cap)

    placed = list(ticks)
    elements: list[Element] = [
        line("axis", (ends[0], across), (ends[1], across), AXIS_LINE, "projecting")
    ]
    for gid, length, width, numbered in (
        ("tick-minor", _MINOR, _MINOR_LINE, False),
        ("tick", MAJOR, AXIS_LINE, True),
    ):
        for place, text in placed:
            if bool(text) == numbered:
                elements.append(
                    line(gid, (place, across), (place, across + away * length), width)
                )
    y = (
        number_row(across, size)
        if side == "top"
        else across + to_numbers(size) + 0.4 * size
    )
    for place, text in placed:
        if text and side == "left":
            left = across - MAJOR - NUMBER_GAP
            elements.append(
                meter.put("value-number", left, place, text, size, anchor="right")
            )
        elif text:
            elements.append(
                meter.put("tick-number", place, y, text, size, anchor="center")
            )
    return elements
