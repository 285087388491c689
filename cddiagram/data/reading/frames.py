"""Data frames of pandas and polars as a `Grid`, recognised without importing either."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from cddiagram.data.reading.cells import Grid
from cddiagram.errors import InputError, listed


def is_frame(source: object) -> bool:
    """Whether an object is a data frame of pandas or polars (a subclass is one too)."""
    return _library(source) is not None


def _library(source: object) -> str | None:
    for base in type(source).__mro__:
        package = base.__module__.partition(".")[0]
        if package in ("pandas", "polars") and base.__name__ in ("DataFrame", "LazyFrame"):
            return package
    return None


def grid_from_frame(frame: Any, *, label: str = "data frame") -> Grid:
    """Take the columns of a frame; the index of pandas becomes leading columns unless it just counts the rows."""
    library = _library(frame)
    if library is None:
        kind = f"{type(frame).__module__}.{type(frame).__qualname__}"
        raise InputError(f"a {kind} is no data frame: give one of pandas or polars, or use ScoreTable.from_arrays.")
    if hasattr(frame, "collect") and not hasattr(frame, "item"):
        raise InputError("the data frame is lazy: call its collect() first.")
    return _from_polars(frame, label) if library == "polars" else _from_pandas(frame, label)


def _from_polars(frame: Any, label: str) -> Grid:
    columns = [column.to_numpy() if column.dtype.is_float() else column.to_list() for column in frame.get_columns()]
    return Grid(
        label=label,
        names=tuple(frame.columns),
        columns=tuple(columns),
        places=range(1, len(frame) + 1),
        row_word="row",
    )


def _from_pandas(frame: Any, label: str) -> Grid:
    if frame.columns.nlevels > 1:
        raise InputError(
            f"the data frame has {frame.columns.nlevels} levels of column names ({listed(frame.columns[:2])}, ...): "
            "give every column one name."
        )
    index = frame.index
    counts_rows = type(index).__name__ == "RangeIndex" and index.name is None
    levels = [] if counts_rows else [index.get_level_values(level) for level in range(index.nlevels)]
    # By position: two columns of one name stay two, and are refused later.
    columns = [frame.iloc[:, place] for place in range(frame.shape[1])]
    return Grid(
        label=label,
        names=(*(index.names if levels else ()), *frame.columns),
        columns=tuple(_cells(column) for column in [*levels, *columns]),
        places=range(1, len(frame) + 1),
        row_word="row",
        index=tuple(range(len(levels))),
    )


def _cells(column: Any) -> Sequence[Any]:
    """Return the cells of a pandas column or index: numbers as an array, anything else as objects."""
    values = column.to_numpy()
    if isinstance(values, np.ndarray) and values.dtype.kind in "iuf":
        return values  # type: ignore[return-value]
    return list(values)
