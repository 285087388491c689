"""Sign-flip tests of pairs, in which the signs of whole data sets are flipped, and the
step-down max-T adjustment.

Let D_i be the difference of a pair on data set i: of scores, of their signed ranks or
signs, or of the ranks within the data set. If the two algorithms perform equally, D_i
and -D_i are equally likely. The statistic of a pair is ``|sum D_i| / sqrt(sum D_i^2)``.
One pattern of signs flips the differences of all pairs on a data set together (for
ranks, it reverses the whole ranking), so the patterns keep the dependence between the
pairs.

The step-down procedure compares the largest observed statistic with the largest
statistic of each pattern. It then compares the second largest observed statistic with
the largest statistic among the remaining pairs, and so on (Westfall and Young 1993,
algorithms 2.8 and 4.1). It controls the family-wise error rate exactly if the
differences of all equal pairs are jointly symmetric, and asymptotically if the means of
these differences are 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from cddiagram._util import Exact, FloatArray, IntArray
from cddiagram.stats.differences import differences_from, signs_from
from cddiagram.stats.pair_test import PairTest, as_ranks, check_shape
from cddiagram.stats.paired_t import relative_differences
from cddiagram.stats.ranks import rank_plain
from cddiagram.stats.sign_patterns import (
    SEED,
    are_all_counted,
    pattern_count,
    pattern_pvalues,
    sign_blocks,
)
from cddiagram.text import InputError

#: A statistic is considered equal to the observed statistic if their relative
#: difference does not exceed this number.
_TOLERANCE = 1e-9
#: The rounding error of a sum does not exceed this multiple of the standard deviation
#: of the sum.
_ROUNDING = 1e-10
#: The differences of this many pairs are multiplied by the signs in one operation.
_PAIRS = 128


@dataclass(frozen=True, eq=False)
class SignFlips:
    """The differences of all pairs on each data set, from which sign-flip p-values are
    computed.

    Attributes
    ----------
    differences : ndarray, shape (m, n)
        The differences of the pairs with i < j, row by row. They are positive if i is
        better.
    columns : ndarray, shape (n, k), or None
        Columns whose pairwise differences are the differences of all pairs. If they are
        available, sums of flipped differences are computed from k sums of columns,
        which is faster than summing the differences of all pairs.
    """

    differences: FloatArray
    columns: FloatArray | None = None

    @property
    def n(self) -> int:
        """The number of data sets."""
        return int(self.differences.shape[1])

    @cached_property
    def norms(self) -> FloatArray:
        """The square roots of the sums of squared differences, of shape (m,).

        The squares are sorted, so that the results do not depend on the order of the
        data sets.
        """
        sizes = np.abs(self.differences)
        largest = sizes.max(axis=1, keepdims=True, initial=0.0)
        scaled = np.zeros(sizes.shape)
        np.divide(sizes, largest, out=scaled, where=largest > 0)
        squares = _sorted_sums(np.square(scaled))
        return np.asarray(largest[:, 0] * np.sqrt(squares))

    @cached_property
    def statistics(self) -> FloatArray:
        """The signed statistics, of shape (m,).

        They are 0 for pairs whose differences are all 0.
        """
        units = self._units(np.arange(len(self.differences)))
        statistics = _sorted_sums(np.maximum(units, 0.0))
        statistics -= _sorted_sums(np.maximum(-units, 0.0))
        is_rounding_error = np.abs(statistics) < _TOLERANCE
        return np.where(is_rounding_error, 0.0, statistics)

    @cached_property
    def pvalues(self) -> FloatArray:
        """The unadjusted p-value of each pair, of shape (m,)."""
        alone, _ = self._counts_of_all
        return pattern_pvalues(alone, self.n)

    def adjusted(self, pairs: IntArray) -> FloatArray:
        """Return the step-down p-values for a family of pairs.

        The pairs are specified by their positions.
        """
        if len(pairs) == len(self.differences):
            _, joint = self._counts_of_all
            return pattern_pvalues(joint[pairs], self.n)
        _, joint = self._counts(pairs)
        return pattern_pvalues(joint, self.n)

    @cached_property
    def _counts_of_all(self) -> tuple[IntArray, IntArray]:
        return self._counts(np.arange(len(self.differences)))

    def _counts(self, pairs: IntArray) -> tuple[IntArray, IntArray]:
        """Count the patterns that are at least as extreme as the observed pattern, for
        each pair.

        The first count considers only the pair itself. The second count uses the
        largest statistic among the pair and all pairs with smaller observed statistics
        (Westfall and Young, algorithm 2.8). In descending order of the observed
        statistics, the second counts are replaced by their running maximum, so that
        pairs with equal statistics have equal p-values.
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
            flips = zip(places, thresholds, flipped, strict=True)
            for place, threshold, statistics in flips:
                np.maximum(largest, statistics, out=largest)
                alone[place] += np.count_nonzero(statistics >= threshold)
                joint[place] += np.count_nonzero(largest >= threshold)
        falling = rising[::-1]
        joint[falling] = np.maximum.accumulate(joint[falling])
        return alone, joint

    def _flipped(self, pairs: IntArray, signs: FloatArray) -> Iterator[FloatArray]:
        """Yield the statistics of each pair for all patterns in a block."""
        if self.columns is None:
            for start in range(0, len(pairs), _PAIRS):
                yield from np.abs(self._units(pairs[start : start + _PAIRS]) @ signs)
            return
        sums = self.columns.T @ signs
        first, second = np.triu_indices(len(sums), 1)
        norms = self.norms[pairs]
        columns = zip(first[pairs], second[pairs], norms, strict=True)
        for i, j, norm in columns:
            statistics = sums[i] - sums[j]
            if norm > 0:
                np.abs(statistics, out=statistics)
                statistics /= norm
            else:  # All differences are zero within the uncertainty of the scores.
                statistics[:] = 0.0
            yield statistics

    def _units(self, pairs: IntArray) -> FloatArray:
        """Divide the differences of pairs by their norms.

        The sums of the results are the statistics.
        """
        differences = self.differences[pairs]
        norms = self.norms[pairs, np.newaxis]
        units = np.zeros(differences.shape)
        np.divide(differences, norms, out=units, where=norms > 0)
        return units


