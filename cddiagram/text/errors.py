"""The exceptions of the package and the helpers that word them.

Every message is one sentence that names the place and the remedy. The command line
prints it after ``Error:`` and exits with 1; a `UsageError` (an option value that no
input could make right) exits with 2.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from numbers import Integral, Real
from typing import Any

from cddiagram.text.inlines import Name, Option, Phrase, commas, phrase
from cddiagram.text.lines import sentence


class CddiagramError(Exception):
    """Base of all errors that this package raises on purpose; as text one line,
    whatever the names in it hold.
    """

    def __init__(self, *words: str) -> None:
        super().__init__(Phrase(*words))

    def __str__(self) -> str:
        return sentence(super().__str__())


class InputError(CddiagramError, ValueError):
    """The scores cannot be used: the message names file, line, column, data set or
    algorithm, and what to do.
    """


class UsageError(CddiagramError, ValueError):
    """An option has a value that no input could make right."""


class LayoutError(CddiagramError, ValueError):
    """The figure does not fit: the message names the width that it needs."""


class OutputError(CddiagramError, OSError):
    """A file could not be written; what was there before is unchanged."""


@dataclass(frozen=True)
class Complaint:
    """Something in an input that cannot be used as it is.

    Guards and readers return complaints; their callers decide whether to raise or to
    print them.

    Attributes
    ----------
    place : str
        Where it is: the file with line and column, or the argument.
    text : str
        What is wrong there, a clause without a full stop.
    remedy : str
        What to do, an imperative without a full stop. Following it leads to a result in
        one step.
    rejects : bool
        Whether the input cannot be used as it is. Otherwise it is only doubtful, and a
        warning is enough.
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
    """Join names for a message: quoted, in the given order, the rest counted."""
    items = [phrase("'{}'", Name(name)) for name in names]
    return Phrase(
        commas(items[:limit]),
        f" and {len(items) - limit} more" if len(items) > limit else "",
    )


def joined(texts: Sequence[str]) -> str:
    """Join texts as a sentence does."""
    return " and ".join([", ".join(texts[:-1]), texts[-1]] if len(texts) > 1 else texts)


def choose_from(
    what: str,
    given: object,
    choices: Iterable[str],
    otherwise: str = "",
    *,
    problem: str = "",
) -> Phrase:
    """Word "unknown value", or another `problem`: what was given, what is possible, and
    the nearest match.
    """
    problem = problem or Phrase("unknown ", what, f" '{given}'")
    possible = list(choices)
    near = nearest(str(given), possible)
    choose = "choose from " if near is None else f"did you mean '{near}'? Choose from "
    return Phrase(problem, ": ", choose, listed(possible, limit=30), otherwise, ".")


def nearest(given: str, choices: Iterable[str]) -> str | None:
    """Return what was meant: the same in other case, the only choice that holds what
    was given, or the most alike.
    """
    from difflib import get_close_matches  # only to word an error

    folded = {choice.strip().casefold(): choice for choice in reversed(list(choices))}
    text = given.strip().casefold()
    holding = [key for key in folded if text in key] if len(text) > 1 else []
    found = (
        [text]
        if text in folded
        else holding
        if len(holding) == 1
        else get_close_matches(text, folded, n=1)
    )
    return folded[found[0]] if found else None


def check_pair(first: str, second: str, algorithms: Sequence[str]) -> tuple[int, int]:
    """Return the columns of a pair; refuse an unknown algorithm, and one twice."""
    for name in (first, second):
        if name not in algorithms:
            raise UsageError(choose_from("algorithm", name, algorithms))
    if first == second:
        raise UsageError(f"a pair has two algorithms, not '{first}' twice.")
    return algorithms.index(first), algorithms.index(second)


def check_alpha(alpha: float) -> float:
    """Return alpha if it is a level."""
    if not isinstance(alpha, Real) or not 0.0 < alpha < 1.0:
        raise UsageError(
            f"alpha must lie between 0 and 1, not {alpha!r}: 0.05 is usual."
        )
    return float(alpha)


def check_count(name: str, value: Any, least: int = 1) -> int:
    """Return the value of an option if it is a whole number that is large enough."""
    if isinstance(value, bool) or not isinstance(value, Integral) or value < least:
        raise UsageError(
            Option(name), f" must be a whole number, {least} or more, not {value!r}."
        )
    return int(value)
