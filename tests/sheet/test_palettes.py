"""Palettes: their colours read as type on any page; given colours that hardly differ
from it are warned about.
"""

import warnings
from itertools import combinations

import pytest
from matplotlib import rc_context

import cddiagram as cd
from cddiagram.sheet.colors import contrast, ink, palette
from cddiagram.sheet.elements import CORNERS, Marker, Sheet
from cddiagram.sheet.families import SHAPES, tone
from cddiagram.sheet.look import PALETTES
from cddiagram.sheet.svg_writer import svg_of
from cddiagram.sheet.tikz_writer import tikz_picture

PAGES = [
    ("white", "black"),
    ("black", "white"),
    ("#16181b", "#e6e6e3"),
    ("#fffff0", "#102030"),
    ("#eaeaf2", "#222222"),
]


@pytest.mark.parametrize(("page", "text"), PAGES)
@pytest.mark.parametrize("name", PALETTES)
def test_palettes_read_as_type(name, page, text):
    inks = palette(page, text)
    shown = [
        ink(f"{name}-{number}", inks) for number in range(1, len(PALETTES[name]) + 1)
    ]
    assert min(contrast(color, page) for color in shown) >= 4.5
    assert len(set(shown)) == len(shown)


def test_what_reads_already_is_not_changed():
    assert ink("okabe-ito-1", palette("white", "black")) == "#0072b2"
    assert ink("okabe-ito-5", palette("black", "white")) == "#e69f00"


@pytest.mark.parametrize(
    "text",
    [
        "okabe-ito",
        "okabe-ito-0",
        "okabe-ito-7",
        "okabe-ito-",
        "tab10-x",
        "red",
        "#0072b2",
    ],
)
def test_only_numbers_of_a_palette_are_its_colours(text):
    assert tone(text) is None


def _fields(shape, step=0.05):
    """The points of a grid that lie in a mark (even-odd rule)."""
    corners, inside = CORNERS[shape], set()
    grid = [round(-1 + step * (i + 0.5), 3) for i in range(int(2 / step))]
    for x in grid:
        for y in grid:
            edges = zip(corners, (*corners[1:], corners[0]), strict=True)
            crossed = [
                a[0] + (y - a[1]) / (b[1] - a[1]) * (b[0] - a[0])
                for a, b in edges
                if (a[1] > y) != (b[1] > y)
            ]
            if sum(place > x for place in crossed) % 2:
                inside.add((x, y))
    return inside


def test_marks_differ_in_at_least_a_third_of_their_ink():
    fields = {shape: _fields(shape) for shape in SHAPES}
    for one, other in combinations(SHAPES, 2):
        assert (
            len(fields[one] ^ fields[other]) >= len(fields[one] | fields[other]) / 3
        ), (one, other)


def test_the_writers_have_palettes_and_marks():
    marks = tuple(
        Marker(
            gid=f"m-{i}",
            x=5 + 8 * i,
            y=5,
            radius=2.5,
            fill=f"okabe-ito-{i + 1}",
            shape=shape,
        )
        for i, shape in enumerate(SHAPES)
    )
    sheet = Sheet(width=60, height=10, elements=marks)
    written = tikz_picture(sheet)
    inks = palette("white", "black")
    for i, shape in enumerate(SHAPES):
        color = ink(f"okabe-ito-{i + 1}", inks)
        assert (
            rf"\definecolor{{cdd-{color[1:]}}}{{HTML}}{{{color[1:].upper()}}}"
            in written
        )
        line = next(line for line in written.splitlines() if line.endswith(f"% m-{i}"))
        assert line.count(" -- ") == len(CORNERS[shape])
    svg = svg_of([sheet], inks, ("DejaVu Sans",), name="f", title="")
    assert all(ink(f"okabe-ito-{i}", inks) in svg for i in range(1, 7))


def compared():
    return cd.compare(cd.load_example("demsar2006-table6-ranks"), alpha=0.10)


def test_a_colour_that_hardly_differs_from_the_page_is_warned_about():
    said = (
        "colours need a contrast of at least 3 with the page, but the contrast of "
        "'C4.5' is 1.1 and the contrast of 'C4.5+m' is 2.3. Use a darker colour."
    )
    with pytest.warns(UserWarning, match="colours need") as caught:
        cd.plot_cd(
            compared(),
            colors={"C4.5": "yellow", "C4.5+cf": "navy"},
            highlight={"C4.5+m": "#e69f00"},
        )
    assert [str(warning.message) for warning in caught] == [said]
    assert caught[0].filename == __file__
    dark = rc_context({"figure.facecolor": "black", "text.color": "white"})
    with (
        dark,
        pytest.warns(UserWarning, match="'C4.5\\+cf' is 1.3. Use a lighter colour"),
    ):
        cd.plot_cd(compared(), colors={"C4.5": "yellow", "C4.5+cf": "navy"})


def test_what_is_seen_is_not_warned_about():
    families = {"C4.5": "plain", "C4.5+m": "limited"}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for colors in (None, "tab10", {"plain": "tab:red"}):
            cd.plot_cd(compared(), families=families, colors=colors, highlight="C4.5+m")


def test_provenance_says_which_families():
    families = {"C4.5": "plain", "C4.5+m": "limited"}
    drawing = cd.plot_cd(compared(), families=families, colors="tab10")
    assert drawing.provenance.parameters == {"families": families, "colors": "tab10"}
