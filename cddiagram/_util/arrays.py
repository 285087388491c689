"""Checks and read-only copies of names and arrays that callers pass."""

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

#: The largest valid score. Differences and sums of larger scores may overflow.
LARGEST_SCORE = 1e300
#: A plain-text preview has at most this many rows and columns. `_HTML_COLUMNS` is the
#: maximum number of columns in an HTML preview.
_ROWS, _COLUMNS = 8, 8
_HTML_COLUMNS = 20


class KeepsReadOnly(ShortRepr):
    """Mixin for classes whose arrays remain read-only after unpickling."""

    def __setstate__(self, state: dict[str, Any]) -> None:
        for value in state.values():
            if isinstance(value, np.ndarray):
                value.setflags(write=False)
        self.__dict__.update(state)


def as_names(given: Iterable[object] | str, what: str) -> tuple[str, ...]:
    """Return names without leading and trailing spaces.

    Raises
    ------
    InputError
        If `given` is a string instead of a list.
    """
    if isinstance(given, str):
        raise InputError(f"{what} is the string '{given}'. Pass a list of names.")
    names = []
    for text in given:
        names.append(finished(text) if isinstance(text, Phrase) else name(text))
    return tuple(names)


def places_of(what: str, names: Iterable[str], known: tuple[str, ...]) -> list[int]:
    """Return the indices of names in a list of known names. Raise an error if a name is
    unknown.
    """
    places = []
    for member in names:
        if member not in known:
            raise InputError(choose_from(what, member, known))
        places.append(known.index(member))
    return places


def as_numbers(
    values: ArrayLike, what: str, *, ndim: int, each: str, axes: str
) -> FloatArray:
    """Copy values into an array of floats; masked values become NaN.

    Parameters
    ----------
    values : array_like
        The values.
    what : str
        A name for the values in error messages.
    ndim : int
        The required number of dimensions.
    each : str
        What the error message recommends if the values are not numbers.
    axes : str
        What the error message recommends if the number of dimensions is wrong.

    Raises
    ------
    InputError
        If the values are not numbers, or if they do not have `ndim` dimensions.
    """
    dtype = getattr(values, "dtype", None)
    try:
        if getattr(dtype, "kind", "") == "c":
            raise TypeError("complex")  # NumPy would discard the imaginary part
        array = np.array(as_doubles(values), dtype=np.float64, order="C")
        if hasattr(values, "filled"):
            # `np.array` would ignore the mask and also copy masked values.
            array[getattr(values, "mask")] = np.nan  # noqa: B009
    except (OverflowError, TypeError, ValueError) as error:
        raise InputError(
            f"{what} are not an array of numbers ({error}). Pass {each}."
        ) from error
    if array.ndim != ndim:
        plural = "" if array.ndim == 1 else "s"
        raise InputError(
            f"{what} have {array.ndim} dimension{plural} {array.shape}. Pass {axes}."
        )
    return array


def check_size(scores: FloatArray) -> None:
    """Raise an error if differences and sums of scores may overflow."""
    sizes = np.abs(scores)
    largest = float(np.fmax.reduce(sizes, axis=None))  # `fmax` ignores missing scores
    if largest > LARGEST_SCORE:
        raise InputError(
            f"the largest absolute score is {largest:.2g}, and differences between "
            "such scores overflow. Divide all scores by the same power of ten, which "
            "does not change any test result."
        )


def check_names(
    names: tuple[str, ...], what: str, *, holder: str, purpose: str
) -> None:
    """Raise an error if a name is empty or repeated, or if there are fewer than two
    names.

    The message begins with `holder`, such as "the table has", and mentions the
    `purpose`, such as "a comparison".
    """
    if "" in names:
        number = names.index("") + 1
        raise InputError(
            f"{what} number {number} has no name. Specify a name for every {what}."
        )
    repeated = [name for name, count in Counter(names).items() if count > 1]
    if repeated:
        raise InputError(
            f"the name '{repeated[0]}' belongs to more than one {what}. Specify a "
            f"unique name for every {what}."
        )
    if len(names) < 2:
        content = Phrase(f"no {what}s")
        if names:
            content = phrase(f"one {what} ({{}})", listed(names))
        raise InputError(
            f"{holder} ", content, f", but {purpose} requires two or more."
        )


