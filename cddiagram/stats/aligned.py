"""Friedman's test on aligned ranks (García et al. 2010, section 4.1).

A score is aligned by subtracting the mean of its data set. All aligned scores are
ranked together.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import gammaincc

from cddiagram._util import BoolArray, Exact, FloatArray
from cddiagram.stats.pair_test import PairTest, as_ranks, difference_test, forced_ties
from cddiagram.stats.ranks import rank_doubles, rank_plain
from cddiagram.stats.results import OmnibusResult, with_ties
from cddiagram.stats.ties import log_ties, rank_aligned


def aligned_ranks(
    scores: ArrayLike | Exact, higher_is_better: bool = True
) -> FloatArray:
    """Rank all nk aligned scores of a table of shape (..., n, k) together.

    To avoid a division, the ranked values are k times the aligned scores, ``k x_ij -
    sum_j x_ij``.

    >>> aligned_ranks([[0.9, 0.7], [0.5, 0.4]])
    array([[1., 4.],
           [2., 3.]])
    """
    exact = Exact.of(scores)
    *lead, n, k = exact.values.shape
    if exact.short is not None:
        numbers = exact.short.aligned().numerators.reshape(*lead, n * k)
        return rank_plain(numbers, higher_is_better).reshape(exact.values.shape)
    sums = exact.values.sum(axis=-1, keepdims=True)
    values = k * exact.values - sums

    def rank_exactly(close: BoolArray) -> FloatArray:
        close_tables = exact.whole.reshape((-1, n, k)).take(close)
        tables = close_tables.aligned()
        ranks = np.empty(tables.numerators.shape)
        for table in range(len(ranks)):
            ranks[table], datasets = rank_aligned(tables.take(table))
            log_ties(exact, "aligned scores", datasets)
        return ranks.reshape(-1, n * k)

    # The rounding error of a sum of k doubles is a few times log2(k) units in the last
    # place.
    limit = k * exact.near * (1 + 1e-3 * np.log2(k + 1))
    rows = values.reshape(-1, n * k)
    ranks = rank_doubles(rows, rank_exactly, limit=limit, falling=higher_is_better)
    return ranks.reshape(exact.values.shape)


def aligned_statistics(
    ranks: ArrayLike, *, tie_correction: bool = False
) -> tuple[FloatArray, FloatArray]:
    """Return the statistic T (García et al. 2010, Eq. 7) and its p-value for ranks of
    shape (..., n, k).

    If all scores are tied, T is 0 and the p-value is 1.

    >>> statistic, pvalue = aligned_statistics([[1, 4, 9], [2, 5, 8], [3, 6, 7]])
    >>> round(float(statistic), 3), round(float(pvalue), 4)
    (5.461, 0.0652)
    """
    r = as_ranks(ranks)
    k = r.shape[-1]
    sums = _centred_sums(r, axis=-2)
    between = np.square(sums).sum(axis=-1)
    within = _squares_within_datasets(r, tie_correction=tie_correction)
    # This is equation (7) of García, Fernández, Luengo and Herrera (2010), in which the
    # mean rank (nk + 1) / 2 is subtracted from each rank. The sums of the data sets are
    # multiplied by the factor 1/k. The printed result of equation (10), 18.837, is
    # obtained if the sums of the algorithms are multiplied by this factor instead. The
    # correct value of the statistic is 22.290.
    statistic = np.zeros(between.shape)
    np.divide((k - 1) * between, within, out=statistic, where=between > 0)
    return statistic, np.asarray(gammaincc((k - 1) / 2, statistic / 2))


def aligned_test(ranks: ArrayLike) -> tuple[OmnibusResult, OmnibusResult]:
    """Test for overall differences with aligned ranks (García et al. 2010, Eq. 7).

    The result contains the test as printed and the test corrected for ties.

    >>> plain, corrected = aligned_test([[1, 4.5, 9], [2, 4.5, 8], [3, 6, 7]])
    >>> round(plain.statistic, 3), round(corrected.statistic, 3)
    (5.445, 5.492)
    """
    r = as_ranks(ranks, one=True)
    df = (r.shape[1] - 1.0,)

    def statistics(corrected: bool) -> tuple[FloatArray, FloatArray]:
        return aligned_statistics(r, tie_correction=corrected)

    return with_ties("aligned", df, statistics)


def aligned_standard_error(
    ranks: ArrayLike, *, tie_correction: bool | None = None
) -> FloatArray:
    """Return the standard error of the difference between two average aligned ranks,
    for ranks of shape (..., n, k).

    Let R_i be the sum of the ranks of data set i. If scores are exchangeable within
    data sets, the squared standard error is 2 (sum of squared ranks - sum of R_i^2 / k)
    / (n^2 (k - 1)).

    García et al. (2010, Table 10) use the variance for independent samples, k (nk + 1)
    / 6, instead (WEB; misprinted in their Eq. 21). This variance is too small by a
    factor of approximately (k - 1) / k. At a nominal level of 5%, the resulting test
    rejects up to 16% of true hypotheses for k = 2 and 6% for k = 10.
    """
    r = as_ranks(ranks)
    n, k = r.shape[-2:]
    within = _squares_within_datasets(r, tie_correction=tie_correction is not False)
    variance = 2 * np.maximum(within, 0.0) / (k - 1)
    return np.asarray(np.sqrt(variance) / n)


def aligned_pair_test(
    ranks: ArrayLike, *, tie_correction: bool | None = None
) -> PairTest:
    """Test all pairs with z tests on average aligned ranks (García et al. 2010, section
    5, Eq. 21), for ranks of shape (..., n, k).

    >>> test = aligned_pair_test([[1, 4, 9], [2, 5, 8], [3, 6, 7]])
    >>> test.statistic.round(3)[0]
    array([  nan, 1.168, 2.337])
    """
    r = as_ranks(ranks)
    error = aligned_standard_error(r, tie_correction=tie_correction)
    choices = {"variance": "permutation"} | forced_ties(tie_correction)
    # If ranks are doubled, their sums are whole numbers.
    doubled_sums = np.rint(2 * r).sum(axis=-2)
    scale = 2 * r.shape[-2] * error
    return difference_test(doubled_sums, scale, choices=choices, standard_error=error)


def _centred_sums(ranks: FloatArray, axis: int) -> FloatArray:
    """Return sums of the ranks minus the mean rank.

    The sums are exact multiples of 1/2.
    """
    n, k = ranks.shape[-2:]
    mean_rank = (n * k + 1) / 2
    return np.asarray((ranks - mean_rank).sum(axis=axis))


def _squares_within_datasets(ranks: FloatArray, *, tie_correction: bool) -> FloatArray:
    """Return the sum of squares within data sets, which is the sum of r^2 minus the sum
    of R_i^2 / k.

    Without ties, the squares of the nk centred ranks add up to nk ((nk)^2 - 1) / 12.
    """
    n, k = ranks.shape[-2:]
    cells = n * k
    sums_of_datasets = _centred_sums(ranks, axis=-1)
    between_datasets = np.square(sums_of_datasets).sum(axis=-1) / k
    total: Any = cells * (cells * cells - 1) / 12
    if tie_correction:
        deviations = ranks - (cells + 1) / 2
        total = np.square(deviations).sum(axis=(-2, -1))
    return np.asarray(total - between_datasets)
