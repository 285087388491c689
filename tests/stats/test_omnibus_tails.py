"""Tails of single chi-square and F statistics: scipy.special where it reaches, 40-digit
values beyond.
"""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import special

from cddiagram.stats.tails import chi_square_upper, f_upper, f_upper_single


@given(st.integers(1, 500), st.floats(0, 5))
def test_chi_square_against_scipy(df, share):
    statistic = share * df
    expected = special.gammaincc(df / 2, statistic / 2)
    assert chi_square_upper(statistic, df) == pytest.approx(
        expected, rel=2e-12, abs=1e-300
    )


@pytest.mark.parametrize(
    ("statistic", "df", "p"),
    # mpmath: gammainc(df / 2, statistic / 2, regularized=True), 40 digits.
    [
        (1300.0, 9, 3.0937161204682913e-274),
        (1300.0, 10, 3.8256535383959194e-273),
        (3.0, 1, 0.083264516663550402),
    ],
)
def test_chi_square_far_tail(statistic, df, p):
    assert chi_square_upper(statistic, df) == pytest.approx(p, rel=1e-12, abs=0)


def test_chi_square_edges():
    assert chi_square_upper(0.0, 3) == 1.0
    assert chi_square_upper(math.inf, 4) == 0.0
    assert chi_square_upper(1e6, 5) == 0.0
    # Two degrees of freedom: exp(-statistic / 2).
    assert chi_square_upper(7.0, 2) == pytest.approx(math.exp(-3.5), rel=1e-15)


@given(
    st.floats(1e-3, 1e3),
    st.floats(1e-3, 1e3),
    st.integers(1, 120),
    st.integers(1, 120_000),
)
def test_f_against_scipy(explained, rest, df1, df2):
    # Far out it is scipy that errs: by 1.1e-10 at p = 1.17e-280, where 50 digits agree
    # with ours to 1e-13 (below).
    expected = float(f_upper(explained, rest, df1, df2))
    assert f_upper_single(explained, rest, df1, df2) == pytest.approx(
        expected, rel=1e-8, abs=1e-290
    )


@pytest.mark.parametrize(
    ("df1", "df2", "tails"),
    # mpmath: betainc(df2 / 2, df1 / 2, 0, df2 / (df2 + ratio * df1), regularized=True),
    # 40 digits. scipy 1.15 is off by 2e-10 in one of them.
    [
        (
            99,
            98_901,
            (
                0.99999225819582843,
                0.621764207509960956,
                0.481125228209335574,
                0.347145239690534164,
                0.000958432509680053416,
            ),
        ),
        (
            59,
            11_741,
            (
                0.99952708933971148,
                0.584858287603919336,
                0.475695495397937808,
                0.371764981074148617,
                0.0079206048347451554,
            ),
        ),
        (
            9,
            891,
            (
                0.875052361389939804,
                0.480519684829574201,
                0.438201496585777362,
                0.397942807111187835,
                0.143227437419540252,
            ),
        ),
        (
            499,
            498_501,
            (
                1.0,
                0.782830346974797238,
                0.491593578751044272,
                0.212559638484698401,
                2.90942917011864837e-12,
            ),
        ),
        (
            1,
            1,
            (
                0.60817344796939273,
                0.508162686563076625,
                0.5,
                0.492235574287524991,
                0.435905783151025068,
            ),
        ),
        (
            2,
            3,
            (
                0.649519052838328985,
                0.479057630470990783,
                0.464758001544890026,
                0.451155875792570834,
                0.353553390593273762,
            ),
        ),
    ],
)
def test_f_near_its_mean(df1, df2, tails):
    for ratio, p in zip((0.5, 0.95, 1.0, 1.05, 1.5), tails, strict=True):
        assert f_upper_single(ratio * df1, float(df2), df1, df2) == pytest.approx(
            p, rel=1e-10
        )


@pytest.mark.parametrize(
    ("explained", "rest", "df1", "df2", "p"),
    # mpmath: betainc(df2 / 2, df1 / 2, 0, rest / (explained + rest), regularized=True),
    # 40 digits.
    [
        (1.0, 0.1, 3, 300, 8.1682428e-156),
        (1.0, 2.26, 39, 4329, 2.62720366565e-309),
        (0.7115, 0.2885, 43, 1219, 1.3708063403227e-294),
        (4.0, 280.0, 115, 119_998, 1.17261239659829e-280),
        (0.5778, 0.4222, 75, 1823, 9.49119033689101e-285),
    ],
)
def test_f_far_tail(explained, rest, df1, df2, p):
    assert f_upper_single(explained, rest, df1, df2) == pytest.approx(
        p, rel=1e-8, abs=0
    )


def test_f_edges():
    assert f_upper_single(0.0, 1.0, 2, 9) == 1.0
    assert f_upper_single(0.0, 0.0, 2, 9) == 1.0
    assert f_upper_single(1.0, 0.0, 2, 9) == 0.0
    assert f_upper_single(3, 1, 3, 10) == pytest.approx(0.0023518, abs=5e-7)
