"""Notes about ties that result from the tolerance, and about pairs with an infinite t
statistic.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from cddiagram._util import FloatArray, Tie
from cddiagram.text import Phrase, commas, finished, listed, phrase

#: At most this many names are listed. If there are more names, only the number of
#: remaining names is given.
_MOST_LISTED = 3
#: Maps each kind of tie within a data set to the phrase that describes it in a note.
_OF_A_DATASET = {
    "scores": "scores on",
    "aligned scores": "aligned scores of",
    "ranges": "ranges of",
}
_TOLERANCE = (
    "Scores with 14 or more digits are assumed to have a relative uncertainty of 1e-13. "
    "This results in ties between "
)


def result_notes(
    log: Sequence[Tie],
    algorithms: Sequence[str],
    datasets: Sequence[str],
    statistic: FloatArray | None = None,
    rows: str = "data sets",
) -> tuple[str, ...]:
    """Return notes about unusual properties of the test results.

    The log lists the ties that result from the tolerance. `statistic`, an array of
    shape (k, k), is infinite for the pairs whose differences are equal on all `rows`.

    >>> statistic = np.array([[np.nan, np.inf], [-np.inf, np.nan]])
    >>> tied = [("scores", (1,)), ("differences", (0, 1))]
    >>> ties, limit = result_notes(tied, ["A", "B"], ["iris", "wine"], statistic)
    >>> ties.partition(". ")[2]
    "This results in ties between scores on 'wine' and between differences of 'A' and 'B'."
    >>> print(limit)
    The differences between 'A' and 'B' are equal on all data sets, so t is infinite and p is 0.
    """
    notes = _tie_notes(log, algorithms, datasets)
    if statistic is not None:
        notes += _limit_notes(statistic, algorithms, rows)
    return tuple(finished(note) for note in notes)


def _tie_notes(
    log: Sequence[Tie], algorithms: Sequence[str], datasets: Sequence[str]
) -> list[Phrase]:
    parts: list[Phrase] = []
    for kind, words in _OF_A_DATASET.items():
        rows = {row for (row,) in _places(log, kind)}
        if rows:
            names = [listed([datasets[row]]) for row in sorted(rows)]
            parts.append(phrase("{} {}", words, _some(names, "data sets")))
    if _places(log, "means"):
        parts.append(Phrase("mean scores"))
    pairs = {(min(pair), max(pair)) for pair in _places(log, "differences")}
    if pairs:
        parts.append(Phrase("differences of ", _some_pairs(sorted(pairs), algorithms)))
    if not parts:
        return []
    return [Phrase(_TOLERANCE, commas(parts, " and between "), ".")]


def _places(log: Sequence[Tie], kind: str) -> list[tuple[int, ...]]:
    """Return the positions of the ties of one kind."""
    return [place for kind_of_tie, place in log if kind_of_tie == kind]


def _limit_notes(
    statistic: FloatArray, algorithms: Sequence[str], rows: str
) -> list[Phrase]:
    pairs = np.argwhere(np.triu(np.isinf(statistic), 1)).tolist()
    if not pairs:
        return []
    note = (
        "The differences between {} are equal on all {}, so t is infinite and p is 0."
    )
    return [phrase(note, _some_pairs(pairs, algorithms), rows)]


def _some_pairs(pairs: Iterable[Sequence[int]], algorithms: Sequence[str]) -> Phrase:
    names = []
    for first, second in pairs:
        quoted = listed([algorithms[first]]), listed([algorithms[second]])
        names.append(commas(quoted, " and "))
    return _some(names, "pairs of algorithms")


def _some(names: Sequence[Phrase], what: str) -> Phrase:
    """List the first few names, and count the remaining names."""
    more = len(names) - _MOST_LISTED
    if more <= 0:
        return commas(names)
    return Phrase(commas(names[:_MOST_LISTED]), f" and {more} more {what}")
