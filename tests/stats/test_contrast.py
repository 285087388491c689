"""Contrast estimation: consistency, sign, scale."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from cddiagram.stats.effects import contrast_estimates, unadjusted_medians
from cddiagram.text import UsageError

tables = arrays(
    np.int64,
    st.tuples(st.integers(1, 9), st.integers(2, 5)),
    elements=st.integers(0, 99),
)


@given(tables)
def test_against_the_definition(table: np.ndarray) -> None:
    scores = table / 100
    k = scores.shape[1]
    medians = unadjusted_medians(scores)
    for u in range(k):
        for v in range(k):
            assert medians[u, v] == pytest.approx(
                np.median(scores[:, u] - scores[:, v]), abs=1e-12
            )
    means = [sum(medians[u]) / k for u in range(k)]
    estimates = contrast_estimates(medians)
    for u in range(k):
        for v in range(k):
            assert estimates[u, v] == pytest.approx(means[u] - means[v], abs=1e-12)


@given(tables)
def test_antisymmetric_consistent_and_in_the_units_of_the_scores(
    table: np.ndarray,
) -> None:
    scores = table / 100
    medians = unadjusted_medians(scores)
    estimates = contrast_estimates(medians)
    np.testing.assert_array_equal(medians, -medians.T)
    np.testing.assert_array_equal(estimates, -estimates.T)
    np.testing.assert_allclose(
        estimates[0, 1] + estimates[1, -1], estimates[0, -1], atol=1e-12
    )
    np.testing.assert_allclose(
        contrast_estimates(unadjusted_medians(4 * scores)), 4 * estimates, atol=1e-12
    )
    shifted = scores + np.arange(len(scores))[:, np.newaxis]
    np.testing.assert_allclose(
        contrast_estimates(unadjusted_medians(shifted)), estimates, atol=1e-11
    )


def test_constant_shift_between_algorithms_is_found_exactly() -> None:
    base = np.random.default_rng(1).random((11, 1)).round(3)
    estimates = contrast_estimates(unadjusted_medians(base + np.array([0.3, 0.2, 0.0])))
    np.testing.assert_allclose(estimates[0], [0.0, 0.1, 0.3], atol=1e-12)


def test_batches_and_errors() -> None:
    stack = np.random.default_rng(1).random((3, 4, 9, 3))
    np.testing.assert_array_equal(
        unadjusted_medians(stack)[2, 1], unadjusted_medians(stack[2, 1])
    )
    with pytest.raises(UsageError, match="at least one row"):
        unadjusted_medians(np.empty((0, 3)))
