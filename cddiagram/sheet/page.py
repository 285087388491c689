"""The page of a figure: how wide it is, how its texts are measured and broken, and the
header on it.
"""

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
    """What a figure is drawn on: the look asked for, and how its texts are measured."""

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
        """Size of all but title and names."""
        return small_type(self.look.font_size)

    @property
    def room(self) -> float:
        """Width between the margins."""
        return self.width - 2 * Look.PAD_X

    def header(
        self, said: str, size: float | None = None, **more: Any
    ) -> tuple[list[Element], float]:
        """Return title, note and what else stands in the header, and where it ends.

        The note says `said` unless the look has another, `size` is that of smaller
        names, `more` are `HeaderItems`.
        """
        size = self.look.font_size if size is None else size
        items = HeaderItems(
            page=self.width,
            size=small_type(size),
            title=text_or_none("title", self.look.title),
            title_size=size,
            note=text_or_none(
                "note", said if self.look.note == "auto" else self.look.note
            ),
            **more,
        )
        return items.draw(self.meter)

    def paragraph(self, gid: str, text: str, top: float) -> tuple[list[Element], float]:
        """Return a text in as many rows as the page needs, and where they end."""
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
        """Return a name with its mark from `at` or between both ends, in as many rows
        as it needs, and their end.
        """
        left, ends = (Look.PAD_X, at) if isinstance(at, tuple) else (at, None)
        size, bold, mark = self.small, names.bold(position), names.room(position)
        rows = self.meter.lines(
            names.names[position], self.width - Look.PAD_X - left - mark, size, bold
        )
        half = (mark + max(self.meter.width(row, size, bold) for row in rows)) / 2
        x = (
            left
            if ends is None
            else min(
                max(sum(ends) / 2, Look.PAD_X + half), self.width - Look.PAD_X - half
            )
        )
        high = (len(rows) - 1) * Names.LINE_PITCH * size
        anchor = "left" if ends is None else "center"
        return (
            [
                *names.put(
                    position,
                    rows,
                    x,
                    top + 0.6 * size + high / 2,
                    size,
                    anchor,
                    self.meter,
                    gid,
                )
            ],
            top + self.ROW * size + high,
        )

    def below(
        self, gid: str, text: str, ends: tuple[float, float], top: float, size: float
    ) -> tuple[list[Element], float]:
        """Return what names a level axis, below its numbers and centred between its
        ends, and where that ends.
        """
        elements: list[Element] = []
        y = top + (0.65 - self.ROW) * size
        for line in self.meter.lines(text, self.room, size):
            y, half = y + self.ROW * size, self.meter.width(line, size) / 2
            middle = min(
                max(sum(ends) / 2, Look.PAD_X + half), self.width - Look.PAD_X - half
            )
            elements.append(
                self.meter.put(gid, middle, y, line, size, "secondary", "center")
            )
        return elements, y + 0.6 * size
