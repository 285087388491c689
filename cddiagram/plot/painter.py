"""Turns the elements of a `Sheet` into matplotlib artists, one to one, and decides nothing else.

The data units of the axes are points with y downwards, so the numbers of a layout are the coordinates of its artists.
Every style that matplotlib would take from the user's rc settings is set here; only colours and the font family
(`colors`, `fonts`) follow them.
"""

from __future__ import annotations

import itertools
import re
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

import matplotlib as mpl
from matplotlib.artist import Artist
from matplotlib.collections import Collection, LineCollection, PathCollection, PolyCollection
from matplotlib.path import Path
from matplotlib.text import Text as TextArtist
from matplotlib.transforms import IdentityTransform

from cddiagram.layout.elements import MIDDLE_ABOVE_BASELINE, Element, Line, Marker, Rectangle, Sheet, Text
from cddiagram.plot.colors import ink, palette
from cddiagram.plot.fonts import Fonts, glyph_warning, is_mathtext, quiet_about_glyphs

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: All artists share one z-order: matplotlib then draws them in the order in which they were added, the sheet's.
_ZORDER = 3.0

#: Antialiasing, said twice: with all properties given once, matplotlib takes a collection of one shape for a marker
#: and moves it to the nearest whole pixel.
_SMOOTH = [True, True]

#: Outlines of radius 1 for `Marker`.
_OUTLINES = {
    "disc": Path.unit_circle(),
    "diamond": Path([(0, 1), (1, 0), (0, -1), (-1, 0), (0, 1)], closed=True),
    "triangle": Path([(0, 1), (3**0.5 / 2, -0.5), (-(3**0.5) / 2, -0.5), (0, 1)], closed=True),
}


def paint(sheet: Sheet, ax: Axes, fonts: Fonts, *, page: Any = None, ids: bool = False, stacklevel: int = 2) -> None:
    """Add the artists of `sheet` to `ax`, whose data units must be points with y downwards.

    Parameters
    ----------
    sheet : Sheet
        What to draw.
    ax : matplotlib.axes.Axes
        Where to draw it; only artists are added.
    fonts : Fonts
        The fonts that the sheet was measured with.
    page : colour, optional
        The colour behind the axes, by default rc ``figure.facecolor``.
    ids : bool, default False
        One artist per element, with the element's name as gid (a repeated name gets ``-2``, ``-3``, ...). Otherwise
        neighbouring elements of one kind are one collection with the name of the kind, for example ``leader``:
        smaller files.
    stacklevel : int, default 2
        Which caller the warning about missing glyphs points at.

    Warns
    -----
    UserWarning
        Once, if no font has a glyph for some characters.
    """
    inks = palette(page)
    texts = [e for e in sheet.elements if isinstance(e, Text)]
    characters = fonts.missing(e.text for e in texts if not (e.math and is_mathtext(e.text)))
    text_type: type[TextArtist] = _GlyphlessText if characters else TextArtist
    if characters:
        warnings.warn(glyph_warning(characters, fonts.families), UserWarning, stacklevel=stacklevel)
    runs = list(_runs(sheet.elements, ids))
    for gid, (_, run) in zip(unique_ids([name for name, _ in runs]), runs, strict=True):
        first = run[0]
        if isinstance(first, Text):
            artist: Artist = _text(first, fonts, inks, text_type)
            ax.add_artist(artist)
        else:
            collection = _PAINTERS[type(first)](run, inks)
            if isinstance(first, Marker):
                collection.set_offset_transform(ax.transData)
            ax.add_collection(collection, autolim=False)
            artist = collection
        artist.set(gid=gid, zorder=_ZORDER, clip_on=False, sketch_params=None, path_effects=[])


class _GlyphlessText(TextArtist):
    """A text with characters that no font has: the painter has warned, matplotlib need not for each of them."""

    def draw(self, renderer: Any) -> None:
        with quiet_about_glyphs():
            super().draw(renderer)

    def get_window_extent(self, *args: Any, **kwargs: Any) -> Any:
        with quiet_about_glyphs():
            return super().get_window_extent(*args, **kwargs)


