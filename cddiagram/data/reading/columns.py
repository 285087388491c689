"""Columns of cells by what differs in them; and those of large text files, read without
an object for each cell.
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

#: How many bytes of a large file are looked at together.
_TOGETHER = 2**21
#: A column with more different cells than this share of its first rows is kept as
#: numbers, not by what differs.
_SHARE = 0.25
#: About so many of these rows tell whether its cells are numbers.
_SAMPLE = 100
#: Longest cell, in bytes, that is looked at eight bytes at once; files with longer ones
#: are read cell by cell.
_LONGEST = 256
_NEWLINE, _ZERO, _POINT, _MINUS = b"\n0.-"
_MASKS = np.array([2 ** (8 * count) - 1 for count in range(9)], dtype=np.uint64)
_MOST_DIGITS = 19  # which uint64 holds
#: Powers of ten, which doubles hold too: a whole number below 2**53 divided by one is
#: rounded once, as `float` does.
_POWERS = 10 ** np.arange(_MOST_DIGITS, dtype=np.uint64)


class Coded(Sequence[Any]):
    """A column by its different cells, in the order of their first appearance, and
    which of them each row has.
    """

    def __init__(self, cells: Sequence[Any], codes: IntArray) -> None:
        self.cells, self.codes = cells, codes

    @classmethod
    def of(cls, column: Sequence[Any]) -> Coded:
        """Look at a column; one that is not all texts is taken as it is."""
        if isinstance(column, Coded):
            return column
        if isinstance(column, np.ndarray | Spelled) or not set(map(type, column)) <= {
            str
        }:
            return cls(
                column, np.arange(len(column))
            )  # 1, 1.0 and True are equal, and none of them is the other
        place = _Places()
        codes = np.fromiter(
            map(place.__getitem__, column), dtype=np.intp, count=len(column)
        )
        return cls(list(place), codes)

    def __len__(self) -> int:
        return len(self.codes)

    def __getitem__(self, row: Any) -> Any:
        return self.cells[self.codes[row]]

    def __iter__(self) -> Iterator[Any]:
        return map(self.cells.__getitem__, self.codes.tolist())

    def mapped(self, change: Callable[[Any], str]) -> Coded:
        """Return the column with its cells changed to texts; cells that become equal
        are one.
        """
        changed = list(map(change, self.cells))
        texts_only = isinstance(self.cells, list) and set(map(type, self.cells)) <= {
            str
        }
        if (
            texts_only and changed == self.cells
        ):  # cells of other types may be arrays, which have no one truth
            return self
        texts = Coded.of(changed)
        return Coded(texts.cells, texts.codes[self.codes])

    def take(self, rows: IntArray) -> Coded:
        """Return some rows; cells that none of them has are gone."""
        codes = self.codes[rows]
        here = codes[first_rows(Coded(self.cells, codes))]
        place = np.zeros(len(self.cells), dtype=np.intp)
        place[here] = np.arange(len(here))
        return Coded([self.cells[code] for code in here.tolist()], place[codes])


class _Places(dict[str, int]):
    """Where each text stands among the different ones; a new one stands behind all
    others.
    """

    def __missing__(self, text: str) -> int:
        self[text] = place = len(self)
        return place


def first_rows(*columns: Coded) -> IntArray:
    """Return the rows, in their order, in which a combination of cells stands that no
    row before has.
    """
    n = len(columns[0])
    keys, size = np.zeros(n, dtype=np.int64), 1
    for column in columns:
        if size * len(column.cells) >= 2**62:
            keys, size = np.unique(keys, return_inverse=True)[1], n
        keys, size = keys * len(column.cells) + column.codes, size * len(column.cells)
    if size > 8 * n:
        return np.sort(np.unique(keys, return_index=True)[1])
    first = np.full(size, n)
    first[keys[::-1]] = np.arange(n)[::-1]  # of several rows the last one written stays
    found = first[first < n]
    return np.sort(found) if len(found) < n else np.arange(n)


class Spelled(Sequence[str]):
    """A column of numbers of a large file: the numbers; and the cells as they are
    written, looked up when asked for.
    """

    def __init__(
        self, body: _Body, place: int, numbers: Numbers, rows: IntArray | None = None
    ) -> None:
        self._body, self._place, self.numbers, self._rows = body, place, numbers, rows

    def __len__(self) -> int:
        return len(self.numbers.values)

    def __getitem__(self, row: Any) -> Any:
        return self._body.cell(
            int(row if self._rows is None else self._rows[row]), self._place
        )

    def __iter__(self) -> Iterator[str]:
        return (
            self._body.cells(self._place) if self._rows is None else super().__iter__()
        )

    def take(self, rows: IntArray) -> Spelled:
        """Return some rows."""
        kept = np.asarray(rows if self._rows is None else self._rows[rows])
        return Spelled(self._body, self._place, self.numbers.take(rows), kept)


class _IrregularError(Exception):
    """Something that has to be read cell by cell: a separator between quotes, a
    comment, rows of different lengths.
    """


def read_large(
    text: str, delimiter: str, width: int
) -> tuple[Coded | Spelled, ...] | None:
    """Read the lines below the header as `width` columns; None where only reading cell
    by cell tells what they hold.

    Separators are found in the bytes, equal cells by eight bytes at once, and decimals
    put together from their digits: what comes out is what `csv` and `float` make of the
    text, cell by cell.
    """
    data = text.encode("utf-8", "surrogatepass")
    if b"\r" in data:
        data = data.replace(b"\r\n", b"\n")
    if data.endswith(b"\n\n") or not data.endswith(b"\n"):
        data = data.rstrip(b"\n") + b"\n"
    if b"\r" in data or b"\0" in data:
        return None
    body = _Body(data, delimiter.encode())
    named, read = {place: _Growing() for place in range(width)}, list[Numbers]()
    scored: list[int] = []  # columns kept as numbers, of which all are read together
    try:
        for part, starts, sizes in body.parts(width):
            first = part.bytes[starts[:, 0]]
            odd = np.flatnonzero(
                (sizes[:, 0] == 0) | (first < _ZERO) | (first > 127)
            )  # blanks and comments are such
            if any(
                not cell.strip() or cell.lstrip().startswith("#")
                for cell in part.cells(starts[odd, 0], sizes[odd, 0])
            ):
                raise _IrregularError
            if not read:
                scored = _scored(part, starts, sizes)
                for place in scored:
                    del named[place]
            for place, column in named.items():
                column.add(part, starts[:, place], sizes[:, place])
            read.append(_numbers(part, starts[:, scored].T, sizes[:, scored].T))
    except _IrregularError:
        return None
    parts = ("values", "missing", "bad")
    together = {
        name: np.concatenate([getattr(numbers, name) for numbers in read], axis=1)
        for name in parts
    }
    found: dict[int, Coded | Spelled] = {
        place: column.finished() for place, column in named.items()
    }
    for place, *its in zip(scored, *together.values(), strict=True):
        found[place] = Spelled(
            body, place, Numbers(**dict(zip(parts, its, strict=True)))
        )
    return tuple(found[place] for place in range(width))


class _Body:
    """The lines of a large file, a part after the other."""

    def __init__(self, data: bytes, delimiter: bytes) -> None:
        self._data, self._delimiter = data, delimiter
        self._ends, self._rows = [0], [0]  # bytes, and rows, up to the end of each part
        self._lines: tuple[int, list[bytes]] = (-1, [])

    def parts(self, width: int) -> Iterator[tuple[_Part, IntArray, IntArray]]:
        """Return each part with the place and the length of each cell,
        ``(rows, width)``.
        """
        limit = min(csv.field_size_limit(), _LONGEST)
        while self._ends[-1] < len(self._data):
            begin = self._ends[-1]
            end = self._data.rfind(b"\n", begin, begin + _TOGETHER) + 1
            if not end:
                raise _IrregularError
            part = _Part(self._data[begin:end])
            at = np.flatnonzero(
                (part.bytes == ord(self._delimiter)) | (part.bytes == _NEWLINE)
            )
            newline = part.bytes[at] == _NEWLINE
            if (
                len(at) % width
                or not newline[width - 1 :: width].all()
                or width * newline.sum() != len(at)
            ):
                raise _IrregularError
            starts = np.concatenate([[0], at[:-1] + 1])
            sizes = at - starts
            if sizes.max() > limit:
                raise _IrregularError
            self._ends.append(end)
            self._rows.append(self._rows[-1] + len(at) // width)
            yield part, starts.reshape(-1, width), sizes.reshape(-1, width)

    def cell(self, row: int, place: int) -> str:
        """Return a cell as `csv` reads it."""
        at = bisect_right(self._rows, row) - 1
        if self._lines[0] != at:
            self._lines = (at, self._lines_of(at))
        return _cell(self._lines[1][row - self._rows[at]].split(self._delimiter)[place])

    def cells(self, place: int) -> Iterator[str]:
        """Return the cells of a column one after the other."""
        for at in range(len(self._ends) - 1):
            yield from (
                _cell(line.split(self._delimiter)[place]) for line in self._lines_of(at)
            )

    def _lines_of(self, at: int) -> list[bytes]:
        return self._data[self._ends[at] : self._ends[at + 1] - 1].split(b"\n")


def _cell(data: bytes) -> str:
    """Return what `csv` reads from the bytes between two separators."""
    text = data.decode("utf-8", "surrogatepass").lstrip(" ")
    if not text.startswith('"'):
        return text
    if len(text) < 2 or text[-1] != '"' or '"' in text[1:-1]:
        raise _IrregularError
    return text[1:-1]


class _Part:
    """Some lines of a large file, and their cells by where they begin and how many
    bytes they have.
    """

    def __init__(self, data: bytes) -> None:
        self.bytes = np.frombuffer(data, dtype=np.uint8)
        # Where a letter is a byte and nothing is quoted, all cells are cut out of one
        # text.
        self._letters = (
            data if b'"' in data or not data.isascii() else data.decode("ascii")
        )

    def cells(self, starts: IntArray, sizes: IntArray) -> list[str]:
        """Return cells as `csv` reads them."""
        pairs, letters = (
            zip(starts.tolist(), (starts + sizes).tolist(), strict=True),
            self._letters,
        )
        if isinstance(letters, str):
            return [letters[begin:end].lstrip(" ") for begin, end in pairs]
        return [_cell(letters[begin:end]) for begin, end in pairs]

    def words(self, starts: IntArray, sizes: IntArray) -> list[NDArray[np.uint64]]:
        """Return the bytes of each cell as whole numbers of eight bytes, with zeros
        behind its end.
        """
        words = np.ndarray(len(self._padded) - 7, "<u8", self._padded, strides=(1,))
        behind = range(0, max(1, int(sizes.max())), 8)
        return [words[starts + at] & _MASKS[np.clip(sizes - at, 0, 8)] for at in behind]

    @cached_property
    def _padded(self) -> _Bytes:
        return np.concatenate([self.bytes, np.zeros(_LONGEST + 8, dtype=np.uint8)])


class _Growing:
    """A column while it is read, by its different cells."""

    def __init__(self) -> None:
        self._place = _Places()
        self._codes: list[NDArray[np.int32]] = []

    def add(self, part: _Part, starts: IntArray, sizes: IntArray) -> None:
        """Read the cells of one more part."""
        like = _first_alike(part.words(starts, sizes))
        rows, codes = (
            np.flatnonzero(like == np.arange(len(like))),
            np.zeros(len(like), dtype=np.int32),
        )
        codes[rows] = [
            self._place[cell] for cell in part.cells(starts[rows], sizes[rows])
        ]
        self._codes.append(
            codes[like]
        )  # a column of a large file takes half of the memory of whole numbers

    def finished(self) -> Coded:
        """Return the column."""
        return Coded(list(self._place), np.concatenate(self._codes))


def _scored(part: _Part, starts: IntArray, sizes: IntArray) -> list[int]:
    """List the columns that are better kept as numbers: their cells differ, and most of
    some are numbers.
    """
    rows = np.arange(len(starts))
    likes = (
        _first_alike(part.words(starts[:, place], sizes[:, place]))
        for place in range(starts.shape[1])
    )
    differ = [
        place for place, like in enumerate(likes) if np.mean(like == rows) > _SHARE
    ]
    some = np.ix_(rows[:: 1 + len(rows) // _SAMPLE], np.array(differ, dtype=np.intp))
    read = _numbers(part, starts[some].T, sizes[some].T)
    return [place for at, place in enumerate(differ) if not read.take(at).mostly_text]


def _first_alike(words: Sequence[NDArray[np.uint64]]) -> IntArray:
    """Return for each row the first one with the same words."""
    like = np.zeros(len(words[0]), dtype=np.intp)
    left, factor, bits = np.arange(len(like)), 0x9E3779B97F4A7C15, 17
    first = np.zeros(2**bits, dtype=np.intp)
    while (
        left.size
    ):  # rows that share a place with others take the next one, by another factor
        mixed = np.zeros(len(left), dtype=np.uint64)
        for word in words:
            mixed = (mixed ^ word[left]) * np.uint64(factor)
            mixed ^= mixed >> np.uint64(32)
        places = ((mixed * np.uint64(factor)) >> np.uint64(64 - bits)).astype(np.intp)
        first[places[::-1]] = left[::-1]  # of several rows the last one written stays
        found = first[places]
        same = np.logical_and.reduce([word[found] == word[left] for word in words])
        like[left[same]] = found[same]
        left, factor = left[~same], (factor * 0xD1342543DE82EF95 + 2) % 2**64 | 1
    return like


def _numbers(part: _Part, starts: IntArray, sizes: IntArray) -> Numbers:
    """Read cells as `numbers` does: those of few digits and a point all at once."""
    values, plain = np.empty(starts.shape), np.zeros(starts.shape, dtype=bool)
    for size in range(
        1, min(int(sizes.max(initial=0)), _MOST_DIGITS + 2) + 1
    ):  # a minus and a point
        its = sizes == size
        if its.any():
            cells = np.ndarray(
                len(part.bytes) - size + 1, f"V{size}", part.bytes, strides=(1,)
            )[starts[its]]
            values[its], plain[its] = _decimals(
                cells.view(np.uint8).reshape(-1, size).T.copy()
            )
    read = numbers(part.cells(starts[~plain], sizes[~plain]))
    missing, bad = (
        np.zeros(starts.shape, dtype=bool),
        np.zeros(starts.shape, dtype=bool),
    )
    values[~plain], missing[~plain], bad[~plain] = read.values, read.missing, read.bad
    return Numbers(values=values, missing=missing, bad=bad)


def _decimals(cells: _Bytes) -> tuple[FloatArray, BoolArray]:
    """Return the numbers that equally long cells, ``(size, n)``, hold, and whether they
    are digits and a point.
    """
    size = len(cells)
    digits, pointed = (
        cells - _ZERO,
        cells == _POINT,
    )  # bytes below the zero go round to large ones
    digital, minus, points = (
        digits < 10,
        cells[0] == _MINUS,
        pointed.sum(axis=0, dtype=np.uint8),
    )
    count = digital.sum(axis=0, dtype=np.uint8)
    after = np.where(points == 1, size - 1 - pointed.argmax(axis=0), 0)
    plain = (
        (count + points + minus == size)
        & (points <= 1)
        & (count > 0)
        & (after < _MOST_DIGITS)
    )
    digits[~digital] = 0  # a point counts as a zero, taken out below
    plain &= ~digits[:-_MOST_DIGITS].any(axis=0)
    total = np.zeros(cells.shape[1], dtype=np.uint64)
    for row in digits:
        total *= np.uint64(10)
        total += row
    power = _POWERS[np.where(plain, after, 0)]
    total = np.where(points == 1, total // (10 * power) * power + total % power, total)
    values, long = total / power, np.flatnonzero(plain & (total >= 2**53))
    # Of more digits the quotient in extended doubles is at most half a unit off: what
    # is on both sides of it is right.
    wide = total[long].astype(np.longdouble) / power[long]
    low, values[long] = (
        np.nextafter(wide, end).astype(np.float64) for end in (0, np.inf)
    )
    plain[long] = low == values[long]
    return np.where(minus, -values, values), plain
