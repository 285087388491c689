"""From cells with known roles to scores: one for each algorithm on each data set,
nothing lost without a word.
"""

from __future__ import annotations

import re
import warnings
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, reduce
from pathlib import PurePath
from typing import Any, TypeAlias

import numpy as np

from cddiagram._util import (
    BoolArray,
    Exact,
    FloatArray,
    IntArray,
    check_names,
    spread_of_runs,
)
from cddiagram.data.incomplete import EVERY_FOLD, POLICIES, runs_left_out, settle
from cddiagram.data.reading.cells import Grid
from cddiagram.data.reading.columns import Coded, first_rows
from cddiagram.data.reading.guards import (
    direction,
    divided,
    names,
    numbers,
    orientation,
    settings,
)
from cddiagram.data.reading.measures import (
    Measured,
    measure_in,
    stated_direction,
    title_direction,
)
from cddiagram.data.reading.numbers import bare, shown
from cddiagram.data.reading.objects import is_nested, swapped
from cddiagram.data.reading.options import ReadingOptions, TableOptions, record_of
from cddiagram.data.reading.roles import FOLDS, Roles, of_tracking, scored_columns
from cddiagram.data.reading.run_names import divided_names
from cddiagram.data.reading.vocabulary import tells_measures
from cddiagram.text import (
    Complaint,
    InputError,
    Name,
    Option,
    Phrase,
    choose_from,
    joined,
    listed,
    phrase,
)

#: A column of scores, rows in it, and for each of these the place of its algorithm.
Part: TypeAlias = tuple[int, IntArray, IntArray]

#: Columns may be the data sets where there are so many, and so many for each row; where
#: the variance of their means is so many times what noise alone would make of it; and
#: where what is left of it is so many times that of the rows: in ten published tables
#: data sets have 2.6 to 10 million times that of algorithms.
_FEWEST, _MORE, _NOISE, _TURNED = 8, 1.5, 4.0, 2.0
#: The only column of numbers of a file that holds average ranks in the place of scores.
_RANKS = re.compile(r"((average|avg\.?|mean)[\s_-]*)?ranks?", re.IGNORECASE)


def prepare(grid: Grid, reading: TableOptions) -> Grid:
    """Settle how numbers are written, and which column names groups of data sets; keep
    the rows asked for.
    """
    if reading.get("transpose"):
        grid = swapped(grid) if is_nested(grid) else grid.transposed()
    if reading.get("clean"):
        grid = replace(grid, clean=scored_columns(grid, reading))
    grid = of_tracking(grid.settled_decimals(reading["decimal"]), reading)
    group = reading.get("group_column")
    if isinstance(group, str):
        grid = replace(grid, settled=(*grid.settled, grid.place(group)))
    return grid.select(reading["select"]) if reading["select"] else grid


def arrange(
    grid: Grid,
    reading: ReadingOptions,
    *,
    higher_is_better: bool,
    sources: tuple[str, ...] = (),
    part: Mapping[str, str] | None = None,
    elsewhere: Collection[str] = (),
    folds: bool = False,
) -> dict[str, Any]:
    """Turn a prepared grid into what a `ScoreTable` is made of; errors are those of
    `cddiagram.read_scores`.

    `sources` are the names of the files, `part` says which part of a divided file this
    is: both are recorded. `elsewhere` are names of other parts of the same file: they
    may be left out although this one has none of them. The rows may be `folds` of one
    data set, which are else no data sets.
    """
    cells = _Scores(grid, reading, folds=folds)
    cells.choose(elsewhere)
    cells.complain(divided.measures_as_runs(grid, cells.roles))
    if not folds:
        cells.complain(divided.folds_as_rows(grid.label, cells.datasets))
    cells.fill()
    cells.check_numbers(higher_is_better=higher_is_better)
    fields = cells.complete(higher_is_better=higher_is_better, folds=folds)
    notes = (*grid.notes, *cells.notes, *fields["notes"])
    turns = not reading["transpose"] and (not cells.long or is_nested(grid))
    by_numbers = (
        turned(grid.label, fields["scores"]) if turns and not cells.long else []
    )
    if turns:
        by_names = orientation.swapped(
            grid.label, fields["algorithms"], fields["datasets"]
        )
        cells.complain(by_numbers or by_names)
    named = cells.names_of_scores(part or {})
    places = [(what, name) for what, name, _ in named] + [
        ("file name", PurePath(name).stem) for name in sources
    ]
    cells.complain(names.tables_of_spreads(grid.label, places))
    cells.complain(
        direction.contradicted(
            grid.label,
            higher_is_better=higher_is_better,
            named=named,
            columns=[] if cells.long else cells.algorithms,
            rows=cells.datasets,
            files=[name for name in sources if name != "-"],
        )
    )
    for doubt in cells.doubts:
        warnings.warn(doubt.message, UserWarning, stacklevel=2)
    return fields | {
        "notes": notes,
        "higher_is_better": higher_is_better,
        "reading": record_of(reading)
        | ({} if higher_is_better else {"higher_is_better": False})
        | dict(part or {})
        | ({"sources": sources} if sources else {}),
    }


