r"""How a table is set in LaTeX: as large as it can be, nothing cut, no box too full.

A table may be wider than the page. The first of these that fits is taken: letters of 9,
8 and 7 points, each with heads on one line, on several, and turned; long texts on
several lines; panels that repeat the names. Sizes are given in points and widths are
measured beforehand, so that it fits in any class of document with a text as wide.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

from cddiagram.document.fitting import Panel, arrange, head_lines, head_pieces, lead
from cddiagram.document.latex.words import measure
from cddiagram.document.model import HEADING, SET_OFF, Cell, TableBlock
from cddiagram.sheet import POINTS_PER_INCH, page_width, widths_from

#: The width of the report's text, in TeX's points: 6.5 in, that of A4 and letter pages;
#: and that of floating tables: 12 cm, which papers of one column have at least.
WIDTH, PAPER = 6.5 * 72.27, 345.0

#: How tall a table that cannot break is at most, in points, with caption and notes: a
#: page of two columns.
_TALLEST = 640
#: More rows than this are broken over pages (`longtable`); fewer stay together.
_TOGETHER = 30

#: Size of the letters in points -> distance of their lines.
SIZES = {9: 11, 8: 9.5, 7: 8.2}
#: Half of the space between columns, in points, by the size of the letters.
HALF_GAP = {9: 6, 8: 4, 7: 3}
#: Text columns that wrap keep at least this many points, or their longest word.
_LEAST = {9: 110, 8: 90, 7: 70}
#: Widths are measured without kerning; a little is left free.
_SLACK = 1.02
#: A little white after every so many rows guides the eye, in tables that have more rows
#: than `MANY`.
STEP, MANY = 5, 12

#: Roles of cells that are bold.
BOLD = ("significant", "best", SET_OFF)

#: A turned head that is longer, in points, stands on several lines.
TALL = 160

#: How the heads of columns are set.
_LINE, _LINES, _TURNED = "line", "lines", "turned"


@dataclass(frozen=True, kw_only=True)
class Room:
    """What a floating table may take of a paper.

    `width` in TeX's points; `starred` is the whole width of a page of two columns,
    where no table `breaks` over pages.
    """

    width: float = PAPER
    starred: bool = False
    breaks: bool = True


def room_of(width: str | float | None) -> Room:
    """Return the room of a width as figures take it: a name, or inches; None is 12
    cm.
    """
    if width is None:
        return Room()
    points = round(page_width(width) / POINTS_PER_INCH * 72.27, 3)
    column = (
        width.removesuffix("page") + "column"
        if isinstance(width, str) and width.endswith("page")
        else width
    )
    two = len(widths_from(column)) > 1
    return Room(width=points, starred=two and column != width, breaks=not two)


@dataclass(frozen=True, kw_only=True)
class Setting:
    """How a table is set in a room.

    `size` is that of the letters in points; of `heads` only those of numbers are
    turned.
    """

    table: TableBlock
    room: Room
    size: int
    heads: str
    panels: tuple[Panel, ...]

    @property
    def whole(self) -> bool:
        """Whether all columns stand side by side with no text broken."""
        return len(self.panels) == 1 and not any(self.panels[0].widths)

    @property
    def long(self) -> bool:
        """Whether it breaks over pages."""
        return self.room.breaks and len(self.table.rows) * len(self.panels) > _TOGETHER

    @property
    def low(self) -> bool:
        """Whether one float holds it, or pages do."""
        return (
            self.room.breaks
            or self._words + sum(map(self._tall, self.panels)) <= _TALLEST
        )

    @property
    def _words(self) -> float:
        """Estimate how tall caption and notes are."""
        notes = sum(
            _lines(measure(note, self.size), self.room.width)
            for note in self.table.notes
        )
        return (
            12 * _lines(measure(self.table.caption, 10), self.room.width)
            + 25
            + SIZES[self.size] * notes
        )

    def _tall(self, panel: Panel) -> float:
        """Estimate how tall a panel is: rules, heads, rows, and the white between
        them.
        """
        size, line, rows = self.size, SIZES[self.size], self.table.rows
        at = list(zip(panel.columns, panel.widths, strict=True))
        lines = sum(
            max(_lines(cell_width(row[i], size), width or math.inf) for i, width in at)
            for row in rows
        )
        head = (
            TALL
            if any(self.head(i)[0] for i, _ in at)
            else line * max(len(self.head(i)[1]) for i, _ in at)
        )
        return (
            20
            + 8 * len(self.table.ruled)
            + head
            + line * lines
            + len(rows) / STEP * size / 2
        )

    def head(self, place: int) -> tuple[bool, list[str]]:
        """Return whether the head of a column is turned, as one longer than its numbers
        may be, and its lines.
        """
        column, contents = (
            self.table.columns[place],
            _contents(self.table, place, self.size),
        )
        whole, turned = (
            " ".join(column.head.split()),
            self.heads == _TURNED and column.align == "right",
        )
        if turned and measure(whole, self.size) > max(contents, 1.2 * self.size):
            return True, [whole]
        if self.heads == _LINE:
            return False, [whole]
        return False, head_lines(
            column.head, contents, lambda text: measure(text, self.size)
        )

    def natural(self, place: int) -> float:
        """Return the width of a column with no text broken."""
        contents, (turned, lines) = (
            _contents(self.table, place, self.size),
            self.head(place),
        )
        if turned:
            return max(
                contents,
                1.2 * self.size,
                turned_lines(lines[0], self.size) * SIZES[self.size],
            )
        return max(contents, 1.0, *(measure(line, self.size) for line in lines))

    def total(self, panel: Panel) -> float:
        """Return the width of a panel."""
        at = zip(panel.columns, panel.widths, strict=True)
        widths = [
            self.natural(place) if width is None else width for place, width in at
        ]
        return sum(widths) + 2 * HALF_GAP[self.size] * (len(widths) - 1)

    def parts(self, panel: Panel) -> Iterator[tuple[tuple[Cell, ...], ...]]:
        """Divide the rows of a panel evenly into as few parts as floats hold; none ends
        with the name of a group.
        """
        rows, parts = (
            self.table.rows,
            math.ceil(self._tall(panel) / (_TALLEST - self._words)),
        )
        while rows:
            size = math.ceil(len(rows) / max(1, parts))
            size -= 1 < size < len(rows) and rows[size - 1][0].role == HEADING
            yield rows[:size]
            rows, parts = rows[size:], parts - 1


def set_table(table: TableBlock, *rooms: Room) -> Setting:
    """Set a table in the first room that holds it whole, or else in the last, in as few
    panels as can be.
    """
    room, *wider = rooms
    turned = (_TURNED,) if _gains(table) else ()
    whole = []
    for size in SIZES:
        for heads in (_LINE, _LINES, *(turned if size < 9 else ())):
            setting = _tried(table, room, size, heads, wrap=False)
            if setting.whole and setting.low:
                return setting
            whole += [setting] if setting.whole else []
    if wider:
        return set_table(table, *wider)
    wrapped = [
        _tried(table, room, size, heads, wrap=True)
        for size in (8, 7)
        for heads in (_LINES, *turned)
    ]
    held = [setting for setting in wrapped if setting.low] or whole[:1] or wrapped
    return min(held, key=lambda setting: len(setting.panels))


def _tried(
    table: TableBlock, room: Room, size: int, heads: str, *, wrap: bool
) -> Setting:
    setting = Setting(table=table, room=room, size=size, heads=heads, panels=())
    natural = list(map(setting.natural, range(len(table.columns))))
    least = [
        min(width, max(_LEAST[size], _longest_part(table, place, size)))
        if wrap and column.align == "left"
        else width
        for place, (column, width) in enumerate(
            zip(table.columns, natural, strict=True)
        )
    ]
    panels = arrange(
        natural,
        least,
        available=room.width / _SLACK,
        gap=2 * HALF_GAP[size],
        lead=lead(table),
    )
    return replace(setting, panels=panels)


def _gains(table: TableBlock) -> bool:
    """Whether turning the heads of numbers saves width: words longer than what stands
    below them.
    """
    longer = [
        column
        for place, column in enumerate(table.columns)
        if column.align == "right"
        and max((measure(word, 8) for word in head_pieces(column.head)), default=0.0)
        > 1.3 * _contents(table, place, 8)
    ]
    return len(longer) > 2


def turned_lines(head: str, size: int) -> int:
    """Return on how many lines a turned head stands; the end of each may stay empty for
    want of a place to break.
    """
    width = measure(head, size)
    return 1 if width <= TALL else math.ceil(width / (TALL - 4 * size))


def _lines(natural: float, width: float) -> int:
    """Estimate on how many lines a text stands, the ends of which stay empty."""
    return 1 if natural <= width else math.ceil(1.1 * natural / width)


def _contents(table: TableBlock, place: int, size: int) -> float:
    return max(
        (
            cell_width(row[place], size)
            for row in table.rows
            if row[place].role != HEADING
        ),
        default=0.0,
    )


def cell_width(cell: Cell, size: int) -> float:
    """Return the width of a cell whose text is not broken."""
    return measure(cell.text, size, bold=cell.emphasis in BOLD)


def _longest_part(table: TableBlock, place: int, size: int) -> float:
    """Return the width of the longest piece that is never broken; long words are (see
    `tex_prose`).
    """
    words = [
        word
        for row in table.rows
        for word in row[place].text.split()
        if len(word) <= 16
    ]
    return max((measure(word, size, bold=True) for word in words), default=0.0)
