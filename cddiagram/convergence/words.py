"""The sentences about comparisons of convergence: captions, summaries, conclusions and
advice.
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
from cddiagram.convergence.units import NO_UNIT, range_words
from cddiagram.procedures import ADJUSTMENTS
from cddiagram.stats import least_problems
from cddiagram.text import (
    Citation,
    Formula,
    Name,
    Option,
    Phrase,
    Piece,
    Words,
    cite,
    join,
    phrase,
    sentences,
)
from cddiagram.words import (
    Wording,
    capitalised,
    enumeration,
    format_rank,
    formula_alpha,
    plain_words,
    power_of_ten,
    procedure,
    rank_decimals,
)

#: The symbols of p-values and of Page's statistic.
P, L = (Formula(text=letter, latex=letter) for letter in "pL")
#: The largest rates of differences between two equal algorithms with 1 and 25 runs,
#: from gallery/site/history_levels.csv, rounded up.
_UNEQUAL_RUNS_RATE = {"sign-flip": "76%", "page": "97%"}


def measured_words() -> Words:
    """Report the error rate of Page's test on histories.

    Page's test assumes that all orders of the differences along the cut-points are
    equally likely, which is wrong for best-so-far values. The rates are from
    gallery/site/history_levels.csv, for equal numbers of runs.
    """
    return join(
        "Page's test does not control its error rate. For two equal algorithms, it "
        "rejected in a given direction in 11% to 29% of simulated tables at ",
        formula_alpha(0.05),
        ".",
    )


#: The same without formulas.
MEASURED = plain_words(measured_words())


def not_exchangeable_words(test: str) -> Words:
    """Report the effect of unequal numbers of runs on a test."""
    return join(
        "Their histories are not exchangeable, and the error rate is not controlled. "
        "For two equal algorithms with 1 and 25 runs, the test detected a difference "
        f"in up to {_UNEQUAL_RUNS_RATE[test]} of simulated tables at ",
        formula_alpha(0.05),
        ".",
    )


def not_exchangeable(test: str) -> str:
    """Return the same without formulas."""
    return plain_words(not_exchangeable_words(test))


def as_phrase(words: Words) -> Phrase:
    """Write formulas as text and keep the names."""
    pieces: list[str] = []
    for word in words:
        if isinstance(word, Formula):
            pieces.append(word.text)
        elif not isinstance(word, Citation):
            pieces.append(word)
    return Phrase(*pieces)


# -- one pair --------------------------------------------------------------------------


def conclusion(comparison: ConvergenceComparison, first: str, second: str) -> Phrase:
    """Return the result for a pair: which algorithm gained, the outcome at the last
    cut-point, and the limits of the test.
    """
    i, j = comparison.pair(first, second)
    gained = comparison.gained()
    parts: list[Piece]
    if gained[i, j]:
        parts = [_gain(comparison, i, j), outcome(comparison, i, j)]
    elif gained[j, i]:
        parts = [_gain(comparison, j, i), outcome(comparison, j, i)]
    else:
        parts = [_no_gain(comparison, i, j), _few_problems(comparison, i, j)]
    if comparison.test == "page":
        parts.append(measured_words())
    if comparison.histories.unequal_runs()[i, j]:
        parts.append(unequal_words(comparison, i, j))
    return as_phrase(sentences(parts))


def _gain(comparison: ConvergenceComparison, i: int, j: int) -> Phrase:
    """Report that the first algorithm gained on the second, with L and the p-value."""
    first, second = Name(comparison.algorithms[i]), Name(comparison.algorithms[j])
    gain = phrase("{} gained on {} {}", first, second, _numbers(comparison, i, j))
    if comparison.worse_everywhere[i, j]:
        return Phrase(gain, f", but is worse {everywhere(comparison)}.")
    return Phrase(gain, ".")


def _numbers(comparison: ConvergenceComparison, i: int, j: int) -> str:
    """Print L and the p-value of a pair in brackets."""
    statistic = f"{float(comparison.statistic[i, j]):.12g}"
    return f"(L = {statistic}, {p_kind(comparison)} {p_equals(comparison, i, j)})"


def _no_gain(comparison: ConvergenceComparison, i: int, j: int) -> Phrase:
    """Report that neither algorithm gained significantly, with the p-values."""
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


def _few_problems(comparison: ConvergenceComparison, i: int, j: int) -> Words:
    """Report that a pair has too few problems to reject; empty if it has enough."""
    trending, needed = int(comparison.trending[i, j]), least_problems(comparison.alpha)
    if comparison.test == "page" or trending >= needed:
        return ()
    problems = "only " + counted(trending, "problem") if trending else "no problem"
    return join(
        L,
        f" differs from its mean on {problems}; at least {needed} are required to "
        "reject at ",
        formula_alpha(comparison.alpha),
        ".",
    )


def outcome(comparison: ConvergenceComparison, i: int, j: int) -> Phrase:
    """Report which of two algorithms is better at the last cut-point, and on how many
    problems both reached the optimum.
    """
    if comparison.better_at_last[j, i] > comparison.better_at_last[i, j]:
        i, j = j, i
    first, second = Name(comparison.algorithms[i]), Name(comparison.algorithms[j])
    n = comparison.histories.n
    more = int(comparison.better_at_last[i, j])
    fewer = int(comparison.better_at_last[j, i])
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
    end = both_words(comparison, i, j) or "the optimum is not known"
    return phrase("At the last cut-point, {}; {}.", better, end)


def both_words(comparison: ConvergenceComparison, i: int, j: int) -> str:
    """Report on how many problems both algorithms reached the optimum; empty if the
    optimum is not known.
    """
    both = comparison.both_at_optimum
    if both is None:
        return ""
    return f"both reached the optimum on {counted(int(both[i, j]), 'problem')}"


def counted(number: int, noun: str) -> str:
    """Print a number with its noun.

    >>> counted(0, "problem"), counted(1, "problem")
    ('0 problems', '1 problem')
    """
    return f"1 {noun}" if number == 1 else f"{number} {noun}s"


def everywhere(comparison: ConvergenceComparison) -> str:
    """Return where an algorithm is worse if it is worse throughout."""
    return f"at every cut-point on all {comparison.histories.n} problems"


def unequal_words(comparison: ConvergenceComparison, i: int, j: int) -> Words:
    """Warn of two algorithms with unequal numbers of runs."""
    first, second = Name(comparison.algorithms[i]), Name(comparison.algorithms[j])
    return sentences(
        [
            phrase("{} and {} have unequal numbers of runs.", first, second),
            not_exchangeable_words(comparison.test),
        ]
    )


# -- captions --------------------------------------------------------------------------


def caption_words(comparison: ConvergenceComparison) -> Words:
    """Return the caption of the matrix of p-values: what is shown, how to read it, the
    tests and their limits.
    """
    histories = comparison.histories
    kind = "One-sided"
    if comparison.test == "page":
        kind = kind_of_page_tests(comparison)
    shown = join(
        f"{kind} ",
        P,
        f"-values for pairwise gains in convergence of {histories.k} algorithms on "
        f"{histories.n} problems at {histories.c} cut-points {setting(histories)}.",
    )
    return sentences(
        [
            shown,
            reading_words(comparison),
            ORDER,
            tested_words(comparison),
            TREND,
            *worse_throughout(comparison),
            *errors_caution(comparison),
        ]
    )


def kind_of_page_tests(comparison: ConvergenceComparison) -> str:
    """Return the kind of the p-values of Page's test: "Adjusted two-sided"."""
    _, sides = _pairs_and_sides(comparison)
    adjusted = "" if comparison.p_adjust == "none" else "adjusted "
    return capitalised(f"{adjusted}{sides}")


