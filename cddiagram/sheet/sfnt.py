"""The parts of TrueType fonts that figures require: letters, widths, kerning, outlines
and subsets.

The format follows the OpenType specification 1.9, which also defines the names of
tables and fields. From the tables that position and replace glyphs (GPOS, GSUB), only
pairs and standard ligatures are read. `cddiagram.sheet.typeface` checks whether this is
sufficient for a string.
"""

from __future__ import annotations

import struct
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain, pairwise

#: These hinting tables are copied into the font subset. The other tables that PDF
#: requires in an embedded font with glyph indices (ISO 32000-1, 9.9) are computed.
_COPIED_TABLES = ("cvt ", "fpgm", "prep")

#: These flags describe a component of a composite glyph (glyf table, "composite glyph
#: flags").
_WORDS, _OFFSETS, _SCALE, _MORE, _BOTH_SCALES, _MATRIX = 0x1, 0x2, 0x8, 0x20, 0x40, 0x80
#: These flags describe a point in an outline (glyf table, "simple glyph flags").
_ON_CURVE, _SHORT, _REPEAT, _SAME = 0x1, (0x2, 0x4), 0x8, (0x10, 0x20)
#: Lookups of these types apply to pairs of glyphs (GPOS) or to ligatures (GSUB). Each
#: type is followed by the type of the corresponding extension lookups.
_PAIRS, _FURTHER_PAIRS, _LIGATURES, _FURTHER_LIGATURES = 2, 9, 4, 7
#: Kerning pairs with these value formats change only the advance of the first glyph.
_ADVANCE_OF_FIRST = 0x4, 0x0
#: The checksum of a whole font is subtracted from this constant (head table,
#: checksumAdjustment).
_MAGIC_SUM = 0xB1B0AFBA
#: An entry of the table directory consists of a tag, a checksum, an offset and a
#: length.
_ENTRY = struct.Struct(">4sIII")
#: The transformation matrix of a component consists of xx, xy, yx and yy.
_Matrix = tuple[float, ...]

_Point = tuple[float, float, bool]


