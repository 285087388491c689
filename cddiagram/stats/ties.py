"""Ties between exact numbers according to the rule in `cddiagram._util.Whole`.

Tied neighbours in sorted order form a run and share the mean of their ranks. A run can
therefore contain two numbers that are not tied with each other. Equal numbers share the
largest uncertainty among them, so that their order is irrelevant. A difference is
considered zero if it is tied with 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cddiagram._util import BoolArray, Exact, FloatArray, Whole, WholeArray


def log_ties(exact: Exact, kind: str, *positions: NDArray[Any]) -> None:
    """Record the positions of ties that result from the tolerance in the log.

    If `exact` does not have a log, do nothing.

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


def midranks(
    order: NDArray[np.intp], tied: BoolArray, falling: bool = False
) -> FloatArray:
    """Return ranks along the last axis.

    Runs of tied neighbours share the mean of their ranks.

    `order` contains the indices that sort the numbers. `tied`, which is one element
    shorter, states which neighbours in sorted order are tied.
    """
    m = order.shape[-1]
    sorted_ranks = np.broadcast_to(np.arange(1.0, m + 1), order.shape)
    if tied.any():
        ties_with_previous = np.zeros(order.shape, dtype=bool)
        ties_with_next = np.zeros(order.shape, dtype=bool)
        ties_with_previous[..., 1:] = tied
        ties_with_next[..., :-1] = tied
        first = np.flatnonzero(ties_with_next & ~ties_with_previous)
        last = np.flatnonzero(ties_with_previous & ~ties_with_next)
        sorted_ranks = sorted_ranks.copy()
        flat = sorted_ranks.reshape(-1)
        means = (flat[first] + flat[last]) / 2
        in_run = ties_with_previous | ties_with_next
        sorted_ranks[in_run] = np.repeat(means, last - first + 1)
    if falling:
        sorted_ranks = (m + 1) - sorted_ranks
    ranks = np.empty(order.shape)
    np.put_along_axis(ranks, order, sorted_ranks, axis=-1)
    return ranks


def rank_exact(numbers: Whole) -> tuple[FloatArray, BoolArray]:
    """Rank exact numbers along the last axis. The smallest number has rank 1.

    Also return which numbers are tied only because of their uncertainty.
    """
    order = np.argsort(numbers.numerators, axis=-1)
    ascending = numbers.take_along(order)
    tied = _tied_neighbours(ascending)
    by_tolerance = np.empty(order.shape, dtype=bool)
    unequal_ties = _tie_unequal(ascending.numerators, tied)
    np.put_along_axis(by_tolerance, order, unequal_ties, axis=-1)
    return midranks(order, tied), by_tolerance


def all_tie(numbers: Whole) -> bool:
    """Return whether all numbers in an array of shape (n,) form a single run of
    ties.
    """
    order = np.argsort(numbers.numerators)
    return bool(_tied_neighbours(numbers.take_along(order)).all())


def rank_signed(differences: Whole) -> tuple[FloatArray, BoolArray]:
    """Return the run numbers of exact differences of shape (rows, n).

    Runs are numbered by absolute value.

    The number of a difference that is tied with 0 is 0. The other runs are numbered 1,
    2, ... in ascending order of the absolute value, and the numbers of negative
    differences are negated. Also return which rows contain a tie that results only from
    the uncertainty.
    """
    zero = ties_with_zero(differences)
    nearly_zero = zero & np.asarray(differences.numerators != 0, dtype=bool)
    # Zeros are placed first and form a separate run.
    sizes = np.where(zero, -1, np.abs(differences.numerators))
    order = np.argsort(sizes, axis=-1)
    ascending = differences.with_numerators(sizes).take_along(order)
    is_zero = np.asarray(ascending.numerators < 0, dtype=bool)
    tied = _tied_neighbours(ascending) & (is_zero[..., 1:] == is_zero[..., :-1])
    number = np.ones(sizes.shape)
    number[..., 1:] += np.cumsum(~tied, axis=-1)
    number -= zero.any(axis=-1, keepdims=True)
    runs = np.empty(sizes.shape)
    np.put_along_axis(runs, order, number, axis=-1)
    is_negative = np.asarray(differences.numerators < 0, dtype=bool)
    by_tolerance = nearly_zero | _tie_unequal(ascending.numerators, tied)
    return np.where(is_negative, -runs, runs), by_tolerance.any(axis=-1)


def ties_with_zero(differences: Whole) -> BoolArray:
    """Return which exact differences do not exceed their uncertainty in absolute
    value.
    """
    sizes = np.abs(differences.numerators)
    if differences.tolerance is None:
        return np.asarray(sizes == 0, dtype=bool)
    return np.asarray(sizes <= differences.tolerance, dtype=bool)


def zero_if_tied(differences: Whole) -> Whole:
    """Replace exact differences that are tied with 0 by 0."""
    if differences.tolerance is None:
        return differences
    numerators = np.where(ties_with_zero(differences), 0, differences.numerators)
    return differences.with_numerators(numerators)


def equal_if_tied(numbers: Whole) -> Whole:
    """Replace all numbers in each run along the last axis by the smallest number in the
    run.
    """
    if numbers.tolerance is None:
        return numbers
    order = np.argsort(numbers.numerators, axis=-1)
    ascending = numbers.take_along(order)
    begin = run_starts(_tied_neighbours(ascending))
    smallest = np.take_along_axis(ascending.numerators, begin, axis=-1)
    result = np.empty_like(numbers.numerators)
    np.put_along_axis(result, order, smallest, axis=-1)
    return numbers.with_numerators(result)


