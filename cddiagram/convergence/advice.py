"""Advice about comparisons of convergence."""

from __future__ import annotations

from math import comb, perm

from cddiagram.convergence.comparison import ConvergenceComparison
from cddiagram.convergence.words import formula_number, reached_early
from cddiagram.text import Option, inflect, phrase


def advice(comparison: ConvergenceComparison) -> tuple[str, ...]:
    """Return the advice that applies to a comparison.

    The SCI2S page recommends about twice as many problems as cut-points for Page's test,
    and alternative ranks if algorithms reach the optimum early.
    """
    reached = reached_early(comparison)
    candidates = (
        _more_problems(comparison),
        _use_alternative_ranks(comparison, reached),
        _ranks_are_equal(comparison, reached),
        _use_sign_flips(comparison),
        _use_adjustment(comparison),
    )
    return tuple(sentence for sentence in candidates if sentence)


def _more_problems(comparison: ConvergenceComparison) -> str:
    """Recommend more problems or fewer cut-points for Page's test."""
    n, c = comparison.histories.n, comparison.histories.c
    if comparison.test != "page" or n >= 2 * c:
        return ""
    few = (
        "Page's test requires about twice as many problems as cut-points. With "
        f"{c} cut-points, about {2 * c} problems are recommended instead of {n}."
    )
    if n < 4:
        return few
    return phrase("{} Alternatively, use {}.", few, Option("cut_points", n // 2))


def _use_alternative_ranks(comparison: ConvergenceComparison, reached: int) -> str:
    """Recommend alternative ranks if histories reach the optimum early."""
    if comparison.ranks != "original" or not reached:
        return ""
    histories = inflect(reached, "1 history reaches", f"{reached} histories reach")
    return phrase(
        "Before the last cut-point, {} the optimum. With original ranks, an algorithm "
        "at the optimum cannot gain any further, and its trend reverses. Use {}; with "
        "alternative ranks, the first algorithm to reach the optimum continues to gain.",
        histories,
        Option("ranks", "alternative"),
    )


def _ranks_are_equal(comparison: ConvergenceComparison, reached: int) -> str:
    """Report that the alternative ranks equal the original ranks."""
    if comparison.ranks != "alternative" or reached:
        return ""
    return (
        "No history reaches the threshold of "
        f"{formula_number(comparison.threshold).text} before the last cut-point, so the "
        "alternative ranks are identical to the original ranks."
    )


def _use_sign_flips(comparison: ConvergenceComparison) -> str:
    """Recommend sign flips instead of Page's test."""
    if comparison.test != "page":
        return ""
    return phrase(
        "Page's test does not control the error rate for convergence histories. Use {}, "
        "which is based on the same ranks and controls the error rate.",
        Option("test", "sign-flip"),
    )


def _use_adjustment(comparison: ConvergenceComparison) -> str:
    """Recommend an adjustment if the p-values of several pairs are unadjusted."""
    k = comparison.histories.k
    if comparison.p_adjust != "none" or k == 2:
        return ""
    count, sides = perm(k, 2), "one-sided"
    if comparison.family == "unordered":
        count, sides = comb(k, 2), "two-sided"
    return phrase(
        "The p-values of {} {} tests are not adjusted for multiple comparisons. Use "
        "{}.",
        str(count),
        sides,
        Option("p_adjust", "holm"),
    )
