"""Whole files: read, or written so that they are either wholly new or wholly as they were; what suffixes stand for."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import BinaryIO

from cddiagram.errors import InputError, OutputError, UsageError, listed


@contextlib.contextmanager
def atomic_write(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """Open a binary temporary file beside `path` that takes its place when the block ends without an error.

    On any error inside the block the temporary file is removed and what stood at `path` is unchanged. A symbolic link
    is followed: the file it points to is replaced and the link stays; another name of the same file (a hard link) keeps
    the old content. An existing file keeps its permissions. A target that is no regular file (a pipe, ``/dev/stdout``)
    cannot be replaced; it is written to at the end of the block. Closing the file is optional.

    >>> import pathlib, tempfile
    >>> target = pathlib.Path(tempfile.mkdtemp()) / "out.txt"
    >>> with atomic_write(target) as file:
    ...     _ = file.write(b"done")
    >>> target.read_bytes()
    b'done'
    """
    shown = Path(path)
    if shown.is_dir():
        raise OutputError(f"cannot write '{shown}': it is a folder; give the name of a file in it.")
    if shown.exists() and not shown.is_file():
        yield from _write_special(shown)
        return
    target = Path(os.path.realpath(shown))
    if target.is_symlink():
        raise OutputError(f"cannot write '{shown}': the link points to itself; remove it or choose another name.")
    if not target.parent.is_dir():
        folder = target.parent if shown.is_symlink() else shown.parent
        raise OutputError(f"cannot write '{shown}': the folder '{folder}' does not exist; create it first.")
    if target.exists() and not os.access(target, os.W_OK):
        # The rename would succeed in a writable folder, but whoever protected this file wants it to stay.
        raise OutputError(f"cannot write '{shown}': the file is write-protected; choose another name.")
    temporary = target.parent / f".cddiagram-{os.urandom(8).hex()}.tmp"
    file: BinaryIO = io.BytesIO()
    try:
        try:
            file = open(temporary, "x+b")  # noqa: SIM115 - inside: whatever interrupts from here on, nothing stays behind
        except OSError as error:
            raise OutputError(_refused(shown, error)) from error
        yield file
        try:
            file.close()
            if target.exists():
                temporary.chmod(target.stat().st_mode & 0o7777)
            os.replace(temporary, target)
        except OSError as error:
            raise OutputError(_refused(shown, error)) from error
    finally:
        with contextlib.suppress(OSError):  # closing flushes; on a full disk the block has failed already
            file.close()
        temporary.unlink(missing_ok=True)


def _write_special(path: Path) -> Iterator[BinaryIO]:
    """Collect the bytes in memory and write them to a pipe or device at the end."""
    memory = _Kept()
    yield memory
    try:
        with path.open("wb") as out:
            out.write(memory.getvalue())
    except OSError as error:
        raise OutputError(_refused(path, error)) from error


class _Kept(io.BytesIO):
    """A buffer whose bytes outlive its closing."""

    def close(self) -> None:
        pass


def _refused(path: Path, error: OSError) -> str:
    return f"cannot write '{path}': {_reason(error)}; choose another place."


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
    """Return the format, of those that there are for `what`, that the suffix of a path stands for.

    >>> suffix_format("figures/cd.PDF", "figure", ("pdf", "svg"))
    'pdf'
    """
    suffix = Path(path).suffix
    if suffix[1:].lower() in formats:
        return suffix[1:].lower()
    possible = listed(f".{name}" for name in formats)
    if not suffix:
        raise UsageError(f"'{path}' has no suffix, which decides the format of a {what}: end it in one of {possible}.")
    raise UsageError(f"unknown {what} suffix '{suffix}' of '{path}': end it in one of {possible}.")
