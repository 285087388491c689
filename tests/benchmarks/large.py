"""Large work: files of millions of scores beside pandas, diagrams of many algorithms,
thousands of them as text.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from cold import floor
from measuring import Process, Row, compared, limited, paired
from sizes import size, write_scores

#: Rounds of what takes seconds; the whole run stays bounded.
_ROUNDS = 2
#: Reads a file and prints how long the processor was at it; what is loaded for it was
#: loaded for a small file.
_OURS = """
import sys, time
import cddiagram as cd
cd.read_scores("small.csv")
start = time.process_time()
cd.read_scores(sys.argv[1])
print(time.process_time() - start)
"""
_PANDAS = """
import sys, time
import pandas as pd
pd.read_csv("small.csv")
start = time.process_time()
frame = pd.read_csv(sys.argv[1])
if sys.argv[1] == "long.csv":
    frame.groupby(["data set", "algorithm"])["score"].mean().unstack()
print(time.process_time() - start)
"""


class _Reading(Process):
    """A process that prints what its reading cost."""

    def __call__(self) -> float:
        return float(self._run(self.command).splitlines()[-1])


def large(rounds: int, folder: Path) -> Iterator[Row]:
    """Measure reading, drawing and text at sizes that few need, in few rounds."""
    rounds = min(rounds, _ROUNDS)
    yield from _reading(rounds, folder)
    for k in (200, 300):
        write_scores(folder / f"{k}.csv", k, 100)
        command = [
            sys.executable,
            "-m",
            "cddiagram",
            "plot",
            f"{k}.csv",
            "-o",
            "large.pdf",
        ]
        costs = {
            "ours": Process(command, str(folder)),
            "floor": floor(folder, k, 100, "ranks"),
        }
        yield compared("cddiagram plot", size(k, 100), paired(costs, rounds), "floor")
    k, n = 5000, 30
    write_scores(folder / f"{k}.csv", k, n)
    text = Process(
        [sys.executable, "-m", "cddiagram", "compare", f"{k}.csv"], str(folder)
    )
    yield limited("cddiagram compare", size(k, n), text(), "s", 60)
    yield limited(
        "cddiagram compare: peak memory", size(k, n), text.peak(), "MiB", 4096
    )


def _reading(rounds: int, folder: Path) -> Iterator[Row]:
    """Read five million scores, wide and long, in processes of their own: time and
    memory beside pandas.
    """
    write_scores(folder / "small.csv", 5, 30)
    write_scores(folder / "wide.csv", 10, 500_000)
    _write_runs(folder / "long.csv")
    for name, what, goal in (
        ("wide", "10 × 500,000", None),
        ("long", "5,000,000 rows", 3),
    ):
        costs = {
            peer: _Reading([sys.executable, "-c", script, f"{name}.csv"], str(folder))
            for peer, script in (("ours", _OURS), ("pandas", _PANDAS))
        }
        yield compared(
            f"reading, {name}", what, paired(costs, rounds), "pandas", most=goal
        )
        ours, pandas = (cost.peak() for cost in costs.values())
        yield Row(
            what=f"reading, {name}: peak memory",
            size=what,
            ours=f"{ours:.0f} MiB",
            peer=f"pandas {pandas:.0f} MiB",
            ratio=f"{ours / pandas:.2f}",
            goal="≤ 2" if goal else "",
            met=ours <= 2 * pandas if goal else None,
        )


def _write_runs(path: Path) -> None:
    """Write five million runs: 1000 data sets, 100 algorithms, 50 runs."""
    generator = np.random.default_rng(5 * 10**6)
    with path.open("w", encoding="utf-8") as file:
        file.write("data set,algorithm,run,score\n")
        for i in range(1000):
            values = generator.random((100, 50)).round(3).tolist()
            rows = (
                (j, run, value)
                for j, row in enumerate(values)
                for run, value in enumerate(row)
            )
            file.writelines(f"d{i},a{j},{run},{value}\n" for j, run, value in rows)
