"""Near-ties: the positions closest to the true ones that keep a minimum gap."""

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
    """Move positions apart as little as possible, in least squares, without changing
    their order.

    The gap is one for all, or each position's to the next. Substituting
    ``y_i = x_i - g_i``, with the sum of the gaps before it, turns the minimum gap into
    monotonicity, so that the problem is isotonic regression, solved exactly by pooling
    adjacent violators; the bounds are then those of y, and clipping an isotonic
    solution to bounds is optimal too. Order is kept, so leaders never cross.
    """
    count = len(positions)
    steps = (
        list(accumulate(gap, initial=0.0))
        if isinstance(gap, Sequence)
        else [i * gap for i in range(count)]
    )
    last = upper - (steps[-1] if steps else 0.0)
    if count and lower > last + 1e-6:
        raise ValueError(
            f"{count} positions over {steps[-1]:g} do not fit between {lower:g} and "
            f"{upper:g}"
        )
    sums: list[float] = []
    sizes: list[int] = []
    for index, position in enumerate(positions):
        sums.append(position - steps[index])
        sizes.append(1)
        # cross-multiplied comparison of block means
        while len(sums) > 1 and sums[-2] * sizes[-1] > sums[-1] * sizes[-2]:
            total, size = sums.pop(), sizes.pop()
            sums[-1] += total
            sizes[-1] += size
    free = [
        total / size
        for total, size in zip(sums, sizes, strict=True)
        for _ in range(size)
    ]
    return tuple(
        min(max(y, lower), last) + step for y, step in zip(free, steps, strict=True)
    )
