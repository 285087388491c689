"""The sections about a comparison of convergence: which algorithms gained on which, and
the tests of all pairs.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from itertools import permutations
from typing import Any

from cddiagram import __version__
from cddiagram._util.inlines import Name, Words, cite, join, phrase, sentences
from cddiagram.convergence.budget import BudgetComparison
from cddiagram.convergence.comparison import ConvergenceComparison, p_equals, p_kind
from cddiagram.convergence.figures import find_figure
from cddiagram.convergence.words import (
    BLOCKS,
    adjusted_words,
    both_words,
    caption_words,
    caution,
    curves_caption,
    errors_caution,
    gains,
    ranks_words,
    rates_caution,
    runs_words,
    tested_words,
    worse_throughout,
)
from cddiagram.procedures import ADJUSTMENTS
from cddiagram.report.cells import (
    NOTHING,
    count_cell,
    decision_cell,
    facts_table,
    left,
    name_cell,
    number_cell,
    p_cell,
    rank_cell,
    right,
    table_of,
    text_cell,
)
from cddiagram.report.model import Block, Bullets, Cell, Paragraph, Table, told
from cddiagram.report.sections.figures import figure_block, hint_of
from cddiagram.words.inlines import formula_alpha
from cddiagram.words.names import capitalised
from cddiagram.words.numbers import format_alpha, format_count, rank_decimals

#: So many sentences has a brief.
_BRIEF = 5


def convergence_summary(comparison: ConvergenceComparison) -> tuple[Block, ...]:
    """Say what was compared, and for each algorithm which others it gained on."""
    return (
        Paragraph(words=tested_words(comparison)),
        Bullets(items=tuple(gains(comparison))),
        *(
            Paragraph(words=(words,), role="warning")
            for words in (*worse_throughout(comparison), *caution(comparison))
        ),
    )


def convergence_brief(comparison: ConvergenceComparison) -> tuple[Block, ...]:
    """Say in five sentences at most who gained on whom, and how that was tested."""
    said: list[str] = [*worse_throughout(comparison), *gains(comparison)]
    if len(said) > _BRIEF:
        said[_BRIEF - 1 :] = [
            f"{len(said) - _BRIEF + 1} more sentences about single algorithms are in "
            "the summary."
        ]
    return Bullets(items=tuple(said)), Paragraph(
        words=convergence_method(comparison), role="method"
    )


def convergence_figures(
    comparison: ConvergenceComparison,
    prefix: str,
    look: Mapping[str, Any],
    original: ConvergenceComparison,
) -> tuple[Block, ...]:
    """Draw the matrix of the tests and the convergence curves, of what has the names
    that the look speaks of.
    """
    histories = comparison.histories
    matrix, curves = find_figure("matrix"), find_figure("curves")
    return (
        figure_block(
            matrix,
            comparison,
            f"{prefix}page-matrix",
            caption_words(comparison),
            alt=f"{matrix.title} of {histories.k} algorithms",
            tell=partial(_hint, comparison),
            original=original,
            **look,
        ),
        figure_block(
            curves,
            histories,
            f"{prefix}convergence",
            curves_caption(histories),
            alt=f"{curves.title} of {histories.k} algorithms",
            original=original.histories,
            **look,
        ),
    )


def pairs_table(
    comparison: ConvergenceComparison, key: str = "pairs", max_rows: int | None = None
) -> Table:
    """Return the tests of the ordered pairs, those with the smallest p-values where
    there are too many.
    """
    names, pairs = comparison.algorithms, list(permutations(comparison.order, 2))
    notes = tuple(errors_caution(comparison))
    if max_rows is not None and len(pairs) > max_rows:
        kept = sorted(pairs, key=lambda pair: float(comparison.pvalue_adjusted[pair]))[
            :max_rows
        ]
        notes = (
            *notes,
            f"The {max_rows} ordered pairs with the smallest p-values of "
            f"{format_count(len(pairs))}; all of them are "
            "in Report.to_dict().",
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
            bool(gained[pair]), "gained, worse throughout" if worse[pair] else ""
        )
        for pair in pairs
    ]
    better = [text_cell(_better_words(comparison, *pair)) for pair in pairs]
    done = [text_cell(_done_words(comparison, *pair)) for pair in pairs]
    adjusted_hint = f"{p_kind(comparison)}; the conclusion rests on it"
    columns = (
        left("First", [name_cell(names[i]) for i, _ in pairs]),
        left("Second", [name_cell(names[j]) for _, j in pairs]),
        right("L", sums, f"expected without a trend: {comparison.expected:g}"),
        right(
            "One-sided p", unadjusted, "not adjusted: the first gained on the second"
        ),
        *(
            []
            if _only_one_sided(comparison)
            else [right(_deciding_title(comparison), p, adjusted_hint)]
        ),
        left(
            "Distribution", [text_cell(str(comparison.method[pair])) for pair in pairs]
        ),
        left("First gained", decisions),
        right(
            "Better at last",
            better,
            "problems on which the first and the second are better at the last "
            "cut-point",
        ),
        right(
            "Both at optimum",
            done,
            "problems on which both have reached the optimum at the last cut-point",
        ),
    )
    return table_of(
        key, f"{_TESTS[comparison.test]}, {adjusted_words(comparison)}.", columns, notes
    )


#: What tables call the tests.
_TESTS = {
    "sign-flip": "Sign-flip tests of Page's L of ordered pairs, two-sided",
    "page": "Page's trend tests of ordered pairs",
}


def _only_one_sided(comparison: ConvergenceComparison) -> bool:
    """Return whether the conclusions rest on the one-sided p-values as they are."""
    return comparison.p_adjust == "none" and comparison.family == "ordered"


def _deciding_title(comparison: ConvergenceComparison) -> str:
    """Return the title of the column of the p-values that decide."""
    return capitalised(p_kind(comparison))


def _better_words(comparison: ConvergenceComparison, i: int, j: int) -> str:
    """Print on how many problems each of two algorithms is better at the last
    cut-point.
    """
    better = comparison.better_at_last
    return f"{int(better[i, j])} : {int(better[j, i])}"


def _done_words(comparison: ConvergenceComparison, i: int, j: int) -> str:
    """Print on how many problems both algorithms have reached the optimum."""
    both = comparison.both_at_optimum
    return "not known" if both is None else str(int(both[i, j]))


def pvalues_table(comparison: ConvergenceComparison, key: str = "pvalues") -> Table:
    """Return one-sided p-values as a matrix; of Page's test those that decide."""
    names, order = comparison.algorithms, comparison.order
    columns = [left("Algorithm", [name_cell(names[i]) for i in order])]
    for j in order:
        columns.append(
            right(
                Name(names[j]),
                [
                    NOTHING if i == j else _direction_cell(comparison, i, j)
                    for i in order
                ],
            )
        )
    small = (
        "a small one is evidence that the algorithm of the row gained on that of the "
        "column"
    )
    caption = (
        f"{capitalised(p_kind(comparison))}-values of Page's trend tests, "
        f"{adjusted_words(comparison)}: {small}."
    )
    if comparison.test == "sign-flip":
        caption = (
            f"One-sided p-values of the sign-flip tests, not adjusted: {small}. "
            "Marked cells are significant by the "
            f"{p_kind(comparison)} of the pair."
        )
    return table_of(key, caption, columns, tuple(errors_caution(comparison)))


