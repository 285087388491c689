"""One score from several runs, exactly."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from cddiagram._util.exact import Exact, Whole, WholeArray
from cddiagram._util.types import FloatArray, IntArray


@dataclass(frozen=True, kw_only=True, eq=False)
class Reduced:
    """Scores after runs were reduced: NaN where a run has none."""

    scores: FloatArray
    #: The same, exactly, which doubles do not hold; 0 where a run has no score. None if nothing was reduced.
    whole: Whole | None

    def reshape(self, *shape: int) -> Reduced:
        """Return the same scores in another shape."""
        return Reduced(scores=self.scores.reshape(shape), whole=self.whole and self.whole.reshape(shape))

    def take(self, key: Any) -> Reduced:
        """Return some of the scores."""
        return Reduced(scores=self.scores[key], whole=self.whole and self.whole.take(key))


def reduce_runs(values: FloatArray, groups: IntArray, count: int, how: str) -> Reduced:
    """Reduce runs to one score for each group.

    The mean is that of the decimal numbers that were read, added without rounding. So it does not depend on the order
    of the runs, and two algorithms with equal decimal means tie: the mean of 0.1, 0.2, 0.3 is that of three times 0.2,
    which binary sums miss. It is as uncertain as the most uncertain of its runs. The median of an even number of runs
    is the mean of the middle two. Groups without runs, or with a missing one (NaN), get NaN.

    Examples
    --------
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


def _means(runs: Whole, groups: IntArray, sizes: IntArray) -> Whole:
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
