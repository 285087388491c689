"""Repeated-measures analysis of variance, and Tukey's and Dunnett's tests after it (D06 3.2.1).

The parametric counterparts of Friedman's, Nemenyi's and the Bonferroni-Dunn test. They assume normal scores and equal
variances of all differences (sphericity), which results of algorithms rarely have.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cddiagram.errors import UsageError
from cddiagram.results import OmnibusResult
from cddiagram.stats.aligned import aligned_scores
from cddiagram.stats.pair_test import PairTest, blank_diagonal
from cddiagram.stats.studentized import dunnett_sf, tukey_sf
from cddiagram.stats.tails import f_upper, student_two_sided

FloatArray = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True, eq=False)
class _Decomposition:
    """Sums of squares, in units of the largest aligned score."""

    means: FloatArray  # (..., k) algorithm means less the grand mean
    between: FloatArray  # (...) sum of squares of algorithms
    rest: FloatArray  # (...) residual sum of squares
    epsilon: FloatArray  # (...) Greenhouse and Geisser's
    n: int
    k: int


def anova_statistics(scores: ArrayLike) -> tuple[FloatArray, FloatArray]:
    """Compute F of the repeated-measures ANOVA and its p-value, for one table or for many at once.

    Parameters
    ----------
    scores : array_like of float, shape (..., n, k)
        Scores of k algorithms on n data sets.

    Returns
    -------
    statistic, pvalue : ndarray of float, shape (...)
        F with k - 1 and (n - 1)(k - 1) degrees of freedom, uncorrected for sphericity, and its upper tail.

    Raises
    ------
    UsageError
        Fewer than two data sets or two algorithms.

    Examples
    --------
    >>> statistic, pvalue = anova_statistics([[0.9, 0.8, 0.7], [0.7, 0.7, 0.5], [0.8, 0.6, 0.6]])
    >>> round(float(statistic), 3), round(float(pvalue), 4)
    (9.0, 0.0331)
    """
    parts = _decompose(scores)
    return _f(parts), f_upper(parts.between, parts.rest, parts.k - 1.0, (parts.n - 1.0) * (parts.k - 1.0))


def anova_test(scores: ArrayLike) -> tuple[OmnibusResult, OmnibusResult, OmnibusResult]:
    """Test whether k means differ at all by repeated-measures ANOVA (D06 3.2.1).

    Parameters
    ----------
    scores : array_like of float, shape (n, k)
        Scores of k algorithms on n data sets.

    Returns
    -------
    tuple of three OmnibusResult
        ``anova``, assuming sphericity; ``anova-greenhouse-geisser`` and ``anova-huynh-feldt``: the same F with both
        degrees of freedom multiplied by an estimate of epsilon (1 under sphericity, at least 1 / (k - 1)); Huynh and
        Feldt's is capped at 1. When algorithms do not differ at all F is 0 and p 1.

    Raises
    ------
    UsageError
        Fewer than two data sets or two algorithms.

    Examples
    --------
    >>> plain, greenhouse_geisser, _ = anova_test([[0.9, 0.8, 0.7], [0.7, 0.7, 0.5], [0.8, 0.6, 0.6]])
    >>> plain.df, tuple(round(df, 3) for df in greenhouse_geisser.df)
    ((2.0, 4.0), (1.0, 2.0))
    """
    parts = _decompose(scores)
    if parts.between.ndim:
        raise UsageError("anova_test takes one table of scores (n, k): use anova_statistics for many.")
    n, k = parts.n, parts.k
    epsilon = float(parts.epsilon)
    # Huynh & Feldt (1976), for one group.
    below = (n - 1) - (k - 1) * epsilon
    huynh_feldt = min(1.0, (n * (k - 1) * epsilon - 2) / ((k - 1) * below)) if below > 0 else 1.0
    results = []
    for name, factor in (("", 1.0), ("-greenhouse-geisser", epsilon), ("-huynh-feldt", max(huynh_feldt, epsilon))):
        df = (factor * (k - 1), factor * (n - 1) * (k - 1))
        results.append(
            OmnibusResult(
                name="anova" + name,
                statistic=float(_f(parts)),
                df=df,
                pvalue=float(f_upper(parts.between, parts.rest, *df)),
                method="asymptotic",
            )
        )
    return results[0], results[1], results[2]


def anova_pair_test(scores: ArrayLike, *, higher_is_better: bool = True) -> PairTest:
    """Compare all pairs of means by t with the residual variance of the ANOVA (D06 3.2.1).

    Parameters
    ----------
    scores : array_like of float, shape (..., n, k)
        Scores of k algorithms on n data sets.
    higher_is_better : bool, default True
        Direction of the scores.

    Returns
    -------
    PairTest
        t = difference of means / sqrt(2 MSE / n), positive when i is better than j, with (n - 1)(k - 1) degrees of
        freedom; two-sided p-values, not adjusted: `tukey_pvalues` and `dunnett_pvalues` do that. Without residual
        variance t is 0 or infinite.

    Raises
    ------
    UsageError
        Fewer than two data sets or two algorithms.

    Examples
    --------
    >>> test = anova_pair_test([[0.9, 0.8, 0.7], [0.7, 0.7, 0.5], [0.8, 0.6, 0.6]])
    >>> test.statistic.round(3)[0].tolist()
    [nan, 2.121, 4.243]
    """
    parts = _decompose(scores)
    df = (parts.n - 1.0) * (parts.k - 1.0)
    error = np.sqrt(2 * parts.rest / df / parts.n)[..., np.newaxis, np.newaxis]
    differences = parts.means[..., :, np.newaxis] - parts.means[..., np.newaxis, :]
    if not higher_is_better:
        differences = -differences
    with np.errstate(divide="ignore"):
        t = np.divide(differences, error, out=np.zeros(differences.shape), where=differences != 0)
    t = blank_diagonal(t)
    freedom = blank_diagonal(np.full(t.shape, df))
    return PairTest(
        name="anova",
        statistic=t,
        pvalue=student_two_sided(t, df),
        df=freedom,
        method="asymptotic",
        options=(("variance", "residual"),),
    )


def tukey_pvalues(t: ArrayLike, k: int, df: float) -> FloatArray:
    """Adjust the t of all pairs of k means by Tukey's studentized range.

    Parameters
    ----------
    t : array_like of float
        Differences divided by their standard error (`anova_pair_test`); NaN stays NaN.
    k : int
        Number of means.
    df : float
        Degrees of freedom, (n - 1)(k - 1).

    Returns
    -------
    ndarray, shape of t
        P(range >= sqrt(2) abs(t)), family-wise over all k (k - 1) / 2 pairs.

    Examples
    --------
    >>> round(float(tukey_pvalues(3.877676 / 2**0.5, 3, 10)), 4)
    0.0499
    """
    return tukey_sf(math.sqrt(2.0) * np.asarray(t, dtype=np.float64), k, df)


def dunnett_pvalues(t: ArrayLike, m: int, df: float) -> FloatArray:
    """Adjust the t of m means against a control by Dunnett's distribution, two-sided.

    Parameters
    ----------
    t : array_like of float
        Differences from the control divided by their standard error; NaN stays NaN.
    m : int
        Number of comparisons, k - 1.
    df : float
        Degrees of freedom, (n - 1)(k - 1).

    Returns
    -------
    ndarray, shape of t
        Family-wise over the m comparisons.

    Examples
    --------
    >>> round(float(dunnett_pvalues(-2.5, 2, 10)), 4)
    0.056
    """
    return dunnett_sf(t, m, df)


def _decompose(scores: ArrayLike) -> _Decomposition:
    values = np.asarray(scores, dtype=np.float64)
    if values.ndim < 2 or min(values.shape[-2:]) < 2:
        raise UsageError(f"scores must be n x k with at least two of each, not of shape {values.shape}.")
    n, k = values.shape[-2:]
    aligned = aligned_scores(values)
    largest = np.abs(aligned).max(axis=(-2, -1), keepdims=True)
    aligned = np.divide(aligned, largest, out=np.zeros(aligned.shape), where=largest > 0)
    # Taken from the first data set, columns that are alike leave a residual of exactly 0.
    offsets = aligned - aligned[..., :1, :]
    mean_offsets = offsets.mean(axis=-2, keepdims=True)
    means = (aligned[..., :1, :] + mean_offsets)[..., 0, :]
    residuals = offsets - mean_offsets
    rest = np.square(residuals).sum(axis=(-2, -1))
    products = np.swapaxes(residuals, -1, -2) @ residuals
    # Greenhouse & Geisser (1959): trace(S)^2 / ((k - 1) trace(S^2)), S the doubly centred covariance matrix.
    traces = (k - 1) * np.square(products).sum(axis=(-2, -1))
    epsilon = np.divide(np.square(rest), traces, out=np.ones(rest.shape), where=traces > 0)
    return _Decomposition(
        means=means,
        between=n * np.square(means).sum(axis=-1),
        rest=rest,
        epsilon=np.clip(epsilon, 1 / (k - 1), 1.0),
        n=n,
        k=k,
    )


def _f(parts: _Decomposition) -> FloatArray:
    with np.errstate(divide="ignore"):
        f: FloatArray = np.divide(
            (parts.n - 1) * parts.between, parts.rest, out=np.zeros(parts.between.shape), where=parts.between > 0
        )
    return f