def _direction_cell(comparison: ConvergenceComparison, i: int, j: int) -> Cell:
    """Return the cell of a direction in the matrix: one-sided for sign flips, marked if
    the pair is significant.
    """
    if comparison.test == "page":
        return _adjusted_cell(comparison, i, j)
    gained, hint = bool(comparison.gained()[i, j]), _pair_words(comparison, i, j)
    return p_cell(
        float(comparison.pvalue[i, j]), comparison.alpha, significant=gained, hint=hint
    )


def _adjusted_cell(comparison: ConvergenceComparison, i: int, j: int) -> Cell:
    p, hint = float(comparison.pvalue_adjusted[i, j]), _pair_words(comparison, i, j)
    return p_cell(
        p, comparison.alpha, significant=bool(comparison.gained()[i, j]), hint=hint
    )


def convergence_input(comparison: ConvergenceComparison, key: str) -> tuple[Block, ...]:
    """Say what was read."""
    histories = comparison.histories
    facts = {
        "Problems": count_cell(histories.n),
        "Algorithms": count_cell(histories.k),
        "Cut-points": text_cell(
            ", ".join(f"{point:g}" for point in histories.cut_points)
        ),
        "Unit of the cut-points": text_cell(histories.unit),
        "Better values": text_cell("higher" if histories.higher_is_better else "lower"),
        "SHA-256 of the histories": text_cell(histories.sha256),
    }
    table = facts_table(key, "The histories.", facts)
    notes = (*histories.notes, *comparison.notes)
    return (table, *((Bullets(items=notes),) if notes else ()))


