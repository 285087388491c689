"""Moves of temporary files to their targets, lists of moves, and locks on folders.

A temporary file is written in the folder of its target and moved when it is complete. If
several files belong together, a list in each folder names the moves before the first
move. Then the next process can finish the moves of a killed process.
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
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]


#: The start of the names of temporary files, and the ends of the names of files and of
#: lists of moves.
MARK, HALF, _LIST = ".cddiagram-", ".tmp", ".all"
#: Seconds to wait for the lock of a folder, and between two attempts to acquire it.
_PATIENCE, _PAUSE = 1.0, 0.01
#: The number of attempts of a move that signals interrupt.
_ATTEMPTS = 3


@contextlib.contextmanager
def refusing(path: str | os.PathLike[str]) -> Iterator[None]:
    """Word the errors of the system while it writes to a path."""
    try:
        yield
    except CddiagramError:
        raise
    except OSError as error:
        raise OutputError(
            f"cannot write '{path}': {reason(error)}. Choose another place."
        ) from error
    except ValueError as error:  # a null byte, or half of a pair of surrogates
        raise OutputError(
            f"cannot write '{path}': no file can have this name. Choose another one."
        ) from error


def reason(error: OSError) -> str:
    """Return the system's reason for an error, as a part of a sentence."""
    return (error.strerror or str(error)).lower()


class Placement:
    """The moves of the temporary files of one save to their targets.

    For several files, a list in each folder names the moves before the first move.
    """

    def __init__(self, name: str, locks: FolderLocks) -> None:
        self.name = name
        self.locks = locks
        #: Temporary file -> the path of the caller, and the target.
        self.moves: dict[Path, tuple[Path, Path]] = {}
        #: Whether only some moves are made, so that the lists are still needed.
        self.halfway = False

    def remove(self, path: Path) -> None:
        """Remove a temporary file or list, unless the next process needs it."""
        if not self.halfway:
            path.unlink(missing_ok=True)

    def carry_out(self) -> None:
        """Make all moves, or none if the first one fails."""
        folders: list[Path] = []
        if len(self.moves) > 1:
            folders = sorted({half.parent for half in self.moves})
        lists = [folder / (self.name + _LIST) for folder in folders]
        with contextlib.ExitStack() as stack:
            for folder in folders:
                # Two processes that write the same files take turns.
                stack.enter_context(self.locks.hold(folder))
            for path in lists:
                unfinished = Path(f"{path}{HALF}")
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
        """Make the moves, and raise an error afterwards, unless the first move fails."""
        moved: list[Path] = []
        refusals: list[tuple[Path, OSError]] = []
        interruption: BaseException | None = None
        for half, (path, target) in reversed(list(self.moves.items())):
            problem = _move(half, target)
            if isinstance(problem, OSError):
                refusals.append((path, problem))
                if not moved and interruption is None:
                    break
                continue
            if problem is not None:
                interruption = problem
            if not half.exists():
                moved.append(path)
        self.halfway = len(moved) + len(refusals) < len(self.moves) and bool(moved)
        if interruption is not None:
            raise interruption
        if refusals:
            path, refusal = refusals[0]
            message = f"cannot write '{path}': {reason(refusal)}. Choose another place."
            others = Phrase()
            if moved:
                others = phrase(
                    " The others were written: {}.", listed(reversed(moved))
                )
            raise OutputError(message, others) from refusal


def _move(half: Path, target: Path) -> BaseException | None:
    """Move a file to its target, and return the error or interruption, if any.

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
    """Return whether a file is temporary: of a killed process, or of a running one."""
    return path.name.startswith(MARK) and path.suffix in (HALF, _LIST)


def _is_own(path: Path) -> bool:
    """Return whether a file is a regular file of the user who runs the process.

    In a folder that several users write to, other temporary files and lists are ignored.
    Otherwise everybody could have the files of others replaced.
    """
    try:
        status = os.lstat(path)
    except OSError:
        return False
    if not stat.S_ISREG(status.st_mode):
        return False
    return not hasattr(os, "geteuid") or status.st_uid == os.geteuid()


def tidy(folder: Path, locks: FolderLocks) -> None:
    """Finish the moves of killed processes in a folder.

    Files are moved if all files of the save were complete. Otherwise they are removed.
    """
    with contextlib.suppress(
        OSError, ValueError, TypeError, LookupError, AttributeError
    ):
        names = [name for name in os.listdir(folder) if name.startswith(MARK)]
        # Lists come first, because the files that they name are still needed.
        names.sort(key=lambda name: not name.endswith(_LIST))
        paths = [folder / name for name in names if _is_own(folder / name)]
        if not paths:
            return
        with locks.hold(folder) as is_locked:
            if not is_locked:  # the next save will do it
                return
            for path in paths:
                if path.suffix == _LIST and path.exists():
                    _finish(path)
                elif path.suffix == HALF:
                    with contextlib.suppress(OSError), locked(path):
                        path.unlink()


def _finish(path: Path) -> None:
    """Make the moves of a list and of the lists that were written with it.

    Only files in the folders of these lists are moved, whoever wrote the lists. The
    folder is locked, so the process that wrote the list has ended.
    """
    lists = [path]
    for other in map(Path, json.loads(path.read_bytes())["lists"]):
        if other.name == path.name and other != path:
            lists.append(other)
    # All lists are complete before the first move.
    is_complete = all(map(_is_own, lists))
    for other in filter(_is_own, lists):
        for half_name, target_name in json.loads(other.read_bytes())["here"].items():
            half = other.parent / half_name
            target = other.parent / target_name
            inside = half.name == half_name and target.name == target_name
            if not (inside and half_name.startswith(MARK) and _is_own(half)):
                continue
            with contextlib.suppress(FileNotFoundError):
                if is_complete:
                    os.replace(half, target)
                else:
                    half.unlink()
    for other in filter(_is_own, lists):
        other.unlink(missing_ok=True)


class FolderLocks:
    """Locks on folders for one save.

    They protect tidying, and prevent two saves of the same files at the same time. Other
    programs lock folders as well (``flock FOLDER command``), perhaps until this process
    ends. So a save waits for a lock only briefly, and only once.
    """

    def __init__(self) -> None:
        self.busy = set[Path]()

    @contextlib.contextmanager
    def hold(self, folder: Path) -> Iterator[bool]:
        """Lock a folder for a block; yield False if another program has locked it."""
        patience = 0.0 if folder in self.busy else _PATIENCE
        is_locked = True
        with contextlib.ExitStack() as stack:
            try:
                stack.enter_context(locked(folder, patience))
            except BlockingIOError:
                self.busy.add(folder)
                is_locked = False
            except OSError:  # a file system without locks
                pass
            yield is_locked


@contextlib.contextmanager
def locked(path: Path, patience: float = 0.0) -> Iterator[None]:
    """Lock a file or folder for a block, at most until the process ends.

    Raises
    ------
    BlockingIOError
        If another process or thread does not release it within `patience` seconds.
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
