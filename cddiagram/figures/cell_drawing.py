"""Draw cells with fills, lines of text and marks, in a matrix or in rows over a
scale.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar

from cddiagram.sheet import (
    AxisScale,
    Element,
    KeyEntry,
    Line,
    Marker,
    Rectangle,
    Text,
    TextMeter,
    Ticks,
    decision_marker,
)
from cddiagram.words import format_interval

if TYPE_CHECKING:
    from cddiagram.figures.rows import RankRows

#: The width of the lines that form the borders of cells and the signs in cells. The
#: lines are thinner in cells narrower than `_NARROW`. In cells narrower than `_SOLID`,
#: the border has the same colour as the fill, because a pale border would cover a
#: seventh of the cell.
BORDER, _NARROW, _SOLID = 0.5, 5.0, 3.5
#: The first number is the distance between two lines in a cell, in units of the font
#: size. The second is the padding around the text in a cell, and the third is the
#: maximum length of a dash.
PITCH, _ROOM, _DASH = 1.22, 1.5, 7.0
#: If every cell has a number on the axis, two numbers are at least this far apart.
_NUMBER_GAP = 4.0
#: The radius of a triangle next to text, followed by its distances from the right and
#: upper edges of the cell.
_CORNER, _FROM_RIGHT, _FROM_TOP = 1.7, 2.3, 1.7
#: The ochre fills for a second quantity, in the order of the corresponding fills in
#: `Cell.SHADES`.
OCHRE_SHADES = ("background", "equal-1", "equal-2", "equal-3")
#: The fills for better and for worse scores. Stronger fills indicate larger
#: differences.
BETTER = ("better-1", "better-2", "better-3")
WORSE = ("worse-1", "worse-2", "worse-3")


@dataclass(frozen=True, kw_only=True)
class Cell:
    """The contents of a cell: its fill, its text by kind, and its mark.

    Text is printed only if it fits in all cells.
    """

    #: In all figures, cells are at least this wide. If cells were narrower, their
    #: columns could not be distinguished.
    LEAST_WIDTH: ClassVar[float] = 2.4
    #: The fills of the classes, from the weakest to the strongest. If there are fewer
    #: classes than fills, the strongest fills are used.
    SHADES: ClassVar[tuple[str, ...]] = ("background", "level-1", "level-2", "level-3")

    fill: str = "background"
    texts: Mapping[str, str] = field(default_factory=dict)
    #: The keys of the lines of text that are bold.
    bold: Collection[str] = ()
    #: The mark in the cell, which the legend explains: "triangle", or "dot" if the
    #: cells contain no text.
    mark: str = ""
    #: The sign that replaces the text: "crossed" (allowed in any cell), or "dash" or
    #: "reference" (only on the diagonal).
    sign: str = ""
    #: Whether the row and the column represent the same algorithm.
    diagonal: bool = False
    #: Whether the text in this cell explains the text in the other cells. Such text is
    #: set in italics.
    is_key: bool = False
    #: The keys of the lines of text that have the secondary colour.
    secondary: Collection[str] = ()

    @property
    def color(self) -> str:
        """The colour of its text and marks."""
        return f"on-{self.fill}" if self.fill in _FILLS else "foreground"

    @staticmethod
    def shade_key(
        words: Sequence[str], size: float, fills: Sequence[str] = SHADES
    ) -> list[KeyEntry]:
        """Return the legend entries that explain the fills of cells."""
        return [
            KeyEntry.swatch(text, size, fill, "leader")
            for text, fill in zip(words, fills, strict=True)
        ]

    @staticmethod
    def crossed_key(text: str, size: float) -> KeyEntry:
        """Return the legend entry that explains crossed-out cells."""

        def stroke(box: Rectangle) -> list[Element]:
            return [cross_out("legend-untested", box)]

        return KeyEntry.swatch(text, size, "background", "guide", stroke)


#: If a cell has one of these fills, its text has a special colour.
_FILLS = frozenset((*Cell.SHADES[1:], *OCHRE_SHADES[1:], *BETTER, *WORSE))


def draw_cells(
    cells: Mapping[tuple[int, int], Cell],
    columns: Mapping[int, tuple[float, float]],
    edges: Sequence[float],
    size: float | None,
    meter: TextMeter,
) -> tuple[list[Element], list[Text]]:
    """Return the elements of the cells, signs and marks, and, separately, the text.

    `columns` contains the left edge and the width of each column. `edges` contains the
    upper edge of each row and the lower edge of the last row. `size` is the type size
    of the text, or None if no text is printed.
    """
    # Boxes of the same kind are adjacent in the list, so that matplotlib draws them
    # together.
    diagonal: list[Element] = []
    boxes: list[Element] = []
    signs: list[Element] = []
    marks: list[Element] = []
    texts: list[Text] = []
    narrowest = min(width for _, width in columns.values())
    for (i, j), cell in cells.items():
        pair = f"{i}-{j}"
        left, width = columns[j]
        box = _box(cell, pair, (left, edges[i], width, edges[i + 1]), narrowest)
        if cell.fill and cell.diagonal:
            diagonal.append(box)
        elif cell.fill:
            boxes.append(box)
        if cell.sign:
            signs.append(_sign(cell.sign, pair, box))
        if cell.mark:
            marks += _mark(cell, pair, box, beside_text=size is not None)
        if size is not None:
            texts += _texts(cell, pair, box, size, meter)
    return [*diagonal, *boxes, *signs, *marks], texts


def _box(
    cell: Cell, pair: str, place: tuple[float, float, float, float], narrowest: float
) -> Rectangle:
    """Return the box of a cell. `place` contains its left edge, upper edge, width and
    lower edge. The borders of all cells depend on the width of the `narrowest` column.
    """
    left, top, width, bottom = place
    edge = "guide"
    if narrowest < _SOLID and cell.fill in _FILLS:
        edge = cell.fill
    kind = "diagonal-cell" if cell.diagonal else "cell"
    return Rectangle(
        gid=f"{kind}-{pair}",
        x=left,
        y=top,
        width=width,
        height=bottom - top,
        fill=cell.fill,
        edge=edge,
        edge_width=BORDER * min(1.0, narrowest / _NARROW),
    )


def _texts(
    cell: Cell, pair: str, box: Rectangle, size: float, meter: TextMeter
) -> list[Text]:
    """Return the lines of text in a cell."""
    x, y = middle_of(box)
    y -= (len(cell.texts) - 1) / 2 * PITCH * size
    texts = []
    for kind, text in cell.texts.items():
        color = "secondary" if kind in cell.secondary else cell.color
        line = meter.put(
            f"{kind}-{pair}",
            x,
            y,
            text,
            size,
            color,
            "center",
            bold=kind in cell.bold,
            italic=cell.is_key,
        )
        texts.append(line)
        y += PITCH * size
    return texts


def _mark(cell: Cell, pair: str, box: Rectangle, *, beside_text: bool) -> list[Element]:
    """Return the mark of a cell. A triangle is in the upper right corner if the cell
    has text, and otherwise in the middle. A dot is drawn only if there is no text.
    """
    x, y = middle_of(box)
    if cell.mark == "triangle":
        radius = min(2.4, 0.48 * min(box.width, box.height))
        if beside_text:
            x, y = box.x + box.width - _FROM_RIGHT, box.y + _FROM_TOP
            radius = _CORNER
        return [draw_triangle(f"against-{pair}", x, y, radius, cell.color)]
    if beside_text:
        return []
    radius = min(2.0, 0.3 * box.width)
    return [Marker(gid=f"dot-{pair}", x=x, y=y, radius=radius, fill=cell.color)]


def cells_in_rows(
    on: RankRows,
    edges: Sequence[float],
    cells: Mapping[tuple[int, int], Cell],
    meter: TextMeter,
    least: float = 0.0,
) -> tuple[RankRows, list[Element]]:
    """Return the rows, whose scale has the numbers 1, 2, ..., and the cells between the
    given edges on this scale.

    Text is printed if all of it fits, and if the cells have at least the width `least`.
    """
    size, scale = on.columns.small, on.scale

    def width(text: str) -> float:
        return meter.width(text, size)

    columns = {}
    for column, (start, end) in enumerate(pairwise(edges)):
        columns[column] = (scale.at(start), scale.points(end - start))
    narrowest = min(room for _, room in columns.values())
    widest = 0.0
    for cell in cells.values():
        widest = max([widest, *map(width, cell.texts.values())])
    text_size = None
    if max(least, widest + _ROOM) <= narrowest:
        text_size = size
    row_edges = (*on.rows.tops, on.rows.bottom)
    marks, numbers = draw_cells(cells, columns, row_edges, text_size, meter)
    numbers_of_axis = _numbers_of(scale, edges, width)
    ticks = [(scale.at(value), text) for value, text in numbers_of_axis]
    side = "top"
    if scale.y >= on.rows.bottom:
        side = "bottom"
    axis = scale.draw_ticks(ticks, size, meter, side)
    return replace(on, axis=axis), [*marks, *numbers]


def _numbers_of(
    scale: AxisScale, edges: Sequence[float], width: Callable[[str], float]
) -> Sequence[tuple[float, str]]:
    """Return the values and the printed numbers on an axis of cells.

    If there is room, each cell is labelled with its number, or with the first and last
    numbers that it covers. Otherwise, there are numbers at regular steps.
    """
    of_cells = []
    for start, end in pairwise(edges):
        text = format_interval(round(start + 0.5), round(end - 0.5))
        of_cells.append(((start + end) / 2, text))
    gaps = []
    for (value, text), (next_value, next_text) in pairwise(of_cells):
        widths = (width(text) + width(next_text)) / 2
        gaps.append(scale.points(next_value - value) - widths)
    if min(gaps, default=_NUMBER_GAP) >= _NUMBER_GAP:
        return of_cells
    low, high = scale.low + 0.5, scale.high - 0.5
    return Ticks.between(low, high, scale.points(high - low), width).numbered


def middle_of(box: Rectangle) -> tuple[float, float]:
    """Return the middle of a cell or of a swatch."""
    return box.x + box.width / 2, box.y + box.height / 2


def _sign(sign: str, pair: str, box: Rectangle) -> Element:
    """Return the sign of a cell without a value."""
    if sign == "crossed":
        return cross_out(f"untested-{pair}", box)
    x, y = middle_of(box)
    if sign == "reference":
        return decision_marker(f"reference-{pair}", x, y, "foreground", different=None)
    half = min(0.25 * box.width, _DASH / 2)
    return Line(
        gid=f"diagonal-{pair.partition('-')[0]}",
        points=((x - half, y), (x + half, y)),
        width=BORDER,
        color="leader",
    )


def cross_out(gid: str, box: Rectangle) -> Line:
    """Return the stroke that crosses out the cell of a pair that was not tested. All
    strokes have the same angle and do not touch.
    """
    x, y = middle_of(box)
    half = 0.42 * min(box.width, box.height)
    ends = ((x - half, y + half), (x + half, y - half))
    return Line(gid=gid, points=ends, width=BORDER, color="leader")


def draw_triangle(gid: str, x: float, y: float, radius: float, color: str) -> Marker:
    """Return the triangle, centred at (x, y), that marks a pair."""
    return Marker(
        gid=gid, x=x, y=y + radius / 4, radius=radius, fill=color, shape="triangle"
    )
