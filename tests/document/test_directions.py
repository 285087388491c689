"""Names that run from right to left, and characters beyond a font: in their order and
readable in every format.
"""

import re
import shutil
import subprocess

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from latex import need
from subjects import ARABIC, HEBREW, MIXED, foreign, leftwards, published, report_on

import cddiagram as cd
from cddiagram.document.latex import glyphs
from cddiagram.document.latex.fragments import fragments
from cddiagram.document.latex.words import tex_prose
from cddiagram.document.write_latex import report_latex, tex_figure
from cddiagram.text import directed, marked, tex_text
from cddiagram.words import finished_words

FSI, PDI = "\u2068", "\u2069"


def shown(text, *, isolated=False):
    """Give the characters of a text from left to right as they are printed."""
    tex = directed(text, str, isolated=isolated)

    def turn(match):
        parts = re.split(r"\{\\cddleft ([^}]*)\}", match[1])
        return "".join(
            part[::-1] if place % 2 == 0 else part
            for place, part in reversed([*enumerate(parts)])
        )

    return re.sub(r"\{\\cddright ((?:[^{}]|\{[^{}]*\})*)\}", turn, tex)


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        # What the Unicode bidirectional algorithm gives (UAX #9), letters of Hebrew by
        # their order in the alphabet.
        ("A אבג B", "A גבא B"),
        ("אב גד", "דג בא"),
        ("A, אב, גד.", "A, דג ,בא."),
        ("A 2 אב 12.5 גד", "A 2 דג 12.5 בא"),
        ("אב 12%", "12% בא"),
        ("A (אב)", "A (בא)"),
        ("אב (גד) C", "(דג) בא C"),
        ("אב (C)", "בא (C)"),
        ("אב A גד", "בא A דג"),
        ("(אב A)", "(בא A)"),
        (f"A vs. {FSI}אב{PDI}, {FSI}גד{PDI} 2.5", "A vs. בא, דג 2.5"),
        (f"{FSI}אב (v2){PDI} (1.5)", "(v2) בא (1.5)"),
    ],
)
def test_the_order_of_characters(text, printed):
    assert shown(text) == printed


def test_a_name_runs_as_its_first_letter_does():
    assert shown("אב A גד", isolated=True) == "דג A בא"
    assert shown("A אב", isolated=True) == "A בא"
    assert shown("2 אב", isolated=True) == "בא 2"


def test_what_runs_to_the_right_is_untouched():
    assert directed("C4.5 (α) ≤ 50%", str) == "C4.5 (α) ≤ 50%"
    report = published("demsar2006-table2")
    assert FSI not in report.to_markdown()
    assert "\\cddright " not in report_latex(report).partition(r"\begin{document}")[2]


def test_only_names_are_isolated():
    report = report_on(("אב", "אב גד", "plain"))
    assert [
        marked(row[0].text) for row in report.tables()["rankings-table"].rows
    ].count(f"{FSI}אב גד{PDI}") == 1
    assert f"{FSI}{FSI}" not in report.to_markdown()
    assert f"{FSI}plain" not in report.to_markdown()
    assert finished_words((f"A{FSI}אב{PDI}",), latex=True) == "Aאב"


def test_names_in_notes_are_isolated():
    table = cd.ScoreTable.from_arrays(
        [[1, 2, 5], [2, 3, 1], [3, 4, 9]], algorithms=["אב", "גד", "plain"]
    )
    comparison = cd.compare(table, pair_test="t")
    assert (
        "The differences between 'אב' and 'גד' are equal on all data sets, so t is infinite "
        "and p is 0." in comparison.notes
    )
    written = cd.make_report(comparison, figures=()).to_markdown()
    assert (
        f"The differences between '{FSI}אב{PDI}' and '{FSI}גד{PDI}' are equal"
        in written
    )


def test_commands_for_directions_have_no_parameters():
    """A hash would not survive where a document reads a picture as an argument."""
    written = tex_text(MIXED)
    assert written == r"{\cddright קוד )\{\cddleft v2}(}".replace("\\{", "{")
    (figure, *_) = leftwards().figures().values()
    assert "#" not in tex_figure(figure, floating=True)


def pages(tex, folder, engine="lualatex"):
    need(engine, "pdftotext")
    (folder / "report.tex").write_text(tex, encoding="utf-8")
    command = [
        engine,
        "-interaction=nonstopmode",
        "-halt-on-error",
        "-no-shell-escape",
        "report.tex",
    ]
    done = subprocess.run(
        command, cwd=folder, capture_output=True, timeout=300, check=False
    )
    assert done.returncode == 0, (folder / "report.log").read_text(errors="replace")[
        -3000:
    ]
    done = subprocess.run(
        ["pdftotext", "-layout", "report.pdf", "-"],
        cwd=folder,
        capture_output=True,
        check=True,
    )
    return done.stdout.decode()


