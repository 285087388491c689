"""The synthetic tables of all benchmarks: normal scores, algorithms that differ a
little, the same in every run.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

#: k algorithms x n data sets.
SIZES = ((5, 30), (10, 100), (30, 100), (60, 200), (100, 1000))


def scores(k: int, n: int, decimals: int | None = None) -> NDArray[np.float64]:
    """Make scores, shape (n, k); rounded to a few decimals they tie."""
    values = np.random.default_rng(1000 * k + n).normal(
        size=(n, k)
    ) * 0.1 + np.linspace(0.5, 0.7, k)
    return values if decimals is None else values.round(decimals)


def names(k: int) -> list[str]:
    """Name the algorithms."""
    return [f"Method {number}" for number in range(1, k + 1)]


def write_scores(path: Path, k: int, n: int) -> None:
    """Write a table as CSV, full precision."""
    lines = [",".join(["data set", *names(k)])]
    lines += [
        ",".join([f"data {i}", *map(repr, row)])
        for i, row in enumerate(scores(k, n).tolist(), start=1)
    ]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def size(k: int, n: int) -> str:
    """Write a size as k x n."""
    return f"{k} × {n}"
