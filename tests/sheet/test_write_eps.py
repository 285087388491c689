"""EPS of the package's own writer: the content of its PDF, in a frame and with fonts
that other programs take.

That the PDF shows what matplotlib's shows is test_both_writers. Ghostscript judges the
rest: what the operators mean. ``CDDIAGRAM_BOTH_EXAMPLES=600`` compares more random
figures than the suite does.
"""

import io
import os
import re
import runpy
import subprocess
import unicodedata
from pathlib import Path

import pytest
from fontTools.agl import toUnicode
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.ttLib import TTFont
from latex import compile_tex, need
from matplotlib import get_data_path, style
from pypdf import PdfReader
from random_figures import MAKERS, WORDS, random_drawing
from sheet_of_all import FAULTS, sheet
from vector_files import by_ghostscript, drawn_by_ghostscript, told, unlike

import cddiagram as cd
from cddiagram.figures import draw
from cddiagram.provenance import read_provenance
from cddiagram.sheet import eps_writer as write_eps
from cddiagram.sheet.elements import Sheet, Text
from cddiagram.sheet.font_files import FALLBACK, FILES
from cddiagram.sheet.sfnt import FontFile
from cddiagram.sheet.typeface import Typeface

SCRIPTS = sorted((Path(__file__).parents[2] / "gallery").glob("plot_*.py"))
EXAMPLES = int(os.environ.get("CDDIAGRAM_BOTH_EXAMPLES", len(MAKERS) // 2))

#: How far Ghostscript's pictures of EPS and PDF may be apart at 300 dpi, of 255: on
#: average, and in any 8 x 8 pixels. It moves letters to whole pixels; of 345 random
#: figures the farthest were .10 and 1.1 apart.
MEAN, BLOCK = 0.25, 2.0


def content_defects(drawing, folder, **options):
    """Say in what the content of an EPS file is not that of the PDF."""
    eps, pdf = folder / "a.eps", folder / "a.pdf"
    drawing.save(eps, pdf, **options)
    if b"Matplotlib" in eps.read_bytes():
        yield "matplotlib has written it"
    if content_of_eps(eps.read_text("ascii")) != content_of_pdf(pdf):
        yield "the content is not the same"


def defects(drawing, folder, **options):
    """Say in what an EPS file and the PDF are not the same, in content and as
    Ghostscript sees them.
    """
    yield from content_defects(drawing, folder, **options)
    eps, pdf = folder / "a.eps", folder / "a.pdf"
    mean, block = unlike(drawn_by_ghostscript(eps), drawn_by_ghostscript(pdf))
    if mean > MEAN or block > BLOCK:
        yield f"the pictures differ by {mean:.2f}, one place by {block:.1f}"
    copied = [words(path) for path in (pdf, by_ghostscript(eps))]
    if copied[0] != copied[1]:
        yield f"copied are {copied[0]}, and {copied[1]}"


def words(pdf):
    """Give what readers copy, with letters for their ligatures: Ghostscript says these
    as one character.
    """
    return sorted(unicodedata.normalize("NFKC", told("pdftotext", pdf, "-raw")).split())


def content_of_eps(text):
    """Give name and outline of the markers of a file, and what is drawn: without
    blanks, for lines are broken.
    """
    body = text.partition(" rectclip\n")[2].partition("\nend\nshowpage\n")[0]
    forms = {
        name: "".join(outline.split())
        for name, outline in re.findall(r"^(/M\d+) \{([^}]*)\} def$", text, re.M)
    }
    return "".join(body.split()), forms


def content_of_pdf(path):
    """Give the same of a PDF."""
    (page,) = PdfReader(path).pages
    forms = {
        name: form.get_object() for name, form in page["/Resources"]["/XObject"].items()
    }
    contents = (page.get_contents(), *forms.values())
    body, *outlines = (
        "".join(stream.get_data().decode("ascii").split()) for stream in contents
    )
    tag = "/Figure<</MCID0>>BDC"
    body = body.removeprefix(tag).removesuffix("EMC")
    return body, dict(zip(forms, outlines, strict=True))


# -- without a judge -------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("transparent", [False, True])
def test_content_is_that_of_the_pdf(seed, transparent, tmp_path):
    _, drawing = random_drawing(seed)
    drawing.save(tmp_path / "a.eps", tmp_path / "a.pdf", transparent=transparent)
    content, forms = content_of_eps((tmp_path / "a.eps").read_text("ascii"))
    assert (content, forms) == content_of_pdf(tmp_path / "a.pdf")
    width, height = (
        f"{length:.4f}".rstrip("0").rstrip(".")
        for length in (drawing.layout.width, drawing.layout.height)
    )
    assert (f"rg00{width}{height}ref" in content) is not transparent


@pytest.mark.parametrize("fault", FAULTS)
def test_faults_are_seen(fault, tmp_path):
    draw(sheet()).save(tmp_path / "right.pdf", tmp_path / "right.eps")
    draw(sheet(**FAULTS[fault])).save(tmp_path / "wrong.eps")
    right, wrong = (
        (tmp_path / f"{name}.eps").read_text("ascii") for name in ("right", "wrong")
    )
    assert content_of_eps(right) == content_of_pdf(tmp_path / "right.pdf")
    known = (content_of_eps(wrong), letters_of_fonts(wrong))
    assert known != (content_of_pdf(tmp_path / "right.pdf"), letters_of_fonts(right))


def test_every_operator_of_the_content_has_a_meaning():
    content = set()
    for seed in range(10):
        text = random_drawing(seed)[1].to_bytes("eps").decode("ascii")
        outlines = re.findall(r"^/M\d+ \{([^}]*)\} def$", text, re.MULTILINE)
        drawn = text.partition(" rectclip\n")[2].partition("\nend\n")[0]
        content |= {
            word for word in " ".join([drawn, *outlines]).split() if word.isalpha()
        }
    assert {"m", "l", "c", "h", "re", "f", "S", "B", "Td", "TJ", "cm", "Do"} <= content
    assert content <= set(re.findall(r"/(\w+) \{", write_eps._PROLOG))


def test_frame_is_that_of_the_conventions():
    drawing = cd.plot_cd(
        cd.compare(cd.load_example("demsar2006-table6")), title="γ" * 60
    )
    data = drawing.to_bytes("eps")
    lines = data.decode("ascii").split("\n")
    width, height = drawing.layout.width, drawing.layout.height
    assert lines[:5] == [
        "%!PS-Adobe-3.0 EPSF-3.0",
        f"%%BoundingBox: 0 0 238 {int(height) + 1}",
        f"%%HiResBoundingBox: 0 0 {width:g} {round(height, 4):.9g}",
        "%%LanguageLevel: 3",
        f"%%Creator: cddiagram {cd.__version__}",
    ]
    assert [line for line in lines if line.startswith("%%")][4:] == [
        "%%EndComments",
        "%%BeginProlog",
        "%%EndProlog",
        "%%EOF",
    ]
    assert lines[-4:] == ["end", "showpage", "%%EOF", ""]
    assert 240 < max(map(len, lines)) <= 255
    assert read_provenance(data) == drawing.provenance
    assert not re.search(
        "date|tmp",
        drawing.to_bytes("eps")
        .partition(b"BeginProlog")[0]
        .decode()
        .partition("%cdd")[0],
    )


def alphabet(family, joined=""):
    """A page with every letter below the arrows that a typeface sets itself."""
    typeface = Typeface(family)
    letters = joined + "".join(
        c
        for c in map(chr, range(0x21, 0x2190))
        if typeface.can_typeset(c, False, False)
    )
    texts = [letters[at : at + 60] for at in range(0, len(letters), 60)]
    width = max(typeface.measure(text, 8) for text in texts)
    return Sheet(
        width=width + 10,
        height=12.0 * len(texts) + 9,
        elements=tuple(
            Text(
                gid="t",
                x=5,
                y=12 * row + 8,
                text=text,
                size=8,
                width=typeface.measure(text, 8),
            )
            for row, text in enumerate(texts)
        ),
    )


def fonts_of(text):
    """Read the fonts of a file: name -> its file, and the glyph of each name; and the
    encodings of its parts.
    """
    found = {}
    for glyphs, strings, parts in re.findall(
        r"^/glyphs\s+<<\s+(.*?)\s+>>\s+def\s+/sfnts\s+\[\n(.*?)\] def\n(.*?)\n\] >> ",
        text,
        re.S | re.M,
    ):
        data = [bytes.fromhex(string) for string in re.findall("<([^>]*)>", strings)]
        assert all(
            len(piece) % 2 == 1 and len(piece) < 65_536 and piece[-1] == 0
            for piece in data
        )
        codes = {
            name: int(code) for name, code in re.findall(r"/(\S+)\s+(\d+)", glyphs)
        }
        encodings = [
            names.split()
            for names in re.findall(
                r"/Encoding \[([^]\d]\S.*?) encoded", parts.replace("\n", " ")
            )
        ]
        (name,) = re.findall(
            r"^/[A-Z]{6}\+(\S+) << /FontName /[A-Z]{6}\+\1 /FontType 42 ", parts, re.M
        )[:1]
        found[name] = [piece[:-1] for piece in data], codes, encodings
    assert len(found) == text.count("/FontType 0 ")
    return found


def letters_of_fonts(text):
    """Say of each letter of the fonts what its name stands for, and its outline, in the
    order of their numbers.
    """
    return {
        name: [
            (toUnicode(letter), outline(TTFont(io.BytesIO(b"".join(pieces))), code))
            for letter, code in codes.items()
        ]
        for name, (pieces, codes, _) in fonts_of(text).items()
    }


def outline(font, glyph):
    pen = DecomposingRecordingPen(font.getGlyphSet())
    font.getGlyphSet()[font.getGlyphName(glyph)].draw(pen)
    return pen.value


@pytest.mark.parametrize("most", [65_534, 8_000])
def test_fonts_hold_each_letter_under_its_name(most, monkeypatch):
    monkeypatch.setattr(write_eps, "_STRING", most)
    text = (
        draw(alphabet(FALLBACK, "ffi fl "), Typeface(FALLBACK))
        .to_bytes("eps")
        .decode("ascii")
    )
    ((name, (pieces, codes, encodings)),) = fonts_of(text).items()
    assert all(len(piece) <= most for piece in pieces)
    assert len(pieces) > (5 if most < 65_534 else 1)
    assert FontFile(b"".join(pieces)).count >= len(codes) > 1024
    assert [len(part) for part in encodings[:-1]] == [256] * (len(encodings) - 1)
    encoded = [name.removeprefix("/") for part in encodings for name in part]
    assert {name: code for code, name in enumerate(encoded) if name != ".notdef"} | {
        ".notdef": 0
    } == codes
    whole = TTFont(Path(get_data_path(), "fonts", "ttf", f"{name}.ttf"))
    part = TTFont(io.BytesIO(b"".join(pieces)))
    joined = {"ffi": "ﬃ", "fl": "ﬂ"}
    for letter, code in list(codes.items())[1::7] + [
        (letter, codes[letter]) for letter in codes if "_" in letter
    ]:
        meant = toUnicode(letter)
        original = whole.getBestCmap()[ord(joined.get(meant, meant))]
        assert outline(part, code) == outline(whole, whole.getGlyphID(original)), letter
        assert part["hmtx"][part.getGlyphName(code)] == whole["hmtx"][original]


# -- Ghostscript as judge --------------------------------------------------------------


@pytest.mark.slow
def test_a_page_with_everything_is_that_of_the_pdf(tmp_path):
    need("gs", "pdftotext")
    for look, options in (("default", {}), ("dark_background", {"transparent": True})):
        with style.context(look):
            assert list(defects(draw(sheet()), tmp_path, **options)) == []


#: A meaning of an operator -> another: what is drawn must change.
MEANINGS = {
    "/J {setlinecap}": "/J {pop}",
    "/d {setdash}": "/d {pop pop}",
    "/w {setlinewidth}": "/w {pop 1 setlinewidth}",
    "/B {q f Q S}": "/B {f}",
    "/h {closepath}": "/h {}",
    "/rg {3 array astore cvx /paint exch def}": "/rg {3 array astore cvx pop /paint {0 0 0} def}",
    "-1000 div": "1000 div",
    "{-1000 div size mul 0 rmoveto}": "{pop}",
}


@pytest.mark.slow
@pytest.mark.parametrize("meaning", MEANINGS)
def test_pictures_show_what_operators_mean(meaning, tmp_path):
    need("gs")
    crossed = sheet(
        diamond={"edge": "foreground", "edge_width": 1.5},
        name={"text": "AVATAR, To Ty Wa"},
    )
    draw(crossed).save(tmp_path / "right.eps")
    right = (tmp_path / "right.eps").read_text("ascii")
    assert right.count(meaning) == 1
    (tmp_path / "wrong.eps").write_text(
        right.replace(meaning, MEANINGS[meaning]), "ascii"
    )
    pictures = [
        drawn_by_ghostscript(tmp_path / f"{name}.eps") for name in ("right", "wrong")
    ]
    assert unlike(*pictures)[1] > BLOCK


@pytest.mark.slow
@pytest.mark.parametrize(
    "script", SCRIPTS, ids=lambda path: path.stem.removeprefix("plot_")
)
def test_gallery_is_that_of_the_pdf(script, tmp_path, monkeypatch):
    need("gs", "pdftotext")
    source = script.read_text(encoding="utf-8")
    if "font=" in source or "ax=" in source:
        pytest.skip("left to matplotlib")
    monkeypatch.chdir(tmp_path)
    assert list(defects(runpy.run_path(str(script))["drawing"], tmp_path)) == []


@pytest.mark.slow
def test_random_figures_are_those_of_the_pdf(tmp_path):
    need("gs", "pdftotext")
    drawings = (random_drawing(seed) for seed in range(EXAMPLES))
    found = {
        what: wrong
        for what, drawing in drawings
        if (wrong := list(defects(drawing, tmp_path)))
    }
    assert found == {}


@pytest.mark.slow
@pytest.mark.parametrize("family", FILES)
@pytest.mark.parametrize("most", [65_534, 8_000])
def test_fonts_of_many_letters_and_in_many_pieces_are_those_of_the_pdf(
    most, family, tmp_path, monkeypatch
):
    need("gs", "pdftotext")
    monkeypatch.setattr(write_eps, "_STRING", most)
    assert list(defects(draw(alphabet(family), Typeface(family)), tmp_path)) == []


def test_it_draws_on_its_page_and_leaves_nothing_behind(tmp_path):
    need("gs")
    draw(sheet()).save(tmp_path / "a.eps")
    # The device says the box of what is drawn, on standard error.
    command = ["gs", "-dSAFER", "-q", "-dNOPAUSE", "-dBATCH", "-sDEVICE=bbox", "a.eps"]
    box = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, check=True
    ).stderr
    left, bottom, right, top = map(
        float, re.search(r"%%HiResBoundingBox: (.*)", box).group(1).split()
    )
    assert 0 <= left < 10 < 220 < right <= 237.6
    assert 0 <= bottom < 10 < 50 < top <= 64
    within = "/showpage {} def countdictstack (a.eps) run countdictstack eq == count =="
    command = [
        "gs",
        "-dSAFER",
        "-q",
        "-dBATCH",
        "-dNODISPLAY",
        "--permit-file-read=a.eps",
        "-c",
        within,
    ]
    done = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["true", "0"]


@pytest.mark.slow
@pytest.mark.xdist_group("tex")
def test_latex_and_dvips_take_it_at_its_size(tmp_path):
    need("latex", "dvips", "gs", "pdftotext")
    draw(sheet()).save(tmp_path / "fig.eps")
    source = r"""\documentclass{article}\usepackage[hiresbb]{graphicx}
    \begin{document}\setbox0\hbox{\includegraphics{fig}}
    \typeout{SIZE \the\wd0 \space\the\ht0}\noindent\box0\noindent\includegraphics[angle=90]{fig}\end{document}"""
    _, log = compile_tex("latex", source, tmp_path)
    width, height = (
        float(found) * 72 / 72.27
        for found in re.search(r"SIZE ([\d.]+)pt ([\d.]+)pt", log).groups()
    )
    assert (width, height) == pytest.approx((237.6, 64.0), abs=0.01)
    subprocess.run(
        ["dvips", "-q", "document.dvi", "-o", "document.ps"], cwd=tmp_path, check=True
    )
    copied = unicodedata.normalize(
        "NFKC", told("pdftotext", by_ghostscript(tmp_path / "document.ps"))
    )
    assert copied.count(WORDS[0]) == 2
