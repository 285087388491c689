"""The tables with the results of a study of stability."""

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

#: These notes explain the column headers.
_RANKS_FIRST = "percentage of the resamples; ties are split equally"
_CHANGES = (
    "number of decisions about other pairs that change if the algorithm is omitted"
)
_DECISIONS = {True: "significantly different", False: "not significantly different"}


def stability_table(study: StabilityStudy, key: str) -> TableBlock:
    """Return a table of average ranks with intervals and proportions of first ranks."""
    comparison = study.comparison
    ranks = comparison.ranking.average_ranks
    decimals = rank_decimals(ranks)
    level = format_level(study.confidence)
    lower, upper, shares = [], [], []
    for i in comparison.order:
        lower.append(rank_cell(study.low[i], decimals))
        upper.append(rank_cell(study.high[i], decimals))
        shares.append(share_cell(float(study.first[i])))
    limit = f"limit of the {level} percentile interval over the resamples"
    columns = [
        names_column(comparison),
        ranks_column(comparison, decimals),
        Filled.right("from", lower, f"lower {limit}"),
        Filled.right("to", upper, f"upper {limit}"),
        Filled.right("Ranks first", shares, _RANKS_FIRST),
    ]
    if study.decisions_without_algorithm:
        columns.append(_changes_column(study))
    nouns = rank_nouns(comparison.ranking.kind)
    resamples = format_count(study.resamples)
    caption = (
        f"Stability of the {nouns} across {resamples} bootstrap resamples of the data sets "
        f"(seed {study.seed})."
    )
    notes = (*same_order_words(study), *changes_sentences(study))
    return table_of(key, caption, columns, notes)


def _changes_column(study: StabilityStudy) -> Filled:
    """Return the column with the numbers of decisions that change."""
    comparison = study.comparison
    counts = Counter(change.left_out for change in study.changed("algorithm"))
    cells = []
    for i in comparison.order:
        cells.append(count_cell(counts[comparison.algorithms[i]]))
    return Filled.right("Changes if omitted", cells, _CHANGES)


def changes_table(study: StabilityStudy, key: str) -> TableBlock:
    """Return a table of the decisions that change if one item is omitted."""
    kinds, names, first, second, decisions = [], [], [], [], []
    for change in study.changes:
        kinds.append(text_cell(change.what, role="name"))
        names.append(name_cell(change.left_out))
        first.append(name_cell(change.first))
        second.append(name_cell(change.second))
        decisions.append(text_cell(_DECISIONS[change.different]))
    columns = [
        Filled.left("Omitted", kinds),
        Filled.left("Name", names),
        Filled.left("First", first),
        Filled.left("Second", second),
        Filled.left("Decision without it", decisions),
    ]
    caption = "Pairwise decisions that change if one algorithm or data set is omitted."
    return table_of(key, caption, columns, changes_sentences(study))
