"""What is said about a comparison in words and tables: the one way from results to the texts about them.

The methods of `Comparison` and `ConvergenceComparison` call these functions; each loads what it needs when called.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cddiagram.comparison import Comparison
    from cddiagram.convergence.comparison import ConvergenceComparison


def caption(comparison: Comparison, figure: str = "cd", *, letters: str | bool = "auto", latex: bool = False) -> str:
    r"""Return the caption of a figure.

    A sequence shows several comparisons: its caption says what they have in common with this one. That of conditions is
    about the scores alone. Refused is what the figure itself refuses.

    >>> import cddiagram as cd
    >>> comparison = cd.compare(cd.load_example("demsar2006-table6-ranks"), alpha=0.10)
    >>> print(caption(comparison)[:86])
    Average ranks of 4 algorithms on 14 data sets (lower scores are better; rank 1 is best
    >>> print(caption(comparison, latex=True)[89:135])
    Iman--Davenport test, $F_{3, 39} = 3.69$, $p =
    """
    from cddiagram.figures.registry import find_figure
    from cddiagram.words.inlines import pasted_words, plain_words

    words = find_figure(figure).caption(comparison, letters=letters)
    return pasted_words(words) if latex else plain_words(words)


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
