"""The result of `cddiagram.compare_convergence`: a test of all pairs of convergence
histories.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from cddiagram._util import BoolArray, FloatArray, IntArray, view
from cddiagram.convergence.optimum import at_optimum_at_last
from cddiagram.stats import SCHEMA, Plotted, Result, least_problems, plain, significant
from cddiagram.text import InputError, choose_from
from cddiagram.words import compact_p, equals, finished_words, format_p, number_style

if TYPE_CHECKING:
    from cddiagram.convergence.histories import Histories


@dataclass(frozen=True, kw_only=True, eq=False)
class ConvergenceComparison(Plotted, Result):
    """Represent the tests of all pairs of convergence histories.

    Returned by `cddiagram.compare_convergence`.

    Arrays of pairs are ``(k, k)``: ``[i, j]`` is about algorithm i (row) against
    algorithm j (column), in the order of `algorithms`, NaN on the diagonal.

    Attributes
    ----------
    histories : Histories
        What was compared.
    algorithms : tuple of str
        Names.
    test : {"sign-flip", "page"}
        What decides: sign flips of the problems, or Page's test.
    ranks : {"original", "alternative"}
        How the differences row - column were ranked along the cut-points; 1 is the
        largest difference of errors.
    threshold : float
        With alternative ranks: errors up to this count as the optimum reached.
    statistic : ndarray, shape (k, k)
        Page's L; large where the row gained on the column over the cut-points.
        ``L[i, j] + L[j, i]`` is twice `expected`.
    expected : float
        The mean of L without a trend, n c (c + 1)^2 / 4.
    trending : ndarray of int, shape (k, k)
        On how many problems L differs from its mean. The sign-flip test uses these.
    pvalue : ndarray, shape (k, k)
        One-sided: the row gained on the column. Not adjusted.
    pvalue_two_sided : ndarray, shape (k, k)
        Two-sided, the same in both directions. Not adjusted.
    pvalue_adjusted : ndarray, shape (k, k)
        Adjusted for the number of pairs by `p_adjust`; the conclusions rest on it.
        Two-sided for sign flips. For Page's test it is one-sided; with `family`
        "unordered" it is two-sided and given for the direction of the trend (1 for the
        other).
    method : ndarray of str, shape (k, k)
        ``"exact"`` or ``"asymptotic"``, ``""`` on the diagonal.
    tie_corrected : bool
        Whether asymptotic p-values use the variance of the tied ranks at hand.
    p_adjust : str
        The adjustment; by default ``"holm"`` for sign flips of several pairs and
        ``"none"`` for Page's test.
    family : {"ordered", "unordered"}
        Whether the k (k - 1) one-sided tests are adjusted for, or the k (k - 1) / 2
        pairs.
    alpha : float
        The level of the conclusions.
    pair_ranks : ndarray, shape (k (k - 1) / 2, n, c)
        The ranks of the differences for i < j, pairs in the order (0, 1), (0, 2), ...
    notes : tuple of str
        Where the tolerance for the last digits of values made ties, in a sentence.

    Examples
    --------
    >>> import cddiagram as cd
    >>> histories = cd.Histories.from_arrays(
    ...     [[[9, 5, 2, 1]] * 6, [[9, 8, 7, 6]] * 6],
    ...     algorithms=["fast", "slow"],
    ...     cut_points=[1, 2, 3, 4],
    ... )
    >>> comparison = cd.compare_convergence(histories)
    >>> (
    ...     float(comparison.statistic[0, 1]),
    ...     comparison.conclusion("fast", "slow"),
    ... )  # doctest: +ELLIPSIS
    (177.0, 'fast gained on slow (L = 177, two-sided p = 0.031). At the last cut-point, fast is better...')
    """

    histories: Histories
    algorithms: tuple[str, ...]
    test: str
    ranks: str
    threshold: float
    statistic: FloatArray
    expected: float
    trending: IntArray
    pvalue: FloatArray
    pvalue_two_sided: FloatArray
    pvalue_adjusted: FloatArray
    method: NDArray[np.str_]
    tie_corrected: bool
    p_adjust: str
    family: str
    alpha: float
    pair_ranks: FloatArray = field(repr=False)
    notes: tuple[str, ...] = ()

    @property
    def order(self) -> tuple[int, ...]:
        """The algorithms by the sum of L against all others, the largest first; ties in
        input order.
        """
        totals = np.nansum(2 * self.statistic, axis=1)
        return tuple(int(i) for i in np.argsort(-totals, kind="stable"))

    def at(self, alpha: float) -> ConvergenceComparison:
        """Return the same tests with conclusions at another level."""
        return replace(self, alpha=alpha)

    def position(self, algorithm: str) -> int:
        """Return the row of an algorithm.

        Raises
        ------
        InputError
            For a name that is not compared.
        """
        if algorithm not in self.algorithms:
            raise InputError(choose_from("algorithm", algorithm, self.algorithms))
        return self.algorithms.index(algorithm)

    def pair(self, first: str, second: str) -> tuple[int, int]:
        """Return the rows of two different algorithms.

        Raises
        ------
        InputError
            For a name that is not compared, or one name twice.
        """
        i, j = self.position(first), self.position(second)
        if i == j:
            raise InputError(
                f"The pair contains '{first}' twice. Name two different algorithms."
            )
        return i, j

    def ranks_of(self, first: str, second: str) -> FloatArray:
        """Return the ranks of the differences first - second, shape (n, c): 1 is the
        largest difference of errors.

        Raises
        ------
        InputError
            For a name that is not compared, or one name twice.
        """
        i, j = self.pair(first, second)
        low, high = min(i, j), max(i, j)
        k = len(self.algorithms)
        ranks = self.pair_ranks[low * k - low * (low + 1) // 2 + high - low - 1]
        return np.asarray(ranks if i < j else ranks.shape[-1] + 1 - ranks)

    def gained(self) -> BoolArray:
        """Return where the row gained significantly on the column, shape (k, k).

        The one-sided p-value must also be the smaller one of the pair; with a large
        alpha both can be below it.
        """
        return significant(self.pvalue_adjusted, self.alpha) & (
            self.pvalue < self.pvalue.T
        )

    @cached_property
    def better_at_last(self) -> IntArray:
        """On how many problems the row is better than the column at the last cut-point,
        shape (k, k).

        Values that differ by no more than 1e-13 of the larger one are equal. If both
        algorithms have reached the optimum on a problem (see `both_at_optimum`), they
        are equal there.
        """
        last = self.histories.values[:, :, -1]
        errors = -last if self.histories.higher_is_better else last
        reached = at_optimum_at_last(self.histories, self.threshold)
        if reached is None:
            reached = np.zeros(errors.shape, dtype=bool)
        better = np.zeros((len(errors), len(errors)), dtype=np.int64)
        with np.errstate(over="ignore"):
            for row, own in enumerate(errors):
                smaller = errors - own > _equality_tolerance(own, errors)
                both_reached = reached & reached[row]
                better[row] = (smaller & ~both_reached).sum(axis=1)
        better.setflags(write=False)
        return better

    @cached_property
    def both_at_optimum(self) -> IntArray | None:
        """On how many problems both have reached the optimum at the last cut-point,
        shape (k, k).

        Errors up to `threshold` count as the optimum. None if the optimum is not known.
        """
        reached = at_optimum_at_last(self.histories, self.threshold)
        if reached is None:
            return None
        both = reached.astype(np.int64) @ reached.T.astype(np.int64)
        both.setflags(write=False)
        return both

    @cached_property
    def worse_everywhere(self) -> BoolArray:
        """Whether the row is worse than the column at every cut-point of every problem,
        shape (k, k).

        Two algorithms are equal under the conditions of `better_at_last`.
        """
        errors = (
            -self.histories.values
            if self.histories.higher_is_better
            else self.histories.values
        )
        larger = np.zeros((len(errors), len(errors)), dtype=bool)
        with np.errstate(over="ignore"):
            for row, own in enumerate(errors):
                larger[row] = (own - errors > _equality_tolerance(own, errors)).all(
                    axis=(1, 2)
                )
        # Histories never get worse: two that have both reached the optimum are also
        # there at the last cut-point.
        other_better = self.better_at_last.T
        worse_at_last = other_better == self.histories.n
        worse = np.asarray(larger & worse_at_last)
        worse.setflags(write=False)
        return worse

    def gained_but_worse(self) -> BoolArray:
        """Return where the row gained on the column but is worse at every cut-point of
        every problem, (k, k).

        L measures only whether differences shrink. An algorithm can gain on a better
        one if both approach the optimum.

        Examples
        --------
        >>> import cddiagram as cd
        >>> histories = cd.Histories.from_arrays(
        ...     [[[8, 4, 2, 1]] * 6, [[4, 2, 1, 0.5]] * 6],
        ...     algorithms=["worse", "better"],
        ...     cut_points=[1, 2, 4, 8],
        ... )
        >>> comparison = cd.compare_convergence(histories)
        >>> comparison.gained_but_worse().tolist()
        [[False, True], [False, False]]
        >>> print(comparison.conclusion("worse", "better"))  # doctest: +ELLIPSIS
        worse gained on better (L = 180, two-sided p = 0.031), but is worse at every cut-point of all 6...
        """
        return np.asarray(self.gained() & self.worse_everywhere)

    def conclusion(self, first: str, second: str) -> str:
        """Return the result for a pair in words: which one gained, and the outcome at
        the last cut-point.
        """
        return str(view("convergence conclusion")(self, first, second))

    def caption(self, *, latex: bool = False, style: str = "default") -> str:
        """Return the caption of a figure: what was compared, the direction, the test,
        the ranks, how to read it.

        Parameters
        ----------
        latex : bool, default False
            Write LaTeX: units escaped, numbers as mathematics.
        style : {"default", "apa"}, default "default"
            The style of p-values and levels: 0.05 by default, .05 in the style of the
            American Psychological Association.
        """
        with number_style(style):
            words = view("convergence caption")(self)
        return finished_words(words, latex=latex)

    def summary(self) -> str:
        """Return what was tested, how, and which algorithms gained on which, in a few
        lines of text.
        """
        return str(view("convergence summary")(self))

    def __str__(self) -> str:
        return self.summary()

    def to_dict(self) -> dict[str, Any]:
        """Return the result as plain Python, ready for JSON, all numbers at full
        precision.
        """
        shown = [
            member.name
            for member in fields(self)
            if member.repr and member.name != "histories"
        ]
        result = {name: plain(getattr(self, name)) for name in shown}
        return {
            "schema": SCHEMA,
            "histories": self.histories.to_dict(),
            **result,
            "gained": self.gained().tolist(),
            "worse_everywhere": self.worse_everywhere.tolist(),
            "better_at_last": self.better_at_last.tolist(),
            "both_at_optimum": plain(self.both_at_optimum),
            "unequal_runs": self.histories.unequal_runs().tolist(),
            "pairs": plain(self.pair_rows()),
        }

    def _provenance_(self) -> dict[str, Any]:
        """Return what figures and reports record: the histories, and how they were
        tested.
        """
        decisions = {
            "test": self.test,
            "ranks": self.ranks,
            "p_adjust": self.p_adjust,
            "alpha": self.alpha,
            "method": ", ".join(sorted(set(self.method.ravel().tolist()) - {""})),
            "tie_correction": self.tie_corrected,
        }
        decisions |= (
            {"threshold": self.threshold} if self.ranks == "alternative" else {}
        )
        decisions |= {"family": self.family} if self.p_adjust != "none" else {}
        recorded = self.histories._provenance_()
        return {**recorded, "decisions": {**recorded["decisions"], **decisions}}

    def pair_rows(self) -> list[dict[str, Any]]:
        """List the ordered pairs as rows of names and numbers, in the order of
        `order`.
        """
        gained = self.gained()
        both = self.both_at_optimum
        unequal = self.histories.unequal_runs()
        return [
            {
                "algorithm": self.algorithms[i],
                "than": self.algorithms[j],
                "statistic": float(self.statistic[i, j]),
                "expected": self.expected,
                "pvalue": float(self.pvalue[i, j]),
                "pvalue_two_sided": float(self.pvalue_two_sided[i, j]),
                "pvalue_adjusted": float(self.pvalue_adjusted[i, j]),
                "method": str(self.method[i, j]),
                "trending": int(self.trending[i, j]),
                "gained": bool(gained[i, j]),
                "worse_everywhere": bool(self.worse_everywhere[i, j]),
                "better_at_last": int(self.better_at_last[i, j]),
                "both_at_optimum": None if both is None else int(both[i, j]),
                "unequal_runs": bool(unequal[i, j]),
            }
            for i in self.order
            for j in self.order
            if i != j
        ]


def _equality_tolerance(own: FloatArray, others: FloatArray) -> FloatArray:
    """Return the largest difference at which two values are equal: 1e-13 of the larger
    value.
    """
    return np.asarray(1e-13 * np.maximum(np.abs(own), np.abs(others)))


def needed_problems(comparison: ConvergenceComparison) -> int:
    """Return the smallest number of problems for which an adjusted p-value can be at
    most alpha.

    Only problems with L different from its mean are counted. The smallest p-value of a
    pair is that of its strongest pattern; the adjustment counts all pairs.
    """
    k = len(comparison.algorithms)
    pairs = k * (k - 1) // 2
    return least_problems(comparison.alpha, pairs, comparison.p_adjust)


def p_kind(comparison: ConvergenceComparison) -> str:
    """Return what the p-values that decide are called."""
    adjusted = "" if comparison.p_adjust == "none" else "adjusted "
    sides = "two-sided " if comparison.family == "unordered" else ""
    return f"{adjusted}{sides}p"


def p_equals(comparison: ConvergenceComparison, i: int, j: int) -> str:
    """Print the p-value of the row against the column in a text: "< 0.001", "= 0.02"."""
    return equals(format_p(float(comparison.pvalue_adjusted[i, j]), comparison.alpha))


def compact_p_equals(comparison: ConvergenceComparison, i: int, j: int) -> str:
    """Print the p-value of the row against the column in a figure: "< .001", "= .02"."""
    return equals(compact_p(float(comparison.pvalue_adjusted[i, j]), comparison.alpha))
