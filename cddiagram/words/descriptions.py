"""Descriptions of results for readers who cannot see the figures.

A description reports the data, the tests and every decision. It is the alternative text
of a figure.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from cddiagram._util import view
from cddiagram.comparing import Comparison
from cddiagram.features import feature_of
from cddiagram.text import (
    Name,
    Phrase,
    RichText,
    TextPart,
    better_direction,
    commas,
    counted,
    join,
    one_line,
    phrase,
    sentences,
)
from cddiagram.words.decisions import conclusions, pair_words
from cddiagram.words.drawable import check_scores
from cddiagram.words.error_rates import uncontrolled_words
from cddiagram.words.inlines import plain_words
from cddiagram.words.missing import missing_words
from cddiagram.words.names import RANKINGS
from cddiagram.words.numbers import (
    equals,
    format_count,
    format_estimate,
    format_level,
    format_p,
    format_rank,
    rank_decimals,
)
from cddiagram.words.parts import capitalised, enumeration
from cddiagram.words.procedures import procedure_words
from cddiagram.words.sentences import (
    direction_words,
    no_result_words,
    omnibus_words,
    on_datasets,
    stopped_search_words,
    untested_words,
)

if TYPE_CHECKING:
    from cddiagram.stats import Assumptions

#: A description has at most this many characters, because screen readers read
#: descriptions without a pause.
LONGEST = 2000
#: A list of at most this many names is not shortened to its first and last names.
_SHORT_LIST = 5
#: A list contains at most this many groups. If there are more groups, only their number
#: is given.
_MOST_GROUPS = 20
#: If the maximum number of names in a list is lower than this number, the comparisons
#: in a sequence are only summarised.
_SHORTENED = 12
#: The possible limits on the number of names in a list. They are tried in this order
#: until the description is short enough.
_NAMES = (1000, 60, 40, 30, 20, 12, 8, 5, 3, 1)


def comparison_description(comparison: Comparison) -> str:
    """Return a description of a comparison with at most 2,000 characters."""
    return shortest(lambda most: describe(comparison, "Comparison", most))


def shortest(
    describe_with: Callable[[int], RichText], names: Mapping[str, str] | None = None
) -> str:
    """Return the most detailed description with at most 2,000 characters as plain text.

    The function `describe_with` has one parameter, the maximum number of names in a
    list. `names` maps the names of the algorithms to the names in the figure.
    """
    text = ""
    for most in _NAMES:
        text = plain_words(renamed(describe_with(most), names or {}))
        if len(text) <= LONGEST:
            return text
    complete, _, _ = text[:LONGEST].rpartition(". ")
    return f"{complete}."


def renamed(words: RichText, names: Mapping[str, str]) -> RichText:
    """Replace names of algorithms by the names in the figure, without line breaks."""
    result: list[TextPart] = []
    for word in words:
        if isinstance(word, Name):
            result.append(Name(one_line(names.get(word, word))))
        else:
            result.append(word)
    return join(*result)


def opening_words(comparison: Comparison, title: str) -> str:
    """Return the title with the numbers of algorithms and data sets."""
    algorithms = counted(len(comparison.algorithms), "algorithm")
    return f"{title}: {algorithms}{on_datasets(comparison)}."


def direction_sentence(comparison: Comparison) -> str:
    """Return a sentence that states which scores and which ranks are better."""
    best = "rank 1 is best"
    if comparison.ranking.kind == "aligned":
        best = "smaller average aligned ranks are better"
    scores = direction_words(comparison)
    if scores:
        return f"{capitalised(scores)}, and {best}."
    return f"{capitalised(best)}."


def describe(comparison: Comparison, title: str, most: int, **_: Any) -> RichText:
    """Describe a comparison: its ranks, its tests and every decision.

    Parameters
    ----------
    comparison : Comparison
        The finished comparison.
    title : str
        The kind of figure, such as "Critical-difference diagram".
    most : int
        The maximum number of names in a list.
    """
    return sentences(
        [
            opening_words(comparison, title),
            direction_sentence(comparison),
            ranks_words(comparison, most),
            missing_words(comparison),
            procedure_words(comparison),
            *_decisions(comparison, most),
            untested_words(comparison),
            stopped_search_words(comparison),
            uncontrolled_words(comparison),
            no_result_words(comparison),
            omnibus_words(comparison),
        ]
    )


def ranks_words(comparison: Comparison, most: int) -> Phrase:
    """List the average ranks and their ties from the best to the worst algorithm."""
    ranks = comparison.ranking.average_ranks
    decimals = rank_decimals(ranks)
    entries = []
    previous: int | None = None
    for i in comparison.order:
        name = Name(comparison.algorithms[i])
        entry = phrase(f"{{}} {format_rank(ranks[i], decimals)}", name)
        if previous is not None and ranks[i] == ranks[previous]:
            tied_with = Name(comparison.algorithms[previous])
            entry = phrase("{} (tied with {})", entry, tied_with)
        entries.append(entry)
        previous = i
    start = f"{RANKINGS[comparison.ranking.kind]} from best to worst"
    if len(entries) <= most:
        return phrase("{}: {}.", start, commas(entries))
    rest = counted(len(entries) - most - 1, "algorithm")
    return phrase(
        "{}: {}, {} not listed, and {}.",
        start,
        commas(entries[:most]),
        rest,
        entries[-1],
    )


def _decisions(comparison: Comparison, most: int) -> Sequence[TextPart]:
    """Report which algorithms are significantly different."""
    groups = comparison.groups
    are_known = comparison.groups_complete and not comparison.untested
    are_few = 0 < len(groups) <= min(_MOST_GROUPS, most)
    if comparison.control is not None or not are_known or not are_few:
        # The first conclusion is omitted, because the description already states the
        # best rank.
        _, *others = conclusions(comparison)
        return others
    order = [comparison.algorithms[i] for i in comparison.order]
    if len(groups[0].algorithms) == len(order):
        return conclusions(comparison)[1:]
    members = [group.algorithms for group in groups]
    return [_groups_words(members, order), _ungrouped_words(members, order)]


def _groups_words(groups: Sequence[Sequence[str]], order: Sequence[str]) -> Phrase:
    """Explain the groups, and list them."""
    start = (
        "Two algorithms are significantly different unless they belong to the same "
        "group."
    )
    members = [_members(names, order) for names in groups]
    if len(members) == 1:
        return phrase("{} The only group is {}.", start, members[0])
    entries = []
    for number, names in enumerate(members, start=1):
        entries.append(phrase("({}) {}", str(number), names))
    count = format_count(len(groups))
    return phrase("{} The {} groups are {}.", start, count, commas(entries, "; "))


def _members(names: Sequence[str], order: Sequence[str]) -> Phrase:
    """List the members of a group.

    If the group has no gaps, name only its first and last members.
    """
    first = order.index(names[0])
    is_run = list(names) == list(order[first : first + len(names)])
    if len(names) <= _SHORT_LIST or not is_run:
        return enumeration(names)
    count = counted(len(names), "algorithm")
    return phrase(f"all {count} from {{}} to {{}}", Name(names[0]), Name(names[-1]))


def _ungrouped_words(groups: Sequence[Sequence[str]], order: Sequence[str]) -> TextPart:
    """Name the algorithms that do not belong to any group."""
    grouped = {name for names in groups for name in names}
    alone = [name for name in order if name not in grouped]
    if not alone:
        return ""
    template = "{} differs significantly from all other algorithms."
    if len(alone) > 1:
        template = "{} each differ significantly from every other algorithm."
    return phrase(template, enumeration(alone))


def describe_feature(
    result: Any,
    title: str,
    most: int,
    *,
    first: str | None = None,
    second: str | None = None,
    **_: Any,
) -> RichText:
    """Describe the result of a feature by its sentences, or a pair of its algorithms by
    the conclusion about them.
    """
    feature = feature_of(result)
    assert feature is not None
    start = f"{title}."
    if first is not None and "conclusion" in feature.views:
        pair = enumeration([first, str(second)])
        conclusion = view(f"{feature.key} conclusion")(result, first, second)
        return sentences([phrase(f"{title}: {{}}.", pair), conclusion])
    if "description" in feature.views:
        lines = view(f"{feature.key} description")(result, most)
    elif "sentences" in feature.views:
        lines = view(f"{feature.key} sentences")(result)
    else:
        lines = view(f"{feature.key} summary")(result).splitlines()
    return sentences([start, *_with_lists_in_sentences(lines)])


def _with_lists_in_sentences(lines: Iterable[TextPart]) -> list[TextPart]:
    """Join consecutive items of a list with commas, and end the list with a full stop.
    An item that contains a label, such as "Not significantly different: A, B", becomes
    a separate sentence. Sentences, which end with a full stop or a colon, are not
    changed.
    """
    parts: list[TextPart] = []
    items: list[str] = []
    for line in lines:
        text = plain_words(line)
        is_complete = not text or text.endswith((".", ":"))
        # The items of a list are indented.
        has_label = ": " in text and not text.startswith(" ")
        if not is_complete and not has_label:
            items.append(" ".join(text.split()))
            continue
        parts += _one_sentence(items)
        items = []
        if is_complete:
            parts.append(line)
        else:
            parts.append(join(line, "."))
    return [*parts, *_one_sentence(items)]


def _one_sentence(items: Sequence[str]) -> list[TextPart]:
    """Join the items of a list with commas, followed by a full stop."""
    if not items:
        return []
    return [phrase("{}.", commas(items))]


def describe_assumptions(
    assumptions: Assumptions, title: str, most: int, **_: Any
) -> RichText:
    """Describe the tests of normality of the scores of each algorithm."""
    n, k = assumptions.scores.shape
    opening = f"{title}: scores of {k} algorithms on {counted(n, 'data set')}."
    (test,) = (each for each in assumptions.normality if each.name == "shapiro-wilk")
    entries = []
    for i in assumptions.order[:most]:
        p = float(test.pvalue[i])
        result = "not tested"
        if not math.isnan(p):
            result = f"p {equals(format_p(p))}"
        entries.append(phrase(f"{{}} {result}", Name(assumptions.algorithms[i])))
    rest = k - len(entries)
    more = f", and {format_count(rest)} more" if rest else ""
    tests = phrase("Shapiro–Wilk tests of normality: {}{}.", commas(entries), more)
    return sentences([opening, tests])


# -- figures of several comparisons, and of pairs ------------------------------------------


def describe_several(
    comparisons: Mapping[str, Comparison] | Sequence[Comparison],
    title: str,
    most: int,
    **_: Any,
) -> RichText:
    """Describe several comparisons: the ranks and the decisions of each.

    If all comparisons use the same tests, the tests are described once. If the lists
    are limited to few names, the summary of a comparison contains only the best
    algorithm and the number of decisions.
    """
    if not isinstance(comparisons, Mapping):
        comparisons = {str(at): each for at, each in enumerate(comparisons, start=1)}
    members = list(comparisons.values())
    subjects = [_subject_and_tests(each) for each in members]
    is_shared = all(each == subjects[0] for each in subjects)
    parts: list[TextPart] = [f"{title}: {counted(len(members), 'comparison')}."]
    if is_shared:
        parts.append(subjects[0])
    for name, comparison, subject in zip(comparisons, members, subjects, strict=True):
        sentences_about: list[TextPart] = []
        if not is_shared:
            sentences_about.append(subject)
        if most < _SHORTENED:
            sentences_about += conclusions(comparison)[:2]
        else:
            sentences_about.append(ranks_words(comparison, most))
            sentences_about += _decisions(comparison, most)
        parts.append(join(Name(name), ": ", sentences(sentences_about)))
    return sentences(parts)


def _subject_and_tests(comparison: Comparison) -> RichText:
    """Describe the data, the better direction and the tests of one of several
    comparisons.
    """
    algorithms = counted(len(comparison.algorithms), "algorithm")
    return sentences(
        [
            f"{algorithms}{on_datasets(comparison)}.",
            direction_sentence(comparison),
            procedure_words(comparison, difference=False),
        ]
    )


def describe_pair(
    comparison: Comparison, title: str, most: int, *, first: str, second: str, **_: Any
) -> RichText:
    """Describe the scores of two algorithms on all data sets."""
    table = check_scores(comparison)
    effects = comparison.effects
    assert effects is not None
    i, j = (comparison.algorithms.index(name) for name in (first, second))
    n = int(effects.wins[i, j] + effects.ties[i, j] + effects.losses[i, j])
    pair = enumeration([first, second])
    opening = phrase(f"{{}}: scores of {{}} on {counted(n, 'data set')}.", title, pair)
    data_sets = counted(int(effects.wins[i, j]), "data set")
    wins = phrase(
        f"{{}} is better on {data_sets}, {{}} is better on {effects.losses[i, j]}, and "
        f"their scores are equal on {effects.ties[i, j]}.",
        Name(first),
        Name(second),
    )
    scores = (
        f"{capitalised(better_direction(table.higher_is_better))} scores are better."
    )
    verdict = phrase("{}.", pair_words(comparison, i, j))
    return sentences([opening, scores, wins, procedure_words(comparison), verdict])


def describe_differences(
    comparison: Comparison,
    title: str,
    most: int,
    *,
    reference: str = "auto",
    **_: Any,
) -> RichText:
    """Describe estimated differences with their simultaneous confidence intervals."""
    effects = comparison.simultaneous_effects
    assert effects is not None
    best = comparison.algorithms[comparison.order[0]]
    name = comparison.control or best
    if reference in comparison.algorithms:
        name = reference
    row = comparison.algorithms.index(name)
    others = [column for column in comparison.order if column != row]
    entries = []
    largest = float(np.nanmax(np.abs(effects.hodges_lehmann[row])))
    for column in others[:most]:
        value = float(effects.hodges_lehmann[column, row])
        estimate = format_estimate(value, largest)
        low = format_estimate(float(effects.interval_low[column, row]), largest)
        high = format_estimate(float(effects.interval_high[column, row]), largest)
        other = Name(comparison.algorithms[column])
        entries.append(phrase(f"{{}} {estimate} ({low} to {high})", other))
    level = format_level(1 - comparison.alpha)
    rest = len(others) - len(entries)
    more = f", and {format_count(rest)} more" if rest else ""
    listed = phrase(
        "Hodges–Lehmann estimates of the differences from {} (score of the other "
        f"algorithm minus score of {{}}), with simultaneous {level} confidence "
        "intervals: {}{}.",
        Name(name),
        Name(name),
        commas(entries, "; "),
        more,
    )
    return sentences([describe(comparison, title, most), listed])
