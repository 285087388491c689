"""Exact numbers with uncertainties: what is computed from them, and which of them tie."""

import numpy as np
import pytest

from cddiagram._util import Exact, Whole
from cddiagram.stats.differences import differences_from
from cddiagram.stats.ranks import rank_scores
from cddiagram.stats.ties import (
    all_tie,
    equal_if_tied,
    midranks,
    rank_aligned,
    rank_exact,
    rank_signed,
    run_starts,
    ties_with_zero,
    zero_if_tied,
)
from cddiagram.stats.wilcoxon import wilcoxon_test

#: The uncertainty of a numerator by 1, 2, ...
ONE = 10**13


def whole(numbers, tolerance=None, denominator=1):
    """Return exact numbers whose uncertainties are given as whole numbers."""
    numerators = np.array(numbers, dtype=object)
    if tolerance is None:
        return Whole(numerators, denominator)
    return Whole(numerators, denominator, np.array(tolerance, dtype=object) * ONE)


def parts(numbers):
    """Return the numerators, the tolerances and the denominator of exact numbers."""
    tolerance = numbers.tolerance
    if tolerance is not None:
        tolerance = tolerance.tolist()
    return numbers.numerators.tolist(), tolerance, numbers.denominator


def test_small_errors_do_not_tie_next_to_a_failed_run():
    """A single tolerance for the row, 1e-13 of 1e8, would make the first two tie."""
    assert rank_scores([1e-14, 2e-14, 1e8], higher_is_better=False).tolist() == [
        1,
        2,
        3,
    ]
    uncertain = [1e-14 / 3, 2e-14 / 3, 1e8 / 3]
    assert rank_scores(uncertain, higher_is_better=False).tolist() == [1, 2, 3]
    for failed in (1e8, 1e8 / 3):
        columns = [[1e-14, 2e-14, 3e-14, failed], [3e-14, 1e-14, 2e-14, failed]]
        test = wilcoxon_test(np.transpose(columns), zeros="drop", method="asymptotic")
        assert test.statistic[0, 1] == 3.0
    means = Exact.of([[1e-14, 2e-14, 1e8], [1e-14, 2e-14, 1e8 / 3]]).whole.means(axis=0)
    assert rank_exact(means)[0].tolist() == [1, 2, 3]


def test_differences_are_as_uncertain_as_the_less_certain_number():
    numbers = whole([[5, 9], [3, 4]], [[1, 0], [0, 2]], 10)
    assert parts(numbers.differences(0, 1)) == ([2, 5], [1, 2], 10)
    certain = Exact.of([[0.9, 0.2], [0.8, 0.1]]).whole.differences(0, 1)
    assert parts(certain) == ([1.0, 1.0], None, 10)


def test_ranges_are_as_uncertain_as_their_ends():
    numbers = whole([[5, 9, 7], [4, 3, 4]], [[1, 0, 3], [2, 1, 0]])
    assert parts(numbers.ranges()) == ([4, 1], [1, 2], 1)
    assert parts(whole([[5, 9, 7]]).ranges()) == ([4], None, 1)


def test_means_are_as_uncertain_as_their_least_certain_number():
    numbers = whole([[5, 9], [3, 4]], [[1, 0], [0, 2]], 10)
    # The uncertainty of a sum of two is 2 x 1, of a mean 2 x 1 / 2.
    assert parts(numbers.means(axis=0)) == ([8, 13], [2, 4], 20)
    assert parts(numbers.weighted_means([1, 3])) == ([32, 15], [4, 8], 40)
    assert parts(whole([[5, 9]]).weighted_means([1, 3])) == ([32.0], None, 4)


def test_aligned_numbers_are_as_uncertain_as_their_score():
    numbers = whole([[5, 9], [3, 4]], [[1, 0], [0, 2]])
    assert parts(numbers.aligned()) == ([[-4, 4], [-1, 1]], [[2, 0], [0, 4]], 2)


