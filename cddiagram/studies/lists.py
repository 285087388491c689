"""Lists of items in sentences about studies."""

from __future__ import annotations

from collections.abc import Sequence

from cddiagram.text import Phrase, commas, phrase
from cddiagram.words import enumeration

#: A list contains at most this many changes, pairs or cycles. If a list is longer, it
#: ends with the number of omitted items.
MOST_LISTED = 6


def listed_words(items: Sequence[str], separator: str = ", ") -> Phrase:
    """List the first few items, and count the remaining items."""
    rest = len(items) - MOST_LISTED
    if rest > 0:
        first = commas(items[:MOST_LISTED], separator)
        return phrase("{} and {} more", first, str(rest))
    if separator == ", ":
        return enumeration(items)
    return commas(items, separator)


def listed_pairs(pairs: Sequence[tuple[str, str]]) -> Phrase:
    """List the first few pairs of algorithms, and count the remaining pairs."""
    return listed_words([commas(pair, " – ") for pair in pairs])
