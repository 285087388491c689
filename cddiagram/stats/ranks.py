"""Ranks of the algorithms within each data set: 1 is the best, ties share the mean of their places."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

FloatArray = NDArray[np.float64]


def rank_scores(scores: ArrayLike, higher_is_better: bool = True) -> FloatArray:
    """Ranks along the last axis; 1 is the best score, equal scores share the mean of their places.

    Scores are compared as they are, never rounded and never negated (``max - x`` can split or make ties).

    Parameters
    ----------
    scores : array_like of float, shape (..., n, k)
        Scores of k algorithms; any leading axes. Not NaN.
    higher_is_better : bool, default True
        Whether the largest or the smallest score gets rank 1.

    Returns
    -------
    ndarray of float, shape (..., n, k)
        Ranks, multiples of 1/2 that add up to k(k+1)/2 in each row.

    Examples
    --------
    >>> rank_scores([[0.9, 0.7, 0.9], [0.1, 0.3, 0.2]])
    array([[1.5, 3. , 1.5],
           [3. , 1. , 2. ]])
    """
    values = np.asarray(scores, dtype=np.float64)
    k = values.shape[-1]
    order = np.argsort(values, axis=-1)
    ascending = np.take_along_axis(values, order, axis=-1)
    differs = ascending[..., 1:] != ascending[..., :-1]
    place = np.arange(1.0, k + 1)
    if differs.all():
        sorted_ranks = np.broadcast_to(place, values.shape)
    else:
        starts, ends = np.ones(values.shape, dtype=bool), np.ones(values.shape, dtype=bool)
        starts[..., 1:] = ends[..., :-1] = differs
        first = np.maximum.accumulate(np.where(starts, place, 0.0), axis=-1)
        last = np.minimum.accumulate(np.where(ends, place, k + 1.0)[..., ::-1], axis=-1)[..., ::-1]
        sorted_ranks = (first + last) / 2
    if higher_is_better:
        sorted_ranks = (k + 1) - sorted_ranks
    ranks = np.empty(values.shape)
    np.put_along_axis(ranks, order, sorted_ranks, axis=-1)
    return ranks


def doubled_rank_sums(ranks: ArrayLike) -> NDArray[np.int64]:
    """Twice the sum of the ranks of each algorithm, as exact integers.

    Ranks are multiples of 1/2, so equal rank differences are equal integers, and p-values computed from them are equal
    to the last bit. Divide by 2n for average ranks.

    Parameters
    ----------
    ranks : array_like of float, shape (..., n, k)
        Ranks as `rank_scores` returns them.

    Returns
    -------
    ndarray of int64, shape (..., k)
        ``2 * ranks.sum(axis=-2)``.

    Examples
    --------
    >>> doubled_rank_sums([[1.5, 3, 1.5], [3, 1, 2]])
    array([9, 8, 7])
    """
    doubled = np.rint(2 * np.asarray(ranks, dtype=np.float64)).astype(np.int64)
    return np.asarray(doubled.sum(axis=-2))


def tie_term(ranks: ArrayLike) -> FloatArray:
    """Sum of t^3 - t over the groups of t tied ranks of each row (0 without ties).

    Parameters
    ----------
    ranks : array_like of float, shape (..., k)
        Ranks within the last axis, ties sharing the mean of their places.

    Returns
    -------
    ndarray of float, shape (...)
        12 times what the ties take from the sum of squared ranks: sum (t^3 - t) = 12 (sum of j^2 - sum of r^2).

    Examples
    --------
    >>> tie_term([[1.5, 1.5, 3, 4], [2, 2, 2, 4]])
    array([ 6., 24.])
    """
    values = np.asarray(ranks, dtype=np.float64)
    k = values.shape[-1]
    # In doubled ranks everything is a whole number, so an untied row gives exactly 0.
    squares = np.square(np.rint(2 * values)).sum(axis=-1)
    return np.asarray(2.0 * k * (k + 1) * (2 * k + 1) - 3 * squares)