def setting(histories: Histories) -> str:
    """Return the range of the cut-points and the direction of the values, in
    brackets.
    """
    span = range_words(histories.cut_points, histories.unit)
    return f"({span}; {direction(histories)} values are better)"


def direction(histories: Histories) -> str:
    """Return which values are better."""
    return "higher" if histories.higher_is_better else "lower"


#: The order of the rows of the matrix.
ORDER = join("The rows are in the order of the sums of ", L, ", largest first.")
#: The limits of what a gain means.
TREND = (
    "A gain is a trend of the difference. The other algorithm can still be better at "
    "the last cut-point, or may have reached the optimum first."
)


def small_words() -> Words:
    """Explain a small p-value in the matrix."""
    return join(
        "A small ",
        P,
        "-value is evidence that the algorithm of the row gained on the algorithm of "
        "the column.",
    )


def reading_words(comparison: ConvergenceComparison) -> Words:
    """Explain how to read the matrix of p-values."""
    if comparison.test == "page":
        return small_words()
    adjusted = p_kind(comparison).removesuffix("p")
    return sentences(
        [
            join("The ", P, "-values are not adjusted."),
            small_words(),
            join(
                f"Shaded cells are significant according to the {adjusted}",
                P,
                "-value of the pair.",
            ),
        ]
    )


