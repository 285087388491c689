"""The leaderboard: algorithms by rank, with rank intervals."""

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
from cddiagram.text import Name, phrase
from cddiagram.words import (
    SAME_RANK,
    Wording,
    enumeration,
    format_alpha,
    format_count,
    rank_decimals,
)

_ELO = (
    "Elo ratings are a function of the average ranks and provide no additional "
    "evidence. They are the Bradley–Terry ratings of the wins, with a tie counted as "
    f"half a win and a mean of {ELO_MEAN}. A difference of {ELO_TENFOLD} points "
    "corresponds to odds of 10 to 1."
)
_OTHER_RANKING = (
    "Elo ratings are not reported, because they are a function of ranks within data "
    "sets, which this ranking does not use."
)
_SHARED = "Algorithms with equal average ranks share a rank."


def leaderboard_table(comparison: Comparison, key: str = "leaderboard") -> TableBlock:
    """Return rank, rank interval, letters, average rank, wins, ties, losses and Elo.

    Columns that do not exist for a comparison are left out.
    """
    wording = Wording(comparison)
    ranks = comparison.ranking.average_ranks
    rounded = np.round(ranks, SAME_RANK)
    places = [
        count_cell(1 + int((rounded < rounded[i]).sum())) for i in comparison.order
    ]
    decided, of_datasets = decided_columns(comparison), comparison.ranking.ranks
    ratings = (
        elo_ratings(of_datasets)
        if comparison.ranking.kind == "friedman" and of_datasets is not None
        else None
    )
    interval = rank_intervals_column(comparison)
    columns = (
        names_column(comparison, hints=True),
        Filled.right("Rank", places),
        interval,
        *decided,
        ranks_column(comparison, rank_decimals(ranks)),
        *(
            Filled.right(head, [count_cell(int(count[i])) for i in comparison.order])
            for head, count in zip(
                ("Wins", "Ties", "Losses"), total_wins(comparison), strict=False
            )
        ),
        *(
            ()
            if ratings is None
            else [
                Filled.right(
                    "Elo", [number_cell(float(ratings[i]), 0) for i in comparison.order]
                )
            ]
        ),
    )
    shared = _SHARED if len(set(rounded.tolist())) < len(rounded) else ""
    return table_of(
        key,
        f"Leaderboard: {comparison.test}, α = {format_alpha(comparison.alpha)}.",
        columns,
        (
            wording.omnibus_warning,
            wording.missing,
            *(column.explained for column, _ in (interval, *decided)),
            shared,
            *no_letters(comparison),
            _wins_words(comparison),
            _elo_words(comparison),
        ),
    )


def wins_and_ties(
    comparison: Comparison, table: ScoreTable
) -> tuple[np.ndarray, np.ndarray]:
    """Return on how many data sets each algorithm is better than each other one, and as
    good.
    """
    if table.has_gaps and comparison.effects is not None:
        return comparison.effects.wins, comparison.effects.ties
    return count_wins(table.exact, higher_is_better=table.higher_is_better)


def total_wins(comparison: Comparison) -> tuple[np.ndarray, ...]:
    """Return how often each algorithm is better than, as good as and worse than another
    one; nothing without scores.
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
            "Wins, ties and losses are counted over all other algorithms and the data "
            "sets with scores of both."
        )
    count = format_count(comparison.table.n * (comparison.table.k - 1))
    return (
        "Wins, ties and losses are counted over all other algorithms and all data "
        f"sets ({count} comparisons per algorithm)."
    )


def _elo_words(comparison: Comparison) -> str:
    """Explain Elo ratings or their absence; empty if only average ranks are known."""
    ranking = comparison.ranking
    if ranking.kind != "friedman":
        return _OTHER_RANKING
    if ranking.ranks is None:
        return ""
    count = unbeaten_set(ranking.ranks)
    if not count:
        return _ELO
    names = [Name(comparison.algorithms[i]) for i in comparison.order]
    if 2 * count <= len(names):
        best = enumeration(names[:count])
        beats = "beats" if count == 1 else "beat"
        return phrase(
            "Elo ratings are not reported, because they are infinite: {} {} the other "
            "algorithms on every data set.",
            best,
            beats,
        )
    worst = names[count:]
    loses = "loses" if len(worst) == 1 else "lose"
    return phrase(
        "Elo ratings are not reported, because they are infinite: {} {} to the other "
        "algorithms on every data set.",
        enumeration(worst),
        loses,
    )
