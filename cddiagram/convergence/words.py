"""The sentences about a comparison of convergence: caption, summary and the conclusion
for each pair.
"""

from __future__ import annotations

import numpy as np

from cddiagram.convergence.averages import chosen_average, errors_of
from cddiagram.convergence.budget import BudgetComparison
from cddiagram.convergence.comparison import (
    ConvergenceComparison,
    needed_problems,
    p_equals,
    p_kind,
)
from cddiagram.convergence.histories import Histories
from cddiagram.convergence.optimum import early
from cddiagram.convergence.units import with_unit
from cddiagram.procedures import ADJUSTMENTS
from cddiagram.stats import least_problems
from cddiagram.text import Name, Option, Phrase, Words, join, phrase
from cddiagram.words import (
    Wording,
    enumeration,
    format_alpha,
    format_rank,
    formula_alpha,
    plain_words,
    procedure,
    rank_decimals,
)

#: Page's test takes all orders of the differences along the cut-points as equally
#: likely, which those of best-so-far values are not. The rates are those of
#: gallery/site/history_levels.csv, for equal numbers of runs.
MEASURED = (
    "With two equal algorithms, Page's test rejected in a given direction in 11% to "
    "29% of simulated tables at "
    "α = 0.05: it does not control its error rate."
)
#: The largest rates of differences between two equal algorithms with 1 and 25 runs,
#: from the same file, rounded up.
_UNEQUAL_RUNS_RATE = {"sign-flip": "76%", "page": "97%"}
#: What a gain is not.
TREND = (
    "A gain refers to the trend of the difference: the other algorithm can still be "
    "better at the last cut-point, or may have reached the optimum first."
)


def not_exchangeable(test: str) -> str:
    """Report the effect of unequal numbers of runs on a test."""
    rate = _UNEQUAL_RUNS_RATE[test]
    return (
        "their histories are not exchangeable, and the error rate is not controlled. "
        "For two equal algorithms with 1 and 25 runs, the test found a difference in "
        f"up to {rate} of simulated tables at α = 0.05."
    )


def conclusion(comparison: ConvergenceComparison, first: str, second: str) -> Phrase:
    """Return the result for a pair: which one gained, the outcome at the last
    cut-point, and what to be careful of.
    """
    i, j = comparison.pair(first, second)
    gained = comparison.gained()
    parts: list[str]
    if gained[i, j]:
        parts = [_gain(comparison, i, j), outcome(comparison, i, j)]
    elif gained[j, i]:
        parts = [_gain(comparison, j, i), outcome(comparison, j, i)]
    else:
        parts = [_no_gain(comparison, i, j), *_few_problems(comparison, i, j)]
    if comparison.test == "page":
        parts.append(MEASURED)
    if comparison.histories.unequal_runs()[i, j]:
        parts.append(unequal_words(comparison, i, j))
    spaced = [part for sentence in parts for part in (" ", sentence)]
    return Phrase(*spaced[1:])


def _gain(comparison: ConvergenceComparison, i: int, j: int) -> Phrase:
    """Say that the first gained on the second, with L and the p-value."""
    first, second = Name(comparison.algorithms[i]), Name(comparison.algorithms[j])
    statistic = f"{float(comparison.statistic[i, j]):.12g}"
    numbers = f"(L = {statistic}, {p_kind(comparison)} {p_equals(comparison, i, j)})"
    gain = phrase("{} gained on {} {}", first, second, numbers)
    if comparison.worse_everywhere[i, j]:
        return Phrase(gain, f", but is worse {everywhere(comparison)}.")
    return Phrase(gain, ".")


def _no_gain(comparison: ConvergenceComparison, i: int, j: int) -> Phrase:
    """Report that neither gained significantly, with the p-values that decide."""
    first, second = Name(comparison.algorithms[i]), Name(comparison.algorithms[j])
    kind = p_kind(comparison)
    values = Phrase(f"{kind} {p_equals(comparison, i, j)}")
    if comparison.test == "page":
        there, back = p_equals(comparison, i, j), p_equals(comparison, j, i)
        values = phrase(
            "{} {} for {} and {} {} for {}", kind, there, first, kind, back, second
        )
    return phrase(
        "Neither {} nor {} gained significantly on the other ({}).",
        first,
        second,
        values,
    )


