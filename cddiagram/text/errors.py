"""The exceptions of the package, and functions that compose their messages.

A message states the location, the problem and the remedy. The command line prints the
message after ``Error:`` and exits with status 1, or with status 2 for a `UsageError`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from numbers import Integral, Real
from typing import Any

from cddiagram.text.inlines import Name, Option, Phrase, commas, phrase
from cddiagram.text.lines import sentence


class CddiagramError(Exception):
    """Base class for errors raised by this package.

    The message is always a single line, even if a name contains line breaks.
    """

    def __init__(self, *words: str) -> None:
        super().__init__(Phrase(*words))

    def __str__(self) -> str:
        return sentence(super().__str__())


class InputError(CddiagramError, ValueError):
    """Error raised if the scores are invalid.

    The message states the location of the problem (such as the file, line and column)
    and a remedy.
    """


class UsageError(CddiagramError, ValueError):
    """Error raised if an option has an invalid value."""


class LayoutError(CddiagramError, ValueError):
    """Error raised if a figure does not fit within the width. The message states a
    sufficient width.
    """


class OutputError(CddiagramError, OSError):
    """Error raised if a file cannot be written. Existing files are not changed."""


@dataclass(frozen=True)
class Complaint:
    """A problem with the input.

    Checks and readers return complaints. The calling functions raise them as errors or
    print them as warnings.

    Attributes
    ----------
    place : str
        The location of the problem: the file with line and column, or the argument.
    text : str
        The problem, as a clause without a full stop.
    remedy : str
        The remedy, as an imperative without a full stop. A single step must be
        sufficient.
    rejects : bool
        Whether the input cannot be used. Otherwise, the input is only suspicious, and a
        warning is sufficient.
    """

    place: str
    text: str
    remedy: str
    rejects: bool = True

    @property
    def message(self) -> Phrase:
        """The complaint as two sentences."""
        return Phrase(f"{self.place}: ", self.text, ". ", self.remedy, ".")

    def error(self) -> InputError:
        """Return the error to raise for this complaint."""
        return InputError(self.message)


def listed(names: Iterable[object], limit: int = 6) -> Phrase:
    """List names in quotes. If there are more than `limit` names, the number of the
    remaining names is stated.
    """
    items = [phrase("'{}'", Name(name)) for name in names]
    words = commas(items[:limit])
    rest = len(items) - limit
    if rest <= 0:
        return words
    return Phrase(words, f" and {rest} more")


def joined(texts: Sequence[str]) -> str:
    """Join strings into a list for a sentence, such as ``"A, B and C"``."""
    if len(texts) < 2:
        return "".join(texts)
    *first, last = texts
    return " and ".join([", ".join(first), last])


def choose_from(
    what: str,
    given: object,
    choices: Iterable[str],
    otherwise: str = "",
    *,
    problem: str = "",
) -> Phrase:
    """Compose the message for an unknown value, which suggests the most similar choice.

    Parameters
    ----------
    what : str
        The kind of value.
    given : object
        The unknown value.
    choices : iterable of str
        The known values.
    otherwise : str
        A second remedy.
    problem : str
        A description of the problem. The default is ``"unknown what 'given'"``.
    """
    if not problem:
        problem = Phrase("unknown ", what, f" '{given}'")
    options = list(choices)
    near = nearest(str(given), options)
    remedy = "choose from "
    if near is not None:
        remedy = f"did you mean '{near}'? Choose from "
    return Phrase(problem, ": ", remedy, listed(options, limit=30), otherwise, ".")


def nearest(given: str, choices: Iterable[str]) -> str | None:
    """Return the choice that was probably meant, or None.

    This is the choice that differs only in case, the only choice that contains the
    value, or the most similar choice.
    """
    # The import is local because `difflib` is required only for error messages.
    from difflib import get_close_matches

    text = given.strip().casefold()
    # If several choices differ only in case, the first one is preferred.
    by_key = {choice.strip().casefold(): choice for choice in reversed(list(choices))}
    if text in by_key:
        return by_key[text]
    containing = [key for key in by_key if text in key]
    if len(text) > 1 and len(containing) == 1:
        return by_key[containing[0]]
    for key in get_close_matches(text, by_key, n=1):
        return by_key[key]
    return None


def check_pair(first: str, second: str, algorithms: Sequence[str]) -> tuple[int, int]:
    """Return the column indices of two algorithms.

    Raises
    ------
    UsageError
        If an algorithm is unknown, or if both algorithms are the same.
    """
    for name in (first, second):
        if name not in algorithms:
            raise UsageError(choose_from("algorithm", name, algorithms))
    if first == second:
        raise UsageError(
            f"a pair requires two different algorithms, not '{first}' twice."
        )
    return algorithms.index(first), algorithms.index(second)


def check_alpha(alpha: float) -> float:
    """Return a significance level. Raise an error if it is not between 0 and 1."""
    is_number = isinstance(alpha, Real)
    if is_number and 0.0 < alpha < 1.0:
        return float(alpha)
    example = likely_level(float(alpha) if is_number else math.nan)
    raise UsageError(f"alpha must be between 0 and 1, not {alpha!r}. Use {example}.")


def likely_level(value: float) -> str:
    """Return the level that a user probably meant, such as 0.05 for the value 5.

    >>> likely_level(5.0), likely_level(-1.0)
    ('0.05', '0.05, for example')
    """
    level = value
    if value >= 1:
        level = value / 100
    if 0 < level < 1:
        return f"{level:g}"
    return "0.05, for example"


def check_count(name: str, value: Any, least: int = 1) -> int:
    """Return the value of an option. Raise an error unless the value is a whole number
    of at least `least`.
    """
    if isinstance(value, bool) or not isinstance(value, Integral) or value < least:
        raise UsageError(
            Option(name), f" must be a whole number of at least {least}, not {value!r}."
        )
    return int(value)
