"""Whole processes: what a user waits for at the prompt."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import peers
from measuring import Process, Row, compared, limited, paired
from sizes import SIZES, size, write_scores

import cddiagram as cd
from cddiagram.sheet.elements import Line, Text

_COMMAND = [sys.executable, "-m", "cddiagram"]


def cold(rounds: int, folder: Path) -> Iterator[Row]:
    """Measure a figure from a file at each size."""
    for k, n in SIZES:
        write_scores(folder / f"{k}.csv", k, n)
    reasons = {name: peers.missing(name) for name in peers.NEMENYI}
    for k, n in SIZES[:-1]:
        others = peers.NEMENYI if (k, n) == (10, 100) else {}
        yield from _figure(rounds, folder, k, n, "ranks", others, reasons)
    yield from _figure(rounds, folder, *SIZES[-1], "wilcoxon", peers.WILCOXON, reasons)


def start(rounds: int, folder: Path) -> Iterator[Row]:
    """Measure what every use of the package and of the command begins with."""
    commands = {
        "ours": [sys.executable, "-c", "import cddiagram"],
        "help": [*_COMMAND, "--help"],
        "python -c pass": [sys.executable, "-c", "pass"],
    }
    found = paired({name: Process(command, str(folder)) for name, command in commands.items()}, 3 * rounds)
    yield compared("import cddiagram", "", found, "python -c pass", most=1.5)
    yield compared("cddiagram --help", "", found, "python -c pass", ours="help", most=6)


def floor(folder: Path, k: int, n: int, pair_test: str) -> Process:
    """Give the floor of the figure of one size: as many texts and lines, and as high."""
    layout = cd.plot_cd(cd.compare(cd.read_scores(folder / f"{k}.csv"), pair_test=pair_test)).layout
    texts = sum(isinstance(element, Text) for element in layout.elements)
    lines = sum(isinstance(element, Line) for element in layout.elements)
    numbers = [str(texts), str(lines), str(layout.height / 72)]
    return Process([sys.executable, "-c", peers.FLOOR, f"{k}.csv", "floor.pdf", *numbers], str(folder))


#: (pair test, peer) -> our share of the peer's time at most.
_GOALS = {
    ("ranks", "floor"): 1.40,
    ("ranks", "scikit-posthocs"): 0.50,
    ("ranks", "autorank"): 0.50,
    ("ranks", "aeon"): 0.35,
    ("wilcoxon", "floor"): 1.5,
    ("wilcoxon", "scikit-posthocs"): 0.30,
}


def _figure(
    rounds: int, folder: Path, k: int, n: int, pair_test: str, others: dict[str, str], reasons: dict[str, str]
) -> Iterator[Row]:
    """Measure our command, the floor and the peers in turns; goals hold for the two sizes that have peers."""
    what = f"cddiagram plot{'' if pair_test == 'ranks' else ' --pair-test ' + pair_test}"
    ours = Process([*_COMMAND, "plot", f"{k}.csv", "--pair-test", pair_test, "-o", "ours.pdf"], str(folder))
    competitors = {"ours": ours, "floor": floor(folder, k, n, pair_test)}
    for name, script in others.items():
        if reasons[name]:
            yield Row(what=what, size=size(k, n), peer=name, remark=reasons[name])
        else:
            command = [sys.executable, "-W", "ignore", "-c", script, f"{k}.csv", f"{name}.pdf"]
            competitors[name] = Process(command, str(folder))
    found = paired(competitors, rounds)
    for peer in list(found)[1:]:
        yield compared(what, size(k, n), found, peer, most=_GOALS[pair_test, peer] if others else None)
    if others and pair_test == "ranks":
        yield limited(f"{what}: peak memory", size(k, n), ours.peak, "MiB", 100)
