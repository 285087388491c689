"""What the small parts of the statistics return."""

import numpy as np
import pytest
from published_numbers import aligned_error_as_printed
from scipy import stats

from cddiagram._util import Exact
from cddiagram.stats.adjust import rising_from_top
from cddiagram.stats.aligned import aligned_standard_error
from cddiagram.stats.assumptions import (
    histogram_of,
    levene_test,
    lilliefors_pvalue,
    normality_tests,
)
from cddiagram.stats.bayes import largest_share
from cddiagram.stats.differences import pair_differences, signs_from
from cddiagram.stats.effects import walsh_estimates, walsh_order_statistics
from cddiagram.stats.exhaustive import Levels, mean_ranks, search
from cddiagram.stats.exhaustive.cliques import Budget, CliquePartitions, maximal_cliques
from cddiagram.stats.friedman import is_feasible
from cddiagram.stats.groups import neighbour_masks
from cddiagram.stats.mean_ranks import critical_difference, rank_standard_error
from cddiagram.stats.multiple_sign import family_pvalue
from cddiagram.stats.page import page_upper, row_distribution
from cddiagram.stats.pair_adjustments import (
    adjust_pairs,
    exhaustive_sets,
    largest_true_counts,
)
from cddiagram.stats.pair_test import (
    as_ranks,
    blank_diagonal,
    difference_test,
    forced_ties,
)
from cddiagram.stats.quade import quade_standard_error
from cddiagram.stats.rank_pairs_exact import rank_difference_law
from cddiagram.stats.ranks import rank_doubles
from cddiagram.stats.results import with_ties
from cddiagram.stats.sign import sign_z
from cddiagram.stats.studentized import (
    studentized_range_quantile,
    studentized_range_sf,
    tukey_sf,
)
from cddiagram.stats.tails import (
    binomial_upper,
    chi_square_upper,
    f_upper,
    f_upper_single,
    ndtr,
    student_two_sided,
)
from cddiagram.stats.wilcoxon import critical_signed_rank_sum


def test_adjust_rising_from_top():
    assert rising_from_top(np.array([0.02, 0.012])).tolist() == [0.012, 0.012]


def test_adjust_pairs():
    p = [[1.0, 0.01, 0.002], [0.01, 1.0, 0.4], [0.002, 0.4, 1.0]]
    assert (
        repr(adjust_pairs(p, "holm").pvalue_adjusted.tolist())
        == "[[nan, 0.02, 0.006], [0.02, nan, 0.4], [0.006, 0.4, nan]]"
    )


def test_adjust_pairs_largest_true_counts():
    assert largest_true_counts(4).tolist() == [0, 1, 2, 3, 3, 3, 6]


def test_adjust_pairs_exhaustive_sets():
    assert [pairs.tolist() for pairs in exhaustive_sets(3)] == [
        [0, 1, 2],
        [0],
        [1],
        [2],
    ]


def test_aligned_aligned_standard_error():
    ranks = [[1, 4, 9], [2, 5, 8], [3, 6, 7]]
    assert round(float(aligned_standard_error(ranks)), 3) == 2.568
    assert round(aligned_error_as_printed(3, 3), 3) == 2.236


def test_bayes_largest_share():
    assert largest_share(2, 2.0, 2).round(12).tolist() == [
        0.333333333333,
        0.333333333333,
        0.333333333333,
    ]


def test_assumptions_histogram_of():
    assert histogram_of(np.array([1.0, 2.0, 2.0, 3.0])).counts.tolist() == [1, 0, 2, 1]
    alike = histogram_of(np.array([2.0, 2.0, 2.0]))
    assert (alike.counts.tolist(), alike.edges.tolist()) == ([3], [1.5, 2.5])


def test_mean_ranks_critical_difference_by_t():
    expected = stats.t.isf(0.01 / 2 / 3, 12) * 0.7
    found = critical_difference(
        4, 0.7, alpha=0.01, p_adjust="bonferroni", n_hypotheses=3, df=12
    )
    assert found == pytest.approx(expected, rel=1e-12)


def test_assumptions_normality_tests():
    scores = np.exp(np.random.default_rng(1).standard_normal((40, 1)))
    first, *_ = normality_tests(scores)
    assert (first.name, round(float(first.pvalue[0]), 3)) == (
        "kolmogorov-smirnov",
        0.011,
    )


