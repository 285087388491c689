"""Decimal ties stay ties, whatever the scale; nothing overflows."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cddiagram.stats.rounding import pair_differences, round_difference, round_to_scale

thousandths = st.integers(-2000, 2000)


@given(st.lists(st.tuples(thousandths, thousandths), min_size=1, max_size=30), st.integers(-290, 290))
def test_equal_decimal_differences_are_equal_to_the_last_bit(pairs: list[tuple[int, int]], power: int) -> None:
    a = np.array([float(f"{x}e{power - 3}") for x, _ in pairs])
    b = np.array([float(f"{y}e{power - 3}") for _, y in pairs])
    expected = [float(f"{x - y}e{power - 3}") for x, y in pairs]
    assert round_difference(a, b).tolist() == expected
    # Broadcasting takes another road.
    table = round_difference(a[:, np.newaxis], b[np.newaxis, :])
    assert table.diagonal().tolist() == expected


def test_binary_subtraction_would_lose_these_ties() -> None:
    a, b = np.array([0.563, 0.905, 1e9 + 0.006]), np.array([0.558, 0.9, 1e9])
    assert len(set((a - b).tolist())) == 3
    assert round_difference(a, b).tolist() == [0.005, 0.005, 0.01]  # 12 digits of 1e9 end at the second decimal


@given(st.floats(1e-300, 1e300), st.floats(1e-300, 1e300), st.sampled_from([1.0, -1.0]))
def test_rounding_error_is_below_half_of_the_twelfth_digit(a: float, b: float, sign: float) -> None:
    rounded = float(round_difference(a, sign * b))
    larger = max(a, b)
    exponent = int(f"{larger:.17e}".partition("e")[2])
    error = abs(Fraction(rounded) - (Fraction(a) - Fraction(sign * b)))
    assert error <= Fraction(10) ** (exponent - 11) * Fraction(51, 100)


def test_a_difference_below_the_twelfth_digit_of_its_own_scores_vanishes_and_a_larger_one_stays() -> None:
    # CEC'17 has errors of 1e3 on one function and 1e-8 on another: relative to the table, these would all be zero.
    assert round_difference(2e-8, 1e-8) == 1e-8
    assert round_difference(1000.0, 1000.0 + 1e-10) == 0.0


@pytest.mark.parametrize("size", [1e300, 1e-300, 1e23, 1e-23, 1e12, 1e-11, 1.0])
def test_extreme_scores(size: float) -> None:
    assert round_difference(3 * size, size) == pytest.approx(2 * size, rel=1e-11, abs=0)
    assert round_difference([0.0, size], [size, 0.0]).tolist() == [-size, size]
    assert round_difference(0.0, 0.0) == 0.0
    assert round_to_scale(size, size) == size


def test_differences_beyond_the_largest_double_are_infinite_without_a_warning() -> None:
    assert round_difference([1.7e308, -1.7e308], [-1.7e308, 1.7e308]).tolist() == [np.inf, -np.inf]


def test_blocks_do_not_show() -> None:
    rng = np.random.default_rng(1)
    scores = rng.random((90, 40)).round(3)
    i, j = np.triu_indices(40, 1)
    gathered = round_difference(scores[:, i], scores[:, j])
    whole = round_difference(scores[:, :, np.newaxis], scores[:, np.newaxis, :])
    assert np.array_equal(gathered, whole[:, i, j])
    assert np.array_equal(gathered * 1000, np.rint(gathered * 1000)) or np.unique(np.abs(gathered)).size <= 1001
    assert np.array_equal(whole, -whole.transpose(0, 2, 1))


def test_mixed_scales_in_one_array() -> None:
    a, b = np.array([0.9, 9e-30, 9e40]), np.array([0.8, 8e-30, 8e40])
    assert round_difference(a, b).tolist() == [0.1, 1e-30, 1e40]
    assert round_difference(a[:, np.newaxis], 0.0)[:, 0].tolist() == a.tolist()
    assert round_difference(np.zeros((1, 3)), a)[0].tolist() == (-a).tolist()


def test_empty() -> None:
    assert round_difference(np.empty((3, 0)), np.empty((3, 0))).shape == (3, 0)
    assert round_difference(np.empty((3, 0)), 1.0).shape == (3, 0)
    assert round_to_scale(np.empty((0, 2)), np.empty((0, 1))).shape == (0, 2)


@pytest.mark.parametrize("size", [1, 7, 40, 1 << 15])
@pytest.mark.parametrize("spread", [0, 3, 40])
def test_differences_of_all_pairs_in_blocks(size: int, spread: int) -> None:
    rng = np.random.default_rng(spread)
    columns = rng.random((9, 7)).round(4 if spread else 16) * 10.0 ** rng.integers(-spread, spread + 1, 7)
    blocks = [block.copy() for block in pair_differences(columns, size)]
    first, second = np.triu_indices(9, 1)
    assert np.array_equal(np.concatenate(blocks), round_difference(columns[first], columns[second]))
    assert max(len(block) for block in blocks) == min(max(1, size // 7), 36)
