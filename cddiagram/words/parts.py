"""The parts that sentences are built from, such as counts and lists."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cddiagram.text import (
    Formula,
    Phrase,
    RichText,
    TextPart,
    better_direction,
    commas,
    inflect,
    join,
    phrase,
)
from cddiagram.words.numbers import format_count

#: The symbols of statistics in "p-values", "z tests" and "t tests".
P, T, Z = (Formula(text=letter, latex=letter) for letter in "ptz")

#: The maximum number of names in a sentence; more names are counted.
_NAMED = 12

_UNITS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"),
    *("ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen"),
    *("seventeen", "eighteen", "nineteen"),
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")


def worded(template: str, *pieces: TextPart) -> RichText:
    """Put pieces into the places ``{}`` of a template.

    >>> worded("Darker cells mark smaller {}-values.", P)[2]
    '-values.'
    """
    first, *rest = template.split("{}")
    words: list[TextPart] = [first]
    for piece, text in zip(pieces, rest, strict=True):
        words += [piece, text]
    return join(*words)


def count_at_start(count: int) -> str:
    """Write a count at the start of a sentence.

    >>> count_at_start(4), count_at_start(45), count_at_start(120)
    ('Four', 'Forty-five', 'A total of 120')
    """
    if not 0 <= count < 100:
        return f"A total of {format_count(count)}"
    return capitalised(_spelled(count))


def _spelled(count: int) -> str:
    if count < len(_UNITS):
        return _UNITS[count]
    tens, units = divmod(count, 10)
    ten = _TENS[tens - 2]
    if units == 0:
        return ten
    return f"{ten}-{_UNITS[units]}"


def was(count: int) -> str:
    """Return "was" or "were", as a count requires."""
    return inflect(count, "was", "were")


def capitalised(text: str) -> str:
    """Begin a text with a capital, all other letters as they are."""
    return f"{text[:1].upper()}{text[1:]}"


def names_words(names: Iterable[str], most: int = _NAMED) -> Phrase:
    """List names after a colon: ``"A, B, C"``, ``"A, B, C and 4 more"`` or ``"none"``.

    Names after the first `most` are counted.
    """
    items = list(names)
    if not items:
        return Phrase("none")
    if len(items) <= most:
        return commas(items)
    return _with_count_of_rest(items, most)


def enumeration(names: Iterable[str], conjunction: str = "and") -> Phrase:
    """List names within a sentence: ``"A, B and C"`` or ``"A, B or C"``."""
    items = list(names)
    if len(items) < 2:
        return names_words(items)
    if len(items) > _NAMED:
        return _with_count_of_rest(items, _NAMED, conjunction)
    *first, last = items
    return phrase(f"{{}} {conjunction} {{}}", commas(first), commas([last]))


def _with_count_of_rest(
    names: Sequence[str], most: int, conjunction: str = "and"
) -> Phrase:
    rest = format_count(len(names) - most)
    return phrase(f"{{}} {conjunction} {rest} more", commas(names[:most]))


def pair_name(pair: Iterable[str]) -> Phrase:
    """Name a pair of algorithms."""
    return commas(pair, " – ")


def direction(higher_is_better: bool) -> str:
    """Return the clause about the better direction of scores."""
    return f"{better_direction(higher_is_better)} scores are better"
