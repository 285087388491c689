"""Kill the command at any time: ``python tests/fuzz/kills.py --kills 200 --seed 1``.

Whatever was killed, the files of one call are all old or all new once the next call has
written beside them, and nothing else is left. Each line of the output but the last is a
surprise.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

_KEPT = ("--checkpoint", "study.npz")
#: Calls that write, each with the names of what it writes; a folder stands for the
#: files in it.
CALLS = (
    (
        ["plot", "scores.csv", "-o", "a.pdf", "-o", "b.svg", "-o", "c.png"],
        ("a.pdf", "b.svg", "c.png"),
    ),
    (["plot", "scores.csv", "-o", "x.tex", "-o", "y.eps"], ("x.tex", "y.eps")),
    (["report", "scores.csv", "-o", "r.md"], ("r.md", "r-cd.svg")),
    (["report", "scores.csv", "-o", "r.html"], ("r.html",)),
    (["report", "scores.csv", "--fragments", "-o", "pieces"], ("pieces",)),
    (["report", "scores.csv", "-o", "r.tex"], ("r.tex", "r-cd.pdf")),
    (["example", "demsar2006-table6", "-o", "example.csv"], ("example.csv",)),
    (
        ["compare", "scores.csv", "--format", "json", "-o", "numbers.json"],
        ("numbers.json",),
    ),
    (
        [
            "study",
            "stability",
            "scores.csv",
            "-o",
            "s.pdf",
            "--resamples",
            "300",
            *_KEPT,
        ],
        ("s.pdf",),
    ),
    (
        [
            "study",
            "power",
            "scores.csv",
            "-o",
            "p.svg",
            "-o",
            "p.pdf",
            "--repeats",
            "300",
            *_KEPT,
        ],
        ("p.svg", "p.pdf"),
    ),
    (["study", "pool", "scores.csv", "-o", "pool.svg", *_KEPT], ("pool.svg",)),
    (
        ["convergence", "histories.csv", "-o", "m.pdf", "-o", "m.svg"],
        ("m.pdf", "m.svg"),
    ),
)


def _command(arguments: list[str]) -> list[str]:
    return [sys.executable, "-m", "cddiagram", *arguments]


def _contents(names: tuple[str, ...]) -> dict[str, bytes]:
    paths = [
        path
        for name in names
        for path in (
            sorted(Path(name).iterdir()) if Path(name).is_dir() else [Path(name)]
        )
    ]
    return {str(path): path.read_bytes() for path in paths if path.exists()}


def _scores(rng: random.Random) -> str:
    return "d,A,B,C\n" + "".join(
        f"d{i},{rng.random()},{rng.random()},{rng.random()}\n" for i in range(14)
    )


def _histories(rng: random.Random) -> str:
    lines = ["algorithm,problem,1,2,3,4,5,6"]
    for name in ("A,p", "B,p"):
        lines += [
            ",".join(
                [f"{name}{i}", *(f"{(1 + rng.random()) / 2**c}" for c in range(1, 7))]
            )
            for i in range(6)
        ]
    return "\n".join([*lines, ""])


def _write(source: dict[str, str]) -> None:
    for name, text in source.items():
        Path(name).write_text(text)


def surprises(kills: int, seed: int) -> Iterator[str]:
    """Let each call do its work on two tables, kill it on its way from one to the
    other, and look at what is there.
    """
    rng = random.Random(seed)
    killed = 0
    sources = [
        {"scores.csv": _scores(rng), "histories.csv": _histories(rng)} for _ in "ab"
    ]
    made = []
    for arguments, names in CALLS:
        made.append([])
        for source in sources:
            _write(source)
            Path("study.npz").unlink(missing_ok=True)
            started = time.monotonic()
            subprocess.run(_command(arguments), check=True, capture_output=True)
            made[-1].append((_contents(names), time.monotonic() - started))
    while killed < kills:
        number = rng.randrange(len(CALLS))
        arguments, names = CALLS[number]
        (old, _), (new, takes) = made[number]
        if new == old:  # an example is what it is
            old = {}
        for name in names:
            shutil.rmtree(name) if Path(name).is_dir() else Path(name).unlink(
                missing_ok=True
            )
        for name, content in old.items():
            Path(name).parent.mkdir(exist_ok=True)
            Path(name).write_bytes(content)
        Path("study.npz").unlink(missing_ok=True)
        _write(sources[1])
        process = subprocess.Popen(
            _command(arguments), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        time.sleep(
            takes * (rng.random() if rng.random() < 0.3 else 1 - rng.random() * 0.25)
        )
        process.kill()
        ended = process.wait() == 0
        made[number][1] = (
            new,
            takes * (0.85 if ended else 1.03),
        )  # the machine is not always as fast
        if ended:
            continue
        killed += 1
        # What comes next writes beside it, and into the folder of pieces.
        subprocess.run(
            _command(["example", "demsar2006-table6", "-o", "next.csv"]),
            check=True,
            capture_output=True,
        )
        folder = Path("pieces")
        if "pieces" in names and folder.is_dir():
            from cddiagram._util import write_all

            content = _contents(names).get("pieces/main.tex", b"")
            write_all([folder / "main.tex"], [content])
            if not _contents(names).get("pieces/main.tex"):
                (folder / "main.tex").unlink()
        found = _contents(names)
        if found not in (old, new):
            differ = [
                name
                for name in {*old, *new, *found}
                if found.get(name) not in (old.get(name), new.get(name))
            ]
            yield (
                f"kill {killed} of {arguments}: neither old nor new; broken: "
                f"{differ}; found {sorted(found)}"
            )
        left = [str(path) for path in Path().rglob(".cddiagram-*")]
        if left:
            yield f"kill {killed} of {arguments}: left behind {left}"
            for path in left:
                os.unlink(path)
        if _KEPT[1] in arguments:  # it goes on from what was kept
            subprocess.run(_command(arguments), check=True, capture_output=True)
            if _contents(names) != new:
                yield f"kill {killed} of {arguments}: gone on with, it gives other files"


def main() -> None:
    """Read the arguments, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        found = 0
        for line in surprises(asked.kills, asked.seed):
            found += 1
            print(line, flush=True)
        print(f"{asked.kills} kills, {found} surprises", flush=True)
        os.chdir("/")


if __name__ == "__main__":
    main()
