"""What is said about a comparison in words and tables: the one way from results to the texts about them.

The methods of `Comparison` and `ConvergenceComparison` call these functions; each loads what it needs when called.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cddiagram.comparison import Comparison
    from cddiagram.convergence.comparison import ConvergenceComparison


def caption(comparison: Comparison, figure: str = "cd", **options: Any) -> str:
    """Return the caption of a figure; see `cddiagram.words.captions.caption`."""
    from cddiagram.words import captions

    return captions.caption(comparison, figure, **options)


def methods(comparison: Comparison, *, latex: bool = False) -> str:
    """Return the paragraph about the method; see `cddiagram.words.methods.methods`."""
    from cddiagram.words.methods import methods as paragraph

    return paragraph(comparison, latex=latex)


def references(comparison: Comparison) -> str:
    """Return the BibTeX entries of the sources that `methods` cites."""
    from cddiagram.words.methods import methods_bibtex

    return methods_bibtex(comparison)


def summary(comparison: Comparison) -> str:
    """Return ranks, omnibus tests and groups in a few lines of text."""
    from cddiagram.words import sentences

    return sentences.summary(comparison)


def to_latex(comparison: Comparison) -> str:
    """Return the tables of ranks and of pairs as LaTeX."""
    from cddiagram.report.write_latex import comparison_latex

    return comparison_latex(comparison)


def to_markdown(comparison: Comparison) -> str:
    """Return the tables of ranks and of pairs as Markdown."""
    from cddiagram.report.write_markdown import comparison_markdown

    return comparison_markdown(comparison)


def to_html(comparison: Comparison) -> str:
    """Return what a notebook shows."""
    from cddiagram.report.html.notebook import comparison_html

    return comparison_html(comparison)


def convergence_conclusion(comparison: ConvergenceComparison, first: str, second: str) -> str:
    """Return what is concluded of one pair."""
    from cddiagram.convergence import words

    return words.conclusion(comparison, first, second)


def convergence_caption(comparison: ConvergenceComparison, *, latex: bool = False) -> str:
    """Return the caption of a figure of convergence."""
    from cddiagram.convergence import words

    return words.caption(comparison, latex=latex)


def convergence_summary(comparison: ConvergenceComparison) -> str:
    """Return what was tested, and who converges faster than whom."""
    from cddiagram.convergence import words

    return words.summary(comparison)


def convergence_advice(comparison: ConvergenceComparison) -> tuple[str, ...]:
    """Return the advice that applies."""
    from cddiagram.convergence import words

    return words.advice(comparison)
