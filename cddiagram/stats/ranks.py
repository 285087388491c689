"""Ranks of the algorithms within each data set, and of their means: 1 is the best, ties share the mean of their places.

Means of columns are exact: their order and their ties do not depend on the order of the rows.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cddiagram._util.exact import Exact, Whole
from cddiagram._util.types import FloatArray
from cddiagram.stats.ties import rank_near, rank_plain, rank_whole, tell


def rank_scores(scores: ArrayLike | Exact, higher_is_better: bool = True) -> FloatArray:
    """Ranks along the last axis; 1 is the best score, scores that tie share the mean of their places.

    Scores are compared as the decimals that they are, never rounded and never negated (``max - x`` can split or make
    ties); those of 14 or more digits tie within 1e-13 of themselves (`cddiagram.stats.ties`).

    Ranks, multiples of 1/2 that add up to k(k+1)/2 in each row. Shapes: `scores` (..., n, k), the result (..., n, k).

    >>> rank_scores([[0.9, 0.7, 0.9], [0.1, 0.3, 0.2], [0.1 + 0.2, 0.3, 0.2]])
    array([[1.5, 3. , 1.5],
           [3. , 1. , 2. ],
           [1.5, 1.5, 3. ]])
    """
    exact = Exact.of(scores)
    if exact.given is not None and exact.short is not None:
        return rank_plain(exact.short.numerators, higher_is_better)
    rows = exact.reshape((-1, exact.values.shape[-1]))

    def settle(wanted: NDArray[np.bool_]) -> FloatArray:
        chosen = rows.take(wanted).whole
        ranks, made = rank_whole(chosen.numerators, chosen.coarse)
        tell(exact, "scores", np.flatnonzero(wanted)[made.any(axis=-1)])
        return ranks

    given = exact.given is not None
    limit = exact.near if given else None
    ranks = rank_near(rows.values, settle, limit=limit, equal_tie=not given, falling=higher_is_better)
    return ranks.reshape(exact.values.shape)


def column_sums(exact: Exact) -> Whole:
    """Return the means of the columns as exact numbers, each with the largest uncertainty of its scores.

    The numerators are sums of n, the denominator n times theirs. Shapes: `exact` (..., n, k), the result (..., k).

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

    >>> rank_means(Exact.of([[0.1, 0.2, 0.1], [0.2, 0.2, 0.1], [0.3, 0.2, 0.1]]))
    array([1.5, 1.5, 3. ])
    """
    sums = column_sums(exact)
    ranks, made = rank_whole(sums.numerators, sums.coarse)
    if made.any():
        tell(exact, "means", np.zeros(1, dtype=np.intp))
    return sums.numerators.shape[-1] + 1 - ranks if higher_is_better else ranks
