"""From cells to traces: what the columns of a table of histories mean, and what was
recorded of each run.
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

#: Progress of the search; "iteration" is progress here, not a run.
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
#: "data_id" names a log and "instance" divides a function: neither is the problem.
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
#: Columns of these names divide a table into several studies; one of their values has
#: to be chosen.
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
    """What was recorded of one run: rising places, and the value at each."""

    algorithm: str
    problem: str
    run: str  #: Empty where there is only one.
    points: FloatArray
    values: FloatArray
    source: str  #: What messages call the table that it stands in.

    def __str__(self) -> str:
        run = f" (run {self.run})" if self.run else ""
        return (
            f"{self.source}: the history of '{self.algorithm}' on '{self.problem}'{run}"
        )


@dataclass(frozen=True, kw_only=True, eq=False)
class Traces:
    """All traces of one table or several, in the order of their first appearance."""

    label: str  #: What messages call the source.
    traces: tuple[Trace, ...]
    unit: str  #: What the places count.
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
        """Keep those of some algorithms on some problems."""
        kept = (
            trace
            for trace in self.traces
            if trace.algorithm in algorithms and trace.problem in problems
        )
        return replace(self, traces=tuple(kept))


class HistoryRoles(ColumnSearch):
    """Which column of a table of histories is what, by position; refused where it is
    not plain.
    """

    def __init__(self, grid: Grid, reading: HistoryOptions) -> None:
        super().__init__(grid)
        self.found = {
            "algorithm": self.asked(reading["algorithm_column"]),
            "problem": self.asked(reading["problem_column"]),
            "budget": self.asked(reading["budget_column"]),
            "value": self.asked(reading["value_column"]),
        }
        taken = {column for column in self.found.values() if column is not None}
        named = (c for c in self.named(RUN_WORDS, grid.unsettled) if c not in taken)
        self.runs = self.asked_runs(reading["run_column"], named)
        self.free = [c for c in grid.unsettled if c not in self.runs and c not in taken]
        self.algorithm = self._take(
            "algorithm", COLUMN_WORDS["algorithm"]
        )  # None where the whole table is one algorithm's
        self.problem = self._problem()
        owners = [
            c for c in (self.algorithm, self.problem, *self.runs) if c is not None
        ]
        owners += self.named(_DIVIDING, self.free)
        # Long: the place on the scale of the search, and the value there. Wide: column
        # and place of each cut-point.
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
        """Return the column asked for, or the first free one that is named so.

        Of several columns of names ("function_name", "function_id") the first with
        texts is taken; of several columns of numbers, which come with owners, the first
        that changes within a history.
        """
        column = self.found[role]
        if column is None:
            # "fes_100" is a cut-point, not the column of evaluations.
            named = [
                c
                for c in self.named(meanings, self.free)
                if not _POINT.fullmatch(self.grid.names[c])
            ]
            if len(named) > 1:
                named.sort(
                    key=lambda c: (
                        self._constant(c, owners)
                        if owners
                        else not self.grid.numbers(c).mostly_text
                    )
                )
            column = self._freed(named[:1])
        return column

    def _freed(self, columns: Sequence[int]) -> int | None:
        """Return the only one of some free columns, which is free no more."""
        if len(columns) != 1:
            return None
        self.free.remove(columns[0])
        return columns[0]

    def _constant(self, column: int, owners: Sequence[int]) -> bool:
        """Whether a column never changes within a history, as the totals of a run do
        ("evals", "best_y").
        """
        keys = zip(*map(self.grid.labels, owners), strict=True)
        first: dict[tuple[str, ...], str] = {}
        return all(
            first.setdefault(key, cell) == cell
            for key, cell in zip(keys, self.grid.labels(column), strict=True)
        )

    def _problem(self) -> int:
        column = self._take("problem", PROBLEM_WORDS)
        if column is None:
            column = self._freed([c for c in self.free if self.holds_names(c)])
        if column is None:
            found = listed(title for title in self.grid.names if title)
            plain = phrase(
                "{}: which column names the problems is not plain ({}): pass ",
                self.grid.label,
                found,
            )
            raise InputError(plain, Option("problem_column"), ".")
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
        found = Phrase("is not there")
        if number:
            found = Phrase("could be ", listed(self.grid.names[c] for c in number))
        raise InputError(
            f"{self.grid.label}: the column of the values ",
            found,
            ": pass ",
            Option("value_column"),
            ".",
        )

    def _points(self) -> tuple[list[tuple[int, float]], str]:
        """Find the columns of a wide table: numbers under titles like p10, 100, or
        "1000 evaluations" turned round.
        """
        found: dict[int, tuple[str, float]] = {}
        for column in self.free:
            match = _POINT.fullmatch(self.grid.names[column])
            if match and not self.holds_names(column):
                found[column] = (
                    match["percent"] or match["unit"].strip(),
                    float(match["number"]),
                )
        if not found:
            raise InputError(
                f"{self.grid.label} has neither a column of evaluations or time nor "
                "columns named by cut-points "
                "(p10, p20, ...): pass ",
                Option("budget_column"),
                " and ",
                Option("value_column"),
                ".",
            )
        unit = Counter(unit for unit, _ in found.values()).most_common(1)[0][0]
        points = [
            (column, place)
            for column, (its_unit, place) in found.items()
            if its_unit == unit
        ]
        points.sort(key=lambda pair: pair[1])
        for (first, place), (second, other) in pairwise(points):
            if place == other:
                raise InputError(
                    f"{self.grid.at_name(second)}: the cut-point {place:.12g} stands "
                    f"in column {first + 1} already: "
                    "rename one."
                )
        self.free = [c for c in self.free if c not in dict(points)]
        percent = unit == "%" or unit.lower() in PERCENT_WORDS
        return points, "% of the budget" if percent else unit or "evaluations"


def refuse_divided(roles: HistoryRoles, rows: Sequence[int], column: int) -> None:
    """Refuse a column that has several values for one algorithm and problem: these
    would be several histories.
    """
    grid, seen = roles.grid, dict[tuple[str, ...], str]()
    keys = [
        list(grid.labels(c)) for c in (roles.algorithm, roles.problem) if c is not None
    ]
    cells = list(grid.labels(column))
    for row in rows:
        if seen.setdefault(tuple(key[row] for key in keys), cells[row]) != cells[row]:
            title = grid.names[column]
            values = list(dict.fromkeys(cells[row] for row in rows))
            raise InputError(
                f"{grid.label}: the column '{title}' has {len(values)} values (",
                listed(values),
                "), which divide the histories: choose one with ",
                Option("select", {title: values[0]}),
                ", or pass ",
                Option("run_column", Name(title)),
                " if these are runs.",
            )


def find_traces(grid: Grid, algorithm: str | None, reading: HistoryOptions) -> Traces:
    """Read all traces of a prepared table: of `algorithm`, where no column says whose
    they are.
    """
    if grid.n_rows == 0:
        raise InputError(
            f"{grid.label} has no rows: add one for each value, or for each algorithm "
            "and problem."
        )
    roles = HistoryRoles(grid, reading)
    if roles.algorithm is None and algorithm is None:
        raise InputError(
            f"{grid.label} has no column of algorithms: pass ",
            Option("algorithm_column"),
            ", or give one file for each algorithm.",
        )
    for column in roles.named(_DIVIDING, roles.rest):
        refuse_divided(roles, range(grid.n_rows), column)
    algorithms: Sequence[str] = [algorithm or ""] * grid.n_rows
    if roles.algorithm is not None:
        algorithms = grid.named(roles.algorithm, "algorithm")
    runs = (
        map(", ".join, zip(*map(grid.labels, roles.runs), strict=True))
        if roles.runs
        else [""] * grid.n_rows
    )
    found: dict[Owner, dict[float, tuple[float, int]]] = {}  # place -> value and row
    for row, owner in enumerate(
        zip(algorithms, grid.named(roles.problem, "problem"), runs, strict=True)
    ):
        of_owner = found.setdefault(owner, {})
        places = (
            roles.points
            if roles.budget is None
            else [(roles.value, _number(grid, row, roles.budget, owner))]
        )
        for column, place in places:
            value = _number(grid, row, column, owner, long=roles.budget is not None)
            if place in of_owner:
                _refuse_twice(roles, (of_owner[place][1], row), owner, place)
            of_owner[place] = (value, row)
    traces = []
    for owner, of_owner in found.items():
        points = sorted(of_owner)
        values = np.array([of_owner[place][0] for place in points])
        traces.append(
            Trace(*owner, points=np.array(points), values=values, source=grid.label)
        )
    unused = [column for column in roles.rest if grid.names[column]]
    notes = (*grid.notes, grid.not_used(unused)) if unused else grid.notes
    return Traces(label=grid.label, traces=tuple(traces), unit=roles.unit, notes=notes)


def _number(
    grid: Grid, row: int, column: int, owner: Owner, *, long: bool = True
) -> float:
    """Read a finite number, or refuse the cell."""
    numbers = grid.numbers(column)
    value = float(numbers.values[row])
    if np.isfinite(value):
        return value
    place = grid.at(row, column)
    if numbers.missing[row]:
        remedy = (
            ", or leave the row out; the last value recorded up to a cut-point holds "
            "there"
            if long
            else ""
        )
        raise InputError(
            f"{place}: a value of '{owner[0]}' on '{owner[1]}' is missing: complete "
            f"it{remedy}."
        )
    if numbers.bad[row]:
        why = grid.refusal(row, column, "give a number", cleans=False)
        raise InputError(f"{place} ('{owner[0]}' on '{owner[1]}'): ", why, ".")
    cell = grid.quoted(row, column)
    raise InputError(
        f"{place} ('{owner[0]}' on '{owner[1]}'): {cell} is infinite: give a finite "
        "number."
    )


def _refuse_twice(
    roles: HistoryRoles, rows: tuple[int, int], owner: Owner, place: float
) -> NoReturn:
    for column in roles.rest:
        refuse_divided(roles, rows, column)
    what = (
        "the history"
        if roles.budget is None
        else f"the value at {with_unit(place, roles.unit)}"
    )
    what, run = (
        f"{what} of '{owner[0]}' on '{owner[1]}'",
        (owner[2],) if owner[2] else (),
    )
    roles.grid.refuse_twice(rows[0], roles.grid.at(rows[1]), what, run, "keep one")
