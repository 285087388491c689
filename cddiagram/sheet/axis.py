"""The rank axis: its scale, and its line, ticks and numbers as elements."""

from __future__ import annotations

from dataclasses import dataclass

from cddiagram.sheet.elements import Element, Line, Text
from cddiagram.sheet.meter import TextMeter
from cddiagram.sheet.ticks import make_ticks
from cddiagram.words.numbers import format_tick

_LINE = 0.8
_MAJOR, _MINOR = 3.6, 2.0
_MINOR_LINE = 0.5
#: Height from the top of the tick numbers to the axis line, beside 1.05 times their size.
_BELOW_NUMBERS = 5.5


@dataclass(frozen=True, kw_only=True)
class AxisScale:
    """A straight scale.

    Attributes
    ----------
    low, high : float
        Ranks at the two ends.
    x_low, x_high : float
        Their places in points; ``x_low > x_high`` when the best rank is on the right.
    y : float
        Place of the axis line.
    """

    low: float
    high: float
    x_low: float
    x_high: float
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
        """Return the place of a rank; ranks beyond the ends lie outside of the axis."""
        return self.x_low + (rank - self.low) / (self.high - self.low) * (self.x_high - self.x_low)

    def points(self, difference: float) -> float:
        """Return the length of a difference of ranks."""
        return difference / (self.high - self.low) * self.length


def end_room(low: float, high: float, size: float, meter: TextMeter) -> float:
    """Return the room that stays free at each end of an axis: half a tick number and 1 pt."""
    numbers = (format_tick(low, 1.0), format_tick(high, 1.0))
    return max(meter.width(number, size) for number in numbers) / 2 + 1.0


def axis_height(size: float) -> float:
    """Return the height of tick numbers and ticks, down to the axis line."""
    return 1.05 * size + _BELOW_NUMBERS


def number_row(scale_y: float, size: float) -> float:
    """Return the vertical middle of the tick numbers over an axis line at `scale_y`."""
    return scale_y - axis_height(size) + 0.48 * size


def draw_axis(
    scale: AxisScale, size: float, meter: TextMeter, ticked: tuple[float, float] | None = None
) -> list[Element]:
    """Return the axis line, its ticks (upwards) and its numbers; ticks stand on the whole axis or between two ranks."""
    low, high = ticked or (scale.low, scale.high)
    ticks = make_ticks(low, high, scale.points(high - low), lambda text: meter.width(text, size))
    elements: list[Element] = [
        Line(gid="axis", points=((scale.left, scale.y), (scale.right, scale.y)), width=_LINE, cap="projecting")
    ]
    for values, gid, height, width in (
        (ticks.minor, "tick-minor", _MINOR, _MINOR_LINE),
        (ticks.major, "tick", _MAJOR, _LINE),
    ):
        for value in values:
            x = scale.at(value)
            elements.append(Line(gid=gid, points=((x, scale.y), (x, scale.y - height)), width=width))
    y = number_row(scale.y, size)
    for value, label in zip(ticks.major, ticks.labels, strict=True):
        number = Text(
            gid="tick-number",
            x=scale.at(value),
            y=y,
            text=label,
            size=size,
            width=meter.width(label, size),
            anchor="center",
        )
        elements.append(number)
    return elements
