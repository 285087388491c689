r"""Hebrew, Arabic and other texts that run from right to left, in a document that runs
from left to right.

TeX prints characters in the order that they come in. `directed` puts what runs to the
left after `\cddright`, and numbers and Latin words inside it after `\cddleft`, both of
`cddiagram.text.tex.PREAMBLE`: LuaLaTeX then turns letters, words and lines. The order
is that of the Unicode bidirectional algorithm (UAX #9) for one level of isolates, which
is what a name in a sentence needs.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from itertools import groupby

from cddiagram.text.inlines import ISOLATES, right_to_left

_ISOLATES = re.compile("[{}{}]".format(*ISOLATES))
_ISOLATED = re.compile("{0}([^{0}{1}]*){1}".format(*ISOLATES))
#: A number with what belongs to it (W4 and W5 of UAX #9): signs of currency and per
#: cent, separators between digits.
_NUMBER = re.compile(r"[#$%+\-−°€£]*\d+(?:[.,:/+\-−]\d+)*[#$%+\-−°€£]*")
#: Characters that are printed as their mirror images where text runs to the left (L4).
_MIRRORED = str.maketrans("()[]{}<>«»‹›≤≥", ")(][}{><»«›‹≥≤")

_LEFTWARDS = ("R", "AL")


def directed(text: str, write: Callable[[str], str], *, isolated: bool = False) -> str:
    """Write a text piece by piece, in commands that say where a piece runs."""
    if any(isolate in text for isolate in ISOLATES):
        parts = _ISOLATED.split(text)
        return "".join(
            directed(_ISOLATES.sub("", part), write, isolated=bool(place % 2))
            for place, part in enumerate(parts)
            if part
        )
    if not right_to_left(text):
        return write(text)
    return "".join(
        _written(text, write, leftwards=isolated and _begins_leftwards(text))
    )


def _begins_leftwards(text: str) -> bool:
    strong = (unicodedata.bidirectional(character) for character in text)
    return next(
        (kind in _LEFTWARDS for kind in strong if kind in ("L", *_LEFTWARDS)), False
    )


def _written(
    text: str, write: Callable[[str], str], *, leftwards: bool
) -> Iterator[str]:
    levels = _levels(text, leftwards=leftwards)
    for turned, places in groupby(
        range(len(text)), key=lambda place: levels[place] > 0
    ):
        inside = list(places)
        if not turned:
            yield write("".join(text[place] for place in inside))
            continue
        pieces = []
        for level, run in groupby(inside, key=levels.__getitem__):
            piece = "".join(text[place] for place in run)
            pieces.append(
                write(piece.translate(_MIRRORED))
                if level == 1
                else rf"{{\cddleft {write(piece)}}}"
            )
        yield rf"{{\cddright {''.join(pieces)}}}"


def _levels(text: str, *, leftwards: bool) -> list[int]:
    """Return the level of each character: 0 to the right, 1 to the left, 2 to the right
    inside of that.
    """
    kinds = _kinds(text)
    base = "R" if leftwards else "L"
    before = base
    for place, kind in enumerate(
        kinds
    ):  # W7: a number after Latin letters is one of their words
        if kind in "LR":
            before = kind
        elif kind == "N" and before == "L" and not leftwards:
            kinds[place] = "L"
    for opening, closing in _brackets(text):
        kinds[opening] = kinds[closing] = _bracket_kind(kinds, opening, closing, base)
    for neutral, run in groupby(
        range(len(kinds)), key=lambda place: kinds[place] == "-"
    ):
        # N1 and N2: between letters of one direction it is theirs, otherwise that of
        # the text
        if neutral:
            places = list(run)
            start, end = places[0], places[-1] + 1
            sides = (kinds[start - 1 : start] or [base]) + (
                kinds[end : end + 1] or [base]
            )
            same = {"R" if side == "N" else side for side in sides}
            kinds[start:end] = [same.pop() if len(same) == 1 else base] * (end - start)
    return [{"L": 2 if leftwards else 0, "R": 1, "N": 2}[kind] for kind in kinds]


def _brackets(text: str) -> list[tuple[int, int]]:
    """Find the pairs of brackets."""
    waiting: list[int] = []
    pairs = []
    for place, character in enumerate(text):
        if character in "([{":
            waiting.append(place)
        elif character in ")]}" and any(
            text[other] + character in ("()", "[]", "{}") for other in waiting
        ):
            while text[waiting[-1]] + character not in ("()", "[]", "{}"):
                waiting.pop()
            pairs.append((waiting.pop(), place))
    return sorted(pairs)


def _bracket_kind(kinds: list[str], opening: int, closing: int, base: str) -> str:
    """Return the direction of a pair of brackets (N0): that of the text if anything
    inside has it.
    """
    inside = {"R" if kind == "N" else kind for kind in kinds[opening + 1 : closing]} - {
        "-"
    }
    if not inside:
        return "-"
    if base in inside:
        return base
    before = next((kind for kind in reversed(kinds[:opening]) if kind != "-"), base)
    return (
        inside.pop() if before in inside | ({"N"} if "R" in inside else set()) else base
    )


def _kinds(text: str) -> list[str]:
    """Sort characters: L and R letters, N numbers, - neither; what combines goes with
    what it combines with.
    """
    kinds: list[str] = []
    for character in text:
        kind = unicodedata.bidirectional(character)
        if kind == "NSM" and kinds:
            kinds.append(kinds[-1])
        else:
            kinds.append("L" if kind == "L" else "R" if kind in _LEFTWARDS else "-")
    for number in _NUMBER.finditer(text):
        kinds[number.start() : number.end()] = "N" * len(number[0])
    return kinds
