"""Groups of algorithms that are not significantly different, and the letters of these
groups.
"""

from __future__ import annotations

import string
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

from cddiagram._util import BoolArray

#: The letters are assigned to groups in this order.
LETTERS = string.ascii_lowercase + string.ascii_uppercase

#: The search stops when it has found this many groups. The number of groups can grow
#: exponentially with the number of algorithms.
MAX_GROUPS = 10_000


@dataclass(frozen=True)
class PositionGroups:
    """The maximal groups of k algorithms, whose members are positions in the order of
    average ranks.

    The groups are in lexicographic order. `complete` is False if the search for groups
    stopped at its limit.
    """

    LETTERS: ClassVar[str] = LETTERS

    k: int
    groups: tuple[tuple[int, ...], ...] = ()
    complete: bool = True

    @classmethod
    def of(cls, joined: ArrayLike) -> PositionGroups:
        """Find the groups.

        In the array `joined` of shape (k, k), True marks pairs that are not
        significantly different.

        >>> PositionGroups.of([[1, 1, 0], [1, 1, 1], [0, 1, 1]]).groups
        ((0, 1), (1, 2))
        """
        groups, complete = maximal_groups(joined)
        return cls(len(np.asarray(joined)), groups, complete)

    @cached_property
    def lettered(self) -> tuple[tuple[str, tuple[int, ...]], ...] | None:
        """Each letter with its group, or None if there are more groups than letters.

        >>> PositionGroups(3, ((0, 1), (1, 2))).lettered
        (('a', (0, 1)), ('b', (1, 2)))
        """
        groups = lettered_groups(self.groups, self.k)
        if len(groups) > len(LETTERS):
            return None
        return tuple(zip(LETTERS, groups, strict=False))


def maximal_groups(
    joined: ArrayLike, *, limit: int = MAX_GROUPS
) -> tuple[tuple[tuple[int, ...], ...], bool]:
    """Find the maximal groups of at least two algorithms in which all pairs are joined.

    If there is a critical difference, these are exactly Demšar's groups. For tests of
    individual pairs, the ranks of a group are not necessarily contiguous, but every
    joined pair shares a group.

    In the array `joined` of shape (k, k), True marks pairs that are *not* significantly
    different. The algorithms are in the order of average ranks. Groups are returned in
    lexicographic order. The second result is False if the search stopped at the limit.

    The algorithm is that of Bron and Kerbosch with pivoting (Tomita, Tanaka and
    Takahashi 2006), implemented with bit masks and without recursion. A candidate that
    is joined to all other candidates belongs to every remaining group and is added
    without branching. This happens frequently, because groups of algorithms with
    similar ranks differ in few members.

    >>> joined = [[1, 1, 0, 0], [1, 1, 1, 0], [0, 1, 1, 0], [0, 0, 0, 1]]
    >>> maximal_groups(joined)
    (((0, 1), (1, 2)), True)
    """
    matrix = np.asarray(joined, dtype=bool)
    k = len(matrix)
    neighbours = neighbour_masks(matrix)
    runs = _groups_if_runs(neighbours)
    if runs is not None:
        return runs[:limit], len(runs) <= limit
    groups: list[tuple[int, ...]] = []
    # Each entry contains the members of a group, the candidates that can extend this
    # group, and the algorithms whose groups have already been listed.
    stack = [(0, (1 << k) - 1, 0)]
    while stack:
        group, candidates, listed = stack.pop()
        n_candidates = candidates.bit_count()
        pivot = 0
        most = -1
        for v in members(candidates):
            n_joined = (neighbours[v] & candidates).bit_count()
            if n_joined == n_candidates - 1:
                group |= 1 << v
                candidates &= neighbours[v]
                listed &= neighbours[v]
                n_candidates -= 1
            elif n_joined > most:
                pivot = v
                most = n_joined
        if not candidates:
            if not listed and group.bit_count() > 1:
                if len(groups) == limit:
                    return tuple(sorted(groups)), False
                groups.append(tuple(members(group)))
            continue
        if any(not candidates & ~neighbours[v] for v in members(listed)):
            # All remaining groups would be part of a larger group that contains this
            # algorithm.
            continue
        for v in members(candidates & ~neighbours[pivot]):
            extended = group | 1 << v
            stack.append((extended, candidates & neighbours[v], listed & neighbours[v]))
            candidates &= ~(1 << v)
            listed |= 1 << v
    return tuple(sorted(groups)), True


