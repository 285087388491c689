"""Files with records that are not as they were written: ``inspect`` prints them, or one
sentence.
"""

from __future__ import annotations

import copy
import json
import random
import zlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import odd
import whole

import cddiagram as cd
from cddiagram.data import read_example

_WRONG: tuple[Any, ...] = (
    *(
        None,
        True,
        5,
        -1,
        1.5,
        "x",
        "",
        [],
        [1],
        ["a", None],
        {},
        {"a": 1},
        [[]],
        [{}],
        float("nan"),
        "\x1b[31m",
        "\ud800",
    ),
    *(10**400, {"a": {"b": [1, {"c": 2}]}}, ["\u202e"], "9" * 5000),
)


@cache
def _records() -> list[dict[str, Any]]:
    table = cd.load_example("demsar2006-table6")
    reading = {
        "sources": ("scores.csv",),
        "exclude": ("X",),
        "run_column": ("fold",),
        "missing": "drop",
    }
    read = cd.ScoreTable(
        scores=table.scores,
        algorithms=table.algorithms,
        datasets=table.datasets,
        reading=reading,
    )
    histories = cd.load_histories("optimisers")
    made = [
        cd.plot_cd(cd.compare(read)),
        cd.plot_assumptions(cd.check_assumptions(table)),
        cd.plot_convergence_curves(histories),
    ]
    return [
        drawing.provenance.to_dict()
        for drawing in made
        if drawing.provenance is not None
    ]


def _places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if path:
        yield path
    for key in (
        value
        if isinstance(value, dict)
        else range(len(value))
        if isinstance(value, list)
        else ()
    ):
        yield from _places(value[key], (*path, key))


def _record(rng: random.Random) -> str:
    record = copy.deepcopy(rng.choice(_records()))
    for _ in range(rng.randrange(1, 3)):
        *path, last = rng.choice(list(_places(record)))
        part: Any = record
        for key in path:
            part = part[key]
        if rng.random() < 0.15:
            del part[last]
        elif rng.random() < 0.15 and isinstance(part, dict):
            part[rng.choice(odd.NAMES)] = copy.deepcopy(rng.choice(_WRONG))
        else:
            part[last] = copy.deepcopy(rng.choice(_WRONG))
        if not record:
            break
    text = json.dumps(record)
    return (
        text.replace("{", "[" * rng.choice((1, 3000)), 1)
        if rng.random() < 0.01
        else text
    )


def _file(rng: random.Random) -> tuple[str, bytes]:
    text = _record(rng)
    kind = rng.choice(("tex", "svg", "png", "pdf", "eps", "html"))
    if kind == "png":
        body = b"Description\0\0" + zlib.compress(b"cddiagram: " + text.encode())
        data = (
            b"\x89PNG\r\n\x1a\n"
            + len(body).to_bytes(4, "big")
            + b"zTXt"
            + body
            + b"\0\0\0\0"
        )
    elif kind == "pdf":
        shown = (b"\xfe\xff" + f"cddiagram: {text}".encode("utf-16-be")).hex().encode()
        data = (
            b"%PDF-1.5\n7 0 obj << /Subject <"
            + shown
            + b"> >> endobj trailer << /Info 7 0 R >>"
        )
        if rng.random() < 0.3:
            packed = zlib.compress(b"7 0 << /Subject <" + shown + b"> >>")
            head = b"1 0 obj << /Type /ObjStm /N 1 /First 4 >> stream\n"
            data = (
                b"%PDF-1.5\n" + head + packed + b"\nendstream endobj << /Info 7 0 R >>"
            )
    elif kind == "html":
        data = (
            f'<script type="application/json" id="cddiagram-provenance">{text}</script>'
        ).encode()
    else:
        data = f"% cddiagram: {text}\n".encode()
    return f"figure.{kind}", odd.mutated(rng, data) if rng.random() < 0.4 else data


def surprises(seed: int, cases: range, folder: Path) -> Iterator[str]:
    """Inspect one file for each number; yield what is neither a page nor one
    sentence.
    """
    (folder / "scores.csv").write_bytes(read_example("demsar2006-table6"))
    (folder / "histories.csv").write_bytes(read_example("optimisers"))
    for case in cases:
        rng = random.Random(f"inspect {seed} {case}")
        name, data = _file(rng)
        (folder / name).write_bytes(data)
        options = rng.choice(
            (
                [],
                [],
                ["--format", "json"],
                ["--scores", "scores.csv"],
                ["--scores", "histories.csv"],
            )
        )
        yield from whole.run(f"inspect {seed} {case}", ["inspect", name, *options])
