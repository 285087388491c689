"""The sentences about a study of stability."""

from __future__ import annotations

from cddiagram.studies.lists import MOST_LISTED, listed_words
from cddiagram.studies.stability.study import StabilityStudy, scores_of
from cddiagram.text import Name, Phrase, Words, commas, phrase, sentences
from cddiagram.words import (
    RANK_NOUNS,
    format_alpha,
    format_count,
    format_percent,
    format_share,
    rank_nouns,
    ranked_words,
)


def stability_caption_words(study: StabilityStudy) -> Words:
    """Return the caption of the figure of stability."""
    noun = RANK_NOUNS[study.comparison.ranking.kind]
    reading = (
        f"Markers are {noun}s; lines are {format_percent(study.confidence)} "
        "percentile intervals over "
        f"{format_count(study.resamples)} bootstrap resamples of the data sets, which "
        "describe and do not hold all at "
        "once. Percentages are the shares of resamples in which an algorithm has the "
        f"best {noun}."
    )
    return sentences([ranked_words(study.comparison), reading, *changed_words(study)])


def stability_sentences(study: StabilityStudy) -> tuple[str, ...]:
    """Say what was found, in sentences."""
    return (
        first_words(study),
        *same_order_words(study),
        *changed_words(study),
        *oddities(study),
    )


def first_words(study: StabilityStudy) -> Phrase:
    """Say how often the algorithms have the best average rank."""
    named = study.comparison.algorithms
    order = sorted(study.comparison.order, key=lambda i: -float(study.first[i]))
    best, *others = [
        (Name(named[i]), format_share(float(study.first[i])))
        for i in order
        if study.first[i] > 0
    ]
    what = (
        f"In {best[1]} of {format_count(study.resamples)} bootstrap resamples of the "
        "data sets "
    )
    first = phrase(
        "{} has the best {}", best[0], RANK_NOUNS[study.comparison.ranking.kind]
    )
    rest = [first, *(phrase("{} in {}", *other) for other in others)]
    return Phrase(what, listed_words(rest), "; ties share it." if others else ".")


def same_order_words(study: StabilityStudy) -> tuple[str, ...]:
    """Report how often the average ranks put the algorithms in the same order as those
    of the whole table.
    """
    if study.same_order is None:
        return ()
    share, ranks = (
        format_share(study.same_order),
        rank_nouns(study.comparison.ranking.kind),
    )
    return (
        f"In {share} of the resamples, the {ranks} have the same order as the {ranks} "
        "of the whole table.",
    )


def changed_words(study: StabilityStudy) -> tuple[str, ...]:
    """Say how many decisions change without one algorithm, and without one data set."""
    parts = [
        f"{format_count(len(study.changed(what)))} of {format_count(count)} decisions "
        "about pairs change when one "
        f"{what} is left out"
        for what, count in study.made.items()
    ]
    level = f"{study.comparison.test}, α = {format_alpha(study.comparison.alpha)}"
    return (f"{', '.join(parts)} ({level}).",) if parts else ()


def oddities(study: StabilityStudy) -> tuple[Phrase, ...]:
    """Name the decisions that change, majorities that contradict the order of ranks,
    and cycles of majorities.
    """
    said = []
    outcomes = {True: "significant", False: "no longer significant"}
    for what in ("algorithm", "data set"):
        changed = [
            phrase(
                f"omitting {{}} makes the difference between {{}} and {{}} "
                f"{outcomes[change.different]}",
                *map(Name, (change.left_out, change.first, change.second)),
            )
            for change in study.changed(what)
        ]
        if changed:
            said.append(
                Phrase(
                    f"Changed without one {what}: ", listed_words(changed, "; "), "."
                )
            )
    n = scores_of(study.comparison).n
    said += [
        phrase(
            "{} is better than {} on {} of {} data sets (worse on {}), although {} "
            "has the better {}.",
            *map(Name, (one.winner, one.ranked_better)),
            *(str(one.wins), str(n), str(one.losses)),
            Name(one.ranked_better),
            RANK_NOUNS[study.comparison.ranking.kind],
        )
        for one in study.contrary[:MOST_LISTED]
    ]
    if len(study.contrary) > MOST_LISTED:
        said.append(
            Phrase(f"So it is with {len(study.contrary) - MOST_LISTED} more pairs.")
        )
    circles = [commas([*cycle, cycle[0]], " → ") for cycle in study.cycles]
    if circles:
        said.append(
            Phrase(
                "Majorities go round in circles, each better than the next: ",
                listed_words(circles, "; "),
                ".",
            )
        )
    return tuple(said)
