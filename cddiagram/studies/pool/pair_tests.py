"""Tests on average ranks that are applied to many pools of algorithms at once."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, islice
from typing import NamedTuple

import numpy as np

from cddiagram._util import BoolArray, FloatArray, IntArray
from cddiagram.procedures import ADJUSTMENTS
from cddiagram.stats import adjust_pvalues, normal_two_sided, significant
from cddiagram.studies.engine import Arrays

#: The number of algorithms in the smallest pool.
SMALLEST = 3
#: One part of the work contains at most the first number of p-values and at most the
#: second number of pools.
_MOST_PVALUES, _MOST_POOLS = 1 << 19, 4096


class Part(NamedTuple):
    """A part of the work, which consists of pools of the same size.

    Attributes
    ----------
    size : int
        The number of algorithms in each pool.
    start, stop : int
        The index of the first pool, and the index after the last pool.
    is_complete : bool
        Whether all pools of this size are examined. If not, they are sampled.
    """

    size: int
    start: int
    stop: int
    is_complete: bool


def parts_of(k: int, max_pools: int, one_pair: bool) -> list[Part]:
    """Divide the pools into parts by size. Sample pools if there are too many.

    If all pairs are studied, each pool of s algorithms contributes to s (s - 1) / 2
    pairs. Fewer pools are therefore required.
    """
    sizes = range(SMALLEST, k + 1)
    if one_pair:
        counts = [math.comb(k - 2, size - 2) for size in sizes]
        weights = [1.0 for _ in sizes]
    else:
        counts = [math.comb(k, size) for size in sizes]
        weights = [1 / (size * (size - 1)) for size in sizes]
    parts: list[Part] = []
    for size, count, weight in zip(sizes, counts, weights, strict=True):
        sample = max(1, round(max_pools * weight / sum(weights)))
        is_complete = sum(counts) <= max_pools or count <= sample
        if not is_complete:
            count = sample
        pools_of_part = max(1, min(_MOST_POOLS, _MOST_PVALUES // (size * (size - 1))))
        for start in range(0, count, pools_of_part):
            stop = min(start + pools_of_part, count)
            parts.append(Part(size, start, stop, is_complete))
    return parts


@dataclass(frozen=True)
class PoolWork:
    """A picklable callable that tests all pairs in the pools of a part.

    Twice the rank sum of an algorithm in a pool equals a constant plus the points that
    the other algorithms win against it. All rank sums can therefore be computed by
    multiplying two matrices. The first matrix has a row of zeros and ones for each
    pool, and the second matrix contains the points.
    """

    points: FloatArray
    n: int
    p_adjust: str
    alpha: float
    pair: tuple[int, int] | None

    def __call__(self, part: Part, rng: np.random.Generator) -> Arrays:
        """Test all pairs in the pools of one part.

        Count the pools that contain each pair, and the pools in which the pair is
        significantly different. Also return the index of the first pool that leads to
        each decision.
        """
        k = len(self.points)
        pools = self.pools_of(part, rng)
        first, second, different = self.decide(pools)
        if self.pair is not None:
            in_pair = np.isin(first, self.pair) & np.isin(second, self.pair)
            first = first[in_pair][:, np.newaxis]
            second = second[in_pair][:, np.newaxis]
            different = different[in_pair][:, np.newaxis]
        cells = first * k + second
        numbers = np.arange(len(pools))[:, np.newaxis]
        numbers = np.broadcast_to(numbers, cells.shape)
        examples = np.full((2, k * k), -1)
        for decision in (0, 1):
            with_decision = different == bool(decision)
            # If an element is assigned several times, the last value is kept. The first
            # pool is therefore assigned last.
            backwards = cells[with_decision][::-1]
            examples[decision, backwards] = numbers[with_decision][::-1]
        all_counts = np.bincount(cells.ravel(), minlength=k * k)
        different_counts = np.bincount(cells[different], minlength=k * k)
        return {
            "pools": all_counts.reshape(k, k),
            "different": different_counts.reshape(k, k),
            "examples": examples.reshape(2, k, k),
        }

    def pools_of(self, part: Part, rng: np.random.Generator) -> IntArray:
        """Return the columns of each pool in a part, in ascending order.

        The result has the shape (pools, size).
        """
        fixed = self.pair or ()
        candidates = [i for i in range(len(self.points)) if i not in fixed]
        free = part.size - len(fixed)
        count = part.stop - part.start
        if part.is_complete:
            all_subsets = combinations(candidates, free)
            subsets = np.array(
                list(islice(all_subsets, part.start, part.stop)), dtype=np.int64
            )
        else:
            keys = rng.random((count, len(candidates)))
            positions = np.argpartition(keys, free - 1, axis=1)[:, :free]
            subsets = np.asarray(candidates)[positions]
        subsets = subsets.reshape(count, free)
        pair = np.full((count, len(fixed)), fixed, dtype=np.int64)
        return np.sort(np.concatenate([subsets, pair], axis=1), axis=1)

    def decide(self, pools: IntArray) -> tuple[IntArray, IntArray, BoolArray]:
        """Return the columns of the first and the second algorithm in all pairs.

        Also return which pairs are significantly different.
        """
        count, size = pools.shape
        is_member = np.zeros((count, len(self.points)))
        np.put_along_axis(is_member, pools, 1.0, axis=1)
        rank_sums = np.take_along_axis(is_member @ self.points, pools, axis=1)
        first, second = np.triu_indices(size, 1)
        distances = np.abs(rank_sums[:, second] - rank_sums[:, first])
        is_nemenyi = self.p_adjust == "nemenyi"
        pvalues = _pvalues(size, self.n, is_nemenyi)[distances.astype(np.int64)]
        if self.p_adjust not in ("nemenyi", "none"):
            pvalues = adjust_pvalues(pvalues, self.p_adjust)
        different = significant(pvalues, self.alpha)
        return pools[:, first], pools[:, second], different


@lru_cache(maxsize=512)
def _pvalues(size: int, n: int, nemenyi: bool) -> FloatArray:
    """Return the p-values of the z test or of the Nemenyi test (Demšar 2006, 3.2.2).

    The array is indexed by twice the difference between two rank sums.
    """
    standard_error = math.sqrt(size * (size + 1) / (6.0 * n))
    differences = np.arange(2 * n * (size - 1) + 1)
    z = differences / (2.0 * n * standard_error)
    if not nemenyi:
        return normal_two_sided(z)
    pvalues: FloatArray = ADJUSTMENTS["nemenyi"].load()(z, size)
    return pvalues
