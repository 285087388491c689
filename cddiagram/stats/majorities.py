"""Majorities: who is better than whom on more data sets, and where that contradicts an
order, or is a circle.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from cddiagram._util import BoolArray, Exact, IntArray
from cddiagram.stats.sign import count_wins


@dataclass(frozen=True, eq=False)
class Majorities:
    """The pairs of which one algorithm wins on more data sets than the other.

    `wins`, (k, k), are the numbers of data sets on which i is better than j.
    """

    wins: IntArray

    @classmethod
    def of(cls, scores: ArrayLike | Exact, *, higher_is_better: bool) -> Majorities:
        """Count the wins of scores (n, k)."""
        wins, _ = count_wins(scores, higher_is_better=higher_is_better)
        return cls(wins)

    @property
    def beats(self) -> BoolArray:
        """Whether i wins on more data sets than j, shape (k, k)."""
        return np.asarray(self.wins > self.wins.T)

    def contrary_to(self, average_ranks: ArrayLike) -> IntArray:
        """Return the (m, 2) pairs (i, j) of which i wins more often although j has the
        better average rank.

        Average ranks that differ by at most 1e-9 are equal.

        >>> wins = np.array([[0, 2, 3], [3, 0, 5], [2, 0, 0]])
        >>> Majorities(wins).contrary_to([1.6, 1.7, 2.7]).tolist()
        [[1, 0]]
        """
        ranks = np.asarray(average_ranks, dtype=np.float64)
        has_worse_rank = ranks[:, np.newaxis] > ranks + 1e-9
        return np.argwhere(self.beats & has_worse_rank)

    def cycles(self) -> tuple[tuple[int, ...], ...]:
        """Return cycles of algorithms that each beat the next one, the last one the
        first.

        There can be very many cycles. Among the algorithms that reach each other by
        majorities, only a shortest cycle is returned. It begins with its first column.

        >>> Majorities(np.array([[0, 2, 1], [1, 0, 2], [2, 1, 0]])).cycles()
        ((0, 1, 2),)
        """
        beats = self.beats
        reaches = beats.copy()
        for i in range(len(beats)):  # Warshall's transitive closure
            reaches |= reaches[:, i : i + 1] & reaches[i]
        mutual = reaches & reaches.T
        cycles = []
        for first in np.flatnonzero(mutual.diagonal()).tolist():
            members = np.flatnonzero(mutual[first]).tolist()
            if first == members[0]:
                candidates = [_shortest_cycle(beats, start) for start in members]
                cycles.append(min(candidates, key=len))
        return tuple(cycles)


def _shortest_cycle(beats: BoolArray, start: int) -> tuple[int, ...]:
    """Return a shortest cycle through `start`, rotated to begin with its first
    column.

    This is a breadth-first search; `start` must be on a cycle.
    """
    paths: list[tuple[int, ...]] = [(start,)]
    reached = {start}
    for path in paths:  # the list grows while it is read: shorter paths come first
        for other in np.flatnonzero(beats[path[-1]]).tolist():
            if other == start:
                first = path.index(min(path))
                return (*path[first:], *path[:first])
            if other not in reached:
                reached.add(other)
                paths.append((*path, other))
    raise AssertionError("the algorithm is not on a cycle")
