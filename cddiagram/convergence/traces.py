"""From cells to traces: the roles of the columns of a table of histories, and the
recorded values of each run.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NoReturn, TypeAlias

import numpy as np

from cddiagram._util import FloatArray
from cddiagram.convergence.units import with_unit
from cddiagram.data import (
    COLUMN_WORDS,
    ColumnSearch,
    Grid,
    HistoryOptions,
)
from cddiagram.text import InputError, Name, Option, Phrase, listed, phrase

#: Algorithm, problem and run.
Owner: TypeAlias = tuple[str, str, str]

#: Words for the progress of the search; an "iteration" is not a run here.
BUDGET_WORDS = frozenset(
    [
        "evaluation",
        "evaluations",
        "eval",
        "evals",
        "feval",
        "fevals",
        "fe",
        "fes",
        "nfe",
        "nfes",
        "ffe",
        "budget",
    ]
) | frozenset(
    [
        "time",
        "times",
        "second",
        "seconds",
        "iteration",
        "iterations",
        "generation",
        "generations",
        "step",
        "steps",
    ]
)
VALUE_WORDS = (
    COLUMN_WORDS["score"]
    | frozenset(
        [
            "values",
            "error",
            "errors",
            "fitness",
            "objective",
            "cost",
            "loss",
            "accuracy",
            "y",
            "f",
        ]
    )
    | frozenset(
        ["best", "bestsofar", "rawy", "besty", "bestvalue", "besterror", "meanerror"]
    )
)
#: "data_id" is the name of a log, and "instance" is a part of a function. Neither is the
#: problem.
PROBLEM_WORDS = (COLUMN_WORDS["dataset"] - {"data", "instance"}) | {
    "functions",
    "objectivefunction",
}
RUN_WORDS = frozenset(
    [
        "run",
        "seed",
        "repeat",
        "repetition",
        "replicate",
        "replication",
        "rep",
        "trial",
        "fold",
    ]
)
#: Columns with these names divide a table into several studies, of which one must be
#: selected.
_DIVIDING = frozenset(
    [
        "dimension",
        "dimensions",
        "dim",
        "dims",
        "d",
        "instance",
        "instances",
        "suite",
        "setting",
    ]
)
PERCENT_WORDS = frozenset(["p", "percent", "pct", "perc"])

_POINT = re.compile(
    r"(?P<unit>[^\d%]*?)[ _-]*(?P<number>\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)[ "
    r"]*(?P<percent>%?)"
)


@dataclass(frozen=True, eq=False)
class Trace:
    """The recorded values of one run at increasing positions."""

    algorithm: str
    problem: str
    run: str  #: Empty if there is only one.
    points: FloatArray
    values: FloatArray
    source: str  #: The name of the table in messages.

    def __str__(self) -> str:
        run = f" (run {self.run})" if self.run else ""
        return (
            f"{self.source}: the history of '{self.algorithm}' on '{self.problem}'{run}"
        )


@dataclass(frozen=True, kw_only=True, eq=False)
class Traces:
    """All traces of one table or several, in the order of their first appearance."""

    label: str  #: The name of the source in messages.
    traces: tuple[Trace, ...]
    unit: str  #: The unit of the positions.
    notes: tuple[str, ...] = ()

    @property
    def algorithms(self) -> list[str]:
        """The names of the algorithms."""
        return list(dict.fromkeys(trace.algorithm for trace in self.traces))

    @property
    def problems(self) -> list[str]:
        """The names of the problems."""
        return list(dict.fromkeys(trace.problem for trace in self.traces))

    @property
    def by_pair(self) -> dict[tuple[str, str], list[Trace]]:
        """The runs of each algorithm on each problem."""
        runs: dict[tuple[str, str], list[Trace]] = {}
        for trace in self.traces:
            runs.setdefault((trace.algorithm, trace.problem), []).append(trace)
        return runs

    def of(self, algorithms: Sequence[str], problems: Sequence[str]) -> Traces:
        """Return the traces of some algorithms on some problems."""
        traces = []
        for trace in self.traces:
            if trace.algorithm in algorithms and trace.problem in problems:
                traces.append(trace)
        return replace(self, traces=tuple(traces))


class HistoryRoles(ColumnSearch):
    """The roles of the columns of a table of histories, by position.

    An ambiguous role raises an error.
    """

    def __init__(self, grid: Grid, reading: HistoryOptions) -> None:
        super().__init__(grid)
        self.found = {
            "algorithm": self.asked(reading["algorithm_column"]),
            "problem": self.asked(reading["problem_column"]),
            "budget": self.asked(reading["budget_column"]),
            "value": self.asked(reading["value_column"]),
        }
        assigned = {column for column in self.found.values() if column is not None}
        candidates = self.named(RUN_WORDS, grid.unsettled)
        self.runs = self.asked_runs(
            reading["run_column"], (c for c in candidates if c not in assigned)
        )
        assigned.update(self.runs)
        self.free = [c for c in grid.unsettled if c not in assigned]
        # None if the table contains a single algorithm.
        self.algorithm = self._take("algorithm", COLUMN_WORDS["algorithm"])
        self.problem = self._problem()
        owners = [self.problem, *self.runs]
        if self.algorithm is not None:
            owners.insert(0, self.algorithm)
        owners += self.named(_DIVIDING, self.free)
        # In a long table, the columns of the position and of the value. In a wide table,
        # the column and the position of each cut-point.
        self.budget, self.value = self._take("budget", BUDGET_WORDS, owners), 0
        self.points: list[tuple[int, float]] = []
        if self.budget is None:
            self.points, self.unit = self._points()
        else:
            self.value, self.unit = self._value(owners), grid.names[self.budget]
        self.rest = [c for c in self.free if c not in grid.index or grid.names[c]]

    def _take(
        self, role: str, meanings: frozenset[str], owners: Sequence[int] = ()
    ) -> int | None:
        """Return the specified column, or the first free one with a name of this
        meaning.

        If there are several columns of names ("function_name", "function_id"), the
        first with texts is used. If there are several columns of numbers, which have
        `owners`, the first that changes within a history is used.
        """
        column = self.found[role]
        if column is not None:
            return column
        candidates = []
        for c in self.named(meanings, self.free):
            # "fes_100" is a cut-point, not the column of evaluations.
            if not _POINT.fullmatch(self.grid.names[c]):
                candidates.append(c)
        if len(candidates) > 1 and owners:
            candidates.sort(key=lambda c: self._constant(c, owners))
        elif len(candidates) > 1:
            candidates.sort(key=lambda c: not self.grid.numbers(c).mostly_text)
        return self._freed(candidates[:1])

    def _freed(self, columns: Sequence[int]) -> int | None:
        """Return the only one of some free columns, and remove it from the free
        columns.
        """
        if len(columns) != 1:
            return None
        self.free.remove(columns[0])
        return columns[0]

    def _constant(self, column: int, owners: Sequence[int]) -> bool:
        """Return whether a column never changes within a history.

        This is the case for totals of a run ("evals", "best_y").
        """
        keys = zip(*map(self.grid.labels, owners), strict=True)
        first: dict[tuple[str, ...], str] = {}
        for key, cell in zip(keys, self.grid.labels(column), strict=True):
            if first.setdefault(key, cell) != cell:
                return False
        return True

    def _problem(self) -> int:
        column = self._take("problem", PROBLEM_WORDS)
        if column is None:
            column = self._freed([c for c in self.free if self.holds_names(c)])
        if column is None:
            columns = listed(title for title in self.grid.names if title)
            unclear = phrase(
                "{}: the column of the problems is not clear ({}). Specify it with ",
                self.grid.label,
                columns,
            )
            raise InputError(unclear, Option("problem_column"), ".")
        return column

    def _value(self, owners: Sequence[int]) -> int:
        column = self._take("value", VALUE_WORDS, owners)
        if column is not None:
            return column
        dividing = self.named(_DIVIDING, self.free)
        number = [c for c in self.free if not self.holds_names(c) and c not in dividing]
        column = self._freed(number)
        if column is not None:
            return column
        problem = Phrase("is missing")
        if number:
            problem = Phrase("could be ", listed(self.grid.names[c] for c in number))
        raise InputError(
            f"{self.grid.label}: the column of the values ",
            problem,
            ". Specify it with ",
            Option("value_column"),
            ".",
        )

    def _points(self) -> tuple[list[tuple[int, float]], str]:
        """Return the columns of the cut-points of a wide table with their positions,
        and the unit.

        They contain numbers under titles such as p10, 100 or "evaluations 1000".
        """
        titles: dict[int, tuple[str, float]] = {}
        for column in self.free:
            match = _POINT.fullmatch(self.grid.names[column])
            if match and not self.holds_names(column):
                unit = match["percent"] or match["unit"].strip()
                titles[column] = unit, float(match["number"])
        if not titles:
            raise InputError(
                f"{self.grid.label} has neither a column of evaluations or time nor "
                "columns named by cut-points "
                "(p10, p20, ...). Specify ",
                Option("budget_column"),
                " and ",
                Option("value_column"),
                ".",
            )
        [(unit, _)] = Counter(unit for unit, _ in titles.values()).most_common(1)
        points = []
        for column, (unit_of_column, place) in titles.items():
            if unit_of_column == unit:
                points.append((column, place))
        points.sort(key=lambda pair: pair[1])
        for (first, place), (second, other) in pairwise(points):
            if place == other:
                raise InputError(
                    f"{self.grid.at_name(second)}: the cut-point {place:.12g} already "
                    f"occurs in column {first + 1}. Rename one of them."
                )
        self.free = [c for c in self.free if c not in dict(points)]
        percent = unit == "%" or unit.lower() in PERCENT_WORDS
        return points, "% of the budget" if percent else unit or "evaluations"


def refuse_divided(roles: HistoryRoles, rows: Sequence[int], column: int) -> None:
    """Raise an error for a column with several values for the same algorithm and
    problem, which would be several histories.
    """
    grid = roles.grid
    keys = [list(grid.labels(roles.problem))]
    if roles.algorithm is not None:
        keys.append(list(grid.labels(roles.algorithm)))
    cells = list(grid.labels(column))
    first: dict[tuple[str, ...], str] = {}
    for row in rows:
        key = tuple(labels[row] for labels in keys)
        if first.setdefault(key, cells[row]) != cells[row]:
            title = grid.names[column]
            values = list(dict.fromkeys(cells[row] for row in rows))
            raise InputError(
                f"{grid.label}: the column '{title}' has {len(values)} values (",
                listed(values),
                "), which divide the histories. Select one with ",
                Option("select", {title: values[0]}),
                ", or use ",
                Option("run_column", Name(title)),
                " if these are runs.",
            )


def find_traces(grid: Grid, algorithm: str | None, reading: HistoryOptions) -> Traces:
    """Read all traces of a prepared table.

    `algorithm` is the name of the algorithm if the table has no column of algorithms.
    """
    if grid.n_rows == 0:
        raise InputError(
            f"{grid.label} has no rows. Add one for each value, or for each algorithm "
            "and problem."
        )
    roles = HistoryRoles(grid, reading)
    if roles.algorithm is None and algorithm is None:
        raise InputError(
            f"{grid.label} has no column of algorithms. Specify it with ",
            Option("algorithm_column"),
            ", or pass one file for each algorithm.",
        )
    for column in roles.named(_DIVIDING, roles.rest):
        refuse_divided(roles, range(grid.n_rows), column)
    algorithms: Sequence[str] = [algorithm or ""] * grid.n_rows
    if roles.algorithm is not None:
        algorithms = grid.named(roles.algorithm, "algorithm")
    problems = grid.named(roles.problem, "problem")
    runs = [""] * grid.n_rows
    if roles.runs:
        labels = zip(*map(grid.labels, roles.runs), strict=True)
        runs = list(map(", ".join, labels))
    # Owner -> position -> value and row.
    histories: dict[Owner, dict[float, tuple[float, int]]] = {}
    for row, owner in enumerate(zip(algorithms, problems, runs, strict=True)):
        of_owner = histories.setdefault(owner, {})
        points = roles.points
        if roles.budget is not None:
            points = [(roles.value, _number(grid, row, roles.budget, owner))]
        for column, place in points:
            value = _number(grid, row, column, owner, long=roles.budget is not None)
            if place in of_owner:
                _raise_repeated(roles, (of_owner[place][1], row), owner, place)
            of_owner[place] = (value, row)
    traces = []
    for owner, of_owner in histories.items():
        places = sorted(of_owner)
        values = np.array([of_owner[place][0] for place in places])
        traces.append(
            Trace(*owner, points=np.array(places), values=values, source=grid.label)
        )
    unused = [column for column in roles.rest if grid.names[column]]
    notes = (*grid.notes, grid.not_used(unused)) if unused else grid.notes
    return Traces(label=grid.label, traces=tuple(traces), unit=roles.unit, notes=notes)


def _number(
    grid: Grid, row: int, column: int, owner: Owner, *, long: bool = True
) -> float:
    """Read a finite number; raise an error for any other cell."""
    numbers = grid.numbers(column)
    value = float(numbers.values[row])
    if np.isfinite(value):
        return value
    place, history = grid.at(row, column), f"'{owner[0]}' on '{owner[1]}'"
    if numbers.missing[row]:
        remedy = ""
        if long:
            remedy = (
                ", or omit the row; a cut-point has the last value recorded up to it"
            )
        raise InputError(
            f"{place}: a value of {history} is missing. Complete it{remedy}."
        )
    if numbers.bad[row]:
        why = grid.refusal(row, column, "give a number", cleans=False)
        raise InputError(f"{place} ({history}): ", why, ".")
    cell = grid.quoted(row, column)
    raise InputError(
        f"{place} ({history}): {cell} is infinite. Specify a finite number."
    )


def _raise_repeated(
    roles: HistoryRoles, rows: tuple[int, int], owner: Owner, place: float
) -> NoReturn:
    """Raise an error for two values of one history at the same position."""
    for column in roles.rest:
        refuse_divided(roles, rows, column)
    what = "the history"
    if roles.budget is not None:
        what = f"the value at {with_unit(place, roles.unit)}"
    what = f"{what} of '{owner[0]}' on '{owner[1]}'"
    run = (owner[2],) if owner[2] else ()
    roles.grid.refuse_twice(rows[0], roles.grid.at(rows[1]), what, run, "keep one")
