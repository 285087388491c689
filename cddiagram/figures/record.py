"""The look and the layout of CD diagrams."""

from __future__ import annotations

from dataclasses import dataclass, replace

from cddiagram.figures.bars import Bar, check_lanes
from cddiagram.figures.options import RowOptions
from cddiagram.procedures import CD_CHOICES, MAX_LANES
from cddiagram.sheet import (
    Area,
    AxisScale,
    Element,
    Line,
    Look,
    Marker,
    NamedSheet,
    Rectangle,
    check_choice,
    check_flag,
)
from cddiagram.text import Option, Phrase, UsageError

#: If the page is at least this wide (in points), figures use the layout for a whole
#: page instead of the layout for a column.
WIDE = 360.0
#: The elements of the header that remain unchanged when a figure is mirrored.
_NOT_MIRRORED = ("title", "note", "cue", "key", "key-text")
_OTHER_ANCHOR = {"left": "right", "right": "left", "center": "center"}


class StackOptions(RowOptions, total=False):
    """The options of single CD diagrams and of stacks of CD diagrams."""

    arrangement: str
    best_at: str
    rank_range: str | tuple[float, float]
    show_ruler: bool
    max_lanes: int


class CDOptions(StackOptions, total=False):
    """The options of a single CD diagram."""

    labels: str
    side: str
    letters: str | bool
    show_rank_intervals: bool


@dataclass(frozen=True, kw_only=True)
class CDLook(Look):
    """The look of a CD diagram: the validated options of `plot_cd`."""

    arrangement: str = "auto"
    labels: str = "auto"
    side: str = "both"
    best_at: str = "right"
    rank_range: str | tuple[float, float] = "auto"
    show_ruler: bool = True
    max_lanes: int = MAX_LANES
    letters: str | bool = "auto"
    show_rank_intervals: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("arrangement", "labels", "side", "best_at"):
            check_choice(name, getattr(self, name), CD_CHOICES[name])
        check_flag("show_ruler", self.show_ruler)
        if self.letters != "auto":
            check_flag("letters", self.letters, also="'auto'")
        check_flag("show_rank_intervals", self.show_rank_intervals)
        if self.arrangement == "horizontal":
            if self.letters is True:
                self._require_list("letters")
            if self.show_rank_intervals:
                self._require_list("rank intervals")
        check_lanes(self.max_lanes)

    def _require_list(self, what: str) -> None:
        """Raise an error about an option that requires a list."""
        raise UsageError(
            f"{what} are shown only next to the names in a list. Pass ",
            Option("arrangement", "list"),
            ", or omit arrangement.",
        )


def unshown_in_list(look: CDLook) -> tuple[Phrase, ...]:
    """Return sentences about options that have no effect on a list."""
    defaults = vars(type(look)())
    sentences = []
    for name in ("labels", "side", "best_at"):
        value = getattr(look, name)
        if value != defaults[name]:
            reason = " has no effect on a list, only on the horizontal arrangement."
            sentences.append(Phrase(Option(name, value), reason))
    return tuple(sentences)


@dataclass(frozen=True, kw_only=True)
class CDLayout(NamedSheet):
    """The layout of a CD diagram, which extends `NamedSheet`.

    Algorithms are in rank order, best first.

    Attributes
    ----------
    kind : {"horizontal", "list"}
        The arrangement.
    labels : {"column", "stair", "list"}
        The arrangement of the labels.
    axis : AxisScale or None
        The scale of the rank axis; None in a list without room for an axis.
    marker_positions : tuple of float
        The x coordinate of each average rank; empty without an axis.
    bar_positions : tuple of float
        The x coordinate of each leader at the bars; in a list, the y coordinate of each
        row.
    leader_positions : tuple of float
        The x coordinate of each leader between bars and labels, moved apart if
        necessary; in a list, the y coordinate of each row.
    bars : tuple of Bar
        The bars of the groups.
    lanes : int
        The number of lanes of bars.
    letters : tuple of str
        The letters of each algorithm, in rank order; empty if bars show the groups.
    blocks : int
        The number of blocks of rows side by side: 2 in a long list on a wide page. The
        second half of the rows is in the second block.
    """

    kind: str
    labels: str
    axis: AxisScale | None
    marker_positions: tuple[float, ...]
    bar_positions: tuple[float, ...]
    leader_positions: tuple[float, ...]
    bars: tuple[Bar, ...]
    lanes: int
    letters: tuple[str, ...] = ()
    blocks: int = 1

    @property
    def shift(self) -> float:
        """The largest distance in points between a leader at the bars of a horizontal
        diagram and its average rank; 0 in a list.
        """
        if self.kind != "horizontal":
            return 0.0
        pairs = zip(self.bar_positions, self.marker_positions, strict=True)
        return max(abs(bar - marker) for bar, marker in pairs)


def mirrored(layout: CDLayout) -> CDLayout:
    """Return a horizontal layout with left and right exchanged. The direction of text
    and the position of the header do not change.
    """

    def flip(x: float) -> float:
        return layout.width - x

    def flip_element(element: Element) -> Element:
        if element.gid in _NOT_MIRRORED:
            return element
        if isinstance(element, Line):
            points = tuple((flip(x), y) for x, y in element.points)
            return replace(element, points=points)
        if isinstance(element, Marker):
            return replace(element, x=flip(element.x))
        if isinstance(element, Rectangle):
            return replace(element, x=flip(element.x) - element.width)
        if isinstance(element, Area):
            corners = tuple((flip(x), y) for x, y in element.corners)
            return replace(element, corners=corners)
        return replace(element, x=flip(element.x), anchor=_OTHER_ANCHOR[element.anchor])

    axis = layout.axis
    if axis is not None:
        axis = replace(axis, x_low=flip(axis.x_low), x_high=flip(axis.x_high))
    boxes = []
    for left, top, right, bottom in layout.label_boxes:
        boxes.append((flip(right), top, flip(left), bottom))
    bars = []
    for bar in layout.bars:
        bars.append(replace(bar, start=flip(bar.start), end=flip(bar.end)))
    return replace(
        layout,
        elements=tuple(map(flip_element, layout.elements)),
        label_boxes=tuple(boxes),
        axis=axis,
        marker_positions=tuple(map(flip, layout.marker_positions)),
        bar_positions=tuple(map(flip, layout.bar_positions)),
        leader_positions=tuple(map(flip, layout.leader_positions)),
        bars=tuple(bars),
    )
