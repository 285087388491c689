"""The paired t-test for all pairs, and the corrected resampled t-test."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from cddiagram._util import SHARE, Exact, FloatArray, Whole
from cddiagram.stats.differences import differences_from
from cddiagram.stats.pair_test import PairTest, blank_diagonal
from cddiagram.stats.tails import student_two_sided
from cddiagram.stats.ties import all_tie, ties_with_zero
from cddiagram.text import InputError, UsageError

#: If the mean difference is exactly 0, rounding errors can produce a statistic whose
#: absolute value is below this number.
_TINY = 1e-9


def t_pair_test(
    scores: ArrayLike | Exact, *, higher_is_better: bool = True, relative: bool = False
) -> PairTest:
    """Test all pairs with the two-sided paired t-test (Demšar 2006, section 3.1.2).

    Parameters
    ----------
    scores : array_like, shape (..., n, k)
        The scores, with one column for each algorithm.
    higher_is_better : bool, default True
        The direction of the scores.
    relative : bool, default False
        Whether each difference is divided by the mean of its two scores, ``d = (a - b)
        / ((a + b) / 2)``. The scores must not be negative. If both scores are 0, the
        difference is 0.

    Returns
    -------
    PairTest
        The statistic t is the mean difference divided by its standard error. (The paper
        prints ``d / sigma_d``, where sigma_d is the standard error of the mean.) If the
        mean difference is exactly 0, t is 0 and the p-value is 1. If all differences
        are equal and not 0, t is infinite and the p-value is 0.

    Raises
    ------
    InputError
        If `relative` is True and a score is negative.

    Examples
    --------
    >>> test = t_pair_test([[0.9, 0.8], [0.7, 0.5], [0.6, 0.6]])
    >>> test.statistic.round(3).tolist(), round(float(test.pvalue[0, 1]), 3)
    ([[nan, 1.732], [-1.732, nan]], 0.225)
    """
    exact = Exact.of(scores)
    if relative and (exact.values < 0).any():
        raise InputError(
            "relative differences require non-negative scores. Test absolute "
            "differences instead."
        )
    statistic, _ = _statistics(exact, relative=relative)
    if not higher_is_better:
        statistic = -statistic
    df = exact.values.shape[-2] - 1.0
    choices = {"differences": "absolute"}
    if relative:
        choices = {"differences": "relative"}
    return PairTest(
        statistic=statistic,
        pvalue=student_two_sided(statistic, df),
        df=df,
        method="asymptotic",
        choices=choices,
    )


def corrected_t_test(
    scores: ArrayLike | Exact, *, test_ratio: float, higher_is_better: bool = True
) -> PairTest:
    """Test all pairs on one data set with the two-sided corrected resampled t-test.

    Parameters
    ----------
    scores : array_like, shape (..., J, k)
        The scores on J test sets from one data set. The training sets overlap.
    test_ratio : float
        The ratio of the size of a test set to the size of its training set.
    higher_is_better : bool, default True
        The direction of the scores.

    Returns
    -------
    PairTest
        The statistic t, which has J - 1 degrees of freedom. The variance of a mean
        difference is assumed to be ``(1/J + test_ratio) s^2``. `standard_error` has
        shape (..., k, k) and is in the units of the scores. Differences without
        variance are treated as in `t_pair_test`.

    References
    ----------
    Nadeau & Bengio (2003), Machine Learning 52; for repeated cross-validation Bouckaert
    & Frank (2004), PAKDD.

    Examples
    --------
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
    statistic, independent_error = _statistics(exact)
    n = exact.values.shape[-2]
    # The standard error is this factor times the standard error of independent
    # differences.
    inflation = math.sqrt(1 + n * test_ratio)
    statistic /= inflation
    if not higher_is_better:
        statistic = -statistic
    return PairTest(
        statistic=statistic,
        pvalue=student_two_sided(statistic, n - 1.0),
        df=n - 1.0,
        method="asymptotic",
        standard_error=independent_error * inflation,
    )


def _statistics(
    exact: Exact, *, relative: bool = False
) -> tuple[FloatArray, FloatArray]:
    """Return t and the standard error of the mean difference for all pairs.

    The statistic is positive if i has the higher mean.
    """
    *lead, n, k = exact.values.shape
    if n < 2:
        raise UsageError(f"a t-test requires at least two data sets, not {n}.")
    statistic = np.zeros((*lead, k, k))
    error = np.zeros((*lead, k, k))
    for i in range(k - 1):
        if relative:
            differences = relative_differences(exact, i)
            unit = 1
        else:
            differences, unit = differences_from(exact, i)
        t, errors = _t(differences)
        _correct_zeros(t, exact, i, relative=relative)
        statistic[..., i, i + 1 :] = t
        statistic[..., i + 1 :, i] = -t
        error[..., i, i + 1 :] = errors / unit
        error[..., i + 1 :, i] = errors / unit
    return blank_diagonal(statistic), blank_diagonal(error)


