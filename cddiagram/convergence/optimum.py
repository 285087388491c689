"""Where histories are at the optimum: exact errors against a threshold."""

from __future__ import annotations

import numpy as np

from cddiagram._util import NEAR, BoolArray, Exact, FloatArray
from cddiagram.convergence.histories import Histories


def early(histories: Histories, threshold: float = 0.0) -> BoolArray:
    """Return which histories are at the optimum before the last cut-point, (k, n); none
    where it is not known.

    Histories without an optimum are of errors, whose optimum is 0, unless a value is
    negative or higher is better.
    """
    optimum = histories.optimum
    if optimum is None and (histories.higher_is_better or (histories.values < 0).any()):
        return np.zeros(histories.values.shape[:2], dtype=bool)
    before = histories.exact.take((slice(None), slice(None), -2))
    best = np.zeros(()) if optimum is None else np.array(optimum)
    return at_optimum(before, best, threshold, histories.higher_is_better)[0]


def at_optimum_at_last(
    histories: Histories, threshold: float = 0.0
) -> BoolArray | None:
    """Return which histories are at the optimum at the last cut-point, (k, n); None if
    it is not known.

    Histories without an optimum are of errors, whose optimum is 0, unless a value is
    negative or higher is better.
    """
    optimum = histories.optimum
    if optimum is None and (histories.higher_is_better or (histories.values < 0).any()):
        return None
    last = histories.exact.take((slice(None), slice(None), -1))
    best = np.zeros(()) if optimum is None else np.array(optimum)
    return at_optimum(last, best, threshold, histories.higher_is_better)[0]


def at_optimum(
    exact: Exact, optimum: FloatArray, threshold: float, higher_is_better: bool = False
) -> tuple[BoolArray, BoolArray]:
    """Return where the error, the distance of a value from the optimum, is at most a
    threshold, and where negative.

    The threshold is not negative. An error within the uncertainty of it is at most
    that, and one within that of 0 is not negative.
    """
    best = np.broadcast_to(optimum, exact.values.shape)
    sign = -1 if higher_is_better else 1
    errors = sign * (exact.values - best)
    optimal, negative = errors <= threshold, errors < 0
    near = max(exact.near, NEAR * max(float(np.abs(best).max(initial=0.0)), threshold))
    unsure = np.minimum(np.abs(errors), np.abs(errors - threshold)) <= near
    if exact.given is None:
        unsure &= errors != 0
    level = Exact.of([threshold]).whole.fraction((0,))
    for place in map(tuple, np.argwhere(unsure).tolist()):
        value, target = (
            exact.whole.fraction(place),
            Exact.of([best[place]]).whole.fraction((0,)),
        )
        error, uncertain = sign * (value[0] - target[0]), max(value[1], target[1])
        optimal[place] = error - level[0] <= max(uncertain, level[1])
        negative[place] = error < -uncertain
    return optimal, negative
