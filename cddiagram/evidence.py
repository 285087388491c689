"""What the tests give before any level is applied: the ranking, the omnibus tests, the pairs and their adjustment.

Each test is imported where it is used, so that a comparison loads only what it needs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import NDArray

from cddiagram.plan import PAIR_STRUCTURED, SINGLE_STEP, Plan
from cddiagram.results import OmnibusResult, PairwiseResult, Ranking, rank_order
from cddiagram.stats.ranks import rank_scores

if TYPE_CHECKING:
    from cddiagram.stats.pair_test import PairTest
    from cddiagram.table import ScoreTable

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
        See `cddiagram.results.Comparison`.
    standard_error : float or None
        Of a difference of average ranks, where the procedure has a critical difference: a multiple of it.
    difference_df : float or None
        Degrees of freedom of that multiple; None is a normal quantile.
    fixed_difference, fixed_alpha : float or None
        A critical difference that was handed in, and the level it holds for.
    extras : dict of str to callable
        What a comparison computes on first use: effect sizes, contrasts, conditions.
    """

    table: ScoreTable | None
    algorithms: tuple[str, ...]
    ranking: Ranking
    omnibus: tuple[OmnibusResult, ...]
    pairwise: PairwiseResult
    test: str
    control: str | None = None
    control_chosen: str | None = None
    standard_error: float | None = None
    difference_df: float | None = None
    fixed_difference: float | None = None
    fixed_alpha: float | None = None
    extras: dict[str, Callable[[], Any]] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True, eq=False)
class _Pairs:
    """The tests of all pairs, not yet adjusted: (k, k) arrays."""

    statistic: FloatArray
    pvalue: FloatArray
    method: Any  # (k, k) words, or one word for all pairs
    options: tuple[tuple[str, str], ...] = ()
    standard_error: float | None = None
    df: float | None = None


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
    """
    ranking, omnibus = _rank(table, plan)
    if plan.control_chosen == "after":
        control = table.algorithms[rank_order(ranking.average_ranks)[0]]
    row = None if control is None else table.algorithms.index(control)
    pairs = _test_pairs(table, plan, ranking, row)
    return Evidence(
        table=table,
        algorithms=table.algorithms,
        ranking=ranking,
        omnibus=omnibus,
        pairwise=_pairwise(table.algorithms, plan, ranking, pairs, row),
        test=plan.label,
        control=control,
        control_chosen=plan.control_chosen,
        standard_error=pairs.standard_error if plan.p_adjust in SINGLE_STEP else None,
        difference_df=pairs.df,
        extras={name: partial(compute, table) for name, compute in _EXTRAS.items()},
    )


def _rank(table: ScoreTable, plan: Plan) -> tuple[Ranking, tuple[OmnibusResult, ...]]:
    """Rank the algorithms, and test whether they differ at all, by the plan's ranking."""
    scores, higher = table.scores, table.higher_is_better
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

        means = scores.mean(axis=0)
        places = rank_scores(means[np.newaxis], higher)[0]
        return Ranking(kind="means", average_ranks=places, means=means), anova_test(scores)
    from cddiagram.stats.friedman import friedman_test
    from cddiagram.stats.friedman_exact import friedman_exact_test

    exact = friedman_exact_test(ranks)
    omnibus = friedman_test(ranks) + (() if exact is None else (exact,))
    return Ranking(kind="friedman", average_ranks=ranks.mean(axis=0), ranks=ranks), omnibus


def _test_pairs(table: ScoreTable, plan: Plan, ranking: Ranking, control: int | None) -> _Pairs:
    if plan.pair_test == "ranks":
        return _on_ranks(plan, ranking)
    if plan.pair_test == "wilcoxon":
        return _by_wilcoxon(table, plan)
    if plan.pair_test == "multiple-sign" and control is not None:
        return _by_multiple_sign(table, control)
    higher = table.higher_is_better
    if plan.pair_test == "sign":
        from cddiagram.stats.sign import sign_pair_test

        # The sign test is exact for any n unless the normal distribution is asked for.
        method = "asymptotic" if plan.method == "asymptotic" else "exact"
        return _from_test(sign_pair_test(table.scores, higher_is_better=higher, method=method))
    if plan.ranking == "means":
        from cddiagram.stats.anova import anova_pair_test

        return _from_test(anova_pair_test(table.scores, higher_is_better=higher))
    from cddiagram.stats.paired_t import t_pair_test

    return _from_test(t_pair_test(table.scores, higher_is_better=higher, relative=plan.pair_test == "t-relative"))


