"""The exact law of differences between Friedman's rank sums: against listing all deals,
fractions, published numbers.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations, product
from math import comb

import numpy as np
import pytest

from cddiagram.stats.adjust import adjust_pvalues
from cddiagram.stats.rank_pairs_exact import rank_difference_law, rank_pair_exact_test
from cddiagram.stats.ranks import rank_scores
from cddiagram.stats.sign import binomial_upper
from cddiagram.text import InputError, UsageError


def untied(n: int, k: int) -> np.ndarray:
    return np.tile(np.arange(1.0, k + 1), (n, 1))


def law_in_fractions(ranks: np.ndarray) -> dict[Fraction, Fraction]:
    """P(|D| >= d): one data set after the other, two of its ranks drawn without
    replacement, in whole numbers.
    """
    ways, cases = Counter({0: 1}), 1
    for row in (2 * ranks).astype(int).tolist():
        drawn = Counter(
            a - b for i, a in enumerate(row) for j, b in enumerate(row) if i != j
        )
        found: Counter[int] = Counter()
        for (d, before), (step, count) in product(ways.items(), drawn.items()):
            found[d + step] += before * count
        ways, cases = found, cases * len(row) * (len(row) - 1)
    tails: dict[Fraction, Fraction] = {}
    total = 0
    for d in sorted({abs(d) for d in ways}, reverse=True):
        total += ways[d] + (ways[-d] if d else 0)
        tails[Fraction(d, 2)] = Fraction(total, cases)
    return tails


@pytest.mark.parametrize(
    ("k", "n", "d", "p"),
    # From the formula of Eisinga, Heskes, Pelzer and Te Grotenhuis 2017 (BMC
    # Bioinformatics 18:68), six decimals.
    [
        (2, 6, 6, 0.03125),
        (3, 3, 4, 0.175926),
        (5, 10, 17, 0.018013),
        (6, 6, 20, 0.001419),
        (10, 8, 40, 0.000680),
    ],
)
def test_known_values(k: int, n: int, d: int, p: float) -> None:
    assert rank_difference_law(untied(n, k)).pvalues(d) == pytest.approx(p, abs=5.1e-7)


@pytest.mark.parametrize(
    "ranks",
    [
        [[1, 2, 3]] * 4,
        [[1, 2.5, 2.5], [1, 2, 3], [1.5, 1.5, 3]],
        [[1, 2.5, 2.5, 4], [2.5, 2.5, 2.5, 2.5], [1, 3, 3, 3]],
        [[2, 2, 2, 4], [1, 2, 3.5, 3.5]],
        [[1, 3, 3, 3]] * 3,
        [[1.5, 1.5], [1, 2], [1, 2], [1, 2]],
    ],
)
def test_against_listing_all_deals(ranks: list[list[float]]) -> None:
    """Every order of every row, the first row's too: nothing is taken for granted."""
    sums = [
        np.sum(deal, axis=0)
        for deal in product(*(list(permutations(row)) for row in ranks))
    ]
    distances = np.abs(np.array([deal[0] - deal[1] for deal in sums]))
    law = rank_difference_law(ranks)
    found = np.unique(distances)
    for d in found:
        assert law.pvalues(d) == pytest.approx(
            np.mean(distances >= d), rel=1e-14, abs=0
        )
    assert (
        np.flatnonzero(law.attainable).tolist()
        == (2 * found / law.unit).astype(int).tolist()
    )


def test_against_fractions_on_random_tables_with_ties() -> None:
    rng = np.random.default_rng(3)
    for _ in range(60):
        n, k = int(rng.integers(1, 9)), int(rng.integers(2, 7))
        ranks = rank_scores(rng.integers(0, rng.integers(1, 8), (n, k)).astype(float))
        law, exact = rank_difference_law(ranks), law_in_fractions(ranks)
        for d, p in exact.items():
            assert float(law.pvalues(float(d))) == float(p), (ranks, d)


def test_far_tails_keep_their_relative_accuracy() -> None:
    ranks = untied(60, 6)
    ranks[::7] = [1, 2.5, 2.5, 4, 5.5, 5.5]
    law, exact = rank_difference_law(ranks), law_in_fractions(ranks)
    for d, p in exact.items():
        assert float(law.pvalues(float(d))) == pytest.approx(float(p), rel=1e-12, abs=0)
    assert 0 < law.pvalues(float(max(exact))) < 1e-70


