"""Raw cells: where they stand, and what number or name they hold."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cddiagram._util.exact import as_doubles
from cddiagram._util.text import is_nothing
from cddiagram._util.text import name as name
from cddiagram.data.reading.notation import decimal_of, may_be_thousand, not_plain, shown, ungrouped
from cddiagram.errors import InputError, choose_from

#: Texts that stand for a score that is not there, in any case, beside the empty cell.
MISSING_TEXTS = frozenset(
    ["", "na", "n/a", "#n/a", "nan", "<na>", "null", "none", "nil", "missing", "?", "-", "--", "---", "–", "—", "."]
)

#: Digits, signs, points and exponents, a cell a line: what `float` reads as everybody does.
_PLAIN = re.compile(r"[0-9.eE+\-\n]+")
_INTEGER = re.compile(r"[+-]?[0-9]+")
#: A number and what papers print behind it: per cent, a deviation, an interval, a rank, a mark of a footnote.
_DECORATED = re.compile(
    r"[+-]?(?:[0-9]+[.,]?[0-9]*|[.,][0-9]+)(?:[eE][+-]?[0-9]+)?\s*"
    r"(?P<rest>(?P<sign>%|±|\+/?[-−]|\$?\\pm|[(\[*†‡§]).*)",
    flags=re.DOTALL,
)


@dataclass(frozen=True, kw_only=True, eq=False)
class Grid:
    """A table of raw cells with the places they came from.

    Attributes
    ----------
    label : str
        What messages call the source: a file name, "standard input", "data frame".
    names : tuple of str
        Names of the columns; whatever is given becomes text without outer blanks.
    columns : tuple of sequence
        The cells of each column: text, or numbers where the source has types.
    places : sequence
        For each row where it stands in the source: a line number, a row number, an index value.
    row_word : str
        What `places` are: ``"line"`` or ``"row"``.
    header : str
        Where the names stand, for messages: ``"line 3"``; empty where the source has no place for them.
    delimiter : str
        What divides the cells of a line; empty where the source is no text.
    decimal_comma : bool
        Whether numbers are written 0,5.
    grouped : bool
        Whether digits may stand in groups of three, as in 76,728 or, with a decimal comma, 76.728.
    index : tuple of int
        Columns that hold row labels of the source (the index of a frame).
    settled : tuple of int
        Columns that are no part of the table any more: those that it was split by or rows were chosen by.
    notes : tuple of str
        What reading did so far, in sentences.
    """

    label: str
    names: tuple[str, ...]
    columns: tuple[Sequence[Any], ...]
    places: Sequence[Any]
    row_word: str = "line"
    header: str = ""
    delimiter: str = ""
    decimal_comma: bool = False
    grouped: bool = False
    index: tuple[int, ...] = ()
    settled: tuple[int, ...] = ()
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "names", tuple(map(name, self.names)))

    @property
    def n_rows(self) -> int:
        """The number of rows below the names."""
        return len(self.places)

    @property
    def unsettled(self) -> list[int]:
        """The columns that are part of the table."""
        return [column for column in range(len(self.names)) if column not in self.settled]

    @cached_property
    def _numbers(self) -> dict[int, Numbers]:
        return {}

    def numbers(self, column: int) -> Numbers:
        """Read a column as numbers, once."""
        if column not in self._numbers:
            cells = self.columns[column]
            self._numbers[column] = numbers(cells, decimal_comma=self.decimal_comma, grouped=self.grouped)
        return self._numbers[column]

    def refusal(self, row: int, column: int, otherwise: str) -> str:
        """Word why a cell is no number, and what helps: see `refusal`."""
        cell = self.columns[column][row]
        decimal = "" if self.grouped else decimal_of(cell)
        if not decimal or (self.decimal_comma and "," not in decimal):
            return refusal(cell, self.numbers(column), otherwise)
        if decimal == ".,":
            return may_be_thousand(cell, ",")
        return not_plain(cell, decimal)

    def take(self, rows: Sequence[int]) -> Grid:
        """Keep some rows."""
        return replace(
            self,
            columns=tuple(_taken(cells, rows) for cells in self.columns),
            places=[self.places[row] for row in rows],
        )

    def select(self, values: Mapping[str, object]) -> Grid:
        """Keep the rows with a value in each of some columns, which are no part of the table any more.

        Raises
        ------
        InputError
            If there is no such column or value, or no row with all of them.
        """
        keep = np.ones(self.n_rows, dtype=bool)
        for title, value in values.items():
            cells = self.columns[self._place(title)]
            labels = [name(cell) for cell in cells]
            wanted = name(value)
            if wanted not in labels:  # 10 is meant where 10.0 stands
                number = numbers([value])
                same = self.numbers(self.names.index(title)).values == number.values[0]
                if not same.any():
                    raise InputError(
                        f"{self.label}: {choose_from(f'value of {title!r}', wanted, dict.fromkeys(labels))}"
                    )
                keep &= same
            else:
                keep &= np.array([label == wanted for label in labels])
        rows = np.flatnonzero(keep).tolist()
        if not rows:
            wanted = " and ".join(f"{title}={value}" for title, value in values.items())
            raise InputError(f"{self.label} has no row with {wanted}: select other values.")
        return replace(self.take(rows), settled=(*self.settled, *map(self.names.index, values)))

    def _place(self, title: str) -> int:
        if title not in self.names:
            raise InputError(f"{self.label}: {choose_from('column', title, filter(None, self.names))}")
        return self.names.index(title)

    def at(self, row: int, column: int | None = None) -> str:
        """Word the place of a cell, or of a row: "scores.csv, line 5, column 3"."""
        cell = "" if column is None or column in self.index else f", column {column + 1 - len(self.index)}"
        return f"{self.label}, {self.row_word} {self.places[row]}{cell}"

    def at_name(self, column: int) -> str:
        """Word the place of a column's name."""
        line = f", {self.header}" if self.header else ""
        return f"{self.label}{line}, column {column + 1 - len(self.index)}"

    def split(self, column: str) -> dict[str, Grid]:
        """Divide the rows by the names in a column, in the order of their first appearance.

        Raises
        ------
        InputError
            If there is no such column, or one of its cells is empty.
        """
        where = self._place(column)
        rows: dict[str, list[int]] = {}
        for row, cell in enumerate(self.columns[where]):
            part = name(cell)
            if not part:
                raise InputError(
                    f"{self.at(row, where)}: the cell of the column that splits the table is empty: fill it in."
                )
            rows.setdefault(part, []).append(row)
        return {part: replace(self.take(chosen), settled=(*self.settled, where)) for part, chosen in rows.items()}


