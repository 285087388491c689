"""Files that take their places: moves, lists of them, and locks on folders.

A file is written beside its target and moved there when it is whole. If several files
belong together, a list in each folder names the moves before the first one is made, so
that the next process can finish what a killed one began.
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


#: How files begin that stand beside others until these are whole; how those end that
#: are written, and lists of them.
MARK, HALF, _LIST = ".cddiagram-", ".tmp", ".all"
#: Seconds to wait for the lock of a folder, and between two attempts to get it.
_PATIENCE, _PAUSE = 1.0, 0.01
#: How often a move is tried that signals interrupt.
_ATTEMPTS = 3


@contextlib.contextmanager
def refusing(shown: str | os.PathLike[str]) -> Iterator[None]:
    """Word the errors of a system that writes `shown`."""
    try:
        yield
    except CddiagramError:
        raise
    except OSError as error:
        raise OutputError(
            f"cannot write '{shown}': {reason(error)}; choose another place."
        ) from error
    except ValueError as error:  # a null byte, half of a pair of surrogates
        raise OutputError(
            f"cannot write '{shown}': no file can have this name; choose another one."
        ) from error


def reason(error: OSError) -> str:
    """Return what the system says of an error, as a part of a sentence."""
    return (error.strerror or str(error)).lower()


class Placement:
    """The moves that put the files of one save in their places.

    Of several files, a list in each folder names the moves before the first is made.
    """

    def __init__(self, name: str, locks: FolderLocks) -> None:
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
            message = (
                f"cannot write '{shown}': {reason(refusal)}; choose another place."
            )
            others = Phrase()
            if moved:
                others = phrase(
                    " The others were written: {}.", listed(reversed(moved))
                )
            raise OutputError(message, others) from refusal


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
    return path.name.startswith(MARK) and path.suffix in (HALF, _LIST)


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


def tidy(folder: Path, locks: FolderLocks) -> None:
    """Finish in a folder what killed processes began: put files in their places if all
    were whole, else remove them.
    """
    with contextlib.suppress(
        OSError, ValueError, TypeError, LookupError, AttributeError
    ):
        left = [name for name in os.listdir(folder) if name.startswith(MARK)]
        left.sort(
            key=lambda name: not name.endswith(_LIST)
        )  # what lists name is wanted yet
        paths = [folder / name for name in left if _is_own(folder / name)]
        if not paths:
            return
        with locks.hold(folder) as held:
            if not held:  # the next save will do it
                return
            for path in paths:
                if path.suffix == _LIST and path.exists():
                    _finish(path)
                elif path.suffix == HALF:
                    with contextlib.suppress(OSError), locked(path):
                        path.unlink()


def _finish(path: Path) -> None:
    """Do what a list says in its own folder and those of the lists written with it;
    nothing beyond, whoever wrote it.

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
            if not (inside and half_name.startswith(MARK) and _is_own(half)):
                continue
            with contextlib.suppress(FileNotFoundError):
                if whole:
                    os.replace(half, target)
                else:
                    half.unlink()
    for other in filter(_is_own, lists):
        other.unlink(missing_ok=True)


class FolderLocks:
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
                stack.enter_context(locked(folder, patience))
            except BlockingIOError:
                self.busy.add(folder)
                held = False
            except OSError:  # a file system without locks
                pass
            yield held


@contextlib.contextmanager
def locked(path: Path, patience: float = 0.0) -> Iterator[None]:
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
