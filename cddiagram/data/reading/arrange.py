"""Conversion of cells with known roles to one score for each algorithm on each data
set. Notes report everything that is dropped or averaged.
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
)
from cddiagram._util.lazy import lazy_pattern
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
from cddiagram.data.reading.numbers import bare
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
    counted,
    inflect,
    joined,
    listed,
)

#: A score column is described by its index, the rows that contain scores, and the index
#: of the algorithm for each of these rows.
Part: TypeAlias = tuple[int, IntArray, IntArray]

#: A table is reported as transposed only if it has at least `_FEWEST` columns and at
#: least `_MORE` times as many columns as rows.
_FEWEST, _MORE = 8, 1.5
#: A table is reported as transposed only if two variance ratios are sufficiently large.
#: The variance of the column means must be at least `_NOISE` times the variance that
#: noise alone would cause. The variance of the column means must also be at least
#: `_TURNED` times the variance of the row means, after both variances are corrected for
#: noise. In ten published tables, the variance between data sets is between 2.6 times
#: and 10 million times as large as the variance between algorithms.
_NOISE, _TURNED = 4.0, 2.0
#: If a file of average ranks has only one numeric column, the title of this column
#: matches this pattern.
_RANKS = lazy_pattern(r"((average|avg\.?|mean)[\s_-]*)?ranks?", re.IGNORECASE)


def prepare(grid: Grid, reading: TableOptions) -> Grid:
    """Determine the number notation, and select rows."""
    if reading.get("transpose"):
        grid = swapped(grid) if is_nested(grid) else grid.transposed()
    if reading.get("clean"):
        grid = replace(grid, clean=scored_columns(grid, reading))
    grid = of_tracking(grid.settled_decimals(reading["decimal"]), reading)
    group = reading.get("group_column")
    if isinstance(group, str):
        grid = replace(grid, settled=(*grid.settled, grid.place(group)))
    if reading["select"]:
        return grid.select(reading["select"])
    return grid


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
    """Compute the fields of a `ScoreTable` from a prepared grid.

    Parameters
    ----------
    grid : Grid
        The cells, as returned by `prepare`.
    reading : dict
        All reader options.
    higher_is_better : bool
        The direction of the scores.
    sources : sequence of str
        The names of the source files, which are recorded in the table.
    part : mapping of str to str, optional
        The part of a divided file to which the grid belongs. It is recorded in the
        table.
    elsewhere : collection of str
        The names in other parts of the same file. They can be excluded even if this
        part does not contain them.
    folds : bool
        Whether the rows are folds of one data set. Otherwise, folds are not accepted as
        rows.

    Returns
    -------
    dict
        The fields of the table.

    Raises
    ------
    InputError
        If the cells are not valid scores, as described in `cddiagram.read_scores`.
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
    cells.complain(_orientation(cells, fields))
    part = dict(part or {})
    titles = cells.names_of_scores(part)
    columns = () if cells.long else cells.algorithms
    places = [(what, name) for what, name, _ in titles]
    places += [("file name", PurePath(name).stem) for name in sources]
    cells.complain(names.tables_of_spreads(grid.label, places))
    cells.complain(
        direction.contradicted(
            grid.label,
            higher_is_better=higher_is_better,
            named=titles,
            columns=columns,
            rows=cells.datasets,
            files=[name for name in sources if name != "-"],
        )
    )
    for doubt in cells.doubts:
        warnings.warn(doubt.message, UserWarning, stacklevel=2)
    record = record_of(reading)
    if not higher_is_better:
        record["higher_is_better"] = False
    record |= part
    if sources:
        record["sources"] = sources
    return fields | {
        "notes": notes,
        "higher_is_better": higher_is_better,
        "reading": record,
    }


def _orientation(cells: _Scores, fields: Mapping[str, Any]) -> list[Complaint]:
    """Return warnings that rows and columns may be swapped."""
    label = cells.grid.label
    if cells.reading["transpose"]:
        return []
    if not cells.long:
        by_numbers = turned(label, fields["scores"])
        if by_numbers:
            return by_numbers
    elif not is_nested(cells.grid):
        return []
    return orientation.swapped(label, fields["algorithms"], fields["datasets"])


