"""Reading of convergence histories from files, data frames and the examples."""

from __future__ import annotations

import io
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Unpack

from cddiagram._util import check_names, source_names
from cddiagram.convergence.checks import (
    cumulate,
    cumulated_note,
    optima_of,
    raise_worse,
)
from cddiagram.convergence.histories import Histories
from cddiagram.convergence.logs import grid_of_logs, logged_columns
from cddiagram.convergence.sampling import Sampled, asked_cut_points, sample
from cddiagram.convergence.traces import Owner, Trace, Traces, find_traces
from cddiagram.convergence.units import with_unit
from cddiagram.data import (
    HistoryOptions,
    choose_names,
    complete_options,
    frame_library,
    history_names,
    read_example,
    read_grid,
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
    r"""Read convergence histories of algorithms on problems from files or data frames.

    A *long* table has one row for each recorded value, with columns for algorithm,
    problem, evaluations (or time, iterations, ...), value, and optionally run. A *wide*
    table has one row for each history and one column for each cut-point. Its names are
    ``p10``, ``p20``, ... for percent of the budget, or ``1000``, ``2000``, ... for
    evaluations. Several sources are combined. A file without a column of algorithms
    then contains one algorithm, named like the file. The supported formats of text,
    Excel, Parquet and JSON files are those of `read_scores`.

    Folders with logs of IOHprofiler (``.json``, ``.info``) and COCO (``.info``) are
    also supported; their instances count as runs. Matrices ``ALG_F_DIM.txt`` of CEC
    competitions have one row for each of the 11, 14 or 16 positions of their rules.

    Each cut-point has the last value recorded up to it, so that histories can be
    recorded at any positions. Runs are then reduced at each cut-point.

    Means over unequal numbers of runs are not comparable, because their distributions
    differ even if the algorithms are equal. On each problem, the smallest number of
    runs is therefore sampled from every algorithm with a fixed seed. The sample does
    not depend on the order of the rows. A note reports it.

    Parameters
    ----------
    source : str, path-like, file object, data frame, or a sequence or mapping of them
        The histories, also folders of logs; ``"-"`` is standard input.
    higher_is_better : bool, default False
        The direction of the values. By default, values are errors.
    cut_points : int or sequence of float, optional
        The number of regular cut-points, 2 or more, or their positions. By default the
        points that all histories share, if they are regular and at most 20, and
        otherwise 10.
    budget : float, optional
        The position of the last regular cut-point. Longer histories are cut there, and
        shorter ones keep their last value. By default the common end of all histories
        of a problem.
    optimum : float, mapping of str to float, or iterable of float, optional
        The best possible value of each problem, for the alternative ranks. Without it,
        values are treated as errors.
    best_so_far : bool, default False
        Replace each value by the best so far instead of raising an error for a history
        that gets worse. A note reports it.
    runs : {"mean", "median", "all"}, default "mean"
        How runs are reduced to one history. "all" is the mean of all runs, without
        sampling, even if their numbers differ. Conclusions about two algorithms with
        unequal numbers of runs then contain a caution.
    missing : {"error", "drop"}, default "error"
        Raise an error for a missing history, or drop the problem and report it in a
        note.
    algorithms, exclude : str or sequence of str, optional
        Keep only these algorithms, in this order; drop these algorithms.
    exclude_problems : str or sequence of str, optional
        Drop these problems.
    select : mapping of str to str, optional
        Keep only the rows with this value in this column, for example
        ``{"dimension": "10"}``.
    keep : str or sequence of str, optional
        Accept these names of algorithms and problems although they look like summaries
        ("average", "mean rank").
    sheet, encoding, decimal : str, optional
        The sheet of Excel files, the encoding of text files, and the decimal sign, as
        in `cddiagram.read_scores`.
    algorithm_column, problem_column, run_column, budget_column, value_column : str, optional
        The columns, if they cannot be inferred from their names.

    Returns
    -------
    Histories
        The histories, with algorithms and problems in the order of their first
        appearance.

    Raises
    ------
    InputError
        If a source cannot be read, there are missing values, unequal budgets, a single
        cut-point or fewer than two problems, or a history gets worse.
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
    asked_cut_points(cut_points)
    one = (
        isinstance(source, str | os.PathLike | Mapping)
        or hasattr(source, "read")
        or frame_library(source)
    )
    if isinstance(source, Iterable) and not one:
        source = list(source)
    if isinstance(optimum, Iterable) and not isinstance(optimum, str | Mapping):
        optimum = list(optimum)
    every = _read_all(source, reading, higher_is_better)
    names, candidates = _checked_names(every, reading)
    best = _best(every.of(names, candidates), higher_is_better, best_so_far)
    complete = _complete(best, names, reading["missing"])
    problems = complete.problems
    _check_numbers_of_names(every.label, names, problems)
    sampled = sample(
        complete, names, cut_points=cut_points, budget=budget, runs=reading["runs"]
    )
    _check_cut_points(every.label, sampled)
    own_options = {
        "cut_points": cut_points,
        "budget": budget,
        "optimum": optimum,
        "higher_is_better": higher_is_better or None,
        "best_so_far": best_so_far or None,
    }
    optima = _optimum_of_kept(optimum, every.problems, problems)
    return Histories(
        values=sampled.values.values,
        whole=sampled.values.given,
        run_counts=sampled.run_counts,
        runs_sampled=sampled.runs_sampled,
        algorithms=tuple(names),
        problems=tuple(problems),
        cut_points=sampled.cut_points,
        unit=sampled.unit,
        higher_is_better=higher_is_better,
        optimum=optima_of(optima, tuple(problems)),
        notes=(*complete.notes, *sampled.notes),
        reading=_recorded_options(own_options, options, source),
    )


def load_histories(name: str) -> Histories:
    """Load example histories: errors of optimisers.

    They were made by ``gallery/make_optimiser_histories.py``.

    Parameters
    ----------
    name : str
        One of `history_names`.

    Returns
    -------
    Histories
        The means over runs at 10 cut-points. Some histories reach the optimum early.

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


def _checked_names(
    every: Traces, reading: HistoryOptions
) -> tuple[list[str], list[str]]:
    """Return the selected algorithms and problems; raise an error for names that look
    like summaries.
    """
    label = every.label
    keep = {*(reading["keep"] or ()), *(reading["algorithms"] or ())}
    algorithms = choose_names(
        "algorithm",
        every.algorithms,
        label,
        wanted=reading["algorithms"],
        without=reading["exclude"],
        keep=keep,
    )
    problems = choose_names(
        "problem",
        every.of(algorithms, every.problems).problems,
        label,
        wanted=None,
        without=reading["exclude_problems"],
        keep=keep,
    )
    return algorithms, problems


def _check_numbers_of_names(
    label: str, algorithms: Sequence[str], problems: Sequence[str]
) -> None:
    """Raise an error for too few algorithms or problems."""
    for what, names in (("algorithm", algorithms), ("problem", problems)):
        check_names(
            tuple(names),
            what,
            holder=f"{label} gives",
            purpose="a comparison of convergence",
        )


def _check_cut_points(label: str, sampled: Sampled) -> None:
    """Raise an error for a single cut-point."""
    if len(sampled.cut_points) == 1:
        only = with_unit(sampled.cut_points[0], sampled.unit)
        raise InputError(
            f"{label} has one cut-point ({only}), but a trend requires two or more. Use "
            "10 as usual."
        )


def _optimum_of_kept(optimum: Any, known: Sequence[str], kept: Sequence[str]) -> Any:
    """Return the optimum without the entries of dropped problems."""
    if not isinstance(optimum, Mapping):
        return optimum
    left_out = set(known) - set(kept)
    return {name: value for name, value in optimum.items() if str(name) not in left_out}


def _recorded_options(
    own_options: dict[str, Any], options: HistoryOptions, source: Any
) -> dict[str, Any]:
    """Return the options that differ from their defaults, with the names of the
    sources.
    """
    return record_of({**own_options, **options}) | _names_of(source)


def _names_of(source: Any) -> dict[str, Any]:
    """Return the names of the files, and the names of their algorithms in a mapping."""
    names: dict[str, Any] = {}
    if isinstance(source, Mapping):
        names["names"] = [str(name) for name in source]
    files = source_names(source)
    if files:
        names["sources"] = files
    return names


def _read_all(source: Any, reading: HistoryOptions, higher_is_better: bool) -> Traces:
    """Read all sources and combine their traces."""
    parts = []
    for algorithm, part in _named_sources(source):
        renamed = algorithm is not None and isinstance(source, Mapping)
        parts.append(
            _read_one(part, algorithm, reading, higher_is_better, renamed=renamed)
        )
    if not parts:
        raise InputError("no histories are specified. Name one file or more.")
    _check_units(parts)
    traces = tuple(trace for part in parts for trace in part.traces)
    _check_owners(traces)
    first = parts[0]
    label = first.label
    if len(parts) > 1:
        label = f"{label} and {len(parts) - 1} more"
    notes = [note for part in parts for note in part.notes]
    return replace(first, label=label, traces=traces, notes=tuple(dict.fromkeys(notes)))


def _named_sources(source: Any) -> list[tuple[str | None, Any]]:
    """Return the parts of a source, each with the name of its algorithm if it may have
    no column of algorithms.
    """
    if isinstance(source, Mapping):
        return list(source.items())
    if isinstance(source, list):
        return [(_file_stem(part), part) for part in source]
    return [(None, source)]


def _file_stem(source: Any) -> str | None:
    """Return the name of the first file of a source without its extension; None if
    there is no file.
    """
    for name in source_names(source):
        if name != "-":
            return Path(name).stem
    return None


def _read_one(
    source: Any,
    algorithm: str | None,
    reading: HistoryOptions,
    higher_is_better: bool,
    *,
    renamed: bool,
) -> Traces:
    """Read one source, which contains one algorithm if it has no column of algorithms.

    Logs of one algorithm are `renamed` if a mapping contains its name.
    """
    logs = grid_of_logs(source, higher_is_better)
    if logs is None:
        grid = read_grid(source, reading, "histories", "Histories")
        return find_traces(grid, algorithm, reading)
    if renamed and len(set(logs.columns[0])) == 1:
        logs = replace(logs, columns=([algorithm] * logs.n_rows, *logs.columns[1:]))
    known: HistoryOptions = {**reading, **logged_columns(logs)}  # type: ignore[typeddict-item]
    return find_traces(read_grid(logs, known), algorithm, known)


def _check_units(parts: Sequence[Traces]) -> None:
    """Raise an error for sources with different units."""
    first = parts[0]
    for part in parts[1:]:
        if part.unit != first.unit:
            raise InputError(
                f"the unit of {first.label} is {first.unit}, but the unit of "
                f"{part.label} is {part.unit}. Use one unit for all histories."
            )


def _check_owners(traces: Iterable[Trace]) -> None:
    """Raise an error for two histories of one algorithm on one problem in one run."""
    seen: dict[Owner, str] = {}
    for trace in traces:
        owner = (trace.algorithm, trace.problem, trace.run)
        if owner in seen:
            raise InputError(
                f"{trace} already occurs in {seen[owner]}. Keep one of them."
            )
        seen[owner] = trace.source


def _best(found: Traces, higher_is_better: bool, best_so_far: bool) -> Traces:
    """Raise an error for the first trace that gets worse, or use the best values so
    far.
    """
    traces, count = [], 0
    for trace in found.traces:
        best, worse = cumulate(trace.values, higher_is_better)
        if worse.any() and not best_so_far:
            raise_worse(
                str(trace), trace.values, trace.points, found.unit, higher_is_better
            )
        count += bool(worse.any())
        traces.append(replace(trace, values=best))
    return replace(
        found,
        traces=tuple(traces),
        notes=(*found.notes, *cumulated_note(count, len(traces))),
    )


def _complete(found: Traces, algorithms: Sequence[str], missing: str) -> Traces:
    """Raise an error for problems on which a history is missing, or drop them."""
    pairs, problems, label = found.by_pair, found.problems, found.label
    gaps = [(a, p) for p in problems for a in algorithms if (a, p) not in pairs]
    if not gaps:
        return found
    incomplete = list(dict.fromkeys(problem for _, problem in gaps))
    numbers = f"{len(incomplete)} of {len(problems)} problems"
    if missing == "error":
        also = ""
        if len(gaps) > 1:
            also = f" ({len(gaps)} histories on {numbers} are missing)"
        raise InputError(
            f"{label}: the history of '{gaps[0][0]}' on '{gaps[0][1]}' is "
            f"missing{also}. Complete it, or use ",
            Option("missing", "drop"),
            " to drop such problems.",
        )
    note = Phrase(
        f"Problems with missing histories were dropped ({numbers}): ",
        listed(incomplete, limit=60),
        ".",
    )
    complete = [problem for problem in problems if problem not in incomplete]
    remaining = found.of(algorithms, complete)
    return replace(remaining, notes=(*remaining.notes, note))
