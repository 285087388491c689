"""Readers that convert JSON, Parquet and Excel files to a `Grid`.

Pandas is loaded only for Parquet files and old workbooks.
"""

from __future__ import annotations

import io
import json
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from cddiagram.data.reading.cells import Grid, grid_from_frame
from cddiagram.data.reading.objects import FORMS
from cddiagram.data.reading.sheet_scan import MOST_COLUMNS, SheetScan, scan_sheet
from cddiagram.text import InputError, Name, Option, Phrase, choose_from, listed

#: Maps the first bytes of a workbook to the package that reads it. The first format is
#: based on ZIP; the other formats are older and are listed from newest to oldest.
_EXCEL = {b"PK\x03\x04": "openpyxl", b"\xd0\xcf\x11\xe0": "xlrd"} | dict.fromkeys(
    [b"\x09\x04\x06\x00", b"\x09\x02\x06\x00", b"\x09\x00\x04\x00"], "xlrd"
)
_PARQUET = {b"PAR1": "pyarrow"}
#: Maps the suffix of a compressed file to the module that decompresses it.
_PACKERS = {".gz": "gzip", ".bz2": "bz2", ".xz": "lzma"}
#: A sheet may have at most `_MOST_CELLS` cells, including blank cells. A decompressed
#: workbook may have at most `_MOST_BYTES` bytes. Without these limits, a small file
#: could exhaust the available memory.
_MOST_CELLS, _MOST_BYTES = 20_000_000, 500_000_000
_LAST_ROW = 2**20  # A sheet has at most this number of rows.
#: An integer is converted only if it has at most this number of digits, which is less
#: than Python's default limit. Integers with more digits remain strings. Such a string
#: is a valid name, but it becomes infinite if it is read as a score.
_MOST_DIGITS = 4000
_REMEDY_OF_HIDDEN = (
    "Delete these cells in the sheet if they do not belong to the table."
)
_ROWS = "Add a header row and one row for each data set"


def read_json(data: bytes, label: str) -> Any:
    """Read a JSON file that contains records, columns, or the result of
    `ScoreTable.to_dict`.

    The module `json` preserves the last digit of a number and can detect duplicate
    names. The JSON reader of pandas does neither.
    """

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        members = dict(pairs)
        if len(members) < len(pairs):
            counts = Counter(name for name, _ in pairs)
            name = next(name for name, count in counts.items() if count > 1)
            raise InputError(
                f"{label}: the name '{name}' occurs twice in one object. Rename one "
                "occurrence."
            )
        return members

    if not data.strip():
        raise InputError(f"{label} is empty. {FORMS}.")
    try:
        content = json.loads(data, object_pairs_hook=unique, parse_int=_whole)
    except json.JSONDecodeError as error:
        raise InputError(
            f"{label}, line {error.lineno}, column {error.colno} is not valid JSON "
            f"({error.msg}). Correct the file, or save the table as CSV."
        ) from error
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(
            f"{label}, line {line} is not UTF-8 text. Save the file as UTF-8."
        ) from error
    except RecursionError as error:
        raise InputError(f"{label} does not contain a table. {FORMS}.") from error
    return content


def _whole(digits: str) -> int | str:
    if len(digits) <= _MOST_DIGITS:
        return int(digits)
    return digits


def read_json_lines(data: bytes, label: str) -> Any:
    """Read JSON Lines, in which each line is an object for one row."""
    lines = b",".join(filter(None, map(bytes.strip, data.splitlines())))
    array = b""
    if lines:
        array = b"[%b]" % lines
    return read_json(array, label)


