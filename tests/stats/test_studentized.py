"""Tukey's and Dunnett's distributions: scipy, Student's t, Dunnett's table, a plain
double integral.
"""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.integrate import dblquad
from scipy.special import ndtr
from scipy.stats import chi, studentized_range
from scipy.stats import t as student

from cddiagram.stats.studentized import (
    dunnett_sf,
    studentized_range_quantile,
    studentized_range_sf,
    tukey_sf,
)


@pytest.mark.parametrize(
    ("k", "df"), [(2, 1), (2, 5), (3, 10), (4, 39), (10, 200), (50, 3), (5, 2.3)]
)
def test_tukey_against_scipy(k: int, df: float) -> None:
    q = np.array([0.1, 1.0, 3.0, 6.0])
    np.testing.assert_allclose(
        tukey_sf(q, k, df), studentized_range.sf(q, k, df), rtol=1e-8, atol=1e-11
    )


@pytest.mark.parametrize("df", [1, 2, 3, 7, 17, 60, 500, 20000])
def test_two_means_are_students_t_into_the_far_tail(df: int) -> None:
    t = np.array([0.01, 0.5, 3.0, 20.0, 30.0, 300.0])
    expected = 2 * student.sf(t, df)
    alive = expected > 1e-290
    assert alive.sum() >= 4
    np.testing.assert_allclose(
        tukey_sf(math.sqrt(2) * t, 2, df)[alive], expected[alive], rtol=2e-10
    )
    np.testing.assert_allclose(dunnett_sf(t, 1, df)[alive], expected[alive], rtol=2e-10)


@pytest.mark.slow
def test_dunnetts_table() -> None:
    # Dunnett 1964 (Biometrics 20), Table II: two-sided, joint coefficient 0.95, p = 1
    # ... 5 comparisons.
    table = {
        5: [2.57, 3.03, 3.29, 3.48, 3.62],
        10: [2.23, 2.57, 2.76, 2.89, 2.99],
        20: [2.09, 2.38, 2.54, 2.65, 2.73],
        60: [2.00, 2.27, 2.41, 2.51, 2.58],
        math.inf: [1.96, 2.21, 2.35, 2.44, 2.51],
    }
    for df, row in table.items():
        for m, printed in enumerate(row, start=1):
            assert (
                dunnett_sf(printed + 0.0061, m, df)
                <= 0.05
                <= dunnett_sf(printed - 0.0061, m, df)
            )


@pytest.mark.slow
@pytest.mark.parametrize(("t", "m", "df"), [(2.5, 3, 8), (4.0, 6, 25)])
def test_dunnett_against_a_plain_double_integral(t: float, m: int, df: float) -> None:
    def inside(z: float, s: float) -> float:
        width = math.sqrt(2) * t * s
        chance = (ndtr(z + width) - ndtr(z - width)) ** m
        return float(
            chance
            * math.exp(-z * z / 2)
            / math.sqrt(2 * math.pi)
            * chi.pdf(s, df, scale=1 / math.sqrt(df))
        )

    below, _ = dblquad(inside, 0.01, 4, -9, 9, epsabs=1e-9)
    assert float(dunnett_sf(t, m, df)) == pytest.approx(1 - below, abs=1e-7)


def test_infinite_degrees_of_freedom_are_the_limit() -> None:
    q = np.array([0.5, 3.0, 6.0])
    np.testing.assert_array_equal(tukey_sf(q, 5, math.inf), studentized_range_sf(q, 5))
    np.testing.assert_allclose(
        tukey_sf(q, 5, 1e6), studentized_range_sf(q, 5), rtol=1e-4
    )
    np.testing.assert_allclose(
        dunnett_sf(q, 5, 1e6), dunnett_sf(q, 5, math.inf), rtol=1e-3
    )
    assert float(
        tukey_sf(studentized_range_quantile(0.05, 5), 5, math.inf)
    ) == pytest.approx(0.05, rel=1e-11, abs=0)


def test_families_are_between_one_comparison_and_bonferroni() -> None:
    t = np.linspace(0.5, 8, 12)
    single = 2 * student.sf(t, 12)
    for m in (2, 5, 40):
        many = dunnett_sf(t, m, 12)
        assert np.all((single < many) & (many < np.minimum(m * single, 1) + 1e-12))
    assert np.all(dunnett_sf(t, 4, 12) < tukey_sf(math.sqrt(2) * t, 5, 12))


def test_edges() -> None:
    assert tukey_sf([0.0, np.inf, np.nan, -3.0], 3, 9).tolist()[:2] == [1.0, 0.0]
    assert np.isnan(tukey_sf(np.nan, 3, 9))
    assert dunnett_sf(-3.0, 3, 9) == dunnett_sf(3.0, 3, 9)
    assert dunnett_sf(np.empty((2, 0)), 3, 9).shape == (2, 0)
    assert 0 < float(dunnett_sf(36.0, 3, math.inf)) < 1e-280
