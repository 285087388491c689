"""Decompressing what a file holds, up to a limit: a few bytes can stand for more than any memory holds."""

from __future__ import annotations

import zlib

#: Most bytes that the texts of one file are decompressed to; a record of ours has some thousand.
_MOST = 32_000_000


class Unpacker:
    """Decompresses the parts of one file, together no more than a limit.

    Examples
    --------
    >>> unpack = Unpacker()
    >>> unpack(zlib.compress(b"text")), unpack(b"broken"), len(unpack(zlib.compress(bytes(50_000_000))))
    (b'text', b'', 31999996)
    """

    def __init__(self) -> None:
        self._left = _MOST

    def __call__(self, packed: bytes) -> bytes:
        """Return the content of a part, or its beginning where the limit is reached; nothing of a broken one."""
        if not self._left:
            return b""
        try:
            content = zlib.decompressobj().decompress(packed, self._left)
        except zlib.error:
            return b""
        self._left -= len(content)
        return content
