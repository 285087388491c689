r"""Texts of a report for LaTeX, with places to break long names.

Characters that LaTeX has no command for go through `\cddglyph`, which
`cddiagram.document.latex.glyphs` defines. Names in letters that run from right to left
are turned.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from itertools import pairwise

from cddiagram.document.latex.glyphs import with_glyphs
from cddiagram.text import ISOLATES, Piece, directed, marked, tex_text
from cddiagram.words import latex_words

#: Words longer than this may be broken: after marks, and as the last resort after every
#: few letters, so few that TeX does not hyphenate what stands between (a hyphen would
#: be taken for one of the name) and that lines can be filled.
_LONG, _FEW = 16, 4
_RELATIONS = ("=", "<", ">", "≤", "≥", "≈")
_MARKS = "-–_+/.,:;=)|\\@#&"


def tex_line(text: str) -> str:
    """Write one line that is not broken: a cell, a heading."""
    line = " ".join(_known(marked(text)).split())
    return _parted(
        directed(line, lambda piece: with_glyphs(tex_text(piece, turned=False)))
    )


def tex_prose(text: str) -> str:
    """Write a text that LaTeX breaks into lines.

    An apostrophe between letters is set as one (in `tex_line` it stays straight, as in
    the names of a figure).
    """
    return _parted(directed(_known(marked(text)), _lines))


def _parted(written: str) -> str:
    r"""Part a text from the command before it, which may take a bracket or an asterisk
    (``\\``, `\item`).
    """
    return "{}" + written if written[:1] in ("[", "*") else written


def _lines(text: str) -> str:
    if not text.strip():
        return " " if text else ""
    edges = (" " if text[:1] == " " else "", " " if text[-1:] == " " else "")
    line = ""
    before = ""
    for word in text.split():
        tied = (
            word in _RELATIONS or before in _RELATIONS
        )  # "p = .031" stays on one line
        line += ("~" if tied else " ") * bool(before) + _word(word)
        before = word
    return edges[0] + line + edges[1]


def tex_words(words: Piece, cite: str = "cite") -> str:
    r"""Write a text with formulas and citations, which `cite` makes."""
    return latex_words(words, tex_prose, cite=cite).strip()


def _known(text: str) -> str:
    """Drop what has no width and no meaning on paper: joiners, marks of direction but
    isolates, variation selectors.
    """
    text = unicodedata.normalize("NFC", text)
    unseen = (
        c for c in text if unicodedata.category(c) == "Cf" or 0xFE00 <= ord(c) <= 0xFE0F
    )
    return text.translate(dict.fromkeys(map(ord, {*unseen} - {*ISOLATES})))


def _word(word: str) -> str:
    parts = (r"\penalty900{}".join(map(_spelled, _cut(part))) for part in _parts(word))
    return r"\allowbreak{}".join(parts) if len(word) > _LONG else _spelled(word)


def _spelled(word: str) -> str:
    """Write a word, or a part of one."""
    return "'".join(
        with_glyphs(tex_text(part, turned=False))
        for part in re.split(r"(?<=[^\W\d_])'(?=[^\W\d_])", word)
    )


def _parts(word: str) -> Iterable[str]:
    """Divide a long word after marks, and before capitals that follow a small
    letter.
    """
    divided = re.sub(
        rf"([{re.escape(_MARKS)}]+(?=[^{re.escape(_MARKS)}])|[a-z](?=[A-Z]))",
        "\\1\n",
        word,
    )
    joined: list[str] = []
    for part in divided.split("\n"):
        if (
            joined and min(len(joined[-1]), len(part)) < 3
        ):  # no break before or after one or two letters
            joined[-1] += part
        else:
            joined.append(part)
    return joined


def _cut(part: str) -> list[str]:
    """Cut a long part of a word; an accent stays with its letter."""
    if len(part) <= _LONG:
        return [part]
    starts = [
        place
        for place, character in enumerate(part)
        if not unicodedata.combining(character)
    ]
    cuts = [0, *starts[_FEW::_FEW], len(part)]
    return [part[start:end] for start, end in pairwise(cuts)]


#: Thousandths of the font size -> the characters of Latin Modern Roman 10 that are so
#: wide (its AFM file).
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
_WIDTHS = {
    character: width for width, characters in _ROMAN.items() for character in characters
}
#: Every other character: a little more than most letters; twice that where East Asian
#: width says wide.
_OTHER = 700

#: Size of the letters in points -> how much wider than the ten-point ones their design
#: is.
_DESIGN = {7: 1.14, 8: 1.0625, 9: 1.028, 10: 1.0}
_BOLD = 1.16


def measure(text: str, size: int, *, bold: bool = False) -> float:
    """Return the width of one line of text in TeX's points."""
    thousandths = sum(
        _width(character) for character in unicodedata.normalize("NFC", text)
    )
    return thousandths / 1000 * size * _DESIGN[size] * (_BOLD if bold else 1.0)


def _width(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    plain = unicodedata.normalize("NFD", character)[0]
    if plain in _WIDTHS:
        return _WIDTHS[plain]
    if unicodedata.east_asian_width(character) in "WF":
        # LuaLaTeX may have it; the code that is printed otherwise is eight letters of
        # typewriter.
        return 8 * 525
    return (
        _OTHER
        if ord(character) < 0x400 or "MATH" in unicodedata.name(character, "")
        else 8 * 525
    )
