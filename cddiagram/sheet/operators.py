"""The PDF operators that draw a page, for typefaces that are read without matplotlib.
EPS files contain definitions of these operators.

The operators follow ISO 32000-1. Letters are glyph numbers in a subset of the font
(9.7). Each kind of marker is defined once as a form and drawn many times (8.10).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from cddiagram.sheet.colors import ink
from cddiagram.sheet.elements import (
    Area,
    Element,
    Line,
    Marker,
    Rectangle,
    Sheet,
    Text,
    decimal,
    drawn_alike,
)
from cddiagram.sheet.sfnt import FontFile
from cddiagram.sheet.typeface import Letter, Typeface, load_font, ratio

_CAPS = {"butt": 0, "round": 1, "projecting": 2}
_ROUND, _MITER = 1, 0
#: In the Bézier approximation of a quarter circle with radius 1, each end is this far
#: from its control point.
_CONTROL = 4 / 3 * (2**0.5 - 1)


class Operators:
    """The operators that draw a page, with its markers and fonts.

    The graphics state is changed only if an element requires a different state.
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
        #: Maps the outline of each kind of marker to the name and the bounding box of
        #: the PDF form that draws it.
        self.forms: dict[str, tuple[str, str]] = {}
        texts = [element for element in sheet.elements if isinstance(element, Text)]
        #: Maps each font file to the subset of the font that contains the characters on
        #: the page.
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
        """Draw text with the same colour."""
        self._set(rg=self._ink(color))
        for text in run:
            if isinstance(text, Text):
                self.lines += self._text(text)

    def _draw_lines(self, first: Line, run: Iterable[Element]) -> None:
        """Draw lines with the same style as a single path."""
        if first.width <= 0:  # PDF draws lines of width 0 as thin as possible
            return
        dash = " ".join(map(number, first.dash or ()))
        cap = _CAPS[first.cap]
        self._stroke(first.color, first.width, f"[{dash}] 0", cap, _ROUND)
        for line in run:
            if isinstance(line, Line):
                points = [(x, self._sheet.height - y) for x, y in line.points]
                self.lines.append(_polygon(points))
        self.lines.append("S")

    def _draw_shapes(
        self, first: Marker | Rectangle | Area, run: Sequence[Element]
    ) -> None:
        """Draw markers, boxes or areas with the same style."""
        self._set(rg=self._ink(first.fill))
        paint = "f"
        if first.edge is not None and first.edge_width > 0:
            paint = "B"
            self._stroke(first.edge, first.edge_width, "[] 0", _CAPS["butt"], _MITER)
        self._draw_boxes([e for e in run if isinstance(e, Rectangle)], paint)
        for element in run:
            if isinstance(element, Area):
                points = [(x, self._sheet.height - y) for x, y in element.corners]
                self.lines.append(f"{_polygon(points)} h {paint}")
            elif isinstance(element, Marker):
                form = self._form(element, paint)
                point = self._point(element.x, element.y)
                self.lines.append(f"q 1 0 0 1 {point} cm {form} Do Q")

    def _draw_boxes(self, boxes: Sequence[Rectangle], paint: str) -> None:
        """Draw boxes without edges as a single path. Boxes with edges are drawn one by
        one, because a box may cover the edge of another box.
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
        """Return the name of the form of a marker, and define the form if it is new."""
        if marker.corners:
            path = _polygon([(x - marker.x, marker.y - y) for x, y in marker.corners])
        else:
            path = _circle(marker.radius)
        outline = f"{path} h {paint}"
        if outline not in self.forms:
            reach = marker.box[2] - marker.x
            low, high = number(-reach), number(reach)
            box = f"[{low} {low} {high} {high}]"
            self.forms[outline] = (f"/M{len(self.forms)}", box)
        return self.forms[outline][0]

    def _text(self, text: Text) -> list[str]:
        """Return the operators that draw a line of text, one output line for each run
        of letters from the same file.
        """
        lines = []
        units = self._typeface.units(text.bold, text.italic)
        for file, left, letters in self._typeface.runs(text):
            subset = self.fonts[file]
            font = f"{subset.name} {number(text.size)} Tf"
            point = self._point(left, text.baseline)
            operators = f"{point} Td {subset.show(letters, units)}"
            if self._state.get("Tf") != font:
                self._state["Tf"] = font
                operators = f"{font} {operators}"
            lines.append(f"BT {operators} ET")
        return lines

    def _stroke(self, color: str, width: float, dash: str, cap: int, join: int) -> None:
        """Set the style of lines."""
        line_width = number(width)
        self._set(RG=self._ink(color), w=line_width, d=dash, J=str(cap), j=str(join))

    def _set(self, **values: str) -> None:
        """Change the graphics state. Omit operators whose values do not change."""
        changes = []
        for name, value in values.items():
            if self._state.get(name) != value:
                changes.append(f"{value} {name}")
        self._state |= values
        if changes:
            self.lines.append(" ".join(changes))

    def _ink(self, color: str) -> str:
        """Return the red, green and blue components of a colour."""
        value = ink(color, self._colors)
        parts = [int(value[at : at + 2], 16) for at in (1, 3, 5)]
        return " ".join(number(part / 255) for part in parts)

    def _point(self, x: float, y: float) -> str:
        return f"{number(x)} {number(self._sheet.height - y)}"


@dataclass(frozen=True, kw_only=True)
class Subset:
    """A font reduced to the letters of some text.

    `name` identifies the subset on the page, and `full_name` is its font name.
    `letters` maps the glyphs to their characters. `data` contains the contents of the
    font file, and `numbers` maps glyphs of the original `font` to glyphs of the subset.
    """

    name: str
    full_name: str
    font: FontFile
    letters: Mapping[int, str]
    data: bytes
    numbers: Mapping[int, int]

    @property
    def characters(self) -> dict[int, str]:
        """Maps each glyph of the subset to its characters, in ascending order of the
        glyphs. A ligature has several characters.
        """
        characters = {}
        for glyph, letter in self.letters.items():
            characters[self.numbers[glyph]] = letter
        return dict(sorted(characters.items()))

    def show(self, letters: Sequence[Letter], units: int) -> str:
        """Return the operator that shows letters. It contains a shift between two
        letters if their distance differs from the advance width in the font.

        `units` is the number of units per em in which positions are specified.
        """
        parts = []
        expected = letters[0].x
        for letter in letters:
            if letter.x != expected:
                parts.append(f"> {number((expected - letter.x) * 1000 / units)} <")
            parts.append(f"{self.numbers[letter.glyph]:04X}")
            advance = self.font.advance(letter.glyph)
            expected = letter.x + advance * ratio(units, self.font.units)
        return f"[<{''.join(parts)}>] TJ"


def _subsets(texts: Iterable[Text], typeface: Typeface) -> dict[str, Subset]:
    """Return the subset of each font file that the text uses."""
    letters: dict[str, dict[int, str]] = {}
    for text in texts:
        for letter in typeface.letters(text):
            characters = letters.setdefault(letter.file, {})
            characters[letter.glyph] = letter.characters
    subsets: dict[str, Subset] = {}
    for file, glyphs in letters.items():
        data, numbers = load_font(file).subset(glyphs)
        # The name of a subset begins with a unique tag of six letters (ISO 32000-1,
        # 9.6.4).
        digest = hashlib.sha256(data).digest()
        tag = "".join(chr(ord("A") + byte % 26) for byte in digest[:6])
        subsets[file] = Subset(
            name=f"/F{len(subsets)}",
            full_name=f"/{tag}+{file}",
            font=load_font(file),
            letters=glyphs,
            data=data,
            numbers=numbers,
        )
    return subsets


def _polygon(points: Sequence[tuple[float, float]]) -> str:
    """Return the operators that move to the first point and draw lines to all other
    points.
    """
    (first_x, first_y), *others = points
    steps = [f"{number(first_x)} {number(first_y)} m"]
    for x, y in others:
        steps.append(f"{number(x)} {number(y)} l")
    return " ".join(steps)


def _circle(radius: float) -> str:
    """Return the operators that approximate a circle by four Bézier curves."""
    near = radius * _CONTROL
    ends = [(radius, 0.0), (0.0, radius), (-radius, 0.0), (0.0, -radius), (radius, 0.0)]
    parts = [f"{number(radius)} 0 m"]
    for (x, y), (next_x, next_y) in pairwise(ends):
        # The control points are on the tangents, which are perpendicular to the radii
        # of the circle.
        first = x - y * near / radius, y + x * near / radius
        second = next_x + next_y * near / radius, next_y - next_x * near / radius
        coordinates = [*first, *second, next_x, next_y]
        parts.append(" ".join(map(number, coordinates)) + " c")
    return " ".join(parts)


def number(value: float) -> str:
    """Format a length or a colour component. With only three decimals, rounding errors
    would be visible in long text.
    """
    return decimal(value, 4)
