"""A comparison in a notebook: a small table and the diagram, readable by eye on light and dark pages, and by ear."""

from __future__ import annotations

import hashlib
import itertools
from html import escape

from cddiagram.comparison import Comparison
from cddiagram.errors import LayoutError
from cddiagram.figures.plot_cd import plot_cd
from cddiagram.sheet.write_svg import svg_of
from cddiagram.words.captions import caption
from cddiagram.words.names import rank_head
from cddiagram.words.numbers import format_alpha, format_cd, format_p, format_rank, rank_decimals
from cddiagram.words.procedure import procedure
from cddiagram.words.sentences import omnibus_warning

#: Tells apart the diagrams that one session shows, the same one shown twice included.
_shown = itertools.count(1)


def comparison_html(comparison: Comparison) -> str:
    """Give a comparison as HTML for a notebook.

    The table takes its colours from the page; the diagram stands on the page that it is drawn on, white unless the
    matplotlib style in force says otherwise, so both can be read on light and dark pages.

    All names are escaped, and no id in it occurs in another call's result.

    Examples
    --------
    >>> import cddiagram as cd
    >>> page = comparison_html(cd.compare(cd.load_example("demsar2006-table6-ranks"), alpha=0.10))
    >>> page.count("<tr>"), page.count("<svg ")
    (5, 1)
    """
    return f'<div class="cddiagram">\n{_table(comparison)}\n{_figure(comparison)}\n</div>'


def _table(comparison: Comparison) -> str:
    ranks = comparison.ranking.average_ranks
    decimals = rank_decimals(ranks)
    heads, cells = _decisions(comparison)
    head = "".join(_head(text) for text in ("Algorithm", rank_head(comparison.ranking.kind), *heads))
    rows = []
    for column in comparison.order:
        name = escape(comparison.algorithms[column])
        rank = f'<td style="text-align: right">{format_rank(ranks[column], decimals)}</td>'
        rest = "".join(f'<td style="text-align: left">{escape(cell)}</td>' for cell in cells[column])
        rows.append(f'<tr><th scope="row" style="text-align: left">{name}</th>{rank}{rest}</tr>')
    return "\n".join(
        [
            "<table>",
            f'<caption style="caption-side: top; text-align: left">{escape(_title(comparison))}</caption>',
            f"<thead><tr>{head}</tr></thead>",
            "<tbody>",
            *rows,
            "</tbody>",
            "</table>",
        ]
    )


def _head(text: str) -> str:
    return f'<th scope="col" style="text-align: left">{escape(text)}</th>'


def _decisions(comparison: Comparison) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Give the heads of the columns of decisions, and their cells for each algorithm in column order."""
    names, control = comparison.algorithms, comparison.control
    if control is not None:
        place = names.index(control)
        cells: list[tuple[str, ...]] = []
        for column, name in enumerate(names):
            if column == place:
                cells.append(("control", ""))
                continue
            different = name not in comparison.not_different
            p = float(comparison.pairwise.pvalue_adjusted[column, place])
            cells.append(("yes" if different else "no", format_p(p, comparison.alpha)))
        one_sided = comparison.pairwise.pair_test == "multiple-sign"
        head = f"{control} shown to be better" if one_sided else f"Different from {control}"
        return (head, "p" if comparison.pairwise.p_adjust == "none" else "Adjusted p"), cells
    if not comparison.groups_complete:
        return (), [()] * len(names)
    groups = [
        [str(number) for number, group in enumerate(comparison.groups, 1) if name in group.algorithms] for name in names
    ]
    return ("Groups",), [(", ".join(numbers) or "none",) for numbers in groups]


def _title(comparison: Comparison) -> str:
    """Say what the table shows, and how to read its last column."""
    difference = comparison.critical_difference
    parts = [procedure(comparison), f"α = {format_alpha(comparison.alpha)}"]
    if difference is not None:
        parts.append(f"CD = {format_cd(difference)}")
    sentences = [", ".join(parts) + "."]
    if comparison.control is None:
        shared = "Algorithms that share a group are not significantly different."
        sentences.append(shared if comparison.groups_complete else "There are too many groups to list.")
    sentences.append(omnibus_warning(comparison))
    return " ".join(sentence for sentence in sentences if sentence)


def _figure(comparison: Comparison) -> str:
    words = caption(comparison)
    note = f"<figcaption>{escape(words)}</figcaption>"
    try:
        drawing = plot_cd(comparison)
    except LayoutError as error:
        return f'<figure style="margin: 1em 0">\n<p>No diagram: {escape(str(error))}</p>\n{note}\n</figure>'
    digest = hashlib.sha256(words.encode() + repr(comparison.algorithms).encode()).hexdigest()[:8]
    prefix = f"cdd-{digest}-{next(_shown)}"
    title = f"Critical-difference diagram of {len(comparison.algorithms)} algorithms"
    svg = svg_of(
        drawing.layout,
        drawing.colors,
        drawing.families,
        name=prefix,
        title=title,
        description=words,
        root={"style": "max-width: 100%; height: auto"},
    )
    return f'<figure style="margin: 1em 0">\n{svg}\n{note}\n</figure>'
