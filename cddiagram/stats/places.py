"""Places with their uncertainty: which places of the whole pool each algorithm may hold."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cddiagram._util.types import FloatArray


def place_intervals(statistic: FloatArray, different: NDArray[np.bool_], average_ranks: FloatArray) -> NDArray[np.intp]:
    """Return the lowest and the highest place of each algorithm that its pairs leave open, shape (k, 2).

    The first is 1 + the number of algorithms significantly better, the last is k - the number significantly worse: at
    once right for all algorithms with probability 1 - alpha where the family of the pairs holds its level (Al Mohamad,
    van Zwet & Goeman 2022; Mogstad, Romano, Shaikh & Wilhelm 2024). Which of two is better is the sign of the pair's
    own statistic, as average ranks may order a pair otherwise; p-values from elsewhere come without statistics, and
    average ranks are all that is known there. An untested pair is not significant.

    Examples
    --------
    >>> z = np.array([[np.nan, 2.5, 3.0], [-2.5, np.nan, 0.5], [-3.0, -0.5, np.nan]])
    >>> place_intervals(z, np.abs(z) > 2, np.array([1.0, 2.4, 2.6])).tolist()
    [[1, 1], [2, 3], [2, 3]]
    """
    better = np.where(
        np.isnan(statistic), average_ranks[:, np.newaxis] < average_ranks, statistic > np.transpose(statistic)
    )
    won = better & different
    return np.stack([1 + won.sum(axis=0), len(won) - won.sum(axis=1)], axis=1)
