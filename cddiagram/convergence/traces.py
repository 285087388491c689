"""From cells to traces: for each algorithm, problem and run the places where a value was recorded, and the values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from cddiagram._util.types import FloatArray
from cddiagram.convergence.roles import DIVIDING_WORDS, HistoryRoleFinder, HistoryRoles, refuse_divided
from cddiagram.data.reading.cells import Grid
from cddiagram.data.reading.numbers import shown
from cddiagram.data.reading.roles import says
from cddiagram.errors import InputError, listed

#: Algorithm, problem and run.
Owner: TypeAlias = tuple[str, str, str]


@dataclass(frozen=True, eq=False)
class Trace:
    """What was recorded of one run: rising places, and the value at each."""

    algorithm: str
    problem: str
    run: str  #: Empty where there is only one.
    points: FloatArray
    values: FloatArray
    source: str  #: What messages call the table that it stands in.

    def __str__(self) -> str:
        run = f" (run {self.run})" if self.run else ""
        return f"{self.source}: the history of '{self.algorithm}' on '{self.problem}'{run}"


@dataclass(frozen=True, kw_only=True, eq=False)
class Traces:
    """All traces of a table, in the order of their first appearance; what their places count; what was done."""

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
    """Read all traces of a table: of `algorithm`, where no column says whose they are."""
    if select:
        grid = grid.select(select)
    if grid.n_rows == 0:
        raise InputError(f"{grid.label} has no rows: add one for each value, or for each algorithm and problem.")
    roles = HistoryRoleFinder(grid, asked, runs).find()
    if roles.algorithm is None and algorithm is None:
        raise InputError(
            f"{grid.label} has no column of algorithms: pass algorithm_column, or give one file for each algorithm."
        )
    for column in roles.rest:
        if says(grid.names[column], DIVIDING_WORDS):
            refuse_divided(grid, roles, range(grid.n_rows), column)
    traces = (_wide if roles.budget is None else _long)(grid, roles, _owners(grid, roles, algorithm))
    unused = [grid.names[c] for c in roles.rest if grid.names[c]]
    notes = (f"columns not used: {listed(unused)}.",) if unused else ()
    return Traces(traces=tuple(traces), unit=roles.unit, notes=(*grid.notes, *notes))


def _owners(grid: Grid, roles: HistoryRoles, otherwise: str | None) -> list[Owner]:
    """Name algorithm, problem and run of each row."""
    given = [otherwise or ""] * grid.n_rows
    algorithms = given if roles.algorithm is None else grid.labels(roles.algorithm)
    problems = grid.labels(roles.problem)
    runs = map(", ".join, zip(*map(grid.labels, roles.runs), strict=True)) if roles.runs else [""] * grid.n_rows
    for row, names in enumerate(zip(algorithms, problems, strict=True)):
        for column, what, name in zip((roles.algorithm, roles.problem), ("algorithm", "problem"), names, strict=True):
            if not name:
                raise InputError(f"{grid.at(row, column)}: the {what} has no name: fill it in.")
    return list(zip(algorithms, problems, runs, strict=True))


def _number(grid: Grid, row: int, column: int, owner: Owner, *, long: bool) -> float:
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


def _wide(grid: Grid, roles: HistoryRoles, owners: Sequence[Owner]) -> list[Trace]:
    points = np.array([place for _, place in roles.points])
    first: dict[Owner, int] = {}
    traces = []
    for row, owner in enumerate(owners):
        if first.setdefault(owner, row) != row:
            _refuse_twice(grid, roles, (first[owner], row), owner, "the history")
        values = np.array([_number(grid, row, column, owner, long=False) for column, _ in roles.points])
        traces.append(Trace(*owner, points=points, values=values, source=grid.label))
    return traces


def _long(grid: Grid, roles: HistoryRoles, owners: Sequence[Owner]) -> list[Trace]:
    budget, value_column = roles.budget or 0, roles.value or 0
    records: dict[Owner, dict[float, tuple[float, int]]] = {}
    for row, owner in enumerate(owners):
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
        values = np.array([of_owner[point][0] for point in points])
        traces.append(Trace(*owner, points=np.array(points), values=values, source=grid.label))
    return traces


def _refuse_twice(grid: Grid, roles: HistoryRoles, rows: tuple[int, int], owner: Owner, what: str) -> None:
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
