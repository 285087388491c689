"""What was done about runs and missing scores, and how much the decisions depend on it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cddiagram.comparing import Comparison
from cddiagram.data import ScoreTable
from cddiagram.procedures import LIKE
from cddiagram.text import Name, Phrase, RichText, cite, commas, phrase, sentences
from cddiagram.words.numbers import format_count
from cddiagram.words.parts import (
    count_at_start,
    counted,
    pair_name,
    plural,
    was,
    worded,
)

#: What tests on the available data sets assume.
_AT_RANDOM = (
    "This assumes that the scores are missing at random, that is, independently of "
    "their unobserved values."
)
#: Policy -> what it does about missing scores.
_POLICIES = {
    "drop": "Data sets with missing scores were excluded.",
    "drop-algorithms": "Algorithms with missing scores were excluded.",
    "worst": "Missing scores were replaced by the worst score on the same data set.",
    "available": (
        "Each pair was compared on the data sets on which both algorithms have scores. "
        f"{_AT_RANDOM}"
    ),
}
#: More pairs than this are counted, not named.
_NAMED = 6


def runs_words(comparison: Comparison, *, several: bool = False) -> str:
    """Report over how many runs scores were averaged, or only that they were in
    `several` comparisons, or nothing for one run.
    """
    table = comparison.table
    if table is None or table.run_counts == (1, 1):
        return ""
    reduced = table.reading.get("runs", "mean")
    if several:
        return f"Scores are {reduced}s over runs."
    fewest, most = table.run_counts
    return f"Each score is the {reduced} of {_range(fewest, most)} runs."


def missing_words(comparison: Comparison) -> Phrase:
    """Report how many scores were missing and what was done about them, or nothing if
    no score was missing.
    """
    table = comparison.table
    if table is None:
        return Phrase()
    return commas(_missing_sentences(comparison, table), " ")


def _missing_sentences(comparison: Comparison, table: ScoreTable) -> list[Phrase]:
    ranking = comparison.ranking
    texts = []
    if table.touched and table.has_gaps:
        texts.append(_available(comparison, table))
    elif table.touched:
        texts.append(_replaced(table))
    if ranking.without_common:
        texts.append(_without_common(ranking.without_common))
    if table.dropped_algorithms:
        texts.append(_without_algorithms(table.dropped_algorithms))
    if table.dropped:
        texts.append(_without_datasets(table))
    return texts


def _count_missing(table: ScoreTable) -> str:
    """Count missing scores: ``"Six of the 150 scores were missing"``."""
    scores = format_count(table.n * table.k)
    count = count_at_start(table.touched)
    return f"{count} of the {scores} scores {was(table.touched)} missing"


def _replaced(table: ScoreTable) -> Phrase:
    start = f"{_count_missing(table)} and {was(table.touched)} replaced by"
    if table.missing.startswith(LIKE):
        baseline = Name(table.missing.removeprefix(LIKE))
        return phrase(f"{start} the score of {{}} on the same data set.", baseline)
    return Phrase(f"{start} the worst score on the same data set.")


def _available(comparison: Comparison, table: ScoreTable) -> Phrase:
    common = _common_range(comparison, table)
    return Phrase(
        f"{_count_missing(table)}. Each pair was compared on the {common} data sets on "
        f"which both algorithms have scores. {_AT_RANDOM}"
    )


def _without_common(pairs: Sequence[tuple[str, str]]) -> Phrase:
    """Name the pairs without a common data set."""
    count = len(pairs)
    have, their = ("has", "its share") if count == 1 else ("have", "their shares")
    return phrase(
        f"{count_at_start(count)} {plural(count, 'pair')} ({{}}) {have} no common data "
        f"set; {their} of wins in the average ranks {was(count)} estimated from the "
        "other pairs.",
        _pair_names(pairs),
    )


def _without_algorithms(names: Sequence[str]) -> Phrase:
    count = len(names)
    return phrase(
        f"{count_at_start(count)} further {plural(count, 'algorithm')} with missing "
        f"scores {was(count)} excluded: {{}}.",
        commas(names),
    )


def _without_datasets(table: ScoreTable) -> Phrase:
    count = len(table.dropped)
    reason = "no scores"
    if table.missing in ("error", "drop"):
        reason = "missing scores"
    elif table.missing == "available":
        reason = "fewer than two scores"
    return Phrase(
        f"{count_at_start(count)} further {plural(count, 'data set')} with {reason} "
        f"{was(count)} excluded."
    )


def common_words(comparison: Comparison) -> RichText:
    """Report how many data sets pairs have in common, if average ranks are estimated
    from these, or nothing otherwise.
    """
    ranking, table = comparison.ranking, comparison.table
    if table is None or not table.has_gaps:
        return ()
    least = counted(ranking.smallest_common or 0, "common data set")
    count = len(ranking.without_common)
    if not count:
        return (f"Every pair has at least {least}.",)
    pairs = f"{format_count(count)} {plural(count, 'pair')}"
    estimated = worded(
        "The shares of these pairs were estimated by the least-squares fit of an "
        "additive model{}.",
        cite("jiang2011"),
    )
    if count == 1:
        estimated = worded(
            "The share of this pair was estimated by the least-squares fit of an "
            "additive model{}.",
            cite("jiang2011"),
        )
    return sentences([f"All pairs except {pairs} have at least {least}.", estimated])


def _pair_names(pairs: Sequence[tuple[str, str]]) -> Phrase:
    """Name the first few pairs, and count the others."""
    names = [pair_name(pair) for pair in pairs[:_NAMED]]
    others = len(pairs) - _NAMED
    if others <= 0:
        return commas(names)
    return phrase("{} and {} more", commas(names), format_count(others))


def policy_words(comparison: Comparison) -> Phrase:
    """Report what was done about missing scores in several comparisons like this one,
    or nothing if no score was missing.
    """
    table = comparison.table
    policy = "error" if table is None else table.missing
    if policy.startswith(LIKE):
        return phrase(
            "Missing scores were replaced by the score of {} on the same data set.",
            Name(policy.removeprefix(LIKE)),
        )
    return Phrase(_POLICIES.get(policy, ""))


def _range(low: int, high: int) -> str:
    return f"{low}" if low == high else f"{low}–{high}"


def _common_range(comparison: Comparison, table: ScoreTable) -> str:
    """Return on how many data sets pairs were tested."""
    counts = table.common[~np.isnan(comparison.pairwise.pvalue)]
    return _range(int(counts.min()), int(counts.max()))


def missing_note(comparison: Comparison) -> str:
    """Return the note of a figure about missing scores, or nothing if no score was
    missing.
    """
    table = comparison.table
    if table is None or not table.touched:
        return ""
    if table.has_gaps:
        return f"n = {_common_range(comparison, table)} per pair"
    what = "baseline" if table.missing.startswith(LIKE) else "worst"
    return f"{counted(table.touched, 'failure')} as {what}"


def sensitivity_words(comparison: Comparison) -> Phrase:
    """Report which decisions change on the data sets without missing scores, or nothing
    if no score was missing.
    """
    sensitivity, table = comparison.sensitivity, comparison.table
    if sensitivity is None or table is None:
        return Phrase()
    if not sensitivity.tested:
        have = {0: "No data set has", 1: "Only one data set has"}
        start = have.get(sensitivity.n_datasets, "Too few data sets have")
        return Phrase(
            f"{start} all scores, so the effect of the missing scores on the decisions "
            "cannot be assessed."
        )
    start = f"If only the {sensitivity.n_datasets} data sets without missing scores are used,"
    changed = len(sensitivity.changed)
    if sensitivity.tested == 1:
        changes = "changes" if changed else "does not change"
        return Phrase(f"{start} the decision about the pair {changes}.")
    if not changed:
        return Phrase(
            f"{start} none of the {sensitivity.tested} pairwise decisions changes."
        )
    changes = "changes" if changed == 1 else "change"
    return phrase(
        f"{start} {changed} of the {sensitivity.tested} pairwise decisions {changes}: {{}}.",
        _pair_names(sensitivity.changed),
    )
