"""Scores as the exact numbers that they stand for, so that ties do not depend on binary
rounding or on any order.

A score is the shortest decimal of the double that was read (of the float32, in arrays
of float32), never rounded. Sums, means and differences are exact: whole numerators over
one denominator. A decimal of 14 or more digits stands for a number that was cut off
somewhere (9/13 = 0.6923076923076923): it is uncertain by 1e-13 of itself, a shorter one
not at all. Two values tie if their exact difference is at most the largest uncertainty
among the scores in it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cddiagram._util.types import FloatArray, IntArray

WholeArray: TypeAlias = NDArray[Any]
"""Whole numbers: doubles below 2**53, int64, or Python's integers where the digits need them."""

Tie: TypeAlias = tuple[str, tuple[int, ...]]
"""What the tolerance made: the kind of what ties, and places."""

UNCERTAIN_DIGITS = 14
"""From so many significant digits on a score is uncertain."""
SHARE = 10 ** (UNCERTAIN_DIGITS - 1)
"""It is so by this part of itself."""

NEAR = 1.1e-13
"""Values further apart than this part of the largest score tie by no rule; the rest above 1e-13 is for the rounding of
doubles, also of differences of differences."""
_EXACT_DOUBLES = 2**53
_LARGEST_EXACT_POWER = 22  # 10**22 is the last power of ten that a double holds exactly


@dataclass(frozen=True, eq=False)
class Whole:
    """Numbers as whole numerators over one denominator."""

    numerators: WholeArray
    denominator: int
    coarse: WholeArray | None = None
    """``SHARE`` times the uncertainty of each number, in its unit and of its type; None where none has any."""

    def each(self, change: Callable[[WholeArray], WholeArray]) -> Whole:
        """Return the numbers with numerators and uncertainties changed alike."""
        coarse = None if self.coarse is None else change(self.coarse)
        return replace(self, numerators=change(self.numerators), coarse=coarse)

    def take(self, key: Any) -> Whole:
        """Return some of the numbers, as indexing an array does."""
        return self.each(lambda numbers: numbers[key])

    def reshape(self, shape: tuple[int, ...]) -> Whole:
        """Return the same numbers in another shape."""
        return self.each(lambda numbers: numbers.reshape(shape))

    @cached_property
    def largest(self) -> int:
        """No numerator, and no uncertainty, is larger in size."""
        if not self.numerators.size:
            return 0
        sizes = [
            self.numerators.max(),
            -self.numerators.min(),
            *([] if self.coarse is None else [self.coarse.max()]),
        ]
        return max(int(size) for size in sizes)

    def grown(self, factor: int) -> Whole:
        """Return the same numbers in a type that holds sums of `factor` of them."""
        kept = _type_for(self.largest * factor)
        if self.numerators.dtype in (kept, object):
            return self
        wide = (
            np.int64 if kept is object and self.numerators.dtype == np.float64 else kept
        )  # doubles become whole first
        return self.each(lambda numbers: numbers.astype(wide).astype(kept))

    @classmethod
    def of_integers(
        cls, numerators: Sequence[int], coarse: Sequence[int], denominator: int
    ) -> Whole:
        """Make exact numbers from Python's integers, in the simplest type that holds
        them.
        """
        kept = _type_for(max([0, *map(abs, numerators), *coarse]))
        return cls(
            np.array(numerators, dtype=kept),
            denominator,
            np.array(coarse, dtype=kept) if any(coarse) else None,
        )

    def doubles(self) -> FloatArray:
        """Return the nearest doubles, each quotient rounded once; infinite beyond the
        largest double.
        """
        numerators, denominator = self.numerators, self.denominator
        if numerators.dtype == np.float64 and denominator <= _EXACT_DOUBLES:
            return np.asarray(numerators / denominator)
        quotients = [
            _quotient(int(number), denominator)
            for number in numerators.reshape(-1).tolist()
        ]
        return np.array(quotients).reshape(numerators.shape)

    def fits(self, values: FloatArray) -> bool:
        """Return whether these are the exact numbers of an array of doubles."""
        return self.numerators.shape == values.shape and np.array_equal(
            self.doubles(), values
        )

    def fraction(self, place: tuple[int, ...]) -> tuple[Fraction, Fraction]:
        """Return one of the numbers, and its uncertainty."""
        uncertain = 0 if self.coarse is None else int(self.coarse[place])
        return Fraction(int(self.numerators[place]), self.denominator), Fraction(
            uncertain, SHARE * self.denominator
        )


