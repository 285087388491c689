"""What the tests give before any level is applied: the ranking, the omnibus tests, the pairs and their adjustment.

Each test is imported where it is used, so that a comparison loads only what it needs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from cddiagram._util.arrays import check_size
from cddiagram.plan import SINGLE_STEP, Plan
from cddiagram.stats.ranks import rank_scores
from cddiagram.stats.results import OmnibusResult, PairwiseResult, Ranking, rank_order
from cddiagram.testing.family import adjusted_pairs
from cddiagram.testing.pairs import Pairs, tested_pairs

if TYPE_CHECKING:
    from cddiagram._util.exact import Exact, Tie
    from cddiagram.data.table import ScoreTable
    from cddiagram.stats.rank_pairs_exact import RankDifferenceLaw

FloatArray = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True, eq=False)
class Evidence:
    """The outcome of all tests of one plan.

    Attributes
    ----------
    table : ScoreTable or None
        The scores; None when made from p-values.
    algorithms : tuple of str
        Names, in column order.
    ranking : Ranking
        Ranks and average ranks.
    omnibus : tuple of OmnibusResult
        Tests of any difference at all.
    pairwise : PairwiseResult
        Post-hoc tests with adjusted p-values.
    test : str
        The procedure in print.
    control, control_chosen : str or None
        See `cddiagram.comparison.Comparison`.
    notes : tuple of str
        What ties did, in sentences.
    standard_error : float or None
        Of a difference of average ranks, where the procedure has a critical difference: a multiple of it.
    difference_df : float or None
        Degrees of freedom of that multiple; None is a normal quantile.
    law : RankDifferenceLaw or None
        Where pairs are tested exactly on ranks and the procedure has a critical difference: what it is read off.
    headline_corrected : bool
        Whether the omnibus test to report first is the tie-corrected one.
    fixed_difference, fixed_alpha : float or None
        A critical difference that was handed in, and the level it holds for.
    extras : dict of str to callable
        What a comparison computes on first use: effect sizes, contrasts, conditions; all pairs of the family where
        only those with the best algorithm are shown.
    """

    table: ScoreTable | None
    algorithms: tuple[str, ...]
    ranking: Ranking
    omnibus: tuple[OmnibusResult, ...]
    pairwise: PairwiseResult
    test: str
    control: str | None = None
    control_chosen: str | None = None
    notes: tuple[str, ...] = ()
    standard_error: float | None = None
    difference_df: float | None = None
    law: RankDifferenceLaw | None = None
    headline_corrected: bool = False
    fixed_difference: float | None = None
    fixed_alpha: float | None = None
    extras: dict[str, Callable[[], Any]] = field(default_factory=dict)


def gather_evidence(table: ScoreTable, plan: Plan, control: str | None) -> Evidence:
    """Make all tests of a plan.

    Parameters
    ----------
    table : ScoreTable
        The scores.
    plan : Plan
        Which tests.
    control : str or None
        The control, if it is named in advance.

    Returns
    -------
    Evidence
        Every number that does not depend on alpha.

    Raises
    ------
    InputError
        Scores beyond 1e300, whose differences and sums may be no numbers.
    """
    check_size(table.scores)
    log: list[Tie] = []
    exact = table.exact.watched(log)
    ranking, omnibus = _rank(table, exact, plan)
    if plan.control_chosen == "after":
        control = table.algorithms[rank_order(ranking.average_ranks)[0]]
    row = None if control is None else table.algorithms.index(control)
    pairs = tested_pairs(table, exact, plan, ranking, row)
    extras: dict[str, Callable[[], Any]] = {name: partial(compute, table) for name, compute in _EXTRAS.items()}
    if plan.control_chosen == "after":  # the family holds all pairs, of which the comparison shows one row
        extras["all_pairs"] = partial(adjusted_pairs, table.algorithms, plan, ranking, pairs, None)
    return Evidence(
        table=table,
        algorithms=table.algorithms,
        ranking=ranking,
        omnibus=omnibus,
        pairwise=adjusted_pairs(table.algorithms, plan, ranking, pairs, row),
        test=plan.label,
        control=control,
        control_chosen=plan.control_chosen,
        standard_error=pairs.standard_error if plan.p_adjust in SINGLE_STEP else None,
        difference_df=pairs.df,
        law=pairs.law if plan.p_adjust in SINGLE_STEP else None,
        headline_corrected=plan.tie_correction is True,
        notes=_notes(log, table, pairs),
        extras=extras,
    )


def _notes(log: list[Tie], table: ScoreTable, pairs: Pairs) -> tuple[str, ...]:
    if not log and not np.isinf(pairs.statistic).any():
        return ()
    from cddiagram.stats.tie_notes import limit_notes, tie_notes

    return tie_notes(log, table.algorithms, table.datasets) + limit_notes(pairs.statistic, table.algorithms)


def _rank(table: ScoreTable, scores: Exact, plan: Plan) -> tuple[Ranking, tuple[OmnibusResult, ...]]:
    """Rank the algorithms, and test whether they differ at all, by the plan's ranking."""
    higher = table.higher_is_better
    if plan.ranking == "aligned":
        from cddiagram.stats.aligned import aligned_ranks, aligned_test

        ranks = aligned_ranks(scores, higher)
        return Ranking(kind="aligned", average_ranks=ranks.mean(axis=0), ranks=ranks), aligned_test(ranks)
    ranks = rank_scores(scores, higher)
    if plan.ranking == "quade":
        from cddiagram.stats.quade import quade_average_ranks, quade_test, quade_weights

        weights = quade_weights(scores)
        average = quade_average_ranks(ranks, weights)
        return Ranking(kind="quade", average_ranks=average, ranks=ranks, weights=weights), quade_test(ranks, weights)
    if plan.ranking == "means":
        from cddiagram.stats.anova import anova_test
        from cddiagram.stats.column_means import rank_means

        return Ranking(kind="means", average_ranks=rank_means(scores, higher), means=table.means), anova_test(scores)
    from cddiagram.stats.friedman import friedman_test
    from cddiagram.stats.friedman_exact import friedman_exact_test

    exact = friedman_exact_test(ranks, tie_correction=plan.tie_correction is True)
    omnibus = (() if exact is None else (exact,)) + friedman_test(ranks)
    return Ranking(kind="friedman", average_ranks=ranks.mean(axis=0), ranks=ranks), omnibus


def _effects(table: ScoreTable) -> Any:
    from cddiagram.stats.effects import pair_effects

    return pair_effects(table.exact, higher_is_better=table.higher_is_better)


def _contrasts(table: ScoreTable) -> Any:
    from cddiagram.stats.contrast import contrast_estimates, unadjusted_medians

    return contrast_estimates(unadjusted_medians(table.exact))


def _conditions(table: ScoreTable) -> Any:
    from cddiagram.stats.check_conditions import check_conditions

    return check_conditions(table)


_EXTRAS: dict[str, Callable[[ScoreTable], Any]] = {
    "effects": _effects,
    "contrasts": _contrasts,
    "conditions": _conditions,
}
