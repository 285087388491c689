"""Upper tails of single chi-square and F statistics, right to 1e-300, without scipy (see `cddiagram.stats.normal`).

`cddiagram.stats.tails` has the F tail of whole arrays.
"""

from __future__ import annotations

import math


def chi_square_upper(statistic: float, df: int) -> float:
    """Give the probability that a chi-square variable exceeds a statistic, right to 1e-300.

    The upper tail, a finite sum for whole degrees of freedom: with h half the statistic, ``exp(-h) * sum h**p / Gamma(p
    + 1)`` over p = df/2 - 1, df/2 - 2, ... down to 0, or to 1/2 and erfc(sqrt(h)).

    Examples
    --------
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
    """Give the probability that an F variable exceeds (explained / df1) / (rest / df2).

    The upper tail: the regularized incomplete beta function of df2/2 and df1/2 at rest / (explained + rest). Relative
    error below 1e-10 up to a million degrees of freedom.

    Examples
    --------
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
    """Give log B(a, b) without the cancellation between the log gammas of large numbers."""
    a, b = min(a, b), max(a, b)
    if b < 10.0:
        return math.lgamma(a) + math.lgamma(b) - math.lgamma(a + b)
    # Stirling: log Gamma(b) - log Gamma(a + b), its large terms taken together.
    ratio = -(b - 0.5) * math.log1p(a / b) - a * math.log(a + b) + a
    return math.lgamma(a) + ratio + _stirling_rest(b) - _stirling_rest(a + b)


def _stirling_rest(z: float) -> float:
    """Give what Stirling's formula lacks to log Gamma(z), for z of at least 10 (Abramowitz and Stegun 6.1.41)."""
    return (1 / 12 - (1 / 360 - (1 / 1260 - (1 / 1680 - 1 / (1188 * z * z)) / z**2) / z**2) / z**2) / z
