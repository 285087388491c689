"""The elements of a layout: lines, markers, rectangles, areas and text.

The origin is the upper left corner of the figure, x increases to the right, y increases
downwards, and one unit is one point (1/72 inch). Every layout is a `Sheet`. All writers
draw the same sheet without changing the layout.

A colour is the name of a role (`ROLES`) or a literal ``"#rrggbb"``. Writers replace
each role with a colour that is suitable for the background.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from cddiagram._util import ShortRepr


def _numbered(role: str, count: int) -> list[str]:
    return [f"{role}-{number}" for number in range(1, count + 1)]


_SINGLE_ROLES = (
    *("foreground", "background", "secondary", "leader"),
    *("guide", "band", "zebra", "accent"),
)
_SCALES = ("level", "equal", "better", "worse")
_FILLS = [role for scale in _SCALES for role in _numbered(scale, 3)]
#: The names of all colour roles. Each role describes the purpose of a colour. The roles
#: ``level-1`` to ``level-3`` are fills of increasing contrast, and ``on-level-...`` are
#: the text colours on these fills. The roles that begin with ``equal-``, ``better-``
#: and ``worse-`` are similar scales. The roles ``shade-1`` to ``shade-4`` are the greys
#: of bars, and the first one is the darkest. The roles ``line-1`` to ``line-8`` are the
#: colours of labelled lines.
ROLES = (
    *_SINGLE_ROLES,
    *_numbered("shade", 4),
    *_numbered("line", 8),
    *_FILLS,
    *(f"on-{role}" for role in _FILLS),
)

#: A function ``measure(text, size, bold, italic)`` that returns the width of a line of
#: text in points.
Measure = Callable[[str, float, bool, bool], float]

#: The distances from the baseline of a line of text to its vertical middle, to the top
#: of its box, and to the bottom of its box. They are multiples of the font size.
MIDDLE_ABOVE_BASELINE = 0.345
TEXT_ABOVE_BASELINE = 0.74
TEXT_BELOW_BASELINE = 0.22

#: Maps each anchor to the proportion of the text width that is to the left of the
#: anchor.
ANCHORS = {"left": 0.0, "center": 0.5, "right": 1.0}


@dataclass(frozen=True, kw_only=True, slots=True)
class Line:
    """An open polyline.

    `dash` contains the alternating lengths of dashes and gaps in points. `cap` is
    "butt", "projecting" or "round".
    """

    gid: str
    points: tuple[tuple[float, float], ...]
    width: float
    color: str = "foreground"
    dash: tuple[float, ...] | None = None
    cap: str = "butt"

    @property
    def roles(self) -> dict[str, str]:
        """The role or literal colour of the "stroke"."""
        return {"stroke": self.color}

    def moved(self, right: float, down: float) -> Line:
        """Return a copy of the line, shifted to the right and downwards."""
        return replace(self, points=_moved_points(self.points, right, down))


_Corners = tuple[tuple[float, float], ...]


def _around(*radii: float) -> _Corners:
    """Return corners at these distances from the centre and at equal angles, clockwise
    from the top.
    """
    corners = []
    for number, radius in enumerate(radii):
        angle = 2 * math.pi * number / len(radii)
        corners.append((radius * math.sin(angle), -radius * math.cos(angle)))
    return tuple(corners)


def _half_filled(outer: float, inner: float) -> _Corners:
    """Return one outline of a square whose right half is hollow.

    The outline follows the frame, beginning at the top, and then the hole in the
    opposite direction.
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