def _few_problems(comparison: ConvergenceComparison, i: int, j: int) -> list[str]:
    """Say that a pair has too few problems to reject at all, if it has."""
    trending, needed = int(comparison.trending[i, j]), least_problems(comparison.alpha)
    if comparison.test == "page" or trending >= needed:
        return []
    problems = "only " + counted(trending, "problem") if trending else "no problem"
    alpha = format_alpha(comparison.alpha)
    return [
        f"L differs from its mean on {problems}; at least {needed} are needed to "
        f"reject at α = {alpha}."
    ]


def outcome(comparison: ConvergenceComparison, i: int, j: int) -> Phrase:
    """Report which of two algorithms is better at the last cut-point, and on how many
    problems both are done.
    """
    if comparison.better_at_last[j, i] > comparison.better_at_last[i, j]:
        i, j = j, i
    first, second = Name(comparison.algorithms[i]), Name(comparison.algorithms[j])
    n = comparison.histories.n
    more, fewer = (
        int(comparison.better_at_last[i, j]),
        int(comparison.better_at_last[j, i]),
    )
    equal = n - more - fewer
    if equal == n:
        better = Phrase(f"both are equal on all {n} problems")
    elif more == fewer:
        better = phrase(
            "{} and {} are each better on {}", first, second, f"{more} of {n} problems"
        )
    else:
        better = phrase(
            "{} is better on {}, and {} on {}",
            first,
            f"{more} of {n} problems",
            second,
            str(fewer),
        )
    return Phrase(
        "At the last cut-point, ", better, f"; {_both_done(comparison, i, j)}."
    )


def _both_done(comparison: ConvergenceComparison, i: int, j: int) -> str:
    """Say on how many problems both algorithms reached the optimum."""
    both = comparison.both_at_optimum
    if both is None:
        return "the optimum is not known"
    return f"both reached the optimum on {counted(int(both[i, j]), 'problem')}"


def runs_words(histories: Histories) -> str:
    """Say of how many runs the histories are the mean or median; nothing if they are
    single runs.
    """
    counts = histories.run_counts
    if counts is None or counts.max() == 1:
        return ""
    fewest, most = int(counts.min()), int(counts.max())
    number = str(most)
    if fewest < most:
        number = f"{fewest} to {most}"
    how = "median" if histories.reading.get("runs") == "median" else "mean"
    words = f"Each history is the {how} of {number} runs."
    if histories.runs_sampled:
        words += (
            " On problems with unequal numbers of runs, the smallest number of runs was "
            "sampled from every algorithm."
        )
    return words


def counted(number: int, noun: str) -> str:
    """Print a number with its noun.

    >>> counted(0, "problem"), counted(1, "problem"), counted(2, "problem")
    ('no problem', '1 problem', '2 problems')
    """
    if number == 0:
        return f"no {noun}"
    return f"1 {noun}" if number == 1 else f"{number} {noun}s"


def unequal_words(comparison: ConvergenceComparison, i: int, j: int) -> Phrase:
    """Warn of two algorithms with unequal numbers of runs."""
    first, second = Name(comparison.algorithms[i]), Name(comparison.algorithms[j])
    effect = not_exchangeable(comparison.test)
    return phrase("{} and {} have unequal numbers of runs: {}", first, second, effect)


def caption_words(comparison: ConvergenceComparison) -> Words:
    """Return the caption: what was compared, the direction, the test, the ranks, how to
    read it.
    """
    histories = comparison.histories
    direction = "higher" if histories.higher_is_better else "lower"
    return join(
        f"Convergence of {histories.k} algorithms on {histories.n} problems at "
        f"{histories.c} cut-points "
        f"({histories.cut_points[0]:.6g} to "
        f"{with_unit(histories.cut_points[-1], histories.unit, 6)}; {direction} values "
        "are better). ",
        tested_words(comparison),
        f" {reading_words(comparison)}",
        *[
            Phrase(" ", sentence)
            for sentence in (*worse_throughout(comparison), *errors_caution(comparison))
        ],
    )


def reading_words(comparison: ConvergenceComparison) -> str:
    """Say how the matrix of p-values is read."""
    small = (
        "A small p-value is evidence that the algorithm of the row gained on the "
        "algorithm of the column over the cut-points."
    )
    if comparison.test == "page":
        return f"{small} {TREND}"
    return (
        f"Values are unadjusted one-sided p-values. {small} Shaded cells are "
        f"significant according to the {p_kind(comparison)} of the pair. {TREND}"
    )


def curves_caption(histories: Histories) -> Words:
    """Return the caption of convergence curves, which names the average over the
    problems.
    """
    errors, word = errors_of(histories)
    average = chosen_average(histories, errors, "auto")
    what = "average rank" if average == "rank" else f"geometric mean of the {word}s"
    return (
        f"Convergence of {histories.k} algorithms: {what} over {histories.n} problems "
        f"at {histories.c} cut-points. "
        "Lower is better.",
    )


