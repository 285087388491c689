"""What the small parts of sheets and their writers return."""

from cddiagram.sheet.axis import AxisScale, Ticks
from cddiagram.sheet.colors import contrast, ink
from cddiagram.sheet.elements import (
    Line,
    Marker,
    Sheet,
    Text,
    decimal,
    family_of,
    unique_ids,
)
from cddiagram.sheet.eps_writer import write_eps
from cddiagram.sheet.families import tones
from cddiagram.sheet.font_files import path_of
from cddiagram.sheet.labels import enters, place_labels
from cddiagram.sheet.look import page_width, small_type, widths_from
from cddiagram.sheet.meter import TextMeter
from cddiagram.sheet.mpl.fonts import InstalledFonts
from cddiagram.sheet.names import display_names, label_of
from cddiagram.sheet.panels import balanced
from cddiagram.sheet.pdf_writer import write_pdf
from cddiagram.sheet.scale import ValueScale
from cddiagram.sheet.sfnt import Face
from cddiagram.sheet.spreading import spread
from cddiagram.sheet.svg_writer import in_states, svg_of, write_svg
from cddiagram.sheet.tikz_writer import tikz_picture
from cddiagram.sheet.typeface import Typeface
from cddiagram.sheet.wrapping import wrap


def test_axis_rank_range():
    assert (
        AxisScale.rank_range([1.2, 2.5, 3.3, 3.0], full=True),
        AxisScale.rank_range([3.49, 3.51, 3.5, 3.5, 3.5, 3.5], full=False),
    ) == (
        (1.0, 4.0),
        (3.0, 5.0),
    )


def test_axis_make_ticks():
    assert Ticks.between(1, 9, 160, lambda text: 4.0 * len(text)).labels == (
        "1",
        "2",
        "3",
        "4",
        "5",
        "6",
        "7",
        "8",
        "9",
    )
    ticks = Ticks.between(1, 9, 60, lambda text: 4.0 * len(text))
    assert (ticks.labels, ticks.minor) == (("2", "4", "6", "8"), (1.0, 9.0))
    assert Ticks.between(
        1.23, 1.29, 12, lambda text: 4.0 * len(text), whole=False
    ).labels == ("1.25",)


def test_colors_contrast():
    assert round(contrast("#616161", "white"), 1) == 6.2


def test_colors_ink():
    assert (ink("tab:red", {}), ink(None, {})) == ("#d62728", "none")


def test_elements_family_of():
    assert (
        family_of("group-2-member-11"),
        family_of("leader-3"),
        family_of("tick-minor"),
    ) == (
        "group-member",
        "leader",
        "tick-minor",
    )


def test_elements_decimal():
    assert (
        decimal(237.6, 4),
        decimal(1 / 3, 4),
        decimal(-0.00001, 4),
        decimal(12, 2),
    ) == (
        "237.6",
        "0.3333",
        "0",
        "12",
    )


def test_elements_unique_ids():
    assert unique_ids(["tick", "tick", "cue", "tick"]) == [
        "tick",
        "tick-2",
        "cue",
        "tick-3",
    ]


def test_families_tones():
    assert tones("okabe-ito", 2, "families") == ["okabe-ito-1", "okabe-ito-2"]


def test_labels_place_labels():
    assert [
        label.box
        for label in place_labels(
            [(10, 10)], [2], [(20, 6)], [(14, 0, 15, 20)], (-50, 0, 50, 20)
        )
    ] == [(-13.5, 7.0, 6.5, 13.0)]


def test_labels_enters():
    assert (
        enters(((0, 0), (10, 10)), (4, 4, 6, 6)),
        enters(((0, 0), (10, 0)), (4, 4, 6, 6)),
    ) == (True, False)


def test_look_small_type():
    assert (small_type(8.0), small_type(7.0), small_type(6.0)) == (7.0, 6.5, 6.0)


def test_look_page_width():
    assert (
        page_width("page"),
        page_width("neurips-page"),
        page_width("25.4mm"),
        page_width(1),
    ) == (
        486.0,
        396.0,
        72.0,
        72.0,
    )


def test_look_widths_from():
    assert (
        widths_from("column"),
        widths_from("page"),
        widths_from("lncs-column"),
        widths_from(3.5),
    ) == (
        ("column", "page"),
        ("page",),
        ("lncs-column",),
        (3.5,),
    )


def test_meter_textmeter():
    meter = TextMeter(lambda text, size, bold, italic: 0.5 * size * len(text))
    assert meter.width("C4.5", 8.0) == 16.0


def test_names_label_of():
    assert label_of("a\tb\r\nc") == "a b c"


def test_names_display_names():
    assert display_names({"A": "B", "B": "A"}, ["A", "B", "C"]) == ("B", "A", "C")


def test_panels_balanced():
    assert (balanced(8, 7), balanced(20, 7), balanced(9, 5)) == (4, 7, 5)


def test_scale_valuescale_ticks():
    assert ValueScale(low=-2, high=2, log=True).ticks(100, 7) == (
        (0.0, "10⁻²"),
        (0.25, "10⁻¹"),
        (0.5, "10⁰"),
        (0.75, "10¹"),
        (1.0, "10²"),
    )
    assert [
        text for _, text in ValueScale(low=2.6, high=2.8, log=True).ticks(100, 7)
    ] == [
        "400",
        "450",
        "500",
        "550",
        "600",
    ]


