"""`compare_convergence`: tests of all pairs of convergence histories."""

from __future__ import annotations

from typing import Literal

import numpy as np

from cddiagram._util import FloatArray, IntArray, Tie
from cddiagram.convergence.comparison import ConvergenceComparison
from cddiagram.convergence.histories import Histories, check_histories
from cddiagram.convergence.optimum import early
from cddiagram.convergence.pair_ranks import (
    optimal_at_the_end,
    optimal_values,
    pair_ranks,
)
from cddiagram.features import FEATURES
from cddiagram.procedures import (
    CHOICES,
    FlatAdjustmentName,
    Method,
    adjustment_choices,
    check_procedure,
)
from cddiagram.stats import (
    adjust_pvalues,
    result_notes,
    trend_test,
)
from cddiagram.text import Option, UsageError, check_alpha, choose_from

#: The tests of the ranks: the sign-flip test and Page's test.
TrendTestName = Literal["sign-flip", "page"]
PageRanks = Literal["auto", "original", "alternative"]
FamilyName = Literal["auto", "ordered", "unordered"]

_CHOICES = FEATURES["convergence"].choices
_DEFAULT_FAMILIES: dict[str, FamilyName] = {
    "sign-flip": "unordered",
    "page": "ordered",
}


def compare_convergence(
    histories: Histories,
    *,
    test: TrendTestName = "sign-flip",
    ranks: PageRanks = "auto",
    threshold: float = 0.0,
    p_adjust: FlatAdjustmentName = "auto",
    family: FamilyName = "auto",
    alpha: float = 0.05,
    tie_correction: bool = False,
    method: Method = "auto",
) -> ConvergenceComparison:
    """Test all pairs of algorithms for gains in convergence over the cut-points.

    For algorithms A and B, the differences A - B of their errors are ranked over the
    cut-points of each problem. The largest difference has rank 1. If A gains on B, the
    differences decrease and the ranks increase, so that Page's statistic L is large.
    Values to be maximised are negated.

    By default, the sum of L over the problems is tested by sign flips of the problems.
    Exchanging A and B changes the sign of the deviation of L from its mean. If the two
    histories of each problem are exchangeable, the null distribution of the sum is
    therefore obtained from independent random signs. The test is two-sided.

    Page's test assumes that all orders of the differences are equally likely. It does
    not control its error rate on best-so-far values, which are not independent.

    A gain is a trend in the difference between two algorithms. If A gained on B, B can
    still be better at the last cut-point, or may have reached the optimum first.
    Conclusions therefore also report the outcome at the last cut-point.

    With original ranks, an algorithm that reaches the optimum early cannot gain any
    more, and its trend reverses. With alternative ranks, the first algorithm at the
    optimum continues to gain.

    Parameters
    ----------
    histories : Histories
        The histories, from `cddiagram.read_histories`.
    test : {"sign-flip", "page"}, default "sign-flip"
        The test: the sign-flip test or Page's test.
    ranks : {"auto", "original", "alternative"}, default "auto"
        The method of ranking the differences. "auto" is "alternative" if `threshold` is
        positive or a history reaches the optimum before the last cut-point, and
        otherwise "original".
    threshold : float, default 0
        The largest error that is treated as the optimum, for alternative ranks.
    p_adjust : str, default "auto"
        The adjustment of the p-values, such as "holm". Adjustments that use logical
        relations between hypotheses are not supported. "auto" is "holm" for sign-flip
        tests of several pairs, and "none" for Page's test.
    family : {"auto", "ordered", "unordered"}, default "auto"
        The hypotheses for which p-values are adjusted: k (k - 1) one-sided hypotheses
        if "ordered", and k (k - 1) / 2 two-sided hypotheses if "unordered". "auto" is
        "unordered" for sign-flip tests and "ordered" for Page's test. The two-sided
        p-value of Page's test is twice the smaller one-sided p-value of the pair.
    alpha : float, default 0.05
        The significance level of the conclusions.
    tie_correction : bool, default False
        Whether asymptotic p-values of Page's test use the variance of tied ranks.
    method : {"auto", "exact", "asymptotic"}, default "auto"
        The method of computing p-values. For sign-flip tests, "auto" is "exact" for up
        to 20 problems, and for more problems if the distribution is small enough. For
        Page's test, "auto" is "exact" for pairs without ties on at most 12 cut-points
        and 100 problems. Asymptotic p-values have a continuity correction.

    Returns
    -------
    ConvergenceComparison
        The statistics, p-values and conclusions of all pairs.

    Raises
    ------
    InputError
        If alternative ranks are used with negative errors, or with values to be
        maximised without an optimum.
    UsageError
        If `histories` is not a Histories object, or an option has an unknown value. If
        a threshold is used with original ranks, or an option of Page's test is used
        with the sign-flip test.

    References
    ----------
    E. B. Page (1963), Ordered hypotheses for multiple treatments: a significance test
    for linear ranks, Journal of the American Statistical Association 58, 216-230.

    J. Derrac, S. García, S. Hui, P. N. Suganthan and F. Herrera (2014), Analyzing
    convergence performance of evolutionary algorithms: a statistical approach,
    Information Sciences 289, 41-58.

    Examples
    --------
    >>> import cddiagram as cd
    >>> histories = cd.Histories.from_arrays(
    ...     [[[9, 5, 0, 0]] * 6, [[9, 8, 7, 6]] * 6],
    ...     algorithms=["fast", "slow"],
    ...     cut_points=[1, 2, 3, 4],
    ... )
    >>> float(cd.compare_convergence(histories, ranks="original").statistic[0, 1])
    174.0
    >>> float(cd.compare_convergence(histories, ranks="alternative").statistic[0, 1])
    180.0
    >>> cd.compare_convergence(histories).ranks
    'alternative'
    """
    _check_options(ranks, threshold, p_adjust, family, alpha, tie_correction, method)
    _check_test(test, family, tie_correction)
    check_histories(histories)
    if p_adjust == "auto":
        p_adjust = _default_adjustment(test, histories.k)
    if family == "auto":
        family = _DEFAULT_FAMILIES[test]
    if ranks == "auto":
        ranks = _default_ranks(histories, threshold)
    optimal = None
    if ranks == "alternative":
        optimal = optimal_values(histories, threshold)
    k = histories.k
    first, second = np.triu_indices(k, 1)
    log: list[Tie] = []
    rank_array = pair_ranks(histories, optimal, first, second, log)
    trends = trend_test(rank_array, test, method=method, tie_correction=tie_correction)
    pvalue = _matrix_of_pairs(k, trends.rising, trends.falling)
    pvalue_two_sided = _matrix_of_pairs(k, trends.two_sided, trends.two_sided)
    if test == "sign-flip":
        pvalue_adjusted = _adjust_two_sided(pvalue_two_sided, p_adjust)
    else:
        pvalue_adjusted = _adjust_page(pvalue, p_adjust, family)
    # Exchanging the algorithms reverses the ranks, so that L' = 2 E(L) - L.
    reverse = 2 * trends.expected - trends.statistic
    methods = np.full((k, k), "", dtype="U10")
    methods[first, second] = np.where(trends.exact, "exact", "asymptotic")
    methods[second, first] = methods[first, second]
    trending = np.zeros((k, k), dtype=np.int64)
    trending[first, second] = trends.trending
    trending[second, first] = trends.trending
    return ConvergenceComparison(
        histories=histories,
        algorithms=histories.algorithms,
        test=test,
        ranks=ranks,
        threshold=float(threshold),
        statistic=_matrix_of_pairs(k, trends.statistic, reverse),
        expected=trends.expected,
        trending=trending,
        pvalue=pvalue,
        pvalue_two_sided=pvalue_two_sided,
        pvalue_adjusted=pvalue_adjusted,
        method=methods,
        tie_corrected=tie_correction,
        p_adjust=p_adjust,
        family=family,
        alpha=float(alpha),
        pair_ranks=rank_array,
        notes=result_notes(log, histories.algorithms, histories.problems),
    )