_DIAMOND = (0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)
_TRIANGLE = (0.0, -1.0), (3**0.5 / 2, 0.5), (-(3**0.5) / 2, 0.5)
_SQUARE = (-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)
_UP = (0.0, -0.95), (1.0, 0.8), (-1.0, 0.8)
_DOWN = (0.0, 0.95), (-1.0, -0.8), (1.0, -0.8)
#: Maps each marker shape to the positions of its corners relative to its centre, in
#: units of its radius. The x-axis points to the right, and the y-axis points downwards.
CORNERS: Mapping[str, _Corners] = {
    "disc": (),
    "diamond": _DIAMOND,
    "triangle": _TRIANGLE,
    "square": _SQUARE,
    "up": _UP,
    "down": _DOWN,
    "pentagon": _around(*[0.93] * 5),
    "star": _around(*[1.0, 0.42] * 5),
    "half": _half_filled(0.95, 0.75),
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Marker:
    """A disc, or another shape of `CORNERS`. Its radius, in points, is the distance from
    the centre to the rim or to a corner.
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
    def roles(self) -> dict[str, str]:
        """The roles or literal colours of the "fill" and the "stroke"."""
        return _roles_of_surface(self.fill, self.edge)

    def moved(self, right: float, down: float) -> Marker:
        """Return a copy of the marker, shifted to the right and downwards."""
        return replace(self, x=self.x + right, y=self.y + down)

    @property
    def box(self) -> tuple[float, float, float, float]:
        """The box ``(left, top, right, bottom)`` around the marker and its rim."""
        reach = self.radius + self.edge_width / 2
        return self.x - reach, self.y - reach, self.x + reach, self.y + reach

    @property
    def corners(self) -> tuple[tuple[float, float], ...]:
        """The corners of the outline. A disc has no corners."""
        corners = []
        for right, down in CORNERS[self.shape]:
            corners.append((self.x + self.radius * right, self.y + self.radius * down))
        return tuple(corners)


@dataclass(frozen=True, kw_only=True, slots=True)
class Rectangle:
    """A filled box. Its upper left corner is at (`x`, `y`)."""

    gid: str
    x: float
    y: float
    width: float
    height: float
    fill: str
    edge: str | None = None
    edge_width: float = 0.0

    @property
    def roles(self) -> dict[str, str]:
        """The roles or literal colours of the "fill" and the "stroke"."""
        return _roles_of_surface(self.fill, self.edge)

    def moved(self, right: float, down: float) -> Rectangle:
        """Return a copy of the box, shifted to the right and downwards."""
        return replace(self, x=self.x + right, y=self.y + down)


@dataclass(frozen=True, kw_only=True, slots=True)
class Area:
    """A filled polygon."""

    gid: str
    corners: tuple[tuple[float, float], ...]
    fill: str
    edge: str | None = None
    edge_width: float = 0.0

    @property
    def roles(self) -> dict[str, str]:
        """The roles or literal colours of the "fill" and the "stroke"."""
        return _roles_of_surface(self.fill, self.edge)

    def moved(self, right: float, down: float) -> Area:
        """Return a copy of the area, shifted to the right and downwards."""
        return replace(self, corners=_moved_points(self.corners, right, down))

    @property
    def box(self) -> tuple[float, float, float, float]:
        """The box ``(left, top, right, bottom)`` around the area and its edge."""
        xs, ys = zip(*self.corners, strict=True)
        half = self.edge_width / 2
        return min(xs) - half, min(ys) - half, max(xs) + half, max(ys) + half


@dataclass(frozen=True, kw_only=True, slots=True)
class Text:
    """One line of text.

    `x` is the position of the `anchor` ("left", "center" or "right"), and `y` is the
    vertical middle. The width is measured in advance, so that the box is known without
    a renderer. If `math` is True, ``$...$`` is mathtext; otherwise, all characters are
    literal.
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
    def roles(self) -> dict[str, str]:
        """The role or literal colour of the "fill"."""
        return {"fill": self.color}

    def moved(self, right: float, down: float) -> Text:
        """Return a copy of the text, shifted to the right and downwards."""
        return replace(self, x=self.x + right, y=self.y + down)

    @property
    def left(self) -> float:
        """The left end of the text."""
        return self.x - ANCHORS[self.anchor] * self.width

    @staticmethod
    def depth(size: float) -> float:
        """Return the distance from the vertical middle of a line of text to the lower
        edge of its box.
        """
        return (TEXT_BELOW_BASELINE + MIDDLE_ABOVE_BASELINE) * size

    @property
    def baseline(self) -> float:
        """The vertical position of the baseline."""
        return self.y + MIDDLE_ABOVE_BASELINE * self.size

    @property
    def box(self) -> tuple[float, float, float, float]:
        """The box ``(left, top, right, bottom)`` of the text in points."""
        top = self.baseline - TEXT_ABOVE_BASELINE * self.size
        bottom = self.baseline + TEXT_BELOW_BASELINE * self.size
        return self.left, top, self.left + self.width, bottom


Element = Line | Marker | Rectangle | Area | Text
#: The edges ``(left, top, right, bottom)`` of a box in points.
Box = tuple[float, float, float, float]


@dataclass(frozen=True, kw_only=True)
class Sheet(ShortRepr):
    """A complete layout: the page size, and the elements in drawing order. Later
    elements cover earlier ones.

    Attributes
    ----------
    width, height : float
        The size of the page in points.
    elements : tuple of Element
        All elements of the figure.
    unshown : tuple of str
        Messages about options that have no effect on the figure. They are issued as
        warnings after the figure has been drawn.
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
        The names as displayed in the figure.
    font_size : float
        The type size of the names in points.
    label_boxes : tuple of (left, top, right, bottom)
        The box around all lines of each name.
    """

    names: tuple[str, ...]
    font_size: float
    label_boxes: tuple[Box, ...]


def _moved_points(
    points: tuple[tuple[float, float], ...], right: float, down: float
) -> tuple[tuple[float, float], ...]:
    """Return points that are shifted to the right and downwards."""
    return tuple((x + right, y + down) for x, y in points)


def _roles_of_surface(fill: str, edge: str | None) -> dict[str, str]:
    """Return the roles of a filled shape."""
    roles = {"fill": fill}
    if edge is not None:
        roles["stroke"] = edge
    return roles


def like_shapes(element: Element) -> tuple[int, str]:
    """Return a sorting key that groups similar elements, so that they share an artist:
    lines, then markers by shape and colour, then all other elements.
    """
    if isinstance(element, Marker):
        return 2, f"{element.shape} {element.fill} {element.edge}"
    if isinstance(element, Line):
        kind = ""
        if "open" in element.gid:
            kind = "open"
        return 1, kind
    return 3, ""


def drawn_alike(element: Element) -> tuple[object, ...]:
    """Return the style of an element. Elements with the same style can be drawn
    together.

    An edge of width 0 is treated as no edge.
    """
    if isinstance(element, Line):
        return Line, element.color, element.width, element.dash, element.cap
    if isinstance(element, Text):
        return Text, element.color
    if element.edge is None or element.edge_width <= 0:
        return type(element), element.fill, None, 0.0
    return type(element), element.fill, element.edge, element.edge_width


def runs_of(
    elements: Sequence[Element], ids: bool = False
) -> Iterator[tuple[str, list[Element]]]:
    """Yield runs of consecutive elements that share an artist, or a group in a file,
    and the name of each run. With `ids`, each element is a separate run.
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
    """Return the key by which elements are grouped into runs. It includes the line cap,
    because a matplotlib collection has only one cap style.
    """
    cap = ""
    if isinstance(element, Line):
        cap = element.cap
    return type(element), family_of(element.gid), cap


def family_of(gid: str) -> str:
    """Return the kind of an element: its name without the numbers."""
    return re.sub(r"-\d+(\.\d+)?(?=-|$)", "", gid)


def decimal(value: float, digits: int) -> str:
    """Format a number with at most `digits` decimals and without trailing zeros."""
    text = f"{float(value):.{digits}f}".rstrip("0").rstrip(".")
    if text == "-0":
        return "0"
    return text


def unique_ids(names: Sequence[str]) -> list[str]:
    """Append numbers to repeated names, because SVG requires unique ids."""
    ids: list[str] = []
    used: set[str] = set()
    for name in names:
        unique = name
        number = 1
        while unique in used or (number > 1 and unique in names):
            number += 1
            unique = f"{name}-{number}"
        used.add(unique)
        ids.append(unique)
    return ids
