"""Sentences about the handling of runs and missing scores, and about its effect on the
decisions.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cddiagram.comparing import Comparison
from cddiagram.data import ScoreTable
from cddiagram.procedures import LIKE
from cddiagram.text import (
    Name,
    Phrase,
    RichText,
    cite,
    commas,
    counted,
    inflect,
    phrase,
    sentences,
)
from cddiagram.words.numbers import format_count, format_interval
from cddiagram.words.parts import count_at_start, names_words, pair_name, was, worded

#: If each pair is tested on the available data sets, the tests require this assumption.
_AT_RANDOM = (
    "This assumes that the scores are missing at random, that is, independently of "
    "their unobserved values."
)
#: Maps each policy for missing scores to a sentence that describes it.
_POLICIES = {
    "drop": "Data sets with missing scores were excluded.",
    "drop-algorithms": "Algorithms with missing scores were excluded.",
    "worst": "Missing scores were replaced by the worst score on the same data set.",
    "available": (
        "Each pair was compared on the data sets on which both algorithms have scores. "
        f"{_AT_RANDOM}"
    ),
}
#: Maps policies for missing scores to a description of the data sets that they exclude.
#: All other policies exclude only data sets without any scores.
_REASONS = {
    "error": "missing scores",
    "drop": "missing scores",
    "available": "fewer than two scores",
}
#: Maps the number of data sets with complete scores to the beginning of a sentence.
_TOO_FEW_COMPLETE = {0: "No data set has", 1: "Only one data set has"}
#: At most this many pairs are named. If there are more pairs, only the number of
#: remaining pairs is given.
_MOST_PAIRS = 6


def runs_words(comparison: Comparison, *, several: bool = False) -> str:
    """State from how many runs each score was computed.

    Return an empty text for single runs. If the text is about `several` comparisons, it
    does not contain the number of runs.
    """
    table = comparison.table
    if table is None or table.run_counts == (1, 1):
        return ""
    reduced = table.reading.get("runs", "mean")
    if several:
        return f"Scores are {reduced}s over runs."
    fewest, most = table.run_counts
    return f"Each score is the {reduced} of {format_interval(fewest, most)} runs."


def missing_words(comparison: Comparison) -> Phrase:
    """State how many scores were missing and how they were handled.

    Return an empty text if no score was missing.
    """
    table = comparison.table
    if table is None:
        return Phrase()
    return commas(_missing_sentences(comparison, table), " ")


def _missing_sentences(comparison: Comparison, table: ScoreTable) -> list[Phrase]:
    ranking = comparison.ranking
    texts = []
    if table.touched and table.has_gaps:
        texts.append(_pairs_on_common_data_sets(comparison, table))
    elif table.touched:
        texts.append(_replaced_scores(table))
    if ranking.without_common:
        texts.append(_pairs_without_common_data_set(ranking.without_common))
    if table.dropped_algorithms:
        texts.append(_excluded_algorithms(table.dropped_algorithms))
    if table.dropped:
        texts.append(_excluded_data_sets(table))
    return texts


def _count_missing(table: ScoreTable) -> str:
    """Return the beginning of a sentence, such as ``"Six of the 150 scores were
    missing"``.
    """
    scores = format_count(table.n * table.k)
    count = count_at_start(table.touched)
    return f"{count} of the {scores} scores {was(table.touched)} missing"


def _replaced_scores(table: ScoreTable) -> Phrase:
    start = f"{_count_missing(table)} and {was(table.touched)} replaced by"
    if table.missing.startswith(LIKE):
        baseline = Name(table.missing.removeprefix(LIKE))
        return phrase(f"{start} the score of {{}} on the same data set.", baseline)
    return Phrase(f"{start} the worst score on the same data set.")


def _pairs_on_common_data_sets(comparison: Comparison, table: ScoreTable) -> Phrase:
    common = _common_range(comparison, table)
    return Phrase(
        f"{_count_missing(table)}. Each pair was compared on the data sets on which both "
        f"algorithms have scores ({common} data sets per pair). {_AT_RANDOM}"
    )


def _pairs_without_common_data_set(pairs: Sequence[tuple[str, str]]) -> Phrase:
    count = len(pairs)
    have = inflect(count, "pair ({}) has", "pairs ({}) have")
    contributions = inflect(count, "its contribution", "their contributions")
    return phrase(
        f"{count_at_start(count)} {have} no common data sets, so {contributions} to the "
        f"average ranks {was(count)} estimated from the other pairs.",
        _pair_names(pairs),
    )


def _excluded_algorithms(names: Sequence[str]) -> Phrase:
    count = len(names)
    algorithms = inflect(count, "algorithm", "algorithms")
    return phrase(
        f"{count_at_start(count)} further {algorithms} with missing scores "
        f"{was(count)} excluded: {{}}.",
        commas(names),
    )


def _excluded_data_sets(table: ScoreTable) -> Phrase:
    count = len(table.dropped)
    reason = _REASONS.get(table.missing, "no scores")
    datasets = inflect(count, "data set", "data sets")
    return Phrase(
        f"{count_at_start(count)} further {datasets} with {reason} {was(count)} excluded."
    )


def common_words(comparison: Comparison) -> RichText:
    """State how many data sets the algorithms of each pair have in common.

    Return an empty text if no score is missing.
    """
    ranking, table = comparison.ranking, comparison.table
    if table is None or not table.has_gaps:
        return ()
    least = counted(ranking.smallest_common or 0, "common data set")
    count = len(ranking.without_common)
    if not count:
        return (f"Each pair had at least {least}.",)
    pairs = inflect(count, "pair", "pairs")
    estimated = worded(
        f"The proportions for the {pairs} without common data sets were estimated by a "
        "least-squares fit of an additive model{}.",
        cite("jiang2011"),
    )
    return sentences([f"All other pairs had at least {least}.", estimated])


def _pair_names(pairs: Sequence[tuple[str, str]]) -> Phrase:
    return names_words([pair_name(pair) for pair in pairs], _MOST_PAIRS)


def policy_words(comparison: Comparison) -> Phrase:
    """State how missing scores were handled in several comparisons with the same
    settings.

    Return an empty text if no score was missing.
    """
    table = comparison.table
    if table is None:
        return Phrase()
    if table.missing.startswith(LIKE):
        return phrase(
            "Missing scores were replaced by the score of {} on the same data set.",
            Name(table.missing.removeprefix(LIKE)),
        )
    return Phrase(_POLICIES.get(table.missing, ""))


def _common_range(comparison: Comparison, table: ScoreTable) -> str:
    """Return the minimum and the maximum number of common data sets over all tested
    pairs.
    """
    counts = table.common[~np.isnan(comparison.pairwise.pvalue)]
    return format_interval(int(counts.min()), int(counts.max()))


def missing_note(comparison: Comparison) -> str:
    """Return the note about missing scores in a figure, or an empty text if no score
    was missing.
    """
    table = comparison.table
    if table is None or not table.touched:
        return ""
    if table.has_gaps:
        return f"n = {_common_range(comparison, table)} per pair"
    failures = counted(table.touched, "failure")
    if table.missing.startswith(LIKE):
        return f"{failures} as baseline"
    return f"{failures} as worst"


def sensitivity_words(comparison: Comparison) -> Phrase:
    """State which decisions change if only data sets without missing scores are used.

    Return an empty text if no score was missing.
    """
    sensitivity, table = comparison.sensitivity, comparison.table
    if sensitivity is None or table is None:
        return Phrase()
    n, tested = sensitivity.n_datasets, sensitivity.tested
    if not tested:
        start = _TOO_FEW_COMPLETE.get(n, "Too few data sets have")
        return Phrase(
            f"{start} complete scores, so the effect of the missing scores on the "
            "decisions cannot be assessed."
        )
    start = f"If only the {n} data sets without missing scores are used,"
    changed = len(sensitivity.changed)
    if tested == 1 and changed:
        return Phrase(f"{start} the decision about the pair changes.")
    if tested == 1:
        return Phrase(f"{start} the decision about the pair does not change.")
    if not changed:
        return Phrase(f"{start} none of the {tested} pairwise decisions changes.")
    changes = inflect(changed, "changes", "change")
    return phrase(
        f"{start} {changed} of the {tested} pairwise decisions {changes}: {{}}.",
        _pair_names(sensitivity.changed),
    )
