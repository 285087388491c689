"""Descriptions of convergence histories for readers who cannot see the figures."""

from __future__ import annotations

from cddiagram.convergence.comparison import ConvergenceComparison
from cddiagram.convergence.histories import Histories
from cddiagram.convergence.words import (
    caution,
    gains,
    tested_words,
    worse_throughout,
)
from cddiagram.stats import rank_scores
from cddiagram.text import Name, TextPart, commas, phrase
from cddiagram.words import format_rank, rank_decimals

#: The outcomes at the last cut-point are included only if lists may contain more than
#: this number of names.
_MOST_WITH_OUTCOMES = 60


def histories_sentences(histories: Histories) -> list[TextPart]:
    """Describe the data and the average ranks at the last cut-point."""
    data, _, _ = str(histories).partition("\n")
    table = histories.scores_at(histories.cut_points[-1])
    ranks = rank_scores(table.exact, table.higher_is_better).mean(axis=0)
    decimals = rank_decimals(ranks)
    entries = []
    for column in ranks.argsort(kind="stable"):
        rank = format_rank(ranks[column], decimals)
        entries.append(phrase(f"{{}} {rank}", Name(histories.algorithms[column])))
    start = "Average ranks at the last cut-point, from best to worst"
    return [data, phrase("{}: {}.", start, commas(entries)), *histories.notes]


def convergence_sentences(
    comparison: ConvergenceComparison, most: int
) -> list[TextPart]:
    """Describe the data, the test, the cautions and the gains.

    The cautions precede the gains, because a long description is cut off at its end. If
    lists are limited to at most 60 names, the outcomes at the last cut-point are
    omitted.
    """
    data, _, _ = str(comparison.histories).partition("\n")
    return [
        data,
        tested_words(comparison),
        *caution(comparison),
        *gains(comparison, outcomes=most > _MOST_WITH_OUTCOMES),
        *worse_throughout(comparison),
        *comparison.notes,
    ]
