"""Text measured once: advance widths scale with the size, so one measurement serves all
sizes.
"""

from __future__ import annotations

from cddiagram.sheet.elements import Measure, Text
from cddiagram.sheet.look import POINTS_PER_INCH
from cddiagram.sheet.wrapping import formulas, wrap
from cddiagram.text import LayoutError, Option, Phrase

_REFERENCE_SIZE = 10.0


class TextMeter:
    """A cache around ``measure(text, size, bold, italic)``, the width of a line in
    points, and what makes texts of it.

    Unhinted advance widths are proportional to the font size (matplotlib's
    ``TextToPath`` and TeX's scaled fonts both), so every string is measured at one size
    only, once for each weight and slant. With `math` ``$...$`` is mathtext in all texts
    of the figure.
    """

    def __init__(self, measure: Measure, *, math: bool = False) -> None:
        self._measure, self._math = measure, math
        self._units: dict[tuple[str, bool, bool], float] = {}

    def width(
        self, text: str, size: float, bold: bool = False, italic: bool = False
    ) -> float:
        """Return the width of one line of text in points; an empty text has none."""
        if not text:
            return 0.0
        key = (text, bold, italic)
        if key not in self._units:
            self._units[key] = (
                self._measure(text, _REFERENCE_SIZE, bold, italic) / _REFERENCE_SIZE
            )
        return self._units[key] * size

    def broken(
        self,
        text: str,
        limit: float,
        size: float,
        bold: bool = False,
        italic: bool = False,
        *,
        whole_words: bool = False,
    ) -> tuple[str, ...] | None:
        """Break a text into lines no wider than `limit`; None if it cannot be."""

        def width(line: str) -> float:
            return self.width(line, size, bold, italic)

        return wrap(text, limit, width, math=self._math, whole_words=whole_words)

    def lines(
        self,
        text: str,
        limit: float,
        size: float,
        bold: bool = False,
        italic: bool = False,
    ) -> tuple[str, ...]:
        """Break a text as `broken` does; what is narrower than a letter leaves it
        whole, and refuses a formula.
        """
        lines = self.broken(text, limit, size, bold, italic)
        for start, end in formulas(text) if lines is None and self._math else ():
            width = self.width(text[start:end], size, bold, italic)
            if width > limit:
                raise LayoutError(
                    Phrase(
                        f"the formula '{text[start:end]}' is "
                        f"{width / POINTS_PER_INCH:.2f} in wide, which does not fit "
                        f"{limit / POINTS_PER_INCH:.2f} in: give a larger ",
                        Option("width"),
                        ", a smaller ",
                        Option("font_size"),
                        " or a shorter formula.",
                    )
                )
        return lines or (text,)

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
            math=self._math,
        )
