"""Captions, summaries, conclusions and methods paragraphs on convergence."""

from __future__ import annotations

import numpy as np

from cddiagram.convergence.averages import chosen_average, errors_of
from cddiagram.convergence.comparison import (
    ConvergenceComparison,
    kind_of_pvalues,
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
    InputError,
    Name,
    Phrase,
    RichText,
    TextPart,
    better_direction,
    choose_from,
    cite,
    counted,
    inflect,
    join,
    phrase,
    sentences,
)
from cddiagram.words import (
    capitalised,
    enumeration,
    formula_alpha,
    plain_words,
    power_of_ten,
)

#: The symbols for a p-value and for Page's statistic.
P, L = (Formula(text=letter, latex=letter) for letter in "pL")
#: If one of two equal algorithms has 1 run and the other has 25 runs, the tests reject
#: the null hypothesis in at most this percentage of cases. The percentages are from
#: gallery/site/history_levels.csv, rounded up.
_UNEQUAL_RUNS_RATE = {"sign-flip": "76%", "page": "97%"}


def measured_words() -> RichText:
    """Report the error rate of Page's test on histories.

    Page's test assumes that all orders of the differences over the cut-points are
    equally likely. Best-so-far values violate this assumption. The rates are from
    gallery/site/history_levels.csv, for equal numbers of runs.
    """
    return join(
        "Page's test does not control the error rate. For two algorithms that perform "
        "equally, it detected a gain in a given direction in 11% to 29% of simulated "
        "tables at ",
        formula_alpha(0.05),
        ".",
    )


#: The sentences of `measured_words` as plain text.
MEASURED = plain_words(measured_words())


def not_exchangeable_words(test: str) -> RichText:
    """Report the effect of unequal numbers of runs on a test."""
    return join(
        "Their histories are not exchangeable, so the error rate is not controlled. "
        "For two algorithms that perform equally but have 1 and 25 runs, the test "
        f"detected a difference in up to {_UNEQUAL_RUNS_RATE[test]} of simulated tables "
        "at ",
        formula_alpha(0.05),
        ".",
    )


def not_exchangeable(test: str) -> str:
    """Report the effect of unequal numbers of runs on a test as plain text."""
    return plain_words(not_exchangeable_words(test))


def as_phrase(words: RichText) -> Phrase:
    """Convert rich text to a phrase, with formulas as text and without citations."""
    pieces: list[str] = []
    for word in words:
        if isinstance(word, Formula):
            pieces.append(word.text)
        elif not isinstance(word, Citation):
            pieces.append(word)
    return Phrase(*pieces)


# -- one pair --------------------------------------------------------------------------


def conclusion(comparison: ConvergenceComparison, first: str, second: str) -> Phrase:
    """Return the conclusion about a pair.

    It reports which algorithm gained, the outcome at the last cut-point, and the limits
    of the test.
    """
    i, j = comparison.pair(first, second)
    gained = comparison.gained()
    parts: list[TextPart]
    if gained[i, j]:
        parts = [_gain(comparison, i, j), outcome(comparison, i, j)]
    elif gained[j, i]:
        parts = [_gain(comparison, j, i), outcome(comparison, j, i)]
    else:
        parts = [_no_gain(comparison, i, j), few_problems(comparison, i, j)]
    if comparison.test == "page":
        parts.append(measured_words())
    if comparison.histories.unequal_runs()[i, j]:
        parts.append(unequal_words(comparison, i, j))
    return as_phrase(sentences(parts))


def _gain(comparison: ConvergenceComparison, i: int, j: int) -> Phrase:
    """Report that the first algorithm gained on the second, with L and the p-value."""
    first, second = Name(comparison.algorithms[i]), Name(comparison.algorithms[j])
    gain = phrase(
        "{} gained significantly on {} {}", first, second, _numbers(comparison, i, j)
    )
    if comparison.worse_everywhere[i, j]:
        return Phrase(gain, f", but is worse {everywhere(comparison)}.")
    return Phrase(gain, ".")


