"""Cutting fonts down to the letters of a figure, for the files that carry their fonts."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

#: The rules by which a font chooses and places glyphs. matplotlib has placed every glyph when it embeds the font, and
#: no reader of the file looks at them; but taking them apart is half the time of saving a small figure.
_LAYOUT_TABLES = ("GDEF", "GPOS", "GSUB", "kern")

_ONE_AT_A_TIME = threading.Lock()


@contextmanager
def without_layout_tables() -> Iterator[None]:
    """Let matplotlib cut down fonts without their layout tables: what is drawn is the same, and the file smaller."""
    from fontTools import subset

    with _ONE_AT_A_TIME:
        load = subset.load_font

        def load_glyphs(*args: Any, **options: Any) -> Any:
            font = load(*args, **options)
            for tag in _LAYOUT_TABLES:
                if tag in font:
                    del font[tag]
            return font

        subset.load_font = load_glyphs
        try:
            yield
        finally:
            subset.load_font = load
