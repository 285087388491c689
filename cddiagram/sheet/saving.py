"""The formats of figures: their suffixes, options and largest pages."""

from __future__ import annotations

import os

from cddiagram._util import suffix_format
from cddiagram.sheet.look import POINTS_PER_INCH
from cddiagram.text import LayoutError, UsageError, choose_from

#: Both tuples contain file suffixes without the dot. The first one contains the picture
#: formats, and the second one also contains PGF and TikZ for LaTeX.
PICTURES = ("pdf", "svg", "png", "eps")
FORMATS = (*PICTURES, "pgf", "tex")

#: Maps each option of `save` that affects only one format to that format.
ONLY_IN = {"text": "svg", "dpi": "png", "standalone": "tex"}

#: Maps each value of the option ``text`` to the rc setting ``svg.fonttype``.
SVG_TEXT = {"outlines": "path", "editable": "none"}

#: Maps each format to the maximum height of a page in points. The limit for PDF is
#: specified in ISO 32000-1, C.2, and the limit for TeX is the largest dimension that
#: TeX supports.
_HIGHEST = {"pdf": 14_400.0, "tex": 16_320.0, "pgf": 16_320.0}


#: The minimum resolution. At a lower resolution, the smallest text (3 pt) would be
#: smaller than a pixel, and FreeType could not render it.
_LEAST_DPI = 20


def format_of(path: str | os.PathLike[str]) -> str:
    """Return the format of a file by its suffix.

    Raises
    ------
    UsageError
        If the suffix does not belong to a format.
    """
    return suffix_format(path, "figure", FORMATS)


def check_saving(*, text: str, dpi: float) -> None:
    """Raise an error if an option has a value that is invalid for every format."""
    if text not in SVG_TEXT:
        raise UsageError(choose_from("text", text, SVG_TEXT))
    if not _LEAST_DPI <= dpi < float("inf"):
        raise UsageError(
            f"dpi is {dpi}. Specify at least {_LEAST_DPI} pixels per inch."
        )


def check_height(height: float, fmt: str, dpi: float) -> None:
    """Raise an error if a page is too tall for a format.

    >>> check_height(15000.0, "pdf", 300)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    cddiagram.text.errors.LayoutError: a figure with a height of 208.33 in is too tall for .pdf, ...
    """
    most = _HIGHEST.get(fmt, height)
    if fmt == "png":  # matplotlib stores the number of pixels in 16 bits
        most = (2**16 - 1) / dpi * POINTS_PER_INCH
    if height > most:
        raise LayoutError(
            f"a figure with a height of {height / POINTS_PER_INCH:.2f} in is too tall "
            f"for .{fmt}, which allows at most {most / POINTS_PER_INCH:.0f} in. Show "
            "fewer algorithms, or save the figure as .svg."
        )
