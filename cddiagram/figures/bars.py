"""Clique bars: which groups, in which lanes, and the strokes that join members and hop
over non-members.

Runs of neighbours are one thick bar, a member alone or a run of near-ties is a disc,
and a thin link joins the pieces of a group. The link hops over the leaders in between,
which it does not join; so a bar covers a leader only where it belongs to the group.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import TypeVar

from cddiagram.figures.content import CDContent
from cddiagram.sheet import Element, KeyEntry, Line, Marker
from cddiagram.text import Option, UsageError
from cddiagram.words import assign_lanes

#: How far a bar reaches beyond the middle of its last leader: to the outer edge of
#: that.
FLUSH = 0.3
#: A link passes leaders that are nearer than this in one hop.
_BRIDGE = 5.3
#: Straight pieces of a quarter of a circle.
_QUARTER = 6
_KEY_WIDTH, _KEY_STUB = 16.0, 3.5

#: The figure of all pairs, however many groups there are.
PVALUE_MATRIX = Option("plot_pvalue_matrix", typed="--figure pvalue-matrix")

_T = TypeVar("_T", int, float)


@dataclass(frozen=True, kw_only=True)
class BarStyle:
    """Sizes of the bars, in points: width of bars and links, radius of the discs of
    lone members and of the hops.
    """

    bar: float = 2.6
    link: float = 0.8
    disc: float = 1.75
    hop: float = 1.9

    def scaled(self, factor: float) -> BarStyle:
        """Return the same style, smaller."""
        return BarStyle(**{part: size * factor for part, size in vars(self).items()})


@dataclass(frozen=True, kw_only=True)
class Bar:
    """One drawn group."""

    #: Index of the group, best first; the number in its element names.
    group: int
    #: Rank positions that it joins.
    members: tuple[int, ...]
    #: Lane, from 0, and its place: y of a horizontal bar, x of a vertical one.
    lane: int
    level: float
    #: Places of the best and the worst member along the bar.
    start: float
    end: float
    #: Rank positions of the non-members that the bar passes.
    gaps: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class DrawnGroups:
    """The groups that have bars, as rank positions of their members, and the lane of
    each; none where letters do.
    """

    groups: tuple[tuple[int, ...], ...] = ()
    lanes: tuple[int, ...] = ()
    #: False if there are groups without a bar.
    all_drawn: bool = False

    @property
    def lane_count(self) -> int:
        """Number of lanes."""
        return max(self.lanes, default=-1) + 1

    @property
    def hops(self) -> bool:
        """Whether a link hops over someone."""
        return any(map(passed, self.groups))

    def key(self, style: BarStyle) -> tuple[KeyEntry, ...]:
        """Return what the figure has to say about hops, as they are drawn; nothing if
        it has none.
        """
        entry = KeyEntry(
            text="not a member", width=_KEY_WIDTH, draw=partial(_draw_hop_key, style)
        )
        return (entry,) if self.hops else ()

    def placed(
        self, along: Sequence[float], levels: Sequence[float]
    ) -> tuple[Bar, ...]:
        """Return every group in its place, `levels` being the place of each lane."""
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
            for index, (group, lane) in enumerate(
                zip(self.groups, self.lanes, strict=True)
            )
        )


def passed(group: Sequence[int]) -> tuple[int, ...]:
    """Return who stands between the members of a group without being one."""
    members = set(group)
    return tuple(i for i in range(group[0], group[-1]) if i not in members)


def check_lanes(max_lanes: object) -> None:
    """Refuse what is no number of lanes."""
    if isinstance(max_lanes, bool) or not isinstance(max_lanes, int) or max_lanes < 0:
        raise UsageError(
            Option("max_lanes"),
            f" must be a whole number of lanes, 0 or more, not {max_lanes!r}.",
        )


def drawable_groups(
    content: CDContent, max_lanes: int
) -> tuple[tuple[int, ...], ...] | None:
    """Return the groups that may become bars; None where pairwise tests made too many,
    even thousands.
    """
    # A lane holds at most k // 2 bars, for they share no member: this spares packing
    # thousands of groups.
    hopeless = not content.single_cd and len(content.groups) > max_lanes * (
        content.k // 2
    )
    return None if hopeless or not content.groups_complete else content.groups


def choose_groups(
    content: CDContent, along: Sequence[float], clear: float, max_lanes: int
) -> DrawnGroups:
    """Pack the groups into lanes; pairwise tests, unlike one critical difference, can
    make too many to be drawn.
    """
    groups = drawable_groups(content, max_lanes)
    if groups is None:
        return DrawnGroups()
    better = along[0] if along else 0.0
    lanes = assign_lanes(
        [
            (abs(along[group[0]] - better), abs(along[group[-1]] - better))
            for group in groups
        ],
        clear,
    )
    drawn = DrawnGroups(groups=groups, lanes=lanes, all_drawn=True)
    return (
        drawn if content.single_cd or drawn.lane_count <= max_lanes else DrawnGroups()
    )


def draw_bars(
    bars: Sequence[Bar],
    along: Sequence[float],
    style: BarStyle,
    *,
    vertical: bool,
    gid: str = "group",
) -> list[Element]:
    """Return links, bars and discs of all groups; a link hops towards the beginning of
    the lanes.
    """
    links: list[Element] = []
    pieces: list[Element] = []
    for bar in bars:
        sign = math.copysign(1.0, bar.end - bar.start)
        runs = _clusters(bar.members, 2)  # of neighbours
        for run in runs:
            start, end = along[run[0]], along[run[-1]]
            if abs(end - start) < 2 * (
                style.disc - FLUSH
            ):  # one member, or near-ties, whose bar would be a hair
                ((x, y),) = _points([((start + end) / 2, bar.level)], vertical)
                pieces.append(
                    Marker(
                        gid=f"{gid}-{bar.group}-member-{run[0]}",
                        x=x,
                        y=y,
                        radius=style.disc,
                    )
                )
            else:
                ends = _points(
                    [
                        (start - sign * FLUSH, bar.level),
                        (end + sign * FLUSH, bar.level),
                    ],
                    vertical,
                )
                pieces.append(
                    Line(gid=f"{gid}-{bar.group}", points=ends, width=style.bar)
                )
        for one, other in pairwise(runs):
            between = [along[i] for i in range(one[-1] + 1, other[0])]
            points = _points(
                _hops(along[one[-1]], between, along[other[0]], bar.level, style.hop),
                vertical,
            )
            links.append(
                Line(gid=f"{gid}-{bar.group}-gap", points=points, width=style.link)
            )
    return links + pieces


def _draw_hop_key(style: BarStyle, left: float, y: float) -> list[Element]:
    start, middle, end = (
        left + style.disc,
        left + _KEY_WIDTH / 2,
        left + _KEY_WIDTH - style.disc,
    )
    stub = ((middle, y - _KEY_STUB), (middle, y + _KEY_STUB))
    return [
        Line(gid="key", points=stub, width=2 * FLUSH, color="leader"),
        Line(
            gid="key",
            points=tuple(_hops(start, [middle], end, y, style.hop)),
            width=style.link,
        ),
        *(Marker(gid="key", x=x, y=y, radius=style.disc) for x in (start, end)),
    ]


def _clusters(places: Sequence[_T], apart: float) -> list[list[_T]]:
    """Split places in their order where neighbours are so far apart."""
    clusters: list[list[_T]] = []
    for place in places:
        if clusters and abs(place - clusters[-1][-1]) < apart:
            clusters[-1].append(place)
        else:
            clusters.append([place])
    return clusters


def _hops(
    start: float, between: Sequence[float], end: float, level: float, radius: float
) -> list[tuple[float, float]]:
    """Return a link from `start` to `end`: half a circle over each leader, a flat
    bridge over those close together.
    """
    sign = math.copysign(1.0, end - start)
    path = [(start, level)]
    for cluster in _clusters(between, _BRIDGE):
        for centre, angles in (
            (cluster[0], range(_QUARTER + 1)),
            (cluster[-1], range(_QUARTER, 2 * _QUARTER + 1)),
        ):
            for angle in (math.pi / 2 * step / _QUARTER for step in angles):
                path.append(
                    (
                        centre - sign * radius * math.cos(angle),
                        level - radius * math.sin(angle),
                    )
                )
    return [*path, (end, level)]


def _points(
    path: Sequence[tuple[float, float]], vertical: bool
) -> tuple[tuple[float, float], ...]:
    return tuple(
        (level, along) if vertical else (along, level) for along, level in path
    )
