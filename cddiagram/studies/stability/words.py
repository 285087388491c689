"""The sentences about a study of stability."""

from __future__ import annotations

from cddiagram.procedures import RANKINGS
from cddiagram.studies.lists import MOST_LISTED, listed_words
from cddiagram.studies.stability.study import StabilityStudy, scores_of
from cddiagram.text import Name, Phrase, Words, commas, phrase, sentences
from cddiagram.words import (
    Wording,
    enumeration,
    format_count,
    format_level,
    format_share,
    plain_words,
    rank_nouns,
)


def stability_caption_words(study: StabilityStudy) -> Words:
    """Return the caption of the figure of stability."""
    kind = study.comparison.ranking.kind
    nouns, level = rank_nouns(kind), format_level(study.confidence)
    reading = (
        f"Markers show {nouns}. Lines show {level} percentile intervals over "
        f"{format_count(study.resamples)} bootstrap resamples of the data sets; the "
        "intervals are descriptive and not simultaneous. The percentages (first) are the "
        f"shares of resamples in which an algorithm has the best {RANKINGS[kind].noun}; "
        "ties are split equally."
    )
    return sentences(
        [
            Wording(study.comparison).ranked,
            reading,
            *changed_words(study),
            decided_words(study),
        ]
    )


def stability_sentences(study: StabilityStudy) -> tuple[str, ...]:
    """Report the findings, one in each sentence."""
    return (
        first_words(study),
        *same_order_words(study),
        *changes_sentences(study),
        *oddities(study),
    )


def first_words(study: StabilityStudy) -> Phrase:
    """Report how often each algorithm ranks first."""
    named = study.comparison.algorithms
    order = sorted(study.comparison.order, key=lambda i: -float(study.first[i]))
    best, *others = [
        (Name(named[i]), format_share(float(study.first[i])))
        for i in order
        if study.first[i] > 0
    ]
    first = phrase(
        "{} ranks first in {} of {} bootstrap resamples of the data sets",
        *best,
        format_count(study.resamples),
    )
    if not others:
        return phrase("{}.", first)
    shares = [phrase("{} ({})", *other) for other in others]
    return phrase(
        "{}; ties are split equally. In the remaining resamples, {} ranks first.",
        first,
        enumeration(shares, "or"),
    )


def same_order_words(study: StabilityStudy) -> tuple[str, ...]:
    """Report how often the order of the average ranks is that of the whole table."""
    if study.same_order is None:
        return ()
    share = format_share(study.same_order)
    ranks = rank_nouns(study.comparison.ranking.kind)
    return (
        f"In {share} of the resamples, the order of the {ranks} is the same as in the "
        "original table.",
    )


def changed_words(study: StabilityStudy) -> tuple[str, ...]:
    """Report how many decisions change if one algorithm or one data set is omitted."""
    sentences = [
        f"Omitting one {what} at a time changes {format_count(len(study.changed(what)))} "
        f"of {format_count(count)} decisions about pairs."
        for what, count in study.made.items()
    ]
    return tuple(sentences)


def decided_words(study: StabilityStudy) -> Words:
    """Name the tests that were repeated; empty if none were."""
    return (
        Wording(study.comparison).pairwise_tests(difference=False) if study.made else ()
    )


def changes_sentences(study: StabilityStudy) -> tuple[str, ...]:
    """Report how many decisions change, and name the tests."""
    sentences = changed_words(study)
    return (*sentences, plain_words(decided_words(study))) if sentences else ()


def oddities(study: StabilityStudy) -> tuple[Phrase, ...]:
    """Name changed decisions, wins that contradict the order of ranks, and cycles."""
    findings: list[Phrase] = []
    for what in ("algorithm", "data set"):
        findings += _changes(study, what)
    findings += _contradictions(study)
    cycles = [commas([*cycle, cycle[0]], " → ") for cycle in study.cycles]
    if cycles:
        findings.append(
            phrase(
                "The pairwise majorities are cyclic: {}. Each algorithm is better than "
                "the next one on more data sets than it is worse.",
                listed_words(cycles, "; "),
            )
        )
    return tuple(findings)


def _changes(study: StabilityStudy, what: str) -> list[Phrase]:
    """Name the decisions that change if one algorithm or one data set is omitted."""
    outcomes = {True: "becomes significant", False: "is no longer significant"}
    changes = study.changed(what)
    findings = []
    for change in changes[:MOST_LISTED]:
        names = map(Name, (change.left_out, change.first, change.second))
        findings.append(
            phrase(
                "If {} is omitted, the difference between {} and {} {}.",
                *names,
                outcomes[change.different],
            )
        )
    rest = len(changes) - MOST_LISTED
    if rest > 0:
        number = "1 further decision"
        if rest > 1:
            number = f"{format_count(rest)} further decisions"
        findings.append(phrase("Omitting one {} changes {}.", what, number))
    return findings


def _contradictions(study: StabilityStudy) -> list[Phrase]:
    """Name algorithms that are better on more data sets but have the worse rank."""
    n = scores_of(study.comparison).n
    noun = RANKINGS[study.comparison.ranking.kind].noun
    findings = []
    for one in study.contrary[:MOST_LISTED]:
        findings.append(
            phrase(
                "{} is better than {} on {} of {} data sets and worse on {}, although "
                "its {} is worse.",
                Name(one.winner),
                Name(one.ranked_better),
                str(one.wins),
                str(n),
                str(one.losses),
                noun,
            )
        )
    rest = len(study.contrary) - MOST_LISTED
    if rest > 0:
        pairs = "1 other pair" if rest == 1 else f"{format_count(rest)} other pairs"
        findings.append(phrase("The same is true of {}.", pairs))
    return findings
