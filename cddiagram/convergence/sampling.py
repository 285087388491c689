"""From traces to histories: the values at common cut-points, with one history for each
algorithm and problem.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from cddiagram._util import Exact, FloatArray, IntArray
from cddiagram.convergence.traces import Trace, Traces
from cddiagram.convergence.units import with_unit
from cddiagram.text import InputError, Option, Phrase, UsageError

#: The number of cut-points by default, as in WEB.
USUAL_CUT_POINTS = 10
#: Regular points that all histories share are used directly up to this number.
MOST_SHARED = 20
#: Two positions with a smaller relative distance are equal.
SAME_PLACE = 1e-9
#: Runs are sampled by hashes of this text, their problem and their name.
_SEED = "cddiagram runs 1"
_CARRIED = "Each cut-point has the last value recorded up to it."


@dataclass(frozen=True, kw_only=True, eq=False)
class Sampled:
    """Traces at common cut-points, one history for each algorithm and problem.

    Attributes
    ----------
    values : Exact
        The values, of shape (k, n, c).
    cut_points : tuple of float
        The positions of the cut-points.
    unit : str
        The unit of the positions; "% of the budget" if budgets differ between problems.
    run_counts : ndarray of int, shape (k, n)
        The number of runs that each history was computed from.
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


def asked_cut_points(
    cut_points: int | Sequence[float] | None,
) -> tuple[int | None, FloatArray | None]:
    """Return the number of cut-points or their positions, as specified, or neither."""
    if cut_points is None:
        return None, None
    text = str(cut_points)
    if isinstance(cut_points, bool):
        cut_points = 0
    if isinstance(cut_points, int | np.integer) and cut_points >= 2:
        return int(cut_points), None
    if isinstance(cut_points, Sequence | np.ndarray) and not isinstance(
        cut_points, str
    ):
        places = np.asarray(cut_points, dtype=np.float64)
        if places.ndim == 1 and len(places) > 1 and _increasing(places):
            return None, places
        text = ", ".join(f"{place:.12g}" for place in places.ravel()) or "none"
    raise UsageError(
        Option("cut_points"),
        f" must be a whole number, 2 or more, or increasing positions, not {text}. Use "
        "10 as usual.",
    )


def _increasing(places: FloatArray) -> bool:
    """Return whether positions are finite and increase."""
    return bool(np.isfinite(places).all() and (np.diff(places) > 0).all())


def sample(
    found: Traces,
    algorithms: Sequence[str],
    *,
    cut_points: int | Sequence[float] | None,
    budget: float | None,
    runs: str,
) -> Sampled:
    """Return the last values up to common cut-points, and reduce runs.

    Without `cut_points`, regular points that all histories share are used if there are
    at most 20. Otherwise, 10 regular cut-points are used.
    """
    count, places = asked_cut_points(cut_points)
    problems, unit = found.problems, found.unit
    scale = dict.fromkeys(problems, 1.0)
    notes: list[str] = []
    if budget is not None and not (np.isfinite(budget) and budget > 0):
        raise UsageError(
            Option("budget"), f" must be a positive number, not {budget:g}."
        )
    if places is not None:
        notes += _check_places(found, places, budget)
    elif budget is None:
        places = _shared_points(found.traces, count)
    if places is None:
        ends = _ends(found, budget)
        steps = np.arange(1.0, (count or USUAL_CUT_POINTS) + 1)
        longest, last = max(ends.values()), ends[problems[0]]
        if longest - min(ends.values()) > SAME_PLACE * longest:
            last, unit = 100.0, "% of the budget"
            scale = {problem: end / 100.0 for problem, end in ends.items()}
        places = steps * last / len(steps)
        notes.append(
            f"The histories were read at {len(places)} regular cut-points up to the "
            f"budget. {_CARRIED}"
        )
    notes += _budget_notes(found, budget)
    selection, notes_on_runs = _selected_runs(found, algorithms, runs)
    notes += notes_on_runs
    k, n, c = len(algorithms), len(problems), len(places)
    series, groups = [], []
    run_counts = np.zeros((k, n), dtype=np.int64)
    for (algorithm, problem), members in selection.by_pair.items():
        row, column = algorithms.index(algorithm), problems.index(problem)
        series += [_carry_forward(trace, places * scale[problem]) for trace in members]
        groups += [(row * n + column) * c + np.arange(c)] * len(members)
        run_counts[row, column] = len(members)
    how = "mean" if runs == "all" else runs
    reduced = Exact.of_runs(
        np.concatenate(series), np.concatenate(groups), k * n * c, how
    )
    fewest, most = int(run_counts.min()), int(run_counts.max())
    if most > 1:
        number = str(most)
        if fewest < most:
            number = f"{fewest} to {most}"
        notes.append(
            f"The {number} runs of each algorithm on a problem were reduced to their "
            f"{how} at each cut-point."
        )
    return Sampled(
        values=reduced.reshape((k, n, c)),
        cut_points=tuple(float(p) for p in places),
        unit=unit,
        run_counts=run_counts,
        runs_sampled=len(selection.traces) < len(found.traces),
        notes=tuple(notes),
    )


