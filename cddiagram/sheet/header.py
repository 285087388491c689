"""The header, the same in every figure: title; test flush left, what is better flush
right; key; ruler over the axis.

The cue names the axis where a row has room for that. What does not fit in the first row
gets a row of its own, so that nothing can overlap; a text wider than the page is broken
over rows. The ruler is laid out from the left end of the axis: a figure with the best
rank on the left mirrors it, and leaves the rest of the header as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import product

from cddiagram.sheet.axis import AxisScale
from cddiagram.sheet.elements import Element, Line
from cddiagram.sheet.legend import Key, KeyEntry
from cddiagram.sheet.look import Look
from cddiagram.sheet.meter import TextMeter

_GAP = 9.0
#: A row of words over the axis, in units of the type size.
_WORDS_ROW = 1.35
_TEXT_GAP = 4.0
_RULER_LINE = 1.0
_CAP = 2.2
_CUE, _CUE_GAP, _CUE_LINE = "better", 3.0, 0.7
_ARROW, _HEAD = 9.0, (2.4, 1.7)
_FIRST_ROW, _FURTHER_ROW, _AFTER_ROWS = 0.6, 1.35, 0.75


@dataclass(frozen=True, kw_only=True)
class Ruler:
    """The critical difference ("CD = x.xx") as a length from the left end of the axis;
    if not `whole` it is open.
    """

    start: float
    end: float
    whole: bool
    text: str

    def draw(self, across: float, *, vertical: bool = False) -> list[Element]:
        """Return the ruler at the height `across`, or beside an upright axis at that x; an
        open end has no cap.

        Beside an upright axis, amid lines and bars, it is as gray as its number: black, it
        would be read as a group.
        """
        color = "secondary" if vertical else "foreground"
        strokes = [("cd-ruler", ((self.start, across), (self.end, across)))]
        for end in [self.start, self.end] if self.whole else [self.start]:
            strokes.append(
                ("cd-ruler-cap", ((end, across - _CAP), (end, across + _CAP)))
            )
        return [
            Line(
                gid=gid,
                points=tuple((y, x) if vertical else (x, y) for x, y in points),
                width=_RULER_LINE,
                color=color,
            )
            for gid, points in strokes
        ]


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
    #: What devices mean that not every reader knows: behind the note if it fits there,
    #: else in a row below.
    key: tuple[KeyEntry, ...] = ()
    #: The families of the names, in the same way.
    families: tuple[KeyEntry, ...] = ()
    #: Where the better end of the axis is: "left", "right" or "up"; None for no cue.
    cue_side: str | None = None
    #: What the axis shows, and whether that must be said: average ranks are known
    #: without.
    axis_label: str | None = None
    axis_named: bool = False

    def draw(self, meter: TextMeter) -> tuple[list[Element], float]:
        """Lay out the header: its elements, and where it ends."""
        header, top = _Header(self, meter), Look.PAD_Y
        elements: list[Element] = []
        for line in header.lines(self.title, self.title_size) if self.title else ():
            y, top = top + 0.6 * self.title_size, top + 1.27 * self.title_size
            elements.append(
                meter.put(
                    "title", self.page / 2, y, line, self.title_size, anchor="center"
                )
            )
        rows = header.rows()
        y = top + _FIRST_ROW * self.size
        for index, row in enumerate(rows):
            y += _FURTHER_ROW * self.size if index else 0.0
            for draw in row.draw:
                elements.extend(draw(y))
        return elements, (y + _AFTER_ROWS * self.size if rows else top)

    def draw_axis_ends(
        self, words: tuple[str, str], scale: AxisScale, top: float, meter: TextMeter
    ) -> tuple[list[Element], float]:
        """Return a row over the axis that says what its left and its right end mean, with
        arrows, and where it ends.
        """
        size, page = self.size, self.page
        y = top + 0.5 * size
        widths = [cue_width((text,), size, meter, "left") for text in words]
        right = min(scale.right, page - Look.PAD_X) - widths[1]
        left = max(Look.PAD_X, min(scale.left, right - _GAP - widths[0]))
        below = _WORDS_ROW * size if left + widths[0] + _GAP > right + 1e-6 else 0.0
        cues = draw_cue(left, y, words[:1], size, meter, "left")
        cues += draw_cue(
            max(Look.PAD_X, right), y + below, words[1:], size, meter, "right"
        )
        return cues, top + below + _WORDS_ROW * size


@dataclass
class _Row:
    """One row of the header: which stretches of the page are taken, and what draws them
    at a given height.
    """

    page: float
    taken: list[tuple[float, float]] = field(default_factory=list)
    draw: list[Callable[[float], list[Element]]] = field(default_factory=list)

    @property
    def free(self) -> float:
        """Where the next item may begin."""
        return max(end for _, end in self.taken) + _GAP

    def put(
        self, left: float, width: float, draw: Callable[[float], list[Element]]
    ) -> None:
        self.taken.append((left, left + width))
        self.draw.append(draw)

    def put_if_free(
        self, left: float, width: float, draw: Callable[[float], list[Element]]
    ) -> bool:
        """Put an item there if nothing is in its way."""
        right = left + width
        inside = left >= Look.PAD_X - 1e-6 and right <= self.page - Look.PAD_X + 1e-6
        fits = inside and all(
            right + _GAP <= a + 1e-6 or left >= b + _GAP - 1e-6 for a, b in self.taken
        )
        if fits:
            self.put(left, width, draw)
        return fits


@dataclass(frozen=True)
class _Header:
    """Finds the rows of a header."""

    items: HeaderItems
    meter: TextMeter

    def lines(self, text: str, size: float) -> Sequence[str]:
        """Break a text to the width of the page."""
        return self.meter.lines(text, self.items.page - 2 * Look.PAD_X, size)

    def rows(self) -> list[_Row]:
        """Return the rows from the top."""
        items = self.items
        rows: list[_Row] = []
        self._add_lines(rows, "note", items.note)
        notes = max(len(rows), 1)
        words = (
            [items.axis_label]
            if items.axis_label and (items.cue_side or items.axis_named)
            else []
        )
        forms = [*words, *([""] if items.cue_side and not items.axis_named else [])]
        placed = not forms or self._put_cue(rows, forms[:1])
        self._add_lines(rows, "cd-text", items.cd_text)
        keys: list[_Row] = []
        for key in (items.key, items.families):
            keys += self._key_rows([*rows[:notes], *keys][-1:], key)
        rows = [*rows[:notes], *keys, *rows[notes:]]
        if not placed and not self._put_cue(rows, forms):
            self._add_cue(rows, forms)
        if items.ruler is not None:
            row = _Row(self.items.page)
            if not self._put_ruler(row, items.ruler):
                for line in self.lines(items.ruler.text, items.size):
                    rows.append(_Row(self.items.page))
                    rows[-1].put(*self._text("cd-text", line, Look.PAD_X))
            rows.append(row)
        return rows

    def _text(
        self, gid: str, text: str, left: float
    ) -> tuple[float, float, Callable[[float], list[Element]]]:
        """Return a text as an item of a row."""
        size = self.items.size
        return (
            left,
            self.meter.width(text, size),
            lambda y: [self.meter.put(gid, left, y, text, size)],
        )

    def _add_lines(self, rows: list[_Row], gid: str, text: str | None) -> None:
        """Put a text behind the last row if it fits there, else into rows of its own,
        from the left edge.
        """
        if not text or (
            rows and rows[-1].put_if_free(*self._text(gid, text, rows[-1].free))
        ):
            return
        for line in self.lines(text, self.items.size):
            rows.append(_Row(self.items.page))
            rows[-1].put(*self._text(gid, line, Look.PAD_X))

    def _key_rows(self, rows: list[_Row], key: Sequence[KeyEntry]) -> list[_Row]:
        """Put a key into the last of these rows if it fits there; else return rows of
        its own.
        """
        items, added = self.items, list[_Row]()
        if not key:
            return added
        for left in [end + _GAP for _, end in sorted(rows[-1].taken)] if rows else []:
            if rows[-1].put_if_free(*self._key(key, left)):
                return added
        for entries in Key(key).rows(
            items.page - 2 * Look.PAD_X, items.size, self.meter
        ):
            added.append(_Row(self.items.page))
            added[-1].put(*self._key(entries, Look.PAD_X))
        return added

    def _key(
        self, entries: Sequence[KeyEntry], left: float
    ) -> tuple[float, float, Callable[[float], list[Element]]]:
        size, meter = self.items.size, self.meter
        return (
            left,
            Key(entries).width(size, meter),
            lambda y: Key(entries).draw(left, y, size, meter),
        )

    def _put_ruler(self, row: _Row, ruler: Ruler) -> bool:
        """Put the ruler and its text into the row; False if only the ruler fits, which
        is then there alone.
        """
        row.put(
            ruler.start - _RULER_LINE / 2,
            ruler.end - ruler.start + _RULER_LINE,
            lambda y: ruler.draw(y),
        )
        width = self.meter.width(ruler.text, self.items.size)
        for left in (ruler.end + _TEXT_GAP, ruler.start - _TEXT_GAP - width):
            if (
                left >= Look.PAD_X
                and left + width <= self.items.page - Look.PAD_X + 1e-6
            ):
                row.put(*self._text("cd-text", ruler.text, left))
                return True
        return False

    def _put_cue(self, rows: Sequence[_Row], forms: Sequence[str]) -> bool:
        """Put the cue at the right edge of the first row with room, its words shortened
        where none has.
        """
        items, size, meter = self.items, self.items.size, self.meter
        for label, row in product(forms, rows):
            width = cue_width(label, size, meter, items.cue_side)
            left = items.page - Look.PAD_X - width

            def draw(y: float, left: float = left, label: str = label) -> list[Element]:
                return draw_cue(left, y, label, size, meter, items.cue_side)

            if row.put_if_free(left, width, draw):
                return True
        return False

    def _add_cue(self, rows: list[_Row], forms: Sequence[str]) -> None:
        """Put the cue into a row of its own, or its words above its arrow on a page
        that is narrower than both.
        """
        items, size, meter = self.items, self.items.size, self.meter
        rows.append(_Row(items.page))
        if self._put_cue(rows[-1:], forms):
            return
        words = forms[-1] + ("," if items.cue_side and forms[-1] else "")
        parts = [
            (line, None)
            for line in meter.lines(
                words, items.page - 2 * Look.PAD_X, size, italic=True
            )
            if line
        ]
        for line, side in [*parts, *([("", items.cue_side)] if items.cue_side else [])]:
            width = cue_width(line, size, meter, side)
            left = max(Look.PAD_X, items.page - Look.PAD_X - width)

            def draw(
                y: float, left: float = left, line: str = line, side: str | None = side
            ) -> list[Element]:
                return draw_cue(left, y, line, size, meter, side)

            if rows[-1].taken:
                rows.append(_Row(items.page))
            rows[-1].put(left, width, draw)


def _cue_words(label: str | tuple[str, ...], side: str | None) -> tuple[str, ...]:
    """Return the texts of the cue: an arrow to the left stands between them, every
    other one behind the last.
    """
    if isinstance(label, tuple):
        return label
    if not label or side is None:
        return (_CUE if side else label,)
    return (f"{label},", _CUE) if side == "left" else (f"{label}, {_CUE}",)


def cue_width(
    label: str | tuple[str, ...],
    size: float,
    meter: TextMeter,
    side: str | None = "right",
) -> float:
    """Return the width of the direction cue: its words, a gap and the arrow."""
    arrow = {"up": 2 * _HEAD[1], None: -_CUE_GAP}.get(side, _ARROW)
    return (
        sum(
            meter.width(word, size, italic=True) + _CUE_GAP
            for word in _cue_words(label, side)
        )
        + arrow
    )


def draw_cue(
    left: float,
    y: float,
    label: str | tuple[str, ...],
    size: float,
    meter: TextMeter,
    side: str | None,
) -> list[Element]:
    """Return "better", or given words, with a drawn arrow to the right, to the left, or
    upwards (fonts lack arrows).
    """
    words = _cue_words(label, side)
    length, half = _HEAD
    texts: list[Element] = []
    x = left
    for number, word in enumerate(words):
        if side == "left" and number == len(words) - 1:
            arrow, x = x, x + _ARROW + _CUE_GAP
        texts.append(meter.put("cue", x, y, word, size, color="secondary", italic=True))
        x += meter.width(word, size, italic=True) + _CUE_GAP
    if side is None:
        return texts
    if side == "left":
        tip, tail = (arrow, y), (arrow + _ARROW, y)
        head = ((arrow + length, y - half), tip, (arrow + length, y + half))
    elif side == "right":
        tip, tail = (x + _ARROW, y), (x, y)
        head = ((tip[0] - length, y - half), tip, (tip[0] - length, y + half))
    else:
        x += half
        tip, tail = (x, y - 0.4 * size), (x, y + 0.4 * size)
        head = ((x - half, tip[1] + length), tip, (x + half, tip[1] + length))
    return [
        *texts,
        Line(gid="cue", points=(tail, tip), width=_CUE_LINE, color="secondary"),
        Line(gid="cue", points=head, width=_CUE_LINE, color="secondary", cap="round"),
    ]
