"""The pictures as LaTeX sets them, with both engines: no remark of TeX, the right size,
the same ink as matplotlib.

Many pictures make one document, so that this takes seconds. Ink is compared in two
parts: without texts the pages of TikZ and matplotlib must be the same picture; texts,
set in other fonts, must stand in their boxes.
"""

import re
import subprocess
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from latex import BOOK, compile_book, compile_tex, need, pages_of
from matplotlib.backends.backend_pdf import PdfPages
from sheets import CASES, DARK, NAMES, sheet

from cddiagram.figures import draw
from cddiagram.sheet.elements import Sheet, Text
from cddiagram.sheet.mpl.fonts import InstalledFonts
from cddiagram.sheet.tikz_writer import tikz_picture
from cddiagram.text import PREAMBLE, tex_text

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("tex")]

#: InstalledFonts of a document -> engine and preamble: OT1 is LaTeX as it comes, without
#: straight quotes or Polish letters.
DOCUMENTS = {
    "pdflatex": (
        "pdflatex",
        r"\documentclass{article}\usepackage[T1]{fontenc}\usepackage{lmodern}",
    ),
    "pdflatex-ot1": ("pdflatex", r"\documentclass{article}"),
    "lualatex": ("lualatex", r"\documentclass{article}"),
    "lualatex-sans": (
        "lualatex",
        r"\documentclass{article}\renewcommand{\familydefault}{\sfdefault}",
    ),
}
#: A document that does all it can to disturb a picture, and a font twice as wide as the
#: measured one.
HOSTILE = r"""\documentclass[12pt,twocolumn]{article}\usepackage[T1]{fontenc}\usepackage{lmodern}
\renewcommand{\familydefault}{\ttdefault}\AtBeginDocument{\large\bfseries\color{red}\parindent3em}
\AtBeginDocument{\tikzset{every node/.style={draw, inner sep=5pt, font=\Huge},
  every path/.style={draw, dashed, opacity=0.3}, every picture/.style={line cap=round, thick, red}}}"""

#: White texts of dark cells, where the cells are left out.
ON_PAPER = {
    f"on-{scale}-{number}": "#000000"
    for scale in ("level", "equal", "better", "worse")
    for number in (1, 2, 3)
}
RAISED = set("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻")

WHOLE = ("pdflatex", "lualatex")
#: One document has all figures. The others leave out critical-difference diagrams,
#: which repeat a layout.
FEWER = [name for name in NAMES if name not in CASES[1::4] + CASES[2::4] + CASES[3::4]]
FIGURES = {
    document: NAMES if document == "pdflatex" else FEWER for document in DOCUMENTS
}
DPI = 144
#: Pixels that two renderings of the same shapes may differ in: their edges are placed
#: by rounding.
MOST_PIXELS = 3


def only(subject, *, texts):
    elements = tuple(
        element for element in subject.elements if isinstance(element, Text) == texts
    )
    return replace(subject, elements=elements)


def parts(names, *, whole=True, shapes=True):
    """Write figures as pictures, each whole, then its shapes, then its texts, by
    name.
    """
    pictures = {}
    for name in names:
        if whole:
            pictures[name] = tikz_picture(sheet(name))
        if shapes:
            pictures[f"{name}.shapes"] = tikz_picture(only(sheet(name), texts=False))
        pictures[f"{name}.texts"] = tikz_picture(
            only(sheet(name), texts=True), colors=ON_PAPER
        )
    return pictures


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    """Give a function that compiles all figures in a kind of document, once: (pages by
    name, sizes by name).
    """

    @cache
    def compiled(document):
        engine, preamble = DOCUMENTS[document]
        need(engine, "pdftocairo")
        pictures = parts(
            FIGURES[document], whole=document in WHOLE, shapes=document in WHOLE
        )
        pdf, sizes = compile_book(
            engine, pictures, tmp_path_factory.mktemp(document), preamble
        )
        return dict(zip(pictures, pages_of(pdf, DPI), strict=True)), sizes

    return compiled


@pytest.fixture(scope="module")
def painted(tmp_path_factory):
    """The shapes of all figures as matplotlib draws them."""
    need("pdftocairo")
    path = tmp_path_factory.mktemp("painted") / "shapes.pdf"
    fonts = InstalledFonts("DejaVu Sans")
    with PdfPages(path) as pages:
        for name in NAMES:
            draw(only(sheet(name), texts=False), fonts).figure.savefig(
                pages, format="pdf"
            )
    return dict(zip(NAMES, pages_of(path, DPI), strict=True))


