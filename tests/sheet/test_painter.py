"""The painter: one artist for one element, at its place and in its style, whatever the
user's rc settings.
"""

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.collections import PathCollection
from matplotlib.colors import to_hex
from matplotlib.path import Path
from matplotlib.text import Text as TextArtist

from cddiagram.figures import draw
from cddiagram.sheet.elements import Line, Marker, Rectangle, Sheet, Text, family_of
from cddiagram.sheet.mpl.fonts import InstalledFonts
from cddiagram.sheet.mpl.saving import to_bytes
from cddiagram.sheet.saving import PICTURES

SHEET = Sheet(
    width=144.0,
    height=60.0,
    elements=(
        Rectangle(gid="zebra-0", x=0, y=0, width=72, height=10, fill="zebra"),
        Rectangle(gid="zebra-1", x=0, y=20, width=72, height=10, fill="#ffcc00", edge="guide", edge_width=0.5),
        Line(gid="axis", points=((10, 30), (130, 30)), width=0.8, cap="projecting"),
        Line(gid="tick", points=((20, 30), (20, 26.4)), width=0.8),
        Line(gid="tick", points=((40, 30), (40, 26.4)), width=0.8),
        Line(gid="leader-0", points=((20, 30), (25, 36), (25, 50), (30, 50)), width=0.6, color="leader"),
        Line(gid="leader-1", points=((40, 30), (38, 36), (38, 56), (50, 56)), width=1.1, color="accent"),
        Line(gid="group-0-gap", points=((25, 42), (38, 42)), width=0.8, dash=(1.6, 1.0)),
        Marker(gid="marker-0", x=20, y=30, radius=1.9),
        Marker(
            gid="marker-1", x=40, y=30, radius=2.6, fill="background", edge="foreground", edge_width=0.9,
            shape="diamond",
        ),
        Text(gid="label-0", x=32, y=50, text="left", size=8, width=15),
        Text(gid="label-1", x=52, y=56, text="bold", size=7, width=20, bold=True, color="accent"),
        Text(gid="note", x=142, y=8, text="right", size=7, width=20, anchor="right", italic=True, color="secondary"),
    ),
)  # fmt: skip


def painted(drawing):
    """Give the artists that the painter added, in drawing order."""
    children = drawing.ax.get_children()
    return [
        a
        for a in children
        if isinstance(a, PathCollection) or (isinstance(a, TextArtist) and a.get_gid())
    ]


def check(artist, element, inks):
    """Assert that the artist shows the element, all of it."""
    if isinstance(element, Text):
        assert artist.get_text() == element.text
        assert artist.get_position() == pytest.approx(
            (element.x, element.y + 0.345 * element.size)
        )
        assert (artist.get_ha(), artist.get_va()) == (element.anchor, "baseline")
        assert (artist.get_size(), artist.get_style()) == (
            element.size,
            "italic" if element.italic else "normal",
        )
        assert artist.get_weight() == ("bold" if element.bold else "normal")
        assert to_hex(artist.get_color()) == inks.get(element.color, element.color)
    else:
        assert isinstance(artist, PathCollection)
        (path,) = artist.get_paths()
        if isinstance(element, Marker):
            assert [tuple(place) for place in artist.get_offsets()] == [
                (element.x, element.y)
            ]
            assert np.sqrt(artist.get_sizes()) == pytest.approx([element.radius])
            assert (
                len(path.vertices)
                == {"disc": 26, "diamond": 5, "triangle": 4}[element.shape]
            )
        else:
            check_outline(path, element)
        fill, edge = (
            (None, element.color)
            if isinstance(element, Line)
            else (element.fill, element.edge)
        )
        for name, colors in (
            (fill, artist.get_facecolors()),
            (edge, artist.get_edgecolors()),
        ):
            assert [to_hex(c) for c in colors if c[3] > 0] == (
                [] if name is None else [inks.get(name, name)]
            )
        if isinstance(element, Line):
            assert artist.get_linewidths()[0] == element.width
            assert artist.get_capstyle() == element.cap
            dash = artist.get_linestyles()[0][1]
            assert (
                dash is None
                if element.dash is None
                else dash == pytest.approx(list(element.dash))
            )
        else:
            assert artist.get_linewidths()[0] == (
                element.edge_width if element.edge else 0
            )


def check_outline(path, element):
    """Assert that a path in points is the shape of the element, and its only one."""
    assert path.codes is None or list(path.codes).count(Path.MOVETO) == 1
    if isinstance(element, Line):
        assert [tuple(corner) for corner in path.vertices] == [
            tuple(map(float, p)) for p in element.points
        ]
        return
    low, high = path.get_extents().get_points()
    assert tuple(low) == (element.x, element.y)
    assert tuple(high) == pytest.approx(
        (element.x + element.width, element.y + element.height)
    )
    assert len(path.vertices) == 5


