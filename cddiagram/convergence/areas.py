"""Areas under convergence curves."""

from __future__ import annotations

from collections.abc import Sequence

from cddiagram._util import Exact


def mean_areas(values: Exact, points: Sequence[float]) -> Exact:
    """Return the areas under curves, divided by the distance between their endpoints.

    The areas are computed exactly with the trapezoidal rule along the last axis of
    `values`. The positions of the values are `points`.
    """
    positions = list(map(int, Exact.of(points).whole.numerators.tolist()))
    exact = values.whole.weighted_means(_trapezoidal_weights(positions))
    return Exact(exact.doubles(), exact)


def _trapezoidal_weights(positions: Sequence[int]) -> list[int]:
    """Return the weights of the trapezoidal rule, multiplied by two.

    The weight of a value is the distance between its two neighbours. At each end, the
    position of the value itself replaces the missing neighbour.
    """
    before = [positions[0], *positions[:-1]]
    after = [*positions[1:], positions[-1]]
    return [right - left for left, right in zip(before, after, strict=True)]
