"""Columns that divide the scores of an algorithm on a data set: measures, budgets, settings. They are no runs."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from cddiagram.data.reading.cells import Grid, is_integer, name
from cddiagram.data.reading.options import selecting
from cddiagram.data.reading.roles import Roles
from cddiagram.data.reading.vocabulary import are_measures, tells_measures
from cddiagram.errors import InputError, listed

#: How many values a message names.
_VALUES = 4


def refuse_divided(grid: Grid, columns: Sequence[int], keys: Sequence[int], pair: tuple[int, int]) -> None:
    """Refuse two scores of one algorithm on one data set, if a column says what each is; otherwise do nothing.

    Parameters
    ----------
    grid : Grid
        The table.
    columns : sequence of int
        Columns that may say so.
    keys : sequence of int
        Those that name data set, algorithm and run.
    pair : (int, int)
        The two rows.

    Raises
    ------
    InputError
        Naming the column and the options that choose among its values.
    """
    first, row = pair
    ranked = []
    for column in columns:
        cells = [name(cell) for cell in grid.columns[column]]
        text = not all(map(is_integer, grid.columns[column]))
        if cells[first] == cells[row] or not all((cells[first], cells[row])):
            continue
        if text and not grid.numbers(column).mostly_text:
            continue  # fractions are scores, times, deviations
        others = zip(*(map(name, grid.columns[key]) for key in keys), strict=True)
        divided = set(zip(others, cells, strict=True))
        measures = _names_measures(grid, column)
        ranked.append((not measures, grid.n_rows - len(divided), not text, len(set(cells)), column))
    if not ranked:
        return
    not_measures, _, numbered, _, column = min(ranked)
    title = grid.names[column]
    runs = f", or pass run_column='{title}' if these are runs" if numbered and not_measures else ""
    what = "divides the scores" if not_measures else "tells measures apart"
    raise InputError(f"{grid.at(row)}: the column '{title}' {what} {_choice(grid, column)}{runs}.")


def refuse_measures(grid: Grid, roles: Roles, kept: Collection[str]) -> None:
    """Refuse runs that are measures, and a table that gives one algorithm this measure and another that one.

    Raises
    ------
    InputError
        Naming the column and the options that choose among its values.
    """
    for column in (*roles.runs, *roles.unused):
        title = grid.names[column]
        if title in kept or column in grid.index or not _names_measures(grid, column):
            continue
        if column in roles.runs:
            raise InputError(
                f"{grid.label}: the column '{title}' tells measures apart, not runs {_choice(grid, column)}, or pass "
                f"keep='{title}' if these are runs."
            )
        _refuse_mixed(grid, roles.dataset, column)


def _refuse_mixed(grid: Grid, dataset: int | None, column: int) -> None:
    """Refuse several measures on one data set; each data set may have its own."""
    labels = grid.columns[dataset] if dataset is not None else range(grid.n_rows)
    first: dict[str, str] = {}
    for row, (label, cell) in enumerate(zip(map(name, labels), map(name, grid.columns[column]), strict=True)):
        if first.setdefault(label, cell) != cell:
            title = grid.names[column]
            raise InputError(
                f"{grid.at(row, column)}: the column '{title}' tells measures apart {_choice(grid, column)}, or pass "
                f"keep='{title}' to compare them all the same."
            )


def _names_measures(grid: Grid, column: int) -> bool:
    return tells_measures(grid.names[column]) or are_measures(map(name, grid.columns[column]))


def _choice(grid: Grid, column: int) -> str:
    """Word what stands in a column, and how one of it is chosen."""
    title, values = grid.names[column], list(dict.fromkeys(map(name, grid.columns[column])))
    return (
        f"({listed(values, limit=_VALUES)}): choose one with {selecting(title, values[0])}, or take all with "
        f"split_column='{title}' (read_score_tables)"
    )
