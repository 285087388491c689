"""The installed fonts of a figure, and the widths of texts.

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

#: The first bytes of files that PDF and EPS embed as TrueType. Outlines of PostScript
#: (OTTO) are not TrueType, and matplotlib knows only one face of a collection (ttcf).
_TRUETYPE = (b"\x00\x01\x00\x00", b"true")

#: Size at which widths are measured. They scale with the size, because hinting
#: is off.
_EM = 100.0


class InstalledFonts:
    """The fonts of one figure: a family, and DejaVu Sans for each character that the
    family lacks.

    `font` is a family or several. None is the default typeface, or the rc family if a
    setting of fonts has been changed. A generic family
    (``"serif"``) is the first installed family of the rc list of that name, and a name
    of `FONT_SETS` the first one of its list. With `math`, ``$...$`` is mathtext;
    otherwise it is literal.
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
        """Return matplotlib's description of the font. A family without a bold face
        (cmr10) stays regular.
        """
        weight = "bold" if bold and _has_bold(self.families[0]) else "normal"
        style: Literal["italic", "normal"] = "italic" if italic else "normal"
        return FontProperties(
            family=list(self.families),
            size=size,
            weight=weight,
            style=style,
            variant="normal",
            stretch="normal",
        )

    def missing(self, texts: Iterable[str]) -> tuple[str, ...]:
        """Return the characters for which no font in use has a glyph, in order of
        appearance.
        """
        available = _characters(self.families)
        missing = []
        for character in dict.fromkeys("".join(texts)):
            if ord(character) not in available and not _invisible(character):
                missing.append(character)
        return tuple(missing)

    def _width(self, text: str, bold: bool, italic: bool) -> float:
        text, is_math = as_set(text, math=self.math)
        font = self.properties(_EM, bold, italic)
        if not is_math:
            # The figures of a session have the same names. The number of fonts changes
            # if fonts were added meanwhile.
            return _literal_width(text, font, len(fontManager.ttflist))
        try:
            return set_width(text, font, is_math=True)
        except ValueError as error:
            reason = str(error).strip().splitlines()[-1]
            problem = (
                f"'{text}' is not valid mathtext ({reason}). Correct it or leave out "
            )
            raise UsageError(problem, Option("math", True), ".") from None


def files_of(font: str | Sequence[str] | None) -> dict[tuple[bool, bool], Path]:
    """Return the file of each face, (bold, italic), of the first of some families."""
    fonts = InstalledFonts(font)
    files = {}
    for kind in product((False, True), repeat=2):
        bold, italic = kind
        properties = fonts.properties(_EM, bold, italic)
        files[bold, italic] = Path(fontManager.findfont(properties))
    return files


def is_mathtext(text: str) -> bool:
    """Whether a text has a ``$...$`` part."""
    return bool(cbook.is_math_text(text))


def as_set(text: str, *, math: bool) -> tuple[str, bool]:
    """Return a text as matplotlib's `Text` sets it, and whether it is mathtext."""
    is_math = math and is_mathtext(text)
    if math and not is_math:
        text = text.replace(r"\$", "$")
    return text, is_math


@contextmanager
def quiet_about_glyphs() -> Iterator[None]:
    """Silence matplotlib's own warning about missing glyphs; the warning of the figure
    names the remedy.
    """
    with ignored(r"(?s)Glyph .* missing", UserWarning):
        yield


def glyph_warning(characters: Sequence[str], families: Sequence[str]) -> Phrase:
    """Return the warning about characters without a glyph. It names an installed family
    that has all of them, if there is one.
    """
    codes = ", ".join(f"'{c}' (U+{ord(c):04X})" for c in characters[:8])
    if len(characters) > 8:
        codes += f" and {len(characters) - 8} more"
    family = _family_with(characters)
    instance = "" if family is None else f", for instance '{family}'"
    problem = (
        f"no glyph for {codes} in {', '.join(families)}. Name a family that has them ("
    )
    return Phrase(problem, Option("font"), f"){instance}.")


def _family_with(characters: Sequence[str]) -> str | None:
    """Return the alphabetically first family on the machine whose regular face has all
    the characters.
    """
    families = set()
    for path in {*(entry.fname for entry in fontManager.ttflist), *findSystemFonts()}:
        # Like matplotlib, this ignores files that are not fonts.
        with contextlib.suppress(Exception):
            face = FT2Font(path)
            if _can_draw(face, characters):
                families.add(face.family_name)
    return min(families, default=None)


