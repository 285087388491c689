"""The first rows and columns of a table of scores as text."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

#: How many rows and columns are shown before the rest is counted.
_ROWS, _COLUMNS = 8, 8


def grid_text(scores: NDArray[np.float64], algorithms: Sequence[str], datasets: Sequence[str]) -> str:
    """Lay scores out in aligned columns; beyond the first few rows and columns the rest is counted.

    Examples
    --------
    >>> print(grid_text(np.array([[0.9, 0.8], [0.75, 1.0]]), ["A", "B"], ["iris", "wine"]))
             A    B
    iris   0.9  0.8
    wine  0.75    1
    """
    n, k = min(len(datasets), _ROWS), min(len(algorithms), _COLUMNS)
    cells = [["", *(" ".join(name.split()) for name in algorithms[:k])]]
    cells += [[" ".join(datasets[i].split()), *(f"{score:.12g}" for score in scores[i, :k])] for i in range(n)]
    widths = [max(len(row[c]) for row in cells) for c in range(k + 1)]
    aligned = [[row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])] for row in cells]
    left = ((len(datasets) - n, "data set"), (len(algorithms) - k, "algorithm"))
    hidden = [f"{count} more {what}{'s' * (count > 1)}" for count, what in left if count]
    return "\n".join(
        [*("  ".join(row).rstrip() for row in aligned), *([f"... and {' and '.join(hidden)}"] if hidden else [])]
    )
