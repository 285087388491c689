"""The reader that converts delimited text to a `Grid`.

The standard `csv` module reports the line of every record.
"""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from cddiagram._util.lazy import lazy_pattern
from cddiagram.data.reading.cells import Grid
from cddiagram.data.reading.columns import read_large
from cddiagram.data.reading.measures import describes_scores
from cddiagram.data.reading.numbers import is_integer, numbers, shown
from cddiagram.text import Complaint, InputError, Option, Phrase, UsageError

_DELIMITERS = ("\t", ";", ",")
#: The first line may specify the separator, as in files for Excel. Such a line matches
#: this pattern.
_NAMED_DELIMITER = lazy_pattern(r"sep=([,;\t|])", flags=re.IGNORECASE)
#: A title has at most this number of characters.
_LONGEST_TITLE = 80
#: A file is considered large if it has at least this number of characters.
_LARGE = 2**20
#: Maps each byte-order mark to the encoding that it indicates. The mark for UTF-32 is
#: tested first, because it begins with the mark for UTF-16.
_MARKS = {
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}


def decode(data: bytes, label: str, asked: str | None = None) -> str:
    """Decode a text file with the specified encoding.

    By default, the byte-order mark determines the encoding. If there is no mark, UTF-8
    is used.
    """
    encoding = asked or _marked_encoding(data)
    try:
        return data.decode(encoding)
    except UnicodeError as error:
        raise InputError(_undecodable(data, label, asked, error)) from error
    except LookupError as error:
        raise UsageError(
            "unknown ",
            Option("encoding"),
            f" '{asked}'. Pass, for example, cp1252, latin-1 or utf-8.",
        ) from error


def _marked_encoding(data: bytes) -> str:
    """Return the encoding that a byte-order mark indicates. The default is UTF-8."""
    for mark, encoding in _MARKS.items():
        if data.startswith(mark):
            return encoding
    return "utf-8-sig"


def _undecodable(
    data: bytes, label: str, asked: str | None, error: UnicodeError
) -> Phrase:
    """Return the message about text in another encoding."""
    place = label
    if isinstance(error, UnicodeDecodeError):
        line = data.count(b"\n", 0, error.start) + 1
        place = f"{label}, line {line}"
    if asked is not None:
        remedy = Phrase("Pass another ", Option("encoding"), ".")
        return Phrase(f"{place} is not {asked} text. ", remedy)
    if b"\0" in data:
        remedy = Phrase("Save the table as CSV, Excel or Parquet.")
        return Phrase(f"{label} is not a text file. ", remedy)
    return Phrase(
        f"{place} is not UTF-8 text. Pass ",
        Option("encoding", "cp1252"),
        " if Excel wrote the file in Western Europe, or save the file as CSV in UTF-8.",
    )


def grid_from_text(text: str, *, label: str) -> Grid:
    """Read a table whose cells are separated by commas, semicolons, tabs or spaces.

    The separator must divide the header and all other lines into the same number of
    cells. Spaces are considered last. Empty lines and lines that begin with ``#`` are
    skipped. The first of the other lines is the header. If it has one cell fewer than
    the rows, as in files written by R, the first column has no name.
    """
    if not text.strip():
        raise InputError(
            f"{label} is empty. Add a header and one line for each data set."
        )
    text, delimiter = _named_delimiter(text)
    text = _with_header(text, delimiter)
    delimiter = delimiter or _find_delimiter(text, label)
    large = _large(text, delimiter, label)
    if large is not None:
        return large
    records = _records(text, delimiter, label)
    if not records.lines:
        raise InputError(
            f"{label} contains only comments. Add a header and one line for each data "
            "set."
        )
    if max(records.widths) < 2:
        raise InputError(
            f"{label} has only one column. Separate the columns (a data set and two or "
            "more algorithms) with commas, semicolons or tabs."
        )
    names = _names(records, label)
    header, *places = records.lines
    cells = records.cells[records.widths[0] :]
    _check_no_numbers(names, header, label)
    _check_no_scores(names, cells, header, label)
    columns = tuple(cells[column :: len(names)] for column in range(len(names)))
    grid = _grid(label, names, columns, places, header, delimiter)
    skipped = []
    for line, comment in records.comments:
        if line > header and len(comment.split(delimiter)) == len(names):
            skipped.append(line)
    doubts = _rows_as_comments(label, skipped)
    return replace(grid, doubts=doubts, title=_title(records))


