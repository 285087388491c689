"""Measure everything and print one table: ``python tests/benchmarks/run.py [--only cold
...] [--markdown FILE]``.

Needs the ``bench`` extra; what is not installed is named in its row. Ratios are medians
of paired rounds with their quartiles; see `measuring`.
"""

from __future__ import annotations

import argparse
import datetime
import os
import platform
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib import metadata
from pathlib import Path

import adjusting
import cold
import drawing
import large
import testing
from measuring import Row

_COLUMNS = ("what", "k × n", "ours", "peer", "ratio [quartiles]", "goal", "met")
_PACKAGES = (
    "numpy",
    "scipy",
    "matplotlib",
    "scikit-posthocs",
    "autorank",
    "aeon",
    "statsmodels",
    "networkx",
)


def _groups(rounds: int, folder: Path) -> dict[str, Callable[[], Iterator[Row]]]:
    return {
        "start": partial(cold.start, rounds, folder),
        "cold": partial(cold.cold, rounds, folder),
        "formats": partial(cold.formats, rounds, folder),
        "drawing": partial(drawing.drawing, rounds, folder),
        "layout": partial(drawing.layout, rounds, folder),
        "ranks": partial(testing.ranks, rounds),
        "wilcoxon": partial(testing.wilcoxon, rounds),
        "power": partial(testing.power, rounds),
        "groups": partial(testing.groups, rounds),
        "nemenyi": partial(testing.nemenyi, rounds),
        "adjusting": partial(adjusting.adjusting, rounds, folder),
        "hommel": partial(adjusting.hommel, rounds),
        "page": partial(testing.page, rounds),
        "ties": partial(testing.ties, rounds),
        "runs": partial(testing.runs, rounds, folder),
        "large": partial(large.large, rounds, folder),
    }


def _cells(row: Row) -> tuple[str, ...]:
    met = row.remark or ("" if row.met is None else "yes" if row.met else "NO")
    return row.what, row.size, row.ours, row.peer, row.ratio, row.goal, met


def text(rows: Sequence[Row]) -> str:
    """Write the table with aligned columns."""
    lines = [_COLUMNS, *map(_cells, rows)]
    widths = [
        max(len(line[column]) for line in lines) for column in range(len(_COLUMNS))
    ]
    return "".join(
        "  ".join(map(str.ljust, line, widths)).rstrip() + "\n" for line in lines
    )


def markdown(rows: Sequence[Row]) -> str:
    """Write the table as Markdown."""
    lines = [_COLUMNS, ("---",) * len(_COLUMNS), *map(_cells, rows)]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def assumptions(rounds: int) -> str:
    """Say when, on what and with which versions."""
    versions = []
    for package in _PACKAGES:
        try:
            versions.append(f"{package} {metadata.version(package)}")
        except metadata.PackageNotFoundError:
            versions.append(f"no {package}")
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    return (
        f"{datetime.date.today()}, {rounds} rounds, Python "
        f"{platform.python_version()}, {os.cpu_count()} cores{load}; "
        f"{', '.join(versions)}."
    )


def _measured(groups: dict[str, Callable[[], Iterator[Row]]]) -> Iterator[Row]:
    for name, group in groups.items():
        try:
            yield from group()
        except ModuleNotFoundError as error:
            yield Row(what=name, remark=f"not measured: {error}")


def _prepare(folder: Path) -> None:
    """Let every process find compiled modules, as an installed program does."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = str(folder / "compiled")
    warnings.simplefilter("ignore")


def main(arguments: Sequence[str]) -> None:
    """Run the benchmarks that are asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    names = tuple(_groups(1, Path()))
    parser.add_argument(
        "--only",
        nargs="+",
        choices=names,
        default=names,
        metavar="GROUP",
        help=", ".join(names),
    )
    parser.add_argument(
        "--rounds",
        type=int,
        default=9,
        help="paired rounds, at least 7 for the record (default 9)",
    )
    parser.add_argument(
        "--markdown", type=Path, metavar="FILE", help="write the table as Markdown, too"
    )
    options = parser.parse_args(arguments)
    rows = []
    with tempfile.TemporaryDirectory() as name:
        _prepare(Path(name))
        groups = _groups(options.rounds, Path(name))
        for row in _measured(
            {group: groups[group] for group in names if group in options.only}
        ):
            rows.append(row)
            print(
                f"measured: {row.what} {row.size}".rstrip(), file=sys.stderr, flush=True
            )
    said = assumptions(options.rounds)
    print(f"{said}\n\n{text(rows)}", end="")
    if options.markdown is not None:
        options.markdown.write_text(f"{said}\n\n{markdown(rows)}", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
