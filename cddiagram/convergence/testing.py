"""`compare_convergence`: convergence histories in, a test of each pair out.

The ranks and Page's L are those of the sources (WEB; Derrac et al. 2014). The
conclusion is that of sign flips of the problems, or of Page's test on request.

WEB contradicts itself about the direction. Here the differences A - B of errors are
ranked with 1 for the largest, as WEB's definition and its alternative ranks need:
rising ranks mean that A gains on B.
"""

from __future__ import annotations

from typing import Literal

import numpy as np

from cddiagram._util import BoolArray, Exact, FloatArray, IntArray, Tie
from cddiagram.convergence.comparison import ConvergenceComparison
from cddiagram.convergence.histories import Histories, check_histories
from cddiagram.convergence.optimum import at_optimum, early
from cddiagram.convergence.units import with_unit
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
    difference_ranks,
    result_notes,
    trend_test,
)
from cddiagram.text import (
    InputError,
    Option,
    UsageError,
    check_alpha,
    choose_from,
    phrase,
)

#: What decides who gained on whom, from the same ranks: sign flips of the problems, or
#: the test of the sources.
TrendTestName = Literal["sign-flip", "page"]
PageRanks = Literal["auto", "original", "alternative"]
FamilyName = Literal["auto", "ordered", "unordered"]

