"""How a table of scores is to be read: the options of every function and command that reads one, in one place."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, TypedDict, TypeVar

from cddiagram._util.inlines import Option, Phrase
from cddiagram._util.records import not_default
from cddiagram.errors import InputError, UsageError, choose_from
from cddiagram.procedures import READING_CHOICES

_Function = TypeVar("_Function", bound=Callable[..., Any])


class ReadingOptions(TypedDict, total=False):
    """The keywords of `cddiagram.read_scores` that say how a table is read."""

    dataset_column: str | None
    algorithm_column: str | None
    score_column: str | None
    run_column: str | Sequence[str] | None
    algorithms: Sequence[str] | None
    exclude: str | Sequence[str] | None
    exclude_datasets: str | Sequence[str] | None
    select: Mapping[str, object] | None
    keep: str | Sequence[str] | None
    decimal: str | None
    missing: str
    runs: str


@dataclass(frozen=True, kw_only=True)
class Reading:
    """The same options with their defaults, checked; see `cddiagram.read_scores`.

    Examples
    --------
    >>> Reading(exclude="A", runs="median").recorded()
    {'exclude': ['A'], 'runs': 'median'}
    """

    dataset_column: str | None = None
    algorithm_column: str | None = None
    score_column: str | None = None
    run_column: str | Sequence[str] | None = None
    algorithms: Sequence[str] | None = None
    exclude: str | Sequence[str] | None = None
    exclude_datasets: str | Sequence[str] | None = None
    select: Mapping[str, object] | None = None
    keep: str | Sequence[str] | None = None
    decimal: str | None = None
    missing: str = "error"
    runs: str = "mean"

    def __post_init__(self) -> None:
        for option, choices in READING_CHOICES.items():
            value = getattr(self, option)
            if value not in choices and (option, value) != ("decimal", None):
                raise UsageError(choose_from(Option(option), value, choices))
        if self.select is not None and not isinstance(self.select, Mapping):
            raise InputError(f"select is {self.select!r}: give columns and values, for example {{'measure': 'acc'}}.")
        for field in ("algorithms", "exclude", "exclude_datasets", "keep"):
            object.__setattr__(self, field, name_list(getattr(self, field)))

    def recorded(self) -> dict[str, Any]:
        """Return the options that differ from their defaults, for the record."""
        return not_default(type(self).__init__, vars(self))


#: What else helps where a name or a score stands twice.
NAME_RUNS = Phrase(", or name the column of run numbers with ", Option("run_column"))


def selecting(title: str, value: str) -> Option:
    """Word the option that keeps the rows with a value in a column."""
    return Option("select", {title: value})


def name_list(names: str | Iterable[str] | None) -> list[str] | None:
    """Return one name or several as a list."""
    return [names] if isinstance(names, str) else None if names is None else [str(item) for item in names]


def takes_reading(function: _Function) -> _Function:
    """Let `help` and the site show every option of reading of a function, in place of ``**options``.

    Examples
    --------
    >>> @takes_reading
    ... def read(source, **options): ...
    >>> "exclude_datasets" in inspect.signature(read).parameters
    True
    """
    signature = inspect.signature(function)
    own = [part for part in signature.parameters.values() if part.kind is not part.VAR_KEYWORD]
    options = [
        inspect.Parameter(field.name, inspect.Parameter.KEYWORD_ONLY, default=field.default, annotation=field.type)
        for field in fields(Reading)
    ]
    function.__signature__ = signature.replace(parameters=[*own, *options])  # type: ignore[attr-defined]
    return function
