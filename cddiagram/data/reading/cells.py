"""A table of raw cells and where they stand, before anyone knows what its columns mean;
data frames as such a table.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NoReturn, TypeVar, cast

import numpy as np

from cddiagram._util import IntArray
from cddiagram.data.reading import vocabulary
from cddiagram.data.reading.columns import Coded, Spelled
from cddiagram.data.reading.numbers import (
    COMMA,
    Numbers,
    bare,
    decimal_of,
    is_integer,
    may_be_thousand,
    not_plain,
    number_of,
    numbers,
    refusal,
    shown,
)
from cddiagram.data.reading.options import NAME_RUNS
from cddiagram.text import (
    Complaint,
    InputError,
    Name,
    Option,
    Phrase,
    choose_from,
    listed,
    name,
    phrase,
)

#: Three digits behind the sign, as thousands have, and no zero in front.
_THOUSANDS = {
    sign: re.compile(rf"[+-]?[1-9][0-9]{{0,2}}(\{sign}[0-9]{{3}})+") for sign in ",."
}
_HUNDREDS = re.compile(r"[+-]?[1-9][0-9]{2}")
_DIGITS = re.compile(r"[+-]?[0-9.,]*[0-9]")
#: So many numbers with three decimals each are doubtful where semicolons or tabs divide
#: cells.
_FEWEST_THOUSANDS = 10
#: What MLflow puts before the names of columns.
TRACKED = re.compile(r"^(metrics|params|tags)\.")

_Read = TypeVar("_Read")


@dataclass(frozen=True, kw_only=True, eq=False)
class Grid:
    """A table of raw cells with the places they came from."""

    #: What messages call the source: a file name, "standard input", "data frame".
    label: str
    names: tuple[
        str, ...
    ]  #: Of the columns; whatever is given becomes text without outer blanks.
    columns: tuple[
        Sequence[Any], ...
    ]  #: The cells of each: text, or numbers where the source has types.
    places: Sequence[
        int
        #: Where each row stands in the source: a line number or, counted if left out, a
        #: row.
    ] = ()
    #: What `places` are: "line" or "row"; empty where names alone say where a cell is.
    row_word: str = "row"
    #: Where the names stand, for messages: "line 3"; empty where the source has no
    #: place for them.
    header: str = ""
    delimiter: str = (
        ""  #: What divides the cells of a line; empty where the source is no text.
    )
    decimal_comma: bool = False  #: Whether numbers are written 0,5.
    #: Whether digits may stand in groups of three: 76,728 or, with a decimal comma,
    #: 76.728.
    grouped: bool = False
    clean: Collection[
        int
        #: Columns whose numbers are read without what stands beside them: "0.717 ±
        #: 0.01".
    ] = ()
    index: tuple[
        int, ...
    ] = ()  #: Columns that hold row labels of the source (the index of a frame).
    turned: tuple[
        str, ...
    ] = ()  #: Of a table whose rows were columns: where each column stood, as "line 5".
    settled: tuple[
        int, ...
        #: Columns of the table no more: it was split by them, or rows were chosen by
        #: them.
    ] = ()
    #: Whether the source has no columns with numbers: names of rows and of levels say
    #: where a cell is.
    flat: bool = False
    notes: tuple[str, ...] = ()  #: What reading did so far, in sentences.
    #: The name of the sheet that was read; empty where the source has no sheets.
    sheet: str = ""
    title: str = (
        ""  #: A short comment in front of the header; empty where there is none.
    )
    doubts: tuple[Complaint, ...] = ()  #: What may have been misread so far.

    def __post_init__(self) -> None:
        object.__setattr__(self, "names", tuple(map(name, self.names)))
        if not self.places and self.columns:
            object.__setattr__(self, "places", range(1, len(self.columns[0]) + 1))

    @property
    def n_rows(self) -> int:
        """The number of rows below the names."""
        return len(self.places)

    @property
    def unsettled(self) -> list[int]:
        """The columns that are part of the table."""
        return [
            column for column in range(len(self.names)) if column not in self.settled
        ]

    @cached_property
    def _read(self) -> dict[tuple[str, int], Any]:
        return {}

    def _once(self, what: str, column: int, read: Callable[[], _Read]) -> _Read:
        if (what, column) not in self._read:
            self._read[what, column] = read()
        return cast(_Read, self._read[what, column])

    def _coded(self, column: int) -> Coded:
        return self._once("coded", column, lambda: Coded.of(self.columns[column]))

    def cells(self, column: int) -> Sequence[Any]:
        """Return the cells of a column that have to be looked at: those of texts that
        differ.
        """
        cells = self._coded(column).cells
        return [bare(cell)[0] for cell in cells] if column in self.clean else cells

    def numbers(self, column: int) -> Numbers:
        """Read a column as numbers."""
        cells, clean = self.columns[column], column in self.clean
        if isinstance(cells, Spelled) and not (
            self.decimal_comma or self.grouped or clean
        ):
            return cells.numbers
        options, coded = (
            {"decimal_comma": self.decimal_comma, "grouped": self.grouped},
            self._coded(column),
        )
        return self._once(
            "numbers",
            column,
            lambda: numbers(coded.cells, clean=clean, **options).take(coded.codes),
        )

    def labels(self, column: int) -> Coded:
        """Read a column as names."""
        return self._once("labels", column, lambda: self._coded(column).mapped(name))

    def named(self, column: int, what: str) -> Coded:
        """Read a column as names, of which none may be empty."""
        labels = self.labels(column)
        if "" in labels.cells:
            raise InputError(
                f"{self.at(labels.index(''), column)}: the {what} has no name: fill "
                "it in."
            )
        return labels

    def quoted(self, row: int, column: int) -> str:
        """Return a cell as messages quote it."""
        return shown(self.columns[column][row])

    def are_integers(self, column: int) -> bool:
        """Whether all cells of a column are written as whole numbers."""
        return all(map(is_integer, self.cells(column)))

    def has_integers(self, column: int) -> bool:
        """Whether a cell of a column is written as a whole number."""
        return any(map(is_integer, self.cells(column)))

    def refusal(
        self, row: int, column: int, otherwise: str, *, cleans: bool = True
    ) -> Phrase:
        """Say why a cell is no number, and what helps: see `refusal`."""
        cell = self.columns[column][row]
        cell = bare(cell)[0] if column in self.clean else cell
        decimal = "" if self.grouped else decimal_of(cell)
        if not decimal or (self.decimal_comma and "," not in decimal):
            return refusal(cell, self.numbers(column), otherwise, cleans)
        if decimal == ".,":
            return may_be_thousand(cell, ",")
        return not_plain(cell, decimal)

    def transposed(self) -> Grid:
        """Make columns of the rows, which are named by the first column of texts, and
        rows of the columns behind it.
        """
        columns = self.unsettled
        first = next(
            (c for c in columns if self.numbers(c).mostly_text or c in self.index),
            columns[0],
        )
        names, others = (
            self.named(first, "algorithm"),
            columns[columns.index(first) + 1 :],
        )
        if len(set(names)) < len(names):
            twice = next(
                name for at, name in enumerate(names) if names.index(name) < at
            )
            turn = Option("transpose", True)
            needs = (
                " is for a table with one row for each algorithm and one column for "
                "each data set; leave it out."
            )
            raise InputError(
                f"{self.label}: more than one row is named '{twice}', and ", turn, needs
            )
        cells = (
            [self.columns[column][row] for column in others]
            for row in range(self.n_rows)
        )
        return replace(
            self,
            names=("", *names),
            columns=([self.names[column] for column in others], *cells),
            places=[column + 1 - len(self.index) for column in others],
            row_word="column" if self.row_word else "",
            turned=(
                self.header or "the names",
                *(f"{self.row_word} {place}" for place in self.places),
            ),
            index=(),
        )

    def take(self, rows: IntArray) -> Grid:
        """Keep some rows."""
        chosen = rows.tolist()

        def kept(cells: Sequence[Any]) -> Sequence[Any]:
            if isinstance(cells, np.ndarray | Coded | Spelled):
                return cells.take(rows)
            return [cells[row] for row in chosen]

        return replace(
            self,
            columns=tuple(map(kept, self.columns)),
            places=[self.places[row] for row in chosen],
        )

    def select(self, values: Mapping[str, object]) -> Grid:
        """Keep the rows with a value in each of some columns, which are no part of the
        table any more.
        """
        keep = np.ones(self.n_rows, dtype=bool)
        for title, value in values.items():
            column, wanted = self.place(title), name(value)
            labels = self.labels(column)
            same = np.array([label == wanted for label in labels.cells], dtype=bool)[
                labels.codes
            ]
            if not same.any():  # 10 is meant where 10.0 stands
                same = self.numbers(column).values == numbers([value]).values[0]
            if not same.any():
                raise InputError(
                    f"{self.label}: ",
                    choose_from(f"value of {title!r}", wanted, labels.cells),
                )
            keep &= same
        rows = np.flatnonzero(keep)
        if not rows.size:
            wanted = " and ".join(f"{title}={value}" for title, value in values.items())
            raise InputError(
                f"{self.label} has no row with {wanted}: select other values."
            )
        return replace(
            self.take(rows), settled=(*self.settled, *map(self.place, values))
        )

    def place(self, title: str) -> int:
        """Return the place of a column; refuse a name that no column has."""
        alike = [
            place
            for place, known in enumerate(self.names)
            if TRACKED.sub("", known) == title
        ]
        if title not in self.names and len(alike) != 1:
            raise InputError(
                f"{self.label}: ",
                choose_from("column", title, filter(None, self.names)),
            )
        return self.names.index(title) if title in self.names else alike[0]

    def at(self, row: int, column: int | None = None) -> str:
        """Return the place of a cell, or of a row: "scores.csv, line 5, column 3"."""
        if self.turned and self.row_word:
            cell = f", {self.turned[column]}" if column else ""
            return f"{self.label}{cell}, column {self.places[row]}"
        cell = (
            ""
            if column is None or column in self.index or self.flat
            else f", column {column + 1 - len(self.index)}"
        )
        return (
            f"{self.label}, {self.row_word} {self.places[row]}{cell}"
            if self.row_word
            else self.label
        )

    def at_name(self, column: int) -> str:
        """Return the place of a column's name."""
        if self.turned and self.row_word:
            return f"{self.label}, {self.turned[column]}, column 1"
        line = f", {self.header}" if self.header else ""
        return f"{self.label}{line}, column " + (
            f"'{self.names[column]}'"
            if self.flat
            else str(column + 1 - len(self.index))
        )

    def not_used(self, columns: Iterable[int]) -> str:
        """Return a note about columns."""
        names = [self.names[column] for column in columns]
        return phrase("columns not used: {}.", listed(names))

    def refuse_twice(
        self, first: int, place: str, what: str, run: Sequence[str], remedy: str
    ) -> NoReturn:
        """Refuse what stands in an earlier row already."""
        of_run = f" (run {', '.join(run)})" if run else ""
        twice = (
            f"{place}: {what}{of_run} stands in {self.row_word or 'entry'} "
            f"{self.places[first]} already: {remedy}"
        )
        raise InputError(twice, "" if of_run else NAME_RUNS, ".")

    def split(self, column: str) -> dict[str, Grid]:
        """Divide the rows by the names in a column, in the order of their first
        appearance; each cell needs one.
        """
        where = self.place(column)
        labels = self.labels(where)
        if "" in labels.cells:
            empty = self.at(labels.index(""), where)
            raise InputError(
                f"{empty}: the cell of the column that splits the table is empty: "
                "fill it in."
            )
        rows = {
            part: np.flatnonzero(labels.codes == code)
            for code, part in enumerate(labels.cells)
        }
        return {
            part: replace(self.take(chosen), settled=(*self.settled, where))
            for part, chosen in rows.items()
        }

    def settled_decimals(self, decimal: str | None) -> Grid:
        """Settle the sign before decimals, as asked for or as the numbers show; refuse
        what may be read both ways.
        """
        if decimal is not None:
            return replace(self, decimal_comma=decimal == ",", grouped=True)
        comma = self.delimiter in (";", "\t") and _has_comma(self)
        if not comma:
            _refuse_dots(self)
        return replace(
            self,
            decimal_comma=comma,
            doubts=(*self.doubts, *_thousands(self, "," if comma else ".")),
        )


