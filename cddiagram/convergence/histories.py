"""`Histories`: the best-so-far values of algorithms on problems at cut-points."""

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
)
from cddiagram.convergence.checks import (
    cumulate,
    cumulated_note,
    numeric_values,
    optima_of,
    raise_worse,
    run_counts_of,
)
from cddiagram.convergence.units import NO_UNIT, range_words, with_unit
from cddiagram.data import ScoreTable
from cddiagram.stats import Plotted, plain
from cddiagram.text import (
    InputError,
    Option,
    UsageError,
    joined,
)

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, kw_only=True, eq=False)
class Histories(Plotted, KeepsReadOnly):
    """Best-so-far values of k algorithms on n problems at c cut-points.

    Use `cddiagram.read_histories` or `from_arrays` to make histories. Each history is
    one series, the mean or median of the runs, and never gets worse from one cut-point
    to the next.

    Parameters
    ----------
    values : array_like of float, shape (k, n, c)
        Finite numbers in the order algorithm, problem, cut-point; copied into a
        read-only array.
    algorithms : sequence of str, length k
        Two or more different names.
    problems : sequence of str, length n
        Two or more different names.
    cut_points : sequence of float, length c
        Two or more increasing positions on the scale of `unit`.
    unit : str, default "evaluations"
        The unit of the cut-points.
    higher_is_better : bool, default False
        The direction of the values. By default, values are errors to be minimised.
    optimum : sequence of float, length n, optional
        The best possible value of each problem. None if it is 0 (values are errors) or
        not known.
    notes : sequence of str, default ()
        Notes about reading, in sentences.
    reading : mapping, default {}
        The options of `cddiagram.read_histories` that differ from their defaults, and
        in ``sources`` the names of the files without folders. Figures and reports
        record it.
    run_counts : array_like of int, shape (k, n), optional
        The number of runs that each history is the mean or median of. Conclusions about
        algorithms with unequal numbers contain a caution. By default the numbers are
        equal.
    runs_sampled : bool, default False
        Whether runs were omitted so that their numbers are equal on each problem.
    whole : Whole, optional
        The exact means over runs, so that ties do not depend on rounding. Ignored if
        they do not fit `values`.

    Raises
    ------
    InputError
        If a name is repeated, a value is missing or infinite, a history gets worse, the
        shape does not fit, or there are fewer than two algorithms, problems or
        cut-points.

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
    runs_sampled: bool = field(default=False, repr=False)
    whole: Whole | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        for name in ("algorithms", "problems", "notes"):
            object.__setattr__(self, name, as_names(getattr(self, name), name))
        object.__setattr__(
            self, "cut_points", tuple(float(point) for point in self.cut_points)
        )
        object.__setattr__(self, "higher_is_better", bool(self.higher_is_better))
        object.__setattr__(self, "reading", Record(self.reading))
        values = numeric_values(self.values)
        for names, what in ((self.algorithms, "algorithm"), (self.problems, "problem")):
            check_names(
                names,
                what,
                holder="the histories have",
                purpose="a comparison of convergence",
            )
        _check_shape(values.shape, self)
        object.__setattr__(self, "optimum", optima_of(self.optimum, self.problems))
        _check_values(values, self)
        values.setflags(write=False)
        object.__setattr__(self, "values", values)
        if self.whole is not None and not self.whole.fits(values):
            object.__setattr__(self, "whole", None)  # the doubles are exact
        object.__setattr__(
            self, "run_counts", run_counts_of(self.run_counts, values.shape[:2])
        )

    @cached_property
    def exact(self) -> Exact:
        """The values as the exact decimal numbers that they represent."""
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
        """The SHA-256 of the values with names, cut-points, optima and direction, in 64
        hexadecimal digits.

        As in `ScoreTable.sha256`, the order of algorithms and problems does not matter.
        The line of JSON has the keys ``algorithms``, ``higher_is_better``, ``optimum``
        (whether it is known), ``problems``, ``unit`` and ``what`` (``"histories"``). It
        is followed by the cut-points, the optima of the problems if they are known, and
        the values. The values are in the order algorithm, problem, cut-point.

        Examples
        --------
        >>> histories = Histories.from_arrays(
        ...     [[[3, 1], [2, 1]], [[3, 2], [2, 2]]], algorithms=["A", "B"]
        ... )
        >>> histories.select(["B", "A"]).sha256 == histories.sha256
        True
        """
        rows = sorted(range(self.k), key=self.algorithms.__getitem__)
        places = sorted(range(self.n), key=self.problems.__getitem__)
        head = {
            "what": "histories",
            "algorithms": sorted(self.algorithms),
            "problems": sorted(self.problems),
            "unit": self.unit,
            "higher_is_better": self.higher_is_better,
            "optimum": self.optimum is not None,
        }
        numbers = list(self.cut_points)
        if self.optimum is not None:
            numbers += [self.optimum[place] for place in places]
        numbers += self.values[np.ix_(rows, places)].ravel().tolist()
        return content_hash(head, numbers)

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
        """Make histories from a plain array.

        Parameters
        ----------
        values : array_like of float, shape (k, n, c)
            The values in the order algorithm, problem, cut-point.
        algorithms : iterable of str, length k
            The names of the algorithms.
        problems : iterable of str, length n, optional
            The names of the problems; "1", "2", ... by default.
        cut_points : iterable of float, length c, optional
            The positions of the cut-points on the scale of `unit`. By default 1, 2, ...
            with the unit "cut-points".
        unit : str, default "evaluations"
            The unit of the cut-points.
        higher_is_better : bool, default False
            The direction of the values.
        optimum : float, mapping of str to float, or iterable of float, optional
            The best possible value of all problems, by name of the problem, or in their
            order.
        best_so_far : bool, default False
            Replace each value by the best so far instead of raising an error for a
            history that gets worse. A note reports it.

        Returns
        -------
        Histories
            The checked histories.

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
        names = as_names(problems, "problems")
        if cut_points is None:
            cut_points, unit = range(1, c + 1), NO_UNIT
        notes: tuple[str, ...] = ()
        if best_so_far:
            array, worse = cumulate(array, higher_is_better)
            notes = cumulated_note(int(worse.any(axis=-1).sum()), k * n)
        return cls(
            values=array,
            algorithms=as_names(algorithms, "algorithms"),
            problems=names,
            cut_points=tuple(cut_points),
            unit=unit,
            higher_is_better=higher_is_better,
            optimum=optima_of(optimum, names),
            notes=notes,
            reading={"best_so_far": True} if best_so_far else {},
        )

    def select(self, algorithms: Iterable[str]) -> Histories:
        """Return the histories of the named algorithms, in this order.

        Raises
        ------
        InputError
            If a name is unknown or repeated, or there is only one name.

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
        whole = self.whole and self.whole.take(rows)
        counts = self.run_counts if self.run_counts is None else self.run_counts[rows]
        return replace(
            self,
            values=self.values[rows],
            whole=whole,
            algorithms=names,
            run_counts=counts,
        )

    def unequal_runs(self) -> BoolArray:
        """Return which pairs of algorithms have unequal numbers of runs on some
        problem, of shape (k, k).

        Their histories are not exchangeable even if the algorithms are equal.

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
        """Return the values at a cut-point as scores, with one row for each problem.

        Tests of these scores treat problems, not runs, as blocks. A comparison that
        counts runs as data sets would reject too often.

        Parameters
        ----------
        budget : float
            One of the cut-points. To use another position, read the histories with this
            position as one of `cut_points`.

        Returns
        -------
        ScoreTable
            The scores.

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
            known = joined([f"{point:.12g}" for point in self.cut_points])
            raise InputError(
                f"{budget:.12g} is not one of the cut-points ({known}). Read the "
                "histories with it as one of ",
                Option("cut_points"),
                ".",
            )
        place = self.cut_points.index(budget)
        note = (
            f"The scores are the values at {with_unit(budget, self.unit)}. The blocks are "
            "the problems, not the runs."
        )
        return self._scores(
            self.exact.take(np.s_[:, :, place]), note, scores_at=float(budget)
        )

    def area_scores(self) -> ScoreTable:
        """Return the areas under the curves as scores, with one row for each problem.

        The area between the first and the last cut-point is computed by the trapezoidal
        rule and divided by their distance. So it is a mean value over the budget, in
        the unit of the values.

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
        points = [
            int(point) for point in Exact.of(self.cut_points).whole.numerators.tolist()
        ]
        # By the trapezoidal rule, a value is weighted by half the distance between its
        # neighbours.
        ends = [points[0], *points, points[-1]]
        weights = []
        for before, after in zip(ends, ends[2:], strict=False):
            weights.append(after - before)
        exact = self.exact.whole.weighted_means(weights)
        note = (
            "The scores are areas under the curves from "
            f"{range_words(self.cut_points, self.unit, 12)}, computed by the trapezoidal "
            "rule and divided by that distance. The blocks are the problems, not the "
            "runs."
        )
        return self._scores(Exact(exact.doubles(), exact), note, area_scores=True)

    def _scores(self, values: Exact, note: str, **made: Any) -> ScoreTable:
        """Return a table with one score for each algorithm and problem, and a note that
        reports how the scores were computed.
        """
        return ScoreTable(
            scores=values.values.T,
            whole=values.given and values.given.each(np.transpose),
            algorithms=self.algorithms,
            datasets=self.problems,
            higher_is_better=self.higher_is_better,
            notes=(*self.notes, note),
            reading={**self.reading, **made},
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the histories as plain Python for JSON, with values at full precision.

        Examples
        --------
        >>> Histories.from_arrays(
        ...     [[[3, 1], [2, 1]], [[3, 2], [2, 2]]], algorithms=["A", "B"]
        ... ).to_dict()["unit"]
        'cut-points'
        """
        shown = (
            "algorithms",
            "problems",
            "cut_points",
            "unit",
            "values",
            "higher_is_better",
            "optimum",
            "run_counts",
        )
        return {name: plain(getattr(self, name)) for name in (*shown, "notes")}

    def _provenance_(self) -> dict[str, Any]:
        """Return what figures and reports record of the histories."""
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
        """Return a data frame with one row for each value.

        `read_histories` accepts its index levels.
        """
        import pandas as pd

        index = pd.MultiIndex.from_product(
            [self.algorithms, self.problems, self.cut_points],
            names=["algorithm", "problem", self.unit],
        )
        return pd.DataFrame({"value": self.values.ravel()}, index=index)

    def _repr_html_(self) -> str:
        data, *_ = str(self).splitlines()
        head = f"{data} The table contains the values at the last cut-point."
        last = self.values[:, :, -1].T
        return Preview(last, self.algorithms, self.problems).html(head)

    def __str__(self) -> str:
        direction = "higher" if self.higher_is_better else "lower"
        span = range_words(self.cut_points, self.unit, 12)
        data = (
            f"Histories of {self.k} algorithms on {self.n} problems at {self.c} "
            f"cut-points ({span}; {direction} values are better)."
        )
        return "\n".join([data, *self.notes])


def check_histories(given: object) -> None:
    """Raise an error for anything but histories."""
    if not isinstance(given, Histories):
        raise UsageError(
            f"histories are required, not a {type(given).__name__}. Read them with "
            "read_histories(path)."
        )


def _check_shape(shape: tuple[int, ...], histories: Histories) -> None:
    """Raise an error for names that do not fit the values, and for cut-points that do
    not increase.
    """
    k, n, c = histories.k, histories.n, histories.c
    if shape != (k, n, c):
        raise InputError(
            f"values have shape {shape}, but the names are for {k} algorithms, {n} "
            f"problems and {c} cut-points. Pass algorithms x problems x cut-points."
        )
    if c < 2:
        number = "one cut-point" if c else "no cut-points"
        raise InputError(
            f"the histories have {number}, but a trend requires two or more. Use 10 as "
            "usual."
        )
    points = np.asarray(histories.cut_points)
    if not (np.isfinite(points).all() and (np.diff(points) > 0).all()):
        raise InputError(
            "the cut-points must be finite and increase. Specify each of them once, "
            "with the earliest first."
        )


def _check_values(values: FloatArray, histories: Histories) -> None:
    """Raise an error for a missing or infinite value, and for a history that gets
    worse.
    """
    algorithms, problems = histories.algorithms, histories.problems
    wrong = np.argwhere(~np.isfinite(values))
    if wrong.size:
        i, p, j = wrong[0]
        kind = f"infinite ({values[i, p, j]})"
        if np.isnan(values[i, p, j]):
            kind = "missing (nan)"
        point = with_unit(histories.cut_points[j], histories.unit)
        raise InputError(
            f"the value of '{algorithms[i]}' on '{problems[p]}' at {point} is {kind}. "
            "Specify a finite number, or omit the problem."
        )
    worse = np.argwhere(cumulate(values, histories.higher_is_better)[1])
    if worse.size:
        i, p, _ = worse[0]
        raise_worse(
            f"the history of '{algorithms[i]}' on '{problems[p]}'",
            values[i, p],
            histories.cut_points,
            histories.unit,
            histories.higher_is_better,
        )
