"""Cells that occur in the tables of several studies."""

from __future__ import annotations

import math
from collections.abc import Sequence

from cddiagram._util import FloatArray
from cddiagram.document import NOTHING, Cell
from cddiagram.words import format_share


def share_cell(share: float) -> Cell:
    """Return the cell for a proportion. It contains a dash if nothing was counted."""
    if math.isnan(share):
        return NOTHING
    return Cell(text=format_share(share), value=share)


def rate_cells(indices: Sequence[tuple[int, ...]], rates: FloatArray) -> list[Cell]:
    """Return cells for the rates at the given indices, with three decimals.

    A cell contains a dash if nothing was counted.
    """
    cells = []
    for index in indices:
        rate = float(rates[index])
        cell = NOTHING
        if not math.isnan(rate):
            cell = Cell(text=f"{rate:.3f}", value=rate)
        cells.append(cell)
    return cells
