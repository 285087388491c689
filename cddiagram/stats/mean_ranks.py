"""Pairwise z tests on average ranks, and the critical difference (Demšar 2006, section
3.2.2).
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from cddiagram._util import FloatArray
from cddiagram.stats.friedman import friedman_of_averages
from cddiagram.stats.pair_test import PairTest, difference_test, forced_ties
from cddiagram.stats.results import OmnibusResult
from cddiagram.stats.studentized import studentized_range_quantile, studentized_range_sf
from cddiagram.stats.tails import normal_quantile, normal_two_sided
from cddiagram.text import Option, UsageError


def rank_standard_error(
    ranks: ArrayLike, *, tie_correction: bool = False
) -> FloatArray:
    """Return the standard error of the difference between two average ranks under the
    null hypothesis.

    For ranks of shape (..., n, k), it is ``sqrt(k (k + 1) / (6 n))`` as in the papers.
    With a correction for ties, it is computed from the permutation variance of the
    observed ranks, which is smaller if there are ties and 0 if all ranks are tied.
    Because ranks within a data set are exchangeable, Var(r_i - r_j) = 2 sum (r -
    mean)^2 / (k - 1).
    """
    r = np.asarray(ranks, dtype=np.float64)
    *lead, n, k = r.shape
    if not tie_correction:
        return np.full(lead, untied_standard_error(k, n))
    deviations = r - (k + 1) / 2.0
    squares = np.sum(deviations**2, axis=(-2, -1))
    variance = 2.0 * squares / (k - 1)
    return np.asarray(np.sqrt(variance) / n)


def untied_standard_error(k: int, n: int) -> float:
    """Return the standard error of the difference between two average ranks that the
    papers use, ``sqrt(k (k + 1) / (6 n))``.

    >>> untied_standard_error(3, 2)
    1.0
    """
    return float(math.sqrt(k * (k + 1) / (6.0 * n)))


def average_rank_test(average_ranks: ArrayLike, n: int) -> PairTest:
    """Test all pairs with z tests on average ranks from n data sets, in the same way as
    `rank_pair_test`.

    >>> average_rank_test([1.0, 2.5, 2.5], 2).statistic.round(3)[0]
    array([nan, 1.5, 1.5])
    """
    average = np.asarray(average_ranks, dtype=np.float64)
    error = untied_standard_error(len(average), n)
    # Because the rank sums are whole numbers, pairs with equal differences have exactly
    # the same z.
    doubled_sums = 2.0 * n * average
    rounded = np.rint(doubled_sums)
    if np.abs(doubled_sums - rounded).max() < 1e-6:
        doubled_sums = rounded
    scale = np.asarray(2.0 * n * error)
    standard_error = np.asarray(error)
    return difference_test(
        doubled_sums, scale, choices={}, standard_error=standard_error
    )


def average_rank_tests(
    average_ranks: ArrayLike, n: int
) -> tuple[tuple[OmnibusResult, ...], PairTest]:
    """Return the omnibus tests and the tests of all pairs for average ranks from n data
    sets.

    >>> omnibus, pairs = average_rank_tests([1.25, 2.0, 2.75], 4)
    >>> [test.name for test in omnibus], pairs.pvalue.shape
    (['friedman', 'iman-davenport'], (3, 3))
    """
    return friedman_of_averages(average_ranks, n), average_rank_test(average_ranks, n)


def rank_pair_test(ranks: ArrayLike, *, tie_correction: bool | None = None) -> PairTest:
    """Test all pairs with the statistic ``z = (R_j - R_i) / SE`` on average ranks, for
    ranks of shape (..., n, k).

    >>> rank_pair_test([[1, 2, 3], [1, 3, 2]]).statistic.round(3)[0]
    array([nan, 1.5, 1.5])
    """
    r = np.asarray(ranks, dtype=np.float64)
    error = rank_standard_error(r, tie_correction=bool(tie_correction))
    # The sums are computed exactly, because ranks are multiples of 1/2.
    doubled_sums = np.rint(2.0 * r.sum(axis=-2))
    scale = 2.0 * r.shape[-2] * error
    choices = forced_ties(tie_correction)
    return difference_test(doubled_sums, scale, choices=choices, standard_error=error)


def nemenyi_pvalues(z: ArrayLike, k: int, df: float | None = None) -> FloatArray:
    """Compute the adjusted p-values of all pairs from z with Nemenyi's test.

    The adjusted p-value is the probability that the range of k normal variables exceeds
    ``sqrt(2) |z|``.

    >>> round(float(nemenyi_pvalues(2.343701, 3)), 5)
    0.05
    """
    values = np.abs(np.asarray(z, dtype=np.float64))
    pvalues = np.full(values.shape, np.nan)
    is_number = ~np.isnan(values)
    distinct, position = np.unique(values[is_number], return_inverse=True)
    tails = studentized_range_sf(math.sqrt(2.0) * distinct, k)
    pvalues[is_number] = tails[position]
    return pvalues


def nemenyi_levels(rising: FloatArray, alpha: float, *, k: int, **_: Any) -> FloatArray:
    """Return the unadjusted p-value that corresponds to the critical difference, once
    for each p-value.

    >>> nemenyi_levels(np.array([0.01, 0.5, 0.9]), 0.05, k=3).round(4).tolist()
    [0.0191, 0.0191, 0.0191]
    """
    z = studentized_range_quantile(alpha, k) / math.sqrt(2.0)
    return np.full(len(rising), float(normal_two_sided(z)))


def critical_difference(
    k: int,
    standard_error: float,
    *,
    alpha: float,
    p_adjust: str,
    n_hypotheses: int,
    df: float | None = None,
) -> float:
    """Return the smallest difference between two average ranks that is significant at
    the level alpha.

    For "nemenyi", it is ``q / sqrt(2) * SE``, where q is the quantile of the
    studentized range with infinite degrees of freedom. For "bonferroni" and k - 1
    hypotheses, it is the critical difference for the Bonferroni-Dunn test.

    This example computes the critical differences for four classifiers on 14 data sets
    (Demšar 2006, section 3.2.2):

    >>> error = (4 * 5 / (6 * 14)) ** 0.5
    >>> round(
    ...     critical_difference(
    ...         4, error, alpha=0.05, p_adjust="nemenyi", n_hypotheses=6
    ...     ),
    ...     3,
    ... )
    1.254
    >>> round(
    ...     critical_difference(
    ...         4, error, alpha=0.05, p_adjust="bonferroni", n_hypotheses=3
    ...     ),
    ...     3,
    ... )
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
        raise UsageError(
            Option("p_adjust"),
            f" '{p_adjust}' does not have a critical difference. Use 'nemenyi', "
            "'bonferroni' or 'sidak'.",
        )
    if df is not None:
        # The import is local because the default tests do not use scipy.
        from scipy.special import stdtrit

        t = -float(stdtrit(df, math.exp(log_level) / 2.0))
        return t * standard_error
    return -normal_quantile(log_level - math.log(2.0)) * standard_error


