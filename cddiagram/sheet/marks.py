"""The marks that figures share: ruler, the control's interval, the axis text, and the markers of decisions.

The grammar of markers is the same in every figure: filled is significantly different from the reference, hollow is not,
the reference itself is a diamond.
"""

from __future__ import annotations

from cddiagram.figures.content import CDContent
from cddiagram.sheet.axis import AxisScale
from cddiagram.sheet.elements import Element, Line, Marker, Text
from cddiagram.sheet.header import PAD_X, Ruler
from cddiagram.sheet.key import KeyEntry
from cddiagram.sheet.meter import TextMeter
from cddiagram.words.numbers import format_cd

_AXIS_LABEL_ROW = 1.35
#: Centre to corner of the control's diamond, whose sides are 2.6 pt from its centre.
DIAMOND = 2.6 * 2**0.5
#: Edge of a hollow marker.
RIM = 0.9
#: Markers of decisions: a filled and a hollow disc are equally large with its rim, a diamond counts to its corners.
FILLED, HOLLOW, HOLLOW_RIM, REFERENCE = 2.0, 1.6, 0.8, 2.7
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


def draw_axis_label(
    label: str | None, scale: AxisScale, size: float, top: float, page: float, meter: TextMeter
) -> tuple[list[Element], float]:
    """Return the text over the axis, centred on it as far as the page allows, and where it ends."""
    if not label:
        return [], top
    width = meter.width(label, size)
    centre = (scale.left + scale.right) / 2
    centre = min(max(centre, PAD_X + width / 2), page - PAD_X - width / 2)
    y = top + 0.5 * size
    text = Text(gid="axis-label", x=centre, y=y, text=label, size=size, width=width, color="secondary", anchor="center")
    return [text], top + _AXIS_LABEL_ROW * size


def draw_marker(content: CDContent, position: int, x: float, y: float, radius: float) -> Marker:
    """Return the mark of an average rank: a disc; with a control a diamond for it, hollow for what is not different."""
    color = content.color(position, "foreground")
    gid = f"marker-{position}"
    if position == content.control:
        return Marker(gid=gid, x=x, y=y, radius=DIAMOND, fill=color, shape="diamond")
    hollow = content.control is not None and not content.rejected[position]
    return disc(gid, x, y, radius, color, hollow=hollow)


def decision_marker(gid: str, x: float, y: float, color: str, *, different: bool | None) -> Marker:
    """Return the marker of a decision: filled if different from the reference, hollow if not, a diamond for itself."""
    if different is None:
        return Marker(gid=gid, x=x, y=y, radius=REFERENCE, fill=color, shape="diamond")
    if different:
        return Marker(gid=gid, x=x, y=y, radius=FILLED, fill=color)
    return Marker(gid=gid, x=x, y=y, radius=HOLLOW, fill="background", edge=color, edge_width=HOLLOW_RIM)


def marker_entry(text: str, *, different: bool | None) -> KeyEntry:
    """Return the entry of a key that explains one kind of these markers."""
    radius = REFERENCE if different is None else FILLED

    def draw(left: float, y: float) -> list[Element]:
        return [decision_marker("key", left + radius, y, "foreground", different=different)]

    return KeyEntry(text=text, width=2 * radius, draw=draw)


def decision_key(cd_text: str | None = None, *, decision: str = "different") -> tuple[KeyEntry, ...]:
    """Return the key of a figure with a reference: what filled markers are and hollow ones are not, and the CD."""
    entries = (marker_entry(f"not {decision}", different=False), marker_entry(decision, different=True))
    return (*entries, KeyEntry(text=cd_text)) if cd_text else entries


def disc(gid: str, x: float, y: float, radius: float, color: str, *, hollow: bool) -> Marker:
    """Return a filled disc, or one with a rim around the background."""
    if hollow:
        return Marker(gid=gid, x=x, y=y, radius=radius, fill="background", edge=color, edge_width=RIM)
    return Marker(gid=gid, x=x, y=y, radius=radius, fill=color)


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
