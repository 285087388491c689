"""Conversion of cells to numbers, in all common notations.

If a cell is not a number, the reason is described.
"""

from __future__ import annotations

import datetime
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from numbers import Real
from typing import Any

import numpy as np

from cddiagram._util import BoolArray, Exact, FloatArray, IntArray
from cddiagram._util.lazy import lazy_pattern
from cddiagram.text import Name, Option, Phrase, is_nothing, name, one_line

#: The strings that represent a missing score, in lower case.
MISSING_TEXTS = frozenset(
    [
        "",
        "na",
        "n/a",
        "#n/a",
        "nan",
        "<na>",
        "null",
        "none",
        "nil",
        "missing",
        "?",
        "-",
        "--",
        "---",
        "–",
        "—",
        ".",
    ]
)

#: The pattern for lines of numbers that consist only of digits, signs, decimal points
#: and exponents. The function `float` converts such numbers correctly.
_PLAIN = lazy_pattern(r"[0-9.eE+\-\n]+")
_INTEGER = lazy_pattern(r"[+-]?[0-9]+")
_NUMBER = r"[+-]?(?:[0-9]+[.,]?[0-9]*|[.,][0-9]+)(?:[eE][+-]?[0-9]+)?"
#: Maps patterns for additions after a number to descriptions of these additions. The
#: strings 3*10^5 and 1_000 are not considered numbers with additions.
_DECORATIONS = {
    r"%": "%",
    rf"_?(?:±|\+/?[-−])\s*{_NUMBER}": "a spread after ±",
    r"\([^()]*\)|\[[^\[\]]*\]": "brackets",
    r"\^?(?:[*†‡§]+|\\(?:dagger|ddagger|ast|star)\b)|\^[a-z]": "marks of footnotes",
}
_SIGNS = lazy_pattern("|".join(f"({sign})" for sign in _DECORATIONS))
_DECORATED = lazy_pattern(
    rf"(?P<number>{_NUMBER})(?P<rest>(?:\s*(?:{'|'.join(_DECORATIONS)}))*)\s*"
)
#: The pattern for the markup of bold, underlined and mathematical text in LaTeX,
#: Markdown and HTML.
_MARKUP = lazy_pattern(
    r"\\(?:math|text)(?:bf|it|rm|sf|normal)\b|\\(?:underline|uline|emph|bm|boldsymbol|bf|bfseries|it|itshape|num|text)\b"
    r"|\\(?:textcolor|color|cellcolor)\{[^{}]*\}|\\[,;! "
    r"]|[{}$~]|</?(?:b|strong|i|em|u)>"
)
_EMPHASIS = lazy_pattern(r"([*_]{1,3})([-+.0-9].*)\1", flags=re.DOTALL)
#: Maps each decimal separator to the pattern for numbers with groups of three digits.
#: Groups may also be separated by spaces or apostrophes.
_GROUPS = "[{} \u00a0\u2009\u202f'\u2019]"
_GROUPED = {
    decimal: lazy_pattern(
        rf"[+-]?[1-9][0-9]{{0,2}}(?:{_GROUPS.format(other)}[0-9]{{3}})+(?:\{decimal}[0-9]*)?"
    )
    for decimal, other in ((".", ","), (",", "."))
}
_DIVIDERS = {
    decimal: lazy_pattern(_GROUPS.format(other))
    for decimal, other in ((".", ","), (",", "."))
}
_NOTATION = {
    ".": "commas or spaces separate thousands",
    ",": "a comma precedes the decimals and dots separate thousands",
}
COMMA = lazy_pattern(r"[+-]?[0-9]*,[0-9]+(?:[eE][+-]?[0-9]+)?")
#: The types that represent durations and points in time. The corresponding types in
#: pandas are subclasses of the standard types.
_DURATIONS = (datetime.timedelta, np.timedelta64)
_MOMENTS = (datetime.date, datetime.time, np.datetime64)


@dataclass(frozen=True, kw_only=True, eq=False)
class Numbers:
    """The cells of a column as numbers.

    The value is NaN if the cell is `missing` or `bad`, that is, not a number.
    """

    values: FloatArray
    missing: BoolArray
    bad: BoolArray

    @property
    def all_numbers(self) -> bool:
        """Whether every cell is a number."""
        return not (self.missing.any() or self.bad.any())

    @property
    def mostly_text(self) -> bool:
        """Whether more than half of the filled cells are not numbers."""
        return 2 * int(self.bad.sum()) > int((~self.missing).sum())

    def take(self, rows: IntArray | int) -> Numbers:
        """Return the numbers at some indices, which may be repeated."""
        return Numbers(
            values=self.values[rows], missing=self.missing[rows], bad=self.bad[rows]
        )


