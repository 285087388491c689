"""Where leaders stand at the bars of a horizontal CD diagram: at the exact average ranks, bent as little as possible.

A bar is read against the ruler and its end against the leader next to it. Both must stay true to what was decided: no
group is longer than the critical difference, no pair that differs is nearer than it, and the end of a bar is clear of
the next leader. Each of these bounds the difference of two places, so that whether they can hold together is a matter
of longest paths (Bellman and Ford), and the places nearest to the ranks are found coordinate by coordinate on the
multipliers (Hildreth 1957, A quadratic programming procedure, Naval Research Logistics Quarterly 4:79-85).
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

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
#: A sweep over all bounds steps farther than it must, which takes far fewer sweeps.
_OVERSTEP, _SWEEPS, _STILL, _KEPT = 1.6, 20_000, 1e-8, 1e-5

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

    Parameters
    ----------
    exact : sequence of float
        Places of the average ranks, ascending.
    rules : BarRules
        Groups and critical difference.
    length : float
        Length of the axis in points.

    Returns
    -------
    tuple of float or None
        The places at the height of the bars, ascending; None if there are none.

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
    """Tell whether so many places can keep all bounds: whether longest paths between them are finite."""
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
    """Return the places nearest to `exact` that keep the bounds; None if no such places are reached."""
    places = list(exact)
    multipliers = [0.0] * len(bounds)
    for _ in range(_SWEEPS):
        largest = 0.0
        for number, (i, j, least) in enumerate(bounds):
            step = max(_OVERSTEP * (least - places[j] + places[i]) / 2, -multipliers[number])
            multipliers[number] += step
            places[i] -= step
            places[j] += step
            largest = max(largest, abs(step))
        if largest < _STILL:
            break
    kept = all(places[j] - places[i] >= least - _KEPT for i, j, least in bounds)
    return tuple(places) if kept else None
