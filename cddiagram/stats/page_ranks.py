"""Ranks of the differences of two convergence histories, for Page's test (WEB; Derrac et al. 2014).

WEB contradicts itself about the direction. Here the differences A - B of errors are ranked with 1 for the largest, as
WEB's definition and its alternative ranks need: rising ranks say that A converges faster than B.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cddiagram.errors import InputError
from cddiagram.stats.ranks import rank_scores
from cddiagram.stats.rounding import round_difference

FloatArray = NDArray[np.float64]


def original_ranks(a: ArrayLike, b: ArrayLike) -> FloatArray:
    """Rank the differences A - B along the cut-points, 1 for the largest.

    Parameters
    ----------
    a, b : array_like of float, shape (..., c)
        Errors (smaller is better) of two algorithms at c cut-points; shapes broadcast.

    Returns
    -------
    ndarray of float, shape (..., c)
        Ranks, ties sharing their mean. Swapping the two reverses them: r becomes c + 1 - r.

    Examples
    --------
    >>> original_ranks([9, 5, 2, 1], [9, 8, 6, 4])
    array([1. , 2.5, 4. , 2.5])
    """
    return rank_scores(round_difference(a, b))


def alternative_ranks(a: ArrayLike, b: ArrayLike, threshold: float = 0.0) -> FloatArray:
    """Rank the differences A - B where an algorithm that has reached the optimum cannot gain any more (WEB).

    Parameters
    ----------
    a, b : array_like of float, shape (..., c)
        Errors with optimum 0, not rising along the c cut-points; shapes broadcast.
    threshold : float, default 0
        The optimum is reached where the error is at most this, from there to the end.

    Returns
    -------
    ndarray of float, shape (..., c)
        If both reach the optimum at the same cut-point, or none does, the original ranks. If A does first, the open
        part before that has ranks 1, 2, ... by the largest difference and the rest goes on rising to c. If B does
        first, the rest falls to 1 and the open part has the ranks above. Ties in the open part share their mean.

    Raises
    ------
    InputError
        Negative errors, or errors that rise.

    Examples
    --------
    >>> alternative_ranks([6, 5, 0, 0], [9, 8, 7, 6])
    array([1.5, 1.5, 3. , 4. ])
    >>> alternative_ranks([9, 8, 7, 6], [6, 5, 0, 0])
    array([3.5, 3.5, 2. , 1. ])
    """
    left, right = np.broadcast_arrays(np.asarray(a, dtype=np.float64), np.asarray(b, dtype=np.float64))
    for errors in (left, right):
        if (errors < 0).any():
            raise InputError("errors must not be negative: subtract the known optimum from the values.")
        if (np.diff(errors, axis=-1) > 0).any():
            raise InputError("errors must not rise along the cut-points: take the best value so far.")
    return ranks_with_optimum(left, right, threshold)


def ranks_with_optimum(left: FloatArray, right: FloatArray, threshold: float) -> FloatArray:
    """Compute `alternative_ranks` of arrays of one shape that need not be histories (WEB's own examples are none).

    Examples
    --------
    >>> ranks_with_optimum(np.array([6.0, 9.0, 7.0, 0.0]), np.array([9.0, 8.0, 8.0, 5.0]), 0.0)
    array([3., 1., 2., 4.])
    """
    c = left.shape[-1]
    reached_left, reached_right = _trailing(left <= threshold), _trailing(right <= threshold)
    open_part = (c - np.maximum(reached_left, reached_right))[..., np.newaxis]
    left_first = (reached_left > reached_right)[..., np.newaxis]
    right_first = (reached_right > reached_left)[..., np.newaxis]
    place = np.arange(c)
    closed = (left_first | right_first) & (place >= open_part)
    # Below everything else, the closed part takes no rank away from the open part.
    differences = np.where(closed, -np.inf, round_difference(left, right))
    ranks = rank_scores(differences)
    ranks = np.where(right_first, ranks + (c - open_part), ranks)
    return np.where(closed, np.where(left_first, place + 1.0, c - place), ranks)


def _trailing(reached: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Count how many cut-points at the end are all at the optimum."""
    from_the_end = np.logical_and.accumulate(reached[..., ::-1], axis=-1)
    return np.asarray(from_the_end.sum(axis=-1), dtype=np.int64)
