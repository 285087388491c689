"""What the columns of a table mean: data sets, runs, and either one column for each algorithm or one for all scores."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from cddiagram._util.inlines import Name, Option
from cddiagram.data.reading.cells import Grid
from cddiagram.data.reading.numbers import is_decorated
from cddiagram.data.reading.options import Reading
from cddiagram.errors import InputError, listed

DATASET_WORDS = frozenset(
    ["dataset", "datasets", "data", "problem", "problems", "task", "instance", "function", "benchmark", "domain"]
)
ALGORITHM_WORDS = frozenset(
    ["algorithm", "algorithms", "method", "methods", "classifier", "classifiers", "regressor", "model", "models"]
) | frozenset(["learner", "optimizer", "optimiser", "framework", "solver", "system", "estimator", "pipeline"])
SCORE_WORDS = frozenset(["score", "scores", "value", "result", "performance"])
#: A column of one of these names is a run index.
RUN_WORDS = frozenset(["fold", "run", "seed", "repeat", "iteration"])
#: These name a run index only where all cells are whole numbers; otherwise they may well name an algorithm.
NUMBERED_RUN_WORDS = frozenset(["rep", "repetition", "replicate", "replication", "trial", "split", "resample"])
#: Words around the one that matters: "run_id", "cv fold", "data set name".
_AROUND = frozenset(["id", "ids", "no", "nr", "number", "num", "index", "idx", "cv", "random", "outer", "name", "the"])
#: Words in the name of a file or column that say that lower is better.
LOWER_WORDS = frozenset(
    ["error", "errors", "loss", "losses", "logloss", "rmse", "mae", "time", "times", "runtime", "rank", "ranks"]
)

#: The value of a column option that says that there is no such column.
NONE = "none"


def words(text: str, *, capitals: bool = True) -> list[str]:
    """Split a name into lower-case words at blanks, punctuation, digits and, if wanted, capitals.

    Examples
    --------
    >>> words("AUC_rank"), words("testError2"), words("Framework"), words("data set")
    (['auc', 'rank'], ['test', 'error'], ['framework'], ['data', 'set'])
    """
    if capitals:
        text = re.sub(r"([a-z])([A-Z])|([A-Z])([A-Z][a-z])", r"\1\3 \2\4", text)
    return [word.lower() for word in re.findall(r"[^\W\d_]+", text)]


def says(text: str, meanings: frozenset[str]) -> bool:
    """Whether a column name means one of the words: "Data Set", "dataset_id" and "DataSet" mean "dataset"."""
    return "".join(word for word in words(text) if word not in _AROUND) in meanings


def lower_word(text: str, *, capitals: bool = True) -> str | None:
    """Find a word in a name that says that lower is better.

    Without `capitals` a word ends at blanks, punctuation and digits only: the algorithm InceptionTime is no time.

    Examples
    --------
    >>> lower_word("test_error.csv"), lower_word("AUC_rank"), lower_word("timetable"), lower_word("testError")
    ('error', 'rank', None, 'error')
    """
    return next((word for word in words(text, capitals=capitals) if word in LOWER_WORDS), None)


@dataclass(frozen=True, kw_only=True)
class Roles:
    """Which column is what, by position."""

    dataset: int | None  #: None where rows have no names (wide tables only).
    runs: tuple[int, ...]
    scores: tuple[int, ...]  #: Wide: the columns of the algorithms. Long: the one column of scores.
    algorithm: int | None = None  #: None in a wide table.
    unused: tuple[int, ...] = ()


class Finder:
    """What the roles of columns are found by, in tables of any kind: what was asked for, names, and content."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid

    def asked(self, title: str | None) -> int | None:
        """Return the column asked for; None if none was, or it was asked that there be none."""
        return None if title is None or (title == NONE and NONE not in self.grid.names) else self.grid.place(title)

    def asked_runs(self, wanted: str | Sequence[str]) -> tuple[int, ...]:
        """Return the columns asked for as run indices."""
        found = map(self.asked, [wanted] if isinstance(wanted, str) else wanted)
        return tuple(column for column in found if column is not None)

    def holds_names(self, column: int) -> bool:
        """Whether a column holds names; "94.6%" is none, although it will be refused as a number."""
        read = self.grid.numbers(column)
        return read.mostly_text and not is_decorated(self.grid.columns[column], read)


