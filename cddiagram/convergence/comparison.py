"""The results of pairwise tests of convergence histories."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from itertools import permutations
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from cddiagram._util import BoolArray, FloatArray, IntArray, view
from cddiagram.convergence.optimum import at_optimum_at_last
from cddiagram.stats import SCHEMA, Plotted, Result, least_problems, plain, significant
from cddiagram.text import InputError, choose_from
from cddiagram.words import equals, finished_words, format_p, number_style

if TYPE_CHECKING:
    from cddiagram.convergence.histories import Histories


@dataclass(frozen=True, kw_only=True, eq=False)
class ConvergenceComparison(Plotted, Result):
    """Pairwise tests for gains of one algorithm on another over the cut-points.

    This is the result of `cddiagram.compare_convergence`. In arrays of shape (k, k), the
    element ``[i, j]`` compares algorithm i (row) with algorithm j (column), in the order
    of `algorithms`. The diagonal of floating-point arrays is NaN.

    Attributes
    ----------
    histories : Histories
        The histories that were compared.
    algorithms : tuple of str
        The names of the algorithms.
    test : {"sign-flip", "page"}
        The test: the sign-flip test or Page's test.
    ranks : {"original", "alternative"}
        The method of ranking the differences (row minus column) over the cut-points.
        The largest difference between errors has rank 1.
    threshold : float
        The largest error that is treated as the optimum, for alternative ranks.
    statistic : ndarray, shape (k, k)
        Page's statistic L. L is large if the row algorithm gained on the column
        algorithm over the cut-points. ``L[i, j] + L[j, i]`` is twice `expected`.
    expected : float
        The expected value of L without a trend, n c (c + 1)^2 / 4.
    trending : ndarray of int, shape (k, k)
        The number of problems on which L differs from its expected value. The sign-flip
        test uses only these problems.
    pvalue : ndarray, shape (k, k)
        The unadjusted one-sided p-value for a gain of the row algorithm on the column
        algorithm.
    pvalue_two_sided : ndarray, shape (k, k)
        The unadjusted two-sided p-value.
    pvalue_adjusted : ndarray, shape (k, k)
        The p-value that determines the conclusion, adjusted by `p_adjust`. It is
        two-sided for the sign-flip test and one-sided for Page's test. For Page's test
        with ``family="unordered"``, it is two-sided in the direction of the trend and 1
        in the other direction.
    method : ndarray of str, shape (k, k)
        The method by which the p-value was computed, ``"exact"`` or ``"asymptotic"``.
        The diagonal contains empty strings.
    tie_corrected : bool
        Whether asymptotic p-values use the variance of tied ranks.
    p_adjust : str
        The adjustment of the p-values.
    family : {"ordered", "unordered"}
        The hypotheses for which p-values are adjusted: k (k - 1) one-sided hypotheses
        if "ordered", and k (k - 1) / 2 two-sided hypotheses if "unordered".
    alpha : float
        The significance level of the conclusions.
    pair_ranks : ndarray, shape (k (k - 1) / 2, n, c)
        The ranks of the differences of each pair with i < j. The order of the pairs is
        (0, 1), (0, 2), ..., (1, 2), ...
    notes : tuple of str
        Notes about values that are treated as tied because they differ by less than
        their rounding errors.

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
    (177.0, 'fast gained significantly on slow (L = 177, two-sided p = 0.031). At the ...')
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
        """The indices of the algorithms, in decreasing order of their sums of L.

        The sum of L is computed over all other algorithms. Tied algorithms are in the
        order of `algorithms`.
        """
        totals = np.nansum(2 * self.statistic, axis=1)
        return tuple(int(i) for i in np.argsort(-totals, kind="stable"))

    def at(self, alpha: float) -> ConvergenceComparison:
        """Return the same tests with conclusions at a different significance level."""
        return replace(self, alpha=alpha)

    def position(self, algorithm: str) -> int:
        """Return the index of an algorithm.

        Raises
        ------
        InputError
            If the algorithm was not compared.
        """
        if algorithm not in self.algorithms:
            raise InputError(choose_from("algorithm", algorithm, self.algorithms))
        return self.algorithms.index(algorithm)

    def pair(self, first: str, second: str) -> tuple[int, int]:
        """Return the indices of two different algorithms.

        Raises
        ------
        InputError
            If an algorithm was not compared, or if both names are the same.
        """
        i, j = self.position(first), self.position(second)
        if i == j:
            raise InputError(
                f"The pair contains '{first}' twice. Specify two different algorithms."
            )
        return i, j

    def ranks_of(self, first: str, second: str) -> FloatArray:
        """Return the ranks of the differences (first minus second) over the cut-points.

        Returns
        -------
        ndarray, shape (n, c)
            The ranks. The largest difference between errors has rank 1.

        Raises
        ------
        InputError
            If an algorithm was not compared, or if both names are the same.
        """
        i, j = self.pair(first, second)
        low, high = min(i, j), max(i, j)
        k = len(self.algorithms)
        earlier_pairs = low * k - low * (low + 1) // 2
        ranks = self.pair_ranks[earlier_pairs + high - low - 1]
        if i > j:
            ranks = ranks.shape[-1] + 1 - ranks
        return np.asarray(ranks)

    def gained(self) -> BoolArray:
        """Return whether each algorithm gained significantly on each other algorithm.

        A gain is significant if the adjusted p-value is at most `alpha` and the
        one-sided p-value is the smaller of the two for the pair. The second condition
        matters only for large values of `alpha`.

        Returns
        -------
        ndarray of bool, shape (k, k)
            Whether the row algorithm gained on the column algorithm.
        """
        is_smaller = self.pvalue < self.pvalue.T
        return significant(self.pvalue_adjusted, self.alpha) & is_smaller

    def pvalue_of_gain(self) -> FloatArray:
        """Return the p-values that determine which algorithms gained.

        A two-sided p-value is returned for the direction in which L is larger, and NaN
        is returned for the opposite direction. If L is equal in both directions, the
        p-value is returned for both.

        Returns
        -------
        ndarray, shape (k, k)
            The p-values.
        """
        if self.family == "ordered":
            return self.pvalue_adjusted
        is_opposite = self.pvalue > self.pvalue.T
        return np.where(is_opposite, np.nan, self.pvalue_adjusted)

    @cached_property
    def better_at_last(self) -> IntArray:
        """The number of problems on which each algorithm is better at the last
        cut-point.

        The array has the shape (k, k). Two values are considered equal if they differ
        by at most 1e-13 times the larger absolute value, or if both are at the optimum
        (see `both_at_optimum`).
        """
        errors = _minimised(self.histories)[:, :, -1]
        reached = at_optimum_at_last(self.histories, self.threshold)
        if reached is None:
            reached = np.zeros(errors.shape, dtype=bool)
        better = np.zeros((len(errors), len(errors)), dtype=np.int64)
        with np.errstate(over="ignore"):
            for row, own in enumerate(errors):
                is_better = errors - own > _equality_tolerance(own, errors)
                both_reached = reached & reached[row]
                better[row] = (is_better & ~both_reached).sum(axis=1)
        better.setflags(write=False)
        return better

    @cached_property
    def both_at_optimum(self) -> IntArray | None:
        """The number of problems on which both algorithms have reached the optimum.

        The array has the shape (k, k). Errors of at most `threshold` are treated as the
        optimum. The value is None if the optimum is unknown.
        """
        reached = at_optimum_at_last(self.histories, self.threshold)
        if reached is None:
            return None
        both = reached.astype(np.int64) @ reached.T.astype(np.int64)
        both.setflags(write=False)
        return both

    @cached_property
    def worse_everywhere(self) -> BoolArray:
        """Whether the row algorithm is worse at every cut-point of every problem.

        The array has the shape (k, k). Equality is defined as for `better_at_last`.
        """
        errors = _minimised(self.histories)
        always_worse = np.zeros((len(errors), len(errors)), dtype=bool)
        with np.errstate(over="ignore"):
            for row, own in enumerate(errors):
                is_worse = own - errors > _equality_tolerance(own, errors)
                always_worse[row] = is_worse.all(axis=(1, 2))
        # A history that has reached the optimum stays there, because histories never
        # get worse. Therefore, checking the last cut-point is sufficient to exclude
        # pairs of histories that reach the optimum.
        worse_at_last = self.histories.n == self.better_at_last.T
        worse = np.asarray(always_worse & worse_at_last)
        worse.setflags(write=False)
        return worse

    def gained_but_worse(self) -> BoolArray:
        """Return whether each algorithm gained on another one without overtaking it.

        The row algorithm is then worse at every cut-point of every problem. L measures
        only whether the differences decrease. An algorithm can therefore gain on a
        better algorithm if both approach the optimum.

        Returns
        -------
        ndarray of bool, shape (k, k)
            Whether the row algorithm gained but is always worse.

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
        worse gained significantly on better (L = 180, two-sided p = 0.031), but is worse at every cut-point on all 6...
        """
        return np.asarray(self.gained() & self.worse_everywhere)

    def conclusion(self, first: str, second: str) -> str:
        """Return the conclusion about a pair as text.

        Parameters
        ----------
        first, second : str
            The names of two algorithms.

        Returns
        -------
        str
            The sentences that report which algorithm gained, the outcome at the last
            cut-point, and the limitations of the test.

        Raises
        ------
        InputError
            If an algorithm was not compared, or if both names are the same.
        """
        return str(view("convergence conclusion")(self, first, second))

    def caption(
        self,
        figure: str = "matrix",
        first: str | None = None,
        second: str | None = None,
        *,
        latex: bool = False,
        style: str = "default",
    ) -> str:
        """Return the caption of a figure.

        Parameters
        ----------
        figure : {"matrix", "trend", "problems"}, default "matrix"
            The figure. The last two figures show a single pair.
        first, second : str, optional
            The names of the two algorithms in a figure that shows one pair.
        latex : bool, default False
            Whether to return LaTeX.
        style : {"default", "apa"}, default "default"
            The style of p-values and significance levels: 0.05 by default, and .05 in
            APA style.

        Returns
        -------
        str
            The caption.

        Raises
        ------
        UsageError
            If the figure is unknown, or if it shows one pair and no pair is specified.
        InputError
            If an algorithm was not compared, or if both names are the same.

        Examples
        --------
        >>> import cddiagram as cd
        >>> comparison = cd.compare_convergence(cd.load_histories("optimisers"))
        >>> print(comparison.caption("trend", "PSO", "(1+1)-ES"))  # doctest: +ELLIPSIS
        Trend of the difference between the errors of PSO and (1+1)-ES on 20 problems at...
        """
        with number_style(style):
            words = view("convergence caption")(self, figure, first, second)
        return finished_words(words, latex=latex)

    def summary(self) -> str:
        """Return a summary of the test and the gains of each algorithm."""
        return str(view("convergence summary")(self))

    def __str__(self) -> str:
        return self.summary()

    def to_dict(self) -> dict[str, Any]:
        """Return the result as a JSON-serialisable dict, with numbers at full
        precision.
        """
        result = {}
        for member in fields(self):
            if member.repr and member.name != "histories":
                result[member.name] = plain(getattr(self, member.name))
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
        """Return the provenance record of the histories and the tests."""
        methods = set(self.method.ravel().tolist()) - {""}
        decisions = {
            "test": self.test,
            "ranks": self.ranks,
            "p_adjust": self.p_adjust,
            "alpha": self.alpha,
            "method": ", ".join(sorted(methods)),
            "tie_correction": self.tie_corrected,
        }
        if self.ranks == "alternative":
            decisions["threshold"] = self.threshold
        if self.p_adjust != "none":
            decisions["family"] = self.family
        record = self.histories._provenance_()
        return {**record, "decisions": {**record["decisions"], **decisions}}

    def pair_rows(self) -> list[dict[str, Any]]:
        """Return a dict of names and numbers for each ordered pair.

        The pairs are in the order of `order`.
        """
        columns = self._pair_columns()
        rows = []
        for i, j in permutations(self.order, 2):
            row: dict[str, Any] = {
                "algorithm": self.algorithms[i],
                "than": self.algorithms[j],
            }
            for name, values in columns.items():
                row[name] = None
                if values is not None:
                    row[name] = values[i, j].item()
            rows.append(row)
        return rows

    def _pair_columns(self) -> dict[str, NDArray[Any] | None]:
        """Return the arrays of pairs for the columns of `pair_rows`, by name."""
        return {
            "statistic": self.statistic,
            "expected": np.full(self.statistic.shape, self.expected),
            "pvalue": self.pvalue,
            "pvalue_two_sided": self.pvalue_two_sided,
            "pvalue_adjusted": self.pvalue_adjusted,
            "method": self.method,
            "trending": self.trending,
            "gained": self.gained(),
            "worse_everywhere": self.worse_everywhere,
            "better_at_last": self.better_at_last,
            "both_at_optimum": self.both_at_optimum,
            "unequal_runs": self.histories.unequal_runs(),
        }


