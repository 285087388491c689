"""The one call: a table of scores in, every number out.

`compare` tests once; `decide` draws the conclusions at a level, so that another level needs no second test.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cddiagram.comparison import Comparison
from cddiagram.data.table import ScoreTable
from cddiagram.errors import InputError, UsageError, check_alpha, listed
from cddiagram.plan import PAIR_STRUCTURED, make_plan
from cddiagram.stats.groups import maximal_groups
from cddiagram.stats.mean_ranks import critical_difference
from cddiagram.stats.results import Group, PairwiseResult, Ranking, rank_order, significant
from cddiagram.testing.evidence import Evidence, gather_evidence
from cddiagram.testing.family import adjust_family

FloatArray = NDArray[np.float64]


def compare(
    scores: Any,
    *,
    higher_is_better: bool | None = None,
    control: str | None = None,
    ranking: str = "friedman",
    pair_test: str = "ranks",
    p_adjust: str = "auto",
    alpha: float = 0.05,
    zeros: str = "split",
    tie_correction: bool | None = None,
    variance: str = "permutation",
    rom_critical: str = "exact",
    bh_monotone: bool = True,
    method: str = "auto",
) -> Comparison:
    """Compare algorithms over data sets: ranks, omnibus tests, post-hoc tests, groups.

    Parameters
    ----------
    scores : ScoreTable, path, file object, data frame or dict
        Scores of k algorithms on n data sets. What is no `ScoreTable` is read as `read_scores` (a path, a file object,
        a frame of pandas or polars) or `ScoreTable.from_dict` (``{algorithm: {data set: score}}``) read it by default.
    higher_is_better : bool, optional
        The direction of the scores: by default that of the table, True for anything else. A table knows its own; a
        value that contradicts it is refused.
    control : str, optional
        Compare the others with this algorithm. ``"best"`` takes the best-ranked one; as that is chosen after looking,
        its p-values come from the family of all pairs.
    ranking : {"friedman", "aligned", "quade", "means"}
        How algorithms are ranked, and which omnibus tests are made: ranks within each data set (Friedman), ranks of all
        scores after the mean of their data set is taken off (Friedman aligned ranks, G10 4.1), ranks within each data
        set weighted by its range (Quade, G10 4.2), or mean scores (repeated-measures ANOVA, D06 3.2.1; needs "t").
    pair_test : {"ranks", "wilcoxon", "sign", "t", "t-relative", "multiple-sign"}
        How a pair is tested: z on the average ranks of all algorithms (D06 3.2.2, G10 5), or on that pair alone (B16
        recommends this) Wilcoxon's signed-rank test (D06 3.1.3), the sign test (D06 3.1.4), the paired t test of
        differences or of relative differences (D06 3.1.2). With ranking "means" t has the residual variance of the
        ANOVA. "multiple-sign" (G10 3.2) asks, one-sided, whether the control is better.
    p_adjust : str, default "auto"
        Adjustment for the number of tests: ``"nemenyi"`` (all pairs of Friedman mean ranks), ``"bonferroni"``
        (``"bonferroni-dunn"`` with a control), ``"sidak"``, ``"holm"``, ``"hochberg"``, ``"hommel"``, ``"holland"``,
        ``"rom"``, ``"finner"``, ``"li"``, ``"none"``; for all pairs ``"shaffer"``, ``"shaffer-dynamic"``,
        ``"bergmann-hommel"``; for means ``"tukey"`` and, with a control, ``"dunnett"``. ``"auto"``: on Friedman mean
        ranks Nemenyi, or Bonferroni-Dunn with a control; otherwise, and where they are exact, Holm; for two algorithms
        none, as there is one hypothesis.
    alpha : float, default 0.05
        Level of the decisions: adjusted p-values up to alpha are significant.
    zeros : {"split", "drop", "pratt"}
        Zero differences in Wilcoxon's test; see `cddiagram.stats.wilcoxon.wilcoxon_test`.
    tie_correction : bool, optional
        True corrects the omnibus headline and the standard error of mean ranks for ties, False uses the printed
        variance in Wilcoxon's test. None is each test's default: printed formulas on ranks, sign-flip variance in
        Wilcoxon's test. Exact p-values take the ties as they are in any case.
    variance : {"permutation", "paper", "conover"}
        Of aligned and Quade average ranks: the permutation variance holds its level; the papers' does not, and
        reproduces their tables; Conover's t is for Quade. See `cddiagram.stats.quade.quade_standard_error`.
    rom_critical : {"exact", "paper"}
        Rom's critical values: from his recursion, or the list that G10 prints.
    bh_monotone : bool, default True
        Bergmann-Hommel: no adjusted p-value is below that of a smaller p, as in the table of G08. False is the bare
        formula.
    method : {"auto", "exact", "asymptotic"}
        How p-values are obtained. On Friedman mean ranks "exact" is the law of the difference of two rank sums given
        the ties (Eisinga et al. 2017), which "auto" takes for two algorithms, on any number of data sets; of more
        algorithms "auto" is the normal distribution, as in the papers. For Wilcoxon's test "auto" is exact up to 50
        data sets, for the sign test always.

    Returns
    -------
    Comparison
        Every number, and the decisions at alpha.

    Raises
    ------
    UsageError
        Unknown option value, alpha outside (0, 1), a direction that contradicts the table's, or a combination without
        meaning.
    InputError
        The scores cannot be read; the control is not among the algorithms; a score is beyond 1e300, where differences
        overflow; or the table is too large for method "exact".

    Examples
    --------
    >>> import cddiagram as cd
    >>> comparison = cd.compare(cd.load_example("demsar2006-table6-ranks"), alpha=0.10)
    >>> comparison.ranking.average_ranks.round(3)
    array([3.143, 2.   , 2.893, 1.964])
    >>> round(comparison.critical_difference, 3)
    1.118

    Two algorithms are compared exactly: five wins of five are not enough at .05.

    >>> wins = {"A": {"a": 5, "b": 5, "c": 5, "d": 5, "e": 5}, "B": {"a": 1, "b": 2, "c": 3, "d": 4, "e": 2}}
    >>> cd.compare(wins).pairwise.pvalue[0, 1]
    np.float64(0.0625)
    """
    table = _table_of(scores, higher_is_better)
    alpha = check_alpha(alpha)
    plan = make_plan(
        control_chosen=_control_chosen(control, table.algorithms),
        two_algorithms=table.k == 2,
        ranking=ranking,
        pair_test=pair_test,
        p_adjust=p_adjust,
        zeros=zeros,
        tie_correction=tie_correction,
        variance=variance,
        rom_critical=rom_critical,
        bh_monotone=bh_monotone,
        method=method,
    )
    return decide(gather_evidence(table, plan, control), alpha)


def _table_of(scores: Any, higher_is_better: bool | None) -> ScoreTable:
    """Read whatever scores may be given as; only a table knows its own direction."""
    if higher_is_better is not None and not isinstance(higher_is_better, bool | np.bool_):
        raise UsageError(f"higher_is_better must be True or False, not {higher_is_better!r}.")
    if not isinstance(scores, ScoreTable):
        higher = higher_is_better is None or bool(higher_is_better)
        if isinstance(scores, Mapping):
            return ScoreTable.from_dict(scores, higher_is_better=higher)
        from cddiagram.data.reading.scores import read_scores

        return read_scores(scores, higher_is_better=higher)
    if higher_is_better is not None and higher_is_better != scores.higher_is_better:
        raise UsageError(
            f"higher_is_better is {higher_is_better}, and the table says {scores.higher_is_better}: leave it out, or "
            "read the scores in the other direction."
        )
    return scores


def _control_chosen(control: str | None, algorithms: tuple[str, ...]) -> str | None:
    """Tell whether the control was named in advance or is to be picked; an algorithm may itself be called "best"."""
    if control is None:
        return None
    if control in algorithms:
        return "before"
    if control == "best":
        return "after"
    raise InputError(f"the control '{control}' is not among the algorithms: choose from {listed(algorithms, 30)}.")


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
    adjusted = evidence.pairwise.pvalue_adjusted
    joined = ~significant(adjusted, alpha) & ~np.isnan(adjusted)  # a pair that was not tested never joins
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
        headline_corrected=evidence.headline_corrected,
        notes=evidence.notes,
        decide=partial(decide, evidence),
        extras=evidence.extras,
    )


def _difference_at(evidence: Evidence, alpha: float) -> float | None:
    if evidence.law is not None:
        return evidence.law.critical_difference(alpha, evidence.pairwise.p_adjust, evidence.pairwise.n_hypotheses)
    if not evidence.standard_error:  # none, or 0: everything is tied, and no difference is possible
        return evidence.fixed_difference if alpha == evidence.fixed_alpha else None
    return critical_difference(
        len(evidence.algorithms),
        evidence.standard_error,
        alpha=alpha,
        p_adjust=evidence.pairwise.p_adjust,
        n_hypotheses=evidence.pairwise.n_hypotheses,
        df=evidence.difference_df,
    )


def comparison_from_pvalues(
    average_ranks: Sequence[float],
    pvalues: ArrayLike,
    *,
    algorithms: Sequence[str],
    alpha: float = 0.05,
    p_adjust: str = "none",
    critical_difference: float | None = None,
    test: str = "User's p-values",
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
        An adjustment to apply to the tested pairs; ``"auto"`` is Holm's.
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
    if p_adjust in ("nemenyi", "bonferroni-dunn", "tukey", "dunnett"):
        raise UsageError(f"p_adjust '{p_adjust}' needs the statistics of the pairs, not p-values: use 'holm' instead.")
    names = tuple(algorithms)
    plan = make_plan(p_adjust=p_adjust, pair_test="wilcoxon", two_algorithms=len(names) == 2)
    if critical_difference is not None and not 0.0 < critical_difference < np.inf:
        raise InputError(f"critical_difference must be a positive number of ranks, not {critical_difference}.")
    for labels in _labels(average_ranks, pvalues):
        if labels != names:
            raise InputError(
                f"the labels {listed(labels)} do not stand in the order of algorithms, {listed(names)}: reorder them."
            )
    ranks, p = _numbers(average_ranks, "average_ranks"), _numbers(pvalues, "pvalues")
    _check_pvalues(names, ranks, p)
    np.fill_diagonal(p, np.nan)
    tested = ~np.isnan(p[np.triu_indices(len(names), 1)])
    if plan.p_adjust in PAIR_STRUCTURED and not tested.all():
        raise InputError(f"p_adjust '{p_adjust}' needs p-values of all pairs, and some are NaN: use 'holm' instead.")
    ranking = Ranking(kind="friedman", average_ranks=ranks)
    adjusted, lower = adjust_family(p, plan, ranking, None, None)
    pairwise = PairwiseResult(
        algorithms=names,
        pair_test="given",
        p_adjust=plan.p_adjust,
        n_hypotheses=int(tested.sum()),
        statistic=np.full_like(p, np.nan),
        pvalue=p,
        pvalue_adjusted=adjusted,
        pvalue_adjusted_lower=lower,
        method=np.where(np.isnan(p), "", "given"),
    )
    evidence = Evidence(
        table=None,
        algorithms=names,
        ranking=ranking,
        omnibus=(),
        pairwise=pairwise,
        test=test,
        fixed_difference=critical_difference,
        fixed_alpha=alpha,
    )
    return decide(evidence, alpha)


def _labels(*values: object) -> list[tuple[str, ...]]:
    """Give the labels of pandas objects among the values, where they have names for labels."""
    axes = [axis for value in values for axis in getattr(value, "axes", ())]
    return [tuple(axis) for axis in axes if all(isinstance(label, str) for label in axis)]


def _numbers(values: ArrayLike, what: str) -> FloatArray:
    try:
        return np.array(values, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise InputError(f"{what} are no array of numbers ({error}).") from error


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
