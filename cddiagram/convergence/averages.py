"""Averages of histories over the problems: one curve for each algorithm."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cddiagram.convergence.histories import Histories
from cddiagram.features import FEATURES
from cddiagram.stats import rank_scores
from cddiagram.text import Option, UsageError, choose_from

Values = NDArray[np.float64]

#: Maps each average to its name, which is capitalised because it begins a sentence.
AVERAGE_NAMES = {
    "geometric-mean": "Geometric mean",
    "rank": "Average rank",
    "mean": "Mean",
    "targets": "Share of targets reached",
}
#: Each problem has this many targets.
N_TARGETS = 51


def errors_of(histories: Histories) -> tuple[Values, str]:
    """Return the errors, or the values if the optimum is unknown.

    If no optimum is specified, non-negative values to be minimised are treated as
    errors.

    Returns
    -------
    array : ndarray, shape (k, n, c)
        The errors or values.
    name : {"error", "value"}
        Whether the array contains errors or values.
    """
    values = np.asarray(histories.values)
    if histories.optimum is None:
        are_errors = not histories.higher_is_better and bool((values >= 0).all())
        return values, "error" if are_errors else "value"
    optimum = np.asarray(histories.optimum)[:, np.newaxis]
    if histories.higher_is_better:
        return optimum - values, "error"
    return values - optimum, "error"


def quartiles_of(histories: Histories) -> Values | None:
    """Return the quartiles of the errors or values over the runs.

    The result has the shape (2, k, n, c). It is None if the quartiles are unknown.
    """
    quartiles = histories.run_quartiles
    if quartiles is None or histories.optimum is None:
        return quartiles
    optimum = np.asarray(histories.optimum)[:, np.newaxis]
    if histories.higher_is_better:
        return np.asarray(optimum - quartiles[::-1])
    return np.asarray(quartiles - optimum)


def chosen_average(histories: Histories, errors: Values, average: str) -> str:
    """Check the name of an average, and replace "auto" with a suitable average.

    Errors on different problems may differ by orders of magnitude, so that the largest
    errors dominate their arithmetic mean. The geometric mean depends on the ratios of
    errors and is therefore the default. If an error is not positive, the geometric mean
    is 0 or undefined, and the default is the average rank.
    """
    averages = FEATURES["histories"].choices["average"]
    if average not in averages:
        raise UsageError(choose_from(Option("average"), average, averages))
    positive = bool((errors > 0).all())
    if average == "geometric-mean" and not positive:
        raise _not_positive(histories, errors)
    are_scores = histories.higher_is_better and histories.optimum is None
    if average == "targets" and (are_scores or bool((errors < 0).any())):
        raise UsageError(
            "the average 'targets' requires non-negative errors. Specify the optimum, "
            "or use ",
            Option("average", "rank"),
            ".",
        )
    if average != "auto":
        return average
    if positive and not are_scores:
        return "geometric-mean"
    return "rank"


def _not_positive(histories: Histories, errors: Values) -> UsageError:
    """Return an exception that reports the first error that is not positive."""
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

    The result has the shape (k, c). `average` is a value returned by `chosen_average`.
    """
    if average == "geometric-mean":
        return np.asarray(np.exp(np.log(errors).mean(axis=1)))
    if average == "mean":
        return np.asarray(errors.mean(axis=1))
    if average == "targets":
        return share_of_targets(errors)
    columns = []
    for point in histories.cut_points:
        table = histories.scores_at(point)
        ranks = rank_scores(table.exact, table.higher_is_better)
        columns.append(ranks.mean(axis=0))
    return np.stack(columns, axis=1)


def share_of_targets(errors: Values) -> Values:
    """Return the proportion of targets reached by each algorithm at each cut-point.

    The targets for a problem are equally spaced on a logarithmic scale. The first is
    the largest error at the first cut-point, and the last is the smallest error at the
    last cut-point. If the smallest error is 0, the last target is the smallest positive
    error instead. An algorithm reaches a target if its error is less than or equal to
    the target. As in COCO, the targets of all problems are pooled. Each curve is
    therefore the empirical cumulative distribution function of the budgets at which
    targets are reached.

    Parameters
    ----------
    errors : ndarray, shape (k, n, c)
        The non-negative errors.

    Returns
    -------
    ndarray, shape (k, c)
        The proportions, from 0 to 1.

    References
    ----------
    N. Hansen, A. Auger, R. Ros, O. Mersmann, T. Tušar, and D. Brockhoff (2021). COCO: a
    platform for comparing continuous optimizers in a black-box setting. Optimization
    Methods and Software 36(1):114–144.

    Examples
    --------
    >>> errors = np.array([[[100.0, 1.0]], [[10.0, 10.0]]])
    >>> share_of_targets(errors).round(2).tolist()
    [[0.02, 1.0], [0.51, 0.51]]
    """
    n_problems = errors.shape[1]
    shares = np.zeros((errors.shape[0], errors.shape[2]))
    for problem in range(n_problems):
        histories = errors[:, problem]
        for target in _targets(histories):
            shares += histories <= target
    return np.asarray(shares / (n_problems * N_TARGETS))


def _targets(histories: Values) -> Values:
    """Return the targets for one problem, from the easiest to the hardest."""
    largest = float(histories[:, 0].max())
    smallest = float(histories[:, -1].min())
    if largest == 0.0:
        return np.zeros(N_TARGETS)
    if smallest == 0.0:
        smallest = float(histories[histories > 0].min())
    targets = np.geomspace(largest, smallest, N_TARGETS)
    targets[0], targets[-1] = largest, smallest  # avoids rounding errors
    return targets
