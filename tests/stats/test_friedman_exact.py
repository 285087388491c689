"""Exact Friedman p-values: against listing all orders, published values, whole numbers."""

from __future__ import annotations

from itertools import permutations, product
from math import factorial

import numpy as np
import pytest
from scipy.stats import friedmanchisquare

from cddiagram.errors import UsageError
from cddiagram.stats.friedman_exact import friedman_exact_test, friedman_upper, is_feasible


@pytest.mark.parametrize(("n", "k"), [(2, 2), (5, 2), (2, 3), (4, 3), (3, 4), (2, 5)])
def test_against_all_orders(n: int, k: int) -> None:
    orders = np.array(list(permutations(range(1, k + 1))))
    first = np.arange(1, k + 1)
    squares = np.array([np.square(first + sum(rest)).sum() for rest in product(orders, repeat=n - 1)])
    for value in np.unique(squares):
        assert friedman_upper(int(value), n, k) == pytest.approx(np.mean(squares >= value), rel=1e-13, abs=0)
    assert friedman_upper(0, n, k) == 1.0
    assert friedman_upper(int(squares.max()) + 1, n, k) == 0.0


@pytest.mark.parametrize(
    ("n", "k", "chi2", "p"),
    # Friedman 1937 (JASA 32), Tables V and VI: exact probabilities of chi-square or more.
    [(3, 3, 6.000, 0.028), (4, 3, 6.500, 0.042), (5, 3, 6.400, 0.039), (8, 3, 6.250, 0.047), (9, 3, 6.222, 0.048),
     (2, 4, 6.000, 0.042), (3, 4, 7.400, 0.033), (4, 4, 7.800, 0.036)],
)  # fmt: skip
def test_published_tables(n: int, k: int, chi2: float, p: float) -> None:
    squares = round((chi2 + 3 * n * (k + 1)) * n * k * (k + 1) / 12)
    assert friedman_upper(squares, n, k) == pytest.approx(p, abs=5.1e-4)


def test_statistic_is_friedmans_and_the_largest_has_the_smallest_p() -> None:
    ranks = np.array([[1, 2, 3, 4], [1, 3, 2, 4], [2, 1, 3, 4], [1, 2, 4, 3]])
    result = friedman_exact_test(ranks)
    assert result is not None
    assert result.name == "friedman-exact"
    assert result.method == "exact"
    assert result.df == ()
    assert result.statistic == pytest.approx(friedmanchisquare(*ranks.T).statistic, rel=1e-13, abs=0)
    agreed = friedman_exact_test(np.tile([3, 1, 2], (5, 1)))
    assert agreed is not None
    assert agreed.pvalue == pytest.approx(factorial(3) ** -4, rel=1e-14, abs=0)
    disagreed = friedman_exact_test([[1, 2], [2, 1]])
    assert disagreed is not None
    assert (disagreed.statistic, disagreed.pvalue) == (0.0, 1.0)


def test_order_of_rows_and_columns_does_not_matter() -> None:
    rng = np.random.default_rng(1)
    ranks = rng.permuted(np.tile(np.arange(1, 5), (5, 1)), axis=1)
    values = {friedman_exact_test(ranks[rng.permutation(5)][:, rng.permutation(4)]).pvalue for _ in range(9)}
    assert len(values) == 1


def test_ties_and_large_tables_are_left_to_the_asymptotic_test() -> None:
    assert friedman_exact_test([[1.5, 1.5, 3], [1, 2, 3]]) is None
    assert friedman_exact_test(np.tile([1, 2, 3], (10, 1))) is None
    assert [is_feasible(*shape) for shape in ((9, 3), (6, 4), (4, 5), (3, 6), (2, 10))] == [True] * 5
    assert not any(is_feasible(*shape) for shape in ((10, 3), (7, 4), (5, 5), (4, 6), (2, 11), (2, 500)))
    with pytest.raises(UsageError, match="at least two of each"):
        friedman_exact_test([[1, 2, 3]])
