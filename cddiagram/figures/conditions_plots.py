"""The two small plots of a panel: histogram with the normal curve, and normal Q-Q plot with its line."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from cddiagram.sheet.elements import Box, Element, Line, Marker, Rectangle

if TYPE_CHECKING:
    from cddiagram.stats.conditions import Histogram

_AXIS, _CURVE, _BAR_EDGE = 0.6, 0.9, 0.4
_DOT = 1.1
#: More points than this cannot be distinguished at this size.
_MOST_DOTS = 120
_CURVE_STEPS = 40


def draw_histogram(place: int, histogram: Histogram, mean: float, deviation: float, box: Box) -> list[Element]:
    """Return bars from the lower edge of the box, and the normal curve of the same mean, deviation and area."""
    left, top, right, bottom = box
    edges, counts = np.asarray(histogram.edges), np.asarray(histogram.counts)
    low, high = float(edges[0]), float(edges[-1])
    total, step = float(counts.sum()), (high - low) / len(counts)
    peak = total * step / (deviation * math.sqrt(2 * math.pi)) if deviation > 0 else 0.0
    highest = max(float(counts.max()), peak)

    def x(value: float) -> float:
        return left + (value - low) / (high - low) * (right - left)

    def y(count: float) -> float:
        return bottom - count / highest * (bottom - top)

    width = (right - left) / len(counts)
    elements: list[Element] = [
        Rectangle(
            gid=f"bin-{place}",
            x=left + index * width,
            y=y(count),
            width=width,
            height=bottom - y(count),
            fill="guide",
            edge="leader",
            edge_width=_BAR_EDGE,
        )
        for index, count in enumerate(counts.tolist())
        if count
    ]
    if deviation > 0:
        steps = [low + (high - low) * index / _CURVE_STEPS for index in range(_CURVE_STEPS + 1)]
        points = tuple((x(v), y(peak * math.exp(-0.5 * ((v - mean) / deviation) ** 2))) for v in steps)
        elements.append(Line(gid=f"curve-{place}", points=points, width=_CURVE, color="accent"))
    elements.append(Line(gid=f"axis-{place}", points=((left, bottom), (right, bottom)), width=_AXIS))
    return elements


def draw_quantiles(
    place: int,
    scores: NDArray[np.float64],
    quantiles: NDArray[np.float64],
    mean: float,
    deviation: float,
    box: Box,
) -> list[Element]:
    """Return the scores over their normal quantiles, and the line on which normal scores would lie."""
    left, top, right, bottom = box
    inner = _DOT + _AXIS
    left, right, top, bottom = left + inner, right - _DOT, top + _DOT, bottom - inner
    low, high = float(scores[0]), float(scores[-1])
    reach = float(quantiles[-1])

    def x(quantile: float) -> float:
        return left + (quantile + reach) / (2 * reach) * (right - left)

    def y(score: float) -> float:
        return bottom - ((score - low) / (high - low) if high > low else 0.5) * (bottom - top)

    elements: list[Element] = []
    if deviation > 0:  # the line within the plot: where it is neither left, right, above nor below of it
        start, end = max(-reach, (low - mean) / deviation), min(reach, (high - mean) / deviation)
        ends = tuple((x(quantile), y(mean + deviation * quantile)) for quantile in (start, end))
        elements.append(Line(gid=f"normal-{place}", points=ends, width=_CURVE, color="accent"))
    outer = ((box[0], box[1]), (box[0], box[3]), (box[2], box[3]))
    elements.append(Line(gid=f"frame-{place}", points=outer, width=_AXIS))
    count = len(scores)
    shown = (
        range(count) if count <= _MOST_DOTS else np.unique(np.linspace(0, count - 1, _MOST_DOTS).round().astype(int))
    )
    for index in shown:
        dot = Marker(gid=f"point-{place}", x=x(float(quantiles[index])), y=y(float(scores[index])), radius=_DOT)
        elements.append(dot)
    return elements
