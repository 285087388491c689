"""Number formats: rank 10.25 is not printed as 10, no p as 0."""

import math

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cddiagram.words.inlines import formula_alpha
from cddiagram.words.numbers import (
    even_p,
    format_alpha,
    format_cd,
    format_count,
    format_estimate,
    format_mean,
    format_p,
    format_rank,
    format_tick,
    rank_decimals,
)


@pytest.mark.parametrize(
    ("ranks", "decimals"),
    [
        ([3.143, 2.0, 2.893, 1.964], 2),
        ([2.001, 2.004], 3),
        ([2.0, 2.0, 3.0], 2),  # equal ranks may print alike
        ([2.0, 2.0 + 1e-12, 3.0], 2),  # equal but for rounding
        ([2.0001, 2.0004], 3),  # three is the most
    ],
)
def test_rank_decimals(ranks, decimals):
    assert rank_decimals(ranks) == decimals


def test_rank_decimals_from_fewer():
    ranks = [1204.1, 1377.9, 104.2]
    assert [rank_decimals(ranks, least) for least in (0, 1, 2)] == [0, 1, 2]
    assert rank_decimals([*ranks, 1204.3], least=0) == 1


def test_ranks_keep_their_decimals():
    assert [format_rank(rank) for rank in (10.25, 1.0, 104.0, 43 / 14)] == [
        "10.25",
        "1.00",
        "104.00",
        "3.07",
    ]
    assert format_rank(3.142857142857143, 3) == "3.143"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1.1171, "1.12"),
        (0.0, "0.00"),
        (0.0042, "0.0042"),
        (0.005, "0.01"),
        (0.00051, "0.00051"),
        (12.0, "12.00"),
    ],
)
def test_critical_difference_is_never_printed_as_zero(value, text):
    assert format_cd(value) == text


@pytest.mark.parametrize(
    ("alpha", "text"),
    [
        (0.05, "0.05"),
        (0.1, "0.10"),
        (0.001, "0.001"),
        (0.025, "0.025"),
        (0.05 / 3, "0.01666667"),
    ],
)
def test_alpha(alpha, text):
    assert format_alpha(alpha) == text


@pytest.mark.parametrize(
    ("p", "alpha", "text"),
    [
        (0.031, None, "0.031"),
        (0.42, None, "0.42"),
        (0.0999, None, "0.100"),
        (1e-300, None, "<0.001"),
        (0.0, None, "<0.001"),
        (1.0, None, "1"),
        (0.999, None, "0.999"),
        (0.9975, 0.05, "0.998"),
        (0.9996, 0.05, ">0.999"),
        (0.9996, 0.9996, "0.9996"),
        (0.99996, 0.9999, "0.99996"),
        (0.0625, 0.05, "0.063"),
        (0.125, None, "0.13"),
        (0.0098, 0.05, "0.0098"),
        (0.0103, 0.05, "0.0103"),
        (0.00104, 0.05, "0.00104"),
        (float("nan"), None, "–"),
        (0.0496, 0.05, "0.0496"),
        (0.0504, 0.05, "0.0504"),
        (0.05, 0.05, "0.050"),
        (0.0505, 0.0505, "0.0505"),
        (0.0999, 0.10, "0.0999"),
        (0.102, 0.10, "0.102"),
        (0.0007, 0.0005, "0.001"),
        (0.0004, 0.0005, "<0.0005"),
    ],
)
def test_p(p, alpha, text):
    assert format_p(p, alpha) == text


@given(st.floats(0, 1), st.sampled_from([0.05, 0.1, 0.01, 0.001, 0.0001]))
@example(0.9999, 0.05)
@example(0.0001, 0.05)
@example(0.05, 0.05)
def test_printed_p_is_on_the_side_of_alpha_that_it_is_on(p, alpha):
    text = format_p(p, alpha)
    assert float(text.lstrip("<>")) > 0
    assert (text == "1") == (p == 1.0)
    if text.startswith(">"):
        assert max(alpha, float(text[1:])) < p < 1
    elif text.startswith("<"):
        assert p < float(text[1:]) <= max(alpha, 0.001)
    elif p != alpha:
        assert (float(text) < alpha) == (p < alpha)
        assert float(text) != alpha or abs(p - alpha) < 1e-14


