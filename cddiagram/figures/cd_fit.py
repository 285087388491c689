"""Fit the axis of a horizontal CD diagram: find the longest axis that leaves room for
every label.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from cddiagram.figures.leaders import BarRules, bar_positions, leader_positions
from cddiagram.figures.nearest_positions import feasible, least_squares
from cddiagram.sheet import Look

#: A leader is at least this far from the edge of the page.
EDGE = Look.PAD_X + 2.0
#: The step between the axis lengths that are tried.
_STEP = 1.0
#: The end of a bar is at least this far from the next leader.
_LEAST_GAP = 2.0
#: If the usual distance between neighbouring leaders is too large, these smaller
#: distances are tried.
_SMALLER_GAPS = (2.0, 1.5, 1.0)

_Positions = tuple[float, ...]


@dataclass(frozen=True, kw_only=True)
class AxisFit:
    """The axis and the leaders on the page. Positions are in rank order, from right to
    left.
    """

    #: The left end and the length of the axis.
    start: float
    length: float
    #: The positions of the average ranks, the positions of the leaders next to the
    #: bars, and the positions of the leaders next to their labels.
    exact: _Positions
    bars: _Positions
    spread: _Positions


@dataclass(frozen=True, kw_only=True)
class AxisDemand:
    """The requirements of a diagram for its axis. Positions are ordered from left to
    right.
    """

    #: The width of the page.
    page: float
    #: The position of each average rank on the axis, in ascending order. Position 0 is
    #: the left end of the axis, and position 1 is the right end.
    fractions: _Positions
    #: The minimum distances of each leader from the left and right edges of the page.
    to_left: _Positions
    to_right: _Positions
    #: The rules for the positions of the leaders next to the bars.
    rules: BarRules
    #: The free space beyond each end of the axis.
    end_room: float

    def exact(self, length: float) -> _Positions:
        """Return the positions of the average ranks on an axis of this length."""
        return tuple(fraction * length for fraction in self.fractions)

    def starts(
        self, length: float, bars: _Positions, fan: _Positions
    ) -> tuple[float, float]:
        """Return the leftmost and the rightmost possible start of an axis of this
        length.
        """
        low = max(self.end_room, EDGE - bars[0])
        high = self.page - max(self.end_room + length, EDGE + bars[-1])
        for x, left, right in zip(fan, self.to_left, self.to_right, strict=True):
            low = max(low, left - x)
            high = min(high, self.page - right - x)
        return low, high


def fit_together(
    demands: Sequence[AxisDemand], least: float
) -> tuple[AxisFit, ...] | None:
    """Return the longest axis with room for the labels of all diagrams; None if it
    would be shorter than the fraction `least` of the page width.

    A longer axis leaves more room for bars and less room for labels. Therefore, a
    solution exists if and only if the labels fit next to the shortest axis with room
    for all bars. Bisection then finds the longest axis.
    """
    page = demands[0].page
    longest = page - 2 * Look.PAD_X
    steps = math.floor((longest - least * page) / _STEP + 1e-9)
    lengths = [round(longest - step * _STEP, 9) for step in range(steps + 1)]

    def lacks_bars(length: float) -> bool:
        return not all(_has_bars(demand, length) for demand in demands)

    def has_labels(length: float) -> bool:
        return _fit_at(demands, length) is not None

    lengths = lengths[: bisect_left(lengths, True, key=lacks_bars)]
    if not lengths or not has_labels(lengths[-1]):
        return None
    return _fit_at(demands, lengths[bisect_left(lengths, True, key=has_labels)])


def _fit_at(demands: Sequence[AxisDemand], length: float) -> tuple[AxisFit, ...] | None:
    """Place an axis of this length in the middle of the positions at which every label
    fits. Return None if there are none.
    """
    low, high = -math.inf, math.inf
    for demand in demands:
        leaders = _leaders_on(demand.fractions, demand.rules, length)
        if leaders is None:
            return None
        first, last = demand.starts(length, *leaders)
        low = max(low, first)
        high = min(high, last)
    if low > high:
        return None
    start = (low + high) / 2
    fits = []
    for demand in demands:
        leaders = _leaders_on(demand.fractions, demand.rules, length)
        assert leaders is not None
        bars, fan = leaders
        fit = AxisFit(
            start=start,
            length=length,
            exact=_on_page(start, demand.exact(length)),
            bars=_on_page(start, bars),
            spread=_on_page(start, fan),
        )
        fits.append(fit)
    return tuple(fits)


def _on_page(start: float, positions: _Positions) -> _Positions:
    """Return positions on the page, from right to left."""
    return tuple(start + x for x in reversed(positions))


@lru_cache(maxsize=1000)
def _leaders_on(
    fractions: _Positions, rules: BarRules, length: float
) -> tuple[_Positions, _Positions] | None:
    """Return the positions of leaders at the bars and between the bars and the labels.
    They do not depend on the labels and are computed once.
    """
    exact = [fraction * length for fraction in fractions]
    return leader_positions(exact, rules, length)


@lru_cache(maxsize=1000)
def bars_on(fractions: _Positions, rules: BarRules, length: float) -> _Positions | None:
    """Return the positions of leaders at the bars on an axis of this length. If
    possible, they are spread as far as their labels require.
    """
    exact = [fraction * length for fraction in fractions]
    positions = bar_positions(exact, rules, length, with_fan=True)
    if positions is not None:
        return positions
    for gap in _SMALLER_GAPS:
        bounds = rules.bounds(exact, length, _LEAST_GAP)
        bounds += [(i, i + 1, gap) for i in range(len(exact) - 1)]
        if feasible(len(exact), bounds):
            return least_squares(exact, bounds)
    return bar_positions(exact, rules, length)


def _has_bars(demand: AxisDemand, length: float) -> bool:
    """Return whether an axis of this length is long enough for the bars."""
    return _long_enough(demand.fractions, demand.rules, length)


@lru_cache(maxsize=1000)
def _long_enough(fractions: _Positions, rules: BarRules, length: float) -> bool:
    exact = [fraction * length for fraction in fractions]
    return feasible(len(exact), rules.bounds(exact, length, _LEAST_GAP))
