"""Whole files: read, or written so that they are either wholly new or wholly as they were; what suffixes stand for."""

from __future__ import annotations

import contextlib
import errno
import io
import json
import os
import stat
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import BinaryIO

from cddiagram.errors import CddiagramError, InputError, OutputError, UsageError, listed

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]


#: How files begin that stand beside others until these are whole; how those end that are written, and lists of them.
_MARK, _HALF, _LIST = ".cddiagram-", ".tmp", ".all"
#: Seconds to wait for the lock of a folder, and between two attempts to get it.
_PATIENCE, _PAUSE = 1.0, 0.01
#: How often a move is tried that signals interrupt.
_ATTEMPTS = 3
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
    """Open a file for each path, as `atomic_write` does: all take their places, or none.

    The last one moves first. Once it has moved, an interruption waits until the others
    have moved as well. If the process is killed between two moves, the next process
    that writes into the folder makes the remaining moves. Missing folders are made.
    """
    locks = _FolderLocks()
    with contextlib.ExitStack() as stack:
        targets = _find_targets(paths)
        for shown, target in targets:
            if target is not None:
                with refusing(shown):
                    _make_folder(target.parent, stack)
        for folder in {target.parent for _, target in targets if target}:
            _tidy(folder, locks)
        files = list[BinaryIO]()
        placement = _Placement(f"{_MARK}{os.urandom(8).hex()}", locks)
        for number, (shown, target) in enumerate(targets):
            if target is None:
                special = contextlib.contextmanager(_write_special)(shown)
                files.append(stack.enter_context(special))
                continue
            half = target.parent / f"{placement.name}-{number}{_HALF}"
            # First, so that nothing stays whatever interrupts from here on.
            stack.callback(placement.remove, half)
            with refusing(shown), locks.hold(half.parent):
                file = open(half, "x+b")  # noqa: SIM115 - the stack closes it
                files.append(stack.enter_context(_closed_quietly(file)))
                with contextlib.suppress(OSError):
                    stack.enter_context(_locked(half))
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


def write_all(paths: Sequence[str | os.PathLike[str]], contents: Iterable[str | bytes]) -> None:
    """Write files, all of them or none; the first takes its place last, so a report after the figures in it."""
    with atomic_writes(paths) as files:
        for file, content in zip(files, contents, strict=True):
            file.write(content.encode() if isinstance(content, str) else content)


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
                raise UsageError(f"'{os.fspath(path)}' is to be written twice: name each file once.")
            known.add(real)
            targets.append((Path(path), _target(Path(path))))
    return targets


def _target(shown: Path) -> Path | None:
    """Return the file that a path stands for; None for a pipe or device; refuse what cannot be written."""
    if shown.is_dir():
        raise OutputError(f"cannot write '{shown}': it is a folder; give the name of a file in it.")
    if shown.exists() and not shown.is_file():
        return None
    target = Path(os.path.realpath(shown))
    if target.is_symlink():
        raise OutputError(f"cannot write '{shown}': the link points to itself; remove it or choose another name.")
    if shown.is_symlink() and not target.parent.is_dir():
        # The link may lead to a disk that is not mounted: no folder is made there.
        raise OutputError(f"cannot write '{shown}': the folder '{target.parent}' does not exist; create it first.")
    if target.exists() and not os.access(target, os.W_OK):
        # The rename would succeed in a writable folder, but whoever protected this file wants it to stay.
        raise OutputError(f"cannot write '{shown}': the file is write-protected; choose another name.")
    return target


def _make_folder(folder: Path, stack: contextlib.ExitStack) -> None:
    """Make a folder and those above it; the stack removes the new ones that stay empty."""
    missing = [path for path in (folder, *folder.parents) if not path.exists()]
    for path in reversed(missing):
        stack.callback(_remove_empty, path)
        path.mkdir(exist_ok=True)
    if not folder.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))


def _remove_empty(folder: Path) -> None:
    with contextlib.suppress(OSError):
        folder.rmdir()


class _Placement:
    """The moves that put the files of one save in their places.

    Of several files, a list in each folder names the moves before the first is made.
    """

    def __init__(self, name: str, locks: _FolderLocks) -> None:
        self.name = name
        self.locks = locks
        #: Temporary file -> the path that was given, and the file that it stands for.
        self.moves: dict[Path, tuple[Path, Path]] = {}
        #: Whether some moves are made and others are not, so that lists must stay.
        self.halfway = False

    def remove(self, path: Path) -> None:
        """Remove a temporary file or list, unless the next process needs it."""
        if not self.halfway:
            path.unlink(missing_ok=True)

    def carry_out(self) -> None:
        """Make the moves: all of them, or none if the first one is refused."""
        folders: list[Path] = []
        if len(self.moves) > 1:
            folders = sorted({half.parent for half in self.moves})
        lists = [folder / (self.name + _LIST) for folder in folders]
        with contextlib.ExitStack() as stack:
            for folder in folders:
                # Two processes that write the same files take turns.
                stack.enter_context(self.locks.hold(folder))
            for path in lists:
                unfinished = Path(f"{path}{_HALF}")
                stack.callback(self.remove, path)
                stack.callback(self.remove, unfinished)
                with refusing(next(iter(self.moves.values()))[0]):
                    unfinished.write_text(self._list(path.parent, lists))
                    os.replace(unfinished, path)
            self.halfway = True
            self._move_all()

    def _list(self, folder: Path, lists: Sequence[Path]) -> str:
        here = {}
        for half, (_, target) in self.moves.items():
            if half.parent == folder:
                here[half.name] = target.name
        return json.dumps({"lists": list(map(str, lists)), "here": here})

    def _move_all(self) -> None:
        """Make the moves; raise only afterwards, unless the first one is refused."""
        moved: list[Path] = []
        refusals: list[tuple[Path, OSError]] = []
        interruption: BaseException | None = None
        for half, (shown, target) in reversed(list(self.moves.items())):
            problem = _move(half, target)
            if isinstance(problem, OSError):
                refusals.append((shown, problem))
                if not moved and interruption is None:
                    break
                continue
            if problem is not None:
                interruption = problem
            if not half.exists():
                moved.append(shown)
        self.halfway = len(moved) + len(refusals) < len(self.moves) and bool(moved)
        if interruption is not None:
            raise interruption
        if refusals:
            shown, refusal = refusals[0]
            message = f"cannot write '{shown}': {_reason(refusal)}; choose another place."
            if moved:
                message += f" The others were written: {listed(reversed(moved))}."
            raise OutputError(message) from refusal


