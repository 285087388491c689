"""Dicts and records, of Python or of JSON, as a `Grid`: columns, or nested by algorithm, data set and run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from cddiagram.data.reading.cells import Grid, frame_library
from cddiagram.data.reading.roles import DATASET_WORDS, says
from cddiagram.errors import InputError

FORMS = (
    'give a list of records [{"data set": "iris", "A": 0.9, ...}, ...], columns {"A": [...], ...} or '
    '{"A": {"iris": 0.9, ...}, ...}, or an object with "algorithms", "datasets" and "scores"'
)

_LONG = ("data set", "algorithm", "run", "score")


def grid_from_object(content: Any, label: str) -> Grid:
    """Take records, columns, nested dicts, or what `ScoreTable.to_dict` gives; a list in a nested dict holds runs."""
    try:
        names, columns, index = _columns(content, label)
        rows = len(columns[0])
        whole = all(len(column) == rows for column in columns)
    except (AttributeError, IndexError, KeyError, TypeError) as error:
        raise InputError(f"{label} holds no table: {FORMS}.") from error
    if not whole:
        raise InputError(f"{label}: the columns differ in length: {FORMS}.")
    if "algorithms" in content or not (index or names == _LONG):
        return Grid(label=label, names=names, columns=columns, index=index)
    return Grid(label=label, names=names, columns=columns, index=index, flat=True, row_word="")


def numbered(grid: Grid) -> Grid:
    """Give numbers to data sets that no column names: lists of scores in a dict are those of algorithms."""
    named = (says(title, DATASET_WORDS) or grid.numbers(at).mostly_text for at, title in enumerate(grid.names))
    if grid.index or any(named):
        return grid
    names, columns = ("", *grid.names), (list(map(str, grid.places)), *grid.columns)
    return Grid(label=grid.label, names=names, columns=columns, index=(0,), flat=True)


def _columns(content: Any, label: str) -> tuple[tuple[str, ...], tuple[list[Any], ...], tuple[int, ...]]:
    """Return names, columns and the places of row labels; whatever fails here has another form."""
    if isinstance(content, list):
        names = tuple(dict.fromkeys(name for record in content for name in record))
        return names, tuple([record.get(name) for record in content] for name in names), ()
    if {"algorithms", "datasets", "scores"} <= set(content):
        names, scores = content["algorithms"], content["scores"]
        if any(len(row) != len(names) for row in scores):
            raise TypeError
        columns = ([row[j] for row in scores] for j in range(len(names)))
        return ("", *names), (list(content["datasets"]), *columns), (0,)
    parts: dict[Any, Any] = {name: _opened(part, label, f"the scores of '{name}'") for name, part in content.items()}
    if all(isinstance(part, list) for part in parts.values()):
        return tuple(parts), tuple(parts.values()), ()
    if any(isinstance(cell, dict | list) for part in parts.values() for cell in part.values()):
        rows = list(_runs(parts))
        return _LONG, tuple(map(list, zip(*rows, strict=True))), ()
    labels = list(dict.fromkeys(label for part in parts.values() for label in part))
    columns = ([part.get(label) for label in labels] for part in parts.values())
    return ("", *parts), (labels, *columns), (0,)


def _opened(part: Any, label: str, what: str) -> dict[Any, Any] | list[Any]:
    """Return the scores of an algorithm: those of data sets by their names, or a column; a cell may hold runs."""
    if frame_library(part) and part.ndim == 1 and type(part.index).__name__ != "RangeIndex":
        if not part.index.is_unique:
            twice = part.index[part.index.duplicated()][0]
            raise InputError(f"{label}: {what} name '{twice}' twice: give a list of the runs, or rename one.")
        part = dict(part.items())
    if isinstance(part, Mapping):
        return {name: cell if _is_cell(cell) else _opened(cell, label, what) for name, cell in part.items()}
    if _is_cell(part) or getattr(part, "ndim", 1) > 2:
        raise TypeError
    cells = list(part)
    if not cells or _is_cell(cells[0]):
        return cells
    return {str(number): list(runs) for number, runs in enumerate(cells, 1)}


def _is_cell(value: Any) -> bool:
    return isinstance(value, str | bytes) or not hasattr(value, "__len__")


def _runs(parts: Mapping[str, Any]) -> Iterator[tuple[Any, ...]]:
    """Return a row for each run: data set, algorithm, run, score."""
    for algorithm, part in parts.items():
        for dataset, cell in part.items():
            found = cell if isinstance(cell, dict | list) else [cell]
            runs = found.items() if isinstance(found, dict) else enumerate(found, 1)
            yield from ((dataset, algorithm, str(run), score) for run, score in runs)
