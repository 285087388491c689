"""The leaderboard: a table of ranks, rank intervals, wins and Elo ratings."""

from __future__ import annotations

import numpy as np

from cddiagram.comparing import Comparison
from cddiagram.data import ScoreTable
from cddiagram.document import Filled, TableBlock, count_cell, number_cell, table_of
from cddiagram.report.ratings import ELO_MEAN, ELO_TENFOLD, elo_ratings, unbeaten_set
from cddiagram.report.tables import (
    decided_columns,
    names_column,
    no_letters,
    rank_intervals_column,
    ranks_column,
)
from cddiagram.stats import count_wins
from cddiagram.text import Name, inflect, phrase
from cddiagram.words import (
    SAME_RANK,
    Wording,
    enumeration,
    format_count,
    rank_decimals,
)

_ELO = (
    "Elo ratings are a function of the average ranks and provide no additional "
    "evidence. They are the Bradley–Terry ratings of the wins, in which a tie counts as "
    f"half a win. Their mean is {ELO_MEAN}, and a difference of {ELO_TENFOLD} points "
    "corresponds to odds of 10 to 1."
)
_OTHER_RANKING = (
    "Elo ratings are not reported, because they are a function of ranks within data "
    "sets, which this ranking does not use."
)


def leaderboard_table(comparison: Comparison, key: str = "leaderboard") -> TableBlock:
    """Return a table of ranks, rank intervals, letters, wins and Elo ratings.

    The table omits columns that do not apply to the comparison.
    """
    wording = Wording(comparison)
    ranks = comparison.ranking.average_ranks
    interval = rank_intervals_column(comparison)
    decisions = decided_columns(comparison)
    columns = [
        names_column(comparison, hints=True),
        _positions(comparison),
        interval,
        *decisions,
        ranks_column(comparison, rank_decimals(ranks)),
        *_win_columns(comparison),
        *_elo_column(comparison),
    ]
    explanations = [column.explained for column, _ in (interval, *decisions)]
    notes = (
        wording.omnibus_warning,
        wording.missing,
        *explanations,
        _shared_ranks_words(comparison),
        no_letters(comparison),
        _wins_words(comparison),
        _elo_words(comparison),
    )
    caption = phrase("Leaderboard. {}", wording.pairwise_sentence())
    return table_of(key, caption, columns, notes)


def _shared_ranks_words(comparison: Comparison) -> str:
    ranks = np.round(comparison.ranking.average_ranks, SAME_RANK).tolist()
    if len(set(ranks)) == len(ranks):
        return ""
    return "Algorithms with equal average ranks share a rank."


def _positions(comparison: Comparison) -> Filled:
    """Return the position of each algorithm.

    Algorithms with equal average ranks share a position.
    """
    rounded = np.round(comparison.ranking.average_ranks, SAME_RANK)
    better = [int((rounded < rounded[i]).sum()) for i in comparison.order]
    return Filled.right("Rank", [count_cell(1 + count) for count in better])


def _win_columns(comparison: Comparison) -> list[Filled]:
    """Return the columns of wins, ties and losses.

    The result is empty if scores are not available.
    """
    heads = ("Wins", "Ties", "Losses")
    columns = []
    for head, counts in zip(heads, total_wins(comparison), strict=False):
        cells = [count_cell(int(counts[i])) for i in comparison.order]
        columns.append(Filled.right(head, cells))
    return columns


def _elo_column(comparison: Comparison) -> list[Filled]:
    """Return the column of Elo ratings.

    The result is empty if the ratings are not defined.
    """
    ranking = comparison.ranking
    if ranking.kind != "friedman" or ranking.ranks is None:
        return []
    ratings = elo_ratings(ranking.ranks)
    if ratings is None:
        return []
    cells = [number_cell(float(ratings[i]), 0) for i in comparison.order]
    return [Filled.right("Elo", cells)]


def wins_and_ties(
    comparison: Comparison, table: ScoreTable
) -> tuple[np.ndarray, np.ndarray]:
    """Return the numbers of wins and ties for each ordered pair of algorithms.

    Both arrays have the shape (k, k).
    """
    if table.has_gaps and comparison.effects is not None:
        return comparison.effects.wins, comparison.effects.ties
    return count_wins(table.exact, higher_is_better=table.higher_is_better)


def total_wins(comparison: Comparison) -> tuple[np.ndarray, ...]:
    """Return the numbers of wins, ties and losses of each algorithm against all others.

    The result is empty if scores are not available.
    """
    table = comparison.table
    if table is None:
        return ()
    wins, ties = wins_and_ties(comparison, table)
    return wins.sum(axis=1), ties.sum(axis=1) - ties.diagonal(), wins.sum(axis=0)


def _wins_words(comparison: Comparison) -> str:
    if comparison.table is None:
        return ""
    if comparison.table.has_gaps:
        return (
            "Wins, ties and losses are counted over all other algorithms and over the "
            "data sets on which both algorithms have scores."
        )
    count = format_count(comparison.table.n * (comparison.table.k - 1))
    return (
        "Wins, ties and losses are counted over all other algorithms and all data "
        f"sets ({count} comparisons per algorithm)."
    )


def _elo_words(comparison: Comparison) -> str:
    """Explain the Elo ratings or their absence.

    Return empty text if only average ranks are known.
    """
    ranking = comparison.ranking
    if ranking.kind != "friedman":
        return _OTHER_RANKING
    if ranking.ranks is None:
        return ""
    count = unbeaten_set(ranking.ranks)
    if not count:
        return _ELO
    names = [Name(comparison.algorithms[i]) for i in comparison.order]
    best, worst = names[:count], names[count:]
    if len(best) <= len(worst):
        subject, verb = best, inflect(len(best), "beats", "beat")
    else:
        subject, verb = worst, inflect(len(worst), "loses to", "lose to")
    return phrase(
        "Elo ratings are not reported, because they are infinite: {} {} the other "
        "algorithms on every data set.",
        enumeration(subject),
        verb,
    )
