"""Which font a figure is set in, and how wide a text is in it.

Widths are the font's own advance widths without hinting, so a layout is the same for
every format and resolution.
"""

from __future__ import annotations

import contextlib
import functools
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

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
from cddiagram.sheet.look import FONT_SETS
from cddiagram.text import Option, Phrase, UsageError, joined, nearest

#: Comes last in every list of families: it ships with matplotlib and has most
#: characters.
FALLBACK = "DejaVu Sans"

_GENERIC = ("sans-serif", "serif", "monospace", "cursive", "fantasy")

#: How a file begins that PDF and EPS embed as TrueType: outlines of PostScript (OTTO)
#: are no TrueType, and of a collection (ttcf) matplotlib knows one face only.
_TRUETYPE = (b"\x00\x01\x00\x00", b"true")

#: Size at which widths are measured; they scale with the size because nothing is
#: hinted.
_EM = 100.0


class InstalledFonts:
    """The fonts of one figure: a family, and behind it DejaVu Sans for each character
    that the family lacks.

    `font` is a family or several, None the rc family. Generic families (``"serif"``)
    stand for the first installed family of the rc list of that name, those of
    `FONT_SETS` for one of theirs. With `math` ``$...$`` is mathtext; otherwise it is
    literal.
    """

    def __init__(
        self, font: str | Sequence[str] | None = None, *, math: bool = False
    ) -> None:
        self.families = _resolved(font)
        self.math = math

    def measure(
        self, text: str, size: float, bold: bool = False, italic: bool = False
    ) -> float:
        """Return the width of one line of `text` in points; refuse what is not valid
        mathtext.
        """
        return self._width(text, bold, italic) / _EM * size

    def properties(
        self, size: float, bold: bool = False, italic: bool = False
    ) -> FontProperties:
        """Return matplotlib's description of the font; a family without a bold face
        (cmr10) stays regular.
        """
        return FontProperties(
            family=list(self.families),
            size=size,
            weight="bold" if bold and _has_bold(self.families[0]) else "normal",
            style="italic" if italic else "normal",
            variant="normal",
            stretch="normal",
        )

    def missing(self, texts: Iterable[str]) -> tuple[str, ...]:
        """List the characters for which no font in use has a glyph, in order of
        appearance.
        """
        known = _characters(self.families)
        found = dict.fromkeys(character for text in texts for character in text)
        return tuple(c for c in found if ord(c) not in known and not _invisible(c))

    def _width(self, text: str, bold: bool, italic: bool) -> float:
        text, is_math = as_set(text, math=self.math)
        font = self.properties(_EM, bold, italic)
        if not is_math:
            # Figures of one session have the same names; the number of fonts tells
            # apart what was added meanwhile.
            return _literal_width(text, font, len(fontManager.ttflist))
        try:
            return set_width(text, font, is_math=True)
        except ValueError as error:
            reason = str(error).strip().splitlines()[-1]
            wrong = (
                f"'{text}' is not valid mathtext ({reason}): correct it or leave out "
            )
            raise UsageError(wrong, Option("math", True), ".") from None


def files_of(font: str | Sequence[str] | None) -> dict[tuple[bool, bool], Path]:
    """Return the file of each face of the first family of some: bold or not, italic or
    not.
    """
    fonts = InstalledFonts(font)
    kinds = [(bold, italic) for bold in (False, True) for italic in (False, True)]
    return {
        kind: Path(fontManager.findfont(fonts.properties(_EM, *kind))) for kind in kinds
    }


def is_mathtext(text: str) -> bool:
    """Whether a text has a ``$...$`` part."""
    return bool(cbook.is_math_text(text))


def as_set(text: str, *, math: bool) -> tuple[str, bool]:
    """Return a text as matplotlib's `Text` sets it, and whether that is mathtext."""
    is_math = math and is_mathtext(text)
    return text.replace(r"\$", "$") if math and not is_math else text, is_math


@contextmanager
def quiet_about_glyphs() -> Iterator[None]:
    """Silence matplotlib's own warning about missing glyphs: the figure gives one that
    names the remedy.
    """
    with ignored(r"(?s)Glyph .* missing", UserWarning):
        yield


def glyph_warning(characters: Sequence[str], families: Sequence[str]) -> Phrase:
    """Return the warning about characters without a glyph; a family of the machine that
    has all of them is named.
    """
    named = ", ".join(f"'{c}' (U+{ord(c):04X})" for c in characters[:8])
    more = f" and {len(characters) - 8} more" if len(characters) > 8 else ""
    family = _family_with(characters)
    instance = "" if family is None else f", for instance '{family}'"
    lacking = (
        f"no glyph for {named}{more} in {', '.join(families)}: name a family that has "
        "them ("
    )
    return Phrase(lacking, Option("font"), f"){instance}.")


