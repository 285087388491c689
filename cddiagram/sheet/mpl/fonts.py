"""The installed fonts of a figure, and the widths of strings.

Widths are the font's own advance widths without hinting, so that a layout is the same
for every format and resolution.
"""

from __future__ import annotations

import contextlib
import functools
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import Any, Literal, cast

import matplotlib as mpl
from matplotlib import cbook
from matplotlib.font_manager import (
    FontProperties,
    findSystemFonts,
    fontManager,
    get_font,
)
from matplotlib.ft2font import FT2Font
from matplotlib.textpath import TextToPath

from cddiagram._util import ignored
from cddiagram.sheet.font_files import DEFAULT, FALLBACK, FILES, path_of
from cddiagram.sheet.look import FONT_SETS
from cddiagram.text import Option, Phrase, UsageError, joined, nearest

_GENERIC = ("sans-serif", "serif", "monospace", "cursive", "fantasy")

#: The first bytes of TrueType fonts, which PDF and EPS files can embed. Fonts with
#: PostScript outlines (OTTO) are not TrueType, and matplotlib reads only the first font
#: of a collection (ttcf).
_TRUETYPE = (b"\x00\x01\x00\x00", b"true")

#: Text widths are measured at this font size. Without hinting, the width of text is
#: proportional to the font size.
_EM = 100.0


class InstalledFonts:
    """The fonts of one figure: one or several families, and DejaVu Sans for characters
    that they do not contain.

    Parameters
    ----------
    font : str or sequence of str, optional
        The names of families. A generic family, such as ``"serif"``, is resolved to the
        first installed family in the rc list with this name. A name in `FONT_SETS` is
        resolved to the first installed family in its list. By default, the default
        typeface is used, or the family in the rc settings if they have been changed.
    math : bool, default False
        Whether ``$...$`` is mathtext. Otherwise it is printed literally.
    """

    def __init__(
        self, font: str | Sequence[str] | None = None, *, math: bool = False
    ) -> None:
        self.families = _resolved(font)
        self.math = math

    def measure(
        self, text: str, size: float, bold: bool = False, italic: bool = False
    ) -> float:
        """Return the width of one line of `text` in points.

        Raises
        ------
        UsageError
            If the text is not valid mathtext.
        """
        return self._width(text, bold, italic) / _EM * size

    def properties(
        self, size: float, bold: bool = False, italic: bool = False
    ) -> FontProperties:
        """Return matplotlib's properties of the font. The weight is normal instead of
        bold if the family has no bold font (for example, cmr10).
        """
        weight = "normal"
        if bold and _has_bold(self.families[0]):
            weight = "bold"
        style: Literal["italic", "normal"] = "normal"
        if italic:
            style = "italic"
        return FontProperties(
            family=list(self.families),
            size=size,
            weight=weight,
            style=style,
            variant="normal",
            stretch="normal",
        )

    def missing(self, texts: Iterable[str]) -> tuple[str, ...]:
        """Return the characters in strings for which no family has a glyph, in order of
        appearance.
        """
        available = _characters(self.families)
        missing = []
        for character in dict.fromkeys("".join(texts)):
            if ord(character) not in available and not _invisible(character):
                missing.append(character)
        return tuple(missing)

    def _width(self, text: str, bold: bool, italic: bool) -> float:
        """Return the width of text at the size `_EM`."""
        text, is_math = parse_dollars(text, math=self.math)
        font = self.properties(_EM, bold, italic)
        if not is_math:
            # The widths are cached, because figures in a session often contain the same
            # names. The cache key includes the number of fonts, so that the cache
            # becomes invalid if fonts are added.
            return _literal_width(text, font, len(fontManager.ttflist))
        try:
            return measure_width(text, font, is_math=True)
        except ValueError as error:
            reason = str(error).strip().splitlines()[-1]
            problem = (
                f"'{text}' is not valid mathtext ({reason}). Correct it or leave out "
            )
            raise UsageError(problem, Option("math", True), ".") from None


def files_of(font: str | Sequence[str] | None) -> dict[tuple[bool, bool], Path]:
    """Return the font files of the first family, by (bold, italic)."""
    fonts = InstalledFonts(font)
    files = {}
    for kind in product((False, True), repeat=2):
        bold, italic = kind
        properties = fonts.properties(_EM, bold, italic)
        files[bold, italic] = Path(fontManager.findfont(properties))
    return files


