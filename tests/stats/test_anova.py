"""Repeated-measures ANOVA: against statsmodels' numbers, its definitions, tables
without residuals.
"""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.stats import f as f_distribution
from scipy.stats import studentized_range, ttest_rel

from cddiagram.stats.anova import (
    anova_pair_test,
    anova_pvalues,
    anova_test,
    tukey_pvalues,
)
from cddiagram.stats.studentized import dunnett_sf
from cddiagram.text import UsageError

# Demsar 2006 (JMLR 7), Table 6: AUC of C4.5, C4.5+m, C4.5+cf, C4.5+m+cf on 14 data
# sets.
TABLE_6 = np.array(
    [
        [0.763, 0.768, 0.771, 0.798],
        [0.599, 0.591, 0.590, 0.569],
        [0.954, 0.971, 0.968, 0.967],
        [0.628, 0.661, 0.654, 0.657],
        [0.882, 0.888, 0.886, 0.898],
        [0.936, 0.931, 0.916, 0.931],
        [0.661, 0.668, 0.609, 0.685],
        [0.583, 0.583, 0.563, 0.625],
        [0.775, 0.838, 0.866, 0.875],
        [1.000, 1.000, 1.000, 1.000],
        [0.940, 0.962, 0.965, 0.962],
        [0.619, 0.666, 0.614, 0.669],
        [0.972, 0.981, 0.975, 0.975],
        [0.957, 0.978, 0.946, 0.970],
    ]
)


def test_against_statsmodels() -> None:
    # statsmodels 0.15.0: AnovaRM(frame, "auc", "data set",
    # within=["algorithm"]).fit().anova_table
    plain, _, _ = anova_test(TABLE_6)
    assert plain.statistic == pytest.approx(4.447180332319213, rel=1e-12, abs=0)
    assert plain.df == (3.0, 39.0)
    assert plain.pvalue == pytest.approx(0.008817717191133771, rel=1e-11, abs=0)


def test_corrections_against_their_definitions() -> None:
    plain, greenhouse_geisser, huynh_feldt = anova_test(TABLE_6)
    # Epsilon from the eigenvalues of orthonormal contrasts, a second way to the doubly
    # centred covariance matrix.
    helmert = np.array([[1, -1, 0, 0], [1, 1, -2, 0], [1, 1, 1, -3]]) / np.sqrt(
        [[2], [6], [12]]
    )
    eigenvalues = np.linalg.eigvalsh(np.cov(TABLE_6 @ helmert.T, rowvar=False))
    epsilon = eigenvalues.sum() ** 2 / (3 * np.square(eigenvalues).sum())
    assert greenhouse_geisser.df == pytest.approx(
        (3 * epsilon, 39 * epsilon), rel=1e-12, abs=0
    )
    unbiased = (14 * 3 * epsilon - 2) / (3 * (13 - 3 * epsilon))
    assert epsilon < unbiased < 1
    assert huynh_feldt.df == pytest.approx(
        (3 * unbiased, 39 * unbiased), rel=1e-12, abs=0
    )
    for result in (greenhouse_geisser, huynh_feldt):
        assert result.statistic == plain.statistic
        assert result.pvalue == pytest.approx(
            f_distribution.sf(plain.statistic, *result.df), rel=1e-10, abs=0
        )
    assert plain.pvalue < huynh_feldt.pvalue < greenhouse_geisser.pvalue


def test_two_algorithms_give_the_paired_t_test() -> None:
    expected = ttest_rel(TABLE_6[:, 0], TABLE_6[:, 3])
    for result in anova_test(TABLE_6[:, [0, 3]]):
        assert result.statistic == pytest.approx(
            expected.statistic**2, rel=1e-11, abs=0
        )
        assert result.pvalue == pytest.approx(expected.pvalue, rel=1e-10, abs=0)
        assert result.df == (1.0, 13.0)
    pair = anova_pair_test(TABLE_6[:, [0, 3]])
    assert pair.statistic[0, 1] == pytest.approx(expected.statistic, rel=1e-11, abs=0)
    for adjusted in (
        tukey_pvalues(pair.statistic, 2, 13),
        dunnett_sf(pair.statistic, 1, 13),
    ):
        np.testing.assert_allclose(adjusted, pair.pvalue, rtol=1e-10)


