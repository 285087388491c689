"""Names and arrays as callers hand them in: checked once, copied, and read-only from
then on; and as text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

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
HTML_ROWS, _HTML_COLUMNS = 40, 20


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


def grid_text(
    scores: FloatArray, algorithms: Sequence[str], datasets: Sequence[str]
) -> str:
    """Lay scores out in aligned columns; beyond the first few rows and columns the rest
    is counted.
    """
    n, k = min(len(datasets), _ROWS), min(len(algorithms), _COLUMNS)
    cells = [["", *(" ".join(name.split()) for name in algorithms[:k])]]
    cells += [
        [" ".join(datasets[i].split()), *map(_printed, scores[i, :k])] for i in range(n)
    ]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = [
        "  ".join(
            [row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]
        ).rstrip()
        for row in cells
    ]
    return "\n".join([*lines, *_left_out(len(datasets) - n, len(algorithms) - k)])


def grid_html(
    scores: FloatArray, algorithms: Sequence[str], datasets: Sequence[str], caption: str
) -> str:
    """Lay scores out as a table of HTML; beyond the first rows and columns the rest is
    counted.
    """
    n, k = min(len(datasets), HTML_ROWS), min(len(algorithms), _HTML_COLUMNS)
    heads = "".join(f"<th>{escape(name)}</th>" for name in algorithms[:k])
    texts = [[_printed(score, 6) for score in row] for row in scores[:n, :k]]
    decimals = max(
        (len(text.partition(".")[2]) for row in texts for text in row), default=0
    )
    if decimals <= 6 and not any(
        "e" in text for row in texts for text in row
    ):  # decimals below each other
        texts = [
            [f"{score:.{decimals}f}" if score == score else _GAP for score in row]
            for row in scores[:n, :k]
        ]
    left = ' style="text-align: left"'
    rows = [
        f"<tr><th{left}>{escape(datasets[i])}</th>{''.join(f'<td>{text}</td>' for text in row)}</tr>"
        for i, row in enumerate(texts)
    ]
    start = (
        f"<table><caption{left}>{escape(caption)}</caption><tr><th></th>{heads}</tr>"
    )
    more = "".join(
        f"<p>{line}</p>" for line in _left_out(len(datasets) - n, len(algorithms) - k)
    )
    return "\n".join([start, *rows]) + f"</table>{more}"


#: In the place of a missing score.
_GAP = "–"


def _printed(score: float, digits: int = 12) -> str:
    return f"{score:.{digits}g}" if score == score else _GAP


def _left_out(rows: int, columns: int) -> list[str]:
    """Say how many more rows and columns there are, in a line; none where there are
    none.
    """
    left = ((rows, "data set"), (columns, "algorithm"))
    hidden = [
        f"{count} more {what}{'s' * (count > 1)}" for count, what in left if count
    ]
    return [f"... and {' and '.join(hidden)}"] if hidden else []
