"""Hommel's procedure against the closed test and against the algorithm printed in the
papers.
"""

import itertools

import numpy as np
import pytest

from cddiagram.stats import adjust
from cddiagram.stats.adjust import adjust_pvalues


def by_closure(p):
    """Reject a hypothesis when Simes' test rejects every set that holds it: the largest
    Simes p-value of those sets.
    """
    adjusted = np.zeros(len(p))
    for size in range(1, len(p) + 1):
        for members in itertools.combinations(range(len(p)), size):
            ordered = np.sort(p[list(members)])
            simes = (size * ordered / np.arange(1, size + 1)).min()
            adjusted[list(members)] = np.maximum(adjusted[list(members)], simes)
    return adjusted


def by_figure_3(p):
    """García & Herrera 2008, Figure 3 (G10 Figure 2), literally; p sorted."""
    n = len(p)
    adjusted = p.copy()
    for m in range(n, 1, -1):
        upper = np.arange(n - m + 1, n)  # the last m - 1, from 0
        c_min = (m * p[upper] / (m + upper + 1 - n)).min()
        adjusted[upper] = np.maximum(adjusted[upper], c_min)
        lower = np.arange(n - m + 1)
        adjusted[lower] = np.maximum(adjusted[lower], np.minimum(c_min, m * p[lower]))
    return adjusted


def random_family(rng, largest):
    p = rng.uniform(size=rng.integers(1, largest + 1)) ** rng.integers(1, 6)
    return np.round(p, 2) if rng.random() < 0.4 else p


@pytest.mark.slow
def test_equals_simes_closure():
    rng = np.random.default_rng(1)
    for _ in range(200):
        p = random_family(rng, 9)
        np.testing.assert_allclose(
            adjust_pvalues(p, "hommel"), by_closure(p), rtol=1e-14
        )


@pytest.mark.slow
def test_equals_the_printed_algorithm():
    rng = np.random.default_rng(2)
    for _ in range(500):
        p = np.sort(random_family(rng, 150))
        np.testing.assert_allclose(
            adjust_pvalues(p, "hommel"), by_figure_3(p), rtol=1e-14
        )


@pytest.mark.parametrize("m", [1, 2, 3, 7, 8, 9, 64, 65, 127, 128, 129, 500])
def test_divide_and_conquer_finds_all_slopes(m):
    rng = np.random.default_rng(m)
    for power in (1, 4, 30):
        p = np.sort(rng.uniform(size=m) ** power)
        np.testing.assert_array_equal(adjust._simes_divided(p), adjust._simes_dense(p))
        rounded = np.round(p, 1)  # long runs of ties, and zeros
        np.testing.assert_array_equal(
            adjust._simes_divided(rounded), adjust._simes_dense(rounded)
        )


def test_example_of_demsar(published):
    """Demšar 2006, Section 3.2.2: both smaller p-values rejected at .05 (by j = 1; the
    paper says 2).
    """
    adjusted = adjust_pvalues(published["tables"]["demsar2006"]["p"], "hommel")
    assert (adjusted <= 0.05).tolist() == [True, True, False]


def test_twenty_thousand_hypotheses():
    """O(m log m): k = 200, all pairs. The quadratic algorithm takes half a second and
    more.
    """
    p = np.random.default_rng(3).uniform(size=19_900) ** 3
    adjusted = adjust_pvalues(p, "hommel")
    order = np.argsort(p)
    assert np.all(np.diff(adjusted[order]) >= 0)
    some = np.sort(p)[
        -300:
    ]  # the largest m' p-values alone set the top of the adjusted values
    np.testing.assert_allclose(adjusted[order][-5:], by_figure_3(some)[-5:], rtol=1e-14)
