"""The tests of all pairs of algorithms, before any adjustment.

Each function is that of an entry of `cddiagram.procedures`, and imports what it alone needs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from cddiagram._util.exact import Exact
from cddiagram._util.types import FloatArray
from cddiagram.data.table import ScoreTable
from cddiagram.plan import Plan
from cddiagram.stats.results import Ranking

if TYPE_CHECKING:
    from cddiagram.stats.pair_test import PairTest
    from cddiagram.stats.rank_pairs_exact import RankDifferenceLaw


@dataclass(frozen=True, kw_only=True, eq=False)
class Pairs:
    """The tests of all pairs, not yet adjusted: (k, k) arrays, and what was decided for them."""

    statistic: FloatArray
    pvalue: FloatArray
    method: Any  # (k, k) words, or one word for all pairs
    choices: Mapping[str, Any] = field(default_factory=dict)
    standard_error: float | None = None
    df: float | None = None
    law: RankDifferenceLaw | None = None  # where the tests are exact on ranks


def _from_test(test: PairTest, standard_error: float | None = None, ties: Mapping[str, bool] | None = None) -> Pairs:
    df = None if test.df is None or test.name == "sign" else float(np.nanmax(test.df))
    choices = dict(test.options) | dict(ties or {})
    return Pairs(
        statistic=test.statistic,
        pvalue=test.pvalue,
        method=test.method,
        choices=choices,
        standard_error=standard_error,
        df=df,
    )


def _ties(plan: Plan) -> dict[str, Any]:
    """Return the forced choice about ties, for the tests that it changes."""
    return {} if plan.tie_correction is None else {"tie_correction": plan.tie_correction}


def on_mean_ranks(table: ScoreTable, scores: Exact, plan: Plan, ranking: Ranking, control: int | None) -> Pairs:
    """Compare Friedman mean ranks by z."""
    from cddiagram.stats.mean_ranks import mean_rank_statistics, normal_two_sided, rank_standard_error

    ranks, corrected = cast(FloatArray, ranking.ranks), bool(plan.tie_correction)
    statistic = mean_rank_statistics(ranks, tie_correction=corrected)
    return Pairs(
        statistic=statistic,
        pvalue=normal_two_sided(statistic),
        method="asymptotic",
        choices=_ties(plan),
        standard_error=rank_standard_error(ranks, tie_correction=corrected),
    )


def exactly_on_ranks(table: ScoreTable, scores: Exact, plan: Plan, ranking: Ranking, control: int | None) -> Pairs:
    """Compare Friedman rank sums by the exact law of their difference."""
    from cddiagram.stats.rank_pairs_exact import rank_difference_law, rank_pair_exact_test

    ranks = cast(FloatArray, ranking.ranks)
    law = rank_difference_law(ranks)
    test = rank_pair_exact_test(ranks, law)
    return Pairs(statistic=test.statistic, pvalue=test.pvalue, method=test.method, choices=dict(test.options), law=law)


def on_aligned_ranks(table: ScoreTable, scores: Exact, plan: Plan, ranking: Ranking, control: int | None) -> Pairs:
    """Compare average aligned ranks by z."""
    from cddiagram.stats.aligned import aligned_pair_test, aligned_standard_error

    ranks = cast(FloatArray, ranking.ranks)
    error = aligned_standard_error(ranks, variance=plan.variance, tie_correction=plan.tie_correction)
    test = aligned_pair_test(ranks, variance=plan.variance, tie_correction=plan.tie_correction)
    return _from_test(test, float(error), _ties(plan))


def on_quade_ranks(table: ScoreTable, scores: Exact, plan: Plan, ranking: Ranking, control: int | None) -> Pairs:
    """Compare Quade's weighted average ranks by z, or by Conover's t."""
    from cddiagram.stats.quade import quade_pair_test, quade_standard_error

    ranks, weights = cast(FloatArray, ranking.ranks), cast(FloatArray, ranking.weights)
    error = quade_standard_error(ranks, weights, variance=plan.variance, tie_correction=plan.tie_correction)
    test = quade_pair_test(ranks, weights, variance=plan.variance, tie_correction=plan.tie_correction)
    return _from_test(test, float(error), _ties(plan))


def by_anova(table: ScoreTable, scores: Exact, plan: Plan, ranking: Ranking, control: int | None) -> Pairs:
    """Compare means by t with the residual variance of the ANOVA."""
    from cddiagram.stats.anova import anova_pair_test

    return _from_test(anova_pair_test(scores, higher_is_better=table.higher_is_better))


def by_t(table: ScoreTable, scores: Exact, plan: Plan, ranking: Ranking, control: int | None) -> Pairs:
    """Compare by the paired t test of differences, or of relative differences."""
    from cddiagram.stats.paired_t import t_pair_test

    relative = plan.pair_test == "t-relative"
    return _from_test(t_pair_test(scores, higher_is_better=table.higher_is_better, relative=relative))


def by_sign(table: ScoreTable, scores: Exact, plan: Plan, ranking: Ranking, control: int | None) -> Pairs:
    """Compare by the sign test, which is exact for any n unless the normal distribution is asked for."""
    from cddiagram.stats.sign import sign_pair_test

    method = "asymptotic" if plan.method == "asymptotic" else "exact"
    return _from_test(sign_pair_test(scores, higher_is_better=table.higher_is_better, method=method))


def by_wilcoxon(table: ScoreTable, scores: Exact, plan: Plan, ranking: Ranking, control: int | None) -> Pairs:
    """Compare by Wilcoxon's test; a choice about ties takes part where a p-value is not exact."""
    from cddiagram.stats.wilcoxon import wilcoxon_test

    test = wilcoxon_test(
        scores,
        higher_is_better=table.higher_is_better,
        zeros=plan.zeros,
        tie_correction=plan.tie_correction,
        method=plan.method,
    )
    all_exact = bool(test.exact[~np.eye(table.k, dtype=bool)].all())
    return Pairs(
        statistic=test.statistic,
        pvalue=test.pvalue,
        method=np.where(test.exact, "exact", "asymptotic"),
        choices={"zeros": plan.zeros} | ({} if all_exact else _ties(plan)),
    )


def by_multiple_sign(table: ScoreTable, scores: Exact, plan: Plan, ranking: Ranking, control: int | None) -> Pairs:
    """Return family-wise one-sided p-values that the control is better; the statistic counts wins of i over j."""
    from cddiagram.stats.multiple_sign import multiple_sign_test
    from cddiagram.stats.sign import count_wins

    column = cast(int, control)  # the plan has one
    test = multiple_sign_test(scores, column, higher_is_better=table.higher_is_better)
    wins, _ = count_wins(scores, higher_is_better=table.higher_is_better)
    statistic = wins.astype(np.float64)
    np.fill_diagonal(statistic, np.nan)
    pvalue = np.full(statistic.shape, np.nan)
    method = np.full(statistic.shape, "", dtype="U10")
    pvalue[column] = pvalue[:, column] = test.pvalue
    method[column] = method[:, column] = test.method
    return Pairs(statistic=statistic, pvalue=pvalue, method=method, choices={"alternative": "control better"})