def curves_caption(histories: Histories) -> Words:
    """Return the caption of convergence curves, which names the average over the
    problems.
    """
    errors, word = errors_of(histories)
    average = "average rank"
    if chosen_average(histories, errors, "auto") != "rank":
        average = f"geometric mean of the {word}s"
    return (
        f"Convergence curves of {histories.k} algorithms: {average} over "
        f"{histories.n} problems at {histories.c} cut-points. Lower values are better.",
    )


# -- the test --------------------------------------------------------------------------


def tested_words(comparison: ConvergenceComparison) -> Words:
    """Name the test with its adjustment and level, its ranks and its distribution."""
    test = join("All pairs were compared by two-sided sign-flip tests of Page's ", L)
    if comparison.test == "page":
        pairs, sides = _pairs_and_sides(comparison)
        test = join(f"All {pairs} were compared by {sides} Page trend tests")
    elif len(comparison.algorithms) == 2:
        test = join(
            "The algorithms were compared by a two-sided sign-flip test of Page's ", L
        )
    adjusted = adjusted_words(comparison)
    return sentences(
        [
            join(
                test,
                f", {adjusted}" if adjusted else "",
                " (",
                formula_alpha(comparison.alpha),
                ").",
            ),
            "The differences of each pair were ranked over the cut-points "
            f"({comparison.ranks} ranks; rank 1 is the largest difference).",
            *distribution_words(comparison),
        ]
    )


def _pairs_and_sides(comparison: ConvergenceComparison) -> tuple[str, str]:
    """Return which pairs Page's test compares, and on how many sides."""
    if comparison.family == "ordered":
        return "ordered pairs", "one-sided"
    return "pairs", "two-sided"


def distribution_words(comparison: ConvergenceComparison) -> list[Words]:
    """Describe the optimum of alternative ranks, and how the p-values were computed."""
    distribution = _distribution(comparison)
    if comparison.ranks == "original":
        return distribution
    histories = comparison.histories
    count = f"{_reached(comparison)} of {histories.k * histories.n} histories"
    at_most = "at most " if comparison.threshold > 0 else ""
    optimum = join(
        f"An error of {at_most}",
        formula_number(comparison.threshold),
        f" counts as the optimum; {count} reached it before the last cut-point.",
    )
    return [optimum, *distribution]


def formula_number(number: float) -> Formula:
    """Print a number, as a power of ten if it is very small or large.

    >>> formula_number(0.01).text, formula_number(1e-8).text, formula_number(2e-8).text
    ('0.01', '10⁻⁸', '2 × 10⁻⁸')
    """
    digits, _, exponent = f"{number:g}".partition("e")
    if not exponent:
        return Formula(text=digits, latex=digits)
    text, latex = power_of_ten(int(exponent)), f"10^{{{int(exponent)}}}"
    if digits != "1":
        text, latex = f"{digits} × {text}", rf"{digits} \times {latex}"
    return Formula(text=text, latex=latex)


def _distribution(comparison: ConvergenceComparison) -> list[Words]:
    """Describe how the p-values were computed."""
    methods = {str(word) for word in comparison.method.ravel() if word}
    values = join("The ", P, "-values are ")
    if methods == {"exact"}:
        return [join(values, "exact.")]
    corrections = "continuity correction"
    if comparison.tie_corrected:
        corrections = "corrections for continuity and ties"
    normal = f"based on the normal approximation with {corrections}"
    if methods == {"asymptotic"}:
        return [join(values, f"{normal}.")]
    pairs = "whose exact distribution is small enough to compute"
    if comparison.test == "page":
        pairs = "without tied ranks"
    return [
        join(values, f"exact for pairs {pairs}."),
        join(f"For the other pairs, they are {normal}."),
    ]


def adjusted_words(comparison: ConvergenceComparison) -> str:
    """Name the adjustment and what it accounts for; empty if there is a single
    p-value.
    """
    k = len(comparison.algorithms)
    if k == 2 and comparison.family == "unordered":
        return ""
    if comparison.p_adjust == "none":
        return "without adjustment for multiple comparisons"
    return f"with {adjustment_of_pairs(comparison)}"


