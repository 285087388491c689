"""Small multiples: as many panels side by side as have room, the names of a row on one lowest line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cddiagram.sheet.header import PAD_X
from cddiagram.sheet.names import LINE_PITCH


@dataclass(frozen=True, kw_only=True)
class Panel:
    """The place of one panel: its left and right edge, the top of its name and of its plot, the middle of the name."""

    number: int
    left: float
    right: float
    top: float
    plot_top: float
    name_y: float


@dataclass(frozen=True, kw_only=True)
class Panels:
    """How many panels stand side by side, how wide each is, and what lies between two."""

    columns: int
    width: float
    between: float

    def place(
        self, names: Sequence[Sequence[str]], top: float, size: float, *, above: float, raised: float, height: float
    ) -> Iterator[Panel]:
        """Yield the place of each panel, row by row, for names in lines of that size.

        `above` is from the top of a name in one line to its plot, `raised` from the middle of the lowest line to the
        plot, in sizes; `height` is from the top of a plot to the next row.
        """
        for start in range(0, len(names), self.columns):
            row = names[start : start + self.columns]
            plot_top = top + ((max(map(len, row)) - 1) * LINE_PITCH + above) * size
            for column, lines in enumerate(row):
                left = PAD_X + column * (self.width + self.between)
                yield Panel(
                    number=start + column,
                    left=left,
                    right=left + self.width,
                    top=top,
                    plot_top=plot_top,
                    name_y=plot_top - raised * size - (len(lines) - 1) / 2 * LINE_PITCH * size,
                )
            top = plot_top + height


def fit_panels(page: float, least: float, between: float, most: float = float("inf")) -> Panels | None:
    """Return as many panels side by side as have the least width; None if not one has."""
    room = page - 2 * PAD_X
    columns = int(min((room + between) // (least + between), most))
    return (
        Panels(columns=columns, width=(room - (columns - 1) * between) / columns, between=between) if columns else None
    )


def balanced(count: int, columns: int) -> int:
    """Return how many columns fill as many rows most evenly.

    >>> balanced(8, 7), balanced(20, 7), balanced(9, 5)
    (4, 7, 5)
    """
    return -(-count // -(-count // columns))
