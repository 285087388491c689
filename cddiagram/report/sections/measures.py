"""The section about several comparisons of the same algorithms: their average ranks side by side."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cddiagram._util.inlines import Name, commas, phrase
from cddiagram.comparison import Comparison
from cddiagram.figures.cd_sequence_content import sequence_orders
from cddiagram.figures.plot_cd_sequence import plot_cd_sequence
from cddiagram.report.model import Block, Table
from cddiagram.report.sections.cells import left, name_cell, rank_cell, right
from cddiagram.report.sections.figures import figure_block, figure_width
from cddiagram.words.conclusions import algorithm_words, names_words
from cddiagram.words.numbers import format_rank, rank_decimals
from cddiagram.words.readings import reading_of_sequence

_MARKER = re.compile(r"marker-(\d+)-(\d+)")
_LINE = re.compile(r"(?:label|label-left|leader)-(\d+)")
_GROUP = re.compile(r"clique-(\d+)-(\d+)(?:-gap|-member-\d+)?")


def measures_blocks(
    named: Sequence[tuple[str, Comparison]], width: float | str, font: str | Sequence[str] | None, *, figures: bool
) -> tuple[Block, ...]:
    """Give the average ranks of several comparisons of the same algorithms; nothing where they are not the same.

    Parameters
    ----------
    named : sequence of (str, Comparison)
        Titles and comparisons.
    width : float or "auto"
        Of the figure, in inches.
    font : str, sequence of str or None
        Family or families of the figure.
    figures : bool
        Whether to draw the sequence of diagrams.

    Returns
    -------
    tuple of Table, Figure or Paragraph
    """
    first = named[0][1]
    by_means = any(other.ranking.means is not None for _, other in named)
    ranks = "Average ranks, or ranks of mean scores," if by_means else "Average ranks"
    if any(set(other.algorithms) != set(first.algorithms) for _, other in named):
        return ()
    rows = []
    decimals = {title: max(2, rank_decimals(other.ranking.average_ranks)) for title, other in named}
    for i in first.order:
        name = first.algorithms[i]
        cells = [name_cell(name)]
        for title, other in named:
            rank = float(other.ranking.average_ranks[other.algorithms.index(name)])
            cells.append(rank_cell(rank, decimals[title]))
        rows.append(tuple(cells))
    table = Table(
        key="measures-table",
        caption=f"{ranks} in all comparisons, ordered by the first.",
        columns=(left("Algorithm"), *(right(Name(title)) for title, _ in named)),
        rows=tuple(rows),
    )
    if not figures:
        return (table,)
    titles, members = zip(*named, strict=True)
    alt = f"{ranks} of {len(first.algorithms)} algorithms in {len(named)} comparisons"
    orders = sequence_orders([comparison for _, comparison in named])
    figure = figure_block(
        "measures-cd-sequence",
        lambda: plot_cd_sequence(members, titles=titles, ids=True, width=figure_width(width), font=font),
        name="Sequence of diagrams",
        alt=alt,
        caption=(f"{alt}, the best on top. {reading_of_sequence(first)}",),
        tell=lambda gid: _hint(named, orders, gid),
    )
    return (figure, table)


def _hint(named: Sequence[tuple[str, Comparison]], orders: Sequence[Sequence[int]], gid: str) -> str:
    """Tell what a marker, a line or a bar of the sequence shows."""
    if marker := _MARKER.fullmatch(gid):
        title, comparison = named[int(marker[1])]
        return phrase("{}: {}", Name(title), algorithm_words(comparison, orders[int(marker[1])][int(marker[2])]))
    if line := _LINE.fullmatch(gid):
        return _line_words(named, named[0][1].algorithms[orders[0][int(line[1])]])
    if bar := _GROUP.fullmatch(gid):
        title, comparison = named[int(bar[1])]
        group = names_words(comparison.groups[int(bar[2])].algorithms)
        return phrase("{}: not significantly different: {}", Name(title), group)
    return ""


def _line_words(named: Sequence[tuple[str, Comparison]], name: str) -> str:
    """Tell the average ranks of one algorithm in all comparisons."""
    ranks = []
    for title, comparison in named:
        rank = comparison.ranking.average_ranks[comparison.algorithms.index(name)]
        number = format_rank(rank, rank_decimals(comparison.ranking.average_ranks))
        ranks.append(phrase("{} ({})", number, Name(title)))
    return phrase("{}: average ranks {}", Name(name), commas(ranks))
