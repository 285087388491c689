"""Upper tails of the F and Student distributions, right to 1e-300: incomplete beta functions, never 1 - cdf."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import betainc, betaincc, betaln

FloatArray = NDArray[np.float64]


def f_upper(explained: ArrayLike, rest: ArrayLike, df1: ArrayLike, df2: ArrayLike) -> FloatArray:
    """Probability that an F variable exceeds (explained / df1) / (rest / df2).

    Taking the two sums of squares instead of their ratio keeps the tail where `rest` is far below `explained`.

    Upper tail probabilities, with the broadcast shape.

    Examples
    --------
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

    Examples
    --------
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
    value = np.where(x <= 0.5, betainc(a, b, x), betaincc(b, a, y))
    tiny = (value < 1e-250) & (x > 0)
    if tiny.any():
        value = np.array(value)
        value[tiny] = _lower_beta_series(a[tiny], b[tiny], x[tiny])
    return value


def _lower_beta_series(a: FloatArray, b: FloatArray, x: FloatArray) -> FloatArray:
    """Sum x^a (1 - x)^b / (a B(a, b)) * (1 + (a + b)/(a + 1) x + ...): positive terms, falling in the tail."""
    series, term, index = np.ones(x.shape), np.ones(x.shape), 0
    while index < 10_000 and bool((term > 1e-17 * series).any()):
        term = term * (x * (a + b + index) / (a + 1 + index))
        series += term
        index += 1
    return np.asarray(np.exp(a * np.log(x) + b * np.log1p(-x) - np.log(a) - betaln(a, b) + np.log(series)))
