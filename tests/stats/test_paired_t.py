"""The paired t-test: against scipy, its symmetries, differences without spread."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.stats import t as student
from scipy.stats import ttest_1samp, ttest_rel

from cddiagram.stats.bayes import correlated_t_posterior
from cddiagram.stats.paired_t import corrected_t_test, t_pair_test
from cddiagram.text import InputError, UsageError

tables = arrays(
    np.int64,
    st.tuples(st.integers(3, 12), st.integers(2, 4)),
    elements=st.integers(1, 400),
)


@pytest.mark.slow
@given(tables)
def test_against_scipy(table: np.ndarray) -> None:
    scores = table / 1000
    test, relative = t_pair_test(scores), t_pair_test(scores, relative=True)
    for i in range(scores.shape[1]):
        for j in range(scores.shape[1]):
            a, b = scores[:, i], scores[:, j]
            if i != j and len(set((table[:, i] - table[:, j]).tolist())) > 1:
                expected = ttest_rel(a, b)
                assert test.statistic[i, j] == pytest.approx(
                    expected.statistic, rel=1e-8, abs=1e-10
                )
                assert test.pvalue[i, j] == pytest.approx(
                    expected.pvalue, rel=1e-7, abs=0
                )
            if i != j and len(set((a / b).round(9).tolist())) > 1:
                expected = ttest_1samp((a - b) / ((a + b) / 2), 0)
                assert relative.statistic[i, j] == pytest.approx(
                    expected.statistic, rel=1e-6, abs=1e-8
                )
                assert relative.pvalue[i, j] == pytest.approx(
                    expected.pvalue, rel=1e-6, abs=0
                )


@pytest.mark.slow
@given(tables)
def test_symmetries(table: np.ndarray) -> None:
    scores = table / 1000
    for relative in (False, True):
        test = t_pair_test(scores, relative=relative)
        np.testing.assert_array_equal(test.statistic, -test.statistic.T)
        np.testing.assert_array_equal(test.pvalue, test.pvalue.T)
        lower = t_pair_test(scores, relative=relative, higher_is_better=False)
        np.testing.assert_array_equal(lower.statistic, test.statistic.T)
        # Relative differences do not depend on the unit of a data set.
        scale = 2.0 ** np.arange(len(scores))[:, np.newaxis] if relative else 4.0
        np.testing.assert_array_equal(t_pair_test(scores * scale, relative=relative).statistic.round(6),
                                      test.statistic.round(6))  # fmt: skip


def test_the_better_algorithm_has_the_positive_t() -> None:
    scores = np.array([[0.9, 0.5], [0.8, 0.6], [0.7, 0.65]])
    assert t_pair_test(scores).statistic[0, 1] > 0
    assert t_pair_test(scores, higher_is_better=False).statistic[0, 1] < 0
    assert t_pair_test(scores).choices == {"differences": "absolute"}
    assert t_pair_test(scores, relative=True).choices == {"differences": "relative"}


def test_differences_without_spread() -> None:
    # 0.1 more everywhere, in decimals; binary subtraction sees some spread.
    scores = np.array([[0.1, 0.2, 0.1], [0.8, 0.9, 0.8], [0.6, 0.7, 0.6]])
    test = t_pair_test(scores)
    assert test.statistic[1, 0] == np.inf
    assert test.statistic[0, 1] == -np.inf
    assert test.pvalue[0, 1] == 0.0
    assert (test.statistic[0, 2], test.pvalue[0, 2]) == (0.0, 1.0)
    # Twice as much everywhere: the relative differences are all 2/3.
    relative = t_pair_test([[0.1, 0.2], [0.35, 0.7], [0.123, 0.246]], relative=True)
    assert relative.statistic[1, 0] == np.inf
    assert t_pair_test([[0.0, 0.0], [0.0, 0.0]], relative=True).pvalue[0, 1] == 1.0


#: Differences 0.3, -0.3, -0.4, 0.3, -0.4, 0.5, whose sum is 0 in decimals and -3e-16 in
#: doubles.
BALANCED = np.array([[3, 2.7], [7, 7.3], [4, 4.4], [0, -0.3], [6, 6.4], [6, 5.5]])


@pytest.mark.parametrize("higher", [True, False])
def test_a_mean_difference_of_exactly_zero(higher: bool) -> None:
    for scores in (
        BALANCED,
        BALANCED[:, ::-1],
        -BALANCED,
        BALANCED * 1e-7,
        BALANCED + 1000,
    ):
        for test in (
            t_pair_test(scores, higher_is_better=higher),
            corrected_t_test(scores, test_ratio=0.1, higher_is_better=higher),
        ):
            assert test.statistic[0, 1] == test.statistic[1, 0] == 0.0
            assert not np.signbit(test.statistic[~np.isnan(test.statistic)]).any()
            assert test.pvalue[0, 1] == 1.0
    # 1/3 is no decimal: the sum is 0 within the uncertainty of its last digit.
    thirds = np.array([[1 / 3, 0], [1 / 3, 0], [0, 2 / 3]])
    assert t_pair_test(thirds).statistic[0, 1] == 0.0
    # (3 - 1) / 2 and (2 - 6) / 4.
    relative = np.array([[0.3, 0.1], [0.2, 0.6], [0.5, 0.5]])
    assert t_pair_test(relative, relative=True).statistic[0, 1] == 0.0


def test_t_is_zero_if_and_only_if_the_exact_sum_is() -> None:
    rng, zeros = np.random.default_rng(12), 0
    for _ in range(200):
        tenths = rng.integers(0, 30, (int(rng.integers(3, 9)), 4))
        if rng.random() < 0.5:
            tenths[-1, 1] = (
                tenths[:, 0].sum() - tenths[:-1, 1].sum()
            )  # columns 0 and 1 have the same sum
        test = t_pair_test(tenths / 10)
        sums = tenths.sum(axis=0)
        equal = sums[:, np.newaxis] == sums
        off = ~np.eye(4, dtype=bool)
        np.testing.assert_array_equal((test.statistic == 0)[off], equal[off])
        np.testing.assert_array_equal((test.pvalue == 1)[off], equal[off])
        zeros += equal[off].sum()
    assert zeros > 100


@pytest.mark.parametrize("size", [1e-250, 1e250])
def test_extreme_scores(size: float) -> None:
    scores = np.array([[0.9, 0.5], [0.8, 0.6], [0.7, 0.65]])
    for relative in (False, True):
        expected = t_pair_test(scores, relative=relative).statistic[0, 1]
        assert t_pair_test(scores * size, relative=relative).statistic[
            0, 1
        ] == pytest.approx(expected, rel=1e-9, abs=0)


def test_tails_stay_right_far_out() -> None:
    rng = np.random.default_rng(5)
    scores = np.stack(
        [1 + 0.01 * rng.standard_normal(120), 0.01 * rng.standard_normal(120)], axis=1
    )
    test = t_pair_test(scores)
    assert 0 < test.pvalue[0, 1] < 1e-150
    assert test.pvalue[0, 1] == pytest.approx(
        ttest_rel(scores[:, 0], scores[:, 1]).pvalue, rel=1e-6, abs=0
    )


def test_batches() -> None:
    stack = np.random.default_rng(1).random((3, 4, 9, 3))
    for relative in (False, True):
        batch = t_pair_test(stack, relative=relative)
        np.testing.assert_array_equal(
            batch.pvalue[2, 1], t_pair_test(stack[2, 1], relative=relative).pvalue
        )


def test_errors() -> None:
    with pytest.raises(UsageError, match="at least two data sets, not 1"):
        t_pair_test([[1, 2]])
    with pytest.raises(InputError, match="require non-negative scores"):
        t_pair_test([[1, -2], [1, 1]], relative=True)


#: Ten differences of a 10-fold cross-validation.
FOLDS = [0.02, 0.01, 0.03, 0.0, 0.02, 0.04, -0.01, 0.02, 0.01, 0.03]


def test_corrected_t_of_ten_folds() -> None:
    scores = np.column_stack([FOLDS, np.zeros(10)])
    test, plain = corrected_t_test(scores, test_ratio=1 / 9), t_pair_test(scores)
    assert test.statistic[0, 1] == pytest.approx(2.4758, abs=5e-5)
    assert test.pvalue[0, 1] == pytest.approx(0.0352, abs=5e-5)
    assert plain.statistic[0, 1] == pytest.approx(3.5973, abs=5e-5)
    assert plain.pvalue[0, 1] == pytest.approx(0.0058, abs=5e-5)
    assert test.pvalue[0, 1] / 2 == pytest.approx(
        0.0176165, abs=5e-8
    )  # one-sided, as baycomp prints it


@pytest.mark.parametrize("higher", [True, False])
@pytest.mark.parametrize(("rows", "folds"), [(10, 10), (100, 10), (15, 5), (4, 2)])
def test_corrected_t_by_its_formula_and_by_the_posterior(
    rows: int, folds: int, higher: bool
) -> None:
    scores = np.random.default_rng(rows).normal(size=(rows, 3)).round(3)
    test = corrected_t_test(scores, test_ratio=1 / (folds - 1), higher_is_better=higher)
    for i in range(3):
        for j in range(3):
            if i == j:
                continue
            d = (scores[:, i] - scores[:, j]) * (1 if higher else -1)
            error = np.sqrt((1 / rows + 1 / (folds - 1)) * d.var(ddof=1))
            assert test.standard_error is not None
            assert test.standard_error[i, j] == pytest.approx(error, rel=1e-12)
            assert test.statistic[i, j] == pytest.approx(d.mean() / error, rel=1e-10)
            assert test.pvalue[i, j] == pytest.approx(
                2 * student.sf(abs(d.mean() / error), rows - 1), rel=1e-9
            )
    # The posterior of the Bayesian correlated t test has the same law, computed
    # elsewhere: without a region, its tails.
    better, _ = correlated_t_posterior(
        scores, 1e-12, folds=folds, higher_is_better=higher
    )
    np.testing.assert_allclose(2 * np.minimum(better, better.T), test.pvalue, rtol=1e-6)


def test_corrected_t_depends_on_no_order() -> None:
    scores = np.random.default_rng(3).normal(size=(30, 4))
    test = corrected_t_test(scores, test_ratio=0.25)
    for rows, columns in (
        (np.arange(30)[::-1], [0, 1, 2, 3]),
        (np.arange(30), [3, 1, 0, 2]),
    ):
        other = corrected_t_test(scores[rows][:, columns], test_ratio=0.25)
        for name in ("statistic", "pvalue", "standard_error"):
            np.testing.assert_array_equal(
                getattr(other, name), getattr(test, name)[np.ix_(columns, columns)]
            )


def test_corrected_t_without_spread() -> None:
    scores = np.array([[0.3, 0.2, 0.2], [0.8, 0.7, 0.7], [0.4, 0.3, 0.3]])
    test = corrected_t_test(scores, test_ratio=0.5)
    assert test.statistic[0].tolist()[1:] == [np.inf, np.inf]
    assert test.pvalue[0].tolist()[1:] == [0.0, 0.0]
    assert (test.statistic[1, 2], test.pvalue[1, 2]) == (0.0, 1.0)
    assert test.standard_error is not None
    assert test.standard_error[0, 1] == 0.0
