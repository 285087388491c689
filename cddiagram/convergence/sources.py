"""Readers of traces from files, data frames and folders of logs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from cddiagram._util import source_names
from cddiagram.convergence.logs import grid_of_logs, log_columns
from cddiagram.convergence.table_traces import table_traces
from cddiagram.convergence.traces import Owner, Trace, Traces
from cddiagram.data import Grid, HistoryOptions, read_grid
from cddiagram.text import InputError


@dataclass(frozen=True, eq=False)
class _Source:
    """One file, folder or data frame."""

    content: Any
    algorithm: str | None = None
    """The name of the algorithm if the table has no algorithm column."""
    renames_logs: bool = False
    """Whether this name replaces the name of the algorithm in logs."""


def read_traces(source: Any, reading: HistoryOptions, higher_is_better: bool) -> Traces:
    """Read all sources and combine their traces."""
    parts = []
    for single_source in _sources_of(source):
        parts.append(_traces_of(single_source, reading, higher_is_better))
    if not parts:
        raise InputError("no histories are specified. Specify one or more files.")
    _check_units(parts)
    traces: list[Trace] = []
    notes: list[str] = []
    for part in parts:
        traces += part.traces
        notes += part.notes
    _check_owners(traces)
    label = parts[0].label
    if len(parts) > 1:
        label = f"{label} and {len(parts) - 1} more"
    return Traces(
        label=label,
        traces=tuple(traces),
        unit=parts[0].unit,
        notes=tuple(dict.fromkeys(notes)),
    )


def _sources_of(source: Any) -> list[_Source]:
    """Return the individual sources in a mapping or list."""
    if isinstance(source, Mapping):
        return [
            _Source(content, name, renames_logs=name is not None)
            for name, content in source.items()
        ]
    if isinstance(source, list):
        return [_Source(content, _file_stem(content)) for content in source]
    return [_Source(source)]


def _file_stem(source: Any) -> str | None:
    """Return the name of the first file of a source without its extension.

    The result is None if the source is not a file.
    """
    for name in source_names(source):
        if name != "-":
            return Path(name).stem
    return None


def _traces_of(
    source: _Source, reading: HistoryOptions, higher_is_better: bool
) -> Traces:
    """Read the traces in the table or the logs of one source."""
    logs = grid_of_logs(source.content, higher_is_better)
    if logs is None:
        table = read_grid(source.content, reading, "histories", "Histories")
        return table_traces(table, source.algorithm, reading)
    if source.renames_logs:
        logs = _renamed(logs, source.algorithm)
    options: HistoryOptions = {**reading, **log_columns(logs)}  # type: ignore[typeddict-item]
    return table_traces(read_grid(logs, options), source.algorithm, options)


def _renamed(logs: Grid, algorithm: str | None) -> Grid:
    """Rename the algorithm in logs, unless they contain several algorithms."""
    algorithms, *others = logs.columns
    if len(set(algorithms)) > 1:
        return logs
    return replace(logs, columns=([algorithm] * logs.n_rows, *others))


def _check_units(parts: Sequence[Traces]) -> None:
    """Raise an error if the sources have different units."""
    first = parts[0]
    for part in parts[1:]:
        if part.unit != first.unit:
            raise InputError(
                f"the unit of {first.label} is {first.unit}, but the unit of "
                f"{part.label} is {part.unit}. Use one unit for all histories."
            )


def _check_owners(traces: Iterable[Trace]) -> None:
    """Raise an error if two traces have the same algorithm, problem and run."""
    sources: dict[Owner, str] = {}
    for trace in traces:
        owner = (trace.algorithm, trace.problem, trace.run)
        if owner in sources:
            raise InputError(
                f"{trace} already occurs in {sources[owner]}. Keep one of them."
            )
        sources[owner] = trace.source
