"""Axes: the positions of values on the page, and the elements of an axis."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from cddiagram.sheet.elements import Element, Line
from cddiagram.sheet.meter import TextMeter
from cddiagram.words import format_tick

_Point = tuple[float, float]

_MINIMUM_RANGE = 2
_NUMBER_SPACING = 1.5
_END_SPACING = 1.3
_MINIMUM_SPACING = 12.0
#: The distance between two numbers on a rank axis is at least the width of this many
#: digits. The second number is the maximum number of ticks with numbers. If there were
#: more numbers, the axis would be hard to read.
_DIGITS_APART, _MOST_RANKS = 2, 12
#: The first number is the minimum distance between a minor tick at an end of the axis
#: and the nearest other tick. The second number is the minimum distance between two
#: ticks that have minor ticks between them. Both numbers are in points.
_MINOR_SPACING, _MINOR_BETWEEN = 3.0, 18.0
#: The interval between two tick numbers may be divided into these numbers of parts, in
#: order of preference.
_PARTS = (6, 5, 4, 3, 2)


@dataclass(frozen=True, kw_only=True)
class Ticks:
    """Ticks in axis units, in ascending order: major ticks, their printed numbers, and
    minor ticks, which have no numbers.
    """

    major: tuple[float, ...]
    labels: tuple[str, ...]
    minor: tuple[float, ...] = ()

    @property
    def numbered(self) -> tuple[tuple[float, str], ...]:
        """The value and the number of each major tick."""
        return tuple(zip(self.major, self.labels, strict=True))

    @staticmethod
    def between(
        low: float,
        high: float,
        length: float,
        number_width: Callable[[str], float],
        *,
        whole: bool = True,
        gap: float = 0.0,
        most: float = math.inf,
    ) -> Ticks:
        """Choose regularly spaced ticks whose numbers do not come too close to each
        other.

        Steps are 1, 2 or 5 times a power of ten. The smallest possible step is used. A
        step is possible if it results in at most `most` numbers that are far enough
        apart: by 12 pt, by 1.5 times the width of the widest number, and by this width
        plus `gap`. If no step is possible, only the two outermost multiples of a step
        have numbers. Their distance must be at least 1.3 times the width of the wider
        number. An axis of whole numbers also has minor ticks and ticks at its ends.
        """
        points_per_unit = length / (high - low)
        # Tick steps below this power of ten are too small.
        power = math.floor(
            math.log10(min(_MINIMUM_SPACING / points_per_unit, high - low))
        )
        if whole:
            power = max(power, 0)
        step, major = _numbered_ticks(
            low, high, power, points_per_unit, number_width, gap, most
        )
        minor: list[float] = []
        if whole:
            minor = _minor_ticks(low, high, major, points_per_unit)
        return Ticks(
            major=tuple(major),
            labels=tuple(format_tick(value, step) for value in major),
            minor=tuple(value for value in sorted(minor) if value not in major),
        )

    @staticmethod
    def steps(first_power: int) -> list[float]:
        """Return 1, 2 and 5 times the powers of ten, beginning with
        ``10**first_power``.
        """
        return [
            float(f"{digit}e{power}")
            for power in range(first_power, first_power + 8)
            for digit in (1, 2, 5)
        ]

    @staticmethod
    def multiples(low: float, high: float, step: float) -> list[float]:
        """Return the multiples of `step` from `low` to `high`."""
        first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
        return [float(f"{index * step:.15g}") for index in range(first, last + 1)]


def _numbered_ticks(
    low: float,
    high: float,
    power: int,
    points_per_unit: float,
    number_width: Callable[[str], float],
    gap: float,
    most: float,
) -> tuple[float, list[float]]:
    """Return the step between the major ticks, and their values."""

    def fits(
        step: float, values: Sequence[float], distance: float, widths: float
    ) -> bool:
        if not 2 <= len(values) <= most:
            return False
        room = _MINIMUM_SPACING
        for value in values:
            width = number_width(format_tick(value, step))
            room = max(room, widths * width, width + gap)
        return distance * points_per_unit >= room

    candidates = []
    for step in Ticks.steps(power):
        values = Ticks.multiples(low, high, step)
        if values:
            candidates.append((step, values))
    for step, values in candidates:
        if fits(step, values, step, _NUMBER_SPACING):
            return step, values
    for step, values in reversed(candidates):
        outermost = [values[0], values[-1]]
        if fits(step, outermost, outermost[1] - outermost[0], _END_SPACING):
            return step, outermost
    if candidates:
        step, values = candidates[-1]
        return step, values[:1]
    return 1.0, []


def _minor_ticks(
    low: float, high: float, major: Sequence[float], points_per_unit: float
) -> list[float]:
    """Return the minor ticks of an axis of whole numbers."""
    minor: list[float] = []
    gap = 0.0
    if len(major) > 1:
        gap = major[1] - major[0]
    if gap * points_per_unit >= _MINOR_BETWEEN:
        sizes = [0.5]
        if gap > 1:
            sizes = Ticks.steps(0)
        for parts in _PARTS:
            size = gap / parts
            if major[0] % size == 0 and size in sizes:
                minor = Ticks.multiples(low, high, size)
                break
    for end in (low, high):
        distances = [abs(end - tick) for tick in (*major, *minor)]
        nearest = min(distances, default=math.inf)
        has_room = nearest * points_per_unit >= _MINOR_SPACING
        if has_room and float(end).is_integer():
            minor.append(float(end))
    return minor


AXIS_LINE = 0.8
MAJOR, _MINOR = 3.6, 2.0
_MINOR_LINE = 0.5
#: The distance between the ticks and the tick numbers below or to the left of an axis.
NUMBER_GAP = 2.0
#: Half the height of a number, as a multiple of its font size.
_HALF_NUMBER = 0.56
#: The distance from the top of the tick numbers to the axis line, minus 1.05 times
#: their font size.
_BELOW_NUMBERS = 5.5


@dataclass(frozen=True, kw_only=True)
class AxisScale:
    """A linear scale: the ranks at its two ends, their positions in points, and the
    vertical position of the axis line.
    """

    low: float
    high: float
    x_low: float
    #: This position is less than `x_low` if the best rank is on the right.
    x_high: float
    y: float = 0.0

    @property
    def left(self) -> float:
        """The left end of the axis."""
        return min(self.x_low, self.x_high)

    @property
    def right(self) -> float:
        """The right end of the axis."""
        return max(self.x_low, self.x_high)

    @property
    def length(self) -> float:
        """The length of the axis in points."""
        return abs(self.x_high - self.x_low)

    def at(self, rank: float) -> float:
        """Return the position of a rank in points. Ranks outside the range are
        extrapolated.
        """
        share = (rank - self.low) / (self.high - self.low)
        return self.x_low + share * (self.x_high - self.x_low)

    def points(self, difference: float) -> float:
        """Return the length of a rank difference in points."""
        return difference / (self.high - self.low) * self.length

    @staticmethod
    def rank_range(
        average_ranks: Sequence[float], *, full: bool, bounded: bool = True
    ) -> tuple[float, float]:
        """Return the range of the axis: 1 to k, or the nearest whole ranks that enclose
        the data and are at least 2 apart.
        """
        count = len(average_ranks)
        least, largest = min(average_ranks), max(average_ranks)
        low = math.floor(least + 1e-9)
        high = math.ceil(largest - 1e-9)
        bounded = bounded and low >= 1 and high <= count
        if full and bounded:
            return 1.0, float(count)
        first, last = -math.inf, math.inf
        if bounded:
            first, last = 1, count
        while high - low < _MINIMUM_RANGE and (low > first or high < last):
            is_nearer_low = least - low < high - largest - 1e-9
            if low > first and (is_nearer_low or high >= last):
                low -= 1
            else:
                high += 1
        return float(low), float(high)

    @staticmethod
    def end_room(
        low: float, high: float, size: float, meter: TextMeter, step: float = 1.0
    ) -> float:
        """Return the space required at each end of an axis: half the width of a tick
        number, plus 1 pt.
        """
        numbers = (format_tick(low, step), format_tick(high, step))
        return max(meter.width(number, size) for number in numbers) / 2 + 1.0

    @staticmethod
    def height(size: float) -> float:
        """Return the height of the tick numbers and ticks above the axis line."""
        return 1.05 * size + _BELOW_NUMBERS

    @staticmethod
    def height_without_numbers() -> float:
        """Return the height of the ticks above the axis line, plus the gap above the
        ticks.
        """
        return _BELOW_NUMBERS

    @staticmethod
    def below(size: float) -> float:
        """Return the height of ticks and their numbers below an axis line."""
        return to_numbers(size) + size

    def number_row(self, size: float) -> float:
        """Return the vertical middle of the tick numbers above the axis line."""
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
        """Return the axis line, its ticks and its numbers on one side.

        The ticks cover the whole axis, or only the range between the two ranks
        `ticked`.
        """
        low, high = ticked or (self.low, self.high)
        length = self.points(high - low)

        def number_width(text: str) -> float:
            return meter.width(text, size)

        gap, most = 0.0, math.inf
        if whole:
            gap, most = _DIGITS_APART * number_width("0"), _MOST_RANKS
        ticks = Ticks.between(
            low, high, length, number_width, whole=whole, gap=gap, most=most
        )
        marks = [(self.at(value), "") for value in ticks.minor]
        marks += [(self.at(value), text) for value, text in ticks.numbered]
        return draw_ticks(side, (self.left, self.right), self.y, marks, size, meter)

    def draw_ticks(
        self,
        ticks: Iterable[tuple[float, str]],
        size: float,
        meter: TextMeter,
        side: str = "top",
    ) -> list[Element]:
        """Return the axis line with ticks on one side, given their positions and
        numbers.
        """
        return draw_ticks(side, (self.left, self.right), self.y, ticks, size, meter)


def to_numbers(size: float) -> float:
    """Return the distance from an axis to the numbers below it.

    At this distance, the numbers do not touch the lowest number of a vertical axis at
    the same corner.
    """
    return max(MAJOR + NUMBER_GAP, _HALF_NUMBER * size)


def number_row(axis_y: float, size: float) -> float:
    """Return the vertical middle of the tick numbers above an axis line."""
    return axis_y - AxisScale.height(size) + 0.48 * size


def draw_ticks(
    side: str,
    ends: tuple[float, float],
    across: float,
    ticks: Iterable[tuple[float, str]],
    size: float,
    meter: TextMeter,
) -> list[Element]:
    """Return an axis between two ends: its line at `across`, its ticks and their
    numbers. A tick with an empty number is a minor tick.
    """
    upright = side == "left"
    prefix = ""
    if upright:
        prefix = "value-"
    outwards = -1.0
    if side == "bottom":
        outwards = 1.0

    def line(
        gid: str, start: _Point, end: _Point, width: float, cap: str = "butt"
    ) -> Line:
        points = (start, end)
        if upright:
            points = (start[::-1], end[::-1])
        return Line(gid=prefix + gid, points=points, width=width, cap=cap)

    marks = list(ticks)
    numbered = [(position, text) for position, text in marks if text]
    elements: list[Element] = [
        line("axis", (ends[0], across), (ends[1], across), AXIS_LINE, "projecting")
    ]
    tip = across + outwards * _MINOR
    for position, text in marks:
        if not text:
            start, end = (position, across), (position, tip)
            elements.append(line("tick-minor", start, end, _MINOR_LINE))
    tip = across + outwards * MAJOR
    for position, _ in numbered:
        elements.append(line("tick", (position, across), (position, tip), AXIS_LINE))
    if upright:
        right = across - MAJOR - NUMBER_GAP
        for position, text in numbered:
            number = meter.put(
                "value-number", right, position, text, size, anchor="right"
            )
            elements.append(number)
        return elements
    y = across + to_numbers(size) + 0.4 * size
    if side == "top":
        y = number_row(across, size)
    for position, text in numbered:
        elements.append(
            meter.put("tick-number", position, y, text, size, anchor="center")
        )
    return elements
