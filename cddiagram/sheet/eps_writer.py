"""The EPS writer of the sheet, for typefaces that are read without matplotlib. A file
contains PDF operators and their definitions in PostScript.

The format follows the PostScript language reference, third edition (PLRM), and the
conventions for encapsulated files (EPSF 3.0, DSC 3.0). Fonts are embedded as TrueType
(Type 42). Converters derive the characters from the glyph names, which follow the Adobe
glyph list.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from math import ceil

from cddiagram.sheet.elements import Sheet
from cddiagram.sheet.operators import Operators, Subset, number
from cddiagram.sheet.sfnt import FontFile
from cddiagram.sheet.typeface import Typeface

#: PostScript definitions of the PDF operators (ISO 32000-1, annex A). PDF has separate
#: colours for strokes and fills, but PostScript has a single current colour. The
#: numbers in a text array are subtracted from the advance to the next letter, in
#: thousandths of the font size.
_PROLOG = """\
/bd {bind def} bind def
/m {moveto} bd /l {lineto} bd /c {curveto} bd /h {closepath} bd
/re {4 2 roll moveto 1 index 0 rlineto 0 exch rlineto neg 0 rlineto closepath} bd
/w {setlinewidth} bd /d {setdash} bd /J {setlinecap} bd /j {setlinejoin} bd
/q {gsave} bd /Q {grestore} bd /cm {6 array astore concat} bd /Do {load exec} bd
/rg {3 array astore cvx /paint exch def} bd /RG {3 array astore cvx /ink exch def} bd
/f {paint setrgbcolor fill} bd /S {ink setrgbcolor stroke} bd /B {q f Q S} bd
/BT {paint setrgbcolor} bd /ET {} bd /Td {moveto} bd /Tf {dup /size exch def selectfont} bd
/TJ {{dup type /stringtype eq {show} {-1000 div size mul 0 rmoveto} ifelse} forall} bd
/encoded {counttomark 256 exch sub {/.notdef} repeat]} bd"""
#: A line contains at most 255 characters (DSC 3.0). A string contains at most 65,534
#: bytes of the font, because the last byte of each string is not used (PLRM 5.8).
_LINE, _STRING = 255, 65_534


def write_eps(
    sheet: Sheet,
    colors: Mapping[str, str],
    *,
    typeface: Typeface | None = None,
    transparent: bool = False,
    comments: Sequence[str] = (),
) -> bytes:
    """Write a sheet as EPS. `typeface` must be the typeface in which it was measured,
    by default Source Sans 3. `comments` are additional lines of the header.
    """
    page = Operators(sheet, colors, typeface or Typeface(), transparent=transparent)
    width, height = number(sheet.width), number(sheet.height)
    lines = [
        "%!PS-Adobe-3.0 EPSF-3.0",
        f"%%BoundingBox: 0 0 {ceil(sheet.width)} {ceil(sheet.height)}",
        f"%%HiResBoundingBox: 0 0 {width} {height}",
        "%%LanguageLevel: 3",
        *comments,
        "%%EndComments",
        "%%BeginProlog",
        "/cddiagram 64 dict def cddiagram begin",
        *_PROLOG.splitlines(),
    ]
    for subset in page.fonts.values():
        lines += _font(subset)
    for outline, (name, _) in page.forms.items():
        lines.append(f"{name} {{{outline}}} def")
    lines += ["%%EndProlog", f"0 0 {width} {height} rectclip", *page.lines]
    lines += ["end", "showpage", "%%EOF", ""]
    short_lines = []
    for line in "\n".join(lines).split("\n"):
        short_lines += _broken(line)
    return "\n".join(short_lines).encode("ascii")


def _ligatures(subset: Subset) -> list[str]:
    """Return the table of the characters of ligatures, which Ghostscript does not
    derive from glyph names.

    Windows printer drivers write the same entry, `GlyphNames2Unicode`.
    """
    entries = []
    for text in subset.characters.values():
        if len(text) > 1:
            digits = text.encode("utf-16-be").hex().upper()
            entries.append(f"/{'_'.join(text)} <{digits}>")
    return [f"/ligatures << /GlyphNames2Unicode << {' '.join(entries)} >> >> def"]


def _font(subset: Subset) -> list[str]:
    """Return the definition of a font with two-byte character codes. The first byte
    selects a font of 256 glyphs (PLRM 5.10).
    """
    names = ["/.notdef"] * len(subset.numbers)
    for glyph, text in subset.characters.items():
        names[glyph] = f"/{'_'.join(text)}"
        if len(text) == 1:
            names[glyph] = f"/uni{ord(text):04X}"
    glyphs = [
        f"{name} {glyph}"
        for glyph, name in enumerate(names)
        if glyph == 0 or name != "/.notdef"
    ]
    lines = [f"/glyphs << {' '.join(glyphs)} >> def /sfnts ["]
    for piece in FontFile(subset.data).pieces(_STRING):
        digits = piece.hex("\n", -120)
        lines.append(f"<{digits}00>")
    lines.append("] def")
    box = " ".join(number(length / subset.font.units) for length in subset.font.box)
    matrix = "/FontMatrix [1 0 0 1 0 0]"
    lines += _ligatures(subset)
    shared = (
        f"/FontType 42 /PaintType 0 {matrix} /FontBBox [{box}] /CharStrings glyphs "
        "/sfnts sfnts /FontInfo ligatures"
    )
    fonts: list[str] = []
    for start in range(0, len(names), 256):
        name = subset.full_name
        if fonts:
            name = f"{subset.full_name}-{len(fonts)}"
        encoding = " ".join(names[start : start + 256])
        fonts.append(
            f"{name} << /FontName {name} {shared} /Encoding [{encoding} encoded >> "
            "definefont"
        )
    order = " ".join(map(str, range(len(fonts))))
    lines += [
        f"{subset.name} << /FontType 0 /FMapType 2 {matrix} /Encoding [{order}]",
        "/FDepVector [",
        *fonts,
        "] >> definefont pop",
    ]
    return lines


def _broken(line: str) -> list[str]:
    """Break a long line at spaces, or at the maximum length if it has no spaces."""
    if len(line) <= _LINE:
        return [line]
    return re.findall(f".{{1,{_LINE}}}(?= |$)|.{{{_LINE}}}", line)
