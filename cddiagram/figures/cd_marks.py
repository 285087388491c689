"""What a CD diagram shows of its tests: which groups in which lanes of bars, the ruler, the control's interval."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cddiagram._util.inlines import Option
from cddiagram.errors import UsageError
from cddiagram.figures.bars import hop_key, pack_lanes
from cddiagram.figures.content import CDContent
from cddiagram.sheet.axis import AxisScale
from cddiagram.sheet.elements import Element, Line
from cddiagram.sheet.header import Ruler
from cddiagram.sheet.marks import KeyEntry
from cddiagram.words.numbers import format_cd


@dataclass(frozen=True, kw_only=True)
class DrawnGroups:
    """The groups drawn."""

    #: Rank positions of their members.
    groups: tuple[tuple[int, ...], ...]
    #: Lane of each.
    lanes: tuple[int, ...]
    #: False if there are groups without a bar.
    all_drawn: bool

    @property
    def lane_count(self) -> int:
        """Number of lanes."""
        return max(self.lanes, default=-1) + 1

    @property
    def key(self) -> tuple[KeyEntry, ...]:
        """What the figure has to say about its bars."""
        return hop_key(self.groups)


#: The figure of all pairs, however many groups there are.
PVALUE_MATRIX = Option("plot_pvalue_matrix", typed="--figure pvalue-matrix")


def check_lanes(max_lanes: object) -> None:
    """Refuse what is no number of lanes."""
    if isinstance(max_lanes, bool) or not isinstance(max_lanes, int) or max_lanes < 0:
        raise UsageError(Option("max_lanes"), f" must be a whole number of lanes, 0 or more, not {max_lanes!r}.")


def drawable_groups(content: CDContent, max_lanes: int) -> tuple[tuple[int, ...], ...]:
    """Return the groups that may become bars; pairwise tests can make thousands, and then none does."""
    # A lane holds at most k // 2 bars, for they share no member: this spares packing thousands of groups.
    hopeless = not content.single_cd and len(content.groups) > max_lanes * (content.k // 2)
    return content.groups if content.groups_complete and not hopeless else ()


#: Groups shown by something else than bars, or not at all.
NO_BARS = DrawnGroups(groups=(), lanes=(), all_drawn=False)


def choose_groups(content: CDContent, along: Sequence[float], clear: float, max_lanes: int) -> DrawnGroups:
    """Pack the groups into lanes; pairwise tests, unlike one critical difference, can make too many to be drawn."""
    groups = drawable_groups(content, max_lanes)
    if groups == content.groups and content.groups_complete:
        lanes = pack_lanes(groups, along, clear)
        if content.single_cd or max(lanes, default=-1) + 1 <= max_lanes:
            return DrawnGroups(groups=groups, lanes=lanes, all_drawn=True)
    return NO_BARS


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
