"""The header: title, note, ruler with "CD = x.xx", the key, and the cue that says which end is better.

It is laid out for a ruler that starts at the left end of the axis; a figure with the best rank on the left is
mirrored as a whole. Every item takes the first of its places that is free, and gets a row of its own where none is,
so nothing can overlap. A text wider than the page is broken over rows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from cddiagram.sheet.axis import AxisScale
from cddiagram.sheet.elements import Element, Line
from cddiagram.sheet.legend import KeyEntry, draw_key, key_rows, key_width
from cddiagram.sheet.meter import TextMeter
from cddiagram.sheet.wrap import wrap

#: Outer padding of every figure, in points.
PAD_X = 1.5
PAD_Y = 2.0
_GAP = 9.0
_TEXT_GAP = 4.0
_RULER_LINE = 1.0
_CAP = 2.2
_CUE, _CUE_GAP, _CUE_LINE = "better", 3.0, 0.7
_ARROW, _HEAD = 9.0, (2.4, 1.7)
_AXIS_LABEL_ROW = 1.35
_FIRST_ROW, _FURTHER_ROW, _AFTER_ROWS = 0.6, 1.35, 0.75


@dataclass(frozen=True, kw_only=True)
class Ruler:
    """The critical difference ("CD = x.xx") as a length from the left end of the axis.

    Where it is longer than the axis it is not whole: its far end is open.
    """

    start: float
    end: float
    whole: bool
    text: str


@dataclass(frozen=True, kw_only=True)
class HeaderItems:
    """What the header shows."""

    #: Width of the page.
    page: float
    #: Type size of all but the title.
    size: float
    #: One line above, in the size of the names.
    title: str | None = None
    title_size: float
    #: Test and level.
    note: str | None = None
    ruler: Ruler | None = None
    #: A critical difference that is said without a ruler.
    cd_text: str | None = None
    #: What devices mean that not every reader knows: in the first row if it fits there, else in a row below.
    key: tuple[KeyEntry, ...] = ()
    #: Place of the better end of the axis, where the tip of the arrow stands, and where it points; None for no cue.
    cue_tip: float | None = None
    cue_side: str = "right"
    #: Whether title and note are mathtext.
    math: bool = False


@dataclass
class _Row:
    """One row of the header: which stretches of the page are taken, and what draws them at a given height."""

    page: float
    taken: list[tuple[float, float]] = field(default_factory=list)
    draw: list[Callable[[float], list[Element]]] = field(default_factory=list)

    @property
    def free(self) -> float:
        """Where the next item may begin."""
        return max(end for _, end in self.taken) + _GAP

    def put(self, left: float, width: float, draw: Callable[[float], list[Element]]) -> None:
        self.taken.append((left, left + width))
        self.draw.append(draw)

    def put_if_free(self, left: float, width: float, draw: Callable[[float], list[Element]]) -> bool:
        """Put an item there if nothing is in its way."""
        right = left + width
        inside = left >= PAD_X - 1e-6 and right <= self.page - PAD_X + 1e-6
        fits = inside and all(right + _GAP <= a + 1e-6 or left >= b + _GAP - 1e-6 for a, b in self.taken)
        if fits:
            self.put(left, width, draw)
        return fits


def draw_header(items: HeaderItems, meter: TextMeter, top: float = PAD_Y) -> tuple[list[Element], float]:
    """Lay out the header: its elements, and where it ends."""
    header = _Header(items, meter)
    elements: list[Element] = []
    for line in header.lines(items.title, items.title_size) if items.title else ():
        y, top = top + 0.6 * items.title_size, top + 1.27 * items.title_size
        elements.append(meter.put("title", items.page / 2, y, line, items.title_size, anchor="center", math=items.math))
    rows = header.rows()
    y = top + _FIRST_ROW * items.size
    for index, row in enumerate(rows):
        y += _FURTHER_ROW * items.size if index else 0.0
        for draw in row.draw:
            elements.extend(draw(y))
    return elements, (y + _AFTER_ROWS * items.size if rows else top)


@dataclass(frozen=True)
class _Header:
    """Finds the rows of a header."""

    items: HeaderItems
    meter: TextMeter

    def lines(self, text: str, size: float) -> Sequence[str]:
        """Break a text to the width of the page; a page narrower than one character keeps it whole."""
        limit = self.items.page - 2 * PAD_X
        return wrap(text, limit, lambda line: self.meter.width(line, size), math=self.items.math) or (text,)

    def rows(self) -> list[_Row]:
        """Return the rows from the top."""
        items = self.items
        rows: list[_Row] = []
        if items.ruler is None:
            self._add_lines(rows, "note", items.note)
            self._add_lines(rows, "cd-text", items.cd_text)
        else:
            one = self._one_row(items.ruler)
            if one is not None:
                return self._with_key([one])
            self._add_lines(rows, "note", items.note)
            row = self._row()
            if not self._put_ruler(row, items.ruler):
                self._add_lines(rows, "cd-text", items.ruler.text)
            rows.append(row)
        placed = self._put_cue(rows[::-1])
        rows = self._with_key(rows)
        if not placed and not self._put_cue(rows):
            rows.append(self._cue_row())
        return rows

    def _row(self) -> _Row:
        return _Row(self.items.page)

    def _text(self, gid: str, text: str, left: float) -> tuple[float, float, Callable[[float], list[Element]]]:
        """Return a text as an item of a row."""
        size, math = self.items.size, self.items.math and gid == "note"
        return left, self.meter.width(text, size), lambda y: [self.meter.put(gid, left, y, text, size, math=math)]

    def _add_lines(self, rows: list[_Row], gid: str, text: str | None) -> None:
        """Put a text behind the last row if it fits there, else into rows of its own, from the left edge."""
        if not text or (rows and rows[-1].put_if_free(*self._text(gid, text, rows[-1].free))):
            return
        for line in self.lines(text, self.items.size):
            rows.append(self._row())
            rows[-1].put(*self._text(gid, line, PAD_X))

    def _with_key(self, rows: list[_Row]) -> list[_Row]:
        """Add the key to the first row if it fits there, else in rows of its own behind the first."""
        items = self.items
        if not items.key:
            return rows
        for left in [end + _GAP for _, end in sorted(rows[0].taken)] if rows else []:
            if rows[0].put_if_free(*self._key(items.key, left)):
                return rows
        added = []
        for entries in key_rows(items.key, items.page - 2 * PAD_X, items.size, self.meter):
            added.append(self._row())
            added[-1].put(*self._key(entries, PAD_X))
        return [*rows[:1], *added, *rows[1:]]

    def _key(self, entries: Sequence[KeyEntry], left: float) -> tuple[float, float, Callable[[float], list[Element]]]:
        size, meter = self.items.size, self.meter
        return left, key_width(entries, size, meter), lambda y: draw_key(entries, left, y, size, meter)

    def _one_row(self, ruler: Ruler) -> _Row | None:
        """Note, ruler and cue in one row, the note left or right of the ruler; None if they do not fit."""
        note = self.items.note
        for beside in (True, False):
            row = self._row()
            if not self._put_ruler(row, ruler):
                return None
            left = PAD_X if beside else row.free
            if (not note or row.put_if_free(*self._text("note", note, left))) and self._put_cue([row]):
                return row
        return None

    def _put_ruler(self, row: _Row, ruler: Ruler) -> bool:
        """Put the ruler and its text into the row; False if only the ruler fits, which is then there alone."""
        row.put(ruler.start - _RULER_LINE / 2, ruler.end - ruler.start + _RULER_LINE, lambda y: _draw_ruler(ruler, y))
        width = self.meter.width(ruler.text, self.items.size)
        for left in (ruler.end + _TEXT_GAP, ruler.start - _TEXT_GAP - width):
            if left >= PAD_X and left + width <= self.items.page - PAD_X + 1e-6:
                row.put(*self._text("cd-text", ruler.text, left))
                return True
        return False

    def _cue(self, left: float) -> tuple[float, float, Callable[[float], list[Element]]]:
        size, side, meter = self.items.size, self.items.cue_side, self.meter
        return left, cue_width(size, meter, side), lambda y: draw_cue(left, y, size, meter, side)

    def _put_cue(self, rows: Sequence[_Row]) -> bool:
        """Put the cue at the better end of the axis, else at the edge of the page, into the first row with room."""
        items = self.items
        if items.cue_tip is None:
            return True
        width = cue_width(items.size, self.meter, items.cue_side)
        left_end = items.cue_side == "left"
        places = [items.cue_tip] if left_end else [items.cue_tip - width, items.page - PAD_X - width]
        return any(row.put_if_free(*self._cue(left)) for row in rows for left in places)

    def _cue_row(self) -> _Row:
        """Return a row of the cue alone."""
        items, row = self.items, self._row()
        width = cue_width(items.size, self.meter, items.cue_side)
        left = (items.cue_tip or 0.0) - (width if items.cue_side == "right" else 0.0)
        row.put(*self._cue(max(PAD_X, min(left, items.page - PAD_X - width))))
        return row


def _draw_ruler(ruler: Ruler, y: float) -> list[Element]:
    ends = [ruler.start, ruler.end] if ruler.whole else [ruler.start]
    caps = [Line(gid="cd-ruler-cap", points=((x, y - _CAP), (x, y + _CAP)), width=_RULER_LINE) for x in ends]
    return [Line(gid="cd-ruler", points=((ruler.start, y), (ruler.end, y)), width=_RULER_LINE), *caps]


def cue_width(size: float, meter: TextMeter, side: str = "right", text: str = _CUE) -> float:
    """Return the width of the direction cue: its word, a gap and the arrow."""
    arrow = 2 * _HEAD[1] if side == "up" else _ARROW
    return meter.width(text, size, italic=True) + _CUE_GAP + arrow


def draw_cue(left: float, y: float, size: float, meter: TextMeter, side: str, text: str = _CUE) -> list[Element]:
    """Return "better" with a drawn arrow to the right, to the left, or upwards (paper fonts lack arrow glyphs)."""
    word = meter.width(text, size, italic=True)
    length, half = _HEAD
    if side == "left":
        tip, tail, text_left = (left, y), (left + _ARROW, y), left + _ARROW + _CUE_GAP
        head = ((left + length, y - half), tip, (left + length, y + half))
    elif side == "right":
        right = left + word + _CUE_GAP + _ARROW
        tip, tail, text_left = (right, y), (right - _ARROW, y), left
        head = ((right - length, y - half), tip, (right - length, y + half))
    else:
        x = left + word + _CUE_GAP + half
        tip, tail, text_left = (x, y - 0.4 * size), (x, y + 0.4 * size), left
        head = ((x - half, tip[1] + length), tip, (x + half, tip[1] + length))
    return [
        meter.put("cue", text_left, y, text, size, color="secondary", italic=True),
        Line(gid="cue", points=(tail, tip), width=_CUE_LINE, color="secondary"),
        Line(gid="cue", points=head, width=_CUE_LINE, color="secondary", cap="round"),
    ]


def draw_axis_label(
    label: str | None, scale: AxisScale, size: float, top: float, page: float, meter: TextMeter
) -> tuple[list[Element], float]:
    """Return the text over the axis, centred on it as far as the page allows, and where it ends."""
    if not label:
        return [], top
    width = meter.width(label, size)
    centre = (scale.left + scale.right) / 2
    centre = min(max(centre, PAD_X + width / 2), page - PAD_X - width / 2)
    y = top + 0.5 * size
    text = meter.put("axis-label", centre, y, label, size, color="secondary", anchor="center")
    return [text], top + _AXIS_LABEL_ROW * size


def draw_axis_ends(
    words: tuple[str, str], scale: AxisScale, size: float, top: float, page: float, meter: TextMeter
) -> tuple[list[Element], float]:
    """Return a row over the axis that says what its left and its right end mean, with arrows, and where it ends."""
    y = top + 0.5 * size
    widths = [cue_width(size, meter, text=text) for text in words]
    right = min(scale.right, page - PAD_X) - widths[1]
    left = max(PAD_X, min(scale.left, right - _GAP - widths[0]))
    below = _AXIS_LABEL_ROW * size if left + widths[0] + _GAP > right + 1e-6 else 0.0
    cues = draw_cue(left, y, size, meter, "left", words[0])
    cues += draw_cue(max(PAD_X, right), y + below, size, meter, "right", words[1])
    return cues, top + below + _AXIS_LABEL_ROW * size
