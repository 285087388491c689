"""The typefaces of figures that are read without matplotlib: Source Sans 3, which this
package contains, and matplotlib's DejaVu Sans.

Widths and positions of glyphs differ from matplotlib's by less than a hundredth of a
point, so that a figure is the same in all formats. Since version 3.11, matplotlib uses
HarfBuzz to shape text. For the scripts below in these typefaces, HarfBuzz applies
standard ligatures, and it kerns Latin, Greek and Cyrillic letters. Earlier versions of
matplotlib apply only kerning, and only to typefaces with the table ``kern``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import groupby
from typing import NamedTuple, Protocol

from cddiagram._util.lazy import lazy_pattern
from cddiagram.sheet.elements import Sheet, Text
from cddiagram.sheet.font_files import DEFAULT, FALLBACK, FILES, path_of
from cddiagram.sheet.look import FONT_SETS
from cddiagram.sheet.rc import needs_matplotlib, package
from cddiagram.sheet.sfnt import FontFile

#: The letters of each supported script (excluding combining marks) and the characters
#: that are used in all scripts. Soft hyphens, invisible characters, and characters that
#: HarfBuzz decomposes or mirrors are excluded.
_SCRIPTS = {
    "latin": r"A-Za-zªº\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u1e00-\u1eff",
    "greek": r"\u0370-\u0373\u0375-\u0377\u037b-\u037d\u037f\u0386\u0388-\u03e1\u03f0-\u03ff\u1f00-\u1fff",
    "cyrillic": r"\u0400-\u0482\u048a-\u052f",
}
_COMMON = (
    r"\u0020-\u0040\[-`{-~\u00a0-\u00a9\u00ab\u00ac\u00ae-\u00b9\u00bb-\u00bf\u00d7\u00f7"
    r"\u2010-\u2027\u2030-\u205e\u2070\u2074-\u208e\u20a0-\u20b5\u2116\u2122\u2190-\u22ff\u25a0-\u26ff"
)
_TEXT = lazy_pattern(f"[{_COMMON}{''.join(_SCRIPTS.values())}]*")
_RUNS = {script: lazy_pattern(f"[{letters}]") for script, letters in _SCRIPTS.items()}

#: Maps each opening bracket to the closing bracket. HarfBuzz assigns both brackets to
#: the same script.
_BRACKETS = dict(zip("(<[{«‘“‹", ")>]}»’”›", strict=True))
#: HarfBuzz applies further substitutions to Catalan digraphs and to fractions.
_FURTHER_SHAPING = lazy_pattern("[Ll]·[Ll]|\u2044")


class Letter(NamedTuple):
    """A glyph in a string: its font file, its number, its left end in units of the
    typeface, and its characters. A ligature has several characters.
    """

    file: str
    glyph: int
    x: float
    characters: str


class Fonts(Protocol):
    """The fonts that measure the text of a figure: `Typeface`, or
    `cddiagram.sheet.mpl.fonts.InstalledFonts`.
    """

    @property
    def families(self) -> tuple[str, ...]:
        """The names of the font families."""

    def measure(
        self, text: str, size: float, bold: bool = False, italic: bool = False
    ) -> float:
        """Return the width of one line of text in points."""


@dataclass(frozen=True)
class Typeface:
    """A typeface of `FILES`. DejaVu Sans is used for characters that the typeface does
    not contain, and matplotlib measures text that this module cannot typeset.
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
        if not self.can_typeset(text, bold, italic):
            from cddiagram.sheet.mpl.fonts import InstalledFonts

            return InstalledFonts(self.families).measure(text, size, bold, italic)
        _, width = _typeset(self.name, text, bold, italic)
        return width / self.units(bold, italic) * size

    def units(self, bold: bool, italic: bool) -> int:
        """Return the number of units per em."""
        return load_font(FILES[self.name][bold, italic]).units

    def can_typeset(self, text: str, bold: bool, italic: bool) -> bool:
        """Return whether a string can be typeset in the same way as by matplotlib. This
        is true if its scripts are supported and all of its characters have glyphs.
        """
        return _can_typeset(self.name, text, bold, italic)

    def can_typeset_all(self, sheet: Sheet) -> bool:
        """Return whether all text of a sheet can be typeset without matplotlib."""
        texts = [element for element in sheet.elements if isinstance(element, Text)]
        if any(text.math for text in texts):
            return False
        return all(
            self.can_typeset(text.text, text.bold, text.italic) for text in texts
        )

    def letters(self, text: Text) -> tuple[Letter, ...]:
        """Return the letters of a string with their positions."""
        letters, _ = _typeset(self.name, text.text, text.bold, text.italic)
        return letters

    def runs(self, text: Text) -> Iterator[tuple[str, float, list[Letter]]]:
        """Yield runs of letters from the same file: the name of the file, the left end
        in points, and the letters.
        """
        unit = text.size / self.units(text.bold, text.italic)
        for file, run in groupby(self.letters(text), key=lambda letter: letter.file):
            letters = list(run)
            yield file, text.left + letters[0].x * unit, letters


def own_typeface(families: Sequence[str]) -> Typeface | None:
    """Return the typeface of `FILES` with these families, or None if there is no such
    typeface.
    """
    names = [family.lower() for family in families]
    for name in FILES:
        typeface = Typeface(name)
        own_names = [family.lower() for family in typeface.families]
        if names in (own_names, own_names[:1]):
            return typeface
    return None


