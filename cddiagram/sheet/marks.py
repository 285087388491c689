"""The marks that figures share: the axis text, and the markers of decisions.

The grammar of markers is the same in every figure: filled is significantly different from the reference, hollow is not,
the reference itself is a diamond.
"""

from __future__ import annotations

from cddiagram.sheet.axis import AxisScale
from cddiagram.sheet.elements import Element, Marker, Text
from cddiagram.sheet.header import PAD_X
from cddiagram.sheet.key import KeyEntry
from cddiagram.sheet.meter import TextMeter

_AXIS_LABEL_ROW = 1.35
#: Markers of decisions: a filled and a hollow disc are equally large with its rim, a diamond counts to its corners.
FILLED, HOLLOW, HOLLOW_RIM, REFERENCE = 2.0, 1.6, 0.8, 2.7


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
