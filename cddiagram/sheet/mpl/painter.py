"""Turn the elements of a `Sheet` into matplotlib artists.

The data units of the axes are points, with y downwards, so that the numbers of a layout
are the coordinates of its artists. Only the colours and the font family depend on the
user's rc settings. All other styles are set here.
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
    Area,
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

#: All artists have this z-order. If artists have the same z-order, matplotlib draws
#: them in the order in which they were added, which is the order of the layout.
_ZORDER = 3.0

#: The antialiasing setting of a collection. This setting consists of two equal values.
#: If all shapes in a collection are identical and each property has only one value,
#: matplotlib draws them as markers and snaps them to the nearest pixel.
_SMOOTH = [True, True]

#: A path that combines several shapes has at most this many corners. If a path has more
#: corners, matplotlib does not snap it to pixels.
_MOST_CORNERS = 1024


def _marker_outline(corners: Sequence[tuple[float, float]]) -> Path:
    """Return the outline of a marker of radius 1, with y upwards."""
    if not corners:
        return Path.unit_circle()
    points = [(x, -y) for x, y in corners]
    return Path([*points, points[0]], closed=True)


_OUTLINES = {shape: _marker_outline(corners) for shape, corners in CORNERS.items()}


def paint(
    sheet: Sheet,
    ax: Axes,
    fonts: InstalledFonts,
    *,
    page: Any,
    ids: bool,
    stacklevel: int,
) -> None:
    """Add the artists of a sheet to axes, whose data units must be points with y
    downwards.
    """
    inks = palette(page)
    characters = fonts.missing(_literal_texts(sheet))
    if characters:
        warning = glyph_warning(characters, fonts.families)
        warnings.warn(warning, UserWarning, stacklevel=stacklevel)
    # Without this path, the axes would create a path for each artist. The path has an
    # effect only if clipping is enabled.
    clip = TransformedPath(Path.unit_rectangle(), ax.transAxes)
    runs: list[tuple[str, list[Any]]] = list(runs_of(sheet.elements, ids))
    gids = unique_ids([name for name, _ in runs])
    for gid, (_, run) in zip(gids, runs, strict=True):
        first = run[0]
        artist: Artist
        if isinstance(first, Text):
            color = ink(first.color, inks)
            artist = _text(first, fonts, color, glyphless=bool(characters))
        elif isinstance(first, Marker):
            artist = _markers(run, inks, ax.transData)
        else:
            artist = _shapes(run, inks)
        artist.set_clip_path(clip)
        ax.add_artist(artist)
        artist.set(
            gid=gid, zorder=_ZORDER, clip_on=False, sketch_params=None, path_effects=[]
        )


def _literal_texts(sheet: Sheet) -> list[str]:
    """Return the text elements of a sheet that are not mathtext."""
    texts = []
    for element in sheet.elements:
        if isinstance(element, Text):
            is_formula = element.math and is_mathtext(element.text)
            if not is_formula:
                texts.append(element.text)
    return texts


def _text(
    text: Text, fonts: InstalledFonts, color: Any, *, glyphless: bool
) -> TextArtist:
    """Return the artist of a text element. With `glyphless`, characters may lack a
    glyph.
    """
    artist_class = _Text
    if glyphless:
        artist_class = _GlyphlessText
    return artist_class(
        text.x,
        text.baseline,
        text.text,
        fontproperties=fonts.properties(text.size, text.bold, text.italic),
        color=color,
        horizontalalignment=cast(Any, text.anchor),
        verticalalignment="baseline",
        parse_math=text.math,
        # If TeX typeset the text, its width would differ from the measured width, and
        # names would be interpreted as markup.
        usetex=False,
        antialiased=True,
        clip_on=False,
        path_effects=[],
    )


class _Text(TextArtist):
    """A text artist of this package. A process that unpickles a figure imports this
    module, which adds the default typeface to matplotlib's list of fonts.
    """


class _GlyphlessText(_Text):
    """A text artist in which some characters have no glyph. The painter has already
    issued a warning, so matplotlib's warning about each character is silenced.
    """

    def draw(self, renderer: Any) -> None:
        with quiet_about_glyphs():
            super().draw(renderer)

    def get_window_extent(self, *args: Any, **kwargs: Any) -> Any:
        with quiet_about_glyphs():
            return super().get_window_extent(*args, **kwargs)


def _shapes(
    run: Sequence[Line] | Sequence[Rectangle] | Sequence[Area], inks: Mapping[str, str]
) -> PathCollection:
    """Return the collection of a run. Consecutive shapes with the same style are joined
    into one path, which is much faster to write and to draw.
    """
    styles: list[_Style] = []
    paths: list[Path] = []
    for style, shapes in itertools.groupby(run, key=_style):
        for path in _joined(style, shapes):
            styles.append(style)
            paths.append(path)
    return PathCollection(paths, **_look(styles, inks, run[0]))


def _markers(
    run: Sequence[Marker], inks: Mapping[str, str], points: Transform
) -> PathCollection:
    """Return the collection of a run of markers. Their shape does not depend on the
    aspect ratio of the axes.
    """
    styles = [_style(marker) for marker in run]
    return PathCollection(
        _once([_OUTLINES[marker.shape] for marker in run]),
        # Matplotlib defines the size of a marker as an area in square points. The
        # outline is scaled by the square root of this area.
        sizes=_once([marker.radius**2 for marker in run]),
        transform=IdentityTransform(),
        offsets=[(marker.x, marker.y) for marker in run],
        offset_transform=points,
        **_look(styles, inks, run[0]),
    )


def _once(values: list[Any]) -> list[Any]:
    """Return a single value if all values are equal. A PDF file then contains the
    outline of a marker only once.
    """
    if all(value == values[0] for value in values):
        return values[:1]
    return values


def _look(
    styles: Sequence[_Style],
    inks: Mapping[str, str],
    first: Line | Marker | Rectangle | Area,
) -> dict[str, Any]:
    """Return the keyword arguments of a collection. A collection has only one cap
    style, which is taken from the first element.
    """
    cap, join = None, "miter"
    if isinstance(first, Line):
        cap, join = first.cap, "round"
    return {
        "facecolors": [ink(style.fill, inks) for style in styles],
        "edgecolors": [ink(style.edge, inks) for style in styles],
        "linewidths": [style.width for style in styles],
        "linestyles": [_dashes(style) for style in styles],
        "capstyle": cap,
        "joinstyle": join,
        "antialiaseds": _SMOOTH,
        "hatch": None,
    }


class _Style(NamedTuple):
    """The fill and the edge of a shape. One half of the edge is inside the outline."""

    fill: str | None
    edge: str | None
    width: float
    dash: tuple[float, ...] | None = None
    #: Whether all lines of the shape are vertical or horizontal, so that matplotlib
    #: snaps the shape to pixels.
    snapped: bool = False


def _style(shape: Line | Marker | Rectangle | Area) -> _Style:
    """Return the style of a shape."""
    if isinstance(shape, Line):
        steps = itertools.pairwise(shape.points)
        snapped = all(a[0] == b[0] or a[1] == b[1] for a, b in steps)
        return _Style(None, shape.color, shape.width, shape.dash, snapped)
    if shape.edge is None:
        return _Style(shape.fill, None, 0.0)
    return _Style(shape.fill, shape.edge, shape.edge_width)


def _joined(style: _Style, shapes: Iterable[Any]) -> Iterator[Path]:
    """Combine shapes with the same style into a small number of paths. Shapes with both
    a fill and an edge are not combined, because a fill may cover the edge of another
    shape.
    """
    paths = [_outline(shape) for shape in shapes]
    most = 1
    if style.fill is None or style.edge is None:
        longest = max(len(np.asarray(path.vertices)) for path in paths)
        most = max(_MOST_CORNERS // longest, 1)
    for start in range(0, len(paths), most):
        part = paths[start : start + most]
        path = part[0]
        if len(part) > 1:
            path = Path.make_compound_path(*part)
        path.should_simplify = False
        yield path


def _outline(shape: Line | Rectangle | Area) -> Path:
    """Return the path of a line, a rectangle or an area."""
    if isinstance(shape, Line):
        return Path(shape.points)
    if isinstance(shape, Area):
        return Path([*shape.corners, shape.corners[0]], closed=True)
    left, top = shape.x, shape.y
    right, bottom = left + shape.width, top + shape.height
    corners = [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)]
    return Path(corners, closed=True)


def _dashes(style: _Style) -> Any:
    """Return a dash pattern in points. By default, matplotlib multiplies the lengths of
    a pattern by the line width.
    """
    if style.dash is None:
        return "solid"
    unit = 1.0
    if mpl.rcParams["lines.scale_dashes"]:
        unit = style.width
    return 0.0, [length / unit for length in style.dash]
