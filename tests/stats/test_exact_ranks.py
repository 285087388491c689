"""Exact tests on ranks through compare(): what decides, what is said of it, and the
critical difference.
"""

import numpy as np
import pytest

import cddiagram as cd
from cddiagram.stats.friedman import friedman_exact_test
from cddiagram.stats.rank_pairs_exact import rank_pair_exact_test
from cddiagram.text import InputError

RANKS = "demsar2006-table6-ranks"


def table_of(scores, **kwargs):
    scores = np.asarray(scores, float)
    return cd.ScoreTable.from_arrays(
        scores, algorithms=[f"A{i}" for i in range(scores.shape[1])], **kwargs
    )


def untied(n, k):
    return table_of(-np.tile(np.arange(float(k)), (n, 1)))


@pytest.mark.parametrize(("n", "k"), [(3, 3), (6, 4), (2, 10), (60, 3), (20, 4)])
def test_where_the_exact_friedman_p_is_computed_it_speaks(n, k):
    comparison = cd.compare(untied(n, k))
    headline = comparison.headline
    assert (headline.name, headline.method) == ("friedman-exact", "exact")
    assert comparison.caption().count("xact Friedman test") == 1
    assert (
        "The exact Friedman test rejects the hypothesis that all algorithms perform "
        "equally, χ² = "
    ) in comparison.caption()
    assert (
        "The exact Friedman test (Friedman, 1937) rejected the hypothesis that all "
        "algorithms perform equally, χ² = "
    ) in comparison.methods()
    kept = (
        "At α = 10⁻⁶⁰, the exact Friedman test (Friedman, 1937) did not reject the hypothesis that all "
        "algorithms perform equally, χ² = "
    )
    assert comparison.at(1e-60).methods().count(kept) == 1
    lines = comparison.summary().splitlines()
    tests = [
        line.split(" test")[0]
        for line in lines
        if " test: " in line and "Post-hoc" not in line
    ]
    assert tests == ["Exact Friedman", "Friedman", "Iman–Davenport"]


def test_elsewhere_the_papers_f_does():
    assert cd.compare(untied(180, 3)).headline.name == "iman-davenport"
    assert cd.compare(untied(21, 4)).headline.name == "iman-davenport"
    assert cd.compare(untied(3, 3), ranking="quade").headline.name == "quade"


def test_what_does_not_reject_is_said_by_the_exact_test():
    comparison = cd.compare(untied(2, 3))
    words = (
        "At α = 0.05, the exact Friedman test does not reject the hypothesis that all "
        "algorithms perform equally"
    )
    sentence = f"{words} (p = 0.17)."
    assert sentence in comparison.summary()
    assert sentence in comparison._repr_html_()
    assert f"{words}, χ² = 4.00, p = 0.17." in comparison.caption()
    assert "Iman–Davenport test: F(2, 2) = ∞, p = 0.17\n" in comparison.summary()


def test_ties_corrected_the_exact_test_still_speaks():
    comparison = cd.compare(
        table_of([[3, 2, 2], [3, 2, 1], [3, 3, 1.0]]), tie_correction=True
    )
    assert (comparison.headline.name, comparison.headline.tie_corrected) == (
        "friedman-exact",
        True,
    )
    assert (
        "At α = 0.05, the tie-corrected exact Friedman test does not reject the "
        "hypothesis that all algorithms perform equally, χ² = 5.00, p = 0.11."
    ) in comparison.caption()
    uncorrected = cd.compare(comparison.table).caption()
    assert "the exact Friedman test does not reject" in uncorrected
    assert "corrected" not in uncorrected


