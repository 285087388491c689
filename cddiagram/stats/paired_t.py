"""The paired t-test of all pairs of algorithms (D06 3.1.2), and the corrected resampled
t-test on one data set.
"""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike

from cddiagram._util import SHARE, Exact, FloatArray, Whole
from cddiagram.stats.differences import differences_from
from cddiagram.stats.pair_test import PairTest, blank_diagonal
from cddiagram.stats.tails import student_two_sided
from cddiagram.text import InputError, UsageError

#: Statistics nearer to 0 than this may be rounding errors of a mean difference of 0.
_TINY = 1e-9


def t_pair_test(
    scores: ArrayLike | Exact, *, higher_is_better: bool = True, relative: bool = False
) -> PairTest:
    """Test all pairs with the paired t-test, two-sided (D06 3.1.2), for scores (..., n,
    k).

    t is the mean difference divided by its standard error (D06 prints ``d / sigma_d``,
    with sigma_d the standard error of the mean). If the mean difference is exactly 0, t
    is 0 and p is 1. Differences that are all equal and not 0 have no spread: t is
    infinite and p is 0. `relative` divides each difference by the mean of its two
    scores, ``d = (a - b) / ((a + b) / 2)``, which must not be negative; where both are
    0 the difference is 0.

    >>> test = t_pair_test([[0.9, 0.8], [0.7, 0.5], [0.6, 0.6]])
    >>> test.statistic.round(3).tolist(), round(float(test.pvalue[0, 1]), 3)
    ([[nan, 1.732], [-1.732, nan]], 0.225)
    """
    exact = Exact.of(scores)
    if relative and (exact.values < 0).any():
        raise InputError(
            "relative differences need scores that are not negative: test absolute "
            "differences instead."
        )
    statistic, _ = _statistics(exact, relative=relative)
    statistic, df = (
        statistic if higher_is_better else -statistic,
        exact.values.shape[-2] - 1.0,
    )
    return PairTest(
        statistic=statistic,
        pvalue=student_two_sided(statistic, df),
        df=df,
        method="asymptotic",
        choices={"differences": "relative" if relative else "absolute"},
    )


def corrected_t_test(
    scores: ArrayLike | Exact, *, test_ratio: float, higher_is_better: bool = True
) -> PairTest:
    """Test all pairs on one data set with the corrected resampled t-test, two-sided,
    for scores (..., J, k).

    The J rows are test sets of one data set, whose training sets overlap: so the
    variance of a mean difference is taken as ``(1/J + test_ratio) s^2``, `test_ratio`
    being the size of a test set divided by that of its training set, with J - 1 degrees
    of freedom (Nadeau & Bengio 2003, Machine Learning 52; for repeated cross-validation
    Bouckaert & Frank 2004, PAKDD). Differences without spread are as in `t_pair_test`.
    `standard_error` is (..., k, k), in the units of the scores.

    >>> d = [0.02, 0.01, 0.03, 0.0, 0.02, 0.04, -0.01, 0.02, 0.01, 0.03]
    >>> test = corrected_t_test([[score, 0.0] for score in d], test_ratio=1 / 9)
    >>> (
    ...     test.statistic[0, 1].round(4),
    ...     test.pvalue[0, 1].round(4),
    ...     test.standard_error[0, 1].round(5),
    ... )
    (np.float64(2.4758), np.float64(0.0352), np.float64(0.00687))
    """
    exact = Exact.of(scores)
    statistic, error = _statistics(exact)
    n = exact.values.shape[-2]
    larger = math.sqrt(
        1 + n * test_ratio
    )  # than the standard error of independent differences
    statistic = (statistic if higher_is_better else -statistic) / larger
    return PairTest(
        statistic=statistic,
        pvalue=student_two_sided(statistic, n - 1.0),
        df=n - 1.0,
        method="asymptotic",
        standard_error=error * larger,
    )


def _statistics(
    exact: Exact, *, relative: bool = False
) -> tuple[FloatArray, FloatArray]:
    """Return t and the standard error of the mean difference for all pairs, higher
    scores taken as better.
    """
    *lead, n, k = exact.values.shape
    if n < 2:
        raise UsageError(f"a t-test needs at least two data sets, not {n}.")
    statistic, error = np.zeros((*lead, k, k)), np.zeros((*lead, k, k))
    for i in range(k - 1):
        differences, unit = (
            (relative_differences(exact, i), 1)
            if relative
            else differences_from(exact, i)
        )
        t, its_error = _t(differences)
        _settle_zeros(t, exact, i, relative=relative)
        statistic[..., i, i + 1 :], statistic[..., i + 1 :, i] = t, -t
        error[..., i, i + 1 :] = error[..., i + 1 :, i] = its_error / unit
    return blank_diagonal(statistic), blank_diagonal(error)


