"""Texts in PDF and EPS: at the place that the layout has measured, until somebody changes them."""

import copy
import io
import math
import os
import pickle
import re
import subprocess
import sys
import zlib

import matplotlib as mpl
import pypdf
import pytest
from matplotlib import patheffects
from matplotlib.figure import Figure
from matplotlib.text import Text as TextArtist

import cddiagram as cd
from cddiagram.data.examples import load_example
from cddiagram.figures.drawing import draw
from cddiagram.sheet.elements import Sheet, Text
from cddiagram.sheet.mpl import texts
from cddiagram.sheet.mpl.fonts import Fonts
from cddiagram.sheet.mpl.saving import to_bytes

SIZE = {"width": 144.0, "height": 40.0}


def word(anchor="left", font=None, text="Random forest", **more):
    fonts = Fonts(font)
    width = fonts.measure(text, 8.0, more.get("bold", False), more.get("italic", False))
    element = Text(gid="word", x=70, y=20, text=text, size=8.0, width=width, anchor=anchor, **more)
    return draw(Sheet(**SIZE, elements=(element,)), fonts)


def places(data):
    """Read where the texts of a PDF begin, and the kerning between their letters."""
    found = []
    for stream in re.findall(rb"stream\r?\n(.*?)endstream", data, re.DOTALL):
        try:
            content = zlib.decompress(stream)
        except zlib.error:
            continue
        found += re.findall(rb"1 0 -?0 1 (\S+) (\S+) cm\nBT\n(.*?)ET", content, re.DOTALL)
    return [(float(x), float(y), rest) for x, y, rest in found]


def measured_again(monkeypatch):
    """Let matplotlib draw each text its own way."""
    monkeypatch.setattr(texts._MeasuredText, "draw", TextArtist.draw)


@pytest.mark.parametrize("font", [None, "STIXGeneral", "cmr10"])
@pytest.mark.parametrize("anchor", ["left", "center", "right"])
@pytest.mark.parametrize("style", [{}, {"bold": True}, {"italic": True}])
def test_text_stands_where_matplotlib_would_put_it(anchor, font, style, monkeypatch):
    drawing = word(anchor, font, **style)
    (found,) = places(to_bytes(drawing.figure, "pdf"))
    measured_again(monkeypatch)
    (expected,) = places(to_bytes(drawing.figure, "pdf"))
    assert found[2] == expected[2]
    # matplotlib rounds the advance of each letter, before 3.11 more coarsely.
    assert found[:2] == pytest.approx(expected[:2], abs=0.02 * len("Random forest"))


@pytest.mark.parametrize("fmt", ["png", "svg"])
def test_other_formats_are_matplotlibs(fmt, monkeypatch):
    drawing = cd.plot_cd(cd.compare(load_example("demsar2006-table6-ranks")))
    found = to_bytes(drawing.figure, fmt)
    measured_again(monkeypatch)
    assert to_bytes(drawing.figure, fmt) == found


def test_text_is_not_measured_again(monkeypatch):
    with mpl.rc_context({"path.effects": [patheffects.withStroke(linewidth=4, foreground="w")]}):
        drawing = word("right")  # settings that the painter overrides are no change

    def fail(*args, **options):
        raise AssertionError("measured")

    monkeypatch.setattr("matplotlib.backends.backend_pdf.RendererPdf.get_text_width_height_descent", fail)
    assert places(to_bytes(drawing.figure, "pdf"))


CHANGES = {
    "text": lambda artist: artist.set_text("C4.5"),
    "two lines": lambda artist: artist.set_text("C4.5\nC5"),
    "size": lambda artist: artist.set_fontsize(14),
    "family": lambda artist: artist.set_fontfamily("STIXGeneral"),
    "weight": lambda artist: artist.set_fontweight("bold"),
    "side": lambda artist: artist.set_horizontalalignment("left"),
    "height": lambda artist: artist.set_verticalalignment("top"),
    "turning point": lambda artist: (artist.set_rotation(90), artist.set_rotation_mode("anchor")),
    "angle": lambda artist: artist.set_rotation(30),
    "box": lambda artist: artist.set_bbox({"facecolor": "yellow"}),
    "halo": lambda artist: artist.set_path_effects([patheffects.withStroke(linewidth=3, foreground="w")]),
    "clipped": lambda artist: artist.set_clip_on(True),
    "mathtext": lambda artist: (artist.set_parse_math(True), artist.set_text(r"$\alpha$")),
    "nowhere": lambda artist: artist.set_x(math.nan),
    "far away": lambda artist: artist.set_y(math.inf),
    "gone": lambda artist: artist.set_visible(False),
    "wrapped": lambda artist: (artist.set_x(20), artist.set_wrap(True)),
    "empty": lambda artist: artist.set_text(""),
}


