"""PDF and SVG of the package's own writers show what matplotlib's show: letter by letter, line by line, as pictures.

An untouched drawing is written by the package where texts are in the default font; once `Drawing.figure` was asked for
it is matplotlib that writes. ``CDDIAGRAM_BOTH_EXAMPLES=600`` compares more random figures than the suite does.
"""

import base64
import os
import runpy
from dataclasses import replace
from pathlib import Path

import pytest
from chromium import browsing
from latex import need
from matplotlib import style
from pypdf import PdfWriter
from pypdf.generic import NameObject, StreamObject
from random_figures import MAKERS, WORDS, random_drawing
from vector_files import (
    Font,
    differences,
    letters_and_shapes,
    loaded,
    misplaced,
    pixels,
    shapes_of_svg,
    told,
    unlike,
)

from cddiagram.figures.drawing import draw
from cddiagram.sheet.elements import Line, Marker, Rectangle, Sheet, Text
from cddiagram.sheet.typeface import fonts_for

GALLERY = Path(__file__).parents[2] / "gallery"
SCRIPTS = sorted(GALLERY.glob("plot_*.py"))
EXAMPLES = int(os.environ.get("CDDIAGRAM_BOTH_EXAMPLES", len(MAKERS)))

#: At 300 dpi, of 255: how far two pictures may be apart on average, and the mean of any 8 x 8 pixels (2 pt).
MEAN, BLOCK = 2.0, 3.0


def both_ways(drawing, folder, suffix, **options):
    """Save a drawing as it is, and again by matplotlib."""
    paths = folder / f"own{suffix}", folder / f"matplotlib{suffix}"
    drawing.save(paths[0], **options)
    assert drawing.figure is not None
    drawing.save(paths[1], **options)
    assert [b"Matplotlib" in path.read_bytes() for path in paths] == [False, True]
    return paths


def pdf_defects(drawing, folder, **options):
    """Say in what the two PDF files are not the same."""
    own, other = both_ways(drawing, folder, ".pdf", **options)
    pictures = [letters_and_shapes(path) for path in (own, other)]
    yield from differences(*pictures)
    yield from misplaced(pictures[0], drawing.layout)
    if own.stat().st_size > other.stat().st_size:
        yield f"the own file has {own.stat().st_size} bytes, the other {other.stat().st_size}"
    copied = [sorted(told("pdftotext", path).split()) for path in (own, other)]
    if copied[0] != copied[1]:
        yield f"copied are {copied[0]}, and {copied[1]}"
    mean, block = unlike(*(pixels(path, transparent=options.get("transparent", False)) for path in (own, other)))
    if mean > MEAN or block > BLOCK:
        yield f"the pictures differ by {mean:.2f}, one place by {block:.1f}"


def svg_defects(drawing, folder, browser, **options):
    """Say in what the two SVG files are not the same."""
    own, other = both_ways(drawing, folder, ".svg", **options)
    yield from differences(shapes_of_svg(own), shapes_of_svg(other))
    if own.stat().st_size > other.stat().st_size:
        yield f"the own file has {own.stat().st_size} bytes, the other {other.stat().st_size}"
    mean, block = unlike(*(shot(browser, path, drawing.layout) for path in (own, other)))
    if mean > MEAN or block > BLOCK:
        yield f"the pictures differ by {mean:.2f}, one place by {block:.1f}"