def summary(comparison: ConvergenceComparison) -> str:
    """Return the comparison in a few lines: the test, and for each algorithm which
    others it gained on.
    """
    lines = [
        str(comparison.histories).partition("\n")[0],
        "",
        plain_words(tested_words(comparison)),
    ]
    findings = [
        *gains(comparison),
        *worse_throughout(comparison),
        *caution(comparison),
        *comparison.notes,
    ]
    return "\n".join([*lines, *findings])


def gains(comparison: ConvergenceComparison) -> list[Phrase]:
    """List the gains of each algorithm with the outcomes at the last cut-point.

    One sentence covers all algorithms without gains.
    """
    gained = comparison.gained()
    if not gained.any():
        return [Phrase("No algorithm gained significantly on another.")]
    sentences = []
    for i in comparison.order:
        others = [
            _other_with_outcome(comparison, i, j)
            for j in comparison.order
            if gained[i, j]
        ]
        if others:
            name = Name(comparison.algorithms[i])
            sentences.append(phrase("{} gained on {}.", name, enumeration(others)))
    if len(sentences) < len(comparison.algorithms):
        sentences.append(Phrase("No other algorithm gained significantly."))
    return sentences


def _other_with_outcome(comparison: ConvergenceComparison, i: int, j: int) -> Phrase:
    """Name the second algorithm with the outcome at the last cut-point from the view of
    the first.
    """
    better, worse = (
        int(comparison.better_at_last[i, j]),
        int(comparison.better_at_last[j, i]),
    )
    numbers = (
        f"better on {better} and worse on {worse} of {comparison.histories.n} problems"
    )
    name, done = Name(comparison.algorithms[j]), both_words(comparison, i, j)
    return phrase("{} (at the last cut-point: {}; {})", name, numbers, done)


def both_words(comparison: ConvergenceComparison, i: int, j: int) -> str:
    """Say in a few words on how many problems both algorithms are at the optimum."""
    both = comparison.both_at_optimum
    if both is None:
        return "optimum not known"
    number = int(both[i, j])
    noun = "problem" if number == 1 else "problems"
    return f"both at the optimum on {number} {noun}"


def everywhere(comparison: ConvergenceComparison) -> str:
    """Say where an algorithm is worse that is so throughout."""
    return f"at every cut-point of all {comparison.histories.n} problems"


def worse_throughout(comparison: ConvergenceComparison) -> list[Phrase]:
    """Report for each algorithm the others on which it gained without overtaking."""
    names, found = comparison.algorithms, comparison.gained_but_worse()
    return [
        phrase(
            "{} gained without overtaking: it is worse than {} {}.",
            Name(names[i]),
            enumeration(names[j] for j in comparison.order if found[i, j]),
            everywhere(comparison),
        )
        for i in comparison.order
        if found[i].any()
    ]


def caution(comparison: ConvergenceComparison) -> list[str]:
    """Say what is not controlled, and what can reverse the trends of these ranks."""
    return [*errors_caution(comparison), ranks_caution(comparison)]


def errors_caution(comparison: ConvergenceComparison) -> list[str]:
    """Say what is not controlled, and whether there are too few problems to reject."""
    few: list[str] = []
    if comparison.test == "sign-flip":
        few = _too_few_problems(comparison)
    return [*few, *rates_caution(comparison)]


def rates_caution(comparison: ConvergenceComparison) -> list[str]:
    """Say what is not controlled."""
    found: list[str] = []
    if comparison.test == "page":
        found.append(MEASURED)
    pairs = int(np.triu(comparison.histories.unequal_runs()).sum())
    if pairs:
        effect = not_exchangeable(comparison.test)
        found.append(
            f"Numbers of runs are unequal in {counted(pairs, 'pair')}: {effect}"
        )
    return found


def _too_few_problems(comparison: ConvergenceComparison) -> list[str]:
    """Report that no pair, or that some pairs, cannot be significant by sign flips.

    No pair can be significant if every pair has too few problems for the adjustment.
    """
    pairs = np.triu_indices(len(comparison.algorithms), 1)
    trending = comparison.trending[pairs]
    required = needed_problems(comparison)
    most = int(trending.max())
    if most < required:
        return [_too_few_for_all_pairs(comparison, most, required)]
    required_unadjusted = least_problems(comparison.alpha)
    few = int((trending < required_unadjusted).sum())
    if few:
        return [_too_few_for_some_pairs(comparison, few, required_unadjusted)]
    return []


