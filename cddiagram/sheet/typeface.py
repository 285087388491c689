"""The default face, DejaVu Sans as matplotlib brings it, read without matplotlib:
widths, and which glyph stands where.

Letters are chosen and placed as matplotlib does, to less than a hundredth of a point,
so that a figure is the same in all formats. From 3.11 on it shapes texts with HarfBuzz,
of whose work two things touch these scripts in this face: five ligatures, and kerning,
which the font states for Latin, Greek and Cyrillic. Before, there is kerning alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
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

#: The character of a ligature -> the letters that it joins.
LIGATURES = {
    "\ufb00": "ff",
    "\ufb01": "fi",
    "\ufb02": "fl",
    "\ufb03": "ffi",
    "\ufb04": "ffl",
}
_JOINED = {letters: character for character, letters in LIGATURES.items()}
_LIGATURE = re.compile("ff[il]|f[fil]")
#: Letters of the three scripts, without marks that join the letter before; and what
#: stands between letters of any script (no soft hyphen, no invisible characters, none
#: that HarfBuzz takes apart or turns around).
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

#: A text set in a face: its glyphs, where each begins, in font units, and the character
#: (or ligature) it stands for.
Placed = tuple[tuple[int, int, str], ...]


class Fonts(Protocol):
    """What a figure is measured with: this module's, or
    `cddiagram.sheet.mpl.fonts.Fonts`.
    """

    @property
    def families(self) -> tuple[str, ...]:
        """The families of the texts."""

    def measure(
        self, text: str, size: float, bold: bool = False, italic: bool = False
    ) -> float:
        """Return the width of one line of text in points."""


class Typeface:
    """The default face as the fonts of a figure; what it cannot set itself is measured
    by matplotlib.
    """

    families = (FAMILY,)

    def measure(
        self, text: str, size: float, bold: bool = False, italic: bool = False
    ) -> float:
        """Return the width of one line of text in points."""
        if not sets(text, bold, italic):
            from cddiagram.sheet.mpl.fonts import InstalledFonts

            return InstalledFonts(FAMILY).measure(text, size, bold, italic)
        return _set(text, bold, italic)[1] / face(bold, italic).units * size


def fonts_for(font: str | Sequence[str] | None = None, *, math: bool = False) -> Fonts:
    """Return the fonts of a figure: the default face without matplotlib where it is
    that, and no formula is asked for.

    Which face is the default one is a setting of matplotlib: it is asked where it is
    loaded, or where the user has settings of his own.
    """
    if (
        font is None
        and not math
        and ligatures() is not None
        and not (needs_matplotlib() and not _is_default())
    ):
        return Typeface()
    from cddiagram.sheet.mpl.fonts import InstalledFonts

    return InstalledFonts(font, math=math)


def _is_default() -> bool:
    """Whether matplotlib's settings ask for the faces that it brings, and finds them
    there.
    """
    from cddiagram.sheet.mpl.fonts import files_of

    return files_of(None) == {file: path(*file) for file in FILES}


def path(bold: bool, italic: bool) -> Path:
    """Return the file of a face."""
    folder = package()
    assert folder is not None, "asked only where `ligatures` knows the package"
    return folder / "mpl-data" / "fonts" / "ttf" / f"{FILES[bold, italic]}.ttf"


@cache
def face(bold: bool, italic: bool) -> Face:
    """Return a face, read once."""
    return Face(path(bold, italic).read_bytes())


def sets_all(sheet: Sheet) -> bool:
    """Whether every text of a sheet can be set without matplotlib."""
    return all(
        sets(e.text, e.bold, e.italic) and not e.math
        for e in sheet.elements
        if isinstance(e, Text)
    )


@lru_cache(maxsize=10_000)
def sets(text: str, bold: bool, italic: bool) -> bool:
    """Whether a text is set as matplotlib sets it: known scripts, and every letter in
    the face.
    """
    return bool(_TEXT.fullmatch(text)) and all(map(face(bold, italic).glyph, text))


@lru_cache(maxsize=10_000)
def _set(text: str, bold: bool, italic: bool) -> tuple[Placed, int]:
    """Return the glyphs of a text, and its width in font units."""
    font = face(bold, italic)
    joined = bool(ligatures())
    if joined:
        text = _LIGATURE.sub(lambda found: _JOINED[found[0]], text)
    found, at, before, runs = [], 0, -1, _runs(text) if joined else [True] * len(text)
    for character, kerned in zip(text, runs, strict=True):
        glyph = font.glyph(character)
        at += font.kern(before, glyph) if before >= 0 and kerned else 0
        found.append((glyph, at, character))
        at += font.advance(glyph)
        before = glyph
    return tuple(found), at


def glyphs_of(text: Text) -> Placed:
    """Return the glyphs of a text, where each begins, and what each stands for."""
    return _set(text.text, text.bold, text.italic)[0]


def _runs(text: str) -> Iterator[bool]:
    """Tell of each character whether it goes on the run of one script: what is of none
    takes that of its neighbours.
    """
    scripts = [
        next((name for name, letters in _RUNS.items() if letters.match(c)), "")
        for c in text
    ]
    current = next(filter(None, scripts), "")
    for script in scripts:
        same = script in ("", current)
        current = script or current
        yield same


@cache
def ligatures() -> bool | None:
    """Whether the installed matplotlib joins letters: from 3.11 on; None if there is
    none that we know.
    """
    folder = package()
    if folder is None or not all(path(*file).is_file() for file in FILES):
        return None
    try:
        found = re.search(
            r"version = ['\"](\d+)\.(\d+)",
            (folder / "_version.py").read_text(encoding="utf-8"),
        )
    except OSError:
        return None
    return None if found is None else (int(found[1]), int(found[2])) >= (3, 11)