def _move(half: Path, target: Path) -> BaseException | None:
    """Let a file take its place, and return what interrupted or refused it.

    A signal such as Ctrl-C may come before or after the move, which is then repeated.
    """
    interruption: BaseException | None = None
    for _ in range(_ATTEMPTS):
        try:
            if interruption is None or half.exists():
                os.replace(half, target)
            return interruption
        except OSError as refusal:
            return refusal
        except BaseException as error:
            interruption = error
    return interruption


def is_left(path: Path) -> bool:
    """Whether a killed process left a file, or another one writes it just now."""
    return path.name.startswith(_MARK) and path.suffix in (_HALF, _LIST)


def _is_own(path: Path) -> bool:
    """Whether a file is a regular one of the user who runs the process.

    In a folder that several users write to, only such temporary files and lists count:
    otherwise everybody could have the files of others replaced.
    """
    try:
        status = os.lstat(path)
    except OSError:
        return False
    if not stat.S_ISREG(status.st_mode):
        return False
    return not hasattr(os, "geteuid") or status.st_uid == os.geteuid()


def _tidy(folder: Path, locks: _FolderLocks) -> None:
    """Finish in a folder what killed processes began: put files in their places if all were whole, else remove them."""
    with contextlib.suppress(OSError, ValueError, TypeError, LookupError, AttributeError):
        left = [name for name in os.listdir(folder) if name.startswith(_MARK)]
        left.sort(key=lambda name: not name.endswith(_LIST))  # what lists name is wanted yet
        paths = [folder / name for name in left if _is_own(folder / name)]
        if not paths:
            return
        with locks.hold(folder) as held:
            if not held:  # the next save will do it
                return
            for path in paths:
                if path.suffix == _LIST and path.exists():
                    _finish(path)
                elif path.suffix == _HALF:
                    with contextlib.suppress(OSError), _locked(path):
                        path.unlink()


def _finish(path: Path) -> None:
    """Do what a list says in its own folder and those of the lists written with it; nothing beyond, whoever wrote it.

    The folder is locked, so who wrote the list is no more.
    """
    named = [Path(name) for name in json.loads(path.read_bytes())["lists"]]
    lists = [path]
    for other in named:
        if other.name == path.name and other != path:
            lists.append(other)
    whole = all(map(_is_own, lists))  # so before the first file took its place
    for other in filter(_is_own, lists):
        for half_name, target_name in json.loads(other.read_bytes())["here"].items():
            half = other.parent / half_name
            target = other.parent / target_name
            inside = half.name == half_name and target.name == target_name
            if not (inside and half_name.startswith(_MARK) and _is_own(half)):
                continue
            with contextlib.suppress(FileNotFoundError):
                if whole:
                    os.replace(half, target)
                else:
                    half.unlink()
    for other in filter(_is_own, lists):
        other.unlink(missing_ok=True)


class _FolderLocks:
    """Locks on folders for one save.

    They only guard tidying, and keep two saves of the same files apart. Other programs
    lock folders as well (``flock FOLDER command``), some of them for the whole time
    that this process runs. So a lock is waited for only shortly, and only once.
    """

    def __init__(self) -> None:
        self.busy = set[Path]()

    @contextlib.contextmanager
    def hold(self, folder: Path) -> Iterator[bool]:
        """Lock a folder for a block; yield False if another program keeps the lock."""
        patience = 0.0 if folder in self.busy else _PATIENCE
        held = True
        with contextlib.ExitStack() as stack:
            try:
                stack.enter_context(_locked(folder, patience))
            except BlockingIOError:
                self.busy.add(folder)
                held = False
            except OSError:  # a file system without locks
                pass
            yield held


@contextlib.contextmanager
def _locked(path: Path, patience: float = 0.0) -> Iterator[None]:
    """Hold a lock on a file or folder that ends with the process.

    Raise BlockingIOError if another process or thread holds it for longer than
    `patience`, in seconds, and OSError if the file system has no locks.
    """
    if fcntl is None:
        yield
        return
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    deadline = time.monotonic() + patience
    try:
        while True:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() >= deadline:
                    raise
                time.sleep(_PAUSE)
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
