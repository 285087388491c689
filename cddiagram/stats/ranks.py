"""Ranks of the algorithms within each data set, and of their means; rank 1 is best.

Two values tie if their exact difference is at most the largest uncertainty
(`cddiagram._util.exact`) among the scores that do not cancel in it. Neighbours in
sorted order that tie form a run and share the mean of their ranks. A difference is zero
by the same rule. The tolerance is for scores whose decimals were cut off.

Doubles that differ by more than any tolerance cannot tie. So exact numbers are computed
only for rows with closer values. Means of columns are exact: their order and their ties
do not depend on the order of the rows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cddiagram._util import (
    NEAR,
    SHARE,
    BoolArray,
    Exact,
    FloatArray,
    Whole,
    WholeArray,
)

Settle: TypeAlias = Callable[[BoolArray], FloatArray]
"""Returns the exact ranks of some rows, with rank 1 for the smallest number."""


def rank_scores(scores: ArrayLike | Exact, higher_is_better: bool = True) -> FloatArray:
    """Rank scores (..., n, k) along the last axis; tied scores share the mean rank.

    Scores are compared as decimals, without rounding and without subtraction from a
    maximum, which can create and remove ties. Scores of 14 or more digits tie if they
    differ by at most 1e-13 of themselves.

    >>> rank_scores([[0.9, 0.7, 0.9], [0.1, 0.3, 0.2], [0.1 + 0.2, 0.3, 0.2]])
    array([[1.5, 3. , 1.5],
           [3. , 1. , 2. ],
           [1.5, 1.5, 3. ]])
    """
    exact = Exact.of(scores)
    if exact.given is not None and exact.short is not None:
        return rank_plain(exact.short.numerators, higher_is_better)
    rows = exact.reshape((-1, exact.values.shape[-1]))

    def settle(close: NDArray[np.bool_]) -> FloatArray:
        numbers = rows.take(close).whole
        ranks, by_tolerance = rank_whole(numbers.numerators, numbers.coarse)
        log_ties(exact, "scores", np.flatnonzero(close)[by_tolerance.any(axis=-1)])
        return ranks

    are_means = exact.given is not None
    limit = exact.near if are_means else None
    ranks = rank_near(
        rows.values,
        settle,
        limit=limit,
        equal_tie=not are_means,
        falling=higher_is_better,
    )
    return ranks.reshape(exact.values.shape)


def column_sums(exact: Exact) -> Whole:
    """Return the exact means of the columns, each with the largest uncertainty of its
    scores.

    >>> column_sums(Exact.of([[0.1, 0.2], [0.2, 0.2], [0.3, 0.2]])).doubles().tolist()
    [0.2, 0.2]
    """
    n = exact.values.shape[-2]
    scores = exact.whole.grown(2 * n)
    uncertainty = None
    if scores.coarse is not None:
        uncertainty = n * scores.coarse.max(axis=-2)
    sums = scores.numerators.sum(axis=-2)
    return Whole(sums, n * scores.denominator, uncertainty)


def rank_means(exact: Exact, higher_is_better: bool = True) -> FloatArray:
    """Rank the means of the columns of scores (n, k).

    >>> rank_means(Exact.of([[0.1, 0.2, 0.1], [0.2, 0.2, 0.1], [0.3, 0.2, 0.1]]))
    array([1.5, 1.5, 3. ])
    """
    sums = column_sums(exact)
    ranks, by_tolerance = rank_whole(sums.numerators, sums.coarse)
    if by_tolerance.any():
        log_ties(exact, "means", np.zeros(1, dtype=np.intp))
    return len(ranks) + 1 - ranks if higher_is_better else ranks


def midranks(
    order: NDArray[np.intp], joined: BoolArray, falling: bool = False
) -> FloatArray:
    """Return ranks along the last axis; runs of joined neighbours share the mean rank.

    `order` sorts the numbers, and `joined`, one element shorter, states which sorted
    neighbours tie.
    """
    m = order.shape[-1]
    sorted_ranks = np.broadcast_to(np.arange(1.0, m + 1), order.shape)
    if joined.any():
        joins_previous = np.zeros(order.shape, dtype=bool)
        joins_next = np.zeros(order.shape, dtype=bool)
        joins_previous[..., 1:] = joined
        joins_next[..., :-1] = joined
        first = np.flatnonzero(joins_next & ~joins_previous)
        last = np.flatnonzero(joins_previous & ~joins_next)
        sorted_ranks = sorted_ranks.copy()
        flat = sorted_ranks.reshape(-1)
        means = (flat[first] + flat[last]) / 2
        in_run = joins_previous | joins_next
        sorted_ranks[in_run] = np.repeat(means, last - first + 1)
    if falling:
        sorted_ranks = (m + 1) - sorted_ranks
    ranks = np.empty(order.shape)
    np.put_along_axis(ranks, order, sorted_ranks, axis=-1)
    return ranks


def rank_plain(numbers: NDArray[Any], falling: bool = False) -> FloatArray:
    """Rank numbers along the last axis; only equal numbers tie.

    >>> rank_plain(np.array([0.9, 0.7, 0.9]), falling=True)
    array([1.5, 3. , 1.5])
    """
    order = np.argsort(numbers, axis=-1)
    ascending = np.take_along_axis(numbers, order, axis=-1)
    equal = np.asarray(ascending[..., 1:] == ascending[..., :-1], dtype=bool)
    return midranks(order, equal, falling)


def rank_near(
    values: FloatArray,
    settle: Settle,
    *,
    limit: float | None = None,
    equal_tie: bool = False,
    falling: bool = False,
) -> FloatArray:
    """Rank numbers (rows, m) along the last axis; `settle` ranks the rows with close
    numbers exactly.

    Numbers that differ by more than the limit do not tie; by default it is `NEAR` times
    the largest number of the row. Equal numbers are known to tie if `equal_tie`.
    """
    order = np.argsort(values, axis=-1)
    ascending = np.take_along_axis(values, order, axis=-1)
    gaps = ascending[..., 1:] - ascending[..., :-1]
    limits: Any = limit
    if limit is None:
        limits = NEAR * np.maximum(-ascending[..., :1], ascending[..., -1:])
    close = ~(gaps > limits)
    ranks = midranks(order, close, falling)
    in_doubt = close & (gaps != 0) if equal_tie else close
    if in_doubt.any():
        rows = in_doubt.any(axis=-1)
        exact_ranks = settle(rows)
        ranks[rows] = values.shape[-1] + 1 - exact_ranks if falling else exact_ranks
    return ranks


def rank_whole(
    numbers: WholeArray, coarse: WholeArray | None
) -> tuple[FloatArray, BoolArray]:
    """Rank exact numbers along the last axis, the smallest first.

    Also return which numbers tie by the tolerance only.
    """
    order = np.argsort(numbers, axis=-1)
    ascending = np.take_along_axis(numbers, order, axis=-1)
    joined = joined_runs(ascending, _in_order(coarse, order))
    by_tolerance = np.empty(order.shape, dtype=bool)
    np.put_along_axis(by_tolerance, order, _unequal(ascending, joined), axis=-1)
    return midranks(order, joined), by_tolerance


def _in_order(coarse: WholeArray | None, order: NDArray[np.intp]) -> WholeArray | None:
    """Return the uncertainties of sorted numbers."""
    return None if coarse is None else np.take_along_axis(coarse, order, axis=-1)


def _unequal(ascending: WholeArray, joined: BoolArray) -> BoolArray:
    """Return which sorted numbers are joined with a neighbour that is not equal."""
    differs = np.asarray(ascending[..., 1:] != ascending[..., :-1], dtype=bool)
    unequal = np.zeros(ascending.shape, dtype=bool)
    unequal[..., 1:] = joined & differs
    unequal[..., :-1] |= joined & differs
    return unequal


def joined_runs(ascending: WholeArray, coarse: WholeArray | None) -> BoolArray:
    """Return which sorted neighbours on the last axis tie.

    `coarse` are ``SHARE`` times the uncertainties of the numbers.
    """
    gaps = ascending[..., 1:] - ascending[..., :-1]
    equal = np.asarray(gaps == 0, dtype=bool)
    if coarse is None or not gaps.size:
        return equal
    if equal.any():
        coarse = _largest_of_equal(coarse, equal)
    limits = np.maximum(coarse[..., 1:], coarse[..., :-1]) // SHARE
    return np.asarray(gaps <= limits, dtype=bool)


def _largest_of_equal(coarse: WholeArray, equal: BoolArray) -> WholeArray:
    """Give equal numbers the largest uncertainty among them, so that their order does
    not matter.
    """
    starts = np.ones(coarse.shape, dtype=bool)
    starts[..., 1:] = ~equal
    begin = np.flatnonzero(starts.reshape(-1))
    lengths = np.diff(np.append(begin, coarse.size))
    largest = np.maximum.reduceat(coarse.reshape(-1), begin)
    return np.repeat(largest, lengths).reshape(coarse.shape)


def log_ties(exact: Exact, kind: str, *positions: NDArray[Any]) -> None:
    """Record in the log, if there is one, the positions of ties by the tolerance.

    >>> exact = Exact.of([0.1]).watched([])
    >>> log_ties(exact, "differences", np.array([0]), np.array([2]))
    >>> exact.log
    [('differences', (0, 2))]
    """
    if exact.log is None:
        return
    columns = [position.tolist() for position in positions]
    for place in zip(*columns, strict=True):
        exact.log.append((kind, place))


def signed_runs(
    numbers: WholeArray, coarse: WholeArray | None
) -> tuple[FloatArray, BoolArray]:
    """Return the numbers of the runs of exact differences (rows, n), by their size.

    A difference of zero has the number 0, the others plus or minus 1, 2, ..., the same
    number if their sizes tie. Also return in which rows the tolerance made a tie.
    """
    size = np.abs(numbers)
    limit: Any = 0 if coarse is None else coarse // SHARE
    zero = np.asarray(size <= limit, dtype=bool)
    nearly_zero = zero & np.asarray(size != 0, dtype=bool)
    # Zeros are sorted first, and form a run of their own.
    size = np.where(zero, -1, size)
    order = np.argsort(size, axis=-1)
    ascending = np.take_along_axis(size, order, axis=-1)
    joined = joined_runs(ascending, _in_order(coarse, order))
    is_zero = np.asarray(ascending < 0, dtype=bool)
    joined &= is_zero[..., 1:] == is_zero[..., :-1]
    number = np.ones(size.shape)
    number[..., 1:] += np.cumsum(~joined, axis=-1)
    number -= zero.any(axis=-1, keepdims=True)
    runs = np.empty(size.shape)
    np.put_along_axis(runs, order, number, axis=-1)
    negative = np.asarray(numbers < 0, dtype=bool)
    by_tolerance = nearly_zero | _unequal(ascending, joined)
    return np.where(negative, -runs, runs), by_tolerance.any(axis=-1)
