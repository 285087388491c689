"""What the tolerance for ties did, in a sentence."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from cddiagram._util.exact import Tie
from cddiagram._util.inlines import Phrase, commas, phrase
from cddiagram.errors import listed

#: Places named before the rest is counted.
_NAMED = 3
_OF_A_DATASET = {"scores": "scores on", "aligned scores": "aligned scores of", "ranges": "ranges of"}


def tie_notes(log: Sequence[Tie], algorithms: Sequence[str], datasets: Sequence[str]) -> tuple[str, ...]:
    """Say where the tolerance made ties; nothing where it made none.

    >>> (note,) = tie_notes([("scores", (1,)), ("differences", (0, 1))], ["A", "B"], ["iris", "wine"])
    >>> note.partition("; ")[2]
    "this made ties of scores on 'wine' and of differences of 'A' and 'B'."
    """
    parts: list[str] = []
    for kind, words in _OF_A_DATASET.items():
        rows = sorted({place[0] for of, place in log if of == kind})
        if rows:
            parts.append(phrase("{} {}", words, _some([listed([datasets[row]]) for row in rows], "data sets")))
    if any(of == "means" for of, _ in log):
        parts.append(Phrase("mean scores"))
    pairs = sorted({(min(place), max(place)) for of, place in log if of == "differences"})
    if pairs:
        parts.append(Phrase("differences of ", _some(_pairs(pairs, algorithms), "pairs of algorithms")))
    if not parts:
        return ()
    start = "Scores of 14 or more digits are taken as uncertain by 1e-13 of themselves; this made ties of "
    return (Phrase(start, commas(parts, " and of "), "."),)


def limit_notes(statistic: NDArray[np.float64], algorithms: Sequence[str]) -> tuple[str, ...]:
    """Say which pairs have differences that are all equal, so that t is infinite and p is 0.

    >>> print(*limit_notes(np.array([[np.nan, np.inf], [-np.inf, np.nan]]), ["A", "B"]))
    The differences of 'A' and 'B' are equal on all data sets: t is infinite and p is 0.
    """
    pairs = np.argwhere(np.triu(np.isinf(statistic), 1)).tolist()
    if not pairs:
        return ()
    some = _some(_pairs(pairs, algorithms), "pairs of algorithms")
    return (phrase("The differences of {} are equal on all data sets: t is infinite and p is 0.", some),)


def _pairs(pairs: Sequence[Sequence[int]], algorithms: Sequence[str]) -> list[Phrase]:
    return [commas((listed([algorithms[column]]) for column in pair), " and ") for pair in pairs]


def _some(names: Sequence[Phrase], what: str) -> Phrase:
    return Phrase(commas(names[:_NAMED]), f" and {len(names) - _NAMED} more {what}" if len(names) > _NAMED else "")
