"""The normal distribution without scipy: scipy.special is the peer, 40-digit values
where it is not exact enough.
"""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import special

from cddiagram.stats.tails import ndtr, normal_quantile

#: z -> Phi(z): mpmath, erfc(-z / sqrt(2)) / 2 with 40 digits.
EXACT = {
    -0.001: 0.49960105778608894,
    -1.0: 0.15865525393145705,
    -5.1: 1.6982674071476015e-07,
    -15.3: 3.8228315620734502e-53,
    -26.7: 2.353396599225925e-157,
    -37.0: 5.7255712225245768e-300,
}


@pytest.mark.parametrize("many", [False, True], ids=["few", "many"])
@pytest.mark.parametrize(("z", "p"), EXACT.items())
def test_exact_values(z, p, many):
    values = np.full(5000 if many else 1, z)
    assert ndtr(values) == pytest.approx(p, rel=2e-13, abs=0)


def test_many_against_scipy():
    z = np.linspace(-37, 9, 20_001)
    np.testing.assert_allclose(ndtr(z), special.ndtr(z), rtol=3e-13, atol=0)
    assert (np.diff(ndtr(z)) >= -1e-16).all()


@pytest.mark.parametrize("copies", [1, 1000])
def test_edges_and_shapes(copies):
    z = np.tile([[-np.inf, np.inf], [np.nan, 0.0]], (copies, 1))
    p = ndtr(z)
    assert p.shape == z.shape
    np.testing.assert_allclose(p[-2:], [[0.0, 1.0], [np.nan, 0.5]], rtol=1e-15)
    assert ndtr(0.0).shape == ()
    assert ndtr(np.zeros((3, 0))).shape == (3, 0)


@pytest.mark.parametrize(
    "p", [1e-300, 1e-40, 1e-9, 0.025, 0.3, 0.4999999, 0.5, 0.6, 0.975, 1 - 1e-12]
)
def test_quantile_against_scipy(p):
    assert normal_quantile(math.log(p)) == pytest.approx(
        special.ndtri_exp(math.log(p)), rel=1e-13, abs=1e-15
    )


def test_quantile_of_a_level_that_no_double_holds():
    # log Phi(-200) = -20006.217280898190402 (mpmath, 40 digits).
    assert normal_quantile(-20006.217280898190402) == pytest.approx(-200.0, rel=1e-14)


@pytest.mark.parametrize("z", [-30.0, -24.9, -8.0, -0.5, 0.5, 3.0])
def test_quantile_inverts(z):
    assert normal_quantile(float(special.log_ndtr(z))) == pytest.approx(z, rel=1e-13)
