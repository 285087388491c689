"""Differences of the scores of two algorithms, by the one rule of ties
(`cddiagram.stats.ranks`).
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
from cddiagram.stats.ranks import rank_near, rank_plain, rank_whole, signed_runs, tell


def pair_differences(columns: FloatArray, size: int) -> Iterator[FloatArray]:
    """Yield the differences of all pairs of rows, i less j for i < j, in blocks (some,
    n) that may be written to.
    """
    k, n = columns.shape
    rows = min(max(1, size // n), k * (k - 1) // 2)
    differences = np.empty((rows, n))
    filled = 0
    for i in range(k - 1):
        j = i + 1
        while (
            j < k
            # as many of the pairs of i as there is room for: one row against several,
            # no copies of either
        ):
            count = min(k - j, rows - filled)
            np.subtract(
                columns[i],
                columns[j : j + count],
                out=differences[filled : filled + count],
            )
            filled, j = filled + count, j + count
            if filled == rows or i == k - 2:
                yield differences[:filled]
                filled = 0


def differences_from(exact: Exact, i: int) -> tuple[FloatArray, int]:
    """Subtract the later columns of (..., n, k) from column i; also return by what to
    divide the differences.

    Those that are zero are 0, those that tie in size are equal in size to the last bit.
    Where they are to be divided they are whole numbers, exact.

    >>> differences_from(Exact.of([[0.9, 0.8], [0.2, 0.1], [1 / 3, 0.1 + 0.7 / 3]]), 0)
    (array([[0.1, 0.1, 0. ]]), 1)
    """
    if exact.short is not None:
        columns = np.swapaxes(exact.short.numerators, -1, -2)
        return columns[..., i : i + 1, :] - columns[
            ..., i + 1 :, :
        ], exact.short.denominator
    columns = np.swapaxes(exact.values, -1, -2)
    with np.errstate(over="ignore"):  # infinite beyond the largest double
        differences = columns[..., i : i + 1, :] - columns[..., i + 1 :, :]
    sizes = np.sort(np.abs(differences), axis=-1)
    with np.errstate(invalid="ignore"):
        near = ~(np.diff(sizes, axis=-1, prepend=0.0) > exact.near).all(axis=-1)
    if near.any():
        *lead, later = np.nonzero(near)
        first, second = np.full(later.shape, i), later + i + 1
        numbers, coarse, unit = whole_differences(
            exact.whole, (*lead, first), (*lead, second), axis=-2
        )
        runs, made = signed_runs(numbers, coarse)
        tell(exact, "differences", first[made], second[made])
        sizes = Whole(np.abs(numbers), unit).doubles()
        differences[near] = _one_for_each_run(runs, sizes)
    return differences, 1


def whole_differences(
    whole: Whole, first: Any, second: Any, axis: int = -1
) -> tuple[WholeArray, WholeArray | None, int]:
    """Subtract series exactly: numerators, ``SHARE`` times the larger uncertainties or
    None, denominator.
    """
    whole = whole.grown(4)
    series = np.moveaxis(whole.numerators, axis, -1)
    numbers = series[first] - series[second]
    if whole.coarse is None:
        return numbers, None, whole.denominator
    uncertain = np.moveaxis(whole.coarse, axis, -1)
    return numbers, np.maximum(uncertain[first], uncertain[second]), whole.denominator


def _one_for_each_run(runs: FloatArray, sizes: FloatArray) -> FloatArray:
    """Return all differences of a run the size of the smallest, and 0 to those of run
    0; shapes (rows, n).
    """
    sizes = np.where(runs == 0, -1.0, sizes)
    order = np.argsort(sizes, axis=-1)
    run = np.take_along_axis(np.abs(runs), order, axis=-1)
    begin = np.zeros(run.shape, dtype=np.intp)
    begin[:, 1:] = np.where(run[:, 1:] != run[:, :-1], np.arange(1, run.shape[1]), 0)
    np.maximum.accumulate(begin, axis=-1, out=begin)
    smallest = np.take_along_axis(
        np.take_along_axis(sizes, order, axis=-1), begin, axis=-1
    )
    result = np.empty(sizes.shape)
    np.put_along_axis(result, order, smallest, axis=-1)
    return np.where(runs == 0, 0.0, np.copysign(result, runs))


def signs_from(exact: Exact, i: int) -> NDArray[np.int8]:
    """Compare column i with the later ones: larger (1), as large (0) or smaller (-1),
    shape (..., n, k - 1 - i).
    """
    with np.errstate(over="ignore"):
        differences = exact.values[..., i : i + 1] - exact.values[..., i + 1 :]
    signs = np.sign(differences).astype(np.int8)
    near = np.abs(differences) <= exact.near
    if exact.given is None:
        near &= differences != 0
    if near.any():
        *lead, later = np.nonzero(near)
        first, second = np.full(later.shape, i), later + i + 1
        whole = exact.whole.reshape((*exact.values.shape, 1))
        numbers, coarse, _ = whole_differences(whole, (*lead, first), (*lead, second))
        runs, made = signed_runs(numbers, coarse)
        tell(exact, "differences", first[made], second[made])
        signs[near] = runs[:, 0]
    return signs


def difference_ranks(
    exact: Exact,
    first: NDArray[np.intp],
    second: NDArray[np.intp],
    closed: BoolArray | None = None,
) -> FloatArray:
    """Rank the differences of pairs of (k, ..., c) along the last axis by the rule, 1
    for the largest.

    >>> difference_ranks(Exact.of([[9, 5, 2], [9, 8, 6]]), np.array([0]), np.array([1]))
    array([[1., 2., 3.]])
    """
    c = exact.values.shape[-1]
    lowest = np.zeros((1, c), dtype=bool) if closed is None else closed.reshape(-1, c)
    if exact.short is not None:
        numbers = exact.short.numerators[first] - exact.short.numerators[second]
        return rank_plain(
            _below(numbers.reshape(-1, c), lowest, 0), falling=True
        ).reshape(numbers.shape)
    with np.errstate(over="ignore"):
        values = exact.values[first] - exact.values[second]

    def settle(wanted: BoolArray) -> FloatArray:
        place = tuple(np.argwhere(wanted.reshape(values.shape[:-1])).T)
        numbers, coarse, _ = whole_differences(
            exact.whole, (first[place[0]], *place[1:]), (second[place[0]], *place[1:])
        )
        step = 0 if coarse is None else int(coarse.max()) // SHARE
        if closed is not None:
            numbers = _below(numbers.astype(object), lowest[wanted], step)
        ranks, made = rank_whole(numbers, coarse)
        pairs = place[0][made.any(axis=-1)]
        tell(exact, "differences", first[pairs], second[pairs])
        return ranks

    rows = _below(values.reshape(-1, c), lowest, exact.near)
    return rank_near(rows, settle, limit=exact.near, falling=True).reshape(values.shape)


def _below(numbers: WholeArray, lowest: BoolArray, near: float) -> WholeArray:
    """Put some numbers below all others, well apart."""
    if not lowest.any():
        return numbers
    largest = np.abs(numbers).max()
    steps = np.arange(1, numbers.shape[-1] + 1).astype(
        numbers.dtype
    )  # Python's integers where they are needed
    return np.where(lowest, -largest - (largest + near + 1) * steps, numbers)