def _has_comma(grid: Grid) -> bool:
    """Whether numbers are written 0,5; a table where 1,234 may be a thousand is
    refused.
    """
    found: dict[int, list[str]] = {}
    for column in range(len(grid.names)):
        cells = grid.cells(column)
        if isinstance(cells, Spelled):
            cells = [cells[row] for row in np.flatnonzero(cells.numbers.bad)]
        found[column] = [
            cell for cell in map(str.strip, cells) if COMMA.fullmatch(cell)
        ]
    found = {column: cells for column, cells in found.items() if cells}
    # 98,123 beside 97,5 is a decimal; beside 987 alone it may as well be ninety-eight
    # thousand.
    thousands = all(
        _THOUSANDS[","].fullmatch(cell) for cells in found.values() for cell in cells
    )
    if (
        found
        and thousands
        and (grid.delimiter == "\t" or any(map(grid.has_integers, found)))
    ):
        _refuse_thousand(
            grid, *next((column, cells[0]) for column, cells in found.items()), ","
        )
    return bool(found)


def _refuse_dots(grid: Grid) -> None:
    """Refuse a table where 12.345 may be twelve thousand: all numbers with a dot have
    three digits behind it.

    One number with other decimals shows what the dot is; and without whole numbers
    beside them, they are decimals.
    """
    first: tuple[int, str] | None = None
    whole, shape = False, _THOUSANDS["."]
    for column in range(len(grid.names)):
        dotted = (
            cell.strip()
            for cell in grid.cells(column)
            if isinstance(cell, str) and "." in cell
        )
        others, thousands = False, []
        for cell in dotted:
            if shape.fullmatch(cell):
                thousands.append(cell)
            elif number_of(cell) is not None:
                return
            else:
                others = True  # names, or cells that will be refused
        if not thousands and not vocabulary.describes(grid.names[column]):
            whole = whole or _are_hundreds(grid, column)
        if thousands and not others:
            first = first or (column, thousands[0])
            several_dots = any(cell.count(".") > 1 for cell in thousands)
            whole = whole or several_dots or _has_hundreds(grid, column)
    if first is not None and whole:
        _refuse_thousand(grid, *first, ".")


