"""What is said about a comparison in words and tables: the one way from results to the texts about them.

The methods of `Comparison` call these functions; each loads what it needs when it is called.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cddiagram.comparison import Comparison


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
