"""What follows from a comparison, in sentences; every list in them is read off the
decisions.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from cddiagram.comparing import Comparison
from cddiagram.stats import significant
from cddiagram.text import Name, Phrase, commas, named, phrase
from cddiagram.words.error_rates import decision_level
from cddiagram.words.names import RANK_NOUNS, rank_nouns, statistic_symbol
from cddiagram.words.numbers import (
    equals,
    format_count,
    format_p,
    format_rank,
    rank_decimals,
)

#: More names than this in one sentence are counted.
_NAMED = 12
#: Sentences about single algorithms are written up to so many algorithms; beyond, the
#: tables tell.
_MOST_ALGORITHMS = 12


def conclusions(comparison: Comparison) -> tuple[Phrase, ...]:
    """Say in sentences which algorithm ranks best and which are significantly
    different.
    """
    follows = _all_pairs if comparison.control is None else _against_control
    return (_best(comparison), *follows(comparison))


def pair_words(comparison: Comparison, i: int, j: int) -> Phrase:
    """Tell all numbers of a pair of columns in one sentence, the better average rank
    first.
    """
    place = {column: at for at, column in enumerate(comparison.order)}
    if place[j] < place[i]:
        i, j = j, i
    pairs, first, second = (
        comparison.pairwise,
        *(Name(comparison.algorithms[column]) for column in (i, j)),
    )
    ranks = comparison.ranking.average_ranks
    decimals = rank_decimals(ranks)
    both = f"{format_rank(ranks[i], decimals)} and {format_rank(ranks[j], decimals)}"
    start = phrase(
        "{} – {}: {} {}", first, second, rank_nouns(comparison.ranking.kind), both
    )
    p = float(pairs.pvalue_adjusted[i, j])
    if math.isnan(p):
        return Phrase(start, "; not tested")
    said = []
    if comparison.table is not None and comparison.table.has_gaps:
        said.append(f"n = {comparison.table.common[i, j]}")
    if not math.isnan(pairs.statistic[i, j]):
        symbol = statistic_symbol(pairs.kind, comparison.choices.get("variance"))
        said.append(f"{symbol} = {float(pairs.statistic[i, j]):.4g}")
    said.append(f"p {equals(format_p(float(pairs.pvalue[i, j]), comparison.alpha))}")
    if pairs.p_adjust != "none":
        said.append(f"adjusted p {equals(format_p(p, comparison.alpha))}")
    return Phrase(start, f", {', '.join(said)}: {_decision(comparison, i, j)}")


def algorithm_words(comparison: Comparison, column: int) -> Phrase:
    """Tell rank and decisions of one algorithm in one sentence."""
    ranks = comparison.ranking.average_ranks
    number = format_rank(ranks[column], rank_decimals(ranks))
    name = comparison.algorithms[column]
    place = np.count_nonzero(ranks < ranks[column] - 1e-9) + 1  # the same for ties
    start = Phrase(
        Name(name),
        f": {RANK_NOUNS[comparison.ranking.kind]} {number}, place {place} of "
        f"{len(ranks)}; ",
    )
    if comparison.control is not None:
        return Phrase(
            start,
            "the control"
            if name == comparison.control
            else _control_words(comparison, column),
        )
    different, same = _sides(comparison, column)
    if same:
        return Phrase(start, "not significantly different from ", names_words(same))
    tested = len(different) == len(ranks) - 1
    others = "all others" if tested else names_words(different)
    return (
        Phrase(start, "significantly different from ", others)
        if different
        else Phrase(start, "not tested")
    )


def names_words(names: Iterable[str]) -> Phrase:
    """List names; beyond a dozen the rest is counted, and none is said to be none."""
    listed = list(names)
    rest = len(listed) - _NAMED
    if not listed:
        return Phrase("none")
    return Phrase(commas(listed[:_NAMED]), f" and {rest} more" if rest > 0 else "")


def enumeration(names: Iterable[str]) -> Phrase:
    """List names within a sentence."""
    listed = list(names)
    if not 1 < len(listed) <= _NAMED:
        return names_words(listed)
    return phrase("{} and {}", commas(listed[:-1]), named(listed[-1]))


def _best(comparison: Comparison) -> Phrase:
    ranks, order = comparison.ranking.average_ranks, comparison.order
    best, noun = (
        format_rank(ranks[order[0]], rank_decimals(ranks)),
        RANK_NOUNS[comparison.ranking.kind],
    )
    shared = [
        comparison.algorithms[i]
        for i in order
        if abs(ranks[i] - ranks[order[0]]) < 1e-9
    ]
    return phrase(
        "{} {} the best {} ({}).",
        enumeration(shared),
        "share" if len(shared) > 1 else "has",
        noun,
        best,
    )


def _sides(comparison: Comparison, column: int) -> tuple[list[str], list[str]]:
    """Return the algorithms that differ from one, and those that do not, by average
    rank; untested ones are neither.
    """
    names, adjusted = comparison.algorithms, comparison.pairwise.pvalue_adjusted[column]
    others = np.array(comparison.order)
    others = others[(others != column) & ~np.isnan(adjusted[others])]
    apart = significant(adjusted[others], comparison.alpha)
    return [names[i] for i in others[apart]], [names[i] for i in others[~apart]]


def _all_pairs(comparison: Comparison) -> list[Phrase]:
    level = decision_level(comparison)
    k = len(comparison.algorithms)
    tested = k * (k - 1) // 2 - comparison.untested
    apart = int(comparison.different().sum()) // 2
    if not tested:
        return [Phrase("The pair was not tested." if k == 2 else "No pair was tested.")]
    if k == 2:
        verdict = "differ significantly" if apart else "are not significantly different"
        return [
            phrase(
                "{} {} at {}.",
                enumeration(comparison.algorithms[i] for i in comparison.order),
                verdict,
                level,
            )
        ]
    if not apart:
        none = (
            "No pair that was tested is"
            if comparison.untested
            else "No two algorithms are"
        )
        return [Phrase(f"{none} significantly different at {level}.")]
    if apart == tested and not comparison.untested:
        return [Phrase(f"All pairwise differences are significant at {level}.")]
    pairs = f"tested pair{'s' * (tested > 1)}" if comparison.untested else "pairs"
    are = "is" if apart == 1 else "are"
    count = (
        f"{format_count(apart)} of {format_count(tested)} {pairs} {are} significantly "
        f"different at {level}."
    )
    said = [Phrase(count)]
    columns = comparison.order if k <= _MOST_ALGORITHMS else comparison.order[:1]
    mentioned: set[frozenset[str]] = set()
    for column in columns:
        name = comparison.algorithms[column]
        different, same = _sides(comparison, column)
        if not {frozenset((name, other)) for other in different} - mentioned:
            continue  # its differences have been told from the other side
        mentioned |= {frozenset((name, other)) for other in different}
        rest = (
            Phrase("; it is not significantly different from ", enumeration(same))
            if same
            else ""
        )
        said.append(
            phrase(
                "{} differs significantly from {}{}.",
                Name(name),
                enumeration(different),
                rest,
            )
        )
    return said


def _against_control(comparison: Comparison) -> list[Phrase]:
    control, names = Name(comparison.control), comparison.algorithms
    level = decision_level(comparison)
    different, same = _sides(comparison, names.index(control))
    if comparison.pairwise.pair_test == "multiple-sign":
        if not different:
            others = Name(same[0]) if len(same) == 1 else "any of the other algorithms"
            return [
                phrase(
                    "{} is not shown to be better than {} at {}.",
                    control,
                    others,
                    level,
                )
            ]
        said = [
            phrase(
                "{} is shown to be better than {} at {}.",
                control,
                enumeration(different),
                level,
            )
        ]
        return [
            *said,
            *(
                [phrase("It is not shown to be better than {}.", enumeration(same))]
                if same
                else []
            ),
        ]
    if not different:
        none = (
            Phrase(Name(same[0]), " is not")
            if len(same) == 1
            else "None of the other algorithms is"
        )
        return [
            phrase(
                "{} significantly different from the control {} at {}.",
                none,
                control,
                level,
            )
        ]
    differ = "differs" if len(different) == 1 else "differ"
    said = [
        phrase(
            "{} {} significantly from the control {} at {}.",
            enumeration(different),
            differ,
            control,
            level,
        )
    ]
    return [
        *said,
        *(
            [phrase("Not significantly different from it: {}.", enumeration(same))]
            if same
            else []
        ),
    ]


def _control_words(comparison: Comparison, column: int) -> Phrase:
    control = Name(comparison.control)
    row = comparison.algorithms.index(control)
    p = float(comparison.pairwise.pvalue_adjusted[row, column])
    different = bool(significant(p, comparison.alpha))
    kind = "p" if comparison.pairwise.p_adjust == "none" else "adjusted p"
    number = f"({kind} {equals(format_p(p, comparison.alpha))})"
    if comparison.pairwise.pair_test == "multiple-sign":
        return phrase(
            "{} is {}shown to be better {}",
            control,
            "" if different else "not ",
            number,
        )
    return phrase("{} from {} {}", _decision(comparison, row, column), control, number)


def _decision(comparison: Comparison, i: int, j: int) -> str:
    different = significant(comparison.pairwise.pvalue_adjusted[i, j], comparison.alpha)
    return f"{'' if different else 'not '}significantly different"
