"""The table of scores that every comparison starts from: data sets in rows, algorithms
in columns.

More than 400 lines, as most of its public methods show an example.
"""

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
    as_numbers,
    check_names,
    content_hash,
    places_of,
    spread_of_runs,
)
from cddiagram.data.incomplete import POLICIES, runs_left_out, settle
from cddiagram.data.reading.arrange import arrange, prepare
from cddiagram.data.reading.cells import grid_from_frame
from cddiagram.data.reading.objects import grid_from_object
from cddiagram.data.reading.options import (
    ReadingOptions,
    complete_options,
    name_list,
    takes,
)
from cddiagram.procedures import MISSING_SCORES, is_policy
from cddiagram.text import InputError, Option, UsageError, choose_from

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, kw_only=True, eq=False)
class ScoreTable(KeepsReadOnly):
    """Scores of k algorithms on n data sets, checked, with names and direction.

    Make one with `cddiagram.read_scores`, `from_arrays`, `from_dict` or `from_frame`. A
    row is a data set: an independent block. Runs and folds are not data sets and have
    to be reduced to one score before (reading does that).

    Parameters
    ----------
    scores : array_like of float, shape (n, k)
        Finite numbers, copied into a read-only array, never rounded; NaN for a missing
        score, where `missing` is "available".
    algorithms : sequence of str, length k
        Two or more different names, of the columns.
    datasets : sequence of str, length n
        Two or more different names, of the rows.
    higher_is_better : bool, default True
        The direction of the scores.
    dropped : sequence of str, default ()
        Data sets that were left out because a score was missing.
    notes : sequence of str, default ()
        What reading did, in sentences: runs reduced, rows left out.
    reading : mapping, default {}
        How the scores were read: the options of `cddiagram.read_scores` that differ
        from their defaults, and in ``sources`` the names of the files, without folders.
        Figures and reports record it.
    whole : Whole, optional
        Means over runs exactly, as reading gives them: ties do not depend on their
        rounding. Left out where it is not what `scores` are.
    missing : str, default "error"
        What was done about missing scores, as `cddiagram.read_scores` takes it; "error"
        where there were none.
    filled : array_like of bool, shape (n, k), optional
        Which scores were missing and put in: for ``missing="worst"`` and
        ``"like:NAME"``. By default none.
    incomplete : sequence of str, default ()
        Data sets of this table on which a score was missing.
    dropped_algorithms : sequence of str, default ()
        Algorithms that were left out because a score was missing.
    spreads : array_like of float, shape (n, k), optional
        Standard deviations over the runs, where the scores are their means; NaN for a
        single run. For tables to read: no test uses them.
    run_counts : (int, int), default (1, 1)
        The smallest and the largest number of runs that a score was reduced from.
    groups : sequence of str, length n, optional
        The group of each data set, for tables that show the groups apart.

    Raises
    ------
    InputError
        If a name is given twice, a score is missing or infinite, the shape does not fit
        the names, or there are fewer than two algorithms or data sets. The sentence
        names the place.

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
        for name in (
            "algorithms",
            "datasets",
            "dropped",
            "notes",
            "incomplete",
            "dropped_algorithms",
        ):
            object.__setattr__(self, name, as_names(getattr(self, name), name))
        object.__setattr__(
            self,
            "scores",
            _checked(self.scores, self.algorithms, self.datasets, self.missing),
        )
        if self.whole is not None and not self.whole.fits(self.scores):
            object.__setattr__(self, "whole", None)  # the doubles are exact
        filled = (
            np.zeros(self.scores.shape, dtype=bool)
            if self.filled is None
            else np.array(self.filled, dtype=bool)
        )
        if filled.shape != self.scores.shape:
            raise InputError(
                f"filled must be {self.scores.shape[0]} x {self.scores.shape[1]} "
                "truth values, as the scores."
            )
        filled.setflags(write=False)
        object.__setattr__(self, "filled", filled)
        object.__setattr__(self, "spreads", _checked_spreads(self.spreads, self.scores))
        if self.groups is not None:
            object.__setattr__(self, "groups", as_names(self.groups, "groups"))
            if len(self.groups) != self.n:
                raise InputError(
                    f"groups name {len(self.groups)} data sets, and there are "
                    f"{self.n}: give one for each."
                )
        object.__setattr__(self, "higher_is_better", bool(self.higher_is_better))
        object.__setattr__(self, "reading", Record(self.reading))

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
        """Whether scores are missing, as ``missing="available"`` leaves them."""
        return bool(np.isnan(self.scores).any())

    @property
    def touched(self) -> int:
        """How many scores of this table were missing: put in, or missing still."""
        return int(self.touched_places.sum())

    @cached_property
    def touched_places(self) -> BoolArray:
        """Which scores of this table were missing, shape (n, k): put in, or missing
        still.
        """
        return np.asarray(self.filled | np.isnan(self.scores))

    def check_complete(self, what: str) -> None:
        """Refuse a table in which scores are missing, for `what` needs all of them."""
        if self.has_gaps:
            missing = (
                f"{what} needs every score, and {self.touched} of {self.n * self.k} "
                "are missing: read with "
            )
            raise InputError(missing, Option("missing", "worst"), " or 'drop'.")

    @cached_property
    def common(self) -> IntArray:
        """On how many data sets each pair of algorithms has scores, shape (k, k); on
        the diagonal those of one.
        """
        present = (~np.isnan(self.scores)).astype(np.int64)
        return np.asarray(present.T @ present)

    @cached_property
    def exact(self) -> Exact:
        """The scores as the exact numbers that they stand for, for tests in which ties
        count.
        """
        return Exact(self.scores, self.whole)

    @cached_property
    def sha256(self) -> str:
        r"""The SHA-256 of the scores with their names and direction, 64 hexadecimal
        digits.

        The order of rows and columns does not matter; one changed bit of a score does.
        Names are sorted by code point. What is hashed is a line of JSON,
        ``{"algorithms":[...],"datasets":[...],"higher_is_better":true,
        "what":"scores"}`` (no blanks, characters beyond ASCII as ``\uXXXX``, ended by a
        line feed), and then the scores as IEEE 754 doubles of 8 bytes, the lowest byte
        first: all algorithms of the first data set, of the second, ... Minus zero
        counts as zero. `dropped`, `notes` and `reading` are not part of it.

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
        """The mean score of each algorithm, shape (k,): exact sums, divided once; NaN
        where scores are missing.
        """
        if self.has_gaps:
            return np.full(self.k, np.nan)
        whole = self.exact.whole.grown(self.n)
        sums = whole.numerators.sum(axis=0)
        return Whole(sums, self.n * whole.denominator).doubles()

    @property
    def medians(self) -> FloatArray:
        """The median score of each algorithm, shape (k,); NaN where scores are
        missing.
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
        """Make a table from a plain array.

        Parameters
        ----------
        scores : array_like of float, shape (n, k) or (n, k, r)
            One row for each data set, one column for each algorithm; a third axis holds
            r runs.
        algorithms : iterable of str, length k
            Names of the columns.
        datasets : iterable of str, length n, optional
            Names of the rows; "1", "2", ... by default.
        higher_is_better : bool, default True
            The direction of the scores.
        runs : {"mean", "median"}, default "mean"
            How runs are reduced.
        missing : str, default "error"
            What is done about missing scores, NaN: as of `cddiagram.read_scores`.

        Returns
        -------
        ScoreTable

        Raises
        ------
        InputError
            As for the class: no numbers, a shape that does not fit the names, a score
            that is missing.
        UsageError
            Unknown `runs`.

        Examples
        --------
        >>> ScoreTable.from_arrays(
        ...     [[3, 1], [2, 5], [4, 4]], algorithms=["A", "B"], higher_is_better=False
        ... ).datasets
        ('1', '2', '3')
        """
        complete_options(ReadingOptions(runs=runs), ReadingOptions)
        array, reduced = (
            (_numeric(scores), {}) if np.ndim(scores) != 3 else _of_runs(scores, runs)
        )
        names = range(1, array.shape[0] + 1) if datasets is None else datasets
        columns, rows = as_names(algorithms, "algorithms"), as_names(names, "datasets")
        if missing == "error" or array.shape != (len(rows), len(columns)):
            return cls(
                scores=array,
                algorithms=columns,
                datasets=rows,
                higher_is_better=higher_is_better,
                **reduced,
            )
        if not is_policy(missing):
            raise UsageError(choose_from(Option("missing"), missing, MISSING_SCORES))
        exact = Exact(array, reduced.get("whole"))
        found, _ = settle(
            exact,
            np.isnan(array),
            missing,
            columns,
            rows,
            higher_is_better,
            holder="the table",
        )
        notes = (*reduced.get("notes", ()), *found.pop("notes", ()))
        reading = {**reduced.get("reading", {}), "missing": missing}
        run_counts = reduced.get("run_counts", (1, 1))
        return cls(
            higher_is_better=higher_is_better,
            reading=reading,
            notes=notes,
            run_counts=run_counts,
            **found,
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
        """Make a table from a dict, as `cddiagram.read_scores` does.

        Parameters
        ----------
        scores : mapping
            ``{algorithm: {data set: score}}``; ``{algorithm: {data set: runs}}`` with a
            list, an array or a dict of runs; ``{algorithm: scores}`` with a list, an
            array or a Series for each; ``{algorithm: array}`` of shape (data sets,
            runs). A list of names under ``"data set"``, or the labels of Series and
            frames, name the data sets; ``dataset_column="none"`` numbers them. Data
            sets are put together by name, in the order of their first appearance.
        higher_is_better : bool, default True
            The direction of the scores.
        **options : Any
            See `cddiagram.read_scores`.

        Returns
        -------
        ScoreTable

        Raises
        ------
        InputError
            If the dict cannot be used; the sentence names data set and algorithm.

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
        grid = grid_from_object(scores, "dict", reading)
        return cls(
            **arrange(
                prepare(grid, reading), reading, higher_is_better=higher_is_better
            )
        )

    @classmethod
    @takes(ReadingOptions)
    def from_frame(
        cls,
        frame: Any,
        *,
        higher_is_better: bool = True,
        **options: Unpack[ReadingOptions],
    ) -> ScoreTable:
        """Make a table from a pandas or polars data frame, wide or long.

        The index of a pandas frame holds the data sets unless it is the default 0, 1,
        2, ...; then the first column does. Names of index and columns do not matter.
        All options are those of `cddiagram.read_scores`.

        Parameters
        ----------
        frame : pandas.DataFrame or polars.DataFrame
            The frame; it is not changed.
        higher_is_better : bool, default True
            The direction of the scores.
        **options : Any
            See `cddiagram.read_scores`.

        Returns
        -------
        ScoreTable

        Raises
        ------
        InputError
            If the frame cannot be used; the sentence names row, column, data set and
            algorithm.
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
        return cls(
            **arrange(
                prepare(grid_from_frame(frame), reading),
                reading,
                higher_is_better=higher_is_better,
            )
        )

    def select(self, algorithms: str | Iterable[str]) -> ScoreTable:
        """Keep the named algorithms, in the order given.

        Parameters
        ----------
        algorithms : str or iterable of str
            Two or more names.

        Returns
        -------
        ScoreTable
            All data sets, only these columns.

        Raises
        ------
        InputError
            For a name that the table does not have (with the nearest one), a name given
            twice, or a single name.

        Examples
        --------
        >>> table = ScoreTable.from_arrays(
        ...     [[1, 2, 3], [3, 2, 1]], algorithms=["A", "B", "C"]
        ... )
        >>> table.select(["C", "A"]).scores.tolist()
        [[3.0, 1.0], [1.0, 3.0]]
        """
        columns = places_of("algorithm", name_list(algorithms) or (), self.algorithms)
        few = (~np.isnan(self.scores[:, columns])).sum(axis=1) < 2
        if few.any() and len(columns) > 1:  # they say nothing about any pair
            rest = self.exclude_datasets(
                [self.datasets[i] for i in np.flatnonzero(few)]
            )
            out = tuple(name for name in self.datasets if name not in rest.datasets)
            return replace(rest, dropped=(*self.dropped, *out)).select(algorithms)
        hit = np.asarray(
            self.touched_places[:, columns].any(axis=1)
            | (self.missing == "drop-algorithms")
        )
        return replace(
            self,
            scores=self.scores[:, columns],
            filled=self.filled[:, columns],
            incomplete=tuple(
                name for name in self.incomplete if hit[self.datasets.index(name)]
            ),
            whole=self.whole and self.whole.take((slice(None), columns)),
            spreads=None if self.spreads is None else self.spreads[:, columns],
            algorithms=tuple(self.algorithms[j] for j in columns),
        )

    def exclude(self, algorithms: str | Iterable[str]) -> ScoreTable:
        """Leave the named algorithms out.

        Parameters
        ----------
        algorithms : str or iterable of str
            Names.

        Returns
        -------
        ScoreTable
            All data sets, the other columns in their order.

        Raises
        ------
        InputError
            For a name that the table does not have, or when fewer than two algorithms
            remain.

        Examples
        --------
        >>> table = ScoreTable.from_arrays(
        ...     [[1, 2, 3], [3, 2, 1]], algorithms=["A", "B", "C"]
        ... )
        >>> table.exclude("B").algorithms
        ('A', 'C')
        """
        columns = places_of("algorithm", name_list(algorithms) or (), self.algorithms)
        return self.select(
            [name for j, name in enumerate(self.algorithms) if j not in columns]
        )

    def exclude_datasets(self, datasets: str | Iterable[str]) -> ScoreTable:
        """Leave the named data sets out.

        Parameters
        ----------
        datasets : str or iterable of str
            Names.

        Returns
        -------
        ScoreTable
            The other rows in their order, all algorithms.

        Raises
        ------
        InputError
            For a name that the table does not have, or when fewer than two data sets
            remain.

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
        without = places_of("data set", name_list(datasets) or (), self.datasets)
        rows = [i for i in range(self.n) if i not in without]
        return replace(
            self,
            scores=self.scores[rows],
            filled=self.filled[rows],
            incomplete=tuple(
                name for name in self.incomplete if self.datasets.index(name) in rows
            ),
            whole=self.whole and self.whole.take(rows),
            spreads=None if self.spreads is None else self.spreads[rows],
            groups=self.groups and tuple(self.groups[i] for i in rows),
            datasets=tuple(self.datasets[i] for i in rows),
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the table as plain Python, ready for JSON, all scores at full
        precision.

        Examples
        --------
        >>> ScoreTable.from_arrays([[1, 2], [2, 1]], algorithms=["A", "B"]).to_dict()[
        ...     "scores"
        ... ]
        [[1.0, 2.0], [2.0, 1.0]]
        """
        return {
            "algorithms": list(self.algorithms),
            "datasets": list(self.datasets),
            "scores": [
                [None if isnan(score) else score for score in row]
                for row in self.scores.tolist()
            ],
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
        """Return the scores as a pandas frame: data sets in the index, algorithms in
        the columns.
        """
        import pandas as pd

        index = pd.Index(self.datasets, name="data set")
        return pd.DataFrame(
            self.scores.copy(), index=index, columns=list(self.algorithms)
        )

    def _head(self) -> str:
        direction = "higher" if self.higher_is_better else "lower"
        return f"{self.n} data sets x {self.k} algorithms, {direction} is better"

    @property
    def _preview(self) -> Preview:
        return Preview(self.scores, self.algorithms, self.datasets)

    def _repr_html_(self) -> str:
        return self._preview.html(self._head())

    def __str__(self) -> str:
        parts = [self._head(), self._preview.text()]
        return "\n\n".join([*parts, "\n".join(self.notes)] if self.notes else parts)


def _numeric(scores: ArrayLike) -> FloatArray:
    axes = "two, one row for each data set and one column for each algorithm"
    return as_numbers(
        scores, "scores", ndim=2, each="n rows of k numbers each", axes=axes
    )


def _of_runs(scores: ArrayLike, runs: str) -> tuple[FloatArray, dict[str, Any]]:
    """Reduce the runs on the third axis; return what else the table keeps of them as
    well.
    """
    array = as_numbers(
        scores,
        "scores",
        ndim=3,
        each="n x k x r numbers",
        axes="data sets x algorithms x runs",
    )
    n, k, count = array.shape
    values, cells = array.ravel(), np.repeat(np.arange(n * k), count)
    reduced = Exact.of_runs(values, cells, n * k, runs).reshape((n, k))
    spreads = (
        spread_of_runs(values, cells, n * k).reshape((n, k))
        if runs == "mean" and count > 1
        else None
    )
    said = (
        f"{count} runs of each algorithm on a data set reduced to their {runs}: runs "
        "are not data sets."
    )
    notes = (
        said,
        *runs_left_out(np.isnan(reduced.values), (~np.isnan(array)).sum(axis=2)),
    )
    reading = {} if runs == "mean" else {"runs": runs}
    return reduced.values, {
        "whole": reduced.given,
        "spreads": spreads,
        "run_counts": (count, count),
        "notes": notes,
        "reading": reading,
    }


def _checked_spreads(
    spreads: ArrayLike | None, scores: FloatArray
) -> FloatArray | None:
    """Return standard deviations as a read-only copy; refuse other shapes, and negative
    ones.
    """
    if spreads is None:
        return None
    array = np.array(spreads, dtype=np.float64)
    with np.errstate(invalid="ignore"):
        if array.shape != scores.shape or (array < 0).any():
            raise InputError(
                f"spreads must be {scores.shape[0]} x {scores.shape[1]} numbers, none "
                "below 0, as the scores."
            )
    array.setflags(write=False)
    return array


def _checked(
    scores: ArrayLike,
    algorithms: tuple[str, ...],
    datasets: tuple[str, ...],
    missing: str,
) -> FloatArray:
    """Check a table and return its scores as a read-only copy."""
    array = _numeric(scores) + 0.0  # -0 becomes 0
    n, k = len(datasets), len(algorithms)
    if array.shape != (n, k):
        turned = " (transpose it)" if array.shape == (k, n) else ""
        raise InputError(
            f"scores have shape {array.shape}, the names say {n} data sets and {k} "
            "algorithms: "
            f"give one row for each data set and one column for each algorithm{turned}."
        )
    check_names(algorithms, "algorithm", holder="the table has", purpose="a comparison")
    check_names(datasets, "data set", holder="the table has", purpose="a comparison")
    wrong = np.argwhere(
        np.isinf(array) if missing == "available" else ~np.isfinite(array)
    )
    if wrong.size:
        i, j = wrong[0]
        score = f"the score of '{algorithms[j]}' on '{datasets[i]}' is "
        if np.isnan(array[i, j]):
            raise InputError(
                score, "missing (nan): give a finite number, or ", POLICIES, "."
            )
        raise InputError(
            f"{score}infinite ({array[i, j]}): give a finite number, or leave the "
            "data set out."
        )
    array.setflags(write=False)
    return array
