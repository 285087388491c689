"""Differences between the scores of two algorithms.

Zero differences and ties are defined in `cddiagram._util.Whole`.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from cddiagram._util import BoolArray, Exact, FloatArray, WholeArray
from cddiagram.stats.ranks import rank_doubles, rank_plain
from cddiagram.stats.ties import (
    log_ties,
    rank_exact,
    rank_signed,
    run_starts,
    ties_with_zero,
)


def pair_differences(columns: FloatArray, size: int) -> Iterator[FloatArray]:
    """Yield the differences i - j with i < j of all pairs of rows in blocks of shape
    (rows, n).

    A block contains about `size` numbers. The caller may modify it.
    """
    k, n = columns.shape
    rows = min(max(1, size // n), k * (k - 1) // 2)
    block = np.empty((rows, n))
    end = 0
    for i in range(k - 1):
        j = i + 1
        while j < k:
            # All rows that fit in the block are subtracted from row i at once.
            count = min(k - j, rows - end)
            others = columns[j : j + count]
            np.subtract(columns[i], others, out=block[end : end + count])
            end += count
            j += count
            if end == rows or i == k - 2:
                yield block[:end]
                end = 0


def differences_from(exact: Exact, i: int) -> tuple[FloatArray, int]:
    """Subtract the later columns of scores of shape (..., n, k) from column i.

    Also return the divisor of the differences. If the divisor is not 1, the differences
    are exact whole numbers. Differences that are tied with zero are 0, and tied
    absolute values are equal to the last bit.

    >>> differences_from(Exact.of([[0.9, 0.8], [0.2, 0.1], [1 / 3, 0.1 + 0.7 / 3]]), 0)
    (array([[0.1, 0.1, 0. ]]), 1)
    """
    if exact.short is not None:
        numbers = _subtract_later_columns(exact.short.numerators, i)
        return numbers, exact.short.denominator
    # If the result exceeds the largest double, it is infinite.
    with np.errstate(over="ignore"):
        differences = _subtract_later_columns(exact.values, i)
    sizes = np.sort(np.abs(differences), axis=-1)
    with np.errstate(invalid="ignore"):
        gaps = np.diff(sizes, axis=-1, prepend=0.0)
        near = ~(gaps > exact.near).all(axis=-1)
    if near.any():
        *lead, later = np.nonzero(near)
        first = np.full(later.shape, i)
        second = later + i + 1
        columns = exact.whole.transposed()
        close = columns.differences((*lead, first), (*lead, second))
        runs, by_tolerance = rank_signed(close)
        log_ties(exact, "differences", first[by_tolerance], second[by_tolerance])
        differences[near] = _smallest_of_runs(runs, np.abs(close.doubles()))
    return differences, 1


def _subtract_later_columns(scores: WholeArray, i: int) -> WholeArray:
    """Subtract the later columns of an array of shape (..., n, k) from column i.

    The result has shape (..., k - 1 - i, n).
    """
    columns = np.swapaxes(scores, -1, -2)
    own = columns[..., i : i + 1, :]
    later = columns[..., i + 1 :, :]
    return np.asarray(own - later)


def _smallest_of_runs(runs: FloatArray, sizes: FloatArray) -> FloatArray:
    """Return differences of shape (rows, n) in which each absolute value is replaced by
    the smallest of its run of ties.

    The runs come from `rank_signed`. The differences of run 0 are 0.
    """
    run = np.abs(runs)
    order = np.lexsort((sizes, run))
    sorted_run = np.take_along_axis(run, order, axis=-1)
    begin = run_starts(sorted_run[:, 1:] == sorted_run[:, :-1])
    ascending = np.take_along_axis(sizes, order, axis=-1)
    smallest = np.empty(sizes.shape)
    values = np.take_along_axis(ascending, begin, axis=-1)
    np.put_along_axis(smallest, order, values, axis=-1)
    return np.where(runs == 0, 0.0, np.copysign(smallest, runs))


def signs_from(exact: Exact, i: int) -> NDArray[np.int8]:
    """Compare column i with the later columns.

    The result has shape (..., n, k - 1 - i).

    The sign is 1 if the value in column i is larger, -1 if it is smaller, and 0 in case
    of a tie.
    """
    own = exact.values[..., i : i + 1]
    later_columns = exact.values[..., i + 1 :]
    with np.errstate(over="ignore"):
        differences = own - later_columns
    signs = np.sign(differences).astype(np.int8)
    near = np.abs(differences) <= exact.near
    if exact.given is None:
        near &= differences != 0
    if near.any():
        *lead, later = np.nonzero(near)
        first = np.full(later.shape, i)
        second = later + i + 1
        numbers = exact.whole.differences((*lead, first), (*lead, second))
        tied = ties_with_zero(numbers)
        by_tolerance = tied & np.asarray(numbers.numerators != 0, dtype=bool)
        log_ties(exact, "differences", first[by_tolerance], second[by_tolerance])
        is_positive = np.asarray(numbers.numerators > 0, dtype=bool)
        signs[near] = np.where(tied, 0, np.where(is_positive, 1, -1))
    return signs


def difference_ranks(
    exact: Exact,
    first: NDArray[np.intp],
    second: NDArray[np.intp],
    closed: BoolArray | None = None,
) -> FloatArray:
    """Rank the differences between pairs of series along the last axis.

    The series have shape (k, ..., c).

    The largest difference has rank 1. Differences that are marked in `closed` come
    last, in their original order.

    >>> difference_ranks(Exact.of([[9, 5, 2], [9, 8, 6]]), np.array([0]), np.array([1]))
    array([[1., 2., 3.]])
    """
    c = exact.values.shape[-1]
    last = np.zeros((1, c), dtype=bool)
    if closed is not None:
        last = closed.reshape(-1, c)
    if exact.short is not None:
        numbers = exact.short.numerators[first] - exact.short.numerators[second]
        rows = _below_all(numbers.reshape(-1, c), last, 0)
        return rank_plain(rows, falling=True).reshape(numbers.shape)
    with np.errstate(over="ignore"):
        values = exact.values[first] - exact.values[second]

    def rank_exactly(close: BoolArray) -> FloatArray:
        pair, *series = np.argwhere(close.reshape(values.shape[:-1])).T
        differences = exact.whole.differences(
            (first[pair], *series), (second[pair], *series)
        )
        if closed is not None:
            integers = differences.numerators.astype(object)
            numerators = _below_all(integers, last[close], differences.largest)
            differences = differences.with_numerators(numerators)
        ranks, by_tolerance = rank_exact(differences)
        pairs = pair[by_tolerance.any(axis=-1)]
        log_ties(exact, "differences", first[pairs], second[pairs])
        return ranks

    rows = _below_all(values.reshape(-1, c), last, exact.near)
    ranks = rank_doubles(rows, rank_exactly, limit=exact.near, falling=True)
    return ranks.reshape(values.shape)


def _below_all(numbers: WholeArray, last: BoolArray, near: float) -> WholeArray:
    """Replace the numbers that are marked in `last` by numbers below all others, in
    their original order.

    The distance between the new numbers exceeds `near`, so that they are not tied.
    """
    if not last.any():
        return numbers
    largest = np.abs(numbers).max()
    steps = np.arange(1, numbers.shape[-1] + 1).astype(numbers.dtype)
    return np.where(last, -largest - (largest + near + 1) * steps, numbers)
