"""Averages of histories over the problems: one curve for each algorithm."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cddiagram.convergence.histories import Histories
from cddiagram.features import FEATURES
from cddiagram.stats import rank_scores
from cddiagram.text import Option, UsageError, choose_from

Values = NDArray[np.float64]

#: Average -> its name at the beginning of a note or a sentence.
AVERAGE_NAMES = {
    "geometric-mean": "Geometric mean",
    "rank": "Average rank",
    "mean": "Mean",
}


def errors_of(histories: Histories) -> tuple[Values, str]:
    """Return what is drawn of histories, (k, n, c), and what it is called: "error" or
    "value".
    """
    values = np.asarray(histories.values)
    if histories.optimum is None:
        error = not histories.higher_is_better and bool((values >= 0).all())
        return values, "error" if error else "value"
    optimum = np.asarray(histories.optimum)[:, np.newaxis]
    return (
        optimum - values if histories.higher_is_better else values - optimum
    ), "error"


def chosen_average(histories: Histories, errors: Values, average: str) -> str:
    """Return which average over the problems is drawn.

    The errors of unlike problems may differ by powers of ten, and then the largest ones
    decide their arithmetic mean. So "auto" is the geometric mean, for which a problem
    counts by the ratios of its errors. It is 0 or undefined if an error is not
    positive, and then "auto" is the average rank.
    """
    averages = FEATURES["histories"].choices["average"]
    if average not in averages:
        raise UsageError(choose_from(Option("average"), average, averages))
    positive = bool((errors > 0).all())
    values = histories.higher_is_better and histories.optimum is None
    if average == "auto":
        return "geometric-mean" if positive and not values else "rank"
    if average == "geometric-mean" and not positive:
        algorithm, problem, point = np.argwhere(errors <= 0)[0]
        place = (
            f"'{histories.algorithms[algorithm]}' on '{histories.problems[problem]}'"
        )
        number = f"{float(errors[algorithm, problem, point]):.6g}"
        raise UsageError(
            f"the geometric mean needs positive errors, and that of {place} is "
            f"{number}: pass ",
            Option("average", "rank"),
            ".",
        )
    return average


def average_curves(histories: Histories, errors: Values, average: str) -> Values:
    """Return the average of each algorithm at each cut-point, (k, c); `average` is that
    of `chosen_average`.
    """
    if average == "geometric-mean":
        return np.asarray(np.exp(np.log(errors).mean(axis=1)))
    if average == "mean":
        return np.asarray(errors.mean(axis=1))
    columns = []
    for point in histories.cut_points:
        table = histories.scores_at(point)
        columns.append(rank_scores(table.exact, table.higher_is_better).mean(axis=0))
    return np.stack(columns, axis=1)
