"""Captions of the figures that show one pair: the trend and the problems."""

from __future__ import annotations

import unicodedata

import numpy as np

from cddiagram.convergence.averages import errors_of
from cddiagram.convergence.comparison import (
    ConvergenceComparison,
    kind_of_pvalues,
    p_equals,
)
from cddiagram.convergence.testing import reached_optimum
from cddiagram.convergence.words import (
    L,
    adjusted_words,
    caption_words,
    everywhere,
    few_problems,
    measured_words,
    optimum_words,
    setting,
    unequal_words,
)
from cddiagram.text import (
    Formula,
    Name,
    Option,
    RichText,
    UsageError,
    choose_from,
    join,
    sentences,
)
from cddiagram.words import formula_alpha


def figure_caption_words(
    comparison: ConvergenceComparison,
    figure: str,
    first: str | None = None,
    second: str | None = None,
) -> RichText:
    """Return the caption of the matrix, or of a figure that shows one pair."""
    figures = ("matrix", *_OPENINGS)
    if figure not in figures:
        raise UsageError(choose_from("figure", figure, figures))
    if figure == "matrix":
        return caption_words(comparison)
    if first is None or second is None:
        raise UsageError(
            f"figure '{figure}' shows one pair. Specify ",
            Option("first"),
            " and ",
            Option("second"),
            ".",
        )
    opening = _OPENINGS[figure](comparison, first, second)
    return sentences([*opening, *_test(comparison, first, second)])


def _trend(
    comparison: ConvergenceComparison, first: str, second: str
) -> list[RichText]:
    """Describe the trend of a pair: the ranks, the line and the band."""
    histories = comparison.histories
    _, word = errors_of(histories)
    minuend, subtrahend = first, second
    if histories.higher_is_better and histories.optimum is None:
        minuend, subtrahend = second, first
    parts = [
        join(
            f"Trend of the difference between the {word}s of ",
            *_both(first, second),
            f" on {histories.n} problems at {histories.c} cut-points "
            f"{setting(histories)}.",
        ),
        join(
            "On each problem, the differences (",
            Name(minuend),
            " minus ",
            Name(subtrahend),
            f") were ranked over the cut-points ({comparison.ranks} ranks; the largest "
            "difference has rank 1).",
        ),
        join(
            "The line shows the mean rank over the problems, and the band extends from "
            "the 25th to the 75th percentile."
        ),
        join(
            "A rising line indicates that ",
            Name(first),
            " gains on ",
            Name(second),
            f". The dotted line marks {(histories.c + 1) / 2:g}, the expected mean rank "
            "in the absence of a trend.",
        ),
    ]
    steps = np.diff(histories.cut_points)
    if not np.allclose(steps, steps[0]):
        parts.append(
            join("The cut-points are equally spaced along the horizontal axis.")
        )
    return parts


def _problems(
    comparison: ConvergenceComparison, first: str, second: str
) -> list[RichText]:
    """Describe the panels of a pair: the line, the marks and the numbers."""
    histories = comparison.histories
    _, word = errors_of(histories)
    parts = [
        join(
            f"Differences between the {word}s of ",
            *_both(first, second),
            f" on each of {histories.n} problems at {histories.c} cut-points "
            f"{setting(histories)}, divided by the absolute value of the first "
            "nonzero difference.",
        ),
        join(
            Name(first),
            " is ahead where the line is above 0, and ",
            Name(second),
            " is ahead where it is below 0 (grey background).",
        ),
        join(
            "A rising line indicates that ",
            Name(first),
            " gains on ",
            Name(second),
            ".",
        ),
        join("The headings group the problems by the algorithm that gained."),
    ]
    i, j = comparison.pair(first, second)
    reached = reached_optimum(comparison)
    if (reached[i] != reached[j]).any():
        parts.append(
            join(
                "A filled (",
                Name(first),
                ") or hollow (",
                Name(second),
                ") marker indicates which algorithm reached the optimum first. From this "
                "cut-point on, the line is dotted, because this algorithm continues to "
                "gain regardless of the difference.",
            )
        )
    parts.append(
        join(
            f"The numbers below the name of each problem are the final {word}s of ",
            Name(first),
            " (left) and ",
            Name(second),
            " (right); the better number is bold.",
        )
    )
    return parts


