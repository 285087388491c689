"""Rounding that keeps decimal ties: 0.9 - 0.8 and 0.2 - 0.1 are the same number for a rank test.

Scores are read from text with a few decimals; binary subtraction leaves differences that are off by about 1e-17, and
ties that the table plainly shows are lost. The rule of the package: a difference is rounded to 12 significant digits of
the larger of its own two scores, a range or an aligned value to 12 digits of the largest score of its data set. The
scores themselves are ranked as read, never rounded (rounding relative to a whole table would make true differences
vanish where data sets have very different scales).

Results with the same decimal value are equal to the last bit, whichever quantum they were rounded to: an integer of at
most 53 bits divided by an exact power of ten is correctly rounded, and where the power is not exact (above 1e22) the
decimal text is read back instead.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import ArrayLike, NDArray

FloatArray = NDArray[np.float64]

DIGITS = 12
"""Significant digits that a difference keeps."""

_LARGEST_EXACT = 22  # 10**22 is the last power of ten that a double holds exactly
_POWERS = np.array([float(f"1e{power}") for power in range(_LARGEST_EXACT + 1)])
_MANTISSA_BITS = 52
_BLOCK = 1 << 15  # elements worked on at a time, so that the four passes stay in the cache


def _decimal_exponents() -> tuple[NDArray[np.int64], FloatArray]:
    """Decimal exponent at the lower end of each binary exponent, and the next power of ten, where it may step up."""
    # The last binary exponent holds infinities; subnormal scores (the first) keep the places of the smallest normal.
    lowest = [2.0 ** (binary - 1023) for binary in range(1, 2047)]
    below = [int(f"{low:.17e}".partition("e")[2]) for low in lowest]
    exponents = np.array([below[0], *below, below[-1]], dtype=np.int64)
    return exponents, np.array([float(f"1e{exponent + 1}") for exponent in exponents.tolist()])


_EXPONENT_BELOW, _POWER_WITHIN = _decimal_exponents()


def round_difference(a: ArrayLike, b: ArrayLike) -> FloatArray:
    """Differences ``a - b``, each rounded to 12 significant digits of the larger of its own two scores.

    Parameters
    ----------
    a, b : array_like of float
        Finite scores; shapes broadcast against each other.

    Returns
    -------
    ndarray of float
        The rounded differences in the units of the scores, with the broadcast shape. Equal decimal differences are
        equal to the last bit. Scores from 1e-300 to 1e300 neither overflow nor underflow.

    Examples
    --------
    >>> 0.9 - 0.8 == 0.2 - 0.1
    False
    >>> round_difference([0.9, 0.2], [0.8, 0.1]).tolist()
    [0.1, 0.1]
    """
    left, right = np.asarray(a, dtype=np.float64), np.asarray(b, dtype=np.float64)
    if left.shape == right.shape:
        return _round_alike(left, right)
    # Where the scores are broadcast, decimal places are looked up once per score and not once per pair.
    places_left, places_right = _decimal_places(left, DIGITS), _decimal_places(right, DIGITS)
    if _all_exact(places_left) and _all_exact(places_right):
        return _round_broadcast(left, right, _POWERS[places_left], _POWERS[places_right])
    # A zero has no digits of its own: the other score decides.
    places = np.where(left == 0, places_right, np.where(right == 0, places_left, np.minimum(places_left, places_right)))
    return _round_to_places(_subtract(left, right), places)


def pair_differences(columns: FloatArray, size: int) -> Iterator[FloatArray]:
    """Round the differences of all pairs of rows, block by block: row i less row j for i < j, i by i.

    Parameters
    ----------
    columns : ndarray, shape (k, n)
        Finite scores of k algorithms.
    size : int
        About how many differences a block holds; its memory is used again for the next one.

    Yields
    ------
    ndarray, shape (some, n)
        The next differences, rounded as by `round_difference`. It may be written to.

    Examples
    --------
    >>> [block.tolist() for block in pair_differences(np.array([[0.9, 0.2], [0.8, 0.1], [0.8, 0.2]]), 4)]
    [[[0.1, 0.1], [0.1, 0.0]], [[0.0, -0.1]]]
    """
    k, n = columns.shape
    pairs = k * (k - 1) // 2
    rows = min(max(1, size // n), pairs)
    places = _decimal_places(columns, DIGITS)
    if not _all_exact(places):
        first, second = np.triu_indices(k, 1)
        for start in range(0, pairs, rows):
            yield round_difference(columns[first[start : start + rows]], columns[second[start : start + rows]])
        return
    scales = _POWERS[places]
    differences, quanta = np.empty((rows, n)), np.empty((rows, n))
    filled = 0
    for i in range(k - 1):
        j = i + 1
        while j < k:  # as many of the pairs of i as there is room for: one row against several, no copies of either
            count = min(k - j, rows - filled)
            part = slice(filled, filled + count)
            np.subtract(columns[i], columns[j : j + count], out=differences[part])
            np.minimum(scales[i], scales[j : j + count], out=quanta[part])
            filled, j = filled + count, j + count
            if filled == rows or i == k - 2:
                yield _round_in_place(differences[:filled], quanta[:filled])
                filled = 0


def round_to_scale(values: ArrayLike, scale: ArrayLike, digits: int = DIGITS) -> FloatArray:
    """Values rounded to `digits` significant digits of `scale`.

    Parameters
    ----------
    values : array_like of float
        What is to be rounded: ranges, aligned values.
    scale : array_like of float
        The magnitude that sets the last digit kept, broadcast against `values`: the largest absolute score of each
        value's data set. Where it is zero nothing is rounded off above 1e-22.
    digits : int, default 12
        Significant digits of `scale` that are kept.

    Returns
    -------
    ndarray of float
        The rounded values, with the broadcast shape; equal decimal values are equal to the last bit.

    Examples
    --------
    >>> float(round_to_scale(0.1 + 0.2, 0.9))
    0.3
    """
    numbers = np.asarray(values, dtype=np.float64)
    return _round_to_places(numbers, _decimal_places(np.asarray(scale, dtype=np.float64), digits))


def _decimal_places(scores: FloatArray, digits: int) -> NDArray[np.int64]:
    """Return how many decimal places keep `digits` significant digits of each score; negative from 10**digits on."""
    size = np.abs(scores)
    binary = np.ascontiguousarray(size).view(np.int64).reshape(size.shape) >> _MANTISSA_BITS
    # Within one binary exponent at most one power of ten lies: one comparison settles the decimal exponent.
    exponent = _EXPONENT_BELOW[binary] + (size >= _POWER_WITHIN[binary])
    return np.where(size > 0, digits - 1 - exponent, _LARGEST_EXACT)


def _all_exact(places: NDArray[np.int64]) -> bool:
    return places.size == 0 or bool(places.min() >= 0 and places.max() <= _LARGEST_EXACT)


def _subtract(left: FloatArray, right: FloatArray) -> FloatArray:
    with np.errstate(over="ignore"):  # beyond the largest double a difference is infinite, and tied with its like
        return np.asarray(np.subtract(left, right))


def _round_alike(left: FloatArray, right: FloatArray) -> FloatArray:
    """Round the differences of two arrays of one shape, block by block."""
    flat_left, flat_right = left.reshape(-1), right.reshape(-1)
    result = np.empty(flat_left.size)
    for start in range(0, flat_left.size, _BLOCK):
        x, y = flat_left[start : start + _BLOCK], flat_right[start : start + _BLOCK]
        places = _decimal_places(np.maximum(np.abs(x), np.abs(y)), DIGITS)
        result[start : start + _BLOCK] = _round_to_places(_subtract(x, y), places)
    return result.reshape(left.shape)


def _round_broadcast(
    left: FloatArray, right: FloatArray, scale_left: FloatArray, scale_right: FloatArray
) -> FloatArray:
    """Round differences with broadcasting, block by block along the first axis; the scales are exact powers of ten."""
    shape = np.broadcast_shapes(left.shape, right.shape)
    result = np.empty(shape)
    if result.size == 0:
        return result
    operands = [np.broadcast_to(array, shape) for array in (left, right, scale_left, scale_right)]
    step = max(1, _BLOCK * shape[0] // result.size)
    scales = np.empty((step, *shape[1:]))
    for start in range(0, shape[0], step):
        x, y, scale_x, scale_y = (array[start : start + step] for array in operands)
        out, scale = result[start : start + step], scales[: len(x)]
        np.minimum(scale_x, scale_y, out=scale)
        np.subtract(x, y, out=out)
        _round_in_place(out, scale)
    return result


def _round_in_place(numbers: FloatArray, scale: FloatArray) -> FloatArray:
    np.multiply(numbers, scale, out=numbers)
    np.rint(numbers, out=numbers)
    np.divide(numbers, scale, out=numbers)
    return numbers


def _round_to_places(numbers: FloatArray, places: NDArray[np.int64]) -> FloatArray:
    """Round each number to its own count of decimal places, exactly where the power of ten is not a double too."""
    if _all_exact(places):
        scale = _POWERS[places]
        return np.asarray(np.rint(numbers * scale) / scale)
    numbers, places = np.broadcast_arrays(numbers, places)
    exact = (places >= 0) & (places <= _LARGEST_EXACT)
    scale = _POWERS[np.where(exact, places, 0)]
    result = np.array(np.rint(np.where(exact, numbers, 0.0) * scale) / scale)
    result[~np.isfinite(numbers)] = numbers[~np.isfinite(numbers)]
    rare = ~exact & np.isfinite(numbers)
    result[rare] = _round_by_text(numbers[rare], places[rare])
    return result


def _round_by_text(numbers: FloatArray, places: NDArray[np.int64]) -> FloatArray:
    """Round where 10**places is not exact: whole multiples of the quantum, read back from their decimal text."""
    # 10**places is applied in two factors: places reaches 11 + 308 for the smallest normal score.
    half = places // 2
    multiples = np.rint(numbers * 10.0**half * 10.0 ** (places - half))
    texts = [f"{multiple:.0f}e{-place}" for multiple, place in zip(multiples, places, strict=True)]
    return np.array([float(text) for text in texts])
