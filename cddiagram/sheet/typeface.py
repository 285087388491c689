"""The typefaces of figures that are read without matplotlib: Source Sans 3, which comes
with this package, and matplotlib's DejaVu Sans.

Widths, glyphs and their positions equal matplotlib's to less than a hundredth of a
point, so that a figure is the same in all formats. From version 3.11, matplotlib shapes
texts with HarfBuzz. For the scripts below in these typefaces, HarfBuzz does two things:
it joins standard ligatures, and it kerns Latin, Greek and Cyrillic letters. Earlier
versions only kern, and only typefaces with a simple table of pairs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import groupby
from typing import NamedTuple, Protocol

from cddiagram.sheet.elements import Sheet, Text
from cddiagram.sheet.font_files import DEFAULT, FALLBACK, FILES, path_of
from cddiagram.sheet.look import FONT_SETS
from cddiagram.sheet.rc import needs_matplotlib, package
from cddiagram.sheet.sfnt import Face

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

#: Opening -> closing bracket. HarfBuzz gives both the same script.
_BRACKETS = dict(zip("(<[{«‘“‹", ")>]}»’”›", strict=True))
#: Texts that HarfBuzz sets in another way in the default typeface: Catalan digraphs, and
#: fractions.
_SET_OTHERWISE = re.compile("[Ll]·[Ll]|\u2044")


class Letter(NamedTuple):
    """A glyph of a text: the name of its file, its number, its left end in units of the
    typeface, and its characters (several if it is a ligature).
    """

    file: str
    glyph: int
    x: float
    characters: str


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


@dataclass(frozen=True)
class Typeface:
    """A typeface of `FILES` as the fonts of a figure, and DejaVu Sans for each character
    that it lacks. Matplotlib measures the texts that it cannot set itself.
    """

    name: str = DEFAULT

    @property
    def families(self) -> tuple[str, ...]:
        """The typeface and its fallback."""
        return tuple(dict.fromkeys([self.name, FALLBACK]))

    def measure(
        self, text: str, size: float, bold: bool = False, italic: bool = False
    ) -> float:
        """Return the width of one line of text in points."""
        if not self.sets(text, bold, italic):
            from cddiagram.sheet.mpl.fonts import InstalledFonts

            return InstalledFonts(self.families).measure(text, size, bold, italic)
        _, width = _set(self.name, text, bold, italic)
        return width / self.units(bold, italic) * size

    def units(self, bold: bool, italic: bool) -> int:
        """Return how many units are the type size."""
        return face(FILES[self.name][bold, italic]).units

    def sets(self, text: str, bold: bool, italic: bool) -> bool:
        """Whether a text is set as matplotlib sets it: its scripts are known, and there
        are glyphs for all its letters.
        """
        return _sets(self.name, text, bold, italic)

    def sets_all(self, sheet: Sheet) -> bool:
        """Whether every text of a sheet can be set without matplotlib."""
        texts = (element for element in sheet.elements if isinstance(element, Text))
        return all(self.sets(t.text, t.bold, t.italic) and not t.math for t in texts)

    def letters(self, text: Text) -> tuple[Letter, ...]:
        """Return the letters of a text with their positions."""
        letters, _ = _set(self.name, text.text, text.bold, text.italic)
        return letters

    def runs(self, text: Text) -> Iterator[tuple[str, float, list[Letter]]]:
        """Yield the letters of a text that are neighbours in one file: the name of the
        file, their left end in points, and the letters.
        """
        unit = text.size / self.units(text.bold, text.italic)
        for file, run in groupby(self.letters(text), key=lambda letter: letter.file):
            letters = list(run)
            yield file, text.left + letters[0].x * unit, letters


def own_typeface(families: Sequence[str]) -> Typeface | None:
    """Return the typeface for a list of families, which is read without matplotlib; None
    for any other list.
    """
    names = [family.lower() for family in families]
    for name in FILES:
        typeface = Typeface(name)
        own_names = [family.lower() for family in typeface.families]
        if names in (own_names, own_names[:1]):
            return typeface
    return None


def fonts_for(font: str | Sequence[str] | None = None, *, math: bool = False) -> Fonts:
    """Return the fonts of a figure. The typefaces of `FILES` do not need matplotlib,
    unless formulas are requested.

    A setting of matplotlib replaces the default typeface. Matplotlib is asked for it if
    it is loaded, or if the user has a file of settings.
    """
    typeface = None if math else _requested(font)
    if typeface is not None and _is_usable(typeface):
        return typeface
    from cddiagram.sheet.mpl.fonts import InstalledFonts

    return InstalledFonts(font, math=math)


def _requested(font: str | Sequence[str] | None) -> Typeface | None:
    """Return the typeface of `FILES` that is requested, if it is one of them."""
    if font is None:
        if needs_matplotlib():
            from cddiagram.sheet.mpl.fonts import InstalledFonts

            return own_typeface(InstalledFonts(None).families)
        return Typeface()
    names = [font] if isinstance(font, str) else list(font)
    families: list[str] = []
    for name in names:
        families += FONT_SETS.get(name, (name,))
    return own_typeface(families)


def _is_usable(typeface: Typeface) -> bool:
    """Whether the files of a typeface exist, and matplotlib, if it is loaded, finds the
    same files.
    """
    if shapes() is None:
        return False
    if not needs_matplotlib():
        return True
    from cddiagram.sheet.mpl.fonts import files_of

    files = {kind: path_of(file) for kind, file in FILES[typeface.name].items()}
    return files_of(typeface.families) == files


@cache
def face(file: str) -> Face:
    """Return a file of `FILES`, which is read only once."""
    return Face(path_of(file).read_bytes())


def _file_of(name: str, character: str, bold: bool, italic: bool) -> str:
    """Return the file with a character: of the typeface, or else of the fallback, which
    may lack it as well.
    """
    own = FILES[name][bold, italic]
    if face(own).glyph(character):
        return own
    return FILES[FALLBACK][bold, italic]


@lru_cache(maxsize=10_000)
def _sets(name: str, text: str, bold: bool, italic: bool) -> bool:
    if not _TEXT.fullmatch(text) or _SET_OTHERWISE.search(text):
        return False
    for character in text:
        file = _file_of(name, character, bold, italic)
        if not face(file).glyph(character):
            return False
    return True


@lru_cache(maxsize=10_000)
def _set(
    name: str, text: str, bold: bool, italic: bool
) -> tuple[tuple[Letter, ...], float]:
    """Return the letters of a text, and its width in units of the typeface."""
    files = [_file_of(name, character, bold, italic) for character in text]
    is_shaped = bool(shapes())
    continues = _continues_run(text) if is_shaped else [True] * len(text)
    letters: list[Letter] = []
    at: float = 0
    start = 0
    for file, run in groupby(files):
        end = start + len(list(run))
        font = face(file)
        unit = ratio(face(FILES[name][bold, italic]).units, font.units)
        has_kerning = is_shaped or not font.kerns_by_shaping
        before = -1
        for glyph, characters in _joined(font, text[start:end], is_shaped):
            if before >= 0 and has_kerning and continues[start]:
                at += font.kern(before, glyph) * unit
            letters.append(Letter(file, glyph, at, characters))
            at += font.advance(glyph) * unit
            before = glyph
            start += len(characters)
    return tuple(letters), at


def ratio(units: int, others: int) -> float:
    """Return the ratio of two units; whole numbers stay whole in the same units."""
    if units == others:
        return 1
    return units / others


def _joined(font: Face, text: str, is_shaped: bool) -> Iterator[tuple[int, str]]:
    """Yield the glyphs of a text and their characters, which may be joined."""
    glyphs = [font.glyph(character) for character in text]
    index = 0
    while index < len(glyphs):
        glyph, count = glyphs[index], 1
        if is_shaped:
            glyph, count = font.ligature(glyphs[index:])
        yield glyph, text[index : index + count]
        index += count


def _continues_run(text: str) -> list[bool]:
    """Return for each character whether it continues a run of one script.

    A character without a script belongs to the script before it, and a closing bracket
    to the script of its opening bracket.
    """
    continues = []
    opened: list[tuple[str, str]] = []
    current = ""
    for character in text:
        before = current
        script = _script(character)
        if script:
            current = script
        elif current and character in _BRACKETS:
            opened.append((_BRACKETS[character], current))
        elif current and character in _BRACKETS.values():
            while opened and opened[-1][0] != character:
                opened.pop()
            if opened:
                _, current = opened[-1]
        continues.append(before in ("", current))
    return continues


def _script(character: str) -> str:
    """Return the script of a letter; empty for any other character."""
    for script, letters in _RUNS.items():
        if letters.match(character):
            return script
    return ""


@cache
def shapes() -> bool | None:
    """Whether the installed matplotlib joins and kerns letters as HarfBuzz does, from
    version 3.11; None without a matplotlib whose files are known.
    """
    folder = package()
    if folder is None:
        return None
    files = FILES[FALLBACK].values()
    if not all(path_of(file).is_file() for file in files):
        return None
    try:
        content = (folder / "_version.py").read_text(encoding="utf-8")
    except OSError:
        return None
    version = re.search(r"version = ['\"](\d+)\.(\d+)", content)
    if version is None:
        return None
    return (int(version[1]), int(version[2])) >= (3, 11)
