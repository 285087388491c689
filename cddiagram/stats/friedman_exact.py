"""Friedman's test with its exact p-value, for small tables without ties."""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import permutations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cddiagram.errors import UsageError
from cddiagram.results import OmnibusResult
from cddiagram.stats.page import MAX_EXACT_TREATMENTS, row_distribution

IntArray = NDArray[np.int64]

MAX_ORDERS = 10_000_000
"""Enumerated as long as (k!)^(n - 1) is at most this."""


def friedman_exact_test(ranks: ArrayLike) -> OmnibusResult | None:
    """Test whether k algorithms differ at all by Friedman's test with its exact p-value (D06 3.2.2).

    Parameters
    ----------
    ranks : array_like of float, shape (n, k)
        Ranks within each data set.

    Returns
    -------
    OmnibusResult or None
        ``friedman-exact``: Friedman's chi-square, and the chance of as large a one or larger when each data set orders
        the algorithms at random. None where ranks are tied or the table is too large, (k!)^(n - 1) > 1e7.

    Raises
    ------
    UsageError
        Fewer than two data sets or two algorithms.

    Examples
    --------
    >>> result = friedman_exact_test([[1, 2, 3], [1, 2, 3], [1, 3, 2], [1, 2, 3]])
    >>> result.statistic, round(result.pvalue, 4)
    (6.5, 0.0417)
    """
    doubled = np.rint(2.0 * np.asarray(ranks, dtype=np.float64)).astype(np.int64)
    if doubled.ndim != 2 or min(doubled.shape) < 2:
        raise UsageError(f"ranks must be n x k with at least two of each, not of shape {doubled.shape}.")
    n, k = doubled.shape
    untied = bool(np.array_equal(np.sort(doubled, axis=1), np.tile(2 * np.arange(1, k + 1), (n, 1))))
    if not untied or not is_feasible(n, k):
        return None
    squares = int(np.sum(np.square(doubled.sum(axis=0) // 2)))
    return OmnibusResult(
        name="friedman-exact",
        statistic=12 * squares / (n * k * (k + 1)) - 3 * n * (k + 1),
        df=(),
        pvalue=friedman_upper(squares, n, k),
        method="exact",
    )


def is_feasible(n: int, k: int) -> bool:
    """Tell whether the orders of n data sets x k algorithms are few enough to count.

    Examples
    --------
    >>> is_feasible(6, 4), is_feasible(7, 4)
    (True, False)
    """
    return k <= MAX_EXACT_TREATMENTS and math.factorial(k) ** (n - 1) <= MAX_ORDERS


def friedman_upper(squares: int, n: int, k: int) -> float:
    """P(sum of squared rank sums >= squares) when every order is as likely, exactly.

    Parameters
    ----------
    squares : int
        Sum of the squares of the rank sums; whole numbers, so equal statistics are equal.
    n, k : int
        Data sets and algorithms (`is_feasible`).

    Returns
    -------
    float

    Examples
    --------
    >>> round(friedman_upper(4**2 + 9**2 + 11**2, 4, 3), 4)
    0.0417
    """
    values, counts = _distribution(n, k)
    return float(counts[values >= squares].sum() / math.factorial(k) ** (n - 1))


@lru_cache(maxsize=32)
def _distribution(n: int, k: int) -> tuple[IntArray, IntArray]:
    """Values of the sum of squared rank sums and how many orders of the data sets but the first have each."""
    if n == 2:
        # sum (i + r_i)^2 = 2 sum i^2 + 2 sum i r_i: Page's one row, without listing k! orders.
        counts = row_distribution(k)
        lowest = k * (k + 1) * (k + 2) // 6
        return k * (k + 1) * (2 * k + 1) // 3 + 2 * (lowest + np.arange(len(counts))), counts
    orders = np.array(list(permutations(range(1, k + 1))), dtype=np.int64)
    # The first data set may be 1 ... k; after each next one, rank sums that are orders of each other are one state.
    states, counts = np.arange(1, k + 1)[np.newaxis], np.ones(1, dtype=np.int64)
    for _ in range(n - 2):
        states, counts = _merged(np.sort(_all_sums(states, orders), axis=1), np.repeat(counts, len(orders)))
    squares = np.square(_all_sums(states, orders)).sum(axis=1)
    values, merged = _merged(squares[:, np.newaxis], np.repeat(counts, len(orders)))
    return values[:, 0], merged


def _all_sums(states: IntArray, orders: IntArray) -> IntArray:
    return (states[:, np.newaxis, :] + orders).reshape(-1, orders.shape[1])


def _merged(states: IntArray, counts: IntArray) -> tuple[IntArray, IntArray]:
    # Each row as one whole number: np.unique over rows is slow.
    base = int(states.max()) + 1
    if base ** states.shape[1] > 2**62:
        rows, where = np.unique(states, axis=0, return_inverse=True)
    else:
        keys = states @ np.power(base, np.arange(states.shape[1]), dtype=np.int64)
        _, first, where = np.unique(keys, return_index=True, return_inverse=True)
        rows = states[first]
    total = np.zeros(len(rows), dtype=np.int64)
    np.add.at(total, where.reshape(-1), counts)
    return rows, total