def _from_test(test: PairTest, standard_error: float | None = None) -> _Pairs:
    df = None if test.df is None or test.name == "sign" else float(np.nanmax(test.df))
    return _Pairs(
        statistic=test.statistic,
        pvalue=test.pvalue,
        method=test.method,
        options=test.options,
        standard_error=standard_error,
        df=df,
    )


def _on_ranks(plan: Plan, ranking: Ranking) -> _Pairs:
    ranks = cast(FloatArray, ranking.ranks)  # every ranking but that of means has them
    if ranking.kind == "aligned":
        from cddiagram.stats.aligned import aligned_pair_test, aligned_standard_error

        error = aligned_standard_error(ranks, variance=plan.variance, tie_correction=plan.tie_correction)
        test = aligned_pair_test(ranks, variance=plan.variance, tie_correction=plan.tie_correction)
        return _from_test(test, float(error))
    if ranking.kind == "quade":
        from cddiagram.stats.quade import quade_pair_test, quade_standard_error

        weights = cast(FloatArray, ranking.weights)
        error = quade_standard_error(ranks, weights, variance=plan.variance, tie_correction=plan.tie_correction)
        test = quade_pair_test(ranks, weights, variance=plan.variance, tie_correction=plan.tie_correction)
        return _from_test(test, float(error))
    from cddiagram.stats.mean_ranks import mean_rank_statistics, normal_two_sided, rank_standard_error

    corrected = bool(plan.tie_correction)
    statistic = mean_rank_statistics(ranks, tie_correction=corrected)
    return _Pairs(
        statistic=statistic,
        pvalue=normal_two_sided(statistic),
        method="asymptotic",
        standard_error=rank_standard_error(ranks, tie_correction=corrected),
    )


def _by_wilcoxon(table: ScoreTable, plan: Plan) -> _Pairs:
    from cddiagram.stats.wilcoxon import wilcoxon_test

    test = wilcoxon_test(
        table.scores,
        higher_is_better=table.higher_is_better,
        zeros=plan.zeros,
        tie_correction=plan.tie_correction,
        method=plan.method,
    )
    return _Pairs(
        statistic=test.statistic,
        pvalue=test.pvalue,
        method=np.where(test.exact, "exact", "asymptotic"),
        options=(("zeros", plan.zeros),),
    )


def _by_multiple_sign(table: ScoreTable, control: int) -> _Pairs:
    """Family-wise one-sided p-values that the control is better; the statistic counts wins of i over j."""
    from cddiagram.stats.multiple_sign import multiple_sign_test
    from cddiagram.stats.sign import count_wins

    test = multiple_sign_test(table.scores, control, higher_is_better=table.higher_is_better)
    wins, _ = count_wins(table.scores, higher_is_better=table.higher_is_better)
    statistic = wins.astype(np.float64)
    np.fill_diagonal(statistic, np.nan)
    pvalue = np.full(statistic.shape, np.nan)
    method = np.full(statistic.shape, "", dtype="U10")
    pvalue[control] = pvalue[:, control] = test.pvalue
    method[control] = method[:, control] = test.method
    return _Pairs(statistic=statistic, pvalue=pvalue, method=method, options=(("alternative", "control better"),))


