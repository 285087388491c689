"""Sign patterns for tests that flip the signs of the differences on each data set.

A pattern and the opposite pattern lead to the same statistics. If all patterns are
counted, the sign for the last data set is therefore fixed.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from cddiagram._util import FloatArray, IntArray

#: All sign patterns are enumerated only if there are at most this many data sets. If
#: there are more data sets, sign patterns are sampled.
MOST_COUNTED = 16
#: The first number is the number of sampled sign patterns. The second number is the
#: seed of the random generator.
RANDOM_PATTERNS, SEED = 9_999, 0
#: The first number is the maximum number of elements in a block of patterns. The second
#: number is the maximum number of data sets for which blocks are cached.
_BLOCK, _MOST_CACHED = 1 << 22, 64


def are_all_counted(n: int) -> bool:
    """Return whether all sign patterns are counted for n data sets."""
    return n <= MOST_COUNTED


def pattern_count(n: int) -> int:
    """Return the number of sign patterns that are used for n data sets.

    >>> pattern_count(6), pattern_count(30)
    (32, 9999)
    """
    if are_all_counted(n):
        return int(2 ** (n - 1))
    return RANDOM_PATTERNS


def pattern_pvalues(counts: IntArray, n: int) -> FloatArray:
    """Convert numbers of patterns that are at least as extreme as observed to p-values.

    If the patterns are random, the observed pattern is counted in addition.
    """
    if are_all_counted(n):
        return np.asarray(counts / pattern_count(n))
    return np.asarray((counts + 1) / (RANDOM_PATTERNS + 1))


def smallest_flip_pvalue(n: int) -> float:
    """Return the smallest attainable p-value on n data sets, which is the same with and
    without adjustment.

    It is attained if one algorithm is better than all others by the same difference on
    every data set, because only the observed pattern then leads to such a large
    statistic.

    >>> smallest_flip_pvalue(6), smallest_flip_pvalue(30)
    (0.03125, 0.0001)
    """
    if are_all_counted(n):
        return 1 / pattern_count(n)
    return 1 / (RANDOM_PATTERNS + 1)


def sign_blocks(n: int) -> Iterator[FloatArray]:
    """Yield the sign patterns for n data sets in blocks of shape (n, patterns).

    >>> [block.tolist() for block in sign_blocks(2)]
    [[[1.0, -1.0], [1.0, 1.0]]]
    """
    if n <= _MOST_CACHED:
        yield from _cached_blocks(n)
    else:
        yield from _random_blocks(n)


@lru_cache(maxsize=4)
def _cached_blocks(n: int) -> tuple[FloatArray, ...]:
    blocks = []
    if are_all_counted(n):
        blocks.append(_all_patterns(n))
    else:
        blocks.extend(_random_blocks(n))
    for block in blocks:
        block.setflags(write=False)
    return tuple(blocks)


def _all_patterns(n: int) -> FloatArray:
    """Return all patterns in which the sign for the last data set is positive."""
    number = np.arange(pattern_count(n))
    bits = number >> np.arange(n)[:, np.newaxis] & 1
    return np.asarray(1.0 - 2.0 * bits)


def _random_blocks(n: int) -> Iterator[FloatArray]:
    """Yield random patterns from the raw bits of a generator, which are the same in all
    versions of NumPy.
    """
    generator = np.random.PCG64(SEED)
    patterns_in_block = _BLOCK // n // 64 * 64
    size = max(64, min(patterns_in_block, RANDOM_PATTERNS))
    for start in range(0, RANDOM_PATTERNS, size):
        count = min(size, RANDOM_PATTERNS - start)
        words = generator.random_raw((n, math.ceil(count / 64))).astype("<u8")
        octets = words.view(np.uint8)
        bits = np.unpackbits(octets, axis=1, count=count, bitorder="little")
        yield np.asarray(1.0 - 2.0 * bits)
