"""Readers of convergence histories from files, data frames and examples."""

from __future__ import annotations

import io
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Any, Unpack

from cddiagram._util import check_names, source_names
from cddiagram.convergence.checks import (
    cumulate,
    cumulated_note,
    optima_of,
    raise_worse,
)
from cddiagram.convergence.cut_points import parse_cut_points
from cddiagram.convergence.histories import Histories
from cddiagram.convergence.reduction import HistoryArrays, reduce_traces
from cddiagram.convergence.sources import read_traces
from cddiagram.convergence.traces import Traces
from cddiagram.convergence.units import with_unit
from cddiagram.data import (
    HistoryOptions,
    choose_names,
    complete_options,
    frame_library,
    history_names,
    read_example,
    record_of,
    takes,
)
from cddiagram.text import InputError, Option, Phrase, UsageError, choose_from, listed


@takes(HistoryOptions)
def read_histories(
    source: Any,
    *,
    higher_is_better: bool = False,
    cut_points: int | Sequence[float] | None = None,
    budget: float | None = None,
    optimum: float | Mapping[str, float] | Iterable[float] | None = None,
    best_so_far: bool = False,
    **options: Unpack[HistoryOptions],
) -> Histories:
    r"""Read convergence histories of algorithms from files or data frames.

    Tables may be long or wide. A *long* table has one row for each recorded value, with
    columns for the algorithm, the problem, the number of evaluations (or the time, the
    iteration, ...) and the value. A run column is optional. A *wide* table has one row
    for each history and one column for each cut-point. The names of these columns are
    ``p10``, ``p20``, ... for percentages of the budget, or ``1000``, ``2000``, ... for
    numbers of evaluations. `cddiagram.read_scores` describes the supported formats of
    text, Excel, Parquet and JSON files.

    If there are several sources, their histories are combined. A file without an
    algorithm column is read as a single algorithm named after the file.

    Folders that contain IOHprofiler logs (``.json``, ``.info``) or COCO logs
    (``.info``) are also supported. The instances of a problem are read as runs. Result
    matrices of CEC competitions (``ALG_F_DIM.txt``) can be read as well. They contain
    the errors of all runs at the 11, 14 or 16 positions that the competitions require.

    The value at a cut-point is the last value that was recorded at or before the
    cut-point. The recorded positions may therefore differ between runs. The runs are
    then reduced to their mean or median at each cut-point.

    Means over different numbers of runs are not comparable, because their distributions
    differ even if the algorithms are equal. On each problem, runs are therefore sampled
    with a fixed seed, so that every algorithm has as many runs as the algorithm with
    the fewest runs. The sample does not depend on the order of the rows, and a note
    states that runs were sampled.

    Parameters
    ----------
    source : str, path-like, file object, data frame, or a sequence or mapping of them
        The sources: files, data frames or folders of logs. ``"-"`` denotes standard
        input. The keys of a mapping are the names of the algorithms.
    higher_is_better : bool, default False
        Whether higher values are better. By default, values are errors to be minimised.
    cut_points : int or sequence of float, optional
        The number of equally spaced cut-points (at least 2), or the positions of the
        cut-points. By default, the positions common to all histories are used if there
        are at most 20 of them and they are equally spaced. Otherwise, 10 equally spaced
        cut-points are used.
    budget : float, optional
        The position of the last equally spaced cut-point. Longer histories are cut at
        this position, and shorter histories keep their last value. By default, the
        budget is the position at which all histories of a problem end.
    optimum : float, mapping of str to float, or iterable of float, optional
        The best possible value, either one for all problems or one for each problem. By
        default, the optimum of errors is 0.
    best_so_far : bool, default False
        Whether to replace each value with the best value so far. By default, a history
        that gets worse raises an error.
    runs : {"mean", "median", "all"}, default "mean"
        The function that reduces the runs to one history. "all" denotes the mean of all
        runs, without sampling, even if the numbers of runs differ. Conclusions about
        algorithms with unequal numbers of runs then include a caution.
    missing : {"error", "drop"}, default "error"
        How to treat missing histories: raise an error, or drop the affected problems
        and list them in a note.
    algorithms : str or sequence of str, optional
        The algorithms to keep, in this order.
    exclude : str or sequence of str, optional
        The algorithms to drop.
    exclude_problems : str or sequence of str, optional
        The problems to drop.
    select : mapping of str to str, optional
        The column values of the rows to keep, for example ``{"dimension": "10"}``.
    keep : str or sequence of str, optional
        The names of algorithms and problems to accept even if they look like summaries,
        such as "average" and "mean rank".
    sheet, encoding, decimal : str, optional
        The sheet of an Excel file, the encoding of a text file, and the decimal sign,
        as in `cddiagram.read_scores`.
    algorithm_column, problem_column, run_column, budget_column, value_column : str, optional
        The names of the columns. By default, the roles of the columns are inferred from
        their names and contents.

    Returns
    -------
    Histories
        The histories. Algorithms and problems are in the order of their first
        appearance.

    Raises
    ------
    InputError
        If a source cannot be read, a value is missing, or a history gets worse. If the
        histories of a problem have different budgets and `budget` is not specified. If
        there are fewer than two algorithms, problems or cut-points.
    UsageError
        If an option has an unknown value.

    Examples
    --------
    >>> import io
    >>> text = "algorithm,problem,evaluations,value\n" + "".join(
    ...     f"{a},{p},{e},{v / e}\n"
    ...     for a, v in (("A", 1), ("B", 2))
    ...     for p in ("f1", "f2")
    ...     for e in (5, 50, 100)
    ... )
    >>> histories = read_histories(io.StringIO(text), cut_points=4)
    >>> histories.cut_points, histories.values[1, 0].tolist()
    ((25.0, 50.0, 75.0, 100.0), [0.4, 0.04, 0.04, 0.02])
    """
    reading = complete_options(options, HistoryOptions)
    parse_cut_points(cut_points)  # raises an error before any file is read
    source = _materialised(source)
    if isinstance(optimum, Iterable) and not isinstance(optimum, str | Mapping):
        optimum = list(optimum)
    traces = read_traces(source, reading, higher_is_better)
    algorithms, candidates = _selected_names(traces, reading)
    selection = traces.select(algorithms, candidates)
    best = _best_values(selection, higher_is_better, best_so_far)
    complete = _complete_problems(best, algorithms, reading["missing"])
    problems = complete.problems
    _check_numbers_of_names(traces.label, algorithms, problems)
    arrays = reduce_traces(
        complete, algorithms, cut_points=cut_points, budget=budget, runs=reading["runs"]
    )
    _check_number_of_cut_points(traces.label, arrays)
    own_options = {
        "cut_points": cut_points,
        "budget": budget,
        "optimum": optimum,
        "higher_is_better": higher_is_better or None,
        "best_so_far": best_so_far or None,
    }
    if isinstance(optimum, Mapping):
        optimum = _without_dropped_problems(optimum, traces.problems, problems)
    return Histories(
        values=arrays.values.values,
        whole=arrays.values.given,
        run_counts=arrays.run_counts,
        run_quartiles=arrays.run_quartiles,
        runs_sampled=arrays.runs_sampled,
        algorithms=tuple(algorithms),
        problems=tuple(problems),
        cut_points=arrays.cut_points,
        unit=arrays.unit,
        higher_is_better=higher_is_better,
        optimum=optima_of(optimum, tuple(problems)),
        notes=(*complete.notes, *arrays.notes),
        reading=record_of({**own_options, **options}) | _names_of(source),
    )


