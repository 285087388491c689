"""Finding a `Provenance` in the bytes of a file."""

from __future__ import annotations

import io
import json
import re
import struct
import warnings
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice

from cddiagram.errors import InputError
from cddiagram.provenance.model import EPS_CONTINUED, MARK, Provenance
from cddiagram.provenance.pdf import info_strings

_PNG = b"\x89PNG\r\n\x1a\n"
#: Most pixels of a PNG that are decoded to reach texts behind them; ours stand before.
_PIXELS = 50_000_000
#: What Pillow raises of a file that is broken, or crafted to stand for very much.
_BROKEN = (EOFError, LookupError, OSError, SyntaxError, TypeError, ValueError, struct.error)

#: Where JSON may begin in a text: behind the mark, or in the script element of a page.
_START = re.compile(rf'(?:{MARK}|<script type="application/json" id="cddiagram-provenance">)(?={{)')
#: Most places in a text that are tried; a record is one line.
_PLACES = 100
#: Where a comment of EPS goes on in the next line.
_CONTINUED = re.compile(rf"\r?\n{re.escape(EPS_CONTINUED)}")


def read_provenance(data: bytes) -> Provenance | None:
    r"""Find how a file was made, by its content.

    Parameters
    ----------
    data : bytes
        The whole file: PDF, PNG, or a text: SVG, EPS, PGF, TeX, HTML, Markdown.

    Returns
    -------
    Provenance or None
        The first that the file holds; None if it holds none. A figure that was put into another document has usually
        lost it: inspect the file of the figure.

    Examples
    --------
    >>> comment = Provenance(made="report", version="0.1.0").comment("tex")
    >>> read_provenance(f"\\documentclass{{article}}\n{comment}\n".encode()).made
    'report'
    >>> read_provenance(b"no figure") is None
    True
    """
    if data.startswith(_PNG):
        texts = _png_texts(data)
    elif b"%PDF-" in data[:1024]:
        texts = info_strings(data)
    else:
        texts = iter([_CONTINUED.sub("", data.decode("utf-8", errors="replace"))])
    found = (provenance for text in texts for provenance in _in_text(text))
    return next(found, None)


def _in_text(text: str) -> Iterator[Provenance]:
    """Yield what can be read of the places where a provenance may begin."""
    for start in islice(_START.finditer(text), _PLACES):
        end = text.find("\n", start.end())
        line = text[start.end() : end if end >= 0 else len(text)]
        try:
            yield Provenance.from_json(line[: json.JSONDecoder().raw_decode(line)[1]])
        except (InputError, ValueError, RecursionError):
            continue


def _png_texts(data: bytes) -> Iterator[str]:
    """Yield the texts of a PNG, which Pillow decompresses up to a limit of its own; it comes with matplotlib."""
    from PIL.PngImagePlugin import PngImageFile

    with suppress(*_BROKEN):
        with warnings.catch_warnings(action="ignore"):  # of animations that are none
            image = PngImageFile(io.BytesIO(data))
        yield from (text for text in image.info.values() if isinstance(text, str))
        if image.width * image.height <= _PIXELS:
            with warnings.catch_warnings(action="ignore"):
                texts = list(image.text.values())
            yield from texts
