"""Ranks of the algorithms within each data set, and of their means, by the one rule of
ties; 1 is the best.

Two values tie if their exact difference is at most the largest uncertainty
(`cddiagram._util.exact`) among the scores that remain in it; runs of neighbours in
sorted order that tie share one rank, the mean of their places. A difference is zero by
the same rule. The tolerance is for scores whose decimals were cut off.

Doubles settle nearly everything: further apart than any tolerance they cannot tie.
Exact numbers are taken only for rows in which two values are nearer than that. Means of
columns are exact: their order and their ties do not depend on the order of the rows.
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
"""Gives the ranks, the smallest first, of the rows that are wanted."""


def rank_scores(scores: ArrayLike | Exact, higher_is_better: bool = True) -> FloatArray:
    """Rank scores (..., n, k) along the last axis: 1 is the best, scores that tie share
    the mean of their places.

    Scores are compared as the decimals that they are, never rounded and never negated
    (``max - x`` can split or make ties); those of 14 or more digits tie within 1e-13 of
    themselves.

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
    ranks = rank_near(
        rows.values, settle, limit=limit, equal_tie=not given, falling=higher_is_better
    )
    return ranks.reshape(exact.values.shape)


def column_sums(exact: Exact) -> Whole:
    """Return the means of the columns as exact numbers, each with the largest
    uncertainty of its scores.

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


def midranks(
    order: NDArray[np.intp], joined: BoolArray, falling: bool = False
) -> FloatArray:
    """Return ranks along the last axis that runs of joined neighbours share."""
    m = order.shape[-1]
    place = np.broadcast_to(np.arange(1.0, m + 1), order.shape)
    if joined.any():
        before, after = (
            np.zeros(order.shape, dtype=bool),
            np.zeros(order.shape, dtype=bool),
        )
        before[..., 1:] = after[..., :-1] = joined
        first, last = np.flatnonzero(after & ~before), np.flatnonzero(before & ~after)
        place = place.copy()
        middle = (place.reshape(-1)[first] + place.reshape(-1)[last]) / 2
        place[before | after] = np.repeat(middle, last - first + 1)
    if falling:
        place = (m + 1) - place
    ranks = np.empty(order.shape)
    np.put_along_axis(ranks, order, place, axis=-1)
    return ranks


def rank_plain(numbers: NDArray[Any], falling: bool = False) -> FloatArray:
    """Rank numbers along the last axis; only equal ones tie.

    >>> rank_plain(np.array([0.9, 0.7, 0.9]), falling=True)
    array([1.5, 3. , 1.5])
    """
    order = np.argsort(numbers, axis=-1)
    ascending = np.take_along_axis(numbers, order, axis=-1)
    return midranks(
        order,
        np.asarray(ascending[..., 1:] == ascending[..., :-1], dtype=bool),
        falling,
    )


def rank_near(
    values: FloatArray,
    settle: Settle,
    *,
    limit: float | None = None,
    equal_tie: bool = False,
    falling: bool = False,
) -> FloatArray:
    """Rank numbers (rows, m) along the last axis by the rule; rows in which it may
    matter are settled exactly.
    """
    order = np.argsort(values, axis=-1)
    ascending = np.take_along_axis(values, order, axis=-1)
    gaps = ascending[..., 1:] - ascending[..., :-1]
    far: Any = (
        NEAR * np.maximum(-ascending[..., :1], ascending[..., -1:])
        if limit is None
        else limit
    )
    joined = ~(gaps > far)
    ranks = midranks(order, joined, falling)
    unsure = gaps[joined]
    if unsure.any() if equal_tie else unsure.size:
        rows = (joined & (gaps != 0)).any(axis=-1) if equal_tie else joined.any(axis=-1)
        settled = settle(rows)
        ranks[rows] = values.shape[-1] + 1 - settled if falling else settled
    return ranks


def rank_whole(
    numbers: WholeArray, coarse: WholeArray | None
) -> tuple[FloatArray, BoolArray]:
    """Rank exact numbers along the last axis, the smallest first; also tell which of
    them the tolerance tied.
    """
    order = np.argsort(numbers, axis=-1)
    ascending = np.take_along_axis(numbers, order, axis=-1)
    joined = joined_runs(
        ascending,
        None if coarse is None else np.take_along_axis(coarse, order, axis=-1),
    )
    made = np.empty(order.shape, dtype=bool)
    np.put_along_axis(made, order, _unequal(ascending, joined), axis=-1)
    return midranks(order, joined), made


def _unequal(ascending: WholeArray, joined: BoolArray) -> BoolArray:
    """Return which of sorted numbers are joined with a neighbour that is not equal."""
    apart = joined & np.asarray(ascending[..., 1:] != ascending[..., :-1], dtype=bool)
    found = np.zeros(ascending.shape, dtype=bool)
    found[..., 1:] = apart
    found[..., :-1] |= apart
    return found


def joined_runs(ascending: WholeArray, coarse: WholeArray | None) -> BoolArray:
    """Return which sorted neighbours on the last axis tie: whole numbers with ``SHARE``
    times their uncertainties.
    """
    gaps = ascending[..., 1:] - ascending[..., :-1]
    equal = np.asarray(gaps == 0, dtype=bool)
    if coarse is None or not gaps.size:
        return equal
    if equal.any():
        coarse = _shared(coarse, equal)
    return np.asarray(
        gaps <= np.maximum(coarse[..., 1:], coarse[..., :-1]) // SHARE, dtype=bool
    )


def _shared(coarse: WholeArray, equal: BoolArray) -> WholeArray:
    """Return numbers that are equal the largest uncertainty among them, so that their
    order does not matter.
    """
    starts = np.ones(coarse.shape, dtype=bool)
    starts[..., 1:] = ~equal
    begin = np.flatnonzero(starts.reshape(-1))
    largest = np.maximum.reduceat(coarse.reshape(-1), begin)
    return np.repeat(largest, np.diff(np.append(begin, coarse.size))).reshape(
        coarse.shape
    )


def tell(exact: Exact, kind: str, *places: NDArray[Any]) -> None:
    """Write into the log, if there is one, where the tolerance made ties.

    >>> log = []
    >>> tell(Exact.of([0.1]).watched(log), "differences", np.array([0]), np.array([2]))
    >>> log
    [('differences', (0, 2))]
    """
    if exact.log is not None:
        exact.log.extend(
            (kind, place)
            for place in zip(*(where.tolist() for where in places), strict=True)
        )


def signed_runs(
    numbers: WholeArray, coarse: WholeArray | None
) -> tuple[FloatArray, BoolArray]:
    """Return the runs of exact differences (rows, n) by size: 0, or plus or minus 1, 2,
    ..., equal where sizes tie.
    """
    size = np.abs(numbers)
    zero = np.asarray(size <= (0 if coarse is None else coarse // SHARE), dtype=bool)
    made = np.asarray((zero & np.asarray(size != 0, dtype=bool)).any(axis=-1))
    # Zeros stand first, and in no run with others.
    size = np.where(zero, -1, size)
    order = np.argsort(size, axis=-1)
    ascending = np.take_along_axis(size, order, axis=-1)
    joined = joined_runs(
        ascending,
        None if coarse is None else np.take_along_axis(coarse, order, axis=-1),
    )
    joined &= np.asarray(
        (ascending[..., 1:] < 0) == (ascending[..., :-1] < 0), dtype=bool
    )
    number = np.ones(size.shape)
    number[..., 1:] += np.cumsum(~joined, axis=-1)
    runs = np.empty(size.shape)
    np.put_along_axis(runs, order, number - zero.any(axis=-1, keepdims=True), axis=-1)
    return np.where(np.asarray(numbers < 0, dtype=bool), -runs, runs), made | _unequal(
        ascending, joined
    ).any(axis=-1)
