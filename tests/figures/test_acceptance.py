"""What every figure must pass: contrast, grays, bytes, fonts, size, silence.

Random inputs without a defect, and honesty, are tested on the layouts, in
tests/figures.
"""

import hashlib
import inspect
import io
import logging
import os
import re
import subprocess
import sys
from functools import cache, partial
from itertools import pairwise

import pytest
from every_feature import figures_but, result_of
from every_figure import figures_of_one_comparison
from matplotlib import colors as mcolors
from matplotlib import style
from pypdf import PdfReader
from sheets import costs

import cddiagram as cd
from cddiagram.figures.cell_drawing import OCHRE_SHADES, WORSE
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


@cache
def scores():
    return cd.load_example("garcia2008-table2")


@cache
def convergence():
    return cd.compare_convergence(
        cd.load_histories("optimisers"), ranks="alternative", p_adjust="holm"
    )


def over_budget():
    return cd.compare_over_budget(cd.load_histories("optimisers"))


def of_two(plot=None, **options):
    columns = {
        "Nemenyi": cd.compare(scores()),
        "Wilcoxon": cd.compare(scores(), pair_test="wilcoxon"),
    }
    return (plot or cd.plot_cd_sequence)(columns, highlight="CN2", **options)


@cache
def power(group="pair"):
    return cd.study_power(
        scores(), pair=("C4.5", "1-NN"), group=group, biases=[0, 5, 10, 20], repeats=60
    )


PAIR = ("Dual annealing", "Random search")
#: Each figure in the forms that use different inks, with a highlight where it has that
#: option.
FIGURES = {
    "cd": lambda **o: cd.plot_cd(
        cd.compare(scores(), pair_test="wilcoxon"), highlight="CN2", **o
    ),
    "cd-control": lambda **o: cd.plot_cd(
        cd.compare(scores(), control="C4.5"), highlight="CN2", **o
    ),
    "cd-list": lambda **o: cd.plot_cd(
        cd.compare(scores()), arrangement="list", highlight="CN2", **o
    ),
    "rank-bars": lambda **o: cd.plot_rank_bars(
        cd.compare(scores(), control="C4.5"), alphas=(0.05, 0.10), highlight="CN2", **o
    ),
    "rank-bars-shades": lambda **o: cd.plot_rank_bars(
        cd.compare(scores(), control="C4.5", p_adjust="holm"),
        alphas=(0.05, 0.10, 0.001),
        **o,
    ),
    "pvalue-matrix": lambda **o: cd.plot_pvalue_matrix(
        cd.compare(scores(), pair_test="wilcoxon"), highlight="CN2", **o
    ),
    "mcb": lambda **o: cd.plot_mcb(cd.compare(scores()), highlight="CN2", **o),
    "mcb-places": lambda **o: cd.plot_mcb(
        cd.compare(scores()), show_rank_intervals=True, **o
    ),
    "rank-distribution": lambda **o: cd.plot_rank_distribution(
        cd.compare(scores()), highlight="CN2", **o
    ),
    "pair-matrix": lambda **o: cd.plot_pair_matrix(
        cd.compare(scores()), highlight="CN2", **{"width": "page", **o}
    ),
    "pair-scatter": lambda **o: cd.plot_pair_scatter(
        cd.compare(scores()), "C4.5", "CN2", name_farthest=2, **o
    ),
    "forest": lambda **o: cd.plot_forest(
        cd.compare(scores()), reference="CN2", rope=0.01, highlight="C4.5", **o
    ),
    "score-cost": lambda **o: cd.plot_score_cost(
        cd.compare(scores()), costs(scores()), highlight="CN2", **o
    ),
    "posterior": lambda **o: cd.plot_posterior(
        cd.compare(scores()).posterior(0.1, pair_test="sign"),
        probability=0.95,
        highlight="CN2",
        **o,
    ),
    "posterior-pair": lambda **o: cd.plot_posterior(
        cd.compare(scores()).posterior(0.1, pair_test="sign"), "C4.5", "CN2", **o
    ),
    "cd-sequence": of_two,
    "cd-stack": lambda **o: of_two(cd.plot_cd_stack, **o),
    "assumptions": lambda **o: cd.plot_assumptions(cd.check_assumptions(scores()), **o),
    "stability": lambda **o: cd.plot_stability(
        cd.study_stability(cd.compare(scores()), resamples=50), highlight="CN2", **o
    ),
    "pool": lambda **o: cd.plot_pool(cd.study_pool(scores()), **o),
    "power": lambda **o: cd.plot_power(power(), highlight="Wilcoxon", **o),
    "power-family": lambda **o: cd.plot_power(power("all"), show="mean-pvalue", **o),
    "folds": lambda **o: cd.plot_folds(
        cd.compare_folds(scores(), folds=10), highlight="CN2", **o
    ),
    "page-matrix": lambda **o: cd.plot_convergence_matrix(convergence(), **o),
    "page-trend": lambda **o: cd.plot_convergence_trend(convergence(), *PAIR, **o),
    "ranks-over-budget": lambda **o: cd.plot_convergence_ranks(
        over_budget(), highlight="PSO", **o
    ),
    "page-problems": lambda **o: cd.plot_convergence_problems(
        convergence(), *PAIR, **o
    ),
    "convergence": lambda **o: cd.plot_convergence_curves(
        cd.load_histories("optimisers"), problem="Rastrigin", highlight="PSO", **o
    ),
}
#: Others are drawn as they are.
FIGURES |= {
    key: partial(plot, cd.compare(scores()))
    for key, plot in figures_of_one_comparison(but=FIGURES).items()
}


