"""The studentized range with infinite degrees of freedom: closed form, high-precision
values, scipy, monotony.
"""

import math

import numpy as np
import pytest
from scipy import stats
from scipy.special import log_ndtr

from cddiagram.stats.studentized import (
    _EDGES,
    _NODES,
    studentized_range_quantile,
    studentized_range_sf,
)

# Upper 5% points to 15 digits, computed by 40-digit quadrature and root finding
# (mpmath).
Q_05 = {
    2: 2.77180764869936, 3: 3.31449315539812, 10: 4.47412422172590, 30: 5.30128957403116, 100: 6.08463753717317,
    200: 6.49591326393517, 500: 7.00557261269058, 1000: 7.36962748513835,
}  # fmt: skip


# Tails from 1 to 1e-300, computed by the trapezoidal rule of step 1/24 in 60-digit
# arithmetic (mpmath).
Q = [0.3, 2.0, 3.7, 5.1, 6.5, 9.0, 15.0, 17.0, 20.5, 30.0, 52.3]
TAILS = {
    3: [0.975497733643481, 0.33349932504015, 0.024135694792991, 0.00090647942980551, 1.28325057102298e-5,
        5.89743641660492e-10, 8.32994815240393e-26, 8.28697221397706e-33, 3.87004167151287e-47, 2.16389825173536e-99,
        6.76736035968175e-299],
    10: [0.999999984699048, 0.923214238606853, 0.209749278636483, 0.0115594584897908, 0.000185446677594148,
         8.83540745187453e-9, 1.24949221688863e-24, 1.24304583207109e-31, 5.8050625072693e-46, 3.24584737760304e-98,
         1.01510405395226e-297],
    30: [1.0, 0.999937569736562, 0.695706224634402, 0.0798048389298389, 0.0016462201110552, 8.51289703542683e-8,
         1.20784245983363e-23, 1.20161097093172e-30, 5.61156042369366e-45, 3.13765246501627e-97,
         9.81267252153853e-297],
    100: [1.0, 1.0, 0.995117194170218, 0.413444885972982, 0.0152112627826421, 9.58975632504673e-7,
          1.37444135415206e-22, 1.36735041491805e-29, 6.38556875799621e-44, 3.57043211536335e-96,
          1.11661445934749e-295],
    1000: [1.0, 1.0, 1.0, 0.99991074804243, 0.449246855850293, 8.93867661521384e-5, 1.38693542685388e-20,
           1.37978086960216e-27, 6.44361938306865e-42, 3.60289058913938e-94, 1.12676549988701e-293],
}  # fmt: skip


@pytest.mark.parametrize(("k", "expected"), TAILS.items())
@pytest.mark.parametrize("others", [0, 3000])
def test_tails_to_the_smallest_doubles(k, expected, others):
    """Few are integrated, many interpolated: both are right to 1e-11."""
    q = np.concatenate([Q, np.linspace(0.001, 25.0, others)])
    np.testing.assert_allclose(
        studentized_range_sf(q, k)[: len(Q)], expected, rtol=1e-11, atol=0
    )


@pytest.mark.parametrize("k", [2, 3, 10, 50, 150, 500, 1000, 3000])
def test_interpolated_tails_equal_integrated_ones(k):
    """Off the nodes, on them and at the ends of the pieces, on both sides of the place
    where the bound takes over.
    """
    q = np.sort(
        np.concatenate(
            [
                np.linspace(1e-4, 20.9999, 900),
                _NODES.ravel()[::7],
                _EDGES[1:],
                _EDGES[1:-1] - 1e-9,
            ]
        )
    )
    alone = np.concatenate(
        [studentized_range_sf(part, k) for part in np.array_split(q, 100)]
    )
    np.testing.assert_allclose(studentized_range_sf(q, k), alone, rtol=1e-11, atol=0)


@pytest.mark.parametrize(("k", "expected"), Q_05.items())
def test_quantile_for_any_k(k, expected):
    assert studentized_range_quantile(0.05, k) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("q", [1e-3, 0.5, 2.0, 5.0, 10.0, 20.0, 37.0, 52.0])
def test_two_variables_have_a_closed_form(q):
    """The range of two is |x - y|, normal with variance 2."""
    expected = 2 * math.exp(log_ndtr(-q / math.sqrt(2)))
    assert float(studentized_range_sf(q, 2)) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("k", [3, 10, 60])
@pytest.mark.parametrize("q", [0.5, 2.0, 3.5, 5.0])
def test_body_against_scipy(k, q):
    assert float(studentized_range_sf(q, k)) == pytest.approx(
        stats.studentized_range.sf(q, k, np.inf), rel=1e-9
    )


@pytest.mark.parametrize("k", [3, 10, 100, 1000])
@pytest.mark.parametrize("q", [15.0, 30.0, 50.0])
def test_far_tail_lies_between_bonferroni_bounds(k, q):
    """Inclusion-exclusion over the pairs; so far out, the pairs that share a variable
    meet with vanishing chance.
    """
    pairs = k * (k - 1) / 2 * 2 * math.exp(log_ndtr(-q / math.sqrt(2)))
    assert (
        pairs * (1 - 1e-6) <= float(studentized_range_sf(q, k)) <= pairs * (1 + 1e-12)
    )


def test_tail_reaches_the_smallest_doubles():
    q = studentized_range_quantile(1e-300, 10)
    assert float(studentized_range_sf(q, 10)) == pytest.approx(1e-300, rel=1e-11)


@pytest.mark.parametrize("alpha", [1e-12, 0.01, 0.1, 0.5, 0.9, 0.999])
@pytest.mark.parametrize("k", [2, 5, 50])
def test_quantile_inverts_the_tail(alpha, k):
    assert float(
        studentized_range_sf(studentized_range_quantile(alpha, k), k)
    ) == pytest.approx(alpha, rel=1e-12)


@pytest.mark.parametrize("k", [3, 5, 10])
def test_a_level_next_to_1_has_a_quantile_next_to_0(k):
    assert (
        0.0
        < studentized_range_quantile(1 - 2**-53, k)
        < studentized_range_quantile(1 - 1e-14, k)
    )


def test_falls_in_q_and_grows_in_k():
    q = np.linspace(0, 12, 400)
    tails = np.array([studentized_range_sf(q, k) for k in (2, 3, 7, 20, 90)])
    assert (np.diff(tails, axis=1) <= 0).all()
    assert (np.diff(tails, axis=0) >= -1e-15).all()
    assert (tails[:, 0] == 1).all()


def test_ends_and_shape():
    out = studentized_range_sf([[0.0, np.inf], [np.nan, 3.0]], 4)
    assert out.shape == (2, 2)
    assert out[0].tolist() == [1.0, 0.0]
    assert np.isnan(out[1, 0])


def test_values_do_not_depend_on_their_neighbours():
    q = np.linspace(0.1, 40, 700)
    together = studentized_range_sf(q, 12)
    alone = np.array([float(studentized_range_sf(value, 12)) for value in q])
    np.testing.assert_allclose(together, alone, rtol=1e-11)
