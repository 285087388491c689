"""The conclusions from a comparison, in sentences."""

from __future__ import annotations

import math

import numpy as np

from cddiagram.comparing import Comparison
from cddiagram.stats import significant
from cddiagram.text import Name, Phrase, phrase
from cddiagram.words.error_rates import decision_level
from cddiagram.words.names import RANK_NOUNS, rank_nouns, statistic_symbol
from cddiagram.words.numbers import (
    equals,
    format_count,
    format_p,
    format_rank,
    rank_decimals,
)
from cddiagram.words.parts import count_at_start, enumeration, pair_name
from cddiagram.words.procedures import role_of_control

#: Sentences about single algorithms are written for at most this many algorithms; for
#: more, the tables show the decisions.
_MOST_ALGORITHMS = 12


def conclusions(comparison: Comparison) -> tuple[Phrase, ...]:
    """Report which algorithm ranks best and which algorithms are significantly
    different.
    """
    if comparison.control is None:
        return (_best(comparison), *_all_pairs(comparison))
    if comparison.pairwise.pair_test == "multiple-sign":
        return (_best(comparison), *_control_is_better(comparison))
    return (_best(comparison), *_against_control(comparison))


def pair_words(comparison: Comparison, i: int, j: int) -> Phrase:
    """Report the numbers of a pair of columns, the better average rank first."""
    position = {column: at for at, column in enumerate(comparison.order)}
    if position[j] < position[i]:
        i, j = j, i
    pairs, ranks = comparison.pairwise, comparison.ranking.average_ranks
    names = [Name(comparison.algorithms[column]) for column in (i, j)]
    decimals = rank_decimals(ranks)
    both = " and ".join(format_rank(ranks[column], decimals) for column in (i, j))
    start = phrase(
        "{}: {} {}", pair_name(names), rank_nouns(comparison.ranking.kind), both
    )
    p = float(pairs.pvalue_adjusted[i, j])
    if math.isnan(p):
        return phrase("{}; not tested", start)
    numbers = []
    if comparison.table is not None and comparison.table.has_gaps:
        numbers.append(f"n = {comparison.table.common[i, j]}")
    if not math.isnan(pairs.statistic[i, j]):
        symbol = statistic_symbol(pairs.kind, comparison.choices.get("variance"))
        numbers.append(f"{symbol} = {float(pairs.statistic[i, j]):.4g}")
    unadjusted = format_p(float(pairs.pvalue[i, j]), comparison.alpha)
    numbers.append(f"p {equals(unadjusted)}")
    if pairs.p_adjust != "none":
        numbers.append(f"adjusted p {equals(format_p(p, comparison.alpha))}")
    return phrase("{}, {}: {}", start, ", ".join(numbers), _decision(comparison, i, j))


def algorithm_words(comparison: Comparison, column: int) -> Phrase:
    """Report the rank and the decisions of one algorithm."""
    ranks, name = comparison.ranking.average_ranks, comparison.algorithms[column]
    number = format_rank(ranks[column], rank_decimals(ranks))
    position = np.count_nonzero(ranks < ranks[column] - 1e-9) + 1  # the same for ties
    noun = RANK_NOUNS[comparison.ranking.kind]
    return phrase(
        "{}: {}; {}",
        Name(name),
        f"{noun} {number}, position {position} of {len(ranks)}",
        _decisions_about(comparison, column),
    )


def _decisions_about(comparison: Comparison, column: int) -> Phrase:
    name = comparison.algorithms[column]
    if name == comparison.control:
        return Phrase(f"the {role_of_control(comparison)}")
    if comparison.control is not None:
        return _control_words(comparison, column)
    different, same = _sides(comparison, column)
    if same:
        return phrase("not significantly different from {}", enumeration(same, "or"))
    if not different:
        return Phrase("not tested")
    if len(different) == len(comparison.algorithms) - 1:
        return Phrase("significantly different from all others")
    return phrase("significantly different from {}", enumeration(different))


def _best(comparison: Comparison) -> Phrase:
    ranks, order = comparison.ranking.average_ranks, comparison.order
    best = ranks[order[0]]
    shared = [comparison.algorithms[i] for i in order if abs(ranks[i] - best) < 1e-9]
    have = "has" if len(shared) == 1 else "share"
    return phrase(
        f"{{}} {have} the best {{}} ({{}}).",
        enumeration(shared),
        RANK_NOUNS[comparison.ranking.kind],
        format_rank(best, rank_decimals(ranks)),
    )


def _sides(comparison: Comparison, column: int) -> tuple[list[str], list[str]]:
    """Return the algorithms that are significantly different from one, and those that
    are not, by average rank; untested ones are in neither list.
    """
    names, adjusted = comparison.algorithms, comparison.pairwise.pvalue_adjusted[column]
    others = np.array(comparison.order)
    others = others[(others != column) & ~np.isnan(adjusted[others])]
    apart = significant(adjusted[others], comparison.alpha)
    return [names[i] for i in others[apart]], [names[i] for i in others[~apart]]


