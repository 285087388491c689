"""The header of a figure, which has the same structure in all figures.

It contains the title, the tests (flush left), the cue that indicates the better end of
the axis, the key, and the ruler above the axis. A cue that points to the left begins at
the left end of the axis; all other cues are flush right. The cue includes the axis
label if a row has enough room. An item that does not fit in the first row is placed in
a row of its own, so that items never overlap. Text that is wider than the page is
broken over several rows. The ruler is laid out from the left end of the axis. If the
figure is mirrored, only the ruler is mirrored, and the rest of the header is unchanged.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import product

from cddiagram.sheet.elements import Element, Line, Text
from cddiagram.sheet.legend import Key, KeyEntry
from cddiagram.sheet.look import Look
from cddiagram.sheet.meter import TextMeter

_GAP = 9.0
#: The height of a row of text above the axis, as a multiple of the font size.
_WORDS_ROW = 1.35
_TEXT_GAP = 4.0
_RULER_LINE = 1.0
_CAP = 2.2
_CUE_GAP, _CUE_LINE = 3.0, 0.7
#: The gap between "better" and the label of the axis.
_LABEL_GAP = 9.0
#: A cue that points to the left is at most this far from the left end of the axis.
_NEAR_END = 24.0
_ARROW, _HEAD = 9.0, (2.4, 1.7)
_FIRST_ROW, _FURTHER_ROW, _AFTER_ROWS = 0.6, 1.35, 0.75
#: The rows of the header may occupy at most this proportion of the height of a figure.
#: The number is slightly less than a quarter, because positions are rounded.
_MOST_SHARE = 0.249
#: The ids of the texts in the rows above the axis.
_IN_ROWS = ("note", "key-text", "cd-text")

#: A function ``draw(y)`` that returns the elements of an item whose vertical middle is
#: at y.
_DrawAt = Callable[[float], list[Element]]
#: An item consists of its left end in a row, its width, and the function that draws it.
_Item = tuple[float, float, _DrawAt]


@dataclass(frozen=True, kw_only=True)
class Ruler:
    """The critical difference ("CD = x.xx") as a length from the left end of the axis.

    If it is longer than the axis, `whole` is False, and the ruler has an open end.
    """

    start: float
    end: float
    whole: bool
    text: str

    def draw(self, across: float, *, vertical: bool = False) -> list[Element]:
        """Return the ruler at y = `across`, or next to a vertical axis at x = `across`.

        An open end has no cap. Next to a vertical axis, the ruler is grey, because a
        black ruler among lines and bars could be mistaken for a group of algorithms.
        """
        color = "secondary" if vertical else "foreground"
        strokes = [("cd-ruler", (self.start, across), (self.end, across))]
        ends = [self.start, self.end] if self.whole else [self.start]
        for end in ends:
            strokes.append(("cd-ruler-cap", (end, across - _CAP), (end, across + _CAP)))
        lines: list[Element] = []
        for gid, first, last in strokes:
            points = (first[::-1], last[::-1]) if vertical else (first, last)
            lines.append(Line(gid=gid, points=points, width=_RULER_LINE, color=color))
        return lines


@dataclass(frozen=True, kw_only=True)
class HeaderItems:
    """The items of a header."""

    #: The header has at most this many rows, unless the names are long.
    MOST_ROWS = 2

    #: The width of the page.
    page: float
    #: The font size of all text except the title.
    size: float
    #: The title above the rows. It has the same font size as the names.
    title: str | None = None
    title_size: float
    #: A bold heading, which is at the left end of the row with the ruler. If it does
    #: not fit there, it is above this row.
    heading: str | None = None
    #: The note, which states the test and its level.
    note: str | None = None
    ruler: Ruler | None = None
    #: The text that states the critical difference if no ruler is drawn.
    cd_text: str | None = None
    #: The legend, which explains less common marks. The legend is placed after the note
    #: if there is room, and otherwise in a row below it.
    key: tuple[KeyEntry, ...] = ()
    #: The legend that explains the families of algorithms. It is placed in the same way
    #: as `key`.
    families: tuple[KeyEntry, ...] = ()
    #: The better end of the axis ("left", "right" or "up"), or None if it is not
    #: marked.
    cue_side: str | None = None
    #: The left end of the axis. A cue that points to the left begins at this position.
    #: If there is text near this position, the cue begins after the text. All other
    #: cues are aligned with the right end of the axis.
    axis_left: float | None = None
    #: Whether the figure is mirrored after its layout has been computed. Mirroring
    #: moves the ruler but does not change the text.
    mirrored: bool = False
    #: The first attribute is the label of the axis. The second one states whether the
    #: label must be shown. The label is optional if the axis shows average ranks.
    axis_label: str | None = None
    axis_named: bool = False

    def draw(self, meter: TextMeter) -> tuple[list[Element], float]:
        """Return the elements of the header, and its lower end."""
        header = _Header(self, meter)
        top = Look.PAD_Y
        elements: list[Element] = []
        size = self.title_size
        lines = header.lines(self.title, size) if self.title else ()
        for line in lines:
            y = top + 0.6 * size
            elements.append(
                meter.put("title", self.page / 2, y, line, size, anchor="center")
            )
            top += 1.27 * size
        rows = header.rows()
        if not rows:
            return elements, top
        y = top + _FIRST_ROW * self.size
        for index, row in enumerate(rows):
            if index:
                y += _FURTHER_ROW * self.size
            for draw in row.draw:
                elements.extend(draw(y))
        return elements, y + _AFTER_ROWS * self.size

    @staticmethod
    def count_rows(head: Sequence[Element]) -> int:
        """Return the number of rows of a header that contain the note or a key."""
        texts = [element for element in head if isinstance(element, Text)]
        return len({round(text.y, 1) for text in texts if text.gid in _IN_ROWS})

    @staticmethod
    def least_row_height(head: Sequence[Element], rest: float, count: int) -> float:
        """Return the minimum height of the rows below the header. With this height, the
        header does not dominate a figure with few rows.

        Parameters
        ----------
        head : sequence of Element
            The elements of the header. The title and the numbers of a scale are not
            counted. A cue in a row of its own is not counted either, because it acts as
            the title of the axis below it.
        rest : float
            The height of the figure without its rows.
        count : int
            The number of rows.
        """
        texts = [element for element in head if isinstance(element, Text)]
        titles = [text.box[3] for text in texts if text.gid == "title"]
        own = [text for text in texts if text.gid in _IN_ROWS]
        if not own:
            return 0.0
        title = max(titles, default=0.0)
        bottom = max(text.box[3] for text in own)
        height = title + (bottom - title) / _MOST_SHARE
        return (height - rest) / count


@dataclass
class _Row:
    """One row of the header: its occupied intervals, and the functions that draw its
    items at a given vertical position.
    """

    page: float
    taken: list[tuple[float, float]] = field(default_factory=list)
    draw: list[_DrawAt] = field(default_factory=list)
    has_ruler: bool = False

    @property
    def free(self) -> float:
        """The left end of the free space to the right of all items."""
        return max(end for _, end in self.taken) + _GAP

    def put(self, item: _Item) -> None:
        """Add an item."""
        left, width, draw = item
        self.taken.append((left, left + width))
        self.draw.append(draw)

    def put_if_free(self, item: _Item) -> bool:
        """Add an item if there is room for it. Return whether it has been added."""
        if not self.is_free(item):
            return False
        self.put(item)
        return True

    def is_free(self, item: _Item) -> bool:
        """Return whether an item is within the margins and does not come close to other
        items.
        """
        left, width, _ = item
        right = left + width
        if left < Look.PAD_X - 1e-6 or right > self.page - Look.PAD_X + 1e-6:
            return False
        for start, end in self.taken:
            is_before = right + _GAP <= start + 1e-6
            is_behind = left >= end + _GAP - 1e-6
            if not (is_before or is_behind):
                return False
        return True


@dataclass(frozen=True)
class _Header:
    """The arrangement of the items of a header in rows."""

    items: HeaderItems
    meter: TextMeter

    def lines(self, text: str, size: float) -> Sequence[str]:
        """Break text into lines that fit the page."""
        return self.meter.lines(text, self.items.page - 2 * Look.PAD_X, size)

    def rows(self) -> list[_Row]:
        """Return all rows, from top to bottom."""
        items = self.items
        rows: list[_Row] = []
        has_further_rows = items.note or items.key or items.cd_text or items.cue_side
        is_at_ruler = items.ruler is not None and not has_further_rows
        if not is_at_ruler:
            rows += self._heading_rows()
        self._add_lines(rows, "note", items.note)
        notes = max(len(rows), 1)
        forms = self._cue_forms()
        is_done = not forms or self._put_cue(rows, forms[:1])
        self._add_lines(rows, "cd-text", items.cd_text)
        ruler_rows = self._ruler_rows()
        at_ruler = ruler_rows[-1:]
        if is_at_ruler and not self._put_heading(at_ruler[0]):
            rows += self._heading_rows()
        keys: list[_Row] = []
        for key in (items.key, items.families):
            before = [*rows[:notes], *keys]
            label = None
            if not is_done:
                label = forms[0]
            keys += self._key_rows([*before[-1:], *at_ruler], key, label)
        rows[notes:notes] = keys
        rows_with_room = rows
        if items.mirrored:  # the ruler moves to the other end of its row
            rows_with_room = [*rows, *at_ruler]
        if not is_done and not self._put_cue(rows_with_room, forms):
            self._add_cue(rows, forms)
        return [*rows, *ruler_rows]

    def _ruler_rows(self) -> list[_Row]:
        """Return the ruler row. If the text of the ruler does not fit in this row, also
        return rows with the text.
        """
        ruler = self.items.ruler
        if ruler is None:
            return []
        rows: list[_Row] = []
        row = _Row(self.items.page, has_ruler=True)
        if not self._put_ruler(row, ruler):
            self._add_own_lines(rows, "cd-text", ruler.text)
        return [*rows, row]

    def _cue_forms(self) -> list[str]:
        """Return the axis labels that the cue may include, in order of preference."""
        items = self.items
        forms = []
        if items.axis_label and (items.cue_side or items.axis_named):
            forms.append(items.axis_label)
        if items.cue_side and not items.axis_named:
            forms.append("")
        return forms

    def _text(self, gid: str, text: str, left: float, bold: bool = False) -> _Item:
        """Return text as an item of a row."""
        size = self.items.size

        def draw(y: float) -> list[Element]:
            return [self.meter.put(gid, left, y, text, size, bold=bold)]

        return left, self.meter.width(text, size, bold), draw

    def _heading_rows(self) -> list[_Row]:
        """Return the heading in rows of its own."""
        rows: list[_Row] = []
        text = self.items.heading
        if text:
            room = self.items.page - 2 * Look.PAD_X
            for line in self.meter.lines(text, room, self.items.size, bold=True):
                row = _Row(self.items.page)
                row.put(self._text("title", line, Look.PAD_X, bold=True))
                rows.append(row)
        return rows

    def _put_heading(self, row: _Row) -> bool:
        """Put the heading into the ruler row if there is room. Return False if there is
        not.
        """
        if not self.items.heading:
            return True
        heading = self._text("title", self.items.heading, Look.PAD_X, bold=True)
        return row.put_if_free(heading)

    def _key(self, entries: Sequence[KeyEntry], left: float) -> _Item:
        """Return entries of a key as an item of a row."""
        size, meter = self.items.size, self.meter

        def draw(y: float) -> list[Element]:
            return Key(entries).draw(left, y, size, meter)

        return left, Key(entries).width(size, meter), draw

    def _cue(self, label: str, side: str | None, left: float) -> _Item:
        """Return the cue at a position as an item of a row."""
        size, meter = self.items.size, self.meter

        def draw(y: float) -> list[Element]:
            return draw_cue(left, y, label, size, meter, side)

        return left, cue_width(label, size, meter, side), draw

    def _cues(self, row: _Row, label: str, side: str | None) -> list[_Item]:
        """Return the cue at its possible positions in a row, in order of preference."""
        page, axis_left = self.items.page, self.items.axis_left
        width = cue_width(label, self.items.size, self.meter, side)
        rightmost = max(Look.PAD_X, page - Look.PAD_X - width)
        if side != "left" or axis_left is None:
            return [self._cue(label, side, rightmost)]
        positions = [min(rightmost, max(Look.PAD_X, axis_left))]
        if row.taken and row.free <= axis_left + _NEAR_END:
            positions.append(row.free)
        return [self._cue(label, side, left) for left in positions]

    def _add_lines(self, rows: list[_Row], gid: str, text: str | None) -> None:
        """Put text into the last row if there is room, and otherwise into rows of its
        own.
        """
        if not text:
            return
        if rows:
            for _, end in sorted(rows[-1].taken):
                if rows[-1].put_if_free(self._text(gid, text, end + _GAP)):
                    return
        self._add_own_lines(rows, gid, text)

    def _add_own_lines(self, rows: list[_Row], gid: str, text: str) -> None:
        """Put text into rows of its own, flush left."""
        for line in self.lines(text, self.items.size):
            row = _Row(self.items.page)
            row.put(self._text(gid, line, Look.PAD_X))
            rows.append(row)

    def _key_rows(
        self, rows: list[_Row], key: Sequence[KeyEntry], label: str | None
    ) -> list[_Row]:
        """Put a key into the first of these rows that has room, in its shorter form if
        necessary. If no row has room, return new rows with the key.

        `label` is the label of a cue that is not in any row yet. In new rows, the
        shorter form is also used if only this form leaves room for the cue.
        """
        items = self.items
        if not key:
            return []
        short = [entry.shortened for entry in key]
        for entries, row in product((key, short), rows):
            if self._put_key(row, entries):
                return []
        room = items.page - 2 * Look.PAD_X
        fitting = []
        for entries in (key, short):
            if Key(entries).width(items.size, self.meter) <= room:
                fitting.append(entries)
        leaving_room = [
            entries for entries in fitting if self._leaves_room(entries, label)
        ]
        if fitting:
            key = (leaving_room or fitting)[0]
        own: list[_Row] = []
        for entries in Key(key).rows(room, items.size, self.meter):
            row = _Row(items.page)
            row.put(self._key(entries, Look.PAD_X))
            own.append(row)
        return own

    def _leaves_room(self, entries: Sequence[KeyEntry], label: str | None) -> bool:
        """Whether the cue with this label has room in the row of a key."""
        if label is None:
            return True
        row = _Row(self.items.page)
        row.put(self._key(entries, Look.PAD_X))
        return any(map(row.is_free, self._cues(row, label, self.items.cue_side)))

    def _put_key(self, row: _Row, entries: Sequence[KeyEntry]) -> bool:
        """Put the entries of a key at the first free position of a row."""
        ends = sorted(end for _, end in row.taken)
        if row.has_ruler:  # the ruler is not at the left end of its row
            ends.insert(0, Look.PAD_X - _GAP)
        items = [self._key(entries, end + _GAP) for end in ends]
        return any(map(row.put_if_free, items))

    def _put_ruler(self, row: _Row, ruler: Ruler) -> bool:
        """Put the ruler and its text into the row. Return False if the text does not
        fit.
        """
        length = ruler.end - ruler.start + _RULER_LINE
        row.put(self._mirrored((ruler.start - _RULER_LINE / 2, length, ruler.draw)))
        width = self.meter.width(ruler.text, self.items.size)
        right = self.items.page - Look.PAD_X
        for left in (ruler.end + _TEXT_GAP, ruler.start - _TEXT_GAP - width):
            if left >= Look.PAD_X and left + width <= right + 1e-6:
                row.put(self._mirrored(self._text("cd-text", ruler.text, left)))
                return True
        return False

    def _mirrored(self, item: _Item) -> _Item:
        """Return an item at its position in the mirrored figure, or the unchanged item
        if the figure is not mirrored.
        """
        if not self.items.mirrored:
            return item
        left, width, draw = item
        return self.items.page - left - width, width, draw

    def _put_cue(self, rows: Sequence[_Row], forms: Sequence[str]) -> bool:
        """Put the cue into the first row that has room.

        The label is the first of the `forms` that fits in any row.
        """
        choices = product(forms, rows)
        return any(self._put_cue_in_row(row, label) for label, row in choices)

    def _put_cue_in_row(self, row: _Row, label: str) -> bool:
        """Put the cue at its best free position in a row."""
        cues = self._cues(row, label, self.items.cue_side)
        return any(map(row.put_if_free, cues))

    def _add_cue(self, rows: list[_Row], forms: Sequence[str]) -> None:
        """Put the cue into a row of its own. If the cue is wider than the page, put its
        text above its arrow.
        """
        items = self.items
        rows.append(_Row(items.page))
        if self._put_cue(rows[-1:], forms):
            return
        room = items.page - 2 * Look.PAD_X
        lines = self.meter.lines(forms[-1], room, items.size)
        parts: list[tuple[str, str | None]] = [(line, None) for line in lines if line]
        if items.cue_side:
            parts.append(("", items.cue_side))
        for line, side in parts:
            if rows[-1].taken:
                rows.append(_Row(items.page))
            cue, *_ = self._cues(rows[-1], line, side)
            rows[-1].put(cue)


#: A cue consists of its text and a boolean that is True if the text is italic.
_CueText = tuple[str, bool]


def _cue_texts(label: str | tuple[str, ...], side: str | None) -> list[_CueText]:
    """Return the parts of a cue from left to right.

    The word "better" is next to the arrow: before the label if the arrow points to the
    left, and otherwise after the label.
    """
    if isinstance(label, tuple):
        return [(text, True) for text in label]
    texts = []
    if label:
        texts.append((label, False))
    if side == "left":
        texts.insert(0, (Look.BETTER, True))
    elif side is not None:
        texts.append((Look.BETTER, True))
    return texts


def cue_width(
    label: str | tuple[str, ...],
    size: float,
    meter: TextMeter,
    side: str | None = "right",
) -> float:
    """Return the width of the direction cue: its text, a gap and the arrow."""
    texts = _cue_texts(label, side)
    width = (len(texts) - 1) * (_LABEL_GAP - _CUE_GAP)
    for text, italic in texts:
        width += meter.width(text, size, italic=italic) + _CUE_GAP
    if side is None:
        return width - _CUE_GAP
    if side in ("up", "down"):
        return width + 2 * _HEAD[1]
    return width + _ARROW


def draw_cue(
    left: float,
    y: float,
    label: str | tuple[str, ...],
    size: float,
    meter: TextMeter,
    side: str | None,
) -> list[Element]:
    """Return the direction cue: the label of an axis, the word "better", and an arrow
    that points to the `side`. If `label` is a tuple, its parts replace the label and
    the word.

    The arrow consists of lines, because many fonts have no arrow. Without a side, only
    the label is returned.
    """
    color = "secondary"
    elements: list[Element] = []
    x = arrow = left
    if side == "left":
        x += _ARROW + _CUE_GAP
    for number, (text, italic) in enumerate(_cue_texts(label, side)):
        if number:
            x += _LABEL_GAP - _CUE_GAP
        elements.append(meter.put("cue", x, y, text, size, color=color, italic=italic))
        x += meter.width(text, size, italic=italic) + _CUE_GAP
    if side is None:
        return elements
    length, half = _HEAD
    if side == "left":
        tip, tail = (arrow, y), (arrow + _ARROW, y)
        head = ((arrow + length, y - half), tip, (arrow + length, y + half))
    elif side == "right":
        tip, tail = (x + _ARROW, y), (x, y)
        head = ((tip[0] - length, y - half), tip, (tip[0] - length, y + half))
    else:
        x += half
        sign = -1.0 if side == "up" else 1.0
        tip, tail = (x, y + sign * 0.4 * size), (x, y - sign * 0.4 * size)
        neck = tip[1] - sign * length
        head = ((x - half, neck), tip, (x + half, neck))
    elements += [
        Line(gid="cue", points=(tail, tip), width=_CUE_LINE, color=color),
        Line(gid="cue", points=head, width=_CUE_LINE, color=color, cap="round"),
    ]
    return elements
