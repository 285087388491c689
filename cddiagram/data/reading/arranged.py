"""What arranging gives: the checked content of a table of scores, and what is told and recorded of reading it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cddiagram._util.exact import Whole
from cddiagram._util.records import sources_and
from cddiagram.data.reading.roles import lower_word


@dataclass(frozen=True, kw_only=True, eq=False)
class Arranged:
    """The checked content of a table of scores.

    Attributes
    ----------
    scores : ndarray of float, shape (n, k)
        Finite.
    whole : Whole or None
        The same, exactly, where runs were reduced.
    algorithms, datasets : tuple of str
        Names of columns and rows, in the order of their first appearance.
    dropped : tuple of str
        Data sets left out for missing cells.
    notes : tuple of str
        What was done, in sentences.
    titles : tuple of str
        Names of the columns that scores were read from.
    options : mapping
        The options of reading that differ from their defaults.
    """

    scores: NDArray[np.float64]
    whole: Whole | None
    algorithms: tuple[str, ...]
    datasets: tuple[str, ...]
    dropped: tuple[str, ...]
    notes: tuple[str, ...]
    titles: tuple[str, ...]
    options: Mapping[str, Any]

    def fields(
        self, *, higher_is_better: bool, sources: tuple[str, ...] = (), part: Mapping[str, str] | None = None
    ) -> dict[str, Any]:
        """Give what a `ScoreTable` is made of; a note asks about the direction where a name suggests the other.

        Parameters
        ----------
        higher_is_better : bool
            The direction.
        sources : tuple of str
            Names of the files.
        part : mapping, optional
            Which part of a divided file this is, to be recorded.

        Returns
        -------
        dict of str to object
        """
        fields: dict[str, Any] = {
            field: getattr(self, field) for field in ("scores", "whole", "algorithms", "datasets", "dropped", "notes")
        }
        if higher_is_better:
            fields["notes"] += self._direction_note(sources)
        direction = {} if higher_is_better else {"higher_is_better": False}
        reading = sources_and({**self.options, **direction, **(part or {})}, sources)
        return fields | {"higher_is_better": higher_is_better, "reading": reading}

    def _direction_note(self, sources: tuple[str, ...]) -> tuple[str, ...]:
        files = (("file", name) for name in sources if name != "-")
        for what, title in (*files, *(("column", title) for title in self.titles)):
            word = lower_word(title, capitals=what == "file" or len(self.titles) == 1)
            if word is not None:
                return (
                    f"higher scores are taken as better although the {what} name '{title}' holds '{word}': "
                    "pass higher_is_better=False if lower is better.",
                )
        return ()
