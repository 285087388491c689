"""The default face, matplotlib's DejaVu Sans, read without matplotlib: widths, and the
glyphs of texts with their positions.

Glyphs and their positions equal matplotlib's to less than a hundredth of a point,
so that a figure is the same in all formats. From version 3.11, matplotlib shapes texts
with HarfBuzz. For these scripts in this face, HarfBuzz does two things: it joins five
ligatures, and it kerns Latin, Greek and Cyrillic letters. Earlier versions only kern.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Protocol

from cddiagram.sheet.elements import Sheet, Text
from cddiagram.sheet.rc import needs_matplotlib, package
from cddiagram.sheet.sfnt import Face

FAMILY = "DejaVu Sans"

#: (bold, italic) -> the file of the face.
FILES = {
    (False, False): "DejaVuSans",
    (True, False): "DejaVuSans-Bold",
    (False, True): "DejaVuSans-Oblique",
    (True, True): "DejaVuSans-BoldOblique",
}

#: Character of a ligature -> the letters that it joins.
LIGATURES = {
    "\ufb00": "ff",
    "\ufb01": "fi",
    "\ufb02": "fl",
    "\ufb03": "ffi",
    "\ufb04": "ffl",
}
_LIGATURE_OF = {letters: character for character, letters in LIGATURES.items()}
_LIGATURE = re.compile("ff[il]|f[fil]")
#: Letters of the three scripts, without combining marks; and characters that occur
#: between letters of any script. The soft hyphen, invisible characters, and those that
#: HarfBuzz decomposes or mirrors are not among them.
_SCRIPTS = {
    "latin": r"A-Za-zªº\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u1e00-\u1eff",
    "greek": r"\u0370-\u0373\u0375-\u0377\u037b-\u037d\u037f\u0386\u0388-\u03e1\u03f0-\u03ff\u1f00-\u1fff",
    "cyrillic": r"\u0400-\u0482\u048a-\u052f",
}
_COMMON = (
    r"\u0020-\u0040\[-`{-~\u00a0-\u00a9\u00ab\u00ac\u00ae-\u00b9\u00bb-\u00bf\u00d7\u00f7"
    r"\u2010-\u2027\u2030-\u205e\u2070\u2074-\u208e\u20a0-\u20b5\u2116\u2122\u2190-\u22ff\u25a0-\u26ff"
)
_TEXT = re.compile(f"[{_COMMON}{''.join(_SCRIPTS.values())}]*")
_RUNS = {script: re.compile(f"[{letters}]") for script, letters in _SCRIPTS.items()}

#: The glyphs of a text: number, left end in font units, and character (or ligature).
Glyphs = tuple[tuple[int, int, str], ...]


class Fonts(Protocol):
    """The fonts that measure a figure: `Typeface`, or
    `cddiagram.sheet.mpl.fonts.InstalledFonts`.
    """

    @property
    def families(self) -> tuple[str, ...]:
        """The families of the texts."""

    def measure(
        self, text: str, size: float, bold: bool = False, italic: bool = False
    ) -> float:
        """Return the width of one line of text in points."""


class Typeface:
    """The default face as the fonts of a figure; matplotlib measures the texts that it
    cannot set itself.
    """

    families = (FAMILY,)

    def measure(
        self, text: str, size: float, bold: bool = False, italic: bool = False
    ) -> float:
        """Return the width of one line of text in points."""
        if not sets(text, bold, italic):
            from cddiagram.sheet.mpl.fonts import InstalledFonts

            return InstalledFonts(FAMILY).measure(text, size, bold, italic)
        _, width = _set(text, bold, italic)
        return width / face(bold, italic).units * size


def fonts_for(font: str | Sequence[str] | None = None, *, math: bool = False) -> Fonts:
    """Return the fonts of a figure. The default face does not need matplotlib, unless
    formulas are requested.

    A setting of matplotlib determines the default face. Matplotlib is asked for it if
    it is loaded, or if the user has a file of settings.
    """
    can_be_own = font is None and not math and ligatures() is not None
    if can_be_own and (not needs_matplotlib() or _is_default()):
        return Typeface()
    from cddiagram.sheet.mpl.fonts import InstalledFonts

    return InstalledFonts(font, math=math)


def _is_default() -> bool:
    """Whether matplotlib's settings name its own faces, and it finds them."""
    from cddiagram.sheet.mpl.fonts import files_of

    return files_of(None) == {file: path(*file) for file in FILES}


def path(bold: bool, italic: bool) -> Path:
    """Return the file of a face."""
    folder = package()
    assert folder is not None, "`ligatures` has found the package"
    return folder / "mpl-data" / "fonts" / "ttf" / f"{FILES[bold, italic]}.ttf"


@cache
def face(bold: bool, italic: bool) -> Face:
    """Return a face, which is read only once."""
    return Face(path(bold, italic).read_bytes())


def sets_all(sheet: Sheet) -> bool:
    """Whether every text of a sheet can be set without matplotlib."""
    texts = (element for element in sheet.elements if isinstance(element, Text))
    return all(sets(t.text, t.bold, t.italic) and not t.math for t in texts)


@lru_cache(maxsize=10_000)
def sets(text: str, bold: bool, italic: bool) -> bool:
    """Whether a text is set as matplotlib sets it: its scripts are known, and the face
    has all its letters.
    """
    return bool(_TEXT.fullmatch(text)) and all(map(face(bold, italic).glyph, text))


@lru_cache(maxsize=10_000)
def _set(text: str, bold: bool, italic: bool) -> tuple[Glyphs, int]:
    """Return the glyphs of a text, and its width in font units."""
    font = face(bold, italic)
    if ligatures():
        text = _LIGATURE.sub(lambda match: _LIGATURE_OF[match[0]], text)
        kerned = _continues_run(text)
    else:
        kerned = [True] * len(text)
    glyphs = []
    at, before = 0, -1
    for character, has_kerning in zip(text, kerned, strict=True):
        glyph = font.glyph(character)
        if before >= 0 and has_kerning:
            at += font.kern(before, glyph)
        glyphs.append((glyph, at, character))
        at += font.advance(glyph)
        before = glyph
    return tuple(glyphs), at


def glyphs_of(text: Text) -> Glyphs:
    """Return the glyphs of a text with their positions and characters."""
    glyphs, _ = _set(text.text, text.bold, text.italic)
    return glyphs


def _continues_run(text: str) -> list[bool]:
    """Return for each character whether it continues a run of one script.

    A character without a script belongs to the script before it.
    """
    scripts = [_script(character) for character in text]
    current = next(filter(None, scripts), "")
    continues = []
    for script in scripts:
        continues.append(script in ("", current))
        current = script or current
    return continues


def _script(character: str) -> str:
    """Return the script of a letter; empty for any other character."""
    for script, letters in _RUNS.items():
        if letters.match(character):
            return script
    return ""


@cache
def ligatures() -> bool | None:
    """Whether the installed matplotlib joins letters, as it does from version 3.11;
    None without a matplotlib whose files are known.
    """
    folder = package()
    if folder is None or not all(path(*file).is_file() for file in FILES):
        return None
    try:
        content = (folder / "_version.py").read_text(encoding="utf-8")
    except OSError:
        return None
    version = re.search(r"version = ['\"](\d+)\.(\d+)", content)
    if version is None:
        return None
    return (int(version[1]), int(version[2])) >= (3, 11)
