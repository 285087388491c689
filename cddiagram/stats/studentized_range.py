"""The range of k standard normal variables: the studentized range with infinite degrees of freedom.

It carries Nemenyi's test for any k and any level, without a table. The range of k independent normal variables exceeds
q with probability ::

    P(Q > q) = k * integral phi(z) [Phi(z)^(k-1) - (Phi(z) - Phi(z - q))^(k-1)] dz

where z is the largest of them. The bracket is computed from logarithms (log_ndtr, log1p, expm1), so the tail keeps
its relative precision down to the smallest doubles. The integrand is analytic and falls like a Gaussian on both sides,
so the trapezoidal rule converges exponentially; its nodes cover the place where the integrand lives, which moves with
k and q (a fixed interval is wrong from k = 30 on).
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import log_ndtr, ndtri_exp

from cddiagram.errors import UsageError

FloatArray = NDArray[np.float64]

_LOG_SQRT_2PI = 0.5 * math.log(2.0 * math.pi)
#: What is left out on either side is below exp(-40) of the integrand's peak.
_DROP = 40.0
_NODES = 128
_BLOCK = 256  # values of q worked on at a time: 256 x 128 doubles stay in the cache


def studentized_range_sf(q: ArrayLike, k: int) -> FloatArray:
    """Give the probability that the range of k standard normal variables exceeds q.

    Parameters
    ----------
    q : array_like
        The range, not negative; infinity gives 0.
    k : int
        Number of variables, at least 2.

    Returns
    -------
    ndarray, shape of q
        Upper tail probabilities; relative error below 1e-12 down to 1e-300.

    Raises
    ------
    UsageError
        k below 2.

    Examples
    --------
    >>> float(studentized_range_sf(3.31449315539812, 3).round(12))
    0.05
    """
    values = np.asarray(q, dtype=np.float64)
    _check_k(k)
    flat = values.ravel()
    out = np.ones_like(flat)
    for start in range(0, flat.size, _BLOCK):
        block = flat[start : start + _BLOCK]
        inside = (block > 0.0) & np.isfinite(block)
        out[start : start + _BLOCK][inside] = np.exp(np.minimum(_log_sf(block[inside], k), 0.0))
    out[np.isposinf(flat)] = 0.0
    out[np.isnan(flat)] = np.nan
    return out.reshape(values.shape)


def studentized_range_quantile(alpha: float, k: int) -> float:
    """Give the q that the range of k standard normal variables exceeds with probability alpha.

    Parameters
    ----------
    alpha : float
        Upper tail probability, in (0, 1).
    k : int
        Number of variables, at least 2.

    Returns
    -------
    float
        The quantile, to about 1e-13. Divided by ``sqrt(2)`` it is the critical value of D06, Table 5(a).

    Raises
    ------
    UsageError
        alpha outside (0, 1), or k below 2.

    Examples
    --------
    >>> round(studentized_range_quantile(0.05, 4) / 2**0.5, 3)
    2.569
    """
    _check_k(k)
    if not 0.0 < alpha < 1.0:
        raise UsageError(f"alpha must lie between 0 and 1, not {alpha}.")
    log_alpha = math.log(alpha)
    # Bonferroni over the k (k - 1) / 2 pairs bounds the quantile from above. The log of the tail is concave, so Newton
    # from there never steps past the root.
    log_level = min(log_alpha - math.log(k * (k - 1.0)), -math.log(2.0))
    q = max(-math.sqrt(2.0) * float(ndtri_exp(log_level)), 1e-3)
    for _ in range(100):
        log_sf = float(_log_sf(np.array([q]), k)[0])
        slope = -math.exp(float(_log_density(np.array([q]), k)[0]) - log_sf)
        step = (log_sf - log_alpha) / slope
        step = min(step, 0.5 * q)
        q -= step
        if abs(step) <= 4e-16 * q:
            break
    return q


def _check_k(k: int) -> None:
    if k < 2:
        raise UsageError(f"a range needs at least two variables, not k = {k}.")


def _log_sf(q: FloatArray, k: int) -> FloatArray:
    """Log of the upper tail for positive finite q (one dimension)."""

    def log_integrand(z: FloatArray) -> FloatArray:
        log_cdf = log_ndtr(z)
        # Phi(z) - Phi(z - q) = Phi(z) (1 - ratio); the bracket is Phi(z)^(k-1) (1 - (1 - ratio)^(k-1)).
        ratio = np.exp(np.minimum(log_ndtr(z - q[:, np.newaxis]) - log_cdf, -1e-300))
        with np.errstate(divide="ignore"):
            lost = np.log(-np.expm1((k - 1) * np.log1p(-ratio)))
        return np.asarray(-0.5 * z * z + (k - 1) * log_cdf + lost)

    return math.log(k) - _LOG_SQRT_2PI + _log_integral(log_integrand, q, k)


def _log_density(q: FloatArray, k: int) -> FloatArray:
    """Log of the density of the range: k (k - 1) integral phi(z) phi(z - q) (Phi(z) - Phi(z - q))^(k-2) dz."""

    def log_integrand(z: FloatArray) -> FloatArray:
        low = z - q[:, np.newaxis]
        log_cdf = log_ndtr(z)
        with np.errstate(divide="ignore"):
            between = log_cdf + np.log(-np.expm1(np.minimum(log_ndtr(low) - log_cdf, 0.0)))
        return np.asarray(-0.5 * (z * z + low * low) + (k - 2) * between)

    return math.log(k * (k - 1.0)) - 2.0 * _LOG_SQRT_2PI + _log_integral(log_integrand, q, k)


def _log_integral(log_integrand: Callable[[FloatArray], FloatArray], q: FloatArray, k: int) -> FloatArray:
    """Log of the integral over z of exp(log_integrand), one row for each q, by the trapezoidal rule."""
    # Where the integrand lives: between the largest of k variables (q near 0) and q/2 (far tail), never beyond these.
    coarse = np.linspace(0.0, 1.0, 96)
    low, high = -9.0, q[:, np.newaxis] + 9.0 + math.sqrt(2.0 * math.log(k))
    z = low + (high - low) * coarse
    height = log_integrand(z)
    alive = height >= height.max(axis=1, keepdims=True) - _DROP
    first = np.maximum(np.argmax(alive, axis=1) - 1, 0)
    last = np.minimum(z.shape[1] - np.argmax(alive[:, ::-1], axis=1), z.shape[1] - 1)
    rows = np.arange(q.size)
    left, right = z[rows, first][:, np.newaxis], z[rows, last][:, np.newaxis]
    height = log_integrand(left + (right - left) * np.linspace(0.0, 1.0, _NODES))
    top = height.max(axis=1)
    step = (right - left)[:, 0] / (_NODES - 1)
    return np.asarray(top + np.log(np.exp(height - top[:, np.newaxis]).sum(axis=1) * step))
