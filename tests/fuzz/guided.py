"""Files that reach new lines:
``python tests/fuzz/guided.py --executions 20000 --seed 1``.

What is read begins with the corpus. A mutant that takes a step from one line to another
that none took before is kept, and is changed further; what is kept is also read as
large files are. Each line of the output but the last is a surprise: an exception that
is not the package's own, a warning of others, a message that is not one sentence, small
and large files that are read to different numbers. It holds all that makes the case
again.
"""

from __future__ import annotations

import argparse
import random
import shutil
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from types import CodeType, FrameType
from typing import Any
from unittest import mock

sys.path.insert(0, str(Path(__file__).parents[1] / "shared"))

import odd
import readers
from nasty_files import CASES

import cddiagram
from cddiagram import CddiagramError, read_histories, read_score_tables, read_scores
from cddiagram.data import read_average_ranks, read_folds
from cddiagram.studies import run

_HOME = Path(cddiagram.__file__).parent
#: Whose lines are counted: readers, and what their messages are made of.
_WATCHED = tuple(
    str(_HOME / name)
    for name in ("data", "convergence", "_util", "studies/engine", "text")
)


def _checkpoint(path: Path) -> Any:
    """Go on from a checkpoint, where the file is one."""
    return run(_part, [0, 1], seed=0, study={"kind": "made"}, checkpoint=path)


def _part(part: Any, random: Any) -> dict[str, Any]:
    return {"number": random.random(3)}


READERS: dict[str, Callable[..., Any]] = {
    "scores": read_scores,
    "histories": read_histories,
    "tables": lambda path, **options: read_score_tables(
        path, split_column="A", **options
    ),
    "folds": read_folds,
    "ranks": read_average_ranks,
    "checkpoint": _checkpoint,
}
_NAMED = (
    "A",
    "B",
    "d",
    "none",
    "data set",
    "algorithm",
    "score",
    "run",
    "fold",
    "x",
    "1",
    "",
)
#: Options of all readers but that of checkpoints, of those of scores and folds, of
#: histories alone.
_OPTIONS: dict[str, tuple[Any, ...]] = {
    "algorithm_column": _NAMED,
    "run_column": _NAMED,
    "algorithms": (["A", "B"], ["A"], ["Z"], "A"),
    "exclude": ("A", ["d"], ["Z"]),
    "select": ({"A": "1"}, {"d": "x"}, {"run": 1}),
    "keep": ("A", ["x", "average"]),
    "sheet": (0, 1, "other", "Sheet"),
    "encoding": ("utf-8", "latin-1", "utf-16", "cp1252", "utf-7", "nothing"),
    "decimal": (".", ","),
    "missing": ("error", "drop"),
    "runs": ("mean", "median"),
}
_OF_SCORES: dict[str, tuple[Any, ...]] = {
    "transpose": (True,),
    "clean": (True,),
    "dataset_column": _NAMED,
    "score_column": _NAMED,
    "group_column": _NAMED,
    "exclude_datasets": ("x", ["average", "y"]),
    "missing": ("drop-algorithms", "worst", "available", "like:A"),
}
_OF_HISTORIES: dict[str, tuple[Any, ...]] = {
    "problem_column": _NAMED,
    "budget_column": _NAMED,
    "value_column": _NAMED,
    "cut_points": (2, 3, [1, 2], [5.0, 9.0]),
    "budget": (1.0, 3.0, 1e9),
    "optimum": (0.0, {"x": 0.0}, -1e300),
    "best_so_far": (True,),
    "higher_is_better": (True,),
}


@dataclass(frozen=True)
class Case:
    """What is read, how, and with which options; of several files the folder is
    read.
    """

    reader: str
    files: dict[str, bytes]
    options: dict[str, Any]


