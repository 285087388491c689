"""One score from several runs, exactly."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cddiagram._util.exact import Exact, Whole, WholeArray


@dataclass(frozen=True, kw_only=True, eq=False)
class Reduced:
    """Scores after runs were reduced.

    Attributes
    ----------
    scores : ndarray of float
        NaN where a run has none.
    whole : Whole or None
        The same, exactly, which doubles do not hold; 0 where a run has no score. None if nothing was reduced.
    """

    scores: NDArray[np.float64]
    whole: Whole | None

    def reshape(self, *shape: int) -> Reduced:
        """Give the same scores in another shape."""
        return Reduced(scores=self.scores.reshape(shape), whole=self.whole and self.whole.reshape(shape))

    def take(self, key: Any) -> Reduced:
        """Give some of the scores."""
        return Reduced(scores=self.scores[key], whole=self.whole and self.whole.take(key))


def reduce_runs(values: NDArray[np.float64], groups: NDArray[np.intp], count: int, how: str) -> Reduced:
    """Reduce runs to one score for each group.

    The mean is that of the decimal numbers that were read, added without rounding. So it does not depend on the order
    of the runs, and two algorithms with equal decimal means tie: the mean of 0.1, 0.2, 0.3 is that of three times 0.2,
    which binary sums miss. It is as uncertain as the most uncertain of its runs.

    Parameters
    ----------
    values : ndarray of float, shape (m,)
        The scores of all runs; NaN where one is missing.
    groups : ndarray of int, shape (m,)
        The group of each, from 0 on.
    count : int
        How many groups there are; those without runs get NaN.
    how : {"mean", "median"}
        The median of an even number of runs is the mean of the middle two.

    Returns
    -------
    Reduced

    Examples
    --------
    >>> import numpy as np
    >>> runs, groups = np.array([0.1, 0.2, 0.2, 0.2, 0.3, 0.2]), np.array([0, 1, 0, 1, 0, 1])
    >>> reduce_runs(runs, groups, 2, "mean").scores.tolist()
    [0.2, 0.2]
    """
    missing = np.bincount(groups, weights=np.isnan(values), minlength=count) > 0
    sizes = np.bincount(groups, minlength=count)
    missing |= sizes == 0
    kept = ~missing[groups]
    values, groups, sizes = values[kept], groups[kept], np.where(missing, 0, sizes)
    if sizes.max(initial=0) <= 1:
        scores = np.full(count, np.nan)
        scores[groups] = values
        return Reduced(scores=scores, whole=None)
    if how == "median":
        order = np.lexsort((values, groups))
        begin = np.cumsum(sizes) - sizes
        middle = np.concatenate([(begin + (sizes - 1) // 2)[sizes > 0], (begin + sizes // 2)[sizes > 0]])
        values, groups = values[order[middle]], groups[order[middle]]
        sizes = np.where(sizes > 0, 2, 0)
    whole = _means(Exact(values).whole, groups, sizes)
    return Reduced(scores=np.where(missing, np.nan, whole.doubles()), whole=whole)


def _means(runs: Whole, groups: NDArray[np.intp], sizes: NDArray[np.intp]) -> Whole:
    """Add the runs of each group and divide by their number: over one denominator for all."""
    numbers = sorted(set(sizes.tolist()) - {0})
    common = math.lcm(*numbers)
    runs = runs.grown(2 * common * numbers[-1])
    factor = {size: common // size for size in numbers} | {0: 0}
    factors: WholeArray = np.array([factor[size] for size in sizes.tolist()], dtype=runs.numerators.dtype)
    order, filled = np.argsort(groups, kind="stable"), sizes > 0
    begin = (np.cumsum(sizes) - sizes)[filled]
    sums = np.zeros(len(sizes), dtype=runs.numerators.dtype)
    sums[filled] = np.add.reduceat(runs.numerators[order], begin)
    coarse = None
    if runs.coarse is not None:
        coarse = np.zeros(len(sizes), dtype=runs.coarse.dtype)
        coarse[filled] = np.maximum.reduceat(runs.coarse[order], begin) * common
    return Whole(sums * factors, runs.denominator * common, coarse)
