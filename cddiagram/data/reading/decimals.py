"""Which sign stands before decimals in a table, as it was asked for or as its numbers show."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from cddiagram.data.reading.cells import Grid, is_integer, number_of
from cddiagram.data.reading.notation import COMMA, may_be_thousand
from cddiagram.errors import InputError

#: Three digits behind the sign, as thousands have, and no zero in front.
_THOUSANDS = {sign: re.compile(rf"[+-]?[1-9][0-9]{{0,2}}(\{sign}[0-9]{{3}})+") for sign in ",."}


def settle_decimals(grid: Grid, decimal: str | None) -> Grid:
    """Settle how the numbers of a table are written.

    Parameters
    ----------
    grid : Grid
        The table.
    decimal : {".", ","} or None
        The sign before decimals, which makes the other one divide thousands; None to look at the numbers.

    Returns
    -------
    Grid

    Raises
    ------
    InputError
        If the numbers may be read in both ways.
    """
    if decimal is not None:
        return replace(grid, decimal_comma=decimal == ",", grouped=True)
    if grid.delimiter not in (";", "\t"):
        return grid  # a comma divides cells, or there are no cells of text
    comma = _has_comma(grid)
    if not comma:
        _refuse_dots(grid)
    return replace(grid, decimal_comma=comma)


def _cells(grid: Grid, sign: str) -> Iterator[tuple[Sequence[Any], list[tuple[int, str]]]]:
    """Give each column that has cells with the sign, with the rows and texts of these."""
    for cells in grid.columns:
        found = [(row, cell.strip()) for row, cell in enumerate(cells) if sign in cell]
        if found:
            yield cells, found


def _has_comma(grid: Grid) -> bool:
    """Tell whether numbers are written 0,5; refuse a table where 1,234 may be a thousand."""
    found = [
        (row, cell, cells)
        for cells, candidates in _cells(grid, ",")
        for row, cell in candidates
        if COMMA.fullmatch(cell)
    ]
    if not found:
        return False
    # 98,123 beside 97,5 is a decimal; beside 987 alone it may as well be ninety-eight thousand.
    if all(_THOUSANDS[","].fullmatch(cell) for _, cell, _ in found):
        columns = {id(cells): cells for _, _, cells in found}.values()
        if grid.delimiter == "\t" or any(is_integer(cell) for cells in columns for cell in cells):
            _refuse(grid, found[0][:2], ",")
    return True


def _refuse_dots(grid: Grid) -> None:
    """Refuse a table where 12.345 may be twelve thousand: all numbers with a dot have three digits behind it.

    One number with other decimals shows what the dot is; and without whole numbers beside them, they are decimals.
    """
    first: tuple[int, str] | None = None
    whole = False
    for cells, candidates in _cells(grid, "."):
        thousands = [pair for pair in candidates if _THOUSANDS["."].fullmatch(pair[1])]
        if len(thousands) < len(candidates):
            if any(number_of(cell) is not None and not _THOUSANDS["."].fullmatch(cell) for _, cell in candidates):
                return
            continue  # names, or cells that will be refused
        first = first or thousands[0]
        whole = whole or any(map(is_integer, cells)) or any(cell.count(".") > 1 for _, cell in thousands)
    if first is not None and whole:
        _refuse(grid, first, ".")


def _refuse(grid: Grid, found: tuple[int, str], sign: str) -> None:
    row, cell = found
    raise InputError(f"{grid.at(row)}: {may_be_thousand(cell, sign)}.")