_CHOICES = FEATURES["convergence"].choices
_BLOCK = (
    1 << 14
)  # ranks computed at a time, so that all passes over them stay in the cache


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
    """Test for every pair of algorithms whether one gained on the other over the
    cut-points.

    For algorithms A and B the differences A - B of their errors are ranked along the
    cut-points of each problem, 1 for the largest. If A gains on B, the differences
    shrink and the ranks rise, and so does Page's statistic L of the problem. (WEB
    contradicts itself about the direction; its definition and its alternative ranks
    need this one.) Values to be maximised are negated.

    By default the sum of L over the problems is tested by sign flips of the problems.
    Exchanging A and B turns L of a problem into its mirror image at the mean. If both
    histories of a problem are exchangeable, the law of the sum is that of independent
    random signs, and it is computed exactly. The conclusion is two-sided.

    Page's test assumes that all orders of the differences along the cut-points are
    equally likely. Best-so-far values depend on each other, and the test does not
    control its error rate on them. ``test="page"`` restores it.

    That A gained on B concerns the trend of the difference. B can still be better at
    the last cut-point, or have reached the optimum first. Conclusions therefore report
    the outcome at the last cut-point as well.

    The original ranks turn against an algorithm that reaches the optimum early: from
    there on it cannot gain, the other one catches up, and the trend reverses. The
    alternative ranks let the one that reaches the optimum first keep gaining to the
    end.

    Parameters
    ----------
    histories : Histories
        Best-so-far values at regular cut-points.
    test : {"sign-flip", "page"}, default "sign-flip"
        The test: sign flips of the problems, or Page's test as in WEB.
    ranks : {"auto", "original", "alternative"}, default "auto"
        Which ranks. "auto" is "alternative" where a history reaches the optimum before
        the last cut-point (the optimum of the histories, or 0 of errors) and where a
        threshold is given, otherwise "original".
    threshold : float, default 0
        For alternative ranks: errors up to this, from there to the end, count as the
        optimum reached.
    p_adjust : str, default "auto"
        Adjustment for the number of pairs: one that needs no logical relations, for
        example "holm". "auto" is "holm" for sign flips of several pairs, and "none" for
        Page's test, as in WEB.
    family : {"auto", "ordered", "unordered"}, default "auto"
        Adjust the k (k - 1) one-sided p-values; or the k (k - 1) / 2 two-sided ones.
        "auto" is "unordered" for sign flips, whose conclusions are two-sided, and
        "ordered" for Page's test. The two-sided p-value of Page's test is twice the
        smaller of a pair; it is then given for the direction that it points to (1 in
        the other).
    alpha : float, default 0.05
        Level of the conclusions.
    tie_correction : bool, default False
        Use the variance of the tied ranks at hand for asymptotic p-values of Page's
        test. Sign flips need none.
    method : {"auto", "exact", "asymptotic"}, default "auto"
        How p-values are obtained. Sign flips: "auto" is exact for each pair up to 20
        problems, and for more problems unless the law has too many steps. Page's test:
        "auto" is exact for each pair without ties, up to 12 cut-points and 100
        problems. The normal p-values have a continuity correction.

    Returns
    -------
    ConvergenceComparison
        L and the p-values as k x k arrays, the method of each pair, and the conclusions
        in words.

    Raises
    ------
    InputError
        Alternative ranks of errors that are negative, or of values to be maximised
        without an optimum.
    UsageError
        Something else than histories; an option has an unknown value, a threshold is
        given for the original ranks, or an option of Page's test for sign flips.

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
        p_adjust = "holm" if test == "sign-flip" and histories.k > 2 else "none"
    if family == "auto":
        family = "unordered" if test == "sign-flip" else "ordered"
    if ranks == "auto":
        ranks = "alternative" if threshold > 0 or early(histories).any() else "original"
    k = histories.k
    first, second = np.triu_indices(k, 1)
    log: list[Tie] = []
    optimal = _optimal(histories, threshold) if ranks == "alternative" else None
    pair_ranks = _pair_ranks(histories, log, optimal, first, second)
    trends = trend_test(pair_ranks, test, method=method, tie_correction=tie_correction)
    # Swapping the pair reverses the ranks, so both directions come from one table (L' =
    # 2 E - L).
    pvalue = _square(k, trends.rising, trends.falling)
    pvalue_two_sided = _square(k, trends.two_sided, trends.two_sided)
    methods = np.full((k, k), "", dtype="U10")
    methods[first, second] = methods[second, first] = np.where(
        trends.exact, "exact", "asymptotic"
    )
    if test == "sign-flip":
        pvalue_adjusted = _adjusted_pairs(pvalue_two_sided, p_adjust)
    else:
        pvalue_adjusted = _adjusted(pvalue, p_adjust, family)
    trending = np.zeros((k, k), dtype=np.int64)
    trending[first, second] = trending[second, first] = trends.trending
    return ConvergenceComparison(
        histories=histories,
        algorithms=histories.algorithms,
        test=test,
        ranks=ranks,
        threshold=float(threshold),
        statistic=_square(k, trends.statistic, 2 * trends.expected - trends.statistic),
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
        pair_ranks=pair_ranks,
        notes=result_notes(log, histories.algorithms, histories.problems),
    )


def _square(k: int, above: FloatArray, below: FloatArray) -> FloatArray:
    """Return values of pairs as a (k, k) array: those of i < j and of j < i, NaN on the
    diagonal.
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
    check_procedure(Option("p_adjust"), p_adjust, adjustment_choices(flat=True))
    given = {
        "ranks": (ranks, _CHOICES["ranks"]),
        "family": (family, _CHOICES["family"]),
        "method": (method, CHOICES["method"]),
    }
    for option, (value, choices) in given.items():
        if value not in choices:
            raise UsageError(choose_from(Option(option), value, choices))
    check_alpha(alpha)
    if not isinstance(tie_correction, bool):
        raise UsageError(
            Option("tie_correction"), f" must be True or False, not {tie_correction!r}."
        )
    if not 0 <= threshold < np.inf:
        must = (
            f" must be 0 or a positive number, not {threshold}: it is an error, not a "
            "value."
        )
        raise UsageError(Option("threshold"), must)
    if threshold > 0 and ranks == "original":
        know = (
            "the original ranks know no optimum: pass {} 'alternative' with a "
            "threshold."
        )
        raise UsageError(phrase(know, Option("ranks")))


def _check_test(test: str, family: str, tie_correction: bool) -> None:
    """Refuse an unknown test, and options of Page's test for another one."""
    if test not in _CHOICES["test"]:
        raise UsageError(choose_from(Option("test"), test, _CHOICES["test"]))
    if test == "page":
        return
    if family == "ordered":
        raise UsageError(
            "the conclusion of the sign-flip test is two-sided: leave ",
            Option("family", "ordered"),
            " out, or pass ",
            Option("test", "page"),
            ".",
        )
    if tie_correction:
        raise UsageError(
            "the sign-flip test needs no correction for ties: leave ",
            Option("tie_correction"),
            " out, or pass ",
            Option("test", "page"),
            ".",
        )


