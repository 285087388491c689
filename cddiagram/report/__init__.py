"""What is said about a comparison in words and tables: the one way from results to the texts about them.

The methods of `Comparison` and `ConvergenceComparison` call these functions; what they need is loaded when called.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cddiagram.comparison import Comparison
    from cddiagram.convergence.comparison import ConvergenceComparison
    from cddiagram.practical import Posterior
    from cddiagram.report.shown import ShownTable as ShownTable
    from cddiagram.studies.results import Study

#: Text -> what writes it of a comparison.
_WRITERS = {
    "references": "words.methods:methods_bibtex",
    "summary": "words.sentences:summary",
    "latex": "report.write_latex:comparison_latex",
    "markdown": "report.write_markdown:comparison_markdown",
    "html": "report.html.notebook:comparison_html",
    "equivalence": "words.practical:equivalence_summary",
    "posterior": "words.practical:posterior_summary",
    "posterior references": "words.practical:posterior_bibtex",
    "convergence conclusion": "convergence.words:conclusion",
    "convergence summary": "convergence.words:summary",
    "stability summary": "studies.words:stability_summary",
    "pool summary": "studies.words:pool_summary",
    "power summary": "studies.words:power_summary",
}

#: The same for texts with formulas and citations, which are for plain text or for LaTeX.
_WORDS = {
    "methods": "words.methods:methods_words",
    "convergence caption": "convergence.words:caption_words",
    "stability caption": "studies.words:stability_caption_words",
    "pool caption": "studies.words:pool_caption_words",
    "power caption": "studies.words:power_caption_words",
}

#: Table -> what makes it of a comparison, or returns None where the comparison has no such numbers.
TABLES = {
    "scores": "report.score_table:scores_table",
    "board": "report.board:board_table",
    "ranks": "report.tables:ranks_table",
    "pairs": "report.tables:pairs_table",
    "pvalues": "report.tables:pvalues_table",
    "effects": "report.tables:effects_table",
    "omnibus": "report.tables:omnibus_table",
}


def text_of(what: str, comparison: object, *names: str, **options: Any) -> str:
    """Return a text about a comparison."""
    from cddiagram.procedures import loaded

    if what in _WORDS:
        from cddiagram.words.inlines import finished_words

        return finished_words(loaded(_WORDS[what])(comparison), **options)
    text: str = loaded(_WRITERS[what])(comparison, *names, **options)
    return text


def caption(result: Comparison | Posterior, figure: str, *, latex: bool, cite: str = "cite", **shown: Any) -> str:
    """Return the caption of a figure as it is `shown`; refused is what the figure itself refuses."""
    from cddiagram.figures.registry import find_figure
    from cddiagram.words.inlines import finished_words

    return finished_words(find_figure(figure).caption(result, **shown), latex=latex, cite=cite)


def tabulate(comparison: Comparison, key: str, **options: Any) -> ShownTable:
    """Return a table of a comparison."""
    from cddiagram.errors import UsageError, choose_from
    from cddiagram.procedures import loaded
    from cddiagram.report import shown

    if key not in TABLES:
        raise UsageError(choose_from("table", key, TABLES))
    return shown.shown_table(comparison, key, loaded(TABLES[key]), options)


def tabulate_study(study: Study, key: str) -> ShownTable:
    """Return a table of a study."""
    from cddiagram.errors import UsageError, choose_from
    from cddiagram.report import shown
    from cddiagram.report.sections import studies

    tables = studies.TABLES[study.kind]
    if key not in tables:
        raise UsageError(choose_from("table", key, tables))
    return shown.ShownTable(**vars(tables[key](study)))


def convergence_advice(comparison: ConvergenceComparison) -> tuple[str, ...]:
    """Return the advice that applies to a comparison of convergence."""
    from cddiagram.convergence import words

    return words.advice(comparison)
