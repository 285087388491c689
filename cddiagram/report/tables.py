"""The tables of a comparison, for whatever shows them: the report and its fragments,
the command, a notebook.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from cddiagram._util import FloatArray
from cddiagram.comparing import Comparison
from cddiagram.document import (
    NOTHING,
    Cell,
    Filled,
    TableBlock,
    count_cell,
    decimals_for,
    decision_cell,
    full_p_cell,
    name_cell,
    number_cell,
    p_cell,
    rank_cell,
    score_cell,
    table_of,
    text_cell,
)
from cddiagram.procedures import RANKINGS
from cddiagram.stats import OmnibusResult, PositionGroups
from cddiagram.text import Name, Phrase, phrase
from cddiagram.words import (
    OMNIBUS,
    Wording,
    capitalised,
    degrees_words,
    format_alpha,
    format_count,
    format_level,
    place_words,
    rank_decimals,
    statistic_symbol,
)

if TYPE_CHECKING:
    from cddiagram.comparing import Equivalence

#: Kind of ranking -> the heading of a column of ranks, if that is not the noun.
_RANK_HEADS = {"quade": "Weighted average rank (Quade)"}
#: More pairs than this are left to the other formats; those of the best algorithm stay.
MOST_PAIRS = 200

LETTERS_SAY = (
    "Two algorithms share a letter if and only if they are not significantly different."
)
_TIERS = (
    "Tier 1 contains the best-ranked algorithm and all algorithms that are not "
    "significantly different from it. Each further tier is formed in the same way from "
    "the remaining algorithms. Algorithms in different tiers may share a letter."
)
UNTESTED = "Letters are not shown, because some pairs were not tested."


def ranks_table(comparison: Comparison, key: str = "ranks") -> TableBlock:
    """Return average ranks, scores, and letters and tiers or decisions."""
    wording = Wording(comparison)
    ranks, by_means = (
        comparison.ranking.average_ranks,
        comparison.ranking.means is not None,
    )
    # Ranks of mean scores are places, not averages.
    decimals = (
        int(any(rank % 1 for rank in ranks)) if by_means else rank_decimals(ranks)
    )
    decisions = [
        *decided_columns(comparison),
        rank_intervals_column(comparison),
    ]
    if found := tiers(comparison):
        place = {
            name: count_cell(at) for at, tier in enumerate(found, 1) for name in tier
        }
        decisions.insert(
            0,
            Filled.right(
                "Tier",
                [place[comparison.algorithms[i]] for i in comparison.order],
                _TIERS,
            ),
        )
    names = names_column(comparison, hints=True)
    column = ranks_column(comparison, decimals)
    ordered_by = "mean score" if by_means else "average rank"
    return table_of(
        key,
        f"Algorithms ordered by {ordered_by}, best first "
        f"(α = {format_alpha(comparison.alpha)}).",
        (names, column, *_scores(comparison), *decisions),
        (
            wording.runs,
            wording.missing,
            *(head.explained for head, _ in decisions),
            *no_letters(comparison),
        ),
    )


def names_column(comparison: Comparison, *, hints: bool = False) -> Filled:
    """Return the algorithms, the best first."""
    names, control = comparison.algorithms, comparison.control
    told = {
        i: Wording(comparison).algorithm(i) if hints else "" for i in comparison.order
    }
    return Filled.left(
        "Algorithm", [name_cell(names[i], control, hint) for i, hint in told.items()]
    )


def ranks_column(
    comparison: Comparison, decimals: int, of: Comparison | None = None
) -> Filled:
    """Return the average ranks `of` a comparison, in the order of this one."""
    ranking = (of or comparison).ranking
    return Filled.right(
        _RANK_HEADS.get(ranking.kind) or capitalised(RANKINGS[ranking.kind].noun),
        [rank_cell(ranking.average_ranks[i], decimals) for i in comparison.order],
    )


def _scores(comparison: Comparison) -> Sequence[Filled]:
    """Return mean and median score of each algorithm."""
    table, order = comparison.table, comparison.order
    if (
        table is None or table.has_gaps
    ):  # means over other data sets are means of other things
        return ()
    means = (
        table.means if comparison.ranking.means is None else comparison.ranking.means
    )
    # A sum of positive and negative scores leaves rounding errors of this size.
    dust = 1e-15 * abs(table.scores).max(axis=0)
    medians = table.medians  # computed anew at each call
    of_means, of_medians = decimals_for(means), decimals_for(medians)
    return (
        Filled.right(
            "Mean score",
            [score_cell(means[i], of_means, dust=float(dust[i])) for i in order],
        ),
        Filled.right(
            "Median score", [score_cell(medians[i], of_medians) for i in order]
        ),
    )


def decided_columns(comparison: Comparison) -> Sequence[Filled]:
    """Return the letters of the algorithms, the best first, where there are any; or the
    decisions about the control.
    """
    letters = comparison.letters
    if comparison.control is not None:
        return against_control(comparison)
    if letters is None:
        return ()
    cells = [text_cell(text) for text in letters.values()]
    return (Filled.left("Letters", cells, LETTERS_SAY),)


def no_letters(comparison: Comparison) -> tuple[str, str]:
    """Say why there are no letters, as notes; empty where there are, or a control."""
    untested = comparison.control is None and comparison.untested
    return UNTESTED if untested else "", too_many_groups(comparison)


def rank_intervals_column(comparison: Comparison) -> Filled:
    """Return the rank interval of each algorithm."""
    cells = [
        Cell(text=place_words(*ends), value=ends)
        for ends in comparison.rank_intervals.values()
    ]
    return Filled.left("Rank interval", cells, Wording(comparison).rank_intervals)


def against_control(
    comparison: Comparison, nothing: Cell = NOTHING
) -> Sequence[Filled]:
    """Return the p-value of each algorithm against the control, and the decision."""
    control, order = Name(comparison.control), comparison.order
    row = comparison.algorithms.index(control)
    adjusted, different = (
        comparison.pairwise.pvalue_adjusted[row],
        comparison.different()[row],
    )
    head = (
        Phrase(control, " significantly better")
        if one_sided(comparison)
        else Phrase("Different from ", control)
    )
    p = [
        p_cell(float(adjusted[i]), comparison.alpha, significant=bool(different[i]))
        for i in order
    ]
    decided = [
        text_cell("control") if i == row else decision_cell(bool(different[i]))
        for i in order
    ]
    p[order.index(row)] = nothing
    return Filled.right(
        "p" if comparison.pairwise.p_adjust == "none" else "Adjusted p", p
    ), Filled.left(head, decided)


def tiers(comparison: Comparison) -> tuple[tuple[str, ...], ...] | None:
    """Divide the algorithms into tiers: the best one with all not different from it; of
    the others the same again.

    Best first, algorithms by average rank; None with a control, or where pairs were not
    tested.
    """
    if comparison.control is not None or comparison.untested:
        return None
    different, names = comparison.different(), comparison.algorithms
    remaining, found = np.array(comparison.order), []
    while len(remaining):
        apart = different[remaining[0], remaining]
        found.append(tuple(names[i] for i in remaining[~apart]))
        remaining = remaining[apart]
    return tuple(found)


def too_many_groups(comparison: Comparison) -> str:
    """Report that there are too many groups for letters and a list; empty if not."""
    if comparison.letter_groups is not None:
        return ""
    most = (
        len(PositionGroups.LETTERS)
        if comparison.critical_difference is None
        else len(comparison.algorithms)
    )
    if comparison.groups_complete and len(comparison.groups) <= most:
        return ""
    count = format_count(len(comparison.groups))
    if not comparison.groups_complete:
        count = f"more than {count}"
    return (
        f"Letters and groups are not shown, because there are {count} groups. "
        "Run 'cddiagram compare --format csv' for the p-values of all pairs."
    )


def omnibus_table(comparison: Comparison, key: str = "omnibus") -> TableBlock | None:
    """Return the omnibus tests, with and without correction for ties."""
    results = comparison.omnibus
    if not results:
        return None
    name, ties, *numbers = omnibus_columns(results, comparison.alpha)
    symbols = Filled.left(
        "Symbol", [text_cell(OMNIBUS[result.name][1]) for result in results]
    )
    explained = "exact, or the limiting distribution of the statistic"
    laws = Filled.left(
        "Distribution", [text_cell(result.method) for result in results], explained
    )
    return table_of(key, "Omnibus tests.", (name, ties, symbols, *numbers, laws))


def omnibus_columns(results: Sequence[OmnibusResult], alpha: float) -> Sequence[Filled]:
    """Return the columns of omnibus tests: name, tie correction, statistic, df, p."""
    return (
        Filled.left(
            "Test",
            [
                text_cell(capitalised(OMNIBUS[result.name][0]), role="name")
                for result in results
            ],
        ),
        Filled.left(
            "Corrected for ties",
            [text_cell("yes" if result.tie_corrected else "no") for result in results],
        ),
        Filled.right(
            "Statistic", [number_cell(result.statistic, 4) for result in results]
        ),
        Filled.right(
            "df", [text_cell(degrees_words(result.df) or "–") for result in results]
        ),
        Filled.right(
            "p",
            [
                full_p_cell(r.pvalue, (alpha,), significant=r.rejects(alpha))
                for r in results
            ],
        ),
    )


def statistic_decimals(pair_test: str, statistics: Iterable[float]) -> int:
    """Choose the decimals of a column of pairwise statistics.

    Counts and whole rank sums have none.
    """
    if pair_test not in ("sign", "multiple-sign", "wilcoxon", "exact-ranks"):
        return 3
    return 0 if all(float(value).is_integer() for value in statistics) else 1


def pairs_table(
    comparison: Comparison,
    key: str = "pairs",
    max_rows: int | None = None,
    *,
    rope: float | None = None,
) -> TableBlock:
    """Return the tests of all pairs, or of all against the control; with a `rope` what
    is practically equivalent.
    """
    wording = Wording(comparison)
    pairs, alpha, different = (
        comparison.pairwise,
        comparison.alpha,
        comparison.different(),
    )
    listed, left_out = _listed(comparison, max_rows)
    variance = comparison.choices.get("variance")
    said = statistic_words(pairs.kind, variance)
    columns = [*_both(comparison, listed), _distances(comparison, listed)]
    if said:
        decimals = statistic_decimals(
            pairs.kind, [pairs.statistic[pair] for pair in listed]
        )
        cells = [number_cell(float(pairs.statistic[pair]), decimals) for pair in listed]
        columns.append(
            Filled.right(statistic_symbol(pairs.kind, variance), cells, said[0])
        )
    if comparison.table is not None and comparison.table.has_gaps:
        counts = [count_cell(int(comparison.table.common[pair])) for pair in listed]
        columns.append(
            Filled.right("n", counts, "data sets with scores of both algorithms")
        )
    columns.append(
        Filled.right(
            "p",
            [p_cell(float(pairs.pvalue[pair]), alpha) for pair in listed],
            "unadjusted",
        )
    )
    if pairs.p_adjust != "none":
        adjusted = [
            p_cell(
                float(pairs.pvalue_adjusted[pair]),
                alpha,
                significant=bool(different[pair]),
                hint=hint,
            )
            for pair, hint in ((pair, wording.pair(*pair)) for pair in listed)
        ]
        columns.append(
            Filled.right("Adjusted p", adjusted, f"chosen procedure: {comparison.test}")
        )
    head = "Control better" if one_sided(comparison) else "Significant"
    columns.append(
        Filled.left(head, [decision_cell(bool(different[pair])) for pair in listed])
    )
    judged: tuple[str, ...] = ()
    if rope is not None:
        equivalence = comparison.equivalence(rope)
        columns += _verdicts(equivalence, listed)
        from cddiagram.words import equivalence_sentences

        judged = equivalence_sentences(equivalence)
    data = (wording.runs, wording.missing)
    patterns = wording.sign_patterns
    counted = f"The p-values are computed from {patterns}." if patterns else ""
    notes = (
        *said,
        counted,
        *data,
        wording.uncontrolled,
        *judged,
        *left_out,
    )
    return table_of(key, _pairs_caption(comparison), columns, notes)


def _verdicts(
    equivalence: Equivalence, listed: Sequence[tuple[int, int]]
) -> Sequence[Filled]:
    """Return the simultaneous intervals of pairs, and what they say together with the
    tests.
    """
    ends = equivalence.interval_low, equivalence.interval_high
    decimals = decimals_for(float(end[pair]) for end in ends for pair in listed)
    low, high = (
        [score_cell(float(end[pair]), decimals) for pair in listed] for end in ends
    )
    return (
        Filled.right(
            "from", low, "lower limit of the simultaneous Hodges–Lehmann interval"
        ),
        Filled.right("to", high, "upper limit, in the units of the scores"),
        Filled.left(
            "Practically",
            [text_cell(str(equivalence.verdict[pair])) for pair in listed],
        ),
    )


def _pairs_caption(comparison: Comparison) -> str:
    """Name the tests, the order within pairs and the rule of decision."""
    level = f"α = {format_alpha(comparison.alpha)}"
    difference = Wording(comparison).critical_difference
    if difference:
        level = f"{level}, {difference}"
    first = "algorithm with the better average rank"
    if comparison.ranking.means is not None:
        first = "algorithm with the better mean score"
    if comparison.control is not None:
        first = "control"
    decision = "A pair is significantly different"
    if one_sided(comparison):
        decision = "The control is significantly better"
    p = "p-value" if comparison.pairwise.p_adjust == "none" else "adjusted p-value"
    return (
        f"Pairwise comparisons: {comparison.test}, {level}. The {first} is listed "
        f"first. {decision} if the {p} is at most α."
    )


def _both(
    comparison: Comparison, listed: Sequence[tuple[int, int]]
) -> Sequence[Filled]:
    """Return the columns of the names of pairs."""
    names, control = comparison.algorithms, comparison.control
    return [
        Filled.left(head, [name_cell(names[pair[side]], control) for pair in listed])
        for side, head in enumerate(("First", "Second"))
    ]


def _distances(comparison: Comparison, listed: Sequence[tuple[int, int]]) -> Filled:
    """Return how far the two of each pair are apart: in average ranks, or in mean
    scores where these are compared.
    """
    means, ranks = comparison.ranking.means, comparison.ranking.average_ranks
    if means is None:
        of_ranks = Wording(comparison).rank_difference_decimals
        cells = [number_cell(float(ranks[j] - ranks[i]), of_ranks) for i, j in listed]
        explained = "average rank of the second minus average rank of the first"
        return Filled.right("Rank difference", cells, explained)
    differences = [float(means[i] - means[j]) for i, j in listed]
    decimals, dust = decimals_for(differences), 1e-15 * float(abs(means).max())
    cells = [score_cell(difference, decimals, dust=dust) for difference in differences]
    explained = "mean score of the first minus mean score of the second"
    return Filled.right("Difference of means", cells, explained)


def _listed(
    comparison: Comparison, max_rows: int | None
) -> tuple[list[tuple[int, int]], tuple[str, ...]]:
    """List the tested pairs by average rank, a control first; of too many some of the
    best or the control.
    """
    order, names, pairs = comparison.order, comparison.algorithms, comparison.pairwise
    centre = order[0] if comparison.control is None else names.index(comparison.control)
    tested = ~np.isnan(pairs.pvalue)
    kept = own = [(centre, j) for j in order if tested[centre, j]]
    many = len(own) if comparison.control is not None else int(tested.sum()) // 2
    if max_rows is None or many <= max_rows:
        everyone = [
            (i, j)
            for at, i in enumerate(order)
            for j in order[at + 1 :]
            if tested[i, j]
        ]
        return own if comparison.control is not None else everyone, ()
    centre_name = Name(names[centre])
    shown = phrase(
        "The table lists only the {} pairs of {}.", str(len(own)), centre_name
    )
    if len(own) > max_rows:
        kept = sorted(
            own, key=lambda pair: (pairs.pvalue_adjusted[pair], pairs.pvalue[pair])
        )[:max_rows]
        shown = phrase(
            "The table lists only the {} of the {} pairs of {} with the smallest "
            "p-values, in ascending order.",
            str(max_rows),
            format_count(len(own)),
            centre_name,
        )
    return kept, (
        phrase(
            "{} Run 'cddiagram compare --format csv' for all {} pairs.",
            shown,
            format_count(many),
        ),
    )


def one_sided(comparison: Comparison) -> bool:
    """Whether the control can only be shown to be better."""
    return comparison.pairwise.pair_test == "multiple-sign"


def effects_table(
    comparison: Comparison, key: str = "effects", max_rows: int | None = None
) -> TableBlock | None:
    """Return how large the differences of pairs are; None without scores."""
    wording = Wording(comparison)
    effects, table = comparison.effects, comparison.table
    if effects is None or table is None:
        return None
    listed, left_out = _listed(comparison, max_rows)
    level = format_level(effects.confidence)

    def sizes(*estimates: FloatArray) -> Iterator[list[Cell]]:
        decimals = decimals_for(
            [float(estimate[pair]) for estimate in estimates for pair in listed]
        )
        return (
            [score_cell(float(estimate[pair]), decimals) for pair in listed]
            for estimate in estimates
        )

    # An estimate and its limits are read together; means and medians may be of quite
    # other sizes.
    (mean,), (median,) = (
        sizes(effects.mean_difference),
        sizes(effects.median_difference),
    )
    middle, low, high = sizes(
        effects.hodges_lehmann, effects.interval_low, effects.interval_high
    )
    wins, ties, losses = (
        [count_cell(int(count[pair])) for pair in listed]
        for count in (effects.wins, effects.ties, effects.losses)
    )
    biserial = [number_cell(float(effects.rank_biserial[pair]), 2) for pair in listed]
    better, sign = "Higher", "positive"
    if not table.higher_is_better:
        better, sign = "Lower", "negative"
    note = (
        "Differences are scores of the first algorithm minus scores of the second. "
        f"{better} scores are better, so {sign} differences and correlations favour "
        "the first algorithm. Wins are the data sets on which the first algorithm is "
        "better."
    )
    return table_of(
        key,
        f"Effect sizes of pairs. The {level} confidence intervals "
        f"({effects.interval_method}) apply to each pair separately. They are not "
        "simultaneous.",
        (
            *_both(comparison, listed),
            Filled.right("Wins", wins, "data sets on which the first is better"),
            Filled.right("Ties", ties),
            Filled.right("Losses", losses, "data sets on which the second is better"),
            Filled.right("Mean diff.", mean, "mean of the differences"),
            Filled.right("Median diff.", median, "median of the differences"),
            Filled.right("Hodges–Lehmann", middle),
            Filled.right("from", low, f"lower limit of the {level} interval"),
            Filled.right("to", high, f"upper limit of the {level} interval"),
            Filled.right(
                "Rank-biserial",
                biserial,
                "positive if the scores of the first are larger",
            ),
        ),
        (note, wording.runs, wording.missing, *left_out),
    )


def pvalues_table(comparison: Comparison, key: str = "pvalues") -> TableBlock:
    """Return the adjusted p-values as a matrix."""
    adjusted, different = comparison.pairwise.pvalue_adjusted, comparison.different()
    kind = "P-values" if comparison.pairwise.p_adjust == "none" else "Adjusted p-values"

    def cell(i: int, j: int) -> Cell:
        return p_cell(
            math.nan if i == j else adjusted[i, j],
            comparison.alpha,
            significant=bool(different[i, j]),
        )

    caption = (
        f"{kind} of all pairs: {comparison.test}, α = {format_alpha(comparison.alpha)}."
    )
    return table_of(
        key,
        caption,
        matrix_columns(comparison, cell),
        (Wording(comparison).uncontrolled,),
    )


def matrix_columns(
    comparison: Comparison, cell: Callable[[int, int], Cell]
) -> Iterator[Filled]:
    """Return the columns of a matrix of all algorithms, the best first."""
    yield names_column(comparison)
    for j in comparison.order:
        yield Filled.right(
            Name(comparison.algorithms[j]), [cell(i, j) for i in comparison.order]
        )


def main_tables(
    comparison: Comparison, rope: float | None = None
) -> tuple[TableBlock, ...]:
    """Return the tables of ranks and of pairs, as in the report."""
    return ranks_table(comparison), pairs_table(
        comparison, max_rows=MOST_PAIRS, rope=rope
    )


#: What the statistic of a pair test is, first algorithm before the second.
_MEANINGS = {
    "ranks": "{symbol} is positive if the first algorithm has the better average rank.",
    "exact-ranks": "{symbol} is the rank sum of the second algorithm minus the rank sum "
    "of the first. It is positive if the first algorithm has the better average rank.",
    "wilcoxon": "W+ is the sum of the ranks of the differences in favour of the first "
    "algorithm.",
    "sign": "Wins are the data sets on which the first algorithm is better, plus half of "
    "the ties. If the number of ties is odd, one tie is dropped.",
    "t": "t is positive if the first algorithm is better on average.",
    "corrected-t": "t is positive if the first algorithm is better on average.",
    "t-relative": "t is positive if the first algorithm is better on average, measured by "
    "relative differences.",
    "multiple-sign": "Wins are the data sets on which the control is better.",
}
#: What differs on each data set, in tests by sign flips.
_FLIPPED = {
    "flip-ranks": "differences of the ranks",
    "flip-wilcoxon": "signed ranks of the differences",
    "flip-sign": "signs of the differences",
    "flip-t": "differences",
    "flip-t-relative": "relative differences",
}


def statistic_words(pair_test: str, variance: str | None = None) -> tuple[str, ...]:
    """Return notes that define the statistic of a pair; none without a statistic."""
    if pair_test in _FLIPPED:
        return (
            f"T is the sum of the {_FLIPPED[pair_test]}, divided by the square root "
            "of the sum of their squares. It is positive if the first algorithm is "
            "better.",
            "The unadjusted p-value of a pair is the share of sign patterns in which "
            "its T is at least as extreme as observed.",
        )
    if pair_test not in _MEANINGS:
        return ()
    symbol = statistic_symbol(pair_test, variance)
    return (_MEANINGS[pair_test].format(symbol=symbol),)
