"""Columns that are stored by their distinct cells, and columns in large text files.

Large files are read without creating a Python object for each cell.
"""

from __future__ import annotations

import csv
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cddiagram._util import BoolArray, FloatArray, IntArray
from cddiagram.data.reading.numbers import Numbers, numbers

_Bytes = NDArray[np.uint8]

#: A large file is processed in parts of this many bytes.
_TOGETHER = 2**21
#: For a column, only the distinct cells are stored if at most this proportion of its
#: first cells are distinct, or if most of its cells are not numbers. All other columns
#: are stored as numbers.
_SHARE = 0.25
#: About this many cells are searched for numbers.
_SAMPLE = 100
#: Cells are compared eight bytes at a time only if they have at most this number of
#: bytes. Files with longer cells are read cell by cell.
_LONGEST = 256
_NEWLINE, _ZERO, _POINT, _MINUS = b"\n0.-"
_MASKS = np.array([2 ** (8 * count) - 1 for count in range(9)], dtype=np.uint64)
#: A number is stored as uint64 only if it has at most this number of digits.
_MOST_DIGITS = 19
#: The first array contains the powers of ten as integers; the second contains the
#: powers that doubles can represent exactly. If an integer below 2**53 is divided by an
#: exact power of ten, the quotient is rounded only once, as in `float`.
_POWERS = 10 ** np.arange(_MOST_DIGITS, dtype=np.uint64)


class Coded(Sequence[Any]):
    """A column that is stored by its distinct cells.

    The distinct cells are in the order of their first appearance. The array `codes`
    contains the index of the cell in each row.
    """

    def __init__(self, cells: Sequence[Any], codes: IntArray) -> None:
        self.cells, self.codes = cells, codes

    @classmethod
    def of(cls, column: Sequence[Any]) -> Coded:
        """Create a column from strings. Cells of other types are treated as distinct.

        For example, 1, 1.0 and True are equal, but they must not replace each other.
        """
        if isinstance(column, Coded):
            return column
        texts = not isinstance(column, np.ndarray | Spelled)
        if not texts or not set(map(type, column)) <= {str}:
            return cls(column, np.arange(len(column)))
        position = _Positions()
        positions = map(position.__getitem__, column)
        codes = np.fromiter(positions, dtype=np.intp, count=len(column))
        return cls(list(position), codes)

    def __len__(self) -> int:
        return len(self.codes)

    def __getitem__(self, row: Any) -> Any:
        return self.cells[self.codes[row]]

    def __iter__(self) -> Iterator[Any]:
        return map(self.cells.__getitem__, self.codes.tolist())

    def mapped(self, change: Callable[[Any], str]) -> Coded:
        """Return the column with its cells converted to strings. Equal strings are
        combined.
        """
        changed = list(map(change, self.cells))
        # Cells that are not strings may be arrays, and comparing arrays does not return
        # a single truth value.
        texts_only = isinstance(self.cells, list) and set(map(type, self.cells)) <= {
            str
        }
        if texts_only and changed == self.cells:
            return self
        texts = Coded.of(changed)
        return Coded(texts.cells, texts.codes[self.codes])

    def take(self, rows: IntArray) -> Coded:
        """Return the column for some rows, with only the distinct cells in these rows."""
        codes = self.codes[rows]
        used = codes[first_rows(Coded(self.cells, codes))]
        position = np.zeros(len(self.cells), dtype=np.intp)
        position[used] = np.arange(len(used))
        return Coded([self.cells[code] for code in used.tolist()], position[codes])


class _Positions(dict[str, int]):
    """The index of each distinct string. An unknown string is added at the end."""

    def __missing__(self, text: str) -> int:
        self[text] = position = len(self)
        return position


def first_rows(*columns: Coded) -> IntArray:
    """Return the first row with each combination of cells.

    The indices of the cells in a row are combined to one integer.
    """
    n = len(columns[0])
    keys, size = np.zeros(n, dtype=np.int64), 1
    for column in columns:
        different = len(column.cells)
        if size * different >= 2**62:
            keys, size = np.unique(keys, return_inverse=True)[1], n
        keys = keys * different + column.codes
        size *= different
    if size > 8 * n:
        return np.sort(np.unique(keys, return_index=True)[1])
    # The order is reversed, so that the final value for each key is the index of the
    # first row with this key.
    first = np.full(size, n)
    first[keys[::-1]] = np.arange(n)[::-1]
    rows = first[first < n]
    if len(rows) < n:
        return np.sort(rows)
    return np.arange(n)


