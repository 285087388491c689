"""Tables of a comparison in LaTeX and Markdown, for pasting into papers."""

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
    """Return the tables of ranks and of pairs as LaTeX."""
    first, *others = _tables(comparison, rope)
    texts = [first.to_latex(preamble=preamble, width=width)]
    texts += [table.to_latex(preamble=False, width=width) for table in others]
    return "\n".join(texts)


def comparison_markdown(comparison: Comparison, rope: float | None = None) -> str:
    """Return the tables of ranks and of pairs as Markdown."""
    return "\n".join(table.to_markdown() for table in _tables(comparison, rope))


def _tables(comparison: Comparison, rope: float | None) -> list[Table]:
    return [Table(**vars(table)) for table in main_tables(comparison, rope)]
