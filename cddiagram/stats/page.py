"""Page's test for a trend of the ranks over ordered treatments (WEB; Page 1963).

The test is available in an exact and an asymptotic version and can be applied to many
tables at once. The rows are n data sets. The columns are c treatments in the order in
which the ranks are predicted to increase. In convergence studies, the columns are c
cut-points (WEB). The statistic is ``L = sum_j j R_j``, where R_j is the sum of the
ranks in column j.
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
    """One-sided Page tests for one or many tables.

    Without a trend, the mean of L is `expected`, n c (c + 1)^2 / 4. z contains a
    continuity correction toward the mean, which subtracts 1/2 for rising ranks and adds
    1/2 for falling ranks. It is 0 if all ranks in every row are tied. `exact` states
    whether the p-value was computed from the exact distribution or from z.
    """

    statistic: FloatArray
    expected: float
    z: FloatArray
    pvalue: FloatArray
    exact: BoolArray


def page_test(
    ranks: ArrayLike, *, method: str = "auto", tie_correction: bool = False
) -> tuple[PageResult, PageResult]:
    """Test whether ranks of shape (..., n, c) rise along the columns, and whether they
    fall.

    If all ranks in every row are tied, L is equal to its mean, z is 0 and the p-value
    is 1. With a correction for ties, the variance is the sum of ``c (c + 1) / 12 * sum
    (r - mean)^2`` over the rows. Otherwise, it is the published variance ``n c^2 (c +
    1)^2 (c - 1) / 144`` for untied ranks.

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
    check_shape(
        r.shape, "ranks", 1, 2, "an n x c array with at least one row and two columns"
    )
    n, c = r.shape[-2:]
    deviations = r - (c + 1) / 2
    spread = np.square(deviations).sum(axis=(-2, -1))
    if tie_correction:
        variance = c * (c + 1) / 12 * spread
    else:
        untied = n * (c * (c + 1)) ** 2 * (c - 1) / 144
        variance = np.full(spread.shape, untied)
    # Ranks are multiples of 1/2, so twice L is a sum of whole numbers.
    doubled_sums = np.rint(2 * r).sum(axis=-2)
    statistic = np.asarray(doubled_sums @ np.arange(1.0, c + 1) / 2)
    expected = n * c * (c + 1) ** 2 / 4
    exact = _is_exact(spread, n, c, method)

    def tail(sign: float) -> PageResult:
        surplus = sign * (statistic - expected)
        z = np.zeros(surplus.shape)
        np.divide(surplus - 0.5, np.sqrt(variance), out=z, where=spread > 0)
        pvalue = np.where(spread > 0, ndtr(-z), 1.0)
        if exact.any():
            # Because of symmetry, the lower tail is equal to the upper tail of the
            # mirrored value.
            mirrored = np.rint(surplus[exact] + expected)
            pvalue[exact] = page_upper(mirrored, n, c)
        return PageResult(
            statistic=statistic,
            expected=expected,
            z=np.asarray(sign * z),
            pvalue=pvalue,
            exact=exact,
        )

    return tail(1.0), tail(-1.0)


def page_upper(statistic: ArrayLike, n: int, c: int) -> FloatArray:
    """Return the exact probability P(L >= statistic) without a trend and without ties.

    For 5 rows and 3 columns, the critical value at the level 0.05 is 66 (Page 1963).
    """
    lowest = n * c * (c + 1) * (c + 2) // 6
    tail = _upper_tail(n, c)
    least = np.ceil(np.asarray(statistic, dtype=np.float64))
    index = least.astype(np.int64) - lowest
    inside = np.clip(index, 0, len(tail) - 1)
    return np.where(index < len(tail), tail[inside], 0.0)


@lru_cache(maxsize=MAX_EXACT_TREATMENTS)
def row_distribution(c: int) -> NDArray[np.int64]:
    """Count the orders of 1, ..., c for each value of sum_j j r_j, in ascending order
    of the values.

    The states of the computation are the sets of ranks in the first columns. There are
    2^c sets instead of c! orders.
    """
    lowest = c * (c + 1) * (c + 2) // 6
    highest = c * (c + 1) * (2 * c + 1) // 6
    counts_of_sets = np.zeros((1 << c, highest + 1), dtype=np.int64)
    counts_of_sets[0, 0] = 1
    sets = np.arange(1 << c)
    sizes = np.bitwise_count(sets)
    for column in range(1, c + 1):
        # The sum over the first columns is largest if these columns have the largest
        # ranks.
        most = sum(j * (c - column + j) for j in range(1, column + 1))
        for rank in range(1, c + 1):
            bit = 1 << (rank - 1)
            product = column * rank
            without = sets[(sizes == column - 1) & (sets & bit == 0)]
            shorter = counts_of_sets[without, : most + 1 - product]
            counts_of_sets[without | bit, product : most + 1] += shorter
    counts = counts_of_sets[-1, lowest:].copy()
    counts.setflags(write=False)
    return counts


@lru_cache(maxsize=32)
def _upper_tail(n: int, c: int) -> FloatArray:
    """Return P(L >= l) for all values l in ascending order.

    The distribution of a row is convolved n times by repeated squaring. All terms of a
    direct convolution are positive, so small probabilities keep their relative
    precision. Below the middle, the tail is 1 minus the small tail on the other side.
    """
    counts = row_distribution(c)
    power = counts / counts.sum()
    result = np.ones(1)
    rows = n
    while rows:
        if rows & 1:
            result = _convolve_directly(result, power)
        rows >>= 1
        if rows:
            power = _convolve_directly(power, power)
    tail = np.cumsum(result[::-1])[::-1]
    half = (len(tail) + 1) // 2
    beyond = np.append(tail[1:], 0.0)  # This array contains P(L > l).
    tail[:half] = 1.0 - beyond[::-1][:half]
    tail.setflags(write=False)
    return tail


def _convolve_directly(a: FloatArray, b: FloatArray) -> FloatArray:
    """Convolve two arrays directly and piece by piece, because NumPy would start
    threads for longer arrays.
    """
    result = np.zeros(len(a) + len(b) - 1)
    for start in range(0, len(b), _PIECE):
        piece = np.convolve(a, b[start : start + _PIECE])
        result[start : start + len(piece)] += piece
    return result


def _is_exact(spread: FloatArray, n: int, c: int, method: str) -> BoolArray:
    """Return which tables have exact p-values. These are small tables without ties.

    The spread of untied ranks is the maximum, n c (c^2 - 1) / 12, which doubles
    represent exactly.
    """
    fits = c <= MAX_EXACT_TREATMENTS and n <= MAX_EXACT_ROWS
    untied = np.asarray(spread == n * c * (c * c - 1) / 12)
    if method == "exact" and not (fits and untied.all()):
        ties = ""
        if not untied.all():
            ties = " with ties"
        raise UsageError(
            f"an exact p-value requires at most {MAX_EXACT_ROWS} rows without ties and at "
            f"most {MAX_EXACT_TREATMENTS} columns, but this table is {n} x {c}{ties}. Use ",
            Option("method", "asymptotic"),
            ".",
        )
    if fits and method != "asymptotic":
        return untied
    return np.zeros(untied.shape, dtype=bool)
