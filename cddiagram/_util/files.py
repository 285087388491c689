"""Whole files: read, or written so that they are either wholly new or wholly as they
were; what suffixes stand for.
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

#: Most bytes of a pipe or device, and how many are read at once.
_MOST_STREAMED, _CHUNK = 500_000_000, 2**20
#: What a disk says that has no room for what is written.
_FULL = {errno.ENOSPC, errno.EFBIG, errno.EDQUOT}


@contextlib.contextmanager
def atomic_write(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """Open a binary temporary file beside `path` that takes its place when the block
    ends without an error.

    On any error inside the block the temporary file is removed and what stood at `path`
    is unchanged. A symbolic link is followed: the file it points to is replaced and the
    link stays; another name of the same file (a hard link) keeps the old content. An
    existing file keeps its permissions. A target that is no regular file (a pipe,
    ``/dev/stdout``) cannot be replaced; it is written to at the end of the block.
    Closing the file is optional. What a process leaves behind that is killed, the next
    one takes away that writes beside it.
    """
    with atomic_writes([path]) as (file,):
        yield file


@contextlib.contextmanager
def atomic_writes(paths: Sequence[str | os.PathLike[str]]) -> Iterator[list[BinaryIO]]:
    """Open a file for each path, as `atomic_write` does: all take their places, or
    none.

    The last one moves first. Once it has moved, an interruption waits until the others
    have moved as well. If the process is killed between two moves, the next process
    that writes into the folder makes the remaining moves. Missing folders are made.
    """
    locks = FolderLocks()
    with contextlib.ExitStack() as stack:
        targets = _find_targets(paths)
        for shown, target in targets:
            if target is not None:
                with refusing(shown):
                    _make_folder(target.parent, stack)
        for folder in {target.parent for _, target in targets if target}:
            tidy(folder, locks)
        files = list[BinaryIO]()
        placement = Placement(f"{MARK}{os.urandom(8).hex()}", locks)
        for number, (shown, target) in enumerate(targets):
            if target is None:
                special = contextlib.contextmanager(_write_special)(shown)
                files.append(stack.enter_context(special))
                continue
            half = target.parent / f"{placement.name}-{number}{HALF}"
            # First, so that nothing stays whatever interrupts from here on.
            stack.callback(placement.remove, half)
            with refusing(shown), locks.hold(half.parent):
                opened = open(half, "x+b")  # noqa: SIM115 - the stack closes it
                files.append(stack.enter_context(_closed_quietly(opened)))
                with contextlib.suppress(OSError):
                    stack.enter_context(locked(half))
            placement.moves[half] = shown, target
        try:
            yield files
        except OSError as error:
            if error.errno not in _FULL:
                raise
            with refusing(targets[0][0]):
                raise
        for file, (shown, _) in zip(files, targets, strict=True):
            with refusing(shown):
                file.close()
        for half, (shown, target) in placement.moves.items():
            with refusing(shown):
                if target.exists():
                    half.chmod(target.stat().st_mode & 0o7777)
        placement.carry_out()


def write_all(
    paths: Sequence[str | os.PathLike[str]], contents: Iterable[str | bytes]
) -> None:
    """Write files, all of them or none; the first takes its place last, so a report
    after the figures in it.
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
    """Write files into a folder, all of them or none, and remove those of before.

    Parameters
    ----------
    folder : path
        Made if it does not exist, with the folders above it. An existing folder may
        contain only files whose names match `own`.
    contents : callable
        Returns the content of each file by its name. It is called if the folder can be
        written.
    own : re.Pattern
        Pattern of the names of these files.
    what : str
        A name for one of these files in the error message.
    """
    shown = Path(folder)
    with refusing(shown):
        target = Path(os.path.realpath(shown))
        _check_folder(target, shown, own, what)
    files = contents()
    with refusing(shown):
        _write_folder(target, files)
        for path in target.iterdir():
            if path.name not in files and own.fullmatch(path.name):
                path.unlink()


def _write_folder(target: Path, files: Mapping[str, str]) -> None:
    """Write the files of a folder; if that fails, remove the folders made for them."""
    missing = [folder for folder in (target, *target.parents) if not folder.exists()]
    try:
        target.mkdir(parents=True, exist_ok=True)
        write_all([target / name for name in files], files.values())
    except BaseException:
        for folder in missing:
            _remove_empty(folder)
        raise


def _check_folder(target: Path, shown: Path, own: re.Pattern[str], what: str) -> None:
    """Raise an error if the files of `write_folder` cannot replace what is there."""
    above = next(parent for parent in target.parents if parent.exists())
    if not above.is_dir():
        raise OutputError(
            f"cannot write '{shown}': '{above.name}' is a file, no folder; choose "
            "another place."
        )
    if not target.exists():
        return
    if not target.is_dir():
        raise OutputError(
            f"cannot write '{shown}': it is a file; give the name of a folder."
        )
    for path in sorted(target.iterdir()):
        is_own = own.fullmatch(path.name) or is_left(path)
        if not (path.is_file() and is_own):
            raise OutputError(
                f"cannot write '{shown}': it holds '{path.name}', which is no {what}; "
                "give a new folder."
            )


