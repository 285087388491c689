"""PDF and SVG of the package's own writers show what matplotlib's show: letter by
letter, line by line, as pictures.

An untouched drawing is written by the package where texts are in the default font; once
`Drawing.figure` was asked for it is matplotlib that writes.
``CDDIAGRAM_BOTH_EXAMPLES=600`` compares more random figures than the suite does.
"""

import base64
import io
import os
import re
import runpy
import subprocess
import sys
import warnings
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random

import matplotlib as mpl
import pytest
from chromium import browsing
from click.testing import CliRunner
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.ttLib import TTFont
from latex import compile_tex, need
from matplotlib import style
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import TextToPath
from pypdf import PdfReader, PdfWriter
from pypdf.generic import NameObject, StreamObject
from random_figures import MAKERS, WORDS, random_drawing
from random_inputs import random_name
from sheet_of_all import FAULTS, sheet
from vector_files import (
    Font,
    differences,
    fonts_of,
    letters_and_shapes,
    loaded,
    misplaced,
    pixels,
    shapes_of_svg,
    told,
    unlike,
)

import cddiagram as cd
from cddiagram.cli import main
from cddiagram.figures import draw
from cddiagram.provenance import read_provenance
from cddiagram.sheet.elements import Sheet, Text
from cddiagram.sheet.font_files import DEFAULT, FALLBACK, FILES, path_of
from cddiagram.sheet.typeface import Typeface, fonts_for

GALLERY = Path(__file__).parents[2] / "gallery"
SCRIPTS = sorted(GALLERY.glob("plot_*.py"))
EXAMPLES = int(os.environ.get("CDDIAGRAM_BOTH_EXAMPLES", len(MAKERS)))

#: At 300 dpi, of 255: how far two pictures may be apart on average, and the mean of any
#: 8 x 8 pixels (2 pt).
MEAN, BLOCK = 2.0, 4.0


def both_ways(drawing, folder, suffix, *more, **options):
    """Save a drawing as it is, and again by matplotlib; give two paths, or two for each
    of several suffixes.
    """
    suffixes = (suffix, *more)
    own, others = (
        [folder / f"{name}{suffix}" for suffix in suffixes]
        for name in ("own", "matplotlib")
    )
    drawing.save(*own, **options)
    assert drawing.figure is not None
    drawing.save(*others, **options)
    assert not any(b"Matplotlib" in path.read_bytes() for path in own)
    assert all(b"Matplotlib" in path.read_bytes() for path in others)
    return list(zip(own, others, strict=True)) if more else (own[0], others[0])


def both_defects(drawing, folder, browser):
    """Say in what the PDF files, and the SVG files, are not the same, and do not look
    the same.
    """
    pdf, svg = both_ways(drawing, folder, ".pdf", ".svg")
    found = [*pdf_defects(drawing, *pdf), *svg_defects(*svg)]
    return [*found, *unlike_pages(*pdf), *unlike_in_browser(drawing, *svg, browser)]


def pdf_defects(drawing, own, other):
    """Say in what the content of two PDF files is not the same."""
    pictures = [letters_and_shapes(path) for path in (own, other)]
    yield from differences(*pictures)
    yield from misplaced(pictures[0], drawing.layout)
    if own.stat().st_size > other.stat().st_size:
        yield (
            f"the own file has {own.stat().st_size} bytes, the other "
            f"{other.stat().st_size}"
        )
    said = [read_provenance(path.read_bytes()) for path in (own, other)]
    if (
        drawing.provenance is not None
        and len({replace(record, packages={}).to_json() for record in said}) != 1
    ):
        yield f"they say of themselves {said}"
    copied = [sorted(told("pdftotext", path, "-raw").split()) for path in (own, other)]
    if copied[0] != copied[1]:
        yield f"copied are {copied[0]}, and {copied[1]}"


def unlike_pages(own, other, **options):
    """Say how far the pages of two PDF files look different."""
    mean, block = unlike(
        *(
            pixels(path, transparent=options.get("transparent", False))
            for path in (own, other)
        )
    )
    if mean > MEAN or block > BLOCK:
        yield f"the pictures differ by {mean:.2f}, one place by {block:.1f}"


