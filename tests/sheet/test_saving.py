"""Saved files: exact size, embedded fonts, the same bytes every time, wholly written or
not at all.
"""

import hashlib
import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import matplotlib as mpl
import numpy as np
import pytest
from fontTools.ttLib import TTFont
from matplotlib import style
from matplotlib.backends import backend_ps
from PIL import Image
from pypdf import PdfReader

from cddiagram.figures import draw
from cddiagram.sheet.elements import Line, Marker, Sheet, Text
from cddiagram.sheet.font_files import path_of
from cddiagram.sheet.mpl.fonts import InstalledFonts
from cddiagram.sheet.mpl.saving import to_bytes
from cddiagram.sheet.pdf_writer import with_alternative_text
from cddiagram.sheet.saving import FORMATS, PICTURES, format_of
from cddiagram.text import LayoutError, OutputError, UsageError


def drawn(width=237.6, height=60.0, font=None, **options):
    fonts = InstalledFonts(font)
    elements = (
        Line(gid="axis", points=((10, 20), (width - 10, 20)), width=0.8),
        Marker(
            gid="marker-0",
            x=40,
            y=20,
            radius=4,
            fill="background",
            edge="foreground",
            edge_width=1,
        ),
        Text(gid="label-0", x=4, y=50, text="C4.5_α", size=8, width=20),
        Text(gid="label-1", x=80, y=50, text="bold", size=8, width=20, bold=True),
        Text(gid="cue", x=120, y=50, text="better", size=7, width=20, italic=True),
    )
    return draw(Sheet(width=width, height=height, elements=elements), fonts, **options)


@pytest.fixture
def drawing():
    return drawn()


def embedded_fonts(data):
    """Give (kind, name, embedded) of each font of each page, descendants of composite
    fonts included.
    """
    found = []
    for page in PdfReader(io.BytesIO(data)).pages:
        for font in page["/Resources"]["/Font"].values():
            font = font.get_object()
            for part in [
                part.get_object() for part in font.get("/DescendantFonts", [])
            ] or [font]:
                descriptor = part.get("/FontDescriptor", {})
                found.append(
                    (
                        part["/Subtype"],
                        part.get("/BaseFont", ""),
                        "/FontFile2" in descriptor,
                    )
                )
    return found


@pytest.mark.parametrize("font", [None, "STIXGeneral", "cmr10"])
def test_pdf_fonts_are_truetype_and_embedded(font):
    fonts = embedded_fonts(to_bytes(drawn(font=font).figure, "pdf"))
    assert len(fonts) >= 2
    assert all(
        kind in ("/CIDFontType2", "/TrueType") and embedded
        for kind, _, embedded in fonts
    ), fonts


@pytest.mark.slow
def test_a_pdf_of_another_structure_is_not_tagged(drawing):
    data = drawing.to_bytes("pdf")
    assert b"/Alt (" in with_alternative_text(data, "words")
    assert with_alternative_text(data + b"more", "words") == data + b"more"


def test_eps_fonts_are_type_42(drawing):
    eps = to_bytes(drawing.figure, "eps")
    assert eps.count(b"/FontType 42 def") == 3
    assert b"/FontType 3 def" not in eps


def test_font_check_sees_type_3(drawing):
    # The checks above can fail: matplotlib's default is Type 3.
    buffer = io.BytesIO()
    with mpl.rc_context({"pdf.fonttype": 3}):
        drawing.figure.savefig(buffer, format="pdf")
    assert {kind for kind, *_ in embedded_fonts(buffer.getvalue())} == {"/Type3"}


@pytest.mark.slow
@pytest.mark.parametrize("width", [237.6, 486.0, 360.0, 251.1])
@pytest.mark.parametrize("height", [60.0, 104.37])
def test_page_is_exactly_as_large_as_the_layout(width, height):
    figure = drawn(width, height).figure
    box = PdfReader(io.BytesIO(to_bytes(figure, "pdf"))).pages[0].mediabox
    assert (float(box.width), float(box.height)) == (width, height)
    svg = ElementTree.fromstring(to_bytes(figure, "svg"))
    assert (svg.get("width"), svg.get("height")) == (f"{width:g}pt", f"{height:g}pt")
    for dpi in (100, 300, 600):
        size = Image.open(io.BytesIO(to_bytes(figure, "png", dpi=dpi))).size
        assert size == (int(width / 72 * dpi + 1e-6), int(height / 72 * dpi + 1e-6))


