"""The tables of a study of stability."""

from __future__ import annotations

from collections import Counter

from cddiagram.document import (
    Filled,
    TableBlock,
    count_cell,
    name_cell,
    rank_cell,
    table_of,
    text_cell,
)
from cddiagram.report import names_column, ranks_column
from cddiagram.studies.stability.study import StabilityStudy
from cddiagram.studies.stability.words import changes_sentences, same_order_words
from cddiagram.studies.tables import share_cell
from cddiagram.words import format_count, format_level, rank_decimals, rank_nouns


def stability_table(study: StabilityStudy, key: str) -> TableBlock:
    """Return how often each algorithm is first, and the interval of its average
    rank.
    """
    comparison = study.comparison
    order, ranks = comparison.order, comparison.ranking.average_ranks
    decimals, level = rank_decimals(ranks), format_level(study.confidence)
    columns = [names_column(comparison), ranks_column(comparison, decimals)]
    for head, end, which in (("from", study.low, "lower"), ("to", study.high, "upper")):
        said = f"{which} limit of the {level} percentile interval over the resamples"
        columns.append(
            Filled.right(head, [rank_cell(end[i], decimals) for i in order], said)
        )
    columns.append(
        Filled.right(
            "Ranks first",
            [share_cell(float(study.first[i])) for i in order],
            "share of the resamples; ties are split equally",
        )
    )
    if study.decisions_without_algorithm:
        counts = Counter(change.left_out for change in study.changed("algorithm"))
        cells = [count_cell(counts[comparison.algorithms[i]]) for i in order]
        columns.append(
            Filled.right(
                "Changes if omitted",
                cells,
                "number of decisions about other pairs that change if the algorithm is omitted",
            )
        )
    return table_of(
        key,
        f"Stability of the {rank_nouns(comparison.ranking.kind)} over "
        f"{format_count(study.resamples)} bootstrap resamples of the data sets (seed "
        f"{study.seed}).",
        columns,
        (*same_order_words(study), *changes_sentences(study)),
    )


def changes_table(study: StabilityStudy, key: str) -> TableBlock:
    """Return the decisions that change if one algorithm or data set is omitted."""
    changes = study.changes
    said = [
        text_cell(f"{'' if c.different else 'not '}significantly different")
        for c in changes
    ]
    return table_of(
        key,
        "Decisions about pairs that change if one algorithm or data set is omitted.",
        (
            Filled.left("Omitted", [text_cell(c.what, role="name") for c in changes]),
            Filled.left("Name", [name_cell(c.left_out) for c in changes]),
            Filled.left("First", [name_cell(c.first) for c in changes]),
            Filled.left("Second", [name_cell(c.second) for c in changes]),
            Filled.left("Decision without it", said),
        ),
        changes_sentences(study),
    )
