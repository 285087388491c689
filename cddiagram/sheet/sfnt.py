"""TrueType fonts, as far as a figure needs them: letters, widths, kerning, outlines,
and a font cut down to a few.

Written after the OpenType specification 1.9; names of tables and fields are its. What
places marks on letters or joins them (GPOS, GSUB) is not read:
`cddiagram.sheet.typeface` says of which texts that may be left out.
"""

from __future__ import annotations

import struct
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import pairwise

#: The tables that a reader of PDF takes from an embedded TrueType font whose glyphs the
#: file calls by number (ISO 32000-1, 9.9), beside those that are made anew: what
#: hinting starts from.
_KEPT = ("cvt ", "fpgm", "prep")

#: Bits of a component of a glyph that is made of others (glyf, "composite glyph
#: flags").
_WORDS, _OFFSETS, _SCALE, _MORE, _BOTH_SCALES, _MATRIX = 0x1, 0x2, 0x8, 0x20, 0x40, 0x80
#: Bits of a point of an outline (glyf, "simple glyph flags").
_ON_CURVE, _SHORT, _REPEAT, _SAME = 0x1, (0x2, 0x4), 0x8, (0x10, 0x20)
#: What makes the sum of a whole font right (head, checksumAdjustment).
_MAGIC_SUM = 0xB1B0AFBA

_Point = tuple[float, float, bool]