@pytest.mark.parametrize("document", WHOLE)
def test_sizes_are_those_of_the_sheets(book, document):
    _, sizes = book(document)
    for name in FIGURES[document]:
        assert sizes[name] == pytest.approx(
            (sheet(name).width, sheet(name).height), abs=0.001
        ), name


@pytest.mark.parametrize("document", WHOLE)
def test_shapes_are_those_of_matplotlib(book, painted, document):
    pages, _ = book(document)
    for name in FIGURES[document]:
        set_by_tex, reference = _same_size(pages[f"{name}.shapes"], painted[name])
        difference = np.abs(set_by_tex - reference)
        darkest = 0.8 if name == "pair-matrix" else 0.5  # its fills carry black text
        assert (reference < darkest).sum() > 50, name
        assert difference.mean() < 0.002, name
        assert (difference > 0.5).sum() <= MOST_PIXELS, name


def _same_size(one, other):
    """Cut two pages that may differ by a row or column of pixels."""
    assert np.abs(np.subtract(one.shape, other.shape)).max() <= 1
    height, width = np.minimum(one.shape, other.shape)
    return one[:height, :width], other[:height, :width]


@pytest.mark.parametrize("document", DOCUMENTS)
def test_texts_stand_in_their_boxes(book, document):
    pages, _ = book(document)
    for name in FIGURES[document]:
        check_texts(pages[f"{name}.texts"] < 0.9, sheet(name), name)


def check_texts(ink, subject, name):
    """All ink is in the boxes of the texts, and each box has ink at the end where its
    text is anchored.
    """
    scale = DPI / 72
    raised = any(
        set(text.text) & RAISED for text in subject.elements if isinstance(text, Text)
    )
    above = 1.6 if raised else 0.5  # TeX sets raised digits higher than a letter
    free = ink.copy()
    for text in (element for element in subject.elements if isinstance(element, Text)):
        left, top, right, bottom = (scale * edge for edge in text.box)
        rows = slice(
            max(0, int(top - above * scale)), int(np.ceil(bottom + 1.0 * scale))
        )
        columns = slice(
            max(0, int(left - 0.7 * scale)), int(np.ceil(right + 0.7 * scale))
        )
        box = ink[rows, columns]
        free[rows, columns] = False
        assert box.any(), f"{name}: nothing is printed for '{text.text}'"
        inked = np.flatnonzero(box.any(axis=0)) + columns.start
        if text.anchor == "left":
            assert inked[0] - left < 3.0 * scale, (
                f"{name}: '{text.text}' does not start at its anchor"
            )
        elif text.anchor == "right":
            assert right - inked[-1] < 3.0 * scale, (
                f"{name}: '{text.text}' does not end at its anchor"
            )
        else:
            # The gaps on both sides of the letters grow with the type.
            most = 3.0 * max(1.0, text.size / 8.0)
            assert abs(inked[0] + inked[-1] - left - right) < most * scale, (
                f"{name}: '{text.text}' is off centre"
            )
    assert not free.any(), (
        f"{name}: ink outside the boxes of the texts at "
        f"{np.argwhere(free)[:3] / scale} pt"
    )


def test_the_document_around_a_picture_changes_its_font_only(tmp_path):
    need("pdflatex", "pdftocairo")
    names = ("odd", "c4a-wilcoxon", "left")
    pictures = parts(names)
    calm, sizes = compile_book("pdflatex", pictures, tmp_path)
    calm_pages = dict(zip(pictures, pages_of(calm, DPI), strict=True))
    loud, loud_sizes = compile_book("pdflatex", pictures, tmp_path, HOSTILE)
    assert loud_sizes == sizes
    loud_pages = dict(zip(pictures, pages_of(loud, DPI), strict=True))
    for name in names:
        assert np.array_equal(
            loud_pages[f"{name}.shapes"], calm_pages[f"{name}.shapes"]
        )
        check_texts(loud_pages[f"{name}.texts"] < 0.9, sheet(name), name)