def drawn():
    """Return the names of the public functions that draw these figures."""
    names = set()
    for plot in FIGURES.values():
        if isinstance(plot, partial):
            names.add(plot.func.__name__)
        else:
            names.update(plot.__code__.co_names)
    return names


FIGURES |= {
    key: partial(plot, result_of(feature))
    for key, (feature, plot) in figures_but(drawn()).items()
}
FORMATS = ("pdf", "svg", "png")
#: Least difference of two grays that mean something: three levels of bars share the way
#: from 35 to 78% gray. The classes of the matrix are .15 apart
#: (test_pvalue_matrix.py).
LEAST_STEP = 0.13


@pytest.fixture(params=FIGURES)
def plot(request):
    return FIGURES[request.param]


def test_every_figure_is_here():
    public = {name for name in cd.__all__ if name.startswith("plot_")}
    assert public - drawn() == set()


def behind(text, elements, inks):
    """The colour on which the middle of a text stands: that of the last shape below
    it.
    """
    x = {
        "left": text.x + text.width / 2,
        "right": text.x - text.width / 2,
        "center": text.x,
    }[text.anchor]
    shapes = [
        element
        for element in elements
        if isinstance(element, Rectangle)
        and element.x <= x <= element.x + element.width
        and element.y <= text.y <= element.y + element.height
    ]
    return ink(shapes[-1].fill if shapes else "background", inks)


def test_the_direction_can_be_omitted(plot):
    """Every figure with a better end omits it with ``show_direction=False``."""
    drawing = plot()
    public = getattr(cd, drawing.provenance.made)
    if "show_direction" in inspect.signature(public).parameters:
        assert plot(show_direction=False).layout.elements != drawing.layout.elements
    else:
        with pytest.raises(TypeError, match="show_direction"):
            plot(show_direction=False)


@pytest.mark.parametrize("name", ["default", "dark_background"])
def test_texts_and_lines_stand_out(plot, name):
    with style.context(name):
        drawing, inks = plot(), palette()
    elements = drawing.layout.elements
    for element in elements:
        if isinstance(element, Text):
            assert (
                contrast(ink(element.color, inks), behind(element, elements, inks))
                >= 4.5
            ), element
        elif isinstance(element, Line) and element.color not in (
            "guide",
            "zebra",
            "background",
        ):
            assert contrast(ink(element.color, inks), inks["background"]) >= 3, element
    assert mcolors.to_hex(drawing.figure.get_facecolor()) == inks["background"]


def gray(color):
    red, green, blue = mcolors.to_rgb(color)
    return 0.299 * red + 0.587 * green + 0.114 * blue


@pytest.mark.parametrize("name", ["default", "dark_background"])
def test_nothing_is_said_by_colour_alone(plot, name):
    """Marks and texts of one kind that differ in colour differ in gray or in form."""
    with style.context(name):
        drawing, inks = plot(), palette()
    kinds = {}
    for element in drawing.layout.elements:
        kinds.setdefault((type(element), re.sub(r"\d+", "", element.gid)), []).append(
            element
        )
    for (kind, gid), elements in kinds.items():
        if gid in ("rank--", "end-", "point--", "curve-", "pointer-"):
            # of ranks over the budget, curves, and power: a pointer leads from each
            # line to its name
            continue
        forms = {}
        for element in elements:
            if kind is Text:
                form, color = (element.bold, element.italic), element.color
            elif kind is Line:
                form, color = (element.width, element.dash), element.color
            else:
                form, color = (
                    (kind is Marker and element.shape, element.edge is None),
                    element.fill,
                )
                # the two sides of a pair matrix: cells and key print differences with
                # their signs; and the two of a posterior matrix, above and below the
                # diagonal
                form = (*form, color in WORSE, color in OCHRE_SHADES[1:])
            if not color.startswith(
                "on-level"
            ):  # stands on fills that differ themselves
                forms.setdefault(form, set()).add(ink(color, inks))
        for form, colors in forms.items():
            grays = sorted(gray(color) for color in colors)
            assert all(b - a >= LEAST_STEP for a, b in pairwise(grays)), (
                gid,
                form,
                colors,
            )


