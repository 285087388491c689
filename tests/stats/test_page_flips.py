"""The sign-flip test of Page's statistics: enumeration of all signs, both kinds of
ranks, error rate, limits.
"""

import itertools
from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import rankdata

import cddiagram as cd
from cddiagram._util import Exact
from cddiagram.convergence import at_optimum, ranks_with_optimum
from cddiagram.stats import page_flips
from cddiagram.stats.differences import difference_ranks
from cddiagram.stats.page_flips import (
    least_problems,
    page_flip_test,
    page_surpluses,
    smallest_flip_p,
)


def enumerated(ranks):
    """P(S* >= S), P(S* <= S) and P(|S*| >= |S|) by going through all signs, with
    fractions.
    """
    c = len(ranks[0])
    mean = Fraction(c * (c + 1) ** 2, 4)
    parts = [
        sum(place * Fraction(rank) for place, rank in enumerate(row, 1)) - mean
        for row in ranks
    ]
    observed = sum(parts)
    sums = [
        sum(sign * part for sign, part in zip(signs, parts, strict=True))
        for signs in itertools.product((1, -1), repeat=len(parts))
    ]
    rising = Fraction(sum(s >= observed for s in sums), len(sums))
    falling = Fraction(sum(s <= observed for s in sums), len(sums))
    return (
        rising,
        falling,
        Fraction(sum(abs(s) >= abs(observed) for s in sums), len(sums)),
    )


def random_ranks(rng, n, c):
    """Ranks with mid-ranks, rows without a trend, and rows without any difference."""
    values = rng.integers(0, rng.choice([2, 3, 100]), (n, c))
    values[rng.random(n) < 0.2] = 1
    return rankdata(values, axis=-1)


@pytest.mark.parametrize("listed", [0, 20])
def test_p_values_are_those_of_all_signs(listed, monkeypatch):
    """By convolution (no listing) and where all patterns are listed."""
    monkeypatch.setattr(page_flips, "MAX_LISTED", listed)
    rng = np.random.default_rng(5)
    zeros = 0
    for _ in range(60):
        n, c = int(rng.integers(1, 9)), int(rng.integers(2, 9))
        ranks = random_ranks(rng, n, c)
        result = page_flip_test(ranks)
        rising, falling, two_sided = enumerated(ranks.tolist())
        assert result.exact
        assert float(result.rising) == pytest.approx(float(rising), rel=1e-13)
        assert float(result.falling) == pytest.approx(float(falling), rel=1e-13)
        assert float(result.two_sided) == pytest.approx(float(two_sided), rel=1e-13)
        zeros += n - int(result.trending)
    assert zeros > 10


def test_surpluses_are_whole_numbers_for_mid_ranks_and_every_number_of_cut_points():
    rng = np.random.default_rng(6)
    for c in range(2, 30):
        ranks = random_ranks(rng, 20, c)
        mean = Fraction(c * (c + 1) ** 2, 4)
        for row, surplus in zip(
            ranks.tolist(), page_surpluses(ranks).tolist(), strict=True
        ):
            assert (
                2
                * (
                    sum(place * Fraction(rank) for place, rank in enumerate(row, 1))
                    - mean
                )
                == surplus
            )


def histories_of(rng, n, c):
    """Two histories with the optimum 0 reached by one, by both or by none, at random
    places.
    """
    errors = np.minimum.accumulate(rng.integers(1, 9, (2, n, c)), axis=-1).astype(float)
    reached = rng.integers(0, 2 * c, (2, n, 1))
    return np.where(np.arange(c) >= reached, 0.0, errors)


