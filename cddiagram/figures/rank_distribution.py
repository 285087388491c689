"""How often each algorithm holds each place: a row of cells for each, shaded by the
share of the data sets.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Unpack

import numpy as np

from cddiagram._util import FloatArray
from cddiagram.figures.cell_drawing import (
    Cell,
    cells_in_rows,
)
from cddiagram.figures.content import AxisKind, content_from
from cddiagram.figures.options import RowOptions
from cddiagram.figures.registry import figure
from cddiagram.figures.rows import RowsLayout, rank_rows
from cddiagram.sheet import Look, Text, TextMeter, small_type
from cddiagram.stats import rank_scores
from cddiagram.words import check_scores, format_count

if TYPE_CHECKING:
    from cddiagram.comparing import Comparison
    from cddiagram.figures.drawing import Drawing

#: Shares of the data sets in percent: the largest that is not above the even one
#: divides the classes.
_SHARES = (40.0, 30.0, 20.0, 10.0, 8.0, 6.0, 4.0, 2.0, 1.0)
#: Least share of the page for the cells; where they would be narrower, in points, each
#: holds several places.
_PLOT, _NARROWEST = 0.45, 4.0


@dataclass(frozen=True, kw_only=True)
class RankDistributionLayout(RowsLayout):
    """The distribution of places laid out: `RowsLayout`, its axis of places, and what
    follows.

    Attributes
    ----------
    counts : tuple of tuple of float
        How often each algorithm holds each place, from 1; each row and each column has
        the sum n.
    places_to_a_cell : int
        How many places one cell holds: more than one where the cells would be under 4
        pt wide.
    values_printed : bool
        Whether the cells hold their counts.
    """

    counts: tuple[tuple[float, ...], ...]
    places_to_a_cell: int
    values_printed: bool


def share_limits(cells: int, n: int) -> tuple[float, float, float]:
    """Return the limits of the classes of shares in percent: half, once and twice about
    the even share of all cells.
    """
    even = next(share for share in _SHARES if share * min(cells, n) <= 100)
    return even / 2, even, 2 * even


def places_to_a_cell(k: int, page: float) -> int:
    """Return how many places one cell holds on a page so many points wide."""
    most = _PLOT * page / _NARROWEST
    return next((many for many in (1, 2, 5, 10, 20, 50) if k <= many * most), 100)


def place_counts(ranks: FloatArray) -> FloatArray:
    """Return how often each algorithm has each place, shape (k, k), from its ranks on
    each data set, (n, k).

    Tied algorithms share their places in equal parts: two algorithms at places 2 and 3
    each count 1/2 at both. So each row and each column has the sum n, and the mean
    place of a row is its average rank.

    >>> place_counts(np.array([[1.0, 2.5, 2.5], [1.0, 2.0, 3.0]])).tolist()
    [[2.0, 0.0, 0.0], [0.0, 1.5, 0.5], [0.0, 0.5, 1.5]]
    """
    k = ranks.shape[1]
    places = np.arange(1, k + 1)
    counts = np.zeros((k, k))
    for row in ranks:
        _, run, sizes = np.unique(row, return_inverse=True, return_counts=True)
        last = np.cumsum(sizes)[run, np.newaxis]
        size = sizes[run, np.newaxis]
        counts += ((places > last - size) & (places <= last)) / size
    return np.asarray(np.round(counts, 9))


def format_places(count: float, decimals: int) -> str:
    """Print how often a place is held: what is more than 0 never as 0."""
    text = f"{count:.{decimals}f}"
    return text if float(text) else f"<0.{'1':0>{decimals}}"


@figure(
    "rank-distribution",
    RowOptions,
    title="Distribution of places",
    rows=True,
    check="words.drawable:check_scores",
    worded="words.captions:distribution_caption_words",
    reading="words.captions:reading_of_distribution",
    report=lambda comparison: False,
)
def layout_rank_distribution(
    comparison: Comparison, *, look: Look, meter: TextMeter
) -> RankDistributionLayout:
    """Lay out how often each place is held: see `plot_rank_distribution`."""
    table = check_scores(comparison)
    ranks, order = (
        rank_scores(table.exact, table.higher_is_better),
        list(comparison.order),
    )
    counts, k, many = (
        place_counts(ranks)[order],
        table.k,
        places_to_a_cell(table.k, look.page_width),
    )
    several = f", {many} places to a cell" if many > 1 else ""
    ties = (
        "; ties share their places"
        if (np.diff(np.sort(ranks), axis=1) == 0).any()
        else ""
    )
    content = content_from(
        comparison,
        look,
        note=f"Places on {format_count(table.n)} data sets{several}{ties}",
    )
    content = replace(
        content,
        control=None,
        groups=(),
        axis=AxisKind(label="place"),
        axis_range=(0.5, k + 0.5),
    )
    edges = [*range(0, k, many), k]
    shown = np.add.reduceat(counts, edges[:-1], axis=1)
    limits = share_limits(len(edges) - 1, table.n)
    words = (
        *(f"≤ {limit:g}%" for limit in limits),
        f"> {limits[-1]:g}% of data sets",
    )
    key = tuple(Cell.shade_key(words, small_type(look.font_size)))
    on = rank_rows(
        content,
        look,
        meter,
        plots=(_PLOT,),
        least=Cell.LEAST_WIDTH * (len(edges) - 1),
        key=key,
    )
    classes = (100 * shown[:, :, np.newaxis] > table.n * np.asarray(limits) + 1e-6).sum(
        axis=2
    )

    def cells(decimals: int) -> dict[tuple[int, int], Cell]:
        return {
            place: Cell(
                fill=Cell.SHADES[level],
                texts={"value": format_places(count, decimals)} if count else {},
            )
            for (place, count), level in zip(
                np.ndenumerate(shown), classes.ravel(), strict=True
            )
        }

    exact = next(
        (d for d in (0, 1) if np.allclose(shown, shown.round(d), rtol=0, atol=1e-9)), 2
    )
    forms = [cells(decimals) for decimals in range(exact, min(exact, 1) - 1, -1)]
    on, drawn = cells_in_rows(on, [edge + 0.5 for edge in edges], forms, meter)
    return on.sheet(
        RankDistributionLayout,
        drawn,
        counts=tuple(tuple(map(float, row)) for row in counts),
        places_to_a_cell=many,
        values_printed=any(isinstance(element, Text) for element in drawn),
    )


@layout_rank_distribution.public
def plot_rank_distribution(
    comparison: Comparison, **options: Unpack[RowOptions]
) -> Drawing[RankDistributionLayout]:
    """Draw how often each algorithm holds each place, best average rank on top.

    A row has a cell for each place, or for several where the cells would be too narrow,
    as the note says: the stronger its shade, the larger the share of the data sets, in
    classes around the even share. Counts are printed where all have room. Algorithms
    that tie share their places in equal parts (two at places 2 and 3 count 1/2 at
    both), so that rows and columns of places sum to the number of data sets, and the
    mean place of a row is the average rank beside the name. (With aligned, Quade's or
    mean-score ranks the number is theirs, and places are those on each data set.)

    Parameters
    ----------
    comparison : Comparison
        The finished comparison, from `cddiagram.compare`; one made from p-values has no
        places.
    note : str, optional
        By default the number of data sets, and whether algorithms tie; None for no
        note.
    {rest}

    Examples
    --------
    >>> import cddiagram as cd
    >>> drawing = cd.plot_rank_distribution(
    ...     cd.compare(cd.load_example("demsar2006-table6-ranks"))
    ... )
    >>> drawing.layout.counts[0]
    (6.25, 3.25, 3.25, 1.25)
    """
    return layout_rank_distribution.draw(comparison, options)
