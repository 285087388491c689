"""Ratings: the ranks of algorithms on the scale of Elo's points, where they have
any.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from cddiagram._util import FloatArray

#: The mean of all ratings, and the difference that stands for odds of ten to one.
ELO_MEAN, ELO_TENFOLD = 1500, 400
_STEPS = 500


def unbeaten_set(ranks: ArrayLike) -> int:
    """Return how many of the best algorithms beat all others on every data set, by
    ranks (n, k): the fewest, else 0.

    Then, and only then, the likelihood of ratings has no maximum (Ford 1957, American
    Mathematical Monthly 64:28-33).

    >>> (
    ...     unbeaten_set([[1, 2, 3], [2, 1, 3]]),
    ...     unbeaten_set([[1, 2, 3], [2, 1, 3], [2.5, 1, 2.5]]),
    ... )
    (2, 0)
    """
    r = np.asarray(ranks, dtype=np.float64)
    (n, k), least = r.shape, np.cumsum(np.sort(np.rint(2 * r.sum(axis=0))))
    m = np.arange(1, k)
    alone = np.flatnonzero(least[:-1] == n * m * (m + 1))
    return int(m[alone[0]]) if alone.size else 0


def elo_ratings(ranks: ArrayLike) -> FloatArray | None:
    """Rate algorithms by their ranks (n, k), shape (k,); None where a set of them beats
    all others on every data set.

    Every data set is a game of each algorithm against each other one, a tie half a win.
    The Bradley-Terry ratings of largest likelihood are those that expect of each
    algorithm as many wins as it has (Zermelo 1929; Bradley & Terry 1952), on average k
    - R: so they depend on the average ranks R alone, and fall as these rise.

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
        # 1/k keeps the mean at 0. Newton's full step may lead too far where a win is
        # nearly sure, this one never does.
        step = np.linalg.solve(np.diag(weights.sum(axis=1)) - weights + 1 / k, missing)
        strength = strength + step / (1 + np.abs(step).max())
    return np.asarray(
        ELO_MEAN + (strength - strength.mean()) * ELO_TENFOLD / math.log(10)
    )
