"""Which algorithms were compared on which data sets: the first line of every output, by
which a swapped table shows.
"""

from __future__ import annotations

from collections.abc import Sequence

from cddiagram.comparing import Comparison
from cddiagram.text import Name, Phrase, commas, one_line
from cddiagram.words.names import capitalised
from cddiagram.words.numbers import format_count

#: How many names are listed, and how many characters of each.
_NAMES, _LONGEST = 3, 30


def compared_words(comparison: Comparison) -> Phrase:
    """Name the algorithms and the data sets of a comparison in a sentence."""
    table = comparison.table
    if table is not None:
        return _sentence(subject_words(comparison.algorithms, table.datasets))
    algorithms = algorithms_words(comparison.algorithms)
    if comparison.n_datasets is None:
        return _sentence(algorithms)
    return _sentence(Phrase(algorithms, f" on {comparison.n_datasets} data sets"))


def subject_words(algorithms: Sequence[str], datasets: Sequence[str]) -> Phrase:
    """Return the algorithms and the data sets, with some of their names and their
    numbers.
    """
    return Phrase(algorithms_words(algorithms), " on ", _listing("data sets", datasets))


def algorithms_words(algorithms: Sequence[str]) -> Phrase:
    """Return some of the names of the algorithms, and their number."""
    return _listing("algorithms", algorithms)


def _listing(what: str, names: Sequence[str]) -> Phrase:
    """Return the first names of some, and how many there are."""
    first = commas([Name(_shortened(name)) for name in names[:_NAMES]])
    rest = ", …" if len(names) > _NAMES else ""
    return Phrase(f"{what} ", first, f"{rest} ({format_count(len(names))})")


def _shortened(name: str) -> str:
    """Return a name on one line, its end left out if it is long."""
    text = one_line(name)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1].rstrip()}…"


def _sentence(words: Phrase) -> Phrase:
    first, *rest = words.words
    return Phrase(capitalised(first), *rest, ".")
