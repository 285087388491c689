"""Shaffer's procedures: the possible numbers of true hypotheses, the static factors,
the dynamic procedure.
"""

import math

import numpy as np
import pytest

from cddiagram.stats.pair_adjustments import adjust_pairs, largest_true_counts

#: Garcia & Herrera 2008, Section 2.1 (recursive formula); Shaffer 1986, Table 1.
POSSIBLE = {
    2: [0, 1],
    3: [0, 1, 3],
    4: [0, 1, 2, 3, 6],
    5: [0, 1, 2, 3, 4, 6, 10],
    6: [0, 1, 2, 3, 4, 6, 7, 10, 15],
    7: [0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 15, 21],
    8: [*range(14), 15, 16, 21, 28],
    9: [*range(14), 15, 16, 18, 21, 22, 28, 36],
    10: [*range(19), 20, 21, 22, 24, 28, 29, 36, 45],
}


@pytest.mark.parametrize("k", POSSIBLE)
def test_possible_counts(k):
    assert np.unique(largest_true_counts(k)).tolist() == POSSIBLE[k]


@pytest.mark.parametrize("k", [2, 3, 4, 5, 6, 7, 8, 9])
def test_possible_counts_are_those_of_all_partitions(second_way, k):
    counts = {0, *second_way.partitions(k).sum(axis=1).tolist()}
    assert np.unique(largest_true_counts(k)).tolist() == sorted(counts)


@pytest.mark.parametrize(
    ("k", "sets"), [(4, 14), (5, 51), (6, 202), (7, 876), (8, 4139), (9, 21146)]
)
def test_number_of_exhaustive_sets(second_way, k, sets):
    """García & Herrera 2008, Table 1 (n_e): the oracle of these tests enumerates what
    the paper counts.
    """
    assert len(second_way.partitions(k)) == sets


def test_factors():
    """G08 Section 2.1 and Table 3 (alpha_SH = .05 / t: 0.005, 0.0083 (4 times), 0.0125
    (2), 0.0167, 0.025, 0.05).
    """
    assert largest_true_counts(5)[:0:-1].tolist() == [10, 6, 6, 6, 6, 4, 4, 3, 2, 1]
    assert largest_true_counts(2)[:0:-1].tolist() == [1]


def test_static_is_not_holm():
    """Trap 13: the factors at steps 2 to 5 are 6, not 9, 8, 7, 6."""
    p, (i, j) = np.zeros((5, 5)), np.triu_indices(5, 1)
    p[i, j] = p[j, i] = np.arange(1, 11) / 1000
    assert adjust_pairs(p, "shaffer").pvalue_adjusted[i, j].round(12).tolist() == [
        0.01, 0.012, 0.018, 0.024, 0.03, 0.03, 0.03, 0.03, 0.03, 0.03,
    ]  # fmt: skip


def test_factors_of_five_hundred_algorithms():
    factors = tuple(largest_true_counts(500)[:0:-1].tolist())
    assert len(factors) == 124_750
    # Splitting off one algorithm makes 499 pairs false at once.
    assert factors[0] == 124_750
    assert factors[1:499] == (math.comb(499, 2),) * 498
    assert factors[-3:] == (3, 2, 1)


@pytest.mark.slow
def test_dynamic_against_all_partitions(second_way):
    rng = np.random.default_rng(10)
    algorithms = set()
    for number in range(400):
        k = int(rng.integers(2, 8))
        if number % 2:
            p, ranks = second_way.mean_rank_pvalues(rng, k)
        else:
            p, ranks = second_way.arbitrary_pvalues(rng, k), None
        result = adjust_pairs(p, "shaffer-dynamic", average_ranks=ranks)
        expected = second_way.shaffer_by_partitions(p)
        np.testing.assert_allclose(
            second_way.pairs_of(result.pvalue_adjusted), expected, rtol=1e-14
        )
        assert result.exact
        algorithms.add(result.algorithm)
    assert algorithms == {"mean ranks", "branch and bound"}


def test_dynamic_of_a_hundred_algorithms():
    rng = np.random.default_rng(11)
    sums = np.sort(rng.integers(0, 60_000, size=100))
    distances, where = np.unique(np.abs(sums[:, None] - sums), return_inverse=True)
    p = np.array([math.erfc(d / 5000) for d in distances.tolist()])[
        where.reshape(100, 100)
    ]
    dynamic, static = (
        adjust_pairs(p, method, average_ranks=sums)
        for method in ("shaffer-dynamic", "shaffer")
    )
    assert dynamic.algorithm == "mean ranks"
    upper = np.triu_indices(100, 1)
    assert np.all(dynamic.pvalue_adjusted[upper] <= static.pvalue_adjusted[upper])
    assert np.any(dynamic.pvalue_adjusted[upper] < 0.9 * static.pvalue_adjusted[upper])
