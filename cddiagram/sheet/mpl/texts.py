"""Texts of a figure: matplotlib's, without what the layout has done before."""

from __future__ import annotations

import math
from typing import Any, cast

from matplotlib.artist import allow_rasterization
from matplotlib.text import Text as TextArtist

from cddiagram.sheet.elements import Text
from cddiagram.sheet.mpl.fonts import Fonts, quiet_about_glyphs
from cddiagram.sheet.mpl.settings import short_cuts


def text_artist(text: Text, fonts: Fonts, color: Any, *, glyphless: bool) -> TextArtist:
    """Return the artist of a text."""
    has_markup = text.math and "$" in text.text  # formulas, and dollar signs written for their sake
    kind = _GlyphlessText if glyphless else TextArtist if has_markup else _MeasuredText
    artist = kind(
        text.x,
        text.baseline,
        text.text,
        fontproperties=fonts.properties(text.size, text.bold, text.italic),
        color=color,
        horizontalalignment=cast(Any, text.anchor),
        verticalalignment="baseline",
        parse_math=text.math,
        usetex=False,  # TeX would set other widths than those measured, and read names as markup
        antialiased=True,
        clip_on=False,
        path_effects=[],
    )
    if isinstance(artist, _MeasuredText):
        artist.remember(text)
    return artist


#: What changes how a text is drawn, beside its place, its colour and its font.
_LOOK = (
    *("text", "horizontalalignment", "verticalalignment", "rotation", "rotation_mode", "parse_math", "wrap"),
    *("usetex", "bbox_patch", "path_effects", "clip_on", "visible"),
)


class _MeasuredText(TextArtist):
    """A text that PDF and EPS, which set letters as wide as the layout has measured them, do not measure again.

    Measuring is a quarter of the time of a small figure, and rounds the width of each letter. A text that was changed
    by hand in more than place and colour is drawn as any other.
    """

    def remember(self, text: Text) -> None:
        """Keep the measured width, and what it is the width of."""
        self._before_anchor = text.x - text.left
        self._measured = self._look()

    def _look(self) -> tuple[Any, ...]:
        return (self.get_fontproperties().copy(), *(getattr(self, f"get_{name}")() for name in _LOOK))

    @allow_rasterization  # type: ignore[untyped-decorator]
    def draw(self, renderer: Any) -> None:
        # The writers that count from below draw unrounded letters in points: PDF and PostScript (and PGF, where TeX
        # places the text by its anchor). On pixels letters are wider or narrower.
        x, y = self.get_transform().transform(self.get_unitless_position())
        if not short_cuts() or renderer.flipy() or self._look() != self._measured or not math.isfinite(x + y):
            super().draw(renderer)
            return
        renderer.open_group("text", self.get_gid())
        gc = renderer.new_gc()
        gc.set_foreground(self.get_color())
        gc.set_alpha(self.get_alpha())
        gc.set_url(self.get_url())
        left = x - self._before_anchor
        renderer.draw_text(gc, left, y, self.get_text(), self.get_fontproperties(), 0.0, ismath=False, mtext=self)
        gc.restore()
        renderer.close_group("text")
        self.stale = False


class _GlyphlessText(TextArtist):
    """A text with characters that no font has: the painter has warned, matplotlib need not for each of them."""

    def draw(self, renderer: Any) -> None:
        with quiet_about_glyphs():
            super().draw(renderer)

    def get_window_extent(self, *args: Any, **kwargs: Any) -> Any:
        with quiet_about_glyphs():
            return super().get_window_extent(*args, **kwargs)
