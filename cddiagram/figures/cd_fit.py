"""The axis of a horizontal CD diagram: the longest that leaves room for every label,
and where leaders meet the bars.

Leaders stand at the exact average ranks, bent as little as possible. A bar is read
against the ruler and its end against the leader next to it. Both must stay true to what
was decided: no group is longer than the critical difference, no pair that differs is
nearer than it, and the end of a bar is clear of the next leader. Each of these bounds
the difference of two places, so that whether they can hold together is a matter of
longest paths (Bellman and Ford), and the places nearest to the ranks are found exactly,
in as many steps as bounds bind (Goldfarb and Idnani 1983, A numerically stable dual
method for solving strictly convex quadratic programs, Mathematical Programming
27:1-33).
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate, pairwise

import numpy as np

from cddiagram._util import FloatArray
from cddiagram.sheet import Look, spread

#: Least distance of two leaders where a group ends between them, and least length of a
#: bar, so that algorithms of equal ranks have one that is seen: the first of these for
#: which there are places.
_GAPS = tuple(tenths / 10 for tenths in range(30, 19, -1))
#: The same in a figure with hops: beside a leader that is hopped over, and elsewhere.
_HOP_GAP, _BESIDE_HOPS = 4.2, 2.5
#: Leaders that were farther apart do not come nearer than this.
_APART = 2.0
#: By how much a pair that differs is farther apart than the ruler is long.
_VISIBLE = 0.3
#: Bounds missed by less than this, in points, are kept; directions shorter than this
#: (squared) lead nowhere.
_ROUNDING, _NO_ROOM = 1e-9, 1e-9
#: So many times the number of bounds are more steps than any figure was seen to take.
_MOST = 10

#: ``(i, j, least)``: place j is at least so far right of place i; a negative bound
#: keeps two places together.
Bound = tuple[int, int, float]


@dataclass(frozen=True, kw_only=True)
class BarRules:
    """What the places of leaders at the bars have to keep."""

    #: Members of the bars drawn, numbered in the order of the places.
    groups: tuple[tuple[int, ...], ...] = ()
    #: The critical difference as a fraction of the axis; None if pairs were tested one
    #: by one.
    difference: float | None = None

    @cached_property
    def ends(self) -> frozenset[int]:
        """The left ones of neighbours between which a bar ends."""
        return frozenset(
            left for group in self.groups for left in (group[0] - 1, group[-1])
        )

    @cached_property
    def hopped(self) -> frozenset[int]:
        """The left ones of neighbours of which a bar joins one and hops over the
        other.
        """
        spans = [
            (set(group), left)
            for group in self.groups
            for left in range(group[0], group[-1])
        ]
        return frozenset(
            left for group, left in spans if (left in group) != (left + 1 in group)
        )

    @cached_property
    def partners(self) -> dict[int, set[int]]:
        """With whom each member of a group is in one."""
        members = set().union(*self.groups)
        return {
            member: set().union(*(group for group in self.groups if member in group))
            for member in members
        }

    def bounds(
        self, exact: Sequence[float], length: float, gap: float
    ) -> Iterator[Bound]:
        """Yield how far apart neighbours stay, the ends of bars, and pairs without a
        bar.
        """
        critical = math.inf if self.difference is None else self.difference * length
        beside = _BESIDE_HOPS if self.hopped else gap
        for left, (a, b) in enumerate(pairwise(exact)):
            least = beside if left in self.ends else min(_APART, b - a)
            yield left, left + 1, _HOP_GAP if left in self.hopped else least
        for group in (
            self.groups
        ):  # long enough to be seen, and no longer than the critical difference
            yield group[0], group[-1], min(gap, critical)
            yield group[-1], group[0], -critical
        for i in range(len(exact) if self.difference is not None else 0):
            joined = self.partners.get(i, ())
            other = next((j for j in range(i + 1, len(exact)) if j not in joined), None)
            if other is not None:
                yield i, other, critical + _VISIBLE


def bar_places(
    exact: Sequence[float], rules: BarRules, length: float
) -> tuple[float, ...] | None:
    """Move the leaders as little as possible, in least squares, so that bars and ruler
    agree.
    """
    if all(
        exact[j] - exact[i] >= least
        for i, j, least in rules.bounds(exact, length, _GAPS[0])
    ):
        return tuple(exact)
    bounds = [list(rules.bounds(exact, length, gap)) for gap in _GAPS]
    first = bisect_left(bounds, True, key=lambda tried: feasible(len(exact), tried))
    places = least_squares(exact, bounds[first]) if first < len(bounds) else None
    if places is None:
        return None
    # Leaders that stand at their ranks stay straight to the last bit; rounding would
    # swap, or cross, equal others.
    pairs = zip(places, exact, strict=True)
    return tuple(
        accumulate(
            (
                place if abs(found - place) < 1e-9 else round(found, 9)
                for found, place in pairs
            ),
            max,
        )
    )


def feasible(count: int, bounds: Sequence[Bound]) -> bool:
    """Whether so many places can keep all bounds: whether longest paths between them
    are finite.
    """
    places = [0.0] * count
    for _ in range(count + 1):
        moved = False
        for i, j, least in bounds:
            if places[j] < places[i] + least - 1e-9:
                places[j], moved = places[i] + least, True
        if not moved:
            return True
    return False


def least_squares(
    exact: Sequence[float], bounds: Sequence[Bound]
) -> tuple[float, ...] | None:
    """Return the places nearest to `exact` that keep the bounds; None if there are
    none.

    The dual method of Goldfarb and Idnani for a distance: bounds that are missed are
    met one after the other, the worst first, and those met before stay met or are let
    go. The bounds held with equality never form a cycle (they are independent), so that
    doubled and contradicting ones show as a direction of no length.
    """
    if not bounds:
        return tuple(exact)
    start = np.array(exact, dtype=np.float64)
    matrix = np.zeros((len(bounds), len(exact)))
    for row, (i, j, _) in enumerate(bounds):
        matrix[row, [i, j]] = -1.0, 1.0
    least = np.array([least for *_, least in bounds])
    held: list[int] = []
    for _ in range(_MOST * len(bounds)):
        # anew from the bounds held, as the errors of the steps would add up: how hard
        # each pushes the places
        kept = matrix[held]
        forces: FloatArray = np.asarray(
            np.linalg.solve(kept @ kept.T, least[held] - kept @ start), dtype=np.float64
        )
        places = start + forces @ kept
        missing = least - matrix @ places
        worst = int(missing.argmax())
        if missing[worst] <= _ROUNDING:
            return tuple(places.tolist())
        while worst not in held:
            kept = matrix[held]
            share = np.linalg.solve(kept @ kept.T, kept @ matrix[worst])
            free = matrix[worst] - share @ kept
            room = float(free @ free)
            step = (
                (least[worst] - matrix[worst] @ places) / room
                if room > _NO_ROOM
                else math.inf
            )
            weaker = [
                forces[n] / share[n] if share[n] > _NO_ROOM else math.inf
                for n in range(len(held))
            ]
            taken = min([step, *weaker])
            if math.isinf(taken):
                return None
            forces = forces - taken * share
            places = places + (taken * free if room > _NO_ROOM else 0.0)
            if taken == step:
                held = [*held, worst]
            else:
                first = weaker.index(taken)
                held, forces = (
                    held[:first] + held[first + 1 :],
                    np.delete(forces, first),
                )
    return None  # rounding led it in circles


#: Least distance of two leaders on their way to the labels.
LEADER_GAP = 5.0
#: Half the largest mark on a leader, the disc of a lone member: it stays inside of the
#: page.
MARK = 2.0
_STEP = 1.0


@dataclass(frozen=True, kw_only=True)
class AxisFit:
    """Where axis and leaders stand; places in rank order, from right to left."""

    #: Left end and length of the axis.
    start: float
    length: float
    #: Places of the average ranks, of the leaders at the bars, and of those on their
    #: way to the labels.
    exact: tuple[float, ...]
    bars: tuple[float, ...]
    spread: tuple[float, ...]


@dataclass(frozen=True, kw_only=True)
class AxisDemand:
    """What the axis has to leave room for, from left to right."""

    #: Width of the page.
    page: float
    #: Place of each average rank on the axis, 0 at its left end and 1 at its right end;
    #: ascending.
    fractions: tuple[float, ...]
    #: How far each leader must stay from the left and from the right edge of the page.
    to_left: tuple[float, ...]
    to_right: tuple[float, ...]
    #: What the places at the bars have to keep, numbered from left to right.
    rules: BarRules
    #: Room at both ends of the axis.
    end_room: float

    def room(
        self, length: float, bars: Sequence[float]
    ) -> tuple[float, float, tuple[float, ...]]:
        """Return between which places an axis of a length may start, and where the
        leaders are at their labels.
        """
        # they leave the axis, evenly at both ends, only if they must
        beyond = max(0.0, ((len(bars) - 1) * LEADER_GAP - length) / 2)
        places = spread(
            bars,
            LEADER_GAP,
            lower=min(-beyond, bars[0]),
            upper=max(length + beyond, bars[-1]),
        )
        mark = Look.PAD_X + MARK
        low = max(
            self.end_room,
            mark - bars[0],
            *(reach - x for reach, x in zip(self.to_left, places, strict=True)),
        )
        rights = (
            self.page - reach - x
            for reach, x in zip(self.to_right, places, strict=True)
        )
        return (
            low,
            min(
                self.page - self.end_room - length, self.page - mark - bars[-1], *rights
            ),
            places,
        )


def fit_together(
    demands: Sequence[AxisDemand], least: float
) -> tuple[AxisFit, ...] | None:
    """Find the longest axis, in steps of 1 pt, with a place where every label of all
    diagrams on it fits.

    A longer axis leaves more room to the bars (enlarging keeps every rule) and less to
    the labels: the shortest one with places for all bars tells whether there is any,
    and halving finds the longest.
    """
    page = demands[0].page
    longest = page - 2 * Look.PAD_X
    steps = math.floor((longest - least * page) / _STEP + _ROUNDING)
    lengths = [round(longest - step * _STEP, 9) for step in range(steps + 1)]
    barred = bisect_left(
        lengths,
        True,
        key=lambda x: not all(_has_bars(d.fractions, d.rules, x) for d in demands),
    )
    if barred == 0 or _fit_at(demands, lengths[barred - 1]) is None:
        return None
    return _fit_at(
        demands,
        lengths[
            bisect_left(lengths[:barred], True, key=lambda x: bool(_fit_at(demands, x)))
        ],
    )


def _fit_at(demands: Sequence[AxisDemand], length: float) -> tuple[AxisFit, ...] | None:
    """Place an axis of a length in the middle of where every label fits; None if there
    is no such place.
    """
    bars = [bars_on(demand.fractions, demand.rules, length) for demand in demands]
    placed = [places for places in bars if places is not None]
    if len(placed) < len(demands):
        return None
    lows, highs, fanned = zip(
        *(d.room(length, b) for d, b in zip(demands, placed, strict=True)), strict=True
    )
    if max(lows) > min(highs):
        return None
    start = (max(lows) + min(highs)) / 2
    exact = [[fraction * length for fraction in demand.fractions] for demand in demands]
    shown = [
        [tuple(start + x for x in reversed(row)) for row in each]
        for each in (exact, placed, fanned)
    ]
    return tuple(
        AxisFit(start=start, length=length, exact=e, bars=b, spread=f)
        for e, b, f in zip(*shown, strict=True)
    )


@lru_cache(maxsize=1000)
def bars_on(
    fractions: tuple[float, ...], rules: BarRules, length: float
) -> tuple[float, ...] | None:
    """Return the places at the bars on an axis of a length, found once: they do not
    depend on labels, tried in many.
    """
    return bar_places([fraction * length for fraction in fractions], rules, length)


@lru_cache(maxsize=1000)
def _has_bars(fractions: tuple[float, ...], rules: BarRules, length: float) -> bool:
    """Whether an axis of a length is long enough for the bars, which is cheap to
    say.
    """
    exact = [fraction * length for fraction in fractions]
    return feasible(len(exact), list(rules.bounds(exact, length, _GAPS[-1])))
