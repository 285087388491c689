"""Repeated-measures analysis of variance, and Tukey's and Dunnett's tests.

These tests are the parametric counterparts of the Friedman, Nemenyi and Bonferroni-Dunn
tests. They assume normal scores and equal variances of all differences (sphericity;
Demšar 2006, section 3.2.1). The scores of algorithms rarely satisfy these assumptions.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cddiagram._util import Exact, FloatArray, Whole, WholeArray
from cddiagram.stats.pair_test import PairTest, check_shape, difference_test
from cddiagram.stats.results import OmnibusResult
from cddiagram.stats.studentized import tukey_sf
from cddiagram.stats.tails import f_upper
from cddiagram.stats.ties import equal_if_tied, zero_if_tied


@dataclass(frozen=True, kw_only=True, eq=False)
class _Decomposition:
    """Sums of squares, in units of the largest aligned score.

    Attributes
    ----------
    means : ndarray, shape (..., k)
        The means of the algorithms minus the grand mean.
    between, rest : ndarray, shape (...)
        The sums of squares of the algorithms and of the residuals.
    epsilon : ndarray, shape (...)
        Greenhouse and Geisser's estimate of epsilon.
    n, k : int
        The numbers of data sets and algorithms.
    """

    means: FloatArray
    between: FloatArray
    rest: FloatArray
    epsilon: FloatArray
    n: int
    k: int


def anova_test(
    scores: ArrayLike | Exact,
) -> tuple[OmnibusResult, OmnibusResult, OmnibusResult]:
    """Test for overall differences between k means with repeated-measures ANOVA.

    Parameters
    ----------
    scores : array_like, shape (n, k)
        The scores, with one column for each algorithm.

    Returns
    -------
    tuple of OmnibusResult
        ``anova`` assumes sphericity. ``anova-greenhouse-geisser`` and
        ``anova-huynh-feldt`` have the same F, but their degrees of freedom are
        multiplied by an estimate of epsilon. Epsilon is 1 under sphericity and at least
        1 / (k - 1). Huynh and Feldt's estimate is capped at 1. If all means are equal,
        F is 0 and the p-value is 1.

    Examples
    --------
    >>> plain, greenhouse_geisser, _ = anova_test(
    ...     [[0.9, 0.8, 0.7], [0.7, 0.7, 0.5], [0.8, 0.6, 0.6]]
    ... )
    >>> plain.df, tuple(round(df, 3) for df in greenhouse_geisser.df)
    ((2.0, 4.0), (1.0, 2.0))
    """
    parts = _decompose(scores)
    n, k = parts.n, parts.k
    f = 0.0
    if parts.between > 0:
        with np.errstate(divide="ignore"):
            f = float(np.divide((n - 1) * parts.between, parts.rest))
    epsilon = float(parts.epsilon)
    # Huynh and Feldt (1976) give this formula for a single group.
    huynh_feldt = 1.0
    remaining = (n - 1) - (k - 1) * epsilon
    if remaining > 0:
        numerator = n * (k - 1) * epsilon - 2
        huynh_feldt = min(1.0, numerator / ((k - 1) * remaining))

    def result(name: str, factor: float) -> OmnibusResult:
        df = (factor * (k - 1), factor * (n - 1) * (k - 1))
        pvalue = float(f_upper(parts.between, parts.rest, *df))
        return OmnibusResult(
            name=name, statistic=f, df=df, pvalue=pvalue, method="asymptotic"
        )

    anova = result("anova", 1.0)
    greenhouse_geisser = result("anova-greenhouse-geisser", epsilon)
    at_least_epsilon = max(huynh_feldt, epsilon)
    return anova, greenhouse_geisser, result("anova-huynh-feldt", at_least_epsilon)


def anova_pvalues(scores: ArrayLike | Exact) -> FloatArray:
    """Return the p-values of the F test of the ANOVA under sphericity, for scores of
    shape (..., n, k).

    The p-values are the same as in `anova_test`.

    >>> anova_pvalues([[[0.9, 0.8, 0.7], [0.7, 0.7, 0.5], [0.8, 0.6, 0.6]]]).round(
    ...     4
    ... ).tolist()
    [0.0331]
    """
    parts = _decompose(scores)
    df1 = parts.k - 1.0
    df2 = (parts.n - 1.0) * (parts.k - 1)
    upper = f_upper(parts.between, parts.rest, df1, df2)
    return np.asarray(np.where(parts.between > 0, upper, 1.0))


def anova_pair_test(
    scores: ArrayLike | Exact, *, higher_is_better: bool = True
) -> PairTest:
    """Test all pairs with t tests that use the residual variance of the ANOVA (Demšar
    2006, section 3.2.1).

    For scores of shape (..., n, k), the statistic is t = difference of means / sqrt(2
    MSE / n) with (n - 1)(k - 1) degrees of freedom. `tukey_pvalues` and
    `dunnett_pvalues` compute adjusted p-values from t. If the residual variance is 0, t
    is 0 or infinite.

    >>> test = anova_pair_test([[0.9, 0.8, 0.7], [0.7, 0.7, 0.5], [0.8, 0.6, 0.6]])
    >>> test.statistic.round(3)[0].tolist()
    [nan, 2.121, 4.243]
    """
    parts = _decompose(scores)
    df = (parts.n - 1.0) * (parts.k - 1.0)
    means = parts.means
    if higher_is_better:
        means = -means
    error = np.sqrt(2 * parts.rest / df / parts.n)
    return difference_test(means, error, df=df, choices={"variance": "residual"})


def tukey_pvalues(t: ArrayLike, k: int, df: float) -> FloatArray:
    """Compute adjusted p-values for all pairs of k means from Tukey's studentized
    range.

    The adjusted p-value is P(range >= sqrt(2) |t|).

    >>> round(float(tukey_pvalues(3.877676 / 2**0.5, 3, 10)), 4)
    0.0499
    """
    statistics = np.asarray(t, dtype=np.float64)
    return tukey_sf(math.sqrt(2.0) * statistics, k, df)


def _decompose(scores: ArrayLike | Exact) -> _Decomposition:
    """Compute the sums of squares of scores of shape (..., n, k).

    The results are identical to the last bit for every order of the rows and columns,
    and if the sign of all scores is changed.
    """
    exact = Exact.of(scores)
    shape = exact.values.shape
    check_shape(
        shape, "scores", 2, 2, "an n x k array with at least two rows and two columns"
    )
    *lead, n, k = shape
    exact, signs = _on_one_side(exact.reshape((-1, n, k)))
    exact, columns = _in_sorted_order(exact)
    means, residuals = _means_and_residuals(exact)
    means = means * signs[:, np.newaxis]
    rest = np.square(residuals).sum(axis=(-2, -1))
    # Greenhouse and Geisser (1959) estimate epsilon by trace(S)^2 / ((k - 1)
    # trace(S^2)), where S is the doubly centred covariance matrix.
    products = np.swapaxes(residuals, -1, -2) @ residuals
    trace_of_square = np.square(products).sum(axis=(-2, -1))
    traces = (k - 1) * trace_of_square
    epsilon = np.ones(rest.shape)
    np.divide(np.square(rest), traces, out=epsilon, where=traces > 0)
    between = n * np.square(means).sum(axis=-1)
    epsilon = np.clip(epsilon, 1 / (k - 1), 1.0)
    own_order = np.argsort(columns, axis=-1)
    means = np.take_along_axis(means, own_order, axis=-1)
    return _Decomposition(
        means=means.reshape(*lead, k),
        between=between.reshape(lead),
        rest=rest.reshape(lead),
        epsilon=epsilon.reshape(lead),
        n=n,
        k=k,
    )


def _on_one_side(exact: Exact) -> tuple[Exact, FloatArray]:
    """Negate each table in an array of shape (tables, n, k) if its negative has the
    longer positive side.

    The sums of a table and of its negative are then identical to the last bit. Also
    return the signs.
    """
    ascending = np.sort(exact.values.reshape(len(exact.values), -1), axis=-1)
    skew = ascending + ascending[:, ::-1]
    position = (skew != 0).argmax(axis=-1)[:, np.newaxis]
    first = np.take_along_axis(skew, position, axis=-1)[:, 0]
    is_negative = first < 0
    negated = is_negative[:, np.newaxis, np.newaxis]
    values = np.where(negated, -exact.values, exact.values)
    means = exact.given
    if means is not None:
        means = means.with_numerators(
            np.where(negated, -means.numerators, means.numerators)
        )
    signs = np.where(is_negative, -1.0, 1.0)
    return Exact(values, means, exact.log), signs


def _in_sorted_order(exact: Exact) -> tuple[Exact, NDArray[np.intp]]:
    """Sort the columns and rows of tables of shape (tables, n, k), because the order of
    summation can change the last bit of a sum.

    Also return the order of the columns.
    """
    values = exact.values
    # The primary sort key of lexsort is its last argument.
    sorted_columns = np.moveaxis(np.sort(values, axis=1), 1, 0)
    columns = np.lexsort(sorted_columns[::-1])
    column_index = columns[:, np.newaxis, :]
    arranged = np.take_along_axis(values, column_index, axis=2)
    keys_of_rows = np.moveaxis(arranged, 2, 0)
    rows = np.lexsort(keys_of_rows[::-1])
    row_index = rows[:, :, np.newaxis]
    table_index = np.arange(len(values))[:, np.newaxis, np.newaxis]
    cells = table_index, row_index, column_index
    return exact.take(cells), columns


def _means_and_residuals(exact: Exact) -> tuple[FloatArray, FloatArray]:
    """Return the means of the columns minus the grand mean, and the residuals.

    Values that should be 0 or tied are exactly 0 or exactly equal.
    """
    if exact.short is not None:
        return _exact_means_and_residuals(exact.short)
    values = exact.values
    n, k = values.shape[-2:]
    largest = np.abs(values).max(axis=(-2, -1), keepdims=True)
    scaled = np.zeros(values.shape)
    np.divide(values, largest, out=scaled, where=largest > 0)
    aligned = scaled - scaled.mean(axis=-1, keepdims=True)
    means = aligned.mean(axis=-2)
    residuals = aligned - means[..., np.newaxis, :]
    # The rounding errors of sums of n or k doubles are a few times log2(n k) units in
    # the last place.
    unit = np.where(largest > 0, largest, 1.0)[..., 0, 0]
    limit = (1 + 1e-2 * np.log2(n * k)) * exact.near / unit
    gaps = np.diff(np.sort(means, axis=-1), axis=-1)
    smallest_gap = gaps.min(axis=-1)
    largest_residual = np.abs(residuals).max(axis=(-2, -1))
    in_doubt = ~((smallest_gap > limit) & (largest_residual > limit))
    for place in map(tuple, np.argwhere(in_doubt).tolist()):
        means[place], residuals[place] = _exact_means_and_residuals(
            exact.take(place).whole
        )
    return means, residuals


def _exact_means_and_residuals(scores: Whole) -> tuple[FloatArray, FloatArray]:
    """Centre exact scores. The results are in units of the largest aligned score.

    The numerators x_ij, the row totals and the column sums are whole numbers. Then nk
    times a centred mean is ``k sum_j - grand``, and nk times a residual is ``nk x_ij -
    n total_i - k sum_j + grand``.
    """
    n, k = scores.numerators.shape[-2:]
    scores = scores.grown(8 * n * k)
    numbers = scores.numerators
    sums = numbers.sum(axis=-2, keepdims=True)
    totals = numbers.sum(axis=-1, keepdims=True)
    grand = sums.sum(axis=-1, keepdims=True)
    column_means = equal_if_tied(scores.combined(sums, n, -2))
    means = k * column_means.numerators - grand
    deviations = n * k * numbers - n * totals - k * sums + grand
    residuals = zero_if_tied(scores.combined(deviations, n * k, (-2, -1))).numerators
    aligned = n * (k * numbers - totals)
    unit = np.abs(aligned).max(axis=(-2, -1), keepdims=True)
    unit = np.where(np.asarray(unit == 0, dtype=bool), 1, unit)
    return _quotients(means, unit)[..., 0, :], _quotients(residuals, unit)


def _quotients(numbers: WholeArray, unit: WholeArray) -> FloatArray:
    return np.asarray(numbers / unit, dtype=np.float64)
