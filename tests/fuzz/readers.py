"""Files made at random: whatever they hold, reading gives a table or one sentence."""

from __future__ import annotations

import csv
import io
import json
import random
import sys
import warnings
import zipfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any
from unittest import mock

import odd

from cddiagram import CddiagramError, read_histories, read_score_tables, read_scores


def _csv(rng: random.Random) -> bytes:
    head, rows = odd.table_of(rng)
    out = io.StringIO(newline="")
    quoting = rng.choice((csv.QUOTE_MINIMAL, csv.QUOTE_ALL))
    csv.writer(
        out,
        delimiter=rng.choice(",;\t"),
        quoting=quoting,
        lineterminator=rng.choice(("\n", "\r\n")),
    ).writerows([head, *rows])
    encoding = rng.choice(
        (
            "utf-8",
            "utf-8",
            "utf-8",
            "utf-8-sig",
            "utf-16",
            "utf-32",
            "latin-1",
            "cp1252",
        )
    )
    data = out.getvalue().encode(
        encoding, "replace" if encoding[0] in "lc" else "surrogatepass"
    )
    return odd.mutated(rng, data) if rng.random() < 0.6 else data


def _json(rng: random.Random) -> bytes:
    head, rows = odd.table_of(rng)

    def cell(text: str) -> Any:
        if rng.random() < 0.04:
            return "@" + rng.choice(odd.VALUES)
        try:
            return float(text)
        except ValueError:
            return text

    cells = [[row[0], *map(cell, row[1:])] for row in rows]
    form = rng.randrange(4)
    content: Any = [dict(zip(head, row, strict=True)) for row in cells]
    if form == 1:
        content = {
            name: [row[place] for row in cells] for place, name in enumerate(head)
        }
    elif form == 2:
        content = {
            name: {row[0]: row[place] for row in cells}
            for place, name in enumerate(head)
            if place
        }
    elif form == 3:
        content = {
            "algorithms": head[1:],
            "datasets": [r[0] for r in cells],
            "scores": [r[1:] for r in cells],
        }
        if rng.random() < 0.2:
            content[rng.choice(list(content))] = "@" + rng.choice(odd.VALUES)
    text = json.dumps(content, ensure_ascii=rng.random() < 0.5)
    for value in odd.VALUES:  # what json.dumps would not write
        text = text.replace(json.dumps("@" + value), value).replace(
            json.dumps("@" + value, ensure_ascii=False), value
        )
    data = text.encode("utf-8", "surrogatepass")
    return odd.mutated(rng, data) if rng.random() < 0.5 else data


@cache
def _workbooks() -> list[bytes]:
    import openpyxl

    rng = random.Random(1)
    found = []
    for number in range(12):
        book = openpyxl.Workbook()
        for row in odd.table_of(rng):
            for line in [row] if row and isinstance(row[0], str) else row:
                try:
                    book.active.append([_typed(text) for text in line])
                except openpyxl.utils.exceptions.IllegalCharacterError:
                    continue
        if number % 3 == 0:
            book.create_sheet("other")
            book.active["XFD300" if number % 2 else "C9"] = 3
        out = io.BytesIO()
        book.save(out)
        found.append(out.getvalue())
    return found


def _typed(text: str) -> Any:
    try:
        return float(text)
    except ValueError:
        return text


def _excel(rng: random.Random) -> bytes:
    data = rng.choice(_workbooks())
    if rng.random() < 0.2:
        return odd.mutated(rng, data)
    out = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(data)) as old,
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        inner = [
            name
            for name in old.namelist()
            if "sheet" in name.lower() or "shared" in name.lower()
        ]
        chosen = rng.choice(inner if rng.random() < 0.8 else old.namelist())
        for name in old.namelist():
            part = old.read(name)
            new.writestr(name, odd.mutated(rng, part) if name == chosen else part)
    return out.getvalue()


@cache
def _parquets() -> list[bytes]:
    import pandas as pd

    frames = [
        pd.DataFrame(
            {"data set": ["x", "y", "z"], "A": [1.0, 2.0, 3.0], "B": [2, 1, 3]}
        ),
        pd.DataFrame(
            {"A": [1.0, None, 3.0], "B": [2.5, 1.5, 3.5]}, index=["naïve", "中文", "z"]
        ),
        pd.DataFrame(
            {
                "d": list("xxyy"),
                "algorithm": list("ABAB"),
                "score": ["1", "2", "3", "x"],
            }
        ),
        pd.DataFrame(
            {
                "d": ["x", "y"],
                "A": [True, False],
                "B": pd.to_datetime(["2020-01-01", "2021-01-01"]),
            }
        ),
        pd.DataFrame(
            {
                "d": pd.Categorical(["x", "y"]),
                "A": [[1], [2]],
                "B": [{"a": 1}, {"a": 2}],
            }
        ),
    ]
    found = []
    for frame in frames:
        for compression in (None, "snappy"):
            out = io.BytesIO()
            frame.to_parquet(out, compression=compression)
            found.append(out.getvalue())
    return found


def _parquet(rng: random.Random) -> bytes:
    data = rng.choice(_parquets())
    return odd.mutated(rng, data) if rng.random() < 0.97 else data


MAKERS: dict[str, Callable[[random.Random], bytes]] = {
    "csv": _csv,
    "json": _json,
    "xlsx": _excel,
    "parquet": _parquet,
}


def differences(seed: int, cases: range, folder: Path) -> Iterator[str]:
    """Read one text file for each number as small files and as large ones are; yield
    where the two differ.
    """
    path = folder / "scores.csv"
    for case in cases:
        rng = random.Random(f"large {seed} {case}")
        path.write_bytes(_csv(rng))
        found = []
        for least in (0, sys.maxsize):
            with (
                mock.patch("cddiagram.data.reading.text._LARGE", least),
                mock.patch(
                    "cddiagram.data.reading.columns._TOGETHER", rng.choice((99, 999))
                ),
            ):
                try:
                    table = read_scores(path, missing="available")
                    found.append(f"{table.to_dict()} {table.notes}")
                except CddiagramError as error:
                    found.append(str(error))
        if found[0] != found[1]:
            yield (
                f"large {seed} {case}: {found[0][:200]!r}, cell by cell "
                f"{found[1][:200]!r}"
            )


def surprises(kind: str, seed: int, cases: range, folder: Path) -> Iterator[str]:
    """Read one file for each number; yield what is neither a table nor one sentence."""
    path = folder / f"scores.{kind}"
    for case in cases:
        rng = random.Random(f"{kind} {seed} {case}")
        path.write_bytes(MAKERS[kind](rng))
        how = rng.random()
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                if how < 0.8:
                    read_scores(
                        path,
                        missing=rng.choice(
                            ("error", "drop", "drop-algorithms", "worst", "available")
                        ),
                        runs=rng.choice(("mean", "median")),
                    )
                elif how < 0.9:
                    read_histories(path)
                else:
                    read_score_tables(
                        path, split_column=rng.choice(("data set", "A", "run"))
                    )
        except CddiagramError as error:
            text = str(error)
            if (
                len(text.splitlines()) != 1
                or not text.endswith(".")
                or len(text) > 4000
            ):
                yield f"{kind} {seed} {case}: no sentence: {text[:300]!r}"
            text.encode()
        except Exception as error:
            yield f"{kind} {seed} {case}: {type(error).__name__}: {str(error)[:200]}"
