"""Wilcoxon's signed-rank test for all pairs of algorithms at once.

The test is described in Demšar (2006, section 3.1.3). The null distribution results
from sign flips: every non-zero difference keeps its rank and is positive or negative
with equal probability. For up to `MAX_EXACT` ranked differences, p-values are exact,
even with ties and zeros. For more differences, they are computed from a normal
distribution with the same variance. Zero differences that are dropped are not ranked.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cddiagram._util import Exact, FloatArray, IntArray
from cddiagram.stats.differences import pair_differences
from cddiagram.stats.pair_test import PairTest, check_shape, forced_ties
from cddiagram.stats.tails import normal_two_sided
from cddiagram.stats.ties import log_ties, rank_signed
from cddiagram.text import Option, UsageError

MAX_EXACT = 50
#: A block of pairs contains approximately this many differences. A block of this size
#: fits in the cache.
_BLOCK_SIZE = 1 << 15


@dataclass(frozen=True, slots=True)
class _SignedRanks:
    """Summaries of the signed ranks for a block of pairs, with one value for each pair.

    Attributes
    ----------
    w_plus, total : ndarray
        The rank sum W+, and the total W+ + W-.
    n_ranked : ndarray
        The number of ranked differences. Zeros are included unless they are dropped.
    n_zero_ranks : ndarray
        The number of ranks of zeros. Zeros have the ranks 1, ..., n_zero_ranks.
    sum_squares : ndarray
        The sum of the squared ranks of the non-zero differences.
    tied : ndarray of bool
        Whether non-zero differences share a rank.
    same : ndarray of bool, shape (pairs, n)
        Whether a non-zero difference is as large as the previous difference in sorted
        order.
    """

    w_plus: FloatArray
    total: FloatArray
    n_ranked: IntArray
    n_zero_ranks: IntArray
    sum_squares: FloatArray
    tied: NDArray[np.bool_]
    same: NDArray[np.bool_]


def wilcoxon_test(
    scores: ArrayLike | Exact,
    *,
    higher_is_better: bool = True,
    zeros: str = "split",
    tie_correction: bool | None = None,
    method: str = "auto",
) -> PairTest:
    """Test all pairs with Wilcoxon's two-sided signed-rank test.

    Parameters
    ----------
    scores : array_like, shape (n, k)
        The scores, with one column for each algorithm.
    higher_is_better : bool, default True
        The direction of the scores.
    zeros : {"split", "drop", "pratt"}, default "split"
        The treatment of zero differences. "split" ranks them and splits their ranks
        evenly, after dropping one zero difference if their number is odd (Demšar 2006,
        section 3.1.3). "drop" omits them (Wilcoxon). "pratt" ranks them and then drops
        their ranks (Pratt).
    tie_correction : bool, optional
        If False, the variance of the normal distribution is ``n (n + 1) (2n + 1) /
        24``, as printed in Demšar (2006, section 3.1.3). With this variance, the test
        controls the level only if there are no zeros. Otherwise, the variance of sign
        flips is used, which is one quarter of the sum of the squared ranks of the
        non-zero differences.
    method : {"auto", "exact", "asymptotic"}, default "auto"
        The method by which p-values are computed. The normal approximation does not
        include a continuity correction.

    Returns
    -------
    PairTest
        The statistic is W+, the sum of the ranks in favour of i over j. If all
        differences of a pair are zero, the p-value is 1.

    >>> result = wilcoxon_test([[0.9, 0.8], [0.7, 0.6], [0.8, 0.5], [0.6, 0.61]])
    >>> result.statistic[0, 1], result.pvalue[0, 1]
    (np.float64(9.0), np.float64(0.25))
    """
    exact_scores = Exact.of(scores)
    x = exact_scores.values
    check_shape(
        x.shape,
        "scores",
        1,
        2,
        "a single n x k table with at least two columns",
        one=True,
    )
    k = x.shape[1]
    short = exact_scores.short
    if short is not None:
        x = short.numerators
    if not higher_is_better:
        x = -x
    columns = np.ascontiguousarray(x.T)
    blocks: list[tuple[Any, ...]] = []
    first_pair = 0
    for differences in pair_differences(columns, _BLOCK_SIZE):
        packed = _pack_and_sort(differences)
        if short is None:
            _replace_close_differences(
                packed, exact_scores, first_pair, higher_is_better
            )
        first_pair += len(packed)
        ranks = _signed_ranks(packed, zeros)
        is_exact = _is_exact(ranks, method)
        pvalues = _pvalues(ranks, is_exact, zeros, tie_correction)
        blocks.append((ranks.w_plus, ranks.total - ranks.w_plus, is_exact, pvalues))
    w_plus, w_minus, exact, p = map(np.concatenate, zip(*blocks, strict=True))
    statistic = _square_of_pairs(k, w_plus, w_minus, np.nan)
    pvalue = _square_of_pairs(k, p, p, np.nan)
    was_exact = _square_of_pairs(k, exact, exact, False)
    choices: dict[str, Any] = {"zeros": zeros}
    # If there are ties, exact p-values are conditional on the ties.
    if not exact.all():
        choices |= forced_ties(tie_correction)
    names = np.array(["asymptotic", "exact"], dtype=np.object_)
    return PairTest(
        statistic=statistic,
        pvalue=pvalue,
        method=names[was_exact.astype(np.intp)],
        choices=choices,
    )


def _square_of_pairs(
    k: int, above: NDArray[Any], below: NDArray[Any], diagonal: Any
) -> NDArray[Any]:
    """Arrange the values of all pairs in an array of shape (k, k)."""
    square = np.full((k, k), diagonal, dtype=above.dtype)
    upper = np.arange(k)[:, np.newaxis] < np.arange(k)
    square[upper] = above
    square.T[upper] = below
    return square


def signed_rank_pvalues(
    differences: ArrayLike,
    *,
    zeros: str = "split",
    tie_correction: bool | None = None,
    method: str = "auto",
) -> FloatArray:
    """Return the two-sided p-values of Wilcoxon's signed-rank test for differences of
    shape (..., n).

    >>> signed_rank_pvalues([[1, 2, 3, -1], [3, 2, 1, 4]]).tolist()
    [0.375, 0.125]
    """
    d = np.array(differences, dtype=np.float64)
    packed = _pack_and_sort(d.reshape(-1, d.shape[-1]))
    ranks = _signed_ranks(packed, zeros)
    is_exact = _is_exact(ranks, method)
    pvalues = _pvalues(ranks, is_exact, zeros, tie_correction)
    return pvalues.reshape(d.shape[:-1])


def _is_exact(ranks: _SignedRanks, method: str) -> NDArray[np.bool_]:
    """Return which p-values are exact.

    If `method` is "exact", an error is raised if there are too many ranked differences.
    """
    if method == "asymptotic":
        return np.zeros(len(ranks.n_ranked), dtype=bool)
    exact = np.asarray(ranks.n_ranked <= MAX_EXACT)
    if method == "exact" and not exact.all():
        most = int(ranks.n_ranked.max())
        raise UsageError(
            "the exact signed-rank distribution is computed for up to "
            f"{MAX_EXACT} ranked differences, not {most}. Use ",
            Option("method", "auto"),
            " or 'asymptotic'.",
        )
    return exact


def _pack_and_sort(differences: FloatArray) -> NDArray[np.uint64]:
    """Pack each difference into one integer, ``bits << 1 | negative``, and sort each
    row in place.

    The integers that represent positive doubles have the same order as the doubles.
    Differences are therefore sorted by absolute value. If absolute values are equal,
    negative differences come last.
    """
    packed = differences.view(np.uint64)
    negative_bit = packed >> np.uint64(63)
    packed <<= np.uint64(1)
    packed |= negative_bit
    packed.sort(axis=1)
    return packed


def _replace_close_differences(
    packed: NDArray[np.uint64], exact: Exact, first_pair: int, higher_is_better: bool
) -> None:
    """Replace differences by their run numbers for some pairs in a block.

    For these pairs, some differences are so close to each other, or to 0, that their
    doubles do not determine which of them are tied.
    """
    sizes = (packed >> np.uint64(1)).view(np.float64)
    gaps = sizes[:, 1:] - sizes[:, :-1]
    if gaps.min(initial=np.inf) > exact.near and sizes[:, 0].min() > exact.near:
        return
    is_apart = (gaps > exact.near).all(axis=1)
    close = ~(is_apart & (sizes[:, 0] > exact.near))
    i, j = np.triu_indices(exact.values.shape[1], 1)
    block = slice(first_pair, first_pair + len(packed))
    first, second = i[block][close], j[block][close]
    differences = exact.whole.transposed().differences(first, second)
    if not higher_is_better:
        differences = -differences
    runs, by_tolerance = rank_signed(differences)
    log_ties(exact, "differences", first[by_tolerance], second[by_tolerance])
    packed[close] = _pack_and_sort(runs)


def _signed_ranks(packed: NDArray[np.uint64], zeros: str) -> _SignedRanks:
    """Compute the sums of signed ranks for each row.

    At first, W- is the sum of the positions of the negative differences. In a group of
    ties, the negative differences come last, so their positions exceed their ranks by
    half of (positives x negatives) in total. A group of t ties reduces the sum of
    squared ranks by (t^3 - t) / 12.
    """
    n = packed.shape[1]
    flat = packed.reshape(-1)
    different_bits = flat[1:] ^ flat[:-1]
    same = np.zeros(packed.shape, dtype=bool)
    # The comparison of two numbers ignores the sign bit.
    same.reshape(-1)[1:] = different_bits <= np.uint64(1)
    same[:, 0] = False
    negative = (packed & np.uint64(1)).astype(bool)
    n_zero = dropped = np.zeros(len(packed), dtype=np.int64)
    if packed[:, 0].min() <= 1:
        zero = packed <= 1
        n_zero = np.count_nonzero(zero, axis=1)
        dropped = {"drop": n_zero, "split": n_zero % 2, "pratt": dropped}[zeros]
        same &= ~zero
        negative &= ~zero

    n_zero_ranks = n_zero - dropped
    n_ranked = n - dropped
    sums, sums_of_squares = _cumulative_sums(n)
    w_minus = negative @ np.arange(1.0, n + 1)
    if dropped.any():
        w_minus -= dropped * np.count_nonzero(negative, axis=1)
    sum_squares = sums_of_squares[n_ranked] - sums_of_squares[n_zero_ranks]
    tied = np.asarray(same.any(axis=1))
    if tied.any():
        mixed, cubes = _tie_sums(same[tied], negative[tied])
        w_minus[tied] -= mixed / 2.0
        sum_squares[tied] -= cubes / 12.0
    zero_sum = sums[n_zero_ranks]
    total = sums[n_ranked]
    if zeros == "split":
        w_minus += zero_sum / 2.0
    else:
        total -= zero_sum
    w_plus = total - w_minus
    return _SignedRanks(w_plus, total, n_ranked, n_zero_ranks, sum_squares, tied, same)


@lru_cache(maxsize=4)
def _cumulative_sums(n: int) -> tuple[FloatArray, FloatArray]:
    """Return the sums of 1, ..., m and the sums of their squares for m = 0, ..., n."""
    number = np.arange(n + 1, dtype=np.float64)
    return np.cumsum(number), np.cumsum(number * number)


def _tie_sums(
    same: NDArray[np.bool_], negative: NDArray[np.bool_]
) -> tuple[FloatArray, FloatArray]:
    """Return the sums of positives x negatives and of t^3 - t over the groups of ties
    in each row.
    """
    rows, n = same.shape
    flat = same.reshape(-1)
    # The value changes at the first member of each group and after its last member. No
    # group extends over two rows, because the first value in each row is False.
    changes = np.flatnonzero(flat[1:] != flat[:-1])
    if flat[-1]:
        changes = np.append(changes, flat.size - 1)
    first, last = changes[::2], changes[1::2]
    size = (last - first + 1).astype(np.float64)
    is_negative = negative.reshape(-1)
    negatives_until = np.cumsum(is_negative, dtype=np.int32)
    n_negative = negatives_until[last] - negatives_until[first] + is_negative[first]
    row = first // n
    products = n_negative * (size - n_negative)
    mixed = np.bincount(row, weights=products, minlength=rows)
    cubes = np.bincount(row, weights=size**3 - size, minlength=rows)
    return mixed.astype(np.float64), cubes.astype(np.float64)


def _pvalues(
    ranks: _SignedRanks,
    exact: NDArray[np.bool_],
    zeros: str,
    tie_correction: bool | None,
) -> FloatArray:
    """Return two-sided p-values from sign flips or from the normal distribution."""
    p = _exact_pvalues(ranks, exact, zeros)
    if exact.all():
        return p
    variance = ranks.sum_squares / 4.0
    if tie_correction is False:
        n = ranks.n_ranked
        variance = n * (n + 1) * (2 * n + 1) / 24.0
    # If all differences are zero, z is 0.
    variance = np.where(ranks.sum_squares > 0.0, variance, np.inf)
    deviation = np.sqrt(variance)
    z = (ranks.w_plus - ranks.total / 2.0) / deviation
    return np.where(exact, p, normal_two_sided(z))


def _exact_pvalues(
    ranks: _SignedRanks, exact: NDArray[np.bool_], zeros: str
) -> FloatArray:
    """Return two-sided p-values under sign flips.

    The p-values are 1 for pairs whose differences are all zero, and for pairs whose
    p-values are not exact.
    """
    p = np.ones(len(exact))
    selected = exact & (ranks.sum_squares > 0.0)
    smaller = np.minimum(ranks.w_plus, ranks.total - ranks.w_plus)
    if zeros == "split":
        smaller -= ranks.n_zero_ranks * (ranks.n_zero_ranks + 1) / 4.0
    untied = np.flatnonzero(selected & ~ranks.tied)
    tied = np.flatnonzero(selected & ranks.tied)
    if untied.size:
        sums = np.rint(smaller).astype(np.int64)
        n_zero_ranks = ranks.n_zero_ranks[untied]
        n_ranked = ranks.n_ranked[untied]
        sizes = {*zip(n_zero_ranks.tolist(), n_ranked.tolist(), strict=True)}
        for size in sorted(sizes):
            rows = untied[(n_zero_ranks == size[0]) & (n_ranked == size[1])]
            p[rows] = _untied_tail(*size)[sums[rows]]
    if tied.size:
        doubled = _doubled_ranks(
            ranks.same[tied], ranks.n_zero_ranks[tied], ranks.n_ranked[tied]
        )
        doubled_sums = np.rint(2.0 * smaller[tied]).astype(np.int64).tolist()
        for pair, row, doubled_sum in zip(tied, doubled, doubled_sums, strict=True):
            p[pair] = _sign_flip_tail(row)[doubled_sum]
    return np.minimum(2.0 * p, 1.0)


def _doubled_ranks(
    same: NDArray[np.bool_], n_zero_ranks: IntArray, n_ranked: IntArray
) -> list[tuple[int, ...]]:
    """Return twice the ranks of the non-zero differences in each row, in ascending
    order.

    Zeros come first in each row and have the first n_zero_ranks ranks.
    """
    rows, n = same.shape
    # The groups of equal differences are processed in order, in all rows at once. The
    # mean of the positions begin, ..., end - 1 is (begin + end - 1) / 2, so twice this
    # mean is begin + end - 1.
    begin = np.flatnonzero(~same)
    end = np.append(begin[1:], same.size)
    doubled = np.repeat(begin + end, end - begin).reshape(rows, n)
    # The number includes the zeros that were dropped.
    n_zero = n - (n_ranked - n_zero_ranks)
    shift = n_zero_ranks - n_zero - n * np.arange(rows)
    doubled += (2 * shift + 1)[:, np.newaxis]
    starts = zip(doubled.tolist(), n_zero.tolist(), strict=True)
    return [tuple(row[start:]) for row, start in starts]


@lru_cache(maxsize=256)
def _untied_tail(n_zero_ranks: int, n_ranked: int) -> FloatArray:
    """Return P(W <= w) for w = 0, 1, ... and the ranks n_zero_ranks + 1 to n_ranked."""
    return _sign_flip_tail(tuple(range(n_zero_ranks + 1, n_ranked + 1)))


@lru_cache(maxsize=1024)
def _sign_flip_tail(ranks: tuple[int, ...]) -> FloatArray:
    """Return P(W <= w) for w = 0, 1, ... if each integer rank is added to W with
    probability 1/2.

    There are at most 2^50 subsets of `MAX_EXACT` ranks, so doubles represent their
    counts exactly.
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
    """Return the largest min(W+, W-) that is significant at the two-sided level alpha
    for n untied non-zero differences.

    Return None if no value is significant.
    """
    significant = np.flatnonzero(2.0 * _untied_tail(0, n) <= alpha)
    if not significant.size:
        return None
    return int(significant[-1])
