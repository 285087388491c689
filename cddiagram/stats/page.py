"""Page's test for a trend of ranks over ordered treatments (WEB; Page 1963): exact and
asymptotic, many at once.

The rows are n data sets, the columns c treatments in the order in which ranks are
predicted to rise, in convergence studies c cut-points (WEB). The statistic is
``L = sum_j j R_j`` with R_j the sum of the ranks of column j.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cddiagram._util import BoolArray, FloatArray
from cddiagram.stats.pair_test import check_shape
from cddiagram.stats.results import Result
from cddiagram.stats.tails import ndtr
from cddiagram.text import Option, UsageError

MAX_EXACT_TREATMENTS = 12
MAX_EXACT_ROWS = 100
_PIECE = 4096


@dataclass(frozen=True, kw_only=True, eq=False)
class PageResult(Result):
    """Page's test of one or many tables (...), one-sided: L, and its mean n c (c + 1)^2
    / 4 without a trend.

    z is corrected for continuity toward the mean, 1/2 less for rising ranks, 1/2 more
    for falling ones; 0 where all ranks of every row are tied. `exact` is whether the
    p-value comes from the exact distribution or from z.
    """

    statistic: FloatArray
    expected: float
    z: FloatArray
    pvalue: FloatArray
    exact: BoolArray


def page_test(
    ranks: ArrayLike, *, method: str = "auto", tie_correction: bool = False
) -> tuple[PageResult, PageResult]:
    """Test whether ranks (..., n, c) rise, and whether they fall, along the columns.

    When all ranks tie in every row, L is its mean, z is 0 and p is 1. Corrected for
    ties the variance is that of the ranks at hand,
    ``sum over rows of c (c + 1) / 12 * sum (r - mean)^2``, in place of the published
    ``n c^2 (c + 1)^2 (c - 1) / 144`` of untied ranks.

    >>> rising, falling = page_test([[1, 2, 3], [1, 3, 2], [2, 1, 3], [1, 2, 3]])
    >>> (
    ...     float(rising.statistic),
    ...     round(float(rising.pvalue), 4),
    ...     round(float(falling.pvalue), 4),
    ...     bool(rising.exact),
    ... )
    (54.0, 0.0255, 0.9931, True)
    """
    r = np.asarray(ranks, dtype=np.float64)
    check_shape(r.shape, "ranks", 1, 2, "n x c with at least one row and two columns")
    n, c = r.shape[-2:]
    spread = np.square(r - (c + 1) / 2).sum(axis=(-2, -1))
    if tie_correction:
        variance = c * (c + 1) / 12 * spread
    else:
        variance = np.full(spread.shape, n * (c * (c + 1)) ** 2 * (c - 1) / 144)
    # Ranks are halves, so twice L is a sum of whole numbers.
    statistic = np.asarray(np.rint(2 * r).sum(axis=-2) @ np.arange(1.0, c + 1) / 2)
    expected = n * c * (c + 1) ** 2 / 4
    exact = _exact_possible(spread, n, c, method)

    def tail(sign: float) -> PageResult:
        surplus = sign * (statistic - expected)
        z = np.divide(
            surplus - 0.5,
            np.sqrt(variance),
            out=np.zeros(surplus.shape),
            where=spread > 0,
        )
        pvalue = np.where(spread > 0, ndtr(-z), 1.0)
        if exact.any():
            # The distribution is symmetric: the lower tail is the upper one of the
            # value mirrored at the mean.
            pvalue[exact] = page_upper(np.rint(surplus + expected)[exact], n, c)
        return PageResult(
            statistic=statistic,
            expected=expected,
            z=np.asarray(sign * z),
            pvalue=pvalue,
            exact=exact,
        )

    return tail(1.0), tail(-1.0)


def page_upper(statistic: ArrayLike, n: int, c: int) -> FloatArray:
    """Return P(L >= statistic) without a trend and without ties, exactly.

    Critical value at 0.05 of 5 rows and 3 columns (Page 1963): 66.
    """
    lowest = n * c * (c + 1) * (c + 2) // 6
    tail = _upper_tail(n, c)
    index = np.ceil(np.asarray(statistic, dtype=np.float64)).astype(np.int64) - lowest
    inside = np.clip(index, 0, len(tail) - 1)
    return np.where(index < len(tail), tail[inside], 0.0)


@lru_cache(maxsize=MAX_EXACT_TREATMENTS)
def row_distribution(c: int) -> NDArray[np.int64]:
    """Count the orders of 1 ... c with each value of sum_j j r_j, from that of the
    reversed order upward.
    """
    lowest, highest = c * (c + 1) * (c + 2) // 6, c * (c + 1) * (2 * c + 1) // 6
    # One state for each set of ranks already dealt to the first columns: 2^c of them
    # instead of c! orders.
    states = np.zeros((1 << c, highest + 1), dtype=np.int64)
    states[0, 0] = 1
    sets = np.arange(1 << c)
    sizes = np.bitwise_count(sets)
    for column in range(1, c + 1):
        # The most that the first columns can add up to: the largest ranks, rising.
        most = sum(j * (c - column + j) for j in range(1, column + 1))
        for rank in range(1, c + 1):
            bit, product = 1 << (rank - 1), column * rank
            without = sets[(sizes == column - 1) & (sets & bit == 0)]
            states[without | bit, product : most + 1] += states[
                without, : most + 1 - product
            ]
    counts = states[-1, lowest:].copy()
    counts.setflags(write=False)
    return counts


@lru_cache(maxsize=32)
def _upper_tail(n: int, c: int) -> FloatArray:
    """P(L >= l) from the lowest value of l upward: the row distribution convolved n
    times, by repeated squaring.
    """
    counts = row_distribution(c)
    power = counts / counts.sum()
    result = np.ones(1)
    rows = n
    while rows:
        # Direct convolution: all terms are positive, so that small probabilities keep
        # their relative precision.
        if rows & 1:
            result = _convolved(result, power)
        rows >>= 1
        if rows:
            power = _convolved(power, power)
    tail = np.cumsum(result[::-1])[::-1]
    # The distribution is symmetric: below the middle the tail is 1 less the small one
    # on the other side.
    half = (len(tail) + 1) // 2
    tail[:half] = 1.0 - np.append(tail[1:], 0.0)[::-1][:half]
    tail.setflags(write=False)
    return tail


def _convolved(a: FloatArray, b: FloatArray) -> FloatArray:
    """Convolve directly, piece by piece: on longer rows the linear algebra behind numpy
    starts threads at each step.
    """
    result = np.zeros(len(a) + len(b) - 1)
    for start in range(0, len(b), _PIECE):
        piece = np.convolve(a, b[start : start + _PIECE])
        result[start : start + len(piece)] += piece
    return result


def _exact_possible(spread: FloatArray, n: int, c: int, method: str) -> BoolArray:
    """Return which tables are untied and small enough; their ranks spread most, n c
    (c^2 - 1) / 12, in exact halves.
    """
    fits = c <= MAX_EXACT_TREATMENTS and n <= MAX_EXACT_ROWS
    untied = np.asarray(spread == n * c * (c * c - 1) / 12)
    if method == "exact" and not (fits and untied.all()):
        raise UsageError(
            f"an exact p-value needs untied rows, at most {MAX_EXACT_ROWS} of them, "
            "and at most "
            f"{MAX_EXACT_TREATMENTS} columns; this table is {n} x "
            f"{c}{'' if untied.all() else ' with ties'}: use ",
            Option("method", "asymptotic"),
            ".",
        )
    return (
        untied
        if fits and method != "asymptotic"
        else np.zeros(untied.shape, dtype=bool)
    )