@pytest.mark.parametrize("n", [1, 2, 5, 6, 14, 53, 400])
def test_two_algorithms_toss_a_coin_on_each_data_set_without_a_tie(n: int) -> None:
    ranks = np.vstack([untied(n, 2), np.full((3, 2), 1.5)])
    law = rank_difference_law(ranks)
    for wins in range((n + 1) // 2, n + 1):
        expected = min(
            Fraction(2 * sum(comb(n, w) for w in range(wins, n + 1)), 2**n), Fraction(1)
        )
        assert float(law.pvalues(2 * wins - n)) == float(expected)


def test_many_tosses_go_on_by_the_beta_function() -> None:
    for n in (4_999, 5_000, 5_001, 5_002):
        law = rank_difference_law(untied(n, 2))
        wins = np.array([n // 2 + 20, n // 2 + 200, n // 2 + 700])
        assert law.pvalues(2 * wins - n) == pytest.approx(
            2 * binomial_upper(wins, n), rel=1e-11, abs=0
        )
        assert law.pvalues(n % 2) == 1.0


def test_all_pairs_share_one_law_and_the_order_of_data_sets_changes_no_bit() -> None:
    rng = np.random.default_rng(8)
    ranks = rank_scores(rng.integers(0, 5, (25, 6)).astype(float))
    test = rank_pair_exact_test(ranks)
    assert np.array_equal(test.statistic, -test.statistic.T, equal_nan=True)
    assert np.array_equal(test.pvalue, test.pvalue.T, equal_nan=True)
    assert np.isnan(np.diag(test.pvalue)).all()
    other = rank_pair_exact_test(ranks[rng.permutation(25)])
    assert np.array_equal(test.pvalue, other.pvalue, equal_nan=True)
    assert (test.method, test.choices) == ("exact", {"ties": "conditional"})
    assert rank_pair_exact_test(untied(3, 4)).choices == {}


def test_all_tied_is_no_difference() -> None:
    law = rank_difference_law(np.full((4, 3), 2.0))
    assert law.pvalues(0.0) == 1.0
    assert law.critical_difference(0.05, "none", 3) is None
    assert rank_pair_exact_test(np.full((4, 2), 1.5)).pvalue[0, 1] == 1.0


@pytest.mark.parametrize("p_adjust", ["none", "bonferroni", "sidak"])
def test_the_critical_difference_divides_what_is_significant_from_what_is_not(
    p_adjust: str,
) -> None:
    rng = np.random.default_rng(5)
    for _ in range(40):
        n, k = int(rng.integers(2, 12)), int(rng.integers(2, 6))
        ranks = rank_scores(rng.integers(0, 6, (n, k)).astype(float))
        law, exact = rank_difference_law(ranks), law_in_fractions(ranks)
        m = k * (k - 1) // 2
        for alpha in (0.01, 0.05, 0.2):
            significant = [
                d
                for d, p in exact.items()
                if adjust_pvalues([float(p)] * m, p_adjust)[0] <= alpha
            ]
            found = law.critical_difference(alpha, p_adjust, m)
            assert found == (float(min(significant)) / n if significant else None)


def test_a_p_value_equal_to_the_level_is_significant() -> None:
    law = rank_difference_law(untied(1, 5))
    assert law.pvalues(4) == 0.1
    assert law.critical_difference(0.1, "none", 1) == 4.0
    assert law.critical_difference(np.nextafter(0.1, 0), "none", 1) is None
    assert (
        rank_difference_law(untied(5, 2)).critical_difference(0.0625, "none", 1) == 1.0
    )


def test_refusals() -> None:
    for ranks in ([1, 2, 3], [[1]], np.empty((0, 3))):
        with pytest.raises(UsageError, match="at least two columns"):
            rank_difference_law(ranks)
    message = (
        "the difference between two rank sums of 21 algorithms on 1001 data sets has "
        "20,020 possible values, but the exact distribution is computed only for up to "
        "20,000 values. Use method 'asymptotic', which is accurate for large designs."
    )
    with pytest.raises(InputError) as error:
        rank_difference_law(untied(1001, 21))
    assert str(error.value) == message
    tied = untied(501, 21)
    tied[0, :2] = 1.5
    with pytest.raises(InputError, match="has 20,040 possible values"):
        rank_difference_law(tied)
    with pytest.raises(UsageError, match="alpha must be between 0 and 1"):
        rank_difference_law(untied(3, 3)).critical_difference(1.0, "none", 3)
