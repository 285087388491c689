"""Readers of scores on the folds of one data set, which also determine the number of
folds.
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

#: The number of folds is considered suspicious only if it exceeds this limit. If there
#: are more folds and the table does not have a column of repetitions, the numbering of
#: the folds may continue across repetitions.
_MANY = 20
#: The title of the column that contains the row names, which are read as names of data
#: sets.
_ROWS = "data set"
_FOLD_WORD = frozenset(["fold"])


def table_of_folds(
    scores: Any, higher_is_better: bool | None, options: ReadingOptions, *, stated: bool
) -> tuple[ScoreTable, int | None]:
    """Return scores on folds as a table, and the number of folds if the columns
    determine it.

    In a dict of lists or arrays, the scores of all algorithms must be in the same order
    of folds. Arrays with several dimensions are read in row-major order.
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
    """Raise an error if a score in a table of folds is missing."""
    if not table.has_gaps:
        return
    fold, algorithm = np.argwhere(table.touched_places)[0].tolist()
    score = f"the score of '{table.algorithms[algorithm]}' on '{table.datasets[fold]}'"
    raise InputError(f"{score} is missing. ", EVERY_FOLD, ".")


def _holds_columns(scores: Any) -> bool:
    """Return whether scores are a dict with a list or an array for each algorithm."""
    if not isinstance(scores, Mapping) or is_search(scores) or is_validation(scores):
        return False
    parts = scores.values()
    return not any(
        isinstance(part, Mapping) or (frame_library(part) and hasattr(part, "columns"))
        for part in parts
    )


def _one_column(name: str, column: Any) -> Any:
    """Return the scores of an algorithm as a flat sequence."""
    try:
        return np.ravel(column)
    except ValueError as error:
        raise InputError(
            f"the scores of '{name}' are not a list of numbers ({error}). Pass one "
            "score for each fold."
        ) from error


def _check_columns(columns: Mapping[str, Any]) -> None:
    """Raise an error if the algorithms have different numbers of scores, or if a score
    is missing.
    """
    sizes = {name: len(column) for name, column in columns.items()}
    if len(set(sizes.values())) > 1:
        counts = ", ".join(f"'{name}' {size}" for name, size in sizes.items())
        raise InputError(
            f"the algorithms have different numbers of folds ({counts}). Pass the "
            "scores on all folds for each algorithm."
        )
    for name, column in columns.items():
        for row, score in enumerate(column, 1):
            if is_nothing(score):
                raise InputError(
                    f"the score of '{name}' in row {row} is missing. ", EVERY_FOLD, "."
                )


def read_folds(
    source: Any,
    *,
    higher_is_better: bool = True,
    stated: bool = False,
    **options: Unpack[ReadingOptions],
) -> tuple[ScoreTable, int | None]:
    """Read scores on the folds of one data set.

    Each row of the table is a fold of a repetition. The source and the options are
    described in `read_scores`.

    The number of folds in one cross-validation is derived from the columns of folds and
    repetitions, never from the number of rows. It is None without a column of folds. If
    a column contains many folds and their number was not `stated`, a note recommends
    specifying it.
    """
    reading = complete_options(options, ReadingOptions)
    if reading["missing"] not in ("error", "drop-algorithms"):
        raise UsageError(
            Option("missing", reading["missing"]),
            " applies to data sets and cannot be used for folds. Use "
            "'drop-algorithms', or omit this option.",
        )
    grid = read_grid(source, reading, folds=True)
    find = ColumnSearch(grid)
    runs = find.asked_runs(reading["run_column"], find.named_runs())
    grid = _of_one_dataset(grid, find, find.asked(reading["dataset_column"]), runs)
    count = None
    if runs:
        count = _count(grid, runs)
        if not stated and len(runs) == 1 and count is not None and count > _MANY:
            grid = replace(grid, notes=(*grid.notes, _note_of_many(grid, runs, count)))
        grid = _named(grid, _labels_of_runs(grid, runs), runs)
    elif not _has_names(grid, find):
        grid = _named(grid, [f"row {place}" for place in range(1, grid.n_rows + 1)])
    without_columns: Any = {**reading, "run_column": None, "dataset_column": None}
    fields = arrange(
        grid,
        without_columns,
        higher_is_better=higher_is_better,
        sources=files_of(source),
        folds=True,
    )
    fields["reading"] = record_of(reading) | fields["reading"]
    return ScoreTable(**fields), count