def _find_targets(
    paths: Sequence[str | os.PathLike[str]],
) -> list[tuple[Path, Path | None]]:
    """Return each path with the file that it stands for; refuse a file given twice."""
    targets = list[tuple[Path, Path | None]]()
    known = set[str]()
    for path in paths:
        with refusing(path):
            real = os.path.realpath(path)
            if real in known:
                raise UsageError(
                    f"'{os.fspath(path)}' is to be written twice: name each file once."
                )
            known.add(real)
            targets.append((Path(path), _target(Path(path))))
    return targets


def _target(shown: Path) -> Path | None:
    """Return the file that a path stands for; None for a pipe or device; refuse what
    cannot be written.
    """
    if shown.is_dir():
        raise OutputError(
            f"cannot write '{shown}': it is a folder; give the name of a file in it."
        )
    if shown.exists() and not shown.is_file():
        return None
    target = Path(os.path.realpath(shown))
    if target.is_symlink():
        raise OutputError(
            f"cannot write '{shown}': the link points to itself; remove it or choose "
            "another name."
        )
    if shown.is_symlink() and not target.parent.is_dir():
        # The link may lead to a disk that is not mounted: no folder is made there.
        raise OutputError(
            f"cannot write '{shown}': the folder '{target.parent}' does not exist; "
            "create it first."
        )
    if target.exists() and not os.access(target, os.W_OK):
        # The rename would succeed in a writable folder, but whoever protected this file
        # wants it to stay.
        raise OutputError(
            f"cannot write '{shown}': the file is write-protected; choose another name."
        )
    return target


def _make_folder(folder: Path, stack: contextlib.ExitStack) -> None:
    """Make a folder and those above it; the stack removes the new ones that stay
    empty.
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
        with contextlib.suppress(
            OSError
        ):  # closing flushes; on a full disk the block has failed already
            file.close()


def _write_special(path: Path) -> Iterator[BinaryIO]:
    """Collect the bytes in memory and write them to a pipe or device at the end."""
    memory = _Kept()
    yield memory
    with refusing(path), path.open("wb") as out:
        out.write(memory.getvalue())


class _Kept(io.BytesIO):
    """A buffer whose bytes outlive its closing."""

    def close(self) -> None:
        pass


def read_file(path: str | os.PathLike[str]) -> bytes:
    """Read a file; a pipe or device that gives bytes without end is refused."""
    try:
        with open(path, "rb") as file:
            return _read_all(file, f"'{path}'")
    except CddiagramError:
        raise
    except FileNotFoundError as error:
        raise InputError(
            f"cannot read '{path}': there is no such file; check the name."
        ) from error
    except IsADirectoryError as error:
        raise InputError(
            f"cannot read '{path}': it is a folder; give the name of a file in it."
        ) from error
    except ValueError as error:
        raise InputError(
            f"cannot read '{path}': no file can have this name; check it."
        ) from error
    except OSError as error:
        raise InputError(
            f"cannot read '{path}': {reason(error)}; see that it can be opened, or "
            "copy it."
        ) from error


def _read_all(file: BinaryIO, called: str) -> bytes:
    """Read a regular file, or so many bytes from a pipe or device as a table may
    have.
    """
    try:
        regular = stat.S_ISREG(os.fstat(file.fileno()).st_mode)
    except io.UnsupportedOperation:  # bytes in memory
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
                f"cannot read {called}: it gives more than {_MOST_STREAMED // 10**6} "
                "MB; save the table in a file."
            )
    return b"".join(chunks)


def read_input() -> bytes:
    """Read all of standard input."""
    if sys.stdin is None:
        raise InputError(
            "standard input is closed: name a file, or pipe one into the command."
        )
    try:
        return _read_all(sys.stdin.buffer, "standard input")
    except OSError as error:
        raise InputError(
            f"cannot read standard input: {reason(error)}; name a file."
        ) from error


def suffix_format(
    path: str | os.PathLike[str], what: str, formats: Sequence[str]
) -> str:
    """Return the format, of those that there are for `what`, that the suffix of a path
    stands for.
    """
    suffix = Path(path).suffix
    if suffix[1:].lower() in formats:
        return suffix[1:].lower()
    possible = listed(f".{name}" for name in formats)
    if not suffix:
        raise UsageError(
            f"'{path}' has no suffix, which decides the format of a {what}: end it in "
            "one of ",
            possible,
            ".",
        )
    raise UsageError(
        f"unknown {what} suffix '{suffix}' of '{path}': end it in one of ",
        possible,
        ".",
    )
