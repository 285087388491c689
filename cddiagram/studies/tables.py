"""Cells that the tables of several studies share."""

from __future__ import annotations

import math
from collections.abc import Sequence

from cddiagram._util import FloatArray
from cddiagram.document import NOTHING, Cell
from cddiagram.words import format_share


def share_cell(share: float) -> Cell:
    """Make the cell of a share; the dash where there was nothing to count."""
    return NOTHING if math.isnan(share) else Cell(text=format_share(share), value=share)


def rate_cells(places: Sequence[tuple[int, ...]], rates: FloatArray) -> list[Cell]:
    """Make the cells of the shares at so many places, with three decimals; of nothing
    there is no share.
    """
    shown = [float(rates[place]) for place in places]
    return [
        NOTHING if math.isnan(rate) else Cell(text=f"{rate:.3f}", value=rate)
        for rate in shown
    ]
