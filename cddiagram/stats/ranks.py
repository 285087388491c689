"""Ranks of the algorithms within each data set, and ranks of their means.

Rank 1 is best.

Doubles that differ by more than the largest possible tolerance cannot be tied. Exact
numbers are therefore computed only for rows that contain closer values. The means of
columns are exact, so their order and ties do not depend on the order of the rows. Ties
are defined in `cddiagram._util.Whole`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cddiagram._util import NEAR, BoolArray, Exact, FloatArray, Whole
from cddiagram.stats.ties import log_ties, midranks, rank_exact

RankRows: TypeAlias = Callable[[BoolArray], FloatArray]
"""Returns the exact ranks of the selected rows, with rank 1 for the smallest number."""


def rank_scores(scores: ArrayLike | Exact, higher_is_better: bool = True) -> FloatArray:
    """Rank scores of shape (..., n, k) along the last axis.

    Tied scores share the mean of their ranks.

    Scores are compared as decimals. They are neither rounded nor subtracted from a
    maximum, because this can create or remove ties. Scores with 14 or more digits are
    tied if their relative difference is at most 1e-13.

    >>> rank_scores([[0.9, 0.7, 0.9], [0.1, 0.3, 0.2], [0.1 + 0.2, 0.3, 0.2]])
    array([[1.5, 3. , 1.5],
           [3. , 1. , 2. ],
           [1.5, 1.5, 3. ]])
    """
    exact = Exact.of(scores)
    are_means = exact.given is not None
    if are_means and exact.short is not None:
        return rank_plain(exact.short.numerators, higher_is_better)
    rows = exact.reshape((-1, exact.values.shape[-1]))

    def rank_exactly(close: BoolArray) -> FloatArray:
        ranks, by_tolerance = rank_exact(rows.take(close).whole)
        close_rows = np.flatnonzero(close)
        log_ties(exact, "scores", close_rows[by_tolerance.any(axis=-1)])
        return ranks

    # The means may differ by less than one unit in the last place.
    limit = exact.near if are_means else None
    ranks = rank_doubles(
        rows.values,
        rank_exactly,
        limit=limit,
        equal_tie=not are_means,
        falling=higher_is_better,
    )
    return ranks.reshape(exact.values.shape)


def column_means(exact: Exact) -> Whole:
    """Return the exact means of the columns of scores of shape (..., n, k).

    >>> column_means(Exact.of([[0.1, 0.2], [0.2, 0.2], [0.3, 0.2]])).doubles().tolist()
    [0.2, 0.2]
    """
    return exact.whole.means(axis=-2)


def rank_means(exact: Exact, higher_is_better: bool = True) -> FloatArray:
    """Rank the means of the columns of scores of shape (n, k).

    >>> rank_means(Exact.of([[0.1, 0.2, 0.1], [0.2, 0.2, 0.1], [0.3, 0.2, 0.1]]))
    array([1.5, 1.5, 3. ])
    """
    ranks, by_tolerance = rank_exact(column_means(exact))
    if by_tolerance.any():
        log_ties(exact, "means", np.zeros(1, dtype=np.intp))
    if higher_is_better:
        return len(ranks) + 1 - ranks
    return ranks


def rank_plain(numbers: NDArray[Any], falling: bool = False) -> FloatArray:
    """Rank numbers along the last axis. Only equal numbers are tied.

    >>> rank_plain(np.array([0.9, 0.7, 0.9]), falling=True)
    array([1.5, 3. , 1.5])
    """
    order = np.argsort(numbers, axis=-1)
    ascending = np.take_along_axis(numbers, order, axis=-1)
    is_equal = ascending[..., 1:] == ascending[..., :-1]
    return midranks(order, np.asarray(is_equal, dtype=bool), falling)


def rank_doubles(
    values: FloatArray,
    rank_exactly: RankRows,
    *,
    limit: float | None = None,
    equal_tie: bool = False,
    falling: bool = False,
) -> FloatArray:
    """Rank numbers of shape (rows, m) along the last axis.

    Rows that contain close numbers are ranked exactly.

    Numbers that differ by more than `limit` are not tied. By default, the limit is
    `NEAR` times the largest number in the row. `equal_tie` states whether equal numbers
    are known to be tied.
    """
    order = np.argsort(values, axis=-1)
    ascending = np.take_along_axis(values, order, axis=-1)
    gaps = ascending[..., 1:] - ascending[..., :-1]
    limits: Any = limit
    if limit is None:
        limits = NEAR * np.maximum(-ascending[..., :1], ascending[..., -1:])
    close = ~(gaps > limits)
    ranks = midranks(order, close, falling)
    in_doubt = close
    if equal_tie:
        in_doubt = close & (gaps != 0)
    if not in_doubt.any():
        return ranks
    rows = in_doubt.any(axis=-1)
    ranks[rows] = rank_exactly(rows)
    if falling:
        ranks[rows] = values.shape[-1] + 1 - ranks[rows]
    return ranks
