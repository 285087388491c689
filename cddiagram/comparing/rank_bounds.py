"""Simultaneous confidence intervals for the ranks of all algorithms."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cddiagram._util import FloatArray


def rank_intervals(
    statistic: FloatArray, different: NDArray[np.bool_], average_ranks: FloatArray
) -> NDArray[np.intp]:
    """Return the confidence limits for the rank of each algorithm, of shape (k, 2).

    The lower limit is 1 plus the number of significantly better algorithms. The upper
    limit is k minus the number of significantly worse algorithms. The joint coverage of
    the intervals is at least 1 - alpha if the tests control the family-wise error rate
    regardless of which algorithms perform equally well (Al Mohamad, van Zwet & Goeman
    2022; Mogstad, Romano, Shaikh & Wilhelm 2024).

    The sign of the test statistic determines which algorithm of a pair is better,
    because average ranks can suggest the opposite order. P-values that were computed
    elsewhere have no statistics. For such p-values, average ranks determine which
    algorithm is better.

    >>> z = np.array([[np.nan, 2.5, 3.0], [-2.5, np.nan, 0.5], [-3.0, -0.5, np.nan]])
    >>> rank_intervals(z, np.abs(z) > 2, np.array([1.0, 2.4, 2.6])).tolist()
    [[1, 1], [2, 3], [2, 3]]
    """
    better_by_rank = average_ranks[:, np.newaxis] < average_ranks
    better_by_test = statistic > np.transpose(statistic)
    better = np.where(np.isnan(statistic), better_by_rank, better_by_test)
    is_better = better & different
    lower = 1 + is_better.sum(axis=0)
    upper = len(is_better) - is_better.sum(axis=1)
    return np.stack([lower, upper], axis=1)
