"""The distributions of the studentized range and of Dunnett's statistic, including
their far tails.

With infinite degrees of freedom, the studentized range is the range of k standard
normal variables. Nemenyi's test uses it for any k and any level, without a table and
without scipy. The range exceeds q with probability ::

    P(Q > q) = k * integral phi(z) [Phi(z)^(k-1) - (Phi(z) - Phi(z - q))^(k-1)] dz

where z is the largest of the variables. The bracket is computed from the ratio Phi(z -
q) / Phi(z) by log1p and expm1, so the tail keeps its relative precision down to the
smallest doubles. The integrand is analytic and decreases like a Gaussian on both sides,
so the trapezoidal rule converges exponentially. The nodes cover the range of the
integrand, which depends on k and q. A fixed interval would lead to wrong results for k
of at least 30.

Two properties speed up the computation of many tails. For q of at least 21, the tail is
equal to the union bound over the pairs, k (k - 1) Phi(-q / sqrt(2)), to 13 digits,
because the relative error is of the order k exp(-q^2 / 12). For smaller q, the
logarithm of the tail is analytic. Interpolation between Chebyshev nodes takes one tenth
of the time of integration.

With finite degrees of freedom, Tukey's and Dunnett's statistics are maxima of normal
differences, divided by an independent standard deviation s = sqrt(chi2 / df). Let G be
the upper tail for a known standard deviation, f the density of s, and g the density of
u = log s. Then ::

    P(Q > q) = integral f(s) G(q s) ds = integral g(u) G(exp(log q + u)) du

As functions of u, both factors are analytic and decrease on both sides, so the
trapezoidal rule converges exponentially. All values of q share one grid of v = log q +
u. G, which is expensive, is therefore computed only once for each point of the grid.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from cddiagram._util import FloatArray
from cddiagram.stats.chebyshev import barycentric_shares, chebyshev_nodes
from cddiagram.stats.tails import ndtr, normal_quantile

_SQRT_2 = math.sqrt(2.0)
_INV_SQRT_2PI = 1.0 / math.sqrt(2.0 * math.pi)
#: If q is at least this large, the union bound differs from the tail only by rounding
#: errors.
_FAR = 21.0
_BELOW_1 = math.nextafter(1.0, 0.0)
#: The integral is evaluated for this many values of q at once. A block of 256 x 90
#: doubles fits in the cache of the processor.
_BLOCK = 256
#: If q is below this number, the upper tail for at least two variables differs from 1
#: by less than 1e-8.
_SMALLEST = 1e-8
#: The parts of the integral that are omitted on either side have a relative size of
#: exp(-45).
_DROP = 45.0
_ROWS = 1 << 10
_DUNNETT_STEP = 0.125

# The zeros of the tail in the complex plane limit the accuracy of the interpolation.
# These zeros are close to the real axis between q = 2 and q = 9, where the tail begins
# to decrease from 1. The nodes are therefore dense in this range. Up to k = 3000, the
# error is below 4e-12.
_EDGES = np.array([0.0, 1.5, 3.0, 4.5, 6.0, 7.5, 9.0, 13.0, _FAR])
_DEGREE = 24
_NODES = chebyshev_nodes(_EDGES, _DEGREE)


def studentized_range_sf(q: ArrayLike, k: int) -> FloatArray:
    """Return the probability that the range of k standard normal variables exceeds q.

    The relative error is below 1e-11.
    """
    values = np.asarray(q, dtype=np.float64)
    flat = values.ravel()
    tails = np.asarray(k * (k - 1.0) * ndtr(-flat / _SQRT_2))  # the union bound
    near = np.flatnonzero(flat < _FAR)
    if near.size <= _NODES.size:
        tails[near] = _integrate(flat[near], k)
    else:
        tails[near] = _interpolate(flat[near], k)
    tails = np.minimum(tails, 1.0)
    tails[flat <= 0.0] = 1.0
    tails[np.isnan(flat)] = np.nan
    return tails.reshape(values.shape)


def studentized_range_quantile(alpha: float, k: int) -> float:
    """Return the value q that the range of k standard normal variables exceeds with
    probability alpha.

    The error is about 1e-13, except for levels within 1e-14 of 1. The result divided by
    ``sqrt(2)`` is the critical value in Table 5(a) of Demšar (2006).

    Newton's method starts at the union bound, which is an upper limit, minus an
    estimate of its error. Because the logarithm of the tail is concave, the method
    converges from either side.
    """
    # For two variables, the union bound is exact. For large q, the bound is practically
    # exact.
    log_level = math.log(alpha) - math.log(k * (k - 1.0))
    q = -_SQRT_2 * normal_quantile(log_level)
    if k == 2 or q > _FAR:
        return q
    grid = _Grid.reaching(q, k)
    step = -0.6 * alpha**0.45 * (k - 2) / (k - 1)
    q = max(q + step, 0.5 * q)
    for _ in range(100):
        tail, density = grid.tail_and_density(q, k)
        previous_step = step
        step = math.log(tail / alpha) * tail / density
        # If alpha is close to 1, rounding errors can make q + step negative.
        q = max(q + step, 0.5 * q)
        # Convergence is quadratic, so the size of the next step can be estimated from
        # the last two steps.
        next_step = step * (step / previous_step) ** 2
        if abs(next_step) <= 2e-11:
            q += next_step
            break
    return float(q)


@dataclass(frozen=True, slots=True)
class _Grid:
    """The nodes z of the trapezoidal rule, the values Phi(z), and the weights k phi(z)
    Phi(z)^(k - 1) dz.
    """

    nodes: FloatArray
    cdf: FloatArray
    weights: FloatArray

    @classmethod
    def reaching(cls, q: float, k: int) -> _Grid:
        """Create a grid that covers the integrands for all ranges up to q.

        The standard deviation of the largest of k variables is about 1 / sqrt(2 log k).
        This variable is below `lowest` with probability 1e-17, and above 9 with
        probability k 1e-19. In the tail, it is close to q / 2, with a variance of 1/2.
        """
        step = 0.45 / math.sqrt(1.0 + 2.0 * math.log(k))
        lowest = normal_quantile(math.log(1e-17) / k)
        nodes = np.arange(lowest, max(9.0, 0.5 * q + 6.5), step)
        cdf = ndtr(nodes)
        density = np.exp(-0.5 * nodes * nodes)
        weights = (step * k * _INV_SQRT_2PI) * density * cdf ** (k - 1)
        return cls(nodes, cdf, weights)

    def tail(self, q: FloatArray, k: int) -> FloatArray:
        """Compute the tail for each of several values q > 0 by integration."""
        log_rest = self._log_rest(q[:, np.newaxis])
        return np.asarray(-np.expm1((k - 1) * log_rest) @ self.weights)

    def tail_and_density(self, q: float, k: int) -> tuple[float, float]:
        """Compute the tail for one value q, and the density k (k - 1) integral phi(z)
        phi(z - q) (Phi(z) - Phi(z - q))^(k-2) dz.
        """
        low = self.nodes - q
        log_rest = self._log_rest(q)
        tail = -np.expm1((k - 1) * log_rest) @ self.weights
        others = np.exp((k - 2) * log_rest - 0.5 * low * low) / self.cdf
        return float(tail), (k - 1) * _INV_SQRT_2PI * float(others @ self.weights)

    def _log_rest(self, q: FloatArray | float) -> FloatArray:
        """Return the logarithm of 1 - Phi(z - q) / Phi(z).

        If this expression is rounded to 0 because q is close to 0, it is replaced by
        the smallest difference from 1.
        """
        ratio = ndtr(self.nodes - q) / self.cdf
        return np.asarray(np.log1p(-np.minimum(ratio, _BELOW_1)))


def _integrate(q: FloatArray, k: int) -> FloatArray:
    """Compute the tails by integration, block by block."""
    tails = np.empty_like(q)
    for start in range(0, q.size, _BLOCK):
        block = q[start : start + _BLOCK]
        grid = _Grid.reaching(float(block.max()), k)
        tails[start : start + _BLOCK] = grid.tail(block, k)
    return tails


def _interpolate(q: FloatArray, k: int) -> FloatArray:
    """Compute the tails for many values of q below `_FAR` by interpolation of their
    logarithms.
    """
    log_tails = np.log(_integrate(_NODES.ravel(), k)).reshape(_NODES.shape)
    tails = np.empty_like(q)
    pieces = np.searchsorted(_EDGES[1:-1], q, side="right")
    for piece, (nodes, log_tail) in enumerate(zip(_NODES, log_tails, strict=True)):
        inside = np.flatnonzero(pieces == piece)
        share = barycentric_shares(q[inside], nodes)
        tails[inside] = np.exp(share @ log_tail / share.sum(axis=1))
    return tails


def tukey_sf(q: ArrayLike, k: int, df: float) -> FloatArray:
    """Return the probability that the studentized range of k means exceeds q."""
    return _average_over_deviation(q, df, lambda x: studentized_range_sf(x, k))


def dunnett_sf(t: ArrayLike, m: int, df: float) -> FloatArray:
    """Return the probability that the largest absolute statistic of m comparisons with
    one control exceeds t (Demšar 2006, section 3.2.1).

    >>> float(dunnett_sf(2.568, 2, 10).round(3))
    0.05
    """
    x = np.sqrt(2.0) * np.asarray(t, dtype=np.float64)
    return _average_over_deviation(x, df, lambda values: _many_to_one_sf(values, m))


def _average_over_deviation(
    q: ArrayLike, df: float, tail: Callable[[FloatArray], FloatArray]
) -> FloatArray:
    """Average the tail for a known standard deviation over the distribution of s."""
    values = np.abs(np.asarray(q, dtype=np.float64))
    tails = np.where(np.isposinf(values), 0.0, values)
    inside = np.isfinite(values)
    raised = np.maximum(values[inside], _SMALLEST)
    distinct, position = np.unique(raised, return_inverse=True)
    if distinct.size:
        averages = _integrate_over_deviation(distinct, df, tail)
        tails[inside] = np.minimum(averages, 1.0)[position]
    tails[values == 0] = 1.0
    return tails


def _integrate_over_deviation(
    q: FloatArray, df: float, tail: Callable[[FloatArray], FloatArray]
) -> FloatArray:
    """Compute the integral of g(u) G(exp(log q + u)) du by the trapezoidal rule, with
    one grid for all q.

    With h = df / 2, the density of u = log s is 2 h^h / Gamma(h) exp(df u - h exp(2
    u)). The curvature of its logarithm at the mode 0 is -2 df. Because exp(-exp(2 u))
    grows beyond Im u = pi / 4, the error is at least exp(-pi^2 / (2 step)). For large
    q, the integrand has its maximum at a small s, for which (q s)^2 / 4 is about df.
    The maximum is never to the left of the mode of exp(df u - (df + q^2 / 2) exp(2 u) /
    2).
    """
    from scipy.special import gammaln

    if math.isinf(df):  # In this case, the standard deviation is known exactly.
        return tail(q)
    # The deviation is approximately the standard deviation of log s.
    deviation = 1.0 / math.sqrt(2.0 * df)
    step = min(deviation / 2.0, 0.11)
    mode = -0.5 * np.log1p(np.square(q) / (2.0 * df))
    left = mode - _DROP / df - 10.0 * deviation
    right = 0.5 * math.log1p(2.0 * _DROP / df) + 10.0 * deviation
    log_q = np.log(q)
    first = np.floor((log_q + left) / step).astype(np.int64)
    last = np.ceil((log_q + right) / step).astype(np.int64)
    grid = np.arange(first.min(), last.max() + 1)
    tails = tail(np.exp(grid * step))
    log_scale = math.log(2.0) + 0.5 * df * math.log(0.5 * df)
    log_scale = log_scale - float(gammaln(0.5 * df)) + math.log(step)
    averages = np.empty(q.shape)
    for start in range(0, len(q), _ROWS):
        part = slice(start, start + _ROWS)
        width = int((last[part] - first[part]).max()) + 1
        window = first[part, np.newaxis] + np.arange(width)
        position = np.minimum(window, grid[-1]) - grid[0]
        u = window * step - log_q[part, np.newaxis]
        # These are the values of s^2, which are computed without overflow.
        squares = np.exp(2.0 * np.minimum(u, 50.0))
        density = np.exp(log_scale + df * u - 0.5 * df * squares)
        density[window > grid[-1]] = 0.0
        averages[part] = (density * tails[position]).sum(axis=1)
    return averages


def _many_to_one_sf(x: FloatArray, m: int) -> FloatArray:
    """Return P(max |Z_j - Z_0| > x) for m + 1 independent normal variables.

    The probability is 2 integral_0^inf phi(z) (1 - (1 - L)^m) dz with L = P(|Z_j - z| >
    x). The integrand is an even function of z, and its maximum is between 0 and x / 2.
    """
    from scipy.special import ndtr as scipy_ndtr

    end = 0.5 * min(float(x.max(initial=0.0)), 80.0) + 12.0
    nodes = np.arange(0.0, end, _DUNNETT_STEP)
    scale = 2.0 * _DUNNETT_STEP / math.sqrt(2.0 * math.pi)
    weights = np.exp(-0.5 * np.square(nodes)) * scale
    weights[0] *= 0.5
    tails = np.empty(x.shape)
    for start in range(0, len(x), _ROWS):
        distance = x[start : start + _ROWS, np.newaxis]
        outside = scipy_ndtr(-nodes - distance) + scipy_ndtr(nodes - distance)
        with np.errstate(divide="ignore"):
            largest = -np.expm1(m * np.log1p(-np.minimum(outside, 1.0)))
        tails[start : start + _ROWS] = (largest * weights).sum(axis=1)
    return tails
