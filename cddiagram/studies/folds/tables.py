"""The tables of a comparison of folds."""

from __future__ import annotations

from dataclasses import replace

from cddiagram.document import Filled, TableBlock, decimals_for, score_cell, table_of
from cddiagram.report import decided_columns, names_column, pairs_table
from cddiagram.studies.folds.study import FoldsComparison
from cddiagram.studies.folds.words import ONE_DATA_SET, folds_setting
from cddiagram.words import crossing_words, format_alpha, format_level


def folds_table(study: FoldsComparison, key: str) -> TableBlock:
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
        said = f"{which} limit of the {level} interval of the pair"
        column, filled = Filled.right(
            head, [score_cell(limit, decimals) for limit in limits], said
        )
        columns.insert(place, column)
        for row, cell in zip(cells, filled, strict=True):
            row.insert(place, cell)
    each = format_level(1 - study.alpha)
    level = f"The confidence level of the interval is {each}."
    if study.table.k > 2:
        level = (
            "The confidence intervals are simultaneous for all pairs, with a confidence "
            f"level of at least {each}."
        )
    crossing = crossing_words(study.decided, *study.intervals)
    return replace(
        found,
        caption=f"Comparison of {folds_setting(study)}. {found.caption}",
        columns=tuple(columns),
        rows=tuple(map(tuple, cells)),
        notes=(*found.notes, *filter(None, (level, crossing)), ONE_DATA_SET),
    )


def means_table(study: FoldsComparison, key: str) -> TableBlock:
    """Return the mean scores on one data set, and the letters of the groups."""
    means = study.table.means
    decimals = decimals_for(means)
    cells = [score_cell(means[i], decimals) for i in study.order]
    columns = (
        names_column(study.decided),
        Filled.right("Mean score", cells),
        *decided_columns(study.decided),
    )
    notes = (*(head.explained for head, _ in columns), ONE_DATA_SET)
    return table_of(
        key,
        f"Mean scores of {folds_setting(study)}. Test: {study.test}, "
        f"α = {format_alpha(study.alpha)}.",
        columns,
        notes,
    )
