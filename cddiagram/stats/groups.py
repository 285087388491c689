"""Groups, the maximal sets of algorithms of which no two are significantly different,
and which of them get letters.
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

#: Letters in the order in which groups get them; with more groups there are none.
LETTERS = string.ascii_lowercase + string.ascii_uppercase

#: The search stops here: random "not different" graphs can hold exponentially many
#: maximal groups.
MAX_GROUPS = 10_000


@dataclass(frozen=True)
class PositionGroups:
    """The maximal groups of k algorithms, as positions in the order of average ranks.

    The groups are in lexicographic order. They are not `complete` if the search for
    them stopped at its limit.
    """

    #: The letters of groups in their order.
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

    For a critical difference these are exactly Demsar's groups; for tests of single
    pairs a group need not be contiguous in rank, and every joined pair still shares a
    group.

    `joined`, (k, k), is True where a pair is *not* significantly different, algorithms
    in the order of their average rank. Groups are in lexicographic order; the second
    result is False if the search stopped at the limit.

    Bron-Kerbosch with pivoting on bit masks (Tomita, Tanaka and Takahashi 2006),
    iteratively, so that no recursion limit is met. A candidate joined to all others
    belongs to every group that is left, so it is taken without a branch: groups of
    algorithms that stand close in rank differ in few members.

    >>> joined = [[1, 1, 0, 0], [1, 1, 1, 0], [0, 1, 1, 0], [0, 0, 0, 1]]
    >>> maximal_groups(joined)
    (((0, 1), (1, 2)), True)
    """
    matrix = np.asarray(joined, dtype=bool)
    k = len(matrix)
    neighbours = neighbour_masks(matrix)
    if (runs := _runs(neighbours)) is not None:
        return runs[:limit], len(runs) <= limit
    found: list[tuple[int, ...]] = []
    # Each entry: taken, candidates that extend them, and vertices whose groups were all
    # listed before.
    stack = [(0, (1 << k) - 1, 0)]
    while stack:
        taken, candidates, done = stack.pop()
        open_, pivot, most = candidates.bit_count(), 0, -1
        for v in members(candidates):
            joined_to = (neighbours[v] & candidates).bit_count()
            if joined_to == open_ - 1:
                taken |= 1 << v
                candidates &= neighbours[v]
                done &= neighbours[v]
                open_ -= 1
            elif joined_to > most:
                pivot, most = v, joined_to
        if not candidates:
            if not done and taken.bit_count() > 1:
                if len(found) == limit:
                    return tuple(sorted(found)), False
                found.append(tuple(members(taken)))
            continue
        if any(not candidates & ~neighbours[v] for v in members(done)):
            # joined to all that is left: every group found here would be part of one
            # with it
            continue
        for v in members(candidates & ~neighbours[pivot]):
            stack.append(
                (taken | 1 << v, candidates & neighbours[v], done & neighbours[v])
            )
            candidates &= ~(1 << v)
            done |= 1 << v
    return tuple(sorted(found)), True


def _runs(neighbours: Sequence[int]) -> tuple[tuple[int, ...], ...] | None:
    """Return the groups where all are runs of neighbours in rank, as with a critical
    difference; else None.

    That is so where each is joined to all behind it up to a last one, and none ends
    before one in front of it does.

    >>> _runs([0b0010, 0b0101, 0b0010, 0b0000])
    ((0, 1), (1, 2))
    """
    found, last = [], 0
    for place, mask in enumerate(neighbours):
        behind = mask >> place + 1
        end = place + behind.bit_length()
        if behind & behind + 1 or end < last:
            return None
        if end > max(place, last):
            found.append(tuple(range(place, end + 1)))
        last = end
    return tuple(found)


def neighbour_masks(joined: BoolArray) -> list[int]:
    """Return for each row of a (k, k) array the places of its True values but the
    diagonal's, as bits.
    """
    rows = np.packbits(
        joined & ~np.eye(len(joined), dtype=bool), axis=1, bitorder="little"
    )
    return [int.from_bytes(row.tobytes(), "little") for row in rows]


def members(mask: int) -> list[int]:
    """Return the places of a set of bits in rising order.

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
    """Choose the groups that get a letter: every pair that shares a group shares one of
    these.

    Groups are places in the ranking of k algorithms, each ascending. The result is in
    lexicographic order: the groups without those whose pairs all lie in others, the
    smallest dropped first; an algorithm in no group is one by itself.

    Maximal groups are the columns of Piepho 2004 (An algorithm for a letter-based
    representation of all-pairwise comparisons) after insertion and absorption. Columns
    are left out as a whole: no letter is taken from a single algorithm of a group.

    >>> lettered_groups([(0, 1, 2), (0, 2, 3), (1, 2, 4), (0, 1)], 6)
    ((0, 1, 2), (0, 2, 3), (1, 2, 4), (5,))
    """
    if all(a[0] < b[0] and a[-1] < b[-1] for a, b in pairwise(groups)) and all(
        group[-1] - group[0] == len(group) - 1 for group in groups
    ):  # of runs, each alone has its first and its last one
        return tuple(
            sorted(
                [*groups, *((place,) for place in set(range(k)).difference(*groups))]
            )
        )
    shared = np.zeros((k, k), dtype=np.int64)
    for group in groups:
        shared[np.ix_(group, group)] += 1
    kept = set(groups)
    for group in sorted(kept, key=lambda group: (len(group), group)):
        inside = np.ix_(group, group)
        if (shared[inside] > 1).all():
            shared[inside] -= 1
            kept.remove(group)
    alone = [(place,) for place in range(k) if not shared[place, place]]
    return tuple(sorted([*kept, *alone]))
