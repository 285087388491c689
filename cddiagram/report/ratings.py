"""Elo ratings of algorithms, computed from ranks."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from cddiagram._util import FloatArray

#: The first number is the mean of all ratings. The second number is the rating
#: difference that corresponds to odds of ten to one.
ELO_MEAN, ELO_TENFOLD = 1500, 400
_STEPS = 500


def unbeaten_set(ranks: ArrayLike) -> int:
    """Return the size of the smallest unbeaten set of algorithms.

    In such a set, every algorithm beats all algorithms outside the set on every data
    set. The size is 0 if such a set does not exist. The array of ranks has shape (n,
    k). The likelihood of the ratings does not have a maximum if and only if there is
    such a set (Ford 1957, American Mathematical Monthly 64:28–33).

    >>> (
    ...     unbeaten_set([[1, 2, 3], [2, 1, 3]]),
    ...     unbeaten_set([[1, 2, 3], [2, 1, 3], [2.5, 1, 2.5]]),
    ... )
    (2, 0)
    """
    r = np.asarray(ranks, dtype=np.float64)
    n, k = r.shape
    # The m best algorithms beat the others on every data set if and only if their rank
    # sums add up to the minimum, n * m * (m + 1) / 2. Doubled rank sums are whole
    # numbers.
    doubled = np.rint(2 * r.sum(axis=0))
    smallest_sums = np.cumsum(np.sort(doubled))
    m = np.arange(1, k)
    sizes = m[smallest_sums[:-1] == n * m * (m + 1)]
    if sizes.size == 0:
        return 0
    return int(sizes[0])


def elo_ratings(ranks: ArrayLike) -> FloatArray | None:
    """Return the Elo ratings of algorithms from an array of ranks of shape (n, k).

    The result is None if some algorithms beat all others on every data set.

    On each data set, each pair of algorithms plays a game, in which a tie counts as
    half a win. The maximum-likelihood ratings of the Bradley–Terry model make the
    expected number of wins of each algorithm equal to the observed number (Zermelo
    1929; Bradley & Terry 1952). The observed number is k - R on average over the data
    sets, where R is the average rank. The ratings are therefore a decreasing function
    of R.

    >>> elo_ratings([[1, 2], [1, 2], [1, 2], [2, 1]]).round(1).tolist()
    [1595.4, 1404.6]
    """
    r = np.asarray(ranks, dtype=np.float64)
    if unbeaten_set(r):
        return None
    n, k = r.shape
    wins = k - np.rint(2 * r.sum(axis=0)) / (2 * n)
    strength = np.zeros(k)
    for _ in range(_STEPS):
        chances = 1 / (1 + np.exp(strength - strength[:, np.newaxis]))
        np.fill_diagonal(chances, 0.0)
        missing = wins - chances.sum(axis=1)
        if np.abs(missing).max() <= 1e-13 * k:
            break
        weights = chances * chances.T
        # This is Newton's method, in which the term 1/k keeps the mean at 0. Each step
        # is shortened, because a full step would be too large if one algorithm almost
        # always wins.
        information = np.diag(weights.sum(axis=1)) - weights
        step = np.linalg.solve(information + 1 / k, missing)
        strength = strength + step / (1 + np.abs(step).max())
    centred = strength - strength.mean()
    return np.asarray(ELO_MEAN + centred * ELO_TENFOLD / math.log(10))
