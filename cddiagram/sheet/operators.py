"""The operators of PDF that draw a page in a typeface that is read without matplotlib; an EPS file defines them
for itself.

They follow ISO 32000-1. Letters are numbers in a subset of the font (9.7). A marker is
defined once and drawn many times (8.10).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from cddiagram.sheet.colors import ink
from cddiagram.sheet.elements import (
    Element,
    Line,
    Marker,
    Rectangle,
    Sheet,
    Text,
    decimal,
    drawn_alike,
)
from cddiagram.sheet.sfnt import Face
from cddiagram.sheet.typeface import Letter, Typeface, face, ratio

_CAPS = {"butt": 0, "round": 1, "projecting": 2}
_ROUND, _MITER = 1, 0
#: Distance of the handles of a curve from the ends of a quarter of a circle of radius
#: 1.
_HANDLE = 4 / 3 * (2**0.5 - 1)


class Operators:
    """The operators that draw a page, and its markers and fonts.

    The state of the page is changed only if an element needs another one.
    """

    def __init__(
        self,
        sheet: Sheet,
        colors: Mapping[str, str],
        typeface: Typeface,
        *,
        transparent: bool,
    ) -> None:
        self.lines: list[str] = []
        #: Outline of a marker -> its name, and the box around it.
        self.forms: dict[str, tuple[str, str]] = {}
        texts = [element for element in sheet.elements if isinstance(element, Text)]
        #: File of a typeface -> the letters of it that the page shows.
        self.fonts = _subsets(texts, typeface)
        self._sheet, self._colors, self._typeface = sheet, colors, typeface
        self._state: dict[str, str] = {}
        if not transparent:
            self._set(rg=self._ink("background"))
            self.lines.append(f"0 0 {number(sheet.width)} {number(sheet.height)} re f")
        for _, run in groupby(sheet.elements, key=drawn_alike):
            elements = list(run)
            first = elements[0]
            if isinstance(first, Text):
                self._draw_texts(first.color, elements)
            elif isinstance(first, Line):
                self._draw_lines(first, elements)
            else:
                self._draw_shapes(first, elements)

    def _draw_texts(self, color: str, run: Iterable[Element]) -> None:
        """Draw texts of one colour."""
        self._set(rg=self._ink(color))
        for text in run:
            if isinstance(text, Text):
                self.lines += self._text(text)

    def _draw_lines(self, first: Line, run: Iterable[Element]) -> None:
        """Draw lines of one style at once."""
        if first.width <= 0:  # PDF would draw them as thin as possible
            return
        dash = " ".join(map(number, first.dash or ()))
        cap = _CAPS[first.cap]
        self._stroke(first.color, first.width, f"[{dash}] 0", cap, _ROUND)
        for line in run:
            if isinstance(line, Line):
                points = [(x, self._sheet.height - y) for x, y in line.points]
                self.lines.append(_polygon(points))
        self.lines.append("S")

    def _draw_shapes(self, first: Marker | Rectangle, run: Sequence[Element]) -> None:
        """Draw markers or boxes of one style."""
        self._set(rg=self._ink(first.fill))
        paint = "f"
        if first.edge is not None and first.edge_width > 0:
            paint = "B"
            self._stroke(first.edge, first.edge_width, "[] 0", _CAPS["butt"], _MITER)
        self._draw_boxes([e for e in run if isinstance(e, Rectangle)], paint)
        for marker in run:
            if isinstance(marker, Marker):
                form = self._form(marker, paint)
                point = self._point(marker.x, marker.y)
                self.lines.append(f"q 1 0 0 1 {point} cm {form} Do Q")

    def _draw_boxes(self, boxes: Sequence[Rectangle], paint: str) -> None:
        """Draw boxes: at once if they have no edges, and otherwise one by one, because
        a box covers the edge of another.
        """
        paths = []
        for box in boxes:
            corner = self._point(box.x, box.y + box.height)
            paths.append(f"{corner} {number(box.width)} {number(box.height)} re")
        if paths and paint == "f":
            self.lines += [*paths, paint]
        else:
            self.lines += [f"{path} {paint}" for path in paths]

    def _form(self, marker: Marker, paint: str) -> str:
        """Return the name of the form of a marker, which is defined if it is new."""
        corners = [(x - marker.x, marker.y - y) for x, y in marker.corners]
        path = _polygon(corners) if corners else _circle(marker.radius)
        outline = f"{path} h {paint}"
        if outline not in self.forms:
            reach = marker.box[2] - marker.x
            low, high = number(-reach), number(reach)
            box = f"[{low} {low} {high} {high}]"
            self.forms[outline] = (f"/M{len(self.forms)}", box)
        return self.forms[outline][0]

    def _text(self, text: Text) -> list[str]:
        """Return the operators that draw a text, one line for each run of letters in
        one file.
        """
        lines = []
        units = self._typeface.units(text.bold, text.italic)
        for file, left, letters in self._typeface.runs(text):
            subset = self.fonts[file]
            name = f"{subset.name} {number(text.size)} Tf"
            font = "" if self._state.get("Tf") == name else f"{name} "
            self._state["Tf"] = name
            point = self._point(left, text.baseline)
            operator = subset.shown(letters, units)
            lines.append(f"BT {font}{point} Td {operator} ET")
        return lines

    def _stroke(self, color: str, width: float, dash: str, cap: int, join: int) -> None:
        self._set(RG=self._ink(color), w=number(width), d=dash, J=str(cap), j=str(join))

    def _set(self, **values: str) -> None:
        """Set operators to values if they have others."""
        changes = []
        for name, value in values.items():
            if self._state.get(name) != value:
                changes.append(f"{value} {name}")
        self._state |= values
        if changes:
            self.lines.append(" ".join(changes))

    def _ink(self, color: str) -> str:
        value = ink(color, self._colors)
        return " ".join(number(int(value[at : at + 2], 16) / 255) for at in (1, 3, 5))

    def _point(self, x: float, y: float) -> str:
        return f"{number(x)} {number(self._sheet.height - y)}"


@dataclass(frozen=True, kw_only=True)
class Subset:
    """A font reduced to the letters of some texts.

    `name` is its name in a page, and `full_name` the name of its file. `letters` are
    the characters of its glyphs. `data` is the content of the file, and `numbers` maps
    glyphs of the whole font to its glyphs.
    """

    name: str
    full_name: str
    face: Face
    letters: Mapping[int, str]
    data: bytes
    numbers: Mapping[int, int]

    @property
    def characters(self) -> dict[int, str]:
        """Number of a glyph in the file -> its character, in order; a ligature has
        several letters.
        """
        characters = {}
        for glyph, letter in self.letters.items():
            characters[self.numbers[glyph]] = letter
        return dict(sorted(characters.items()))

    def shown(self, letters: Sequence[Letter], units: int) -> str:
        """Return the operator that shows letters, with shifts of letters that differ
        from the widths of the font. Their positions are in units of the type size.
        """
        parts = []
        expected = letters[0].x
        for letter in letters:
            if letter.x != expected:
                parts.append(f"> {number((expected - letter.x) * 1000 / units)} <")
            parts.append(f"{self.numbers[letter.glyph]:04X}")
            advance = self.face.advance(letter.glyph)
            expected = letter.x + advance * ratio(units, self.face.units)
        return f"[<{''.join(parts)}>] TJ"


def _subsets(texts: Iterable[Text], typeface: Typeface) -> dict[str, Subset]:
    """Return the subset of each file of a typeface that some texts use."""
    letters: dict[str, dict[int, str]] = {}
    for text in texts:
        for letter in typeface.letters(text):
            characters = letters.setdefault(letter.file, {})
            characters[letter.glyph] = letter.characters
    subsets: dict[str, Subset] = {}
    for file, glyphs in letters.items():
        data, numbers = face(file).subset(glyphs)
        # The name of a subset begins with six letters of its own (9.6.4).
        digest = hashlib.sha256(data).digest()
        tag = "".join(chr(ord("A") + byte % 26) for byte in digest[:6])
        subsets[file] = Subset(
            name=f"/F{len(subsets)}",
            full_name=f"/{tag}+{file}",
            face=face(file),
            letters=glyphs,
            data=data,
            numbers=numbers,
        )
    return subsets


def _polygon(points: Sequence[tuple[float, float]]) -> str:
    """Return the operators that move to the first point and draw lines to the others."""
    steps: list[str] = []
    for x, y in points:
        operator = "l" if steps else "m"
        steps.append(f"{number(x)} {number(y)} {operator}")
    return " ".join(steps)


def _circle(radius: float) -> str:
    far, near = radius, radius * _HANDLE
    ends = [(far, 0.0), (0.0, far), (-far, 0.0), (0.0, -far), (far, 0.0)]
    parts = [f"{number(far)} 0 m"]
    for (x, y), (later_x, later_y) in pairwise(ends):
        # The handles are on the tangents, which are at right angles to the radius.
        first = x - y * near / far, y + x * near / far
        second = later_x + later_y * near / far, later_y - later_x * near / far
        parts.append(" ".join(map(number, (*first, *second, later_x, later_y))) + " c")
    return " ".join(parts)


def number(value: float) -> str:
    """Write a length or a share. With only three decimals, the letters of a long text
    would drift.
    """
    return decimal(value, 4)
