"""A comparison as tables to read, those of the report: nothing cut off, no number that reads as 0."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.text import Text

from cddiagram._util.inlines import typed
from cddiagram.advice import advise
from cddiagram.report.tables import MOST_PAIRS, omnibus_table, pairs_table, ranks_table
from cddiagram.report.terminal import WIDTH, page_text, print_page, printable_line
from cddiagram.report.write_text import drawn_table
from cddiagram.words.missing import missing_words, sensitivity_words
from cddiagram.words.sentences import group_lines, omnibus_warning, ranked_words, undecided_words

if TYPE_CHECKING:
    from cddiagram.comparison import Comparison


def print_comparison(comparison: Comparison, rope: float | None = None) -> None:
    """Print to standard output: as wide as the terminal, or plain text of 100 columns where there is none."""
    print_page(lambda width: _page(comparison, rope, width))


def comparison_text(comparison: Comparison, width: int = WIDTH, *, rope: float | None = None) -> str:
    """Return the tables as plain text; names longer than a column are broken over lines, never cut."""
    return page_text(lambda columns: _page(comparison, rope, columns), width)


def _page(comparison: Comparison, rope: float | None, width: int) -> RenderableType:
    practical = [] if rope is None else [comparison.equivalence(rope).summary()]
    pairs = pairs_table(comparison, max_rows=MOST_PAIRS, rope=rope)
    pairs = replace(pairs, notes=tuple(note for note in pairs.notes if note not in " ".join(practical)))
    tables = filter(None, (ranks_table(comparison), omnibus_table(comparison), pairs))
    drawn = [part for table in tables for part in (*drawn_table(table, width), Text(""))]
    missing = missing_words(comparison), sensitivity_words(comparison)
    warnings = [words for words in (omnibus_warning(comparison), undecided_words(comparison), *missing) if words]
    notes = [f"Note: {note}" for note in comparison.notes]
    advice = [f"Advice: {typed(sentence)}" for sentence in advise(comparison)]
    lines = (*group_lines(comparison), *practical, *warnings, *notes, *advice)
    return Group(Text(f"{ranked_words(comparison)}\n"), *drawn, *(Text(printable_line(line)) for line in lines))
