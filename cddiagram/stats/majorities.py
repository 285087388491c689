"""Pairwise majorities, which determine the algorithm of each pair that is better on
more data sets.

Majorities can contradict the order of average ranks, and they can form cycles.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from cddiagram._util import BoolArray, Exact, IntArray
from cddiagram.stats.sign import count_wins


@dataclass(frozen=True, eq=False)
class Majorities:
    """The numbers of wins of all pairs, and the majorities that result from them.

    The array `wins` of shape (k, k) contains the numbers of data sets on which i is
    better than j.
    """

    wins: IntArray

    @classmethod
    def of(cls, scores: ArrayLike | Exact, *, higher_is_better: bool) -> Majorities:
        """Count the wins in scores of shape (n, k)."""
        wins, _ = count_wins(scores, higher_is_better=higher_is_better)
        return cls(wins)

    @property
    def beats(self) -> BoolArray:
        """Whether i wins on more data sets than j, as an array of shape (k, k)."""
        return np.asarray(self.wins > self.wins.T)

    def contrary_to(self, average_ranks: ArrayLike) -> IntArray:
        """Return the pairs (i, j) in which i wins more often although j has the better
        average rank.

        The result has shape (m, 2).

        Average ranks that differ by at most 1e-9 are considered equal.

        >>> wins = np.array([[0, 2, 3], [3, 0, 5], [2, 0, 0]])
        >>> Majorities(wins).contrary_to([1.6, 1.7, 2.7]).tolist()
        [[1, 0]]
        """
        ranks = np.asarray(average_ranks, dtype=np.float64)
        has_worse_rank = ranks[:, np.newaxis] > ranks + 1e-9
        return np.argwhere(self.beats & has_worse_rank)

    def cycles(self) -> tuple[tuple[int, ...], ...]:
        """Return cycles of algorithms in which each algorithm beats the next and the
        last beats the first.

        The number of cycles can be very large. Of each set of algorithms that reach
        each other by majorities, only a shortest cycle is returned. It begins with the
        algorithm of the first column.

        >>> Majorities(np.array([[0, 2, 1], [1, 0, 2], [2, 1, 0]])).cycles()
        ((0, 1, 2),)
        """
        beats = self.beats
        reaches = beats.copy()
        # The following loop is Warshall's algorithm for the transitive closure.
        for i in range(len(beats)):
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
    """Return a shortest cycle through `start`, rotated so that the first column comes
    first.

    The method is breadth-first search. `start` must be on a cycle.
    """
    paths: list[tuple[int, ...]] = [(start,)]
    reached = {start}
    # The list grows during the iteration, and shorter paths precede longer paths.
    for path in paths:
        for other in np.flatnonzero(beats[path[-1]]).tolist():
            if other == start:
                first = path.index(min(path))
                return (*path[first:], *path[:first])
            if other not in reached:
                reached.add(other)
                paths.append((*path, other))
    raise AssertionError("the algorithm is not on a cycle")
