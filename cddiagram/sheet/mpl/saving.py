"""Writing a figure: fonts embedded, no dates, no random names, so that the same figure
always gives the same bytes.
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
from cddiagram.sheet.saving import PICTURES, SVG_TEXT, check_saving
from cddiagram.text import UsageError, choose_from

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from cddiagram.provenance import Provenance

#: What the bytes of a file must not depend on; in force while a file is written, the
#: user's settings stay.
_FIXED: dict[Any, Any] = {
    "pdf.fonttype": 42,  # TrueType, embedded: journals refuse Type 3
    "ps.fonttype": 42,
    "pdf.use14corefonts": False,
    "pdf.inheritcolor": False,
    "pdf.compression": 6,
    "ps.useafm": False,
    "ps.usedistiller": None,
    "svg.hashsalt": "cddiagram",  # otherwise the ids are random
    "svg.id": None,
    "svg.image_inline": True,
    # hinted letters are up to 4% wider than measured: 1 pt in a name of PNG
    "text.hinting": "no_hinting",
    # selects another writer for EPS; texts carry their own setting
    "text.usetex": False,
    "savefig.bbox": None,  # the page is exact: "tight" would change it
    "savefig.orientation": "portrait",
}

#: Takes the dates out of the files; where a format names the program and describes the
#: file (EPS: see `_eps`).
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
) -> bytes:
    """Return the content of a file of the format `fmt`; refuse options that no file of
    it can have.
    """
    if fmt not in PICTURES:
        raise UsageError(choose_from("figure format", fmt, PICTURES))
    check_saving(text=text, dpi=dpi)
    with (
        settings({**_FIXED, "svg.fonttype": SVG_TEXT[text]}),
        _quiet_font_tools(),
        _boxes_as_stated(fmt),
    ):
        dots = dpi if fmt == "png" else 72.0
        data = written(
            figure,
            fmt,
            transparent=transparent,
            dpi=dots,
            metadata=_metadata(fmt, provenance),
        )
    return _eps(data, provenance) if fmt == "eps" else data


def written(figure: Figure, fmt: str, *, transparent: bool, **options: Any) -> bytes:
    """Return what matplotlib writes of a figure."""
    buffer = io.BytesIO()
    page = "none" if transparent else figure.get_facecolor()
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
    """Record that matplotlib took part."""
    return replace(
        provenance, packages={**provenance.packages, "matplotlib": mpl.__version__}
    )


@contextlib.contextmanager
def _quiet_font_tools() -> Iterator[None]:
    """Silence remarks about old fonts (cmr10: "timestamp seems very low"), which would
    reach standard error.
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
    """Let EPS take the box of all glyphs from the head of a font: matplotlib draws them
    all, which takes .4 to 1 s.

    Without that function inside it, another version writes as it does.
    """
    if fmt == "eps":
        from matplotlib.backends import backend_ps

        writer: Any = backend_ps
        original = getattr(writer, "_bounds", None)
        writer._bounds = lambda font: tuple(
            getattr(font["head"], side) for side in ("xMin", "yMin", "xMax", "yMax")
        )
        try:
            yield
        finally:
            writer._bounds = original
    else:
        yield


def _eps(data: bytes, provenance: Provenance | None) -> bytes:
    """Drop the creation date from the header of an EPS file, and add comments: no
    setting of matplotlib does either.
    """
    head, separator, body = data.partition(b"%%EndComments")
    lines = [
        line
        for line in head.splitlines(keepends=True)
        if not line.startswith(b"%%CreationDate:")
    ]
    comment = (
        b""
        if provenance is None
        else with_matplotlib(provenance).comment("eps").encode() + b"\n"
    )
    return b"".join([*lines, comment, separator, body])
