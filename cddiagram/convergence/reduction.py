"""From traces to the arrays of histories: one history for each algorithm and problem."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from cddiagram._util import Exact, IntArray
from cddiagram.convergence.cut_points import CutPoints, choose_cut_points
from cddiagram.convergence.runs import balance_runs
from cddiagram.convergence.traces import Traces


@dataclass(frozen=True, kw_only=True, eq=False)
class HistoryArrays:
    """The values of traces at common cut-points, reduced over runs.

    Attributes
    ----------
    values : Exact
        The values, of shape (k, n, c).
    cut_points : tuple of float
        The positions of the cut-points.
    unit : str
        The unit of the positions.
    run_counts : ndarray of int, shape (k, n)
        The number of runs from which each history was computed.
    runs_sampled : bool
        Whether runs were omitted so that their numbers are equal on each problem.
    notes : tuple of str
        Notes for the user.
    """

    values: Exact
    cut_points: tuple[float, ...]
    unit: str
    run_counts: IntArray
    runs_sampled: bool
    notes: tuple[str, ...]


def reduce_traces(
    traces: Traces,
    algorithms: Sequence[str],
    *,
    cut_points: int | Sequence[float] | None,
    budget: float | None,
    runs: str,
) -> HistoryArrays:
    """Return the values at common cut-points, as the mean or median of the runs."""
    cuts = choose_cut_points(traces, cut_points, budget)
    selection, run_notes = balance_runs(traces, algorithms, runs)
    function = "mean" if runs == "all" else runs
    values, run_counts = _reduced_values(selection, algorithms, cuts, function)
    notes = [*cuts.notes, *run_notes, *_runs_notes(run_counts, function)]
    return HistoryArrays(
        values=values,
        cut_points=tuple(map(float, cuts.positions)),
        unit=cuts.unit,
        run_counts=run_counts,
        runs_sampled=len(selection.traces) < len(traces.traces),
        notes=tuple(notes),
    )


def _reduced_values(
    traces: Traces, algorithms: Sequence[str], cuts: CutPoints, function: str
) -> tuple[Exact, IntArray]:
    """Return the mean or median over runs, of shape (k, n, c), and the numbers of
    runs.
    """
    problems = traces.problems
    k, n, c = len(algorithms), len(problems), len(cuts.positions)
    run_counts = np.zeros((k, n), dtype=np.int64)
    series, cells = [], []
    for (algorithm, problem), members in traces.by_pair.items():
        row, column = algorithms.index(algorithm), problems.index(problem)
        first_cell = (row * n + column) * c
        run_counts[row, column] = len(members)
        for trace in members:
            series.append(cuts.values_of(trace))
            cells.append(first_cell + np.arange(c))
    values = Exact.of_runs(
        np.concatenate(series), np.concatenate(cells), k * n * c, function
    )
    return values.reshape((k, n, c)), run_counts


def _runs_notes(run_counts: IntArray, function: str) -> list[str]:
    """Report how runs were reduced, if there are several."""
    fewest, most = int(run_counts.min()), int(run_counts.max())
    if most == 1:
        return []
    number = str(most)
    if fewest < most:
        number = f"{fewest} to {most}"
    return [
        f"The {number} runs of each algorithm on a problem were reduced to their "
        f"{function} at each cut-point."
    ]
