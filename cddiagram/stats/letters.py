"""Compact letter displays: letters such that two algorithms share one if and only if they are not different."""

from __future__ import annotations

import string
from collections.abc import Sequence

import numpy as np

#: In the order in which groups get them; with more groups there are no letters.
LETTERS = string.ascii_lowercase + string.ascii_uppercase


def lettered_groups(groups: Sequence[tuple[int, ...]], k: int) -> tuple[tuple[int, ...], ...]:
    """Choose the groups that get a letter: every pair that shares a group shares one of these.

    Parameters
    ----------
    groups : sequence of tuple of int
        The maximal groups as places in the ranking, each ascending.
    k : int
        Number of algorithms.

    Returns
    -------
    tuple of tuple of int
        In lexicographic order: the groups without those whose pairs all lie in others, the smallest dropped first; an
        algorithm in no group is one by itself.

    Notes
    -----
    Maximal groups are the columns of Piepho 2004 (An algorithm for a letter-based representation of all-pairwise
    comparisons) after insertion and absorption. Columns are left out as a whole: no letter is taken from a single
    algorithm of a group.

    Examples
    --------
    >>> lettered_groups([(0, 1, 2), (0, 2, 3), (1, 2, 4), (0, 1)], 6)
    ((0, 1, 2), (0, 2, 3), (1, 2, 4), (5,))
    """
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
