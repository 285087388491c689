"""The bars of groups of algorithms that are not significantly different.

A bar connects the leaders of its members. If the leader of a non-member is between
them, the bar passes over it as a thin arch. In a list, which has no leaders, the bar is
thin in the rows of non-members.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from cddiagram.figures.content import CDContent
from cddiagram.figures.leaders import BESIDE_BAR, SHORTEST_BAR
from cddiagram.sheet import Element, KeyEntry, Line
from cddiagram.text import Option, Phrase, UsageError
from cddiagram.words import (
    LanePitch,
    assign_lanes,
    most_arches,
    share_lanes,
)

if TYPE_CHECKING:
    from cddiagram.figures.rows import Rows

#: A bar extends beyond the centre of its last leader by this distance, so that it ends
#: at the edge of the leader.
FLUSH = 0.3
#: Two arches are merged into a flat bridge if the distance between them is less than
#: this.
_BRIDGE = 1.4
#: The number of straight segments that approximate a quarter circle.
_QUARTER = 6
_KEY_WIDTH, _KEY_STUB = 16.0, 3.5

#: A figure of all pairs that can show any number of groups.
PVALUE_MATRIX = Option("plot_pvalue_matrix", typed="--figure pvalue-matrix")
#: The remedy given in error messages when there are too many groups to draw as bars.
DRAW_MATRIX = Phrase("draw the p-value matrix (", PVALUE_MATRIX, ") instead")

_Point = tuple[float, float]
_Span = tuple[float, float]


@dataclass(frozen=True, kw_only=True)
class BarStyle:
    """Sizes of the bars in points: the widths of bars, of arches and of the thin parts
    in lists, the radius of arches, and half the gap in a bar under an arch.
    """

    bar: float = 2.6
    arch: float = 0.9
    thin: float = 0.8
    radius: float = 2.4
    half_gap: float = 2.1

    def scaled(self, factor: float) -> BarStyle:
        """Return the same style with all sizes multiplied by a factor."""
        return BarStyle(**{part: size * factor for part, size in vars(self).items()})


@dataclass(frozen=True, kw_only=True)
class Bar:
    """The bar of one group."""

    #: The index of the group, starting with the best group. The index is also part of
    #: the element ids.
    group: int
    #: The rank positions of the members of the group.
    members: tuple[int, ...]
    #: The zero-based index of the lane, and its coordinate (y for a horizontal bar, and
    #: x for a vertical bar).
    lane: int
    level: float
    #: The positions of the best and worst members of the group along the bar.
    start: float
    end: float
    #: The bar has an arch at these rank positions, because the algorithms there are not
    #: in the group.
    gaps: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class DrawnGroups:
    """The groups with bars, as rank positions of their members, and the lane of each.

    Both fields are empty if letters show the groups.
    """

    groups: tuple[tuple[int, ...], ...] = ()
    lanes: tuple[int, ...] = ()
    #: Whether there is a bar for every group.
    all_drawn: bool = False

    @property
    def lane_count(self) -> int:
        """The number of lanes."""
        return max(self.lanes, default=-1) + 1

    @property
    def arched(self) -> bool:
        """Whether there are arches, or thin parts in a list."""
        return any(map(passed, self.groups))

    def key(
        self, style: BarStyle, note: str | None, *, is_list: bool = False
    ) -> tuple[KeyEntry, ...]:
        """Return the key entries that explain bars, arches and thin parts.

        If `note` is None, the key does not explain bars, because they are a common
        convention.
        """
        if not self.groups:
            return ()
        key: list[KeyEntry] = []
        if note is not None:
            bar = KeyEntry(
                text="bar: not significantly different",
                shorter="bar: not different",
                width=_KEY_WIDTH,
                draw=partial(_draw_bar_key, style),
            )
            key.append(bar)
        if self.arched:
            word, draw = _GAPS[is_list]
            gap = KeyEntry(
                text=f"{word}: not in the group",
                width=_KEY_WIDTH,
                draw=partial(draw, style),
            )
            key.append(gap)
        return tuple(key)

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


def count_arches(groups: Sequence[Sequence[int]]) -> int:
    """Return the number of algorithms between members of a group that are not
    members.
    """
    return sum(len(passed(group)) for group in groups)


def check_lanes(max_lanes: object) -> None:
    """Raise an error unless `max_lanes` is a non-negative integer."""
    if isinstance(max_lanes, bool) or not isinstance(max_lanes, int) or max_lanes < 0:
        raise UsageError(
            Option("max_lanes"),
            f" must be a non-negative integer, not {max_lanes!r}.",
        )


def drawable_groups(
    content: CDContent, max_lanes: int
) -> tuple[tuple[int, ...], ...] | None:
    """Return the groups that can be drawn as bars; None if pairwise tests yield too
    many groups.
    """
    # The bars in a lane have no common members, so a lane contains at most k / 2 bars.
    # This limit prevents the assignment of thousands of groups to lanes.
    most = max_lanes * (content.k // 2)
    too_many = not content.single_cd and len(content.groups) > most
    if too_many or not content.groups_complete:
        return None
    return content.groups


def choose_groups(
    content: CDContent,
    along: Sequence[float],
    clear: float,
    max_lanes: int,
    pitch: float | None = None,
    *,
    staircase: bool = True,
) -> DrawnGroups:
    """Return the groups with their lanes; no groups if pairwise tests require more
    lanes than `max_lanes`. If there is a single critical difference, all groups are
    drawn.

    `along` contains the coordinate of each rank position, and two bars in a lane must
    be `clear` apart in the same unit. The distance between lanes is `pitch` points; its
    default depends on whether there are arches. If `staircase` is False, each bar is in
    the first lane with room for it.
    """
    groups = drawable_groups(content, max_lanes)
    if groups is None:
        return DrawnGroups()
    spans = []
    for group in groups:
        first, last = along[group[0]], along[group[-1]]
        spans.append((abs(first - along[0]), abs(last - along[0])))
    if pitch is None:
        pitch = LanePitch.ARCHED if count_arches(groups) else LanePitch.PLAIN
    lanes = share_lanes(spans, clear)
    if staircase:
        lanes = assign_lanes(spans, clear, pitch)
    bars = DrawnGroups(groups=groups, lanes=lanes, all_drawn=True)
    if content.single_cd or bars.lane_count <= max_lanes:
        return bars
    return DrawnGroups()


def prefers_letters(content: CDContent, letters: str | bool) -> bool:
    """Return whether letters rather than bars show the groups, according to the option
    `letters`. "auto" selects letters if the bars would have too many arches.
    """
    if letters != "auto":
        return letters is True
    if drawable_groups(content, content.k) is None:
        return False
    arches = count_arches(content.groups)
    return arches > most_arches(content.k) and bool(content.letters)


def draw_bars(
    bars: Sequence[Bar],
    along: Sequence[float],
    style: BarStyle,
    *,
    vertical: bool,
    longest: float = math.inf,
    gid: str = "group",
) -> list[Element]:
    """Return the bars and arches of all groups across leaders at the positions `along`.

    A very short bar is lengthened, but not beyond `longest`. Arches bulge upwards from
    a horizontal bar and to the left of a vertical bar.
    """
    arches: list[Element] = []
    parts: list[Element] = []
    for bar in bars:
        start, end = _drawn_ends(bar, along, longest)
        sign = math.copysign(1.0, bar.end - bar.start)
        for first, last in _bridges(bar, along, style):
            path = _arch(first, last, bar.level, sign * style.radius, style.radius)
            arch = Line(
                gid=f"{gid}-{bar.group}-gap",
                points=_points(path, vertical),
                width=style.arch,
            )
            arches.append(arch)
            edge = first - sign * style.half_gap
            parts.append(_piece(bar, (start, edge), style, vertical, gid))
            start = last + sign * style.half_gap
        parts.append(_piece(bar, (start, end), style, vertical, gid))
    return arches + parts


def draw_row_bars(
    bars: Sequence[Bar], rows: Rows, style: BarStyle, *, gid: str = "group"
) -> list[Element]:
    """Return the bars of all groups in a list. A bar is thin in the rows of algorithms
    that are not in the group.
    """
    thin: list[Element] = []
    parts: list[Element] = []
    for bar in bars:
        top = bar.start
        for first, last in _runs(bar.gaps):
            upper = rows.tops[first]
            lower = rows.tops[last] + rows.heights[last]
            points = ((bar.level, upper), (bar.level, lower))
            line = Line(gid=f"{gid}-{bar.group}-gap", points=points, width=style.thin)
            thin.append(line)
            parts.append(_piece(bar, (top, upper), style, True, gid))
            top = lower
        parts.append(_piece(bar, (top, bar.end), style, True, gid))
    return thin + parts


def _piece(bar: Bar, ends: _Span, style: BarStyle, vertical: bool, gid: str) -> Line:
    """Return a piece of a bar between two arches or ends."""
    path = [(ends[0], bar.level), (ends[1], bar.level)]
    points = _points(path, vertical)
    return Line(gid=f"{gid}-{bar.group}", points=points, width=style.bar)


def _drawn_ends(bar: Bar, along: Sequence[float], longest: float) -> _Span:
    """Return the ends of a drawn bar: the outer edges of its first and last leader. A
    very short bar is lengthened unless it would come too close to another leader.
    """
    sign = math.copysign(1.0, bar.end - bar.start)
    length = abs(bar.end - bar.start)
    middle = (bar.start + bar.end) / 2
    first, last = bar.members[0], bar.members[-1]
    reach = min(SHORTEST_BAR, longest) / 2
    if first > 0:
        reach = min(reach, abs(middle - along[first - 1]) - BESIDE_BAR)
    if last + 1 < len(along):
        reach = min(reach, abs(along[last + 1] - middle) - BESIDE_BAR)
    reach = max(reach, length / 2 + FLUSH)
    return middle - sign * reach, middle + sign * reach


def _bridges(bar: Bar, along: Sequence[float], style: BarStyle) -> list[_Span]:
    """Return the first and last leaders under each arch. Neighbouring arches that are
    close together are merged.
    """
    bridges: list[_Span] = []
    nearest = 2 * style.half_gap + _BRIDGE
    for run_first, run_last in _runs(bar.gaps):
        first = last = along[run_first]
        for position in range(run_first + 1, run_last + 1):
            leader = along[position]
            if abs(leader - last) >= nearest:
                bridges.append((first, last))
                first = leader
            last = leader
        bridges.append((first, last))
    return bridges


def _runs(positions: Sequence[int]) -> list[tuple[int, int]]:
    """Return the first and last numbers of each run of consecutive numbers."""
    runs: list[tuple[int, int]] = []
    for position in positions:
        if runs and position == runs[-1][1] + 1:
            runs[-1] = (runs[-1][0], position)
        else:
            runs.append((position, position))
    return runs


def _arch(
    first: float, last: float, level: float, reach: float, rise: float
) -> list[_Point]:
    """Return an arch over the leaders from `first` to `last`: a quarter of a circle on
    either side, and a straight line between them.
    """
    path = []
    for step in range(_QUARTER + 1):
        angle = math.pi / 2 * step / _QUARTER
        path.append((first - reach * math.cos(angle), level - rise * math.sin(angle)))
    for step in range(_QUARTER, -1, -1):
        angle = math.pi / 2 * step / _QUARTER
        path.append((last + reach * math.cos(angle), level - rise * math.sin(angle)))
    return path


def _draw_bar_key(style: BarStyle, left: float, y: float) -> list[Element]:
    """Return the key symbol of a bar."""
    points = ((left, y), (left + _KEY_WIDTH, y))
    return [Line(gid="key", points=points, width=style.bar)]


def _draw_arch_key(style: BarStyle, left: float, y: float) -> list[Element]:
    """Return the key symbol of an arch over a leader."""
    middle, right = left + _KEY_WIDTH / 2, left + _KEY_WIDTH
    leader = ((middle, y - _KEY_STUB), (middle, y + _KEY_STUB))
    arch = _arch(middle, middle, y, style.radius, style.radius)
    before = ((left, y), (middle - style.half_gap, y))
    behind = ((middle + style.half_gap, y), (right, y))
    return [
        Line(gid="key", points=leader, width=2 * FLUSH, color="leader"),
        Line(gid="key", points=tuple(arch), width=style.arch),
        Line(gid="key", points=before, width=style.bar),
        Line(gid="key", points=behind, width=style.bar),
    ]


def _draw_thin_key(style: BarStyle, left: float, y: float) -> list[Element]:
    """Return the key symbol of a bar with a thin part in a list."""
    third = _KEY_WIDTH / 3
    right = left + _KEY_WIDTH
    return [
        Line(gid="key", points=((left, y), (right, y)), width=style.thin),
        Line(gid="key", points=((left, y), (left + third, y)), width=style.bar),
        Line(gid="key", points=((right - third, y), (right, y)), width=style.bar),
    ]


#: The key is True if the diagram is a list. If a bar passes an algorithm that is not in
#: the group, it has an arch or a thin part. Each value contains the term for this part
#: and the function that draws its symbol in the legend.
_GAPS = {False: ("arch", _draw_arch_key), True: ("thin", _draw_thin_key)}


def _points(path: Sequence[_Point], vertical: bool) -> tuple[_Point, ...]:
    """Return the points of a path whose first coordinate is along the bars."""
    if vertical:
        return tuple((level, along) for along, level in path)
    return tuple(path)
