"""Words that depend on a count or on the direction of scores."""

from __future__ import annotations

from typing import Literal


def inflect(count: int, singular: str, plural: str) -> str:
    """Return the singular or plural form of a word or phrase, depending on a count.

    >>> inflect(1, "has", "have"), inflect(0, "has", "have")
    ('has', 'have')
    """
    if count == 1:
        return singular
    return plural


def noun_for(count: int, noun: str) -> str:
    """Return the singular or plural of a regular noun, depending on a count.

    >>> noun_for(1, "pair"), noun_for(3, "pair")
    ('pair', 'pairs')
    """
    return inflect(count, noun, f"{noun}s")


def counted(count: int, noun: str) -> str:
    """Return a count followed by a regular noun in the singular or plural.

    >>> counted(1, "data set"), counted(1200, "data set")
    ('1 data set', '1,200 data sets')
    """
    return f"{count:,} {noun_for(count, noun)}"


def better_direction(higher_is_better: bool) -> Literal["higher", "lower"]:
    """Return the word for the better direction of scores: "higher" or "lower"."""
    if higher_is_better:
        return "higher"
    return "lower"
