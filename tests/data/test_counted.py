"""Columns that count the rows, from 0 as Python does or from anywhere, are no
algorithms.
"""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import cddiagram as cd
from cddiagram.text import InputError

SCORES = np.random.default_rng(1).uniform(0.6, 0.9, (8, 3)).round(3)


def frame(column: list[float], scores: np.ndarray = SCORES) -> pd.DataFrame:
    n = len(column)
    columns = {"of": [f"d{i}" for i in range(n)], "x": column}
    return pd.DataFrame(columns | {name: scores[:n, j] for j, name in enumerate("ABC")})


@pytest.mark.parametrize("start", [0, 1, 50, -3])
@pytest.mark.parametrize("scale", [1, 100])
def test_a_column_that_counts_is_refused(start: int, scale: float) -> None:
    counted = [float(start + i) for i in range(8)]
    with pytest.raises(InputError, match=r"'x' .*numbers the rows"):
        cd.read_scores(frame(counted, scale * SCORES))


@pytest.mark.parametrize(
    "column", [[0.0, 1.0, 2.0, 3.0], [0.0, 1.0, 2.0, 4.0, 5.0, 6.0, 7.0, 8.0]]
)
def test_few_numbers_or_others_may_be_scores(column: list[float]) -> None:
    assert "x" in cd.read_scores(frame(column)).algorithms


def test_among_whole_numbers_they_may_be_scores() -> None:
    assert (
        "x"
        in cd.read_scores(
            frame([0.0, 1.0, 2.0, 3.0, 4.0, 5.0], np.rint(10 * SCORES))
        ).algorithms
    )