def untied_critical_difference(
    k: int, n: int, *, alpha: float, p_adjust: str, method: str
) -> float:
    """Return the critical difference for the average ranks of k algorithms on n data
    sets without ties.

    The result is infinite if no difference can be significant.

    "nemenyi" and "bonferroni-dunn" use the exact distribution of the largest
    difference. If the design exceeds the limits of this distribution, it is used only
    if `method` is "exact".

    >>> round(
    ...     untied_critical_difference(
    ...         4, 14, alpha=0.05, p_adjust="nemenyi", method="auto"
    ...     ),
    ...     4,
    ... )
    1.2857
    """
    is_dunn = p_adjust == "bonferroni-dunn"
    has_joint_law = p_adjust in ("nemenyi", "bonferroni-dunn") and k > 2
    if has_joint_law and method != "asymptotic":
        # The import is local because other adjustments do not require it.
        from cddiagram.stats.rank_sums import untied_law

        law = untied_law(k, n, against_control=is_dunn, simulate=method == "exact")
        if law is not None:
            difference = law.critical_difference(alpha)
            if difference is None:
                return math.inf
            return difference
    n_hypotheses = math.comb(k, 2)
    if is_dunn:
        p_adjust = "bonferroni"
        n_hypotheses = k - 1
    return critical_difference(
        k,
        untied_standard_error(k, n),
        alpha=alpha,
        p_adjust=p_adjust,
        n_hypotheses=n_hypotheses,
    )