def shot(browser, path, layout):
    """Let the browser draw an SVG file at 300 dpi."""
    width, height = (int(length / 72 * 96 + 1) for length in (layout.width, layout.height))
    browser("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=300 / 96, mobile=False)
    browser.load(path.as_uri())
    data = browser("Page.captureScreenshot", format="png")["data"]
    picture = path.with_suffix(".browser.png")
    picture.write_bytes(base64.b64decode(data))
    return loaded(picture)


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    with browsing(tmp_path_factory.mktemp("profile")) as chromium:
        yield chromium


# -- the comparison sees what is wrong ---------------------------------------------------------------------------------


def sheet(*more, **changed):
    """A page with a bit of everything; `changed` are attributes of the elements of that name."""
    fonts = fonts_for()

    def text(gid, x, y, words, size=8, **options):
        width = fonts.measure(words, size, options.get("bold", False), options.get("italic", False))
        return Text(gid=gid, x=x, y=y, text=words, size=size, width=width, **options)

    elements = (
        Rectangle(gid="zebra", x=4, y=40, width=200, height=9, fill="zebra"),
        Line(gid="axis", points=((10, 20), (227.6, 20)), width=0.8, cap="projecting"),
        Line(gid="tick", points=((10, 20), (10, 24)), width=0.5),
        Line(gid="guide", points=((40, 30), (90, 30), (95, 36)), width=0.5, color="guide", dash=(2.0, 1.5)),
        Marker(gid="disc", x=40, y=20, radius=2, fill="background", edge="foreground", edge_width=1),
        Marker(gid="diamond", x=60, y=20, radius=2.4, fill="accent", shape="diamond"),
        text("name", 6, 44.5, WORDS[0]),
        text("bold", 226, 10, "C4.5+m", anchor="right", bold=True, color="#b00000"),
        text("cue", 120, 55, WORDS[1], size=7, anchor="center", italic=True, color="secondary"),
        *more,
    )
    elements = tuple(replace(e, **changed.pop(e.gid, {})) if not isinstance(e, str) else e for e in elements)
    assert not changed, f"no element is called {list(changed)}"
    return Sheet(width=237.6, height=64.0, elements=elements)


FAULTS = {
    "letter": {"name": {"text": "Offlce AVATAR"}},
    "shifted": {"name": {"x": 6.3}},
    "raised": {"cue": {"y": 54.8}},
    "size": {"cue": {"size": 7.1}},
    "weight": {"bold": {"bold": False}},
    "text colour": {"bold": {"color": "#b10000"}},
    "line colour": {"axis": {"color": "#010000"}},
    "line width": {"axis": {"width": 0.78}},
    "line end": {"axis": {"cap": "butt"}},
    "line place": {"tick": {"points": ((10, 20), (10, 24.1))}},
    "dashes": {"guide": {"dash": (2.0, 1.4)}},
    "rim": {"disc": {"edge_width": 0.9}},
    "hollow": {"disc": {"fill": "foreground"}},
    "marker": {"diamond": {"x": 60.1}},
    "form": {"diamond": {"shape": "square"}},
    "box": {"zebra": {"height": 9.1}},
}


def drawn_files(page, folder, name):
    drawing = draw(page)
    drawing.save(folder / f"{name}.pdf", folder / f"{name}.svg")
    return letters_and_shapes(folder / f"{name}.pdf"), shapes_of_svg(folder / f"{name}.svg")


def test_faults_are_seen(tmp_path):
    right = drawn_files(sheet(), tmp_path, "right")
    assert [differences(picture, picture) for picture in right] == [[], []]
    assert list(misplaced(right[0], sheet())) == []
    for fault, changed in FAULTS.items():
        wrong = drawn_files(sheet(**changed), tmp_path, "wrong")
        assert all(differences(*pair) for pair in zip(right, wrong, strict=True)), fault
    without = replace(sheet(), elements=tuple(e for e in sheet().elements if e.gid != "tick"))
    assert all(differences(*pair) for pair in zip(right, drawn_files(without, tmp_path, "wrong"), strict=True))
    assert list(misplaced(right[0], sheet(name={"x": 6.03}))) != []
    assert list(misplaced(right[0], sheet(name={"text": "Offlce AVATAR"}))) != []


def test_a_font_that_says_other_letters_is_seen(tmp_path):
    right = drawn_files(sheet(), tmp_path, "right")[0]
    writer = PdfWriter(tmp_path / "right.pdf")
    for entry in writer.pages[0]["/Resources"]["/Font"].values():
        said = Font(entry.get_object()).characters
        lines = [f"<{code:04x}> <{ord('o' if text == 'e' else text[0]):04x}>\n" for code, text in said.items()]
        stream = StreamObject()
        stream.set_data(f"{len(lines)} beginbfchar\n{''.join(lines)}endbfchar\n".encode())
        entry.get_object()[NameObject("/ToUnicode")] = writer._add_object(stream)
    writer.write(tmp_path / "wrong.pdf")
    wrong = letters_and_shapes(tmp_path / "wrong.pdf")
    assert {letter.text for letter in wrong.letters} < {letter.text for letter in right.letters} | {"f"}
    assert any("'o'" in found for found in differences(right, wrong))


@pytest.mark.slow
@pytest.mark.parametrize("fault", ["letter", "weight", "hollow", "form"])
def test_pictures_show_faults(fault, tmp_path):
    need("pdftocairo")
    drawn_files(sheet(), tmp_path, "right")
    drawn_files(sheet(**FAULTS[fault]), tmp_path, "wrong")
    assert unlike(pixels(tmp_path / "right.pdf"), pixels(tmp_path / "right.pdf")) == (0, 0)
    assert unlike(pixels(tmp_path / "right.pdf"), pixels(tmp_path / "wrong.pdf"))[1] > BLOCK


# -- both ways are the same --------------------------------------------------------------------------------------------


def test_a_page_with_everything_is_the_same_both_ways(tmp_path):
    need("pdftocairo")
    assert list(pdf_defects(draw(sheet()), tmp_path)) == []
    for options in ({"transparent": True}, {}):
        with style.context("dark_background"):
            drawing = draw(sheet())
        assert list(pdf_defects(drawing, tmp_path, **options)) == []


@pytest.mark.slow
@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem.removeprefix("plot_"))
def test_gallery_is_the_same_both_ways(script, tmp_path, monkeypatch, browser):
    need("pdftocairo", "pdftotext")
    monkeypatch.chdir(tmp_path)
    namespace = runpy.run_path(str(script))
    drawing = namespace["drawing"]
    assert list(pdf_defects(drawing, tmp_path)) == []
    assert list(svg_defects(runpy.run_path(str(script))["drawing"], tmp_path, browser)) == []


@pytest.mark.slow
def test_random_figures_are_the_same_both_ways(tmp_path, browser):
    need("pdftocairo", "pdftotext")
    found = {}
    for seed in range(EXAMPLES):
        what, drawing = random_drawing(seed)
        drawing.save(tmp_path / "own.svg")  # the figure is not there yet
        drawing.save(tmp_path / "own.pdf")
        defects = list(pdf_defects(drawing, tmp_path))
        defects += svg_defects(random_drawing(seed)[1], tmp_path, browser)
        if defects:
            found[what] = defects
    assert found == {}
