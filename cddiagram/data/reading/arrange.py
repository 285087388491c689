"""From cells with known roles to scores: one for each algorithm on each data set, nothing lost without a word."""

from __future__ import annotations

import re
import warnings
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, reduce
from typing import Any, TypeAlias

import numpy as np

from cddiagram._util.arrays import check_names
from cddiagram._util.exact import Exact, reduce_runs, spread_of_runs
from cddiagram._util.inlines import Name, Option, Phrase, phrase
from cddiagram._util.types import BoolArray, FloatArray, IntArray
from cddiagram.data.incomplete import EVERY_FOLD, POLICIES, runs_left_out, settle
from cddiagram.data.reading import suspects
from cddiagram.data.reading.cells import Grid
from cddiagram.data.reading.columns import Coded, first_rows
from cddiagram.data.reading.numbers import bare, shown
from cddiagram.data.reading.options import ReadingOptions, TableOptions, recorded
from cddiagram.data.reading.roles import FOLDS, Roles, lower_word, of_tracking, scored_columns
from cddiagram.errors import InputError, choose_from, joined, listed

#: A column of scores, rows in it, and for each of these the place of its algorithm.
Part: TypeAlias = tuple[int, IntArray, IntArray]

#: Columns may be the data sets where there are so many, and so many for each row; where the variance of their means is
#: so many times what noise alone would make of it; and where what is left of it is so many times that of the rows: in
#: ten published tables data sets have 2.6 to 10 million times that of algorithms.
_FEWEST, _MORE, _NOISE, _TURNED = 8, 1.5, 4.0, 2.0
#: The only column of numbers of a file that holds average ranks in the place of scores.
_RANKS = re.compile(r"((average|avg\.?|mean)[\s_-]*)?ranks?", re.IGNORECASE)


def prepare(grid: Grid, reading: TableOptions) -> Grid:
    """Settle how numbers are written, and which column names groups of data sets; keep the rows asked for."""
    if reading.get("transpose"):
        grid = grid.transposed()
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
    """Turn a prepared grid into what a `ScoreTable` is made of; errors are those of `cddiagram.read_scores`.

    `sources` are the names of the files, `part` says which part of a divided file this is: both are recorded.
    `elsewhere` are names of other parts of the same file: they may be left out although this one has none of them. The
    rows may be `folds` of one data set, which are else no data sets.
    """
    cells = _Scores(grid, reading)
    cells.choose(elsewhere)
    if not folds:
        suspects.refuse_folds(grid.label, cells.datasets)
    cells.fill()
    suspects.refuse_measures(cells.grid, cells.roles, cells.kept)
    cells.refuse(*suspects.numbered(cells.reduced.values, cells.datasets, cells.algorithms))
    fields = cells.complete(higher_is_better=higher_is_better, folds=folds)
    notes = (*grid.notes, *cells.notes, *fields["notes"])
    if not (cells.long or reading["transpose"]):
        _warn_of_turned(grid.label, fields["scores"])
    if higher_is_better:
        _warn_of_direction(sources, [grid.names[column] for column, _, _ in cells.parts])
    return fields | {
        "notes": notes,
        "higher_is_better": higher_is_better,
        "reading": recorded(reading)
        | ({} if higher_is_better else {"higher_is_better": False})
        | dict(part or {})
        | ({"sources": sources} if sources else {}),
    }


def _warn_of_direction(sources: Sequence[str], titles: Sequence[str]) -> None:
    """Warn where a name suggests the other direction: all that is said of the scores would be the wrong way round."""
    files = (("file", name) for name in sources if name != "-")
    for what, title in (*files, *(("column", title) for title in titles)):
        word = lower_word(title, capitals=what == "file" or len(titles) == 1)
        if word is not None:
            although = f"higher scores are taken as better although the {what} name '{title}' holds '{word}': pass "
            lower = Option("higher_is_better", False, typed="--lower-is-better, which turns all files of a call,")
            warnings.warn(Phrase(although, lower, " if lower is better."), UserWarning, stacklevel=2)
            return


def _warn_of_turned(label: str, scores: FloatArray) -> None:
    """Warn of many more columns than rows that differ more than these: data sets differ as algorithms do not."""
    (n, k), size = scores.shape, np.nanmax(np.abs(scores))
    if k < max(_FEWEST, _MORE * n) or size == 0:
        return
    scores = scores / size  # so that no square overflows
    rows, columns = (np.nanmean(scores, axis=axis) - np.nanmean(scores) for axis in (1, 0))
    noise = np.nansum((scores - np.nanmean(scores) - rows[:, np.newaxis] - columns) ** 2) / ((n - 1) * (k - 1))
    of_rows, of_columns = (means.var(ddof=1) for means in (rows, columns))
    # Components of the variance of a two-way layout: the mean of n scores has a share of their noise, too.
    if n * of_columns > _NOISE * noise and of_columns - noise / n > _TURNED * max(of_rows - noise / k, 0.0):
        differ = f"{label}: the {k} columns differ more than the {n} rows, as data sets do: pass "
        remedy = Option("transpose", True), " if the rows are the algorithms."
        warnings.warn(Phrase(differ, *remedy), UserWarning, stacklevel=2)


