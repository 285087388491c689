"""The board: algorithms by place, with how sure that place is, for those who keep a
ranking.
"""

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
from cddiagram.text import Name, commas, phrase
from cddiagram.words import (
    SAME_RANK,
    format_alpha,
    format_count,
    missing_words,
    omnibus_warning,
    rank_decimals,
)

_ELO = (
    "Elo is the average rank in other units and no further evidence: the "
    "Bradley–Terry ratings of the same wins, a tie "
    f"half a win, with mean {ELO_MEAN}; {ELO_TENFOLD} points are odds of 10 to 1."
)
_OTHER_RANKING = (
    "There is no Elo: it is the average of ranks within data sets in other units, and "
    "here others are used."
)
_SHARED = "Equal average ranks share a place."


def leaderboard_table(comparison: Comparison, key: str = "leaderboard") -> TableBlock:
    """Return place, place interval, letters, average rank, wins, ties, losses and Elo,
    as far as there are any.
    """
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
    interval = rank_intervals_column(
        comparison, "Place interval", "A place interval holds the places that"
    )
    columns = (
        names_column(comparison, hints=True),
        Filled.right("Place", places),
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
        "Algorithms by place, with the places that the tests leave open: "
        f"{comparison.test}, "
        f"α = {format_alpha(comparison.alpha)}.",
        columns,
        (
            omnibus_warning(comparison),
            missing_words(comparison),
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
            "Wins, ties and losses are those against every other algorithm on every "
            "data set that both have."
        )
    count = format_count(comparison.table.n * (comparison.table.k - 1))
    return (
        "Wins, ties and losses are those against every other algorithm on every data "
        f"set, {count} of each algorithm."
    )


def _elo_words(comparison: Comparison) -> str:
    """Say what Elo is, or why there is none; nothing where only average ranks are
    known.
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
    if 2 * count <= len(names):
        who, does = names[:count], "beats" if count == 1 else "each beat"
        return phrase(
            "There is no Elo: {} {} all others on every data set, above every rating.",
            commas(who),
            does,
        )
    who = names[count:]
    does = "loses" if len(who) == 1 else "each lose"
    return phrase(
        "There is no Elo: {} {} to all others on every data set, below every rating.",
        commas(who),
        does,
    )
