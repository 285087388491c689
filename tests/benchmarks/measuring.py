"""Times and their ratios: competitors take turns within each round, so that a busy
machine slows all of them alike.
"""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median, quantiles

#: Does something once and gives what it cost in seconds.
Cost = Callable[[], float]


@dataclass(frozen=True, kw_only=True)
class Row:
    """One line of the table; `ratio` is that of the rounds, and empty values were not
    measured.
    """

    what: str
    size: str = ""
    ours: str = ""
    peer: str = ""
    ratio: str = ""
    goal: str = ""
    met: bool | None = None
    remark: str = ""


def paired(costs: Mapping[str, Cost], rounds: int) -> dict[str, list[float]]:
    """Let each take its turn in every round; a first round, which fills caches, does
    not count.
    """
    found: dict[str, list[float]] = {name: [] for name in costs}
    for number in range(rounds + 1):
        for name, cost in costs.items():
            seconds = cost()
            if number:
                found[name].append(seconds)
    return found


def calls(function: Callable[[], object], lasting: float = 0.005) -> Cost:
    """Give the cost of one call, averaged over as many as take so many seconds
    together.
    """
    state = {"repeats": 0}

    def cost() -> float:
        if not state["repeats"]:
            function()
            start = time.perf_counter()
            function()
            state["repeats"] = 1 + int(lasting / max(time.perf_counter() - start, 1e-7))
        start = time.perf_counter()
        for _ in range(state["repeats"]):
            function()
        return (time.perf_counter() - start) / state["repeats"]

    return cost


#: Runs a command and prints the most memory that it had. A process counts the memory of
#: the one that forked it until the command is loaded, so it is forked by a small one
#: and not by us.
_PEAK = """
import os, resource, sys
if os.spawnvp(os.P_WAIT, sys.argv[1], sys.argv[1:]):
    sys.exit("failed")
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024)
"""


class Process:
    """A whole process, as an installed package starts: from compiled modules."""

    def __init__(self, command: Sequence[str], folder: str) -> None:
        self.command, self.folder = command, folder
        self.environment = {
            name: value
            for name, value in os.environ.items()
            if name != "PYTHONDONTWRITEBYTECODE"
        }

    def __call__(self) -> float:
        start = time.perf_counter()
        self._run(self.command)
        return time.perf_counter() - start

    def peak(self) -> float:
        """Run once more and return the largest memory that the process had, in MiB."""
        return float(
            self._run([sys.executable, "-S", "-c", _PEAK, *self.command]).splitlines()[
                -1
            ]
        )

    def _run(self, command: Sequence[str]) -> str:
        ran = subprocess.run(
            command,
            cwd=self.folder,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )
        if ran.returncode:
            raise RuntimeError(
                f"{command[:3]} failed: {ran.stderr.strip().splitlines()[-1:]}"
            )
        return ran.stdout


def extra_memory(function: Callable[[], object]) -> float:
    """Give the most memory in MiB that a call holds beyond what was there before, its
    result included.
    """
    function()
    gc.collect()
    tracemalloc.start()
    try:
        function()
        return tracemalloc.get_traced_memory()[1] / 2**20
    finally:
        tracemalloc.stop()


def compared(
    what: str,
    size: str,
    found: Mapping[str, Sequence[float]],
    peer: str,
    *,
    ours: str = "ours",
    most: float | None = None,
    least: float | None = None,
    remark: str = "",
) -> Row:
    """Compare two of the competitors: with `least` the goal is how many times as long
    the peer takes, else our share.

    The ratio is the median of the ratios of the rounds, with its quartiles.
    """
    faster = least is not None
    pairs = zip(found[ours], found[peer], strict=True)
    ratios = [b / a if faster else a / b for a, b in pairs]
    low, middle, high = (
        quantiles(ratios, n=4, method="inclusive")
        if len(ratios) > 1
        else [ratios[0]] * 3
    )
    goal = f"≥ {least:g}" if faster else f"≤ {most:g}" if most is not None else ""
    met = (
        middle >= least
        if least is not None
        else middle <= most
        if most is not None
        else None
    )
    return Row(
        what=what,
        size=size,
        ours=in_words(median(found[ours])),
        peer=f"{peer} {in_words(median(found[peer]))}",
        ratio=f"{_short(middle)} [{_short(low)}, {_short(high)}]",
        goal=goal,
        met=met,
        remark=remark,
    )


def limited(what: str, size: str, value: float, unit: str, most: float) -> Row:
    """Hold one number against a limit of its own."""
    return Row(
        what=what,
        size=size,
        ours=f"{value:.3g} {unit}".strip(),
        goal=f"≤ {most:g} {unit}".strip(),
        met=value <= most,
    )


def in_words(seconds: float) -> str:
    """Write a time with three digits and a unit.

    >>> in_words(0.01234), in_words(2.5e-5)
    ('12.3 ms', '25.0 µs')
    """
    for unit, factor in (("s", 1.0), ("ms", 1e3)):
        if seconds * factor >= 1.0:
            return f"{_three(seconds * factor)} {unit}"
    return f"{_three(seconds * 1e6)} µs"


def _three(value: float) -> str:
    return f"{value:.{2 if value < 10 else 1 if value < 100 else 0}f}"


def _short(ratio: float) -> str:
    return f"{ratio:.{3 if ratio < 0.1 else 2 if ratio < 10 else 0}f}"
