"""The tables of a comparison of folds."""

from __future__ import annotations

from dataclasses import replace

from cddiagram.document import (
    Filled,
    TableBlock,
    decimals_for,
    score_cell,
    table_of,
)
from cddiagram.report import decided_columns, names_column, pairs_table
from cddiagram.studies.folds.study import FoldsComparison
from cddiagram.studies.folds.words import ONE_DATA_SET, folds_setting
from cddiagram.words import crossing_words, format_alpha, format_level


def folds_table(study: FoldsComparison, key: str) -> TableBlock:
    """Return the tests of all pairs on one data set, with the simultaneous intervals of
    the differences.
    """
    pairs = pairs_table(study.decided, key, max_rows=study.table.k**2)
    columns = list(pairs.columns)
    rows = [[replace(cell, hint="") for cell in row] for row in pairs.rows]
    for place, (column, cells) in _interval_columns(study):
        columns.insert(place, column)
        for row, cell in zip(rows, cells, strict=True):
            row.insert(place, cell)
    level = format_level(1 - study.alpha)
    confidence = f"The confidence level of the interval is {level}."
    if study.table.k > 2:
        confidence = (
            "The confidence intervals are simultaneous for all pairs, with a confidence "
            f"level of at least {level}."
        )
    crossing = crossing_words(study.decided, *study.intervals)
    notes = [*pairs.notes, confidence, crossing, ONE_DATA_SET]
    return replace(
        pairs,
        caption=f"Comparison of {folds_setting(study)}. {pairs.caption}",
        columns=tuple(columns),
        rows=tuple(map(tuple, rows)),
        notes=tuple(note for note in notes if note),
    )


def _interval_columns(study: FoldsComparison) -> list[tuple[int, Filled]]:
    """Return the columns of the limits of the intervals, with their places and
    cells.
    """
    rows, level = study.pair_rows(), format_level(study.confidence)
    low = [row["interval_low"] for row in rows]
    high = [row["interval_high"] for row in rows]
    decimals = decimals_for([*low, *high])
    columns = []
    for place, head, which, limits in (
        (3, "from", "lower", low),
        (4, "to", "upper", high),
    ):
        cells = [score_cell(limit, decimals) for limit in limits]
        explained = f"{which} limit of the {level} interval of the pair"
        columns.append((place, Filled.right(head, cells, explained)))
    return columns


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
    explained = [column.explained for column, _ in columns]
    return table_of(
        key,
        f"Mean scores of {folds_setting(study)}. Test: {study.test}, "
        f"α = {format_alpha(study.alpha)}.",
        columns,
        (*explained, ONE_DATA_SET),
    )
