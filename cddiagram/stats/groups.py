"""Groups of algorithms that are not significantly different, and their letters."""

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

#: The letters for groups, in the order in which they are assigned.
LETTERS = string.ascii_lowercase + string.ascii_uppercase

#: The maximum number of groups, at which the search stops. The number of groups can
#: grow exponentially with the number of algorithms.
MAX_GROUPS = 10_000


@dataclass(frozen=True)
class PositionGroups:
    """The maximal groups of k algorithms, as positions in the order of average ranks.

    The groups are in lexicographic order. They are not `complete` if the search for
    them stopped at its limit.
    """

    LETTERS: ClassVar[str] = LETTERS

    k: int
    groups: tuple[tuple[int, ...], ...] = ()
    complete: bool = True

    @classmethod
    def of(cls, joined: ArrayLike) -> PositionGroups:
        """Find the groups; `joined`, (k, k), is True for pairs that are not
        significantly different.

        >>> PositionGroups.of([[1, 1, 0], [1, 1, 1], [0, 1, 1]]).groups
        ((0, 1), (1, 2))
        """
        groups, complete = maximal_groups(joined)
        return cls(len(np.asarray(joined)), groups, complete)

    @cached_property
    def lettered(self) -> tuple[tuple[str, tuple[int, ...]], ...] | None:
        """Each letter with its group; None if there are more groups than letters.

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
    """Find the maximal groups of two or more algorithms that are pairwise joined.

    For a critical difference these are exactly Demsar's groups. For tests of single
    pairs a group need not be contiguous in rank, but every joined pair shares a group.

    `joined`, (k, k), is True for pairs that are *not* significantly different, with
    algorithms in the order of average ranks. Groups are in lexicographic order. The
    second result is False if the search stopped at the limit.

    The algorithm is due to Bron and Kerbosch, with pivoting (Tomita, Tanaka and
    Takahashi 2006), on bit masks and without recursion. A candidate that is joined to
    all others belongs to every remaining group, and is added without a branch. This is
    frequent, because groups of algorithms with similar ranks differ in few members.

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
    # Each entry contains the members, the candidates that extend them, and the
    # algorithms whose groups have already been listed.
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
            continue  # every group would be part of a larger one with this algorithm
        for v in members(candidates & ~neighbours[pivot]):
            extended = group | 1 << v
            stack.append((extended, candidates & neighbours[v], listed & neighbours[v]))
            candidates &= ~(1 << v)
            listed |= 1 << v
    return tuple(sorted(groups)), True


def _groups_if_runs(neighbours: Sequence[int]) -> tuple[tuple[int, ...], ...] | None:
    """Return the groups if all are runs of neighbours in rank, as with a critical
    difference; otherwise None.

    This is so if each algorithm is joined to all later ones up to a last one, which
    never comes before the last one of an earlier algorithm.

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
    """Return for each row of a (k, k) array the positions of its True values off the
    diagonal, as bits.
    """
    off_diagonal = joined & ~np.eye(len(joined), dtype=bool)
    rows = np.packbits(off_diagonal, axis=1, bitorder="little")
    return [int.from_bytes(row.tobytes(), "little") for row in rows]


def members(mask: int) -> list[int]:
    """Return the positions of a set of bits in rising order.

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
    """Choose the groups that get a letter.

    Groups are positions in the ranking of k algorithms, each ascending. Groups whose
    pairs are all in other groups are dropped, the smallest first, so that every pair
    that shares a group shares a remaining one. An algorithm without a group is one by
    itself. The result is in lexicographic order.

    Maximal groups are the columns of Piepho 2004 (An algorithm for a letter-based
    representation of all-pairwise comparisons) after insertion and absorption. Columns
    are dropped as a whole: a letter is never removed from a single algorithm of a
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
    """Return the groups whose pairs are all in other groups that remain.

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
    """Return whether groups are runs of neighbours, each with its own first and last
    one.
    """
    for group in groups:
        if group[-1] - group[0] != len(group) - 1:
            return False
    return all(a[0] < b[0] and a[-1] < b[-1] for a, b in pairwise(groups))