def _all_pairs(comparison: Comparison) -> list[Phrase]:
    level, k = decision_level(comparison), len(comparison.algorithms)
    tested = k * (k - 1) // 2 - comparison.untested
    different = int(comparison.different().sum()) // 2
    if not tested:
        return [Phrase("The pair was not tested." if k == 2 else "No pair was tested.")]
    if k == 2:
        return [_two_algorithms(comparison)]
    if not different:
        pairs = "No tested pair is" if comparison.untested else "No two algorithms are"
        return [Phrase(f"{pairs} significantly different at {level}.")]
    if different == tested and not comparison.untested:
        return [Phrase(f"All pairwise differences are significant at {level}.")]
    if different == tested:
        count = f"{_all_tested(tested)} significantly different at {level}."
        return [Phrase(count), *_each_algorithm(comparison)]
    pairs = f"{format_count(tested)} pairs"
    if comparison.untested:
        pairs = f"{format_count(tested)} tested pairs"
    are = "is" if different == 1 else "are"
    count = (
        f"{count_at_start(different)} of the {pairs} {are} significantly different at "
        f"{level}."
    )
    return [Phrase(count), *_each_algorithm(comparison)]


def _all_tested(tested: int) -> str:
    """Return the start of a sentence about all tested pairs."""
    if tested == 1:
        return "The only tested pair is"
    if tested == 2:
        return "Both tested pairs are"
    return f"All {format_count(tested)} tested pairs are"


def _two_algorithms(comparison: Comparison) -> Phrase:
    verdict = "are not significantly different"
    if comparison.different().any():
        verdict = "differ significantly"
    names = enumeration(comparison.algorithms[i] for i in comparison.order)
    return phrase("{} {} at {}.", names, verdict, decision_level(comparison))


def _each_algorithm(comparison: Comparison) -> list[Phrase]:
    """Report the decisions about each algorithm, without those that a sentence before
    has reported.
    """
    columns = comparison.order
    if len(comparison.algorithms) > _MOST_ALGORITHMS:
        columns = columns[:1]
    texts: list[Phrase] = []
    mentioned: set[frozenset[str]] = set()
    for column in columns:
        name = comparison.algorithms[column]
        different, same = _sides(comparison, column)
        pairs = {frozenset((name, other)) for other in different}
        if pairs <= mentioned:
            continue
        mentioned |= pairs
        texts.append(_one_algorithm(name, different, same))
    return texts


def _one_algorithm(name: str, different: list[str], same: list[str]) -> Phrase:
    start = phrase(
        "{} differs significantly from {}", Name(name), enumeration(different)
    )
    if not same:
        return phrase("{}.", start)
    return phrase("{}, but not from {}.", start, enumeration(same, "or"))


def _control_is_better(comparison: Comparison) -> list[Phrase]:
    """Report decisions of a one-sided test of the superiority of the control."""
    control, level = Name(comparison.control), decision_level(comparison)
    better, same = _sides(comparison, comparison.algorithms.index(control))
    if not better:
        others = Name(same[0]) if len(same) == 1 else "any of the other algorithms"
        template = "{} is not shown to be better than {} at {}."
        return [phrase(template, control, others, level)]
    superior = phrase(
        "{} is shown to be better than {} at {}.", control, enumeration(better), level
    )
    if not same:
        return [superior]
    others = enumeration(same, "or")
    return [superior, phrase("It is not shown to be better than {}.", others)]


def _against_control(comparison: Comparison) -> list[Phrase]:
    level, role = decision_level(comparison), role_of_control(comparison)
    control = phrase(f"the {role}, {{}}", Name(comparison.control))
    different, same = _sides(
        comparison, comparison.algorithms.index(comparison.control or "")
    )
    if not different:
        template = "{} significantly different from {}, at {}."
        none: str = "None of the other algorithms is"
        if len(same) == 1:
            none = phrase("{} is not", Name(same[0]))
        return [phrase(template, none, control, level)]
    differ = "differs" if len(different) == 1 else "differ"
    template = f"{{}} {differ} significantly from {{}}, at {{}}."
    significant_words = phrase(template, enumeration(different), control, level)
    if not same:
        return [significant_words]
    does = "does" if len(same) == 1 else "do"
    template = f"{{}} {does} not differ significantly from the {role}."
    return [significant_words, phrase(template, enumeration(same))]


def _control_words(comparison: Comparison, column: int) -> Phrase:
    control = Name(comparison.control)
    row = comparison.algorithms.index(control)
    p = float(comparison.pairwise.pvalue_adjusted[row, column])
    kind = "p" if comparison.pairwise.p_adjust == "none" else "adjusted p"
    number = f"({kind} {equals(format_p(p, comparison.alpha))})"
    if comparison.pairwise.pair_test == "multiple-sign":
        verb = "is shown" if significant(p, comparison.alpha) else "is not shown"
        return phrase(f"{{}} {verb} to be better {{}}", control, number)
    return phrase("{} from {} {}", _decision(comparison, row, column), control, number)


def _decision(comparison: Comparison, i: int, j: int) -> str:
    p = comparison.pairwise.pvalue_adjusted[i, j]
    if significant(p, comparison.alpha):
        return "significantly different"
    return "not significantly different"
