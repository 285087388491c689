"""The results of all tests in a plan: ranking, omnibus tests, and adjusted pairwise
tests.

The results do not depend on a significance level.
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
    """The results of all tests, which do not depend on the significance level.

    Attributes
    ----------
    ranking, omnibus, pairwise, control, notes, choices, n_datasets
        The attributes of `Comparison` with the same names.
    family : PairwiseResult
        The tests of the complete family. If the control is the best-ranked algorithm,
        the family contains all pairs, and `pairwise` contains only the pairs with the
        control.
    standard_error : float or None
        The standard error of a difference between average ranks. None if the tests are
        not based on ranks.
    df : float or None
        The degrees of freedom for tests on ranks that use Student's t distribution.
        None if the normal distribution is used.
    law : object or None
        The distribution of differences between rank sums. None unless exact tests on
        ranks are used.
    given : str or None
        The name of the procedure by which the p-values were computed elsewhere, or
        None.
    given_difference, given_alpha : float or None
        The critical difference and its significance level, if p-values were computed
        elsewhere.
    complete : TestResults or None
        The results on the data sets without missing scores. None if no scores are
        missing, or if fewer than two data sets are complete.
    """

    #: This attribute prevents pytest from collecting the class as a test.
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
    """Perform all tests of a plan.

    `control` is the algorithm that was specified in advance, or None.

    Scores larger than 1e300 raise an error, because their differences and sums can
    overflow.
    """
    check_size(table.scores)
    log: list[Tie] = []
    exact = table.exact
    scores = replace(exact, log=log) if plan.incomplete else exact.watched(log)
    entry = RANKINGS[plan.ranking]
    available = {"tie_correction": plan.tie_correction, "algorithms": table.algorithms}
    options = {name: available[name] for name in entry.options}
    ranking, omnibus = entry.load()(scores, table.higher_is_better, **options)
    # For two algorithms, the pairwise test replaces the omnibus test.
    if plan.two_algorithms:
        omnibus = ()
    ranking = replace(ranking, algorithms=table.algorithms, datasets=table.datasets)
    row = None
    if plan.control_chosen == "before":
        row = table.algorithms.index(str(control))
    pairs = _test_pairs(table, scores, plan, ranking, row)
    results = decided(
        table.algorithms,
        plan,
        ranking,
        omnibus,
        pairs,
        control,
        notes=result_notes(log, table.algorithms, table.datasets, pairs.statistic),
        n_datasets=table.n,
    )
    if not table.incomplete or table.n - len(table.incomplete) < 2:
        return results
    complete_table = table.exclude_datasets(table.incomplete)
    complete_plan = replace(plan, incomplete=False)
    complete = compute_results(complete_table, complete_plan, control)
    return replace(results, complete=complete)


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
    """Adjust the p-values of pairs according to the plan, and combine all results.

    `control` is None if the best-ranked algorithm is the control.
    """
    if plan.control_chosen == "after":
        control = algorithms[rank_order(ranking.average_ranks)[0]]
    row = None
    if control is not None:
        row = algorithms.index(control)
    if plan.all_pairs:
        family = adjusted_pairs(algorithms, plan, ranking, pairs, None)
        pairwise = family
        if row is not None:
            pairwise = _only_with(row, family)
    else:
        family = adjusted_pairs(algorithms, plan, ranking, pairs, row)
        pairwise = family
    standard_error = None
    if pairs.standard_error is not None:
        standard_error = float(pairs.standard_error)
    return TestResults(
        ranking=ranking,
        omnibus=omnibus,
        pairwise=pairwise,
        family=family,
        choices=dict(pairs.choices),
        control=control,
        notes=notes,
        n_datasets=n_datasets,
        standard_error=standard_error,
        df=pairs.df,
        law=pairs.law,
    )


def _test_pairs(
    table: ScoreTable, scores: Exact, plan: Plan, ranking: Ranking, control: int | None
) -> PairTest:
    """Test all pairs without adjusting the p-values."""
    if plan.joint:
        joint = _joint_test(plan, ranking)
        if joint is not None:
            return joint
    entry = plan.pairs
    options = {name: getattr(plan, name) for name in entry.options} | dict(entry.fixed)
    if entry.against:
        options["control"] = control
    load = entry.load
    if plan.incomplete:
        load = entry.load_available
    function = load()
    test: PairTest
    if entry.on_scores:
        higher = table.higher_is_better
        test = function(scores, higher_is_better=higher, **options)
    elif ranking.weights is None:
        test = function(ranking.ranks, **options)
    else:
        test = function(ranking.ranks, ranking.weights, **options)
    return test


def _joint_test(plan: Plan, ranking: Ranking) -> PairTest | None:
    """Test all pairs with the exact distribution of the largest difference.

    Return None if the plan requires other p-values, or if the table is too large.
    """
    if plan.method == "asymptotic":
        return None
    if plan.method == "auto" and plan.tie_correction is False:
        return None  # the user selected asymptotic formulas that ignore ties
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
    """Adjust the p-values of a family, which consists of all tested pairs or the pairs
    with a control.
    """
    if control is not None:
        # The statistics of all pairs are passed, because the last bits of the adjusted
        # p-values can depend on all of them.
        with_control = _pairs_with(control, len(algorithms))
        pairs = replace(pairs, pvalue=np.where(with_control, pairs.pvalue, np.nan))
    is_tested = ~np.isnan(pairs.pvalue)
    lower = None
    if plan.joint and pairs.law is not None:
        adjusted = pairs.law.adjusted(np.where(is_tested, pairs.statistic, np.nan))
    else:
        adjusted, lower = adjust_family(
            plan.adjustment, plan, pairs, pairs.df, ranking.average_ranks
        )
    methods = np.asarray(pairs.method, dtype=np.object_)
    result = PairwiseResult(
        algorithms=algorithms,
        pair_test=plan.pair_test,
        p_adjust=plan.p_adjust,
        n_hypotheses=int(is_tested.sum()) // 2,
        statistic=pairs.statistic,
        pvalue=pairs.pvalue,
        pvalue_adjusted=adjusted,
        pvalue_adjusted_lower=lower,
        method=np.where(is_tested, methods, ""),
    )
    if control is None:
        return result
    return _only_with(control, result)


def _pairs_with(control: int, k: int) -> BoolArray:
    """Return a boolean array of shape (k, k) that is True for pairs with the control."""
    pairs = np.zeros((k, k), dtype=bool)
    pairs[control] = pairs[:, control] = True
    return pairs


def _only_with(control: int, pairs: PairwiseResult) -> PairwiseResult:
    """Remove the results for pairs that do not include the control."""
    with_control = _pairs_with(control, len(pairs.algorithms))
    arrays: dict[str, Any] = {}
    for name in ("statistic", "pvalue", "pvalue_adjusted", "pvalue_adjusted_lower"):
        array = getattr(pairs, name)
        if array is not None:
            arrays[name] = np.where(with_control, array, np.nan)
    return replace(pairs, method=np.where(with_control, pairs.method, ""), **arrays)


def _by_sign_flips(entry: Adjustment, pairs: PairTest) -> FloatArray:
    """Adjust all p-values except NaN, using the sign flips from which they were
    computed.
    """
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
    """Adjust all p-values of shape (k, k) except NaN.

    If the search for exact adjusted p-values was stopped, certified lower bounds are
    also returned. Otherwise, the second value is None.
    """
    pvalue, k = pairs.pvalue, len(pairs.pvalue)
    if entry.needs == "statistics":
        means = k
        if not plan.all_pairs:
            means = k - 1
        return entry.load()(pairs.statistic, means, df), None
    if entry.needs == "all pairs":
        result = entry.load()(pvalue, entry.key, average_ranks=average_ranks, **search)
        if result.exact:
            return result.pvalue_adjusted, None
        return result.pvalue_adjusted, result.lower
    if entry.needs == "sign flips":
        assert isinstance(pairs, PairTest)
        return _by_sign_flips(entry, pairs), None
    from cddiagram.stats import adjust_pvalues

    i, j = np.nonzero(np.triu(~np.isnan(pvalue)))
    adjusted = np.full((k, k), np.nan)
    adjusted[i, j] = adjusted[j, i] = adjust_pvalues(pvalue[i, j], entry.key)
    return adjusted, None
