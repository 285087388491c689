"""From cells to traces: for each algorithm, problem and run the places where a value was recorded, and the values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cddiagram.convergence.roles import DIVIDING_WORDS, HistoryRoleFinder, HistoryRoles, refuse_divided
from cddiagram.data.reading.cells import Grid, name
from cddiagram.data.reading.notation import shown
from cddiagram.data.reading.roles import says
from cddiagram.errors import InputError, listed

FloatArray = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True, eq=False)
class Trace:
    """What was recorded of one run.

    Attributes
    ----------
    algorithm, problem, run : str
        Whose it is; the run is empty where there is only one.
    points, values : ndarray of float, shape (records,)
        Rising places, and the value at each.
    source : str
        What messages call the table that it stands in.
    """

    algorithm: str
    problem: str
    run: str
    points: FloatArray
    values: FloatArray
    source: str

    def __str__(self) -> str:
        run = f" (run {self.run})" if self.run else ""
        return f"{self.source}: the history of '{self.algorithm}' on '{self.problem}'{run}"


@dataclass(frozen=True, kw_only=True, eq=False)
class Traces:
    """All traces of a table.

    Attributes
    ----------
    traces : tuple of Trace
        In the order of their first appearance.
    unit : str
        What their places count.
    notes : tuple of str
        What was done, in sentences.
    """

    traces: tuple[Trace, ...]
    unit: str
    notes: tuple[str, ...] = ()


def find_traces(
    grid: Grid,
    *,
    algorithm: str | None = None,
    asked: Mapping[str, str | None],
    runs: str | Sequence[str] | None = None,
    select: Mapping[str, object] | None = None,
) -> Traces:
    """Read all traces of a table.

    Parameters
    ----------
    grid : Grid
        The table.
    algorithm : str, optional
        Whose histories these are where no column says so.
    asked : mapping of str to (str or None)
        Column asked for the roles ``"algorithm"``, ``"problem"``, ``"budget"``, ``"value"``.
    runs : str or sequence of str, optional
        Columns of run indices.
    select : mapping of str to str, optional
        Rows to keep: column and value.

    Raises
    ------
    InputError
        If a column cannot be found, a cell is no finite number, or a value is given twice.
    """
    if select:
        grid = grid.select(select)
    if grid.n_rows == 0:
        raise InputError(f"{grid.label} has no rows: add one for each value, or for each algorithm and problem.")
    roles = HistoryRoleFinder(grid, dict(asked), runs).find()
    if roles.algorithm is None and algorithm is None:
        raise InputError(
            f"{grid.label} has no column of algorithms: pass algorithm_column, or give one file for each algorithm."
        )
    rows = range(grid.n_rows)
    for column in roles.rest:
        if says(grid.names[column], DIVIDING_WORDS):
            refuse_divided(grid, roles, rows, column)
    owners = [_owner(grid, roles, row, algorithm) for row in rows]
    read = _wide if roles.budget is None else _long
    traces = read(grid, roles, rows, owners)
    unused = [grid.names[c] for c in roles.rest if grid.names[c]]
    notes = (f"columns not used: {listed(unused)}.",) if unused else ()
    return Traces(traces=tuple(traces), unit=roles.unit, notes=(*grid.notes, *notes))


def _owner(grid: Grid, roles: HistoryRoles, row: int, algorithm: str | None) -> tuple[str, str, str]:
    """Name algorithm, problem and run of a row."""
    found = []
    for column, what, otherwise in ((roles.algorithm, "algorithm", algorithm), (roles.problem, "problem", None)):
        text = otherwise or "" if column is None else name(grid.columns[column][row])
        if not text:
            raise InputError(f"{grid.at(row, column)}: the {what} has no name: fill it in.")
        found.append(text)
    run = ", ".join(name(grid.columns[column][row]) for column in roles.runs)
    return found[0], found[1], run


def _number(grid: Grid, row: int, column: int, owner: tuple[str, str, str], *, long: bool) -> float:
    """Read a finite number, or refuse the cell."""
    column_numbers = grid.numbers(column)
    value = float(column_numbers.values[row])
    if np.isfinite(value):
        return value
    place = grid.at(row, column)
    if column_numbers.missing[row]:
        remedy = ", or leave the row out; the last value recorded up to a cut-point holds there" if long else ""
        raise InputError(f"{place}: a value of '{owner[0]}' on '{owner[1]}' is missing: complete it{remedy}.")
    if column_numbers.bad[row]:
        raise InputError(f"{place} ('{owner[0]}' on '{owner[1]}'): {grid.refusal(row, column, 'give a number')}.")
    cell = shown(grid.columns[column][row])
    raise InputError(f"{place} ('{owner[0]}' on '{owner[1]}'): {cell} is infinite: give a finite number.")


def _wide(
    grid: Grid,
    roles: HistoryRoles,
    rows: Sequence[int],
    owners: Sequence[tuple[str, str, str]],
) -> list[Trace]:
    points = np.array([place for _, place in roles.points])
    first: dict[tuple[str, str, str], int] = {}
    traces = []
    for row, owner in zip(rows, owners, strict=True):
        if owner in first:
            _refuse_twice(grid, roles, (first[owner], row), owner, "the history")
        first[owner] = row
        values = np.array([_number(grid, row, column, owner, long=False) for column, _ in roles.points])
        traces.append(_trace(owner, points, values, grid.label))
    return traces


def _long(
    grid: Grid,
    roles: HistoryRoles,
    rows: Sequence[int],
    owners: Sequence[tuple[str, str, str]],
) -> list[Trace]:
    budget, value_column = roles.budget or 0, roles.value or 0
    records: dict[tuple[str, str, str], dict[float, tuple[float, int]]] = {}
    for row, owner in zip(rows, owners, strict=True):
        point = _number(grid, row, budget, owner, long=True)
        value = _number(grid, row, value_column, owner, long=True)
        of_owner = records.setdefault(owner, {})
        if point in of_owner:
            what = f"the value at {point:.12g} {roles.unit}"
            _refuse_twice(grid, roles, (of_owner[point][1], row), owner, what)
        of_owner[point] = (value, row)
    traces = []
    for owner, of_owner in records.items():
        points = sorted(of_owner)
        traces.append(_trace(owner, np.array(points), np.array([of_owner[p][0] for p in points]), grid.label))
    return traces


def _trace(owner: tuple[str, str, str], points: FloatArray, values: FloatArray, source: str) -> Trace:
    return Trace(algorithm=owner[0], problem=owner[1], run=owner[2], points=points, values=values, source=source)


def _refuse_twice(
    grid: Grid, roles: HistoryRoles, rows: tuple[int, int], owner: tuple[str, str, str], what: str
) -> None:
    for column in roles.rest:
        refuse_divided(grid, roles, rows, column)
    run = f" (run {owner[2]})" if owner[2] else ""
    remedy = "keep one" if owner[2] else "keep one, or name the column of run numbers with run_column"
    raise InputError(
        f"{grid.at(rows[1])}: {what} of '{owner[0]}' on '{owner[1]}'{run} stands in {grid.row_word} "
        f"{grid.places[rows[0]]} already: {remedy}."
    )


def by_pair(traces: Iterable[Trace]) -> dict[tuple[str, str], list[Trace]]:
    """Collect the runs of each algorithm on each problem."""
    runs: dict[tuple[str, str], list[Trace]] = {}
    for trace in traces:
        runs.setdefault((trace.algorithm, trace.problem), []).append(trace)
    return runs