def unpacked(data: bytes, path: Path) -> tuple[bytes, str]:
    """Return the decompressed content of a file, and the suffix that determines its
    format.

    For compressed files, this is the suffix before the compression suffix.
    """
    suffix = path.suffix.lower()
    if suffix not in _PACKERS:
        return data, suffix
    packer = import_module(_PACKERS[suffix])
    own_error = getattr(packer, "LZMAError", OSError)
    try:
        with packer.open(io.BytesIO(data)) as file:
            data = file.read(_MOST_BYTES + 1)
    except (OSError, EOFError, ValueError, zlib.error, own_error) as error:
        reason = str(error).rstrip(".").lower()
        raise InputError(
            f"{path} cannot be decompressed ({reason}). Decompress the file, or "
            "correct its suffix."
        ) from error
    if len(data) > _MOST_BYTES:
        raise InputError(
            f"{path} exceeds {_MOST_BYTES // 10**6} MB after decompression. Save only "
            "the table."
        )
    return data, path.with_suffix("").suffix.lower()


def without_packer(path: Path) -> Path:
    """Return a path without its compression suffix."""
    if path.suffix.lower() in _PACKERS:
        return path.with_suffix("")
    return path


def grid_from_parquet(data: bytes, label: str) -> Grid:
    """Read a Parquet file with pandas."""
    with _package(data, label, "Parquet", _PARQUET):
        import pandas as pd

        # Strings are decoded inside this block, so that decoding errors are caught.
        return grid_from_frame(pd.read_parquet(io.BytesIO(data)), label=label)


@dataclass(frozen=True)
class _OpenSheet:
    """A sheet of a workbook that is being read."""

    name: str  #: The name of the sheet that is read.
    sheets: list[str]  #: The names of all visible sheets.
    skipped: list[str]  #: The names of the hidden sheets before the sheet that is read.
    rows: Iterator[list[Any]]
    scan: SheetScan


def grid_from_excel(data: bytes, label: str, sheet: str | int | None = None) -> Grid:
    """Read a sheet of an Excel file. The default is the first visible sheet.

    The first row that is not blank contains the names of the columns.
    """
    with _package(data, label, "Excel", _EXCEL) as package:
        opener = _open_workbook if package == "openpyxl" else _old_workbook
        opened = opener(data, label, sheet)
        cells, width = _filled_rows(opened.rows, label)
    if not cells:
        raise InputError(f"{label} is empty. {_ROWS}.")
    for _, values in cells:
        values += [""] * (width - len(values))
    (header, names), *rows = cells
    is_first_of_several = sheet is None and len(opened.sheets) > 1
    if is_first_of_several and width < 2:
        raise InputError(
            f"{label}: the first of {len(opened.sheets)} sheets (",
            listed(opened.sheets[:1]),
            ") does not contain a table of scores. ",
            _read_another(opened),
        )
    titles = [name for name in names if name != ""]
    if len(titles) == 1 and width > 2:
        raise InputError(
            f"{label}, row {header} has one cell, but there are {width} columns below "
            "it, so it is not a header. Remove this row."
        )
    notes = _notes_of_hidden(opened, cells)
    if is_first_of_several:
        only_first = Phrase(
            f"Only the first of {len(opened.sheets)} sheets was read (",
            listed(opened.sheets[:1]),
            "). ",
            _read_another(opened),
        )
        notes.insert(0, only_first)
    columns = []
    for place in range(len(names)):
        columns.append([values[place] for _, values in rows])
    return Grid(
        label=label,
        names=tuple(names),
        columns=tuple(columns),
        places=[row for row, _ in rows],
        header=f"row {header}",
        notes=tuple(notes),
        sheet=opened.name,
    )


def _read_another(opened: _OpenSheet) -> Phrase:
    """Return the remedy that reads a sheet other than the first."""
    option = Option("sheet", Name(opened.sheets[-1]))
    return Phrase("Pass ", option, " to read another sheet.")


