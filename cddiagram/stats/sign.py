"""The sign test of pairs of algorithms (D06 3.1.4): who wins on how many data sets."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from cddiagram._util import Exact, FloatArray, IntArray
from cddiagram.stats.differences import signs_from
from cddiagram.stats.pair_test import PairTest, blank_diagonal
from cddiagram.stats.tails import binomial_upper, normal_two_sided


def count_wins(
    scores: ArrayLike | Exact, *, higher_is_better: bool = True
) -> tuple[IntArray, IntArray]:
    """Count on how many data sets of scores (..., n, k) algorithm i beats, and ties
    with, each other algorithm j.

    >>> wins, ties = count_wins([[0.9, 0.8], [0.7, 0.7], [0.6, 0.5]])
    >>> wins.tolist(), ties.tolist()
    ([[0, 2], [0, 0]], [[3, 1], [1, 3]])
    """
    exact = Exact.of(scores)
    *lead, n, k = exact.values.shape
    wins = np.zeros((*lead, k, k), dtype=np.int64)
    ties = n * np.broadcast_to(np.eye(k, dtype=np.int64), wins.shape)
    # Few decimals are whole numbers, which need no difference; a column lies in one
    # piece of memory.
    plain = (
        None
        if exact.short is None
        else np.ascontiguousarray(np.swapaxes(exact.short.numerators, -1, -2))
    )
    for i in range(k - 1):
        if plain is None:
            signs = signs_from(exact, i)
            above, below = (signs > 0).sum(axis=-2), (signs < 0).sum(axis=-2)
        else:
            own, others = plain[..., i : i + 1, :], plain[..., i + 1 :, :]
            above, below = (
                np.count_nonzero(own > others, axis=-1),
                np.count_nonzero(own < others, axis=-1),
            )
        wins[..., i, i + 1 :], wins[..., i + 1 :, i] = (
            (above, below) if higher_is_better else (below, above)
        )
        ties[..., i, i + 1 :] = ties[..., i + 1 :, i] = n - above - below
    return wins, ties


def sign_pair_test(
    scores: ArrayLike | Exact, *, higher_is_better: bool = True, method: str = "auto"
) -> PairTest:
    """Test all pairs with the sign test, two-sided (D06 3.1.4), for scores (..., n, k).

    Ties are split evenly between the two; if their number is odd, one data set is left
    out. The statistic is the wins of i over j, split ties included. Exact for any n,
    unless the normal distribution is asked for.

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
    won, tied = count_wins(scores, higher_is_better=higher_is_better)
    wins = won + tied // 2
    counted = wins + np.swapaxes(wins, -1, -2)
    if method == "asymptotic":
        pvalue = normal_two_sided(sign_z(wins, counted))
    else:
        larger = np.maximum(wins, np.swapaxes(wins, -1, -2))
        # The chance of so many wins or more, for either of the two: P(X >= x), not P(X
        # > x).
        pvalue = np.minimum(2 * binomial_upper(larger, counted), 1.0)
    return PairTest(
        statistic=blank_diagonal(wins.astype(np.float64)),
        pvalue=blank_diagonal(pvalue),
        method="asymptotic" if method == "asymptotic" else "exact",
        choices={"ties": "split"},
    )


def sign_z(wins: ArrayLike, n: ArrayLike) -> FloatArray:
    """Compute the normal statistic of a count of wins, ``(wins - n/2) / (sqrt(n)/2)``
    (D06 3.1.4); 0 where n is 0.
    """
    count, tosses = np.broadcast_arrays(
        np.asarray(wins, dtype=np.float64), np.asarray(n, dtype=np.float64)
    )
    z: FloatArray = np.divide(
        2 * count - tosses, np.sqrt(tosses), out=np.zeros(count.shape), where=tosses > 0
    )
    return z


def sign_test_power(n: IntArray, wins: float, alpha: float) -> FloatArray:
    """Return the chance that the exact two-sided sign test of n data sets rejects,
    where one wins with a probability.

    Nothing ties; rejections for either of the two count.

    >>> sign_test_power(np.array([5, 6, 23]), 0.8, 0.05).round(3).tolist()
    [0.0, 0.262, 0.84]
    """
    from scipy.special import betainc

    # The smallest significant number of wins, by bisection: their tail falls.
    low, high = n // 2, n + 1
    while (low + 1 < high).any():
        middle = (low + high) // 2
        enough = 2 * binomial_upper(middle, n) <= alpha
        low, high = np.where(enough, low, middle), np.where(enough, middle, high)
    count = np.minimum(high, n).astype(np.float64)
    either = betainc(count, n - count + 1, wins) + betainc(
        count, n - count + 1, 1 - wins
    )
    return np.asarray(np.where(high <= n, either, 0.0))
