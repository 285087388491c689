"""Checks of the values, cut-points, optima and run counts of histories."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NoReturn

import numpy as np
from numpy.typing import ArrayLike

from cddiagram._util import BoolArray, FloatArray, IntArray, as_numbers
from cddiagram.convergence.units import with_unit
from cddiagram.text import InputError, Option, Phrase, choose_from, listed


def numeric_values(values: ArrayLike) -> FloatArray:
    """Convert values to an array of floats with three axes."""
    axes = "three, algorithms x problems x cut-points"
    return as_numbers(values, "values", ndim=3, each="k x n x c numbers", axes=axes)


def run_counts_of(
    run_counts: ArrayLike | None, shape: tuple[int, ...]
) -> IntArray | None:
    """Return a read-only copy of the run counts, which must be positive integers."""
    if run_counts is None:
        return None
    numbers = as_numbers(
        run_counts,
        "run_counts",
        ndim=2,
        each="k x n numbers",
        axes="two, algorithms x problems",
    )
    positive = np.isfinite(numbers) & (numbers >= 1)
    are_counts = bool((positive & (numbers == np.rint(numbers))).all())
    if numbers.shape != shape or not are_counts:
        k, n = shape
        raise InputError(
            f"run_counts must contain {k} x {n} positive whole numbers. Specify the "
            "number of runs for each algorithm and problem."
        )
    counts = numbers.astype(np.int64)
    counts.setflags(write=False)
    return counts


def run_quartiles_of(
    run_quartiles: ArrayLike | None, shape: tuple[int, ...]
) -> FloatArray | None:
    """Return a read-only copy of the quartiles over runs.

    The quartiles must be finite, and the lower quartiles must come first.
    """
    if run_quartiles is None:
        return None
    numbers = as_numbers(
        run_quartiles,
        "run_quartiles",
        ndim=4,
        each="2 x k x n x c numbers",
        axes="four, quartiles x algorithms x problems x cut-points",
    )
    if numbers.shape != (2, *shape) or not (numbers[0] <= numbers[1]).all():
        k, n, c = shape
        raise InputError(
            f"run_quartiles must contain 2 x {k} x {n} x {c} numbers, with the lower "
            "quartiles first. Specify both quartiles of every value."
        )
    numbers.setflags(write=False)
    return numbers


def check_cut_points(points: Sequence[float]) -> None:
    """Raise an error if there are fewer than two cut-points or they do not increase."""
    if len(points) < 2:
        number = "one cut-point" if points else "no cut-points"
        raise InputError(
            f"the histories have {number}, but a trend requires two or more. Specify "
            "more cut-points, for example 10."
        )
    if not (np.isfinite(points).all() and (np.diff(points) > 0).all()):
        raise InputError(
            "the cut-points must be finite and increasing. Specify each cut-point "
            "once, with the earliest first."
        )


def raise_worse(
    what: str,
    values: FloatArray,
    points: Sequence[float] | FloatArray,
    unit: str,
    higher_is_better: bool,
) -> NoReturn:
    """Raise an error for a history that gets worse.

    The message quotes the first value that is worse than its predecessor, and both
    positions.
    """
    _, worse = cumulate(values, higher_is_better)
    after = int(np.argmax(worse))
    before = after - 1
    verb, direction, remedy = "increases", "higher", "pass"
    if higher_is_better:
        verb, direction, remedy = "decreases", "lower", "omit"
    raise InputError(
        f"{what} {verb} from {values[before]:.12g} to {values[after]:.12g} between "
        f"{points[before]:.12g} and {with_unit(points[after], unit)}. Use ",
        Option("best_so_far", True),
        f" to replace each value with the best value so far, or {remedy} ",
        Option("higher_is_better", True),
        f" if {direction} values are better.",
    )


def cumulate(values: ArrayLike, higher_is_better: bool) -> tuple[FloatArray, BoolArray]:
    """Replace each value with the best value so far along the last axis.

    Also return a mask of the values that are worse than an earlier value.
    """
    array = np.asarray(values, dtype=np.float64)
    best_of = np.maximum if higher_is_better else np.minimum
    best = best_of.accumulate(array, axis=-1)
    return best, best != array


def cumulated_note(worse: int, count: int) -> tuple[str, ...]:
    """Report the number of histories with values that were replaced."""
    if not worse:
        return ()
    return (
        f"In {worse} of {count} histories, some values were worse than earlier ones and "
        "were replaced by the best value so far.",
    )


def optima_of(
    optimum: float | Mapping[str, float] | Iterable[float] | None,
    problems: tuple[str, ...],
) -> tuple[float, ...] | None:
    """Return the optimum of each problem.

    `optimum` is one number for all problems, a mapping from problem names to numbers,
    or an iterable with one number for each problem.
    """
    if optimum is None:
        return None
    numbers = _optima_in_order(optimum, problems)
    if len(numbers) != len(problems):
        raise InputError(
            f"{len(numbers)} optima are specified for {len(problems)} problems. Specify "
            "one for each problem."
        )
    try:
        optima = tuple(float(value) for value in numbers)
    except (TypeError, ValueError) as error:
        raise InputError(
            f"an optimum is not a number ({error}). Specify one number for all "
            "problems, or one for each problem."
        ) from error
    for problem, value in zip(problems, optima, strict=True):
        if not np.isfinite(value):
            raise InputError(
                f"the optimum of '{problem}' is {value}. Specify a finite number."
            )
    return optima


def _optima_in_order(
    optimum: float | Mapping[str, float] | Iterable[float], problems: tuple[str, ...]
) -> list[float]:
    """Return the specified optima in the order of the problems, without validation."""
    if isinstance(optimum, Mapping):
        return _optima_by_name(optimum, problems)
    if isinstance(optimum, Iterable) and not isinstance(optimum, str):
        return list(optimum)
    return [optimum] * len(problems)


def _optima_by_name(
    optimum: Mapping[str, float], problems: tuple[str, ...]
) -> list[float]:
    """Return the optima in a mapping, in the order of the problems."""
    for name in optimum:
        if str(name) not in problems:
            what = Phrase("problem in ", Option("optimum"))
            raise InputError(choose_from(what, name, problems))
    by_name = {str(name): value for name, value in optimum.items()}
    without = [problem for problem in problems if problem not in by_name]
    if without:
        raise InputError(
            "no optimum is specified for ",
            listed(without),
            ". Specify one for each problem.",
        )
    return [by_name[problem] for problem in problems]
