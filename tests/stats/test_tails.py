"""Upper tails of F and t: scipy where it reaches, finite sums near 0, 40-digit values
beyond.
"""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy.stats import f, t

from cddiagram.stats.tails import f_upper, student_two_sided


@given(
    st.floats(1e-3, 1e3), st.floats(1e-3, 1e3), st.integers(1, 30), st.integers(1, 300)
)
def test_f_against_scipy(explained: float, rest: float, df1: int, df2: int) -> None:
    expected = f.sf((explained / df1) / (rest / df2), df1, df2)
    assert float(f_upper(explained, rest, df1, df2)) == pytest.approx(
        expected, rel=1e-8, abs=1e-300
    )


@given(st.floats(1, 50), st.sampled_from([-1, 1]), st.integers(1, 300))
def test_t_against_scipy(size: float, sign: int, df: int) -> None:
    value = sign * size
    assert float(student_two_sided(value, df)) == pytest.approx(
        2 * t.sf(abs(value), df), rel=1e-9, abs=1e-300
    )


def within(value: float, df: int) -> float:
    """Return the probability that |t| is at most `value`, by a finite sum.

    Abramowitz and Stegun (1964), equations 26.7.3 (odd degrees of freedom) and 26.7.4
    (even ones). With one degree of freedom it is 2 atan(t) / pi. SciPy rounds it to 0
    next to 0: its t.sf(7e-9, 1) is exactly 0.5.
    """
    angle = math.atan(value / math.sqrt(df))
    odd = df % 2
    term = math.cos(angle) if odd else 1.0
    terms = [term] if df > 1 else []
    for number in range(2 + odd, df - 1, 2):
        term *= math.cos(angle) ** 2 * (number - 1) / number
        terms.append(term)
    total = math.sin(angle) * math.fsum(terms)
    return 2 / math.pi * (angle + total) if odd else total


@given(st.floats(-2, 2), st.integers(1, 300))
@example(7e-9, 1)
@example(1e-9, 1)
@example(1e-3, 4)
def test_t_against_finite_sums(value: float, df: int) -> None:
    assert float(student_two_sided(value, df)) == pytest.approx(
        1 - within(abs(value), df), rel=2e-12, abs=0
    )


@pytest.mark.parametrize("df", [1, 2, 3, 4, 5, 30, 31])
def test_finite_sums_against_scipy(df: int) -> None:
    assert within(1.5, df) == pytest.approx(1 - 2 * t.sf(1.5, df), rel=1e-12, abs=0)


@pytest.mark.parametrize(
    ("explained", "rest", "df1", "df2", "p"),
    # mpmath: betainc(df2 / 2, df1 / 2, 0, rest / (explained + rest), regularized=True),
    # 40 digits; scipy's gives 0 for the last two.
    [
        (1.0, 0.1, 3, 300, 8.1682428e-156),
        (1.0, 2.26, 39, 4329, 2.62720366565e-309),
        (0.7115, 0.2885, 43, 1219, 1.3708063403227e-294),
        (0.5778, 0.4222, 75, 1823, 9.49119033689101e-285),
    ],
)
def test_far_tail(explained: float, rest: float, df1: int, df2: int, p: float) -> None:
    assert float(f_upper(explained, rest, df1, df2)) == pytest.approx(
        p, rel=1e-6, abs=0
    )


def test_far_tail_of_t() -> None:
    # t with 2 degrees of freedom has the closed tail 1 - t / sqrt(2 + t^2), about 1 /
    # t^2.
    assert float(student_two_sided(1e140, 2)) == pytest.approx(1e-280, rel=1e-12, abs=0)
    assert float(student_two_sided(1e30, 10)) == pytest.approx(
        2.4609375e-296, rel=1e-12, abs=0
    )


def test_next_to_one() -> None:
    # p = 1 - t / sqrt(2 + t^2) with 2 degrees of freedom.
    assert 1 - float(student_two_sided(1e-6, 2)) == pytest.approx(
        1e-6 / np.sqrt(2), rel=1e-9, abs=0
    )


def test_edges() -> None:
    assert f_upper([0.0, 0.0, 1.0], [1.0, 0.0, 0.0], 2, 9).tolist() == [1.0, 1.0, 0.0]
    assert student_two_sided([0.0, np.inf, -np.inf], 5).tolist() == [1.0, 0.0, 0.0]
    assert np.isnan(student_two_sided(np.nan, 5))
    assert student_two_sided(1e300, 2) == 0.0