def _numbers(comparison: ConvergenceComparison, i: int, j: int) -> str:
    """Format L and the p-value of a pair in parentheses."""
    statistic = f"{float(comparison.statistic[i, j]):.12g}"
    return f"(L = {statistic}, {p_kind(comparison)} {p_equals(comparison, i, j)})"


def _no_gain(comparison: ConvergenceComparison, i: int, j: int) -> Phrase:
    """Report that neither algorithm gained significantly, with the p-values."""
    first, second = Name(comparison.algorithms[i]), Name(comparison.algorithms[j])
    kind = p_kind(comparison)
    values = Phrase(f"{kind} {p_equals(comparison, i, j)}")
    if comparison.test == "page":
        there, back = p_equals(comparison, i, j), p_equals(comparison, j, i)
        back = back.removeprefix("= ")
        values = phrase("{} {} for {} and {} for {}", kind, there, first, back, second)
    return phrase(
        "Neither {} nor {} gained significantly on the other ({}).",
        first,
        second,
        values,
    )


def few_problems(comparison: ConvergenceComparison, i: int, j: int) -> RichText:
    """Report that a pair has too few problems to be significant.

    The result is empty if the pair has enough problems.
    """
    trending = int(comparison.trending[i, j])
    required = least_problems(comparison.alpha)
    if comparison.test == "page" or trending >= required:
        return ()
    differs = "equals its expected value on every problem"
    requirement = f"a difference on at least {required}"
    if trending:
        differs = (
            f"differs from its expected value on only {counted(trending, 'problem')}"
        )
        requirement = f"at least {required}"
    return join(
        L,
        f" {differs}; significance at ",
        formula_alpha(comparison.alpha),
        f" requires {requirement}.",
    )


def outcome(comparison: ConvergenceComparison, i: int, j: int) -> Phrase:
    """Report which algorithm is better at the last cut-point.

    The sentence also contains the number of problems on which both algorithms reached
    the optimum.
    """
    if comparison.better_at_last[j, i] > comparison.better_at_last[i, j]:
        i, j = j, i
    first, second = Name(comparison.algorithms[i]), Name(comparison.algorithms[j])
    n = comparison.histories.n
    more = int(comparison.better_at_last[i, j])
    fewer = int(comparison.better_at_last[j, i])
    if more == n:
        better = phrase("{} is better on all {}", first, f"{n} problems")
    elif more == fewer == 0:
        better = Phrase(f"the two algorithms are equal on all {n} problems")
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
    if more == n and comparison.both_at_optimum is not None:
        return phrase("At the last cut-point, {}.", better)
    return phrase("At the last cut-point, {}; {}.", better, end)


def both_words(comparison: ConvergenceComparison, i: int, j: int) -> str:
    """Report the number of problems on which both algorithms reached the optimum.

    The result is empty if the optimum is unknown.
    """
    both = comparison.both_at_optimum
    if both is None:
        return ""
    count = int(both[i, j])
    if count == 0:
        return "at most one of the two reached the optimum on each problem"
    return f"both reached the optimum on {counted(count, 'problem')}"


def everywhere(comparison: ConvergenceComparison) -> str:
    """Return the words that denote all cut-points on all problems."""
    return f"at every cut-point on all {comparison.histories.n} problems"


def unequal_words(comparison: ConvergenceComparison, i: int, j: int) -> RichText:
    """Report that two algorithms have unequal numbers of runs."""
    first, second = Name(comparison.algorithms[i]), Name(comparison.algorithms[j])
    return sentences(
        [
            phrase("{} and {} have unequal numbers of runs.", first, second),
            not_exchangeable_words(comparison.test),
        ]
    )


# -- captions --------------------------------------------------------------------------


def caption_words(comparison: ConvergenceComparison) -> RichText:
    """Return the caption of the p-value matrix.

    It describes the data, the meaning of the cells, the tests and their limits.
    """
    histories = comparison.histories
    kind = capitalised(kind_of_pvalues(comparison))
    subject = join(
        f"{kind} ",
        P,
        f"-values for pairwise comparisons of the convergence of {histories.k} "
        f"algorithms on {histories.n} problems at {histories.c} cut-points "
        f"{setting(histories)}.",
    )
    return sentences(
        [
            subject,
            reading_words(comparison),
            ORDER,
            tested_words(comparison),
            TREND,
            *worse_throughout(comparison),
            *errors_caution(comparison),
        ]
    )