def _notes_of_hidden(
    opened: _OpenSheet, cells: list[tuple[int, list[Any]]]
) -> list[Phrase]:
    """Return notes about hidden sheets that were skipped, and about hidden cells that
    were read.
    """
    notes = []
    if opened.skipped:
        sheets = "hidden sheet was"
        if len(opened.skipped) > 1:
            sheets = "hidden sheets were"
        notes.append(
            Phrase(
                f"The following {sheets} skipped: ",
                listed(opened.skipped),
                ". To read a hidden sheet, pass ",
                Option("sheet", Name(opened.skipped[0])),
                ".",
            )
        )
    hidden_rows = [row for row, _ in cells if row in opened.scan.hidden_rows]
    if hidden_rows:
        how = "hidden by a filter" if opened.scan.filtered else "hidden"
        text = f"Rows ({how}) were also read: {_numbers(hidden_rows)}. "
        notes.append(Phrase(text, _REMEDY_OF_HIDDEN))
    _, names = cells[0]
    hidden_names = []
    for place, name in enumerate(names):
        filled = any(values[place] != "" for _, values in cells)
        if place + 1 in opened.scan.hidden_columns and filled:
            hidden_names.append(name)
    if hidden_names:
        columns = listed(hidden_names)
        notes.append(
            Phrase("Hidden columns were also read: ", columns, ". ", _REMEDY_OF_HIDDEN)
        )
    return notes


def _numbers(rows: list[int], limit: int = 6) -> str:
    numbers = ", ".join(map(str, rows[:limit]))
    if len(rows) > limit:
        numbers += f" and {len(rows) - limit} more"
    return numbers


def _place_of(
    sheet: str | int | None, names: list[str], visible: list[str], label: str
) -> int:
    """Return the index of a sheet, which is specified by its name or by its number
    among the visible sheets.
    """
    if sheet is None:
        return names.index(visible[0])
    if str(sheet) in names:
        return names.index(str(sheet))
    if str(sheet).isdecimal() and 0 < int(sheet) <= len(visible):
        return names.index(visible[int(sheet) - 1])
    raise InputError(f"{label}: ", choose_from("sheet", sheet, names))


def _open_workbook(data: bytes, label: str, asked: str | int | None) -> _OpenSheet:
    """Open a sheet of a workbook. The rows are read one by one."""
    import zipfile

    import openpyxl

    archive = zipfile.ZipFile(io.BytesIO(data))
    size = sum(part.file_size for part in archive.infolist())
    if size > _MOST_BYTES:
        raise InputError(
            f"{label} takes up {size // 10**6} MB after decompression. Save only the "
            "table, or save the table as CSV."
        )
    book = openpyxl.load_workbook(
        io.BytesIO(data), read_only=True, data_only=True, keep_links=False
    )
    names = []
    visible = []
    for sheet in book.worksheets:
        names.append(sheet.title)
        if sheet.sheet_state == "visible":
            visible.append(sheet.title)
    visible = visible or names
    place = _place_of(asked, names, visible, label)
    sheet = book.worksheets[place]
    with archive.open(sheet._worksheet_path) as part:
        scan = scan_sheet(part)
    if scan.too_wide is not None:
        raise InputError(
            f"{label}, row {scan.too_wide} has more than {MOST_COLUMNS:,} cells. "
            "Delete the cells that do not belong to the table, or save the table as "
            "CSV."
        )
    sheet.reset_dimensions()  # the size that the file records may be wrong
    return _OpenSheet(
        name=names[place],
        sheets=visible,
        skipped=_skipped(names, visible, place, asked),
        rows=_rows_of(sheet),
        scan=scan,
    )


def _rows_of(sheet: Any) -> Iterator[list[Any]]:
    """Yield the values of each row of a sheet."""
    for row in sheet.iter_rows():
        yield [_cell(cell) for cell in row]


def _skipped(
    names: list[str], visible: list[str], place: int, asked: str | int | None
) -> list[str]:
    """Return the hidden sheets before the sheet that is read by default."""
    if asked is not None:
        return []
    return [name for name in names[:place] if name not in visible]


