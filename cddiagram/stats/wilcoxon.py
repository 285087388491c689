"""Wilcoxon's signed-rank test for all pairs of algorithms at once (D06 3.1.3).

The null distribution is that of the sign flips: every non-zero difference keeps its
rank and is as likely positive as negative. It is used exactly, ties and zeros included,
for up to `MAX_EXACT` differences with a rank, and through a normal distribution with
its own variance beyond. A zero that is dropped has no rank.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cddiagram._util import Exact, FloatArray, IntArray
from cddiagram.stats.differences import pair_differences, whole_differences
from cddiagram.stats.pair_test import PairTest, check_shape, forced_ties
from cddiagram.stats.ranks import signed_runs, tell
from cddiagram.stats.tails import normal_two_sided
from cddiagram.text import Option, UsageError

MAX_EXACT = 50
#: Pairs are worked on in blocks of about so many differences, which stay in the cache.
_BLOCK_SIZE = 1 << 15


@dataclass(frozen=True, slots=True)
class _SignedRanks:
    """What a block of pairs needs: one value for each pair, and the ranks where they
    may be needed one by one.
    """

    w_plus: FloatArray
    total: FloatArray  # W+ + W-
    n_ranked: IntArray  # differences that hold a rank, zeros that were kept included
    n_zero_ranks: IntArray  # ranks 1 .. n_zero_ranks belong to zeros
    sum_squares: FloatArray  # of the ranks of the non-zero differences
    tied: NDArray[np.bool_]  # whether two non-zero differences share a rank
    same: NDArray[
        np.bool_
    ]  # (pairs, n): whether a sorted non-zero difference is as large as the one before


def wilcoxon_test(
    scores: ArrayLike | Exact,
    *,
    higher_is_better: bool = True,
    zeros: str = "split",
    tie_correction: bool | None = None,
    method: str = "auto",
) -> PairTest:
    """Test each pair of algorithms with Wilcoxon's signed-rank test, two-sided, for
    scores (n, k).

    The statistic is W+, the sum of ranks in favour of i over j. A pair without any
    non-zero difference has p = 1. The normal p has no continuity correction.
    ``zeros="split"``: zero differences are ranked and their ranks split evenly; one is
    dropped if their number is odd (D06 3.1.3). ``"drop"``: they are dropped (Wilcoxon).
    ``"pratt"``: they are ranked, then their ranks dropped. The variance of the normal
    distribution is that of the sign flips, a quarter of the sum of squared ranks of the
    non-zero differences; with ``tie_correction=False`` ``n (n + 1) (2n + 1) / 24`` as
    printed in D06 3.1.3, which holds its level only without zeros.

    >>> result = wilcoxon_test([[0.9, 0.8], [0.7, 0.6], [0.8, 0.5], [0.6, 0.61]])
    >>> result.statistic[0, 1], result.pvalue[0, 1]
    (np.float64(9.0), np.float64(0.25))
    """
    exact_scores = Exact.of(scores)
    x = exact_scores.values
    check_shape(x.shape, "scores", 1, 2, "one table (n, k) with k at least 2", one=True)
    k = x.shape[1]
    short = exact_scores.short
    if short is not None:
        x = short.numerators
    columns = np.ascontiguousarray(x.T if higher_is_better else -x.T)
    blocks: list[tuple[Any, ...]] = []
    done = 0
    for differences in pair_differences(columns, _BLOCK_SIZE):
        packed = _packed(differences)
        if short is None:
            _settle(packed, exact_scores, done, higher_is_better)
        done += len(packed)
        ranks = _signed_ranks(packed, zeros)
        exact = _exact_wanted(ranks, method)
        blocks.append(
            (
                ranks.w_plus,
                ranks.total,
                exact,
                _pvalues(ranks, exact, zeros, tie_correction),
            )
        )
    joined = (
        blocks[0]
        if len(blocks) == 1
        else [np.concatenate(parts) for parts in zip(*blocks, strict=True)]
    )
    w_plus, total, exact, p = joined
    upper = np.arange(k)[:, np.newaxis] < np.arange(k)
    statistic, pvalue, was_exact = (
        np.full((k, k), np.nan),
        np.full((k, k), np.nan),
        np.zeros((k, k), dtype=bool),
    )
    for square, above, below in (
        (statistic, w_plus, total - w_plus),
        (pvalue, p, p),
        (was_exact, exact, exact),
    ):
        square[upper] = above
        square.T[upper] = below
    return PairTest(
        statistic=statistic,
        pvalue=pvalue,
        method=np.array(["asymptotic", "exact"], dtype=np.object_)[
            was_exact.astype(np.intp)
        ],
        # A choice about ties takes part where a p-value is not exact.
        choices={"zeros": zeros} | ({} if exact.all() else forced_ties(tie_correction)),
    )


def signed_rank_pvalues(
    differences: ArrayLike,
    *,
    zeros: str = "split",
    tie_correction: bool | None = None,
    method: str = "auto",
) -> FloatArray:
    """Return the two-sided p-values of Wilcoxon's signed-rank test for differences
    (..., n).

    >>> signed_rank_pvalues([[1, 2, 3, -1], [3, 2, 1, 4]]).tolist()
    [0.375, 0.125]
    """
    d = np.array(differences, dtype=np.float64)
    ranks = _signed_ranks(_packed(d.reshape(-1, d.shape[-1])), zeros)
    exact = _exact_wanted(ranks, method)
    return _pvalues(ranks, exact, zeros, tie_correction).reshape(d.shape[:-1])


def _exact_wanted(ranks: _SignedRanks, method: str) -> NDArray[np.bool_]:
    """Return whose p-values are exact; refuse to make all of them so if too many
    differences have a rank.
    """
    exact = np.asarray(ranks.n_ranked <= (MAX_EXACT if method != "asymptotic" else -1))
    if method == "exact" and not exact.all():
        most = int(ranks.n_ranked.max())
        limit = (
            f"the exact signed-rank distribution is computed for up to {MAX_EXACT} "
            f"ranked differences, not {most}: "
        )
        raise UsageError(limit, "use ", Option("method", "auto"), " or 'asymptotic'.")
    return exact


def _packed(differences: FloatArray) -> NDArray[np.uint64]:
    """Pack absolute value and sign of each difference into one integer (bits << 1 |
    negative); sort rows, in place.
    """
    packed = differences.view(np.uint64)
    negative_bit = packed >> np.uint64(63)
    packed <<= np.uint64(1)
    packed |= negative_bit
    packed.sort(axis=1)
    return packed


def _settle(
    packed: NDArray[np.uint64], exact: Exact, done: int, higher_is_better: bool
) -> None:
    """Where differences of a pair are too near each other, or to 0, for doubles: number
    their runs instead, exactly.
    """
    sizes = (packed >> np.uint64(1)).view(np.float64)
    gaps = sizes[:, 1:] - sizes[:, :-1]
    if gaps.min(initial=np.inf) > exact.near and sizes[:, 0].min() > exact.near:
        return
    near = ~((gaps > exact.near).all(axis=1) & (sizes[:, 0] > exact.near))
    first, second = (
        places[done : done + len(packed)][near]
        for places in np.triu_indices(exact.values.shape[1], 1)
    )
    numbers, coarse, _ = whole_differences(exact.whole, first, second, axis=0)
    runs, made = signed_runs(numbers if higher_is_better else -numbers, coarse)
    tell(exact, "differences", first[made], second[made])
    packed[near] = _packed(runs)


def _signed_ranks(packed: NDArray[np.uint64], zeros: str) -> _SignedRanks:
    """Sum what is needed of the ranks of each row."""
    # W- is the sum of the places of the negatives; in a tie group, where they stand
    # last, that is too much by half of (positives x negatives).
    n = packed.shape[1]
    flat = packed.reshape(-1)
    same = np.zeros(packed.shape, dtype=bool)
    np.less_equal(flat[1:] ^ flat[:-1], np.uint64(1), out=same.reshape(-1)[1:])
    same[:, 0] = False
    negative = (packed & np.uint64(1)).astype(bool)
    n_zero = dropped = np.zeros(len(packed), dtype=np.int64)
    if packed[:, 0].min() <= 1:
        zero = packed <= 1
        n_zero = np.count_nonzero(zero, axis=1)
        dropped = {"drop": n_zero, "split": n_zero % 2, "pratt": dropped}[zeros]
        same &= ~zero
        negative &= ~zero

    kept_zeros, n_ranked = n_zero - dropped, n - dropped
    sums, sums_of_squares = _sums(n)
    w_minus = negative @ np.arange(1.0, n + 1)
    if dropped.any():
        w_minus -= dropped * np.count_nonzero(negative, axis=1)
    sum_squares = sums_of_squares[n_ranked] - sums_of_squares[kept_zeros]
    tied = np.asarray(same.any(axis=1))
    if tied.any():
        mixed, cubes = _tie_sums(same[tied], negative[tied])
        w_minus[tied] -= mixed / 2.0
        sum_squares[tied] -= cubes / 12.0
    zero_sum, total = sums[kept_zeros], sums[n_ranked]
    if zeros == "split":
        w_minus += zero_sum / 2.0
    else:
        total -= zero_sum
    return _SignedRanks(
        total - w_minus, total, n_ranked, kept_zeros, sum_squares, tied, same
    )


@lru_cache(maxsize=4)
def _sums(n: int) -> tuple[FloatArray, FloatArray]:
    """Sum 1 .. m, and their squares, for m = 0 .. n."""
    number = np.arange(n + 1, dtype=np.float64)
    return np.cumsum(number), np.cumsum(number * number)


def _tie_sums(
    same: NDArray[np.bool_], negative: NDArray[np.bool_]
) -> tuple[FloatArray, FloatArray]:
    """Sum positives x negatives, and t^3 - t, over the groups of t > 1 tied differences
    of each row.
    """
    rows, n = same.shape
    flat = same.reshape(-1)
    # The first and the last of each group in turn: a row begins a new one.
    turns = np.flatnonzero(flat[1:] != flat[:-1])
    if flat[-1]:
        turns = np.append(turns, flat.size - 1)
    begin, last = turns[::2], turns[1::2]
    negatives_before = np.cumsum(
        negative.reshape(-1), dtype=np.int32
    )  # at begin stands a positive, if there is any
    size = (last - begin + 1).astype(np.float64)
    n_negative = (
        negatives_before[last] - negatives_before[begin] + negative.reshape(-1)[begin]
    )
    row = begin // n
    mixed = np.bincount(row, weights=n_negative * (size - n_negative), minlength=rows)
    cubes = np.bincount(row, weights=size**3 - size, minlength=rows)
    return np.asarray(mixed, dtype=np.float64), np.asarray(cubes, dtype=np.float64)


def _pvalues(
    ranks: _SignedRanks,
    exact: NDArray[np.bool_],
    zeros: str,
    tie_correction: bool | None,
) -> FloatArray:
    """Two-sided p-values, under all sign flips where that is wanted."""
    p = _exact_pvalues(ranks, exact, zeros)
    if exact.all():
        return p
    variance = ranks.sum_squares / 4.0
    if tie_correction is False:
        variance = (
            ranks.n_ranked * (ranks.n_ranked + 1) * (2 * ranks.n_ranked + 1) / 24.0
        )
    deviation = np.sqrt(
        np.where(ranks.sum_squares > 0.0, variance, np.inf)
    )  # z is 0 where no difference is not zero
    return np.where(
        exact, p, normal_two_sided((ranks.w_plus - ranks.total / 2.0) / deviation)
    )


def _exact_pvalues(
    ranks: _SignedRanks, exact: NDArray[np.bool_], zeros: str
) -> FloatArray:
    """Two-sided p-values under the sign flips where they are wanted; 1 elsewhere, and
    without non-zero differences.
    """
    p = np.ones(len(exact))
    wanted = exact & (ranks.sum_squares > 0.0)
    smaller = np.minimum(ranks.w_plus, ranks.total - ranks.w_plus)
    if zeros == "split":
        smaller -= ranks.n_zero_ranks * (ranks.n_zero_ranks + 1) / 4.0
    untied, tied = (
        np.flatnonzero(wanted & ~ranks.tied),
        np.flatnonzero(wanted & ranks.tied),
    )
    if untied.size:
        sums = np.rint(smaller).astype(np.int64)
        places = set(
            zip(
                ranks.n_zero_ranks[untied].tolist(),
                ranks.n_ranked[untied].tolist(),
                strict=True,
            )
        )
        for n_zero_ranks, n_ranked in sorted(places):
            rows = untied[
                (ranks.n_zero_ranks[untied] == n_zero_ranks)
                & (ranks.n_ranked[untied] == n_ranked)
            ]
            p[rows] = _untied_tail(n_zero_ranks, n_ranked)[sums[rows]]
    if tied.size:
        doubled = _doubled_ranks(
            ranks.same[tied], ranks.n_zero_ranks[tied], ranks.n_ranked[tied]
        )
        sums = np.rint(2.0 * smaller[tied]).astype(np.int64)
        p[tied] = [
            _sign_flip_tail(row)[place]
            for row, place in zip(doubled, sums.tolist(), strict=True)
        ]
    return np.minimum(2.0 * p, 1.0)  # those that are not wanted are 1


def _doubled_ranks(
    same: NDArray[np.bool_], n_zero_ranks: IntArray, n_ranked: IntArray
) -> list[tuple[int, ...]]:
    """Return twice the ranks of the non-zero differences of each row, ascending; zeros
    hold the first n_zero_ranks.
    """
    rows, n = same.shape
    begin = np.flatnonzero(
        ~same
    )  # of each group of equal differences, rows one after the other
    end = np.append(begin[1:], same.size)
    doubled = np.repeat(begin + end, end - begin).reshape(rows, n)
    n_before = n - (n_ranked - n_zero_ranks)  # zeros stand first, dropped or not
    doubled += (2 * (n_zero_ranks - n_before - n * np.arange(rows)) + 1)[:, np.newaxis]
    return [
        tuple(row[start:])
        for row, start in zip(doubled.tolist(), n_before.tolist(), strict=True)
    ]


@lru_cache(maxsize=256)
def _untied_tail(n_zero_ranks: int, n_ranked: int) -> FloatArray:
    """P(W <= w), w = 0, 1, ..., for the untied ranks n_zero_ranks + 1 ... n_ranked."""
    return _sign_flip_tail(tuple(range(n_zero_ranks + 1, n_ranked + 1)))


@lru_cache(maxsize=1024)
def _sign_flip_tail(ranks: tuple[int, ...]) -> FloatArray:
    """P(W <= w), w = 0, 1, ..., where each of the integer ranks counts with probability
    1/2.
    """
    # Of subsets: integers below 2^50 (at most MAX_EXACT ranks), so doubles hold them
    # exactly.
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
    """Return the largest min(W+, W-) that is significant at alpha, two-sided, for n
    untied non-zero differences.
    """
    significant = np.flatnonzero(2.0 * _untied_tail(0, n) <= alpha)
    return int(significant[-1]) if significant.size else None
