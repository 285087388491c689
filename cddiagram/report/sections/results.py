"""The sections about ranks, tests and pairs: what stands around the tables of `cddiagram.report.tables`."""

from __future__ import annotations

from collections.abc import Mapping

from cddiagram._util.inlines import Name, Phrase, Words, cite, commas, join, phrase
from cddiagram.comparison import Comparison
from cddiagram.report.cells import NOTHING, decimals_for, right, score_cell, table_of
from cddiagram.report.model import Block, Bullets, Cell, Paragraph
from cddiagram.report.tables import (
    effects_table,
    matrix_columns,
    names_column,
    omnibus_columns,
    omnibus_table,
    pairs_table,
    ranks_column,
    ranks_table,
    too_many_groups,
)
from cddiagram.words.numbers import rank_decimals
from cddiagram.words.sentences import group_lines

#: A matrix of contrasts of more algorithms than this is not readable.
_MOST_CONTRASTS = 12


def ranks_blocks(comparison: Comparison, key: str) -> tuple[Block, ...]:
    """Return the table of ranks, and a list of the groups with their letters."""
    table = ranks_table(comparison, key)
    if too_many_groups(comparison):
        return (table,)
    if comparison.letter_groups is None:
        return (table, Bullets(items=tuple(group_lines(comparison))))
    others = "the other" if len(comparison.algorithms) == 2 else "all others"
    told = {True: "not significantly different", False: f"differs from {others}"}
    groups = [phrase("{}: {} ({})", a, commas(names), told[len(names) > 1]) for a, names in comparison.letter_groups]
    return (table, Bullets(items=tuple(groups)))


def omnibus_blocks(comparison: Comparison, key: str) -> tuple[Block, ...]:
    """Return the tests of any difference at all, where there are any."""
    table = omnibus_table(comparison, key)
    return () if table is None else (table,)


def rankings_blocks(comparison: Comparison, rankings: Mapping[str, Comparison], key: str) -> tuple[Block, ...]:
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
    decimals = [max(3, rank_decimals(other.ranking.average_ranks)) for other in rankings.values()]
    columns = (ranks_column(comparison, *pair) for pair in zip(decimals, rankings.values(), strict=True))
    ranks = table_of(key, "Average ranks by all rankings.", (names_column(comparison), *columns))
    results = [result for other in rankings.values() for result in other.omnibus]
    statistics = table_of(f"{key}-tests", "Statistics of all rankings.", omnibus_columns(results, comparison.alpha))
    return (Paragraph(words=words), ranks, statistics)


def pairs_blocks(comparison: Comparison, key: str, max_rows: int) -> tuple[Block, ...]:
    """Return the tests of all pairs, or of all against the control, and how large the differences are."""
    tests, sizes = pairs_table(comparison, key, max_rows), effects_table(comparison, f"{key}-effects", max_rows)
    effects = comparison.effects
    if effects is None or sizes is None:
        return (tests,)
    return (tests, Paragraph(words=_effects_introduction(f"{100 * effects.confidence:g} %")), sizes)


def _effects_introduction(level: str) -> Words:
    return join(
        "How large differences are, in the units of the scores: first minus second. The Hodges–Lehmann estimate is "
        "the median of all means of two differences",
        cite("hodges1963"),
        f", with its {level} confidence interval from the signed-rank test; the rank-biserial correlation of the first "
        "over the second is the share of the rank sum of data sets on which the first scores more, less the share of "
        "those on which it scores less, from −1 to 1",
        cite("kerby2014"),
        "; ranks of zero differences are split between the two",
        cite("demsar2006"),
        ".",
    )


def contrasts_blocks(comparison: Comparison, key: str) -> tuple[Block, ...]:
    """Return the contrast estimates as the matrix of G10, Table 6."""
    contrasts = comparison.contrasts
    if contrasts is None:
        return ()
    words = join(
        "Estimates of the difference between the performance of two algorithms from the medians of all pairs",
        cite("doksum1967", "garcia2010"),
        ", in the units of the scores: row minus column. They are consistent, and no p-value belongs to them.",
    )
    order, note = comparison.order, ""
    # The estimates are differences of means: two that are equal leave rounding errors of this size.
    dust = 1e-12 * float(abs(contrasts).max())

    def cell(i: int, j: int) -> Cell:
        return NOTHING if i == j and not note else score_cell(contrasts[i, j], decimals, dust=dust)

    if len(order) > _MOST_CONTRASTS:
        best = order[0]
        decimals = decimals_for(contrasts[best])
        note = (
            f"{len(order)} algorithms are too many for a matrix: the contrast of two is the difference of their rows."
        )
        head = Phrase("minus ", Name(comparison.algorithms[best]))
        columns = [names_column(comparison), right(head, [cell(i, best) for i in order])]
    else:
        decimals = decimals_for(contrasts.ravel())
        columns = list(matrix_columns(comparison, cell))
    return (Paragraph(words=words), table_of(key, "Contrast estimates.", columns, (note,)))