class Face:
    """One font file in memory. Lengths are in font units, `units` of which are the size
    of the type.
    """

    def __init__(self, data: bytes) -> None:
        self._data = data
        (count,) = struct.unpack_from(">H", data, 4)
        entries = [
            struct.unpack_from(">4sIII", data, 12 + 16 * number)
            for number in range(count)
        ]
        self._starts = {tag.decode("latin-1"): start for tag, _, start, _ in entries}
        self._tables = {
            tag.decode("latin-1"): data[start : start + length]
            for tag, _, start, length in entries
        }
        self._outlines: dict[int, str] = {}
        head = self._tables["head"]
        self.units: int
        (self.units,) = struct.unpack_from(">H", head, 18)
        #: Left, bottom, right and top of the box of all glyphs.
        self.box: tuple[int, ...] = struct.unpack_from(">4h", head, 36)
        self.ascent, self.descent = struct.unpack_from(">2h", self._tables["hhea"], 4)
        (self.count,) = struct.unpack_from(">H", self._tables["maxp"], 4)

    @cached_property
    def _advances(self) -> tuple[int, ...]:
        (count,) = struct.unpack_from(">H", self._tables["hhea"], 34)
        return struct.unpack_from(">" + "Hh" * count, self._tables["hmtx"])[::2]

    @cached_property
    def _places(self) -> tuple[int, ...]:
        """Where the outlines of glyphs begin in `glyf`, and the end of the last."""
        if struct.unpack_from(">h", self._tables["head"], 50)[0]:
            return struct.unpack_from(f">{self.count + 1}I", self._tables["loca"])
        return tuple(
            2 * place
            for place in struct.unpack_from(f">{self.count + 1}H", self._tables["loca"])
        )

    @cached_property
    def _groups(self) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
        """First and last character of each run of characters, and the glyph of the
        first (cmap, format 12).
        """
        table = self._tables["cmap"]
        for number in range(struct.unpack_from(">H", table, 2)[0]):
            (start,) = struct.unpack_from(">I", table, 8 + 8 * number)
            if struct.unpack_from(">H", table, start)[0] == 12:
                (count,) = struct.unpack_from(">I", table, start + 12)
                numbers = struct.unpack_from(f">{3 * count}I", table, start + 16)
                return numbers[::3], numbers[1::3], numbers[2::3]
        raise ValueError("the font has no table of all characters")

    @cached_property
    def _kerns(self) -> dict[int, int]:
        """Pair of glyphs, the left one in the upper 16 bits -> what is added between
        them (kern, format 0).
        """
        table, place = self._tables.get("kern", bytes(4)), 4
        kerns: dict[int, int] = {}
        for _ in range(struct.unpack_from(">H", table, 2)[0]):
            length, coverage, count = struct.unpack_from(">HHH", table, place + 2)
            if (
                coverage & 0xFF07 == 1
            ):  # horizontal, format 0; no minimum, not across the line
                kerns |= dict(
                    struct.iter_unpack(
                        ">Ih", table[place + 14 : place + 14 + 6 * count]
                    )
                )
            place += length
        return kerns

    def glyph(self, character: str) -> int:
        """Return the number of the glyph of a character; 0 if there is none."""
        first, last, glyphs = self._groups
        code = ord(character)
        run = bisect_right(first, code) - 1
        return glyphs[run] + code - first[run] if run >= 0 and code <= last[run] else 0

    def advance(self, glyph: int) -> int:
        """Return how far the next glyph stands from this one."""
        return self._advances[min(glyph, len(self._advances) - 1)]

    def kern(self, left: int, right: int) -> int:
        """Return what is added between two glyphs: negative where they move
        together.
        """
        return self._kerns.get(left << 16 | right, 0)

    def outline(self, glyph: int) -> str:
        """Return the outline of a glyph as a path of SVG, y upwards; a blank has
        none.
        """
        if glyph not in self._outlines:
            self._outlines[glyph] = "".join(map(_path, self._contours(glyph)))
        return self._outlines[glyph]

    def subset(self, glyphs: Iterable[int]) -> tuple[bytes, dict[int, int]]:
        """Return a font of these glyphs, and those they are made of, numbered anew in
        their order; and the numbers.
        """
        wanted = self._closed(glyphs)
        numbers = {glyph: number for number, glyph in enumerate(wanted)}
        outlines, places = bytearray(), [0]
        for glyph in wanted:
            outlines += self._renumbered(glyph, numbers)
            outlines += bytes(-len(outlines) % 4)
            places.append(len(outlines))
        bearings = self._tables["hmtx"]
        metrics = b"".join(
            struct.pack(">Hh", self.advance(glyph), self._bearing(bearings, glyph))
            for glyph in wanted
        )
        head = bytearray(self._tables["head"])
        struct.pack_into(">I", head, 8, 0)
        struct.pack_into(">h", head, 50, 1)
        tables = {tag: self._tables[tag] for tag in _KEPT if tag in self._tables} | {
            "glyf": bytes(outlines),
            "head": bytes(head),
            "hhea": self._tables["hhea"][:34] + struct.pack(">H", len(wanted)),
            "hmtx": metrics,
            "loca": struct.pack(f">{len(places)}I", *places),
            "maxp": self._tables["maxp"][:4]
            + struct.pack(">H", len(wanted))
            + self._tables["maxp"][6:],
        }
        return _font(tables), numbers

    def pieces(self, most: int) -> Iterator[bytes]:
        """Cut the file where tables and outlines begin, into pieces of `most` bytes at
        most.
        """
        outlines = (self._starts["glyf"] + place for place in self._places)
        begin = 0
        for cut, later in pairwise(
            sorted({*self._starts.values(), *outlines, len(self._data)})
        ):
            if later - begin > most:
                yield self._data[begin:cut]
                begin = cut
        yield self._data[begin:]

    def _bearing(self, table: bytes, glyph: int) -> int:
        full = len(self._advances)
        place = 4 * glyph + 2 if glyph < full else 4 * full + 2 * (glyph - full)
        return int(struct.unpack_from(">h", table, place)[0])

    def _glyph_data(self, glyph: int) -> bytes:
        return self._tables["glyf"][self._places[glyph] : self._places[glyph + 1]]

    def _closed(self, glyphs: Iterable[int]) -> list[int]:
        """Return glyphs with those they are made of, in order; number 0 stands for what
        is missing and is first.
        """
        found, waiting = {0}, list(glyphs)
        while waiting:
            glyph = waiting.pop()
            if glyph not in found:
                found.add(glyph)
                waiting += [
                    part for _, part, *_ in _components(self._glyph_data(glyph))
                ]
        return sorted(found)

    def _renumbered(self, glyph: int, numbers: dict[int, int]) -> bytes:
        data = bytearray(self._glyph_data(glyph))
        for place, part, *_ in _components(bytes(data)):
            struct.pack_into(">H", data, place, numbers[part])
        return bytes(data)

    def _contours(self, glyph: int) -> Iterator[list[_Point]]:
        """Yield the closed curves of a glyph: their points (x, y, on the curve or
        not).
        """
        data = self._glyph_data(glyph)
        if not data:
            return
        (count,) = struct.unpack_from(">h", data)
        if count >= 0:
            yield from _simple(data, count)
        for _, part, (dx, dy), (a, b, c, d) in _components(data):
            for contour in self._contours(part):
                yield [
                    (a * x + c * y + dx, b * x + d * y + dy, on) for x, y, on in contour
                ]


