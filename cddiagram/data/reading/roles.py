"""The roles of the columns in a table, such as data sets, runs and scores.

A wide table has one column of scores for each algorithm. A long table has one column of
algorithms and one column of scores.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from cddiagram._util.lazy import lazy_pattern
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
#: Maps each role to the names that columns with this role usually have in long tables.
COLUMN_WORDS = {
    "dataset": DATASET_WORDS,
    "algorithm": ALGORITHM_WORDS,
    "score": SCORE_WORDS,
}
#: If one column contains the data sets, another column with one of these names
#: identifies the items in each data set.
ITEM_WORDS = word_set("item question prompt sample doc example instance")
#: If a cell contains one of these values, the run has failed.
FAILURES = word_set(
    "oom oot timeout tle mle failed fail failure error err crash crashed nan inf dnf"
)
#: Columns with these names contain runs.
RUN_WORDS = frozenset(["fold", "run", "seed", "repeat"])
#: Columns with these names contain run numbers if all their cells are whole numbers.
#: Otherwise, the column may contain the scores of an algorithm.
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
#: Words for folds and runs in other languages. These words must be followed by a
#: number.
_FOREIGN_RUN_WORDS = word_set(
    "durchlauf lauf durchgang wiederholung falte pli graine répétition semilla "
    "corrida pliegue"
)
_ORDINALS = word_set(
    "first second third fourth fifth sixth seventh eighth ninth tenth last st nd rd th"
)
_NUMBERED_FOLD = lazy_pattern(r"第[0-9一二三四五六七八九十]+[折次轮回]|[0-9]+折")
#: Columns with these names contain the steps of a learning curve, which are neither
#: data sets nor runs.
CURVE_WORDS = frozenset(
    ["iteration", "iterations", "iter", "step", "steps", "epoch", "epochs"]
)
#: Words that do not change the meaning of a name, as in "run_id", "cv fold" and "data
#: set name".
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
#: If the table does not have a certain column, the user specifies this value for the
#: corresponding option.
NONE = "none"
#: If the start of a cell matches this pattern, the cell contains a number, possibly
#: followed by a unit.
_LIKE_NUMBER = lazy_pattern(r"[<>~≈±+\-−(]?\s*[.,]?\d")
#: This function or command compares algorithms on the folds of a single data set.
FOLDS = Option("compare_folds", typed="cddiagram folds")


def says(text: str, meanings: frozenset[str]) -> bool:
    """Return whether the name of a column has one of these meanings.

    For example, "Data Set", "dataset_id" and "DataSet" have the meaning "dataset".
    """
    parts = [word for word in words(TRACKED.sub("", text)) if word not in _AROUND]
    return "".join(parts) in meanings


def of_tracking(grid: Grid, reading: TableOptions) -> Grid:
    """Keep only the relevant columns of a table of MLflow runs.

    These are the metrics, the columns with the names of models and data sets, and the
    columns that are specified by options.
    """
    if not {"metrics", "params"} <= {title.partition(".")[0] for title in grid.names}:
        return grid
    in_options = {
        reading.get(option)
        for option in (
            "dataset_column",
            "algorithm_column",
            "score_column",
            "group_column",
        )
    }
    runs = reading["run_column"] or ()
    in_options |= {runs} if isinstance(runs, str) else set(runs)
    in_options |= set(reading["select"] or ())
    meanings = DATASET_WORDS | ALGORITHM_WORDS | RUN_WORDS | NUMBERED_RUN_WORDS
    rest = []
    for column, title in enumerate(grid.names):
        by_name = bool(TRACKED.match(title)) and says(title, meanings)
        by_option = not in_options.isdisjoint({title, TRACKED.sub("", title)})
        if not (title.startswith("metrics.") or by_option or by_name):
            rest.append(column)
    notes = (*grid.notes, grid.not_used(rest))
    return replace(grid, settled=(*grid.settled, *rest), notes=notes)


def scored_columns(grid: Grid, reading: TableOptions) -> list[int]:
    """Return the columns that may contain scores.

    These are all columns except those that contain names according to their titles or
    an option.
    """
    options = ("dataset_column", "algorithm_column", "group_column")
    without_scores = {"", *map(reading.get, options)}
    columns = []
    for column, title in enumerate(grid.names):
        has_names = says(title, DATASET_WORDS | ALGORITHM_WORDS)
        if title not in without_scores and not has_names and column not in grid.index:
            columns.append(column)
    return columns


def are_runs(names: Sequence[str]) -> bool:
    """Return whether all names are numbered folds or runs."""
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
    """A search for columns with particular roles, based on options, names and content."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid

    def asked(self, title: str | None) -> int | None:
        """Return the column that an option specifies, or None."""
        if title is None or (title == NONE and NONE not in self.grid.names):
            return None
        return self.grid.place(title)

    def asked_runs(
        self, option: str | Sequence[str] | None, named: Iterable[int]
    ) -> tuple[int, ...]:
        """Return the columns of run indices that the option specifies. By default,
        these are the columns `named`.
        """
        if option is None:
            return tuple(named)
        titles = [option] if isinstance(option, str) else option
        columns = map(self.asked, titles)
        return tuple(column for column in columns if column is not None)

    def named_runs(self, others: Sequence[int | None] = ()) -> list[int]:
        """Return the columns whose names indicate run indices, except the columns in
        `others`.
        """
        columns = []
        for column in self.grid.unsettled:
            if column not in others and self._is_run_index(column):
                columns.append(column)
        return columns

    def _is_run_index(self, column: int) -> bool:
        """Return whether a column contains run indices, based on its name and, if
        necessary, its content.
        """
        title = self.grid.names[column]
        if says(title, RUN_WORDS):
            return True
        return says(title, NUMBERED_RUN_WORDS) and self.grid.are_integers(column)

    def untitled(self, column: int) -> bool:
        """Return whether a column has no name, like the row numbers that pandas writes."""
        title = self.grid.names[column]
        return title == "" or title.startswith("Unnamed: ")

    def named(self, meanings: frozenset[str], columns: Sequence[int]) -> list[int]:
        """Return the columns whose names have one of these meanings."""
        return [column for column in columns if says(self.grid.names[column], meanings)]

    def holds_names(self, column: int) -> bool:
        """Return whether a column contains names. A score such as "94.6%" is not a
        name.
        """
        numbers = self.grid.numbers(column)
        return numbers.mostly_text and not is_decorated(
            self.grid.columns[column], numbers
        )