def _t(differences: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return t and the standard error of the mean along the last axis (n); without
    spread t is 0 or infinite.

    Neither the order of the data sets nor that of the two algorithms changes a bit.
    """
    ascending = np.sort(differences, axis=-1)
    # What is longer on the side of the first, beginning with the ends, becomes
    # positive.
    skew = ascending + ascending[..., ::-1]
    first = np.take_along_axis(
        skew, (skew != 0).argmax(axis=-1)[..., np.newaxis], axis=-1
    )
    side = np.where(first < 0, -1.0, 1.0)
    # One row for each pair, summed along contiguous memory: how many pairs there are
    # changes no bit.
    rows = np.ascontiguousarray(np.where(first < 0, -ascending[..., ::-1], ascending))
    n = rows.shape[-1]
    # Scaled to 1 and taken from their first value, equal differences have a spread of
    # exactly 0, and squares of scores near 1e-200 or 1e200 neither vanish nor overflow.
    size = np.abs(rows).max(axis=-1, keepdims=True)
    scaled = np.divide(rows, size, out=np.zeros(rows.shape), where=size > 0)
    lowest = scaled[..., :1]
    offsets = scaled - lowest
    mean_offset = offsets.mean(axis=-1, keepdims=True)
    spread = np.square(offsets - mean_offset).sum(axis=-1)
    mean = (lowest + mean_offset)[..., 0]
    error: FloatArray = np.sqrt(spread / (n - 1) / n)
    with np.errstate(divide="ignore"):
        t: FloatArray = np.divide(
            mean, error, out=np.zeros(mean.shape), where=mean != 0
        )
    return side[..., 0] * t, error * size[..., 0]


def _settle_zeros(t: FloatArray, exact: Exact, i: int, *, relative: bool) -> None:
    """Set t of column i and the later ones to 0 if a mean difference is exactly 0,
    which sums of doubles can miss.
    """
    missed = (t != 0) & (np.abs(t) < _TINY)
    for *lead, later in np.argwhere(missed).tolist():
        pair = exact.take(tuple(lead)).take((slice(None), [i, i + 1 + later])).whole
        if _mean_is_zero(pair, relative=relative):
            t[(*lead, later)] = 0.0


def _mean_is_zero(pair: Whole, *, relative: bool) -> bool:
    """Return whether the differences of two columns (n, 2) have the mean 0, up to the
    uncertainty of the scores.
    """
    total = Fraction(0)
    for first, second in pair.numerators.tolist():
        difference = Fraction(int(first) - int(second))
        middle = Fraction(int(first) + int(second), 2)
        total += difference / middle if relative and middle else difference
    if pair.coarse is None:
        return total == 0
    largest = int(pair.coarse.max())
    uncertainty = Fraction(min(largest, 1) if relative else largest, SHARE)
    return abs(total) <= len(pair.numerators) * uncertainty


def relative_differences(exact: Exact, i: int) -> FloatArray:
    """Divide differences from column i by the means of their two scores; ratios that
    are all equal are so exactly.
    """
    differences, unit = differences_from(exact, i)
    scores = (
        exact.values if unit == 1 or exact.short is None else exact.short.numerators
    )
    columns = np.swapaxes(scores, -1, -2)
    middle = columns[..., i : i + 1, :] / 2 + columns[..., i + 1 :, :] / 2
    ratios = np.divide(
        differences, middle, out=np.zeros(differences.shape), where=middle > 0
    )
    if (
        exact.short is None
    ):  # else equal ratios are quotients of exact numbers, rounded once
        spread = ratios.max(axis=-1) - ratios.min(axis=-1)
        for *lead, later in np.argwhere((spread > 0) & (spread < 8 / SHARE)).tolist():
            place = (*lead, later)
            if _constant(
                exact.take(tuple(lead)).take((slice(None), [i, i + 1 + later])).whole
            ):
                ratios[place] = np.median(ratios[place])
    return ratios


def _constant(whole: Whole) -> bool:
    """Return whether the relative differences of two columns are one run of ties."""
    found = []
    for row, (a, b) in enumerate(whole.numerators.tolist()):
        uncertain = whole.coarse is not None and bool(whole.coarse[row].any())
        found.append(
            (
                Fraction(2 * (int(a) - int(b)), int(a) + int(b))
                if a or b
                else Fraction(0),
                uncertain,
            )
        )
    found.sort()
    limit = Fraction(1, SHARE)
    return all(
        high[0] - low[0] <= (limit if low[1] or high[1] else 0)
        for low, high in itertools.pairwise(found)
    )
