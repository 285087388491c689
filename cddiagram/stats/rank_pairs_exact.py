"""Exact tests of pairs of algorithms on Friedman's rank sums, conditional on the ties.

Under the null hypothesis, the ranks of each data set, ties included, are assigned to
the algorithms at random. The ranks of two algorithms are therefore sampled without
replacement. The difference D between two rank sums is the sum of the differences
between these ranks over the data sets. Without ties, such a difference is d with
probability ``(k - |d|) / (k (k - 1))`` for d != 0 (Eisinga, Heskes, Pelzer and Te
Grotenhuis 2017, BMC Bioinformatics 18:68). All pairs have the same distribution.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cddiagram._util import FloatArray, IntArray
from cddiagram.stats.adjust import adjust_pvalues
from cddiagram.stats.pair_test import PairTest, blank_diagonal, check_shape
from cddiagram.text import InputError, Option, check_alpha

if TYPE_CHECKING:
    from collections.abc import Iterable


#: If there are more than two algorithms, the distribution is computed only if |D| has
#: at most this many values. Without ties, the number of values is n (k - 1). With ties,
#: it is twice this number.
MAX_VALUES = 20_000
#: If there are two algorithms and no ties, the distribution is computed from integer
#: counts for at most this many data sets. If there are more data sets, the incomplete
#: beta function is used.
_MAX_COUNTED = 5_000
#: All whole numbers up to this limit can be represented exactly by doubles.
_WHOLE = 2.0**53


@dataclass(frozen=True, kw_only=True, eq=False)
class RankDifferenceLaw:
    """The exact null distribution of the difference D between the rank sums of two
    algorithms on n data sets.

    Every difference is a multiple of `unit` half ranks. For 0, 1, 2, ... units,
    `attainable` indicates whether ``|D|`` can have this value, and `tails` contains the
    probability that ``|D|`` is at least this value.
    """

    n: int
    unit: int
    attainable: NDArray[np.bool_]
    tails: FloatArray

    def pvalues(self, differences: ArrayLike) -> FloatArray:
        """Return the two-sided p-values ``P(|D| >= |d|)`` of differences between rank
        sums.

        >>> rank_difference_law([[1, 2, 3]] * 3).pvalues([4, 6]).round(6).tolist()
        [0.175926, 0.009259]
        """
        sizes = np.abs(np.asarray(differences, dtype=np.float64))
        halves = np.rint(2.0 * sizes).astype(np.int64)
        return self.tails[halves // self.unit]

    def critical_difference(
        self, alpha: float, p_adjust: str, n_hypotheses: int
    ) -> float | None:
        """Return the smallest attainable difference between average ranks that is
        significant at the level alpha, or None.

        Pairs that differ by exactly this value are significantly different.

        >>> laws = [rank_difference_law([[1, 2]] * n) for n in (5, 6, 14)]
        >>> [law.critical_difference(0.05, "none", 1) for law in laws]
        [None, 1.0, 0.7142857142857143]
        """
        check_alpha(alpha)
        places = np.flatnonzero(self.attainable)
        low, high = 0, len(places)  # The p-values decrease as the difference increases.
        while low < high:
            middle = (low + high) // 2
            # The p-value is adjusted for a family of the same size as in the test, so
            # that the critical difference agrees exactly with the decisions.
            family = np.full(n_hypotheses, self.tails[places[middle]])
            if adjust_pvalues(family, p_adjust)[0] <= alpha:
                high = middle
            else:
                low = middle + 1
        if low == len(places):
            return None
        return int(places[low]) * self.unit / (2.0 * self.n)


def rank_difference_law(ranks: ArrayLike) -> RankDifferenceLaw:
    """Return the exact distribution, conditional on the ties, of the difference between
    two rank sums.

    The ranks have shape (n, k).

    The n-fold convolution is computed directly. All its terms are positive, so the far
    tail keeps its relative accuracy, which a Fourier transform would lose. If there are
    fewer than 2^53 equally likely cases, they are counted, and every p-value is the
    double closest to the true p-value.
    """
    doubled = np.rint(2.0 * np.asarray(ranks, dtype=np.float64)).astype(np.int64)
    needs = "an n x k array with at least two columns"
    check_shape(doubled.shape, "ranks", 1, 2, needs, one=True)
    n, k = doubled.shape
    ascending = np.sort(doubled, axis=1)
    unit = common_unit(ascending)
    if k == 2:
        untied = int((ascending[:, 0] < ascending[:, 1]).sum())
        attainable, tails = _law_of_two(untied)
        return RankDifferenceLaw(n=n, unit=unit, attainable=attainable, tails=tails)
    values = 2 * n * (k - 1) // unit
    if values > MAX_VALUES:
        raise InputError(
            f"the difference between two rank sums of {k} algorithms on {n} data sets "
            f"has {values:,} possible values, but the exact distribution is computed "
            f"only for up to {MAX_VALUES:,} values. Use ",
            Option("method"),
            " 'asymptotic', which is accurate for large designs.",
        )
    attainable, tails = _convolve_laws(_laws_of_differences(ascending, unit))
    return RankDifferenceLaw(n=n, unit=unit, attainable=attainable, tails=tails)


def common_unit(ascending: IntArray) -> int:
    """Return the greatest common divisor of all differences between doubled ranks, in
    half ranks.

    The result is 1 if all ranks are tied.
    """
    divisor = np.gcd.reduce(np.diff(ascending, axis=1), axis=None)
    return max(int(divisor), 1)


def rank_pair_exact_test(
    ranks: ArrayLike, law: RankDifferenceLaw | None = None
) -> PairTest:
    """Test all pairs with the exact distribution of differences between rank sums, for
    ranks of shape (n, k).

    The statistic is the difference between the rank sums, j minus i.

    >>> test = rank_pair_exact_test([[1, 2, 3], [1, 2, 3], [2, 1, 3]])
    >>> test.statistic[0].tolist(), test.pvalue[0].round(6).tolist()
    ([nan, 1.0, 5.0], [nan, 0.888889, 0.064815])
    """
    r = np.asarray(ranks, dtype=np.float64)
    law = law or rank_difference_law(r)
    sums = r.sum(axis=0)  # The sums are exact, because they are multiples of 1/2.
    differences = sums[np.newaxis, :] - sums[:, np.newaxis]
    gaps = np.diff(np.sort(r, axis=1), axis=1)
    choices = {}
    if (gaps == 0).any():
        choices["ties"] = "conditional"
    return PairTest(
        pvalue=blank_diagonal(law.pvalues(differences)),
        statistic=blank_diagonal(differences),
        method="exact",
        choices=choices,
        law=law,
    )


def _law_of_two(tosses: int) -> tuple[NDArray[np.bool_], FloatArray]:
    """Return the distribution of |wins - losses| for two algorithms on the data sets
    without a tie.

    This is the distribution for tosses of a fair coin. The tail of a value that is not
    attainable is the tail of the next larger value.
    """
    half = (tosses + 1) // 2
    wins = np.arange(tosses, half - 1, -1)
    difference = 2 * wins - tosses
    attainable = np.zeros(tosses + 1, dtype=bool)
    attainable[difference] = True
    if tosses > _MAX_COUNTED:
        # The import is local because it loads scipy, which is not required for typical
        # tables.
        from cddiagram.stats.tails import binomial_upper

        upper = binomial_upper(wins, tosses)
    else:
        upper = np.fromiter(_counted_upper(tosses, len(wins)), np.float64, len(wins))
    tails = np.empty(tosses + 1)
    tails[difference] = np.minimum(2.0 * upper, 1.0)
    gaps = np.flatnonzero(~attainable)  # The largest difference is always attainable.
    tails[gaps] = tails[gaps + 1]
    return attainable, tails


def _counted_upper(tosses: int, count: int) -> Iterable[float]:
    """Yield P(wins >= tosses), P(wins >= tosses - 1), ..., computed from whole
    numbers.
    """
    total = 0
    ways = 1
    for losses in range(count):
        total += ways
        yield total / 2**tosses
        ways = ways * (tosses - losses) // (losses + 1)


def _laws_of_differences(ascending: IntArray, unit: int) -> Iterable[FloatArray]:
    """Yield, for each data set, how many ordered pairs of ranks differ by -m, ..., m
    units.

    The numbers are divided by their greatest common divisor.
    """
    span = 2 * (ascending.shape[1] - 1)  # in half ranks
    most_units = span // unit
    rows, counts = np.unique(ascending, axis=0, return_counts=True)
    for row, count in zip(rows, counts.tolist(), strict=True):
        differences = row[:, np.newaxis] - row[np.newaxis, :]
        # The smallest difference has index 0.
        units = differences // unit + most_units
        ways = np.bincount(units.ravel(), minlength=2 * most_units + 1)
        ways[most_units] -= len(row)  # No rank is paired with itself.
        ways //= np.gcd.reduce(ways)
        yield from [ways.astype(np.float64)] * count


def _convolve_laws(laws: Iterable[FloatArray]) -> tuple[NDArray[np.bool_], FloatArray]:
    """Return which values of |D| are attainable for a sum of independent differences,
    and P(|D| >= d) for d = 0, 1, ...

    Distributions are convolved in pairs, because few long convolutions are faster than
    many short convolutions.
    """
    sums = [(law, float(law.sum())) for law in laws]
    while len(sums) > 1:
        halves = zip(sums[::2], sums[1::2], strict=False)
        pairs = [_sum_of_two(first, second) for first, second in halves]
        sums = pairs + sums[2 * len(pairs) :]
    [(ways, cases)] = sums
    middle = len(ways) // 2
    smallest_first = ways[middle:][::-1]
    upper = np.cumsum(smallest_first)[::-1]
    tails = np.minimum(2.0 * upper / cases, 1.0)
    tails[0] = 1.0
    return ways[middle:] > 0.0, tails


def _sum_of_two(
    first: tuple[FloatArray, float], second: tuple[FloatArray, float]
) -> tuple[FloatArray, float]:
    """Return the distribution of a sum, which consists of the number of ways to obtain
    each value and the number of all cases.

    If there are too many cases for exact doubles, the numbers are converted to
    probabilities.
    """
    ways, cases = first
    other_ways, other_cases = second
    if cases * other_cases > _WHOLE:
        return np.convolve(ways / cases, other_ways / other_cases), 1.0
    return np.convolve(ways, other_ways), cases * other_cases
