"""Quade: against fractions and enumeration, its symmetries, its boundary."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations, product
from math import factorial

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from published_numbers import quade_as_printed
from scipy.stats import f, norm, rankdata, t

from cddiagram.stats.quade import (
    quade_average_ranks,
    quade_pair_test,
    quade_standard_error,
    quade_statistics,
    quade_test,
    quade_weights,
)
from cddiagram.stats.ranks import rank_scores
from cddiagram.text import UsageError

score_tables = st.tuples(st.integers(2, 6), st.integers(2, 5)).flatmap(
    lambda shape: arrays(np.int64, shape, elements=st.integers(0, 60))
)


@given(score_tables)
@example(np.array([[1, 2, 3], [1, 2, 3]]))  # rows alike: the statistic is infinite
@example(np.array([[1, 2], [2, 1]]))  # no difference at all
def test_against_exact_fractions(table: np.ndarray) -> None:
    n, k = table.shape
    ranks, weights = rank_scores(table / 100), quade_weights(table / 100)
    assert np.array_equal(weights, rankdata(table.max(axis=1) - table.min(axis=1)))
    s = [
        [
            Fraction(int(2 * q), 2) * (Fraction(int(2 * r), 2) - Fraction(k + 1, 2))
            for r in row
        ]
        for q, row in zip(weights, ranks, strict=True)
    ]
    b = Fraction(1, n) * sum(sum(row[j] for row in s) ** 2 for j in range(k))
    for result, a in zip(
        quade_test(ranks, weights),
        (
            Fraction(n * (n + 1) * (2 * n + 1) * k * (k + 1) * (k - 1), 72),
            sum(x * x for row in s for x in row),
        ),
        strict=True,
    ):
        if b == 0:
            assert (result.statistic, result.pvalue) == (0.0, 1.0)
        elif a == b:
            assert result.statistic == np.inf
        else:
            t3 = float((n - 1) * b / (a - b))
            assert result.statistic == pytest.approx(t3, rel=1e-12, abs=0)
            assert result.pvalue == pytest.approx(
                f.sf(t3, k - 1, (k - 1) * (n - 1)), rel=1e-9, abs=0
            )


def test_permutation_variance_is_that_of_all_orders_within_data_sets() -> None:
    ranks, weights = (
        rank_scores([[0.9, 0.7, 0.8], [0.3, 0.5, 0.1], [0.62, 0.6, 0.2]]),
        np.array([1.0, 2.0, 3.0]),
    )
    orders = [list(p) for p in permutations(range(3))]
    differences = []
    for choice in product(orders, repeat=3):
        shuffled = np.array(
            [row[order] for row, order in zip(ranks, choice, strict=True)]
        )
        average = quade_average_ranks(shuffled, weights)
        differences.append(average[0] - average[1])
    assert quade_standard_error(ranks, weights) ** 2 == pytest.approx(
        np.var(differences), rel=1e-12, abs=0
    )
    # Untied, both give the same; with ties the corrected one is smaller.
    assert quade_standard_error(ranks, weights, tie_correction=True) == pytest.approx(
        quade_standard_error(ranks, weights), rel=1e-14
    )
    tied = np.array([[1.5, 1.5, 3.0], [2.0, 1.0, 3.0], [1.0, 2.0, 3.0]])
    assert quade_standard_error(
        tied, weights, tie_correction=True
    ) < quade_standard_error(tied, weights)


@pytest.mark.slow
@pytest.mark.parametrize(("k", "level"), [(2, 0.17), (4, 0.015), (10, 0.0)])
def test_the_variance_of_the_paper_misses_its_level_and_the_default_holds_it(
    k: int, level: float
) -> None:
    scores = np.random.default_rng(k).standard_normal((4000, 20, k))
    ranks, weights = rank_scores(scores), quade_weights(scores)
    _, printed = quade_as_printed(ranks, weights)
    assert np.mean(printed[:, 0, 1] <= 0.05) == pytest.approx(level, abs=0.02)
    share = {v: np.mean(quade_pair_test(ranks, weights, variance=v).pvalue[:, 0, 1] <= 0.05)
             for v in ("permutation", "conover")}  # fmt: skip
    assert share["permutation"] == pytest.approx(0.05, abs=0.012)
    assert share["conover"] == pytest.approx(0.05, abs=0.012)


def test_conover_is_his_formula() -> None:
    ranks = rank_scores(
        [[0.9, 0.7, 0.8], [0.3, 0.5, 0.1], [0.62, 0.6, 0.2], [0.6, 0.5, 0.5]]
    )
    weights = np.array([2.0, 3.0, 4.0, 1.0])
    s = weights[:, np.newaxis] * (ranks - 2)
    a, b = np.square(s).sum(), np.square(s.sum(axis=0)).sum() / 4
    expected = (s[:, 1].sum() - s[:, 0].sum()) / np.sqrt(2 * 4 * (a - b) / (3 * 2))
    test = quade_pair_test(ranks, weights, variance="conover")
    assert test.statistic[0, 1] == pytest.approx(expected, rel=1e-13, abs=0)
    assert test.pvalue[0, 1] == pytest.approx(
        2 * t.sf(abs(expected), 6), rel=1e-12, abs=0
    )
    assert test.df == 6


@given(score_tables)
def test_symmetries(table: np.ndarray) -> None:
    scores = table / 100
    rng = np.random.default_rng(0)
    ranks, weights = rank_scores(scores), quade_weights(scores)
    columns, rows = rng.permutation(scores.shape[1]), rng.permutation(scores.shape[0])
    reference = quade_statistics(ranks, weights)[0]
    assert quade_statistics(ranks[:, columns], weights)[0] == pytest.approx(
        reference, rel=1e-12, abs=0
    )
    assert quade_statistics(ranks[rows], weights[rows])[0] == pytest.approx(
        reference, rel=1e-12, abs=0
    )
    opposite = rank_scores(scores, higher_is_better=False)
    assert quade_statistics(opposite, weights)[0] == pytest.approx(
        reference, rel=1e-12, abs=0
    )
    z = quade_pair_test(ranks, weights).statistic
    np.testing.assert_array_equal(z, -quade_pair_test(opposite, weights).statistic)
    np.testing.assert_array_equal(z, -z.T)
    average = quade_average_ranks(ranks, weights)
    np.testing.assert_allclose(
        np.sign(z[0, 1:]), np.sign((average[1:] - average[0]).round(9))
    )
    np.testing.assert_allclose(
        quade_pair_test(ranks, weights).pvalue[0, 1],
        2 * norm.sf(abs(z[0, 1])),
        rtol=1e-12,
    )


def test_ranges_are_ranked_by_their_decimal_values() -> None:
    scores = np.array([[0.763, 0.758], [0.905, 0.9], [0.1, 0.105], [3.0, 0.0]])
    assert len(set((scores.max(axis=1) - scores.min(axis=1))[:3].tolist())) == 2
    assert quade_weights(scores).tolist() == [2.0, 2.0, 2.0, 4.0]


def test_boundary() -> None:
    # The same order on every data set and equal ranges: A = B. G10 4.2 gives
    # (1/k!)^(n-1).
    ranks, weights = np.tile([1.0, 2.0, 3.0], (4, 1)), np.full(4, 2.5)
    plain, corrected = quade_test(ranks, weights)
    assert corrected.statistic == np.inf
    assert corrected.pvalue == pytest.approx(factorial(3) ** -3, rel=1e-13, abs=0)
    assert corrected.method == "exact"
    assert np.isfinite(plain.statistic)
    assert plain.method == "asymptotic"
    tied = np.tile([1.5, 1.5, 3.0], (4, 1))
    assert quade_test(tied, weights)[1].pvalue == pytest.approx(
        3.0**-3, rel=1e-13, abs=0
    )
    # Conover's error is 0 there: infinite t for the pairs that differ, 0 for those that
    # tie.
    test = quade_pair_test(tied, weights, variance="conover")
    assert test.statistic[0].tolist()[1:] == [0.0, np.inf]
    assert test.pvalue[0].tolist()[1:] == [1.0, 0.0]


def test_everything_tied() -> None:
    scores = np.full((5, 3), 0.25)
    ranks, weights = rank_scores(scores), quade_weights(scores)
    assert weights.tolist() == [3.0] * 5
    for result in quade_test(ranks, weights):
        assert (result.statistic, result.pvalue) == (0.0, 1.0)
    for variance in ("permutation", "conover"):
        assert quade_pair_test(ranks, weights, variance=variance).pvalue[0, 1] == 1.0


def test_degrees_of_freedom() -> None:
    ranks = rank_scores(np.random.default_rng(6).normal(size=(7, 4)))
    found = quade_test(ranks, quade_weights(ranks))
    assert [result.df for result in found] == [(3.0, 18.0)] * 2
    assert found[0].pvalue == pytest.approx(f.sf(found[0].statistic, 3, 18), rel=1e-10)


def test_tails_stay_right_far_out() -> None:
    ranks, weights = np.tile([1.0, 2.0, 3.0], (300, 1)), np.arange(1.0, 301.0)
    ranks[0] = [2, 1, 3]
    plain, _ = quade_test(ranks, weights)
    assert 0 < plain.pvalue < 1e-100
    assert plain.pvalue == pytest.approx(f.sf(plain.statistic, 2, 598), rel=1e-8, abs=0)


def test_errors() -> None:
    with pytest.raises(UsageError, match="one rank for each data set"):
        quade_test([[1, 2], [2, 1]], [1, 2, 3])
    with pytest.raises(UsageError, match="at least two rows and two columns"):
        quade_test([[1], [1]], [1, 2])
