"""Scores on the folds of one data set: their table, and how many folds a
cross-validation has, where columns say it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Unpack

import numpy as np

from cddiagram.data.incomplete import EVERY_FOLD
from cddiagram.data.reading.arrange import arrange
from cddiagram.data.reading.cells import Grid, frame_library
from cddiagram.data.reading.cross_validation import is_search, is_validation
from cddiagram.data.reading.options import (
    ReadingOptions,
    complete_options,
    record_of,
    selecting,
)
from cddiagram.data.reading.roles import (
    ALGORITHM_WORDS,
    DATASET_WORDS,
    ColumnSearch,
    says,
)
from cddiagram.data.reading.scores import (
    check_direction,
    check_read,
    files_of,
    read_grid,
)
from cddiagram.data.table import ScoreTable
from cddiagram.text import (
    InputError,
    Option,
    Phrase,
    UsageError,
    is_nothing,
    listed,
    phrase,
)

#: More folds than this, without a column of repetitions, may well be repetitions
#: numbered through.
_MANY = 20
#: The column of the rows' names, which reading takes for that of data sets.
_ROWS = "data set"


def table_of_folds(
    scores: Any, higher_is_better: bool | None, options: ReadingOptions, *, stated: bool
) -> tuple[ScoreTable, int | None]:
    """Return scores on folds as a table, whatever they are given as; and the number of
    folds if columns tell it.

    In a dict of lists or arrays all scores of an algorithm stand in the same order of
    the same folds; an array of more dimensions is read row by row.
    """
    if isinstance(scores, ScoreTable):
        check_read(scores, higher_is_better, options)
        _check_complete(scores)
        return scores, None
    check_direction(higher_is_better)
    higher = higher_is_better is not False
    if not _holds_columns(scores):
        return read_folds(scores, higher_is_better=higher, stated=stated, **options)
    columns = {
        str(name): _one_column(str(name), column) for name, column in scores.items()
    }
    _check_columns(columns)
    if options:
        return read_folds(columns, higher_is_better=higher, stated=stated, **options)
    array = np.transpose(list(columns.values()))
    return ScoreTable.from_arrays(
        array, algorithms=columns, higher_is_better=higher
    ), None


def _check_complete(table: ScoreTable) -> None:
    """Raise an error for the first missing score of a table of folds."""
    if not table.has_gaps:
        return
    fold, algorithm = np.argwhere(table.touched_places)[0].tolist()
    score = f"the score of '{table.algorithms[algorithm]}' on '{table.datasets[fold]}'"
    raise InputError(f"{score} is missing: ", EVERY_FOLD, ".")


def _holds_columns(scores: Any) -> bool:
    """Return whether scores are a dict of lists or arrays, one for each algorithm."""
    if not isinstance(scores, Mapping) or is_search(scores) or is_validation(scores):
        return False
    parts = scores.values()
    return not any(
        isinstance(part, Mapping) or (frame_library(part) and hasattr(part, "columns"))
        for part in parts
    )


def _one_column(name: str, column: Any) -> Any:
    """Return the scores of an algorithm one after the other."""
    try:
        return np.ravel(column)
    except ValueError as error:
        told = (
            f"the scores of '{name}' are not a list of numbers: give one score for "
            "each fold"
        )
        raise InputError(f"{told} ({error}).") from error


def _check_columns(columns: Mapping[str, Any]) -> None:
    """Refuse different numbers of scores, and the first one that is missing."""
    sizes = {name: len(column) for name, column in columns.items()}
    if len(set(sizes.values())) > 1:
        counts = ", ".join(f"'{name}' {size}" for name, size in sizes.items())
        raise InputError(
            f"the algorithms have different numbers of folds ({counts}): give all "
            "scores of each."
        )
    for name, column in columns.items():
        if gaps := [
            place for place, score in enumerate(column, 1) if is_nothing(score)
        ]:
            raise InputError(
                f"the score of '{name}' in row {gaps[0]} is missing: ", EVERY_FOLD, "."
            )


def read_folds(
    source: Any,
    *,
    higher_is_better: bool = True,
    stated: bool = False,
    **options: Unpack[ReadingOptions],
) -> tuple[ScoreTable, int | None]:
    """Read scores on the folds of one data set; a row of the table is a fold of a
    repetition.

    Source and options are those of `read_scores`. The number of folds of one
    cross-validation comes from the columns of folds and repetitions; it is None where
    there is no column of folds, and never taken from the number of rows. A note asks
    about many folds in one column, but not where their number is `stated` by the
    caller.
    """
    reading = complete_options(options, ReadingOptions)
    if reading["missing"] not in ("error", "drop-algorithms"):
        given = Option("missing", reading["missing"])
        raise UsageError(
            given,
            " is for data sets, and every fold counts: use 'drop-algorithms', or "
            "leave it out.",
        )
    grid = read_grid(source, reading, folds=True)
    find = ColumnSearch(grid)
    runs = find.asked_runs(reading["run_column"], find.named_runs())
    grid = _of_one_dataset(grid, find, find.asked(reading["dataset_column"]), runs)
    folds = None
    if runs:
        folds = _count(grid, runs)
        if not stated and folds is not None and folds > _MANY and len(runs) == 1:
            read = (
                f"column '{grid.names[runs[0]]}' is read as {folds} folds of one "
                "cross-validation: if repetitions "
            )
            grid = replace(
                grid,
                notes=(
                    *grid.notes,
                    Phrase(
                        read, "are numbered through in it, pass ", Option("folds"), "."
                    ),
                ),
            )
        texts = [
            [f"{grid.names[column]} {label}" for label in grid.named(column, "run")]
            for column in runs
        ]
        grid = _named(grid, list(map(", ".join, zip(*texts, strict=True))), runs)
    elif not any(
        find.holds_names(c) or find.untitled(c) or c in grid.index
        for c in grid.unsettled[:1]
    ):
        grid = _named(grid, [f"row {place}" for place in range(1, grid.n_rows + 1)])
    found: Any = {**reading, "run_column": None, "dataset_column": None}
    fields = arrange(
        grid,
        found,
        higher_is_better=higher_is_better,
        sources=files_of(source),
        folds=True,
    )
    return ScoreTable(
        **{**fields, "reading": {**record_of(reading), **fields["reading"]}}
    ), folds


def _of_one_dataset(
    grid: Grid, find: ColumnSearch, asked: int | None, runs: Sequence[int]
) -> Grid:
    """Take out the column that names the one data set; refuse several."""
    columns = [column for column in grid.unsettled if column not in runs]
    for column in [asked] if asked is not None else find.named(DATASET_WORDS, columns):
        names = grid.labels(column).cells
        if len(names) > 1 and (runs or len(names) < grid.n_rows):
            title = grid.names[column]
            said = phrase(
                f"{{}} holds folds of {len(names)} data sets ({{}}): keep those of "
                "one with ",
                grid.label,
                listed(names),
            )
            over = Option("compare", typed="cddiagram compare")
            raise InputError(
                said,
                selecting(title, names[0]),
                ", or compare over the data sets with ",
                over,
                ".",
            )
    constant = [
        c for c in columns if find.holds_names(c) and len(grid.labels(c).cells) == 1
    ]
    named = [
        column for column in constant if not says(grid.names[column], ALGORITHM_WORDS)
    ]
    return replace(grid, settled=(*grid.settled, *named)) if grid.n_rows > 1 else grid


def _named(grid: Grid, labels: Sequence[str], runs: Sequence[int] = ()) -> Grid:
    """Name the rows in a column of their own, in place of the columns of runs."""
    return replace(
        grid,
        names=(*grid.names, _ROWS),
        columns=(*grid.columns, labels),
        settled=(*grid.settled, *runs),
    )


def _count(grid: Grid, runs: Sequence[int]) -> int | None:
    """Count the folds of a repetition; refuse repetitions of different numbers of
    folds.
    """
    folds = [column for column in runs if says(grid.names[column], frozenset(["fold"]))]
    others = [column for column in runs if column not in folds]
    if not folds or not grid.n_rows:
        return None
    found: dict[tuple[str, ...], set[tuple[str, ...]]] = {}
    for row in range(grid.n_rows):
        repetition, fold = (
            tuple(grid.labels(column)[row] for column in columns)
            for columns in (others, folds)
        )
        found.setdefault(repetition, set()).add(fold)
    counts = {repetition: len(its) for repetition, its in found.items()}
    most = max(counts, key=counts.__getitem__)
    least = min(counts, key=counts.__getitem__)
    if counts[least] < counts[most]:
        title = grid.names[others[0]]
        raise InputError(
            f"{grid.label}: {title} '{', '.join(least)}' has {counts[least]} folds, "
            f"and '{', '.join(most)}' has "
            f"{counts[most]}: complete it, or leave it out."
        )
    return counts[most]
