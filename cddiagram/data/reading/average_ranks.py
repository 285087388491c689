"""A file of average ranks, as papers print them: names and ranks in two columns, or one row under the names."""

from __future__ import annotations

from typing import Any, Unpack, cast

import numpy as np

from cddiagram._util.inlines import Phrase
from cddiagram._util.types import FloatArray
from cddiagram.data.reading.cells import Grid
from cddiagram.data.reading.options import ReadingOptions, TableOptions, settled
from cddiagram.data.reading.scores import grid_of
from cddiagram.errors import InputError


def read_average_ranks(source: Any, **options: Unpack[TableOptions]) -> tuple[tuple[str, ...], FloatArray]:
    """Read names and average ranks from what `read_scores` takes, under a header; see there for the options."""
    reading = settled(cast(ReadingOptions, options), ReadingOptions)
    grid = grid_of(source, reading, "average ranks").settled_decimals(reading["decimal"])
    columns = range(len(grid.names))
    text = [column for column in columns if grid.n_rows and grid.numbers(column).mostly_text]
    ranks = [column for column in columns if column not in text]
    if grid.n_rows == 1 and len(ranks) > 1 and len(text) < 2:
        return tuple(grid.names[column] for column in ranks), np.array([_rank(grid, 0, column) for column in ranks])
    if len(text) == 1 and len(ranks) == 1 and grid.n_rows > 1:
        found = np.array([_rank(grid, row, ranks[0]) for row in range(grid.n_rows)])
        return tuple(grid.named(text[0], "algorithm")), found
    raise InputError(
        f"{grid.label} holds no average ranks: give names and ranks as two columns under a header, or one row of ranks "
        "under a header of names."
    )


def _rank(grid: Grid, row: int, column: int) -> float:
    read = grid.numbers(column)
    if read.bad[row] or not np.isfinite(read.values[row]):
        refusal = (
            grid.refusal(row, column, "give a number", cleans=False) if read.bad[row] else "the average rank is missing"
        )
        raise InputError(Phrase(f"{grid.at(row, column)}: ", refusal, "."))
    return float(read.values[row])
