"""Upper tails of the F, Student and chi-square distributions, right to 1e-300: never 1 - cdf.

Whole arrays take scipy's incomplete beta function; single chi-square and F statistics do without scipy, which takes
longer to load than all that the usual tests need (see `cddiagram.stats.normal`).
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from cddiagram._util.types import FloatArray


def f_upper(explained: ArrayLike, rest: ArrayLike, df1: ArrayLike, df2: ArrayLike) -> FloatArray:
    """Probability that an F variable exceeds (explained / df1) / (rest / df2).

    Taking the two sums of squares instead of their ratio keeps the tail where `rest` is far below `explained`.

    Upper tail probabilities, with the broadcast shape.

    >>> round(float(f_upper(3, 1, 3, 10)), 6)
    0.002352
    """
    top, bottom, first, second = np.broadcast_arrays(
        *(np.asarray(v, dtype=np.float64) for v in (explained, rest, df1, df2))
    )
    whole = top + bottom
    share = np.divide(bottom, whole, out=np.ones(whole.shape), where=top > 0)
    other = np.divide(top, whole, out=np.zeros(whole.shape), where=top > 0)
    return _lower_beta(second / 2, first / 2, share, other)


def student_two_sided(t: ArrayLike, df: ArrayLike) -> FloatArray:
    """Two-sided p-value of a Student t.

    P(abs(T) >= abs(t)), with the broadcast shape.

    >>> round(float(student_two_sided(2.228138852, 10)), 6)
    0.05
    """
    size, freedom = np.broadcast_arrays(np.abs(np.asarray(t, dtype=np.float64)), np.asarray(df, dtype=np.float64))
    # df / (df + t^2) and its complement, without squaring a t that would overflow.
    root = np.sqrt(freedom)
    whole = np.hypot(root, size)
    other = np.divide(size, whole, out=np.ones(size.shape), where=~np.isinf(size))
    return _lower_beta(freedom / 2, np.full(freedom.shape, 0.5), np.square(root / whole), np.square(other))


def _lower_beta(a: FloatArray, b: FloatArray, x: FloatArray, y: FloatArray) -> FloatArray:
    """Regularized incomplete beta function at x = 1 - y, also where scipy's has run out of range (from 1e-280 on)."""
    from scipy.special import betainc, betaincc

    value = np.where(x <= 0.5, betainc(a, b, x), betaincc(b, a, y))
    tiny = (value < 1e-250) & (x > 0)
    if tiny.any():
        value = np.array(value)
        value[tiny] = _lower_beta_series(a[tiny], b[tiny], x[tiny])
    return value


def _lower_beta_series(a: FloatArray, b: FloatArray, x: FloatArray) -> FloatArray:
    """Sum x^a (1 - x)^b / (a B(a, b)) * (1 + (a + b)/(a + 1) x + ...): positive terms, falling in the tail."""
    from scipy.special import betaln

    series, term, index = np.ones(x.shape), np.ones(x.shape), 0
    while index < 10_000 and bool((term > 1e-17 * series).any()):
        term = term * (x * (a + b + index) / (a + 1 + index))
        series += term
        index += 1
    return np.asarray(np.exp(a * np.log(x) + b * np.log1p(-x) - np.log(a) - betaln(a, b) + np.log(series)))


def chi_square_upper(statistic: float, df: int) -> float:
    """Return the probability that a chi-square variable exceeds a statistic, right to 1e-300.

    The upper tail, a finite sum for whole degrees of freedom: with h half the statistic, ``exp(-h) * sum h**p / Gamma(p
    + 1)`` over p = df/2 - 1, df/2 - 2, ... down to 0, or to 1/2 and erfc(sqrt(h)).

    >>> round(chi_square_upper(3.841459, 1), 6), round(chi_square_upper(18.307038, 10), 6)
    (0.05, 0.05)
    """
    if statistic <= 0.0:
        return 1.0
    half = 0.5 * statistic
    if half == math.inf:
        return 0.0
    powers = (0.5 * df - step for step in range(1, df // 2 + 1))
    terms = [math.exp(power * math.log(half) - half - math.lgamma(power + 1.0)) for power in powers]
    return min(math.fsum(terms) + (math.erfc(math.sqrt(half)) if df % 2 else 0.0), 1.0)


def f_upper_single(explained: float, rest: float, df1: int, df2: int) -> float:
    """Return the probability that an F variable exceeds (explained / df1) / (rest / df2).

    The upper tail: the regularized incomplete beta function of df2/2 and df1/2 at rest / (explained + rest). Relative
    error below 1e-10 up to a million degrees of freedom.

    >>> round(f_upper_single(3, 1, 3, 10), 6)
    0.002352
    """
    if explained <= 0:
        return 1.0
    if rest <= 0:
        return 0.0
    a, b = 0.5 * df2, 0.5 * df1
    x, y = rest / (explained + rest), explained / (explained + rest)
    # x^a y^b / B(a, b); the smaller of x and y carries the precision of both logarithms.
    log_x, log_y = (math.log(x), math.log1p(-x)) if x < y else (math.log1p(-y), math.log(y))
    front = math.exp(a * log_x + b * log_y - _log_beta(a, b))
    if x * (a + b + 2.0) <= a + 1.0:
        return min(front / a * _beta_fraction(a, b, x), 1.0)
    return max(1.0 - front / b * _beta_fraction(b, a, y), 0.0)


def _beta_fraction(a: float, b: float, x: float) -> float:
    """Evaluate the continued fraction of the incomplete beta function (Abramowitz and Stegun 26.5.8) from the front.

    It is 1 / (1 + d1 / (1 + d2 / ...)) and converges quickly for x up to (a + 1) / (a + b + 2); the values of two
    successive denominators are kept instead of numerators and denominators, which would overflow (Lentz's method).
    """
    upper, lower = 1.0, 1.0 / (1.0 - (a + b) * x / (a + 1.0))
    value = lower
    for m in range(1, 100_000):
        even = m * (b - m) * x / ((a + 2 * m - 1.0) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1.0))
        for d in (even, odd):
            upper, lower = 1.0 + d / upper, 1.0 / (1.0 + d * lower)
            value *= upper * lower
        if abs(upper * lower - 1.0) < 1e-16:
            break
    return value


def _log_beta(a: float, b: float) -> float:
    """Return log B(a, b) without the cancellation between the log gammas of large numbers."""
    a, b = min(a, b), max(a, b)
    if b < 10.0:
        return math.lgamma(a) + math.lgamma(b) - math.lgamma(a + b)
    # Stirling: log Gamma(b) - log Gamma(a + b), its large terms taken together.
    ratio = -(b - 0.5) * math.log1p(a / b) - a * math.log(a + b) + a
    return math.lgamma(a) + ratio + _stirling_rest(b) - _stirling_rest(a + b)


def _stirling_rest(z: float) -> float:
    """Return what Stirling's formula lacks to log Gamma(z), for z of at least 10 (Abramowitz and Stegun 6.1.41)."""
    return (1 / 12 - (1 / 360 - (1 / 1260 - (1 / 1680 - 1 / (1188 * z * z)) / z**2) / z**2) / z**2) / z
