"""Checks of the values, optima and numbers of runs of histories."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NoReturn

import numpy as np
from numpy.typing import ArrayLike

from cddiagram._util import BoolArray, FloatArray, IntArray, as_numbers
from cddiagram.convergence.units import with_unit
from cddiagram.text import InputError, Option, Phrase, choose_from, listed


def numeric_values(values: ArrayLike) -> FloatArray:
    """Return values as an array of three axes."""
    axes = "three, algorithms x problems x cut-points"
    return as_numbers(values, "values", ndim=3, each="k x n x c numbers", axes=axes)


def run_counts_of(
    run_counts: ArrayLike | None, shape: tuple[int, ...]
) -> IntArray | None:
    """Check and copy the numbers of runs."""
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
    if numbers.shape != shape or not (positive & (numbers == np.rint(numbers))).all():
        k, n = shape
        raise InputError(
            f"run_counts must be {k} x {n} whole numbers, 1 or more: give one for "
            "each algorithm and problem."
        )
    counts = numbers.astype(np.int64)
    counts.setflags(write=False)
    return counts


def raise_worse(
    what: str,
    values: FloatArray,
    points: Sequence[float] | FloatArray,
    unit: str,
    higher_is_better: bool,
) -> NoReturn:
    """Raise an error for a history that gets worse, with the first place."""
    at = int(np.argmax(cumulate(values, higher_is_better)[1])) - 1
    verb, do, when = "rises", "pass", "higher"
    if higher_is_better:
        verb, do, when = "falls", "leave out", "lower"
    raise InputError(
        f"{what} {verb} from {values[at]:.12g} to {values[at + 1]:.12g} between "
        f"{points[at]:.12g} and "
        f"{with_unit(points[at + 1], unit)}: pass ",
        Option("best_so_far", True),
        f" to take the best value so far, or {do} ",
        Option("higher_is_better", True),
        f" if {when} values are better.",
    )


def cumulate(values: ArrayLike, higher_is_better: bool) -> tuple[FloatArray, BoolArray]:
    """Replace each value by the best so far along the last axis; also return which
    values were worse.
    """
    array = np.asarray(values, dtype=np.float64)
    best = (np.maximum if higher_is_better else np.minimum).accumulate(array, axis=-1)
    return best, best != array


def cumulated_note(worse: int, count: int) -> tuple[str, ...]:
    """Report how many histories were cumulated, if any were."""
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
    """Return the optimum of each problem from one number, a mapping by name, or one
    number for each problem.
    """
    if optimum is None:
        return None
    if isinstance(optimum, Mapping):
        numbers = _optima_by_name(optimum, problems)
    elif isinstance(optimum, Iterable) and not isinstance(optimum, str):
        numbers = list(optimum)
    else:
        numbers = [optimum] * len(problems)
    if len(numbers) != len(problems):
        raise InputError(
            f"{len(numbers)} optima are given for {len(problems)} problems: give one "
            "for every problem."
        )
    try:
        optima = tuple(float(value) for value in numbers)
    except (TypeError, ValueError) as error:
        raise InputError(
            f"an optimum is not a number ({error}): give one for all problems, or one "
            "for each."
        ) from error
    for problem, value in zip(problems, optima, strict=True):
        if not np.isfinite(value):
            raise InputError(
                f"the optimum of '{problem}' is {value}: give a finite number."
            )
    return optima


def _optima_by_name(
    optimum: Mapping[str, float], problems: tuple[str, ...]
) -> list[float]:
    """Return the optima in the order of the problems."""
    for name in optimum:
        if str(name) not in problems:
            what = Phrase("problem in ", Option("optimum"))
            raise InputError(choose_from(what, name, problems))
    by_name = {str(name): value for name, value in optimum.items()}
    without = [problem for problem in problems if problem not in by_name]
    if without:
        raise InputError(
            "the optimum of ",
            listed(without),
            " is not given: give one for every problem.",
        )
    return [by_name[problem] for problem in problems]
