"""The sign test for pairs of algorithms, which counts wins (Demšar 2006, section
3.1.4).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from cddiagram._util import Exact, FloatArray, IntArray
from cddiagram.stats.differences import signs_from
from cddiagram.stats.pair_test import PairTest, blank_diagonal
from cddiagram.stats.tails import binomial_upper, broadcast_doubles, normal_two_sided


def count_wins(
    scores: ArrayLike | Exact, *, higher_is_better: bool = True
) -> tuple[IntArray, IntArray]:
    """Count the data sets on which i is better than j, and the ties, for scores of
    shape (..., n, k).

    >>> wins, ties = count_wins([[0.9, 0.8], [0.7, 0.7], [0.6, 0.5]])
    >>> wins.tolist(), ties.tolist()
    ([[0, 2], [0, 0]], [[3, 1], [1, 3]])
    """
    exact = Exact.of(scores)
    *lead, n, k = exact.values.shape
    wins = np.zeros((*lead, k, k), dtype=np.int64)
    identity = np.eye(k, dtype=np.int64)
    ties = n * np.broadcast_to(identity, wins.shape)
    columns = None
    if exact.short is not None:  # Whole numbers can be compared directly.
        swapped = np.swapaxes(exact.short.numerators, -1, -2)
        columns = np.ascontiguousarray(swapped)
    for i in range(k - 1):
        if columns is None:
            signs = signs_from(exact, i)
            above = (signs > 0).sum(axis=-2)
            below = (signs < 0).sum(axis=-2)
        else:
            own = columns[..., i : i + 1, :]
            others = columns[..., i + 1 :, :]
            above = np.count_nonzero(own > others, axis=-1)
            below = np.count_nonzero(own < others, axis=-1)
        wins[..., i, i + 1 :] = above
        wins[..., i + 1 :, i] = below
        n_tied = n - above - below
        ties[..., i, i + 1 :] = n_tied
        ties[..., i + 1 :, i] = n_tied
    if not higher_is_better:
        wins = np.ascontiguousarray(np.swapaxes(wins, -1, -2))
    return wins, ties


def sign_pair_test(
    scores: ArrayLike | Exact, *, higher_is_better: bool = True, method: str = "auto"
) -> PairTest:
    """Test all pairs with the two-sided sign test (Demšar 2006, section 3.1.4).

    Parameters
    ----------
    scores : array_like, shape (..., n, k)
        The scores, with one column for each algorithm.
    higher_is_better : bool, default True
        The direction of the scores.
    method : {"auto", "exact", "asymptotic"}, default "auto"
        The method by which p-values are computed. "auto" selects the exact method for
        every n.

    Returns
    -------
    PairTest
        The statistic is the number of wins of i over j. Ties are split evenly between
        the two algorithms. If their number is odd, one data set is omitted.

    >>> test = sign_pair_test(
    ...     [
    ...         [0.9, 0.8],
    ...         [0.7, 0.7],
    ...         [0.6, 0.5],
    ...         [0.8, 0.2],
    ...         [0.5, 0.4],
    ...         [0.9, 0.6],
    ...         [0.4, 0.1],
    ...     ]
    ... )
    >>> test.statistic[0, 1], test.pvalue[0, 1]
    (np.float64(6.0), np.float64(0.03125))
    """
    strict_wins, ties = count_wins(scores, higher_is_better=higher_is_better)
    wins = strict_wins + ties // 2
    losses = np.swapaxes(wins, -1, -2)
    if method == "asymptotic":
        pvalue = normal_two_sided(sign_z(wins, wins + losses))
    else:
        method = "exact"
        # For either algorithm, the tail is P(X >= x), not P(X > x).
        tail = binomial_upper(np.maximum(wins, losses), wins + losses)
        pvalue = np.minimum(2 * tail, 1.0)
    statistic = wins.astype(np.float64)
    return PairTest(
        statistic=blank_diagonal(statistic),
        pvalue=blank_diagonal(pvalue),
        method=method,
        choices={"ties": "split"},
    )


def sign_z(wins: ArrayLike, n: ArrayLike) -> FloatArray:
    """Return the z statistic for a number of wins, ``(wins - n/2) / (sqrt(n)/2)``, or 0
    if n = 0.
    """
    count, tosses = broadcast_doubles(wins, n)
    z = np.zeros(count.shape)
    np.divide(2 * count - tosses, np.sqrt(tosses), out=z, where=tosses > 0)
    return z


def sign_test_power(n: IntArray, wins: float, alpha: float) -> FloatArray:
    """Return the power of the exact two-sided sign test on n data sets without ties.

    One algorithm wins on each data set with probability `wins`. The power includes
    rejections in favour of either algorithm.

    >>> sign_test_power(np.array([5, 6, 23]), 0.8, 0.05).round(3).tolist()
    [0.0, 0.262, 0.84]
    """
    from scipy.special import betainc

    # The smallest significant number of wins can be found by bisection, because the
    # tail probability decreases with the number of wins.
    low, high = n // 2, n + 1
    while (low + 1 < high).any():
        middle = (low + high) // 2
        significant = 2 * binomial_upper(middle, n) <= alpha
        low = np.where(significant, low, middle)
        high = np.where(significant, middle, high)
    count = np.minimum(high, n).astype(np.float64)
    first = betainc(count, n - count + 1, wins)
    second = betainc(count, n - count + 1, 1 - wins)
    return np.asarray(np.where(high <= n, first + second, 0.0))