@pytest.mark.slow
@pytest.mark.xdist_group("tex")
def test_names_are_in_order_on_paper(tmp_path):
    """Text, tables and figures; pdftotext gives letters in the order of reading, so
    wrong ones come out reversed.
    """
    document = report_latex(leftwards())
    glyphs.lend_fonts(tmp_path, glyphs.codes(document))
    # Arabic letters come in their joined forms; to compare them pdftotext's marks of
    # direction go.
    text = re.sub("[\u200e\u200f\u202a-\u202e]", "", pages(document, tmp_path))
    for name in (HEBREW, "קוד"):
        assert text.count(name) > 5
        assert name[::-1] not in text
    assert "v2" in text
    assert not re.search("[\u0600-\u06ff]{4}", text) or ARABIC in text
    assert "[U+" not in text


@pytest.mark.slow
@pytest.mark.xdist_group("tex")
def test_a_font_that_is_beside_the_document_is_used(tmp_path):
    """As one that the machine has: here a font of two squares."""
    builder = FontBuilder(1000, isTTF=True)
    names = {0x4E2D: "uni4E2D", 0x6587: "uni6587"}
    pen = TTGlyphPen(None)
    (
        pen.moveTo((0, 0)),
        pen.lineTo((0, 800)),
        pen.lineTo((800, 800)),
        pen.lineTo((800, 0)),
        pen.closePath(),
    )
    square = pen.glyph()
    order = [".notdef", *names.values()]
    builder.setupGlyphOrder(order)
    builder.setupCharacterMap(names)
    builder.setupGlyf(dict.fromkeys(order, square))
    builder.setupHorizontalMetrics(dict.fromkeys(order, (1000, 0)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Squares", "styleName": "Regular"})
    builder.setupOS2(sTypoAscender=800)
    builder.setupPost()
    builder.save(tmp_path / "FandolHei-Regular.otf")
    text = pages(report_latex(foreign()), tmp_path)
    assert "中文" in text
    assert "[U+4E2D]" not in text


def test_fonts_are_lent_for_what_they_have(tmp_path, monkeypatch):
    folder = tmp_path / "work"
    folder.mkdir()
    glyphs.lend_fonts(folder, "ש")
    assert [path.name for path in folder.iterdir()] == ["DejaVuSans.ttf"]
    shutil.copyfile(folder / "DejaVuSans.ttf", tmp_path / "wqy-zenhei.ttc")
    monkeypatch.setattr(
        glyphs, "_installed", lambda: {"wqy-zenhei.ttc": tmp_path / "wqy-zenhei.ttc"}
    )
    glyphs.lend_fonts(folder, "Ж中")
    assert sorted(path.name for path in folder.iterdir()) == [
        "DejaVuSans.ttf",
        "wqy-zenhei.ttc",
    ]


@pytest.mark.slow
@pytest.mark.xdist_group("tex")
def test_codes_in_figures_are_as_long_as_the_characters(tmp_path):
    (figure, *_) = foreign().figures().values()
    written = tex_figure(figure, floating=False)
    assert glyphs.BOXES in written
    (plain, *_) = published("demsar2006-table2").figures().values()
    assert glyphs.BOXES not in tex_figure(plain, floating=False)
    probe = (
        r"\sbox0{\cddcode{4E2D}}\sbox2{{" + glyphs.BOXES + r"\cddcode{4E2D}}}\sbox4{{" + glyphs.BOXES
        + r"\cddcode{1F600}}}\typeout{WIDTHS \the\wd0 \space\the\wd2 \space\the\wd4}x"
    )  # fmt: skip
    pages(rf"\documentclass{{article}}\usepackage{{tikz}}{glyphs.GLYPHS}\begin{{document}}{probe}\end{{document}}",
          tmp_path, "pdflatex")  # fmt: skip
    log = (tmp_path / "report.log").read_text(errors="replace")
    long, short, wider = (
        float(width)
        for width in re.search(r"WIDTHS ([\d.]+)pt ([\d.]+)pt ([\d.]+)pt", log).groups()
    )
    # At ten points; matplotlib lays such characters out 11.5 and 10.4 points wide.
    assert long > 40
    assert short < 10
    assert wider < 12


@pytest.mark.slow
def test_html_and_markdown_isolate_names():
    html = leftwards().to_html()
    assert f"<bdi>{HEBREW}</bdi>" in html
    body = re.sub(r"<script.*?</script>|<svg.*?</svg>|<[^>]*>", "", html, flags=re.S)
    assert FSI not in body
    assert "<bdi>" not in re.search(r"<title>.*?</title>", html)[0]
    assert f"| {FSI}{HEBREW}{PDI} |" in leftwards().to_markdown()
    comparison = cd.compare(
        cd.ScoreTable.from_arrays(
            [[1, 2], [2, 3], [3, 5]], algorithms=[HEBREW, "plain"]
        )
    )
    assert f"| {FSI}{HEBREW}{PDI} |" in comparison.to_markdown()
    assert r"{\cddright " in comparison.to_latex()
    assert "<bdi" not in published("demsar2006-table2").to_html()
    assert r"{\cddright " in fragments(leftwards())["table-ranks.tex"]


def test_joiners_inside_words_stay_in_markdown():
    assert "می\u200cخواهم" in report_on(("می\u200cخواهم", "b", "c")).to_markdown()
    assert r"\cddglyph{م}{0645}" in tex_prose("می\u200cخواهم")
