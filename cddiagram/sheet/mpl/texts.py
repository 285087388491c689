"""Texts of a figure as matplotlib's."""

from __future__ import annotations

from typing import Any, cast

from matplotlib.text import Text as TextArtist

from cddiagram.sheet.elements import Text
from cddiagram.sheet.mpl.fonts import Fonts, quiet_about_glyphs


def text_artist(text: Text, fonts: Fonts, color: Any, *, glyphless: bool) -> TextArtist:
    """Return the artist of a text."""
    kind = _GlyphlessText if glyphless else TextArtist
    return kind(
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


class _GlyphlessText(TextArtist):
    """A text with characters that no font has: the painter has warned, matplotlib need not for each of them."""

    def draw(self, renderer: Any) -> None:
        with quiet_about_glyphs():
            super().draw(renderer)

    def get_window_extent(self, *args: Any, **kwargs: Any) -> Any:
        with quiet_about_glyphs():
            return super().get_window_extent(*args, **kwargs)