def assert_artists_match(drawing, inks):
    """One artist per element, in order, and none left over; names as asked for, made
    unique.
    """
    elements, artists = drawing.layout.elements, painted(drawing)
    assert len(artists) == len(elements)
    names = [artist.get_gid() for artist in artists]
    assert len(set(names)) == len(names)
    for artist, element, name in zip(artists, elements, names, strict=True):
        assert name == element.gid or name.rpartition("-")[0] == element.gid
        check(artist, element, inks)


@pytest.fixture
def inks():
    from cddiagram.sheet.colors import palette

    return palette()


def test_one_artist_per_element(inks):
    drawing = draw(SHEET, InstalledFonts(), ids=True)
    assert_artists_match(drawing, inks)
    assert [a.get_gid() for a in painted(drawing)][3:5] == ["tick", "tick-2"]


@pytest.mark.parametrize(
    "case",
    [
        "nemenyi",
        "linked",
        "interval",
        "holm",
        "two",
        "tied",
        "many",
        "many-control",
        "long",
    ],
)
def test_cd_diagram_is_drawn_element_by_element(case, comparison_of, inks):
    from cddiagram.figures import plot_cd

    assert_artists_match(plot_cd(comparison_of(case), ids=True, highlight=None), inks)


def test_neighbours_of_a_kind_share_a_collection(inks):
    drawing = draw(SHEET, InstalledFonts())
    artists = painted(drawing)
    assert [a.get_gid() for a in artists] == [
        "zebra", "axis", "tick", "leader", "group-gap", "marker", "label-0", "label-1", "note",
    ]  # fmt: skip
    leaders = artists[3]
    assert [len(path.vertices) for path in leaders.get_paths()] == [4, 4]
    assert list(leaders.get_linewidths()) == [0.6, 1.1]
    assert [to_hex(c) for c in leaders.get_edgecolors()] == [
        inks["leader"],
        inks["accent"],
    ]
    assert leaders.get_joinstyle() == "round"
    assert [len(path.vertices) for path in artists[5].get_paths()] == [26, 5]
    assert np.sqrt(artists[5].get_sizes()) == pytest.approx([1.9, 2.6])


def test_neighbours_of_one_style_are_one_path():
    ticks = artist_of(
        [Line(gid="tick", points=((x, 0), (x, 9)), width=1) for x in range(5)]
    )
    (path,) = ticks.get_paths()
    assert path.vertices.tolist() == [[x, y] for x in range(5) for y in (0, 9)]
    assert list(path.codes) == [Path.MOVETO, Path.LINETO] * 5
    assert not path.should_simplify
    for other in (
        {"width": 2},
        {"color": "accent"},
        {"dash": (1, 1)},
        {"points": ((0, 0), (5, 9))},
    ):
        lines = [{"points": ((x, 0), (x, 9)), "width": 1} for x in range(5)]
        lines[2] |= other
        found = artist_of([Line(gid="tick", **line) for line in lines])
        assert [len(path.vertices) for path in found.get_paths()] == [4, 2, 4]


def artist_of(elements):
    (artist,) = painted(
        draw(Sheet(width=10, height=10, elements=tuple(elements)), InstalledFonts())
    )
    return artist


def test_a_path_is_short_enough_for_whole_pixels():
    # With more than 1024 corners matplotlib would leave its lines between the pixels,
    # grey and blurred.
    corners = tuple(
        (x / 10, y) for x in range(10) for y in ((0, 9) if x % 2 else (9, 0))
    )
    paths = artist_of([Line(gid="tick", points=corners, width=1)] * 250).get_paths()
    assert sum(len(path.vertices) for path in paths) == 250 * 20
    assert max(len(path.vertices) for path in paths) <= 1024
    assert not any(path.should_simplify for path in paths)


@pytest.mark.parametrize("first", ["disc", "diamond", "triangle"])
@pytest.mark.parametrize("second", ["disc", "diamond", "triangle"])
def test_markers_that_overlap_leave_no_hole(first, second):
    # As one path, outlines that turn in opposite ways would cancel out: a filled marker
    # would look hollow.
    markers = [
        Marker(gid="marker", x=x, y=8, radius=5, shape=shape)
        for x, shape in ((8, first), (10, second))
    ]
    pixels = pixels_of(
        draw(Sheet(width=20, height=16, elements=tuple(markers)), InstalledFonts())
    )
    assert (pixels[32, 30:42] == 0).all()


