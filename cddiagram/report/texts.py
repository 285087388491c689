"""The tables of a comparison as plain text."""

from __future__ import annotations

from dataclasses import replace

from rich.console import Group, RenderableType
from rich.text import Text

from cddiagram.comparing import Comparison
from cddiagram.document import Page, drawn_table, printable_line
from cddiagram.report.advice import advise
from cddiagram.report.tables import (
    MOST_PAIRS,
    omnibus_table,
    pairs_table,
    ranks_table,
)
from cddiagram.text import Phrase, typed
from cddiagram.words import Wording, equivalence_sentences


def print_comparison(comparison: Comparison, rope: float | None = None) -> None:
    """Print the tables of a comparison in the same way as `print_report`."""
    Page(lambda width: _tables_and_texts(comparison, rope, width)).print()


def comparison_text(
    comparison: Comparison, width: int = 100, *, rope: float | None = None
) -> str:
    """Return the tables of a comparison as plain text."""
    return Page(lambda columns: _tables_and_texts(comparison, rope, columns)).text(
        width
    )


def _tables_and_texts(
    comparison: Comparison, rope: float | None, width: int
) -> RenderableType:
    wording = Wording(comparison)
    pairs = pairs_table(comparison, max_rows=MOST_PAIRS, rope=rope)
    practical: list[str] = []
    if rope is not None:
        equivalence = comparison.equivalence(rope)
        practical = [equivalence.summary()]
        # The summary above the tables already contains these sentences.
        repeated = equivalence_sentences(equivalence)
        notes_of_pairs = (note for note in pairs.notes if note not in repeated)
        pairs = replace(pairs, notes=tuple(notes_of_pairs))
    parts: list[RenderableType] = []
    for table in (ranks_table(comparison), omnibus_table(comparison), pairs):
        if table is not None:
            parts += [*drawn_table(table, width), Text("")]
    warnings = [
        wording.omnibus_warning,
        wording.no_result,
        wording.stopped_search,
        wording.missing,
        wording.sensitivity,
    ]
    notes = [Phrase("Note: ", note) for note in comparison.notes]
    advice = [f"Advice: {typed(sentence)}" for sentence in advise(comparison)]
    lines = (
        *wording.groups,
        *practical,
        *filter(None, warnings),
        *notes,
        *advice,
    )
    head = printable_line(wording.compared)
    return Group(
        Text(head),
        Text(f"{wording.ranked}\n"),
        *parts,
        *(Text(printable_line(line)) for line in lines),
    )