@pytest.mark.slow
def test_eps_box_is_exactly_as_large_as_the_layout():
    eps = to_bytes(drawn(237.6, 104.37).figure, "eps")
    assert b"%%HiResBoundingBox: 0.000000 0.000000 237.600000 104.370000\n" in eps


def test_png_resolution_is_300_and_is_written_down(drawing, tmp_path):
    drawing.save(tmp_path / "a.png")
    with Image.open(tmp_path / "a.png") as image:
        assert image.size[0] == 990
        assert image.info["dpi"] == pytest.approx((300, 300), abs=0.1)


def test_the_smallest_letters_have_a_pixel_at_the_least_resolution():
    text = Text(gid="label-0", x=4, y=10, text="C4.5", size=3, width=8)
    drawing = draw(Sheet(width=72.0, height=36.0, elements=(text,)), InstalledFonts())
    assert Image.open(io.BytesIO(drawing.to_bytes("png", dpi=20))).size == (20, 10)


def test_tight_box_is_the_page(drawing):
    box = drawing.figure.get_tightbbox()
    assert box.extents == pytest.approx((0, 0, 237.6 / 72, 60 / 72), abs=1e-9)
    buffer = io.BytesIO()
    drawing.figure.savefig(buffer, format="pdf", bbox_inches="tight", pad_inches=0)
    page = PdfReader(buffer).pages[0].mediabox
    assert (float(page.width), float(page.height)) == pytest.approx((237.6, 60))


@pytest.mark.slow
def test_files_carry_no_date_and_no_file_name(drawing, tmp_path):
    for fmt in PICTURES:
        drawing.save(tmp_path / f"secretname.{fmt}")
        data = (tmp_path / f"secretname.{fmt}").read_bytes()
        assert b"secretname" not in data
        assert not re.search(rb"CreationDate|ModDate|<dc:date>|tmp", data), fmt


@pytest.mark.slow
def test_eps_without_its_date_is_whole(drawing):
    lines = to_bytes(drawing.figure, "eps").decode("latin-1").splitlines()
    assert lines[0] == "%!PS-Adobe-3.0 EPSF-3.0"
    assert lines[1:3] == ["%%LanguageLevel: 3", lines[2]]
    assert lines[2].startswith("%%Creator: ")
    assert lines[-2:] == ["end", "showpage"]


SCRIPT = """
import hashlib, json, sys
from cddiagram.sheet.elements import Line, Marker, Rectangle, Sheet, Text
from cddiagram.figures import draw
from cddiagram.sheet.mpl.fonts import InstalledFonts
from cddiagram.sheet.mpl.saving import to_bytes
from cddiagram.sheet.saving import PICTURES
fonts = InstalledFonts()
hollow = {"fill": "background", "edge": "accent", "edge_width": 0.5}
elements = []
for i in range(9):
    y = 9 * i + 4
    text = "Name α " + chr(65 + i)
    elements.append(Text(gid=f"label-{i}", x=4, y=y, text=text, size=8, width=30, bold=i % 2 == 0))
    elements.append(Line(gid=f"leader-{i}", points=((50, y), (90, y + 3)), width=0.6, color="leader"))
    elements.append(Marker(gid=f"marker-{i}", x=50, y=y, radius=1.9, **hollow))
elements += [Rectangle(gid="zebra-0", x=0, y=0, width=20, height=9, fill="zebra")]
drawing = draw(Sheet(width=100, height=90, elements=tuple(elements)), fonts, ids=True)
print(json.dumps([hashlib.sha256(to_bytes(drawing.figure, fmt)).hexdigest() for fmt in PICTURES]))
assert "matplotlib.pyplot" not in sys.modules
"""


@pytest.mark.slow
def test_same_bytes_in_every_process():
    hashes = []
    for seed in ("0", "12345"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        environment.pop("SOURCE_DATE_EPOCH", None)
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT],
            capture_output=True,
            text=True,
            check=True,
            env=environment,
        )
        hashes.append(json.loads(done.stdout))
    assert hashes[0] == hashes[1]


