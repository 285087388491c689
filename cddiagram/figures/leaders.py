"""The positions of the leaders of a CD diagram, at the bars and between the bars and
the labels.

Leaders are at the exact average ranks if possible. Readers compare the length of a bar
with the ruler, and its ends with the adjacent leaders. Both must be consistent with the
decisions: no group is longer than the critical difference, significantly different
algorithms are farther apart than the critical difference, and the end of a bar is clear
of the next leader. Each of these rules is a bound on the difference of two positions
(`nearest_positions`).

A small bend looks like a mistake. Therefore, only leaders that are too close to a
neighbour are moved.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise

from cddiagram.figures.nearest_positions import Bound, feasible, keeps, least_squares
from cddiagram.sheet import spread

#: Next to their labels, leaders are at least this far apart.
LEADER_GAP = 3.0
#: Neighbouring leaders can remain straight if they are at least this far apart.
STRAIGHT_GAP = 2.4
#: If possible, leaders that are not straight bend by at least this distance.
LEAST_BEND = 1.5
#: A bar is at least this long. The second number is its minimum distance from the
#: leader of an algorithm that is not in its group.
SHORTEST_BAR, BESIDE_BAR = 6.0, 2.0
#: Two bars in a lane are at least this far apart.
LANE_CLEAR = 7.0

#: If a bar ends between two leaders, the distance between the leaders is one of these.
#: The distances are tried in this order.
_GAPS = tuple(tenths / 10 for tenths in range(30, 19, -1))
#: The first number is the preferred distance from an arch to the leader of a
#: neighbouring member of its group, and the second is the minimum distance.
_ARCH_GAP, _ARCH_ENOUGH = 4.2, 3.4
#: Neighbouring leaders are at least this far apart unless the distance between their
#: average ranks is smaller.
_APART = 2.0
#: The distance between the leaders of significantly different algorithms exceeds the
#: length of the ruler by at least this amount, so that the difference is visible.
_VISIBLE = 0.3
#: The bends of leaders above the bars have at most this width. If leaders have to bend above
#: the bars, they bend only as far as their labels require, up to this maximum.
_LARGEST_BEND = 4.0
#: Leaders are considered straight if their ends differ by at most this distance.
_UNMOVED = 1e-6


@dataclass(frozen=True, kw_only=True)
class BarRules:
    """The rules for the positions of leaders at the bars. Leaders are numbered from
    left to right.
    """

    #: The members of each group.
    groups: tuple[tuple[int, ...], ...] = ()
    #: The lane of each group. The tuple is empty if each bar has its own lane.
    lanes: tuple[int, ...] = ()
    #: The critical difference as a fraction of the axis, or None for a pairwise test
    #: without a critical difference.
    difference: float | None = None

    @cached_property
    def ends(self) -> frozenset[int]:
        """The left leader of each pair of neighbours between which a bar ends."""
        ends = set()
        for group in self.groups:
            ends |= {group[0] - 1, group[-1]}
        return frozenset(ends)

    @cached_property
    def arched(self) -> frozenset[int]:
        """The left leader of each pair of neighbours of which one is a member of a
        group and the other is under an arch of its bar.
        """
        arched = set()
        for group in self.groups:
            members = set(group)
            for left in range(group[0], group[-1]):
                if (left in members) != (left + 1 in members):
                    arched.add(left)
        return frozenset(arched)

    @cached_property
    def partners(self) -> dict[int, set[int]]:
        """The algorithms that share a group with each member of a group."""
        partners: dict[int, set[int]] = {}
        for group in self.groups:
            for member in group:
                partners.setdefault(member, set()).update(group)
        return partners

    @cached_property
    def lane_mates(self) -> tuple[tuple[int, int], ...]:
        """The last member of each bar and the first member of the next bar in its
        lane.
        """
        last_of_lane: dict[int, int] = {}
        mates = []
        by_position = sorted(zip(self.groups, self.lanes, strict=False))
        for group, lane in by_position:
            if lane in last_of_lane:
                mates.append((last_of_lane[lane], group[0]))
            last_of_lane[lane] = group[-1]
        return tuple(mates)

    def bounds(
        self, exact: Sequence[float], length: float, gap: float = _GAPS[0]
    ) -> list[Bound]:
        """Return the bounds on an axis of this length. The distance from the end of a
        bar to the adjacent leader is at least `gap` unless their exact distance is
        sufficient.
        """
        critical = math.inf
        if self.difference is not None:
            critical = self.difference * length
        bounds = list(self._bounds_of_neighbours(exact, gap))
        for group in self.groups:
            first, last = group[0], group[-1]
            bounds.append((last, first, -critical))
            if not _has_room(first, last, exact):
                bounds.append((first, last, min(gap, critical)))
        for last, first in self.lane_mates:
            bounds.append((last, first, LANE_CLEAR))
        if self.difference is not None:
            bounds += self._bounds_of_different(exact, critical)
        return bounds

    def _bounds_of_neighbours(
        self, exact: Sequence[float], gap: float
    ) -> Iterator[Bound]:
        arch_gap = max(_ARCH_ENOUGH, _ARCH_GAP * gap / _GAPS[0])
        straight = min(STRAIGHT_GAP, gap)
        for left, (x, next_x) in enumerate(pairwise(exact)):
            distance = next_x - x
            least = min(_APART, distance)
            if left in self.arched:
                least = _sufficient(distance, _ARCH_ENOUGH, arch_gap)
            elif left in self.ends:
                least = _sufficient(distance, straight, gap)
            yield left, left + 1, least

    def _bounds_of_different(
        self, exact: Sequence[float], critical: float
    ) -> Iterator[Bound]:
        """Yield the bounds that keep each algorithm farther than the critical
        difference from the next significantly different algorithm.
        """
        for i in range(len(exact)):
            partners = self.partners.get(i, set())
            for j in range(i + 1, len(exact)):
                if j not in partners:
                    yield i, j, min(critical + _VISIBLE, exact[j] - exact[i])
                    break


def _sufficient(distance: float, enough: float, gap: float) -> float:
    """Return the minimum distance between two leaders: `enough` if they are at least
    that far apart, and otherwise `gap`.
    """
    if distance < enough:
        return gap
    return enough


def _has_room(first: int, last: int, exact: Sequence[float]) -> bool:
    """Return whether the bar of a group can have its minimum length at the exact
    positions.
    """
    if exact[last] - exact[first] >= STRAIGHT_GAP:
        return True
    middle = (exact[first] + exact[last]) / 2
    reach = SHORTEST_BAR / 2 + BESIDE_BAR
    left_is_free = first == 0 or middle - exact[first - 1] >= reach
    right_is_free = last + 1 == len(exact) or exact[last + 1] - middle >= reach
    return left_is_free and right_is_free


def leader_positions(
    exact: Sequence[float], rules: BarRules, length: float
) -> tuple[tuple[float, ...], tuple[float, ...]] | None:
    """Return the positions of leaders at the bars and between the bars and the labels;
    None if bars and ruler would be inconsistent.

    If the bars can be at the exact ranks, leaders bend only below the bars. Otherwise,
    they bend only above the bars if none of them has to move far.
    """
    bars = bar_positions(exact, rules, length)
    if bars is None:
        return None
    fan = fan_out(bars)
    if bars == tuple(exact) or max(_moves(exact, fan)) > 2 * _LARGEST_BEND:
        return bars, fan
    at_once = bar_positions(exact, rules, length, with_fan=True)
    if at_once is None or max(_moves(exact, at_once)) > _LARGEST_BEND:
        return bars, fan
    if len(_needless(exact, at_once)) > len(_needless(exact, bars)):
        return bars, fan
    return at_once, fan_out(at_once)


def bar_positions(
    exact: Sequence[float], rules: BarRules, length: float, *, with_fan: bool = False
) -> tuple[float, ...] | None:
    """Move the leaders as little as possible so that bars and ruler are consistent;
    return None if this is impossible.

    If `with_fan` is True, neighbours are also spread as far as their labels require.
    """
    further = []
    if with_fan:
        further = _bounds_of_fan(exact, LEADER_GAP)
    ladder = [[*rules.bounds(exact, length, gap), *further] for gap in _GAPS]
    if keeps(exact, ladder[0]):
        return tuple(exact)
    first = bisect_left(ladder, True, key=lambda tried: feasible(len(exact), tried))
    if first == len(ladder):
        return None
    positions = least_squares(exact, ladder[first])
    if positions is None:
        return None
    return _tidy(exact, _straighten(exact, positions, ladder[first]))


def _straighten(
    exact: Sequence[float], positions: tuple[float, ...], bounds: Sequence[Bound]
) -> tuple[float, ...]:
    """Avoid small bends of leaders that are far from their neighbours. If the other
    leaders can compensate, such a leader is made straight or bends visibly.
    """
    largest = 2 * max(LEAST_BEND, *_moves(exact, positions))
    for leader in _needless(exact, positions):
        sign = math.copysign(1.0, positions[leader] - exact[leader])
        for bend in (0.0, LEAST_BEND):
            targets = list(exact)
            fixed = {leader}
            for i, move in enumerate(_moves(exact, positions)):
                if move < _UNMOVED or abs(move - LEAST_BEND) < _UNMOVED:
                    targets[i] = positions[i]
                    fixed.add(i)
            targets[leader] = exact[leader] + sign * bend
            attempt = least_squares(targets, bounds, fixed)
            if attempt is not None and max(_moves(exact, attempt)) <= largest:
                positions = attempt
                break
    return positions


def _needless(exact: Sequence[float], positions: Sequence[float]) -> list[int]:
    """Return the leaders that bend slightly although no neighbour is close, starting
    with the smallest bend.
    """
    moves = _moves(exact, positions)
    crowded = crowded_leaders(exact)
    small = []
    for leader, move in enumerate(moves):
        if _UNMOVED <= move < LEAST_BEND and leader not in crowded:
            small.append(leader)
    return sorted(small, key=lambda leader: moves[leader])


def _moves(exact: Sequence[float], positions: Sequence[float]) -> list[float]:
    """Return the distance by which each leader moved."""
    return [abs(new - old) for old, new in zip(exact, positions, strict=True)]


def crowded_leaders(positions: Sequence[float]) -> set[int]:
    """Return the leaders that are too close to a neighbour."""
    crowded = set()
    for left, (x, next_x) in enumerate(pairwise(positions)):
        if next_x - x < STRAIGHT_GAP - _UNMOVED:
            crowded |= {left, left + 1}
    return crowded


def _tidy(exact: Sequence[float], positions: Sequence[float]) -> tuple[float, ...]:
    """Remove rounding errors, which would bend straight leaders or change the order of
    equal positions.
    """
    tidy = []
    for old, new in zip(exact, positions, strict=True):
        tidy.append(old if abs(new - old) < _UNMOVED else round(new, 9))
    return tuple(accumulate(tidy, max))


def fan_out(positions: Sequence[float]) -> tuple[float, ...]:
    """Return the positions of leaders between the bars and their labels. Neighbours
    that are too close are spread apart, and all other leaders stay where they are.

    If there is not enough room, a smaller distance is tried. If this is not sufficient,
    the adjacent leaders are moved as well.
    """
    everyone = set(range(len(positions)))
    movable = crowded_leaders(positions)
    while movable:
        for gap in (LEADER_GAP, STRAIGHT_GAP):
            bounds = _bounds_of_fan(positions, gap)
            attempt = _spread_runs(positions, movable, bounds)
            if attempt is not None:
                attempt = _straighten(positions, attempt, bounds)
                return _tidy(positions, attempt)
        movable = _with_neighbours(movable) & everyone
    return tuple(positions)


def _spread_runs(
    positions: Sequence[float], movable: Collection[int], bounds: Sequence[Bound]
) -> tuple[float, ...] | None:
    """Spread each run of movable leaders between the leaders that stay; return None if
    a run has no room.
    """
    gaps = [least for _, _, least in bounds]
    attempt = list(positions)
    first = 0
    while first < len(positions):
        end = first
        while end in movable:
            end += 1
        if end > first:
            lower, upper = -math.inf, math.inf
            if first > 0:
                lower = positions[first - 1] + gaps[first - 1]
            if end < len(positions):
                upper = positions[end] - gaps[end - 1]
            run_gaps = gaps[first : end - 1]
            if upper - lower < sum(run_gaps):
                return None
            run = positions[first:end]
            attempt[first:end] = spread(run, run_gaps, lower=lower, upper=upper)
        first = end + 1
    return tuple(attempt)


def _bounds_of_fan(positions: Sequence[float], gap: float) -> list[Bound]:
    """Return the bounds between neighbouring leaders at their labels."""
    bounds = []
    for left, (x, next_x) in enumerate(pairwise(positions)):
        least = _sufficient(next_x - x + _UNMOVED, STRAIGHT_GAP, gap)
        bounds.append((left, left + 1, least - _UNMOVED))
    return bounds


def _with_neighbours(leaders: Collection[int]) -> set[int]:
    """Return the leaders and their neighbours."""
    wider = set()
    for leader in leaders:
        wider |= {leader - 1, leader, leader + 1}
    return wider
