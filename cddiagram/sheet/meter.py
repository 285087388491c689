"""The widths of strings, which are measured only once for all type sizes."""

from __future__ import annotations

from cddiagram.sheet.elements import Measure, Text
from cddiagram.sheet.look import POINTS_PER_INCH
from cddiagram.sheet.wrapping import formulas, wrap
from cddiagram.text import LayoutError, Option, Phrase

_REFERENCE_SIZE = 10.0


class TextMeter:
    """A cache of text widths in points, which ``measure(text, size, bold, italic)``
    returns. It also breaks text into lines and creates `Text` elements.

    Unhinted advance widths are proportional to the type size, both in matplotlib's
    ``TextToPath`` and in TeX's scaled fonts. Therefore, each string is measured at only
    one size, once for each weight and slant. With `math`, ``$...$`` is mathtext in all
    text of the figure.
    """

    def __init__(self, measure: Measure, *, math: bool = False) -> None:
        self._measure, self._math = measure, math
        self._units: dict[tuple[str, bool, bool], float] = {}

    def width(
        self, text: str, size: float, bold: bool = False, italic: bool = False
    ) -> float:
        """Return the width of one line of text in points, or 0 for an empty string."""
        if not text:
            return 0.0
        key = (text, bold, italic)
        if key not in self._units:
            width = self._measure(text, _REFERENCE_SIZE, bold, italic)
            self._units[key] = width / _REFERENCE_SIZE
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
        """Break text into lines no wider than `limit`. Return None if that is
        impossible.
        """

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
        """Break text into lines. If the limit is narrower than a letter, return the
        text as one line.

        Raises
        ------
        LayoutError
            If a formula is wider than the limit.
        """
        lines = self.broken(text, limit, size, bold, italic)
        if lines is not None:
            return lines
        if self._math:
            for start, end in formulas(text):
                formula = text[start:end]
                width = self.width(formula, size, bold, italic)
                _check_width_of_formula(formula, width, limit)
        return (text,)

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
        """Return a line of text with its measured width."""
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


def _check_width_of_formula(formula: str, width: float, limit: float) -> None:
    """Raise an error if a formula, which cannot be broken, is wider than a limit."""
    if width <= limit:
        return
    inches, limit_in_inches = width / POINTS_PER_INCH, limit / POINTS_PER_INCH
    problem = (
        f"the formula '{formula}' is {inches:.2f} in wide, which does not fit "
        f"{limit_in_inches:.2f} in. Use a larger "
    )
    remedies = (Option("width"), ", a smaller ", Option("font_size"))
    raise LayoutError(Phrase(problem, *remedies, " or a shorter formula."))
