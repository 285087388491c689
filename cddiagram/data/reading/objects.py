"""Dicts and records, of Python or of JSON, as a `Grid`: columns, or nested by
algorithm, data set and run.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cddiagram.data.reading.cells import Grid, frame_library
from cddiagram.data.reading.cross_validation import grid_of_validations, is_search
from cddiagram.data.reading.numbers import number_of
from cddiagram.data.reading.options import TableOptions
from cddiagram.data.reading.orientations import without_row_numbers
from cddiagram.data.reading.roles import DATASET_WORDS, FOLDS, says
from cddiagram.text import Complaint, InputError, Option, Phrase, listed, name

FORMS = (
    'give a list of records [{"data set": "iris", "A": 0.9, ...}, ...], columns {"A": '
    "[...], ...} or "
    '{"A": {"iris": 0.9, ...}, ...}, or an object with "algorithms", "datasets" and '
    '"scores"'
)

#: Most columns of an array for which a message gives names.
_EXAMPLES = 8
#: Columns of a nested dict with runs.
LONG = ("data set", "algorithm", "run", "score")
#: How a nested object of a file is read; nothing in the file states it.
NESTED = (
    "the outer names of the nested object were taken as algorithms, and the inner "
    "names as data sets."
)


def grid_from_object(
    content: Any,
    label: str,
    reading: TableOptions | None = None,
    *,
    folds: bool = False,
) -> Grid:
    """Take records, columns, nested dicts, or what `ScoreTable.to_dict` gives; a list
    in a nested dict holds runs.

    Also what scikit-learn and pandas make of scores. Lists of scores in a dict have no
    names of data sets: they are read if the rows are the `folds` of one data set, or if
    the caller says that they are data sets.
    """
    reading = {} if reading is None else reading
    content = without_row_numbers(content)
    validations = grid_of_validations(content, label, reading, folds=folds)
    if validations is not None:
        return validations
    if is_search(content):
        if len(set(map(len, content.values()))) > 1:
            raise InputError(f"{label}: the columns differ in length: {FORMS}.")
        return Grid(
            label=label,
            names=tuple(content),
            columns=tuple(map(list, content.values())),
        )
    if isinstance(content, list) and _are_rows(content):
        return grid_from_array(content, label, reading, folds=folds)
    try:
        names, columns, index = _columns(content, label)
        rows = len(columns[0])
        whole = all(len(column) == rows for column in columns)
    except (AttributeError, IndexError, KeyError, TypeError) as error:
        raise InputError(f"{label} holds no table: {FORMS}.") from error
    if not whole:
        raise InputError(f"{label}: the columns differ in length: {FORMS}.")
    if "algorithms" in content or not (index or names == LONG):
        grid = Grid(label=label, names=names, columns=columns, index=index)
        return (
            grid
            if isinstance(content, list)
            else _with_named_rows(grid, reading, folds=folds)
        )
    nested = names == LONG and isinstance(content, Mapping) and tuple(content) != LONG
    if (
        nested
        and any(map(_is_unnamed, content.values()))
        and not _are_said_to_be_datasets(reading)
    ):
        raise _unnamed(label, list(content), len({*columns[0]})).error()
    return Grid(
        label=label, names=names, columns=columns, index=index, flat=True, row_word=""
    )


def grid_from_array(
    source: Any, label: str, reading: TableOptions, *, folds: bool = False
) -> Grid:
    """Take an array or lists of numbers: a row for each data set or fold, a column for
    each algorithm, perhaps runs.
    """
    array = _as_array(source, label)
    algorithms = reading.get("algorithms")
    datasets = _names_of_rows(label, len(array), reading)
    width = array.shape[1]
    named = folds or datasets is not None or _are_said_to_be_datasets(reading)
    if algorithms is None:
        raise _nameless(label, width, named=named).error()
    if not named:
        raise _unnamed(label, algorithms, len(array)).error()
    if len(algorithms) != width:
        text = f"there are {width} columns, and {len(algorithms)} names of algorithms"
        raise Complaint(
            label, text, "Give one name for each column, in the order of the columns"
        ).error()
    names = tuple(map(name, algorithms))
    if array.ndim == 2:
        grid = Grid(label=label, names=names, columns=tuple(array.T))
        if datasets is None:
            return grid
        columns = (datasets, *grid.columns)
        return replace(grid, names=("", *names), columns=columns, index=(0,))
    n, k, runs = array.shape
    rows, columns, numbers = (axis.ravel() for axis in np.indices((n, k, runs)))
    cells: list[Any] = [
        [str(row + 1) if datasets is None else datasets[row] for row in rows],
        [names[place] for place in columns],
        [str(run + 1) for run in numbers],
        array.ravel(),
    ]
    return Grid(label=label, names=LONG, columns=tuple(cells), flat=True, row_word="")


def _names_of_rows(
    label: str, rows: int, reading: Mapping[str, Any]
) -> list[str] | None:
    """Return the names of the rows of an array, if the caller lists them."""
    datasets: list[str] | None = reading.get("datasets")
    if datasets is None:
        return None
    if _are_said_to_be_datasets(reading):
        raise InputError(
            Option("dataset_column"),
            " and ",
            Option("datasets"),
            " are both given. Leave one of them out.",
        )
    if len(datasets) != rows:
        text = f"there are {rows} rows, and {len(datasets)} names of data sets"
        remedy = "Give one name for each row, in the order of the rows"
        raise Complaint(label, text, remedy).error()
    return [name(dataset) for dataset in datasets]


def with_named_columns(grid: Grid, reading: TableOptions) -> Grid:
    """Name the columns of a frame that are only numbered by the algorithms that are
    listed in their order.
    """
    algorithms = reading.get("algorithms")
    columns = [column for column in range(len(grid.names)) if column not in grid.index]
    titles = [grid.names[column] for column in columns]
    numbered = titles == list(map(str, range(len(titles))))
    if (
        algorithms is None
        or not numbered
        or len(algorithms) != len(titles)
        or set(algorithms) & set(titles)
    ):
        return grid
    labels = [grid.names[column] for column in grid.index]
    return replace(grid, names=(*labels, *algorithms))


def swapped(grid: Grid) -> Grid:
    """Return a nested dict the other way round: the outer names are the data sets, the
    inner ones the algorithms.
    """
    first, second = grid.names[:2]
    return replace(grid, names=(second, first, *grid.names[2:]))


def is_nested(grid: Grid) -> bool:
    """Return whether a grid holds a nested dict with runs, of which rows and columns
    are no parts.
    """
    return grid.flat and grid.names[:2] == LONG[:2]


def _are_said_to_be_datasets(reading: Mapping[str, Any]) -> bool:
    return reading.get("dataset_column") is not None


def _with_named_rows(grid: Grid, reading: TableOptions, *, folds: bool) -> Grid:
    """Return columns of a dict if their rows have names, need none, or are said to be
    data sets; refuse others.
    """
    named = (
        says(title, DATASET_WORDS) or grid.numbers(at).mostly_text
        for at, title in enumerate(grid.names)
    )
    if folds or grid.index or _are_said_to_be_datasets(reading) or any(named):
        return grid
    raise _unnamed(grid.label, grid.names, grid.n_rows).error()


def _unnamed(label: str, names: Sequence[object], rows: int) -> Complaint:
    """Word that lists of scores may be those on folds or on data sets."""
    text = Phrase(
        f"the {rows} scores of each algorithm (",
        listed(names, limit=3),
        ") have no names of data sets",
    )
    remedy = Phrase("Compare folds of one data set with ", FOLDS)
    otherwise = Phrase(
        ". If each row is a data set, name the rows or pass ",
        Option("dataset_column", "none"),
    )
    return Complaint(label, text, Phrase(remedy, otherwise))


def _nameless(label: str, width: int, *, named: bool) -> Complaint:
    """Word that neither columns nor rows of an array have names."""
    examples = [f"A{place}" for place in range(1, width + 1)]
    listing = (
        Option("algorithms", examples) if width <= _EXAMPLES else Option("algorithms")
    )
    columns = Phrase(f"Name its {width} columns with ", listing)
    rows = Phrase(
        ", and pass ", Option("dataset_column", "none"), " if each row is a data set"
    )
    remedy = (
        columns
        if named
        else Phrase(columns, rows, "; compare folds of one data set with ", FOLDS)
    )
    return Complaint(label, "an array has no names", remedy)


def _are_rows(content: Sequence[Any]) -> bool:
    """Return whether all members of a list are lists of equal length."""
    lengths = {len(row) for row in content if isinstance(row, list | tuple)}
    return (
        bool(content)
        and len(lengths) == 1
        and all(isinstance(row, list | tuple) for row in content)
    )


def _as_array(source: Any, label: str) -> NDArray[Any]:
    """Return the numbers of an array or of lists, missing ones as NaN."""
    try:
        array = np.asarray(source)
        if array.dtype.kind not in "iuf":
            array = np.array(source, dtype=np.float64)
    except (TypeError, ValueError) as error:
        text = f"the rows are not lists of numbers of the same length ({error})"
        raise Complaint(label, text, f"Otherwise {FORMS}").error() from error
    if array.ndim not in (2, 3):
        text = f"an array with {array.ndim} dimensions is no table"
        remedy = "Give one row for each data set and one column for each algorithm"
        raise Complaint(label, text, remedy).error()
    return array


def _is_unnamed(part: Any) -> bool:
    """Return whether the scores of an algorithm are a list of runs for each data set,
    which have no names.
    """
    if isinstance(part, Mapping):
        return False
    if frame_library(part):
        return getattr(part, "ndim", 2) == 1 or _rows_of_frame(part)[0] is None
    return True


def _rows_of_frame(frame: Any) -> tuple[list[Any] | None, list[list[Any]]]:
    """Return the names of the rows, if the index or the first column has any, and the
    cells of each row.
    """
    titles = list(frame.columns)
    columns = [list(frame[title]) for title in titles]
    names = None
    if hasattr(frame, "index") and type(frame.index).__name__ != "RangeIndex":
        names = list(frame.index)
    elif columns and all(
        isinstance(cell, str) and number_of(cell) is None for cell in columns[0]
    ):
        names = columns[0]
        columns = columns[1:]
    return names, list(map(list, zip(*columns, strict=True)))


def _columns(
    content: Any, label: str
) -> tuple[tuple[str, ...], tuple[list[Any], ...], tuple[int, ...]]:
    """Return names, columns and the places of row labels; whatever fails here has
    another form.
    """
    if isinstance(content, list):
        names = tuple(dict.fromkeys(name for record in content for name in record))
        return (
            names,
            tuple([record.get(name) for record in content] for name in names),
            (),
        )
    if {"algorithms", "datasets", "scores"} <= set(content):
        names, scores = content["algorithms"], content["scores"]
        if any(len(row) != len(names) for row in scores):
            raise TypeError
        columns = ([row[j] for row in scores] for j in range(len(names)))
        return ("", *names), (list(content["datasets"]), *columns), (0,)
    parts: dict[Any, Any] = {
        name: _opened(part, label, f"the scores of '{name}'")
        for name, part in content.items()
    }
    if all(isinstance(part, list) for part in parts.values()):
        return tuple(parts), tuple(parts.values()), ()
    if any(
        isinstance(cell, dict | list)
        for part in parts.values()
        for cell in part.values()
    ):
        rows = list(_runs(parts))
        return LONG, tuple(map(list, zip(*rows, strict=True))), ()
    labels = list(dict.fromkeys(label for part in parts.values() for label in part))
    columns = ([part.get(label) for label in labels] for part in parts.values())
    return ("", *parts), (labels, *columns), (0,)


def _opened(part: Any, label: str, what: str) -> dict[Any, Any] | list[Any]:
    """Return the scores of an algorithm: those of data sets by their names, or a
    column; a cell may hold runs.
    """
    if frame_library(part) and getattr(part, "ndim", 2) == 2:
        names, rows = _rows_of_frame(part)
        if names is not None and len(set(names)) < len(names):
            raise InputError(
                f"{label}: two rows of {what} have the same name: rename one."
            )
        return dict(
            zip(
                map(str, range(1, len(rows) + 1)) if names is None else names,
                rows,
                strict=True,
            )
        )
    if (
        frame_library(part)
        and part.ndim == 1
        and type(part.index).__name__ != "RangeIndex"
    ):
        if not part.index.is_unique:
            twice = part.index[part.index.duplicated()][0]
            raise InputError(
                f"{label}: {what} name '{twice}' twice: give a list of the runs, or "
                "rename one."
            )
        part = dict(part.items())
    if isinstance(part, Mapping):
        return {
            name: cell if _is_cell(cell) else _opened(cell, label, what)
            for name, cell in part.items()
        }
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
