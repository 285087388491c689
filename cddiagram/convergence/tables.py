"""The tables of a comparison of convergence."""

from __future__ import annotations

from itertools import permutations

from cddiagram.convergence.budget import BudgetComparison
from cddiagram.convergence.comparison import ConvergenceComparison, p_equals, p_kind
from cddiagram.convergence.words import (
    BLOCKS,
    adjusted_words,
    adjustment_of_pairs,
    both_words,
    counted,
    errors_caution,
    kind_of_page_tests,
    small_words,
)
from cddiagram.document import (
    NOTHING,
    Cell,
    Filled,
    TableBlock,
    decision_cell,
    name_cell,
    number_cell,
    p_cell,
    rank_cell,
    table_of,
    text_cell,
)
from cddiagram.text import Name, phrase
from cddiagram.words import (
    capitalised,
    format_alpha,
    format_count,
    plain_words,
    rank_decimals,
)


def pairs_table(
    comparison: ConvergenceComparison, key: str = "pairs", max_rows: int | None = None
) -> TableBlock:
    """Return the tests of the ordered pairs, those with the smallest p-values where
    there are too many.
    """
    names, pairs = comparison.algorithms, list(permutations(comparison.order, 2))
    notes = tuple(map(plain_words, errors_caution(comparison)))
    if max_rows is not None and len(pairs) > max_rows:
        kept = sorted(pairs, key=lambda pair: float(comparison.pvalue_adjusted[pair]))[
            :max_rows
        ]
        notes = (
            *notes,
            f"The table lists only the {max_rows} of {format_count(len(pairs))} ordered "
            "pairs with the smallest p-values. Report.to_dict() contains all pairs.",
        )
        pairs = [pair for pair in pairs if pair in set(kept)]
    gained, worse, alpha = (
        comparison.gained(),
        comparison.gained_but_worse(),
        comparison.alpha,
    )
    p = [_adjusted_cell(comparison, *pair) for pair in pairs]
    sums = [number_cell(float(comparison.statistic[pair]), 1) for pair in pairs]
    unadjusted = [p_cell(float(comparison.pvalue[pair]), alpha) for pair in pairs]
    decisions = [
        decision_cell(
            bool(gained[pair]), "gained without overtaking" if worse[pair] else ""
        )
        for pair in pairs
    ]
    better = [text_cell(better_words(comparison, *pair)) for pair in pairs]
    done = [text_cell(_done_words(comparison, *pair)) for pair in pairs]
    adjusted_hint = "p-value on which the decision is based"
    columns = (
        Filled.left("First", [name_cell(names[i]) for i, _ in pairs]),
        Filled.left("Second", [name_cell(names[j]) for _, j in pairs]),
        Filled.right(
            "L", sums, f"expected value without a trend: {comparison.expected:g}"
        ),
        Filled.right(
            "One-sided p",
            unadjusted,
            "unadjusted p-value for a gain of the first on the second algorithm",
        ),
        *(
            []
            if _only_one_sided(comparison)
            else [Filled.right(_deciding_title(comparison), p, adjusted_hint)]
        ),
        Filled.left(
            "Distribution",
            [text_cell(str(comparison.method[pair])) for pair in pairs],
            "null distribution from which the p-value was computed",
        ),
        Filled.left("First gained", decisions),
        Filled.right(
            "Better at the end",
            better,
            "numbers of problems on which the first and the second algorithm are better "
            "at the last cut-point",
        ),
        Filled.right(
            "Both at optimum",
            done,
            "number of problems on which both algorithms reached the optimum",
        ),
    )
    return table_of(
        key,
        f"{_tests(comparison)}.",
        columns,
        notes,
    )


def _tests(comparison: ConvergenceComparison) -> str:
    """Name the tests and their adjustment in the caption of a table."""
    sides = "One-sided" if comparison.family == "ordered" else "Two-sided"
    tests = "Page trend tests"
    if comparison.test == "sign-flip":
        tests = "sign-flip tests of Page's L"
    adjusted = adjusted_words(comparison)
    return f"{sides} {tests}, {adjusted}" if adjusted else f"{sides} {tests}"


def _only_one_sided(comparison: ConvergenceComparison) -> bool:
    """Return whether the conclusions rest on the one-sided p-values as they are."""
    return comparison.p_adjust == "none" and comparison.family == "ordered"


def _deciding_title(comparison: ConvergenceComparison) -> str:
    """Return the title of the column of the p-values that decide."""
    return capitalised(p_kind(comparison))


