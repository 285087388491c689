r"""Right-to-left text, such as Hebrew and Arabic names, in LaTeX.

TeX prints characters in the order of the source. Therefore, `directed` encloses
right-to-left text in ``{\cddright ...}``, and numbers and Latin words inside such text
in ``{\cddleft ...}``. Both commands are defined in `cddiagram.text.tex.PREAMBLE`.
LuaLaTeX then reverses the letters, words and lines.

The order follows the Unicode bidirectional algorithm (UAX #9) for one level of
isolates, which is sufficient for names in a sentence. The abbreviations W4 to W7, N0 to
N2 and L4 denote rules of this algorithm.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from itertools import groupby

from cddiagram._util.lazy import lazy_pattern
from cddiagram.text.inlines import ISOLATES, right_to_left

_ISOLATES = lazy_pattern("[{}{}]".format(*ISOLATES))
_ISOLATED = lazy_pattern("{0}([^{0}{1}]*){1}".format(*ISOLATES))
#: This pattern finds a number with its currency and percent signs. The number may
#: contain separators between digits (W4 and W5).
_NUMBER = lazy_pattern(r"[#$%+\-−°€£]*\d+(?:[.,:/+\-−]\d+)*[#$%+\-−°€£]*")
#: These characters are mirrored in right-to-left text (L4).
_MIRRORED = str.maketrans("()[]{}<>«»‹›≤≥", ")(][}{><»«›‹≥≤")
_BRACKETS = {")": "(", "]": "[", "}": "{"}

#: There are four kinds of characters: letters of left-to-right scripts, letters of
#: right-to-left scripts, digits, and neutral characters. The direction of neutral
#: characters depends on their neighbours.
_LATIN, _LEFTWARDS, _DIGIT, _NEUTRAL = "L", "R", "N", "-"


def directed(text: str, write: Callable[[str], str], *, isolated: bool = False) -> str:
    """Write the parts of a string, with commands that set the direction of
    right-to-left parts.

    Parameters
    ----------
    text : str
        The string. Its names may be enclosed in isolates.
    write : callable
        A function that writes a string with a single direction.
    isolated : bool, default False
        Whether the first letter determines the direction of the string. Otherwise, the
        direction is from left to right.

    Returns
    -------
    str
    """
    if _ISOLATES.search(text):
        parts = []
        for number, part in enumerate(_ISOLATED.split(text)):
            if part:
                is_isolated = number % 2 == 1
                piece = _ISOLATES.sub("", part)
                parts.append(directed(piece, write, isolated=is_isolated))
        return "".join(parts)
    if not right_to_left(text):
        return write(text)
    base = _LATIN
    if isolated:
        base = _first_direction(text)
    return _by_levels(text, _levels(text, base), write)


def _by_levels(text: str, levels: Sequence[int], write: Callable[[str], str]) -> str:
    r"""Write runs of characters with equal levels. Runs with levels above 0 are
    enclosed in ``\cddright``.
    """
    runs = []
    for is_turned, run in groupby(range(len(text)), key=lambda at: levels[at] > 0):
        places = list(run)
        if not is_turned:
            runs.append(write(text[places[0] : places[-1] + 1]))
            continue
        pieces = []
        for level, inner in groupby(places, key=levels.__getitem__):
            piece = "".join(text[place] for place in inner)
            if level == 1:
                pieces.append(write(piece.translate(_MIRRORED)))
            else:
                pieces.append(rf"{{\cddleft {write(piece)}}}")
        runs.append(rf"{{\cddright {''.join(pieces)}}}")
    return "".join(runs)


def _levels(text: str, base: str) -> list[int]:
    """Return the embedding level of each character in a string with the direction
    `base`.

    The level is 0 for left-to-right text, 1 for right-to-left text, and 2 for numbers
    and Latin words inside right-to-left text.
    """
    kinds = _kinds(text)
    _join_numbers(kinds, base)
    for opening, closing in _bracket_pairs(text):
        kinds[opening] = kinds[closing] = _bracket_kind(kinds, opening, closing, base)
    _resolve_neutrals(kinds, base)
    level_of = {_LATIN: 0, _LEFTWARDS: 1, _DIGIT: 2}
    if base == _LEFTWARDS:
        level_of[_LATIN] = 2
    return [level_of[kind] for kind in kinds]


def _kinds(text: str) -> list[str]:
    """Return the kind of each character. Combining marks have the kind of their
    letters.
    """
    kinds: list[str] = []
    for character in text:
        bidirectional = unicodedata.bidirectional(character)
        if bidirectional == "NSM" and kinds:
            kinds.append(kinds[-1])
        else:
            kinds.append(_strong_kind(bidirectional) or _NEUTRAL)
    for number in _NUMBER.finditer(text):
        kinds[number.start() : number.end()] = _DIGIT * len(number[0])
    return kinds


def _strong_kind(bidirectional: str) -> str:
    """Return the kind of a letter. The result is empty for all other characters."""
    return {"R": _LEFTWARDS, "AL": _LEFTWARDS, "L": _LATIN}.get(bidirectional, "")


def _first_direction(text: str) -> str:
    """Return the direction of the first letter."""
    for character in text:
        kind = _strong_kind(unicodedata.bidirectional(character))
        if kind:
            return kind
    return _LATIN


def _join_numbers(kinds: list[str], base: str) -> None:
    """Treat numbers after Latin letters as Latin letters (W7) in left-to-right text."""
    before = base
    for place, kind in enumerate(kinds):
        if kind in (_LATIN, _LEFTWARDS):
            before = kind
        elif kind == _DIGIT and before == base == _LATIN:
            kinds[place] = _LATIN


def _bracket_pairs(text: str) -> list[tuple[int, int]]:
    """Return the positions of matching brackets, sorted by the opening brackets."""
    unmatched: list[int] = []
    pairs = []
    for place, character in enumerate(text):
        if character in _BRACKETS.values():
            unmatched.append(place)
            continue
        opening = _BRACKETS.get(character)
        if opening in [text[other] for other in unmatched]:
            while text[unmatched[-1]] != opening:
                unmatched.pop()
            pairs.append((unmatched.pop(), place))
    return sorted(pairs)


def _bracket_kind(kinds: list[str], opening: int, closing: int, base: str) -> str:
    """Return the direction of a pair of brackets (N0).

    Numbers are treated as right-to-left text. If the brackets enclose text with the
    direction `base`, they have this direction. Otherwise, they have the direction of
    the enclosed text if the preceding text has the same direction.
    """
    inside = {_direction(kind) for kind in kinds[opening + 1 : closing]}
    inside.discard(_NEUTRAL)
    if not inside:
        return _NEUTRAL
    if base in inside:
        return base
    before = [kind for kind in kinds[:opening] if kind != _NEUTRAL]
    if before and _direction(before[-1]) in inside:
        return inside.pop()
    return base


def _resolve_neutrals(kinds: list[str], base: str) -> None:
    """Assign a direction to neutral characters: the direction of both neighbours (N1)
    or, if these differ, the direction of the string (N2).
    """
    for kind, run in groupby(range(len(kinds)), key=lambda place: kinds[place]):
        if kind != _NEUTRAL:
            continue
        places = list(run)
        start, end = places[0], places[-1] + 1
        before = kinds[start - 1] if start > 0 else base
        after = kinds[end] if end < len(kinds) else base
        sides = {_direction(before), _direction(after)}
        direction = base
        if len(sides) == 1:
            direction = sides.pop()
        kinds[start:end] = [direction] * len(places)


def _direction(kind: str) -> str:
    """Return the direction of a kind of characters. Numbers are treated as
    right-to-left text.
    """
    if kind == _DIGIT:
        return _LEFTWARDS
    return kind