def load_histories(name: str) -> Histories:
    """Load example histories.

    The "optimisers" histories are the errors of six optimisers on 20 test functions.
    They were created with ``gallery/make_optimiser_histories.py``.

    Parameters
    ----------
    name : str
        The name of the example. The only example is "optimisers".

    Returns
    -------
    Histories
        The errors at 10 cut-points, averaged over the runs. Some histories reach the
        optimum before the last cut-point.

    Raises
    ------
    UsageError
        If the name is unknown.

    Examples
    --------
    >>> histories = load_histories("optimisers")
    >>> histories.k, histories.n, histories.c, histories.higher_is_better
    (6, 20, 10, False)
    """
    if name not in history_names():
        raise UsageError(choose_from("histories", name, history_names()))
    return read_histories(io.BytesIO(read_example(name)))


def _materialised(source: Any) -> Any:
    """Convert an iterable of sources to a list, and return other sources unchanged."""
    if isinstance(source, str | os.PathLike | Mapping):
        return source
    if hasattr(source, "read") or frame_library(source):
        return source
    if isinstance(source, Iterable):
        return list(source)
    return source


def _selected_names(
    traces: Traces, reading: HistoryOptions
) -> tuple[list[str], list[str]]:
    """Return the selected algorithms and problems.

    Names that look like summaries raise an error.
    """
    keep = {*(reading["keep"] or ()), *(reading["algorithms"] or ())}
    algorithms = choose_names(
        "algorithm",
        traces.algorithms,
        traces.label,
        wanted=reading["algorithms"],
        without=reading["exclude"],
        keep=keep,
    )
    problems = choose_names(
        "problem",
        traces.select(algorithms, traces.problems).problems,
        traces.label,
        wanted=None,
        without=reading["exclude_problems"],
        keep=keep,
    )
    return algorithms, problems


