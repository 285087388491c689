"""Fonts in PDF and EPS: cut down to the outlines of the letters in use, the same whatever was drawn before."""

import contextlib
import io
import os
import re
import shutil
import subprocess
import sys
import threading
from contextlib import closing

import matplotlib as mpl
import pypdf
import pytest
from fontTools import subset, ttLib
from fontTools.pens.recordingPen import DecomposingRecordingPen
from matplotlib.backends import backend_ps
from matplotlib.font_manager import fontManager

import cddiagram as cd
from cddiagram.data.examples import load_example
from cddiagram.sheet.mpl import embedding, texts
from cddiagram.sheet.mpl.saving import to_bytes
from cddiagram.sheet.mpl.settings import no_short_cuts

#: Before 3.11 matplotlib asks for characters, and the font keeps the table that leads to them.
BY_NUMBER = tuple(map(int, mpl.__version__.split(".")[:2])) >= (3, 11)


@pytest.fixture(scope="module")
def figure():
    return cd.plot_cd(cd.compare(load_example("demsar2006-table6-ranks"))).figure


@pytest.fixture(scope="module")
def pdf(figure):
    return pypdf.PdfReader(io.BytesIO(to_bytes(figure, "pdf")))


def fonts(pdf):
    """Yield each font of the page: its dictionary, and the file that is embedded."""
    for entry in pdf.pages[0]["/Resources"]["/Font"].values():
        font = entry.get_object()
        inner = font["/DescendantFonts"][0].get_object()
        data = inner["/FontDescriptor"]["/FontFile2"].get_data()
        yield font, inner, ttLib.TTFont(io.BytesIO(data))


def test_embedded_fonts_have_outlines_and_little_else(pdf):
    found = [set(file.reader.tables) for _, _, file in fonts(pdf)]
    assert found
    for tables in found:
        assert {"glyf", "loca", "hmtx", "head", "hhea", "maxp"} <= tables
        assert not {"GDEF", "GPOS", "GSUB", "kern"} & tables
        assert not BY_NUMBER or tables <= embedding._GLYPH_TABLES


def test_each_letter_has_its_outline_and_width(pdf):
    letters = set()
    for font, inner, file in fonts(pdf):
        name = font["/BaseFont"].partition("+")[2]
        whole = ttLib.TTFont(next(e.fname for e in fontManager.ttflist if e.fname.endswith(f"{name}.ttf")))
        numbers = inner["/CIDToGIDMap"].get_data().decode("utf-16be")
        for code, character in characters_of(font):
            glyph, original = file.getGlyphName(ord(numbers[code])), whole.getBestCmap()[ord(character)]
            assert outline(file, glyph) == outline(whole, original)
            assert file["hmtx"][glyph][0] == whole["hmtx"][original][0]
            letters.add(character)
    assert set("C4.5α") <= letters
    assert "C4.5" in pdf.pages[0].extract_text()


def characters_of(font):
    """Read the map by which readers of the file copy text: codes and characters."""
    text = font["/ToUnicode"].get_data().decode()
    for first, targets in re.findall(r"<(\w+)> <\w+> \[([^]]*)\]", text):
        for place, target in enumerate(re.findall(r"\w+", targets)):
            yield int(first, 16) + place, chr(int(target, 16))


def outline(font, name):
    pen = DecomposingRecordingPen(font.getGlyphSet())
    font.getGlyphSet()[name].draw(pen)
    return pen.value


@pytest.mark.skipif(not BY_NUMBER, reason="before matplotlib 3.11 each figure is cut out of the whole font")
def test_bytes_do_not_depend_on_what_was_drawn_before(figure, monkeypatch):
    other = cd.plot_rank_bars(cd.compare(load_example("garcia2010-printed-ranks"), control="best")).figure
    monkeypatch.setattr(embedding, "_CUTS", {})
    first = to_bytes(figure, "pdf")
    alone = {key: cut.glyphs for key, cut in embedding._CUTS.items()}
    assert to_bytes(figure, "pdf") == first
    after = to_bytes(other, "pdf")
    assert any(cut.glyphs > alone.get(key, cut.glyphs) for key, cut in embedding._CUTS.items())
    assert to_bytes(figure, "pdf") == first
    embedding._CUTS.clear()
    assert to_bytes(other, "pdf") == after


@pytest.mark.slow
@pytest.mark.skipif(not BY_NUMBER, reason="before matplotlib 3.11 each figure is cut out of the whole font")
@pytest.mark.parametrize("family", ["DejaVu Sans", "DejaVu Serif", "STIXGeneral", "cmr10", "DejaVu Sans Mono"])
def test_a_cut_of_a_cut_is_a_cut_of_the_whole(family, monkeypatch):
    # Accented letters are composed of others.
    figures = [
        cd.plot_cd(cd.compare(cd.ScoreTable.from_arrays([[1, 2], [3, 5]], algorithms=names)), font=family).figure
        for names in (("Ünïted", "C4.5"), ("Áccent", "xyz"), ("United", "CA.u"))
    ]
    expected = []
    for figure in figures:
        monkeypatch.setattr(embedding, "_CUTS", {})
        expected.append(to_bytes(figure, "pdf"))
    assert [to_bytes(figure, "pdf") for figure in figures[::-1]] == expected[::-1]
    assert [to_bytes(figure, "pdf") for figure in figures] == expected


