"""Sentences about the conclusions from a comparison."""

from __future__ import annotations

import math

import numpy as np

from cddiagram.comparing import Comparison
from cddiagram.stats import significant
from cddiagram.text import Name, Phrase, inflect, phrase
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

#: The conclusions contain a sentence about each algorithm only if there are at most
#: this many algorithms. All decisions are always listed in the tables.
_MOST_ALGORITHMS = 12


def conclusions(comparison: Comparison) -> tuple[Phrase, ...]:
    """Report which algorithm ranks best, and which algorithms are significantly
    different.
    """
    best = _best_rank(comparison)
    if comparison.control is None:
        return (best, *_decisions_of_all_pairs(comparison))
    if comparison.pairwise.pair_test == "multiple-sign":
        return (best, *_superiority_of_control(comparison))
    return (best, *_differences_from_control(comparison))


def pair_words(comparison: Comparison, i: int, j: int) -> Phrase:
    """Report the test results and the decision for a pair.

    The algorithm with the better average rank is named first.
    """
    i, j = sorted((i, j), key=comparison.order.index)
    ranks = comparison.ranking.average_ranks
    decimals = rank_decimals(ranks)
    names = [Name(comparison.algorithms[column]) for column in (i, j)]
    both = " and ".join(format_rank(ranks[column], decimals) for column in (i, j))
    start = phrase(
        "{}: {} {}", pair_name(names), rank_nouns(comparison.ranking.kind), both
    )
    if math.isnan(comparison.pairwise.pvalue_adjusted[i, j]):
        return phrase("{}; not tested", start)
    numbers = ", ".join(_numbers_of_pair(comparison, i, j))
    return phrase("{}, {}: {}", start, numbers, _decision(comparison, i, j))


def _numbers_of_pair(comparison: Comparison, i: int, j: int) -> list[str]:
    pairs, alpha = comparison.pairwise, comparison.alpha
    numbers = []
    if comparison.table is not None and comparison.table.has_gaps:
        numbers.append(f"n = {comparison.table.common[i, j]}")
    statistic = float(pairs.statistic[i, j])
    if not math.isnan(statistic):
        symbol = statistic_symbol(pairs.kind, comparison.choices.get("variance"))
        numbers.append(f"{symbol} = {statistic:.4g}")
    numbers.append(f"p {equals(format_p(float(pairs.pvalue[i, j]), alpha))}")
    if pairs.p_adjust != "none":
        adjusted = float(pairs.pvalue_adjusted[i, j])
        numbers.append(f"adjusted p {equals(format_p(adjusted, alpha))}")
    return numbers


def algorithm_words(comparison: Comparison, column: int) -> Phrase:
    """Report the rank of one algorithm and the decisions about it."""
    ranks, name = comparison.ranking.average_ranks, comparison.algorithms[column]
    number = format_rank(ranks[column], rank_decimals(ranks))
    # Tied algorithms have the same position.
    position = np.count_nonzero(ranks < ranks[column] - 1e-9) + 1
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
        return _decision_against_control(comparison, column)
    different, same = _split_by_decision(comparison, column)
    if same:
        return phrase("not significantly different from {}", enumeration(same, "or"))
    if not different:
        return Phrase("not tested")
    if 1 < len(different) == len(comparison.algorithms) - 1:
        return Phrase("significantly different from all others")
    return phrase("significantly different from {}", enumeration(different))


def _best_rank(comparison: Comparison) -> Phrase:
    ranks, order = comparison.ranking.average_ranks, comparison.order
    best = ranks[order[0]]
    names = [comparison.algorithms[i] for i in order if abs(ranks[i] - best) < 1e-9]
    have = inflect(len(names), "has", "share")
    if comparison.ranking.kind == "means":
        return phrase(
            f"{{}} {have} the best mean score (rank {{}}).",
            enumeration(names),
            format_rank(best, rank_decimals(ranks)),
        )
    return phrase(
        f"{{}} {have} the best {{}} ({{}}).",
        enumeration(names),
        RANK_NOUNS[comparison.ranking.kind],
        format_rank(best, rank_decimals(ranks)),
    )


def _split_by_decision(
    comparison: Comparison, column: int
) -> tuple[list[str], list[str]]:
    """Return the algorithms that differ significantly from a given algorithm and those
    that do not, both ordered by average rank.

    Neither list contains algorithms that were not compared with the given algorithm.
    """
    adjusted = comparison.pairwise.pvalue_adjusted[column]
    different, same = [], []
    for other in comparison.order:
        if other == column or math.isnan(adjusted[other]):
            continue
        if significant(adjusted[other], comparison.alpha):
            different.append(comparison.algorithms[other])
        else:
            same.append(comparison.algorithms[other])
    return different, same


def _decisions_of_all_pairs(comparison: Comparison) -> list[Phrase]:
    level, k = decision_level(comparison), len(comparison.algorithms)
    tested = k * (k - 1) // 2 - comparison.untested
    different = int(comparison.different().sum()) // 2
    if k == 2:
        return [_decision_about_two(comparison)]
    if tested == 0:
        return [Phrase("No pair was tested.")]
    if different == tested and not comparison.untested:
        return [Phrase(f"All pairwise differences are significant at {level}.")]
    if different == 0 and not comparison.untested:
        return [Phrase(f"No two algorithms are significantly different at {level}.")]
    subject = _significant_differences(different, tested, bool(comparison.untested))
    count = Phrase(f"{subject} significant at {level}.")
    if different == 0:
        return [count]
    return [count, *_decisions_by_algorithm(comparison)]


