"""Tables of a comparison for reports, the command line and notebooks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, combinations
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
    equivalence_sentences,
    format_alpha,
    format_count,
    format_interval,
    format_level,
    rank_decimals,
    statistic_symbol,
)

if TYPE_CHECKING:
    from cddiagram.comparing import Equivalence

#: Pairs of algorithms, which are identified by their column indices.
Pairs = Sequence[tuple[int, int]]
#: Maps a kind of ranking to the header of its rank column, unless this header is the
#: usual one.
_RANK_HEADS = {"quade": "Weighted average rank (Quade)"}
#: A table lists all pairs only if there are at most this many. If there are more pairs,
#: the table lists only the pairs that contain the best-ranked algorithm.
MOST_PAIRS = 200
_YES_OR_NO = {True: "yes", False: "no"}
LETTERS_NOTE = (
    "Two algorithms share a letter if and only if they are not significantly different."
)
_TIERS = (
    "Tier 1 contains the best-ranked algorithm and all algorithms that are not "
    "significantly different from it. Each further tier is formed in the same way from "
    "the remaining algorithms. Algorithms in different tiers may share a letter."
)
_BISERIAL = "positive if the scores of the first are larger"
UNTESTED = "Letters are not shown, because some pairs were not tested."


def ranks_table(comparison: Comparison, key: str = "ranks") -> TableBlock:
    """Return a table of average ranks, scores, tiers, decisions and rank intervals."""
    wording = Wording(comparison)
    ranks = comparison.ranking.average_ranks
    decimals, criterion = rank_decimals(ranks), "average rank"
    # Ranks of mean scores are whole numbers or, if there are ties, multiples of one
    # half.
    if comparison.ranking.means is not None:
        decimals, criterion = int(any(rank % 1 for rank in ranks)), "mean score"
    decisions = [
        *_tiers_column(comparison),
        *decided_columns(comparison),
        rank_intervals_column(comparison),
    ]
    columns = (
        names_column(comparison, hints=True),
        ranks_column(comparison, decimals),
        *_scores(comparison),
        *decisions,
    )
    notes = (
        wording.runs,
        wording.missing,
        *(column.explained for column, _ in decisions),
        no_letters(comparison),
    )
    level = format_alpha(comparison.alpha)
    caption = f"Algorithms ordered by {criterion}, best first (α = {level})."
    return table_of(key, caption, columns, notes)


def _tiers_column(comparison: Comparison) -> list[Filled]:
    """Return the column of tiers. The result is empty if tiers are not defined."""
    numbers: dict[str, int] = {}
    for number, tier in enumerate(tiers(comparison) or (), 1):
        numbers |= dict.fromkeys(tier, number)
    if not numbers:
        return []
    names = [comparison.algorithms[i] for i in comparison.order]
    return [Filled.right("Tier", [count_cell(numbers[name]) for name in names], _TIERS)]


def names_column(comparison: Comparison, *, hints: bool = False) -> Filled:
    """Return the column of algorithms, starting with the best."""
    wording = Wording(comparison)
    cells = []
    for i in comparison.order:
        hint: str = ""
        if hints:
            hint = wording.algorithm(i)
        cells.append(name_cell(comparison.algorithms[i], comparison.control, hint))
    return Filled.left("Algorithm", cells)


def ranks_column(
    comparison: Comparison, decimals: int, of: Comparison | None = None
) -> Filled:
    """Return the column of average ranks.

    If `of` is specified, the column contains the ranks from this other comparison of
    the same algorithms. In both cases, the rows are in the order of `comparison`.
    """
    ranking = (of or comparison).ranking
    head = _RANK_HEADS.get(ranking.kind) or capitalised(RANKINGS[ranking.kind].noun)
    ranks = [ranking.average_ranks[i] for i in comparison.order]
    return Filled.right(head, [rank_cell(rank, decimals) for rank in ranks])


def _scores(comparison: Comparison) -> Sequence[Filled]:
    """Return the columns of the mean and the median score of each algorithm.

    These columns are omitted if scores are missing, because the means would refer to
    different data sets.
    """
    table, order = comparison.table, comparison.order
    if table is None or table.has_gaps:
        return ()
    means = comparison.ranking.means
    if means is None:
        means = table.means
    medians = table.medians  # The medians are computed on each access.
    # Rounding errors in a sum of positive and negative scores are of this magnitude.
    dust = 1e-15 * abs(table.scores).max(axis=0)
    mean_decimals, median_decimals = decimals_for(means), decimals_for(medians)
    mean_cells = [
        score_cell(means[i], mean_decimals, dust=float(dust[i])) for i in order
    ]
    median_cells = [score_cell(medians[i], median_decimals) for i in order]
    return (
        Filled.right("Mean score", mean_cells),
        Filled.right("Median score", median_cells),
    )


def decided_columns(comparison: Comparison) -> Sequence[Filled]:
    """Return the columns that show the decisions.

    If there is a control, these are the columns of p-values and decisions. Otherwise,
    this is the column of letters. Letters are omitted if there are too many groups or
    if some pairs were not tested.
    """
    if comparison.control is not None:
        return against_control(comparison)
    letters = comparison.letters
    if letters is None:
        return ()
    cells = [text_cell(text) for text in letters.values()]
    return (Filled.left("Letters", cells, LETTERS_NOTE),)


def no_letters(comparison: Comparison) -> str:
    """Explain why a comparison of all pairs does not have letters.

    Return empty text if it has letters or if there is a control.
    """
    if comparison.control is None and comparison.untested:
        return UNTESTED
    return too_many_groups(comparison)


def rank_intervals_column(comparison: Comparison) -> Filled:
    """Return the column of rank intervals."""
    intervals = comparison.rank_intervals.values()
    cells = [Cell(text=format_interval(*ends), value=ends) for ends in intervals]
    return Filled.left("Rank interval", cells, Wording(comparison).rank_intervals)


def against_control(
    comparison: Comparison, nothing: Cell = NOTHING
) -> Sequence[Filled]:
    """Return the columns of p-values and decisions for comparisons with the control.

    In the row of the control, the cell `nothing` replaces the p-value.
    """
    control, alpha = Name(comparison.control), comparison.alpha
    row = comparison.algorithms.index(control)
    pvalues = comparison.pairwise.pvalue_adjusted[row]
    different = comparison.different()[row]
    p_cells, decisions = [], []
    for i in comparison.order:
        if i == row:
            p_cells.append(nothing)
            decisions.append(text_cell("control"))
            continue
        is_different = bool(different[i])
        p_cells.append(p_cell(float(pvalues[i]), alpha, significant=is_different))
        decisions.append(decision_cell(is_different))
    head = Phrase("Different from ", control)
    if one_sided(comparison):
        head = Phrase(control, " significantly better")
    p_head = "p"
    if comparison.pairwise.p_adjust != "none":
        p_head = "Adjusted p"
    return Filled.right(p_head, p_cells), Filled.left(head, decisions)


def adjusted_if(comparison: Comparison, noun: str) -> str:
    """Return a noun for p-values, preceded by "adjusted" if they are adjusted."""
    if comparison.pairwise.p_adjust == "none":
        return noun
    return f"adjusted {noun}"


def tiers(comparison: Comparison) -> tuple[tuple[str, ...], ...] | None:
    """Divide the algorithms into tiers, starting with the best.

    Return None if there is a control or if some pairs were not tested.

    The first tier contains the best-ranked algorithm and all algorithms that are not
    significantly different from it. The remaining algorithms are divided in the same
    way.
    """
    if comparison.control is not None or comparison.untested:
        return None
    different, names = comparison.different(), comparison.algorithms
    remaining = np.array(comparison.order)
    result = []
    while len(remaining):
        differs = different[remaining[0], remaining]
        result.append(tuple(names[i] for i in remaining[~differs]))
        remaining = remaining[differs]
    return tuple(result)


def too_many_groups(comparison: Comparison) -> str:
    """State that there are too many groups for letters and a list.

    Otherwise, return empty text.
    """
    if comparison.letter_groups is not None:
        return ""
    most = len(comparison.algorithms)
    if comparison.critical_difference is None:
        most = len(PositionGroups.LETTERS)
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
    """Return the table of omnibus tests, with and without correction for ties."""
    results = comparison.omnibus
    if not results:
        return None
    name, ties, *numbers = omnibus_columns(results, comparison.alpha)
    symbols = [text_cell(OMNIBUS[result.name][1]) for result in results]
    distributions = [text_cell(result.method) for result in results]
    explained = (
        "whether p is exact or based on the limiting distribution of the statistic"
    )
    columns = (
        name,
        ties,
        Filled.left("Symbol", symbols),
        *numbers,
        Filled.left("Distribution", distributions, explained),
    )
    return table_of(key, "Omnibus tests.", columns)


def omnibus_columns(results: Sequence[OmnibusResult], alpha: float) -> Sequence[Filled]:
    """Return the columns of the table of omnibus tests.

    They contain the name, the tie correction, the statistic, the degrees of freedom and
    the p-value.
    """
    names, ties, statistics, degrees, pvalues = [], [], [], [], []
    for result in results:
        names.append(text_cell(capitalised(OMNIBUS[result.name][0]), role="name"))
        ties.append(text_cell(_YES_OR_NO[result.tie_corrected]))
        statistics.append(number_cell(result.statistic, 4))
        degrees.append(text_cell(degrees_words(result.df) or "–"))
        rejects = result.rejects(alpha)
        pvalues.append(full_p_cell(result.pvalue, (alpha,), significant=rejects))
    return (
        Filled.left("Test", names),
        Filled.left("Corrected for ties", ties),
        Filled.right("Statistic", statistics),
        Filled.right("df", degrees),
        Filled.right("p", pvalues),
    )


def statistic_decimals(pair_test: str, statistics: Iterable[float]) -> int:
    """Return the number of decimals in a column of pairwise statistics.

    It is 0 for whole counts and rank sums, 1 if these contain halves, and 3 for all
    other statistics.
    """
    if pair_test not in ("sign", "multiple-sign", "wilcoxon", "exact-ranks"):
        return 3
    if all(float(value).is_integer() for value in statistics):
        return 0
    return 1


def pairs_table(
    comparison: Comparison,
    key: str = "pairs",
    max_rows: int | None = None,
    *,
    rope: float | None = None,
    title: str = "Pairwise comparisons",
) -> TableBlock:
    """Return the table of the pairwise tests.

    The pairs are all pairs, or the pairs of each algorithm and the control. If `rope`
    is specified, the table also contains the verdicts about practical equivalence. The
    caption begins with the `title`.
    """
    pairs, omission = _pairs_in_table(comparison, max_rows)
    columns = [
        *_name_columns(comparison, pairs),
        _difference_column(comparison, pairs),
        *_statistic_column(comparison, pairs),
        *_common_column(comparison, pairs),
        *_p_columns(comparison, pairs),
        _decision_column(comparison, pairs),
    ]
    notes = _notes_of_tests(comparison)
    if rope is not None:
        equivalence = comparison.equivalence(rope)
        columns += _equivalence_columns(equivalence, pairs)
        notes += equivalence_sentences(equivalence)
    caption = _pairs_caption(comparison, title)
    return table_of(key, caption, columns, (*notes, *omission))


def _notes_of_tests(comparison: Comparison) -> list[str]:
    """Return notes about the statistics, the data and the error rate."""
    wording = Wording(comparison)
    kind, variance = comparison.pairwise.kind, comparison.choices.get("variance")
    notes: list[str] = [*statistic_words(kind, variance)]
    if wording.sign_patterns:
        notes.append(f"The p-values are computed from {wording.sign_patterns}.")
    return [*notes, wording.runs, wording.missing, wording.uncontrolled]


def _decision_column(comparison: Comparison, pairs: Pairs) -> Filled:
    different = comparison.different()
    decisions = [decision_cell(bool(different[pair])) for pair in pairs]
    if one_sided(comparison):
        return Filled.left("Control better", decisions)
    return Filled.left("Significant", decisions)


def _statistic_column(comparison: Comparison, pairs: Pairs) -> list[Filled]:
    """Return the column of the pairwise test statistics.

    The result is empty if the tests do not have a statistic.
    """
    tests, variance = comparison.pairwise, comparison.choices.get("variance")
    words = statistic_words(tests.kind, variance)
    if not words:
        return []
    values = [float(tests.statistic[pair]) for pair in pairs]
    decimals = statistic_decimals(tests.kind, values)
    cells = [number_cell(value, decimals) for value in values]
    return [Filled.right(statistic_symbol(tests.kind, variance), cells, words[0])]


def _common_column(comparison: Comparison, pairs: Pairs) -> list[Filled]:
    """Return the column of the numbers of common data sets.

    The result is empty if no score is missing.
    """
    table = comparison.table
    if table is None or not table.has_gaps:
        return []
    counts = [count_cell(int(table.common[pair])) for pair in pairs]
    return [
        Filled.right(
            "n", counts, "number of data sets on which both algorithms have scores"
        )
    ]


def _p_columns(comparison: Comparison, pairs: Pairs) -> list[Filled]:
    """Return the columns of unadjusted and, if available, adjusted p-values."""
    wording, tests, alpha = Wording(comparison), comparison.pairwise, comparison.alpha
    unadjusted = [p_cell(float(tests.pvalue[pair]), alpha) for pair in pairs]
    columns = [Filled.right("p", unadjusted, "unadjusted")]
    if tests.p_adjust == "none":
        return columns
    different = comparison.different()
    adjusted = []
    for pair in pairs:
        p, decision = float(tests.pvalue_adjusted[pair]), bool(different[pair])
        hint = wording.pair(*pair)
        adjusted.append(p_cell(p, alpha, significant=decision, hint=hint))
    explained = f"chosen procedure: {comparison.test}"
    return [*columns, Filled.right("Adjusted p", adjusted, explained)]


def _equivalence_columns(equivalence: Equivalence, pairs: Pairs) -> Sequence[Filled]:
    """Return the columns of simultaneous intervals and verdicts about equivalence."""
    low = [float(equivalence.interval_low[pair]) for pair in pairs]
    high = [float(equivalence.interval_high[pair]) for pair in pairs]
    decimals = decimals_for([*low, *high])
    low_cells = [score_cell(value, decimals) for value in low]
    high_cells = [score_cell(value, decimals) for value in high]
    verdicts = [text_cell(str(equivalence.verdict[pair])) for pair in pairs]
    explained = "lower limit of the simultaneous Hodges–Lehmann interval"
    return (
        Filled.right("from", low_cells, explained),
        Filled.right("to", high_cells, "upper limit, in the units of the scores"),
        Filled.left("Practically", verdicts),
    )


def _pairs_caption(comparison: Comparison, title: str) -> Phrase:
    """State the tests, the order within pairs, and the decision rule."""
    first = "algorithm with the better average rank"
    if comparison.ranking.means is not None:
        first = "algorithm with the better mean score"
    if comparison.control is not None:
        first = "control"
    decision = "The algorithms of a pair differ significantly"
    if one_sided(comparison):
        decision = "The control is significantly better"
    value = adjusted_if(comparison, "p-value")
    return phrase(
        f"{title}. {{}} In each row, the {first} is listed first. {decision} "
        f"if the {value} is at most α.",
        Wording(comparison).pairwise_sentence(),
    )


def _name_columns(comparison: Comparison, pairs: Pairs) -> Sequence[Filled]:
    names, control = comparison.algorithms, comparison.control
    first = [name_cell(names[i], control) for i, _ in pairs]
    second = [name_cell(names[j], control) for _, j in pairs]
    return [Filled.left("First", first), Filled.left("Second", second)]


def _difference_column(comparison: Comparison, pairs: Pairs) -> Filled:
    """Return the column of differences in average rank.

    If the tests compare means, it contains the differences in mean score instead.
    """
    means, ranks = comparison.ranking.means, comparison.ranking.average_ranks
    if means is None:
        decimals = Wording(comparison).rank_difference_decimals
        cells = [number_cell(float(ranks[j] - ranks[i]), decimals) for i, j in pairs]
        explained = "average rank of the second minus average rank of the first"
        return Filled.right("Rank difference", cells, explained)
    differences = [float(means[i] - means[j]) for i, j in pairs]
    places, dust = decimals_for(differences), 1e-15 * float(abs(means).max())
    cells = [score_cell(difference, places, dust=dust) for difference in differences]
    explained = "mean score of the first minus mean score of the second"
    return Filled.right("Difference of means", cells, explained)


def _pairs_in_table(
    comparison: Comparison, max_rows: int | None
) -> tuple[list[tuple[int, int]], tuple[str, ...]]:
    """Return the tested pairs in the order of the average ranks.

    Also return a note about omitted pairs.
    If there are more than `max_rows` pairs, only the pairs that contain the best
    algorithm or the control are listed.
    """
    tested = ~np.isnan(comparison.pairwise.pvalue)
    reference = comparison.order[0]
    if comparison.control is not None:
        reference = comparison.algorithms.index(comparison.control)
    with_reference = [(reference, j) for j in comparison.order if tested[reference, j]]
    pairs = with_reference
    if comparison.control is None:
        by_rank = combinations(comparison.order, 2)
        pairs = [pair for pair in by_rank if tested[pair]]
    if max_rows is None or len(pairs) <= max_rows:
        return pairs, ()
    name, count = Name(comparison.algorithms[reference]), len(with_reference)
    if count <= max_rows:
        omission = phrase(f"The table lists only the {count} pairs of {{}}.", name)
    else:
        with_reference = _smallest_p(comparison, with_reference)[:max_rows]
        omission = phrase(
            f"The table lists only the {max_rows} of the {format_count(count)} pairs of "
            "{} with the smallest p-values, in ascending order.",
            name,
        )
    note = phrase(
        "{} Run 'cddiagram compare --format csv' for all {} pairs.",
        omission,
        format_count(len(pairs)),
    )
    return with_reference, (note,)


def _smallest_p(
    comparison: Comparison, pairs: list[tuple[int, int]]
) -> list[tuple[int, int]]:
    """Sort pairs by their adjusted p-values and, for ties, by unadjusted p-values."""
    tests = comparison.pairwise

    def pvalues(pair: tuple[int, int]) -> tuple[float, float]:
        return tests.pvalue_adjusted[pair], tests.pvalue[pair]

    return sorted(pairs, key=pvalues)


def one_sided(comparison: Comparison) -> bool:
    """Return whether the tests are one-sided.

    One-sided tests can only show that the control is better.
    """
    return comparison.pairwise.pair_test == "multiple-sign"


def effects_table(
    comparison: Comparison, key: str = "effects", max_rows: int | None = None
) -> TableBlock | None:
    """Return the table of the effect sizes for pairs, or None without scores."""
    effects, table = comparison.effects, comparison.table
    if effects is None or table is None:
        return None
    pairs, omission = _pairs_in_table(comparison, max_rows)
    wording, level = Wording(comparison), format_level(effects.confidence)
    wins = _count_cells(pairs, effects.wins)
    ties = _count_cells(pairs, effects.ties)
    losses = _count_cells(pairs, effects.losses)
    # The estimate and its confidence limits are printed with the same number of
    # decimals. Means and medians can be printed with different numbers of decimals,
    # because their magnitudes can differ.
    (mean,) = _size_cells(pairs, effects.mean_difference)
    (median,) = _size_cells(pairs, effects.median_difference)
    middle, low, high = _size_cells(
        pairs, effects.hodges_lehmann, effects.interval_low, effects.interval_high
    )
    biserial = [number_cell(float(effects.rank_biserial[pair]), 2) for pair in pairs]
    columns = (
        *_name_columns(comparison, pairs),
        Filled.right("Wins", wins, "data sets on which the first is better"),
        Filled.right("Ties", ties),
        Filled.right("Losses", losses, "data sets on which the second is better"),
        Filled.right("Mean diff.", mean, "mean of the differences"),
        Filled.right("Median diff.", median, "median of the differences"),
        Filled.right("Hodges–Lehmann", middle),
        Filled.right("from", low, f"lower limit of the {level} interval"),
        Filled.right("to", high, f"upper limit of the {level} interval"),
        Filled.right("Rank-biserial", biserial, _BISERIAL),
    )
    caption = (
        f"Pairwise effect sizes. The {level} confidence intervals "
        f"({effects.interval_method}) apply to each pair separately. They are not "
        "simultaneous."
    )
    better, sign = "Higher", "positive"
    if not table.higher_is_better:
        better, sign = "Lower", "negative"
    note = (
        "Differences are scores of the first algorithm minus scores of the second. "
        f"{better} scores are better, so {sign} differences and correlations favour "
        "the first algorithm. Wins are the data sets on which the first algorithm is "
        "better."
    )
    notes = (note, wording.runs, wording.missing, *omission)
    return table_of(key, caption, columns, notes)


def _count_cells(pairs: Pairs, counts: np.ndarray) -> list[Cell]:
    return [count_cell(int(counts[pair])) for pair in pairs]


def _size_cells(pairs: Pairs, *estimates: FloatArray) -> list[list[Cell]]:
    """Return the cells for the estimates of all pairs.

    All cells have the same number of decimals.
    """
    columns: list[list[float]] = []
    for estimate in estimates:
        columns.append([float(estimate[pair]) for pair in pairs])
    decimals = decimals_for(list(chain(*columns)))
    cells: list[list[Cell]] = []
    for column in columns:
        cells.append([score_cell(value, decimals) for value in column])
    return cells


def pvalues_table(comparison: Comparison, key: str = "pvalues") -> TableBlock:
    """Return the matrix of adjusted p-values."""
    adjusted = comparison.pairwise.pvalue_adjusted.copy()
    np.fill_diagonal(adjusted, np.nan)
    different = comparison.different()

    def cell(i: int, j: int) -> Cell:
        is_different = bool(different[i, j])
        return p_cell(adjusted[i, j], comparison.alpha, significant=is_different)

    kind = capitalised(adjusted_if(comparison, "p-values"))
    tests = Wording(comparison).pairwise_sentence()
    caption = phrase("{} for pairwise comparisons. {}", kind, tests)
    notes = (Wording(comparison).uncontrolled,)
    return table_of(key, caption, matrix_columns(comparison, cell), notes)


def matrix_columns(
    comparison: Comparison, cell: Callable[[int, int], Cell]
) -> Iterator[Filled]:
    """Return the columns of a matrix of all algorithms, starting with the best."""
    yield names_column(comparison)
    for j in comparison.order:
        yield Filled.right(
            Name(comparison.algorithms[j]), [cell(i, j) for i in comparison.order]
        )


def main_tables(
    comparison: Comparison, rope: float | None = None
) -> tuple[TableBlock, ...]:
    """Return the tables of ranks and of pairs that the report contains."""
    pairs = pairs_table(comparison, max_rows=MOST_PAIRS, rope=rope)
    return ranks_table(comparison), pairs


#: Maps each pairwise test to a sentence about the meaning of its statistic.
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
#: Maps each sign-flip test to a description of the quantities whose signs are flipped.
_FLIPPED = {
    "flip-ranks": "differences of the ranks",
    "flip-wilcoxon": "signed ranks of the differences",
    "flip-sign": "signs of the differences",
    "flip-t": "differences",
    "flip-t-relative": "relative differences",
}


def statistic_words(pair_test: str, variance: str | None = None) -> tuple[str, ...]:
    """Return the notes that define the statistic of a pairwise test.

    The result is empty if the test does not have a statistic.
    """
    if pair_test in _FLIPPED:
        return (
            f"T is the sum of the {_FLIPPED[pair_test]}, divided by the square root "
            "of the sum of their squares. It is positive if the first algorithm is "
            "better.",
            "The unadjusted p-value of a pair is the proportion of sign patterns in which "
            "its T is at least as extreme as observed.",
        )
    if pair_test not in _MEANINGS:
        return ()
    symbol = statistic_symbol(pair_test, variance)
    return (_MEANINGS[pair_test].format(symbol=symbol),)
