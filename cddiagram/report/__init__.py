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
    "methods": "words.methods:methods",
    "references": "words.methods:methods_bibtex",
    "summary": "words.sentences:summary",
    "latex": "report.write_latex:comparison_latex",
    "markdown": "report.write_markdown:comparison_markdown",
    "html": "report.html.notebook:comparison_html",
    "equivalence": "words.practical:equivalence_summary",
    "posterior": "words.practical:posterior_summary",
    "posterior references": "words.practical:posterior_bibtex",
    "convergence conclusion": "convergence.words:conclusion",
    "convergence caption": "convergence.words:caption",
    "convergence summary": "convergence.words:summary",
    "stability caption": "studies.words:stability_caption",
    "stability summary": "studies.words:stability_summary",
    "pool caption": "studies.words:pool_caption",
    "pool summary": "studies.words:pool_summary",
    "folds caption": "studies.words:folds_caption",
    "folds summary": "studies.words:folds_summary",
    "folds methods": "studies.words:folds_methods",
    "folds references": "studies.words:folds_references",
    "power caption": "studies.words:power_caption",
    "power summary": "studies.words:power_summary",
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

    text: str = loaded(_WRITERS[what])(comparison, *names, **options)
    return text


def caption(result: Comparison | Posterior, figure: str, *, latex: bool, **shown: Any) -> str:
    """Return the caption of a figure as it is `shown`; refused is what the figure itself refuses."""
    from cddiagram.figures.registry import find_figure
    from cddiagram.words.inlines import pasted_words, plain_words

    words = find_figure(figure).caption(result, **shown)
    return pasted_words(words) if latex else plain_words(words)


def study_text(study: Study, what: str, *, latex: bool) -> str:
    """Return a text about a study: words with formulas and citations as they are pasted, or plain."""
    from cddiagram.procedures import loaded
    from cddiagram.words.inlines import pasted_words, plain_words

    words = loaded(_WRITERS[f"{study.kind} {what}"])(study)
    return words if isinstance(words, str) else pasted_words(words) if latex else plain_words(words)


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
