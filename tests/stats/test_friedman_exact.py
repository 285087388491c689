"""Exact Friedman p-values: against listing all orders, published values, whole
numbers.
"""

from __future__ import annotations

from itertools import permutations, product
from math import factorial

import numpy as np
import pytest
from scipy.stats import f as f_distribution
from scipy.stats import friedmanchisquare

from cddiagram.stats.friedman import (
    _distribution_of_squares,
    _upper_tail,
    friedman_exact_test,
    is_feasible,
)
from cddiagram.stats.rank_pairs_exact import rank_pair_exact_test
from cddiagram.stats.ranks import rank_scores
from cddiagram.text import UsageError


def untied(n: int, k: int) -> np.ndarray:
    return np.tile(np.arange(1, k + 1), (n, 1))


def level(ranks: np.ndarray, statistic: float) -> float:
    """P(chi-square >= statistic) through the whole test, for a table with the same rows
    that reaches it.
    """
    n, k = ranks.shape
    between = round(statistic * n * k * (k + 1) / 3)  # of doubled rank sums
    return _upper_tail(
        between,
        tuple(tuple(int(2 * rank) for rank in sorted(row)) for row in ranks.tolist()),
    )


TIED = [
    [[1, 2.5, 2.5], [1, 2, 3], [1.5, 1.5, 3]],
    [[2, 2, 2], [1, 2, 3], [1, 2.5, 2.5], [1.5, 1.5, 3]],
    [[1, 3, 3, 3], [1.5, 1.5, 3, 4], [2.5, 2.5, 2.5, 2.5]],
    [[1, 3, 3, 3], [1.5, 1.5, 3.5, 3.5]],
    [[1, 2, 4, 4, 4], [1, 2, 3, 4, 5]],
    [[2, 2, 2], [2, 2, 2]],
    [[1, 2], [1.5, 1.5], [1, 2], [1, 2]],
]


@pytest.mark.parametrize(
    "rows",
    [
        *TIED,
        *(
            untied(*shape).tolist()
            for shape in [(2, 2), (5, 2), (2, 3), (4, 3), (3, 4), (2, 5)]
        ),
    ],
)
def test_against_all_deals_of_each_row(rows: list[list[float]]) -> None:
    """Every order of every row, the first row's too, ties dealt as they are."""
    n, k = len(rows), len(rows[0])
    deals = [[np.array(order) for order in permutations(row)] for row in rows]
    found = {}
    for deal in product(*deals):
        found.setdefault(
            round(4 * float(np.square(sum(deal) - n * (k + 1) / 2).sum())), []
        ).append(deal)
    total = sum(map(len, found.values()))
    for value, dealt in found.items():
        p = sum(len(some) for other, some in found.items() if other >= value) / total
        result = friedman_exact_test(dealt[0])
        assert result is not None
        assert result.pvalue == pytest.approx(p, rel=1e-14, abs=0)
        assert result.statistic == pytest.approx(
            value * 3 / (n * k * (k + 1)), rel=1e-13, abs=0
        )


def test_corrected_for_ties_the_statistic_is_scipys_and_the_p_value_the_same() -> None:
    ranks = np.array([[1, 2.5, 2.5], [1, 2, 3], [1.5, 1.5, 3]])
    plain, corrected = (
        friedman_exact_test(ranks, tie_correction=correct) for correct in (False, True)
    )
    assert plain is not None
    assert corrected is not None
    assert (plain.tie_corrected, corrected.tie_corrected) == (False, True)
    assert corrected.statistic == pytest.approx(
        friedmanchisquare(*ranks.T).statistic, rel=1e-13, abs=0
    )
    assert corrected.pvalue == plain.pvalue


@pytest.mark.parametrize("n", [2, 5, 14, 40, 1000])
def test_of_two_algorithms_it_is_the_test_of_a_pair(n: int) -> None:
    rng = np.random.default_rng(n)
    ranks = rank_scores(rng.integers(0, 4, (n, 2)).astype(float))
    result = friedman_exact_test(ranks)
    assert result is not None
    assert result.pvalue == rank_pair_exact_test(ranks).pvalue[0, 1]


def test_levels_of_the_papers_f_in_small_tables() -> None:
    """The share of all equally likely tables of equal algorithms that F rejects at
    .05.
    """
    for n, k, share in ((3, 3, 7 / 36), (5, 4, 0.0666)):
        values, counts = _distribution_of_squares(
            tuple(tuple(range(2, 2 * k + 1, 2)) for _ in range(n))
        )
        within, rejected = n * k * (k * k - 1) // 3, 0
        for between, count in zip(values.tolist(), counts.tolist(), strict=True):
            rest = n * within - between
            ratio = (
                (n - 1) * between / rest if rest else np.inf
            )  # all alike: F is infinite
            rejected += count * (
                f_distribution.sf(ratio, k - 1, (k - 1) * (n - 1)) <= 0.05
            )
        assert rejected / counts.sum() == pytest.approx(share, abs=5e-5)


@pytest.mark.parametrize(
    ("n", "k", "chi2", "p"),
    # Friedman 1937 (JASA 32), Tables V and VI: exact probabilities of chi-square or
    # more.
    [(3, 3, 6.000, 0.028), (4, 3, 6.500, 0.042), (5, 3, 6.400, 0.039), (8, 3, 6.250, 0.047), (9, 3, 6.222, 0.048),
     (2, 4, 6.000, 0.042), (3, 4, 7.400, 0.033), (4, 4, 7.800, 0.036)],
)  # fmt: skip
def test_published_tables(n: int, k: int, chi2: float, p: float) -> None:
    assert level(untied(n, k), chi2) == pytest.approx(p, abs=5.1e-4)


def test_statistic_is_friedmans_and_the_largest_has_the_smallest_p() -> None:
    ranks = np.array([[1, 2, 3, 4], [1, 3, 2, 4], [2, 1, 3, 4], [1, 2, 4, 3]])
    result = friedman_exact_test(ranks)
    assert result is not None
    assert result.name == "friedman-exact"
    assert result.method == "exact"
    assert result.df == ()
    assert result.statistic == pytest.approx(
        friedmanchisquare(*ranks.T).statistic, rel=1e-13, abs=0
    )
    agreed = friedman_exact_test(np.tile([3, 1, 2], (5, 1)))
    assert agreed is not None
    assert agreed.pvalue == pytest.approx(factorial(3) ** -4, rel=1e-14, abs=0)
    disagreed = friedman_exact_test([[1, 2], [2, 1]])
    assert disagreed is not None
    assert (disagreed.statistic, disagreed.pvalue) == (0.0, 1.0)


def test_order_of_rows_and_columns_does_not_matter() -> None:
    rng = np.random.default_rng(1)
    ranks = rng.permuted(np.tile(np.arange(1, 5), (5, 1)), axis=1)
    values = {
        friedman_exact_test(ranks[rng.permutation(5)][:, rng.permutation(4)]).pvalue
        for _ in range(9)
    }
    assert len(values) == 1


def test_large_tables_are_left_to_the_asymptotic_test() -> None:
    assert friedman_exact_test(untied(180, 3)) is None
    assert friedman_exact_test(untied(21, 4)) is None
    assert [
        is_feasible(*shape)
        for shape in ((9, 3), (6, 4), (4, 5), (3, 6), (2, 10), (10**6, 2))
    ] == [True] * 6
    assert not any(
        is_feasible(*shape)
        for shape in ((10, 3), (7, 4), (5, 5), (4, 6), (2, 11), (2, 500))
    )
    with pytest.raises(UsageError, match="at least two rows and two columns"):
        friedman_exact_test([[1, 2, 3]])