@pytest.mark.slow
def test_same_bytes_when_saved_again_and_at_another_time(drawing, monkeypatch):
    first = [
        hashlib.sha256(to_bytes(drawing.figure, fmt)).hexdigest() for fmt in PICTURES
    ]
    monkeypatch.setattr("time.ctime", lambda *args: "Thu Jan  1 00:00:00 1970")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    assert [
        hashlib.sha256(to_bytes(drawing.figure, fmt)).hexdigest() for fmt in PICTURES
    ] == first


def test_svg_text_as_outlines_or_as_text(drawing, tmp_path):
    drawing.save(tmp_path / "outlines.svg")
    assert b"<text" not in (tmp_path / "outlines.svg").read_bytes()
    drawing.save(tmp_path / "text.svg", text="editable")
    root = ElementTree.parse(tmp_path / "text.svg").getroot()
    texts = list(root.iter("{http://www.w3.org/2000/svg}text"))
    assert [text.text for text in texts] == ["C4.5_α", "bold", "better"]


def test_editable_svg_names_the_fallback_font(tmp_path):
    drawn(font="STIXGeneral").save(tmp_path / "text.svg", text="editable")
    families = re.findall(
        r"font-family: ([^;\"]+)", (tmp_path / "text.svg").read_text(encoding="utf-8")
    )
    assert set(families) == {"'STIXGeneral', 'DejaVu Sans'"}


@pytest.mark.parametrize("fmt", ["png", "svg"])
def test_transparent_page_keeps_hollow_markers_filled(fmt, tmp_path):
    with style.context("dark_background"):
        drawing = drawn()
    path = tmp_path / f"a.{fmt}"
    drawing.save(path, transparent=True)
    if fmt == "svg":
        text = path.read_text(encoding="utf-8")
        assert "fill: none" in text[: text.index('id="axes_1"')]
        return
    pixels = pixels_of(path)
    row, column = round(20 / 72 * 300), round(40 / 72 * 300)
    assert tuple(pixels[row, column]) == (0, 0, 0, 255)
    assert pixels[-1, -1, 3] == 0
    drawing.save(path)
    assert tuple(pixels_of(path)[-1, -1]) == (0, 0, 0, 255)


def pixels_of(path):
    with Image.open(path) as image:
        return np.asarray(image.convert("RGBA"))


@pytest.mark.slow
def test_saving_changes_no_setting_and_not_the_figure(drawing, tmp_path):
    before = dict(mpl.rcParams)
    dpi, color = drawing.figure.dpi, drawing.figure.get_facecolor()
    for fmt in PICTURES:
        drawing.save(tmp_path / f"a.{fmt}", transparent=True)
    assert dict(mpl.rcParams) == before
    assert (drawing.figure.dpi, drawing.figure.get_facecolor()) == (dpi, color)


@pytest.mark.parametrize(
    ("path", "message"),
    [
        (
            "fig.jpg",
            "unknown figure suffix '.jpg' of 'fig.jpg'. "
            "Use one of '.pdf', '.svg', '.png', '.eps', '.pgf', '.tex'.",
        ),
        (
            "fig",
            "'fig' has no suffix, but the suffix determines the format of the "
            "figure. Use one of '.pdf', '.svg', '.png', '.eps', '.pgf', '.tex'.",
        ),
    ],
)
def test_unknown_suffix(drawing, tmp_path, monkeypatch, path, message):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UsageError) as caught:
        drawing.save(path)
    assert str(caught.value) == message
    assert list(tmp_path.iterdir()) == []


def test_suffix_in_capitals():
    assert format_of("FIG.SVG") == "svg"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"text": "path"}, "unknown text 'path': choose from 'outlines', 'editable'."),
        ({"dpi": 0}, "dpi is 0. Specify at least 20 pixels per inch."),
        ({"dpi": 19.9}, "dpi is 19.9. Specify at least 20 pixels per inch."),
        (
            {"dpi": float("nan")},
            "dpi is nan. Specify at least 20 pixels per inch.",
        ),
    ],
)
def test_unknown_option_value(drawing, tmp_path, options, message):
    with pytest.raises(UsageError) as caught:
        drawing.save(tmp_path / "fig.svg", **options)
    assert str(caught.value) == message
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_one_call_serves_several_formats(drawing, tmp_path):
    for fmt in PICTURES:
        drawing.save(tmp_path / f"all.{fmt}", text="editable", dpi=100, standalone=True)
        drawing.save(tmp_path / f"bare.{fmt}")
        same = (tmp_path / f"all.{fmt}").read_bytes() == (
            tmp_path / f"bare.{fmt}"
        ).read_bytes()
        assert same is (fmt in ("pdf", "eps"))


