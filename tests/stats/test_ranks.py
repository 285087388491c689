"""Ranks: against scipy, exact sums, direction."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from scipy.stats import rankdata

from cddiagram.stats.ranks import rank_scores

tables = arrays(
    np.float64,
    array_shapes(min_dims=1, max_dims=3, max_side=7),
    elements=st.sampled_from([0.1, 0.2, 0.3, 7]),
)


@pytest.mark.slow
@given(tables)
def test_ranks_are_those_of_scipy(scores: np.ndarray) -> None:
    assert np.array_equal(
        rank_scores(scores, higher_is_better=False), rankdata(scores, axis=-1)
    )
    assert np.array_equal(rank_scores(scores), rankdata(-scores, axis=-1))


@given(tables)
def test_order_preserving_transformations_and_direction(scores: np.ndarray) -> None:
    k = scores.shape[-1]
    ranks = rank_scores(scores)
    assert np.array_equal(ranks, rank_scores(np.exp(scores)))
    assert np.array_equal(k + 1 - ranks, rank_scores(scores, higher_is_better=False))
    assert np.all(ranks.sum(axis=-1) == k * (k + 1) / 2)


def test_scores_are_ranked_as_read() -> None:
    # max - x would make a tie of the first two.
    scores = np.array([1.0, 1.00000000001, 1e16])
    assert rank_scores(scores, higher_is_better=False).tolist() == [1.0, 2.0, 3.0]
