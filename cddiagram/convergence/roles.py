"""What the columns of a table of convergence histories mean: algorithms, problems, runs, and where values stand."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from cddiagram.data.reading.cells import Grid
from cddiagram.data.reading.options import selecting
from cddiagram.data.reading.roles import ALGORITHM_WORDS, DATASET_WORDS, SCORE_WORDS, Finder, says
from cddiagram.errors import InputError, listed

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
DIVIDING_WORDS = frozenset(["dimension", "dimensions", "dim", "dims", "d", "instance", "instances", "suite", "setting"])
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
            raise InputError(
                f"{self.grid.label}: which column names the problems is not plain ({found}): pass problem_column."
            )
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
        raise InputError(f"{self.grid.label}: the column of the values {found}: pass value_column.")

    def _divides(self, column: int) -> bool:
        return says(self.grid.names[column], DIVIDING_WORDS)

    def _points(self) -> tuple[tuple[tuple[int, float], ...], str]:
        """Find the columns of a wide table: numbers under titles like p10, 100, or "1000 evaluations" turned round."""
        found: dict[int, tuple[str, float]] = {}
        for column in self.free:
            match = _POINT.fullmatch(self.grid.names[column])
            if match and not self.holds_names(column):
                found[column] = (match["percent"] or match["unit"].strip(), float(match["number"]))
        if not found:
            raise InputError(
                f"{self.grid.label} has neither a column of evaluations or time nor columns named by cut-points (p10, "
                "p20, ...): pass budget_column and value_column."
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
                f"histories: choose one with {selecting(title, values[0])}, or pass run_column='{title}' if these are "
                "runs."
            )
