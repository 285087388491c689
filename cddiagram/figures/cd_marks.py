"""What a CD diagram shows of its tests beside the bars: the ruler, the control's interval."""

from __future__ import annotations

from cddiagram.figures.content import CDContent
from cddiagram.sheet.axis import AxisScale
from cddiagram.sheet.elements import Element, Line
from cddiagram.sheet.header import Ruler
from cddiagram.words.numbers import format_cd

#: The bracket of an interval: its distance from the axis, half a cap, the width of caps, and how far an open end goes
#: on beyond the axis, and its arrow head.
INTERVAL_BELOW = 5.5
_CAP, _CAP_LINE, _OPEN, _HEAD = 2.2, 0.8, 1.5, (2.6, 1.7)


def ruler_on(content: CDContent, scale: AxisScale) -> Ruler | None:
    """Return the ruler, from the left end of the axis; an axis that is too short is shown whole, and said to be."""
    if content.control is not None or content.critical_difference is None:
        return None
    text = f"CD = {format_cd(content.critical_difference)}"
    length = scale.points(content.critical_difference)
    if length > scale.length + 1e-9:
        return Ruler(start=scale.left, end=scale.right, whole=False, text=f"{text} (longer than the axis)")
    return Ruler(start=scale.left, end=scale.left + length, whole=True, text=text)


def interval_text(content: CDContent) -> str | None:
    """Return the number behind the control's interval."""
    if content.control is None or content.critical_difference is None:
        return None
    return f"CD = {format_cd(content.critical_difference)}"


def interval_ends(content: CDContent, scale: AxisScale) -> tuple[float, float, list[float]] | None:
    """Return the control's interval as ranks cut at the ends of the axis, and its closed ends."""
    if content.control is None or content.critical_difference is None:
        return None
    rank = content.average_ranks[content.control]
    ends = (rank - content.critical_difference, rank + content.critical_difference)
    closed = [end for end in ends if scale.low - 1e-9 <= end <= scale.high + 1e-9]
    return max(ends[0], scale.low), min(ends[1], scale.high), closed


def draw_interval(content: CDContent, scale: AxisScale) -> list[Element]:
    """Return the control's interval as a bracket below the axis; an end beyond the axis is an arrow head, not a cap."""
    interval = interval_ends(content, scale)
    if interval is None:
        return []
    y = scale.y + INTERVAL_BELOW
    better = 1.0 if scale.x_low > scale.x_high else -1.0
    stretch: list[tuple[float, float]] = []
    ends: list[Element] = []
    for rank, outwards in ((interval[0], better), (interval[1], -better)):
        x = scale.at(rank)
        if any(abs(rank - end) < 1e-8 for end in interval[2]):
            ends.append(Line(gid="interval-cap", points=((x, y - _CAP), (x, y + _CAP)), width=_CAP_LINE))
        else:
            x += outwards * _OPEN
            length, half = _HEAD
            head = ((x - outwards * length, y - half), (x, y), (x - outwards * length, y + half))
            ends.append(Line(gid="interval-open", points=head, width=_CAP_LINE, cap="round"))
        stretch.append((x, y))
    return [Line(gid="interval", points=tuple(stretch), width=1.0), *ends]
