"""The tables of a comparison in LaTeX and Markdown, to be pasted into a paper."""

from __future__ import annotations

from cddiagram.comparing import Comparison
from cddiagram.document import tables_latex, tables_markdown
from cddiagram.report.tables import main_tables


def comparison_latex(
    comparison: Comparison,
    *,
    rope: float | None = None,
    preamble: bool = True,
    width: str | float | None = None,
) -> str:
    """Write the tables of ranks and of pairs, to be pasted into a paper."""
    return tables_latex(main_tables(comparison, rope), preamble=preamble, width=width)


def comparison_markdown(comparison: Comparison, rope: float | None = None) -> str:
    """Write the tables of ranks and of pairs, to be pasted."""
    return tables_markdown(main_tables(comparison, rope))