class FontFile:
    """A font file in memory. Lengths are in font units, and one em has `units` font
    units.
    """

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._starts: dict[str, int] = {}
        self._tables: dict[str, bytes] = {}
        (count,) = struct.unpack_from(">H", data, 4)
        for number in range(count):
            entry = _ENTRY.unpack_from(data, 12 + 16 * number)
            tag, _, start, length = entry
            name = tag.decode("latin-1")
            self._starts[name] = start
            self._tables[name] = data[start : start + length]
        self._paths: dict[int, str] = {}
        head = self._tables["head"]
        self.units: int
        (self.units,) = struct.unpack_from(">H", head, 18)
        #: The box contains all glyphs and is defined by its left, bottom, right and top
        #: edges.
        self.box: tuple[int, ...] = struct.unpack_from(">4h", head, 36)
        self.ascent, self.descent = struct.unpack_from(">2h", self._tables["hhea"], 4)
        (self.count,) = struct.unpack_from(">H", self._tables["maxp"], 4)

    @cached_property
    def _advances(self) -> tuple[int, ...]:
        (count,) = struct.unpack_from(">H", self._tables["hhea"], 34)
        return struct.unpack_from(">" + "Hh" * count, self._tables["hmtx"])[::2]

    @cached_property
    def _offsets(self) -> tuple[int, ...]:
        """The offset of each outline in the table `glyf`, and the end of the last one."""
        table = self._tables["loca"]
        (is_long,) = struct.unpack_from(">h", self._tables["head"], 50)
        if is_long:
            return struct.unpack_from(f">{self.count + 1}I", table)
        halves = struct.unpack_from(f">{self.count + 1}H", table)
        return tuple(2 * half for half in halves)

    @cached_property
    def _groups(self) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
        """The first and the last character of each run of characters, and the glyph of
        the first character (cmap, format 12).
        """
        table = self._tables["cmap"]
        for number in range(struct.unpack_from(">H", table, 2)[0]):
            (start,) = struct.unpack_from(">I", table, 8 + 8 * number)
            if struct.unpack_from(">H", table, start)[0] == 12:
                (count,) = struct.unpack_from(">I", table, start + 12)
                numbers = struct.unpack_from(f">{3 * count}I", table, start + 16)
                return numbers[::3], numbers[1::3], numbers[2::3]
        raise ValueError("the font has no complete character table")

    @cached_property
    def _kerns(self) -> dict[int, int]:
        """Maps each pair of glyphs to the change in their distance (kern, format 0).
        The upper 16 bits of a key are the left glyph.
        """
        table = self._tables.get("kern", bytes(4))
        start = 4
        kerns: dict[int, int] = {}
        for _ in range(struct.unpack_from(">H", table, 2)[0]):
            length, coverage, count = struct.unpack_from(">HHH", table, start + 2)
            # Only subtables in format 0 that contain horizontal kerning values are
            # read.
            if coverage & 0xFF07 == 1:
                pairs = table[start + 14 : start + 14 + 6 * count]
                kerns |= dict(struct.iter_unpack(">Ih", pairs))
            start += length
        return kerns

    @property
    def slope(self) -> float:
        """The angle of upright strokes in degrees, which is negative for italics."""
        (angle,) = struct.unpack_from(">i", self._tables["post"], 4)
        return float(angle / 0x10000)

    @property
    def cap_height(self) -> int:
        """The height of capitals. Before version 2, the table OS/2 does not contain
        this height. In this case, the height of the letter H is used.
        """
        metrics = self._tables["OS/2"]
        if _u16(metrics, 0) >= 2:
            return _i16(metrics, 88)
        points = chain.from_iterable(self._contours(self.glyph("H")))
        return max(int(y) for _, y, _ in points)

    @property
    def kerns_by_shaping(self) -> bool:
        """Whether the font has kerning pairs only in GPOS, which is used only if text
        is shaped.
        """
        return "kern" not in self._tables

    @cached_property
    def _pairs(self) -> list[_Pairs]:
        """The tables of kerning pairs in order of precedence (GPOS)."""
        tables = self._subtables("GPOS", "kern", _PAIRS, _FURTHER_PAIRS)
        return [_Pairs(self._tables["GPOS"], start) for start in tables]

    @cached_property
    def _ligatures(self) -> dict[int, list[tuple[tuple[int, ...], int]]]:
        """Maps each first glyph to its ligatures in order of precedence (GSUB, standard
        ligatures). A ligature consists of the remaining glyphs and the glyph that
        replaces all of them.
        """
        table = self._tables.get("GSUB", b"")
        ligatures: dict[int, list[tuple[tuple[int, ...], int]]] = {}
        tables = self._subtables("GSUB", "liga", _LIGATURES, _FURTHER_LIGATURES)
        for start in tables:
            covered = _coverage(table, start + _u16(table, start + 2))
            for first, index in covered.items():
                of_first = start + _u16(table, start + 6 + 2 * index)
                for number in range(_u16(table, of_first)):
                    at = of_first + _u16(table, of_first + 2 + 2 * number)
                    count = _u16(table, at + 2) - 1
                    rest = struct.unpack_from(f">{count}H", table, at + 4)
                    ligatures.setdefault(first, []).append((rest, _u16(table, at)))
        return ligatures

    def _subtables(self, tag: str, feature: str, kind: int, further: int) -> list[int]:
        """Return the offsets of the subtables of one kind to which a feature refers."""
        table = self._tables.get(tag)
        if table is None:
            return []
        features, lookups = _u16(table, 6), _u16(table, 8)
        starts: list[int] = []
        for lookup in _lookups(table, features, feature):
            at = lookups + _u16(table, lookups + 2 + 2 * lookup)
            lookup_kind = _u16(table, at)
            for number in range(_u16(table, at + 4)):
                start = at + _u16(table, at + 6 + 2 * number)
                if lookup_kind == kind:
                    starts.append(start)
                elif lookup_kind == further and _u16(table, start + 2) == kind:
                    (offset,) = struct.unpack_from(">I", table, start + 4)
                    starts.append(start + offset)
        return starts

    def glyph(self, character: str) -> int:
        """Return the glyph number of a character, or 0 if it has no glyph."""
        first, last, glyphs = self._groups
        code = ord(character)
        run = bisect_right(first, code) - 1
        if run < 0 or code > last[run]:
            return 0
        return glyphs[run] + code - first[run]

    def advance(self, glyph: int) -> int:
        """Return the distance from a glyph to the next glyph."""
        return self._advances[min(glyph, len(self._advances) - 1)]

    def kern(self, left: int, right: int) -> int:
        """Return the change in the distance between two glyphs. It is negative if they
        move closer together.
        """
        pair = left << 16 | right
        if self.kerns_by_shaping and pair not in self._kerns:
            self._kerns[pair] = self._change_by_shaping(left, right)
        return self._kerns.get(pair, 0)

    def _change_by_shaping(self, left: int, right: int) -> int:
        """Return the change in the distance between two glyphs according to GPOS."""
        for pairs in self._pairs:
            change = pairs.change(left, right)
            if change is not None:
                return change
        return 0

    def ligature(self, glyphs: Sequence[int]) -> tuple[int, int]:
        """Return the ligature that replaces the first glyphs of a string, and the
        number of these glyphs. If there is no ligature, return the first glyph and 1.
        """
        for rest, ligature in self._ligatures.get(glyphs[0], ()):
            count = 1 + len(rest)
            if tuple(glyphs[1:count]) == rest:
                return ligature, count
        return glyphs[0], 1

    def outline(self, glyph: int) -> str:
        """Return the outline of a glyph as an SVG path, with y upwards. A space has an
        empty outline.
        """
        if glyph not in self._paths:
            self._paths[glyph] = "".join(map(_path, self._contours(glyph)))
        return self._paths[glyph]

    def subset(self, glyphs: Iterable[int]) -> tuple[bytes, dict[int, int]]:
        """Return a font that contains only these glyphs and their components, and the
        new number of each glyph.
        """
        members = self._with_components(glyphs)
        numbers = {glyph: number for number, glyph in enumerate(members)}
        outlines, offsets, metrics = bytearray(), [0], bytearray()
        for glyph in members:
            outlines += self._renumbered(glyph, numbers)
            outlines += bytes(-len(outlines) % 4)
            offsets.append(len(outlines))
            metrics += struct.pack(">Hh", self.advance(glyph), self._bearing(glyph))
        head = bytearray(self._tables["head"])
        struct.pack_into(">I", head, 8, 0)  # checksumAdjustment
        struct.pack_into(">h", head, 50, 1)  # indexToLocFormat: long
        count = struct.pack(">H", len(members))
        profile = self._tables["maxp"]
        tables = {
            tag: self._tables[tag] for tag in _COPIED_TABLES if tag in self._tables
        }
        tables["glyf"] = bytes(outlines)
        tables["head"] = bytes(head)
        tables["hhea"] = self._tables["hhea"][:34] + count
        tables["hmtx"] = bytes(metrics)
        tables["loca"] = struct.pack(f">{len(offsets)}I", *offsets)
        tables["maxp"] = profile[:4] + count + profile[6:]
        return _font(tables), numbers

    def pieces(self, most: int) -> Iterator[bytes]:
        """Divide the file into pieces of at most `most` bytes. Pieces begin and end at
        the borders of tables and outlines.
        """
        outlines = (self._starts["glyf"] + offset for offset in self._offsets)
        borders = sorted({*self._starts.values(), *outlines, len(self._data)})
        begin = 0
        for border, next_border in pairwise(borders):
            if next_border - begin > most:
                yield self._data[begin:border]
                begin = border
        yield self._data[begin:]

    def _bearing(self, glyph: int) -> int:
        """Return the left side bearing of a glyph."""
        # For the last glyphs of a font, the table may contain only side bearings.
        count = len(self._advances)
        offset = 4 * glyph + 2
        if glyph >= count:
            offset = 4 * count + 2 * (glyph - count)
        return int(struct.unpack_from(">h", self._tables["hmtx"], offset)[0])

    def _glyph_data(self, glyph: int) -> bytes:
        """Return the entry of a glyph in the table `glyf`."""
        return self._tables["glyf"][self._offsets[glyph] : self._offsets[glyph + 1]]

    def _with_components(self, glyphs: Iterable[int]) -> list[int]:
        """Return the sorted numbers of glyphs and of their components. The first number
        is 0, the glyph of missing characters.
        """
        members = {0}
        queue = list(glyphs)
        while queue:
            glyph = queue.pop()
            if glyph not in members:
                members.add(glyph)
                components = _components(self._glyph_data(glyph))
                queue += [part for _, part, *_ in components]
        return sorted(members)

    def _renumbered(self, glyph: int, numbers: dict[int, int]) -> bytes:
        """Return the entry of a glyph, in which its components have new numbers."""
        data = bytearray(self._glyph_data(glyph))
        for offset, part, *_ in _components(bytes(data)):
            struct.pack_into(">H", data, offset, numbers[part])
        return bytes(data)

    def _contours(self, glyph: int) -> Iterator[list[_Point]]:
        """Yield the closed curves of a glyph as lists of points: x, y, and whether the
        point is on the curve.
        """
        data = self._glyph_data(glyph)
        if not data:
            return
        (count,) = struct.unpack_from(">h", data)
        if count >= 0:
            yield from _simple(data, count)
        for _, part, (dx, dy), (a, b, c, d) in _components(data):
            for contour in self._contours(part):
                moved = []
                for x, y, on in contour:
                    moved.append((a * x + c * y + dx, b * x + d * y + dy, on))
                yield moved