def test_counts():
    assert [format_count(n) for n in (7, 104, 10000)] == ["7", "104", "10,000"]


@pytest.mark.parametrize(
    ("alpha", "printed", "latex"),
    [
        (1e-60, "10⁻⁶⁰", "10^{-60}"),
        (2.5e-12, "2.5·10⁻¹²", r"2.5 \cdot 10^{-12}"),
        (1e-8, "0.00000001", "0.00000001"),
    ],
)
def test_small_levels_are_powers_of_ten(alpha, printed, latex):
    assert format_alpha(alpha) == printed
    assert formula_alpha(alpha).text == f"α = {printed}"
    assert formula_alpha(alpha).latex == rf"\alpha = {latex}"


def test_small_p_values_are_never_printed_as_0_or_as_the_level():
    assert format_p(1e-70, alpha=1e-60) == "<10⁻⁶⁰"
    assert format_p(1e-20, alpha=1e-60) == "10⁻²⁰"
    assert format_p(1.5e-12, alpha=1e-12) == "2·10⁻¹²"
    assert format_p(1.004e-60, alpha=1e-60) == "1.004·10⁻⁶⁰"


@pytest.mark.parametrize(
    ("p", "text"),
    [
        (float("nan"), "–"),
        (0.0, "<.001"),
        (0.00099, "<.001"),
        (0.001, ".001"),
        (0.0013, ".0013"),
        (0.00104, ".00104"),
        (0.001004, ".00101"),
        (0.0101, ".0101"),
        (0.0498, ".050"),
        (0.05, ".050"),
        (0.0500001, ".05001"),
        (0.05003, ".05003"),
        (0.0504, ".0504"),
        (0.0506, ".051"),
        (0.61, ".610"),
        (0.9996, ">.999"),
        (1.0, "1"),
    ],
)
def test_p_values_of_a_matrix_have_equal_decimals(p, text):
    assert even_p(p, (0.05, 0.01, 0.001)) == text


@given(st.floats(0, 1), st.sampled_from([0.1, 0.05, 0.03, 0.01, 0.001, 0.0005]))
def test_a_p_value_of_a_matrix_is_on_its_side_of_a_level(p, level):
    text = even_p(p, (level,))
    printed = float(text.strip("<>"))
    if text[0] == ">":
        assert printed >= 0.999
        assert printed < p
    elif text[0] == "<":
        assert p < printed <= max(level, 0.001)
    else:
        assert (printed <= level) == (p <= level)
        assert abs(printed - p) <= 0.00050001
        assert len(text) <= 7


def test_a_limit_of_an_interval_is_not_printed_as_0():
    """The limit of an interval that excludes 0 reads as such."""
    assert format_estimate(0.00003, 0.05) == "0.00003"
    assert format_estimate(-0.000012, 0.05) == "−0.00001"
    assert format_estimate(0.0004, 0.05) == "0.0004"
    assert format_estimate(0.0, 0.05) == "0.0000"
    assert format_estimate(-1e-17, 0.05) == "0.0000"
    assert format_estimate(math.inf, 0.05) == "∞"


def test_mean_scores_have_the_decimals_of_differences():
    assert format_mean(0.89125, 0.164) == "0.891"
    assert format_mean(-3.2, 250.0) == "−3"
    assert format_mean(0.89125, 1e-7) == "0.8912"


@given(
    st.sampled_from([0.0, 0.5, 100.0, 123456.0, 999999.0, 1e6, 2.5e8]),
    st.integers(-6, 5),
    st.sampled_from([1, 2, 5]),
)
@example(1e6, -6, 1)
def test_ticks_of_nearly_equal_values_are_printed_differently(start, power, digit):
    step = digit * 10.0**power
    first = round(start / step)
    values = [float(f"{(first + index) * step:.15g}") for index in range(5)]
    labels = [format_tick(value, step) for value in values]
    assert len(set(labels)) == len(set(values))
