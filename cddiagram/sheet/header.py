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
_CUE = "better"
_CUE_GAP = 3.0
_ARROW = 9.0
_HEAD = (2.4, 1.7)
_CUE_LINE = 0.7
_AXIS_LABEL_ROW = 1.35
_FIRST_ROW, _FURTHER_ROW, _AFTER_ROWS = 0.6, 1.35, 0.75


@dataclass(frozen=True, kw_only=True)
class Ruler:
    """The length of the critical difference on the axis scale."""

    #: Left and right end; the left one stands at the end of the axis.
    start: float
    end: float
    #: False if the critical difference is longer than the axis: the far end is then open.
    whole: bool
    #: ``"CD = x.xx"``.
    text: str


@dataclass(frozen=True, kw_only=True)
class HeaderItems:
    """What the header shows."""

    #: Width of the page.
    page: float
    #: Type size of all but the title.
    size: float
    #: One line above, in `title_size`.
    title: str | None = None
    #: Size of the names.
    title_size: float
    #: Test and level.
    note: str | None = None
    #: None for procedures without one.
    ruler: Ruler | None = None
    #: A critical difference that is said without a ruler.
    cd_text: str | None = None
    #: What devices mean that not every reader knows: in the first row if it fits there, else in a row below.
    key: tuple[KeyEntry, ...] = ()
    #: Place of the better end of the axis, where the tip of the arrow stands; None for no cue.
    cue_tip: float | None = None
    #: Where the arrow points.
    cue_side: str = "right"
    #: Whether title and note are mathtext.
    math: bool = False


@dataclass
class _Row:
    """One row of the header: which stretches are taken, and what draws them at a given height."""

    taken: list[tuple[float, float]] = field(default_factory=list)
    draw: list[Callable[[float], list[Element]]] = field(default_factory=list)

    def fits(self, left: float, width: float, page: float) -> bool:
        right = left + width
        inside = left >= PAD_X - 1e-6 and right <= page - PAD_X + 1e-6
        return inside and all(right + _GAP <= a + 1e-6 or left >= b + _GAP - 1e-6 for a, b in self.taken)

    def put(self, left: float, width: float, draw: Callable[[float], list[Element]]) -> None:
        self.taken.append((left, left + width))
        self.draw.append(draw)


def draw_header(items: HeaderItems, meter: TextMeter, top: float = PAD_Y) -> tuple[list[Element], float]:
    """Lay out the header."""
    elements, top = _title(items, meter, top)
    rows = _rows(items, meter)
    y = top + _FIRST_ROW * items.size
    for index, row in enumerate(rows):
        y += _FURTHER_ROW * items.size if index else 0.0
        for draw in row.draw:
            elements.extend(draw(y))
    return elements, (y + _AFTER_ROWS * items.size if rows else top)


def _title(items: HeaderItems, meter: TextMeter, top: float) -> tuple[list[Element], float]:
    elements: list[Element] = []
    if items.title:
        size = items.title_size
        for line in _lines(items.title, size, items, meter):
            y, top = top + 0.6 * size, top + 1.27 * size
            title = meter.put("title", items.page / 2, y, line, size, anchor="center", math=items.math)
            elements.append(title)
    return elements, top


def _lines(text: str, size: float, items: HeaderItems, meter: TextMeter) -> Sequence[str]:
    """Break a text to the width of the page; a page narrower than one character keeps it whole."""
    limit = items.page - 2 * PAD_X
    return wrap(text, limit, lambda line: meter.width(line, size), math=items.math) or (text,)


def _rows(items: HeaderItems, meter: TextMeter) -> list[_Row]:
    rows: list[_Row] = []
    if items.ruler is None:
        _add_lines(rows, "note", items.note, items, meter)
        _add_lines(rows, "cd-text", items.cd_text, items, meter)
    else:
        one = _one_row(items, items.ruler, meter)
        if one is not None:
            return _with_key([one], items, meter)
        rows = _two_rows(items, items.ruler, meter)
    placed = _put_cue(rows[::-1], items, meter)
    rows = _with_key(rows, items, meter)
    if items.cue_tip is None or placed or _put_cue(rows, items, meter):
        return rows
    return [*rows, _cue_row(items.cue_tip, items, meter)]


def _with_key(rows: list[_Row], items: HeaderItems, meter: TextMeter) -> list[_Row]:
    """Add the key to the first row if it fits there, else in rows of its own behind the first."""
    if not items.key:
        return rows
    width = key_width(items.key, items.size, meter)
    for left in [end + _GAP for _, end in sorted(rows[0].taken)] if rows else []:
        if rows[0].fits(left, width, items.page):
            _put_key(rows[0], items.key, left, items, meter)
            return rows
    broken = key_rows(items.key, items.page - 2 * PAD_X, items.size, meter)
    added = [_Row() for _ in broken]
    for row, entries in zip(added, broken, strict=True):
        _put_key(row, entries, PAD_X, items, meter)
    return [*rows[:1], *added, *rows[1:]]


def _put_key(row: _Row, entries: Sequence[KeyEntry], left: float, items: HeaderItems, meter: TextMeter) -> None:
    width = key_width(entries, items.size, meter)
    row.put(left, width, lambda y: draw_key(entries, left, y, items.size, meter))


