"""Fold a list into two blocks of rows side by side, like a long table that is set in
two columns.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from cddiagram.figures.bars import Bar
from cddiagram.figures.record import CDLayout
from cddiagram.figures.rows import Rows
from cddiagram.sheet import (
    Area,
    Box,
    Element,
    Line,
    Rectangle,
)

#: The elements above the rows, which appear in both blocks.
_HEADS = ("axis", "tick", "tick-minor", "tick-number", "rank-interval-head")
#: A bar that continues in the other block is extended by this distance.
_CONTINUED = 1.5


@dataclass(frozen=True, kw_only=True)
class _Fold:
    """The second block: the height at which the list is cut, and the distances by which
    its rows move up and to the right.
    """

    edge: float
    up: float
    right: float
    #: The upper edge of the first row, followed by the lower edge of the last row.
    first: float
    last: float

    def moved(self, element: Element) -> Element:
        """Return an element of the second block at its position."""
        return element.moved(self.right, -self.up)

    def is_behind(self, y: float) -> bool:
        """Return whether a y coordinate is in the second block."""
        return y > self.edge

    def height(self, y: float) -> float:
        """Return a y coordinate of the unfolded list as a y coordinate in its block."""
        return y - self.up if self.is_behind(y) else y


def fold(layout: CDLayout, rows: Rows, right: float) -> CDLayout:
    """Move the second half of the rows of a list to the right of the first half.

    Both blocks have the same axis. A bar or band that extends across both blocks is
    cut.
    """
    half = (len(rows.tops) + 1) // 2
    edge = rows.tops[half]
    folding = _Fold(
        edge=edge,
        up=edge - rows.tops[0],
        right=right,
        first=rows.tops[0],
        last=rows.bottom,
    )
    elements: list[Element] = []
    for element in layout.elements:
        elements += _fold_element(element, folding)
    for element in layout.elements:
        if element.gid in _HEADS:
            copy = element.moved(right, 0.0)
            elements.append(replace(copy, gid=f"{element.gid}-1"))
    below_rows = layout.height - rows.bottom
    positions = tuple(map(folding.height, layout.leader_positions))
    markers = list(layout.marker_positions)
    markers[half:] = [x + right for x in markers[half:]]
    return replace(
        layout,
        height=max(edge, rows.bottom - folding.up) + below_rows,
        elements=tuple(elements),
        label_boxes=_fold_boxes(layout.label_boxes, folding),
        marker_positions=tuple(markers),
        bar_positions=positions,
        leader_positions=positions,
        bars=tuple(_fold_bar(bar, folding) for bar in layout.bars),
        blocks=2,
    )


def _fold_element(element: Element, folding: _Fold) -> list[Element]:
    """Return an element in its block, or its parts in both blocks."""
    top, bottom = _heights(element)
    if not folding.is_behind(bottom - 1e-6):
        return [element]
    if folding.is_behind(top + 1e-6):
        return [folding.moved(element)]
    # The bars are extended slightly beyond their ends. The band of an interval extends
    # to the outer edges of the rows in both blocks.
    above, below = _CONTINUED, _CONTINUED
    if element.gid.startswith("interval"):
        above, below = folding.first - top, bottom - folding.last
    upper = _between(element, top, folding.edge + below)
    lower = _between(element, folding.edge - above, bottom)
    return [upper, folding.moved(lower)]


def _heights(element: Element) -> tuple[float, float]:
    """Return the upper and lower ends of an element. For text or a marker, both are its
    centre.
    """
    if isinstance(element, Line):
        ys = [y for _, y in element.points]
        return min(ys), max(ys)
    if isinstance(element, Rectangle):
        return element.y, element.y + element.height
    if isinstance(element, Area):
        _, top, _, bottom = element.box
        return top, bottom
    return element.y, element.y


def _between(element: Element, top: float, bottom: float) -> Element:
    """Return the part of a vertical line or of a rectangle between two heights."""
    if isinstance(element, Rectangle):
        return replace(element, y=top, height=bottom - top)
    if isinstance(element, Line):
        x = element.points[0][0]
        return replace(element, points=((x, top), (x, bottom)))
    raise TypeError(f"cannot cut {element.gid}")


def _fold_boxes(boxes: Sequence[Box], folding: _Fold) -> tuple[Box, ...]:
    """Return the boxes of names in their blocks."""
    folded = []
    for left, top, right, bottom in boxes:
        if folding.is_behind((top + bottom) / 2):
            box = (left + folding.right, top, right + folding.right, bottom)
            left, top, right, bottom = box
            top, bottom = top - folding.up, bottom - folding.up
        folded.append((left, top, right, bottom))
    return tuple(folded)


def _fold_bar(bar: Bar, folding: _Fold) -> Bar:
    """Return a bar at its position in the blocks. Its ends may be in different
    blocks.
    """
    level = bar.level
    if folding.is_behind(bar.start):
        level += folding.right
    start, end = folding.height(bar.start), folding.height(bar.end)
    return replace(bar, level=level, start=start, end=end)
