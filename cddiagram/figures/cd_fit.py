"""The axis of a horizontal CD diagram: the longest that leaves room for every label, and where leaders meet the bars.

Leaders stand at the exact average ranks, bent as little as possible.
A bar is read against the ruler and its end against the leader next to it. Both must stay true to what was decided: no
group is longer than the critical difference, no pair that differs is nearer than it, and the end of a bar is clear of
the next leader. Each of these bounds the difference of two places, so that whether they can hold together is a matter
of longest paths (Bellman and Ford), and the places nearest to the ranks are found exactly, in as many steps as bounds
bind (Goldfarb and Idnani 1983, A numerically stable dual method for solving strictly convex quadratic programs,
Mathematical Programming 27:1-33).
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise

import numpy as np

from cddiagram._util.types import FloatArray
from cddiagram.sheet.header import PAD_X
from cddiagram.sheet.spread import spread

#: Least distance of two leaders where a group ends between them, and least length of a bar, so that algorithms of equal
#: ranks have one that is seen: the first of these for which there are places.
_GAPS = tuple(tenths / 10 for tenths in range(30, 19, -1))
#: The same in a figure with hops: beside a leader that is hopped over, and elsewhere.
_HOP_GAP, _BESIDE_HOPS = 4.2, 2.5
#: Leaders that were farther apart do not come nearer than this.
_APART = 2.0
#: By how much a pair that differs is farther apart than the ruler is long.
_VISIBLE = 0.3
#: Bounds missed by less than this, in points, are kept; directions shorter than this (squared) lead nowhere.
_ROUNDING, _NO_ROOM = 1e-9, 1e-9
#: So many times the number of bounds are more steps than any figure was seen to take.
_MOST = 10

#: ``(i, j, least)``: place j is at least so far right of place i; a negative bound keeps two places together.
Bound = tuple[int, int, float]


@dataclass(frozen=True, kw_only=True)
class BarRules:
    """What the places of leaders at the bars have to keep."""

    #: Members of the bars drawn, numbered in the order of the places.
    groups: tuple[tuple[int, ...], ...] = ()
    #: The critical difference as a fraction of the axis; None if pairs were tested one by one.
    difference: float | None = None

    @cached_property
    def ends(self) -> frozenset[int]:
        """The left ones of neighbours between which a bar ends."""
        return frozenset(left for group in self.groups for left in (group[0] - 1, group[-1]))

    @cached_property
    def hopped(self) -> frozenset[int]:
        """The left ones of neighbours of which a bar joins one and hops over the other."""
        spans = [(set(group), left) for group in self.groups for left in range(group[0], group[-1])]
        return frozenset(left for group, left in spans if (left in group) != (left + 1 in group))

    @cached_property
    def partners(self) -> dict[int, set[int]]:
        """With whom each member of a group is in one."""
        partners: dict[int, set[int]] = {}
        for group in self.groups:
            for member in group:
                partners.setdefault(member, set()).update(group)
        return partners


def bar_places(exact: Sequence[float], rules: BarRules, length: float) -> tuple[float, ...] | None:
    """Move the leaders as little as possible, in least squares, so that bars and ruler agree.

    Examples
    --------
    >>> rules = BarRules(groups=((0, 1), (1, 2)), difference=0.2)
    >>> [round(place, 6) for place in bar_places([0.0, 9.0, 10.0], rules, 50.0)]
    [0.0, 8.0, 11.0]
    """
    critical = math.inf if rules.difference is None else rules.difference * length
    ruler = [] if rules.difference is None else list(_against_the_ruler(len(exact), rules, critical))

    def bounds(gap: float) -> list[Bound]:
        return [*_gaps(exact, rules, gap), *_lengths(rules, gap, critical), *ruler]

    if all(exact[j] - exact[i] >= least for i, j, least in bounds(_GAPS[0])):
        return tuple(exact)
    first = bisect_left(_GAPS, True, key=lambda gap: feasible(len(exact), bounds(gap)))
    places = least_squares(exact, bounds(_GAPS[first])) if first < len(_GAPS) else None
    if places is None:
        return None
    # Leaders that stand at their ranks stay straight to the last bit; rounding would swap, or cross, equal others.
    settled = (
        place if abs(found - place) < 1e-9 else round(found, 9) for found, place in zip(places, exact, strict=True)
    )
    return tuple(accumulate(settled, max))


def _gaps(exact: Sequence[float], rules: BarRules, gap: float) -> Iterator[Bound]:
    """Yield how far neighbours stay apart."""
    for left, (a, b) in enumerate(pairwise(exact)):
        if left in rules.hopped:
            least = _HOP_GAP
        elif left in rules.ends:
            least = _BESIDE_HOPS if rules.hopped else gap
        else:
            least = min(_APART, b - a)
        yield left, left + 1, least


def _lengths(rules: BarRules, least: float, critical: float) -> Iterator[Bound]:
    """Yield how long bars are: long enough to be seen, and no longer than the critical difference."""
    for group in rules.groups:
        yield group[0], group[-1], min(least, critical)
        yield group[-1], group[0], -critical


def _against_the_ruler(count: int, rules: BarRules, critical: float) -> Iterator[Bound]:
    """Yield that pairs without a bar are farther apart than the critical difference."""
    for i in range(count):
        joined = rules.partners.get(i, ())
        other = next((j for j in range(i + 1, count) if j not in joined), None)
        if other is not None:
            yield i, other, critical + _VISIBLE


def feasible(count: int, bounds: Sequence[Bound]) -> bool:
    """Whether so many places can keep all bounds: whether longest paths between them are finite."""
    places = [0.0] * count
    for _ in range(count + 1):
        moved = False
        for i, j, least in bounds:
            if places[j] < places[i] + least - 1e-9:
                places[j], moved = places[i] + least, True
        if not moved:
            return True
    return False


def least_squares(exact: Sequence[float], bounds: Sequence[Bound]) -> tuple[float, ...] | None:
    """Return the places nearest to `exact` that keep the bounds; None if there are none.

    The dual method of Goldfarb and Idnani for a distance: bounds that are missed are met one after the other, the
    worst first, and those met before stay met or are let go. The bounds held with equality never form a cycle (they
    are independent), so that doubled and contradicting ones show as a direction of no length.
    """
    if not bounds:
        return tuple(exact)
    start = np.array(exact, dtype=np.float64)
    matrix = np.zeros((len(bounds), len(exact)))
    for row, (i, j, _) in enumerate(bounds):
        matrix[row, [i, j]] = -1.0, 1.0
    least = np.array([least for *_, least in bounds])
    held: list[int] = []
    forces: FloatArray = np.zeros(0)  # of the bounds held: how hard each pushes the places
    places: FloatArray = start
    for _ in range(_MOST * len(bounds)):
        if held:  # anew from the bounds held, as the errors of the steps would add up
            kept = matrix[held]
            forces = np.asarray(np.linalg.solve(kept @ kept.T, least[held] - kept @ start), dtype=np.float64)
            places = start + forces @ kept
        missing = least - matrix @ places
        worst = int(missing.argmax())
        if missing[worst] <= _ROUNDING:
            break
        force = 0.0
        while True:
            kept = matrix[held]
            share = np.linalg.solve(kept @ kept.T, kept @ matrix[worst])
            free = matrix[worst] - share @ kept
            room = float(free @ free)
            step = (least[worst] - matrix[worst] @ places) / room if room > _NO_ROOM else math.inf
            weaker = [forces[n] / share[n] if share[n] > _NO_ROOM else math.inf for n in range(len(held))]
            first = int(np.argmin(weaker)) if held else 0
            let_go = bool(held) and weaker[first] < step
            taken = weaker[first] if let_go else step
            if math.isinf(taken):
                return None
            forces, force = forces - taken * share, force + taken
            places = places + (taken * free if room > _NO_ROOM else 0.0)
            if not let_go:
                held, forces = [*held, worst], np.append(forces, force)
                break
            held, forces = held[:first] + held[first + 1 :], np.delete(forces, first)
    else:
        return None  # rounding led it in circles
    return tuple(places.tolist()) if held else tuple(exact)


#: Least distance of two leaders on their way to the labels.
LEADER_GAP = 5.0
#: Half the largest mark on a leader, the disc of a lone member: it stays inside of the page.
MARK = 2.0
_STEP = 1.0
#: What cheap bounds leave to rounding.
_SLACK = 1e-6


@dataclass(frozen=True, kw_only=True)
class AxisFit:
    """Where axis and leaders stand; places in rank order, from right to left."""

    #: Left end and length of the axis.
    start: float
    length: float
    #: Places of the average ranks, of the leaders at the bars, and of those on their way to the labels.
    exact: tuple[float, ...]
    bars: tuple[float, ...]
    spread: tuple[float, ...]


@dataclass(frozen=True, kw_only=True)
class AxisDemand:
    """What the axis has to leave room for, from left to right."""

    #: Width of the page.
    page: float
    #: Place of each average rank on the axis, 0 at its left end and 1 at its right end; ascending.
    fractions: tuple[float, ...]
    #: How far each leader must stay from the left and from the right edge of the page.
    to_left: tuple[float, ...]
    to_right: tuple[float, ...]
    #: What the places at the bars have to keep, numbered from left to right.
    rules: BarRules
    #: Room at both ends of the axis.
    end_room: float

    @cached_property
    def half(self) -> float:
        """Half of what the leaders take at least where they are spread."""
        return (len(self.fractions) - 1) * LEADER_GAP / 2

    def beyond(self, length: float) -> float:
        """Return how far leaders must leave an axis, evenly at both ends."""
        return max(0.0, self.half - length / 2)


def fit_axis(demand: AxisDemand, least: float) -> AxisFit | None:
    """Find the longest axis, in steps of 1 pt, for which there is a place where every label fits."""
    # Leaders are `LEADER_GAP` apart at their labels: labels that are too wide for the page then fit no axis.
    taken = accumulate((reach - LEADER_GAP * i for i, reach in enumerate(demand.to_left)), max)
    needed = (a + LEADER_GAP * i + b for i, (a, b) in enumerate(zip(taken, demand.to_right, strict=True)))
    if max(needed) > demand.page + _SLACK:
        return None
    span = demand.fractions[-1] - demand.fractions[0]
    longest = demand.page - 2 * PAD_X
    # They stand no closer there than at the axis, so that a longer axis than this does not fit.
    room = demand.page - demand.to_left[0] - demand.to_right[-1]
    if span > 0 and room < longest * span:
        longest -= _STEP * max(0, math.floor((longest - room / span) / _STEP))
    while longest >= least * demand.page - 1e-9:
        if _may_fit(demand, longest):
            exact = [fraction * longest for fraction in demand.fractions]
            bars = bar_places(exact, demand.rules, longest)
            if bars is None:
                return None  # what fits no axis fits no shorter one: enlarging keeps every rule
            fit = _fit_at(demand, exact, bars, longest)
            if fit is not None:
                return fit
        longest -= _STEP
    return None


def _may_fit(demand: AxisDemand, length: float) -> bool:
    """Whether the outermost labels may fit, which is cheap to say: leaders are moved around their mean, which stays."""
    mean = sum(demand.fractions) / len(demand.fractions) * length
    first = max(mean - demand.half, -demand.beyond(length))
    last = min(mean + demand.half, length + demand.beyond(length))
    low = max(demand.end_room, demand.to_left[0] - first)
    return low <= demand.page - max(demand.end_room + length, demand.to_right[-1] + last) + _SLACK


def _fit_at(demand: AxisDemand, exact: Sequence[float], bars: Sequence[float], length: float) -> AxisFit | None:
    """Place an axis of a given length; None if a label does not fit."""
    beyond, mark = demand.beyond(length), PAD_X + MARK
    offsets = spread(bars, LEADER_GAP, lower=min(-beyond, bars[0]), upper=max(length + beyond, bars[-1]))
    low = max(demand.end_room, mark - bars[0], *(reach - x for reach, x in zip(demand.to_left, offsets, strict=True)))
    high = min(
        demand.page - demand.end_room - length,
        demand.page - mark - bars[-1],
        *(demand.page - reach - x for reach, x in zip(demand.to_right, offsets, strict=True)),
    )
    if low > high:
        return None
    start = (low + high) / 2
    at, bent, fanned = (tuple(start + x for x in reversed(places)) for places in (exact, bars, offsets))
    return AxisFit(start=start, length=length, exact=at, bars=bent, spread=fanned)
