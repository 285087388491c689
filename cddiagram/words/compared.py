"""The first line of every output.

It names algorithms and data sets, so that a transposed table is noticed.
"""

from __future__ import annotations

from collections.abc import Sequence

from cddiagram.comparing import Comparison
from cddiagram.text import Name, Phrase, commas, counted, one_line, phrase

#: The maximum number of names in a list, and the maximum number of characters in each
#: name.
_NAMES, _LONGEST = 3, 30


def compared_words(comparison: Comparison) -> Phrase:
    """Name the algorithms and the data sets of a comparison in a sentence."""
    table, n = comparison.table, comparison.n_datasets
    if table is not None:
        subject = subject_words(comparison.algorithms, table.datasets)
        return phrase("Comparison of {}.", subject)
    algorithms = _listing("algorithm", comparison.algorithms)
    if n is None:
        return phrase("Comparison of {}.", algorithms)
    return phrase("Comparison of {} on {}.", algorithms, counted(n, "data set"))


def subject_words(algorithms: Sequence[str], datasets: Sequence[str] | str) -> Phrase:
    """Count the algorithms and the data sets, and list the first of their names.

    Instead of names, `datasets` can be a text such as ``"10 test sets"``.
    """
    if not isinstance(datasets, str):
        datasets = _listing("data set", datasets)
    return phrase("{} on {}", _listing("algorithm", algorithms), datasets)


def _listing(noun: str, names: Sequence[str]) -> Phrase:
    items: list[str] = [Name(_shortened(name)) for name in names[:_NAMES]]
    if len(names) > _NAMES:
        items.append(Phrase("…"))
    return phrase("{} ({})", counted(len(names), noun), commas(items))


def _shortened(name: str) -> str:
    """Return a name on one line, shortened if it is long."""
    text = one_line(name)
    if len(text) <= _LONGEST:
        return text
    return f"{text[: _LONGEST - 1].rstrip()}…"
