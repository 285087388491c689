"""Upper tails of the F and Student distributions, right to 1e-300: incomplete beta functions, never 1 - cdf."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import betainc

FloatArray = NDArray[np.float64]


def f_upper(explained: ArrayLike, rest: ArrayLike, df1: ArrayLike, df2: ArrayLike) -> FloatArray:
    """Probability that an F variable exceeds (explained / df1) / (rest / df2).

    Taking the two sums of squares instead of their ratio keeps the tail where `rest` is far below `explained`.

    Parameters
    ----------
    explained, rest : array_like of float
        Sums of squares, not negative. ``explained`` of 0 gives 1, whatever ``rest`` is; ``rest`` of 0 then gives 0.
    df1, df2 : array_like of float
        Their degrees of freedom, positive.

    Returns
    -------
    ndarray of float
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
    return np.asarray(betainc(second / 2, first / 2, share))


def student_two_sided(t: ArrayLike, df: ArrayLike) -> FloatArray:
    """Two-sided p-value of a Student t.

    Parameters
    ----------
    t : array_like of float
        The statistic, NaN stays NaN, infinity gives 0.
    df : array_like of float
        Degrees of freedom, positive.

    Returns
    -------
    ndarray of float
        P(abs(T) >= abs(t)), with the broadcast shape.

    Examples
    --------
    >>> round(float(student_two_sided(2.228138852, 10)), 6)
    0.05
    """
    size, freedom = np.broadcast_arrays(np.abs(np.asarray(t, dtype=np.float64)), np.asarray(df, dtype=np.float64))
    # df / (df + t^2), without squaring a t that would overflow.
    ratio = np.divide(np.sqrt(freedom), np.hypot(np.sqrt(freedom), size))
    return np.asarray(betainc(freedom / 2, 0.5, np.square(ratio)))
