"""Cells and columns of tables: numbers are printed once, here."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from cddiagram.document.model import Cell, Column, TableBlock
from cddiagram.text import Name, finished
from cddiagram.words import format_count, format_p, format_rank, styled_number

#: A cell that holds nothing.
NOTHING: Cell = Cell(text="–", role="none")
#: Significant digits of the largest number of a column of scores, and of every other
#: one at least.
_DIGITS, _LEAST = 4, 3
#: Statistics that are smaller than this are rounding errors of a difference that is
#: none.
_DUST = 1e-9
#: Smaller p-values print as this bound; a p-value of 0 is one that no double can hold.
_SMALLEST_P = 1e-300
#: More decimals than this are printed as a power of ten.
_MOST_DECIMALS = 6


def text_cell(text: str, *, role: str = "plain") -> Cell:
    """Make a cell of words."""
    return Cell(text=text, value=str.__str__(text), role=role)


def name_cell(name: str, control: str | None = None, hint: str = "") -> Cell:
    """Make the cell that names an algorithm."""
    return Cell(
        text=Name(name),
        value=name,
        role="control" if name == control else "name",
        hint=hint,
    )


def count_cell(count: int) -> Cell:
    """Make the cell of a count."""
    return Cell(text=format_count(int(count)), value=int(count))


def rank_cell(rank: float, decimals: int) -> Cell:
    """Make the cell of an average rank."""
    return Cell(text=format_rank(rank, decimals), value=float(rank))


def number_cell(
    value: float, decimals: int | None = None, *, least: int = 1, dust: float = _DUST
) -> Cell:
    """Make the cell of any number: with decimals, or with four significant digits where
    it is None.

    With decimals more are printed where fewer than `least` significant digits would be
    left of the number; numbers below `dust` are rounding errors and print as 0.
    """
    value = float(value) + 0.0  # -0 becomes 0
    if math.isnan(value):
        return NOTHING
    if math.isinf(value):
        return Cell(text="∞" if value > 0 else "−∞", value=value)
    text = (
        f"{value:.{_DIGITS}g}"
        if decimals is None
        else _fixed(value, decimals, least, dust)
    )
    if text.startswith("-"):
        text = text.replace("-", "−", 1) if float(text) else text[1:]
    return Cell(text=text, value=value)


def score_cell(value: float, decimals: int | None, *, dust: float = 0.0) -> Cell:
    """Make the cell of a number in the units of the scores, of whatever size beside
    those of its column.
    """
    return number_cell(value, decimals, least=_LEAST, dust=dust)


def _fixed(value: float, decimals: int, least: int, dust: float) -> str:
    """Print with decimals, and with more of them while a number has too few digits
    left.
    """
    size = abs(value)
    if size <= dust:
        return f"{0.0:.{decimals}f}"
    for places in range(decimals, _MOST_DECIMALS + 1):
        text = f"{value:.{places}f}"
        digits = text.lstrip("-").replace(".", "").lstrip("0")
        if len(digits) >= least or (
            digits and math.isclose(float(text), value, rel_tol=1e-9)
        ):
            return text
    return f"{value:.{least}g}"


def decimals_for(values: Iterable[float]) -> int | None:
    """Choose the decimals of a column of scores: four digits of the largest; None where
    none would do for all.
    """
    sizes = [
        abs(float(value)) for value in values if math.isfinite(value) and value != 0.0
    ]
    if not sizes:
        return _DIGITS
    decimals = _DIGITS - 1 - math.floor(math.log10(max(sizes)))
    if decimals > 8 or decimals < -3:
        return None
    return min(max(decimals, 0), 6)


def p_cell(
    p: float, alpha: float, *, significant: bool = False, hint: str = ""
) -> Cell:
    """Make the cell of a p-value, printed as everywhere, on the right side of alpha."""
    if math.isnan(p):
        return NOTHING
    return Cell(
        text=format_p(p, alpha),
        value=float(p),
        role="significant" if significant else "plain",
        hint=hint,
    )


def full_p_cell(
    p: float, alphas: Iterable[float], *, significant: bool = False
) -> Cell:
    """Make the cell of a p-value with four digits, as the tables of G08 and G10 print
    them.
    """
    if math.isnan(p):
        return NOTHING
    return Cell(
        text=full_p(p, alphas),
        value=float(p),
        role="significant" if significant else "plain",
    )


def full_p(p: float, alphas: Iterable[float]) -> str:
    """Print a p-value or a level with four digits, and more where it would read on the
    wrong side of a level.
    """
    p = float(p)
    if p < _SMALLEST_P:
        return f"<{_SMALLEST_P:.0e}"
    levels = [alpha for alpha in alphas if alpha != p]
    for digits in range(4, 17):
        if p < 0.001:
            text = f"{p:.{digits - 1}e}"
            mantissa, _, exponent = text.partition("e")
            text = f"{mantissa}e{int(exponent)}"
        else:
            text = f"{p:.{digits}f}"
        if all(
            (float(text) > alpha) == (p > alpha) and float(text) != alpha
            for alpha in levels
        ):
            break
    if float(text) == 1.0:
        return "1" if p == 1.0 else styled_number(">0.9999")
    return styled_number(text)


def decision_cell(different: bool, said: str = "") -> Cell:
    """Make the cell of a decision."""
    role, said = (
        ("significant", said or "yes") if different else ("plain", said or "no")
    )
    return Cell(text=said, value=int(different), role=role)


class Filled(NamedTuple):
    """A column of a table with its cells."""

    column: Column
    cells: Sequence[Cell]

    @classmethod
    def left(cls, head: str, cells: Sequence[Cell], explained: str = "") -> Filled:
        """Fill a column of names or words."""
        return cls(Column(head=head, align="left", explained=explained), cells)

    @classmethod
    def right(cls, head: str, cells: Sequence[Cell], explained: str = "") -> Filled:
        """Fill a column of numbers."""
        return cls(Column(head=head, align="right", explained=explained), cells)


def table_of(
    key: str, caption: str, columns: Iterable[Filled], notes: Iterable[str] = ()
) -> TableBlock:
    """Make a table of its columns; empty notes are left out."""
    heads, cells = zip(*columns, strict=True)
    rows = tuple(zip(*cells, strict=True))
    return TableBlock(
        key=key,
        caption=caption,
        columns=heads,
        rows=rows,
        notes=tuple(finished(note) for note in notes if note),
    )


def facts_table(
    key: str,
    caption: str,
    facts: Mapping[str, Cell],
    heads: tuple[str, str] = ("What", "Value"),
) -> TableBlock:
    """Make a table of names and values."""
    names = [text_cell(name, role="name") for name in facts]
    return table_of(
        key,
        caption,
        (Filled.left(heads[0], names), Filled.left(heads[1], list(facts.values()))),
    )
