"""`Histories`: the best value so far of algorithms on problems, at cut-points of the
search.

More than 400 lines, as its public methods show examples.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NoReturn

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
)
from cddiagram.convergence.units import NO_UNIT, range_words, with_unit
from cddiagram.data import ScoreTable
from cddiagram.stats import Plotted, plain
from cddiagram.text import (
    InputError,
    Option,
    Phrase,
    UsageError,
    choose_from,
    joined,
    listed,
)

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, kw_only=True, eq=False)
class Histories(Plotted, KeepsReadOnly):
    """Best-so-far values of k algorithms on n problems at c cut-points, checked, with
    names and direction.

    Make one with `cddiagram.read_histories` or `from_arrays`. Each history is one
    series, the mean or median of the runs, and never gets worse from one cut-point to
    the next.

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
        Two or more rising places on the scale of `unit`.
    unit : str, default "evaluations"
        What the cut-points count.
    higher_is_better : bool, default False
        The direction of the values; optimisers are usually compared on errors to be
        minimised.
    optimum : sequence of float, length n, optional
        The best possible value of each problem; None if it is 0 (values are errors) or
        not known.
    notes : sequence of str, default ()
        What reading did, in sentences.
    reading : mapping, default {}
        How the values were read: the options of `cddiagram.read_histories` that differ
        from their defaults, and in ``sources`` the names of the files, without folders.
        Figures and reports record it.
    run_counts : array_like of int, shape (k, n), optional
        The number of runs that each history is the mean or median of, as reading gives
        it. Conclusions about algorithms with unequal numbers have a caution. By default
        the numbers are equal.
    runs_sampled : bool, default False
        Whether runs were left out so that their numbers are equal on each problem.
    whole : Whole, optional
        Means over runs exactly, as reading gives them: ties do not depend on their
        rounding. Left out where it is not what `values` are.

    Raises
    ------
    InputError
        If a name is given twice, a value is missing or infinite, a history gets worse,
        the shape does not fit, or there are fewer than two algorithms, problems or
        cut-points. The sentence names the place.

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
    2 algorithms on 2 problems at 3 cut-points (100 to 300 evaluations), lower is better
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
        values = _numeric(self.values)
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
            self, "run_counts", _counts(self.run_counts, values.shape[:2])
        )

    @cached_property
    def exact(self) -> Exact:
        """The values as the exact numbers that they stand for."""
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
        """The SHA-256 of the values with names, cut-points, optima and direction, 64
        hexadecimal digits.

        As `ScoreTable.sha256`: the order of algorithms and problems does not matter.
        The line of JSON has the keys ``algorithms``, ``higher_is_better``, ``optimum``
        (whether there is one), ``problems``, ``unit`` and ``what`` (``"histories"``).
        The numbers behind it are the cut-points, then the optima of the problems if
        there are any, then the values: of the first algorithm on the first problem at
        all cut-points, on the second problem, ...

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
        optima = (
            [] if self.optimum is None else [self.optimum[place] for place in places]
        )
        return content_hash(
            head,
            [
                *self.cut_points,
                *optima,
                *self.values[np.ix_(rows, places)].ravel().tolist(),
            ],
        )

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
            Algorithm, problem, cut-point.
        algorithms : iterable of str, length k
            Names.
        problems : iterable of str, length n, optional
            Names; "1", "2", ... by default.
        cut_points : iterable of float, length c, optional
            Places on the scale of `unit`; 1, 2, ... by default, and the unit is then
            "cut-points".
        unit : str, default "evaluations"
            What the cut-points count.
        higher_is_better : bool, default False
            The direction of the values.
        optimum : float, mapping of str to float, or iterable of float, optional
            The best possible value: one for all problems, by name of the problem, or in
            their order.
        best_so_far : bool, default False
            Replace each value by the best so far, and say so in a note, instead of
            refusing a history that gets worse.

        Returns
        -------
        Histories

        Examples
        --------
        >>> Histories.from_arrays(
        ...     [[[3, 1], [2, 1]], [[3, 2], [2, 2]]], algorithms=["A", "B"]
        ... ).cut_points
        (1.0, 2.0)
        """
        array = _numeric(values)
        names = as_names(
            range(1, array.shape[1] + 1) if problems is None else problems, "problems"
        )
        notes: tuple[str, ...] = ()
        if best_so_far:
            array, worse = cumulate(array, higher_is_better)
            notes = cumulated_note(
                int(worse.any(axis=-1).sum()), array.shape[0] * array.shape[1]
            )
        return cls(
            values=array,
            algorithms=as_names(algorithms, "algorithms"),
            problems=names,
            cut_points=tuple(
                range(1, array.shape[2] + 1) if cut_points is None else cut_points
            ),
            unit=NO_UNIT if cut_points is None else unit,
            higher_is_better=higher_is_better,
            optimum=optima_of(optimum, names),
            notes=notes,
            reading={"best_so_far": True} if best_so_far else {},
        )

    def select(self, algorithms: Iterable[str]) -> Histories:
        """Keep the named algorithms, in the order given.

        Raises
        ------
        InputError
            For an unknown name, a name given twice, or a single name.

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
        """Return the values at a cut-point as scores, one row for each problem.

        Problems are the blocks of tests on them, not runs: comparisons that count runs
        as data sets find more, and wrongly so.

        Parameters
        ----------
        budget : float
            One of the cut-points. What is recorded between two is not known: read the
            histories with its place as one of `cut_points`.

        Raises
        ------
        InputError
            If it is no cut-point; the sentence lists them.

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
                f"{budget:.12g} is none of the cut-points ({known}): read the "
                "histories with it as one of ",
                Option("cut_points"),
                ".",
            )
        place = self.cut_points.index(budget)
        told = (
            f"The scores are the values at {with_unit(budget, self.unit)}. The blocks are "
            "the problems, not the runs."
        )
        return self._scores(
            self.exact.take(np.s_[:, :, place]), told, scores_at=float(budget)
        )

    def area_scores(self) -> ScoreTable:
        """Return the areas under the curves as scores, one row for each problem: the
        mean value over the budget.

        The area by the trapezoidal rule between the first and the last cut-point is
        divided by their distance, so it has the unit of the values; it is exact for
        values that change evenly between two cut-points.

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
        # Each value counts with half the distance between its neighbours; over the
        # whole distance these are parts of 1.
        ends = [points[0], *points, points[-1]]
        weights = np.array(
            [after - before for before, after in zip(ends, ends[2:], strict=False)],
            dtype=object,
        )
        whole, total = self.exact.whole, 2 * (points[-1] - points[0])
        numerators = np.array(
            [int(each) for each in whole.numerators.ravel().tolist()], dtype=object
        )
        sums = (numerators.reshape(self.values.shape) @ weights).ravel().tolist()
        coarse = (
            [0] * len(sums)
            if whole.coarse is None
            else whole.coarse.max(axis=-1).ravel().tolist()
        )
        exact = Whole.of_integers(
            sums, [int(each) * total for each in coarse], whole.denominator * total
        )
        exact = exact.reshape((self.k, self.n))
        told = (
            "The scores are areas under the curves from "
            f"{range_words(self.cut_points, self.unit, 12)}, computed by the trapezoidal "
            "rule and divided by that distance. The blocks are the problems, not the "
            "runs."
        )
        return self._scores(Exact(exact.doubles(), exact), told, area_scores=True)

    def _scores(self, values: Exact, told: str, **made: Any) -> ScoreTable:
        """Return one number for each algorithm and problem as a table that says how it
        was made.
        """
        return ScoreTable(
            scores=values.values.T,
            whole=values.given and values.given.each(np.transpose),
            algorithms=self.algorithms,
            datasets=self.problems,
            higher_is_better=self.higher_is_better,
            notes=(*self.notes, told),
            reading={**self.reading, **made},
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the histories as plain Python, ready for JSON, all values at full
        precision.

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
        """Return one row for each value as a pandas frame, with levels of labels that
        `read_histories` understands.
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
    """Refuse anything but histories, and say what makes them."""
    if not isinstance(given, Histories):
        raise UsageError(
            f"histories are needed, not a {type(given).__name__}: read them with "
            "read_histories(path)."
        )


