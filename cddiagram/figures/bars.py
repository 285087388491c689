"""Clique bars: which lane, and the strokes that join members and hop over non-members.

Runs of neighbours are one thick bar, a member alone is a disc, and a thin link joins the pieces of a group. The link
hops over the leaders in between, which it does not join; so a bar covers a leader only where it belongs to the group.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from cddiagram.sheet.elements import Element, Line, Marker
from cddiagram.sheet.legend import KeyEntry
from cddiagram.words.drawable import assign_lanes

#: How far a bar reaches beyond the middle of its last leader: to the outer edge of that.
FLUSH = 0.3
#: A link passes leaders that are nearer than this in one hop.
_BRIDGE = 5.3
#: Straight pieces of a quarter of a circle.
_QUARTER = 6
_KEY_WIDTH, _KEY_STUB = 16.0, 3.5


@dataclass(frozen=True, kw_only=True)
class BarStyle:
    """Sizes of the bars, in points: width of bars and links, radius of the discs of lone members and of the hops."""

    bar: float = 2.6
    link: float = 0.8
    disc: float = 1.75
    hop: float = 1.9

    def scaled(self, factor: float) -> BarStyle:
        """Return the same style, smaller; links stay visible."""
        return BarStyle(
            bar=self.bar * factor,
            link=max(self.link * factor, 0.5),
            disc=self.disc * factor,
            hop=self.hop * factor,
        )


@dataclass(frozen=True, kw_only=True)
class Bar:
    """One drawn group.

    Attributes
    ----------
    group : int
        Index of the group, best first; the number in its element names.
    members : tuple of int
        Rank positions that it joins.
    lane : int
        Lane, from 0.
    level : float
        Place of the lane: y of a horizontal bar, x of a vertical one.
    start, end : float
        Places of the best and the worst member along the bar.
    gaps : tuple of int
        Rank positions of the non-members that the bar passes.
    """

    group: int
    members: tuple[int, ...]
    lane: int
    level: float
    start: float
    end: float
    gaps: tuple[int, ...]


def passed(group: Sequence[int]) -> tuple[int, ...]:
    """Return who stands between the members of a group without being one.

    Examples
    --------
    >>> passed((1, 2, 5))
    (3, 4)
    """
    return tuple(i for i in range(group[0], group[-1]) if i not in group)


def pack_lanes(groups: Sequence[tuple[int, ...]], along: Sequence[float], clear: float) -> tuple[int, ...]:
    """Choose the lane of each group.

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
    """Return every group its place, `levels` being the place of each lane."""
    return tuple(
        Bar(
            group=index,
            members=group,
            lane=lane,
            level=levels[lane],
            start=along[group[0]],
            end=along[group[-1]],
            gaps=passed(group),
        )
        for index, (group, lane) in enumerate(zip(groups, lanes, strict=True))
    )


def draw_bars(bars: Sequence[Bar], along: Sequence[float], style: BarStyle, *, vertical: bool) -> list[Element]:
    """Return links, bars and discs of all groups; a link hops towards the beginning of the lanes."""
    links: list[Element] = []
    pieces: list[Element] = []
    for bar in bars:
        sign = math.copysign(1.0, bar.end - bar.start)
        runs = _runs(bar.members)
        for run in runs:
            start, end = along[run[0]], along[run[-1]]
            if len(run) > 1:
                ends = _points([(start - sign * FLUSH, bar.level), (end + sign * FLUSH, bar.level)], vertical)
                pieces.append(Line(gid=f"clique-{bar.group}", points=ends, width=style.bar))
            else:
                ((x, y),) = _points([(start, bar.level)], vertical)
                pieces.append(Marker(gid=f"clique-{bar.group}-member-{run[0]}", x=x, y=y, radius=style.disc))
        for one, other in pairwise(runs):
            between = [along[i] for i in range(one[-1] + 1, other[0])]
            path = _hops(along[one[-1]], between, along[other[0]], bar.level, style.hop)
            points = _points(path, vertical)
            links.append(Line(gid=f"clique-{bar.group}-gap", points=points, width=style.link))
    return links + pieces


def hop_key(groups: Sequence[tuple[int, ...]]) -> tuple[KeyEntry, ...]:
    """Return what a figure says about hops; nothing if it has none."""
    if not any(passed(group) for group in groups):
        return ()
    style = BarStyle()

    def draw(left: float, y: float) -> list[Element]:
        start, middle, end = left + style.disc, left + _KEY_WIDTH / 2, left + _KEY_WIDTH - style.disc
        stub = ((middle, y - _KEY_STUB), (middle, y + _KEY_STUB))
        return [
            Line(gid="key", points=stub, width=2 * FLUSH, color="leader"),
            Line(gid="key", points=tuple(_hops(start, [middle], end, y, style.hop)), width=style.link),
            *(Marker(gid="key", x=x, y=y, radius=style.disc) for x in (start, end)),
        ]

    return (KeyEntry(text="not a member", width=_KEY_WIDTH, draw=draw),)


def _runs(members: Sequence[int]) -> list[list[int]]:
    """Split the members of a group into runs of neighbours."""
    runs = [[members[0]]]
    for member in members[1:]:
        if member == runs[-1][-1] + 1:
            runs[-1].append(member)
        else:
            runs.append([member])
    return runs


def _hops(start: float, between: Sequence[float], end: float, level: float, radius: float) -> list[tuple[float, float]]:
    """Return a link from `start` to `end`: half a circle over each leader, a flat bridge over those close together."""
    sign = math.copysign(1.0, end - start)
    clusters: list[list[float]] = []
    for place in between:
        if clusters and abs(place - clusters[-1][-1]) < _BRIDGE:
            clusters[-1].append(place)
        else:
            clusters.append([place])
    path = [(start, level)]
    for cluster in clusters:
        for centre, angles in ((cluster[0], range(_QUARTER + 1)), (cluster[-1], range(_QUARTER, 2 * _QUARTER + 1))):
            for angle in (math.pi / 2 * step / _QUARTER for step in angles):
                path.append((centre - sign * radius * math.cos(angle), level - radius * math.sin(angle)))
    return [*path, (end, level)]


def _points(path: Sequence[tuple[float, float]], vertical: bool) -> tuple[tuple[float, float], ...]:
    return tuple((level, along) if vertical else (along, level) for along, level in path)
