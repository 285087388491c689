"""Friedman's test on aligned ranks (G10 4.1): scores less the mean of their data set,
ranked all together.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import gammaincc

from cddiagram._util import SHARE, Exact, FloatArray, Whole, WholeArray
from cddiagram.stats.pair_test import PairTest, as_ranks, difference_test, forced_ties
from cddiagram.stats.ranks import joined_runs, midranks, rank_near, rank_plain, tell
from cddiagram.stats.results import OmnibusResult, with_ties


def aligned_ranks(
    scores: ArrayLike | Exact, higher_is_better: bool = True
) -> FloatArray:
    """Rank all nk aligned scores of a table (..., n, k) together, 1 is the best (G10
    4.1).

    A score is aligned by subtracting the mean of its data set. Here k times that is
    ranked, ``k x_ij - sum_j x_ij``, exactly: the same order, and no division. Where two
    of one data set are compared the mean cancels, and only their own uncertainties
    count; otherwise those of all scores of both data sets do.

    >>> aligned_ranks([[0.9, 0.7], [0.5, 0.4]])
    array([[1., 4.],
           [2., 3.]])
    """
    exact = Exact.of(scores)
    *lead, n, k = exact.values.shape
    if exact.short is not None:
        numbers = _aligned(exact.short)
        return rank_plain(numbers.reshape(*lead, n * k), higher_is_better).reshape(
            exact.values.shape
        )
    values = k * exact.values - exact.values.sum(axis=-1, keepdims=True)

    def settle(wanted: NDArray[np.bool_]) -> FloatArray:
        tables = exact.values.reshape(-1, n, k)[wanted].shape[0]
        whole = exact.whole.reshape((-1, n, k)).take(wanted)
        numbers = _aligned(whole)
        ranks = np.empty((tables, n * k))
        for place in range(tables):
            uncertain = None if whole.coarse is None else whole.coarse[place]
            ranks[place], made = _rank_aligned(numbers[place], uncertain)
            tell(exact, "aligned scores", made)
        return ranks

    # The sum of k doubles is right to a few times log2(k) of their last bits.
    limit = k * exact.near * (1 + 1e-3 * np.log2(k + 1))
    ranks = rank_near(
        values.reshape(-1, n * k), settle, limit=limit, falling=higher_is_better
    )
    return ranks.reshape(exact.values.shape)


def _aligned(whole: Whole) -> WholeArray:
    """Return ``k x_ij - sum_j x_ij`` as numerators."""
    k = whole.numerators.shape[-1]
    numbers = whole.grown(4 * k).numerators
    return np.asarray(k * numbers - numbers.sum(axis=-1, keepdims=True))


def _rank_aligned(
    numbers: WholeArray, coarse: WholeArray | None
) -> tuple[FloatArray, NDArray[np.intp]]:
    """Rank the aligned scores of one table, the smallest first; also give the data sets
    that the tolerance tied.
    """
    k = numbers.shape[1]
    flat = numbers.reshape(-1)
    order = np.argsort(flat)
    ascending = flat[order]
    if coarse is None:
        return midranks(order, joined_runs(ascending, None)), np.empty(0, dtype=np.intp)
    own = k * coarse.astype(object).reshape(-1)[order] // SHARE
    of_row = k * coarse.astype(object).max(axis=1)[order // k] // SHARE
    row = order // k
    gaps = ascending[1:] - ascending[:-1]
    alike = row[1:] == row[:-1]
    limit = np.where(
        alike, np.maximum(own[1:], own[:-1]), np.maximum(of_row[1:], of_row[:-1])
    )
    joined = np.asarray(gaps <= limit, dtype=bool)
    joined |= _joined_across(ascending, own, of_row, row, joined)
    made = joined & np.asarray(gaps != 0, dtype=bool)
    return midranks(order, joined), np.unique([row[1:][made], row[:-1][made]])


def _joined_across(
    ascending: WholeArray,
    own: WholeArray,
    of_row: WholeArray,
    row: NDArray[np.intp],
    joined: NDArray[np.bool_],
) -> NDArray[np.bool_]:
    """Find neighbours that tie because others that are equal to one of them tie with
    the other, in whatever order.
    """
    begin = np.flatnonzero(
        np.append(True, np.asarray(ascending[1:] != ascending[:-1], dtype=bool))
    )
    end = np.append(begin[1:], len(ascending))
    found = np.zeros(joined.shape, dtype=bool)
    several, widest = end - begin > 1, np.maximum.reduceat(of_row, begin)
    gaps = ascending[begin[1:]] - ascending[begin[:-1]]
    possible = (
        np.asarray(gaps <= np.maximum(widest[1:], widest[:-1]), dtype=bool)
        & ~joined[begin[1:] - 1]
    )
    for group in np.flatnonzero((several[1:] | several[:-1]) & possible).tolist():
        left, right = (
            slice(begin[group], end[group]),
            slice(begin[group + 1], end[group + 1]),
        )
        limit = np.where(
            row[left, np.newaxis] == row[right],
            np.maximum(own[left, np.newaxis], own[right]),
            np.maximum(of_row[left, np.newaxis], of_row[right]),
        )
        found[begin[group + 1] - 1] = gaps[group] <= limit.max()
    return found


def aligned_statistics(
    ranks: ArrayLike, *, tie_correction: bool = False
) -> tuple[FloatArray, FloatArray]:
    """Return T of G10 Eq. (7) and its p-value for ranks (..., n, k); 0 and 1 when all
    tie.

    >>> statistic, pvalue = aligned_statistics([[1, 4, 9], [2, 5, 8], [3, 6, 7]])
    >>> round(float(statistic), 3), round(float(pvalue), 4)
    (5.461, 0.0652)
    """
    r = as_ranks(ranks)
    k = r.shape[-1]
    between = np.square(_centred_sums(r, axis=-2)).sum(axis=-1)
    within = _within(r, tie_correction=tie_correction)
    # G10 Eq. (7), with every rank taken from the mean rank (nk + 1) / 2. The 1/k
    # belongs to the data sets' sums: the printed 18.837 of Eq. (10) comes from a
    # program that has it on the algorithms' sums; the formula gives 22.290.
    statistic = np.divide(
        (k - 1) * between, within, out=np.zeros(between.shape), where=between > 0
    )
    return statistic, np.asarray(gammaincc((k - 1) / 2, statistic / 2))


def aligned_test(ranks: ArrayLike) -> tuple[OmnibusResult, OmnibusResult]:
    """Test whether k algorithms differ at all by aligned ranks (G10 4.1, Eq. 7): as
    printed, and tie-corrected.

    >>> plain, corrected = aligned_test([[1, 4.5, 9], [2, 4.5, 8], [3, 6, 7]])
    >>> round(plain.statistic, 3), round(corrected.statistic, 3)
    (5.445, 5.492)
    """
    r = as_ranks(ranks, one=True)
    df = (r.shape[1] - 1.0,)
    return with_ties(
        "aligned", df, lambda corrected: aligned_statistics(r, tie_correction=corrected)
    )


def aligned_standard_error(
    ranks: ArrayLike, *, tie_correction: bool | None = None
) -> FloatArray:
    """Return the standard error of the difference of two average aligned ranks, for
    ranks (..., n, k).

    Its square is 2 (sum of squared ranks - sum of R_i^2 / k) / (n^2 (k - 1)), R_i the
    sum of data set i: the variance when scores are exchanged within data sets. G10
    Table 10 has k (nk + 1) / 6 instead (WEB; G10 Eq. (21) misprints it), the variance
    of independent samples. It is about (k - 1) / k times too small and rejects up to
    16% of true hypotheses at a nominal 5% (k = 2), 6% at k = 10.
    """
    r = as_ranks(ranks)
    n, k = r.shape[-2:]
    within = _within(r, tie_correction=tie_correction is not False)
    return np.asarray(np.sqrt(2 * np.maximum(within, 0.0) / (k - 1)) / n)


def aligned_pair_test(
    ranks: ArrayLike, *, tie_correction: bool | None = None
) -> PairTest:
    """Test all pairs by z on average aligned ranks (G10 5, Eq. 21), for ranks (..., n,
    k).

    >>> test = aligned_pair_test([[1, 4, 9], [2, 5, 8], [3, 6, 7]])
    >>> test.statistic.round(3)[0]
    array([  nan, 1.168, 2.337])
    """
    r = as_ranks(ranks)
    error = aligned_standard_error(r, tie_correction=tie_correction)
    choices = {"variance": "permutation"} | forced_ties(tie_correction)
    doubled = np.rint(2 * r).sum(axis=-2)
    return difference_test(
        doubled, 2 * r.shape[-2] * error, choices=choices, standard_error=error
    )


def _centred_sums(ranks: FloatArray, axis: int) -> FloatArray:
    """Sum the ranks' distances from the mean rank: whole numbers and halves, so
    exact.
    """
    n, k = ranks.shape[-2:]
    return np.asarray((ranks - (n * k + 1) / 2).sum(axis=axis))


def _within(ranks: FloatArray, *, tie_correction: bool) -> FloatArray:
    """Sum of squared ranks less sum of R_i^2 / k: the sum of squares within data
    sets.
    """
    n, k = ranks.shape[-2:]
    datasets = np.square(_centred_sums(ranks, axis=-1)).sum(axis=-1) / k
    if tie_correction:
        return np.asarray(
            np.square(ranks - (n * k + 1) / 2).sum(axis=(-2, -1)) - datasets
        )
    cells = n * k
    return np.asarray(cells * (cells * cells - 1) / 12 - datasets)
