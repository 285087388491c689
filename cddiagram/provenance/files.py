"""Finding a `Provenance` in the bytes of a file; of a PDF in the strings of its Info
dictionary (ISO 32000-1).
"""

from __future__ import annotations

import io
import json
import re
import struct
import zlib
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice

from cddiagram._util import ignored
from cddiagram.provenance.model import EPS_CONTINUED, MARK, Provenance
from cddiagram.text import InputError

_PNG = b"\x89PNG\r\n\x1a\n"
#: Most pixels of a PNG that are decoded to reach texts behind them; ours stand before.
_PIXELS = 50_000_000
#: What Pillow raises of a file that is broken, or crafted to stand for very much.
_BROKEN = (
    EOFError,
    LookupError,
    OSError,
    SyntaxError,
    TypeError,
    ValueError,
    struct.error,
)

#: Where JSON may begin in a text: behind the mark, or in the script element of a page.
_START = re.compile(
    rf'(?:{MARK}|<script type="application/json" id="cddiagram-provenance">)(?={{)'
)
#: Most places in a text that are tried; a record is one line.
_PLACES = 100
#: Where a comment of EPS goes on in the next line.
_CONTINUED = re.compile(rf"\r?\n{re.escape(EPS_CONTINUED)}")

#: Most bytes that the object streams of one file are decompressed to: a few bytes can
#: stand for more than any memory holds, and a record of ours has some thousand.
_MOST = 32_000_000
#: The reference to the Info dictionary, in a trailer or in the dictionary of a
#: cross-reference stream.
_INFO = re.compile(rb"/Info\s+(\d{1,10})\s+(\d{1,10})\s+R")
#: Most bytes of the dictionary before a stream that are looked at; ours, and those of
#: TeX, have some 100.
_DICTIONARY = 4096
_STREAM = re.compile(rb"stream\r?\n")
_FIRST = re.compile(rb"/First\s+(\d{1,10})")
#: What matters inside a dictionary: the starts of strings and of dictionaries, and
#: their ends.
_TOKEN = re.compile(rb"<<|>>|\(|<([0-9A-Fa-f\s]*)>")
_ESCAPE = re.compile(rb"\\(?:([0-7]{1,3})|(\r\n|\r|\n)|(.))", re.DOTALL)
_CONTROLS = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}


def read_provenance(data: bytes) -> Provenance | None:
    r"""Find how a file was made, by its content.

    Parameters
    ----------
    data : bytes
        The whole file: PDF, PNG, or a text: SVG, EPS, PGF, TeX, HTML, Markdown.

    Returns
    -------
    Provenance or None
        The first that the file holds; None if it holds none. A figure that was put into
        another document has usually lost it: inspect the file of the figure.

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
    """Yield the texts of a PNG, which Pillow decompresses up to a limit of its own; it
    comes with matplotlib.
    """
    from PIL.PngImagePlugin import PngImageFile

    with suppress(*_BROKEN):
        with ignored():  # of animations that are none
            image = PngImageFile(io.BytesIO(data))
        yield from (text for text in image.info.values() if isinstance(text, str))
        if image.width * image.height <= _PIXELS:
            with ignored():
                texts = list(image.text.values())
            yield from texts


def info_strings(data: bytes) -> Iterator[str]:
    """Yield the strings of the Info dictionary, decoded, in their order; none of a PDF
    that is encrypted.
    """
    references = _INFO.findall(data)
    if references:
        number, generation = references[
            -1
        ]  # the last update of the file is the one that holds
        yield from map(_decoded, _strings(_object(data, number, generation)))


def _object(data: bytes, number: bytes, generation: bytes) -> bytes:
    """Return what follows the head of an object; empty if there is none."""
    heads = list(re.finditer(rb"(?<!\d)%s\s+%s\s+obj\b" % (number, generation), data))
    if heads:
        return data[heads[-1].end() :]
    left = _MOST
    for head, packed in _object_streams(data):
        first = _FIRST.search(head)
        content = _unpacked(packed, left)
        left -= len(content)
        begin = int(first.group(1)) if first else 0
        offsets = content[:begin].split()
        places = dict(zip(offsets[::2], offsets[1::2], strict=False))
        if places.get(number, b"")[:10].isdigit():
            return content[begin + int(places[number][:10]) :]
    return b""


def _unpacked(packed: bytes, most: int) -> bytes:
    """Return at most so many bytes of the content; nothing of a broken one."""
    try:
        return zlib.decompressobj().decompress(packed, most) if most else b""
    except zlib.error:
        return b""


def _object_streams(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield dictionary and data of each object stream, one behind the other: no byte is
    searched again and again.
    """
    end = 0
    while (name := data.find(b"/ObjStm", end)) >= 0:
        # The dictionary lies behind the last "obj", and reaches up to the word
        # "stream".
        start = max(data.rfind(b"obj", end, name), name - _DICTIONARY, end)
        stream = _STREAM.search(data, name, name + _DICTIONARY)
        if stream is None:
            end = name + len(b"/ObjStm")
            continue
        found = data.find(b"endstream", stream.end())
        end = found if found >= 0 else len(data)
        yield data[start : stream.start()], data[stream.end() : end]


def _strings(content: bytes) -> Iterator[bytes]:
    """Yield the strings of the dictionary that `content` begins with."""
    at, depth = 0, 0
    while token := _TOKEN.search(content, at):
        at = token.end()
        if token.group() == b"<<":
            depth += 1
        elif token.group() == b">>":
            depth -= 1
        elif token.group() == b"(":
            text, at = _literal(content, at)
            yield text
        else:
            digits = b"".join(token.group(1).split())
            yield bytes.fromhex((digits + b"0" * (len(digits) % 2)).decode("ascii"))
        if depth <= 0:
            return


def _literal(content: bytes, start: int) -> tuple[bytes, int]:
    """Read a string in parentheses, which may hold balanced ones; return it and the
    place behind it.
    """
    depth = 1
    for mark in re.compile(rb"\\.|[()]", re.DOTALL).finditer(content, start):
        depth += {b"(": 1, b")": -1}.get(mark.group(), 0)
        if depth == 0:
            return _ESCAPE.sub(_unescaped, content[start : mark.start()]), mark.end()
    return b"", len(content)


def _unescaped(escape: re.Match[bytes]) -> bytes:
    octal, line_end, character = escape.groups()
    if octal is not None:
        return bytes([int(octal, 8) & 255])
    return b"" if line_end is not None else _CONTROLS.get(character, character)


def _decoded(text: bytes) -> str:
    """Decode a text string: UTF-16 or UTF-8 behind its mark, else one byte for each
    character.
    """
    if text.startswith((b"\xfe\xff", b"\xff\xfe")):
        return text.decode("utf-16", errors="replace")
    if text.startswith(b"\xef\xbb\xbf"):
        return text[3:].decode("utf-8", errors="replace")
    return text.decode("latin-1")
