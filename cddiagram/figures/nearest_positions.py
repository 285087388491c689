"""Find the positions nearest to given positions that satisfy bounds on their
differences.

Each bound requires that one position is at least a certain distance to the right of
another. Positions that satisfy all bounds exist if and only if the longest paths
between them are finite (Bellman-Ford algorithm). The nearest positions in the
least-squares sense are the solution of a quadratic program. The dual active-set method
(Goldfarb and Idnani 1983, A numerically stable dual method for solving strictly convex
quadratic programs, Mathematical Programming 27:1-33) finds this solution exactly.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence

import numpy as np

from cddiagram._util import FloatArray

#: The bound ``(i, j, least)`` requires position j to be at least `least` to the right
#: of position i. If `least` is negative, it limits how far position j may be to the
#: left of position i.
Bound = tuple[int, int, float]

#: Bounds may be violated by at most this distance, in points.
_ROUNDING = 1e-9
#: A direction is considered linearly dependent on the others if its squared length is
#: below this value.
_NO_DIRECTION = 1e-9
#: The number of iterations is at most this multiple of the number of bounds. In
#: practice, this number is not reached.
_MOST_STEPS = 10


def feasible(count: int, bounds: Sequence[Bound]) -> bool:
    """Return whether `count` positions can satisfy all bounds (Bellman-Ford
    algorithm).
    """
    positions = [0.0] * count
    for _ in range(count + 1):
        moved = False
        for i, j, least in bounds:
            if positions[j] < positions[i] + least - _ROUNDING:
                positions[j] = positions[i] + least
                moved = True
        if not moved:
            return True
    return False


def keeps(x: Sequence[float], bounds: Sequence[Bound]) -> bool:
    """Return whether the positions satisfy all bounds."""
    return all(x[j] - x[i] >= least - _ROUNDING for i, j, least in bounds)


def least_squares(
    exact: Sequence[float], bounds: Sequence[Bound], fixed: Collection[int] = ()
) -> tuple[float, ...] | None:
    """Return the positions nearest to `exact` that satisfy the bounds; None if there
    are none.

    The positions with the indices `fixed` are not moved.
    """
    if not bounds:
        return tuple(exact)
    start = np.array(exact, dtype=np.float64)
    matrix = np.zeros((len(bounds), len(exact)))
    least = np.zeros(len(bounds))
    for row, (i, j, distance) in enumerate(bounds):
        matrix[row, i] = -1.0
        matrix[row, j] = 1.0
        least[row] = distance
    least -= matrix @ start
    matrix[:, list(fixed)] = 0.0
    moves = _smallest_moves(matrix, least)
    if moves is None:
        return None
    return tuple((start + moves).tolist())


def _smallest_moves(matrix: FloatArray, least: FloatArray) -> FloatArray | None:
    """Return the moves x with the smallest sum of squares that satisfy
    ``matrix @ x >= least``; None if there are none.

    In each step, the most violated bound is added to the active bounds, which hold with
    equality, until no bound is violated. The moves are a linear combination of the
    active rows of the matrix. Its coefficients, the forces, are not negative.
    """
    active: list[int] = []
    for _ in range(_MOST_STEPS * len(least)):
        rows = matrix[active]
        # The forces are recomputed, because rounding errors would accumulate.
        forces = _solve(rows, least[active])
        moves = forces @ rows
        missing = least - matrix @ moves
        worst = int(missing.argmax())
        if missing[worst] <= _ROUNDING:
            return moves
        if not _activate(worst, active, forces, moves, matrix, least):
            return None
    return None  # rounding errors have led to a cycle


def _activate(
    bound: int,
    active: list[int],
    forces: FloatArray,
    moves: FloatArray,
    matrix: FloatArray,
    least: FloatArray,
) -> bool:
    """Add a violated bound to the active bounds, and remove the bounds whose forces
    would become negative; return False if the bounds contradict each other.
    """
    while True:
        rows = matrix[active]
        share = _solve(rows, rows @ matrix[bound])
        direction = matrix[bound] - share @ rows
        square = float(direction @ direction)
        full_step = math.inf
        if square > _NO_DIRECTION:
            full_step = float(least[bound] - matrix[bound] @ moves) / square
        steps = [full_step]
        for force, part in zip(forces, share, strict=True):
            step_of_force = math.inf
            if part > _NO_DIRECTION:
                step_of_force = float(force / part)
            steps.append(step_of_force)
        step = min(steps)
        if math.isinf(step):
            return False
        forces = forces - step * share
        if square > _NO_DIRECTION:
            moves = moves + step * direction
        if step == full_step:
            active.append(bound)
            return True
        weakest = steps.index(step) - 1
        del active[weakest]
        forces = np.delete(forces, weakest)


def _solve(rows: FloatArray, right: FloatArray) -> FloatArray:
    """Solve the normal equations of the active rows."""
    return np.asarray(np.linalg.solve(rows @ rows.T, right), dtype=np.float64)
