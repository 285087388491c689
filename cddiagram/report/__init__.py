"""What is said about a comparison in words and tables: the one way from results to the
texts about them.

The methods of `Comparison` and `ConvergenceComparison` call these functions; what they
need is loaded when called.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd

    from cddiagram.comparing.comparison import Comparison
    from cddiagram.comparing.practical import Posterior
    from cddiagram.convergence.comparison import ConvergenceComparison
    from cddiagram.document.shown import ShownTable as ShownTable
    from cddiagram.stats.results import Result

#: Text -> what writes it of a comparison.
_WRITERS = {
    "references": "words.methods:methods_bibtex",
    "summary": "words.sentences:summary",
    "latex": "report.texts:comparison_latex",
    "markdown": "report.texts:comparison_markdown",
    "html": "report.notebook:comparison_html",
    "equivalence": "words.practical:equivalence_summary",
    "posterior": "words.practical:posterior_summary",
    "posterior references": "words.practical:posterior_bibtex",
    "convergence conclusion": "convergence.words:conclusion",
    "convergence summary": "convergence.words:summary",
    "budget summary": "convergence.words:budget_summary",
    "folds references": "studies.folds.words:folds_references",
    "study summary": "studies.words:summary",
}

#: The same for texts with formulas and citations, which are for plain text or for
#: LaTeX.
_WORDS = {
    "methods": "words.methods:methods_words",
    "convergence caption": "convergence.words:caption_words",
    "budget caption": "convergence.words:budget_caption_words",
    "study caption": "studies.words:caption_words",
    "folds methods": "studies.folds.words:folds_methods_words",
}

#: Table -> what makes it of a comparison, or returns None where the comparison has no
#: such numbers.
TABLES = {
    "scores": "report.score_table:scores_table",
    "board": "report.board:board_table",
    "ranks": "report.tables:ranks_table",
    "pairs": "report.tables:pairs_table",
    "pvalues": "report.tables:pvalues_table",
    "effects": "report.tables:effects_table",
    "omnibus": "report.tables:omnibus_table",
    "contrasts": "report.sections.comparison:contrasts_table",
    "conditions": "report.sections.comparison:conditions_table",
}
#: Class -> the tables of other results; whatever is not here has one of its fields.
_TABLES: dict[str, dict[str, str]] = {
    "Comparison": TABLES,
    "ConvergenceComparison": {
        "pairs": "convergence.tables:pairs_table",
        "pvalues": "convergence.tables:pvalues_table",
    },
    "BudgetComparison": {"ranks": "convergence.tables:budget_table"},
    "StabilityStudy": {
        "stability": "studies.stability.tables:stability_table",
        "changes": "studies.stability.tables:changes_table",
    },
    "PoolStudy": {
        "pool": "studies.pool.tables:pool_table",
        "flips": "studies.pool.tables:flips_table",
    },
    "PowerStudy": {
        "power": "studies.power.tables:power_table",
        "pairs": "studies.power.tables:power_pairs_table",
    },
    "LevelStudy": {"level": "studies.level.tables:level_table"},
    "DatasetsStudy": {"datasets": "studies.datasets.tables:datasets_table"},
    "FoldsComparison": {
        "folds": "studies.folds.tables:folds_table",
        "means": "studies.folds.tables:means_table",
    },
    "Ranking": {
        "ranking": "report.fields:fields_table",
        "datasets": "report.fields:ranks_of_datasets",
    },
}


def text_of(what: str, comparison: object, *names: str, **options: Any) -> str:
    """Return a text about a comparison."""
    from cddiagram._util.lazy import loaded

    if what in _WORDS:
        from cddiagram.words.inlines import finished_words

        written = {
            name: options.pop(name) for name in ("latex", "cite") if name in options
        }
        return finished_words(loaded(_WORDS[what])(comparison, **options), **written)
    text: str = loaded(_WRITERS[what])(comparison, *names, **options)
    return text


def caption(
    result: Comparison | Posterior,
    figure: str,
    *,
    latex: bool,
    cite: str = "cite",
    **shown: Any,
) -> str:
    """Return the caption of a figure as it is `shown`; refused is what the figure
    itself refuses.
    """
    from cddiagram.figures.registry import find_figure
    from cddiagram.words.inlines import finished_words

    return finished_words(
        find_figure(figure).caption(result, **shown), latex=latex, cite=cite
    )


def tabulate(result: Result, key: str, **options: Any) -> ShownTable:
    """Return a table of a result, by default its first."""
    from cddiagram.report.shown import shown_table

    tables = _TABLES.get(
        type(result).__name__, {"fields": "report.fields:fields_table"}
    )
    return shown_table(result, key, tables, options)


def frame_of(result: Result, key: str, **options: Any) -> pd.DataFrame:
    """Return a table of a result as a pandas frame; that of the pairs has their rows,
    under the names of JSON.
    """
    from cddiagram.document.shown import named_frame

    rows = getattr(result, "pair_rows", None)
    if rows is None or key not in ("", "pairs"):
        return result.tabulate(key, **options).to_frame()
    return named_frame(rows(**options), 2)


def convergence_advice(comparison: ConvergenceComparison) -> tuple[str, ...]:
    """Return the advice that applies to a comparison of convergence."""
    from cddiagram.convergence import words

    return words.advice(comparison)
