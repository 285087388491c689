"""Rom's critical values and adjusted p-values, against exact rational arithmetic and
the printed lists.
"""

import math
from fractions import Fraction

import numpy as np
import pytest
from published_numbers import critical_values_by_sums, rom_as_printed

from cddiagram.stats.adjust import adjust_pvalues
from cddiagram.stats.rom import rom_critical_values


@pytest.mark.parametrize("alpha", ["1/20", "1/10", "1/100", "1/2", "9/10", "999/1000"])
def test_recursion_against_fractions(alpha):
    exact = critical_values_by_sums(14, Fraction(alpha))
    got = rom_critical_values(14, float(Fraction(alpha)))
    np.testing.assert_allclose(got, [float(c) for c in exact], rtol=1e-13)


@pytest.mark.parametrize("alpha", ["1/20", "1/10", "1/100", "1/2", "9/10", "999/1000"])
def test_printed_list_against_fractions(alpha):
    """The list that the other tests compute in double precision."""
    exact = critical_values_by_sums(14, Fraction(alpha), one_term_early=True)
    got = critical_values_by_sums(14, float(Fraction(alpha)), one_term_early=True)
    np.testing.assert_allclose(got, [float(c) for c in exact], rtol=1e-13)


def test_table_of_rom_1990():
    """Rom (1990), alpha = .05, as printed."""
    printed = [
        "0.05",
        "0.025",
        "0.0169",
        "0.0127",
        "0.0102",
        "0.00851",
        "0.00730",
        "0.00639",
        "0.00568",
        "0.00511",
    ]
    for value, text in zip(rom_critical_values(10, 0.05), printed, strict=True):
        assert abs(value - float(text)) <= 0.5 * 10.0 ** -(len(text) - 2)


def test_list_printed_in_g10():
    """G10 and WEB: r = 1, 2, 3, 3.814, 4.755, 5.705, 6.655; the recursion gives other
    numbers from the third on.
    """
    printed = [1, 2, 3, 3.814, 4.755, 5.705, 6.655]
    early = [0.05 / c for c in critical_values_by_sums(7, 0.05, one_term_early=True)]
    np.testing.assert_allclose(early, printed, atol=0.0005)
    recursion = [1, 2, 2.9630, 3.9328, 4.9053, 5.8788, 6.8527]
    np.testing.assert_allclose(
        0.05 / rom_critical_values(7, 0.05), recursion, atol=0.00005
    )


def test_exact_level_for_independent_tests():
    """What the critical values are for: for independent uniform p-values the
    family-wise error is alpha, exactly.

    P(no rejection) by the recursion of Steck for order statistics above a boundary, in
    fractions.
    """
    alpha = Fraction(1, 20)
    for m in range(1, 9):
        boundary = critical_values_by_sums(m, alpha)[
            ::-1
        ]  # for the smallest p-value first
        # q[n]: probability that n of n uniforms, sorted, stay above the first n
        # boundaries read from the top
        q = [Fraction(1)]
        for n in range(1, m + 1):
            c = boundary[m - n :]
            q.append(
                1
                - sum(
                    math.comb(n, j) * q[j] * c[n - 1 - j] ** (n - j) for j in range(n)
                )
            )
        assert q[m] == 1 - alpha


def test_adjusted_is_the_smallest_alpha_that_rejects():
    """At alpha a little above the adjusted p-value the step-up rule rejects, a little
    below it does not.
    """
    rng = np.random.default_rng(4)
    for _ in range(60):
        m = int(rng.integers(1, 9))
        p = np.sort(rng.uniform(size=m) ** rng.integers(1, 5))
        adjusted = adjust_pvalues(p, "rom")
        for i in range(m):
            for factor, expected in ((1 + 1e-9, True), (1 - 1e-9, False)):
                alpha = Fraction(float(adjusted[i]) * factor)
                if alpha < 1:
                    critical = critical_values_by_sums(m, alpha)[::-1]
                    assert (
                        any(Fraction(float(p[j])) <= critical[j] for j in range(i, m))
                        is expected
                    )


@pytest.mark.parametrize("n", [3, 5, 20, 45, 190])
def test_roots_give_the_p_value_back(n):
    """One small p-value among ones: its adjusted p-value alpha has c[n](alpha) = p,
    from 1e-300 to nearly 1.
    """
    for small in (1e-300, 1e-30, 1e-8, 1e-4, 1e-3, 0.02, 0.05):
        adjusted = adjust_pvalues([small] + [1.0] * (n - 1), "rom")
        assert adjusted[1:].tolist() == [1.0] * (n - 1)
        alpha = float(adjusted[0])
        if alpha < 1.0:
            assert rom_critical_values(n, alpha)[-1] == pytest.approx(small, rel=1e-13)
        else:
            assert rom_critical_values(n, 1 - 1e-9)[-1] < small


def test_between_its_bounds():
    """Never above Hochberg; never below 1 - (1 - p)^n, the chance that the smallest
    p-value alone rejects.
    """
    rng = np.random.default_rng(5)
    for _ in range(50):
        p = np.sort(rng.uniform(size=60) ** 4)
        adjusted = adjust_pvalues(p, "rom")
        assert np.all(adjusted <= adjust_pvalues(p, "hochberg") * (1 + 1e-15))
        lower = -np.expm1(np.arange(60, 0, -1) * np.log1p(-p))
        assert np.all(
            adjusted >= np.minimum.accumulate(lower[::-1])[::-1] * (1 - 1e-12)
        )


def test_critical_values_rise_with_alpha():
    """Otherwise "the smallest alpha that rejects" would be no adjusted p-value."""
    grid = np.linspace(0.001, 0.999, 400)
    values = np.array([rom_critical_values(60, alpha) for alpha in grid])
    assert np.all(np.diff(values, axis=0) > 0)
    assert np.all(np.diff(values, axis=1) < 0)


def test_a_thousand_hypotheses():
    critical = rom_critical_values(1000, 0.05)
    # c[n] / n tends to the level of one of n independent tests: n c[n] -> -log(1 -
    # alpha).
    assert 1000 * critical[-1] == pytest.approx(-math.log1p(-0.05), rel=1e-3)
    p = 10.0 ** -np.random.default_rng(6).uniform(0, 12, size=435)
    adjusted = adjust_pvalues(p, "rom")
    order = np.argsort(p)
    assert np.all(np.diff(adjusted[order]) >= 0)


@pytest.mark.slow
@pytest.mark.parametrize("m", [60, 700, 3000])
def test_many_roots_give_their_p_values_back(m):
    """Where the running minimum starts anew, the adjusted p-value is the level whose
    critical value is p itself.
    """
    p = np.sort(10.0 ** -np.random.default_rng(m).uniform(0, 14, size=m))
    adjusted = adjust_pvalues(p, "rom")
    own = np.flatnonzero(
        np.append(adjusted[:-1] < adjusted[1:], False) & (adjusted < 0.98)
    )
    assert own.size > m / 10
    for i in own[:: max(1, own.size // 12)]:
        assert rom_critical_values(m - i, float(adjusted[i]))[-1] == pytest.approx(
            p[i], rel=1e-12
        )


def test_paper_list_depends_on_its_level():
    p = [1e-4, 0.5, 0.6, 0.7, 0.8]
    at_05 = rom_as_printed(p)[0]
    at_10 = rom_as_printed(p, alpha=0.1)[0]
    assert at_05 == pytest.approx(4.75495e-4, rel=1e-6)
    assert at_10 == pytest.approx(0.1 / 0.022119675925925925 * 1e-4, rel=1e-12)
