"""Small multiples: as many panels side by side as have room, the names of a row on one
lowest line.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cddiagram.sheet.elements import Box
from cddiagram.sheet.look import Look
from cddiagram.sheet.names import Names


@dataclass(frozen=True, kw_only=True)
class Panel:
    """The place of one panel: its left and right edge, the top of its name and of its
    plot, the middle of the name.
    """

    number: int
    left: float
    right: float
    top: float
    plot_top: float
    name_y: float
    #: Whether it is the first of its row.
    first: bool

    def plot(self, height: float) -> Box:
        """Return the box of a plot of that height."""
        return self.left, self.plot_top, self.right, self.plot_top + height


@dataclass(frozen=True, kw_only=True)
class Panels:
    """How many panels stand side by side, how wide each is, what lies between two, and
    what before the first.
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
        """Return as many panels side by side as fit the page, in rows that are filled as
        evenly as possible; None if not one fits.

        `least` is the least width of a panel, `most` the most panels of a row.
        """
        most = count if most is None else min(most, count)
        panels = fit_panels(page, least, between, most, side)
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
        """Yield the place of each panel, row by row, for names in lines of that size.

        `above` is from the top of a name in one line to its plot, `raised` from the
        middle of the lowest line to the plot, in sizes; `height` is from the top of a
        plot to the next row.
        """
        for start in range(0, len(names), self.columns):
            row = names[start : start + self.columns]
            plot_top = (
                top + ((max(map(len, row)) - 1) * Names.LINE_PITCH + above) * size
            )
            for column, lines in enumerate(row):
                left = Look.PAD_X + self.side + column * (self.width + self.between)
                yield Panel(
                    number=start + column,
                    left=left,
                    right=left + self.width,
                    top=top,
                    plot_top=plot_top,
                    name_y=plot_top
                    - raised * size
                    - (len(lines) - 1) / 2 * Names.LINE_PITCH * size,
                    first=column == 0,
                )
            top = plot_top + height


def fit_panels(
    page: float, least: float, between: float, most: int, side: float
) -> Panels | None:
    """Return as many panels side by side as have the least width, behind what is on the
    side; None if not one has.
    """
    room = page - 2 * Look.PAD_X - side
    columns = int(min((room + between) // (least + between), most))
    if not columns:
        return None
    width = (room - (columns - 1) * between) / columns
    return Panels(columns=columns, width=width, between=between, side=side)


def balanced(count: int, columns: int) -> int:
    """Return how many columns fill as many rows most evenly."""
    return -(-count // -(-count // columns))