@pytest.mark.parametrize("engine", ["pdflatex", "lualatex"])
def test_a_document_of_its_own_is_one_page_of_the_size_of_the_sheet(engine, tmp_path):
    from pypdf import PdfReader

    pdf, _ = compile_tex(
        engine, tikz_picture(sheet("odd"), standalone=True, colors=DARK), tmp_path
    )
    pages = PdfReader(pdf).pages
    assert len(pages) == 1
    box = pages[0].mediabox
    assert (float(box.width), float(box.height)) == pytest.approx(
        (sheet("odd").width, sheet("odd").height), abs=0.01
    )
    fonts = [font.get_object() for font in pages[0]["/Resources"]["/Font"].values()]
    assert {font["/Subtype"] for font in fonts} <= {
        "/Type1",
        "/Type0",
    }  # outlines, no bitmaps
    (page,) = pages_of(pdf, DPI)
    assert (
        page[0, 0] == page[-2, -2] == 0.0
    )  # the dark page is filled (the last pixels are cut by its edge)


def test_one_dot_less_is_seen(painted, tmp_path):
    """The comparison of shapes is not blind."""
    need("pdftocairo")
    subject = only(sheet("c2-wilcoxon"), texts=False)
    last = [element for element in subject.elements if element.gid.startswith("group")][
        -1
    ]
    fewer = replace(
        subject,
        elements=tuple(element for element in subject.elements if element is not last),
    )
    draw(fewer, InstalledFonts("DejaVu Sans")).figure.savefig(tmp_path / "fewer.pdf")
    (page,) = pages_of(tmp_path / "fewer.pdf", DPI)
    one, other = _same_size(page, painted["c2-wilcoxon"])
    assert (np.abs(one - other) > 0.5).sum() > MOST_PIXELS


def test_texts_of_one_size_stay_of_one_size(tmp_path):
    """Capitals are wider in Computer Modern than measured in DejaVu Sans: all names
    become smaller, alike.
    """
    names = ("SVM", "Boosting", "Bagging")
    texts = [
        Text(
            gid=f"label-{i}",
            x=2,
            y=8 + 10 * i,
            text=name,
            size=8,
            width=InstalledFonts("DejaVu Sans").measure(name, 8),
        )
        for i, name in enumerate(names)
    ]
    texts.append(
        Text(
            gid="rank",
            x=60,
            y=8,
            text="1.50",
            size=7,
            width=InstalledFonts("DejaVu Sans").measure("1.50", 7),
        )
    )
    texts.append(Text(gid="odd", x=60, y=18, text="WWWWWW", size=6.5, width=20))
    factors = (
        r"\typeout{FACTORS \csname cdd 8/1\endcsname/\csname cdd "
        r"7/1\endcsname/\csname cdd 7/0.9286\endcsname}"
    )
    picture = tikz_picture(Sheet(width=100, height=40, elements=tuple(texts))) + factors
    book, log = compile_tex(
        "pdflatex",
        BOOK % (r"\documentclass{article}", r"\noindent" + picture),
        tmp_path,
    )
    together, numbers, alone = (
        int(n)
        for n in re.search(r"^FACTORS (\d+)/(\d+)/(\d+)", log, re.MULTILINE).groups()
    )
    assert 900 < together < 980
    assert numbers == 1000  # another size is not touched
    assert alone == 900  # beyond this a text is scaled down alone
    (page,) = pages_of(book, DPI)
    assert (page < 0.9)[: round(22 * DPI / 72), round(80.7 * DPI / 72) :].sum() == 0


def test_a_missing_tex_is_a_reason_to_skip_but_not_on_ci(monkeypatch):
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(
        pytest.skip.Exception,
        match=r"no-such-tex not installed \(Debian: texlive-latex-base .*\)",
    ):
        need("no-such-tex")
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="no-such-tex not installed"):
        need("no-such-tex")


@pytest.mark.parametrize("engine", ["pdflatex", "lualatex"])
def test_characters_that_fonts_join_are_printed_apart(engine, tmp_path):
    """Read back from the page: a dash for two hyphens, or one quote for two commas,
    would be another name.
    """
    need(engine, "pdftotext")
    names = (
        "a--b---c",
        "x,,y",
        "<<q>>",
        "''s'' it's",
        '"d" ""',
        "``g``",
        "!`w?`",
        "fi ffi fl",
        "$$ __ ^^ ~~",
    )
    body = "\n\n".join(f"{{{PREAMBLE} {tex_text(name)}}}" for name in names)
    preamble = DOCUMENTS[engine][1]
    source = (
        f"{preamble}\\pagestyle{{empty}}\\parindent0pt \\begin{{document}}\n{body}\n"
        f"\\end{{document}}"
    )
    pdf, _ = compile_tex(engine, source, tmp_path)
    read = subprocess.run(
        ["pdftotext", "-layout", str(pdf), "-"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert [line.strip() for line in read.splitlines() if line.strip()] == list(names)
