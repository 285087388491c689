"""A comparison in a notebook: a small table and the diagram, readable by eye on light and dark pages, and by ear."""

from __future__ import annotations

import hashlib
import itertools

from cddiagram._util.inlines import Name, Phrase
from cddiagram.comparison import Comparison
from cddiagram.errors import LayoutError
from cddiagram.figures.cd import plot_cd
from cddiagram.report.model import Cell, Column, Table
from cddiagram.report.sections.cells import decision_cell, left, name_cell, p_cell, rank_cell, right, text_cell
from cddiagram.report.write_html import template
from cddiagram.sheet.write_svg import svg_of
from cddiagram.words.captions import caption
from cddiagram.words.names import rank_head
from cddiagram.words.numbers import format_alpha, format_cd, rank_decimals
from cddiagram.words.procedure import procedure
from cddiagram.words.sentences import omnibus_warning

#: Numbers the diagrams that one session shows, the same one shown twice included.
_shown = itertools.count(1)


def comparison_html(comparison: Comparison) -> str:
    """Return a comparison as HTML for a notebook.

    The table takes its colours from the page; the diagram stands on the page that it is drawn on, white unless the
    matplotlib style in force says otherwise, so both can be read on light and dark pages. All names are escaped, and no
    id in it occurs in another call's result.

    >>> import cddiagram as cd
    >>> page = comparison_html(cd.compare(cd.load_example("demsar2006-table6-ranks"), alpha=0.10))
    >>> page.count("<tr>"), page.count("<svg ")
    (5, 1)
    """
    words, svg, refused = caption(comparison), "", ""
    try:
        drawing = plot_cd(comparison)
    except LayoutError as error:
        refused = str(error)
    else:
        digest = hashlib.sha256(words.encode() + repr(comparison.algorithms).encode()).hexdigest()[:8]
        svg = svg_of(
            drawing.layout,
            drawing.colors,
            drawing.families,
            name=f"cdd-{digest}-{next(_shown)}",
            title=f"Critical-difference diagram of {len(comparison.algorithms)} algorithms",
            description=words,
            root={"style": "max-width: 100%; height: auto"},
        )
    page = template("notebook.html.jinja").render(table=_table(comparison), words=words, svg=svg, refused=refused)
    return page.rstrip()


def _table(comparison: Comparison) -> Table:
    """Return ranks and decisions: fewer columns than the table of the report."""
    ranks = comparison.ranking.average_ranks
    decimals = rank_decimals(ranks)
    heads, cells = _decisions(comparison)
    return Table(
        key="ranks",
        caption=_title(comparison),
        columns=(left("Algorithm"), right(rank_head(comparison.ranking.kind)), *heads),
        rows=tuple(
            (name_cell(comparison.algorithms[i]), rank_cell(ranks[i], decimals), *cells[i]) for i in comparison.order
        ),
    )


def _decisions(comparison: Comparison) -> tuple[tuple[Column, ...], list[tuple[Cell, ...]]]:
    """Return the columns of decisions, and their cells for each algorithm in column order."""
    names, control = comparison.algorithms, comparison.control
    if control is not None:
        place = names.index(control)
        different, adjusted = comparison.different()[place], comparison.pairwise.pvalue_adjusted[place]
        cells: list[tuple[Cell, ...]] = [
            (decision_cell(bool(different[i])), p_cell(float(adjusted[i]), comparison.alpha)) for i in range(len(names))
        ]
        cells[place] = (text_cell("control"), text_cell(""))
        better = comparison.pairwise.pair_test == "multiple-sign"
        head = Phrase(Name(control), " shown to be better") if better else Phrase("Different from ", Name(control))
        return (left(head), left("p" if comparison.pairwise.p_adjust == "none" else "Adjusted p")), cells
    if not comparison.groups_complete:
        return (), [()] * len(names)
    groups = [
        [str(number) for number, group in enumerate(comparison.groups, 1) if name in group.algorithms] for name in names
    ]
    return (left("Groups"),), [(text_cell(", ".join(numbers) or "none"),) for numbers in groups]


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
