"""The sections about pairs: tests with effect sizes, contrast estimates."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from cddiagram.layout.numbers import format_alpha, format_cd, format_count, format_rank
from cddiagram.report.model import Block, Cell, Column, Paragraph, Table
from cddiagram.report.sections.cells import (
    NOTHING,
    count_cell,
    decimals_for,
    decision_cell,
    left,
    name_cell,
    number_cell,
    p_cell,
    right,
)
from cddiagram.report.wording.conclusions import pair_words
from cddiagram.report.wording.names import STATISTICS
from cddiagram.report.wording.words import cite, join
from cddiagram.results import Comparison

if TYPE_CHECKING:
    from cddiagram.stats.effects import Effects

#: A matrix of contrasts of more algorithms than this is not readable.
_MOST_CONTRASTS = 12


def pairs_blocks(comparison: Comparison, key: str, max_rows: int) -> tuple[Block, ...]:
    """Give the tests of all pairs, or of all against the control, and how large the differences are."""
    pairs, left_out = _listed(comparison, max_rows)
    name = "p" if comparison.pairwise.p_adjust == "none" else "adjusted p"
    cd = comparison.critical_difference
    parts = [comparison.test, f"α = {format_alpha(comparison.alpha)}"]
    if cd is not None:
        parts.append(f"CD = {format_cd(cd)}")
    tests = Table(
        key=key,
        caption=f"Tests of pairs: {', '.join(parts)}; the better average rank first. A pair is told apart if its "
        f"{name} is at most α.",
        columns=_test_columns(comparison),
        rows=tuple(_test_row(comparison, i, j) for i, j in pairs),
        notes=left_out,
    )
    effects = comparison.effects
    if effects is None:
        return (tests,)
    level = f"{100 * effects.confidence:g} %"
    words = join(
        "How large differences are, in the units of the scores: first minus second. The Hodges–Lehmann estimate is "
        "the median of all means of two differences",
        cite("hodges1963"),
        f", with its {level} confidence interval from the signed-rank test; the rank-biserial correlation is the "
        "share of rank sums for the larger score less that against it, from −1 to 1",
        cite("kerby2014"),
        ".",
    )
    sizes = Table(
        key=f"{key}-effects",
        caption=f"Effect sizes of pairs. Intervals hold for one pair, not for all at once ({level}, "
        f"{effects.interval_method}).",
        columns=_effect_columns(level),
        rows=_effect_rows(comparison, effects, pairs),
        notes=left_out,
    )
    return (tests, Paragraph(words=words), sizes)


def contrasts_blocks(comparison: Comparison, key: str) -> tuple[Block, ...]:
    """Give the contrast estimates as the matrix of G10, Table 6."""
    contrasts = comparison.contrasts
    if contrasts is None:
        return ()
    words = join(
        "Estimates of the difference between the performance of two algorithms from the medians of all pairs",
        cite("doksum1967", "garcia2010"),
        ", in the units of the scores: row minus column. They are consistent, and no p-value belongs to them.",
    )
    order = comparison.order
    if len(order) > _MOST_CONTRASTS:
        best = order[0]
        decimals = decimals_for(contrasts[best])
        name = comparison.algorithms[best]
        rows: tuple[tuple[Cell, ...], ...] = tuple(
            (name_cell(comparison.algorithms[i], comparison.control), number_cell(contrasts[i, best], decimals))
            for i in order
        )
        note = (
            f"{len(order)} algorithms are too many for a matrix: the contrast of two is the difference of their rows."
        )
        columns: tuple[Column, ...] = (left("Algorithm"), right(f"minus {name}"))
        return (
            Paragraph(words=words),
            Table(key=key, caption="Contrast estimates.", columns=columns, rows=rows, notes=(note,)),
        )
    decimals = decimals_for(contrasts.ravel())
    rows = tuple(
        (
            name_cell(comparison.algorithms[i], comparison.control),
            *(NOTHING if i == j else number_cell(contrasts[i, j], decimals) for j in order),
        )
        for i in order
    )
    columns = (left("Algorithm"), *(right(comparison.algorithms[j]) for j in order))
    return (Paragraph(words=words), Table(key=key, caption="Contrast estimates.", columns=columns, rows=rows))


def _listed(comparison: Comparison, max_rows: int) -> tuple[list[tuple[int, int]], tuple[str, ...]]:
    """List the tested pairs by average rank; of very many those of the best algorithm (or the control)."""
    order, names = comparison.order, comparison.algorithms
    pvalue = comparison.pairwise.pvalue
    pairs = [(i, j) for at, i in enumerate(order) for j in order[at + 1 :] if not math.isnan(pvalue[i, j])]
    if len(pairs) <= max_rows:
        return pairs, ()
    centre = order[0] if comparison.control is None else names.index(comparison.control)
    kept = [pair for pair in pairs if centre in pair][:max_rows]
    note = (
        f"Of {format_count(len(pairs))} pairs the {len(kept)} with {names[centre]} are listed; all of them are written "
        "by cddiagram compare --format csv."
    )
    return kept, (note,)


def _test_columns(comparison: Comparison) -> tuple[Column, ...]:
    statistic = STATISTICS.get(comparison.pairwise.pair_test, "statistic")
    columns = [left("First"), left("Second"), right("Rank difference", "average rank of the second minus the first's")]
    if comparison.pairwise.pair_test != "given":
        columns.append(right(statistic, "of the first against the second"))
    columns.append(right("p", "unadjusted"))
    if comparison.pairwise.p_adjust != "none":
        columns.append(right("Adjusted p", f"by the chosen procedure: {comparison.test}"))
    return (*columns, left("Told apart"))


def _test_row(comparison: Comparison, i: int, j: int) -> tuple[Cell, ...]:
    pairs, ranks, alpha = comparison.pairwise, comparison.ranking.average_ranks, comparison.alpha
    different = bool(comparison.different()[i, j])
    hint = pair_words(comparison, i, j)
    distance = float(ranks[j] - ranks[i])
    cells = [
        name_cell(comparison.algorithms[i], comparison.control),
        name_cell(comparison.algorithms[j], comparison.control),
        Cell(text=format_rank(distance, 3), value=distance),
    ]
    if pairs.pair_test != "given":
        integral = pairs.pair_test in ("sign", "multiple-sign", "wilcoxon")
        cells.append(number_cell(float(pairs.statistic[i, j]), 1 if integral else 3))
    cells.append(p_cell(float(pairs.pvalue[i, j]), alpha))
    if pairs.p_adjust != "none":
        cells.append(p_cell(float(pairs.pvalue_adjusted[i, j]), alpha, significant=different, hint=hint))
    return (*cells, decision_cell(different))


def _effect_columns(level: str) -> tuple[Column, ...]:
    return (
        left("First"),
        left("Second"),
        right("Wins", "data sets on which the first is better"),
        right("Ties"),
        right("Losses"),
        right("Mean diff.", "mean of the differences"),
        right("Median diff.", "median of the differences"),
        right("Hodges–Lehmann"),
        right("from", f"lower end of the {level} interval"),
        right("to", f"upper end of the {level} interval"),
        right("Rank-biserial"),
    )


def _effect_rows(
    comparison: Comparison, effects: Effects, pairs: list[tuple[int, int]]
) -> tuple[tuple[Cell, ...], ...]:
    sizes = (
        effects.mean_difference,
        effects.median_difference,
        effects.hodges_lehmann,
        effects.interval_low,
        effects.interval_high,
    )
    decimals = decimals_for([float(size[i, j]) for size in sizes for i, j in pairs])
    return tuple(
        (
            name_cell(comparison.algorithms[i], comparison.control),
            name_cell(comparison.algorithms[j], comparison.control),
            *(count_cell(int(count[i, j])) for count in (effects.wins, effects.ties, effects.losses)),
            *(number_cell(float(size[i, j]), decimals) for size in sizes),
            number_cell(float(effects.rank_biserial[i, j]), 2),
        )
        for i, j in pairs
    )
