"""What a matrix says, and whether and how it fits its page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cddiagram.sheet.header import PAD_X
from cddiagram.sheet.look import Look
from cddiagram.sheet.meter import TextMeter
from cddiagram.sheet.names import Names, fit_names

NUMBER_GAP, CELL_GAP = 3.2, 4.0
BORDER = 0.5
_WIDEST_CELL = 30.0
_GOOD_CELL = 1.02


@dataclass(frozen=True, kw_only=True, eq=False)
class MatrixContent(Names):
    """What a matrix says; rows and columns are in their final order."""

    #: ``[i, j]`` is shown in row i and column j; NaN is not tested. The diagonal is not read.
    pvalues: NDArray[np.float64]
    #: The level of the decisions.
    alpha: float
    #: Whether both triangles are shown, not only the one below the diagonal.
    full: bool = False
    #: Cells with a mark of their own, a triangle.
    against: frozenset[tuple[int, int]] = frozenset()
    #: What it says.
    against_means: str = "test against rank order"
    #: Texts.
    note: str | None = None
    title: str | None = None
    #: Whether the order of the rows is from better to worse, and said to be.
    show_direction: bool = True

    @property
    def columns(self) -> int:
        """Number of columns: the last one of a triangle would be empty."""
        return self.k if self.full else self.k - 1

    @property
    def cells(self) -> tuple[tuple[int, int], ...]:
        """Row and column of each pair shown, row by row."""
        return tuple((i, j) for i in range(self.k) for j in range(self.k if self.full else i) if i != j)


@dataclass(frozen=True, kw_only=True)
class MatrixPlan:
    """A matrix that fits its page."""

    #: Size of the names.
    size: float
    #: Lines of each name.
    lines: tuple[tuple[str, ...], ...]
    #: Right edge of the row numbers, left edge of the cells.
    numbers_right: float
    left: float
    #: Width of a cell.
    cell: float

    @property
    def small(self) -> float:
        """Size of all but the names."""
        return self.size - 1.0

    @property
    def names_left(self) -> float:
        """Left edge of the names."""
        return self.numbers_right + NUMBER_GAP


def _ladder(content: MatrixContent, options: Look) -> Iterator[tuple[float, float, int]]:
    """Yield (size of the names, least width of a cell, most lines of a name), from good to bearable."""
    smallest = options.sizes[-1]
    few = content.k <= 12
    for size in options.sizes:
        yield size, max(_GOOD_CELL * size, 9.0 if few else 0.0), 1
    good = max(_GOOD_CELL * smallest, 9.0 if few else 0.0)
    if content.k <= 16:
        yield from ((smallest, good, lines) for lines in (2, 4))
    yield from ((smallest, cell, 1) for cell in (3.6, 2.4))
    yield from ((smallest, cell, lines) for cell in (3.6, 2.4) for lines in (2, 4))
    yield from ((smallest, cell, 1000) for cell in (good, 2.4, 1.6))


def plan_matrix(content: MatrixContent, options: Look, meter: TextMeter) -> MatrixPlan | None:
    """Return the first step of the ladder that fits the page; None if none does."""
    right = options.page_width - PAD_X - BORDER / 2
    for size, least, most_lines in _ladder(content, options):
        numbers = max(meter.width(str(number), size - 1.0) for number in range(1, content.k + 1))
        names_left = PAD_X + numbers + NUMBER_GAP
        limit = right - content.columns * least - CELL_GAP - names_left
        broken = fit_names(content, size, limit, most_lines, meter)
        if broken is None:
            continue
        left = names_left + broken.widest + CELL_GAP
        cell = min(_WIDEST_CELL, (right - left) / content.columns)
        return MatrixPlan(size=size, lines=broken.lines, numbers_right=PAD_X + numbers, left=left, cell=cell)
    return None
