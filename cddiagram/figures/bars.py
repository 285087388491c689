"""The bars of groups of algorithms that are not significantly different.

A run of neighbours is a thick bar, and a single member or a run of near-ties is a disc.
A thin link connects the parts of a group. It forms an arch over each leader in between,
so that a bar covers a leader only if its algorithm belongs to the group.
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

#: Distance by which a bar extends beyond the middle of its last leader, to its edge.
FLUSH = 0.3
#: Leaders that are nearer than this have a common arch.
_BRIDGE = 5.3
#: Straight pieces of a quarter of a circle.
_QUARTER = 6
_KEY_WIDTH, _KEY_STUB = 16.0, 3.5

#: The figure of all pairs for any number of groups.
PVALUE_MATRIX = Option("plot_pvalue_matrix", typed="--figure pvalue-matrix")

_T = TypeVar("_T", int, float)


@dataclass(frozen=True, kw_only=True)
class BarStyle:
    """Sizes of the bars in points: widths of bars and links, radii of the discs of
    single members and of the arches.
    """

    bar: float = 2.6
    link: float = 0.8
    disc: float = 1.75
    hop: float = 1.9

    def scaled(self, factor: float) -> BarStyle:
        """Return the same style with all sizes multiplied by a factor."""
        return BarStyle(**{part: size * factor for part, size in vars(self).items()})


@dataclass(frozen=True, kw_only=True)
class Bar:
    """One drawn group."""

    #: Index of the group, best first; the number in its element names.
    group: int
    #: Rank positions of its members.
    members: tuple[int, ...]
    #: Number of the lane from 0, and its level: y of a horizontal bar, x of a vertical
    #: one.
    lane: int
    level: float
    #: Positions of the best and the worst member along the bar.
    start: float
    end: float
    #: Rank positions of the non-members under its arches.
    gaps: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class DrawnGroups:
    """The groups with bars, as rank positions of their members, and the lane of each.

    There are none if letters show the groups.
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
        """Whether there are arches."""
        return any(map(passed, self.groups))

    def key(self, style: BarStyle) -> tuple[KeyEntry, ...]:
        """Return the key entry that explains arches; nothing if there are none."""
        if not self.hops:
            return ()
        draw = partial(_draw_hop_key, style)
        return (KeyEntry(text="not a member", width=_KEY_WIDTH, draw=draw),)

    def placed(
        self, along: Sequence[float], levels: Sequence[float]
    ) -> tuple[Bar, ...]:
        """Return the bars of all groups; `levels` are the positions of the lanes."""
        bars = []
        for index, (group, lane) in enumerate(
            zip(self.groups, self.lanes, strict=True)
        ):
            bar = Bar(
                group=index,
                members=group,
                lane=lane,
                level=levels[lane],
                start=along[group[0]],
                end=along[group[-1]],
                gaps=passed(group),
            )
            bars.append(bar)
        return tuple(bars)


def passed(group: Sequence[int]) -> tuple[int, ...]:
    """Return the rank positions between the members of a group that are not members."""
    members = set(group)
    return tuple(i for i in range(group[0], group[-1]) if i not in members)


def check_lanes(max_lanes: object) -> None:
    """Raise an error unless the value is a number of lanes."""
    if isinstance(max_lanes, bool) or not isinstance(max_lanes, int) or max_lanes < 0:
        raise UsageError(
            Option("max_lanes"),
            f" must be a whole number of lanes, 0 or more, not {max_lanes!r}.",
        )


