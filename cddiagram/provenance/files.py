"""Functions that find the `Provenance` in the contents of a file.

In a PDF file, the record is a string in the Info dictionary (ISO 32000-1).
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
#: If text chunks follow the image data, they are found only by decoding the image. PNG
#: images are decoded for this purpose only if they have at most this many pixels. The
#: text chunks that cddiagram writes come before the image data.
_PIXELS = 50_000_000
#: The errors that Pillow raises for damaged files and for decompression bombs.
_BROKEN = (
    EOFError,
    LookupError,
    OSError,
    SyntaxError,
    TypeError,
    ValueError,
    struct.error,
)

#: The pattern for the start of a JSON record in a text file. The record follows `MARK`,
#: or is inside the script element of an HTML page.
_START = re.compile(
    rf'(?:{MARK}|<script type="application/json" id="cddiagram-provenance">)(?={{)'
)
#: At most this many positions in a text file are searched for a record.
_PLACES = 100
#: The pattern for a line break in a continued EPS comment, including the prefix of the
#: next line.
_CONTINUED = re.compile(rf"\r?\n{re.escape(EPS_CONTINUED)}")

#: The decompressed object streams in a file may have at most this total size, in bytes.
#: Without this limit, malicious streams could exhaust memory. A record that cddiagram
#: writes is a few thousand bytes long.
_MOST = 32_000_000
#: The pattern for a reference to the Info dictionary. The reference occurs in a trailer
#: or in the dictionary of a cross-reference stream.
_INFO = re.compile(rb"/Info\s+(\d{1,10})\s+(\d{1,10})\s+R")
#: The dictionary before a stream is assumed to have at most this many bytes. The
#: dictionaries that cddiagram and TeX write are about 100 bytes long.
_DICTIONARY = 4096
_STREAM = re.compile(rb"stream\r?\n")
_FIRST = re.compile(rb"/First\s+(\d{1,10})")
#: The pattern for the start of a string, or for the start or end of a dictionary.
_TOKEN = re.compile(rb"<<|>>|\(|<([0-9A-Fa-f\s]*)>")
_ESCAPE = re.compile(rb"\\(?:([0-7]{1,3})|(\r\n|\r|\n)|(.))", re.DOTALL)
_CONTROLS = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}


def read_provenance(data: bytes) -> Provenance | None:
    r"""Return the provenance that a file contains.

    Parameters
    ----------
    data : bytes
        The contents of a PDF, PNG or text file (SVG, EPS, PGF, TeX, HTML, Markdown).

    Returns
    -------
    Provenance or None
        The first provenance in the file, or None if there is none. A document usually
        does not contain the provenance of its figures, which is stored in the files of
        the figures.

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
    for text in texts:
        for provenance in _in_text(text):
            return provenance
    return None


def _in_text(text: str) -> Iterator[Provenance]:
    """Yield the records in a text file."""
    for start in islice(_START.finditer(text), _PLACES):
        end = text.find("\n", start.end())
        line = text[start.end() : end if end >= 0 else len(text)]
        try:
            yield Provenance.from_json(line[: json.JSONDecoder().raw_decode(line)[1]])
        except (InputError, ValueError, RecursionError):
            continue


def _png_texts(data: bytes) -> Iterator[str]:
    """Yield the text chunks of a PNG image.

    Pillow, which is installed with matplotlib, limits the size of decompressed text.
    """
    from PIL.PngImagePlugin import PngImageFile

    with suppress(*_BROKEN):
        with ignored():  # Pillow warns about invalid animations
            image = PngImageFile(io.BytesIO(data))
        yield from (text for text in image.info.values() if isinstance(text, str))
        if image.width * image.height <= _PIXELS:
            with ignored():
                texts = list(image.text.values())
            yield from texts


def info_strings(data: bytes) -> Iterator[str]:
    """Yield the decoded strings of the Info dictionary.

    An encrypted PDF does not contain readable strings.
    """
    references = _INFO.findall(data)
    if references:
        # The last reference in a file belongs to the latest update of the file.
        number, generation = references[-1]
        yield from map(_decoded, _strings(_object(data, number, generation)))


def _object(data: bytes, number: bytes, generation: bytes) -> bytes:
    """Return the bytes after the header of an object.

    The result is empty if the object does not exist.
    """
    heads = list(re.finditer(rb"(?<!\d)%s\s+%s\s+obj\b" % (number, generation), data))
    if heads:
        return data[heads[-1].end() :]
    rest = _MOST
    for head, packed in _object_streams(data):
        first = _FIRST.search(head)
        content = _unpacked(packed, rest)
        rest -= len(content)
        begin = 0
        if first:
            begin = int(first.group(1))
        offsets = content[:begin].split()
        places = dict(zip(offsets[::2], offsets[1::2], strict=False))
        if places.get(number, b"")[:10].isdigit():
            return content[begin + int(places[number][:10]) :]
    return b""


def _unpacked(packed: bytes, most: int) -> bytes:
    """Decompress a stream up to a size of `most` bytes.

    The result is empty if the stream is damaged.
    """
    try:
        if most:
            return zlib.decompressobj().decompress(packed, most)
        return b""
    except zlib.error:
        return b""


def _object_streams(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield the dictionary and the data of each object stream in a single pass."""
    end = 0
    while (name := data.find(b"/ObjStm", end)) >= 0:
        # The dictionary is between the closest preceding keyword "obj" and the keyword
        # "stream".
        start = max(data.rfind(b"obj", end, name), name - _DICTIONARY, end)
        stream = _STREAM.search(data, name, name + _DICTIONARY)
        if stream is None:
            end = name + len(b"/ObjStm")
            continue
        end = data.find(b"endstream", stream.end())
        if end < 0:
            end = len(data)
        yield data[start : stream.start()], data[stream.end() : end]


def _strings(content: bytes) -> Iterator[bytes]:
    """Yield the strings of the dictionary at the beginning of `content`."""
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
    """Return a string in parentheses, and the position after it.

    The string may contain balanced parentheses.
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
    if line_end is not None:
        return b""
    return _CONTROLS.get(character, character)


def _decoded(text: bytes) -> str:
    """Decode a text string.

    A byte order mark indicates UTF-16 or UTF-8; otherwise, the encoding is Latin-1.
    """
    if text.startswith((b"\xfe\xff", b"\xff\xfe")):
        return text.decode("utf-16", errors="replace")
    if text.startswith(b"\xef\xbb\xbf"):
        return text[3:].decode("utf-8", errors="replace")
    return text.decode("latin-1")