def run_starts(tied: BoolArray) -> NDArray[np.intp]:
    """Return, for each sorted number, the position at which its run begins.

    >>> run_starts(np.array([True, False, True]))
    array([0, 0, 2, 2])
    """
    *lead, pairs = tied.shape
    begin = np.zeros((*lead, pairs + 1), dtype=np.intp)
    begin[..., 1:] = np.where(tied, 0, np.arange(1, pairs + 1))
    return np.maximum.accumulate(begin, axis=-1)


def _tied_neighbours(ascending: Whole) -> BoolArray:
    """Return which neighbours in sorted order on the last axis are tied."""
    gaps = np.diff(ascending.numerators, axis=-1)
    equal = np.asarray(gaps == 0, dtype=bool)
    tolerance = ascending.tolerance
    if tolerance is None or not gaps.size:
        return equal
    if equal.any():
        tolerance = _largest_of_equal(tolerance, equal)
    largest = np.maximum(tolerance[..., 1:], tolerance[..., :-1])
    return np.asarray(gaps <= largest, dtype=bool)


def _largest_of_equal(tolerance: WholeArray, equal: BoolArray) -> WholeArray:
    """Return, for each number, the largest tolerance among the numbers that are equal
    to it.

    `equal` states which neighbours in sorted order are equal.
    """
    starts = np.ones(tolerance.shape, dtype=bool)
    starts[..., 1:] = ~equal
    begin = np.flatnonzero(starts.reshape(-1))
    lengths = np.diff(np.append(begin, tolerance.size))
    largest = np.maximum.reduceat(tolerance.reshape(-1), begin)
    return np.repeat(largest, lengths).reshape(tolerance.shape)


def _tie_unequal(ascending: WholeArray, tied: BoolArray) -> BoolArray:
    """Return which sorted numbers are tied with a neighbour that is not equal to
    them.
    """
    differs = np.asarray(np.diff(ascending, axis=-1) != 0, dtype=bool)
    tie_unequal = tied & differs
    unequal = np.zeros(ascending.shape, dtype=bool)
    unequal[..., 1:] = tie_unequal
    unequal[..., :-1] |= tie_unequal
    return unequal


def rank_aligned(aligned: Whole) -> tuple[FloatArray, NDArray[np.intp]]:
    """Rank all aligned scores ``x_ij - mean_i`` of a table of shape (n, k) together.

    The smallest aligned score has rank 1.

    If two scores on the same data set are compared, the mean cancels, and the tolerance
    is the larger of their uncertainties. If scores on two data sets are compared, both
    means are involved, and the tolerance is the largest uncertainty in the two data
    sets.

    Also return the data sets with ties that result only from the uncertainty.
    """
    n, k = aligned.numerators.shape
    numbers = aligned.numerators.reshape(-1)
    order = np.argsort(numbers)
    ascending = numbers[order]
    gaps = np.diff(ascending)
    tied = np.asarray(gaps == 0, dtype=bool)
    tolerance = aligned.tolerance
    if tolerance is None:
        no_datasets = np.empty(0, dtype=np.intp)
        return midranks(order, tied).reshape(n, k), no_datasets
    row = order // k
    own = tolerance.reshape(-1)[order]
    of_row = tolerance.max(axis=1)[row]
    tolerances = _AlignedTolerances(row=row, own=own, of_row=of_row)
    limits = tolerances.between(np.s_[:-1], np.s_[1:])
    tied = np.asarray(gaps <= limits, dtype=bool)
    tied |= _tied_through_equal(ascending, tied, tolerances)
    by_tolerance = tied & np.asarray(gaps != 0, dtype=bool)
    upper = row[1:][by_tolerance]
    lower = row[:-1][by_tolerance]
    datasets = np.unique([upper, lower])
    return midranks(order, tied).reshape(n, k), datasets


@dataclass(frozen=True, eq=False)
class _AlignedTolerances:
    """The tolerances that apply to sorted aligned scores.

    Attributes
    ----------
    row : ndarray
        The data set of each score.
    own, of_row : ndarray
        The uncertainty of each score, and the largest uncertainty in its data set.
    """

    row: NDArray[np.intp]
    own: WholeArray
    of_row: WholeArray

    def between(self, first: Any, second: Any) -> WholeArray:
        """Return the tolerance with which the scores at two indices are compared."""
        in_one_row = self.row[first] == self.row[second]
        own = np.maximum(self.own[first], self.own[second])
        of_rows = np.maximum(self.of_row[first], self.of_row[second])
        return np.asarray(np.where(in_one_row, own, of_rows))


def _tied_through_equal(
    ascending: WholeArray, tied: BoolArray, tolerances: _AlignedTolerances
) -> BoolArray:
    """Return which additional neighbours are tied because scores that are equal to them
    are tied.

    If any score in a group of equal scores is tied with any score in the next group,
    the two groups are tied. The result therefore does not depend on the order in which
    equal scores were sorted.
    """
    differs = np.asarray(ascending[1:] != ascending[:-1], dtype=bool)
    begin = np.flatnonzero(np.append(True, differs))
    end = np.append(begin[1:], len(ascending))
    is_several = end - begin > 1
    widest = np.maximum.reduceat(tolerances.of_row, begin)
    gaps = np.diff(ascending[begin])
    reach = np.maximum(widest[1:], widest[:-1])
    in_reach = np.asarray(gaps <= reach, dtype=bool)
    has_equal = is_several[1:] | is_several[:-1]
    in_doubt = in_reach & has_equal & ~tied[begin[1:] - 1]
    further = np.zeros(tied.shape, dtype=bool)
    for group in np.flatnonzero(in_doubt).tolist():
        lower = np.arange(begin[group], end[group])
        upper = np.arange(begin[group + 1], end[group + 1])
        limits = tolerances.between(lower[:, np.newaxis], upper)
        further[begin[group + 1] - 1] = gaps[group] <= limits.max()
    return further