def _selected_runs(
    found: Traces, algorithms: Sequence[str], runs: str
) -> tuple[Traces, list[str]]:
    """Return the traces with equal numbers of runs on each problem, and notes.

    The means of 3 runs and of 25 runs have different distributions even if the
    algorithms are equal, so that their histories are not exchangeable. On each problem,
    the smallest number of runs is therefore sampled from every algorithm, unless `runs`
    is "all".
    """
    counts = {pair: len(members) for pair, members in found.by_pair.items()}
    fewest: dict[str, int] = {}
    unequal: list[str] = []
    for problem in found.problems:
        of_problem = [counts[name, problem] for name in algorithms]
        fewest[problem] = min(of_problem)
        if max(of_problem) > min(of_problem):
            unequal.append(problem)
    if not unequal:
        return found, []
    low, high = min(counts.values()), max(counts.values())
    where = (
        f"The numbers of runs differ ({low} to {high}) on {len(unequal)} of "
        f"{len(fewest)} problems"
    )
    if runs == "all":
        caution = Phrase(
            f"{where}, and all runs were used (",
            Option("runs", "all"),
            "). Histories with unequal numbers of runs are not exchangeable.",
        )
        return found, [caution]
    sampled: list[Trace] = []
    for (_, problem), members in found.by_pair.items():
        sampled += _sampled_runs(members, fewest[problem])
    note = Phrase(
        f"{where}. On each of them, the smallest number of runs was sampled from every "
        f"algorithm ({len(sampled)} of {len(found.traces)} runs in all, with a fixed seed), "
        "because histories with unequal numbers of runs are not exchangeable. Use ",
        Option("runs", "all"),
        " to keep all runs.",
    )
    return replace(found, traces=tuple(sampled)), [note]


def _sampled_runs(members: Sequence[Trace], count: int) -> list[Trace]:
    """Sample runs of one algorithm on one problem.

    The sample depends only on the names of the problem and the runs, not on the order
    of the rows or on other algorithms. Algorithms whose runs have the same seeds or
    instances therefore keep the same ones.
    """
    order = sorted(members, key=_sampling_key)
    names = {trace.run for trace in order[:count]}
    return [trace for trace in members if trace.run in names]


def _sampling_key(trace: Trace) -> bytes:
    """Return pseudo-random bytes that are the same in every process."""
    text = "\0".join([_SEED, trace.problem, trace.run])
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()


def _shared_points(traces: Sequence[Trace], count: int | None) -> FloatArray | None:
    """Return the points of all histories if they are equal, regular, and of the
    specified number.
    """
    points = traces[0].points
    numbers = range(2, MOST_SHARED + 1) if count is None else [count]
    if len(points) > 1 and len(points) not in numbers:
        return None
    if not all(np.array_equal(trace.points, points) for trace in traces):
        return None
    steps = np.diff(points)
    even = len(points) == 1 or np.allclose(steps, steps.mean(), rtol=1e-6, atol=0.0)
    return points if even else None


def _check_places(found: Traces, places: FloatArray, budget: float | None) -> list[str]:
    """Raise an error for positions that a history does not reach; return a note."""
    last, unit = float(places[-1]), found.unit
    if budget is not None and last > budget * (1 + SAME_PLACE):
        raise UsageError(
            f"the last cut-point, {last:.12g}, is beyond the budget of {budget:.12g}. "
            "Omit it."
        )
    for trace in found.traces if budget is None else ():
        end = float(trace.points[-1])
        if end < last * (1 - SAME_PLACE):
            raise InputError(
                f"{trace} ends at {with_unit(end, unit)}, before the last cut-point at "
                f"{last:.12g}. Specify earlier ",
                Option("cut_points"),
                ", or use ",
                Option("budget"),
                " to let shorter histories keep their last value.",
            )
    exact = all(np.isin(places, trace.points).all() for trace in found.traces)
    return (
        []
        if exact
        else [f"The histories were read at {len(places)} given cut-points. {_CARRIED}"]
    )


def _ends(found: Traces, budget: float | None) -> dict[str, float]:
    """Return the budget of each problem; raise an error for different ends on one
    problem.
    """
    if budget is not None:
        return dict.fromkeys(found.problems, float(budget))
    first, unit = dict[str, Trace](), found.unit
    for trace in found.traces:
        known = first.setdefault(trace.problem, trace)
        here, there = float(trace.points[-1]), float(known.points[-1])
        if abs(here - there) > SAME_PLACE * max(abs(here), abs(there)):
            run = f" (run {known.run})" if known.run else ""
            raise InputError(
                f"{trace} ends at {with_unit(here, unit)}, but the history of "
                f"'{known.algorithm}'{run} ends at {there:.12g}. Use ",
                Option("budget"),
                " to cut longer histories at this position and let shorter ones keep "
                "their last value.",
            )
    return {problem: float(trace.points[-1]) for problem, trace in first.items()}


def _budget_notes(found: Traces, budget: float | None) -> list[str]:
    """Report how many histories are shorter or longer than the budget."""
    if budget is None:
        return []
    shorter = sum(
        trace.points[-1] < budget * (1 - SAME_PLACE) for trace in found.traces
    )
    longer = sum(trace.points[-1] > budget * (1 + SAME_PLACE) for trace in found.traces)
    end, total = with_unit(budget, found.unit), len(found.traces)
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


def _carry_forward(trace: Trace, places: FloatArray) -> FloatArray:
    """Return the last value recorded up to each position."""
    index = np.searchsorted(trace.points, places * (1 + SAME_PLACE), side="right") - 1
    if index[0] < 0:
        raise InputError(
            f"{trace} begins at {trace.points[0]:.12g}, after the first cut-point at "
            f"{places[0]:.12g}. Use fewer ",
            Option("cut_points"),
            ", or record an earlier value.",
        )
    return trace.values[index]
