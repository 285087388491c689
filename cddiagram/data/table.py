"""The table of scores on which comparisons are based."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import isnan
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np
from numpy.typing import ArrayLike

from cddiagram._util import (
    BoolArray,
    Exact,
    FloatArray,
    IntArray,
    KeepsReadOnly,
    Preview,
    Record,
    Whole,
    as_names,
    content_hash,
    places_of,
)
from cddiagram.data.incomplete import settle
from cddiagram.data.reading.arrange import arrange, prepare
from cddiagram.data.reading.cells import grid_from_frame
from cddiagram.data.reading.objects import grid_from_object
from cddiagram.data.reading.options import (
    ReadingOptions,
    complete_options,
    name_list,
    takes,
)
from cddiagram.data.score_arrays import (
    as_scores,
    check_groups,
    check_marks,
    check_scores,
    check_spreads,
    reduce_runs,
)
from cddiagram.procedures import check_missing
from cddiagram.text import (
    InputError,
    Option,
    better_direction,
    inflect,
)

if TYPE_CHECKING:
    import pandas as pd


#: The fields that contain lists of names or lists of notes.
_NAMES = (
    "algorithms",
    "datasets",
    "dropped",
    "notes",
    "incomplete",
    "dropped_algorithms",
)


@dataclass(frozen=True, kw_only=True, eq=False)
class ScoreTable(KeepsReadOnly):
    """A checked table of the scores of k algorithms on n data sets.

    Create a table with `cddiagram.read_scores`, `from_arrays`, `from_dict` or
    `from_frame`. Each row is a data set, which is an independent block. Runs and folds
    are not data sets. They must be reduced to one score for each algorithm and data
    set, as in `cddiagram.read_scores`.

    Parameters
    ----------
    scores : array_like of float, shape (n, k)
        The scores, which must be finite. They are copied into a read-only array without
        rounding. If `missing` is "available", NaN denotes a missing score.
    algorithms : sequence of str, length k
        The names of the columns. At least two distinct names are required.
    datasets : sequence of str, length n
        The names of the rows. At least two distinct names are required.
    higher_is_better : bool, default True
        The direction of the scores.
    dropped : sequence of str, default ()
        The data sets that were dropped because a score was missing.
    notes : sequence of str, default ()
        Notes about how the scores were read, for example about averaged runs or dropped
        rows. Each note is a complete sentence.
    reading : mapping, default {}
        The options of `cddiagram.read_scores` that differ from their defaults. The item
        ``sources`` contains the names of the files without folders. Figures and reports
        record these options.
    whole : Whole, optional
        The exact means over runs, with which ties do not depend on rounding. They are
        ignored if they are not equal to `scores`.
    missing : str, default "error"
        The policy for missing scores, as in `cddiagram.read_scores`. It is "error" if
        no score was missing.
    filled : array_like of bool, shape (n, k), optional
        The missing scores that were imputed by ``missing="worst"`` or ``"like:NAME"``.
        By default, no scores are imputed.
    incomplete : sequence of str, default ()
        The data sets in this table that had missing scores.
    dropped_algorithms : sequence of str, default ()
        The algorithms that were dropped because a score was missing.
    spreads : array_like of float, shape (n, k), optional
        The standard deviations over the runs if the scores are means over runs. They
        are NaN for single runs. They are printed in tables but not used in tests.
    run_counts : (int, int), default (1, 1)
        The minimum and maximum number of runs from which a score was computed.
    groups : sequence of str, length n, optional
        The group of each data set, for tables that separate the groups.

    Raises
    ------
    InputError
        If a name is repeated, if a score is missing or infinite, if the shape of
        `scores` does not match the names, or if there are fewer than two algorithms or
        data sets.

    Examples
    --------
    >>> table = ScoreTable(
    ...     scores=[[0.9, 0.8], [0.7, 0.7]],
    ...     algorithms=["A", "B"],
    ...     datasets=["iris", "wine"],
    ... )
    >>> table.n, table.k
    (2, 2)
    >>> print(table)
    2 data sets x 2 algorithms, higher is better
    <BLANKLINE>
            A    B
    iris  0.9  0.8
    wine  0.7  0.7
    """

    scores: FloatArray
    algorithms: tuple[str, ...]
    datasets: tuple[str, ...]
    higher_is_better: bool = True
    dropped: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    reading: Mapping[str, Any] = field(default_factory=dict, repr=False)
    whole: Whole | None = field(default=None, repr=False)
    spreads: FloatArray | None = field(default=None, repr=False)
    run_counts: tuple[int, int] = (1, 1)
    groups: tuple[str, ...] | None = field(default=None, repr=False)
    missing: str = "error"
    filled: BoolArray = field(default=None, repr=False)  # type: ignore[arg-type]
    incomplete: tuple[str, ...] = ()
    dropped_algorithms: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for name in _NAMES:
            self._set(name, as_names(getattr(self, name), name))
        scores = check_scores(self.scores, self.algorithms, self.datasets, self.missing)
        self._set("scores", scores)
        if self.whole is not None and not self.whole.fits(scores):
            self._set("whole", None)  # the doubles determine the exact numbers
        self._set("filled", check_marks(self.filled, scores))
        self._set("spreads", check_spreads(self.spreads, scores))
        self._set("groups", check_groups(self.groups, self.n))
        self._set("higher_is_better", bool(self.higher_is_better))
        self._set("reading", Record(self.reading))

    def _set(self, name: str, value: object) -> None:
        """Set a field of the frozen instance."""
        object.__setattr__(self, name, value)

    @property
    def n(self) -> int:
        """The number of data sets."""
        return len(self.datasets)

    @property
    def k(self) -> int:
        """The number of algorithms."""
        return len(self.algorithms)

    @cached_property
    def has_gaps(self) -> bool:
        """Whether scores are missing, which requires ``missing="available"``."""
        return bool(np.isnan(self.scores).any())

    @property
    def touched(self) -> int:
        """The number of scores that were missing when the table was read.

        Imputed scores and scores that are still missing are both counted.
        """
        return int(self.touched_places.sum())

    @cached_property
    def touched_places(self) -> BoolArray:
        """Whether each score was missing when the table was read, of shape (n, k).

        The value is True for imputed scores and for scores that are still missing.
        """
        return np.asarray(self.filled | np.isnan(self.scores))

    def check_complete(self, what: str) -> None:
        """Raise an error if scores are missing. `what` is the name of the procedure
        that requires complete scores.
        """
        if not self.has_gaps:
            return
        are = inflect(self.touched, "is", "are")
        raise InputError(
            f"{what} requires complete scores, but {self.touched} of "
            f"{self.n * self.k} {are} missing. Read the scores with ",
            Option("missing", "worst"),
            " or 'drop'.",
        )

    @cached_property
    def common(self) -> IntArray:
        """The number of data sets on which both algorithms of a pair have scores.

        The array has shape (k, k). Its diagonal contains the number of data sets on
        which an algorithm has a score.
        """
        present = (~np.isnan(self.scores)).astype(np.int64)
        return np.asarray(present.T @ present)

    @cached_property
    def exact(self) -> Exact:
        """The scores as exact numbers, for tests that depend on ties."""
        return Exact(self.scores, self.whole)

    @cached_property
    def sha256(self) -> str:
        r"""The SHA-256 hash of the scores, names and direction, as 64 hexadecimal
        digits.

        The hash does not depend on the order of rows and columns. It depends on every
        bit of each score, except that negative zero is treated as zero. The hashed data
        consist of one line of JSON, followed by the scores.

        The line is ``{"algorithms":[...],"datasets":[...],"higher_is_better":true,
        "what":"scores"}`` without spaces. The names are sorted by code point, and
        non-ASCII characters are written as ``\uXXXX``. The line ends with a line feed.

        The scores are written as little-endian IEEE 754 doubles. The scores of all
        algorithms on the first data set are followed by the scores on the second data
        set, and so on. `dropped`, `notes` and `reading` are not hashed.

        Examples
        --------
        >>> import hashlib, struct
        >>> table = ScoreTable.from_arrays(
        ...     [[0.7, 0.6], [0.9, 0.8]],
        ...     algorithms=["B", "A"],
        ...     datasets=["wine", "iris"],
        ... )
        >>> line = b'{"algorithms":["A","B"],"datasets":["iris","wine"],"higher_is_better":true,"what":"scores"}\n'
        >>> hashlib.sha256(
        ...     line + struct.pack("<4d", 0.8, 0.9, 0.6, 0.7)
        ... ).hexdigest() == table.sha256
        True
        """
        columns = sorted(range(self.k), key=self.algorithms.__getitem__)
        rows = sorted(range(self.n), key=self.datasets.__getitem__)
        head = {
            "what": "scores",
            "algorithms": sorted(self.algorithms),
            "datasets": sorted(self.datasets),
            "higher_is_better": self.higher_is_better,
        }
        return content_hash(head, self.scores[np.ix_(rows, columns)].ravel().tolist())

    @property
    def means(self) -> FloatArray:
        """The mean score of each algorithm, of shape (k,).

        The sums are computed exactly. All means are NaN if scores are missing.
        """
        if self.has_gaps:
            return np.full(self.k, np.nan)
        exact = self.exact.whole.grown(self.n)
        sums = exact.numerators.sum(axis=0)
        return Whole(sums, self.n * exact.denominator).doubles()

    @property
    def medians(self) -> FloatArray:
        """The median score of each algorithm, of shape (k,). All medians are NaN if
        scores are missing.
        """
        return np.asarray(np.median(self.scores, axis=0))

    @classmethod
    def from_arrays(
        cls,
        scores: ArrayLike,
        *,
        algorithms: Iterable[str],
        datasets: Iterable[str] | None = None,
        higher_is_better: bool = True,
        runs: str = "mean",
        missing: str = "error",
    ) -> ScoreTable:
        """Create a table from an array.

        Parameters
        ----------
        scores : array_like of float, shape (n, k) or (n, k, r)
            The scores, with one row for each data set and one column for each
            algorithm. A third axis, if present, contains r runs.
        algorithms : iterable of str, length k
            The names of the columns.
        datasets : iterable of str, length n, optional
            The names of the rows. By default, they are "1", "2", ...
        higher_is_better : bool, default True
            The direction of the scores.
        runs : {"mean", "median"}, default "mean"
            The statistic that summarises the runs.
        missing : str, default "error"
            The policy for missing scores (NaN), as in `cddiagram.read_scores`.

        Returns
        -------
        ScoreTable
            The checked table.

        Raises
        ------
        InputError
            If the scores are not numbers, if their shape does not match the names, or
            if a score is missing.
        UsageError
            If `runs` or `missing` has an unknown value.

        Examples
        --------
        >>> ScoreTable.from_arrays(
        ...     [[3, 1], [2, 5], [4, 4]], algorithms=["A", "B"], higher_is_better=False
        ... ).datasets
        ('1', '2', '3')
        """
        complete_options(ReadingOptions(runs=runs), ReadingOptions)
        fields: dict[str, Any] = {}
        if np.ndim(scores) == 3:
            array, fields = reduce_runs(scores, runs)
        else:
            array = as_scores(scores)
        if datasets is None:
            datasets = map(str, range(1, len(array) + 1))
        columns = as_names(algorithms, "algorithms")
        rows = as_names(datasets, "datasets")
        if missing == "error" or array.shape != (len(rows), len(columns)):
            return cls(
                scores=array,
                algorithms=columns,
                datasets=rows,
                higher_is_better=higher_is_better,
                **fields,
            )
        check_missing(Option("missing"), missing)
        complete, _ = settle(
            Exact(array, fields.get("whole")),
            np.isnan(array),
            missing,
            columns,
            rows,
            higher_is_better,
            holder="the table",
        )
        complete["notes"] = (*fields.get("notes", ()), *complete["notes"])
        return cls(
            higher_is_better=higher_is_better,
            reading={**fields.get("reading", {}), "missing": missing},
            run_counts=fields.get("run_counts", (1, 1)),
            **complete,
        )

    @classmethod
    @takes(ReadingOptions)
    def from_dict(
        cls,
        scores: Mapping[Any, Any],
        *,
        higher_is_better: bool = True,
        **options: Unpack[ReadingOptions],
    ) -> ScoreTable:
        """Create a table from a dict, in the same way as `cddiagram.read_scores`.

        Data sets are matched by name, in the order of their first appearance.

        Parameters
        ----------
        scores : mapping
            The scores of each algorithm, in one of these forms:

            * ``{algorithm: {data set: score}}``;
            * ``{algorithm: {data set: runs}}`` with a list, an array or a dict of runs;
            * ``{algorithm: scores}`` with a list, an array or a Series;
            * ``{algorithm: array}`` of shape (data sets, runs).

            In the last two forms, the names of the data sets are taken from the labels
            of Series and data frames, or from a list with the key ``"data set"``. With
            ``dataset_column="none"``, the data sets are numbered.
        higher_is_better : bool, default True
            The direction of the scores.
        **options : Any
            The options of `cddiagram.read_scores`.

        Returns
        -------
        ScoreTable
            The checked table.

        Raises
        ------
        InputError
            If `scores` cannot be read as a table.

        Examples
        --------
        >>> table = ScoreTable.from_dict(
        ...     {"A": {"iris": 0.9, "wine": 0.7}, "B": {"wine": 0.6, "iris": 0.8}}
        ... )
        >>> table.datasets, table.scores.tolist()
        (('iris', 'wine'), [[0.9, 0.8], [0.7, 0.6]])
        >>> runs = {"A": [[0.9, 0.7], [0.7, 0.6]], "B": [[0.8, 0.8], [0.6, 0.5]]}
        >>> runs = ScoreTable.from_dict(runs, dataset_column="none")
        >>> runs.datasets, runs.scores.tolist()
        (('1', '2'), [[0.8, 0.8], [0.65, 0.55]])
        """
        reading = complete_options(options, ReadingOptions)
        grid = prepare(grid_from_object(scores, "dict", reading), reading)
        return cls(**arrange(grid, reading, higher_is_better=higher_is_better))

    @classmethod
    @takes(ReadingOptions)
    def from_frame(
        cls,
        frame: Any,
        *,
        higher_is_better: bool = True,
        **options: Unpack[ReadingOptions],
    ) -> ScoreTable:
        """Create a table from a wide or long pandas or polars data frame.

        The index of a pandas data frame contains the names of the data sets. If the
        index is the default 0, 1, 2, ..., the first column contains the names. The
        names of the two axes are ignored.

        Parameters
        ----------
        frame : pandas.DataFrame or polars.DataFrame
            The data frame. It is not changed.
        higher_is_better : bool, default True
            The direction of the scores.
        **options : Any
            The options of `cddiagram.read_scores`.

        Returns
        -------
        ScoreTable
            The checked table.

        Raises
        ------
        InputError
            If the data frame cannot be read as a table.
        UsageError
            If `decimal`, `missing` or `runs` has an unknown value.

        Examples
        --------
        >>> import pandas as pd
        >>> frame = pd.DataFrame(
        ...     {"A": [0.9, 0.7], "B": [0.8, 0.7]}, index=["iris", "wine"]
        ... )
        >>> ScoreTable.from_frame(frame).datasets
        ('iris', 'wine')
        """
        reading = complete_options(options, ReadingOptions)
        grid = prepare(grid_from_frame(frame), reading)
        return cls(**arrange(grid, reading, higher_is_better=higher_is_better))

    def select(self, algorithms: str | Iterable[str]) -> ScoreTable:
        """Return a table of the specified algorithms, in this order.

        Parameters
        ----------
        algorithms : str or iterable of str
            The names of two or more algorithms.

        Returns
        -------
        ScoreTable
            The table of these algorithms on all data sets.

        Raises
        ------
        InputError
            If a name is not in the table, if a name is repeated, or if there are fewer
            than two names.

        Examples
        --------
        >>> table = ScoreTable.from_arrays(
        ...     [[1, 2, 3], [3, 2, 1]], algorithms=["A", "B", "C"]
        ... )
        >>> table.select(["C", "A"]).scores.tolist()
        [[3.0, 1.0], [1.0, 3.0]]
        """
        columns = places_of("algorithm", name_list(algorithms) or (), self.algorithms)
        counts = (~np.isnan(self.scores[:, columns])).sum(axis=1)
        # If a data set has fewer than two scores, it contains no information about any
        # pair of algorithms.
        useless = counts < 2
        if useless.any() and len(columns) > 1:
            rest = self.exclude_datasets(
                [self.datasets[i] for i in np.flatnonzero(useless)]
            )
            out = tuple(name for name in self.datasets if name not in rest.datasets)
            return replace(rest, dropped=(*self.dropped, *out)).select(algorithms)
        # If `missing` is "drop-algorithms", the columns with missing scores have
        # already been removed.
        touched = self.touched_places[:, columns].any(axis=1)
        touched = np.asarray(touched | (self.missing == "drop-algorithms"))
        incomplete = [
            name for name in self.incomplete if touched[self.datasets.index(name)]
        ]
        return self._take(
            (slice(None), columns),
            incomplete=tuple(incomplete),
            algorithms=tuple(self.algorithms[j] for j in columns),
        )

    def exclude(self, algorithms: str | Iterable[str]) -> ScoreTable:
        """Return a table without the specified algorithms.

        Parameters
        ----------
        algorithms : str or iterable of str
            The names of the algorithms.

        Returns
        -------
        ScoreTable
            The table of the remaining algorithms on all data sets.

        Raises
        ------
        InputError
            If a name is not in the table, or if fewer than two algorithms remain.

        Examples
        --------
        >>> table = ScoreTable.from_arrays(
        ...     [[1, 2, 3], [3, 2, 1]], algorithms=["A", "B", "C"]
        ... )
        >>> table.exclude("B").algorithms
        ('A', 'C')
        """
        excluded = places_of("algorithm", name_list(algorithms) or (), self.algorithms)
        return self.select(
            [name for j, name in enumerate(self.algorithms) if j not in excluded]
        )

    def exclude_datasets(self, datasets: str | Iterable[str]) -> ScoreTable:
        """Return a table without the specified data sets.

        Parameters
        ----------
        datasets : str or iterable of str
            The names of the data sets.

        Returns
        -------
        ScoreTable
            The table of all algorithms on the remaining data sets.

        Raises
        ------
        InputError
            If a name is not in the table, or if fewer than two data sets remain.

        Examples
        --------
        >>> table = ScoreTable.from_arrays(
        ...     [[1, 2], [3, 1], [4, 4]],
        ...     algorithms=["A", "B"],
        ...     datasets=["x", "y", "z"],
        ... )
        >>> table.exclude_datasets("y").datasets
        ('x', 'z')
        """
        excluded = places_of("data set", name_list(datasets) or (), self.datasets)
        rows = [i for i in range(self.n) if i not in excluded]
        incomplete = [
            name for name in self.incomplete if self.datasets.index(name) in rows
        ]
        return self._take(
            rows,
            incomplete=tuple(incomplete),
            groups=self.groups and tuple(self.groups[i] for i in rows),
            datasets=tuple(self.datasets[i] for i in rows),
        )

    def _take(self, index: Any, **names: Any) -> ScoreTable:
        """Return the part of the table that is specified by an index of rows and
        columns.
        """
        spreads = self.spreads
        if spreads is not None:
            spreads = spreads[index]
        return replace(
            self,
            scores=self.scores[index],
            filled=self.filled[index],
            whole=self.whole and self.whole.take(index),
            spreads=spreads,
            **names,
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the table as a JSON-serialisable dict with scores at full precision.

        Examples
        --------
        >>> ScoreTable.from_arrays([[1, 2], [2, 1]], algorithms=["A", "B"]).to_dict()[
        ...     "scores"
        ... ]
        [[1.0, 2.0], [2.0, 1.0]]
        """
        scores = []
        for row in self.scores.tolist():
            scores.append([None if isnan(score) else score for score in row])
        return {
            "algorithms": list(self.algorithms),
            "datasets": list(self.datasets),
            "scores": scores,
            "higher_is_better": self.higher_is_better,
            "dropped": list(self.dropped),
            "missing": self.missing,
            "missing_scores": [
                [self.datasets[i], self.algorithms[j]]
                for i, j in np.argwhere(self.touched_places)
            ],
            "incomplete": list(self.incomplete),
            "dropped_algorithms": list(self.dropped_algorithms),
            "notes": list(self.notes),
        }

    def to_frame(self) -> pd.DataFrame:
        """Return the scores as a pandas data frame.

        The index contains the data sets, and the columns are the algorithms.
        """
        import pandas as pd

        index = pd.Index(self.datasets, name="data set")
        return pd.DataFrame(
            self.scores.copy(), index=index, columns=list(self.algorithms)
        )

    def _head(self) -> str:
        direction = better_direction(self.higher_is_better)
        return f"{self.n} data sets x {self.k} algorithms, {direction} is better"

    @property
    def _preview(self) -> Preview:
        return Preview(self.scores, self.algorithms, self.datasets)

    def _repr_html_(self) -> str:
        return self._preview.html(self._head())

    def __str__(self) -> str:
        parts = [self._head(), self._preview.text()]
        if self.notes:
            parts.append("\n".join(self.notes))
        return "\n\n".join(parts)
