"""Shaffer's dynamic procedure and the Bergmann-Hommel procedure for all pairs, without
enumeration of the exhaustive sets.

If A equals B and B equals C, then A equals C. The hypotheses "i and j are equal" that
can be true together are therefore the within-group pairs of a partition of the k
algorithms into groups. These are the *exhaustive sets* I (García and Herrera 2008,
Definition 1, Fig. 1); Bell(k) - 1 of them contain a pair. The procedures are defined as
follows:

* Bergmann-Hommel (García and Herrera 2008, sections 2.1 and 3): the adjusted p-value of
  (i, j) is the maximum of ``|I| min(p in I)`` over the exhaustive sets I that contain
  (i, j), capped at 1;
* Shaffer, dynamic (García and Herrera 2008, section 2.1; called S2 by Shaffer 1986): a
  step-down procedure with t* = the largest ``|I|`` among the exhaustive sets without a
  rejected hypothesis.

Both procedures can be written as optimisations over thresholds. For each distinct
p-value t, let G(t) be the graph that joins i and j if ``p[i, j] >= t``. An exhaustive
set with ``min(p in I) >= t`` is a partition of the algorithms into cliques of G(t). Let
F(t) be the largest number of within-group pairs in such a partition, and let M(t; i, j)
be the largest number in a partition with i and j in the same group. Then, with each
maximum over the distinct p-values t,

* Bergmann-Hommel: adjusted p of (i, j) = max over t <= p[i, j] of ``t M(t; i, j)``;
* Shaffer, dynamic: adjusted p of (i, j) = max over t <= p[i, j] of ``t F(t)``.

At a threshold t, the value of a set with the minimum p0 > t is too small, but the
maximum is correct because the set is also considered at p0.

The computation of F(t) is known as the *cluster deletion* problem. For the graphs that
result from tests on average ranks, it takes polynomial time (see the proof in
`mean_ranks`). For arbitrary graphs, it is NP-hard (Shamir, Sharan & Tsur 2004).
`cliques` and `search` solve it by branch and bound with a budget. If the budget is used
up, they return proven bounds.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cddiagram._util import FloatArray, IntArray


@dataclass(frozen=True, kw_only=True, eq=False)
class Levels:
    """The p-values of all pairs, represented by integers because thresholds must be
    exact.

    Attributes
    ----------
    threshold : ndarray, shape (T,)
        The distinct p-values in ascending order.
    index : ndarray of int, shape (k, k)
        The position of the p-value of each pair in `threshold`. A pair is joined at the
        threshold with index tau if ``index[i, j] >= tau``. The elements on the diagonal
        are T, because every algorithm is joined to itself.
    pair_index : ndarray of int
        The `index` of the pairs with i < j, row by row.

    Examples
    --------
    >>> levels = Levels.of(
    ...     np.array([[1.0, 0.2, 0.1], [0.2, 1.0, 0.2], [0.1, 0.2, 1.0]])
    ... )
    >>> levels.threshold.tolist(), levels.pair_index.tolist()
    ([0.1, 0.2], [1, 0, 1])
    """

    threshold: FloatArray
    index: IntArray
    pair_index: IntArray

    @classmethod
    def of(cls, pvalues: FloatArray) -> Levels:
        """Compute the levels from a symmetric array of shape (k, k).

        The diagonal is ignored.
        """
        k = len(pvalues)
        upper = np.triu_indices(k, 1)
        threshold, pair_index = np.unique(pvalues[upper], return_inverse=True)
        index = np.full((k, k), len(threshold), dtype=np.int64)
        index[upper] = pair_index
        index.T[upper] = pair_index
        return cls(
            threshold=threshold, index=index, pair_index=pair_index.astype(np.int64)
        )

    @property
    def k(self) -> int:
        """The number of algorithms."""
        return len(self.index)

    def highest_so_far(self, values: FloatArray) -> FloatArray:
        """Return, for each pair with i < j, the largest value among the pairs with the
        same or a smaller p-value.
        """
        at_level = np.full(len(self.threshold), -np.inf)
        np.maximum.at(at_level, self.pair_index, values)
        return np.maximum.accumulate(at_level)[self.pair_index]

    def lowest_above(self, values: FloatArray) -> FloatArray:
        """Return, for each threshold, the smallest value among the pairs that are
        joined at this threshold.
        """
        at_level = np.full(len(self.threshold), np.inf)
        np.minimum.at(at_level, self.pair_index, values)
        return np.minimum.accumulate(at_level[::-1])[::-1]