def turned(label: str, scores: FloatArray) -> list[Complaint]:
    """Return a warning if the columns differ more than the rows, which suggests that
    they are data sets.
    """
    n, k = scores.shape
    size = np.nanmax(np.abs(scores))
    if k < max(_FEWEST, _MORE * n) or size == 0:
        return []
    scores = scores / size  # prevents overflow when the scores are squared
    mean = np.nanmean(scores)
    row_effects = np.nanmean(scores, axis=1) - mean
    column_effects = np.nanmean(scores, axis=0) - mean
    residuals = scores - mean - row_effects[:, np.newaxis] - column_effects
    noise = np.nansum(residuals**2) / ((n - 1) * (k - 1))
    of_rows = row_effects.var(ddof=1)
    of_columns = column_effects.var(ddof=1)
    # In a two-way layout, the variance of the means of n scores includes 1/n of the
    # noise variance.
    if n * of_columns <= _NOISE * noise:
        return []
    if of_columns - noise / n <= _TURNED * max(of_rows - noise / k, 0.0):
        return []
    text = (
        f"the {k} columns differ more than the {n} rows, so the columns may be data "
        "sets"
    )
    remedy = Phrase(
        "Pass ", Option("transpose", True), " if the rows are the algorithms"
    )
    return [Complaint(label, text, remedy, rejects=False)]


def names_in(grid: Grid, reading: ReadingOptions) -> set[str]:
    """Return the names of all algorithms and data sets in a table."""
    cells = _Scores(grid, reading)
    return {*cells.algorithms, *cells.datasets}


def known_names(
    what: str,
    asked: Iterable[str] | None,
    known: Sequence[str],
    label: str,
    elsewhere: Collection[str] = (),
) -> dict[str, None]:
    """Return the distinct names in `asked` that are known.

    Raise an error if a name is neither known nor in `elsewhere`.
    """
    here = set(known)
    names_here: dict[str, None] = {}
    for name in asked or ():
        if name in here:
            names_here[name] = None
        elif name not in elsewhere:
            raise InputError(f"{label}: ", choose_from(what, name, known))
    return names_here


def choose_names(
    what: str,
    known: Sequence[str],
    label: str,
    *,
    wanted: Iterable[str] | None,
    without: Iterable[str] | None,
    keep: Collection[str],
) -> list[str]:
    """Return the names to keep, which are all names by default, except the names in
    `without`.

    Raise an error if a name is unknown, or if a name looks like a summary and is not in
    `keep`.
    """
    candidates = known_names(what, known if wanted is None else wanted, known, label)
    excluded = known_names(what, without, known, label)
    remaining = [name for name in candidates if name not in excluded]
    names.check_not_summaries(what, remaining, keep, label)
    return remaining


