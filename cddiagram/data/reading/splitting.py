"""Functions that split names into words."""

from __future__ import annotations

import re


def word_set(text: str) -> frozenset[str]:
    """Return the set of words in a string."""
    return frozenset(text.split())


def _divide_at_capitals(text: str) -> str:
    return re.sub(r"([a-z])([A-Z])|([A-Z])([A-Z][a-z])", r"\1\3 \2\4", text)


def words(text: str, *, capitals: bool = True) -> list[str]:
    """Split a name into lower-case words, without its numbers.

    >>> words("meanF1_score 2"), words("InceptionTime", capitals=False)
    (['mean', 'f', 'score'], ['inceptiontime'])
    """
    text = _divide_at_capitals(text) if capitals else text
    return [word.lower() for word in re.findall(r"[^\W\d_]+", text)]


def tokens(text: str, *, capitals: bool = False) -> list[str]:
    """Split a name into lower-case words and numbers.

    >>> tokens("meanF1_score 2"), tokens("meanF1_score 2", capitals=True)
    (['meanf1', 'score', '2'], ['mean', 'f1', 'score', '2'])
    """
    text = _divide_at_capitals(text) if capitals else text
    return [part.lower() for part in re.findall(r"[^\W_]+", text)]
