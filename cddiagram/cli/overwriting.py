"""Checks that a command does not write over a file that it reads."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable

from cddiagram.text import UsageError


def check_not_overwriting(
    output: str | os.PathLike[str] | None, sources: Iterable[str]
) -> None:
    """Raise an error if the output is one of the files that are read, or is in a folder
    that is read.
    """
    if output is None:
        return
    for source in sources:
        parts = [source]
        if os.path.isdir(source) and os.path.isfile(output):
            parts = glob.glob(os.path.join(glob.escape(source), "*"))
        if any(_is_same_file(output, part) for part in parts):
            raise UsageError(
                f"'{output}' is read and would be overwritten. Give the output "
                "another name."
            )


def _is_same_file(one: str | os.PathLike[str], other: str | os.PathLike[str]) -> bool:
    """Return whether two paths denote one file, which need not exist yet."""
    if os.path.isfile(one) and os.path.isfile(other):
        return os.path.samefile(one, other)
    if os.path.exists(one) or os.path.exists(other):  # a pipe, a device or a directory
        return False
    try:
        return os.path.realpath(one) == os.path.realpath(other)
    except ValueError:  # the name is not a valid file name
        return False
