"""The adjustment of a family of p-values, and what is shown of it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cddiagram.plan import PAIR_STRUCTURED, Plan
from cddiagram.stats.results import PairwiseResult, Ranking
from cddiagram.testing.pairs import Pairs

FloatArray = NDArray[np.float64]


def adjusted_pairs(
    algorithms: tuple[str, ...], plan: Plan, ranking: Ranking, pairs: Pairs, control: int | None
) -> PairwiseResult:
    """Adjust the family of p-values, and blank what is not tested.

    Parameters
    ----------
    algorithms : tuple of str
        Names, in column order.
    plan : Plan
        Which adjustment.
    ranking : Ranking
        For the procedures that use the order of the algorithms.
    pairs : Pairs
        The tests of all pairs.
    control : int or None
        Column of the control: only the pairs with it are kept.

    Returns
    -------
    PairwiseResult
        The tests with adjusted p-values.
    """
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
    pvalue: FloatArray, plan: Plan, ranking: Ranking, pairs: Pairs | None, control: int | None
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
    pairs : Pairs or None
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

        upper = np.triu_indices(k, 1)
        adjusted = np.full((k, k), np.nan)
        adjusted[upper] = adjusted.T[upper] = nemenyi_pvalues(pairs.statistic[upper], k)
        return adjusted, None
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


def _adjust_means(pairs: Pairs, p_adjust: str, k: int) -> FloatArray:
    from cddiagram.stats.anova import dunnett_pvalues, tukey_pvalues

    if pairs.df is None:
        raise AssertionError("the pairs of means carry their degrees of freedom")
    if p_adjust == "tukey":
        return tukey_pvalues(pairs.statistic, k, pairs.df)
    return dunnett_pvalues(pairs.statistic, k - 1, pairs.df)
