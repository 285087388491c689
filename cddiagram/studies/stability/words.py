"""Sentences about the results of a study of stability."""

from __future__ import annotations

from cddiagram.procedures import RANKINGS
from cddiagram.studies.lists import MOST_LISTED, listed_words
from cddiagram.studies.stability.study import StabilityStudy, scores_of
from cddiagram.text import Name, Phrase, RichText, commas, phrase, sentences
from cddiagram.words import (
    Wording,
    enumeration,
    format_count,
    format_level,
    format_share,
    plain_words,
    rank_nouns,
)

#: Maps the new decision about a pair to the phrase at the end of a sentence. The key is
#: True if the difference is significant.
_OUTCOMES = {True: "becomes significant", False: "is no longer significant"}


def stability_caption_words(study: StabilityStudy) -> RichText:
    """Return the caption of the stability figure."""
    wording = Wording(study.comparison)
    reading = _reading_of_figure(study)
    changes = changed_words(study)
    return sentences([wording.ranked, reading, *changes, repeated_tests_words(study)])


def _reading_of_figure(study: StabilityStudy) -> str:
    """Explain the markers, lines and percentages in the figure."""
    kind = study.comparison.ranking.kind
    noun, nouns = RANKINGS[kind].noun, rank_nouns(kind)
    level = format_level(study.confidence)
    resamples = format_count(study.resamples)
    return (
        f"Markers show {nouns}. Lines show {level} percentile intervals from "
        f"{resamples} bootstrap resamples of the data sets; the intervals are "
        "descriptive and not simultaneous. The percentage next to each name indicates in "
        f"how many resamples the algorithm has the best {noun}; ties are split equally."
    )


def stability_sentences(study: StabilityStudy) -> tuple[str, ...]:
    """Report the findings, with one finding in each sentence."""
    return (
        first_words(study),
        *same_order_words(study),
        *changes_sentences(study),
        *oddities(study),
    )


def first_words(study: StabilityStudy) -> Phrase:
    """State how often each algorithm ranks first."""
    names = study.comparison.algorithms
    shares = []
    for i in sorted(study.comparison.order, key=lambda i: -float(study.first[i])):
        share = float(study.first[i])
        if share > 0:
            shares.append((Name(names[i]), format_share(share)))
    best, *others = shares
    finding = phrase(
        "{} ranks first in {} of {} bootstrap resamples of the data sets",
        *best,
        format_count(study.resamples),
    )
    if not others:
        return phrase("{}.", finding)
    alternatives = [phrase("{} ({})", *other) for other in others]
    return phrase(
        "{}, followed by {}; ties are split equally.",
        finding,
        enumeration(alternatives),
    )


def same_order_words(study: StabilityStudy) -> tuple[str, ...]:
    """State the proportion of resamples in which the order of the ranks is the same."""
    if study.same_order is None:
        return ()
    share = format_share(study.same_order)
    ranks = rank_nouns(study.comparison.ranking.kind)
    return (
        f"In {share} of the resamples, the order of the {ranks} is the same as in the "
        "original table.",
    )


def changed_words(study: StabilityStudy) -> tuple[str, ...]:
    """State how many decisions change if one algorithm or one data set is omitted."""
    findings = []
    for what, count in study.decisions_without.items():
        changes = "none"
        if study.changed(what):
            changes = format_count(len(study.changed(what)))
        findings.append(
            f"Omitting one {what} at a time changes {changes} of {format_count(count)} "
            "pairwise decisions."
        )
    return tuple(findings)


def repeated_tests_words(study: StabilityStudy) -> RichText:
    """Name the tests that were repeated. The result is empty if none were repeated."""
    if not study.decisions_without:
        return ()
    return Wording(study.comparison).pairwise_tests(difference=False)


def changes_sentences(study: StabilityStudy) -> tuple[str, ...]:
    """State how many decisions change, and name the tests."""
    changes = changed_words(study)
    if not changes:
        return ()
    return (*changes, plain_words(repeated_tests_words(study)))


def oddities(study: StabilityStudy) -> tuple[Phrase, ...]:
    """Describe changed decisions, contradictory majorities and cycles of majorities."""
    findings: list[Phrase] = []
    for what in ("algorithm", "data set"):
        findings += _changes(study, what)
    findings += _contradictions(study)
    findings += _cycles(study)
    return tuple(findings)


def _cycles(study: StabilityStudy) -> list[Phrase]:
    """Describe the cycles of pairwise majorities."""
    if not study.cycles:
        return []
    cycles = [commas([*cycle, cycle[0]], " → ") for cycle in study.cycles]
    finding = phrase(
        "The pairwise majorities are cyclic: {}. Each algorithm is better than the next "
        "on most of the data sets on which the two are not tied.",
        listed_words(cycles, "; "),
    )
    return [finding]


def _changes(study: StabilityStudy, what: str) -> list[Phrase]:
    """Describe the decisions that change if an algorithm or a data set is omitted."""
    changes = study.changed(what)
    findings = []
    for change in changes[:MOST_LISTED]:
        finding = phrase(
            "If {} is omitted, the difference between {} and {} {}.",
            Name(change.left_out),
            Name(change.first),
            Name(change.second),
            _OUTCOMES[change.different],
        )
        findings.append(finding)
    rest = len(changes) - MOST_LISTED
    if rest > 0:
        decisions = _number_of(rest, "further decision")
        findings.append(
            phrase("Omitting one {} at a time changes {}.", what, decisions)
        )
    return findings


def _contradictions(study: StabilityStudy) -> list[Phrase]:
    """Describe pairs whose ranks contradict the majority of the data sets."""
    n = scores_of(study.comparison).n
    noun = RANKINGS[study.comparison.ranking.kind].noun
    findings = []
    for majority in study.contrary[:MOST_LISTED]:
        finding = phrase(
            "{} is better than {} on {} of {} data sets and worse on {}, although its {} "
            "is worse.",
            Name(majority.winner),
            Name(majority.ranked_better),
            str(majority.wins),
            str(n),
            str(majority.losses),
            noun,
        )
        findings.append(finding)
    rest = len(study.contrary) - MOST_LISTED
    if rest > 0:
        pairs = _number_of(rest, "other pair")
        findings.append(phrase("The same is true for {}.", pairs))
    return findings


def _number_of(count: int, noun: str) -> str:
    """Return a number followed by a noun in the correct form."""
    if count == 1:
        return f"1 {noun}"
    return f"{format_count(count)} {noun}s"
