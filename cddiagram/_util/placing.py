"""Functions that move temporary files to their targets, and locks on folders.

A temporary file is written to the folder of its target, and it is moved when it is
complete. If several files are moved, a list of the moves is first written to each
folder. If the process is killed, the next process reads the lists and makes the
remaining moves.
"""

from __future__ import annotations

import contextlib
import json
import os
import stat
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from cddiagram.text import CddiagramError, OutputError, Phrase, listed, phrase

try:
    import fcntl
except ImportError:  # `fcntl` is not available on Windows
    fcntl = None  # type: ignore[assignment]


#: All of these names start with `MARK`. The names of temporary files end in `HALF`, and
#: the names of move lists end in `_LIST`.
MARK, HALF, _LIST = ".cddiagram-", ".tmp", ".all"
#: The first number is the maximum time in seconds to wait for the lock on a folder. The
#: second is the time in seconds between two attempts to acquire the lock.
_PATIENCE, _PAUSE = 1.0, 0.01
#: A move that is interrupted by signals is attempted at most this many times.
_ATTEMPTS = 3


@contextlib.contextmanager
def refusing(path: str | os.PathLike[str]) -> Iterator[None]:
    """Replace system errors with an `OutputError` about the path."""
    try:
        yield
    except CddiagramError:
        raise
    except OSError as error:
        raise OutputError(
            f"cannot write '{path}': {reason(error)}. Choose another location."
        ) from error
    except ValueError as error:  # the name contains a null byte or a lone surrogate
        raise OutputError(
            f"cannot write '{path}': this is not a valid file name. Choose another "
            "name."
        ) from error


def reason(error: OSError) -> str:
    """Return the description of a system error in lower case."""
    return (error.strerror or str(error)).lower()


class Placement:
    """The moves of temporary files to their targets when one or more files are saved."""

    def __init__(self, name: str, locks: FolderLocks) -> None:
        self.name = name
        self.locks = locks
        #: Maps each temporary file to two paths: the path that the caller specified,
        #: and the file to which this path refers.
        self.moves: dict[Path, tuple[Path, Path]] = {}
        #: Whether some but not all moves have been completed. In this case, the next
        #: process needs the move lists and the temporary files.
        self.halfway = False

    def remove(self, path: Path) -> None:
        """Remove a temporary file or a move list, unless the next process needs it."""
        if not self.halfway:
            path.unlink(missing_ok=True)

    def carry_out(self) -> None:
        """Make all moves. If the first move fails, make none."""
        if len(self.moves) < 2:
            self._move_all()
            return
        folders = sorted({half.parent for half in self.moves})
        lists = [folder / (self.name + _LIST) for folder in folders]
        with contextlib.ExitStack() as at_end:
            # The locks prevent two processes from writing the same files at the same
            # time.
            for folder in folders:
                at_end.enter_context(self.locks.hold(folder))
            for path in lists:
                unfinished = Path(f"{path}{HALF}")
                at_end.callback(self.remove, path)
                at_end.callback(self.remove, unfinished)
                with refusing(self._first_path):
                    unfinished.write_text(self._list(path.parent, lists))
                    os.replace(unfinished, path)
            self._move_all()

    @property
    def _first_path(self) -> Path:
        """The first path that the caller specified."""
        path, _ = next(iter(self.moves.values()))
        return path

    def _list(self, folder: Path, lists: Sequence[Path]) -> str:
        """Return the contents of the move list for a folder."""
        here = {}
        for half, (_, target) in self.moves.items():
            if half.parent == folder:
                here[half.name] = target.name
        return json.dumps({"lists": list(map(str, lists)), "here": here})

    def _move_all(self) -> None:
        """Make the moves, beginning with the last one.

        If the first of these moves fails, no other move is made. If a later move fails,
        the remaining moves are made before the error is raised.
        """
        self.halfway = True
        moved: list[Path] = []
        failures: list[tuple[Path, OSError]] = []
        interruption: BaseException | None = None
        for half, (path, target) in reversed(list(self.moves.items())):
            problem = _move(half, target)
            if isinstance(problem, OSError):
                failures.append((path, problem))
                if not moved and interruption is None:
                    break
                continue
            if problem is not None:
                interruption = problem
            if not half.exists():
                moved.append(path)
        attempts = len(moved) + len(failures)
        self.halfway = bool(moved) and attempts < len(self.moves)
        if interruption is not None:
            raise interruption
        if failures:
            path, error = failures[0]
            raise _failure(path, error, moved[::-1]) from error


