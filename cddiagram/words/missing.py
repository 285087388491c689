"""What was done about runs and about missing scores, and what the verdicts owe to
it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cddiagram.comparing import Comparison
from cddiagram.data import ScoreTable
from cddiagram.procedures import LIKE
from cddiagram.text import Name, Phrase, Words, cite, commas, join, phrase

#: Policy -> what it does wherever a score is missing.
_POLICIES = {
    "drop": "Data sets with missing scores are left out.",
    "drop-algorithms": "Algorithms with missing scores are left out.",
    "worst": "A missing score counts as the worst of its data set.",
    "available": "Each pair is tested on the data sets that both have, which is valid only if "
    "no score is missing "
    "because of its value.",
}
#: More pairs than this are counted, not named.
_NAMED = 6


def runs_words(comparison: Comparison, *, several: bool = False) -> str:
    """Say how many runs a score was reduced from, or only that it was in `several`
    comparisons; empty for one run.
    """
    table = comparison.table
    if table is None or table.run_counts == (1, 1):
        return ""
    reduced = table.reading.get("runs", "mean")
    if several:
        return f"Scores are {reduced}s over runs."
    fewest, most = table.run_counts
    count = f"{most}" if fewest == most else f"{fewest} to {most}"
    return f"Each score is the {reduced} of {count} runs."


def missing_words(comparison: Comparison) -> Phrase:
    """Say how many scores were missing and what was done about them; empty where none
    was.
    """
    table = comparison.table
    if table is None:
        return Phrase()
    said = []
    if table.touched:
        said.append(_touched(comparison, table))
    if comparison.ranking.without_common:
        said.append(_without_common_words(comparison.ranking.without_common))
    if table.dropped_algorithms:
        count = len(table.dropped_algorithms)
        less = (
            f"{count} more algorithm{'s' * (count > 1)} with missing scores "
            f"{_were(count)} left out: {{}}."
        )
        said.append(phrase(less, commas(table.dropped_algorithms)))
    if table.dropped:
        count, few = len(table.dropped), "missing scores"
        if table.missing not in ("error", "drop"):
            few = (
                "fewer than two scores" if table.missing == "available" else "no score"
            )
        said.append(
            Phrase(
                f"{count} more data set{'s' * (count > 1)} with {few} {_were(count)} "
                "left out."
            )
        )
    return commas(said, " ")


def _touched(comparison: Comparison, table: ScoreTable) -> Phrase:
    scores = f"{table.touched} of {table.n * table.k} scores"
    if table.has_gaps:
        tested = (
            f"each pair was tested on the {_both(comparison, table, ' to ')} data "
            "sets that both have"
        )
        valid = "which is valid only if no score is missing because of its value"
        return Phrase(
            f"{scores} {'is' if table.touched == 1 else 'are'} missing; {tested}, "
            f"{valid}."
        )
    start = f"{scores} {_were(table.touched)} missing; such failures count as "
    if table.missing.startswith(LIKE):
        return phrase(
            "{}the score of {} on their data set.",
            start,
            Name(table.missing.removeprefix(LIKE)),
        )
    return Phrase(f"{start}the worst score of their data set.")


def common_words(comparison: Comparison) -> Words:
    """Report how many data sets pairs have in common, if average ranks are estimated
    from these; empty otherwise.
    """
    ranking, table = comparison.ranking, comparison.table
    if table is None or not table.has_gaps:
        return ()
    plural = "s" * (ranking.smallest_common != 1)
    least = f"at least {ranking.smallest_common} common data set{plural}"
    if not ranking.without_common:
        return (f"Every pair has {least}.",)
    others = (
        "The shares of the other pairs were estimated by the least-squares fit of an "
        "additive model"
    )
    count = len(ranking.without_common)
    return join(f"All pairs but {count} have {least}. {others}", cite("jiang2011"), ".")


def _without_common_words(pairs: Sequence[tuple[str, str]]) -> Phrase:
    """List the pairs without a common data set; empty if every pair has one."""
    if not pairs:
        return Phrase()
    names, more = _named_pairs(pairs)
    plural = "s" * (len(pairs) > 1)
    start = (
        f"For {len(pairs)} pair{plural} without a common data set ({{}}{more}), the "
        f"share{plural} of wins in the "
    )
    return phrase(
        f"{start}average ranks {_were(len(pairs))} estimated from the other pairs.",
        names,
    )


def _named_pairs(pairs: Sequence[tuple[str, str]]) -> tuple[Phrase, str]:
    """Name the first few pairs, and count the others."""
    named = commas(commas(pair, "–") for pair in pairs[:_NAMED])
    others = len(pairs) - _NAMED
    return named, f" and {others} more" if others > 0 else ""


def policy_words(comparison: Comparison) -> Phrase:
    """Say what is done about missing scores in several comparisons like this one; empty
    where nothing was missing.
    """
    table = comparison.table
    policy = "error" if table is None else table.missing
    if policy.startswith(LIKE):
        return phrase(
            "A missing score counts as the score of {} on its data set.",
            Name(policy.removeprefix(LIKE)),
        )
    return Phrase(_POLICIES.get(policy, ""))


def _were(count: int) -> str:
    return "was" if count == 1 else "were"


def _both(comparison: Comparison, table: ScoreTable, between: str) -> str:
    """Say on how many data sets pairs were tested."""
    counts = table.common[~np.isnan(comparison.pairwise.pvalue)]
    low, high = int(counts.min()), int(counts.max())
    return str(low) if low == high else f"{low}{between}{high}"


def missing_note(comparison: Comparison) -> str:
    """Say the same in the note of a figure, which names the tests; empty where no score
    was missing.
    """
    table = comparison.table
    if table is None or not table.touched:
        return ""
    if table.has_gaps:
        return f"n = {_both(comparison, table, '–')} per pair"
    what = "baseline" if table.missing.startswith(LIKE) else "worst"
    return f"{table.touched} failure{'s' * (table.touched > 1)} as {what}"


def sensitivity_words(comparison: Comparison) -> Phrase:
    """Say which verdicts change on the data sets without missing scores; empty where no
    score was missing.
    """
    found, table = comparison.sensitivity, comparison.table
    if found is None or table is None:
        return Phrase()
    if not found.tested:
        have = {0: "No data set has", 1: "Only one data set has"}.get(
            found.n_datasets, "Too few data sets have"
        )
        return Phrase(
            f"{have} all scores, so that what the verdicts owe to missing ones cannot "
            "be told."
        )
    start = f"On the {found.n_datasets} data sets without missing scores alone "
    changed = len(found.changed)
    if found.tested == 1:
        return Phrase(
            f"{start}the one verdict about a pair "
            f"{'changes' if changed else 'is the same'}."
        )
    if not changed:
        return Phrase(f"{start}all {found.tested} verdicts about pairs are the same.")
    pairs, more = _named_pairs(found.changed)
    change = "changes" if changed == 1 else "change"
    return phrase(
        f"{start}{changed} of {found.tested} verdicts about pairs {change}: "
        f"{{}}{more}.",
        pairs,
    )
