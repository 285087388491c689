"""Differences of the scores of two algorithms.

Zero differences and ties follow the rule of `cddiagram.stats.ranks`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cddiagram._util import (
    SHARE,
    BoolArray,
    Exact,
    FloatArray,
    Whole,
    WholeArray,
)
from cddiagram.stats.ranks import (
    log_ties,
    rank_near,
    rank_plain,
    rank_whole,
    signed_runs,
)


def pair_differences(columns: FloatArray, size: int) -> Iterator[FloatArray]:
    """Yield the differences i - j, i < j, of all pairs of rows, in blocks (rows, n) of
    about the given size.

    The consumer may write to a block.
    """
    k, n = columns.shape
    rows = min(max(1, size // n), k * (k - 1) // 2)
    block = np.empty((rows, n))
    end = 0
    for i in range(k - 1):
        j = i + 1
        while j < k:
            # Subtract as many rows from row i as the block has room for.
            count = min(k - j, rows - end)
            others = columns[j : j + count]
            np.subtract(columns[i], others, out=block[end : end + count])
            end += count
            j += count
            if end == rows or i == k - 2:
                yield block[:end]
                end = 0


def differences_from(exact: Exact, i: int) -> tuple[FloatArray, int]:
    """Subtract the later columns of scores (..., n, k) from column i.

    Also return the divisor of the differences, which are exact whole numbers if it is
    not 1. Differences that are zero by the rule are 0, and sizes that tie are equal to
    the last bit.

    >>> differences_from(Exact.of([[0.9, 0.8], [0.2, 0.1], [1 / 3, 0.1 + 0.7 / 3]]), 0)
    (array([[0.1, 0.1, 0. ]]), 1)
    """
    if exact.short is not None:
        numbers = _column_less_later(exact.short.numerators, i)
        return numbers, exact.short.denominator
    with np.errstate(over="ignore"):  # infinite beyond the largest double
        differences = _column_less_later(exact.values, i)
    sizes = np.sort(np.abs(differences), axis=-1)
    with np.errstate(invalid="ignore"):
        near = ~(np.diff(sizes, axis=-1, prepend=0.0) > exact.near).all(axis=-1)
    if near.any():
        *lead, later = np.nonzero(near)
        first = np.full(later.shape, i)
        second = later + i + 1
        numbers, coarse, unit = whole_differences(
            exact.whole, (*lead, first), (*lead, second), axis=-2
        )
        runs, by_tolerance = signed_runs(numbers, coarse)
        log_ties(exact, "differences", first[by_tolerance], second[by_tolerance])
        sizes = Whole(np.abs(numbers), unit).doubles()
        differences[near] = _smallest_of_runs(runs, sizes)
    return differences, 1


def _column_less_later(scores: WholeArray, i: int) -> WholeArray:
    """Subtract the later columns of (..., n, k) from column i: (..., k - 1 - i, n)."""
    columns = np.swapaxes(scores, -1, -2)
    return np.asarray(columns[..., i : i + 1, :] - columns[..., i + 1 :, :])


def whole_differences(
    whole: Whole, first: Any, second: Any, axis: int = -1
) -> tuple[WholeArray, WholeArray | None, int]:
    """Subtract series exactly.

    Return the numerators, ``SHARE`` times the larger uncertainties (or None), and the
    denominator.
    """
    whole = whole.grown(4)
    series = np.moveaxis(whole.numerators, axis, -1)
    numbers = series[first] - series[second]
    uncertainty = None
    if whole.coarse is not None:
        coarse = np.moveaxis(whole.coarse, axis, -1)
        uncertainty = np.maximum(coarse[first], coarse[second])
    return numbers, uncertainty, whole.denominator


def _smallest_of_runs(runs: FloatArray, sizes: FloatArray) -> FloatArray:
    """Give all differences of a run the smallest size among them, and 0 to run 0.

    The runs of (rows, n) differences come from `signed_runs`.
    """
    sizes = np.where(runs == 0, -1.0, sizes)
    order = np.argsort(sizes, axis=-1)
    ascending = np.take_along_axis(sizes, order, axis=-1)
    run = np.take_along_axis(np.abs(runs), order, axis=-1)
    position = np.arange(1, run.shape[1])
    begin = np.zeros(run.shape, dtype=np.intp)
    begin[:, 1:] = np.where(run[:, 1:] != run[:, :-1], position, 0)
    np.maximum.accumulate(begin, axis=-1, out=begin)
    smallest = np.take_along_axis(ascending, begin, axis=-1)
    result = np.empty(sizes.shape)
    np.put_along_axis(result, order, smallest, axis=-1)
    return np.where(runs == 0, 0.0, np.copysign(result, runs))


def signs_from(exact: Exact, i: int) -> NDArray[np.int8]:
    """Compare column i with the later columns, shape (..., n, k - 1 - i).

    The sign is 1 if column i is larger, -1 if it is smaller, and 0 for ties.
    """
    with np.errstate(over="ignore"):
        differences = exact.values[..., i : i + 1] - exact.values[..., i + 1 :]
    signs = np.sign(differences).astype(np.int8)
    near = np.abs(differences) <= exact.near
    if exact.given is None:
        near &= differences != 0
    if near.any():
        *lead, later = np.nonzero(near)
        first = np.full(later.shape, i)
        second = later + i + 1
        whole = exact.whole.reshape((*exact.values.shape, 1))
        numbers, coarse, _ = whole_differences(whole, (*lead, first), (*lead, second))
        runs, by_tolerance = signed_runs(numbers, coarse)
        log_ties(exact, "differences", first[by_tolerance], second[by_tolerance])
        signs[near] = runs[:, 0]
    return signs


def difference_ranks(
    exact: Exact,
    first: NDArray[np.intp],
    second: NDArray[np.intp],
    closed: BoolArray | None = None,
) -> FloatArray:
    """Rank the differences of pairs of series (k, ..., c) along the last axis.

    The largest difference has rank 1. Differences that are `closed` come last, in their
    order.

    >>> difference_ranks(Exact.of([[9, 5, 2], [9, 8, 6]]), np.array([0]), np.array([1]))
    array([[1., 2., 3.]])
    """
    c = exact.values.shape[-1]
    lowest = np.zeros((1, c), dtype=bool) if closed is None else closed.reshape(-1, c)
    if exact.short is not None:
        numbers = exact.short.numerators[first] - exact.short.numerators[second]
        rows = _below(numbers.reshape(-1, c), lowest, 0)
        return rank_plain(rows, falling=True).reshape(numbers.shape)
    with np.errstate(over="ignore"):
        values = exact.values[first] - exact.values[second]

    def settle(close: BoolArray) -> FloatArray:
        pair, *place = np.argwhere(close.reshape(values.shape[:-1])).T
        numbers, coarse, _ = whole_differences(
            exact.whole, (first[pair], *place), (second[pair], *place)
        )
        step = 0 if coarse is None else int(coarse.max()) // SHARE
        if closed is not None:
            numbers = _below(numbers.astype(object), lowest[close], step)
        ranks, by_tolerance = rank_whole(numbers, coarse)
        pairs = pair[by_tolerance.any(axis=-1)]
        log_ties(exact, "differences", first[pairs], second[pairs])
        return ranks

    rows = _below(values.reshape(-1, c), lowest, exact.near)
    return rank_near(rows, settle, limit=exact.near, falling=True).reshape(values.shape)


def _below(numbers: WholeArray, lowest: BoolArray, near: float) -> WholeArray:
    """Replace some numbers by numbers that are lower than all others, in their order.

    Their distances exceed `near`.
    """
    if not lowest.any():
        return numbers
    largest = np.abs(numbers).max()
    steps = np.arange(1, numbers.shape[-1] + 1).astype(numbers.dtype)
    return np.where(lowest, -largest - (largest + near + 1) * steps, numbers)
