"""Friedman's test on the ranks of k algorithms on n data sets.

The module provides Friedman's chi-square, Iman and Davenport's F (Demšar 2006, section
3.2.2) and, for small tables and for two algorithms, an exact p-value that is
conditional on the ties.
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
"""The exact p-value is enumerated if (k!)^(n - 1) is at most this number."""


def friedman_test(ranks: ArrayLike) -> tuple[OmnibusResult, ...]:
    """Test for overall differences with Friedman's chi-square and Iman and Davenport's
    F.

    Parameters
    ----------
    ranks : array_like, shape (n, k)
        The ranks of the algorithms on each data set.

    Returns
    -------
    tuple of OmnibusResult
        ``friedman`` and ``iman-davenport`` as printed in the papers, without a
        correction for ties, followed by both tests with this correction. If all
        algorithms are tied on every data set, all statistics are 0 and all p-values are
        1. If the ranks are the same on all data sets, F is infinite and the p-value is
        the probability of this event, which is ``(1/k!)**(n - 1)`` without ties (as in
        García et al. 2010, section 4.2, for the Quade test).

    Notes
    -----
    Demšar (2006, section 3.2.2) defines
    ``chi2 = 12 n / (k (k + 1)) * (sum R_j**2 - k (k + 1)**2 / 4)`` and
    ``F = (n - 1) chi2 / (n (k - 1) - chi2)``. Let A be the sum of the squared
    deviations of the rank sums, and let B be the sum of the squared deviations of the
    individual ranks. Then ``chi2 = (k - 1) A / B`` and ``F = (n - 1) A / (n B - A)``.
    The printed forms use ``B = n k (k**2 - 1) / 12``, which is the value for untied
    ranks. The tie-corrected forms use the value of B for the observed ranks. Twice a
    rank is an integer, so A and B are exact.

    Examples
    --------
    >>> plain, iman_davenport, *corrected = friedman_test(
    ...     [[1, 2, 3], [1, 3, 2], [1, 2, 3], [2, 1, 3]]
    ... )
    >>> round(plain.statistic, 3), round(iman_davenport.statistic, 3)
    (4.5, 3.857)
    """
    doubled, between, untied, tied = _sums_of_squares(ranks)
    n, k = doubled.shape
    df1 = k - 1
    df2 = (k - 1) * (n - 1)
    within = {False: untied, True: tied}

    def chi_square(corrected: bool) -> tuple[float, float]:
        chi2 = _chi_square(between, within[corrected], k)
        return chi2, chi_square_upper(chi2, df1)

    def f(corrected: bool) -> tuple[float, float]:
        rest = n * within[corrected] - between
        if between == 0:
            return 0.0, 1.0
        if rest == 0:
            return math.inf, _chance_that_all_rank_alike(doubled)
        return (n - 1) * between / rest, f_upper_single(between, rest, df1, df2)

    friedman = with_ties("friedman", (float(df1),), chi_square)
    iman_davenport = with_ties("iman-davenport", (float(df1), float(df2)), f)
    return friedman[0], iman_davenport[0], friedman[1], iman_davenport[1]


def _chi_square(between: int, within: int, k: int) -> float:
    """Return Friedman's chi-square, (k - 1) A / B, or 0 if all algorithms are tied."""
    if between == 0:
        return 0.0
    return (k - 1) * between / within


def friedman_of_averages(average_ranks: ArrayLike, n: int) -> tuple[OmnibusResult, ...]:
    """Test for overall differences using the average ranks of k algorithms on n data
    sets.

    The results are ``friedman`` and ``iman-davenport`` as printed in the papers.

    >>> plain, iman_davenport = friedman_of_averages([1.25, 2.0, 2.75], 4)
    >>> round(plain.statistic, 3), round(iman_davenport.statistic, 3)
    (4.5, 3.857)
    """
    average = np.asarray(average_ranks, dtype=np.float64)
    k = len(average)
    df1 = k - 1
    df2 = (k - 1) * (n - 1)
    deviations = average - (k + 1) / 2
    between = float(np.sum(deviations**2))
    largest = k * (k * k - 1) / 12
    chi2 = 12 * n * between / (k * (k + 1))
    rest = max(largest - between, 0.0)
    if rest > 1e-9 * largest:
        method = "asymptotic"
        f = (n - 1) * between / rest
        f_pvalue = f_upper_single(between, rest, df1, df2)
    else:  # All data sets have the same ranks, without ties.
        method = "exact"
        f = math.inf
        f_pvalue = math.exp(-(n - 1) * math.lgamma(k + 1))
    friedman = OmnibusResult(
        name="friedman",
        statistic=chi2,
        df=(float(df1),),
        pvalue=float(chi_square_upper(chi2, df1)),
        method="asymptotic",
    )
    iman_davenport = OmnibusResult(
        name="iman-davenport",
        statistic=f,
        df=(float(df1), float(df2)),
        pvalue=float(f_pvalue),
        method=method,
    )
    return friedman, iman_davenport


