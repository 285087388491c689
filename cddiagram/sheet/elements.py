"""What a layout is made of: positioned elements in points, and nothing about how they are drawn.

The origin is the upper left corner of the figure, x grows to the right, y grows downwards, one unit is one point
(1/72 inch). Every layout of the package is a `Sheet`: its elements in drawing order. Matplotlib and TikZ are two
writers of the same sheet, so a figure is decided once.

Colours are the names of roles (`ROLES`) or a literal ``"#rrggbb"``; a writer turns a role into ink for its
background.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

#: The roles of colour: what the ink says, not what it looks like.
#: ``level-1`` to ``level-3`` are fills that stand out more and more, ``on-level-...`` is what is written on them;
#: ``shade-1`` to ``shade-4`` are greys of bars, strongest first.
ROLES = (
    "foreground",
    "background",
    "secondary",
    "leader",
    "guide",
    "zebra",
    "accent",
    *(f"shade-{number}" for number in (1, 2, 3, 4)),
    *(f"{on}level-{level}" for level in (1, 2, 3) for on in ("", "on-")),
)

#: ``measure(text, size, bold, italic)`` -> width in points of one line of text, in the font it will be drawn in.
Measure = Callable[[str, float, bool, bool], float]

#: The vertical middle of a line of text above its baseline, and its box, in units of the font size.
MIDDLE_ABOVE_BASELINE = 0.345
TEXT_ABOVE_BASELINE = 0.74
TEXT_BELOW_BASELINE = 0.22

#: The part of a text that stands to the left of its anchor point.
ANCHORS = {"left": 0.0, "center": 0.5, "right": 1.0}


@dataclass(frozen=True, kw_only=True, slots=True)
class Line:
    """An open polyline.

    Attributes
    ----------
    gid : str
        Element name, e.g. ``"leader-3"``.
    points : tuple of (float, float)
        Two or more corners, in points.
    width : float
        Line width in points.
    color : str
        Role or ``"#rrggbb"``.
    dash : tuple of float, optional
        On and off lengths in points; None is solid.
    cap : {"butt", "projecting", "round"}
        How the line ends.
    """

    gid: str
    points: tuple[tuple[float, float], ...]
    width: float
    color: str = "foreground"
    dash: tuple[float, ...] | None = None
    cap: str = "butt"


@dataclass(frozen=True, kw_only=True, slots=True)
class Marker:
    """A disc, a diamond or an upright triangle of a given radius (centre to rim or corner, in points)."""

    gid: str
    x: float
    y: float
    radius: float
    fill: str = "foreground"
    edge: str | None = None
    edge_width: float = 0.0
    shape: str = "disc"


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
    """One line of text.

    Attributes
    ----------
    x, y : float
        The anchor point and the vertical middle of the line: its baseline is ``MIDDLE_ABOVE_BASELINE * size`` below.
    anchor : {"left", "center", "right"}
        Which end of the text stands at ``x``.
    width : float
        The measured width, so that the box of the text is known without a renderer.
    math : bool
        Whether ``$...$`` is mathtext; otherwise every character is literal.
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
    def box(self) -> tuple[float, float, float, float]:
        """The box ``(left, top, right, bottom)`` of the text in points."""
        left = self.x - ANCHORS[self.anchor] * self.width
        baseline = self.y + MIDDLE_ABOVE_BASELINE * self.size
        top = baseline - TEXT_ABOVE_BASELINE * self.size
        return left, top, left + self.width, baseline + TEXT_BELOW_BASELINE * self.size


Element = Line | Marker | Rectangle | Text
#: ``(left, top, right, bottom)`` in points.
Box = tuple[float, float, float, float]


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """A finished figure in numbers: its size and its elements in drawing order (later ones lie on top).

    Attributes
    ----------
    width, height : float
        The size of the page in points.
    elements : tuple of Element
        Everything that is drawn.
    """

    width: float
    height: float
    elements: tuple[Element, ...]


def unique_ids(names: Sequence[str]) -> list[str]:
    """Add numbers to repeated names, so that each artist has an id of its own, as SVG asks for.

    Examples
    --------
    >>> unique_ids(["tick", "tick", "cue", "tick"])
    ['tick', 'tick-2', 'cue', 'tick-3']
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