def test_two_algorithms_are_one_exact_test():
    """Five wins of five are p = .0625 as by the exact Friedman test; the normal
    distribution says .025.
    """
    for n in (2, 5, 6, 14, 300):
        comparison = cd.compare(untied(n, 2))
        pairs = comparison.pairwise
        friedman = friedman_exact_test(comparison.ranking.ranks, tie_correction=False)
        assert (
            pairs.pvalue[0, 1]
            == pairs.pvalue_adjusted[0, 1]
            == friedman.pvalue
            == 2.0 ** (1 - n)
        )
        assert (pairs.p_adjust, pairs.n_hypotheses, pairs.method[0, 1]) == (
            "none",
            1,
            "exact",
        )
        assert pairs.statistic[0, 1] == n
        assert comparison.test == "Friedman ranks (exact)"
    five = cd.compare(untied(5, 2))
    assert five.critical_difference is None
    assert five.at(0.0625).critical_difference == 1.0
    assert five.at(0.0625).groups == ()
    assert five.groups != ()
    assert cd.compare(untied(14, 2)).critical_difference == 10 / 14


def test_ties_of_two_algorithms_are_left_out_of_the_exact_test():
    comparison = cd.compare(
        table_of([[2, 1], [2, 1], [1, 1], [2, 1], [1, 1], [2, 1], [2, 1.0]])
    )
    friedman = friedman_exact_test(comparison.ranking.ranks, tie_correction=False)
    assert comparison.pairwise.pvalue[0, 1] == friedman.pvalue == 0.0625
    assert (
        "The p-value was computed conditionally on the observed ties."
        in comparison.methods()
    )
    split = cd.compare(comparison.table, pair_test="sign").pairwise.pvalue[0, 1]
    assert split == 2 * (7 + 1) / 2**7  # D06 splits the two ties: 6 wins of 7


def test_exact_tests_of_all_pairs():
    table = cd.load_example(RANKS)
    exact = cd.compare(table, method="exact", p_adjust="holm")
    pairs = exact.pairwise
    assert (pairs.p_adjust, exact.test, exact.critical_difference) == (
        "holm",
        "Friedman ranks (exact), Holm",
        None,
    )
    assert set(pairs.method[~np.isnan(pairs.pvalue)]) == {"exact"}
    test = rank_pair_exact_test(exact.ranking.ranks)
    assert np.array_equal(pairs.pvalue, test.pvalue, equal_nan=True)
    assert np.array_equal(pairs.statistic, test.statistic, equal_nan=True)
    assert (
        "using exact two-sided tests of differences between Friedman rank sums (Eisinga et "
        "al., 2017) at α = 0.05. The p-values were computed conditionally on the "
        "observed ties."
    ) in exact.methods()
    assert "z test" not in exact.methods() + exact.caption()
    assert "eisinga2017" in exact.references()
    assert "d = 16.5" in exact.to_markdown() or "16.5" in exact.to_markdown()
    normal = cd.compare(table, method="asymptotic")
    assert (normal.test, normal.pairwise.method[0, 1]) == (
        "Nemenyi (asymptotic)",
        "asymptotic",
    )
    assert np.array_equal(
        normal.pairwise.pvalue, cd.compare(table).pairwise.pvalue, equal_nan=True
    )


@pytest.mark.parametrize("p_adjust", ["auto", "none", "bonferroni", "sidak"])
@pytest.mark.parametrize("control", [None, "A0", "best"])
def test_the_exact_critical_difference_is_that_of_the_decisions(p_adjust, control):
    rng = np.random.default_rng(4)
    for _ in range(12):
        n, k = int(rng.integers(3, 9)), int(rng.integers(3, 6))
        table = table_of(rng.integers(0, 6, (n, k)) + 2.0 * np.arange(k))
        comparison = cd.compare(
            table, method="exact", p_adjust=p_adjust, control=control, alpha=0.2
        )
        for decided in (comparison, comparison.at(0.02)):
            tested = ~np.isnan(decided.pairwise.pvalue)
            apart = np.abs(decided.pairwise.statistic[tested]) / n
            limit = decided.critical_difference
            expected = (
                np.zeros(apart.shape, bool) if limit is None else apart >= limit - 1e-12
            )
            assert np.array_equal(decided.different()[tested], expected)


def test_too_large_for_the_exact_law_is_said():
    with pytest.raises(
        InputError,
        match=r"computed only for up to 20,000 values\. Use method 'asymptotic'",
    ):
        cd.compare(
            table_of(np.random.default_rng(0).normal(size=(1001, 21))), method="exact"
        )