def convergence_method(comparison: ConvergenceComparison) -> Words:
    """Word the paragraph about the method."""
    histories = comparison.histories
    direction = "higher" if histories.higher_is_better else "lower"
    adjusted = join(
        adjusted_words(comparison), cite(*ADJUSTMENTS[comparison.p_adjust].sources)
    )
    return sentences(
        [
            f"The convergence of {histories.k} algorithms was compared on "
            f"{histories.n} problems at {histories.c} "
            f"cut-points ({histories.unit}); {direction} values are better.",
            runs_words(histories),
            _tested_sentence(comparison, adjusted),
            *rates_caution(comparison),
            f"Computed with cddiagram {__version__}.",
        ]
    )


def _tested_sentence(comparison: ConvergenceComparison, adjusted: Words) -> Words:
    """Name the test of the methods paragraph, with its sources."""
    ranks, alpha = ranks_words(comparison), formula_alpha(comparison.alpha)
    if comparison.test == "page":
        return join(
            "For every ordered pair Page's trend test",
            cite("page1963"),
            " was made on the ranks of the differences at the cut-points",
            cite("derrac2014"),
            f", one-sided, with {ranks}, ",
            adjusted,
            ", at ",
            alpha,
            ".",
        )
    return join(
        "For every pair the differences at the cut-points were ranked on each problem",
        cite("derrac2014"),
        ". The sum of Page's statistic L",
        cite("page1963"),
        " over the problems was tested by sign flips of the problems, two-sided, "
        f"with {ranks}, ",
        adjusted,
        ", at ",
        alpha,
        ".",
    )


def _pair_words(comparison: ConvergenceComparison, i: int, j: int) -> str:
    verdict = "gained" if comparison.gained()[i, j] else "not shown to have gained"
    if comparison.gained_but_worse()[i, j]:
        verdict = "gained, but is worse throughout"
    first, second = Name(comparison.algorithms[i]), Name(comparison.algorithms[j])
    numbers = (
        f"L = {float(comparison.statistic[i, j]):.12g}, {p_kind(comparison)} "
        f"{p_equals(comparison, i, j)}"
    )
    ends = f"better at the last cut-point on {_better_words(comparison, i, j)} problems"
    outcome = f"{ends}, {both_words(comparison, i, j)}"
    return phrase("{} against {}: {}: {}; {}", first, second, numbers, verdict, outcome)


def _hint(comparison: ConvergenceComparison, gid: str) -> str:
    """Return what a cell of the matrix shows."""
    order, names = comparison.order, comparison.algorithms

    def pair(i: int, j: int) -> str:
        return told(
            _pair_words(comparison, order[i], order[j]),
            names[order[i]],
            names[order[j]],
        )

    return hint_of(gid, {r"(?:cell|value)-(\d+)-(\d+)": pair})


def budget_table(over: BudgetComparison, key: str) -> Table:
    """Return the average ranks at the cut-points, and who is significantly different
    from the best there.
    """
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
            left("Cut-point", [name_cell(titles[place]) for place, _ in cells]),
            left("Algorithm", [name_cell(names[i]) for _, i in cells]),
            right(
                "Average rank",
                [
                    rank_cell(float(over.average_ranks[cell]), decimals)
                    for cell in cells
                ],
            ),
            left(
                "Held against",
                [name_cell(over.references[place]) for place, _ in cells],
            ),
            left(
                "Different",
                [decision_cell(bool(over.different[cell])) for cell in cells],
            ),
        ),
        (BLOCKS,),
    )
