"""Exhaustive sets for arbitrary p-values (Wilcoxon, sign, t): exact within a budget,
certain bounds beyond it.

Finding the largest adjusted p-value is NP-hard: give the edges of a graph one p-value
and its other pairs one so small that they never count; the answer is that p-value times
the optimum of cluster deletion (Shamir, Sharan & Tsur 2004). p-values of real
comparisons are much easier than that, because nearby algorithms are joined to the same
others.

The search opens thresholds, largest bound first. Bounds of F(t): never more than the
largest possible number of true hypotheses among the pairs joined at t (Shaffer's static
factor, so that the upper bounds are never above Shaffer's static adjusted p-values),
and never more than F at a smaller threshold, whose graph holds this one. Every
partition found raises the values of all pairs in its groups; the search for a pair at a
threshold only asks whether more is possible than the pair has already, and what it
finds limits the pair at all larger thresholds.
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
    """Certain bounds of the adjusted p-value of each pair i < j, equal where it is
    known; and the steps used.
    """

    lower: FloatArray
    upper: FloatArray
    steps: int


def dynamic_shaffer_bounds(
    levels: Levels, largest_true: IntArray, steps: int
) -> Bounds:
    """Bound Shaffer's dynamic adjusted p-values for arbitrary p-values."""
    search = _Search(levels, largest_true, steps)
    threshold = levels.threshold
    value = np.zeros(len(threshold))
    try:
        while True:
            # Only the running maximum over smaller thresholds counts.
            bound = np.minimum(threshold * search.bound, 1.0)
            open_ = ~search.solved & (bound > np.maximum.accumulate(value))
            if not open_.any():
                break
            tau = int(np.argmax(np.where(open_, bound, -1.0)))
            best, _ = search.solve(tau)
            value[tau] = min(threshold[tau] * best, 1.0)
    except BudgetSpentError:
        pass
    lower = np.maximum.accumulate(np.maximum(value, threshold))
    open_ = ~search.solved
    upper = np.maximum.accumulate(
        np.where(open_, np.minimum(threshold * search.bound, 1.0), value)
    )
    upper = np.maximum(lower, upper)
    return Bounds(
        lower=lower[levels.pair_index],
        upper=upper[levels.pair_index],
        steps=search.budget.used,
    )


def bergmann_hommel_bounds(
    levels: Levels, largest_true: IntArray, steps: int
) -> Bounds:
    """Bound the Bergmann-Hommel adjusted p-values (raw formula, not monotone in p) for
    arbitrary p-values.
    """
    search = _PairSearch(levels, largest_true, steps)
    try:
        while (tau := search.next_threshold()) is not None:
            search.open(tau)
    except BudgetSpentError:
        pass
    return Bounds(lower=search.value, upper=search.upper(), steps=search.budget.used)


class _Search:
    """The thresholds: their graphs, and bounds of F."""

    def __init__(self, levels: Levels, largest_true: IntArray, steps: int) -> None:
        self.levels = levels
        self.budget = Budget(steps)
        count = len(levels.threshold)
        joined = np.bincount(levels.pair_index, minlength=count)[::-1].cumsum()[::-1]
        self.bound: IntArray = largest_true[joined].astype(np.int64)
        self.solved = np.zeros(count, dtype=np.bool_)
        self._graphs: dict[int, CliquePartitions] = {}

    def graph(self, tau: int) -> CliquePartitions:
        """Return the graph at threshold number `tau`; kept, as a threshold can be
        opened more than once.
        """
        if tau not in self._graphs:
            self._graphs[tau] = CliquePartitions(
                neighbour_masks(self.levels.index >= tau), self.budget
            )
        return self._graphs[tau]

    def solve(self, tau: int) -> tuple[int, Groups]:
        """Find F at a threshold; it limits F at all larger ones."""
        best, groups = self.graph(tau).best()
        self.bound[tau:] = np.minimum(self.bound[tau:], best)
        self.solved[tau] = True
        return best, groups


class _PairSearch(_Search):
    """The pairs: the values found so far, and what limits them."""

    def __init__(self, levels: Levels, largest_true: IntArray, steps: int) -> None:
        super().__init__(levels, largest_true, steps)
        k = levels.k
        self.first, self.second = np.triu_indices(k, 1)
        self.number = np.zeros((k, k), dtype=np.int64)
        self.number[self.first, self.second] = np.arange(len(self.first))
        self.value: FloatArray = levels.threshold[levels.pair_index]
        self.closed = np.zeros(len(levels.threshold), dtype=np.bool_)
        #: For each pair the (threshold number, largest possible M there) that were
        #: proved.
        self.limits: list[list[tuple[int, int]]] = [[] for _ in self.first]

    def next_threshold(self) -> int | None:
        """Return the open threshold with the largest bound that could still raise a
        pair; None when there is none.
        """
        bound = np.minimum(self.levels.threshold * self.bound, 1.0)
        useful = ~self.closed & (self.levels.lowest_above(self.value) < bound)
        if not useful.any():
            return None
        return int(np.argmax(np.where(useful, bound, -1.0)))

    def open(self, tau: int) -> None:
        """Solve a threshold: first without a pair, as its bound may fall behind others;
        later for each pair to rise.
        """
        t = float(self.levels.threshold[tau])
        if not self.solved[tau]:
            best, groups = self.solve(tau)
            self._raise(t, best, groups)
            return
        best = int(self.bound[tau])
        pairs = np.flatnonzero(
            (self.levels.pair_index >= tau) & (self.value < min(1.0, t * best))
        )
        for pair in pairs[np.argsort(self.value[pairs], kind="stable")].tolist():
            value = float(self.value[pair])
            limit = min((m for at, m in self.limits[pair] if at <= tau), default=best)
            if min(1.0, t * limit) <= value:
                continue
            enough = _count_within(value, t)
            found = self.graph(tau).best_together(
                int(self.first[pair]), int(self.second[pair]), enough
            )
            if found is None:
                self.limits[pair].append((tau, enough))
            else:
                self.limits[pair].append((tau, found[0]))
                self._raise(t, *found)
        self.closed[tau] = True

    def upper(self) -> FloatArray:
        """Return upper bounds: the thresholds not closed could give every pair their
        bound.
        """
        threshold = self.levels.threshold
        upper = self.value.copy()
        for pair, level in enumerate(self.levels.pair_index.tolist()):
            bound = np.where(self.closed, 0, self.bound)[: level + 1]
            for at, limit in self.limits[pair]:
                bound[at:] = np.minimum(bound[at:], limit)
            upper[pair] = max(
                upper[pair], min(1.0, float((threshold[: level + 1] * bound).max()))
            )
        return upper

    def _raise(self, t: float, best: int, groups: Groups) -> None:
        """Raise all pairs within the groups of a partition."""
        reached = min(1.0, t * best)
        for group in groups:
            inside = np.array(members(group))
            i, j = np.triu_indices(len(inside), 1)
            pairs = self.number[inside[i], inside[j]]
            self.value[pairs] = np.maximum(self.value[pairs], reached)


def _count_within(value: float, t: float) -> int:
    """Return the largest count n with ``t n <= value``, for t > 0 and a value not far
    above t.
    """
    n = int(value / t)
    while t * (n + 1) <= value:
        n += 1
    while t * n > value:
        n -= 1
    return n