def test_markers_keep_their_shape_when_the_axes_change():
    marker = Marker(gid="marker-0", x=10, y=10, radius=5)
    drawing = draw(Sheet(width=40, height=40, elements=(marker,)), InstalledFonts())
    drawing.ax.set_xlim(0, 20)
    rows, columns = np.nonzero(pixels_of(drawing)[:, :, 0] < 128)
    assert (
        np.ptp(rows)
        == pytest.approx(np.ptp(columns), abs=1)
        == pytest.approx(39, abs=1)
    )


def test_one_outline_serves_equal_markers():
    markers = [
        Marker(gid="marker", x=x, y=5, radius=2, fill=fill)
        for x, fill in ((2, "#ff0000"), (6, "#0000ff"))
    ]
    artist = artist_of(markers)
    assert (
        len(artist.get_paths()),
        len(artist.get_sizes()),
        len(artist.get_offsets()),
    ) == (1, 1, 2)
    assert [to_hex(c) for c in artist.get_facecolors()] == ["#ff0000", "#0000ff"]


def test_a_triangle_stands_on_its_side():
    marker = Marker(gid="marker-0", x=10, y=10, radius=5, shape="triangle")
    pixels = pixels_of(
        draw(Sheet(width=20, height=20, elements=(marker,)), InstalledFonts())
    )
    dark = [np.count_nonzero(row < 128) for row in pixels[:, :, 0]]
    assert dark[24] < dark[40] < dark[48]
    assert max(np.flatnonzero(dark)) + 1 == pytest.approx(4 * 12.5, abs=1)


def test_boxes_have_corners():
    box = Rectangle(
        gid="box",
        x=4,
        y=4,
        width=8,
        height=8,
        fill="#ff0000",
        edge="#0000ff",
        edge_width=4,
    )
    pixels = pixels_of(
        draw(Sheet(width=16, height=16, elements=(box,)), InstalledFonts())
    )
    assert tuple(pixels[9, 9]) == (0, 0, 255)


def test_clipping_can_be_turned_on():
    line = Line(gid="line", points=((-5, 2), (30, 2)), width=2)
    ax = mpl.figure.Figure(figsize=(1, 1)).add_axes((0.25, 0.25, 0.5, 0.5))
    drawing = draw(Sheet(width=10, height=4, elements=(line,)), InstalledFonts(), ax=ax)
    inside = 72  # a quarter of an inch at 288 dpi
    for clip in (False, True):
        artist_of_line(drawing).set_clip_on(clip)
        dark = np.nonzero((pixels_of(drawing)[:, :, 0] < 128).any(axis=0))[0]
        assert bool(dark.min() < inside) is not clip


def artist_of_line(drawing):
    (artist,) = painted(drawing)
    return artist


def test_shapes_with_an_edge_stay_alone():
    # The second covers the edge of the first where they overlap.
    boxes = [Rectangle(gid="box", x=x, y=0, width=5, height=5, fill="#ff0000", edge="#0000ff", edge_width=1)
             for x in (1, 3)]  # fmt: skip
    assert len(artist_of(boxes).get_paths()) == 2
    assert tuple(
        pixels_of(
            draw(Sheet(width=10, height=6, elements=tuple(boxes)), InstalledFonts())
        )[10, 24]
    ) == (255, 0, 0)


def test_line_ends_are_not_mixed_in_a_collection():
    lines = [
        Line(gid=f"leader-{i}", points=((0, i), (9, i)), width=1, cap=c)
        for i, c in enumerate(["butt", "round", "butt"])
    ]
    drawing = draw(Sheet(width=10, height=10, elements=tuple(lines)), InstalledFonts())
    assert [a.get_capstyle() for a in painted(drawing)] == ["butt", "round", "butt"]
    assert [a.get_gid() for a in painted(drawing)] == ["leader", "leader-2", "leader-3"]


def test_both_ways_look_alike():
    # A run in one collection and the same elements one by one.
    png = [
        to_bytes(draw(SHEET, InstalledFonts(), ids=ids).figure, "png")
        for ids in (False, True)
    ]
    assert png[0] == png[1]


def test_later_elements_lie_on_top():
    boxes = [
        Rectangle(gid=name, x=0, y=0, width=10, height=10, fill=fill)
        for name, fill in (("a", "#ff0000"), ("b", "#0000ff"))
    ]
    line = Line(gid="c", points=((0, 5), (10, 5)), width=4, color="#00ff00")
    for ids in (False, True):
        pixels = pixels_of(
            draw(
                Sheet(width=10, height=10, elements=(*boxes, line)),
                InstalledFonts(),
                ids=ids,
            )
        )
        assert tuple(pixels[2, 20]) == (0, 0, 255)
        assert tuple(pixels[20, 20]) == (0, 255, 0)
        pixels = pixels_of(
            draw(
                Sheet(width=10, height=10, elements=(line, *boxes)),
                InstalledFonts(),
                ids=ids,
            )
        )
        assert tuple(pixels[20, 20]) == (0, 0, 255)


