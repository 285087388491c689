"""The one call: a table of scores in, every number out.

`compare` tests once; `decide` draws the conclusions at a level, so that another level needs no second test.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cddiagram.errors import InputError, listed
from cddiagram.plan import SINGLE_STEP, Plan, check_alpha, make_plan
from cddiagram.results import Comparison, Group, OmnibusResult, PairwiseResult, Ranking, rank_order
from cddiagram.stats.adjust import adjust_pvalues
from cddiagram.stats.friedman import friedman_test
from cddiagram.stats.groups import maximal_groups
from cddiagram.stats.mean_ranks import (
    critical_difference,
    mean_rank_statistics,
    nemenyi_pvalues,
    normal_two_sided,
    rank_standard_error,
)
from cddiagram.stats.ranks import rank_scores
from cddiagram.stats.wilcoxon import wilcoxon_test

if TYPE_CHECKING:
    from cddiagram.table import ScoreTable

FloatArray = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True, eq=False)
class Evidence:
    """What the tests gave, before any level is applied.

    Attributes
    ----------
    standard_error : float or None
        Of a difference of average ranks, where the pair test has one; a critical difference is a multiple of it.
    fixed_difference : float or None
        A critical difference that was handed in, valid at `fixed_alpha` only.
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
    fixed_difference: float | None = None
    fixed_alpha: float | None = None


def compare(
    table: ScoreTable,
    *,
    control: str | None = None,
    ranking: str = "friedman",
    pair_test: str = "ranks",
    p_adjust: str | None = None,
    alpha: float = 0.05,
    zeros: str = "split",
    tie_correction: bool | None = None,
    method: str = "auto",
) -> Comparison:
    """Compare algorithms over data sets: ranks, omnibus tests, post-hoc tests, groups.

    Parameters
    ----------
    table : ScoreTable
        Scores of k algorithms on n data sets.
    control : str, optional
        Compare the others with this algorithm. ``"best"`` takes the best-ranked one; as that is chosen after looking,
        its p-values come from the family of all pairs.
    ranking : {"friedman"}
        Ranks within each data set.
    pair_test : {"ranks", "wilcoxon"}
        How a pair is tested: z on the average ranks of all algorithms (D06 3.2.2), or Wilcoxon's signed-rank test on
        that pair alone (D06 3.1.3; recommended by B16).
    p_adjust : str, optional
        Adjustment for the number of tests: ``"nemenyi"``, ``"bonferroni"`` (``"bonferroni-dunn"`` with a control),
        ``"holm"``, ``"none"``. Default: for "ranks" Nemenyi, or Bonferroni-Dunn with a control; otherwise Holm.
    alpha : float, default 0.05
        Level of the decisions: adjusted p-values up to alpha are significant.
    zeros : {"split", "drop", "pratt"}
        Zero differences in Wilcoxon's test; see `cddiagram.stats.wilcoxon.wilcoxon_test`.
    tie_correction : bool, optional
        True corrects the omnibus headline and the standard error of mean ranks for ties, False uses the printed
        variance in Wilcoxon's test. None is each test's default: printed formulas on ranks, sign-flip variance in
        Wilcoxon's test.
    method : {"auto", "exact", "asymptotic"}
        How Wilcoxon's p-values are obtained; "auto" is exact up to 50 data sets.

    Returns
    -------
    Comparison
        Every number, and the decisions at alpha.

    Raises
    ------
    UsageError
        Unknown option value, alpha outside (0, 1), or a combination without meaning.
    InputError
        The control is not among the algorithms.

    Examples
    --------
    >>> import cddiagram as cd
    >>> comparison = cd.compare(cd.load_example("demsar2006-table6-ranks"), alpha=0.10)
    >>> comparison.ranking.average_ranks.round(3)
    array([3.143, 2.   , 2.893, 1.964])
    >>> round(comparison.critical_difference, 3)
    1.118
    """
    alpha = check_alpha(alpha)
    plan = make_plan(
        control_chosen=_control_chosen(control, table.algorithms),
        ranking=ranking,
        pair_test=pair_test,
        p_adjust=p_adjust,
        zeros=zeros,
        tie_correction=tie_correction,
        method=method,
    )
    return decide(_test(table, plan, control), alpha)


def _test(table: ScoreTable, plan: Plan, control: str | None) -> Evidence:
    ranks = rank_scores(table.scores, table.higher_is_better)
    ranking = Ranking(kind=plan.ranking, average_ranks=ranks.mean(axis=0), ranks=ranks)
    if plan.control_chosen == "after":
        control = table.algorithms[rank_order(ranking.average_ranks)[0]]
    pairwise = _test_pairs(table, ranks, plan, None if control is None else table.algorithms.index(control))
    has_difference = plan.pair_test == "ranks" and plan.p_adjust in SINGLE_STEP
    return Evidence(
        table=table,
        algorithms=table.algorithms,
        ranking=ranking,
        omnibus=friedman_test(ranks),
        pairwise=pairwise,
        test=plan.label,
        control=control,
        control_chosen=plan.control_chosen,
        standard_error=rank_standard_error(ranks, tie_correction=bool(plan.tie_correction)) if has_difference else None,
    )