def _numeric(values: ArrayLike) -> FloatArray:
    axes = "three, algorithms x problems x cut-points"
    return as_numbers(values, "values", ndim=3, each="k x n x c numbers", axes=axes)


def _counts(run_counts: ArrayLike | None, shape: tuple[int, ...]) -> IntArray | None:
    """Check and copy the numbers of runs."""
    if run_counts is None:
        return None
    numbers = as_numbers(
        run_counts,
        "run_counts",
        ndim=2,
        each="k x n numbers",
        axes="two, algorithms x problems",
    )
    whole = np.isfinite(numbers) & (numbers == np.rint(numbers)) & (numbers >= 1)
    if numbers.shape != shape or not whole.all():
        k, n = shape
        raise InputError(
            f"run_counts must be {k} x {n} whole numbers, 1 or more: give one for "
            "each algorithm and problem."
        )
    counts = numbers.astype(np.int64)
    counts.setflags(write=False)
    return counts


def _check_shape(shape: tuple[int, ...], histories: Histories) -> None:
    """Refuse names that do not fit the values, and cut-points that do not rise."""
    if shape != (histories.k, histories.n, histories.c):
        raise InputError(
            f"values have shape {shape}, the names say {histories.k} algorithms, "
            f"{histories.n} problems and "
            f"{histories.c} cut-points: give algorithms x problems x cut-points."
        )
    if histories.c < 2:
        raise InputError(
            "the histories have "
            f"{'one cut-point' if histories.c else 'no cut-points'}: a trend needs "
            "two or more, "
            "10 are usual."
        )
    points = np.asarray(histories.cut_points)
    if not (np.isfinite(points).all() and (np.diff(points) > 0).all()):
        raise InputError(
            "the cut-points must be finite and rise: give each of them once, the "
            "earliest first."
        )


