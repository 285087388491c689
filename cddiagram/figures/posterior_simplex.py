"""The posterior of one pair in a simplex: regions of highest density, and the
probabilities of its three parts.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from cddiagram._util import FloatArray
from cddiagram.figures.simplex_density import HEIGHT, SimplexDensity
from cddiagram.figures.simplex_rooms import Cloud, rooms
from cddiagram.sheet import (
    SMALLER_TYPE,
    Element,
    Key,
    KeyEntry,
    Line,
    Look,
    Names,
    Page,
    Rectangle,
    fit,
)

#: The first two numbers are the maximum and minimum lengths of a side of the simplex.
#: The third number is the distance from the simplex to the margins.
_LARGEST, _NARROWEST, _INSET = 200.0, 80.0, 2.0
#: The width of lines, and the ratio of the font size of probabilities to the default
#: font size of names.
_EDGE, _PROBABILITY = 0.6, 9.0 / 8.0
#: The first number is the distance from a printed probability to its corner. The next
#: two are the distances from a name to the base and to the region of highest density,
#: and the fourth is the horizontal padding of a name.
_CORNER_GAP, _BASE_GAP, _CLOUD_GAP, _NAME_ROOM = 3.0, 4.0, 2.0, 4.0
#: A name that is printed within its region has at most this many lines.
_MOST_LINES = 4
#: The regions of highest density, from the outer to the inner region. Each entry
#: contains the posterior probability and the fill of the region.
REGIONS = ((0.95, "guide"), (0.5, "shade-2"))
#: The first number is the height of a strip in points. The second number is the overlap
#: between neighbouring strips, which prevents visible gaps.
_STRIP, _OVERLAP = 0.25, 0.1
#: The index of the outer region in `REGIONS`.
_OUTER = 0
#: The barycentric coordinates of the centre of the simplex and of the midpoints of its
#: sides.
_CENTRE = (1 / 3, 1 / 3, 1 / 3)
_MIDDLES = ((0.5, 0.5, 0.0), (0.0, 0.5, 0.5), (0.5, 0.0, 0.5))
_CORNERS = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
#: The index of the upper corner. The first and last corners are at the base.
_UPPER = 1


@dataclass(frozen=True, kw_only=True)
class Simplex:
    """The triangle on its page: its left and its lower edge, and the length of a
    side.
    """

    page: Page
    left: float
    bottom: float
    side: float
    #: The strips that form the regions of highest density (see
    #: `SimplexDensity.strips`), and the height of a strip as a fraction of a side.
    strips: Sequence[tuple[int, int, float, float]]
    strip_height: float

    @classmethod
    def of(cls, draws: FloatArray, page: Page) -> Simplex:
        """Return the simplex of sampled shares, centred horizontally on a page, with
        its base at the top of the page.
        """
        side = cls.side_of(page)
        rows = math.ceil(HEIGHT * side / _STRIP)
        density = SimplexDensity.of(draws)
        thresholds = [density.threshold(share) for share, _ in REGIONS]
        return cls(
            page=page,
            left=(page.width - side) / 2,
            bottom=0.0,
            side=side,
            strips=tuple(density.strips(thresholds, rows)),
            strip_height=HEIGHT / rows,
        )

    @cached_property
    def cloud(self) -> Cloud:
        """The outer region of highest density."""
        outer = [strip for strip in self.strips if strip[0] == _OUTER]
        _, rows, lefts, rights = np.array(outer).T
        heights = (rows + 0.5) * self.strip_height
        return Cloud(heights=heights, lefts=lefts, rights=rights)

    @staticmethod
    def side_of(page: Page) -> float:
        """Return the length of a side on a page; raise an error if the page is too
        narrow.
        """
        margin = 2 * (Look.PAD_X + _INSET)

        def width(look: Look) -> float | None:
            enough = look.page_width >= _NARROWEST + margin
            return look.page_width if enough else None

        room = fit(width, page.look, "the simplex of a pair", SMALLER_TYPE) - margin
        return min(room, _LARGEST)

    @property
    def middle(self) -> float:
        """The x coordinate of its centre."""
        return self.left + self.side / 2

    @property
    def top(self) -> float:
        """The y coordinate of its upper corner."""
        return self.bottom - HEIGHT * self.side

    def at(self, shares: Sequence[float]) -> tuple[float, float]:
        """Return the position of three shares on the page."""
        x = self.left + self.side * (shares[2] + shares[1] / 2)
        return x, self.bottom - HEIGHT * self.side * shares[1]

    @property
    def outline(self) -> Line:
        """The sides of the triangle."""
        corners = tuple(self.at(corner) for corner in (*_CORNERS, _CORNERS[0]))
        return Line(gid="simplex", points=corners, width=_EDGE)

    @property
    def borders(self) -> list[Line]:
        """The borders of the regions in which one share is the largest."""
        lines = []
        for middle in _MIDDLES:
            points = (self.at(_CENTRE), self.at(middle))
            lines.append(Line(gid="region", points=points, width=_EDGE))
        return lines

    def draw_regions(self) -> list[Element]:
        """Return the regions of highest density as horizontal strips."""
        height = self.strip_height * self.side
        strips: list[Element] = []
        for number, row, left, right in self.strips:
            share, fill = REGIONS[number]
            strip = Rectangle(
                gid=f"density-{100 * share:g}-{len(strips)}",
                x=self.left + left * self.side,
                y=self.bottom - (row + 1) * height - _OVERLAP / 2,
                width=(right - left) * self.side,
                height=height + _OVERLAP,
                fill=fill,
            )
            strips.append(strip)
        return strips

    def draw_key(self) -> list[Element]:
        """Return the key of the regions of highest density, which is to the left of the
        upper corner and above the left corner; an empty list if it does not fit.
        """
        page, size = self.page, self.page.small
        entries = []
        for share, fill in REGIONS[::-1]:
            entry = KeyEntry.swatch(f"{100 * share:g}%", size, fill)
            entries.append(entry)
        entries[-1] = replace(entries[-1], text=f"{entries[-1].text} of draws")
        elements: list[Element] = []
        y = self.top + size
        for entry in entries:
            width = Key([entry]).width(size, page.meter)
            slope = (self.middle - self.left) / (self.bottom - self.top)
            edge = self.middle - slope * (y + size / 2 - self.top)
            if self.left + width + _NAME_ROOM > edge:
                return []
            elements += Key([entry]).draw(self.left, y, size, page.meter, "legend-text")
            y += Key.ROW * size
        return elements

    @staticmethod
    def bottom_of(
        page: Page, side: float, top: float, names: Names, are_inside: bool
    ) -> float:
        """Return the lower edge of a simplex whose figure begins at `top`."""
        height = _PROBABILITY * page.look.font_size + _CORNER_GAP
        if not are_inside:
            lines = _outside(page, names, _UPPER)
            height += len(lines) * Names.LINE_PITCH * page.small
        return top + height + HEIGHT * side

    # -- names and probabilities -------------------------------------------------------

    def fits(self, names: Names) -> bool:
        """Return whether the names of the three parts fit in their regions."""
        corners = range(len(_CORNERS))
        return all(self._name_lines(names, corner) for corner in corners)

    def draw_names(self, names: Names) -> list[Element]:
        """Return the names of the three parts in their regions, in which they must
        fit.
        """
        elements: list[Element] = []
        for corner in range(len(_CORNERS)):
            place = self._name_lines(names, corner)
            assert place is not None
            lines, x, y = place
            size, meter = self.page.small, self.page.meter
            gid = f"part-{corner}"
            elements += names.put(corner, lines, x, y, size, "center", meter, gid)
        return elements

    def _name_lines(
        self, names: Names, corner: int
    ) -> tuple[Sequence[str], float, float] | None:
        """Return the lines of a name in its region, next to the cloud, and their
        centre; None if they do not fit.
        """
        size, meter, side = self.page.small, self.page.meter, self.side
        text, mark = names.names[corner], names.room(corner)
        bold = names.bold(corner)
        gap, above_base = _CLOUD_GAP / side, _BASE_GAP / side
        for count in range(1, _MOST_LINES + 1):
            height = count * Names.LINE_PITCH * size / side
            for room in rooms(corner, height, self.cloud, gap, above_base):
                width = room.width * side - 2 * _NAME_ROOM - mark
                if width <= 0:
                    continue
                lines = meter.broken(text, width, size, bold, whole_words=True)
                if lines is not None and len(lines) <= count:
                    x = self.left + (room.left + room.right) / 2 * side
                    y = self.bottom - (room.lower + height / 2) * side
                    return lines, x, y
        return None

    def draw_corners(
        self, names: Names, texts: Sequence[str], are_inside: bool
    ) -> tuple[list[Element], float]:
        """Return the probabilities at the corners, and the lower edge of the figure.

        The names of the parts are next to the probabilities unless they `are_inside`
        their regions.
        """
        page = self.page
        size, small = _PROBABILITY * page.look.font_size, page.small
        elements: list[Element] = []
        lower = self.bottom
        for corner, text in enumerate(texts):
            lines: Sequence[str] = ()
            if not are_inside:
                lines = _outside(page, names, corner)
            height = size + len(lines) * Names.LINE_PITCH * small
            x, y = self.at(_CORNERS[corner])
            if corner == _UPPER:
                top = y - _CORNER_GAP - height
            else:
                top = y + _CORNER_GAP
                lower = max(lower, top + height)
            bold = names.bold(corner)
            widths = [page.meter.width(line, small, bold) for line in lines]
            widest = max([*widths, page.meter.width(text, size, bold)])
            half = (widest + names.room(corner)) / 2
            x = min(max(x, Look.PAD_X + half), page.width - Look.PAD_X - half)
            color = names.color(corner, "foreground")
            elements.append(
                page.meter.put(
                    f"corner-{corner}",
                    x,
                    top + size / 2,
                    text,
                    size,
                    color,
                    "center",
                    bold,
                )
            )
            if lines:
                middle = top + size + (height - size) / 2
                gid = f"part-{corner}"
                elements += names.put(
                    corner, lines, x, middle, small, "center", page.meter, gid
                )
        return elements, lower + Look.PAD_Y


def _outside(page: Page, names: Names, corner: int) -> Sequence[str]:
    """Return the lines of a name next to its corner."""
    room = page.room
    if corner != _UPPER:
        room = room / 2 - page.small
    text, bold = names.names[corner], names.bold(corner)
    return page.meter.lines(text, room - names.room(corner), page.small, bold)