def _one_row(items: HeaderItems, ruler: Ruler, meter: TextMeter) -> _Row | None:
    """Note, ruler and cue in one row, the note left or right of the ruler; None if they do not fit."""
    note_width = meter.width(items.note or "", items.size)
    for beside in (True, False):
        row = _Row()
        if not _put_ruler(row, ruler, items, meter):
            return None
        left = PAD_X if beside else max(end for _, end in row.taken) + _GAP
        if items.note:
            if not row.fits(left, note_width, items.page):
                continue
            _put_text(row, "note", items.note, left, items, meter)
        if _put_cue([row], items, meter):
            return row
    return None


def _two_rows(items: HeaderItems, ruler: Ruler, meter: TextMeter) -> list[_Row]:
    rows: list[_Row] = []
    _add_lines(rows, "note", items.note, items, meter)
    row = _Row()
    if not _put_ruler(row, ruler, items, meter):
        _add_lines(rows, "cd-text", ruler.text, items, meter)
    return [*rows, row]


def _cue_row(tip: float, items: HeaderItems, meter: TextMeter) -> _Row:
    """Return a row of the cue alone."""
    row = _Row()
    width = _cue_width(items, meter)
    left = tip - (width if items.cue_side == "right" else 0.0)
    left = max(PAD_X, min(left, items.page - PAD_X - width))
    row.put(left, width, lambda y: draw_cue(left, y, items.size, meter, items.cue_side))
    return row


def _put_ruler(row: _Row, ruler: Ruler, items: HeaderItems, meter: TextMeter) -> bool:
    """Put the ruler and its text into the row; False if only the ruler fits, which is then there alone."""
    left = ruler.start - _RULER_LINE / 2
    length = ruler.end - ruler.start + _RULER_LINE
    row.put(left, length, lambda y: _draw_ruler(ruler, y))
    width = meter.width(ruler.text, items.size)
    for text_left in (ruler.end + _TEXT_GAP, ruler.start - _TEXT_GAP - width):
        if text_left >= PAD_X and text_left + width <= items.page - PAD_X + 1e-6:
            _put_text(row, "cd-text", ruler.text, text_left, items, meter)
            return True
    return False


def _put_cue(rows: Sequence[_Row], items: HeaderItems, meter: TextMeter) -> bool:
    """Put the cue at the better end of the axis, else at the edge of the page, into the first row with room."""
    if items.cue_tip is None:
        return True
    width = _cue_width(items, meter)
    places = [items.cue_tip - width, items.page - PAD_X - width] if items.cue_side != "left" else [items.cue_tip]
    for row in rows:
        for left in places:
            if row.fits(left, width, items.page):
                row.put(left, width, lambda y, left=left: draw_cue(left, y, items.size, meter, items.cue_side))  # type: ignore[misc]
                return True
    return False


def _add_lines(rows: list[_Row], gid: str, text: str | None, items: HeaderItems, meter: TextMeter) -> None:
    """Put a text behind the last row if it fits there, else into rows of its own, from the left edge of the page."""
    if not text:
        return
    if rows:
        left = max(end for _, end in rows[-1].taken) + _GAP
        if rows[-1].fits(left, meter.width(text, items.size), items.page):
            _put_text(rows[-1], gid, text, left, items, meter)
            return
    for line in _lines(text, items.size, items, meter):
        rows.append(_Row())
        _put_text(rows[-1], gid, line, PAD_X, items, meter)


def _put_text(row: _Row, gid: str, text: str, left: float, items: HeaderItems, meter: TextMeter) -> None:
    width = meter.width(text, items.size)
    math = items.math and gid == "note"
    row.put(
        left,
        width,
        lambda y: [meter.put(gid, left, y, text, items.size, math=math)],
    )


def _draw_ruler(ruler: Ruler, y: float) -> list[Element]:
    ends = [ruler.start, ruler.end] if ruler.whole else [ruler.start]
    caps = [
        Line(gid="cd-ruler-cap", points=((x, y - _CAP), (x, y + _CAP)), width=_RULER_LINE, cap="butt") for x in ends
    ]
    return [Line(gid="cd-ruler", points=((ruler.start, y), (ruler.end, y)), width=_RULER_LINE), *caps]


def _cue_width(items: HeaderItems, meter: TextMeter) -> float:
    return cue_width(items.size, meter, items.cue_side)


def cue_width(size: float, meter: TextMeter, side: str = "right") -> float:
    """Return the width of the direction cue: its word, a gap and the arrow."""
    arrow = 2 * _HEAD[1] if side == "up" else _ARROW
    return meter.width(_CUE, size, italic=True) + _CUE_GAP + arrow


def draw_cue(left: float, y: float, size: float, meter: TextMeter, side: str) -> list[Element]:
    """Return "better" with a drawn arrow to the right, to the left, or upwards (paper fonts lack arrow glyphs)."""
    word = meter.width(_CUE, size, italic=True)
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
        meter.put("cue", text_left, y, _CUE, size, color="secondary", italic=True),
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