#: Maps each figure that shows a single pair to the function that describes it.
_OPENINGS = {"trend": _trend, "problems": _problems}


def _both(first: str, second: str) -> tuple[Name, str, Name]:
    """Return the names of two algorithms, joined by "and"."""
    return Name(first), " and ", Name(second)


def _test(comparison: ConvergenceComparison, first: str, second: str) -> list[RichText]:
    """Report the test of the pair, its outcome, and its limits."""
    i, j = comparison.pair(first, second)
    cautions: list[RichText] = []
    if comparison.test == "page":
        cautions.append(measured_words())
    if comparison.histories.unequal_runs()[i, j]:
        cautions.append(unequal_words(comparison, i, j))
    return [
        _tested(comparison),
        _outcome(comparison, i, j),
        few_problems(comparison, i, j),
        *_optimum(comparison),
        *cautions,
    ]


def _tested(comparison: ConvergenceComparison) -> RichText:
    """Report the test of the pair, with its adjustment and significance level."""
    test = join("two-sided sign-flip test based on Page's ", L)
    if comparison.test == "page":
        test = join("Page trend test")
    adjusted = adjusted_words(comparison)
    if adjusted:
        adjusted = f", {adjusted}"
    level = formula_alpha(comparison.alpha)
    return join("The pair was compared using the ", test, f"{adjusted} (", level, ").")


def _outcome(comparison: ConvergenceComparison, i: int, j: int) -> RichText:
    """Report which algorithm gained significantly, or that neither algorithm did."""
    gained = comparison.gained()
    for winner, other in ((i, j), (j, i)):
        if gained[winner, other]:
            return _gain(comparison, winner, other)
    numbers = _numbers(comparison, i, j)
    if comparison.test == "page":
        opposite = _formula_p(comparison, j, i)
        numbers = join(numbers, "; in the opposite direction, ", opposite)
    names = comparison.algorithms
    return join(
        "Neither ",
        Name(names[i]),
        " nor ",
        Name(names[j]),
        " gained significantly on the other (",
        numbers,
        ").",
    )


def _gain(comparison: ConvergenceComparison, i: int, j: int) -> RichText:
    """Report that the first algorithm gained on the second."""
    names = comparison.algorithms
    end = ")."
    if comparison.worse_everywhere[i, j]:
        end = f"), but is worse {everywhere(comparison)}."
    return join(
        Name(names[i]),
        " gained significantly on ",
        Name(names[j]),
        " (",
        _numbers(comparison, i, j),
        end,
    )


def _numbers(comparison: ConvergenceComparison, i: int, j: int) -> RichText:
    """Return L and the p-value of a pair in one direction."""
    number = f"{float(comparison.statistic[i, j]):.12g}"
    statistic = Formula(text=f"L = {number}", latex=f"L = {number}")
    kind = kind_of_pvalues(comparison)
    return join(statistic, f", {kind} ", _formula_p(comparison, i, j))


def _formula_p(comparison: ConvergenceComparison, i: int, j: int) -> Formula:
    """Return the p-value of a pair in one direction, as a formula."""
    text = f"p {p_equals(comparison, i, j)}"
    factor, power, exponent = text.partition("·10")
    latex = factor
    if power:
        digits = unicodedata.normalize("NFKC", exponent).replace("\u2212", "-")
        latex = rf"{factor} \cdot 10^{{{digits}}}"
    return Formula(text=text, latex=latex)


def _optimum(comparison: ConvergenceComparison) -> list[RichText]:
    """Report which errors are treated as the optimum by alternative ranks."""
    if comparison.ranks == "original":
        return []
    return [join(*optimum_words(comparison), ".")]
