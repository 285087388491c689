"""How a table of scores is to be read: the options of every function and command that reads one, in one place."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypedDict, TypeVar, cast

from cddiagram._util.records import not_default
from cddiagram.errors import InputError, UsageError, choose_from

CHOICES = {"decimal": (".", ","), "missing": ("error", "drop"), "runs": ("mean", "median")}
_DEFAULTS = {"missing": "error", "runs": "mean"}

_Function = TypeVar("_Function", bound=Callable[..., Any])


class ReadingOptions(TypedDict, total=False):
    """The keywords of `cddiagram.read_scores` that say how a table is read; all are there once `settled`."""

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


def settled(options: ReadingOptions) -> ReadingOptions:
    """Return all options, with defaults, checked; names are lists.

    >>> recorded(settled({"exclude": "A", "runs": "median"}))
    {'exclude': ['A'], 'runs': 'median'}
    """
    names = ReadingOptions.__annotations__
    for option in options:
        if option not in names:
            raise TypeError(f"unexpected keyword argument '{option}'")
    reading = cast(ReadingOptions, {name: _DEFAULTS.get(name) for name in names} | dict(options))
    for option, choices in CHOICES.items():
        value = reading[option]  # type: ignore[literal-required]
        if value not in choices and (option, value) != ("decimal", None):
            raise UsageError(choose_from(option, value, choices))
    if reading["select"] is not None and not isinstance(reading["select"], Mapping):
        raise InputError(f"select is {reading['select']!r}: give columns and values, for example {{'measure': 'acc'}}.")
    for name in ("algorithms", "exclude", "exclude_datasets", "keep"):
        reading[name] = name_list(reading[name])
    return reading


def recorded(reading: ReadingOptions) -> dict[str, Any]:
    """Return the options that differ from their defaults, for the record."""
    return not_default(_DEFAULTS, reading)


def selecting(title: str, value: str) -> str:
    """Word the option that keeps the rows with a value in a column."""
    return f"select={{'{title}': '{value}'}}"


def name_list(names: str | Iterable[str] | None) -> list[str] | None:
    """Return one name or several as a list."""
    return [names] if isinstance(names, str) else None if names is None else [str(item) for item in names]


def takes_reading(function: _Function) -> _Function:
    """Let `help` and the site show every option of reading of a function, in place of ``**options``."""
    signature = inspect.signature(function)
    parameters = [part for part in signature.parameters.values() if part.kind is not part.VAR_KEYWORD]
    for name, kind in ReadingOptions.__annotations__.items():
        kind, default = getattr(kind, "__forward_arg__", kind), _DEFAULTS.get(name)
        parameters.append(inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=kind))
    function.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    return function