def _failure(path: Path, error: OSError, moved: Sequence[Path]) -> OutputError:
    """Return the error for a file that could not be moved. The message lists the files
    that were moved.
    """
    message = f"cannot write '{path}': {reason(error)}. Choose another location."
    others = Phrase()
    if moved:
        others = phrase(" The following files were written: {}.", listed(moved))
    return OutputError(message, others)


def _move(half: Path, target: Path) -> BaseException | None:
    """Move a file to its target, and return the exception, if any.

    An interruption (Ctrl-C) may occur before or after the file is moved. If necessary,
    the move is repeated.
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
    """Return whether a file is a temporary file or a move list."""
    return path.name.startswith(MARK) and path.suffix in (HALF, _LIST)


def _is_own(path: Path) -> bool:
    """Return whether a path is a regular file that belongs to the current user.

    Temporary files and move lists of other users are ignored. Otherwise, a user of a
    shared folder could cause other users to replace files.
    """
    try:
        status = os.lstat(path)
    except OSError:
        return False
    if not stat.S_ISREG(status.st_mode):
        return False
    return not hasattr(os, "geteuid") or status.st_uid == os.geteuid()


def tidy(folder: Path, locks: FolderLocks) -> None:
    """Complete the moves of killed processes in a folder.

    If all temporary files in a move list are complete, they are moved. Otherwise, they
    are removed.
    """
    with contextlib.suppress(
        OSError, ValueError, TypeError, LookupError, AttributeError
    ):
        names = [name for name in os.listdir(folder) if name.startswith(MARK)]
        # The move lists are processed first: they list temporary files that must not be
        # removed.
        names.sort(key=lambda name: not name.endswith(_LIST))
        paths = [folder / name for name in names if _is_own(folder / name)]
        if not paths:
            return
        with locks.hold(folder) as is_locked:
            if not is_locked:  # otherwise, the next process that saves a file cleans up
                return
            for path in paths:
                if path.suffix == _LIST and path.exists():
                    _finish(path)
                elif path.suffix == HALF:
                    with contextlib.suppress(OSError), locked(path):
                        path.unlink()


def _finish(path: Path) -> None:
    """Make the moves in a list and in the other lists that were written with it.

    The folder is locked, so the process that wrote the list is no longer running.
    """
    lists = [path]
    for other in map(Path, json.loads(path.read_bytes())["lists"]):
        if other.name == path.name and other != path:
            lists.append(other)
    own_lists = [each for each in lists if _is_own(each)]
    # Each list of moves is written before the first file is moved. If a list is
    # missing, no file has been moved.
    is_complete = len(own_lists) == len(lists)
    for each in own_lists:
        for half, target in _moves_in(each):
            with contextlib.suppress(FileNotFoundError):
                if is_complete:
                    os.replace(half, target)
                else:
                    half.unlink()
    for each in own_lists:
        each.unlink(missing_ok=True)


def _moves_in(path: Path) -> Iterator[tuple[Path, Path]]:
    """Yield the temporary files in a move list and their targets.

    For safety, moves outside the folder of the list are ignored.
    """
    for half_name, target_name in json.loads(path.read_bytes())["here"].items():
        half = path.parent / half_name
        target = path.parent / target_name
        is_inside = half.name == half_name and target.name == target_name
        if is_inside and half_name.startswith(MARK) and _is_own(half):
            yield half, target


class FolderLocks:
    """Locks on the folders into which files are saved.

    The locks prevent two processes from cleaning up the same folder or saving the same
    files at the same time. Other programs may also lock folders (``flock FOLDER
    command``), possibly until this process ends. Therefore, each lock is requested only
    once, with a short timeout.
    """

    def __init__(self) -> None:
        self.busy = set[Path]()

    @contextlib.contextmanager
    def hold(self, folder: Path) -> Iterator[bool]:
        """Lock a folder while a block runs. Yield False if another program has locked
        it.
        """
        patience = _PATIENCE
        if folder in self.busy:
            patience = 0.0
        is_locked = True
        with contextlib.ExitStack() as stack:
            try:
                stack.enter_context(locked(folder, patience))
            except BlockingIOError:
                self.busy.add(folder)
                is_locked = False
            except OSError:  # the file system does not support locks
                pass
            yield is_locked


@contextlib.contextmanager
def locked(path: Path, patience: float = 0.0) -> Iterator[None]:
    """Lock a file or folder while a block runs.

    Raises
    ------
    BlockingIOError
        If another process or thread does not release the lock within `patience`
        seconds.
    OSError
        If the file system does not support locks.
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
