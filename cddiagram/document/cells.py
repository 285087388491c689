"""Functions that create table cells and columns. All numbers in tables are formatted
here.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from cddiagram.document.model import Cell, Column, TableBlock
from cddiagram.text import Name, finished
from cddiagram.words import format_count, format_p, format_rank, styled_number

#: An empty cell.
NOTHING: Cell = Cell(text="–", role="none")
#: The largest score in a column has at most this many significant digits. The second
#: number is the minimum number of digits of all other scores.
_DIGITS, _LEAST = 4, 3
#: The absolute value below which a statistic is treated as a rounding error.
_DUST = 1e-9
#: The smallest p-value that is printed. Smaller p-values may underflow to 0, so this
#: bound is printed instead.
_SMALLEST_P = 1e-300
#: The maximum number of decimals. Numbers that require more decimals are printed in
#: scientific notation.
_MOST_DECIMALS = 6
_INFINITIES = {math.inf: "∞", -math.inf: "−∞"}
#: Maps the significance of a p-value (True or False) to the role of its cell.
_P_ROLES = {True: "significant", False: "plain"}


def text_cell(text: str, *, role: str = "plain") -> Cell:
    """Return a cell that contains text."""
    return Cell(text=text, value=str.__str__(text), role=role)


def name_cell(name: str, control: str | None = None, hint: str = "") -> Cell:
    """Return a cell with the name of an algorithm."""
    role = "name"
    if name == control:
        role = "control"
    return Cell(text=Name(name), value=name, role=role, hint=hint)


def count_cell(count: int) -> Cell:
    """Return a cell with a count."""
    return Cell(text=format_count(int(count)), value=int(count))


def rank_cell(rank: float, decimals: int) -> Cell:
    """Return a cell with an average rank."""
    return Cell(text=format_rank(rank, decimals), value=float(rank))


def number_cell(
    value: float, decimals: int | None = None, *, least: int = 1, dust: float = _DUST
) -> Cell:
    """Return a cell that contains a number.

    Parameters
    ----------
    value : float
        The number.
    decimals : int, optional
        The number of decimals. By default, the number has four significant digits.
    least : int
        The minimum number of significant digits. If necessary, more decimals are
        printed.
    dust : float
        The absolute value up to which numbers are treated as rounding errors and
        printed as 0.
    """
    value = float(value) + 0.0  # replaces -0 by 0
    if math.isnan(value):
        return NOTHING
    if math.isinf(value):
        return Cell(text=_INFINITIES[value], value=value)
    text = f"{value:.{_DIGITS}g}"
    if decimals is not None:
        text = _fixed(value, decimals, least, dust)
    if float(text) == 0:
        text = text.removeprefix("-")
    elif text.startswith("-"):
        text = f"−{text[1:]}"
    return Cell(text=text, value=value)


def score_cell(value: float, decimals: int | None, *, dust: float = 0.0) -> Cell:
    """Return a cell with a number in the units of the scores.

    The number has at least three significant digits, even if other numbers in the
    column are much larger.
    """
    return number_cell(value, decimals, least=_LEAST, dust=dust)


def _fixed(value: float, decimals: int, least: int, dust: float) -> str:
    """Format a number with at least this many decimals and significant digits."""
    if abs(value) <= dust:
        return f"{0.0:.{decimals}f}"
    for places in range(decimals, _MOST_DECIMALS + 1):
        text = f"{value:.{places}f}"
        digits = text.lstrip("-").replace(".", "").lstrip("0")
        if len(digits) >= least:
            return text
        if digits and math.isclose(float(text), value, rel_tol=1e-9):
            return text
    return f"{value:.{least}g}"


def decimals_for(values: Iterable[float]) -> int | None:
    """Return the number of decimals for a column of scores, based on its largest score.

    Return None if the scores are too large or too small for fixed-point notation.
    """
    sizes = [abs(float(value)) for value in values if math.isfinite(value)]
    largest = max(sizes, default=0.0)
    if largest == 0.0:
        return _DIGITS
    decimals = _DIGITS - 1 - math.floor(math.log10(largest))
    if decimals > 8 or decimals < -3:
        return None
    return min(max(decimals, 0), _MOST_DECIMALS)


def p_cell(
    p: float, alpha: float, *, significant: bool = False, hint: str = ""
) -> Cell:
    """Return a cell with a p-value in the same format as in sentences.

    Rounding never moves the p-value to the other side of `alpha`.
    """
    if math.isnan(p):
        return NOTHING
    role = _P_ROLES[significant]
    return Cell(text=format_p(p, alpha), value=float(p), role=role, hint=hint)


def full_p_cell(
    p: float, alphas: Iterable[float], *, significant: bool = False
) -> Cell:
    """Return a cell that contains a p-value with four significant digits, as in the
    tables in García and Herrera (2008) and García et al. (2010).
    """
    if math.isnan(p):
        return NOTHING
    return Cell(text=full_p(p, alphas), value=float(p), role=_P_ROLES[significant])


def full_p(p: float, alphas: Iterable[float]) -> str:
    """Format a p-value or a level with four significant digits.

    More digits are used if rounding would move the p-value to the other side of a
    level.
    """
    p = float(p)
    if p < _SMALLEST_P:
        return f"<{_SMALLEST_P:.0e}"
    levels = [alpha for alpha in alphas if alpha != p]
    for digits in range(4, 17):
        text = _with_digits(p, digits)
        if all(_is_on_same_side(float(text), p, alpha) for alpha in levels):
            break
    if p == 1.0:
        return "1"
    if float(text) == 1.0:
        return styled_number(">0.9999")
    return styled_number(text)


def _with_digits(p: float, digits: int) -> str:
    if p >= 0.001:
        return f"{p:.{digits}f}"
    mantissa, _, exponent = f"{p:.{digits - 1}e}".partition("e")
    return f"{mantissa}e{int(exponent)}"


def _is_on_same_side(rounded: float, p: float, alpha: float) -> bool:
    return rounded != alpha and (rounded > alpha) == (p > alpha)


def decision_cell(different: bool, text: str = "") -> Cell:
    """Return a cell with a decision. By default, its text is "yes" or "no"."""
    if different:
        return Cell(text=text or "yes", value=1, role="significant")
    return Cell(text=text or "no", value=0)


class Filled(NamedTuple):
    """A table column with its cells."""

    column: Column
    cells: Sequence[Cell]

    @classmethod
    def left(cls, head: str, cells: Sequence[Cell], explained: str = "") -> Filled:
        """Create a column of names or words."""
        return cls(Column(head=head, align="left", explained=explained), cells)

    @classmethod
    def right(cls, head: str, cells: Sequence[Cell], explained: str = "") -> Filled:
        """Create a column of numbers."""
        return cls(Column(head=head, align="right", explained=explained), cells)


def table_of(
    key: str, caption: str, columns: Iterable[Filled], notes: Iterable[str] = ()
) -> TableBlock:
    """Create a table from its columns. Empty notes are omitted."""
    heads, cells = zip(*columns, strict=True)
    rows = tuple(zip(*cells, strict=True))
    sentences = tuple(finished(note) for note in notes if note)
    return TableBlock(
        key=key, caption=caption, columns=heads, rows=rows, notes=sentences
    )


def facts_table(
    key: str,
    caption: str,
    facts: Mapping[str, Cell],
    heads: tuple[str, str] = ("What", "Value"),
) -> TableBlock:
    """Create a table of names and values."""
    names = [text_cell(name, role="name") for name in facts]
    values = list(facts.values())
    columns = (Filled.left(heads[0], names), Filled.left(heads[1], values))
    return table_of(key, caption, columns)
