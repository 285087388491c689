"""Tests on average ranks in many pools of algorithms at once."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, islice

import numpy as np

from cddiagram._util import BoolArray, FloatArray, IntArray
from cddiagram.procedures import ADJUSTMENTS
from cddiagram.stats import adjust_pvalues, normal_two_sided, significant
from cddiagram.studies.engine import Arrays

#: The number of algorithms of the smallest pool.
SMALLEST = 3
#: Most p-values and most pools in a part of the work.
_PART, _MOST = 1 << 19, 4096

Part = tuple[int, int, int, bool]
"""The size of the pools, the first pool and the one after the last, and whether all
pools of this size are examined."""


def parts_of(k: int, max_pools: int, one_pair: bool) -> list[Part]:
    """Divide the pools by their numbers of algorithms, and sample if there are too many.

    If all pairs are studied, a pool of s algorithms contains s (s - 1) / 2 pairs, so
    that fewer pools are required for each pair.
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
        every = sum(counts) <= max_pools or count <= sample
        total = count if every else sample
        step = max(1, min(_MOST, _PART // (size * (size - 1))))
        for start in range(0, total, step):
            parts.append((size, start, min(start + step, total), every))
    return parts


@dataclass(frozen=True)
class PoolWork:
    """Test all pairs of the pools of a part; can be pickled.

    Twice the rank sum of an algorithm in a pool is a constant plus the points of the
    other algorithms against it. So all rank sums are the product of a matrix with a row
    of zeros and ones for each pool, and the matrix of points.
    """

    points: FloatArray
    n: int
    p_adjust: str
    alpha: float
    pair: tuple[int, int] | None

    def __call__(self, part: Part, rng: np.random.Generator) -> Arrays:
        """Count the pools of each pair, and those in which it is significantly
        different; also return the first pool of each decision.
        """
        k = len(self.points)
        pools = self.pools_of(part, rng)
        first, second, different = self.decide(pools)
        if self.pair is not None:
            keep = np.isin(first, self.pair) & np.isin(second, self.pair)
            first, second = first[keep][:, np.newaxis], second[keep][:, np.newaxis]
            different = different[keep][:, np.newaxis]
        cells = first * k + second
        rows = np.broadcast_to(np.arange(len(pools))[:, np.newaxis], cells.shape)
        examples = np.full((2, k * k), -1)
        for decision in (0, 1):
            with_decision = different == bool(decision)
            # Of several assignments to a cell the last one counts, so the first pool
            # comes last.
            places = cells[with_decision][::-1]
            examples[decision, places] = rows[with_decision][::-1]
        pools_of_cells = np.bincount(cells.ravel(), minlength=k * k)
        different_of_cells = np.bincount(cells[different], minlength=k * k)
        return {
            "pools": pools_of_cells.reshape(k, k),
            "different": different_of_cells.reshape(k, k),
            "examples": examples.reshape(2, k, k),
        }

    def pools_of(self, part: Part, rng: np.random.Generator) -> IntArray:
        """Return the columns of each pool of a part in increasing order, (pools,
        size).
        """
        size, start, stop, every = part
        fixed = self.pair or ()
        others = [column for column in range(len(self.points)) if column not in fixed]
        free = size - len(fixed)
        if every:
            subsets = list(islice(combinations(others, free), start, stop))
            chosen = np.array(subsets, dtype=np.int64)
        else:
            keys = rng.random((stop - start, len(others)))
            places = np.argpartition(keys, free - 1, axis=1)[:, :free]
            chosen = np.asarray(others)[places]
        chosen = chosen.reshape(len(chosen), free)
        pair = np.full((len(chosen), len(fixed)), fixed, dtype=np.int64)
        return np.sort(np.concatenate([chosen, pair], axis=1), axis=1)

    def decide(self, pools: IntArray) -> tuple[IntArray, IntArray, BoolArray]:
        """Return the first and second columns of the pairs of each pool, and which are
        significantly different.
        """
        count, size = pools.shape
        inside = np.zeros((count, len(self.points)))
        np.put_along_axis(inside, pools, 1.0, axis=1)
        sums = np.take_along_axis(inside @ self.points, pools, axis=1)
        first, second = np.triu_indices(size, 1)
        distance = np.abs(sums[:, second] - sums[:, first]).astype(np.int64)
        p = _pvalues(size, self.n, self.p_adjust == "nemenyi")[distance]
        if self.p_adjust not in ("nemenyi", "none"):
            p = adjust_pvalues(p, self.p_adjust)
        return pools[:, first], pools[:, second], significant(p, self.alpha)


@lru_cache(maxsize=512)
def _pvalues(size: int, n: int, nemenyi: bool) -> FloatArray:
    """Return the p-values of twice the differences of rank sums, 0, 1, ...: of the z
    test of D06 3.2.2, or of the Nemenyi test.
    """
    scale = 2.0 * n * math.sqrt(size * (size + 1) / (6.0 * n))
    z = np.arange(2 * n * (size - 1) + 1) / scale
    if not nemenyi:
        return normal_two_sided(z)
    pvalues: FloatArray = ADJUSTMENTS["nemenyi"].load()(z, size)
    return pvalues
