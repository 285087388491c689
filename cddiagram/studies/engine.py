"""The engine that runs the parts of a study, for example in several processes.

The work of a study consists of a list of parts and a function. The function accepts a
part and a random generator, and returns named arrays. Every part has its own seed
(`SeedSequence.spawn`), and the parts depend only on the study. The results are
therefore the same with any number of workers, in threads, in processes or on a cluster,
and after an interruption.
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
"""The results of a part."""
Work: TypeAlias = Callable[[Any, np.random.Generator], Arrays]
"""A function that processes a part. It is picklable, so it can be sent to workers."""
Task: TypeAlias = tuple[int, Any, np.random.SeedSequence]

FunctionT = TypeVar("FunctionT", bound=Callable[..., Any])

#: A batch consists of this many samples. Larger batches require fewer function calls,
#: but they distribute the work less evenly.
BATCH = 250
#: Checkpoints are written at least this many seconds apart. A checkpoint is also
#: written at the end of the study.
_EVERY = 5.0
#: Two additional arrays in a checkpoint contain the identity of the study and a
#: fingerprint of all arrays. They are stored under these keys.
_STUDY, _DIGEST = "study", "digest"


class RunOptions(TypedDict, total=False):
    """Options that determine how a study is run. They do not change the results."""

    workers: int
    executor: Executor | None
    checkpoint: str | os.PathLike[str] | None
    progress: Callable[[int, int], None] | None


class TestOptions(TypedDict, total=False):
    """The options for the tests, as in `compare`."""

    control: str | None
    ranking: RankingName
    pair_test: PairTestName
    zeros: Zeros
    tie_correction: bool | None
    variance: Variance
    method: Method


class StudyOptions(TestOptions, RunOptions, total=False):
    """All options for the tests and for the run."""


#: Maps each placeholder in a docstring to the description of the shared options that
#: replaces it.
_TEXTS = {
    "    {test_options}": f"""\
    {", ".join(TestOptions.__annotations__)}
        As in `compare`.""",
    "    {run_options}": """\
    workers : int, default 1
        The number of processes.
    executor : concurrent.futures.Executor, optional
        An executor that runs the parts of the study instead of local processes. Any
        class with the interface of ``concurrent.futures.Executor`` can be used.
    checkpoint : str or path, optional
        A file in which finished parts are stored. An interrupted study resumes from this
        file. The file is not removed at the end.
    progress : callable, optional
        A function that is called after each part with the number of finished parts and
        the total number of parts.""",
}


def study(function: FunctionT) -> FunctionT:
    """Insert the shared options into the signature and the docstring of a study.

    In the docstring, the placeholders ``{test_options}`` and ``{run_options}`` are
    replaced.
    """
    signature = inspect.signature(function)
    docstring = function.__doc__ or ""
    parameters = []
    for parameter in signature.parameters.values():
        if parameter.kind is not parameter.VAR_KEYWORD:
            parameters.append(parameter)
    for placeholder, source, options in (
        ("    {test_options}", compare, TestOptions),
        ("    {run_options}", run, RunOptions),
    ):
        if placeholder in docstring:
            docstring = docstring.replace(placeholder, _TEXTS[placeholder])
            shared = inspect.signature(source).parameters
            parameters += [shared[name] for name in options.__annotations__]
    function.__doc__ = docstring
    function.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    return function


def batches(count: int, size: int = BATCH) -> list[int]:
    """Divide a number of samples into batches of a fixed size."""
    full, rest = divmod(count, size)
    sizes = [size] * full
    if rest:
        sizes.append(rest)
    return sizes


def generator(seed: int, number: int) -> np.random.Generator:
    """Return the random generator for a part.

    The samples of the part can be reproduced with this generator.
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
    """Process all parts, and return their results in order.

    `study` contains JSON values that determine the results, in addition to the seed and
    the parts. It identifies the study in a checkpoint. The other options are described
    under ``{run_options}`` in `_TEXTS`.
    """
    check_count("seed", seed, 0)
    check_count("workers", workers)
    if workers > 1 and executor is not None:
        raise UsageError(
            "pass either ", Option("workers"), " or ", Option("executor"), ", not both."
        )
    store: _Checkpoint | None = None
    results: dict[int, Arrays] = {}
    if checkpoint is not None:
        parts_json = json.dumps(as_record(list(parts)))
        digest = hashlib.sha256(parts_json.encode()).hexdigest()
        store = _Checkpoint(checkpoint, {**study, "seed": seed, "parts": digest})
        results = store.load(len(parts))
    tasks: list[Task] = []
    seeds = np.random.SeedSequence(seed).spawn(len(parts))
    for number, part in enumerate(parts):
        if number not in results:
            tasks.append((number, part, seeds[number]))
    report = progress or _report_nothing
    report(len(results), len(parts))
    try:
        with closing(_results(work, tasks, workers, executor)) as stream:
            for number, arrays in stream:
                results[number] = arrays
                if store is not None:
                    store.save(results)
                report(len(results), len(parts))
    except RuntimeError as error:
        if not _is_broken_executor(error):
            raise
        raise _broken_executor_error(executor, checkpoint) from error
    finally:
        if store is not None and tasks:
            store.save(results, last=True)
    return [results[number] for number in range(len(parts))]


def _report_nothing(finished_parts: int, all_parts: int) -> None:
    """Ignore the progress of a study. This function is the default callback."""


def _is_broken_executor(error: RuntimeError) -> bool:
    """Return whether an error indicates that a worker ended unexpectedly."""
    from concurrent.futures import BrokenExecutor

    return isinstance(error, BrokenExecutor)