class Spelled(Sequence[str]):
    """A column of numbers in a large file.

    The original text of a cell is decoded only when it is needed.
    """

    def __init__(
        self, body: _Body, place: int, numbers: Numbers, rows: IntArray | None = None
    ) -> None:
        self._body, self._place, self.numbers, self._rows = body, place, numbers, rows

    def __len__(self) -> int:
        return len(self.numbers.values)

    def __getitem__(self, row: Any) -> Any:
        in_file = row if self._rows is None else self._rows[row]
        return self._body.cell(int(in_file), self._place)

    def __iter__(self) -> Iterator[str]:
        if self._rows is None:
            return self._body.cells(self._place)
        return super().__iter__()

    def take(self, rows: IntArray) -> Spelled:
        """Return the column for some rows."""
        in_file = np.asarray(rows if self._rows is None else self._rows[rows])
        return Spelled(self._body, self._place, self.numbers.take(rows), in_file)


class _IrregularError(Exception):
    """Raised if the text must be read cell by cell.

    Possible reasons are quoted separators, comments, and rows of different lengths.
    """


def read_large(
    text: str, delimiter: str, width: int
) -> tuple[Coded | Spelled, ...] | None:
    """Read the lines below the header as `width` columns.

    The result is the same as if each cell were read with `csv` and `float`. Separators
    are located in the bytes, equal cells are found by comparing eight bytes at a time,
    and decimal numbers are computed from their digits. If the text must be read cell by
    cell, None is returned.
    """
    data = _with_newlines(text.encode("utf-8", "surrogatepass"))
    if b"\r" in data or b"\0" in data:
        return None
    body = _Body(data, delimiter.encode())
    texts = {place: _Growing() for place in range(width)}
    scored: list[int] = []  # the columns that are stored as numbers
    blocks: list[Numbers] = []
    try:
        for part, starts, sizes in body.parts(width):
            _check_first_cells(part, starts[:, 0], sizes[:, 0])
            if not blocks:
                scored = _scored(part, starts, sizes)
                for place in scored:
                    del texts[place]
            for place, column in texts.items():
                column.add(part, starts[:, place], sizes[:, place])
            blocks.append(_numbers(part, starts[:, scored].T, sizes[:, scored].T))
    except _IrregularError:
        return None
    values = np.concatenate([block.values for block in blocks], axis=1)
    missing = np.concatenate([block.missing for block in blocks], axis=1)
    bad = np.concatenate([block.bad for block in blocks], axis=1)
    columns: dict[int, Coded | Spelled] = {}
    for place, column in texts.items():
        columns[place] = column.finished()
    for at, place in enumerate(scored):
        numbers = Numbers(values=values[at], missing=missing[at], bad=bad[at])
        columns[place] = Spelled(body, place, numbers)
    return tuple(columns[place] for place in range(width))


def _with_newlines(data: bytes) -> bytes:
    """Return lines that all end with a single newline, without empty lines at the end."""
    if b"\r" in data:
        data = data.replace(b"\r\n", b"\n")
    if data.endswith(b"\n\n") or not data.endswith(b"\n"):
        data = data.rstrip(b"\n") + b"\n"
    return data


def _check_first_cells(part: _Part, starts: IntArray, sizes: IntArray) -> None:
    """Raise `_IrregularError` if the first cell indicates that a row is empty or a
    comment.
    """
    first = part.bytes[starts]
    odd = np.flatnonzero((sizes == 0) | (first < _ZERO) | (first > 127))
    for cell in part.cells(starts[odd], sizes[odd]):
        if not cell.strip() or cell.lstrip().startswith("#"):
            raise _IrregularError


