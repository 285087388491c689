"""Ranks of differences for Page's test: the examples of WEB, antisymmetry, what the
alternative is for.
"""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import ArrayLike

from cddiagram._util import Exact
from cddiagram.convergence import at_optimum, ranks_with_optimum
from cddiagram.stats import page
from cddiagram.stats.differences import difference_ranks

FIRST, SECOND = np.array([0]), np.array([1])


def page_test(ranks, alternative="greater", **options):
    return page.page_test(ranks, **options)[alternative == "less"]


def original_ranks(a: ArrayLike, b: ArrayLike) -> np.ndarray:
    return difference_ranks(Exact.of(np.stack([a, b])), FIRST, SECOND)[0]


def alternative_ranks(a: ArrayLike, b: ArrayLike, threshold: float = 0.0) -> np.ndarray:
    both = Exact.of(np.stack([a, b]))
    optimal, _ = at_optimum(both, np.zeros(()), threshold)
    return ranks_with_optimum(both, FIRST, SECOND, optimal)[0]


@pytest.mark.parametrize(
    ("a", "b", "ranks"),
    [
        # WEB (SCI2S, Page's test for convergence), alternative ranks, cases 2, 3 and 4:
        # the ranks are printed there, the values are made to fit, and rise in places.
        # Then ties in the open part, and both at the optimum.
        (
            [6, 9, 7, 0, 0, 0, 0, 0, 0, 0],
            [9, 8, 8, 5, 4, 3, 2, 1.5, 1, 0.5],
            [3, 1, 2, 4, 5, 6, 7, 8, 9, 10],
        ),
        (
            [10, 9.5, 9, 8.8, 8.5, 8, 7, 6, 5, 4],
            [6, 9.4, 7, 7.9, 5.2, 0, 0, 0, 0, 0],
            [6, 10, 8, 9, 7, 5, 4, 3, 2, 1],
        ),
        (
            [9, 6, 5, 4, 2.5, 0, 0, 0, 0, 0],
            [4, 9, 7, 5, 1, 0, 0, 0, 0, 0],
            [1, 10, 9, 8, 2, 5, 5, 5, 5, 5],
        ),
        ([5, 5, 4, 3, 2, 1], [3, 3, 1, 0, 0, 0], [5.5, 5.5, 4, 3, 2, 1]),
        ([5, 3, 0, 0, 0, 0], [6, 5, 4, 2, 0, 0], [1, 2, 3, 4, 5, 6]),
    ],
)
def test_examples_of_the_alternative_ranks(
    a: list[float], b: list[float], ranks: list[float]
) -> None:
    errors = np.array([a, b], dtype=float)
    found = ranks_with_optimum(Exact.of(errors), FIRST, SECOND, errors <= 0)
    assert found[0].tolist() == ranks


histories = arrays(
    np.int64,
    st.tuples(st.just(2), st.integers(1, 5), st.integers(2, 8)),
    elements=st.integers(0, 5),
).map(lambda steps: np.cumsum(steps[..., ::-1], axis=-1)[..., ::-1] / 10)


@pytest.mark.slow
@given(histories)
def test_swapping_the_algorithms_reverses_the_ranks(pair: np.ndarray) -> None:
    a, b = pair
    c = a.shape[-1]
    for ranks in (original_ranks, alternative_ranks):
        forward, backward = ranks(a, b), ranks(b, a)
        np.testing.assert_array_equal(forward, c + 1 - backward)
        assert np.all(forward.sum(axis=-1) == c * (c + 1) / 2)
        assert (
            page_test(forward).statistic + page_test(backward).statistic
            == 2 * page_test(forward).expected
        )


@given(histories)
def test_without_the_optimum_both_are_the_same(pair: np.ndarray) -> None:
    a, b = pair + 1.0
    np.testing.assert_array_equal(original_ranks(a, b), alternative_ranks(a, b))


def test_an_upward_trend_means_that_the_first_converges_faster() -> None:
    points = np.arange(1.0, 11)
    rows = np.arange(1.0, 13)[:, np.newaxis]
    fast, slow = rows * np.exp(-0.5 * points), rows * np.exp(-0.1 * points)
    # While the gap opens A gains; here it opens up to the fourth point and closes
    # afterwards.
    early = original_ranks(fast[:, :4], slow[:, :4])
    assert page_test(early).pvalue < 1e-6
    assert page_test(early, alternative="less").pvalue > 0.99


def test_an_optimum_reached_early_is_an_artefact_that_the_alternative_removes() -> None:
    points = np.arange(1.0, 11)
    rows = np.arange(1.0, 13)[:, np.newaxis]
    fast = np.where(points < 5, rows * (5 - points), 0.0)
    slow = rows * (11 - points)
    # A is at the optimum from the fifth point on; B comes closer from then on, so that
    # the differences rise again.
    assert page_test(original_ranks(fast, slow)).pvalue > 0.9
    assert page_test(alternative_ranks(fast, slow)).pvalue < 1e-10
    assert page_test(alternative_ranks(slow, fast)).pvalue > 0.999


def test_threshold_and_decimal_ties() -> None:
    a, b = [5.0, 1e-9, 1e-9, 1e-9], [6.0, 5.0, 4.0, 3.0]
    assert alternative_ranks(a, b).tolist() == original_ranks(a, b).tolist()
    assert alternative_ranks(a, b, threshold=1e-8).tolist() == [1.0, 2.0, 3.0, 4.0]
    assert original_ranks([0.9, 0.2], [0.8, 0.1]).tolist() == [1.5, 1.5]
