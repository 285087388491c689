"""Separation of positions that are nearly tied, so that a minimum gap is kept."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate


def spread(
    positions: Sequence[float],
    gap: float | Sequence[float],
    *,
    lower: float = float("-inf"),
    upper: float = float("inf"),
) -> tuple[float, ...]:
    """Move positions apart as little as possible, in the least-squares sense, without
    changing their order.

    `gap` is the smallest distance between two positions, or the smallest distance from
    each position to the next one. Let ``y_i = x_i - g_i``, where g_i is the sum of the
    gaps before position i. The gaps are kept if and only if y is monotone. Therefore,
    the problem is an isotonic regression, which the pool-adjacent-violators algorithm
    solves exactly. The bounds apply to y, and clipping the isotonic solution to the
    bounds is optimal as well. The order does not change, so leaders never cross.
    """
    if not positions:
        return ()
    count = len(positions)
    offsets = _offsets(gap, count)
    total_gap = offsets[-1]
    last = upper - total_gap
    if lower > last + 1e-6:
        raise ValueError(
            f"{count} positions with a total gap of {total_gap:g} do not fit between "
            f"{lower:g} and {upper:g}"
        )
    sums: list[float] = []
    sizes: list[int] = []
    for index, position in enumerate(positions):
        sums.append(position - offsets[index])
        sizes.append(1)
        # This condition compares the means of the last two blocks. Both means are
        # multiplied by the product of the block sizes.
        while len(sums) > 1 and sums[-2] * sizes[-1] > sums[-1] * sizes[-2]:
            block_sum, size = sums.pop(), sizes.pop()
            sums[-1] += block_sum
            sizes[-1] += size
    moved: list[float] = []
    for block_sum, size in zip(sums, sizes, strict=True):
        moved += [min(max(block_sum / size, lower), last)] * size
    return tuple(y + offset for y, offset in zip(moved, offsets, strict=True))


def _offsets(gap: float | Sequence[float], count: int) -> list[float]:
    """Return the sum of the gaps before each position."""
    if isinstance(gap, Sequence):
        return list(accumulate(gap, initial=0.0))
    return [i * gap for i in range(count)]