def _can_draw(face: FT2Font, characters: Sequence[str]) -> bool:
    """Whether a face is a regular one that can draw all the characters."""
    # Bitmap fonts (emoji) cannot be drawn.
    if not face.scalable or face.style_flags:
        return False
    # A font of last resort has boxes for all characters.
    if "lastresort" in face.family_name.lower().replace(" ", ""):
        return False
    return all(face.get_char_index(ord(character)) for character in characters)


@functools.lru_cache(maxsize=10_000)
def _literal_width(text: str, font: FontProperties, fonts: int) -> float:
    return set_width(text, font, is_math=False)


def set_width(text: str, font: FontProperties, *, is_math: bool) -> float:
    """Return the width of a text in points, without a cache."""
    with quiet_about_glyphs():
        width, _, _ = _measurer().get_text_width_height_descent(text, font, is_math)
    return float(width)


_measurer = functools.cache(TextToPath)


def _resolved(font: str | Sequence[str] | None) -> tuple[str, ...]:
    """Return the installed families, in order, each once, the fallback last."""
    names: str | Sequence[str] = mpl.rcParams["font.family"] if font is None else font
    if font is None and _has_default_fonts():
        names = DEFAULT
    names = [names] if isinstance(names, str) else list(names)
    families = installed_families(names)
    if font is not None and not families:
        _look_again()
        families = installed_families(names)
    if font is not None and not families:
        raise UsageError(_not_installed(names, _installed().values()))
    own = [name for name in families if name != FALLBACK]
    return tuple(dict.fromkeys([*own, FALLBACK]))


def _has_default_fonts() -> bool:
    """Whether the settings of matplotlib for the default typeface are unchanged."""
    now: Any = mpl.rcParams
    others: Any = mpl.rcParamsDefault
    return all(now[name] == others[name] for name in ("font.family", "font.sans-serif"))


def installed_families(names: Iterable[str]) -> list[str]:
    """Return the installed families among the names. A name of a list of families
    becomes the first installed family of the list.
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
    """Make matplotlib find fonts that were installed after it made its list of fonts,
    which it keeps between runs.
    """
    listed = {entry.fname for entry in fontManager.ttflist}
    for path in findSystemFonts():
        if path not in listed:
            # Like matplotlib, this ignores files that are not fonts.
            with contextlib.suppress(Exception):
                fontManager.addfont(path)


def _embeddable(family: str) -> bool:
    """Whether all faces of a family are files that every format can embed."""
    for entry in fontManager.ttflist:
        if entry.name == family and _first_bytes(entry.fname) not in _TRUETYPE:
            return False
    return True


def _first_bytes(path: str) -> bytes:
    """Return the first four bytes of a file; none if it does not exist any more."""
    try:
        with open(path, "rb") as file:
            return file.read(4)
    except OSError:
        return b""


def _not_installed(names: Sequence[str], installed: Iterable[str]) -> Phrase | str:
    """Return the error about fonts of which none is installed."""
    if len(names) != 1:
        listed = ", ".join(map(repr, names))
        return f"none of the fonts {listed} is installed. Name one that is."
    (name,) = names
    if name in FONT_SETS:
        problem = (
            f" '{name}' is {joined(FONT_SETS[name])}, but none is installed as "
            f"TrueType. Install one, or leave it out for {FALLBACK}."
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
    return f"{problem}Name a family that is, for instance 'DejaVu Sans'."


def _installed() -> dict[str, str]:
    """Lower-case name -> name of each family that matplotlib knows."""
    _add_own_files()
    names = sorted({entry.name for entry in fontManager.ttflist})
    return {name.lower(): name for name in names}


def _add_own_files() -> None:
    """Make matplotlib find the default typeface of this package, before any other file
    of the same family.
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
    """Whether a family has a bold face."""
    for entry in fontManager.ttflist:
        if entry.name == family:
            weight = entry.weight
            if weight == "bold" or (isinstance(weight, int) and weight >= 600):
                return True
    return False


@functools.cache
def _characters(families: tuple[str, ...]) -> frozenset[int]:
    """Return the code points that at least one of the families has."""
    codes: set[int] = set()
    for name in families:
        path = fontManager.findfont(FontProperties(family=[name]))
        codes.update(get_font(path).get_charmap())
    return frozenset(codes)


def _invisible(character: str) -> bool:
    """Whether a character has no glyph by nature: controls, joiners, variation
    selectors.
    """
    if unicodedata.category(character) in ("Cc", "Cf"):
        return True
    return "VARIATION SELECTOR" in unicodedata.name(character, "")
