"""Tables of raw cells with their locations in text or a data frame."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NoReturn, TypeVar, cast

import numpy as np

from cddiagram._util import BoolArray, IntArray
from cddiagram._util.lazy import lazy_pattern
from cddiagram.data.reading import vocabulary
from cddiagram.data.reading.columns import Coded, Spelled
from cddiagram.data.reading.numbers import (
    COMMA,
    Numbers,
    bare,
    capitalised,
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

#: Maps each thousands separator to the pattern for numbers that have groups of three
#: digits and no leading zeros.
_THOUSANDS = {
    sign: lazy_pattern(rf"[+-]?[1-9][0-9]{{0,2}}(\{sign}[0-9]{{3}})+") for sign in ",."
}
_HUNDREDS = lazy_pattern(r"[+-]?[1-9][0-9]{2}")
_DIGITS = lazy_pattern(r"[+-]?[0-9.,]*[0-9]")
#: In files with semicolons or tabs as separators, numbers with exactly three decimals
#: are considered ambiguous only if a table contains at least this many of them.
_FEWEST_THOUSANDS = 10
#: The pattern for the prefixes that MLflow adds to column names.
TRACKED = lazy_pattern(r"^(metrics|params|tags)\.")

_Read = TypeVar("_Read")


@dataclass(frozen=True, kw_only=True, eq=False)
class Grid:
    """A table of raw cells with their locations in the source."""

    #: How messages refer to the source, such as a file name, "standard input" or "data
    #: frame".
    label: str
    #: The names of the columns, without leading and trailing spaces.
    names: tuple[str, ...]
    #: The cells of each column. The cells are strings or, if the source is typed,
    #: objects of the original types.
    columns: tuple[Sequence[Any], ...]
    #: The line number or row number of each row. By default, rows are numbered from 1.
    places: Sequence[int] = ()
    #: The word for the numbers in `places`, either "line" or "row". If cells are
    #: located only by name, the word is empty.
    row_word: str = "row"
    #: How messages refer to the row with the column names, such as "line 3".
    header: str = ""
    #: The cell separator. The separator is empty if the source is not text.
    delimiter: str = ""
    #: Whether the decimal separator is a comma, as in 0,5.
    decimal_comma: bool = False
    #: Whether numbers may contain thousands separators, as in 76,728. If the decimal
    #: separator is a comma, the same number is written as 76.728.
    grouped: bool = False
    #: In these columns, additions to numbers, such as "± 0.01", are ignored.
    clean: Collection[int] = ()
    #: The columns that contain the row labels of the source, such as the index of a
    #: data frame.
    index: tuple[int, ...] = ()
    #: The original location of each column if the table was transposed, such as "line
    #: 5".
    turned: tuple[str, ...] = ()
    #: These columns are no longer part of the table, because their values were used to
    #: select or divide rows.
    settled: tuple[int, ...] = ()
    #: Whether the source does not have columns, as in a nested object. In this case,
    #: cells are located by name.
    flat: bool = False
    #: Notes about the source and how it was read, in complete sentences.
    notes: tuple[str, ...] = ()
    #: The name of the sheet, or an empty string if the source does not have sheets.
    sheet: str = ""
    #: A short comment above the header, or an empty string if there is none.
    title: str = ""
    #: The complaints about cells that may have been misread.
    doubts: tuple[Complaint, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "names", tuple(map(name, self.names)))
        if not self.places and self.columns:
            object.__setattr__(self, "places", range(1, len(self.columns[0]) + 1))

    @property
    def n_rows(self) -> int:
        """The number of rows, excluding the header."""
        return len(self.places)

    @property
    def unsettled(self) -> list[int]:
        """The indices of the columns that are part of the table."""
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
        """Return the distinct cells of a column. Cells that are not strings may be
        repeated.
        """
        cells = self._coded(column).cells
        if column in self.clean:
            return [bare(cell)[0] for cell in cells]
        return cells

    def numbers(self, column: int) -> Numbers:
        """Read a column as numbers."""
        cells, clean = self.columns[column], column in self.clean
        other_notation = self.decimal_comma or self.grouped or clean
        if isinstance(cells, Spelled) and not other_notation:
            return cells.numbers

        def read() -> Numbers:
            coded = self._coded(column)
            different = numbers(
                coded.cells,
                clean=clean,
                decimal_comma=self.decimal_comma,
                grouped=self.grouped,
            )
            return different.take(coded.codes)

        return self._once("numbers", column, read)

    def labels(self, column: int) -> Coded:
        """Read a column as names."""
        return self._once("labels", column, lambda: self._coded(column).mapped(name))

    def named(self, column: int, what: str) -> Coded:
        """Read a column as names. Raise an error if a name is empty."""
        labels = self.labels(column)
        if "" in labels.cells:
            place = self.at(labels.index(""), column)
            raise InputError(f"{place}: the {what} has no name. Add the name.")
        return labels

    def quoted(self, row: int, column: int) -> str:
        """Return a cell in quotation marks for a message."""
        return shown(self.columns[column][row])

    def are_integers(self, column: int) -> bool:
        """Return whether all cells of a column are written as whole numbers."""
        return all(map(is_integer, self.cells(column)))

    def has_integers(self, column: int) -> bool:
        """Return whether a cell of a column is written as a whole number."""
        return any(map(is_integer, self.cells(column)))

    def refusal(
        self, row: int, column: int, otherwise: str, *, cleans: bool = True
    ) -> Phrase:
        """Return the reason why a cell is not a number, and a remedy."""
        cell = self.columns[column][row]
        cell = bare(cell)[0] if column in self.clean else cell
        decimal = "" if self.grouped else decimal_of(cell)
        if not decimal or (self.decimal_comma and "," not in decimal):
            return refusal(cell, self.numbers(column), otherwise, cleans)
        if decimal == ".,":
            return may_be_thousand(cell, ",")
        return not_plain(cell, decimal)

    def transposed(self) -> Grid:
        """Exchange rows and columns.

        The first text column contains the names of the new columns. The columns after
        it become rows.
        """
        columns = self.unsettled
        first = columns[0]
        for column in columns:
            if self.numbers(column).mostly_text or column in self.index:
                first = column
                break
        names = self.named(first, "algorithm")
        others = columns[columns.index(first) + 1 :]
        self._check_once(names)
        new_columns: list[Sequence[Any]] = [[self.names[column] for column in others]]
        for row in range(self.n_rows):
            new_columns.append([self.columns[column][row] for column in others])
        rows = [f"{self.row_word} {place}" for place in self.places]
        row_word = "column" if self.row_word else ""
        return replace(
            self,
            names=("", *names),
            columns=tuple(new_columns),
            places=[column + 1 - len(self.index) for column in others],
            row_word=row_word,
            turned=(self.header or "the names", *rows),
            index=(),
        )

    def _check_once(self, names: Coded) -> None:
        """Raise an error if several rows have the same name, because such a table
        cannot be transposed.
        """
        names_so_far: set[str] = set()
        for row_name in names:
            if row_name in names_so_far:
                turn = Option("transpose", True)
                requires = (
                    " requires one row for each algorithm and one column for each data "
                    "set. Omit "
                )
                several = f"{self.label}: several rows are named '{row_name}', but "
                raise InputError(several, turn, requires, turn, ".")
            names_so_far.add(row_name)

    def take(self, rows: IntArray) -> Grid:
        """Return a grid that contains only some rows."""
        row_list = rows.tolist()

        def cells_of(column: Sequence[Any]) -> Sequence[Any]:
            if isinstance(column, np.ndarray | Coded | Spelled):
                return column.take(rows)
            return [column[row] for row in row_list]

        return replace(
            self,
            columns=tuple(map(cells_of, self.columns)),
            places=[self.places[row] for row in row_list],
        )

    def select(self, values: Mapping[str, object]) -> Grid:
        """Return the rows with these values in the specified columns, without these
        columns.
        """
        selected = np.ones(self.n_rows, dtype=bool)
        for title, value in values.items():
            selected &= self._rows_with(title, value)
        rows = np.flatnonzero(selected)
        if not rows.size:
            conditions = [f"{title}={value}" for title, value in values.items()]
            raise InputError(
                f"{self.label} has no row with {' and '.join(conditions)}. Select other "
                "values."
            )
        columns = map(self.place, values)
        return replace(self.take(rows), settled=(*self.settled, *columns))

    def _rows_with(self, title: str, value: object) -> BoolArray:
        """Return a boolean array that is true for rows with a value in a column."""
        column, text = self.place(title), name(value)
        labels = self.labels(column)
        equal = np.array([label == text for label in labels.cells], dtype=bool)
        same: BoolArray = equal[labels.codes]
        if not same.any():  # the value 10 also matches 10.0
            same = self.numbers(column).values == numbers([value]).values[0]
        if not same.any():
            choices = choose_from(f"value of {title!r}", text, labels.cells)
            raise InputError(f"{self.label}: ", choices)
        return same

    def place(self, title: str) -> int:
        """Return the index of the column with the specified title. Raise an error if no
        column has this title.
        """
        if title in self.names:
            return self.names.index(title)
        without_prefix = [TRACKED.sub("", full_name) for full_name in self.names]
        if without_prefix.count(title) != 1:
            choices = choose_from("column", title, filter(None, self.names))
            raise InputError(f"{self.label}: ", choices)
        return without_prefix.index(title)

    def at(self, row: int, column: int | None = None) -> str:
        """Return the location of a cell or row, such as "scores.csv, line 5, column 3"."""
        if not self.row_word:
            return self.label
        if self.turned:
            cell = ""
            if column:
                cell = f", {self.turned[column]}"
            return f"{self.label}{cell}, column {self.places[row]}"
        place = f"{self.label}, {self.row_word} {self.places[row]}"
        if column is None or column in self.index or self.flat:
            return place
        return f"{place}, column {column + 1 - len(self.index)}"

    def at_name(self, column: int) -> str:
        """Return the location of the name of a column."""
        if self.turned and self.row_word:
            return f"{self.label}, {self.turned[column]}, column 1"
        line = ""
        if self.header:
            line = f", {self.header}"
        if self.flat:
            return f"{self.label}{line}, column '{self.names[column]}'"
        return f"{self.label}{line}, column {column + 1 - len(self.index)}"

    def not_used(self, columns: Iterable[int]) -> str:
        """Return a note about columns that are not used."""
        names = [self.names[column] for column in columns]
        if len(names) == 1:
            return phrase("The column {} was not used.", listed(names))
        return phrase("The columns {} were not used.", listed(names))

    def raise_repeated(
        self, first: int, place: str, what: str, run: Sequence[str], remedy: str
    ) -> NoReturn:
        """Raise an error because an earlier row has the same names."""
        of_run = ""
        if run:
            of_run = f" (run {', '.join(run)})"
        twice = (
            f"{place}: {what}{of_run} is already in {self.row_word or 'entry'} "
            f"{self.places[first]}. "
        )
        otherwise = "" if of_run else NAME_RUNS
        raise InputError(twice, capitalised(remedy), otherwise, ".")

    def split(self, column: str) -> dict[str, Grid]:
        """Divide the rows by the names in a column, in the order of first appearance."""
        position = self.place(column)
        labels = self.labels(position)
        if "" in labels.cells:
            empty = self.at(labels.index(""), position)
            raise InputError(
                f"{empty}: the table is divided by this column, but this cell is "
                "empty. Fill in this cell."
            )
        parts = {}
        for code, part in enumerate(labels.cells):
            rows = np.flatnonzero(labels.codes == code)
            parts[part] = replace(self.take(rows), settled=(*self.settled, position))
        return parts

    def settled_decimals(self, decimal: str | None) -> Grid:
        """Return the grid with the specified decimal separator or, by default, the
        separator that the numbers suggest.

        Raise an error if a number is ambiguous.
        """
        if decimal is not None:
            return replace(self, decimal_comma=decimal == ",", grouped=True)
        comma = self.delimiter in (";", "\t") and _has_comma(self)
        if not comma:
            _check_dots(self)
        doubts = (*self.doubts, *_thousands(self, "," if comma else "."))
        return replace(self, decimal_comma=comma, doubts=doubts)


def _has_comma(grid: Grid) -> bool:
    """Return whether numbers are written as in 0,5. Raise an error if a number such as
    1,234 is ambiguous.
    """
    commas: dict[int, list[str]] = {}
    for column in range(len(grid.names)):
        cells = grid.cells(column)
        if isinstance(cells, Spelled):
            cells = [cells[row] for row in np.flatnonzero(cells.numbers.bad)]
        numbers_here = [cell.strip() for cell in cells if COMMA.fullmatch(cell.strip())]
        if numbers_here:
            commas[column] = numbers_here
    if not commas:
        return False
    # If a column also contains "97,5", then "98,123" is a decimal number. If the column
    # contains "987" instead, then "98,123" may be a whole number with a thousands
    # separator.
    for cells in commas.values():
        if not all(map(_THOUSANDS[","].fullmatch, cells)):
            return True
    if grid.delimiter == "\t" or any(map(grid.has_integers, commas)):
        column, cells = next(iter(commas.items()))
        _raise_thousand(grid, column, cells[0], ",")
    return True


def _check_dots(grid: Grid) -> None:
    """Raise an error if the dot in a number such as 12.345 may separate thousands.

    This is possible if all numbers with a dot have three digits after the dot, and if
    whole numbers occur next to them.
    """
    first: tuple[int, str] | None = None
    has_whole = False
    for column in range(len(grid.names)):
        thousands = []
        others = False
        for cell in grid.cells(column):
            if not isinstance(cell, str) or "." not in cell:
                continue
            text = cell.strip()
            if _THOUSANDS["."].fullmatch(text):
                thousands.append(text)
            elif number_of(text) is not None:
                return
            else:
                others = True  # such cells are names, or they raise an error later
        if thousands and not others:
            first = first or (column, thousands[0])
            several_dots = any(text.count(".") > 1 for text in thousands)
            has_whole = has_whole or several_dots or _has_hundreds(grid, column)
        elif not thousands and not vocabulary.describes(grid.names[column]):
            has_whole = has_whole or _are_hundreds(grid, column)
    if first is not None and has_whole:
        _raise_thousand(grid, *first, ".")


def _has_hundreds(grid: Grid, column: int) -> bool:
    """Return whether whole numbers in a column indicate that a dot may separate
    thousands.

    If commas separate the cells, only three-digit whole numbers do so.
    """
    if grid.delimiter in (";", "\t"):
        return grid.has_integers(column)
    cells = (cell.strip() for cell in grid.cells(column) if isinstance(cell, str))
    return any(map(_HUNDREDS.fullmatch, cells))


def _are_hundreds(grid: Grid, column: int) -> bool:
    """Return whether all cells of a column are three-digit whole numbers."""
    cells = grid.cells(column)
    for cell in cells:
        if not isinstance(cell, str) or not _HUNDREDS.fullmatch(cell.strip()):
            return False
    return len(cells) > 0


def _thousands(grid: Grid, sign: str) -> list[Complaint]:
    """Return a warning if the separator in every number may separate thousands.

    Only tables with semicolons or tabs are checked. An example is 51.494, 8.412, 6.579.
    """
    if grid.delimiter not in (";", "\t"):
        return []
    count, first = 0, None
    for column in range(len(grid.names)):
        cells = [cell.strip() for cell in grid.cells(column)]
        numbers_here = [cell for cell in cells if _DIGITS.fullmatch(cell)]
        if 2 * len(numbers_here) <= len(cells):
            continue  # the column contains names
        if not all(map(_THOUSANDS[sign].fullmatch, numbers_here)):
            return []
        first = first or (column, cells.index(numbers_here[0]))
        count += len(numbers_here)
    if first is None or count < _FEWEST_THOUSANDS:
        return []
    column, row = first
    cell = str(grid.cells(column)[row]).strip()
    text = (
        f"all numbers have three digits after '{sign}', as in {cell}, and were read as "
        "decimals"
    )
    other = "." if sign == "," else ","
    remedy = Phrase(
        "Pass ", Option("decimal", Name(other)), " if this sign separates thousands"
    )
    return [Complaint(grid.at(row, column), text, remedy, rejects=False)]


def _raise_thousand(grid: Grid, column: int, cell: str, sign: str) -> NoReturn:
    """Raise an error for an ambiguous number."""
    cells: Iterable[Any] = grid.columns[column]
    if column in grid.clean:
        cells = (bare(decorated)[0] for decorated in cells)
    row = next(row for row, text in enumerate(cells) if text.strip() == cell)
    raise InputError(f"{grid.at(row)}: ", may_be_thousand(cell, sign), ".")


def frame_library(source: object) -> str:
    """Return the library of a data frame: "pandas", "polars" or, for other objects, an
    empty string.

    Subclasses of data frames and pandas Series are also recognised.
    """
    for base in type(source).__mro__:
        package = base.__module__.partition(".")[0]
        if package == "pandas" and base.__name__ in ("DataFrame", "Series"):
            return package
        if package == "polars" and base.__name__ in ("DataFrame", "LazyFrame"):
            return package
    return ""


def grid_from_frame(frame: Any, *, label: str = "data frame") -> Grid:
    """Return the columns of a data frame as a grid.

    The index of a pandas data frame becomes the first columns, unless it only counts
    the rows.
    """
    library = frame_library(frame)
    if not library:
        kind = f"{type(frame).__module__}.{type(frame).__qualname__}"
        raise InputError(
            f"an object of type {kind} is not a data frame. Pass a pandas or polars "
            "data frame, or use ScoreTable.from_arrays."
        )
    if hasattr(frame, "collect") and not hasattr(frame, "item"):
        raise InputError("the data frame is lazy. Call its collect() method first.")
    if library == "polars":
        return _grid_from_polars(frame, label)
    if frame.ndim == 1:
        return _grid_of_levels(frame, "Series")
    if frame.columns.nlevels > 1:
        return _grid_of_levels(frame, label)
    index = frame.index
    columns: list[Any] = []
    titles: list[Any] = []
    if type(index).__name__ != "RangeIndex" or index.name is not None:
        columns = [index.get_level_values(level) for level in range(index.nlevels)]
        titles = list(index.names)
    levels = len(columns)
    # Columns are selected by position, so that columns with the same name are kept and
    # can be reported later.
    columns += [frame.iloc[:, place] for place in range(frame.shape[1])]
    return Grid(
        label=label,
        names=(*titles, *frame.columns),
        columns=tuple(map(_cells, columns)),
        places=range(1, len(frame) + 1),  # a data frame without columns can have rows
        index=tuple(range(levels)),
    )


def _grid_from_polars(frame: Any, label: str) -> Grid:
    """Return the columns of a polars data frame as a grid."""
    columns = []
    for column in frame.get_columns():
        is_float = column.dtype.is_float()
        columns.append(column.to_numpy() if is_float else column.to_list())
    return Grid(label=label, names=tuple(frame.columns), columns=tuple(columns))


def _cells(column: Any) -> Sequence[Any]:
    """Return the cells of a pandas column. Numbers are returned as an array, and other
    cells as objects.
    """
    values = column.to_numpy()
    if isinstance(values, np.ndarray) and values.dtype.kind in "iuf":
        return values  # type: ignore[return-value]
    return list(values)


def _grid_of_levels(frame: Any, label: str) -> Grid:
    """Convert a Series, or a data frame with several levels of column names, to a long
    table.

    The levels of the labels of rows and columns become columns.
    """
    index, columns = frame.index, getattr(frame, "columns", None)
    if columns is None and index.nlevels == 1:
        raise InputError(
            "the Series has only one label for each score. Pass a Series with a "
            "two-level index (data set and algorithm), or pass a data frame."
        )
    if columns is not None and type(index).__name__ == "RangeIndex":
        raise InputError(
            f"the {label} has several levels of column names, but its rows have no "
            "names. Set the names of the data sets with set_index."
        )
    names = _names_of_levels(index, columns, label)
    width = 1 if columns is None else len(columns)
    labels = []
    for level in range(index.nlevels):
        labels.append(list(np.repeat(index.get_level_values(level), width)))
    if columns is not None:
        for level in range(columns.nlevels):
            labels.append(list(columns.get_level_values(level)) * len(frame))
    title = "score"
    if columns is None and frame.name is not None:
        title = str(frame.name)
    values = frame.to_numpy().ravel()
    cells = values if values.dtype.kind in "iuf" else list(values)
    return Grid(
        label=label,
        names=(*names, title),
        columns=(*labels, cells),
        places=np.repeat(range(1, len(frame) + 1), width).tolist(),
        flat=True,
    )


def _names_of_levels(index: Any, columns: Any, label: str) -> list[str]:
    """Return the names of the levels of rows and columns. Unnamed levels receive
    default names.

    Unnamed levels of rows are data sets. Unnamed levels of columns are runs if their
    labels are numbers, and otherwise algorithms.
    """
    titles = list(index.names)
    n_rows = len(titles)
    if columns is not None:
        for level, title in enumerate(columns.names):
            numbered = all(map(is_integer, columns.get_level_values(level)))
            titles.append("run" if title is None and numbered else title)
    unnamed = [level for level, title in enumerate(titles) if title is None]
    unnamed_columns = [level for level in unnamed if level >= n_rows]
    has_columns = columns is not None
    if len(unnamed) > 1 + has_columns or len(unnamed_columns) > 1:
        how = "rename_axis(['data set', 'algorithm'])"
        if has_columns:
            how = "frame.columns.names = ['algorithm', 'run']"
        raise InputError(
            f"{len(unnamed)} label levels of the {label} have no names. Set their "
            f"names, for example with {how}."
        )
    for level in unnamed:
        titles[level] = "data set" if level < n_rows else "algorithm"
    return list(map(str, titles))