def test_assumptions_levene_test():
    result = levene_test([[0.9, 0.5], [0.8, 0.9], [0.85, 0.1], [0.82, 0.7]])
    assert (round(result.statistic, 3), result.df) == (5.596, (1.0, 6.0))


def test_assumptions_lilliefors_pvalue():
    # The table of Dallal and Wilkinson has 0.192 as the 5% point for n = 20.
    assert round(lilliefors_pvalue(0.192, 20), 2) == 0.05


def test_differences_pair_differences():
    assert [
        block.tolist()
        for block in pair_differences(np.array([[9.0, 2.0], [8.0, 1.0], [8.0, 2.0]]), 4)
    ] == [
        [[1.0, 1.0], [1.0, 0.0]],
        [[0.0, -1.0]],
    ]


def test_differences_signs_from():
    assert signs_from(Exact.of([[0.3, 0.1 + 0.2, 0.2]]), 0).tolist() == [[0, 1]]


def test_effects_walsh_estimates():
    estimate, low, high = walsh_estimates([[1.0], [2.0], [3.0], [4.0], [6.0], [9.0]])
    assert (estimate.item(), low.item(), high.item()) == (4.0, 1.0, 9.0)


def test_effects_walsh_order_statistics():
    assert [
        row.tolist()
        for row in walsh_order_statistics(np.array([[1.0, 3.0, 10.0]]), [0, 2, 5])
    ] == [[2.0, 6.0, 20.0]]


def test_cliques_maximal_cliques():
    assert [
        bin(clique) for clique in maximal_cliques([0b010, 0b101, 0b010], Budget(100))
    ] == ["0b11", "0b110"]


def test_cliques_cliquepartitions():
    graph = CliquePartitions([0b0110, 0b0101, 0b1011, 0b0100], Budget(1000))
    assert (graph.best()[0], graph.best_together(2, 3, more_than=0)[0]) == (3, 2)


def test_mean_ranks_falls_with_distance():
    assert mean_ranks.falls_with_distance(np.array([[9, 2, 1], [2, 9, 2], [1, 2, 9]]))
    assert not mean_ranks.falls_with_distance(
        np.array([[9, 2, 2], [2, 9, 1], [2, 1, 9]])
    )


def test_mean_ranks_dynamic_shaffer():
    p = np.array([[1.0, 0.01, 0.001], [0.01, 1.0, 0.2], [0.001, 0.2, 1.0]])
    assert mean_ranks.dynamic_shaffer(Levels.of(p)).tolist() == [0.01, 0.003, 0.2]


def test_mean_ranks_bergmann_hommel():
    p = np.array([[1.0, 0.01, 0.001], [0.01, 1.0, 0.2], [0.001, 0.2, 1.0]])
    assert mean_ranks.bergmann_hommel(Levels.of(p)).tolist() == [0.01, 0.003, 0.2]


def test_search_dynamic_shaffer():
    p = np.array([[1.0, 0.01, 0.2], [0.01, 1.0, 0.001], [0.2, 0.001, 1.0]])
    assert search.dynamic_shaffer_bounds(
        Levels.of(p), largest_true_counts(3), 1000
    ).upper.tolist() == [0.01, 0.2, 0.003]


def test_search_dynamic_shaffer_solves_no_more_than_it_needs(monkeypatch):
    """Six hypotheses at p = 0.5 to 0.9: the smallest is 1 when it is adjusted, and so
    are all others.
    """
    solved = []
    solve = search._Search.solve
    monkeypatch.setattr(
        search._Search,
        "solve",
        lambda self, tau: solved.append(tau) or solve(self, tau),
    )
    p = np.ones((4, 4))
    p[np.triu_indices(4, 1)] = [0.5, 0.6, 0.7, 0.8, 0.85, 0.9]
    p = np.minimum(p, p.T)
    bounds = search.dynamic_shaffer_bounds(Levels.of(p), largest_true_counts(4), 10_000)
    assert bounds.lower.tolist() == bounds.upper.tolist() == [1.0] * 6
    assert solved == [0]


def test_search_bergmann_hommel():
    p = np.array([[1.0, 0.01, 0.2], [0.01, 1.0, 0.001], [0.2, 0.001, 1.0]])
    assert search.bergmann_hommel_bounds(
        Levels.of(p), largest_true_counts(3), 1000
    ).upper.tolist() == [0.01, 0.2, 0.003]


