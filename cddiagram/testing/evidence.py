"""What the tests give before any level is applied: the ranking, the omnibus tests, the pairs and their adjustment."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from cddiagram._util.arrays import check_size
from cddiagram._util.types import FloatArray
from cddiagram.comparison import Evidence
from cddiagram.plan import Plan
from cddiagram.procedures import RANKINGS
from cddiagram.stats.results import PairwiseResult, Ranking, rank_order
from cddiagram.testing.pairs import Pairs

if TYPE_CHECKING:
    from cddiagram._util.exact import Tie
    from cddiagram.data.table import ScoreTable


def gather_evidence(table: ScoreTable, plan: Plan, control: str | None) -> Evidence:
    """Make all tests of a plan; the control is given if it is named in advance.

    Scores beyond 1e300 are refused: their differences and sums may be no numbers.
    """
    check_size(table.scores)
    log: list[Tie] = []
    scores = table.exact.watched(log)
    ranking, omnibus = RANKINGS[plan.ranking].load()(table, scores, plan)
    if plan.control_chosen == "after":
        control = table.algorithms[rank_order(ranking.average_ranks)[0]]
    row = None if control is None else table.algorithms.index(control)
    pairs: Pairs = plan.pairs.load()(table, scores, plan, ranking, row)
    family = _adjusted_pairs(table.algorithms, plan, ranking, pairs, row)
    single_step = plan.adjustment.single_step
    return Evidence(
        ranking=ranking,
        omnibus=omnibus,
        pairwise=_with(row, family) if row is not None and plan.all_pairs else family,
        family=family,
        choices={**pairs.choices, **_chosen(plan)},
        control=control,
        notes=_notes(log, table, pairs),
        standard_error=pairs.standard_error if single_step else None,
        df=pairs.df,
        law=pairs.law if single_step else None,
    )


def _chosen(plan: Plan) -> dict[str, Any]:
    """Return the choices of the adjustment that are not its default."""
    entry = plan.adjustment
    return {name: getattr(plan, name) for name, default in entry.options.items() if getattr(plan, name) != default}


def _notes(log: list[Tie], table: ScoreTable, pairs: Pairs) -> tuple[str, ...]:
    if not log and not np.isinf(pairs.statistic).any():
        return ()
    from cddiagram.stats.tie_notes import limit_notes, tie_notes

    return tie_notes(log, table.algorithms, table.datasets) + limit_notes(pairs.statistic, table.algorithms)


def _adjusted_pairs(
    algorithms: tuple[str, ...], plan: Plan, ranking: Ranking, pairs: Pairs, control: int | None
) -> PairwiseResult:
    """Adjust the p-values of the family: of all pairs, or with a control named in advance of those with it."""
    k = len(algorithms)
    if plan.all_pairs:
        control = None
    adjusted, lower = adjust_family(pairs.pvalue, plan, ranking, pairs, control)
    whole = PairwiseResult(
        algorithms=algorithms,
        pair_test=plan.pair_test,
        p_adjust=plan.p_adjust,
        n_hypotheses=k * (k - 1) // 2 if control is None else k - 1,
        statistic=pairs.statistic,
        pvalue=pairs.pvalue,
        pvalue_adjusted=adjusted,
        pvalue_adjusted_lower=lower,
        method=np.where(np.isnan(pairs.pvalue), "", pairs.method),
    )
    return whole if control is None else _with(control, whole)


def _with(control: int, pairs: PairwiseResult) -> PairwiseResult:
    """Keep the pairs with a control, and blank the others."""
    untested = np.ones(pairs.pvalue.shape, dtype=bool)
    untested[control], untested[:, control] = False, False
    lower = pairs.pvalue_adjusted_lower
    return replace(
        pairs,
        statistic=np.where(untested, np.nan, pairs.statistic),
        pvalue=np.where(untested, np.nan, pairs.pvalue),
        pvalue_adjusted=np.where(untested, np.nan, pairs.pvalue_adjusted),
        pvalue_adjusted_lower=None if lower is None else np.where(untested, np.nan, lower),
        method=np.where(untested, "", pairs.method),
    )


def adjust_family(
    pvalue: FloatArray, plan: Plan, ranking: Ranking, pairs: Pairs | None, control: int | None
) -> tuple[FloatArray, FloatArray | None]:
    """Adjust the (k, k) p-values of a family, of which NaN pairs are no part; with a control those with it alone.

    The second result has certified lower bounds where the search for the exact values was stopped; None where they are
    exact. Statistics are needed by some procedures only.
    """
    k, entry = len(pvalue), plan.adjustment
    if entry.needs == "statistics" and pairs is not None:
        return entry.load()(pairs.statistic, k if control is None else k - 1, pairs.df), None
    if entry.needs == "all pairs":
        result = entry.load()(pvalue, entry.key, average_ranks=ranking.average_ranks, bh_monotone=plan.bh_monotone)
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
