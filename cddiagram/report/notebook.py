"""A comparison in a notebook: a small table and the diagram, readable by eye on light
and dark pages, and by ear.
"""

from __future__ import annotations

import hashlib
import itertools

from cddiagram.comparing import Comparison
from cddiagram.document import Filled, notebook_html, table_of, text_cell
from cddiagram.figures import find_figure
from cddiagram.report.tables import (
    LETTERS_SAY,
    UNTESTED,
    against_control,
    decided_columns,
    names_column,
    ranks_column,
    too_many_groups,
)
from cddiagram.sheet import svg_of
from cddiagram.text import LayoutError
from cddiagram.words import (
    Wording,
    format_alpha,
    plain_words,
    procedure,
    rank_decimals,
)

#: Numbers the diagrams that one session shows, the same one shown twice included.
_shown = itertools.count(1)


def comparison_html(comparison: Comparison) -> str:
    """Return a comparison as HTML for a notebook; no id in it occurs in another call's
    result.
    """
    figure = find_figure("cd")
    words, svg, refused = plain_words(figure.caption(comparison)), "", ""
    try:
        drawing = figure.plot(comparison)
    except LayoutError as error:
        refused = str(error)
    else:
        digest = hashlib.sha256(
            words.encode() + repr(comparison.algorithms).encode()
        ).hexdigest()[:8]
        svg = svg_of(
            [drawing.layout],
            drawing.colors,
            drawing.typefaces,
            name=f"cdd-{digest}-{next(_shown)}",
            title=f"Critical-difference diagram of {len(comparison.algorithms)} "
            "algorithms",
            description=words,
            root={"style": "max-width: 100%; height: auto"},
        )
    decisions = decided_columns(comparison)
    if comparison.control is not None:
        (head, p), decided = against_control(comparison, nothing=text_cell(""))
        decisions = decided, Filled.left(head.head, p)
    ranks = ranks_column(comparison, rank_decimals(comparison.ranking.average_ranks))
    table = table_of(
        "ranks",
        _title(comparison),
        (names_column(comparison), ranks, *decisions),
        _notes(comparison),
    )
    remedy = (
        "tabulate('ranks').to_html() has all of them, to_frame('ranks') the numbers."
    )
    return notebook_html(table, remedy, words=words, svg=svg, refused=refused)


def _notes(comparison: Comparison) -> tuple[str, ...]:
    """Return what was done to the scores while they were read, such as averaged runs,
    and the notes of the tests.
    """
    of_table = () if comparison.table is None else comparison.table.notes
    return (*of_table, *comparison.notes)


def _title(comparison: Comparison) -> str:
    """Say what the table shows, and how to read its last column."""
    wording = Wording(comparison)
    difference = wording.critical_difference
    cd = f", {difference}" if difference else ""
    sentences = [
        wording.compared,
        f"{procedure(comparison)}, α = {format_alpha(comparison.alpha)}{cd}.",
    ]
    if comparison.control is None:
        sentences.append(
            LETTERS_SAY
            if comparison.letters is not None
            else too_many_groups(comparison) or UNTESTED
        )
    sentences += [wording.uncontrolled, wording.omnibus_warning, wording.no_result]
    return " ".join(sentence for sentence in sentences if sentence)