def _too_few_for_all_pairs(
    comparison: ConvergenceComparison, most: int, required: int
) -> str:
    """Report that no pair can be significant after the adjustment."""
    alpha = format_alpha(comparison.alpha)
    problems = "L equals its mean on every problem"
    if most > 0:
        problems = f"L differs from its mean on at most {counted(most, 'problem')}"
    adjusted = ""
    if len(comparison.algorithms) > 2:
        adjusted = f" ({adjusted_words(comparison)})"
    return (
        f"No pair can be significant with this design: {problems}, "
        f"and at least {required} are needed at α = {alpha}{adjusted}."
    )


def _too_few_for_some_pairs(
    comparison: ConvergenceComparison, few: int, required_unadjusted: int
) -> str:
    """Report how many pairs cannot be significant even without an adjustment."""
    alpha = format_alpha(comparison.alpha)
    return (
        f"{counted(few, 'pair')} cannot be significant: L differs from its mean on "
        f"fewer than {required_unadjusted} problems, which are needed at α = {alpha}."
    )


def ranks_caution(comparison: ConvergenceComparison) -> str:
    """Say what can reverse the trends of these ranks."""
    if comparison.ranks == "alternative":
        return (
            "With alternative ranks, the trend of an algorithm reverses if it reaches a "
            "plateau above the optimum."
        )
    return (
        "With original ranks, an algorithm that reaches the optimum or a plateau early "
        "cannot gain any more, and its trend reverses."
    )


