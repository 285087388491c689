"""The roles of the columns in a table of histories."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from cddiagram._util.lazy import lazy_pattern
from cddiagram.data import COLUMN_WORDS, ColumnSearch, Grid, HistoryOptions
from cddiagram.text import InputError, Name, Option, Phrase, listed, phrase


def _words(text: str) -> frozenset[str]:
    """Return the words in a string as a set."""
    return frozenset(text.split())


#: Names of columns that contain positions. In such a name, the word "iteration" does
#: not refer to a run.
_BUDGET_WORDS = _words("""evaluation evaluations eval evals feval fevals fe fes nfe nfes ffe budget
    time times second seconds iteration iterations generation generations step
    steps""")
#: Names of columns that contain values.
_VALUE_WORDS = COLUMN_WORDS["score"] | _words("""values error errors fitness objective cost loss accuracy y f
    best bestsofar rawy besty bestvalue besterror meanerror""")
#: Names of columns that contain problems. A "data_id" identifies a log, and an
#: "instance" is a variant of a function. Neither identifies a problem.
_PROBLEM_WORDS = (COLUMN_WORDS["dataset"] - {"data", "instance"}) | {
    "functions",
    "objectivefunction",
}
#: Names of columns that contain runs.
_RUN_WORDS = _words("run seed repeat repetition replicate replication rep trial fold")
#: Names of columns that contain the study to which each row belongs. If there are
#: several studies, the user must select one.
_DIVIDING_WORDS = _words(
    "dimension dimensions dim dims d instance instances suite setting"
)
#: If a column name contains one of these words, the cut-point is given as a percentage
#: of the budget.
_PERCENT_WORDS = _words("p percent pct perc")
#: The pattern for the names of cut-point columns, such as "p10", "evaluations 1000" and
#: "100".
_CUT_POINT = lazy_pattern(
    r"(?P<unit>[^\d%]*?)[ _-]*(?P<number>\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)[ "
    r"]*(?P<percent>%?)"
)


class HistoryRoles(ColumnSearch):
    """The columns of a table of histories, grouped by their roles.

    Columns whose roles are ambiguous raise an error.

    Attributes
    ----------
    algorithm : int or None
        The algorithm column. None if the table contains a single algorithm.
    problem : int
        The problem column.
    runs : tuple of int
        The run columns.
    budget : int or None
        The position column of a long table. None if the table is wide.
    value : int or None
        The value column of a long table. None if the table is wide.
    cut_points : list of (int, float)
        The cut-point columns of a wide table, with their positions.
    unit : str
        The unit of the positions.
    free : list of int
        The columns without a role.
    """

    def __init__(self, grid: Grid, reading: HistoryOptions) -> None:
        super().__init__(grid)
        self._by_option = {
            "algorithm": self.asked(reading["algorithm_column"]),
            "problem": self.asked(reading["problem_column"]),
            "budget": self.asked(reading["budget_column"]),
            "value": self.asked(reading["value_column"]),
        }
        occupied = set(self._by_option.values())
        run_columns = self.named(_RUN_WORDS, grid.unsettled)
        run_columns = [column for column in run_columns if column not in occupied]
        self.runs = self.asked_runs(reading["run_column"], run_columns)
        occupied.update(self.runs)
        self.free = [column for column in grid.unsettled if column not in occupied]
        self.algorithm = self._find("algorithm", COLUMN_WORDS["algorithm"])
        self.problem = self._find_problem()
        histories = self._history_columns()
        self.budget = self._find("budget", _BUDGET_WORDS, histories)
        self.value: int | None = None
        self.cut_points: list[tuple[int, float]] = []
        if self.budget is None:
            self.cut_points, self.unit = self._find_cut_points()
        else:
            self.value = self._find_value(histories)
            self.unit = grid.names[self.budget]

    @property
    def dividing(self) -> list[int]:
        """The columns without a role that may divide the table into several studies."""
        return self.named(_DIVIDING_WORDS, self.unused)

    @property
    def unused(self) -> list[int]:
        """The columns without a role, except row numbers without a name."""
        names, index = self.grid.names, self.grid.index
        return [c for c in self.free if c not in index or names[c]]

    def _history_columns(self) -> list[int]:
        """Return the columns whose cells together identify one history."""
        columns = [self.problem, *self.runs, *self.named(_DIVIDING_WORDS, self.free)]
        if self.algorithm is not None:
            columns.insert(0, self.algorithm)
        return columns

    def _find(
        self, role: str, meanings: frozenset[str], histories: Sequence[int] = ()
    ) -> int | None:
        """Return the column specified by an option, or the first free matching column.

        Text columns ("function_name") are preferred to numeric columns ("function_id").
        `histories` contains the columns that identify a history. If they are specified,
        columns that change within a history are preferred instead.
        """
        by_option = self._by_option[role]
        if by_option is not None:
            return by_option
        candidates = []
        for column in self.named(meanings, self.free):
            # A column such as "fes_100" is a cut-point, not the column of evaluations.
            if not _CUT_POINT.fullmatch(self.grid.names[column]):
                candidates.append(column)
        if len(candidates) > 1 and histories:
            candidates.sort(key=lambda column: self._is_constant(column, histories))
        elif len(candidates) > 1:
            candidates.sort(
                key=lambda column: not self.grid.numbers(column).mostly_text
            )
        return self._use_single(candidates[:1])

    def _use_single(self, columns: Sequence[int]) -> int | None:
        """Return the only column in a list, and remove it from the free columns.

        The result is None if the list is empty or contains several columns.
        """
        if len(columns) != 1:
            return None
        [column] = columns
        self.free.remove(column)
        return column

    def _is_constant(self, column: int, histories: Sequence[int]) -> bool:
        """Return whether a column never changes within a history.

        Totals of a run, such as "evals" and "best_y", never change.
        """
        keys = zip(*map(self.grid.labels, histories), strict=True)
        first: dict[tuple[str, ...], str] = {}
        for key, cell in zip(keys, self.grid.labels(column), strict=True):
            if first.setdefault(key, cell) != cell:
                return False
        return True

    def _find_problem(self) -> int:
        """Find the problem column by its name, or use the only column of names."""
        column = self._find("problem", _PROBLEM_WORDS)
        if column is None:
            column = self._use_single([c for c in self.free if self.holds_names(c)])
        if column is None:
            unclear = phrase(
                "{}: it is unclear which column contains the problems ({}). Specify it "
                "with ",
                self.grid.label,
                listed(title for title in self.grid.names if title),
            )
            raise InputError(unclear, Option("problem_column"), ".")
        return column

    def _find_value(self, histories: Sequence[int]) -> int:
        """Find the value column by its name, or use the only column of numbers.

        Unlike in score tables, the name takes precedence, because logs contain other
        numeric columns.
        """
        column = self._find("value", _VALUE_WORDS, histories)
        if column is not None:
            return column
        dividing = self.named(_DIVIDING_WORDS, self.free)
        numbers = []
        for candidate in self.free:
            if candidate not in dividing and not self.holds_names(candidate):
                numbers.append(candidate)
        column = self._use_single(numbers)
        if column is not None:
            return column
        reason = Phrase("there is no value column")
        if numbers:
            titles = listed(self.grid.names[candidate] for candidate in numbers)
            reason = phrase(
                "it is unclear which column contains the values ({})", titles
            )
        remedy = Phrase(". Specify it with ", Option("value_column"), ".")
        raise InputError(f"{self.grid.label}: ", reason, remedy)

    def _find_cut_points(self) -> tuple[list[tuple[int, float]], str]:
        """Find the cut-point columns, their positions, and the unit.

        These columns contain numbers and have names such as p10, 100 or
        "evaluations 1000". Columns with a less frequent unit are not cut-points.
        """
        titles: dict[int, tuple[str, float]] = {}
        for column in self.free:
            match = _CUT_POINT.fullmatch(self.grid.names[column])
            if match and not self.holds_names(column):
                unit = match["percent"] or match["unit"].strip()
                titles[column] = unit, float(match["number"])
        if not titles:
            raise InputError(
                f"{self.grid.label} has neither an evaluations or time column nor "
                "columns named after cut-points (p10, p20, ...). Specify ",
                Option("budget_column"),
                " and ",
                Option("value_column"),
                ".",
            )
        units = Counter(unit for unit, _ in titles.values())
        [(usual_unit, _)] = units.most_common(1)
        points = []
        for column, (unit, position) in titles.items():
            if unit == usual_unit:
                points.append((column, position))
        points.sort(key=lambda point: point[1])
        self._check_different(points)
        columns = [column for column, _ in points]
        self.free = [column for column in self.free if column not in columns]
        if usual_unit == "%" or usual_unit.lower() in _PERCENT_WORDS:
            return points, "% of the budget"
        return points, usual_unit or "evaluations"

    def _check_different(self, points: Sequence[tuple[int, float]]) -> None:
        """Raise an error if two columns have the same position."""
        for (first, position), (second, next_position) in pairwise(points):
            if position == next_position:
                raise InputError(
                    f"{self.grid.at_name(second)}: the cut-point {position:.12g} already "
                    f"occurs in column {first + 1}. Rename one of them."
                )

    def check_undivided(self, column: int, rows: Sequence[int]) -> None:
        """Raise an error if a column has several values for one algorithm and problem.

        The rows would then belong to several histories.
        """
        grid = self.grid
        keys = [list(grid.labels(self.problem))]
        if self.algorithm is not None:
            keys.append(list(grid.labels(self.algorithm)))
        cells = list(grid.labels(column))
        first: dict[tuple[str, ...], str] = {}
        for row in rows:
            key = tuple(labels[row] for labels in keys)
            if first.setdefault(key, cells[row]) != cells[row]:
                values = list(dict.fromkeys(cells[row] for row in rows))
                raise self._divided(grid.names[column], values)

    def _divided(self, title: str, values: Sequence[str]) -> InputError:
        """Return the exception for a column that divides the histories."""
        return InputError(
            f"{self.grid.label}: the column '{title}' has {len(values)} values (",
            listed(values),
            "), which divide the histories. Select one with ",
            Option("select", {title: values[0]}),
            ", or use ",
            Option("run_column", Name(title)),
            " if these are runs.",
        )
