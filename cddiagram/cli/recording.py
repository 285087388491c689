"""What the command adds to the record of a figure or report: how the numbers were read, and from which files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cddiagram.provenance import Provenance


def with_reading(
    provenance: Provenance, reader: Callable[..., Any], keywords: dict[str, Any], *sources: Sequence[str]
) -> Provenance:
    """Add to a provenance how the numbers were read.

    Parameters
    ----------
    provenance : Provenance
        Of a figure or a report.
    reader : callable
        What read the input; it has the defaults, which are not recorded.
    keywords : dict
        What it was called with.
    *sources : sequence of str
        The files of each subject.

    Returns
    -------
    Provenance
    """
    return provenance.with_reading(not_default(reader, keywords), *map(tuple, sources))


def not_default(reader: Callable[..., Any], keywords: dict[str, Any]) -> dict[str, Any]:
    """Pick the keywords that differ from the defaults of a function.

    Examples
    --------
    >>> from cddiagram.read import read_scores
    >>> not_default(read_scores, {"missing": "drop", "runs": "mean", "exclude": None})
    {'missing': 'drop'}
    """
    defaults = reader.__kwdefaults__ or {}
    given = {name: value for name, value in keywords.items() if value is not None and value != {}}
    return {name: value for name, value in given.items() if value != defaults.get(name)}
