"""The record of a finished CD diagram: its elements and the decisions behind them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from cddiagram.figures.bars import Bar, check_lanes
from cddiagram.figures.options import RowOptions
from cddiagram.procedures import CD_CHOICES, MAX_LANES
from cddiagram.sheet import (
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

#: What reads from left to right in a mirrored figure as well: the header without its
#: ruler.
_KEPT = ("title", "note", "cue", "key", "key-text")
_OTHER_ANCHOR = {"left": "right", "right": "left", "center": "center"}


class StackOptions(RowOptions, total=False):
    """The options of CD diagrams alone and in stacks."""

    arrangement: str
    best_at: str
    rank_range: str | tuple[float, float]
    show_ruler: bool
    max_lanes: int


class CDOptions(StackOptions, total=False):
    """The options of a CD diagram alone."""

    labels: str
    side: str
    letters: str | bool
    show_rank_intervals: bool


@dataclass(frozen=True, kw_only=True)
class CDLook(Look):
    """The look of a CD diagram: all options of `plot_cd`, checked."""

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
        for what, asked in (
            ("letters", self.letters is True),
            ("place intervals", self.show_rank_intervals),
        ):
            if asked and self.arrangement == "horizontal":
                pass_list = Option("arrangement", "list")
                raise UsageError(
                    f"{what} stand beside the names of the list: pass ",
                    pass_list,
                    ", or leave arrangement out.",
                )
        check_lanes(self.max_lanes)


def unshown_in_list(look: CDLook) -> tuple[Phrase, ...]:
    """Say which options of the horizontal arrangement a list does not follow."""
    defaults = vars(type(look)())
    asked = [
        name
        for name in ("labels", "side", "best_at")
        if getattr(look, name) != defaults[name]
    ]
    said = " is of the horizontal arrangement, and the figure is a list."
    return tuple(Phrase(Option(name, getattr(look, name)), said) for name in asked)


@dataclass(frozen=True, kw_only=True)
class CDLayout(NamedSheet):
    """A CD diagram laid out: `NamedSheet` and what follows, algorithms in rank order,
    best first.

    Attributes
    ----------
    kind : {"horizontal", "list"}
        The layout chosen.
    labels : {"column", "stair", "list"}
        How the labels are arranged.
    axis : AxisScale or None
        Scale of the rank axis; None in a list that has no room for one.
    marker_positions : tuple of float
        Exact place of each average rank: x, empty without an axis.
    bar_positions : tuple of float
        Where the bars meet each algorithm: x of its leader there, or y of the row in a
        list.
    leader_positions : tuple of float
        Where the leaders stand on their way to the labels: spread x, or y of the row in
        a list.
    bars : tuple of Bar
        The groups drawn.
    lanes : int
        Number of lanes of bars.
    letters : tuple of str
        The letters of each algorithm, in rank order, where they show the groups; empty
        where bars do.
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

    @property
    def shift(self) -> float:
        """How far, in points, the bars of a horizontal diagram meet a leader beside its
        exact rank; 0 in a list.
        """
        if self.kind != "horizontal":
            return 0.0
        return max(
            abs(b - x)
            for b, x in zip(self.bar_positions, self.marker_positions, strict=True)
        )


def mirrored(layout: CDLayout) -> CDLayout:
    """Return a horizontal layout with left and right exchanged; texts keep their
    direction, the header its place.
    """

    def flip(x: float) -> float:
        return layout.width - x

    def flipped(element: Element) -> Element:
        if element.gid in _KEPT:
            return element
        if isinstance(element, Line):
            return replace(
                element, points=tuple((flip(x), y) for x, y in element.points)
            )
        if isinstance(element, Marker):
            return replace(element, x=flip(element.x))
        if isinstance(element, Rectangle):
            return replace(element, x=flip(element.x) - element.width)
        return replace(element, x=flip(element.x), anchor=_OTHER_ANCHOR[element.anchor])

    axis = layout.axis
    return replace(
        layout,
        elements=tuple(map(flipped, layout.elements)),
        label_boxes=tuple(
            (flip(right), top, flip(left), low)
            for left, top, right, low in layout.label_boxes
        ),
        axis=None
        if axis is None
        else replace(axis, x_low=flip(axis.x_low), x_high=flip(axis.x_high)),
        marker_positions=tuple(map(flip, layout.marker_positions)),
        bar_positions=tuple(map(flip, layout.bar_positions)),
        leader_positions=tuple(map(flip, layout.leader_positions)),
        bars=tuple(
            replace(bar, start=flip(bar.start), end=flip(bar.end))
            for bar in layout.bars
        ),
    )
