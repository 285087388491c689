"""Friedman's test on the ranks of n data sets x k algorithms (D06 3.2.2): chi-square,
Iman-Davenport's F, and exactly.

The exact p-value is conditional on the ties, for small tables and for two algorithms.
"""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import permutations

import numpy as np
from numpy.typing import ArrayLike

from cddiagram._util import FloatArray, IntArray
from cddiagram.stats.pair_test import as_ranks
from cddiagram.stats.results import OmnibusResult, with_ties
from cddiagram.stats.tails import chi_square_upper, f_upper, f_upper_single

MAX_ORDERS = 10_000_000
"""The exact p-value is enumerated as long as (k!)^(n - 1) is at most this."""


def friedman_test(ranks: ArrayLike) -> tuple[OmnibusResult, ...]:
    """Test whether k algorithms differ at all: Friedman's chi-square and the F of Iman
    and Davenport.

    ``friedman``, ``iman-davenport`` as the papers print them, without a correction for
    ties, then both with it. When all algorithms tie on every data set, each statistic
    is 0 and each p-value 1. When all data sets rank alike, F is infinite and its
    p-value is the chance of that, ``(1/k!)**(n - 1)`` without ties (G10 4.2 for the
    Quade test).

    D06 3.2.2: ``chi2 = 12 n / (k (k + 1)) * (sum R_j**2 - k (k + 1)**2 / 4)`` and
    ``F = (n - 1) chi2 / (n (k - 1) - chi2)``. With A the sum of squared deviations of
    the rank sums and B that of the single ranks, the same is ``chi2 = (k - 1) A / B``
    and ``F = (n - 1) A / (n B - A)``: B taken from the ranks at hand gives the
    tie-corrected forms, B of untied ranks, ``n k (k**2 - 1) / 12``, the printed ones.
    Twice a rank is an integer, so A and B are exact.

    >>> plain, iman_davenport, *corrected = friedman_test(
    ...     [[1, 2, 3], [1, 3, 2], [1, 2, 3], [2, 1, 3]]
    ... )
    >>> round(plain.statistic, 3), round(iman_davenport.statistic, 3)
    (4.5, 3.857)
    """
    doubled, between, untied, tied = _sums_of_squares(ranks)
    n, k = doubled.shape
    df1, df2 = k - 1, (k - 1) * (n - 1)

    def chi_square(corrected: bool) -> tuple[float, float]:
        chi2 = df1 * between / (tied if corrected else untied) if between else 0.0
        return chi2, chi_square_upper(chi2, df1)

    def f(corrected: bool) -> tuple[float, float]:
        rest = n * (tied if corrected else untied) - between
        if between == 0:
            return 0.0, 1.0
        if rest == 0:
            return math.inf, _chance_that_all_rank_alike(doubled)
        return (n - 1) * between / rest, f_upper_single(between, rest, df1, df2)

    friedman = with_ties("friedman", (float(df1),), chi_square)
    iman_davenport = with_ties("iman-davenport", (float(df1), float(df2)), f)
    return friedman[0], iman_davenport[0], friedman[1], iman_davenport[1]


def friedman_of_averages(average_ranks: ArrayLike, n: int) -> tuple[OmnibusResult, ...]:
    """Test by average ranks on n data sets alone: ``friedman`` and ``iman-davenport``
    as the papers print them.

    >>> plain, iman_davenport = friedman_of_averages([1.25, 2.0, 2.75], 4)
    >>> round(plain.statistic, 3), round(iman_davenport.statistic, 3)
    (4.5, 3.857)
    """
    average = np.asarray(average_ranks, dtype=np.float64)
    k = len(average)
    df1, df2 = k - 1, (k - 1) * (n - 1)
    between, most = float(np.sum((average - (k + 1) / 2) ** 2)), k * (k * k - 1) / 12
    chi2, rest = 12 * n * between / (k * (k + 1)), max(most - between, 0.0)
    f = (
        ((n - 1) * between / rest, f_upper_single(between, rest, df1, df2))
        if rest > 1e-9 * most
        else None
    )
    alike = (
        math.inf,
        math.exp(-(n - 1) * math.lgamma(k + 1)),
    )  # all data sets rank alike, and without ties
    (friedman, _), (iman_davenport, _) = (
        with_ties(
            "friedman",
            (float(df1),),
            lambda corrected: (chi2, chi_square_upper(chi2, df1)),
        ),
        with_ties(
            "iman-davenport", (float(df1), float(df2)), lambda corrected: f or alike
        ),
    )
    return friedman, iman_davenport


