"""The room for names in the parts of a simplex, next to the region of highest density.

Positions are in units of the side: x from the left corner to the right, and heights from
the base upwards.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from cddiagram._util import FloatArray
from cddiagram.figures.simplex_density import HEIGHT

#: The preferred height of the lower edge of a name that is in the upper part of the
#: simplex.
_UPPER_NAME = 0.6 * HEIGHT
#: The step between the heights that are tried.
_STEP = 0.01


@dataclass(frozen=True, kw_only=True, eq=False)
class Cloud:
    """A region of highest density in horizontal rows: the height of the middle of each
    row, and the ends of the region in this row.
    """

    heights: FloatArray
    lefts: FloatArray
    rights: FloatArray

    def ends(self, lower: float, upper: float) -> tuple[float, float] | None:
        """Return the ends of the region between two heights; None if the region has no
        row between them.
        """
        rows = (self.heights >= lower) & (self.heights <= upper)
        if not rows.any():
            return None
        return float(self.lefts[rows].min()), float(self.rights[rows].max())


def part_ends(corner: int, height: float) -> tuple[float, float]:
    """Return the left and right ends, at a height, of the part in which the share of a
    corner is the largest.

    Let m be the share of the upper corner, and t the share of the right corner. Then
    x = t + m / 2, and the share of the left corner is 1 - m - t. It is the largest if
    t <= (1 - m) / 2 and t <= 1 - 2 m. The share m is the largest if 1 - 2 m <= t <= m.

    >>> [part_ends(corner, 0.0) for corner in (0, 2)]
    [(0.0, 0.5), (0.5, 1.0)]
    """
    upper = height / HEIGHT
    widest = min((1 - upper) / 2, 1 - 2 * upper)
    if corner == 0:
        low, high = 0.0, widest
    elif corner == 1:
        low, high = max(0.0, 1 - 2 * upper), min(upper, 1 - upper)
    else:
        low, high = 1 - upper - widest, 1 - upper
    return low + upper / 2, high + upper / 2


@dataclass(frozen=True, kw_only=True)
class Room:
    """The room for a name: its left and right end, and the height of its lower edge."""

    left: float
    right: float
    lower: float

    @property
    def width(self) -> float:
        """The distance between its ends; negative if there is no room."""
        return self.right - self.left


def rooms(
    corner: int, height: float, cloud: Cloud, gap: float, above_base: float
) -> Iterator[Room]:
    """Yield the rooms of this height in the part of a corner, starting with the
    preferred room.

    The distance of a room from the cloud is at least `gap`, and its distance from the
    base is at least `above_base`. In the lower parts, names near the base are
    preferred.
    """
    if corner == 1:
        lowest, highest, preferred = HEIGHT / 3, HEIGHT - height, _UPPER_NAME
    else:
        lowest, highest, preferred = above_base, HEIGHT / 2 - height, above_base
    lowers = np.arange(lowest, highest, _STEP)
    nearest_first = np.argsort(np.abs(lowers - preferred), kind="stable")
    for lower in lowers[nearest_first].tolist():
        yield _room_at(corner, lower, height, cloud, gap)


def _room_at(
    corner: int, lower: float, height: float, cloud: Cloud, gap: float
) -> Room:
    """Return the room at a height. If there is room on both sides of the cloud, the
    wider side is used.
    """
    upper = lower + height
    # Both parts are convex. Therefore, their width between two heights is at least the
    # smaller of the widths at these heights.
    left, right = part_ends(corner, lower)
    upper_left, upper_right = part_ends(corner, upper)
    left, right = max(left, upper_left), min(right, upper_right)
    ends = cloud.ends(lower - gap, upper + gap)
    if ends is None:
        return Room(left=left, right=right, lower=lower)
    before = Room(left=left, right=min(right, ends[0] - gap), lower=lower)
    behind = Room(left=max(left, ends[1] + gap), right=right, lower=lower)
    return max(before, behind, key=lambda room: room.width)
