"""The PDF writer of the sheet, for texts in the default face: small files, the same bytes in every process.

Written after ISO 32000-1. Texts are text: their letters are called by number in a font cut down to them (9.7), and a
table says which characters they stand for (9.10.3). A marker is drawn once and placed many times (8.10).
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, pairwise

from cddiagram.sheet.colors import ink
from cddiagram.sheet.elements import Element, Line, Marker, Rectangle, Sheet, Text, decimal, drawn_alike
from cddiagram.sheet.typeface import FILES, LIGATURES, face, placed

_CAPS = {"butt": 0, "round": 1, "projecting": 2}
_ROUND, _MITER = 1, 0
#: How far the handles of four curves lie from the ends of a quarter of a circle of radius 1.
_HANDLE = 4 / 3 * (2**0.5 - 1)
#: Entry of the Info dictionary -> what it tells.
_INFO = {"Creator": "creator", "Producer": "creator", "Subject": "description"}
#: Of a font descriptor: its letters are not of the standard set alone; it leans (ISO 32000-1, table 123).
_SYMBOLIC, _ITALIC = 4, 64


def write_pdf(
    sheet: Sheet, colors: Mapping[str, str], *, transparent: bool = False, info: Mapping[str, str] | None = None
) -> bytes:
    """Write a sheet in the default face as PDF.

    `info` is who made it ("creator") and what the file says of itself ("description"), in ASCII.
    """
    fonts = _Fonts([element for element in sheet.elements if isinstance(element, Text)])
    page = _Page(sheet, colors, fonts, transparent=transparent)
    for style, run in groupby(sheet.elements, key=drawn_alike):
        page.draw(style, list(run))
    file = _File()
    named = {f"/F{number}": font for number, font in enumerate(fonts.write(file))}
    forms = {name: file.stream(outline, form=box) for outline, (name, box) in page.forms.items()}
    resources = f"<< /Font {_dictionary(named)} /XObject {_dictionary(forms)} >>"
    contents = file.stream("\n".join(page.lines))
    box = f"[0 0 {_number(sheet.width)} {_number(sheet.height)}]"
    pages = file.next + 1
    only = file.add(
        f"<< /Type /Page /Parent {pages} 0 R /MediaBox {box} /Resources {resources} /Contents {contents} >>"
    )
    file.add(f"<< /Type /Pages /Kids [{only}] /Count 1 >>")
    root = file.add(f"<< /Type /Catalog /Pages {pages} 0 R >>")
    said = {f"/{key}": _string(info[name]) for key, name in _INFO.items()} if info else {}
    return file.finished(root, file.add(_dictionary(said)))


class _Page:
    """What is drawn on a page: operators that change what is in force only where it changes."""

    def __init__(self, sheet: Sheet, colors: Mapping[str, str], fonts: _Fonts, *, transparent: bool) -> None:
        self.lines: list[str] = []
        #: Outline of a marker -> its name, and the box around it.
        self.forms: dict[str, tuple[str, str]] = {}
        self._sheet, self._colors, self._fonts = sheet, colors, fonts
        self._state: dict[str, str] = {}
        if not transparent:
            self._set(rg=self._ink("background"))
            self.lines.append(f"0 0 {_number(sheet.width)} {_number(sheet.height)} re f")

    def draw(self, style: tuple[object, ...], run: Sequence[Element]) -> None:
        """Draw elements of one style."""
        if isinstance(first := run[0], Text):
            self._set(rg=self._ink(first.color))
            self.lines += [line for text in run if isinstance(text, Text) and (line := self._text(text))]
        elif isinstance(first, Line):
            if first.width <= 0:  # which PDF draws as thin as it can
                return
            dash = " ".join(map(_number, first.dash or ()))
            self._stroke(first.color, first.width, f"[{dash}] 0", _CAPS[first.cap], _ROUND)
            self.lines += [self._path(line.points) for line in run if isinstance(line, Line)]
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
                    self.lines.append(f"q 1 0 0 1 {self._point(marker.x, marker.y)} cm {name} Do Q")

    def _shapes(self, boxes: Sequence[Rectangle], paint: str) -> None:
        """Draw boxes: at once if they have no edge, which one box covers of the other."""
        drawn = [
            f"{self._point(box.x, box.y + box.height)} {_number(box.width)} {_number(box.height)} re" for box in boxes
        ]
        if drawn and paint == "f":
            self.lines += [*drawn, paint]
        else:
            self.lines += [f"{box} {paint}" for box in drawn]

    def _form(self, marker: Marker, paint: str) -> str:
        radius, reach = marker.radius, marker.box[2] - marker.x
        corners = [(x - marker.x, marker.y - y) for x, y in marker.corners]
        outline = f"{_polygon(corners) if corners else _circle(radius)} h {paint}"
        box = f"[{_number(-reach)} {_number(-reach)} {_number(reach)} {_number(reach)}]"
        return self.forms.setdefault(outline, (f"/M{len(self.forms)}", box))[0]

    def _text(self, text: Text) -> str:
        letters = self._fonts.shown(text)
        if not letters:
            return ""
        name = f"{self._fonts.name(text)} {_number(text.size)} Tf"
        font = "" if self._state.get("Tf") == name else f"{name} "
        self._state["Tf"] = name
        return f"BT {font}{self._point(text.left, text.baseline)} Td {letters} ET"

    def _stroke(self, color: str, width: float, dash: str, cap: int, join: int) -> None:
        self._set(RG=self._ink(color), w=_number(width), d=dash, J=str(cap), j=str(join))

    def _set(self, **wanted: str) -> None:
        """Set operators to values, where they have others."""
        changed = [f"{value} {name}" for name, value in wanted.items() if self._state.get(name) != value]
        self._state |= wanted
        if changed:
            self.lines.append(" ".join(changed))

    def _ink(self, color: str) -> str:
        value = ink(color, self._colors)
        return " ".join(_number(int(value[at : at + 2], 16) / 255) for at in (1, 3, 5))

    def _path(self, points: Iterable[tuple[float, float]]) -> str:
        return _polygon([(x, self._sheet.height - y) for x, y in points])

    def _point(self, x: float, y: float) -> str:
        return f"{_number(x)} {_number(self._sheet.height - y)}"


class _Fonts:
    """The faces of some texts, each cut down to its letters."""

    def __init__(self, texts: Iterable[Text]) -> None:
        self._letters: dict[tuple[bool, bool], dict[int, str]] = {}
        for text in texts:
            glyphs = self._letters.setdefault((text.bold, text.italic), {})
            glyphs.update((glyph, character) for glyph, _, character in placed(text))
        self._cuts = {kind: face(*kind).subset(glyphs) for kind, glyphs in self._letters.items()}
        self._names = {kind: f"/F{number}" for number, kind in enumerate(self._cuts)}

    def name(self, text: Text) -> str:
        """Return what the page calls the font of a text."""
        return self._names[text.bold, text.italic]

    def shown(self, text: Text) -> str:
        """Return the operator that shows a text: its letters, moved where the font itself would not put them."""
        kind = text.bold, text.italic
        font, numbers = face(*kind), self._cuts[kind][1]
        parts, expected = [], 0
        for glyph, at, _ in placed(text):
            if at != expected:
                parts.append(f"> {_number((expected - at) * 1000 / font.units)} <")
            parts.append(f"{numbers[glyph]:04X}")
            expected = at + font.advance(glyph)
        return f"[<{''.join(parts)}>] TJ" if parts else ""

    def write(self, file: _File) -> Iterator[str]:
        """Add the fonts to the file; yield the reference of each."""
        for kind, (data, numbers) in self._cuts.items():
            font, unit = face(*kind), 1000 / face(*kind).units
            # A subset begins with six letters of its own (9.6.4).
            tag = "".join(chr(ord("A") + byte % 26) for byte in hashlib.sha256(data).digest()[:6])
            name = f"/{tag}+{FILES[kind]}"
            box = " ".join(_number(length * unit) for length in font.box)
            descriptor = file.add(
                f"<< /Type /FontDescriptor /FontName {name} /Flags {_SYMBOLIC + _ITALIC * kind[1]} /FontBBox [{box}] "
                f"/ItalicAngle {-11 * kind[1]} /Ascent {_number(font.ascent * unit)} "
                f"/Descent {_number(font.descent * unit)} /CapHeight 729 /StemV 80 /FontFile2 {file.stream(data)} >>"
            )
            widths = " ".join(_number(font.advance(glyph) * unit) for glyph in numbers)
            descendant = file.add(
                f"<< /Type /Font /Subtype /CIDFontType2 /BaseFont {name} /FontDescriptor {descriptor} "
                "/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /CIDToGIDMap /Identity "
                f"/W [0 [{widths}]] >>"
            )
            meant = {numbers[glyph]: character for glyph, character in self._letters[kind].items()}
            yield file.add(
                f"<< /Type /Font /Subtype /Type0 /BaseFont {name} /Encoding /Identity-H "
                f"/DescendantFonts [{descendant}] /ToUnicode {file.stream(_to_unicode(meant))} >>"
            )


def _to_unicode(meant: Mapping[int, str]) -> str:
    """Return the table of the characters that glyphs stand for; a ligature stands for several."""
    pairs = sorted((number, LIGATURES.get(character, character)) for number, character in meant.items())
    lines = [f"<{number:04X}> <{text.encode('utf-16-be').hex().upper()}>" for number, text in pairs]
    blocks = [lines[at : at + 100] for at in range(0, len(lines), 100)]  # no more are allowed in one
    return "\n".join(
        [
            "/CIDInit /ProcSet findresource begin 12 dict begin begincmap",
            "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def",
            "/CMapName /Adobe-Identity-UCS def /CMapType 2 def",
            "1 begincodespacerange <0000> <FFFF> endcodespacerange",
            *(line for block in blocks for line in (f"{len(block)} beginbfchar", *block, "endbfchar")),
            "endcmap CMapName currentdict /CMap defineresource pop end end",
        ]
    )


class _File:
    """The objects of a file, in their order."""

    def __init__(self) -> None:
        self._objects: list[bytes] = []

    @property
    def next(self) -> int:
        """The number of the next object."""
        return len(self._objects) + 1

    def add(self, content: str | bytes) -> str:
        """Add an object; return the reference to it."""
        self._objects.append(content.encode("ascii") if isinstance(content, str) else content)
        return f"{len(self._objects)} 0 R"

    def stream(self, data: str | bytes, form: str = "") -> str:
        """Add data, compressed; with a box it is a form that others place."""
        raw = data.encode("ascii") if isinstance(data, str) else data
        packed = zlib.compress(raw, 9)
        kind = f"/Type /XObject /Subtype /Form /BBox {form} " if form else ""
        whole = f"/Length1 {len(raw)} " if isinstance(data, bytes) else ""
        head = f"<< {kind}{whole}/Filter /FlateDecode /Length {len(packed)} >>\nstream\n"
        return self.add(head.encode("ascii") + packed + b"\nendstream")

    def finished(self, root: str, info: str) -> bytes:
        """Return the file."""
        parts, places, at = [b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n"], [], 15
        for number, content in enumerate(self._objects, start=1):
            places.append(at)
            parts.append(b"%d 0 obj\n%s\nendobj\n" % (number, content))
            at += len(parts[-1])
        table = "".join(f"{place:010d} 00000 n \n" for place in places)
        size = len(places) + 1
        end = f"xref\n0 {size}\n0000000000 65535 f \n{table}trailer\n<< /Size {size} /Root {root} /Info {info} >>\n"
        return b"".join([*parts, f"{end}startxref\n{at}\n%%EOF\n".encode("ascii")])


def _dictionary(entries: Mapping[str, str]) -> str:
    return f"<< {' '.join(f'{name} {value}' for name, value in entries.items())} >>"


def _string(text: str) -> str:
    return "({})".format(text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)"))


def _polygon(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{_number(x)} {_number(y)} {'l' if number else 'm'}" for number, (x, y) in enumerate(points))


def _circle(radius: float) -> str:
    far, near = radius, radius * _HANDLE
    ends = [(far, 0.0), (0.0, far), (-far, 0.0), (0.0, -far), (far, 0.0)]
    parts = [f"{_number(far)} 0 m"]
    for (x, y), (later_x, later_y) in pairwise(ends):
        # The handles lie on the tangents, which are at right angles to the radius.
        first = x - y * near / far, y + x * near / far
        second = later_x + later_y * near / far, later_y - later_x * near / far
        parts.append(" ".join(map(_number, (*first, *second, later_x, later_y))) + " c")
    return " ".join(parts)


def _number(value: float) -> str:
    """Write a length or a share: with three decimals letters of a long text would drift."""
    return decimal(value, 4)
