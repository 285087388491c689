"""What the figures of convergence share: values drawn, the page and its texts, the axes of cut-points and of values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from cddiagram.sheet.elements import Element, Line
from cddiagram.sheet.header import PAD_X, HeaderItems, draw_header
from cddiagram.sheet.look import Look
from cddiagram.sheet.meter import TextMeter
from cddiagram.sheet.naming import text_or_none
from cddiagram.sheet.value_axis import ValueScale
from cddiagram.sheet.wrap import wrap

if TYPE_CHECKING:
    from cddiagram.convergence.histories import Histories

Values = NDArray[np.float64]

TICK, TICK_GAP = 3.6, 2.0
#: Rows of a text are so many sizes of their type apart.
ROW = 1.35
_AXIS_LINE, _TICK_LINE = 0.8, 0.8
_MINOR_TICK, _MINOR_LINE = 2.0, 0.5
_NUMBER_SPACING = 1.4
_LARGE = 1e5
_SCALES = ((1e9, "billions"), (1e6, "millions"), (1e3, "thousands"))


def errors_of(histories: Histories) -> tuple[Values, str]:
    """Return what is drawn of histories, (k, n, c), and what it is called: "error" or "value"."""
    values = np.asarray(histories.values)
    if histories.optimum is None:
        error = not histories.higher_is_better and bool((values >= 0).all())
        return values, "error" if error else "value"
    optimum = np.asarray(histories.optimum)[:, np.newaxis]
    return (optimum - values if histories.higher_is_better else values - optimum), "error"


def scale_of(histories: Histories, scale: str) -> str:
    """Return the scale asked for; values that are better the higher they are and have no optimum are no errors."""
    return "linear" if scale == "auto" and histories.higher_is_better and histories.optimum is None else scale


@dataclass(frozen=True)
class Canvas:
    """What a figure is drawn on: the look asked for, and how its texts are measured."""

    look: Look
    meter: TextMeter

    @property
    def width(self) -> float:
        """Its width in points."""
        return self.look.page_width

    @property
    def small(self) -> float:
        """Size of all but title and names."""
        return self.look.font_size - 1.0

    @property
    def room(self) -> float:
        """Width between the margins."""
        return self.width - 2 * PAD_X

    def lines(self, text: str, limit: float, size: float, *, italic: bool = False, math: bool = False) -> Sequence[str]:
        """Break a text; what cannot be broken stays whole."""
        return wrap(text, limit, lambda line: self.meter.width(line, size, False, italic), math=math) or (text,)

    def note(self, said: str) -> str | None:
        """Return the note asked for, `said` by default."""
        return text_or_none("note", said if self.look.note == "auto" else self.look.note)

    def header(self, said: str, size: float | None = None) -> tuple[list[Element], float]:
        """Return title and note, and where they end; the note says `said`, `size` is that of smaller names."""
        look = self.look
        size = look.font_size if size is None else size
        items = HeaderItems(
            page=self.width,
            size=size - 1.0,
            title=text_or_none("title", look.title),
            title_size=size,
            note=self.note(said),
            math=look.math,
        )
        return draw_header(items, self.meter)


@dataclass(frozen=True, kw_only=True)
class CutAxis:
    """A horizontal axis of cut-points: rising places, the first at `left`, the last at `right`, and their numbers."""

    points: tuple[float, ...]
    left: float
    right: float
    labels: tuple[str, ...]
    unit: str

    def x(self, index: int) -> float:
        """Return the place of a cut-point."""
        first, last = self.points[0], self.points[-1]
        return self.left + (self.points[index] - first) / (last - first) * (self.right - self.left)

    def path(self, values: Values, axis: ValueAxis) -> tuple[tuple[float, float], ...]:
        """Return the line through the values at the cut-points."""
        return tuple((self.x(j), axis.y(float(value))) for j, value in enumerate(values))

    def draw(self, y: float, size: float, canvas: Canvas) -> tuple[list[Element], float]:
        """Draw line, ticks, numbers and unit below `y`; also return where they end.

        Every cut-point has a tick; numbers stand at as many as have room, always at the last one.
        """
        elements: list[Element] = [
            Line(gid="axis", points=((self.left, y), (self.right, y)), width=_AXIS_LINE, cap="projecting")
        ]
        numbered = self._numbered(max(canvas.meter.width(label, size) for label in self.labels))
        low = y + TICK + TICK_GAP + 0.4 * size
        for i, label in enumerate(self.labels):
            x = self.x(i)
            if i in numbered:
                elements.append(Line(gid="tick", points=((x, y), (x, y + TICK)), width=_TICK_LINE))
                elements.append(canvas.meter.put("tick-number", x, low, label, size, anchor="center"))
            else:
                elements.append(Line(gid="tick-minor", points=((x, y), (x, y + _MINOR_TICK)), width=_MINOR_LINE))
        low += 1.25 * size
        half = canvas.meter.width(self.unit, size) / 2
        middle = min(max((self.left + self.right) / 2, half + 1.5), canvas.width - 1.5 - half)
        elements.append(
            canvas.meter.put("axis-label", middle, low, self.unit, size, anchor="center", color="secondary")
        )
        return elements, low + 0.6 * size

    def _numbered(self, widest: float) -> range:
        """Return the cut-points with numbers: every one, every second, ..., so that the widest keep their distance."""
        count, least = len(self.points), max(_NUMBER_SPACING * widest, widest + 3.0)
        for step in range(1, count):
            if all(self.x(i) - self.x(i - step) >= least for i in range(count - 1, step - 1, -step)):
                return range(count - 1, -1, -step)
        return range(count - 1, -1, -count)


def cut_labels(points: Sequence[float], unit: str) -> tuple[tuple[str, ...], str]:
    """Print places of cut-points; large ones in thousands, millions or billions, which the unit then says.

    Examples
    --------
    >>> cut_labels([10, 20], "% of the budget"), cut_labels([50000, 100000], "evaluations")
    ((('10', '20'), '% of the budget'), (('50', '100'), 'evaluations (thousands)'))
    """
    divisor, word = next(((d, w) for d, w in _SCALES if points[-1] >= max(_LARGE, d)), (1.0, ""))
    return tuple(f"{point / divisor:.6g}" for point in points), f"{unit} ({word})" if word else unit


@dataclass(frozen=True, kw_only=True)
class ValueAxis:
    """A vertical axis of values at `x`, from `top` to `bottom`."""

    scale: ValueScale
    x: float
    top: float
    bottom: float

    def y(self, value: float) -> float:
        """Return the height of a value."""
        return self.bottom - self.scale.place(value) * (self.bottom - self.top)

    def draw(self, size: float, canvas: Canvas, ticks: Iterable[tuple[float, str]] | None = None) -> list[Element]:
        """Draw the line with its ticks, numbers left of them; on a logarithmic scale it does not reach 0."""
        x, length = self.x, self.bottom - self.top
        line = ((x, self.top), (x, self.bottom - self.scale.start * length))
        elements: list[Element] = [Line(gid="value-axis", points=line, width=_AXIS_LINE, cap="projecting")]
        for place, text in self.scale.ticks(length, size) if ticks is None else ticks:
            y = self.bottom - place * length
            elements.append(Line(gid="value-tick", points=((x - TICK, y), (x, y)), width=_TICK_LINE))
            elements.append(canvas.meter.put("value-number", x - TICK - TICK_GAP, y, text, size, anchor="right"))
        return elements
