"""The files that a figure can become: their formats, what can be asked of each, and how
large it may be.
"""

from __future__ import annotations

import os

from cddiagram._util import suffix_format
from cddiagram.sheet.look import POINTS_PER_INCH
from cddiagram.text import LayoutError, UsageError, choose_from

#: The formats of pictures, by suffix without its dot; and with them those for LaTeX, PGF
#: and TikZ.
PICTURES = ("pdf", "svg", "png", "eps")
FORMATS = (*PICTURES, "pgf", "tex")

#: Options of saving that mean something in one format only -> this format.
ONLY_IN = {"text": "svg", "dpi": "png", "standalone": "tex"}

#: How SVG holds text -> rc ``svg.fonttype``.
SVG_TEXT = {"outlines": "path", "editable": "none"}

#: Format -> the most points that its readers show of a page: PDF (ISO 32000-1, C.2),
#: and TeX's largest dimension.
_HIGHEST = {"pdf": 14_400.0, "tex": 16_320.0, "pgf": 16_320.0}


#: Pixels per inch below which the smallest type, of 3 pt, has less than a pixel:
#: FreeType cannot draw such letters.
_LEAST_DPI = 20


def format_of(path: str | os.PathLike[str]) -> str:
    """Return the format that the suffix of `path` stands for; refuse one that stands
    for none.
    """
    return suffix_format(path, "figure", FORMATS)


def check_saving(*, text: str, dpi: float) -> None:
    """Refuse values that no format takes."""
    if text not in SVG_TEXT:
        raise UsageError(choose_from("text", text, SVG_TEXT))
    if not _LEAST_DPI <= dpi < float("inf"):
        raise UsageError(
            f"dpi is {dpi}: give a number of pixels per inch, {_LEAST_DPI} or more."
        )


def check_height(height: float, fmt: str, dpi: float) -> None:
    """Refuse a page of so many points that readers of the format would cut off or not
    open at all.

    >>> check_height(15000.0, "pdf", 300)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    cddiagram.text.errors.LayoutError: a figure 208.33 in high is no page of .pdf, which ends at 200 in: ...
    """
    most = (
        _HIGHEST.get(fmt, height)
        if fmt != "png"
        else (2**16 - 1) / dpi * POINTS_PER_INCH
    )  # matplotlib's pixels
    if height > most:
        high, ends = (points / POINTS_PER_INCH for points in (height, most))
        raise LayoutError(
            f"a figure {high:.2f} in high is no page of .{fmt}, which ends at "
            f"{ends:.0f} in: show fewer algorithms, or "
            "write .svg."
        )
