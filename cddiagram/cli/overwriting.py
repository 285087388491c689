"""Checks that a command does not overwrite a file that it reads."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable

from cddiagram.text import UsageError


def check_not_overwriting(
    output: str | os.PathLike[str] | None, sources: Iterable[str]
) -> None:
    """Raise an error if the output is an input file or is in an input folder."""
    if output is None:
        return
    for source in sources:
        parts = [source]
        if os.path.isdir(source) and os.path.isfile(output):
            parts = glob.glob(os.path.join(glob.escape(source), "*"))
        if any(_is_same_file(output, part) for part in parts):
            raise UsageError(
                f"'{output}' is an input file and would be overwritten. Choose another "
                "name for the output."
            )


def _is_same_file(one: str | os.PathLike[str], other: str | os.PathLike[str]) -> bool:
    """Return whether two paths refer to the same file, which may not exist yet."""
    if os.path.isfile(one) and os.path.isfile(other):
        return os.path.samefile(one, other)
    # One of the paths is a pipe, a device or a folder.
    if os.path.exists(one) or os.path.exists(other):
        return False
    try:
        return os.path.realpath(one) == os.path.realpath(other)
    except ValueError:  # the name is not a valid file name
        return False
