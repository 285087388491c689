"""The engine of studies: seeded parts of work on any number of workers, whose numbers
do not depend on how it is run.

The work of a study is a function of one part and a random generator, which gives named
arrays, and a list of parts. Every part has a seed of its own (`SeedSequence.spawn`),
and what the parts are depends on nothing but the study. So the numbers are the same on
one worker or on many, in threads, processes or on a cluster, in one go or resumed.
"""

from __future__ import annotations

import hashlib
import inspect
import io
import json
import os
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing
from typing import TYPE_CHECKING, Any, TypeAlias, TypedDict, TypeVar

import numpy as np
from numpy.typing import NDArray

from cddiagram._util import __version__, as_record, read_file, write_all
from cddiagram.comparing import compare
from cddiagram.procedures import (
    Method,
    PairTestName,
    RankingName,
    Variance,
    Zeros,
)
from cddiagram.text import (
    CddiagramError,
    InputError,
    Option,
    Phrase,
    UsageError,
    check_count,
)

if TYPE_CHECKING:
    from concurrent.futures import Executor

Arrays: TypeAlias = dict[str, NDArray[Any]]
"""What a part gives."""
Work: TypeAlias = Callable[[Any, np.random.Generator], Arrays]
"""Does a part; other processes need one that can be pickled."""
Task: TypeAlias = tuple[int, Any, np.random.SeedSequence]

FunctionT = TypeVar("FunctionT", bound=Callable[..., Any])

#: Draws of a part: a larger number would spare calls, and cost the workers their even
#: shares.
BATCH = 250
#: A checkpoint is written about so often, in seconds, and at the end, whatever ended
#: it.
_EVERY = 5.0
#: Arrays of a checkpoint beside those of parts: what it is of, and its fingerprint.
_STUDY, _DIGEST = "study", "digest"


class RunOptions(TypedDict, total=False):
    """How a study is run, which changes none of its numbers."""

    workers: int
    executor: Executor | None
    checkpoint: str | os.PathLike[str] | None
    progress: Callable[[int, int], None] | None


class TestOptions(TypedDict, total=False):
    """What is tested, as in `compare`."""

    control: str | None
    ranking: RankingName
    pair_test: PairTestName
    zeros: Zeros
    tie_correction: bool | None
    variance: Variance
    method: Method


class StudyOptions(TestOptions, RunOptions, total=False):
    """What is tested, and how a study is run."""


#: Where the text of shared options stands in a docstring -> the text.
_TEXTS = {
    "    {tests}": f"""\
    {", ".join(TestOptions.__annotations__)}
        As in `compare`.""",
    "    {how}": """\
    workers : int, default 1
        Processes to work in.
    executor : concurrent.futures.Executor, optional
        Who does the parts of the work instead: of ``concurrent.futures``, or of a cluster with its interface.
    checkpoint : str or path, optional
        A file that keeps what is done, so that a study that was stopped goes on where it stood. It stays.
    progress : callable, optional
        Is told after each part of the work how many are done, and of how many.""",
}


def study(function: FunctionT) -> FunctionT:
    """Complete signature and docstring of the public function of a study: ``{tests}``
    and ``{how}``, its ``**how``.
    """
    signature, text = inspect.signature(function), function.__doc__ or ""
    shared = []
    for place, source, names in (
        ("    {tests}", compare, TestOptions),
        ("    {how}", run, RunOptions),
    ):
        if place in text:
            text = text.replace(place, _TEXTS[place])
            given = inspect.signature(source).parameters
            shared += [given[name] for name in names.__annotations__]
    own = [
        option
        for option in signature.parameters.values()
        if option.kind is not option.VAR_KEYWORD
    ]
    function.__doc__ = text
    function.__signature__ = signature.replace(parameters=[*own, *shared])  # type: ignore[attr-defined]
    return function


def batches(count: int, size: int = BATCH) -> list[int]:
    """Divide draws into parts of a fixed size."""
    whole, rest = divmod(count, size)
    return [size] * whole + ([rest] if rest else [])


def generator(seed: int, number: int) -> np.random.Generator:
    """Return the generator of a part, as `run` gives it: for a part whose draws are
    wanted again.
    """
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(number,)))


