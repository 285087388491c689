"""Keys, legends and decision markers, which are the same in all figures.

Filled markers denote algorithms that are significantly different from the reference, and
hollow markers denote algorithms that are not. A diamond denotes the reference.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from cddiagram.sheet.elements import Element, Marker, Rectangle
from cddiagram.sheet.meter import TextMeter

#: The first number is the gap between a mark and its text. The second number is the gap
#: between two entries.
_GLYPH_GAP = 3.0
ENTRY_GAP = 9.0
_SWATCH, _SWATCH_EDGE = 9.0, 0.5

#: Maps each decision to shorter explanations of the filled and the hollow marker.
_SHORT_DECISIONS = {
    "different": ("differs", "does not"),
    "worse": ("is worse", "is not"),
}


def no_glyph(left: float, y: float) -> list[Element]:
    """Return no elements, for an entry that consists of text only."""
    return []


@dataclass(frozen=True, kw_only=True)
class KeyEntry:
    """One entry of a key."""

    #: The first attribute explains the mark. The second one is a shorter explanation,
    #: which is used if it saves a row. It is empty if there is no shorter explanation.
    text: str
    shorter: str = ""
    #: The width of the mark in points. It is 0 if the entry does not have a mark.
    width: float = 0.0
    #: A function ``draw(left, y)`` that returns the elements of the mark, given its
    #: left end and its vertical middle.
    draw: Callable[[float, float], list[Element]] = no_glyph
    #: The gap between this entry and the following one.
    gap: float = ENTRY_GAP

    @property
    def indent(self) -> float:
        """The distance from the left end of the entry to its text."""
        if self.width:
            return self.width + _GLYPH_GAP
        return 0.0

    @property
    def shortened(self) -> KeyEntry:
        """The entry with the shorter explanation, if there is one."""
        return replace(self, text=self.shorter or self.text)

    @staticmethod
    def swatch(
        text: str,
        size: float,
        fill: str | None,
        edge: str | None = None,
        over: Callable[[Rectangle], list[Element]] = lambda box: [],
        edge_width: float = _SWATCH_EDGE,
    ) -> KeyEntry:
        """Return the legend entry that explains a fill, or the elements that are drawn
        `over` a box.
        """
        half = 0.42 * size

        def draw(left: float, y: float) -> list[Element]:
            box = Rectangle(
                gid="legend-swatch",
                x=left,
                y=y - half,
                width=_SWATCH,
                height=2 * half,
                fill=fill or "",
                edge=edge,
                edge_width=edge_width,
            )
            if fill:
                return [box, *over(box)]
            return over(box)

        return KeyEntry(text=text, width=_SWATCH, draw=draw)

    @staticmethod
    def decision(text: str, *, different: bool | None) -> KeyEntry:
        """Return the key entry that explains one kind of decision marker."""
        radius = FILLED
        if different is None:
            radius = REFERENCE

        def draw(left: float, y: float) -> list[Element]:
            x = left + radius
            return [decision_marker("key", x, y, "foreground", different=different)]

        return KeyEntry(text=text, width=2 * radius, draw=draw)

    @staticmethod
    def decisions(
        reference: str = "",
        decision: str = "different",
        opposite: str = "",
        suffix: str = "",
    ) -> tuple[KeyEntry, ...]:
        """Return the key of the decision markers: the diamond, if the figure shows the
        reference, and the filled and hollow markers.

        The `opposite` of the decision is "not different" by default. In this case,
        `suffix`, for example "from the best", follows it if there is room. Without room
        for the opposite, both markers are explained with shorter verbs.
        """
        filled = KeyEntry.decision(decision, different=True)
        hollow = KeyEntry.decision(
            opposite or f"not {decision}{suffix}", different=False
        )
        if not opposite:
            differs, does_not = _SHORT_DECISIONS[decision]
            filled = replace(filled, shorter=differs)
            hollow = replace(hollow, shorter=does_not)
        if not reference:
            return filled, hollow
        return KeyEntry.decision(reference, different=None), filled, hollow


@dataclass(frozen=True)
class Key:
    """The entries of a key."""

    #: The distance between two rows, as a multiple of the font size.
    ROW = 1.35

    entries: Sequence[KeyEntry]

    def width(self, size: float, meter: TextMeter) -> float:
        """Return the width of all entries in one row."""
        widths = (
            entry.indent + meter.width(entry.text, size) + entry.gap
            for entry in self.entries
        )
        return sum(widths) - self.entries[-1].gap

    def rows(self, limit: float, size: float, meter: TextMeter) -> list[list[KeyEntry]]:
        """Break a key into rows no wider than a limit, between entries if possible, and
        otherwise within the text of an entry.
        """
        rows: list[list[KeyEntry]] = []
        for entry in self.entries:
            first, *further = meter.lines(entry.text, limit - entry.indent, size)
            part = replace(entry, text=first)
            if rows and Key([*rows[-1], part]).width(size, meter) <= limit + 1e-6:
                rows[-1].append(part)
            else:
                rows.append([part])
            for line in further:
                rows.append([replace(entry, text=line, draw=no_glyph)])
        return rows

    def draw(
        self,
        left: float,
        y: float,
        size: float,
        meter: TextMeter,
        gid: str = "key-text",
    ) -> list[Element]:
        """Return the entries in one row, given its left end and its vertical middle."""
        elements: list[Element] = []
        for entry in self.entries:
            width = meter.width(entry.text, size)
            elements += entry.draw(left, y)
            elements.append(meter.put(gid, left + entry.indent, y, entry.text, size))
            left += entry.indent + width + entry.gap
        return elements

    @staticmethod
    def draw_rows(
        rows: Sequence[Sequence[KeyEntry]],
        left: float,
        y: float,
        size: float,
        meter: TextMeter,
    ) -> tuple[list[Element], float]:
        """Return rows of entries, and the vertical middle of the last row. `y` is the
        vertical middle of the first row.
        """
        elements: list[Element] = []
        for number, row in enumerate(rows):
            if number:
                y += Key.ROW * size
            elements += Key(row).draw(left, y, size, meter, "legend-text")
        return elements, y


#: These numbers are the radius of filled markers, the radius and the line width of
#: hollow markers, and the radius of the marker of the control. A hollow disc, including
#: its outline, is as large as a filled disc. The radius of a diamond is the distance
#: from its centre to its corners.
FILLED, HOLLOW, HOLLOW_RIM, REFERENCE = 2.0, 1.6, 0.8, 2.7


def decision_marker(
    gid: str, x: float, y: float, color: str, *, different: bool | None
) -> Marker:
    """Return the marker of a decision: filled for an algorithm that is different from
    the reference, hollow for an algorithm that is not, and a diamond for the reference
    (None).
    """
    if different is None:
        return Marker(gid=gid, x=x, y=y, radius=REFERENCE, fill=color, shape="diamond")
    if different:
        return Marker(gid=gid, x=x, y=y, radius=FILLED, fill=color)
    return Marker(
        gid=gid,
        x=x,
        y=y,
        radius=HOLLOW,
        fill="background",
        edge=color,
        edge_width=HOLLOW_RIM,
    )
