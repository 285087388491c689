"""Groups: the maximal sets of algorithms of which no two are significantly different."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

#: The search stops here: random "not different" graphs can hold exponentially many maximal groups.
MAX_GROUPS = 10_000


def maximal_groups(joined: ArrayLike, *, limit: int = MAX_GROUPS) -> tuple[tuple[tuple[int, ...], ...], bool]:
    """Find the maximal groups of two or more algorithms that are pairwise joined.

    For a critical difference these are exactly Demsar's groups; for tests of single pairs a group need not be
    contiguous in rank, and every joined pair still shares a group.

    Parameters
    ----------
    joined : array_like of bool, shape (k, k)
        True where a pair is *not* significantly different; the diagonal is ignored. Give the algorithms in the order
        of their average rank: groups are ordered by it.
    limit : int, default 10000
        The search stops after so many groups.

    Returns
    -------
    groups : tuple of tuple of int
        Each group ascending, the groups in lexicographic order.
    complete : bool
        False if the search stopped at the limit.

    Notes
    -----
    Bron-Kerbosch with pivoting on bit masks (Tomita, Tanaka and Takahashi 2006), iteratively, so that no recursion
    limit is met. A candidate joined to all others belongs to every group that is left, so it is taken without a
    branch: groups of algorithms that stand close in rank differ in few members.

    Examples
    --------
    >>> joined = [[1, 1, 0, 0], [1, 1, 1, 0], [0, 1, 1, 0], [0, 0, 0, 1]]
    >>> maximal_groups(joined)
    (((0, 1), (1, 2)), True)
    """
    matrix = np.asarray(joined, dtype=bool)
    k = len(matrix)
    rows = np.packbits(matrix & ~np.eye(k, dtype=bool), axis=1, bitorder="little")
    neighbours = [int.from_bytes(row.tobytes(), "little") for row in rows]
    found: list[tuple[int, ...]] = []
    # Each entry: members, candidates that extend them, and vertices whose groups were all listed before.
    stack = [(0, (1 << k) - 1, 0)]
    while stack:
        members, candidates, done = stack.pop()
        open_, pivot, most = candidates.bit_count(), 0, -1
        for v in _bits(candidates):
            joined_to = (neighbours[v] & candidates).bit_count()
            if joined_to == open_ - 1:
                members |= 1 << v
                candidates &= neighbours[v]
                done &= neighbours[v]
                open_ -= 1
            elif joined_to > most:
                pivot, most = v, joined_to
        if not candidates:
            if not done and members.bit_count() > 1:
                if len(found) == limit:
                    return tuple(sorted(found)), False
                found.append(tuple(_bits(members)))
            continue
        if any(not candidates & ~neighbours[v] for v in _bits(done)):
            continue  # joined to all that is left: every group found here would be part of one with it
        for v in _bits(candidates & ~neighbours[pivot]):
            stack.append((members | 1 << v, candidates & neighbours[v], done & neighbours[v]))
            candidates &= ~(1 << v)
            done |= 1 << v
    return tuple(sorted(found)), True


def _bits(mask: int) -> list[int]:
    places = []
    while mask:
        low = mask & -mask
        places.append(low.bit_length() - 1)
        mask ^= low
    return places
