"""The page of a figure: its width, its header, and texts broken to its width."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cddiagram.sheet.elements import Element
from cddiagram.sheet.header import HeaderItems
from cddiagram.sheet.look import Look, small_type
from cddiagram.sheet.meter import TextMeter
from cddiagram.sheet.names import Names, text_or_none


@dataclass(frozen=True)
class Page:
    """The page that a figure is drawn on: its look and the meter of its texts."""

    #: Distance of two rows of a text, in units of its size.
    ROW = 1.35

    look: Look
    meter: TextMeter

    @property
    def width(self) -> float:
        """Its width in points."""
        return self.look.page_width

    @property
    def small(self) -> float:
        """Type size of everything but title and names."""
        return small_type(self.look.font_size)

    @property
    def room(self) -> float:
        """Width between the margins."""
        return self.width - 2 * Look.PAD_X

    def header(
        self, words: str, size: float | None = None, **more: Any
    ) -> tuple[list[Element], float]:
        """Return the elements of the header, and the height at which it ends.

        `words` are the note unless the look has another one, `size` is the size of
        smaller names, and `more` are further fields of `HeaderItems`.
        """
        size = self.look.font_size if size is None else size
        note = words if self.look.note == "auto" else self.look.note
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
        """Return a text in as many rows as the page needs, and their lower end."""
        elements: list[Element] = []
        for line in self.meter.lines(text, self.room, self.small):
            y = top + 0.6 * self.small
            elements.append(
                self.meter.put(gid, Look.PAD_X, y, line, self.small, "secondary")
            )
            top += self.ROW * self.small
        return elements, top

    def name(
        self,
        names: Names,
        position: int,
        gid: str,
        top: float,
        at: float | tuple[float, float],
    ) -> tuple[list[Element], float]:
        """Return a name with its mark, in as many rows as it needs, and their lower end.

        The name begins at `at`, or is centred between these two positions.
        """
        left = Look.PAD_X if isinstance(at, tuple) else at
        size, bold, mark = self.small, names.bold(position), names.room(position)
        limit = self.width - Look.PAD_X - left - mark
        rows = self.meter.lines(names.names[position], limit, size, bold)
        x, anchor = left, "left"
        if isinstance(at, tuple):
            widest = max(self.meter.width(row, size, bold) for row in rows)
            x, anchor = self._inside(sum(at) / 2, (mark + widest) / 2), "center"
        height = (len(rows) - 1) * Names.LINE_PITCH * size
        middle = top + 0.6 * size + height / 2
        elements = names.put(position, rows, x, middle, size, anchor, self.meter, gid)
        return [*elements], top + self.ROW * size + height

    def below(
        self, gid: str, text: str, ends: tuple[float, float], top: float, size: float
    ) -> tuple[list[Element], float]:
        """Return the label of a level axis, and its lower end.

        The label is below the numbers of the axis and centred between its ends.
        """
        elements: list[Element] = []
        y = top + (0.65 - self.ROW) * size
        for line in self.meter.lines(text, self.room, size):
            y += self.ROW * size
            middle = self._inside(sum(ends) / 2, self.meter.width(line, size) / 2)
            elements.append(
                self.meter.put(gid, middle, y, line, size, "secondary", "center")
            )
        return elements, y + 0.6 * size

    def _inside(self, middle: float, half: float) -> float:
        """Move the middle of a text of that half width inside the margins."""
        return min(max(middle, Look.PAD_X + half), self.width - Look.PAD_X - half)
