"""Detection of histories that have reached the optimum."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from cddiagram._util import NEAR, BoolArray, Exact, FloatArray
from cddiagram.convergence.histories import Histories


def early(histories: Histories, threshold: float = 0.0) -> BoolArray:
    """Return whether each history reaches the optimum before the last cut-point.

    The result has the shape (k, n). All elements are False if the optimum is unknown.
    """
    reached = _reached_optimum_at(histories, -2, threshold)
    if reached is None:
        return np.zeros((histories.k, histories.n), dtype=bool)
    return reached


def at_optimum_at_last(
    histories: Histories, threshold: float = 0.0
) -> BoolArray | None:
    """Return whether each history is at the optimum at the last cut-point.

    The result has the shape (k, n). It is None if the optimum is unknown.
    """
    return _reached_optimum_at(histories, -1, threshold)


def _reached_optimum_at(
    histories: Histories, cut_point: int, threshold: float
) -> BoolArray | None:
    """Return whether each history is at the optimum at the specified cut-point."""
    optimum = _known_optimum(histories)
    if optimum is None:
        return None
    values = histories.exact.take(np.s_[:, :, cut_point])
    optimal, _ = at_optimum(values, optimum, threshold, histories.higher_is_better)
    return optimal


def _known_optimum(histories: Histories) -> FloatArray | None:
    """Return the optimum of each problem, or None if it is unknown.

    If no optimum is specified, non-negative values to be minimised are treated as
    errors, and the optimum is 0.
    """
    if histories.optimum is not None:
        return np.array(histories.optimum)
    if histories.higher_is_better or (histories.values < 0).any():
        return None
    return np.zeros(histories.n)


def at_optimum(
    exact: Exact, optimum: FloatArray, threshold: float, higher_is_better: bool = False
) -> tuple[BoolArray, BoolArray]:
    """Compare errors (the distances of values from the optimum) with a threshold.

    Parameters
    ----------
    exact : Exact
        The values.
    optimum : ndarray
        The best possible values. They are broadcast to the shape of the values.
    threshold : float
        The largest error that is treated as the optimum. It must not be negative.
    higher_is_better : bool, default False
        Whether higher values are better.

    Returns
    -------
    optimal : ndarray of bool
        Whether each error is at most the threshold, within its uncertainty.
    negative : ndarray of bool
        Whether each error is negative by more than its uncertainty.
    """
    optima = np.broadcast_to(optimum, exact.values.shape)
    sign = -1 if higher_is_better else 1
    errors = sign * (exact.values - optima)
    optimal = errors <= threshold
    negative = errors < 0
    scale = max(float(np.abs(optima).max(initial=0.0)), threshold)
    near = max(exact.near, NEAR * scale)
    unsure = np.minimum(np.abs(errors), np.abs(errors - threshold)) <= near
    if exact.given is None:
        unsure &= errors != 0
    limit, limit_uncertainty = _fraction(threshold)
    for place in map(tuple, np.argwhere(unsure).tolist()):
        value, value_uncertainty = exact.whole.fraction(place)
        best, best_uncertainty = _fraction(optima[place])
        error = sign * (value - best)
        uncertainty = max(value_uncertainty, best_uncertainty)
        optimal[place] = error - limit <= max(uncertainty, limit_uncertainty)
        negative[place] = error < -uncertainty
    return optimal, negative


def _fraction(number: float) -> tuple[Fraction, Fraction]:
    """Return the exact decimal number that a double represents, and its uncertainty."""
    return Exact.of([number]).whole.fraction((0,))
