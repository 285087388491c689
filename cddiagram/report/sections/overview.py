"""The sections about the whole: conclusion, input, advice, caption and method, sources, versions."""

from __future__ import annotations

import math

from cddiagram._util.inlines import cite, commas, join, phrase
from cddiagram.advice import advise
from cddiagram.comparison import Comparison
from cddiagram.convergence.comparison import ConvergenceComparison
from cddiagram.figures.registry import find_figure
from cddiagram.procedures import NORMALITY_NAMES
from cddiagram.provenance import Provenance
from cddiagram.report.cells import (
    count_cell,
    facts_table,
    left,
    name_cell,
    number_cell,
    p_cell,
    right,
    table_of,
    text_cell,
)
from cddiagram.report.model import Block, Bullets, Cell, Listing, Paragraph
from cddiagram.stats.results import significant
from cddiagram.words.conclusions import conclusions
from cddiagram.words.methods import methods_words
from cddiagram.words.names import NORMALITY_SOURCES, capitalised, degrees_words
from cddiagram.words.sentences import omnibus_warning, setting_words, undecided_words, untested_words
from cddiagram.words.sources import Reference

#: More data sets than this are counted, not named.
_NAMED = 40
#: What reading notes about data sets that it left out, and which: the section names all of them itself.
_DROPPED = "dropped for missing scores"
#: What a dash among the tests of conditions means (`cddiagram.stats.conditions.LEAST`).
_NOT_TESTED = (
    "–: not tested, because all scores of the algorithm are equal or data sets are too few: the D'Agostino–Pearson "
    "test needs 8, the others need 3."
)
_NO_LEVENE = "–: not tested, because data sets are too few: the test needs 3."


def summary_blocks(comparison: Comparison) -> tuple[Block, ...]:
    """Say what was compared and what follows."""
    warnings = (omnibus_warning(comparison), untested_words(comparison), undecided_words(comparison))
    return (
        Paragraph(words=setting_words(comparison)),
        Bullets(items=conclusions(comparison)),
        *(Paragraph(words=(words,), role="warning") for words in warnings if words),
    )


def guidance_blocks(comparison: Comparison | ConvergenceComparison) -> tuple[Block, ...]:
    """Return the advice that applies."""
    advice = advise(comparison)
    if not advice:
        return (Paragraph(words=("None of the checks has anything to say about this comparison.",)),)
    return (Bullets(items=tuple(map(capitalised, advice))),)


def input_blocks(comparison: Comparison, key: str) -> tuple[Block, ...]:
    """Say what was read, what was left out, and which way scores point."""
    table = comparison.table
    if table is None:
        words = "Average ranks and p-values were computed elsewhere and handed in; there are no scores."
        return (Paragraph(words=(words,)),)
    facts = {
        "Data sets": count_cell(table.n),
        "Algorithms": count_cell(table.k),
        "Better scores": text_cell("higher" if table.higher_is_better else "lower"),
        "Data sets left out": count_cell(len(table.dropped)),
        "SHA-256 of the scores": text_cell(table.sha256),
    }
    blocks: list[Block] = [facts_table(key, "The scores.", facts)]
    if table.n <= _NAMED:
        blocks.append(
            Paragraph(words=(phrase("The data sets are the rows of the table: {}.", commas(table.datasets)),))
        )
    if table.dropped:
        blocks.append(Paragraph(words=(phrase("Left out for missing scores: {}.", commas(table.dropped)),)))
    notes = (*(note for note in table.notes if _DROPPED not in note), *comparison.notes)
    return (*blocks, *((Bullets(items=notes),) if notes else ()))


def conditions_blocks(comparison: Comparison, key: str) -> tuple[Block, ...]:
    """Return the tests of the conditions of parametric tests."""
    conditions = comparison.conditions
    if conditions is None:
        return ()
    alpha = comparison.alpha
    words = join(
        "Whether the scores of each algorithm over the data sets could be normal",
        cite(*(NORMALITY_SOURCES[test.name] for test in conditions.normality)),
        ", and whether their variances could be equal",
        cite("levene1960"),
        ". Tests on ranks need neither; a t test and an analysis of variance do. Small p-values speak against the "
        "condition.",
    )
    normality = [
        right(f"{NORMALITY_NAMES[test.name]} p", [_tested(test.pvalue[i], alpha) for i in comparison.order])
        for test in conditions.normality
    ]
    levene = conditions.levene
    variances = table_of(
        f"{key}-levene",
        "Levene's test of equal variances of all algorithms.",
        (
            left("Test", [text_cell(f"Levene, from the {levene.center}", role="name")]),
            right("F", [number_cell(levene.statistic, 3)]),
            right("df", [text_cell(degrees_words(levene.df))]),
            right("p", [_tested(levene.pvalue, alpha)]),
        ),
        (_NO_LEVENE if math.isnan(levene.pvalue) else "",),
    )
    missing = any(math.isnan(p) for test in conditions.normality for p in test.pvalue)
    columns = (left("Algorithm", [name_cell(comparison.algorithms[i]) for i in comparison.order]), *normality)
    tests = table_of(key, "Tests of normality: p-values.", columns, (_NOT_TESTED if missing else "",))
    return (Paragraph(words=words), tests, variances)


def _tested(p: float, alpha: float) -> Cell:
    return p_cell(float(p), alpha, significant=bool(significant(p, alpha)))


def texts_blocks(comparison: Comparison) -> tuple[Block, ...]:
    """Return the caption and the paragraph about the method, ready to be printed."""
    return (
        Paragraph(words=join("Caption. ", find_figure("cd").caption(comparison))),
        Paragraph(words=join("Method. ", methods_words(comparison))),
    )


def references_blocks(references: tuple[Reference, ...]) -> tuple[Block, ...]:
    """List the sources, and their BibTeX entries."""
    if not references:
        return ()
    listing = Listing(text="\n\n".join(reference.bibtex for reference in references), language="bibtex")
    return (Bullets(items=tuple(reference.text for reference in references)), listing)


def versions_blocks(provenance: Provenance, key: str) -> tuple[Block, ...]:
    """Say what made the report."""
    found = {"cddiagram": provenance.version, **dict(provenance.packages)}
    facts = {name: text_cell(version) for name, version in found.items()}
    return (facts_table(key, "What the report was made with.", facts, ("Package", "Version")),)
