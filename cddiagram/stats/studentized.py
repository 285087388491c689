"""The studentized range, with infinite and with finite degrees of freedom, and
Dunnett's distribution; far tails too.

With infinite degrees of freedom, the range of k standard normal variables, it carries
Nemenyi's test for any k and any level, without a table and without scipy. The range of
k independent normal variables exceeds q with probability ::

    P(Q > q) = k * integral phi(z) [Phi(z)^(k-1) - (Phi(z) - Phi(z - q))^(k-1)] dz

where z is the largest of them. The bracket is computed from the ratio Phi(z - q) /
Phi(z) (log1p, expm1), so the tail keeps its relative precision down to the smallest
doubles. The integrand is analytic and falls like a Gaussian on both sides, so the
trapezoidal rule converges exponentially; its nodes cover the place where the integrand
lives, which moves with k and q (a fixed interval is wrong from k = 30 on).

Two things make many tails cheap. From q = 21 on the union bound over the pairs, k (k -
1) Phi(-q / sqrt(2)), is the tail to 13 digits: what it counts twice is of the order k
exp(-q^2 / 12) of it. Below, the logarithm of the tail is analytic, and interpolating it
between Chebyshev nodes costs a tenth of integrating it.

With finite degrees of freedom, Tukey's and Dunnett's distributions are a maximum of
normal differences divided by an independent standard deviation s = sqrt(chi2 / df), so
with G the upper tail for a known deviation ::

    P(Q > q) = integral f(s) G(q s) ds = integral g(u) G(exp(log q + u)) du,    u = log s

In u the density g and G are analytic and fall off on both sides, so the trapezoidal
rule converges exponentially. All values of q share one grid of v = log q + u: G, the
dear part, is computed once for each point of it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from cddiagram._util import FloatArray
from cddiagram.stats.tails import ndtr, normal_quantile

_SQRT_2 = math.sqrt(2.0)
_INV_SQRT_2PI = 1.0 / math.sqrt(2.0 * math.pi)
_FAR = 21.0  # from here on the union bound is the tail
_BELOW_1 = math.nextafter(1.0, 0.0)
_BLOCK = (
    256  # values of q integrated at a time: some 256 x 90 doubles stay in the cache
)
# below, the upper tail of a range of two or more is 1 to 8 digits and replaced by its
# value here
_SMALLEST = 1e-8
_DROP = 45.0  # what is left out on either side is below exp(-45) of the whole
_ROWS = 1 << 10
_DUNNETT_STEP = 0.125

# The zeros of the tail in the complex plane, which limit the interpolation, come near
# to the real axis between q = 2 and q = 9, wherever the tail falls from 1; the nodes
# are dense there. Error below 4e-12 up to k = 3000.
_EDGES = np.array([0.0, 1.5, 3.0, 4.5, 6.0, 7.5, 9.0, 13.0, _FAR])
_DEGREE = 24
_ANGLES = (np.arange(_DEGREE) + 0.5) * (math.pi / _DEGREE)
_NODES = _EDGES[:-1, np.newaxis] + np.diff(_EDGES)[:, np.newaxis] * (
    0.5 - 0.5 * np.cos(_ANGLES)
)
_BARYCENTRIC_WEIGHTS = np.sin(_ANGLES) * (-1.0) ** np.arange(_DEGREE)


def studentized_range_sf(q: ArrayLike, k: int) -> FloatArray:
    """Return the probability that the range of k standard normal variables exceeds q;
    relative error below 1e-11.
    """
    values = np.asarray(q, dtype=np.float64)
    flat = values.ravel()
    out = np.asarray(k * (k - 1.0) * ndtr(-flat / _SQRT_2))  # the union bound
    near = np.flatnonzero(flat < _FAR)
    out[near] = (_integrate if near.size <= _NODES.size else _interpolate)(
        flat[near], k
    )
    return np.asarray(
        np.where(
            flat > 0.0, np.minimum(out, 1.0), np.where(np.isnan(flat), np.nan, 1.0)
        )
    ).reshape(values.shape)


def studentized_range_quantile(alpha: float, k: int) -> float:
    """Return the q that the range of k standard normal variables exceeds with
    probability alpha.

    To about 1e-13, but for levels within 1e-14 of 1; divided by ``sqrt(2)`` the
    critical value of D06, Table 5(a).
    """
    # The union bound over the k (k - 1) / 2 pairs limits the quantile from above; for k
    # = 2 and far out it is exact.
    q = -_SQRT_2 * normal_quantile(math.log(alpha) - math.log(k * (k - 1.0)))
    if k == 2 or q > _FAR:
        return q
    grid = _Grid.reaching(q, k)
    # It is too large by roughly as much as is taken off here. The log of the tail is
    # concave, so Newton's method converges from either side, from the left after one
    # step beyond the root.
    step = -0.6 * alpha**0.45 * (k - 2) / (k - 1)
    q = max(q + step, 0.5 * q)
    for _ in range(100):
        tail, density = grid.tail_and_density(q, k)
        before, step = step, math.log(tail / alpha) * tail / density
        q = max(q + step, 0.5 * q)  # beyond 0 only by rounding, for a level next to 1
        # Each step is a multiple of the square of the one before, nearly the same
        # multiple: so is the next one.
        following = step * (step / before) ** 2
        if abs(following) <= 2e-11:
            q += following
            break
    return float(q)


@dataclass(frozen=True, slots=True)
class _Grid:
    """Nodes z of the trapezoidal rule, Phi(z), and the weights k phi(z) Phi(z)^(k - 1)
    dz.
    """

    nodes: FloatArray
    cdf: FloatArray
    weights: FloatArray

    @classmethod
    def reaching(cls, q: float, k: int) -> _Grid:
        """Cover the integrands of all ranges up to q."""
        # The largest of k variables has a width of about 1 / sqrt(2 log k), lies below
        # `lowest` with probability 1e-17, and above 9 with k times 1e-19; in the tail
        # it lies around q / 2 with a variance of 1/2.
        step = 0.45 / math.sqrt(1.0 + 2.0 * math.log(k))
        lowest = normal_quantile(math.log(1e-17) / k)
        nodes = np.arange(lowest, max(9.0, 0.5 * q + 6.5), step)
        cdf = ndtr(nodes)
        weights = (
            (step * k * _INV_SQRT_2PI) * np.exp(-0.5 * nodes * nodes) * cdf ** (k - 1)
        )
        return cls(nodes, cdf, weights)

    def tail(self, q: FloatArray, k: int) -> FloatArray:
        """Integrate for each of several q > 0."""
        return np.asarray(
            -np.expm1((k - 1) * self._log_rest(q[:, np.newaxis])) @ self.weights
        )

    def tail_and_density(self, q: float, k: int) -> tuple[float, float]:
        """Integrate for one q, and k (k - 1) integral phi(z) phi(z - q) (Phi(z) - Phi(z
        - q))^(k-2) dz with it.
        """
        low, log_rest = self.nodes - q, self._log_rest(q)
        tail = -np.expm1((k - 1) * log_rest) @ self.weights
        others = np.exp((k - 2) * log_rest - 0.5 * low * low) / self.cdf
        return float(tail), (k - 1) * _INV_SQRT_2PI * float(others @ self.weights)

    def _log_rest(self, q: FloatArray | float) -> FloatArray:
        """Log of 1 - Phi(z - q) / Phi(z); for q near 0, where that rounds to 0, of the
        smallest difference from 1.
        """
        return np.asarray(
            np.log1p(-np.minimum(ndtr(self.nodes - q) / self.cdf, _BELOW_1))
        )


def _integrate(q: FloatArray, k: int) -> FloatArray:
    out = np.empty_like(q)
    for start in range(0, q.size, _BLOCK):
        block = q[start : start + _BLOCK]
        out[start : start + _BLOCK] = _Grid.reaching(float(block.max()), k).tail(
            block, k
        )
    return out


def _interpolate(q: FloatArray, k: int) -> FloatArray:
    """Interpolate the log of the tail for many q below `_FAR` (barycentric formula,
    Berrut and Trefethen 2004).
    """
    log_tails = np.log(_integrate(_NODES.ravel(), k)).reshape(_NODES.shape)
    out = np.empty_like(q)
    piece = np.searchsorted(_EDGES[1:-1], q, side="right")
    for number, (nodes, log_tail) in enumerate(zip(_NODES, log_tails, strict=True)):
        inside = np.flatnonzero(piece == number)
        distance = q[inside, np.newaxis] - nodes
        distance[distance == 0.0] = 1e-300  # at a node its own term decides
        share = _BARYCENTRIC_WEIGHTS / distance
        out[inside] = np.exp(share @ log_tail / share.sum(axis=1))
    return out


def tukey_sf(q: ArrayLike, k: int, df: float) -> FloatArray:
    """Return the probability that the studentized range of k means exceeds q."""
    return _mixture(q, df, lambda x: studentized_range_sf(x, k))


def dunnett_sf(t: ArrayLike, m: int, df: float) -> FloatArray:
    """Return the probability that the largest of m comparisons with one control exceeds
    t in size (D06 3.2.1).

    >>> float(dunnett_sf(2.568, 2, 10).round(3))
    0.05
    """
    return _mixture(
        np.sqrt(2.0) * np.asarray(t, dtype=np.float64),
        df,
        lambda x: _many_to_one_sf(x, m),
    )


def _mixture(
    q: ArrayLike, df: float, tail: Callable[[FloatArray], FloatArray]
) -> FloatArray:
    """Average the tail of a known deviation over the distribution of s."""
    values = np.abs(np.asarray(q, dtype=np.float64))
    out = np.where(np.isposinf(values), 0.0, values)
    inside = np.isfinite(values)
    distinct, where = np.unique(
        np.maximum(values[inside], _SMALLEST), return_inverse=True
    )
    if distinct.size:
        result = tail(distinct) if math.isinf(df) else _average(distinct, df, tail)
        out[inside] = np.minimum(result, 1.0)[where]
    out[values == 0] = 1.0
    return out


def _average(
    q: FloatArray, df: float, tail: Callable[[FloatArray], FloatArray]
) -> FloatArray:
    from scipy.special import gammaln

    deviation = 1.0 / math.sqrt(
        2.0 * df
    )  # of log s, about: its density has the curvature -2 df at its mode
    # exp(-exp(2u)) grows beyond Im u = pi / 4, so the error is exp(-pi^2 / (2 step)) at
    # the least.
    step = min(deviation / 2.0, 0.11)
    # Far out the integrand is largest at a small s, where (q s)^2 / 4 has grown to
    # about df: it never lies left of the mode of exp(df u - (df + q^2 / 2) exp(2u) /
    # 2).
    left = -0.5 * np.log1p(np.square(q) / (2.0 * df)) - _DROP / df - 10.0 * deviation
    right = 0.5 * math.log1p(2.0 * _DROP / df) + 10.0 * deviation
    first = np.floor((np.log(q) + left) / step).astype(np.int64)
    last = np.ceil((np.log(q) + right) / step).astype(np.int64)
    grid = np.arange(first.min(), last.max() + 1)
    tails = tail(np.exp(grid * step))
    log_scale = (
        math.log(2.0)
        + 0.5 * df * math.log(0.5 * df)
        - float(gammaln(0.5 * df))
        + math.log(step)
    )
    out = np.empty(q.shape)
    for start in range(0, len(q), _ROWS):
        part = slice(start, start + _ROWS)
        window = first[part, np.newaxis] + np.arange(
            int((last[part] - first[part]).max()) + 1
        )
        place = np.minimum(window, grid[-1]) - grid[0]
        u = window * step - np.log(q[part])[:, np.newaxis]
        density = np.exp(
            log_scale + df * u - 0.5 * df * np.exp(2.0 * np.minimum(u, 50.0))
        )
        density[window > grid[-1]] = 0.0
        out[part] = (density * tails[place]).sum(axis=1)
    return out


def _many_to_one_sf(x: FloatArray, m: int) -> FloatArray:
    """P(max |Z_j - Z_0| > x) of m + 1 independent normal variables: 2 integral_0^inf
    phi(z) (1 - (1 - lost)^m) dz.
    """
    from scipy.special import ndtr as scipy_ndtr

    # lost = P(|Z_j - z| > x). The integrand is even in z and largest between 0 and x / 2, wherever that is.
    nodes = np.arange(
        0.0, 0.5 * min(float(x.max(initial=0.0)), 80.0) + 12.0, _DUNNETT_STEP
    )
    weights = np.exp(-0.5 * np.square(nodes)) * (
        2.0 * _DUNNETT_STEP / math.sqrt(2.0 * math.pi)
    )
    weights[0] *= 0.5
    out = np.empty(x.shape)
    for start in range(0, len(x), _ROWS):
        distance = x[start : start + _ROWS, np.newaxis]
        lost = np.minimum(
            scipy_ndtr(-nodes - distance) + scipy_ndtr(nodes - distance), 1.0
        )
        with np.errstate(divide="ignore"):
            some = -np.expm1(m * np.log1p(-lost))
        out[start : start + _ROWS] = (some * weights).sum(axis=1)
    return out