def _sorted_sums(values: FloatArray) -> FloatArray:
    """Return sums over rows that do not depend on the order of the numbers."""
    return np.asarray(np.sort(values, axis=1).sum(axis=1))


def step_down(flips: SignFlips, pairs: IntArray) -> FloatArray:
    """Adjust the p-values of a family with the step-down max-T procedure.

    >>> test = flipped_ranks([[1, 2, 3]] * 6)
    >>> step_down(test.flips, np.array([0, 1])).tolist()
    [0.03125, 0.03125]
    """
    return flips.adjusted(pairs)


def flipped_ranks(ranks: ArrayLike) -> PairTest:
    """Test all pairs by reversing the rankings of whole data sets, for ranks of shape
    (n, k).

    Reversing a ranking (``r -> k + 1 - r``) flips the sign of the difference of each
    pair.

    >>> test = flipped_ranks([[1, 2, 3]] * 6)
    >>> test.statistic[0, 1].round(4), test.pvalue[0, 1]
    (np.float64(2.4495), np.float64(0.03125))
    """
    r = as_ranks(ranks, one=True)
    first, second = np.triu_indices(r.shape[1], 1)
    differences = r[:, second] - r[:, first]
    differences = np.ascontiguousarray(differences.T)
    return _pair_test(SignFlips(differences, r), r.shape[1])


def flipped_scores(
    scores: ArrayLike | Exact, *, higher_is_better: bool = True
) -> PairTest:
    """Test all pairs by flipping the signs of the differences between scores of shape
    (n, k).

    >>> flipped_scores([[3, 1], [5, 2], [4, 1]]).pvalue[0, 1]
    np.float64(0.25)
    """
    exact = _as_one_table(scores)
    differences = _all_differences(exact)
    columns = _columns_if_accurate(exact, differences)
    if not higher_is_better:
        differences = -differences
    return _pair_test(SignFlips(differences, columns), exact.values.shape[1])


def _all_differences(exact: Exact) -> FloatArray:
    """Return the differences of all pairs up to a common factor, as an array of shape
    (m, n).
    """
    blocks = []
    for i in range(exact.values.shape[1] - 1):
        differences, _ = differences_from(exact, i)
        blocks.append(differences)
    return np.concatenate(blocks)


