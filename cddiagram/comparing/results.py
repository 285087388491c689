"""What the tests give before any level is applied: the ranking, the omnibus tests, the
pairs and their adjustment.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from cddiagram._util import BoolArray, Exact, FloatArray, check_size, loaded
from cddiagram.comparing.plan import Plan
from cddiagram.procedures import RANKINGS, Adjustment
from cddiagram.stats import (
    OmnibusResult,
    PairTest,
    PairwiseResult,
    Ranking,
    Result,
    rank_order,
    result_notes,
)

if TYPE_CHECKING:
    from cddiagram._util import Tie
    from cddiagram.data import ScoreTable
    from cddiagram.stats import RankLaw


@dataclass(frozen=True, kw_only=True, eq=False)
class TestResults(Result):
    """The results of all tests of one plan, before any level is applied.

    Attributes
    ----------
    ranking, omnibus, pairwise, control, notes, choices, n_datasets
        As in `Comparison`.
    family : PairwiseResult
        The tests of the whole family. It contains all pairs if the control is the
        best-ranked algorithm, whose pairs alone are in `pairwise`.
    standard_error : float or None
        Of tests on ranks: the standard error of a difference of average ranks.
    df : float or None
        Of tests on ranks: the degrees of freedom of t; None for normal quantiles.
    law : object or None
        Of exact tests on ranks: the law of the differences of rank sums.
    given : str or None
        Of p-values from elsewhere: the name of their procedure.
    given_difference, given_alpha : float or None
        Of p-values from elsewhere: the critical difference, and its level.
    complete : TestResults or None
        The results on the data sets without missing scores, if there are others, and at
        least two without.
    """

    #: pytest would otherwise collect the class.
    __test__: ClassVar[bool] = False

    ranking: Ranking
    omnibus: tuple[OmnibusResult, ...]
    pairwise: PairwiseResult
    family: PairwiseResult
    choices: Mapping[str, Any]
    control: str | None = None
    notes: tuple[str, ...] = ()
    n_datasets: int | None = None
    standard_error: float | None = None
    df: float | None = None
    law: RankLaw | None = None
    given: str | None = None
    given_difference: float | None = None
    given_alpha: float | None = None
    complete: TestResults | None = None


def compute_results(table: ScoreTable, plan: Plan, control: str | None) -> TestResults:
    """Make all tests of a plan; the control is given if it is named in advance.

    Scores beyond 1e300 are refused: their differences and sums may be no numbers.
    """
    check_size(table.scores)
    log: list[Tie] = []
    scores = (
        replace(table.exact, log=log) if plan.incomplete else table.exact.watched(log)
    )
    entry = RANKINGS[plan.ranking]
    known = {"tie_correction": plan.tie_correction, "algorithms": table.algorithms}
    options = {name: known[name] for name in entry.options}
    ranking, omnibus = entry.load()(scores, table.higher_is_better, **options)
    if (
        plan.two_algorithms
    ):  # the test of the pair is the test of the one hypothesis that there is
        omnibus = ()
    ranking = replace(ranking, algorithms=table.algorithms, datasets=table.datasets)
    row = (
        table.algorithms.index(str(control))
        if plan.control_chosen == "before"
        else None
    )
    pairs = _tested(table, scores, plan, ranking, row)
    notes = result_notes(log, table.algorithms, table.datasets, pairs.statistic)
    found = decided(
        table.algorithms,
        plan,
        ranking,
        omnibus,
        pairs,
        control,
        notes=notes,
        n_datasets=table.n,
    )
    if not table.incomplete or table.n - len(table.incomplete) < 2:
        return found
    rest = compute_results(
        table.exclude_datasets(table.incomplete),
        replace(plan, incomplete=False),
        control,
    )
    return replace(found, complete=rest)


def decided(
    algorithms: tuple[str, ...],
    plan: Plan,
    ranking: Ranking,
    omnibus: tuple[OmnibusResult, ...],
    pairs: PairTest,
    control: str | None,
    *,
    notes: tuple[str, ...],
    n_datasets: int | None,
) -> TestResults:
    """Adjust the tests of pairs as planned, and put all results together; the control
    is None if it is yet to pick.
    """
    if plan.control_chosen == "after":
        control = algorithms[rank_order(ranking.average_ranks)[0]]
    row = None if control is None else algorithms.index(control)
    family = adjusted_pairs(
        algorithms, plan, ranking, pairs, None if plan.all_pairs else row
    )
    return TestResults(
        ranking=ranking,
        omnibus=omnibus,
        pairwise=_with(row, family) if row is not None and plan.all_pairs else family,
        family=family,
        choices=dict(pairs.choices),
        control=control,
        notes=notes,
        n_datasets=n_datasets,
        standard_error=None
        if pairs.standard_error is None
        else float(pairs.standard_error),
        df=pairs.df,
        law=pairs.law,
    )


def _tested(
    table: ScoreTable, scores: Exact, plan: Plan, ranking: Ranking, control: int | None
) -> PairTest:
    """Test all pairs, not yet adjusted."""
    if plan.joint:
        joint = _joint_test(plan, ranking)
        if joint is not None:
            return joint
    entry = plan.pairs
    options = {name: getattr(plan, name) for name in entry.options} | dict(entry.fixed)
    if entry.on_scores:
        options["higher_is_better"] = table.higher_is_better
    if entry.against:
        options["control"] = control
    given = (
        (scores,)
        if entry.on_scores
        else (a for a in (ranking.ranks, ranking.weights) if a is not None)
    )
    function = entry.load_available() if plan.incomplete else entry.load()
    test: PairTest = function(*given, **options)
    return test


def _joint_test(plan: Plan, ranking: Ranking) -> PairTest | None:
    """Test all pairs on the exact law of the largest difference, as far as the plan and
    its limits allow.
    """
    if plan.method == "asymptotic":
        return None
    if plan.method == "auto" and plan.tie_correction is False:
        return None  # this requests the formulas without ties
    joint: PairTest | None = loaded(plan.pairs.joint)(
        ranking.ranks,
        against_control=not plan.all_pairs,
        simulate=plan.method == "exact",
    )
    return joint


def adjusted_pairs(
    algorithms: tuple[str, ...],
    plan: Plan,
    ranking: Ranking,
    pairs: PairTest,
    control: int | None,
) -> PairwiseResult:
    """Adjust a family: all pairs that were tested, or those with a control."""
    if (
        control is not None
    ):  # statistics stay: what adjusts them may depend, in the last bit, on all of them
        pairs = replace(
            pairs,
            pvalue=np.where(_cross(control, len(algorithms)), pairs.pvalue, np.nan),
        )
    tested = ~np.isnan(pairs.pvalue)
    lower = None
    if plan.joint and pairs.law is not None:
        adjusted = pairs.law.adjusted(np.where(tested, pairs.statistic, np.nan))
    else:
        adjusted, lower = adjust_family(
            plan.adjustment, plan, pairs, pairs.df, ranking.average_ranks
        )
    whole = PairwiseResult(
        algorithms=algorithms,
        pair_test=plan.pair_test,
        p_adjust=plan.p_adjust,
        n_hypotheses=int(tested.sum()) // 2,
        statistic=pairs.statistic,
        pvalue=pairs.pvalue,
        pvalue_adjusted=adjusted,
        pvalue_adjusted_lower=lower,
        method=np.where(tested, np.asarray(pairs.method, dtype=np.object_), ""),
    )
    return whole if control is None else _with(control, whole)


def _cross(control: int, k: int) -> BoolArray:
    """Return where the pairs with a control stand."""
    where = np.zeros((k, k), dtype=bool)
    where[control] = where[:, control] = True
    return where


def _with(control: int, pairs: PairwiseResult) -> PairwiseResult:
    """Keep the pairs with a control, and blank the others."""
    kept = _cross(control, len(pairs.algorithms))
    arrays: dict[str, Any] = {
        name: np.where(kept, array, np.nan)
        for name in ("statistic", "pvalue", "pvalue_adjusted", "pvalue_adjusted_lower")
        if (array := getattr(pairs, name)) is not None
    }
    return replace(pairs, method=np.where(kept, pairs.method, ""), **arrays)


def _by_sign_flips(entry: Adjustment, pairs: PairTest) -> FloatArray:
    """Adjust the p-values that are not NaN by the sign flips that they come from."""
    k = len(pairs.pvalue)
    first, second = np.triu_indices(k, 1)
    family = np.flatnonzero(~np.isnan(pairs.pvalue[first, second]))
    i, j = first[family], second[family]
    adjusted = np.full((k, k), np.nan)
    adjusted[i, j] = adjusted[j, i] = entry.load()(pairs.flips, family)
    return adjusted


def adjust_family(
    entry: Adjustment,
    plan: Plan,
    pairs: PairTest | PairwiseResult,
    df: float | None,
    average_ranks: FloatArray,
    **search: int,
) -> tuple[FloatArray, FloatArray | None]:
    """Adjust the p-values that are not NaN: (k, k) arrays.

    Also return certified lower bounds where the search for the exact values was
    stopped; None where they are exact.
    """
    pvalue, k = pairs.pvalue, len(pairs.pvalue)
    if entry.needs == "statistics":
        return entry.load()(pairs.statistic, k if plan.all_pairs else k - 1, df), None
    if entry.needs == "all pairs":
        found = entry.load()(
            pvalue,
            entry.key,
            average_ranks=average_ranks,
            **search,
        )
        return found.pvalue_adjusted, None if found.exact else found.lower
    if entry.needs == "sign flips":
        assert isinstance(pairs, PairTest)
        return _by_sign_flips(entry, pairs), None
    from cddiagram.stats import adjust_pvalues

    i, j = np.nonzero(np.triu(~np.isnan(pvalue)))
    adjusted = np.full((k, k), np.nan)
    adjusted[i, j] = adjusted[j, i] = adjust_pvalues(pvalue[i, j], entry.key)
    return adjusted, None
