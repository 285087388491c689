"""The tables of studies, and the section that says how far a comparison holds: its
pool, its data sets.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from cddiagram._util.inlines import Name, Option, cite, commas, join
from cddiagram._util.types import FloatArray
from cddiagram.comparison import Comparison
from cddiagram.errors import UsageError
from cddiagram.procedures import ADJUSTMENTS
from cddiagram.report.cells import (
    NOTHING,
    count_cell,
    decimals_for,
    decision_cell,
    left,
    name_cell,
    p_cell,
    rank_cell,
    right,
    score_cell,
    table_of,
    text_cell,
)
from cddiagram.report.model import Block, Bullets, Cell, Paragraph, Table
from cddiagram.report.tables import (
    decided_columns,
    names_column,
    pairs_table,
    ranks_column,
)
from cddiagram.studies.datasets import DatasetsStudy
from cddiagram.studies.folds import FoldsComparison
from cddiagram.studies.level import LevelStudy
from cddiagram.studies.pool import PoolStudy, study_pool
from cddiagram.studies.power import PowerStudy
from cddiagram.studies.results import Study
from cddiagram.studies.stability import StabilityStudy, study_stability
from cddiagram.studies.words import (
    ONE_DATA_SET,
    changed_words,
    datasets_sentences,
    depends_words,
    first_words,
    folds_setting,
    free_words,
    level_sentences,
    oddities,
    pools_words,
    power_sentences,
    same_order_words,
)
from cddiagram.words.error_rates import crossing_words
from cddiagram.words.numbers import (
    format_alpha,
    format_count,
    format_level,
    format_percent,
    format_share,
    rank_decimals,
)

#: Tests of more hypotheses than this by searching procedures are not made again for a
#: report.
_MOST_SEARCHED = 66
#: Scores that all tests made again may look at, and pools, in a report.
_MOST_WORK, _POOLS = 50_000_000, 20_000
_ABOVE = "the family-wise error, by more than three standard errors of the simulation"


def stability_table(study: StabilityStudy, key: str) -> Table:
    """Return how often each algorithm is first, and the interval of its average
    rank.
    """
    comparison = study.comparison
    order, ranks = comparison.order, comparison.ranking.average_ranks
    decimals, level = rank_decimals(ranks), format_percent(study.confidence)
    columns = [names_column(comparison), ranks_column(comparison, decimals)]
    for head, end, which in (("from", study.low, "lower"), ("to", study.high, "upper")):
        said = f"{which} end of the {level} percentile interval over the resamples"
        columns.append(right(head, [rank_cell(end[i], decimals) for i in order], said))
    columns.append(
        right(
            "First",
            [share_cell(float(study.first[i])) for i in order],
            "share of the resamples",
        )
    )
    if study.decisions_without_algorithm:
        counts = Counter(change.left_out for change in study.changed("algorithm"))
        cells = [count_cell(counts[comparison.algorithms[i]]) for i in order]
        columns.append(
            right(
                "Changed without it",
                cells,
                "decisions about pairs that change when it is left out",
            )
        )
    return table_of(
        key,
        f"Stability over {format_count(study.resamples)} bootstrap resamples of the "
        f"data sets (seed {study.seed}).",
        columns,
        (*same_order_words(study), *changed_words(study)),
    )


def changes_table(study: StabilityStudy, key: str) -> Table:
    """Return the decisions that are others without one algorithm or one data set."""
    changes = study.changes
    said = [
        text_cell(f"{'' if c.different else 'not '}significantly different")
        for c in changes
    ]
    return table_of(
        key,
        "Decisions about pairs that change when one algorithm or data set is left out.",
        (
            left("Without", [text_cell(c.what, role="name") for c in changes]),
            left("Name", [name_cell(c.left_out) for c in changes]),
            left("First", [name_cell(c.first) for c in changes]),
            left("Second", [name_cell(c.second) for c in changes]),
            left("Then", said),
        ),
        changed_words(study),
    )


def share_cell(share: float) -> Cell:
    """Make the cell of a share; the dash where there was nothing to count."""
    return NOTHING if math.isnan(share) else Cell(text=format_share(share), value=share)


def pool_table(study: PoolStudy, key: str) -> Table:
    """Return for each pair the pools in which it is significantly different, and the
    tests of the pair alone.
    """
    names, pairs, share = study.table.algorithms, study.pairs, study.share
    columns = [
        left("First", [name_cell(names[i]) for i, _ in pairs]),
        left("Second", [name_cell(names[j]) for _, j in pairs]),
        right("All pools", [share_cell(float(share[pair])) for pair in pairs]),
    ]
    for number, (pools, different) in enumerate(
        zip(study.pools, study.different, strict=True), 1
    ):
        cells = [
            Cell(
                text=f"{different[pair]}/{pools[pair]}",
                value=different[pair] / pools[pair],
            )
            if pools[pair]
            else NOTHING
            for pair in pairs
        ]
        columns.append(
            right(
                f"{number} other{'s' * (number > 1)}",
                cells,
                "pools with so many other algorithms",
            )
        )
    for named, free, pvalues in (
        ("Wilcoxon", study.pool_free("wilcoxon"), study.wilcoxon),
        ("Sign", study.pool_free("sign"), study.sign),
    ):
        cells = [
            p_cell(float(pvalues[pair]), study.alpha, significant=bool(free[pair]))
            for pair in pairs
        ]
        columns.append(right(f"{named} p", cells, "of the pair alone, not adjusted"))
        columns.append(
            left(
                f"By {named}",
                [decision_cell(bool(free[pair])) for pair in pairs],
                "significant",
            )
        )
    return table_of(
        key,
        "Pools of algorithms in which a pair is significantly different by tests on "
        f"average ranks: {study.test} in "
        f"each pool, α = {format_alpha(study.alpha)}; {pools_words(study)}.",
        columns,
        (free_words(study),),
    )


def flips_table(study: PoolStudy, key: str) -> Table:
    """Return the pairs whose decision depends on the pool, with a pool of either
    answer.
    """
    flips = study.flips
    return table_of(
        key,
        f"Pairs whose decision depends on the pool: {study.test}, α = "
        f"{format_alpha(study.alpha)}.",
        (
            left("First", [name_cell(flip.first) for flip in flips]),
            left("Second", [name_cell(flip.second) for flip in flips]),
            right("All pools", [share_cell(flip.share) for flip in flips]),
            left(
                "Different with",
                [text_cell(commas(flip.different_with)) for flip in flips],
            ),
            left(
                "Not different with",
                [text_cell(commas(flip.not_different_with)) for flip in flips],
            ),
        ),
    )


def rate_cells(places: Sequence[tuple[int, ...]], rates: FloatArray) -> list[Cell]:
    """Make the cells of the shares at so many places, with three decimals; of nothing
    there is no share.
    """
    shown = [float(rates[place]) for place in places]
    return [
        NOTHING if math.isnan(rate) else Cell(text=f"{rate:.3f}", value=rate)
        for rate in shown
    ]


def power_table(study: PowerStudy, key: str) -> Table:
    """Return how often each test rejects at each bias, and how alike its results
    are.
    """
    cells = [
        (p, b, t)
        for p in range(len(study.pairs))
        for b in range(len(study.biases))
        for t in range(len(study.tests))
    ]
    low, high = study.interval()

    columns = [
        left("First", [name_cell(study.pairs[p][0]) for p, _, _ in cells]),
        left("Second", [name_cell(study.pairs[p][1]) for p, _, _ in cells]),
        right(
            "Bias",
            [
                Cell(text=f"{study.biases[b]:g}", value=study.biases[b])
                for _, b, _ in cells
            ],
        ),
        left("Test", [text_cell(study.tests[t]) for _, _, t in cells]),
        right(
            "Rejected",
            [count_cell(int(study.rejections[cell])) for cell in cells],
            "draws in which it rejects",
        ),
        right("Share", rate_cells(cells, study.power)),
        right(
            "from",
            rate_cells(cells, low),
            "lower end of Wilson's 95 % interval of the share",
        ),
        right(
            "to",
            rate_cells(cells, high),
            "upper end of Wilson's 95 % interval of the share",
        ),
        right("Mean p", rate_cells(cells, study.mean_pvalue), "of all draws, adjusted"),
        right(
            "R(e)",
            rate_cells(cells, study.replicability_e),
            "replicability of the decision",
        ),
        right(
            "R(p)",
            rate_cells(cells, study.replicability_p),
            "replicability of the p-value",
        ),
    ]
    if max(study.hypotheses) > 1:
        rejected, mean = (
            rate_cells(cells, values)
            for values in (study.family_rejections, study.family_mean_pvalue)
        )
        columns.append(
            right(
                "In the family", rejected, "rejected hypotheses of a draw, on average"
            )
        )
        columns.append(right("Mean p of all", mean, "adjusted p-values of the family"))
    return table_of(
        key,
        f"Power and replicability: {format_count(study.repeats)} draws of "
        f"{study.size} data sets for each bias (seed "
        f"{study.seed}), α = {format_alpha(study.alpha)}.",
        columns,
        power_sentences(study)[1:],
    )


def power_pairs_table(study: PowerStudy, key: str) -> Table:
    """Return all pairs as a matrix for each test, like D06 Table 7: rejections above
    the diagonal, p-values below.
    """
    names, k = study.algorithms, len(study.algorithms)
    place = {frozenset(pair): number for number, pair in enumerate(study.pairs)}
    if study.group != "pair" or len(place) < k * (k - 1) // 2:
        needs = "the table of all pairs needs a study of every pair alone: leave "
        raise UsageError(needs, Option("pair"), " and ", Option("group"), " out.")
    rows = [
        (b, t, i)
        for b in range(len(study.biases))
        for t in range(len(study.tests))
        for i in range(k)
    ]

    def cell(b: int, t: int, i: int, j: int) -> Cell:
        if i == j:
            return NOTHING
        at = place[frozenset((names[i], names[j]))], b, t
        if i < j:
            return text_cell(
                f"{format_count(int(study.rejections[at]))}/{_two(study.replicability_e[at])}"
            )
        return text_cell(
            f"{_two(study.mean_pvalue[at])}/{_two(study.replicability_p[at])}"
        )

    return table_of(
        key,
        "Tests of all pairs: above the diagonal in how many of "
        f"{format_count(study.repeats)} draws of {study.size} "
        "data sets the two are significantly different (α = "
        f"{format_alpha(study.alpha)}), and R(e); below it the mean "
        f"p-value, and R(p) (seed {study.seed}).",
        [
            right(
                "Bias",
                [
                    Cell(text=f"{study.biases[b]:g}", value=study.biases[b])
                    for b, _, _ in rows
                ],
            ),
            left("Test", [text_cell(study.tests[t]) for _, t, _ in rows]),
            left("Algorithm", [name_cell(names[i]) for _, _, i in rows]),
            *(
                right(Name(name), [cell(b, t, i, j) for b, t, i in rows])
                for j, name in enumerate(names)
            ),
        ],
        ("The draws of a pair favour the algorithm with the better mean.",),
    )


def _two(value: float) -> str:
    """Print p and R with two decimals as D06 does; a number under 1 never as 1, over 0
    never as 0.
    """
    text = f"{value:.2f}"
    if text == "1.00" and value < 1:
        return ">.99"
    return "<.01" if text == "0.00" and value > 0 else text.removeprefix("0")


def level_table(study: LevelStudy, key: str) -> Table:
    """Return how often each procedure errs under each null hypothesis."""
    cells = [
        (null, test)
        for null in range(len(study.nulls))
        for test in range(len(study.tests))
    ]
    omnibus = study.omnibus_rejections / study.repeats
    columns = [
        left(
            "Equal",
            [name_cell(study.nulls[null]) for null, _ in cells],
            "null hypothesis: who is equal",
        ),
        left("Test", [name_cell(study.tests[test]) for _, test in cells]),
    ]
    for head, rates, ends, said in (
        (
            "Family-wise",
            study.familywise,
            study.familywise_interval,
            "tables with a false difference",
        ),
        (
            "Per comparison",
            study.per_comparison,
            study.per_comparison_interval,
            "false ones of the decisions (–: none)",
        ),
    ):
        columns.append(right(head, rate_cells(cells, rates), said))
        for end, values in zip(("from", "to"), ends, strict=True):
            columns.append(
                right(end, rate_cells(cells, values), "end of Wilson's 95 % interval")
            )
    columns.append(
        left(
            "Above α",
            [text_cell("yes" if study.exceeds[cell] else "no") for cell in cells],
            _ABOVE,
        )
    )
    if study.k > 2:
        said = (
            f"tables in which the {study.omnibus} test rejects: errors where all are "
            "equal"
        )
        columns.append(
            right("Omnibus", rate_cells([(null,) for null, _ in cells], omnibus), said)
        )
    return table_of(
        key,
        f"Levels of tests of {study.k} algorithms on {study.n} data sets, α = "
        f"{format_alpha(study.alpha)} (seed "
        f"{study.seed}).",
        columns,
        level_sentences(study)[1:],
    )


def datasets_table(study: DatasetsStudy, key: str) -> Table:
    """Return how often each pair is significantly different on so many data sets."""
    cells = [
        (size, pair)
        for pair in range(len(study.pairs))
        for size in range(len(study.sizes))
    ]
    low, high = study.power_interval
    return table_of(
        key,
        f"Power on so many data sets: {study.test}, α = {format_alpha(study.alpha)} "
        f"(seed {study.seed}).",
        (
            left(
                "First",
                [name_cell(study.pairs[pair][0], study.control) for _, pair in cells],
            ),
            left("Second", [name_cell(study.pairs[pair][1]) for _, pair in cells]),
            right("Data sets", [count_cell(study.sizes[size]) for size, _ in cells]),
            right(
                "Share",
                rate_cells(cells, study.power),
                "tables with a significant difference",
            ),
            right(
                "from", rate_cells(cells, low), "lower end of Wilson's 95 % interval"
            ),
            right("to", rate_cells(cells, high), "upper end of Wilson's 95 % interval"),
        ),
        datasets_sentences(study)[1:],
    )


def folds_table(study: FoldsComparison, key: str) -> Table:
    """Return the tests of all pairs on one data set, with the simultaneous intervals of
    the differences.
    """
    found = pairs_table(study.decided, key, max_rows=study.table.k**2)
    rows, level = study.pair_rows(), format_level(study.confidence)
    ends = [[row[f"interval_{end}"] for row in rows] for end in ("low", "high")]
    decimals = decimals_for(end for limits in ends for end in limits)
    columns, cells = (
        list(found.columns),
        [[replace(cell, hint="") for cell in row] for row in found.rows],
    )
    for place, (head, which, limits) in enumerate(
        zip(("from", "to"), ("lower", "upper"), ends, strict=True), 3
    ):
        said = f"{which} end of its {level} interval"
        column, filled = right(
            head, [score_cell(limit, decimals) for limit in limits], said
        )
        columns.insert(place, column)
        for row, cell in zip(cells, filled, strict=True):
            row.insert(place, cell)
    level = (
        "The intervals are simultaneous for all pairs, with at least "
        f"{format_level(1 - study.alpha)} confidence."
    )
    crossing = crossing_words(study.decided, *study.intervals)
    return replace(
        found,
        caption=f"{folds_setting(study)}. {found.caption}",
        columns=tuple(columns),
        rows=tuple(map(tuple, cells)),
        notes=(*found.notes, *filter(None, (level, crossing)), ONE_DATA_SET),
    )


def means_table(study: FoldsComparison, key: str) -> Table:
    """Return the mean scores on one data set, and the letters of the groups."""
    means = study.table.means
    decimals = decimals_for(means)
    cells = [score_cell(means[i], decimals) for i in study.order]
    columns = (
        names_column(study.decided),
        right("Mean score", cells),
        *decided_columns(study.decided),
    )
    notes = (*(head.explained for head, _ in columns), ONE_DATA_SET)
    return table_of(
        key,
        f"{folds_setting(study)}: {study.test}, α = {format_alpha(study.alpha)}.",
        columns,
        notes,
    )


def studies_of(comparison: Comparison) -> dict[str, Study]:
    """Make the studies of a report: of stability, and of the pool where there are
    others beside a pair.

    Tests of large tables, and of procedures that search, are not made again without
    each algorithm and data set.
    """
    table = comparison.table
    if table is None or table.n < 2 or table.has_gaps:
        return {}
    searched = (
        ADJUSTMENTS[comparison.plan.p_adjust].searched
        and comparison.pairwise.n_hypotheses > _MOST_SEARCHED
    )
    work = (table.n + table.k) * table.n * table.k**2
    found: dict[str, Study] = {
        "stability": study_stability(
            comparison, leave_out=not searched and work <= _MOST_WORK
        )
    }
    return (
        found
        if table.k < 3
        else {**found, "pool": study_pool(comparison, max_pools=_POOLS)}
    )


def stability_blocks(studies: Mapping[str, Study], key: str) -> tuple[Block, ...]:
    """Say how far ranks and decisions hold: over resamples, without one algorithm or
    data set, in other pools.
    """
    study, pool = studies.get("stability"), studies.get("pool")
    if not isinstance(study, StabilityStudy):
        return ()
    again = (
        ", and all tests made again without each algorithm and without each data set."
    )
    if not study.decisions_without_dataset:
        again = (
            "; the tests were not made again without each algorithm and each data "
            "set, as that would take long."
        )
    start = (
        "How far ranks and decisions depend on what was compared: the data sets drawn "
        "again with replacement"
    )
    said: list[str] = [first_words(study), *oddities(study)]
    said += (
        [depends_words(pool), free_words(pool)] if isinstance(pool, PoolStudy) else []
    )
    paragraph = Paragraph(words=join(start, cite("efron1979"), again))
    return (paragraph, stability_table(study, key), Bullets(items=tuple(said)))
