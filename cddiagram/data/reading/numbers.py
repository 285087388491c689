"""What number a cell holds, in every notation that tables have; and why it holds none,
in words.
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
from cddiagram.text import Name, Option, Phrase, is_nothing, name, one_line

#: Texts that stand for a score that is not there, in any case, beside the empty cell.
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

#: Digits, signs, points and exponents, a cell a line: what `float` reads as everybody
#: does.
_PLAIN = re.compile(r"[0-9.eE+\-\n]+")
_INTEGER = re.compile(r"[+-]?[0-9]+")
_NUMBER = r"[+-]?(?:[0-9]+[.,]?[0-9]*|[.,][0-9]+)(?:[eE][+-]?[0-9]+)?"
#: What papers print behind a number -> how a sentence calls it. Nothing else: 3*10^5
#: and 1_000 are other numbers.
_BESIDE = {
    r"%": "%",
    rf"_?(?:±|\+/?[-−])\s*{_NUMBER}": "a spread after ±",
    r"\([^()]*\)|\[[^\[\]]*\]": "brackets",
    r"\^?(?:[*†‡§]+|\\(?:dagger|ddagger|ast|star)\b)|\^[a-z]": "marks of footnotes",
}
_SIGNS = re.compile("|".join(f"({sign})" for sign in _BESIDE))
_DECORATED = re.compile(
    rf"(?P<number>{_NUMBER})(?P<rest>(?:\s*(?:{'|'.join(_BESIDE)}))*)\s*"
)
#: Bold, underlined and the like, and mathematics, around a number, as LaTeX, Markdown
#: and HTML write them.
_MARKUP = re.compile(
    r"\\(?:math|text)(?:bf|it|rm|sf|normal)\b|\\(?:underline|uline|emph|bm|boldsymbol|bf|bfseries|it|itshape|num|text)\b"
    r"|\\(?:textcolor|color|cellcolor)\{[^{}]*\}|\\[,;! "
    r"]|[{}$~]|</?(?:b|strong|i|em|u)>"
)
_EMPHASIS = re.compile(r"([*_]{1,3})([-+.0-9].*)\1", flags=re.DOTALL)
#: Numbers whose digits stand in groups of three, by the sign in front of decimals;
#: blanks and apostrophes divide too.
_GROUPS = "[{} \u00a0\u2009\u202f'\u2019]"
_GROUPED = {
    decimal: re.compile(
        rf"[+-]?[1-9][0-9]{{0,2}}(?:{_GROUPS.format(other)}[0-9]{{3}})+(?:\{decimal}[0-9]*)?"
    )
    for decimal, other in ((".", ","), (",", "."))
}
_DIVIDERS = {
    decimal: re.compile(_GROUPS.format(other))
    for decimal, other in ((".", ","), (",", "."))
}
_NOTATION = {
    ".": "commas or spaces separate thousands",
    ",": "a comma precedes the decimals and dots separate thousands",
}
COMMA = re.compile(r"[+-]?[0-9]*,[0-9]+(?:[eE][+-]?[0-9]+)?")
#: Types of durations and of points in time; those of pandas are subclasses of the
#: standard ones.
_DURATIONS = (datetime.timedelta, np.timedelta64)
_MOMENTS = (datetime.date, datetime.time, np.datetime64)


@dataclass(frozen=True, kw_only=True, eq=False)
class Numbers:
    """The cells of a column as numbers: NaN where none stands, because it is `missing`
    or because the cell is `bad`.
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
        """Whether more than half of the cells that hold anything hold no number: a
        column of names, not of scores.
        """
        return 2 * int(self.bad.sum()) > int((~self.missing).sum())

    def take(self, rows: IntArray | int) -> Numbers:
        """Return some of them, or some more than once; of several columns also one."""
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

    Texts are read as Python reads them, except that underscores and digits of other
    scripts are not numbers. Booleans are not numbers. With `grouped`, digits may stand
    in groups of three; `clean` reads what `bare` leaves.
    """
    if isinstance(column, np.ndarray) and column.dtype.kind in "iuf":
        values = Exact.of(column).values
        missing = np.isnan(values)
        return Numbers(values=values, missing=missing, bad=np.zeros_like(missing))
    values = np.full(len(column), np.nan)
    missing = np.zeros(len(column), dtype=bool)
    if not (decimal_comma or grouped) and (plain := _plain_numbers(column)):
        values[:] = plain
    else:
        for row, cell in enumerate(column):
            number = number_of(bare(cell)[0] if clean else cell, decimal_comma, grouped)
            if number is None:
                missing[row] = (
                    cell.strip().lower() in MISSING_TEXTS
                    if isinstance(cell, str)
                    else is_nothing(cell)
                )
            else:
                values[row] = number
    return Numbers(values=values, missing=missing, bad=np.isnan(values) & ~missing)


def _plain_numbers(column: Sequence[Any]) -> list[float]:
    """Read a column of plain digits at once, ten times faster than cell by cell;
    nothing of any other.
    """
    try:
        return list(map(float, column)) if _PLAIN.fullmatch("\n".join(column)) else []
    except (TypeError, ValueError):  # not all cells are texts; not all are numbers
        return []


def number_of(
    cell: Any, decimal_comma: bool = False, grouped: bool = False
) -> float | None:
    """Read one cell; None where there is no number (NaN is none)."""
    if isinstance(cell, str):
        cell = cell.replace(
            "\u2212", "-"
        )  # the sign of a minus, which spreadsheets and papers write
        if grouped:
            decimal, cell = "," if decimal_comma else ".", cell.strip()
            cell = (
                _DIVIDERS[decimal].sub("", cell)
                if _GROUPED[decimal].fullmatch(cell)
                else cell
            )
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
    elif is_time(cell):  # numpy counts a duration among whole numbers
        return None
    elif (
        isinstance(cell, Real | Decimal)
        and not isinstance(cell, bool)
        and not is_nothing(cell)
    ):
        try:
            number = float(cell)
        except (
            OverflowError
        ):  # a whole number or fraction beyond floats, as text that says so would be
            number = math.inf if cell > 0 else -math.inf  # type: ignore[operator]
    else:
        return None
    return None if math.isnan(number) else number


def is_time(cell: Any) -> bool:
    """Return whether a cell holds a duration or a point in time."""
    return isinstance(cell, _DURATIONS + _MOMENTS)


def is_integer(cell: Any) -> bool:
    """Whether a cell is written as a whole number: "10090" and 10090 are, "1.0" and 1.0
    are not.
    """
    if isinstance(cell, str):
        return _INTEGER.fullmatch(cell.strip()) is not None
    if is_time(cell):
        return False
    return isinstance(cell, int | np.integer) and not isinstance(cell, bool)


def bare(cell: Any) -> tuple[Any, tuple[str, ...]]:
    """Return the number in a cell without what papers print around it, and what that
    was; other cells as they are.
    """
    if not isinstance(cell, str):
        return cell, ()
    written = cell.strip().replace(r"\pm", "±").replace(r"\%", "%")
    text = _EMPHASIS.sub(r"\2", _MARKUP.sub("", written).strip())
    found = _DECORATED.fullmatch(text)
    if found is None or found["number"] == cell.strip():
        return cell, ()
    names = list(_BESIDE.values())
    beside = [
        names[sign.lastindex - 1]
        for sign in _SIGNS.finditer(found["rest"])
        if sign.lastindex
    ]
    return found["number"], tuple(
        dict.fromkeys([*(["markup"] if text != written else []), *beside])
    )


def is_decorated(column: Sequence[Any], read: Numbers) -> bool:
    """Whether everything in a column that is no number is one with something behind it:
    scores, not names.
    """
    bad = np.flatnonzero(read.bad)
    return bool(bad.size) and all(_is_decorated(column[row]) for row in map(int, bad))


def _is_decorated(cell: Any) -> bool:
    """Return whether a cell holds a score in a form that is not read: it is no name."""
    return (
        isinstance(cell, _DURATIONS)
        or _holds_several(cell)
        or bool(bare(cell)[1] or decimal_of(cell))
    )


def _holds_several(cell: Any) -> bool:
    return hasattr(cell, "__len__") and not isinstance(cell, str | bytes)


def refusal(cell: Any, read: Numbers, otherwise: str, cleans: bool = True) -> Phrase:
    """Say why a cell of a column is no number, and what helps: `otherwise`, if it does
    not begin with one.

    Whoever reads it `cleans` on request, or has to be told what to take out.
    """
    if isinstance(cell, _DURATIONS):
        return Phrase(
            f"{shown(cell)} is a duration. Convert it with .dt.total_seconds()"
        )
    if isinstance(cell, _MOMENTS):
        in_time = f"{shown(cell)} is a point in time, not a score. "
        return Phrase(in_time, capitalised(otherwise))
    if _holds_several(cell):
        return Phrase(
            f"the cell contains {len(cell)} values. Give one number in each cell, or "
            "several runs as a dict, {algorithm: {data set: runs}}"
        )
    number, beside = bare(cell)
    if not beside:
        return Phrase(f"{shown(cell)} is not a number. ", capitalised(otherwise))
    if (
        "%" in beside and not read.mostly_text
    ):  # without its sign 94.6% is not what 0.946 in the other cells is
        return Phrase(
            f"{shown(cell)} is not a plain number. Write it without '%', as in the "
            "other cells"
        )
    remedy = (
        ("Pass ", Option("clean", True), f" to read {number}")
        if cleans
        else (f"Write it as {number}",)
    )
    return Phrase(f"{shown(cell)} is not a plain number. ", *remedy)


def capitalised(remedy: str) -> Phrase:
    """Return a remedy with a capital letter at its start."""
    first, *rest = Phrase(remedy).words
    return Phrase(first[:1].upper() + first[1:], *rest)


def decimal_of(cell: Any) -> str:
    """Return the signs that may stand before the decimals of a number that is not
    written plainly; else nothing.
    """
    if not isinstance(cell, str):
        return ""
    cell = cell.strip()
    grouped = "".join(decimal for decimal in ".," if _GROUPED[decimal].fullmatch(cell))
    if grouped == ".,":  # divided by blanks or apostrophes
        return "."
    return grouped + ("," if "," not in grouped and COMMA.fullmatch(cell) else "")


def may_be_thousand(cell: Any, sign: str) -> Phrase:
    """Say that a sign may divide thousands or stand before decimals, and what tells."""
    other = "." if sign == "," else ","
    if str(cell).count(sign) > 1:
        return not_plain(cell, other)
    whole, _, decimals = str(cell).strip().partition(sign)
    return Phrase(
        f"{shown(cell)} may be a whole number or a decimal number. Pass ",
        Option("decimal", Name(other)),
        f" if it is {whole}{decimals}, or ",
        Option("decimal", Name(sign)),
        f" if {decimals} are its decimals",
    )


def not_plain(cell: Any, decimal: str) -> Phrase:
    """Say that a cell is a number in another notation, and how it is read."""
    return Phrase(
        f"{shown(cell)} is not a plain number. Pass ",
        Option("decimal", Name(decimal)),
        f" if {_NOTATION[decimal]}",
    )


def shown(cell: Any, limit: int = 40) -> str:
    """Quote a cell for a message, on one line and not too long."""
    text = " ".join(one_line(cell if isinstance(cell, str) else name(cell)).split())
    return f"'{text}'" if len(text) <= limit else f"'{text[:limit]}...'"