def _has_hundreds(grid: Grid, column: int) -> bool:
    """Whether whole numbers show that a dot may divide thousands: any, or hundreds
    where commas divide cells.
    """
    if grid.delimiter in (";", "\t"):
        return grid.has_integers(column)
    cells = (cell.strip() for cell in grid.cells(column) if isinstance(cell, str))
    return any(_HUNDREDS.fullmatch(cell) for cell in cells)


def _are_hundreds(grid: Grid, column: int) -> bool:
    """Whether a column holds nothing but whole numbers of three digits, as thousands
    have next to them.
    """
    cells = [
        cell.strip() if isinstance(cell, str) else "" for cell in grid.cells(column)
    ]
    return bool(cells) and all(map(_HUNDREDS.fullmatch, cells))


def _thousands(grid: Grid, sign: str) -> list[Complaint]:
    """Warn of a table with semicolons or tabs in which every number may be a thousand:
    51.494, 8.412, 6.579.
    """
    if grid.delimiter not in (";", "\t"):
        return []
    shape, count, first = _THOUSANDS[sign], 0, None
    for column in range(len(grid.names)):
        cells = [cell.strip() for cell in grid.cells(column)]
        numbers_here = [cell for cell in cells if _DIGITS.fullmatch(cell)]
        if 2 * len(numbers_here) <= len(cells):
            continue  # a column of names
        if not all(shape.fullmatch(cell) for cell in numbers_here):
            return []
        first = first or (column, cells.index(numbers_here[0]))
        count += len(numbers_here)
    if first is None or count < _FEWEST_THOUSANDS:
        return []
    cell = str(grid.cells(first[0])[first[1]]).strip()
    text = (
        f"all numbers have three digits behind '{sign}', as in {cell}, which was read "
        "as a decimal"
    )
    other = "." if sign == "," else ","
    remedy = Phrase("Pass ", Option("decimal", Name(other)), " if these are thousands")
    return [Complaint(grid.at(first[1], first[0]), text, remedy, rejects=False)]