def _taken(cells: Sequence[Any], rows: Sequence[int]) -> Sequence[Any]:
    return cells[rows] if isinstance(cells, np.ndarray) else [cells[row] for row in rows]


@dataclass(frozen=True, kw_only=True, eq=False)
class Numbers:
    """The cells of a column as numbers.

    Attributes
    ----------
    values : ndarray of float, shape (rows,)
        NaN where no number stands.
    missing, bad : ndarray of bool, shape (rows,)
        Where a cell is empty or says that the score is missing; where it holds something else than a number.
    """

    values: NDArray[np.float64]
    missing: NDArray[np.bool_]
    bad: NDArray[np.bool_]

    @property
    def all_numbers(self) -> bool:
        """Whether every cell is a number."""
        return not (self.missing.any() or self.bad.any())

    @property
    def mostly_text(self) -> bool:
        """Whether more than half of the cells that hold anything hold no number: a column of names, not of scores."""
        return 2 * int(self.bad.sum()) > int((~self.missing).sum())


def numbers(column: Sequence[Any], *, decimal_comma: bool = False, grouped: bool = False) -> Numbers:
    """Read a column as numbers.

    Texts are read as Python reads them, except that underscores and digits of other scripts are not numbers.
    Booleans are not numbers. With `grouped`, digits may stand in groups of three.

    Examples
    --------
    >>> numbers(["0.5", "", "x"]).values.tolist()
    [0.5, nan, nan]
    >>> numbers(["76,728", "0.5", "0,5"], grouped=True).values.tolist()
    [76728.0, 0.5, nan]
    """
    if isinstance(column, np.ndarray) and column.dtype.kind in "iuf":
        values = as_doubles(column)
        missing = np.isnan(values)
        return Numbers(values=values, missing=missing, bad=np.zeros_like(missing))
    if not (decimal_comma or grouped) and (plain := _plain_numbers(column)) is not None:
        none = np.zeros(len(plain), dtype=bool)
        return Numbers(values=plain, missing=none, bad=none.copy())
    values = np.full(len(column), np.nan)
    missing = np.zeros(len(column), dtype=bool)
    bad = np.zeros(len(column), dtype=bool)
    for row, cell in enumerate(column):
        number = number_of(cell, decimal_comma, grouped)
        if number is None:
            missing[row] = is_missing(cell)
            bad[row] = not missing[row]
        else:
            values[row] = number
    return Numbers(values=values, missing=missing, bad=bad)


