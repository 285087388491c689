"""The sections of a report about a comparison of convergence."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from cddiagram._util import __version__
from cddiagram.convergence.comparison import ConvergenceComparison
from cddiagram.convergence.figures import find_figure
from cddiagram.convergence.tables import pair_words, pairs_table
from cddiagram.convergence.words import (
    caption_words,
    caution,
    curves_caption,
    gains,
    methods_sentences,
    tested_words,
    worse_throughout,
)
from cddiagram.document import (
    Block,
    Bullets,
    Paragraph,
    Section,
    count_cell,
    facts_table,
    hint_about,
    text_cell,
)
from cddiagram.procedures import ADJUSTMENTS
from cddiagram.report import Setting, advice_blocks, figure_block, fits_brief, hint_of
from cddiagram.text import RichText, TextPart, join, sentences

#: So many sentences has a brief.
_BRIEF = 5


def convergence_summary(comparison: ConvergenceComparison) -> tuple[Block, ...]:
    """Return the test and the gains of each algorithm."""
    warnings: list[TextPart] = [*worse_throughout(comparison), *caution(comparison)]
    return (
        Paragraph(words=tested_words(comparison)),
        Bullets(items=tuple(gains(comparison))),
        *(Paragraph(words=join(words), role="warning") for words in warnings),
    )


def convergence_brief(comparison: ConvergenceComparison) -> tuple[Block, ...]:
    """Return the gains in at most five sentences, and the methods paragraph."""
    findings: list[str] = [*worse_throughout(comparison), *gains(comparison)]
    rest = len(findings) - _BRIEF + 1
    if rest > 1:
        findings[_BRIEF - 1 :] = [
            f"The summary contains {rest} further results for single algorithms."
        ]
    method = Paragraph(words=convergence_method(comparison), role="method")
    return Bullets(items=tuple(findings)), method


def convergence_figures(
    comparison: ConvergenceComparison,
    prefix: str,
    look: Mapping[str, Any],
    original: ConvergenceComparison,
) -> tuple[Block, ...]:
    """Draw the matrix of the tests and the convergence curves, of what has the names
    that the look speaks of.
    """
    histories = comparison.histories
    matrix, curves = find_figure("matrix"), find_figure("curves")
    return (
        figure_block(
            matrix,
            comparison,
            f"{prefix}page-matrix",
            caption_words(comparison),
            alt=f"{matrix.title} of {histories.k} algorithms",
            hint=partial(_hint, comparison),
            original=original,
            **look,
        ),
        figure_block(
            curves,
            histories,
            f"{prefix}convergence",
            curves_caption(histories),
            alt=f"{curves.title} of {histories.k} algorithms",
            original=original.histories,
            **look,
        ),
    )


def convergence_input(comparison: ConvergenceComparison, key: str) -> tuple[Block, ...]:
    """Return the facts about the histories."""
    histories = comparison.histories
    facts = {
        "Problems": count_cell(histories.n),
        "Algorithms": count_cell(histories.k),
        "Cut-points": text_cell(
            ", ".join(f"{point:g}" for point in histories.cut_points)
        ),
        "Unit of the cut-points": text_cell(histories.unit),
        "Better values": text_cell("higher" if histories.higher_is_better else "lower"),
        "SHA-256 of the histories": text_cell(histories.sha256),
    }
    table = facts_table(key, "Convergence histories.", facts)
    notes = (*histories.notes, *comparison.notes)
    return (table, *((Bullets(items=notes),) if notes else ()))


def convergence_method(comparison: ConvergenceComparison) -> RichText:
    """Return the methods paragraph."""
    sources = ADJUSTMENTS[comparison.p_adjust].sources
    program = f"All computations were performed with cddiagram {__version__}."
    return sentences([*methods_sentences(comparison, sources), program])


def _hint(comparison: ConvergenceComparison, gid: str) -> str:
    """Return what a cell of the matrix shows."""
    order, names = comparison.order, comparison.algorithms

    def pair(i: int, j: int) -> str:
        return hint_about(
            pair_words(comparison, order[i], order[j]),
            names[order[i]],
            names[order[j]],
        )

    return hint_of(gid, {r"(?:cell|value)-(\d+)-(\d+)": pair})


def convergence_sections(
    original: ConvergenceComparison, setting: Setting
) -> tuple[list[Section], dict[str, Any]]:
    """Return the sections of a comparison of convergence; see `comparison_sections`."""
    comparison = setting.naming.renamed(original)
    drawn: tuple[Block, ...] = ()
    if setting.figures and {"brief", "figures"} & {*setting.wanted}:
        look = {**setting.look, **setting.naming.of(original.algorithms)}
        drawn = convergence_figures(comparison, setting.prefix, look, original)
    leading = drawn[: "brief" in setting.wanted and fits_brief(drawn)]
    made = setting.sections(
        {
            "brief": lambda key: (*leading, *convergence_brief(comparison)),
            "summary": lambda key: convergence_summary(comparison),
            "figures": lambda key: drawn[len(leading) :],
            "pairs": lambda key: (pairs_table(comparison, key, setting.max_rows),),
            "advice": lambda key: advice_blocks(comparison),
            "input": lambda key: convergence_input(comparison, key),
            "texts": lambda key: setting.texts(
                caption_words(comparison), convergence_method(comparison)
            ),
        }
    )
    return made, comparison.to_dict()