def setting(histories: Histories) -> str:
    """Return the range of the cut-points and the direction, in parentheses."""
    span = range_words(histories.cut_points, histories.unit)
    return f"({span}; {direction(histories)} values are better)"


def direction(histories: Histories) -> str:
    """Return the direction in which values are better, "higher" or "lower"."""
    return better_direction(histories.higher_is_better)


#: This sentence explains the order of the rows in the matrix.
ORDER = join("The rows are sorted by the sum of ", L, " in descending order.")
#: These sentences explain what a gain means.
TREND = (
    "A gain is a trend in the difference between two algorithms. The other algorithm "
    "may still be better at the last cut-point or may have reached the optimum first."
)


def small_words() -> RichText:
    """Explain a small p-value in the matrix."""
    return join(
        "A small ",
        P,
        "-value is evidence that the algorithm in the row gained on the algorithm in "
        "the column.",
    )


def reading_words(comparison: ConvergenceComparison) -> RichText:
    """Explain how to read the p-value matrix."""
    row: RichText = ()
    if comparison.family == "unordered":
        row = row_words()
    filled = "Filled cells mark significant gains; darker fills mark smaller "
    return sentences([small_words(), row, join(filled, P, "-values.")])


def row_words() -> RichText:
    """Explain which row contains the two-sided p-value of a pair."""
    return join(
        "The ",
        P,
        "-value of a pair is printed in the row of the algorithm that tends to gain on "
        "the other.",
    )


def curves_caption(
    histories: Histories, problem: str | None = None, average: str = "auto"
) -> RichText:
    """Return the caption of convergence curves for one problem or for an average."""
    errors, word = errors_of(histories)
    span = range_words(histories.cut_points, histories.unit)
    points = f"at {histories.c} cut-points ({span})."
    if problem is not None:
        if problem not in histories.problems:
            raise InputError(choose_from("problem", problem, histories.problems))
        subject = join(
            f"Convergence curves of {histories.k} algorithms on ",
            Name(problem),
            f": {word} {points}",
        )
        bands = ""
        if histories.run_quartiles is not None:
            bands = (
                "Bands, if shown, extend from the 25th to the 75th percentile of the "
                "runs."
            )
        direction = _direction_of(histories, word)
        return sentences([subject, direction, runs_words(histories), bands])
    average = chosen_average(histories, errors, average)
    words, better = _CURVES[average]
    summary = (
        f"Convergence curves of {histories.k} algorithms: {words.format(word=word)} over "
        f"{histories.n} problems {points}"
    )
    return sentences([summary, better or _direction_of(histories, word)])


#: Maps each average to its name in the caption of the curves and to a sentence that
#: states which values are better. The sentence is empty if the direction depends on the
#: histories.
_CURVES = {
    "geometric-mean": ("geometric mean of the {word}s", ""),
    "rank": ("average rank", "Rank 1 is best."),
    "mean": ("mean {word}", ""),
    "targets": ("proportion of targets reached", "Higher proportions are better."),
}


def _direction_of(histories: Histories, word: str) -> str:
    """Report whether lower or higher errors or values are better."""
    if histories.higher_is_better and word == "value":
        return "Higher values are better."
    return f"Lower {word}s are better."


# -- the test --------------------------------------------------------------------------


def tested_words(comparison: ConvergenceComparison) -> RichText:
    """Report the test with its adjustment and level, the ranks and the p-values."""
    test = join(
        "All pairs were compared using two-sided sign-flip tests based on Page's ", L
    )
    if comparison.test == "page":
        pairs, sides = _pairs_and_sides(comparison)
        test = join(f"All {pairs} were compared using {sides} Page trend tests")
    elif len(comparison.algorithms) == 2:
        test = join(
            "The convergence of the algorithms was compared using a two-sided sign-flip "
            "test based on Page's ",
            L,
        )
    adjusted = adjusted_words(comparison)
    if adjusted:
        test = join(test, f", {adjusted}")
    ranks = (
        f"On each problem, the differences between {_of_each_pair(comparison)} were "
        f"ranked over the cut-points ({comparison.ranks} ranks; the largest difference "
        "has rank 1)."
    )
    return sentences(
        [
            join(test, " (", formula_alpha(comparison.alpha), ")."),
            ranks,
            *distribution_words(comparison),
        ]
    )


