"""The tables of studies, and the section that says how far a comparison holds: its pool, its data sets."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping

from cddiagram._util.inlines import cite, commas, join
from cddiagram._util.types import FloatArray
from cddiagram.comparison import Comparison
from cddiagram.procedures import ADJUSTMENTS
from cddiagram.report.cells import (
    NOTHING,
    count_cell,
    decision_cell,
    left,
    name_cell,
    p_cell,
    rank_cell,
    right,
    table_of,
    text_cell,
)
from cddiagram.report.model import Block, Bullets, Cell, Paragraph, Table
from cddiagram.studies.pool import PoolStudy, study_pool
from cddiagram.studies.power import PowerStudy
from cddiagram.studies.results import Study
from cddiagram.studies.stability import StabilityStudy, study_stability
from cddiagram.studies.words import (
    changed_words,
    depends_words,
    first_words,
    free_words,
    list_changes,
    odd_ones,
    pools_words,
    power_sentences,
    same_order_words,
)
from cddiagram.words.names import rank_head
from cddiagram.words.numbers import format_alpha, format_count, format_percent, format_share, rank_decimals

#: Tests of more hypotheses than this by searching procedures are not made again for a report.
_MOST_SEARCHED = 66
#: Scores that all tests made again may look at, and pools, in a report.
_MOST_WORK, _POOLS = 50_000_000, 20_000


def stability_table(study: StabilityStudy, key: str = "stability") -> Table:
    """Return how often each algorithm is first, and the interval of its average rank."""
    comparison = study.comparison
    order, ranks = comparison.order, comparison.ranking.average_ranks
    decimals, level = max(2, rank_decimals(ranks)), format_percent(study.confidence)
    columns = [
        left("Algorithm", [name_cell(comparison.algorithms[i], comparison.control) for i in order]),
        right(rank_head(comparison.ranking.kind), [rank_cell(ranks[i], decimals) for i in order]),
    ]
    for head, end, which in (("from", study.low, "lower"), ("to", study.high, "upper")):
        said = f"{which} end of the {level} percentile interval over the resamples"
        columns.append(right(head, [rank_cell(end[i], decimals) for i in order], said))
    columns.append(right("First", [share_cell(float(study.first[i])) for i in order], "share of the resamples"))
    if study.decisions_without_algorithm:
        counts = Counter(change.left_out for change in study.changed("algorithm"))
        cells = [count_cell(counts[comparison.algorithms[i]]) for i in order]
        columns.append(right("Changed without it", cells, "decisions about pairs that change when it is left out"))
    return table_of(
        key,
        f"Stability over {format_count(study.resamples)} bootstrap resamples of the data sets (seed {study.seed}).",
        columns,
        (*same_order_words(study), *changed_words(study)),
    )


def changes_table(study: StabilityStudy, key: str = "changes") -> Table:
    """Return the decisions that are others without one algorithm or one data set."""
    changes = study.changes
    said = [text_cell(f"{'' if c.different else 'not '}significantly different") for c in changes]
    return table_of(
        key,
        "Decisions about pairs that change when one algorithm or data set is left out.",
        (
            left("Without", [text_cell(c.what) for c in changes]),
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


def pool_table(study: PoolStudy, key: str = "pool") -> Table:
    """Return for each pair the pools in which it is significantly different, and the tests of the pair alone."""
    names, pairs, share = study.table.algorithms, study.pairs, study.share
    columns = [
        left("First", [name_cell(names[i]) for i, _ in pairs]),
        left("Second", [name_cell(names[j]) for _, j in pairs]),
        right("All pools", [share_cell(float(share[pair])) for pair in pairs]),
    ]
    for number, (pools, different) in enumerate(zip(study.pools, study.different, strict=True), 1):
        cells = [
            Cell(text=f"{different[pair]}/{pools[pair]}", value=different[pair] / pools[pair])
            if pools[pair]
            else NOTHING
            for pair in pairs
        ]
        columns.append(right(f"{number} other{'s' * (number > 1)}", cells, "pools with so many other algorithms"))
    for named, free, pvalues in (
        ("Wilcoxon", study.pool_free("wilcoxon"), study.wilcoxon),
        ("Sign", study.pool_free("sign"), study.sign),
    ):
        cells = [p_cell(float(pvalues[pair]), study.alpha, significant=bool(free[pair])) for pair in pairs]
        columns.append(right(f"{named} p", cells, "of the pair alone, not adjusted"))
        columns.append(left(f"By {named}", [decision_cell(bool(free[pair])) for pair in pairs], "significant"))
    return table_of(
        key,
        f"Pools of algorithms in which a pair is significantly different by tests on average ranks: {study.test} in "
        f"each pool, α = {format_alpha(study.alpha)}; {pools_words(study)}.",
        columns,
        (free_words(study),),
    )


def flips_table(study: PoolStudy, key: str = "flips") -> Table:
    """Return the pairs whose decision depends on the pool, with a pool of either answer."""
    flips = study.flips
    return table_of(
        key,
        f"Pairs whose decision depends on the pool: {study.test}, α = {format_alpha(study.alpha)}.",
        (
            left("First", [name_cell(flip.first) for flip in flips]),
            left("Second", [name_cell(flip.second) for flip in flips]),
            right("All pools", [share_cell(flip.share) for flip in flips]),
            left("Different with", [text_cell(commas(flip.different_with)) for flip in flips]),
            left("Not different with", [text_cell(commas(flip.not_different_with)) for flip in flips]),
        ),
    )


def power_table(study: PowerStudy, key: str = "power") -> Table:
    """Return how often each test rejects at each bias, and how alike its results are."""
    cells = [
        (p, b, t) for p in range(len(study.pairs)) for b in range(len(study.biases)) for t in range(len(study.tests))
    ]
    low, high = study.power_interval

    def shares(values: FloatArray) -> list[Cell]:
        return [Cell(text=f"{values[cell]:.3f}", value=float(values[cell])) for cell in cells]

    columns = [
        left("First", [name_cell(study.pairs[p][0]) for p, _, _ in cells]),
        left("Second", [name_cell(study.pairs[p][1]) for p, _, _ in cells]),
        right("Bias", [Cell(text=f"{study.biases[b]:g}", value=study.biases[b]) for _, b, _ in cells]),
        left("Test", [text_cell(study.tests[t]) for _, _, t in cells]),
        right("Rejected", [count_cell(int(study.rejections[cell])) for cell in cells], "draws in which it rejects"),
        right("Share", shares(study.power)),
        right("from", shares(low), "lower end of Wilson's 95 % interval of the share"),
        right("to", shares(high), "upper end of Wilson's 95 % interval of the share"),
        right("Mean p", shares(study.mean_pvalue), "of all draws, adjusted"),
        right("R(e)", shares(study.replicability_e), "replicability of the decision"),
        right("R(p)", shares(study.replicability_p), "replicability of the p-value"),
    ]
    if max(study.hypotheses) > 1:
        columns.append(
            right("In the family", shares(study.family_rejections), "rejected hypotheses of a draw, on average")
        )
        columns.append(right("Mean p of all", shares(study.family_mean_pvalue), "adjusted p-values of the family"))
    return table_of(
        key,
        f"Power and replicability: {format_count(study.repeats)} draws of {study.size} data sets for each bias (seed "
        f"{study.seed}), α = {format_alpha(study.alpha)}.",
        columns,
        power_sentences(study)[1:],
    )


#: Kind of study -> key -> what makes the table.
TABLES: Mapping[str, Mapping[str, Callable[..., Table]]] = {
    "stability": {"stability": stability_table, "changes": changes_table},
    "pool": {"pool": pool_table, "flips": flips_table},
    "power": {"power": power_table},
}


def studies_of(comparison: Comparison) -> dict[str, Study]:
    """Make the studies of a report: of stability, and of the pool where there are others beside a pair.

    Tests of large tables, and of procedures that search, are not made again without each algorithm and data set.
    """
    table = comparison.table
    if table is None or table.n < 2 or table.has_gaps:
        return {}
    searched = ADJUSTMENTS[comparison.plan.p_adjust].searched and comparison.pairwise.n_hypotheses > _MOST_SEARCHED
    work = (table.n + table.k) * table.n * table.k**2
    found: dict[str, Study] = {"stability": study_stability(comparison, leave_out=not searched and work <= _MOST_WORK)}
    return found if table.k < 3 else {**found, "pool": study_pool(comparison, max_pools=_POOLS)}


def stability_blocks(studies: Mapping[str, Study], key: str) -> tuple[Block, ...]:
    """Say how far ranks and decisions hold: over resamples, without one algorithm or data set, in other pools."""
    study, pool = studies.get("stability"), studies.get("pool")
    if not isinstance(study, StabilityStudy):
        return ()
    again = ", and all tests made again without each algorithm and without each data set."
    if not study.decisions_without_dataset:
        again = "; the tests were not made again without each algorithm and each data set, as that would take long."
    start = "How far ranks and decisions depend on what was compared: the data sets drawn again with replacement"
    said: list[str] = [first_words(study), *list_changes(study), *odd_ones(study)]
    said += [depends_words(pool), free_words(pool)] if isinstance(pool, PoolStudy) else []
    words = join(start, cite("efron1979"), again)
    return (Paragraph(words=words), stability_table(study, key), Bullets(items=tuple(said)))