def _pairwise(
    algorithms: tuple[str, ...], plan: Plan, ranking: Ranking, pairs: _Pairs, control: int | None
) -> PairwiseResult:
    """Adjust the family of p-values, and blank what is not tested."""
    k = len(algorithms)
    family_control = None if plan.all_pairs else control
    adjusted, lower = adjust_family(pairs.pvalue, plan, ranking, pairs, family_control)
    statistic, pvalue = np.array(pairs.statistic), np.array(pairs.pvalue)
    if control is not None:
        untested = np.ones((k, k), dtype=bool)
        untested[control], untested[:, control] = False, False
        for values in (statistic, pvalue, adjusted, *(() if lower is None else (lower,))):
            values[untested] = np.nan
    return PairwiseResult(
        algorithms=algorithms,
        pair_test=plan.pair_test,
        p_adjust=plan.p_adjust,
        n_hypotheses=k * (k - 1) // 2 if family_control is None else k - 1,
        statistic=statistic,
        pvalue=pvalue,
        pvalue_adjusted=adjusted,
        pvalue_adjusted_lower=lower,
        method=np.where(np.isnan(pvalue), "", pairs.method),
        options=pairs.options + plan.options,
    )


def adjust_family(
    pvalue: FloatArray, plan: Plan, ranking: Ranking, pairs: _Pairs | None, control: int | None
) -> tuple[FloatArray, FloatArray | None]:
    """Adjust the p-values of a family.

    Parameters
    ----------
    pvalue : ndarray, shape (k, k)
        Symmetric; NaN pairs are not part of the family.
    plan : Plan
        Which adjustment.
    ranking : Ranking
        For the procedures that use the order of the algorithms.
    pairs : _Pairs or None
        The statistics, for the procedures that need them.
    control : int or None
        Column of the control of a family of k - 1 hypotheses; None for all pairs.

    Returns
    -------
    adjusted : ndarray, shape (k, k)
        NaN where nothing was tested.
    lower : ndarray, shape (k, k), or None
        Certified lower bounds where the search for the exact values was stopped; None where they are exact.
    """
    k = len(pvalue)
    if pairs is not None and plan.p_adjust == "nemenyi":
        from cddiagram.stats.mean_ranks import nemenyi_pvalues

        return nemenyi_pvalues(pairs.statistic, k), None
    if pairs is not None and plan.p_adjust in ("tukey", "dunnett"):
        return _adjust_means(pairs, plan.p_adjust, k), None
    if plan.p_adjust in PAIR_STRUCTURED:
        from cddiagram.stats.adjust_pairs import adjust_pairs

        result = adjust_pairs(pvalue, plan.p_adjust, average_ranks=ranking.average_ranks, bh_monotone=plan.bh_monotone)
        return np.array(result.pvalue_adjusted), None if result.exact else np.array(result.lower)
    from cddiagram.stats.adjust import adjust_pvalues

    i, j = np.triu_indices(k, 1)
    if control is not None:
        j = np.delete(np.arange(k), control)
        i = np.full_like(j, control)
    tested = ~np.isnan(pvalue[i, j])
    i, j = i[tested], j[tested]
    adjusted = np.full((k, k), np.nan)
    adjusted[i, j] = adjusted[j, i] = adjust_pvalues(pvalue[i, j], plan.p_adjust, rom_critical=plan.rom_critical)
    return adjusted, None


def _adjust_means(pairs: _Pairs, p_adjust: str, k: int) -> FloatArray:
    from cddiagram.stats.anova import dunnett_pvalues, tukey_pvalues

    if pairs.df is None:
        raise AssertionError("the pairs of means carry their degrees of freedom")
    if p_adjust == "tukey":
        return tukey_pvalues(pairs.statistic, k, pairs.df)
    return dunnett_pvalues(pairs.statistic, k - 1, pairs.df)


def _effects(table: ScoreTable) -> Any:
    from cddiagram.stats.effects import pair_effects

    return pair_effects(table.scores, higher_is_better=table.higher_is_better)


def _contrasts(table: ScoreTable) -> Any:
    from cddiagram.stats.contrast import contrast_estimates, unadjusted_medians

    return contrast_estimates(unadjusted_medians(table.scores))


def _conditions(table: ScoreTable) -> Any:
    from cddiagram.stats.check_conditions import check_conditions

    return check_conditions(table)


_EXTRAS: dict[str, Callable[[ScoreTable], Any]] = {
    "effects": _effects,
    "contrasts": _contrasts,
    "conditions": _conditions,
}