def numbers(
    column: Sequence[Any],
    *,
    decimal_comma: bool = False,
    grouped: bool = False,
    clean: bool = False,
) -> Numbers:
    """Read a column as numbers.

    Strings are converted as in Python, except that underscores and digits of other
    scripts are not accepted. Booleans are not numbers. If `grouped` is true, digits may
    be in groups of three. If `clean` is true, decorations are removed by `bare`.
    """
    if isinstance(column, np.ndarray) and column.dtype.kind in "iuf":
        values = Exact.of(column).values
        missing = np.isnan(values)
        return Numbers(values=values, missing=missing, bad=np.zeros_like(missing))
    values = np.full(len(column), np.nan)
    missing = np.zeros(len(column), dtype=bool)
    plain = [] if decimal_comma or grouped else _plain_numbers(column)
    if plain:
        values[:] = plain
        return Numbers(values=values, missing=missing, bad=np.isnan(values))
    for row, cell in enumerate(column):
        text = bare(cell)[0] if clean else cell
        number = number_of(text, decimal_comma, grouped)
        if number is None:
            missing[row] = _is_missing(cell)
        else:
            values[row] = number
    return Numbers(values=values, missing=missing, bad=np.isnan(values) & ~missing)


def _is_missing(cell: Any) -> bool:
    """Return whether a cell that is not a number is a missing score."""
    if isinstance(cell, str):
        return cell.strip().lower() in MISSING_TEXTS
    return is_nothing(cell)


def _plain_numbers(column: Sequence[Any]) -> list[float]:
    """Return the numbers in a column of plain numbers. The list is empty for all other
    columns.

    This is ten times as fast as converting each cell.
    """
    try:
        if _PLAIN.fullmatch("\n".join(column)):
            return list(map(float, column))
        return []
    except (TypeError, ValueError):  # raised if a cell is not a string or not a number
        return []


def number_of(
    cell: Any, decimal_comma: bool = False, grouped: bool = False
) -> float | None:
    """Return the number in one cell, or None. NaN is not a number."""
    number: float | None
    if isinstance(cell, str):
        number = _number_of_text(cell, decimal_comma, grouped)
    elif isinstance(cell, np.floating):
        # For a float32, `str` returns the shortest decimal number that represents it.
        number = float(str(cell))
    else:
        number = _number_of_object(cell)
    if number is None or math.isnan(number):
        return None
    return number


def _number_of_text(text: str, decimal_comma: bool, grouped: bool) -> float | None:
    """Convert a string to a number, or return None."""
    text = text.replace("\u2212", "-")  # spreadsheets and papers use this minus sign
    if grouped:
        decimal = "," if decimal_comma else "."
        text = text.strip()
        if _GROUPED[decimal].fullmatch(text):
            text = _DIVIDERS[decimal].sub("", text)
    if decimal_comma:
        if "." in text:
            return None
        text = text.replace(",", ".")
    try:
        number = float(text)
    except ValueError:
        return None
    if text.isascii() and "_" not in text:
        return number
    return None


def _number_of_object(cell: Any) -> float | None:
    """Convert an object other than a string to a number, or return None."""
    # In NumPy, durations are a kind of integer. In Python, booleans are a kind of
    # integer.
    if is_time(cell) or isinstance(cell, bool):
        return None
    if not isinstance(cell, Real | Decimal) or is_nothing(cell):
        return None
    try:
        return float(cell)
    except OverflowError:  # the number is also infinite if it is written as a string
        return math.inf if cell > 0 else -math.inf  # type: ignore[operator]


def is_time(cell: Any) -> bool:
    """Return whether a cell is a duration or a point in time."""
    return isinstance(cell, _DURATIONS + _MOMENTS)


def is_integer(cell: Any) -> bool:
    """Return whether a cell is written as a whole number.

    For example, "10090" and 10090 are whole numbers, but "1.0" and 1.0 are not.
    """
    if isinstance(cell, str):
        return _INTEGER.fullmatch(cell.strip()) is not None
    if is_time(cell):
        return False
    return isinstance(cell, int | np.integer) and not isinstance(cell, bool)


def bare(cell: Any) -> tuple[Any, tuple[str, ...]]:
    """Return a cell without decorations, and the descriptions of the decorations.

    If a cell has no decorations, it is returned unchanged.
    """
    if not isinstance(cell, str):
        return cell, ()
    raw = cell.strip().replace(r"\pm", "±").replace(r"\%", "%")
    text = _EMPHASIS.sub(r"\2", _MARKUP.sub("", raw).strip())
    match = _DECORATED.fullmatch(text)
    if match is None or match["number"] == cell.strip():
        return cell, ()
    decorations = []
    if text != raw:
        decorations.append("markup")
    names = list(_DECORATIONS.values())
    for sign in _SIGNS.finditer(match["rest"]):
        if sign.lastindex:
            decorations.append(names[sign.lastindex - 1])
    return match["number"], tuple(dict.fromkeys(decorations))


