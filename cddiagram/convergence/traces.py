"""From cells to traces: what the columns of a table of histories mean, and what was recorded of each run."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

import numpy as np

from cddiagram._util.inlines import Name, Option
from cddiagram._util.types import FloatArray
from cddiagram.data.reading.cells import Grid
from cddiagram.data.reading.numbers import shown
from cddiagram.data.reading.options import NAME_RUNS, selecting
from cddiagram.data.reading.roles import ALGORITHM_WORDS, DATASET_WORDS, SCORE_WORDS, Finder, says
from cddiagram.errors import InputError, listed

#: Algorithm, problem and run.
Owner: TypeAlias = tuple[str, str, str]

#: Progress of the search; "iteration" is progress here, not a run.
BUDGET_WORDS = frozenset(
    ["evaluation", "evaluations", "eval", "evals", "feval", "fevals", "fe", "fes", "nfe", "nfes", "ffe", "budget"]
) | frozenset(
    ["time", "times", "second", "seconds", "iteration", "iterations", "generation", "generations", "step", "steps"]
)
VALUE_WORDS = (
    SCORE_WORDS
    | frozenset(["values", "error", "errors", "fitness", "objective", "cost", "loss", "accuracy", "y", "f"])
    | frozenset(["best", "bestsofar", "rawy", "besty", "bestvalue", "besterror", "meanerror"])
)
#: "data_id" names a log and "instance" divides a function: neither is the problem.
PROBLEM_WORDS = (DATASET_WORDS - {"data", "instance"}) | {"functions", "objectivefunction"}
RUN_WORDS = frozenset(["run", "seed", "repeat", "repetition", "replicate", "replication", "rep", "trial", "fold"])
#: Columns of these names divide a table into several studies; one of their values has to be chosen.
_DIVIDING = frozenset(["dimension", "dimensions", "dim", "dims", "d", "instance", "instances", "suite", "setting"])
PERCENT_WORDS = frozenset(["p", "percent", "pct", "perc"])

_POINT = re.compile(r"(?P<unit>[^\d%]*?)[ _-]*(?P<number>\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)[ ]*(?P<percent>%?)")


@dataclass(frozen=True, kw_only=True)
class HistoryRoles:
    """Which column is what, by position."""

    algorithm: int | None  #: None where the whole table is one algorithm's.
    problem: int
    runs: tuple[int, ...]
    budget: int | None  #: Long form: the place on the scale of the search. None in the wide form.
    value: int | None  #: Long form: the value there. None in the wide form.
    points: tuple[tuple[int, float], ...]  #: Wide form: column and place of each cut-point. Empty in the long form.
    unit: str
    rest: tuple[int, ...]


class HistoryRoleFinder(Finder):
    """Finds the roles in a table of convergence histories."""

    def __init__(self, grid: Grid, asked: Mapping[str, str | None], runs: str | Sequence[str] | None) -> None:
        super().__init__(grid)
        self.found = {role: self.asked(title) for role, title in asked.items()}
        taken = {column for column in self.found.values() if column is not None}
        if runs is None:
            self.runs = tuple(c for c in self._named(RUN_WORDS) if c not in taken)
        else:
            self.runs = self.asked_runs(runs)
        self.free = [c for c in grid.unsettled if c not in self.runs and c not in taken]

    def find(self) -> HistoryRoles:
        """Find the roles, or refuse with the option that helps."""
        algorithm = self._take("algorithm", ALGORITHM_WORDS)
        problem = self._take("problem", PROBLEM_WORDS)
        if problem is None:
            problem = self._only_text()
        owners = [c for c in (algorithm, problem, *self.runs) if c is not None]
        owners += [c for c in self.free if self._divides(c)]
        budget, value = self._take("budget", BUDGET_WORDS, owners), None
        points: tuple[tuple[int, float], ...] = ()
        if budget is not None:
            value = self._value(owners)
            unit = self.grid.names[budget]
        else:
            points, unit = self._points()
        return HistoryRoles(
            algorithm=algorithm,
            problem=problem,
            runs=self.runs,
            budget=budget,
            value=value,
            points=points,
            unit=unit,
            rest=tuple(c for c in self.free if c not in self.grid.index or self.grid.names[c]),
        )

    def _named(self, meanings: frozenset[str]) -> list[int]:
        return [c for c in self.grid.unsettled if says(self.grid.names[c], meanings)]

    def _take(self, role: str, meanings: frozenset[str], owners: Sequence[int] = ()) -> int | None:
        """Return the column asked for, or the first free one that is named so.

        Of several columns of names ("function_name", "function_id") the first with texts is taken; of several columns
        of numbers, which come with owners, the first that changes within a history.
        """
        column = self.found[role]
        if column is None:
            named = [c for c in self._named(meanings) if c in self.free]
            # "fes_100" is a cut-point, not the column of evaluations.
            named = [c for c in named if not _POINT.fullmatch(self.grid.names[c])]
            if len(named) > 1:
                named.sort(key=lambda c: self._constant(c, owners) if owners else not self.grid.numbers(c).mostly_text)
            column = next(iter(named), None)
            if column is not None:
                self.free.remove(column)
        return column

    def _constant(self, column: int, owners: Sequence[int]) -> bool:
        """Whether a column never changes within a history, as the totals of a run do ("evals", "best_y")."""
        keys = zip(*map(self.grid.labels, owners), strict=True)
        first: dict[tuple[str, ...], str] = {}
        return all(
            first.setdefault(key, cell) == cell for key, cell in zip(keys, self.grid.labels(column), strict=True)
        )

    def _only_text(self) -> int:
        text = [c for c in self.free if self.holds_names(c)]
        if len(text) != 1:
            found = listed(title for title in self.grid.names if title)
            plain = f"{self.grid.label}: which column names the problems is not plain ({found}): pass "
            raise InputError(plain, Option("problem_column"), ".")
        self.free.remove(text[0])
        return text[0]

    def _value(self, owners: Sequence[int]) -> int:
        column = self._take("value", VALUE_WORDS, owners)
        if column is not None:
            return column
        number = [c for c in self.free if not self.holds_names(c) and not self._divides(c)]
        if len(number) == 1:
            self.free.remove(number[0])
            return number[0]
        found = f"could be {listed(self.grid.names[c] for c in number)}" if number else "is not there"
        raise InputError(f"{self.grid.label}: the column of the values {found}: pass ", Option("value_column"), ".")

    def _divides(self, column: int) -> bool:
        return says(self.grid.names[column], _DIVIDING)

    def _points(self) -> tuple[tuple[tuple[int, float], ...], str]:
        """Find the columns of a wide table: numbers under titles like p10, 100, or "1000 evaluations" turned round."""
        found: dict[int, tuple[str, float]] = {}
        for column in self.free:
            match = _POINT.fullmatch(self.grid.names[column])
            if match and not self.holds_names(column):
                found[column] = (match["percent"] or match["unit"].strip(), float(match["number"]))
        if not found:
            raise InputError(
                f"{self.grid.label} has neither a column of evaluations or time nor columns named by cut-points "
                "(p10, p20, ...): pass ",
                Option("budget_column"),
                " and ",
                Option("value_column"),
                ".",
            )
        unit = Counter(unit for unit, _ in found.values()).most_common(1)[0][0]
        points = [(column, place) for column, (its_unit, place) in found.items() if its_unit == unit]
        points.sort(key=lambda pair: pair[1])
        for (first, place), (second, other) in pairwise(points):
            if place == other:
                raise InputError(
                    f"{self.grid.at_name(second)}: the cut-point {place:.12g} stands in column {first + 1} already: "
                    "rename one."
                )
        self.free = [c for c in self.free if c not in dict(points)]
        percent = unit == "%" or unit.lower() in PERCENT_WORDS
        return tuple(points), "% of the budget" if percent else unit or "evaluations"


def refuse_divided(grid: Grid, roles: HistoryRoles, rows: Sequence[int], column: int) -> None:
    """Refuse a column that has several values for one algorithm and problem: these would be several histories."""
    seen: dict[tuple[str, ...], str] = {}
    keys = [grid.labels(c) for c in (roles.algorithm, roles.problem) if c is not None]
    cells = grid.labels(column)
    for row in rows:
        if seen.setdefault(tuple(key[row] for key in keys), cells[row]) != cells[row]:
            title = grid.names[column]
            values = list(dict.fromkeys(cells[row] for row in rows))
            raise InputError(
                f"{grid.label}: the column '{title}' has {len(values)} values ({listed(values)}), which divide the "
                "histories: choose one with ",
                selecting(title, values[0]),
                ", or pass ",
                Option("run_column", Name(title)),
                " if these are runs.",
            )


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
            f"{grid.label} has no column of algorithms: pass ",
            Option("algorithm_column"),
            ", or give one file for each algorithm.",
        )
    for column in roles.rest:
        if says(grid.names[column], _DIVIDING):
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
        why = grid.refusal(row, column, "give a number")
        raise InputError(f"{place} ('{owner[0]}' on '{owner[1]}'): ", why, ".")
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
    twice = f"{grid.at(rows[1])}: {what} of '{owner[0]}' on '{owner[1]}'{run} stands in {grid.row_word} "
    remedy = "" if owner[2] else NAME_RUNS
    raise InputError(f"{twice}{grid.places[rows[0]]} already: keep one", remedy, ".")


def by_pair(traces: Iterable[Trace]) -> dict[tuple[str, str], list[Trace]]:
    """Collect the runs of each algorithm on each problem."""
    runs: dict[tuple[str, str], list[Trace]] = {}
    for trace in traces:
        runs.setdefault((trace.algorithm, trace.problem), []).append(trace)
    return runs