def svg_defects(own, other):
    """Say in what the content of two SVG files is not the same."""
    yield from differences(shapes_of_svg(own), shapes_of_svg(other))
    if own.stat().st_size > other.stat().st_size:
        yield (
            f"the own file has {own.stat().st_size} bytes, the other "
            f"{other.stat().st_size}"
        )


def unlike_in_browser(drawing, own, other, browser):
    """Say how far two SVG files look different in a browser."""
    mean, block = unlike(
        *(shot(browser, path, drawing.layout) for path in (own, other))
    )
    if mean > MEAN or block > BLOCK:
        yield f"the pictures differ by {mean:.2f}, one place by {block:.1f}"


def shot(browser, path, layout):
    """Let the browser draw an SVG file at 300 dpi: at twice as many, and from four
    pixels the mean.

    It samples four lines of a pixel, so that an edge a hundredth of a point off can
    change a row by a quarter.
    """
    width, height = (
        int(length / 72 * 96 + 1) for length in (layout.width, layout.height)
    )
    browser(
        "Emulation.setDeviceMetricsOverride",
        width=width,
        height=height,
        deviceScaleFactor=600 / 96,
        mobile=False,
    )
    browser.load(path.as_uri())
    data = browser("Page.captureScreenshot", format="png")["data"]
    picture = path.with_suffix(".browser.png")
    picture.write_bytes(base64.b64decode(data))
    fine = loaded(picture)
    rows, columns = (length // 2 for length in fine.shape[:2])
    return (
        fine[: 2 * rows, : 2 * columns]
        .reshape(rows, 2, columns, 2, -1)
        .mean(axis=(1, 3))
    )


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    with browsing(tmp_path_factory.mktemp("profile")) as chromium:
        yield chromium


# -- the comparison sees what is wrong -------------------------------------------------


def drawn_files(page, folder, name):
    drawing = draw(page)
    drawing.save(folder / f"{name}.pdf", folder / f"{name}.svg")
    return letters_and_shapes(folder / f"{name}.pdf"), shapes_of_svg(
        folder / f"{name}.svg"
    )


def test_faults_are_seen(tmp_path):
    right = drawn_files(sheet(), tmp_path, "right")
    assert [differences(picture, picture) for picture in right] == [[], []]
    assert list(misplaced(right[0], sheet())) == []
    for fault, changed in FAULTS.items():
        wrong = drawn_files(sheet(**changed), tmp_path, "wrong")
        assert all(differences(*pair) for pair in zip(right, wrong, strict=True)), fault
    without = replace(
        sheet(), elements=tuple(e for e in sheet().elements if e.gid != "tick")
    )
    assert all(
        differences(*pair)
        for pair in zip(right, drawn_files(without, tmp_path, "wrong"), strict=True)
    )
    assert list(misplaced(right[0], sheet(name={"x": 6.03}))) != []
    assert list(misplaced(right[0], sheet(name={"text": "Offlce AVATAR"}))) != []


def test_a_font_that_says_other_letters_is_seen(tmp_path):
    right = drawn_files(sheet(), tmp_path, "right")[0]
    writer = PdfWriter(tmp_path / "right.pdf")
    for entry in writer.pages[0]["/Resources"]["/Font"].values():
        said = Font(entry.get_object()).characters
        lines = [
            f"<{code:04x}> <{ord('o' if text == 'e' else text[0]):04x}>\n"
            for code, text in said.items()
        ]
        stream = StreamObject()
        stream.set_data(
            f"{len(lines)} beginbfchar\n{''.join(lines)}endbfchar\n".encode()
        )
        entry.get_object()[NameObject("/ToUnicode")] = writer._add_object(stream)
    writer.write(tmp_path / "wrong.pdf")
    wrong = letters_and_shapes(tmp_path / "wrong.pdf")
    assert {letter.text for letter in wrong.letters} < {
        letter.text for letter in right.letters
    } | {"f"}
    assert any("'o'" in found for found in differences(right, wrong))


@pytest.mark.slow
@pytest.mark.parametrize("fault", ["letter", "weight", "hollow", "form"])
def test_pictures_show_faults(fault, tmp_path):
    need("pdftocairo")
    drawn_files(sheet(), tmp_path, "right")
    drawn_files(sheet(**FAULTS[fault]), tmp_path, "wrong")
    assert unlike(pixels(tmp_path / "right.pdf"), pixels(tmp_path / "right.pdf")) == (
        0,
        0,
    )
    assert (
        unlike(pixels(tmp_path / "right.pdf"), pixels(tmp_path / "wrong.pdf"))[1]
        > BLOCK
    )


# -- both ways are the same ------------------------------------------------------------


def test_a_page_with_everything_is_the_same_both_ways(tmp_path):
    need("pdftocairo")
    for look, options in (("default", {}), ("dark_background", {"transparent": True})):
        with style.context(look):
            drawing = draw(sheet())
        files = both_ways(drawing, tmp_path, ".pdf", **options)
        assert [*pdf_defects(drawing, *files), *unlike_pages(*files, **options)] == []


@pytest.mark.slow
@pytest.mark.parametrize("color", ["none", "#ffffff80", "#20304080", "0.9"])
def test_a_page_that_shows_what_is_behind_it_is_the_same_both_ways(color, tmp_path):
    need("pdftocairo")
    with mpl.rc_context({"figure.facecolor": color}):
        drawing = draw(sheet())
    drawing.save(tmp_path / "own.pdf")
    assert drawing.figure is not None
    drawing.save(tmp_path / "matplotlib.pdf")
    pictures = [
        pixels(tmp_path / f"{name}.pdf", transparent=True)
        for name in ("own", "matplotlib")
    ]
    assert unlike(*pictures)[1] < BLOCK


@pytest.mark.slow
@pytest.mark.parametrize(
    "script", SCRIPTS, ids=lambda path: path.stem.removeprefix("plot_")
)
def test_gallery_is_the_same_both_ways(script, tmp_path, monkeypatch):
    """In content; the random figures, one of each kind, are compared as pictures,
    too.
    """
    need("pdftotext")
    monkeypatch.chdir(tmp_path)
    drawing = runpy.run_path(str(script))["drawing"]
    source = script.read_text(encoding="utf-8")
    if "font=" in source or "ax=" in source:  # left to matplotlib
        drawing.save(tmp_path / "a.pdf")
        assert b"Matplotlib" in (tmp_path / "a.pdf").read_bytes()
        return
    pdf, svg = both_ways(drawing, tmp_path, ".pdf", ".svg")
    assert [*pdf_defects(drawing, *pdf), *svg_defects(*svg)] == []


@pytest.mark.slow
def test_random_figures_are_the_same_both_ways(tmp_path, browser):
    need("pdftocairo", "pdftotext")
    drawn = (random_drawing(seed) for seed in range(EXAMPLES))
    found = {
        what: defects
        for what, drawing in drawn
        if (defects := both_defects(drawing, tmp_path, browser))
    }
    assert found == {}


# -- what the package writes alone -----------------------------------------------------


def compared(*names):
    """Draw a diagram of algorithms of these names."""
    scores = [[(7 * i + 3 * j) % 11 + j for j in range(len(names))] for i in range(12)]
    with warnings.catch_warnings():
        warnings.simplefilter(
            "ignore", UserWarning
        )  # the default face has no Chinese letters
        return cd.plot_cd(
            cd.compare(cd.ScoreTable.from_arrays(scores, algorithms=names))
        )


#: Names that are set by rules that the package does not know; and those that the
#: default face does not have, for which all fonts of the machine are looked through.
OTHERS = {
    "arabic": "عربي",
    "hebrew": "שלום עולם",
    "combining": "e\u0301tude",
    "joiner": "a\u200db",
    "soft hyphen": "co\u00adop",
    "from right to left": "\u202eabc",
}
MISSING = {
    "chinese": "随机森林",
    "emoji": "best 🏆",
    "thai": "ที่ดี",
    "devanagari": "हिन्दी",
}


@pytest.mark.parametrize(
    "name", [*OTHERS, *(pytest.param(name, marks=pytest.mark.slow) for name in MISSING)]
)
def test_names_in_other_scripts_are_left_to_matplotlib(name, tmp_path):
    drawing = compared("C4.5", (OTHERS | MISSING)[name], "plain")
    drawing.save(tmp_path / "a.pdf", tmp_path / "a.svg", tmp_path / "a.eps")
    assert drawing.figure is not None
    drawing.save(tmp_path / "b.pdf", tmp_path / "b.svg", tmp_path / "b.eps")
    for suffix in (".pdf", ".svg", ".eps"):
        assert (tmp_path / f"a{suffix}").read_bytes() == (
            tmp_path / f"b{suffix}"
        ).read_bytes()
        assert (
            "matplotlib"
            in read_provenance((tmp_path / f"a{suffix}").read_bytes()).packages
        )


@pytest.mark.parametrize(
    "options",
    [
        {"font": "STIXGeneral"},
        {"math": True},
        {"rename": {"B": "中"}},
        {"title": "عربي"},
    ],
    ids=str,
)
def test_other_fonts_and_formulas_are_left_to_matplotlib(options, tmp_path):
    comparison = cd.compare(
        cd.ScoreTable.from_arrays([[1, 2], [3, 4], [2, 5]], algorithms=["A", "B"])
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        cd.plot_cd(comparison, **options).save(tmp_path / "a.pdf", tmp_path / "a.eps")
    assert all(
        b"Matplotlib" in (tmp_path / name).read_bytes() for name in ("a.pdf", "a.eps")
    )


def outline(font, glyph):
    """Give the lines and curves of a glyph, whatever it is made of."""
    pen = DecomposingRecordingPen(font.getGlyphSet())
    font.getGlyphSet()[glyph].draw(pen)
    return pen.value


#: Glyphs that are drawn for several letters, by their names in each typeface.
JOINED = {
    DEFAULT: {"ff": "f_f", "ft": "f_t", "fft": "f_f_t"},
    FALLBACK: dict(
        zip(
            ("ff", "fi", "fl", "ffi", "ffl"),
            ("uniFB00", "fi", "fl", "uniFB03", "uniFB04"),
            strict=True,
        )
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("family", FILES)
def test_each_letter_of_an_embedded_font_is_that_of_the_whole_font(tmp_path, family):
    letters = "".join(
        map(
            chr,
            (
                *range(0x21, 0x7F),
                *range(0xC0, 0x17F),
                *range(0x391, 0x3CA),
                *range(0x410, 0x450),
            ),
        )
    )
    texts = (
        *WORDS,
        "baffle flag office ffl fi fft ft",
        *(letters[at : at + 40] for at in range(0, len(letters), 40)),
    )
    known = [text for text in texts if all(ord(c) != 0x3A2 for c in text)]
    elements = [
        Text(
            gid="t",
            x=5,
            y=12 * i + 8,
            text=text,
            size=8,
            width=fonts_for(family).measure(text, 8, bold, italic),
            bold=bold,
            italic=italic,
        )
        for i, (text, (bold, italic)) in enumerate(
            product(known, product((False, True), repeat=2))
        )
    ]
    page = Sheet(width=500, height=12.0 * len(elements) + 9, elements=tuple(elements))
    draw(page, fonts_for(family)).save(tmp_path / "a.pdf")
    assert list(misplaced(letters_and_shapes(tmp_path / "a.pdf"), page)) == []
    found = fonts_of(tmp_path / "a.pdf")
    assert {font.name for font in found} >= set(FILES[family].values())
    for font in found:
        whole = TTFont(path_of(font.name))
        is_own = font.name in FILES[family].values()
        joined = JOINED[family] if is_own else {}
        part = TTFont(io.BytesIO(font.file))
        for code, text in font.characters.items():
            glyph, original = (
                part.getGlyphName(font.glyphs[code]),
                joined.get(text) or whole.getBestCmap()[ord(text)],
            )
            assert outline(part, glyph) == outline(whole, original), text
            assert part["hmtx"][glyph] == whole["hmtx"][original]
            assert font.widths[code] == pytest.approx(
                whole["hmtx"][original][0] * 1000 / whole["head"].unitsPerEm, abs=0.01
            )


def test_readers_have_nothing_to_remark(tmp_path, caplog):
    need("pdffonts", "pdftotext")
    compared("C4.5", *WORDS).save(tmp_path / "a.pdf")
    with caplog.at_level("WARNING"):
        reader = PdfReader(tmp_path / "a.pdf", strict=True)
        assert "Office AVATAR" in " ".join(reader.pages[0].extract_text().split())
    assert caplog.records == []
    assert "Office AVATAR" in told("pdftotext", tmp_path / "a.pdf")
    _, _, *rows = told("pdffonts", tmp_path / "a.pdf").splitlines()
    assert rows
    assert all(
        re.match(
            r"[A-Z]{6}\+(SourceSans3|DejaVuSans)\S* +CID TrueType +Identity-H +yes yes yes ",
            row,
        )
        for row in rows
    ), rows


@pytest.mark.slow
def test_what_the_files_say_of_themselves_is_the_same(tmp_path):
    for suffix in (".pdf", ".svg", ".eps"):
        said = []
        for path in both_ways(compared("C4.5", WORDS[3], "plain"), tmp_path, suffix):
            said.append(read_provenance(path.read_bytes()))
        assert [set(record.packages) for record in said] == [
            {"numpy"},
            {"matplotlib", "numpy"},
        ]
        assert len({replace(record, packages={}).to_json() for record in said}) == 1
        assert (
            CliRunner()
            .invoke(main, ["inspect", str(tmp_path / f"own{suffix}")])
            .exit_code
            == 0
        )


PROCESS = """
import sys
if sys.argv[1] == "loaded":
    import matplotlib.pyplot
import cddiagram as cd
drawing = cd.plot_cd(cd.compare(cd.load_example("demsar2006-table6")), title="Office", highlight="C4.5")
drawing.save(sys.argv[2] + ".pdf", sys.argv[2] + ".svg", sys.argv[2] + ".eps")
assert ("matplotlib" in sys.modules) == (sys.argv[1] == "loaded")
"""


@pytest.mark.slow
def test_same_bytes_in_every_process_and_with_matplotlib_loaded(tmp_path):
    for number, kind in enumerate(("no", "no", "loaded")):
        environment = {**os.environ, "PYTHONHASHSEED": str(number), "MPLBACKEND": "agg"}
        command = [sys.executable, "-c", PROCESS, kind, str(tmp_path / str(number))]
        subprocess.run(command, check=True, env=environment)
    for suffix in (".pdf", ".svg", ".eps"):
        assert (
            len({(tmp_path / f"{number}{suffix}").read_bytes() for number in range(3)})
            == 1
        )


@pytest.mark.slow
def test_the_file_is_included_in_a_paper_at_its_size(tmp_path):
    drawing = compared("C4.5", *WORDS)
    drawing.save(tmp_path / "fig.pdf")
    source = r"""\documentclass{article}\usepackage{graphicx}\begin{document}\setbox0\hbox{\includegraphics{fig}}
    \typeout{SIZE \the\wd0 \space\the\ht0}\noindent\box0\end{document}"""
    pdf, log = compile_tex("pdflatex", source, tmp_path)
    width, height = (
        float(found) * 72 / 72.27
        for found in re.search(r"SIZE ([\d.]+)pt ([\d.]+)pt", log).groups()
    )
    assert (width, height) == pytest.approx(
        (drawing.layout.width, drawing.layout.height), abs=0.01
    )
    assert "Office AVATAR" in told("pdftotext", pdf)


# -- widths ----------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("family", FILES)
def test_texts_are_as_wide_as_matplotlib_sets_them(family):
    rng = Random(20)
    names = {" ".join(rng.sample(WORDS, 2)) for _ in range(40)}
    while len(names) < 500:
        names.add(
            rng.choice((random_name(rng), f"{rng.choice(WORDS)} {random_name(rng)}"))
        )
    fonts, tracer, far = fonts_for(family), TextToPath(), {}
    assert fonts == Typeface(family)
    for bold, italic in product((False, True), repeat=2):
        font = FontProperties(
            family=list(fonts.families),
            size=8,
            weight="bold" if bold else "normal",
            style="italic" if italic else "normal",
        )
        for name in sorted(names):
            wide = tracer.get_text_width_height_descent(name, font, False)[0]
            # matplotlib rounds each letter's way to the next, and before 3.11 what
            # kerning takes off it, too
            far[name, bold, italic] = abs(
                fonts.measure(name, 8, bold, italic) - wide
            ) / max(len(name), 30)
    assert len(far) == 2000
    assert max(far.values()) < 0.02 / 30, max(far, key=far.get)