def pixels_of(drawing, dpi=288):
    """Give the saved pixels; at 288 dpi a point is four of them."""
    import io

    from PIL import Image

    return np.asarray(
        Image.open(io.BytesIO(to_bytes(drawing.figure, "png", dpi=dpi))).convert("RGB")
    )


@pytest.mark.parametrize("given", [False, True])
@pytest.mark.parametrize("shape", ["disc", "diamond"])
def test_radius_is_exact_in_points(shape, given):
    marker = Marker(gid="marker-0", x=30, y=20, radius=5, shape=shape)
    ax = (
        mpl.figure.Figure(figsize=(2, 2), dpi=137).add_axes((0, 0, 1, 1))
        if given
        else None
    )
    pixels = pixels_of(
        draw(Sheet(width=60, height=40, elements=(marker,)), InstalledFonts(), ax=ax)
    )
    rows, columns = np.nonzero(pixels[:, :, 0] < 128)
    assert (columns.min(), columns.max() + 1) == pytest.approx((100, 140), abs=1)
    assert (rows.min(), rows.max() + 1) == pytest.approx((60, 100), abs=1)


@pytest.mark.parametrize("scale", [True, False])
def test_dashes_are_in_points(scale):
    line = Line(gid="gap", points=((0, 2), (72, 2)), width=2.0, dash=(6.0, 3.0))
    with mpl.rc_context({"lines.scale_dashes": scale}):
        pixels = pixels_of(
            draw(Sheet(width=72, height=4, elements=(line,)), InstalledFonts())
        )
    dark = pixels[8, :, 0] < 128
    edges = np.flatnonzero(np.diff(dark.astype(int)))
    assert np.diff(edges[:8]) == pytest.approx(
        [12, 24] * 3 + [12], abs=1
    )  # off 3 pt, on 6 pt


def test_text_middle_is_where_the_layout_says():
    # The middle of capitals: 0.345 of the size above the baseline is about half of
    # DejaVu's capital height of 0.729.
    text = Text(gid="label-0", x=4, y=20, text="HHHH", size=20, width=60)
    pixels = pixels_of(
        draw(Sheet(width=80, height=40, elements=(text,)), InstalledFonts())
    )
    rows = np.nonzero(pixels[:, :, 0].min(axis=1) < 128)[0]
    assert (rows.min() + rows.max() + 1) / 2 / 4 == pytest.approx(20, abs=0.5)


RC = {
    "lines.linewidth": 7, "lines.antialiased": False, "lines.scale_dashes": False, "lines.solid_capstyle": "round",
    "patch.linewidth": 5, "patch.antialiased": False, "patch.edgecolor": "red", "patch.force_edgecolor": True,
    "path.sketch": (3, 20, 2), "font.size": 30, "font.weight": "bold", "font.style": "italic",
    "text.hinting": "force_autohint", "text.usetex": True, "text.antialiased": False, "text.parse_math": False,
    "axes.facecolor": "red", "axes.grid": True, "axes.xmargin": 0.3, "savefig.bbox": "tight",
    "savefig.pad_inches": 1, "savefig.facecolor": "red", "savefig.transparent": False,
    "figure.constrained_layout.use": True, "figure.dpi": 50, "pdf.fonttype": 3, "ps.fonttype": 3,
    "svg.fonttype": "none", "svg.hashsalt": "other", "image.composite_image": False, "ps.usedistiller": None,
    "pdf.compression": 0, "scatter.edgecolors": "red", "lines.dash_capstyle": "round",
}  # fmt: skip


@pytest.mark.slow
def test_rc_settings_distort_nothing():
    expected = [to_bytes(draw(SHEET, InstalledFonts()).figure, fmt) for fmt in PICTURES]
    with mpl.rc_context(RC):
        found = [
            to_bytes(draw(SHEET, InstalledFonts()).figure, fmt) for fmt in PICTURES
        ]
    assert found == expected


def test_rc_path_effects_do_not_distort():
    from matplotlib import patheffects

    expected = to_bytes(draw(SHEET, InstalledFonts()).figure, "png")
    with mpl.rc_context(
        {"path.effects": [patheffects.withStroke(linewidth=4, foreground="w")]}
    ):
        assert to_bytes(draw(SHEET, InstalledFonts()).figure, "png") == expected


@pytest.mark.parametrize(
    ("gid", "family"),
    [("leader-3", "leader"), ("group-2-member-11", "group-member"), ("group-0", "group"), ("cut-0.05", "cut"),
     ("cell-1-22", "cell"), ("tick-minor", "tick-minor"), ("cd-ruler", "cd-ruler")],
)  # fmt: skip
def test_family(gid, family):
    assert family_of(gid) == family
