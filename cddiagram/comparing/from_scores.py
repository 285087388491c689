"""Comparisons based on a table of scores, or on p-values that were computed elsewhere."""

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
    """Compare algorithms on several data sets by ranks, omnibus tests and post-hoc
    tests.

    Parameters
    ----------
    scores : ScoreTable, path, file object, data frame, Series, dict or array
        The scores of k algorithms on n data sets. Scores that are not a `ScoreTable`
        are read by `read_scores`. They may be the path of a file or folder, a file
        object, a pandas or polars data frame, a Series with two levels, a dict
        (``{algorithm: {data set: score}}``), or an array with ``algorithms=[...]`` and
        ``datasets=[...]``. Rows without names could be folds, which are compared by
        `compare_folds`. Use ``dataset_column="none"`` if each row is a data set.
    higher_is_better : bool, optional
        The direction of the scores. By default, it is the direction recorded in the
        `ScoreTable`, or True for other scores. A value that contradicts the table
        raises an error.
    control : str, optional
        The algorithm with which all others are compared. ``"best"`` selects the
        best-ranked algorithm. Because it is selected after seeing the results, the
        p-values are adjusted for all pairs.
    ranking : {"friedman", "aligned", "quade", "means", "skillings-mack"}
        The method for ranking the algorithms, which also determines the omnibus tests.

        * "friedman": the ranks within each data set.
        * "aligned": the ranks of all scores after the mean of the data set is
          subtracted from each score (García et al. 2010, section 4.1).
        * "quade": the ranks within each data set, weighted by the rank of the data
          set's range of scores (García et al. 2010, section 4.2).
        * "means": the ranks of the mean scores, with the repeated-measures ANOVA as the
          omnibus test (Demšar 2006, section 3.2.1). This ranking requires the pairwise
          test "t".
        * "skillings-mack": the replacement for "friedman" if scores are missing
          (``missing="available"`` in `read_scores`). The omnibus test is the test of
          Skillings and Mack (1981). The average ranks are descriptive. They are
          estimated from the proportion of wins in each pair on its common data sets.
          Each pair is tested with "wilcoxon" or "sign" on its common data sets, with
          the adjustment "holm" or "bonferroni".
    pair_test : {"ranks", "wilcoxon", "sign", "t", "t-relative", "multiple-sign"}
        The pairwise test.

        * "ranks": the z test based on the average ranks of all algorithms (Demšar 2006,
          section 3.2.2; García et al. 2010, section 5).
        * "wilcoxon": Wilcoxon's signed-rank test, which uses only the scores of the
          pair (Demšar 2006, section 3.1.3), as recommended by Benavoli et al. (2016).
        * "sign": the sign test, which uses only the scores of the pair (Demšar 2006,
          section 3.1.4).
        * "t", "t-relative": the paired t test of the differences or of the relative
          differences (Demšar 2006, section 3.1.2). With the ranking "means", "t" uses
          the residual variance of the ANOVA.
        * "multiple-sign": the one-sided multiple sign test of whether the control is
          better (García et al. 2010, section 3.2).
    p_adjust : str, default "auto"
        The adjustment for the number of tests.

        * For all families: ``"bonferroni"`` (``"bonferroni-dunn"`` with a control),
          ``"sidak"``, ``"holm"``, ``"hochberg"``, ``"hommel"``, ``"holland"``,
          ``"rom"``, ``"finner"``, ``"li"``, ``"benjamini-hochberg"`` and ``"none"``.
        * For all pairs: ``"shaffer"``, ``"shaffer-dynamic"``, ``"bergmann-hommel"``
          and, for Friedman ranks, ``"nemenyi"``.
        * For the ranking "means": ``"tukey"`` and, with a control, ``"dunnett"``.
        * ``"max-t"`` computes adjusted p-values by flipping signs: on each data set,
          all differences either keep or change their signs. For up to 16 data sets, it
          uses all sign patterns. For more data sets, it uses 9,999 random sign patterns
          with a fixed seed. It supports all pairwise tests except tests on aligned and
          Quade ranks.
        * ``"auto"`` selects "nemenyi" for Friedman ranks, or "bonferroni-dunn" with a
          control. For all other tests, it selects "holm". For two algorithms, it
          selects "none", because there is only one hypothesis.
    alpha : float, default 0.05
        The significance level. Adjusted p-values of at most alpha are significant.
    zeros : {"split", "drop", "pratt"}
        The treatment of zero differences in Wilcoxon's test. With "split", their ranks
        are split evenly (Demšar 2006, section 3.1.3). With "drop", they are dropped
        before ranking, and with "pratt", after ranking.
    tie_correction : bool, optional
        Whether to correct for ties. If True, the first omnibus test and the standard
        error of average ranks are corrected for ties. If False, Wilcoxon's test uses
        the published variance, which is not corrected. By default, tests on average
        ranks are not corrected, and Wilcoxon's test uses the variance under sign flips.
        Exact p-values are always conditional on the ties.
    variance : {"permutation", "conover"}
        The variance of Quade's average ranks. "permutation" is the permutation
        variance, which is valid if all algorithms perform equally well. "conover" is
        Conover's residual variance, which is used with Student's t distribution.
        Aligned ranks always use the permutation variance.
    method : {"auto", "exact", "asymptotic"}
        The method for computing p-values.

        * For Friedman ranks, "exact" uses the exact distribution of the difference
          between two rank sums, conditional on the ties (Eisinga et al. 2017). This is
          the default for two algorithms. For more algorithms, "auto" selects the
          asymptotic method unless Nemenyi's test or the Bonferroni-Dunn test is used.
        * For Nemenyi's test and the Bonferroni-Dunn test, "exact" uses the distribution
          of the largest of these differences (McDonald and Thompson 1967). If there are
          no ties, "auto" selects the exact method for k = 3, 4 and 5 algorithms on up
          to 170, 60 and 30 data sets, respectively. If there are ties, it selects the
          exact method if the computation takes at most about 50 ms. For larger tables,
          "auto" selects the asymptotic method, and "exact" estimates the distribution
          by Monte Carlo simulation with 99,999 random permutations of the ranks and a
          fixed seed.
        * For Wilcoxon's test, "auto" selects the exact method for up to 50 ranked
          differences. If zero differences are split and their number is odd, one of
          them is not ranked.
        * For the sign test, "auto" always selects the exact method.
    dataset_column, algorithm_column, score_column, group_column, run_column : optional
        The options of `read_scores`. They are not supported for a `ScoreTable`.
    algorithms, datasets, exclude, exclude_datasets, select, keep, missing, runs : optional
        The options of `read_scores`. They are not supported for a `ScoreTable`.
    transpose, clean, runs_in_names, decimal, sheet, encoding : optional
        The options of `read_scores`. They are not supported for a `ScoreTable`.

    Returns
    -------
    Comparison
        The ranks, the test results, and the decisions at the significance level alpha.

    Raises
    ------
    TypeError
        If an option does not exist.
    UsageError
        If an option has an unknown value, if alpha is outside (0, 1), if the direction
        contradicts the table, if options of `read_scores` are used for a `ScoreTable`,
        or if options cannot be combined.
    InputError
        If the scores cannot be read, if the control is not one of the algorithms, if
        the absolute value of a score exceeds 1e300, or if the table is too large for
        the method "exact".

    Examples
    --------
    >>> import cddiagram as cd
    >>> comparison = cd.compare(cd.load_example("demsar2006-table6-ranks"), alpha=0.10)
    >>> comparison.ranking.average_ranks.round(3)
    array([3.143, 2.   , 2.893, 1.964])
    >>> round(comparison.critical_difference, 3)
    1.118

    Two algorithms are compared with an exact test. Five wins on five data sets are not
    significant at the level 0.05.

    >>> wins = {
    ...     "A": {"a": 5, "b": 5, "c": 5, "d": 5, "e": 5},
    ...     "B": {"a": 1, "b": 2, "c": 3, "d": 4, "e": 2},
    ... }
    >>> cd.compare(wins).pairwise.pvalue[0, 1]
    np.float64(0.0625)

    The options of `read_scores` are accepted if the scores are not a `ScoreTable`.

    >>> scores = [[0.9, 0.8], [0.7, 0.6], [0.8, 0.9]]
    >>> named = cd.compare(
    ...     scores, algorithms=["A", "B"], datasets=["iris", "wine", "zoo"]
    ... )
    >>> named.table.datasets
    ('iris', 'wine', 'zoo')
    """
    # This import is local, so that the readers are loaded only when scores are
    # compared.
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
    """Perform the tests of a plan. `control` is the algorithm that was specified in
    advance, if any.
    """
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
    """Compare algorithms by p-values that were computed elsewhere.

    Parameters
    ----------
    average_ranks : sequence of float or Series, length k
        The average ranks. Rank 1 is best. The labels of a Series are used as the names
        of the algorithms.
    pvalues : array_like or square data frame, shape (k, k)
        The symmetric matrix of two-sided p-values. The diagonal is ignored, and NaN
        denotes a pair that was not tested. Labelled rows and columns are reordered to
        match the algorithms.
    algorithms : sequence of str, length k, optional
        The names of the algorithms, which must be distinct. If the values have no
        labels, the names must be in the order of the values. By default, the labels of
        the ranks or the p-values are used.
    alpha : float, default 0.05
        The significance level.
    p_adjust : str, default "none"
        The adjustment for the p-values of the tested pairs. ``"auto"`` selects Holm's
        adjustment.
    critical_difference : float, optional
        The critical difference at the level alpha, to be shown in figures.
    test : str
        The name of the procedure in notes and captions.

    Returns
    -------
    Comparison
        A comparison without a table of scores and without omnibus tests.

    Raises
    ------
    InputError
        If shapes do not match, if names are missing, duplicate or different from the
        labels, if p-values are outside [0, 1] or not symmetric, or if ranks are not
        finite.
    UsageError
        If `p_adjust` is unknown or requires more than p-values, or if alpha is outside
        (0, 1).

    Examples
    --------
    >>> import cddiagram as cd
    >>> p = [[1, 0.01, 0.30], [0.01, 1, 0.20], [0.30, 0.20, 1]]
    >>> comparison = cd.compare_pvalues([1.2, 2.6, 2.2], p, algorithms=["A", "B", "C"])
    >>> [group.algorithms for group in comparison.groups]
    [('A', 'C'), ('C', 'B')]
    """
    alpha = check_alpha(alpha)
    _check_pvalue_adjustment(p_adjust)
    names = names_of(algorithms, average_ranks, pvalues)
    plan = make_plan(names, p_adjust=p_adjust, pair_test="wilcoxon")
    plan = replace(plan, pair_test="given")
    if critical_difference is not None and not 0.0 < critical_difference < np.inf:
        raise InputError(
            "critical_difference must be a positive difference in average ranks, not "
            f"{critical_difference}."
        )
    ranks = aligned(average_ranks, "average_ranks", names)
    p = aligned(pvalues, "pvalues", names)
    _check_pvalues(names, ranks, p)
    np.fill_diagonal(p, np.nan)
    upper = np.triu_indices(len(names), 1)
    is_tested = ~np.isnan(p[upper])
    if plan.adjustment.needs == "all pairs" and not is_tested.all():
        needs = (
            f" '{p_adjust}' requires the p-values of all pairs, but some are NaN. Use "
            "'holm' instead."
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


def _check_pvalue_adjustment(p_adjust: str) -> None:
    """Raise an error for an adjustment that requires more than p-values."""
    entry = ADJUSTMENTS.get(p_adjust)
    if entry is None or (entry.law is None and entry.needs != "sign flips"):
        return
    required = "test statistics of the pairs"
    if entry.needs == "sign flips":
        required = "scores"
    needs = (
        f" '{p_adjust}' requires the {required}, not only p-values. Use 'holm' instead."
    )
    raise UsageError(Option("p_adjust"), needs)


def _labels(values: object) -> list[tuple[str, ...] | None]:
    """Return the labels of each axis of a pandas object. Labels are None if they are
    not strings.
    """
    labels: list[tuple[str, ...] | None] = []
    for axis in getattr(values, "axes", ()):
        if all(isinstance(label, str) for label in axis):
            labels.append(tuple(axis))
        else:
            labels.append(None)
    return labels


def names_of(
    algorithms: Sequence[str] | None, average_ranks: object, pvalues: object = None
) -> tuple[str, ...]:
    """Return the names of the algorithms. By default, they are the labels of the ranks
    or the p-values.
    """
    if algorithms is not None:
        return tuple(algorithms)
    for axis in (*_labels(average_ranks), *_labels(pvalues)):
        if axis is not None:
            return axis
    unlabelled = "neither the average ranks nor the p-values have"
    if pvalues is None:
        unlabelled = "the average ranks have no"
    raise InputError(
        f"{unlabelled} labels. Specify the names of the algorithms (algorithms)."
    )


def aligned(values: Any, what: str, names: tuple[str, ...]) -> FloatArray:
    """Copy numbers into an array. Labelled axes are reordered to match the names."""
    try:
        array = np.array(values, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise InputError(f"{what} are not an array of numbers ({error}).") from error
    for axis, labels in enumerate(_labels(values)):
        if labels is None or labels == names:
            continue
        if sorted(labels) != sorted(names) or len(set(names)) < len(names):
            raise InputError(
                "the labels ",
                listed(labels),
                f" of {what} do not match the algorithms ",
                listed(names),
                ".",
            )
        order = [labels.index(name) for name in names]
        array = np.take(array, order, axis=axis)
    return array


def check_average_ranks(names: tuple[str, ...], ranks: FloatArray) -> None:
    """Raise an error unless names are distinct and each has a finite average rank."""
    k = len(names)
    if k < 2 or len(set(names)) != k:
        raise InputError("algorithms must contain two or more distinct names.")
    if ranks.shape != (k,) or not np.isfinite(ranks).all():
        raise InputError(
            f"the average ranks must be {k} finite numbers, one for each algorithm."
        )


def _check_pvalues(names: tuple[str, ...], ranks: FloatArray, p: FloatArray) -> None:
    """Raise an error unless average ranks and p-values have valid shapes and values."""
    k = len(names)
    check_average_ranks(names, ranks)
    if p.shape != (k, k):
        raise InputError(
            f"pvalues must be an array of shape ({k}, {k}), not {p.shape}."
        )
    off_diagonal = p[~np.eye(k, dtype=bool)]
    with np.errstate(invalid="ignore"):
        is_outside = (off_diagonal < 0) | (off_diagonal > 1)
        if is_outside.any():
            raise InputError(
                "pvalues must be between 0 and 1, or NaN for pairs that were not tested."
            )
    upper = np.triu_indices(k, 1)
    if not np.allclose(p[upper], p.T[upper], rtol=1e-9, atol=0.0, equal_nan=True):
        raise InputError(
            "pvalues must be symmetric, because p[i, j] and p[j, i] belong to the same "
            "test."
        )
