"""How a table is to be read: the options of every function and command that reads
scores or histories, in one place.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypedDict, TypeVar, cast

from cddiagram._util import as_record
from cddiagram.procedures import MISSING_SCORES, READING_CHOICES, is_policy
from cddiagram.text import InputError, Option, Phrase, UsageError, choose_from, nearest

#: What the options of histories may be: the run "all" is the mean of all runs, even if
#: algorithms have different numbers of runs.
HISTORY_CHOICES = READING_CHOICES | {"runs": (*READING_CHOICES["runs"], "all")}

_DEFAULTS = {
    "missing": "error",
    "runs": "mean",
    "transpose": False,
    "clean": False,
    "runs_in_names": False,
}


class TableOptions(TypedDict, total=False):
    """The keywords that say how any table is read; `complete_options` supplies all of them."""

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
    """Those of every function that reads scores."""

    transpose: bool
    clean: bool
    runs_in_names: bool
    dataset_column: str | None
    score_column: str | None
    group_column: str | None
    exclude_datasets: str | Sequence[str] | None


class ScoreOptions(ReadingOptions, total=False):
    """Those of `cddiagram.read_scores` and `cddiagram.compare`."""

    datasets: Sequence[str] | None


class HistoryOptions(TableOptions, total=False):
    """Those of `cddiagram.read_histories`."""

    problem_column: str | None
    budget_column: str | None
    value_column: str | None
    exclude_problems: str | Sequence[str] | None


_Options = TypeVar("_Options", ReadingOptions, ScoreOptions, HistoryOptions)
_Function = TypeVar("_Function", bound=Callable[..., Any])


def complete_options(options: _Options, kind: type[_Options]) -> _Options:
    """Return all options of a kind, with defaults, checked; several names are a
    list.
    """
    check_known(options, kind.__annotations__)
    reading: dict[str, Any] = {
        name: _DEFAULTS.get(name) for name in kind.__annotations__
    } | dict(options)
    known = HISTORY_CHOICES if kind is HistoryOptions else READING_CHOICES
    for option, choices in known.items():
        if option == "missing" and kind is not HistoryOptions:
            if not is_policy(reading[option]):
                raise UsageError(
                    choose_from(Option(option), reading[option], MISSING_SCORES)
                )
        elif reading[option] not in choices and (option, reading[option]) != (
            "decimal",
            None,
        ):
            raise UsageError(choose_from(Option(option), reading[option], choices))
    if reading["select"] is not None and not isinstance(reading["select"], Mapping):
        raise InputError(
            f"select is {reading['select']!r}: give columns and values, for example "
            f"{{'measure': 'acc'}}."
        )
    for name in (
        "algorithms",
        "datasets",
        "exclude",
        "exclude_datasets",
        "exclude_problems",
        "keep",
    ):
        if name in reading:
            reading[name] = name_list(reading[name])
    return cast(_Options, reading)


def check_known(options: Iterable[str], known: Iterable[str]) -> None:
    """Raise an error for an unknown keyword, as Python does, with the nearest one."""
    known = list(known)
    for option in options:
        if option in known:
            continue
        if option == "lower_is_better":
            hint = ". Pass higher_is_better=False instead."
        elif meant := nearest(option, known):
            hint = f". Did you mean '{meant}'?"
        else:
            hint = ""
        raise TypeError(f"unexpected keyword argument '{option}'{hint}")


def record_of(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that differ from their defaults, for the record; None and
    what is empty say nothing.
    """
    said = {name: as_record(value) for name, value in options.items()}
    return {
        name: value
        for name, value in said.items()
        if value is not None
        and value not in ([], {})
        and value != as_record(_DEFAULTS.get(name))
    }


#: What else helps where a name or a score stands twice.
NAME_RUNS = Phrase(", or name the column of run numbers with ", Option("run_column"))


def selecting(title: str, value: str) -> Option:
    """Return the option that keeps the rows with a value in a column."""
    return Option("select", {title: value})


def name_list(names: str | Iterable[str] | None) -> list[str] | None:
    """Return one name or several as a list."""
    return (
        [names]
        if isinstance(names, str)
        else None
        if names is None
        else [str(item) for item in names]
    )


def takes(kind: type[TableOptions]) -> Callable[[_Function], _Function]:
    """Let `help` and the site show every option of a kind, in place of
    ``**options``.
    """

    def completed(function: _Function) -> _Function:
        signature = inspect.signature(function)
        parameters = [
            part
            for part in signature.parameters.values()
            if part.kind is not part.VAR_KEYWORD
        ]
        for name, type_ in kind.__annotations__.items():
            type_, default = (
                getattr(type_, "__forward_arg__", type_),
                _DEFAULTS.get(name),
            )
            parameters.append(
                inspect.Parameter(
                    name,
                    inspect.Parameter.KEYWORD_ONLY,
                    default=default,
                    annotation=type_,
                )
            )
        function.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
        return function

    return completed
