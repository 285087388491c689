"""All pairs with logical relations: Shaffer's dynamic procedure and Bergmann-Hommel's,
without enumerating.

If A equals B and B equals C, then A equals C: the hypotheses "i and j are equal" that
can be true together are the within-group pairs of a partition of the k algorithms into
groups (the *exhaustive sets* I of G08, Definition 1, Fig. 1; Bell(k) - 1 of them hold a
pair). The procedures are

* Bergmann-Hommel (G08 Section 2.1, Section 3): adjusted p of (i, j) = max over
  exhaustive I that hold (i, j) of ``|I| min(p in I)``, capped at 1;
* Shaffer, dynamic (G08 Section 2.1, called S2 by Shaffer 1986): step down with t* = the largest ``|I|`` among the
  exhaustive sets that hold no hypothesis rejected before.

Both are optimisations over thresholds. For a distinct p-value t join i and j when
``p[i, j] >= t``; call that graph G(t). An exhaustive set with ``min(p in I) >= t`` is a
partition of the algorithms into cliques of G(t). Let F(t) be the largest number of
within-group pairs of such a partition and M(t; i, j) the largest among those that keep
i and j together. Then, each maximum over the distinct p-values t,

* Bergmann-Hommel: adjusted p of (i, j) = max over t <= p[i, j] of ``t M(t; i, j)``;
* Shaffer, dynamic: adjusted p of (i, j) = max over t <= p[i, j] of ``t F(t)``.

(A set with minimum p0 > t counted at t instead of p0 is counted too low, so the maximum
is not disturbed.)

F(t) is the *cluster deletion* problem. On the graphs of mean-rank tests it is
polynomial (`mean_ranks`, with the proof); on arbitrary graphs it is NP-hard (Shamir,
Sharan & Tsur 2004), and `cliques` with `search` solve it by branch and bound with a
budget, past which they return bounds that are certain.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cddiagram._util import FloatArray, IntArray


@dataclass(frozen=True, kw_only=True, eq=False)
class Levels:
    """The p-values of all pairs as integers: which of the distinct p-values each pair
    has.

    Thresholds must be exact, so pairs are compared by these integers and no longer by
    numbers. The distinct p-values are the rising `threshold` (T,), and
    ``threshold[index[i, j]]`` is that of (i, j): the pair is joined at threshold number
    tau when ``index[i, j] >= tau``. The diagonal is T: everything is always joined to
    itself. `pair_index` is `index` of the pairs i < j, row by row.

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
        """Read the levels off a symmetric (k, k) array; the diagonal is not looked
        at.
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
        """Number of algorithms."""
        return len(self.index)

    def highest_so_far(self, values: FloatArray) -> FloatArray:
        """Return for every pair i < j the largest value among the pairs with no larger
        p.
        """
        at_level = np.full(len(self.threshold), -np.inf)
        np.maximum.at(at_level, self.pair_index, values)
        return np.maximum.accumulate(at_level)[self.pair_index]

    def lowest_above(self, values: FloatArray) -> FloatArray:
        """Return, for each threshold, the smallest value among the pairs that are
        joined there.
        """
        at_level = np.full(len(self.threshold), np.inf)
        np.minimum.at(at_level, self.pair_index, values)
        return np.minimum.accumulate(at_level[::-1])[::-1]
