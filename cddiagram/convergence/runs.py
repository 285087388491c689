"""Sampling of equal numbers of runs for all algorithms on each problem."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace

from cddiagram.convergence.traces import Trace, Traces
from cddiagram.text import Option, Phrase

#: Runs are sampled by hashing a text that begins with this prefix. This prefix is
#: followed by the names of the problem and the run.
_SEED = "cddiagram runs 1"


def balance_runs(
    traces: Traces, algorithms: Sequence[str], runs: str
) -> tuple[Traces, list[str]]:
    """Return traces with equal numbers of runs on each problem, together with notes.

    The means of 3 runs and of 25 runs have different distributions even if the
    algorithms are equal, so that their histories are not exchangeable. On each problem,
    runs are therefore sampled so that all algorithms have as many runs as the algorithm
    with the fewest runs, unless `runs` is "all".
    """
    counts = {pair: len(members) for pair, members in traces.by_pair.items()}
    fewest: dict[str, int] = {}
    unequal: list[str] = []
    for problem in traces.problems:
        of_problem = [counts[algorithm, problem] for algorithm in algorithms]
        fewest[problem] = min(of_problem)
        if max(of_problem) > min(of_problem):
            unequal.append(problem)
    if not unequal:
        return traces, []
    low, high = min(counts.values()), max(counts.values())
    differ = (
        f"The numbers of runs differ ({low} to {high}) on {len(unequal)} of "
        f"{len(fewest)} problems"
    )
    if runs == "all":
        caution = Phrase(
            f"{differ}, and all runs were used (",
            Option("runs", "all"),
            "). Histories with unequal numbers of runs are not exchangeable.",
        )
        return traces, [caution]
    sample: list[Trace] = []
    for (_, problem), members in traces.by_pair.items():
        sample += _sample_runs(members, fewest[problem])
    note = Phrase(
        f"{differ}. On each of them, all algorithms were reduced to the number of runs "
        "of the algorithm with the fewest runs, because histories with unequal numbers "
        f"of runs are not exchangeable. In total, {len(sample)} of "
        f"{len(traces.traces)} runs were sampled with a fixed seed. "
        "Use ",
        Option("runs", "all"),
        " to keep all runs.",
    )
    return replace(traces, traces=tuple(sample)), [note]


def _sample_runs(members: Sequence[Trace], count: int) -> list[Trace]:
    """Sample runs of one algorithm on one problem.

    The sample depends only on the names of the problem and its runs, not on the order
    of the rows or on other algorithms. If the runs of two algorithms have the same
    seeds or instances, the same seeds or instances are therefore sampled from both.
    """
    order = sorted(members, key=_sampling_key)
    names = {trace.run for trace in order[:count]}
    return [trace for trace in members if trace.run in names]


def _sampling_key(trace: Trace) -> bytes:
    """Return pseudo-random bytes that depend only on the problem and the run."""
    text = "\0".join([_SEED, trace.problem, trace.run])
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
