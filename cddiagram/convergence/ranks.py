"""Ranks of the differences of two convergence histories, for Page's test (WEB; Derrac et al. 2014).

WEB contradicts itself about the direction. Here the differences A - B of errors are ranked with 1 for the largest, as
WEB's definition and its alternative ranks need: rising ranks say that A converges faster than B.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cddiagram._util.exact import NEAR, Exact, as_doubles, fraction
from cddiagram.errors import InputError
from cddiagram.stats.differences import difference_ranks

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
    return np.asarray(difference_ranks(_both(a, b), _FIRST, _SECOND)[0])


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
    both = _both(left, right)
    optimal, _ = at_optimum(both, np.zeros(()), threshold)
    return np.asarray(ranks_with_optimum(both, _FIRST, _SECOND, optimal)[0])


def ranks_with_optimum(
    exact: Exact, first: NDArray[np.intp], second: NDArray[np.intp], optimal: NDArray[np.bool_]
) -> FloatArray:
    """Compute `alternative_ranks` of pairs of series that need not be histories (WEB's own examples are none).

    Parameters
    ----------
    exact : Exact, shape (k, ..., c)
        k series: errors, or values, whose differences are the same.
    first, second : ndarray of int, shape (pairs,)
        Which pairs.
    optimal : ndarray of bool, shape (k, ..., c)
        Where the optimum is reached.

    Returns
    -------
    ndarray of float, shape (pairs, ..., c)

    Examples
    --------
    >>> errors = np.array([[6.0, 9.0, 7.0, 0.0], [9.0, 8.0, 8.0, 5.0]])
    >>> ranks_with_optimum(Exact.of(errors), np.array([0]), np.array([1]), errors <= 0)
    array([[3., 1., 2., 4.]])
    """
    c = exact.values.shape[-1]
    reached = _trailing(optimal)
    reached_first, reached_second = reached[first], reached[second]
    open_part = (c - np.maximum(reached_first, reached_second))[..., np.newaxis]
    first_wins = (reached_first > reached_second)[..., np.newaxis]
    second_wins = (reached_second > reached_first)[..., np.newaxis]
    place = np.arange(c)
    closed = (first_wins | second_wins) & (place >= open_part)
    # Below everything else, the closed part takes no rank away from the open part.
    ranks = difference_ranks(exact, first, second, closed)
    ranks = np.where(second_wins, ranks + (c - open_part), ranks)
    return np.where(closed, np.where(first_wins, place + 1.0, c - place), ranks)


def at_optimum(
    exact: Exact, optimum: FloatArray, threshold: float, higher_is_better: bool = False
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Tell where the error, the distance from the optimum, is at most a threshold, and where it is negative.

    Parameters
    ----------
    exact : Exact
        Values.
    optimum : ndarray of float
        The best possible ones, broadcast against the values.
    threshold : float
        Not negative. An error within the uncertainty of it is at most that, and one within that of 0 not negative.
    higher_is_better : bool, default False
        Direction of the values.

    Examples
    --------
    >>> at_optimum(Exact.of([0.3, 0.1 + 0.2, 0.4]), np.array(0.3), 0.0)
    (array([ True,  True, False]), array([False, False, False]))
    """
    best = np.broadcast_to(optimum, exact.values.shape)
    sign = -1 if higher_is_better else 1
    errors = sign * (exact.values - best)
    optimal, negative = errors <= threshold, errors < 0
    near = max(exact.near, NEAR * max(float(np.abs(best).max(initial=0.0)), threshold))
    unsure = np.minimum(np.abs(errors), np.abs(errors - threshold)) <= near
    if exact.given is None:
        unsure &= errors != 0
    level = fraction(Exact.of([threshold]).whole, (0,))
    for place in map(tuple, np.argwhere(unsure).tolist()):
        value, target = fraction(exact.whole, place), fraction(Exact.of([best[place]]).whole, (0,))
        error, uncertain = sign * (value[0] - target[0]), max(value[1], target[1])
        optimal[place] = error - level[0] <= max(uncertain, level[1])
        negative[place] = error < -uncertain
    return optimal, negative


_FIRST, _SECOND = np.array([0]), np.array([1])


def _both(a: ArrayLike, b: ArrayLike) -> Exact:
    """Put two arrays of series into one."""
    return Exact.of(np.stack(np.broadcast_arrays(as_doubles(a), as_doubles(b))))


def _trailing(reached: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Count how many cut-points at the end are all at the optimum."""
    from_the_end = np.logical_and.accumulate(reached[..., ::-1], axis=-1)
    return np.asarray(from_the_end.sum(axis=-1), dtype=np.int64)
