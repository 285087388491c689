"""Friedman and Iman-Davenport: the published tables, all rank permutations, ties and
boundaries.
"""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy import stats

from cddiagram.stats.friedman import friedman_test, iman_davenport_pvalues
from cddiagram.stats.ranks import rank_scores
from cddiagram.text import UsageError

# Demsar 2006, Table 6, printed ranks of C4.5, C4.5+m, C4.5+cf, C4.5+m+cf.
DEMSAR = [
    [4, 3, 2, 1], [1, 2, 3, 4], [4, 1, 2, 3], [4, 1, 3, 2], [4, 2, 3, 1], [1, 2.5, 4, 2.5], [3, 2, 4, 1], [2.5, 2.5,
    4, 1], [4, 3, 2, 1], [2.5, 2.5, 2.5, 2.5], [4, 2.5, 1, 2.5], [3, 2, 4, 1], [4, 1, 2, 3], [3, 1, 4, 2],
]  # fmt: skip


def by_name(ranks):
    return {(r.name, r.tie_corrected): r for r in friedman_test(ranks)}


def test_order_of_results_is_fixed():
    names = [(r.name, r.tie_corrected) for r in friedman_test([[1, 2, 3], [2, 1, 3]])]
    assert names == [
        ("friedman", False), ("iman-davenport", False), ("friedman", True), ("iman-davenport", True)
    ]  # fmt: skip


def test_tie_corrected_form_is_scipys():
    scores = np.random.default_rng(1).integers(0, 5, (12, 5))
    ours = by_name(rank_scores(scores))["friedman", True]
    theirs = stats.friedmanchisquare(*scores.T)
    assert ours.statistic == pytest.approx(theirs.statistic, rel=1e-12)
    assert ours.pvalue == pytest.approx(theirs.pvalue, rel=1e-12)


def test_untied_ranks_need_no_correction():
    ranks = rank_scores(np.random.default_rng(2).normal(size=(9, 6)))
    plain, f, plain_tied, f_tied = friedman_test(ranks)
    assert (plain.statistic, f.pvalue) == (plain_tied.statistic, f_tied.pvalue)


def test_tails_against_scipy_and_far_below_double_epsilon():
    ranks = np.tile([1.0, 2, 3, 4], (60, 1))
    ranks[0] = [2, 1, 3, 4]
    plain, f, *_ = friedman_test(ranks)
    assert plain.pvalue == pytest.approx(stats.chi2.sf(plain.statistic, 3), rel=1e-10)
    assert 0 < plain.pvalue < 1e-30
    assert f.statistic == pytest.approx(
        59 * plain.statistic / (60 * 3 - plain.statistic), rel=1e-12
    )
    assert 0 < f.pvalue < 1e-100


@pytest.mark.slow
@pytest.mark.parametrize(("n", "k"), [(2, 2), (3, 3), (4, 3), (3, 4)])
def test_statistic_against_enumeration(n, k):
    """The mean of chi-square over all rank permutations is k - 1, its definition holds
    for each of them.
    """
    rows = list(itertools.permutations(range(1, k + 1)))
    total = 0.0
    for table in itertools.product(rows, repeat=n):
        ranks = np.array(table, float)
        means = ranks.mean(axis=0)
        expected = 12 * n / (k * (k + 1)) * (np.sum(means**2) - k * (k + 1) ** 2 / 4)
        value = friedman_test(ranks)[0].statistic
        assert value == pytest.approx(expected, abs=1e-9)
        total += value
    assert total / len(rows) ** n == pytest.approx(k - 1, rel=1e-12)


def test_all_tied_is_no_test_results():
    for result in friedman_test(np.full((4, 3), 2.0)):
        assert (result.statistic, result.pvalue) == (0.0, 1.0)


def test_all_rank_alike_is_infinite_f_with_its_exact_chance():
    plain, f, _, f_tied = friedman_test(np.tile([1, 2, 3], (5, 1)))
    assert plain.statistic == 10.0
    assert math.isinf(f.statistic)
    assert f.pvalue == pytest.approx((1 / 6) ** 4, rel=1e-12)
    assert f.method == "exact"
    tied = {
        (r.name, r.tie_corrected): r
        for r in friedman_test(np.tile([1.5, 1.5, 3], (5, 1)))
    }
    assert tied["iman-davenport", True].pvalue == pytest.approx((1 / 3) ** 4, rel=1e-12)
    assert math.isfinite(tied["iman-davenport", False].statistic)
    assert f_tied.pvalue == f.pvalue


@pytest.mark.parametrize("decimals", [0, 1, 9])
def test_many_tables_at_once_have_the_pvalues_of_each(decimals):
    scores = np.random.default_rng(decimals).normal(size=(30, 7, 4)).round(decimals)
    tables = np.array(
        [
            *map(rank_scores, scores),
            np.tile([1.0, 2, 3, 4], (7, 1)),
            np.full((7, 4), 2.5),
        ]
    )
    single = [by_name(ranks)["iman-davenport", False].pvalue for ranks in tables]
    assert iman_davenport_pvalues(tables) == pytest.approx(single, rel=1e-12)
    assert len(set(single)) > 10


def test_too_small_tables_are_refused():
    with pytest.raises(UsageError, match="at least two rows and two columns"):
        friedman_test([[1, 2, 3]])


@given(
    hnp.arrays(
        np.int64,
        st.tuples(st.integers(2, 9), st.integers(2, 6)),
        elements=st.integers(0, 4),
    )
)
def test_invariances(scores):
    ranks = rank_scores(scores)
    base = friedman_test(ranks)
    again = friedman_test(rank_scores(scores[::-1, ::-1]))
    turned = friedman_test(rank_scores(-scores, higher_is_better=False))
    for a, b, c in zip(base, again, turned, strict=True):
        assert (
            (a.statistic, a.pvalue)
            == (b.statistic, b.pvalue)
            == (c.statistic, c.pvalue)
        )
        assert 0 <= a.pvalue <= 1
        assert a.statistic >= 0
    assert base[2].statistic >= base[0].statistic - 1e-12, (
        "the correction divides by at most 1"
    )


def test_demsar_table_6():
    """D06 3.2.2 prints mean ranks 3.143 2.000 2.893 1.964, chi2 9.28 and F 3.69, p
    below .05.
    """
    ranks = np.array(DEMSAR)
    np.testing.assert_allclose(
        ranks.mean(axis=0), [3.143, 2.000, 2.893, 1.964], atol=5e-4
    )
    found = by_name(ranks)
    assert found["friedman", False].statistic == pytest.approx(9.28, abs=5e-3)
    assert found["iman-davenport", False].statistic == pytest.approx(3.69, abs=5e-3)
    assert found["iman-davenport", False].df == (3, 39)
