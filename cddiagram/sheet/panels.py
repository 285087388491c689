"""Small multiples: rows of panels. In a row, names are aligned at their last lines."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cddiagram.sheet.elements import Box
from cddiagram.sheet.look import Look
from cddiagram.sheet.names import Names


@dataclass(frozen=True, kw_only=True)
class Panel:
    """The position of a panel: its left and right edge, the top of its name and of its
    plot, and the vertical middle of the name.
    """

    number: int
    left: float
    right: float
    top: float
    plot_top: float
    name_y: float
    #: Whether the panel is the first in its row.
    first: bool

    def plot(self, height: float) -> Box:
        """Return the box of a plot with this height."""
        return self.left, self.plot_top, self.right, self.plot_top + height


@dataclass(frozen=True, kw_only=True)
class Panels:
    """The panels of a row: their number and width, the gap between two panels, and the
    room on the left side.
    """

    columns: int
    width: float
    between: float
    side: float

    @staticmethod
    def fit(
        page: float,
        least: float,
        between: float,
        count: int,
        side: float = 0.0,
        most: int | None = None,
    ) -> Panels | None:
        """Return rows with as many panels as fit the page. Panels are distributed over
        rows as evenly as possible. Return None if not even one panel fits.

        `least` is the smallest width of a panel, and `most` is the largest number of
        panels in a row.
        """
        if most is None:
            most = count
        panels = fit_panels(page, least, between, min(most, count), side)
        if panels is None:
            return None
        columns = balanced(count, panels.columns)
        return fit_panels(page, least, between, columns, side)

    def lay_out(
        self,
        names: Sequence[Sequence[str]],
        top: float,
        size: float,
        *,
        above: float,
        raised: float,
        height: float,
    ) -> Iterator[Panel]:
        """Yield the position of each panel, row by row.

        `names` contains the lines of each name, and `size` is the type size of the
        names. `above` is the distance from the top of a name on one line to its plot.
        `raised` is the distance from the middle of the lowest line to the plot. Both
        are in units of the type size. `height` is the distance from the top of a plot
        to the next row.
        """
        for start in range(0, len(names), self.columns):
            row = names[start : start + self.columns]
            further_lines = max(map(len, row)) - 1
            plot_top = top + (further_lines * Names.LINE_PITCH + above) * size
            for column, lines in enumerate(row):
                left = Look.PAD_X + self.side + column * (self.width + self.between)
                to_middle = (len(lines) - 1) / 2 * Names.LINE_PITCH * size
                yield Panel(
                    number=start + column,
                    left=left,
                    right=left + self.width,
                    top=top,
                    plot_top=plot_top,
                    name_y=plot_top - raised * size - to_middle,
                    first=column == 0,
                )
            top = plot_top + height


def fit_panels(
    page: float, least: float, between: float, most: int, side: float
) -> Panels | None:
    """Return a row with as many panels of at least the smallest width as fit the page,
    or None if not even one panel fits.
    """
    room = page - 2 * Look.PAD_X - side
    columns = int(min((room + between) // (least + between), most))
    if not columns:
        return None
    width = (room - (columns - 1) * between) / columns
    return Panels(columns=columns, width=width, between=between, side=side)


def balanced(count: int, columns: int) -> int:
    """Return the number of columns that fills the rows most evenly without adding a
    row.
    """
    rows = math.ceil(count / columns)
    return math.ceil(count / rows)
