"""Aligned ranks: against enumeration, its symmetries, and tables where everything
ties.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.stats import chi2, rankdata

from cddiagram.stats.aligned import (
    aligned_pair_test,
    aligned_ranks,
    aligned_standard_error,
    aligned_statistics,
    aligned_test,
)
from cddiagram.text import UsageError

score_tables = st.tuples(st.integers(2, 6), st.integers(2, 5)).flatmap(
    lambda shape: arrays(np.int64, shape, elements=st.integers(0, 60))
)


@given(score_tables)
def test_against_exact_fractions(table: np.ndarray) -> None:
    n, k = table.shape
    aligned = [
        Fraction(int(x)) - Fraction(int(row.sum()), k) for row in table for x in row
    ]
    order = {value: place for place, value in enumerate(sorted(set(aligned)))}
    ranks = rankdata([-order[value] for value in aligned]).reshape(n, k)
    assert np.array_equal(aligned_ranks(table / 100), ranks)
    # G10 Eq. (7) in fractions.
    r = [[Fraction(int(2 * x), 2) for x in row] for row in ranks]
    columns = [sum(row[j] for row in r) for j in range(k)]
    top = (k - 1) * (
        sum(c * c for c in columns) - Fraction(k * n * n, 4) * (k * n + 1) ** 2
    )
    bottom = Fraction(k * n * (k * n + 1) * (2 * k * n + 1), 6) - Fraction(1, k) * sum(
        sum(row) ** 2 for row in r
    )
    plain, corrected = aligned_test(ranks)
    assert plain.statistic == pytest.approx(float(top / bottom), rel=1e-12, abs=1e-12)
    assert plain.pvalue == pytest.approx(
        chi2.sf(float(top / bottom), k - 1), rel=1e-9, abs=0
    )
    assert corrected.statistic >= plain.statistic * (1 - 1e-12)


def test_permutation_variance_is_that_of_all_orders_within_data_sets() -> None:
    ranks = aligned_ranks([[0.9, 0.7, 0.7], [0.3, 0.5, 0.1], [0.62, 0.6, 0.2]])
    orders = [list(p) for p in permutations(range(3))]
    differences = []
    for choice in product(orders, repeat=3):
        mean = np.mean(
            [row[order] for row, order in zip(ranks, choice, strict=True)], axis=0
        )
        differences.append(mean[0] - mean[1])
    assert aligned_standard_error(ranks) ** 2 == pytest.approx(
        np.var(differences), rel=1e-12, abs=0
    )
    untied = aligned_standard_error(ranks, tie_correction=False)
    assert untied > aligned_standard_error(ranks)


@given(score_tables, st.randoms(use_true_random=False))
def test_symmetries(table: np.ndarray, random: object) -> None:
    scores = table / 100
    rng = np.random.default_rng(0)
    ranks = aligned_ranks(scores)
    reference = aligned_statistics(ranks)[0]
    columns, rows = rng.permutation(scores.shape[1]), rng.permutation(scores.shape[0])
    assert np.array_equal(aligned_ranks(scores[:, columns]), ranks[:, columns])
    assert np.array_equal(aligned_ranks(scores[rows]), ranks[rows])
    # A shift of a whole data set changes nothing; the other direction reverses the
    # ranks and keeps the statistic.
    shift = np.arange(len(scores))[:, np.newaxis] / 8
    assert np.array_equal(aligned_ranks(scores + shift), ranks)
    reversed_ranks = aligned_ranks(scores, higher_is_better=False)
    assert np.array_equal(reversed_ranks, ranks.size + 1 - ranks)
    assert aligned_statistics(reversed_ranks)[0] == pytest.approx(
        reference, rel=1e-12, abs=1e-12
    )


def test_pairs_are_antisymmetric_and_the_better_one_is_positive() -> None:
    scores = np.array([[0.9, 0.5, 0.1], [0.8, 0.6, 0.2], [0.7, 0.4, 0.35]])
    test = aligned_pair_test(aligned_ranks(scores))
    assert test.statistic[0, 1] > 0
    assert test.statistic[0, 2] > test.statistic[0, 1]
    np.testing.assert_array_equal(test.statistic, -test.statistic.T)
    np.testing.assert_array_equal(test.pvalue, test.pvalue.T)
    assert np.isnan(test.statistic.diagonal()).all()
    assert test.choices == {"variance": "permutation"}
    with pytest.raises(ValueError, match="read-only"):
        test.pvalue[0, 1] = 0


def test_equal_differences_have_equal_bits() -> None:
    z = aligned_pair_test([[1, 4, 7], [2, 5, 8], [3, 6, 9]]).statistic
    assert z[0, 1] == z[1, 2]


def test_everything_tied() -> None:
    ranks = aligned_ranks(np.repeat([[0.1], [0.2], [0.7]], 4, axis=1))
    assert np.all(ranks == 6.5)
    for result in aligned_test(ranks):
        assert (result.statistic, result.pvalue) == (0.0, 1.0)
    test = aligned_pair_test(ranks)
    assert test.statistic[0, 1] == 0.0
    assert test.pvalue[0, 1] == 1.0


def test_two_by_two_and_batches() -> None:
    scores = np.array([[0.9, 0.8], [0.7, 0.2]])
    assert aligned_test(aligned_ranks(scores))[0].statistic == pytest.approx(1.6)
    stack = np.random.default_rng(3).random((7, 5, 6, 3))
    ranks = aligned_ranks(stack)
    statistic, pvalue = aligned_statistics(ranks)
    pairs = aligned_pair_test(ranks)
    assert statistic.shape == pvalue.shape == (7, 5)
    assert pairs.statistic.shape == (7, 5, 3, 3)
    assert np.array_equal(ranks[2, 3], aligned_ranks(stack[2, 3]))
    assert statistic[2, 3] == aligned_test(ranks[2, 3])[0].statistic
    np.testing.assert_array_equal(
        pairs.statistic[2, 3], aligned_pair_test(ranks[2, 3]).statistic
    )


def test_tails_stay_right_far_out() -> None:
    scores = np.arange(400.0)[:, np.newaxis] * 0 + np.array([3.0, 2.0, 1.0])
    plain, _ = aligned_test(aligned_ranks(scores))
    assert plain.pvalue == pytest.approx(chi2.sf(plain.statistic, 2), rel=1e-9, abs=0)
    assert 0 < plain.pvalue < 1e-100


def test_errors() -> None:
    with pytest.raises(UsageError, match="at least two rows and two columns"):
        aligned_test([[1, 2, 3]])
    with pytest.raises(
        UsageError, match="at least two rows and two columns, not of shape"
    ):
        aligned_test(np.ones((2, 2, 2)))