def _default_adjustment(test: str, k: int) -> FlatAdjustmentName:
    """Return the default adjustment for k algorithms."""
    if test == "sign-flip" and k > 2:
        return "holm"
    return "none"


def _default_ranks(histories: Histories, threshold: float) -> PageRanks:
    """Return "alternative" if histories reach the optimum early, else "original"."""
    if threshold > 0 or early(histories).any():
        return "alternative"
    return "original"


def _matrix_of_pairs(k: int, above: FloatArray, below: FloatArray) -> FloatArray:
    """Return values of pairs as an array of shape (k, k), with NaN on the diagonal.

    `above` contains the values of pairs with i < j, and `below` contains the values in
    the opposite direction.
    """
    first, second = np.triu_indices(k, 1)
    values = np.full((k, k), np.nan)
    values[first, second] = above
    values[second, first] = below
    return values


def _check_options(
    ranks: str,
    threshold: float,
    p_adjust: str,
    family: str,
    alpha: float,
    tie_correction: bool,
    method: str,
) -> None:
    """Raise an error if the value of an option is not valid."""
    check_procedure(Option("p_adjust"), p_adjust, adjustment_choices(flat=True))
    choices = {
        "ranks": (ranks, _CHOICES["ranks"]),
        "family": (family, _CHOICES["family"]),
        "method": (method, CHOICES["method"]),
    }
    for option, (value, known_values) in choices.items():
        if value not in known_values:
            raise UsageError(choose_from(Option(option), value, known_values))
    check_alpha(alpha)
    if not isinstance(tie_correction, bool):
        raise UsageError(
            Option("tie_correction"), f" must be True or False, not {tie_correction!r}."
        )
    if not 0 <= threshold < np.inf:
        raise UsageError(
            Option("threshold"),
            f" must be 0 or a positive number, not {threshold}. Specify the "
            "largest error that counts as the optimum.",
        )
    if threshold > 0 and ranks == "original":
        raise UsageError(
            "the original ranks do not use an optimum. Use ",
            Option("ranks"),
            " 'alternative' with a threshold.",
        )


