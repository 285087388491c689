"""The sign test of pairs of algorithms (D06 3.1.4): who wins on how many data sets."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import betainc

from cddiagram._util.exact import Exact
from cddiagram._util.types import FloatArray, IntArray
from cddiagram.errors import UsageError, check_alpha, choose_from
from cddiagram.stats.differences import signs_from
from cddiagram.stats.mean_ranks import normal_two_sided
from cddiagram.stats.pair_test import PairTest, blank_diagonal


def count_wins(scores: ArrayLike | Exact, *, higher_is_better: bool = True) -> tuple[IntArray, IntArray]:
    """Count on how many data sets each algorithm beats, and ties with, each other one.

    ``wins[i, j]`` data sets where i is better than j; the losses are ``wins[j, i]``. Scores tie by the rule of
    `cddiagram.stats.ties`. The diagonal of ties is n. Shapes: `scores` (..., n, k), the result (..., k, k).

    >>> wins, ties = count_wins([[0.9, 0.8], [0.7, 0.7], [0.6, 0.5]])
    >>> wins.tolist(), ties.tolist()
    ([[0, 2], [0, 0]], [[3, 1], [1, 3]])
    """
    exact = Exact.of(scores)
    *lead, n, k = exact.values.shape
    wins = np.zeros((*lead, k, k), dtype=np.int64)
    ties = n * np.broadcast_to(np.eye(k, dtype=np.int64), wins.shape)
    for i in range(k - 1):
        signs = signs_from(exact, i)
        above, below = (signs > 0).sum(axis=-2), (signs < 0).sum(axis=-2)
        wins[..., i, i + 1 :], wins[..., i + 1 :, i] = (above, below) if higher_is_better else (below, above)
        ties[..., i, i + 1 :] = ties[..., i + 1 :, i] = n - above - below
    return wins, ties


def binomial_upper(wins: ArrayLike, n: ArrayLike) -> FloatArray:
    """P(X >= wins) for a fair coin tossed n times, right far out in the tail.

    1 for wins <= 0, 0 for wins > n.

    >>> float(binomial_upper(11, 14))
    0.0286865234375
    """
    count, tosses = np.broadcast_arrays(np.asarray(wins, dtype=np.float64), np.asarray(n, dtype=np.float64))
    inside = (count > 0) & (count <= tosses)
    # The upper tail is an incomplete beta function: a survival function, never 1 - cdf.
    tail = betainc(np.where(inside, count, 1.0), np.where(inside, tosses - count + 1, 1.0), 0.5)
    return np.asarray(np.where(inside, tail, np.where(count <= 0, 1.0, 0.0)))


def sign_pair_test(scores: ArrayLike | Exact, *, higher_is_better: bool = True, method: str = "exact") -> PairTest:
    """Test all pairs with the sign test, two-sided (D06 3.1.4).

    Ties are split evenly between the two; if their number is odd, one data set is left out.

    ``statistic[i, j]`` is the wins of i over j, split ties included, ``df`` the data sets counted. Shapes: `scores`
    (..., n, k).

    >>> test = sign_pair_test([[0.9, 0.8], [0.7, 0.7], [0.6, 0.5], [0.8, 0.2], [0.5, 0.4], [0.9, 0.6], [0.4, 0.1]])
    >>> test.statistic[0, 1], test.df[0, 1], test.pvalue[0, 1]
    (np.float64(6.0), np.float64(6.0), np.float64(0.03125))
    """
    if method not in ("exact", "asymptotic"):
        raise UsageError(choose_from("method", method, ("exact", "asymptotic")))
    won, tied = count_wins(scores, higher_is_better=higher_is_better)
    wins = won + tied // 2
    counted = wins + np.swapaxes(wins, -1, -2)
    if method == "exact":
        larger = np.maximum(wins, np.swapaxes(wins, -1, -2))
        # The chance of so many wins or more, for either of the two: P(X >= x), not P(X > x).
        pvalue = np.minimum(2 * binomial_upper(larger, counted), 1.0)
    else:
        pvalue = normal_two_sided(sign_z(wins, counted))
    return PairTest(
        name="sign",
        statistic=blank_diagonal(wins.astype(np.float64)),
        pvalue=blank_diagonal(pvalue),
        df=blank_diagonal(counted.astype(np.float64)),
        method=method,
        options=(("ties", "split"),),
    )


def sign_z(wins: ArrayLike, n: ArrayLike) -> FloatArray:
    """Compute the normal statistic of a count of wins, ``(wins - n/2) / (sqrt(n)/2)`` (D06 3.1.4); 0 where n is 0.

    >>> round(float(sign_z(11, 14)), 3)
    2.138
    """
    count, tosses = np.broadcast_arrays(np.asarray(wins, dtype=np.float64), np.asarray(n, dtype=np.float64))
    z: FloatArray = np.divide(2 * count - tosses, np.sqrt(tosses), out=np.zeros(count.shape), where=tosses > 0)
    return z


def sign_critical_wins(n: int, alpha: float = 0.05, *, two_sided: bool = True) -> int | None:
    """Return the smallest number of wins out of n that is significant.

    The critical count; None where not even n wins are enough. Decided with whole numbers, exactly.

    >>> sign_critical_wins(14), sign_critical_wins(14, two_sided=False), sign_critical_wins(5)
    (12, 11, None)
    """
    if n < 1:
        raise UsageError(f"n must be at least 1, not {n}.")
    check_alpha(alpha)
    # The level as it is written: 0.05 is one twentieth, not the double next to it.
    allowed = Fraction(str(alpha)) * 2**n / (2 if two_sided else 1)
    tail, ways, wins = 0, 1, n
    while wins >= 0 and tail + ways <= allowed:
        tail += ways
        ways = ways * wins // (n - wins + 1)
        wins -= 1
    return None if wins == n else wins + 1