@dataclass(frozen=True)
class Preview:
    """A preview of the first rows and columns of a table of scores.

    Attributes
    ----------
    scores : ndarray of shape (n, k)
        The scores of k algorithms on n data sets.
    algorithms, datasets : sequence of str
        The names of the algorithms and data sets.
    """

    #: An HTML preview has at most this many rows.
    HTML_ROWS: ClassVar = 40

    scores: FloatArray
    algorithms: Sequence[str]
    datasets: Sequence[str]

    def text(self) -> str:
        """Return the scores as plain text in aligned columns."""
        n = min(len(self.datasets), _ROWS)
        k = min(len(self.algorithms), _COLUMNS)
        heads = [" ".join(name.split()) for name in self.algorithms[:k]]
        rows = [["", *heads]]
        for dataset, scores in zip(self.datasets[:n], self.scores[:n, :k], strict=True):
            rows.append([" ".join(dataset.split()), *map(_printed, scores)])
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = []
        for head, *cells in rows:
            numbers = map(str.rjust, cells, widths[1:])
            lines.append("  ".join([head.ljust(widths[0]), *numbers]).rstrip())
        return "\n".join(lines + self._rest(n, k))

    def html(self, caption: str) -> str:
        """Return the scores as an HTML table."""
        n = min(len(self.datasets), self.HTML_ROWS)
        k = min(len(self.algorithms), _HTML_COLUMNS)
        texts = _aligned_texts(self.scores[:n, :k])
        to_left = ' style="text-align: left"'
        heads = "".join(f"<th>{escape(name)}</th>" for name in self.algorithms[:k])
        title = f"<caption{to_left}>{escape(caption)}</caption>"
        rows = [f"<table>{title}<tr><th></th>{heads}</tr>"]
        for dataset, row in zip(self.datasets[:n], texts, strict=True):
            cells = "".join(f"<td>{text}</td>" for text in row)
            rows.append(f"<tr><th{to_left}>{escape(dataset)}</th>{cells}</tr>")
        rest = "".join(f"<p>{line}</p>" for line in self._rest(n, k))
        return "\n".join(rows) + f"</table>{rest}"

    def _rest(self, n: int, k: int) -> list[str]:
        """Return a line with the numbers of omitted rows and columns, or an empty list
        if no row or column is omitted.
        """
        counts = {
            "data set": len(self.datasets) - n,
            "algorithm": len(self.algorithms) - k,
        }
        parts = []
        for what, count in counts.items():
            if count:
                parts.append(f"{count} more {what}{'s' * (count > 1)}")
        if parts:
            return [f"... and {' and '.join(parts)}"]
        return []


#: The string that represents a missing score.
_GAP = "–"
#: Scores in HTML have at most this many significant digits and at most this many
#: decimals.
_HTML_DIGITS = 6


def _printed(score: float, digits: int = 12) -> str:
    if score == score:
        return f"{score:.{digits}g}"
    return _GAP


def _aligned_texts(scores: FloatArray) -> list[list[str]]:
    """Return scores as strings, which have the same number of decimals unless they
    would be too long.
    """
    texts = []
    decimals = 0
    has_powers = False
    for row in scores:
        cells = [_printed(score, _HTML_DIGITS) for score in row]
        for text in cells:
            decimals = max(decimals, len(text.partition(".")[2]))
            has_powers = has_powers or "e" in text
        texts.append(cells)
    if has_powers or decimals > _HTML_DIGITS:
        return texts
    fixed = []
    for row in scores:
        fixed.append([_fixed(score, decimals) for score in row])
    return fixed


def _fixed(score: float, decimals: int) -> str:
    if score == score:
        return f"{score:.{decimals}f}"
    return _GAP
