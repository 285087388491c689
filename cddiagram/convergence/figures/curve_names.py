"""Names at the right ends of curves: spread apart, with pointers; long ones smaller or broken."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from cddiagram.convergence.figures.curve_parts import put_text
from cddiagram.sheet.elements import Box, Element, Line, Text
from cddiagram.sheet.header import PAD_X
from cddiagram.sheet.meter import TextMeter
from cddiagram.sheet.names import text_box
from cddiagram.sheet.spread import spread
from cddiagram.sheet.wrap import wrap

_POINTER, _GAP = 0.5, 2.0
#: Pointers are this wide, and wider by a part of the farthest way that a name is moved, so that steep ones come apart.
_WIDTH, _MOST_WIDTH, _PER_SHIFT = 10.0, 22.0, 0.2
_HEIGHT, _NARROWEST, _LEAST_PART = 100.0, 72.0, 0.42
#: The plot is higher than its names by this factor, so that most of them stand near their lines.
_SLACK = 1.3
_NAME_PITCH, _LINE_PITCH = 1.2, 1.12
_SHORTEST_LINE, _ROUNDS = 20.0, 3


@dataclass(frozen=True, kw_only=True)
class EndNames:
    """How names stand.

    Attributes
    ----------
    size : float
        Of the type, in points.
    lines : tuple of tuple of str
        The lines of each name.
    height : float
        Of the plot.
    middles : tuple of float
        For each curve the middle of its name below the top of the plot.
    pointer : float
        Width of the pointers.
    left, right : float
        Ends of the plot's axis.
    """

    size: float
    lines: tuple[tuple[str, ...], ...]
    height: float
    middles: tuple[float, ...]
    pointer: float
    left: float
    right: float


def plan_names(
    names: Sequence[str],
    ends: Sequence[float],
    *,
    bold: Sequence[bool],
    sizes: Sequence[float],
    page: float,
    numbers: Callable[[float, float], float],
    meter: TextMeter,
    math: bool,
) -> EndNames | None:
    """Find the largest type at which the axes keep their least width; at the smallest, names may be broken.

    Parameters
    ----------
    names : sequence of str
        One for each curve.
    ends : sequence of float
        Where each curve ends, from 0 at the bottom of the plot to 1 at its top.
    bold : sequence of bool
        Which names are bold.
    sizes : sequence of float
        Sizes of type to try, the largest first.
    page : float
        Width of the page in points.
    numbers : callable
        ``numbers(height, size)`` -> the room left of the axis for a plot of that height.
    meter : TextMeter
        Measures texts.
    math : bool
        Whether names are mathtext.

    Returns
    -------
    EndNames or None
        None if the names leave too little room for the axes.
    """
    least = max(_NARROWEST, _LEAST_PART * page)

    def plan(size: float, lines: tuple[tuple[str, ...], ...]) -> EndNames:
        most = max(len(name) for name in lines)
        pitch = max(_NAME_PITCH, most * _LINE_PITCH + 0.1) * size
        highest = (most - 1) / 2 * _LINE_PITCH * size  # the middle of a name that stands at the top of the plot
        height = max(_HEIGHT, _SLACK * (len(names) - 1) * pitch + highest)
        middles, shift = _middles(ends, height, pitch, highest)
        pointer = min(_MOST_WIDTH, _WIDTH + _PER_SHIFT * shift)
        widest = max(meter.width(text, size, b) for name, b in zip(lines, bold, strict=True) for text in name)
        return EndNames(
            size=size,
            lines=lines,
            height=height,
            middles=middles,
            pointer=pointer,
            left=PAD_X + numbers(height, size),
            right=page - PAD_X - widest - pointer - 2 * _GAP,
        )

    for size in sizes:
        found = plan(size, tuple((name,) for name in names))
        if found.right - found.left >= least:
            return found
    # Broken names make the plot higher, and a higher axis may have wider numbers, which leave less room for names.
    size, left = sizes[-1], PAD_X + numbers(_HEIGHT, sizes[-1])
    for _ in range(_ROUNDS):
        limit = page - PAD_X - left - _MOST_WIDTH - 2 * _GAP - least
        lines = _broken(names, bold, limit, size, meter, math)
        if lines is None:
            return None
        found = plan(size, lines)
        if found.right - found.left >= least:
            return found
        left = found.left
    return None


def _broken(
    names: Sequence[str], bold: Sequence[bool], limit: float, size: float, meter: TextMeter, math: bool
) -> tuple[tuple[str, ...], ...] | None:
    """Break names into lines that are at most `limit` wide; None where that is too little for any."""
    if limit < _SHORTEST_LINE:
        return None
    found = []
    for name, b in zip(names, bold, strict=True):
        lines = wrap(name, limit, lambda text, b=b: meter.width(text, size, b), math=math)  # type: ignore[misc]
        if lines is None:
            return None
        found.append(lines)
    return tuple(found)


def _middles(ends: Sequence[float], height: float, pitch: float, highest: float) -> tuple[tuple[float, ...], float]:
    """Spread names apart; also give how far one is moved at most."""
    true = [(1.0 - end) * height for end in ends]
    order = sorted(range(len(true)), key=lambda i: (round(true[i], 6), i))
    placed = dict(zip(order, spread([true[i] for i in order], pitch, lower=highest, upper=height), strict=True))
    return tuple(placed[i] for i in range(len(true))), max(abs(placed[i] - true[i]) for i in range(len(true)))


def draw_names(
    plan: EndNames,
    ends: Sequence[tuple[float, float]],
    top: float,
    *,
    bold: Sequence[bool],
    colors: Sequence[str],
    meter: TextMeter,
    math: bool,
) -> tuple[list[Element], tuple[Box, ...]]:
    """Return pointers and names right of the ends of the curves, and the box of each name."""
    elements: list[Element] = []
    boxes: list[Box] = []
    size = plan.size
    for i, (x, y) in enumerate(ends):
        middle = top + plan.middles[i]
        start, stop = (x + _GAP, y), (x + plan.pointer, middle)
        elements.append(Line(gid=f"pointer-{i}", points=(start, stop), width=_POINTER, color="leader"))
        left = stop[0] + _GAP
        first = middle - (len(plan.lines[i]) - 1) / 2 * _LINE_PITCH * size
        texts: list[Text] = [
            put_text(
                f"label-{i}",
                left,
                first + row * _LINE_PITCH * size,
                line,
                size,
                meter,
                color=colors[i],
                bold=bold[i],
                math=math,
            )
            for row, line in enumerate(plan.lines[i])
            if line
        ]
        elements.extend(texts)
        boxes.append(text_box(texts, (left, middle)))
    return elements, tuple(boxes)
