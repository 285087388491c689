"""Writing a figure: fonts embedded, no dates, no random names, so that the same figure always gives the same bytes."""

from __future__ import annotations

import contextlib
import gc
import io
import logging
import os
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import matplotlib as mpl

from cddiagram._util.files import atomic_writes, suffix_format
from cddiagram.errors import UsageError, choose_from
from cddiagram.provenance.model import MARK
from cddiagram.sheet.mpl.settings import no_short_cuts, settings, short_cuts

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from cddiagram.provenance import Provenance

#: The formats that matplotlib writes alone, by suffix without its dot; and those for LaTeX: PGF and TikZ.
FORMATS = ("pdf", "svg", "png", "eps")
TEX_FORMATS = ("pgf", "tex")

#: Options of saving that mean something in one format only -> this format.
ONLY_IN = {"text": "svg", "dpi": "png", "standalone": "tex"}

#: How SVG holds text -> rc ``svg.fonttype``.
_SVG_TEXT = {"outlines": "path", "editable": "none"}

#: What the bytes of a file must not depend on; in force while a file is written, the user's settings stay.
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
    "text.hinting": "no_hinting",  # hinted letters are up to 4 % wider than measured: 1 pt in a name of PNG
    "text.usetex": False,  # selects another writer for EPS; texts carry their own setting
    "savefig.bbox": None,  # the page is exact: "tight" would change it
    "savefig.orientation": "portrait",
}

#: What another version of matplotlib or fontTools raises where its insides are not those that our short cuts know.
_OTHER_INSIDES = (AttributeError, IndexError, KeyError, NameError, TypeError, ValueError)

#: Takes the dates out of the files; where a format names the program and describes the file (EPS: see `_eps`).
_NO_DATES = {"pdf": ("CreationDate", "ModDate"), "svg": ("Date",)}
_PROGRAM = {"pdf": "Creator", "svg": "Creator", "png": "Software", "eps": "Creator"}
_DESCRIPTION = {"pdf": "Subject", "svg": "Description", "png": "Description"}


def format_of(path: str | os.PathLike[str]) -> str:
    """Return the format that the suffix of `path` stands for; refuse one that stands for none."""
    return suffix_format(path, "figure", (*FORMATS, *TEX_FORMATS))


def write_files(paths: Sequence[str | os.PathLike[str]], contents: Sequence[bytes]) -> None:
    """Write files wholly, all of them or none: if one cannot be written, what was there before is unchanged."""
    for place, path in enumerate(paths):
        if os.path.realpath(path) in map(os.path.realpath, paths[:place]):
            raise UsageError(f"'{os.fspath(path)}' is to be written twice: name each file once.")
    with atomic_writes(paths) as files:
        for file, data in zip(files, contents, strict=True):
            file.write(data)


def to_bytes(
    figure: Figure,
    fmt: str,
    *,
    transparent: bool = False,
    text: str = "outlines",
    dpi: float = 300,
    provenance: Provenance | None = None,
) -> bytes:
    """Return the content of a file of the format `fmt`; refuse options that no file of it can have."""
    if fmt not in FORMATS:
        raise UsageError(choose_from("figure format", fmt, FORMATS))
    check_saving(text=text, dpi=dpi)
    if fmt == "png" and figure.get_size_inches().min() * dpi < 1:
        raise UsageError(f"dpi is {dpi}, which leaves the figure less than a pixel: give more.")

    def written() -> bytes:
        buffer = io.BytesIO()
        with _embedding(fmt):
            figure.savefig(
                buffer,
                format=fmt,
                dpi=dpi if fmt == "png" else 72.0,
                transparent=transparent,
                facecolor="none" if transparent else figure.get_facecolor(),
                edgecolor="none",
                metadata=_metadata(fmt, provenance),
            )
        return buffer.getvalue()

    fixed = {**_FIXED, "svg.fonttype": _SVG_TEXT[text]}
    with settings(fixed), _quiet_font_tools(), collector_paused():
        try:
            data = written()
        except _OTHER_INSIDES:
            if not short_cuts():
                raise
            with no_short_cuts():
                data = written()
    return _eps(data, provenance) if fmt == "eps" else data


def check_saving(*, text: str, dpi: float) -> None:
    """Refuse values that no format takes."""
    if text not in _SVG_TEXT:
        raise UsageError(choose_from("text", text, _SVG_TEXT))
    if not 0 < dpi < float("inf"):
        raise UsageError(f"dpi is {dpi}: give a positive number of pixels per inch.")


def _metadata(fmt: str, provenance: Provenance | None) -> dict[str, str | None]:
    metadata: dict[str, str | None] = dict.fromkeys(_NO_DATES.get(fmt, ()))
    if provenance is not None:
        metadata[_PROGRAM[fmt]] = f"cddiagram {provenance.version}, Matplotlib {mpl.__version__}"
        if fmt in _DESCRIPTION:
            metadata[_DESCRIPTION[fmt]] = MARK + provenance.to_json()
    return metadata


def _embedding(fmt: str) -> contextlib.AbstractContextManager[None]:
    if fmt not in ("pdf", "eps") or not short_cuts():
        return contextlib.nullcontext()
    from cddiagram.sheet.mpl.embedding import small_fonts  # only these files need the tools for fonts

    return small_fonts(glyph_names=fmt == "eps")


@contextlib.contextmanager
def collector_paused() -> Iterator[None]:
    """Look for no garbage while a figure is made or written, for its many parts call for it often."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


@contextlib.contextmanager
def _quiet_font_tools() -> Iterator[None]:
    """Silence remarks about old fonts (cmr10: "timestamp seems very low"), which would reach standard error."""
    logger = logging.getLogger("fontTools")
    level = logger.level
    logger.setLevel(logging.ERROR)
    try:
        yield
    finally:
        logger.setLevel(level)


def _eps(data: bytes, provenance: Provenance | None) -> bytes:
    """Drop the creation date from the header of an EPS file, and add comments: no setting of matplotlib does either."""
    head, separator, body = data.partition(b"%%EndComments")
    lines = [line for line in head.splitlines(keepends=True) if not line.startswith(b"%%CreationDate:")]
    comment = b"" if provenance is None else provenance.comment("eps").encode() + b"\n"
    return b"".join([*lines, comment, separator, body])
