"""Measured error rates of the tests of histories: python gallery/site/history_levels.py
writes history_levels.csv.

Two equal algorithms are compared on random tables, by random search and by exponential
decay. The page of convergence shows the file; a test measures some of its rows again.
"""

import csv
import sys
from pathlib import Path

import numpy as np

FILE = Path(__file__).parent / "history_levels.csv"
ALPHA, SEED = 0.05, 1
#: Random tables for each design, and for designs of unequal numbers of runs, which have
#: to be read.
TABLES, READ_TABLES = 2000, 600
#: Evaluations of random search between two cut-points.
STEP = 100
#: The rates of the decay of single runs.
RATES = (0.5, 1.5)
HEADER = [
    "process",
    "problems",
    "cut_points",
    "runs",
    "option",
    "test",
    "rejected",
    "rate",
    "low",
    "high",
    "tables",
]


def random_search(rng, problems, runs, cut_points):
    """Return the smallest of random numbers after each step, of shape (problems, runs,
    cut-points).
    """
    draws = rng.random((problems, runs, cut_points))
    best_of_step = 1 - draws ** (1 / STEP)
    return np.minimum.accumulate(best_of_step, axis=-1)


def exponential_decay(rng, problems, runs, cut_points):
    """Return exp(-rate t), with a random rate of each run."""
    rates = rng.uniform(*RATES, (problems, runs, 1))
    return np.exp(-rates * np.arange(1, cut_points + 1))


PROCESSES = {"random search": random_search, "exponential decay": exponential_decay}
#: Problems, cut-points, runs of both algorithms, and the option `runs`.
DESIGNS = [
    (20, 10, (1, 1), "mean"),
    (20, 10, (15, 15), "mean"),
    (30, 5, (15, 15), "mean"),
    (30, 10, (25, 25), "mean"),
    (20, 10, (3, 15), "mean"),
    (20, 10, (3, 15), "all"),
    (20, 10, (1, 25), "all"),
]


def simulated_histories(process, rng, design):
    """Return one random table of two equal algorithms: means over runs, or read if the
    numbers of runs differ.
    """
    import cddiagram as cd

    problems, cut_points, counts, runs = design
    values = [PROCESSES[process](rng, problems, count, cut_points) for count in counts]
    if counts[0] == counts[1]:
        means = np.stack([of_one.mean(axis=1) for of_one in values])
        return cd.Histories.from_arrays(means, algorithms=["A", "B"])
    return cd.read_histories(table_of_runs(values), runs=runs)


def table_of_runs(values):
    """Return a data frame with a row for each run."""
    import pandas as pd

    frames = []
    for algorithm, of_one in zip("AB", values, strict=True):
        problems, count, cut_points = of_one.shape
        names = [str(point) for point in range(1, cut_points + 1)]
        frame = pd.DataFrame(of_one.reshape(-1, cut_points), columns=names)
        frame.insert(0, "algorithm", algorithm)
        frame.insert(
            1, "problem", np.repeat([f"f{number}" for number in range(problems)], count)
        )
        frame.insert(2, "run", np.tile(np.arange(count), problems))
        frames.append(frame)
    return pd.concat(frames)


def measured(process, design, tables=None):
    """Return the rows of one design: for each test the rate in a given direction, and
    in either.

    In a given direction the p-value is one-sided. In either direction it is what
    `compare_convergence` concludes: by sign flips the two-sided p-value, by Page's test
    both one-sided ones.
    """
    import cddiagram as cd
    from cddiagram.studies import wilson_interval

    problems, cut_points, counts, runs = design
    if tables is None:
        tables = TABLES if counts[0] == counts[1] else READ_TABLES
    rng = np.random.default_rng(
        [SEED, list(PROCESSES).index(process), DESIGNS.index(design)]
    )
    direction, either = {"sign-flip": 0, "page": 0}, {"sign-flip": 0, "page": 0}
    for _ in range(tables):
        histories = simulated_histories(process, rng, design)
        for test in direction:
            comparison = cd.compare_convergence(
                histories, test=test, ranks="original", alpha=ALPHA
            )
            direction[test] += bool(comparison.pvalue[0, 1] <= ALPHA)
            either[test] += bool(comparison.gained().any())
    shown = "/".join(map(str, counts))
    for test in direction:
        for rejected, count in (
            ("given direction", direction[test]),
            ("either", either[test]),
        ):
            low, high = wilson_interval(np.array(count), tables)
            numbers = [f"{number:.4f}" for number in (count / tables, low, high)]
            yield [
                process,
                str(problems),
                str(cut_points),
                shown,
                runs,
                test,
                rejected,
                *numbers,
                str(tables),
            ]


def stored():
    """Return the rows of the file."""
    with FILE.open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file))[1:]


def table():
    """Return the table of the guide: a row for each process and design, and the rates
    of both tests.
    """
    rates = {tuple(row[:7]): float(row[7]) for row in stored()}
    lines = [
        ".. list-table:: Error rates at α = 0.05, estimated from simulated tables of two "
        "algorithms with equal performance",
        "   :header-rows: 1",
        "",
        "   * - Process (problems × cut-points)",
        "     - Runs",
        "     - Sign flips, given direction",
        "     - Sign flips, either",
        "     - Page, given direction",
        "     - Page, either",
        "     - Tables",
    ]
    tables = {tuple(row[:5]): row[10] for row in stored()}
    for design, count in tables.items():
        process, problems, cut_points, runs, option = design
        shown = runs.replace("/", " and ")
        if option == "all":
            shown += ", all runs"
        elif len(set(runs.split("/"))) > 1:
            shown += ", sampled"
        lines += [f"   * - {process} ({problems} × {cut_points})", f"     - {shown}"]
        for test in ("sign-flip", "page"):
            for rejected in ("given direction", "either"):
                lines.append(f"     - {rates[*design, test, rejected]:.3f}")
        lines.append(f"     - {int(count):,}")
    return "\n".join([*lines, ""])


def write():
    """Measure all, and write the file."""
    with FILE.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(HEADER)
        for process in PROCESSES:
            for design in DESIGNS:
                for row in measured(process, design):
                    writer.writerow(row)
                    file.flush()
                sys.stderr.write(f"{process}, {design} done\n")


if __name__ == "__main__":
    write()
