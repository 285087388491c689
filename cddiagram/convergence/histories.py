"""`Histories`, the container of convergence histories."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

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
    check_names,
    content_hash,
    places_of,
    view,
)
from cddiagram.convergence.areas import mean_areas
from cddiagram.convergence.checks import (
    check_cut_points,
    cumulate,
    cumulated_note,
    numeric_values,
    optima_of,
    raise_worse,
    run_counts_of,
    run_quartiles_of,
)
from cddiagram.convergence.units import NO_UNIT, range_words, with_unit
from cddiagram.data import ScoreTable
from cddiagram.stats import Plotted, plain
from cddiagram.text import InputError, Option, UsageError, better_direction, joined
from cddiagram.words import finished_words

if TYPE_CHECKING:
    import pandas as pd


#: `Histories.to_dict` returns these fields.
_JSON_FIELDS = (
    "algorithms",
    "problems",
    "cut_points",
    "unit",
    "values",
    "higher_is_better",
    "optimum",
    "run_counts",
    "notes",
)


@dataclass(frozen=True, kw_only=True, eq=False)
class Histories(Plotted, KeepsReadOnly):
    """The best-so-far values of k algorithms on n problems at c cut-points.

    Use `cddiagram.read_histories` or `from_arrays` to create histories. A history is
    the mean or median of the runs of one algorithm on one problem. A history never gets
    worse from one cut-point to the next.

    Parameters
    ----------
    values : array_like of float, shape (k, n, c)
        The values in the order algorithm, problem, cut-point. All values must be
        finite. They are copied into a read-only array.
    algorithms : sequence of str, length k
        The names of two or more algorithms.
    problems : sequence of str, length n
        The names of two or more problems.
    cut_points : sequence of float, length c
        The positions of two or more cut-points in increasing order, in units of `unit`.
    unit : str, default "evaluations"
        The unit of the cut-points.
    higher_is_better : bool, default False
        Whether higher values are better. By default, values are errors to be minimised.
    optimum : sequence of float, length n, optional
        The best possible value of each problem. It is None if the values are errors
        (whose optimum is 0) or if the optimum is unknown.
    notes : sequence of str, default ()
        Notes generated during reading, in complete sentences.
    reading : mapping, default {}
        The options of `cddiagram.read_histories` that differ from their defaults. The
        item ``sources`` contains the file names without their folders. Figures and
        reports record these options.
    run_counts : array_like of int, shape (k, n), optional
        The number of runs from which each history was computed. Conclusions about
        algorithms with unequal numbers of runs include a caution. By default, all
        histories are assumed to have the same number of runs.
    run_quartiles : array_like of float, shape (2, k, n, c), optional
        The lower and upper quartiles of the values over the runs. They are shown as
        bands in the convergence curves of one problem. `cddiagram.read_histories`
        computes them if each history has at least four runs.
    runs_sampled : bool, default False
        Whether runs were omitted to equalise the numbers of runs on each problem.
    whole : Whole, optional
        The exact means over runs, which prevent rounding errors from affecting ties.
        They are ignored if they do not equal `values`.

    Raises
    ------
    InputError
        If a name is repeated, a value is missing or infinite, a history gets worse, or
        the shape of `values` does not match the names. If there are fewer than two
        algorithms, problems or cut-points.

    Examples
    --------
    >>> histories = Histories(
    ...     values=[[[9, 4, 1], [8, 3, 1]], [[9, 7, 5], [8, 6, 2]]],
    ...     algorithms=["fast", "slow"],
    ...     problems=["sphere", "ackley"],
    ...     cut_points=[100, 200, 300],
    ... )
    >>> histories.k, histories.n, histories.c
    (2, 2, 3)
    >>> print(histories)
    Histories of 2 algorithms on 2 problems at 3 cut-points (100 to 300 evaluations; lower values are better).
    """

    values: FloatArray
    algorithms: tuple[str, ...]
    problems: tuple[str, ...]
    cut_points: tuple[float, ...]
    unit: str = "evaluations"
    higher_is_better: bool = False
    optimum: tuple[float, ...] | None = None
    notes: tuple[str, ...] = ()
    reading: Mapping[str, Any] = field(default_factory=dict, repr=False)
    run_counts: IntArray | None = field(default=None, repr=False)
    run_quartiles: FloatArray | None = field(default=None, repr=False)
    runs_sampled: bool = field(default=False, repr=False)
    whole: Whole | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        for name in ("algorithms", "problems", "notes"):
            self._set(name, as_names(getattr(self, name), name))
        self._set("cut_points", tuple(map(float, self.cut_points)))
        self._set("higher_is_better", bool(self.higher_is_better))
        self._set("reading", Record(self.reading))
        values = numeric_values(self.values)
        self._check_names(values.shape)
        check_cut_points(self.cut_points)
        self._set("optimum", optima_of(self.optimum, self.problems))
        self._check_values(values)
        values.setflags(write=False)
        self._set("values", values)
        if self.whole is not None and not self.whole.fits(values):
            self._set("whole", None)  # `values` are not these means
        self._set("run_counts", run_counts_of(self.run_counts, (self.k, self.n)))
        quartiles = run_quartiles_of(self.run_quartiles, values.shape)
        self._set("run_quartiles", quartiles)

    def _set(self, name: str, value: Any) -> None:
        """Set a field of this frozen object during its initialisation."""
        object.__setattr__(self, name, value)

    def _check_names(self, shape: tuple[int, ...]) -> None:
        """Raise an error if names are repeated or do not match the values."""
        for names, what in ((self.algorithms, "algorithm"), (self.problems, "problem")):
            check_names(
                names,
                what,
                holder="the histories have",
                purpose="a comparison of convergence",
            )
        k, n, c = self.k, self.n, self.c
        if shape != (k, n, c):
            raise InputError(
                f"values have shape {shape}, but {k} algorithms, {n} problems and {c} "
                f"cut-points are specified. Pass an array of shape {k} x {n} x {c}."
            )

    def _check_values(self, values: FloatArray) -> None:
        """Raise an error if a value is not finite or a history gets worse."""
        not_finite = np.argwhere(~np.isfinite(values))
        if not_finite.size:
            i, p, j = not_finite[0]
            kind = f"infinite ({values[i, p, j]})"
            if np.isnan(values[i, p, j]):
                kind = "missing (nan)"
            point = with_unit(self.cut_points[j], self.unit)
            raise InputError(
                f"the value of '{self.algorithms[i]}' on '{self.problems[p]}' at {point} "
                f"is {kind}. Specify a finite number, or omit the problem."
            )
        _, is_worse = cumulate(values, self.higher_is_better)
        worse = np.argwhere(is_worse)
        if worse.size:
            i, p, _ = worse[0]
            raise_worse(
                f"the history of '{self.algorithms[i]}' on '{self.problems[p]}'",
                values[i, p],
                self.cut_points,
                self.unit,
                self.higher_is_better,
            )

    @cached_property
    def exact(self) -> Exact:
        """The values as exact decimal numbers."""
        return Exact(self.values, self.whole)

    @property
    def k(self) -> int:
        """The number of algorithms."""
        return len(self.algorithms)

    @property
    def n(self) -> int:
        """The number of problems."""
        return len(self.problems)

    @property
    def c(self) -> int:
        """The number of cut-points."""
        return len(self.cut_points)

    @cached_property
    def sha256(self) -> str:
        """The SHA-256 hash of the histories, in 64 hexadecimal digits.

        It depends on the values, names, cut-points, optima and direction, but not on
        the order of algorithms and problems. As in `ScoreTable.sha256`, a line of JSON
        is hashed, followed by numbers. The keys of the JSON object are ``algorithms``,
        ``higher_is_better``, ``optimum`` (whether the optimum is known), ``problems``,
        ``unit`` and ``what`` (``"histories"``). The numbers are the cut-points, the
        optima of the problems if they are known, and the values in the order algorithm,
        problem, cut-point.

        Examples
        --------
        >>> histories = Histories.from_arrays(
        ...     [[[3, 1], [2, 1]], [[3, 2], [2, 2]]], algorithms=["A", "B"]
        ... )
        >>> histories.select(["B", "A"]).sha256 == histories.sha256
        True
        """
        rows = sorted(range(self.k), key=self.algorithms.__getitem__)
        columns = sorted(range(self.n), key=self.problems.__getitem__)
        header = {
            "what": "histories",
            "algorithms": sorted(self.algorithms),
            "problems": sorted(self.problems),
            "unit": self.unit,
            "higher_is_better": self.higher_is_better,
            "optimum": self.optimum is not None,
        }
        numbers = list(self.cut_points)
        if self.optimum is not None:
            numbers += [self.optimum[column] for column in columns]
        values = self.values[np.ix_(rows, columns)]
        return content_hash(header, [*numbers, *values.ravel().tolist()])

    @classmethod
    def from_arrays(
        cls,
        values: ArrayLike,
        *,
        algorithms: Iterable[str],
        problems: Iterable[str] | None = None,
        cut_points: Iterable[float] | None = None,
        unit: str = "evaluations",
        higher_is_better: bool = False,
        optimum: float | Mapping[str, float] | Iterable[float] | None = None,
        best_so_far: bool = False,
    ) -> Histories:
        """Create histories from an array.

        Parameters
        ----------
        values : array_like of float, shape (k, n, c)
            The values in the order algorithm, problem, cut-point.
        algorithms : iterable of str, length k
            The names of the algorithms.
        problems : iterable of str, length n, optional
            The names of the problems. By default, they are "1", "2", ...
        cut_points : iterable of float, length c, optional
            The positions of the cut-points in units of `unit`. By default, they are 1,
            2, ... with the unit "cut-points".
        unit : str, default "evaluations"
            The unit of the cut-points.
        higher_is_better : bool, default False
            Whether higher values are better. By default, values are errors to be
            minimised.
        optimum : float, mapping of str to float, or iterable of float, optional
            The best possible value: one number for all problems, a mapping from problem
            names to numbers, or one number for each problem, in order.
        best_so_far : bool, default False
            Whether to replace each value with the best value so far. By default, a
            history that gets worse raises an error.

        Returns
        -------
        Histories
            The histories.

        Raises
        ------
        InputError
            If `values` does not have three dimensions, or for the reasons listed in
            `Histories`.

        Examples
        --------
        >>> Histories.from_arrays(
        ...     [[[3, 1], [2, 1]], [[3, 2], [2, 2]]], algorithms=["A", "B"]
        ... ).cut_points
        (1.0, 2.0)
        """
        array = numeric_values(values)
        k, n, c = array.shape
        if problems is None:
            problems = map(str, range(1, n + 1))
        if cut_points is None:
            cut_points, unit = range(1, c + 1), NO_UNIT
        notes: tuple[str, ...] = ()
        reading = {}
        if best_so_far:
            array, worse = cumulate(array, higher_is_better)
            notes = cumulated_note(int(worse.any(axis=-1).sum()), k * n)
            reading["best_so_far"] = True
        problem_names = as_names(problems, "problems")
        return cls(
            values=array,
            algorithms=as_names(algorithms, "algorithms"),
            problems=problem_names,
            cut_points=tuple(cut_points),
            unit=unit,
            higher_is_better=higher_is_better,
            optimum=optima_of(optimum, problem_names),
            notes=notes,
            reading=reading,
        )

    def select(self, algorithms: Iterable[str]) -> Histories:
        """Return the histories of the specified algorithms, in the specified order.

        Parameters
        ----------
        algorithms : iterable of str
            The names of two or more algorithms.

        Returns
        -------
        Histories
            The histories of these algorithms.

        Raises
        ------
        InputError
            If a name is unknown or repeated, or if there are fewer than two names.

        Examples
        --------
        >>> histories = Histories.from_arrays(
        ...     [[[3, 1], [2, 1]], [[3, 2], [2, 2]]], algorithms=["A", "B"]
        ... )
        >>> histories.select(["B", "A"]).algorithms
        ('B', 'A')
        """
        names = as_names(algorithms, "algorithms")
        rows = places_of("algorithm", names, self.algorithms)
        run_counts, run_quartiles = self.run_counts, self.run_quartiles
        if run_counts is not None:
            run_counts = run_counts[rows]
        if run_quartiles is not None:
            run_quartiles = run_quartiles[:, rows]
        return replace(
            self,
            values=self.values[rows],
            whole=self.whole and self.whole.take(rows),
            algorithms=names,
            run_counts=run_counts,
            run_quartiles=run_quartiles,
        )

    def unequal_runs(self) -> BoolArray:
        """Return whether the algorithms of each pair have unequal numbers of runs.

        The histories of such a pair are not exchangeable even if the algorithms are
        equal.

        Returns
        -------
        ndarray of bool, shape (k, k)
            Whether the numbers of runs differ on at least one problem.

        Examples
        --------
        >>> values = [[[3, 1], [2, 1]], [[3, 2], [2, 2]]]
        >>> histories = Histories.from_arrays(values, algorithms=["A", "B"])
        >>> histories.unequal_runs().tolist()
        [[False, False], [False, False]]
        >>> from dataclasses import replace
        >>> replace(histories, run_counts=[[5, 5], [5, 1]]).unequal_runs().tolist()
        [[False, True], [True, False]]
        """
        if self.run_counts is None:
            return np.zeros((self.k, self.k), dtype=bool)
        counts = self.run_counts
        return np.asarray((counts[:, np.newaxis] != counts).any(axis=-1))

    def scores_at(self, budget: float) -> ScoreTable:
        """Return the values at one cut-point as a table of scores.

        Parameters
        ----------
        budget : float
            The position of a cut-point. To use a different position, read the histories
            with this position as one of the cut-points.

        Returns
        -------
        ScoreTable
            The scores, with the problems as data sets. Tests that used runs as data
            sets would reject too often.

        Raises
        ------
        InputError
            If `budget` is not one of the cut-points.

        Examples
        --------
        >>> histories = Histories.from_arrays(
        ...     [[[3, 1], [2, 1]], [[3, 2], [2, 2]]], algorithms=["A", "B"]
        ... )
        >>> histories.scores_at(2).scores.tolist()
        [[1.0, 2.0], [1.0, 2.0]]
        """
        if budget not in self.cut_points:
            cut_points = joined([f"{point:.12g}" for point in self.cut_points])
            raise InputError(
                f"{budget:.12g} is not one of the cut-points ({cut_points}). To use "
                "it, read the histories again and include it in ",
                Option("cut_points"),
                ".",
            )
        values = self.exact.take(np.s_[:, :, self.cut_points.index(budget)])
        note = (
            f"The scores are the values at {with_unit(budget, self.unit)}. Problems, not "
            "runs, are used as blocks."
        )
        return self._scores(values, note, scores_at=float(budget))

    def area_scores(self) -> ScoreTable:
        """Return the areas under the convergence curves as a table of scores.

        The area between the first and the last cut-point is computed with the
        trapezoidal rule and divided by the distance between these cut-points. The
        result is the mean value over the budget, in the units of the values.

        Returns
        -------
        ScoreTable
            The scores, with the problems as data sets.

        Examples
        --------
        >>> histories = Histories(
        ...     values=[[[9, 4, 1], [8, 3, 1]], [[9, 7, 5], [8, 6, 2]]],
        ...     algorithms=["fast", "slow"],
        ...     problems=["sphere", "ackley"],
        ...     cut_points=[100, 200, 300],
        ... )
        >>> histories.area_scores().scores.tolist()
        [[4.5, 7.0], [3.75, 5.5]]
        """
        areas = mean_areas(self.exact, self.cut_points)
        span = range_words(self.cut_points, self.unit, 12)
        note = (
            f"The scores are areas under the curves from {span}, computed with the "
            "trapezoidal rule and divided by that distance. Problems, not runs, are used "
            "as blocks."
        )
        return self._scores(areas, note, area_scores=True)

    def _scores(self, values: Exact, note: str, **options: Any) -> ScoreTable:
        """Return a table with the problems as data sets.

        `note` and `options` record how the scores were computed.
        """
        return ScoreTable(
            scores=values.values.T,
            whole=values.given and values.given.each(np.transpose),
            algorithms=self.algorithms,
            datasets=self.problems,
            higher_is_better=self.higher_is_better,
            notes=(*self.notes, note),
            reading={**self.reading, **options},
        )

    def caption(
        self,
        *,
        problem: str | None = None,
        average: str = "auto",
        latex: bool = False,
    ) -> str:
        """Return the caption of a figure of convergence curves.

        Parameters
        ----------
        problem, average : str, optional
            The problem, or the average over the problems, as in
            `cddiagram.plot_convergence_curves`.
        latex : bool, default False
            Whether to return LaTeX.

        Returns
        -------
        str
            The caption.

        Raises
        ------
        InputError
            If the problem is unknown.
        UsageError
            If the average is unknown or cannot be computed.

        Examples
        --------
        >>> import cddiagram as cd
        >>> print(cd.load_histories("optimisers").caption())  # doctest: +ELLIPSIS
        Convergence curves of 6 algorithms: average rank over 20 problems at 10...
        """
        words = view("histories caption")(self, problem, average)
        return finished_words(words, latex=latex)

    def to_dict(self) -> dict[str, Any]:
        """Return the histories as a JSON-serialisable dict, with values at full
        precision.

        Examples
        --------
        >>> Histories.from_arrays(
        ...     [[[3, 1], [2, 1]], [[3, 2], [2, 2]]], algorithms=["A", "B"]
        ... ).to_dict()["unit"]
        'cut-points'
        """
        return {name: plain(getattr(self, name)) for name in _JSON_FIELDS}

    def _provenance_(self) -> dict[str, Any]:
        """Return the provenance record of the histories."""
        return {
            "kind": "histories",
            "sha256": self.sha256,
            "n": self.n,
            "k": self.k,
            "algorithms": self.algorithms,
            "datasets": self.problems,
            "higher_is_better": self.higher_is_better,
            "decisions": {
                "cut_points": list(self.cut_points),
                "unit": self.unit,
                "optimum": self.optimum is not None,
            },
            "reading": self.reading,
        }

    def to_frame(self) -> pd.DataFrame:
        """Return a pandas data frame with one row for each value.

        The levels of the index are the algorithm, the problem and the cut-point. The
        data frame can be read by `cddiagram.read_histories`.
        """
        import pandas as pd

        index = pd.MultiIndex.from_product(
            [self.algorithms, self.problems, self.cut_points],
            names=["algorithm", "problem", self.unit],
        )
        return pd.DataFrame({"value": self.values.ravel()}, index=index)

    def _repr_html_(self) -> str:
        description, *_ = str(self).splitlines()
        caption = f"{description} The table contains the values at the last cut-point."
        last = self.values[:, :, -1].T
        return Preview(last, self.algorithms, self.problems).html(caption)

    def __str__(self) -> str:
        direction = better_direction(self.higher_is_better)
        span = range_words(self.cut_points, self.unit, 12)
        data = (
            f"Histories of {self.k} algorithms on {self.n} problems at {self.c} "
            f"cut-points ({span}; {direction} values are better)."
        )
        return "\n".join([data, *self.notes])


def check_histories(histories: object) -> None:
    """Raise an error if the argument is not a `Histories` object."""
    if not isinstance(histories, Histories):
        raise UsageError(
            f"histories must be a Histories object, not a {type(histories).__name__}. "
            "Read the histories with read_histories(path)."
        )
