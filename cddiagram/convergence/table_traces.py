"""Conversion of the cells of a table to traces."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NoReturn

import numpy as np

from cddiagram.convergence.roles import HistoryRoles
from cddiagram.convergence.traces import Owner, Trace, Traces
from cddiagram.convergence.units import with_unit
from cddiagram.data import Grid, HistoryOptions
from cddiagram.text import InputError, Option


def table_traces(grid: Grid, algorithm: str | None, reading: HistoryOptions) -> Traces:
    """Read all traces of a table.

    `algorithm` is the name of the algorithm if the table has no algorithm column.
    """
    if grid.n_rows == 0:
        raise InputError(
            f"{grid.label} has no rows. Add one row for each value, or one row for "
            "each algorithm and problem."
        )
    roles = HistoryRoles(grid, reading)
    if roles.algorithm is None and algorithm is None:
        raise InputError(
            f"{grid.label} has no algorithm column. Specify one with ",
            Option("algorithm_column"),
            ", or pass one file for each algorithm.",
        )
    for column in roles.dividing:
        roles.check_undivided(column, range(grid.n_rows))
    traces = []
    for owner, record in _records(roles, _owners(roles, algorithm)).items():
        points = sorted(record)
        values = [record[point][0] for point in points]
        trace = Trace(
            *owner, points=np.array(points), values=np.array(values), source=grid.label
        )
        traces.append(trace)
    notes = grid.notes
    unused = [column for column in roles.unused if grid.names[column]]
    if unused:
        notes = (*notes, grid.not_used(unused))
    return Traces(label=grid.label, traces=tuple(traces), unit=roles.unit, notes=notes)


def _owners(roles: HistoryRoles, algorithm: str | None) -> Iterator[Owner]:
    """Yield the algorithm, problem and run of each row."""
    grid = roles.grid
    algorithms: Sequence[str] = [algorithm or ""] * grid.n_rows
    if roles.algorithm is not None:
        algorithms = grid.named(roles.algorithm, "algorithm")
    problems = grid.named(roles.problem, "problem")
    runs = [""] * grid.n_rows
    if roles.runs:
        labels = zip(*map(grid.labels, roles.runs), strict=True)
        runs = list(map(", ".join, labels))
    return zip(algorithms, problems, runs, strict=True)


def _records(
    roles: HistoryRoles, owners: Iterator[Owner]
) -> dict[Owner, dict[float, tuple[float, int]]]:
    """Return the recorded value and its row, for each owner and position."""
    records: dict[Owner, dict[float, tuple[float, int]]] = {}
    for row, owner in enumerate(owners):
        record = records.setdefault(owner, {})
        for column, point in _points_of_row(roles, row, owner):
            value = _finite_number(roles, row, column, owner)
            if point in record:
                _, earlier_row = record[point]
                _raise_repeated(roles, (earlier_row, row), owner, point)
            record[point] = (value, row)
    return records


def _points_of_row(
    roles: HistoryRoles, row: int, owner: Owner
) -> list[tuple[int, float]]:
    """Return the value columns of a row, with their positions."""
    if roles.budget is None or roles.value is None:
        return roles.cut_points
    return [(roles.value, _finite_number(roles, row, roles.budget, owner))]


def _finite_number(roles: HistoryRoles, row: int, column: int, owner: Owner) -> float:
    """Return the finite number in a cell, or raise an error for any other contents."""
    grid = roles.grid
    numbers = grid.numbers(column)
    value = float(numbers.values[row])
    if np.isfinite(value):
        return value
    place = grid.at(row, column)
    algorithm, problem, _ = owner
    history = f"'{algorithm}' on '{problem}'"
    if numbers.missing[row]:
        remedy = "Add it"
        if roles.budget is not None:
            remedy += (
                ", or omit the row; the value at a cut-point is the last value recorded "
                "up to it"
            )
        raise InputError(f"{place}: a value of {history} is missing. {remedy}.")
    if numbers.bad[row]:
        reason = grid.refusal(row, column, "give a number", cleans=False)
        raise InputError(f"{place} ({history}): ", reason, ".")
    cell = grid.quoted(row, column)
    raise InputError(
        f"{place} ({history}): {cell} is infinite. Specify a finite number."
    )


def _raise_repeated(
    roles: HistoryRoles, rows: tuple[int, int], owner: Owner, point: float
) -> NoReturn:
    """Raise an error for two values of one history at the same position.

    If the values differ in a column that divides the histories, the error reports this
    column.
    """
    for column in roles.unused:
        roles.check_undivided(column, rows)
    algorithm, problem, run = owner
    what = f"the history of '{algorithm}' on '{problem}'"
    if roles.budget is not None:
        point_words = with_unit(point, roles.unit)
        what = f"the value at {point_words} of '{algorithm}' on '{problem}'"
    earlier, later = rows
    grid = roles.grid
    runs = (run,) if run else ()
    grid.raise_repeated(earlier, grid.at(later), what, runs, "keep one")
