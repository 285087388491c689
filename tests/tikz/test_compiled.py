"""The pictures as LaTeX sets them, with both engines: no remark of TeX, the right size, the same ink as matplotlib.

Many pictures make one document, so that this takes seconds. Ink is compared in two parts: without texts the pages of
TikZ and matplotlib must be the same picture; texts, set in other fonts, must stand in their boxes.
"""

from dataclasses import replace

import numpy as np
import pytest
from latex import compile_book, compile_tex, need, pages_of
from matplotlib import rc_context
from matplotlib.backends.backend_pdf import PdfPages
from sheets import DARK, NAMES, sheet

from cddiagram.layout.elements import Text
from cddiagram.layout.tikz import tikz_picture
from cddiagram.plot.drawing import draw
from cddiagram.plot.fonts import Fonts

pytestmark = pytest.mark.xdist_group("tex")

#: Fonts of a document -> engine and preamble: OT1 is LaTeX as it comes, without straight quotes or Polish letters.
DOCUMENTS = {
    "pdflatex": ("pdflatex", r"\documentclass{article}\usepackage[T1]{fontenc}\usepackage{lmodern}"),
    "pdflatex-ot1": ("pdflatex", r"\documentclass{article}"),
    "lualatex": ("lualatex", r"\documentclass{article}"),
    "lualatex-sans": ("lualatex", r"\documentclass{article}\renewcommand{\familydefault}{\sfdefault}"),
}
#: A document that does all it can to disturb a picture, and a font twice as wide as the measured one.
HOSTILE = r"""\documentclass[12pt,twocolumn]{article}\usepackage[T1]{fontenc}\usepackage{lmodern}
\renewcommand{\familydefault}{\ttdefault}\AtBeginDocument{\large\bfseries\itshape\color{red}\parindent3em}
\AtBeginDocument{\tikzset{every node/.style={draw, inner sep=5pt, font=\Huge}, every path/.style={red, very thick},
  every picture/.style={scale=3, line cap=round, baseline=1cm, rotate=20}}}"""

SHAPES_DPI, TEXT_DPI = 100, 144


def only(subject, *, texts):
    elements = tuple(element for element in subject.elements if isinstance(element, Text) == texts)
    return replace(subject, elements=elements)


@pytest.fixture(scope="module", params=DOCUMENTS)
def book(request, tmp_path_factory):
    """All figures whole, then their shapes, then their texts: PDF and sizes, by name."""
    engine, preamble = DOCUMENTS[request.param]
    need(engine, "pdftoppm")
    pictures = {}
    for name in NAMES:
        subject = sheet(name)
        pictures[name] = tikz_picture(subject)
        pictures[f"{name}.shapes"] = tikz_picture(only(subject, texts=False))
        pictures[f"{name}.texts"] = tikz_picture(only(subject, texts=True))
    pdf, sizes = compile_book(engine, pictures, tmp_path_factory.mktemp(request.param), preamble)
    return pdf, sizes, list(pictures)


@pytest.fixture(scope="module")
def painted(tmp_path_factory):
    """The shapes of all figures as matplotlib draws them."""
    need("pdftoppm")
    path = tmp_path_factory.mktemp("painted") / "shapes.pdf"
    fonts = Fonts("DejaVu Sans")
    with PdfPages(path) as pages:
        for name in NAMES:
            draw(only(sheet(name), texts=False), fonts).figure.savefig(pages, format="pdf")
    return dict(zip(NAMES, pages_of(path, SHAPES_DPI), strict=True))


def test_sizes_are_those_of_the_sheets(book):
    _, sizes, _ = book
    for name in NAMES:
        assert sizes[name] == pytest.approx((sheet(name).width, sheet(name).height), abs=0.002), name


def test_shapes_are_those_of_matplotlib(book, painted):
    pdf, _, names = book
    pages = dict(zip(names, pages_of(pdf, SHAPES_DPI), strict=True))
    for name in NAMES:
        set_by_tex, reference = _same_size(pages[f"{name}.shapes"], painted[name])
        difference = np.abs(set_by_tex - reference)
        assert (reference < 0.5).sum() > 50, name
        # Renderers place the edges of shapes by rounding: single pixels may be a shade lighter or darker.
        assert difference.mean() < 0.002, name
        assert (difference > 0.5).sum() <= 3, name


def _same_size(one, other):
    """Cut two pages that may differ by a row or column of pixels."""
    assert np.abs(np.subtract(one.shape, other.shape)).max() <= 1
    height, width = np.minimum(one.shape, other.shape)
    return one[:height, :width], other[:height, :width]


