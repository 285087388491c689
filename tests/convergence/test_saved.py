"""What holds for the saved figures of convergence: size, fonts, contrast, bytes."""

import hashlib
import io
import json
import logging
import os
import subprocess
import sys
from itertools import pairwise

import pytest
from matplotlib import style
from matplotlib.colors import to_hex
from PIL import Image
from pypdf import PdfReader

import cddiagram as cd
from cddiagram.sheet import (
    Line,
    Marker,
    Rectangle,
    Text,
    contrast,
    ink,
    palette,
    to_bytes,
)

NAMES = ("proposed", "CMA-ES", "differential evolution", "PSO", "random search")
PROBLEMS = ("sphere", "Ackley", "Rastrigin (rotated)", "step", "Lévy", "f_6")
PAIR = ("proposed", "PSO")


def stated():
    """Six problems at five cut-points; every third is solved early by the first
    algorithm.
    """
    values = [
        [
            [
                0.0
                if a == 0 and p % 3 == 0 and j > 2
                else 40.0 * (p + 1) * (0.2 + 0.15 * a) ** j
                for j in range(5)
            ]
            for p in range(6)
        ]
        for a in range(5)
    ]
    return cd.Histories(
        values=values,
        algorithms=NAMES,
        problems=PROBLEMS,
        cut_points=(200, 400, 600, 800, 1000),
    )


def compared():
    return cd.compare_convergence(stated(), ranks="alternative", p_adjust="holm")


FIGURES = {
    "matrix": lambda **options: cd.plot_convergence_matrix(compared(), **options),
    "trend": lambda **options: cd.plot_convergence_trend(compared(), *PAIR, **options),
    "problems": lambda **options: cd.plot_convergence_problems(
        compared(), *PAIR, **options
    ),
    "curves": lambda **options: cd.plot_convergence_curves(stated(), **options),
    "curve": lambda **options: cd.plot_convergence_curves(
        stated(), problem="step", highlight="PSO", **options
    ),
}
FORMATS = ("pdf", "svg", "png")


@pytest.fixture(params=FIGURES)
def figure(request):
    return FIGURES[request.param]


@pytest.mark.slow
def test_pdf_fonts_are_truetype_and_embedded(figure):
    for font in (None, "STIXGeneral"):
        found = []
        for page in PdfReader(
            io.BytesIO(to_bytes(figure(font=font).figure, "pdf"))
        ).pages:
            for one in page["/Resources"]["/Font"].values():
                parts = [
                    part.get_object()
                    for part in one.get_object().get("/DescendantFonts", [])
                ]
                found += [
                    (p["/Subtype"], "/FontFile2" in p["/FontDescriptor"])
                    for p in parts or [one.get_object()]
                ]
        assert found
        assert set(found) <= {("/CIDFontType2", True), ("/TrueType", True)}


@pytest.mark.parametrize(
    ("width", "points"), [("column", 237.6), ("page", 486.0), (5.0, 360.0)]
)
def test_the_page_is_exactly_as_wide_as_asked_for(figure, width, points, tmp_path):
    drawing = figure(width=width)
    drawing.save(tmp_path / "a.pdf")
    page = PdfReader(tmp_path / "a.pdf").pages[0].mediabox
    assert (float(page.width), float(page.height)) == pytest.approx(
        (points, drawing.layout.height), abs=1e-4
    )
    drawing.figure.set_dpi(300)  # matplotlib measures texts in whole pixels
    assert drawing.figure.get_tightbbox().extents == pytest.approx(
        (0, 0, *drawing.figure.get_size_inches()), abs=1e-9
    )