def _cell(cell: Any) -> Any:
    """Return the value of a cell. Numbers that are displayed as whole numbers become
    integers, and errors of formulas become None.
    """
    value = None if cell.data_type == "e" else cell.value
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if value is None:
        return ""
    return value


def _old_workbook(data: bytes, label: str, asked: str | int | None) -> _OpenSheet:
    """Open a sheet of an old workbook (.xls), which has at most 65,536 rows and 256
    columns.

    Hidden rows and columns are not detected.
    """
    import pandas as pd

    with pd.ExcelFile(io.BytesIO(data)) as book:
        # The header is read as if it were data. Otherwise, pandas would rename the
        # second of two columns with the same name and would treat the name NA as
        # missing.
        names = list(map(str, book.sheet_names))
        visible = []
        for place, name in enumerate(names):
            if not getattr(book.book.sheet_by_index(place), "visibility", 0):
                visible.append(name)
        visible = visible or names
        place = _place_of(asked, names, visible, label)
        frame = pd.read_excel(
            book, sheet_name=place, header=None, dtype=object, na_filter=False
        )
        rows = iter(frame.values.tolist())
        return _OpenSheet(
            names[place],
            visible,
            _skipped(names, visible, place, asked),
            rows,
            SheetScan(),
        )


def _filled_rows(
    rows: Iterable[list[Any]], label: str
) -> tuple[list[tuple[int, list[Any]]], int]:
    """Return the rows that are not blank, their numbers, and the maximum number of
    cells in a row.

    Blank cells at the ends of rows are removed.
    """
    filled: list[tuple[int, list[Any]]] = []
    width = 0
    for number, cells in enumerate(rows, 1):
        if number > _LAST_ROW:
            raise ValueError(f"row {number} is outside the sheet")
        while cells and _is_blank(cells[-1]):
            cells.pop()
        if not cells:
            continue
        filled.append((number, cells))
        width = max(width, len(cells))
        if len(filled) * width > _MOST_CELLS:
            row = next(row for row, values in filled if len(values) == width)
            raise InputError(
                f"{label}, row {row}, column {width} is so far from the other cells "
                f"that the sheet has more than {_MOST_CELLS:,} cells. Delete the cells "
                "that do not belong to the table, or save the table as CSV."
            )
    return filled, width


def _is_blank(cell: Any) -> bool:
    text = cell if isinstance(cell, str) else str(cell)
    return not text.strip()


@contextmanager
def _package(
    data: bytes, label: str, kind: str, packages: Mapping[bytes, str]
) -> Iterator[str]:
    """Yield the name of the package that reads a workbook, based on the first bytes of
    the file.

    Errors of the package are converted to errors about the file.
    """
    if not data:
        raise InputError(f"{label} is empty. {_ROWS}.")
    package = packages.get(data[:4])
    if package is None:  # otherwise, the message would recommend options of pandas
        raise InputError(
            f"{label} does not contain {kind} data, despite its suffix. Change "
            "the suffix to .csv if it is a text file."
        )
    try:
        yield package
    except (InputError, MemoryError):
        raise
    except ImportError as error:
        raise InputError(
            f"{label}: reading {kind} files requires {package}. Install it with pip "
            f"install 'critdiagram[{kind.lower()}]'."
        ) from error
    except Exception as error:
        reason = " ".join(str(error).split()).rstrip(".")
        raise InputError(
            f"{label} cannot be read as {kind} ({reason}). Check the file, or save the "
            "table as CSV."
        ) from error


#: Maps the suffix of a binary file to the function that reads it. Files with other
#: suffixes are read as text.
READERS: dict[str, Callable[[bytes, str], Grid]] = {".parquet": grid_from_parquet}
#: Maps the suffix of a JSON file to the function that reads it.
OBJECTS: dict[str, Callable[[bytes, str], Any]] = {
    ".json": read_json,
    ".jsonl": read_json_lines,
    ".ndjson": read_json_lines,
}
WORKBOOKS = (".xlsx", ".xlsm", ".xls")
