"""Convergence histories: the best value so far of algorithms on problems, at cut-points of the search."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cddiagram.errors import InputError, choose_from, listed

if TYPE_CHECKING:
    import pandas as pd

FloatArray = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True, eq=False)
class Histories:
    """Best-so-far values of k algorithms on n problems at c cut-points, checked, with names and direction.

    Make one with `cddiagram.read_histories` or `from_arrays`. Each history is one series, the mean or median of the
    runs, and never gets worse from one cut-point to the next.

    Parameters
    ----------
    values : array_like of float, shape (k, n, c)
        Finite numbers in the order algorithm, problem, cut-point; copied into a read-only array.
    algorithms : sequence of str, length k
        Two or more different names.
    problems : sequence of str, length n
        Two or more different names.
    cut_points : sequence of float, length c
        Two or more rising places on the scale of `unit`.
    unit : str, default "evaluations"
        What the cut-points count.
    higher_is_better : bool, default False
        The direction of the values; optimisers are usually compared on errors to be minimised.
    optimum : sequence of float, length n, optional
        The best possible value of each problem; None if it is 0 (values are errors) or not known.
    notes : sequence of str, default ()
        What reading did, in sentences.

    Raises
    ------
    InputError
        If a name is given twice, a value is missing or infinite, a history gets worse, the shape does not fit, or
        there are fewer than two algorithms, problems or cut-points. The sentence names the place.

    Examples
    --------
    >>> histories = Histories(
    ...     values=[[[9, 4, 1], [8, 3, 1]], [[9, 7, 5], [8, 6, 2]]],
    ...     algorithms=["fast", "slow"], problems=["sphere", "ackley"], cut_points=[100, 200, 300],
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

    def __post_init__(self) -> None:
        for name in ("algorithms", "problems", "notes"):
            object.__setattr__(self, name, _names(getattr(self, name), name))
        object.__setattr__(self, "cut_points", tuple(float(point) for point in self.cut_points))
        object.__setattr__(self, "higher_is_better", bool(self.higher_is_better))
        if self.optimum is not None:
            object.__setattr__(self, "optimum", tuple(float(value) for value in self.optimum))
        values = _numeric(self.values)
        _check_names(self.algorithms, "algorithm")
        _check_names(self.problems, "problem")
        _check_shape(values, self)
        _check_values(values, self)
        values.setflags(write=False)
        object.__setattr__(self, "values", values)

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
            Places on the scale of `unit`; 1, 2, ... by default, and the unit is then "cut-points".
        unit : str, default "evaluations"
            What the cut-points count.
        higher_is_better : bool, default False
            The direction of the values.
        optimum : float, mapping of str to float, or iterable of float, optional
            The best possible value: one for all problems, by name of the problem, or in their order.
        best_so_far : bool, default False
            Replace each value by the best so far, and say so in a note, instead of refusing a history that gets worse.

        Returns
        -------
        Histories

        Raises
        ------
        InputError
            As for the class.

        Examples
        --------
        >>> Histories.from_arrays([[[3, 1], [2, 1]], [[3, 2], [2, 2]]], algorithms=["A", "B"]).cut_points
        (1.0, 2.0)
        """
        array = _numeric(values)
        names = _names(range(1, array.shape[1] + 1) if problems is None else problems, "problems")
        notes: tuple[str, ...] = ()
        if best_so_far:
            array, worse = cumulate(array, higher_is_better)
            notes = cumulated_note(int(worse.any(axis=-1).sum()), array.shape[0] * array.shape[1])
        return cls(
            values=array,
            algorithms=_names(algorithms, "algorithms"),
            problems=names,
            cut_points=tuple(range(1, array.shape[2] + 1) if cut_points is None else cut_points),
            unit="cut-points" if cut_points is None else unit,
            higher_is_better=higher_is_better,
            optimum=optima_of(optimum, names),
            notes=notes,
        )

    def select(self, algorithms: Iterable[str]) -> Histories:
        """Keep the named algorithms, in the order given.

        Raises
        ------
        InputError
            For an unknown name, a name given twice, or a single name.

        Examples
        --------
        >>> histories = Histories.from_arrays([[[3, 1], [2, 1]], [[3, 2], [2, 2]]], algorithms=["A", "B"])
        >>> histories.select(["B", "A"]).algorithms
        ('B', 'A')
        """
        names = _names(algorithms, "algorithms")
        for name in names:
            if name not in self.algorithms:
                raise InputError(choose_from("algorithm", name, self.algorithms))
        rows = [self.algorithms.index(name) for name in names]
        return replace(self, values=self.values[rows], algorithms=names)

    def to_dict(self) -> dict[str, Any]:
        """Give the histories as plain Python, ready for JSON, all values at full precision.

        Examples
        --------
        >>> Histories.from_arrays([[[3, 1], [2, 1]], [[3, 2], [2, 2]]], algorithms=["A", "B"]).to_dict()["unit"]
        'cut-points'
        """
        return {
            "algorithms": list(self.algorithms),
            "problems": list(self.problems),
            "cut_points": list(self.cut_points),
            "unit": self.unit,
            "values": self.values.tolist(),
            "higher_is_better": self.higher_is_better,
            "optimum": None if self.optimum is None else list(self.optimum),
            "notes": list(self.notes),
        }

    def to_frame(self) -> pd.DataFrame:
        """Give one row for each value as a pandas frame; the columns are those that `read_histories` understands."""
        import pandas as pd

        index = pd.MultiIndex.from_product(
            [self.algorithms, self.problems, self.cut_points], names=["algorithm", "problem", self.unit]
        )
        return pd.DataFrame({"value": self.values.ravel()}, index=index).reset_index()

    def __str__(self) -> str:
        direction = "higher" if self.higher_is_better else "lower"
        ends = f"{self.cut_points[0]:.12g} to {self.cut_points[-1]:.12g} {self.unit}"
        what = f"{self.k} algorithms on {self.n} problems at {self.c} cut-points ({ends}), {direction} is better"
        return "\n".join([what, *self.notes])


def cumulate(values: ArrayLike, higher_is_better: bool) -> tuple[FloatArray, NDArray[np.bool_]]:
    """Replace each value by the best so far along the last axis.

    Returns
    -------
    values : ndarray of float
        Never getting worse.
    worse : ndarray of bool
        Where the value given was worse than one before it.

    Examples
    --------
    >>> cumulate([5, 7, 3], higher_is_better=False)[0].tolist()
    [5.0, 5.0, 3.0]
    """
    array = np.asarray(values, dtype=np.float64)
    best = (np.maximum if higher_is_better else np.minimum).accumulate(array, axis=-1)
    return best, best != array


def cumulated_note(worse: int, count: int) -> tuple[str, ...]:
    """Say how many histories were cumulated.

    Examples
    --------
    >>> cumulated_note(2, 8), cumulated_note(0, 8)
    (('2 of 8 histories got worse somewhere: the best value so far was taken.',), ())
    """
    return (f"{worse} of {count} histories got worse somewhere: the best value so far was taken.",) if worse else ()


def optima_of(
    optimum: float | Mapping[str, float] | Iterable[float] | None, problems: tuple[str, ...]
) -> tuple[float, ...] | None:
    """Give the optimum of each problem from one number, a mapping by name, or one number for each.

    Raises
    ------
    InputError
        If a problem has none, or a name is unknown.

    Examples
    --------
    >>> optima_of(-1, ("a", "b")), optima_of({"a": 0, "b": 5}, ("a", "b"))
    ((-1.0, -1.0), (0.0, 5.0))
    """
    if optimum is None:
        return None
    if isinstance(optimum, Mapping):
        for name in optimum:
            if str(name) not in problems:
                raise InputError(choose_from("problem in optimum", name, problems))
        known = {str(name): value for name, value in optimum.items()}
        without = [problem for problem in problems if problem not in known]
        if without:
            raise InputError(f"the optimum of {listed(without)} is not given: give one for every problem.")
        found = [known[problem] for problem in problems]
    else:
        found = list(optimum) if isinstance(optimum, Iterable) else [optimum] * len(problems)
    if len(found) != len(problems):
        raise InputError(f"{len(found)} optima are given for {len(problems)} problems: give one for every problem.")
    return tuple(float(value) for value in found)


def _names(given: Iterable[object] | str, what: str) -> tuple[str, ...]:
    if isinstance(given, str):
        raise InputError(f"{what} is the text '{given}': give a list of names.")
    return tuple(str(name) for name in given)


def _numeric(values: ArrayLike) -> FloatArray:
    try:
        array = np.array(values, dtype=np.float64, order="C")
    except (TypeError, ValueError) as error:
        raise InputError(f"values are not an array of numbers ({error}): give k x n x c numbers.") from error
    if array.ndim != 3:
        raise InputError(
            f"values have {array.ndim} dimension{'s' * (array.ndim != 1)} {array.shape}: "
            "give three, algorithms x problems x cut-points."
        )
    return array


def _check_names(names: tuple[str, ...], what: str) -> None:
    twice = next((name for place, name in enumerate(names) if name in names[:place]), None)
    if twice is not None:
        raise InputError(f"the {what} '{twice}' is given twice: every {what} needs a name of its own.")
    if len(names) < 2:
        given = f"one {what} ({listed(names)})" if names else f"no {what}s"
        raise InputError(f"the histories have {given}: a comparison of convergence needs two or more.")


def _check_shape(values: FloatArray, histories: Histories) -> None:
    shape = (histories.k, histories.n, histories.c)
    if values.shape != shape:
        raise InputError(
            f"values have shape {values.shape}, the names say {shape[0]} algorithms, {shape[1]} problems and "
            f"{shape[2]} cut-points: give algorithms x problems x cut-points."
        )
    if histories.c < 2:
        raise InputError(
            f"the histories have {'one cut-point' if histories.c else 'no cut-points'}: a trend needs two or more, "
            "10 are usual."
        )
    points = np.asarray(histories.cut_points)
    if not (np.isfinite(points).all() and (np.diff(points) > 0).all()):
        raise InputError("the cut-points must be finite and rise: give each of them once, the earliest first.")
    if histories.optimum is not None and len(histories.optimum) != histories.n:
        raise InputError(
            f"{len(histories.optimum)} optima are given for {histories.n} problems: give one for every problem."
        )


def _check_values(values: FloatArray, histories: Histories) -> None:
    wrong = np.argwhere(~np.isfinite(values))
    if wrong.size:
        i, p, j = wrong[0]
        kind = "missing (nan)" if np.isnan(values[i, p, j]) else f"infinite ({values[i, p, j]})"
        raise InputError(
            f"the value of '{histories.algorithms[i]}' on '{histories.problems[p]}' at {histories.cut_points[j]:.12g} "
            f"{histories.unit} is {kind}: give a finite number, or leave the problem out."
        )
    steps = np.diff(values, axis=-1)
    worse = np.argwhere(steps < 0 if histories.higher_is_better else steps > 0)
    if worse.size:
        i, p, j = worse[0]
        raise InputError(
            worse_sentence(
                f"the history of '{histories.algorithms[i]}' on '{histories.problems[p]}'",
                (values[i, p, j], values[i, p, j + 1]),
                (histories.cut_points[j], histories.cut_points[j + 1]),
                histories.unit,
                histories.higher_is_better,
            )
        )


def worse_sentence(
    what: str, values: tuple[float, float], points: tuple[float, float], unit: str, higher_is_better: bool
) -> str:
    """Refuse a history that gets worse.

    Examples
    --------
    >>> worse_sentence("the history of 'A'", (3.0, 4.0), (10.0, 20.0), "evaluations", False)[:67]
    "the history of 'A' rises from 3 to 4 between 10 and 20 evaluations:"
    """
    verb = "falls" if higher_is_better else "rises"
    hint = "leave out --higher-is-better if lower" if higher_is_better else "pass --higher-is-better if higher"
    return (
        f"{what} {verb} from {values[0]:.12g} to {values[1]:.12g} between {points[0]:.12g} and {points[1]:.12g} "
        f"{unit}: pass --best-so-far to take the best value so far, or {hint} values are better."
    )