def is_decorated(column: Sequence[Any], read: Numbers) -> bool:
    """Return whether all cells that are not numbers are scores in another notation
    instead of names.
    """
    bad = np.flatnonzero(read.bad).tolist()
    return bool(bad) and all(_is_decorated(column[row]) for row in bad)


def _is_decorated(cell: Any) -> bool:
    """Return whether a cell contains a score in a notation that is not read as a
    number.
    """
    if isinstance(cell, _DURATIONS) or _is_several(cell):
        return True
    return bool(bare(cell)[1] or decimal_of(cell))


def _is_several(cell: Any) -> bool:
    """Return whether a cell contains several values."""
    return hasattr(cell, "__len__") and not isinstance(cell, str | bytes)


def refusal(cell: Any, read: Numbers, otherwise: str, cleans: bool = True) -> Phrase:
    """Return the reason why a cell is not a number, and a remedy.

    Parameters
    ----------
    cell : object
        The cell.
    read : Numbers
        The numbers in the column that contains the cell.
    otherwise : str
        The remedy if the cell does not contain a number.
    cleans : bool
        Whether an option can remove decorations. Otherwise, the user must remove them.
    """
    quoted = shown(cell)
    if isinstance(cell, _DURATIONS):
        return Phrase(f"{quoted} is a duration. Convert it with .dt.total_seconds()")
    if isinstance(cell, _MOMENTS):
        in_time = f"{quoted} is a point in time, not a score. "
        return Phrase(in_time, capitalised(otherwise))
    if _is_several(cell):
        return Phrase(
            f"the cell contains {len(cell)} values. Write one number in each cell, or "
            "pass several runs as a dict, {algorithm: {data set: runs}}"
        )
    number, decorations = bare(cell)
    if not decorations:
        return Phrase(f"{quoted} is not a number. ", capitalised(otherwise))
    reason = f"{quoted} is not a plain number. "
    if "%" in decorations and not read.mostly_text:
        # Without the percent sign, 94.6% would become 94.6, although other cells
        # contain numbers such as 0.946.
        return Phrase(reason, "Write it without '%', as in the other cells")
    if not cleans:
        return Phrase(reason, f"Write it as {number}")
    return Phrase(reason, "Pass ", Option("clean", True), f" to read {number}")


def capitalised(remedy: str) -> Phrase:
    """Return a remedy that begins with a capital letter."""
    first, *rest = Phrase(remedy).words
    return Phrase(first[:1].upper() + first[1:], *rest)


def decimal_of(cell: Any) -> str:
    """Return the possible decimal separators of a number in another notation, or an
    empty string.
    """
    if not isinstance(cell, str):
        return ""
    cell = cell.strip()
    grouped = "".join(decimal for decimal in ".," if _GROUPED[decimal].fullmatch(cell))
    if grouped == ".,":  # the groups are separated by spaces or apostrophes
        return "."
    if "," not in grouped and COMMA.fullmatch(cell):
        grouped += ","
    return grouped


def may_be_thousand(cell: Any, sign: str) -> Phrase:
    """Return the message that a sign may separate thousands or decimals, with a remedy
    for both cases.
    """
    other = "." if sign == "," else ","
    if str(cell).count(sign) > 1:
        return not_plain(cell, other)
    leading, _, decimals = str(cell).strip().partition(sign)
    return Phrase(
        f"{shown(cell)} may be a whole number or a decimal number. Pass ",
        Option("decimal", Name(other)),
        f" if the value is {leading}{decimals}, or ",
        Option("decimal", Name(sign)),
        f" if {decimals} are the decimals",
    )


def not_plain(cell: Any, decimal: str) -> Phrase:
    """Return the message that a number has another notation, with the option that reads
    it.
    """
    return Phrase(
        f"{shown(cell)} is not a plain number. Pass ",
        Option("decimal", Name(decimal)),
        f" if {_NOTATION[decimal]}",
    )


def shown(cell: Any, limit: int = 40) -> str:
    """Return a cell as a quoted, shortened single line for a message."""
    content = cell if isinstance(cell, str) else name(cell)
    text = " ".join(one_line(content).split())
    if len(text) <= limit:
        return f"'{text}'"
    return f"'{text[:limit]}...'"
