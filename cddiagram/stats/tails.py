"""Tails and quantiles of the normal, F, Student, chi-square and binomial distributions,
right to 1e-300: never 1 - cdf.

Whole arrays take scipy's incomplete beta function; the normal distribution, and single
chi-square and F statistics, do without scipy: loading it would add a quarter to the
time of a whole ``cddiagram plot``, and 16 MiB.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from cddiagram._util import FloatArray

_SQRT_HALF = math.sqrt(0.5)
_SQRT_2PI = math.sqrt(2.0 * math.pi)

#: Up to so many values are handed to the C library one by one; beyond, the polynomial
#: is faster.
_FEW = 512

#: (1 + 2 x) exp(x^2) erfc(x) for all x >= 0 is nearly a polynomial of low degree in t =
#: (x - C) / (x + C) (Shepherd and Laframboise, Chebyshev approximation of (1 + 2x)
#: exp(x^2) erfc x in 0 <= x < infinity, Math. Comp. 36, 1981). These are the powers 0
#: to 24 of t, from 80 Chebyshev nodes in 60-digit arithmetic; relative error below
#: 3e-16.
_C = 3.75
_POWERS = (
    1.2375126308378275, -0.14024059858554697, 0.0035854154854644293, 0.0822767384901452, -0.10880393014174886,
    0.09230432116037748, -0.05869339858963677, 0.028362277418956406, -0.009746579558029276,
    0.0017556258528952954, 0.0002937136655913448, -0.0002901540805408417, 5.164909889268241e-05,
    2.238423915508223e-05, -1.1444146237700524e-05, -9.73559896736775e-07, 1.751637648849062e-06,
    -5.7218230603224086e-08, -2.5866850716155884e-07, 2.3263508708859124e-08, 3.8675334242222354e-08,
    -3.744210080962018e-09, -5.1739902140113095e-09, 3.1114333809799254e-10, 4.2514714447963895e-10,
)  # fmt: skip


def normal_two_sided(z: ArrayLike) -> FloatArray:
    """Return the two-sided p-value of z under the standard normal distribution, right
    in the far tail.

    >>> float(normal_two_sided(-37.0)) > 0
    True
    """
    halves = np.abs(np.asarray(z, dtype=np.float64)) * _SQRT_HALF
    # One by one by the C library: a p-value must not depend, in its last bit, on how
    # many others there are.
    pvalues = np.fromiter(
        map(math.erfc, halves.ravel().tolist()), np.float64, halves.size
    )
    return pvalues.reshape(halves.shape)


def ndtr(z: ArrayLike) -> FloatArray:
    """Return the standard normal distribution function, with a relative error below
    2e-13 far out in the lower tail.
    """
    values = np.asarray(z, dtype=np.float64)
    if values.size <= _FEW:
        doubled = np.fromiter(
            map(math.erfc, (-_SQRT_HALF * values).ravel().tolist()),
            np.float64,
            values.size,
        )
        return np.asarray(0.5 * doubled.reshape(values.shape))
    x = np.abs(values) * _SQRT_HALF
    t = 1.0 - 2.0 * _C / (x + _C)
    tail = np.full_like(t, _POWERS[-1])
    for power in _POWERS[-2::-1]:  # Horner's rule
        tail *= t
        tail += power
    with np.errstate(under="ignore"):
        tail *= np.exp(-x * x)
    tail /= 2.0 + 4.0 * x
    return np.where(values > 0.0, 1.0 - tail, tail)


def normal_quantile(log_p: float) -> float:
    """Return the z below which a standard normal variable falls with probability
    exp(log_p), to about 1e-14.

    >>> round(normal_quantile(math.log(0.025)), 6), round(normal_quantile(-2000.0), 6)
    (-1.959964, -63.165419)
    """
    if log_p > -math.log(2.0):
        return -normal_quantile(math.log(-math.expm1(log_p)))
    # Phi(z) <= exp(-z^2 / 2) / 2, so the start lies right of the root or on it; log Phi
    # is concave: after its first step Newton's method comes from the left and never
    # steps past the root again.
    z = -math.sqrt(-2.0 * (log_p + math.log(2.0)))
    for _ in range(60):
        ratio = _mills(-z)
        step = (log_p + 0.5 * z * z - math.log(ratio / _SQRT_2PI)) * ratio
        z += step
        if abs(step) <= 1e-15 * abs(z):
            break
    return z


def _mills(z: float) -> float:
    """Return Mills' ratio of z >= 0: the tail of the normal distribution beyond z over
    its density.
    """
    if z < 25.0:
        return math.erfc(z * _SQRT_HALF) * math.exp(0.5 * z * z) * 0.5 * _SQRT_2PI
    inverse = 1.0 / (
        z * z
    )  # Abramowitz and Stegun 26.2.12; the next term is below 3e-14
    return (
        1.0
        - inverse
        * (1.0 - 3.0 * inverse * (1.0 - 5.0 * inverse * (1.0 - 7.0 * inverse)))
    ) / z


def binomial_upper(wins: ArrayLike, n: ArrayLike) -> FloatArray:
    """Return P(X >= wins) for a fair coin tossed n times, right far out in the tail."""
    from scipy.special import betainc

    count, tosses = np.broadcast_arrays(
        np.asarray(wins, dtype=np.float64), np.asarray(n, dtype=np.float64)
    )
    inside = (count > 0) & (count <= tosses)
    # The upper tail is an incomplete beta function: a survival function, never 1 - cdf.
    tail = betainc(
        np.where(inside, count, 1.0), np.where(inside, tosses - count + 1, 1.0), 0.5
    )
    return np.asarray(np.where(inside, tail, np.where(count <= 0, 1.0, 0.0)))


def f_upper(
    explained: ArrayLike, rest: ArrayLike, df1: ArrayLike, df2: ArrayLike
) -> FloatArray:
    """Return the probability that an F variable exceeds (explained / df1) / (rest /
    df2).

    Taking the two sums of squares instead of their ratio keeps the tail where `rest` is
    far below `explained`.
    """
    top, bottom, first, second = np.broadcast_arrays(
        *(np.asarray(v, dtype=np.float64) for v in (explained, rest, df1, df2))
    )
    whole = top + bottom
    share = np.divide(bottom, whole, out=np.ones(whole.shape), where=top > 0)
    other = np.divide(top, whole, out=np.zeros(whole.shape), where=top > 0)
    return _lower_beta(second / 2, first / 2, share, other)


def student_two_sided(t: ArrayLike, df: ArrayLike) -> FloatArray:
    """Return the two-sided p-value of a Student t."""
    size, freedom = np.broadcast_arrays(
        np.abs(np.asarray(t, dtype=np.float64)), np.asarray(df, dtype=np.float64)
    )
    # df / (df + t^2) and its complement, without squaring a t that would overflow.
    root = np.sqrt(freedom)
    whole = np.hypot(root, size)
    other = np.divide(size, whole, out=np.ones(size.shape), where=~np.isinf(size))
    return _lower_beta(
        freedom / 2,
        np.full(freedom.shape, 0.5),
        np.square(root / whole),
        np.square(other),
    )


def _lower_beta(
    a: FloatArray, b: FloatArray, x: FloatArray, y: FloatArray
) -> FloatArray:
    """Regularized incomplete beta function at x = 1 - y, also where scipy's has run out
    of range (from 1e-280 on).
    """
    from scipy.special import betainc, betaincc

    value = np.where(x <= 0.5, betainc(a, b, x), betaincc(b, a, y))
    tiny = (value < 1e-250) & (x > 0)
    if tiny.any():
        value = np.array(value)
        value[tiny] = _lower_beta_series(a[tiny], b[tiny], x[tiny])
    return value


def _lower_beta_series(a: FloatArray, b: FloatArray, x: FloatArray) -> FloatArray:
    """Sum x^a (1 - x)^b / (a B(a, b)) * (1 + (a + b)/(a + 1) x + ...): positive terms,
    falling in the tail.
    """
    from scipy.special import betaln

    series, term, index = np.ones(x.shape), np.ones(x.shape), 0
    while index < 10_000 and bool((term > 1e-17 * series).any()):
        term = term * (x * (a + b + index) / (a + 1 + index))
        series += term
        index += 1
    return np.asarray(
        np.exp(
            a * np.log(x) + b * np.log1p(-x) - np.log(a) - betaln(a, b) + np.log(series)
        )
    )


def chi_square_upper(statistic: float, df: int) -> float:
    """Return the probability that a chi-square variable exceeds a statistic, right to
    1e-300.

    It is a finite sum for whole degrees of freedom: with h half the statistic,
    ``exp(-h) * sum h**p / Gamma(p + 1)`` over p = df/2 - 1, df/2 - 2, ... down to 0, or
    to 1/2 and erfc(sqrt(h)).
    """
    if statistic <= 0.0:
        return 1.0
    half = 0.5 * statistic
    if half == math.inf:
        return 0.0
    powers = (0.5 * df - step for step in range(1, df // 2 + 1))
    terms = [
        math.exp(power * math.log(half) - half - math.lgamma(power + 1.0))
        for power in powers
    ]
    return min(math.fsum(terms) + (math.erfc(math.sqrt(half)) if df % 2 else 0.0), 1.0)


def f_upper_single(explained: float, rest: float, df1: int, df2: int) -> float:
    """Return the probability that an F variable exceeds (explained / df1) / (rest /
    df2).

    It is the regularized incomplete beta function of df2/2 and df1/2 at rest /
    (explained + rest). Relative error below 1e-10 up to a million degrees of freedom.
    """
    if explained <= 0:
        return 1.0
    if rest <= 0:
        return 0.0
    a, b = 0.5 * df2, 0.5 * df1
    x, y = rest / (explained + rest), explained / (explained + rest)
    # x^a y^b / B(a, b); the smaller of x and y carries the precision of both
    # logarithms.
    log_x, log_y = (
        (math.log(x), math.log1p(-x)) if x < y else (math.log1p(-y), math.log(y))
    )
    front = math.exp(a * log_x + b * log_y - _log_beta(a, b))
    if x * (a + b + 2.0) <= a + 1.0:
        return min(front / a * _beta_fraction(a, b, x), 1.0)
    return max(1.0 - front / b * _beta_fraction(b, a, y), 0.0)


def _beta_fraction(a: float, b: float, x: float) -> float:
    """Evaluate the continued fraction of the incomplete beta function (Abramowitz and
    Stegun 26.5.8) from the front.

    It is 1 / (1 + d1 / (1 + d2 / ...)) and converges quickly for x up to (a + 1) / (a +
    b + 2); the values of two successive denominators are kept instead of numerators and
    denominators, which would overflow (Lentz's method).
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
    """Return log B(a, b) without the cancellation between the log gammas of large
    numbers.
    """
    a, b = min(a, b), max(a, b)
    if b < 10.0:
        return math.lgamma(a) + math.lgamma(b) - math.lgamma(a + b)
    # Stirling: log Gamma(b) - log Gamma(a + b), its large terms taken together.
    ratio = -(b - 0.5) * math.log1p(a / b) - a * math.log(a + b) + a
    return math.lgamma(a) + ratio + _stirling_rest(b) - _stirling_rest(a + b)


def _stirling_rest(z: float) -> float:
    """Return what Stirling's formula lacks to log Gamma(z), for z of at least 10
    (Abramowitz and Stegun 6.1.41).
    """
    return (
        1 / 12
        - (1 / 360 - (1 / 1260 - (1 / 1680 - 1 / (1188 * z * z)) / z**2) / z**2) / z**2
    ) / z
