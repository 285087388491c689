"""Turns the elements of a `Sheet` into matplotlib artists, one to one, and decides
nothing else.

The data units of the axes are points with y downwards, so the numbers of a layout are
the coordinates of its artists. Every style that matplotlib would take from the user's
rc settings is set here; only colours and the font family (`colors`, `fonts`) follow
them.
"""

from __future__ import annotations

import itertools
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import matplotlib as mpl
import numpy as np
from matplotlib.artist import Artist
from matplotlib.collections import PathCollection
from matplotlib.path import Path
from matplotlib.text import Text as TextArtist
from matplotlib.transforms import IdentityTransform, Transform, TransformedPath

from cddiagram.sheet.colors import ink, palette
from cddiagram.sheet.elements import (
    CORNERS,
    Line,
    Marker,
    Rectangle,
    Sheet,
    Text,
    runs_of,
    unique_ids,
)
from cddiagram.sheet.mpl.fonts import (
    InstalledFonts,
    glyph_warning,
    is_mathtext,
    quiet_about_glyphs,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: All artists share one z-order: matplotlib then draws them in the order in which they
#: were added, the sheet's.
_ZORDER = 3.0

#: Antialiasing, said twice: with all properties given once, matplotlib takes a
#: collection of one shape for a marker and moves it to the nearest whole pixel.
_SMOOTH = [True, True]

#: The most corners of a path that is made of several: in longer ones matplotlib moves
#: no lines to whole pixels.
_MOST_CORNERS = 1024

#: Outlines of radius 1 for `Marker`, y upwards.
_OUTLINES = {
    shape: Path([(x, -y) for x, y in (*corners, corners[0])], closed=True)
    if corners
    else Path.unit_circle()
    for shape, corners in CORNERS.items()
}


def paint(
    sheet: Sheet,
    ax: Axes,
    fonts: InstalledFonts,
    *,
    page: Any,
    ids: bool,
    stacklevel: int,
) -> None:
    """Add the artists of `sheet` to `ax`, whose data units must be points with y
    downwards.
    """
    inks = palette(page)
    texts = [e for e in sheet.elements if isinstance(e, Text)]
    characters = fonts.missing(
        e.text for e in texts if not (e.math and is_mathtext(e.text))
    )
    if characters:
        warnings.warn(
            glyph_warning(characters, fonts.families),
            UserWarning,
            stacklevel=stacklevel,
        )
    # The one that the axes would make for each artist, if it had none; it matters to
    # those who turn clipping on.
    clip = TransformedPath(Path.unit_rectangle(), ax.transAxes)
    runs: list[tuple[str, list[Any]]] = list(runs_of(sheet.elements, ids))
    for gid, (_, run) in zip(unique_ids([name for name, _ in runs]), runs, strict=True):
        first = run[0]
        artist: Artist
        if isinstance(first, Text):
            artist = _text(
                first, fonts, ink(first.color, inks), glyphless=bool(characters)
            )
        elif isinstance(first, Marker):
            artist = _markers(run, inks, ax.transData)
        else:
            artist = _shapes(run, inks)
        artist.set_clip_path(clip)
        ax.add_artist(artist)
        artist.set(
            gid=gid, zorder=_ZORDER, clip_on=False, sketch_params=None, path_effects=[]
        )


def _text(
    text: Text, fonts: InstalledFonts, color: Any, *, glyphless: bool
) -> TextArtist:
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
        # TeX would set other widths than those measured, and read names as markup
        usetex=False,
        antialiased=True,
        clip_on=False,
        path_effects=[],
    )


class _GlyphlessText(TextArtist):
    """A text with characters that no font has: the painter has warned, matplotlib need
    not for each of them.
    """

    def draw(self, renderer: Any) -> None:
        with quiet_about_glyphs():
            super().draw(renderer)

    def get_window_extent(self, *args: Any, **kwargs: Any) -> Any:
        with quiet_about_glyphs():
            return super().get_window_extent(*args, **kwargs)