def _note_of_many(grid: Grid, runs: Sequence[int], count: int) -> Phrase:
    """Return the note that many folds in one column may belong to several repetitions."""
    return Phrase(
        f"The column '{grid.names[runs[0]]}' was read as {count} folds of one "
        "cross-validation. If it numbers the folds of several repetitions, pass ",
        Option("folds"),
        ".",
    )


def _labels_of_runs(grid: Grid, runs: Sequence[int]) -> list[str]:
    """Return a label for each row, such as "repeat 1, fold 3"."""
    columns = []
    for column in runs:
        title = grid.names[column]
        columns.append([f"{title} {label}" for label in grid.named(column, "run")])
    return [", ".join(labels) for labels in zip(*columns, strict=True)]


def _has_names(grid: Grid, find: ColumnSearch) -> bool:
    """Return whether the first column contains names or numbers of the rows."""
    if not grid.unsettled:
        return False
    first = grid.unsettled[0]
    return find.holds_names(first) or find.untitled(first) or first in grid.index


def _of_one_dataset(
    grid: Grid, find: ColumnSearch, asked: int | None, runs: Sequence[int]
) -> Grid:
    """Remove the column with the name of the data set. Raise an error if it contains
    several names.
    """
    columns = [column for column in grid.unsettled if column not in runs]
    candidates = find.named(DATASET_WORDS, columns) if asked is None else [asked]
    for column in candidates:
        names = grid.labels(column).cells
        if len(names) > 1 and (runs or len(names) < grid.n_rows):
            contains = phrase(
                f"{{}} contains folds of {len(names)} data sets ({{}}). ",
                grid.label,
                listed(names),
            )
            raise InputError(
                contains,
                "Keep the folds of one data set with ",
                selecting(grid.names[column], names[0]),
                ", or compare the algorithms over all data sets with ",
                Option("compare", typed="cddiagram compare"),
                ".",
            )
    if grid.n_rows <= 1:
        return grid
    constant = []
    for column in columns:
        one_name = find.holds_names(column) and len(grid.labels(column).cells) == 1
        if one_name and not says(grid.names[column], ALGORITHM_WORDS):
            constant.append(column)
    return replace(grid, settled=(*grid.settled, *constant))


def _named(grid: Grid, labels: Sequence[str], runs: Sequence[int] = ()) -> Grid:
    """Replace the columns of runs by a new column with the names of the rows."""
    return replace(
        grid,
        names=(*grid.names, _ROWS),
        columns=(*grid.columns, labels),
        settled=(*grid.settled, *runs),
    )


def _count(grid: Grid, runs: Sequence[int]) -> int | None:
    """Return the number of folds in a repetition, or None without a column of folds.

    Raise an error if the repetitions have different numbers of folds.
    """
    folds = [column for column in runs if says(grid.names[column], _FOLD_WORD)]
    others = [column for column in runs if column not in folds]
    if not folds or not grid.n_rows:
        return None
    folds_of: dict[tuple[str, ...], set[tuple[str, ...]]] = {}
    for row in range(grid.n_rows):
        repetition = tuple(grid.labels(column)[row] for column in others)
        fold = tuple(grid.labels(column)[row] for column in folds)
        folds_of.setdefault(repetition, set()).add(fold)
    counts = {repetition: len(its) for repetition, its in folds_of.items()}
    most = max(counts, key=counts.__getitem__)
    least = min(counts, key=counts.__getitem__)
    if counts[least] < counts[most]:
        title = grid.names[others[0]]
        raise InputError(
            f"{grid.label}: {title} '{', '.join(least)}' has {counts[least]} folds, "
            f"but '{', '.join(most)}' has {counts[most]}. Add the missing folds, or "
            "remove the incomplete repetition."
        )
    return counts[most]
