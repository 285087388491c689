"""The functions that implement the rankings in `cddiagram.procedures.RANKINGS` and
their omnibus tests.

Each function receives exact scores of shape (n, k), their direction, and the options
that are listed in the entry of the ranking. Modules that only one function requires are
imported in this function.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cddiagram._util import Exact
from cddiagram.stats.ranks import column_means, rank_means, rank_scores
from cddiagram.stats.results import OmnibusResult, Ranking
from cddiagram.text import InputError, Option, listed

Ranked = tuple[Ranking, tuple[OmnibusResult, ...]]


def friedman_ranking(
    scores: Exact, higher_is_better: bool, *, tie_correction: bool | None = None
) -> Ranked:
    """Rank the scores within each data set.

    The omnibus test is Friedman's test, which is exact if feasible.

    >>> scores = Exact.of([[0.9, 0.7, 0.8], [0.6, 0.5, 0.7]])
    >>> ranking, _ = friedman_ranking(scores, True)
    >>> ranking.average_ranks.round(3).tolist()
    [1.5, 3.0, 1.5]
    """
    from cddiagram.stats.friedman import friedman_exact_test, friedman_test

    ranks = rank_scores(scores, higher_is_better)
    ranking = Ranking(kind="friedman", average_ranks=ranks.mean(axis=0), ranks=ranks)
    exact = friedman_exact_test(ranks, tie_correction=tie_correction is True)
    asymptotic = friedman_test(ranks)
    if exact is None:
        return ranking, asymptotic
    return ranking, (exact, *asymptotic)


def aligned_ranking(scores: Exact, higher_is_better: bool) -> Ranked:
    """Rank all scores together after subtracting the mean of each data set.

    >>> scores = Exact.of([[0.9, 0.7, 0.8], [0.6, 0.5, 0.7]])
    >>> ranking, _ = aligned_ranking(scores, True)
    >>> ranking.average_ranks.round(3).tolist()
    [2.5, 5.5, 2.5]
    """
    from cddiagram.stats.aligned import aligned_ranks, aligned_test

    ranks = aligned_ranks(scores, higher_is_better)
    ranking = Ranking(kind="aligned", average_ranks=ranks.mean(axis=0), ranks=ranks)
    return ranking, aligned_test(ranks)


def quade_ranking(scores: Exact, higher_is_better: bool) -> Ranked:
    """Rank the scores within each data set, and weight the data sets by the rank of
    their range.

    >>> scores = Exact.of([[0.9, 0.7, 0.8], [0.6, 0.5, 0.7]])
    >>> ranking, _ = quade_ranking(scores, True)
    >>> ranking.average_ranks.round(3).tolist()
    [1.5, 3.0, 1.5]
    """
    from cddiagram.stats.quade import quade_average_ranks, quade_test, quade_weights

    ranks = rank_scores(scores, higher_is_better)
    weights = quade_weights(scores)
    average = quade_average_ranks(ranks, weights)
    ranking = Ranking(kind="quade", average_ranks=average, ranks=ranks, weights=weights)
    return ranking, quade_test(ranks, weights)


def skillings_mack_ranking(
    scores: Exact, higher_is_better: bool, *, algorithms: Sequence[str]
) -> Ranked:
    """Estimate average ranks from the common data sets of each pair.

    The omnibus test is the Skillings-Mack test.

    >>> scores = Exact.of([[0.9, 0.7, 0.8], [0.6, 0.5, 0.7]])
    >>> ranking, _ = skillings_mack_ranking(scores, True, algorithms="ABC")
    >>> ranking.average_ranks.round(3).tolist()
    [1.5, 3.0, 1.5]
    """
    from cddiagram.stats.available import available_ranks, estimate_average_ranks
    from cddiagram.stats.skillings_mack import skillings_mack_test

    _check_connected(scores, algorithms)
    ranks = available_ranks(scores, higher_is_better=higher_is_better)
    estimate = estimate_average_ranks(ranks)
    without_common = []
    for i, j in estimate.without_common:
        without_common.append((algorithms[i], algorithms[j]))
    ranking = Ranking(
        kind="skillings-mack",
        average_ranks=estimate.average_ranks,
        ranks=ranks,
        smallest_common=estimate.smallest_common,
        without_common=tuple(without_common),
    )
    return ranking, skillings_mack_test(ranks)


def _check_connected(scores: Exact, algorithms: Sequence[str]) -> None:
    """Raise an error if two groups of algorithms are not connected by common data sets,
    not even indirectly.
    """
    from cddiagram.stats.skillings_mack import connected_parts

    present = (~np.isnan(scores.values)).astype(np.int64)
    parts = connected_parts(present.T @ present > 0)
    if not parts.any():
        return
    columns = np.flatnonzero(parts == 0).tolist()
    other_columns = np.flatnonzero(parts == parts.max()).tolist()
    first = [algorithms[i] for i in columns]
    other = [algorithms[i] for i in other_columns]
    raise InputError(
        "no data set has scores of both ",
        listed(first),
        " and ",
        listed(other),
        ", and no other data sets connect the two groups. Exclude one group, or read "
        "the scores with ",
        Option("missing", "worst"),
        ".",
    )


def means_ranking(scores: Exact, higher_is_better: bool) -> Ranked:
    """Rank the mean scores.

    The omnibus tests are the analysis of variance and its corrected versions.

    >>> scores = Exact.of([[0.9, 0.7, 0.8], [0.6, 0.5, 0.7]])
    >>> ranking, _ = means_ranking(scores, True)
    >>> ranking.average_ranks.round(3).tolist()
    [1.5, 3.0, 1.5]
    """
    from cddiagram.stats.anova import anova_test

    means = column_means(scores).doubles()
    average = rank_means(scores, higher_is_better)
    ranking = Ranking(kind="means", average_ranks=average, means=means)
    return ranking, anova_test(scores)
