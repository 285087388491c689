"""Text measured once: advance widths scale with the size, so one measurement serves all sizes."""

from __future__ import annotations

from cddiagram.sheet.elements import Measure, Text

_REFERENCE_SIZE = 10.0


class TextMeter:
    """A cache around ``measure(text, size, bold, italic)``, the width of a line in points, and what makes texts of it.

    Unhinted advance widths are proportional to the font size (matplotlib's ``TextToPath`` and TeX's scaled fonts
    both), so every string is measured at one size only, once for each weight and slant.
    """

    def __init__(self, measure: Measure) -> None:
        self._measure = measure
        self._units: dict[tuple[str, bool, bool], float] = {}

    def width(self, text: str, size: float, bold: bool = False, italic: bool = False) -> float:
        """Return the width of one line of text in points; an empty text has none."""
        if not text:
            return 0.0
        key = (text, bold, italic)
        if key not in self._units:
            self._units[key] = self._measure(text, _REFERENCE_SIZE, bold, italic) / _REFERENCE_SIZE
        return self._units[key] * size

    def put(
        self,
        gid: str,
        x: float,
        y: float,
        text: str,
        size: float,
        color: str = "foreground",
        anchor: str = "left",
        bold: bool = False,
        italic: bool = False,
        math: bool = False,
    ) -> Text:
        """Return a text with its measured width."""
        return Text(
            gid=gid,
            x=x,
            y=y,
            text=text,
            size=size,
            width=self.width(text, size, bold, italic),
            color=color,
            anchor=anchor,
            bold=bold,
            italic=italic,
            math=math,
        )
