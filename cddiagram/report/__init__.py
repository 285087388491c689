"""What is said about a comparison in words and tables: the one way from results to the texts about them.

The methods of `Comparison` and `ConvergenceComparison` call these functions; what they need is loaded when called.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cddiagram.comparison import Comparison
    from cddiagram.convergence.comparison import ConvergenceComparison
    from cddiagram.report.shown import ShownTable as ShownTable

#: Text -> what writes it of a comparison.
_WRITERS = {
    "methods": "words.methods:methods",
    "references": "words.methods:methods_bibtex",
    "summary": "words.sentences:summary",
    "latex": "report.write_latex:comparison_latex",
    "markdown": "report.write_markdown:comparison_markdown",
    "html": "report.html.notebook:comparison_html",
    "convergence conclusion": "convergence.words:conclusion",
    "convergence caption": "convergence.words:caption",
    "convergence summary": "convergence.words:summary",
}


def text_of(what: str, comparison: object, *names: str, **options: Any) -> str:
    """Return a text about a comparison."""
    from cddiagram.procedures import loaded

    text: str = loaded(_WRITERS[what])(comparison, *names, **options)
    return text


def caption(comparison: Comparison, figure: str, *, latex: bool, **shown: Any) -> str:
    """Return the caption of a figure as it is `shown`; refused is what the figure itself refuses."""
    from cddiagram.figures.registry import find_figure
    from cddiagram.words.inlines import pasted_words, plain_words

    words = find_figure(figure).caption(comparison, **shown)
    return pasted_words(words) if latex else plain_words(words)


def tabulate(comparison: Comparison, key: str) -> ShownTable:
    """Return a table of a comparison."""
    from cddiagram.report import shown

    return shown.tabulate(comparison, key)


def convergence_advice(comparison: ConvergenceComparison) -> tuple[str, ...]:
    """Return the advice that applies to a comparison of convergence."""
    from cddiagram.convergence import words

    return words.advice(comparison)
