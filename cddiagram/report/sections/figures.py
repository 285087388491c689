"""The sections with figures: drawn with ids, with captions and with what every element tells."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from cddiagram._util.inlines import Name, Phrase, Words, commas, phrase
from cddiagram.comparison import Comparison
from cddiagram.errors import LayoutError, UsageError
from cddiagram.figures.cd_sequence import plot_cd_sequence
from cddiagram.figures.cd_sequence_content import sequence_orders
from cddiagram.figures.drawing import Drawing
from cddiagram.figures.registry import FIGURES, find_figure
from cddiagram.report.cells import left, name_cell, rank_cell, right, table_of
from cddiagram.report.model import Block, Figure, Paragraph
from cddiagram.sheet.elements import unique_ids
from cddiagram.words.captions import reading_of_sequence
from cddiagram.words.conclusions import algorithm_words, names_words, pair_words
from cddiagram.words.numbers import format_rank, rank_decimals

#: Widths in inches: the text of A4 and letter pages; of diagrams of few algorithms, which a telephone shows whole.
_WIDE, _NARROW, _FEW = 6.0, 4.0, 10


def figures_blocks(
    comparison: Comparison,
    asked: str | Sequence[str],
    prefix: str,
    width: float | str,
    font: str | Sequence[str] | None,
) -> tuple[Block, ...]:
    """Draw figures of a comparison: those that were asked for, or ``"auto"``, those that it has by default."""
    inches = figure_width(width, len(comparison.algorithms))
    if asked == "auto":
        drawn = [
            figure for figure in map(find_figure, FIGURES) if figure.report is not None and figure.report(comparison)
        ]
    else:
        drawn = list(map(find_figure, asked))

    def caption(figure: Any, drawing: Drawing[Any]) -> Words:
        # Whether cells hold numbers depends on their width.
        words: Words = figure.caption(comparison, numbers=getattr(drawing.layout, "values_printed", None))
        return words

    return tuple(
        figure_block(
            f"{prefix}{figure.key}",
            partial(figure.plot, comparison, ids=True, width=inches, font=font),
            name=figure.title,
            alt=f"{figure.title} of {len(comparison.algorithms)} algorithms",
            caption=partial(caption, figure),
            tell=partial(comparison_hint, comparison),
        )
        for figure in drawn
    )


def figure_keys() -> tuple[str, ...]:
    """Return the figures that a report of one comparison can have, in reading order."""
    return tuple(key for key in FIGURES if find_figure(key).report is not None)


def figure_width(width: float | str, k: int = _FEW + 1) -> float:
    """Return the width of a figure of k algorithms: the one asked for, or for ``"auto"`` what so many need."""
    if width != "auto":
        return float(width)
    return _NARROW if k <= _FEW else _WIDE


def figure_block(
    key: str,
    draw: Callable[[], Drawing[Any]],
    *,
    name: str,
    alt: str,
    caption: Words | Callable[[Drawing[Any]], Words],
    tell: Callable[[str], str] = lambda gid: "",
) -> Figure | Paragraph:
    """Draw any figure; one that does not fit is replaced by a sentence that says so.

    `draw` draws it with ``ids=True``; `name` is what it is called where it cannot be drawn, ``"Rank bars"``; `alt` also
    of what, ``"Rank bars of 5 algorithms"``; `tell` gives the hint for the id of an element, empty for none.
    """
    try:
        drawing = draw()
    except (LayoutError, UsageError) as error:
        return Paragraph(words=(f"{name}: not drawn, because {error}",), role="warning")
    hints = element_hints([element.gid for element in drawing.layout.elements], tell)
    words = caption(drawing) if callable(caption) else caption
    return Figure(key=key, drawing=drawing, caption=words, alt=alt, hints=hints)


#: Elements of one algorithm, by its place in the ranking.
_ALGORITHM = re.compile(r"(?:marker|label|rank|leader|bar|interval|guide|row|column)-(\d+)")
#: Elements of a group, by its place in the list of groups.
_GROUP = re.compile(r"clique-(\d+)(?:-gap|-member-\d+)?")
_PAIR = re.compile(r"(?:cell|value|untested|against)-(\d+)-(\d+)")


def element_hints(gids: Iterable[str], tell: Callable[[str], str]) -> dict[str, str]:
    """Tell what the elements of a figure show.

    `gids` are in drawing order; ids of repeated elements are those of `cddiagram.sheet.elements.unique_ids`.

    >>> element_hints(["axis", "cell", "cell"], lambda gid: ".031" if gid == "cell" else "")
    {'cell': '.031', 'cell-2': '.031'}
    """
    names = list(gids)
    told = {gid: tell(gid) for gid in dict.fromkeys(names)}
    return {unique: told[gid] for gid, unique in zip(names, unique_ids(names), strict=True) if told[gid]}


def comparison_hint(comparison: Comparison, gid: str) -> str:
    """Tell what an element of a figure of a comparison shows; empty where it shows no number.

    >>> import cddiagram as cd
    >>> comparison = cd.compare(cd.load_example("demsar2006-table6-ranks"), alpha=0.10)
    >>> comparison_hint(comparison, "clique-0"), comparison_hint(comparison, "axis")
    ('Not significantly different: C4.5+m+cf, C4.5+m, C4.5+cf', '')
    >>> comparison_hint(comparison, "marker-3")
    'C4.5: average rank 3.14, place 4 of 4; not significantly different from C4.5+cf'
    """
    order = comparison.order
    if algorithm := _ALGORITHM.fullmatch(gid):
        return algorithm_words(comparison, order[int(algorithm[1])])
    if group := _GROUP.fullmatch(gid):
        return Phrase("Not significantly different: ", names_words(comparison.groups[int(group[1])].algorithms))
    if pair := _PAIR.fullmatch(gid):
        return pair_words(comparison, order[int(pair[1])], order[int(pair[2])])
    return ""


_MARKER = re.compile(r"marker-(\d+)-(\d+)")
_LINE_OF = re.compile(r"(?:label|label-left|leader)-(\d+)")
_BARS = re.compile(r"clique-(\d+)-(\d+)(?:-gap|-member-\d+)?")


def measures_blocks(
    named: Sequence[tuple[str, Comparison]], width: float | str, font: str | Sequence[str] | None, *, figures: bool
) -> tuple[Block, ...]:
    """Return the average ranks of several comparisons of the same algorithms; nothing where they are not the same."""
    if len(named) < 2:
        return ()
    first = named[0][1]
    by_means = any(other.ranking.means is not None for _, other in named)
    ranks = "Average ranks, or ranks of mean scores," if by_means else "Average ranks"
    if any(set(other.algorithms) != set(first.algorithms) for _, other in named):
        return ()
    names = [first.algorithms[i] for i in first.order]
    columns = [left("Algorithm", list(map(name_cell, names)))]
    for title, other in named:
        decimals = max(2, rank_decimals(other.ranking.average_ranks))
        columns.append(right(Name(title), [rank_cell(_rank_of(other, name), decimals) for name in names]))
    table = table_of("measures-table", f"{ranks} in all comparisons, ordered by the first.", columns)
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
        tell=lambda gid: _sequence_hint(named, orders, gid),
    )
    return (figure, table)


def _rank_of(comparison: Comparison, name: str) -> float:
    return float(comparison.ranking.average_ranks[comparison.algorithms.index(name)])


def _sequence_hint(named: Sequence[tuple[str, Comparison]], orders: Sequence[Sequence[int]], gid: str) -> str:
    """Tell what a marker, a line or a bar of the sequence shows."""
    if marker := _MARKER.fullmatch(gid):
        title, comparison = named[int(marker[1])]
        return phrase("{}: {}", Name(title), algorithm_words(comparison, orders[int(marker[1])][int(marker[2])]))
    if line := _LINE_OF.fullmatch(gid):
        return _line_words(named, named[0][1].algorithms[orders[0][int(line[1])]])
    if bar := _BARS.fullmatch(gid):
        title, comparison = named[int(bar[1])]
        group = names_words(comparison.groups[int(bar[2])].algorithms)
        return phrase("{}: not significantly different: {}", Name(title), group)
    return ""


def _line_words(named: Sequence[tuple[str, Comparison]], name: str) -> str:
    """Tell the average ranks of one algorithm in all comparisons."""
    ranks = []
    for title, comparison in named:
        number = format_rank(_rank_of(comparison, name), rank_decimals(comparison.ranking.average_ranks))
        ranks.append(phrase("{} ({})", number, Name(title)))
    return phrase("{}: average ranks {}", Name(name), commas(ranks))
