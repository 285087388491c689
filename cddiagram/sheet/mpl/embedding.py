"""Cutting fonts down to the letters of a figure, for the files that carry their fonts."""

from __future__ import annotations

import io
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, nullcontext
from typing import Any, NamedTuple

from fontTools import subset

#: What a reader of PDF takes from an embedded TrueType font whose glyphs the file calls by number (ISO 32000-1, 9.9).
#: The rest chooses, names and places letters: matplotlib has done that, and taking it apart is most of the time.
_GLYPH_TABLES = frozenset({"glyf", "head", "hhea", "hmtx", "loca", "maxp", "cvt ", "fpgm", "prep"})

#: The rules by which a font chooses and places glyphs: no file needs them.
_LAYOUT_TABLES = frozenset({"GDEF", "GPOS", "GSUB", "kern"})


@contextmanager
def small_fonts(*, glyph_names: bool) -> Iterator[None]:
    """Let matplotlib cut fonts down to what the file needs, for one thread at a time (as `settings` sees to)."""
    original = subset.Subsetter
    _Subsetter.thread = threading.get_ident()
    subset.Subsetter = _Subsetter if glyph_names else _NumberSubsetter
    try:
        with _boxes_as_stated() if glyph_names else nullcontext():
            yield
    finally:
        subset.Subsetter = original


@contextmanager
def _boxes_as_stated() -> Iterator[None]:
    """Let EPS take the box of all glyphs from the head of the font: matplotlib draws them all, and takes 2 s for it."""
    from matplotlib.backends import backend_ps  # of no use for PDF

    writer: Any = backend_ps
    original = writer._bounds
    writer._bounds = lambda font: tuple(getattr(font["head"], side) for side in ("xMin", "yMin", "xMax", "yMax"))
    try:
        yield
    finally:
        writer._bounds = original


class _Subsetter(subset.Subsetter):  # type: ignore[misc]
    """Cuts a font down to some letters, without its layout tables."""

    #: The thread that saves a figure; what others cut meanwhile is not for us to change.
    thread = 0

    def subset(self, font: Any) -> None:
        if threading.get_ident() == self.thread:
            try:
                _drop(font, _LAYOUT_TABLES.__contains__)
            except Exception:
                font.close()  # the file is written again without us, from another font object
                raise
        super().subset(font)


class _NumberSubsetter(_Subsetter):
    """Cuts a font down to glyphs given by number: out of the earlier cuts of the same font, if they hold them all.

    Of a whole font, with its thousands of glyphs, most of the time goes into those that are thrown away. A cut of a cut
    has the same bytes as one of the whole font: both hold the wanted glyphs in the order of the font.
    """

    glyph_ids_requested: set[int]

    def subset(self, font: Any) -> None:
        by_number = "glyf" in font and not self.unicodes_requested  # matplotlib before 3.11 asks for characters
        if not by_number or threading.get_ident() != self.thread:
            super().subset(font)
            return
        glyphs = frozenset(self.glyph_ids_requested)
        cut = _cut(font, glyphs, self.options)
        # The caller goes on with the font object that it handed in: it becomes the cut.
        font.__dict__ = subset.load_font(io.BytesIO(cut.data), self.options).__dict__
        if glyphs == cut.glyphs:
            self.glyph_index_map = cut.numbers
            return
        self.glyph_ids_requested = {cut.numbers[glyph] for glyph in self.glyph_ids_requested}
        super().subset(font)
        kept = self.glyph_index_map
        self.glyph_index_map = {glyph: kept[number] for glyph, number in cut.numbers.items() if number in kept}


class _Cut(NamedTuple):
    """A font with the `glyphs` of all figures so far: the file, and its number of each glyph of the whole font."""

    glyphs: frozenset[int]
    data: bytes
    numbers: dict[int, int]


#: The largest cut of each font so far: as long as the process lives, but never more than the font itself.
_CUTS: dict[tuple[str, int, int, int], _Cut] = {}


def _cut(font: Any, glyphs: frozenset[int], options: Any) -> _Cut:
    with closing(font):
        file = os.fstat(font.reader.file.fileno())  # the file may have been replaced since
        key = font.reader.file.name, options.font_number, file.st_size, file.st_mtime_ns
        cut = _CUTS.get(key)
        if cut is None or not glyphs <= cut.glyphs:
            _drop(font, lambda tag: tag not in _GLYPH_TABLES)
            glyphs = glyphs if cut is None else glyphs | cut.glyphs
            subsetter = _Subsetter(options=options)
            subsetter.populate(gids=glyphs)
            subsetter.subset(font)
            data = io.BytesIO()
            font.save(data, reorderTables=False)
            cut = _CUTS[key] = _Cut(glyphs, data.getvalue(), dict(subsetter.glyph_index_map))
        return cut


def _drop(font: Any, unneeded: Callable[[str], bool]) -> None:
    for tag in list(font.reader.tables):
        if unneeded(tag):
            del font[tag]
