"""Order statistics of the sums of two: selected from a sorted matrix without looking at most of it.

The n (n + 1) / 2 sums h[a] + h[b], a <= b, of n sorted numbers rise along each row and column of a triangle. The sums
of a hundred of the numbers, evenly spaced, show nearly where an order statistic lies; the sums between a limit a
little below and one a little above are found by bisection in each row, and the statistic is selected from these few.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from cddiagram._util.types import FloatArray

#: All sums are looked at up to so many numbers: there it is as fast.
_FEW = 200
#: Numbers whose sums guide the search.
_SAMPLE = 100
#: How far, in places of the sums of the sample, an order statistic is looked for: some five times the usual error.
_MARGIN = 20
#: What rounding may do to a sum, and more, relative to the largest number.
_DUST = 1e-14


def walsh_order_statistics(halves: FloatArray, places: Sequence[int]) -> Iterator[FloatArray]:
    """Return order statistics of ``h[a] + h[b]``, a <= b, for each row h.

    The order statistics of the next row, right to the last bit. Shapes: `halves` (m, n), the result (len(places),).

    >>> [row.tolist() for row in walsh_order_statistics(np.array([[1.0, 3.0, 10.0]]), [0, 2, 5])]
    [[2.0, 6.0, 20.0]]
    """
    n = halves.shape[1]
    for h in halves:
        yield _among_all(h, places) if n <= _FEW else _guided(np.sort(h), places)


def _among_all(h: FloatArray, places: Sequence[int]) -> FloatArray:
    first, second = _triangle(len(h)) if len(h) <= _FEW else np.triu_indices(len(h))
    sums = h[first] + h[second]
    sums.sort()  # vectorized in numpy, where a partition at several places is not
    return sums[list(places)]


def _guided(h: FloatArray, places: Sequence[int]) -> FloatArray:
    """Select from sorted numbers; falls back to all sums where the sample misled."""
    n = len(h)
    sample = h[np.linspace(0.5, n - 0.5, _SAMPLE).astype(np.intp)]
    first, second = _triangle(_SAMPLE)
    guide = np.sort(sample[first] + sample[second])
    share = len(guide) / (n * (n + 1) // 2)
    dust = _DUST * max(abs(float(h[0])), abs(float(h[-1])), 1e-290)
    values = np.empty(len(places))
    found: dict[int, tuple[float, float, int, FloatArray]] = {}
    for number, place in enumerate(places):
        guess = int(share * place)  # the same for the two in the middle, nearly always
        if guess not in found:
            low = float(guide[guess - _MARGIN]) - 4.0 * dust if guess >= _MARGIN else -math.inf
            high = float(guide[guess + _MARGIN]) + 4.0 * dust if guess + _MARGIN < len(guide) else math.inf
            found[guess] = (low, high, *_between(h, low, high))
        low, high, below, sums = found[guess]
        if not 0 <= place - below < len(sums):
            return _among_all(h, places)
        values[number] = sums[place - below]
        # A sum within rounding of a limit may be taken for one on the other side: the result must lie well inside.
        if not low + 2.0 * dust < values[number] < high - 2.0 * dust:
            return _among_all(h, places)
    return values


def _between(h: FloatArray, low: float, high: float) -> tuple[int, FloatArray]:
    """Count the sums below two limits, and sort those between."""
    row = np.arange(len(h))
    begin = np.maximum(h.searchsorted(low - h), row)
    end = np.maximum(h.searchsorted(high - h, side="right"), row)
    length = end - begin
    stop = np.cumsum(length)
    column = np.arange(stop[-1]) + np.repeat(begin - stop + length, length)
    sums = np.repeat(h, length) + h[column]
    sums.sort()
    return int((begin - row).sum()), sums


@lru_cache(maxsize=4)
def _triangle(n: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    return np.triu_indices(n)
