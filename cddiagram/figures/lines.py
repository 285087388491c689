"""Lines over an axis: values against what they depend on, each line named at its right
end.

Names at the right ends are spread apart, with pointers to their lines; long ones get
smaller, then are broken.
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

#: An algorithm keeps the colour and the dashes of its place, whatever is highlighted:
#: up to eight lines have eight colours, and the dashes change after eight. On and off
#: lengths are in points.
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
#: Width of lines, of those beside highlighted ones, and of these.
_LINE, _BESIDE, _HIGHLIGHTED = 1.1, 0.63, 1.8
#: Pointers are at least so wide, half as wide as their lines or this part of
#: highlighted ones, and begin so far behind them, so that no line seems to turn at its
#: end; dots there reach so far beyond both sides of a line.
_POINTER, _PICKED, _BEHIND, _END = 0.6, 0.7, 3.2, 0.8
_GAP = 2.0  # between a pointer and its name
#: Pointers are this wide, so that all dashes repeat once, and wider by a part of the
#: farthest way that a name is moved, so that steep ones come apart.
_WIDTH, _MOST_WIDTH, _PER_SHIFT = 16.5, 26.0, 0.2
_HEIGHT, _NARROWEST, _LEAST_PART = 100.0, 72.0, 0.42
#: The plot is higher than its names by this factor, so that most of them stand near
#: their lines.
_SLACK = 1.3
_NAME_PITCH = 1.22
_SHORTEST_LINE, _ROUNDS = 20.0, 3

_Lines = Sequence[tuple[str, ...]]
_Paths = Sequence[Sequence[tuple[float, float]]]


@dataclass(frozen=True, kw_only=True)
class LinesLayout(NamedSheet):
    """Named lines laid out: `NamedSheet` and what follows, every sequence over lines in
    the order given.

    Attributes
    ----------
    curves : tuple of tuple of float
        The values drawn.
    scale : ValueScale
        The axis of values.
    plot_box : (left, top, right, bottom)
        The box of the axes.
    """

    curves: tuple[tuple[float, ...], ...]
    scale: ValueScale
    plot_box: Box


LinesT = TypeVar("LinesT", bound=LinesLayout)


@dataclass(frozen=True, kw_only=True)
class LinesContent:
    """Names of the lines, their values (lines, places), and the axis of values."""

    names: Names
    curves: FloatArray
    scale: ValueScale


@dataclass(frozen=True, kw_only=True)
class _Plan:
    """A plot that fits its page: size and lines of the names, its height, ends of its
    axis, width of the pointers.
    """

    size: float
    lines: _Lines
    height: float
    middles: tuple[float, ...]  #: Of each curve's name, below the top of the plot.
    pointer: float
    left: float
    right: float


def _fit(content: LinesContent, look: Look, meter: TextMeter) -> _Plan | None:
    """Return the largest type at which the axes keep their least width; at the
    smallest, names may be broken.
    """
    width, sizes = look.page_width, look.sizes
    least = max(_NARROWEST, _LEAST_PART * width)
    for size in sizes:
        plan = _plan(
            content, size, [(name,) for name in content.names.names], width, meter
        )
        if plan.right - plan.left >= least:
            return plan
    # Broken names make the plot higher, and a higher axis may have wider numbers, which
    # leave less room for names.
    size = sizes[-1]
    left = _axis_left(content, _HEIGHT, size, meter)
    for _ in range(_ROUNDS):
        limit = width - Look.PAD_X - left - _MOST_WIDTH - _GAP - least
        broken = (
            None if limit < _SHORTEST_LINE else content.names.broken(size, limit, meter)
        )
        if broken is None:
            return None
        plan = _plan(content, size, broken.lines, width, meter)
        if plan.right - plan.left >= least:
            return plan
        left = plan.left
    return None


def _plan(
    content: LinesContent, size: float, lines: _Lines, width: float, meter: TextMeter
) -> _Plan:
    """Return the plot of a page that wide, fitting or not, for names of that size in
    these lines.
    """
    heights = [
        _NAME_PITCH * size if len(name) == 1 else Names.name_height(len(name), size)
        for name in lines
    ]
    highest = (
        (max(map(len, lines)) - 1) / 2 * Names.LINE_PITCH * size
    )  # the middle of a name at the top of the plot
    height = max(_HEIGHT, _SLACK * (sum(heights) - min(heights)) + highest)
    true = [
        (1.0 - content.scale.position(float(curve[-1]))) * height
        for curve in content.curves
    ]
    order = sorted(range(len(true)), key=lambda i: (round(true[i], 6), i))
    gaps = [(heights[i] + heights[j]) / 2 for i, j in pairwise(order)]
    placed = dict(
        zip(
            order,
            spread([true[i] for i in order], gaps, lower=highest, upper=height),
            strict=True,
        )
    )
    pointer = min(
        _MOST_WIDTH,
        _WIDTH + _PER_SHIFT * max(abs(placed[i] - y) for i, y in enumerate(true)),
    )
    names = content.names
    widest = max(
        meter.width(text, size, names.bold(i)) + names.room(i)
        for i, name in enumerate(lines)
        for text in name
    )
    return _Plan(
        size=size,
        lines=lines,
        height=height,
        middles=tuple(placed[i] for i in range(len(true))),
        pointer=pointer,
        left=_axis_left(content, height, size, meter),
        right=width - Look.PAD_X - widest - pointer - _GAP,
    )


def _axis_left(
    content: LinesContent, height: float, size: float, meter: TextMeter
) -> float:
    """Return where the axis of values stands: right of its numbers."""
    small = small_type(size)
    return Look.PAD_X + Axis.beside(
        (text for _, text in content.scale.ticks(height, small)), small, meter
    )


@dataclass(frozen=True)
class Lines:
    """Lines and how they fit their page."""

    content: LinesContent
    page: Page
    plan: _Plan

    @classmethod
    def of(cls, content: LinesContent, page: Page, what: str) -> Lines:
        """Fit lines, `what` for the message that refuses them."""
        plan = fit(
            lambda tried: _fit(content, tried, page.meter),
            page.look,
            what,
            SHORTER_NAMES,
        )
        return cls(content, page, plan)

    def header(
        self, note: str, value: str, key: Sequence[KeyEntry] = ()
    ) -> tuple[list[Element], Axis]:
        """Return header and name of the axis of values, and this axis, at the top of
        which the plot begins.
        """
        families = self.content.names.family_key()
        page = replace(
            self.page, look=replace(self.page.look, font_size=self.plan.size)
        )
        head, y = page.header(note, key=tuple(key), families=families)
        label, y = page.paragraph("value-label", value, y)
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
        """Return the figure: what stands under the lines, these, the axis of values,
        and where all below it ends.
        """
        names, boxes = self._names([path[-1] for path in paths], values.end)
        return layout(
            width=self.page.width,
            height=max(end, max(box[3] for box in boxes)) + Look.PAD_Y,
            elements=(*under, *self._lines(paths), *over, *names),
            names=self.content.names.names,
            font_size=self.plan.size,
            curves=tuple(
                tuple(float(value) for value in curve) for curve in self.content.curves
            ),
            scale=self.content.scale,
            plot_box=(self.plan.left, values.end, self.plan.right, values.start),
            label_boxes=boxes,
            **more,
        )

    def color(self, i: int) -> str:
        """Return the colour of a line: the one asked for, or its own (the accent would
        be that of another line).
        """
        own = _COLORS[i % len(_COLORS)]
        asked = self.content.names.color(i, own)
        return own if asked == "accent" else asked

    def _thin_last(self) -> list[int]:
        """Return the lines in the order in which they are drawn: no highlighted one
        covers what is thinner.
        """
        return sorted(
            range(self.content.names.k), key=self.content.names.bold, reverse=True
        )

    def _lines(self, paths: _Paths) -> list[Element]:
        """Return the lines, each with its colour and dashes; highlighted ones
        thicker.
        """
        return [
            self._line(f"curve-{i}", i, paths[i], self._width(i))
            for i in self._thin_last()
        ]

    def ends(self, paths: _Paths) -> list[Element]:
        """Return a dot at the end of each line."""
        ends = [(i, *paths[i][-1]) for i in self._thin_last()]
        return [
            Marker(
                gid=f"end-{i}",
                x=x,
                y=y,
                radius=self._width(i) / 2 + _END,
                fill=self.color(i),
            )
            for i, x, y in ends
        ]

    def _width(self, i: int) -> float:
        """Return the width of a line."""
        names = self.content.names
        return (
            _HIGHLIGHTED
            if names.bold(i)
            else _BESIDE
            if any(map(names.bold, range(names.k)))
            else _LINE
        )

    def _line(
        self, gid: str, i: int, points: Sequence[tuple[float, float]], width: float
    ) -> Line:
        """Return a line with the colour and the dashes of the i-th."""
        dash = _DASHES[i // len(_COLORS) % len(_DASHES)]
        return Line(
            gid=gid, points=tuple(points), width=width, color=self.color(i), dash=dash
        )

    def _names(
        self, ends: Sequence[tuple[float, float]], top: float
    ) -> tuple[list[Element], tuple[Box, ...]]:
        """Return pointers, which go on with the lines, and names right of their ends,
        and the box of each name.
        """
        elements: list[Element] = []
        boxes: list[Box] = []
        right = max(x for x, _ in ends)
        for i, (_, y) in enumerate(ends):
            middle = top + self.plan.middles[i]
            start, stop = (right + _BEHIND, y), (right + self.plan.pointer, middle)
            left = stop[0] + _GAP
            texts = self.content.names.put(
                i,
                self.plan.lines[i],
                left,
                middle,
                self.plan.size,
                "left",
                self.page.meter,
            )
            part = _PICKED if self.content.names.bold(i) else 0.5
            elements += [
                self._line(
                    f"pointer-{i}",
                    i,
                    (start, stop),
                    max(_POINTER, part * self._width(i)),
                ),
                *texts,
            ]
            boxes.append(text_box(texts, (left, middle)))
        return elements, tuple(boxes)
