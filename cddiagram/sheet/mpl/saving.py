"""Write the files of a figure with matplotlib: with embedded fonts and without dates or
random names, so that the same figure always has the same bytes.
"""

from __future__ import annotations

import contextlib
import io
import logging
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import matplotlib as mpl

from cddiagram.provenance import MARK
from cddiagram.sheet.mpl.settings import settings
from cddiagram.sheet.pdf_writer import with_alternative_text
from cddiagram.sheet.saving import PICTURES, SVG_TEXT, check_saving
from cddiagram.sheet.svg_writer import with_description
from cddiagram.text import UsageError, choose_from

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from cddiagram.provenance import Provenance

#: These settings are fixed while a file is written, so that its bytes do not depend on
#: the user's settings.
_FIXED: dict[Any, Any] = {
    "pdf.fonttype": 42,  # embedded TrueType; journals do not accept Type 3
    "ps.fonttype": 42,
    "pdf.use14corefonts": False,
    "pdf.inheritcolor": False,
    "pdf.compression": 6,
    "ps.useafm": False,
    "ps.usedistiller": None,
    "svg.hashsalt": "cddiagram",  # otherwise the ids are random
    "svg.id": None,
    "svg.image_inline": True,
    # With hinting, letters in PNG files would be up to 4% wider than measured, which is
    # about 1 pt per name.
    "text.hinting": "no_hinting",
    # If this setting is True, matplotlib uses a different EPS writer. Each text artist
    # has a property that determines whether it is typeset by TeX.
    "text.usetex": False,
    "savefig.bbox": None,  # "tight" would change the page size
    "savefig.orientation": "portrait",
}

#: Maps formats to the metadata keys for dates, for the program, and for the description
#: of the file. For EPS, see `_eps`.
_NO_DATES = {"pdf": ("CreationDate", "ModDate"), "svg": ("Date",)}
_PROGRAM = {"pdf": "Creator", "svg": "Creator", "png": "Software", "eps": "Creator"}
_DESCRIPTION = {"pdf": "Subject", "svg": "Description", "png": "Description"}


def to_bytes(
    figure: Figure,
    fmt: str,
    *,
    transparent: bool = False,
    text: str = "outlines",
    dpi: float = 300,
    provenance: Provenance | None = None,
    description: str = "",
) -> bytes:
    """Return the contents of a file in the format `fmt`.

    SVG and PDF files contain the `description`.

    Raises
    ------
    UsageError
        If the format is unknown, or if an option is not valid.
    """
    if fmt not in PICTURES:
        raise UsageError(choose_from("figure format", fmt, PICTURES))
    check_saving(text=text, dpi=dpi)
    if fmt != "png":
        dpi = 72.0
    fixed = {**_FIXED, "svg.fonttype": SVG_TEXT[text]}
    with settings(fixed), _quiet_font_tools(), _boxes_as_stated(fmt):
        data = written(
            figure,
            fmt,
            transparent=transparent,
            dpi=dpi,
            metadata=_metadata(fmt, provenance),
        )
    if fmt == "eps":
        return _eps(data, provenance)
    if fmt == "svg":
        return with_description(data, description)
    if fmt == "pdf" and description:
        return with_alternative_text(data, description)
    return data


def written(figure: Figure, fmt: str, *, transparent: bool, **options: Any) -> bytes:
    """Return the contents of a file that matplotlib writes."""
    buffer = io.BytesIO()
    page: Any = figure.get_facecolor()
    if transparent:
        page = "none"
    figure.savefig(
        buffer,
        format=fmt,
        transparent=transparent,
        facecolor=page,
        edgecolor="none",
        **options,
    )
    return buffer.getvalue()


def _metadata(fmt: str, provenance: Provenance | None) -> dict[str, str | None]:
    """Return the metadata of a file, without dates."""
    metadata: dict[str, str | None] = dict.fromkeys(_NO_DATES.get(fmt, ()))
    if provenance is not None:
        provenance = with_matplotlib(provenance)
        metadata[_PROGRAM[fmt]] = (
            f"cddiagram {provenance.version}, Matplotlib {mpl.__version__}"
        )
        if fmt in _DESCRIPTION:
            metadata[_DESCRIPTION[fmt]] = MARK + provenance.to_json()
    return metadata


def with_matplotlib(provenance: Provenance) -> Provenance:
    """Add matplotlib to the packages of a provenance."""
    packages = {**provenance.packages, "matplotlib": mpl.__version__}
    return replace(provenance, packages=packages)


@contextlib.contextmanager
def _quiet_font_tools() -> Iterator[None]:
    """Silence messages about old fonts on standard error, such as "timestamp seems very
    low" for cmr10.
    """
    logger = logging.getLogger("fontTools")
    level = logger.level
    logger.setLevel(logging.ERROR)
    try:
        yield
    finally:
        logger.setLevel(level)


@contextlib.contextmanager
def _boxes_as_stated(fmt: str) -> Iterator[None]:
    """Make matplotlib read the bounding box of a font from the table ``head`` for EPS
    files. Otherwise, matplotlib computes the box from all glyphs, which takes 0.4 to 1
    s.

    Versions of matplotlib without the replaced function are not affected.
    """
    if fmt != "eps":
        yield
        return
    from matplotlib.backends import backend_ps

    writer: Any = backend_ps
    original = getattr(writer, "_bounds", None)
    writer._bounds = _stated_box
    try:
        yield
    finally:
        writer._bounds = original


def _stated_box(font: Any) -> tuple[float, ...]:
    """Return the bounding box of all glyphs according to the table ``head``."""
    sides = ("xMin", "yMin", "xMax", "yMax")
    return tuple(getattr(font["head"], side) for side in sides)


def _eps(data: bytes, provenance: Provenance | None) -> bytes:
    """Remove the creation date from the header of an EPS file, and add the comment of
    the provenance. Matplotlib has no setting for either.
    """
    head, separator, body = data.partition(b"%%EndComments")
    lines = []
    for line in head.splitlines(keepends=True):
        if not line.startswith(b"%%CreationDate:"):
            lines.append(line)
    if provenance is not None:
        comment = with_matplotlib(provenance).comment("eps")
        lines.append(comment.encode() + b"\n")
    return b"".join([*lines, separator, body])