def _pair_ranks(
    histories: Histories,
    log: list[Tie],
    optimal: BoolArray | None,
    first: IntArray,
    second: IntArray,
) -> FloatArray:
    """Rank the differences of each pair along the cut-points, some pairs at a time."""
    _, n, c = histories.values.shape
    values = histories.exact.watched(log)
    errors = (
        -values if histories.higher_is_better else values
    )  # up to a constant, which cancels
    found = np.empty((len(first), n, c))
    step = max(1, _BLOCK // (n * c))
    for start in range(0, len(first), step):
        pairs = slice(start, start + step)
        if optimal is None:
            found[pairs] = difference_ranks(errors, first[pairs], second[pairs])
        else:
            found[pairs] = ranks_with_optimum(
                errors, first[pairs], second[pairs], optimal
            )
    return found


def ranks_with_optimum(
    exact: Exact, first: IntArray, second: IntArray, optimal: BoolArray
) -> FloatArray:
    """Return the alternative ranks of the differences of pairs of k series of errors
    (k, ..., c): (pairs, ..., c).

    An algorithm that has reached the optimum cannot gain any more (WEB). If both reach
    it at the same cut-point, or none does, the ranks are the original ones. If the
    first does first, the open part before that has ranks 1, 2, ... by the largest
    difference, and the rest goes on rising to c. If the second does first, the rest
    falls to 1 and the open part has the ranks above. Ties in the open part share their
    mean. `optimal` says where the optimum is reached; the series may be values, whose
    differences are the same, and need not be histories (WEB's own examples are none).
    """
    c = exact.values.shape[-1]
    reached = _optimal_at_the_end(optimal)
    reached_first, reached_second = reached[first], reached[second]
    open_part = (c - np.maximum(reached_first, reached_second))[..., np.newaxis]
    first_wins = (reached_first > reached_second)[..., np.newaxis]
    second_wins = (reached_second > reached_first)[..., np.newaxis]
    place = np.arange(c)
    closed = (first_wins | second_wins) & (place >= open_part)
    # Below everything else, the closed part takes no rank away from the open part.
    ranks = difference_ranks(exact, first, second, closed)
    ranks = np.where(second_wins, ranks + (c - open_part), ranks)
    return np.where(closed, np.where(first_wins, place + 1.0, c - place), ranks)


def _optimal_at_the_end(optimal: BoolArray) -> IntArray:
    """Count the cut-points at the end that are all at the optimum."""
    counts: IntArray = np.logical_and.accumulate(optimal[..., ::-1], axis=-1).sum(
        axis=-1
    )
    return counts


def reached_optimum(comparison: ConvergenceComparison) -> IntArray:
    """Return at how many last cut-points each history is at the optimum as the ranks
    see it, (k, n).

    The original ranks know no optimum.
    """
    histories = comparison.histories
    if comparison.ranks == "original":
        return np.zeros(histories.values.shape[:2], dtype=np.intp)
    return _optimal_at_the_end(_optimal(histories, comparison.threshold))


def _optimal(histories: Histories, threshold: float) -> BoolArray:
    """Return where the optimum is reached; errors must not be negative."""
    if histories.optimum is None and histories.higher_is_better:
        raise InputError(
            phrase(
                "alternative ranks need the optimum of values to be maximised: pass "
                "the optimum when reading the "
                "histories ({}).",
                Option("optimum"),
            )
        )
    optimum = (
        np.zeros((1, 1))
        if histories.optimum is None
        else np.asarray(histories.optimum)[:, np.newaxis]
    )
    optimal, negative = at_optimum(
        histories.exact, optimum, threshold, histories.higher_is_better
    )
    if negative.any():
        i, p, j = np.argwhere(negative)[0]
        error = float(
            abs(
                histories.values[i, p, j]
                - np.broadcast_to(optimum, histories.values.shape[1:])[p, j]
            )
        )
        remedy = (
            phrase(
                "subtract the known optimum, or pass it when reading ({})",
                Option("optimum"),
            )
            if histories.optimum is None
            else "the optimum given is passed: correct it"
        )
        raise InputError(
            "alternative ranks need errors that are not negative, and that of "
            f"'{histories.algorithms[i]}' on "
            f"'{histories.problems[p]}' at "
            f"{with_unit(histories.cut_points[j], histories.unit)} is {-error:.12g}: ",
            remedy,
            ".",
        )
    return optimal


def _adjusted_pairs(two_sided: FloatArray, p_adjust: str) -> FloatArray:
    """Adjust the two-sided p-values of all pairs."""
    k = len(two_sided)
    adjusted = adjust_pvalues(two_sided[np.triu_indices(k, 1)], p_adjust)
    return _square(k, adjusted, adjusted)


def _adjusted(pvalue: FloatArray, p_adjust: str, family: str) -> FloatArray:
    """Adjust the one-sided p-values of all ordered, or all unordered, pairs."""
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
