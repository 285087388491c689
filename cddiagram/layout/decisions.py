"""The decisions about a control, once more on the leaders, where the markers on the axis hide each other.

A marker stands at the exact average rank, filled or hollow. Where ranks tie, one lies on another and its filling cannot
be seen; the leaders are spread apart, so a second marker of the same form on each of them can.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from cddiagram.layout.content import CDContent
from cddiagram.layout.elements import Element, Marker
from cddiagram.layout.marks import DIAMOND, RIM, disc

#: Sizes as parts of the distance of two leaders: a rimmed disc and the diamond leave some air between them.
_DOT, _DIAMOND = 0.35, 0.5
#: Markers closer than this part of their radii together are taken to hide each other.
_HIDDEN = 0.5


def markers_hide(content: CDContent, places: Sequence[float], radius: float) -> bool:
    """Tell whether decisions about a control cannot be read off markers of that radius at `places`, in rank order."""
    if content.control is None:
        return False
    reach = [DIAMOND if position == content.control else radius + RIM / 2 for position in range(content.k)]
    return any(
        abs(places[other] - places[one]) < _HIDDEN * (reach[one] + reach[other])
        for one, other in pairwise(range(content.k))
    )


def draw_decisions(
    content: CDContent, along: Sequence[float], level: float, gap: float, *, vertical: bool = False
) -> list[Element]:
    """Return a marker on each leader: a diamond for the control, hollow for who is not different from it.

    Parameters
    ----------
    content : CDContent
        With a control.
    along : sequence of float
        Places of the leaders in rank order: x, or y where `vertical`.
    level : float
        The other coordinate.
    gap : float
        Least distance of two leaders.
    """
    marks: list[Element] = []
    for position, place in enumerate(along):
        x, y = (level, place) if vertical else (place, level)
        gid, color = f"decision-{position}", content.color(position, "foreground")
        if position == content.control:
            marks.append(Marker(gid=gid, x=x, y=y, radius=_DIAMOND * gap, fill=color, shape="diamond"))
        else:
            marks.append(disc(gid, x, y, _DOT * gap, color, hollow=not content.rejected[position]))
    return marks