def names_in(grid: Grid, reading: ReadingOptions) -> set[str]:
    """Return the names of all algorithms and data sets of a table."""
    cells = _Scores(grid, reading)
    return {*cells.algorithms, *cells.datasets}


def chosen(
    what: str, asked: Iterable[str] | None, known: Sequence[str], label: str, elsewhere: Collection[str] = ()
) -> dict[str, None]:
    """Return the names asked for that are known, each once; refuse one that is known neither here nor elsewhere."""
    here, asked = set(known), list(asked or ())
    for name in asked:
        if name not in here and name not in elsewhere:
            raise InputError(f"{label}: {choose_from(what, name, known)}")
    return dict.fromkeys(name for name in asked if name in here)


class _Scores:
    """The scores of a table on their way: wide, a column for each algorithm, or long, a row for each score."""

    def __init__(self, grid: Grid, reading: ReadingOptions) -> None:
        if grid.n_rows == 0:
            header = f" after the header ({grid.header})" if grid.header else ""
            raise InputError(f"{grid.label} has no rows{header}: add one for each data set.")
        self.grid, self.reading = grid, reading
        self.roles = roles = Roles(grid, reading)
        self.long = roles.algorithm is not None
        self.notes: list[str] = []
        self.gaps: dict[tuple[int, int], str] = {}  # (data set, algorithm) -> where and why its score is missing
        self.labels = self._numbered() if roles.dataset is None else grid.named(roles.dataset, "data set")
        self.datasets = list(self.labels.cells)
        self.kept: Collection[str] = ()  # names of rows and columns that are said to be data sets and algorithms
        self.columns = {} if self.long else self._titles()  # where the algorithms of a wide table stand
        self.algorithms = list(self.row_algorithms.cells if self.long else self.columns)
        self.reduced = Exact(np.empty((0, 0)))
        self.runs: IntArray = np.empty((0, 0), dtype=np.intp)  # how many each score has that are not missing
        self.spreads: FloatArray | None = None
        self.run_counts = (1, 1)  # the smallest and the largest number of runs of a score
        if roles.unused:
            self.notes.append(grid.not_used(roles.unused))

    def _numbered(self) -> Coded:
        return Coded(list(map(str, range(1, self.grid.n_rows + 1))), np.arange(self.grid.n_rows))

    @property
    def row_algorithms(self) -> Coded:
        """The algorithm of each row of a long table."""
        return self.grid.named(self.roles.algorithm or 0, "algorithm")

    def _titles(self) -> dict[str, int]:
        columns: dict[str, int] = {}
        for column in self.roles.scores:
            title = self.grid.names[column]
            if title == "":
                if self.grid.numbers(column).missing.all():
                    continue  # a separator at the end of each line makes an empty column
                raise InputError(f"{self.grid.at_name(column)}: the column has no name: name the algorithm.")
            if title in columns:
                first = self.grid.at_name(columns[title]).rpartition(", ")[2]
                raise InputError(
                    f"{self.grid.at_name(column)}: the algorithm '{title}' stands in {first} already: rename one."
                )
            columns[title] = column
        return columns

    @cached_property
    def parts(self) -> list[Part]:
        """All cells of the algorithms, once these are chosen."""
        if not self.long:
            rows = np.arange(self.grid.n_rows)
            return [(self.columns[name], rows, np.full(len(rows), j)) for j, name in enumerate(self.algorithms)]
        place = {algorithm: j for j, algorithm in enumerate(self.algorithms)}
        found = self.row_algorithms
        its = np.array([place.get(algorithm, -1) for algorithm in found.cells], dtype=np.intp)[found.codes]
        rows = np.flatnonzero(its >= 0)
        return [(self.roles.scores[0], rows, its[rows])]

    def place_of(self, algorithm: str) -> str:
        """Return where the name of an algorithm stands."""
        if not self.long:
            return self.grid.at_name(self.columns[algorithm])
        if algorithm not in self.row_algorithms.cells:  # it was on data sets that are left out
            return self.grid.label
        return self.grid.at(self.row_algorithms.index(algorithm), self.roles.algorithm)

    def choose(self, elsewhere: Collection[str]) -> None:
        """Keep what is asked for, in the order asked for; refuse what is no algorithm or no data set by its name."""
        label, reading = self.grid.label, self.reading
        asked = self.algorithms if reading["algorithms"] is None else reading["algorithms"]
        algorithms = chosen("algorithm", asked, self.algorithms, label)
        without = chosen("algorithm", reading["exclude"], self.algorithms, label, elsewhere)
        left_out = chosen("data set", reading["exclude_datasets"], self.datasets, label, elsewhere)
        titles = [self.grid.names[column] for column in (*self.roles.runs, *self.roles.unused)]
        known = [*self.algorithms, *self.datasets, *titles]
        # Who lists the algorithms says what they are.
        self.kept = {*chosen("name to keep", reading["keep"], known, label, elsewhere), *(reading["algorithms"] or ())}
        self.algorithms = [algorithm for algorithm in algorithms if algorithm not in without]
        if left_out:
            stays = np.array([name not in left_out for name in self.labels.cells])
            rows = np.flatnonzero(stays[self.labels.codes])
            self.grid, self.labels = self.grid.take(rows), self.labels.take(rows)
            self.datasets = [dataset for dataset in self.datasets if dataset not in left_out]
        self.check_number(self.algorithms, "algorithm")
        self._refuse_repeated()
        self.refuse(suspects.named_rows(self.datasets), suspects.named_columns(self.algorithms, self._numbers_of))

    def refuse(self, rows: Mapping[str, str], columns: Mapping[str, str]) -> None:
        """Refuse columns that are no algorithms and rows that are no data sets, by what was found of them."""
        suspects.refuse("algorithm", columns, self.kept, self.place_of)
        suspects.refuse("data set", rows, self.kept, lambda dataset: self.grid.at(self.labels.index(dataset)))

    def check_number(self, names: Sequence[str], what: str) -> None:
        """Refuse fewer than two names; name who takes the folds, or the average ranks, that stand there instead."""
        if what == "data set" and len(names) == 1 and self.roles.runs:
            one = f"{self.grid.label} gives one data set ({listed(names)}), whose folds or runs are no data sets: "
            raise InputError(one, "compare them with ", FOLDS, ".")
        if what == "algorithm" and len(names) == 1 and _RANKS.fullmatch(names[0]):
            one = f"{self.grid.label} gives one algorithm ({listed(names)}): a comparison needs two or more; "
            ranks = Option("compare_ranks", typed="--average-ranks (compare and plot)")
            raise InputError(one, "average ranks are compared with ", ranks, ".")
        check_names(tuple(names), what, holder=f"{self.grid.label} gives", purpose="a comparison")

    def _refuse_repeated(self) -> None:
        """Refuse a row with the names and the run of an earlier one, by the column that divides the two if one does."""
        grid, roles = self.grid, self.roles
        rows = self.parts[0][1]
        columns = [self.labels, *([self.row_algorithms] if self.long else []), *map(grid.labels, roles.runs)]
        if len(rows) < grid.n_rows:
            columns = [column.take(rows) for column in columns]
        single = first_rows(*columns)
        if len(single) == len(rows):
            return
        at = int(np.setdiff1d(np.arange(len(rows)), single)[0])
        key = tuple(column[at] for column in columns)
        same = (np.flatnonzero(column.codes == column.codes[at]) for column in columns)
        first, row = int(rows[reduce(np.intersect1d, same)[0]]), int(rows[at])
        suspects.refuse_divided(grid, roles, (first, row))
        if self.long:
            grid.refuse_twice(first, grid.at(row), f"the score of '{key[1]}' on '{key[0]}'", key[2:], "keep one")
        grid.refuse_twice(first, grid.at(row, roles.dataset), f"the data set '{key[0]}'", key[1:], "rename one")

    def _numbers_of(self, algorithm: int) -> FloatArray:
        return np.concatenate([self.grid.numbers(c).values[rows[its == algorithm]] for c, rows, its in self.parts])

    def fill(self) -> None:
        """Fill `reduced`, NaN where a score is missing, `runs` and `gaps`."""
        parts, runs = self.parts, self.reading["runs"]
        for part in parts:
            self._check_cells(*part)
        n, k = len(self.datasets), len(self.algorithms)
        dataset = self.labels.codes.astype(np.intp)
        groups = np.concatenate([dataset[rows] * k + its for _, rows, its in parts])
        values = np.concatenate([self.grid.numbers(column).values[rows] for column, rows, _ in parts])
        self.reduced = reduce_runs(values, groups, n * k, runs).reshape((n, k))
        if runs == "mean" and len(values) > n * k:
            self.spreads = spread_of_runs(values, groups, n * k).reshape((n, k))
        for column, rows, its in parts:
            for at in np.flatnonzero(np.isnan(self.grid.numbers(column).values[rows])).tolist():
                row, j = int(rows[at]), int(its[at])
                what = f"no score of '{self.algorithms[j]}' on '{self.labels[row]}'"
                self.gaps.setdefault((int(dataset[row]), j), f"{self.grid.at(row, column)}: {what}")
        counts = np.bincount(groups, minlength=n * k)
        self._find_gaps(counts.reshape(n, k))
        if self.grid.clean:
            self._note_cleaned()
        self.runs = np.bincount(groups, weights=~np.isnan(values), minlength=n * k).astype(np.intp).reshape(n, k)

    def _note_runs(self, gaps: BoolArray, kept: tuple[IntArray, ...]) -> None:
        """Note how many runs the scores are means of that are kept and no gaps, and which runs are left out."""
        # np.unique would load masked arrays.
        sizes = np.flatnonzero(np.bincount(self.runs[kept][~gaps[kept]])).tolist()
        if sizes and sizes != [1]:
            self.run_counts = sizes[0], sizes[-1]
            number = str(sizes[0]) if len(sizes) == 1 else f"{sizes[0]} to {sizes[-1]}"
            columns = listed(self.grid.names[column] for column in self.roles.runs)
            self.notes.append(
                f"{number} runs of each algorithm on a data set (column {columns}) reduced to their "
                f"{self.reading['runs']}: runs are not data sets."
            )
        self.notes += runs_left_out(gaps, self.runs)

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
                stands = f"the data set '{dataset}' is in the group '{group}', and in '{found[dataset]}' before"
                raise InputError(f"{self.grid.at(row, column)}: {stands}: give it one group.")
        return tuple(found[dataset] for dataset in datasets)

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
        if numbers.mostly_text and not self.long:
            exclude = Option("exclude", Name(self.grid.names[column]))
            either = "leave the column out with {}, or name it with {} if this is a long table"
            remedy = phrase(either, exclude, Option("algorithm_column"))
        else:
            comma = " with a decimal comma, as in the rest of the file" if self.grid.decimal_comma else ""
            remedy = Phrase(f"give a number{comma}, or leave the cell empty")
        raise InputError(f"{place}: ", self.grid.refusal(row, column, remedy), ".")

    def _note_cleaned(self) -> None:
        """Note what was taken off how many scores; refuse per cent among plain numbers, which are of another unit."""
        beside: Counter[str] = Counter()
        plain: dict[bool, str] = {}  # of scores with and without a sign of per cent: where the first one stands
        cleaned = 0
        for column, rows, _ in self.parts:
            for row in rows.tolist():
                cell = self.grid.columns[column][row]
                found = bare(cell)[1]
                cleaned += bool(found)
                beside.update(found)
                if not self.grid.numbers(column).missing[row]:
                    plain.setdefault("%" not in found, f"{self.grid.at(row, column)} ({shown(cell)})")
        if len(plain) > 1:
            per_cent, number = plain[False], plain[True].removeprefix(f"{self.grid.label}, ")
            raise InputError(f"{per_cent} is in per cent, and {number} is not: write all scores in one unit.")
        if cleaned:
            taken = joined([f"{words} ({count})" for words, count in beside.items()])
            self.notes.append(f"{cleaned} score{'s' * (cleaned > 1)} read without what stands beside: {taken}.")

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

    def complete(self, *, higher_is_better: bool, folds: bool) -> dict[str, Any]:
        """Refuse missing scores, or do about them what is to be done; return what a `ScoreTable` is made of."""
        self.check_number(self.datasets, "data set")
        n, k = len(self.datasets), len(self.algorithms)
        gaps, missing = np.zeros((n, k), dtype=bool), self.reading["missing"]
        if self.gaps:
            gaps[tuple(zip(*self.gaps, strict=True))] = True
        empty = [self.algorithms[j] for j in np.flatnonzero(np.isnan(self.reduced.values).all(axis=0))]
        if empty:
            has, them = ("has", "it") if len(empty) == 1 else ("have", "them")
            raise InputError(
                f"{self.grid.label}: {listed(empty)} {has} no score on any data set: leave {them} out with ",
                suspects.naming("exclude", empty),
                ".",
            )
        if self.gaps and missing == "error":
            where, many = self.gaps[min(self.gaps)], f"{int(gaps.any(axis=1).sum())} of {n} data sets"
            also = "" if len(self.gaps) == 1 else f" ({len(self.gaps)} scores on {many} are missing)"
            means = "give the means of the runs that exist in place of all runs, " if self.runs[min(self.gaps)] else ""
            remedy = EVERY_FOLD if folds else Phrase(f"complete it, {means}or ", POLICIES)
            raise InputError(f"{where}{also}: ", remedy, ".")
        fields, kept = settle(
            self.reduced, gaps, missing, self.algorithms, self.datasets, higher_is_better, holder=self.grid.label
        )
        self._note_runs(gaps, kept)
        if self.spreads is not None:
            fields["spreads"] = np.where(gaps, np.nan, self.spreads)[kept]
        fields["run_counts"] = self.run_counts
        return fields | {"groups": self._groups_of(fields["datasets"])}