def is_mathtext(text: str) -> bool:
    """Return whether a string contains ``$...$``."""
    return bool(cbook.is_math_text(text))


def parse_dollars(text: str, *, math: bool) -> tuple[str, bool]:
    """Return a string as matplotlib's `Text` draws it, and whether it is mathtext."""
    is_math = math and is_mathtext(text)
    if math and not is_math:
        text = text.replace(r"\$", "$")
    return text, is_math


@contextmanager
def quiet_about_glyphs() -> Iterator[None]:
    """Silence matplotlib's warning about missing glyphs. The warning of
    `glyph_warning`, which suggests a remedy, is issued instead.
    """
    with ignored(r"(?s)Glyph .* missing", UserWarning):
        yield


def glyph_warning(characters: Sequence[str], families: Sequence[str]) -> Phrase:
    """Return the warning about characters without a glyph. It recommends an installed
    family that contains all of them, if there is one.
    """
    codes = ", ".join(f"'{c}' (U+{ord(c):04X})" for c in characters[:8])
    if len(characters) > 8:
        codes += f" and {len(characters) - 8} more"
    family = _family_with(characters)
    instance = ""
    if family is not None:
        instance = f", for example '{family}'"
    problem = (
        f"no glyph for {codes} in {', '.join(families)}. Choose a family that contains "
        "them ("
    )
    return Phrase(problem, Option("font"), f"){instance}.")


def _family_with(characters: Sequence[str]) -> str | None:
    """Return the alphabetically first installed family whose regular font contains all
    the characters.
    """
    paths = {entry.fname for entry in fontManager.ttflist}
    families = set()
    for path in paths.union(findSystemFonts()):
        # Like matplotlib, this code ignores files that are not fonts.
        with contextlib.suppress(Exception):
            font = FT2Font(path)
            if _can_draw(font, characters):
                families.add(font.family_name)
    return min(families, default=None)


def _can_draw(font: FT2Font, characters: Sequence[str]) -> bool:
    """Return whether a font is regular and can draw all the characters."""
    # Bitmap fonts, such as emoji fonts, cannot be drawn.
    if not font.scalable or font.style_flags:
        return False
    # In the LastResort font, every character is a box.
    if "lastresort" in font.family_name.lower().replace(" ", ""):
        return False
    return all(font.get_char_index(ord(character)) for character in characters)


@functools.lru_cache(maxsize=10_000)
def _literal_width(text: str, font: FontProperties, fonts: int) -> float:
    return measure_width(text, font, is_math=False)


def measure_width(text: str, font: FontProperties, *, is_math: bool) -> float:
    """Return the width of text in points, without a cache."""
    with quiet_about_glyphs():
        width, _, _ = _measurer().get_text_width_height_descent(text, font, is_math)
    return float(width)


_measurer = functools.cache(TextToPath)


def _resolved(font: str | Sequence[str] | None) -> tuple[str, ...]:
    """Return the installed families of a font option, without duplicates and with the
    fallback at the end.
    """
    families = _requested_families(font)
    others = [name for name in families if name != FALLBACK]
    return tuple(dict.fromkeys([*others, FALLBACK]))


def _default_names() -> Sequence[str]:
    """Return the default typeface, or the families of the rc settings if they have been
    changed.
    """
    if _has_default_fonts():
        return [DEFAULT]
    names = mpl.rcParams["font.family"]
    if isinstance(names, str):
        return [names]
    return list(names)


def _requested_families(font: str | Sequence[str] | None) -> list[str]:
    """Return the installed families among the requested ones, or the default families.

    Raises
    ------
    UsageError
        If no requested family is installed.
    """
    if font is None:
        return installed_families(_default_names())
    if isinstance(font, str):
        font = [font]
    families = installed_families(font)
    if not families:
        _look_again()
        families = installed_families(font)
    if not families:
        raise UsageError(_not_installed(font, _installed().values()))
    return families


