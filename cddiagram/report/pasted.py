"""The tables of a comparison in LaTeX and Markdown, to be pasted into a paper."""

from __future__ import annotations

from cddiagram.comparing import Comparison
from cddiagram.document import Table
from cddiagram.report.tables import main_tables


def comparison_latex(
    comparison: Comparison,
    *,
    rope: float | None = None,
    preamble: bool = True,
    width: str | float | None = None,
) -> str:
    """Write the tables of ranks and of pairs, to be pasted into a paper."""
    first, *others = _tables(comparison, rope)
    written = [first.to_latex(preamble=preamble, width=width)]
    written += [table.to_latex(preamble=False, width=width) for table in others]
    return "\n".join(written)


def comparison_markdown(comparison: Comparison, rope: float | None = None) -> str:
    """Write the tables of ranks and of pairs, to be pasted."""
    return "\n".join(table.to_markdown() for table in _tables(comparison, rope))


def _tables(comparison: Comparison, rope: float | None) -> list[Table]:
    return [Table(**vars(table)) for table in main_tables(comparison, rope)]
