"""Tukey's and Dunnett's distributions with finite degrees of freedom, by quadrature, right far out in the tails.

Both are a maximum of normal differences divided by an independent standard deviation s = sqrt(chi2 / df), so with G the
upper tail for a known deviation ::

    P(Q > q) = integral f(s) G(q s) ds = integral g(u) G(exp(log q + u)) du,    u = log s

In u the density g and G are analytic and fall off on both sides, so the trapezoidal rule converges exponentially. All
values of q share one grid of v = log q + u: G, the dear part, is computed once for each point of it.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import gammaln, ndtr

from cddiagram._util.types import FloatArray
from cddiagram.errors import UsageError, check_alpha
from cddiagram.stats.studentized_range import studentized_range_sf

_SMALLEST = 1e-8  # below, the upper tail of a range of two or more is 1 to 8 digits and replaced by its value here
_DROP = 45.0  # what is left out on either side is below exp(-45) of the whole
_BLOCK = 1 << 10
_DUNNETT_STEP = 0.125


def tukey_sf(q: ArrayLike, k: int, df: float) -> FloatArray:
    """Probability that the studentized range of k means exceeds q.

    Upper tail probabilities.

    >>> float(tukey_sf(3.877676, 3, 10).round(6))
    0.049948
    """
    return _mixture(q, df, lambda x: studentized_range_sf(x, k), k, 2)


def tukey_quantile(alpha: float, k: int, df: float) -> float:
    """Return the q that the studentized range of k means exceeds with probability alpha.

    >>> round(tukey_quantile(0.05, 3, 10), 4)
    3.8768
    """
    return _quantile(alpha, lambda q: tukey_sf(q, k, df))


def dunnett_sf(t: ArrayLike, m: int, df: float) -> FloatArray:
    """Probability that the largest of m comparisons with one control exceeds t in absolute value (D06 3.2.1).

    Two-sided upper tail probabilities.

    >>> float(dunnett_sf(2.568, 2, 10).round(3))
    0.05
    """
    return _mixture(np.sqrt(2.0) * np.asarray(t, dtype=np.float64), df, lambda x: _many_to_one_sf(x, m), m, 1)


def dunnett_quantile(alpha: float, m: int, df: float) -> float:
    """Return the t that the largest of m comparisons with a control exceeds with probability alpha, two-sided.

    Dunnett (1964), Table II: 2.76 for 3 comparisons and 10 degrees of freedom.

    >>> round(dunnett_quantile(0.05, 3, 10), 2)
    2.76
    """
    return _quantile(alpha, lambda t: dunnett_sf(t, m, df))


def _mixture(q: ArrayLike, df: float, tail: Callable[[FloatArray], FloatArray], count: int, least: int) -> FloatArray:
    """Average the tail of a known deviation over the distribution of s."""
    if count < least:
        raise UsageError(f"at least {least} means are compared, not {count}.")
    if not df > 0:
        raise UsageError(f"degrees of freedom must be positive, not {df}.")
    values = np.abs(np.asarray(q, dtype=np.float64))
    out = np.where(np.isposinf(values), 0.0, values)
    inside = np.isfinite(values)
    distinct, where = np.unique(np.maximum(values[inside], _SMALLEST), return_inverse=True)
    if distinct.size:
        result = tail(distinct) if math.isinf(df) else _average(distinct, df, tail)
        out[inside] = np.minimum(result, 1.0)[where]
    out[values == 0] = 1.0
    return out


def _average(q: FloatArray, df: float, tail: Callable[[FloatArray], FloatArray]) -> FloatArray:
    deviation = 1.0 / math.sqrt(2.0 * df)  # of log s, about: its density has the curvature -2 df at its mode
    # exp(-exp(2u)) grows beyond Im u = pi / 4, so the error is exp(-pi^2 / (2 step)) at the least.
    step = min(deviation / 2.0, 0.11)
    # Far out the integrand is largest at a small s, where (q s)^2 / 4 has grown to about df: it never lies left of
    # the mode of exp(df u - (df + q^2 / 2) exp(2u) / 2).
    left = -0.5 * np.log1p(np.square(q) / (2.0 * df)) - _DROP / df - 10.0 * deviation
    right = 0.5 * math.log1p(2.0 * _DROP / df) + 10.0 * deviation
    first = np.floor((np.log(q) + left) / step).astype(np.int64)
    last = np.ceil((np.log(q) + right) / step).astype(np.int64)
    grid = np.arange(first.min(), last.max() + 1)
    tails = tail(np.exp(grid * step))
    log_scale = math.log(2.0) + 0.5 * df * math.log(0.5 * df) - float(gammaln(0.5 * df)) + math.log(step)
    out = np.empty(q.shape)
    for start in range(0, len(q), _BLOCK):
        part = slice(start, start + _BLOCK)
        window = first[part, np.newaxis] + np.arange(int((last[part] - first[part]).max()) + 1)
        place = np.minimum(window, grid[-1]) - grid[0]
        u = window * step - np.log(q[part])[:, np.newaxis]
        density = np.exp(log_scale + df * u - 0.5 * df * np.exp(2.0 * np.minimum(u, 50.0)))
        density[window > grid[-1]] = 0.0
        out[part] = (density * tails[place]).sum(axis=1)
    return out


def _many_to_one_sf(x: FloatArray, m: int) -> FloatArray:
    """P(max |Z_j - Z_0| > x) of m + 1 independent normal variables: 2 integral_0^inf phi(z) (1 - (1 - lost)^m) dz."""
    # lost = P(|Z_j - z| > x). The integrand is even in z and largest between 0 and x / 2, wherever that is.
    nodes = np.arange(0.0, 0.5 * min(float(x.max(initial=0.0)), 80.0) + 12.0, _DUNNETT_STEP)
    weights = np.exp(-0.5 * np.square(nodes)) * (2.0 * _DUNNETT_STEP / math.sqrt(2.0 * math.pi))
    weights[0] *= 0.5
    out = np.empty(x.shape)
    for start in range(0, len(x), _BLOCK):
        distance = x[start : start + _BLOCK, np.newaxis]
        lost = np.minimum(ndtr(-nodes - distance) + ndtr(nodes - distance), 1.0)
        with np.errstate(divide="ignore"):
            some = -np.expm1(m * np.log1p(-lost))
        out[start : start + _BLOCK] = (some * weights).sum(axis=1)
    return out


def _quantile(alpha: float, sf: Callable[[FloatArray], FloatArray]) -> float:
    """Solve sf(x) = alpha between brackets that shrink 32-fold at a time."""
    check_alpha(alpha)
    low, high = 1e-6, 0.5
    while float(sf(np.array([high]))[0]) > alpha:
        low, high = high, 2.0 * high
    for _ in range(12):
        points = np.linspace(low, high, 33)
        above = int(np.count_nonzero(sf(points) > alpha))
        low, high = float(points[max(above - 1, 0)]), float(points[min(above, 32)])
        if high - low <= 4e-16 * high:
            break
    return 0.5 * (low + high)
