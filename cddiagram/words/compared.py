"""The sentence that opens every output.

The sentence names algorithms and data sets, so that users notice if a table is
transposed.
"""

from __future__ import annotations

from collections.abc import Sequence

from cddiagram.comparing import Comparison
from cddiagram.text import Name, Phrase, commas, counted, one_line, phrase

#: A list contains at most 3 names. Each name is shortened to at most 30 characters.
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
    """Count the algorithms and the data sets, and list the first few names of each.

    Instead of names, `datasets` can be a phrase such as ``"10 test sets"``.
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
    """Return a name without line breaks, shortened if it is long."""
    text = one_line(name)
    if len(text) <= _LONGEST:
        return text
    return f"{text[: _LONGEST - 1].rstrip()}…"
