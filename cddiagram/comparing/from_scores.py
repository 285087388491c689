"""The one call: a table of scores in, every number out; and the same for p-values from
elsewhere.
"""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Unpack

import numpy as np
from numpy.typing import ArrayLike

from cddiagram._util import FloatArray
from cddiagram.comparing.comparison import Comparison
from cddiagram.comparing.plan import Plan, make_plan
from cddiagram.comparing.results import TestResults, adjusted_pairs, compute_results
from cddiagram.data import ScoreOptions, ScoreTable, takes
from cddiagram.procedures import (
    ADJUSTMENTS,
    AdjustmentName,
    Method,
    PairTestName,
    RankingName,
    Variance,
    Zeros,
)
from cddiagram.stats import PairTest, Ranking
from cddiagram.text import (
    InputError,
    Option,
    UsageError,
    check_alpha,
    listed,
)


@takes(ScoreOptions)
def compare(
    scores: Any,
    *,
    higher_is_better: bool | None = None,
    control: str | None = None,
    ranking: RankingName = "friedman",
    pair_test: PairTestName = "ranks",
    p_adjust: AdjustmentName = "auto",
    alpha: float = 0.05,
    zeros: Zeros = "split",
    tie_correction: bool | None = None,
    variance: Variance = "permutation",
    method: Method = "auto",
    **reading: Unpack[ScoreOptions],
) -> Comparison:
    """Compare algorithms over data sets: ranks, omnibus tests, post-hoc tests, groups.

    Parameters
    ----------
    scores : ScoreTable, path, file object, data frame, Series, dict or array
        Scores of k algorithms on n data sets. Anything but a `ScoreTable` is read by
        `read_scores`: the path of a file or folder, a file object, a frame of pandas or polars, a Series with
        two levels, a dict (``{algorithm: {data set: score}}``), or an array with
        ``algorithms=[...]`` and ``datasets=[...]``. Rows without names may be folds,
        which `compare_folds` compares: ``dataset_column="none"`` says that each row is
        a data set.
    higher_is_better : bool, optional
        The direction of the scores: by default that of the table, True for anything
        else. A table knows its own; a value that contradicts it is refused.
    control : str, optional
        Compare the others with this algorithm. ``"best"`` takes the best-ranked one; as
        that is chosen after looking, its p-values come from the family of all pairs.
    ranking : {"friedman", "aligned", "quade", "means", "skillings-mack"}
        How algorithms are ranked, and which omnibus tests are made: ranks within each
        data set (Friedman), ranks of all scores after the mean of their data set is
        taken off (Friedman aligned ranks, G10 4.1), ranks within each data set weighted
        by its range (Quade, G10 4.2), or mean scores (repeated-measures ANOVA, D06
        3.2.1; needs "t"). "skillings-mack" replaces "friedman" if scores are missing
        (``missing="available"`` of `read_scores`). The omnibus test is that of
        Skillings and Mack (1981). The average ranks are estimated from the share of
        wins of each pair on the data sets that both have; they describe the results and
        do not follow from that test. Each pair is tested by "wilcoxon" or "sign" on the
        data sets that both have, and adjusted by "holm" or "bonferroni".
    pair_test : {"ranks", "wilcoxon", "sign", "t", "t-relative", "multiple-sign"}
        How a pair is tested: z on the average ranks of all algorithms (D06 3.2.2, G10
        5), or on that pair alone (B16 recommends this) Wilcoxon's signed-rank test (D06
        3.1.3), the sign test (D06 3.1.4), the paired t test of differences or of
        relative differences (D06 3.1.2). With ranking "means" t has the residual
        variance of the ANOVA. "multiple-sign" (G10 3.2) asks, one-sided, whether the
        control is better.
    p_adjust : str, default "auto"
        Adjustment for the number of tests: ``"nemenyi"`` (all pairs of Friedman mean
        ranks), ``"bonferroni"`` (``"bonferroni-dunn"`` with a control), ``"sidak"``,
        ``"holm"``, ``"hochberg"``, ``"hommel"``, ``"holland"``, ``"rom"``,
        ``"finner"``, ``"li"``, ``"none"``; for all pairs ``"shaffer"``,
        ``"shaffer-dynamic"``, ``"bergmann-hommel"``; for means ``"tukey"`` and, with a
        control, ``"dunnett"``. ``"max-t"`` tests and adjusts by sign flips of the data
        sets: all patterns of signs of up to 16 data sets, 9,999 random ones with a
        fixed seed of more. It goes with every test of pairs but aligned and Quade
        ranks. ``"auto"``: on Friedman mean ranks Nemenyi, or Bonferroni-Dunn with a
        control; otherwise Holm; for two algorithms none, as there is one hypothesis.
    alpha : float, default 0.05
        Level of the decisions: adjusted p-values up to alpha are significant.
    zeros : {"split", "drop", "pratt"}
        Zero differences in Wilcoxon's test; split evenly (D06 3.1.3), dropped, or
        ranked and dropped (Pratt).
    tie_correction : bool, optional
        True corrects the omnibus headline and the standard error of mean ranks for
        ties, False uses the printed variance in Wilcoxon's test. None is each test's
        default: printed formulas on ranks, sign-flip variance in Wilcoxon's test. Exact
        p-values take the ties as they are in any case.
    variance : {"permutation", "conover"}
        The variance of Quade's average ranks: the permutation variance, which is valid
        if all algorithms are equal, or Conover's residual variance with Student's t.
        Aligned average ranks always have the permutation variance.
    method : {"auto", "exact", "asymptotic"}
        How p-values are obtained. On Friedman mean ranks "exact" is the law of the
        difference of two rank sums given the ties (Eisinga et al. 2017), which "auto"
        takes for two algorithms, on any number of data sets. Nemenyi's and the
        Bonferroni-Dunn test take the law of the largest of these differences (McDonald
        and Thompson 1967). "auto" is exact for few algorithms: without ties for k = 3,
        4 and 5 on up to 170, 60 and 30 data sets, with ties up to a fixed amount of
        work, about 50 ms. Beyond that "auto" is asymptotic, as in the papers, and
        "exact" is estimated by Monte Carlo, from 99,999 random arrangements of the
        ranks (seeded). With other adjustments "auto" is asymptotic. For Wilcoxon's test
        "auto" is exact for up to 50 ranked differences (of an odd number of zeros one
        has no rank), for the sign test always.
    dataset_column, algorithm_column, score_column, group_column, run_column : optional
        As in `read_scores`, for scores that have yet to be read.
    algorithms, datasets, exclude, exclude_datasets, select, keep, missing, runs : optional
        As in `read_scores`, for scores that have yet to be read.
    transpose, clean, runs_in_names, decimal, sheet, encoding : optional
        As in `read_scores`, for scores that have yet to be read.

    Returns
    -------
    Comparison
        Every number, and the decisions at alpha.

    Raises
    ------
    TypeError
        If there is no such option.
    UsageError
        Unknown option value, alpha outside (0, 1), a direction that contradicts the
        table's, options of reading for a table, or a combination without meaning.
    InputError
        The scores cannot be read; the control is not among the algorithms; a score is
        beyond 1e300, where differences overflow; or the table is too large for method
        "exact".

    Examples
    --------
    >>> import cddiagram as cd
    >>> comparison = cd.compare(cd.load_example("demsar2006-table6-ranks"), alpha=0.10)
    >>> comparison.ranking.average_ranks.round(3)
    array([3.143, 2.   , 2.893, 1.964])
    >>> round(comparison.critical_difference, 3)
    1.118

    Two algorithms are compared exactly: five wins of five are not enough at .05.

    >>> wins = {
    ...     "A": {"a": 5, "b": 5, "c": 5, "d": 5, "e": 5},
    ...     "B": {"a": 1, "b": 2, "c": 3, "d": 4, "e": 2},
    ... }
    >>> cd.compare(wins).pairwise.pvalue[0, 1]
    np.float64(0.0625)

    Options of `read_scores` are accepted for scores that have yet to be read.

    >>> scores = [[0.9, 0.8], [0.7, 0.6], [0.8, 0.9]]
    >>> named = cd.compare(
    ...     scores, algorithms=["A", "B"], datasets=["iris", "wine", "zoo"]
    ... )
    >>> named.table.datasets
    ('iris', 'wine', 'zoo')
    """
    # The readers are loaded if there is something to compare.
    from cddiagram.data import table_of

    keywords = inspect.signature(compare).parameters
    table = table_of(scores, higher_is_better, reading, keywords)
    alpha = check_alpha(alpha)
    plan = make_plan(
        table.algorithms,
        control,
        incomplete=table.has_gaps,
        ranking=ranking,
        pair_test=pair_test,
        p_adjust=p_adjust,
        zeros=zeros,
        tie_correction=tie_correction,
        variance=variance,
        method=method,
    )
    return compare_by_plan(table, plan, control, alpha)


