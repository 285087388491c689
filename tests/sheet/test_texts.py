"""Texts in the PDF and EPS of matplotlib: at the place that the layout has measured,
and when they are changed.
"""

import copy
import io
import os
import pickle
import re
import subprocess
import sys
import zlib

import pytest
from matplotlib.figure import Figure

from cddiagram.figures import draw
from cddiagram.sheet.elements import Sheet, Text
from cddiagram.sheet.mpl.fonts import InstalledFonts
from cddiagram.sheet.mpl.saving import to_bytes

SIZE = {"width": 144.0, "height": 40.0}


def word(anchor="left", font=None, text="Random forest", **more):
    fonts = InstalledFonts(font)
    width = fonts.measure(text, 8.0, more.get("bold", False), more.get("italic", False))
    element = Text(
        gid="word", x=70, y=20, text=text, size=8.0, width=width, anchor=anchor, **more
    )
    return draw(Sheet(**SIZE, elements=(element,)), fonts)


def places(data):
    """Read where the texts of a PDF begin, and the kerning between their letters."""
    found = []
    for stream in re.findall(rb"stream\r?\n(.*?)endstream", data, re.DOTALL):
        try:
            content = zlib.decompress(stream)
        except zlib.error:
            continue
        found += re.findall(
            rb"1 0 -?0 1 (\S+) (\S+) cm\nBT\n(.*?)ET", content, re.DOTALL
        )
    return [(float(x), float(y), rest) for x, y, rest in found]


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
            command,
            input=given,
            capture_output=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        )
        assert done.stdout == to_bytes(drawing.figure, "pdf")


@pytest.mark.slow
def test_letters_of_eps_are_in_its_fonts():
    data = to_bytes(word("right").figure, "eps").decode("latin-1")
    drawn = set(re.findall(r"/(\w+) glyphshow", data))
    assert drawn == {"R", "a", "n", "d", "o", "m", "space", "f", "r", "e", "s", "t"}
    in_font = set(re.findall(r"/(\S+) \d+ def", data[data.index("/CharStrings") :]))
    assert drawn <= in_font


@pytest.mark.slow
def test_place_colour_and_link_may_change():
    drawing = word("right")
    artist = drawing.ax.texts[0]
    (before,) = places(to_bytes(drawing.figure, "pdf"))
    artist.set_position((60, 10))
    artist.set(color="#ff0000", alpha=0.5, url="https://example.org/forest")
    data = to_bytes(drawing.figure, "pdf")
    (after,) = places(data)
    assert (after[0] - before[0], after[1] - before[1]) == pytest.approx(
        (-10, 20 + 0.345 * 8 - 10)
    )
    content = io.BytesIO(data).getvalue()
    assert b"https://example.org/forest" in content
    assert b"/CA 0.5" in content


def test_text_in_given_axes_that_move():
    # The user may resize the axes afterwards: the text stays at its anchor, at its own
    # width.
    ax = Figure(figsize=(4, 3)).add_axes((0.1, 0.1, 0.8, 0.8))
    fonts = InstalledFonts()
    width = fonts.measure("Random forest", 8.0)
    element = Text(
        gid="word",
        x=70,
        y=20,
        text="Random forest",
        size=8.0,
        width=width,
        anchor="right",
    )
    drawing = draw(Sheet(**SIZE, elements=(element,)), fonts, ax=ax)
    (before,) = places(to_bytes(drawing.figure, "pdf"))
    assert before[0] == pytest.approx(
        0.1 * 4 * 72 + 70 - width, abs=0.15
    )  # matplotlib rounds each letter, 3.10 more
    ax.set_xlim(0, 2 * ax.get_xlim()[1])
    (after,) = places(to_bytes(drawing.figure, "pdf"))
    assert after[0] == pytest.approx(0.1 * 4 * 72 + 35 - width, abs=0.15)


def test_rasterized_text_is_a_picture():
    drawing = word("right")
    drawing.ax.texts[0].set_rasterized(True)
    data = to_bytes(drawing.figure, "pdf")
    assert not places(data)
    assert b"/Subtype /Image" in data
