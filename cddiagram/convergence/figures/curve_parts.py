"""What the figures of convergence share: texts, the axis of cut-points, and the axis of values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cddiagram.sheet.elements import Element, Line, Text
from cddiagram.sheet.meter import TextMeter
from cddiagram.sheet.value_axis import ValueScale

AXIS_LINE, TICK, TICK_LINE = 0.8, 3.6, 0.8
MINOR_TICK, MINOR_LINE = 2.0, 0.5
TICK_GAP = 2.0
_NUMBER_SPACING = 1.4
_LARGE = 1e5
_SCALES = ((1e9, "billions"), (1e6, "millions"), (1e3, "thousands"))


def put_text(gid: str, x: float, y: float, text: str, size: float, meter: TextMeter, **style: object) -> Text:
    """Make a text with its measured width; `style` is color, anchor, bold, italic, math."""
    bold, italic = bool(style.get("bold", False)), bool(style.get("italic", False))
    return Text(gid=gid, x=x, y=y, text=text, size=size, width=meter.width(text, size, bold, italic), **style)  # type: ignore[arg-type]


@dataclass(frozen=True, kw_only=True)
class CutAxis:
    """A horizontal axis of cut-points.

    Attributes
    ----------
    points : tuple of float
        Rising places.
    left, right : float
        Where the first and the last stand.
    labels : tuple of str
        The number of each.
    unit : str
        What they count.
    """

    points: tuple[float, ...]
    left: float
    right: float
    labels: tuple[str, ...]
    unit: str

    def x(self, index: int) -> float:
        """Give the place of a cut-point."""
        first, last = self.points[0], self.points[-1]
        return self.left + (self.points[index] - first) / (last - first) * (self.right - self.left)

    def draw(self, y: float, size: float, page: float, meter: TextMeter) -> tuple[list[Element], float]:
        """Draw line, ticks, numbers and unit below `y`; also return where they end.

        Every cut-point has a tick; numbers stand at as many as have room, always at the last one.
        """
        count = len(self.points)
        elements: list[Element] = [
            Line(gid="axis", points=((self.left, y), (self.right, y)), width=AXIS_LINE, cap="projecting")
        ]
        widest = max(meter.width(label, size) for label in self.labels)
        step = next(
            (
                step
                for step in range(1, count)
                if all(
                    self.x(i) - self.x(i - step) >= max(_NUMBER_SPACING * widest, widest + 3.0)
                    for i in range(count - 1, step - 1, -step)
                )
            ),
            count,
        )
        numbered = set(range(count - 1, -1, -step))
        low = y + TICK + TICK_GAP + 0.4 * size
        for i in range(count):
            x = self.x(i)
            length, width, gid = (TICK, TICK_LINE, "tick") if i in numbered else (MINOR_TICK, MINOR_LINE, "tick-minor")
            elements.append(Line(gid=gid, points=((x, y), (x, y + length)), width=width))
            if i in numbered:
                elements.append(put_text("tick-number", x, low, self.labels[i], size, meter, anchor="center"))
        low += 1.25 * size
        width = meter.width(self.unit, size)
        middle = min(max((self.left + self.right) / 2, width / 2 + 1.5), page - 1.5 - width / 2)
        elements.append(put_text("axis-label", middle, low, self.unit, size, meter, anchor="center", color="secondary"))
        return elements, low + 0.6 * size


def cut_labels(points: Sequence[float], unit: str) -> tuple[tuple[str, ...], str]:
    """Print places of cut-points; large ones in thousands, millions or billions, which the unit then says.

    Examples
    --------
    >>> cut_labels([10, 20], "% of the budget"), cut_labels([50000, 100000], "evaluations")
    ((('10', '20'), '% of the budget'), (('50', '100'), 'evaluations (thousands)'))
    """
    divisor, word = next(((d, w) for d, w in _SCALES if points[-1] >= max(_LARGE, d)), (1.0, ""))
    return tuple(f"{point / divisor:.6g}" for point in points), f"{unit} ({word})" if word else unit


def number_width(scale: ValueScale, length: float, size: float, meter: TextMeter) -> float:
    """Return the width that an axis of values needs left of its line."""
    return max(meter.width(text, size) for _, text in scale.ticks(length, size)) + TICK_GAP + TICK


def draw_value_axis(
    scale: ValueScale, x: float, top: float, bottom: float, size: float, meter: TextMeter
) -> list[Element]:
    """Draw the axis of values left of `x`; on a logarithmic scale the line does not reach 0."""
    length = bottom - top
    start = bottom - scale.start * length
    elements: list[Element] = [Line(gid="value-axis", points=((x, top), (x, start)), width=AXIS_LINE, cap="projecting")]
    for place, text in scale.ticks(length, size):
        y = bottom - place * length
        elements.append(Line(gid="value-tick", points=((x - TICK, y), (x, y)), width=TICK_LINE))
        elements.append(put_text("value-number", x - TICK - TICK_GAP, y, text, size, meter, anchor="right"))
    return elements