def compare_by_plan(
    table: ScoreTable, plan: Plan, control: str | None, alpha: float
) -> Comparison:
    """Make the tests of a plan; the control is given if it is named in advance."""
    return Comparison(
        table=table,
        plan=plan,
        test_results=compute_results(table, plan, control),
        alpha=alpha,
    )


def compare_pvalues(
    average_ranks: Sequence[float] | ArrayLike,
    pvalues: ArrayLike,
    *,
    algorithms: Sequence[str] | None = None,
    alpha: float = 0.05,
    p_adjust: AdjustmentName = "none",
    critical_difference: float | None = None,
    test: str = "User's p-values",
) -> Comparison:
    """Decide on p-values that were computed elsewhere, to draw and report them.

    Parameters
    ----------
    average_ranks : sequence of float or Series, length k
        1 is best. The labels of a Series name the algorithms.
    pvalues : array_like or square frame, shape (k, k)
        Symmetric, two-sided; the diagonal is ignored, NaN means not tested. Rows and
        columns with labels are put into the order of the algorithms.
    algorithms : sequence of str, length k, optional
        Distinct names, in the order of what has no labels; by default the labels of the
        ranks, or of the p-values.
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
        Shapes that do not fit, no names, duplicate ones or labels that are others,
        p-values outside [0, 1] or not symmetric, ranks that are not finite.
    UsageError
        Unknown or meaningless `p_adjust`, alpha outside (0, 1).

    Examples
    --------
    >>> import cddiagram as cd
    >>> p = [[1, 0.01, 0.30], [0.01, 1, 0.20], [0.30, 0.20, 1]]
    >>> comparison = cd.compare_pvalues([1.2, 2.6, 2.2], p, algorithms=["A", "B", "C"])
    >>> [group.algorithms for group in comparison.groups]
    [('A', 'C'), ('C', 'B')]
    """
    alpha = check_alpha(alpha)
    entry = ADJUSTMENTS.get(p_adjust)
    if entry is not None and (entry.law is not None or entry.needs == "sign flips"):
        what = "scores" if entry.needs == "sign flips" else "statistics of the pairs"
        needs = f" '{p_adjust}' needs the {what}, not p-values: use 'holm' instead."
        raise UsageError(Option("p_adjust"), needs)
    names = names_of(algorithms, average_ranks, pvalues)
    plan = make_plan(names, p_adjust=p_adjust, pair_test="wilcoxon")
    plan = replace(plan, pair_test="given")
    if critical_difference is not None and not 0.0 < critical_difference < np.inf:
        raise InputError(
            "critical_difference must be a positive number of ranks, not "
            f"{critical_difference}."
        )
    ranks, p = (
        aligned(average_ranks, "average_ranks", names),
        aligned(pvalues, "pvalues", names),
    )
    _check_pvalues(names, ranks, p)
    np.fill_diagonal(p, np.nan)
    tested = ~np.isnan(p[np.triu_indices(len(names), 1)])
    if plan.adjustment.needs == "all pairs" and not tested.all():
        needs = (
            f" '{p_adjust}' needs p-values of all pairs, and some are NaN: use 'holm' "
            "instead."
        )
        raise InputError(Option("p_adjust"), needs)
    ranking = Ranking(kind="friedman", average_ranks=ranks, algorithms=names)
    pairs = PairTest(statistic=np.full_like(p, np.nan), pvalue=p, method="given")
    pairwise = adjusted_pairs(names, plan, ranking, pairs, None)
    results = TestResults(
        ranking=ranking,
        omnibus=(),
        pairwise=pairwise,
        family=pairwise,
        choices={},
        given=test,
        given_difference=critical_difference,
        given_alpha=alpha,
    )
    return Comparison(table=None, plan=plan, test_results=results, alpha=alpha)