class Roles(ColumnSearch):
    """The roles of the columns in a table of scores.

    An error is raised if the role of a column is unclear.
    """

    def __init__(self, grid: Grid, reading: ReadingOptions) -> None:
        super().__init__(grid)
        self.reading = reading
        self.dataset = self.asked(reading["dataset_column"])
        self.algorithm = self.asked(reading["algorithm_column"])
        self.score = self.asked(reading["score_column"])
        #: The columns that identify the items in each data set. The scores of the items
        #: are averaged in the same way as the scores of runs.
        self.items = self._named_items() if reading["run_column"] is None else ()
        run_columns = self.named_runs((self.dataset, self.algorithm, self.score))
        runs = sorted({*run_columns, *self.items})
        self.runs = self.asked_runs(reading["run_column"], runs)
        self.others = [c for c in grid.unsettled if c not in self.runs]
        self.text = self._text()
        #: The columns with scores. A wide table has one such column for each algorithm;
        #: a long table has only one.
        self.scores: tuple[int, ...]
        if self._is_long():
            self.algorithm, self.dataset = self._algorithm_of_long()
            self.scores = (self._score_of_long(self.algorithm, self.dataset),)
            roles = (self.algorithm, self.dataset, *self.scores, *grid.index)
            rest = [c for c in self.others if c not in roles]
        else:
            self.algorithm = None
            if reading["dataset_column"] != NONE:
                self.dataset = self._dataset_of_wide()
            elif self.runs:
                raise InputError(*self._only_runs())
            else:
                self.dataset = None
            others = [c for c in self.others if c != self.dataset]
            rest = [c for c in others if self._is_no_score(c)]
            self.scores = tuple(c for c in others if c not in rest)
        self.unused = tuple(c for c in rest if grid.names[c])

    def _is_no_score(self, column: int) -> bool:
        """Return whether a column of a wide table contains row labels or describes the
        data sets.
        """
        return (
            column in self.grid.index
            or self._counts_rows(column)
            or self._is_side_text(column)
            or self._states_directions(column)
        )

    def _named_items(self) -> tuple[int, ...]:
        """Return the item columns if a different column contains the data sets."""
        roles = (self.dataset, self.algorithm, self.score)
        free = [column for column in self.grid.unsettled if column not in roles]
        items = self.named(ITEM_WORDS, free)
        others = [column for column in free if column not in items]
        if self.dataset is None and not self.named(DATASET_WORDS, others):
            return ()
        return tuple(items)

    def _counts_rows(self, column: int) -> bool:
        """Return whether a column before the data sets only numbers the rows."""
        if self.dataset is None or column >= self.dataset:
            return False
        return self._only_counts(column)

    def _only_counts(self, column: int) -> bool:
        """Return whether the name or the content of a column indicates that it only
        numbers the rows.
        """
        if not self.grid.are_integers(column):
            return False
        title = self.grid.names[column]
        values = self.grid.numbers(column).values
        counts = len(values) > 2 and bool((np.diff(values) == 1).all())
        by_name = self.untitled(column) or vocabulary.numbers_rows(title)
        return by_name or (counts and values[0] in (0, 1) and len(title) <= 3)

    def _states_directions(self, column: int) -> bool:
        """Return whether a column states which scores are better in each row."""
        title = self.grid.names[column]
        if title_direction(title) is None:
            return False
        cells = self.grid.labels(column).cells
        return all(stated_direction(title, str(cell)) for cell in cells)

    def _is_side_text(self, column: int) -> bool:
        """Return whether a text column of a wide table describes the data sets.

        Text may also represent failed runs or numbers with decorations.
        """
        title = self.grid.names[column]
        if column not in self.text or not words(title):
            return False
        cells = [cell for cell in map(name, self.grid.labels(column).cells) if cell]
        if vocabulary.describes(title):
            return bool(cells)
        if any(cell.lower() in FAILURES for cell in cells):
            return False
        return bool(cells) and not any(map(_LIKE_NUMBER.match, cells))

    def _text(self) -> list[int]:
        """Return the columns that contain names instead of numbers."""
        text = [c for c in self.others if self.grid.numbers(c).mostly_text]
        names = [c for c in text if self.holds_names(c)]
        if len(text) == 2 and len(names) == 1:
            # If the names in the other column are repeated, the names "10%" and "20%"
            # may refer to data sets or algorithms.
            repeats = len(self.grid.labels(names[0]).cells) < self.grid.n_rows
            if repeats:
                return text
            return names
        return names

    def _is_long(self) -> bool:
        """Return whether the table is long.

        Raise an error if the rows of a wide table are algorithms, because data sets
        would be compared otherwise.
        """
        self._check_corner()
        if self.reading["algorithm_column"] == NONE:
            return False
        if self.algorithm is not None or self.score is not None:
            return True
        scored = bool(self.named(SCORE_WORDS, self.others))
        algorithms = []
        for column in self.named(ALGORITHM_WORDS, self.others):
            if column != self.dataset and (scored or column in self.text):
                algorithms.append(column)
        if not algorithms:
            return len(self.text) == 2 and len(self.others) == 3
        labels, title = self.grid.labels(algorithms[0]), self.grid.names[algorithms[0]]
        unique = len(labels.cells) == len(labels) and self.text == [algorithms[0]]
        if unique and self._dataset_of_long(algorithms[0]) is None:
            raise InputError(
                f"{self.grid.label}: the column '{title}' suggests that the rows are "
                "algorithms. Pass ",
                Option("transpose", True),
                " if this is correct, or ",
                Option("dataset_column", Name(title)),
                " if the rows are data sets.",
            )
        return True

    def _check_corner(self) -> None:
        """Raise an error if the first cell has a form such as "algorithm / data set"."""
        if not self.others or self.others[0] == self.dataset:
            return
        title = self.grid.names[self.others[0]]
        first, _, second = re.sub(r"[\\\\|→]", "/", title).partition("/")
        if says(first, ALGORITHM_WORDS) and says(second, DATASET_WORDS):
            text = (
                f"the first cell, '{title}', indicates that the rows are algorithms and "
                "the columns are data sets"
            )
            remedy = Phrase(
                "Pass ",
                Option("transpose", True),
                ", or ",
                Option("dataset_column", Name(title)),
                " if the rows are data sets",
            )
            raise Complaint(self.grid.label, text, remedy).error()

    def _dataset_of_long(self, algorithm: int | None) -> int | None:
        """Return the column of data sets in a long table, based on its name or as the
        only other text column.
        """
        if self.dataset is not None:
            return self.dataset
        rest = [c for c in self.others if c not in (algorithm, self.score)]
        candidates = self.named(DATASET_WORDS, rest)
        if candidates:
            return candidates[0]
        text = [c for c in rest if c in self.text]
        if len(text) == 1:
            return text[0]
        return None

    def _algorithm_of_long(self) -> tuple[int, int]:
        """Return the columns of algorithms and data sets in a long table."""
        free = [c for c in self.others if c not in (self.dataset, self.score)]
        algorithm = self.algorithm
        if algorithm is None:
            algorithm = next(iter(self.named(ALGORITHM_WORDS, free)), None)
        dataset = self._dataset_of_long(algorithm)
        if algorithm is None and dataset is not None:
            rest = [c for c in free if c in self.text and c != dataset]
            algorithm = rest[0] if len(rest) == 1 else None
        titles = listed(self.grid.names[c] for c in self.others)
        if algorithm is None:
            raise InputError(
                f"{self.grid.label}: this looks like a long table, but it is unclear "
                "which column contains the algorithms (",
                titles,
                "). Pass ",
                Option("algorithm_column"),
                " and ",
                Option("dataset_column"),
                ".",
            )
        if dataset is None or dataset == algorithm:
            raise InputError(
                f"{self.grid.label}: it is unclear which column of this long table "
                "contains the data sets (",
                titles,
                "). Pass ",
                Option("dataset_column"),
                ".",
            )
        return algorithm, dataset

    def _score_of_long(self, algorithm: int, dataset: int) -> int:
        """Return the score column in a long table."""
        if self.score is not None:
            return self.score
        rest = []
        for column in self.others:
            if column in (algorithm, dataset, *self.grid.index):
                continue
            if self.untitled(column) and self.grid.are_integers(column):
                continue  # the column contains row numbers
            rest.append(column)
        curves = self.named(CURVE_WORDS, rest)
        numbers = [c for c in rest if c not in self.text and c not in curves]
        for candidates in (numbers, self.named(SCORE_WORDS, numbers), rest):
            if len(candidates) == 1:
                return candidates[0]
        reason = Phrase("this long table has no column of scores")
        if numbers:
            titles = listed(self.grid.names[column] for column in numbers)
            unclear = (
                "it is unclear which column of this long table contains the scores ("
            )
            reason = Phrase(unclear, titles, ")")
        remedy = Phrase(". Pass ", Option("score_column"), ".")
        raise InputError(f"{self.grid.label}: ", reason, remedy)

    def _naming(self, first: int, named: Sequence[int]) -> int:
        """Return the text column that contains the data sets.

        This is the first column, unless its names are repeated and a column with a
        suitable title has more distinct names.
        """
        labels = self.grid.labels(first)
        if first in named or len(labels.cells) == len(labels):
            return first
        for column in named:
            if len(self.grid.labels(column).cells) > len(labels.cells):
                return column
        return first

    def _only_runs(self) -> tuple[str, ...]:
        """Return the message about a table in which only runs identify the rows."""
        titles = listed(self.grid.names[column] for column in self.runs)
        rows = phrase(
            "{}: the rows are folds or runs ({}), and no column contains the names of "
            "data sets. Compare the folds ",
            self.grid.label,
            titles,
        )
        return rows, "of one data set with ", FOLDS, ", or add a column of data sets."

    def _only_steps(self, column: int) -> tuple[str, ...]:
        """Return the message about a table in which only steps of a learning curve
        identify the rows.
        """
        title = self.grid.names[column]
        steps = (
            f"{self.grid.at_name(column)}: '{title}' counts the steps of a learning "
            "curve, which are not data sets"
        )
        either = ". Add a column with the names of the data sets, or pass "
        return (
            steps,
            either,
            Option("dataset_column", Name(title)),
            " if each row is a data set.",
        )

    def _dataset_of_wide(self) -> int:
        """Return the column of data sets in a wide table.

        This is the first column, unless it only numbers the rows and another column
        contains names.
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
        candidates = self.named(DATASET_WORDS, self.text)
        if first in self.text:
            return self._naming(first, candidates)
        for column in self.others:
            if not self._only_counts(column):
                if column in self.text and column != first:
                    return column
                break
        if candidates:
            return candidates[0]
        if self.text and self.untitled(first) and self.text[0] == self.others[1]:
            return self.text[0]
        self._check_names(first)
        return first

    def _check_names(self, first: int) -> None:
        """Raise an error if the first column contains steps or numbers instead of
        names.
        """
        if not self.grid.numbers(first).all_numbers:
            return
        if self.named(CURVE_WORDS, [first]):
            raise InputError(*self._only_steps(first))
        labels = self.grid.labels(first)
        distinct = bool(self.runs) or len(labels.cells) == len(labels)
        if distinct and self.grid.are_integers(first):
            return
        if self.runs:
            raise InputError(*self._only_runs())
        raise InputError(
            f"{self.grid.at_name(first)}: '{self.grid.names[first]}' contains numbers, "
            "not names of data sets. Add a column with the names of the data sets, "
            "pass ",
            Option("dataset_column", "none"),
            " if each row is a data set, or compare folds of one data set with ",
            FOLDS,
            ".",
        )
