"""The options of functions and commands that read scores or histories."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypedDict, TypeVar, cast

from cddiagram._util import as_record
from cddiagram.procedures import READING_CHOICES, check_missing
from cddiagram.text import InputError, Option, Phrase, UsageError, choose_from, nearest

#: Maps each option for histories to the values that it accepts. If `runs` is "all", all
#: runs are averaged, even if the algorithms have different numbers of runs.
HISTORY_CHOICES = READING_CHOICES | {"runs": (*READING_CHOICES["runs"], "all")}

_DEFAULTS = {
    "missing": "error",
    "runs": "mean",
    "transpose": False,
    "clean": False,
    "runs_in_names": False,
}
#: The options whose values are lists of names.
_NAMES = (
    "algorithms",
    "datasets",
    "exclude",
    "exclude_datasets",
    "exclude_problems",
    "keep",
)


class TableOptions(TypedDict, total=False):
    """The options for all tables. `complete_options` adds missing options."""

    algorithm_column: str | None
    run_column: str | Sequence[str] | None
    algorithms: Sequence[str] | None
    exclude: str | Sequence[str] | None
    select: Mapping[str, object] | None
    keep: str | Sequence[str] | None
    sheet: str | int | None
    encoding: str | None
    decimal: str | None
    missing: str
    runs: str


class ReadingOptions(TableOptions, total=False):
    """The options of all functions that read scores."""

    transpose: bool
    clean: bool
    runs_in_names: bool
    dataset_column: str | None
    score_column: str | None
    group_column: str | None
    exclude_datasets: str | Sequence[str] | None


class ScoreOptions(ReadingOptions, total=False):
    """The options of `cddiagram.read_scores` and `cddiagram.compare`."""

    datasets: Sequence[str] | None


class HistoryOptions(TableOptions, total=False):
    """The options of `cddiagram.read_histories`."""

    problem_column: str | None
    budget_column: str | None
    value_column: str | None
    exclude_problems: str | Sequence[str] | None


_Options = TypeVar("_Options", ReadingOptions, ScoreOptions, HistoryOptions)
_Function = TypeVar("_Function", bound=Callable[..., Any])


def complete_options(options: _Options, kind: type[_Options]) -> _Options:
    """Check options, and add the defaults of all other options of the same kind.

    Options that require lists of names also accept a single name.
    """
    names = kind.__annotations__
    check_known(options, names)
    reading: dict[str, Any] = {name: _DEFAULTS.get(name) for name in names}
    reading |= options
    of_histories = kind is HistoryOptions
    for option in READING_CHOICES:
        _check_choice(option, reading[option], of_histories)
    select = reading["select"]
    if select is not None and not isinstance(select, Mapping):
        raise InputError(
            f"select is {select!r}. Specify columns and values, for example "
            "{'measure': 'acc'}."
        )
    for name in _NAMES:
        if name in reading:
            reading[name] = name_list(reading[name])
    return cast(_Options, reading)


def _check_choice(option: str, value: Any, of_histories: bool) -> None:
    """Raise an error if the value of an option is not one of its choices."""
    if option == "missing" and not of_histories:
        check_missing(Option(option), value)
        return
    choices: Sequence[str] = READING_CHOICES[option]
    if of_histories:
        choices = HISTORY_CHOICES[option]
    if value in choices or (option == "decimal" and value is None):
        return
    raise UsageError(choose_from(Option(option), value, choices))


def check_known(options: Iterable[str], keywords: Iterable[str]) -> None:
    """Raise the same error as Python for an unknown keyword argument, and suggest the
    most similar keyword.
    """
    keywords = list(keywords)
    for option in options:
        if option in keywords:
            continue
        suggestion = nearest(option, keywords)
        hint = ""
        if suggestion:
            hint = f". Did you mean '{suggestion}'?"
        if option == "lower_is_better":
            hint = ". Pass higher_is_better=False instead."
        raise TypeError(f"unexpected keyword argument '{option}'{hint}")


def record_of(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that differ from their defaults and are not empty, in the form
    in which they are recorded.
    """
    record = {}
    for name, option in options.items():
        value = as_record(option)
        default = as_record(_DEFAULTS.get(name))
        if value is not None and value not in ([], {}) and value != default:
            record[name] = value
    return record


#: If names or scores are duplicated, messages also recommend this remedy.
NAME_RUNS = Phrase(", or specify the column of run numbers with ", Option("run_column"))


def selecting(title: str, value: str) -> Option:
    """Return the option that selects the rows with a value in a column."""
    return Option("select", {title: value})


def name_list(names: str | Iterable[str] | None) -> list[str] | None:
    """Return a list of names, which can also be specified as a single name."""
    if names is None:
        return None
    if isinstance(names, str):
        return [names]
    return [str(name) for name in names]


def takes(kind: type[TableOptions]) -> Callable[[_Function], _Function]:
    """Return a decorator that replaces ``**options`` by all options of a kind in the
    signature of a function.
    """
    options = []
    for name, annotation in kind.__annotations__.items():
        options.append(
            inspect.Parameter(
                name,
                inspect.Parameter.KEYWORD_ONLY,
                default=_DEFAULTS.get(name),
                annotation=getattr(annotation, "__forward_arg__", annotation),
            )
        )

    def with_options(function: _Function) -> _Function:
        signature = inspect.signature(function)
        own = [
            parameter
            for parameter in signature.parameters.values()
            if parameter.kind is not parameter.VAR_KEYWORD
        ]
        function.__signature__ = signature.replace(parameters=[*own, *options])  # type: ignore[attr-defined]
        return function

    return with_options
