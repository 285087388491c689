"""Assumptions of parametric tests: scipy, statsmodels' Lilliefors, level, constants."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.stats import beta, kstest, levene, norm, normaltest, shapiro

from cddiagram.data import ScoreTable
from cddiagram.stats.assumptions import (
    check_assumptions,
    levene_test,
    lilliefors_pvalue,
    normality_tests,
)
from cddiagram.text import UsageError

# Demsar 2006 (JMLR 7), Table 6, transposed: AUC of four algorithms on 14 data sets.
TABLE_6 = np.array(
    [
        [
            0.763,
            0.599,
            0.954,
            0.628,
            0.882,
            0.936,
            0.661,
            0.583,
            0.775,
            1.0,
            0.940,
            0.619,
            0.972,
            0.957,
        ],
        [
            0.768,
            0.591,
            0.971,
            0.661,
            0.888,
            0.931,
            0.668,
            0.583,
            0.838,
            1.0,
            0.962,
            0.666,
            0.981,
            0.978,
        ],
        [
            0.771,
            0.590,
            0.968,
            0.654,
            0.886,
            0.916,
            0.609,
            0.563,
            0.866,
            1.0,
            0.965,
            0.614,
            0.975,
            0.946,
        ],
        [
            0.798,
            0.569,
            0.967,
            0.657,
            0.898,
            0.931,
            0.685,
            0.625,
            0.875,
            1.0,
            0.962,
            0.669,
            0.975,
            0.970,
        ],
    ]
).T


def test_against_scipy() -> None:
    scores = np.random.default_rng(1).gamma(2, size=(40, 3))
    ks, lilliefors, sw, dp = normality_tests(scores)
    assert [t.name for t in (ks, lilliefors, sw, dp)] == [
        "kolmogorov-smirnov", "lilliefors", "shapiro-wilk", "dagostino-pearson"]  # fmt: skip
    for j, column in enumerate(scores.T):
        expected = kstest(column, norm(column.mean(), column.std(ddof=1)).cdf)
        assert ks.statistic[j] == pytest.approx(expected.statistic, rel=1e-12, abs=0)
        assert ks.pvalue[j] == pytest.approx(expected.pvalue, rel=1e-9, abs=0)
        assert (sw.statistic[j], sw.pvalue[j]) == pytest.approx(
            tuple(shapiro(column)), rel=1e-9, abs=0
        )
        assert (dp.statistic[j], dp.pvalue[j]) == pytest.approx(
            tuple(normaltest(column)), rel=1e-9, abs=0
        )
        # Lilliefors: the same distance, a far smaller p.
        assert lilliefors.statistic[j] == ks.statistic[j]
        assert lilliefors.pvalue[j] < ks.pvalue[j]


def test_lilliefors_against_statsmodels() -> None:
    # statsmodels 0.15.0: lilliefors(column, dist="norm", pvalmethod="table"), a table
    # of simulated quantiles.
    expected = [
        0.05927863509431605,
        0.19950170153001673,
        0.11349725676181549,
        0.17855531751727738,
    ]
    _, lilliefors, _, _ = normality_tests(TABLE_6)
    np.testing.assert_allclose(lilliefors.pvalue, expected, atol=0.011)


@pytest.mark.parametrize(("n", "point"), [(10, 0.262), (20, 0.192), (30, 0.159)])
def test_dallal_and_wilkinsons_five_percent_points(n: int, point: float) -> None:
    assert lilliefors_pvalue(point, n) == pytest.approx(0.05, abs=0.004)


@pytest.mark.slow
@pytest.mark.parametrize("n", [4, 12, 50])
def test_lilliefors_holds_its_level(n: int) -> None:
    scores = np.random.default_rng(n).standard_normal((n, 1500))
    _, lilliefors, _, _ = normality_tests(scores)
    for level in (0.05, 0.3):
        assert np.mean(lilliefors.pvalue <= level) == pytest.approx(level, abs=0.035)


def test_far_from_normal_has_a_small_p() -> None:
    assert 0 < lilliefors_pvalue(0.5, 100) < 1e-60
    assert lilliefors_pvalue(0.02, 30) == 1.0


@pytest.mark.parametrize("center", ["mean", "median"])
def test_levene_against_scipy(center: str) -> None:
    scores = np.random.default_rng(2).standard_normal((25, 4)) * [1, 1.2, 0.8, 2]
    result, expected = (
        levene_test(scores, center=center),
        levene(*scores.T, center=center),
    )
    assert result.statistic == pytest.approx(expected.statistic, rel=1e-11, abs=0)
    assert result.pvalue == pytest.approx(expected.pvalue, rel=1e-10, abs=0)
    assert result.df == (3.0, 96.0)
    assert levene_test(
        scores[:, ::-1] + [1, 2, 3, 4], center=center
    ).statistic == pytest.approx(result.statistic)


def test_shift_and_unit_do_not_matter() -> None:
    for one, other in zip(
        normality_tests(TABLE_6), normality_tests(100 - 4 * TABLE_6), strict=True
    ):
        np.testing.assert_allclose(one.pvalue, other.pvalue, rtol=1e-6)
    assert levene_test(TABLE_6).statistic == pytest.approx(
        levene_test(1e200 * TABLE_6).statistic, rel=1e-9, abs=0
    )


def test_large_scores_of_one_algorithm_take_no_deviation_from_another() -> None:
    scores = TABLE_6.copy()
    scores[2, 3] = 1e300  # beside it, squares of all other columns would vanish
    found = check_assumptions(ScoreTable.from_arrays(scores, algorithms=list("ABCD")))
    np.testing.assert_allclose(
        found.deviations[:3], TABLE_6[:, :3].std(axis=0, ddof=1), rtol=1e-12
    )
    assert found.deviations[3] == pytest.approx(
        1e300 / math.sqrt(len(scores)), rel=1e-12
    )


def test_constant_columns_and_few_data_sets() -> None:
    scores = np.array([[0.1, 0.3], [0.1, 0.5], [0.1, 0.2], [0.1, 0.9]])
    for test in normality_tests(scores):
        assert np.isnan(test.pvalue[0])
        assert np.isnan(test.pvalue[1]) == (test.name == "dagostino-pearson")
    constant = levene_test(np.full((4, 3), 0.1))
    assert (constant.statistic, constant.pvalue) == (0.0, 1.0)
    # Distances that are alike within each column: no rest.
    apart = levene_test([[0.0, 0.0], [0.0, 0.0], [1.0, 2.0], [1.0, 2.0]])
    assert (apart.statistic, apart.pvalue) == (np.inf, 0.0)


@pytest.mark.parametrize("center", ["mean", "median"])
def test_two_data_sets_are_too_few_for_any_test(center: str) -> None:
    for test in normality_tests([[0.1, 0.2], [0.4, 0.9]]):
        assert np.isnan(test.pvalue).all()
        assert np.isnan(test.statistic).all()
    result = levene_test([[0.1, 0.2, 0.7], [0.4, 0.9, 0.3]], center=center)
    assert np.isnan([result.statistic, result.pvalue]).all()
    assert result.df == (2.0, 3.0)


@pytest.mark.parametrize(("n", "tested"), [(3, 3), (7, 3), (8, 4)])
def test_so_many_data_sets_are_enough(n: int, tested: int) -> None:
    scores = np.random.default_rng(n).standard_normal((n, 2))
    assert (
        sum(np.isfinite(test.pvalue).all() for test in normality_tests(scores))
        == tested
    )
    assert 0 < levene_test(scores).pvalue < 1


def test_equal_variances_are_not_told_apart_by_rounding() -> None:
    # Every score 0.1 from the mean of its algorithm; binary fractions are off by
    # different last digits.
    scores = [[0.1, 0.7, 1.3], [0.3, 0.9, 1.5], [0.1, 0.7, 1.3], [0.3, 0.9, 1.5]]
    result = levene_test(scores)
    assert (result.statistic, result.pvalue) == (0.0, 1.0)
    wider = levene_test(np.array(scores) * [1, 1, 3])
    assert (wider.statistic, wider.pvalue) == (np.inf, 0.0)


def test_errors() -> None:
    with pytest.raises(UsageError, match="at least two rows"):
        normality_tests([[1, 2]])
    with pytest.raises(UsageError, match="unknown center 'meen': did you mean 'mean'"):
        levene_test([[1, 2], [2, 1]], center="meen")


def test_the_band_is_that_of_order_statistics() -> None:
    """The i-th of n uniform numbers follows Beta(i, n + 1 - i)."""
    assumptions = check_assumptions(
        ScoreTable.from_arrays(
            np.random.default_rng(1).random((7, 3)), algorithms=list("abc")
        )
    )
    low, high = assumptions.band
    for i in range(1, 8):
        assert norm.cdf([low[i - 1], high[i - 1]]) == pytest.approx(
            beta(i, 8 - i).ppf([0.025, 0.975]), rel=1e-9
        )
