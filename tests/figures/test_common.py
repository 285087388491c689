"""What holds for every figure of the package; a new one joins by a line in `PLOTS`."""

import copy
import inspect
import json
import logging
import os
import subprocess
import sys

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib import style
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from pypdf import PdfReader

from cddiagram.figures.cd import plot_cd
from cddiagram.figures.drawing import Drawing
from cddiagram.figures.mcb import plot_mcb
from cddiagram.figures.rank_bars import plot_rank_bars
from cddiagram.sheet import Line, Sheet, Text, contrast, ink, palette, to_bytes
from cddiagram.text import LayoutError, UsageError

#: EPS writes its fonts slowly; test_saving.py has it.
FORMATS = ("pdf", "svg", "png")

#: (function, name of a comparison in pictured.py): each figure with all the kinds of
#: layout it has.
PLOTS = [
    (plot_cd, "nemenyi"),
    (plot_cd, "linked"),
    (plot_cd, "interval"),
    (plot_cd, "holm"),
    (plot_cd, "many"),
    (plot_cd, "many-control"),
    (plot_rank_bars, "interval"),
    (plot_rank_bars, "holm"),
    (plot_mcb, "nemenyi"),
    (plot_mcb, "many-control"),
]


@pytest.fixture(
    params=PLOTS, ids=[f"{function.__name__}-{case}" for function, case in PLOTS]
)
def plot(request, comparison_of):
    """Give a function that draws one of the figures with the options handed to it."""
    function, case = request.param
    subject = comparison_of(case)

    def draw(**options):
        return function(subject, **options)

    draw.function, draw.subject = function, subject
    return draw


def roomy_axes(inches=4.0):
    return Figure(figsize=(2 * inches, 8)).subplots(
        1, 2, gridspec_kw={"left": 0, "right": 1, "wspace": 0}
    )


def test_signature(plot):
    parameters = list(inspect.signature(plot.function).parameters.values())
    assert parameters[0].kind is inspect.Parameter.POSITIONAL_OR_KEYWORD
    assert all(p.kind is inspect.Parameter.KEYWORD_ONLY for p in parameters[1:])
    assert {"ax", "ids", "font", "width"} <= {p.name for p in parameters}


def test_a_new_figure_of_the_layouts_size(plot):
    drawing = plot()
    assert isinstance(drawing, Drawing)
    assert isinstance(drawing.layout, Sheet)
    size = tuple(drawing.figure.get_size_inches() * 72)
    assert size == pytest.approx((drawing.layout.width, drawing.layout.height))
    assert drawing.layout.width == 237.6
    assert drawing.figure.axes == [drawing.ax]
    assert drawing.figure.canvas.manager is None


@pytest.mark.parametrize("width", ["column", "page", 5.0])
def test_saved_page_is_exactly_as_wide_as_asked_for(plot, width, tmp_path):
    plot(width=width).save(tmp_path / "a.pdf")
    page = PdfReader(tmp_path / "a.pdf").pages[0].mediabox
    assert float(page.width) == {"column": 237.6, "page": 486.0, 5.0: 360.0}[width]


def test_given_axes_are_the_only_thing_touched(plot):
    ax, other = roomy_axes()
    other.plot([0, 1], [2, 3])
    before = (
        other.axis(),
        other.get_position().bounds,
        len(other.get_children()),
        len(ax.figure.get_children()),
    )
    drawing = plot(ax=ax)
    after = (
        other.axis(),
        other.get_position().bounds,
        len(other.get_children()),
        len(ax.figure.get_children()),
    )
    assert after == before
    assert (drawing.ax, drawing.figure) == (ax, ax.figure)
    assert drawing.layout.width == pytest.approx(4.0 * 72)
    assert ax.get_xlim() == pytest.approx((0, 4.0 * 72))
    assert ax.get_ylim() == pytest.approx((ax.bbox.height * 72 / ax.figure.dpi, 0))


def test_axes_that_are_too_low_are_refused_with_the_height_needed(plot):
    height = plot().layout.height
    ax = Figure(figsize=(3.3, 0.3)).add_axes((0, 0, 1, 1))
    with pytest.raises(
        LayoutError,
        match=rf"^the axes are 21\.6 pt tall, but the figure needs {height:.1f} pt",
    ):
        plot(ax=ax)


def test_width_and_axes_are_not_given_both(plot):
    with pytest.raises(UsageError, match=r"^width and ax cannot be combined"):
        plot(ax=roomy_axes()[0], width="page")


@pytest.mark.slow
def test_no_setting_changes(plot):
    before = dict(mpl.rcParams)
    drawing = plot()
    for fmt in FORMATS:
        to_bytes(drawing.figure, fmt, dpi=72)
    assert dict(mpl.rcParams) == before


