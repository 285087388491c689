"""Names beside points: each in the first free of its places, near ones first, farther
ones with a leader.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from cddiagram.sheet.elements import Box

#: From the rim of a point to its name; between two names; distances of names with
#: leaders, and how many directions these have, none of them that of an axis or of a
#: step.
_GAP, _CLEAR, _FAR, _DIRECTIONS = (
    1.5,
    1.0,
    (6.0, 9.0, 12.0, 16.0, 22.0, 30.0, 40.0, 50.0, 64.0, 80.0),
    16,
)
#: Names side by side are farther apart than words, and names over one another than
#: lines of one, or they read as one.
_WORDS, _LINES = 4.0, 2.5
#: From a name to other points, without a leader and with one: it must be seen whose it
#: is. Who is crowded.
_APART, _LED, _CROWD = 3.5, 6.0, 40.0
#: More rounds than this rarely help.
_ROUNDS = 20
#: Where names stand at their points: what is right of, left of, above and below the
#: middle of a point, in units.
_NEAR = (
    (1.0, 0.0),
    (-1.0, 0.0),
    (0.8, -0.8),
    (0.8, 0.8),
    (-0.8, -0.8),
    (-0.8, 0.8),
    (0.0, -1.0),
    (0.0, 1.0),
)

Place = tuple[float, float]


@dataclass(frozen=True, kw_only=True)
class Label:
    """Where a name stands: its box, and the line from the rim of its point to it, if it
    is not next to it.
    """

    box: Box
    leader: tuple[Place, Place] | None = None

    @cached_property
    def reach(self) -> Box:
        """The box around both."""
        xs, ys = zip(*((self.box[:2], self.box[2:]) + (self.leader or ())), strict=True)
        return min(xs), min(ys), max(xs), max(ys)

    def clashes(self, other: Label) -> bool:
        """Whether two names, or their leaders, are too close to one another."""
        left, top, right, bottom = other.box
        apart, over = _WORDS - _CLEAR, _LINES - _CLEAR
        if overlap(self.box, (left - apart, top - over, right + apart, bottom + over)):
            return True
        if not overlap(self.reach, other.reach):
            return False
        if _meets(self, other.box) or _meets(other, self.box):
            return True
        return (
            self.leader is not None
            and other.leader is not None
            and _cross(self.leader, other.leader)
        )

    @staticmethod
    def around(
        point: Place,
        radius: float,
        size: tuple[float, float],
        others: Sequence[Box],
        taken: Sequence[Box],
        bounds: Box,
        lines: Sequence[tuple[Place, Place]] = (),
        *,
        over: bool = False,
    ) -> Iterator[Label]:
        """Yield the places of a name of that size at its point: within bounds, clear of
        other points, boxes and lines.

        Whose it is must be seen. Next to its point it is nearer to it than to any other. At
        the end of a leader, which is seen and meets no other point, nor what is taken
        unless it may go `over` it, it is so far from all others that it stands at none of
        them: four times as far as a name from the point that it is next to.
        """
        for label in _places(point, radius, size):
            box, apart = label.box, _LED if label.leader else _APART
            if (
                bounds[0] <= box[0] and bounds[1] <= box[1] and box[2] <= bounds[2] and box[3] <= bounds[3]
                and not any(overlap(box, block) if over else _meets(label, block) for block in taken)
                and not any(enters(line, box, _CLEAR) for line in lines)
                and not any(_meets(label, rim) or overlap(box, rim, apart) for rim in others)
            ):  # fmt: skip
                yield label


def place_labels(
    points: Sequence[Place],
    radii: Sequence[float],
    sizes: Sequence[tuple[float, float]],
    taken: Sequence[Box],
    bounds: Box,
    *,
    over: bool = False,
) -> tuple[Label, ...] | None:
    """Place a name of each size at its point, within bounds, clear of points, of what
    is taken and of one another.

    `over` says whether leaders may go over what is taken.
    """
    rims = [
        (x - r, y - r, x + r, y + r) for (x, y), r in zip(points, radii, strict=True)
    ]
    sources = [
        Label.around(
            points[i],
            radii[i],
            sizes[i],
            [rim for rim in rims if rim != own],
            taken,
            bounds,
            over=over,
        )
        for i, own in enumerate(rims)
    ]
    known = [list[Label]() for _ in points]

    def choices(i: int) -> Iterator[Label]:
        yield from known[i]
        for label in sources[i]:
            known[i].append(label)
            yield label

    order = sorted(
        range(len(points)),
        key=lambda i: (-sum(math.dist(points[i], p) < _CROWD for p in points), i),
    )
    for _ in range(_ROUNDS):
        placed: dict[int, Label] = {}
        for i in order:
            found = next(
                (
                    c
                    for c in choices(i)
                    if not any(c.clashes(other) for other in placed.values())
                ),
                None,
            )
            if found is None and not placed:
                return None
            if found is None:
                order = [i, *(j for j in order if j != i)]
                break
            placed[i] = found
        else:
            return tuple(placed[i] for i in range(len(points)))
    return None


def _places(point: Place, radius: float, size: tuple[float, float]) -> Iterator[Label]:
    """Yield the places of a name next to its point, and then those with leaders."""
    (x, y), (width, height), near = point, size, radius + _GAP

    def box(tip: Place, across: float, down: float) -> Box:
        """Return the box that holds the tip at that part of it, from -1 (right or lower
        edge) to 1.
        """
        left, top = (
            tip[0] - width * (0.5 - 0.5 * across),
            tip[1] - height * (0.5 - 0.5 * down),
        )
        return left, top, left + width, top + height

    for across, down in _NEAR:
        side, level = ((part > 0) - (part < 0) for part in (across, down))
        yield Label(box=box((x + near * across, y + near * down), side, level))
    for distance in _FAR:
        for turn in range(_DIRECTIONS):
            across, down = (
                f(2 * math.pi * (turn + 0.5) / _DIRECTIONS)
                for f in (math.cos, math.sin)
            )
            there = box(
                (x + (near + distance) * across, y + (near + distance) * down),
                across,
                down,
            )
            if overlap(there, (x - radius, y - radius, x + radius, y + radius), _APART):
                # a wide name reaches back to its point, and its leader would not be
                # seen
                continue
            # to the nearest point of the box, less a gap
            stop = (
                min(max(x, there[0] - _CLEAR), there[2] + _CLEAR),
                min(max(y, there[1] - _CLEAR), there[3] + _CLEAR),
            )
            yield Label(
                box=there, leader=((x + radius * across, y + radius * down), stop)
            )


def overlap(box: Box, other: Box, clear: float = _CLEAR) -> bool:
    """Whether two boxes touch, or are nearer to one another than `clear`."""
    across = box[0] < other[2] + clear and other[0] < box[2] + clear
    return across and box[1] < other[3] + clear and other[1] < box[3] + clear


def _meets(label: Label, block: Box) -> bool:
    """Whether a name or its leader touches a box."""
    if not overlap(label.reach, block):
        return False
    return overlap(label.box, block) or (
        label.leader is not None and enters(label.leader, block, _CLEAR)
    )


def enters(line: tuple[Place, Place], box: Box, clear: float = 0.0) -> bool:
    """Whether a straight line comes into a box, or nearer to it than `clear`
    (Liang-Barsky).
    """
    start, end = 0.0, 1.0
    for axis in (0, 1):
        low, high, at = box[axis] - clear, box[axis + 2] + clear, line[0][axis]
        delta = line[1][axis] - at
        if abs(delta) < 1e-12:
            if not low < at < high:
                return False
            continue
        first, last = sorted(((low - at) / delta, (high - at) / delta))
        start, end = max(start, first), min(end, last)
    return start < end


def _cross(one: tuple[Place, Place], other: tuple[Place, Place]) -> bool:
    def side(line: tuple[Place, Place], at: Place) -> float:
        (x, y), (u, v) = line
        return (u - x) * (at[1] - y) - (v - y) * (at[0] - x)

    apart = (
        side(one, other[0]) * side(one, other[1]) > 0
        or side(other, one[0]) * side(other, one[1]) > 0
    )
    return not apart