def test_both_kinds_of_ranks_are_antisymmetric_on_1000_pairs():
    rng = np.random.default_rng(7)
    n, c = 1000, 7
    errors = histories_of(rng, n, c)
    optimal, _ = at_optimum(Exact.of(errors), np.zeros(()), 0.0)
    done = optimal[:, :, -1].sum(axis=0)
    assert min(np.bincount(done, minlength=3)) > 100  # none, one, both
    there, back = np.array([0]), np.array([1])
    kinds = {
        "original": lambda first, second: difference_ranks(
            Exact.of(errors), first, second
        )[0],
        "alternative": lambda first, second: ranks_with_optimum(
            Exact.of(errors), first, second, optimal
        )[0],
    }
    for ranks_of in kinds.values():
        forward, backward = ranks_of(there, back), ranks_of(back, there)
        np.testing.assert_array_equal(forward, c + 1 - backward)
        np.testing.assert_array_equal(
            page_surpluses(forward), -page_surpluses(backward)
        )
    assert (kinds["original"](there, back) != kinds["alternative"](there, back)).any()


def test_exchanging_two_algorithms_exchanges_the_directions():
    rng = np.random.default_rng(8)
    for _ in range(20):
        ranks = random_ranks(rng, 12, 6)
        there, back = page_flip_test(ranks), page_flip_test(7 - ranks)
        assert float(there.rising) == float(back.falling)
        assert float(there.two_sided) == float(back.two_sided)
        assert float(there.surplus) == -float(back.surplus)


def test_the_smallest_p_value_of_so_many_problems():
    for n in range(1, 12):
        assert (
            float(page_flip_test(np.tile([1.0, 2, 3, 4], (n, 1))).two_sided)
            == smallest_flip_p(n)
            == 2.0 ** (1 - n)
        )
    assert [least_problems(alpha) for alpha in (0.05, 0.1, 0.01, 0.001)] == [
        6,
        5,
        8,
        11,
    ]


def test_small_p_values_keep_their_relative_precision():
    result = page_flip_test(np.tile([1.0, 2, 3, 4, 5], (300, 1)))
    assert float(result.rising) == pytest.approx(2.0**-300, rel=1e-12)
    assert float(result.falling) == 1.0


def test_rows_without_a_trend_are_1():
    result = page_flip_test([[2.0, 2, 2], [2, 2, 2]])
    assert (float(result.rising), float(result.falling), float(result.two_sided)) == (
        1.0,
        1.0,
        1.0,
    )
    assert int(result.trending) == 0


def test_the_law_gives_the_error_rate():
    """Over all signs of one table, the two-sided p is at most alpha in at most alpha of
    them.
    """
    rng = np.random.default_rng(9)
    ranks = np.array([rng.permutation(6) + 1.0 for _ in range(10)])
    p = []
    for signs in itertools.product((True, False), repeat=10):
        flipped = np.where(np.array(signs)[:, np.newaxis], ranks, 7 - ranks)
        p.append(float(page_flip_test(flipped).two_sided))
    for alpha in (0.01, 0.05, 0.1, 0.5):
        assert np.mean(np.array(p) <= alpha) <= alpha
    assert np.mean(np.array(p) <= 0.05) > 0.02


def test_the_normal_distribution_takes_over_and_agrees(monkeypatch):
    ranks = random_ranks(np.random.default_rng(10), 60, 8)
    exact = page_flip_test(ranks)
    normal = page_flip_test(ranks, method="asymptotic")
    assert exact.exact
    assert not normal.exact
    assert float(normal.rising) == pytest.approx(float(exact.rising), abs=0.005)
    assert float(normal.rising + normal.falling) > 1
    monkeypatch.setattr(page_flips, "MAX_CONVOLVED", 100)
    assert float(page_flip_test(ranks).rising) == float(normal.rising)
    with pytest.raises(cd.UsageError) as caught:
        page_flip_test(ranks, method="exact")
    assert str(caught.value) == (
        "the exact sign-flip test for 60 problems at 8 cut-points requires too many "
        "steps. Use method='asymptotic'."
    )


def test_the_normal_distribution_gives_no_p_value_that_few_problems_cannot_have():
    steps = np.array(
        [
            [1, 2, 3, 4, 5, 6],
            [1, 2, 3, 4, 6, 5],
            [1, 2, 3, 5, 4, 6],
            [2, 1, 3, 4, 5, 6],
            [1, 3, 2, 4, 5, 6],
        ]
    )
    result = page_flip_test(steps, method="asymptotic")
    assert float(result.two_sided) >= smallest_flip_p(5)
