"""Detection of hidden rows and columns in a sheet of a workbook, and of rows that are
too wide.

The XML of the sheet is scanned, because the package that reads workbooks row by row
does not report hidden rows and columns.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import IO

#: A sheet has at most this number of columns.
MOST_COLUMNS = 16_384

_CHUNK = 2**20
#: Only tags with at most this number of bytes are relevant.
_LONGEST_TAG = 4096
_TAG = re.compile(rb"<(?:\w+:)?(row|col|autoFilter)\b([^>]*)>")
_CELL = re.compile(rb"<(?:\w+:)?c[\s/>]")
_HIDDEN = re.compile(rb"\bhidden\s*=\s*[\"'](?:1|true)[\"']")


@dataclass
class SheetScan:
    """The hidden rows and columns of a sheet, and the first row that is too wide.

    Rows and columns are counted from 1.
    """

    hidden_rows: set[int] = field(default_factory=set)
    hidden_columns: set[int] = field(default_factory=set)
    filtered: bool = False
    too_wide: int | None = None


def scan_sheet(part: IO[bytes]) -> SheetScan:
    """Scan the XML of a sheet up to the first row that is too wide."""
    scan = SheetScan()
    row = cells = 0
    for block in _blocks(part):
        begin = 0
        for tag in _TAG.finditer(block):
            cells += len(_CELL.findall(block, begin, tag.start()))
            begin = tag.end()
            kind, attributes = tag.groups()
            if kind == b"row":
                if cells > MOST_COLUMNS:
                    break
                row = _number(attributes, b"r") or row + 1
                cells = 0
                if _HIDDEN.search(attributes):
                    scan.hidden_rows.add(row)
            elif kind == b"autoFilter":
                scan.filtered = True
            elif _HIDDEN.search(attributes):
                first = _number(attributes, b"min") or 1
                last = min(_number(attributes, b"max") or first, MOST_COLUMNS)
                scan.hidden_columns.update(range(first, last + 1))
        else:
            cells += len(_CELL.findall(block, begin))
        if cells > MOST_COLUMNS:
            scan.too_wide = row
            break
    return scan


def _blocks(part: IO[bytes]) -> Iterator[bytes]:
    """Yield blocks of the XML that end between two tags."""
    rest = b""
    while chunk := part.read(_CHUNK):
        block = rest + chunk
        last_tag = block.rfind(b"<")
        if last_tag <= 0:  # the block is inside a long text
            rest = b""
            if last_tag == 0:
                rest = block[:_LONGEST_TAG]
            continue
        yield block[:last_tag]
        rest = block[last_tag:]
    yield rest


def _number(attributes: bytes, name: bytes) -> int | None:
    """Return the number in an attribute of a tag, or None."""
    match = re.search(rb"\b" + name + rb"\s*=\s*[\"'](\d{1,9})[\"']", attributes)
    if match:
        return int(match[1])
    return None
