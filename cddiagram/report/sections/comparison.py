"""The sections of a comparison, and of the whole: what stands around the tables of
`cddiagram.report.tables`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from cddiagram.comparing import Comparison
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
from cddiagram.text import Name, Phrase, cite, commas, join, phrase
from cddiagram.words import (
    NORMALITY_SOURCES,
    CitedSource,
    brief_sentences,
    capitalised,
    compared_words,
    conclusions,
    degrees_words,
    design_words,
    group_lines,
    methods_words,
    missing_words,
    no_result_words,
    omnibus_warning,
    rank_decimals,
    sensitivity_words,
    setting_words,
    undecided_words,
    untested_words,
)

#: So many algorithms stand in a brief whose diagram is too high for a page.
_LEADING = 10
#: More data sets than this are counted, not named.
_NAMED = 40
#: What reading notes about data sets that it left out, and which: the section names all
#: of them itself.
_DROPPED = "data sets dropped for missing scores"
#: What a dash among the tests of assumptions means (`cddiagram.stats.assumptions.LEAST`).
_NOT_TESTED = (
    "–: not tested, because all scores of the algorithm are equal or data sets are "
    "too few: the D'Agostino–Pearson "
    "test needs 8, the others need 3."
)
_NO_LEVENE = "–: not tested, because data sets are too few: the test needs 3."
#: A matrix of contrasts of more algorithms than this is not readable.
_MOST_CONTRASTS = 12


def brief_blocks(
    comparison: Comparison,
    key: str,
    drawn: tuple[Block, ...],
    leading: tuple[Block, ...],
) -> tuple[Block, ...]:
    """Say in a page what is most: the leading figure, or the best algorithms where it
    is too high; what follows.
    """
    shown: tuple[Block, ...] = leading
    if drawn and not leading:
        table, k = ranks_table(comparison, key), len(comparison.algorithms)
        kept = (
            f"Listed are {min(_LEADING, k)} of {k} algorithms; the diagram of all is "
            "higher than half of a page."
        )
        shown = (
            replace(table, rows=table.rows[:_LEADING], notes=(*table.notes, kept)),
        )
    sentences = Bullets(items=brief_sentences(comparison))
    head = Paragraph(words=compared_words(comparison).words)
    return (
        head,
        *shown,
        sentences,
        Paragraph(words=methods_words(comparison), role="method"),
    )


def summary_blocks(comparison: Comparison, *, brief: bool) -> tuple[Block, ...]:
    """Say what was compared and what follows, but for what a brief has said already."""
    in_brief = brief_sentences(comparison) if brief else ()
    items = tuple(
        sentence for sentence in conclusions(comparison) if sentence not in in_brief
    )
    design = no_result_words(comparison)
    said = "" if brief or design else design_words(comparison)
    warnings = (
        omnibus_warning(comparison),
        "" if design in in_brief else design,
        untested_words(comparison),
        undecided_words(comparison),
    )
    missing = (missing_words(comparison), sensitivity_words(comparison))
    head = () if brief else (Paragraph(words=compared_words(comparison).words),)
    return (
        *head,
        Paragraph(words=setting_words(comparison)),
        *(Paragraph(words=words.words) for words in missing if words),
        *((Bullets(items=items),) if items else ()),
        *((Paragraph(words=(said,)),) if said else ()),
        *(Paragraph(words=(words,), role="warning") for words in warnings if words),
    )


def guidance_blocks(
    comparison: Comparison | Result,
) -> tuple[Block, ...]:
    """Return the advice that applies."""
    advice = advise(comparison)
    if not advice:
        return (
            Paragraph(
                words=("None of the checks has anything to say about this comparison.",)
            ),
        )
    return (Bullets(items=tuple(map(capitalised, advice))),)


def input_blocks(comparison: Comparison, key: str) -> tuple[Block, ...]:
    """Say what was read, what was left out, and which way scores point."""
    table = comparison.table
    if table is None:
        what = (
            "Average ranks"
            if comparison.made_from == "average ranks"
            else "Average ranks and p-values"
        )
        words = f"{what} were computed elsewhere and handed in; there are no scores."
        return (Paragraph(words=(words,)),)
    facts = {
        "Data sets": count_cell(table.n),
        "Algorithms": count_cell(table.k),
        "Better scores": text_cell("higher" if table.higher_is_better else "lower"),
        "Data sets left out": count_cell(len(table.dropped)),
        **({"Missing scores": count_cell(table.touched)} if table.touched else {}),
        "SHA-256 of the scores": text_cell(table.sha256),
    }
    blocks: list[Block] = [facts_table(key, "The scores.", facts)]
    if table.n <= _NAMED:
        blocks.append(
            Paragraph(
                words=(
                    phrase(
                        "The data sets are the rows of the table: {}.",
                        commas(table.datasets),
                    ),
                )
            )
        )
    if table.dropped:
        blocks.append(
            Paragraph(
                words=(
                    phrase("Left out for missing scores: {}.", commas(table.dropped)),
                )
            )
        )
    if table.touched:
        places = np.argwhere(table.touched_places).tolist()
        some = [
            phrase("{} on {}", Name(table.algorithms[j]), Name(table.datasets[i]))
            for i, j in places[:_NAMED]
        ]
        more = f" and {len(places) - _NAMED} more" if len(places) > _NAMED else ""
        blocks.append(
            Paragraph(
                words=(phrase(f"There was no score of {{}}{more}.", commas(some)),)
            )
        )
    notes = (*(note for note in table.notes if _DROPPED not in note), *comparison.notes)
    return (*blocks, *((Bullets(items=notes),) if notes else ()))


def ranks_blocks(comparison: Comparison, key: str) -> tuple[Block, ...]:
    """Return the table of ranks, and a list of the groups with their letters."""
    table = ranks_table(comparison, key)
    if too_many_groups(comparison):
        return (table,)
    if comparison.letter_groups is None:
        return (table, Bullets(items=tuple(group_lines(comparison))))
    others = "the other" if len(comparison.algorithms) == 2 else "all others"
    told = {True: "not significantly different", False: f"differs from {others}"}
    groups = [
        phrase("{}: {} ({})", a, commas(names), told[len(names) > 1])
        for a, names in comparison.letter_groups
    ]
    return (table, Bullets(items=tuple(groups)))


def rankings_blocks(
    comparison: Comparison, rankings: Mapping[str, Comparison], key: str
) -> tuple[Block, ...]:
    """Return average ranks and statistics of all rankings of G10."""
    if not rankings:
        return ()
    words = join(
        "The same scores ranked in three ways",
        cite("garcia2010"),
        ": within data sets",
        cite("friedman1937"),
        ", after the mean of each data set is taken off",
        cite("hodges1962"),
        ", and within data sets that weigh by the range of their scores",
        cite("quade1979"),
        ".",
    )
    decimals = [
        max(3, rank_decimals(other.ranking.average_ranks))
        for other in rankings.values()
    ]
    columns = (
        ranks_column(comparison, *pair)
        for pair in zip(decimals, rankings.values(), strict=True)
    )
    ranks = table_of(
        key, "Average ranks by all rankings.", (names_column(comparison), *columns)
    )
    results = [result for other in rankings.values() for result in other.omnibus]
    if not results:  # of two algorithms
        return (Paragraph(words=words), ranks)
    statistics = table_of(
        f"{key}-tests",
        "Statistics of all rankings.",
        omnibus_columns(results, comparison.alpha),
    )
    return (Paragraph(words=words), ranks, statistics)


def pairs_blocks(comparison: Comparison, key: str, max_rows: int) -> tuple[Block, ...]:
    """Return the tests of all pairs, or of all against the control, and how large the
    differences are.
    """
    tests, sizes = (
        pairs_table(comparison, key, max_rows),
        effects_table(comparison, f"{key}-effects", max_rows),
    )
    effects = comparison.effects
    if effects is None or sizes is None:
        return (tests,)
    level = f"{100 * effects.confidence:g} %"
    words = join(
        "How large differences are, in the units of the scores: first minus second. "
        "The Hodges–Lehmann estimate is "
        "the median of all means of two differences",
        cite("hodges1963"),
        f", with its {level} confidence interval from the signed-rank test; the "
        "rank-biserial correlation of the first "
        "over the second is the share of the rank sum of data sets on which the first "
        "scores more, less the share of "
        "those on which it scores less, from −1 to 1",
        cite("kerby2014"),
        "; ranks of zero differences are split between the two",
        cite("demsar2006"),
        ".",
    )
    return (tests, Paragraph(words=words), sizes)


def contrasts_blocks(comparison: Comparison, key: str) -> tuple[Block, ...]:
    """Return the contrast estimates, and say what they are."""
    table = contrasts_table(comparison, key)
    words = join(
        "Estimates of the difference between the performance of two algorithms from "
        "the medians of all pairs",
        cite("doksum1967", "garcia2010"),
        ", in the units of the scores: row minus column. They are consistent, and no "
        "p-value belongs to them.",
    )
    return () if table is None else (Paragraph(words=words), table)


def contrasts_table(
    comparison: Comparison, key: str = "contrasts"
) -> TableBlock | None:
    """Return the contrast estimates as the matrix of G10, Table 6; None without
    scores.
    """
    contrasts = comparison.contrasts
    if contrasts is None:
        return None
    order, note = comparison.order, ""
    # The estimates are differences of means: two that are equal leave rounding errors
    # of this size.
    dust = 1e-12 * float(abs(contrasts).max())

    def cell(i: int, j: int) -> Cell:
        return (
            NOTHING
            if i == j and not note
            else score_cell(contrasts[i, j], decimals, dust=dust)
        )

    if len(order) > _MOST_CONTRASTS:
        best = order[0]
        decimals = decimals_for(contrasts[best])
        note = (
            f"{len(order)} algorithms are too many for a matrix: the contrast of two "
            "is the difference of their rows."
        )
        head = Phrase("minus ", Name(comparison.algorithms[best]))
        columns = [
            names_column(comparison),
            Filled.right(head, [cell(i, best) for i in order]),
        ]
    else:
        decimals = decimals_for(contrasts.ravel())
        columns = list(matrix_columns(comparison, cell))
    return table_of(key, "Contrast estimates.", columns, (note,))


def assumptions_table(
    comparison: Comparison, key: str = "assumptions"
) -> TableBlock | None:
    """Return the tests of normality of each algorithm; None without scores."""
    assumptions = comparison.assumptions
    if assumptions is None:
        return None
    normality = [
        Filled.right(
            f"{NORMALITY_NAMES[test.name]} p",
            [_tested(test.pvalue[i], comparison.alpha) for i in comparison.order],
        )
        for test in assumptions.normality
    ]
    missing = any(math.isnan(p) for test in assumptions.normality for p in test.pvalue)
    columns = (names_column(comparison), *normality)
    return table_of(
        key, "Tests of normality: p-values.", columns, (_NOT_TESTED if missing else "",)
    )


def assumptions_blocks(comparison: Comparison, key: str) -> tuple[Block, ...]:
    """Return the tests of the assumptions of parametric tests."""
    assumptions, tests = comparison.assumptions, assumptions_table(comparison, key)
    if assumptions is None or tests is None:
        return ()
    alpha = comparison.alpha
    words = join(
        "Whether the scores of each algorithm over the data sets could be normal",
        cite(*(NORMALITY_SOURCES[test.name] for test in assumptions.normality)),
        ", and whether their variances could be equal",
        cite("levene1960"),
        ". Tests on ranks need neither; a t test and an analysis of variance do. "
        "Small p-values speak against the "
        "condition.",
    )
    levene = assumptions.levene
    variances = table_of(
        f"{key}-levene",
        "Levene's test of equal variances of all algorithms.",
        (
            Filled.left(
                "Test",
                [text_cell(f"Levene, from the {levene.center}", role="name")],
            ),
            Filled.right("F", [number_cell(levene.statistic, 3)]),
            Filled.right("df", [text_cell(degrees_words(levene.df))]),
            Filled.right("p", [_tested(levene.pvalue, alpha)]),
        ),
        (_NO_LEVENE if math.isnan(levene.pvalue) else "",),
    )
    return (Paragraph(words=words), tests, variances)


def _tested(p: float, alpha: float) -> Cell:
    return p_cell(float(p), alpha, significant=bool(significant(p, alpha)))


def references_blocks(references: tuple[CitedSource, ...]) -> tuple[Block, ...]:
    """List the sources, and their BibTeX entries."""
    if not references:
        return ()
    listing = Listing(
        text="\n\n".join(reference.bibtex for reference in references),
        language="bibtex",
    )
    return (Bullets(items=tuple(reference.text for reference in references)), listing)


def versions_blocks(provenance: Provenance, key: str) -> tuple[Block, ...]:
    """Say what made the report."""
    found = {"cddiagram": provenance.version, **dict(provenance.packages)}
    facts = {name: text_cell(version) for name, version in found.items()}
    return (
        facts_table(
            key, "What the report was made with.", facts, ("Package", "Version")
        ),
    )