def _runs(elements: Sequence[Element], ids: bool) -> Iterator[tuple[str, list[Any]]]:
    """Group neighbours that can share a collection; with `ids` each element is its own group."""
    if ids:
        yield from ((element.gid, [element]) for element in elements)
        return
    for (kind, family, _), run in itertools.groupby(elements, key=_kind):
        if kind is Text:
            yield from ((cast(Text, element).gid, [element]) for element in run)
        else:
            yield family, list(run)


def _kind(element: Element) -> tuple[type, str, str]:
    """Give what elements of one collection have in common; a collection has one kind of line end."""
    cap = element.cap if isinstance(element, Line) else ""
    return type(element), family_of(element.gid), cap


def family_of(gid: str) -> str:
    """Give the kind of an element: its name without the numbers.

    Examples
    --------
    >>> family_of("clique-2-member-11"), family_of("leader-3"), family_of("tick-minor")
    ('clique-member', 'leader', 'tick-minor')
    """
    return re.sub(r"-\d+(\.\d+)?(?=-|$)", "", gid)


def unique_ids(names: Sequence[str]) -> list[str]:
    """Add numbers to repeated names, so that each artist has an id of its own, as SVG asks for.

    Examples
    --------
    >>> unique_ids(["tick", "tick", "cue", "tick"])
    ['tick', 'tick-2', 'cue', 'tick-3']
    """
    taken: set[str] = set()
    unique = []
    for name in names:
        free, number = name, 1
        while free in taken or (number > 1 and free in names):
            number += 1
            free = f"{name}-{number}"
        taken.add(free)
        unique.append(free)
    return unique


def _lines(run: Sequence[Line], inks: Mapping[str, str]) -> Collection:
    return LineCollection(
        [line.points for line in run],
        linewidths=[line.width for line in run],
        colors=[ink(line.color, inks) for line in run],
        linestyles=[_dashes(line) for line in run],
        capstyle=cast(Any, run[0].cap),
        joinstyle="round",
        antialiaseds=_SMOOTH,
    )


def _dashes(line: Line) -> Any:
    """Give the dash pattern such that it comes out in points: matplotlib multiplies it by the width unless told not."""
    if line.dash is None:
        return "solid"
    unit = line.width if mpl.rcParams["lines.scale_dashes"] else 1.0
    return 0.0, [length / unit for length in line.dash]


def _markers(run: Sequence[Marker], inks: Mapping[str, str]) -> Collection:
    return PathCollection(
        [_OUTLINES[marker.shape] for marker in run],
        # A size is an area in square points: its root scales the outline, at any resolution.
        sizes=[marker.radius**2 for marker in run],
        transform=IdentityTransform(),
        offsets=[(marker.x, marker.y) for marker in run],
        **_surface(run, inks),
    )


def _rectangles(run: Sequence[Rectangle], inks: Mapping[str, str]) -> Collection:
    return PolyCollection([_corners(box) for box in run], closed=True, **_surface(run, inks))


def _corners(box: Rectangle) -> list[tuple[float, float]]:
    right, bottom = box.x + box.width, box.y + box.height
    return [(box.x, box.y), (right, box.y), (right, bottom), (box.x, bottom)]


def _surface(run: Sequence[Marker] | Sequence[Rectangle], inks: Mapping[str, str]) -> dict[str, Any]:
    """Give the keywords of filled shapes; an edge lies half inside and half outside the outline."""
    return {
        "facecolors": [ink(shape.fill, inks) for shape in run],
        "edgecolors": [ink(shape.edge, inks) for shape in run],
        "linewidths": [shape.edge_width if shape.edge is not None else 0.0 for shape in run],
        "linestyles": "solid",
        "joinstyle": "miter",
        "antialiaseds": _SMOOTH,
        "hatch": None,
    }


def _text(text: Text, fonts: Fonts, inks: Mapping[str, str], text_type: type[TextArtist]) -> TextArtist:
    return text_type(
        text.x,
        text.y + MIDDLE_ABOVE_BASELINE * text.size,
        text.text,
        fontproperties=fonts.properties(text.size, text.bold, text.italic),
        color=ink(text.color, inks),
        horizontalalignment=cast(Any, text.anchor),
        verticalalignment="baseline",
        parse_math=text.math,
        usetex=False,  # TeX would set other widths than those measured, and read names as markup
        antialiased=True,
    )


_PAINTERS: dict[type, Callable[[Any, Mapping[str, str]], Collection]] = {
    Line: _lines,
    Marker: _markers,
    Rectangle: _rectangles,
}
