"""Places: how often each algorithm holds which, and with their uncertainty those of the
whole pool it may hold.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cddiagram._util import FloatArray


def rank_intervals(
    statistic: FloatArray, different: NDArray[np.bool_], average_ranks: FloatArray
) -> NDArray[np.intp]:
    """Return the lowest and the highest place of each algorithm that its pairs leave
    open, shape (k, 2).

    The first is 1 + the number of algorithms significantly better, the last is k - the
    number significantly worse: at once right for all algorithms with probability at
    least 1 - alpha if the tests control the family-wise error rate whichever algorithms
    are equal (Al Mohamad, van Zwet & Goeman 2022; Mogstad, Romano, Shaikh & Wilhelm
    2024). Which of two is better is the sign of the pair's own statistic, as average
    ranks may order a pair otherwise; p-values from elsewhere come without statistics,
    and average ranks are all that is known there. An untested pair is not significant.

    >>> z = np.array([[np.nan, 2.5, 3.0], [-2.5, np.nan, 0.5], [-3.0, -0.5, np.nan]])
    >>> rank_intervals(z, np.abs(z) > 2, np.array([1.0, 2.4, 2.6])).tolist()
    [[1, 1], [2, 3], [2, 3]]
    """
    better = np.where(
        np.isnan(statistic),
        average_ranks[:, np.newaxis] < average_ranks,
        statistic > np.transpose(statistic),
    )
    won = better & different
    return np.stack([1 + won.sum(axis=0), len(won) - won.sum(axis=1)], axis=1)


def place_counts(ranks: FloatArray) -> FloatArray:
    """Return how often each algorithm holds each place, shape (k, k), of its ranks on
    each data set, (n, k).

    Algorithms that tie share their places in equal parts: of two at places 2 and 3 each
    counts 1/2 at both. So each row and each column has the sum n, and the mean place of
    a row is its average rank.

    >>> place_counts(np.array([[1.0, 2.5, 2.5], [1.0, 2.0, 3.0]])).tolist()
    [[2.0, 0.0, 0.0], [0.0, 1.5, 0.5], [0.0, 0.5, 1.5]]
    """
    k = ranks.shape[1]
    counts, places = np.zeros((k, k)), np.arange(1, k + 1)
    for row in ranks:
        _, which, tied = np.unique(row, return_inverse=True, return_counts=True)
        last, many = np.cumsum(tied)[which, np.newaxis], tied[which, np.newaxis]
        counts += ((places > last - many) & (places <= last)) / many
    return np.asarray(np.round(counts, 9))