def turned(label: str, scores: FloatArray) -> list[Complaint]:
    """Warn of many more columns than rows that differ more than these: data sets differ
    as algorithms do not.
    """
    (n, k), size = scores.shape, np.nanmax(np.abs(scores))
    if k < max(_FEWEST, _MORE * n) or size == 0:
        return []
    scores = scores / size  # so that no square overflows
    rows, columns = (
        np.nanmean(scores, axis=axis) - np.nanmean(scores) for axis in (1, 0)
    )
    noise = np.nansum(
        (scores - np.nanmean(scores) - rows[:, np.newaxis] - columns) ** 2
    ) / ((n - 1) * (k - 1))
    of_rows, of_columns = (means.var(ddof=1) for means in (rows, columns))
    # Components of the variance of a two-way layout: the mean of n scores has a share
    # of their noise, too.
    if n * of_columns > _NOISE * noise and of_columns - noise / n > _TURNED * max(
        of_rows - noise / k, 0.0
    ):
        text = f"the {k} columns differ more than the {n} rows, as data sets do"
        remedy = Phrase(
            "Pass ", Option("transpose", True), " if the rows are the algorithms"
        )
        return [Complaint(label, text, remedy, rejects=False)]
    return []


def names_in(grid: Grid, reading: ReadingOptions) -> set[str]:
    """Return the names of all algorithms and data sets of a table."""
    cells = _Scores(grid, reading)
    return {*cells.algorithms, *cells.datasets}


def known_names(
    what: str,
    asked: Iterable[str] | None,
    known: Sequence[str],
    label: str,
    elsewhere: Collection[str] = (),
) -> dict[str, None]:
    """Return the names asked for that are known, each once; refuse one that is known
    neither here nor elsewhere.
    """
    here, asked = set(known), list(asked or ())
    for name in asked:
        if name not in here and name not in elsewhere:
            raise InputError(f"{label}: ", choose_from(what, name, known))
    return dict.fromkeys(name for name in asked if name in here)


def choose_names(
    what: str,
    known: Sequence[str],
    label: str,
    *,
    wanted: Iterable[str] | None,
    without: Iterable[str] | None,
    keep: Collection[str],
) -> list[str]:
    """Return the names that a caller wants (by default all), less those left `without`.

    Raises an error for an unknown name, and for a name that looks like a summary and is
    not one to `keep`.
    """
    candidates = known_names(what, known if wanted is None else wanted, known, label)
    excluded = known_names(what, without, known, label)
    remaining = [name for name in candidates if name not in excluded]
    names.refuse_doubtful(what, remaining, keep, label)
    return remaining