def _rows_as_comments(label: str, lines: Sequence[int]) -> tuple[Complaint, ...]:
    """Return a warning if comments have the same number of cells as the rows."""
    if not lines:
        return ()
    if len(lines) == 1:
        text = (
            f"line {lines[0]} starts with '#' and looks like a row of the table, but "
            "comments are skipped"
        )
        remedy = (
            "Delete the '#' if the line is a row, or delete the line if it is a comment"
        )
    else:
        text = (
            f"lines {', '.join(map(str, lines))} start with '#' and look like a row of "
            "the table, but comments are skipped"
        )
        remedy = (
            "Delete the '#' if the lines are rows, or delete the lines if they are "
            "comments"
        )
    return (Complaint(label, text, remedy, rejects=False),)


def _title(records: _Records) -> str:
    """Return the short comment above the header that describes the scores.

    If there are several comments, the first comment with a measure or a direction is
    returned.
    """
    comments = []
    for line, text in records.comments:
        comment = text.strip().lstrip("#").strip()
        if line < records.lines[0] and len(comment) <= _LONGEST_TITLE:
            comments.append(comment)
    if len(comments) != 1:
        comments = [comment for comment in comments if describes_scores(comment)]
    if comments:
        return comments[0]
    return ""


def _named_delimiter(text: str) -> tuple[str, str]:
    """Return the text and the separator that a first line such as ``sep=;`` specifies.

    Excel uses such a line. It is replaced by an empty line, so that line numbers do not
    change.
    """
    first, newline, rest = text.partition("\n")
    match = _NAMED_DELIMITER.fullmatch(first.strip())
    if match:
        return (newline + rest, match[1])
    return (text, "")


def _with_header(text: str, delimiter: str) -> str:
    """Remove the ``#`` from a comment that is the header of the lines below it.

    NumPy and other programs write the header as a comment. The title of the first
    column can also be "#".
    """
    if not text.lstrip().startswith("#"):
        return text
    lines = text.splitlines(keepends=True)
    body = 0
    for line in lines:
        if line.strip() and not line.lstrip().startswith("#"):
            break
        body += 1
    if body in (0, len(lines)):
        return text
    comment, first = lines[body - 1], lines[body]
    for sign in [delimiter] if delimiter else _DELIMITERS:
        names = comment.lstrip()[1:].strip().split(sign)
        if _is_header(names, first.strip().split(sign)):
            header = comment.lstrip()[1:].lstrip(" ")
            if not names[0].strip():
                header = "number" + header
            return "".join([*lines[: body - 1], header, *lines[body:]])
    return text


def _is_header(names: Sequence[str], cells: Sequence[str]) -> bool:
    """Return whether the cells of a comment can be the header of the first row below
    it.
    """
    if len(names) != len(cells) or len(names) <= 2:
        return False
    scores = numbers(cells[1:])
    return not scores.mostly_text and not numbers(names).all_numbers


def _grid(
    label: str,
    names: list[str],
    columns: tuple[Sequence[str], ...],
    places: Sequence[int],
    line: int,
    delimiter: str,
) -> Grid:
    """Return the grid for text whose header is in this line."""
    return Grid(
        label=label,
        names=tuple(names),
        columns=columns,
        places=places,
        row_word="line",
        header=f"line {line}",
        delimiter=delimiter,
    )


def _large(text: str, delimiter: str, label: str) -> Grid | None:
    """Read a large file that consists of regular lines, or return None.

    None is returned if the file is not large, has irregular lines, or would raise an
    error.
    """
    if len(text) < _LARGE:
        return None
    try:
        head = _first_records(text, delimiter, label, limit=1)
        line = head.lines[0]
        _check_no_numbers(head.cells, line, label)
    except (InputError, IndexError):  # the file contains only comments
        return None
    begin, names = 0, head.cells
    for _ in range(line):
        begin = text.find("\n", begin) + 1
    if not begin or len(names) < 2 or any("\n" in name for name in names):
        return None
    if "\r" in text[:begin].replace("\r\n", ""):
        return None
    columns = read_large(text[begin:], delimiter, len(names))
    if columns is None:
        return None
    places = range(line + 1, line + 1 + len(columns[0]))
    return _grid(label, names, columns, places, line, delimiter)


class _Records(NamedTuple):
    """Records whose cells are stored in a single list, because creating a list for each
    record is slow.
    """

    #: The line number of each row.
    lines: list[int]
    #: The number of cells in each row.
    widths: list[int]
    cells: list[str]
    #: The line number and the text of each comment.
    comments: list[tuple[int, str]]