def adjustment_of_pairs(comparison: ConvergenceComparison) -> str:
    """Name the adjustment with the number of pairs that it accounts for."""
    k = len(comparison.algorithms)
    number = f"{k * (k - 1) // 2} pairs"
    if comparison.family == "ordered":
        number = f"{k * (k - 1)} ordered pairs"
    return f"{ADJUSTMENTS[comparison.p_adjust].noun} for {number}"


# -- the methods paragraph -------------------------------------------------------------


def methods_sentences(
    comparison: ConvergenceComparison, sources: tuple[str, ...]
) -> list[Words]:
    """Return the sentences of the methods paragraph about the data and the test.

    `sources` are the keys of the sources of the adjustment.
    """
    histories = comparison.histories
    unit = "" if histories.unit == NO_UNIT else f" (in {histories.unit})"
    data = (
        f"We compared the convergence of {histories.k} algorithms on {histories.n} "
        f"problems at {histories.c} cut-points{unit}; {direction(histories)} values "
        "are better."
    )
    algorithms = "the two algorithms"
    if histories.k > 2:
        algorithms = "the algorithms of each pair"
    ranked = join(
        f"On each problem, we ranked the differences between {algorithms} over the "
        f"cut-points, using {comparison.ranks} ranks, in which rank 1 is the largest "
        "difference",
        cite("derrac2014"),
        ".",
    )
    adjustment: Words = ()
    if comparison.p_adjust != "none":
        named = f"We applied {adjustment_of_pairs(comparison)}"
        adjustment = join(named, cite(*sources), ".")
    return [
        join(data),
        join(runs_words(histories)),
        ranked,
        _methods_test(comparison),
        adjustment,
        *distribution_words(comparison),
        *rates_caution(comparison),
    ]


def _methods_test(comparison: ConvergenceComparison) -> Words:
    """Name the test of the methods paragraph, with its source and level."""
    unadjusted = ""
    if comparison.p_adjust == "none" and adjusted_words(comparison):
        unadjusted = ", without adjustment for multiple comparisons"
    level = join(" at ", formula_alpha(comparison.alpha), f"{unadjusted}.")
    if comparison.test == "page":
        pairs, sides = _pairs_and_sides(comparison)
        return join(
            f"We compared all {pairs} using {sides} Page trend tests",
            cite("page1963"),
            level,
        )
    each = "For each pair, we" if len(comparison.algorithms) > 2 else "We"
    return join(
        f"{each} summed Page's statistic ",
        L,
        cite("page1963"),
        " over the problems and tested the sum with a two-sided sign-flip test",
        level,
    )


