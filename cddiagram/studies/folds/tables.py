"""The tables for a comparison on folds."""

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
from cddiagram.text import phrase
from cddiagram.words import Wording, crossing_words, format_level

#: The confidence limits begin in the column with this index.
_INTERVALS = 3


def folds_table(study: FoldsComparison, key: str) -> TableBlock:
    """Return a table of the tests of all pairs on one data set.

    The table includes simultaneous confidence intervals for the differences.
    """
    title = f"Pairwise comparisons of {folds_setting(study)}"
    pairs = pairs_table(study.decided, key, max_rows=study.table.k**2, title=title)
    (lower_column, lower), (upper_column, upper) = _interval_columns(study)
    rows = []
    for row, low, high in zip(pairs.rows, lower, upper, strict=True):
        cells = [replace(cell, hint="") for cell in row]
        rows.append((*cells[:_INTERVALS], low, high, *cells[_INTERVALS:]))
    notes = [
        *pairs.notes,
        _confidence_words(study),
        crossing_words(study.decided, *study.intervals),
        ONE_DATA_SET,
    ]
    columns = pairs.columns
    return replace(
        pairs,
        columns=(
            *columns[:_INTERVALS],
            lower_column,
            upper_column,
            *columns[_INTERVALS:],
        ),
        rows=tuple(rows),
        notes=tuple(note for note in notes if note),
    )


def _confidence_words(study: FoldsComparison) -> str:
    """Return the note about the confidence level of the intervals."""
    level = format_level(1 - study.alpha)
    if study.table.k == 2:
        return f"The confidence level of the interval is {level}."
    return (
        "The confidence intervals are simultaneous for all pairs, with a joint "
        f"confidence level of at least {level}."
    )


def _interval_columns(study: FoldsComparison) -> tuple[Filled, Filled]:
    """Return the columns with the lower and upper limits of the intervals."""
    rows = study.pair_rows()
    low = [row["interval_low"] for row in rows]
    high = [row["interval_high"] for row in rows]
    decimals = decimals_for([*low, *high])
    lower = [score_cell(limit, decimals) for limit in low]
    upper = [score_cell(limit, decimals) for limit in high]
    level = format_level(study.confidence)
    limit = f"limit of the {level} interval of the pair"
    return (
        Filled.right("from", lower, f"lower {limit}"),
        Filled.right("to", upper, f"upper {limit}"),
    )


def means_table(study: FoldsComparison, key: str) -> TableBlock:
    """Return a table of the mean scores on one data set, with group letters."""
    means = study.table.means
    decimals = decimals_for(means)
    cells = [score_cell(means[i], decimals) for i in study.order]
    columns = [
        names_column(study.decided),
        Filled.right("Mean score", cells),
        *decided_columns(study.decided),
    ]
    tests = Wording(study.decided).pairwise_sentence()
    caption = phrase("Mean scores of {}. {}", folds_setting(study), tests)
    explanations = [column.explained for column, _ in columns]
    return table_of(key, caption, columns, (*explanations, ONE_DATA_SET))
