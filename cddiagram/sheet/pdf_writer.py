"""The PDF writer of the sheet, for texts in the default face: small files, the same
bytes in every process.

Written after ISO 32000-1. A table says which characters the letters of the fonts stand
for (9.10.3).
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping

from cddiagram.sheet.elements import Sheet
from cddiagram.sheet.operators import Operators, Subset, number

#: Entry of the Info dictionary -> what it tells.
_INFO = {"Creator": "creator", "Producer": "creator", "Subject": "description"}
#: Of a font descriptor: its letters are not of the standard set alone; it leans (ISO
#: 32000-1, table 123).
_SYMBOLIC, _ITALIC = 4, 64


def write_pdf(
    sheet: Sheet,
    colors: Mapping[str, str],
    *,
    transparent: bool = False,
    info: Mapping[str, str] | None = None,
) -> bytes:
    """Write a sheet in the default face as PDF.

    `info` is who made it ("creator") and what the file says of itself ("description"),
    in ASCII.
    """
    page = Operators(sheet, colors, transparent=transparent)
    file = _File()
    named = {
        subset.name: _font(file, subset, italic)
        for (_, italic), subset in page.fonts.items()
    }
    forms = {
        name: file.stream(outline, form=box)
        for outline, (name, box) in page.forms.items()
    }
    resources = f"<< /Font {_dictionary(named)} /XObject {_dictionary(forms)} >>"
    contents = file.stream("\n".join(page.lines))
    box = f"[0 0 {number(sheet.width)} {number(sheet.height)}]"
    pages = file.next + 1
    only = file.add(
        f"<< /Type /Page /Parent {pages} 0 R /MediaBox {box} /Resources {resources} "
        f"/Contents {contents} >>"
    )
    file.add(f"<< /Type /Pages /Kids [{only}] /Count 1 >>")
    root = file.add(f"<< /Type /Catalog /Pages {pages} 0 R >>")
    said = (
        {f"/{key}": _string(info[name]) for key, name in _INFO.items()} if info else {}
    )
    return file.finished(root, file.add(_dictionary(said)))


def _font(file: _File, subset: Subset, italic: bool) -> str:
    """Add a font to the file; return the reference to it."""
    font, called, unit = subset.face, subset.full_name, 1000 / subset.face.units
    box = " ".join(number(length * unit) for length in font.box)
    descriptor = file.add(
        f"<< /Type /FontDescriptor /FontName {called} /Flags "
        f"{_SYMBOLIC + _ITALIC * italic} /FontBBox [{box}] "
        f"/ItalicAngle {-11 * italic} /Ascent {number(font.ascent * unit)} "
        f"/Descent {number(font.descent * unit)} /CapHeight 729 /StemV 80 /FontFile2 "
        f"{file.stream(subset.data)} >>"
    )
    widths = " ".join(number(font.advance(glyph) * unit) for glyph in subset.numbers)
    descendant = file.add(
        f"<< /Type /Font /Subtype /CIDFontType2 /BaseFont {called} /FontDescriptor "
        f"{descriptor} "
        "/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> "
        "/CIDToGIDMap /Identity "
        f"/W [0 [{widths}]] >>"
    )
    return file.add(
        f"<< /Type /Font /Subtype /Type0 /BaseFont {called} /Encoding /Identity-H "
        f"/DescendantFonts [{descendant}] /ToUnicode "
        f"{file.stream(_to_unicode(subset.characters))} >>"
    )


def _to_unicode(characters: Mapping[int, str]) -> str:
    """Return the table of the characters that glyphs stand for."""
    lines = [
        f"<{glyph:04X}> <{text.encode('utf-16-be').hex().upper()}>"
        for glyph, text in characters.items()
    ]
    blocks = [
        lines[at : at + 100] for at in range(0, len(lines), 100)
    ]  # no more are allowed in one
    return "\n".join(
        [
            "/CIDInit /ProcSet findresource begin 12 dict begin begincmap",
            "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def",
            "/CMapName /Adobe-Identity-UCS def /CMapType 2 def",
            "1 begincodespacerange <0000> <FFFF> endcodespacerange",
            *(
                line
                for block in blocks
                for line in (f"{len(block)} beginbfchar", *block, "endbfchar")
            ),
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
        self._objects.append(
            content.encode("ascii") if isinstance(content, str) else content
        )
        return f"{len(self._objects)} 0 R"

    def stream(self, data: str | bytes, form: str = "") -> str:
        """Add data, compressed; with a box it is a form that others place."""
        raw = data.encode("ascii") if isinstance(data, str) else data
        packed = zlib.compress(raw, 9)
        kind = f"/Type /XObject /Subtype /Form /BBox {form} " if form else ""
        whole = f"/Length1 {len(raw)} " if isinstance(data, bytes) else ""
        head = (
            f"<< {kind}{whole}/Filter /FlateDecode /Length {len(packed)} >>\nstream\n"
        )
        return self.add(head.encode("ascii") + packed + b"\nendstream")

    def finished(self, root: str, info: str) -> bytes:
        """Return the file."""
        parts, places, at = [b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n"], [], 15
        for index, content in enumerate(self._objects, start=1):
            places.append(at)
            parts.append(b"%d 0 obj\n%s\nendobj\n" % (index, content))
            at += len(parts[-1])
        table = "".join(f"{place:010d} 00000 n \n" for place in places)
        size = len(places) + 1
        end = (
            f"xref\n0 {size}\n0000000000 65535 f \n{table}trailer\n<< /Size {size} "
            f"/Root {root} /Info {info} >>\n"
        )
        return b"".join([*parts, f"{end}startxref\n{at}\n%%EOF\n".encode("ascii")])


def _dictionary(entries: Mapping[str, str]) -> str:
    return f"<< {' '.join(f'{name} {value}' for name, value in entries.items())} >>"


def _string(text: str) -> str:
    return "({})".format(
        text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
    )