def iman_davenport_pvalues(ranks: ArrayLike) -> FloatArray:
    """Return the p-values of Iman and Davenport's F, without a correction for ties, for
    ranks of shape (..., n, k).

    The p-values are the same as in `friedman_test`.

    >>> iman_davenport_pvalues([[[1, 2, 3], [1, 3, 2], [1, 2, 3], [2, 1, 3]]]).round(
    ...     4
    ... ).tolist()
    [0.0837]
    """
    doubled = np.rint(2.0 * as_ranks(ranks)).astype(np.int64)
    n, k = doubled.shape[-2:]
    deviations = doubled.sum(axis=-2) - n * (k + 1)
    between = np.square(deviations).sum(axis=-1)
    untied = n * k * (k * k - 1) // 3
    rest = n * untied - between
    upper = f_upper(between, rest, k - 1.0, (k - 1.0) * (n - 1))
    p = np.where(between == 0, 1.0, upper)
    for place in zip(*np.nonzero(rest == 0), strict=True):
        p[place] = _chance_that_all_rank_alike(doubled[place])
    return p


def _sums_of_squares(ranks: ArrayLike) -> tuple[IntArray, int, int, int]:
    """Return twice the ranks and four times A, B of untied ranks, and B of the observed
    ranks (see `friedman_test`).
    """
    doubled = np.rint(2.0 * as_ranks(ranks, one=True)).astype(np.int64)
    n, k = doubled.shape
    deviations_of_sums = doubled.sum(axis=0) - n * (k + 1)
    between = int(np.sum(deviations_of_sums**2))
    untied = n * k * (k * k - 1) // 3
    tied = int(np.sum((doubled - (k + 1)) ** 2))
    return doubled, between, untied, tied


def _chance_that_all_rank_alike(doubled: IntArray) -> float:
    """Return the probability that n - 1 random orders of the ranks in the first row are
    all identical to this row.

    The computation uses whole numbers, so the p-value is the same as in the exact test.
    """
    n, k = doubled.shape
    _, ties = np.unique(doubled[0], return_counts=True)
    orders_of_ties = math.prod(map(math.factorial, ties.tolist()))
    orders = math.factorial(k) // orders_of_ties
    return float(1 / orders ** (n - 1))


def friedman_exact_test(
    ranks: ArrayLike, *, tie_correction: bool = False
) -> OmnibusResult | None:
    """Perform Friedman's test for overall differences with an exact p-value.

    Parameters
    ----------
    ranks : array_like, shape (n, k)
        The ranks of the algorithms on each data set.
    tie_correction : bool, default False
        Whether the statistic is corrected for ties. This does not affect the p-value,
        because for given ties, one statistic is a multiple of the other.

    Returns
    -------
    OmnibusResult or None
        ``friedman-exact``, that is, Friedman's chi-square with an exact p-value. The
        p-value is the probability of a statistic at least as large if the ranks of each
        data set, ties included, are assigned to the algorithms at random. For two
        algorithms, this is the two-sided test of wins against losses, for any n. For
        more algorithms, all orders are enumerated if their number, (k!)^(n - 1), is at
        most 1e7. The p-value for a larger table is computed on the lattice of rank sums
        (`cddiagram.stats.rank_sums`). The result is None for tables that are too large
        for the lattice.

    Examples
    --------
    >>> result = friedman_exact_test([[1, 2, 3], [1, 2, 3], [1, 3, 2], [1, 2, 3]])
    >>> result.statistic, round(result.pvalue, 4)
    (6.5, 0.0417)
    """
    doubled, between, untied, tied = _sums_of_squares(ranks)
    n, k = doubled.shape
    if k == 2:
        from cddiagram.stats.rank_pairs_exact import rank_difference_law

        difference = (doubled[:, 0] - doubled[:, 1]).sum() / 2.0
        pvalue = float(rank_difference_law(doubled / 2.0).pvalues(difference))
    elif is_feasible(n, k):
        rows = sorted(tuple(sorted(row)) for row in doubled.tolist())
        pvalue = _upper_tail(between, tuple(rows))
    else:
        from cddiagram.stats.rank_sums import friedman_tail, is_on_lattice

        if not is_on_lattice(doubled):
            return None
        pvalue = friedman_tail(doubled, between)
    within = untied
    if tie_correction:
        within = tied
    return OmnibusResult(
        name="friedman-exact",
        statistic=_chi_square(between, within, k),
        df=(),
        pvalue=pvalue,
        method="exact",
        tie_corrected=tie_correction,
    )


