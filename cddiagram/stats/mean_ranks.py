"""Tests of pairs on average ranks: z, and the critical difference (D06 3.2.2)."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cddiagram._util.inlines import Option
from cddiagram.errors import UsageError
from cddiagram.stats.normal import normal_quantile
from cddiagram.stats.studentized_range import studentized_range_quantile, studentized_range_sf


def rank_standard_error(ranks: ArrayLike, *, tie_correction: bool = False) -> float:
    """Return the standard error of the difference of two average ranks under the null hypothesis.

    The standard error, in ranks; 0 if corrected and everything is tied. `tie_correction`: Use the permutation variance
    of the ranks at hand, which ties make smaller. False is the papers' ``sqrt(k (k + 1) / (6 n))`` (D06 3.2.2). Shapes:
    `ranks` (n, k).

    >>> round(rank_standard_error([[1, 2, 3], [3, 1, 2]]), 3)
    1.0
    """
    r = np.asarray(ranks, dtype=np.float64)
    n, k = r.shape
    if not tie_correction:
        return float(math.sqrt(k * (k + 1) / (6.0 * n)))
    # Within one data set the ranks are exchangeable: Var(r_i - r_j) = 2 sum (r - mean)^2 / (k - 1).
    return float(math.sqrt(2.0 * float(np.sum((r - (k + 1) / 2.0) ** 2)) / (k - 1)) / n)


def mean_rank_statistics(ranks: ArrayLike, *, tie_correction: bool = False) -> NDArray[np.float64]:
    """Compute z for all pairs of algorithms from their average ranks.

    ``z[i, j] = (R_j - R_i) / SE`` (D06 3.2.2): positive when i is better than j. Equal differences of rank sums give
    bit-equal z. The diagonal is NaN. Shapes: `ranks` (n, k), the result (k, k).

    >>> mean_rank_statistics([[1, 2, 3], [1, 3, 2]]).round(3)[0]
    array([nan, 1.5, 1.5])
    """
    r = np.asarray(ranks, dtype=np.float64)
    doubled_sums = np.rint(2.0 * r.sum(axis=0))  # ranks are multiples of 1/2, so their sums are exact
    differences = doubled_sums[np.newaxis, :] - doubled_sums[:, np.newaxis]
    error = rank_standard_error(r, tie_correction=tie_correction)
    z = np.zeros_like(differences) if error == 0.0 else differences / (2.0 * r.shape[0] * error)
    np.fill_diagonal(z, np.nan)
    return np.asarray(z)


def normal_two_sided(z: ArrayLike) -> NDArray[np.float64]:
    """Return the two-sided p-value of z under the standard normal distribution, right in the far tail.

    >>> float(normal_two_sided(-37.0)) > 0
    True
    """
    halves = np.abs(np.asarray(z, dtype=np.float64)) * math.sqrt(0.5)
    # One by one by the C library: a p-value must not depend, in its last bit, on how many others there are.
    pvalues = np.fromiter(map(math.erfc, halves.ravel().tolist()), np.float64, halves.size)
    return pvalues.reshape(halves.shape)


def nemenyi_pvalues(z: ArrayLike, k: int, df: float | None = None) -> NDArray[np.float64]:
    """Adjust the z of all pairs of k algorithms as Nemenyi did: through the range of k normal variables.

    Adjusted p-values, from the studentized range with infinite degrees of freedom at ``sqrt(2) |z|`` (D06 3.2.2).

    >>> round(float(nemenyi_pvalues(2.343701, 3)), 5)
    0.05
    """
    values = np.abs(np.asarray(z, dtype=np.float64))
    pvalues = np.full(values.shape, np.nan)
    tested = ~np.isnan(values)
    distinct, where = np.unique(values[tested], return_inverse=True)
    pvalues[tested] = studentized_range_sf(math.sqrt(2.0) * distinct, k)[where]
    return pvalues


def critical_difference(
    k: int, standard_error: float, *, alpha: float, p_adjust: str, n_hypotheses: int, df: float | None = None
) -> float:
    """Compute the smallest difference of two average ranks that is significant at alpha.

    The critical difference in ranks. With "nemenyi" ``q / sqrt(2) * SE``, q the quantile of the studentized range with
    infinite degrees of freedom; with "bonferroni" and k - 1 hypotheses the Bonferroni-Dunn CD (D06 3.2.2).

    Demsar 2006, section 3.2.2: four classifiers on 14 data sets.

    >>> error = (4 * 5 / (6 * 14)) ** 0.5
    >>> round(critical_difference(4, error, alpha=0.05, p_adjust="nemenyi", n_hypotheses=6), 3)
    1.254
    >>> round(critical_difference(4, error, alpha=0.05, p_adjust="bonferroni", n_hypotheses=3), 3)
    1.168
    """
    if p_adjust == "nemenyi":
        return studentized_range_quantile(alpha, k) / math.sqrt(2.0) * standard_error
    if p_adjust == "bonferroni":
        log_level = math.log(alpha) - math.log(n_hypotheses)
    elif p_adjust == "sidak":
        log_level = math.log(-math.expm1(math.log1p(-alpha) / n_hypotheses))
    elif p_adjust == "none":
        log_level = math.log(alpha)
    else:
        has_none = f" '{p_adjust}' has no critical difference: use 'nemenyi', 'bonferroni' or 'sidak'."
        raise UsageError(Option("p_adjust"), has_none)
    if df is not None:
        from scipy.special import stdtrit  # the one quantile of t; the usual tests load no scipy

        return -float(stdtrit(df, math.exp(log_level) / 2.0)) * standard_error
    return -normal_quantile(log_level - math.log(2.0)) * standard_error