def _has_default_fonts() -> bool:
    """Return whether the rc settings of the font are the defaults."""
    now: Any = mpl.rcParams
    others: Any = mpl.rcParamsDefault
    return all(now[name] == others[name] for name in ("font.family", "font.sans-serif"))


def installed_families(names: Iterable[str]) -> list[str]:
    """Return the installed families among the names. The name of a list of families is
    replaced with the first installed family of the list.
    """
    installed = _installed()
    families: list[str] = []
    for name in names:
        candidates = FONT_SETS.get(name, [name])
        if name in _GENERIC:
            candidates = mpl.rcParams[cast(Any, f"font.{name}")]
        for candidate in candidates:
            family = installed.get(candidate.lower())
            if family is None:
                continue
            if name not in FONT_SETS or _embeddable(family):
                families.append(family)
                break
    return families


def _look_again() -> None:
    """Add recently installed fonts to matplotlib's list of fonts, which matplotlib
    stores between runs.
    """
    listed = {entry.fname for entry in fontManager.ttflist}
    for path in findSystemFonts():
        if path not in listed:
            # Like matplotlib, this code ignores files that are not fonts.
            with contextlib.suppress(Exception):
                fontManager.addfont(path)


def _embeddable(family: str) -> bool:
    """Return whether all formats can embed all fonts of a family."""
    for entry in fontManager.ttflist:
        if entry.name == family and _first_bytes(entry.fname) not in _TRUETYPE:
            return False
    return True


def _first_bytes(path: str) -> bytes:
    """Return the first four bytes of a file, or no bytes if the file cannot be read."""
    try:
        with open(path, "rb") as file:
            return file.read(4)
    except OSError:
        return b""


def _not_installed(names: Sequence[str], installed: Iterable[str]) -> Phrase | str:
    """Return the error message for fonts that are not installed."""
    if len(names) != 1:
        listed = ", ".join(map(repr, names))
        return f"none of the fonts {listed} is installed. Choose an installed font."
    (name,) = names
    if name in FONT_SETS:
        problem = (
            f" '{name}' denotes {joined(FONT_SETS[name])}, but none of these typefaces "
            "is installed as a TrueType font. Install one of them, or omit this option."
        )
        return Phrase(Option("font"), problem)
    problem = f"the font '{name}' is not installed. "
    alike = []
    for key, families in FONT_SETS.items():
        if name.lower() in map(str.lower, (key, *families)):
            alike.append(key)
    if alike and (substitutes := installed_families(alike)):
        remedy = Option("font", alike[0])
        return Phrase(problem, "Pass ", remedy, f", which is {substitutes[0]} here.")
    near = nearest(name, installed)
    if near:
        return f"{problem}Did you mean '{near}'?"
    return f"{problem}Choose an installed family, for example 'DejaVu Sans'."


def _installed() -> dict[str, str]:
    """Return the family names in matplotlib's list of fonts, by lower-case name."""
    _add_own_files()
    names = sorted({entry.name for entry in fontManager.ttflist})
    return {name.lower(): name for name in names}


def _add_own_files() -> None:
    """Add the default typeface to matplotlib's list of fonts, before other files of the
    same family.
    """
    entries = fontManager.ttflist
    paths = {entry.fname for entry in entries}
    for path in map(path_of, FILES[DEFAULT].values()):
        if str(path) not in paths:
            fontManager.addfont(path)
            entries.insert(0, entries.pop())


_add_own_files()


@functools.cache
def _has_bold(family: str) -> bool:
    """Return whether a family has a bold font."""
    for entry in fontManager.ttflist:
        if entry.name == family:
            weight = entry.weight
            if weight == "bold" or (isinstance(weight, int) and weight >= 600):
                return True
    return False


@functools.cache
def _characters(families: tuple[str, ...]) -> frozenset[int]:
    """Return the code points of all characters that the families contain."""
    codes: set[int] = set()
    for name in families:
        path = fontManager.findfont(FontProperties(family=[name]))
        codes.update(get_font(path).get_charmap())
    return frozenset(codes)


def _invisible(character: str) -> bool:
    """Return whether a character has no visible form: controls, joiners, variation
    selectors.
    """
    if unicodedata.category(character) in ("Cc", "Cf"):
        return True
    return "VARIATION SELECTOR" in unicodedata.name(character, "")
