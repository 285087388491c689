"""Ranks, tests of pairs and effect sizes of tables with gaps: of each pair what its
complete part gives.
"""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest

from cddiagram._util import Exact
from cddiagram.stats.available import (
    available_effects,
    available_pairs,
    available_ranks,
    estimate_average_ranks,
)
from cddiagram.stats.effects import pair_effects
from cddiagram.stats.notes import result_notes
from cddiagram.stats.ranks import rank_scores
from cddiagram.stats.sign import sign_pair_test
from cddiagram.stats.skillings_mack import connected_parts
from cddiagram.stats.wilcoxon import wilcoxon_test

NAN = math.nan
NAMES = ("A", "B", "C", "D", "E", "F")


def table(seed, share=0.3, whole=2):
    """Scores with gaps: the first columns have none, and two of the others miss the
    same.
    """
    rng = np.random.default_rng(seed)
    scores = rng.integers(0, 12, (14, 6)) / 10
    scores[rng.random(scores.shape) < share] = NAN
    scores[:, :whole] = rng.integers(0, 12, (14, whole)) / 10
    scores[np.isnan(scores[:, 4]), 5] = NAN
    scores[~np.isnan(scores[:, 4]) & np.isnan(scores[:, 5]), 5] = 0.5
    return scores


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("test", [wilcoxon_test, sign_pair_test])
@pytest.mark.parametrize(("higher_is_better", "whole"), [(True, 2), (False, 0)])
def test_each_pair_is_tested_on_what_both_have(seed, test, higher_is_better, whole):
    scores = table(seed, whole=whole)
    found = available_pairs(Exact.of(scores), test, higher_is_better=higher_is_better)
    effects = available_effects(Exact.of(scores), higher_is_better=higher_is_better)
    for i in range(6):
        for j in range(6):
            both = scores[:, [i, j]][~np.isnan(scores[:, [i, j]]).any(axis=1)]
            if i == j:
                assert math.isnan(found.pvalue[i, j])
                assert effects.hodges_lehmann[i, j] == 0
                continue
            alone = test(both, higher_is_better=higher_is_better)
            assert found.pvalue[i, j] == alone.pvalue[0, 1]
            assert found.statistic[i, j] == alone.statistic[0, 1]
            size = pair_effects(both, higher_is_better=higher_is_better)
            for name in (
                "mean_difference",
                "hodges_lehmann",
                "interval_low",
                "wins",
                "ties",
                "losses",
                "rank_biserial",
            ):
                assert getattr(effects, name)[i, j] == getattr(size, name)[0, 1], name


def test_a_complete_table_is_that_of_the_tests_themselves():
    scores = table(1, share=0.0)
    found, whole = (
        available_pairs(Exact.of(scores), wilcoxon_test),
        wilcoxon_test(scores),
    )
    assert np.array_equal(found.pvalue, whole.pvalue, equal_nan=True)
    assert np.array_equal(found.method[0, 1:], whole.method[0, 1:])
    assert found.choices == whole.choices
    assert np.array_equal(available_ranks(Exact.of(scores)), rank_scores(scores))


def test_a_pair_without_a_common_data_set_is_not_tested():
    scores = Exact.of(
        [[1.0, NAN, 2.0], [3.0, NAN, 1.0], [NAN, 2.0, 3.0], [NAN, 4.0, 1.0]]
    )
    found, effects = available_pairs(scores, wilcoxon_test), available_effects(scores)
    assert np.isnan(found.pvalue[0, 1])
    assert found.method[0, 1] == ""
    assert np.isnan(effects.mean_difference[0, 1])
    assert effects.wins[0, 1] == 0
    assert not np.isnan(found.pvalue[[0, 1], 2]).any()


def test_ranks_are_those_of_the_scores_that_there_are():
    scores = table(3)
    ranks = available_ranks(Exact.of(scores), higher_is_better=False)
    for given, found in zip(scores, ranks, strict=True):
        there = ~np.isnan(given)
        assert np.array_equal(np.isnan(found), ~there)
        assert np.array_equal(
            found[there], rank_scores(given[there], higher_is_better=False)
        )


def test_ties_by_tolerance_are_told_of_the_whole_table():
    scores = np.array(
        [[NAN, 0.1 + 0.2, 1 / 3, 0.3], [1.0, 2.0, NAN, 3.0], [1.0, 2.0, 4.0, 1 / 3]]
    )
    scores[0, 3] = 0.30000000000000004 + 5e-17
    log = []
    exact = Exact(scores, None, log)
    available_ranks(exact)
    available_pairs(exact, wilcoxon_test)
    whole = []
    part = Exact.of(scores[:1, 1:]).watched(whole)
    rank_scores(part)
    assert [kind for kind, _ in log if kind == "scores"] == [kind for kind, _ in whole]
    assert all(max(places) < 4 for _, places in log)
    assert all(
        isinstance(note, str) for note in result_notes(log, NAMES[:4], NAMES[:3])
    )


