"""Functions that read and write complete files and determine formats from suffixes.

A file is either replaced completely or not changed at all.
"""

from __future__ import annotations

import contextlib
import errno
import io
import os
import re
import stat
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import BinaryIO

from cddiagram._util.placing import (
    HALF,
    MARK,
    FolderLocks,
    Placement,
    is_left,
    locked,
    reason,
    refusing,
    tidy,
)
from cddiagram.text import CddiagramError, InputError, OutputError, UsageError, listed

#: At most this many bytes are read from a pipe or device. The second number is the
#: number of bytes that are read at a time.
_MOST_STREAMED, _CHUNK = 500_000_000, 2**20
#: The error codes that indicate insufficient disk space.
_FULL = {errno.ENOSPC, errno.EFBIG, errno.EDQUOT}


@contextlib.contextmanager
def atomic_write(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """Open a temporary binary file that replaces `path` at the end of the block.

    After an error inside the block, the temporary file is removed, and the file at
    `path` is unchanged. An existing file keeps its permissions. If `path` is a symbolic
    link, the file to which it points is replaced. Other hard links to the file keep the
    old contents. A pipe or a device (such as ``/dev/stdout``) cannot be replaced; the
    data are written to it at the end of the block. The block does not have to close the
    file. The temporary file of a killed process is removed by the next process that
    writes into the folder.
    """
    with atomic_writes([path]) as (file,):
        yield file


@contextlib.contextmanager
def atomic_writes(paths: Sequence[str | os.PathLike[str]]) -> Iterator[list[BinaryIO]]:
    """Open a temporary file for each path, as in `atomic_write`. Either all files are
    replaced, or none.

    The last file is moved first. If an interruption occurs after this move, it is
    delayed until all files have been moved. If the process is killed between two moves,
    the next process that writes into the folder makes the remaining moves. Missing
    folders are created.
    """
    locks = FolderLocks()
    with contextlib.ExitStack() as stack:
        targets = _find_targets(paths)
        for path, target in targets:
            if target is not None:
                with refusing(path):
                    _make_folder(target.parent, stack)
        for folder in {target.parent for _, target in targets if target}:
            tidy(folder, locks)
        files = list[BinaryIO]()
        placement = Placement(f"{MARK}{os.urandom(8).hex()}", locks)
        for number, (path, target) in enumerate(targets):
            if target is None:
                special = contextlib.contextmanager(_write_special)(path)
                files.append(stack.enter_context(special))
                continue
            half = target.parent / f"{placement.name}-{number}{HALF}"
            # The callback is registered before the file is opened, so that the file is
            # also removed after an interruption.
            stack.callback(placement.remove, half)
            with refusing(path), locks.hold(half.parent):
                opened = open(half, "x+b")  # noqa: SIM115 - the stack closes it
                files.append(stack.enter_context(_closed_quietly(opened)))
                with contextlib.suppress(OSError):
                    stack.enter_context(locked(half))
            placement.moves[half] = path, target
        try:
            yield files
        except OSError as error:
            if error.errno not in _FULL:
                raise
            with refusing(targets[0][0]):
                raise
        for file, (path, _) in zip(files, targets, strict=True):
            with refusing(path):
                file.close()
        for half, (path, target) in placement.moves.items():
            with refusing(path):
                if target.exists():
                    half.chmod(target.stat().st_mode & 0o7777)
        placement.carry_out()


def write_all(
    paths: Sequence[str | os.PathLike[str]], contents: Iterable[str | bytes]
) -> None:
    """Write either all files or none. The first file is moved last. For example, a
    report appears after its figures.
    """
    with atomic_writes(paths) as files:
        for file, content in zip(files, contents, strict=True):
            file.write(content.encode() if isinstance(content, str) else content)


def write_folder(
    folder: str | os.PathLike[str],
    contents: Callable[[], Mapping[str, str]],
    *,
    own: re.Pattern[str],
    what: str,
) -> None:
    """Write all or none of the files to a folder, and remove the previous files.

    Parameters
    ----------
    folder : path
        The folder. If it does not exist, it is created with its parent folders. An
        existing folder may contain only files whose names match `own`.
    contents : callable
        A function that returns a mapping of file names to contents. It is called after
        the folder has been checked.
    own : re.Pattern
        The pattern that the file names match.
    what : str
        A name for one of these files in the error message.
    """
    path = Path(folder)
    with refusing(path):
        target = Path(os.path.realpath(path))
        _check_folder(target, path, own, what)
    files = contents()
    with refusing(path):
        _write_folder(target, files)
        for old in target.iterdir():
            if old.name not in files and own.fullmatch(old.name):
                old.unlink()


def _write_folder(target: Path, files: Mapping[str, str]) -> None:
    """Write files into a folder. If writing fails, remove the folders that were
    created.
    """
    missing = [folder for folder in (target, *target.parents) if not folder.exists()]
    try:
        target.mkdir(parents=True, exist_ok=True)
        write_all([target / name for name in files], files.values())
    except BaseException:
        for folder in missing:
            _remove_empty(folder)
        raise


def _check_folder(target: Path, shown: Path, own: re.Pattern[str], what: str) -> None:
    """Raise an error if `write_folder` cannot replace the folder at `target`."""
    above = next(parent for parent in target.parents if parent.exists())
    if not above.is_dir():
        raise OutputError(
            f"cannot write '{shown}': '{above.name}' is a file, not a folder. Choose "
            "another folder."
        )
    if not target.exists():
        return
    if not target.is_dir():
        raise OutputError(f"cannot write '{shown}': it is a file. Specify a folder.")
    for path in sorted(target.iterdir()):
        is_own = own.fullmatch(path.name) or is_left(path)
        if not (path.is_file() and is_own):
            raise OutputError(
                f"cannot write '{shown}': it contains '{path.name}', which is not a "
                f"{what}. Specify a new folder."
            )


def _find_targets(
    paths: Sequence[str | os.PathLike[str]],
) -> list[tuple[Path, Path | None]]:
    """Return each path with its target. Raise an error if two paths refer to the same
    file.
    """
    targets = list[tuple[Path, Path | None]]()
    real_paths = set[str]()
    for path in paths:
        with refusing(path):
            real = os.path.realpath(path)
            if real in real_paths:
                raise UsageError(
                    f"'{os.fspath(path)}' would be written twice. Specify each file "
                    "once."
                )
            real_paths.add(real)
            targets.append((Path(path), _target(Path(path))))
    return targets


def _target(shown: Path) -> Path | None:
    """Return the file to which a path refers, or None for a pipe or device.

    Raise an error if the file cannot be written.
    """
    if shown.is_dir():
        raise OutputError(
            f"cannot write '{shown}': it is a folder. Specify a file in the folder."
        )
    if shown.exists() and not shown.is_file():
        return None
    target = Path(os.path.realpath(shown))
    if target.is_symlink():
        raise OutputError(
            f"cannot write '{shown}': the symbolic link points to itself. Remove the "
            "link, or choose another name."
        )
    if shown.is_symlink() and not target.parent.is_dir():
        # The link may point to a disk that is not mounted, so the missing folder is not
        # created.
        raise OutputError(
            f"cannot write '{shown}': the folder '{target.parent}' does not exist. "
            "Create the folder first."
        )
    if target.exists() and not os.access(target, os.W_OK):
        # The file could be replaced because its folder is writable. However, the user
        # has write-protected this file.
        raise OutputError(
            f"cannot write '{shown}': the file is write-protected. Choose another name."
        )
    return target


def _make_folder(folder: Path, stack: contextlib.ExitStack) -> None:
    """Create a folder and its parents, and register the removal of new folders that
    remain empty.
    """
    missing = [path for path in (folder, *folder.parents) if not path.exists()]
    for path in reversed(missing):
        stack.callback(_remove_empty, path)
        path.mkdir(exist_ok=True)
    if not folder.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))


