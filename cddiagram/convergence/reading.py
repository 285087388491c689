"""Files and data frames of convergence histories, and those that ship, checked and
turned into `Histories`.
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Unpack

from cddiagram._util import check_names, source_names
from cddiagram.convergence.histories import (
    Histories,
    cumulate,
    cumulated_note,
    optima_of,
    refuse_worse,
)
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

    Two forms are recognised. *Long*: one row for each recorded value, with columns for
    algorithm, problem, evaluations (or time, iterations, ...), value, and optionally
    run. *Wide*: one row for each history, one column for each cut-point, named by it
    (``p10``, ``p20``, ... for per cent of the budget, ``1000``, ``2000``, ... for
    evaluations). Several sources, or a mapping from names to sources, are put together;
    a file without a column of algorithms then holds one algorithm, named like the file.
    The text, Excel, Parquet and JSON files are those of `read_scores`.

    Logs are read as they are: folders of IOHprofiler (``.json``, ``.info``) and COCO
    (``.info``), in which instances count as runs, and matrices ``ALG_F_DIM.txt`` of CEC
    competitions with a row for each of the 11, 14 or 16 places that their rules ask
    for.

    A value holds from its evaluation until a better one is recorded, so histories
    recorded at any places are brought to regular cut-points by carrying the last value
    forward; runs are reduced after that, at each cut-point.

    Means over unequal numbers of runs are not comparable: they differ in law even if
    the algorithms are equal. If the numbers of runs differ on a problem, the same
    number of runs of every algorithm is sampled with a fixed seed: the smallest number
    on that problem. The same runs give the same sample in any order of the rows. A note
    reports it.

    Parameters
    ----------
    source : str, path-like, file object, data frame, or a sequence or mapping of them
        What to read, also folders of logs; ``"-"`` is standard input.
    higher_is_better : bool, default False
        The direction of the values; convergence is usually shown on errors.
    cut_points : int or sequence of float, optional
        How many regular cut-points, 2 or more, or their places. By default the points
        that all histories share, if they are regular and at most 20; otherwise 10.
    budget : float, optional
        Where the last regular cut-point stands; longer histories are cut there, shorter
        ones hold their last value. By default where all histories of a problem end,
        which has to be one place.
    optimum : float, mapping of str to float, or iterable of float, optional
        The best possible value of each problem, for the alternative ranks; values are
        taken for errors without it.
    best_so_far : bool, default False
        Replace each value by the best so far, and say so, instead of refusing a history
        that gets worse.
    runs : {"mean", "median", "all"}, default "mean"
        How runs are reduced to one history. "all" is the mean of all runs, without
        sampling, even if their numbers differ. Every conclusion about two algorithms
        with unequal numbers of runs then has a caution.
    missing : {"error", "drop"}, default "error"
        Refuse a missing history, or leave out the problem; it is named in a note.
    algorithms, exclude : str or sequence of str, optional
        Keep only these, in this order; leave these out.
    exclude_problems : str or sequence of str, optional
        Leave these problems out.
    select : mapping of str to str, optional
        Keep only the rows with this value in this column, for example
        ``{"dimension": "10"}``.
    keep : str or sequence of str, optional
        Take these names for algorithms and problems although they look like summaries
        ("average", "mean rank").
    sheet, encoding, decimal : str, optional
        The sheet of Excel files, the encoding of text files, the sign before decimals:
        see `cddiagram.read_scores`.
    algorithm_column, problem_column, run_column, budget_column, value_column : str, optional
        Columns, where their names do not tell.

    Returns
    -------
    Histories
        Algorithms and problems in the order of their first appearance.

    Raises
    ------
    InputError
        If a source cannot be read or used: gaps, one cut-point, fewer than two
        problems, a history that gets worse, unequal budgets. The sentence names the
        place and what helps.
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
    """Load convergence histories that ship: errors of optimisers made by
    ``gallery/make_optimiser_histories.py``.

    Parameters
    ----------
    name : str
        One of `history_names`.

    Returns
    -------
    Histories
        Runs averaged, at 10 cut-points; some reach the optimum early.

    Raises
    ------
    UsageError
        For an unknown name; the sentence names the nearest one.

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
    """Return the chosen algorithms and problems; refuse names that look like
    summaries.
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
    """Refuse too few algorithms or problems."""
    for what, names in (("algorithm", algorithms), ("problem", problems)):
        check_names(
            tuple(names),
            what,
            holder=f"{label} gives",
            purpose="a comparison of convergence",
        )


def _check_cut_points(label: str, sampled: Sampled) -> None:
    """Refuse a single cut-point."""
    if len(sampled.cut_points) == 1:
        only = with_unit(sampled.cut_points[0], sampled.unit)
        raise InputError(
            f"{label} gives one cut-point ({only}): a trend needs two or more, 10 are "
            "usual."
        )


def _optimum_of_kept(optimum: Any, known: Sequence[str], kept: Sequence[str]) -> Any:
    """Return the optimum without the entries of problems that were left out."""
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
    """Return the names of the files, and the names of their algorithms if a mapping
    gives other ones.
    """
    names: dict[str, Any] = {}
    if isinstance(source, Mapping):
        names["names"] = [str(name) for name in source]
    files = source_names(source)
    if files:
        names["sources"] = files
    return names


def _read_all(source: Any, reading: HistoryOptions, higher_is_better: bool) -> Traces:
    """Read every source and put the traces together."""
    parts = []
    for algorithm, part in _named_sources(source):
        renamed = algorithm is not None and isinstance(source, Mapping)
        parts.append(
            _read_one(part, algorithm, reading, higher_is_better, renamed=renamed)
        )
    if not parts:
        raise InputError("no histories are given: name one file or more.")
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
    """Return the parts of a source, each with the name of its algorithm if it has no
    column for it.
    """
    if isinstance(source, Mapping):
        return list(source.items())
    if isinstance(source, list):
        return [(_file_stem(part), part) for part in source]
    return [(None, source)]


def _file_stem(source: Any) -> str | None:
    """Return the name of the first file of a source without its ending; None if there
    is no file.
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
    """Read one source; without a column of algorithms it is of one algorithm.

    Logs of one algorithm are `renamed` if a mapping gives its name.
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
    """Refuse sources whose places count different things."""
    first = parts[0]
    for part in parts[1:]:
        if part.unit != first.unit:
            raise InputError(
                f"{first.label} counts {first.unit} and {part.label} {part.unit}: "
                "give all histories on one scale."
            )


def _check_owners(traces: Iterable[Trace]) -> None:
    """Refuse two histories of one algorithm on one problem in one run."""
    seen: dict[Owner, str] = {}
    for trace in traces:
        owner = (trace.algorithm, trace.problem, trace.run)
        if owner in seen:
            raise InputError(f"{trace} stands in {seen[owner]} already: keep one.")
        seen[owner] = trace.source


def _best(found: Traces, higher_is_better: bool, best_so_far: bool) -> Traces:
    """Refuse the first trace that gets worse, or take the best so far in each."""
    traces, count = [], 0
    for trace in found.traces:
        best, worse = cumulate(trace.values, higher_is_better)
        if worse.any() and not best_so_far:
            refuse_worse(
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
    """Refuse, or leave out, problems on which an algorithm has no history."""
    pairs, problems, label = found.by_pair, found.problems, found.label
    gaps = [(a, p) for p in problems for a in algorithms if (a, p) not in pairs]
    if not gaps:
        return found
    hit = list(dict.fromkeys(problem for _, problem in gaps))
    if missing == "error":
        also = (
            ""
            if len(gaps) == 1
            else f" ({len(gaps)} histories on {len(hit)} of {len(problems)} problems "
            "are missing)"
        )
        raise InputError(
            f"{label}: no history of '{gaps[0][0]}' on '{gaps[0][1]}'{also}: complete "
            "it, or pass ",
            Option("missing", "drop"),
            " to leave such problems out.",
        )
    note = Phrase(
        f"{len(hit)} of {len(problems)} problems dropped for missing histories: ",
        listed(hit, limit=60),
        ".",
    )
    kept = found.of(algorithms, [problem for problem in problems if problem not in hit])
    return replace(kept, notes=(*kept.notes, note))