def _best_values(traces: Traces, higher_is_better: bool, best_so_far: bool) -> Traces:
    """Replace each value with the best value so far.

    Without `best_so_far`, the first trace that gets worse raises an error.
    """
    best_traces, count = [], 0
    for trace in traces.traces:
        best, is_worse = cumulate(trace.values, higher_is_better)
        if is_worse.any() and not best_so_far:
            raise_worse(
                str(trace), trace.values, trace.points, traces.unit, higher_is_better
            )
        count += bool(is_worse.any())
        best_traces.append(replace(trace, values=best))
    notes = (*traces.notes, *cumulated_note(count, len(best_traces)))
    return replace(traces, traces=tuple(best_traces), notes=notes)


def _complete_problems(
    traces: Traces, algorithms: Sequence[str], missing: str
) -> Traces:
    """Drop the problems with missing histories, or raise an error."""
    problems = traces.problems
    pairs = traces.by_pair
    gaps = []
    for problem, algorithm in product(problems, algorithms):
        if (algorithm, problem) not in pairs:
            gaps.append((problem, algorithm))
    if not gaps:
        return traces
    incomplete = list(dict.fromkeys(problem for problem, _ in gaps))
    numbers = f"{len(incomplete)} of {len(problems)} problems"
    if missing == "error":
        raise _missing_histories(traces.label, gaps, numbers)
    note = Phrase(
        f"Problems with missing histories were dropped ({numbers}): ",
        listed(incomplete, limit=60),
        ".",
    )
    complete = [problem for problem in problems if problem not in incomplete]
    remaining = traces.select(algorithms, complete)
    return replace(remaining, notes=(*remaining.notes, note))


def _missing_histories(
    label: str, gaps: Sequence[tuple[str, str]], numbers: str
) -> InputError:
    """Return an exception that reports the first missing history."""
    problem, algorithm = gaps[0]
    total = ""
    if len(gaps) > 1:
        total = f" ({len(gaps)} histories on {numbers} are missing)"
    return InputError(
        f"{label}: the history of '{algorithm}' on '{problem}' is missing{total}. "
        "Add it, or use ",
        Option("missing", "drop"),
        " to drop such problems.",
    )


def _check_numbers_of_names(
    label: str, algorithms: Sequence[str], problems: Sequence[str]
) -> None:
    """Raise an error if there are too few algorithms or problems."""
    for what, names in (("algorithm", algorithms), ("problem", problems)):
        check_names(
            tuple(names),
            what,
            holder=f"{label} contains",
            purpose="a comparison of convergence",
        )


def _check_number_of_cut_points(label: str, arrays: HistoryArrays) -> None:
    """Raise an error if there is only one cut-point."""
    if len(arrays.cut_points) == 1:
        point = with_unit(arrays.cut_points[0], arrays.unit)
        raise InputError(
            f"{label} has one cut-point ({point}), but a trend requires two or more. "
            "Specify more cut-points, for example 10."
        )


def _without_dropped_problems(
    optimum: Mapping[str, float], problems: Sequence[str], remaining: Sequence[str]
) -> dict[str, float]:
    """Return the optima of the problems that were not dropped.

    Unknown names are kept, so that they raise an error later.
    """
    dropped = set(problems) - set(remaining)
    return {name: value for name, value in optimum.items() if str(name) not in dropped}


def _names_of(source: Any) -> dict[str, Any]:
    """Return the file names, and the algorithm names if the source is a mapping."""
    names: dict[str, Any] = {}
    if isinstance(source, Mapping):
        names["names"] = [str(name) for name in source]
    files = source_names(source)
    if files:
        names["sources"] = files
    return names
