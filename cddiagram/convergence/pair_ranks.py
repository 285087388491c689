"""The ranks of the differences between two histories over the cut-points.

The original and the alternative ranks were proposed by Derrac et al. (2014) and are
described on the SCI2S page. The page is inconsistent about the direction of the ranks.
Here, the largest difference A - B between the errors of A and B has rank 1, as required
by the definition and the alternative ranks on that page. Increasing ranks therefore
indicate that A gains on B.

References
----------
WEB; Derrac et al. 2014.
"""

from __future__ import annotations

import numpy as np

from cddiagram._util import BoolArray, Exact, FloatArray, IntArray, Tie
from cddiagram.convergence.histories import Histories
from cddiagram.convergence.optimum import at_optimum
from cddiagram.convergence.units import with_unit
from cddiagram.stats import difference_ranks
from cddiagram.text import InputError, Option, phrase

#: This many ranks are computed at a time. A block of this size fits in the processor
#: cache.
_BLOCK = 1 << 14


def pair_ranks(
    histories: Histories,
    optimal: BoolArray | None,
    first: IntArray,
    second: IntArray,
    log: list[Tie],
) -> FloatArray:
    """Rank the differences between the algorithms of each pair over the cut-points.

    Parameters
    ----------
    histories : Histories
        The histories.
    optimal : ndarray of bool, shape (k, n, c), or None
        Whether each value is at the optimum, for alternative ranks. None for original
        ranks.
    first, second : ndarray of int, shape (pairs,)
        The algorithms of each pair.
    log : list
        A list to which ties within the uncertainty of the values are added.

    Returns
    -------
    ndarray, shape (pairs, n, c)
        The ranks.
    """
    _, n, c = histories.values.shape
    # The values can replace the errors, because the optimum of a problem cancels out in
    # differences between values.
    errors = histories.exact.watched(log)
    if histories.higher_is_better:
        errors = -errors
    ranks = np.empty((len(first), n, c))
    step = max(1, _BLOCK // (n * c))
    for start in range(0, len(first), step):
        block = slice(start, start + step)
        pairs = first[block], second[block]
        if optimal is None:
            ranks[block] = difference_ranks(errors, *pairs)
        else:
            ranks[block] = ranks_with_optimum(errors, *pairs, optimal)
    return ranks


def ranks_with_optimum(
    exact: Exact, first: IntArray, second: IntArray, optimal: BoolArray
) -> FloatArray:
    """Return the alternative ranks of the differences between pairs of series.

    If both algorithms reach the optimum at the same cut-point, or neither does, the
    ranks are the original ranks. Otherwise, the cut-points are divided into two parts.
    Neither algorithm is at the optimum in the open part, and one or both algorithms are
    at the optimum in the closed part.

    - If the first algorithm of the pair reaches the optimum first, the open part has
      the ranks 1, 2, ... in decreasing order of the differences. In the closed part,
      the ranks increase to c.
    - If the second algorithm reaches the optimum first, the ranks decrease to 1 in the
      closed part. The open part has the larger ranks.

    Tied differences in the open part have the mean of their ranks.

    Parameters
    ----------
    exact : Exact
        The errors, of shape (k, ..., c).
    first, second : ndarray of int, shape (pairs,)
        The algorithms of each pair.
    optimal : ndarray of bool, shape (k, ..., c)
        Whether each error is at the optimum.

    Returns
    -------
    ndarray, shape (pairs, ..., c)
        The ranks.
    """
    c = exact.values.shape[-1]
    cut_point = np.arange(c)
    optimal_points = optimal_at_the_end(optimal)
    of_first = optimal_points[first][..., np.newaxis]
    of_second = optimal_points[second][..., np.newaxis]
    first_is_earlier = of_first > of_second
    second_is_earlier = of_second > of_first
    open_length = c - np.maximum(of_first, of_second)
    closed = (first_is_earlier | second_is_earlier) & (cut_point >= open_length)
    # If an algorithm has already reached the optimum at a cut-point, this cut-point
    # receives one of the highest or lowest ranks. Therefore, the order of the earlier
    # cut-points is not affected.
    open_ranks = difference_ranks(exact, first, second, closed)
    open_ranks = np.where(second_is_earlier, open_ranks + (c - open_length), open_ranks)
    closed_ranks = np.where(first_is_earlier, cut_point + 1.0, c - cut_point)
    return np.where(closed, closed_ranks, open_ranks)


def optimal_at_the_end(optimal: BoolArray) -> IntArray:
    """Count the cut-points at the end of each history that are at the optimum."""
    from_the_end = np.logical_and.accumulate(optimal[..., ::-1], axis=-1)
    return np.asarray(from_the_end.sum(axis=-1))


def optimal_values(histories: Histories, threshold: float) -> BoolArray:
    """Return an array of shape (k, n, c) that shows which values are at the optimum.

    Negative errors, and values to be maximised without an optimum, raise an error.
    """
    if histories.optimum is None and histories.higher_is_better:
        raise InputError(
            phrase(
                "alternative ranks require an optimum if higher values are better. "
                "Pass the optimum when reading the histories ({}).",
                Option("optimum"),
            )
        )
    optimum = np.zeros((histories.n, 1))
    if histories.optimum is not None:
        optimum = np.asarray(histories.optimum)[:, np.newaxis]
    higher = histories.higher_is_better
    optimal, negative = at_optimum(histories.exact, optimum, threshold, higher)
    if negative.any():
        raise _negative_error(histories, optimum, negative)
    return optimal


def _negative_error(
    histories: Histories, optimum: FloatArray, negative: BoolArray
) -> InputError:
    """Return an exception that reports the first negative error of a history."""
    i, p, j = np.argwhere(negative)[0]
    error = -float(abs(histories.values[i, p, j] - optimum[p, 0]))
    point = with_unit(histories.cut_points[j], histories.unit)
    remedy = phrase("Correct the optimum, which is worse than this value.")
    if histories.optimum is None:
        remedy = phrase(
            "Subtract the known optimum, or pass it when reading ({}).",
            Option("optimum"),
        )
    return InputError(
        f"the error of '{histories.algorithms[i]}' on '{histories.problems[p]}' at "
        f"{point} is {error:.12g}, but alternative ranks require errors that are not "
        "negative. ",
        remedy,
    )
