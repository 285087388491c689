"""The PDF writer of the sheet, for typefaces that are read without matplotlib.

Files are small, and writing the same sheet again results in the same bytes. The format
follows ISO 32000-1. A table in each font maps glyphs to characters (9.10.3).
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping

from cddiagram.sheet.elements import Sheet
from cddiagram.sheet.operators import Operators, Subset, number
from cddiagram.sheet.typeface import Typeface

#: Maps each entry of the Info dictionary to the key in `info`.
_INFO = {"Creator": "creator", "Producer": "creator", "Subject": "description"}
#: In a font descriptor, the first flag means that the font contains characters outside
#: the standard set. The second flag means that the font is italic (ISO 32000-1, table
#: 123).
_SYMBOLIC, _ITALIC = 4, 64
#: A block of the character map (CMap) has at most this many entries.
_BLOCK = 100
#: The first two texts are the operators before and after the contents of a tagged page.
#: The third text contains the entries of the page object.
_OPENING, _CLOSING = "/Figure << /MCID 0 >> BDC", "EMC"
_PAGE_TAGS = " /StructParents 0 /Tabs /S"
#: These patterns find the objects that must be changed to tag a PDF file written by
#: matplotlib.
_CATALOG = re.compile(
    rb"^(?P<number>\d+) 0 obj\n(?P<dictionary><< /Type /Catalog .*?>>)\nendobj",
    re.MULTILINE | re.DOTALL,
)
_PAGE = re.compile(
    rb"^(?P<number>\d+) 0 obj\n(?P<dictionary><< /Type /Page\s[^>]*?"
    rb"/MediaBox\s+(?P<box>\[[^]]*\])[^>]*?/Contents\s+(?P<contents>\d+ 0 R).*?>>)"
    rb"\nendobj",
    re.MULTILINE | re.DOTALL,
)
_CONTENTS = re.compile(rb"/Contents\s+\d+ 0 R")
_TRAILER = re.compile(
    rb"trailer\n<< /Size (?P<size>\d+) (?P<entries>/Root \d+ 0 R /Info \d+ 0 R) >>\n"
    rb"startxref\n(?P<start>\d+)\n%%EOF\s*$"
)


def write_pdf(
    sheet: Sheet,
    colors: Mapping[str, str],
    *,
    typeface: Typeface | None = None,
    transparent: bool = False,
    info: Mapping[str, str] | None = None,
    description: str = "",
) -> bytes:
    """Write a sheet as PDF. `typeface` must be the typeface in which it was measured,
    by default Source Sans 3.

    `info` contains the program ("creator") and the description of the file
    ("description"), in ASCII. If a `description` of the figure is passed, the file is
    tagged, and the page is one figure with this alternative text.
    """
    page = Operators(sheet, colors, typeface or Typeface(), transparent=transparent)
    file = _File()
    fonts = {}
    for subset in page.fonts.values():
        fonts[subset.name] = _font(file, subset)
    forms = {}
    for outline, (name, bounds) in page.forms.items():
        forms[name] = file.stream(outline, form=bounds)
    resources = f"<< /Font {_dictionary(fonts)} /XObject {_dictionary(forms)} >>"
    lines = page.lines
    if description:
        lines = [_OPENING, *lines, _CLOSING]
    contents = file.stream("\n".join(lines))
    box = f"[0 0 {number(sheet.width)} {number(sheet.height)}]"
    pages = file.next + 1
    tags = ""
    if description:
        tags = _PAGE_TAGS
    page_object = file.add(
        f"<< /Type /Page /Parent {pages} 0 R /MediaBox {box} /Resources {resources} "
        f"/Contents {contents}{tags} >>"
    )
    file.add(f"<< /Type /Pages /Kids [{page_object}] /Count 1 >>")
    structure = ""
    if description:
        tree = _structure(file, page_object, box, description)
        structure = _catalog_tags(tree)
    root = file.add(f"<< /Type /Catalog /Pages {pages} 0 R{structure} >>")
    entries = {}
    if info:
        entries = {f"/{entry}": _string(info[key]) for entry, key in _INFO.items()}
    return file.to_bytes(root, info=file.add(_dictionary(entries)))


def with_alternative_text(data: bytes, description: str) -> bytes:
    """Tag a PDF file written by matplotlib, so that its page is one figure with this
    alternative text.

    The tags are an incremental update at the end of the file (ISO 32000-1, 7.5.6): new
    objects, and replacements for the catalog and the page. A file with an unexpected
    structure is returned unchanged.
    """
    trailer = _TRAILER.search(data)
    catalog = _CATALOG.search(data)
    page = _PAGE.search(data)
    if trailer is None or catalog is None or page is None:
        return data
    new = _File(first=int(trailer["size"]))
    contents = f"/Contents [{new.stream(_OPENING)} {page['contents'].decode()} "
    contents += f"{new.stream(_CLOSING)}]"
    tagged_page = _CONTENTS.sub(contents.encode(), page["dictionary"])
    number_of_page = int(page["number"])
    tree = _structure(new, f"{number_of_page} 0 R", page["box"].decode(), description)
    objects = {
        int(catalog["number"]): _extended(catalog["dictionary"], _catalog_tags(tree)),
        number_of_page: _extended(tagged_page, _PAGE_TAGS),
        **new.numbered,
    }
    return data + _update(objects, trailer, len(data))


def _update(
    objects: Mapping[int, bytes], trailer: re.Match[bytes], start: int
) -> bytes:
    """Return an incremental update of a file with this trailer. The update begins at
    the byte `start`.
    """
    body, offsets = _written(objects, start)
    table = ""
    for index, offset in sorted(offsets.items()):
        table += f"{index} 1\n{offset:010d} 00000 n \n"
    end = (
        f"xref\n{table}trailer\n<< /Size {max(objects) + 1} "
        f"{trailer['entries'].decode()} /Prev {trailer['start'].decode()} >>\n"
        f"startxref\n{start + len(body)}\n%%EOF\n"
    )
    return body + end.encode("ascii")


def _extended(dictionary: bytes, entries: str) -> bytes:
    """Add entries to a dictionary."""
    return dictionary.removesuffix(b">>") + f"{entries.strip()} >>".encode()


def _catalog_tags(tree: str) -> str:
    """Return the entries of the catalog of a tagged file."""
    return f" /Lang (en) /MarkInfo << /Marked true >> /StructTreeRoot {tree}"


def _structure(file: _File, page: str, box: str, description: str) -> str:
    """Add the structure of a tagged file (ISO 32000-1, 14.7): a document with one
    figure, which consists of the marked content 0 of the page.
    """
    tree = f"{file.next + 2} 0 R"
    document = f"{file.next + 1} 0 R"
    head = f"<< /Type /StructElem /S /Figure /P {document} /Pg {page} /K 0 /Alt "
    tail = f" /A << /O /Layout /Placement /Block /BBox {box} >> >>"
    figure = file.add(head.encode() + _unicode(description) + tail.encode())
    file.add(f"<< /Type /StructElem /S /Document /P {tree} /K [{figure}] >>")
    return file.add(
        f"<< /Type /StructTreeRoot /K [{document}] /ParentTree << /Nums [0 [{figure}]] "
        ">> /ParentTreeNextKey 1 >>"
    )


def _unicode(text: str) -> bytes:
    """Format a text string in UTF-16 with its byte-order mark."""
    content = b"\xfe\xff" + text.encode("utf-16-be")
    for character in (b"\\", b"(", b")"):
        content = content.replace(character, b"\\" + character)
    return b"(" + content.replace(b"\r", b"\\r") + b")"


def _font(file: _File, subset: Subset) -> str:
    """Add a font to the file, and return the reference to it."""
    font, name = subset.font, subset.full_name
    unit = 1000 / font.units
    box = " ".join(number(length * unit) for length in font.box)
    flags = _SYMBOLIC
    if font.slope:
        flags += _ITALIC
    descriptor = file.add(
        f"<< /Type /FontDescriptor /FontName {name} /Flags {flags} "
        f"/FontBBox [{box}] /ItalicAngle {number(font.slope)} /Ascent {number(font.ascent * unit)} "
        f"/Descent {number(font.descent * unit)} /CapHeight "
        f"{number(font.cap_height * unit)} /StemV 80 /FontFile2 "
        f"{file.stream(subset.data)} >>"
    )
    widths = " ".join(number(font.advance(glyph) * unit) for glyph in subset.numbers)
    descendant = file.add(
        f"<< /Type /Font /Subtype /CIDFontType2 /BaseFont {name} /FontDescriptor "
        f"{descriptor} "
        "/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> "
        "/CIDToGIDMap /Identity "
        f"/W [0 [{widths}]] >>"
    )
    return file.add(
        f"<< /Type /Font /Subtype /Type0 /BaseFont {name} /Encoding /Identity-H "
        f"/DescendantFonts [{descendant}] /ToUnicode "
        f"{file.stream(_to_unicode(subset.characters))} >>"
    )


def _to_unicode(characters: Mapping[int, str]) -> str:
    """Return the character map (CMap) that maps glyphs to characters."""
    entries = []
    for glyph, text in characters.items():
        entries.append(f"<{glyph:04X}> <{text.encode('utf-16-be').hex().upper()}>")
    lines = [
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap",
        "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def",
        "/CMapName /Adobe-Identity-UCS def /CMapType 2 def",
        "1 begincodespacerange <0000> <FFFF> endcodespacerange",
    ]
    for start in range(0, len(entries), _BLOCK):
        block = entries[start : start + _BLOCK]
        lines += [f"{len(block)} beginbfchar", *block, "endbfchar"]
    lines.append("endcmap CMapName currentdict /CMap defineresource pop end end")
    return "\n".join(lines)


class _File:
    """The objects of a file, or of an update, in order. `first` is the number of the
    first object.
    """

    def __init__(self, first: int = 1) -> None:
        self._first = first
        self._objects: list[bytes] = []

    @property
    def next(self) -> int:
        """The number of the next object."""
        return self._first + len(self._objects)

    @property
    def numbered(self) -> dict[int, bytes]:
        """The objects, with their numbers as keys."""
        return dict(enumerate(self._objects, start=self._first))

    def add(self, content: str | bytes) -> str:
        """Add an object, and return the reference to it."""
        if isinstance(content, str):
            content = content.encode("ascii")
        reference = f"{self.next} 0 R"
        self._objects.append(content)
        return reference

    def stream(self, data: str | bytes, form: str = "") -> str:
        """Add a compressed stream with the data, and return the reference to it.

        If `form` is specified, it is a bounding box, and the stream is a form that
        other streams can draw.
        """
        entries = ""
        if form:
            entries = f"/Type /XObject /Subtype /Form /BBox {form} "
        if isinstance(data, str):
            data = data.encode("ascii")
        else:  # a font file
            entries += f"/Length1 {len(data)} "
        packed = zlib.compress(data, 9)
        head = f"<< {entries}/Filter /FlateDecode /Length {len(packed)} >>\nstream\n"
        return self.add(head.encode("ascii") + packed + b"\nendstream")

    def to_bytes(self, root: str, info: str) -> bytes:
        """Return the contents of the file."""
        head = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n"
        body, offsets = _written(self.numbered, len(head))
        table = "".join(f"{start:010d} 00000 n \n" for start in offsets.values())
        end = (
            f"xref\n0 {self.next}\n0000000000 65535 f \n{table}trailer\n<< /Size "
            f"{self.next} /Root {root} /Info {info} >>\nstartxref\n"
            f"{len(head) + len(body)}\n%%EOF\n"
        )
        return head + body + end.encode("ascii")


def _written(objects: Mapping[int, bytes], start: int) -> tuple[bytes, dict[int, int]]:
    """Serialise numbered objects for a file in which they begin at the byte `start`.
    Return the bytes and the offset of each object.
    """
    parts: list[bytes] = []
    offsets: dict[int, int] = {}
    offset = start
    for index, content in objects.items():
        offsets[index] = offset
        parts.append(b"%d 0 obj\n%s\nendobj\n" % (index, content))
        offset += len(parts[-1])
    return b"".join(parts), offsets


def _dictionary(entries: Mapping[str, str]) -> str:
    """Format a dictionary."""
    words = " ".join(f"{name} {value}" for name, value in entries.items())
    return f"<< {words} >>"


def _string(text: str) -> str:
    """Format an ASCII string."""
    for special in "\\()":
        text = text.replace(special, f"\\{special}")
    return f"({text})"