def fonts_for(font: str | Sequence[str] | None = None, *, math: bool = False) -> Fonts:
    """Return the fonts of a figure. Typefaces of `FILES` do not require matplotlib unless
    there are formulas.

    The settings of matplotlib may replace the default typeface. They are read only if
    matplotlib is loaded, or if the user has a settings file.
    """
    if not math:
        typeface = _requested(font)
        if typeface is not None and _is_usable(typeface):
            return typeface
    from cddiagram.sheet.mpl.fonts import InstalledFonts

    return InstalledFonts(font, math=math)


def _requested(font: str | Sequence[str] | None) -> Typeface | None:
    """Return the requested typeface if it is one of `FILES`."""
    if font is None:
        if needs_matplotlib():
            from cddiagram.sheet.mpl.fonts import InstalledFonts

            return own_typeface(InstalledFonts(None).families)
        return Typeface()
    if isinstance(font, str):
        font = [font]
    families: list[str] = []
    for name in font:
        families += FONT_SETS.get(name, (name,))
    return own_typeface(families)


def _is_usable(typeface: Typeface) -> bool:
    """Return whether the files of a typeface exist and matplotlib would use the same
    files.
    """
    if shapes() is None:
        return False
    if not needs_matplotlib():
        return True
    from cddiagram.sheet.mpl.fonts import files_of

    files = {kind: path_of(file) for kind, file in FILES[typeface.name].items()}
    return files_of(typeface.families) == files


@cache
def load_font(file: str) -> FontFile:
    """Return the font in a file of `FILES`, which is read only once."""
    return FontFile(path_of(file).read_bytes())


def _file_of(name: str, character: str, bold: bool, italic: bool) -> str:
    """Return the font file for a character: the file of the typeface if it contains the
    character, and otherwise the file of the fallback typeface.
    """
    own = FILES[name][bold, italic]
    if load_font(own).glyph(character):
        return own
    return FILES[FALLBACK][bold, italic]


@lru_cache(maxsize=10_000)
def _can_typeset(name: str, text: str, bold: bool, italic: bool) -> bool:
    if not _TEXT.fullmatch(text) or _FURTHER_SHAPING.search(text):
        return False
    for character in text:
        file = _file_of(name, character, bold, italic)
        if not load_font(file).glyph(character):
            return False
    return True


@lru_cache(maxsize=10_000)
def _typeset(
    name: str, text: str, bold: bool, italic: bool
) -> tuple[tuple[Letter, ...], float]:
    """Return the letters of a string, and its width in units of the typeface."""
    files = [_file_of(name, character, bold, italic) for character in text]
    is_shaped = bool(shapes())
    may_kern = [True] * len(text)
    if is_shaped:
        may_kern = _continues_script(text)
    letters: list[Letter] = []
    at: float = 0
    index = 0
    for file, run in groupby(files):
        end = index + len(list(run))
        font = load_font(file)
        unit = ratio(load_font(FILES[name][bold, italic]).units, font.units)
        has_kerning = is_shaped or not font.kerns_by_shaping
        glyph_before = None
        for glyph, characters in _glyphs(font, text[index:end], is_shaped):
            if glyph_before is not None and has_kerning and may_kern[index]:
                at += font.kern(glyph_before, glyph) * unit
            letters.append(Letter(file, glyph, at, characters))
            at += font.advance(glyph) * unit
            glyph_before = glyph
            index += len(characters)
    return tuple(letters), at


def ratio(units: int, others: int) -> float:
    """Return the ratio of two numbers of units per em. The ratio of equal numbers is
    the integer 1, so that products with it remain integers.
    """
    if units == others:
        return 1
    return units / others


def _glyphs(font: FontFile, text: str, is_shaped: bool) -> Iterator[tuple[int, str]]:
    """Yield the glyphs of a string and their characters, with ligatures if the text is
    shaped.
    """
    glyphs = [font.glyph(character) for character in text]
    index = 0
    while index < len(glyphs):
        glyph, count = glyphs[index], 1
        if is_shaped:
            glyph, count = font.ligature(glyphs[index:])
        yield glyph, text[index : index + count]
        index += count


def _continues_script(text: str) -> list[bool]:
    """Return, for each character, whether it has the same script as the character
    before it.

    A character without a script has the script of the preceding character, and a
    closing bracket has the script of its opening bracket.
    """
    continues = []
    # For each open bracket, the list contains the closing bracket and the script of the
    # bracket.
    open_brackets: list[tuple[str, str]] = []
    current = ""
    for character in text:
        before = current
        script = _script(character)
        if script:
            current = script
        elif current and character in _BRACKETS:
            open_brackets.append((_BRACKETS[character], current))
        elif current and character in _BRACKETS.values():
            while open_brackets and open_brackets[-1][0] != character:
                open_brackets.pop()
            if open_brackets:
                _, current = open_brackets[-1]
        continues.append(before in ("", current))
    return continues


def _script(character: str) -> str:
    """Return the script of a letter, or an empty string for any other character."""
    for script, letters in _RUNS.items():
        if letters.match(character):
            return script
    return ""


@cache
def shapes() -> bool | None:
    """Return whether the installed matplotlib shapes text with HarfBuzz, which requires
    version 3.11. Return None if no matplotlib with the expected files is installed.
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
