"""How many of the all-pairs hypotheses can be true together: Shaffer's static procedure.

If exactly the pairs within the groups of a partition of k algorithms are equal, the number of true hypotheses is the
sum of the groups' pairs, so the possible numbers are (G08 Section 2.1, recursive formula)

    S(k) = union over j = 1..k of { binom(j, 2) + x : x in S(k - j) },      S(0) = S(1) = {0}.

At step i of Holm's procedure the i - 1 hypotheses rejected before are false, so at most
``t[i] = max { s in S(k) : s <= m - i + 1 }`` are true, and alpha is divided by that. Sets of numbers are held as the
bits of Python integers: S(k - j) shifted by binom(j, 2).
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from cddiagram._util.types import FloatArray
from cddiagram.errors import UsageError


def possible_true_counts(k: int) -> tuple[int, ...]:
    """Return S(k): the possible numbers of true hypotheses among all pairs of k algorithms, rising.

    García & Herrera 2008, Section 2.1; Shaffer 1986, Table 1.

    >>> possible_true_counts(5)
    (0, 1, 2, 3, 4, 6, 10)
    """
    return tuple(np.unique(largest_true_counts(k)).tolist())


def shaffer_factors(k: int) -> tuple[int, ...]:
    """Return t[1], ..., t[m] of Shaffer's static procedure, m = k (k - 1) / 2: alpha is divided by t[i] at step i.

    >>> shaffer_factors(5)
    (10, 6, 6, 6, 6, 4, 4, 3, 2, 1)
    """
    return tuple(largest_true_counts(k)[:0:-1].tolist())


@lru_cache(maxsize=16)
def largest_true_counts(k: int) -> NDArray[np.int64]:
    """Return, for n = 0..m, the largest element of S(k) that is not above n (read-only).

    >>> largest_true_counts(4).tolist()
    [0, 1, 2, 3, 3, 3, 6]
    """
    if k < 2:
        raise UsageError(f"all pairs need at least two algorithms, not {k}.")
    sets = [1, 1]  # bit s of sets[n] is set if s is in S(n)
    for n in range(2, k + 1):
        union = 0
        for j in range(1, n + 1):
            union |= sets[n - j] << (j * (j - 1) // 2)
        sets.append(union)
    count = k * (k - 1) // 2 + 1
    octets = np.frombuffer(sets[k].to_bytes((count + 7) // 8, "little"), dtype=np.uint8)
    possible = np.unpackbits(octets, bitorder="little")[:count].astype(np.bool_)
    largest: NDArray[np.int64] = np.maximum.accumulate(np.where(possible, np.arange(count), 0))
    largest.flags.writeable = False
    return largest


def shaffer_static(pvalues: FloatArray, k: int) -> FloatArray:
    """Shaffer's static adjusted p-values (G08 Section 3): ``max over j <= i of t[j] p[j]``, capped at 1.

    Adjusted p-values in the caller's order. Shapes: `pvalues` (k (k - 1) / 2,), the result (k (k - 1) / 2,).

    >>> shaffer_static(np.array([0.02, 0.3, 0.01]), 3).tolist()
    [0.03, 0.3, 0.03]
    """
    order = np.argsort(pvalues, kind="stable")
    stepped = np.maximum.accumulate(largest_true_counts(k)[:0:-1] * pvalues[order])
    adjusted = np.empty_like(stepped)
    adjusted[order] = np.minimum(stepped, 1.0)
    return adjusted
