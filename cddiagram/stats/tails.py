"""Tails and quantiles of the normal, F, Student's t, chi-square and binomial
distributions.

The tails are accurate down to 1e-300 and are never computed as 1 - cdf. For arrays,
they use scipy's incomplete beta function. The normal distribution and single chi-square
and F statistics do not require scipy, because its import would increase the run time of
``cddiagram plot`` by one quarter and the memory by 16 MiB.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from cddiagram._util import FloatArray

_SQRT_HALF = math.sqrt(0.5)
_SQRT_2PI = math.sqrt(2.0 * math.pi)

#: At most this many values are computed one at a time with the C library. If there are
#: more values, the polynomial is faster.
_FEW = 512

#: These constants define an approximation of erfc (Shepherd and Laframboise,
#: Mathematics of Computation 36, 1981): for x >= 0, (1 + 2 x) exp(x^2) erfc(x) is
#: approximated by a polynomial in t = (x - C) / (x + C). The coefficients of the powers
#: 0 to 24 of t were computed from 80 Chebyshev nodes with 60 decimal digits. The
#: relative error of the approximation is below 3e-16.
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
    """Return the two-sided p-value of z under the standard normal distribution.

    The C library computes each value separately, so that the last bit of a p-value does
    not depend on the number of values.

    >>> float(normal_two_sided(-37.0)) > 0
    True
    """
    halves = np.abs(np.asarray(z, dtype=np.float64)) * _SQRT_HALF
    return _erfc(halves)


def _erfc(x: FloatArray) -> FloatArray:
    """Return the complementary error function for each value."""
    values = map(math.erfc, x.ravel().tolist())
    return np.fromiter(values, np.float64, x.size).reshape(x.shape)


def ndtr(z: ArrayLike) -> FloatArray:
    """Return the standard normal distribution function.

    The relative error is below 2e-13, even in the far lower tail.
    """
    values = np.asarray(z, dtype=np.float64)
    if values.size <= _FEW:
        return np.asarray(0.5 * _erfc(-_SQRT_HALF * values))
    x = np.abs(values) * _SQRT_HALF
    t = 1.0 - 2.0 * _C / (x + _C)
    tail = np.full_like(t, _POWERS[-1])
    for power in _POWERS[-2::-1]:  # The following loop is Horner's rule.
        tail *= t
        tail += power
    with np.errstate(under="ignore"):
        tail *= np.exp(-x * x)
    tail /= 2.0 + 4.0 * x
    return np.where(values > 0.0, 1.0 - tail, tail)


def normal_quantile(log_p: float) -> float:
    """Return the quantile of the standard normal distribution at exp(log_p).

    The error is about 1e-14.

    Newton's method solves log Phi(z) = log_p. The inequality Phi(z) <= exp(-z^2 / 2) /
    2 yields a starting value to the right of the root. Because log Phi is concave, all
    further steps approach the root from the left.

    >>> round(normal_quantile(math.log(0.025)), 6), round(normal_quantile(-2000.0), 6)
    (-1.959964, -63.165419)
    """
    if log_p > -math.log(2.0):
        return -normal_quantile(math.log(-math.expm1(log_p)))
    z = -math.sqrt(-2.0 * (log_p + math.log(2.0)))
    for _ in range(60):
        ratio = _mills(-z)
        step = (log_p + 0.5 * z * z - math.log(ratio / _SQRT_2PI)) * ratio
        z += step
        if abs(step) <= 1e-15 * abs(z):
            break
    return z


def _mills(z: float) -> float:
    """Return Mills' ratio for z >= 0, which is the upper tail of the normal
    distribution divided by its density.

    For z of at least 25, it is computed by the asymptotic series 26.2.12 of Abramowitz
    and Stegun, whose first omitted term is below 3e-14.
    """
    if z < 25.0:
        return math.erfc(z * _SQRT_HALF) * math.exp(0.5 * z * z) * 0.5 * _SQRT_2PI
    inverse = 1.0 / (z * z)
    series = 1.0 - 7.0 * inverse
    for factor in (5.0, 3.0, 1.0):
        series = 1.0 - factor * inverse * series
    return series / z


def binomial_upper(wins: ArrayLike, n: ArrayLike) -> FloatArray:
    """Return P(X >= wins) for n tosses of a fair coin.

    The upper tail is equal to the incomplete beta function I_1/2(wins, n - wins + 1).
    """
    from scipy.special import betainc

    count, tosses = broadcast_doubles(wins, n)
    inside = (count > 0) & (count <= tosses)
    a = np.where(inside, count, 1.0)
    b = np.where(inside, tosses - count + 1, 1.0)
    outside = np.where(count <= 0, 1.0, 0.0)
    upper = betainc(a, b, 0.5)
    return np.asarray(np.where(inside, upper, outside))


def broadcast_doubles(*arrays: ArrayLike) -> list[FloatArray]:
    """Convert the arguments to arrays of doubles with a common shape."""
    doubles = [np.asarray(array, dtype=np.float64) for array in arrays]
    return list(np.broadcast_arrays(*doubles))


def f_upper(
    explained: ArrayLike, rest: ArrayLike, df1: ArrayLike, df2: ArrayLike
) -> FloatArray:
    """Return the probability that an F variable exceeds (explained / df1) / (rest /
    df2).

    The tail is precise even if `rest` is much smaller than `explained`, because the two
    sums of squares are used instead of their ratio.
    """
    top, bottom, first, second = broadcast_doubles(explained, rest, df1, df2)
    total = top + bottom
    share = np.ones(total.shape)
    other = np.zeros(total.shape)
    np.divide(bottom, total, out=share, where=top > 0)
    np.divide(top, total, out=other, where=top > 0)
    return _lower_beta(second / 2, first / 2, share, other)


def student_two_sided(t: ArrayLike, df: ArrayLike) -> FloatArray:
    """Return the two-sided p-value of Student's t.

    The p-value is the incomplete beta function at df / (df + t^2). The computation
    avoids the square of t, which can overflow.
    """
    size, freedom = broadcast_doubles(np.abs(t), df)
    root = np.sqrt(freedom)
    hypotenuse = np.hypot(root, size)
    other = np.ones(size.shape)
    np.divide(size, hypotenuse, out=other, where=~np.isinf(size))
    half = np.full(freedom.shape, 0.5)
    share = np.square(root / hypotenuse)
    return _lower_beta(freedom / 2, half, share, np.square(other))


def _lower_beta(
    a: FloatArray, b: FloatArray, x: FloatArray, y: FloatArray
) -> FloatArray:
    """Return the regularized incomplete beta function at x = 1 - y.

    Values below 1e-250 are computed from a series, because the range of scipy's
    function ends at about 1e-280.
    """
    from scipy.special import betainc, betaincc

    value = np.where(x <= 0.5, betainc(a, b, x), betaincc(b, a, y))
    # If y is below 1e-8, scipy's complement has an error of up to 1e-10. The result is
    # then so close to 1 that it can be computed as 1 minus a small number without loss
    # of precision.
    value = np.where(y < 1e-8, 1.0 - betainc(b, a, y), value)
    tiny = (value < 1e-250) & (x > 0)
    if tiny.any():
        value = np.array(value)
        value[tiny] = _lower_beta_series(a[tiny], b[tiny], x[tiny])
    return value


def _lower_beta_series(a: FloatArray, b: FloatArray, x: FloatArray) -> FloatArray:
    """Return x^a (1 - x)^b / (a B(a, b)) * (1 + (a + b)/(a + 1) x + ...), whose terms
    are positive and decrease in the tail.
    """
    from scipy.special import betaln

    term = np.ones(x.shape)
    series = np.ones(x.shape)
    index = 0
    while index < 10_000 and bool((term > 1e-17 * series).any()):
        term = term * (x * (a + b + index) / (a + 1 + index))
        series += term
        index += 1
    log_power = a * np.log(x) + b * np.log1p(-x)
    log_front = log_power - np.log(a) - betaln(a, b)
    return np.asarray(np.exp(log_front + np.log(series)))


def chi_square_upper(statistic: float, df: int) -> float:
    """Return the probability that a chi-square variable exceeds a statistic.

    For integer degrees of freedom, the probability is a finite sum. Let h be half the
    statistic. The terms ``exp(-h) * h**p / Gamma(p + 1)`` are added for p = df/2 - 1,
    df/2 - 2, ..., down to 0 if df is even. If df is odd, they are added down to p =
    1/2, and erfc(sqrt(h)) is added as well.
    """
    if statistic <= 0.0:
        return 1.0
    half = 0.5 * statistic
    if half == math.inf:
        return 0.0
    terms = []
    for step in range(1, df // 2 + 1):
        power = 0.5 * df - step
        log_term = power * math.log(half) - half - math.lgamma(power + 1.0)
        terms.append(math.exp(log_term))
    rest = 0.0
    if df % 2:
        rest = math.erfc(math.sqrt(half))
    return min(math.fsum(terms) + rest, 1.0)


def f_upper_single(explained: float, rest: float, df1: int, df2: int) -> float:
    """Return the probability that an F variable exceeds (explained / df1) / (rest /
    df2).

    The probability is the regularized incomplete beta function of df2/2 and df1/2 at
    rest / (explained + rest). The relative error is below 1e-10 for up to a million
    degrees of freedom.
    """
    if explained <= 0:
        return 1.0
    if rest <= 0:
        return 0.0
    a = 0.5 * df2
    b = 0.5 * df1
    x = rest / (explained + rest)
    y = explained / (explained + rest)
    # Both logarithms are computed from the smaller of x and y, because this is more
    # precise.
    if x < y:
        log_x = math.log(x)
        log_y = math.log1p(-x)
    else:
        log_x = math.log1p(-y)
        log_y = math.log(y)
    # The factor is x^a y^b / B(a, b).
    front = math.exp(a * log_x + b * log_y - _log_beta(a, b))
    if x * (a + b + 2.0) <= a + 1.0:
        return min(front / a * _beta_fraction(a, b, x), 1.0)
    return max(1.0 - front / b * _beta_fraction(b, a, y), 0.0)


def _beta_fraction(a: float, b: float, x: float) -> float:
    """Return the continued fraction of the incomplete beta function (Abramowitz and
    Stegun 26.5.8).

    The fraction 1 / (1 + d1 / (1 + d2 / ...)) converges quickly for x up to (a + 1) /
    (a + b + 2). Lentz's method updates the ratios of successive numerators and
    denominators, which do not overflow.
    """
    upper = 1.0
    lower = 1.0 / (1.0 - (a + b) * x / (a + 1.0))
    value = lower
    for m in range(1, 100_000):
        c = a + 2 * m
        even = m * (b - m) * x / ((c - 1.0) * c)
        odd = -(a + m) * (a + b + m) * x / (c * (c + 1.0))
        for d in (even, odd):
            upper = 1.0 + d / upper
            lower = 1.0 / (1.0 + d * lower)
            value *= upper * lower
        if abs(upper * lower - 1.0) < 1e-16:
            break
    return value


def _log_beta(a: float, b: float) -> float:
    """Return log B(a, b) without cancellation between the log-gamma values of large
    numbers.

    For large b, log Gamma(b) - log Gamma(a + b) is computed from Stirling's formula
    after its large terms are combined.
    """
    a, b = sorted((a, b))
    if b < 10.0:
        return math.lgamma(a) + math.lgamma(b) - math.lgamma(a + b)
    ratio = -(b - 0.5) * math.log1p(a / b) - a * math.log(a + b) + a
    return math.lgamma(a) + ratio + _stirling_rest(b) - _stirling_rest(a + b)


def _stirling_rest(z: float) -> float:
    """Return log Gamma(z) minus the leading terms of Stirling's formula for z >= 10
    (Abramowitz and Stegun 6.1.41).
    """
    series = 1 / 1680 - 1 / (1188 * z * z)
    for denominator in (1260, 360, 12):
        series = 1 / denominator - series / z**2
    return series / z
