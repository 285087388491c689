"""Captions for the figures of a comparison.

Each figure is registered with the names of two functions in this module: the function
``reading`` explains the marks in the figure, and ``worded`` composes the caption.
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
    RichText,
    TextPart,
    UsageError,
    choose_from,
    counted,
    join,
    phrase,
    sentences,
)
from cddiagram.words.drawable import (
    bars_drawn,
    check_letters,
    check_scores,
    group_spans,
    letters_possible,
)
from cddiagram.words.error_rates import (
    crossing_words,
    interval_words,
    uncontrolled_words,
)
from cddiagram.words.inlines import plain_words
from cddiagram.words.missing import missing_words, policy_words, runs_words
from cddiagram.words.names import RANK_NOUNS, RANKINGS, rank_nouns
from cddiagram.words.numbers import SAME_RANK, format_count, format_level
from cddiagram.words.parts import P, worded
from cddiagram.words.procedures import (
    is_in_brackets,
    procedure_words,
    role_of_control,
    selection_words,
    test_in_brackets,
    two_algorithms,
)
from cddiagram.words.sentences import (
    direction_words,
    no_result_words,
    omnibus_words,
    on_datasets,
    stopped_search_words,
    untested_words,
)

#: The cells of a matrix contain numbers only if there are at most this many algorithms.
#: This limit is suitable for pages of the usual size.
_MOST_WITH_NUMBERS = 30
#: Two average ranks are considered equal if they differ by at most this amount.
_SAME = 1e-9


# -- captions ----------------------------------------------------------------------------


def caption_words(comparison: Comparison, reading: TextPart) -> RichText:
    """Compose the caption of a figure that shows average ranks.

    If the name of the test is short, `reading` already contains it.
    """
    numbers = RANKINGS[comparison.ranking.kind]
    opening = f"{numbers} of {_algorithms_on(comparison)}."
    return _caption_of_ranks(comparison, opening, reading)


def cd_caption_words(comparison: Comparison, reading: TextPart) -> RichText:
    """Compose the caption of a critical-difference diagram."""
    opening = f"Critical-difference diagram of {_subject(comparison)}."
    return _caption_of_ranks(comparison, opening, reading)


def mcb_caption_words(comparison: Comparison, reading: TextPart) -> RichText:
    """Compose the caption of a figure of multiple comparisons with the best (MCB)."""
    reference = "best"
    if role_of_control(comparison) == "control":
        reference = "control"
    opening = f"Multiple comparisons with the {reference} for {_subject(comparison)}."
    return _caption_of_ranks(comparison, opening, reading)


def cost_caption_words(comparison: Comparison, reading: TextPart) -> RichText:
    """Compose the caption of a plot of performance against cost."""
    opening = f"Cost and performance of {_algorithms_on(comparison)}."
    return _caption_of_ranks(comparison, opening, reading)


def _caption_of_ranks(
    comparison: Comparison, opening: str, reading: TextPart
) -> RichText:
    """Compose the caption of a figure that shows ranks.

    If the name of the test is short, `reading` already contains it.
    """
    tests: RichText = ()
    if not is_in_brackets(comparison):
        tests = procedure_words(comparison)
    ranks = _best_rank_words(comparison)
    return _caption(comparison, [opening, ranks], tests, reading)


def _caption(
    comparison: Comparison, opening: list[TextPart], tests: TextPart, reading: TextPart
) -> RichText:
    """Join the parts of a caption: the opening, the data, the pairwise tests, the
    explanation of the marks, the limitations of the tests, and the omnibus test.
    """
    data = [runs_words(comparison), missing_words(comparison)]
    limits: list[TextPart] = [
        uncontrolled_words(comparison),
        no_result_words(comparison),
        stopped_search_words(comparison),
    ]
    omnibus = omnibus_words(comparison)
    return sentences([*opening, *data, tests, reading, *limits, omnibus])


def _caption_of_pairs(
    comparison: Comparison, opening: TextPart, reading: TextPart
) -> RichText:
    """Compose the caption of a figure that shows scores or pairs.

    Here, `reading` does not name the test.
    """
    return _caption(comparison, [opening], procedure_words(comparison), reading)


def _subject(comparison: Comparison) -> str:
    """Count the algorithms and the data sets.

    Name the kind of rank if it is not the simple average rank.
    """
    algorithms = _algorithms_on(comparison)
    if comparison.ranking.kind == "friedman":
        return algorithms
    return f"the {rank_nouns(comparison.ranking.kind)} of {algorithms}"


def _best_rank_words(comparison: Comparison) -> str:
    """State which ranks and which scores are better."""
    best = "Rank 1 is best"
    if comparison.ranking.kind == "aligned":
        best = "The smallest average aligned rank is best"
    return f"{best}{_in_brackets(comparison)}."


def _algorithms_on(comparison: Comparison) -> str:
    """Count the algorithms and, if their number is known, the data sets."""
    return f"{_algorithms(comparison)}{on_datasets(comparison)}"


def _algorithms(comparison: Comparison) -> str:
    return counted(len(comparison.algorithms), "algorithm")


def _in_brackets(comparison: Comparison) -> str:
    """State in brackets which scores are better."""
    direction = direction_words(comparison)
    if not direction:
        return ""
    return f" ({direction})"


def matrix_caption_words(comparison: Comparison, reading: TextPart) -> RichText:
    """Compose the caption of a matrix of p-values."""
    values = _values(comparison, "The {}-value", "The {}-values", "Adjusted {}-values")
    datasets, two = on_datasets(comparison), two_algorithms(comparison)
    compared: Phrase
    if two is not None:
        compared = phrase(f" for the comparison of {{}} and {{}}{datasets}.", *two)
    elif comparison.control is None:
        compared = Phrase(f" for pairwise comparisons of {_algorithms_on(comparison)}.")
    else:
        others = counted(len(comparison.algorithms) - 1, "algorithm")
        compared = Phrase(
            f" for comparisons of {others} with the "
            f"{role_of_control(comparison)}{datasets}."
        )
    return _caption_of_pairs(comparison, join(*worded(values, P), compared), reading)


def _values(comparison: Comparison, one: str, several: str, adjusted: str) -> str:
    """Return the term for one p-value, for several unadjusted p-values, or for adjusted
    p-values.
    """
    pairs = comparison.pairwise
    if pairs.n_hypotheses == 1:
        return one
    if pairs.p_adjust == "none":
        return several
    return adjusted


def pairs_caption_words(comparison: Comparison, reading: TextPart) -> RichText:
    """Compose the caption of a pair matrix."""
    algorithms, direction = _algorithms_on(comparison), _in_brackets(comparison)
    opening = f"Pairwise comparisons of {algorithms}{direction}."
    return _caption_of_pairs(comparison, opening, reading)


def scatter_caption_words(comparison: Comparison, reading: TextPart) -> RichText:
    """Compose the caption of a scatter plot that shows the scores of two algorithms."""
    where = f"{on_datasets(comparison)}{_in_brackets(comparison)}"
    two = two_algorithms(comparison)
    if two is None:
        opening = Phrase(f"Scores of two of the {_algorithms(comparison)}{where}.")
    else:
        opening = phrase(f"Scores of {{}} and {{}}{where}.", *two)
    return _caption_of_pairs(comparison, opening, reading)


def forest_caption_words(comparison: Comparison, reading: TextPart) -> RichText:
    """Compose the caption of a forest plot of differences."""
    algorithms, direction = _algorithms_on(comparison), _in_brackets(comparison)
    opening = (
        "Hodges–Lehmann estimates of the score differences between "
        f"{algorithms}{direction}."
    )
    return _caption_of_pairs(comparison, opening, reading)


def distribution_caption_words(comparison: Comparison, reading: TextPart) -> RichText:
    """Compose the caption of a figure that shows the distribution of ranks."""
    algorithms, direction = _algorithms_on(comparison), _in_brackets(comparison)
    opening = f"Distribution of the ranks of {algorithms}. Rank 1 is best{direction}."
    return _caption_of_pairs(comparison, opening, reading)


def sequence_caption_words(comparison: Comparison, reading: TextPart) -> RichText:
    """Compose the caption of a sequence of comparisons that have the same settings as
    this comparison.
    """
    numbers = RANKINGS[comparison.ranking.kind]
    opening = f"{numbers} of {_algorithms(comparison)} in several comparisons."
    return _caption_of_several(comparison, opening, reading)


def stack_caption_words(comparison: Comparison, reading: TextPart) -> RichText:
    """Compose the caption of stacked diagrams whose comparisons have the same settings
    as this comparison.
    """
    ranks = ""
    if comparison.ranking.kind != "friedman":
        ranks = f"the {rank_nouns(comparison.ranking.kind)} of "
    opening = (
        f"Critical-difference diagrams of {ranks}{_algorithms(comparison)} in several "
        "comparisons."
    )
    return _caption_of_several(comparison, opening, reading)


def _caption_of_several(
    comparison: Comparison, opening: str, reading: TextPart
) -> RichText:
    """Compose the caption of a figure of several comparisons with the same settings."""
    return sentences(
        [
            opening,
            _best_rank_words(comparison),
            runs_words(comparison, several=True),
            policy_words(comparison),
            procedure_words(comparison, difference=False),
            reading,
            uncontrolled_words(comparison),
        ]
    )


def assumptions_caption_words(comparison: Comparison, reading: RichText) -> RichText:
    """Compose the caption of Q–Q plots."""
    return sentences([reading, runs_words(comparison), missing_words(comparison)])


# -- explanations -------------------------------------------------------------------------


def reading_of_assumptions(
    comparison: Comparison, *, of: str = "scores", **_: Any
) -> RichText:
    """Explain Q–Q plots of the scores or of the differences from the best algorithm's
    scores.
    """
    table = check_scores(comparison, "figure 'assumptions' shows")
    assumptions = comparison.assumptions
    assert assumptions is not None
    if of not in ASSUMPTIONS_OF:
        raise UsageError(choose_from(Option("of"), of, ASSUMPTIONS_OF))
    subject: TextPart = f"scores of {counted(table.k, 'algorithm')}"
    order = " The plots are ordered by average rank."
    if of == "differences":
        best = Name(comparison.algorithms[assumptions.order[0]])
        subject = phrase(
            "differences between the scores of {}, which has the best average rank, and "
            "the scores of {}",
            best,
            _other_algorithms(table.k),
        )
        if table.k == 2:
            order = ""
    plots = worded(
        f"Normal Q–Q plots of the standardised {{}} on {table.n} data sets.{order}",
        subject,
    )
    return sentences(
        [
            plots,
            "The line and the pointwise 95% band show what is expected for normal "
            "samples.",
            worded("A small Shapiro–Wilk {}-value is evidence against normality.", P),
        ]
    )


def _other_algorithms(k: int) -> str:
    if k == 2:
        return "the other algorithm"
    return f"each of the {k - 1} other algorithms"


def _reading_of_rank_intervals(comparison: Comparison) -> RichText:
    """Explain the column that contains the rank intervals."""
    k = len(comparison.algorithms)
    meaning = (
        "The rank interval of an algorithm contains the ranks that the tests do not "
        "exclude."
    )
    ends = (
        "It extends from 1 plus the number of significantly better algorithms to "
        f"{k} minus the number of significantly worse algorithms."
    )
    excluded = ""
    if _excludes_own_position(comparison):
        excluded = (
            "A rank interval can exclude the position of its algorithm by average rank, "
            "because average ranks and pairwise tests can disagree."
        )
    return sentences([meaning, ends, excluded, interval_words(comparison)])


def _excludes_own_position(comparison: Comparison) -> bool:
    """Return whether any rank interval excludes the position of its algorithm by
    average rank.
    """
    ranks = np.round(comparison.ranking.average_ranks, SAME_RANK)
    intervals = [comparison.rank_intervals[name] for name in comparison.algorithms]
    low, high = np.array(intervals).T
    first = 1 + (ranks < ranks[:, np.newaxis]).sum(axis=1)
    last = (ranks <= ranks[:, np.newaxis]).sum(axis=1)
    return bool(((high < first) | (low > last)).any())


def reading_of_cd(
    comparison: Comparison,
    *,
    letters: str | bool = "auto",
    show_rank_intervals: bool = False,
    **_: Any,
) -> RichText:
    """Explain a CD diagram in which bars or letters show the groups, optionally with
    rank intervals.
    """
    check_letters(comparison, letters)
    decided = test_in_brackets(comparison)
    reading: RichText
    if comparison.control is not None:
        reading = _reading_of_control(comparison, decided)
    elif letters is True or (letters == "auto" and not bars_drawn(comparison)):
        reading = _reading_of_letters(comparison, decided)
    elif letters == "auto" and letters_possible(comparison):
        reading = _reading_of_bars_or_letters(decided)
    else:
        reading = _reading_of_bars(comparison, decided)
    if not show_rank_intervals:
        return reading
    return sentences([reading, _reading_of_rank_intervals(comparison)])


def _reading_of_letters(comparison: Comparison, decided: RichText = ()) -> RichText:
    if comparison.letter_groups is None:
        groups = worded(
            f"{_number_of_groups(comparison)} groups of algorithms that are not "
            "significantly different{} are too many to be shown by bars or letters.",
            decided,
        )
        return sentences([groups, untested_words(comparison)])
    return sentences(
        [
            worded(
                "Two algorithms share a letter if and only if they are not "
                "significantly different{}.",
                decided,
            ),
            "Filled markers denote algorithms that differ significantly from the "
            "best-ranked algorithm (diamond); hollow markers denote those that do not.",
        ]
    )


def _reading_of_bars_or_letters(decided: RichText) -> RichText:
    """Explain bars and letters, because the width of the figure determines which of
    them show the groups.
    """
    template = (
        "Two algorithms that are connected by a bar or share a letter are not "
        "significantly different{}; all other pairs are."
    )
    return worded(template, decided)


def _number_of_groups(comparison: Comparison) -> str:
    count = format_count(len(comparison.groups))
    if comparison.groups_complete:
        return f"The {count}"
    return f"More than {count}"


def _filled_and_hollow(comparison: Comparison, decided: RichText = ()) -> RichText:
    """Explain filled and hollow markers. The previous sentence explains the diamond."""
    strong, weak = _verbs(comparison)
    return worded(
        f"Filled markers denote algorithms that {strong}{{}}; hollow markers denote "
        f"those that {weak}.",
        decided,
    )


def _verbs(comparison: Comparison) -> tuple[str, str]:
    """Return the predicates that explain strong and weak marks.

    The previous sentence names the reference.
    """
    if comparison.pairwise.pair_test == "multiple-sign":
        return "are significantly worse than it", "are not"
    return "differ significantly from it", "do not"


def _reading_of_control(comparison: Comparison, decided: RichText = ()) -> RichText:
    two = two_algorithms(comparison)
    interval = _control_interval(comparison)
    if two is not None:
        diamond = f"The diamond marks the {role_of_control(comparison)}."
        return sentences([diamond, _marker_of_other(comparison, two[1]), interval])
    return sentences(
        [
            *_diamond(comparison, decided),
            _filled_and_hollow(comparison, decided),
            interval,
        ]
    )


def _diamond(comparison: Comparison, decided: RichText) -> list[TextPart]:
    """Explain the diamond.

    Also explain how the best-ranked algorithm was selected, unless the sentence about
    the tests does so.
    """
    diamond = phrase("The diamond marks {}.", _reference(comparison, decided))
    if not decided:
        return [diamond]
    return [diamond, selection_words(comparison)]


def _reference(comparison: Comparison, decided: RichText) -> Phrase:
    """Return the role of the reference, with its name unless the sentence about the
    tests contains it.
    """
    role = role_of_control(comparison)
    if comparison.control is None or not decided:
        return Phrase(f"the {role}")
    return phrase(f"the {role}, {{}}", Name(comparison.control))


def _marker_of_other(comparison: Comparison, other: Name) -> Phrase:
    """Explain the marker of the algorithm that is not the control in a comparison of
    two algorithms.
    """
    marker = "hollow"
    if comparison.different().any():
        marker = "filled"
    verdict = _verdict_about_two(comparison)
    return phrase(f"The {marker} marker indicates that {{}} {verdict}.", other)


def _verdict_about_two(comparison: Comparison) -> str:
    """Return a predicate that states whether the other algorithm differs from the
    reference.
    """
    verdicts = {
        (True, True): "is significantly worse than",
        (True, False): "is not significantly worse than",
        (False, True): "differs significantly from",
        (False, False): "does not differ significantly from",
    }
    is_one_sided = comparison.pairwise.pair_test == "multiple-sign"
    verdict = verdicts[is_one_sided, bool(comparison.different().any())]
    return f"{verdict} the {role_of_control(comparison)}"


def _control_interval(comparison: Comparison) -> RichText:
    """Explain the interval around the control.

    Return an empty text if the critical difference is undefined.
    """
    if comparison.critical_difference is None:
        return ()
    return (
        "The horizontal interval extends one critical difference to either side of the "
        f"{role_of_control(comparison)}, but not beyond the axis.",
    )


def _reading_of_bars(comparison: Comparison, decided: RichText = ()) -> RichText:
    untested, two = untested_words(comparison), two_algorithms(comparison)
    if not comparison.groups:
        if untested:
            return (untested,)
        if two is not None:
            return ("The difference is significant.",)
        return worded("All pairwise differences are significant{}.", decided)
    if two is not None:
        return ("The bar connects algorithms that are not significantly different.",)
    gap = ""
    if _has_gap(comparison):
        gap = (
            "; an arch or a thin line in a bar marks an algorithm that is not in the "
            "group"
        )
    template = "Bars connect algorithms that are not significantly different{}{}."
    bars = worded(template, decided, gap)
    alone = ""
    if not untested and _has_ungrouped(comparison):
        alone = "An algorithm without a bar differs significantly from all others."
    return sentences([bars, alone, untested])


def _has_gap(comparison: Comparison) -> bool:
    """Return whether an algorithm that ranks between two members of a group is not in
    that group.
    """
    return any(
        last - first >= members for first, last, members in group_spans(comparison)
    )


def _has_ungrouped(comparison: Comparison) -> bool:
    """Return whether any algorithm does not belong to a group."""
    grouped = {name for group in comparison.groups for name in group.algorithms}
    return grouped != set(comparison.algorithms)


def reading_of_bars(comparison: Comparison, **_: Any) -> RichText:
    """Explain the bars in a bar chart of average ranks."""
    start = min(1, math.floor(min(comparison.ranking.average_ranks)))
    decided = test_in_brackets(comparison)
    reference = _reference(comparison, decided)
    parts: list[TextPart] = [phrase("The outlined bar belongs to {}.", reference)]
    if decided:
        parts.append(selection_words(comparison))
    parts += [
        _reading_of_shades(comparison, decided),
        _reading_of_cut_lines(comparison),
        f"Bars start at {start}.",
    ]
    return sentences(parts)


def _reading_of_shades(comparison: Comparison, decided: RichText) -> TextPart:
    two = two_algorithms(comparison)
    if two is not None:
        return phrase(f"{{}} {_verdict_about_two(comparison)}.", two[1])
    strong, weak = _verbs(comparison)
    return worded(
        f"Dark grey bars belong to algorithms that {strong}{{}}; light grey bars belong "
        f"to those that {weak}.",
        decided,
    )


def _reading_of_cut_lines(comparison: Comparison) -> str:
    """Explain the lines that are one critical difference away from the reference.

    On each side of the reference, a line is drawn only if there is an algorithm on that
    side.
    """
    difference = comparison.critical_difference
    if difference is None:
        return ""
    ranks, reference = comparison.ranking.average_ranks, comparison.order[0]
    if comparison.control is not None:
        reference = comparison.algorithms.index(comparison.control)
    rank = ranks[reference]
    worse = bool((ranks > rank + _SAME).any())
    better = bool((ranks < rank - _SAME).any()) and rank - difference > 1.0
    role = role_of_control(comparison)
    if worse and better:
        return (
            f"The lines mark the rank of the {role} plus and minus the critical "
            "difference."
        )
    if better:
        return f"The line marks the rank of the {role} minus the critical difference."
    return f"The line marks the rank of the {role} plus the critical difference."


def reading_of_matrix(
    comparison: Comparison, *, numbers: bool | None = None, **_: Any
) -> RichText:
    """Explain the cells of a matrix of p-values.

    The cells contain numbers if `numbers` is True. If `numbers` is None, the layout of
    the figure determines whether they do, so the caption covers both cases.
    """
    # If the matrix has only one column, its cells are wide enough for numbers.
    if comparison.control is not None:
        diamond = f"The diamond marks the {role_of_control(comparison)}."
        cells = _reading_of_cells(comparison, numbers=True)
        column = comparison.algorithms.index(comparison.control)
        missing = np.isnan(comparison.pairwise.pvalue_adjusted[column])
        # The value on the diagonal is missing in every column.
        has_untested = int(missing.sum()) > 1
    else:
        diamond = ""
        if numbers is None and len(comparison.algorithms) > _MOST_WITH_NUMBERS:
            numbers = False
        cells = _reading_of_cells(comparison, numbers)
        has_untested = bool(comparison.untested)
    if not has_untested:
        return sentences([diamond, cells])
    crossed = "A crossed cell marks a pair that was not tested."
    return sentences([diamond, cells, crossed])


def _reading_of_cells(comparison: Comparison, numbers: bool | None) -> RichText:
    values = _values(comparison, "{}-values", "{}-values", "adjusted {}-values")
    if numbers:
        return worded(f"Cells show the {values}; darker cells mark smaller values.", P)
    darker = f"Darker cells mark smaller {values}."
    if numbers is None:
        numbers_words = f"Numbers in the cells, if shown, are the {values}."
        return worded(f"{darker} {numbers_words}", P, P)
    return worded(darker, P)


def reading_of_pairs(comparison: Comparison, **_: Any) -> RichText:
    """Explain the cells of a pair matrix."""
    value = "adjusted {}-value"
    if comparison.pairwise.p_adjust == "none":
        value = "{}-value"
    cells = worded(
        "Each cell compares the algorithm in its row with the algorithm in its column. "
        "It shows the difference in scores, the numbers of wins, ties and losses, and "
        f"the {value}.",
        P,
    )
    dash = ""
    if comparison.untested:
        dash = "A dash marks a pair that was not tested."
    return sentences(
        [
            cells,
            "Unfilled cells mark differences that are not significant. The algorithm in "
            "the row has better scores in blue cells and worse scores in orange cells. "
            "Stronger colours indicate larger differences.",
            dash,
        ]
    )


def reading_of_scatter(comparison: Comparison, **_: Any) -> Phrase:
    """Explain the points of a scatter plot for one pair."""
    reading = "Each point represents one data set; points on the diagonal are ties."
    two = two_algorithms(comparison)
    table, effects = comparison.table, comparison.effects
    if two is None or table is None or effects is None:
        return Phrase(reading)
    first, second = (comparison.algorithms.index(name) for name in two)
    bold = ""
    if comparison.different()[first, second]:
        bold = " The difference is significant; the larger number is bold."
    wins = counted(int(effects.wins[first, second]), "data set")
    losses = format_count(int(effects.wins[second, first]))
    return phrase(
        f"{reading} {{}} is better on {wins}, and {{}} on {losses}.{bold}", *two
    )


def reading_of_mcb(
    comparison: Comparison, *, show_rank_intervals: bool = False, **_: Any
) -> RichText:
    """Explain the intervals in a figure of multiple comparisons with the best."""
    reference = "reference"
    if comparison.control is not None:
        reference = role_of_control(comparison)
    decision = worded(
        f"An algorithm differs significantly from the {reference} if its interval does "
        "not overlap the grey band{}; the markers of such algorithms are filled.",
        test_in_brackets(comparison),
    )
    noun = RANK_NOUNS[comparison.ranking.kind]
    parts: list[TextPart] = [
        "Intervals extend half the critical difference (CD/2) on either side of the "
        f"{noun}.",
        f"A diamond and a bold name mark the {reference}.",
        decision,
    ]
    if is_in_brackets(comparison):
        parts.append(selection_words(comparison))
    if show_rank_intervals:
        parts.append(_reading_of_rank_intervals(comparison))
    return sentences(parts)


def reading_of_distribution(
    comparison: Comparison, *, numbers: bool | None = None, **_: Any
) -> str:
    """Explain the cells of a figure of rank distributions, which contain numbers if
    `numbers` is True.
    """
    cells = (
        "Each cell shows the percentage of data sets on which an algorithm has a given "
        "rank; darker cells mark larger percentages."
    )
    if not numbers:
        cells = (
            "Each cell represents the proportion of data sets on which an algorithm has "
            "a given rank; darker cells mark larger proportions."
        )
    ties = "Tied algorithms share their ranks equally."
    if comparison.ranking.kind != "friedman":
        return f"{cells} {ties}"
    return f"{cells} {ties} The mean of each distribution is the average rank."


def reading_of_sequence(comparison: Comparison, **_: Any) -> str:
    """Explain the lines and bars in a sequence of diagrams."""
    lines = "Lines connect the ranks of each algorithm in successive comparisons."
    ruler = ""
    if comparison.control is None and comparison.critical_difference is not None:
        ruler = " The ruler to the left of an axis shows the critical difference."
    return f"{lines} {_marks_of_sequence(comparison)}{ruler}"


def _marks_of_sequence(comparison: Comparison) -> str:
    if comparison.control is None:
        return (
            "Bars to the right of an axis connect algorithms that are not significantly "
            "different in that comparison."
        )
    if comparison.pairwise.pair_test == "multiple-sign":
        return (
            "Hollow markers denote algorithms that are not significantly worse than the "
            "control."
        )
    return (
        "Hollow markers denote algorithms that are not significantly different from the "
        "control."
    )


def reading_of_stack(comparison: Comparison, **_: Any) -> Phrase:
    """Explain the marks in a stack of diagrams."""
    axis, two = "All diagrams share one axis.", two_algorithms(comparison)
    if two is not None and comparison.control is not None:
        marker = _marker_of_other(comparison, two[1])
        return phrase("{} The diamond marks the control. {}", axis, marker)
    if comparison.control is not None:
        marks = plain_words(_filled_and_hollow(comparison))
        return Phrase(
            f"{axis} The diamond marks the {role_of_control(comparison)}. {marks}"
        )
    if not bars_drawn(comparison):
        return Phrase(f"{axis} {plain_words(_reading_of_letters(comparison))}")
    marks = "Bars connect algorithms that are not significantly different."
    if comparison.critical_difference is not None:
        marks = f"{marks} The ruler of each diagram shows its critical difference."
    return Phrase(f"{axis} {marks}")


def reading_of_forest(comparison: Comparison, **_: Any) -> RichText:
    """Explain the intervals and markers in a forest plot of differences."""
    level = format_level(1 - comparison.alpha)
    effects = comparison.simultaneous_effects
    dagger = crossing = unbounded = ""
    if effects is not None and np.isinf(effects.interval_high).any():
        unbounded = "Arrows mark unbounded intervals."
    if _tests_decide_otherwise(comparison):
        dagger = (
            "A dagger (†) marks rows in which the interval and the pairwise test lead to "
            "different decisions."
        )
    if effects is not None:
        crossing = crossing_words(
            comparison, effects.interval_low, effects.interval_high
        )
    return sentences(
        [
            "Thin lines show simultaneous confidence intervals (confidence level at least "
            f"{level}), which do not depend on the adjustment of the tests. Thick lines "
            "show 50% confidence intervals for the individual pairs.",
            unbounded,
            "Filled markers denote intervals that exclude 0; hollow markers denote "
            "intervals that contain 0.",
            "A diamond, if shown, marks the reference with which the other algorithms "
            "are compared.",
            dagger,
            crossing,
        ]
    )


def _tests_decide_otherwise(comparison: Comparison) -> bool:
    """Return whether any pairwise test disagrees with the simultaneous interval for the
    same pair.
    """
    effects = comparison.simultaneous_effects
    if effects is None:
        return False
    tested = ~np.isnan(comparison.pairwise.pvalue_adjusted) & ~np.isnan(
        effects.hodges_lehmann
    )
    outside = excludes_zero(effects.interval_low, effects.interval_high)
    return bool((tested & (comparison.different() != outside)).any())


def reading_of_costs(comparison: Comparison, **_: Any) -> RichText:
    """Explain the Pareto front in a plot of performance against cost."""
    decided = test_in_brackets(comparison)
    return sentences(
        [
            "The line connects the algorithms on the Pareto front, which have ringed "
            "markers. An algorithm is on the front if no other algorithm is at least as "
            "good in both performance and cost and strictly better in one of them.",
            *_diamond(comparison, decided),
            _filled_and_hollow(comparison, decided),
        ]
    )