def _check_values(values: FloatArray, histories: Histories) -> None:
    """Refuse a missing or infinite value, and a history that gets worse."""
    wrong = np.argwhere(~np.isfinite(values))
    if wrong.size:
        i, p, j = wrong[0]
        kind = (
            "missing (nan)"
            if np.isnan(values[i, p, j])
            else f"infinite ({values[i, p, j]})"
        )
        raise InputError(
            f"the value of '{histories.algorithms[i]}' on '{histories.problems[p]}' "
            f"at {with_unit(histories.cut_points[j], histories.unit)} is {kind}: give a "
            "finite number, or leave the problem out."
        )
    worse = np.argwhere(cumulate(values, histories.higher_is_better)[1])
    if worse.size:
        i, p, _ = worse[0]
        what = (
            f"the history of '{histories.algorithms[i]}' on '{histories.problems[p]}'"
        )
        refuse_worse(
            what,
            values[i, p],
            histories.cut_points,
            histories.unit,
            histories.higher_is_better,
        )


def refuse_worse(
    what: str,
    values: FloatArray,
    points: Sequence[float] | FloatArray,
    unit: str,
    higher_is_better: bool,
) -> NoReturn:
    """Refuse a history that gets worse, where it first does."""
    at = int(np.argmax(cumulate(values, higher_is_better)[1])) - 1
    verb = "falls" if higher_is_better else "rises"
    do, when = ("leave out", "lower") if higher_is_better else ("pass", "higher")
    raise InputError(
        f"{what} {verb} from {values[at]:.12g} to {values[at + 1]:.12g} between "
        f"{points[at]:.12g} and "
        f"{with_unit(points[at + 1], unit)}: pass ",
        Option("best_so_far", True),
        f" to take the best value so far, or {do} ",
        Option("higher_is_better", True),
        f" if {when} values are better.",
    )


def cumulate(values: ArrayLike, higher_is_better: bool) -> tuple[FloatArray, BoolArray]:
    """Replace each value by the best so far along the last axis; return also where one
    was worse than that.
    """
    array = np.asarray(values, dtype=np.float64)
    best = (np.maximum if higher_is_better else np.minimum).accumulate(array, axis=-1)
    return best, best != array


def cumulated_note(worse: int, count: int) -> tuple[str, ...]:
    """Report how many histories were cumulated, if any were."""
    if not worse:
        return ()
    return (
        f"In {worse} of {count} histories, some values were worse than earlier ones and "
        "were replaced by the best value so far.",
    )


def optima_of(
    optimum: float | Mapping[str, float] | Iterable[float] | None,
    problems: tuple[str, ...],
) -> tuple[float, ...] | None:
    """Return the optimum of each problem from one number, a mapping by name, or one
    number for each.
    """
    if optimum is None:
        return None
    if isinstance(optimum, Mapping):
        for name in optimum:
            if str(name) not in problems:
                raise InputError(
                    choose_from(
                        Phrase("problem in ", Option("optimum")), name, problems
                    )
                )
        known = {str(name): value for name, value in optimum.items()}
        without = [problem for problem in problems if problem not in known]
        if without:
            raise InputError(
                "the optimum of ",
                listed(without),
                " is not given: give one for every problem.",
            )
        found = [known[problem] for problem in problems]
    elif isinstance(optimum, Iterable) and not isinstance(optimum, str):
        found = list(optimum)
    else:
        found = [optimum] * len(problems)
    if len(found) != len(problems):
        raise InputError(
            f"{len(found)} optima are given for {len(problems)} problems: give one "
            "for every problem."
        )
    try:
        optima = tuple(float(value) for value in found)
    except (TypeError, ValueError) as error:
        raise InputError(
            f"an optimum is not a number ({error}): give one for all problems, or one "
            "for each."
        ) from error
    for problem, value in zip(problems, optima, strict=True):
        if not np.isfinite(value):
            raise InputError(
                f"the optimum of '{problem}' is {value}: give a finite number."
            )
    return optima
