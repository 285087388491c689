"""Where leaders stand at the bars of a horizontal CD diagram: at the exact average ranks, bent as little as possible.

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
from itertools import accumulate, pairwise

import numpy as np

from cddiagram.figures.bars import passed

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

#: ``(i, j, least)``: place j is at least so far right of place i; a negative bound keeps two places together.
Bound = tuple[int, int, float]


@dataclass(frozen=True, kw_only=True)
class BarRules:
    """What the places of leaders at the bars have to keep.

    Attributes
    ----------
    groups : tuple of tuple of int
        Members of the bars drawn, numbered in the order of the places.
    difference : float or None
        The critical difference as a fraction of the axis; None if pairs were tested one by one.
    """

    groups: tuple[tuple[int, ...], ...] = ()
    difference: float | None = None

    @property
    def hops(self) -> bool:
        """Whether a bar passes an algorithm that is not in its group."""
        return any(passed(group) for group in self.groups)


def bar_places(exact: Sequence[float], rules: BarRules, length: float) -> tuple[float, ...] | None:
    """Move the leaders as little as possible, in least squares, so that bars and ruler agree.

    Examples
    --------
    >>> rules = BarRules(groups=((0, 1), (1, 2)), difference=0.2)
    >>> [round(place, 6) for place in bar_places([0.0, 9.0, 10.0], rules, 50.0)]
    [0.0, 8.0, 11.0]
    """

    def bounds(gap: float) -> list[Bound]:
        return [*_gaps(exact, rules, gap), *_lengths(rules, gap, length), *_against_the_ruler(exact, rules, length)]

    wished = bounds(_GAPS[0])
    if all(exact[j] - exact[i] >= least for i, j, least in wished):
        return tuple(exact)
    first = bisect_left(_GAPS, True, key=lambda gap: feasible(len(exact), bounds(gap)))
    places = least_squares(exact, bounds(_GAPS[first])) if first < len(_GAPS) else None
    return None if places is None else tuple(accumulate(places, max))  # equal ranks may be swapped by rounding


def _gaps(exact: Sequence[float], rules: BarRules, gap: float) -> Iterator[Bound]:
    """Yield how far neighbours stay apart."""
    hops = rules.hops
    least = [min(_APART, b - a) for a, b in pairwise(exact)]
    for group in rules.groups:
        for left in (group[0] - 1, group[-1]):
            if 0 <= left < len(least):
                least[left] = max(least[left], _BESIDE_HOPS if hops else gap)
        for left in range(group[0], group[-1]):
            if (left in group) != (left + 1 in group):
                least[left] = _HOP_GAP
    yield from ((left, left + 1, distance) for left, distance in enumerate(least))


def _lengths(rules: BarRules, least: float, length: float) -> Iterator[Bound]:
    """Yield how long bars are: long enough to be seen, and no longer than the critical difference."""
    critical = math.inf if rules.difference is None else rules.difference * length
    for group in rules.groups:
        yield group[0], group[-1], min(least, critical)
        yield group[-1], group[0], -critical


def _against_the_ruler(exact: Sequence[float], rules: BarRules, length: float) -> Iterator[Bound]:
    """Yield that pairs without a bar are farther apart than the critical difference."""
    if rules.difference is None:
        return
    critical = rules.difference * length
    joined = {(i, j) for group in rules.groups for i in group for j in group}
    for i in range(len(exact)):
        other = next((j for j in range(i + 1, len(exact)) if (i, j) not in joined), None)
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
    start = np.array(exact, dtype=np.float64)
    matrix = np.zeros((len(bounds), len(exact)))
    for row, (i, j, _) in enumerate(bounds):
        matrix[row, [i, j]] = -1.0, 1.0
    least = np.array([least for *_, least in bounds])
    held: list[int] = []
    forces = np.zeros(0)  # of the bounds held: how hard each pushes the places
    places = start
    while len(bounds):
        missing = least - matrix @ places
        worst = int(missing.argmax())
        if missing[worst] <= _ROUNDING:
            break
        force = 0.0
        while True:
            share = np.linalg.lstsq(matrix[held].T, matrix[worst], rcond=None)[0]
            free = matrix[worst] - share @ matrix[held]
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
    return tuple((start + forces @ matrix[held]).tolist()) if held else tuple(exact)
