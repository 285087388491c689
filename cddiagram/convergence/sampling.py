"""From traces to histories: everything at the same regular cut-points, one history for
each algorithm and problem.
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

#: Cut-points by default: the number that WEB uses.
USUAL_CUT_POINTS = 10
#: Up to this many regular points that all histories share are taken as they are.
MOST_SHARED = 20
#: Two places closer than this, relatively, are one.
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
        The places of the cut-points.
    unit : str
        What the places count, per cent of the budget if problems have different ones.
    run_counts : ndarray of int, shape (k, n)
        The number of runs that each history was reduced from.
    runs_sampled : bool
        Whether runs were left out so that their numbers are equal on each problem.
    notes : tuple of str
        What was done.
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
    """Return how many cut-points were asked for, or their places, or neither."""
    if cut_points is None:
        return None, None
    if isinstance(cut_points, int | np.integer) and not isinstance(cut_points, bool):
        if cut_points >= 2:
            return int(cut_points), None
        shown = str(cut_points)
    elif isinstance(cut_points, Sequence | np.ndarray) and not isinstance(
        cut_points, str
    ):
        places = np.asarray(cut_points, dtype=np.float64)
        if (
            places.ndim == 1
            and len(places) > 1
            and np.isfinite(places).all()
            and (np.diff(places) > 0).all()
        ):
            return None, places
        shown = ", ".join(f"{place:.12g}" for place in places.ravel()) or "none"
    else:
        shown = str(cut_points)
    raise UsageError(
        Option("cut_points"),
        f" must be a whole number, 2 or more, or rising places, not {shown}: a trend "
        "needs two cut-points, 10 are "
        "usual.",
    )


def sample(
    found: Traces,
    algorithms: Sequence[str],
    *,
    cut_points: int | Sequence[float] | None,
    budget: float | None,
    runs: str,
) -> Sampled:
    """Bring traces to common cut-points by carrying the last value forward, and reduce
    runs.

    Without `cut_points`, regular points that all histories share are taken, if they are
    at most 20, else 10 are made.
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
        last = max(ends.values())
        if last - min(ends.values()) > SAME_PLACE * last:
            last, unit, scale = (
                100.0,
                "% of the budget",
                {problem: end / 100.0 for problem, end in ends.items()},
            )
        else:
            last = ends[problems[0]]
        places = steps * last / len(steps)
        notes.append(
            f"The histories were read at {len(places)} regular cut-points up to the "
            f"budget. {_CARRIED}"
        )
    notes += _budget_notes(found, budget)
    kept, told = _runs_kept(found, algorithms, runs)
    notes += told
    k, n, c = len(algorithms), len(problems), len(places)
    series, groups = [], []
    run_counts = np.zeros((k, n), dtype=np.int64)
    for (algorithm, problem), members in kept.by_pair.items():
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
        runs_sampled=len(kept.traces) < len(found.traces),
        notes=tuple(notes),
    )


def _runs_kept(
    found: Traces, algorithms: Sequence[str], runs: str
) -> tuple[Traces, list[str]]:
    """Return the traces with equally many runs of all algorithms on each problem, and a
    note.

    The mean of 3 runs and the mean of 25 have different laws even if the algorithms are
    equal, so that their histories are not exchangeable. On each problem, the same
    number of runs of every algorithm is sampled: the smallest number on that problem.
    If `runs` is "all", nothing is sampled.
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
    kept: list[Trace] = []
    for (_, problem), members in found.by_pair.items():
        kept += _sampled_runs(members, fewest[problem])
    note = Phrase(
        f"{where}. On each of them, the smallest number of runs was sampled from every "
        f"algorithm ({len(kept)} of {len(found.traces)} runs in all, with a fixed seed), "
        "because histories with unequal numbers of runs are not exchangeable. Use ",
        Option("runs", "all"),
        " to keep all runs.",
    )
    return replace(found, traces=tuple(kept)), [note]


def _sampled_runs(members: Sequence[Trace], count: int) -> list[Trace]:
    """Sample runs of one algorithm on one problem.

    The sample depends on the names of the problem and of the runs only: neither the
    order of the rows nor another algorithm changes it. Equal names give equal samples,
    so that algorithms whose runs have the same seeds or instances keep them in common.
    """
    order = sorted(members, key=_sampling_key)
    chosen = {trace.run for trace in order[:count]}
    return [trace for trace in members if trace.run in chosen]


def _sampling_key(trace: Trace) -> bytes:
    """Return a number that is as good as random, and the same in every process."""
    text = "\0".join([_SEED, trace.problem, trace.run])
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()


def _shared_points(traces: Sequence[Trace], count: int | None) -> FloatArray | None:
    """Return the points of all histories if they are the same, regular, and as many as
    wanted.
    """
    points = traces[0].points
    if len(points) > 1 and len(points) not in (
        range(2, MOST_SHARED + 1) if count is None else [count]
    ):
        return None
    if any(
        trace.points.shape != points.shape or (trace.points != points).any()
        for trace in traces
    ):
        return None
    steps = np.diff(points)
    even = len(points) == 1 or np.allclose(steps, steps.mean(), rtol=1e-6, atol=0.0)
    return points if even else None


def _check_places(found: Traces, places: FloatArray, budget: float | None) -> list[str]:
    """Refuse places that a history does not reach; return a note."""
    last, unit = float(places[-1]), found.unit
    if budget is not None and last > budget * (1 + SAME_PLACE):
        raise UsageError(
            f"the last cut-point, {last:.12g}, lies beyond the budget of "
            f"{budget:.12g}: leave it out."
        )
    short = next(
        (trace for trace in found.traces if trace.points[-1] < last * (1 - SAME_PLACE)),
        None,
    )
    if budget is None and short is not None:
        raise InputError(
            f"{short} ends at {with_unit(short.points[-1], unit)}, before the last "
            f"cut-point at {last:.12g}: give earlier ",
            Option("cut_points"),
            ", or pass ",
            Option("budget"),
            " to let shorter histories hold their last value.",
        )
    exact = all(np.isin(places, trace.points).all() for trace in found.traces)
    return (
        []
        if exact
        else [f"The histories were read at {len(places)} given cut-points. {_CARRIED}"]
    )


def _ends(found: Traces, budget: float | None) -> dict[str, float]:
    """Return the budget of each problem; refuse histories that end at different
    places.
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
                f"{trace} ends at {with_unit(here, unit)} and that of "
                f"'{known.algorithm}'{run} at {there:.12g}: budgets "
                "must be equal; pass ",
                Option("budget"),
                " to cut longer histories there and let shorter ones hold their last "
                "value.",
            )
    return {problem: float(trace.points[-1]) for problem, trace in first.items()}


def _budget_notes(found: Traces, budget: float | None) -> list[str]:
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
    """Return the last value recorded up to each place."""
    index = np.searchsorted(trace.points, places * (1 + SAME_PLACE), side="right") - 1
    if index[0] < 0:
        raise InputError(
            f"{trace} begins at {trace.points[0]:.12g}, after the first cut-point at "
            f"{places[0]:.12g}: pass fewer ",
            Option("cut_points"),
            ", or record a value before.",
        )
    return trace.values[index]
