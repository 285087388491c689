"""Pairs of algorithms tested on Friedman's rank sums by their exact law, given the ties
(Eisinga et al. 2017).

Under the null hypothesis each data set deals its own ranks, ties included, to the
algorithms at random, so two of them get two of its ranks drawn without replacement. The
difference D of two rank sums is the sum over the data sets of such differences; without
ties one of them is d with probability ``(k - |d|) / (k (k - 1))`` for d != 0 (Eisinga,
Heskes, Pelzer and Te Grotenhuis 2017, BMC Bioinformatics 18:68). All pairs share the
data sets' ranks, so one law is that of all pairs.
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


#: The law of more than two algorithms is computed for up to so many values of |D|: n (k - 1), twice that with ties.
MAX_VALUES = 20_000
#: Tosses up to which the law of two algorithms is counted in whole numbers; the
#: incomplete beta function beyond.
_MAX_COUNTED = 5_000
#: Counts up to this are whole numbers in doubles.
_WHOLE = 2.0**53


@dataclass(frozen=True, kw_only=True, eq=False)
class RankDifferenceLaw:
    """The exact law of the difference D of two rank sums when no algorithm is better
    than another, on n data sets.

    Every difference is a multiple of `unit` half ranks; `attainable` and `tails` are
    whether ``|D|`` can be 0, 1, 2, ... units, and ``P(|D| >= 0, 1, 2, ... units)``.
    """

    n: int
    unit: int
    attainable: NDArray[np.bool_]
    tails: FloatArray

    def pvalues(self, differences: ArrayLike) -> FloatArray:
        """Return the two-sided p-values ``P(|D| >= |d|)`` of differences of rank sums.

        >>> rank_difference_law([[1, 2, 3]] * 3).pvalues([4, 6]).round(6).tolist()
        [0.175926, 0.009259]
        """
        halves = np.rint(
            2.0 * np.abs(np.asarray(differences, dtype=np.float64))
        ).astype(np.int64)
        return self.tails[halves // self.unit]

    def critical_difference(
        self, alpha: float, p_adjust: str, n_hypotheses: int
    ) -> float | None:
        """Return the smallest difference of average ranks that can occur and is
        significant at alpha, or None.

        A pair that is exactly so far apart is significantly different.

        >>> laws = [rank_difference_law([[1, 2]] * n) for n in (5, 6, 14)]
        >>> [law.critical_difference(0.05, "none", 1) for law in laws]
        [None, 1.0, 0.7142857142857143]
        """
        check_alpha(alpha)
        places = np.flatnonzero(self.attainable)
        low, high = 0, len(places)  # p-values fall with the difference
        while low < high:
            middle = (low + high) // 2
            # As a family of that size gets it, so that threshold and decisions cannot
            # disagree in the last bit.
            family = np.full(n_hypotheses, self.tails[places[middle]])
            if adjust_pvalues(family, p_adjust)[0] <= alpha:
                high = middle
            else:
                low = middle + 1
        return (
            None
            if low == len(places)
            else int(places[low]) * self.unit / (2.0 * self.n)
        )


def rank_difference_law(ranks: ArrayLike) -> RankDifferenceLaw:
    """Return the exact law of the difference of two rank sums, given the ties, of every
    pair of ranks (n, k).

    The n-fold convolution is direct: all its terms are positive, so the far tail keeps
    its relative accuracy, which a Fourier transform would lose. As long as there are
    fewer than 2^53 equally likely cases, they are counted and every p-value is the
    double next to the true one.
    """
    doubled = np.rint(2.0 * np.asarray(ranks, dtype=np.float64)).astype(np.int64)
    check_shape(
        doubled.shape, "ranks", 1, 2, "n x k with at least two algorithms", one=True
    )
    n, k = doubled.shape
    dealt = np.sort(doubled, axis=1)
    unit = max(int(np.gcd.reduce(np.diff(dealt, axis=1), axis=None)), 1)
    if k == 2:
        attainable, tails = _law_of_two(int((dealt[:, 0] < dealt[:, 1]).sum()))
    else:
        values = 2 * n * (k - 1) // unit
        if values > MAX_VALUES:
            raise InputError(
                f"the difference of two rank sums of {k} algorithms on {n} data sets "
                f"has {values:,} values, and "
                f"its exact law is computed up to {MAX_VALUES:,}: use ",
                Option("method"),
                " 'asymptotic', which is accurate there.",
            )
        attainable, tails = _convolved(_differences(dealt, unit))
    return RankDifferenceLaw(n=n, unit=unit, attainable=attainable, tails=tails)


def rank_pair_exact_test(
    ranks: ArrayLike, law: RankDifferenceLaw | None = None
) -> PairTest:
    """Test all pairs of ranks (n, k) on the exact law of their rank sums; the statistic
    is the difference j minus i.

    >>> test = rank_pair_exact_test([[1, 2, 3], [1, 2, 3], [2, 1, 3]])
    >>> test.statistic[0].tolist(), test.pvalue[0].round(6).tolist()
    ([nan, 1.0, 5.0], [nan, 0.888889, 0.064815])
    """
    r = np.asarray(ranks, dtype=np.float64)
    law = law or rank_difference_law(r)
    sums = r.sum(axis=0)  # multiples of 1/2, so they are exact
    differences = sums[np.newaxis, :] - sums[:, np.newaxis]
    tied = bool((np.diff(np.sort(r, axis=1), axis=1) == 0).any())
    return PairTest(
        pvalue=blank_diagonal(law.pvalues(differences)),
        statistic=blank_diagonal(differences),
        method="exact",
        choices={"ties": "conditional"} if tied else {},
        law=law,
    )


def _law_of_two(tosses: int) -> tuple[NDArray[np.bool_], FloatArray]:
    """Return the law of |wins - losses| of a fair coin: two algorithms on the data sets
    on which they do not tie.
    """
    wins = np.arange(tosses, (tosses - 1) // 2, -1)  # from all of them down to half
    attainable = np.zeros(tosses + 1, dtype=bool)
    attainable[2 * wins - tosses] = True
    if tosses > _MAX_COUNTED:
        from cddiagram.stats.tails import (
            binomial_upper,
        )  # scipy is slow to load, and not needed for usual tables

        upper = binomial_upper(wins, tosses)
    else:
        upper = np.fromiter(_counted_upper(tosses, len(wins)), np.float64, len(wins))
    tails = np.empty(tosses + 1)
    tails[2 * wins - tosses] = np.minimum(2.0 * upper, 1.0)
    tails[:-1][~attainable[:-1]] = tails[1:][
        ~attainable[:-1]
    ]  # the largest difference can occur
    return attainable, tails


def _counted_upper(tosses: int, count: int) -> Iterable[float]:
    """P(wins >= tosses), P(wins >= tosses - 1), ...: whole numbers divided once."""
    total, ways = 0, 1
    for losses in range(count):
        total += ways
        yield total / 2**tosses
        ways = ways * (tosses - losses) // (losses + 1)


def _differences(dealt: IntArray, unit: int) -> Iterable[FloatArray]:
    """Return for each data set how many ordered pairs of its ranks differ by -m, ..., m
    units, divided by their gcd.
    """
    span = 2 * (dealt.shape[1] - 1)  # in half ranks
    for row, count in zip(*np.unique(dealt, axis=0, return_counts=True), strict=True):
        steps = (row[:, np.newaxis] - row[np.newaxis, :] + span - span % unit) // unit
        ways = np.bincount(steps.ravel(), minlength=2 * (span // unit) + 1)
        ways[span // unit] -= len(row)  # no rank is drawn twice
        ways //= np.gcd.reduce(ways)
        yield from [ways.astype(np.float64)] * int(count)


def _convolved(laws: Iterable[FloatArray]) -> tuple[NDArray[np.bool_], FloatArray]:
    """Add up independent differences: which |D| can occur, and P(|D| >= d) for d = 0,
    1, ...
    """
    sums = [(law, float(law.sum())) for law in laws]
    while (
        len(sums) > 1
    ):  # in pairs: few long convolutions are faster than many short ones
        pairs = [_sum_of_two(*two) for two in zip(sums[::2], sums[1::2], strict=False)]
        sums = pairs + sums[2 * len(pairs) :]
    ((ways, cases),) = sums
    middle = len(ways) // 2
    upper = np.cumsum(ways[middle:][::-1])[
        ::-1
    ]  # from the far end: small numbers first
    tails = np.minimum(2.0 * upper / cases, 1.0)
    tails[0] = 1.0
    return ways[middle:] > 0.0, tails


def _sum_of_two(
    first: tuple[FloatArray, float], second: tuple[FloatArray, float]
) -> tuple[FloatArray, float]:
    """Return the law of a sum: in how many of how many cases each value occurs."""
    (ways, cases), (more, others) = first, second
    if (
        cases * others > _WHOLE
    ):  # probabilities from here on: counts would end beyond all doubles
        return np.convolve(ways / cases, more / others), 1.0
    return np.convolve(ways, more), cases * others