def iman_davenport_pvalues(ranks: ArrayLike) -> FloatArray:
    """Return the p-values of Iman and Davenport's F as printed, for ranks (..., n, k):
    those of `friedman_test`.

    >>> iman_davenport_pvalues([[[1, 2, 3], [1, 3, 2], [1, 2, 3], [2, 1, 3]]]).round(
    ...     4
    ... ).tolist()
    [0.0837]
    """
    doubled = np.rint(2.0 * as_ranks(ranks)).astype(np.int64)
    n, k = doubled.shape[-2:]
    between = np.square(doubled.sum(axis=-2) - n * (k + 1)).sum(axis=-1)
    rest = n * (n * k * (k * k - 1) // 3) - between
    p = np.where(
        between == 0, 1.0, f_upper(between, rest, k - 1.0, (k - 1.0) * (n - 1))
    )
    for place in zip(*np.nonzero(rest == 0), strict=True):
        p[place] = _chance_that_all_rank_alike(doubled[place])
    return p


def _sums_of_squares(ranks: ArrayLike) -> tuple[IntArray, int, int, int]:
    """Return twice the ranks, and four times A, B of untied ranks, and B of the ranks
    at hand.
    """
    doubled = np.rint(2.0 * as_ranks(ranks, one=True)).astype(np.int64)
    n, k = doubled.shape
    between = int(np.sum((doubled.sum(axis=0) - n * (k + 1)) ** 2))
    return (
        doubled,
        between,
        n * k * (k * k - 1) // 3,
        int(np.sum((doubled - (k + 1)) ** 2)),
    )


def _chance_that_all_rank_alike(doubled: IntArray) -> float:
    """Return the chance that n - 1 random orders of one row's ranks all repeat the
    first one.
    """
    n, k = doubled.shape
    _, ties = np.unique(doubled[0], return_counts=True)
    orders = math.factorial(k) // math.prod(math.factorial(t) for t in ties.tolist())
    return float(
        1 / orders ** (n - 1)
    )  # whole numbers: the same p-value as the exact test's


def friedman_exact_test(
    ranks: ArrayLike, *, tie_correction: bool = False
) -> OmnibusResult | None:
    """Test whether k algorithms differ at all by Friedman's test with its exact p-value
    (D06 3.2.2).

    ``friedman-exact``: Friedman's chi-square, as printed or corrected for ties, and the
    chance of as large a one or larger when each data set deals its own ranks, ties
    included, to the algorithms at random; given the ties one statistic is a multiple of
    the other. For two algorithms that is the two-sided test of wins against losses, for
    any n. More algorithms: up to (k!)^(n - 1) = 1e7 orders are enumerated, and larger
    tables are computed on the lattice of rank sums (`cddiagram.stats.rank_sums`). None
    beyond its limit.

    >>> result = friedman_exact_test([[1, 2, 3], [1, 2, 3], [1, 3, 2], [1, 2, 3]])
    >>> result.statistic, round(result.pvalue, 4)
    (6.5, 0.0417)
    """
    doubled, between, untied, tied = _sums_of_squares(ranks)
    n, k = doubled.shape
    if k == 2:
        from cddiagram.stats.rank_pairs_exact import rank_difference_law

        pvalue = float(
            rank_difference_law(doubled / 2.0).pvalues(
                (doubled[:, 0] - doubled[:, 1]).sum() / 2.0
            )
        )
    elif is_feasible(n, k):
        pvalue = _upper(
            between, tuple(sorted(tuple(sorted(row)) for row in doubled.tolist()))
        )
    else:
        from cddiagram.stats.rank_sums import friedman_tail, is_on_lattice

        if not is_on_lattice(doubled):
            return None
        pvalue = friedman_tail(doubled, between)
    chi2 = (k - 1) * between / (tied if tie_correction else untied) if between else 0.0
    return OmnibusResult(
        name="friedman-exact",
        statistic=chi2,
        df=(),
        pvalue=pvalue,
        method="exact",
        tie_corrected=tie_correction,
    )


def is_feasible(n: int, k: int) -> bool:
    """Whether the orders of n data sets x k algorithms are few enough to count; for two
    algorithms any are.
    """
    return k == 2 or (n - 1) * math.lgamma(k + 1) <= math.log(MAX_ORDERS)


def _upper(between: int, rows: tuple[tuple[int, ...], ...]) -> float:
    """P(sum of squared deviations of the doubled rank sums >= between): whole numbers,
    so ties are ties.
    """
    values, counts = _distribution(rows)
    return int(counts[values >= between].sum()) / int(counts.sum())


@lru_cache(maxsize=32)
def _distribution(rows: tuple[tuple[int, ...], ...]) -> tuple[IntArray, IntArray]:
    """Values of the sum of squared deviations, and how many deals of all rows but one
    have each.

    One row may stay as it is, as names do not matter; that with the fewest ties leaves
    the fewest deals.
    """
    n, k = len(rows), len(rows[0])
    first, *others = sorted(rows, key=lambda row: len(set(row)), reverse=True)
    if n == 2:
        return _of_two_rows(np.array(first) - (k + 1), np.array(others[0]) - (k + 1))
    deals = [
        np.array(sorted(set(permutations(row))), dtype=np.int64) - (k + 1)
        for row in others
    ]
    # Rank sums that are orders of each other are one state: the rows to come treat all
    # columns alike.
    states, counts = (
        np.array([first], dtype=np.int64) - (k + 1),
        np.ones(1, dtype=np.int64),
    )
    for orders in deals[:-1]:
        states, counts = _merged(
            np.sort(_all_sums(states, orders), axis=1), np.repeat(counts, len(orders))
        )
    squares = np.square(_all_sums(states, deals[-1])).sum(axis=1)
    values, merged = _merged(squares[:, np.newaxis], np.repeat(counts, len(deals[-1])))
    return values[:, 0], merged


def _of_two_rows(first: IntArray, second: IntArray) -> tuple[IntArray, IntArray]:
    """Count the k! orders of the second row by sum (a_i + b_i)^2 = sum a_i^2 + sum
    b_i^2 + 2 sum a_i b_i.
    """
    k = len(first)
    low, high = (
        int(np.sum(first * -np.sort(-second))),
        int(np.sum(first * np.sort(second))),
    )  # least, largest product
    shift = (
        k * int(np.abs(first).max()) * int(np.abs(second).max())
    )  # no partial sum of products is beyond it
    # ways[used][product + shift]: which ranks of the second row the first columns have
    # taken.
    ways = {0: np.bincount([shift], minlength=2 * shift + 1)}
    for column in range(k):
        taken: dict[int, IntArray] = {}
        for used, counts in ways.items():
            for place in range(k):
                if not used & 1 << place:
                    moved = np.roll(counts, int(first[column] * second[place]))
                    taken[used | 1 << place] = taken.get(used | 1 << place, 0) + moved
        ways = taken
    (counts,) = ways.values()
    products = np.arange(low, high + 1)
    values = int(np.sum(np.square(first)) + np.sum(np.square(second))) + 2 * products
    return values, counts[low + shift : high + shift + 1]


def _all_sums(states: IntArray, orders: IntArray) -> IntArray:
    return (states[:, np.newaxis, :] + orders).reshape(-1, orders.shape[1])


def _merged(states: IntArray, counts: IntArray) -> tuple[IntArray, IntArray]:
    # Each row as one whole number, as np.unique over rows is slow: below 2^40 where
    # MAX_ORDERS lets them be counted.
    shifted = states - states.min()
    keys = shifted @ np.power(
        int(shifted.max()) + 1, np.arange(states.shape[1]), dtype=np.int64
    )
    _, first, where = np.unique(keys, return_index=True, return_inverse=True)
    total = np.zeros(len(first), dtype=np.int64)
    np.add.at(total, where, counts)
    return states[first], total
