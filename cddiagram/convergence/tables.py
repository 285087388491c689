"""The tables of a comparison of convergence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import permutations

import numpy as np

from cddiagram.convergence.budget import BudgetComparison
from cddiagram.convergence.budget_words import BLOCKS
from cddiagram.convergence.comparison import (
    ConvergenceComparison,
    kind_of_pvalues,
    p_equals,
    p_kind,
)
from cddiagram.convergence.words import (
    adjusted_words,
    adjustment_of_pairs,
    both_words,
    errors_caution,
    row_words,
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
from cddiagram.text import Name, counted, phrase
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
    """Return the tests of the ordered pairs.

    If there are more pairs than `max_rows`, the table contains those with the smallest
    p-values.
    """
    pairs = list(permutations(comparison.order, 2))
    notes = list(map(plain_words, errors_caution(comparison)))
    if max_rows is not None and len(pairs) > max_rows:
        notes.append(
            f"The table lists only the {max_rows} of {format_count(len(pairs))} ordered "
            "pairs with the smallest p-values. Report.to_dict() contains all pairs."
        )
        pairs = _smallest_pvalues(comparison, pairs, max_rows)
    columns = _columns_of_pairs(comparison, pairs)
    return table_of(key, f"{_tests(comparison)}.", columns, notes)


def _smallest_pvalues(
    comparison: ConvergenceComparison, pairs: Sequence[tuple[int, int]], count: int
) -> list[tuple[int, int]]:
    """Return the pairs with the smallest p-values, in their original order."""
    by_pvalue = sorted(pairs, key=lambda pair: float(comparison.pvalue_adjusted[pair]))
    smallest = set(by_pvalue[:count])
    return [pair for pair in pairs if pair in smallest]


def _columns_of_pairs(
    comparison: ConvergenceComparison, pairs: Sequence[tuple[int, int]]
) -> list[Filled]:
    """Return the columns of the table of ordered pairs."""

    def cells(cell_of: Callable[[ConvergenceComparison, int, int], Cell]) -> list[Cell]:
        return [cell_of(comparison, i, j) for i, j in pairs]

    names = comparison.algorithms
    columns = [
        Filled.left("First", [name_cell(names[i]) for i, _ in pairs]),
        Filled.left("Second", [name_cell(names[j]) for _, j in pairs]),
        Filled.right(
            "L",
            cells(_statistic_cell),
            f"expected value without a trend: {comparison.expected:g}",
        ),
        Filled.right(
            "One-sided p",
            cells(_one_sided_cell),
            "unadjusted p-value for a gain of the first on the second algorithm",
        ),
    ]
    if comparison.p_adjust != "none" or comparison.family != "ordered":
        adjusted = Filled.right(
            capitalised(p_kind(comparison)),
            cells(_adjusted_cell),
            "p-value on which the decision is based",
        )
        columns.append(adjusted)
    columns += [
        Filled.left(
            "Distribution",
            cells(_method_cell),
            "null distribution from which the p-value was computed",
        ),
        Filled.left("First gained", cells(_gain_cell)),
        Filled.right(
            "Better at the end",
            cells(_better_cell),
            "numbers of problems on which the first and the second algorithm are better "
            "at the last cut-point",
        ),
        Filled.right(
            "Both at optimum",
            cells(_optimum_cell),
            "number of problems on which both algorithms reached the optimum",
        ),
    ]
    return columns


def _statistic_cell(comparison: ConvergenceComparison, i: int, j: int) -> Cell:
    return number_cell(float(comparison.statistic[i, j]), 1)


def _one_sided_cell(comparison: ConvergenceComparison, i: int, j: int) -> Cell:
    return p_cell(float(comparison.pvalue[i, j]), comparison.alpha)


def _adjusted_cell(comparison: ConvergenceComparison, i: int, j: int) -> Cell:
    return p_cell(
        float(comparison.pvalue_adjusted[i, j]),
        comparison.alpha,
        significant=bool(comparison.gained()[i, j]),
        hint=pair_words(comparison, i, j),
    )


def _method_cell(comparison: ConvergenceComparison, i: int, j: int) -> Cell:
    return text_cell(str(comparison.method[i, j]))


def _gain_cell(comparison: ConvergenceComparison, i: int, j: int) -> Cell:
    words = ""
    if comparison.gained_but_worse()[i, j]:
        words = "gained without overtaking"
    return decision_cell(bool(comparison.gained()[i, j]), words)


def _better_cell(comparison: ConvergenceComparison, i: int, j: int) -> Cell:
    better = comparison.better_at_last
    return text_cell(f"{int(better[i, j])} : {int(better[j, i])}")


def _optimum_cell(comparison: ConvergenceComparison, i: int, j: int) -> Cell:
    both = comparison.both_at_optimum
    if both is None:
        return text_cell("not known")
    return text_cell(str(int(both[i, j])))


def _tests(comparison: ConvergenceComparison) -> str:
    """Return the names of the tests and their adjustment for the caption of a table."""
    tests = "Page trend tests"
    if comparison.test == "sign-flip":
        tests = "sign-flip tests based on Page's L"
    sides = "Two-sided"
    if comparison.family == "ordered":
        sides = "One-sided"
    adjusted = adjusted_words(comparison)
    if adjusted:
        return f"{sides} {tests}, {adjusted}"
    return f"{sides} {tests}"


def pvalues_table(
    comparison: ConvergenceComparison, key: str = "pvalues"
) -> TableBlock:
    """Return a matrix of the p-values that determine the conclusions.

    A two-sided p-value is in the row of the algorithm that tends to gain.
    """
    names, order = comparison.algorithms, comparison.order
    columns = [Filled.left("Algorithm", [name_cell(names[i]) for i in order])]
    for j in order:
        cells = [_direction_cell(comparison, i, j) for i in order]
        columns.append(Filled.right(Name(names[j]), cells))
    notes = list(map(plain_words, errors_caution(comparison)))
    return table_of(key, _pvalues_caption(comparison), columns, notes)


def _pvalues_caption(comparison: ConvergenceComparison) -> str:
    """Return the caption of the p-value matrix."""
    tests = "sign-flip tests"
    if comparison.test == "page":
        tests = "Page trend tests"
    kind = capitalised(kind_of_pvalues(comparison))
    subject = f"{kind} p-values from {tests}"
    if comparison.p_adjust != "none":
        subject = f"{subject} ({adjustment_of_pairs(comparison)})"
    parts = [f"{subject}.", plain_words(small_words())]
    if comparison.family == "unordered":
        parts.append(plain_words(row_words()))
    return " ".join(parts)


def _direction_cell(comparison: ConvergenceComparison, i: int, j: int) -> Cell:
    """Return the cell for one direction of a pair in the p-value matrix."""
    if np.isnan(comparison.pvalue_of_gain()[i, j]):
        return NOTHING
    return _adjusted_cell(comparison, i, j)


def pair_words(comparison: ConvergenceComparison, i: int, j: int) -> str:
    """Report the decision about a pair, its numbers, and the final outcome."""
    decision = "no significant gain"
    if comparison.gained()[i, j]:
        decision = "significant gain"
    if comparison.gained_but_worse()[i, j]:
        decision = "significant gain without overtaking"
    first, second = Name(comparison.algorithms[i]), Name(comparison.algorithms[j])
    statistic = f"L = {float(comparison.statistic[i, j]):.12g}"
    p = f"{p_kind(comparison)} {p_equals(comparison, i, j)}"
    better, worse = comparison.better_at_last[i, j], comparison.better_at_last[j, i]
    end = (
        f"better on {counted(int(better), 'problem')} at the last cut-point and worse "
        f"on {worse}"
    )
    both = both_words(comparison, i, j)
    if both:
        end = f"{end}; {both}"
    template = "{} vs. {}: {} ({}, {}); {}"
    return phrase(template, first, second, decision, statistic, p, end)


def budget_table(over: BudgetComparison, key: str) -> TableBlock:
    """Return a table of the average ranks and test decisions at the cut-points.

    Each decision compares an algorithm with the reference.
    """
    decimals = rank_decimals(over.average_ranks.ravel())
    titles, names = list(over), over.algorithms
    points, algorithms, ranks, references, decisions = [], [], [], [], []
    for j, comparison in enumerate(over.comparisons):
        for i in comparison.order:
            points.append(name_cell(titles[j]))
            algorithms.append(name_cell(names[i]))
            ranks.append(rank_cell(float(over.average_ranks[j, i]), decimals))
            references.append(name_cell(over.references[j]))
            decisions.append(decision_cell(bool(over.different[j, i])))
    reference_hint = "algorithm with which the others are compared at this cut-point"
    decision_hint = (
        "whether the algorithm is significantly different from the reference"
    )
    columns = (
        Filled.left("Cut-point", points),
        Filled.left("Algorithm", algorithms),
        Filled.right("Average rank", ranks),
        Filled.left("Reference", references, reference_hint),
        Filled.left("Different", decisions, decision_hint),
    )
    test, level = over.comparisons[0].test, format_alpha(over.alpha)
    caption = (
        f"Average ranks at the cut-points. Test at each cut-point: {test}, α = {level}."
    )
    return table_of(key, caption, columns, (BLOCKS,))
