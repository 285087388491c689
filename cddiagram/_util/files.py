"""Whole files: read, or written so that they are either wholly new or wholly as they were; what suffixes stand for."""

from __future__ import annotations

import contextlib
import errno
import io
import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import BinaryIO

from cddiagram.errors import CddiagramError, InputError, OutputError, UsageError, listed

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]


#: How files begin that stand beside others until these are whole; how those end that are written, and lists of them.
_MARK, _HALF, _LIST = ".cddiagram-", ".tmp", ".all"
#: What a disk says that has no room for what is written.
_FULL = {errno.ENOSPC, errno.EFBIG, errno.EDQUOT}


@contextlib.contextmanager
def atomic_write(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """Open a binary temporary file beside `path` that takes its place when the block ends without an error.

    On any error inside the block the temporary file is removed and what stood at `path` is unchanged. A symbolic link
    is followed: the file it points to is replaced and the link stays; another name of the same file (a hard link) keeps
    the old content. An existing file keeps its permissions. A target that is no regular file (a pipe, ``/dev/stdout``)
    cannot be replaced; it is written to at the end of the block. Closing the file is optional. What a process leaves
    behind that is killed, the next one takes away that writes beside it.
    """
    with atomic_writes([path]) as (file,):
        yield file


@contextlib.contextmanager
def atomic_writes(paths: Sequence[str | os.PathLike[str]]) -> Iterator[list[BinaryIO]]:
    """Open a file for each path, as `atomic_write` does: all take their places, the last one first, or none does.

    Where a process is killed between two of them, the next one that writes beside them puts the others in their places.
    """
    with contextlib.ExitStack() as stack:
        targets = list[tuple[Path, Path | None]]()
        for path in paths:
            with refusing(path):
                if os.path.realpath(path) in [os.path.realpath(shown) for shown, _ in targets]:
                    raise UsageError(f"'{os.fspath(path)}' is to be written twice: name each file once.")
                targets.append((Path(path), _target(Path(path))))
        for folder in {target.parent for _, target in targets if target}:
            _tidy(folder)
        name, files = f"{_MARK}{os.urandom(8).hex()}", list[BinaryIO]()
        opened: dict[Path, tuple[Path, Path]] = {}
        for place, (shown, target) in enumerate(targets):
            if target is None:
                files.append(stack.enter_context(contextlib.contextmanager(_write_special)(shown)))
                continue
            half = target.parent / f"{name}-{place}{_HALF}"
            stack.callback(half.unlink, missing_ok=True)  # first: whatever interrupts from here on, nothing stays
            with refusing(shown), _locked(half.parent):
                files.append(stack.enter_context(_closed_quietly(open(half, "x+b"))))  # noqa: SIM115 - the stack does
                stack.enter_context(_locked(half))
            opened[half] = shown, target
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
        for half, (shown, target) in opened.items():
            with refusing(shown):
                if target.exists():
                    half.chmod(target.stat().st_mode & 0o7777)
        if opened:
            with refusing(next(shown for shown, _ in opened.values())):
                _put(name, {half: target for half, (_, target) in opened.items()})


def write_all(paths: Sequence[str | os.PathLike[str]], contents: Iterable[str | bytes]) -> None:
    """Write files, all of them or none; the first takes its place last, so a report after the figures in it."""
    with atomic_writes(paths) as files:
        for file, content in zip(files, contents, strict=True):
            file.write(content.encode() if isinstance(content, str) else content)


def _target(shown: Path) -> Path | None:
    """Return the file that a path stands for; None for a pipe or device; refuse what cannot be written."""
    if shown.is_dir():
        raise OutputError(f"cannot write '{shown}': it is a folder; give the name of a file in it.")
    if shown.exists() and not shown.is_file():
        return None
    target = Path(os.path.realpath(shown))
    if target.is_symlink():
        raise OutputError(f"cannot write '{shown}': the link points to itself; remove it or choose another name.")
    if not target.parent.is_dir():
        folder = target.parent if shown.is_symlink() else shown.parent
        raise OutputError(f"cannot write '{shown}': the folder '{folder}' does not exist; create it first.")
    if target.exists() and not os.access(target, os.W_OK):
        # The rename would succeed in a writable folder, but whoever protected this file wants it to stay.
        raise OutputError(f"cannot write '{shown}': the file is write-protected; choose another name.")
    return target


def _put(name: str, halves: Mapping[Path, Path]) -> None:
    """Let files take their places; of several, lists say first which they are, one in each folder."""
    folders = sorted({half.parent for half in halves}) if len(halves) > 1 else []
    lists = [folder / (name + _LIST) for folder in folders]
    with contextlib.ExitStack() as stack:
        for folder in folders:
            stack.enter_context(_locked(folder))  # two that write the same files: one after the other
        for path in lists:
            for left in (path, Path(f"{path}{_HALF}")):
                stack.callback(left.unlink, missing_ok=True)
            here = {half.name: target.name for half, target in halves.items() if half.parent == path.parent}
            Path(f"{path}{_HALF}").write_text(json.dumps({"lists": list(map(str, lists)), "here": here}))
            os.replace(f"{path}{_HALF}", path)
        for half, target in reversed(list(halves.items())):
            os.replace(half, target)


def is_left(path: Path) -> bool:
    """Whether a killed process left a file, or another one writes it just now."""
    return path.name.startswith(_MARK) and path.suffix in (_HALF, _LIST)


def _tidy(folder: Path) -> None:
    """Finish in a folder what killed processes began: put files in their places if all were whole, else remove them."""
    with contextlib.suppress(OSError, ValueError, TypeError, LookupError, AttributeError):
        left = [name for name in os.listdir(folder) if name.startswith(_MARK)]
        left.sort(key=lambda name: not name.endswith(_LIST))  # what lists name is wanted yet
        if left:
            with _locked(folder):
                for path in (folder / name for name in left):
                    if path.suffix == _LIST and path.exists():
                        _finish(path)
                    elif path.suffix == _HALF:
                        with contextlib.suppress(OSError), _locked(path, wait=False):
                            path.unlink()


def _finish(path: Path) -> None:
    """Do what a list says in its own folder and those of the lists written with it; nothing beyond, whoever wrote it.

    The folder is locked, so who wrote the list is no more.
    """
    lists = [Path(name) for name in json.loads(path.read_bytes())["lists"]]
    lists = [path, *(other for other in lists if other.name == path.name and other != path)]
    whole = all(other.exists() for other in lists)  # so before the first file took its place
    for other in lists:
        with contextlib.suppress(FileNotFoundError):
            for half, target in json.loads(other.read_bytes())["here"].items():
                if half.startswith(_MARK) and os.path.basename(half) == half and os.path.basename(target) == target:
                    with contextlib.suppress(FileNotFoundError):
                        os.replace(other.parent / half, other.parent / target) if whole else (
                            other.parent / half
                        ).unlink()
    for other in lists:
        other.unlink(missing_ok=True)


@contextlib.contextmanager
def _locked(path: Path, *, wait: bool = True) -> Iterator[None]:
    """Hold a lock on a file or folder that ends with the process; without waiting, OSError where another holds it.

    Who waits goes on where there are no locks; and where the whole system has none, open files cannot be removed.
    """
    if fcntl is None:
        yield
        return
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    try:
        with contextlib.suppress(OSError) if wait else contextlib.nullcontext():
            fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        yield
    finally:
        os.close(handle)


@contextlib.contextmanager
def _closed_quietly(file: BinaryIO) -> Iterator[BinaryIO]:
    try:
        yield file
    finally:
        with contextlib.suppress(OSError):  # closing flushes; on a full disk the block has failed already
            file.close()


@contextlib.contextmanager
def refusing(shown: str | os.PathLike[str]) -> Iterator[None]:
    """Word the errors of a system that writes `shown`."""
    try:
        yield
    except CddiagramError:
        raise
    except OSError as error:
        raise OutputError(f"cannot write '{shown}': {_reason(error)}; choose another place.") from error
    except ValueError as error:  # a null byte, half of a pair of surrogates
        raise OutputError(f"cannot write '{shown}': no file can have this name; choose another one.") from error


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


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()


def read_file(path: str | os.PathLike[str]) -> bytes:
    """Read a file."""
    try:
        return Path(path).read_bytes()
    except FileNotFoundError as error:
        raise InputError(f"cannot read '{path}': there is no such file; check the name.") from error
    except IsADirectoryError as error:
        raise InputError(f"cannot read '{path}': it is a folder; give the name of a file in it.") from error
    except ValueError as error:
        raise InputError(f"cannot read '{path}': no file can have this name; check it.") from error
    except OSError as error:
        raise InputError(f"cannot read '{path}': {_reason(error)}; see that it can be opened, or copy it.") from error


def read_input() -> bytes:
    """Read all of standard input."""
    if sys.stdin is None:
        raise InputError("standard input is closed: name a file, or pipe one into the command.")
    try:
        return sys.stdin.buffer.read()
    except OSError as error:
        raise InputError(f"cannot read standard input: {_reason(error)}; name a file.") from error


def refuse_overwriting(output: str | os.PathLike[str] | None, sources: Iterable[str]) -> None:
    """Refuse to write where one of the files stands that are read."""
    if output is None or not os.path.isfile(output):
        return
    for source in sources:
        if os.path.isfile(source) and os.path.samefile(output, source):
            raise UsageError(f"'{output}' is read and would be overwritten: give the output another name.")


def suffix_format(path: str | os.PathLike[str], what: str, formats: Sequence[str]) -> str:
    """Return the format, of those that there are for `what`, that the suffix of a path stands for."""
    suffix = Path(path).suffix
    if suffix[1:].lower() in formats:
        return suffix[1:].lower()
    possible = listed(f".{name}" for name in formats)
    if not suffix:
        raise UsageError(f"'{path}' has no suffix, which decides the format of a {what}: end it in one of {possible}.")
    raise UsageError(f"unknown {what} suffix '{suffix}' of '{path}': end it in one of {possible}.")
