"""What is done before histories are made: the best value so far, and the optimum of each problem."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cddiagram.errors import InputError, choose_from, listed

FloatArray = NDArray[np.float64]


def cumulate(values: ArrayLike, higher_is_better: bool) -> tuple[FloatArray, NDArray[np.bool_]]:
    """Replace each value by the best so far along the last axis.

    Returns
    -------
    values : ndarray of float
        Never getting worse.
    worse : ndarray of bool
        Where the value given was worse than one before it.

    Examples
    --------
    >>> cumulate([5, 7, 3], higher_is_better=False)[0].tolist()
    [5.0, 5.0, 3.0]
    """
    array = np.asarray(values, dtype=np.float64)
    best = (np.maximum if higher_is_better else np.minimum).accumulate(array, axis=-1)
    return best, best != array


def cumulated_note(worse: int, count: int) -> tuple[str, ...]:
    """Say how many histories were cumulated.

    Examples
    --------
    >>> cumulated_note(2, 8), cumulated_note(0, 8)
    (('2 of 8 histories got worse somewhere: the best value so far was taken.',), ())
    """
    return (f"{worse} of {count} histories got worse somewhere: the best value so far was taken.",) if worse else ()


def optima_of(
    optimum: float | Mapping[str, float] | Iterable[float] | None, problems: tuple[str, ...]
) -> tuple[float, ...] | None:
    """Give the optimum of each problem from one number, a mapping by name, or one number for each.

    Raises
    ------
    InputError
        If a problem has none, a name is unknown, or an optimum is no number.

    Examples
    --------
    >>> optima_of(-1, ("a", "b")), optima_of({"a": 0, "b": 5}, ("a", "b"))
    ((-1.0, -1.0), (0.0, 5.0))
    """
    if optimum is None:
        return None
    if isinstance(optimum, Mapping):
        for name in optimum:
            if str(name) not in problems:
                raise InputError(choose_from("problem in optimum", name, problems))
        known = {str(name): value for name, value in optimum.items()}
        without = [problem for problem in problems if problem not in known]
        if without:
            raise InputError(f"the optimum of {listed(without)} is not given: give one for every problem.")
        found = [known[problem] for problem in problems]
    elif isinstance(optimum, Iterable) and not isinstance(optimum, str):
        found = list(optimum)
    else:
        found = [optimum] * len(problems)
    if len(found) != len(problems):
        raise InputError(f"{len(found)} optima are given for {len(problems)} problems: give one for every problem.")
    try:
        return tuple(float(value) for value in found)
    except (TypeError, ValueError) as error:
        raise InputError(
            f"an optimum is not a number ({error}): give one for all problems, or one for each."
        ) from error
