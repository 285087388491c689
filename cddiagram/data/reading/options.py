"""How a table of scores is to be read: the options of every function and command that reads one, in one place."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, TypedDict, TypeVar

from cddiagram._util.records import not_default
from cddiagram.errors import InputError, UsageError, choose_from

MISSING = ("error", "drop")
RUNS = ("mean", "median")
DECIMALS = (".", ",")

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

    Raises
    ------
    UsageError
        If `decimal`, `missing` or `runs` has an unknown value.
    InputError
        If `select` is no mapping.

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
        check_choices(decimal=self.decimal, missing=self.missing, runs=self.runs)
        check_select(self.select)
        for field in ("algorithms", "exclude", "exclude_datasets", "keep"):
            object.__setattr__(self, field, name_list(getattr(self, field)))

    def recorded(self) -> dict[str, Any]:
        """Give the options that differ from their defaults, for the record."""
        return not_default(type(self).__init__, vars(self))

    def columns(self) -> Mapping[str, Any]:
        """Give the options that name columns."""
        return {name: value for name, value in vars(self).items() if name.endswith("_column")}


def check_choices(*, decimal: str | None, missing: str, runs: str) -> None:
    """Refuse values that these options do not have.

    Raises
    ------
    UsageError
        Naming the option and its values.
    """
    if decimal is not None and decimal not in DECIMALS:
        raise UsageError(choose_from("decimal", decimal, DECIMALS))
    for option, value, choices in (("missing", missing, MISSING), ("runs", runs, RUNS)):
        if value not in choices:
            raise UsageError(choose_from(option, value, choices))


def check_select(select: object) -> None:
    """Refuse rows chosen by something else than columns and values.

    Raises
    ------
    InputError
        Naming the form.
    """
    if select is not None and not isinstance(select, Mapping):
        raise InputError(f"select is {select!r}: give columns and values, for example {{'measure': 'acc'}}.")


def selecting(title: str, value: str) -> str:
    """Word the option that keeps the rows with a value in a column.

    Examples
    --------
    >>> selecting("metric", "acc")
    "select={'metric': 'acc'}"
    """
    return f"select={{'{title}': '{value}'}}"


def name_list(names: str | Iterable[str] | None) -> list[str] | None:
    """Give one name or several as a list."""
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