def _plain_numbers(column: Sequence[Any]) -> NDArray[np.float64] | None:
    """Read a column of plain digits at once, ten times faster than cell by cell; None for any other."""
    try:
        return np.array(list(map(float, column))) if _PLAIN.fullmatch("\n".join(column)) else None
    except (TypeError, ValueError):  # not all cells are texts; not all are numbers
        return None


def decoration(cell: Any) -> str:
    """Give what stands behind the number that a cell begins with, if it is what papers print there; else nothing.

    Examples
    --------
    >>> [decoration(cell) for cell in ("94.6%", " 0.717 ± 0.01 ", "0.5*", "0.5", "3 rings", "iris")]
    ['%', '± 0.01', '*', '', '', '']
    """
    found = _DECORATED.fullmatch(cell.strip()) if isinstance(cell, str) else None
    return found["rest"] if found else ""


def is_decorated(column: Sequence[Any], read: Numbers) -> bool:
    """Tell whether everything in a column that is no number is one with something behind it: scores, not names.

    "0,62" and "76 728" are such numbers too, of another notation than the file's.
    """
    bad = np.flatnonzero(read.bad).tolist()
    return bool(bad) and all(decoration(column[row]) or decimal_of(column[row]) for row in bad)


def refusal(cell: Any, read: Numbers, otherwise: str) -> str:
    """Word why a cell is no number, and what helps.

    Parameters
    ----------
    cell : Any
        The cell.
    read : Numbers
        Its column.
    otherwise : str
        What helps if the cell does not begin with a number.

    Examples
    --------
    >>> cells = ["0.717 ± 0.01", "94.6%", "x"]
    >>> for cell in cells:
    ...     print(refusal(cell, numbers(cells), "give a number"))
    '0.717 ± 0.01' is no plain number: keep the mean alone in all cells, here without '± 0.01'
    '94.6%' is no plain number: take '%' out of all cells
    'x' is not a number: give a number
    """
    rest = decoration(cell)
    if not rest:
        return f"{shown(cell)} is not a number: {otherwise}"
    if rest != "%":
        what = "mean" if "±" in rest or "pm" in rest or rest.startswith("+") else "score"
        return f"{shown(cell)} is no plain number: keep the {what} alone in all cells, here without {shown(rest)}"
    # Without its sign 94.6% is not what 0.946 in the other cells is.
    remedy = "take '%' out of all cells" if read.mostly_text else "write it as the other cells are, without '%'"
    return f"{shown(cell)} is no plain number: {remedy}"


def number_of(cell: Any, decimal_comma: bool = False, grouped: bool = False) -> float | None:
    """Read one cell; None where there is no number (NaN is none)."""
    if isinstance(cell, str):
        if grouped:
            cell = ungrouped(cell.strip(), "," if decimal_comma else ".")
        if decimal_comma:
            if "." in cell:
                return None
            cell = cell.replace(",", ".")
        try:
            number = float(cell)
        except ValueError:
            return None
        if "_" in cell or not cell.isascii():
            return None
    elif isinstance(cell, np.floating):
        number = float(str(cell))  # the decimal that a float32 shows
    elif isinstance(cell, Real | Decimal) and not isinstance(cell, bool) and not is_nothing(cell):
        try:
            number = float(cell)
        except OverflowError:  # a whole number or fraction beyond floats, as text that says so would be
            number = math.inf if cell > 0 else -math.inf  # type: ignore[operator]
    else:
        return None
    return None if math.isnan(number) else number


def is_missing(cell: Any) -> bool:
    """Tell whether a cell is empty or says that nothing is there.

    Examples
    --------
    >>> [is_missing(cell) for cell in ("", " NA ", None, float("nan"), "0", "x")]
    [True, True, True, True, False, False]
    """
    return cell.strip().lower() in MISSING_TEXTS if isinstance(cell, str) else is_nothing(cell)


def is_integer(cell: Any) -> bool:
    """Tell whether a cell is written as a whole number: "10090" and 10090 are, "1.0" and 1.0 are not."""
    if isinstance(cell, str):
        return _INTEGER.fullmatch(cell.strip()) is not None
    return isinstance(cell, int | np.integer) and not isinstance(cell, bool)
