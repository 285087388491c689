"""Look for surprises at length: ``python tests/fuzz/run.py --cases 10000 --seed 1
[--only csv json whole ...]``.

A surprise is an exception that is not the package's own, a message that is not one
sentence, a file that is broken or left behind. Each line of the output names kind, seed
and number, which make the same case again: ``--first NUMBER``.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import readers
import records
import whole

KINDS: dict[str, Callable[[int, range, Path], Iterator[str]]] = {
    **{kind: partial(readers.surprises, kind) for kind in readers.MAKERS},
    "large": readers.differences,
    "inspect": records.surprises,
    "whole": whole.surprises,
}


def surprises(kind: str, seed: int, cases: range) -> list[str]:
    """Make and try the cases of one kind, in a folder of their own."""
    here = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            return list(KINDS[kind](seed, cases, Path(folder)))
        finally:
            os.chdir(here)


def main() -> None:
    """Read the arguments, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--cases", type=int, default=1000, help="how many of each kind")
    parser.add_argument("--first", type=int, default=0, help="number of the first case")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="+", choices=KINDS, default=list(KINDS))
    asked = parser.parse_args()
    for kind in asked.only:
        started = time.monotonic()
        found = []
        for first in range(asked.first, asked.first + asked.cases, 100):
            last = min(first + 100, asked.first + asked.cases)
            for line in surprises(kind, asked.seed, range(first, last)):
                found.append(line)
                print(line, flush=True)
        print(
            f"{kind}: {asked.cases} cases, {len(found)} surprises, "
            f"{time.monotonic() - started:.0f} s",
            flush=True,
        )
        if whole.OUTCOMES:
            print(
                "  commands and their exit codes:",
                dict(sorted(whole.OUTCOMES.items())),
                file=sys.stderr,
                flush=True,
            )


if __name__ == "__main__":
    main()