def test_friedman_is_feasible():
    assert (is_feasible(6, 4), is_feasible(7, 4), is_feasible(10_000, 2)) == (
        True,
        False,
        True,
    )


def test_groups_neighbour_masks():
    assert neighbour_masks(np.array([[True, True], [False, True]])) == [2, 0]


def test_mean_ranks_rank_standard_error():
    assert float(rank_standard_error([[1, 2, 3], [3, 1, 2]])) == 1.0


def test_multiple_sign_family_pvalue():
    assert round(family_pvalue(6, 24, 3), 7) == 0.0317381


def test_page_page_upper():
    assert page_upper([66, 65], 5, 3).round(4).tolist() == [0.0394, 0.0795]


def test_page_row_distribution():
    assert row_distribution(3).tolist() == [1, 2, 0, 2, 1]


def test_pair_test_as_ranks():
    assert as_ranks([[1, 2], [1, 2]]).shape == (2, 2)


def test_pair_test_forced_ties():
    assert (forced_ties(None), forced_ties(True)) == ({}, {"tie_correction": True})


def test_pair_test_difference_test():
    assert (
        repr(
            difference_test(np.array([6.0, 4.0]), np.array(1.0), choices={})
            .pvalue.round(4)
            .tolist()
        )
        == "[[nan, 0.0455], [0.0455, nan]]"
    )


def test_pair_test_blank_diagonal():
    assert repr(blank_diagonal(np.ones((2, 2))).tolist()) == "[[nan, 1.0], [1.0, nan]]"


def test_quade_quade_standard_error():
    ranks, weights = [[1, 2, 3], [1, 3, 2], [1, 2, 3]], [3, 1, 2]
    assert round(float(quade_standard_error(ranks, weights)), 3) == 0.882


def test_rank_pairs_exact_rank_difference_law():
    law = rank_difference_law([[1, 2], [1, 2], [1.5, 1.5], [1, 2]])
    assert (law.tails.tolist(), law.attainable.tolist()) == (
        [1.0, 1.0, 0.25, 0.25],
        [False, True, False, True],
    )


def test_ranks_rank_doubles():
    assert (
        repr(
            rank_doubles(
                np.array([[0.3, 0.1 + 0.2, 0.2]]),
                lambda rows: np.array([[2.5, 2.5, 1.0]]),
            )
        )
        == "array([[2.5, 2.5, 1. ]])"
    )


def test_results_with_ties():
    assert [
        test.pvalue
        for test in with_ties(
            "quade", (1.0,), lambda corrected: (1.0, 0.5 - 0.25 * corrected)
        )
    ] == [
        0.5,
        0.25,
    ]


def test_sign_sign_z():
    assert round(float(sign_z(11, 14)), 3) == 2.138


def test_studentized_studentized_range_sf():
    assert float(studentized_range_sf(3.31449315539812, 3).round(12)) == 0.05


def test_studentized_studentized_range_quantile():
    assert round(studentized_range_quantile(0.05, 4) / 2**0.5, 3) == 2.569


def test_studentized_tukey_sf():
    assert float(tukey_sf(3.877676, 3, 10).round(6)) == 0.049948


def test_tails_ndtr():
    assert repr(ndtr([-1.0, 0.0, 1.0]).round(4)) == "array([0.1587, 0.5   , 0.8413])"


def test_tails_binomial_upper():
    assert float(binomial_upper(11, 14)) == 0.0286865234375


def test_tails_f_upper():
    assert round(float(f_upper(3, 1, 3, 10)), 6) == 0.002352


def test_tails_student_two_sided():
    assert round(float(student_two_sided(2.228138852, 10)), 6) == 0.05


def test_tails_chi_square_upper():
    assert (
        round(chi_square_upper(3.841459, 1), 6),
        round(chi_square_upper(18.307038, 10), 6),
    ) == (0.05, 0.05)


def test_tails_f_upper_single():
    assert round(f_upper_single(3, 1, 3, 10), 6) == 0.002352


def test_wilcoxon_critical_signed_rank_sum():
    assert critical_signed_rank_sum(14, 0.05) == 21  # D06 3.1.3
