"""Whole processes: what a user waits for at the prompt."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import peers
from measuring import Process, Row, compared, limited, paired
from sizes import SIZES, size, write_scores

import cddiagram as cd
from cddiagram.sheet import Line, Text

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


def formats(rounds: int, folder: Path) -> Iterator[Row]:
    """Measure files of other formats against PDF: those that matplotlib writes wait for
    it to load.
    """
    k, n = 10, 100
    write_scores(folder / f"{k}.csv", k, n)
    suffixes = ("pdf", "svg", "tex", "png", "eps")
    found = paired(
        {suffix: _ours(folder, k, "ranks", f"ours.{suffix}") for suffix in suffixes},
        rounds,
    )
    for suffix in suffixes[1:]:
        most = 1.1 if suffix == "eps" else None
        yield compared(
            f"cddiagram plot -o fig.{suffix}",
            size(k, n),
            found,
            "pdf",
            ours=suffix,
            most=most,
        )


def start(rounds: int, folder: Path) -> Iterator[Row]:
    """Measure what every use of the package and of the command begins with."""
    commands = {
        "ours": [sys.executable, "-c", "import cddiagram"],
        "help": [*_COMMAND, "--help"],
        "python -c pass": [sys.executable, "-c", "pass"],
    }
    found = paired(
        {name: Process(command, str(folder)) for name, command in commands.items()},
        3 * rounds,
    )
    yield compared("import cddiagram", "", found, "python -c pass", most=1.5)
    yield compared("cddiagram --help", "", found, "python -c pass", ours="help", most=6)


def floor(folder: Path, k: int, n: int, pair_test: str) -> Process:
    """Give the floor of the figure of one size: as many texts and lines, and as
    high.
    """
    layout = cd.plot_cd(
        cd.compare(cd.read_scores(folder / f"{k}.csv"), pair_test=pair_test)
    ).layout
    texts = sum(isinstance(element, Text) for element in layout.elements)
    lines = sum(isinstance(element, Line) for element in layout.elements)
    numbers = [str(texts), str(lines), str(layout.height / 72)]
    return Process(
        [sys.executable, "-c", peers.FLOOR, f"{k}.csv", "floor.pdf", *numbers],
        str(folder),
    )


#: (algorithms, peer) -> our share of the peer's time at most. The floor is that of
#: programs on matplotlib.
_GOALS = {
    (10, "floor"): 0.35,
    (10, "scmamp"): 0.80,
    (10, "scikit-posthocs"): 0.20,
    (10, "autorank"): 0.20,
    (10, "aeon"): 0.15,
    (60, "floor"): 0.30,
    (100, "floor"): 0.65,
    (100, "scikit-posthocs"): 0.15,
}


def _ours(folder: Path, k: int, pair_test: str, target: str) -> Process:
    return Process(
        [*_COMMAND, "plot", f"{k}.csv", "--pair-test", pair_test, "-o", target],
        str(folder),
    )


def _figure(
    rounds: int,
    folder: Path,
    k: int,
    n: int,
    pair_test: str,
    others: dict[str, str],
    reasons: dict[str, str],
) -> Iterator[Row]:
    """Measure our command, as PDF and as SVG, the floor and the peers in turns."""
    what = (
        f"cddiagram plot{'' if pair_test == 'ranks' else ' --pair-test ' + pair_test}"
    )
    ours = _ours(folder, k, pair_test, "ours.pdf")
    competitors = {
        "ours": ours,
        "svg": _ours(folder, k, pair_test, "ours.svg"),
        "floor": floor(folder, k, n, pair_test),
    }
    for name, script in others.items():
        if reasons[name]:
            yield Row(what=what, size=size(k, n), peer=name, remark=reasons[name])
        else:
            competitors[name] = Process(
                [*peers.command(name, script), f"{k}.csv", f"{name}.pdf"], str(folder)
            )
    found = paired(competitors, rounds)
    for peer in list(found)[2:]:
        yield compared(what, size(k, n), found, peer, most=_GOALS.get((k, peer)))
    yield compared(
        f"{what} -o fig.svg",
        size(k, n),
        found,
        "floor",
        ours="svg",
        most=_GOALS.get((k, "floor")),
    )
    if (k, n) == (10, 100):
        yield limited(f"{what}: peak memory", size(k, n), ours.peak(), "MiB", 50)
