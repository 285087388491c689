"""Whole ways from odd tables to figures, reports and numbers, through the command."""

from __future__ import annotations

import csv
import os
import random
import warnings
import xml.dom.minidom
from collections.abc import Iterator, Sequence
from pathlib import Path

import odd
from click.testing import CliRunner

from cddiagram.cli import main
from cddiagram.provenance import read_provenance

_SUFFIXES = (".svg", ".pdf", ".png", ".eps", ".tex")
_FIGURES = ("cd", "cd", "rank-bars", "pvalue-matrix", "mcb", "rank-distribution", "conditions")
_REPORTS = (".html", ".md", ".tex", ".txt")


def run(what: str, arguments: Sequence[str]) -> Iterator[str]:
    """Run the command; yield a line for each surprise."""
    with warnings.catch_warnings():
        result = CliRunner().invoke(main, list(arguments))
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        yield f"{what}: {type(result.exception).__name__}: {str(result.exception)[:200]} ({arguments})"
    elif result.exit_code not in (0, 1, 2):
        yield f"{what}: exit code {result.exit_code} ({arguments})"
    errors = [line for line in result.stderr.splitlines() if line.startswith("Error: ")]
    failed = result.exit_code != 0 and "does not belong to" not in result.stdout
    if isinstance(result.exception, SystemExit) and len(errors) != failed and '"belongs": false' not in result.stdout:
        yield f"{what}: {len(errors)} error lines with exit code {result.exit_code} ({arguments})"
    printed = "" if "csv" in arguments else result.stdout
    if any(not (c.isprintable() or c.isspace()) for c in printed.replace("\u200d", "")) and "inspect" in arguments:
        yield f"{what}: control characters are printed ({arguments})"


def _arguments(rng: random.Random, head: Sequence[str]) -> list[str]:
    name = rng.choice(head).encode("utf-8", "replace").decode()
    tests = rng.choice(
        (
            *(
                [],
                [],
                [],
                ["--pair-test", "wilcoxon"],
                ["--control", "best"],
                ["--control", name],
                ["--ranking", "quade"],
            ),
            *(["--p-adjust", "shaffer"], ["--ranking", "aligned"], ["--pair-test", "t"], ["--pair-test", "sign"]),
        )
    )
    reading = rng.choice(([], [], [], ["--missing", "drop"], ["--exclude", name], ["--lower-is-better"]))
    kind = rng.random()
    if kind < 0.55:
        figure = rng.choice(_FIGURES)
        drawn = rng.choice(
            ([], [], ["--title", odd.text_of(rng)], ["--rename", f"{name}={odd.text_of(rng)}"], ["--math"])
        )
        tests = [] if figure == "conditions" else tests
        return ["plot", "-o", f"out{rng.choice(_SUFFIXES)}", "--figure", figure, *drawn, *reading, *tests]
    if kind < 0.75:
        return ["report", "-o", f"out{rng.choice(_REPORTS)}", *reading, *tests]
    return ["compare", "--format", rng.choice(("text", "json", "csv", "markdown", "latex")), *reading, *tests]


def surprises(seed: int, cases: range, folder: Path) -> Iterator[str]:
    """Take one way for each number; what was written is looked at, and taken away again."""
    here = Path.cwd()
    os.chdir(folder)
    try:
        for case in cases:
            yield from _case(f"whole {seed} {case}", random.Random(f"whole {seed} {case}"))
            for file in Path().iterdir():
                file.unlink()
    finally:
        os.chdir(here)


def _case(what: str, rng: random.Random) -> Iterator[str]:
    head, rows = odd.table_of(rng)
    with open("scores.csv", "w", encoding="utf-8", errors="replace", newline="") as file:
        csv.writer(file).writerows([head, *rows])
    command, *rest = _arguments(rng, head)
    arguments = [command, "scores.csv", *(text.replace("\0", "") for text in rest)]
    yield from run(what, arguments)
    for path in sorted(Path().iterdir()):
        if path.name == "scores.csv":
            continue
        data = path.read_bytes()
        if not path.name.startswith("out"):
            yield f"{what}: {path} is left behind ({arguments})"
        elif not data:
            yield f"{what}: {path} is empty ({arguments})"
        elif path.suffix == ".svg":
            try:
                xml.dom.minidom.parseString(data)
            except Exception as error:
                yield f"{what}: {path} is no XML: {error} ({arguments})"
        if path.name.startswith("out") and read_provenance(data) is None:
            yield f"{what}: {path} does not say how it was made ({arguments})"
