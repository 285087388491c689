"""Line breaking for names and notes: nothing is ever cut, so what is too wide is broken over lines."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

#: After a space, after "-" or "/" beside no digit ("10-fold"), before "(": where a name may be broken.
_BREAKS = re.compile(r"(?<= )(?=[^ ])|(?<=[^\d][\-/])(?=[^ \d])|(?=\()")
#: Between two names that make one: no line ends with a minus or begins with a dash.
MINUS, DASH = " −\u00a0", "\u00a0– "
#: Before any of those breaks: between the two names, which each stay whole.
_TERMS = re.compile(f"(?<= )(?={MINUS.lstrip()})|(?<={DASH})")
#: Where a word that is too wide is broken before it is broken anywhere, in this order: "ResNet-|50", "Inception|Time",
#: and then "Ker|nel".
_JOINTS = re.compile(r"(?<=[\-/])(?=[^ ])")
_HUMPS = re.compile(r"(?<=[a-z])(?=[A-Z])")
_SYLLABLES = re.compile(
    r"(?<=[a-z][aeiouy])(?=(?:[cgpst]h|[^\W\d_aeiou])[aeiou])|(?<=[aeiouy][^\W\d_aeiou])(?=[^\W\d_aeiouh][aeiouy])",
    re.IGNORECASE,
)
_MATH = re.compile(r"(?<!\\)\$")


def wrap(
    text: str, limit: float, width: Callable[[str], float], *, math: bool = False, whole_words: bool = False
) -> tuple[str, ...] | None:
    """Break a text into as few lines as possible, and among those choices make the widest line narrowest."""
    if width(text) <= limit:
        return (text,)
    if math and _MATH.search(text):
        return None
    pieces = _TERMS.split(text)
    if len(pieces) == 1 or any(width(piece.rstrip(" ")) > limit for piece in pieces):
        pieces = _BREAKS.split(text)
    for places in (_JOINTS, _HUMPS) if whole_words else (_JOINTS, _HUMPS, _SYLLABLES):
        pieces = [part for p in pieces for part in ([p] if width(p.rstrip(" ")) <= limit else places.split(p))]
    parts: list[str] = []
    for piece in pieces:
        narrow = width(piece.rstrip(" ")) <= limit
        broken = [piece] if narrow else None if whole_words else _break_word(piece, limit, width)
        if broken is None:
            return None
        parts.extend(broken)
    return _balanced(parts, limit, width)


def _break_word(word: str, limit: float, width: Callable[[str], float]) -> list[str] | None:
    """Cut a word into pieces no wider than the limit, each as long as possible; never before a combining mark."""
    parts: list[str] = []
    rest = word
    while width(rest.rstrip(" ")) > limit:
        low, high = 1, len(rest)  # the longest prefix that fits, by bisection
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if width(rest[:middle]) <= limit else (low, middle - 1)
        low -= low > 2 and low == len(rest) - 1  # no letter alone
        while low > 1 and unicodedata.combining(rest[low]):
            low -= 1
        if width(rest[:low]) > limit:
            return None
        parts.append(rest[:low])
        rest = rest[low:]
    return [*parts, rest]


def _balanced(pieces: list[str], limit: float, width: Callable[[str], float]) -> tuple[str, ...]:
    """Join pieces into the fewest lines within the limit; among those the one with the narrowest widest line."""
    count = len(pieces)
    # best[i] = (lines, widest line, start of the last line) of the first i pieces; lines first, so fewest win
    best: list[tuple[int, float, int]] = [(0, 0.0, 0)]
    for end in range(1, count + 1):
        choices: list[tuple[int, float, int]] = []
        for start in range(end - 1, -1, -1):
            line = width("".join(pieces[start:end]).strip(" "))
            if line > limit and start < end - 1:
                break
            choices.append((best[start][0] + 1, max(best[start][1], line), start))
        best.append(min(choices))
    lines: list[str] = []
    end = count
    while end:
        start = best[end][2]
        lines.append("".join(pieces[start:end]).strip(" "))
        end = start
    return tuple(reversed(lines))
