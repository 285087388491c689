"""Effect sizes: against definitions, coverage of the interval, antisymmetry."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.stats import rankdata

from cddiagram.stats.effects import pair_effects, walsh_estimates
from cddiagram.text import UsageError

tables = arrays(
    np.int64,
    st.tuples(st.integers(1, 11), st.integers(2, 4)),
    elements=st.integers(0, 9),
)


@settings(max_examples=60)
@given(tables)
def test_against_definitions(table: np.ndarray) -> None:
    scores = table / 10
    n, k = scores.shape
    effects = pair_effects(scores)
    for i, j in product(range(k), repeat=2):
        d = (table[:, i] - table[:, j]) / 10
        walsh = [(d[a] + d[b]) / 2 for a in range(n) for b in range(a, n)]
        assert effects.mean_difference[i, j] == pytest.approx(d.mean(), abs=1e-12)
        assert effects.median_difference[i, j] == pytest.approx(np.median(d), abs=1e-12)
        assert effects.hodges_lehmann[i, j] == pytest.approx(
            np.median(walsh), abs=1e-12
        )
        if i != j:
            zeros = int((d == 0).sum())
            kept = np.delete(d, np.flatnonzero(d == 0)[:1]) if zeros % 2 else d
            ranks = rankdata(np.abs(kept))
            plus, minus = ranks[kept > 0].sum(), ranks[kept < 0].sum()
            expected = (plus - minus) / ranks.sum() if len(kept) else 0.0
            assert effects.rank_biserial[i, j] == pytest.approx(expected, abs=1e-12)
            assert effects.wins[i, j] + effects.ties[i, j] + effects.losses[i, j] == n


@settings(max_examples=60)
@given(tables)
def test_antisymmetric_and_indifferent_to_direction_in_sign(table: np.ndarray) -> None:
    scores = table / 10
    up, down = pair_effects(scores), pair_effects(scores, higher_is_better=False)
    for name in (
        "mean_difference",
        "median_difference",
        "hodges_lehmann",
        "rank_biserial",
        "better",
    ):
        values = getattr(up, name)
        np.testing.assert_array_equal(values, -values.T)
    for name in ("mean_difference", "hodges_lehmann", "rank_biserial", "interval_low"):
        np.testing.assert_array_equal(getattr(up, name), getattr(down, name))
    np.testing.assert_array_equal(up.interval_low, -up.interval_high.T)
    np.testing.assert_array_equal(up.wins, down.losses)
    np.testing.assert_array_equal(up.better, -down.better)
    assert np.all(up.interval_low <= up.hodges_lehmann)
    assert np.all(up.interval_high >= up.hodges_lehmann)


def test_binary_dust_does_not_decide_who_is_better() -> None:
    # The two middle Walsh averages are equal and opposite, and the differences add up
    # to 0, in decimals only.
    scores = np.array([[0.3, 0.0], [0.0, 0.1], [0.0, 0.4], [0.2, 0.0]])
    assert np.mean(scores[:, 0] - scores[:, 1]) != 0
    effects = pair_effects(scores)
    assert effects.mean_difference[0, 1] == 0.0
    assert effects.hodges_lehmann[0, 1] == 0.0
    assert effects.better[0, 1] == 0


def test_interval_is_the_inverted_signed_rank_test() -> None:
    rng = np.random.default_rng(2)
    d = rng.standard_normal(9) + 0.3
    _, low, high = walsh_estimates(d[:, np.newaxis], 0.9)
    signs = np.array(list(product([0, 1], repeat=9)))
    null = signs @ np.arange(1, 10)

    def pvalue(shift: float) -> float:
        shifted = d - shift
        ranks = rankdata(np.abs(shifted))
        smaller = min(ranks[shifted > 0].sum(), ranks[shifted < 0].sum())
        return min(1.0, 2 * float(np.mean(null <= smaller)))

    eps = 1e-9
    assert pvalue(float(low[0]) + eps) > 0.1 >= pvalue(float(low[0]) - eps)
    assert pvalue(float(high[0]) - eps) > 0.1 >= pvalue(float(high[0]) + eps)


@pytest.mark.parametrize(
    ("n", "method", "level"), [(12, "exact", 0.9), (60, "asymptotic", 0.95)]
)
def test_interval_covers(n: int, method: str, level: float) -> None:
    d = np.random.default_rng(n).standard_normal((n, 2000)) + 1.0
    _, low, high = walsh_estimates(d, level)
    assert np.mean((low <= 1) & (high >= 1)) == pytest.approx(level, abs=0.02)
    table = np.stack([d[:, 0], np.zeros(n)], axis=1)
    effects = pair_effects(table, confidence=level)
    assert effects.interval_method == method
    assert effects.interval_low[0, 1] == pytest.approx(low[0], rel=1e-9, abs=0)


def test_too_few_data_sets_for_the_level_leave_it_open() -> None:
    effects = pair_effects([[0.9, 0.5], [0.8, 0.6], [0.7, 0.65]])
    assert effects.interval_low[0, 1] == -np.inf
    assert effects.interval_high[0, 1] == np.inf
    assert (
        pair_effects(
            [[0.9, 0.5], [0.8, 0.6], [0.7, 0.65]], confidence=0.5
        ).interval_low[0, 1]
        > 0
    )


def test_everything_tied() -> None:
    effects = pair_effects(np.full((4, 3), 0.25))
    for name in (
        "mean_difference",
        "median_difference",
        "hodges_lehmann",
        "rank_biserial",
        "better",
        "wins",
    ):
        assert np.all(getattr(effects, name) == 0)
    assert effects.ties[0, 1] == 4


def test_demsar_table_2() -> None:
    # Demsar 2006, Table 2: R+ = 93, R- = 12 over 14 data sets.
    differences = [
        0.005,
        -0.008,
        0.017,
        0.033,
        0.006,
        -0.005,
        0.007,
        0.0,
        0.063,
        0.0,
        0.022,
        0.047,
        0.009,
        0.021,
    ]
    effects = pair_effects(np.stack([differences, np.zeros(14)], axis=1))
    assert effects.rank_biserial[0, 1] == pytest.approx(
        (93 - 12) / 105, rel=1e-14, abs=0
    )


def test_errors_and_read_only() -> None:
    with pytest.raises(UsageError, match="must be a single n x k table"):
        pair_effects(np.ones((2, 2, 2)))
    with pytest.raises(ValueError, match="read-only"):
        pair_effects([[1, 2]]).wins[0, 0] = 3