def _labels(values: object) -> list[tuple[str, ...] | None]:
    """Return the labels of each axis of a pandas object; None where they are no
    names.
    """
    axes = [tuple(axis) for axis in getattr(values, "axes", ())]
    return [
        axis if all(isinstance(label, str) for label in axis) else None for axis in axes
    ]


def names_of(
    algorithms: Sequence[str] | None, average_ranks: object, pvalues: object = None
) -> tuple[str, ...]:
    """Return the names given, or else the labels of what was given."""
    if algorithms is not None:
        return tuple(algorithms)
    for axis in (*_labels(average_ranks), *_labels(pvalues)):
        if axis is not None:
            return axis
    unlabelled = (
        "average ranks have no"
        if pvalues is None
        else "neither ranks nor p-values have"
    )
    raise InputError(f"{unlabelled} labels: name the algorithms (algorithms).")


def aligned(values: Any, what: str, names: tuple[str, ...]) -> FloatArray:
    """Copy numbers into an array, with every labelled axis in the order of the
    names.
    """
    try:
        array = np.array(values, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise InputError(f"{what} are no array of numbers ({error}).") from error
    for axis, labels in enumerate(_labels(values)):
        if labels is None or labels == names:
            continue
        if sorted(labels) != sorted(names) or len(set(names)) < len(names):
            raise InputError(
                "the labels ",
                listed(labels),
                f" of {what} are not the algorithms, ",
                listed(names),
                ".",
            )
        array = np.take(array, [labels.index(name) for name in names], axis=axis)
    return array


def check_average_ranks(names: tuple[str, ...], ranks: FloatArray) -> None:
    """Refuse average ranks that are not one finite number for each of some distinct
    names.
    """
    k = len(names)
    if k < 2 or len(set(names)) != k:
        raise InputError("algorithms must be two or more distinct names.")
    if ranks.shape != (k,) or not np.isfinite(ranks).all():
        raise InputError(
            f"average ranks must be {k} finite numbers, one for each algorithm."
        )


def _check_pvalues(names: tuple[str, ...], ranks: FloatArray, p: FloatArray) -> None:
    k = len(names)
    check_average_ranks(names, ranks)
    if p.shape != (k, k):
        raise InputError(
            f"pvalues must be a {k} x {k} array, one row for each algorithm, not of "
            f"shape {p.shape}."
        )
    off = p[~np.eye(k, dtype=bool)]
    with np.errstate(invalid="ignore"):
        if (off < 0).any() or (off > 1).any():
            raise InputError("pvalues must lie between 0 and 1; NaN means not tested.")
    upper, lower = p[np.triu_indices(k, 1)], p.T[np.triu_indices(k, 1)]
    if not np.allclose(upper, lower, rtol=1e-9, atol=0.0, equal_nan=True):
        raise InputError(
            "pvalues must be symmetric: p[i, j] and p[j, i] are the same test."
        )
