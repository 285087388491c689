"""How often each algorithm holds each place: a row of cells for each, shaded by the share of the data sets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Unpack

import numpy as np
from numpy.typing import NDArray

from cddiagram._util.types import FloatArray
from cddiagram.figures.cells_fit import BORDER
from cddiagram.figures.content import AxisKind, content_from
from cddiagram.figures.registry import figure
from cddiagram.figures.rows import RankRows, RowsLayout, rank_rows
from cddiagram.sheet.axis import draw_ticks, make_ticks
from cddiagram.sheet.elements import Element, Rectangle
from cddiagram.sheet.legend import KeyEntry, swatch_entry
from cddiagram.sheet.look import Look, RowOptions, small_type
from cddiagram.sheet.meter import TextMeter
from cddiagram.stats.places import place_counts
from cddiagram.stats.ranks import rank_scores
from cddiagram.words.drawable import check_scores
from cddiagram.words.numbers import format_count

if TYPE_CHECKING:
    from cddiagram.comparison import Comparison
    from cddiagram.figures.drawing import Drawing

#: Shares of the data sets in percent: the largest that is not above the even one divides the classes.
_SHARES = (40.0, 30.0, 20.0, 10.0, 8.0, 6.0, 4.0, 2.0, 1.0)
_FILLS = ("background", "level-1", "level-2", "level-3")
#: More cells of a row show noise alone: then each holds several places.
_MOST_CELLS = 40
#: Least share of the page for the cells, and the room that a number keeps in its cell; narrow cells have thin borders.
_PLOT, _ROOM, _NARROW = 0.45, 1.5, 5.0


@dataclass(frozen=True, kw_only=True)
class RankDistributionLayout(RowsLayout):
    """The distribution of places laid out: `RowsLayout`, its axis of places, and what follows.

    Attributes
    ----------
    counts : tuple of tuple of float
        How often each algorithm holds each place, from 1; each row and each column has the sum n.
    places_to_a_cell : int
        How many places one cell holds; more than one from 41 algorithms.
    values_printed : bool
        Whether the cells hold their counts.
    """

    counts: tuple[tuple[float, ...], ...]
    places_to_a_cell: int
    values_printed: bool


def share_limits(cells: int, n: int) -> tuple[float, float, float]:
    """Return the limits of the classes of shares in percent: half, once and twice about the even share of all cells.

    One of few data sets is a larger share, and not yet much.

    >>> share_limits(9, 112), share_limits(40, 112), share_limits(40, 10)
    ((5.0, 10.0, 20.0), (1.0, 2.0, 4.0), (5.0, 10.0, 20.0))
    """
    even = next(share for share in _SHARES if share * min(cells, n) <= 100)
    return even / 2, even, 2 * even


def places_to_a_cell(k: int) -> int:
    """Return how many places one cell holds.

    >>> places_to_a_cell(40), places_to_a_cell(104)
    (1, 5)
    """
    return 1 if k <= _MOST_CELLS else next((many for many in (2, 5, 10, 20, 50) if k <= many * _MOST_CELLS), 100)


def _key(limits: Sequence[float], size: float) -> tuple[KeyEntry, ...]:
    """Return the key of the shades."""
    words = (*(f"≤ {limit:g} %" for limit in limits), f"> {limits[-1]:g} % of data sets")
    return tuple(swatch_entry(text, size, fill, "leader") for text, fill in zip(words, _FILLS, strict=True))


def format_places(count: float, decimals: int) -> str:
    """Print how often a place is held: parts of a tie with decimals, never as 0 and never as whole.

    >>> [format_places(count, 2) for count in (12.0, 2.5, 1 / 3, 0.004, 2.999)], format_places(6.25, 1)
    (['12', '2.5', '0.33', '<0.01', '3.00'], '6.2')
    """
    text = f"{count:.{decimals}f}"
    short = text.rstrip("0").rstrip(".")
    if float(text) == 0:
        return "" if count == 0 else f"<0.{'1':0>{decimals}}"
    return short if float(short) == count or not text.endswith("0") else text


@figure(
    "rank-distribution",
    RowOptions,
    title="Distribution of places",
    rows=True,
    check="words.drawable:check_scores",
    reading="words.captions:reading_of_distribution",
    report=lambda comparison: False,
)
def layout_rank_distribution(comparison: Comparison, *, look: Look, meter: TextMeter) -> RankDistributionLayout:
    """Lay out how often each place is held: see `plot_rank_distribution`."""
    table = check_scores(comparison)
    ranks, order = rank_scores(table.exact, table.higher_is_better), list(comparison.order)
    counts, k, many = place_counts(ranks)[order], table.k, places_to_a_cell(table.k)
    several = f", {many} to a cell" if many > 1 else ""
    ties = "; ties share their places" if (np.diff(np.sort(ranks), axis=1) == 0).any() else ""
    content = content_from(comparison, look, note=f"Places on {format_count(table.n)} data sets{several}{ties}")
    content = replace(content, control=None, groups=(), axis=AxisKind(label="place"), axis_range=(0.5, k + 0.5))
    edges = [*range(0, k, many), k]
    shown = np.add.reduceat(counts, edges[:-1], axis=1)
    limits = share_limits(len(edges) - 1, table.n)
    on = rank_rows(
        content,
        look,
        meter,
        plots=(_PLOT,),
        key=_key(limits, small_type(look.font_size)),
    )
    classes = (100 * shown[:, :, np.newaxis] > table.n * np.asarray(limits) + 1e-6).sum(axis=2)
    cells, values = _draw_cells(on, edges, shown, classes, meter)
    return replace(on, axis=_draw_places(on, meter)).sheet(
        RankDistributionLayout,
        [*cells, *values],
        counts=tuple(tuple(map(float, row)) for row in counts),
        places_to_a_cell=many,
        values_printed=bool(values),
    )


def _draw_places(on: RankRows, meter: TextMeter) -> list[Element]:
    """Return the numbers of the places over the middles of their cells, without ticks between two of them."""
    k, size, scale = on.content.k, on.columns.small, on.scale
    ticks = make_ticks(1.0, float(k), scale.points(k - 1), lambda text: meter.width(text, size))
    places = [(scale.at(place), text) for place, text in zip(ticks.major, ticks.labels, strict=True)]
    return draw_ticks("top", (scale.left, scale.right), scale.y, places, size, meter)


def _draw_cells(
    on: RankRows, edges: Sequence[int], counts: FloatArray, classes: NDArray[np.intp], meter: TextMeter
) -> tuple[list[Element], list[Element]]:
    """Return the cells, and their numbers with as many decimals as all have room for, if any do."""
    rows, scale, size = on.rows, on.scale, on.columns.small
    least = scale.points(min(b - a for a, b in pairwise(edges)))
    several = set(counts.ravel().tolist())
    fits = [most for most in (2, 1) if all(meter.width(format_places(c, most), size) <= least - _ROOM for c in several)]
    border = BORDER if least >= _NARROW else BORDER / 2
    boxes: list[Element] = []
    values: list[Element] = []
    for (i, j), count in np.ndenumerate(counts):
        fill, level = _FILLS[classes[i, j]], classes[i, j]
        x, width = scale.at(edges[j] + 0.5), scale.points(edges[j + 1] - edges[j])
        place = {"x": x, "y": rows.tops[i], "width": width, "height": rows.heights[i]}
        boxes.append(Rectangle(gid=f"cell-{i}-{j}", **place, fill=fill, edge="guide", edge_width=border))
        if count and fits:
            text, ink = format_places(count, fits[0]), f"on-{fill}" if level else "foreground"
            values.append(meter.put(f"value-{i}-{j}", x + width / 2, rows.middles[i], text, size, ink, "center"))
    return boxes, values


@layout_rank_distribution.public
def plot_rank_distribution(comparison: Comparison, **options: Unpack[RowOptions]) -> Drawing[RankDistributionLayout]:
    """Draw how often each algorithm holds each place, best average rank on top.

    A row has a cell for each place, from 41 algorithms for several, as the note says: the stronger its shade, the
    larger the share of the data sets, in classes around the even share. Counts are printed where all have room.
    Algorithms that tie share their places in equal parts (two at places 2 and 3 count 1/2 at both), so that rows and
    columns of places sum to the number of data sets, and the mean place of a row is the average rank beside the name.
    (With aligned, Quade's or mean-score ranks the number is theirs, and places are those on each data set.)

    Parameters
    ----------
    comparison : Comparison
        The finished comparison, from `cddiagram.compare`; one made from p-values has no places.
    note : str, optional
        By default the number of data sets, and whether algorithms tie; None for no note.
    {look}

    {returns}

    Raises
    ------
    {raises}

    Examples
    --------
    >>> import cddiagram as cd
    >>> drawing = cd.plot_rank_distribution(cd.compare(cd.load_example("demsar2006-table6-ranks")))
    >>> drawing.layout.counts[0]
    (6.25, 3.25, 3.25, 1.25)
    """
    return layout_rank_distribution.draw(comparison, options)
