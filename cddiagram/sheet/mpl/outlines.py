"""The outlines of letters as matplotlib traces them: of fonts other than the default
one, and of formulas.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from matplotlib.path import Path
from matplotlib.textpath import TextToPath

from cddiagram.sheet.elements import Text
from cddiagram.sheet.mpl.fonts import InstalledFonts, as_set, quiet_about_glyphs

#: Outlines of letters are in 64ths of the unit of matplotlib's, FreeType's own whole
#: numbers.
_UNIT = 64
#: How many of these units the size of the type is.
UNITS = int(TextToPath.FONT_SCALE * _UNIT)
_COMMANDS = {
    Path.MOVETO: ("M", 1),
    Path.LINETO: ("L", 1),
    Path.CURVE3: ("Q", 2),
    Path.CURVE4: ("C", 3),
}

_tracer = cache(TextToPath)


def traced(
    text: Text, families: Iterable[str]
) -> Iterator[tuple[str, float, float, float]]:
    """Yield the letters of a text: outline as a path of SVG, y upwards, and x, y and
    scale of its place in the line.
    """
    font = InstalledFonts(tuple(families), math=True).properties(
        text.size, text.bold, text.italic
    )
    words, is_math = as_set(text.text, math=text.math)
    with quiet_about_glyphs():
        if is_math:
            placed, outlines, bars = _tracer().get_glyphs_mathtext(font, words)
        else:
            face = _tracer()._get_font(font)  # type: ignore[attr-defined]
            placed, outlines, bars = _tracer().get_glyphs_with_font(face, words)
    written = {
        key: _outline(vertices, codes) for key, (vertices, codes) in outlines.items()
    }
    yield from (
        (written[key], x * _UNIT, y * _UNIT, scale) for key, x, y, scale in placed
    )
    yield from ((_outline(vertices, codes), 0.0, 0.0, 1.0) for vertices, codes in bars)


def _outline(vertices: Any, codes: Any) -> str:
    """Return the path of a letter, in whole numbers."""
    parts, place = [], 0
    while place < len(codes):
        if codes[place] == Path.CLOSEPOLY:
            parts.append("z")
            place += 1
            continue
        letter, count = _COMMANDS[codes[place]]
        corners = vertices[place : place + count]
        parts.append(
            letter
            + " ".join(
                f"{round(float(x) * _UNIT)} {round(float(y) * _UNIT)}"
                for x, y in corners
            )
        )
        place += count
    return "".join(parts)