def _of_each_pair(comparison: ConvergenceComparison) -> str:
    """Return the words that denote the algorithms of one pair."""
    if len(comparison.algorithms) == 2:
        return "the two algorithms"
    return "the algorithms of each pair"


def _pairs_and_sides(comparison: ConvergenceComparison) -> tuple[str, str]:
    """Return the kind of pairs and the sidedness of Page's test."""
    if comparison.family == "ordered":
        return "ordered pairs", "one-sided"
    return "pairs", "two-sided"


def distribution_words(
    comparison: ConvergenceComparison, *, past: bool = False
) -> list[RichText]:
    """Report the optimum of alternative ranks and the computation of the p-values.

    The sentences are in the `past` tense in a methods paragraph, and otherwise in the
    present tense.
    """
    distribution = _distribution(comparison, past=past)
    if comparison.ranks == "original":
        return distribution
    histories = comparison.histories
    total, reached = histories.k * histories.n, reached_early(comparison)
    count = f"{reached} of {total} histories"
    if reached == 0:
        count = f"none of the {total} histories"
    optimum = join(
        *optimum_words(comparison, past=past),
        f"; {count} reached it before the last cut-point.",
    )
    return [optimum, *distribution]


def optimum_words(comparison: ConvergenceComparison, *, past: bool = False) -> RichText:
    """State which errors alternative ranks treat as the optimum.

    The result is a clause without a full stop.
    """
    errors = "an error of "
    if comparison.threshold > 0:
        errors = "an error of at most "
    was = "was" if past else "is"
    number = formula_number(comparison.threshold)
    return join(f"The optimum {was} defined as {errors}", number)


