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
    adjusted_words,
    caption_words,
    caution,
    curves_caption,
    gains,
    ranks_words,
    rates_caution,
    runs_words,
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
    text_cell,
    told,
)
from cddiagram.procedures import ADJUSTMENTS
from cddiagram.report import Setting, figure_block, fits_brief, guidance_blocks, hint_of
from cddiagram.text import Words, cite, join, sentences
from cddiagram.words import formula_alpha

#: So many sentences has a brief.
_BRIEF = 5


def convergence_summary(comparison: ConvergenceComparison) -> tuple[Block, ...]:
    """Say what was compared, and for each algorithm which others it gained on."""
    return (
        Paragraph(words=tested_words(comparison)),
        Bullets(items=tuple(gains(comparison))),
        *(
            Paragraph(words=(words,), role="warning")
            for words in (*worse_throughout(comparison), *caution(comparison))
        ),
    )


def convergence_brief(comparison: ConvergenceComparison) -> tuple[Block, ...]:
    """Say in five sentences at most who gained on whom, and how that was tested."""
    said: list[str] = [*worse_throughout(comparison), *gains(comparison)]
    if len(said) > _BRIEF:
        said[_BRIEF - 1 :] = [
            f"{len(said) - _BRIEF + 1} more sentences about single algorithms are in "
            "the summary."
        ]
    return Bullets(items=tuple(said)), Paragraph(
        words=convergence_method(comparison), role="method"
    )


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
            tell=partial(_hint, comparison),
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
    """Say what was read."""
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
    table = facts_table(key, "The histories.", facts)
    notes = (*histories.notes, *comparison.notes)
    return (table, *((Bullets(items=notes),) if notes else ()))


def convergence_method(comparison: ConvergenceComparison) -> Words:
    """Word the paragraph about the method."""
    histories = comparison.histories
    direction = "higher" if histories.higher_is_better else "lower"
    adjusted = join(
        adjusted_words(comparison), cite(*ADJUSTMENTS[comparison.p_adjust].sources)
    )
    return sentences(
        [
            f"The convergence of {histories.k} algorithms was compared on "
            f"{histories.n} problems at {histories.c} "
            f"cut-points ({histories.unit}); {direction} values are better.",
            runs_words(histories),
            _tested_sentence(comparison, adjusted),
            *rates_caution(comparison),
            f"Computed with cddiagram {__version__}.",
        ]
    )


def _tested_sentence(comparison: ConvergenceComparison, adjusted: Words) -> Words:
    """Name the test of the methods paragraph, with its sources."""
    ranks, alpha = ranks_words(comparison), formula_alpha(comparison.alpha)
    if comparison.test == "page":
        return join(
            "For every ordered pair Page's trend test",
            cite("page1963"),
            " was made on the ranks of the differences at the cut-points",
            cite("derrac2014"),
            f", one-sided, with {ranks}, ",
            adjusted,
            ", at ",
            alpha,
            ".",
        )
    return join(
        "For every pair the differences at the cut-points were ranked on each problem",
        cite("derrac2014"),
        ". The sum of Page's statistic L",
        cite("page1963"),
        " over the problems was tested by sign flips of the problems, two-sided, "
        f"with {ranks}, ",
        adjusted,
        ", at ",
        alpha,
        ".",
    )


def _hint(comparison: ConvergenceComparison, gid: str) -> str:
    """Return what a cell of the matrix shows."""
    order, names = comparison.order, comparison.algorithms

    def pair(i: int, j: int) -> str:
        return told(
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
            "guidance": lambda key: guidance_blocks(comparison),
            "input": lambda key: convergence_input(comparison, key),
            "texts": lambda key: setting.texts(
                caption_words(comparison), convergence_method(comparison)
            ),
        }
    )
    return made, comparison.to_dict()
