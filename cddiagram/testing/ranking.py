"""The rankings: average ranks, and the tests of any difference at all.

Each function is that of an entry of `cddiagram.procedures.RANKINGS`, and imports what it alone needs.
"""

from __future__ import annotations

from cddiagram._util.exact import Exact
from cddiagram.data.table import ScoreTable
from cddiagram.plan import Plan
from cddiagram.stats.ranks import rank_means, rank_scores
from cddiagram.stats.results import OmnibusResult, Ranking

Ranked = tuple[Ranking, tuple[OmnibusResult, ...]]


def friedman_ranking(table: ScoreTable, scores: Exact, plan: Plan) -> Ranked:
    """Rank within each data set; Friedman's test, exact where that is feasible."""
    from cddiagram.stats.friedman import friedman_exact_test, friedman_test

    ranks = rank_scores(scores, table.higher_is_better)
    exact = friedman_exact_test(ranks, tie_correction=plan.tie_correction is True)
    omnibus = (() if exact is None else (exact,)) + friedman_test(ranks)
    return Ranking(kind="friedman", average_ranks=ranks.mean(axis=0), ranks=ranks), omnibus


def aligned_ranking(table: ScoreTable, scores: Exact, plan: Plan) -> Ranked:
    """Rank all scores less the mean of their data set."""
    from cddiagram.stats.aligned import aligned_ranks, aligned_test

    ranks = aligned_ranks(scores, table.higher_is_better)
    return Ranking(kind="aligned", average_ranks=ranks.mean(axis=0), ranks=ranks), aligned_test(ranks)


def quade_ranking(table: ScoreTable, scores: Exact, plan: Plan) -> Ranked:
    """Rank within each data set, weighted by the rank of its range."""
    from cddiagram.stats.quade import quade_average_ranks, quade_test, quade_weights

    ranks, weights = rank_scores(scores, table.higher_is_better), quade_weights(scores)
    average = quade_average_ranks(ranks, weights)
    return Ranking(kind="quade", average_ranks=average, ranks=ranks, weights=weights), quade_test(ranks, weights)


def means_ranking(table: ScoreTable, scores: Exact, plan: Plan) -> Ranked:
    """Rank the mean scores; the analysis of variance."""
    from cddiagram.stats.anova import anova_test

    average = rank_means(scores, table.higher_is_better)
    return Ranking(kind="means", average_ranks=average, means=table.means), anova_test(scores)