def _family_with(characters: Sequence[str]) -> str | None:
    """Name the first family in the alphabet whose plain face has all the characters, of
    all fonts on the machine.
    """
    found = set()
    for path in {*(entry.fname for entry in fontManager.ttflist), *findSystemFonts()}:
        with contextlib.suppress(
            Exception
        ):  # files that are no fonts, as matplotlib passes over them
            face = FT2Font(path)
            # A font of last resort has boxes for all characters; one of bitmaps (emoji)
            # cannot be drawn.
            drawable = (
                face.scalable
                and "lastresort" not in face.family_name.lower().replace(" ", "")
            )
            if (
                drawable
                and not face.style_flags
                and all(face.get_char_index(ord(c)) for c in characters)
            ):
                found.add(face.family_name)
    return min(found, default=None)


@functools.lru_cache(maxsize=10_000)
def _literal_width(text: str, font: FontProperties, fonts: int) -> float:
    return set_width(text, font, is_math=False)


def set_width(text: str, font: FontProperties, *, is_math: bool) -> float:
    """Return the width of a text that is set now, in points."""
    with quiet_about_glyphs():
        return float(_measurer().get_text_width_height_descent(text, font, is_math)[0])


_measurer = functools.cache(TextToPath)


def _resolved(font: str | Sequence[str] | None) -> tuple[str, ...]:
    """Return the installed families, in order, each once, the fallback last."""
    asked = mpl.rcParams["font.family"] if font is None else font
    names = [asked] if isinstance(asked, str) else list(asked)
    found = installed_families(names)
    if font is not None and not found:
        _look_again()
        found = installed_families(names)
    if font is not None and not found:
        raise UsageError(_not_installed(names, _installed().values()))
    return tuple(
        dict.fromkeys([*(name for name in found if name != FALLBACK), FALLBACK])
    )


def installed_families(names: Iterable[str]) -> list[str]:
    """Return the installed families among the names; those that stand for a list become
    the first installed of it.
    """
    installed = _installed()
    found: list[str] = []
    for name in names:
        candidates = (
            mpl.rcParams[cast(Any, f"font.{name}")]
            if name in _GENERIC
            else FONT_SETS.get(name, [name])
        )
        here = (installed[c.lower()] for c in candidates if c.lower() in installed)
        first = next(
            (family for family in here if name not in FONT_SETS or _embeddable(family)),
            None,
        )
        if first is not None:
            found.append(first)
    return found


def _look_again() -> None:
    """Tell matplotlib about fonts that were installed after it made its list, which it
    keeps from run to run.
    """
    known = {entry.fname for entry in fontManager.ttflist}
    for path in findSystemFonts():
        if path not in known:
            with contextlib.suppress(
                Exception
            ):  # files that are no fonts, as matplotlib passes over them
                fontManager.addfont(path)


def _embeddable(family: str) -> bool:
    """Whether all faces of a family are files that every format can embed."""

    def begins(path: str) -> bytes:
        with (
            contextlib.suppress(OSError),
            open(path, "rb") as file,
        ):  # it may be gone since
            return file.read(4)
        return b""

    return all(
        begins(entry.fname) in _TRUETYPE
        for entry in fontManager.ttflist
        if entry.name == family
    )


def _not_installed(names: Sequence[str], installed: Iterable[str]) -> Phrase | str:
    if len(names) == 1 and names[0] in FONT_SETS:
        families = joined(FONT_SETS[names[0]])
        said = (
            f" '{names[0]}' is {families}, and none is installed as TrueType: install "
            "one, or leave it out for "
        )
        return Phrase(Option("font"), said, f"{FALLBACK}.")
    if len(names) != 1:
        return (
            f"none of the fonts {', '.join(repr(name) for name in names)} is "
            "installed: name one that is."
        )
    missing = f"the font '{names[0]}' is not installed: "
    alike = [
        key
        for key, families in FONT_SETS.items()
        if names[0].lower() in map(str.lower, (key, *families))
    ]
    if alike and (found := installed_families(alike)):
        return Phrase(
            missing, "pass ", Option("font", alike[0]), f", which is {found[0]} here."
        )
    near = nearest(names[0], installed)
    return (
        f"{missing}did you mean '{near}'?"
        if near
        else f"{missing}name a family that is, for instance 'DejaVu Sans'."
    )


def _installed() -> dict[str, str]:
    """Lower-case name -> name of each family that matplotlib knows."""
    names = sorted({entry.name for entry in fontManager.ttflist})
    return {name.lower(): name for name in names}


@functools.cache
def _has_bold(family: str) -> bool:
    faces = [entry.weight for entry in fontManager.ttflist if entry.name == family]
    return any(
        weight == "bold" or (isinstance(weight, int) and weight >= 600)
        for weight in faces
    )


@functools.cache
def _characters(families: tuple[str, ...]) -> frozenset[int]:
    """Code points that at least one of the families has."""
    paths = [fontManager.findfont(FontProperties(family=[name])) for name in families]
    return frozenset(code for path in paths for code in get_font(path).get_charmap())


def _invisible(character: str) -> bool:
    """Whether a character has no glyph by nature: controls, joiners, variation
    selectors.
    """
    return unicodedata.category(character) in (
        "Cc",
        "Cf",
    ) or "VARIATION SELECTOR" in unicodedata.name(character, "")
