"""The sentences about a comparison of convergence: caption, summary and the conclusion for each pair."""

from __future__ import annotations

from cddiagram._util.inlines import Name, Option, Phrase, Words, join, phrase
from cddiagram.convergence.averages import chosen_average, errors_of
from cddiagram.convergence.budget import BudgetComparison
from cddiagram.convergence.comparison import ConvergenceComparison, p_equals, p_kind
from cddiagram.convergence.histories import Histories
from cddiagram.convergence.testing import early
from cddiagram.words.conclusions import enumeration
from cddiagram.words.error_rates import uncontrolled_words
from cddiagram.words.inlines import formula_alpha, plain_words
from cddiagram.words.names import adjustment_words
from cddiagram.words.numbers import format_alpha, format_rank, rank_decimals
from cddiagram.words.procedures import procedure, procedure_words

#: Page's test takes all orders of the differences along the cut-points as equally likely, which those of best-so-far
#: values are not: measured with random search and with exponential decay, 20 to 30 problems and 5 to 10 cut-points.
NOT_CONTROLLED = "Page's test does not control its error rate on convergence histories."
MEASURED = (
    "With two equal algorithms, Page's test rejected in a given direction in 13% to 29% of simulated tables at "
    "α = 0.05: it does not control its error rate."
)


def conclusion(comparison: ConvergenceComparison, first: str, second: str) -> str:
    """Return what the tests of a pair say, in the direction that they point to."""
    i, j = comparison.pair(first, second)
    faster, kind = comparison.faster(), p_kind(comparison)
    for a, b in ((i, j), (j, i)):
        if faster[a, b]:
            numbers = f"(L = {float(comparison.statistic[a, b]):.12g}, {kind} {p_equals(comparison, a, b)})"
            better, other = comparison.algorithms[a], comparison.algorithms[b]
            if comparison.worse_everywhere[a, b]:
                worse = everywhere(comparison)
                return f"{better} gained on {other} {numbers}, and is worse {worse}. {NOT_CONTROLLED}"
            return f"{better} converges faster than {other} {numbers}. {NOT_CONTROLLED}"
    values = f"{kind} of {first} {p_equals(comparison, i, j)}, of {second} {p_equals(comparison, j, i)}"
    return f"Neither {first} nor {second} is shown to converge faster ({values})."


def caption_words(comparison: ConvergenceComparison) -> Words:
    """Return the caption: what was compared, the direction, the test, the ranks, how to read it."""
    histories = comparison.histories
    direction = "higher" if histories.higher_is_better else "lower"
    return join(
        f"Convergence of {histories.k} algorithms on {histories.n} problems at {histories.c} cut-points "
        f"({histories.cut_points[0]:.6g} to {histories.cut_points[-1]:.6g} {histories.unit}; {direction} values are "
        "better). ",
        tested_words(comparison),
        " A small p in a row says that its algorithm gained on that of the column over the cut-points sampled.",
        *[Phrase(" ", sentence) for sentence in worse_throughout(comparison)],
        f" {MEASURED}",
    )


def curves_caption(histories: Histories) -> Words:
    """Return the caption of convergence curves, which names the average over the problems."""
    errors, word = errors_of(histories)
    average = chosen_average(histories, errors, "auto")
    what = "average rank" if average == "rank" else f"geometric mean of the {word}s"
    return (
        f"Convergence of {histories.k} algorithms: {what} over {histories.n} problems at {histories.c} cut-points. "
        "Lower is better.",
    )


def summary(comparison: ConvergenceComparison) -> str:
    """Return the comparison in a few lines: the test, and for each algorithm which others it is faster than."""
    lines = [str(comparison.histories).partition("\n")[0], "", plain_words(tested_words(comparison))]
    said = [*gains(comparison), *worse_throughout(comparison), *caution(comparison), *comparison.notes]
    return "\n".join([*lines, *said])


def gains(comparison: ConvergenceComparison) -> list[Phrase]:
    """Say of each algorithm in one sentence which others it gained on."""
    faster, names = comparison.faster(), comparison.algorithms
    return [
        phrase("{} gained on {}.", Name(names[i]), enumeration(names[j] for j in comparison.order if faster[i, j]))
        for i in comparison.order
    ]


def everywhere(comparison: ConvergenceComparison) -> str:
    """Say where an algorithm is worse that is so throughout."""
    return f"at every cut-point of all {comparison.histories.n} problems"


def worse_throughout(comparison: ConvergenceComparison) -> list[Phrase]:
    """Say of each algorithm in one sentence on which others it gained although it is worse than they are throughout."""
    names, found = comparison.algorithms, comparison.gained_but_worse()
    return [
        phrase(
            "{} is worse than {} {}: it gained and did not overtake.",
            Name(names[i]),
            enumeration(names[j] for j in comparison.order if found[i, j]),
            everywhere(comparison),
        )
        for i in comparison.order
        if found[i].any()
    ]


def caution(comparison: ConvergenceComparison) -> list[str]:
    """Say what is not controlled, and what can reverse the trends of these ranks."""
    if comparison.ranks == "alternative":
        return [
            MEASURED,
            f"Errors up to the threshold {comparison.threshold:g} count as the optimum reached; a plateau above it "
            "reverses the trend.",
        ]
    return [
        MEASURED,
        "Original ranks: an algorithm that reaches the optimum or a plateau early cannot gain any more, and its trend "
        "reverses.",
    ]