def _check_test(test: str, family: str, tie_correction: bool) -> None:
    """Raise an error for an unknown test, or for an option of the other test."""
    if test not in _CHOICES["test"]:
        raise UsageError(choose_from(Option("test"), test, _CHOICES["test"]))
    if test == "page":
        return
    if family == "ordered":
        raise UsageError(
            "the sign-flip test is two-sided. Omit ",
            Option("family", "ordered"),
            " or use ",
            Option("test", "page"),
            ".",
        )
    if tie_correction:
        raise UsageError(
            "the sign-flip test does not require a correction for ties. Omit ",
            Option("tie_correction"),
            " or use ",
            Option("test", "page"),
            ".",
        )


def reached_optimum(comparison: ConvergenceComparison) -> IntArray:
    """Count the cut-points at the end of each history that are at the optimum.

    The result has the shape (k, n). All counts are 0 for original ranks, which do not
    use an optimum.
    """
    histories = comparison.histories
    if comparison.ranks == "original":
        return np.zeros((histories.k, histories.n), dtype=np.intp)
    return optimal_at_the_end(optimal_values(histories, comparison.threshold))


def _adjust_two_sided(two_sided: FloatArray, p_adjust: str) -> FloatArray:
    """Adjust the two-sided p-values of all pairs."""
    k = len(two_sided)
    adjusted = adjust_pvalues(two_sided[np.triu_indices(k, 1)], p_adjust)
    return _matrix_of_pairs(k, adjusted, adjusted)


def _adjust_page(pvalue: FloatArray, p_adjust: str, family: str) -> FloatArray:
    """Adjust the p-values of Page's test for all ordered or unordered pairs.

    Two-sided p-values of unordered pairs are returned in the direction of the trend.
    The p-value of the other direction is 1.
    """
    adjusted = np.full_like(pvalue, np.nan)
    if family == "ordered" or p_adjust == "none":
        ordered = ~np.eye(len(pvalue), dtype=bool)
        adjusted[ordered] = adjust_pvalues(pvalue[ordered], p_adjust)
        return adjusted
    first, second = np.triu_indices(len(pvalue), 1)
    smaller = np.minimum(pvalue, pvalue.T)[first, second]
    both = adjust_pvalues(np.minimum(2 * smaller, 1.0), p_adjust)
    for row, column in ((first, second), (second, first)):
        adjusted[row, column] = np.where(pvalue[row, column] <= smaller, both, 1.0)
    return adjusted
