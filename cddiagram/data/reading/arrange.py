"""From cells with known roles to scores: one for each algorithm on each data set, nothing lost without a word."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from itertools import repeat
from typing import Any, TypeAlias

import numpy as np

from cddiagram._util.arrays import check_names
from cddiagram._util.exact import Exact, reduce_runs
from cddiagram._util.inlines import Name, Option, Phrase, phrase
from cddiagram._util.types import FloatArray, IntArray
from cddiagram.data.reading import suspects
from cddiagram.data.reading.cells import Grid
from cddiagram.data.reading.numbers import distinct, shown
from cddiagram.data.reading.options import NAME_RUNS, Reading
from cddiagram.data.reading.roles import RoleFinder, Roles, lower_word
from cddiagram.data.reading.vocabulary import describes, tells_measures
from cddiagram.errors import InputError, choose_from, listed

#: How many names a note lists before it counts the rest.
_LISTED = 60

#: A column of scores, rows in it, and for each of these the place of its algorithm.
Part: TypeAlias = tuple[int, IntArray, IntArray]


def prepare(grid: Grid, reading: Reading) -> Grid:
    """Settle how numbers are written, and keep the rows asked for."""
    grid = grid.settled_decimals(reading.decimal)
    return grid.select(reading.select) if reading.select else grid


def arrange(
    grid: Grid,
    reading: Reading,
    *,
    higher_is_better: bool,
    sources: tuple[str, ...] = (),
    part: Mapping[str, str] | None = None,
    elsewhere: Collection[str] = (),
) -> dict[str, Any]:
    """Turn a prepared grid into what a `ScoreTable` is made of; errors are those of `cddiagram.read_scores`.

    `sources` are the names of the files, `part` says which part of a divided file this is: both are recorded.
    `elsewhere` are names of other parts of the same file: they may be left out although this one has none of them.
    """
    reader = _reader(grid, reading)
    reader.choose(reading, elsewhere)
    reader.fill(reading.runs)
    suspects.refuse_measures(reader.grid, reader.roles, reader.kept)
    reader.refuse(*suspects.numbered(reader.reduced.values, reader.datasets, reader.algorithms))
    reduced, datasets, dropped = reader.complete(reading.missing)
    notes = (*grid.notes, *reader.notes)
    if higher_is_better:
        notes += _direction_note(sources, [grid.names[column] for column in reader.score_columns])
    return {
        "scores": reduced.values,
        "whole": reduced.given,
        "algorithms": tuple(reader.algorithms),
        "datasets": datasets,
        "dropped": dropped,
        "notes": notes,
        "higher_is_better": higher_is_better,
        "reading": reading.recorded()
        | ({} if higher_is_better else {"higher_is_better": False})
        | dict(part or {})
        | ({"sources": sources} if sources else {}),
    }


def _direction_note(sources: Sequence[str], titles: Sequence[str]) -> tuple[str, ...]:
    """Ask about the direction where a name suggests the other."""
    files = (("file", name) for name in sources if name != "-")
    for what, title in (*files, *(("column", title) for title in titles)):
        word = lower_word(title, capitals=what == "file" or len(titles) == 1)
        if word is not None:
            although = f"higher scores are taken as better although the {what} name '{title}' holds '{word}': pass "
            lower = Option("higher_is_better", False, typed="--lower-is-better")
            return (Phrase(although, lower, " if lower is better."),)
    return ()


def names_in(grid: Grid, reading: Reading) -> set[str]:
    """Return the names of all algorithms and data sets of a table."""
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
        self.notes: list[str] = []
        self.gaps: dict[tuple[int, int], str] = {}  # (data set, algorithm) -> where and why its score is missing
        rows = range(1, grid.n_rows + 1)
        self.labels = list(map(str, rows)) if roles.dataset is None else grid.labels(roles.dataset)
        if "" in self.labels:
            raise InputError(f"{grid.at(self.labels.index(''), roles.dataset)}: the data set has no name: fill it in.")
        self.datasets = list(dict.fromkeys(self.labels))
        self.kept: Collection[str] = ()  # names of rows and columns that are said to be data sets and algorithms
        self.algorithms = self.all_algorithms()
        self.reduced = Exact(np.empty((0, 0)))
        if roles.unused:
            self.notes.append(f"columns not used: {listed(grid.names[c] for c in roles.unused)}.")

    @abstractmethod
    def all_algorithms(self) -> list[str]:
        """List the algorithms of the table in the order of their first appearance."""

    @property
    @abstractmethod
    def score_columns(self) -> list[int]:
        """The columns of the scores of the chosen algorithms."""

    @abstractmethod
    def check_rows(self) -> None:
        """Refuse a row for what an earlier one is for."""

    @property
    @abstractmethod
    def parts(self) -> list[Part]:
        """All cells of the algorithms, once these are chosen."""

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
            self.leave_out(rows)
        self.check_number(self.algorithms, "algorithm")
        self.check_rows()
        self.refuse(suspects.named_rows(self.datasets), suspects.named_columns(self.algorithms, self._numbers_of))

    def _known(
        self, what: str, wanted: Sequence[str] | None, names: Sequence[str], elsewhere: Collection[str]
    ) -> dict[str, None]:
        """Return the names asked for that are here, each once; refuse one that is neither here nor elsewhere."""
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
        suspects.refuse("algorithm", columns, self.kept, self.place_of)
        suspects.refuse("data set", rows, self.kept, lambda dataset: self.grid.at(self.labels.index(dataset)))

    def check_number(self, names: Sequence[str], what: str) -> None:
        """Refuse fewer than two names."""
        check_names(tuple(names), what, holder=f"{self.grid.label} gives", purpose="a comparison")

    def repeated(self, rows: Sequence[int], *names: Sequence[str]) -> tuple[int, int, str] | None:
        """Find the first row with the names and the run of an earlier one: both, and the run in words."""
        columns = [*names, *map(self.grid.labels, self.roles.runs)]
        if len(rows) < self.grid.n_rows:
            columns = [[column[row] for row in rows] for column in columns]
        if len(set(zip(*columns, strict=True))) == len(rows):
            return None
        seen: dict[tuple[str, ...], int] = {}
        keys = zip(rows, zip(*columns, strict=True), strict=True)
        row, key = next((row, key) for row, key in keys if seen.setdefault(key, row) != row)
        run = key[len(names) :]
        return seen[key], row, f" (run {', '.join(run)})" if run else ""

    def refuse_repeated(self, first: int, row: int, run: str, place: str, what: str, remedy: str) -> None:
        """Refuse such a row: by the column that divides the two, if there is one."""
        keys = [column for column in (self.roles.dataset, self.roles.algorithm, *self.roles.runs) if column is not None]
        suspects.refuse_divided(self.grid, self.dividing(), keys, (first, row))
        there = f"{self.grid.row_word} {self.grid.places[first]}"
        raise InputError(f"{place}: {what}{run} stands in {there} already: {remedy}", "" if run else NAME_RUNS, ".")

    def dividing(self) -> Sequence[int]:
        """List the columns that may divide the rows of a data set."""
        return self.roles.unused

    def _numbers_of(self, algorithm: int) -> FloatArray:
        return np.concatenate([self.grid.numbers(c).values[rows[its == algorithm]] for c, rows, its in self.parts])

    def fill(self, runs: str) -> None:
        """Fill `reduced`, NaN where a score is missing, and `gaps`."""
        parts = self.parts
        for part in parts:
            self._check_cells(*part)
        n, k = len(self.datasets), len(self.algorithms)
        dataset = distinct(self.labels)[1]
        groups = np.concatenate([dataset[rows] * k + its for _, rows, its in parts])
        values = np.concatenate([self.grid.numbers(column).values[rows] for column, rows, _ in parts])
        self.reduced = reduce_runs(values, groups, n * k, runs).reshape((n, k))
        for column, rows, its in parts:
            for at in np.flatnonzero(np.isnan(self.grid.numbers(column).values[rows])).tolist():
                row, j = int(rows[at]), int(its[at])
                what = f"no score of '{self.algorithms[j]}' on '{self.labels[row]}'"
                self.gaps.setdefault((int(dataset[row]), j), f"{self.grid.at(row, column)}: {what}")
        counts = np.bincount(groups, minlength=n * k)
        self._find_gaps(counts.reshape(n, k))
        self._announce_runs(sorted(set(counts[counts > 0].tolist())), runs)

    def _check_cells(self, column: int, rows: IntArray, its: IntArray) -> None:
        """Refuse the first cell that is neither a finite number nor missing."""
        numbers = self.grid.numbers(column)
        wrong = np.flatnonzero((numbers.bad | np.isinf(numbers.values))[rows])
        if not wrong.size:
            return
        row, algorithm = int(rows[wrong[0]]), self.algorithms[its[wrong[0]]]
        place = f"{self.grid.at(row, column)} (data set '{self.labels[row]}', algorithm '{algorithm}')"
        if not numbers.bad[row]:
            cell = shown(self.grid.columns[column][row])
            raise InputError(f"{place}: {cell} is infinite: give a finite score, or leave the cell empty.")
        if numbers.mostly_text and self.roles.algorithm is None:
            exclude = Option("exclude", Name(self.grid.names[column]))
            either = "leave the column out with {}, or name it with {} if this is a long table"
            remedy = phrase(either, exclude, Option("algorithm_column"))
        else:
            comma = " with a decimal comma, as in the rest of the file" if self.grid.decimal_comma else ""
            remedy = Phrase(f"give a number{comma}, or leave the cell empty")
        raise InputError(f"{place}: ", self.grid.refusal(row, column, remedy), ".")

    def _find_gaps(self, counts: IntArray) -> None:
        """Note every pair without a row, and every pair with fewer runs than others have on that data set."""
        most = counts.max(axis=1)
        for i, j in np.argwhere((counts < most[:, None]) | (most == 0)[:, None]).tolist():
            algorithm, dataset, count = self.algorithms[j], self.datasets[i], int(counts[i, j])
            text = f"{self.grid.label}: no score of '{algorithm}' on '{dataset}'"
            if count:
                other = self.algorithms[int(counts[i].argmax())]
                text = (
                    f"{self.grid.label}: '{algorithm}' has {count} run{'s' * (count > 1)} on '{dataset}' and '{other}' "
                    f"{most[i]}"
                )
            self.gaps.setdefault((i, j), text)

    def _announce_runs(self, sizes: Sequence[int], how: str) -> None:
        """Say that runs were reduced; `sizes` are the numbers of runs that there are."""
        if not sizes or sizes == [1]:
            return
        number = str(sizes[0]) if len(sizes) == 1 else f"{sizes[0]} to {sizes[-1]}"
        columns = listed(self.grid.names[column] for column in self.roles.runs)
        self.notes.append(
            f"{number} runs of each algorithm on a data set (column {columns}) reduced to their {how}: "
            "runs are not data sets."
        )

    def complete(self, missing: str) -> tuple[Exact, tuple[str, ...], tuple[str, ...]]:
        """Refuse missing scores, or drop the data sets that have any."""
        self.check_number(self.datasets, "data set")
        if not self.gaps:
            return self.reduced, tuple(self.datasets), ()
        often = Counter(algorithm for _, algorithm in self.gaps)
        empty = [self.algorithms[j] for j in sorted(often) if np.isnan(self.reduced.values[:, j]).all()]
        if empty:
            has, them = ("has", "it") if len(empty) == 1 else ("have", "them")
            raise InputError(
                f"{self.grid.label}: {listed(empty)} {has} no score on any data set: leave {them} out with ",
                suspects.naming("exclude", empty),
                ".",
            )
        hit = sorted({dataset for dataset, _ in self.gaps})
        dropped = tuple(self.datasets[i] for i in hit)
        many = f"{len(hit)} of {len(self.datasets)} data sets"
        if missing == "error":
            where = self.gaps[min(self.gaps)]
            also = "" if len(self.gaps) == 1 else f" ({len(self.gaps)} scores on {many} are missing)"
            complete = f"{where}{also}: complete it, or pass "
            raise InputError(complete, Option("missing", "drop"), " to leave such data sets out.")
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
        self.columns: dict[str, int] = {}
        for column in self.roles.scores:
            title = self.grid.names[column]
            if title == "":
                if self.grid.numbers(column).missing.all():
                    continue  # a separator at the end of each line makes an empty column
                raise InputError(f"{self.grid.at_name(column)}: the column has no name: name the algorithm.")
            if title in self.columns:
                first = self.place_of(title).rpartition(", ")[2]
                raise InputError(
                    f"{self.grid.at_name(column)}: the algorithm '{title}' stands in {first} already: rename one."
                )
            self.columns[title] = column
        return list(self.columns)

    @property
    def score_columns(self) -> list[int]:
        return [self.columns[algorithm] for algorithm in self.algorithms]

    @cached_property
    def parts(self) -> list[Part]:
        rows = np.arange(self.grid.n_rows)
        return [(column, rows, np.full(len(rows), j)) for j, column in enumerate(self.score_columns)]

    def place_of(self, algorithm: str) -> str:
        return self.grid.at_name(self.columns[algorithm])

    def check_rows(self) -> None:
        if found := self.repeated(range(len(self.labels)), self.labels):
            row = found[1]
            place, what = self.grid.at(row, self.roles.dataset), f"the data set '{self.labels[row]}'"
            self.refuse_repeated(*found, place, what, "rename one")

    def dividing(self) -> Sequence[int]:
        """List them: of all others, those that hold no scores."""
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
        self.row_algorithms = self.grid.labels(column)
        if "" in self.row_algorithms:
            raise InputError(
                f"{self.grid.at(self.row_algorithms.index(''), column)}: the algorithm has no name: fill it in."
            )
        return list(dict.fromkeys(self.row_algorithms))

    @property
    def score_columns(self) -> list[int]:
        return list(self.roles.scores)

    def leave_out(self, datasets: Collection[str]) -> None:
        super().leave_out(datasets)
        self.row_algorithms = self.grid.labels(self.roles.algorithm or 0)

    @cached_property
    def parts(self) -> list[Part]:
        place = {algorithm: j for j, algorithm in enumerate(self.algorithms)}
        found = map(place.get, self.row_algorithms, repeat(-1))
        its = np.fromiter(found, dtype=np.intp, count=len(self.row_algorithms))
        rows = np.flatnonzero(its >= 0)
        return [(self.roles.scores[0], rows, its[rows])]

    def place_of(self, algorithm: str) -> str:
        if algorithm not in self.row_algorithms:  # it was on data sets that are left out
            return self.grid.label
        return self.grid.at(self.row_algorithms.index(algorithm), self.roles.algorithm)

    def check_rows(self) -> None:
        ((_, rows, _),) = self.parts
        if found := self.repeated(rows.tolist(), self.labels, self.row_algorithms):
            row = found[1]
            what = f"the score of '{self.row_algorithms[row]}' on '{self.labels[row]}'"
            self.refuse_repeated(*found, self.grid.at(row), what, "keep one")
