"""Which lane a bar goes into: optimal interval colouring with a clearance."""

from __future__ import annotations

from collections.abc import Sequence


def assign_lanes(bars: Sequence[tuple[float, float]], clear: float) -> tuple[int, ...]:
    """Put each bar into the first lane whose last bar ends at least `clear` before it.

    Taken in order of their starts, this uses as few lanes as there are bars over the most crowded place (interval
    graphs are perfect), so no lane is wasted.

    Examples
    --------
    >>> assign_lanes([(0, 10), (5, 20), (18, 30)], clear=7)
    (0, 1, 0)
    """
    lanes = [0] * len(bars)
    ends: list[float] = []
    for index in sorted(range(len(bars)), key=lambda bar: (bars[bar][0], bar)):
        start, end = bars[index]
        lane = next((lane for lane, last in enumerate(ends) if last + clear <= start + 1e-9), len(ends))
        if lane == len(ends):
            ends.append(end)
        else:
            ends[lane] = end
        lanes[index] = lane
    return tuple(lanes)
