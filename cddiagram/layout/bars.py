"""Clique bars: which lane, and the strokes that join members and pass non-members.

The rule for the reader is "a dot joins, no dot does not": a bar is solid between members that are neighbours, dashed
and broken around every non-member in between, and never extends beyond its last dot.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cddiagram.layout.elements import Element, Line, Marker
from cddiagram.layout.lanes import assign_lanes

#: Half the opening in a dashed link at a non-member's leader.
BREAK = 1.7
DASH = (1.6, 1.0)


@dataclass(frozen=True, kw_only=True)
class BarStyle:
    """Sizes of the bars, in points."""

    solid: float = 2.0
    dashed: float = 0.8
    dot: float = 1.75

    def scaled(self, factor: float) -> BarStyle:
        """Return the same style, smaller."""
        return BarStyle(solid=self.solid * factor, dashed=max(self.dashed * factor, 0.5), dot=self.dot * factor)


@dataclass(frozen=True, kw_only=True)
class Bar:
    """One drawn group.

    Attributes
    ----------
    group : int
        Index of the group, best first; the number in its element names.
    members : tuple of int
        Rank positions that carry a dot.
    lane : int
        Lane, from 0.
    level : float
        Place of the lane: y of a horizontal bar, x of a vertical one.
    start, end : float
        Places of the best and the worst member along the bar.
    gaps : tuple of int
        Rank positions of the non-members that the bar passes without touching.
    """

    group: int
    members: tuple[int, ...]
    lane: int
    level: float
    start: float
    end: float
    gaps: tuple[int, ...]


def pack_lanes(groups: Sequence[tuple[int, ...]], along: Sequence[float], clear: float) -> tuple[int, ...]:
    """Choose the lane of each group.

    Parameters
    ----------
    groups : sequence of tuple of int
        Rank positions of the members, ascending.
    along : sequence of float
        Place of each rank position along the bars; monotone, in either direction.
    clear : float
        Distance between two bars of a lane.

    Returns
    -------
    tuple of int
        Lanes from 0, filled from the better end.

    Examples
    --------
    >>> pack_lanes([(0, 1), (2, 3)], [60.0, 40.0, 30.0, 10.0], clear=7)
    (0, 0)
    """
    better = along[0] if along else 0.0
    return assign_lanes([(abs(along[group[0]] - better), abs(along[group[-1]] - better)) for group in groups], clear)


def place_bars(
    groups: Sequence[tuple[int, ...]], lanes: Sequence[int], along: Sequence[float], levels: Sequence[float]
) -> tuple[Bar, ...]:
    """Give every group its place, `levels` being the place of each lane."""
    return tuple(
        Bar(
            group=index,
            members=group,
            lane=lane,
            level=levels[lane],
            start=along[group[0]],
            end=along[group[-1]],
            gaps=tuple(i for i in range(group[0], group[-1]) if i not in group),
        )
        for index, (group, lane) in enumerate(zip(groups, lanes, strict=True))
    )


def draw_bars(bars: Sequence[Bar], along: Sequence[float], style: BarStyle, *, vertical: bool) -> list[Element]:
    """Return the strokes and dots of all bars: strokes first, so that no dot is covered."""
    strokes: list[Element] = []
    dots: list[Element] = []
    for bar in bars:
        for better, worse in zip(bar.members, bar.members[1:], strict=False):
            strokes.extend(_link(bar, better, worse, along, style, vertical))
        for member in bar.members:
            x, y = _point(along[member], bar.level, vertical)
            dots.append(Marker(gid=f"clique-{bar.group}-member-{member}", x=x, y=y, radius=style.dot))
    return strokes + dots


def _link(bar: Bar, better: int, worse: int, along: Sequence[float], style: BarStyle, vertical: bool) -> list[Element]:
    """Join two consecutive members: one solid stroke, or dashes from dot to opening, opening to opening, to dot."""
    sign = 1.0 if along[worse] >= along[better] else -1.0
    if worse == better + 1:
        ends = (_point(along[better], bar.level, vertical), _point(along[worse], bar.level, vertical))
        return [Line(gid=f"clique-{bar.group}", points=ends, width=style.solid)]
    pieces: list[Element] = []
    start = along[better] + sign * style.dot
    for stop in range(better + 1, worse + 1):
        end = along[stop] - sign * (style.dot if stop == worse else BREAK)
        if sign * (end - start) > 0.25:  # shorter is no ink, only a speck
            ends = (_point(start, bar.level, vertical), _point(end, bar.level, vertical))
            pieces.append(Line(gid=f"clique-{bar.group}-gap", points=ends, width=style.dashed, dash=DASH))
        start = along[stop] + sign * BREAK
    return pieces


def _point(along: float, level: float, vertical: bool) -> tuple[float, float]:
    return (level, along) if vertical else (along, level)