def drawable_groups(
    content: CDContent, max_lanes: int
) -> tuple[tuple[int, ...], ...] | None:
    """Return the groups that may become bars; None if pairwise tests resulted in too
    many groups.
    """
    # Bars of a lane share no member, so that a lane contains at most k // 2 bars. This
    # avoids packing thousands of groups.
    most = max_lanes * (content.k // 2)
    too_many = not content.single_cd and len(content.groups) > most
    return None if too_many or not content.groups_complete else content.groups


def choose_groups(
    content: CDContent, along: Sequence[float], clear: float, max_lanes: int
) -> DrawnGroups:
    """Return the groups with their lanes; none if pairwise tests require more lanes
    than `max_lanes`. All groups of a single critical difference are drawn.
    """
    groups = drawable_groups(content, max_lanes)
    if groups is None:
        return DrawnGroups()
    better = along[0] if along else 0.0
    spans = []
    for group in groups:
        first, last = along[group[0]], along[group[-1]]
        spans.append((abs(first - better), abs(last - better)))
    lanes = assign_lanes(spans, clear)
    drawn = DrawnGroups(groups=groups, lanes=lanes, all_drawn=True)
    if content.single_cd or drawn.lane_count <= max_lanes:
        return drawn
    return DrawnGroups()


def draw_bars(
    bars: Sequence[Bar],
    along: Sequence[float],
    style: BarStyle,
    *,
    vertical: bool,
    gid: str = "group",
) -> list[Element]:
    """Return links, bars and discs of all groups. The arches of links are open towards
    the end of the lanes.
    """
    links: list[Element] = []
    parts: list[Element] = []
    # A bar between near-ties would be as short as a hair.
    shortest = 2 * (style.disc - FLUSH)
    for bar in bars:
        group_id = f"{gid}-{bar.group}"
        sign = math.copysign(1.0, bar.end - bar.start)
        runs = _clusters(bar.members, 2)  # of neighbours
        for run in runs:
            start, end = along[run[0]], along[run[-1]]
            if abs(end - start) < shortest:
                ((x, y),) = _points([((start + end) / 2, bar.level)], vertical)
                disc_id = f"{group_id}-member-{run[0]}"
                parts.append(Marker(gid=disc_id, x=x, y=y, radius=style.disc))
                continue
            first = (start - sign * FLUSH, bar.level)
            last = (end + sign * FLUSH, bar.level)
            ends = _points([first, last], vertical)
            parts.append(Line(gid=group_id, points=ends, width=style.bar))
        for one, other in pairwise(runs):
            start, end = along[one[-1]], along[other[0]]
            between = [along[i] for i in range(one[-1] + 1, other[0])]
            path = _hops(start, between, end, bar.level, style.hop)
            points = _points(path, vertical)
            links.append(Line(gid=f"{group_id}-gap", points=points, width=style.link))
    return links + parts


def _draw_hop_key(style: BarStyle, left: float, y: float) -> list[Element]:
    """Return the mark of the key that explains arches."""
    start, end = left + style.disc, left + _KEY_WIDTH - style.disc
    middle = left + _KEY_WIDTH / 2
    leader = ((middle, y - _KEY_STUB), (middle, y + _KEY_STUB))
    link = tuple(_hops(start, [middle], end, y, style.hop))
    return [
        Line(gid="key", points=leader, width=2 * FLUSH, color="leader"),
        Line(gid="key", points=link, width=style.link),
        Marker(gid="key", x=start, y=y, radius=style.disc),
        Marker(gid="key", x=end, y=y, radius=style.disc),
    ]


def _clusters(positions: Sequence[_T], apart: float) -> list[list[_T]]:
    """Split positions in order between neighbours that are at least so far apart."""
    clusters: list[list[_T]] = []
    for position in positions:
        if clusters and abs(position - clusters[-1][-1]) < apart:
            clusters[-1].append(position)
        else:
            clusters.append([position])
    return clusters


def _hops(
    start: float, between: Sequence[float], end: float, level: float, radius: float
) -> list[tuple[float, float]]:
    """Return a link from `start` to `end`: an arch over each leader, and a flat bridge
    over leaders that are close together.
    """
    sign = math.copysign(1.0, end - start)
    path = [(start, level)]
    for cluster in _clusters(between, _BRIDGE):
        up, down = range(_QUARTER + 1), range(_QUARTER, 2 * _QUARTER + 1)
        for centre, steps in ((cluster[0], up), (cluster[-1], down)):
            for step in steps:
                angle = math.pi / 2 * step / _QUARTER
                along = centre - sign * radius * math.cos(angle)
                path.append((along, level - radius * math.sin(angle)))
    return [*path, (end, level)]


def _points(
    path: Sequence[tuple[float, float]], vertical: bool
) -> tuple[tuple[float, float], ...]:
    """Return the points of a path, whose first coordinate is along the bars."""
    if vertical:
        return tuple((level, along) for along, level in path)
    return tuple(path)
