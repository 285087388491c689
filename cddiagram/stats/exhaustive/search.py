"""Adjusted p-values from exhaustive sets for arbitrary p-values (Wilcoxon, sign and t
tests), which are exact if the budget suffices.

Finding the largest adjusted p-value is NP-hard. To see this, assign one p-value to the
edges of a graph, and a p-value that is small enough to be irrelevant to all other
pairs. The result is then the first p-value times the optimum of cluster deletion
(Shamir, Sharan & Tsur 2004). The p-values of real comparisons are much easier, because
similar algorithms are joined to the same other algorithms.

The search processes thresholds in descending order of their bounds. F(t) does not
exceed the largest possible number of true hypotheses among the pairs joined at t. This
number is Shaffer's static factor. The upper bounds therefore never exceed the adjusted
p-values of Shaffer's static procedure. F(t) also does not exceed F at a smaller
threshold, whose graph contains the graph at t. Every partition raises the values of all
pairs in its groups. The search for a pair at a threshold only determines whether more
is possible than the value of the pair. Its result limits the pair at all larger
thresholds.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cddiagram._util import FloatArray, IntArray
from cddiagram.stats.exhaustive import Levels
from cddiagram.stats.exhaustive.cliques import (
    Budget,
    BudgetSpentError,
    CliquePartitions,
    Groups,
)
from cddiagram.stats.groups import members, neighbour_masks


@dataclass(frozen=True, kw_only=True, eq=False)
class Bounds:
    """Proven bounds on the adjusted p-value of each pair with i < j, and the number of
    steps.

    If the adjusted p-value is known, the bounds are equal.
    """

    lower: FloatArray
    upper: FloatArray
    steps: int


def dynamic_shaffer_bounds(
    levels: Levels, largest_true: IntArray, steps: int
) -> Bounds:
    """Compute bounds on the adjusted p-values of Shaffer's dynamic procedure for
    arbitrary p-values.
    """
    search = _Search(levels, largest_true, steps)
    threshold = levels.threshold
    value = np.zeros(len(threshold))
    try:
        while True:
            # The result changes only if the value exceeds all values at smaller
            # thresholds.
            bound = np.minimum(threshold * search.bound, 1.0)
            can_rise = ~search.solved & (bound > np.maximum.accumulate(value))
            if not can_rise.any():
                break
            tau = int(np.argmax(np.where(can_rise, bound, -1.0)))
            best, _ = search.solve(tau)
            value[tau] = min(threshold[tau] * best, 1.0)
    except BudgetSpentError:
        pass
    lower = np.maximum.accumulate(np.maximum(value, threshold))
    bound = np.minimum(threshold * search.bound, 1.0)
    upper = np.maximum.accumulate(np.where(search.solved, value, bound))
    upper = np.maximum(lower, upper)
    return Bounds(
        lower=lower[levels.pair_index],
        upper=upper[levels.pair_index],
        steps=search.budget.used,
    )


def bergmann_hommel_bounds(
    levels: Levels, largest_true: IntArray, steps: int
) -> Bounds:
    """Compute bounds on the Bergmann-Hommel adjusted p-values for arbitrary p-values.

    The values do not necessarily increase with the p-values, because the cumulative
    maximum is omitted.
    """
    search = _PairSearch(levels, largest_true, steps)
    try:
        while (tau := search.next_threshold()) is not None:
            search.open(tau)
    except BudgetSpentError:
        pass
    return Bounds(lower=search.value, upper=search.upper(), steps=search.budget.used)


class _Search:
    """The graphs at the thresholds, and the bounds on F."""

    def __init__(self, levels: Levels, largest_true: IntArray, steps: int) -> None:
        self.levels = levels
        self.budget = Budget(steps)
        count = len(levels.threshold)
        pairs_at_level = np.bincount(levels.pair_index, minlength=count)
        # Each pair is connected at all thresholds that do not exceed its own level.
        joined_pairs = pairs_at_level[::-1].cumsum()[::-1]
        self.bound: IntArray = largest_true[joined_pairs].astype(np.int64)
        self.solved = np.zeros(count, dtype=np.bool_)
        self._graphs: dict[int, CliquePartitions] = {}

    def graph(self, tau: int) -> CliquePartitions:
        """Return the graph at the threshold with index `tau`. The result is cached."""
        if tau not in self._graphs:
            masks = neighbour_masks(self.levels.index >= tau)
            self._graphs[tau] = CliquePartitions(masks, self.budget)
        return self._graphs[tau]

    def solve(self, tau: int) -> tuple[int, Groups]:
        """Compute F at a threshold, which limits F at all larger thresholds."""
        best, groups = self.graph(tau).best()
        self.bound[tau:] = np.minimum(self.bound[tau:], best)
        self.solved[tau] = True
        return best, groups


class _PairSearch(_Search):
    """A search for the values of the pairs, with the limits on these values."""

    def __init__(self, levels: Levels, largest_true: IntArray, steps: int) -> None:
        super().__init__(levels, largest_true, steps)
        k = levels.k
        self.first, self.second = np.triu_indices(k, 1)
        self.number = np.zeros((k, k), dtype=np.int64)
        self.number[self.first, self.second] = np.arange(len(self.first))
        self.value: FloatArray = levels.threshold[levels.pair_index]
        self.closed = np.zeros(len(levels.threshold), dtype=np.bool_)
        #: For each pair, this list contains the proven upper bounds on M. Each bound is
        #: a tuple of a threshold index and the largest possible M at this threshold.
        self.limits: list[list[tuple[int, int]]] = [[] for _ in self.first]

    def next_threshold(self) -> int | None:
        """Return the threshold with the largest bound that can still raise the value of
        a pair, or None if such a threshold does not exist.
        """
        bound = np.minimum(self.levels.threshold * self.bound, 1.0)
        useful = ~self.closed & (self.levels.lowest_above(self.value) < bound)
        if not useful.any():
            return None
        return int(np.argmax(np.where(useful, bound, -1.0)))

    def open(self, tau: int) -> None:
        """Process a threshold.

        The first call for a threshold computes F, which can reduce the bound of the
        threshold below other bounds. A later call computes the values of the pairs.
        """
        t = float(self.levels.threshold[tau])
        if not self.solved[tau]:
            best, groups = self.solve(tau)
            self._raise(t, best, groups)
            return
        best = int(self.bound[tau])
        is_joined = self.levels.pair_index >= tau
        can_rise = is_joined & (self.value < min(1.0, t * best))
        pairs = np.flatnonzero(can_rise)
        order = np.argsort(self.value[pairs], kind="stable")
        for pair in pairs[order].tolist():
            value = float(self.value[pair])
            limits = [limit for number, limit in self.limits[pair] if number <= tau]
            if min(1.0, t * min(limits, default=best)) <= value:
                continue
            enough = _count_within(value, t)
            i = int(self.first[pair])
            j = int(self.second[pair])
            partition = self.graph(tau).best_together(i, j, enough)
            if partition is None:
                self.limits[pair].append((tau, enough))
                continue
            limit, groups = partition
            self.limits[pair].append((tau, limit))
            self._raise(t, limit, groups)
        self.closed[tau] = True

    def upper(self) -> FloatArray:
        """Return upper bounds on the values.

        Any pair that is joined at an open threshold can still reach the bound of the
        threshold.
        """
        threshold = self.levels.threshold
        upper = self.value.copy()
        for pair, level in enumerate(self.levels.pair_index.tolist()):
            bound = np.where(self.closed, 0, self.bound)[: level + 1]
            for number, limit in self.limits[pair]:
                bound[number:] = np.minimum(bound[number:], limit)
            largest = float((threshold[: level + 1] * bound).max())
            upper[pair] = max(upper[pair], min(1.0, largest))
        return upper

    def _raise(self, t: float, best: int, groups: Groups) -> None:
        """Raise the values of all pairs within the groups of a partition."""
        reached = min(1.0, t * best)
        for group in groups:
            inside = np.array(members(group))
            i, j = np.triu_indices(len(inside), 1)
            pairs = self.number[inside[i], inside[j]]
            self.value[pairs] = np.maximum(self.value[pairs], reached)


def _count_within(value: float, t: float) -> int:
    """Return the largest n with ``t n <= value``. t must be positive, and the value
    must not be much larger than t.
    """
    n = int(value / t)
    while t * (n + 1) <= value:
        n += 1
    while t * n > value:
        n -= 1
    return n