def _remove_empty(folder: Path) -> None:
    with contextlib.suppress(OSError):
        folder.rmdir()


@contextlib.contextmanager
def _closed_quietly(file: BinaryIO) -> Iterator[BinaryIO]:
    try:
        yield file
    finally:
        # Closing the file flushes its buffer. If the disk is full, the body of the
        # `with` statement has already raised an error.
        with contextlib.suppress(OSError):
            file.close()


def _write_special(path: Path) -> Iterator[BinaryIO]:
    """Collect data in memory, and write them to a pipe or device at the end of the
    block.
    """
    memory = _Kept()
    yield memory
    with refusing(path), path.open("wb") as out:
        out.write(memory.getvalue())


class _Kept(io.BytesIO):
    """A buffer whose contents remain available after it is closed."""

    def close(self) -> None:
        pass


def read_file(path: str | os.PathLike[str]) -> bytes:
    """Read a complete file. Raise an error if a pipe or device exceeds its limit."""
    try:
        with open(path, "rb") as file:
            return _read_all(file, f"'{path}'")
    except CddiagramError:
        raise
    except FileNotFoundError as error:
        raise InputError(
            f"cannot read '{path}': the file does not exist. Check the name."
        ) from error
    except IsADirectoryError as error:
        raise InputError(
            f"cannot read '{path}': it is a folder. Specify a file in the folder."
        ) from error
    except ValueError as error:
        raise InputError(
            f"cannot read '{path}': this is not a valid file name. Check the name."
        ) from error
    except OSError as error:
        raise InputError(
            f"cannot read '{path}': {reason(error)}. Check whether the file can be "
            "opened, or copy the file."
        ) from error


def _read_all(file: BinaryIO, called: str) -> bytes:
    """Read a complete file. Raise an error if a pipe or device exceeds the size limit."""
    try:
        regular = stat.S_ISREG(os.fstat(file.fileno()).st_mode)
    except io.UnsupportedOperation:  # an in-memory file has no file descriptor
        regular = True
    if regular:
        return file.read()
    chunks = []
    size = 0
    while chunk := file.read(_CHUNK):
        chunks.append(chunk)
        size += len(chunk)
        if size > _MOST_STREAMED:
            raise InputError(
                f"cannot read {called}: the data exceed {_MOST_STREAMED // 10**6} MB. "
                "Save the table to a file."
            )
    return b"".join(chunks)


def read_input() -> bytes:
    """Read all of standard input."""
    if sys.stdin is None:
        raise InputError(
            "standard input is closed. Specify a file, or pipe a file into the command."
        )
    try:
        return _read_all(sys.stdin.buffer, "standard input")
    except OSError as error:
        raise InputError(
            f"cannot read standard input: {reason(error)}. Specify a file."
        ) from error


def suffix_format(
    path: str | os.PathLike[str], what: str, formats: Sequence[str]
) -> str:
    """Return the format specified by the suffix of a path.

    Parameters
    ----------
    path : path
        The path.
    what : str
        A name for the contents in the error message.
    formats : sequence of str
        The supported suffixes, without dots.
    """
    suffix = Path(path).suffix
    fmt = suffix.removeprefix(".").lower()
    if fmt in formats:
        return fmt
    possible = listed(f".{name}" for name in formats)
    problem = f"unknown {what} suffix '{suffix}' of '{path}'"
    if not suffix:
        problem = (
            f"'{path}' has no suffix, but the suffix determines the format of the "
            f"{what}"
        )
    raise UsageError(problem, ". Use one of ", possible, ".")
