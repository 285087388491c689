"""Lists in the sentences about studies."""

from __future__ import annotations

from collections.abc import Sequence

from cddiagram.text import Phrase, commas
from cddiagram.words import enumeration

#: Longer lists of changes, pairs and cycles are counted from there on.
MOST_LISTED = 6


def listed_words(texts: Sequence[str], between: str = ", ") -> Phrase:
    """List the first few, and count the rest."""
    rest = len(texts) - MOST_LISTED
    if rest <= 0 and between == ", ":
        return enumeration(texts)
    return Phrase(
        commas(texts[:MOST_LISTED], between), f" and {rest} more" if rest > 0 else ""
    )
