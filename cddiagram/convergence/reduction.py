"""Reduction of traces to arrays with one history for each algorithm and problem."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from cddiagram._util import Exact, FloatArray, IntArray
from cddiagram.convergence.cut_points import CutPoints, choose_cut_points
from cddiagram.convergence.runs import balance_runs
from cddiagram.convergence.traces import Traces

#: `_QUARTILES` contains the probabilities of the quartiles over the runs. The quartiles
#: are computed only if there are at least `_LEAST_RUNS` runs.
_QUARTILES, _LEAST_RUNS = (0.25, 0.75), 4


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
    run_quartiles : ndarray of float, shape (2, k, n, c), or None
        The lower and upper quartiles over the runs. None if a history has fewer than
        four runs.
    runs_sampled : bool
        Whether runs were omitted to equalise the numbers of runs on each problem.
    notes : tuple of str
        Notes for the user.
    """

    values: Exact
    cut_points: tuple[float, ...]
    unit: str
    run_counts: IntArray
    run_quartiles: FloatArray | None
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
    """Return the mean or median of the runs at common cut-points."""
    cuts = choose_cut_points(traces, cut_points, budget)
    selection, run_notes = balance_runs(traces, algorithms, runs)
    function = "mean" if runs == "all" else runs
    runs_of_cells = _values_of_runs(selection, algorithms, cuts)
    values, run_counts = _reduced_values(runs_of_cells, function)
    notes = [*cuts.notes, *run_notes, *_runs_notes(run_counts, function)]
    return HistoryArrays(
        values=values,
        cut_points=tuple(map(float, cuts.positions)),
        unit=cuts.unit,
        run_counts=run_counts,
        run_quartiles=_quartiles(runs_of_cells, run_counts),
        runs_sampled=len(selection.traces) < len(traces.traces),
        notes=tuple(notes),
    )


def _values_of_runs(
    traces: Traces, algorithms: Sequence[str], cuts: CutPoints
) -> list[list[FloatArray]]:
    """Return the values of the runs of each algorithm on each problem.

    The nested lists contain an array of shape (runs, c) for each algorithm and problem.
    """
    values = []
    by_pair = traces.by_pair
    for algorithm in algorithms:
        of_algorithm = []
        for problem in traces.problems:
            runs = [cuts.values_of(trace) for trace in by_pair[algorithm, problem]]
            of_algorithm.append(np.stack(runs))
        values.append(of_algorithm)
    return values


def _reduced_values(
    values: Sequence[Sequence[FloatArray]], function: str
) -> tuple[Exact, IntArray]:
    """Return the mean or median over runs, and the numbers of runs.

    The shapes of the results are (k, n, c) and (k, n).
    """
    k, n = len(values), len(values[0])
    c = values[0][0].shape[1]
    run_counts = np.zeros((k, n), dtype=np.int64)
    series, cells = [], []
    for row, column in product(range(k), range(n)):
        runs = values[row][column]
        run_counts[row, column] = len(runs)
        first_cell = (row * n + column) * c
        for run in runs:
            series.append(run)
            cells.append(first_cell + np.arange(c))
    reduced = Exact.of_runs(
        np.concatenate(series), np.concatenate(cells), k * n * c, function
    )
    return reduced.reshape((k, n, c)), run_counts


def _quartiles(
    values: Sequence[Sequence[FloatArray]], run_counts: IntArray
) -> FloatArray | None:
    """Return the quartiles over runs, of shape (2, k, n, c).

    The result is None if a history has fewer than four runs.
    """
    if run_counts.min() < _LEAST_RUNS:
        return None
    rows = []
    for row in values:
        rows.append([np.quantile(runs, _QUARTILES, axis=0) for runs in row])
    return np.moveaxis(np.array(rows), 2, 0)


def _runs_notes(run_counts: IntArray, function: str) -> list[str]:
    """Report how runs were reduced if there are several runs."""
    fewest, most = int(run_counts.min()), int(run_counts.max())
    if most == 1:
        return []
    number = str(most)
    if fewest < most:
        number = f"{fewest} to {most}"
    return [
        f"The {number} runs of each algorithm on each problem were reduced to their "
        f"{function} at each cut-point."
    ]
