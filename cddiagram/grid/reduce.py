"""One score from several runs, exactly."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from decimal import Context, Decimal, localcontext

import numpy as np
from numpy.typing import NDArray

#: Enough digits to add any doubles without rounding (largest exponent 308, smallest digit about 1e-340).
_EXACT = Context(prec=720)
#: Far more digits than a double holds, for the one division.
_DIGITS = 60


def reduce_runs(scores: NDArray[np.float64], how: str) -> NDArray[np.float64]:
    """Reduce the runs of one data set to one score for each algorithm.

    The mean is that of the decimal numbers that were read: added without rounding and divided once. So it does not
    depend on the order of the runs, and two algorithms with equal decimal means tie: the mean of 0.1, 0.2, 0.3 is that
    of three times 0.2, which binary sums miss.

    Parameters
    ----------
    scores : ndarray of float, shape (runs, k)
        The scores; NaN where one is missing.
    how : {"mean", "median"}
        The median of an even number of runs is the mean of the middle two.

    Returns
    -------
    ndarray of float, shape (k,)
        NaN for an algorithm with a missing score.

    Examples
    --------
    >>> import numpy as np
    >>> reduce_runs(np.array([[0.1, 0.2], [0.2, 0.2], [0.3, 0.2]]), "mean").tolist()
    [0.2, 0.2]
    """
    if len(scores) == 1:
        return np.asarray(scores[0])
    columns = scores.T.tolist()
    return np.array([_reduce(column, how) for column in columns])


def _reduce(scores: Sequence[float], how: str) -> float:
    if any(score != score for score in scores):
        return float("nan")
    if how == "median":
        low, high = statistics.median_low(scores), statistics.median_high(scores)
        scores = [low] if low == high else [low, high]
    # repr is the shortest decimal text of a double: the number that stood in the file, up to 15 digits.
    with localcontext(_EXACT) as context:
        total = sum((Decimal(repr(score)) for score in scores), Decimal(0))
        context.prec = _DIGITS
        return float(total / len(scores))
