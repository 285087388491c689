"""Quade's test (García et al. 2010, section 4.2).

The ranks within each data set are weighted by the rank of the range of the data set.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from cddiagram._util import BoolArray, Exact, FloatArray
from cddiagram.stats.pair_test import PairTest, as_ranks, difference_test, forced_ties
from cddiagram.stats.ranks import rank_doubles, rank_plain
from cddiagram.stats.results import OmnibusResult, with_ties
from cddiagram.stats.tails import f_upper
from cddiagram.stats.ties import log_ties, rank_exact
from cddiagram.text import UsageError


def quade_weights(scores: ArrayLike | Exact) -> FloatArray:
    """Rank the data sets by the range of their scores (García et al. 2010, Eq. 11).

    The scores have shape (..., n, k).

    >>> quade_weights([[0.9, 0.7], [0.5, 0.4], [0.6, 0.4]])
    array([2.5, 1. , 2.5])
    """
    exact = Exact.of(scores)
    if exact.short is not None:
        return rank_plain(exact.short.ranges().numerators)
    highest = exact.values.max(axis=-1)
    values = highest - exact.values.min(axis=-1)
    *_, n, k = exact.values.shape

    def rank_exactly(close: BoolArray) -> FloatArray:
        tables = exact.whole.reshape((-1, n, k)).take(close)
        ranks, by_tolerance = rank_exact(tables.ranges())
        log_ties(exact, "ranges", np.nonzero(by_tolerance)[1])
        return ranks

    ranks = rank_doubles(values.reshape(-1, n), rank_exactly, limit=exact.near)
    return ranks.reshape(values.shape)


def quade_average_ranks(ranks: ArrayLike, weights: ArrayLike) -> FloatArray:
    """Return the weighted average ranks T_j = W_j / (n (n + 1) / 2).

    Weighted average ranks are between 1 and k (García et al. 2010, Table 8).

    >>> quade_average_ranks([[1, 2], [2, 1], [1, 2]], [2.5, 1, 2.5]).round(3)
    array([1.167, 1.833])
    """
    r, q = _as_ranks_and_weights(ranks, weights)
    n = r.shape[-2]
    sums = (q[..., np.newaxis] * r).sum(axis=-2)
    return np.asarray(sums / (n * (n + 1) / 2))


def quade_statistics(
    ranks: ArrayLike, weights: ArrayLike, *, tie_correction: bool = False
) -> tuple[FloatArray, FloatArray]:
    """Return the statistic T3 (García et al. 2010, Eq. 16) and its p-value.

    The ranks have shape (..., n, k), and the weights have shape (..., n). With B of Eq.
    (15) and A of Eq. (14), T3 = (n - 1) B / (A - B). Here, A and B are multiplied by 16
    n so that they are whole numbers. If all scores are tied, T3 is 0 and the p-value is
    1.

    >>> statistic, pvalue = quade_statistics(
    ...     [[1, 2, 3], [1, 3, 2], [1, 2, 3]], [3, 1, 2]
    ... )
    >>> round(float(statistic), 3), round(float(pvalue), 4)
    (5.636, 0.0686)
    """
    r, q = _as_ranks_and_weights(ranks, weights)
    n, k = r.shape[-2:]
    weighted = _quadrupled(r, q)
    sums = weighted.sum(axis=-2)
    between = np.square(sums).sum(axis=-1)
    total = n * _sixteen_a(weighted, tie_correction=tie_correction)
    rest = total - between
    statistic = np.zeros(between.shape)
    with np.errstate(divide="ignore"):
        np.divide((n - 1) * between, rest, out=statistic, where=between > 0)
    df1 = k - 1.0
    df2 = df1 * (n - 1.0)
    pvalue = f_upper(between, np.maximum(rest, 0.0), df1, df2)
    is_infinite = (rest <= 0) & (between > 0)
    if is_infinite.any():
        statistic = np.where(is_infinite, np.inf, statistic)
        pvalue = np.where(is_infinite, _chance_of_agreement(r), pvalue)
    return statistic, pvalue


def quade_test(
    ranks: ArrayLike, weights: ArrayLike
) -> tuple[OmnibusResult, OmnibusResult]:
    """Perform Quade's test for overall differences on weighted ranks.

    Parameters
    ----------
    ranks : array_like, shape (n, k)
        The ranks of the algorithms on each data set.
    weights : array_like, shape (n,)
        The ranks of the data sets, as returned by `quade_weights`.

    Returns
    -------
    tuple of OmnibusResult
        The test with A2 as printed, and the test corrected for ties with A = sum of
        S_ij^2. If all scores are tied, the statistic is 0 and the p-value is 1. If A
        equals B, the statistic is infinite. The p-value is then (1/k!)^(n-1), the
        probability that all other rows are identical to the first row if the orders are
        random (García et al. 2010, section 4.2). This case requires that the ranks
        agree on all data sets and that all ranges are equal.

    Examples
    --------
    >>> plain, corrected = quade_test([[1, 2, 3], [1, 3, 2], [1, 2, 3]], [3, 1.5, 1.5])
    >>> round(plain.statistic, 3), round(corrected.statistic, 3)
    (4.588, 5.2)
    """
    r, q = _as_ranks_and_weights(ranks, weights)
    n, k = r.shape
    df = (k - 1.0, (k - 1.0) * (n - 1.0))

    def statistics(corrected: bool) -> tuple[FloatArray, FloatArray]:
        return quade_statistics(r, q, tie_correction=corrected)

    return with_ties("quade", df, statistics)


def quade_standard_error(
    ranks: ArrayLike,
    weights: ArrayLike,
    *,
    variance: str = "permutation",
    tie_correction: bool | None = None,
) -> FloatArray:
    """Return the standard error of the difference between two weighted average ranks.

    Parameters
    ----------
    ranks, weights : array_like
        As in `quade_statistics`.
    variance : {"permutation", "conover"}, default "permutation"
        The permutation variance, k (k + 1)(2n + 1) / (9n (n + 1)), which applies if
        ranks are exchangeable within data sets, or Conover's residual variance of the
        sums S_j, 2n (A - B) / ((n - 1)(k - 1)), which is used with Student's t.
    tie_correction : bool, optional
        Whether A is the observed sum of S_ij^2 instead of A2, the value without ties.
        The default is True for "conover" and False for "permutation".

    Notes
    -----
    The variance in Eq. (22) of García et al. (2010), with which their Table 11 was
    computed, is (k - 1) / 2 times the permutation variance. At a nominal level of 5%,
    the resulting test rejects 17% of true hypotheses for k = 2, 1.5% for k = 4, and
    none for k = 10.
    """
    r, q = _as_ranks_and_weights(ranks, weights)
    n, k = r.shape[-2:]
    weighted = _quadrupled(r, q)
    is_conover = variance == "conover"
    if tie_correction is None:
        tie_correction = is_conover
    a = _sixteen_a(weighted, tie_correction=tie_correction) / 16
    if is_conover:
        sums = weighted.sum(axis=-2)
        b = np.square(sums).sum(axis=-1) / (16 * n)
        residual = np.maximum(a - b, 0.0)
        variance_of_sums = 2 * n * residual / ((n - 1) * (k - 1))
    else:
        variance_of_sums = 2 * a / (k - 1)
    return np.asarray(np.sqrt(variance_of_sums) / (n * (n + 1) / 2))


def quade_pair_test(
    ranks: ArrayLike,
    weights: ArrayLike,
    *,
    variance: str = "permutation",
    tie_correction: bool | None = None,
) -> PairTest:
    """Test all pairs with z tests or Conover's t tests on weighted average ranks
    (García et al. 2010, section 5, Eq. 22).

    The options are described in `quade_standard_error`.

    >>> test = quade_pair_test([[1, 2, 3], [1, 3, 2], [1, 2, 3]], [3, 1, 2])
    >>> test.statistic.round(3)[0]
    array([  nan, 1.323, 2.079])
    """
    r, q = _as_ranks_and_weights(ranks, weights)
    n, k = r.shape[-2:]
    error = quade_standard_error(r, q, variance=variance, tie_correction=tie_correction)
    df = None
    if variance == "conover":
        df = (n - 1.0) * (k - 1.0)
    # If S_ij is multiplied by four, the sums are whole numbers.
    quadrupled_sums = _quadrupled(r, q).sum(axis=-2)
    sum_of_weights = n * (n + 1) / 2
    return difference_test(
        quadrupled_sums,
        4 * sum_of_weights * error,
        df=df,
        choices={"variance": variance} | forced_ties(tie_correction),
        standard_error=error,
    )


def _as_ranks_and_weights(
    ranks: ArrayLike, weights: ArrayLike
) -> tuple[FloatArray, FloatArray]:
    """Return ranks and weights as arrays.

    Raise an error if their shapes do not match.
    """
    r = as_ranks(ranks)
    q = np.asarray(weights, dtype=np.float64)
    if q.shape != r.shape[:-1]:
        raise UsageError(
            "weights must contain one rank for each data set. Their shape must be "
            f"{r.shape[:-1]}, not {q.shape}."
        )
    return r, q


def _quadrupled(ranks: FloatArray, weights: FloatArray) -> FloatArray:
    """Return 4 S_ij = 4 Q_i (r_ij - (k + 1) / 2) of Eq. (12), which are whole
    numbers.
    """
    k = ranks.shape[-1]
    doubled_deviations = np.rint(2 * ranks) - (k + 1)
    doubled_weights = np.rint(2 * weights)
    return np.asarray(doubled_weights[..., np.newaxis] * doubled_deviations)


def _sixteen_a(weighted: FloatArray, *, tie_correction: bool) -> FloatArray:
    """Return 16 A, where A is either the observed sum of S_ij^2 or A2 = n (n + 1)(2n +
    1) k (k + 1)(k - 1) / 72 of Eq. (14).
    """
    *lead, n, k = weighted.shape
    if tie_correction:
        squares = np.square(weighted)
        return np.asarray(squares.sum(axis=(-2, -1)))
    squared_weights = n * (n + 1) * (2 * n + 1)
    untied = 2.0 * (squared_weights * k * (k * k - 1) // 9)
    return np.full(lead, untied)


def _chance_of_agreement(ranks: FloatArray) -> FloatArray:
    """Return the probability that n - 1 random orders of the ranks on the first data
    set are all identical to it.

    The t! orders of t tied ranks are identical, so k! is divided by t! for every group
    of ties. The product of the positions of all ranks within their groups is the
    product of these t!.
    """
    n, k = ranks.shape[-2:]
    first = np.sort(ranks[..., 0, :], axis=-1)
    position = np.ones(first.shape)
    for column in range(1, k):
        is_tied = first[..., column] == first[..., column - 1]
        following = position[..., column - 1] + 1
        position[..., column] = np.where(is_tied, following, 1.0)
    log_orders = math.lgamma(k + 1) - np.log(position).sum(axis=-1)
    return np.asarray(np.exp(-(n - 1) * log_orders))
