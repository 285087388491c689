"""Line plots with the name of each line at its right end.

Names are spread apart and connected to their lines by pointers. If names are too long,
the type size is reduced first, and then the names are broken into lines.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, TypeVar

from cddiagram._util import FloatArray
from cddiagram.sheet import (
    SHORTER_NAMES,
    Axis,
    Box,
    Element,
    KeyEntry,
    Line,
    Look,
    Marker,
    NamedSheet,
    Names,
    Page,
    TextMeter,
    ValueScale,
    fit,
    small_type,
    spread,
    text_box,
)

#: The colour and the dash pattern of a line depend only on its position. The first
#: eight lines have different colours, and the dash pattern changes after every eight
#: lines. The lengths of dashes and gaps are in points.
_COLORS = tuple(f"line-{number}" for number in range(1, 9))
_DASHES: tuple[tuple[float, ...] | None, ...] = (
    None,
    (4.5, 1.6),
    (1.4, 1.4),
    (5.0, 1.4, 1.2, 1.4),
    (2.4, 1.2),
    (6.0, 1.3, 1.2, 1.3, 1.2, 1.3),
    (9.0, 2.0),
    (1.4, 2.8),
    (3.6, 1.2, 3.6, 3.2),
)
#: The first width applies to the lines in a plot without highlights. In a plot with
#: highlights, the second width applies to ordinary lines, and the third to highlighted
#: lines.
_LINE, _BESIDE, _HIGHLIGHTED = 1.1, 0.63, 1.8
#: A pointer is at least this wide. The other numbers are its width as a fraction of the
#: width of a highlighted line and of any other line.
_POINTER, _PICKED, _PLAIN = 0.6, 0.7, 0.5
#: The gap between a line and its pointer, so that the pointer does not look like a
#: continuation of the line.
_BEHIND = 3.2
#: The markers at the ends of a line extend beyond it by this distance on either side.
_END = 0.8
#: The gap between a pointer and its name.
_GAP = 2.0
#: The first number is the minimum length of a pointer, which is sufficient to show each
#: dash pattern once. The second is the maximum length. The length increases by the
#: third number times the largest shift of a name, so that steep pointers do not touch
#: each other.
_WIDTH, _MOST_WIDTH, _PER_SHIFT = 16.5, 26.0, 0.2
_HEIGHT, _NARROWEST, _LEAST_PART = 100.0, 72.0, 0.42
#: The height of the plot is at least this multiple of the total height of its names, so
#: that most names are near their lines.
_SLACK = 1.3
_NAME_PITCH = 1.22
_SHORTEST_LINE, _ROUNDS = 20.0, 3

_Lines = Sequence[tuple[str, ...]]
_Paths = Sequence[Sequence[tuple[float, float]]]


@dataclass(frozen=True, kw_only=True)
class LinesLayout(NamedSheet):
    """The layout of named lines, which extends `NamedSheet`. The lines are in the order
    of the data.

    Attributes
    ----------
    curves : tuple of tuple of float
        The values of each line.
    scale : ValueScale
        The scale of the axis of values.
    plot_box : (left, top, right, bottom)
        The box of the axes.
    """

    curves: tuple[tuple[float, ...], ...]
    scale: ValueScale
    plot_box: Box


LinesT = TypeVar("LinesT", bound=LinesLayout)


@dataclass(frozen=True, kw_only=True)
class LinesContent:
    """The names of the lines, their values of shape (lines, points), and the scale of
    the value axis.
    """

    names: Names
    curves: FloatArray
    scale: ValueScale


@dataclass(frozen=True, kw_only=True)
class _Plan:
    """A plot that fits its page."""

    #: The font size of the names, and the lines into which each name is broken.
    size: float
    lines: _Lines
    height: float
    #: The vertical centre of the name of each curve, relative to the top of the plot.
    middles: tuple[float, ...]
    #: The length of the pointers.
    pointer: float
    #: The left and right ends of the horizontal axis.
    left: float
    right: float


def _fit(content: LinesContent, look: Look, meter: TextMeter) -> _Plan | None:
    """Return the plan with the largest type size at which the axes have their minimum
    width. Names are broken only at the smallest size.
    """
    width, sizes = look.page_width, look.sizes
    least = max(_NARROWEST, _LEAST_PART * width)
    whole_names = [(name,) for name in content.names.names]
    for size in sizes:
        plan = _plan(content, size, whole_names, width, meter)
        if plan.right - plan.left >= least:
            return plan
    # If names are broken into lines, the plot becomes taller. A taller axis may have
    # wider numbers, which leave less room for names.
    size = sizes[-1]
    left = _axis_left(content, _HEIGHT, size, meter)
    for _ in range(_ROUNDS):
        limit = width - Look.PAD_X - left - _MOST_WIDTH - _GAP - least
        if limit < _SHORTEST_LINE:
            return None
        names = content.names.broken(size, limit, meter)
        if names is None:
            return None
        plan = _plan(content, size, names.lines, width, meter)
        if plan.right - plan.left >= least:
            return plan
        left = plan.left
    return None


def _plan(
    content: LinesContent, size: float, lines: _Lines, width: float, meter: TextMeter
) -> _Plan:
    """Return the plan for names of this size, broken into these lines, on a page of
    this width, even if it does not fit.
    """
    names = content.names
    heights = []
    widest = 0.0
    for i, name in enumerate(lines):
        is_single = len(name) == 1
        height = Names.name_height(len(name), size)
        heights.append(_NAME_PITCH * size if is_single else height)
        for text in name:
            text_width = meter.width(text, size, names.bold(i)) + names.room(i)
            widest = max(widest, text_width)
    # The vertical centre of a name that is at the top of the plot.
    top = (max(map(len, lines)) - 1) / 2 * Names.LINE_PITCH * size
    height = max(_HEIGHT, _SLACK * (sum(heights) - min(heights)) + top)
    ends = []
    for curve in content.curves:
        ends.append((1.0 - content.scale.position(float(curve[-1]))) * height)
    order = sorted(range(len(ends)), key=lambda i: (round(ends[i], 6), i))
    gaps = [(heights[i] + heights[j]) / 2 for i, j in pairwise(order)]
    moved = spread([ends[i] for i in order], gaps, lower=top, upper=height)
    middle_of = dict(zip(order, moved, strict=True))
    middles = tuple(middle_of[i] for i in range(len(ends)))
    shifts = [abs(middle - y) for middle, y in zip(middles, ends, strict=True)]
    pointer = min(_MOST_WIDTH, _WIDTH + _PER_SHIFT * max(shifts))
    return _Plan(
        size=size,
        lines=lines,
        height=height,
        middles=middles,
        pointer=pointer,
        left=_axis_left(content, height, size, meter),
        right=width - Look.PAD_X - widest - pointer - _GAP,
    )


def _axis_left(
    content: LinesContent, height: float, size: float, meter: TextMeter
) -> float:
    """Return the x coordinate of the value axis, to the right of its numbers."""
    small = small_type(size)
    numbers = [text for _, text in content.scale.ticks(height, small)]
    return Look.PAD_X + Axis.beside(numbers, small, meter)


@dataclass(frozen=True)
class Lines:
    """Lines with a plan that fits the page."""

    content: LinesContent
    page: Page
    plan: _Plan

    @classmethod
    def of(cls, content: LinesContent, page: Page, what: str) -> Lines:
        """Fit the lines to their page; `what` is their name in the error message."""

        def plan(look: Look) -> _Plan | None:
            return _fit(content, look, page.meter)

        return cls(content, page, fit(plan, page.look, what, SHORTER_NAMES))

    def header(
        self,
        note: str,
        value: str,
        key: Sequence[KeyEntry] = (),
        better: str | None = None,
    ) -> tuple[list[Element], Axis]:
        """Return the header, including the title of the value axis, and the axis
        itself. The plot begins at the top of the axis.

        `better` is the better end of the axis, "up" or "down".
        """
        look = replace(self.page.look, font_size=self.plan.size)
        page = replace(self.page, look=look)
        families = self.content.names.family_key()
        head, y = page.header(note, key=tuple(key), families=families)
        if better is None:
            label, y = page.paragraph("value-label", value, y)
        else:
            label, y = page.value_label(f"{value}, better", better, y)
        top = y + 0.4 * self.plan.size
        axis = Axis(
            scale=self.content.scale,
            start=top + self.plan.height,
            end=top,
            across=self.plan.left,
        )
        return [*head, *label], axis

    def sheet(
        self,
        layout: type[LinesT],
        under: Sequence[Element],
        paths: _Paths,
        values: Axis,
        end: float,
        over: Sequence[Element] = (),
        **more: Any,
    ) -> LinesT:
        """Return the layout of the figure.

        `under` and `over` contain the elements behind and in front of the lines, and
        `values` is the value axis. `end` is the lower end of all elements below the
        plot, and `more` contains additional fields of the `layout`.
        """
        names, boxes = self._names([path[-1] for path in paths], values.end)
        lowest = max(box[3] for box in boxes)
        curves = [tuple(map(float, curve)) for curve in self.content.curves]
        return layout(
            width=self.page.width,
            height=max(end, lowest) + Look.PAD_Y,
            elements=(*under, *self._lines(paths), *over, *names),
            names=self.content.names.names,
            font_size=self.plan.size,
            curves=tuple(curves),
            scale=self.content.scale,
            plot_box=(self.plan.left, values.end, self.plan.right, values.start),
            label_boxes=boxes,
            **more,
        )

    def color(self, i: int) -> str:
        """Return the colour of a line: the requested colour, or the colour of its
        position.

        The accent colour is not used, because it could be the colour of another line.
        """
        own = _COLORS[i % len(_COLORS)]
        color = self.content.names.color(i, own)
        return own if color == "accent" else color

    def _drawing_order(self) -> list[int]:
        """Return the lines in drawing order. Highlighted lines are drawn first, so that
        they do not cover thinner lines.
        """
        names = self.content.names
        return sorted(range(names.k), key=names.bold, reverse=True)

    def _lines(self, paths: _Paths) -> list[Element]:
        """Return the lines with their colours and dashes."""
        lines: list[Element] = []
        for i in self._drawing_order():
            lines.append(self._line(f"curve-{i}", i, paths[i], self._width(i)))
        return lines

    def ends(self, paths: _Paths) -> list[Element]:
        """Return a dot at the end of each line."""
        dots: list[Element] = []
        for i in self._drawing_order():
            x, y = paths[i][-1]
            radius = self._width(i) / 2 + _END
            color = self.color(i)
            dots.append(Marker(gid=f"end-{i}", x=x, y=y, radius=radius, fill=color))
        return dots

    def _width(self, i: int) -> float:
        """Return the width of a line."""
        names = self.content.names
        if names.bold(i):
            return _HIGHLIGHTED
        return _BESIDE if any(map(names.bold, range(names.k))) else _LINE

    def _line(
        self, gid: str, i: int, points: Sequence[tuple[float, float]], width: float
    ) -> Line:
        """Return a line with the colour and the dashes of the line with index `i`."""
        dash = _DASHES[i // len(_COLORS) % len(_DASHES)]
        return Line(
            gid=gid, points=tuple(points), width=width, color=self.color(i), dash=dash
        )

    def _names(
        self, ends: Sequence[tuple[float, float]], top: float
    ) -> tuple[list[Element], tuple[Box, ...]]:
        """Return the pointers, which continue the lines, with the names at their ends,
        and the box of each name.
        """
        plan, names = self.plan, self.content.names
        elements: list[Element] = []
        boxes: list[Box] = []
        right = max(x for x, _ in ends)
        for i, (_, y) in enumerate(ends):
            middle = top + plan.middles[i]
            start, stop = (right + _BEHIND, y), (right + plan.pointer, middle)
            part = _PICKED if names.bold(i) else _PLAIN
            width = max(_POINTER, part * self._width(i))
            elements.append(self._line(f"pointer-{i}", i, (start, stop), width))
            x = stop[0] + _GAP
            lines, meter = plan.lines[i], self.page.meter
            texts = names.put(i, lines, x, middle, plan.size, "left", meter)
            elements += texts
            boxes.append(text_box(texts, (x, middle)))
        return elements, tuple(boxes)