@pytest.mark.slow
def test_defaults_are_no_options(drawing, tmp_path):
    for fmt in PICTURES:
        drawing.save(
            tmp_path / f"fig.{fmt}", text="outlines", dpi=300, standalone=False
        )
        drawing.save(tmp_path / f"bare.{fmt}")
        assert (tmp_path / f"fig.{fmt}").read_bytes() == (
            tmp_path / f"bare.{fmt}"
        ).read_bytes()


@pytest.mark.parametrize("fmt", FORMATS)
def test_values_that_no_format_takes_are_refused_by_all(drawing, tmp_path, fmt):
    for options in ({"text": "path"}, {"dpi": -1}):
        with pytest.raises(UsageError, match=r"^(unknown text 'path':|dpi is -1\.) "):
            drawing.save(tmp_path / f"fig.{fmt}", **options)


def test_failure_leaves_the_old_file_and_nothing_else(drawing, tmp_path, monkeypatch):
    path = tmp_path / "fig.pdf"
    path.write_bytes(b"old")

    def refuse(*args):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", refuse)
    with pytest.raises(
        OutputError, match=r"^cannot write '.*fig\.pdf': no space left on device"
    ):
        drawing.save(path)
    assert path.read_bytes() == b"old"
    assert [p.name for p in tmp_path.iterdir()] == ["fig.pdf"]


@pytest.mark.slow
def test_a_missing_folder_is_made(drawing, tmp_path):
    drawing.save(tmp_path / "none" / "fig.pdf")
    assert (tmp_path / "none" / "fig.pdf").read_bytes() == drawing.to_bytes("pdf")


def test_unknown_format_of_bytes(drawing):
    with pytest.raises(
        UsageError, match=r"^unknown figure format 'jpg': did you mean 'png'\?"
    ):
        to_bytes(drawing.figure, "jpg")


def test_eps_draws_no_glyph_to_find_the_box_of_a_font(drawing, monkeypatch):
    def never(font):
        pytest.fail("thousands of glyphs are drawn")

    monkeypatch.setattr(backend_ps, "_bounds", never)
    eps = to_bytes(drawing.figure, "eps").decode("latin-1")
    assert backend_ps._bounds is never
    boxes, files = (
        re.findall(pattern, eps)
        for pattern in (
            r"/FontBBox \[(.*)\]",
            r"/FontName "
            r"/(?:[A-Z]{6}[-+])?(SourceSans3-[A-Z][A-Za-z]*)(?:-\d+)? ",
        )
    )
    assert len(boxes) == len(files) > 0
    for box, file in zip(boxes, files, strict=True):
        with TTFont(path_of(file)) as font:
            head = font["head"]
            assert [float(side) for side in box.split()] == [
                head.xMin,
                head.yMin,
                head.xMax,
                head.yMax,
            ]


@pytest.mark.slow
def test_the_box_that_a_font_states_is_that_of_its_glyphs():
    for file in ("DejaVuSans", "STIXGeneral", "cmr10"):
        with TTFont(Path(mpl.get_data_path(), "fonts", "ttf", f"{file}.ttf")) as font:
            head = font["head"]
            assert backend_ps._bounds(font) == (
                head.xMin,
                head.yMin,
                head.xMax,
                head.yMax,
            )


@pytest.mark.parametrize(
    ("fmt", "most"),
    [("pdf", 14_400), ("tex", 16_320), ("pgf", 16_320), ("png", 15_728)],
)
def test_a_page_higher_than_its_format_holds_is_refused_and_nothing_written(
    tmp_path, fmt, most
):
    """PDF ends at 200 in, TeX at 16,384 of its points, PNG at 65,535 pixels, where
    matplotlib would raise its own.
    """
    with pytest.raises(
        LayoutError,
        match=rf"^a figure with a height of {(most + 1) / 72:.2f} in is too tall for .{fmt}, "
        r"which allows at most ",
    ):
        drawn(height=most + 1).save(tmp_path / "fig.svg", tmp_path / f"fig.{fmt}")
    assert not list(tmp_path.iterdir())
    drawn(height=most + 1).save(tmp_path / "fig.svg")
    if fmt in ("pdf", "tex"):  # the others take long at this size, or a TeX
        drawn(height=most).save(tmp_path / f"fig.{fmt}")
