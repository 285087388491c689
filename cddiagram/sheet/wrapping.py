"""Line breaking for names and notes. A text that is too wide is broken over lines; no
text is ever cut.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

from cddiagram.text import DOLLAR

#: A name may be broken after a space, after "-" or "/" that is not next to a digit
#: ("10-fold"), and before "(". Only a part that is too wide by itself is broken at the
#: sign of a relation ("α = 0.05").
_BREAKS = re.compile(
    r"(?<![=≤≥<>] )(?<= )(?=[^ =≤≥<>])|(?<=[^\d][\-/])(?=[^ \d])|(?=\()"
)
_RELATIONS = re.compile(r"(?<= )(?=[^ ])")
#: Signs between two names that make one. No line ends with a minus or begins with a dash.
MINUS, DASH = " −\u00a0", "\u00a0– "
#: The first choice: between two such names.
_TERMS = re.compile(f"(?<= )(?={MINUS.lstrip()})|(?<={DASH})")
#: Positions at which a word that is too wide is broken, in this order: "ResNet-|50",
#: "Inception|Time", and then "Ker|nel". No hyphen is added, because it would be read as
#: a part of the name.
_JOINTS = re.compile(r"(?<=[\-/_+])(?=[^ ])")
_HUMPS = re.compile(r"(?<=[a-z])(?=[A-Z])")
_SYLLABLES = re.compile(
    r"(?<=[a-z][aeiouy])(?=(?:[cgpst]h|[^\W\d_aeiou])[aeiou])|(?<=[aeiouy][^\W\d_aeiou])(?=[^\W\d_aeiouh][aeiouy])",
    re.IGNORECASE,
)
#: All positions of breaks, the best ones first. Those of syllables divide words.
_POSITIONS = (_TERMS, _BREAKS, _RELATIONS, _JOINTS, _HUMPS, _SYLLABLES)
#: Characters for private use, which replace formulas while words are broken.
_PRIVATE_USE = range(0xF0000, 0xFFFFE)


def wrap(
    text: str,
    limit: float,
    width: Callable[[str], float],
    *,
    math: bool = False,
    whole_words: bool = False,
) -> tuple[str, ...] | None:
    """Break a text into as few lines as possible, with the narrowest possible widest
    line; None if it cannot be broken to the limit.

    With `math`, formulas are not broken. With `whole_words`, words are not broken.
    """
    if width(text) <= limit:
        return (text,)
    if math and formulas(text):
        return _wrap_formulas(text, limit, width, whole_words)
    pieces = [text]
    for positions in _POSITIONS[:-1] if whole_words else _POSITIONS:
        pieces = _split(pieces, positions, limit, width)
    parts: list[str] = []
    for piece in pieces:
        if width(_line(piece)) <= limit:
            parts.append(piece)
            continue
        fragments = None if whole_words else _break_word(piece, limit, width)
        if fragments is None:
            return None
        parts += fragments
    return _balanced(parts, limit, width)


def _split(
    pieces: list[str],
    positions: re.Pattern[str],
    limit: float,
    width: Callable[[str], float],
) -> list[str]:
    """Split the pieces that are wider than the limit."""
    parts: list[str] = []
    for piece in pieces:
        if width(_line(piece)) <= limit:
            parts.append(piece)
        else:
            parts += positions.split(piece)
    return parts


def _wrap_formulas(
    text: str, limit: float, width: Callable[[str], float], whole_words: bool
) -> tuple[str, ...] | None:
    """Break a text with formulas, each of which is one letter meanwhile."""
    letters = (letter for letter in map(chr, _PRIVATE_USE) if letter not in text)
    formula_of: dict[str, str] = {}
    parts = []
    end_before = 0
    for (start, end), letter in zip(formulas(text), letters, strict=False):
        formula_of[letter] = text[start:end]
        parts += [text[end_before:start], letter]
        end_before = end
    parts.append(text[end_before:])

    def restored(line: str) -> str:
        return "".join(formula_of.get(letter, letter) for letter in line)

    def restored_width(line: str) -> float:
        return width(restored(line))

    lines = wrap("".join(parts), limit, restored_width, whole_words=whole_words)
    return None if lines is None else tuple(map(restored, lines))


def formulas(text: str) -> list[tuple[int, int]]:
    """Return start and end of each formula of a text, which lines must not divide.

    If the number of dollars is odd, everything between the first and the last one is a
    formula.
    """
    dollars = [match.start() for match in DOLLAR.finditer(text)]
    ends = dollars if len(dollars) % 2 == 0 else [dollars[0], dollars[-1]]
    return [
        (start, end + 1)
        for start, end in zip(ends[::2], ends[1::2], strict=True)
        if start < end
    ]


def literal_dollars(text: str) -> str:
    """Escape the dollars of a text with an odd number of them, which has no formula."""
    return DOLLAR.sub(r"\\$", text) if len(DOLLAR.findall(text)) % 2 else text


def _line(pieces: str) -> str:
    """Return a line of joined pieces without the spaces at its ends."""
    return pieces.strip(" ")


def _break_word(
    word: str, limit: float, width: Callable[[str], float]
) -> list[str] | None:
    """Break a word into the longest possible parts no wider than the limit, but never
    before a combining mark; None if a letter is too wide.
    """
    parts: list[str] = []
    rest = word
    while width(_line(rest)) > limit:

        def fits(count: int, rest: str = rest) -> bool:
            return width(_line(rest[:count])) <= limit

        # Bisection finds the longest prefix that fits.
        last = len(rest) - 1
        low, high = 1, last
        while low < high:
            middle = (low + high + 1) // 2
            if fits(middle):
                low = middle
            else:
                high = middle - 1
        if low > 2 and low == last:  # no letter alone
            low -= 1
        while low > 1 and (unicodedata.combining(rest[low]) or not fits(low)):
            low -= 1
        if last < 1 or not fits(low):
            return None
        parts.append(rest[:low])
        rest = rest[low:]
    return [*parts, rest]


def _balanced(
    pieces: list[str], limit: float, width: Callable[[str], float]
) -> tuple[str, ...]:
    """Join pieces into the fewest lines within the limit. The widest line is as narrow
    as possible, and then the sum of the squared widths as small as possible.
    """
    # best[i] is the best choice for the first i pieces: the number of lines, the widest
    # line, the sum of squares, and the start of the last line.
    best: list[tuple[int, float, float, int]] = [(0, 0.0, 0.0, 0)]
    for end in range(1, len(pieces) + 1):
        choices: list[tuple[int, float, float, int]] = []
        for start in range(end - 1, -1, -1):
            line = width(_line("".join(pieces[start:end])))
            if line > limit and start < end - 1:
                break
            count, widest, squares, _ = best[start]
            choices.append((count + 1, max(widest, line), squares + line**2, start))
        best.append(min(choices))
    lines: list[str] = []
    end = len(pieces)
    while end:
        start = best[end][3]
        lines.append(_line("".join(pieces[start:end])))
        end = start
    return tuple(reversed(lines))