class _Pairs:
    """A table of kerning pairs: pairs of single glyphs (format 1) or pairs of glyph
    classes (format 2).
    """

    def __init__(self, table: bytes, start: int) -> None:
        self._table, self._start = table, start
        self._has_classes = _u16(table, start) == 2
        changes = struct.unpack_from(">HH", table, start + 4)
        if changes != _ADVANCE_OF_FIRST:
            raise ValueError("the font adjusts pairs of glyphs in an unsupported way")
        self._covered = _coverage(table, start + _u16(table, start + 2))

    def change(self, left: int, right: int) -> int | None:
        """Return the change in the distance between two glyphs, or None if another
        table determines it.
        """
        if left not in self._covered:
            return None
        if self._has_classes:
            row = self._left_classes.get(left, 0)
            column = self._right_classes.get(right, 0)
            columns = _u16(self._table, self._start + 14)
            at = self._start + 16 + 2 * (row * columns + column)
            return _i16(self._table, at)
        return self._changes(left).get(right)

    def _changes(self, left: int) -> dict[int, int]:
        """Return the changes of all pairs with this left glyph, by right glyph."""
        at = self._start + 10 + 2 * self._covered[left]
        pairs = self._start + _u16(self._table, at)
        count = _u16(self._table, pairs)
        numbers = self._table[pairs + 2 : pairs + 2 + 4 * count]
        return dict(struct.iter_unpack(">Hh", numbers))

    @cached_property
    def _left_classes(self) -> dict[int, int]:
        return _classes(self._table, self._start + _u16(self._table, self._start + 8))

    @cached_property
    def _right_classes(self) -> dict[int, int]:
        return _classes(self._table, self._start + _u16(self._table, self._start + 10))


