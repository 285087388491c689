"""Wilcoxon's signed-rank test for all pairs of algorithms at once (D06 3.1.3).

The null distribution is that of the sign flips: every non-zero difference keeps its rank and is as likely positive as
negative. It is used exactly, ties and zeros included, up to `MAX_EXACT` data sets, and through a normal distribution
with its own variance beyond.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cddiagram.errors import UsageError, choose_from
from cddiagram.names import METHODS, ZEROS
from cddiagram.stats.mean_ranks import normal_two_sided
from cddiagram.stats.rounding import round_difference

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]

MAX_EXACT = 50
#: Pairs are worked on in blocks of about so many differences, so that memory stays small for any k.
_BLOCK_SIZE = 1 << 17


@dataclass(frozen=True, kw_only=True, eq=False)
class WilcoxonResult:
    """The signed-rank test of all pairs.

    Attributes
    ----------
    statistic : ndarray, shape (k, k)
        ``W+[i, j]``, the sum of ranks in favour of i over j; NaN on the diagonal.
    pvalue : ndarray, shape (k, k)
        Two-sided p-values; NaN on the diagonal.
    exact : ndarray of bool, shape (k, k)
        Where the p-value comes from the exact sign-flip distribution.
    zeros : str
        How zero differences were treated.
    """

    statistic: FloatArray
    pvalue: FloatArray
    exact: NDArray[np.bool_]
    zeros: str


@dataclass(frozen=True, slots=True)
class _SignedRanks:
    """What a block of p pairs needs: one value for each pair, the ranks only where they are tied."""

    w_plus: FloatArray
    n_ranked: IntArray  # differences that hold a rank, zeros that were kept included
    n_zero_ranks: IntArray  # ranks 1 .. n_zero_ranks belong to zeros
    sum_squares: FloatArray  # of the ranks of the non-zero differences
    tied: NDArray[np.bool_]  # whether two non-zero differences share a rank


def wilcoxon_test(
    scores: ArrayLike,
    *,
    higher_is_better: bool = True,
    zeros: str = "split",
    tie_correction: bool | None = None,
    method: str = "auto",
) -> WilcoxonResult:
    """Test each pair of algorithms with Wilcoxon's signed-rank test, two-sided.

    Parameters
    ----------
    scores : array_like, shape (n, k)
        Scores of k algorithms on n data sets.
    higher_is_better : bool, default True
        Direction of the scores.
    zeros : {"split", "drop", "pratt"}
        ``"split"``: zero differences are ranked and their ranks split evenly; one is dropped if their number is odd
        (D06 3.1.3). ``"drop"``: they are dropped (Wilcoxon). ``"pratt"``: they are ranked, then their ranks dropped.
    tie_correction : bool, optional
        Variance of the normal distribution: by default and with True the sign-flip variance, a quarter of the sum of
        squared ranks of the non-zero differences; False is ``n (n + 1) (2n + 1) / 24`` as printed in D06 3.1.3, which
        holds its level only without zeros.
    method : {"auto", "exact", "asymptotic"}
        ``"auto"`` is exact up to 50 ranked differences.

    Returns
    -------
    WilcoxonResult
        A pair without any non-zero difference has p = 1. The normal p has no continuity correction.

    Raises
    ------
    UsageError
        Unknown `zeros` or `method`; "exact" with more than 50 ranked differences.

    Examples
    --------
    >>> result = wilcoxon_test([[0.9, 0.8], [0.7, 0.6], [0.8, 0.5], [0.6, 0.61]])
    >>> result.statistic[0, 1], result.pvalue[0, 1]
    (np.float64(9.0), np.float64(0.25))
    """
    if zeros not in ZEROS:
        raise UsageError(choose_from("zeros", zeros, ZEROS))
    if method not in METHODS:
        raise UsageError(choose_from("method", method, METHODS))
    x = np.asarray(scores, dtype=np.float64)
    n, k = x.shape
    columns = np.ascontiguousarray(x.T if higher_is_better else -x.T)
    first, second = np.triu_indices(k, 1)
    statistic, pvalue = np.full((k, k), np.nan), np.full((k, k), np.nan)
    exact = np.zeros((k, k), dtype=bool)
    block = max(1, _BLOCK_SIZE // n)
    for start in range(0, len(first), block):
        i, j = first[start : start + block], second[start : start + block]
        differences = round_difference(columns[i], columns[j])
        ranks = _signed_ranks(differences, zeros)
        total = ranks.n_ranked * (ranks.n_ranked + 1) / 2.0
        if zeros == "pratt":
            total = total - ranks.n_zero_ranks * (ranks.n_zero_ranks + 1) / 2.0
        p, was_exact = _pvalues(differences, ranks, total, zeros, tie_correction, method)
        statistic[i, j], statistic[j, i] = ranks.w_plus, total - ranks.w_plus
        pvalue[i, j] = pvalue[j, i] = p
        exact[i, j] = exact[j, i] = was_exact
    return WilcoxonResult(statistic=statistic, pvalue=pvalue, exact=exact, zeros=zeros)


def _signed_ranks(differences: FloatArray, zeros: str) -> _SignedRanks:
    """Rank the absolute differences of each row and sum what is needed of them.

    The absolute value and the sign are packed into one integer (bits << 1 | negative), so a plain sort puts the
    positives first inside each tie group, and W+ is the sum of the places of the positives plus half of
    (positives x negatives) of each group.
    """
    n = differences.shape[1]
    packed = np.abs(differences).view(np.uint64) << np.uint64(1)
    packed |= differences < 0.0
    packed.sort(axis=1)
    size = packed >> np.uint64(1)
    positive = ((packed & np.uint64(1)) == 0) & (size != 0)
    n_zero = np.count_nonzero(size == 0, axis=1)
    dropped = n_zero if zeros == "drop" else (n_zero % 2 if zeros == "split" else np.zeros_like(n_zero))
    place = np.arange(1, n + 1, dtype=np.float64)
    w_plus = positive @ place - positive.sum(axis=1) * dropped
    squares = np.arange(n + 1, dtype=np.float64)
    squares = squares * (squares + 1) * (2 * squares + 1) / 6
    kept_zeros = n_zero - dropped
    sum_squares = squares[n - dropped] - squares[kept_zeros]

    same = (size[:, 1:] == size[:, :-1]) & (size[:, 1:] != 0)
    tied = same.any(axis=1)
    if tied.any():
        group_sums, cubes = _tie_sums(same[tied], positive[tied])
        w_plus[tied] += group_sums / 2.0
        sum_squares[tied] -= cubes / 12.0
    if zeros == "split":
        w_plus = w_plus + kept_zeros * (kept_zeros + 1) / 4.0
    return _SignedRanks(w_plus, n - dropped, kept_zeros, sum_squares, tied)


def _tie_sums(same: NDArray[np.bool_], positive: NDArray[np.bool_]) -> tuple[FloatArray, FloatArray]:
    """Sum positives x negatives, and t^3 - t, over the tie groups of each row."""
    rows, n = positive.shape
    starts = np.ones((rows, n), dtype=bool)
    starts[:, 1:] = ~same
    begin = np.flatnonzero(starts.ravel())
    size = np.diff(begin, append=rows * n)
    n_positive = np.add.reduceat(positive.ravel().astype(np.int64), begin)
    row = begin // n
    # Zeros are never marked as tied, so they are groups of one and add nothing to either sum.
    mixed = np.bincount(row, weights=n_positive * (size - n_positive), minlength=rows)
    cubes = np.bincount(row, weights=size.astype(np.float64) ** 3 - size, minlength=rows)
    return np.asarray(mixed, dtype=np.float64), np.asarray(cubes, dtype=np.float64)


def _pvalues(
    differences: FloatArray,
    ranks: _SignedRanks,
    total: FloatArray,
    zeros: str,
    tie_correction: bool | None,
    method: str,
) -> tuple[FloatArray, NDArray[np.bool_]]:
    n_exact = ranks.n_ranked if method != "asymptotic" else np.full_like(ranks.n_ranked, MAX_EXACT + 1)
    exact = n_exact <= MAX_EXACT
    if method == "exact" and not exact.all():
        raise UsageError(
            f"the exact signed-rank distribution goes up to {MAX_EXACT} data sets, not {differences.shape[1]}: "
            "use method='auto' or 'asymptotic'."
        )
    p = np.ones(len(total))
    nonzero = ranks.sum_squares > 0
    variance = ranks.sum_squares / 4.0
    if tie_correction is False:
        variance = ranks.n_ranked * (ranks.n_ranked + 1) * (2 * ranks.n_ranked + 1) / 24.0
    wide = nonzero & ~exact
    p[wide] = normal_two_sided((ranks.w_plus[wide] - total[wide] / 2.0) / np.sqrt(variance[wide]))
    for row in np.flatnonzero(nonzero & exact):
        smaller = min(ranks.w_plus[row], total[row] - ranks.w_plus[row])
        n_zero_ranks, n_ranked = int(ranks.n_zero_ranks[row]), int(ranks.n_ranked[row])
        if zeros == "split":
            smaller -= n_zero_ranks * (n_zero_ranks + 1) / 4.0
        if ranks.tied[row]:
            doubled = _doubled_ranks(differences[row], n_zero_ranks, n_ranked)
            tail = _sign_flip_tail(doubled)[round(2 * smaller)]
        else:
            tail = _untied_tail(n_zero_ranks, n_ranked)[round(smaller)]
        p[row] = min(1.0, 2.0 * tail)
    return p, exact


def _doubled_ranks(differences: FloatArray, n_zero_ranks: int, n_ranked: int) -> tuple[int, ...]:
    """Give twice the ranks of the non-zero differences, ascending; zeros hold the first n_zero_ranks ranks."""
    _, counts = np.unique(np.abs(differences[differences != 0.0]), return_counts=True)
    last = n_zero_ranks + np.cumsum(counts)
    return tuple(np.repeat(2 * last - counts + 1, counts).tolist())


@lru_cache(maxsize=256)
def _untied_tail(n_zero_ranks: int, n_ranked: int) -> FloatArray:
    """P(W <= w), w = 0, 1, ..., for the untied ranks n_zero_ranks + 1 ... n_ranked."""
    return _sign_flip_tail(tuple(range(n_zero_ranks + 1, n_ranked + 1)))


@lru_cache(maxsize=1024)
def _sign_flip_tail(ranks: tuple[int, ...]) -> FloatArray:
    """P(W <= w), w = 0, 1, ..., where each of the integer ranks counts with probability 1/2.

    The counts of subsets are integers below 2^50 (at most MAX_EXACT ranks), so doubles hold them exactly.
    """
    counts = np.zeros(sum(ranks) + 1)
    counts[0] = 1.0
    top = 0
    for rank in ranks:
        counts[rank : top + rank + 1] += counts[: top + 1].copy()
        top += rank
    tail: FloatArray = np.cumsum(counts) * 0.5 ** len(ranks)
    tail.setflags(write=False)
    return tail


def critical_signed_rank_sum(n: int, alpha: float) -> int | None:
    """Give the largest min(W+, W-) that is significant at alpha, two-sided, for n untied non-zero differences.

    Parameters
    ----------
    n : int
        Number of data sets, at most 50.
    alpha : float
        Level.

    Returns
    -------
    int or None
        The exact critical value; None where even 0 is not significant.

    Examples
    --------
    Demsar 2006, section 3.1.3: 14 data sets at 0.05.

    >>> critical_signed_rank_sum(14, 0.05)
    21
    """
    if not 1 <= n <= MAX_EXACT:
        raise UsageError(f"exact critical values go from 1 to {MAX_EXACT} data sets, not {n}.")
    significant = np.flatnonzero(2.0 * _untied_tail(0, n) <= alpha)
    return int(significant[-1]) if significant.size else None
