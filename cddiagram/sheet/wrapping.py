"""Line breaking for names and notes: nothing is ever cut, so what is too wide is broken
over lines.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

from cddiagram.text import DOLLAR

#: After a space, after "-" or "/" beside no digit ("10-fold"), before "(": where a name
#: may be broken; only one that is too wide in itself is broken at the sign of a
#: relation ("α = 0.05").
_BREAKS = re.compile(
    r"(?<![=≤≥<>] )(?<= )(?=[^ =≤≥<>])|(?<=[^\d][\-/])(?=[^ \d])|(?=\()"
)
_RELATIONS = re.compile(r"(?<= )(?=[^ ])")
#: Between two names that make one: no line ends with a minus or begins with a dash.
MINUS, DASH = " −\u00a0", "\u00a0– "
#: Before any of those breaks: between the two names, which each stay whole.
_TERMS = re.compile(f"(?<= )(?={MINUS.lstrip()})|(?<={DASH})")
#: Where a word that is too wide is broken before it is broken anywhere, in this order: "ResNet-|50", "Inception|Time",
#: and then "Ker|nel". No hyphen is added: it would read as a part of the name.
_JOINTS = re.compile(r"(?<=[\-/_+])(?=[^ ])")
_HUMPS = re.compile(r"(?<=[a-z])(?=[A-Z])")
_SYLLABLES = re.compile(
    r"(?<=[a-z][aeiouy])(?=(?:[cgpst]h|[^\W\d_aeiou])[aeiou])|(?<=[aeiouy][^\W\d_aeiou])(?=[^\W\d_aeiouh][aeiouy])",
    re.IGNORECASE,
)
_PLACES = (_TERMS, _BREAKS, _RELATIONS, _JOINTS, _HUMPS, _SYLLABLES)
#: Letters of no script, which stand for formulas while words are broken.
_STANDS_FOR = range(0xF0000, 0xFFFFE)


def wrap(
    text: str,
    limit: float,
    width: Callable[[str], float],
    *,
    math: bool = False,
    whole_words: bool = False,
) -> tuple[str, ...] | None:
    """Break a text into as few lines as possible, and among those choices make the
    widest line narrowest.

    With `math` a formula stays whole; None for what cannot be broken to the limit.
    """
    if width(text) <= limit:
        return (text,)
    if math and (whole := formulas(text)):
        letters = dict(
            zip(
                (letter for letter in map(chr, _STANDS_FOR) if letter not in text),
                whole,
                strict=False,
            )
        )

        def restored(line: str) -> str:
            return "".join(
                text[slice(*letters[letter])] if letter in letters else letter
                for letter in line
            )

        ends = [0, *(end for span in whole for end in span), len(text)]
        words = [
            text[start:end] for start, end in zip(ends[::2], ends[1::2], strict=True)
        ]
        replaced = "".join(
            word + letter for word, letter in zip(words, [*letters, ""], strict=True)
        )
        lines = wrap(
            replaced, limit, lambda line: width(restored(line)), whole_words=whole_words
        )
        return None if lines is None else tuple(map(restored, lines))
    pieces = [text]
    for places in _PLACES[:-1] if whole_words else _PLACES:
        pieces = [
            part
            for p in pieces
            for part in ([p] if width(_line(p)) <= limit else places.split(p))
        ]
    parts: list[str] = []
    for piece in pieces:
        narrow = width(_line(piece)) <= limit
        broken = (
            [piece]
            if narrow
            else None
            if whole_words
            else _break_word(piece, limit, width)
        )
        if broken is None:
            return None
        parts.extend(broken)
    return _balanced(parts, limit, width)


def formulas(text: str) -> list[tuple[int, int]]:
    """List where lines must not divide a text: its formulas, or all between the dollars
    where one is too many.
    """
    dollars = [match.start() for match in DOLLAR.finditer(text)]
    ends = dollars if len(dollars) % 2 == 0 else [dollars[0], dollars[-1]]
    return [
        (start, end + 1)
        for start, end in zip(ends[::2], ends[1::2], strict=True)
        if start < end
    ]


def literal_dollars(text: str) -> str:
    """Escape the dollars of a text of an odd number of them, which are no formula."""
    return DOLLAR.sub(r"\\$", text) if len(DOLLAR.findall(text)) % 2 else text


def _line(pieces: str) -> str:
    """Return a line of joined pieces without the spaces at its ends."""
    return pieces.strip(" ")


def _break_word(
    word: str, limit: float, width: Callable[[str], float]
) -> list[str] | None:
    """Cut a word into pieces no wider than the limit, each as long as possible; never
    before a combining mark.
    """
    parts: list[str] = []
    rest = word
    while width(_line(rest)) > limit:

        def fits(count: int, rest: str = rest) -> bool:
            return width(_line(rest[:count])) <= limit

        last = len(rest) - 1
        low, high = 1, last  # the longest prefix that fits, by bisection
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if fits(middle) else (low, middle - 1)
        low -= low > 2 and low == last  # no letter alone
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
    """Join pieces into the fewest lines within the limit; the widest is as narrow as
    can be, and so are the others.
    """
    # best[i] = (lines, widest line, sum of squares, start of the last line) of the
    # first i pieces: fewest lines first
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