def _refuse_thousand(grid: Grid, column: int, cell: str, sign: str) -> NoReturn:
    cells: Iterable[Any] = grid.columns[column]
    if column in grid.clean:
        cells = (bare(its)[0] for its in cells)
    row = next(row for row, its in enumerate(cells) if its.strip() == cell)
    raise InputError(f"{grid.at(row)}: ", may_be_thousand(cell, sign), ".")


def frame_library(source: object) -> str:
    """Return "pandas" or "polars" for a data frame of theirs (a subclass is one too),
    or a Series of pandas.
    """
    bases = (
        (base.__module__.partition(".")[0], base.__name__)
        for base in type(source).__mro__
    )
    kinds = ("DataFrame", "LazyFrame", "Series")
    known = (
        package
        for package, kind in bases
        if kind in kinds and (package, kind) != ("polars", "Series")
    )
    return next((package for package in known if package in ("pandas", "polars")), "")


def grid_from_frame(frame: Any, *, label: str = "data frame") -> Grid:
    """Take the columns of a frame; the index of pandas becomes leading columns unless
    it just counts the rows.
    """
    library = frame_library(frame)
    if not library:
        kind = f"{type(frame).__module__}.{type(frame).__qualname__}"
        raise InputError(
            f"a {kind} is no data frame: give one of pandas or polars, or use "
            "ScoreTable.from_arrays."
        )
    if hasattr(frame, "collect") and not hasattr(frame, "item"):
        raise InputError("the data frame is lazy: call its collect() first.")
    if library == "polars":
        series = (
            column.to_numpy() if column.dtype.is_float() else column.to_list()
            for column in frame.get_columns()
        )
        return Grid(label=label, names=tuple(frame.columns), columns=tuple(series))
    if frame.ndim == 1 or frame.columns.nlevels > 1:
        return _grid_of_levels(frame, "Series" if frame.ndim == 1 else label)
    index = frame.index
    counts_rows = type(index).__name__ == "RangeIndex" and index.name is None
    levels = (
        []
        if counts_rows
        else [index.get_level_values(level) for level in range(index.nlevels)]
    )
    # By position: two columns of one name stay two, and are refused later.
    columns = [frame.iloc[:, place] for place in range(frame.shape[1])]
    return Grid(
        label=label,
        names=(*(index.names if levels else ()), *frame.columns),
        columns=tuple(_cells(column) for column in [*levels, *columns]),
        places=range(1, len(frame) + 1),  # of a frame without columns as well
        index=tuple(range(len(levels))),
    )