@pytest.mark.slow
@pytest.mark.parametrize("glyph_names", [False, True])
def test_other_threads_cut_as_they_want(glyph_names):
    path = fontManager.findfont("DejaVu Sans")
    cuts = []

    def cut():
        font = ttLib.TTFont(path)
        subsetter = subset.Subsetter()
        subsetter.populate(text="AV")
        subsetter.subset(font)
        cuts.append(sorted(font.keys()))

    cut()
    with embedding.small_fonts(glyph_names=glyph_names):
        thread = threading.Thread(target=cut)
        thread.start()
        thread.join()
    assert cuts[0] == cuts[1]
    assert {"cmap", "post", "GPOS"} <= set(cuts[0])


@pytest.mark.skipif(not BY_NUMBER, reason="before matplotlib 3.11 each figure is cut out of the whole font")
def test_a_font_that_was_replaced_is_read_again(tmp_path):
    path = tmp_path / "font.ttf"
    for family in ("DejaVu Sans", "DejaVu Serif"):
        whole = fontManager.findfont(family)
        shutil.copyfile(whole, path)
        with embedding.small_fonts(glyph_names=False):
            options = subset.Options()
            font = subset.load_font(str(path), options)
            subsetter = subset.Subsetter(options=options)
            subsetter.populate(gids={36, 57})
            subsetter.subset(font)
        number = subsetter.glyph_index_map[36]
        original = ttLib.TTFont(whole)
        assert outline(font, font.getGlyphName(number)) == outline(original, original.getGlyphName(36))


def test_the_tool_is_left_as_it_was():
    original = subset.Subsetter
    with contextlib.suppress(ZeroDivisionError), embedding.small_fonts(glyph_names=False):
        assert subset.Subsetter is not original
        raise ZeroDivisionError
    assert subset.Subsetter is original


def test_eps_draws_no_glyph_to_find_the_box_of_a_font(figure, monkeypatch):
    def never(font):
        pytest.fail("thousands of glyphs are drawn")

    monkeypatch.setattr(backend_ps, "_bounds", never)
    eps = to_bytes(figure, "eps").decode("latin-1")
    assert backend_ps._bounds is never
    boxes = set(re.findall(r"/FontBBox \[([^]]*)\]", eps))
    for file in re.findall(r"/FontName /(DejaVuSans[\w-]*?)-\d+ def", eps):
        head = ttLib.TTFont(next(e.fname for e in fontManager.ttflist if e.fname.endswith(f"{file}.ttf")))["head"]
        boxes.discard(f"{head.xMin} {head.yMin} {head.xMax} {head.yMax}")
    assert boxes == set()


@pytest.mark.slow
def test_the_box_that_a_font_states_is_that_of_its_glyphs():
    for family in ("DejaVu Sans", "STIXGeneral", "cmr10"):
        with closing(ttLib.TTFont(fontManager.findfont(family))) as font:
            head = font["head"]
            assert backend_ps._bounds(font) == (head.xMin, head.yMin, head.xMax, head.yMax)


# -- without the short cuts -------------------------------------------------------------------------------------------


def test_the_switch_leaves_texts_and_fonts_to_matplotlib(figure, monkeypatch):
    def never(*args, **options):
        raise AssertionError("a short cut was taken")

    quick = to_bytes(figure, "pdf")
    monkeypatch.setattr(embedding, "small_fonts", never)
    monkeypatch.setattr(texts._MeasuredText, "_look", never)
    with no_short_cuts():
        plain = to_bytes(figure, "pdf")
    assert pypdf.PdfReader(io.BytesIO(plain)).pages[0].extract_text() == (
        pypdf.PdfReader(io.BytesIO(quick)).pages[0].extract_text()
    )
    assert len(plain) > len(quick)


@pytest.mark.parametrize(
    ("broken", "fmt"),
    [("texts", "pdf"), ("fonts", "pdf"), pytest.param("fonts", "eps", marks=pytest.mark.slow)],  # 13 s without them
)
def test_other_insides_are_met_by_saving_without_the_short_cuts(figure, monkeypatch, broken, fmt):
    """As if matplotlib drew texts, or fontTools cut fonts, through functions that we do not know."""

    def unknown(*args, **options):
        raise AttributeError("no such function in this version")

    with no_short_cuts():
        plain = to_bytes(figure, fmt)
    if broken == "texts":
        monkeypatch.setattr(texts._MeasuredText, "_look", unknown)
    else:
        monkeypatch.setattr(embedding, "_CUTS", {})
        monkeypatch.setattr(embedding, "_drop", unknown)
    assert to_bytes(figure, fmt) == plain
    assert subset.Subsetter.__module__ == "fontTools.subset"


def test_an_error_of_the_figure_itself_is_raised(figure, monkeypatch):
    monkeypatch.setattr(type(figure), "savefig", lambda *args, **options: {}["missing"])
    with pytest.raises(KeyError, match="missing"):
        to_bytes(figure, "pdf")


def test_the_environment_switches_them_off():
    code = "from cddiagram.sheet.mpl.settings import short_cuts; print(short_cuts())"
    for value, said in (("0", "False"), ("1", "True")):
        environment = {**os.environ, "CDDIAGRAM_SHORT_CUTS": value}
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
        assert done.stdout.strip() == said
