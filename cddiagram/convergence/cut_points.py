"""Selection of cut-points common to all traces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from cddiagram._util import FloatArray
from cddiagram.convergence.traces import Trace, Traces
from cddiagram.convergence.units import with_unit
from cddiagram.text import InputError, Option, UsageError

#: By default, this many cut-points are used, as on the SCI2S page.
USUAL_CUT_POINTS = 10
#: If all histories share at most this number of positions, these positions are the
#: default cut-points.
_MOST_SHARED = 20
#: Two positions are considered equal if their relative difference is at most this
#: number.
_SAME_POSITION = 1e-9
_LAST_VALUE = "The value at a cut-point is the last value recorded up to it."


@dataclass(frozen=True, kw_only=True, eq=False)
class CutPoints:
    """The positions at which all histories are compared."""

    positions: FloatArray
    #: The unit of the cut-points is "% of the budget" if the problems have different
    #: budgets.
    unit: str
    scales: Mapping[str, float] = field(default_factory=dict)
    """The number of evaluations in one percent of the budget of each problem.

    The mapping is empty if the unit is not a percentage.
    """
    notes: tuple[str, ...] = ()

    def values_of(self, trace: Trace) -> FloatArray:
        """Return the last recorded value of a trace at or before each cut-point."""
        positions = self.positions * self.scales.get(trace.problem, 1.0)
        ends = positions * (1 + _SAME_POSITION)
        index = np.searchsorted(trace.points, ends, side="right") - 1
        if index[0] < 0:
            raise InputError(
                f"{trace} begins at {trace.points[0]:.12g}, after the first cut-point at "
                f"{positions[0]:.12g}. Use fewer ",
                Option("cut_points"),
                ", or record an earlier value.",
            )
        return trace.values[index]


def parse_cut_points(
    cut_points: int | Sequence[float] | None,
) -> tuple[int | None, FloatArray | None]:
    """Check the option, and return the number of cut-points and their positions.

    The number is None if the positions are specified, and vice versa. Both are None if
    the option is not specified.
    """
    if cut_points is None:
        return None, None
    text = str(cut_points)
    if isinstance(cut_points, bool):
        cut_points = 0
    if isinstance(cut_points, int | np.integer) and cut_points >= 2:
        return int(cut_points), None
    is_text = isinstance(cut_points, str)
    if isinstance(cut_points, Sequence | np.ndarray) and not is_text:
        positions = np.asarray(cut_points, dtype=np.float64)
        if positions.ndim == 1 and len(positions) > 1 and _increase(positions):
            return None, positions
        text = ", ".join(f"{position:.12g}" for position in positions.ravel()) or "none"
    raise UsageError(
        Option("cut_points"),
        " must be a whole number of at least 2, or a list of increasing positions, not "
        f"{text}. A typical number is 10.",
    )


def _increase(positions: FloatArray) -> bool:
    """Return whether positions are finite and increasing."""
    return bool(np.isfinite(positions).all() and (np.diff(positions) > 0).all())


def choose_cut_points(
    traces: Traces, cut_points: int | Sequence[float] | None, budget: float | None
) -> CutPoints:
    """Return the cut-points of all histories.

    Without `cut_points`, the positions common to all histories are used if there are at
    most 20 of them and they are equally spaced. Otherwise, 10 equally spaced cut-points
    are used.
    """
    count, positions = parse_cut_points(cut_points)
    if budget is not None and not (np.isfinite(budget) and budget > 0):
        raise UsageError(
            Option("budget"), f" must be a positive number, not {budget:g}."
        )
    if positions is not None:
        return _specified_cut_points(traces, positions, budget)
    if budget is None:
        shared = _shared_points(traces.traces, count)
        if shared is not None:
            return CutPoints(positions=shared, unit=traces.unit)
    return _regular_cut_points(traces, count or USUAL_CUT_POINTS, budget)


def _specified_cut_points(
    traces: Traces, positions: FloatArray, budget: float | None
) -> CutPoints:
    """Return specified cut-points, which all histories must reach."""
    last = float(positions[-1])
    if budget is None:
        _check_reached(traces, last)
    elif last > budget * (1 + _SAME_POSITION):
        raise UsageError(
            f"the last cut-point, {last:.12g}, is beyond the budget of {budget:.12g}. "
            "Omit this cut-point or increase the budget."
        )
    notes = _budget_notes(traces, budget)
    if not all(np.isin(positions, trace.points).all() for trace in traces.traces):
        interpolated = (
            f"The histories were read at {len(positions)} specified cut-points. "
            f"{_LAST_VALUE}"
        )
        notes = [interpolated, *notes]
    return CutPoints(positions=positions, unit=traces.unit, notes=tuple(notes))


def _check_reached(traces: Traces, last: float) -> None:
    """Raise an error for a history that ends before the last cut-point."""
    for trace in traces.traces:
        end = float(trace.points[-1])
        if end < last * (1 - _SAME_POSITION):
            raise InputError(
                f"{trace} ends at {with_unit(end, traces.unit)}, before the last "
                f"cut-point at {last:.12g}. Specify earlier ",
                Option("cut_points"),
                ", or use ",
                Option("budget"),
                " to let shorter histories keep their last value.",
            )


def _shared_points(traces: Sequence[Trace], count: int | None) -> FloatArray | None:
    """Return the positions common to all traces, if they are equally spaced.

    The result is None if the positions differ between traces, or if they are not
    equally spaced. It is also None if their number is not `count` or, without `count`,
    if there are more than 20 positions.
    """
    points = traces[0].points
    counts = range(2, _MOST_SHARED + 1)
    if count is not None:
        counts = range(count, count + 1)
    if len(points) > 1 and len(points) not in counts:
        return None
    if not all(np.array_equal(trace.points, points) for trace in traces):
        return None
    steps = np.diff(points)
    if len(points) > 1 and not np.allclose(steps, steps.mean(), rtol=1e-6, atol=0.0):
        return None
    return points


def _regular_cut_points(traces: Traces, count: int, budget: float | None) -> CutPoints:
    """Return equally spaced cut-points up to the budget, in percent if budgets differ."""
    budgets = _budgets(traces, budget)
    smallest, largest = min(budgets.values()), max(budgets.values())
    last, unit = budgets[traces.problems[0]], traces.unit
    scales: dict[str, float] = {}
    if largest - smallest > _SAME_POSITION * largest:
        last, unit = 100.0, "% of the budget"
        for problem, problem_budget in budgets.items():
            scales[problem] = problem_budget / 100.0
    note = (
        f"The histories were read at {count} equally spaced cut-points up to the budget. "
        f"{_LAST_VALUE}"
    )
    return CutPoints(
        positions=np.arange(1.0, count + 1) * last / count,
        unit=unit,
        scales=scales,
        notes=(note, *_budget_notes(traces, budget)),
    )


def _budgets(traces: Traces, budget: float | None) -> dict[str, float]:
    """Return the budget of each problem.

    Without a specified budget, all histories of a problem must end at the same position.
    """
    if budget is not None:
        return dict.fromkeys(traces.problems, float(budget))
    first: dict[str, Trace] = {}
    for trace in traces.traces:
        other = first.setdefault(trace.problem, trace)
        end, other_end = float(trace.points[-1]), float(other.points[-1])
        if abs(end - other_end) > _SAME_POSITION * max(abs(end), abs(other_end)):
            raise _different_ends(trace, other, traces.unit)
    return {problem: float(trace.points[-1]) for problem, trace in first.items()}


def _different_ends(trace: Trace, other: Trace, unit: str) -> InputError:
    """Return an exception for two histories that end at different positions."""
    end = with_unit(float(trace.points[-1]), unit)
    other_name = f"'{other.algorithm}'"
    if other.run:
        other_name += f" (run {other.run})"
    return InputError(
        f"{trace} ends at {end}, but the history of {other_name} ends at "
        f"{float(other.points[-1]):.12g}. Use ",
        Option("budget"),
        " to cut longer histories at the specified position and to let shorter "
        "histories keep their last value.",
    )


def _budget_notes(traces: Traces, budget: float | None) -> list[str]:
    """Report how many histories are shorter or longer than the budget."""
    if budget is None:
        return []
    ends = np.array([trace.points[-1] for trace in traces.traces])
    shorter = int((ends < budget * (1 - _SAME_POSITION)).sum())
    longer = int((ends > budget * (1 + _SAME_POSITION)).sum())
    end, total = with_unit(budget, traces.unit), len(traces.traces)
    notes = []
    if shorter:
        notes.append(
            f"Histories that end before the budget of {end} keep their last value "
            f"({shorter} of {total})."
        )
    if longer:
        notes.append(
            f"Histories that are longer than the budget of {end} were cut there "
            f"({longer} of {total})."
        )
    return notes
