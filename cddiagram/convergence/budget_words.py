"""Captions and summaries of comparisons over the budget."""

from __future__ import annotations

from cddiagram.convergence.budget import BudgetComparison
from cddiagram.convergence.units import range_words
from cddiagram.convergence.words import direction
from cddiagram.text import Name, Phrase, RichText, TextPart, join, phrase, sentences
from cddiagram.words import (
    Wording,
    enumeration,
    format_rank,
    formula_alpha,
    procedure_note,
    rank_decimals,
)

#: The note that explains the blocks and the significance level of the tests.
BLOCKS = (
    "The tests use problems, not runs, as blocks. The significance level is not adjusted "
    "for the number of cut-points."
)


def budget_summary(over: BudgetComparison) -> str:
    """Return a summary with one line for each cut-point.

    Each line contains the reference and the algorithms that are not significantly
    different from the reference.
    """
    first, histories = over.comparisons[0], over.histories
    data = (
        f"Comparison of {histories.k} algorithms on {histories.n} problems at each of "
        f"{len(over)} cut-points ({direction(histories)} values are better)."
    )
    level = formula_alpha(first.alpha).text
    lines: list[str] = [
        data,
        f"Test at each cut-point: {procedure_note(first)}, {level}.",
    ]
    decimals = rank_decimals(over.average_ranks.ravel())
    for j, title in enumerate(over):
        lines.append(phrase("{}: {}", title, _at_cut_point(over, j, decimals)))
    uncontrolled = Wording(first).uncontrolled
    if uncontrolled:
        lines.append(uncontrolled)
    return "\n".join([*lines, BLOCKS])


def _at_cut_point(over: BudgetComparison, j: int, decimals: int) -> Phrase:
    """Report the reference at a cut-point, its average rank, and the test decisions."""
    reference, names = over.references[j], over.algorithms
    average = float(over.average_ranks[j, names.index(reference)])
    template = "{} has the best average rank ({}) and is {}."
    if over.comparisons[0].control is not None:
        template = "{} has an average rank of {} and is {}."
    others = []
    for i in over.comparisons[j].order:
        if names[i] != reference and not over.different[j, i]:
            others.append(names[i])
    decision = Phrase("significantly different from all others")
    if others:
        decision = phrase(
            "not significantly different from {}", enumeration(others, "or")
        )
    return phrase(template, Name(reference), format_rank(average, decimals), decision)


def budget_caption_words(over: BudgetComparison) -> RichText:
    """Return the caption of the figure that shows ranks over the budget.

    It describes the data, the tests at each cut-point, and the meaning of the markers.
    """
    histories, first = over.histories, over.comparisons[0]
    reference: TextPart = "the algorithm with the best average rank"
    if first.control is not None:
        reference = Phrase("the control, ", Name(first.control))
    span = range_words(over.cut_points, histories.unit)
    subject = (
        f"Average ranks of {histories.k} algorithms on {histories.n} problems at "
        f"{len(over)} cut-points ({span}; {direction(histories)} values are better, "
        "rank 1 is best)."
    )
    return sentences(
        [
            subject,
            Wording(first).pairwise_tests(difference=False),
            Wording(first).uncontrolled,
            join("At each cut-point, the diamond marks ", reference, "."),
            "Filled markers denote algorithms that differ significantly from it; "
            "hollow markers denote those that do not.",
            "Overlapping markers are moved apart along their lines.",
            BLOCKS,
        ]
    )