@pytest.mark.parametrize("name", ["default", "dark_background"])
def test_everything_stands_out(figure, name):
    """Texts 4.5, lines and markers 3; guides, borders and the ranks of single problems
    may be pale.
    """
    with style.context(name):
        drawing = figure()
        inks = palette()
        page = to_hex(drawing.figure.get_facecolor())
        fills = {
            e.gid: ink(e.fill, inks)
            for e in drawing.layout.elements
            if isinstance(e, Rectangle) and e.fill
        }
        for element in drawing.layout.elements:
            if isinstance(element, Text):
                behind = fills.get(element.gid.replace("value-", "cell-"), page)
                assert contrast(ink(element.color, inks), behind) >= 4.5, element
            elif isinstance(element, Line) and element.color != "guide":
                assert contrast(ink(element.color, inks), page) >= 3, element
            elif isinstance(element, Marker):
                assert contrast(ink(element.edge or element.fill, inks), page) >= 3, (
                    element
                )


def test_nothing_is_said_by_colour_alone(figure):
    """In gray every line and marker of a legend has a dash, a width or a shape of its
    own; curves have their names.
    """
    layout = figure().layout
    lines = [e for e in layout.elements if isinstance(e, Line)]
    said = [
        (line.dash, line.width) for line in lines if line.gid.startswith("legend-line")
    ]
    grounds = [
        e.fill
        for e in layout.elements
        if isinstance(e, Rectangle) and e.gid.startswith("legend-ground")
    ]
    assert len(set(said)) == len(said)
    assert len(set(grounds)) == len(grounds)
    curves = {
        line.gid.removeprefix("curve-")
        for line in lines
        if line.gid.startswith("curve-")
    }
    named = {
        e.gid.removeprefix("label-") for e in layout.elements if isinstance(e, Text)
    }
    led = {line.gid.removeprefix("pointer-") for line in lines}
    assert curves <= named & led
    marks = [
        e.shape
        for e in layout.elements
        if isinstance(e, Marker) and e.gid == "legend-mark"
    ]
    assert len(set(marks)) == len(marks)


@pytest.mark.parametrize("name", ["default", "dark_background"])
def test_classes_of_the_matrix_are_told_apart_in_gray(name):
    with style.context(name):
        inks = palette()
    grays = []
    for role in ("background", "level-1", "level-2", "level-3"):
        image = Image.new("RGB", (1, 1), ink(role, inks)).convert("L")
        grays.append(image.getpixel((0, 0)) / 255)
    assert all(abs(a - b) >= 0.15 for a, b in pairwise(grays))


@pytest.mark.slow
@pytest.mark.parametrize("font", ["DejaVu Sans", "STIXGeneral", "cmr10"])
def test_no_message_with_usual_fonts(figure, font, caplog):
    with caplog.at_level(logging.WARNING):
        drawing = figure(font=font)
        for fmt in FORMATS:
            to_bytes(drawing.figure, fmt)
    assert not caplog.records


@pytest.mark.slow
def test_ids_are_unique_and_change_no_ink(figure, assert_same_ink):
    drawing = figure(ids=True)
    names = [
        artist.get_gid() for artist in drawing.ax.get_children() if artist.get_gid()
    ]
    assert len(names) == len(set(names)) == len(drawing.layout.elements)
    assert_same_ink(to_bytes(drawing.figure, "png"), to_bytes(figure().figure, "png"))


def test_the_subject_is_not_modified(figure):
    before = json.dumps(compared().to_dict())
    first = to_bytes(figure().figure, "svg")
    figure(title="Title", note="Note")
    assert to_bytes(figure().figure, "svg") == first
    assert json.dumps(compared().to_dict()) == before


SCRIPT = """
import hashlib, importlib.util, sys
spec = importlib.util.spec_from_file_location("figures", sys.argv[1])
figures = importlib.util.module_from_spec(spec)
spec.loader.exec_module(figures)
print(figures.digests())
print([name for name in ("matplotlib.pyplot", "scipy.stats", "pandas") if name in sys.modules])
"""


def digests():
    return {
        name: [
            hashlib.sha256(to_bytes(draw().figure, fmt, dpi=72)).hexdigest()
            for fmt in FORMATS
        ]
        for name, draw in FIGURES.items()
    }


@pytest.mark.slow
def test_same_bytes_in_every_process_and_no_pyplot():
    outputs = []
    for seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT, __file__],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        )
        outputs.append(done.stdout)
    assert outputs[0] == outputs[1]
    assert outputs[0].splitlines()[-1] == "[]"
