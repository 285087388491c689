"""Tests of pairs by sign flips of the data sets, and their step-down max-T adjustment.

Let D_i be the difference of a pair on data set i: of scores, of their signed ranks or
signs, or of the ranks within the data set. If the two algorithms are equal, D_i and
-D_i are equally likely. The statistic of a pair is ``|sum D_i| / sqrt(sum D_i^2)``. One
pattern of signs flips the differences of all pairs on a data set together (for ranks,
it reverses the whole ranking), so the patterns keep the dependence between the pairs.

The step-down procedure compares the largest statistic with the largest one of each
pattern, then the second largest with the largest one of the remaining pairs, and so on
(Westfall and Young 1993, algorithms 2.8 and 4.1). It controls the family-wise error
rate exactly if the differences of all equal pairs are jointly symmetric, and
asymptotically if their means are 0.

A pattern and its reverse have the same statistics. So the sign of the last data set is
fixed if all patterns are counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from cddiagram._util import Exact, FloatArray, IntArray
from cddiagram.stats.differences import differences_from, signs_from
from cddiagram.stats.pair_test import PairTest, as_ranks, check_shape
from cddiagram.stats.paired_t import relative_differences
from cddiagram.stats.ranks import rank_plain
from cddiagram.text import InputError

#: All patterns of signs are counted for up to so many data sets, and random ones for
#: more.
MOST_COUNTED = 16
#: Random patterns, and the seed of their generator.
RANDOM_PATTERNS, SEED = 9_999, 0
#: Statistics that are smaller than the observed one by this part of it tie with it.
_TOLERANCE = 1e-9
#: Rounding errors of sums, in standard deviations of the sum, are smaller than this.
_ROUNDING = 1e-10
#: Most numbers in a block of patterns, and most data sets whose blocks are cached.
_BLOCK, _MOST_KEPT = 1 << 22, 64
#: Pairs whose differences are multiplied with the signs at once.
_PAIRS = 128


def pattern_count(n: int) -> int:
    """Return how many patterns of signs are tried for n data sets.

    >>> pattern_count(6), pattern_count(30)
    (32, 9999)
    """
    return 2 ** (n - 1) if n <= MOST_COUNTED else RANDOM_PATTERNS


def smallest_flip_pvalue(n: int) -> float:
    """Return the smallest p-value on n data sets, unadjusted and adjusted.

    It is attained if one algorithm is better than all others by the same difference on
    every data set, because no other pattern then has a statistic as large.

    >>> smallest_flip_pvalue(6), smallest_flip_pvalue(30)
    (0.03125, 0.0001)
    """
    least = 1 if n <= MOST_COUNTED else 0
    return float(_share(np.array(least), n))


def _share(counts: IntArray, n: int) -> FloatArray:
    """Return p-values from counts of patterns.

    They are shares of all patterns, or of the random patterns and the observed one.
    """
    if n <= MOST_COUNTED:
        return np.asarray(counts / pattern_count(n))
    return np.asarray((counts + 1) / (RANDOM_PATTERNS + 1))


def sign_blocks(n: int) -> Iterator[FloatArray]:
    """Yield the patterns of signs of n data sets in blocks of shape (n, patterns).

    >>> [block.tolist() for block in sign_blocks(2)]
    [[[1.0, -1.0], [1.0, 1.0]]]
    """
    yield from _cached_blocks(n) if n <= _MOST_KEPT else _random_blocks(n)


@lru_cache(maxsize=4)
def _cached_blocks(n: int) -> tuple[FloatArray, ...]:
    blocks = (_all_patterns(n),) if n <= MOST_COUNTED else tuple(_random_blocks(n))
    for block in blocks:
        block.setflags(write=False)
    return blocks


def _all_patterns(n: int) -> FloatArray:
    """Return all patterns in which the sign of the last data set is positive."""
    number = np.arange(pattern_count(n))
    bits = number >> np.arange(n)[:, np.newaxis] & 1
    return np.asarray(1.0 - 2.0 * bits)


def _random_blocks(n: int) -> Iterator[FloatArray]:
    """Yield random patterns from the raw bits of a generator, which are the same in all
    versions of NumPy.
    """
    generator = np.random.PCG64(SEED)
    size = max(64, min(_BLOCK // n // 64 * 64, RANDOM_PATTERNS))
    for start in range(0, RANDOM_PATTERNS, size):
        count = min(size, RANDOM_PATTERNS - start)
        words = generator.random_raw((n, -(-count // 64))).astype("<u8")
        octets = words.view(np.uint8)
        bits = np.unpackbits(octets, axis=1, count=count, bitorder="little")
        yield np.asarray(1.0 - 2.0 * bits)


@dataclass(frozen=True, eq=False)
class SignFlips:
    """The differences of all pairs on each data set, and the p-values of their sign
    flips.

    Attributes
    ----------
    differences : ndarray, shape (m, n)
        The differences of the pairs i < j, row by row, positive if i is better.
    columns : ndarray, shape (n, k), or None
        If given, sums of flipped differences are computed as differences of k sums of
        columns, which is faster than from all pairs.
    """

    differences: FloatArray
    columns: FloatArray | None = None

    @property
    def n(self) -> int:
        """The number of data sets."""
        return int(self.differences.shape[1])

    @cached_property
    def norms(self) -> FloatArray:
        """The roots of the sums of squared differences, (m,).

        Squares are sorted, so that the order of the data sets changes no bit.
        """
        sizes = np.abs(self.differences)
        largest = sizes.max(axis=1, keepdims=True, initial=0.0)
        scaled = np.zeros(sizes.shape)
        np.divide(sizes, largest, out=scaled, where=largest > 0)
        sums = np.square(np.sort(scaled, axis=1)).sum(axis=1)
        return np.asarray(largest[:, 0] * np.sqrt(sums))

    @cached_property
    def statistics(self) -> FloatArray:
        """The signed statistics, (m,); 0 for pairs without differences."""
        units = self._units(np.arange(len(self.differences)))
        for_first = np.sort(np.maximum(units, 0.0), axis=1).sum(axis=1)
        for_second = np.sort(np.maximum(-units, 0.0), axis=1).sum(axis=1)
        statistics = for_first - for_second
        is_rounding_error = np.abs(statistics) < _TOLERANCE
        return np.where(is_rounding_error, 0.0, statistics)

    @cached_property
    def pvalues(self) -> FloatArray:
        """The p-value of each pair by itself, (m,)."""
        return _share(self._counts_of_all[0], self.n)

    def adjusted(self, pairs: IntArray) -> FloatArray:
        """Return the step-down p-values of a family of pairs, given by positions."""
        if len(pairs) == len(self.differences):
            _, joint = self._counts_of_all
            return _share(joint[pairs], self.n)
        _, joint = self._counts(pairs)
        return _share(joint, self.n)

    @cached_property
    def _counts_of_all(self) -> tuple[IntArray, IntArray]:
        return self._counts(np.arange(len(self.differences)))

    def _counts(self, pairs: IntArray) -> tuple[IntArray, IntArray]:
        """Count the patterns that are at least as extreme as the observed statistic of
        each pair.

        The first count is for the pair alone. The second compares the largest statistic
        of the pair and of all pairs with smaller observed statistics (Westfall and
        Young, algorithm 2.8). Going from the largest observed statistic down, it is
        made non-decreasing, so that pairs with equal statistics get equal p-values.
        """
        observed = np.abs(self.statistics[pairs])
        rising = np.argsort(observed, kind="stable")
        places = rising.tolist()
        thresholds = (observed * (1.0 - _TOLERANCE))[rising].tolist()
        alone = np.zeros(len(pairs), dtype=np.int64)
        joint = np.zeros_like(alone)
        for signs in sign_blocks(self.n):
            largest = np.zeros(signs.shape[1])
            flipped = self._flipped(pairs[rising], signs)
            for place, threshold, statistics in zip(
                places, thresholds, flipped, strict=True
            ):
                np.maximum(largest, statistics, out=largest)
                alone[place] += np.count_nonzero(statistics >= threshold)
                joint[place] += np.count_nonzero(largest >= threshold)
        falling = rising[::-1]
        joint[falling] = np.maximum.accumulate(joint[falling])
        return alone, joint

    def _flipped(self, pairs: IntArray, signs: FloatArray) -> Iterator[FloatArray]:
        """Yield the statistics of each pair for the patterns."""
        if self.columns is None:
            for start in range(0, len(pairs), _PAIRS):
                yield from np.abs(self._units(pairs[start : start + _PAIRS]) @ signs)
            return
        sums = self.columns.T @ signs
        first, second = np.triu_indices(len(sums), 1)
        norms = self.norms[pairs]
        for i, j, norm in zip(first[pairs], second[pairs], norms, strict=True):
            statistics = sums[i] - sums[j]
            if norm > 0:
                np.abs(statistics, out=statistics)
                statistics /= norm
            else:  # all differences are 0, within the uncertainty of the scores
                statistics[:] = 0.0
            yield statistics

    def _units(self, pairs: IntArray) -> FloatArray:
        """Divide the differences of pairs by their norms, so that their sums are the
        statistics.
        """
        differences = self.differences[pairs]
        norms = self.norms[pairs, np.newaxis]
        units = np.zeros(differences.shape)
        np.divide(differences, norms, out=units, where=norms > 0)
        return units


def step_down(flips: SignFlips, pairs: IntArray) -> FloatArray:
    """Adjust the p-values of a family by the step-down max-T procedure.

    >>> test = flipped_ranks([[1, 2, 3]] * 6)
    >>> step_down(test.flips, np.array([0, 1])).tolist()
    [0.03125, 0.03125]
    """
    return flips.adjusted(pairs)


def flipped_ranks(ranks: ArrayLike) -> PairTest:
    """Test all pairs by reversing the whole rankings of data sets, for ranks (n, k).

    Reversing a ranking, ``r -> k + 1 - r``, flips the difference of each pair.

    >>> test = flipped_ranks([[1, 2, 3]] * 6)
    >>> test.statistic[0, 1].round(4), test.pvalue[0, 1]
    (np.float64(2.4495), np.float64(0.03125))
    """
    r = as_ranks(ranks, one=True)
    first, second = np.triu_indices(r.shape[1], 1)
    differences = np.ascontiguousarray((r[:, second] - r[:, first]).T)
    return _pair_test(SignFlips(differences, r), r.shape[1])


def flipped_scores(
    scores: ArrayLike | Exact, *, higher_is_better: bool = True
) -> PairTest:
    """Test all pairs by flipping the differences of scores (n, k).

    >>> flipped_scores([[3, 1], [5, 2], [4, 1]]).pvalue[0, 1]
    np.float64(0.25)
    """
    exact = _checked(scores)
    differences = _all_differences(exact)
    columns = _columns(exact, differences)
    if not higher_is_better:
        differences = -differences
    return _pair_test(SignFlips(differences, columns), exact.values.shape[1])


def _all_differences(exact: Exact) -> FloatArray:
    """Return the differences of all pairs, (m, n), up to a common factor."""
    k = exact.values.shape[1]
    return np.concatenate([differences_from(exact, i)[0] for i in range(k - 1)])


def _columns(exact: Exact, differences: FloatArray) -> FloatArray | None:
    """Return scores relative to the first column.

    None if sums of these would be too inaccurate for some pair.
    """
    scores = exact.values if exact.short is None else exact.short.numerators
    columns = scores - scores[:, :1]
    norms = SignFlips(differences).norms
    smallest = norms[norms > 0].min(initial=np.inf)
    error = np.finfo(np.float64).eps * np.abs(columns).max()
    if exact.short is None:
        # Values that tie within the uncertainty of their digits have difference 0, but
        # not in these columns.
        error = max(error, exact.near)
    is_accurate = len(columns) * error <= _ROUNDING * smallest
    return columns if is_accurate else None


def flipped_relative(
    scores: ArrayLike | Exact, *, higher_is_better: bool = True
) -> PairTest:
    """Test all pairs by flipping the relative differences of non-negative scores (n,
    k).

    >>> flipped_relative([[3, 1], [5, 2], [4, 1]]).pvalue[0, 1]
    np.float64(0.25)
    """
    exact = _checked(scores)
    if (exact.values < 0).any():
        raise InputError(
            "relative differences require scores that are not negative. Test absolute "
            "differences instead."
        )
    k = exact.values.shape[1]
    differences = np.concatenate([relative_differences(exact, i) for i in range(k - 1)])
    if not higher_is_better:
        differences = -differences
    return _pair_test(SignFlips(differences), k)


def flipped_signed_ranks(
    scores: ArrayLike | Exact, *, higher_is_better: bool = True, zeros: str = "split"
) -> PairTest:
    """Test all pairs by flipping the signed ranks of the differences of scores (n, k).

    Zero differences have the smallest ranks, or none, as in `cddiagram.stats.wilcoxon`.
    They do not contribute to the sum.

    >>> flipped_signed_ranks([[0.9, 0.8], [0.7, 0.6], [0.8, 0.5], [0.6, 0.61]]).pvalue[
    ...     0, 1
    ... ]
    np.float64(0.25)
    """
    exact = _checked(scores)
    differences = _all_differences(exact)
    zero_counts = np.count_nonzero(differences == 0, axis=1)
    dropped = {
        "split": zero_counts % 2,
        "drop": zero_counts,
        "pratt": np.zeros_like(zero_counts),
    }[zeros]
    ranks = rank_plain(np.abs(differences)) - dropped[:, np.newaxis]
    signs = np.sign(differences if higher_is_better else -differences)
    flips = SignFlips(signs * ranks)
    return _pair_test(flips, exact.values.shape[1], {"zeros": zeros})


def flipped_signs(
    scores: ArrayLike | Exact, *, higher_is_better: bool = True
) -> PairTest:
    """Test all pairs by flipping the signs of the differences of scores (n, k).

    A tie counts 0.

    >>> flipped_signs([[3, 1], [5, 2], [4, 1], [2, 2]]).pvalue[0, 1]
    np.float64(0.25)
    """
    exact = _checked(scores)
    k = exact.values.shape[1]
    signs = np.concatenate([signs_from(exact, i).T for i in range(k - 1)])
    directed = signs if higher_is_better else -signs
    return _pair_test(SignFlips(directed.astype(np.float64)), k)


def _checked(scores: ArrayLike | Exact) -> Exact:
    """Return scores; raise an error if they are not one table."""
    exact = Exact.of(scores)
    shape = exact.values.shape
    check_shape(shape, "scores", 1, 2, "one table (n, k) with k at least 2", one=True)
    return exact


def _pair_test(
    flips: SignFlips, k: int, choices: dict[str, Any] | None = None
) -> PairTest:
    """Return the tests of all pairs of k algorithms."""
    is_exact = flips.n <= MOST_COUNTED
    patterns = {"flips": pattern_count(flips.n)}
    if not is_exact:
        patterns["seed"] = SEED
    upper = np.triu_indices(k, 1)
    statistic = np.full((k, k), np.nan)
    statistic[upper] = flips.statistics
    statistic.T[upper] = -flips.statistics
    pvalue = np.full((k, k), np.nan)
    pvalue[upper] = pvalue.T[upper] = flips.pvalues
    method = "exact" if is_exact else "Monte Carlo"
    return PairTest(
        statistic=statistic,
        pvalue=pvalue,
        method=method,
        choices={**(choices or {}), **patterns},
        flips=flips,
    )
