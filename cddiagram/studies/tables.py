"""Cells that the tables of several studies share."""

from __future__ import annotations

import math
from collections.abc import Sequence

from cddiagram._util import FloatArray
from cddiagram.document import NOTHING, Cell
from cddiagram.words import format_share


def share_cell(share: float) -> Cell:
    """Make the cell of a share; a dash if nothing was counted."""
    if math.isnan(share):
        return NOTHING
    return Cell(text=format_share(share), value=share)


def rate_cells(indices: Sequence[tuple[int, ...]], rates: FloatArray) -> list[Cell]:
    """Make the cells of the rates at some indices, with three decimals; a dash if
    nothing was counted.
    """
    cells = []
    for index in indices:
        rate = float(rates[index])
        cell = NOTHING
        if not math.isnan(rate):
            cell = Cell(text=f"{rate:.3f}", value=rate)
        cells.append(cell)
    return cells