def _broken_executor_error(
    executor: Executor | None, checkpoint: str | os.PathLike[str] | None
) -> CddiagramError:
    """Return an exception that reports that a worker ended unexpectedly."""
    problem = (
        "a worker process ended before its part was finished, often because memory ran "
        "out. "
    )
    fewer = Phrase("Use fewer ", Option("workers"))
    if executor is not None:
        fewer = Phrase("Use an ", Option("executor"), " with fewer workers")
    resume = Phrase(f"; the checkpoint '{checkpoint}' contains the finished parts.")
    if checkpoint is None:
        resume = Phrase(", and a ", Option("checkpoint"), " for the finished parts.")
    return CddiagramError(problem, fewer, resume)


def _results(
    work: Work, tasks: Sequence[Task], workers: int, executor: Executor | None
) -> Generator[tuple[int, Arrays], None, None]:
    """Yield the number and the results of each part as soon as the part is finished."""
    if executor is not None:
        yield from _executor_results(work, tasks, executor)
    elif workers > 1 and len(tasks) > 1:
        yield from _process_results(work, tasks, min(workers, len(tasks)))
    else:
        for task in tasks:
            yield _do_task(work, task)


def _executor_results(
    work: Work, tasks: Sequence[Task], executor: Executor
) -> Generator[tuple[int, Arrays], None, None]:
    """Yield the results of parts that run in the user's executor."""
    from concurrent.futures import as_completed

    futures = [executor.submit(_do_task, work, task) for task in tasks]
    try:
        for future in as_completed(futures):
            yield future.result()
    finally:  # If an error occurs, the remaining parts of the work are cancelled.
        for future in futures:
            future.cancel()


def _process_results(
    work: Work, tasks: Sequence[Task], workers: int
) -> Generator[tuple[int, Arrays], None, None]:
    """Yield the results of parts that run in new processes."""
    from concurrent.futures import as_completed

    from cddiagram.studies.workers import in_worker, process_pool

    with process_pool(workers) as pool:
        futures = [pool.submit(in_worker, _do_task, work, task) for task in tasks]
        for future in as_completed(futures):
            yield future.result()


def _do_task(work: Work, task: Task) -> tuple[int, Arrays]:
    """Process one part, and return its number with its results."""
    number, part, seed = task
    return number, work(part, np.random.default_rng(seed))


class _Checkpoint:
    """A file that contains the finished parts of a study.

    The file is never incomplete, even if the study is interrupted.
    """

    def __init__(self, path: str | os.PathLike[str], study: Mapping[str, Any]) -> None:
        self.path = path
        record = as_record({**study, "version": __version__})
        self.study = json.loads(json.dumps(record))
        self.last_write = time.monotonic()

    def load(self, count: int) -> dict[int, Arrays]:
        """Return the finished parts, or no parts if the file does not exist yet."""
        if not os.path.exists(self.path):
            return {}
        data = read_file(self.path)
        try:
            arrays = _read_archive(data)
            digest = str(arrays.pop(_DIGEST))
            intact = digest == _digest(arrays)
            study = json.loads(str(arrays.pop(_STUDY)))
        except MemoryError:
            raise
        # NumPy and zipfile raise many types of exceptions if a file is damaged.
        except Exception as error:
            raise self._invalid_error() from error
        if not intact or not isinstance(study, dict):
            raise self._invalid_error()
        if study != self.study:
            raise self._other_study_error(study)
        results: dict[int, Arrays] = {}
        for key, array in arrays.items():
            number, name = key.split(":")
            if int(number) < count:
                results.setdefault(int(number), {})[name] = array
        return results

    def _invalid_error(self) -> InputError:
        """Return the error for a file that is not a checkpoint."""
        return InputError(
            f"'{self.path}' is not a checkpoint of a study. Choose another file."
        )

    def _other_study_error(self, study: Mapping[str, Any]) -> InputError:
        """Return the error for a checkpoint that belongs to a different study."""
        difference = "kind"
        for name, value in self.study.items():
            if study.get(name) != value:
                difference = name
                break
        return InputError(
            f"the checkpoint '{self.path}' belongs to a different study (it differs "
            f"in {difference}). Choose another file, or remove this checkpoint."
        )

    def save(self, results: Mapping[int, Arrays], *, last: bool = False) -> None:
        """Write all finished parts to the file.

        The file is not written again if it was written recently, unless `last` is true.
        """
        if not last and time.monotonic() - self.last_write < _EVERY:
            return
        arrays = {_STUDY: np.array(json.dumps(self.study))}
        for number, part in results.items():
            for name, array in part.items():
                arrays[f"{number}:{name}"] = np.asarray(array)
        arrays[_DIGEST] = np.array(_digest(arrays))
        archive = io.BytesIO()
        np.savez(archive, **arrays)  # type: ignore[arg-type]
        write_all([self.path], [archive.getvalue()])
        self.last_write = time.monotonic()


def _read_archive(data: bytes) -> dict[str, NDArray[Any]]:
    """Return a dict that maps the names of the arrays in an archive to the arrays."""
    with np.load(io.BytesIO(data), allow_pickle=False) as file:
        return {name: file[name] for name in file.files}


def _digest(arrays: Mapping[str, NDArray[Any]]) -> str:
    """Return a fingerprint of the names, types, shapes and values of arrays.

    The fingerprint is used to detect damaged checkpoints and archives that are not
    checkpoints.
    """
    digest = hashlib.sha256()
    for name in sorted(arrays):
        array = np.ascontiguousarray(arrays[name])
        digest.update(f"{name} {array.dtype.str} {arrays[name].shape} ".encode())
        digest.update(array.tobytes())
    return digest.hexdigest()