def _control_chosen(control: str | None, algorithms: tuple[str, ...]) -> str | None:
    """Tell whether the control was named in advance or is to be picked; an algorithm may itself be called "best"."""
    if control is None:
        return None
    if control in algorithms:
        return "before"
    if control == "best":
        return "after"
    raise InputError(f"the control '{control}' is not among the algorithms: choose from {listed(algorithms, 30)}.")


def _test_pairs(table: ScoreTable, ranks: FloatArray, plan: Plan, control: int | None) -> PairwiseResult:
    k = table.k
    if plan.pair_test == "wilcoxon":
        test = wilcoxon_test(
            table.scores,
            higher_is_better=table.higher_is_better,
            zeros=plan.zeros,
            tie_correction=plan.tie_correction,
            method=plan.method,
        )
        statistic, pvalue, exact = test.statistic, test.pvalue, test.exact
        options: tuple[tuple[str, str], ...] = (("zeros", plan.zeros),)
    else:
        statistic = mean_rank_statistics(ranks, tie_correction=bool(plan.tie_correction))
        pvalue, exact = normal_two_sided(statistic), np.zeros((k, k), dtype=bool)
        options = ()
    if plan.tie_correction is not None:
        options += (("tie_correction", str(plan.tie_correction)),)
    adjusted, n_hypotheses = _adjust(statistic, pvalue, plan, control)
    if control is not None:
        untested = np.ones((k, k), dtype=bool)
        untested[control], untested[:, control] = False, False
        statistic, pvalue, adjusted = (np.where(untested, np.nan, a) for a in (statistic, pvalue, adjusted))
    return PairwiseResult(
        algorithms=table.algorithms,
        pair_test=plan.pair_test,
        p_adjust=plan.p_adjust,
        n_hypotheses=n_hypotheses,
        statistic=statistic,
        pvalue=pvalue,
        pvalue_adjusted=adjusted,
        method=np.where(np.isnan(pvalue), "", np.where(exact, "exact", "asymptotic")),
        options=options,
    )


def _adjust(statistic: FloatArray, pvalue: FloatArray, plan: Plan, control: int | None) -> tuple[FloatArray, int]:
    """Adjust the p-values of the family; give them as a (k, k) array and the size of the family."""
    k = len(pvalue)
    if plan.p_adjust == "nemenyi":
        return nemenyi_pvalues(statistic, k), k * (k - 1) // 2
    if control is None or plan.all_pairs:
        i, j = np.triu_indices(k, 1)
    else:
        j = np.delete(np.arange(k), control)
        i = np.full_like(j, control)
    return _adjust_family(pvalue, i, j, plan.p_adjust), len(i)


def _adjust_family(pvalue: FloatArray, i: NDArray[np.intp], j: NDArray[np.intp], p_adjust: str) -> FloatArray:
    adjusted = np.full_like(pvalue, np.nan)
    adjusted[i, j] = adjusted[j, i] = adjust_pvalues(pvalue[i, j], p_adjust)
    return adjusted


def decide(evidence: Evidence, alpha: float) -> Comparison:
    """Draw the conclusions of the tests at a level: groups, critical difference, who differs from the control.

    Parameters
    ----------
    evidence : Evidence
        What the tests gave.
    alpha : float
        The level, in (0, 1).

    Returns
    -------
    Comparison
        Numbers and decisions.

    Raises
    ------
    UsageError
        alpha outside (0, 1).
    """
    alpha = check_alpha(alpha)
    names, order = evidence.algorithms, rank_order(evidence.ranking.average_ranks)
    with np.errstate(invalid="ignore"):
        joined = evidence.pairwise.pvalue_adjusted > alpha  # NaN, not tested, never joins
    groups: tuple[Group, ...] = ()
    not_different: tuple[str, ...] = ()
    complete = True
    if evidence.control is None:
        found, complete = maximal_groups(joined[np.ix_(order, order)])
        groups = tuple(Group(algorithms=tuple(names[order[place]] for place in members)) for members in found)
    else:
        row = names.index(evidence.control)
        not_different = tuple(names[i] for i in order if joined[row, i])
    return Comparison(
        table=evidence.table,
        algorithms=names,
        ranking=evidence.ranking,
        omnibus=evidence.omnibus,
        pairwise=evidence.pairwise,
        alpha=alpha,
        test=evidence.test,
        groups=groups,
        groups_complete=complete,
        control=evidence.control,
        control_chosen=evidence.control_chosen,
        not_different=not_different,
        critical_difference=_difference_at(evidence, alpha),
        decide=partial(decide, evidence),
    )


