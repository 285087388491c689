"""The section about several comparisons of the same algorithms: their average ranks side by side."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cddiagram.errors import LayoutError, UsageError
from cddiagram.layout.numbers import format_rank, rank_decimals
from cddiagram.plot.cd_sequence import plot_cd_sequence
from cddiagram.plot.painter import unique_ids
from cddiagram.report.cells import left, name_cell, rank_cell, right
from cddiagram.report.conclusions import algorithm_words, names_words
from cddiagram.report.model import Block, Figure, Paragraph, Table
from cddiagram.results import Comparison

_MARKER = re.compile(r"marker-(\d+)-(\d+)")
_LINE = re.compile(r"(?:label|label-left|leader)-(\d+)")
_GROUP = re.compile(r"clique-(\d+)-(\d+)(?:-gap|-member-\d+)?")


def measures_blocks(named: Sequence[tuple[str, Comparison]], width: float, *, figures: bool) -> tuple[Block, ...]:
    """Give the average ranks of several comparisons of the same algorithms; nothing where they are not the same.

    Parameters
    ----------
    named : sequence of (str, Comparison)
        Titles and comparisons.
    width : float
        Of the figure, in inches.
    figures : bool
        Whether to draw the sequence of diagrams.

    Returns
    -------
    tuple of Table, Figure or Paragraph
    """
    first = named[0][1]
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
        caption="Average ranks in all comparisons, ordered by the first.",
        columns=(left("Algorithm"), *(right(title) for title, _ in named)),
        rows=tuple(rows),
    )
    if not figures:
        return (table,)
    try:
        drawing = plot_cd_sequence([other for _, other in named], titles=[title for title, _ in named], ids=True,
                                   width=width)  # fmt: skip
    except (LayoutError, UsageError) as error:
        return (table, Paragraph(words=(f"Sequence of diagrams: not drawn, because {error}",), role="warning"))
    alt = f"Average ranks of {len(first.algorithms)} algorithms in {len(named)} comparisons"
    words = f"{alt}, the best on top. A line follows each algorithm from one to the next. " + (
        "Hollow markers are not told apart from the control."
        if first.control is not None
        else "Bars right of an axis join algorithms that are not told apart there."
    )
    hints = _hints(named, [element.gid for element in drawing.layout.elements])
    figure = Figure(key="measures-cd-sequence", drawing=drawing, caption=words, alt=alt, hints=hints)
    return (figure, table)


def _hints(named: Sequence[tuple[str, Comparison]], gids: Sequence[str]) -> dict[str, str]:
    """Tell what markers and bars of the sequence show."""
    orders = _orders(named)
    told = {}
    for gid, unique in zip(gids, unique_ids(gids), strict=True):
        if marker := _MARKER.fullmatch(gid):
            number, row = (int(text) for text in marker.groups())
            title, comparison = named[number]
            told[unique] = f"{title}: {algorithm_words(comparison, orders[number][row])}"
        elif line := _LINE.fullmatch(gid):
            told[unique] = _line_words(named, named[0][1].algorithms[orders[0][int(line[1])]])
        elif bar := _GROUP.fullmatch(gid):
            title, comparison = named[int(bar[1])]
            told[unique] = f"{title}: not told apart: {names_words(comparison.groups[int(bar[2])].algorithms)}"
    return told


def _line_words(named: Sequence[tuple[str, Comparison]], name: str) -> str:
    """Tell the average ranks of one algorithm in all comparisons."""
    ranks = []
    for title, comparison in named:
        rank = comparison.ranking.average_ranks[comparison.algorithms.index(name)]
        ranks.append(f"{format_rank(rank, rank_decimals(comparison.ranking.average_ranks))} ({title})")
    return f"{name}: average ranks {', '.join(ranks)}"


def _orders(named: Sequence[tuple[str, Comparison]]) -> list[list[int]]:
    """Give the columns of each comparison from top to bottom: algorithms that tie keep the order before."""
    orders: list[list[int]] = []
    before: dict[str, int] = {}
    for _, comparison in named:
        names, ranks = comparison.algorithms, comparison.ranking.average_ranks
        order = sorted(comparison.order, key=lambda i: (round(float(ranks[i]), 9), before.get(names[i], 0)))
        orders.append(order)
        before = {names[i]: place for place, i in enumerate(order)}
    return orders
