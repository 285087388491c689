"""How wide a text is in Latin Modern Roman, LaTeX's own letters, without asking LaTeX.

The widths decide the size of a table's letters and where it is divided, so a few per cent matter and not more: accents,
kerning and ligatures are left out of account.
"""

from __future__ import annotations

import unicodedata

#: Thousandths of the font size -> the characters of Latin Modern Roman 10 that are so wide (its AFM file).
_ROMAN = {
    278: "!',.:;[]il|",
    306: "fj",
    333: " -",
    361: "I",
    374: '"',
    389: "()t",
    392: "r",
    394: "s",
    444: "cez",
    472: "?",
    500: "$*/0123456789\\`ago{}–",
    514: "J",
    528: "kqvxy",
    556: "S^bdhnpu~",
    611: "Z",
    625: "L",
    653: "F",
    681: "EP",
    708: "B",
    722: "CTw",
    736: "R",
    750: "AHNUVXY_",
    764: "D",
    778: "&+<=>@KOQ−±×≤≥≈",
    785: "G",
    833: "#%m",
    917: "M",
    1000: "—",
    1028: "W",
}
_WIDTHS = {character: width for width, characters in _ROMAN.items() for character in characters}
#: Every other character: a little more than most letters; twice that where East Asian width says wide.
_OTHER = 700

#: Size of the letters in points -> how much wider than the ten-point ones their design is.
_DESIGN = {7: 1.14, 8: 1.0625, 9: 1.028, 10: 1.0}
_BOLD = 1.16


def measure(text: str, size: int, *, bold: bool = False) -> float:
    """Give the width of one line of text in TeX's points.

    Parameters
    ----------
    text : str
        What is printed, not LaTeX.
    size : {7, 8, 9, 10}
        Size of the letters.
    bold : bool, default False
        Whether they are bold.

    Returns
    -------
    float

    Examples
    --------
    >>> round(measure("C4.5", 10), 2), round(measure("C4.5", 8), 2)
    (20.0, 17.0)
    """
    thousandths = sum(_width(character) for character in unicodedata.normalize("NFC", text))
    return thousandths / 1000 * size * _DESIGN[size] * (_BOLD if bold else 1.0)


def _width(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    plain = unicodedata.normalize("NFD", character)[0]
    if plain in _WIDTHS:
        return _WIDTHS[plain]
    if unicodedata.east_asian_width(character) in "WF":
        # LuaLaTeX may have it; the code that is printed otherwise is eight letters of typewriter.
        return 8 * 525
    return _OTHER if ord(character) < 0x400 or "MATH" in unicodedata.name(character, "") else 8 * 525
