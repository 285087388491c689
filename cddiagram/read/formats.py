"""JSON, Parquet and Excel files as a `Grid`; pandas is loaded only to read the last two."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Mapping
from typing import Any

from cddiagram.errors import InputError, listed
from cddiagram.grid.cells import Grid
from cddiagram.grid.frames import grid_from_frame

#: How files of workbooks begin, with the package that reads each: a ZIP file, and the old forms from the last back.
_EXCEL = {b"PK\x03\x04": "openpyxl", b"\xd0\xcf\x11\xe0": "xlrd"} | dict.fromkeys(
    [b"\x09\x04\x06\x00", b"\x09\x02\x06\x00", b"\x09\x00\x04\x00"], "xlrd"
)
_PARQUET = {b"PAR1": "pyarrow"}
_ROWS = "give a header row and one row for each data set"
_JSON_FORMS = (
    'give a list of records [{"data set": "iris", "A": 0.9, ...}, ...], columns {"A": [...], ...} or '
    '{"A": {"iris": 0.9, ...}, ...}, or an object with "algorithms", "datasets" and "scores"'
)


def grid_from_json(data: bytes, label: str) -> Grid:
    """Read JSON: records, columns, or what `ScoreTable.to_dict` writes.

    The standard reader is used, not that of pandas: it keeps the last digit of a number and shows a name given twice.

    Raises
    ------
    InputError
        If the text is no JSON, holds a name twice, or has another form.
    """

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        members = dict(pairs)
        if len(members) < len(pairs):
            names = [name for name, _ in pairs]
            twice = next(name for place, name in enumerate(names) if name in names[:place])
            raise InputError(f"{label}: the name '{twice}' is given twice in one object: rename one of them.")
        return members

    if not data.strip():
        raise InputError(f"{label} is empty: {_JSON_FORMS}.")
    try:
        content = json.loads(data, object_pairs_hook=unique)
    except json.JSONDecodeError as error:
        raise InputError(
            f"{label}, line {error.lineno}, column {error.colno} is not JSON ({error.msg}): correct it there, or save "
            "the table as CSV."
        ) from error
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(f"{label}, line {line} is not UTF-8 text: save the file in UTF-8.") from error
    except RecursionError as error:
        raise InputError(f"{label} holds no table: {_JSON_FORMS}.") from error
    try:
        names, columns, index = _json_columns(content)
        places = range(1, len(columns[0]) + 1)
        whole = all(len(column) == len(places) for column in columns)
    except (AttributeError, IndexError, KeyError, TypeError) as error:
        raise InputError(f"{label} holds no table: {_JSON_FORMS}.") from error
    if not whole:
        raise InputError(f"{label}: the columns differ in length: {_JSON_FORMS}.")
    return Grid(label=label, names=names, columns=columns, places=places, row_word="row", index=index)


def _json_columns(content: Any) -> tuple[tuple[str, ...], tuple[list[Any], ...], tuple[int, ...]]:
    """Give names, columns and the places of row labels; whatever fails here has another form."""
    if isinstance(content, list):
        names = tuple(dict.fromkeys(name for record in content for name in record))
        return names, tuple([record.get(name) for record in content] for name in names), ()
    if {"algorithms", "datasets", "scores"} <= set(content):
        names, scores = content["algorithms"], content["scores"]
        if any(len(row) != len(names) for row in scores):
            raise TypeError
        columns = ([row[j] for row in scores] for j in range(len(names)))
        return ("", *map(str, names)), (list(content["datasets"]), *columns), (0,)
    names = tuple(content)
    if all(isinstance(column, dict) for column in content.values()):
        labels = list(dict.fromkeys(label for column in content.values() for label in column))
        columns = ([column.get(label) for label in labels] for column in content.values())
        return ("", *names), (labels, *columns), (0,)
    if not all(isinstance(column, list) for column in content.values()):
        raise TypeError
    return names, tuple(content.values()), ()


def grid_from_parquet(data: bytes, label: str) -> Grid:
    """Read a Parquet file with pandas.

    Raises
    ------
    InputError
        If it is empty, no Parquet file or broken, or if the package that reads it is not installed.
    """

    def read(pd: Any) -> Any:
        return pd.read_parquet(io.BytesIO(data))

    return grid_from_frame(_pandas(read, data, label, "Parquet", _PARQUET), label=label)


def grid_from_excel(data: bytes, label: str) -> Grid:
    """Read the first sheet of an Excel file with pandas; the first row that is not blank names the columns.

    Raises
    ------
    InputError
        If it is empty, no Excel file or broken, or if the package that reads it is not installed.
    """

    def read(pd: Any) -> tuple[Any, list[Any]]:
        with pd.ExcelFile(io.BytesIO(data)) as book:
            # As cells: pandas would rename the second of two equal columns and take NA in a name for nothing.
            return pd.read_excel(book, header=None, dtype=object, na_filter=False), list(book.sheet_names)

    frame, sheets = _pandas(read, data, label, "Excel", _EXCEL)
    cells = [(row + 1, values) for row, values in enumerate(frame.values.tolist()) if any(_filled(v) for v in values)]
    if not cells:
        raise InputError(f"{label} is empty: {_ROWS}.")
    (header, names), rows = cells[0], cells[1:]
    others = f"only the first of {len(sheets)} sheets was read ({listed(sheets[:1])})."
    return Grid(
        label=label,
        names=tuple(str(name).strip() for name in names),
        columns=tuple(zip(*(values for _, values in rows), strict=True)) or ((),) * len(names),
        places=[row for row, _ in rows],
        row_word="row",
        header=f"row {header}",
        notes=(others,) if len(sheets) > 1 else (),
    )


def _filled(cell: Any) -> bool:
    return bool(str(cell).strip())


def _pandas(read: Callable[[Any], Any], data: bytes, label: str, kind: str, packages: Mapping[bytes, str]) -> Any:
    """Read with pandas; whatever it and its engines raise becomes one sentence.

    `packages` are the ways in which files of that kind begin, with what reads them.
    """
    if not data:
        raise InputError(f"{label} is empty: {_ROWS}.")
    package = packages.get(data[:4])
    if package is None:  # pandas would advise its own options
        raise InputError(f"{label} is no {kind} file, whatever its name says: rename it to .csv if it is text.")
    import pandas as pd

    try:
        return read(pd)
    except ImportError as error:
        raise InputError(f"{label}: reading {kind} files needs another package: pip install {package}.") from error
    except Exception as error:
        reason = " ".join(str(error).split()).rstrip(".")
        raise InputError(f"{label} cannot be read as {kind} ({reason}): check it, or save it as CSV.") from error


#: Suffix -> reader of a file's bytes; every other suffix is read as text.
READERS: dict[str, Callable[[bytes, str], Grid]] = {
    ".json": grid_from_json,
    ".parquet": grid_from_parquet,
    ".xlsx": grid_from_excel,
    ".xlsm": grid_from_excel,
    ".xls": grid_from_excel,
}
