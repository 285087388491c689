"""Means of columns, exactly: their order and their ties do not depend on the order of the rows."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cddiagram._util.exact import Exact, Whole
from cddiagram.stats.ties import rank_whole, tell

FloatArray = NDArray[np.float64]


def column_sums(exact: Exact) -> Whole:
    """Give the means of the columns as exact numbers, each with the largest uncertainty of its scores.

    The numerators are sums of n, the denominator n times theirs. Shapes: `exact` (..., n, k), the result (..., k).

    Examples
    --------
    >>> column_sums(Exact.of([[0.1, 0.2], [0.2, 0.2], [0.3, 0.2]])).doubles().tolist()
    [0.2, 0.2]
    """
    n = exact.values.shape[-2]
    whole = exact.whole.grown(2 * n)
    return Whole(
        numerators=whole.numerators.sum(axis=-2),
        denominator=n * whole.denominator,
        coarse=None if whole.coarse is None else n * whole.coarse.max(axis=-2),
    )


def rank_means(exact: Exact, higher_is_better: bool = True) -> FloatArray:
    """Rank the means of the columns, 1 is the best.

    Examples
    --------
    >>> rank_means(Exact.of([[0.1, 0.2, 0.1], [0.2, 0.2, 0.1], [0.3, 0.2, 0.1]]))
    array([1.5, 1.5, 3. ])
    """
    sums = column_sums(exact)
    ranks, made = rank_whole(sums.numerators, sums.coarse)
    if made.any():
        tell(exact, "means", np.zeros(1, dtype=np.intp))
    return sums.numerators.shape[-1] + 1 - ranks if higher_is_better else ranks
