"""Parts of sentences, such as counts and lists of names."""

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

#: These symbols are used in "p-values", "z tests" and "t tests".
P, T, Z = (Formula(text=letter, latex=letter) for letter in "ptz")

#: A sentence contains at most this many names. If there are more names, only the number
#: of remaining names is given.
_NAMED = 12

_UNITS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"),
    *("ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen"),
    *("seventeen", "eighteen", "nineteen"),
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")


def worded(template: str, *pieces: TextPart) -> RichText:
    """Replace each ``{}`` in a template by a piece.

    >>> worded("Darker cells mark smaller {}-values.", P)[2]
    '-values.'
    """
    first, *rest = template.split("{}")
    words: list[TextPart] = [first]
    for piece, text in zip(pieces, rest, strict=True):
        words += [piece, text]
    return join(*words)


def count_at_start(count: int) -> str:
    """Return a count for the start of a sentence.

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
    """Return "was" for a count of 1, and "were" otherwise."""
    return inflect(count, "was", "were")


def capitalised(text: str) -> str:
    """Capitalise the first letter of a text. All other letters are unchanged."""
    return f"{text[:1].upper()}{text[1:]}"


def names_words(names: Iterable[str], most: int = _NAMED) -> Phrase:
    """Return a list of names to follow a colon: ``"A, B, C"``, ``"A, B, C and 4 more"``
    or ``"none"``.

    If there are more than `most` names, the rest are counted.
    """
    items = list(names)
    if not items:
        return Phrase("none")
    if len(items) <= most:
        return commas(items)
    return _with_count_of_rest(items, most)


def enumeration(names: Iterable[str], conjunction: str = "and") -> Phrase:
    """Return a list of names for use within a sentence: ``"A, B and C"`` or ``"A, B or
    C"``.
    """
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
    """Return the name of a pair of algorithms."""
    return commas(pair, " – ")


def direction(higher_is_better: bool) -> str:
    """Return a clause that states whether higher or lower scores are better."""
    return f"{better_direction(higher_is_better)} scores are better"
