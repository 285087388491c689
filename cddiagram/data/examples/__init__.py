"""Example data: published tables of scores and ranks, and convergence histories that
were created for this package.

The first lines of each file state its source.
"""

from __future__ import annotations

import io
from collections.abc import Mapping
from importlib import resources
from typing import TYPE_CHECKING

from cddiagram.text import UsageError, choose_from

if TYPE_CHECKING:
    from cddiagram.data.table import ScoreTable

#: Maps each table to its description and to a bool that states whether higher scores
#: are better.
_EXAMPLES = {
    "demsar2006-table2": ("AUC of C4.5 with and without tuned m, 14 data sets", True),
    "demsar2006-table6": ("AUC of four variants of C4.5, 14 data sets", True),
    "demsar2006-table6-ranks": ("the ranks printed in the same table", False),
    "garcia2008-table2": ("accuracy of five classifiers, 30 data sets", True),
    "garcia2008-table2-ranks": ("the ranks printed in the same table", False),
    "garcia2010-table3": ("accuracy of four algorithms, 24 data sets", True),
    "garcia2010-table3-ranks": ("the ranks printed in the same table", False),
    "garcia2010-tables7-8": (
        "whole numbers that were constructed to have the plain, aligned and Quade "
        "ranks in the paper",
        True,
    ),
}
_HISTORIES = {
    "optimisers": (
        "convergence histories of six optimisers on 20 test functions, five runs",
        False,
    )
}


def example_names() -> tuple[str, ...]:
    """Return the names of the example tables for `load_example`.

    Returns
    -------
    tuple of str
        The names.

    Examples
    --------
    >>> example_names()[:2]
    ('demsar2006-table2', 'demsar2006-table6')
    """
    return tuple(_EXAMPLES)


def history_names() -> tuple[str, ...]:
    """Return the names of the example histories for `load_histories`."""
    return tuple(_HISTORIES)


def describe_examples() -> dict[str, str]:
    """Return a short description of each example. Tables precede histories."""
    entries = _EXAMPLES | _HISTORIES
    return {name: description for name, (description, _) in entries.items()}


def read_example(name: str) -> bytes:
    """Return the CSV file of an example, including the comments that state its source."""
    _entry(name, _EXAMPLES | _HISTORIES)
    return resources.files(__package__).joinpath(f"{name}.csv").read_bytes()


def load_example(name: str) -> ScoreTable:
    """Load a published table of scores or ranks.

    The files contain the published values. Their first lines list the paper, the table,
    the page and all corrections. Published ranks are separate tables in which lower
    values are better, because the papers computed the ranks from scores with more
    digits than they printed. ``garcia2010-tables7-8`` was constructed so that its
    aligned and Quade ranks are equal to the ranks in the paper.

    Parameters
    ----------
    name : str
        A name from `example_names`.

    Returns
    -------
    ScoreTable
        The example table.

    Raises
    ------
    UsageError
        If the name is unknown.

    Examples
    --------
    >>> table = load_example("demsar2006-table6-ranks")
    >>> table.n, table.algorithms, table.higher_is_better
    (14, ('C4.5', 'C4.5+m', 'C4.5+cf', 'C4.5+m+cf'), False)
    """
    from cddiagram.data.reading.scores import read_scores

    return read_scores(io.BytesIO(read_example(name)), higher_is_better=_entry(name)[1])


def _entry(
    name: str, examples: Mapping[str, tuple[str, bool]] = _EXAMPLES
) -> tuple[str, bool]:
    if name not in examples:
        raise UsageError(choose_from("example", name, examples))
    return examples[name]