class _Body:
    """The lines of a large file, divided into parts."""

    def __init__(self, data: bytes, delimiter: bytes) -> None:
        self._data, self._delimiter = data, delimiter
        # The numbers of bytes and rows from the start of the file to the end of each
        # part.
        self._ends, self._rows = [0], [0]
        self._lines: tuple[int, list[bytes]] = (-1, [])

    def parts(self, width: int) -> Iterator[tuple[_Part, IntArray, IntArray]]:
        """Yield each part with the positions and the lengths of its cells, as arrays of
        shape (rows, width).
        """
        limit = min(csv.field_size_limit(), _LONGEST)
        while self._ends[-1] < len(self._data):
            begin = self._ends[-1]
            end = self._data.rfind(b"\n", begin, begin + _TOGETHER) + 1
            if not end:
                raise _IrregularError
            part = _Part(self._data[begin:end])
            separators = (part.bytes == ord(self._delimiter)) | (part.bytes == _NEWLINE)
            at = np.flatnonzero(separators)
            newline = part.bytes[at] == _NEWLINE
            rows, rest = divmod(len(at), width)
            # A part of a file is regular if each row ends with a newline and no cell
            # contains a newline.
            regular = rest == 0 and newline[width - 1 :: width].all()
            if not regular or newline.sum() != rows:
                raise _IrregularError
            starts = np.concatenate([[0], at[:-1] + 1])
            sizes = at - starts
            if sizes.max() > limit:
                raise _IrregularError
            self._ends.append(end)
            self._rows.append(self._rows[-1] + rows)
            yield part, starts.reshape(-1, width), sizes.reshape(-1, width)

    def cell(self, row: int, place: int) -> str:
        """Return the string that `csv` reads for a cell."""
        at = bisect_right(self._rows, row) - 1
        if self._lines[0] != at:
            self._lines = (at, self._lines_of(at))
        line = self._lines[1][row - self._rows[at]]
        return _cell(line.split(self._delimiter)[place])

    def cells(self, place: int) -> Iterator[str]:
        """Yield the cells of a column."""
        for at in range(len(self._ends) - 1):
            for line in self._lines_of(at):
                yield _cell(line.split(self._delimiter)[place])

    def _lines_of(self, at: int) -> list[bytes]:
        return self._data[self._ends[at] : self._ends[at + 1] - 1].split(b"\n")


def _cell(data: bytes) -> str:
    """Return the string that `csv` reads for the bytes between two separators."""
    text = data.decode("utf-8", "surrogatepass").lstrip(" ")
    if not text.startswith('"'):
        return text
    if len(text) < 2 or text[-1] != '"' or '"' in text[1:-1]:
        raise _IrregularError
    return text[1:-1]


class _Part:
    """A part of a large file, whose cells are specified by their positions and lengths."""

    def __init__(self, data: bytes) -> None:
        self.bytes = np.frombuffer(data, dtype=np.uint8)
        # If each character is a single byte and the text does not contain quotation
        # marks, each cell is a slice of a single string.
        plain = b'"' not in data and data.isascii()
        self._letters = data.decode("ascii") if plain else data

    def cells(self, starts: IntArray, sizes: IntArray) -> list[str]:
        """Return the strings that `csv` reads for cells."""
        letters = self._letters
        pairs = zip(starts.tolist(), (starts + sizes).tolist(), strict=True)
        if isinstance(letters, str):
            return [letters[begin:end].lstrip(" ") for begin, end in pairs]
        return [_cell(letters[begin:end]) for begin, end in pairs]

    def words(self, starts: IntArray, sizes: IntArray) -> list[NDArray[np.uint64]]:
        """Return the bytes of each cell as integers of eight bytes, padded with zeros."""
        words = np.ndarray(len(self._padded) - 7, "<u8", self._padded, strides=(1,))
        longest = max(1, int(sizes.max()))
        columns = []
        for at in range(0, longest, 8):
            mask = _MASKS[np.clip(sizes - at, 0, 8)]
            columns.append(words[starts + at] & mask)
        return columns

    @cached_property
    def _padded(self) -> _Bytes:
        return np.concatenate([self.bytes, np.zeros(_LONGEST + 8, dtype=np.uint8)])


class _Growing:
    """A column that is stored by its distinct cells and is still being read."""

    def __init__(self) -> None:
        self._position = _Positions()
        # With int32, a column of a large file requires only half as much memory as with
        # int64.
        self._codes: list[NDArray[np.int32]] = []

    def add(self, part: _Part, starts: IntArray, sizes: IntArray) -> None:
        """Add the cells of the next part."""
        like = _first_alike(part.words(starts, sizes))
        rows = np.flatnonzero(like == np.arange(len(like)))
        codes = np.zeros(len(like), dtype=np.int32)
        cells = part.cells(starts[rows], sizes[rows])
        codes[rows] = [self._position[cell] for cell in cells]
        self._codes.append(codes[like])

    def finished(self) -> Coded:
        """Return the complete column."""
        return Coded(list(self._position), np.concatenate(self._codes))


