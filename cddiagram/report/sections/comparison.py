"""Sections with tables and paragraphs about one comparison."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from cddiagram.comparing import Comparison
from cddiagram.data import ScoreTable
from cddiagram.document import (
    NOTHING,
    Block,
    Bullets,
    Cell,
    Filled,
    Listing,
    Paragraph,
    TableBlock,
    count_cell,
    decimals_for,
    facts_table,
    number_cell,
    p_cell,
    score_cell,
    table_of,
    text_cell,
)
from cddiagram.procedures import NORMALITY_NAMES
from cddiagram.provenance import Provenance
from cddiagram.report.advice import advise
from cddiagram.report.tables import (
    effects_table,
    matrix_columns,
    names_column,
    omnibus_columns,
    pairs_table,
    ranks_column,
    ranks_table,
    too_many_groups,
)
from cddiagram.stats import Result, significant
from cddiagram.text import Name, Phrase, cite, commas, inflect, join, phrase
from cddiagram.words import (
    CitedSource,
    Wording,
    degrees_words,
    format_level,
    names_words,
    rank_decimals,
)

#: Maps each normality test to its source.
_NORMALITY_SOURCES = {
    "kolmogorov-smirnov": "massey1951",
    "lilliefors": "lilliefors1967",
    "shapiro-wilk": "shapiro1965",
    "dagostino-pearson": "dagostino1973",
}
#: If a diagram is too tall for the one-page summary, it is replaced with a table of
#: this many algorithms.
_LEADING = 10
#: At most this many data sets are named. If there are more data sets, only the number
#: of remaining data sets is given.
_MOST_NAMES = 40
#: These notes explain the dashes in tables of assumptions. The minimum numbers of data
#: sets are defined in `cddiagram.stats.assumptions.LEAST`.
_NOT_TESTED = (
    "–: not tested, because all scores of the algorithm are equal or there are too few "
    "data sets. The D'Agostino–Pearson test requires 8 data sets; the other tests "
    "require 3."
)
_NO_LEVENE = (
    "–: not tested, because there are too few data sets. The test requires 3 data sets."
)
#: A matrix of contrasts is shown only if there are at most this many algorithms,
#: because larger matrices are not readable.
_MOST_CONTRASTS = 12


def brief_blocks(
    comparison: Comparison,
    key: str,
    first: tuple[Block, ...],
    leading: tuple[Block, ...],
) -> tuple[Block, ...]:
    """Return the one-page summary.

    It contains the leading figure, the results and the methods paragraph. If the first
    figure does not fit on the page, `leading` is empty. A table of the best algorithms
    then replaces the figure.
    """
    wording = Wording(comparison)
    overview: tuple[Block, ...] = leading
    if first and not leading:
        overview = (_best_algorithms(comparison, key),)
    return (
        Paragraph(words=wording.compared.words),
        *overview,
        Bullets(items=wording.brief),
        Paragraph(words=wording.methods, role="method"),
    )


def _best_algorithms(comparison: Comparison, key: str) -> TableBlock:
    """Return the table of ranks, limited to the best algorithms."""
    table, k = ranks_table(comparison, key), len(comparison.algorithms)
    note = (
        f"The table lists {min(_LEADING, k)} of {k} algorithms, because the diagram "
        "is too tall for this page."
    )
    return replace(table, rows=table.rows[:_LEADING], notes=(*table.notes, note))


def summary_blocks(comparison: Comparison, *, brief: bool) -> tuple[Block, ...]:
    """Return the setting and the conclusions.

    Sentences that are part of the one-page summary are omitted.
    """
    wording = Wording(comparison)
    in_brief: tuple[str, ...] = ()
    blocks: list[Block] = []
    if brief:
        in_brief = wording.brief
    else:
        blocks.append(Paragraph(words=wording.compared.words))
    blocks.append(Paragraph(words=wording.setting))
    for missing in (wording.missing, wording.sensitivity):
        if missing:
            blocks.append(Paragraph(words=missing.words))
    items = tuple(text for text in wording.conclusions if text not in in_brief)
    if items:
        blocks.append(Bullets(items=items))
    no_result = wording.no_result
    if wording.design and not brief and not no_result:
        blocks.append(Paragraph(words=(wording.design,)))
    warnings = [wording.omnibus_warning]
    if no_result not in in_brief:
        warnings.append(no_result)
    warnings += [wording.untested, wording.stopped_search]
    for warning in filter(None, warnings):
        blocks.append(Paragraph(words=(warning,), role="warning"))
    return tuple(blocks)


def advice_blocks(comparison: Comparison | Result) -> tuple[Block, ...]:
    """Return the advice about a comparison as a list."""
    advice = advise(comparison)
    if advice:
        return (Bullets(items=advice),)
    words = ("None of the checks found a problem with this comparison.",)
    return (Paragraph(words=words),)


def input_blocks(comparison: Comparison, key: str) -> tuple[Block, ...]:
    """Return facts about the scores: sizes, direction, missing scores and notes."""
    table = comparison.table
    if table is None:
        values = "average ranks and the p-values"
        if comparison.made_from == "average ranks":
            values = "average ranks"
        words = (
            f"The {values} were taken from another source. Scores are not available."
        )
        return (Paragraph(words=(words,)),)
    better = {True: "higher", False: "lower"}
    facts = {
        "Data sets": count_cell(table.n),
        "Algorithms": count_cell(table.k),
        "Better scores": text_cell(better[table.higher_is_better]),
        "Dropped data sets": count_cell(len(table.dropped)),
    }
    if table.touched:
        facts["Missing scores"] = count_cell(table.touched)
    facts["SHA-256 of the scores"] = text_cell(table.sha256)
    blocks: list[Block] = [facts_table(key, "Scores.", facts)]
    if table.n <= _MOST_NAMES:
        datasets = phrase("Data sets: {}.", commas(table.datasets))
        blocks.append(Paragraph(words=(datasets,)))
    if table.touched:
        blocks.append(Paragraph(words=(_missing_scores(table),)))
    notes = (*table.notes, *comparison.notes)
    if notes:
        blocks.append(Bullets(items=notes))
    return tuple(blocks)


def _missing_scores(table: ScoreTable) -> Phrase:
    """Name the algorithm and the data set of each missing score.

    Only the first few are named; the others are only counted.
    """
    names = []
    for i, j in np.argwhere(table.touched_places).tolist():
        algorithm, dataset = Name(table.algorithms[j]), Name(table.datasets[i])
        names.append(phrase("{} on {}", algorithm, dataset))
    return phrase("Missing scores: {}.", names_words(names, _MOST_NAMES))


def ranks_blocks(comparison: Comparison, key: str) -> tuple[Block, ...]:
    """Return the table of ranks, and a list of the groups with their letters."""
    table = ranks_table(comparison, key)
    if too_many_groups(comparison):
        return (table,)
    if comparison.letter_groups is None:
        return (table, Bullets(items=tuple(Wording(comparison).groups)))
    alone = "significantly different from all others"
    if len(comparison.algorithms) == 2:
        alone = "significantly different from the other algorithm"
    groups = []
    for letter, names in comparison.letter_groups:
        decision = inflect(len(names), alone, "not significantly different")
        groups.append(phrase("{}: {} ({})", letter, commas(names), decision))
    return (table, Bullets(items=tuple(groups)))


def rankings_blocks(
    comparison: Comparison, rankings: Mapping[str, Comparison], key: str
) -> tuple[Block, ...]:
    """Return the average ranks and the omnibus tests for all ranking methods."""
    if not rankings:
        return ()
    words = join(
        "The scores were ranked in three ways",
        cite("garcia2010"),
        ": within data sets",
        cite("friedman1937"),
        ", over all data sets after subtracting the mean of each data set",
        cite("hodges1962"),
        ", and within data sets that were weighted by the range of their scores",
        cite("quade1979"),
        ".",
    )
    columns = [names_column(comparison)]
    for other in rankings.values():
        decimals = max(3, rank_decimals(other.ranking.average_ranks))
        columns.append(ranks_column(comparison, decimals, other))
    ranks = table_of(key, "Average ranks by ranking method.", columns)
    results = [result for other in rankings.values() for result in other.omnibus]
    if not results:  # Two algorithms are compared without an omnibus test.
        return (Paragraph(words=words), ranks)
    statistics = table_of(
        f"{key}-tests",
        "Omnibus tests by ranking method.",
        omnibus_columns(results, comparison.alpha),
    )
    return (Paragraph(words=words), ranks, statistics)


def pairs_blocks(comparison: Comparison, key: str, max_rows: int) -> tuple[Block, ...]:
    """Return the tables of pairwise tests and of effect sizes."""
    tests = pairs_table(comparison, key, max_rows)
    sizes = effects_table(comparison, f"{key}-effects", max_rows)
    effects = comparison.effects
    if effects is None or sizes is None:
        return (tests,)
    level = format_level(effects.confidence)
    words = join(
        "The Hodges–Lehmann estimate is the median of the means of all pairs of "
        "differences",
        cite("hodges1963"),
        f". Its {level} confidence interval is derived from the signed-rank test. The "
        "rank-biserial correlation ranges from −1 to 1",
        cite("kerby2014"),
        ". It is the proportion of the total rank sum contributed by data sets on which "
        "the first algorithm has larger scores, minus the proportion contributed by data "
        "sets on which it has smaller scores. The ranks of zero differences are split "
        "evenly",
        cite("demsar2006"),
        ".",
    )
    return (tests, Paragraph(words=words), sizes)


def contrasts_blocks(comparison: Comparison, key: str) -> tuple[Block, ...]:
    """Return the contrast estimates together with an explanation."""
    table = contrasts_table(comparison, key)
    if table is None:
        return ()
    words = join(
        "Contrast estimates measure the difference in performance between two "
        "algorithms (row minus column) in the units of the scores. They are computed "
        "from the median differences of all pairs",
        cite("doksum1967", "garcia2010"),
        " and are consistent with each other. P-values are not available for them.",
    )
    return (Paragraph(words=words), table)


def contrasts_table(
    comparison: Comparison, key: str = "contrasts"
) -> TableBlock | None:
    """Return the matrix of contrast estimates, or None without scores.

    The matrix is similar to Table 6 of García et al. (2010). If there are too many
    algorithms, the matrix consists of a single column, which contains the contrasts
    with the best-ranked algorithm.
    """
    contrasts = comparison.contrasts
    if contrasts is None:
        return None
    order, best = comparison.order, comparison.order[0]
    # The estimates are differences between means. If two means are equal, rounding
    # errors can make them differ by at most this amount.
    dust = 1e-12 * float(abs(contrasts).max())
    if len(order) <= _MOST_CONTRASTS:
        decimals = decimals_for(contrasts.ravel())

        def cell(i: int, j: int) -> Cell:
            if i == j:
                return NOTHING
            return score_cell(contrasts[i, j], decimals, dust=dust)

        return table_of(key, "Contrast estimates.", matrix_columns(comparison, cell))
    places = decimals_for(contrasts[best])
    cells = [score_cell(contrasts[i, best], places, dust=dust) for i in order]
    head = Phrase("minus ", Name(comparison.algorithms[best]))
    note = (
        f"The matrix of {len(order)} algorithms is too large. The contrast of two "
        "algorithms is the difference between their rows."
    )
    columns = (names_column(comparison), Filled.right(head, cells))
    return table_of(key, "Contrast estimates.", columns, (note,))


def assumptions_table(
    comparison: Comparison, key: str = "assumptions"
) -> TableBlock | None:
    """Return the normality tests for each algorithm, or None without scores."""
    assumptions = comparison.assumptions
    if assumptions is None:
        return None
    columns = [names_column(comparison)]
    note = ""
    for test in assumptions.normality:
        pvalues = [test.pvalue[i] for i in comparison.order]
        cells = [_decided_p_cell(p, comparison.alpha) for p in pvalues]
        columns.append(Filled.right(f"{NORMALITY_NAMES[test.name]} p", cells))
        if np.isnan(pvalues).any():
            note = _NOT_TESTED
    return table_of(key, "P-values of normality tests.", columns, (note,))


def assumptions_blocks(comparison: Comparison, key: str) -> tuple[Block, ...]:
    """Return the tests of the assumptions of parametric tests."""
    assumptions, tests = comparison.assumptions, assumptions_table(comparison, key)
    if assumptions is None or tests is None:
        return ()
    sources = [_NORMALITY_SOURCES[test.name] for test in assumptions.normality]
    words = join(
        "Analysis of variance and t tests assume normally distributed scores with equal "
        "variances; tests on ranks do not. The scores of each algorithm were tested for "
        "normality across the data sets",
        cite(*sources),
        ", and the algorithms were tested for equal variances",
        cite("levene1960"),
        ". A small p-value is evidence against the tested assumption.",
    )
    levene = assumptions.levene
    name = f"Levene (centred at the {levene.center})"
    columns = (
        Filled.left("Test", [text_cell(name, role="name")]),
        Filled.right("F", [number_cell(levene.statistic, 3)]),
        Filled.right("df", [text_cell(degrees_words(levene.df))]),
        Filled.right("p", [_decided_p_cell(levene.pvalue, comparison.alpha)]),
    )
    note = ""
    if math.isnan(levene.pvalue):
        note = _NO_LEVENE
    caption = "Levene's test for equal variances."
    variances = table_of(f"{key}-levene", caption, columns, (note,))
    return (Paragraph(words=words), tests, variances)


def _decided_p_cell(p: float, alpha: float) -> Cell:
    return p_cell(float(p), alpha, significant=bool(significant(p, alpha)))


def references_blocks(references: tuple[CitedSource, ...]) -> tuple[Block, ...]:
    """Return the list of references with their BibTeX entries."""
    if not references:
        return ()
    texts = tuple(reference.text for reference in references)
    bibtex = "\n\n".join(reference.bibtex for reference in references)
    return (Bullets(items=texts), Listing(text=bibtex, language="bibtex"))


def versions_blocks(provenance: Provenance, key: str) -> tuple[Block, ...]:
    """Return the versions of the packages that produced the report."""
    facts = {"cddiagram": text_cell(provenance.version)}
    for name, version in dict(provenance.packages).items():
        facts[name] = text_cell(version)
    caption = "Software used for this report."
    return (facts_table(key, caption, facts, ("Package", "Version")),)
