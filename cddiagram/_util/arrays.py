"""Names and arrays as callers hand them in: checked once, copied, and read-only from
then on; and as text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike

from cddiagram._util.exact import as_doubles
from cddiagram._util.records import ShortRepr
from cddiagram._util.types import FloatArray
from cddiagram.text import (
    InputError,
    Phrase,
    choose_from,
    finished,
    listed,
    name,
    phrase,
)

#: Differences and sums of larger scores may be no numbers any more.
LARGEST_SCORE = 1e300
#: How many rows and columns are shown before the rest is counted, and how many in HTML.
_ROWS, _COLUMNS = 8, 8
_HTML_COLUMNS = 20


class KeepsReadOnly(ShortRepr):
    """Of what holds arrays: they are read-only after pickling as well, which pickle
    forgets.
    """

    def __setstate__(self, state: dict[str, Any]) -> None:
        for value in state.values():
            if isinstance(value, np.ndarray):
                value.setflags(write=False)
        self.__dict__.update(state)


def as_names(given: Iterable[object] | str, what: str) -> tuple[str, ...]:
    """Return a list of names as texts without outer blanks; refuse one text in place of
    a list.
    """
    if isinstance(given, str):
        raise InputError(f"{what} is the text '{given}': give a list of names.")
    return tuple(
        finished(text) if isinstance(text, Phrase) else name(text) for text in given
    )


def places_of(what: str, names: Iterable[str], known: tuple[str, ...]) -> list[int]:
    """Return where names stand among those that are known; refuse any other."""
    found = []
    for wanted in names:
        if wanted not in known:
            raise InputError(choose_from(what, wanted, known))
        found.append(known.index(wanted))
    return found


def as_numbers(
    values: ArrayLike, what: str, *, ndim: int, each: str, axes: str
) -> FloatArray:
    """Copy values into an array of floats; masked ones are missing.

    Messages call them `what`; `each` and `axes` say what to give where they are no
    numbers, or of other dimensions.
    """
    try:
        if (
            getattr(getattr(values, "dtype", None), "kind", "") == "c"
        ):  # numpy would drop the imaginary part
            raise TypeError("complex")
        array = np.array(as_doubles(values), dtype=np.float64, order="C")
        if hasattr(
            values, "filled"
        ):  # a masked array, of which numpy takes what lies under the mask
            array[getattr(values, "mask")] = np.nan  # noqa: B009
    except (OverflowError, TypeError, ValueError) as error:
        raise InputError(
            f"{what} are not an array of numbers ({error}): give {each}."
        ) from error
    if array.ndim != ndim:
        has = f"{array.ndim} dimension{'s' * (array.ndim != 1)} {array.shape}"
        raise InputError(f"{what} have {has}: give {axes}.")
    return array


def check_size(scores: FloatArray) -> None:
    """Refuse scores whose differences and sums may be no numbers."""
    largest = float(
        np.fmax.reduce(np.abs(scores), axis=None)
    )  # a missing score, NaN, is passed over
    if largest > LARGEST_SCORE:
        raise InputError(
            f"the largest score is {largest:.2g} in size, and differences of such "
            "scores overflow: divide all scores "
            "by the same power of ten (no test depends on the unit)."
        )


def check_names(
    names: tuple[str, ...], what: str, *, holder: str, purpose: str
) -> None:
    """Refuse an empty name, one given twice, and fewer than two: `holder` "the table
    has", for "a comparison".
    """
    if "" in names:
        raise InputError(
            f"the {what} number {names.index('') + 1} has no name: every {what} needs "
            "one."
        )
    if len(set(names)) < len(names):
        twice = next(name for name, count in Counter(names).items() if count > 1)
        raise InputError(
            f"the {what} '{twice}' is given twice: every {what} needs a name of its "
            "own."
        )
    if len(names) < 2:
        given = Phrase(f"no {what}s")
        if names:
            given = phrase(f"one {what} ({{}})", listed(names))
        raise InputError(f"{holder} ", given, f": {purpose} needs two or more.")


@dataclass(frozen=True)
class Preview:
    """Scores, n data sets x k algorithms, as a result shows them by itself: the first
    rows and columns, of which the rest is counted.
    """

    #: How many rows HTML shows.
    HTML_ROWS: ClassVar = 40

    scores: FloatArray
    algorithms: Sequence[str]
    datasets: Sequence[str]

    def text(self) -> str:
        """Lay the scores out in aligned columns."""
        n, k = min(len(self.datasets), _ROWS), min(len(self.algorithms), _COLUMNS)
        cells = [["", *(" ".join(name.split()) for name in self.algorithms[:k])]]
        for dataset, row in zip(self.datasets[:n], self.scores[:n, :k], strict=True):
            cells.append([" ".join(dataset.split()), *map(_printed, row)])
        widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
        lines = []
        for row in cells:
            numbers = map(str.rjust, row[1:], widths[1:])
            lines.append("  ".join([row[0].ljust(widths[0]), *numbers]).rstrip())
        return "\n".join([*lines, *self._left_out(n, k)])

    def html(self, caption: str) -> str:
        """Lay the scores out as a table of HTML."""
        n = min(len(self.datasets), self.HTML_ROWS)
        k = min(len(self.algorithms), _HTML_COLUMNS)
        scores = self.scores[:n, :k]
        heads = "".join(f"<th>{escape(name)}</th>" for name in self.algorithms[:k])
        texts = [[_printed(score, 6) for score in row] for row in scores]
        decimals = max(
            (len(text.partition(".")[2]) for row in texts for text in row), default=0
        )
        powers = any("e" in text for row in texts for text in row)
        if decimals <= 6 and not powers:  # decimals below each other
            texts = [[_fixed(score, decimals) for score in row] for row in scores]
        left = ' style="text-align: left"'
        rows = []
        for dataset, row in zip(self.datasets[:n], texts, strict=True):
            cells = "".join(f"<td>{text}</td>" for text in row)
            rows.append(f"<tr><th{left}>{escape(dataset)}</th>{cells}</tr>")
        title = f"<caption{left}>{escape(caption)}</caption>"
        start = f"<table>{title}<tr><th></th>{heads}</tr>"
        more = "".join(f"<p>{line}</p>" for line in self._left_out(n, k))
        return "\n".join([start, *rows]) + f"</table>{more}"

    def _left_out(self, n: int, k: int) -> list[str]:
        """Say in a line how many more rows and columns there are than n and k; none
        where there are none.
        """
        left = (
            (len(self.datasets) - n, "data set"),
            (len(self.algorithms) - k, "algorithm"),
        )
        hidden = [
            f"{count} more {what}{'s' * (count > 1)}" for count, what in left if count
        ]
        return [f"... and {' and '.join(hidden)}"] if hidden else []


#: In the place of a missing score.
_GAP = "–"


def _printed(score: float, digits: int = 12) -> str:
    return f"{score:.{digits}g}" if score == score else _GAP


def _fixed(score: float, decimals: int) -> str:
    return f"{score:.{decimals}f}" if score == score else _GAP
