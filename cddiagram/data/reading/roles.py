"""What the columns of a table mean: data sets, runs, and either one column for each
algorithm or one for all scores.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from cddiagram.data.reading import vocabulary
from cddiagram.data.reading.cells import TRACKED, Grid
from cddiagram.data.reading.measures import stated_direction, title_direction
from cddiagram.data.reading.numbers import is_decorated
from cddiagram.data.reading.options import ReadingOptions, TableOptions
from cddiagram.data.reading.splitting import word_set, words
from cddiagram.text import (
    Complaint,
    InputError,
    Name,
    Option,
    Phrase,
    listed,
    name,
    phrase,
)

DATASET_WORDS = word_set(
    """dataset datasets data problem problems task tasks instance function benchmark domain
    env environment game corpus zbiór zbiórdanych basededados datensatz datensätze datensaetze aufgabe
    jeudedonnées jeudedonnees jeu données problème conjuntodedatos datos problema
    conjuntodedados conjuntodidati gegevensset 数据集 データセット"""
)
ALGORITHM_WORDS = word_set(
    """algorithm algorithms method methods classifier classifiers regressor model models learner
    optimizer optimiser framework solver system estimator pipeline approach agent policy backbone
    classificador algorytm metoda
    algorithmus verfahren methode klassifikator modell algorithme méthode modèle classifieur
    algoritmo método metodo modelo modello clasificador 算法 方法 模型 手法 アルゴリズム"""
)
SCORE_WORDS = word_set(
    "score scores value result performance wert ergebnis valeur résultat valor "
    "resultado"
)
#: Names of the columns of a long table, by the role of the column.
COLUMN_WORDS = {
    "dataset": DATASET_WORDS,
    "algorithm": ALGORITHM_WORDS,
    "score": SCORE_WORDS,
}
#: A column of one of these names numbers units within a data set, if another one names
#: data sets.
ITEM_WORDS = word_set("item question prompt sample doc example instance")
#: Cells of an algorithm that failed, as tables write them.
FAILURES = word_set(
    "oom oot timeout tle mle failed fail failure error err crash crashed nan inf dnf"
)
#: A column of one of these names is a run index.
RUN_WORDS = frozenset(["fold", "run", "seed", "repeat"])
#: These name a run index only where all cells are whole numbers; otherwise they may
#: well name an algorithm.
NUMBERED_RUN_WORDS = frozenset(
    [
        "rep",
        "repetition",
        "replicate",
        "replication",
        "trial",
        "split",
        "resample",
        "execution",
    ]
)
#: Folds and runs as other languages call them, with a number.
_FOREIGN_RUN_WORDS = word_set(
    "durchlauf lauf durchgang wiederholung falte pli graine répétition semilla "
    "corrida pliegue"
)
_ORDINALS = word_set(
    "first second third fourth fifth sixth seventh eighth ninth tenth last st nd rd th"
)
_NUMBERED_FOLD = re.compile(r"第[0-9一二三四五六七八九十]+[折次轮回]|[0-9]+折")
#: A column of one of these names counts the steps of a learning curve, which are
#: neither data sets nor runs.
CURVE_WORDS = frozenset(
    ["iteration", "iterations", "iter", "step", "steps", "epoch", "epochs"]
)
#: Words around the one that matters: "run_id", "cv fold", "data set name".
_AROUND = frozenset(
    [
        "id",
        "ids",
        "no",
        "nr",
        "number",
        "num",
        "index",
        "idx",
        "cv",
        "random",
        "outer",
        "name",
        "the",
    ]
)
#: The value of a column option that says that there is no such column.
NONE = "none"
#: How a cell begins that holds a number, perhaps with a unit behind it.
_LIKE_NUMBER = re.compile(r"[<>~≈±+\-−(]?\s*[.,]?\d")
#: What compares the folds of one data set.
FOLDS = Option("compare_folds", typed="cddiagram folds")


def says(text: str, meanings: frozenset[str]) -> bool:
    """Whether a column name means one of the words: "Data Set", "dataset_id" and
    "DataSet" mean "dataset".
    """
    return (
        "".join(word for word in words(TRACKED.sub("", text)) if word not in _AROUND)
        in meanings
    )


def of_tracking(grid: Grid, reading: TableOptions) -> Grid:
    """Keep the metrics of MLflow's runs, what says which model ran on which data, and
    what is asked for.
    """
    if not {"metrics", "params"} <= {title.partition(".")[0] for title in grid.names}:
        return grid
    asked = [
        reading.get(name)
        for name in (
            "dataset_column",
            "algorithm_column",
            "score_column",
            "group_column",
        )
    ]
    runs, chosen = reading["run_column"], reading["select"] or {}
    asked += [*chosen, *([runs] if isinstance(runs, str) else runs or ())]
    meanings = DATASET_WORDS | ALGORITHM_WORDS | RUN_WORDS | NUMBERED_RUN_WORDS
    rest = tuple(
        column
        for column, title in enumerate(grid.names)
        if not title.startswith("metrics.")
        and not {title, TRACKED.sub("", title)} & set(asked)
        and not (TRACKED.match(title) and says(title, meanings))
    )
    return replace(
        grid, settled=(*grid.settled, *rest), notes=(*grid.notes, grid.not_used(rest))
    )


def scored_columns(grid: Grid, reading: TableOptions) -> list[int]:
    """List the columns that may hold scores: all but those that hold names by their
    titles, or because it is said.
    """
    asked = [
        reading.get(name)
        for name in ("dataset_column", "algorithm_column", "group_column")
    ]
    return [
        column
        for column, title in enumerate(grid.names)
        if title not in ("", *asked)
        and not says(title, DATASET_WORDS | ALGORITHM_WORDS)
        and column not in grid.index
    ]


def are_runs(names: Sequence[str]) -> bool:
    """Whether all names are those of numbered folds or runs."""
    runs = RUN_WORDS | _FOREIGN_RUN_WORDS
    if all(map(_NUMBERED_FOLD.fullmatch, names)):
        return True
    for title in names:
        parts = set(words(title))
        numbered = any(map(str.isdigit, title)) or bool(parts & _ORDINALS)
        if not numbered or not parts <= runs | _AROUND | _ORDINALS or not parts & runs:
            return False
    return True


class ColumnSearch:
    """What the roles of columns are found by, in tables of any kind: what was asked
    for, names, and content.
    """

    def __init__(self, grid: Grid) -> None:
        self.grid = grid

    def asked(self, title: str | None) -> int | None:
        """Return the column asked for; None if none was, or it was asked that there be
        none.
        """
        return (
            None
            if title is None or (title == NONE and NONE not in self.grid.names)
            else self.grid.place(title)
        )

    def asked_runs(
        self, wanted: str | Sequence[str] | None, named: Iterable[int]
    ) -> tuple[int, ...]:
        """Return the columns of run indices: those asked for, otherwise those named
        so.
        """
        found = (
            named
            if wanted is None
            else map(self.asked, [wanted] if isinstance(wanted, str) else wanted)
        )
        return tuple(column for column in found if column is not None)

    def named_runs(self, taken: Sequence[int | None] = ()) -> list[int]:
        """Return the columns of run indices, known by their names and, some, by whole
        numbers.
        """
        grid, free = (
            self.grid,
            (column for column in self.grid.unsettled if column not in taken),
        )
        return [
            column
            for column in free
            if says(title := grid.names[column], RUN_WORDS)
            or (says(title, NUMBERED_RUN_WORDS) and grid.are_integers(column))
        ]

    def untitled(self, column: int) -> bool:
        """Whether a column has no name of its own, as the row numbers that pandas
        writes.
        """
        return self.grid.names[column] == "" or self.grid.names[column].startswith(
            "Unnamed: "
        )

    def named(self, meanings: frozenset[str], columns: Sequence[int]) -> list[int]:
        """Return those of some columns whose name means one of the words."""
        return [column for column in columns if says(self.grid.names[column], meanings)]

    def holds_names(self, column: int) -> bool:
        """Whether a column holds names; "94.6%" is none, although it will be refused as
        a number.
        """
        read = self.grid.numbers(column)
        return read.mostly_text and not is_decorated(self.grid.columns[column], read)


class Roles(ColumnSearch):
    """Which column of a table of scores is what, by position; refused where it is not
    plain.
    """

    def __init__(self, grid: Grid, reading: ReadingOptions) -> None:
        super().__init__(grid)
        self.reading = reading
        self.dataset = self.asked(reading["dataset_column"])
        self.algorithm = self.asked(reading["algorithm_column"])
        self.score = self.asked(reading["score_column"])
        named = self.named_runs((self.dataset, self.algorithm, self.score))
        #: Columns that number the items of a data set, over which scores are averaged
        #: like runs.
        self.items = self._named_items() if reading["run_column"] is None else ()
        self.runs = self.asked_runs(
            reading["run_column"], sorted({*named, *self.items})
        )
        self.others = [c for c in grid.unsettled if c not in self.runs]
        self.text = self._text()
        self.scores: tuple[
            int, ...
        ]  # wide: the columns of the algorithms; long: the one column of scores
        if self._is_long():
            self.algorithm, self.dataset = self._algorithm_of_long()
            self.scores = (self._score_of_long(self.algorithm, self.dataset),)
            rest = [
                c
                for c in self.others
                if c not in (self.algorithm, self.dataset, *self.scores, *grid.index)
            ]
        else:
            self.algorithm = None
            if reading["dataset_column"] == NONE and self.runs:
                raise InputError(*self._only_runs())
            self.dataset = (
                None if reading["dataset_column"] == NONE else self._dataset_of_wide()
            )  # None: no names
            others = [c for c in self.others if c != self.dataset]
            # Row labels that nobody asked for are no scores: a frame's index, the row
            # numbers that pandas writes.
            rest = [
                c
                for c in others
                if c in grid.index
                or self._counts_rows(c)
                or self._is_side_text(c)
                or self._states_directions(c)
            ]
            self.scores = tuple(c for c in others if c not in rest)
        self.unused = tuple(c for c in rest if grid.names[c])

    def _named_items(self) -> tuple[int, ...]:
        """Return the columns of items, if another column names the data sets."""
        asked = (self.dataset, self.algorithm, self.score)
        free = [column for column in self.grid.unsettled if column not in asked]
        items = self.named(ITEM_WORDS, free)
        others = [column for column in free if column not in items]
        if self.dataset is None and not self.named(DATASET_WORDS, others):
            return ()
        return tuple(items)

    def _counts_rows(self, column: int) -> bool:
        """Whether a column in front of the data sets only numbers the rows."""
        before = self.dataset is not None and column < self.dataset
        return before and self._only_counts(column)

    def _only_counts(self, column: int) -> bool:
        """Whether a column only numbers the rows, by its name or because it counts
        them.
        """
        if not self.grid.are_integers(column):
            return False
        title = self.grid.names[column]
        values = self.grid.numbers(column).values
        counts = len(values) > 2 and bool((np.diff(values) == 1).all())
        named = self.untitled(column) or vocabulary.numbers_rows(title)
        return named or (counts and values[0] in (0, 1) and len(title) <= 3)

    def _states_directions(self, column: int) -> bool:
        """Whether a column of yes and no, or of signs, states by its title which scores
        are better.
        """
        if title_direction(self.grid.names[column]) is None:
            return False
        return all(
            stated_direction(self.grid.names[column], str(cell))
            for cell in self.grid.labels(column).cells
        )

    def _is_side_text(self, column: int) -> bool:
        """Whether a column of a wide table holds texts about the data sets, and no
        scores that failed.
        """
        if column not in self.text or not words(self.grid.names[column]):
            return False
        cells = [cell for cell in map(name, self.grid.labels(column).cells) if cell]
        if vocabulary.describes(self.grid.names[column]):
            return bool(cells)
        failed = any(cell.lower() in FAILURES for cell in cells)
        return (
            bool(cells)
            and not failed
            and not any(_LIKE_NUMBER.match(cell) for cell in cells)
        )

    def _text(self) -> list[int]:
        """Return the columns of names rather than numbers."""
        text = [c for c in self.others if self.grid.numbers(c).mostly_text]
        names = [c for c in text if self.holds_names(c)]
        # "10%" and "20%" may be the names of data sets or algorithms: then those in the
        # other column repeat.
        if (
            len(text) == 2
            and len(names) == 1
            and len(self.grid.labels(names[0]).cells) < self.grid.n_rows
        ):
            return text
        return names

    def _is_long(self) -> bool:
        """Whether the table is long; refuse a wide one with algorithms in its rows,
        which would compare data sets.
        """
        self._check_corner()
        if self.reading["algorithm_column"] == NONE:
            return False
        if self.algorithm is not None or self.score is not None:
            return True
        scored = bool(self.named(SCORE_WORDS, self.others))
        named = [
            c
            for c in self.named(ALGORITHM_WORDS, self.others)
            if c != self.dataset and (scored or c in self.text)
        ]
        if not named:
            return len(self.text) == 2 and len(self.others) == 3
        labels, title = self.grid.labels(named[0]), self.grid.names[named[0]]
        unique = len(labels.cells) == len(labels) and self.text == [named[0]]
        if unique and self._dataset_of_long(named[0]) is None:
            raise InputError(
                f"{self.grid.label}: the column '{title}' suggests that the rows are "
                "algorithms. Pass ",
                Option("transpose", True),
                " if they are, or ",
                Option("dataset_column", Name(title)),
                " if they are data sets.",
            )
        return True

    def _check_corner(self) -> None:
        """Reject a wide table whose first cell names the rows as algorithms: "algorithm
        / data set".
        """
        titles = [
            self.grid.names[column]
            for column in self.others[:1]
            if column != self.dataset
        ]
        for title in titles:
            first, _, second = re.sub(r"[\\\\|→]", "/", title).partition("/")
            if says(first, ALGORITHM_WORDS) and says(second, DATASET_WORDS):
                raise Complaint(
                    self.grid.label,
                    Phrase(
                        f"the first cell, '{title}', indicates that the rows are "
                        "algorithms and the columns are data sets"
                    ),
                    Phrase(
                        "Pass ",
                        Option("transpose", True),
                        ", or ",
                        Option("dataset_column", Name(title)),
                        " if the rows are data sets",
                    ),
                ).error()

    def _dataset_of_long(self, algorithm: int | None) -> int | None:
        """Find the column of data sets beside the one of algorithms: by its name, or as
        the only other text.
        """
        if self.dataset is not None:
            return self.dataset
        rest = [c for c in self.others if c not in (algorithm, self.score)]
        text = [c for c in rest if c in self.text]
        return next(
            iter(self.named(DATASET_WORDS, rest)), text[0] if len(text) == 1 else None
        )

    def _algorithm_of_long(self) -> tuple[int, int]:
        """Find the columns of algorithms and of data sets."""
        free = [c for c in self.others if c not in (self.dataset, self.score)]
        algorithm = self.algorithm
        if algorithm is None:
            algorithm = next(iter(self.named(ALGORITHM_WORDS, free)), None)
        dataset = self._dataset_of_long(algorithm)
        if algorithm is None and dataset is not None:
            rest = [c for c in free if c in self.text and c != dataset]
            algorithm = rest[0] if len(rest) == 1 else None
        found = listed(self.grid.names[c] for c in self.others)
        if algorithm is None:
            raise InputError(
                f"{self.grid.label}: this looks like a long table, but it is unclear "
                "which column contains the algorithms (",
                found,
                "). Pass ",
                Option("algorithm_column"),
                " and ",
                Option("dataset_column"),
                ".",
            )
        if dataset is None or dataset == algorithm:
            unclear = phrase(
                "{}: it is unclear which column of this long table contains the data "
                "sets ({}). Pass ",
                self.grid.label,
                found,
            )
            raise InputError(unclear, Option("dataset_column"), ".")
        return algorithm, dataset

    def _score_of_long(self, algorithm: int, dataset: int) -> int:
        if self.score is not None:
            return self.score
        rest = [
            c for c in self.others if c not in (algorithm, dataset, *self.grid.index)
        ]
        rest = [c for c in rest if not (self.untitled(c) and self.grid.are_integers(c))]
        curves = self.named(CURVE_WORDS, rest)
        number = [c for c in rest if c not in self.text and c not in curves]
        for candidates in (number, self.named(SCORE_WORDS, number), rest):
            if len(candidates) == 1:
                return candidates[0]
        what = Phrase("this long table has no column of scores")
        if number:
            what = Phrase(
                "it is unclear which column of this long table contains the scores (",
                listed(self.grid.names[column] for column in number),
                ")",
            )
        remedy = Phrase(". Pass ", Option("score_column"), ".")
        raise InputError(f"{self.grid.label}: ", what, remedy)

    def _naming(self, first: int, named: Sequence[int]) -> int:
        """Return which text names the data sets: the first column, or one whose title
        says so if the first repeats.
        """
        labels = self.grid.labels(first)
        if first in named or len(labels.cells) == len(labels):
            return first
        candidates = [
            column
            for column in named
            if len(self.grid.labels(column).cells) > len(labels.cells)
        ]
        return candidates[0] if candidates else first

    def _only_runs(self) -> tuple[str, ...]:
        """Word that rows differ by runs alone, which are no data sets."""
        titles = listed(self.grid.names[column] for column in self.runs)
        rows = phrase(
            "{}: the rows are folds or runs ({}), and no column names data sets. "
            "Compare the folds ",
            self.grid.label,
            titles,
        )
        return rows, "of one data set with ", FOLDS, ", or add a column of data sets."

    def _only_steps(self, column: int) -> tuple[str, ...]:
        """Word that rows differ by the steps of a learning curve alone, which are no
        data sets.
        """
        title = self.grid.names[column]
        steps = (
            f"{self.grid.at_name(column)}: '{title}' counts the steps of a learning "
            "curve, which are not data sets"
        )
        either = ". Add a column of data sets, or pass "
        return (
            steps,
            either,
            Option("dataset_column", Name(title)),
            " if each row is a data set.",
        )

    def _dataset_of_wide(self) -> int:
        """Find the column of data-set names: the first, unless it just numbers the rows
        of a table that has names.
        """
        if self.dataset is not None:
            return self.dataset
        if not self.others:
            raise InputError(
                f"{self.grid.label}: the table contains only run indices (",
                listed(self.grid.names),
                ") and no scores. Add a column for each algorithm, or pass ",
                Option("run_column", "none"),
                " if these are not runs.",
            )
        first = self.others[0]
        named = self.named(DATASET_WORDS, self.text)
        if first in self.text:
            return self._naming(first, named)
        behind = next(
            (column for column in self.others if not self._only_counts(column)), first
        )
        if behind in self.text and behind != first:
            return behind
        if named or (
            self.text and self.untitled(first) and self.text[0] == self.others[1]
        ):
            return (named or self.text)[0]
        if self.named(CURVE_WORDS, [first]) and self.grid.numbers(first).all_numbers:
            raise InputError(*self._only_steps(first))
        labels = self.grid.labels(first)
        integers = self.grid.are_integers(first) and (
            bool(self.runs) or len(labels.cells) == len(labels)
        )
        if self.grid.numbers(first).all_numbers and not integers:
            if self.runs:
                raise InputError(*self._only_runs())
            title = self.grid.names[first]
            numbers = (
                f"{self.grid.at_name(first)}: '{title}' contains numbers, not names "
                "of data sets. Add a column of data sets, pass "
            )
            of_folds = Phrase(
                " if each row is a data set, or compare folds with ", FOLDS, "."
            )
            raise InputError(numbers, Option("dataset_column", "none"), of_folds)
        return first
