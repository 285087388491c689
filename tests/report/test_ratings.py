"""Elo: the ratings of largest likelihood, found another way; and when there are
none.
"""

import itertools

import numpy as np
import pytest
from scipy.optimize import minimize

import cddiagram as cd
from cddiagram.report.ratings import ELO_MEAN, elo_ratings, unbeaten_set


def likeliest(ranks):
    """Bradley-Terry ratings by maximising the likelihood of all pairs of results, not
    of average ranks.
    """
    k = ranks.shape[1]
    wins = np.array(
        [
            [
                (ranks[:, i] < ranks[:, j]).sum()
                + (ranks[:, i] == ranks[:, j]).sum() / 2
                for j in range(k)
            ]
            for i in range(k)
        ]
    )

    def lost(points):
        return sum(
            wins[i, j] * np.log1p(np.exp(points[j] - points[i]))
            for i, j in itertools.permutations(range(k), 2)
        )

    found = minimize(lost, np.zeros(k), method="BFGS", options={"gtol": 1e-9}).x
    return 1500 + (found - found.mean()) * 400 / np.log(10)


@pytest.mark.parametrize("seed", range(4))
def test_ratings_are_the_likeliest(seed):
    rng = np.random.default_rng(seed)
    scores = np.round(rng.normal(size=(25, 5)) + np.linspace(0.8, 0, 5), 1)  # with ties
    table = cd.ScoreTable.from_arrays(scores, algorithms=list("abcde"))
    ranks = cd.compare(table).ranking.ranks
    found = elo_ratings(ranks)
    np.testing.assert_allclose(found, likeliest(ranks), atol=0.05)
    assert found.mean() == pytest.approx(ELO_MEAN)


def test_ratings_are_the_average_ranks_in_other_units():
    """The expected share of wins of each algorithm gives its average rank back,
    whatever the single results are.
    """
    rng = np.random.default_rng(3)
    ranks = (
        np.argsort(
            np.argsort(rng.normal(size=(40, 9)) + np.linspace(0, 2, 9), axis=1), axis=1
        )
        + 1.0
    )
    found = elo_ratings(ranks)
    chances = 1 / (1 + 10 ** ((found - found[:, None]) / 400))
    np.testing.assert_allclose(
        9 - (chances.sum(axis=1) - 0.5), ranks.mean(axis=0), atol=1e-10
    )
    assert (np.argsort(-found) == np.argsort(ranks.mean(axis=0))).all()
    shuffled = np.stack(
        [rng.permutation(column) for column in ranks.T], axis=1
    )  # the same average ranks
    np.testing.assert_allclose(elo_ratings(shuffled), found, atol=1e-9)


def test_one_loss_in_many_games_still_has_a_rating():
    ranks = np.tile([1.0, 2.0], (100_000, 1))
    ranks[0] = [2, 1]
    high, low = elo_ratings(ranks)
    assert high - low == pytest.approx(400 * np.log10(99_999), rel=1e-9)


@pytest.mark.parametrize("seed", range(6))
def test_there_are_none_where_a_set_beats_the_rest(seed):
    """Brute force over all sets of algorithms."""
    rng = np.random.default_rng(seed)
    scores = np.round(rng.normal(size=(4, 5)), 1) + rng.permutation(
        [0.0, 0.0, 1.5, 3.0, 3.0]
    )
    table = cd.ScoreTable.from_arrays(scores, algorithms=list("abcde"))
    ranks = cd.compare(table).ranking.ranks
    sets = [s for m in range(1, 5) for s in itertools.combinations(range(5), m)]
    beats = [
        s
        for s in sets
        if all((ranks[:, i] < ranks[:, j]).all() for i in s for j in {*range(5)} - {*s})
    ]
    assert unbeaten_set(ranks) == min(map(len, beats), default=0)
    assert (elo_ratings(ranks) is None) == bool(beats)


def test_both_happen():
    assert unbeaten_set([[1, 2, 3], [2, 1, 3]]) == 2
    assert unbeaten_set([[1, 2.5, 2.5], [1.5, 1.5, 3]]) == 0