def _components(
    data: bytes,
) -> Iterator[tuple[int, int, tuple[int, int], tuple[float, ...]]]:
    """Yield the glyphs that one is made of: where their number stands, it, their shift
    and their scale.
    """
    if not data or struct.unpack_from(">h", data)[0] >= 0:
        return
    place, flags = 10, _MORE
    while flags & _MORE:
        flags, part = struct.unpack_from(">HH", data, place)
        form = ">hh" if flags & _WORDS else ">bb"
        if not flags & _OFFSETS:
            raise ValueError("the font joins glyphs by their points")
        shift = struct.unpack_from(form, data, place + 4)
        after = place + 4 + struct.calcsize(form)
        scales = (
            1
            if flags & _SCALE
            else 2
            if flags & _BOTH_SCALES
            else 4
            if flags & _MATRIX
            else 0
        )
        given = [
            value / 0x4000 for value in struct.unpack_from(f">{scales}h", data, after)
        ]
        matrix = {
            0: (1, 0, 0, 1),
            1: (*given, 0, 0, *given),
            2: (*given[:1], 0, 0, *given[1:]),
        }.get(scales, (*given,))
        yield place + 2, part, shift, matrix
        place = after + 2 * scales


def _simple(data: bytes, count: int) -> Iterator[list[_Point]]:
    """Yield the contours of a glyph that is not made of others."""
    ends = struct.unpack_from(f">{count}H", data, 10)
    place = 10 + 2 * count
    place += 2 + struct.unpack_from(">H", data, place)[0]  # past the instructions
    flags: list[int] = []
    while count and len(flags) <= ends[-1]:
        flag, place = data[place], place + 1
        repeats = 1
        if flag & _REPEAT:
            repeats, place = 1 + data[place], place + 1
        flags += [flag] * repeats
    along: list[list[int]] = []
    for short, same in zip(_SHORT, _SAME, strict=True):
        at, values = 0, []
        for flag in flags:
            if flag & short:
                at += data[place] if flag & same else -data[place]
                place += 1
            elif not flag & same:
                at += struct.unpack_from(">h", data, place)[0]
                place += 2
            values.append(at)
        along.append(values)
    points = [
        (x, y, bool(flag & _ON_CURVE)) for x, y, flag in zip(*along, flags, strict=True)
    ]
    for start, end in zip((0, *(end + 1 for end in ends)), ends, strict=False):
        yield points[start : end + 1]


def _path(contour: list[_Point]) -> str:
    """Return a closed curve as a path; between two points off the curve one lies on it
    half way.
    """
    whole: list[_Point] = []
    for (x, y, on), (later_x, later_y, later_on) in zip(
        contour, (*contour[1:], contour[0]), strict=True
    ):
        whole.append((x, y, on))
        if not on and not later_on:
            whole.append(((x + later_x) / 2, (y + later_y) / 2, True))
    first = next(number for number, point in enumerate(whole) if point[2])
    parts = []
    for number, (x, y, on) in enumerate((*whole[first:], *whole[: first + 1])):
        after_control = (
            number > 0 and not (*whole[first:], *whole[: first + 1])[number - 1][2]
        )
        letter = (
            "M" if number == 0 else " " if on and after_control else "L" if on else "Q"
        )
        parts.append(f"{letter}{x:g} {y:g}")
    closed = (
        parts[:-1] if parts[-1].startswith("L") else parts
    )  # closing draws the last line
    return "".join(closed) + "z"


def _font(tables: dict[str, bytes]) -> bytes:
    """Return the file of some tables."""
    power = len(tables).bit_length() - 1
    head = struct.pack(
        ">IHHHH",
        0x10000,
        len(tables),
        16 << power,
        power,
        16 * len(tables) - (16 << power),
    )
    place, entries, body = 12 + 16 * len(tables), [], []
    for tag in sorted(tables):
        data = tables[tag]
        entries.append(
            struct.pack(">4sIII", tag.encode("latin-1"), _sum(data), place, len(data))
        )
        body.append(data + bytes(-len(data) % 4))
        place += len(body[-1])
    file = bytearray(b"".join([head, *entries, *body]))
    (start,) = (
        struct.unpack(">4sIII", entry)[2]
        for entry in entries
        if entry.startswith(b"head")
    )
    struct.pack_into(">I", file, start + 8, _MAGIC_SUM - _sum(bytes(file)) & 0xFFFFFFFF)
    return bytes(file)


def _sum(data: bytes) -> int:
    padded = data + bytes(-len(data) % 4)
    total: int = sum(struct.unpack(f">{len(padded) // 4}I", padded))
    return total & 0xFFFFFFFF
