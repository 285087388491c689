"""Friedman's test and its Iman-Davenport form on the ranks of n data sets x k algorithms (D06 3.2.2)."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cddiagram.errors import UsageError
from cddiagram.stats.omnibus_tails import chi_square_upper, f_upper_single
from cddiagram.stats.results import OmnibusResult


def friedman_test(ranks: ArrayLike) -> tuple[OmnibusResult, ...]:
    """Test whether k algorithms differ at all: Friedman's chi-square and the F of Iman and Davenport.

    Both are computed as the papers print them, without a correction for ties, and with it.

    ``friedman``, ``iman-davenport``, then both tie-corrected. When all algorithms tie on every data set, each statistic
    is 0 and each p-value 1. When all data sets rank alike, F is infinite and its p-value is the chance of that,
    ``(1/k!)**(n - 1)`` without ties (G10 4.2 for the Quade test). Shapes: `ranks` (n, k).

    D06 3.2.2: ``chi2 = 12 n / (k (k + 1)) * (sum R_j**2 - k (k + 1)**2 / 4)`` and
    ``F = (n - 1) chi2 / (n (k - 1) - chi2)``. With A the sum of squared deviations of the rank sums and B that of the
    single ranks, the same is ``chi2 = (k - 1) A / B`` and ``F = (n - 1) A / (n B - A)``: B taken from the ranks at
    hand gives the tie-corrected forms, B of untied ranks, ``n k (k**2 - 1) / 12``, the printed ones. Twice a rank is
    an integer, so A and B are exact.

    Examples
    --------
    >>> plain, iman_davenport, *corrected = friedman_test([[1, 2, 3], [1, 3, 2], [1, 2, 3], [2, 1, 3]])
    >>> round(plain.statistic, 3), round(iman_davenport.statistic, 3)
    (4.5, 3.857)
    """
    doubled = np.rint(2.0 * np.asarray(ranks, dtype=np.float64)).astype(np.int64)
    if doubled.ndim != 2 or min(doubled.shape) < 2:
        raise UsageError(f"ranks must be n x k with at least two of each, not of shape {doubled.shape}.")
    n, k = doubled.shape
    between = int(np.sum((doubled.sum(axis=0) - n * (k + 1)) ** 2))
    within_tied = int(np.sum((doubled - (k + 1)) ** 2))
    within_untied = n * k * (k * k - 1) // 3
    plain = _pair_of_results(between, within_untied, doubled, tie_corrected=False)
    return plain + _pair_of_results(between, within_tied, doubled, tie_corrected=True)


def _pair_of_results(
    between: int, within: int, doubled: NDArray[np.int64], *, tie_corrected: bool
) -> tuple[OmnibusResult, OmnibusResult]:
    n, k = doubled.shape
    df1, df2 = k - 1, (k - 1) * (n - 1)
    rest = n * within - between
    if between == 0:
        chi2, chi2_p, f, f_p = 0.0, 1.0, 0.0, 1.0
    else:
        chi2 = df1 * between / within
        chi2_p = chi_square_upper(chi2, df1)
        if rest == 0:
            f, f_p = math.inf, _chance_that_all_rank_alike(doubled)
        else:
            f = (n - 1) * between / rest
            f_p = f_upper_single(between, rest, df1, df2)
    return (
        OmnibusResult(
            name="friedman",
            statistic=chi2,
            df=(float(df1),),
            pvalue=chi2_p,
            method="asymptotic",
            tie_corrected=tie_corrected,
        ),
        OmnibusResult(
            name="iman-davenport",
            statistic=f,
            df=(float(df1), float(df2)),
            pvalue=f_p,
            method="exact" if rest == 0 and between > 0 else "asymptotic",
            tie_corrected=tie_corrected,
        ),
    )


def _chance_that_all_rank_alike(doubled: NDArray[np.int64]) -> float:
    """Give the chance that n - 1 random orders of one row's ranks all repeat the first one."""
    n, k = doubled.shape
    _, ties = np.unique(doubled[0], return_counts=True)
    orders = math.factorial(k) // math.prod(math.factorial(t) for t in ties.tolist())
    return float(1 / orders ** (n - 1))  # whole numbers: the same p-value as the exact test's
