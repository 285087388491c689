"""The result of `cddiagram.compare`, with all numbers, decisions and descriptions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any, Literal, TypedDict, Unpack

import numpy as np
from numpy.typing import NDArray

from cddiagram._util import DrawingView, FloatArray, TableView, view
from cddiagram.comparing.plan import ErrorControl, Plan
from cddiagram.comparing.results import TestResults
from cddiagram.stats import (
    SCHEMA,
    OmnibusResult,
    PairwiseResult,
    PositionGroups,
    Ranking,
    Result,
    plain,
    rank_order,
    significant,
)
from cddiagram.text import Option, UsageError, check_alpha

if TYPE_CHECKING:
    import pandas as pd

    from cddiagram.comparing.practical import Equivalence, Posterior
    from cddiagram.data import ScoreTable
    from cddiagram.features import FigureKey
    from cddiagram.stats import Assumptions, Effects


#: The names of the tables that a comparison can create. `cddiagram.features.TABLES`
#: lists the functions that create these tables.
TableKey = Literal[
    "scores",
    "leaderboard",
    "ranks",
    "pairs",
    "pvalues",
    "effects",
    "omnibus",
    "contrasts",
    "assumptions",
]


class TableOptions(TypedDict, total=False):
    """The options for the tables of pairs and of scores in `Comparison.tabulate`."""

    rope: float | None
    decimals: int
    ranks: bool
    spread: bool


@dataclass(frozen=True, kw_only=True)
class Group(Result):
    """A maximal set of algorithms that are not significantly different.

    Attributes
    ----------
    algorithms : tuple of str
        The names of two or more algorithms, sorted by average ranks. Tied algorithms
        are in column order.
    """

    algorithms: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Sensitivity:
    """The decisions that change if data sets with missing scores are excluded, as
    returned by `Comparison.sensitivity`.

    Attributes
    ----------
    n_datasets : int
        The number of data sets without missing scores.
    tested : int
        The number of pairs that are tested in both comparisons. It is 0 if fewer than
        two data sets have no missing scores.
    changed : tuple of (str, str)
        The pairs that are significantly different in exactly one of the two
        comparisons. The better-ranked algorithm of each pair comes first.
    """

    n_datasets: int
    tested: int
    changed: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Comparison(Result):
    """The ranks, tests and groups of algorithms, as returned by `cddiagram.compare`.

    Attributes
    ----------
    table : ScoreTable or None
        The scores. None if average ranks or p-values were specified instead of scores.
    plan : Plan
        The options of the tests.
    test_results : TestResults
        The results of the tests, which are also attributes of the comparison.
    alpha : float
        The significance level. Adjusted p-values up to alpha are significant.

    Examples
    --------
    >>> import cddiagram as cd
    >>> comparison = cd.compare(cd.load_example("demsar2006-table6-ranks"), alpha=0.10)
    >>> comparison
    <Comparison of 4 algorithms on 14 data sets: Nemenyi (asymptotic), alpha = 0.1>
    >>> [group.algorithms for group in comparison.groups]
    [('C4.5+m+cf', 'C4.5+m', 'C4.5+cf'), ('C4.5+cf', 'C4.5')]
    """

    table: ScoreTable | None
    plan: Plan
    test_results: TestResults
    alpha: float

    def __repr__(self) -> str:
        where = ""
        if self.n_datasets is not None:
            where = f" on {self.n_datasets} data sets"
        return (
            f"<Comparison of {len(self.algorithms)} algorithms{where}: {self.test}, "
            f"alpha = {self.alpha:g}>"
        )

    @property
    def algorithms(self) -> tuple[str, ...]:
        """The names of the algorithms, in the column order of the table."""
        return self.test_results.pairwise.algorithms

    @property
    def n_datasets(self) -> int | None:
        """The number of data sets, or None if p-values were specified instead of
        scores.
        """
        return self.test_results.n_datasets

    @property
    def made_from(self) -> str:
        """The source: ``"scores"``, ``"average ranks"`` or ``"p-values"``."""
        if self.table is not None:
            return "scores"
        if self.test_results.given is not None:
            return "p-values"
        return "average ranks"

    @property
    def ranking(self) -> Ranking:
        """The ranks and average ranks."""
        return self.test_results.ranking

    @property
    def omnibus(self) -> tuple[OmnibusResult, ...]:
        """The omnibus tests.

        The tuple is empty for two algorithms, which are compared only with a pairwise
        test.
        """
        return self.test_results.omnibus

    @property
    def pairwise(self) -> PairwiseResult:
        """The post-hoc tests, which do not depend on the outcome of the omnibus test."""
        return self.test_results.pairwise

    @property
    def test(self) -> str:
        """The printed name of the post-hoc procedure."""
        if self.test_results.given is not None:
            return self.test_results.given
        return self.plan.label_of(self.method)

    @property
    def method(self) -> str:
        """The method that was used to compute the p-values of the pairs.

        The value is ``"exact"``, ``"asymptotic"``, ``"Monte Carlo"``, or a combination
        of these.
        """
        methods = {str(method) for method in self.pairwise.method.ravel().tolist()}
        return ", ".join(sorted(methods - {""}))

    @property
    def control(self) -> str | None:
        """The algorithm with which all others are compared, or None."""
        return self.test_results.control

    @property
    def control_chosen(self) -> str | None:
        """How the control was chosen.

        The value is ``"before"`` if the control was specified in advance, and
        ``"after"`` if the best-ranked algorithm was selected after seeing the results.
        It is None without a control.
        """
        return self.plan.control_chosen

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes about scores that are treated as tied because they differ only in their
        last digits, and about pairs whose differences are all equal.
        """
        return self.test_results.notes

    @property
    def choices(self) -> Mapping[str, Any]:
        """The options that affect the pairwise tests, with their values.

        Examples
        --------
        >>> import cddiagram as cd
        >>> dict(
        ...     cd.compare(
        ...         cd.load_example("garcia2008-table2"), pair_test="wilcoxon"
        ...     ).choices
        ... )
        {'zeros': 'split'}
        """
        return self.test_results.choices

    @cached_property
    def _position_groups(self) -> PositionGroups:
        """The groups as positions in `order`. With a control, the result is empty."""
        if self.control is not None:
            return PositionGroups(len(self.algorithms))
        return PositionGroups.of(self._joined[np.ix_(self.order, self.order)])

    def _names_at(self, positions: tuple[int, ...]) -> tuple[str, ...]:
        """Return the names of the algorithms at positions in `order`."""
        return tuple(self.algorithms[self.order[position]] for position in positions)

    @cached_property
    def _joined(self) -> NDArray[np.bool_]:
        """A boolean array of the tested pairs that are not significantly different."""
        adjusted = self.pairwise.pvalue_adjusted
        return ~significant(adjusted, self.alpha) & ~np.isnan(adjusted)

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        """The maximal groups of two or more algorithms that are not significantly
        different, sorted by their best-ranked algorithms. With a control, the tuple is
        empty.
        """
        groups = []
        for positions in self._position_groups.groups:
            groups.append(Group(algorithms=self._names_at(positions)))
        return tuple(groups)

    @property
    def groups_complete(self) -> bool:
        """Whether all groups were found. The search stops if there are too many groups."""
        return self._position_groups.complete

    @cached_property
    def not_different(self) -> tuple[str, ...]:
        """The algorithms that are not significantly different from the control, in the
        order of their average ranks.
        """
        if self.control is None:
            return ()
        row = self._joined[self.algorithms.index(self.control)]
        return tuple(self.algorithms[i] for i in self.order if row[i])

    @cached_property
    def critical_difference(self) -> float | None:
        """The smallest significant difference between average ranks.

        None if the procedure does not have a critical difference, or if even the
        largest possible difference is not significant.
        """
        results = self.test_results
        if results.given is not None:
            if self.alpha != results.given_alpha:
                return None
            return results.given_difference
        if not self.plan.adjustment.single_step:
            return None
        return self._difference(self.pairwise.p_adjust)

    @cached_property
    def difference_bounds(self) -> tuple[float | None, float | None] | None:
        """The bounds for significant differences between average ranks. Differences
        below the first bound are never significant, and differences of at least the
        second bound are always significant.

        If the procedure has a critical difference, both bounds are equal to it.
        Otherwise, the bounds are the critical differences without adjustment and with
        Bonferroni's adjustment. For differences between the two bounds, the decision
        depends on the other pairs. A bound is None if no such difference exists. The
        result is None if the tests are not based on ranks, or if the p-values were
        computed elsewhere.

        Examples
        --------
        >>> import cddiagram as cd
        >>> comparison = cd.compare(
        ...     cd.load_example("garcia2008-table2"), p_adjust="holm"
        ... )
        >>> [round(difference, 2) for difference in comparison.difference_bounds]
        [0.8, 1.15]
        """
        results, adjustment = self.test_results, self.plan.adjustment
        if results.standard_error is None and results.law is None:
            return None
        if adjustment.single_step:
            return self.critical_difference, self.critical_difference
        upper = None
        if adjustment.bounded:
            upper = self._difference("bonferroni")
        return self._difference("none"), upper

    def _difference(self, p_adjust: str) -> float | None:
        """Return the critical difference of a single-step adjustment."""
        results = self.test_results
        count = self.pairwise.n_hypotheses
        if results.law is not None:
            return results.law.critical_difference(self.alpha, p_adjust, count)
        if not results.standard_error:
            return None  # the difference is None, or 0 if all algorithms are tied
        from cddiagram.stats import critical_difference

        difference = critical_difference(
            len(self.algorithms),
            results.standard_error,
            alpha=self.alpha,
            p_adjust=p_adjust,
            n_hypotheses=count,
            df=results.df,
        )
        if difference > self._largest_difference + 1e-9:
            return None
        return difference

    @cached_property
    def _largest_difference(self) -> float:
        """The largest difference between two average ranks that is compatible with the
        variance that the tests use.

        If the variance is computed from the observed ranks, it is the variance under
        permutations of these ranks within each data set. The largest difference is then
        the average range of the ranks. A residual variance also depends on the order of
        the ranks, so a largest difference does not exist.
        """
        ranking = self.ranking
        if self.test_results.df is not None:
            return float("inf")
        is_corrected = self.plan.tie_correction is True
        from_ranks = is_corrected or ranking.kind == "aligned"
        if ranking.ranks is None or not from_ranks:
            return len(self.algorithms) - 1.0
        spans = ranking.ranks.max(axis=1) - ranking.ranks.min(axis=1)
        return float(np.average(spans, weights=ranking.weights))

    @cached_property
    def unattainable(self) -> tuple[float, float] | None:
        """The smallest attainable p-value of a pair, unadjusted and adjusted, if the
        adjusted p-value exceeds alpha.

        In this case, no pair can be significantly different with this number of data
        sets. The value is None if a result can be significant, or if the test does not
        have a smallest p-value.

        Examples
        --------
        >>> import cddiagram as cd
        >>> wins = {"A": [2, 3, 4, 5, 6], "B": [1, 1, 1, 1, 1]}
        >>> cd.compare(wins, pair_test="wilcoxon", dataset_column="none").unattainable
        (0.0625, 0.0625)
        """
        from cddiagram.comparing.attainable import unattainable

        return unattainable(self.plan, self.test_results, self.table, self.alpha)

    @cached_property
    def effects(self) -> Effects | None:
        """The effect sizes of all pairs, which are computed when they are first used.
        None if the comparison has no scores.
        """
        return self.effects_at(0.95)

    def effects_at(self, confidence: float) -> Effects | None:
        """Return the effect sizes with confidence intervals at a different confidence
        level.

        Parameters
        ----------
        confidence : float
            The confidence level of each interval, between 0 and 1.

        Returns
        -------
        Effects or None
            The effect sizes, or None if the comparison has no scores.

        Examples
        --------
        >>> import cddiagram as cd
        >>> comparison = cd.compare(cd.load_example("garcia2008-table2"))
        >>> effects = comparison.effects_at(0.5)
        >>> effects.confidence
        0.5
        """
        if self.table is None:
            return None
        from cddiagram.stats import available_effects

        return available_effects(
            self.table.exact,
            higher_is_better=self.table.higher_is_better,
            confidence=confidence,
            algorithms=self.algorithms,
        )

    @cached_property
    def simultaneous_effects(self) -> Effects | None:
        """The effect sizes with simultaneous confidence intervals, or None if the
        comparison has no scores.

        Each interval has the confidence level 1 - alpha / m, where m is the number of
        all pairs, or of the pairs with a control that was specified in advance. All
        intervals contain the true differences with a joint probability of at least 1 -
        alpha, regardless of the adjustment of the p-values. With too few data sets, the
        intervals are infinite.

        Examples
        --------
        >>> import cddiagram as cd
        >>> comparison = cd.compare(cd.load_example("garcia2008-table2"))
        >>> round(comparison.simultaneous_effects.confidence, 4)
        0.995
        """
        k = len(self.algorithms)
        m = k * (k - 1) // 2
        if self.control_chosen == "before":
            m = k - 1
        return self.effects_at(1 - self.alpha / m)

    def equivalence(self, rope: float) -> Equivalence:
        """Determine which pairs are practically equivalent.

        Algorithms that are not significantly different are not necessarily equivalent.
        A pair is equivalent if its confidence interval in `simultaneous_effects` is
        contained in [-rope, rope]. A pair is different if the comparison finds a
        significant difference. A pair can be both different and equivalent. Pairs that
        are neither different nor equivalent are inconclusive. The probability of any
        false claim of equivalence is at most alpha. For claims of a difference, the
        error rate is the same as in the comparison. The comparison must use
        ``pair_test="wilcoxon"``, because the intervals are obtained by inverting
        Wilcoxon's signed-rank test.

        Parameters
        ----------
        rope : float
            Half the width of the region of practical equivalence, in the units of the
            scores. The value must be specified, because the size of a relevant
            difference depends on the application.

        Returns
        -------
        Equivalence
            The verdicts, with the attribute ``verdict`` and the methods ``to_frame``
            and ``summary``.

        Raises
        ------
        UsageError
            If `rope` is not a positive number, or if the pairwise test of the
            comparison is not Wilcoxon's test.

        Examples
        --------
        >>> import cddiagram as cd
        >>> comparison = cd.compare(
        ...     cd.load_example("garcia2008-table2"), pair_test="wilcoxon"
        ... )
        >>> comparison.equivalence(0.15).to_frame()["verdict"].value_counts().to_dict()
        {'different': 5, 'equivalent': 2, 'different and negligible': 2, 'inconclusive': 1}
        """
        from cddiagram.comparing.practical import Equivalence, check_rope, verdicts_of

        effects = self.simultaneous_effects
        if self.table is None or effects is None or self.plan.pair_test != "wilcoxon":
            raise UsageError(
                Option("rope"),
                " requires confidence intervals that are based on Wilcoxon's "
                "signed-rank test. Use ",
                Option("pair_test", "wilcoxon"),
                ".",
            )
        self.table.check_complete("equivalence")
        rope = check_rope(rope)
        different = self.different()
        tested = ~np.isnan(self.pairwise.pvalue_adjusted)
        return Equivalence(
            algorithms=self.algorithms,
            order=self.order,
            rope=rope,
            n_datasets=self.table.n,
            least_datasets=effects.least_datasets,
            confidence=effects.confidence,
            estimate=effects.hodges_lehmann,
            interval_low=effects.interval_low,
            interval_high=effects.interval_high,
            different=different,
            verdict=verdicts_of(effects, different, tested, rope),
        )

    def posterior(
        self,
        rope: float,
        *,
        pair_test: Literal["wilcoxon", "sign"] | None = None,
        prior: float | None = None,
        draws: int = 50_000,
        seed: int = 0,
    ) -> Posterior:
        """Compute the posterior probabilities that one algorithm of a pair is
        practically better and that both algorithms are practically equivalent.

        The test is the Bayesian signed-rank test or the Bayesian sign test (Benavoli et
        al. 2014, 2016 and 2017). The results are posterior probabilities for individual
        pairs. They are not error rates, and they are not adjusted for the number of
        pairs.

        Parameters
        ----------
        rope : float
            Half the width of the region of practical equivalence, in the units of the
            scores.
        pair_test : {"wilcoxon", "sign"}, optional
            The test whose Bayesian counterpart is used. By default, it is the pairwise
            test of the comparison, or "wilcoxon" if this test is based on average
            ranks.
        prior : float, optional
            The strength of the prior on the ROPE, as a number of data sets. The default
            is 0.5 for the signed-rank test and 1 for the sign test.
        draws, seed : int, default 50000 and 0
            The number of samples (at least 1000) from the posterior of the signed-rank
            test, and the random seed. The sign test does not require samples, because
            it is exact.

        Returns
        -------
        Posterior
            The probabilities, with the attributes ``better`` and ``equivalent`` and the
            methods ``decide``, ``to_frame`` and ``summary``.

        Raises
        ------
        UsageError
            If a value is out of range, if the pairwise test has no Bayesian
            counterpart, or if the comparison has no scores.

        Examples
        --------
        >>> import cddiagram as cd
        >>> posterior = cd.compare(cd.load_example("garcia2008-table2")).posterior(
        ...     0.01, pair_test="sign"
        ... )
        >>> posterior.to_frame().round(3).values.tolist()[0]
        [0.497, 0.006, 0.497]
        """
        from cddiagram.comparing.practical import posterior_of

        counterparts = {
            "wilcoxon": "signed-rank",
            "ranks": "signed-rank",
            "sign": "sign",
        }
        pairwise_test = pair_test or self.plan.pair_test
        test = counterparts.get(pairwise_test)
        if self.table is None:
            raise UsageError(
                "posterior probabilities require scores, but this comparison is based "
                "on p-values. Compare a table of scores instead."
            )
        if test is None:
            raise UsageError(
                Option("pair_test"),
                f" '{pairwise_test}' does not have a Bayesian counterpart. Use "
                "'wilcoxon' or 'sign'.",
            )
        self.table.check_complete("a posterior")
        return posterior_of(
            self.table, self.order, rope, test=test, prior=prior, draws=draws, seed=seed
        )

    @cached_property
    def contrasts(self) -> FloatArray | None:
        """The contrast estimates based on medians (García et al. 2010, section 3.3), of
        shape (k, k), in the units of the scores. None if scores are missing.
        """
        if self.table is None or self.table.has_gaps:
            return None
        from cddiagram.stats import pair_contrasts

        return pair_contrasts(self.table.exact)

    @cached_property
    def assumptions(self) -> Assumptions | None:
        """The tests of normality and of equal variances, which are computed when they
        are first used. None if scores are missing.
        """
        if self.table is None or self.table.has_gaps:
            return None
        from cddiagram.stats import check_assumptions

        return check_assumptions(self.table)

    @cached_property
    def sensitivity(self) -> Sensitivity | None:
        """The decisions that change if data sets with missing scores are excluded.

        None if no scores were missing. Decisions that depend on the treatment of
        missing scores should be interpreted with caution.

        Examples
        --------
        >>> import cddiagram as cd
        >>> scores = {
        ...     "A": dict(zip("abcdefg", [9, 8, 7, 9, 8, 7, 9])),
        ...     "B": dict(zip("abcdef", [1, 2, 3, 2, 1, 3])),
        ... }
        >>> comparison = cd.compare(cd.ScoreTable.from_dict(scores, missing="worst"))
        >>> comparison.sensitivity
        Sensitivity(n_datasets=6, tested=1, changed=())
        """
        if self.table is None or not self.table.incomplete:
            return None
        n_complete = self.table.n - len(self.table.incomplete)
        complete = self.test_results.complete
        if complete is None:
            return Sensitivity(n_datasets=n_complete, tested=0)
        own = self.pairwise.pvalue_adjusted
        other = complete.family.pvalue_adjusted
        changes = significant(own, self.alpha) != significant(other, self.alpha)
        tested = 0
        changed = []
        for i, j in combinations(self.order, 2):
            if np.isnan(own[i, j]) or np.isnan(other[i, j]):
                continue
            tested += 1
            if changes[i, j]:
                changed.append((self.algorithms[i], self.algorithms[j]))
        return Sensitivity(n_datasets=n_complete, tested=tested, changed=tuple(changed))

    @cached_property
    def order(self) -> tuple[int, ...]:
        """The column indices of the algorithms from the best to the worst average rank.
        Average ranks are rounded to nine decimals before they are compared. Tied
        algorithms are in column order.
        """
        return rank_order(self.ranking.average_ranks)

    @cached_property
    def letter_groups(self) -> tuple[tuple[str, tuple[str, ...]], ...] | None:
        """The groups with their letters, sorted by their best-ranked algorithms.

        Two algorithms share a letter if and only if they are not significantly
        different. An algorithm that is significantly different from all others is a
        separate group. A group does not have a letter if all of its pairs are also in
        other groups. The value is None if there is a control, if pairs were not tested,
        if the search for groups was stopped, or if there are more groups than letters
        (a–z and A–Z).

        Examples
        --------
        >>> import cddiagram as cd
        >>> cd.compare(
        ...     cd.load_example("demsar2006-table6-ranks"), alpha=0.10
        ... ).letter_groups
        (('a', ('C4.5+m+cf', 'C4.5+m', 'C4.5+cf')), ('b', ('C4.5+cf', 'C4.5')))
        """
        if self.control is not None or self.untested or not self.groups_complete:
            return None
        lettered = self._position_groups.lettered
        if lettered is None:
            return None
        return tuple((letter, self._names_at(group)) for letter, group in lettered)

    @property
    def letters(self) -> dict[str, str] | None:
        """The letters of each algorithm (compact letter display), sorted by average
        ranks.

        None if `letter_groups` is None.

        Examples
        --------
        >>> import cddiagram as cd
        >>> cd.compare(cd.load_example("demsar2006-table6-ranks"), alpha=0.10).letters
        {'C4.5+m+cf': 'a', 'C4.5+m': 'a', 'C4.5+cf': 'ab', 'C4.5': 'b'}
        """
        groups = self.letter_groups
        if groups is None:
            return None
        letters = dict.fromkeys((self.algorithms[i] for i in self.order), "")
        for letter, names in groups:
            for name in names:
                letters[name] += letter
        return letters

    @cached_property
    def rank_intervals(self) -> dict[str, tuple[int, int]]:
        """The simultaneous confidence intervals for the ranks, sorted by average ranks.

        The lower limit is 1 plus the number of significantly better algorithms. The
        upper limit is k minus the number of significantly worse algorithms. The
        statistic of a pair determines which algorithm is better. The joint coverage of
        the intervals is at least 1 - alpha if the tests control the family-wise error
        rate in the strong sense, that is, regardless of which algorithms perform
        equally. An interval does not necessarily contain the position of the algorithm
        in the order of average ranks.

        Examples
        --------
        >>> import cddiagram as cd
        >>> cd.compare(
        ...     cd.load_example("demsar2006-table6-ranks"), alpha=0.10
        ... ).rank_intervals
        {'C4.5+m+cf': (1, 3), 'C4.5+m': (1, 3), 'C4.5+cf': (1, 4), 'C4.5': (3, 4)}
        """
        from cddiagram.comparing.rank_bounds import rank_intervals

        limits = rank_intervals(
            self.pairwise.statistic, self.different(), self.ranking.average_ranks
        )
        intervals = {}
        for i in self.order:
            lower, upper = limits[i].tolist()
            intervals[self.algorithms[i]] = (lower, upper)
        return intervals

    @property
    def headline(self) -> OmnibusResult | None:
        """The omnibus test that is reported first.

        For Friedman ranks, this is Friedman's test if its p-value is exact, and
        otherwise the Iman–Davenport test.
        """
        corrected = self.plan.tie_correction is True
        matching = [test for test in self.omnibus if test.tie_corrected == corrected]
        tests = matching or list(self.omnibus)
        for name in ("friedman-exact", "iman-davenport"):
            for test in tests:
                if test.name == name:
                    return test
        if not tests:
            return None
        return tests[0]

    @property
    def error_control(self) -> ErrorControl:
        """The error rate that the post-hoc tests control, and the condition for this
        control.
        """
        control = self.plan.error_control(self.pairwise.n_hypotheses)
        if control.condition != "transitive" or self.table is None:
            return control
        if len(np.unique(self.table.scores)) > 2:
            return control
        # If the scores have only two distinct values, such as 0 and 1, all tests are
        # tests for equal means. Equality of means is transitive.
        return replace(control, condition="any")

    @property
    def untested(self) -> int:
        """The number of pairs without an adjusted p-value."""
        k = len(self.algorithms)
        return (int(np.isnan(self.pairwise.pvalue_adjusted).sum()) - k) // 2

    def at(self, alpha: float) -> Comparison:
        """Return the comparison with decisions at a different significance level.

        Parameters
        ----------
        alpha : float
            The new significance level, in (0, 1).

        Returns
        -------
        Comparison
            A comparison with the same test results, and with the groups, critical
            difference and decisions at the new level.

        Raises
        ------
        UsageError
            If alpha is outside (0, 1).

        Examples
        --------
        >>> import cddiagram as cd
        >>> comparison = cd.compare(cd.load_example("demsar2006-table6-ranks"))
        >>> len(comparison.groups), len(comparison.at(0.10).groups)
        (1, 2)
        """
        return replace(self, alpha=check_alpha(alpha))

    def different(self) -> NDArray[np.bool_]:
        """Return a boolean array of shape (k, k) that is True for significantly
        different pairs. It is False for pairs that were not tested.
        """
        return significant(self.pairwise.pvalue_adjusted, self.alpha)

    def plot(self, kind: FigureKey = "cd", **options: Any) -> DrawingView:
        """Draw a figure of the comparison.

        Parameters
        ----------
        kind : str, default "cd"
            The figure. It is named after the function that draws it: `plot_rank_bars`
            draws ``"rank-bars"``. All functions that draw a comparison are available.
        **options : Any
            The options for the function that draws the figure. ``"pair-scatter"``
            requires `first` and `second`; ``"score-cost"`` requires `cost`.

        Returns
        -------
        Drawing
            The drawing returned by the function.

        Raises
        ------
        UsageError
            If the figure is unknown or does not show a comparison, or if the function
            that draws the figure raises this error.
        LayoutError
            If the figure does not fit within the width.

        Examples
        --------
        >>> import cddiagram as cd
        >>> comparison = cd.compare(cd.load_example("demsar2006-table6-ranks"))
        >>> comparison.plot("mcb", width="page").provenance.made
        'plot_mcb'
        """
        drawing: DrawingView = view("plot")(self, kind, **options)
        return drawing

    def caption(
        self,
        figure: str = "cd",
        *,
        letters: str | bool = "auto",
        show_rank_intervals: bool = False,
        of: str = "scores",
        latex: bool = False,
        style: str = "default",
    ) -> str:
        """Return the caption of a figure.

        Parameters
        ----------
        figure : str, default "cd"
            The figure, as in `plot`, or ``"cd-sequence"``, ``"cd-stack"`` or
            ``"assumptions"``. The caption of a sequence describes only the properties
            that all of its comparisons have in common.
        letters : {"auto", True, False}, default "auto"
            Whether letters show the groups, as in `plot_cd`.
        show_rank_intervals : bool, default False
            Whether the figure shows rank intervals, as in `plot_cd`.
        of : {"scores", "differences"}, default "scores"
            The values shown in the assumptions figure, as in `plot_assumptions`.
        latex : bool, default False
            Whether to return LaTeX, in which names are escaped and numbers are in math
            mode.
        style : {"default", "apa"}, default "default"
            The style of p-values and significance levels. "default" prints 0.05; "apa"
            prints .05, as the American Psychological Association recommends.

        Returns
        -------
        str
            The caption, with the same numbers as the figure.

        Raises
        ------
        UsageError
            If the figure is unknown, or if it requires scores or a critical difference
            that the comparison does not have.
        InputError
            If rank bars or an MCB figure cannot be drawn because a pair was not tested
            or an average rank is not positive.
        """
        options = {
            "letters": letters,
            "show_rank_intervals": show_rank_intervals,
            "of": of,
        }
        caption = view("caption")(self, figure, latex=latex, style=style, **options)
        return str(caption)

    def description(self) -> str:
        """Return a description for readers who cannot see the figures.

        The description reports the average ranks, the tests and all decisions. It can
        be used as the alternative text for a figure. `Drawing.description` describes a
        specific figure.

        Returns
        -------
        str
            The description, in at most 2,000 characters. Long lists of names are
            shortened.

        Examples
        --------
        >>> import cddiagram as cd
        >>> comparison = cd.compare(cd.load_example("garcia2008-table2"))
        >>> print(comparison.description()[:41])
        Comparison: 5 algorithms on 30 data sets.
        """
        return str(view("description")(self))

    def methods(
        self, *, latex: bool = False, cite: str = "cite", style: str = "default"
    ) -> str:
        r"""Return the methods paragraph with its sources.

        Parameters
        ----------
        latex : bool, default False
            Whether to return LaTeX, in which names are escaped, numbers are in math
            mode, and sources are cited with ``\cite``. The method `references` returns
            the corresponding BibTeX entries.
        cite : {"cite", "citep", "autocite", "parencite"}, default "cite"
            The LaTeX command for citations. ``"citep"`` requires natbib, and the last
            two commands require biblatex.
        style : {"default", "apa"}, default "default"
            The style of p-values and significance levels. "default" prints 0.05; "apa"
            prints .05, as the American Psychological Association recommends.

        Returns
        -------
        str
            The paragraph, with the same numbers as in the figures.

        Raises
        ------
        UsageError
            If the citation command is unknown.

        Examples
        --------
        >>> import cddiagram as cd
        >>> comparison = cd.compare(
        ...     cd.load_example("demsar2006-table6-ranks"), alpha=0.10
        ... )
        >>> "asymptotic two-sided Nemenyi test (Nemenyi, 1963)" in comparison.methods()
        True
        """
        return str(view("methods")(self, latex=latex, cite=cite, style=style))

    def references(self) -> str:
        """Return the BibTeX entries for the sources that `methods` cites.

        Examples
        --------
        >>> import cddiagram as cd
        >>> print(
        ...     cd.compare(cd.load_example("demsar2006-table6-ranks")).references()[:20]
        ... )
        @article{demsar2006,
        """
        return str(view("references")(self))

    def tabulate(  # type: ignore[override]  # no key but these
        self, key: TableKey = "pairs", **options: Unpack[TableOptions]
    ) -> TableView:
        """Return a table of the comparison, which can be written in several formats.

        Parameters
        ----------
        key : {"scores", "leaderboard", "ranks", "pairs", "pvalues", "effects", "omnibus", "contrasts", "assumptions"}
            The table to return.

            * "scores": the scores, with the best score on each data set highlighted,
              followed by ranks, letters, wins, ties and losses.
            * "leaderboard": ranks with their intervals, letters, average ranks, wins,
              ties, losses and Elo ratings.
            * "ranks": average ranks with groups or decisions.
            * "pairs": the pairwise tests.
            * "pvalues": adjusted p-values as a matrix.
            * "effects": effect sizes of pairs.
            * "omnibus": omnibus tests.
            * "contrasts": contrast estimates as a matrix.
            * "assumptions": tests of normality.
        rope : float, optional
            Half the width of the region of practical equivalence. If `rope` is
            specified, the table of pairs also contains simultaneous confidence
            intervals and the verdicts of `equivalence`.
        decimals : int, optional
            The number of decimals in the table of scores. By default, it is the number
            of decimals in the data, or the number that gives the largest score four
            digits.
        ranks : bool, default False
            Whether the table of scores contains ranks in parentheses.
        spread : bool, default True
            Whether the table of scores contains the standard deviations over runs, if
            runs were read.

        Returns
        -------
        Table
            The table, with the methods ``to_frame``, ``to_dict``, ``to_csv``,
            ``to_text``, ``to_markdown``, ``to_latex`` and ``to_html``.

        Raises
        ------
        UsageError
            If the table is unknown, requires scores that the comparison does not have,
            or does not support an option, or if `equivalence` raises this error for
            `rope`.

        Examples
        --------
        >>> import cddiagram as cd
        >>> comparison = cd.compare(
        ...     cd.load_example("demsar2006-table6-ranks"), alpha=0.10
        ... )
        >>> [row[0].text for row in comparison.tabulate("ranks").rows]
        ['C4.5+m+cf', 'C4.5+m', 'C4.5+cf', 'C4.5']
        """
        table: TableView = view("tabulate")(self, key, **options)
        return table

    def to_latex(
        self,
        *,
        rope: float | None = None,
        preamble: bool = True,
        width: str | float | None = None,
    ) -> str:
        """Return the tables of ranks and pairs as LaTeX.

        Parameters
        ----------
        rope : float, optional
            As in `tabulate`.
        preamble : bool, default True
            Whether the LaTeX source begins with the definitions that the tables
            require.
        width : str or float, optional
            The width of the column or page in inches, or a name such as
            ``"ieee-column"``, as for figures. The default is 12 cm. For the full page
            width of a two-column layout, the tables use the ``table*`` environment.

        Returns
        -------
        str
            The LaTeX source of the tables.

        Raises
        ------
        UsageError
            If the width is unknown, or if `equivalence` raises this error for `rope`.
        """
        options = {"rope": rope, "preamble": preamble, "width": width}
        return str(view("to_latex")(self, **options))

    def to_markdown(self, *, rope: float | None = None) -> str:
        """Return the tables of ranks and pairs as Markdown. The option `rope` is
        described in `tabulate`.
        """
        return str(view("to_markdown")(self, rope=rope))

    def summary(self) -> str:
        """Return a short summary of the ranks, the omnibus tests and the groups."""
        return str(view("summary")(self))

    def __str__(self) -> str:
        return self.summary()

    def _repr_html_(self) -> str:
        return str(view("notebook page")(self))

    def to_dict(self) -> dict[str, Any]:
        """Return the comparison as a JSON-serialisable dict with numbers at full
        precision.

        The item ``"schema"`` is the version of the format. The item ``"pairs"``
        contains one record for each tested pair. The page "The JSON format" in the user
        guide describes all keys.
        """
        pairs = self.pairwise.to_dict()
        lower = pairs.pop("pvalue_adjusted_lower")
        options = [[option, str(value)] for option, value in self.choices.items()]
        table = None
        common = None
        if self.table is not None:
            table = self.table.to_dict()
            common = self.table.common.tolist()
        pairwise = {
            **pairs,
            "options": options,
            "pvalue_adjusted_lower": lower,
            "different": plain(self.different()),
            "n_datasets": common,
        }
        letters = None
        if self.letter_groups is not None:
            letters = {letter: list(names) for letter, names in self.letter_groups}
        intervals = {name: list(limits) for name, limits in self.rank_intervals.items()}
        assumptions = None
        if self.assumptions is not None:
            assumptions = {
                "normality": plain(self.assumptions.normality),
                "levene": plain(self.assumptions.levene),
            }
        return {
            "schema": SCHEMA,
            "made_from": self.made_from,
            "n_datasets": self.n_datasets,
            "algorithms": list(self.algorithms),
            "table": table,
            "alpha": self.alpha,
            "test": self.test,
            "ranking": self.ranking.to_dict(),
            "omnibus": [result.to_dict() for result in self.omnibus],
            "pairs": plain(self.pair_rows()),
            "pairwise": pairwise,
            "critical_difference": plain(self.critical_difference),
            "groups": [list(group.algorithms) for group in self.groups],
            "groups_complete": self.groups_complete,
            "letters": letters,
            "rank_intervals": intervals,
            "control": self.control,
            "control_chosen": self.control_chosen,
            "not_different": list(self.not_different),
            "notes": list(self.notes),
            "sensitivity": plain(self.sensitivity),
            "effects": plain(self.effects),
            "contrasts": plain(self.contrasts),
            "assumptions": assumptions,
        }

    def to_frame(  # type: ignore[override]
        self, key: TableKey = "pairs", **options: Unpack[TableOptions]
    ) -> pd.DataFrame:
        """Return a table of the comparison as a pandas data frame.

        Numbers have full precision, and names are in the index.

        Parameters
        ----------
        key : str, default "pairs"
            The table, as in `tabulate`. The table ``"pairs"`` has one row for each
            tested pair, with the better-ranked algorithm first. Its columns are named
            after the keys in the JSON format. All other tables have the same column
            headers as in `tabulate`.
        **options : Any
            As in `tabulate`.

        Returns
        -------
        pandas.DataFrame
            The table.

        Raises
        ------
        UsageError
            As for `tabulate`.

        Examples
        --------
        >>> import cddiagram as cd
        >>> comparison = cd.compare(
        ...     cd.load_example("demsar2006-table6-ranks"), alpha=0.10
        ... )
        >>> comparison.to_frame().loc[("C4.5+m", "C4.5"), "different"]
        np.True_
        >>> comparison.to_frame("ranks").loc["C4.5", "Letters"]
        'b'
        """
        frame: pd.DataFrame = view("to_frame")(self, key, **options)
        return frame

    def pair_rows(self, rope: float | None = None) -> list[dict[str, Any]]:
        """Return one dict of names and numbers for each tested pair, with the
        better-ranked algorithm first.

        The option `rope` is described in `tabulate`.
        """
        pairs = self.pairwise
        different = self.different()
        ranks = self.ranking.average_ranks
        common = None
        if self.table is not None and self.plan.incomplete:
            common = self.table.common
        rows = []
        for i, j in combinations(self.order, 2):
            if np.isnan(pairs.pvalue[i, j]):
                continue
            row: dict[str, Any] = {
                "algorithm": self.algorithms[i],
                "other": self.algorithms[j],
                "average_rank": float(ranks[i]),
                "average_rank_other": float(ranks[j]),
                "statistic": float(pairs.statistic[i, j]),
                "pvalue": float(pairs.pvalue[i, j]),
                "pvalue_adjusted": float(pairs.pvalue_adjusted[i, j]),
                "method": str(pairs.method[i, j]),
            }
            if common is not None:
                row["n_datasets"] = int(common[i, j])
            row["different"] = bool(different[i, j])
            rows.append(row)
        if rope is None:
            return rows
        verdicts = self.equivalence(rope).pair_rows()
        return [row | verdict for row, verdict in zip(rows, verdicts, strict=True)]