def _significant_differences(different: int, tested: int, some_untested: bool) -> str:
    """Return the beginning of a sentence about the number of significant
    differences.
    """
    if different == 0:
        return "None of the tested differences is"
    if different == tested == 1:
        return "The only tested difference is"
    if different == tested == 2:
        return "Both tested differences are"
    if different == tested:
        return f"All {format_count(tested)} tested differences are"
    kind = "pairwise"
    if some_untested:
        kind = "tested"
    are = inflect(different, "is", "are")
    count = count_at_start(different)
    return f"{count} of the {format_count(tested)} {kind} differences {are}"


def _decision_about_two(comparison: Comparison) -> Phrase:
    if comparison.untested:
        return Phrase("The pair was not tested.")
    verdict = "are not significantly different"
    if comparison.different().any():
        verdict = "differ significantly"
    names = enumeration(comparison.algorithms[i] for i in comparison.order)
    return phrase("{} {} at {}.", names, verdict, decision_level(comparison))


def _decisions_by_algorithm(comparison: Comparison) -> list[Phrase]:
    """Report the decisions about each algorithm.

    Omit an algorithm if the previous sentences already contain all its significant
    differences.
    """
    columns = comparison.order
    if len(comparison.algorithms) > _MOST_ALGORITHMS:
        columns = columns[:1]
    texts: list[Phrase] = []
    mentioned: set[frozenset[str]] = set()
    for column in columns:
        name = comparison.algorithms[column]
        different, same = _split_by_decision(comparison, column)
        pairs = {frozenset((name, other)) for other in different}
        if pairs <= mentioned:
            continue
        mentioned |= pairs
        texts.append(_differences_of(name, different, same))
    return texts


def _differences_of(name: str, different: list[str], same: list[str]) -> Phrase:
    start = phrase(
        "{} differs significantly from {}", Name(name), enumeration(different)
    )
    if not same:
        return phrase("{}.", start)
    return phrase("{}, but not from {}.", start, enumeration(same, "or"))


def _superiority_of_control(comparison: Comparison) -> list[Phrase]:
    """Report the decisions of one-sided tests of the control's superiority."""
    control, level = Name(comparison.control), decision_level(comparison)
    column = comparison.algorithms.index(control)
    worse, rest = _split_by_decision(comparison, column)
    if not worse and not rest:
        return [_nothing_tested(comparison)]
    if not worse:
        others: str = "any other algorithm"
        if len(rest) == 1:
            others = Name(rest[0])
        template = "{} is not significantly better than {} at {}."
        return [phrase(template, control, others, level)]
    template = "{} is significantly better than {} at {}."
    superior = phrase(template, control, enumeration(worse), level)
    if not rest:
        return [superior]
    others = enumeration(rest, "or")
    return [superior, phrase("It is not significantly better than {}.", others)]


def _nothing_tested(comparison: Comparison) -> Phrase:
    """Report that no comparison with the control was tested."""
    return Phrase(f"No comparison with the {role_of_control(comparison)} was tested.")


def _differences_from_control(comparison: Comparison) -> list[Phrase]:
    level, role = decision_level(comparison), role_of_control(comparison)
    name = Name(comparison.control)
    control = phrase(f"the {role}, {{}}", name)
    column = comparison.algorithms.index(name)
    different, same = _split_by_decision(comparison, column)
    if not different and not same:
        return [_nothing_tested(comparison)]
    if not different:
        subject: str = "No other algorithm differs"
        if len(same) == 1:
            subject = phrase("{} does not differ", Name(same[0]))
        template = "{} significantly from {}, at {}."
        return [phrase(template, subject, control, level)]
    differ = inflect(len(different), "differs", "differ")
    template = f"{{}} {differ} significantly from {{}}, at {{}}."
    differences = phrase(template, enumeration(different), control, level)
    if not same:
        return [differences]
    do = inflect(len(same), "does", "do")
    template = f"{{}} {do} not differ significantly from the {role}."
    return [differences, phrase(template, enumeration(same))]


def _decision_against_control(comparison: Comparison, column: int) -> Phrase:
    control = Name(comparison.control)
    row = comparison.algorithms.index(control)
    p = float(comparison.pairwise.pvalue_adjusted[row, column])
    value = f"p {equals(format_p(p, comparison.alpha))}"
    if comparison.pairwise.p_adjust != "none":
        value = f"adjusted {value}"
    if comparison.pairwise.pair_test != "multiple-sign":
        decision = _decision(comparison, row, column)
        return phrase(f"{decision} from {{}} ({value})", control)
    if significant(p, comparison.alpha):
        return phrase(f"{{}} is significantly better ({value})", control)
    return phrase(f"{{}} is not significantly better ({value})", control)


def _decision(comparison: Comparison, i: int, j: int) -> str:
    p = comparison.pairwise.pvalue_adjusted[i, j]
    if significant(p, comparison.alpha):
        return "significantly different"
    return "not significantly different"
