"""Names and arrays as callers hand them in: checked once, copied, and read-only from then on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cddiagram._util.exact import as_doubles
from cddiagram._util.text import name
from cddiagram.errors import InputError, listed

#: Differences and sums of larger scores may be no numbers any more.
LARGEST_SCORE = 1e300


class KeepsReadOnly:
    """Of what holds arrays: they are read-only after pickling as well, which pickle forgets."""

    def __setstate__(self, state: dict[str, Any]) -> None:
        for value in state.values():
            if isinstance(value, np.ndarray):
                value.setflags(write=False)
        self.__dict__.update(state)


def as_names(given: Iterable[object] | str, what: str) -> tuple[str, ...]:
    """Return a list of names as texts without outer blanks.

    Raises
    ------
    InputError
        If one text is given in place of a list.

    Examples
    --------
    >>> as_names([1, " B"], "algorithms")
    ('1', 'B')
    """
    if isinstance(given, str):
        raise InputError(f"{what} is the text '{given}': give a list of names.")
    return tuple(map(name, given))


def as_numbers(values: ArrayLike, what: str, *, ndim: int, each: str, axes: str) -> NDArray[np.float64]:
    """Copy values into an array of floats; masked ones are missing.

    Parameters
    ----------
    values : array_like
        What is given.
    what : str
        What messages call it: ``"scores"``.
    ndim : int
        How many dimensions it must have.
    each, axes : str
        What to give instead, where it is no array of numbers and where it has other dimensions.

    Raises
    ------
    InputError
        If they are not real numbers, or have other dimensions.

    Examples
    --------
    >>> as_numbers([[1, 2]], "scores", ndim=2, each="numbers", axes="rows and columns")
    array([[1., 2.]])
    """
    try:
        if getattr(getattr(values, "dtype", None), "kind", "") == "c":  # numpy would drop the imaginary part
            raise TypeError("complex")
        array = np.array(as_doubles(values), dtype=np.float64, order="C")
        if hasattr(values, "filled"):  # a masked array, of which numpy takes what lies under the mask
            array[getattr(values, "mask")] = np.nan  # noqa: B009
    except (OverflowError, TypeError, ValueError) as error:
        raise InputError(f"{what} are not an array of numbers ({error}): give {each}.") from error
    if array.ndim != ndim:
        has = f"{array.ndim} dimension{'s' * (array.ndim != 1)} {array.shape}"
        raise InputError(f"{what} have {has}: give {axes}.")
    return array


def check_size(scores: NDArray[np.float64]) -> None:
    """Refuse scores whose differences and sums may be no numbers.

    Raises
    ------
    InputError
        Naming the largest, and the remedy.
    """
    largest = float(np.abs(scores).max())
    if largest > LARGEST_SCORE:
        raise InputError(
            f"the largest score is {largest:.2g} in size, and differences of such scores overflow: divide all scores "
            "by the same power of ten (no test depends on the unit)."
        )


def check_names(names: tuple[str, ...], what: str, *, holder: str, purpose: str) -> None:
    """Refuse an empty name, one given twice, and fewer than two.

    Parameters
    ----------
    names : tuple of str
        The names.
    what : str
        What each one names: ``"data set"``.
    holder : str
        What has them: ``"the table has"``.
    purpose : str
        What needs two or more: ``"a comparison"``.

    Raises
    ------
    InputError
        Naming it.
    """
    if "" in names:
        raise InputError(f"the {what} number {names.index('') + 1} has no name: every {what} needs one.")
    if len(set(names)) < len(names):
        twice = next(name for name, count in Counter(names).items() if count > 1)
        raise InputError(f"the {what} '{twice}' is given twice: every {what} needs a name of its own.")
    if len(names) < 2:
        given = f"one {what} ({listed(names)})" if names else f"no {what}s"
        raise InputError(f"{holder} {given}: {purpose} needs two or more.")