def _corpus() -> list[Case]:
    """All nasty files for the readers that may get them, and small ones for the readers
    of few formats.
    """
    rng = random.Random(0)
    found = [
        Case("scores", {f"s.{suffix}": content}, {})
        for _, suffix, content, _, _ in CASES
        if len(content) < 20000
    ]
    found += [
        Case("scores", {f"s.{kind}": readers.MAKERS[kind](rng)}, {})
        for kind in ("csv", "json")
        for _ in "12345"
    ]
    wide = b"algorithm,problem,1,2,4\nA,x,3,2,1\nA,y,3,2,2\nB,x,4,3,0\nB,y,2,2,1\n"
    long = b"algorithm,problem,run,evaluations,value\nA,x,1,1,3\nA,x,1,2,2\nB,x,1,1,4\nB,x,1,2,1\n"
    lines = b'"function evaluation" "raw_y"\n1 3.5\n2 2\n"function evaluation" "raw_y"\n1 4\n2 1\n'
    described = (
        b'{"algorithm": {"name": "A"}, "function_id": 1, "function_name": "Sphere", "maximization": false,'
        b' "scenarios": [{"dimension": 2, "path": "data.dat", "runs": [{"evals": 3, "best": {"y": 1.5}}]}]}'
    )
    coco = b"funcId = 1, DIM = 2, algId = 'A'\n% c\ndata.dat, 1:20|8.0\n"
    kept = Path(tempfile.mkdtemp()) / "study.npz"
    _checkpoint(kept)
    found += [
        Case("histories", {"h.csv": wide}, {}),
        Case("histories", {"h.csv": long}, {}),
        Case("histories", {"IOHprofiler_f1.json": described, "data.dat": lines}, {}),
        Case(
            "histories",
            {
                "f1.info": coco,
                "data.dat": b"% f evaluations | g | best\n1 2 3\n2 1 1\n",
            },
            {},
        ),
        Case(
            "histories",
            {f"{name}_1_10.txt": b"9 8 7 6 5 4 3 2 1 1 0\n" * 2 for name in "AB"},
            {},
        ),
        Case(
            "histories",
            {
                "A_1_10.txt": b"9 8 7 6 5 4 3 2 1 1 0 0 0 0 0 0\n" * 2,
                "B_1_10.txt": b"1 2\n",
            },
            {},
        ),
        Case("tables", {"s.csv": b"A,d,C,D\n1,x,1,2\n1,y,2,1\n2,x,1,2\n2,y,3,1\n"}, {}),
        Case(
            "folds",
            {
                "s.csv": b"fold,repeat,A,B\n1,1,0.5,0.4\n2,1,0.6,0.7\n1,2,0.5,0.3\n2,2,0.6,0.5\n"
            },
            {},
        ),
        Case(
            "folds",
            {
                "s.csv": b"dataset,fold,algorithm,score\nx,1,A,2\nx,2,A,3\nx,1,B,4\nx,2,B,1\n"
            },
            {},
        ),
        Case("ranks", {"r.csv": b"A,B,C\n1.5,2.1,2.4\n"}, {}),
        Case("ranks", {"r.csv": b"algorithm,rank\nA,1.5\nB,2.1\nC,2.4\n"}, {}),
        Case("checkpoint", {"study.npz": kept.read_bytes()}, {}),
    ]
    shutil.rmtree(kept.parent)
    return found


def _mutant(rng: random.Random, cases: list[Case]) -> Case:
    """Change one of those that were kept, the later ones more often: its bytes,
    options, name or reader.
    """
    case = cases[max(rng.randrange(len(cases)), rng.randrange(len(cases)))]
    kind = rng.random()
    if kind < 0.2 and case.reader != "checkpoint":
        known = _OPTIONS | (_OF_HISTORIES if case.reader == "histories" else {})
        known |= _OF_SCORES if case.reader in ("scores", "tables", "folds") else {}
        if case.reader == "ranks":
            known = {name: known[name] for name in ("sheet", "encoding", "decimal")}
        name = rng.choice(list(known))
        options = dict(case.options)
        if options.pop(name, None) is None or rng.random() < 0.5:
            options[name] = rng.choice(known[name])
        return replace(case, options=options)
    if kind < 0.24 and case.reader != "checkpoint":
        reader = rng.choice(
            ["scores", "scores", "histories", "tables", "folds", "ranks"]
        )
        return Case(reader, case.files, {})
    name = rng.choice(list(case.files))
    data = case.files[name]
    if kind < 0.26:
        other = (
            name.replace("10", str(rng.choice((0, 1, 10**9))))
            if "_10" in name
            else f"s.{rng.choice(_SUFFIXES)}"
        )
        return replace(
            case,
            files={key: value for key, value in case.files.items() if key != name}
            | {other: data},
        )
    if kind < 0.4:  # the beginning of one, the end of another
        second = rng.choice(list(rng.choice(cases).files.values()))
        data = (
            data[: rng.randrange(len(data) + 1)]
            + second[rng.randrange(len(second) + 1) :]
        )
    elif kind < 0.6:  # cells or words in another order, or others in their place
        cut = rng.choice((b",", b"\n", b";", b"\t", b" ", b'"', b":"))
        words = data.split(cut)
        at = rng.randrange(len(words))
        words[at] = rng.choice((*words, _word(rng), _word(rng)))
        data = cut.join(words)
    else:
        data = odd.mutated(rng, data, 3)
    return replace(case, files=case.files | {name: data[:30000]})


