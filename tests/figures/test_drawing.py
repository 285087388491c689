"""Drawings: a figure of exactly the layout's size, or a place in a given axes and
nothing else touched.
"""

import base64
import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import matplotlib as mpl
import pytest
from matplotlib.figure import Figure

from cddiagram.figures.drawing import draw
from cddiagram.sheet import InstalledFonts, Line, Sheet, Text, box_of, width_for
from cddiagram.text import LayoutError, OutputError, UsageError

SHEET = Sheet(
    width=144.0,
    height=36.0,
    elements=(
        Line(gid="axis", points=((10, 10), (130, 10)), width=0.8),
        Text(gid="label-0", x=4, y=30, text="name", size=8, width=20),
    ),
)


def test_new_figure_has_the_size_of_the_layout_and_pyplot_does_not_know_it():
    drawing = draw(SHEET, InstalledFonts())
    assert tuple(drawing.figure.get_size_inches()) == pytest.approx(
        (2.0, 0.5), rel=1e-12
    )
    assert drawing.figure.axes == [drawing.ax]
    assert drawing.figure.get_layout_engine() is None
    assert drawing.figure.canvas.manager is None


@pytest.mark.parametrize("dpi", [72, 100, 250])
def test_data_units_are_points(dpi):
    figure = Figure(figsize=(5, 4), dpi=dpi)
    ax = figure.add_axes((0.2, 0.25, 0.6, 0.5))
    drawing = draw(SHEET, InstalledFonts(), ax=ax)
    left, top = ax.bbox.x0, ax.bbox.y1
    for x, y in [(0, 0), (144, 36), (10, 20)]:
        pixel = ax.transData.transform((x, y))
        assert tuple(pixel) == pytest.approx((left + x * dpi / 72, top - y * dpi / 72))
    assert drawing.figure is figure


def test_given_axes_are_the_only_thing_touched():
    figure = Figure(figsize=(5, 4))
    ax, other = figure.subplots(2, 1, sharex=True)
    other.plot([0, 1], [2, 3])
    limits, box, children = (
        other.axis(),
        other.get_position().bounds,
        len(other.get_children()),
    )
    rc, axes = dict(mpl.rcParams), list(figure.axes)
    draw(SHEET, InstalledFonts(), ax=ax)
    assert (other.axis(), other.get_position().bounds, len(other.get_children())) == (
        limits,
        box,
        children,
    )
    assert dict(mpl.rcParams) == rc
    assert figure.axes == axes
    assert other.axison


def test_given_axes_may_have_an_aspect_or_a_locator():
    figure = Figure(figsize=(4, 4))
    ax = figure.add_axes((0, 0, 1, 0.5))
    ax.set_aspect("equal")
    ax.apply_aspect()
    assert box_of(ax) == pytest.approx((288, 144))
    inset = ax.inset_axes((0.25, 0.5, 0.5, 0.5))
    ax.set_aspect("auto")
    ax.apply_aspect()
    assert box_of(inset) == pytest.approx((144, 72))
    draw(SHEET, InstalledFonts(), ax=inset)


def test_subfigures():
    figure = Figure(figsize=(8, 4))
    _, right = figure.subfigures(1, 2)
    ax = right.add_axes((0, 0, 0.5, 1))
    assert box_of(ax) == pytest.approx((144, 288))
    assert draw(SHEET, InstalledFonts(), ax=ax).figure is figure


def test_hollow_markers_take_the_colour_of_the_given_figure():
    from cddiagram.sheet import Marker

    figure = Figure(figsize=(3, 3), facecolor="#ffeecc")
    marker = Marker(
        gid="marker-0",
        x=9,
        y=9,
        radius=2,
        fill="background",
        edge="foreground",
        edge_width=1,
    )
    drawing = draw(
        Sheet(width=20, height=20, elements=(marker,)),
        InstalledFonts(),
        ax=figure.add_axes((0, 0, 1, 1)),
    )
    assert mpl.colors.to_hex(drawing.ax.collections[0].get_facecolors()[0]) == "#ffeecc"


