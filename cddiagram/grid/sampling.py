"""From traces to histories: everything at the same regular cut-points, one history for each algorithm and problem."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cddiagram.errors import InputError, UsageError, listed
from cddiagram.grid.reduce import reduce_runs
from cddiagram.grid.traces import Trace, by_pair

FloatArray = NDArray[np.float64]

#: Cut-points by default: the number that WEB uses.
USUAL_CUT_POINTS = 10
#: Up to this many regular points that all histories share are taken as they are.
MOST_SHARED = 20
#: Two places closer than this, relatively, are one.
SAME_PLACE = 1e-9


@dataclass(frozen=True, kw_only=True, eq=False)
class Sampled:
    """Histories at common cut-points.

    Attributes
    ----------
    values : ndarray of float, shape (k, n, c)
        Algorithm, problem, cut-point.
    cut_points : tuple of float
        Their places, in `unit`.
    unit : str
        What they count; per cent of the budget where problems have different budgets.
    notes : tuple of str
        What was done.
    """

    values: FloatArray
    cut_points: tuple[float, ...]
    unit: str
    notes: tuple[str, ...]


def check_cut_points(cut_points: int | None) -> None:
    """Refuse a number of cut-points that gives no trend.

    Raises
    ------
    UsageError
        If it is not a whole number of at least 2.
    """
    whole = isinstance(cut_points, int | np.integer) and not isinstance(cut_points, bool)
    if cut_points is not None and (not whole or cut_points < 2):
        raise UsageError(
            f"cut_points must be a whole number, 2 or more, not {cut_points}: a trend needs two cut-points, 10 are "
            "usual."
        )


def sample(
    traces: Sequence[Trace],
    unit: str,
    algorithms: Sequence[str],
    problems: Sequence[str],
    *,
    cut_points: int | None,
    budget: float | None,
    runs: str,
) -> Sampled:
    """Bring traces to regular cut-points by carrying the last value forward, and reduce runs.

    Parameters
    ----------
    traces : sequence of Trace
        At least one of each algorithm on each problem.
    unit : str
        What their places count.
    algorithms, problems : sequence of str
        The order of the result.
    cut_points : int or None
        How many; None takes regular points that all histories share, if they are at most 20, else 10.
    budget : float or None
        Where the last cut-point stands; None: where all histories of a problem end.
    runs : {"mean", "median"}
        How runs are reduced.

    Raises
    ------
    InputError
        If the histories of a problem end at different places, or one begins after the first cut-point.
    """
    notes: list[str] = []
    shared = _shared_points(traces, cut_points) if budget is None else None
    ends = {} if shared is not None else _ends(traces, problems, budget, unit)
    if shared is None:
        places, scale, unit = _regular(ends, cut_points or USUAL_CUT_POINTS, unit)
        notes += _sampling_notes(traces, ends, len(places), budget, unit)
    else:
        places, scale = shared, dict.fromkeys(problems, 1.0)
    reduced = np.empty((len(algorithms), len(problems), len(places)))
    counts = set()
    for (algorithm, problem), members in by_pair(traces).items():
        at = np.asarray(places) * scale[problem]
        series = np.array([_carry_forward(trace, at, unit) for trace in members])
        reduced[algorithms.index(algorithm), problems.index(problem)] = reduce_runs(series, runs)
        counts.add(len(members))
    if counts != {1}:
        number = str(max(counts)) if len(counts) == 1 else f"{min(counts)} to {max(counts)}"
        notes.append(f"{number} runs of each algorithm on a problem reduced to their {runs} at each cut-point.")
    return Sampled(values=reduced, cut_points=tuple(float(p) for p in places), unit=unit, notes=tuple(notes))


def _shared_points(traces: Sequence[Trace], cut_points: int | None) -> FloatArray | None:
    """Give the points of all histories if they are the same, regular, and as many as wanted."""
    points = traces[0].points
    if len(points) > 1 and len(points) not in (range(2, MOST_SHARED + 1) if cut_points is None else [cut_points]):
        return None
    if any(trace.points.shape != points.shape or (trace.points != points).any() for trace in traces):
        return None
    steps = np.diff(points)
    even = len(points) == 1 or np.allclose(steps, steps.mean(), rtol=1e-6, atol=0.0)
    return points if even else None


def _ends(traces: Sequence[Trace], problems: Sequence[str], budget: float | None, unit: str) -> dict[str, float]:
    """Give the budget of each problem; refuse histories that end at different places."""
    if budget is not None:
        if not (np.isfinite(budget) and budget > 0):
            raise UsageError(f"budget must be a positive number, not {budget:g}.")
        return dict.fromkeys(problems, float(budget))
    first: dict[str, Trace] = {}
    for trace in traces:
        known = first.setdefault(trace.problem, trace)
        here, there = float(trace.points[-1]), float(known.points[-1])
        if abs(here - there) > SAME_PLACE * max(abs(here), abs(there)):
            raise InputError(
                f"{trace} ends at {here:.12g} {unit} and that of '{known.algorithm}' at {there:.12g}: budgets must be "
                "equal; pass --budget to cut longer histories there and let shorter ones hold their last value."
            )
    return {problem: float(first[problem].points[-1]) for problem in problems}


def _regular(ends: dict[str, float], count: int, unit: str) -> tuple[FloatArray, dict[str, float], str]:
    """Place cut-points at equal parts of the budget: in its unit, or in per cent where problems differ in budget."""
    budgets = list(ends.values())
    parts = np.arange(1.0, count + 1)
    if max(budgets) - min(budgets) <= SAME_PLACE * max(budgets):
        return parts * budgets[0] / count, dict.fromkeys(ends, 1.0), unit
    return parts * 100.0 / count, {problem: end / 100.0 for problem, end in ends.items()}, "% of the budget"


def _sampling_notes(
    traces: Sequence[Trace], ends: dict[str, float], count: int, budget: float | None, unit: str
) -> list[str]:
    notes = [f"{count} regular cut-points up to the budget; the last value recorded before each holds there."]
    if budget is not None:
        shorter = sum(trace.points[-1] < ends[trace.problem] * (1 - SAME_PLACE) for trace in traces)
        longer = sum(trace.points[-1] > ends[trace.problem] * (1 + SAME_PLACE) for trace in traces)
        for number, what in (
            (shorter, "end before it and hold their last value"),
            (longer, "go beyond it and are cut"),
        ):
            if number:
                notes.append(f"budget {budget:.12g} {unit}: {number} of {len(traces)} histories {what}.")
    return notes


def _carry_forward(trace: Trace, places: FloatArray, unit: str) -> FloatArray:
    """Give the last value recorded up to each place."""
    index = np.searchsorted(trace.points, places * (1 + SAME_PLACE), side="right") - 1
    if index[0] < 0:
        raise InputError(
            f"{trace} begins at {trace.points[0]:.12g}, after the first cut-point at {places[0]:.12g}: pass fewer "
            "--cut-points, or record a value before."
        )
    return trace.values[index]


def missing_pairs(traces: Sequence[Trace], algorithms: Sequence[str], problems: Sequence[str]) -> list[tuple[str, str]]:
    """List the pairs of algorithm and problem without a history."""
    found = by_pair(traces)
    return [(a, p) for p in problems for a in algorithms if (a, p) not in found]


def drop_problems(
    traces: Sequence[Trace], algorithms: Sequence[str], problems: Sequence[str], missing: str, label: str
) -> tuple[list[str], tuple[str, ...]]:
    """Refuse, or leave out, problems on which an algorithm has no history; give those kept, and a note.

    Raises
    ------
    InputError
        If a history is missing and `missing` is "error".
    """
    gaps = missing_pairs(traces, algorithms, problems)
    if not gaps:
        return list(problems), ()
    hit = list(dict.fromkeys(problem for _, problem in gaps))
    if missing == "error":
        also = (
            "" if len(gaps) == 1 else f" ({len(gaps)} histories on {len(hit)} of {len(problems)} problems are missing)"
        )
        raise InputError(
            f"{label}: no history of '{gaps[0][0]}' on '{gaps[0][1]}'{also}: complete it, or pass --missing drop to "
            "leave such problems out."
        )
    kept = [problem for problem in problems if problem not in hit]
    return kept, (f"{len(hit)} of {len(problems)} problems dropped for missing histories: {listed(hit, limit=60)}.",)
