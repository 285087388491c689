"""The distribution of ranks. Each algorithm has a row of cells, whose shades show the
proportion of data sets on which it has each rank.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
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
from cddiagram.sheet import KeyEntry, Look, Text, TextMeter, small_type
from cddiagram.stats import rank_scores
from cddiagram.words import check_scores, format_count

if TYPE_CHECKING:
    from cddiagram.comparing import Comparison
    from cddiagram.figures.drawing import Drawing

#: The percentages of data sets at which the classes may be separated. The classes are
#: separated at one of these percentages of the data sets, at half this percentage, and
#: at twice this percentage.
_SHARES = (40.0, 30.0, 20.0, 10.0, 8.0, 6.0, 4.0, 2.0, 1.0)
#: The cells occupy at least this fraction of the page width. The other numbers are the
#: minimum widths, in points, of a cell without a number and of a cell with a number.
_PLOT, _NARROWEST, _NUMBERED = 0.45, 4.0, 14.0
#: Proportions are rounded to this many decimals, because tied ranks are counted as
#: fractions.
_DIGITS = 6
#: The numbers of neighbouring ranks that a cell may contain, in the order in which they
#: are tried.
_MERGED = (1, 2, 5, 10, 20, 50, 100)
#: If the expected number of data sets in a cell is below this number, neighbouring
#: ranks are merged into one cell.
_EXPECTED = 10
#: If there are at most this many algorithms, ranks are not merged for this reason.
_FEW = 10
#: If ranks are merged because too few data sets are expected in a cell, at least this
#: many cells remain.
_LEAST_CELLS = 5


@dataclass(frozen=True, kw_only=True)
class RankDistributionLayout(RowsLayout):
    """The layout of a distribution of ranks, which extends `RowsLayout`. The axis shows
    ranks.

    Attributes
    ----------
    counts : tuple of tuple of float
        The number of data sets on which each algorithm has rank 1, 2, and so on. The
        sum of each row and of each column is n.
    ranks_per_cell : int
        The number of ranks in one cell.
    values_printed : bool
        Whether the proportions are printed in the cells, in percent.
    """

    counts: tuple[tuple[float, ...], ...]
    ranks_per_cell: int
    values_printed: bool


def share_limits(cells: int, n: int) -> tuple[float, float, float]:
    """Return the limits of the classes of proportions, in percent: about half, once and
    twice the proportion in a cell under a uniform distribution.
    """
    even = next(share for share in _SHARES if share * min(cells, n) <= 100)
    return even / 2, even, 2 * even


def ranks_per_cell(k: int, n: int, page: float) -> int:
    """Return the number of ranks in one cell on a page of this width, in points.

    All cells are wide enough to be visible. With more than 10 algorithms, at least 10
    data sets are expected in a cell, unless fewer than 5 cells would remain.
    """
    most = _PLOT * page / _NARROWEST
    choices = [merged for merged in _MERGED if k <= merged * most]
    if k <= _FEW:
        return choices[0]
    for merged, larger in pairwise(choices):
        is_expected = n * merged >= _EXPECTED * k
        if is_expected or math.ceil(k / larger) < _LEAST_CELLS:
            return merged
    return choices[-1]


def rank_counts(ranks: FloatArray) -> FloatArray:
    """Return the number of data sets on which each algorithm has each rank, of shape
    (k, k). `ranks` contains the ranks on each data set, of shape (n, k).

    Tied ranks are divided equally: each of two algorithms that share the ranks 2 and 3
    counts 1/2 at both ranks. Therefore, the sum of each row and of each column is n,
    and the mean rank of a row is its average rank.

    >>> rank_counts(np.array([[1.0, 2.5, 2.5], [1.0, 2.0, 3.0]])).tolist()
    [[2.0, 0.0, 0.0], [0.0, 1.5, 0.5], [0.0, 0.5, 1.5]]
    """
    k = ranks.shape[1]
    numbers = np.arange(1, k + 1)
    counts = np.zeros((k, k))
    for row in ranks:
        _, tie, sizes = np.unique(row, return_inverse=True, return_counts=True)
        last = np.cumsum(sizes)[tie, np.newaxis]
        size = sizes[tie, np.newaxis]
        is_shared = (numbers > last - size) & (numbers <= last)
        counts += is_shared / size
    return np.asarray(np.round(counts, 9))


def format_percent(share: float) -> str:
    """Format a proportion in percent as a whole number. Small percentages are never
    printed as 0, and percentages below 100 are never printed as 100.

    >>> [format_percent(share) for share in (0.0, 0.3, 0.5, 23.4, 99.7, 100.0)]
    ['', '<1', '1', '23', '>99', '100']
    """
    if not share:
        return ""
    if share < 0.5:
        return "<1"
    if 99.5 <= share < 100:
        return ">99"
    return f"{math.floor(share + 0.5)}"


@figure(
    "rank-distribution",
    RowOptions,
    title="Distribution of ranks",
    rows=True,
    check="words.drawable:check_scores",
    worded="words.captions:distribution_caption_words",
    reading="words.captions:reading_of_distribution",
    report=lambda comparison: False,
)
def layout_rank_distribution(
    comparison: Comparison, *, look: Look, meter: TextMeter
) -> RankDistributionLayout:
    """Lay out the distribution of the ranks (see `plot_rank_distribution`)."""
    table = check_scores(comparison)
    ranks = rank_scores(table.exact, table.higher_is_better)
    counts = rank_counts(ranks)[list(comparison.order)]
    merged = ranks_per_cell(table.k, table.n, look.page_width)
    edges = [*range(0, table.k, merged), table.k]
    shares = 100 * np.add.reduceat(counts, edges[:-1], axis=1) / table.n
    shares = np.round(shares, _DIGITS)
    limits = share_limits(len(edges) - 1, table.n)
    content = content_from(
        comparison, look, note=_note(table.n, merged, has_ties=_has_ties(ranks))
    )
    content = replace(
        content,
        control=None,
        groups=(),
        axis=AxisKind(label="rank"),
        axis_range=(0.5, table.k + 0.5),
    )
    on = rank_rows(
        content,
        look,
        meter,
        plots=(_PLOT,),
        least=Cell.LEAST_WIDTH * (len(edges) - 1),
        key=_key(limits, small_type(look.font_size)),
    )
    ends = [edge + 0.5 for edge in edges]
    cells = _cells(shares, limits)
    on, marks = cells_in_rows(on, ends, cells, meter, least=_NUMBERED)
    return on.sheet(
        RankDistributionLayout,
        marks,
        counts=tuple(tuple(map(float, row)) for row in counts),
        ranks_per_cell=merged,
        values_printed=any(isinstance(mark, Text) for mark in marks),
    )


def _has_ties(ranks: FloatArray) -> bool:
    """Return whether any algorithms are tied on any data set."""
    gaps = np.diff(np.sort(ranks, axis=1))
    return bool((gaps == 0).any())


def _note(n: int, merged: int, *, has_ties: bool) -> str:
    """Return the note: the quantity, the number of data sets, and whether ranks are
    merged and ties are split.
    """
    quantity = "Ranks"
    if merged > 1:
        quantity = f"Ranks ({merged} per cell)"
    note = f"{quantity} on {format_count(n)} data sets"
    if has_ties:
        note = f"{note}; ties split"
    return note


def _key(limits: Sequence[float], size: float) -> tuple[KeyEntry, ...]:
    """Return the key of the shades."""
    words = [f"≤ {limit:g}%" for limit in limits]
    words.append(f"> {limits[-1]:g}% of data sets")
    return tuple(Cell.shade_key(words, size))


def _cells(shares: FloatArray, limits: Sequence[float]) -> dict[tuple[int, int], Cell]:
    """Return the cells with proportions in percent.

    The shades depend on the rounded percentages, so that equal numbers have equal
    shades.
    """
    rounded = np.floor(shares + 0.5)
    above = rounded[:, :, np.newaxis] > np.asarray(limits)
    levels = above.sum(axis=2)
    cells = {}
    for place, share in np.ndenumerate(shares):
        texts = {"value": format_percent(float(share))}
        if not texts["value"]:
            texts = {}
        row, column = place
        cells[row, column] = Cell(fill=Cell.SHADES[levels[place]], texts=texts)
    return cells


@layout_rank_distribution.public
def plot_rank_distribution(
    comparison: Comparison, **options: Unpack[RowOptions]
) -> Drawing[RankDistributionLayout]:
    """Draw the distribution of the ranks of each algorithm.

    The algorithm with the best average rank is at the top. Each row has one cell for
    each rank. Several ranks are combined in a cell if the cells would otherwise be too
    narrow. Ranks of more than 10 algorithms are also combined if fewer than 10 data
    sets would be expected in a cell. The note then states the number of ranks per cell.
    Darker cells denote larger proportions of the data sets. The proportions are rounded
    to whole percentages, which are printed if they fit in the cells. Tied ranks are
    divided equally: each of two algorithms that share the ranks 2 and 3 counts 1/2 at
    both ranks. The mean of each distribution is therefore the average rank next to the
    name. For aligned ranks, Quade's ranks and ranks of mean scores, the figure still
    shows the distribution of the ranks within data sets, and its mean may differ from
    the number next to the name.

    Parameters
    ----------
    comparison : Comparison
        The comparison, as returned by `cddiagram.compare`. It must contain scores.
    note : str, optional
        The note above the figure. By default, it reports the number of data sets and
        whether algorithms are tied. None omits the note.
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