class _Scores:
    """The scores in a table, which are reduced to one score for each algorithm on each
    data set.

    A wide table has one column for each algorithm, and a long table has one row for
    each score.
    """

    def __init__(
        self, grid: Grid, reading: ReadingOptions, *, folds: bool = False
    ) -> None:
        if grid.n_rows == 0:
            header = ""
            if grid.header:
                header = f" after the header ({grid.header})"
            raise InputError(
                f"{grid.label} has no rows{header}. Add a row for each data set."
            )
        self.grid = grid
        self.reading = reading
        #: Whether the rows are folds of the same data set.
        self.folds = folds
        self.roles = roles = Roles(grid, reading)
        self.long = roles.algorithm is not None
        self.notes: list[str] = []
        self.doubts: list[Complaint] = list(grid.doubts)
        #: Maps each missing score to a message that states its location. A score is
        #: identified by the indices of its data set and algorithm.
        self.gaps: dict[tuple[int, int], str] = {}
        #: The data set to which each row belongs.
        if roles.dataset is None:
            self.labels = self._numbered()
        else:
            self.labels = grid.named(roles.dataset, "data set")
        #: If the names of the data sets contain run numbers, this list contains the run
        #: of each row.
        self.named_runs: list[Coded] = []
        if reading["runs_in_names"]:
            self._divide_labels()
        self.datasets = list(self.labels.cells)
        #: The caller has accepted these row and column names, so complaints about them
        #: are omitted.
        self.accepted: Collection[str] = ()
        #: Maps each algorithm in a wide table to its columns.
        self.columns: dict[str, list[int]] = {}
        if self.long:
            self.algorithms = list(self.row_algorithms.cells)
        else:
            if reading["keep"] is None and reading["run_column"] is None:
                self.complain(divided.folds_as_columns(grid, roles))
            self.complain(divided.predictions(grid, roles))
            self.columns = self._titles()
            self.algorithms = list(self.columns)
        self.reduced = Exact(np.empty((0, 0)))
        #: The number of runs from which each score is computed, not counting missing
        #: runs.
        self.runs: IntArray = np.empty((0, 0), dtype=np.intp)
        self.spreads: FloatArray | None = None
        #: The smallest and largest numbers of runs from which a score is computed.
        self.run_counts = (1, 1)
        if roles.unused:
            self.notes.append(grid.not_used(roles.unused))

    def complain(self, complaints: Iterable[Complaint]) -> None:
        """Raise an error if a complaint rejects the table.

        All other complaints are stored as warnings.
        """
        for complaint in complaints:
            if complaint.rejects:
                raise complaint.error()
            self.doubts.append(complaint)

    def _divide_labels(self) -> None:
        """Separate the run numbers from the names of the data sets."""
        divided_labels = divided_names(list(self.labels.cells))
        stems = {name: parts.stem for name, parts in divided_labels.items()}
        runs = {name: parts.run for name, parts in divided_labels.items()}
        self.named_runs = [self.labels.mapped(lambda name: runs.get(name, ""))]
        self.labels = self.labels.mapped(lambda name: stems.get(name, name))

    def names_of_scores(
        self, part: Mapping[str, str]
    ) -> list[tuple[str, str, Measured | None]]:
        """Return the names that describe all scores, in order of their proximity to the
        scores.

        Each item also contains the kind of the name and the measure in the name.
        """
        grid, roles = self.grid, self.roles
        titles: list[tuple[str, str, Measured | None]] = []
        if "part" in part:
            name = part["part"]
            titles.append(("part", name, _measure_of(part["split_column"], name)))
        for column, value in (self.reading["select"] or {}).items():
            name = str(value)
            titles.append((f"value of '{column}'", name, _measure_of(column, name)))
        title = ""
        if self.long:
            title = grid.names[roles.scores[0]]
        elif roles.dataset is not None:
            title = grid.names[roles.dataset]
        titles.append(("column name", title, measure_in(title)))
        for unused in roles.unused:
            titles += self._stated(unused)
        for what, name in (("sheet name", grid.sheet), ("comment", grid.title)):
            if name:
                titles.append((what, name, measure_in(name)))
        return titles

    def _stated(self, column: int) -> list[tuple[str, str, Measured | None]]:
        """Return the direction that all values of a column state. The list is empty if
        the column does not contain measures or directions.
        """
        title = self.grid.names[column]
        values = list(map(str, self.grid.labels(column).cells))
        if len(values) > direction.MOST_DIRECTIONS:
            return []
        stated = [stated_direction(title, value) for value in values]
        directions = {measure.direction for measure in stated if measure is not None}
        of_all = len(values) == 1 or tells_measures(title) or title_direction(title)
        if None in stated or len(directions) != 1 or not of_all:
            return []
        return [(f"value of '{title}'", values[0], stated[0])]

    def _numbered(self) -> Coded:
        count = self.grid.n_rows
        return Coded([str(row) for row in range(1, count + 1)], np.arange(count))

    @property
    def row_algorithms(self) -> Coded:
        """The algorithm in each row of a long table."""
        return self.grid.named(self.roles.algorithm or 0, "algorithm")

    def _titles(self) -> dict[str, list[int]]:
        """Return the columns of each algorithm. An algorithm has several columns if
        their names contain run numbers.
        """
        grid = self.grid
        columns: dict[str, list[int]] = {}
        first_columns: dict[str, int] = {}
        stems: dict[str, str] = {}
        if self.reading["runs_in_names"]:
            titles = [grid.names[column] for column in self.roles.scores]
            for title, parts in divided_names(titles, joined=True).items():
                stems[title] = parts.stem
        for column in self.roles.scores:
            title = grid.names[column]
            if title == "":
                # If each line ends with a separator, the last column is empty.
                if grid.numbers(column).missing.all():
                    continue
                raise InputError(
                    f"{grid.at_name(column)}: the column has no name. Add the name of "
                    "the algorithm."
                )
            if title in first_columns:
                first = grid.at_name(first_columns[title]).rpartition(", ")[2]
                raise InputError(
                    f"{grid.at_name(column)}: the algorithm '{title}' is already in "
                    f"{first}. Rename one of them."
                )
            first_columns[title] = column
            columns.setdefault(stems.get(title, title), []).append(column)
        return columns

    @cached_property
    def parts(self) -> list[Part]:
        """The columns and rows that contain the scores of the selected algorithms."""
        if self.long:
            places = {algorithm: j for j, algorithm in enumerate(self.algorithms)}
            names_of_rows = self.row_algorithms
            codes = [places.get(name, -1) for name in names_of_rows.cells]
            its = np.array(codes, dtype=np.intp)[names_of_rows.codes]
            rows = np.flatnonzero(its >= 0)
            return [(self.roles.scores[0], rows, its[rows])]
        rows = np.arange(self.grid.n_rows)
        parts: list[Part] = []
        for j, name in enumerate(self.algorithms):
            for column in self.columns[name]:
                parts.append((column, rows, np.full(len(rows), j)))
        return parts

    def place_of(self, algorithm: str) -> str:
        """Return the location of the name of an algorithm."""
        if not self.long:
            return self.grid.at_name(self.columns[algorithm][0])
        if algorithm not in self.row_algorithms.cells:
            return self.grid.label  # all rows of the algorithm have been excluded
        return self.grid.at(self.row_algorithms.index(algorithm), self.roles.algorithm)

    def choose(self, elsewhere: Collection[str]) -> None:
        """Select the algorithms and data sets, and check their names."""
        grid, reading = self.grid, self.reading
        label = grid.label
        selection = reading["algorithms"]
        if selection is None:
            selection = self.algorithms
        algorithms = known_names("algorithm", selection, self.algorithms, label)
        unused = [grid.names[column] for column in self.roles.unused]
        excluded = known_names(
            "algorithm",
            reading["exclude"],
            [*self.algorithms, *unused],
            label,
            elsewhere,
        )
        excluded_datasets = known_names(
            "data set", reading["exclude_datasets"], self.datasets, label, elsewhere
        )
        runs = [grid.names[column] for column in self.roles.runs]
        every = [*self.algorithms, *self.datasets, *runs, *unused]
        keep = known_names("name to keep", reading["keep"], every, label, elsewhere)
        # If the caller lists a column as an algorithm, complaints about this column are
        # suppressed.
        self.accepted = {*keep, *(reading["algorithms"] or ())}
        self.algorithms = [name for name in algorithms if name not in excluded]
        if excluded_datasets:
            self._exclude_datasets(excluded_datasets)
        self.check_number(self.algorithms, "algorithm")
        if not self.long and reading["algorithms"] is None:
            self.complain(
                orientation.numbered_columns(self.grid, self.algorithms, self.place_of)
            )
        self._check_not_repeated()
        self._check_names()

    def _exclude_datasets(self, names: Collection[str]) -> None:
        remains = np.array([name not in names for name in self.labels.cells])
        rows = np.flatnonzero(remains[self.labels.codes])
        self.grid = self.grid.take(rows)
        self.labels = self.labels.take(rows)
        self.named_runs = [runs.take(rows) for runs in self.named_runs]
        self.datasets = [name for name in self.datasets if name not in names]

    def _place_of_dataset(self, dataset: str) -> str:
        return self.grid.at(self.labels.index(dataset))

    def _check_names(self) -> None:
        """Raise an error or store a warning if names do not look like algorithms or
        data sets.
        """
        label, accepted = self.grid.label, self.accepted
        algorithms, at = self.algorithms, self.place_of
        datasets, at_row = self.datasets, self._place_of_dataset
        self.complain(names.matrix_of_pairs(label, algorithms, datasets, accepted))

        columns = names.doubtful_columns(algorithms, self._numbers_of)
        self.complain(names.not_what("algorithm", columns, accepted, algorithms, at))
        self.complain(names.runs_as_names("algorithm", algorithms, accepted, at, None))
        self.complain(
            names.twins("algorithm", algorithms, accepted, at, long=self.long)
        )

        rows = names.doubtful_rows(datasets)
        self.complain(names.not_what("data set", rows, accepted, datasets, at_row))
        if not self.folds:
            self.complain(
                names.runs_as_names("data set", datasets, accepted, at_row, FOLDS)
            )
        opposite = direction.opposite_names
        if not self.long:
            self.complain(opposite(label, "column", "exclude", algorithms, accepted))
        self.complain(opposite(label, "row", "exclude_datasets", datasets, accepted))
        self.complain(
            names.twins("data set", datasets, accepted, at_row, long=self.long)
        )

    def check_numbers(self, *, higher_is_better: bool) -> None:
        """Raise an error or store a warning if numbers do not look like scores."""
        grid, roles, accepted = self.grid, self.roles, self.accepted
        algorithms, at = self.algorithms, self.place_of
        datasets, at_row = self.datasets, self._place_of_dataset
        scores = self.reduced.values
        self.complain(divided.units(grid, roles))
        self.complain(divided.dates_as_rows(grid.label, datasets))
        rows_may_be_settings = self.reading["dataset_column"] is None and not self.folds
        if roles.dataset is not None and rows_may_be_settings:
            title = grid.names[roles.dataset]
            self.complain(settings.settings_as_rows(grid.label, datasets, title))
        self.complain(divided.summaries_as_runs(grid, roles))
        self.complain(divided.failed_rows(grid, roles))
        self.complain(divided.mixed_measures(grid, roles, accepted))
        self.complain(direction.opposite_rows(grid, roles, accepted))
        self.complain(direction.mixed_scores(grid, roles))
        if len(accepted) == 0:
            self.complain(divided.around_texts(grid, roles, algorithms))
        rows, columns = numbers.doubtful(scores, datasets, algorithms)
        self.complain(names.not_what("algorithm", columns, accepted, algorithms, at))
        self.complain(names.not_what("data set", rows, accepted, datasets, at_row))

        doubted = scores.copy()
        doubted[[name in accepted for name in datasets]] = np.nan
        doubted[:, [name in accepted for name in algorithms]] = np.nan
        self.complain(
            numbers.units(
                doubted,
                self._place_of_score,
                lambda row, column: (datasets[row], algorithms[column]),
                label=grid.label,
                higher_is_better=higher_is_better,
            )
        )
        self.complain(numbers.beyond(doubted, algorithms, at))
        self.complain(numbers.equal_columns(scores, algorithms, at))
        self.complain(numbers.equal_rows(scores, datasets, at_row))

    def _place_of_score(self, row: int, column: int) -> str:
        """Return the location of a score or of its first run."""
        algorithm = self.algorithms[column]
        first = self.labels.index(self.datasets[row])
        if not self.long:
            return self.grid.at(first, self.columns[algorithm][0])
        its = self.row_algorithms
        same_dataset = self.labels.codes == self.labels.codes[first]
        same_algorithm = its.codes == its.cells.index(algorithm)
        first = int(np.flatnonzero(same_dataset & same_algorithm)[0])
        return self.grid.at(first, self.roles.scores[0])

    def check_number(self, names: Sequence[str], what: str) -> None:
        """Raise an error if there are fewer than two names.

        If the table contains folds or average ranks, the error recommends the function
        that compares them.
        """
        if what == "data set" and len(names) == 1 and self.roles.runs:
            raise InputError(
                self._contains_one(what, names),
                ", and its folds or runs are not data sets. Compare them with ",
                FOLDS,
                ".",
            )
        if what == "algorithm" and len(names) == 1 and _RANKS.fullmatch(names[0]):
            raise InputError(
                self._contains_one(what, names),
                ", but a comparison requires two or more. Compare average ranks with ",
                Option("compare_ranks", typed="--average-ranks (compare and plot)"),
                ".",
            )
        check_names(
            tuple(names),
            what,
            holder=f"{self.grid.label} contains",
            purpose="a comparison",
        )

    def _contains_one(self, what: str, names: Sequence[str]) -> Phrase:
        contains = f"{self.grid.label} contains one {what} ("
        return Phrase(contains, listed(names), ")")

    def _check_not_repeated(self) -> None:
        """Raise an error if a row has the same names and run as an earlier row.

        If a column distinguishes the two rows, the error contains the name of this
        column.
        """
        grid, roles = self.grid, self.roles
        rows = self.parts[0][1]
        columns = [self.labels]
        if self.long:
            columns.append(self.row_algorithms)
        columns += [*map(grid.labels, roles.runs), *self.named_runs]
        if len(rows) < grid.n_rows:
            columns = [column.take(rows) for column in columns]
        single = first_rows(*columns)
        if len(single) == len(rows):
            return
        at = int(np.setdiff1d(np.arange(len(rows)), single)[0])
        same = [np.flatnonzero(column.codes == column.codes[at]) for column in columns]
        first = int(rows[reduce(np.intersect1d, same)[0]])
        row = int(rows[at])
        self.complain(divided.divided(grid, roles, (first, row)))
        dataset, *others = (column[at] for column in columns)
        if self.long:
            algorithm, *run = others
            what = f"the score of '{algorithm}' on '{dataset}'"
            grid.raise_repeated(first, grid.at(row), what, run, "keep one")
        place = grid.at(row, roles.dataset)
        what = f"the data set '{dataset}'"
        grid.raise_repeated(first, place, what, others, "rename one")

    def _numbers_of(self, algorithm: int) -> FloatArray:
        """Return all numbers of an algorithm."""
        numbers_of_parts = []
        for column, rows, its in self.parts:
            own_rows = rows[its == algorithm]
            numbers_of_parts.append(self.grid.numbers(column).values[own_rows])
        return np.concatenate(numbers_of_parts)

    def fill(self) -> None:
        """Compute the scores and the numbers of runs, and find missing scores.

        Missing scores are NaN.
        """
        parts = self.parts
        for part in parts:
            self._check_cells(*part)
        n, k = len(self.datasets), len(self.algorithms)
        dataset = self.labels.codes.astype(np.intp)
        part_values = [
            self.grid.numbers(column).values[rows] for column, rows, _ in parts
        ]
        values = np.concatenate(part_values)
        # The index of the score that is computed from each cell.
        groups = np.concatenate([dataset[rows] * k + its for _, rows, its in parts])
        statistic = self.reading["runs"]
        self.reduced = Exact.of_runs(values, groups, n * k, statistic).reshape((n, k))
        if statistic == "mean" and len(values) > n * k:
            self.spreads = Exact.spread_of_runs(values, groups, n * k).reshape((n, k))
        for (column, rows, its), numbers_of_part in zip(
            parts, part_values, strict=True
        ):
            for at in np.flatnonzero(np.isnan(numbers_of_part)).tolist():
                row, j = int(rows[at]), int(its[at])
                what = f"no score of '{self.algorithms[j]}' on '{self.labels[row]}'"
                key = (int(dataset[row]), j)
                self.gaps.setdefault(key, f"{self.grid.at(row, column)}: {what}")
        self._find_gaps(np.bincount(groups, minlength=n * k).reshape(n, k))
        if self.grid.clean:
            self._note_cleaned()
        present = np.bincount(groups, weights=~np.isnan(values), minlength=n * k)
        self.runs = present.astype(np.intp).reshape(n, k)

    def _note_runs(self, gaps: BoolArray, index: tuple[IntArray, ...]) -> None:
        """Add notes about the number of runs that were averaged and about runs that are
        not used.
        """
        counts = self.runs[index][~gaps[index]]
        sizes = np.flatnonzero(
            np.bincount(counts)
        ).tolist()  # np.unique takes long to load
        if sizes and sizes != [1]:
            self.run_counts = sizes[0], sizes[-1]
            number = str(sizes[0])
            if len(sizes) > 1:
                number = f"{sizes[0]} to {sizes[-1]}"
            self.notes.append(self._note_averaged(number))
        self.notes += runs_left_out(gaps, self.runs)

    def _note_averaged(self, number: str) -> str:
        """Return a note about the number of runs or items from which each score was
        computed.
        """
        columns = listed(self.grid.names[column] for column in self.roles.runs)
        items = [self.grid.names[column] for column in self.roles.items]
        statistic = self.reading["runs"]
        if items:
            return Phrase(
                f"{number} rows of each algorithm on a data set (column ",
                columns,
                f") were reduced to their {statistic}. The tests do not account for "
                "the sampling error of the items (",
                listed(items),
                ").",
            )
        source = Phrase("numbers in the names")
        if self.roles.runs:
            source = Phrase("column ", columns)
        return Phrase(
            f"{number} runs of each algorithm on a data set (",
            source,
            f") were reduced to their {statistic}, because runs are not data sets.",
        )

    def _groups_of(self, datasets: Sequence[str]) -> tuple[str, ...] | None:
        """Return the group of each data set. Raise an error if a data set is in several
        groups.
        """
        title = self.reading["group_column"]
        if title is None:
            return None
        column = self.grid.place(title)
        groups = self.grid.named(column, "group")
        group_of: dict[str, str] = {}
        for row in first_rows(self.labels, groups).tolist():
            dataset, group = self.labels[row], groups[row]
            earlier = group_of.setdefault(dataset, group)
            if earlier != group:
                raise InputError(
                    f"{self.grid.at(row, column)}: the data set '{dataset}' is in the "
                    f"group '{group}', but an earlier row assigns it to the group "
                    f"'{earlier}'. Assign the data set to one group."
                )
        return tuple(group_of[dataset] for dataset in datasets)

    def _check_cells(self, column: int, rows: IntArray, its: IntArray) -> None:
        """Raise an error if a cell is neither a finite number nor missing."""
        grid, numbers_read = self.grid, self.grid.numbers(column)
        invalid = numbers_read.bad | np.isinf(numbers_read.values)
        places = np.flatnonzero(invalid[rows])
        if not places.size:
            return
        row = int(rows[places[0]])
        algorithm = self.algorithms[its[places[0]]]
        place = (
            f"{grid.at(row, column)} (data set '{self.labels[row]}', algorithm "
            f"'{algorithm}')"
        )
        if numbers_read.bad[row]:
            reason = grid.refusal(row, column, self._remedy_of_text(column))
            raise InputError(f"{place}: ", reason, ".")
        raise InputError(
            f"{place}: {grid.quoted(row, column)} is infinite. Enter a finite score, "
            "or leave the cell empty."
        )

    def _remedy_of_text(self, column: int) -> Phrase:
        """Return the remedy for text in a score column."""
        grid = self.grid
        if grid.numbers(column).mostly_text and not self.long:
            texts = [part for part in self.parts if grid.numbers(part[0]).mostly_text]
            if len(texts) > 1:
                return Phrase(
                    "write plain numbers, without units and signs, in all columns of "
                    "scores"
                )
            return Phrase(
                "drop the column with ",
                Option("exclude", Name(grid.names[column])),
                ", or specify it as ",
                Option("algorithm_column"),
                " if this is a long table",
            )
        comma = ""
        if grid.decimal_comma:
            comma = " with a decimal comma, as in the rest of the file"
        return Phrase(f"enter a number{comma}, or leave the cell empty")

    def _note_cleaned(self) -> None:
        """Add a note about the additions that were removed from cells.

        Raise an error if only some scores are percentages, because the scores then have
        different units.
        """
        grid = self.grid
        removed: Counter[str] = Counter()
        # The location of the first score with a percent sign, and of the first score
        # without one.
        first: dict[bool, str] = {}
        count = 0
        for column, rows, _ in self.parts:
            missing = grid.numbers(column).missing
            for row in rows.tolist():
                beside = bare(grid.columns[column][row])[1]
                count += bool(beside)
                removed.update(beside)
                if not missing[row]:
                    cell = f"{grid.at(row, column)} ({grid.quoted(row, column)})"
                    first.setdefault("%" in beside, cell)
        if len(first) > 1:
            plain = first[False].removeprefix(f"{grid.label}, ")
            raise InputError(
                f"{first[True]} is a percentage, but {plain} is not. Write all scores "
                "in the same unit."
            )
        if count:
            subject = f"{counted(count, 'score')} {inflect(count, 'was', 'were')}"
            kinds = [f"{words} ({number})" for words, number in removed.items()]
            self.notes.append(
                f"{subject} read without these additions to the number: {joined(kinds)}."
            )

    def _find_gaps(self, counts: IntArray) -> None:
        """Find scores that are missing because an algorithm has no row for a data set,
        or fewer runs on the data set than other algorithms.
        """
        most = counts.max(axis=1)
        too_few = (counts < most[:, np.newaxis]) | (most == 0)[:, np.newaxis]
        for i, j in np.argwhere(too_few).tolist():
            algorithm, dataset = self.algorithms[j], self.datasets[i]
            count = int(counts[i, j])
            text = f"no score of '{algorithm}' on '{dataset}'"
            if count:
                runs = counted(count, "run")
                other = self.algorithms[int(counts[i].argmax())]
                text = f"'{algorithm}' has {runs} on '{dataset}', but '{other}' has {most[i]}"
            self.gaps.setdefault((i, j), f"{self.grid.label}: {text}")

    def complete(self, *, higher_is_better: bool, folds: bool) -> dict[str, Any]:
        """Apply the policy for missing scores, and return the fields of a `ScoreTable`."""
        self.check_number(self.datasets, "data set")
        gaps = np.zeros(self.reduced.values.shape, dtype=bool)
        if self.gaps:
            gaps[tuple(zip(*self.gaps, strict=True))] = True
        self._check_not_empty()
        missing = self.reading["missing"]
        if self.gaps and missing == "error":
            raise InputError(self._error_of_gaps(gaps, folds=folds))
        fields, index = settle(
            self.reduced,
            gaps,
            missing,
            self.algorithms,
            self.datasets,
            higher_is_better,
            holder=self.grid.label,
        )
        self._note_runs(gaps, index)
        if self.spreads is not None:
            fields["spreads"] = np.where(gaps, np.nan, self.spreads)[index]
        fields["run_counts"] = self.run_counts
        fields["groups"] = self._groups_of(fields["datasets"])
        return fields

    def _check_not_empty(self) -> None:
        """Raise an error if an algorithm has no scores."""
        without_score = np.isnan(self.reduced.values).all(axis=0)
        empty = [self.algorithms[j] for j in np.flatnonzero(without_score)]
        if not empty:
            return
        have = inflect(len(empty), "has", "have")
        them = inflect(len(empty), "it", "them")
        raise InputError(
            f"{self.grid.label}: ",
            listed(empty),
            f" {have} no score on any data set. Drop {them} with ",
            names.naming("exclude", empty),
            ".",
        )

    def _error_of_gaps(self, gaps: BoolArray, *, folds: bool) -> Phrase:
        """Compose the message about the first missing score, with the total number of
        missing scores.
        """
        first = min(self.gaps)
        gap = self.gaps[first]
        if len(self.gaps) > 1:
            rows = int(gaps.any(axis=1).sum())
            gap += (
                f" ({len(self.gaps)} scores on {rows} of {len(gaps)} data sets are "
                "missing)"
            )
        if folds:
            return Phrase(gap, ". ", EVERY_FOLD, ".")
        remedy = "Add the missing score, or "
        if self.runs[first]:
            remedy = (
                "Add the missing runs, replace all runs by the means of the available "
                "runs, or "
            )
        return Phrase(f"{gap}. {remedy}", POLICIES, ".")


def _measure_of(title: str, value: str) -> Measured | None:
    """Return the measure or direction that a value in a column states."""
    return stated_direction(title, value) or measure_in(value)
