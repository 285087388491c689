"""What histories must be: names, shape and values, each refusal a sentence that names the place and what helps."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from cddiagram.errors import InputError

if TYPE_CHECKING:
    from cddiagram.convergence.histories import Histories

FloatArray = NDArray[np.float64]


def check_shape(values: FloatArray, histories: Histories) -> None:
    """Refuse names that do not fit the values, cut-points that do not rise, and optima that are no numbers.

    Raises
    ------
    InputError
        Saying what does not fit.
    """
    shape = (histories.k, histories.n, histories.c)
    if values.shape != shape:
        raise InputError(
            f"values have shape {values.shape}, the names say {shape[0]} algorithms, {shape[1]} problems and "
            f"{shape[2]} cut-points: give algorithms x problems x cut-points."
        )
    if histories.c < 2:
        raise InputError(
            f"the histories have {'one cut-point' if histories.c else 'no cut-points'}: a trend needs two or more, "
            "10 are usual."
        )
    points = np.asarray(histories.cut_points)
    if not (np.isfinite(points).all() and (np.diff(points) > 0).all()):
        raise InputError("the cut-points must be finite and rise: give each of them once, the earliest first.")
    if histories.optimum is not None and len(histories.optimum) != histories.n:
        raise InputError(
            f"{len(histories.optimum)} optima are given for {histories.n} problems: give one for every problem."
        )
    for problem, optimum in zip(histories.problems, histories.optimum or (), strict=False):
        if not np.isfinite(optimum):
            raise InputError(f"the optimum of '{problem}' is {optimum}: give a finite number.")


def check_values(values: FloatArray, histories: Histories) -> None:
    """Refuse a missing or infinite value, and a history that gets worse.

    Raises
    ------
    InputError
        Naming the algorithm, the problem and the cut-point.
    """
    wrong = np.argwhere(~np.isfinite(values))
    if wrong.size:
        i, p, j = wrong[0]
        kind = "missing (nan)" if np.isnan(values[i, p, j]) else f"infinite ({values[i, p, j]})"
        raise InputError(
            f"the value of '{histories.algorithms[i]}' on '{histories.problems[p]}' at {histories.cut_points[j]:.12g} "
            f"{histories.unit} is {kind}: give a finite number, or leave the problem out."
        )
    steps = np.diff(values, axis=-1)
    worse = np.argwhere(steps < 0 if histories.higher_is_better else steps > 0)
    if worse.size:
        i, p, j = worse[0]
        raise InputError(
            worse_sentence(
                f"the history of '{histories.algorithms[i]}' on '{histories.problems[p]}'",
                (values[i, p, j], values[i, p, j + 1]),
                (histories.cut_points[j], histories.cut_points[j + 1]),
                histories.unit,
                histories.higher_is_better,
            )
        )


def worse_sentence(
    what: str, values: tuple[float, float], points: tuple[float, float], unit: str, higher_is_better: bool
) -> str:
    """Refuse a history that gets worse.

    Examples
    --------
    >>> worse_sentence("the history of 'A'", (3.0, 4.0), (10.0, 20.0), "evaluations", False)[:67]
    "the history of 'A' rises from 3 to 4 between 10 and 20 evaluations:"
    """
    verb = "falls" if higher_is_better else "rises"
    hint = "leave out higher_is_better=True if lower" if higher_is_better else "pass higher_is_better=True if higher"
    return (
        f"{what} {verb} from {values[0]:.12g} to {values[1]:.12g} between {points[0]:.12g} and {points[1]:.12g} "
        f"{unit}: pass best_so_far=True to take the best value so far, or {hint} values are better."
    )
