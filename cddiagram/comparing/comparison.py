"""The result of `cddiagram.compare`, with all numbers, decisions and texts."""

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
    from cddiagram.stats import Assumptions, Effects


#: The tables of a comparison; `cddiagram.features.TABLES` lists their functions.
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


#: The figures of one comparison; `cddiagram.figures.registry` lists all figures.
FigureKey = Literal[
    "cd",
    "rank-bars",
    "pvalue-matrix",
    "pair-matrix",
    "pair-scatter",
    "mcb",
    "rank-distribution",
    "forest",
    "score-cost",
]


class TableOptions(TypedDict, total=False):
    """The options of the tables of pairs and of scores in `Comparison.tabulate`."""

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
        Two or more names, ordered by average rank, ties by column.
    """

    algorithms: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Sensitivity:
    """The decisions that change on the data sets without missing scores; see
    `Comparison.sensitivity`.

    Attributes
    ----------
    n_datasets : int
        The number of data sets without missing scores.
    tested : int
        The number of pairs with a decision in both comparisons; 0 if there are fewer
        than two data sets without missing scores.
    changed : tuple of (str, str)
        The pairs that are significantly different in one of the comparisons only, with
        the better average rank first.
    """

    n_datasets: int
    tested: int
    changed: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Comparison(Result):
    """The ranks, tests and groups of algorithms. Made by `cddiagram.compare`.

    Attributes
    ----------
    table : ScoreTable or None
        The scores; None for average ranks or p-values from elsewhere.
    plan : Plan
        The options of the tests.
    test_results : TestResults
        The results of the tests. Its parts are attributes of the comparison as well.
    alpha : float
        The level of the decisions. Adjusted p-values up to alpha are significant.

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
        """The number of data sets; None for p-values from elsewhere."""
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

        There are none for two algorithms, whose pairwise test is the only test.
        """
        return self.test_results.omnibus

    @property
    def pairwise(self) -> PairwiseResult:
        """The post-hoc tests. They never depend on the omnibus test."""
        return self.test_results.pairwise

    @property
    def test(self) -> str:
        """The name of the post-hoc procedure in print."""
        if self.test_results.given is not None:
            return self.test_results.given
        return self.plan.label_of(self.method)

    @property
    def method(self) -> str:
        """The method by which p-values of pairs were obtained.

        It is ``"exact"``, ``"asymptotic"``, ``"Monte Carlo"``, or several of them.
        """
        methods = {str(method) for method in self.pairwise.method.ravel().tolist()}
        return ", ".join(sorted(methods - {""}))

    @property
    def control(self) -> str | None:
        """The algorithm that the others are compared with."""
        return self.test_results.control

    @property
    def control_chosen(self) -> str | None:
        """How the control was chosen.

        ``"before"`` is a control that was specified in advance; ``"after"`` is the best-ranked
        algorithm, selected after seeing the results. None without a control.
        """
        return self.plan.control_chosen

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes about ties by the tolerance for the last digits of scores, and about
        pairs whose differences are all equal.
        """
        return self.test_results.notes

    @property
    def choices(self) -> Mapping[str, Any]:
        """The options that affected the pairwise tests, with their values.

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
        """The groups as positions in `order`; none with a control."""
        if self.control is not None:
            return PositionGroups(len(self.algorithms))
        return PositionGroups.of(self._joined[np.ix_(self.order, self.order)])

    def _names_at(self, positions: tuple[int, ...]) -> tuple[str, ...]:
        """Return the algorithms at some positions in `order`."""
        return tuple(self.algorithms[self.order[position]] for position in positions)

    @cached_property
    def _joined(self) -> NDArray[np.bool_]:
        """The pairs that were tested and are not significantly different."""
        adjusted = self.pairwise.pvalue_adjusted
        return ~significant(adjusted, self.alpha) & ~np.isnan(adjusted)

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        """Maximal groups of two or more algorithms that are not significantly
        different, best first; empty with a control.
        """
        groups = []
        for positions in self._position_groups.groups:
            groups.append(Group(algorithms=self._names_at(positions)))
        return tuple(groups)

    @property
    def groups_complete(self) -> bool:
        """Whether the groups are complete; the search stops if there are too many."""
        return self._position_groups.complete

    @cached_property
    def not_different(self) -> tuple[str, ...]:
        """With a control: the algorithms that are not significantly different from it,
        best average rank first.
        """
        if self.control is None:
            return ()
        row = self._joined[self.algorithms.index(self.control)]
        return tuple(self.algorithms[i] for i in self.order if row[i])

    @cached_property
    def critical_difference(self) -> float | None:
        """The smallest significant difference of average ranks.

        None if the procedure does not have one, or if even the largest possible
        difference is not significant.
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
        """Two differences of average ranks: smaller ones than the first are never
        significant, and from the second on they always are.

        Both are the critical difference, if there is one. Otherwise they are the
        critical differences without an adjustment and with Bonferroni's; between them,
        the decision depends on the other pairs. One of them is None if there is no such
        difference. The result is None if tests are not made on ranks, or if p-values
        come from elsewhere.

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
            return None  # None, or 0 because all algorithms are tied
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
        """The largest possible difference of two average ranks under the variance of
        the tests.

        A variance that is computed from the ranks at hand is the variance of exchanges
        of these ranks within each data set. A residual variance also depends on the
        order of the ranks, and does not have such a limit.
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
        """The smallest attainable p-value of a pair, and the same adjusted, if above
        alpha.

        Then no result of this design could be significant. None if a result could be
        significant, and for tests without a smallest p-value.

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
        """Effect sizes of all pairs, computed on first use; None without a table."""
        return self.effects_at(0.95)

    def effects_at(self, confidence: float) -> Effects | None:
        """Return `effects` with intervals of another confidence level.

        Parameters
        ----------
        confidence : float
            The confidence level of each interval, between 0 and 1.

        Returns
        -------
        Effects or None
            The effect sizes; None without a table.

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
        """`effects` with simultaneous confidence intervals; None without a table.

        Each interval has the level 1 - alpha / m, with m the number of all pairs, or of
        the pairs with a control that was specified in advance. So all intervals are
        right at the same time with probability at least 1 - alpha, whatever the
        adjustment of the p-values. With few data sets the intervals are infinite.

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

        "Not significantly different" does not imply this. A pair is equivalent if its
        interval of `simultaneous_effects` is within -rope, ..., rope. It is different
        if the comparison decides so; a pair can be both. All other pairs are inconclusive.
        At most a share alpha of tables has a false equivalence. Differences have the
        error rate of the tests. The comparison must have ``pair_test="wilcoxon"``, the
        test that the intervals invert.

        Parameters
        ----------
        rope : float
            Half the width of the region of practical equivalence, in the units of the
            scores. It does not have a default, because the table does not determine how
            large a relevant difference is.

        Returns
        -------
        Equivalence
            The verdicts, with ``verdict``, ``to_frame`` and ``summary``.

        Raises
        ------
        UsageError
            If the rope is not a positive number, or the comparison has another pairwise
            test.

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
                " requires intervals that invert the signed-rank test. Compare with ",
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
        """Compute the probabilities that one algorithm of a pair is practically better,
        and that both are equivalent.

        The test is the Bayesian signed-rank test or sign test (B16 5; Benavoli et al.
        2014 and 2017). The results are posterior probabilities of single pairs. They
        are not error rates, and not adjusted for the number of pairs.

        Parameters
        ----------
        rope : float
            Half the width of the region of practical equivalence, in the units of the
            scores.
        pair_test : {"wilcoxon", "sign"}, optional
            The test whose Bayesian counterpart is used. By default the test of the
            comparison, and "wilcoxon" if it is based on average ranks.
        prior : float, optional
            The strength of the prior within the ROPE, in data sets. By default 0.5 for
            the signed-rank test, and 1 for the sign test.
        draws, seed : int, default 50000 and 0
            The number of samples of the posterior of the signed-rank test, at least
            1000, and the seed. The sign test is exact.

        Returns
        -------
        Posterior
            The probabilities, with ``better``, ``equivalent``, ``decide``, ``to_frame``
            and ``summary``.

        Raises
        ------
        UsageError
            If a value is out of range, the pairwise test does not have a Bayesian
            counterpart, or the comparison was made without scores.

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
                "posterior probabilities require scores, but this comparison was made from "
                "p-values. Compare a table of scores instead."
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
        """Contrast estimates based on medians (G10 3.3), shape (k, k), in the units of
        the table; None if scores are missing.
        """
        if self.table is None or self.table.has_gaps:
            return None
        from cddiagram.stats import pair_contrasts

        return pair_contrasts(self.table.exact)

    @cached_property
    def assumptions(self) -> Assumptions | None:
        """Tests of normality and of equal variances (WEB), computed on first use; None
        if scores are missing.
        """
        if self.table is None or self.table.has_gaps:
            return None
        from cddiagram.stats import check_assumptions

        return check_assumptions(self.table)

    @cached_property
    def sensitivity(self) -> Sensitivity | None:
        """The decisions that change on the data sets without missing scores.

        None if no score was missing. A decision that depends on the treatment of
        missing scores should be checked.

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
        """The columns from best to worst: by average rank (to 1e-9), ties by column."""
        return rank_order(self.ranking.average_ranks)

    @cached_property
    def letter_groups(self) -> tuple[tuple[str, tuple[str, ...]], ...] | None:
        """The groups with letters, best first.

        Two algorithms share a letter if and only if they are not significantly
        different. An algorithm that is significantly different from all others is a
        group of its own. A group whose pairs are all in other groups does not have a
        letter. None with a control, if pairs were not tested, if the search for groups
        was stopped, or if there are more groups than the letters a-z and A-Z.

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
        """The letters of each algorithm, best first, known as a compact letter display.

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
        """Simultaneous confidence intervals of the ranks, best average rank first.

        The lower limit is 1 + the number of algorithms that are significantly better,
        the upper limit is k - the number that are significantly worse. The statistic of
        a pair determines which algorithm is better. All intervals are right at the same
        time with probability at least 1 - alpha if the tests control the family-wise
        error rate whichever algorithms are equal. An interval need not contain the rank
        of the algorithm by its average rank.

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

        It is Friedman's test if its p-value is exact, and otherwise Iman and
        Davenport's, as in the papers.
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
        """The error rate that the post-hoc tests control, and under which condition."""
        control = self.plan.error_control(self.pairwise.n_hypotheses)
        if control.condition != "transitive" or self.table is None:
            return control
        if len(np.unique(self.table.scores)) > 2:
            return control
        # With two distinct values, such as 0 and 1, all tests are tests of equal means,
        # and equality of means is transitive.
        return replace(control, condition="any")

    @property
    def untested(self) -> int:
        """The number of pairs without an adjusted p-value."""
        k = len(self.algorithms)
        return (int(np.isnan(self.pairwise.pvalue_adjusted).sum()) - k) // 2

    def at(self, alpha: float) -> Comparison:
        """Apply another level to the same tests.

        Parameters
        ----------
        alpha : float
            The new level, in (0, 1).

        Returns
        -------
        Comparison
            The same numbers, with the groups, critical difference and decisions of the
            new level.

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
        """Return which pairs are significantly different, (k, k); False for pairs that
        were not tested.
        """
        return significant(self.pairwise.pvalue_adjusted, self.alpha)

    def plot(self, kind: FigureKey = "cd", **options: Any) -> DrawingView:
        """Draw a figure of the comparison.

        Parameters
        ----------
        kind : str, default "cd"
            ``"cd"``, ``"rank-bars"``, ``"pvalue-matrix"``, ``"pair-matrix"``,
            ``"pair-scatter"``, ``"mcb"``, ``"rank-distribution"``, ``"forest"`` or
            ``"score-cost"``. The figure ``"rank-bars"`` is drawn by
            `plot_rank_bars`, and the other figures by functions with similar names.
        **options : Any
            The options of the function. ``"pair-scatter"`` requires `first` and
            `second`; ``"score-cost"`` requires `cost`.

        Returns
        -------
        Drawing
            The drawing that the function returns.

        Raises
        ------
        UsageError
            If there is no such figure, or if it does not draw a comparison; otherwise
            as for the function.
        LayoutError
            If the figure does not fit the width.

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
        places: bool = False,
        of: str = "scores",
        latex: bool = False,
        style: str = "default",
    ) -> str:
        """Return the caption of a figure.

        Parameters
        ----------
        figure : str, default "cd"
            The figure: ``"cd"``, ``"rank-bars"``, ``"pvalue-matrix"``, ``"mcb"``,
            ``"rank-distribution"``, ``"forest"``, ``"score-cost"``, ``"cd-sequence"``,
            ``"cd-stack"`` or ``"assumptions"``. The caption of a sequence describes what all its
            comparisons have in common with this one.
        letters : {"auto", True, False}, default "auto"
            As in the diagram: whether letters show its groups.
        places : bool, default False
            As ``show_rank_intervals`` of the figure: whether rank intervals are shown.
        of : {"scores", "differences"}, default "scores"
            As in the figure of assumptions: its values.
        latex : bool, default False
            Whether to write LaTeX, with escaped names and numbers as mathematics.
        style : {"default", "apa"}, default "default"
            The style of p-values and levels: 0.05 by default, .05 in the style of the
            American Psychological Association.

        Returns
        -------
        str
            The caption, with the same numbers as the figure.

        Raises
        ------
        UsageError
            If the figure is unknown, or requires scores or a critical difference that
            the comparison does not have.
        InputError
            If rank bars or MCB cannot be drawn, because a pair was not tested or an
            average rank is not positive.
        """
        options = {"letters": letters, "places": places, "of": of}
        caption = view("caption")(self, figure, latex=latex, style=style, **options)
        return str(caption)

    def description(self) -> str:
        """Return a description for readers who do not see the figures.

        It reports the average ranks, the tests and every decision, and serves as the
        alternative text of a figure. `Drawing.description` is the description of a
        certain figure.

        Returns
        -------
        str
            At most 2,000 characters. Long lists of names are shortened.

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
        r"""Return the paragraph about the method, with sources.

        Parameters
        ----------
        latex : bool, default False
            Whether to write LaTeX, with escaped names, numbers as mathematics and
            sources as ``\cite``. `references` returns the BibTeX entries.
        cite : {"cite", "citep", "autocite", "parencite"}, default "cite"
            The LaTeX command of citations: ``"citep"`` is for natbib, the last two for
            biblatex.
        style : {"default", "apa"}, default "default"
            The style of p-values and levels: 0.05 by default, .05 in the style of the
            American Psychological Association.

        Returns
        -------
        str
            The paragraph, with the same numbers as the figures.

        Raises
        ------
        UsageError
            If the command is unknown.

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
        """Return the BibTeX entries of the sources that `methods` cites.

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
        """Return a table of the comparison, for any format.

        Parameters
        ----------
        key : {"scores", "leaderboard", "ranks", "pairs", "pvalues", "effects", "omnibus", "contrasts", "assumptions"}
            The table.

            * "scores": the scores, with the best of each data set marked, and below
              them ranks, letters, wins, ties and losses.
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
            For the table of pairs: add the simultaneous intervals and verdicts of
            `equivalence`.
        decimals : int, optional
            For the table of scores: the number of decimals. By default as in the
            scores, or four digits of the largest score.
        ranks : bool, default False
            For the table of scores: whether to add ranks in brackets.
        spread : bool, default True
            For the table of scores: whether to add standard deviations over runs, if
            runs were read.

        Returns
        -------
        Table
            The table, with ``to_frame``, ``to_dict``, ``to_csv``, ``to_text``,
            ``to_markdown``, ``to_latex`` and ``to_html``.

        Raises
        ------
        UsageError
            If the table is unknown, requires scores that the comparison does not have,
            or does not have the options; or if `equivalence` raises an error for the
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
        """Return the tables of ranks and of pairs as LaTeX.

        Parameters
        ----------
        rope : float, optional
            As in `tabulate`.
        preamble : bool, default True
            Whether to begin with the definitions that the tables require.
        width : str or float, optional
            The width of the column or page, as for figures: ``"ieee-column"``, ..., or
            inches. By default 12 cm. The page of a venue with two columns results in a
            ``table*``.

        Returns
        -------
        str
            The source of the tables.

        Raises
        ------
        UsageError
            If the width is unknown, or `equivalence` raises an error for the `rope`.
        """
        options = {"rope": rope, "preamble": preamble, "width": width}
        return str(view("to_latex")(self, **options))

    def to_markdown(self, *, rope: float | None = None) -> str:
        """Return the tables of ranks and pairs as Markdown; `rope` as in `tabulate`."""
        return str(view("to_markdown")(self, rope=rope))

    def summary(self) -> str:
        """Return ranks, omnibus tests and groups in a few lines of text."""
        return str(view("summary")(self))

    def __str__(self) -> str:
        return self.summary()

    def _repr_html_(self) -> str:
        return str(view("notebook page")(self))

    def to_dict(self) -> dict[str, Any]:
        """Return the comparison as a dict for JSON, with all numbers at full precision.

        ``"schema"`` is the number of the format, and ``"pairs"`` has one record for each tested
        pair, with names. The page "The JSON format" of the guide describes every key.
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
            As in `tabulate`. ``"pairs"`` has a row for each tested pair, with the
            better average rank first, and the columns of the JSON format. Other tables
            have the headers of the table as columns.
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
        """Return the tested pairs as rows of names and numbers, better average rank
        first.

        `rope` is as in `tabulate`.
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