def _quotient(numerator: int, denominator: int) -> float:
    try:
        return (
            numerator / denominator
        )  # Python rounds the quotient of two integers once
    except OverflowError:
        return float("inf") if numerator > 0 else float("-inf")


@dataclass(frozen=True, eq=False)
class Exact:
    """An array of scores: the doubles, and on demand the exact numbers that they stand
    for.
    """

    values: FloatArray
    given: Whole | None = None
    """The exact numbers where the doubles do not tell them: those of means over runs."""
    log: list[Tie] | None = field(default=None, repr=False)
    """Where to write what the tolerance made."""

    @classmethod
    def of(cls, scores: ArrayLike | Exact) -> Exact:
        """Take any array of scores."""
        return scores if isinstance(scores, Exact) else cls(as_doubles(scores))

    @classmethod
    def of_runs(
        cls, values: FloatArray, groups: IntArray, count: int, how: str
    ) -> Exact:
        """Reduce runs to one score for each group.

        The mean is that of the decimal numbers that were read, added without rounding. So
        it does not depend on the order of the runs, and two algorithms with equal decimal
        means tie: the mean of 0.1, 0.2, 0.3 is that of three times 0.2, which binary sums
        miss. It is as uncertain as the most uncertain of its runs. The median of an even
        number of runs is the mean of the middle two. Groups without runs, or with a missing
        one (NaN), get NaN, and 0 exactly.
        """
        sizes = np.bincount(groups, minlength=count)
        if sizes.max(initial=0) > 1:
            kept = (
                np.bincount(groups, weights=np.isnan(values), minlength=count) == 0
            )[groups]
            values, groups = values[kept], groups[kept]
            sizes = np.bincount(groups, minlength=count)
        if sizes.max(initial=0) <= 1:
            scores = np.full(count, np.nan)
            scores[groups] = values
            return cls(scores)
        if how == "median":
            order = np.lexsort((values, groups))
            begin = np.cumsum(sizes) - sizes
            middle = np.concatenate(
                [(begin + (sizes - 1) // 2)[sizes > 0], (begin + sizes // 2)[sizes > 0]]
            )
            values, groups = values[order[middle]], groups[order[middle]]
            sizes = np.where(sizes > 0, 2, 0)
        whole = _means(Exact(values).whole, groups, sizes)
        return cls(np.where(sizes > 0, whole.doubles(), np.nan), whole)

    @staticmethod
    def spread_of_runs(values: FloatArray, groups: IntArray, count: int) -> FloatArray:
        """Return the sample standard deviation of the runs of each group.

        It is NaN for groups of fewer than two runs, and if a run is missing.
        """
        sizes = np.bincount(groups, minlength=count)
        with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
            means = np.bincount(groups, weights=values, minlength=count) / sizes
            deviations = values - means[groups]
            squares = np.bincount(groups, weights=deviations**2, minlength=count)
            return np.where(sizes > 1, np.sqrt(squares / (sizes - 1)), np.nan)

    def take(self, key: Any) -> Exact:
        """Return some of the scores, as indexing an array does."""
        return Exact(self.values[key], self.given and self.given.take(key), self.log)

    def reshape(self, shape: tuple[int, ...]) -> Exact:
        """Return the same scores in another shape."""
        return Exact(
            self.values.reshape(shape),
            self.given and self.given.reshape(shape),
            self.log,
        )

    def __neg__(self) -> Exact:
        whole = self.given and replace(self.given, numerators=-self.given.numerators)
        return Exact(-self.values, whole, self.log)

    def watched(self, log: list[Tie]) -> Exact:
        """Return the same scores, writing ties that the tolerance makes into a list."""
        watched = Exact(self.values, self.given, log)
        watched.__dict__.update(
            {name: getattr(self, name) for name in ("short", "near")}
        )
        return watched

    @cached_property
    def short(self) -> Whole | None:
        """The exact numbers if all are certain and doubles hold sums of eight
        numerators; else None. Found fast.
        """
        if self.given is not None:
            return (
                self.given
                if self.given.coarse is None
                and self.given.largest < _EXACT_DOUBLES // 8
                else None
            )
        return _short(self.values)

    @cached_property
    def whole(self) -> Whole:
        """The exact numbers."""
        return self.given or self.short or _from_text(self.values)

    @cached_property
    def near(self) -> float:
        """Scores, and differences of two, that are further apart as doubles are in the
        right order and do not tie.
        """
        largest = float(np.abs(self.values).max(initial=0.0))
        if (
            self.given is not None
            and self.given.coarse is not None
            and self.values.size
        ):
            largest = max(
                largest, _quotient(int(self.given.coarse.max()), self.given.denominator)
            )
        return NEAR * largest


def as_doubles(values: ArrayLike) -> FloatArray:
    """Return doubles with the same shortest decimals: those of a float32 are not those
    of its nearest double.
    """
    array = np.asarray(values)
    if array.dtype.kind == "f" and array.dtype.itemsize < 8:
        return np.array([float(str(score)) for score in array.reshape(-1)]).reshape(
            array.shape
        )
    return np.asarray(array, dtype=np.float64)


def decimal(value: float) -> tuple[int, int]:
    """Return the shortest decimal of a double as a whole number and its decimal places,
    which may be negative.
    """
    mantissa, _, exponent = repr(value).partition("e")
    before, _, after = mantissa.partition(".")
    after = "" if after == "0" else after
    return int(before + after), len(after) - int(exponent or 0)


def is_uncertain(number: int) -> bool:
    """Whether a whole number has 14 or more digits, zeros at its end not counted."""
    if abs(number) < SHARE:
        return False
    return number % 10 != 0 or len(str(abs(number)).rstrip("0")) >= UNCERTAIN_DIGITS


def _type_for(largest: int) -> Any:
    return (
        np.float64
        if largest < _EXACT_DOUBLES
        else np.int64
        if largest < 2**62
        else object
    )


def _short(values: FloatArray) -> Whole | None:
    """Find the decimal places of numbers of at most 13 digits; None if one has more, or
    too many places.
    """
    if not values.size:
        return Whole(values, 1)
    largest = max(float(values.max()), -float(values.min()))
    places, pending = 0, values.reshape(-1)
    while pending.size:
        places = max(places, decimal(float(pending[0]))[1])
        # Below 10**13 the numerator is the decimal: no other one with so few digits has
        # the same double.
        if places > _LARGEST_EXACT_POWER or not largest * 10.0**places < SHARE:
            return None
        numerators = np.rint(values * 10.0**places)
        pending = values[numerators / 10.0**places != values]
    return Whole(numerators, 10**places)


def _from_text(values: FloatArray) -> Whole:
    different, places_of = np.unique(values, return_inverse=True)
    found = [decimal(value) for value in different.tolist()]
    places = max([0, *(place for _, place in found)])
    powers = [
        10**power
        for power in range(places - min([0, *(place for _, place in found)]) + 1)
    ]
    numerators = [number * powers[places - place] for number, place in found]
    coarse = [
        abs(numerator) if is_uncertain(number) else 0
        for numerator, (number, _) in zip(numerators, found, strict=True)
    ]
    return Whole.of_integers(numerators, coarse, 10**places).take(
        places_of.reshape(values.shape)
    )


def _means(runs: Whole, groups: IntArray, sizes: IntArray) -> Whole:
    """Add the runs of each group and divide by their number: over one denominator for
    all.
    """
    numbers = sorted(set(sizes.tolist()) - {0})
    common = math.lcm(*numbers)
    runs = runs.grown(2 * common * numbers[-1])
    denominator = runs.denominator * common
    factor = {size: common // size for size in numbers} | {0: 0}
    factors: WholeArray = np.array(
        [factor[size] for size in sizes.tolist()], dtype=runs.numerators.dtype
    )
    if (
        runs.coarse is None and runs.numerators.dtype == np.float64
    ):  # and doubles hold the sums
        return Whole(
            np.bincount(groups, weights=runs.numerators, minlength=len(sizes))
            * factors,
            denominator,
        )
    order, filled = np.argsort(groups, kind="stable"), sizes > 0
    begin = (np.cumsum(sizes) - sizes)[filled]
    sums = np.zeros(len(sizes), dtype=runs.numerators.dtype)
    sums[filled] = np.add.reduceat(runs.numerators[order], begin)
    coarse = None
    if runs.coarse is not None:
        coarse = np.zeros(len(sizes), dtype=runs.coarse.dtype)
        coarse[filled] = np.maximum.reduceat(runs.coarse[order], begin) * common
    return Whole(sums * factors, denominator, coarse)
