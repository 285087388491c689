"""Traces, which contain the recorded values of individual runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from cddiagram._util import FloatArray

#: The algorithm, problem and run to which a trace belongs.
Owner: TypeAlias = tuple[str, str, str]


@dataclass(frozen=True, eq=False)
class Trace:
    """The recorded values of one run at increasing positions."""

    algorithm: str
    problem: str
    run: str  #: The name of the run, or an empty string if there is only one.
    points: FloatArray
    values: FloatArray
    source: str  #: The name of the table, as used in messages.

    def __str__(self) -> str:
        return f"{self.source}: the history of {self.name}"

    @property
    def name(self) -> str:
        """The algorithm, problem and run in words, for messages."""
        pair = f"'{self.algorithm}' on '{self.problem}'"
        if not self.run:
            return pair
        return f"{pair} (run {self.run})"


@dataclass(frozen=True, kw_only=True, eq=False)
class Traces:
    """All traces from one or more tables, in the order of their first appearance."""

    label: str  #: The name of the source, as used in messages.
    traces: tuple[Trace, ...]
    unit: str  #: The unit in which the positions are given.
    notes: tuple[str, ...] = ()

    @property
    def algorithms(self) -> list[str]:
        """The names of the algorithms."""
        return list(dict.fromkeys(trace.algorithm for trace in self.traces))

    @property
    def problems(self) -> list[str]:
        """The names of the problems."""
        return list(dict.fromkeys(trace.problem for trace in self.traces))

    @property
    def by_pair(self) -> dict[tuple[str, str], list[Trace]]:
        """The traces of each algorithm on each problem."""
        runs: dict[tuple[str, str], list[Trace]] = {}
        for trace in self.traces:
            runs.setdefault((trace.algorithm, trace.problem), []).append(trace)
        return runs

    def select(self, algorithms: Sequence[str], problems: Sequence[str]) -> Traces:
        """Return the traces of the specified algorithms on the specified problems."""
        traces = []
        for trace in self.traces:
            if trace.algorithm in algorithms and trace.problem in problems:
                traces.append(trace)
        return replace(self, traces=tuple(traces))
