"""Line breaking for names and notes. Text that is too wide is broken into lines; it is
never truncated.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from typing import NamedTuple

from cddiagram._util.lazy import lazy_pattern
from cddiagram.text import DOLLAR

#: Names may be broken into lines at these positions: after a space, after a "-" or "/"
#: that is not next to a digit (as in "10-fold"), and before "(". A relation ("α =
#: 0.05") is broken into lines only if it is wider than a line.
_BREAKS = lazy_pattern(
    r"(?<![=≤≥<>] )(?<= )(?=[^ =≤≥<>])|(?<=[^\d][\-/])(?=[^ \d])|(?=\()"
)
_RELATIONS = lazy_pattern(r"(?<= )(?=[^ ])")
#: The name of a pair contains this word between the names of its algorithms. Lines
#: never end with this word. A minus sign or a dash could be mistaken for the sign of a
#: number.
VERSUS = " vs.\u00a0"
#: For the names of pairs, the best position for a line break is before "vs.".
_TERMS = lazy_pattern(f"(?<= )(?={re.escape(VERSUS.lstrip())})")
#: If a word is too wide, it is divided at these positions, in this order: "ResNet-|50",
#: "Inception|Time", "Ker|nel". No hyphen is added at the break, because it could be
#: mistaken for part of the name.
_JOINTS = lazy_pattern(r"(?<=[\-/_+])(?=[^ ])")
_HUMPS = lazy_pattern(r"(?<=[a-z])(?=[A-Z])")
_SYLLABLES = lazy_pattern(
    r"(?<=[a-z][aeiouy])(?=(?:[cgpst]h|[^\W\d_aeiou])[aeiou])|(?<=[aeiouy][^\W\d_aeiou])(?=[^\W\d_aeiouh][aeiouy])",
    re.IGNORECASE,
)
#: All patterns for line breaks. The preferred pattern comes first. Only the last
#: pattern divides ordinary words, and it does so between syllables.
_BETWEEN_WORDS = (_TERMS, _BREAKS, _RELATIONS, _JOINTS, _HUMPS)
_ALL_POSITIONS = (*_BETWEEN_WORDS, _SYLLABLES)
#: Formulas are replaced with private-use characters while text is broken into lines.
_PRIVATE_USE = range(0xF0000, 0xFFFFE)


def wrap(
    text: str,
    limit: float,
    width: Callable[[str], float],
    *,
    math: bool = False,
    whole_words: bool = False,
) -> tuple[str, ...] | None:
    """Break text into as few lines as possible, with the widest line as narrow as
    possible. Return None if the limit is too narrow.

    With `math`, formulas are not broken. With `whole_words`, words are not broken.
    """
    if width(text) <= limit:
        return (text,)
    if math and formulas(text):
        return _wrap_formulas(text, limit, width, whole_words)

    def fits(piece: str) -> bool:
        return width(_as_line(piece)) <= limit

    if whole_words:
        pieces = _split_at(_BETWEEN_WORDS, text, fits)
        if not all(map(fits, pieces)):
            return None
        return _fewest_lines(pieces, limit, width)
    pieces = []
    for piece in _split_at(_ALL_POSITIONS, text, fits):
        letters = _break_word(piece, fits)
        if letters is None:
            return None
        pieces += letters
    return _fewest_lines(pieces, limit, width)


def _as_line(pieces: str) -> str:
    """Return joined pieces as a line, without the spaces at its ends."""
    return pieces.strip(" ")


def _split_at(
    kinds_of_positions: Sequence[re.Pattern[str]],
    text: str,
    fits: Callable[[str], bool],
) -> list[str]:
    """Split text at possible line breaks. Pieces that do not fit on a line are split
    further at the next kind of position.
    """
    pieces = [text]
    for positions in kinds_of_positions:
        smaller_pieces: list[str] = []
        for piece in pieces:
            if fits(piece):
                smaller_pieces.append(piece)
            else:
                smaller_pieces += positions.split(piece)
        pieces = smaller_pieces
    return pieces


def _break_word(word: str, fits: Callable[[str], bool]) -> list[str] | None:
    """Break a word into the longest possible parts that fit on a line. Return None if a
    single letter does not fit.
    """
    parts: list[str] = []
    rest = word
    while not fits(rest):
        count = _most_letters(rest, fits)
        if count == 0:
            return None
        parts.append(rest[:count])
        rest = rest[count:]
    return [*parts, rest]


def _most_letters(word: str, fits: Callable[[str], bool]) -> int:
    """Return the number of letters of a wide word that fit on a line, or 0 if no letter
    fits.

    The rest of the word does not begin with a combining mark. If possible, the rest is
    longer than one letter.
    """
    most = len(word) - 1
    if most < 1:
        return 0
    # The longest prefix that fits is found by bisection.
    count, high = 1, most
    while count < high:
        middle = (count + high + 1) // 2
        if fits(word[:middle]):
            count = middle
        else:
            high = middle - 1
    if count == most and count > 2:
        count -= 1
    while count > 1 and (unicodedata.combining(word[count]) or not fits(word[:count])):
        count -= 1
    if not fits(word[:count]):
        return 0
    return count


class _Lines(NamedTuple):
    """The best division of the first pieces of a string into lines. Smaller tuples are
    better.
    """

    number: int
    widest: float
    squared_widths: float
    #: The index of the first piece in the last line.
    last_start: int


def _fewest_lines(
    pieces: list[str], limit: float, width: Callable[[str], float]
) -> tuple[str, ...]:
    """Join pieces into the fewest lines within the limit. Among these divisions, the
    widest line is minimised, and then the sum of the squared widths.
    """
    # In this dynamic program, best[i] is the best way to break the first i pieces into
    # lines.
    best = [_Lines(0, 0.0, 0.0, 0)]
    for end in range(1, len(pieces) + 1):
        candidates: list[_Lines] = []
        for start in range(end - 1, -1, -1):
            line_width = width(_as_line("".join(pieces[start:end])))
            if line_width > limit and candidates:
                break
            before = best[start]
            candidate = _Lines(
                number=before.number + 1,
                widest=max(before.widest, line_width),
                squared_widths=before.squared_widths + line_width**2,
                last_start=start,
            )
            candidates.append(candidate)
        best.append(min(candidates))
    lines: list[str] = []
    end = len(pieces)
    while end:
        start = best[end].last_start
        lines.append(_as_line("".join(pieces[start:end])))
        end = start
    return tuple(reversed(lines))


def _wrap_formulas(
    text: str, limit: float, width: Callable[[str], float], whole_words: bool
) -> tuple[str, ...] | None:
    """Break text with formulas. A single letter replaces each formula while the text is
    broken, so that no formula is broken.
    """
    letters = (letter for letter in map(chr, _PRIVATE_USE) if letter not in text)
    formula_of: dict[str, str] = {}
    parts = []
    end_before = 0
    for (start, end), letter in zip(formulas(text), letters, strict=False):
        formula_of[letter] = text[start:end]
        parts += [text[end_before:start], letter]
        end_before = end
    parts.append(text[end_before:])

    def with_formulas(line: str) -> str:
        return "".join(formula_of.get(letter, letter) for letter in line)

    def width_with_formulas(line: str) -> float:
        return width(with_formulas(line))

    lines = wrap("".join(parts), limit, width_with_formulas, whole_words=whole_words)
    if lines is None:
        return None
    return tuple(map(with_formulas, lines))


def formulas(text: str) -> list[tuple[int, int]]:
    """Return the start and end of each formula in a string. Lines must not be broken
    within these parts.

    If the number of dollar signs is odd, the part from the first to the last dollar
    sign counts as a single formula.
    """
    dollars = [match.start() for match in DOLLAR.finditer(text)]
    if len(dollars) % 2:
        dollars = [dollars[0], dollars[-1]]
    spans = []
    for start, end in zip(dollars[::2], dollars[1::2], strict=True):
        if start < end:
            spans.append((start, end + 1))
    return spans


def literal_dollars(text: str) -> str:
    """Escape the dollar signs of a string if their number is odd, which means that it
    contains no formula.
    """
    if len(DOLLAR.findall(text)) % 2:
        return DOLLAR.sub(r"\\$", text)
    return text
