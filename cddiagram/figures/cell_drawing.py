"""Cells: fill, lines of text, marks; drawn between the columns and rows of a matrix, or
in rows over a scale.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar

from cddiagram.sheet import (
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

if TYPE_CHECKING:
    from cddiagram.figures.rows import RankRows

#: Of cells, of the strokes in them, and of swatches; thinner where cells are narrower
#: than the one, and of the colour of a shade where they are narrower than the other:
#: pale lines would take a seventh of it.
BORDER, _NARROW, _SOLID = 0.5, 5.0, 3.5
#: Distance of two texts in a cell in sizes; room beside a text in cells that stand in
#: rows; longest dash.
PITCH, _ROOM, _DASH = 1.22, 1.5, 7.0
#: The same in ochre, of another quantity than that of the blue cells beside them.
OCHRE_SHADES = ("background", "equal-1", "equal-2", "equal-3")
#: Fills of rows that score better and of those that score worse, the larger the
#: difference the stronger.
BETTER = ("better-1", "better-2", "better-3")
WORSE = ("worse-1", "worse-2", "worse-3")


@dataclass(frozen=True, kw_only=True)
class Cell:
    """What a cell shows: fill, lines of text by what they say (printed if all have
    room), marks.
    """

    #: Least width in every figure. Narrower cells run together, so that a column cannot
    #: be followed to its number.
    LEAST_WIDTH: ClassVar[float] = 2.4
    #: Fills of classes, from the weakest to the strongest. Fewer classes use the last
    #: ones.
    SHADES: ClassVar[tuple[str, ...]] = ("background", "level-1", "level-2", "level-3")

    fill: str = "background"
    texts: Mapping[str, str] = field(default_factory=dict)
    #: Which of the texts are bold.
    bold: Collection[str] = ()
    #: Its mark, which the legend explains: "triangle", or where texts are not printed
    #: "dot".
    mark: str = ""
    #: Instead of a text: "crossed" out; "dash" or "reference" where an algorithm meets
    #: itself, which is no pair.
    sign: str = ""

    @property
    def color(self) -> str:
        """The colour of what is written in it."""
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


#: Fills on which a text has a colour of its own.
_FILLS = frozenset((*Cell.SHADES[1:], *OCHRE_SHADES[1:], *BETTER, *WORSE))


def draw_cells(
    cells: Mapping[tuple[int, int], Cell],
    columns: Mapping[int, tuple[float, float]],  # left edge and width
    edges: Sequence[float],  # the upper one of each row, and the lower one of the last
    size: float | None,
    meter: TextMeter,
) -> tuple[list[Element], list[Text]]:
    """Return cells with their signs and marks, and their texts of that size, around the
    middle; None for no texts.
    """
    texts, layers = list[Text](), (list[Element](), list[Element](), list[Element]())
    least = min(width for _, width in columns.values())
    border = BORDER * min(1.0, least / _NARROW)
    for (i, j), cell in cells.items():
        pair, (left, width), place = (
            f"{i}-{j}",
            columns[j],
            {"y": edges[i], "height": edges[i + 1] - edges[i]},
        )
        edge = cell.fill if least < _SOLID and cell.fill in _FILLS else "guide"
        box = Rectangle(
            gid=f"cell-{pair}",
            x=left,
            width=width,
            **place,
            fill=cell.fill,
            edge=edge,
            edge_width=border,
        )
        x, y = middle_of(box)
        if cell.fill:
            layers[0].append(box)
        if cell.sign:
            layers[1].append(_sign(cell.sign, pair, box))
        if (
            cell.mark == "triangle" and size is not None
        ):  # beside a value, in the upper right corner
            layers[2].append(
                draw_triangle(
                    f"against-{pair}", left + width - 2.3, box.y + 1.7, 1.7, cell.color
                )
            )
        elif cell.mark == "triangle":
            radius = min(2.4, 0.48 * min(width, box.height))
            layers[2].append(draw_triangle(f"against-{pair}", x, y, radius, cell.color))
        elif cell.mark and size is None:
            layers[2].append(
                Marker(
                    gid=f"dot-{pair}",
                    x=x,
                    y=y,
                    radius=min(2.0, 0.3 * width),
                    fill=cell.color,
                )
            )
        if size is not None:
            first = y - (len(cell.texts) - 1) / 2 * PITCH * size
            for line, (what, text) in enumerate(cell.texts.items()):
                at, bold = first + line * PITCH * size, what in cell.bold
                texts.append(
                    meter.put(
                        f"{what}-{pair}", x, at, text, size, cell.color, "center", bold
                    )
                )
    return [element for layer in layers for element in layer], texts


def cells_in_rows(
    on: RankRows,
    edges: Sequence[float],
    forms: Sequence[Mapping[tuple[int, int], Cell]],
    meter: TextMeter,
) -> tuple[RankRows, list[Element]]:
    """Return rows over a scale that counts 1, 2, ..., and cells between its edges: of
    the first form with room.
    """
    size, scale = on.columns.small, on.scale
    columns = {
        j: (scale.at(a), scale.points(b - a))
        for j, (a, b) in enumerate(pairwise(edges))
    }
    room = min(width for _, width in columns.values()) - _ROOM

    def fits(form: Mapping[tuple[int, int], Cell]) -> bool:
        return all(
            meter.width(t, size) <= room
            for t in {t for cell in form.values() for t in cell.texts.values()}
        )

    found = next(filter(fits, forms), None)
    cells, texts = draw_cells(
        found or forms[-1],
        columns,
        (*on.rows.tops, on.rows.bottom),
        size if found else None,
        meter,
    )
    low, high = scale.low + 0.5, scale.high - 0.5
    places = [(scale.at(low), f"{low:g}")]
    if high > low:
        ticks = Ticks.between(
            low, high, scale.points(high - low), lambda text: meter.width(text, size)
        )
        places = [(scale.at(place), text) for place, text in ticks.numbered]
    axis = scale.draw_ticks(places, size, meter)
    return replace(on, axis=axis), [*cells, *texts]


def middle_of(box: Rectangle) -> tuple[float, float]:
    """Return the middle of a cell or of a swatch."""
    return box.x + box.width / 2, box.y + box.height / 2


def _sign(sign: str, pair: str, box: Rectangle) -> Element:
    """Return what stands in a cell instead of a value."""
    if sign == "crossed":
        return cross_out(f"untested-{pair}", box)
    x, y = middle_of(box)
    if sign == "reference":
        return decision_marker(f"reference-{pair}", x, y, "foreground", different=None)
    half = min(0.25 * box.width, _DASH / 2)
    gid = f"diagonal-{pair.partition('-')[0]}"
    return Line(
        gid=gid, points=((x - half, y), (x + half, y)), width=BORDER, color="leader"
    )


def cross_out(gid: str, box: Rectangle) -> Line:
    """Return the stroke that crosses out a cell whose pair was not tested, at one angle
    and apart from those beside.
    """
    (x, y), half = middle_of(box), 0.42 * min(box.width, box.height)
    ends = ((x - half, y + half), (x + half, y - half))
    return Line(gid=gid, points=ends, width=BORDER, color="leader")


def draw_triangle(gid: str, x: float, y: float, radius: float, color: str) -> Marker:
    """Return the mark of a pair that the legend explains; `x, y` is its middle."""
    return Marker(
        gid=gid, x=x, y=y + radius / 4, radius=radius, fill=color, shape="triangle"
    )