def test_axes_too_low():
    ax = Figure(figsize=(2, 1)).add_axes((0, 0, 1, 0.25))
    with pytest.raises(LayoutError) as caught:
        draw(SHEET, InstalledFonts(), ax=ax)
    assert str(caught.value) == (
        "the axes are 18.0 pt tall, but the figure needs 36.0 pt (2.00 x 0.50 in). "
        "Make the axes taller or wider."
    )
    assert len(ax.texts) == 0
    assert ax.axison


def test_axes_too_narrow():
    ax = Figure(figsize=(1, 1)).add_axes((0, 0, 1, 1))
    with pytest.raises(
        LayoutError,
        match=r"^the axes are 72\.0 pt wide, but the figure needs 144\.0 pt",
    ):
        draw(SHEET, InstalledFonts(), ax=ax)


def test_axes_that_cannot_be_drawn_on():
    polar = Figure().add_subplot(projection="polar")
    with pytest.raises(
        UsageError,
        match=r"^cannot draw on PolarAxes\. Pass two-dimensional Cartesian axes\.$",
    ):
        draw(SHEET, InstalledFonts(), ax=polar)
    gone = Figure().add_subplot()
    gone.remove()
    with pytest.raises(UsageError, match=r"^the axes no longer belong to a figure"):
        draw(SHEET, InstalledFonts(), ax=gone)


def test_width_comes_from_the_axes_and_is_not_given_twice():
    ax = Figure(figsize=(4, 4)).add_axes((0, 0, 0.5, 1))
    assert width_for(ax, "column") == pytest.approx(2.0)
    with pytest.raises(UsageError) as caught:
        width_for(ax, 3.0)
    assert (
        str(caught.value)
        == "width and ax cannot be combined, because the figure is as wide as the axes. "
        "Omit width."
    )


def test_notebooks_get_svg_and_png():
    drawing = draw(SHEET, InstalledFonts())
    bundle = drawing._repr_mimebundle_()
    assert list(bundle) == ["image/svg+xml", "image/png"]
    assert (
        ElementTree.fromstring(bundle["image/svg+xml"].encode()).get("width") == "144pt"
    )
    assert base64.b64decode(bundle["image/png"]).startswith(b"\x89PNG")
    assert list(drawing._repr_mimebundle_(include={"image/png"})) == ["image/png"]
    assert list(drawing._repr_mimebundle_(exclude={"image/png"})) == ["image/svg+xml"]


def test_show_without_a_window():
    before = mpl.get_backend()
    mpl.use("agg")
    try:
        with pytest.raises(OutputError) as caught:
            draw(SHEET, InstalledFonts()).show()
    finally:
        mpl.use(before)
    assert str(caught.value) == (
        "the matplotlib backend 'agg' cannot open a window. Save the drawing with "
        ".save(path), or choose another backend with matplotlib.use()."
    )


BACKEND = """
from matplotlib.backend_bases import FigureManagerBase
from matplotlib.backends.backend_agg import FigureCanvasAgg

class FigureManager(FigureManagerBase):
    @classmethod
    def pyplot_show(cls, *, block=None):
        from matplotlib import pyplot
        print("shown", [pyplot.figure(n).axes[0].texts[0].get_text() for n in pyplot.get_fignums()])

class FigureCanvas(FigureCanvasAgg):
    manager_class = FigureManager
"""

SHOW = """
import sys
from cddiagram.figures.drawing import draw
from cddiagram.sheet import InstalledFonts, Sheet, Text
name = Text(gid="a", x=1, y=9, text="name", size=8, width=9)
drawing = draw(Sheet(width=99, height=20, elements=(name,)), InstalledFonts())
assert "matplotlib.pyplot" not in sys.modules
drawing.show()
drawing.save("after.pdf")
"""


@pytest.mark.slow
def test_show_opens_this_figure(tmp_path):
    (tmp_path / "window_backend.py").write_text(BACKEND, encoding="utf-8")
    root = Path(__file__).parents[2]
    environment = {
        **os.environ,
        "MPLBACKEND": "module://window_backend",
        "PYTHONPATH": f"{tmp_path}{os.pathsep}{root}",
    }
    done = subprocess.run(
        [sys.executable, "-c", SHOW],
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
        env=environment,
    )
    assert done.stdout == "shown ['name']\n"
    assert (tmp_path / "after.pdf").exists()
