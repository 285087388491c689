"""The SHA-256 of named numbers, by a recipe that needs nothing of this package to be followed."""

from __future__ import annotations

import hashlib
import json
import struct
from collections.abc import Iterable, Mapping
from typing import Any

#: What a missing number is hashed as, whatever its bits were.
(_NAN,) = struct.unpack("<d", bytes.fromhex("000000000000f87f"))


def content_hash(head: Mapping[str, Any], numbers: Iterable[float]) -> str:
    r"""Hash names and numbers, in an order that the names settle; return 64 hexadecimal digits.

    The recipe: `head` as one line of JSON (keys sorted, no blanks, only ASCII, other characters as ``\uXXXX``) and a
    line feed; after it each number as an IEEE 754 double of 8 bytes, the lowest byte first. Minus zero counts as zero,
    and every NaN has the bytes ``00 00 00 00 00 00 f8 7f``.

    >>> data = b'{"names":["A","\\u0161"]}\n' + struct.pack("<dd", 0.5, 0.0)
    >>> content_hash({"names": ["A", "š"]}, [0.5, -0.0]) == hashlib.sha256(data).hexdigest()
    True
    """
    line = json.dumps(head, sort_keys=True, separators=(",", ":"), allow_nan=False)
    values = [number + 0.0 if number == number else _NAN for number in numbers]
    return hashlib.sha256(line.encode("ascii") + b"\n" + struct.pack(f"<{len(values)}d", *values)).hexdigest()
