"""Majorities: who is better than whom on more data sets, and where that contradicts an
order, or is a circle.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from cddiagram._util import IntArray


def contrary_majorities(wins: IntArray, average_ranks: ArrayLike) -> IntArray:
    """Return the (m, 2) pairs (i, j) of which i wins more often although j has the
    better average rank, of wins (k, k).

    Average ranks that differ by no more than 1e-9 are the same.

    >>> contrary_majorities(
    ...     np.array([[0, 2, 3], [3, 0, 5], [2, 0, 0]]), [1.6, 1.7, 2.7]
    ... ).tolist()
    [[1, 0]]
    """
    ranks = np.asarray(average_ranks, dtype=np.float64)
    worse = ranks[:, np.newaxis] > ranks + 1e-9
    return np.argwhere((wins > wins.T) & worse)


def majority_cycles(wins: IntArray) -> tuple[tuple[int, ...], ...]:
    """Return cycles of majorities: each wins more often against the next, the last
    against the first; wins (k, k).

    There may be very many; returned is a shortest one of each set of algorithms that
    reach each other by majorities, from its first column on.

    >>> majority_cycles(np.array([[0, 2, 1], [1, 0, 2], [2, 1, 0]]))
    ((0, 1, 2),)
    """
    beats = wins > wins.T
    reach = beats.copy()
    for i in range(len(beats)):  # Warshall's closure
        reach |= reach[:, i : i + 1] & reach[i]
    together, found = reach & reach.T, []
    for first in np.flatnonzero(together.diagonal()).tolist():
        members = np.flatnonzero(together[first]).tolist()
        if first == members[0]:
            found.append(min((_cycle(beats, start) for start in members), key=len))
    return tuple(found)


def _cycle(beats: np.ndarray, start: int) -> tuple[int, ...]:
    """Return a shortest cycle from `start`, which is on one, turned to begin with its
    first column.
    """
    ways: list[tuple[int, ...]] = [(start,)]
    seen = {start}
    for way in ways:  # grows: the short ways come first
        for other in np.flatnonzero(beats[way[-1]]).tolist():
            if other == start:
                first = way.index(min(way))
                return (*way[first:], *way[:first])
            if other not in seen:
                seen.add(other)
                ways.append((*way, other))
    raise AssertionError("the algorithm is on no cycle")
