"""The paired t-test of all pairs of algorithms, on absolute and on relative differences (D06 3.1.2)."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cddiagram.errors import InputError, UsageError
from cddiagram.stats.pair_test import PairTest, blank_diagonal
from cddiagram.stats.rounding import round_difference, round_to_scale
from cddiagram.stats.tails import student_two_sided

FloatArray = NDArray[np.float64]


def t_pair_test(scores: ArrayLike, *, higher_is_better: bool = True, relative: bool = False) -> PairTest:
    """Test all pairs with the paired t-test, two-sided (D06 3.1.2).

    Parameters
    ----------
    scores : array_like of float, shape (..., n, k)
        Scores of k algorithms on n data sets.
    higher_is_better : bool, default True
        Direction of the scores.
    relative : bool, default False
        Divide each difference by the mean of its two scores, ``d = (a - b) / ((a + b) / 2)``. Scores must not be
        negative; where both are 0 the difference is 0.

    Returns
    -------
    PairTest
        t, positive when i is better than j: the mean difference divided by its standard error (D06 prints
        ``d / sigma_d``, with sigma_d the standard error of the mean). Differences that are all equal have no spread:
        t is 0 and p 1 where they are 0, t infinite and p 0 otherwise.

    Raises
    ------
    UsageError
        Fewer than two data sets.
    InputError
        Relative differences of negative scores.

    Examples
    --------
    >>> test = t_pair_test([[0.9, 0.8], [0.7, 0.5], [0.6, 0.6]])
    >>> test.statistic.round(3).tolist(), round(float(test.pvalue[0, 1]), 3)
    ([[nan, 1.732], [-1.732, nan]], 0.225)
    """
    values = np.asarray(scores, dtype=np.float64)
    *lead, n, k = values.shape
    if n < 2:
        raise UsageError(f"a t-test needs at least two data sets, not {n}.")
    if relative and (values < 0).any():
        raise InputError("relative differences need scores that are not negative: test absolute differences instead.")
    statistic = np.zeros((*lead, k, k))
    for i in range(k - 1):
        others = values[..., i + 1 :]
        differences = round_difference(values[..., i : i + 1], others)
        if relative:
            differences = _relative(differences, values[..., i : i + 1], others)
        t = one_sample_t(differences)
        statistic[..., i, i + 1 :] = t if higher_is_better else -t
        statistic[..., i + 1 :, i] = -statistic[..., i, i + 1 :]
    statistic = blank_diagonal(statistic)
    df = np.full(statistic.shape, n - 1.0)
    return PairTest(
        name="t-relative" if relative else "t",
        statistic=statistic,
        pvalue=student_two_sided(statistic, df),
        df=blank_diagonal(df),
        method="asymptotic",
        options=(("differences", "relative" if relative else "absolute"),),
    )


def one_sample_t(differences: FloatArray) -> FloatArray:
    """Divide means by their standard errors along the second last axis (n); without spread 0 or infinity.

    Examples
    --------
    >>> one_sample_t(np.array([[0.1, 0.0, 2.0], [0.2, 0.0, 2.0], [0.0, 0.0, 2.0]])).round(3).tolist()
    [1.732, 0.0, inf]
    """
    n = differences.shape[-2]
    # Scaled to 1 and taken from their first value, equal differences have a spread of exactly 0, and squares of scores
    # near 1e-200 or 1e200 neither vanish nor overflow.
    size = np.abs(differences).max(axis=-2, keepdims=True)
    scaled = np.divide(differences, size, out=np.zeros(differences.shape), where=size > 0)
    first = scaled[..., :1, :]
    offsets = scaled - first
    mean_offset = offsets.mean(axis=-2, keepdims=True)
    spread = np.square(offsets - mean_offset).sum(axis=-2)
    mean = (first + mean_offset)[..., 0, :]
    with np.errstate(divide="ignore"):
        t: FloatArray = np.divide(mean, np.sqrt(spread / (n - 1) / n), out=np.zeros(mean.shape), where=mean != 0)
    return t


def _relative(differences: FloatArray, a: FloatArray, b: FloatArray) -> FloatArray:
    middle = a / 2 + b / 2
    quotients = np.divide(differences, middle, out=np.zeros(differences.shape), where=middle > 0)
    # They lie between -2 and 2 and carry 12 digits of 1; rounded, constant ratios have no spread.
    return round_to_scale(quotients, 1.0)
