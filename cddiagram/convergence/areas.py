"""Areas under convergence curves."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cddiagram._util import Exact, Whole


def mean_areas(values: Exact, points: Sequence[float]) -> Exact:
    """Return the areas under curves, divided by the distance of their ends.

    The areas are computed exactly by the trapezoidal rule along the last axis of
    `values`, at the positions `points`.
    """
    positions = list(map(int, Exact.of(points).whole.numerators.tolist()))
    weights = np.array(_trapezoidal_weights(positions), dtype=object)
    total = 2 * (positions[-1] - positions[0])
    exact = values.whole
    numerators = np.array(list(map(int, exact.numerators.flat)), dtype=object)
    numerators = numerators.reshape(values.values.shape)
    sums = numerators @ weights
    coarse = [0] * sums.size
    if exact.coarse is not None:
        # A mean is as uncertain as its most uncertain value.
        largest = exact.coarse.max(axis=-1)
        coarse = [int(each) * total for each in largest.flat]
    means = Whole.of_integers(sums.ravel().tolist(), coarse, exact.denominator * total)
    means = means.reshape(sums.shape)
    return Exact(means.doubles(), means)


def _trapezoidal_weights(positions: Sequence[int]) -> list[int]:
    """Return the weights of values in twice the area by the trapezoidal rule.

    The weight of a value is the distance between its neighbours. At both ends, the
    position itself replaces the missing neighbour.
    """
    before = [positions[0], *positions[:-1]]
    after = [*positions[1:], positions[-1]]
    return [right - left for left, right in zip(before, after, strict=True)]