def advice(comparison: ConvergenceComparison) -> tuple[str, ...]:
    """Return the advice that applies to a comparison.

    Sources: the number of problems (WEB, Page's test: about twice as many as cut-points), the optimum reached early
    (WEB, alternative version).
    """
    histories = comparison.histories
    found: list[str] = []
    if histories.n < 2 * histories.c:
        fewer = Phrase(", or pass ", Option("cut_points", histories.n // 2)) if histories.n >= 4 else ""
        few = (
            f"{histories.n} problems are few for {histories.c} cut-points: about twice as many problems as cut-points "
            f"are advised ({2 * histories.c})"
        )
        found.append(Phrase(few, fewer, "."))
    reached = _reached(comparison)
    if comparison.ranks == "original" and reached:
        reach = "history reaches" if reached == 1 else "histories reach"
        found.append(
            f"{reached} {reach} the optimum before the last cut-point: the original ranks turn against an "
            "algorithm that cannot gain any more; the alternative ranks let the first one there keep gaining."
        )
    if comparison.ranks == "alternative" and not reached:
        found.append(
            f"no history reaches the threshold {comparison.threshold:g} before the last cut-point: where neither does "
            "the alternative ranks are the original ones."
        )
    if comparison.p_adjust == "none" and histories.k > 2:
        found.append(
            Phrase(
                f"the p-values of {histories.k * (histories.k - 1)} one-sided tests are not adjusted for their "
                "number: ",
                Option("p_adjust"),
                " 'holm' does.",
            )
        )
    return tuple(found)


def _reached(comparison: ConvergenceComparison) -> int:
    """Count the histories that are at the optimum before the last cut-point."""
    return int(early(comparison.histories, comparison.threshold).sum())


def tested_words(comparison: ConvergenceComparison) -> Words:
    """Name the test of the pairs with its ranks, distribution, adjustment and level, in one sentence."""
    return join(
        f"Page's trend test of every ordered pair, one-sided, {ranks_words(comparison)}, "
        f"{adjusted_words(comparison)}, ",
        formula_alpha(comparison.alpha),
        ".",
    )


def ranks_words(comparison: ConvergenceComparison) -> str:
    """Name the ranks and how their p-values were obtained."""
    optimum = ""
    if comparison.ranks == "alternative":
        histories = comparison.histories
        reached = f"{_reached(comparison)} of {histories.k * histories.n} histories before the last cut-point"
        optimum = f"; optimum: error ≤ {comparison.threshold:g}, reached by {reached}"
    ranks = f"{comparison.ranks} ranks (1 = largest difference{optimum}), "
    found = {str(word) for word in comparison.method.ravel() if word}
    normal = "with continuity correction" + (" and corrected for ties" if comparison.tie_corrected else "")
    if found == {"exact"}:
        return f"{ranks}exact p-values"
    if found == {"asymptotic"}:
        return f"{ranks}asymptotic p-values {normal}"
    return f"{ranks}exact p-values where ranks are untied, otherwise asymptotic {normal}"


def adjusted_words(comparison: ConvergenceComparison) -> str:
    """Say how p-values are adjusted, and for how many pairs."""
    if comparison.p_adjust == "none":
        return "not adjusted for the number of pairs"
    k = len(comparison.algorithms)
    count = k * (k - 1) if comparison.family == "ordered" else k * (k - 1) // 2
    return f"{adjustment_words(comparison.p_adjust)} over {count} {comparison.family} pairs"


def budget_summary(over: BudgetComparison) -> str:
    """Return who leads at each cut-point, and who is not significantly different there, a line each."""
    first = over.comparisons[0]
    direction = "higher" if over.histories.higher_is_better else "lower"
    what = (
        f"{len(over.algorithms)} algorithms on {over.histories.n} problems at {len(over)} cut-points, {direction} is "
    )
    lines = [f"{what}better; {procedure(first)} at each, α = {format_alpha(first.alpha)}."]
    decimals = rank_decimals(over.average_ranks.ravel())
    for place, title in enumerate(over):
        reference, different = over.references[place], over.different[place]
        rank = format_rank(float(over.average_ranks[place, over.algorithms.index(reference)]), decimals)
        like = [over.algorithms[i] for i in over.comparisons[place].order if not different[i]]
        others = [name for name in like if name != reference]
        told = phrase("not significantly different: {}", enumeration(others)) if others else "all others are different"
        lines.append(phrase("{}: {} (average rank {}); {}.", title, Name(reference), rank, told))
    return "\n".join([*lines, *filter(None, [uncontrolled_words(first)]), BLOCKS])


#: What a test on histories counts.
BLOCKS = "Problems are the blocks of the tests, not runs; the level is not adjusted for the number of cut-points."


def budget_caption_words(over: BudgetComparison) -> Words:
    """Return the caption with its formulas: what was ranked, the tests at each cut-point, how markers are read."""
    histories, first = over.histories, over.comparisons[0]
    direction = "higher" if histories.higher_is_better else "lower"
    uncontrolled = uncontrolled_words(first)
    who = "the best average rank there" if first.control is None else Name(first.control)
    return join(
        f"Average ranks of {histories.k} algorithms on {histories.n} problems over the budget "
        f"({over.cut_points[0]:.6g} to {over.cut_points[-1]:.6g} {histories.unit}; {direction} values are better, "
        "rank 1 is best). ",
        procedure_words(first, difference=False),
        *([Phrase(" ", uncontrolled)] if uncontrolled else []),
        Phrase(
            " At each cut-point the diamond is ",
            who,
            "; filled markers are significantly different from it, hollow ones are not. ",
            BLOCKS,
        ),
    )