def better_words(comparison: ConvergenceComparison, i: int, j: int) -> str:
    """Print on how many problems each of two algorithms is better at the last
    cut-point.
    """
    better = comparison.better_at_last
    return f"{int(better[i, j])} : {int(better[j, i])}"


def _done_words(comparison: ConvergenceComparison, i: int, j: int) -> str:
    """Print on how many problems both algorithms have reached the optimum."""
    both = comparison.both_at_optimum
    return "not known" if both is None else str(int(both[i, j]))


def pvalues_table(
    comparison: ConvergenceComparison, key: str = "pvalues"
) -> TableBlock:
    """Return one-sided p-values as a matrix; of Page's test those that decide."""
    names, order = comparison.algorithms, comparison.order
    columns = [Filled.left("Algorithm", [name_cell(names[i]) for i in order])]
    for j in order:
        columns.append(
            Filled.right(
                Name(names[j]),
                [
                    NOTHING if i == j else _direction_cell(comparison, i, j)
                    for i in order
                ],
            )
        )
    small = plain_words(small_words())
    if comparison.test == "sign-flip":
        caption = (
            f"Unadjusted one-sided p-values of the sign-flip tests. {small} "
            "Marked cells are significant according to the "
            f"{p_kind(comparison)}-value of the pair."
        )
    else:
        adjusted = "without adjustment for multiple comparisons"
        if comparison.p_adjust != "none":
            adjusted = adjustment_of_pairs(comparison)
        kind = kind_of_page_tests(comparison)
        caption = f"{kind} p-values of Page trend tests ({adjusted}). {small}"
    notes = tuple(map(plain_words, errors_caution(comparison)))
    return table_of(key, caption, columns, notes)


def pair_words(comparison: ConvergenceComparison, i: int, j: int) -> str:
    """Describe what the tests found about one pair, with its numbers."""
    verdict = "no significant gain"
    if comparison.gained()[i, j]:
        verdict = "significant gain"
    if comparison.gained_but_worse()[i, j]:
        verdict = "significant gain without overtaking"
    first, second = Name(comparison.algorithms[i]), Name(comparison.algorithms[j])
    numbers = (
        f"L = {float(comparison.statistic[i, j]):.12g}, {p_kind(comparison)} "
        f"{p_equals(comparison, i, j)}"
    )
    better, worse = comparison.better_at_last[i, j], comparison.better_at_last[j, i]
    outcome = (
        f"better on {counted(int(better), 'problem')} at the last cut-point and worse "
        f"on {worse}"
    )
    both = both_words(comparison, i, j)
    if both:
        outcome = f"{outcome}; {both}"
    return phrase("{} vs. {}: {} ({}); {}", first, second, verdict, numbers, outcome)


def _direction_cell(comparison: ConvergenceComparison, i: int, j: int) -> Cell:
    """Return the cell of a direction in the matrix: one-sided for sign flips, marked if
    the pair is significant.
    """
    if comparison.test == "page":
        return _adjusted_cell(comparison, i, j)
    gained, hint = bool(comparison.gained()[i, j]), pair_words(comparison, i, j)
    return p_cell(
        float(comparison.pvalue[i, j]), comparison.alpha, significant=gained, hint=hint
    )


def _adjusted_cell(comparison: ConvergenceComparison, i: int, j: int) -> Cell:
    p, hint = float(comparison.pvalue_adjusted[i, j]), pair_words(comparison, i, j)
    return p_cell(
        p, comparison.alpha, significant=bool(comparison.gained()[i, j]), hint=hint
    )


def budget_table(over: BudgetComparison, key: str) -> TableBlock:
    """Return average ranks at the cut-points, and the decisions against the reference."""
    decimals = rank_decimals(over.average_ranks.ravel())
    cells = [
        (place, i) for place in range(len(over)) for i in over.comparisons[place].order
    ]
    titles, names = list(over), over.algorithms
    return table_of(
        key,
        f"Average ranks at the cut-points ({over.comparisons[0].test}, α = "
        f"{format_alpha(over.alpha)}).",
        (
            Filled.left("Cut-point", [name_cell(titles[place]) for place, _ in cells]),
            Filled.left("Algorithm", [name_cell(names[i]) for _, i in cells]),
            Filled.right(
                "Average rank",
                [
                    rank_cell(float(over.average_ranks[cell]), decimals)
                    for cell in cells
                ],
            ),
            Filled.left(
                "Reference",
                [name_cell(over.references[place]) for place, _ in cells],
                "algorithm with which the others are compared at this cut-point",
            ),
            Filled.left(
                "Different",
                [decision_cell(bool(over.different[cell])) for cell in cells],
                "whether the algorithm is significantly different from the reference",
            ),
        ),
        (BLOCKS,),
    )