def _t(differences: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return t and the standard error of the mean along the last axis (n).

    The results are identical to the last bit for every order of the data sets and of
    the two algorithms. For this purpose, the differences are sorted, and they are
    negated unless their positive side is the longer side.
    """
    ascending = np.sort(differences, axis=-1)
    skew = ascending + ascending[..., ::-1]
    position = (skew != 0).argmax(axis=-1)[..., np.newaxis]
    first = np.take_along_axis(skew, position, axis=-1)
    sign = np.where(first < 0, -1.0, 1.0)
    # Each row is stored contiguously before it is summed, so that the results do not
    # depend on the number of pairs.
    rows = np.ascontiguousarray(np.where(first < 0, -ascending[..., ::-1], ascending))
    n = rows.shape[-1]
    # The differences are divided by the largest absolute difference, and then the first
    # value is subtracted from all values. The spread of equal differences is then
    # exactly 0, and squares of scores near 1e-200 or 1e200 do not underflow or
    # overflow.
    size = np.abs(rows).max(axis=-1, keepdims=True)
    scaled = np.zeros(rows.shape)
    np.divide(rows, size, out=scaled, where=size > 0)
    lowest = scaled[..., :1]
    offsets = scaled - lowest
    mean_offset = offsets.mean(axis=-1, keepdims=True)
    spread = np.square(offsets - mean_offset).sum(axis=-1)
    mean = (lowest + mean_offset)[..., 0]
    error: FloatArray = np.sqrt(spread / (n - 1) / n)
    t = np.zeros(mean.shape)
    with np.errstate(divide="ignore"):
        np.divide(mean, error, out=t, where=mean != 0)
    return sign[..., 0] * t, error * size[..., 0]


def _correct_zeros(t: FloatArray, exact: Exact, i: int, *, relative: bool) -> None:
    """Set t to 0 for column i and each later column if their mean difference is exactly
    0.

    Sums of doubles are not always exactly 0 in this case.
    """
    in_doubt = (t != 0) & (np.abs(t) < _TINY)
    for *lead, later in np.argwhere(in_doubt).tolist():
        pair = _pair(exact, lead, i, later)
        differences = _exact_differences(pair, relative=relative)
        if ties_with_zero(differences.means(axis=0)):
            t[(*lead, later)] = 0.0


def _exact_differences(pair: Whole, *, relative: bool) -> Whole:
    """Return the exact absolute or relative differences between two columns of shape
    (n, 2).
    """
    if relative:
        return pair.relative_differences()
    return pair.differences(np.s_[:, 0], np.s_[:, 1])


def _pair(exact: Exact, lead: list[int], i: int, later: int) -> Whole:
    """Return the exact scores in column i and a later column as an array of shape (n,
    2).
    """
    table = exact.take(tuple(lead))
    return table.take((slice(None), [i, i + 1 + later])).whole


def relative_differences(exact: Exact, i: int) -> FloatArray:
    """Divide the differences between column i and the later columns by the means of the
    two scores.

    If all ratios are equal, the results are equal to the last bit.

    >>> relative_differences(Exact.of([[3.0, 1.0], [2.0, 2.0]]), 0)
    array([[1., 0.]])
    """
    differences, unit = differences_from(exact, i)
    scores = exact.values
    if exact.short is not None and unit != 1:
        scores = exact.short.numerators
    columns = np.swapaxes(scores, -1, -2)
    halves = columns / 2
    middle = halves[..., i : i + 1, :] + halves[..., i + 1 :, :]
    ratios = np.zeros(differences.shape)
    np.divide(differences, middle, out=ratios, where=middle > 0)
    if exact.short is not None:
        # Each ratio is a quotient of two exact numbers and is rounded once, so equal
        # ratios remain equal.
        return ratios
    spread = ratios.max(axis=-1) - ratios.min(axis=-1)
    in_doubt = (spread > 0) & (spread < 8 / SHARE)
    for *lead, later in np.argwhere(in_doubt).tolist():
        if all_tie(_pair(exact, lead, i, later).relative_differences()):
            place = (*lead, later)
            ratios[place] = np.median(ratios[place])
    return ratios