def _cells(column: Any) -> Sequence[Any]:
    """Return the cells of a pandas column or index: numbers as an array, anything else
    as objects.
    """
    values = column.to_numpy()
    if isinstance(values, np.ndarray) and values.dtype.kind in "iuf":
        return values  # type: ignore[return-value]
    return list(values)


def _grid_of_levels(frame: Any, label: str) -> Grid:
    """Take the levels of labels of rows and columns for columns of a long table, of a
    Series or a frame.
    """
    index, columns = frame.index, getattr(frame, "columns", None)
    if columns is None and index.nlevels == 1:
        raise InputError(
            "the Series has one label for each score: give two levels, data set and "
            "algorithm, or a data frame."
        )
    if columns is not None and type(index).__name__ == "RangeIndex":
        raise InputError(
            f"the {label} has levels of column names, and its rows have none: "
            "set_index(the data sets)."
        )
    wide = 1 if columns is None else len(columns)
    levels = [
        (title, np.repeat(index.get_level_values(at), wide))
        for at, title in enumerate(index.names)
    ]
    outer = (
        []
        if columns is None
        else [
            (title, columns.get_level_values(at))
            for at, title in enumerate(columns.names)
        ]
    )
    titles = [title for title, _ in levels]
    # Of the levels without a name rows are data sets, and columns runs if numbered,
    # else algorithms.
    titles += [
        "run" if title is None and all(map(is_integer, labels)) else title
        for title, labels in outer
    ]
    unnamed = [at for at, title in enumerate(titles) if title is None]
    if (
        len(unnamed) > 1 + bool(outer)
        or len([at for at in unnamed if at >= len(levels)]) > 1
    ):
        how = (
            "frame.columns.names = ['algorithm', 'run']"
            if outer
            else "rename_axis(['data set', 'algorithm'])"
        )
        raise InputError(
            f"{len(unnamed)} levels of labels of the {label} have no name: name them, "
            f"for example {how}."
        )
    for at in unnamed:
        titles[at] = "data set" if at < len(levels) else "algorithm"
    values = frame.to_numpy().ravel()
    return Grid(
        label=label,
        names=(
            *map(str, titles),
            str(frame.name) if columns is None and frame.name is not None else "score",
        ),
        columns=(
            *(list(labels) for _, labels in levels),
            *(list(labels) * len(frame) for _, labels in outer),
            values if values.dtype.kind in "iuf" else list(values),
        ),
        places=[row for row in range(1, len(frame) + 1) for _ in range(wide)],
        flat=True,
    )
