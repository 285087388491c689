"""What the small parts of the slice of convergence return."""

import numpy as np

import cddiagram as cd
from cddiagram._util import Exact
from cddiagram.convergence.checks import optima_of
from cddiagram.convergence.cut_points import parse_cut_points
from cddiagram.convergence.figures.parts import cut_labels
from cddiagram.convergence.optimum import at_optimum, early
from cddiagram.convergence.pair_ranks import ranks_with_optimum


def test_parts_cut_labels():
    assert (
        cut_labels([10, 20], "% of the budget"),
        cut_labels([50000, 100000], "evaluations"),
    ) == (
        (("10", "20"), "% of the budget"),
        (("50", "100"), "evaluations (thousands)"),
    )


def test_histories_optima_of():
    assert (optima_of(-1, ("a", "b")), optima_of({"a": 0, "b": 5}, ("a", "b"))) == (
        (-1.0, -1.0),
        (0.0, 5.0),
    )


def test_parse_cut_points():
    assert (parse_cut_points(10), parse_cut_points([1, 2, 5])[1].tolist()) == (
        (10, None),
        [1.0, 2.0, 5.0],
    )


def test_testing_ranks_with_optimum():
    errors = np.array([[6.0, 9.0, 7.0, 0.0], [9.0, 8.0, 8.0, 5.0]])
    ranks = ranks_with_optimum(
        Exact.of(errors), np.array([0]), np.array([1]), errors <= 0
    )
    assert ranks.tolist() == [[3.0, 1.0, 2.0, 4.0]]


def test_testing_early():
    assert early(cd.load_histories("optimisers")).sum(axis=1).tolist() == [
        0,
        4,
        8,
        7,
        7,
        9,
    ]


def test_testing_at_optimum():
    optimal, negative = at_optimum(Exact.of([0.3, 0.1 + 0.2, 0.4]), np.array(0.3), 0.0)
    assert optimal.tolist() == [True, True, False]
    assert not negative.any()


def test_caption():
    assert cd.compare_convergence(cd.load_histories("optimisers")).caption() == (
        "Adjusted two-sided p-values for pairwise comparisons of the convergence of 6 "
        "algorithms on 20 problems at 10 cut-points (500 to 5000 evaluations; lower "
        "values are better). A small p-value is evidence that the algorithm in the row gained on "
        "the algorithm in the column. The p-value of a pair is printed in the row of the "
        "algorithm that tends to gain on the other. Filled cells mark significant gains; "
        "darker fills mark smaller p-values. The rows are sorted by the sum of L in "
        "descending order. All pairs were compared using two-sided sign-flip tests based "
        "on Page's L, with Holm's adjustment for "
        "15 pairs (α = 0.05). On each problem, the differences between the algorithms "
        "of each pair were ranked over the cut-points (alternative ranks; the largest "
        "difference has rank 1). The optimum is defined as an error of 0; 35 of 120 "
        "histories reached it before the last cut-point. The p-values are exact. A gain "
        "is a trend in the difference between two algorithms. The other algorithm may "
        "still be better at the last cut-point or may have reached the optimum first."
    )


def test_caption_of_pages_test():
    assert cd.compare_convergence(
        cd.load_histories("optimisers"), test="page"
    ).caption() == (
        "Unadjusted one-sided p-values for pairwise comparisons of the convergence of 6 "
        "algorithms on 20 problems at 10 cut-points (500 to 5000 evaluations; lower values are "
        "better). A small p-value is evidence that the algorithm in the row gained on the "
        "algorithm in the column. Filled cells mark significant gains; darker fills mark "
        "smaller p-values. The rows are sorted by the sum of L in descending "
        "order. All ordered pairs were compared using one-sided Page "
        "trend tests, without adjustment for multiple comparisons (α = 0.05). On "
        "each problem, the differences between the algorithms of each pair were ranked "
        "over the cut-points (alternative ranks; "
        "the largest difference has rank 1). The optimum is defined as an error of 0; 35 "
        "of 120 histories reached it before the last cut-point. The p-values are exact for "
        "pairs without tied ranks. For the other pairs, they are based on the normal "
        "approximation with a continuity correction. A gain is a trend in the difference between two algorithms. "
        "The other algorithm may still be better at the last cut-point or may have "
        "reached the optimum first. Page's test does not control the error rate. For "
        "two algorithms that perform equally, it detected a gain in a given direction "
        "in 11% to 29% of simulated tables at α = 0.05."
    )
