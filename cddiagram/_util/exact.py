"""Exact scores, so that ties depend neither on binary rounding nor on the order of
scores.

The exact value of a score is the shortest decimal number that is rounded to its double,
or to its float32 in arrays of type float32. Sums, means and differences are exact,
because they are stored as integers with a common denominator. The class `Whole` defines
which numbers are tied.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cddiagram._util.types import FloatArray, IntArray

WholeArray: TypeAlias = NDArray[Any]
"""An array of integers. Depending on their size, the integers are stored as doubles
(below 2**53), as int64 or as Python integers.
"""

Tie: TypeAlias = tuple[str, tuple[int, ...]]
"""A tie within the uncertainty: the kind of the tied values, and their indices."""

UNCERTAIN_DIGITS = 14
"""A score with at least this many significant digits is uncertain."""
SHARE = 10 ** (UNCERTAIN_DIGITS - 1)
"""The uncertainty of such a score is its absolute value divided by this number."""

NEAR = 1.1e-13
"""Values that differ by more than the largest score times this number are never tied.
The additional 10% above 1e-13 allow for rounding errors of doubles, including rounding
errors in differences of differences.
"""
_EXACT_DOUBLES = 2**53
# 10**22 is the largest power of ten that a double represents exactly.
_LARGEST_EXACT_POWER = 22


@dataclass(frozen=True, eq=False)
class Whole:
    """Exact numbers with their uncertainties, stored as integers with a common
    denominator.

    A score with 14 or more digits was probably rounded (for example, 9/13 to
    0.6923076923076923), so its relative uncertainty is 1e-13. A shorter score is
    certain. Two scores are tied if they differ by no more than the larger of their two
    uncertainties. The uncertainty of a difference, mean or range is the largest
    uncertainty of its scores. The same rule determines which of these values are tied.

    A single tolerance for a table or a row would be wrong. If the result of a failed
    run is 1e8, such a tolerance would exceed the difference between the errors 1e-14
    and 2e-14 of two other optimisers.
    """

    numerators: WholeArray
    denominator: int
    uncertainty: WholeArray | None = None
    """The uncertainty of each numerator multiplied by ``SHARE``, in the same data type
    as the numerators.

    The value is None if all numbers are certain.
    """

    def each(self, change: Callable[[WholeArray], WholeArray]) -> Whole:
        """Apply a function to the numerators and to their uncertainties."""
        numerators = change(self.numerators)
        if self.uncertainty is None:
            return replace(self, numerators=numerators)
        return replace(
            self, numerators=numerators, uncertainty=change(self.uncertainty)
        )

    def take(self, key: Any) -> Whole:
        """Return some of the numbers by indexing, as in an array."""
        return self.each(lambda numbers: numbers[key])

    def take_along(self, order: IntArray) -> Whole:
        """Reorder the numbers along the last axis."""
        return self.each(lambda numbers: np.take_along_axis(numbers, order, axis=-1))

    def reshape(self, shape: tuple[int, ...]) -> Whole:
        """Return the same numbers in a different shape."""
        return self.each(lambda numbers: numbers.reshape(shape))

    def transposed(self) -> Whole:
        """Return the same numbers with the last two axes swapped."""
        return self.each(lambda numbers: np.swapaxes(numbers, -1, -2))

    def with_numerators(self, numerators: WholeArray) -> Whole:
        """Return numbers with different numerators and the same uncertainties."""
        return replace(self, numerators=numerators)

    def __neg__(self) -> Whole:
        return self.with_numerators(-self.numerators)

    @cached_property
    def largest(self) -> int:
        """The largest absolute value of a numerator or an uncertainty."""
        if not self.numerators.size:
            return 0
        largest = max(int(self.numerators.max()), -int(self.numerators.min()))
        if self.uncertainty is None:
            return largest
        return max(largest, int(self.uncertainty.max()))

    @property
    def tolerance(self) -> WholeArray | None:
        """The uncertainty of each numerator, rounded down, or None if all numbers are
        certain.

        Rounding does not change which numerators are tied, because they are integers.
        """
        return None if self.uncertainty is None else self.uncertainty // SHARE

    def grown(self, factor: int) -> Whole:
        """Convert the numbers to a data type that can represent sums of `factor`
        numbers.
        """
        number_type = _type_for(self.largest * factor)
        if self.numerators.dtype in (number_type, object):
            return self
        if number_type is object and self.numerators.dtype == np.float64:
            integers = self.each(lambda numbers: numbers.astype(np.int64))
            return integers.each(lambda numbers: numbers.astype(object))
        return self.each(lambda numbers: numbers.astype(number_type))

    def differences(self, first: Any, second: Any) -> Whole:
        """Subtract the numbers at the second index from the numbers at the first index.

        The uncertainty of a difference is the larger of the two uncertainties. The data
        type of the result can represent sums of two differences.
        """
        numbers = self.grown(4)
        numerators = numbers.numerators[first] - numbers.numerators[second]
        if numbers.uncertainty is None:
            return Whole(numerators, numbers.denominator)
        uncertainty = np.maximum(
            numbers.uncertainty[first], numbers.uncertainty[second]
        )
        return Whole(numerators, numbers.denominator, uncertainty)

    def relative_differences(self) -> Whole:
        """Divide a - b by (a + b) / 2 for each row (a, b) of numbers of shape (n, 2).

        The numbers must not be negative. The quotient of two zeros is 0. If a or b is
        uncertain, the uncertainty of the quotient is 1e-13.
        """
        pairs = [(int(a), int(b)) for a, b in self.numerators.tolist()]
        sums = [max(a + b, 1) for a, b in pairs]  # avoids division by zero
        denominator = math.lcm(*sums)
        numerators = []
        for (a, b), total in zip(pairs, sums, strict=True):
            numerators.append(2 * (a - b) * (denominator // total))
        uncertainty = [0] * len(pairs)
        if self.uncertainty is not None:
            for row in np.flatnonzero(self.uncertainty.any(axis=1)).tolist():
                uncertainty[row] = denominator
        return Whole.of_integers(numerators, uncertainty, denominator)

    def ranges(self) -> Whole:
        """Return the range of each row, which is its largest number minus its smallest
        number.

        The uncertainty of a range is the largest uncertainty of the numbers at its two
        ends.
        """
        numbers = self.grown(4)
        highest = numbers.numerators.max(axis=-1, keepdims=True)
        lowest = numbers.numerators.min(axis=-1, keepdims=True)
        ranges = (highest - lowest)[..., 0]
        if numbers.uncertainty is None:
            return Whole(ranges, numbers.denominator)
        is_end = (numbers.numerators == highest) | (numbers.numerators == lowest)
        at_ends = np.where(np.asarray(is_end, dtype=bool), numbers.uncertainty, 0)
        return Whole(ranges, numbers.denominator, at_ends.max(axis=-1))

    def aligned(self) -> Whole:
        """Subtract the mean of its row from each number of an array of shape (..., n,
        k).

        Each result has the uncertainty of the original number, because the mean cancels
        in differences between two numbers in the same row. The data type of the result
        can represent differences.
        """
        k = self.numerators.shape[-1]
        numbers = self.grown(4 * k)
        multiples = numbers.each(lambda array: k * array)
        sums = numbers.numerators.sum(axis=-1, keepdims=True)
        return replace(
            multiples,
            numerators=multiples.numerators - sums,
            denominator=k * numbers.denominator,
        )

    def means(self, axis: int) -> Whole:
        """Return the means along an axis.

        The uncertainty of a mean is the largest uncertainty of its numbers. The data
        type of the result can represent sums of two means.
        """
        count = self.numerators.shape[axis]
        numbers = self.grown(2 * count)
        # NumPy returns the sum of Python integers over all axes as an integer, so this
        # sum is converted to an array.
        sums = np.asarray(
            numbers.numerators.sum(axis=axis), dtype=numbers.numerators.dtype
        )
        return numbers.combined(sums, count, axis)

    def weighted_means(self, weights: Sequence[int]) -> Whole:
        """Return the means along the last axis with integer weights.

        The uncertainty of a mean is the largest uncertainty of its numbers.
        """
        total = sum(weights)
        rows = self.numerators.reshape(-1, len(weights)).tolist()
        sums = []
        for row in rows:
            sums.append(sum(map(operator.mul, map(int, row), weights)))
        uncertainty = [0] * len(sums)
        if self.uncertainty is not None:
            largest = self.uncertainty.max(axis=-1)
            uncertainty = [total * int(number) for number in largest.flat]
        means = Whole.of_integers(sums, uncertainty, total * self.denominator)
        return means.reshape(self.numerators.shape[:-1])

    def combined(
        self, numerators: WholeArray, factor: int, axis: int | tuple[int, ...]
    ) -> Whole:
        """Return numbers that were computed from these numbers along one or more axes.

        The new denominator is `factor` times the denominator of these numbers. The
        uncertainty of each new number is the largest uncertainty along the axes. If the
        new array has the same shape, all numbers along the axes have the same
        uncertainty.
        """
        denominator = factor * self.denominator
        if self.uncertainty is None:
            return Whole(numerators, denominator)
        keep = numerators.ndim == self.numerators.ndim
        largest = self.uncertainty.max(axis=axis, keepdims=keep)
        uncertainty = np.broadcast_to(factor * largest, numerators.shape)
        return Whole(numerators, denominator, uncertainty)

    @classmethod
    def of_integers(
        cls, numerators: Sequence[int], uncertainty: Sequence[int], denominator: int
    ) -> Whole:
        """Create exact numbers from Python integers, in the simplest suitable data
        type.
        """
        number_type = _type_for(max([0, *map(abs, numerators), *uncertainty]))
        numbers = np.array(numerators, dtype=number_type)
        if not any(uncertainty):
            return cls(numbers, denominator)
        return cls(numbers, denominator, np.array(uncertainty, dtype=number_type))

    def doubles(self) -> FloatArray:
        """Return the nearest doubles. Numbers beyond the largest double become
        infinite.
        """
        numerators, denominator = self.numerators, self.denominator
        if numerators.dtype == np.float64 and denominator <= _EXACT_DOUBLES:
            return np.asarray(numerators / denominator)
        integers = map(int, numerators.reshape(-1).tolist())
        quotients = [_quotient(integer, denominator) for integer in integers]
        return np.array(quotients).reshape(numerators.shape)

    def fits(self, values: FloatArray) -> bool:
        """Return whether an array of doubles contains the nearest doubles of these
        numbers.
        """
        if self.numerators.shape != values.shape:
            return False
        return np.array_equal(self.doubles(), values)

    def fraction(self, place: tuple[int, ...]) -> tuple[Fraction, Fraction]:
        """Return one of the numbers and its uncertainty as fractions."""
        number = Fraction(int(self.numerators[place]), self.denominator)
        if self.uncertainty is None:
            return number, Fraction(0)
        uncertainty = int(self.uncertainty[place])
        return number, Fraction(uncertainty, SHARE * self.denominator)


def _quotient(numerator: int, denominator: int) -> float:
    try:
        # The quotient of two Python integers is rounded only once.
        return numerator / denominator
    except OverflowError:
        return float("inf") if numerator > 0 else float("-inf")


@dataclass(frozen=True, eq=False)
class Exact:
    """An array of scores as doubles, with exact numbers that are computed on demand."""

    values: FloatArray
    given: Whole | None = None
    """The exact numbers, if the doubles do not determine them, as for means of runs."""
    log: list[Tie] | None = field(default=None, repr=False)
    """A list to which ties within the uncertainty are added."""

    @classmethod
    def of(cls, scores: ArrayLike | Exact) -> Exact:
        """Create exact scores from any array."""
        return scores if isinstance(scores, Exact) else cls(as_doubles(scores))

    @classmethod
    def of_runs(
        cls, values: FloatArray, groups: IntArray, count: int, how: str
    ) -> Exact:
        """Summarise the runs of each group by a single score.

        The mean is the exact mean of the decimal numbers that were read. Therefore, it
        does not depend on the order of the runs, and two algorithms with equal decimal
        means are tied. In binary arithmetic, the sum of 0.1, 0.2 and 0.3, for example,
        depends on the order. The uncertainty of a mean is the largest uncertainty of
        its runs. The median of an even number of runs is the mean of the two middle
        runs. If a group has no runs, or if a run is missing, the score is NaN, and its
        exact number is 0.
        """
        sizes = np.bincount(groups, minlength=count)
        if sizes.max(initial=0) > 1:
            gaps = np.bincount(groups, weights=np.isnan(values), minlength=count)
            in_full_group = (gaps == 0)[groups]
            values, groups = values[in_full_group], groups[in_full_group]
            sizes = np.bincount(groups, minlength=count)
        if sizes.max(initial=0) <= 1:
            scores = np.full(count, np.nan)
            scores[groups] = values
            return cls(scores)
        if how == "median":
            middle = _middle_runs(values, groups, sizes)
            values, groups = values[middle], groups[middle]
            sizes = np.where(sizes > 0, 2, 0)
        means = _means(Exact(values).whole, groups, sizes)
        return cls(np.where(sizes > 0, means.doubles(), np.nan), means)

    @staticmethod
    def spread_of_runs(values: FloatArray, groups: IntArray, count: int) -> FloatArray:
        """Return the sample standard deviation of the runs of each group.

        The result is NaN for groups with fewer than two runs or with a missing run.
        """
        sizes = np.bincount(groups, minlength=count)
        with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
            means = np.bincount(groups, weights=values, minlength=count) / sizes
            deviations = values - means[groups]
            squares = np.bincount(groups, weights=deviations**2, minlength=count)
            return np.where(sizes > 1, np.sqrt(squares / (sizes - 1)), np.nan)

    def take(self, key: Any) -> Exact:
        """Return some of the scores by indexing, as in an array."""
        return Exact(self.values[key], self.given and self.given.take(key), self.log)

    def reshape(self, shape: tuple[int, ...]) -> Exact:
        """Return the same scores in a different shape."""
        return Exact(
            self.values.reshape(shape),
            self.given and self.given.reshape(shape),
            self.log,
        )

    def __neg__(self) -> Exact:
        return Exact(-self.values, self.given and -self.given, self.log)

    def watched(self, log: list[Tie]) -> Exact:
        """Return a copy of the scores that appends ties within the uncertainty to a
        list.
        """
        copy = Exact(self.values, self.given, log)
        # The copy has the same values, so these properties need not be computed again.
        copy.__dict__.update(short=self.short, near=self.near)
        return copy

    @cached_property
    def short(self) -> Whole | None:
        """The exact numbers, computed by a fast method. The value is None if a number
        is uncertain, or if doubles cannot represent the sum of eight numbers.
        """
        if self.given is None:
            return _short(self.values)
        if self.given.uncertainty is None and self.given.largest < _EXACT_DOUBLES // 8:
            return self.given
        return None

    @cached_property
    def whole(self) -> Whole:
        """The exact numbers."""
        return self.given or self.short or _from_text(self.values)

    @cached_property
    def near(self) -> float:
        """A bound on the differences between tied scores. Scores that differ by more
        than this bound are not tied, and their doubles are in the correct order. The
        same is true for differences between two scores.
        """
        largest = float(np.abs(self.values).max(initial=0.0))
        exact = self.given
        if exact is not None and exact.uncertainty is not None and self.values.size:
            least_certain = int(exact.uncertainty.max())
            largest = max(largest, _quotient(least_certain, exact.denominator))
        return NEAR * largest


def _middle_runs(values: FloatArray, groups: IntArray, sizes: IntArray) -> IntArray:
    """Return the indices of the two middle runs of each group. For an odd number of
    runs, both are the index of the middle run.
    """
    order = np.lexsort((values, groups))
    start = np.cumsum(sizes) - sizes
    lower = start + (sizes - 1) // 2
    upper = start + sizes // 2
    middle: IntArray = order[np.concatenate([lower[sizes > 0], upper[sizes > 0]])]
    return middle


def as_doubles(values: ArrayLike) -> FloatArray:
    """Convert values to doubles with the same shortest decimal numbers.

    The shortest decimal number for a float32 differs from the shortest decimal number
    for a double with the same value.
    """
    array = np.asarray(values)
    if array.dtype.kind != "f" or array.dtype.itemsize >= 8:
        return np.asarray(array, dtype=np.float64)
    doubles = [float(str(score)) for score in array.reshape(-1)]
    return np.array(doubles).reshape(array.shape)


def decimal(value: float) -> tuple[int, int]:
    """Return the shortest decimal number for a double: its digits as an integer, and
    the number of decimal places, which may be negative.
    """
    mantissa, _, exponent = repr(value).partition("e")
    before, _, after = mantissa.partition(".")
    after = "" if after == "0" else after
    return int(before + after), len(after) - int(exponent or 0)


def is_uncertain(number: int) -> bool:
    """Return whether an integer has 14 or more digits without its trailing zeros."""
    if abs(number) < SHARE:
        return False
    return number % 10 != 0 or len(str(abs(number)).rstrip("0")) >= UNCERTAIN_DIGITS


def _type_for(largest: int) -> Any:
    """Return the simplest data type for integers up to this size."""
    if largest < _EXACT_DOUBLES:
        return np.float64
    return np.int64 if largest < 2**62 else object


def _short(values: FloatArray) -> Whole | None:
    """Return the exact numbers if all values have at most 13 digits, and otherwise
    None.
    """
    if not values.size:
        return Whole(values, 1)
    largest = max(float(values.max()), -float(values.min()))
    places = 0
    pending = values.reshape(-1)
    while pending.size:
        places = max(places, decimal(float(pending[0]))[1])
        # If the numerators are below 10**13, two different decimal numbers with this
        # number of decimal places are never represented by the same double. Therefore,
        # a numerator is exact if the quotient equals the score.
        if places > _LARGEST_EXACT_POWER or not largest * 10.0**places < SHARE:
            return None
        numerators = np.rint(values * 10.0**places)
        pending = values[numerators / 10.0**places != values]
    return Whole(numerators, 10**places)


def _from_text(values: FloatArray) -> Whole:
    """Return the exact numbers, which are computed from the digits of each distinct
    score.
    """
    different, inverse = np.unique(values, return_inverse=True)
    decimals = [decimal(value) for value in different.tolist()]
    most_places = max([0, *(places for _, places in decimals)])
    numerators = []
    uncertainty = []
    for number, places in decimals:
        numerator = number * 10 ** (most_places - places)
        numerators.append(numerator)
        uncertainty.append(abs(numerator) if is_uncertain(number) else 0)
    numbers = Whole.of_integers(numerators, uncertainty, 10**most_places)
    return numbers.take(inverse.reshape(values.shape))


def _means(runs: Whole, groups: IntArray, sizes: IntArray) -> Whole:
    """Return the mean of each group. All means have a common denominator.

    Let c be the least common multiple of the group sizes, and d the denominator of the
    runs. The mean of m runs with the sum s / d is then (s c / m) / (c d).
    """
    different = sorted(set(sizes.tolist()) - {0})
    common = math.lcm(*different)
    runs = runs.grown(2 * common * different[-1])
    denominator = runs.denominator * common
    factor_of = {size: common // size for size in different} | {0: 0}
    factors: WholeArray = np.array(
        [factor_of[size] for size in sizes.tolist()], dtype=runs.numerators.dtype
    )
    if runs.uncertainty is None and runs.numerators.dtype == np.float64:
        sums = np.bincount(groups, weights=runs.numerators, minlength=len(sizes))
        return Whole(sums * factors, denominator)
    order = np.argsort(groups, kind="stable")
    filled = sizes > 0
    start = (np.cumsum(sizes) - sizes)[filled]
    sums = np.zeros(len(sizes), dtype=runs.numerators.dtype)
    sums[filled] = np.add.reduceat(runs.numerators[order], start)
    if runs.uncertainty is None:
        return Whole(sums * factors, denominator)
    uncertainty = np.zeros(len(sizes), dtype=runs.uncertainty.dtype)
    largest = np.maximum.reduceat(runs.uncertainty[order], start)
    uncertainty[filled] = largest * common
    return Whole(sums * factors, denominator, uncertainty)
