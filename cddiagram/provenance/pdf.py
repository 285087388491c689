"""The strings in the Info dictionary of a PDF (ISO 32000-1: 7.3.4 strings, 7.5 file structure, 14.3.3)."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator

#: Most bytes that the object streams of one file are decompressed to: a few bytes can stand for more than any memory
#: holds, and a record of ours has some thousand.
_MOST = 32_000_000
#: The reference to the Info dictionary, in a trailer or in the dictionary of a cross-reference stream.
_INFO = re.compile(rb"/Info\s+(\d{1,10})\s+(\d{1,10})\s+R")
#: Most bytes of the dictionary before a stream that are looked at; ours, and those of TeX, have some 100.
_DICTIONARY = 4096
_STREAM = re.compile(rb"stream\r?\n")
_FIRST = re.compile(rb"/First\s+(\d{1,10})")
#: What matters inside a dictionary: the starts of strings and of dictionaries, and their ends.
_TOKEN = re.compile(rb"<<|>>|\(|<([0-9A-Fa-f\s]*)>")
_ESCAPE = re.compile(rb"\\(?:([0-7]{1,3})|(\r\n|\r|\n)|(.))", re.DOTALL)
_CONTROLS = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}


def info_strings(data: bytes) -> Iterator[str]:
    r"""Yield the strings of the Info dictionary, decoded, in their order; none of a PDF that is encrypted.

    >>> pdf = b"%PDF-1.4 7 0 obj << /Title (a \\(b\\)) /Subject <FEFF0161> >> endobj trailer << /Info 7 0 R >>"
    >>> list(info_strings(pdf))
    ['a (b)', 'š']
    """
    references = _INFO.findall(data)
    if references:
        number, generation = references[-1]  # the last update of the file is the one that holds
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
    """Yield dictionary and data of each object stream, one behind the other: no byte is searched again and again."""
    end = 0
    while (name := data.find(b"/ObjStm", end)) >= 0:
        # The dictionary lies behind the last "obj", and reaches up to the word "stream".
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
    """Read a string in parentheses, which may hold balanced ones; return it and the place behind it."""
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
    """Decode a text string: UTF-16 or UTF-8 behind its mark, else one byte for each character."""
    if text.startswith((b"\xfe\xff", b"\xff\xfe")):
        return text.decode("utf-16", errors="replace")
    if text.startswith(b"\xef\xbb\xbf"):
        return text[3:].decode("utf-8", errors="replace")
    return text.decode("latin-1")
