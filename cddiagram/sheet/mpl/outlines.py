"""The outlines of letters from matplotlib, for formulas and for typefaces other than the
default.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from matplotlib.path import Path
from matplotlib.textpath import TextToPath

from cddiagram.sheet.elements import Text
from cddiagram.sheet.mpl.fonts import InstalledFonts, parse_dollars, quiet_about_glyphs

#: A unit of matplotlib is equal to this many FreeType units (26.6 fixed point).
_UNIT = 64
#: The font size in FreeType units.
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
    """Yield the letters of a string: the outline as an SVG path with y upwards, and its
    x, y and scale in the line.
    """
    fonts = InstalledFonts(tuple(families), math=True)
    font = fonts.properties(text.size, text.bold, text.italic)
    words, is_math = parse_dollars(text.text, math=text.math)
    tracer = _tracer()
    with quiet_about_glyphs():
        if is_math:
            letters, outlines, bars = tracer.get_glyphs_mathtext(font, words)
        else:
            file = tracer._get_font(font)  # type: ignore[attr-defined]
            letters, outlines, bars = tracer.get_glyphs_with_font(file, words)
    paths = {}
    for key, (vertices, codes) in outlines.items():
        paths[key] = _outline(vertices, codes)
    for key, x, y, scale in letters:
        yield paths[key], x * _UNIT, y * _UNIT, scale
    for bar in bars:
        yield _outline(*bar), 0.0, 0.0, 1.0


def _outline(vertices: Any, codes: Any) -> str:
    """Return the outline of a letter as an SVG path in whole numbers."""
    parts = []
    index = 0
    while index < len(codes):
        if codes[index] == Path.CLOSEPOLY:
            parts.append("z")
            index += 1
            continue
        letter, count = _COMMANDS[codes[index]]
        corners = []
        for x, y in vertices[index : index + count]:
            corners.append(f"{round(float(x) * _UNIT)} {round(float(y) * _UNIT)}")
        parts.append(letter + " ".join(corners))
        index += count
    return "".join(parts)