def test_relative_differences_are_uncertain_by_1e_13():
    quotients = whole([[5, 3], [0, 0], [7, 7]], [[1, 0], [0, 0], [0, 0]])
    assert quotients.relative_differences().doubles().tolist() == [0.5, 0.0, 0.0]
    numbers = quotients.relative_differences()
    assert numbers.fraction((0,))[1] * 10**13 == 1
    assert numbers.fraction((2,))[1] == 0


def test_midranks():
    assert midranks(np.array([2, 0, 1]), np.array([False, True])).tolist() == [
        2.5,
        2.5,
        1,
    ]
    assert run_starts(np.array([[True, False], [False, True]])).tolist() == [
        [0, 0, 2],
        [0, 1, 1],
    ]


def test_ranks_of_exact_numbers():
    ranks, by_tolerance = rank_exact(whole([[3, 9, 3, 5]]))
    assert ranks.tolist() == [[1.5, 4, 1.5, 3]]
    assert not by_tolerance.any()
    ranks, by_tolerance = rank_exact(whole([[3, 9, 4]], [[1, 0, 0]]))
    assert ranks.tolist() == [[1.5, 3, 1.5]]
    assert by_tolerance.tolist() == [[True, False, True]]


def test_equal_numbers_share_the_largest_uncertainty():
    for tolerance in ([1, 0, 0], [0, 1, 0]):
        ranks, _ = rank_exact(whole([3, 3, 4], tolerance))
        assert ranks.tolist() == [2, 2, 2]


def test_runs_of_signed_differences():
    runs, by_tolerance = rank_signed(whole([[3, -5, 0, -3]]))
    assert runs.tolist() == [[1, -2, 0, -1]]
    assert by_tolerance.tolist() == [False]
    # 1 ties with 0. 2 ties with 1, but zeros are a run of their own.
    runs, by_tolerance = rank_signed(whole([[1, -2, 7]], [[1, 1, 0]]))
    assert runs.tolist() == [[0, -1, 2]]
    assert by_tolerance.tolist() == [True]


def test_differences_that_tie_with_zero():
    numbers = whole([2, -1, 0, 1], [1, 1, 0, 0])
    assert ties_with_zero(numbers).tolist() == [False, True, True, False]
    assert zero_if_tied(numbers).numerators.tolist() == [2, 0, 0, 1]
    assert zero_if_tied(whole([2, 0])).numerators.tolist() == [2, 0]


def test_numbers_that_tie_become_equal():
    assert equal_if_tied(whole([[4, 3, 9]], [[0, 1, 0]])).numerators.tolist() == [
        [3, 3, 9]
    ]
    assert equal_if_tied(whole([4, 3])).numerators.tolist() == [4, 3]


@pytest.mark.parametrize(("last", "expected"), [(5, True), (6, False)])
def test_a_run_of_ties(last, expected):
    """The smallest and the largest number of a run need not tie with each other."""
    assert all_tie(whole([3, last, 4], [1, 0, 1])) == expected


def test_aligned_ranks_use_both_means_of_two_data_sets():
    # Within the first data set, 0 and 1 do not tie. Its third score is uncertain, and so
    # is its mean. So 1 ties with the 2 of the second data set.
    table = Whole(
        np.array([[0, 1, 20], [2, 30, 40]]),
        1,
        np.array([[0, 0, 1], [0, 0, 0]]) * ONE,
    )
    ranks, datasets = rank_aligned(table)
    assert ranks.tolist() == [[1, 2.5, 4], [2.5, 5, 6]]
    assert datasets.tolist() == [0, 1]


def test_sizes_of_a_run_are_equal_although_another_run_has_the_same_double():
    numbers = np.array(
        [[-50000000000000001], [-50000000000000010], [49999999999999999]]
    )
    tolerance = np.array([[0], [9], [0]])
    scores = Whole(
        np.hstack([numbers, np.zeros_like(numbers)]),
        1000,
        np.hstack([tolerance, np.zeros_like(tolerance)]) * ONE,
    )
    differences, _ = differences_from(Exact(scores.doubles(), scores), 0)
    assert differences.tolist() == [[-5e13, -5e13, 5e13]]
