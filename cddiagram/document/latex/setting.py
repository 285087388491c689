r"""The layout of a table in LaTeX, which is as large as possible without overfull
boxes.

If a table is wider than the page, the first layout that fits is used. First, font sizes
of 9, 8 and 7 points are tried, each with headers on one line, on several lines, and
rotated. Then, long cells are broken into several lines. Finally, the table is divided
into panels that repeat the names. Sizes are in points, and widths are measured, so that
a table fits in all document classes with the same text width.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

from cddiagram.document.fitting import Panel, arrange, head_lines, head_pieces, lead
from cddiagram.document.latex.words import LONG, measure
from cddiagram.document.model import HEADING, SET_OFF, Cell, TableBlock
from cddiagram.sheet import POINTS_PER_INCH, page_width, widths_from

#: The first number is the text width of a report in TeX points (6.5 in, for A4 and
#: letter pages). The second is the width of floating tables (12 cm, for single-column
#: papers).
WIDTH, PAPER = 6.5 * 72.27, 345.0

#: A table without page breaks is at most this high, in points, including its caption
#: and notes. This is the height of a page in a two-column layout.
_TALLEST = 640
#: A table without page breaks has at most this many rows. Longer tables use
#: `longtable`.
_TOGETHER = 30

#: Maps font sizes to the distance between baselines, in points.
SIZES = {9: 11, 8: 9.5, 7: 8.2}
#: Maps font sizes to half the space between columns, in points.
HALF_GAP = {9: 6, 8: 4, 7: 3}
#: Maps each font size to the minimum width, in points, of columns whose cells are
#: broken into lines. A column is wider if it contains a longer word.
_LEAST = {9: 110, 8: 90, 7: 70}
#: Measured widths are increased by this factor, because they do not include kerning.
_SLACK = 1.02
#: A small space is inserted after every group of this many rows. Only tables with more
#: rows than the second number have such spaces. The spaces make it easier to follow a
#: row across the table.
STEP, MANY = 5, 12

#: The roles of cells that are printed in bold.
BOLD = ("significant", "best", SET_OFF)

#: A rotated single-line column header is at most this long, in points.
TALL = 160

#: The layouts of column headers: a single line, several lines, or rotated.
_LINE, _LINES, _TURNED = "line", "lines", "turned"
#: The combinations of font size and header layout, in order of preference. Only the
#: combinations in the second tuple allow line breaks in cells.
_UNBROKEN = (
    *((9, _LINE), (9, _LINES)),
    *((8, _LINE), (8, _LINES), (8, _TURNED)),
    *((7, _LINE), (7, _LINES), (7, _TURNED)),
)
_BROKEN = ((8, _LINES), (8, _TURNED), (7, _LINES), (7, _TURNED))


@dataclass(frozen=True, kw_only=True)
class Room:
    """The space that is available for a table in a paper.

    Attributes
    ----------
    width : float
        The width in TeX points.
    starred : bool
        Whether the width spans both columns of a page.
    breaks : bool
        Whether page breaks in tables are possible, as in single-column papers.
    """

    width: float = PAPER
    starred: bool = False
    breaks: bool = True


def room_of(width: str | float | None) -> Room:
    """Return the `Room` for a width, which is a number of inches or a name. The default
    is 12 cm.
    """
    if width is None:
        return Room()
    points = round(page_width(width) / POINTS_PER_INCH * 72.27, 3)
    if isinstance(width, str) and width.endswith("page"):
        has_columns = _has_columns(f"{width.removesuffix('page')}column")
        return Room(width=points, starred=has_columns, breaks=not has_columns)
    return Room(width=points, breaks=not _has_columns(width))


def _has_columns(width: str | float) -> bool:
    """Return whether a width is the column width of a two-column layout."""
    return len(widths_from(width)) > 1


@dataclass(frozen=True, kw_only=True)
class Setting:
    """The layout of a table in a `Room`.

    Attributes
    ----------
    table : TableBlock
        The table.
    room : Room
        The available space.
    size : int
        The font size in points.
    heads : str
        The layout of the headers. Only headers of numeric columns are rotated.
    panels : tuple of Panel
        The panels into which the columns are divided.
    """

    table: TableBlock
    room: Room
    size: int
    heads: str
    panels: tuple[Panel, ...]

    @property
    def whole(self) -> bool:
        """Whether the table is a single panel without line breaks in cells."""
        return len(self.panels) == 1 and not any(self.panels[0].widths)

    @property
    def long(self) -> bool:
        """Whether the table can contain page breaks."""
        return self.room.breaks and len(self.table.rows) * len(self.panels) > _TOGETHER

    @property
    def low(self) -> bool:
        """Whether the table fits into a single float or can contain page breaks."""
        if self.room.breaks:
            return True
        height = self._height_of_words + sum(map(self._height, self.panels))
        return height <= _TALLEST

    @property
    def _height_of_words(self) -> float:
        """Estimate the height of the caption and the notes."""
        caption = _lines(measure(self.table.caption, 10), self.room.width)
        notes = 0
        for note in self.table.notes:
            notes += _lines(measure(note, self.size), self.room.width)
        return 12 * caption + 25 + SIZES[self.size] * notes

    def _height(self, panel: Panel) -> float:
        """Estimate the height of a panel, including its rules, headers, rows and
        spaces.
        """
        line = SIZES[self.size]
        heads = [self.head(place) for place in panel.columns]
        head = line * max(len(lines) for _, lines in heads)
        if any(is_turned for is_turned, _ in heads):
            head = TALL
        lines = sum(self._lines_of(row, panel) for row in self.table.rows)
        rules = 20 + 8 * len(self.table.ruled)
        spaces = len(self.table.rows) / STEP * self.size / 2
        return rules + head + line * lines + spaces

    def _lines_of(self, row: tuple[Cell, ...], panel: Panel) -> int:
        """Estimate the number of lines in a row."""
        lines = 1
        for place, width in zip(panel.columns, panel.widths, strict=True):
            if width:
                lines = max(lines, _lines(cell_width(row[place], self.size), width))
        return lines

    def head(self, place: int) -> tuple[bool, list[str]]:
        """Return whether the header of a column is rotated, and the lines of the
        header.

        A header is rotated only if it is longer than the numbers below it.
        """
        column = self.table.columns[place]
        contents = _contents(self.table, place, self.size)
        head = " ".join(column.head.split())
        if self.heads == _TURNED and column.align == "right":
            is_long = measure(head, self.size) > max(contents, 1.2 * self.size)
            if is_long:
                return True, [head]
        if self.heads == _LINE:
            return False, [head]
        lines = head_lines(column.head, contents, lambda text: measure(text, self.size))
        return False, lines

    def natural(self, place: int) -> float:
        """Return the width of a column without line breaks in cells."""
        contents = _contents(self.table, place, self.size)
        is_turned, lines = self.head(place)
        if is_turned:
            head = turned_lines(lines[0], self.size) * SIZES[self.size]
            return max(contents, 1.2 * self.size, head)
        return max(contents, 1.0, *(measure(line, self.size) for line in lines))

    def total(self, panel: Panel) -> float:
        """Return the width of a panel."""
        widths = []
        for place, width in zip(panel.columns, panel.widths, strict=True):
            if width is None:
                width = self.natural(place)
            widths.append(width)
        return sum(widths) + 2 * HALF_GAP[self.size] * (len(widths) - 1)

    def parts(self, panel: Panel) -> Iterator[tuple[tuple[Cell, ...], ...]]:
        """Divide the rows of a panel evenly into the smallest possible number of
        floats.

        The name of a group of rows is never the last row of a float.
        """
        rows = self.table.rows
        parts = math.ceil(self._height(panel) / (_TALLEST - self._height_of_words))
        while rows:
            size = math.ceil(len(rows) / max(1, parts))
            if 1 < size < len(rows) and rows[size - 1][0].role == HEADING:
                size -= 1
            yield rows[:size]
            rows = rows[size:]
            parts -= 1


def set_table(table: TableBlock, *rooms: Room) -> Setting:
    """Return the layout for the first of the `rooms` that is wide enough without line
    breaks in cells. Otherwise, the table is divided into the smallest possible number
    of panels in the last of the `rooms`.
    """
    room, *wider = rooms
    can_turn = _gains_from_turned_heads(table)
    unbroken = []
    for size, heads in _UNBROKEN:
        if heads == _TURNED and not can_turn:
            continue
        setting = _setting(table, room, size, heads, wrap=False)
        if setting.whole and setting.low:
            return setting
        if setting.whole:
            unbroken.append(setting)
    if wider:
        return set_table(table, *wider)
    wrapped = []
    for size, heads in _BROKEN:
        if can_turn or heads != _TURNED:
            wrapped.append(_setting(table, room, size, heads, wrap=True))
    low = [setting for setting in wrapped if setting.low]
    candidates = low or unbroken[:1] or wrapped
    return min(candidates, key=lambda setting: len(setting.panels))


def _setting(
    table: TableBlock, room: Room, size: int, heads: str, *, wrap: bool
) -> Setting:
    """Arrange the columns of a table in a `Room`. Cells are broken into lines only if
    `wrap` is true.
    """
    setting = Setting(table=table, room=room, size=size, heads=heads, panels=())
    natural = []
    least = []
    for place, column in enumerate(table.columns):
        width = setting.natural(place)
        natural.append(width)
        if wrap and column.align == "left":
            floor = max(_LEAST[size], _longest_part(table, place, size))
            width = min(width, floor)
        least.append(width)
    panels = arrange(
        natural,
        least,
        available=room.width / _SLACK,
        gap=2 * HALF_GAP[size],
        lead=lead(table),
    )
    return replace(setting, panels=panels)


def _gains_from_turned_heads(table: TableBlock) -> bool:
    """Return whether rotated headers reduce the width of a table.

    This is the case if the headers of at least three numeric columns contain words that
    are longer than the numbers.
    """
    long_heads = 0
    for place, column in enumerate(table.columns):
        if column.align == "right":
            words = [measure(word, 8) for word in head_pieces(column.head)]
            contents = _contents(table, place, 8)
            long_heads += max(words, default=0.0) > 1.3 * contents
    return long_heads > 2


def turned_lines(head: str, size: int) -> int:
    """Return the number of lines in a rotated header.

    Because of line breaks, up to four times the font size remains empty on each line.
    """
    width = measure(head, size)
    if width <= TALL:
        return 1
    return math.ceil(width / (TALL - 4 * size))


def _lines(natural: float, width: float) -> int:
    """Estimate the number of lines in a cell. Because of line breaks, 10% of each line
    remains empty.
    """
    if natural <= width:
        return 1
    return math.ceil(1.1 * natural / width)


def _contents(table: TableBlock, place: int, size: int) -> float:
    """Return the width of the widest cell in a column."""
    widths = [0.0]
    for row in table.rows:
        if row[place].role != HEADING:
            widths.append(cell_width(row[place], size))
    return max(widths)


def cell_width(cell: Cell, size: int) -> float:
    """Return the width of a cell without line breaks."""
    return measure(cell.text, size, bold=cell.emphasis in BOLD)


def _longest_part(table: TableBlock, place: int, size: int) -> float:
    """Return the width of the longest unbreakable part of a word in a column."""
    widths = [0.0]
    for row in table.rows:
        for word in row[place].text.split():
            if len(word) <= LONG:
                widths.append(measure(word, size, bold=True))
    return max(widths)
