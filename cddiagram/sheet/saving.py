"""The files that a figure can become: their formats, what can be asked of each, and writing all of them or none."""

from __future__ import annotations

import os
from collections.abc import Sequence

from cddiagram._util.files import atomic_writes, suffix_format
from cddiagram.errors import UsageError, choose_from

#: The formats of pictures, by suffix without its dot; and those for LaTeX: PGF and TikZ.
FORMATS = ("pdf", "svg", "png", "eps")
TEX_FORMATS = ("pgf", "tex")

#: Options of saving that mean something in one format only -> this format.
ONLY_IN = {"text": "svg", "dpi": "png", "standalone": "tex"}

#: How SVG holds text -> rc ``svg.fonttype``.
SVG_TEXT = {"outlines": "path", "editable": "none"}


#: Pixels per inch below which the smallest type, of 3 pt, has less than a pixel: FreeType cannot draw such letters.
_LEAST_DPI = 20


def format_of(path: str | os.PathLike[str]) -> str:
    """Return the format that the suffix of `path` stands for; refuse one that stands for none."""
    return suffix_format(path, "figure", (*FORMATS, *TEX_FORMATS))


def write_files(paths: Sequence[str | os.PathLike[str]], contents: Sequence[bytes]) -> None:
    """Write files wholly, all of them or none: if one cannot be written, what was there before is unchanged."""
    with atomic_writes(paths) as files:
        for file, data in zip(files, contents, strict=True):
            file.write(data)


def check_saving(*, text: str, dpi: float) -> None:
    """Refuse values that no format takes."""
    if text not in SVG_TEXT:
        raise UsageError(choose_from("text", text, SVG_TEXT))
    if not _LEAST_DPI <= dpi < float("inf"):
        raise UsageError(f"dpi is {dpi}: give a number of pixels per inch, {_LEAST_DPI} or more.")
