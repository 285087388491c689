"""The page of a figure: its width, its header, and text broken into lines."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from cddiagram.sheet.elements import Element, Text
from cddiagram.sheet.header import HeaderItems, cue_width, draw_cue
from cddiagram.sheet.look import POINTS_PER_INCH, Look, small_type
from cddiagram.sheet.meter import TextMeter
from cddiagram.sheet.names import Names, text_or_none


@dataclass(frozen=True)
class Page:
    """The page of a figure, with its look and the meter that measures its text."""

    #: The distance between two lines of text, as a multiple of the font size.
    ROW = 1.35

    look: Look
    meter: TextMeter

    @property
    def width(self) -> float:
        """The width of the page in points."""
        return self.look.page_width

    @property
    def small(self) -> float:
        """The type size of all text except the title and the names."""
        return small_type(self.look.font_size)

    @property
    def room(self) -> float:
        """The width between the margins."""
        return self.width - 2 * Look.PAD_X

    def narrowed(self, inset: float) -> Page:
        """Return a page that is narrower by an inset on either side."""
        width = (self.width - 2 * inset) / POINTS_PER_INCH
        return replace(self, look=replace(self.look, width=width))

    def header(
        self, words: str, size: float | None = None, **more: Any
    ) -> tuple[list[Element], float]:
        """Return the elements of the header, and its lower end.

        `words` is the default note, which the look can replace. `size` is the type size
        of the names if it differs from the look, and `more` contains additional fields
        of `HeaderItems`.
        """
        if size is None:
            size = self.look.font_size
        note = self.look.note
        if note == "auto":
            note = words
        items = HeaderItems(
            page=self.width,
            size=small_type(size),
            title=text_or_none("title", self.look.title),
            title_size=size,
            note=text_or_none("note", note),
            **more,
        )
        return items.draw(self.meter)

    def paragraph(self, gid: str, text: str, top: float) -> tuple[list[Element], float]:
        """Return text that is broken into lines, and its lower end."""
        size = self.small
        elements: list[Element] = []
        for line in self.meter.lines(text, self.room, size):
            y = top + 0.6 * size
            element = self.meter.put(gid, Look.PAD_X, y, line, size, "secondary")
            elements.append(element)
            top += self.ROW * size
        return elements, top

    def value_label(
        self, text: str, side: str, top: float
    ) -> tuple[list[Element], float]:
        """Return the label above a vertical axis, and the lower end of the label.

        The label ends with an arrow that points to `side`, which is "up" or "down".
        """
        size, meter = self.small, self.meter
        arrow = cue_width(("",), size, meter, side)
        *upper, last = meter.lines(text, self.room - arrow, size, italic=True)
        rows: list[tuple[str, str | None]] = [(line, None) for line in upper]
        rows.append((last, side))
        elements: list[Element] = []
        for line, arrow_side in rows:
            y = top + 0.6 * size
            for element in draw_cue(Look.PAD_X, y, (line,), size, meter, arrow_side):
                gid = "value-direction"
                if isinstance(element, Text):
                    gid = "value-label"
                elements.append(replace(element, gid=gid))
            top += self.ROW * size
        return elements, top

    def name(
        self,
        names: Names,
        position: int,
        gid: str,
        top: float,
        at: float | tuple[float, float],
    ) -> tuple[list[Element], float]:
        """Return the elements of a name, which is broken into lines, and of its mark.
        Also return the lower end of the name.

        The name begins at the position `at`, or is centred between two positions.
        """
        left = Look.PAD_X
        if not isinstance(at, tuple):
            left = at
        size, bold, mark = self.small, names.bold(position), names.room(position)
        limit = self.width - Look.PAD_X - left - mark
        rows = self.meter.lines(names.names[position], limit, size, bold)
        x, anchor = left, "left"
        if isinstance(at, tuple):
            widest = max(self.meter.width(row, size, bold) for row in rows)
            x = self._inside(sum(at) / 2, (mark + widest) / 2)
            anchor = "center"
        height = (len(rows) - 1) * Names.LINE_PITCH * size
        middle = top + 0.6 * size + height / 2
        elements = names.put(position, rows, x, middle, size, anchor, self.meter, gid)
        return [*elements], top + self.ROW * size + height

    def below(
        self, gid: str, text: str, ends: tuple[float, float], top: float, size: float
    ) -> tuple[list[Element], float]:
        """Return the label below a horizontal axis, and the lower end of the label.

        The label is below the numbers of the axis and centred between its ends.
        """
        elements: list[Element] = []
        y = top + (0.65 - self.ROW) * size
        for line in self.meter.lines(text, self.room, size):
            y += self.ROW * size
            middle = self._inside(sum(ends) / 2, self.meter.width(line, size) / 2)
            element = self.meter.put(gid, middle, y, line, size, "secondary", "center")
            elements.append(element)
        return elements, y + 0.6 * size

    def _inside(self, middle: float, half: float) -> float:
        """Return the middle of a line of text, moved so that the text is between the
        margins.

        `half` is half the width of the text.
        """
        return min(max(middle, Look.PAD_X + half), self.width - Look.PAD_X - half)
