"""The files that a figure can become: their formats, what can be asked of each, and writing all of them or none."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Sequence

from cddiagram._util.files import atomic_write, suffix_format
from cddiagram.errors import OutputError, UsageError, choose_from

#: The formats of pictures, by suffix without its dot; and those for LaTeX: PGF and TikZ.
FORMATS = ("pdf", "svg", "png", "eps")
TEX_FORMATS = ("pgf", "tex")

#: Options of saving that mean something in one format only -> this format.
ONLY_IN = {"text": "svg", "dpi": "png", "standalone": "tex"}

#: How SVG holds text -> rc ``svg.fonttype``.
SVG_TEXT = {"outlines": "path", "editable": "none"}


def format_of(path: str | os.PathLike[str]) -> str:
    """Return the format that the suffix of `path` stands for; refuse one that stands for none."""
    return suffix_format(path, "figure", (*FORMATS, *TEX_FORMATS))


def write_files(paths: Sequence[str | os.PathLike[str]], contents: Sequence[bytes]) -> None:
    """Write files wholly, all of them or none: if one cannot be written, what was there before is unchanged."""
    for place, path in enumerate(paths):
        if os.path.realpath(path) in map(os.path.realpath, paths[:place]):
            raise UsageError(f"'{os.fspath(path)}' is to be written twice: name each file once.")
    with contextlib.ExitStack() as stack:
        files = [stack.enter_context(atomic_write(path)) for path in paths]
        for file, data in zip(files, contents, strict=True):
            file.write(data)
        for file, path in zip(files, paths, strict=True):
            try:
                file.flush()  # on a full disk before the first file takes its place
            except OSError as error:
                raise OutputError(
                    f"cannot write '{os.fspath(path)}': {str(error.strerror).lower()}; choose another place."
                ) from error


def check_saving(*, text: str, dpi: float) -> None:
    """Refuse values that no format takes."""
    if text not in SVG_TEXT:
        raise UsageError(choose_from("text", text, SVG_TEXT))
    if not 0 < dpi < float("inf"):
        raise UsageError(f"dpi is {dpi}: give a positive number of pixels per inch.")
