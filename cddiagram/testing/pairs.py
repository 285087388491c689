"""The tests of all pairs of algorithms, before any adjustment.

Each test is imported where it is used, so that a comparison loads only what it needs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import NDArray

from cddiagram.plan import Plan
from cddiagram.stats.results import Ranking

if TYPE_CHECKING:
    from cddiagram._util.exact import Exact
    from cddiagram.data.table import ScoreTable
    from cddiagram.stats.pair_test import PairTest
    from cddiagram.stats.rank_pairs_exact import RankDifferenceLaw

FloatArray = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True, eq=False)
class Pairs:
    """The tests of all pairs, not yet adjusted: (k, k) arrays."""

    statistic: FloatArray
    pvalue: FloatArray
    method: Any  # (k, k) words, or one word for all pairs
    options: tuple[tuple[str, str], ...] = ()
    standard_error: float | None = None
    df: float | None = None
    law: RankDifferenceLaw | None = None  # where the tests are exact on ranks


def tested_pairs(table: ScoreTable, scores: Exact, plan: Plan, ranking: Ranking, control: int | None) -> Pairs:
    """Test all pairs as a plan says.

    Parameters
    ----------
    table : ScoreTable
        The table.
    scores : Exact
        Its scores.
    plan : Plan
        Which test.
    ranking : Ranking
        For tests on ranks.
    control : int or None
        Column of the control, for the multiple sign test.

    Returns
    -------
    Pairs
        Unadjusted p-values.
    """
    if plan.pair_test == "ranks":
        return _on_ranks(plan, ranking)
    if plan.pair_test == "wilcoxon":
        return _by_wilcoxon(table, scores, plan)
    if plan.pair_test == "multiple-sign" and control is not None:
        return _by_multiple_sign(scores, control, table.higher_is_better)
    higher = table.higher_is_better
    if plan.pair_test == "sign":
        from cddiagram.stats.sign import sign_pair_test

        # The sign test is exact for any n unless the normal distribution is asked for.
        method = "asymptotic" if plan.method == "asymptotic" else "exact"
        return _from_test(sign_pair_test(scores, higher_is_better=higher, method=method))
    if plan.ranking == "means":
        from cddiagram.stats.anova import anova_pair_test

        return _from_test(anova_pair_test(scores, higher_is_better=higher))
    from cddiagram.stats.paired_t import t_pair_test

    return _from_test(t_pair_test(scores, higher_is_better=higher, relative=plan.pair_test == "t-relative"))


def _from_test(test: PairTest, standard_error: float | None = None, options: tuple[tuple[str, str], ...] = ()) -> Pairs:
    df = None if test.df is None or test.name == "sign" else float(np.nanmax(test.df))
    return Pairs(
        statistic=test.statistic,
        pvalue=test.pvalue,
        method=test.method,
        options=test.options + options,
        standard_error=standard_error,
        df=df,
    )


def _on_ranks(plan: Plan, ranking: Ranking) -> Pairs:
    ranks = cast(FloatArray, ranking.ranks)  # every ranking but that of means has them
    if ranking.kind == "aligned":
        from cddiagram.stats.aligned import aligned_pair_test, aligned_standard_error

        error = aligned_standard_error(ranks, variance=plan.variance, tie_correction=plan.tie_correction)
        test = aligned_pair_test(ranks, variance=plan.variance, tie_correction=plan.tie_correction)
        return _from_test(test, float(error), plan.tie_option)
    if ranking.kind == "quade":
        from cddiagram.stats.quade import quade_pair_test, quade_standard_error

        weights = cast(FloatArray, ranking.weights)
        error = quade_standard_error(ranks, weights, variance=plan.variance, tie_correction=plan.tie_correction)
        test = quade_pair_test(ranks, weights, variance=plan.variance, tie_correction=plan.tie_correction)
        return _from_test(test, float(error), plan.tie_option)
    if plan.exact_ranks:
        from cddiagram.stats.rank_pairs_exact import rank_difference_law, rank_pair_exact_test

        law = rank_difference_law(ranks)
        exact = rank_pair_exact_test(ranks, law)
        return Pairs(
            statistic=exact.statistic, pvalue=exact.pvalue, method=exact.method, options=exact.options, law=law
        )
    from cddiagram.stats.mean_ranks import mean_rank_statistics, normal_two_sided, rank_standard_error

    corrected = bool(plan.tie_correction)
    statistic = mean_rank_statistics(ranks, tie_correction=corrected)
    return Pairs(
        statistic=statistic,
        pvalue=normal_two_sided(statistic),
        method="asymptotic",
        options=plan.tie_option,
        standard_error=rank_standard_error(ranks, tie_correction=corrected),
    )


def _by_wilcoxon(table: ScoreTable, scores: Exact, plan: Plan) -> Pairs:
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
        options=(("zeros", plan.zeros), *(() if all_exact else plan.tie_option)),
    )


def _by_multiple_sign(scores: Exact, control: int, higher_is_better: bool) -> Pairs:
    """Family-wise one-sided p-values that the control is better; the statistic counts wins of i over j."""
    from cddiagram.stats.multiple_sign import multiple_sign_test
    from cddiagram.stats.sign import count_wins

    test = multiple_sign_test(scores, control, higher_is_better=higher_is_better)
    wins, _ = count_wins(scores, higher_is_better=higher_is_better)
    statistic = wins.astype(np.float64)
    np.fill_diagonal(statistic, np.nan)
    pvalue = np.full(statistic.shape, np.nan)
    method = np.full(statistic.shape, "", dtype="U10")
    pvalue[control] = pvalue[:, control] = test.pvalue
    method[control] = method[:, control] = test.method
    return Pairs(statistic=statistic, pvalue=pvalue, method=method, options=(("alternative", "control better"),))
