"""What draws a page in the default face: operators of PDF, which an EPS file defines
for itself.

Written after ISO 32000-1. Texts are text: their letters are called by number in a font
cut down to them (9.7). A marker is drawn once and placed many times (8.10).
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
from cddiagram.sheet.typeface import FILES, LIGATURES, face, placed

_CAPS = {"butt": 0, "round": 1, "projecting": 2}
_ROUND, _MITER = 1, 0
#: How far the handles of four curves lie from the ends of a quarter of a circle of
#: radius 1.
_HANDLE = 4 / 3 * (2**0.5 - 1)


class Operators:
    """The operators that draw a page, which change what is in force only where it
    changes; its markers and fonts.
    """

    def __init__(
        self, sheet: Sheet, colors: Mapping[str, str], *, transparent: bool
    ) -> None:
        self.lines: list[str] = []
        #: Outline of a marker -> its name, and the box around it.
        self.forms: dict[str, tuple[str, str]] = {}
        self.fonts = _subsets(
            element for element in sheet.elements if isinstance(element, Text)
        )
        self._sheet, self._colors = sheet, colors
        self._state: dict[str, str] = {}
        if not transparent:
            self._set(rg=self._ink("background"))
            self.lines.append(f"0 0 {number(sheet.width)} {number(sheet.height)} re f")
        for style, run in groupby(sheet.elements, key=drawn_alike):
            self._draw(style, list(run))

    def _draw(self, style: tuple[object, ...], run: Sequence[Element]) -> None:
        """Draw elements of one style."""
        if isinstance(first := run[0], Text):
            self._set(rg=self._ink(first.color))
            self.lines += [
                line
                for text in run
                if isinstance(text, Text) and (line := self._text(text))
            ]
        elif isinstance(first, Line):
            if first.width <= 0:  # which PDF draws as thin as it can
                return
            dash = " ".join(map(number, first.dash or ()))
            self._stroke(
                first.color, first.width, f"[{dash}] 0", _CAPS[first.cap], _ROUND
            )
            self.lines += [
                self._path(line.points) for line in run if isinstance(line, Line)
            ]
            self.lines.append("S")
        else:
            self._set(rg=self._ink(first.fill))
            edge, width = style[2], first.edge_width
            if isinstance(edge, str):
                self._stroke(edge, width, "[] 0", _CAPS["butt"], _MITER)
            paint = "B" if edge is not None else "f"
            self._shapes([e for e in run if isinstance(e, Rectangle)], paint)
            for marker in run:
                if isinstance(marker, Marker):
                    name = self._form(marker, paint)
                    self.lines.append(
                        f"q 1 0 0 1 {self._point(marker.x, marker.y)} cm {name} Do Q"
                    )

    def _shapes(self, boxes: Sequence[Rectangle], paint: str) -> None:
        """Draw boxes: at once if they have no edge, which one box covers of the
        other.
        """
        drawn = [
            f"{self._point(box.x, box.y + box.height)} {number(box.width)} "
            f"{number(box.height)} re"
            for box in boxes
        ]
        if drawn and paint == "f":
            self.lines += [*drawn, paint]
        else:
            self.lines += [f"{box} {paint}" for box in drawn]

    def _form(self, marker: Marker, paint: str) -> str:
        radius, reach = marker.radius, marker.box[2] - marker.x
        corners = [(x - marker.x, marker.y - y) for x, y in marker.corners]
        outline = f"{_polygon(corners) if corners else _circle(radius)} h {paint}"
        box = f"[{number(-reach)} {number(-reach)} {number(reach)} {number(reach)}]"
        return self.forms.setdefault(outline, (f"/M{len(self.forms)}", box))[0]

    def _text(self, text: Text) -> str:
        subset = self.fonts[text.bold, text.italic]
        letters = subset.shown(text)
        if not letters:
            return ""
        name = f"{subset.name} {number(text.size)} Tf"
        font = "" if self._state.get("Tf") == name else f"{name} "
        self._state["Tf"] = name
        return f"BT {font}{self._point(text.left, text.baseline)} Td {letters} ET"

    def _stroke(self, color: str, width: float, dash: str, cap: int, join: int) -> None:
        self._set(RG=self._ink(color), w=number(width), d=dash, J=str(cap), j=str(join))

    def _set(self, **wanted: str) -> None:
        """Set operators to values, where they have others."""
        changed = [
            f"{value} {name}"
            for name, value in wanted.items()
            if self._state.get(name) != value
        ]
        self._state |= wanted
        if changed:
            self.lines.append(" ".join(changed))

    def _ink(self, color: str) -> str:
        value = ink(color, self._colors)
        return " ".join(number(int(value[at : at + 2], 16) / 255) for at in (1, 3, 5))

    def _path(self, points: Iterable[tuple[float, float]]) -> str:
        return _polygon([(x, self._sheet.height - y) for x, y in points])

    def _point(self, x: float, y: float) -> str:
        return f"{number(x)} {number(self._sheet.height - y)}"


@dataclass(frozen=True, kw_only=True)
class Subset:
    """A face cut down to the letters of some texts.

    `name` is what a page calls it, `full_name` what its file is called; `data` is the
    file, and `numbers` says of each glyph of the whole face which it is there.
    """

    name: str
    full_name: str
    face: Face
    letters: Mapping[int, str]
    data: bytes
    numbers: Mapping[int, int]

    @property
    def characters(self) -> dict[int, str]:
        """Number of a glyph in the file -> what it stands for, in order: a ligature for
        several letters.
        """
        meant = (
            (self.numbers[glyph], LIGATURES.get(letter, letter))
            for glyph, letter in self.letters.items()
        )
        return dict(sorted(meant))

    def shown(self, text: Text) -> str:
        """Return the operator that shows a text: its letters, moved where the font
        itself would not put them.
        """
        parts, expected = [], 0
        for glyph, at, _ in placed(text):
            if at != expected:
                parts.append(f"> {number((expected - at) * 1000 / self.face.units)} <")
            parts.append(f"{self.numbers[glyph]:04X}")
            expected = at + self.face.advance(glyph)
        return f"[<{''.join(parts)}>] TJ" if parts else ""


def _subsets(texts: Iterable[Text]) -> dict[tuple[bool, bool], Subset]:
    """Cut each face, (bold, italic), that some texts are set in."""
    letters: dict[tuple[bool, bool], dict[int, str]] = {}
    for text in texts:
        glyphs = letters.setdefault((text.bold, text.italic), {})
        glyphs.update((glyph, character) for glyph, _, character in placed(text))
    subsets: dict[tuple[bool, bool], Subset] = {}
    for kind, glyphs in letters.items():
        data, numbers = face(*kind).subset(glyphs)
        # A subset begins with six letters of its own (9.6.4).
        tag = "".join(
            chr(ord("A") + byte % 26) for byte in hashlib.sha256(data).digest()[:6]
        )
        name, full_name = f"/F{len(subsets)}", f"/{tag}+{FILES[kind]}"
        subsets[kind] = Subset(
            name=name,
            full_name=full_name,
            face=face(*kind),
            letters=glyphs,
            data=data,
            numbers=numbers,
        )
    return subsets


def _polygon(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(
        f"{number(x)} {number(y)} {'l' if place else 'm'}"
        for place, (x, y) in enumerate(points)
    )


def _circle(radius: float) -> str:
    far, near = radius, radius * _HANDLE
    ends = [(far, 0.0), (0.0, far), (-far, 0.0), (0.0, -far), (far, 0.0)]
    parts = [f"{number(far)} 0 m"]
    for (x, y), (later_x, later_y) in pairwise(ends):
        # The handles lie on the tangents, which are at right angles to the radius.
        first = x - y * near / far, y + x * near / far
        second = later_x + later_y * near / far, later_y - later_x * near / far
        parts.append(" ".join(map(number, (*first, *second, later_x, later_y))) + " c")
    return " ".join(parts)


def number(value: float) -> str:
    """Write a length or a share: with three decimals letters of a long text would
    drift.
    """
    return decimal(value, 4)
