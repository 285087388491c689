"""The display of a comparison in a notebook.

The display consists of a small table and the diagram. Both parts are legible on light
and dark pages and accessible to screen readers.
"""

from __future__ import annotations

import hashlib
import itertools

from cddiagram._util import ignored
from cddiagram.comparing import Comparison
from cddiagram.document import Filled, notebook_html, table_of, text_cell
from cddiagram.figures import find_figure
from cddiagram.report.tables import (
    LETTERS_NOTE,
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
    procedure_note,
    rank_decimals,
)

#: This advice is shown if the table omits some rows.
_ALL_ROWS = "use tabulate('ranks').to_html() for all rows and to_frame('ranks') for the numbers."
#: Counts the diagrams in the session, so that all ids are unique.
_diagrams = itertools.count(1)


def comparison_html(comparison: Comparison) -> str:
    """Return a comparison as HTML for a notebook.

    The ids are unique within the session.
    """
    words = plain_words(find_figure("cd").caption(comparison))
    svg = reason = ""
    try:
        svg = _diagram(comparison, words)
    except LayoutError as error:
        reason = str(error)
    decisions = decided_columns(comparison)
    if comparison.control is not None:
        (p_head, p_cells), decided = against_control(comparison, text_cell(""))
        decisions = decided, Filled.left(p_head.head, p_cells)
    ranks = ranks_column(comparison, rank_decimals(comparison.ranking.average_ranks))
    columns = (names_column(comparison), ranks, *decisions)
    table = table_of("ranks", _title(comparison), columns, _notes(comparison))
    return notebook_html(table, _ALL_ROWS, words=words, svg=svg, reason=reason)


def _diagram(comparison: Comparison, words: str) -> str:
    """Return the CD diagram as SVG together with its description."""
    with ignored("The figure is taller"):  # a notebook does not have pages
        drawing = find_figure("cd").plot(comparison)
    content = words.encode() + repr(comparison.algorithms).encode()
    digest = hashlib.sha256(content).hexdigest()[:8]
    k = len(comparison.algorithms)
    svg: str = svg_of(
        [drawing.layout],
        drawing.colors,
        drawing.typefaces,
        name=f"cdd-{digest}-{next(_diagrams)}",
        title=f"Critical-difference diagram of {k} algorithms",
        description=drawing.description,
        root={"style": "max-width: 100%; height: auto"},
    )
    return svg


def _notes(comparison: Comparison) -> tuple[str, ...]:
    """Return the notes about the tests and the scores, such as averaged runs."""
    if comparison.table is None:
        return comparison.notes
    return (*comparison.table.notes, *comparison.notes)


def _title(comparison: Comparison) -> str:
    """Describe the table, and explain the letters in it."""
    wording = Wording(comparison)
    level = f"α = {format_alpha(comparison.alpha)}"
    if wording.critical_difference:
        level = f"{level}, {wording.critical_difference}"
    sentences = (
        wording.compared,
        f"{procedure_note(comparison)}, {level}.",
        _letters_words(comparison),
        wording.uncontrolled,
        wording.omnibus_warning,
        wording.no_result,
    )
    return " ".join(filter(None, sentences))


def _letters_words(comparison: Comparison) -> str:
    """Explain the letters or, for a comparison of all pairs, their absence."""
    if comparison.control is not None:
        return ""
    if comparison.letters is not None:
        return LETTERS_NOTE
    return too_many_groups(comparison) or UNTESTED
