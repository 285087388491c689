"""The key on the face of a figure: a drawn device and a few words on what it means, wherever a device is not common."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from cddiagram.sheet.elements import Element, Text
from cddiagram.sheet.meter import TextMeter
from cddiagram.sheet.wrap import wrap

#: Between a device and its words, and between two entries.
_GLYPH_GAP = 3.0
ENTRY_GAP = 9.0


def no_glyph(left: float, y: float) -> list[Element]:
    """Draw nothing: an entry of words alone."""
    return []


@dataclass(frozen=True, kw_only=True)
class KeyEntry:
    """One entry of a key.

    Attributes
    ----------
    text : str
        What the device means.
    width : float
        Width of the device in points; 0 for words alone.
    draw : callable
        ``draw(left, y)`` -> the device, from its left end and around its vertical middle.
    """

    text: str
    width: float = 0.0
    draw: Callable[[float, float], list[Element]] = no_glyph

    @property
    def indent(self) -> float:
        """Where the words begin."""
        return self.width + _GLYPH_GAP if self.width else 0.0


def key_width(entries: Sequence[KeyEntry], size: float, meter: TextMeter) -> float:
    """Return the width of entries in one row."""
    widths = (entry.indent + meter.width(entry.text, size) for entry in entries)
    return sum(widths) + ENTRY_GAP * (len(entries) - 1)


def key_rows(entries: Sequence[KeyEntry], limit: float, size: float, meter: TextMeter) -> list[list[KeyEntry]]:
    """Break a key to a width: between entries where that will do, and within their words where it will not."""
    rows: list[list[KeyEntry]] = []
    for entry in entries:
        lines = wrap(entry.text, limit - entry.indent, lambda line: meter.width(line, size)) or (entry.text,)
        for number, line in enumerate(lines):
            piece = replace(entry, text=line) if number == 0 else replace(entry, text=line, draw=no_glyph)
            if number == 0 and rows and key_width([*rows[-1], piece], size, meter) <= limit + 1e-6:
                rows[-1].append(piece)
            else:
                rows.append([piece])
    return rows


def draw_key(entries: Sequence[KeyEntry], left: float, y: float, size: float, meter: TextMeter) -> list[Element]:
    """Return entries in one row, from `left` and around the height `y`."""
    elements: list[Element] = []
    for entry in entries:
        width = meter.width(entry.text, size)
        elements += entry.draw(left, y)
        elements.append(Text(gid="key-text", x=left + entry.indent, y=y, text=entry.text, size=size, width=width))
        left += entry.indent + width + ENTRY_GAP
    return elements
