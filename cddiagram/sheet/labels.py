"""The placement of the names of points. Each name is placed at its first free position,
next to its point or farther away with a leader.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import chain, takewhile

from cddiagram.sheet.elements import Box

#: The first number is the distance from the edge of a point to its name. The second
#: number is the distance between two names.
_GAP, _CLEAR = 1.5, 1.0
#: A name with a leader line has one of these distances from its point.
_FAR = (6.0, 9.0, 12.0, 16.0, 22.0, 30.0, 40.0, 50.0, 64.0, 80.0)
#: Leader lines can have this many directions. None of these lines is horizontal,
#: vertical or diagonal.
_DIRECTIONS = 16
#: The first number is the minimum distance between neighbouring names in a row. The
#: second number is the minimum distance between neighbouring names in a column. Both
#: distances are larger than the usual distances between words and between lines, so
#: that two names are not read as one name.
_WORDS, _LINES = 4.0, 2.5
#: The first number is the minimum distance from a name without a leader line to other
#: points. The second number is the minimum distance from a name with a leader line to
#: other points. At these distances, each name is clearly associated with its own point.
_APART, _LED = 3.5, 6.0
#: Two points are considered crowded if the distance between them is below this number.
#: The names of crowded points are placed first.
_CROWD = 40.0
#: Names are placed in at most this many rounds. More rounds rarely improve the result.
_ROUNDS = 20
#: A name without a leader line has one of these positions relative to its point. They
#: are offsets to the right and downwards. Diagonal offsets above a point are shorter,
#: because few letters have descenders.
_NEAR = (
    (1.0, 0.0),
    (-1.0, 0.0),
    (0.75, -0.35),
    (0.75, 0.5),
    (-0.75, -0.35),
    (-0.75, 0.5),
    (0.0, -1.0),
    (0.0, 1.0),
)

_Point = tuple[float, float]
_Segment = tuple[_Point, _Point]


@dataclass(frozen=True, kw_only=True)
class Label:
    """The box of a name. If the name is not next to its point, a leader connects the
    rim of the point to the name.
    """

    box: Box
    leader: _Segment | None = None

    @cached_property
    def reach(self) -> Box:
        """The box around the name and its leader."""
        corners = [self.box[:2], self.box[2:], *(self.leader or ())]
        xs = [x for x, _ in corners]
        ys = [y for _, y in corners]
        return min(xs), min(ys), max(xs), max(ys)

    def clashes(self, other: Label) -> bool:
        """Return whether two names, or their leaders, are too close to each other."""
        left, top, right, bottom = other.box
        apart, over = _WORDS - _CLEAR, _LINES - _CLEAR
        if overlap(self.box, (left - apart, top - over, right + apart, bottom + over)):
            return True
        if not overlap(self.reach, other.reach):
            return False
        if _meets(self, other.box) or _meets(other, self.box):
            return True
        if self.leader is None or other.leader is None:
            return False
        return _cross(self.leader, other.leader)

    @staticmethod
    def around(
        point: _Point,
        radius: float,
        size: tuple[float, float],
        others: Sequence[Box],
        blocks: Sequence[Box],
        bounds: Box,
        lines: Sequence[_Segment] = (),
        *,
        over: bool = False,
        allows: Callable[[Box], bool] = lambda box: True,
    ) -> Iterator[Label]:
        """Yield the possible positions of a name of this size that are within bounds
        and clear of other points, blocks and lines.

        A name next to its point is closer to it than to any other point. A name with a
        leader is at least 6 pt away from other points, which is four times the distance
        between a point and a name next to it. The leader does not touch other points.
        It may cross blocks only if `over` is True. ``allows(box)`` returns whether the
        name may be placed in a box.
        """
        for label in _candidates(point, radius, size):
            box = label.box
            starts_inside = bounds[0] <= box[0] and bounds[1] <= box[1]
            if not starts_inside or box[2] > bounds[2] or box[3] > bounds[3]:
                continue
            if not allows(box):
                continue
            if over:
                is_blocked = any(overlap(box, block) for block in blocks)
            else:
                is_blocked = any(_meets(label, block) for block in blocks)
            if is_blocked:
                continue
            if any(enters(line, box, _CLEAR) for line in lines):
                continue
            apart = _APART
            if label.leader:
                apart = _LED
            if any(_is_near(label, rim, apart) for rim in others):
                continue
            yield label


def place_labels(
    points: Sequence[_Point],
    radii: Sequence[float],
    sizes: Sequence[tuple[float, float]],
    taken: Sequence[Box],
    bounds: Box,
    *,
    over: bool = False,
    prefers: Callable[[int, Box], bool] = lambda i, box: True,
    strict: bool = False,
) -> tuple[Label, ...] | None:
    """Return positions for the names of points, or None if no solution is found.

    Names are within bounds and do not touch points, the boxes `taken` or each other.
    With `over`, leaders may cross these boxes. ``prefers(i, box)`` returns whether a
    box is a preferred position for the name of point i. Preferred positions next to the
    point are tried first; with `strict`, only preferred positions are used. If a name
    has no free position, it is placed first in the next round.
    """
    rims: list[Box] = []
    for (x, y), radius in zip(points, radii, strict=True):
        rims.append((x - radius, y - radius, x + radius, y + radius))
    options: list[_Options] = []
    for i, own in enumerate(rims):
        others = [rim for rim in rims if rim != own]
        around = partial(
            Label.around,
            points[i],
            radii[i],
            sizes[i],
            others,
            taken,
            bounds,
            over=over,
        )
        labels = around(allows=partial(prefers, i))
        if not strict:
            preferred = takewhile(lambda label: label.leader is None, labels)
            labels = chain(preferred, around())
        options.append(_Options(labels))

    def size_of_crowd(i: int) -> int:
        return sum(math.dist(points[i], point) < _CROWD for point in points)

    order = sorted(range(len(points)), key=size_of_crowd, reverse=True)
    for _ in range(_ROUNDS):
        labels_by_point = _place_in_order(order, options)
        if len(labels_by_point) == len(points):
            return tuple(labels_by_point[i] for i in range(len(points)))
        if not labels_by_point:
            return None
        failure = order.pop(len(labels_by_point))
        order.insert(0, failure)
    return None


def _place_in_order(
    order: Sequence[int], options: Sequence[_Options]
) -> dict[int, Label]:
    """Place names one after the other, and stop at the first name without a free
    position.
    """
    labels_by_point: dict[int, Label] = {}
    for i in order:
        label = options[i].first_clear_of(labels_by_point.values())
        if label is None:
            break
        labels_by_point[i] = label
    return labels_by_point


class _Options:
    """The possible positions of a name. Each position is computed only once and on
    demand.
    """

    def __init__(self, source: Iterator[Label]) -> None:
        self._source = source
        self._earlier: list[Label] = []

    def __iter__(self) -> Iterator[Label]:
        yield from self._earlier
        for label in self._source:
            self._earlier.append(label)
            yield label

    def first_clear_of(self, others: Collection[Label]) -> Label | None:
        """Return the first position that does not clash with other names."""
        for label in self:
            if not any(label.clashes(other) for other in others):
                return label
        return None


def _candidates(
    point: _Point, radius: float, size: tuple[float, float]
) -> Iterator[Label]:
    """Yield the positions of a name next to its point, and then the positions with
    leaders.
    """
    x, y = point
    near = radius + _GAP
    for across, down in _NEAR:
        tip = (x + near * across, y + near * down)
        yield Label(box=_box_at(tip, size, _sign(across), _sign(down)))
    rim = (x - radius, y - radius, x + radius, y + radius)
    for distance in _FAR:
        far = near + distance
        for turn in range(_DIRECTIONS):
            angle = 2 * math.pi * (turn + 0.5) / _DIRECTIONS
            across, down = math.cos(angle), math.sin(angle)
            box = _box_at((x + far * across, y + far * down), size, across, down)
            if overlap(box, rim, _APART):
                # The name is so wide that it would reach its point and cover the leader
                # line.
                continue
            # The leader line ends close to the nearest position on the box.
            end = (
                min(max(x, box[0] - _CLEAR), box[2] + _CLEAR),
                min(max(y, box[1] - _CLEAR), box[3] + _CLEAR),
            )
            start = (x + radius * across, y + radius * down)
            yield Label(box=box, leader=(start, end))


def _box_at(tip: _Point, size: tuple[float, float], across: float, down: float) -> Box:
    """Return the box of a name. The point of the box that is nearest to the marker is
    `tip`.

    `across` and `down` are the position of the tip: 1 is the left or upper edge of the
    box, -1 is the right or lower edge, and 0 is the middle.
    """
    width, height = size
    left = tip[0] - width * (0.5 - 0.5 * across)
    top = tip[1] - height * (0.5 - 0.5 * down)
    return left, top, left + width, top + height


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)


def overlap(box: Box, other: Box, clear: float = _CLEAR) -> bool:
    """Return whether two boxes touch, or are closer to each other than `clear`."""
    across = box[0] < other[2] + clear and other[0] < box[2] + clear
    return across and box[1] < other[3] + clear and other[1] < box[3] + clear


def _meets(label: Label, block: Box) -> bool:
    """Return whether a name or its leader touches a box."""
    if not overlap(label.reach, block):
        return False
    if overlap(label.box, block):
        return True
    return label.leader is not None and enters(label.leader, block, _CLEAR)


def _is_near(label: Label, rim: Box, apart: float) -> bool:
    """Return whether a name, or its leader, is too close to another point."""
    return _meets(label, rim) or overlap(label.box, rim, apart)


def enters(line: _Segment, box: Box, clear: float = 0.0) -> bool:
    """Return whether a straight line enters a box, or comes closer to it than `clear`
    (Liang–Barsky algorithm).
    """
    start, end = 0.0, 1.0
    for axis in (0, 1):
        low, high = box[axis] - clear, box[axis + 2] + clear
        at = line[0][axis]
        delta = line[1][axis] - at
        if abs(delta) < 1e-12:
            if not low < at < high:
                return False
            continue
        first, last = sorted(((low - at) / delta, (high - at) / delta))
        start, end = max(start, first), min(end, last)
    return start < end


def _cross(one: _Segment, other: _Segment) -> bool:
    """Return whether two straight lines cross or touch."""

    def side(line: _Segment, at: _Point) -> float:
        (x, y), (u, v) = line
        return (u - x) * (at[1] - y) - (v - y) * (at[0] - x)

    if side(one, other[0]) * side(one, other[1]) > 0:
        return False
    return side(other, one[0]) * side(other, one[1]) <= 0