def _groups_if_runs(neighbours: Sequence[int]) -> tuple[tuple[int, ...], ...] | None:
    """Return the groups if each consists of neighbours in rank, as for a critical
    difference.

    Otherwise, return None.

    This is the case if each algorithm is joined to all later algorithms up to a last
    algorithm, and if this last algorithm never precedes the last algorithm of an
    earlier algorithm.

    >>> _groups_if_runs([0b0010, 0b0101, 0b0010, 0b0000])
    ((0, 1), (1, 2))
    """
    groups = []
    last = 0
    for place, mask in enumerate(neighbours):
        later = mask >> place + 1
        end = place + later.bit_length()
        is_run = not later & later + 1
        if not is_run or end < last:
            return None
        if end > max(place, last):
            groups.append(tuple(range(place, end + 1)))
        last = end
    return tuple(groups)


def neighbour_masks(joined: BoolArray) -> list[int]:
    """Return, for each row of an array of shape (k, k), a bit mask of the True values
    that are not on the diagonal.
    """
    off_diagonal = joined & ~np.eye(len(joined), dtype=bool)
    rows = np.packbits(off_diagonal, axis=1, bitorder="little")
    return [int.from_bytes(row.tobytes(), "little") for row in rows]


def members(mask: int) -> list[int]:
    """Return the positions of the bits that are set, in ascending order.

    >>> members(0b10110)
    [1, 2, 4]
    """
    places = []
    while mask:
        low = mask & -mask
        places.append(low.bit_length() - 1)
        mask ^= low
    return places


def lettered_groups(
    groups: Sequence[tuple[int, ...]], k: int
) -> tuple[tuple[int, ...], ...]:
    """Choose the groups to which letters are assigned.

    Groups consist of positions in the ranking of k algorithms, in ascending order. A
    group is dropped if all its pairs are in other groups, starting with the smallest
    group. Every pair that shares a group therefore shares a remaining group. An
    algorithm that is not in any group forms a group by itself. The result is in
    lexicographic order.

    Maximal groups are the columns of Piepho 2004 (An algorithm for a letter-based
    representation of all-pairwise comparisons) after insertion and absorption. Only
    whole columns are dropped, so a letter is never removed from a single algorithm of a
    group.

    >>> lettered_groups([(0, 1, 2), (0, 2, 3), (1, 2, 4), (0, 1)], 6)
    ((0, 1, 2), (0, 2, 3), (1, 2, 4), (5,))
    """
    lettered = set(groups)
    if not _are_separate_runs(groups):
        lettered -= _redundant_groups(groups, k)
    alone = set(range(k)).difference(*lettered)
    singles = [(place,) for place in alone]
    return tuple(sorted([*lettered, *singles]))


def _redundant_groups(
    groups: Sequence[tuple[int, ...]], k: int
) -> set[tuple[int, ...]]:
    """Return the groups whose pairs are all contained in other remaining groups.

    The smallest groups are examined first.
    """
    n_shared = np.zeros((k, k), dtype=np.int64)
    for group in groups:
        n_shared[np.ix_(group, group)] += 1
    redundant = set()
    for group in sorted(set(groups), key=lambda group: (len(group), group)):
        inside = np.ix_(group, group)
        if (n_shared[inside] > 1).all():
            n_shared[inside] -= 1
            redundant.add(group)
    return redundant


def _are_separate_runs(groups: Sequence[tuple[int, ...]]) -> bool:
    """Return whether all groups consist of neighbours and have different first and last
    members.
    """
    for group in groups:
        if group[-1] - group[0] != len(group) - 1:
            return False
    return all(a[0] < b[0] and a[-1] < b[-1] for a, b in pairwise(groups))
