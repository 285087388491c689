"""The sections about pairs: tests with effect sizes, contrast estimates."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from cddiagram._util.inlines import Name, Phrase, Words, cite, join, phrase
from cddiagram.comparison import Comparison
from cddiagram.report.model import Block, Cell, Column, Paragraph, Table
from cddiagram.report.sections.cells import (
    NOTHING,
    count_cell,
    decimals_for,
    decision_cell,
    difference_words,
    left,
    name_cell,
    number_cell,
    p_cell,
    right,
    score_cell,
    statistic_decimals,
    statistic_words,
)
from cddiagram.words.conclusions import pair_words
from cddiagram.words.names import statistic_symbol
from cddiagram.words.numbers import format_alpha, format_cd, format_count

if TYPE_CHECKING:
    from cddiagram.stats.effects import Effects
from cddiagram.report.sections.ranks import ranks_blocks

#: A matrix of contrasts of more algorithms than this is not readable.
_MOST_CONTRASTS = 12


def pairs_blocks(comparison: Comparison, key: str, max_rows: int) -> tuple[Block, ...]:
    """Return the tests of all pairs, or of all against the control, and how large the differences are."""
    pairs, left_out = _listed(comparison, max_rows)
    tested = comparison.pairwise
    tests = Table(
        key=key,
        caption=_caption(comparison),
        columns=_test_columns(comparison),
        rows=_test_rows(comparison, pairs),
        notes=(*statistic_words(tested.kind, _variance(comparison)), *left_out),
    )
    effects, table = comparison.effects, comparison.table
    if effects is None or table is None:
        return (tests,)
    level = f"{100 * effects.confidence:g} %"
    sizes = Table(
        key=f"{key}-effects",
        caption=f"Effect sizes of pairs. Intervals hold for one pair, not for all at once ({level}, "
        f"{effects.interval_method}).",
        columns=_effect_columns(level),
        rows=_effect_rows(comparison, effects, pairs),
        notes=(difference_words(table.higher_is_better), *left_out),
    )
    return (tests, Paragraph(words=_effects_introduction(level)), sizes)


def _caption(comparison: Comparison) -> str:
    """Name the tests, and say which of two stands first and when they are significantly different."""
    parts = [comparison.test, f"α = {format_alpha(comparison.alpha)}"]
    if comparison.critical_difference is not None:
        parts.append(f"CD = {format_cd(comparison.critical_difference)}")
    first = "the better average rank" if comparison.ranking.means is None else "the better mean score"
    if comparison.control is not None:
        first = "the control"
    decided = "The control is shown to be better" if _one_sided(comparison) else "A pair is significantly different"
    p = "p" if comparison.pairwise.p_adjust == "none" else "adjusted p"
    return f"Tests of pairs: {', '.join(parts)}; {first} first. {decided} if its {p} is at most α."


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
    order = comparison.order
    # The estimates are differences of means: two that are equal leave rounding errors of this size.
    dust = 1e-12 * float(abs(contrasts).max())
    if len(order) > _MOST_CONTRASTS:
        best = order[0]
        decimals = decimals_for(contrasts[best])
        name = comparison.algorithms[best]
        rows: tuple[tuple[Cell, ...], ...] = tuple(
            (
                name_cell(comparison.algorithms[i], comparison.control),
                score_cell(contrasts[i, best], decimals, dust=dust),
            )
            for i in order
        )
        note = (
            f"{len(order)} algorithms are too many for a matrix: the contrast of two is the difference of their rows."
        )
        columns: tuple[Column, ...] = (left("Algorithm"), right(Phrase("minus ", Name(name))))
        return (
            Paragraph(words=words),
            Table(key=key, caption="Contrast estimates.", columns=columns, rows=rows, notes=(note,)),
        )
    decimals = decimals_for(contrasts.ravel())
    rows = tuple(
        (
            name_cell(comparison.algorithms[i], comparison.control),
            *(NOTHING if i == j else score_cell(contrasts[i, j], decimals, dust=dust) for j in order),
        )
        for i in order
    )
    columns = (left("Algorithm"), *(right(Name(comparison.algorithms[j])) for j in order))
    return (Paragraph(words=words), Table(key=key, caption="Contrast estimates.", columns=columns, rows=rows))


def _listed(comparison: Comparison, max_rows: int) -> tuple[list[tuple[int, int]], tuple[str, ...]]:
    """List the tested pairs by average rank, a control first; of very many those of the best algorithm or the control.

    Where these are too many, too, those with the smallest p-values are kept, the significant ones before all others.
    """
    order, names, pairs = comparison.order, comparison.algorithms, comparison.pairwise
    centre = order[0] if comparison.control is None else names.index(comparison.control)
    found = [(i, j) for at, i in enumerate(order) for j in order[at + 1 :] if not math.isnan(pairs.pvalue[i, j])]
    if comparison.control is not None:
        found = [(centre, i + j - centre) for i, j in found]
    if len(found) <= max_rows:
        return found, ()
    own = [pair for pair in found if centre in pair]
    kept = own
    which, how = f"the {len(own)} pairs of ", ""
    if len(own) > max_rows:
        kept = sorted(own, key=lambda pair: (pairs.pvalue_adjusted[pair], pairs.pvalue[pair]))[:max_rows]
        which = f"{max_rows} of the {format_count(len(own))} pairs of "
        how = ", those with the smallest p-values, by rising p"
    rest = f"; all {format_count(len(found))} pairs are written by cddiagram compare --format csv."
    return kept, (phrase("Listed are {}{}{}{}", which, Name(names[centre]), how, rest),)


def _one_sided(comparison: Comparison) -> bool:
    return comparison.pairwise.pair_test == "multiple-sign"


def _variance(comparison: Comparison) -> str | None:
    return comparison.choices.get("variance")


def _test_columns(comparison: Comparison) -> tuple[Column, ...]:
    pairs = comparison.pairwise
    columns = [left("First"), left("Second")]
    if comparison.ranking.means is not None:
        columns.append(right("Difference of means", "mean score of the first minus the second's"))
    else:
        columns.append(right("Rank difference", "average rank of the second minus the first's"))
    for words in statistic_words(pairs.kind, _variance(comparison)):
        columns.append(right(statistic_symbol(pairs.kind, _variance(comparison)), words.rstrip(".")))
    columns.append(right("p", "unadjusted"))
    if pairs.p_adjust != "none":
        columns.append(right("Adjusted p", f"by the chosen procedure: {comparison.test}"))
    return (*columns, left("Control better" if _one_sided(comparison) else "Significant"))


def _test_rows(comparison: Comparison, listed: list[tuple[int, int]]) -> tuple[tuple[Cell, ...], ...]:
    pairs, alpha = comparison.pairwise, comparison.alpha
    different = comparison.different()
    decimals = statistic_decimals(pairs.kind, [pairs.statistic[pair] for pair in listed])
    rows = []
    for (i, j), distance in zip(listed, _distance_cells(comparison, listed), strict=True):
        apart = bool(different[i, j])
        cells = [
            name_cell(comparison.algorithms[i], comparison.control),
            name_cell(comparison.algorithms[j], comparison.control),
            distance,
        ]
        if pairs.pair_test != "given":
            cells.append(number_cell(float(pairs.statistic[i, j]), decimals))
        cells.append(p_cell(float(pairs.pvalue[i, j]), alpha))
        if pairs.p_adjust != "none":
            hint = pair_words(comparison, i, j)
            cells.append(p_cell(float(pairs.pvalue_adjusted[i, j]), alpha, significant=apart, hint=hint))
        rows.append((*cells, decision_cell(apart)))
    return tuple(rows)


def _distance_cells(comparison: Comparison, listed: list[tuple[int, int]]) -> list[Cell]:
    """Return how far the two of each pair are apart: in average ranks, or in mean scores where these are compared."""
    means, ranks = comparison.ranking.means, comparison.ranking.average_ranks
    if means is None:
        return [number_cell(float(ranks[j] - ranks[i]), 3) for i, j in listed]
    differences = [float(means[i] - means[j]) for i, j in listed]
    decimals, dust = decimals_for(differences), 1e-15 * float(abs(means).max())
    return [score_cell(difference, decimals, dust=dust) for difference in differences]


def _effect_columns(level: str) -> tuple[Column, ...]:
    return (
        left("First"),
        left("Second"),
        right("Wins", "data sets on which the first is better"),
        right("Ties"),
        right("Losses", "data sets on which the second is better"),
        right("Mean diff.", "mean of the differences"),
        right("Median diff.", "median of the differences"),
        right("Hodges–Lehmann"),
        right("from", f"lower end of the {level} interval"),
        right("to", f"upper end of the {level} interval"),
        right("Rank-biserial", "positive where the scores of the first are larger"),
    )


def _effect_rows(
    comparison: Comparison, effects: Effects, pairs: list[tuple[int, int]]
) -> tuple[tuple[Cell, ...], ...]:
    estimates = (effects.hodges_lehmann, effects.interval_low, effects.interval_high)
    # An estimate and its limits are read together; means and medians may be of quite other sizes.
    groups = ((effects.mean_difference,), (effects.median_difference,), estimates)
    sizes = [
        (size, decimals)
        for group in groups
        for decimals in [decimals_for([float(size[pair]) for size in group for pair in pairs])]
        for size in group
    ]
    return tuple(
        (
            name_cell(comparison.algorithms[i], comparison.control),
            name_cell(comparison.algorithms[j], comparison.control),
            *(count_cell(int(count[i, j])) for count in (effects.wins, effects.ties, effects.losses)),
            *(score_cell(float(size[i, j]), decimals) for size, decimals in sizes),
            number_cell(float(effects.rank_biserial[i, j]), 2),
        )
        for i, j in pairs
    )


#: More pairs than this are left to the other formats; those of the best algorithm stay.
_PAIRS = 200


def main_tables(comparison: Comparison) -> tuple[Table, ...]:
    """Return the tables of ranks and of pairs, as in the report.

    >>> import cddiagram as cd
    >>> comparison = cd.compare(cd.load_example("demsar2006-table6-ranks"), alpha=0.10)
    >>> [table.key for table in main_tables(comparison)]
    ['ranks', 'pairs']
    """
    blocks = (*ranks_blocks(comparison, "ranks")[:1], *pairs_blocks(comparison, "pairs", _PAIRS)[:1])
    return tuple(block for block in blocks if isinstance(block, Table))
