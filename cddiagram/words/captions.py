"""The captions of figures of a comparison: what was compared and how, and how to read
the figure.

An entry of the registry of figures names its functions here: ``reading`` is the last
sentence of the caption, and ``worded`` puts the caption together.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from cddiagram.comparing import Comparison
from cddiagram.procedures import ASSUMPTIONS_OF
from cddiagram.stats import excludes_zero
from cddiagram.text import (
    Name,
    Option,
    Phrase,
    Piece,
    UsageError,
    Words,
    choose_from,
    join,
    phrase,
    sentences,
)
from cddiagram.words.drawable import (
    bars_drawn,
    check_letters,
    check_scores,
    group_spans,
)
from cddiagram.words.error_rates import (
    crossing_words,
    place_confidence,
    place_limits,
    uncontrolled_words,
)
from cddiagram.words.inlines import with_symbols
from cddiagram.words.missing import missing_words, policy_words, runs_words
from cddiagram.words.names import RANK_NOUNS, rank_nouns
from cddiagram.words.numbers import SAME_RANK, format_count, format_level
from cddiagram.words.procedures import of_two, procedure_words
from cddiagram.words.sentences import (
    direction_words,
    no_result_words,
    omnibus_outcome_words,
    ranked_words,
    undecided_words,
    untested_words,
)

#: A matrix of more algorithms has no room for numbers on a page of usual size.
_MOST_WITH_NUMBERS = 30
#: Average ranks closer than this are the same.
_SAME = 1e-9


def caption_words(comparison: Comparison, reading: Piece, opening: Piece = "") -> Words:
    """Word the caption of a figure of one comparison, whose `opening` says what it
    shows; by default average ranks.
    """
    what, outcome = (
        opening or ranked_words(comparison),
        omnibus_outcome_words(comparison),
    )
    undecided = with_symbols(undecided_words(comparison))
    missing, procedure = missing_words(comparison), procedure_words(comparison)
    limits = (uncontrolled_words(comparison), no_result_words(comparison))
    data = (what, runs_words(comparison), missing)
    return sentences([*data, outcome, procedure, *limits, undecided, reading])


def matrix_caption_words(comparison: Comparison, reading: Piece) -> Words:
    """Word the caption of a matrix of p-values."""
    pairs, control = comparison.pairwise, comparison.control
    if pairs.n_hypotheses == 1:
        values = "The p-value"
    else:
        values = "The p-values" if pairs.p_adjust == "none" else "Adjusted p-values"
    datasets = (
        ""
        if comparison.n_datasets is None
        else f" on {comparison.n_datasets} data sets"
    )
    k = len(comparison.algorithms)
    two = of_two(comparison)
    if two is not None:
        compared = phrase(f" of the comparison of {{}} and {{}}{datasets}.", *two)
    elif control is None:
        compared = Phrase(f" of pairwise comparisons of {_algorithms_on(comparison)}.")
    else:
        compared = phrase(
            f" of comparisons of {k - 1} algorithms with the control {{}}{datasets}.",
            Name(control),
        )
    return caption_words(comparison, reading, join(*with_symbols(values), compared))


def pairs_caption_words(comparison: Comparison, reading: Piece) -> Words:
    """Word the caption of a matrix of pairs."""
    opening = (
        "Pairwise comparisons of "
        f"{_algorithms_on(comparison)}{_in_brackets(comparison)}."
    )
    return caption_words(comparison, reading, opening)


def scatter_caption_words(comparison: Comparison, reading: Piece) -> Words:
    """Word the caption of a scatter of the scores of a pair."""
    datasets, direction = f"{comparison.n_datasets} data sets", _in_brackets(comparison)
    two = of_two(comparison)
    if two is None:
        opening = Phrase(
            f"Scores of 2 of {len(comparison.algorithms)} algorithms on "
            f"{datasets}{direction}."
        )
    else:
        opening = phrase(f"Scores of {{}} and {{}} on {datasets}{direction}.", *two)
    return caption_words(comparison, reading, opening)


def forest_caption_words(comparison: Comparison, reading: Piece) -> Words:
    """Word the caption of a forest of differences."""
    start = "Differences in scores between"
    opening = f"{start} {_algorithms_on(comparison)}{_in_brackets(comparison)}."
    return caption_words(comparison, reading, opening)


def distribution_caption_words(comparison: Comparison, reading: Piece) -> Words:
    """Word the caption of a distribution of places."""
    direction = direction_words(comparison)
    brackets = f"{direction}; place 1 is best" if direction else "place 1 is best"
    opening = (
        f"Distribution of the places of {_algorithms_on(comparison)} ({brackets})."
    )
    return caption_words(comparison, reading, opening)


def _algorithms_on(comparison: Comparison) -> str:
    """Count algorithms, and data sets if their number is known."""
    algorithms = f"{len(comparison.algorithms)} algorithms"
    if comparison.n_datasets is None:
        return algorithms
    return f"{algorithms} on {comparison.n_datasets} data sets"


def _in_brackets(comparison: Comparison) -> str:
    """Say in brackets which scores are better."""
    direction = direction_words(comparison)
    return f" ({direction})" if direction else ""


def sequence_caption_words(comparison: Comparison, reading: Piece) -> Words:
    """Word what several comparisons have in common with this one."""
    what = ranked_words(comparison, several=True)
    procedure = procedure_words(comparison, difference=False)
    uncontrolled = uncontrolled_words(comparison)
    data = (what, runs_words(comparison, several=True), policy_words(comparison))
    return sentences([*data, procedure, uncontrolled, reading])


def assumptions_caption_words(comparison: Comparison, reading: Words) -> Words:
    """Word the caption of Q-Q plots: all that there is to say is how they are read."""
    return reading


def reading_of_assumptions(
    comparison: Comparison, *, of: str = "scores", **_: Any
) -> Words:
    """Say what Q-Q plots show, which is none of the ranks: the scores, or their
    differences from the best algorithm.
    """
    table, assumptions = (
        check_scores(comparison, "figure 'assumptions' shows"),
        comparison.assumptions,
    )
    assert assumptions is not None
    if of not in ASSUMPTIONS_OF:
        raise UsageError(choose_from(Option("of"), of, ASSUMPTIONS_OF))
    shown: tuple[str, ...] = (f"Scores of {table.k} algorithms",)
    normal = "scores"
    if of == "differences":
        best, others = Name(comparison.algorithms[assumptions.order[0]]), table.k - 1
        whom = (
            "the other algorithm"
            if others == 1
            else f"each of the {others} other algorithms"
        )
        shown = (
            "Scores of ",
            best,
            f", which has the best average rank, less those of {whom}",
        )
        normal = "differences"
    return join(
        *shown,
        *with_symbols(
            f" on {table.n} data sets ({direction_words(comparison)}; the best "
            "average rank first), standardised: "
            f"normal Q–Q plots, in each the line of normal {normal} and the pointwise "
            "95 % band of normal samples, and "
            "the p-value of the Shapiro–Wilk test, of which a small one speaks "
            "against normality."
        ),
    )


def _reading_of_places(comparison: Comparison) -> str:
    ranks = np.round(comparison.ranking.average_ranks, SAME_RANK)
    k, found = (
        len(ranks),
        np.array([comparison.rank_intervals[name] for name in comparison.algorithms]),
    )
    first, last = (
        1 + (ranks < ranks[:, np.newaxis]).sum(axis=1),
        (ranks <= ranks[:, np.newaxis]).sum(axis=1),
    )
    wide = (
        "; they are wide, as only pairs with the control are tested"
        if comparison.control is not None
        else ""
    )
    out = ""
    if ((found[:, 1] < first) | (found[:, 0] > last)).any():
        out = (
            "; one of an algorithm leaves out its place by average rank, which need "
            "not agree with tests of pairs"
        )
    return (
        f" Place intervals (the column of places; {place_confidence(comparison)}) are "
        "the "
        "places among these algorithms that the tests leave open: from 1 + the number "
        "of significantly better ones to "
        f"{k} minus the number of significantly worse ones{wide}{out}. "
        f"{place_limits(comparison)}"
    ).rstrip()


def reading_of_cd(
    comparison: Comparison,
    *,
    letters: str | bool = "auto",
    places: bool = False,
    **_: Any,
) -> str:
    """Say how a CD diagram is read, with bars or with letters for the groups, and with
    place intervals.
    """
    check_letters(comparison, letters)
    if comparison.control is not None:
        reading = _reading_of_control(comparison)
    elif letters is True or (letters == "auto" and not bars_drawn(comparison)):
        reading = _reading_of_letters(comparison)
    else:
        reading = _reading_of_bars(comparison)
    return (
        phrase("{}{}", reading, _reading_of_places(comparison)) if places else reading
    )


def _reading_of_letters(comparison: Comparison) -> str:
    if comparison.letter_groups is None:
        number = (
            f"{'The' if comparison.groups_complete else 'More than'} "
            f"{format_count(len(comparison.groups))}"
        )
        groups = (
            "groups of algorithms that are not significantly different are too many "
            "for bars and for letters."
        )
        return f"{number} {groups} {untested_words(comparison)}".rstrip()
    return (
        "Two algorithms share a letter if and only if they are not significantly "
        "different. The diamond is the "
        "best-ranked algorithm; of the others, filled markers differ significantly "
        "from it, hollow ones do not."
    )


def _reading_of_control(comparison: Comparison) -> str:
    shown: str
    if two := of_two(comparison):
        marker = "filled" if comparison.different().any() else "hollow"
        shown = phrase(
            "the marker of {}, which {}, is {}", two[1], _verdict(comparison), marker
        )
    elif comparison.pairwise.pair_test == "multiple-sign":
        shown = (
            "it is significantly better than algorithms with filled markers, but not "
            "than those with hollow ones"
        )
    else:
        shown = (
            "of the others, filled markers differ significantly from it, hollow ones "
            "do not"
        )
    interval = (
        "; the interval around it extends CD to either side, within the range of the "
        "axis"
    )
    if comparison.critical_difference is None:
        interval = ""
    return phrase("The control is the diamond; {}{}.", shown, interval)


def _verdict(comparison: Comparison) -> str:
    """Say of the other one of two algorithms whether it differs from the control, or
    from the better-ranked one.
    """
    apart = bool(comparison.different().any())
    if comparison.pairwise.pair_test == "multiple-sign":
        return f"is {'' if apart else 'not '}significantly worse than it"
    return f"{'differs' if apart else 'does not differ'} significantly from it"


def _reading_of_bars(comparison: Comparison) -> str:
    untested, names = untested_words(comparison), comparison.algorithms
    two = of_two(comparison)
    if not comparison.groups:
        return untested or (
            "The difference is significant."
            if two
            else "All differences are significant."
        )
    if two:
        return "The bar joins algorithms that are not significantly different."
    reading = "Algorithms that a bar joins are not significantly different"
    # Some group leaves out an algorithm that ranks between its members.
    if any(last - first >= members for first, last, members in group_spans(comparison)):
        reading += "; an algorithm that a thin link hops over is not in that group"
    lonely = {name for group in comparison.groups for name in group.algorithms} != set(
        names
    )
    if lonely and not untested:
        reading += "; an algorithm on no bar differs from all others"
    return f"{reading}. {untested}".rstrip()


def _held_against(comparison: Comparison, best: str = "best") -> tuple[str, str, str]:
    """Say who is marked, and what strong and weak marks of the others say of them."""
    whom = "control" if comparison.control is not None else f"{best}-ranked algorithm"
    if comparison.pairwise.pair_test == "multiple-sign":
        return whom, "are significantly worse than it", "are not"
    return whom, "differ significantly from it", "do not"


def reading_of_bars(comparison: Comparison, **_: Any) -> str:
    """Say how rank bars are read."""
    two = of_two(comparison)
    whom, strong, weak = _held_against(comparison, "better" if two else "best")
    nouns = rank_nouns(comparison.ranking.kind)
    bars = f", algorithms in the stronger gray {strong}, those in the weaker one {weak}"
    if two:
        bars = phrase("; {} {}", two[1], _verdict(comparison))
    start = f"{min(1, math.floor(min(comparison.ranking.average_ranks)))}"
    said = "Bars are {}, counted from {}; the {} is outlined{}{}."
    return phrase(said, nouns, start, whom, bars, _cut_words(comparison))


def _cut_words(comparison: Comparison) -> str:
    """Say where the cut lines stand: on the sides of the reference on which there are
    other algorithms.
    """
    difference = comparison.critical_difference
    if difference is None:
        return ""
    ranks, control = comparison.ranking.average_ranks, comparison.control
    rank = ranks[
        comparison.order[0] if control is None else comparison.algorithms.index(control)
    ]
    worse, better = (
        bool((ranks > rank + _SAME).any()),
        bool((ranks < rank - _SAME).any()) and rank - difference > 1.0,
    )
    if worse and better:
        return "; the lines mark its rank plus and minus the critical difference"
    return (
        f"; the line marks its rank {'minus' if better else 'plus'} the critical "
        "difference"
    )


def reading_of_matrix(
    comparison: Comparison, *, numbers: bool | None = None, **_: Any
) -> Words:
    """Say how a matrix of p-values is read, whose cells hold `numbers`, or may hold
    them where that is None.
    """
    pairs = comparison.pairwise
    values = (
        "p-values"
        if pairs.p_adjust == "none" or pairs.n_hypotheses == 1
        else "adjusted p-values"
    )
    if numbers is None and len(comparison.algorithms) > _MOST_WITH_NUMBERS:
        numbers = False
    control, untested = comparison.control, comparison.untested
    which = "of the pairs"
    if control is not None:  # one column, whose numbers have room
        which, numbers = "against the control (the diamond)", True
        untested = (
            int(
                np.isnan(
                    pairs.pvalue_adjusted[comparison.algorithms.index(control)]
                ).sum()
            )
            - 1
        )
    reading = f"Cells hold the {values} {which}, shaded more strongly for smaller ones"
    if not numbers:
        reading = (
            "Each cell is a pair, shaded more strongly for a smaller "
            f"{values.removesuffix('s')}"
        )
        reading += "; a number in a cell is this p-value" if numbers is None else ""
    return with_symbols(
        reading + ("; a crossed cell was not tested." if untested else ".")
    )


def reading_of_pairs(comparison: Comparison, **_: Any) -> Words:
    """Say how a pair matrix is read."""
    values = "p-value" if comparison.pairwise.p_adjust == "none" else "adjusted p-value"
    reading = (
        "Each cell holds, for its row against its column, the difference of the "
        "scores, wins, ties and losses, and "
        f"the {values}; bold is significantly different; blue where the row scores "
        "better, orange where it scores "
        "worse, stronger for larger differences."
    )
    return with_symbols(
        reading + (" A dash: not tested." if comparison.untested else "")
    )


def reading_of_scatter(comparison: Comparison, **_: Any) -> str:
    """Say how a scatter of one pair is read."""
    return (
        "Each dot is a data set with the scores of two algorithms; on the diagonal "
        "both score alike."
    )


def reading_of_mcb(comparison: Comparison, *, places: bool = False, **_: Any) -> str:
    """Say how multiple comparisons with the best are read."""
    return (
        "Intervals extend half the critical difference to either side of the average "
        "rank; an algorithm whose interval "
        "misses the gray band of the reference (bold name) differs significantly from "
        "it (filled marker); the diamond "
        "is the reference, hollow markers do not differ from it."
    ) + (_reading_of_places(comparison) if places else "")


def reading_of_distribution(
    comparison: Comparison, *, numbers: bool | None = None, **_: Any
) -> str:
    """Say how the distribution of places is read; `numbers` as for a matrix."""
    cells = "Cells, shaded more strongly for a larger share of the data sets, show"
    if numbers:
        cells = "Cells hold, with stronger shades for larger shares of the data sets,"
    parts = "algorithms that tie share their places in equal parts"
    kind = comparison.ranking.kind
    mean = f"; the mean place is the {RANK_NOUNS[kind]}" if kind == "friedman" else ""
    return f"{cells} how often an algorithm holds each place; {parts}{mean}."


def reading_of_sequence(comparison: Comparison, **_: Any) -> str:
    """Say how a sequence of diagrams is read."""
    marks = (
        "Bars right of an axis join algorithms that are not significantly different "
        "there."
    )
    if comparison.control is not None:
        marks = "Hollow markers are not significantly different from the control."
        if comparison.pairwise.pair_test == "multiple-sign":
            marks = (
                "The control is not shown to be better than algorithms with hollow "
                "markers."
            )
    ruler = comparison.control is None and comparison.critical_difference is not None
    marks += " The ruler left of an axis is its critical difference." if ruler else ""
    return f"A line follows each algorithm from one comparison to the next. {marks}"


def reading_of_stack(comparison: Comparison, **_: Any) -> str:
    """Say how a stack of diagrams is read."""
    marks = "In each, algorithms that a bar joins are not significantly different."
    if comparison.control is not None:
        marks = (
            _reading_of_control(comparison).partition("; the interval")[0].rstrip(".")
            + "."
        )
    elif not bars_drawn(comparison):
        marks = _reading_of_letters(comparison)
    elif comparison.critical_difference is not None:
        marks = marks.replace(".", ", and the ruler is its critical difference.")
    return f"Each diagram is one comparison; all have the same axis. {marks}"


def reading_of_forest(comparison: Comparison, **_: Any) -> str:
    """Say how differences with intervals are read."""
    level = format_level(1 - comparison.alpha)
    otherwise = ""
    if _tests_decide_otherwise(comparison):
        otherwise = (
            "A dagger (†) marks the rows for which the tests named decide otherwise. "
        )
    effects = comparison.simultaneous_effects
    crossing = ""
    if effects is not None:
        crossing = crossing_words(
            comparison, effects.interval_low, effects.interval_high
        )
    return (
        "Markers are Hodges–Lehmann estimates of the differences of scores. The "
        "intervals are simultaneous with at "
        f"least {level} confidence, whatever the adjustment of the tests. A marker is "
        "filled if its interval excludes "
        "0 and hollow if it includes 0. A diamond marks the algorithm that all others "
        "are compared with. "
        f"{otherwise}{crossing}"
    ).rstrip()


def _tests_decide_otherwise(comparison: Comparison) -> bool:
    """Whether the tests of some pair and its simultaneous interval disagree about a
    difference of 0.
    """
    effects = comparison.simultaneous_effects
    if effects is None:
        return False
    tested = ~np.isnan(comparison.pairwise.pvalue_adjusted) & ~np.isnan(
        effects.hodges_lehmann
    )
    outside = excludes_zero(effects.interval_low, effects.interval_high)
    return bool((tested & (comparison.different() != outside)).any())


def reading_of_costs(comparison: Comparison, **_: Any) -> str:
    """Say how scores against costs are read."""
    whom, strong, weak = _held_against(comparison)
    return (
        "No other algorithm is at least as good and as cheap as one on the line, the "
        "Pareto front, whose members have "
        f"a ring. The {whom} is the diamond; filled markers {strong}, hollow ones "
        f"{weak}."
    )