def _minimised(histories: Histories) -> FloatArray:
    """Return the values, negated if higher values are better."""
    if histories.higher_is_better:
        return -histories.values
    return histories.values


def _equality_tolerance(own: FloatArray, others: FloatArray) -> FloatArray:
    """Return the largest difference between values that are considered equal."""
    return np.asarray(1e-13 * np.maximum(np.abs(own), np.abs(others)))


def needed_problems(comparison: ConvergenceComparison) -> int:
    """Return the smallest number of problems for which a pair can be significant.

    Only problems on which L differs from its mean are counted. The p-values are
    adjusted for all pairs.
    """
    pairs = comb(len(comparison.algorithms), 2)
    return least_problems(comparison.alpha, pairs, comparison.p_adjust)


def p_kind(comparison: ConvergenceComparison) -> str:
    """Return the kind of the p-values that determine the conclusions.

    For example, the result is "adjusted two-sided p".
    """
    words = ["p"]
    if comparison.family == "unordered":
        words.insert(0, "two-sided")
    if comparison.p_adjust != "none":
        words.insert(0, "adjusted")
    return " ".join(words)


def kind_of_pvalues(comparison: ConvergenceComparison) -> str:
    """Return the sidedness of the p-values and whether they are adjusted.

    For example, the result is "unadjusted one-sided".
    """
    side = "one-sided"
    if comparison.family == "unordered":
        side = "two-sided"
        if len(comparison.algorithms) == 2:
            return side
    if comparison.p_adjust == "none":
        return f"unadjusted {side}"
    return f"adjusted {side}"


def p_equals(comparison: ConvergenceComparison, i: int, j: int) -> str:
    """Format the p-value of a pair for text, such as "< 0.001" or "= 0.02"."""
    return equals(format_p(float(comparison.pvalue_adjusted[i, j]), comparison.alpha))