def advice(comparison: ConvergenceComparison) -> tuple[str, ...]:
    """Return the advice that applies to a comparison.

    Sources: the number of problems (WEB, Page's test: about twice as many as
    cut-points), the optimum reached early (WEB, alternative version).
    """
    histories = comparison.histories
    found: list[str] = []
    if comparison.test == "page" and histories.n < 2 * histories.c:
        few = (
            f"{histories.n} problems are few for {histories.c} cut-points. About twice "
            f"as many problems as cut-points ({2 * histories.c}) are recommended."
        )
        if histories.n >= 4:
            fewer = Option("cut_points", histories.n // 2)
            few = phrase("{} Alternatively, pass {}.", few, fewer)
        found.append(few)
    reached = _reached(comparison)
    if comparison.ranks == "original" and reached:
        reach = "history reaches" if reached == 1 else "histories reach"
        found.append(
            phrase(
                "{} {} the optimum before the last cut-point. The original ranks then "
                "turn against an algorithm that cannot gain any more. Use {} to let the "
                "algorithm that arrives first keep gaining.",
                str(reached),
                reach,
                Option("ranks", "alternative"),
            )
        )
    if comparison.ranks == "alternative" and not reached:
        found.append(
            f"No history reaches the threshold {comparison.threshold:g} before the "
            "last cut-point, so the alternative ranks equal the original ranks."
        )
    if comparison.test == "page":
        found.append(
            phrase(
                "Page's test does not control its error rate on convergence histories. "
                "Use {}, which tests the same ranks and controls it.",
                Option("test", "sign-flip"),
            )
        )
    if comparison.p_adjust == "none" and histories.k > 2:
        count, sides = histories.k * (histories.k - 1), "one-sided"
        if comparison.family == "unordered":
            count, sides = count // 2, "two-sided"
        found.append(
            phrase(
                "The p-values of {} {} tests are not adjusted for multiple comparisons. "
                "Use {}.",
                str(count),
                sides,
                Option("p_adjust", "holm"),
            )
        )
    return tuple(found)


def _reached(comparison: ConvergenceComparison) -> int:
    """Count the histories that are at the optimum before the last cut-point."""
    return int(early(comparison.histories, comparison.threshold).sum())


def tested_words(comparison: ConvergenceComparison) -> Words:
    """Name the test with its adjustment and level, its ranks and its distribution."""
    test = "All pairs were compared by two-sided sign-flip tests of Page's L"
    details = f"{adjusted_words(comparison)}, "
    if comparison.test == "page":
        test = "All ordered pairs were compared by one-sided Page's trend tests"
    elif len(comparison.algorithms) == 2:
        test = "The algorithms were compared by a two-sided sign-flip test of Page's L"
        details = ""
    return join(
        f"{test} ({details}",
        formula_alpha(comparison.alpha),
        f"). {ranked_words(comparison)}",
    )


def ranked_words(comparison: ConvergenceComparison) -> str:
    """Describe the ranks, the optimum, and how the p-values were obtained."""
    ranked = (
        f"The differences were ranked with {comparison.ranks} ranks, where rank 1 is "
        "the largest difference."
    )
    if comparison.ranks == "alternative":
        histories = comparison.histories
        count = f"{_reached(comparison)} of {histories.k * histories.n} histories"
        ranked = (
            f"{ranked} The optimum is an error of at most {comparison.threshold:g}; "
            f"{count} reached it before the last cut-point."
        )
    return f"{ranked} The p-values are {_methods_words(comparison)}."


def _methods_words(comparison: ConvergenceComparison) -> str:
    """Describe how the p-values were obtained."""
    methods = {str(word) for word in comparison.method.ravel() if word}
    if methods == {"exact"}:
        return "exact"
    corrected = " and corrected for ties" if comparison.tie_corrected else ""
    normal = f"with continuity correction{corrected}"
    if methods == {"asymptotic"}:
        return f"asymptotic {normal}"
    condition = "if the convolution is small enough"
    if comparison.test == "page":
        condition = "if the ranks are untied"
    return f"exact {condition} and otherwise asymptotic {normal}"


def adjusted_words(comparison: ConvergenceComparison) -> str:
    """Name the adjustment and the number of pairs."""
    k = len(comparison.algorithms)
    if k == 2 and comparison.family == "unordered":
        return "a single pair"
    if comparison.p_adjust == "none":
        return "not adjusted for the number of pairs"
    count = k * (k - 1) if comparison.family == "ordered" else k * (k - 1) // 2
    pairs = "pairs" if comparison.test == "sign-flip" else f"{comparison.family} pairs"
    return f"{ADJUSTMENTS[comparison.p_adjust].noun} for {count} {pairs}"


def budget_summary(over: BudgetComparison) -> str:
    """Return who leads at each cut-point, and who is not significantly different there,
    a line each.
    """
    first = over.comparisons[0]
    direction = "higher" if over.histories.higher_is_better else "lower"
    lines = [
        f"{len(over.algorithms)} algorithms were compared on {over.histories.n} "
        f"problems at each of {len(over)} cut-points ({direction} values are better).",
        f"Test at each cut-point: {procedure(first)}, α = {format_alpha(first.alpha)}.",
    ]
    decimals = rank_decimals(over.average_ranks.ravel())
    for place, title in enumerate(over):
        reference, different = over.references[place], over.different[place]
        rank = format_rank(
            float(over.average_ranks[place, over.algorithms.index(reference)]), decimals
        )
        like = [
            over.algorithms[i]
            for i in over.comparisons[place].order
            if not different[i]
        ]
        others = [name for name in like if name != reference]
        told = (
            phrase("not significantly different: {}", enumeration(others))
            if others
            else "all others are significantly different"
        )
        lines.append(
            phrase("{}: {} (average rank {}); {}.", title, Name(reference), rank, told)
        )
    return "\n".join([*lines, *filter(None, [Wording(first).uncontrolled]), BLOCKS])


#: What a test on histories counts.
BLOCKS = (
    "The blocks of the tests are the problems, not the runs. The level is not adjusted "
    "for the number of cut-points."
)


def budget_caption_words(over: BudgetComparison) -> Words:
    """Return the caption with its formulas: what was ranked, the tests at each
    cut-point, how markers are read.
    """
    histories, first = over.histories, over.comparisons[0]
    direction = "higher" if histories.higher_is_better else "lower"
    uncontrolled = Wording(first).uncontrolled
    who = (
        "the best average rank"
        if first.control is None
        else Phrase("the control, ", Name(first.control))
    )
    return join(
        f"Average ranks of {histories.k} algorithms on {histories.n} problems at "
        f"{len(over)} cut-points "
        f"({over.cut_points[0]:.6g} to {with_unit(over.cut_points[-1], histories.unit, 6)}; "
        f"{direction} values are better, rank 1 is best). ",
        Wording(first).pairwise_tests(difference=False),
        *([Phrase(" ", uncontrolled)] if uncontrolled else []),
        Phrase(
            " At each cut-point, the diamond marks ",
            who,
            ". Filled markers denote algorithms that differ significantly from it; "
            "hollow markers denote algorithms that do not. ",
            BLOCKS,
        ),
    )


def report_title(comparison: ConvergenceComparison) -> str:
    """Return the title of a report about convergence."""
    histories = comparison.histories
    return f"Convergence of {histories.k} algorithms on {histories.n} problems"