def _shapes(
    run: Sequence[Line] | Sequence[Rectangle], inks: Mapping[str, str]
) -> PathCollection:
    """Return the collection of a run; neighbours of one style are one path, which is
    written and drawn far faster.
    """
    joined = [
        (style, path)
        for style, shapes in itertools.groupby(run, key=_style)
        for path in _joined(style, shapes)
    ]
    return PathCollection(
        [path for _, path in joined],
        **_look([style for style, _ in joined], inks, run[0]),
    )


def _markers(
    run: Sequence[Marker], inks: Mapping[str, str], points: Transform
) -> PathCollection:
    """Return the collection of a run of markers, which keep their shape whatever
    becomes of the axes.
    """
    return PathCollection(
        _once([_OUTLINES[marker.shape] for marker in run]),
        # A size is an area in square points: its root scales the outline, at any
        # resolution.
        sizes=_once([marker.radius**2 for marker in run]),
        transform=IdentityTransform(),
        offsets=[(marker.x, marker.y) for marker in run],
        offset_transform=points,
        **_look([_style(marker) for marker in run], inks, run[0]),
    )


def _once(values: list[Any]) -> list[Any]:
    """Return one value for all where they are equal: PDF then holds the outline of a
    marker once.
    """
    return values[:1] if all(value == values[0] for value in values) else values


def _look(
    styles: Sequence[_Style], inks: Mapping[str, str], first: Line | Marker | Rectangle
) -> dict[str, Any]:
    """Return the keywords of a collection; one collection has one kind of line end,
    that of its first element.
    """
    return {
        "facecolors": [ink(style.fill, inks) for style in styles],
        "edgecolors": [ink(style.edge, inks) for style in styles],
        "linewidths": [style.width for style in styles],
        "linestyles": [_dashes(style) for style in styles],
        "capstyle": first.cap if isinstance(first, Line) else None,
        "joinstyle": "round" if isinstance(first, Line) else "miter",
        "antialiaseds": _SMOOTH,
        "hatch": None,
    }


class _Style(NamedTuple):
    """How a shape is filled and its outline drawn; an edge lies half inside and half
    outside the outline.
    """

    fill: str | None
    edge: str | None
    width: float
    dash: tuple[float, ...] | None = None
    #: Whether matplotlib moves it to whole pixels: it does if all of a path is upright
    #: or level.
    snapped: bool = False


def _style(shape: Line | Marker | Rectangle) -> _Style:
    if isinstance(shape, Line):
        snapped = all(
            a[0] == b[0] or a[1] == b[1] for a, b in itertools.pairwise(shape.points)
        )
        return _Style(None, shape.color, shape.width, shape.dash, snapped)
    return _Style(
        shape.fill, shape.edge, 0.0 if shape.edge is None else shape.edge_width
    )


def _joined(style: _Style, shapes: Iterable[Any]) -> Iterator[Path]:
    """Return the few paths of shapes of one style; with fill and edge each alone, as
    one covers the other's edge.
    """
    paths = [_outline(shape) for shape in shapes]
    has_both = style.fill is not None and style.edge is not None
    most = (
        1
        if has_both
        else max(
            _MOST_CORNERS // max(len(np.asarray(path.vertices)) for path in paths), 1
        )
    )
    for start in range(0, len(paths), most):
        part = paths[start : start + most]
        path = part[0] if len(part) == 1 else Path.make_compound_path(*part)
        path.should_simplify = False
        yield path


def _outline(shape: Line | Rectangle) -> Path:
    if isinstance(shape, Line):
        return Path(shape.points)
    left, top, right, bottom = (
        shape.x,
        shape.y,
        shape.x + shape.width,
        shape.y + shape.height,
    )
    return Path(
        [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)],
        closed=True,
    )


def _dashes(style: _Style) -> Any:
    """Return a dash pattern that comes out in points: matplotlib multiplies it by the
    width unless told not.
    """
    if style.dash is None:
        return "solid"
    unit = style.width if mpl.rcParams["lines.scale_dashes"] else 1.0
    return 0.0, [length / unit for length in style.dash]