def _scored(part: _Part, starts: IntArray, sizes: IntArray) -> list[int]:
    """Return the columns to store as numbers. In these columns, most cells are
    distinct, and most cells are numbers.
    """
    rows = np.arange(len(starts))
    varied = []
    for place in range(starts.shape[1]):
        like = _first_alike(part.words(starts[:, place], sizes[:, place]))
        if np.mean(like == rows) > _SHARE:
            varied.append(place)
    sample = rows[:: 1 + len(rows) // _SAMPLE]
    some = np.ix_(sample, np.array(varied, dtype=np.intp))
    numbers_of_some = _numbers(part, starts[some].T, sizes[some].T)
    scored = []
    for at, place in enumerate(varied):
        if not numbers_of_some.take(at).mostly_text:
            scored.append(place)
    return scored


def _first_alike(words: Sequence[NDArray[np.uint64]]) -> IntArray:
    """Return the index of the first row with the same words, for each row.

    The rows are stored in a hash table. Rows whose slot contains different words are
    hashed again with a different factor.
    """
    like = np.zeros(len(words[0]), dtype=np.intp)
    open_rows = np.arange(len(like))
    factor, bits = 0x9E3779B97F4A7C15, 17
    first = np.zeros(2**bits, dtype=np.intp)
    while open_rows.size:
        mixed = np.zeros(len(open_rows), dtype=np.uint64)
        for word in words:
            mixed = (mixed ^ word[open_rows]) * np.uint64(factor)
            mixed ^= mixed >> np.uint64(32)
        slots = ((mixed * np.uint64(factor)) >> np.uint64(64 - bits)).astype(np.intp)
        # The order is reversed, so that the final value for each slot is the index of
        # the first row with this slot.
        first[slots[::-1]] = open_rows[::-1]
        owner = first[slots]
        same = np.logical_and.reduce([word[owner] == word[open_rows] for word in words])
        like[open_rows[same]] = owner[same]
        open_rows = open_rows[~same]
        factor = (factor * 0xD1342543DE82EF95 + 2) % 2**64 | 1
    return like


def _numbers(part: _Part, starts: IntArray, sizes: IntArray) -> Numbers:
    """Return the same result as `numbers`. Short plain decimal numbers are read by
    vectorised operations.
    """
    values = np.empty(starts.shape)
    plain = np.zeros(starts.shape, dtype=bool)
    longest = _MOST_DIGITS + 2  # the maximum includes a minus sign and a decimal point
    for size in range(1, min(int(sizes.max(initial=0)), longest) + 1):
        here = sizes == size
        if here.any():
            cells = np.ndarray(
                len(part.bytes) - size + 1, f"V{size}", part.bytes, strides=(1,)
            )[starts[here]]
            letters = cells.view(np.uint8).reshape(-1, size).T.copy()
            values[here], plain[here] = _decimals(letters)
    rest = numbers(part.cells(starts[~plain], sizes[~plain]))
    missing = np.zeros(starts.shape, dtype=bool)
    bad = np.zeros(starts.shape, dtype=bool)
    values[~plain], missing[~plain], bad[~plain] = rest.values, rest.missing, rest.bad
    return Numbers(values=values, missing=missing, bad=bad)


def _decimals(cells: _Bytes) -> tuple[FloatArray, BoolArray]:
    """Return the numbers in cells of equal length, and whether each cell is a plain
    decimal number.

    Parameters
    ----------
    cells : array of shape (size, n)
        The bytes of each cell. A plain decimal number consists of digits, at most one
        decimal point, and optionally a leading minus sign.
    """
    size = len(cells)
    # For bytes below "0", the unsigned difference wraps around to a large number.
    digits = cells - _ZERO
    is_digit = digits < 10
    is_point = cells == _POINT
    minus = cells[0] == _MINUS
    points = is_point.sum(axis=0, dtype=np.uint8)
    count = is_digit.sum(axis=0, dtype=np.uint8)
    after = np.where(points == 1, size - 1 - is_point.argmax(axis=0), 0)
    plain = (count + points + minus == size) & (points <= 1)
    plain &= (count > 0) & (after < _MOST_DIGITS)
    # Decimal points are treated as zeros at first, and these zeros are removed below.
    digits[~is_digit] = 0
    plain &= ~digits[:-_MOST_DIGITS].any(axis=0)
    total = np.zeros(cells.shape[1], dtype=np.uint64)
    for row in digits:
        total *= np.uint64(10)
        total += row
    power = _POWERS[np.where(plain, after, 0)]
    without_point = total // (10 * power) * power + total % power
    total = np.where(points == 1, without_point, total)
    values = total / power
    # If there are more digits, the quotient in extended precision has an error of at
    # most half a unit in the last place. If the next-lower and next-higher values are
    # rounded to the same double, this double is correct.
    long = np.flatnonzero(plain & (total >= 2**53))
    wide = total[long].astype(np.longdouble) / power[long]
    low = np.nextafter(wide, 0).astype(np.float64)
    high = np.nextafter(wide, np.inf).astype(np.float64)
    values[long] = high
    plain[long] = low == high
    return np.where(minus, -values, values), plain
