"""Lists in the sentences about studies."""

from __future__ import annotations

from collections.abc import Sequence

from cddiagram.text import Phrase, commas, phrase
from cddiagram.words import enumeration

#: Longer lists of changes, pairs and cycles end here, with the number of the others.
MOST_LISTED = 6


def listed_words(texts: Sequence[str], between: str = ", ") -> Phrase:
    """List the first few texts, and count the others."""
    rest = len(texts) - MOST_LISTED
    if rest > 0:
        return phrase("{} and {} more", commas(texts[:MOST_LISTED], between), str(rest))
    if between == ", ":
        return enumeration(texts)
    return commas(texts, between)


def listed_pairs(pairs: Sequence[tuple[str, str]]) -> Phrase:
    """List the first few pairs of algorithms, and count the others."""
    return listed_words([commas(pair, " – ") for pair in pairs])
