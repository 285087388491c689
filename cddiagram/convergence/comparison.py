"""The result of `cddiagram.compare_convergence`: Page's test of all ordered pairs of convergence histories."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from cddiagram._util.types import BoolArray, FloatArray
from cddiagram.errors import InputError, choose_from
from cddiagram.stats.results import SCHEMA, Result, plain, significant
from cddiagram.words.numbers import equals, format_p

if TYPE_CHECKING:
    from cddiagram.convergence.histories import Histories


@dataclass(frozen=True, kw_only=True, eq=False)
class ConvergenceComparison(Result):
    """Who converges faster than whom. Made by `cddiagram.compare_convergence`.

    Arrays of pairs are ``(k, k)``: ``[i, j]`` is about algorithm i (row) against algorithm j (column), in the order
    of `algorithms`, NaN on the diagonal.

    Attributes
    ----------
    histories : Histories
        What was compared.
    algorithms : tuple of str
        Names.
    ranks : {"original", "alternative"}
        How the differences row - column were ranked along the cut-points; 1 is the largest difference of errors.
    threshold : float
        With alternative ranks: errors up to this count as the optimum reached.
    statistic : ndarray, shape (k, k)
        Page's L; large where the row gained on the column over the cut-points. ``L[i, j] + L[j, i]`` is twice
        `expected`.
    expected : float
        The mean of L without a trend, n c (c + 1)^2 / 4.
    pvalue : ndarray, shape (k, k)
        One-sided: the row converges faster than the column.
    pvalue_adjusted : ndarray, shape (k, k)
        Adjusted for the number of pairs by `p_adjust`.
    method : ndarray of str, shape (k, k)
        ``"exact"`` or ``"asymptotic"``, ``""`` on the diagonal.
    tie_corrected : bool
        Whether asymptotic p-values use the variance of the tied ranks at hand.
    p_adjust : str
        The adjustment; ``"none"`` by default.
    family : {"ordered", "unordered"}
        Whether the k (k - 1) one-sided tests are adjusted for, or the k (k - 1) / 2 pairs.
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
    ...     [[[9, 5, 2, 1]] * 6, [[9, 8, 7, 6]] * 6], algorithms=["fast", "slow"], cut_points=[1, 2, 3, 4]
    ... )
    >>> comparison = cd.compare_convergence(histories)
    >>> float(comparison.statistic[0, 1]), comparison.conclusion("fast", "slow")  # doctest: +ELLIPSIS
    (177.0, "fast converges faster than slow (L = 177, p < .001). Page...")
    """

    histories: Histories
    algorithms: tuple[str, ...]
    ranks: str
    threshold: float
    statistic: FloatArray
    expected: float
    pvalue: FloatArray
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
        """The algorithms from fast to slow: by the sum of L against all others, ties in input order."""
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
            raise InputError(f"the pair holds '{first}' twice: name two algorithms.")
        return i, j

    def ranks_of(self, first: str, second: str) -> FloatArray:
        """Return the ranks of the differences first - second, shape (n, c): 1 is the largest difference of errors.

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

    def faster(self) -> BoolArray:
        """Return where the row converges significantly faster than the column, shape (k, k).

        It never does where the ranks point the other way, whatever alpha: at .9 both one-sided p-values can be below.
        """
        return significant(self.pvalue_adjusted, self.alpha) & (self.pvalue < self.pvalue.T)

    @cached_property
    def worse_everywhere(self) -> BoolArray:
        """Whether the row is worse than the column at every cut-point of every problem, shape (k, k).

        Values that differ by no more than 1e-13 of themselves are the same.
        """
        errors = -self.histories.values if self.histories.higher_is_better else self.histories.values
        found = np.zeros((len(errors), len(errors)), dtype=bool)
        with np.errstate(over="ignore"):
            for row, own in enumerate(errors):
                dust = 1e-13 * np.maximum(np.abs(own), np.abs(errors))
                found[row] = (own - errors > dust).all(axis=(1, 2))
        found.setflags(write=False)
        return found

    def gained_but_worse(self) -> BoolArray:
        """Return where the test calls the row faster though it is worse at every cut-point of every problem, (k, k).

        Differences that shrink toward the end are all that Page's test sees: an algorithm gains on a better one where
        both approach the optimum.

        Examples
        --------
        >>> import cddiagram as cd
        >>> histories = cd.Histories.from_arrays(
        ...     [[[8, 4, 2, 1]] * 6, [[4, 2, 1, 0.5]] * 6], algorithms=["worse", "better"], cut_points=[1, 2, 4, 8]
        ... )
        >>> comparison = cd.compare_convergence(histories)
        >>> comparison.gained_but_worse().tolist()
        [[False, True], [False, False]]
        >>> print(comparison.conclusion("worse", "better"))  # doctest: +ELLIPSIS
        worse gained on better (L = 180, p < .001), and is worse at every cut-point of all 6 problems. Page...
        """
        return np.asarray(self.faster() & self.worse_everywhere)

    def conclusion(self, first: str, second: str) -> str:
        """Return what the test says of a pair, in a sentence."""
        return self._text("convergence conclusion", first, second)

    def caption(self, *, latex: bool = False) -> str:
        """Return the caption of a figure: what was compared, the direction, the test, the ranks, how to read it.

        Parameters
        ----------
        latex : bool, default False
            Write LaTeX: units escaped, numbers as mathematics.
        """
        return self._text("convergence caption", latex=latex)

    def summary(self) -> str:
        """Return what was tested, how, and who converges faster than whom, in a few lines of text."""
        return self._text("convergence summary")

    def __str__(self) -> str:
        return self.summary()

    def to_dict(self) -> dict[str, Any]:
        """Return the result as plain Python, ready for JSON, all numbers at full precision."""
        shown = [member.name for member in fields(self) if member.repr and member.name != "histories"]
        result = {name: plain(getattr(self, name)) for name in shown}
        return {
            "schema": SCHEMA,
            "histories": self.histories.to_dict(),
            **result,
            "faster": self.faster().tolist(),
            "worse_everywhere": self.worse_everywhere.tolist(),
            "pairs": plain(self.pair_rows()),
        }

    def _advice_(self) -> tuple[str, ...]:
        """Return what `cddiagram.advise` says."""
        from cddiagram.report import convergence_advice

        return convergence_advice(self)

    def _provenance_(self) -> dict[str, Any]:
        """Return what figures and reports record: the histories, and how they were tested."""
        decisions = {
            "ranks": self.ranks,
            "p_adjust": self.p_adjust,
            "alpha": self.alpha,
            "method": ", ".join(sorted(set(self.method.ravel().tolist()) - {""})),
            "tie_correction": self.tie_corrected,
        }
        decisions |= {"threshold": self.threshold} if self.ranks == "alternative" else {}
        decisions |= {"family": self.family} if self.p_adjust != "none" else {}
        recorded = self.histories._provenance_()
        return {**recorded, "decisions": {**recorded["decisions"], **decisions}}

    def pair_rows(self) -> list[dict[str, Any]]:
        """List the ordered pairs as rows of names and numbers, fast algorithms first."""
        faster = self.faster()
        return [
            {
                "algorithm": self.algorithms[i],
                "than": self.algorithms[j],
                "statistic": float(self.statistic[i, j]),
                "expected": self.expected,
                "pvalue": float(self.pvalue[i, j]),
                "pvalue_adjusted": float(self.pvalue_adjusted[i, j]),
                "method": str(self.method[i, j]),
                "faster": bool(faster[i, j]),
                "worse_everywhere": bool(self.worse_everywhere[i, j]),
            }
            for i in self.order
            for j in self.order
            if i != j
        ]


def p_kind(comparison: ConvergenceComparison) -> str:
    """Return what the p-values that decide are called."""
    return "p" if comparison.p_adjust == "none" else "adjusted p"


def p_equals(comparison: ConvergenceComparison, i: int, j: int) -> str:
    """Print the p-value of the row against the column, on the right side of alpha: "< .001", "= .02"."""
    return equals(format_p(float(comparison.pvalue_adjusted[i, j]), comparison.alpha))