def average_ranks_by_fractions(ranks):
    """Return the estimated average ranks in exact arithmetic, pair by pair; None in
    place of a gap.
    """
    k = len(ranks[0])
    shares = {}
    for j, el in itertools.permutations(range(k), 2):
        both = [
            (row[j], row[el])
            for row in ranks
            if row[j] is not None and row[el] is not None
        ]
        if both:
            won = sum(Fraction(b < a) + Fraction(int(a == b), 2) for a, b in both)
            shares[j, el] = Fraction(won) / len(both)
    if len(shares) < k * (k - 1):
        theta = additive_model_by_fractions(ranks, k)
        for j, el in itertools.permutations(range(k), 2):
            fitted = Fraction(1, 2) + theta[j] - theta[el]
            shares.setdefault((j, el), min(max(fitted, Fraction(0)), Fraction(1)))
    return [1 + sum(shares[j, el] for el in range(k) if el != j) for j in range(k)]


def additive_model_by_fractions(ranks, k):
    """Minimise the sum over data sets and pairs of ([l better] - 1/2 - theta_j +
    theta_l)^2, theta of the last 0.
    """
    matrix = [
        [Fraction(0)] * k for _ in range(k)
    ]  # the normal equations of that sum, right-hand side last
    for row in ranks:
        for j, el in itertools.permutations(range(k), 2):
            if row[j] is None or row[el] is None or j == k - 1:
                continue
            matrix[j][j] += 1
            if el < k - 1:
                matrix[j][el] -= 1
            matrix[j][k - 1] += (
                Fraction(row[el] < row[j])
                + Fraction(int(row[el] == row[j]), 2)
                - Fraction(1, 2)
            )
    size = k - 1
    for column in range(size):
        pivot = next(row for row in range(column, size) if matrix[row][column])
        matrix[column], matrix[pivot] = matrix[pivot], matrix[column]
        for row in range(size):
            if row != column:
                factor = matrix[row][column] / matrix[column][column]
                matrix[row] = [
                    a - factor * b
                    for a, b in zip(matrix[row], matrix[column], strict=True)
                ]
    return [matrix[j][size] / matrix[j][j] for j in range(size)] + [Fraction(0)]


def random_gaps(rng):
    """Return random ranks with gaps of a connected table: some have ties, or pairs
    without a common data set.
    """
    while True:
        n, k = int(rng.integers(2, 15)), int(rng.integers(2, 8))
        order = rng.normal(size=k) * rng.choice([0, 1, 100])
        scores = np.round(rng.normal(size=(n, k)) + order, int(rng.integers(0, 3)))
        scores[rng.random((n, k)) < rng.uniform(0, 0.7, k)] = NAN
        present = ~np.isnan(scores)
        common = present.T.astype(int) @ present
        if not connected_parts(common > 0).any() and present.any(axis=1).all():
            return available_ranks(Exact.of(scores)), common


def test_estimated_ranks_of_1000_random_tables():
    rng = np.random.default_rng(7)
    fallbacks = 0
    for _ in range(1000):
        ranks, common = random_gaps(rng)
        k = len(common)
        found = estimate_average_ranks(ranks)
        assert found.average_ranks.min() >= 1
        assert found.average_ranks.max() <= k
        assert found.average_ranks.sum() == pytest.approx(k * (k + 1) / 2, abs=1e-12)
        as_fractions = [
            [None if math.isnan(rank) else Fraction(rank) for rank in row]
            for row in ranks.tolist()
        ]
        expected = [float(rank) for rank in average_ranks_by_fractions(as_fractions)]
        assert found.average_ranks == pytest.approx(expected, abs=1e-12)
        without = [
            (i, j) for i, j in itertools.combinations(range(k), 2) if common[i, j] == 0
        ]
        assert list(found.without_common) == without
        assert found.smallest_common == min(
            common[i, j] for i, j in itertools.combinations(range(k), 2) if common[i, j]
        )
        fallbacks += len(without) > 0
        if not np.isnan(ranks).any():
            assert found.average_ranks == pytest.approx(ranks.mean(axis=0), abs=1e-12)
    assert fallbacks > 100


@pytest.mark.parametrize("seed", range(20))
def test_estimated_ranks_of_complete_tables_are_the_average_ranks(seed):
    rng = np.random.default_rng(seed)
    n, k = rng.integers(2, 30), rng.integers(2, 12)
    ranks = rank_scores(rng.integers(0, 4 + 100 * (seed % 2), (n, k)))
    found = estimate_average_ranks(ranks)
    assert found.average_ranks == pytest.approx(ranks.mean(axis=0), abs=1e-13)
    assert (found.without_common, found.smallest_common) == ((), n)


def test_a_fixed_order_is_estimated_exactly():
    three = [[1, 2, 3], [1, 2, NAN], [NAN, 1, 2]]
    assert estimate_average_ranks(three).average_ranks.tolist() == [1, 2, 3]
    blocks = np.full((20, 6), NAN)
    for row, block in zip(blocks, itertools.combinations(range(6), 3), strict=True):
        row[list(block)] = [1, 2, 3]
    assert estimate_average_ranks(blocks).average_ranks.tolist() == [1, 2, 3, 4, 5, 6]


def test_estimated_ranks_follow_the_order_of_the_columns():
    ranks, _ = random_gaps(np.random.default_rng(3))
    turned = estimate_average_ranks(ranks[:, ::-1]).average_ranks
    assert turned[::-1] == pytest.approx(
        estimate_average_ranks(ranks).average_ranks, abs=1e-12
    )