def run(
    work: Work,
    parts: Sequence[Any],
    *,
    seed: int,
    study: Mapping[str, Any],
    workers: int = 1,
    executor: Executor | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> list[Arrays]:
    """Do all parts, and return what each gave, in their order.

    `study` says in values that JSON can hold what the numbers depend on beside the seed
    and the parts: a checkpoint of another study is refused by it. `workers` processes
    are started, or an `executor` is given the parts, any of `concurrent.futures` or of
    a cluster with its interface. `progress` is told how many parts of how many are
    done.
    """
    check_count("seed", seed, 0)
    if check_count("workers", workers) > 1 and executor is not None:
        raise UsageError(
            "pass either ", Option("workers"), " or ", Option("executor"), ", not both."
        )
    digest = hashlib.sha256(json.dumps(as_record(list(parts))).encode()).hexdigest()
    kept = (
        None
        if checkpoint is None
        else _Checkpoint(checkpoint, {**study, "seed": seed, "parts": digest})
    )
    done = {} if kept is None else kept.load(len(parts))
    seeds = np.random.SeedSequence(seed).spawn(len(parts))
    tasks = [
        (number, parts[number], seeds[number])
        for number in range(len(parts))
        if number not in done
    ]
    tell = progress or (lambda done, total: None)
    tell(len(done), len(parts))
    try:
        with closing(_results(work, tasks, workers, executor)) as results:
            for number, arrays in results:
                done[number] = arrays
                if kept is not None:
                    kept.save(done)
                tell(len(done), len(parts))
    except RuntimeError as error:
        complaint = _broken(error, executor, checkpoint)
        if complaint is None:
            raise
        raise complaint from error
    finally:
        if kept is not None and tasks:
            kept.save(done, last=True)
    return [done[number] for number in range(len(parts))]


def _broken(
    error: RuntimeError,
    executor: Executor | None,
    checkpoint: str | os.PathLike[str] | None,
) -> CddiagramError | None:
    """Word the end of a worker that did not end its part; None for another error."""
    from concurrent.futures import BrokenExecutor

    if not isinstance(error, BrokenExecutor):
        return None
    what = (
        "a worker process ended before its part was finished, often because memory ran "
        "out. "
    )
    fewer = Phrase("Use fewer ", Option("workers"))
    if executor is not None:
        fewer = Phrase("Use an ", Option("executor"), " with fewer workers")
    if checkpoint is None:
        kept = Phrase(", and a ", Option("checkpoint"), " to keep the finished parts.")
    else:
        kept = Phrase(f"; the checkpoint '{checkpoint}' keeps the finished parts.")
    return CddiagramError(what, fewer, kept)


def _results(
    work: Work, tasks: Sequence[Task], workers: int, executor: Executor | None
) -> Generator[tuple[int, Arrays], None, None]:
    """Yield the numbers of parts and what they gave, as they are done."""
    if executor is None and (workers == 1 or len(tasks) < 2):
        yield from (_done(work, task) for task in tasks)
        return
    from concurrent.futures import as_completed

    if executor is None:
        from cddiagram.studies.workers import in_worker, process_pool

        with process_pool(min(workers, len(tasks))) as pool:
            waiting = [pool.submit(in_worker, _done, work, task) for task in tasks]
            for future in as_completed(waiting):
                yield future.result()
        return
    waiting = [executor.submit(_done, work, task) for task in tasks]
    try:
        for future in as_completed(waiting):
            yield future.result()
    finally:  # whatever stops it stops the rest
        for future in waiting:
            future.cancel()


def _done(work: Work, task: Task) -> tuple[int, Arrays]:
    number, part, seed = task
    return number, work(part, np.random.default_rng(seed))


class _Checkpoint:
    """The parts of a study that are done, in a file that is always whole."""

    def __init__(self, path: str | os.PathLike[str], study: Mapping[str, Any]) -> None:
        self.path = path
        self.study = json.loads(
            json.dumps(as_record({**study, "version": __version__}))
        )
        self.saved = time.monotonic()

    def load(self, count: int) -> dict[int, Arrays]:
        """Return the parts that are done; none where there is no file yet."""
        if not os.path.exists(self.path):
            return {}
        data = read_file(self.path)
        try:
            arrays = _unpacked(data)
            digest = str(arrays.pop(_DIGEST))
            study = json.loads(str(arrays[_STUDY]))
            sound = digest == _digest(arrays) and isinstance(study, dict)
        except MemoryError:
            raise
        except Exception as error:  # numpy and zipfile raise many kinds
            raise self._odd() from error
        if not sound:
            raise self._odd()
        if study != self.study:
            other = [
                name for name in self.study if study.get(name) != self.study[name]
            ] or ["kind"]
            raise InputError(
                f"the checkpoint '{self.path}' belongs to a different study (it differs "
                f"in {other[0]}). Choose another file, or remove it."
            )
        done: dict[int, Arrays] = {}
        for key, array in arrays.items():
            if key != _STUDY:
                number, name = key.split(":")
                done.setdefault(int(number), {})[name] = array
        return {number: part for number, part in done.items() if number < count}

    def _odd(self) -> InputError:
        return InputError(
            f"'{self.path}' is not a checkpoint of a study. Choose another file."
        )

    def save(self, done: Mapping[int, Arrays], *, last: bool = False) -> None:
        """Write all parts that are done, now and then or at last."""
        if not last and time.monotonic() - self.saved < _EVERY:
            return
        arrays = {_STUDY: np.array(json.dumps(self.study))}
        for number, part in done.items():
            for name, array in part.items():
                arrays[f"{number}:{name}"] = np.asarray(array)
        arrays[_DIGEST] = np.array(_digest(arrays))
        archive = io.BytesIO()
        np.savez(archive, **arrays)  # type: ignore[arg-type]
        write_all([self.path], [archive.getvalue()])
        self.saved = time.monotonic()


def _unpacked(data: bytes) -> dict[str, NDArray[Any]]:
    """Return the arrays of an archive by their names."""
    with np.load(io.BytesIO(data), allow_pickle=False) as file:
        return {name: file[name] for name in file.files}


def _digest(arrays: Mapping[str, NDArray[Any]]) -> str:
    """Return a fingerprint of names, kinds, shapes and values of arrays.

    A checkpoint contains it, so that no other arrays are taken for those of a study.
    """
    digest = hashlib.sha256()
    for name in sorted(arrays):
        array = np.ascontiguousarray(arrays[name])
        digest.update(f"{name} {array.dtype.str} {arrays[name].shape} ".encode())
        digest.update(array.tobytes())
    return digest.hexdigest()