def test_scale_make_scale():
    assert ValueScale.holding([0.0, 0.5, 300.0]) == ValueScale(
        low=-1, high=3, log=True, zero=True
    )
    assert ValueScale.holding([-1.0, 3.0]) == ValueScale(
        low=-1.0, high=3.0, log=False, zero=False
    )


def test_sfnt_face():
    face = Face(path_of("DejaVuSans").read_bytes())
    assert (face.glyph("-"), face.advance(face.glyph("-")), face.units) == (
        16,
        739,
        2048,
    )
    assert face.outline(16) == "M100 643L639 643L639 479L100 479z"


def test_spread_spread():
    assert spread([10.0, 10.0, 30.0], 5.0) == (7.5, 12.5, 30.0)
    assert spread([0.0, 0.0], 5.0, lower=0.0) == (0.0, 5.0)


def test_typeface_typeface():
    face = Typeface()
    assert (face.families, round(face.measure("C4.5", 8), 3)) == (
        ("Source Sans 3", "DejaVu Sans"),
        14.512,
    )


def test_typeface_sets():
    assert (
        Typeface().sets("Métode Ω 4.5 ≤ α", False, False),
        Typeface().sets("方法", False, False),
        Typeface().sets("e\u0301", False, False),
    ) == (
        True,
        False,
        False,
    )


def test_wrap_wrap():
    assert wrap("CatBoost (tuned)", 10, len) == ("CatBoost", "(tuned)")
    assert (wrap("tuned by 10-fold", 13, len), wrap("abcdefgh", 3, len)) == (
        ("tuned by", "10-fold"),
        ("abc", "def", "gh"),
    )
    assert (
        wrap("InceptionTime", 10, len, whole_words=True),
        wrap("Kernel methods", 5, len),
    ) == (
        ("Inception", "Time"),
        ("Ker", "nel", "me", "thods"),
    )


def test_write_pdf_write_pdf():
    line = Line(gid="axis", points=((4, 10), (68, 10)), width=0.8)
    pdf = write_pdf(
        Sheet(width=72, height=20, elements=(line,)),
        {"foreground": "#000000"},
        transparent=True,
    )
    assert (pdf[:8], b"/MediaBox [0 0 72 20]" in pdf) == (b"%PDF-1.4", True)


def test_write_eps_write_eps():
    line = Line(gid="axis", points=((4, 10), (68, 10)), width=0.8)
    page = Sheet(width=72, height=20, elements=(line,))
    eps = (
        write_eps(
            page, {"foreground": "#000000"}, transparent=True, comments=["%one more"]
        )
        .decode()
        .splitlines()
    )
    assert (eps[:2], eps[4]) == (
        ["%!PS-Adobe-3.0 EPSF-3.0", "%%BoundingBox: 0 0 72 20"],
        "%one more",
    )
    assert eps[-5:-3] == ["4 10 m 68 10 l", "S"]


def test_write_svg_svg_of():
    word = Text(gid="word", x=2, y=6, text="word", size=8, width=20.0)
    svg = svg_of(
        [Sheet(width=72, height=12, elements=(word,))],
        {"foreground": "#000000", "background": "#ffffff"},
        ["DejaVu Sans"],
        name="a",
        title="C4.5 & co",
    )
    assert (svg[:41], svg.count("<use ")) == (
        '<svg role="img" aria-labelledby="a-title"',
        4,
    )


def test_write_svg_in_states():
    assert in_states([["a", "b"], ["a", "c", "b"]]) == [
        ("a", ""),
        ("c", "1"),
        ("b", ""),
    ]


def test_write_svg_write_svg():
    axis = Line(gid="axis", points=((4, 10), (68, 10)), width=0.8)
    svg = write_svg(
        Sheet(width=72, height=20, elements=(axis,)),
        {"foreground": "#000000"},
        transparent=True,
    )
    group = (
        '<g id="axis" fill="none" stroke-width="0.8" stroke="#000000"><path d="M4 '
        '10L68 10"/></g>'
    )
    assert svg.decode().splitlines()[-2] == group


def test_write_tikz_tikz_picture():
    axis = Line(gid="axis", points=((4, 10), (68, 10)), width=0.8)
    tikz = tikz_picture(Sheet(width=72, height=20, elements=(axis,)))
    assert (
        tikz.splitlines()[-2]
        == r"\draw[draw=cdd-foreground, line width=0.8bp] (4,10) -- (68,10); % axis"
    )


def test_fonts_fonts():
    fonts = InstalledFonts("STIXGeneral")
    assert fonts.families == ("STIXGeneral", "DejaVu Sans")
    assert fonts.measure("C4.5", 8) < InstalledFonts("DejaVu Sans").measure("C4.5", 8)


def test_a_marker_has_its_rim_within_its_box():
    marker = Marker(gid="m", x=10.0, y=20.0, radius=3.0, edge_width=1.0)
    assert marker.box == (6.5, 16.5, 13.5, 23.5)
