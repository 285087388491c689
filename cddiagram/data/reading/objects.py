"""Conversion of Python and JSON objects to a `Grid`. They contain records, columns, or
scores nested by algorithm, data set and run.
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
    'Provide a list of records [{"data set": "iris", "A": 0.9, ...}, ...], columns {"A": '
    "[...], ...} or "
    '{"A": {"iris": 0.9, ...}, ...}, or an object with "algorithms", "datasets" and '
    '"scores"'
)

#: If an array has at most this number of columns, the message contains examples of
#: column names.
_EXAMPLES = 8
#: If a nested dict contains runs, its columns receive these names.
LONG = ("data set", "algorithm", "run", "score")
#: If a file contains a nested object, this note is added, because the file does not
#: state what the levels represent.
NESTED = (
    "The outer names of the nested object were read as algorithms, and the inner names "
    "as data sets."
)


def grid_from_object(
    content: Any,
    label: str,
    reading: TableOptions | None = None,
    *,
    folds: bool = False,
) -> Grid:
    """Convert records, columns or nested dicts to a grid.

    The result of `ScoreTable.to_dict` and the formats in which scikit-learn and pandas
    return scores are also supported. A list in a nested dict contains runs. If the
    values of a dict are lists of scores, the data sets have no names. Such a dict is
    accepted if the rows are `folds` of one data set, or if an option specifies that the
    rows are data sets.
    """
    reading = {} if reading is None else reading
    content = without_row_numbers(content)
    validations = grid_of_validations(content, label, reading, folds=folds)
    if validations is not None:
        return validations
    if is_search(content):
        columns = tuple(map(list, content.values()))
        _check_lengths(columns, label)
        return Grid(label=label, names=tuple(content), columns=columns)
    if isinstance(content, list) and _are_rows(content):
        return grid_from_array(content, label, reading, folds=folds)
    try:
        names, columns, index = _columns(content, label)
        _check_lengths(columns, label)
    except (AttributeError, IndexError, KeyError, TypeError) as error:
        raise InputError(f"{label} does not contain a table. {FORMS}.") from error
    if "algorithms" in content or not (index or names == LONG):
        grid = Grid(label=label, names=names, columns=columns, index=index)
        if isinstance(content, list):
            return grid
        return _with_named_rows(grid, reading, folds=folds)
    is_nested_dict = isinstance(content, Mapping) and tuple(content) != LONG
    may_be_folds = is_nested_dict and not _are_said_to_be_datasets(reading)
    if names == LONG and may_be_folds and any(map(_is_unnamed, content.values())):
        raise _unnamed(label, list(content), len({*columns[0]})).error()
    return Grid(
        label=label, names=names, columns=columns, index=index, flat=True, row_word=""
    )


def _check_lengths(columns: Sequence[Sequence[Any]], label: str) -> None:
    """Raise an error if columns have different lengths."""
    length = len(columns[0])
    if any(len(column) != length for column in columns):
        raise InputError(f"{label}: the columns have different lengths. {FORMS}.")


def grid_from_array(
    source: Any, label: str, reading: TableOptions, *, folds: bool = False
) -> Grid:
    """Convert an array or lists of numbers to a grid.

    The array has one row for each data set or fold and one column for each algorithm. A
    third axis contains runs.
    """
    array = _as_array(source, label)
    algorithms = reading.get("algorithms")
    datasets = _names_of_rows(label, len(array), reading)
    width = array.shape[1]
    has_names = folds or datasets is not None or _are_said_to_be_datasets(reading)
    if algorithms is None:
        raise _nameless(label, width, named=has_names).error()
    if not has_names:
        raise _unnamed(label, algorithms, len(array)).error()
    if len(algorithms) != width:
        raise Complaint(
            label,
            f"there are {width} columns, but {len(algorithms)} names of algorithms",
            "Specify one name for each column, in the order of the columns",
        ).error()
    names = tuple(map(name, algorithms))
    if array.ndim == 3:
        return _grid_of_runs(array, label, names, datasets)
    grid = Grid(label=label, names=names, columns=tuple(array.T))
    if datasets is None:
        return grid
    columns = (datasets, *grid.columns)
    return replace(grid, names=("", *names), columns=columns, index=(0,))


def _grid_of_runs(
    array: NDArray[Any],
    label: str,
    algorithms: Sequence[str],
    datasets: Sequence[str] | None,
) -> Grid:
    """Convert an array with runs on the third axis to a long table."""
    if datasets is None:
        datasets = [str(row) for row in range(1, len(array) + 1)]
    rows, columns, runs = (axis.ravel() for axis in np.indices(array.shape))
    cells: tuple[Any, ...] = (
        [datasets[row] for row in rows.tolist()],
        [algorithms[column] for column in columns.tolist()],
        [str(run + 1) for run in runs],
        array.ravel(),
    )
    return Grid(label=label, names=LONG, columns=cells, flat=True, row_word="")


def _names_of_rows(
    label: str, rows: int, reading: Mapping[str, Any]
) -> list[str] | None:
    """Return the names of the rows of an array, or None if the caller does not specify
    them.
    """
    datasets: list[str] | None = reading.get("datasets")
    if datasets is None:
        return None
    if _are_said_to_be_datasets(reading):
        raise InputError(
            Option("dataset_column"),
            " and ",
            Option("datasets"),
            " cannot be combined. Omit one of them.",
        )
    if len(datasets) != rows:
        text = f"there are {rows} rows, but {len(datasets)} names of data sets"
        remedy = "Specify one name for each row, in the order of the rows"
        raise Complaint(label, text, remedy).error()
    return [name(dataset) for dataset in datasets]


def with_named_columns(grid: Grid, reading: TableOptions) -> Grid:
    """Replace the numbers of the columns of a data frame by the specified names of
    algorithms.
    """
    algorithms = reading.get("algorithms")
    columns = [column for column in range(len(grid.names)) if column not in grid.index]
    titles = [grid.names[column] for column in columns]
    numbered = titles == list(map(str, range(len(titles))))
    if algorithms is None or not numbered or len(algorithms) != len(titles):
        return grid
    if set(algorithms) & set(titles):
        return grid
    labels = [grid.names[column] for column in grid.index]
    return replace(grid, names=(*labels, *algorithms))


def swapped(grid: Grid) -> Grid:
    """Return the grid of a nested dict whose outer names are data sets and whose inner
    names are algorithms.
    """
    first, second = grid.names[:2]
    return replace(grid, names=(second, first, *grid.names[2:]))


def is_nested(grid: Grid) -> bool:
    """Return whether a grid contains a nested dict with runs."""
    return grid.flat and grid.names[:2] == LONG[:2]


def _are_said_to_be_datasets(reading: Mapping[str, Any]) -> bool:
    return reading.get("dataset_column") is not None


def _with_named_rows(grid: Grid, reading: TableOptions, *, folds: bool) -> Grid:
    """Return the columns of a dict. Raise an error if the rows require names but do not
    have names.
    """
    if folds or grid.index or _are_said_to_be_datasets(reading):
        return grid
    for column, title in enumerate(grid.names):
        if says(title, DATASET_WORDS) or grid.numbers(column).mostly_text:
            return grid
    raise _unnamed(grid.label, grid.names, grid.n_rows).error()


def _unnamed(label: str, names: Sequence[object], rows: int) -> Complaint:
    """Return the complaint that lists of scores may be scores on folds or on data sets."""
    text = Phrase(
        f"the {rows} scores of each algorithm (",
        listed(names, limit=3),
        ") have no names of data sets",
    )
    remedy = Phrase(
        "Compare folds of one data set with ",
        FOLDS,
        ". If each row is a data set, name the rows or pass ",
        Option("dataset_column", "none"),
    )
    return Complaint(label, text, remedy)


def _nameless(label: str, width: int, *, named: bool) -> Complaint:
    """Return the complaint that the columns and, unless `named` is true, the rows of an
    array have no names.
    """
    option = Option("algorithms")
    if width <= _EXAMPLES:
        option = Option("algorithms", [f"A{place}" for place in range(1, width + 1)])
    remedy = Phrase(f"Specify the names of its {width} columns with ", option)
    if not named:
        remedy = Phrase(
            remedy,
            ", and pass ",
            Option("dataset_column", "none"),
            " if each row is a data set. Compare folds of one data set with ",
            FOLDS,
        )
    return Complaint(label, "an array has no names", remedy)


def _are_rows(content: Sequence[Any]) -> bool:
    """Return whether all items of a list are lists of equal length."""
    if not content or not all(isinstance(row, list | tuple) for row in content):
        return False
    return len({len(row) for row in content}) == 1


def _as_array(source: Any, label: str) -> NDArray[Any]:
    """Return the numbers in an array or in lists. Missing numbers are NaN."""
    try:
        array = np.asarray(source)
        if array.dtype.kind not in "iuf":
            array = np.array(source, dtype=np.float64)
    except (TypeError, ValueError) as error:
        text = f"the rows are not lists of numbers of the same length ({error})"
        raise Complaint(label, text, FORMS).error() from error
    if array.ndim not in (2, 3):
        text = f"an array with {array.ndim} dimensions is not a table"
        remedy = "Provide one row for each data set and one column for each algorithm"
        raise Complaint(label, text, remedy).error()
    return array


def _is_unnamed(part: Any) -> bool:
    """Return whether the scores of an algorithm are lists of runs without names of data
    sets.
    """
    if isinstance(part, Mapping):
        return False
    if frame_library(part):
        return getattr(part, "ndim", 2) == 1 or _rows_of_frame(part)[0] is None
    return True


def _rows_of_frame(frame: Any) -> tuple[list[Any] | None, list[list[Any]]]:
    """Return the names of the rows and the cells of each row.

    The names are in the index or in the first column. They are None if the rows have no
    names.
    """
    columns = [list(frame[title]) for title in frame.columns]
    names = None
    if hasattr(frame, "index") and type(frame.index).__name__ != "RangeIndex":
        names = list(frame.index)
    elif columns and all(map(_is_name, columns[0])):
        names, *columns = columns
    return names, list(map(list, zip(*columns, strict=True)))


def _is_name(cell: Any) -> bool:
    return isinstance(cell, str) and number_of(cell) is None


def _columns(
    content: Any, label: str
) -> tuple[tuple[str, ...], tuple[list[Any], ...], tuple[int, ...]]:
    """Return the names of the columns, the columns, and the indices of the columns with
    row labels.

    Content in any other format raises an exception.
    """
    if isinstance(content, list):
        names = tuple(dict.fromkeys(name for record in content for name in record))
        columns = []
        for name in names:
            columns.append([record.get(name) for record in content])
        return names, tuple(columns), ()
    if {"algorithms", "datasets", "scores"} <= set(content):
        return _columns_of_table(content)
    parts: dict[Any, Any] = {}
    for algorithm, part in content.items():
        parts[algorithm] = _opened(part, label, f"the scores of '{algorithm}'")
    if all(isinstance(part, list) for part in parts.values()):
        return tuple(parts), tuple(parts.values()), ()
    if any(map(_has_runs, parts.values())):
        rows = list(_runs(parts))
        return LONG, tuple(map(list, zip(*rows, strict=True))), ()
    labels = list(dict.fromkeys(label for part in parts.values() for label in part))
    scores = []
    for part in parts.values():
        scores.append([part.get(label) for label in labels])
    return ("", *parts), (labels, *scores), (0,)


def _columns_of_table(
    content: Mapping[str, Any],
) -> tuple[tuple[str, ...], tuple[list[Any], ...], tuple[int, ...]]:
    """Return the same values as `_columns` for the result of `ScoreTable.to_dict`."""
    names, scores = content["algorithms"], content["scores"]
    if any(len(row) != len(names) for row in scores):
        raise TypeError
    columns = []
    for place in range(len(names)):
        columns.append([row[place] for row in scores])
    return ("", *names), (list(content["datasets"]), *columns), (0,)


def _has_runs(part: Mapping[Any, Any]) -> bool:
    """Return whether any score is a dict or a list of runs."""
    return any(isinstance(cell, dict | list) for cell in part.values())


def _opened(part: Any, label: str, what: str) -> dict[Any, Any] | list[Any]:
    """Return the scores of an algorithm as a dict with data sets as keys, or as a list.

    Each score may be a list or a dict of runs.
    """
    if frame_library(part) and getattr(part, "ndim", 2) == 2:
        return _rows_by_name(part, label, what)
    if frame_library(part) and type(part.index).__name__ != "RangeIndex":
        if not part.index.is_unique:
            twice = part.index[part.index.duplicated()][0]
            raise InputError(
                f"{label}: {what} contain the name '{twice}' twice. Pass a list of "
                "runs, or rename one occurrence."
            )
        part = dict(part.items())
    if isinstance(part, Mapping):
        members: dict[Any, Any] = {}
        for name, cell in part.items():
            members[name] = cell if _is_cell(cell) else _opened(cell, label, what)
        return members
    if _is_cell(part) or getattr(part, "ndim", 1) > 2:
        raise TypeError
    cells = list(part)
    if not cells or _is_cell(cells[0]):
        return cells
    return {str(number): list(runs) for number, runs in enumerate(cells, 1)}


def _rows_by_name(frame: Any, label: str, what: str) -> dict[Any, Any]:
    """Return a dict of the rows of a data frame by their names or, if they have no
    names, their numbers.
    """
    names, rows = _rows_of_frame(frame)
    if names is None:
        names = [str(number) for number in range(1, len(rows) + 1)]
    elif len(set(names)) < len(names):
        raise InputError(
            f"{label}: two rows of {what} have the same name. Rename one of them."
        )
    return dict(zip(names, rows, strict=True))


def _is_cell(value: Any) -> bool:
    return isinstance(value, str | bytes) or not hasattr(value, "__len__")


def _runs(parts: Mapping[str, Any]) -> Iterator[tuple[Any, ...]]:
    """Yield the data set, algorithm, run and score for each run."""
    for algorithm, part in parts.items():
        for dataset, cell in part.items():
            if isinstance(cell, dict):
                runs = list(cell.items())
            elif isinstance(cell, list):
                runs = list(enumerate(cell, 1))
            else:
                runs = [(1, cell)]
            for run, score in runs:
                yield dataset, algorithm, str(run), score
