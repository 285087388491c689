"""Ranks and p-values for many tables of scores at once."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from cddiagram._util import Exact, FloatArray
from cddiagram.stats.differences import differences_from
from cddiagram.stats.ranks import rank_means, rank_scores
from cddiagram.stats.wilcoxon import signed_rank_pvalues


@dataclass(frozen=True, eq=False)
class ManyTables:
    """Many tables of scores of shape (m, n, k), whose ranks are computed only once.

    The supported rankings are ``"friedman"``, ``"aligned"``, ``"quade"`` and
    ``"means"``.
    """

    scores: Exact
    higher_is_better: bool
    _ranked: dict[str, tuple[FloatArray, ...]] = field(
        default_factory=dict, init=False, repr=False
    )

    def __len__(self) -> int:
        return len(self.scores.values)

    def ranks(self, ranking: str) -> tuple[FloatArray, ...]:
        """Return the arguments for the tests on a ranking.

        These are the ranks of shape (m, n, k) and, for Quade's ranking, the weights.
        """
        if ranking not in self._ranked:
            self._ranked[ranking] = self._computed_ranks(ranking)
        return self._ranked[ranking]

    def _computed_ranks(self, ranking: str) -> tuple[FloatArray, ...]:
        if ranking == "aligned":
            from cddiagram.stats.aligned import aligned_ranks

            return (aligned_ranks(self.scores, self.higher_is_better),)
        ranks = rank_scores(self.scores, self.higher_is_better)
        if ranking == "quade":
            from cddiagram.stats.quade import quade_weights

            return ranks, quade_weights(self.scores)
        return (ranks,)

    def average_ranks(self, ranking: str) -> FloatArray:
        """Return the average ranks of the algorithms as an array of shape (m, k).

        The smallest rank is best.
        """
        if ranking == "means":
            ranks_of_means = []
            for number in range(len(self)):
                table = self.scores.take(number)
                ranks_of_means.append(rank_means(table, self.higher_is_better))
            return np.array(ranks_of_means)
        ranks = self.ranks(ranking)
        if ranking == "quade":
            from cddiagram.stats.quade import quade_average_ranks

            return quade_average_ranks(*ranks)
        return np.asarray(ranks[0].mean(axis=-2))

    def omnibus_pvalues(self, test: str) -> FloatArray:
        """Return the p-values of the ANOVA (``"anova"``) or of the omnibus test on a
        ranking, as an array of shape (m,).
        """
        if test == "anova":
            from cddiagram.stats.anova import anova_pvalues

            return anova_pvalues(self.scores)
        if test == "friedman":
            from cddiagram.stats.friedman import iman_davenport_pvalues

            return iman_davenport_pvalues(self.ranks("friedman")[0])
        if test == "aligned":
            from cddiagram.stats.aligned import aligned_statistics

            return aligned_statistics(*self.ranks("aligned"))[1]
        from cddiagram.stats.quade import quade_statistics

        return quade_statistics(*self.ranks("quade"))[1]

    def signed_rank_pvalues(self, **options: Any) -> FloatArray:
        """Return the p-values of Wilcoxon's test for all pairs as an array of shape (m,
        k, k).
        """
        *lead, _, k = self.scores.values.shape
        pvalue = np.full((*lead, k, k), np.nan)
        for i in range(k - 1):
            differences, _ = differences_from(self.scores, i)
            p = signed_rank_pvalues(differences, **options)
            pvalue[..., i, i + 1 :] = p
            pvalue[..., i + 1 :, i] = p
        return pvalue
