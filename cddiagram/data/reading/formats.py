"""JSON, Parquet and Excel files as a `Grid`; pandas is loaded only for Parquet and
workbooks of the old kind.
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
from cddiagram.text import InputError, Name, Option, Phrase, choose_from, listed, phrase

#: How files of workbooks begin, with the package that reads each: a ZIP file, and the
#: old forms from the last back.
_EXCEL = {b"PK\x03\x04": "openpyxl", b"\xd0\xcf\x11\xe0": "xlrd"} | dict.fromkeys(
    [b"\x09\x04\x06\x00", b"\x09\x02\x06\x00", b"\x09\x00\x04\x00"], "xlrd"
)
_PARQUET = {b"PAR1": "pyarrow"}
#: Suffix of a packed file -> the module that unpacks it.
_PACKERS = {".gz": "gzip", ".bz2": "bz2", ".xz": "lzma"}
#: Most cells of a sheet, blank ones between others included, and most bytes of a
#: workbook when unpacked: a few bytes of a file can stand for more than any memory
#: holds.
_MOST_CELLS, _MOST_BYTES = 20_000_000, 500_000_000
_LAST_ROW = 2**20  # of any sheet
#: Digits of a whole number that Python reads without asking; a longer one stays text,
#: which is as good as a name, and as a score infinite.
_MOST_DIGITS = 4000
_REMEDY_OF_HIDDEN = "Delete them in the sheet if they do not belong to the table."
_ROWS = "give a header row and one row for each data set"


def read_json(data: bytes, label: str) -> Any:
    """Read JSON: records, columns, or what `ScoreTable.to_dict` writes."""
    # The standard reader, unlike that of pandas, keeps the last digit of a number and
    # shows a name given twice.

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        members = dict(pairs)
        if len(members) < len(pairs):
            twice = next(
                name
                for name, count in Counter(name for name, _ in pairs).items()
                if count > 1
            )
            raise InputError(
                f"{label}: the name '{twice}' is given twice in one object: rename "
                "one of them."
            )
        return members

    if not data.strip():
        raise InputError(f"{label} is empty: {FORMS}.")
    try:
        content = json.loads(data, object_pairs_hook=unique, parse_int=_whole)
    except json.JSONDecodeError as error:
        raise InputError(
            f"{label}, line {error.lineno}, column {error.colno} is not JSON "
            f"({error.msg}): correct it there, or save "
            "the table as CSV."
        ) from error
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(
            f"{label}, line {line} is not UTF-8 text: save the file in UTF-8."
        ) from error
    except RecursionError as error:
        raise InputError(f"{label} holds no table: {FORMS}.") from error
    return content


def _whole(digits: str) -> int | str:
    return int(digits) if len(digits) <= _MOST_DIGITS else digits


def read_json_lines(data: bytes, label: str) -> Any:
    """Read an object of JSON for each row, one a line."""
    lines = b",".join(filter(None, map(bytes.strip, data.splitlines())))
    return read_json(b"[%b]" % lines if lines else b"", label)


def unpacked(data: bytes, path: Path) -> tuple[bytes, str]:
    """Return what a file holds and the suffix that says its form, without the one of a
    packer.
    """
    suffix = path.suffix.lower()
    if suffix not in _PACKERS:
        return data, suffix
    packer = import_module(_PACKERS[suffix])
    try:
        with packer.open(io.BytesIO(data)) as file:
            data = file.read(_MOST_BYTES + 1)
    except (
        OSError,
        EOFError,
        ValueError,
        zlib.error,
        getattr(packer, "LZMAError", OSError),
    ) as error:
        raise InputError(
            f"{path} cannot be unpacked ({str(error).rstrip('.').lower()}): unpack "
            "it, or rename it."
        ) from error
    if len(data) > _MOST_BYTES:
        raise InputError(
            f"{path} has more than {_MOST_BYTES // 10**6} MB when it is unpacked: "
            "save the table alone."
        )
    return data, path.with_suffix("").suffix.lower()


def without_packer(path: Path) -> Path:
    """Return a path without the suffix of a packer."""
    return path.with_suffix("") if path.suffix.lower() in _PACKERS else path


def grid_from_parquet(data: bytes, label: str) -> Grid:
    """Read a Parquet file with pandas."""
    with _package(data, label, "Parquet", _PARQUET):
        import pandas as pd

        return grid_from_frame(
            pd.read_parquet(io.BytesIO(data)), label=label
        )  # texts are decoded as they are taken


@dataclass(frozen=True)
class _OpenSheet:
    """A sheet of a workbook as it is read."""

    name: str  #: Of the sheet that is read.
    sheets: list[str]  #: The names of all visible sheets.
    skipped: list[str]  #: Those of hidden sheets in front of it.
    rows: Iterator[list[Any]]
    scan: SheetScan


def grid_from_excel(data: bytes, label: str, sheet: str | int | None = None) -> Grid:
    """Read a sheet of an Excel file, by default the first that is visible.

    The first row that is not blank names the columns.
    """
    with _package(data, label, "Excel", _EXCEL) as package:
        opener = _open_workbook if package == "openpyxl" else _old_workbook
        opened = opener(data, label, sheet)
        cells, width = _filled_rows(opened.rows, label)
    if not cells:
        raise InputError(f"{label} is empty: {_ROWS}.")
    for _, values in cells:
        values += [""] * (width - len(values))
    (header, names), rows = cells[0], cells[1:]
    sheets = opened.sheets
    unasked = len(sheets) > 1 and sheet is None
    if width < 2 and unasked:
        others = phrase(
            f"the first of {len(sheets)} sheets ({{}}) holds no table of scores: pass ",
            listed(sheets[:1]),
        )
        raise InputError(
            f"{label}: ", others, Option("sheet", Name(sheets[-1])), " for another."
        )
    if sum(name != "" for name in names) == 1 and width > 2:
        raise InputError(
            f"{label}, row {header} is no header, with one cell above {width} "
            "columns: take it out."
        )
    notes = _notes_of_hidden(opened, cells)
    if unasked:
        others = Phrase(
            f"only the first of {len(sheets)} sheets was read (",
            listed(sheets[:1]),
            "): pass ",
            Option("sheet", Name(sheets[-1])),
            " for another.",
        )
        notes = [others, *notes]
    return Grid(
        label=label,
        names=tuple(names),
        columns=tuple(
            [values[place] for _, values in rows] for place in range(len(names))
        ),
        places=[row for row, _ in rows],
        header=f"row {header}",
        notes=tuple(notes),
        sheet=opened.name,
    )


def _notes_of_hidden(
    opened: _OpenSheet, cells: list[tuple[int, list[Any]]]
) -> list[Phrase]:
    """Return a note about hidden sheets that were skipped, and about hidden cells that
    were read.
    """
    notes = []
    if opened.skipped:
        plural = "s" * (len(opened.skipped) > 1)
        notes.append(
            Phrase(
                f"hidden sheet{plural} skipped: ",
                listed(opened.skipped),
                ". Read one with ",
                Option("sheet", Name(opened.skipped[0])),
                ".",
            )
        )
    hidden_rows = [row for row, _ in cells if row in opened.scan.hidden_rows]
    if hidden_rows:
        how = " (hidden by a filter)" if opened.scan.filtered else " (hidden)"
        text = f"rows{how} were read as well: {_numbers(hidden_rows)}. "
        notes.append(Phrase(text, _REMEDY_OF_HIDDEN))
    _, names = cells[0]
    hidden_names = []
    for number, name in enumerate(names, 1):
        filled = any(values[number - 1] != "" for _, values in cells)
        if number in opened.scan.hidden_columns and filled:
            hidden_names.append(name)
    if hidden_names:
        notes.append(
            Phrase(
                "hidden columns were read as well: ",
                listed(hidden_names),
                ". ",
                _REMEDY_OF_HIDDEN,
            )
        )
    return notes


def _numbers(rows: list[int], limit: int = 6) -> str:
    shown = ", ".join(map(str, rows[:limit]))
    return f"{shown} and {len(rows) - limit} more" if len(rows) > limit else shown


def _place_of(
    sheet: str | int | None, names: list[str], visible: list[str], label: str
) -> int:
    """Return the place of a sheet by its name, or by its number from 1 among the
    visible ones.
    """
    if sheet is None:
        return names.index(visible[0])
    if str(sheet) in names:
        return names.index(str(sheet))
    if str(sheet).isdecimal() and 0 < int(sheet) <= len(visible):
        return names.index(visible[int(sheet) - 1])
    raise InputError(f"{label}: ", choose_from("sheet", sheet, names))


def _open_workbook(data: bytes, label: str, asked: str | int | None) -> _OpenSheet:
    """Open a sheet whose rows are read one by one: never the whole rectangle."""
    import zipfile

    import openpyxl

    archive = zipfile.ZipFile(io.BytesIO(data))
    unpacked = sum(part.file_size for part in archive.infolist())
    if unpacked > _MOST_BYTES:
        raise InputError(
            f"{label} has {unpacked // 10**6} MB when it is unpacked: save the table "
            "alone, or as CSV."
        )
    book = openpyxl.load_workbook(
        io.BytesIO(data), read_only=True, data_only=True, keep_links=False
    )
    names = [sheet.title for sheet in book.worksheets]
    visible = [
        sheet.title for sheet in book.worksheets if sheet.sheet_state == "visible"
    ] or names
    place = _place_of(asked, names, visible, label)
    sheet = book.worksheets[place]
    with archive.open(sheet._worksheet_path) as part:
        scan = scan_sheet(part)
    if scan.too_wide is not None:
        raise InputError(
            f"{label}, row {scan.too_wide} has more than {MOST_COLUMNS:,} cells: "
            "delete what does not belong to the "
            "table, or save it as CSV."
        )
    sheet.reset_dimensions()  # what the file says of its size need not be true
    rows = ([_cell(cell) for cell in row] for row in sheet.iter_rows())
    return _OpenSheet(
        names[place], visible, _skipped(names, visible, place, asked), rows, scan
    )


def _skipped(
    names: list[str], visible: list[str], place: int, asked: str | int | None
) -> list[str]:
    """Return the hidden sheets in front of the one that is read because none was asked
    for.
    """
    return (
        []
        if asked is not None
        else [name for name in names[:place] if name not in visible]
    )


def _cell(cell: Any) -> Any:
    """Return the value of a cell; an error in a formula is no value, and 10090.0 the
    whole number it is shown as.
    """
    value = None if cell.data_type == "e" else cell.value
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return "" if value is None else value


def _old_workbook(data: bytes, label: str, asked: str | int | None) -> _OpenSheet:
    """Open a sheet of a workbook of the old kind, which has 65,536 rows and 256 columns
    at most.

    Which of its rows and columns are hidden is not known.
    """
    import pandas as pd

    with pd.ExcelFile(io.BytesIO(data)) as book:
        # As cells: pandas would rename the second of two equal columns and take NA in a
        # name for nothing.
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
    """Return the rows that are not blank, with their numbers and without the blanks at
    their ends; and the widest.
    """
    found: list[tuple[int, list[Any]]] = []
    width = 0
    for number, cells in enumerate(rows, 1):
        if number > _LAST_ROW:
            raise ValueError(f"row {number} is beyond the last one")
        while (
            cells
            and not (
                cells[-1] if isinstance(cells[-1], str) else str(cells[-1])
            ).strip()
        ):
            cells.pop()
        if not cells:
            continue
        found.append((number, cells))
        width = max(width, len(cells))
        if len(found) * width > _MOST_CELLS:
            far, wide = next(
                (row, values) for row, values in found if len(values) == width
            )
            raise InputError(
                f"{label}, row {far}, column {len(wide)} stands so far from the rest "
                "that the sheet has more than "
                f"{_MOST_CELLS:,} cells: delete what does not belong to the table, or "
                "save it as CSV."
            )
    return found, width


@contextmanager
def _package(
    data: bytes, label: str, kind: str, packages: Mapping[bytes, str]
) -> Iterator[str]:
    """Yield what reads a file, by how files of its kind begin; turn what that raises
    over it into one sentence.
    """
    if not data:
        raise InputError(f"{label} is empty: {_ROWS}.")
    package = packages.get(data[:4])
    if package is None:  # pandas would advise its own options
        raise InputError(
            f"{label} is no {kind} file, whatever its name says: rename it to .csv if "
            "it is text."
        )
    try:
        yield package
    except (InputError, MemoryError):
        raise
    except ImportError as error:
        raise InputError(
            f"{label}: reading {kind} files needs {package}: pip install "
            f"'critdiagram[{kind.lower()}]'."
        ) from error
    except Exception as error:
        reason = " ".join(str(error).split()).rstrip(".")
        raise InputError(
            f"{label} cannot be read as {kind} ({reason}): check it, or save it as CSV."
        ) from error


#: Suffix -> reader of a file's bytes; every suffix that is not here and in no list
#: below is read as text.
READERS: dict[str, Callable[[bytes, str], Grid]] = {".parquet": grid_from_parquet}
#: Suffix -> reader of an object of JSON.
OBJECTS: dict[str, Callable[[bytes, str], Any]] = {
    ".json": read_json,
    ".jsonl": read_json_lines,
    ".ndjson": read_json_lines,
}
WORKBOOKS = (".xlsx", ".xlsm", ".xls")