@pytest.mark.slow
@pytest.mark.parametrize(("change", "fmt"), [*((change, "pdf") for change in CHANGES), ("angle", "eps")])
def test_changed_text_is_drawn_as_any_other(change, fmt, monkeypatch):
    drawing = word("right")
    before = to_bytes(drawing.figure, fmt)
    CHANGES[change](drawing.ax.texts[0])
    found = to_bytes(drawing.figure, fmt)
    assert found != before
    measured_again(monkeypatch)
    assert to_bytes(drawing.figure, fmt) == found


def test_markup_on_demand(monkeypatch):
    drawing = word("right", text="costs $x$", math=False)
    before = to_bytes(drawing.figure, "pdf")
    drawing.ax.texts[0].set_parse_math(True)
    found = to_bytes(drawing.figure, "pdf")
    assert found != before
    measured_again(monkeypatch)
    assert to_bytes(drawing.figure, "pdf") == found


@pytest.mark.parametrize("text", [r"$\alpha$ forest", r"cost in US\$"])
def test_formulas_are_set_and_dollars_are_kept(text, monkeypatch):
    fonts = Fonts(math=True)
    width = fonts.measure(text, 8.0)
    element = Text(gid="word", x=70, y=20, text=text, size=8.0, width=width, math=True)
    drawing = draw(Sheet(**SIZE, elements=(element,)), fonts)
    data = to_bytes(drawing.figure, "pdf")
    assert "\\" not in pypdf.PdfReader(io.BytesIO(data)).pages[0].extract_text()
    measured_again(monkeypatch)
    assert to_bytes(drawing.figure, "pdf") == data


@pytest.mark.slow
@pytest.mark.parametrize("fmt", ["pdf", "eps"])
def test_copies_are_drawn_the_same(fmt):
    drawing = word("right", bold=True)
    expected = to_bytes(drawing.figure, fmt)
    assert to_bytes(copy.deepcopy(drawing.figure), fmt) == expected


READER = """
import pickle, sys
from cddiagram.sheet.mpl.saving import to_bytes
sys.stdout.buffer.write(to_bytes(pickle.load(sys.stdin.buffer), "pdf"))
"""


@pytest.mark.slow
def test_a_figure_drawn_in_another_process_is_the_same():
    # Hashes of texts differ there.
    drawing = word("right")
    given = pickle.dumps(drawing.figure)
    for seed in ("1", "2"):
        command = [sys.executable, "-c", READER]
        done = subprocess.run(
            command, input=given, capture_output=True, check=True, env={**os.environ, "PYTHONHASHSEED": seed}
        )
        assert done.stdout == to_bytes(drawing.figure, "pdf")


@pytest.mark.slow
def test_letters_of_eps_are_in_its_fonts():
    data = to_bytes(word("right").figure, "eps").decode("latin-1")
    drawn = set(re.findall(r"/(\w+) glyphshow", data))
    assert drawn == {"R", "a", "n", "d", "o", "m", "space", "f", "r", "e", "s", "t"}
    in_font = set(re.findall(r"/(\S+) \d+ def", data[data.index("/CharStrings") :]))
    assert drawn <= in_font


def test_place_colour_and_link_may_change():
    drawing = word("right")
    artist = drawing.ax.texts[0]
    (before,) = places(to_bytes(drawing.figure, "pdf"))
    artist.set_position((60, 10))
    artist.set(color="#ff0000", alpha=0.5, url="https://example.org/forest")
    data = to_bytes(drawing.figure, "pdf")
    (after,) = places(data)
    assert (after[0] - before[0], after[1] - before[1]) == pytest.approx((-10, 20 + 0.345 * 8 - 10))
    content = io.BytesIO(data).getvalue()
    assert b"https://example.org/forest" in content
    assert b"/CA 0.5" in content


def test_text_in_given_axes_that_move():
    # The user may resize the axes afterwards: the text stays at its anchor, at its own width.
    ax = Figure(figsize=(4, 3)).add_axes((0.1, 0.1, 0.8, 0.8))
    fonts = Fonts()
    width = fonts.measure("Random forest", 8.0)
    element = Text(gid="word", x=70, y=20, text="Random forest", size=8.0, width=width, anchor="right")
    drawing = draw(Sheet(**SIZE, elements=(element,)), fonts, ax=ax)
    (before,) = places(to_bytes(drawing.figure, "pdf"))
    assert before[0] == pytest.approx(0.1 * 4 * 72 + 70 - width, abs=0.01)
    ax.set_xlim(0, 2 * ax.get_xlim()[1])
    (after,) = places(to_bytes(drawing.figure, "pdf"))
    assert after[0] == pytest.approx(0.1 * 4 * 72 + 35 - width, abs=0.01)


def test_rasterized_text_is_a_picture():
    drawing = word("right")
    drawing.ax.texts[0].set_rasterized(True)
    data = to_bytes(drawing.figure, "pdf")
    assert not places(data)
    assert b"/Subtype /Image" in data
