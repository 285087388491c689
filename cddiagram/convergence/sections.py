"""The sections of a report on a comparison of convergence."""

from __future__ import annotations

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
    direction,
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

#: A brief has at most this number of sentences.
_MOST_IN_BRIEF = 5


def convergence_sections(
    original: ConvergenceComparison, setting: Setting
) -> tuple[list[Section], dict[str, Any]]:
    """Return the report sections for a comparison, and its numbers as a plain dict."""
    content = _Content(original, setting)
    makers = {key: getattr(content, key) for key in _SECTIONS}
    return setting.sections(makers), content.to_dict()


#: The keys of the sections in a convergence report. Each key is also the name of a
#: method of `_Content`.
_SECTIONS = ("brief", "summary", "figures", "pairs", "advice", "input", "texts")


class _Content:
    """The contents of the report sections for one comparison.

    Each method that is named after a section returns the blocks of this section.
    """

    def __init__(self, original: ConvergenceComparison, setting: Setting) -> None:
        self._original = original
        self._setting = setting
        self._comparison = setting.naming.renamed(original)
        self._figures: tuple[Block, ...] = ()
        if setting.figures and {"brief", "figures"} & {*setting.wanted}:
            self._figures = (self._matrix(), self._curves())
        self._in_brief: tuple[Block, ...] = ()
        if "brief" in setting.wanted:
            count = fits_brief(self._figures)
            self._in_brief = self._figures[:count]

    def brief(self, key: str) -> tuple[Block, ...]:
        """Return the gains in at most five sentences, and the methods paragraph."""
        comparison = self._comparison
        findings: list[str] = [*worse_throughout(comparison), *gains(comparison)]
        if len(findings) > _MOST_IN_BRIEF:
            rest = len(findings) - _MOST_IN_BRIEF + 1
            findings = findings[: _MOST_IN_BRIEF - 1]
            findings.append(
                f"The summary contains {rest} further results for individual algorithms."
            )
        method = Paragraph(words=self._method(), role="method")
        return *self._in_brief, Bullets(items=tuple(findings)), method

    def summary(self, key: str) -> tuple[Block, ...]:
        """Return the test, the gains of each algorithm, and the cautions."""
        comparison = self._comparison
        blocks: list[Block] = [
            Paragraph(words=tested_words(comparison)),
            Bullets(items=tuple(gains(comparison))),
        ]
        warnings: list[TextPart] = [*worse_throughout(comparison), *caution(comparison)]
        for warning in warnings:
            blocks.append(Paragraph(words=join(warning), role="warning"))
        return tuple(blocks)

    def figures(self, key: str) -> tuple[Block, ...]:
        """Return the figures that the brief does not contain."""
        return self._figures[len(self._in_brief) :]

    def pairs(self, key: str) -> tuple[Block, ...]:
        """Return the table of ordered pairs."""
        return (pairs_table(self._comparison, key, self._setting.max_rows),)

    def advice(self, key: str) -> tuple[Block | None, ...]:
        """Return the advice that applies."""
        return advice_blocks(self._comparison)

    def input(self, key: str) -> tuple[Block, ...]:
        """Return a table of facts about the histories, and the notes."""
        histories = self._comparison.histories
        cut_points = ", ".join(f"{point:g}" for point in histories.cut_points)
        facts = {
            "Problems": count_cell(histories.n),
            "Algorithms": count_cell(histories.k),
            "Cut-points": text_cell(cut_points),
            "Unit of the cut-points": text_cell(histories.unit),
            "Better values": text_cell(direction(histories)),
            "SHA-256 of the histories": text_cell(histories.sha256),
        }
        table = facts_table(key, "Convergence histories.", facts)
        notes = (*histories.notes, *self._comparison.notes)
        if not notes:
            return (table,)
        return table, Bullets(items=notes)

    def texts(self, key: str) -> tuple[Block, ...]:
        """Return the caption and the methods paragraph."""
        return self._setting.texts(caption_words(self._comparison), self._method())

    def to_dict(self) -> dict[str, Any]:
        """Return the numbers as plain Python objects."""
        return self._comparison.to_dict()

    def _method(self) -> RichText:
        """Return the methods paragraph."""
        comparison = self._comparison
        sources = ADJUSTMENTS[comparison.p_adjust].sources
        program = f"All computations were performed with cddiagram {__version__}."
        return sentences([*methods_sentences(comparison, sources), program])

    @property
    def _look(self) -> dict[str, Any]:
        """The options of the figures, with the names of the algorithms."""
        names = self._setting.naming.of(self._original.algorithms)
        return {**self._setting.look, **names}

    def _matrix(self) -> Block:
        """Draw the p-value matrix."""
        matrix = find_figure("matrix")
        return figure_block(
            matrix,
            self._comparison,
            f"{self._setting.prefix}page-matrix",
            caption_words(self._comparison),
            alt=f"{matrix.title} of {self._comparison.histories.k} algorithms",
            hint=partial(_hint, self._comparison),
            original=self._original,
            **self._look,
        )

    def _curves(self) -> Block:
        """Draw the convergence curves."""
        histories = self._comparison.histories
        curves = find_figure("curves")
        return figure_block(
            curves,
            histories,
            f"{self._setting.prefix}convergence",
            curves_caption(histories),
            alt=f"{curves.title} of {histories.k} algorithms",
            original=self._original.histories,
            **self._look,
        )


def _hint(comparison: ConvergenceComparison, gid: str) -> str:
    """Return the hint for a cell of the matrix."""
    order, names = comparison.order, comparison.algorithms

    def pair(row: int, column: int) -> str:
        i, j = order[row], order[column]
        return hint_about(pair_words(comparison, i, j), names[i], names[j])

    return hint_of(gid, {r"(?:cell|value)-(\d+)-(\d+)": pair})
