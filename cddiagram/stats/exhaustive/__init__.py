"""Adjustments of all pairs with logical relations, without enumerating exhaustive sets:
Shaffer's dynamic procedure and Bergmann-Hommel's.

If A equals B and B equals C, then A equals C. So the hypotheses "i and j are equal"
that can be true together are the within-group pairs of a partition of the k algorithms
into groups. These are the *exhaustive sets* I of G08, Definition 1, Fig. 1; Bell(k) - 1
of them contain a pair. The procedures are

* Bergmann-Hommel (G08 Section 2.1, Section 3): the adjusted p-value of (i, j) is the
  maximum of ``|I| min(p in I)`` over the exhaustive sets I that contain (i, j), capped
  at 1;
* Shaffer, dynamic (G08 Section 2.1, called S2 by Shaffer 1986): a step-down procedure
  with t* = the largest ``|I|`` among the exhaustive sets without a rejected hypothesis.

Both are optimisations over thresholds. For a distinct p-value t let G(t) be the graph
that joins i and j if ``p[i, j] >= t``. An exhaustive set with ``min(p in I) >= t`` is a
partition of the algorithms into cliques of G(t). Let F(t) be the largest number of
within-group pairs of such a partition, and M(t; i, j) the largest among those with i
and j in one group. Then, with each maximum over the distinct p-values t,

* Bergmann-Hommel: adjusted p of (i, j) = max over t <= p[i, j] of ``t M(t; i, j)``;
* Shaffer, dynamic: adjusted p of (i, j) = max over t <= p[i, j] of ``t F(t)``.

(A set with minimum p0 > t has a value that is too small at t, so that the maximum is
right.)

F(t) is the *cluster deletion* problem. On the graphs of tests of average ranks it is
polynomial (`mean_ranks`, with the proof). On arbitrary graphs it is NP-hard (Shamir,
Sharan & Tsur 2004). `cliques` and `search` solve it by branch and bound with a budget,
after which they return certain bounds.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cddiagram._util import FloatArray, IntArray


@dataclass(frozen=True, kw_only=True, eq=False)
class Levels:
    """The p-values of all pairs as integers, because thresholds must be exact.

    Attributes
    ----------
    threshold : ndarray, shape (T,)
        The distinct p-values, rising.
    index : ndarray of int, shape (k, k)
        The position of the p-value of each pair in `threshold`. A pair is joined at
        threshold number tau if ``index[i, j] >= tau``. The diagonal is T, because every
        algorithm is joined to itself.
    pair_index : ndarray of int
        The `index` of the pairs i < j, row by row.

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
        """Compute the levels of a symmetric (k, k) array, whose diagonal is ignored."""
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
        """Return for every pair i < j the largest value among pairs with at most its p."""
        at_level = np.full(len(self.threshold), -np.inf)
        np.maximum.at(at_level, self.pair_index, values)
        return np.maximum.accumulate(at_level)[self.pair_index]

    def lowest_above(self, values: FloatArray) -> FloatArray:
        """Return for each threshold the smallest value among the pairs joined there."""
        at_level = np.full(len(self.threshold), np.inf)
        np.minimum.at(at_level, self.pair_index, values)
        return np.minimum.accumulate(at_level[::-1])[::-1]