def _records(
    text: str, delimiter: str, label: str, limit: int | None = None
) -> _Records:
    """Split text into at most `limit` records."""
    records = _Records([], [], [], [])
    comments = records.comments
    ended = 0  # the number of lines in all previous records

    def without_comments() -> Iterator[str]:
        for line in every:
            # A line that begins with # is not a comment if it is part of a quoted cell.
            if reader.line_num == ended and line.lstrip().startswith("#"):
                comments.append((ended + 1 + len(comments), line))
            else:
                yield line

    every = io.StringIO(text, newline=None)
    lines = without_comments() if "#" in text else every
    reader = csv.reader(lines, delimiter=delimiter, skipinitialspace=True, strict=True)
    try:
        for cells in reader:
            if any(map(str.strip, cells)):
                records.lines.append(ended + 1 + len(comments))
                records.widths.append(len(cells))
                records.cells.extend(cells)
            ended = reader.line_num
            if len(records.lines) == limit:
                break
    except csv.Error as error:
        place = f"{label}, line {ended + 1 + len(comments)}"
        if "field limit" in str(error):
            raise InputError(
                f"{place} begins a cell of more than {csv.field_size_limit():,} "
                "characters. Close the quotation mark, or shorten the cell."
            ) from error
        raise InputError(
            f"{place}: the quotation marks do not match ({error}). Close or double the "
            "quotation marks."
        ) from error
    return records


def _first_records(text: str, delimiter: str, label: str, limit: int) -> _Records:
    """Return the first records in a text file. Only the beginning of a long file is
    processed.
    """
    with suppress(InputError):
        records = _records(text[:_LARGE], delimiter, label, limit)
        if len(records.lines) == limit:
            return records
    return _records(text, delimiter, label, limit)


def _find_delimiter(text: str, label: str) -> str:
    """Return the separator with which the first lines form a table.

    If no separator does so, return the separator with the largest number of columns.
    """
    best, best_key = ",", (False, 1)
    for delimiter in (*_DELIMITERS, " "):
        if delimiter == " " and best_key > (False, 1):
            break  # spaces can be parts of names
        try:
            widths = _first_records(text, delimiter, label, limit=50).widths
        except InputError:
            continue
        if not widths:
            continue
        header, *rows = widths
        # In files written by R, the header may have one fewer cell than the other rows.
        regular = set(rows) in (set(), {header}, {header + 1})
        key = (regular and header > 1, header)
        if key > best_key and (key[0] or delimiter != " "):
            best, best_key = delimiter, key
    return best


def _names(records: _Records, label: str) -> list[str]:
    """Return a name for each column.

    Raise an error if rows have different lengths.
    """
    width, *others = records.widths
    names, cells = records.cells[:width], records.cells[width:]
    different = set(others) - {width}
    if not different:
        return names
    if set(others) == {width + 1}:
        # If each of the other rows has one more cell than the header, either these rows
        # end with a separator, or the first column has no name.
        last_column = cells[width :: width + 1]
        if any(map(str.strip, last_column)):
            return ["", *names]
        return [*names, ""]
    if width == 1 and len(set(others)) == 1:
        raise InputError(
            f"{label}, line {records.lines[0]} is not a header, because it has one "
            f"cell and the other lines have {others[0]}. Delete this line, or insert # "
            "at its start."
        )
    row = next(row for row, count in enumerate(others) if count != width)
    plural = "s" * (others[row] != 1)
    raise InputError(
        f"{label}, line {records.lines[1 + row]} has {others[row]} cell{plural}, but "
        f"the header has {width}. Complete the line, and quote cells that contain the "
        "separator."
    )


def _check_no_numbers(header: list[str], line: int, label: str) -> None:
    """Raise an error if the header consists of scores.

    Otherwise, the first row of a file without a header would be lost, and 0.763 would
    be the name of an algorithm. Distinct whole numbers can be names.
    """
    cells = header[1:]
    if not numbers(cells).all_numbers:
        return
    if all(map(is_integer, cells)) and len(set(cells)) == len(cells):
        return
    raise InputError(
        f"{label}, line {line} should contain the names of the columns, but it "
        f"contains numbers ({shown(', '.join(cells))}). Add a header that does not "
        "begin with #."
    )


def _check_no_scores(
    header: list[str], cells: list[str], line: int, label: str
) -> None:
    """Raise an error if the header and the rows contain whole numbers.

    Otherwise, the first row of a file without a header would be lost. Consecutive
    numbers can be names.
    """
    names = header[1:]
    if len(names) < 2 or not all(map(is_integer, names)):
        return
    body = numbers([cell for at, cell in enumerate(cells) if at % len(header)]).values
    body = body[~np.isnan(body)]
    values = numbers(names).values
    consecutive = (np.abs(np.diff(values)) == 1).all()
    if not body.size or consecutive:
        return
    if values.min() >= body.min() and values.max() <= body.max():
        raise InputError(
            f"{label}, line {line} should contain the names of the columns, but it "
            f"contains numbers like the lines below it ({shown(', '.join(names))}). "
            "Add a header with the names of the algorithms."
        )