_SUFFIXES = (
    "csv",
    "csv",
    "tsv",
    "txt",
    "json",
    "jsonl",
    "csv.gz",
    "csv.bz2",
    "xlsx",
    "parquet",
    "xz",
)


def _word(rng: random.Random) -> bytes:
    return rng.choice(
        (odd.text_of(rng), odd.number_of(rng), rng.choice(odd.VALUES))
    ).encode("utf-8", "surrogatepass")


# -- which lines are reached -----------------------------------------------------------


class Steps:
    """The steps from line to line that were taken in the watched modules, of this
    reading and of all.
    """

    def __init__(self) -> None:
        self.all: set[tuple[int, int, int]] = set()
        self.now: set[tuple[int, int, int]] = set()
        self._codes: dict[CodeType, int] = {}  # 0: not watched

    def __call__(self, frame: FrameType, event: str, argument: Any) -> Any:
        """Follow a call, if it is of a watched module: what `sys.settrace` takes."""
        code = frame.f_code
        number = self._codes.get(code)
        if number is None:
            number = self._codes[code] = (
                len(self._codes) + 1 if code.co_filename.startswith(_WATCHED) else 0
            )
        if not number:
            return None
        before, add = 0, self.now.add

        def follow(frame: FrameType, event: str, argument: Any) -> Any:
            nonlocal before
            if event == "line":
                add((number, before, frame.f_lineno))
                before = frame.f_lineno
            return follow

        return follow

    def new(self) -> int:
        """Return how many steps were new, and forget which."""
        found = len(self.now - self.all)
        self.all |= self.now
        self.now.clear()
        return found


# -- readings --------------------------------------------------------------------------


def _outcome(case: Case, folder: Path) -> tuple[str, str]:
    """Read it; return what came of it, and what is surprising about that."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name, data in case.files.items():
        (folder / name).write_bytes(data)
    source = folder if len(case.files) > 1 else folder / next(iter(case.files))
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        try:
            found = READERS[case.reader](source, **case.options)
        except CddiagramError as error:
            text = str(error).replace(str(folder), "")
            bad = (
                len(text.splitlines()) != 1
                or not text.endswith(".")
                or len(text) > 4000
            )
            return text, f"no sentence: {text[:300]!r}" if bad else ""
        except Exception as error:
            return "", f"{type(error).__name__}: {str(error)[:200]!r}"
    foreign = [warning for warning in said if warning.category is not UserWarning]
    shown = found.to_dict() if hasattr(found, "to_dict") else found
    return str(
        shown
    ), f"{foreign[0].category.__name__}: {foreign[0].message}" if foreign else ""


def _as_large(case: Case, folder: Path) -> str:
    """Read it as a large file is read."""
    with (
        mock.patch("cddiagram.data.reading.text._LARGE", 0),
        mock.patch("cddiagram.data.reading.columns._TOGETHER", 99),
    ):
        return _outcome(case, folder)[0]


def surprises(executions: int, seed: int, folder: Path, steps: Steps) -> Iterator[str]:
    """Read the corpus and so many mutants; yield a line for each kind of surprise."""
    rng, known = random.Random(seed), set[str]()
    corpus = _corpus()
    cases = list(corpus)
    here = folder / "case"
    for number in range(executions):
        case = corpus[number] if number < len(corpus) else _mutant(rng, cases)
        sys.settrace(steps)
        try:
            found, wrong = _outcome(case, here)
        finally:
            sys.settrace(None)
        if steps.new() or number < len(corpus):
            cases.append(case)
            large = _as_large(case, here) if case.reader != "checkpoint" else found
            wrong = wrong or (
                ""
                if large == found
                else f"as a large file {large[:200]!r}, not {found[:200]!r}"
            )
        if wrong and wrong.partition(":")[0] + case.reader not in known:
            known |= (
                {wrong.partition(":")[0] + case.reader}
                if not wrong.startswith("as a large")
                else set()
            )
            yield f"{number}: {wrong} ({case})"


def main() -> None:
    """Read the arguments, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--executions", type=int, default=20000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    started, steps, found = time.monotonic(), Steps(), 0
    with tempfile.TemporaryDirectory() as folder:
        for line in surprises(asked.executions, asked.seed, Path(folder), steps):
            found += 1
            print(line, flush=True)
    took = time.monotonic() - started
    print(
        f"{asked.executions} executions, {len(steps.all)} steps reached, {found} "
        f"surprises, {took:.0f} s",
        flush=True,
    )


if __name__ == "__main__":
    main()