def _u16(table: bytes, at: int) -> int:
    return int.from_bytes(table[at : at + 2], "big")


def _i16(table: bytes, at: int) -> int:
    return int.from_bytes(table[at : at + 2], "big", signed=True)


def _lookups(table: bytes, features: int, name: str) -> list[int]:
    """Return the numbers of the lookups of a feature (FeatureList)."""
    lookups: set[int] = set()
    for number in range(_u16(table, features)):
        record = features + 2 + 6 * number
        if table[record : record + 4] == name.encode("ascii"):
            at = features + _u16(table, record + 4)
            count = _u16(table, at + 2)
            lookups.update(struct.unpack_from(f">{count}H", table, at + 4))
    return sorted(lookups)


def _coverage(table: bytes, at: int) -> dict[int, int]:
    """Return the coverage index of each glyph in a coverage table."""
    is_list = _u16(table, at) == 1
    count = _u16(table, at + 2)
    if is_list:
        glyphs = struct.unpack_from(f">{count}H", table, at + 4)
        return {glyph: index for index, glyph in enumerate(glyphs)}
    covered = {}
    for first, last, index in struct.iter_unpack(
        ">3H", table[at + 4 : at + 4 + 6 * count]
    ):
        for glyph in range(first, last + 1):
            covered[glyph] = index + glyph - first
    return covered


def _classes(table: bytes, at: int) -> dict[int, int]:
    """Return the class of each glyph in a class definition table."""
    is_list = _u16(table, at) == 1
    if is_list:
        first, count = _u16(table, at + 2), _u16(table, at + 4)
        numbers = struct.unpack_from(f">{count}H", table, at + 6)
        return {first + index: number for index, number in enumerate(numbers)}
    classes = {}
    count = _u16(table, at + 2)
    for first, last, number in struct.iter_unpack(
        ">3H", table[at + 4 : at + 4 + 6 * count]
    ):
        for glyph in range(first, last + 1):
            classes[glyph] = number
    return classes


def _components(
    data: bytes,
) -> Iterator[tuple[int, int, tuple[int, int], _Matrix]]:
    """Yield the components of a composite glyph: the offset of the glyph number, the
    glyph number, the shift and the matrix.
    """
    if not data or struct.unpack_from(">h", data)[0] >= 0:
        return
    offset, flags = 10, _MORE
    while flags & _MORE:
        flags, part = struct.unpack_from(">HH", data, offset)
        form = ">hh" if flags & _WORDS else ">bb"
        if not flags & _OFFSETS:
            raise ValueError(
                "the font aligns components by points, which is not supported"
            )
        shift = struct.unpack_from(form, data, offset + 4)
        end = offset + 4 + struct.calcsize(form)
        matrix, size = _matrix(data, end, flags)
        yield offset + 2, part, shift, matrix
        offset = end + size


