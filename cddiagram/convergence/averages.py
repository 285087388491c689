"""Averages of histories over the problems: one curve for each algorithm."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cddiagram.convergence.histories import Histories
from cddiagram.features import FEATURES
from cddiagram.stats import rank_scores
from cddiagram.text import Option, UsageError, choose_from

Values = NDArray[np.float64]

#: The averages and their names at the beginning of a sentence.
AVERAGE_NAMES = {
    "geometric-mean": "Geometric mean",
    "rank": "Average rank",
    "mean": "Mean",
}


def errors_of(histories: Histories) -> tuple[Values, str]:
    """Return the errors, or the values if the optimum is not known.

    If no optimum is specified, nonnegative values to be minimised are errors.

    Returns
    -------
    array : ndarray, shape (k, n, c)
        The errors or values.
    name : {"error", "value"}
        The kind of the array.
    """
    values = np.asarray(histories.values)
    if histories.optimum is None:
        are_errors = not histories.higher_is_better and bool((values >= 0).all())
        return values, "error" if are_errors else "value"
    optimum = np.asarray(histories.optimum)[:, np.newaxis]
    if histories.higher_is_better:
        return optimum - values, "error"
    return values - optimum, "error"


def chosen_average(histories: Histories, errors: Values, average: str) -> str:
    """Check the name of an average, and replace "auto" by a suitable average.

    Errors on different problems may differ by orders of magnitude, so that the largest
    errors dominate their arithmetic mean. The geometric mean depends on the ratios of
    errors and is therefore the default. It is 0 or undefined if an error is not
    positive; the default is then the average rank.
    """
    averages = FEATURES["histories"].choices["average"]
    if average not in averages:
        raise UsageError(choose_from(Option("average"), average, averages))
    positive = bool((errors > 0).all())
    if average == "geometric-mean" and not positive:
        raise _not_positive(histories, errors)
    if average != "auto":
        return average
    are_scores = histories.higher_is_better and histories.optimum is None
    if positive and not are_scores:
        return "geometric-mean"
    return "rank"


def _not_positive(histories: Histories, errors: Values) -> UsageError:
    """Return the exception for the first error that is not positive."""
    i, p, j = np.argwhere(errors <= 0)[0]
    number = f"{float(errors[i, p, j]):.6g}"
    return UsageError(
        "the geometric mean requires positive errors, but the error of "
        f"'{histories.algorithms[i]}' on '{histories.problems[p]}' is {number}. Use ",
        Option("average", "rank"),
        ".",
    )


def average_curves(histories: Histories, errors: Values, average: str) -> Values:
    """Return the average over the problems for each algorithm and cut-point.

    The result has the shape (k, c). `average` is a result of `chosen_average`.
    """
    if average == "geometric-mean":
        return np.asarray(np.exp(np.log(errors).mean(axis=1)))
    if average == "mean":
        return np.asarray(errors.mean(axis=1))
    columns = []
    for point in histories.cut_points:
        table = histories.scores_at(point)
        ranks = rank_scores(table.exact, table.higher_is_better)
        columns.append(ranks.mean(axis=0))
    return np.stack(columns, axis=1)