@pytest.mark.slow
def test_drawing_twice_gives_the_same_bytes(plot):
    first, second = plot(), plot()
    expected = [to_bytes(first.figure, fmt, dpi=72) for fmt in FORMATS]
    assert [to_bytes(second.figure, fmt, dpi=72) for fmt in FORMATS] == expected
    again = [
        to_bytes(first.figure, fmt, dpi=72) for fmt in FORMATS if fmt != "pdf"
    ]  # fonts make it the slowest
    assert again == [
        data for fmt, data in zip(FORMATS, expected, strict=True) if fmt != "pdf"
    ]


@pytest.mark.slow
def test_input_is_not_modified(plot):
    # A title of one figure once appeared in the next: nothing that a call was given may
    # be kept or changed.
    before = copy.deepcopy(plot.subject.to_dict())
    rename = {name: f"{name}!" for name in plot.subject.algorithms}
    given = copy.deepcopy(rename)
    plain = to_bytes(plot().figure, "svg")
    plot(title="Title", note="Note", rename=rename)
    assert json.dumps(plot.subject.to_dict()) == json.dumps(before)
    assert rename == given
    assert to_bytes(plot().figure, "svg") == plain


@pytest.mark.slow
def test_per_element_ids_are_unique_and_change_no_ink(plot, assert_same_ink):
    drawing = plot(ids=True)
    names = [
        artist.get_gid() for artist in drawing.ax.get_children() if artist.get_gid()
    ]
    assert len(names) == len(set(names)) == len(drawing.layout.elements)
    assert_same_ink(to_bytes(drawing.figure, "png"), to_bytes(plot().figure, "png"))


@pytest.mark.parametrize("name", ["default", "dark_background"])
def test_everything_stands_out(plot, name):
    with style.context(name):
        drawing = plot(
            highlight="ROCKET" if "ROCKET" in plot.subject.algorithms else None
        )
        inks = palette()
    page = to_hex(drawing.figure.get_facecolor())
    for element in drawing.layout.elements:
        if isinstance(element, Text):
            assert contrast(ink(element.color, inks), page) >= 4.5, element
        elif isinstance(element, Line) and element.gid.startswith("leader"):
            assert contrast(ink(element.color, inks), page) >= 3, element
    colors = {to_hex(text.get_color()) for text in drawing.ax.texts}
    assert colors <= set(inks.values())


@pytest.mark.slow
@pytest.mark.parametrize("font", ["DejaVu Sans", "STIXGeneral", "cmr10"])
def test_no_message_with_usual_fonts(plot, font, caplog):
    with caplog.at_level(logging.WARNING):
        drawing = plot(font=font)
        for fmt in FORMATS:
            to_bytes(drawing.figure, fmt)
    assert not caplog.records


def test_texts_fill_their_boxes_and_the_page_holds_all(plot):
    drawing = plot()
    box = drawing.figure.get_tightbbox()
    page = drawing.figure.get_size_inches()
    assert box.extents == pytest.approx((0, 0, *page), abs=1e-9)
    with mpl.rc_context({"text.hinting": "no_hinting"}):
        drawing.figure.dpi = 300
        renderer = FigureCanvasAgg(drawing.figure).get_renderer()
        elements = [
            element for element in drawing.layout.elements if isinstance(element, Text)
        ]
        for element, text in zip(elements, drawing.ax.texts, strict=True):
            found = text.get_window_extent(renderer).transformed(
                drawing.ax.transData.inverted()
            )
            assert np.sort([found.x0, found.x1]) == pytest.approx(
                [element.box[0], element.box[2]], abs=0.3
            )


SCRIPT = """
import hashlib, sys
sys.path.insert(0, sys.argv[1])
from pictured import CASES
from cddiagram.figures import {modules}
from cddiagram.sheet.mpl.saving import to_bytes
for function, case in {plots}:
    drawing = function(CASES[case]())
    files = [to_bytes(drawing.figure, fmt, dpi=72) for fmt in ("pdf", "svg", "png")]
    print(case, [hashlib.sha256(data).hexdigest() for data in files])
loaded = [m for m in ("matplotlib.pyplot", "scipy.stats", "pandas") if m in sys.modules]
print("loaded", loaded)
"""


@pytest.mark.slow
def test_same_bytes_in_every_process_and_no_pyplot():
    modules = sorted({function.__module__.rpartition(".")[2] for function, _ in PLOTS})
    plots = ", ".join(
        f"({f.__module__.rpartition('.')[2]}.{f.__name__}, {case!r})"
        for f, case in PLOTS
    )
    code = SCRIPT.format(modules=", ".join(modules), plots=f"[{plots}]")
    shared = os.path.join(os.path.dirname(__file__), "..", "shared")
    outputs = []
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run(
            [sys.executable, "-c", code, shared],
            capture_output=True,
            text=True,
            check=True,
            env=environment,
        )
        outputs.append(done.stdout)
    assert outputs[0] == outputs[1]
    assert outputs[0].splitlines()[-1] == "loaded []"
