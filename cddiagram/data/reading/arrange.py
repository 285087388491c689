"""From cells with known roles to scores: one for each algorithm on each data set, nothing lost without a word.

More than 400 lines, because the two forms of a table, wide and long, are understood best beside each other.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from cddiagram.data.reading.arranged import Arranged
from cddiagram.data.reading.cells import Grid, name
from cddiagram.data.reading.decimals import settle_decimals
from cddiagram.data.reading.dividing import refuse_divided, refuse_measures
from cddiagram.data.reading.notation import shown
from cddiagram.data.reading.options import Reading
from cddiagram.data.reading.reduce import Reduced, reduce_runs
from cddiagram.data.reading.roles import RoleFinder, Roles
from cddiagram.data.reading.suspects import given, named_columns, named_rows, numbered, refuse
from cddiagram.data.reading.vocabulary import describes, tells_measures
from cddiagram.errors import InputError, choose_from, listed

#: How many names a note lists before it counts the rest.
_LISTED = 60


def prepare(grid: Grid, reading: Reading) -> Grid:
    """Settle how numbers are written, and keep the rows asked for."""
    grid = settle_decimals(grid, reading.decimal)
    return grid.select(reading.select) if reading.select else grid


def arrange(grid: Grid, reading: Reading, *, elsewhere: Collection[str] = ()) -> Arranged:
    """Turn a prepared grid into scores; options and errors are those of `cddiagram.read_scores`.

    `elsewhere` are names of other parts of the same file: they may be left out although this one has none of them.
    """
    reader = _reader(grid, reading)
    reader.choose(reading, elsewhere)
    reader.fill(reading.runs)
    refuse_measures(reader.grid, reader.roles, reader.kept)
    reader.refuse(*numbered(reader.reduced.scores, reader.datasets, reader.algorithms))
    reduced, datasets, dropped = reader.complete(reading.missing)
    return Arranged(
        scores=reduced.scores,
        whole=reduced.whole,
        algorithms=tuple(reader.algorithms),
        datasets=datasets,
        dropped=dropped,
        notes=(*grid.notes, *reader.notes),
        titles=tuple(grid.names[column] for column in reader.score_columns),
        options=reading.recorded(),
    )


def names_in(grid: Grid, reading: Reading) -> set[str]:
    """Give the names of all algorithms and data sets of a table."""
    reader = _reader(grid, reading)
    return {*reader.algorithms, *reader.datasets}


def _reader(grid: Grid, reading: Reading) -> _Reader:
    if grid.n_rows == 0:
        header = f" after the header ({grid.header})" if grid.header else ""
        raise InputError(f"{grid.label} has no rows{header}: add one for each data set.")
    roles = RoleFinder(grid, reading).find()
    return (_Wide if roles.algorithm is None else _Long)(grid, roles)


class _Reader(ABC):
    """What wide and long tables have in common: checks of names, runs, and missing scores."""

    def __init__(self, grid: Grid, roles: Roles) -> None:
        self.grid, self.roles = grid, roles
        self.score_columns: tuple[int, ...] = roles.scores
        self.notes: list[str] = []
        self.gaps: dict[tuple[int, int], str] = {}  # (data set, algorithm) -> where and why its score is missing
        if roles.dataset is None:
            labels = [str(row + 1) for row in range(grid.n_rows)]
        else:
            labels = [name(cell) for cell in grid.columns[roles.dataset]]
        if "" in labels:
            raise InputError(f"{grid.at(labels.index(''), roles.dataset)}: the data set has no name: fill it in.")
        self.labels = labels
        self.datasets = list(dict.fromkeys(labels))
        self.kept: Collection[str] = ()  # names of rows and columns that are said to be data sets and algorithms
        self.algorithms = self.all_algorithms()
        self.reduced = Reduced(scores=np.empty((0, 0)), whole=None)
        if roles.unused:
            self.notes.append(f"columns not used: {listed(grid.names[c] for c in roles.unused)}.")

    @abstractmethod
    def all_algorithms(self) -> list[str]:
        """List the algorithms of the table in the order of their first appearance."""

    @abstractmethod
    def find_rows(self) -> None:
        """Find the rows of each data set; refuse one that is given twice."""

    @abstractmethod
    def fill(self, runs: str) -> None:
        """Fill `reduced`, NaN where a score is missing, and `gaps`."""

    @abstractmethod
    def numbers_of(self, algorithm: str) -> NDArray[np.float64]:
        """Give the numbers of an algorithm as they stand in the rows."""

    @abstractmethod
    def place_of(self, algorithm: str) -> str:
        """Word where the name of an algorithm stands."""

    def choose(self, reading: Reading, elsewhere: Collection[str]) -> None:
        """Keep what is asked for, in the order asked for; refuse what is no algorithm or no data set by its name."""
        asked = self.algorithms if reading.algorithms is None else reading.algorithms
        chosen = self._known("algorithm", asked, self.algorithms, ())
        without = self._known("algorithm", reading.exclude, self.algorithms, elsewhere)
        rows = self._known("data set", reading.exclude_datasets, self.datasets, elsewhere)
        titles = [self.grid.names[column] for column in (*self.roles.runs, *self.roles.unused)]
        kept = self._known("name to keep", reading.keep, [*self.algorithms, *self.datasets, *titles], elsewhere)
        # Who lists the algorithms says what they are.
        self.kept = {*kept, *(reading.algorithms or ())}
        self.algorithms = [algorithm for algorithm in chosen if algorithm not in without]
        if rows:
            self.leave_out(set(rows))
        self.check_number(self.algorithms, "algorithm")
        self.find_rows()
        columns = named_columns(self.algorithms, lambda place: self.numbers_of(self.algorithms[place]))
        self.refuse(named_rows(self.datasets), columns)

    def _known(
        self, what: str, wanted: Sequence[str] | None, names: Sequence[str], elsewhere: Collection[str]
    ) -> dict[str, None]:
        """Give the names asked for that are here, each once; refuse one that is neither here nor elsewhere."""
        here = set(names)
        for asked in wanted or ():
            if asked not in here and asked not in elsewhere:
                raise InputError(f"{self.grid.label}: {choose_from(what, asked, names)}")
        return dict.fromkeys(asked for asked in wanted or () if asked in here)

    def leave_out(self, datasets: Collection[str]) -> None:
        """Leave the rows of data sets out."""
        rows = [row for row, label in enumerate(self.labels) if label not in datasets]
        self.grid = self.grid.take(rows)
        self.labels = [self.labels[row] for row in rows]
        self.datasets = [dataset for dataset in self.datasets if dataset not in datasets]

    def refuse(self, rows: Mapping[str, str], columns: Mapping[str, str]) -> None:
        """Refuse columns that are no algorithms and rows that are no data sets, by what was found of them."""
        refuse("algorithm", columns, self.kept, self.place_of)
        refuse("data set", rows, self.kept, lambda dataset: self.grid.at(self.labels.index(dataset)))

    def check_number(self, names: Sequence[str], what: str) -> None:
        """Refuse fewer than two names."""
        if len(names) < 2:
            given = f"one {what} ({listed(names)})" if names else f"no {what}s"
            raise InputError(f"{self.grid.label} gives {given}: a comparison needs two or more.")

    def run_key(self, row: int) -> tuple[str, ...]:
        """Name the run of a row."""
        return tuple(name(self.grid.columns[column][row]) for column in self.roles.runs)

    def check_cells(self, column: int, rows: Iterable[int], algorithm_of: Sequence[str]) -> None:
        """Refuse the first cell among `rows` that is neither a finite number nor missing."""
        numbers = self.grid.numbers(column)
        wrong = numbers.bad | np.isinf(numbers.values)
        if not wrong.any():
            return
        for row in rows:
            if not wrong[row]:
                continue
            place = f"{self.grid.at(row, column)} (data set '{self.labels[row]}', algorithm '{algorithm_of[row]}')"
            if not numbers.bad[row]:
                cell = shown(self.grid.columns[column][row])
                raise InputError(f"{place}: {cell} is infinite: give a finite score, or leave the cell empty.")
            if numbers.mostly_text and self.roles.algorithm is None:
                remedy = (
                    f"leave the column out with exclude='{self.grid.names[column]}', or name it with algorithm_column "
                    "if this is a long table"
                )
            else:
                comma = " with a decimal comma, as in the rest of the file" if self.grid.decimal_comma else ""
                remedy = f"give a number{comma}, or leave the cell empty"
            raise InputError(f"{place}: {self.grid.refusal(row, column, remedy)}.")

    def announce_runs(self, counts: Iterable[int], how: str) -> None:
        """Say that runs were reduced; `counts` are the numbers of runs of the scores."""
        sizes = sorted(set(counts))
        if sizes == [1]:
            return
        number = str(sizes[0]) if len(sizes) == 1 else f"{sizes[0]} to {sizes[-1]}"
        columns = listed(self.grid.names[column] for column in self.roles.runs)
        self.notes.append(
            f"{number} runs of each algorithm on a data set (column {columns}) reduced to their {how}: "
            "runs are not data sets."
        )

    def complete(self, missing: str) -> tuple[Reduced, tuple[str, ...], tuple[str, ...]]:
        """Refuse missing scores, or drop the data sets that have any."""
        self.check_number(self.datasets, "data set")
        if not self.gaps:
            return self.reduced, tuple(self.datasets), ()
        often = Counter(algorithm for _, algorithm in self.gaps)
        empty = [self.algorithms[j] for j in sorted(often) if np.isnan(self.reduced.scores[:, j]).all()]
        if empty:
            has, them = ("has", "it") if len(empty) == 1 else ("have", "them")
            raise InputError(
                f"{self.grid.label}: {listed(empty)} {has} no score on any data set: leave {them} out with "
                f"exclude={given(empty)}."
            )
        hit = sorted({dataset for dataset, _ in self.gaps})
        dropped = tuple(self.datasets[i] for i in hit)
        many = f"{len(hit)} of {len(self.datasets)} data sets"
        if missing == "error":
            where = self.gaps[min(self.gaps)]
            also = "" if len(self.gaps) == 1 else f" ({len(self.gaps)} scores on {many} are missing)"
            raise InputError(f"{where}{also}: complete it, or pass missing='drop' to leave such data sets out.")
        keep = [i for i in range(len(self.datasets)) if i not in set(hit)]
        if len(keep) < 2:
            worst = sorted(often, key=lambda algorithm: (-often[algorithm], algorithm))[:3]
            raise InputError(
                f"{self.grid.label}: {len(keep)} of {len(self.datasets)} data sets have a score of every algorithm: "
                f"exclude the algorithms that miss many, first {listed(self.algorithms[j] for j in worst)}."
            )
        self.notes.append(f"{many} dropped for missing scores: {listed(dropped, limit=_LISTED)}.")
        return self.reduced.take(keep), tuple(self.datasets[i] for i in keep), dropped


class _Wide(_Reader):
    """One row for each data set (or each run of one), one column for each algorithm."""

    def all_algorithms(self) -> list[str]:
        seen: dict[str, int] = {}
        columns = []
        for column in self.roles.scores:
            title = self.grid.names[column]
            if title == "":
                if self.grid.numbers(column).missing.all():
                    continue  # a separator at the end of each line makes an empty column
                raise InputError(f"{self.grid.at_name(column)}: the column has no name: name the algorithm.")
            if title in seen:
                first = self.grid.at_name(seen[title]).rpartition(", ")[2]
                raise InputError(
                    f"{self.grid.at_name(column)}: the algorithm '{title}' stands in {first} already: rename one."
                )
            seen[title] = column
            columns.append(column)
        self.score_columns = tuple(columns)
        return list(seen)

    def choose(self, reading: Reading, elsewhere: Collection[str]) -> None:
        self.columns = dict(zip(self.algorithms, self.score_columns, strict=True))
        super().choose(reading, elsewhere)
        self.score_columns = tuple(self.columns[algorithm] for algorithm in self.algorithms)

    def numbers_of(self, algorithm: str) -> NDArray[np.float64]:
        return self.grid.numbers(self.columns[algorithm]).values

    def place_of(self, algorithm: str) -> str:
        return self.grid.at_name(self.columns[algorithm])

    def fill(self, runs: str) -> None:
        rows_of = self.rows_of
        every = range(self.grid.n_rows)
        for column, algorithm in zip(self.score_columns, self.algorithms, strict=True):
            self.check_cells(column, every, [algorithm] * self.grid.n_rows)
        cells = np.column_stack([self.grid.numbers(column).values for column in self.score_columns])
        if self.roles.runs:
            self.reduced = self._reduced(cells, rows_of, runs)
            self.announce_runs(map(len, rows_of), runs)
        else:
            self.reduced = Reduced(scores=cells, whole=None)
        for i, rows in enumerate(rows_of):
            for row in rows:
                for j in np.flatnonzero(np.isnan(cells[row])):
                    place = self.grid.at(row, self.score_columns[j])
                    self.gaps.setdefault(
                        (i, int(j)), f"{place}: no score of '{self.algorithms[j]}' on '{self.labels[row]}'"
                    )

    @staticmethod
    def _reduced(cells: NDArray[np.float64], rows_of: list[list[int]], runs: str) -> Reduced:
        n, k = len(rows_of), cells.shape[1]
        dataset = np.repeat(np.arange(n), [len(rows) for rows in rows_of])
        values = cells[np.concatenate(rows_of)]
        groups = dataset[:, np.newaxis] * k + np.arange(k)
        return reduce_runs(values.reshape(-1), groups.reshape(-1), n * k, runs).reshape(n, k)

    def find_rows(self) -> None:
        seen: dict[tuple[str, ...], int] = {}
        rows: dict[str, list[int]] = {dataset: [] for dataset in self.datasets}
        for row, label in enumerate(self.labels):
            key = (label, *self.run_key(row))
            if key in seen:
                refuse_divided(self.grid, self._dividing(), self._keys(), (seen[key], row))
                run = f" (run {', '.join(key[1:])})" if key[1:] else ""
                remedy = "rename one" if key[1:] else "rename one, or name the column of run numbers with run_column"
                first = f"{self.grid.row_word} {self.grid.places[seen[key]]}"
                raise InputError(
                    f"{self.grid.at(row, self.roles.dataset)}: the data set '{label}'{run} stands in {first} already: "
                    f"{remedy}."
                )
            seen[key] = row
            rows[label].append(row)
        self.rows_of = list(rows.values())

    def _keys(self) -> list[int]:
        return [column for column in (self.roles.dataset, *self.roles.runs) if column is not None]

    def _dividing(self) -> list[int]:
        """List the columns that may divide the rows of a data set: of all others, those that hold no scores."""
        titles = self.grid.names
        return [
            column
            for column in (*self.roles.scores, *self.roles.unused)
            if self.grid.numbers(column).mostly_text or tells_measures(titles[column]) or describes(titles[column])
        ]


class _Long(_Reader):
    """One row for each score: the names of data set and algorithm, and perhaps of the run."""

    def all_algorithms(self) -> list[str]:
        column = self.roles.algorithm or 0
        self.row_algorithms = [name(cell) for cell in self.grid.columns[column]]
        if "" in self.row_algorithms:
            raise InputError(
                f"{self.grid.at(self.row_algorithms.index(''), column)}: the algorithm has no name: fill it in."
            )
        return list(dict.fromkeys(self.row_algorithms))

    def leave_out(self, datasets: Collection[str]) -> None:
        self.row_algorithms = [
            algorithm
            for algorithm, label in zip(self.row_algorithms, self.labels, strict=True)
            if label not in datasets
        ]
        super().leave_out(datasets)

    def numbers_of(self, algorithm: str) -> NDArray[np.float64]:
        rows = [row for row, its in enumerate(self.row_algorithms) if its == algorithm]
        return self.grid.numbers(self.score_columns[0]).values[rows]

    def place_of(self, algorithm: str) -> str:
        return self.grid.at(self.row_algorithms.index(algorithm), self.roles.algorithm)

    def find_rows(self) -> None:
        chosen = {algorithm: j for j, algorithm in enumerate(self.algorithms)}
        place = {dataset: i for i, dataset in enumerate(self.datasets)}
        self.rows_of: dict[tuple[int, int], list[int]] = {}
        seen: dict[tuple[str, ...], int] = {}
        for row in self._rows():
            key = (self.labels[row], self.row_algorithms[row], *self.run_key(row))
            if key in seen:
                self._refuse_repeated(row, seen[key], key)
            seen[key] = row
            self.rows_of.setdefault((place[key[0]], chosen[key[1]]), []).append(row)

    def fill(self, runs: str) -> None:
        (column,) = self.score_columns
        self.check_cells(column, self._rows(), self.row_algorithms)
        n, k = len(self.datasets), len(self.algorithms)
        cells = np.array([i * k + j for i, j in self.rows_of], dtype=np.intp)
        groups = np.repeat(cells, [len(members) for members in self.rows_of.values()])
        rows = np.array([row for members in self.rows_of.values() for row in members], dtype=np.intp)
        values = self.grid.numbers(column).values[rows]
        self.reduced = reduce_runs(values, groups, n * k, runs).reshape(n, k)
        for place in np.flatnonzero(np.isnan(values)).tolist():
            row = int(rows[place])
            what = f"no score of '{self.row_algorithms[row]}' on '{self.labels[row]}'"
            self.gaps.setdefault(divmod(int(groups[place]), k), f"{self.grid.at(row, column)}: {what}")
        self._find_gaps(self.rows_of)
        self.announce_runs(map(len, self.rows_of.values()), runs)

    def _rows(self) -> Iterator[int]:
        chosen = set(self.algorithms)
        return (row for row, algorithm in enumerate(self.row_algorithms) if algorithm in chosen)

    def _refuse_repeated(self, row: int, first: int, key: tuple[str, ...]) -> None:
        keys = [column for column in (self.roles.dataset, self.roles.algorithm, *self.roles.runs) if column is not None]
        refuse_divided(self.grid, self.roles.unused, keys, (first, row))
        run = f" (run {', '.join(key[2:])})" if key[2:] else ""
        remedy = "keep one" if key[2:] else "keep one, or name the column of run numbers with run_column"
        raise InputError(
            f"{self.grid.at(row)}: the score of '{key[1]}' on '{key[0]}'{run} stands in {self.grid.row_word} "
            f"{self.grid.places[first]} already: {remedy}."
        )

    def _find_gaps(self, rows_of: dict[tuple[int, int], list[int]]) -> None:
        """Note every pair without a row, and every pair with fewer runs than others have on that data set."""
        for i, dataset in enumerate(self.datasets):
            counts = [len(rows_of.get((i, j), ())) for j in range(len(self.algorithms))]
            most = max(counts)
            for j, count in enumerate(counts):
                if count == most > 0:
                    continue
                text = f"{self.grid.label}: no score of '{self.algorithms[j]}' on '{dataset}'"
                if count:
                    other = self.algorithms[counts.index(most)]
                    text = (
                        f"{self.grid.label}: '{self.algorithms[j]}' has {count} run{'s' * (count > 1)} on '{dataset}' "
                        f"and '{other}' {most}"
                    )
                self.gaps.setdefault((i, j), text)
