"""Tests on average ranks in many pools of algorithms at once: what a pool changes are
sums over pairs of algorithms.
"""

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

#: How many algorithms the smallest pool has: a pair alone is compared by the sign test.
SMALLEST = 3
#: p-values of a part of the work, and its most pools.
_PART, _MOST = 1 << 19, 4096

Part = tuple[int, int, int, bool]
"""Algorithms of a pool, the first pool and the one after the last, and whether these are all that there are."""


def parts_of(k: int, max_pools: int, one_pair: bool) -> list[Part]:
    """Divide the pools by their numbers of algorithms; those of a number that are too
    many are drawn.

    Where all pairs are studied, a pool of s holds s (s - 1) / 2 of them: so many fewer
    pools are drawn.
    """
    sizes = range(SMALLEST, k + 1)
    counts = [
        math.comb(k - 2, size - 2) if one_pair else math.comb(k, size) for size in sizes
    ]
    weights = [1.0 if one_pair else 1 / (size * (size - 1)) for size in sizes]
    parts: list[Part] = []
    for size, count, weight in zip(sizes, counts, weights, strict=True):
        drawn = max(1, round(max_pools * weight / sum(weights)))
        every = sum(counts) <= max_pools or count <= drawn
        step, total = (
            max(1, min(_MOST, _PART // (size * (size - 1)))),
            count if every else drawn,
        )
        parts += [
            (size, start, min(start + step, total), every)
            for start in range(0, total, step)
        ]
    return parts


@dataclass(frozen=True)
class PoolWork:
    """Tests all pairs of the pools of a part; can be pickled.

    In a pool the doubled rank sum of an algorithm is a constant plus the points that
    the others have against it: pair by pair sums, so that a pool is one row of zeros
    and ones, times the matrix of points.
    """

    points: FloatArray
    n: int
    p_adjust: str
    alpha: float
    pair: tuple[int, int] | None

    def __call__(self, part: Part, rng: np.random.Generator) -> Arrays:
        """Count the pools of each pair, and those in which it differs, with the first
        pool of either kind.
        """
        k = len(self.points)
        pools = self.pools_of(part, rng)
        i, j, different = self.decide(pools)
        if self.pair is not None:
            keep = (np.isin(i, self.pair)) & (np.isin(j, self.pair))
            i, j, different = (
                i[keep][:, np.newaxis],
                j[keep][:, np.newaxis],
                different[keep][:, np.newaxis],
            )
        where, rows = (
            i * k + j,
            np.broadcast_to(np.arange(len(pools))[:, np.newaxis], i.shape),
        )
        examples = np.full((2, k * k), -1)
        for answer in (
            0,
            1,
        ):  # the first pool of each answer: what is assigned last stays
            chosen = different == bool(answer)
            examples[answer, where[chosen][::-1]] = rows[chosen][::-1]
        return {
            "pools": np.bincount(where.ravel(), minlength=k * k).reshape(k, k),
            "different": np.bincount(where[different], minlength=k * k).reshape(k, k),
            "examples": examples.reshape(2, k, k),
        }

    def pools_of(self, part: Part, rng: np.random.Generator) -> IntArray:
        """Return the columns of each pool of a part, rising, (pools, size)."""
        size, start, stop, every = part
        others = [
            column
            for column in range(len(self.points))
            if self.pair is None or column not in self.pair
        ]
        free = size - len(self.pair or ())
        if every:
            chosen = np.array(
                list(islice(combinations(others, free), start, stop)), dtype=np.int64
            )
        else:
            keys = rng.random((stop - start, len(others)))
            chosen = np.asarray(others)[
                np.argpartition(keys, free - 1, axis=1)[:, :free]
            ]
        fixed = np.broadcast_to(
            np.array(self.pair or (), dtype=np.int64),
            (len(chosen), len(self.pair or ())),
        )
        return np.sort(
            np.concatenate([chosen.reshape(len(chosen), free), fixed], axis=1), axis=1
        )

    def decide(self, pools: IntArray) -> tuple[IntArray, IntArray, BoolArray]:
        """Return the pairs of each pool, first and second column, and which are
        significantly different.
        """
        count, size = pools.shape
        inside = np.zeros((count, len(self.points)))
        np.put_along_axis(inside, pools, 1.0, axis=1)
        sums = np.take_along_axis(inside @ self.points, pools, axis=1)
        first, second = np.triu_indices(size, 1)
        apart = np.abs(sums[:, second] - sums[:, first]).astype(np.int64)
        p = _pvalues(size, self.n, self.p_adjust == "nemenyi")[apart]
        if self.p_adjust not in ("nemenyi", "none"):
            p = adjust_pvalues(p, self.p_adjust)
        return pools[:, first], pools[:, second], significant(p, self.alpha)


@lru_cache(maxsize=512)
def _pvalues(size: int, n: int, nemenyi: bool) -> FloatArray:
    """Return the p-value of every doubled difference of rank sums, 0, 1, ...: z of D06
    3.2.2, or Nemenyi's.
    """
    scale = 2.0 * n * math.sqrt(size * (size + 1) / (6.0 * n))
    z = np.arange(2 * n * (size - 1) + 1) / scale
    if not nemenyi:
        return normal_two_sided(z)
    pvalues: FloatArray = ADJUSTMENTS["nemenyi"].load()(z, size)
    return pvalues