def _columns_if_accurate(exact: Exact, differences: FloatArray) -> FloatArray | None:
    """Return the scores minus the first column.

    Return None if the sums of these columns would be too inaccurate for any pair.
    """
    scores = exact.values
    if exact.short is not None:
        scores = exact.short.numerators
    columns = scores - scores[:, :1]
    norms = SignFlips(differences).norms
    smallest = norms[norms > 0].min(initial=np.inf)
    error = np.finfo(np.float64).eps * np.abs(columns).max()
    if exact.short is None:
        # If two values are tied within their uncertainty, their difference is 0, but
        # the values in the columns may differ slightly.
        error = max(error, exact.near)
    if len(columns) * error > _ROUNDING * smallest:
        return None
    return columns


def flipped_relative(
    scores: ArrayLike | Exact, *, higher_is_better: bool = True
) -> PairTest:
    """Test all pairs by flipping the signs of the relative differences between
    non-negative scores of shape (n, k).

    >>> flipped_relative([[3, 1], [5, 2], [4, 1]]).pvalue[0, 1]
    np.float64(0.25)
    """
    exact = _as_one_table(scores)
    if (exact.values < 0).any():
        raise InputError(
            "relative differences require non-negative scores. Test absolute "
            "differences instead."
        )
    k = exact.values.shape[1]
    blocks = [relative_differences(exact, i) for i in range(k - 1)]
    differences = np.concatenate(blocks)
    if not higher_is_better:
        differences = -differences
    return _pair_test(SignFlips(differences), k)


def flipped_signed_ranks(
    scores: ArrayLike | Exact, *, higher_is_better: bool = True, zeros: str = "split"
) -> PairTest:
    """Test all pairs by flipping the signed ranks of the differences between scores of
    shape (n, k).

    Zero differences have the smallest ranks or are not ranked, as in
    `cddiagram.stats.wilcoxon`. They do not contribute to the sum.

    >>> flipped_signed_ranks([[0.9, 0.8], [0.7, 0.6], [0.8, 0.5], [0.6, 0.61]]).pvalue[
    ...     0, 1
    ... ]
    np.float64(0.25)
    """
    exact = _as_one_table(scores)
    differences = _all_differences(exact)
    zero_counts = np.count_nonzero(differences == 0, axis=1)
    dropped = {
        "split": zero_counts % 2,
        "drop": zero_counts,
        "pratt": np.zeros_like(zero_counts),
    }[zeros]
    ranks = rank_plain(np.abs(differences)) - dropped[:, np.newaxis]
    signed_ranks = np.sign(differences) * ranks
    if not higher_is_better:
        signed_ranks = -signed_ranks
    return _pair_test(SignFlips(signed_ranks), exact.values.shape[1], {"zeros": zeros})


def flipped_signs(
    scores: ArrayLike | Exact, *, higher_is_better: bool = True
) -> PairTest:
    """Test all pairs by flipping the signs of the differences between scores of shape
    (n, k), without regard to their sizes.

    The value for a tie is 0.

    >>> flipped_signs([[3, 1], [5, 2], [4, 1], [2, 2]]).pvalue[0, 1]
    np.float64(0.25)
    """
    exact = _as_one_table(scores)
    k = exact.values.shape[1]
    blocks = [signs_from(exact, i).T for i in range(k - 1)]
    signs = np.concatenate(blocks)
    if not higher_is_better:
        signs = -signs
    return _pair_test(SignFlips(signs.astype(np.float64)), k)


def _as_one_table(scores: ArrayLike | Exact) -> Exact:
    """Return exact scores. Raise an error if they are not a single table."""
    exact = Exact.of(scores)
    shape = exact.values.shape
    check_shape(
        shape,
        "scores",
        1,
        2,
        "a single n x k table with at least two columns",
        one=True,
    )
    return exact


def _pair_test(
    flips: SignFlips, k: int, choices: dict[str, Any] | None = None
) -> PairTest:
    """Return the tests of all pairs of k algorithms."""
    method = "exact"
    all_choices = (choices or {}) | {"flips": pattern_count(flips.n)}
    if not are_all_counted(flips.n):
        method = "Monte Carlo"
        all_choices["seed"] = SEED
    upper = np.triu_indices(k, 1)
    statistic = np.full((k, k), np.nan)
    statistic[upper] = flips.statistics
    statistic.T[upper] = -flips.statistics
    pvalue = np.full((k, k), np.nan)
    pvalue[upper] = pvalue.T[upper] = flips.pvalues
    return PairTest(
        statistic=statistic,
        pvalue=pvalue,
        method=method,
        choices=all_choices,
        flips=flips,
    )
