"""The exact joint distribution of the rank sums of k algorithms under the null
hypothesis, conditional on the ties.

Under the null hypothesis, all orders of the ranks within a data set, ties included, are
equally likely. The distribution of the largest difference between two rank sums is well
known (Nemenyi 1963; McDonald and Thompson 1967, Biometrika 54, 487-497; Hollander,
Wolfe and Chicken 2014, section 7.3). The adjusted p-value of a pair is the probability
that the largest difference is at least as large as the difference of the pair.

The rank sums of k - 1 algorithms are the points of a lattice, and they determine the
last rank sum. For each data set, the distinct orders of its ranks are added by shifted
slices of the lattice. All terms are positive, so small tails keep their relative
precision, which a Fourier transform would lose.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from cddiagram._util import FloatArray, IntArray
from cddiagram.stats.pair_test import PairTest
from cddiagram.stats.rank_law_table import is_tabulated, rounded, tabulated_tails
from cddiagram.stats.rank_pairs_exact import (
    RankDifferenceLaw,
    common_unit,
    rank_difference_law,
    rank_pair_exact_test,
)
from cddiagram.text import check_alpha

#: The distribution is computed on the lattice only if this requires at most this much
#: work, which takes about 50 ms. The work is the number of lattice points times the
#: number of distinct orders of a data set, summed over the data sets.
MAX_WORK = 120_000_000
#: If a distribution is too large for exact computation, the ranks are permuted randomly
#: this many times.
DRAWS = 99_999
#: If a distribution is not in the table, it is computed on the lattice only if the
#: number of ranks, n * k, does not exceed this limit. The limit applies only if k > 2
#: and ties do not occur.
_LARGEST_UNTABULATED = 1_000
_SEED = 20_240_131
#: This many ranks are permuted in one block.
_BLOCK = 1 << 20

#: A pattern consists of the ranks of a data set in ascending order and of the number of
#: data sets with these ranks. Each rank is stored as the number of lattice steps above
#: the smallest rank.
Patterns = tuple[tuple[tuple[int, ...], int], ...]


@dataclass(frozen=True, kw_only=True, eq=False)
class LargestDifferenceLaw:
    """The null distribution of the largest difference M between two rank sums on n data
    sets.

    Attributes
    ----------
    pairs : RankDifferenceLaw
        The distribution of the difference of one pair, which determines the attainable
        differences.
    tails : ndarray
        The probabilities that M is at least 0, 1, 2, ... units. M is the maximum over
        all pairs, or over the pairs with a control.
    draws : int or None
        The number of random arrangements from which the distribution was estimated.
        None if the distribution is exact.
    """

    pairs: RankDifferenceLaw
    tails: FloatArray
    draws: int | None = None

    @property
    def n(self) -> int:
        """The number of data sets."""
        return self.pairs.n

    @property
    def unit(self) -> int:
        """The number of half ranks of which every difference is a multiple."""
        return self.pairs.unit

    @property
    def method(self) -> str:
        """The method of computing adjusted p-values, ``"exact"`` or ``"Monte Carlo"``."""
        if self.draws is None:
            return "exact"
        return "Monte Carlo"

    def adjusted(self, differences: ArrayLike) -> FloatArray:
        """Return the adjusted p-values ``P(M >= |d|)`` of differences between rank
        sums. NaN values are propagated.

        >>> law = largest_difference_law([[1, 2, 3]] * 3)
        >>> law.adjusted([[np.nan, 5, 6]]).round(6).tolist()
        [[nan, 0.194444, 0.027778]]
        """
        sizes = np.abs(np.asarray(differences, dtype=np.float64))
        is_number = ~np.isnan(sizes)
        adjusted = np.full(sizes.shape, np.nan)
        halves = np.rint(2.0 * sizes[is_number]).astype(np.int64)
        adjusted[is_number] = self.tails[halves // self.unit]
        return adjusted

    def critical_difference(self, alpha: float, *_: object) -> float | None:
        """Return the smallest attainable difference between average ranks that is
        significant at the level alpha, or None.

        Pairs that differ by exactly this value are significantly different.

        >>> laws = [largest_difference_law([[1, 2, 3]] * n) for n in (2, 3, 5, 8)]
        >>> [law.critical_difference(0.05) for law in laws]
        [None, 2.0, 1.6, 1.25]
        """
        step = self._critical_step(alpha)
        if step is None:
            return None
        return step * self.unit / (2.0 * self.n)

    def pair_level(self, alpha: float) -> float:
        """Return the unadjusted p-value of the critical difference, or 0 if a critical
        difference does not exist.
        """
        step = self._critical_step(alpha)
        if step is None:
            return 0.0
        return float(self.pairs.tails[step])

    def standard_error(self, pvalue: float) -> float:
        """Return the standard error of an estimated p-value, or 0 if the p-value is
        exact.
        """
        if self.draws is None:
            return 0.0
        return math.sqrt(pvalue * (1.0 - pvalue) / self.draws)

    @property
    def smallest(self) -> tuple[float, float]:
        """The smallest attainable p-value of a pair, unadjusted and adjusted."""
        step = int(np.flatnonzero(self.pairs.attainable)[-1])
        return float(self.pairs.tails[step]), float(self.tails[step])

    def _critical_step(self, alpha: float) -> int | None:
        """Return the critical difference in units, or None."""
        check_alpha(alpha)
        significant = np.flatnonzero(self.pairs.attainable & (self.tails <= alpha))
        if not significant.size:
            return None
        return int(significant[0])


#: The null distribution of the differences between rank sums. Tests of pairs use this
#: distribution.
RankLaw: TypeAlias = RankDifferenceLaw | LargestDifferenceLaw


def largest_difference_law(
    ranks: ArrayLike, *, against_control: bool = False, simulate: bool = False
) -> LargestDifferenceLaw | None:
    """Return the distribution of the largest difference over all pairs or over the
    pairs with a control, for ranks of shape (n, k).

    The distribution is exact if the table contains it or if the lattice is small
    enough. Otherwise, the result is None or, if `simulate` is True, an estimate from
    `DRAWS` random arrangements.
    """
    if not simulate and not has_exact_law(ranks):
        return None
    pairs = rank_difference_law(ranks)
    doubled = _doubled(ranks)
    length = len(pairs.tails)
    exact = _exact_tails(doubled, against_control)
    if exact is None:
        draws: int | None = DRAWS
        tails = _simulated_tails(doubled, pairs.unit, length, against_control)
    else:
        draws = None
        tails, _ = exact
    padded = np.zeros(length)
    padded[: len(tails)] = tails
    return LargestDifferenceLaw(pairs=pairs, tails=padded, draws=draws)


def joint_pair_test(
    ranks: ArrayLike, *, against_control: bool = False, simulate: bool = False
) -> PairTest | None:
    """Test all pairs with the distribution of the largest difference, for ranks of
    shape (n, k).

    The result is None if `largest_difference_law` returns None. The unadjusted p-values
    and the statistics are the same as in `rank_pair_exact_test`.

    >>> test = joint_pair_test([[1, 2, 3]] * 3)
    >>> test.method, float(test.law.adjusted(test.statistic)[0, 2].round(4))
    ('exact', 0.0278)
    """
    law = largest_difference_law(
        ranks, against_control=against_control, simulate=simulate
    )
    if law is None:
        return None
    test = rank_pair_exact_test(ranks, law.pairs)
    choices = dict(test.choices)
    if law.draws is not None:
        choices |= {"draws": law.draws, "seed": _SEED}
    return replace(test, law=law, method=law.method, choices=choices)


def joint_pvalues(
    ranks: ArrayLike,
    first: IntArray,
    second: IntArray,
    *,
    against_control: bool = False,
) -> FloatArray:
    """Return the adjusted p-values of pairs of columns in many tables of ranks of shape
    (m, n, k).

    The result has shape (m, pairs). The p-values are exact, or NaN for a table whose
    distribution is too large to compute.

    >>> joint_pvalues([[[1, 2, 3]] * 3], np.array([0, 0]), np.array([1, 2])).round(
    ...     4
    ... ).tolist()
    [[0.5278, 0.0278]]
    """
    doubled = _doubled(ranks)
    sums = doubled.sum(axis=-2)
    differences = np.abs(sums[:, first] - sums[:, second])
    pvalues = np.full(differences.shape, np.nan)
    for index, table in enumerate(doubled):
        exact = _exact_tails(table, against_control)
        if exact is not None:
            tails, unit = exact
            pvalues[index] = tails[differences[index] // unit]
    return pvalues


def has_exact_law(ranks: ArrayLike) -> bool:
    """Return whether the exact distribution of the largest difference is available for
    ranks of shape (n, k) with k > 2.

    >>> untied, tied = (
    ...     np.tile([1.0, 2, 3, 4], (60, 1)),
    ...     np.tile([1.5, 1.5, 3, 4], (60, 1)),
    ... )
    >>> has_exact_law(untied), has_exact_law(tied), has_exact_law(tied[:12])
    (True, False, True)
    """
    doubled = _doubled(ranks)
    n, k = doubled.shape
    if _is_untied(doubled) and is_tabulated(k, n):
        return True
    return is_on_lattice(doubled)


def is_on_lattice(doubled: IntArray) -> bool:
    """Return whether the lattice of doubled ranks of shape (n, k) is small enough."""
    n, k = doubled.shape
    if (k - 1) * math.log(n + 1) > math.log(MAX_WORK):
        return False  # Unless data sets are completely tied, the lattice is too large.
    patterns, _ = _tie_patterns(doubled)
    span = sum(row[-1] * count for row, count in patterns)
    orders = sum(_count_orders(row) * count for row, count in patterns)
    work: int = orders * (span + 1) ** (k - 1)
    return work <= MAX_WORK


def _exact_tails(
    doubled: IntArray, against_control: bool
) -> tuple[FloatArray, int] | None:
    """Return the exact tails of the largest difference and their unit in half ranks.

    Return None if the computation would be too large.
    """
    n, k = doubled.shape
    if _is_untied(doubled) and is_tabulated(k, n):
        return tabulated_tails(k, n, against_control), 2
    if not is_on_lattice(doubled):
        return None
    patterns, unit = _tie_patterns(doubled)
    return _largest_difference_tails(patterns, k, against_control), unit


def friedman_tail(doubled: IntArray, sum_of_squares: int) -> float:
    """Return P(S >= sum_of_squares), computed on the lattice of doubled ranks of shape
    (n, k).

    S is the sum of (2 R_j - n (k + 1))^2 over the rank sums R_j.
    """
    n, k = doubled.shape
    patterns, unit = _tie_patterns(doubled)
    smallest_sum = int(doubled.min(axis=1).sum())
    shift = smallest_sum - n * (k + 1)
    law, steps = _law_of_rank_sums(patterns, k)
    squares = sum((unit * step + shift) ** 2 for step in steps)
    tail = law[squares >= sum_of_squares].sum()
    tails = rounded(np.array([tail]))
    return float(tails[0])


def _doubled(ranks: ArrayLike) -> IntArray:
    """Return twice the ranks, which are whole numbers."""
    doubled = 2.0 * np.asarray(ranks, dtype=np.float64)
    return np.rint(doubled).astype(np.int64)


def _is_untied(doubled: IntArray) -> bool:
    """Return whether all data sets are without ties."""
    gaps = np.diff(np.sort(doubled, axis=1), axis=1)
    return bool((gaps > 0).all())


def _tie_patterns(doubled: IntArray) -> tuple[Patterns, int]:
    """Return the patterns of ties and the unit of the lattice in half ranks."""
    ascending = np.sort(doubled, axis=1)
    unit = common_unit(ascending)
    steps = (ascending - ascending[:, :1]) // unit
    rows, counts = np.unique(steps, axis=0, return_counts=True)
    patterns = zip(map(tuple, rows.tolist()), counts.tolist(), strict=True)
    fewest_orders_first = sorted(patterns, key=lambda each: _count_orders(each[0]))
    return tuple(fewest_orders_first), unit


def _count_orders(row: tuple[int, ...]) -> int:
    """Return the number of distinct orders of the ranks of a data set."""
    counts = [row.count(value) for value in set(row)]
    repeats = math.prod(map(math.factorial, counts))
    return math.factorial(len(row)) // repeats


@lru_cache(maxsize=4096)
def _largest_difference_tails(
    patterns: Patterns, k: int, against_control: bool
) -> FloatArray:
    """Return the probabilities that M is at least 0, 1, 2, ... units, computed on the
    lattice.
    """
    law, steps = _law_of_rank_sums(patterns, k)
    if against_control:
        distances = [abs(step - steps[-1]) for step in steps[:-1]]
        largest = _extreme(distances, np.maximum)
    else:
        largest = _extreme(steps, np.maximum) - _extreme(steps, np.minimum)
    span = len(law) - 1
    probabilities = np.bincount(np.ravel(largest), law.ravel(), minlength=span + 1)
    probabilities = probabilities[: span + 1]  # Larger differences cannot occur.
    tails: Any = np.cumsum(probabilities[::-1])[::-1]
    return rounded(tails)


def _orders(row: tuple[int, ...]) -> list[tuple[int, ...]]:
    """List the distinct orders of the ranks of a data set."""
    if not row:
        return [()]
    orders = []
    for first in sorted(set(row)):
        place = row.index(first)
        others = row[:place] + row[place + 1 :]
        orders += [(first, *rest) for rest in _orders(others)]
    return orders


def _extreme(values: list[IntArray], ufunc: np.ufunc) -> IntArray:
    """Return the elementwise maximum or minimum of several arrays after
    broadcasting.
    """
    extreme = values[0]
    for value in values[1:]:
        extreme = ufunc(extreme, value)
    return extreme


@lru_cache(maxsize=1)
def _law_of_rank_sums(patterns: Patterns, k: int) -> tuple[FloatArray, list[IntArray]]:
    """Return the probabilities of the rank sums of k - 1 algorithms, in lattice steps,
    and the rank sums of all k algorithms at each point.

    The last rank sum is determined by the other rank sums. The result is cached because
    all tests of a comparison use the same lattice.
    """
    span = sum(row[-1] * count for row, count in patterns)
    total = sum(sum(row) * count for row, count in patterns)
    law, next_law = np.zeros((2, *(span + 1,) * (k - 1)))
    law[(0,) * (k - 1)] = 1.0
    reach = 0  # The reach is the largest rank sum so far.
    for row, count in patterns:
        orders = [order[:-1] for order in _orders(row)]
        for _ in range(count):
            next_reach = reach + row[-1]
            current = law[(slice(reach + 1),) * (k - 1)]
            current /= len(orders)  # All orders are equally likely.
            added = next_law[(slice(next_reach + 1),) * (k - 1)]
            added[...] = 0.0
            for order in orders:
                shifted = tuple(slice(step, step + reach + 1) for step in order)
                added[shifted] += current
            law, next_law = next_law, law
            reach = next_reach
    axes = np.ogrid[(slice(span + 1),) * (k - 1)]
    steps = [np.asarray(axis) for axis in axes]
    last = total - sum(steps)
    return law, [*steps, np.clip(last, -span, span)]


def _simulated_tails(
    doubled: IntArray, unit: int, length: int, against_control: bool
) -> FloatArray:
    """Estimate the tails from B random arrangements by (b + 1) / (B + 1), where b is
    the number of arrangements that are at least as extreme.

    Ranks are arranged by sorting random numbers whose last bits are the ranks. Unlike
    the permutations of a generator, its raw bits are the same in all versions of NumPy.
    """
    n, k = doubled.shape
    generator = np.random.PCG64(_SEED)
    ranks = doubled.astype(np.uint64)
    rank_bits = np.uint64((1 << int(doubled.max()).bit_length()) - 1)
    counts = np.zeros(length, dtype=np.int64)
    block = max(1, _BLOCK // (n * k))
    for start in range(0, DRAWS, block):
        size = min(block, DRAWS - start)
        keys = generator.random_raw((size, n, k))
        keys &= ~rank_bits
        keys |= ranks
        keys.sort(axis=2)
        arranged = (keys & rank_bits).astype(np.int64)
        sums = arranged.sum(axis=1)
        largest = _largest_differences(sums, against_control)
        counts += np.bincount(largest // unit, minlength=length)
    largest_first = counts[::-1]
    as_extreme = np.cumsum(largest_first)[::-1]
    return (as_extreme + 1) / (DRAWS + 1)


def _largest_differences(sums: IntArray, against_control: bool) -> IntArray:
    """Return the largest difference in each row of rank sums of shape (m, k).

    The control is in the first column.
    """
    if against_control:
        differences = np.abs(sums[:, 1:] - sums[:, :1])
        return np.asarray(differences.max(axis=1))
    return np.asarray(np.ptp(sums, axis=1))


def untied_law(
    k: int, n: int, *, against_control: bool = False, simulate: bool = False
) -> LargestDifferenceLaw | None:
    """Return the same distribution as `largest_difference_law` for k > 2 algorithms on
    n data sets without ties.

    >>> untied_law(4, 22).critical_difference(0.05) * 22
    23.0
    """
    if not simulate and not is_tabulated(k, n) and k * n > _LARGEST_UNTABULATED:
        return None
    ranks = np.tile(np.arange(1.0, k + 1), (n, 1))
    return largest_difference_law(
        ranks, against_control=against_control, simulate=simulate
    )