def is_feasible(n: int, k: int) -> bool:
    """Return whether all orders of k algorithms on n data sets can be enumerated.

    The result is always True for two algorithms.
    """
    log_orders = (n - 1) * math.lgamma(k + 1)
    return k == 2 or log_orders <= math.log(MAX_ORDERS)


def _upper_tail(between: int, rows: tuple[tuple[int, ...], ...]) -> float:
    """Return P(sum of squared deviations of the doubled rank sums >= between)."""
    values, counts = _distribution_of_squares(rows)
    as_large = counts[values >= between]
    return int(as_large.sum()) / int(counts.sum())


@lru_cache(maxsize=32)
def _distribution_of_squares(
    rows: tuple[tuple[int, ...], ...],
) -> tuple[IntArray, IntArray]:
    """Return the possible values of the sum of squared deviations, and their counts.

    The orders of all rows except one are counted. One row can be fixed, because the
    names of the algorithms are irrelevant. The row with the fewest ties is fixed,
    because this leaves the fewest orders.
    """
    n, k = len(rows), len(rows[0])
    first, *others = sorted(rows, key=lambda row: len(set(row)), reverse=True)
    centred = np.array(first) - (k + 1)
    if n == 2:
        return _distribution_of_two(centred, np.array(others[0]) - (k + 1))
    orders_of_rows = []
    for row in others:
        orders = np.array(sorted(set(permutations(row))), dtype=np.int64)
        orders_of_rows.append(orders - (k + 1))
    *inner, last = orders_of_rows
    # Two states are equivalent if the rank sums of one are a permutation of the rank
    # sums of the other, because the ranks in the remaining rows are exchangeable.
    states = centred[np.newaxis].astype(np.int64)
    counts = np.ones(1, dtype=np.int64)
    for orders in inner:
        sums = np.sort(_add_orders(states, orders), axis=1)
        states, counts = _merge_equal_states(sums, np.repeat(counts, len(orders)))
    squares = np.square(_add_orders(states, last)).sum(axis=1)
    counts = np.repeat(counts, len(last))
    values, counts = _merge_equal_states(squares[:, np.newaxis], counts)
    return values[:, 0], counts


def _distribution_of_two(
    first: IntArray, second: IntArray
) -> tuple[IntArray, IntArray]:
    """Count the k! orders of the second row for each value of the sum of (a_i + b_i)^2.

    This sum is sum a_i^2 + sum b_i^2 + 2 sum a_i b_i, so it is sufficient to count
    orders for each sum of products.
    """
    k = len(first)
    least = int(np.sum(first * -np.sort(-second)))
    largest = int(np.sum(first * np.sort(second)))
    # The absolute value of a partial sum of products cannot exceed the shift.
    shift = k * int(np.abs(first).max()) * int(np.abs(second).max())
    # The keys are the sets of ranks that can occur in the first columns of the second
    # row. Each value is an array that contains the number of ways to obtain each sum of
    # products. The index of each sum is increased by `shift`.
    ways = {0: np.bincount([shift], minlength=2 * shift + 1)}
    for column in range(k):
        longer: dict[int, IntArray] = {}
        for used, counts in ways.items():
            for place in range(k):
                if used & 1 << place:
                    continue
                moved = np.roll(counts, int(first[column] * second[place]))
                extended = used | 1 << place
                longer[extended] = longer.get(extended, 0) + moved
        ways = longer
    (counts,) = ways.values()
    squares = int((first**2).sum() + (second**2).sum())
    values = squares + 2 * np.arange(least, largest + 1)
    return values, counts[least + shift : largest + shift + 1]


def _add_orders(states: IntArray, orders: IntArray) -> IntArray:
    """Return the sums of each state and each order."""
    sums = states[:, np.newaxis, :] + orders
    return sums.reshape(-1, orders.shape[1])


def _merge_equal_states(
    states: IntArray, counts: IntArray
) -> tuple[IntArray, IntArray]:
    """Merge equal states and add up their counts.

    Each state is encoded as an integer because np.unique is slow for rows. The integers
    are below 2^40 for up to `MAX_ORDERS` orders.
    """
    shifted = states - states.min()
    base = int(shifted.max()) + 1
    powers = np.power(base, np.arange(states.shape[1]), dtype=np.int64)
    keys = shifted @ powers
    _, first, group = np.unique(keys, return_index=True, return_inverse=True)
    total = np.zeros(len(first), dtype=np.int64)
    np.add.at(total, group, counts)
    return states[first], total
