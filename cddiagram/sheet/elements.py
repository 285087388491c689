"""What a layout is made of: positioned elements in points, and nothing about how they
are drawn.

The origin is the upper left corner of the figure, x grows to the right, y grows
downwards, one unit is one point (1/72 inch). Every layout is a `Sheet`, and all writers
take it as it is, so a figure is decided once.

Colours are the names of roles (`ROLES`) or a literal ``"#rrggbb"``; a writer turns a
role into ink for its background.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from cddiagram._util import ShortRepr

#: The roles of colour: what the ink says, not what it looks like. ``level-1`` to
#: ``level-3`` are fills that stand out more and more, ``on-level-...`` is what is
#: written on them. ``equal-...``, ``better-...`` and ``worse-...`` are further scales
#: of this kind. ``shade-1`` to ``shade-4`` are greys of bars, strongest first.
#: ``line-1`` to ``line-8`` are colours of named lines.
ROLES = (
    "foreground",
    "background",
    "secondary",
    "leader",
    "guide",
    "band",
    "zebra",
    "accent",
    *(f"shade-{number}" for number in (1, 2, 3, 4)),
    *(f"line-{number}" for number in range(1, 9)),
    *(f"level-{number}" for number in (1, 2, 3)),
    *(f"equal-{number}" for number in (1, 2, 3)),
    *(f"better-{number}" for number in (1, 2, 3)),
    *(f"worse-{number}" for number in (1, 2, 3)),
    *(f"on-level-{number}" for number in (1, 2, 3)),
    *(f"on-equal-{number}" for number in (1, 2, 3)),
    *(f"on-better-{number}" for number in (1, 2, 3)),
    *(f"on-worse-{number}" for number in (1, 2, 3)),
)

#: ``measure(text, size, bold, italic)`` -> width in points of one line of text, in the
#: font it will be drawn in.
Measure = Callable[[str, float, bool, bool], float]

#: The vertical middle of a line of text above its baseline, and its box, in units of
#: the font size.
MIDDLE_ABOVE_BASELINE = 0.345
TEXT_ABOVE_BASELINE = 0.74
TEXT_BELOW_BASELINE = 0.22

#: The part of a text that stands to the left of its anchor point.
ANCHORS = {"left": 0.0, "center": 0.5, "right": 1.0}


@dataclass(frozen=True, kw_only=True, slots=True)
class Line:
    """An open polyline; `dash` is on and off lengths in points, `cap` is "butt",
    "projecting" or "round".
    """

    gid: str
    points: tuple[tuple[float, float], ...]
    width: float
    color: str = "foreground"
    dash: tuple[float, ...] | None = None
    cap: str = "butt"


_Corners = tuple[tuple[float, float], ...]


def _around(*radii: float) -> _Corners:
    """Return corners at these distances from the centre, at equal angles, the first one
    on top.
    """
    corners = []
    for number, radius in enumerate(radii):
        angle = 2 * math.pi * number / len(radii)
        corners.append((radius * math.sin(angle), -radius * math.cos(angle)))
    return tuple(corners)


def _half_filled(outer: float, inner: float) -> _Corners:
    """Return one outline of a square whose right half is open: its frame from the
    middle, and back around the hole.
    """
    frame = (
        (0.0, -outer),
        (outer, -outer),
        (outer, outer),
        (-outer, outer),
        (-outer, -outer),
        (0.0, -outer),
    )
    hole = (0.0, -inner), (0.0, inner), (inner, inner), (inner, -inner), (0.0, -inner)
    return frame + hole


#: Shape of a marker -> its corners, in radii right of and below its centre.
CORNERS: Mapping[str, _Corners] = {
    "disc": (),
    "diamond": ((0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)),
    "triangle": ((0.0, -1.0), (3**0.5 / 2, 0.5), (-(3**0.5) / 2, 0.5)),
    "square": ((-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)),
    "up": ((0.0, -0.95), (1.0, 0.8), (-1.0, 0.8)),
    "down": ((0.0, 0.95), (-1.0, -0.8), (1.0, -0.8)),
    "pentagon": _around(*[0.93] * 5),
    "star": _around(*[1.0, 0.42] * 5),
    "half": _half_filled(0.95, 0.75),
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Marker:
    """A disc, or what else `CORNERS` has, of a given radius (centre to rim or corner,
    in points).
    """

    gid: str
    x: float
    y: float
    radius: float
    fill: str = "foreground"
    edge: str | None = None
    edge_width: float = 0.0
    shape: str = "disc"

    @property
    def box(self) -> tuple[float, float, float, float]:
        """The box ``(left, top, right, bottom)`` around it, with its rim."""
        reach = self.radius + self.edge_width / 2
        return self.x - reach, self.y - reach, self.x + reach, self.y + reach

    @property
    def corners(self) -> tuple[tuple[float, float], ...]:
        """The corners of its outline; a disc has none."""
        return tuple(
            (self.x + self.radius * x, self.y + self.radius * y)
            for x, y in CORNERS[self.shape]
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class Rectangle:
    """A filled box; ``x, y`` is its upper left corner."""

    gid: str
    x: float
    y: float
    width: float
    height: float
    fill: str
    edge: str | None = None
    edge_width: float = 0.0


@dataclass(frozen=True, kw_only=True, slots=True)
class Text:
    """One line of text: `x` is the place of its `anchor` ("left", "center" or "right"),
    `y` its vertical middle.

    Its width is measured, so that its box is known without a renderer. With `math`
    ``$...$`` is mathtext; otherwise every character is literal.
    """

    gid: str
    x: float
    y: float
    text: str
    size: float
    width: float
    color: str = "foreground"
    anchor: str = "left"
    bold: bool = False
    italic: bool = False
    math: bool = False

    @property
    def left(self) -> float:
        """Where it begins."""
        return self.x - ANCHORS[self.anchor] * self.width

    @staticmethod
    def depth(size: float) -> float:
        """Return how far the box of a text extends below its vertical middle."""
        return (TEXT_BELOW_BASELINE + MIDDLE_ABOVE_BASELINE) * size

    @property
    def baseline(self) -> float:
        """Height of its baseline."""
        return self.y + MIDDLE_ABOVE_BASELINE * self.size

    @property
    def box(self) -> tuple[float, float, float, float]:
        """The box ``(left, top, right, bottom)`` of the text in points."""
        top, bottom = (
            self.baseline - TEXT_ABOVE_BASELINE * self.size,
            self.baseline + TEXT_BELOW_BASELINE * self.size,
        )
        return self.left, top, self.left + self.width, bottom


Element = Line | Marker | Rectangle | Text
#: ``(left, top, right, bottom)`` in points.
Box = tuple[float, float, float, float]


@dataclass(frozen=True, kw_only=True)
class Sheet(ShortRepr):
    """A finished figure in numbers: its size and its elements in drawing order (later
    ones lie on top).

    Attributes
    ----------
    width, height : float
        The size of the page in points.
    elements : tuple of Element
        Everything that is drawn.
    unshown : tuple of str
        What an option asks for and the figure does not show, in sentences; a finished
        drawing warns of it.
    """

    width: float
    height: float
    elements: tuple[Element, ...]
    unshown: tuple[str, ...] = field(default=(), repr=False)


@dataclass(frozen=True, kw_only=True)
class NamedSheet(Sheet):
    """A sheet that names algorithms.

    Attributes
    ----------
    names : tuple of str
        Display names.
    font_size : float
        Size of the names used, in points.
    label_boxes : tuple of (left, top, right, bottom)
        The box of each name, all its lines together.
    """

    names: tuple[str, ...]
    font_size: float
    label_boxes: tuple[Box, ...]


def roles_of(element: Element) -> dict[str, str]:
    """Return the roles of an element, or its literal colours, by what they paint:
    "stroke" and "fill".
    """
    if isinstance(element, Line | Text):
        return {"stroke" if isinstance(element, Line) else "fill": element.color}
    return {
        "fill": element.fill,
        **({} if element.edge is None else {"stroke": element.edge}),
    }


def like_shapes(element: Element) -> tuple[int, str]:
    """Return what sorts elements of any order: lines, then markers by their form, which
    then share an artist.
    """
    if isinstance(element, Marker):
        return 2, f"{element.shape} {element.fill} {element.edge}"
    return (
        (1, "open" if "open" in element.gid else "")
        if isinstance(element, Line)
        else (3, "")
    )


def drawn_alike(element: Element) -> tuple[object, ...]:
    """Return what elements that are drawn at once have in common, beside their shape;
    an edge without width is none.
    """
    if isinstance(element, Line):
        return Line, element.color, element.width, element.dash, element.cap
    if isinstance(element, Text):
        return Text, element.color
    edge = (
        (element.edge, element.edge_width)
        if element.edge is not None and element.edge_width > 0
        else (None, 0.0)
    )
    return type(element), element.fill, *edge


def runs_of(
    elements: Sequence[Element], ids: bool = False
) -> Iterator[tuple[str, list[Element]]]:
    """Group neighbours that share an artist, or a group in a file; with `ids` each
    element is its own group.
    """
    if ids:
        yield from ((element.gid, [element]) for element in elements)
        return
    for (kind, family, _), run in groupby(elements, key=_kind):
        if kind is Text:
            yield from ((element.gid, [element]) for element in run)
        else:
            yield family, list(run)


def _kind(element: Element) -> tuple[type, str, str]:
    """Return what elements of one group have in common; matplotlib's collections have
    one kind of line end.
    """
    cap = element.cap if isinstance(element, Line) else ""
    return type(element), family_of(element.gid), cap


def family_of(gid: str) -> str:
    """Return the kind of an element: its name without the numbers."""
    return re.sub(r"-\d+(\.\d+)?(?=-|$)", "", gid)


def decimal(value: float, places: int) -> str:
    """Write a number with at most so many decimals, and no needless zeros."""
    written = f"{float(value):.{places}f}".rstrip("0").rstrip(".")
    return "0" if written == "-0" else written


def unique_ids(names: Sequence[str]) -> list[str]:
    """Add numbers to repeated names, so that each artist has an id of its own, as SVG
    asks for.
    """
    taken: set[str] = set()
    unique = []
    for name in names:
        free, number = name, 1
        while free in taken or (number > 1 and free in names):
            number += 1
            free = f"{name}-{number}"
        taken.add(free)
        unique.append(free)
    return unique