def test_pairs_and_their_adjustments() -> None:
    pair = anova_pair_test(TABLE_6)
    means = TABLE_6.mean(axis=0)
    residuals = TABLE_6 - TABLE_6.mean(axis=1, keepdims=True) - means + means.mean()
    error = np.sqrt(2 * np.square(residuals).sum() / 39 / 14)
    assert pair.statistic[3, 0] == pytest.approx(
        (means[3] - means[0]) / error, rel=1e-11, abs=0
    )
    tukey = tukey_pvalues(pair.statistic, 4, 39)
    expected = studentized_range.sf(np.sqrt(2) * pair.statistic[3, 0], 4, 39)
    assert tukey[3, 0] == pytest.approx(expected, rel=1e-9, abs=0)
    dunnett = dunnett_sf(pair.statistic[0], 3, 39)
    assert np.isnan(dunnett[0])
    assert pair.pvalue[0, 3] < dunnett[3] < tukey[0, 3] < 6 * pair.pvalue[0, 3]
    lower = anova_pair_test(TABLE_6, higher_is_better=False)
    np.testing.assert_array_equal(lower.statistic, pair.statistic.T)
    np.testing.assert_array_equal(pair.statistic, -pair.statistic.T)


@pytest.mark.slow
@given(
    arrays(
        np.int64,
        st.tuples(st.integers(2, 7), st.integers(2, 5)),
        elements=st.integers(0, 99),
    )
)
def test_symmetries(table: np.ndarray) -> None:
    scores = table / 100
    first, *_ = anova_test(scores)
    reference, pvalue = first.statistic, first.pvalue
    rng = np.random.default_rng(0)
    shuffled = scores[rng.permutation(len(scores))][:, rng.permutation(scores.shape[1])]
    shifted = scores + np.arange(len(scores))[:, np.newaxis] / 4
    for other in (shuffled, shifted, 4 * scores, -scores):
        assert anova_test(other)[0].statistic == pytest.approx(
            reference, rel=1e-7, abs=1e-9
        )
    assert 0 <= pvalue <= 1
    for result in anova_test(scores):
        assert 1 - 1e-9 <= result.df[0] <= scores.shape[1] - 1 + 1e-9


def test_without_residuals() -> None:
    tied = np.repeat(np.array([[0.1], [0.4], [0.3]]), 3, axis=1)
    for result in anova_test(tied):
        assert (result.statistic, result.pvalue) == (0.0, 1.0)
    assert anova_pair_test(tied).pvalue[0, 1] == 1.0
    additive = np.array([[0.1, 0.3], [0.4, 0.6], [0.3, 0.5]])
    for result in anova_test(additive):
        assert (result.statistic, result.pvalue) == (np.inf, 0.0)
    pair = anova_pair_test(additive)
    assert (pair.statistic[1, 0], pair.pvalue[1, 0]) == (np.inf, 0.0)


@pytest.mark.parametrize("size", [1e-250, 1e250])
def test_extreme_scores(size: float) -> None:
    assert anova_test(TABLE_6 * size)[0].statistic == pytest.approx(
        4.447180332319213, rel=1e-8, abs=0
    )


@pytest.mark.parametrize("unit", [1.0, 1e-6])
def test_many_tables_at_once_have_the_pvalues_of_each(unit: float) -> None:
    tables = np.random.default_rng(4).normal(size=(20, 6, 4)) * unit
    tables[0] = unit
    single = [anova_test(table)[0].pvalue for table in tables]
    assert single[0] == 1.0
    assert anova_pvalues(tables) == pytest.approx(single, rel=1e-12)


def test_batches_and_errors() -> None:
    stack = np.random.default_rng(1).random((3, 4, 9, 3))
    np.testing.assert_array_equal(
        anova_pair_test(stack).statistic[2, 1], anova_pair_test(stack[2, 1]).statistic
    )
    with pytest.raises(UsageError, match="at least two rows and two columns"):
        anova_test([[1, 2]])


def test_negated_scores_give_the_same_numbers_to_the_last_bit() -> None:
    rng = np.random.default_rng(8)
    for scores in (
        rng.random((9, 5)),
        rng.normal(size=(12, 4)),
        rng.integers(0, 9, (8, 3)) / 7,
        rng.random((3, 6, 4)),
    ):
        higher, lower = (
            anova_pair_test(scores),
            anova_pair_test(-scores, higher_is_better=False),
        )
        np.testing.assert_array_equal(higher.statistic, lower.statistic)
        np.testing.assert_array_equal(higher.pvalue, lower.pvalue)
        if scores.ndim == 2:
            assert [r.to_dict() for r in anova_test(scores)] == [
                r.to_dict() for r in anova_test(-scores)
            ]