@pytest.mark.parametrize("name", ["default", "dark_background"])
@pytest.mark.parametrize("key", ["mcb", "forest", "folds", "stability"])
def test_a_highlighted_interval_is_no_fainter_than_others_in_gray(key, name):
    with style.context(name):
        drawing, inks = FIGURES[key](), palette()
    page, weights = gray(inks["background"]), {}
    for line in drawing.layout.elements:
        if isinstance(line, Line) and re.fullmatch(r"interval-\d+", line.gid):
            weight = line.width * abs(gray(ink(line.color, inks)) - page)
            weights.setdefault(line.color != "foreground", set()).add(weight)
    assert min(weights[True]) >= max(weights[False])


def fonts_of(data):
    """Give (kind, embedded) of each font of a PDF, descendants of composite fonts for
    the fonts themselves.
    """
    for page in PdfReader(io.BytesIO(data)).pages:
        for reference in page["/Resources"]["/Font"].values():
            font = reference.get_object()
            for part in [
                part.get_object() for part in font.get("/DescendantFonts", [])
            ] or [font]:
                yield part["/Subtype"], "/FontFile2" in part.get("/FontDescriptor", {})


@pytest.mark.slow
@pytest.mark.parametrize("font", ["DejaVu Sans", "STIXGeneral", "cmr10"])
def test_fonts_are_embedded_and_nothing_is_said(plot, font, caplog):
    """cmr10, which has the fewest characters, is written in all formats; the other two
    in the cheapest.
    """
    formats = FORMATS if font == "cmr10" else ("svg",)
    with caplog.at_level(logging.WARNING):
        figure = plot(font=font).figure
        files = {name: to_bytes(figure, name) for name in formats}
    assert not caplog.records
    if font != "cmr10":  # test_saving.py reads the files of all three
        return
    fonts = list(fonts_of(files["pdf"]))
    assert fonts
    assert all(
        kind in ("/CIDFontType2", "/TrueType") and embedded for kind, embedded in fonts
    ), fonts  # Type 42


@pytest.mark.slow
@pytest.mark.parametrize("width", ["column", "page"])
def test_the_page_is_exact_and_holds_all(plot, width):
    drawing = plot(width=width)
    assert drawing.layout.width == {"column": 237.6, "page": 486.0}[width]
    page = PdfReader(io.BytesIO(drawing.to_bytes("pdf"))).pages[0].mediabox
    size = (drawing.layout.width, drawing.layout.height)
    assert (float(page.width), float(page.height)) == pytest.approx(size, abs=0.01)
    assert tuple(72 * drawing.figure.get_size_inches()) == pytest.approx(size)
    drawing.figure.set_dpi(
        300
    )  # as it is saved: coarser pixels, to which letters are moved, widen long texts
    box, size = drawing.figure.get_tightbbox(), drawing.figure.get_size_inches()
    assert box.extents == pytest.approx((0, 0, *size), abs=1e-9)


SCRIPT = """
import importlib.util, os, sys
sys.path.insert(0, os.path.join(os.path.dirname(sys.argv[1]), "..", "shared"))
spec = importlib.util.spec_from_file_location("acceptance", sys.argv[1])
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
for line in module.hashes():
    print(line)
"""


def hashes():
    """Without PDF, which takes eight times as long; test_common.py has it."""
    for name, figure in FIGURES.items():
        drawing = figure()
        files = [to_bytes(drawing.figure, fmt, dpi=72) for fmt in ("svg", "png")]
        yield name, [hashlib.sha256(data).hexdigest() for data in files]


@pytest.mark.slow
def test_same_bytes_in_every_process():
    outputs = [
        subprocess.run(
            [sys.executable, "-c", SCRIPT, __file__],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    ]
    assert len(outputs[0].splitlines()) == len(FIGURES)
    assert outputs[0] == outputs[1]