def test_texts_stand_in_their_boxes(book):
    pdf, _, names = book
    pages = dict(zip(names, pages_of(pdf, TEXT_DPI), strict=True))
    for name in NAMES:
        check_texts(pages[f"{name}.texts"] < 0.9, sheet(name), name)


def check_texts(ink, subject, name, above=0.5):
    """All ink is in the boxes of the texts, and each box has ink at the end where its text is anchored."""
    scale = TEXT_DPI / 72
    free = ink.copy()
    for text in (element for element in subject.elements if isinstance(element, Text)):
        left, top, right, bottom = (scale * edge for edge in text.box)
        rows = slice(max(0, int(top - above * scale)), int(np.ceil(bottom + 1.0 * scale)))
        columns = slice(max(0, int(left - 0.7 * scale)), int(np.ceil(right + 0.7 * scale)))
        box = ink[rows, columns]
        free[rows, columns] = False
        assert box.any(), f"{name}: nothing is printed for '{text.text}'"
        inked = np.flatnonzero(box.any(axis=0)) + columns.start
        if text.anchor == "left":
            assert inked[0] - left < 3.0 * scale, f"{name}: '{text.text}' does not start at its anchor"
        elif text.anchor == "right":
            assert right - inked[-1] < 3.0 * scale, f"{name}: '{text.text}' does not end at its anchor"
        else:
            assert abs(inked[0] + inked[-1] - left - right) < 3.0 * scale, f"{name}: '{text.text}' is off centre"
    assert not free.any(), f"{name}: ink outside the boxes of the texts at {np.argwhere(free)[:3] / scale} pt"


def test_the_document_around_a_picture_changes_its_font_only(tmp_path):
    need("pdflatex", "pdftoppm")
    names = ("odd", "c4a-wilcoxon", "left")
    pictures = {name: tikz_picture(sheet(name)) for name in names}
    pictures |= {f"{name}.shapes": tikz_picture(only(sheet(name), texts=False)) for name in names}
    pictures |= {f"{name}.texts": tikz_picture(only(sheet(name), texts=True)) for name in names}
    calm, sizes = compile_book("pdflatex", pictures, tmp_path)
    calm_pages = dict(zip(pictures, pages_of(calm, SHAPES_DPI), strict=True))
    loud, loud_sizes = compile_book("pdflatex", pictures, tmp_path, HOSTILE)
    assert loud_sizes == sizes
    loud_pages = dict(zip(pictures, pages_of(loud, SHAPES_DPI), strict=True))
    loud_texts = dict(zip(pictures, pages_of(loud, TEXT_DPI), strict=True))
    for name in names:
        assert np.array_equal(loud_pages[f"{name}.shapes"], calm_pages[f"{name}.shapes"])
        check_texts(loud_texts[f"{name}.texts"] < 0.9, sheet(name), name)


@pytest.mark.parametrize("engine", ["pdflatex", "lualatex"])
def test_a_document_of_its_own_is_one_page_of_the_size_of_the_sheet(engine, tmp_path):
    from pypdf import PdfReader

    pdf, _ = compile_tex(engine, tikz_picture(sheet("odd"), standalone=True, colors=DARK), tmp_path)
    pages = PdfReader(pdf).pages
    assert len(pages) == 1
    box = pages[0].mediabox
    assert (float(box.width), float(box.height)) == pytest.approx((sheet("odd").width, sheet("odd").height), abs=0.01)
    fonts = [font.get_object() for font in pages[0]["/Resources"]["/Font"].values()]
    assert {font["/Subtype"] for font in fonts} <= {"/Type1", "/Type0"}  # outlines, no bitmaps
    (page,) = pages_of(pdf, TEXT_DPI)
    assert page[0, 0] == page[-2, -2] == 0.0  # the dark page is filled (the last pixels are cut by its edge)


def test_ink_without_texts_would_be_missed_by_no_one(painted):
    """The comparison of shapes is not blind: one dot less is seen."""
    subject = only(sheet("c2-wilcoxon"), texts=False)
    dots = [element for element in subject.elements if element.gid.startswith("clique")]
    fewer = replace(subject, elements=tuple(element for element in subject.elements if element is not dots[-1]))
    with rc_context():
        figure = draw(fewer, Fonts("DejaVu Sans")).figure
        figure.set_dpi(SHAPES_DPI)
    import io

    import matplotlib.image

    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", dpi=SHAPES_DPI)
    buffer.seek(0)
    page = matplotlib.image.imread(buffer)[..., :3].mean(axis=-1)
    one, other = _same_size(page, painted["c2-wilcoxon"])
    assert (np.abs(one - other) > 0.5).sum() > 3