def _matrix(data: bytes, offset: int, flags: int) -> tuple[_Matrix, int]:
    """Return the matrix of a component, and its number of bytes in the file."""
    if flags & _SCALE:
        count = 1
    elif flags & _BOTH_SCALES:
        count = 2
    elif flags & _MATRIX:
        count = 4
    else:
        return (1, 0, 0, 1), 0
    numbers = struct.unpack_from(f">{count}h", data, offset)
    scales = tuple(number / 0x4000 for number in numbers)
    if count < 4:
        scales = (scales[0], 0, 0, scales[-1])
    return scales, 2 * count


def _simple(data: bytes, count: int) -> Iterator[list[_Point]]:
    """Yield the contours of a glyph without components."""
    ends = struct.unpack_from(f">{count}H", data, 10)
    offset = 10 + 2 * count
    offset += 2 + struct.unpack_from(">H", data, offset)[0]  # skips the instructions
    flags: list[int] = []
    while count and len(flags) <= ends[-1]:
        flag = data[offset]
        offset += 1
        repeats = 1
        if flag & _REPEAT:
            repeats += data[offset]
            offset += 1
        flags += [flag] * repeats
    xs, offset = _coordinates(data, offset, flags, _SHORT[0], _SAME[0])
    ys, _ = _coordinates(data, offset, flags, _SHORT[1], _SAME[1])
    on_curve = [bool(flag & _ON_CURVE) for flag in flags]
    points: list[_Point] = list(zip(xs, ys, on_curve, strict=True))
    start = 0
    for end in ends:
        yield points[start : end + 1]
        start = end + 1


def _coordinates(
    data: bytes, offset: int, flags: list[int], short: int, same: int
) -> tuple[list[int], int]:
    """Return the x or the y of all points, and the offset of the next field."""
    at = 0
    values = []
    for flag in flags:
        if flag & short:
            distance = data[offset]
            if not flag & same:
                distance = -distance
            at += distance
            offset += 1
        elif not flag & same:
            at += struct.unpack_from(">h", data, offset)[0]
            offset += 2
        values.append(at)
    return values, offset


def _path(contour: list[_Point]) -> str:
    """Return a closed curve as an SVG path. The midpoint of two consecutive control
    points is on the curve.
    """
    points: list[_Point] = []
    for (x, y, on), (next_x, next_y, next_on) in zip(
        contour, (*contour[1:], contour[0]), strict=True
    ):
        points.append((x, y, on))
        if not on and not next_on:
            points.append(((x + next_x) / 2, (y + next_y) / 2, True))
    first = next(number for number, point in enumerate(points) if point[2])
    x, y, _ = points[first]
    parts = [f"M{x:g} {y:g}"]
    after_control = False
    for x, y, on in (*points[first + 1 :], *points[: first + 1]):
        if not on:
            letter = "Q"
        elif after_control:
            letter = " "
        else:
            letter = "L"
        parts.append(f"{letter}{x:g} {y:g}")
        after_control = not on
    if parts[-1].startswith("L"):  # the command "z" draws the closing line
        parts.pop()
    return "".join(parts) + "z"


def _font(tables: dict[str, bytes]) -> bytes:
    """Return a font file with these tables."""
    count = len(tables)
    power = count.bit_length() - 1
    search_range = 16 << power
    head = struct.pack(
        ">IHHHH", 0x10000, count, search_range, power, 16 * count - search_range
    )
    entries: list[bytes] = []
    body: list[bytes] = []
    offset = 12 + 16 * count
    adjustment = 0
    for tag in sorted(tables):
        data = tables[tag]
        if tag == "head":
            adjustment = offset + 8
        entry = _ENTRY.pack(tag.encode("latin-1"), _sum(data), offset, len(data))
        entries.append(entry)
        body.append(data + bytes(-len(data) % 4))
        offset += len(body[-1])
    file = bytearray(b"".join([head, *entries, *body]))
    total = _MAGIC_SUM - _sum(bytes(file)) & 0xFFFFFFFF
    struct.pack_into(">I", file, adjustment, total)
    return bytes(file)


def _sum(data: bytes) -> int:
    """Return the checksum of a table."""
    padded = data + bytes(-len(data) % 4)
    total: int = sum(struct.unpack(f">{len(padded) // 4}I", padded))
    return total & 0xFFFFFFFF
