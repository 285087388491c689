"""Delimited text as a `Grid`: the standard `csv` module, which knows the line of every
record.
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

from cddiagram.data.reading.cells import Grid
from cddiagram.data.reading.columns import read_large
from cddiagram.data.reading.measures import describes_scores
from cddiagram.data.reading.numbers import is_integer, numbers, shown
from cddiagram.text import Complaint, InputError, Option, Phrase, UsageError

_DELIMITERS = ("\t", ";", ",")
#: The first line of a file for Excel.
_NAMED_DELIMITER = re.compile(r"sep=([,;\t|])", flags=re.IGNORECASE)
#: Longer comments are no titles.
_LONGEST_TITLE = 80
#: Letters from which on a file is large.
_LARGE = 2**20
#: Byte-order mark -> encoding; that of UTF-32 begins like the one of UTF-16.
_MARKS = {
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}


def decode(data: bytes, label: str, asked: str | None = None) -> str:
    """Decode the bytes of a text file: as asked, or UTF-8, or UTF-16 and UTF-32 where a
    byte-order mark says so.
    """
    marked = next(
        (encoding for mark, encoding in _MARKS.items() if data.startswith(mark)),
        "utf-8-sig",
    )
    try:
        return data.decode(asked or marked)
    except UnicodeError as error:
        line = (
            data.count(b"\n", 0, error.start) + 1
            if isinstance(error, UnicodeDecodeError)
            else 0
        )
        place = f", line {line}" if line else ""
        if asked is not None:
            raise InputError(
                f"{label}{place} is not {asked} text. Pass another ",
                Option("encoding"),
                ".",
            ) from error
        if b"\0" in data:
            raise InputError(
                f"{label} is not a text file. Save the table as CSV, Excel or Parquet."
            ) from error
        how = Phrase(
            "Pass ",
            Option("encoding", "cp1252"),
            " if it is from Excel in Western Europe, or save the file ",
        )
        raise InputError(
            f"{label}{place} is not UTF-8 text. ", how, "as CSV in UTF-8."
        ) from error
    except LookupError as error:
        raise UsageError(
            "unknown ",
            Option("encoding"),
            f" '{asked}'. Pass, for example, cp1252, latin-1 or utf-8.",
        ) from error


def grid_from_text(text: str, *, label: str) -> Grid:
    """Read comma-, semicolon- or tab-separated text; one that blanks alone divide into
    a table, too.

    The separator is the one that splits the header and all other lines into equally
    many cells. Lines that begin with ``#`` and blank lines are left out. The first line
    left names the columns; if it has one cell less than the others, as R writes it, the
    first column has no name.
    """
    if not text.strip():
        raise InputError(
            f"{label} is empty. Give a header line and one line for each data set."
        )
    text, delimiter = _named_delimiter(text)
    text = _with_header(text, delimiter)
    delimiter = delimiter or _find_delimiter(text, label)
    large = _large(text, delimiter, label)
    if large is not None:
        return large
    found = _records(text, delimiter, label)
    if not found.lines:
        raise InputError(
            f"{label} contains only comments. Give a header line and one line for each "
            "data set."
        )
    if max(found.widths) < 2:
        raise InputError(
            f"{label} has only one column. Separate the columns (a data set and two or "
            "more algorithms) with commas, semicolons or tabs."
        )
    names = _names(found, label)
    _refuse_numbers_as_names(names, found.lines[0], label)
    cells = found.cells[found.widths[0] :]
    _refuse_scores_as_names(names, cells, found.lines[0], label)
    skipped = [
        at
        for at, text in found.comments
        if at > found.lines[0] and len(text.split(delimiter)) == len(names)
    ]
    columns = tuple(cells[place :: len(names)] for place in range(len(names)))
    grid = _grid(label, names, columns, found.lines[1:], found.lines[0], delimiter)
    return replace(grid, doubts=_rows_as_comments(label, skipped), title=_title(found))


def _rows_as_comments(label: str, lines: Sequence[int]) -> tuple[Complaint, ...]:
    """Warn of comments that have as many cells as the rows."""
    if not lines:
        return ()
    what = (
        f"line {lines[0]} starts"
        if len(lines) == 1
        else f"lines {', '.join(map(str, lines))} start"
    )
    text = (
        f"{what} with '#' and look{'s' * (len(lines) == 1)} like a row of the table, "
        "but comments are skipped"
    )
    remedy = "Delete the '#' if it is a row, or delete the line if it is a comment"
    if len(lines) > 1:
        remedy = (
            "Delete the '#' if they are rows, or delete the lines if they are comments"
        )
    return (Complaint(label, text, remedy, rejects=False),)


def _title(found: _Records) -> str:
    """Return the short comment in front of the header that describes the scores.

    If there are several, it is the first that names their measure or their direction.
    """
    comments = []
    for at, text in found.comments:
        comment = text.strip().lstrip("#").strip()
        if at < found.lines[0] and len(comment) <= _LONGEST_TITLE:
            comments.append(comment)
    if len(comments) != 1:
        comments = [comment for comment in comments if describes_scores(comment)]
    return comments[0] if comments else ""


def _named_delimiter(text: str) -> tuple[str, str]:
    """Return the text and the separator that Excel names in a first line: ``sep=;``.

    The line stays as an empty one, so that the numbers of lines remain those of the
    file.
    """
    first, newline, rest = text.partition("\n")
    named = _NAMED_DELIMITER.fullmatch(first.strip())
    return (newline + rest, named[1]) if named else (text, "")


def _with_header(text: str, delimiter: str) -> str:
    """Take a line that begins with # for the header if it names the columns of the
    lines below it.

    numpy and other programs write the header as a comment, and a first column may be
    called "#".
    """
    if not text.lstrip().startswith("#"):
        return text
    lines = text.splitlines(keepends=True)
    body = next(
        (
            at
            for at, line in enumerate(lines)
            if line.strip() and not line.lstrip().startswith("#")
        ),
        None,
    )
    if not body:
        return text
    comment, first = lines[body - 1], lines[body]
    for sign in [delimiter] if delimiter else _DELIMITERS:
        names = comment.lstrip()[1:].strip().split(sign)
        cells = first.strip().split(sign)
        held = numbers(cells[1:])
        if (
            len(names) == len(cells) > 2
            and held.values.size
            and not held.mostly_text
            and not numbers(names).all_numbers
        ):
            header = comment.lstrip()[1:].lstrip(" ")
            header = header if names[0].strip() else "number" + header
            return "".join([*lines[: body - 1], header, *lines[body:]])
    return text


def _grid(
    label: str,
    names: list[str],
    columns: tuple[Sequence[str], ...],
    places: Sequence[int],
    line: int,
    delimiter: str,
) -> Grid:
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
    """Read a large file of plain lines at once; None for any other, and for whatever
    will be refused.
    """
    if len(text) < _LARGE:
        return None
    try:
        head = _first_records(text, delimiter, label, limit=1)
        line = head.lines[0]
        _refuse_numbers_as_names(head.cells, line, label)
    except (InputError, IndexError):  # no line but comments
        return None
    begin, names = 0, head.cells
    for _ in range(line):
        begin = text.find("\n", begin) + 1
    if (
        not begin
        or "\r" in text[:begin].replace("\r\n", "")
        or any("\n" in name for name in names)
        or len(names) < 2
    ):
        return None
    columns = read_large(text[begin:], delimiter, len(names))
    if columns is None:
        return None
    places = range(line + 1, line + 1 + len(columns[0]))
    return _grid(label, names, columns, places, line, delimiter)


class _Records(NamedTuple):
    """Records one after the other: a million lists of their cells would take longer to
    keep than to read.
    """

    lines: list[int]  #: On which each begins.
    widths: list[int]  #: How many cells each has.
    cells: list[str]
    comments: list[tuple[int, str]]  #: The lines that are no records.


def _records(
    text: str, delimiter: str, label: str, limit: int | None = None
) -> _Records:
    """Split text into records."""
    found = _Records([], [], [], [])
    comments = found.comments
    ended = 0  # how many lines the records so far have

    def without_comments() -> Iterator[str]:
        for line in every:
            # Only at the start of a record: a quoted cell may go over several lines,
            # with # in front.
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
                found.lines.append(ended + 1 + len(comments))
                found.widths.append(len(cells))
                found.cells.extend(cells)
            ended = reader.line_num
            if len(found.lines) == limit:
                break
    except csv.Error as error:
        start = ended + 1 + len(comments)
        if "field limit" in str(error):
            raise InputError(
                f"{label}, line {start} begins a cell of more than "
                f"{csv.field_size_limit():,} characters. Close its quotation mark, or "
                "shorten it."
            ) from error
        raise InputError(
            f"{label}, line {start}: the quotation marks do not match ({error}). Close "
            "or double them."
        ) from error
    return found


def _first_records(text: str, delimiter: str, label: str, limit: int) -> _Records:
    """Return the first records of a text, of a long one without going through all of
    it.
    """
    with suppress(InputError):
        found = _records(text[:_LARGE], delimiter, label, limit)
        if len(found.lines) == limit:
            return found
    return _records(text, delimiter, label, limit)


def _find_delimiter(text: str, label: str) -> str:
    """Choose the separator that makes a table of the first lines; if none does, the one
    with the most columns.
    """
    best, best_key = ",", (False, 1)  # a separator that splits nothing is none
    for delimiter in (*_DELIMITERS, " "):
        if delimiter == " " and best_key > (False, 1):
            break  # blanks are parts of names
        try:
            widths = _first_records(text, delimiter, label, limit=50).widths
        except InputError:
            continue
        if not widths:
            continue
        body = set(widths[1:])
        even = len(body) <= 1 and all(width - widths[0] in (0, 1) for width in body)
        key = (even and widths[0] > 1, widths[0])
        if key > best_key and (key[0] or delimiter != " "):
            best, best_key = delimiter, key
    return best


def _names(found: _Records, label: str) -> list[str]:
    """Return a name for each column, or refuse the first row that has another
    length.
    """
    width, *others = found.widths
    names, cells = found.cells[:width], found.cells[width:]
    if set(others) == {
        width + 1
    }:  # every row ends with a separator, or the header begins without one
        return (
            ["", *names]
            if any(map(str.strip, cells[width :: width + 1]))
            else [*names, ""]
        )
    if set(others) - {width}:
        if width == 1 and len(set(others)) == 1:
            only = (
                f"{label}, line {found.lines[0]} is not a header, because it has one "
                f"cell and the other lines have {others[0]}. Delete it, "
            )
            raise InputError(only, "or begin it with #.")
        line, count = next(
            (line, count)
            for line, count in zip(found.lines[1:], others, strict=True)
            if count != width
        )
        raise InputError(
            f"{label}, line {line} has {count} cell{'s' * (count != 1)}, but the "
            f"header has {width}. Complete the line, and quote cells that contain the "
            "separator."
        )
    return names


def _refuse_numbers_as_names(header: list[str], line: int, label: str) -> None:
    """Refuse a header of scores: a file without header would lose its first row, and
    name the algorithms 0.763.
    """
    cells = header[1:]
    if numbers(cells).all_numbers and not (
        all(map(is_integer, cells)) and len(set(cells)) == len(cells)
    ):
        raise InputError(
            f"{label}, line {line} should name the columns, but it contains numbers "
            f"({shown(', '.join(cells))}). Add a header line that does not begin with "
            "#."
        )


def _refuse_scores_as_names(
    header: list[str], cells: list[str], line: int, label: str
) -> None:
    """Refuse a header of whole numbers among whole numbers: a file without header would
    lose its first row.
    """
    names = header[1:]
    if len(names) < 2 or not all(map(is_integer, names)):
        return
    body = numbers([cell for at, cell in enumerate(cells) if at % len(header)]).values
    body = body[~np.isnan(body)]
    values = numbers(names).values
    steps = np.diff(values)
    consecutive = bool((np.abs(steps) == 1).all())
    if (
        body.size
        and not consecutive
        and (values >= body.min()).all()
        and (values <= body.max()).all()
    ):
        raise InputError(
            f"{label}, line {line} should name the columns, but it contains numbers "
            f"like the lines below it ({shown(', '.join(names))}). Add a header line that names the algorithms."
        )
