"""The result of `cddiagram.compare`: everything that is known about a table of scores.

More than 400 lines, as most of its public methods show an example.
"""

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


#: The tables of a comparison; `cddiagram.features.TABLES` names what makes them.
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


#: The figures that draw one comparison; `cddiagram.figures.registry` lists all figures.
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
    """What `Comparison.tabulate` takes for the table of pairs, and for that of
    scores.
    """

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
    """How the verdicts change on the data sets without missing scores; see
    `Comparison.sensitivity`.

    `changed` are the pairs, the better average rank first, of which one comparison says
    that they are significantly different and the other does not. `tested` pairs have a
    verdict in both; none where fewer than two data sets are without missing scores.
    """

    n_datasets: int
    tested: int
    changed: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Comparison(Result):
    """Everything that is known about a table of scores: ranks, tests, groups. Made by
    `cddiagram.compare`.

    Attributes
    ----------
    table : ScoreTable or None
        The scores; None when made from average ranks or from p-values.
    plan : Plan
        Which tests were made.
    test_results : TestResults
        What the tests gave; its parts are attributes of the comparison as well.
    alpha : float
        The level of the decisions: adjusted p-values up to alpha are significant.

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
        where = "" if self.n_datasets is None else f" on {self.n_datasets} data sets"
        return (
            f"<Comparison of {len(self.algorithms)} algorithms{where}: {self.test}, "
            f"alpha = {self.alpha:g}>"
        )

    @property
    def algorithms(self) -> tuple[str, ...]:
        """Names, in the column order of the table."""
        return self.test_results.pairwise.algorithms

    @property
    def n_datasets(self) -> int | None:
        """The number of data sets; None for p-values from elsewhere."""
        return self.test_results.n_datasets

    @property
    def made_from(self) -> str:
        """``"scores"``, ``"average ranks"`` or ``"p-values"``: the last two come from
        elsewhere, without scores.
        """
        if self.table is not None:
            return "scores"
        return "average ranks" if self.test_results.given is None else "p-values"

    @property
    def ranking(self) -> Ranking:
        """Ranks and average ranks."""
        return self.test_results.ranking

    @property
    def omnibus(self) -> tuple[OmnibusResult, ...]:
        """One result for each omnibus test; none for two algorithms, whose pairwise
        test is the only test.
        """
        return self.test_results.omnibus

    @property
    def pairwise(self) -> PairwiseResult:
        """The post-hoc tests. They never depend on the omnibus test."""
        return self.test_results.pairwise

    @property
    def test(self) -> str:
        """The name of the post-hoc procedure, as it is printed."""
        return (
            self.plan.label_of(self.method)
            if self.test_results.given is None
            else self.test_results.given
        )

    @property
    def method(self) -> str:
        """How p-values of pairs were obtained: ``"exact"``, ``"asymptotic"``,
        ``"Monte Carlo"``, or several of them.
        """
        methods = {str(word) for row in self.pairwise.method.tolist() for word in row}
        return ", ".join(sorted(methods - {""}))

    @property
    def control(self) -> str | None:
        """The algorithm that the others are compared with."""
        return self.test_results.control

    @property
    def control_chosen(self) -> str | None:
        """``"before"`` for a control named in advance, ``"after"`` for the best one,
        picked after looking; or None.
        """
        return self.plan.control_chosen

    @property
    def notes(self) -> tuple[str, ...]:
        """Where the tolerance for the last digits of scores made ties, and where
        differences are all equal.
        """
        return self.test_results.notes

    @property
    def choices(self) -> Mapping[str, Any]:
        """What was decided for the tests of pairs and is at work in them: option ->
        value.

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
        """The pairs that are not significantly different; a pair that was not tested
        never joins.
        """
        adjusted = self.pairwise.pvalue_adjusted
        return ~significant(adjusted, self.alpha) & ~np.isnan(adjusted)

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        """Maximal groups of two or more algorithms not significantly different, best
        first; empty with a control.
        """
        return tuple(
            Group(algorithms=self._names_at(group))
            for group in self._position_groups.groups
        )

    @property
    def groups_complete(self) -> bool:
        """False if the search stopped because there are too many groups."""
        return self._position_groups.complete

    @cached_property
    def not_different(self) -> tuple[str, ...]:
        """With a control: the algorithms not significantly different from it, ordered
        by average rank.
        """
        if self.control is None:
            return ()
        row = self._joined[self.algorithms.index(self.control)]
        return tuple(self.algorithms[i] for i in self.order if row[i])

    @cached_property
    def critical_difference(self) -> float | None:
        """The smallest significant difference of average ranks.

        None if the procedure has none, or if even the largest possible difference is
        smaller: then no difference can be significant.
        """
        if self.test_results.given is not None:
            return (
                self.test_results.given_difference
                if self.alpha == self.test_results.given_alpha
                else None
            )
        return (
            self._difference(self.pairwise.p_adjust)
            if self.plan.adjustment.single_step
            else None
        )

    @cached_property
    def difference_bounds(self) -> tuple[float | None, float | None] | None:
        """Two differences of average ranks: smaller than the first is never
        significant, from the second on always.

        Both are the critical difference, where there is one. Otherwise they are those
        of tests that are not adjusted, and of Bonferroni's: between the two the other
        pairs take part. One is None where there is no such difference, and both
        together where tests are not made on ranks, or p-values come from elsewhere.

        Examples
        --------
        >>> import cddiagram as cd
        >>> comparison = cd.compare(
        ...     cd.load_example("garcia2008-table2"), p_adjust="holm"
        ... )
        >>> [round(difference, 2) for difference in comparison.difference_bounds]
        [0.8, 1.15]
        """
        if self.test_results.standard_error is None and self.test_results.law is None:
            return None
        if self.plan.adjustment.single_step:
            return self.critical_difference, self.critical_difference
        return self._difference("none"), self._difference(
            "bonferroni"
        ) if self.plan.adjustment.bounded else None

    def _difference(self, p_adjust: str) -> float | None:
        """Return the critical difference of an adjustment in one step."""
        found, count = self.test_results, self.pairwise.n_hypotheses
        if found.law is not None:
            return found.law.critical_difference(self.alpha, p_adjust, count)
        if (
            not found.standard_error
        ):  # none, or 0: everything is tied, and no difference is possible
            return None
        from cddiagram.stats import critical_difference

        k, error = len(self.algorithms), found.standard_error
        difference = critical_difference(
            k,
            error,
            alpha=self.alpha,
            p_adjust=p_adjust,
            n_hypotheses=count,
            df=found.df,
        )
        return None if difference > self._largest_difference + 1e-9 else difference

    @cached_property
    def _largest_difference(self) -> float:
        """The largest difference of two average ranks that can occur under the variance
        of the tests.

        A variance that is computed from the ranks at hand belongs to these ranks,
        exchanged within each data set. A residual variance depends on the order of the
        ranks as well and has no such limit.
        """
        ranking, plan, k = self.ranking, self.plan, len(self.algorithms)
        if self.test_results.df is not None:
            return float("inf")
        from_ranks = plan.tie_correction is True or ranking.kind == "aligned"
        if ranking.ranks is None or not from_ranks:
            return k - 1.0
        spans = ranking.ranks.max(axis=1) - ranking.ranks.min(axis=1)
        return float(np.average(spans, weights=ranking.weights))

    @cached_property
    def unattainable(self) -> tuple[float, float] | None:
        """The smallest p-value that a pair can have on so many data sets, and the same
        adjusted, if above alpha.

        Then no result of this design could be significant. None if one could, and for
        tests without a smallest p-value.

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
        return self._effects(0.95)

    def _effects(self, confidence: float) -> Effects | None:
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
        """`effects` with simultaneous intervals, computed on first use; None without a
        table.

        Each interval has the level 1 - alpha / m, m the number of all pairs, or of
        those with a control named before: so all hold at once with probability at least
        1 - alpha, whatever the adjustment of the p-values is. With few data sets they
        are infinite.

        Examples
        --------
        >>> import cddiagram as cd
        >>> comparison = cd.compare(cd.load_example("garcia2008-table2"))
        >>> round(comparison.simultaneous_effects.confidence, 4)
        0.995
        """
        k = len(self.algorithms)
        return self._effects(
            1
            - self.alpha
            / (k - 1 if self.control_chosen == "before" else k * (k - 1) // 2)
        )

    def equivalence(self, rope: float) -> Equivalence:
        """Judge which pairs are practically equivalent: "not significantly different"
        alone says that of none.

        A pair is equivalent where its interval of `simultaneous_effects` lies in -rope
        .. rope, different where the comparison decides so, and both may hold; all
        others are undecided. At most alpha of tables show a false equivalence; the
        error rate of differences is that of the tests. Needs ``pair_test="wilcoxon"``,
        the test that the intervals invert.

        Parameters
        ----------
        rope : float
            Half the width of the region of practical equivalence, in the units of the
            scores. It has no default: how large a difference matters, no table says.

        Returns
        -------
        Equivalence
            With ``verdict``, ``to_frame`` and ``summary``.

        Raises
        ------
        UsageError
            rope is not a positive number, or the comparison was made by another test of
            pairs.

        Examples
        --------
        >>> import cddiagram as cd
        >>> comparison = cd.compare(
        ...     cd.load_example("garcia2008-table2"), pair_test="wilcoxon"
        ... )
        >>> comparison.equivalence(0.15).to_frame()["verdict"].value_counts().to_dict()
        {'different': 5, 'equivalent': 2, 'different and negligible': 2, 'undecided': 1}
        """
        from cddiagram.comparing.practical import Equivalence, check_rope, verdicts_of

        effects = self.simultaneous_effects
        if self.table is None or effects is None or self.plan.pair_test != "wilcoxon":
            needs = (
                " is judged by intervals that invert the signed-rank test: compare "
                "with "
            )
            raise UsageError(
                Option("rope"), needs, Option("pair_test", "wilcoxon"), "."
            )
        self.table.check_complete("equivalence")
        rope, different, tested = (
            check_rope(rope),
            self.different(),
            ~np.isnan(self.pairwise.pvalue_adjusted),
        )
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
        """Compute how probable it is that one algorithm of a pair is practically
        better, or both are equivalent.

        The Bayesian signed-rank test, or sign test (B16 5; Benavoli et al. 2014 and
        2017). What they give are posterior probabilities of single pairs: no error
        rates, and not adjusted for the number of pairs.

        Parameters
        ----------
        rope : float
            Half the width of the region of practical equivalence, in the units of the
            scores.
        pair_test : {"wilcoxon", "sign"}, optional
            Whose Bayesian counterpart; by default that of the comparison, and
            "wilcoxon" where it tests mean ranks.
        prior : float, optional
            Strength of the prior within the rope, in data sets: 0.5 for the signed-rank
            test, 1 for the sign test.
        draws, seed : int, default 50000 and 0
            Of the signed-rank test: how many samples of the posterior are counted, at
            least 1000. The sign test is exact.

        Returns
        -------
        Posterior
            With ``better``, ``equivalent``, ``decide``, ``to_frame`` and ``summary``.

        Raises
        ------
        UsageError
            A value out of its range, a test of pairs without Bayesian counterpart, or a
            comparison without scores.

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

        asked = pair_test or self.plan.pair_test
        test = {"wilcoxon": "signed-rank", "ranks": "signed-rank", "sign": "sign"}.get(
            asked
        )
        if self.table is None:
            raise UsageError(
                "a posterior needs scores, and this comparison was made from p-values."
            )
        if test is None:
            needs = (
                f" '{asked}' has no Bayesian counterpart here: take 'wilcoxon' or "
                "'sign'."
            )
            raise UsageError(Option("pair_test"), needs)
        self.table.check_complete("a posterior")
        return posterior_of(
            self.table, self.order, rope, test=test, prior=prior, draws=draws, seed=seed
        )

    @cached_property
    def contrasts(self) -> FloatArray | None:
        """Contrast estimates on medians (G10 3.3), shape (k, k), in the table's units;
        None without every score.
        """
        if self.table is None or self.table.has_gaps:
            return None
        from cddiagram.stats import pair_contrasts

        return pair_contrasts(self.table.exact)

    @cached_property
    def assumptions(self) -> Assumptions | None:
        """Tests of normality and of equal variances (WEB), computed on first use; None
        without every score.
        """
        if self.table is None or self.table.has_gaps:
            return None
        from cddiagram.stats import check_assumptions

        return check_assumptions(self.table)

    @cached_property
    def sensitivity(self) -> Sensitivity | None:
        """What the tests say on the data sets without missing scores alone; None where
        no score was missing.

        Whatever was done about missing scores, a verdict that hangs on it is worth a
        second look.

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
        complete, n = (
            self.test_results.complete,
            self.table.n - len(self.table.incomplete),
        )
        if complete is None:
            return Sensitivity(n_datasets=n, tested=0)
        own, other = self.pairwise.pvalue_adjusted, complete.family.pvalue_adjusted
        tested = np.triu(
            ~np.isnan(
                own[np.ix_(self.order, self.order)]
                + other[np.ix_(self.order, self.order)]
            )
        )
        changed = significant(own, self.alpha) != significant(other, self.alpha)
        pairs = [(self.order[i], self.order[j]) for i, j in np.argwhere(tested)]
        names = tuple(
            (self.algorithms[i], self.algorithms[j]) for i, j in pairs if changed[i, j]
        )
        return Sensitivity(n_datasets=n, tested=len(pairs), changed=names)

    @cached_property
    def order(self) -> tuple[int, ...]:
        """Columns from best to worst: by average rank (to 1e-9), ties by column."""
        return rank_order(self.ranking.average_ranks)

    @cached_property
    def letter_groups(self) -> tuple[tuple[str, tuple[str, ...]], ...] | None:
        """The groups that have letters, the best first: two algorithms share one if and
        only if they do not differ.

        An algorithm that is significantly different from all others is a group of its
        own; a group whose pairs all lie in others has no letter. None with a control,
        where pairs were not tested, where the search for groups was stopped, or where
        the alphabet ends: after a-z and A-Z.

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
        """The letters of each algorithm, best first: a compact letter display; None as
        for `letter_groups`.

        Examples
        --------
        >>> import cddiagram as cd
        >>> cd.compare(cd.load_example("demsar2006-table6-ranks"), alpha=0.10).letters
        {'C4.5+m+cf': 'a', 'C4.5+m': 'a', 'C4.5+cf': 'ab', 'C4.5': 'b'}
        """
        groups, names = self.letter_groups, [self.algorithms[i] for i in self.order]
        if groups is None:
            return None
        within = [(letter, frozenset(group)) for letter, group in groups]
        return {
            name: "".join(letter for letter, group in within if name in group)
            for name in names
        }

    @cached_property
    def rank_intervals(self) -> dict[str, tuple[int, int]]:
        """The places of the pool that each algorithm may hold, the first and the last,
        by average rank.

        The first is 1 + the number of algorithms significantly better than it, the last
        is k - the number significantly worse; who is better says the statistic of the
        pair. All of them hold at once with probability at least 1 - alpha if the tests
        control the family-wise error rate, whichever algorithms are equal. An interval
        may leave out the algorithm's own place by average rank.

        Examples
        --------
        >>> import cddiagram as cd
        >>> cd.compare(
        ...     cd.load_example("demsar2006-table6-ranks"), alpha=0.10
        ... ).rank_intervals
        {'C4.5+m+cf': (1, 3), 'C4.5+m': (1, 3), 'C4.5+cf': (1, 4), 'C4.5': (3, 4)}
        """
        from cddiagram.comparing.rank_bounds import rank_intervals

        found = rank_intervals(
            self.pairwise.statistic, self.different(), self.ranking.average_ranks
        )
        return {
            self.algorithms[i]: (int(found[i, 0]), int(found[i, 1])) for i in self.order
        }

    @property
    def headline(self) -> OmnibusResult | None:
        """The omnibus test that decides: Friedman's where its p is exact, else
        Iman-Davenport as in the papers.
        """
        corrected = self.plan.tie_correction is True
        wanted = [
            result for result in self.omnibus if result.tie_corrected == corrected
        ] or [*self.omnibus]
        wanted.sort(
            key=lambda result: (
                result.name != "friedman-exact",
                result.name != "iman-davenport",
            )
        )
        return wanted[0] if wanted else None

    @property
    def error_control(self) -> ErrorControl:
        """Which error rate the post-hoc tests control, and on which condition."""
        control = self.plan.error_control(self.pairwise.n_hypotheses)
        table = self.table
        if (
            control.condition == "transitive"
            and table is not None
            and len(np.unique(table.scores)) <= 2
        ):
            # With two values, such as 0 and 1, all tests are of equal means, and
            # equality of means is transitive.
            return replace(control, condition="any")
        return control

    @property
    def untested(self) -> int:
        """How many of all pairs have no adjusted p-value."""
        k = len(self.algorithms)
        return (int(np.isnan(self.pairwise.pvalue_adjusted).sum()) - k) // 2

    def at(self, alpha: float) -> Comparison:
        """Decide the same tests at another level, without testing again.

        Parameters
        ----------
        alpha : float
            The new level, in (0, 1).

        Returns
        -------
        Comparison
            The same numbers, with groups, critical difference and decisions of the new
            level.

        Raises
        ------
        UsageError
            alpha outside (0, 1).

        Examples
        --------
        >>> import cddiagram as cd
        >>> comparison = cd.compare(cd.load_example("demsar2006-table6-ranks"))
        >>> len(comparison.groups), len(comparison.at(0.10).groups)
        (1, 2)
        """
        return replace(self, alpha=check_alpha(alpha))

    def different(self) -> NDArray[np.bool_]:
        """Return which pairs are significantly different: a (k, k) array, False where
        nothing was tested.
        """
        return significant(self.pairwise.pvalue_adjusted, self.alpha)

    def plot(self, kind: FigureKey = "cd", **options: Any) -> DrawingView:
        """Draw a figure of the comparison.

        Parameters
        ----------
        kind : str, default "cd"
            ``"cd"``, ``"rank-bars"``, ``"pvalue-matrix"``, ``"pair-matrix"``,
            ``"pair-scatter"``, ``"mcb"``, ``"rank-distribution"``, ``"forest"`` or
            ``"score-cost"``. The figure ``"rank-bars"`` is that of `plot_rank_bars`;
            the other functions are named in the same way.
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
        """Return the caption of a figure: what was compared, the direction, the tests,
        the level, how to read it.

        Parameters
        ----------
        figure : str, default "cd"
            ``"cd"``, ``"rank-bars"``, ``"pvalue-matrix"``, ``"mcb"``,
            ``"rank-distribution"``, ``"forest"``, ``"score-cost"``, ``"cd-sequence"``,
            ``"cd-stack"`` or ``"assumptions"``. Which figure it stands under. That of a
            sequence says what the comparisons have in common with this one.
        letters : {"auto", True, False}, default "auto"
            As in the diagram: whether letters show its groups.
        places : bool, default False
            As ``show_rank_intervals`` of the figure: whether place intervals are shown.
        of : {"scores", "differences"}, default "scores"
            As in the figure of assumptions: what its values are.
        latex : bool, default False
            Write LaTeX: names escaped, numbers as mathematics.
        style : {"default", "apa"}, default "default"
            The style of p-values and levels: 0.05 by default, .05 in the style of the
            American Psychological Association.

        Returns
        -------
        str
            Sentences from the same numbers as the figure.

        Raises
        ------
        UsageError
            Unknown figure, assumptions of a comparison without scores, or MCB of one
            without a critical difference.
        InputError
            Rank bars or MCB cannot be drawn: a pair was not tested, or an average rank
            is not positive.
        """
        shown = {"letters": letters, "places": places, "of": of}
        caption = view("caption")(self, figure, latex=latex, style=style, **shown)
        return str(caption)

    def methods(
        self, *, latex: bool = False, cite: str = "cite", style: str = "default"
    ) -> str:
        r"""Return the paragraph about the method: what was compared, ranked and tested
        how, with sources.

        Parameters
        ----------
        latex : bool, default False
            Write LaTeX: names escaped, numbers as mathematics, sources as ``\cite``.
            The BibTeX entries are those of `references`.
        cite : {"cite", "citep", "autocite", "parencite"}, default "cite"
            The command of LaTeX that cites: with natbib ``"citep"``, with biblatex one
            of the last two.
        style : {"default", "apa"}, default "default"
            The style of p-values and levels: 0.05 by default, .05 in the style of the
            American Psychological Association.

        Returns
        -------
        str
            Sentences from the same numbers as the figures.

        Raises
        ------
        UsageError
            Unknown command.

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
        """Return a table of the comparison, in its own words and numbers, for any
        format.

        Parameters
        ----------
        key : {"scores", "leaderboard", "ranks", "pairs", "pvalues", "effects", "omnibus", "contrasts", "assumptions"}
            Scores with the best of each data set marked, and ranks, letters, wins, ties
            and losses below; places with their intervals, letters, average ranks, wins,
            ties, losses and Elo; average ranks with groups or decisions; tests of
            pairs; adjusted p-values as a matrix; effect sizes of pairs; tests of any
            difference at all; contrast estimates as a matrix; tests of normality.
        rope : float, optional
            Of pairs: also the simultaneous intervals and verdicts of `equivalence`.
        decimals : int, optional
            Of the table of scores: how many are printed; by default those of the
            scores, or four digits of the largest.
        ranks : bool, default False
            Of the table of scores: with the rank on the data set in brackets.
        spread : bool, default True
            Of the table of scores: with the standard deviation over runs, where runs
            were read.

        Returns
        -------
        Table
            With ``to_frame``, ``to_dict``, ``to_csv``, ``to_text``, ``to_markdown``,
            ``to_latex`` and ``to_html``.

        Raises
        ------
        UsageError
            Unknown table, one that needs the scores of a comparison made without any,
            options of another one, or a `rope` that `equivalence` refuses.

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
        """Return the tables of ranks and of pairs as LaTeX, to be put into a document.

        Parameters
        ----------
        rope : float, optional
            As in `tabulate`.
        preamble : bool, default True
            With the definitions that it needs in front; False where the document has
            them.
        width : str or float, optional
            Of the column or page of the paper, as of figures: ``"ieee-column"``, ...,
            or inches; by default 12 cm. The page of a venue with two columns makes a
            ``table*``.

        Returns
        -------
        str

        Raises
        ------
        UsageError
            Unknown width; a `rope` that `equivalence` refuses.
        """
        options = {"rope": rope, "preamble": preamble, "width": width}
        return str(view("to_latex")(self, **options))

    def to_markdown(self, *, rope: float | None = None) -> str:
        """Return the tables of ranks and of pairs as Markdown; `rope` as in
        `tabulate`.
        """
        return str(view("to_markdown")(self, rope=rope))

    def summary(self) -> str:
        """Return ranks, omnibus tests and groups in a few lines of text."""
        return str(view("summary")(self))

    def __str__(self) -> str:
        return self.summary()

    def _repr_html_(self) -> str:
        return str(view("notebook page")(self))

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain Python, ready for JSON, all numbers at full
        precision.

        ``"schema"`` is the number of the format, ``"pairs"`` has one record for each
        tested pair, with names; the page "The JSON format" of the guide tells every
        key.
        """
        pairs = self.pairwise.to_dict()
        lower = pairs.pop("pvalue_adjusted_lower")
        options = [[option, str(value)] for option, value in self.choices.items()]
        return {
            "schema": SCHEMA,
            "made_from": self.made_from,
            "n_datasets": self.n_datasets,
            "algorithms": list(self.algorithms),
            "table": None if self.table is None else self.table.to_dict(),
            "alpha": self.alpha,
            "test": self.test,
            "ranking": self.ranking.to_dict(),
            "omnibus": [result.to_dict() for result in self.omnibus],
            "pairs": plain(self.pair_rows()),
            "pairwise": {
                **pairs,
                "options": options,
                "pvalue_adjusted_lower": lower,
                "different": plain(self.different()),
                "n_datasets": None
                if self.table is None
                else self.table.common.tolist(),
            },
            "critical_difference": plain(self.critical_difference),
            "groups": [list(group.algorithms) for group in self.groups],
            "groups_complete": self.groups_complete,
            "letters": self.letter_groups
            and {letter: list(names) for letter, names in self.letter_groups},
            "rank_intervals": {
                name: list(ends) for name, ends in self.rank_intervals.items()
            },
            "control": self.control,
            "control_chosen": self.control_chosen,
            "not_different": list(self.not_different),
            "notes": list(self.notes),
            "sensitivity": plain(self.sensitivity),
            "effects": plain(self.effects),
            "contrasts": plain(self.contrasts),
            "assumptions": self.assumptions
            and {
                "normality": plain(self.assumptions.normality),
                "levene": plain(self.assumptions.levene),
            },
        }

    def to_frame(  # type: ignore[override]
        self, key: TableKey = "pairs", **options: Unpack[TableOptions]
    ) -> pd.DataFrame:
        """Return a table of the comparison as a pandas frame, numbers at full
        precision, names in the index.

        Parameters
        ----------
        key : str, default "pairs"
            As in `tabulate`. ``"pairs"`` has a row for each tested pair, the better
            average rank first, and the columns of the JSON format; all others have the
            heads of the table as columns.
        **options : Any
            Those of `tabulate`.

        Returns
        -------
        pandas.DataFrame

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
        """Return the tested pairs, better average rank first, as rows of names and
        numbers; `rope` as in `tabulate`.
        """
        pairs, different, ranks = (
            self.pairwise,
            self.different(),
            self.ranking.average_ranks,
        )
        rows = [
            {
                "algorithm": self.algorithms[i],
                "other": self.algorithms[j],
                "average_rank": float(ranks[i]),
                "average_rank_other": float(ranks[j]),
                "statistic": float(pairs.statistic[i, j]),
                "pvalue": float(pairs.pvalue[i, j]),
                "pvalue_adjusted": float(pairs.pvalue_adjusted[i, j]),
                "method": str(pairs.method[i, j]),
                **(
                    {"n_datasets": int(self.table.common[i, j])}
                    if self.table and self.plan.incomplete
                    else {}
                ),
                "different": bool(different[i, j]),
            }
            for i, j in combinations(self.order, 2)
            if not np.isnan(pairs.pvalue[i, j])
        ]
        judged = [] if rope is None else self.equivalence(rope).pair_rows()
        return (
            [row | verdict for row, verdict in zip(rows, judged, strict=True)]
            if judged
            else rows
        )