def formula_number(number: float) -> Formula:
    """Format a number, using a power of ten if it is very small or large.

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


def _distribution(comparison: ConvergenceComparison, *, past: bool) -> list[RichText]:
    """Report the computation of the p-values."""
    methods = {str(word) for word in comparison.method.ravel() if word}
    are = "were" if past else "are"
    values = join("The ", P, f"-values {are} ")
    if methods == {"exact"}:
        return [join(values, "exact.")]
    corrections = "a continuity correction"
    if comparison.tie_corrected:
        corrections = "corrections for continuity and ties"
    normal = f"based on the normal approximation with {corrections}"
    if methods == {"asymptotic"}:
        return [join(values, f"{normal}.")]
    was = "was" if past else "is"
    pairs = f"for which it {was} feasible to compute the exact distribution"
    if comparison.test == "page":
        pairs = "without tied ranks"
    return [
        join(values, f"exact for pairs {pairs}."),
        join(f"For the other pairs, they {are} {normal}."),
    ]


def adjusted_words(comparison: ConvergenceComparison) -> str:
    """Report the adjustment and the number of pairs.

    The result is empty if there is a single p-value.
    """
    k = len(comparison.algorithms)
    if k == 2 and comparison.family == "unordered":
        return ""
    if comparison.p_adjust == "none":
        return "without adjustment for multiple comparisons"
    return f"with {adjustment_of_pairs(comparison)}"


def adjustment_of_pairs(comparison: ConvergenceComparison) -> str:
    """Return the name of the adjustment and the number of pairs."""
    k = len(comparison.algorithms)
    number = f"{k * (k - 1) // 2} pairs"
    if comparison.family == "ordered":
        number = f"{k * (k - 1)} ordered pairs"
    return f"{ADJUSTMENTS[comparison.p_adjust].noun} for {number}"


# -- the methods paragraph -------------------------------------------------------------


def methods_sentences(
    comparison: ConvergenceComparison, sources: tuple[str, ...]
) -> list[RichText]:
    """Return the sentences of the methods paragraph about the data and the test.

    `sources` are the keys of the sources of the adjustment.
    """
    histories = comparison.histories
    unit = ""
    if histories.unit != NO_UNIT:
        unit = f" (measured in {histories.unit})"
    data = (
        f"We compared the convergence of {histories.k} algorithms on {histories.n} "
        f"problems at {histories.c} cut-points{unit}; {direction(histories)} values "
        "are better."
    )
    ranking = join(
        f"On each problem, we ranked the differences between "
        f"{_of_each_pair(comparison)} over the cut-points, using {comparison.ranks} "
        "ranks, in which the largest difference has rank 1",
        cite("derrac2014"),
        ".",
    )
    adjustment: RichText = ()
    if comparison.p_adjust != "none":
        applied = f"We applied {adjustment_of_pairs(comparison)}"
        adjustment = join(applied, cite(*sources), ".")
    return [
        join(data),
        join(runs_words(histories)),
        ranking,
        _methods_test(comparison),
        adjustment,
        *distribution_words(comparison, past=True),
        *rates_caution(comparison),
    ]


def _methods_test(comparison: ConvergenceComparison) -> RichText:
    """Report the test in the methods paragraph, with its source and level."""
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
    subject = "We"
    if len(comparison.algorithms) > 2:
        subject = "For each pair, we"
    return join(
        f"{subject} summed Page's statistic ",
        L,
        cite("page1963"),
        " over the problems and performed a two-sided sign-flip test on the sum",
        level,
    )


def runs_words(histories: Histories) -> str:
    """Report the number of runs in each history.

    The result is empty if each history is a single run.
    """
    counts = histories.run_counts
    if counts is None or counts.max() == 1:
        return ""
    fewest, most = int(counts.min()), int(counts.max())
    number = str(most)
    if fewest < most:
        number = f"{fewest} to {most}"
    function = "mean"
    if histories.reading.get("runs") == "median":
        function = "median"
    words = f"Each history is the {function} of {number} runs."
    if histories.runs_sampled:
        words += (
            " On problems with unequal numbers of runs, runs were sampled at random so "
            "that all algorithms had the same number of runs."
        )
    return words


# -- the summary -----------------------------------------------------------------------


def summary(comparison: ConvergenceComparison) -> str:
    """Return the summary: the histories, the test, the gains and the cautions."""
    data, _, _ = str(comparison.histories).partition("\n")
    tested = plain_words(tested_words(comparison))
    findings = [
        *gains(comparison),
        *worse_throughout(comparison),
        *map(plain_words, caution(comparison)),
        *comparison.notes,
    ]
    return "\n".join([data, "", tested, *findings])


def gains(comparison: ConvergenceComparison, *, outcomes: bool = True) -> list[Phrase]:
    """List the gains of each algorithm, by default with the outcomes at the last
    cut-point.

    One sentence covers all algorithms without gains.
    """
    gained = comparison.gained()
    if not gained.any():
        return [Phrase("No algorithm gained significantly on any other.")]
    findings = []
    for i in comparison.order:
        others = [j for j in comparison.order if gained[i, j]]
        if others:
            findings.append(_gains_of(comparison, i, others, outcomes=outcomes))
    if len(findings) < len(comparison.algorithms):
        findings.append(Phrase("No other algorithm gained significantly."))
    return findings


def _gains_of(
    comparison: ConvergenceComparison, i: int, others: list[int], *, outcomes: bool
) -> Phrase:
    """Report the gains of one algorithm, and its outcomes at the last cut-point."""
    names = comparison.algorithms
    other_names = enumeration(names[j] for j in others)
    gain = phrase("{} gained significantly on {}.", Name(names[i]), other_names)
    if not outcomes:
        return gain
    parts: list[TextPart] = [gain]
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
    """Compare two algorithms at the last cut-point."""
    n = comparison.histories.n
    better, worse = comparison.better_at_last[i, j], comparison.better_at_last[j, i]
    other = Name(comparison.algorithms[j])
    if better == n:
        return phrase("{} is better than {} on all {} problems.", start, other, str(n))
    if worse == n:
        return phrase("{} is worse than {} on all {} problems.", start, other, str(n))
    end = both_words(comparison, i, j)
    if end:
        end = f"; {end}"
    return phrase(
        "{} is better than {} on {} of {} problems and worse on {}{}.",
        start,
        other,
        str(better),
        str(n),
        str(worse),
        end,
    )


def worse_throughout(comparison: ConvergenceComparison) -> list[Phrase]:
    """Report the gains of algorithms that did not overtake the other algorithm."""
    names, worse = comparison.algorithms, comparison.gained_but_worse()
    findings = []
    for i in comparison.order:
        others = [names[j] for j in comparison.order if worse[i, j]]
        if not others:
            continue
        pronoun = inflect(len(others), "it", "them")
        findings.append(
            phrase(
                "{} gained significantly on {} without overtaking {}: it is worse {}.",
                Name(names[i]),
                enumeration(others),
                pronoun,
                everywhere(comparison),
            )
        )
    return findings


# -- cautions --------------------------------------------------------------------------


def caution(comparison: ConvergenceComparison) -> list[RichText]:
    """Return all cautions about error rates and about the trends of the ranks."""
    return [*errors_caution(comparison), join(ranks_caution(comparison))]


def errors_caution(comparison: ConvergenceComparison) -> list[RichText]:
    """Return the cautions about too few problems and about error rates."""
    few: list[RichText] = []
    if comparison.test == "sign-flip":
        few = _too_few_problems(comparison)
    return [*few, *rates_caution(comparison)]


def rates_caution(comparison: ConvergenceComparison) -> list[RichText]:
    """Report which error rates are not controlled."""
    cautions: list[RichText] = []
    if comparison.test == "page":
        cautions.append(measured_words())
    pairs = int(np.triu(comparison.histories.unequal_runs()).sum())
    if pairs:
        unequal = (
            f"In {counted(pairs, 'pair')}, the algorithms have unequal numbers of runs."
        )
        cautions.append(sentences([unequal, not_exchangeable_words(comparison.test)]))
    return cautions


def _too_few_problems(comparison: ConvergenceComparison) -> list[RichText]:
    """Report whether some or all pairs cannot be significant in a sign-flip test.

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
) -> RichText:
    """Report that no pair can be significant after the adjustment."""
    observed = "but the two are equal on every problem"
    if most > 0:
        observed = f"but it differs on at most {most}"
    adjusted = adjusted_words(comparison)
    if adjusted:
        adjusted = f" {adjusted}"
    return join(
        "No gain can be significant with this design. At ",
        formula_alpha(comparison.alpha),
        f"{adjusted}, ",
        L,
        f" must differ from its expected value on at least {required} problems, "
        f"{observed}.",
    )


def _too_few_for_some_pairs(
    comparison: ConvergenceComparison, few: int, required_unadjusted: int
) -> RichText:
    """Report how many pairs cannot be significant even without an adjustment."""
    return join(
        "A gain cannot be significant at ",
        formula_alpha(comparison.alpha),
        " if ",
        L,
        f" differs from its expected value on fewer than {required_unadjusted} problems. "
        f"This applies to {counted(few, 'pair')}.",
    )


def ranks_caution(comparison: ConvergenceComparison) -> str:
    """Report when the trends of the ranks reverse."""
    if comparison.ranks == "alternative":
        return (
            "With alternative ranks, the trend of an algorithm reverses if the algorithm "
            "reaches a plateau above the optimum."
        )
    return (
        "With original ranks, an algorithm that reaches the optimum or a plateau early "
        "cannot gain any further, and its trend reverses."
    )


def reached_early(comparison: ConvergenceComparison) -> int:
    """Count the histories that reach the optimum before the last cut-point."""
    return int(early(comparison.histories, comparison.threshold).sum())


def report_title(comparison: ConvergenceComparison) -> str:
    """Return the title of a convergence report."""
    histories = comparison.histories
    return f"Convergence of {histories.k} algorithms on {histories.n} problems"