class _Scores:
    """The scores of a table on their way: wide, a column for each algorithm, or long, a
    row for each score.
    """

    def __init__(
        self, grid: Grid, reading: ReadingOptions, *, folds: bool = False
    ) -> None:
        self.folds = folds  # whether the rows are folds of one data set
        if grid.n_rows == 0:
            header = f" after the header ({grid.header})" if grid.header else ""
            raise InputError(
                f"{grid.label} has no rows{header}: add one for each data set."
            )
        self.grid, self.reading = grid, reading
        self.roles = roles = Roles(grid, reading)
        self.long = roles.algorithm is not None
        self.notes: list[str] = []
        self.gaps: dict[
            tuple[int, int], str
        ] = {}  # (data set, algorithm) -> where and why its score is missing
        self.doubts: list[Complaint] = list(grid.doubts)
        self.labels = (
            self._numbered()
            if roles.dataset is None
            else grid.named(roles.dataset, "data set")
        )
        self.named_runs: list[
            Coded
        ] = []  # which run each row is, by the name of its data set
        if reading["runs_in_names"]:
            self._divide_labels()
        self.datasets = list(self.labels.cells)
        self.kept: Collection[
            str
        ] = ()  # names of rows and columns that are said to be data sets and algorithms
        self.columns: dict[
            str, list[int]
        ] = {}  # the columns of each algorithm of a wide table
        if not self.long:
            if reading["keep"] is None and reading["run_column"] is None:
                self.complain(divided.folds_as_columns(grid, roles))
            self.complain(divided.predictions(grid, roles))
            self.columns = self._titles()
        self.algorithms = list(self.row_algorithms.cells if self.long else self.columns)
        self.reduced = Exact(np.empty((0, 0)))
        self.runs: IntArray = np.empty(
            (0, 0), dtype=np.intp
        )  # how many each score has that are not missing
        self.spreads: FloatArray | None = None
        self.run_counts = (
            1,
            1,
        )  # the smallest and the largest number of runs of a score
        if roles.unused:
            self.notes.append(grid.not_used(roles.unused))

    def complain(self, complaints: Iterable[Complaint]) -> None:
        """Raise an error for the first complaint that rejects the table, and keep the
        others.
        """
        for complaint in complaints:
            if complaint.rejects:
                raise complaint.error()
            self.doubts.append(complaint)

    def _divide_labels(self) -> None:
        """Take the runs out of the names of the data sets."""
        divided_labels = divided_names(list(self.labels.cells))
        stems = {name: parts.stem for name, parts in divided_labels.items()}
        runs = {name: parts.run for name, parts in divided_labels.items()}
        self.named_runs = [self.labels.mapped(lambda name: runs.get(name, ""))]
        self.labels = self.labels.mapped(lambda name: stems.get(name, name))

    def names_of_scores(
        self, part: Mapping[str, str]
    ) -> list[tuple[str, str, Measured | None]]:
        """Return what names all scores, the nearest first: what of the table, the name,
        and what it measures.
        """
        grid, roles = self.grid, self.roles
        named: list[tuple[str, str, Measured | None]] = []
        if "part" in part:
            found = stated_direction(part["split_column"], part["part"]) or measure_in(
                part["part"]
            )
            named.append(("part", part["part"], found))
        for column, value in (self.reading["select"] or {}).items():
            found = stated_direction(column, str(value)) or measure_in(str(value))
            named.append((f"value of '{column}'", str(value), found))
        title = ""
        if self.long:
            title = grid.names[roles.scores[0]]
        elif roles.dataset is not None:
            title = grid.names[roles.dataset]
        named.append(("column name", title, measure_in(title)))
        for unused in roles.unused:
            named += self._stated(unused)
        for what, name in (("sheet name", grid.sheet), ("comment", grid.title)):
            if name:
                named.append((what, name, measure_in(name)))
        return named

    def _stated(self, column: int) -> list[tuple[str, str, Measured | None]]:
        """Return the direction that all values of a column state, if it names measures
        or directions.
        """
        title = self.grid.names[column]
        values = list(map(str, self.grid.labels(column).cells))
        if len(values) > direction.MOST_DIRECTIONS:
            return []
        stated = [stated_direction(title, value) for value in values]
        directions = {found.direction for found in stated if found is not None}
        of_all = len(values) == 1 or tells_measures(title) or title_direction(title)
        if None in stated or len(directions) != 1 or not of_all:
            return []
        return [(f"value of '{title}'", values[0], stated[0])]

    def _numbered(self) -> Coded:
        return Coded(
            list(map(str, range(1, self.grid.n_rows + 1))), np.arange(self.grid.n_rows)
        )

    @property
    def row_algorithms(self) -> Coded:
        """The algorithm of each row of a long table."""
        return self.grid.named(self.roles.algorithm or 0, "algorithm")

    def _titles(self) -> dict[str, list[int]]:
        """Return the columns of each algorithm: one, or several if their names contain
        runs.
        """
        columns: dict[str, list[int]] = {}
        titles: dict[str, int] = {}
        stems: dict[str, str] = {}
        if self.reading["runs_in_names"]:
            names_of_scores = [self.grid.names[column] for column in self.roles.scores]
            stems = {
                name: parts.stem
                for name, parts in divided_names(names_of_scores, joined=True).items()
            }
        for column in self.roles.scores:
            title = self.grid.names[column]
            if title == "":
                if self.grid.numbers(column).missing.all():
                    # a separator at the end of each line makes an empty column
                    continue
                raise InputError(
                    f"{self.grid.at_name(column)}: the column has no name: name the "
                    "algorithm."
                )
            if title in titles:
                first = self.grid.at_name(titles[title]).rpartition(", ")[2]
                raise InputError(
                    f"{self.grid.at_name(column)}: the algorithm '{title}' stands in "
                    f"{first} already: rename one."
                )
            titles[title] = column
            columns.setdefault(stems.get(title, title), []).append(column)
        return columns

    @cached_property
    def parts(self) -> list[Part]:
        """All cells of the algorithms, once these are chosen."""
        if not self.long:
            rows = np.arange(self.grid.n_rows)
            return [
                (column, rows, np.full(len(rows), j))
                for j, name in enumerate(self.algorithms)
                for column in self.columns[name]
            ]
        place = {algorithm: j for j, algorithm in enumerate(self.algorithms)}
        found = self.row_algorithms
        its = np.array(
            [place.get(algorithm, -1) for algorithm in found.cells], dtype=np.intp
        )[found.codes]
        rows = np.flatnonzero(its >= 0)
        return [(self.roles.scores[0], rows, its[rows])]

    def place_of(self, algorithm: str) -> str:
        """Return where the name of an algorithm stands."""
        if not self.long:
            return self.grid.at_name(self.columns[algorithm][0])
        if (
            algorithm not in self.row_algorithms.cells
        ):  # it was on data sets that are left out
            return self.grid.label
        return self.grid.at(self.row_algorithms.index(algorithm), self.roles.algorithm)

    def choose(self, elsewhere: Collection[str]) -> None:
        """Keep what is asked for, in the order asked for; refuse what is no algorithm
        or no data set by its name.
        """
        label, reading = self.grid.label, self.reading
        asked = (
            self.algorithms if reading["algorithms"] is None else reading["algorithms"]
        )
        algorithms = known_names("algorithm", asked, self.algorithms, label)
        unused = [self.grid.names[column] for column in self.roles.unused]
        without = known_names(
            "algorithm",
            reading["exclude"],
            [*self.algorithms, *unused],
            label,
            elsewhere,
        )
        left_out = known_names(
            "data set", reading["exclude_datasets"], self.datasets, label, elsewhere
        )
        titles = [
            self.grid.names[column] for column in (*self.roles.runs, *self.roles.unused)
        ]
        known = [*self.algorithms, *self.datasets, *titles]
        # Who lists the algorithms says what they are.
        self.kept = {
            *known_names("name to keep", reading["keep"], known, label, elsewhere),
            *(reading["algorithms"] or ()),
        }
        self.algorithms = [
            algorithm for algorithm in algorithms if algorithm not in without
        ]
        if left_out:
            stays = np.array([name not in left_out for name in self.labels.cells])
            rows = np.flatnonzero(stays[self.labels.codes])
            self.grid, self.labels = self.grid.take(rows), self.labels.take(rows)
            self.named_runs = [runs.take(rows) for runs in self.named_runs]
            self.datasets = [
                dataset for dataset in self.datasets if dataset not in left_out
            ]
        self.check_number(self.algorithms, "algorithm")
        if (
            not self.long and reading["algorithms"] is None
        ):  # a list of algorithms names them
            self.complain(
                orientation.numbered_columns(self.grid, self.algorithms, self.place_of)
            )
        self._refuse_repeated()
        self._check_names()

    def _place_of_dataset(self, dataset: str) -> str:
        return self.grid.at(self.labels.index(dataset))

    def _check_names(self) -> None:
        """Complain about names that are not those of algorithms and data sets."""
        algorithms, datasets = self.algorithms, self.datasets
        at, at_row, kept = self.place_of, self._place_of_dataset, self.kept
        self.complain(
            names.matrix_of_pairs(self.grid.label, algorithms, datasets, kept)
        )
        columns = names.doubtful_columns(algorithms, self._numbers_of)
        self.complain(names.not_what("algorithm", columns, kept, algorithms, at))
        self.complain(names.runs_as_names("algorithm", algorithms, kept, at, None))
        self.complain(names.twins("algorithm", algorithms, kept, at, long=self.long))
        rows = names.doubtful_rows(datasets)
        self.complain(names.not_what("data set", rows, kept, datasets, at_row))
        if not self.folds:
            self.complain(
                names.runs_as_names("data set", datasets, kept, at_row, FOLDS)
            )
        if not self.long:
            self.complain(
                direction.opposite_names(
                    self.grid.label, "column", "exclude", algorithms, kept
                )
            )
        self.complain(
            direction.opposite_names(
                self.grid.label, "row", "exclude_datasets", datasets, kept
            )
        )
        self.complain(names.twins("data set", datasets, kept, at_row, long=self.long))

    def check_numbers(self, *, higher_is_better: bool) -> None:
        """Complain about rows, columns and cells that are not scores by their
        numbers.
        """
        scores = self.reduced.values
        self.complain(divided.units(self.grid, self.roles))
        self.complain(divided.dates_as_rows(self.grid.label, self.datasets))
        if (
            self.roles.dataset is not None
            and self.reading["dataset_column"] is None
            and not self.folds
        ):
            title = self.grid.names[self.roles.dataset]
            self.complain(
                settings.settings_as_rows(self.grid.label, self.datasets, title)
            )
        self.complain(divided.summaries_as_runs(self.grid, self.roles))
        self.complain(divided.failed_rows(self.grid, self.roles))
        self.complain(divided.mixed_measures(self.grid, self.roles, self.kept))
        self.complain(direction.opposite_rows(self.grid, self.roles, self.kept))
        self.complain(direction.mixed_scores(self.grid, self.roles))
        if len(self.kept) == 0:
            self.complain(divided.around_texts(self.grid, self.roles, self.algorithms))
        rows, columns = numbers.doubtful(scores, self.datasets, self.algorithms)
        self.complain(
            names.not_what(
                "algorithm", columns, self.kept, self.algorithms, self.place_of
            )
        )
        self.complain(
            names.not_what(
                "data set", rows, self.kept, self.datasets, self._place_of_dataset
            )
        )
        doubted = scores.copy()
        doubted[[name in self.kept for name in self.datasets]] = np.nan
        doubted[:, [name in self.kept for name in self.algorithms]] = np.nan
        units = numbers.units(
            doubted,
            self._place_of_score,
            lambda row, column: (self.datasets[row], self.algorithms[column]),
            label=self.grid.label,
            higher_is_better=higher_is_better,
        )
        self.complain(units)
        self.complain(numbers.beyond(doubted, self.algorithms, self.place_of))
        self.complain(numbers.equal_columns(scores, self.algorithms, self.place_of))
        self.complain(numbers.equal_rows(scores, self.datasets, self._place_of_dataset))

    def _place_of_score(self, row: int, column: int) -> str:
        """Return the place of a score: of its cell, or of the first of its runs."""
        dataset, algorithm = self.datasets[row], self.algorithms[column]
        first = self.labels.index(dataset)
        if self.long:
            its = self.row_algorithms
            same = self.labels.codes == self.labels.codes[first]
            first = int(
                np.flatnonzero(same & (its.codes == its.cells.index(algorithm)))[0]
            )
            return self.grid.at(first, self.roles.scores[0])
        return self.grid.at(first, self.columns[algorithm][0])

    def check_number(self, names: Sequence[str], what: str) -> None:
        """Refuse fewer than two names; name who takes the folds, or the average ranks,
        that stand there instead.
        """
        if what == "data set" and len(names) == 1 and self.roles.runs:
            one = phrase(
                "{} gives one data set ({}), whose folds or runs are no data sets: ",
                self.grid.label,
                listed(names),
            )
            raise InputError(one, "compare them with ", FOLDS, ".")
        if what == "algorithm" and len(names) == 1 and _RANKS.fullmatch(names[0]):
            one = phrase(
                "{} gives one algorithm ({}): a comparison needs two or more; ",
                self.grid.label,
                listed(names),
            )
            ranks = Option("compare_ranks", typed="--average-ranks (compare and plot)")
            raise InputError(one, "average ranks are compared with ", ranks, ".")
        check_names(
            tuple(names),
            what,
            holder=f"{self.grid.label} gives",
            purpose="a comparison",
        )

    def _refuse_repeated(self) -> None:
        """Refuse a row with the names and the run of an earlier one, by the column that
        divides the two if one does.
        """
        grid, roles = self.grid, self.roles
        rows = self.parts[0][1]
        columns = [
            self.labels,
            *([self.row_algorithms] if self.long else []),
            *map(grid.labels, roles.runs),
        ]
        columns += self.named_runs
        if len(rows) < grid.n_rows:
            columns = [column.take(rows) for column in columns]
        single = first_rows(*columns)
        if len(single) == len(rows):
            return
        at = int(np.setdiff1d(np.arange(len(rows)), single)[0])
        key = tuple(column[at] for column in columns)
        same = (np.flatnonzero(column.codes == column.codes[at]) for column in columns)
        first, row = int(rows[reduce(np.intersect1d, same)[0]]), int(rows[at])
        self.complain(divided.divided(grid, roles, (first, row)))
        if self.long:
            grid.refuse_twice(
                first,
                grid.at(row),
                f"the score of '{key[1]}' on '{key[0]}'",
                key[2:],
                "keep one",
            )
        grid.refuse_twice(
            first,
            grid.at(row, roles.dataset),
            f"the data set '{key[0]}'",
            key[1:],
            "rename one",
        )

    def _numbers_of(self, algorithm: int) -> FloatArray:
        return np.concatenate(
            [
                self.grid.numbers(c).values[rows[its == algorithm]]
                for c, rows, its in self.parts
            ]
        )

    def fill(self) -> None:
        """Fill `reduced`, NaN where a score is missing, `runs` and `gaps`."""
        parts, runs = self.parts, self.reading["runs"]
        for part in parts:
            self._check_cells(*part)
        n, k = len(self.datasets), len(self.algorithms)
        dataset = self.labels.codes.astype(np.intp)
        groups = np.concatenate([dataset[rows] * k + its for _, rows, its in parts])
        values = np.concatenate(
            [self.grid.numbers(column).values[rows] for column, rows, _ in parts]
        )
        self.reduced = Exact.of_runs(values, groups, n * k, runs).reshape((n, k))
        if runs == "mean" and len(values) > n * k:
            self.spreads = spread_of_runs(values, groups, n * k).reshape((n, k))
        for column, rows, its in parts:
            for at in np.flatnonzero(
                np.isnan(self.grid.numbers(column).values[rows])
            ).tolist():
                row, j = int(rows[at]), int(its[at])
                what = f"no score of '{self.algorithms[j]}' on '{self.labels[row]}'"
                self.gaps.setdefault(
                    (int(dataset[row]), j), f"{self.grid.at(row, column)}: {what}"
                )
        counts = np.bincount(groups, minlength=n * k)
        self._find_gaps(counts.reshape(n, k))
        if self.grid.clean:
            self._note_cleaned()
        self.runs = (
            np.bincount(groups, weights=~np.isnan(values), minlength=n * k)
            .astype(np.intp)
            .reshape(n, k)
        )

    def _note_runs(self, gaps: BoolArray, kept: tuple[IntArray, ...]) -> None:
        """Note how many runs the scores are means of that are kept and no gaps, and
        which runs are left out.
        """
        # np.unique would load masked arrays.
        sizes = np.flatnonzero(np.bincount(self.runs[kept][~gaps[kept]])).tolist()
        if sizes and sizes != [1]:
            self.run_counts = sizes[0], sizes[-1]
            number = str(sizes[0]) if len(sizes) == 1 else f"{sizes[0]} to {sizes[-1]}"
            self.notes.append(self._note_averaged(number))
        self.notes += runs_left_out(gaps, self.runs)

    def _note_averaged(self, number: str) -> str:
        """Note how many runs, or items, each score was reduced from."""
        names_of = [self.grid.names[column] for column in self.roles.runs]
        items = [self.grid.names[column] for column in self.roles.items]
        how = self.reading["runs"]
        if items:
            return Phrase(
                f"{number} rows of each algorithm on a data set (column ",
                listed(names_of),
                f") reduced to their {how}: the sampling error of the items (",
                listed(items),
                ") is not part of the test.",
            )
        source = Phrase("numbers in the names")
        if names_of:
            source = Phrase("column ", listed(names_of))
        return Phrase(
            f"{number} runs of each algorithm on a data set (",
            source,
            f") reduced to their {how}: runs are not data sets.",
        )

    def _groups_of(self, datasets: Sequence[str]) -> tuple[str, ...] | None:
        """Return the group of each of some data sets; refuse one that is in two."""
        title = self.reading["group_column"]
        if title is None:
            return None
        column, found = self.grid.place(title), dict[str, str]()
        groups = self.grid.named(column, "group")
        for row in first_rows(self.labels, groups).tolist():
            dataset, group = self.labels[row], groups[row]
            if found.setdefault(dataset, group) != group:
                stands = (
                    f"the data set '{dataset}' is in the group '{group}', and in "
                    f"'{found[dataset]}' before"
                )
                raise InputError(
                    f"{self.grid.at(row, column)}: {stands}: give it one group."
                )
        return tuple(found[dataset] for dataset in datasets)

    def _check_cells(self, column: int, rows: IntArray, its: IntArray) -> None:
        """Refuse the first cell that is neither a finite number nor missing."""
        numbers = self.grid.numbers(column)
        wrong = np.flatnonzero((numbers.bad | np.isinf(numbers.values))[rows])
        if not wrong.size:
            return
        row, algorithm = int(rows[wrong[0]]), self.algorithms[its[wrong[0]]]
        place = (
            f"{self.grid.at(row, column)} (data set '{self.labels[row]}', algorithm "
            f"'{algorithm}')"
        )
        if not numbers.bad[row]:
            cell = shown(self.grid.columns[column][row])
            raise InputError(
                f"{place}: {cell} is infinite: give a finite score, or leave the cell "
                "empty."
            )
        several = (
            not self.long
            and sum(self.grid.numbers(part[0]).mostly_text for part in self.parts) > 1
        )
        if numbers.mostly_text and several:
            remedy = Phrase(
                "write plain numbers, without units and signs, in all columns of scores"
            )
        elif numbers.mostly_text and not self.long:
            exclude = Option("exclude", Name(self.grid.names[column]))
            either = (
                "leave the column out with {}, or name it with {} if this is a long "
                "table"
            )
            remedy = phrase(either, exclude, Option("algorithm_column"))
        else:
            comma = (
                " with a decimal comma, as in the rest of the file"
                if self.grid.decimal_comma
                else ""
            )
            remedy = Phrase(f"give a number{comma}, or leave the cell empty")
        raise InputError(f"{place}: ", self.grid.refusal(row, column, remedy), ".")

    def _note_cleaned(self) -> None:
        """Note what was taken off how many scores; refuse per cent among plain numbers,
        which are of another unit.
        """
        beside: Counter[str] = Counter()
        plain: dict[
            bool, str
            # of scores with and without a sign of per cent: where the first one stands
        ] = {}
        cleaned = 0
        for column, rows, _ in self.parts:
            for row in rows.tolist():
                cell = self.grid.columns[column][row]
                found = bare(cell)[1]
                cleaned += bool(found)
                beside.update(found)
                if not self.grid.numbers(column).missing[row]:
                    plain.setdefault(
                        "%" not in found, f"{self.grid.at(row, column)} ({shown(cell)})"
                    )
        if len(plain) > 1:
            per_cent, number = (
                plain[False],
                plain[True].removeprefix(f"{self.grid.label}, "),
            )
            raise InputError(
                f"{per_cent} is in per cent, and {number} is not: write all scores in "
                "one unit."
            )
        if cleaned:
            taken = joined([f"{words} ({count})" for words, count in beside.items()])
            self.notes.append(
                f"{cleaned} score{'s' * (cleaned > 1)} read without what stands "
                f"beside: {taken}."
            )

    def _find_gaps(self, counts: IntArray) -> None:
        """Note every pair without a row, and every pair with fewer runs than others
        have on that data set.
        """
        most = counts.max(axis=1)
        for i, j in np.argwhere(
            (counts < most[:, None]) | (most == 0)[:, None]
        ).tolist():
            algorithm, dataset, count = (
                self.algorithms[j],
                self.datasets[i],
                int(counts[i, j]),
            )
            text = f"{self.grid.label}: no score of '{algorithm}' on '{dataset}'"
            if count:
                other = self.algorithms[int(counts[i].argmax())]
                text = (
                    f"{self.grid.label}: '{algorithm}' has {count} "
                    f"run{'s' * (count > 1)} on '{dataset}' and '{other}' "
                    f"{most[i]}"
                )
            self.gaps.setdefault((i, j), text)

    def complete(self, *, higher_is_better: bool, folds: bool) -> dict[str, Any]:
        """Refuse missing scores, or do about them what is to be done; return what a
        `ScoreTable` is made of.
        """
        self.check_number(self.datasets, "data set")
        n, k = len(self.datasets), len(self.algorithms)
        gaps, missing = np.zeros((n, k), dtype=bool), self.reading["missing"]
        if self.gaps:
            gaps[tuple(zip(*self.gaps, strict=True))] = True
        empty = [
            self.algorithms[j]
            for j in np.flatnonzero(np.isnan(self.reduced.values).all(axis=0))
        ]
        if empty:
            has, them = ("has", "it") if len(empty) == 1 else ("have", "them")
            raise InputError(
                f"{self.grid.label}: ",
                listed(empty),
                f" {has} no score on any data set: leave {them} out with ",
                names.naming("exclude", empty),
                ".",
            )
        if self.gaps and missing == "error":
            where, many = (
                self.gaps[min(self.gaps)],
                f"{int(gaps.any(axis=1).sum())} of {n} data sets",
            )
            also = (
                ""
                if len(self.gaps) == 1
                else f" ({len(self.gaps)} scores on {many} are missing)"
            )
            means = (
                "give the means of the runs that exist in place of all runs, "
                if self.runs[min(self.gaps)]
                else ""
            )
            remedy = (
                EVERY_FOLD if folds else Phrase(f"complete it, {means}or ", POLICIES)
            )
            raise InputError(f"{where}{also}: ", remedy, ".")
        fields, kept = settle(
            self.reduced,
            gaps,
            missing,
            self.algorithms,
            self.datasets,
            higher_is_better,
            holder=self.grid.label,
        )
        self._note_runs(gaps, kept)
        if self.spreads is not None:
            fields["spreads"] = np.where(gaps, np.nan, self.spreads)[kept]
        fields["run_counts"] = self.run_counts
        return fields | {"groups": self._groups_of(fields["datasets"])}
