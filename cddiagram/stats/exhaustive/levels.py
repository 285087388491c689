"""The distinct p-values of all pairs, and the steps that both exhaustive algorithms share."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cddiagram._util.types import FloatArray, IntArray


@dataclass(frozen=True, kw_only=True, eq=False)
class Levels:
    """The p-values of all pairs as integers: which of the distinct p-values each pair has.

    Thresholds must be exact, so pairs are compared by these integers and no longer by numbers.

    `threshold` (T,): The distinct p-values, rising. `index` (k, k): ``threshold[index[i, j]]`` is the p-value of (i,
    j): the pair is joined at threshold number tau when ``index[i, j] >= tau``. The diagonal is T: everything is always
    joined to itself. `pair_index` (k (k - 1) / 2,): `index` of the pairs i < j, row by row.

    Examples
    --------
    >>> levels = Levels.of(np.array([[1.0, 0.2, 0.1], [0.2, 1.0, 0.2], [0.1, 0.2, 1.0]]))
    >>> levels.threshold.tolist(), levels.pair_index.tolist()
    ([0.1, 0.2], [1, 0, 1])
    """

    threshold: FloatArray
    index: IntArray
    pair_index: IntArray

    @classmethod
    def of(cls, pvalues: FloatArray) -> Levels:
        """Read the levels off a symmetric (k, k) array; the diagonal is not looked at."""
        k = len(pvalues)
        upper = np.triu_indices(k, 1)
        threshold, pair_index = np.unique(pvalues[upper], return_inverse=True)
        index = np.full((k, k), len(threshold), dtype=np.int64)
        index[upper] = pair_index
        index.T[upper] = pair_index
        return cls(threshold=threshold, index=index, pair_index=pair_index.astype(np.int64))

    @property
    def k(self) -> int:
        """Number of algorithms."""
        return len(self.index)

    def highest_so_far(self, values: FloatArray) -> FloatArray:
        """Cumulative maximum over the p order: of every pair, the largest value among pairs with no larger p.

        Shapes: `values` (k (k - 1) / 2,).
        """
        at_level = np.full(len(self.threshold), -np.inf)
        np.maximum.at(at_level, self.pair_index, values)
        return np.maximum.accumulate(at_level)[self.pair_index]

    def lowest_above(self, values: FloatArray) -> FloatArray:
        """Return, for each threshold, the smallest value among the pairs that are joined there."""
        at_level = np.full(len(self.threshold), np.inf)
        np.minimum.at(at_level, self.pair_index, values)
        return np.minimum.accumulate(at_level[::-1])[::-1]


def binomial_table(k: int) -> IntArray:
    """Return ``n (n - 1) / 2`` for n = 0..k: the pairs within a group of n.

    >>> binomial_table(4).tolist()
    [0, 0, 1, 3, 6]
    """
    n = np.arange(k + 1, dtype=np.int64)
    return n * (n - 1) // 2
