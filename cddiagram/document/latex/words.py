r"""The text of a report for LaTeX, with possible line breaks in long names.

The macro `\cddglyph` prints characters for which LaTeX does not have a command (see
`cddiagram.document.latex.glyphs`). Right-to-left names are typeset in their direction.
"""

from __future__ import annotations

import re
import unicodedata
from itertools import pairwise

from cddiagram._util.lazy import lazy_pattern
from cddiagram.document.latex.glyphs import with_glyphs
from cddiagram.text import ISOLATES, TextPart, directed, marked, tex_text
from cddiagram.words import latex_words

#: Words of up to this many characters are never broken. Longer words are broken after
#: punctuation. If necessary, they are broken after every few characters, as specified
#: by the second number. TeX does not hyphenate parts that are this short. Hyphens are
#: avoided because they would look like part of the name.
LONG, _FEW = 16, 4
_RELATIONS = ("=", "<", ">", "≤", "≥", "≈")
_MARKS = re.escape("-–_+/.,:;=)|\\@#&")
_BREAK = lazy_pattern(rf"([{_MARKS}]+(?=[^{_MARKS}])|[a-z](?=[A-Z]))")


def tex_line(text: str) -> str:
    """Return the LaTeX code for text without line breaks, such as a cell or a heading."""
    line = " ".join(_visible(marked(text)).split())
    return _separated(directed(line, _glyphs))


def tex_prose(text: str) -> str:
    """Return the LaTeX code for text that LaTeX can break into lines.

    An apostrophe between letters is curved. In `tex_line`, it remains straight, as in
    figures.
    """
    return _separated(directed(_visible(marked(text)), _words))


def _separated(text: str) -> str:
    r"""Separate text from a preceding command such as ``\\`` or `\item`.

    Otherwise, the command would treat a bracket or an asterisk as its argument.
    """
    if text.startswith(("[", "*")):
        return "{}" + text
    return text


def _glyphs(text: str) -> str:
    return with_glyphs(tex_text(text, turned=False))


def _words(text: str) -> str:
    """Return the LaTeX code for words, including leading and trailing spaces."""
    words = text.split()
    if not words:
        return " " if text else ""
    line = _word(words[0])
    for previous, word in pairwise(words):
        space = " "
        if previous in _RELATIONS or word in _RELATIONS:
            space = "~"  # prevents a line break within "p = 0.031"
        line += space + _word(word)
    if text.startswith(" "):
        line = f" {line}"
    if text.endswith(" "):
        line = f"{line} "
    return line


def tex_words(words: TextPart, cite: str = "cite") -> str:
    r"""Return the LaTeX code for a sentence with formulas and citations. `cite` is the
    citation command.
    """
    return latex_words(words, tex_prose, cite=cite).strip()


def _visible(text: str) -> str:
    """Remove characters that have neither a width nor a meaning on paper.

    These characters are joiners, variation selectors, and directional marks other than
    isolates.
    """
    text = unicodedata.normalize("NFC", text)
    return "".join(c for c in text if c in ISOLATES or not _is_invisible(c))


def _is_invisible(character: str) -> bool:
    is_selector = 0xFE00 <= ord(character) <= 0xFE0F
    return is_selector or unicodedata.category(character) == "Cf"


def _word(word: str) -> str:
    """Return the LaTeX code for a word, with break points in long words."""
    if len(word) <= LONG:
        return _spelled(word)
    parts = []
    for part in _parts(word):
        pieces = map(_spelled, _pieces(part))
        parts.append(r"\penalty900{}".join(pieces))
    return r"\allowbreak{}".join(parts)


def _spelled(word: str) -> str:
    """Return the LaTeX code for a word or part of a word, with curved apostrophes."""
    parts = re.split(r"(?<=[^\W\d_])'(?=[^\W\d_])", word)
    return "'".join(map(_glyphs, parts))


def _parts(word: str) -> list[str]:
    """Split a long word after punctuation and between lowercase and uppercase letters.

    Each part has at least three characters.
    """
    parts: list[str] = []
    for part in _BREAK.sub("\\1\n", word).split("\n"):
        if parts and min(len(parts[-1]), len(part)) < 3:
            parts[-1] += part
        else:
            parts.append(part)
    return parts


def _pieces(part: str) -> list[str]:
    """Split a long part of a word after every few characters. Accents remain with their
    letters.
    """
    if len(part) <= LONG:
        return [part]
    letters = [at for at, c in enumerate(part) if not unicodedata.combining(c)]
    cuts = [0, *letters[_FEW::_FEW], len(part)]
    return [part[start:end] for start, end in pairwise(cuts)]


#: Maps each width, in thousandths of the font size, to the characters of Latin Modern
#: Roman 10 that have this width (from its AFM file).
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
#: The assumed width of all other characters, which is slightly larger than the width of
#: most letters.
_OTHER = 700
#: The width of the code (eight typewriter characters) that replaces a missing
#: character.
_CODE = 8 * 525

#: Maps each font size to the width of characters in Latin Modern, as a multiple of
#: their width at 10 points. Characters are wider at smaller design sizes.
_DESIGN = {7: 1.14, 8: 1.0625, 9: 1.028, 10: 1.0}
_BOLD = 1.16


def measure(text: str, size: int, *, bold: bool = False) -> float:
    """Return the width of a line of text in TeX points."""
    thousandths = sum(map(_width, unicodedata.normalize("NFC", text)))
    width = thousandths / 1000 * size * _DESIGN[size]
    if bold:
        return width * _BOLD
    return width


def _width(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    plain = unicodedata.normalize("NFD", character)[0]
    if plain in _WIDTHS:
        return _WIDTHS[plain]
    is_east_asian = unicodedata.east_asian_width(character) in "WF"
    is_math = "MATH" in unicodedata.name(character, "")
    if not is_east_asian and (ord(character) < 0x400 or is_math):
        return _OTHER
    return _CODE