def _difference_at(evidence: Evidence, alpha: float) -> float | None:
    if evidence.standard_error is None:
        return evidence.fixed_difference if alpha == evidence.fixed_alpha else None
    return critical_difference(
        len(evidence.algorithms),
        evidence.standard_error,
        alpha=alpha,
        p_adjust=evidence.pairwise.p_adjust,
        n_hypotheses=evidence.pairwise.n_hypotheses,
    )


def comparison_from_pvalues(
    average_ranks: Sequence[float],
    pvalues: ArrayLike,
    *,
    algorithms: Sequence[str],
    alpha: float = 0.05,
    p_adjust: str = "none",
    critical_difference: float | None = None,
    test: str = "user's p-values",
) -> Comparison:
    """Decide on p-values that were computed elsewhere, to draw and report them.

    Parameters
    ----------
    average_ranks : sequence of float, length k
        1 is best.
    pvalues : array_like, shape (k, k)
        Symmetric, two-sided; the diagonal is ignored, NaN means not tested.
    algorithms : sequence of str, length k
        Distinct names.
    alpha : float, default 0.05
        Level of the decisions.
    p_adjust : str, default "none"
        An adjustment to apply to the tested pairs.
    critical_difference : float, optional
        Drawn as the ruler, at this alpha only.
    test : str
        Name of the procedure for note and caption.

    Returns
    -------
    Comparison
        With `table` None and no omnibus test.

    Raises
    ------
    InputError
        Shapes that do not fit, duplicate names, p-values outside [0, 1] or not symmetric, ranks that are not finite.
    UsageError
        Unknown or meaningless `p_adjust`, alpha outside (0, 1).

    Examples
    --------
    >>> p = [[1, 0.01, 0.30], [0.01, 1, 0.20], [0.30, 0.20, 1]]
    >>> comparison = comparison_from_pvalues([1.2, 2.6, 2.2], p, algorithms=["A", "B", "C"])
    >>> [group.algorithms for group in comparison.groups]
    [('A', 'C'), ('C', 'B')]
    """
    alpha = check_alpha(alpha)
    plan = make_plan(p_adjust=p_adjust, pair_test="ranks" if p_adjust == "none" else "wilcoxon")
    names = tuple(algorithms)
    ranks = np.asarray(average_ranks, dtype=np.float64)
    p = np.array(pvalues, dtype=np.float64)
    _check_pvalues(names, ranks, p)
    np.fill_diagonal(p, np.nan)
    i, j = np.triu_indices(len(names), 1)
    tested = ~np.isnan(p[i, j])
    pairwise = PairwiseResult(
        algorithms=names,
        pair_test="given",
        p_adjust=plan.p_adjust,
        n_hypotheses=int(tested.sum()),
        statistic=np.full_like(p, np.nan),
        pvalue=p,
        pvalue_adjusted=_adjust_family(p, i[tested], j[tested], plan.p_adjust),
        method=np.where(np.isnan(p), "", "given"),
    )
    evidence = Evidence(
        table=None,
        algorithms=names,
        ranking=Ranking(kind="friedman", average_ranks=ranks),
        omnibus=(),
        pairwise=pairwise,
        test=test,
        fixed_difference=critical_difference,
        fixed_alpha=alpha,
    )
    return decide(evidence, alpha)


def _check_pvalues(names: tuple[str, ...], ranks: FloatArray, p: FloatArray) -> None:
    k = len(names)
    if k < 2 or len(set(names)) != k:
        raise InputError("algorithms must be two or more distinct names.")
    if ranks.shape != (k,) or not np.isfinite(ranks).all():
        raise InputError(f"average_ranks must be {k} finite numbers, one for each algorithm.")
    if p.shape != (k, k):
        raise InputError(f"pvalues must be a {k} x {k} array, one row for each algorithm, not of shape {p.shape}.")
    off = p[~np.eye(k, dtype=bool)]
    with np.errstate(invalid="ignore"):
        if (off < 0).any() or (off > 1).any():
            raise InputError("pvalues must lie between 0 and 1; NaN means not tested.")
    upper, lower = p[np.triu_indices(k, 1)], p.T[np.triu_indices(k, 1)]
    if not np.allclose(upper, lower, rtol=1e-9, atol=0.0, equal_nan=True):
        raise InputError("pvalues must be symmetric: p[i, j] and p[j, i] are the same test.")