def runs_words(histories: Histories) -> str:
    """Report how many runs each history is the mean or median of; empty for single
    runs.
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


# -- the summary -----------------------------------------------------------------------


def summary(comparison: ConvergenceComparison) -> str:
    """Return the comparison in a few lines: the test, and for each algorithm which
    others it gained on.
    """
    data, _, _ = str(comparison.histories).partition("\n")
    tested = plain_words(tested_words(comparison))
    findings = [
        *gains(comparison),
        *worse_throughout(comparison),
        *map(plain_words, caution(comparison)),
        *comparison.notes,
    ]
    return "\n".join([data, "", tested, *findings])


def gains(comparison: ConvergenceComparison) -> list[Phrase]:
    """List the gains of each algorithm with the outcomes at the last cut-point.

    One sentence covers all algorithms without gains.
    """
    gained = comparison.gained()
    if not gained.any():
        return [Phrase("No algorithm gained significantly on another.")]
    findings = []
    for i in comparison.order:
        others = [j for j in comparison.order if gained[i, j]]
        if others:
            findings.append(_gains_of(comparison, i, others))
    if len(findings) < len(comparison.algorithms):
        findings.append(Phrase("No other algorithm gained significantly."))
    return findings


def _gains_of(comparison: ConvergenceComparison, i: int, others: list[int]) -> Phrase:
    """Report the gains of one algorithm on others, and how they compare at the last
    cut-point.
    """
    names = comparison.algorithms
    listed = enumeration(names[j] for j in others)
    parts: list[Piece] = [phrase("{} gained on {}.", Name(names[i]), listed)]
    start = "At the last cut-point, it"
    for j in others:
        parts.append(_compared_with(comparison, i, j, start))
        start = "It"
    if comparison.both_at_optimum is None:
        parts.append("The optimum is not known.")
    return as_phrase(sentences(parts))


def _compared_with(
    comparison: ConvergenceComparison, i: int, j: int, start: str
) -> Phrase:
    """Compare an algorithm with another one at the last cut-point."""
    better, worse = comparison.better_at_last[i, j], comparison.better_at_last[j, i]
    both = both_words(comparison, i, j)
    return phrase(
        "{} is better than {} on {} of {} problems and worse on {}{}.",
        start,
        Name(comparison.algorithms[j]),
        str(better),
        str(comparison.histories.n),
        str(worse),
        f"; {both}" if both else "",
    )


def worse_throughout(comparison: ConvergenceComparison) -> list[Phrase]:
    """Report for each algorithm the others on which it gained without overtaking."""
    names, worse = comparison.algorithms, comparison.gained_but_worse()
    findings = []
    for i in comparison.order:
        others = [names[j] for j in comparison.order if worse[i, j]]
        if not others:
            continue
        them = "it" if len(others) == 1 else "them"
        findings.append(
            phrase(
                "{} gained on {} without overtaking {}: it is worse {}.",
                Name(names[i]),
                enumeration(others),
                them,
                everywhere(comparison),
            )
        )
    return findings


# -- cautions --------------------------------------------------------------------------


def caution(comparison: ConvergenceComparison) -> list[Words]:
    """Report what is not controlled, and what can reverse the trends of the ranks."""
    return [*errors_caution(comparison), join(ranks_caution(comparison))]


def errors_caution(comparison: ConvergenceComparison) -> list[Words]:
    """Report what is not controlled, and whether there are too few problems to
    reject.
    """
    few: list[Words] = []
    if comparison.test == "sign-flip":
        few = _too_few_problems(comparison)
    return [*few, *rates_caution(comparison)]


def rates_caution(comparison: ConvergenceComparison) -> list[Words]:
    """Report which error rates are not controlled."""
    cautions: list[Words] = []
    if comparison.test == "page":
        cautions.append(measured_words())
    pairs = int(np.triu(comparison.histories.unequal_runs()).sum())
    if pairs:
        unequal = f"The numbers of runs are unequal in {counted(pairs, 'pair')}."
        cautions.append(sentences([unequal, not_exchangeable_words(comparison.test)]))
    return cautions


def _too_few_problems(comparison: ConvergenceComparison) -> list[Words]:
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
) -> Words:
    """Report that no pair can be significant after the adjustment."""
    problems = " equals its mean on every problem"
    if most > 0:
        problems = f" differs from its mean on at most {counted(most, 'problem')}"
    adjusted = adjusted_words(comparison)
    return join(
        "No pair can be significant with this design: ",
        L,
        f"{problems}, but at least {required} are required at ",
        formula_alpha(comparison.alpha),
        f" {adjusted}." if adjusted else ".",
    )


def _too_few_for_some_pairs(
    comparison: ConvergenceComparison, few: int, required_unadjusted: int
) -> Words:
    """Report how many pairs cannot be significant even without an adjustment."""
    return join(
        "A pair cannot be significant at ",
        formula_alpha(comparison.alpha),
        " if ",
        L,
        f" differs from its mean on fewer than {required_unadjusted} problems. This "
        f"applies to {counted(few, 'pair')}.",
    )


def ranks_caution(comparison: ConvergenceComparison) -> str:
    """Report what can reverse the trends of the ranks."""
    if comparison.ranks == "alternative":
        return (
            "With alternative ranks, the trend of an algorithm reverses if it reaches a "
            "plateau above the optimum."
        )
    return (
        "With original ranks, an algorithm that reaches the optimum or a plateau early "
        "cannot gain any more, and its trend reverses."
    )


# -- advice ----------------------------------------------------------------------------


def advice(comparison: ConvergenceComparison) -> tuple[str, ...]:
    """Return the advice that applies to a comparison.

    Sources: the number of problems (WEB, Page's test: about twice as many as
    cut-points), the optimum reached early (WEB, alternative version).
    """
    reached = _reached(comparison)
    candidates = (
        _more_problems(comparison),
        _use_alternative_ranks(comparison, reached),
        _ranks_are_equal(comparison, reached),
        _use_sign_flips(comparison),
        _use_adjustment(comparison),
    )
    return tuple(sentence for sentence in candidates if sentence)


def _more_problems(comparison: ConvergenceComparison) -> str:
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
    if comparison.ranks != "original" or not reached:
        return ""
    histories = "1 history reaches" if reached == 1 else f"{reached} histories reach"
    return phrase(
        "Before the last cut-point, {} the optimum. With original ranks, an algorithm "
        "at the optimum cannot gain any more, and its trend reverses. Use {}, with "
        "which the first algorithm at the optimum keeps gaining.",
        histories,
        Option("ranks", "alternative"),
    )


def _ranks_are_equal(comparison: ConvergenceComparison, reached: int) -> str:
    if comparison.ranks != "alternative" or reached:
        return ""
    return (
        f"No history reaches the threshold {formula_number(comparison.threshold).text} "
        "before the last cut-point, so the alternative ranks equal the original ranks."
    )


def _use_sign_flips(comparison: ConvergenceComparison) -> str:
    if comparison.test != "page":
        return ""
    return phrase(
        "Page's test does not control its error rate on convergence histories. Use {}, "
        "which tests the same ranks and controls the error rate.",
        Option("test", "sign-flip"),
    )


def _use_adjustment(comparison: ConvergenceComparison) -> str:
    k = comparison.histories.k
    if comparison.p_adjust != "none" or k == 2:
        return ""
    count, sides = k * (k - 1), "one-sided"
    if comparison.family == "unordered":
        count, sides = count // 2, "two-sided"
    return phrase(
        "The p-values of {} {} tests are not adjusted for multiple comparisons. Use "
        "{}.",
        str(count),
        sides,
        Option("p_adjust", "holm"),
    )


def _reached(comparison: ConvergenceComparison) -> int:
    """Count the histories that are at the optimum before the last cut-point."""
    return int(early(comparison.histories, comparison.threshold).sum())


# -- ranks over the budget -------------------------------------------------------------

#: What tests on histories count, and what their level does not account for.
BLOCKS = (
    "The blocks of the tests are the problems, not the runs. The significance level is "
    "not adjusted for the number of cut-points."
)


def budget_summary(over: BudgetComparison) -> str:
    """Return one line for each cut-point: the reference, and which algorithms are not
    significantly different from it.
    """
    first, histories = over.comparisons[0], over.histories
    lines: list[str] = [
        f"Comparison of {histories.k} algorithms on {histories.n} problems at each of "
        f"{len(over)} cut-points ({direction(histories)} values are better).",
        "Test at each cut-point: "
        f"{procedure(first)}, {formula_alpha(first.alpha).text}.",
    ]
    decimals = rank_decimals(over.average_ranks.ravel())
    for place, title in enumerate(over):
        lines.append(phrase("{}: {}", title, _at_cut_point(over, place, decimals)))
    uncontrolled = Wording(first).uncontrolled
    if uncontrolled:
        lines.append(uncontrolled)
    return "\n".join([*lines, BLOCKS])


def _at_cut_point(over: BudgetComparison, place: int, decimals: int) -> Phrase:
    """Report the reference of a cut-point with its average rank, and its group."""
    reference, names = over.references[place], over.algorithms
    average = float(over.average_ranks[place, names.index(reference)])
    rank = format_rank(average, decimals)
    template = "{} has the best average rank ({}) and is {}."
    if over.comparisons[0].control is not None:
        template = "{} has average rank {} and is {}."
    others = [
        names[i]
        for i in over.comparisons[place].order
        if not over.different[place][i] and names[i] != reference
    ]
    decision = Phrase("significantly different from all others")
    if others:
        decision = phrase(
            "not significantly different from {}", enumeration(others, "or")
        )
    return phrase(template, Name(reference), rank, decision)


def budget_caption_words(over: BudgetComparison) -> Words:
    """Return the caption of ranks over the budget: what is shown, the tests at each
    cut-point, how markers are read.
    """
    histories, first = over.histories, over.comparisons[0]
    reference: Piece = "the best average rank"
    if first.control is not None:
        reference = Phrase("the control, ", Name(first.control))
    span = range_words(over.cut_points, histories.unit)
    return sentences(
        [
            f"Average ranks of {histories.k} algorithms on {histories.n} problems at "
            f"{len(over)} cut-points ({span}; {direction(histories)} values are "
            "better, rank 1 is best).",
            Wording(first).pairwise_tests(difference=False),
            Wording(first).uncontrolled,
            join("At each cut-point, the diamond marks ", reference, "."),
            "Filled markers denote algorithms that differ significantly from it; "
            "hollow markers denote algorithms that do not.",
            BLOCKS,
        ]
    )


def report_title(comparison: ConvergenceComparison) -> str:
    """Return the title of a report about convergence."""
    histories = comparison.histories
    return f"Convergence of {histories.k} algorithms on {histories.n} problems"
