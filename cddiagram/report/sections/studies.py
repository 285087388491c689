"""The tables of studies, and the section that says how far a comparison holds: its pool, its data sets."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping

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
from cddiagram.report.model import Cell, Table
from cddiagram.studies.pool import PoolStudy
from cddiagram.studies.stability import StabilityStudy
from cddiagram.studies.words import (
    changed_words,
    free_words,
    pools_words,
    same_order_words,
)
from cddiagram.words.names import rank_head
from cddiagram.words.numbers import format_alpha, format_count, format_percent, format_share, rank_decimals

#: Tests of more hypotheses than this by searching procedures are not made again for a report.
_MOST_SEARCHED = 66
#: Pools that a report looks at.
_POOLS = 20_000


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
    for test, head, pvalues in (("wilcoxon", "Wilcoxon p", study.wilcoxon), ("sign", "Sign p", study.sign)):
        free = study.pool_free(test)  # type: ignore[arg-type]
        cells = [p_cell(float(pvalues[pair]), study.alpha, significant=bool(free[pair])) for pair in pairs]
        columns.append(right(head, cells, "of the pair alone, not adjusted"))
        columns.append(left("Significant", [decision_cell(bool(free[pair])) for pair in pairs]))
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
            left("Different with", [text_cell(", ".join(flip.different_with)) for flip in flips]),
            left("Not different with", [text_cell(", ".join(flip.not_different_with)) for flip in flips]),
        ),
    )


#: Kind of study -> key -> what makes the table.
TABLES: Mapping[str, Mapping[str, Callable[..., Table]]] = {
    "stability": {"stability": stability_table, "changes": changes_table},
    "pool": {"pool": pool_table, "flips": flips_table},
}