class RoleFinder(Finder):
    """Finds the roles in a table of scores."""

    def __init__(self, grid: Grid, reading: Reading) -> None:
        super().__init__(grid)
        self.asked_dataset = self.asked(reading.dataset_column)
        self.asked_algorithm = self.asked(reading.algorithm_column)
        self.asked_score = self.asked(reading.score_column)
        self.wide_asked = reading.algorithm_column == NONE
        self.no_dataset = reading.dataset_column == NONE
        self.run = reading.run_column

    def find(self) -> Roles:
        """Find the roles, or refuse with the option that helps."""
        return self._long() if self._is_long() else self._wide()

    @cached_property
    def runs(self) -> tuple[int, ...]:
        """The columns of run indices."""
        if self.run is not None:
            return self.asked_runs(self.run)
        taken = (self.asked_dataset, self.asked_algorithm, self.asked_score)
        return tuple(c for c in self.grid.unsettled if c not in taken and self._names_run(c))

    def _names_run(self, column: int) -> bool:
        if says(self.grid.names[column], RUN_WORDS):
            return True
        return says(self.grid.names[column], NUMBERED_RUN_WORDS) and self.grid.are_integers(column)

    @cached_property
    def others(self) -> list[int]:
        """All columns but the run indices."""
        return [c for c in self.grid.unsettled if c not in self.runs]

    @cached_property
    def text(self) -> list[int]:
        """Columns of names rather than numbers."""
        text = [c for c in self.others if self.grid.numbers(c).mostly_text]
        names = [c for c in text if self.holds_names(c)]
        # "10%" and "20%" may be the names of data sets or algorithms: then those in the other column repeat.
        if len(text) == 2 and len(names) == 1 and len(set(self.grid.labels(names[0]))) < self.grid.n_rows:
            return text
        return names

    def _named(self, meanings: frozenset[str]) -> list[int]:
        return [c for c in self.others if says(self.grid.names[c], meanings)]

    def _is_long(self) -> bool:
        """Whether the table is long rather than wide."""
        if self.wide_asked:
            return False
        if self.asked_algorithm is not None or self.asked_score is not None:
            return True
        scored = bool(self._named(SCORE_WORDS))
        named = [c for c in self._named(ALGORITHM_WORDS) if c != self.asked_dataset and (scored or c in self.text)]
        if not named:
            return len(self.text) == 2 and len(self.others) == 3
        if self._dataset_of_long(named[0]) is None:
            self._refuse_transposed(named[0])
        return True

    def _refuse_transposed(self, column: int) -> None:
        """Refuse a wide table that has its algorithms in the rows: read as it stands, it would compare data sets."""
        labels = self.grid.labels(column)
        if len(set(labels)) == len(labels) and self.text == [column]:
            title = self.grid.names[column]
            raise InputError(
                f"{self.grid.label}: the rows are named by the column '{title}', as if they were the algorithms: "
                "turn the table so that its columns are the algorithms, or pass ",
                Option("dataset_column", Name(title)),
                ".",
            )

    def _dataset_of_long(self, algorithm: int | None) -> int | None:
        """Find the column of data sets beside the one of algorithms: by its name, or as the only other text."""
        if self.asked_dataset is not None:
            return self.asked_dataset
        rest = [c for c in self.others if c not in (algorithm, self.asked_score)]
        named = [c for c in rest if says(self.grid.names[c], DATASET_WORDS)]
        if named:
            return named[0]
        text = [c for c in rest if c in self.text]
        return text[0] if len(text) == 1 else None

    def _long(self) -> Roles:
        algorithm, dataset = self._algorithm_of_long()
        score = self._score_of_long(algorithm, dataset)
        used = {dataset, algorithm, score, *self.runs}
        unused = tuple(
            c for c in self.grid.unsettled if c not in used and c not in self.grid.index and self.grid.names[c]
        )
        return Roles(dataset=dataset, runs=self.runs, scores=(score,), algorithm=algorithm, unused=unused)

    def _algorithm_of_long(self) -> tuple[int, int]:
        """Find the columns of algorithms and of data sets."""
        algorithm = self.asked_algorithm
        named = [c for c in self._named(ALGORITHM_WORDS) if c not in (self.asked_dataset, self.asked_score)]
        if algorithm is None and named:
            algorithm = named[0]
        dataset = self._dataset_of_long(algorithm)
        if algorithm is None and dataset is not None:
            rest = [c for c in self.text if c not in (dataset, self.asked_score)]
            algorithm = rest[0] if len(rest) == 1 else None
        found = listed(self.grid.names[c] for c in self.others)
        if algorithm is None:
            raise InputError(
                f"{self.grid.label}: this looks like a long table, but which column holds the algorithms is not "
                f"plain ({found}): pass ",
                Option("algorithm_column"),
                " and ",
                Option("dataset_column"),
                ".",
            )
        if dataset is None or dataset == algorithm:
            plain = f"{self.grid.label}: in this long table the column of the data sets is not plain ({found}): pass "
            raise InputError(plain, Option("dataset_column"), ".")
        return algorithm, dataset

    def _score_of_long(self, algorithm: int, dataset: int) -> int:
        if self.asked_score is not None:
            return self.asked_score
        rest = [c for c in self.others if c not in (algorithm, dataset, *self.grid.index)]
        rest = [c for c in rest if not (self._untitled(c) and self.grid.are_integers(c))]
        number = [c for c in rest if c not in self.text]
        named = [c for c in number if says(self.grid.names[c], SCORE_WORDS)]
        for candidates in (number, named, rest):
            if len(candidates) == 1:
                return candidates[0]
        found = f"could be {listed(self.grid.names[c] for c in number)}" if number else "is not there"
        where = f"{self.grid.label}: in this long table the column of the scores {found}: pass "
        raise InputError(where, Option("score_column"), ".")

    def _wide(self) -> Roles:
        dataset = None if self.no_dataset else self._dataset_of_wide()
        # Row labels that nobody asked for are no scores: a frame's index, the row numbers that pandas writes.
        index = [c for c in self.others if c != dataset and (c in self.grid.index or self._counts_rows(c, dataset))]
        scores = tuple(c for c in self.others if c != dataset and c not in index)
        unused = tuple(c for c in index if self.grid.names[c])
        return Roles(dataset=dataset, runs=self.runs, scores=scores, unused=unused)

    def _counts_rows(self, column: int, dataset: int | None) -> bool:
        before = dataset is not None and column < dataset
        return before and self._untitled(column) and self.grid.are_integers(column)

    def _untitled(self, column: int) -> bool:
        """Whether a column has no name of its own, as the row numbers that pandas writes."""
        return self.grid.names[column] == "" or self.grid.names[column].startswith("Unnamed: ")

    def _dataset_of_wide(self) -> int:
        """Find the column of data-set names: the first, unless it just numbers the rows of a table that has names."""
        if self.asked_dataset is not None:
            return self.asked_dataset
        if not self.others:
            raise InputError(
                f"{self.grid.label}: there are only run indices ({listed(self.grid.names)}), no scores: add a "
                "column for each algorithm, or pass ",
                Option("run_column", "none"),
                " if these are no runs.",
            )
        first = self.others[0]
        if first in self.text:
            return first
        named = [c for c in self.text if says(self.grid.names[c], DATASET_WORDS)]
        if named:
            return named[0]
        title = self.grid.names[first]
        if self.text and self._untitled(first) and self.text[0] == self.others[1]:
            return self.text[0]
        labels = self.grid.labels(first)
        integers = self.grid.are_integers(first) and (bool(self.runs) or len(set(labels)) == len(labels))
        if self.grid.numbers(first).all_numbers and not integers:
            numbers = f"{self.grid.at_name(first)} ('{title}') holds numbers, no data-set column: add one or pass "
            raise InputError(numbers, Option("dataset_column", "none"), ".")
        return first
