"""Fonts in PDF and EPS: cut down to the letters in use, without the tables for setting text."""

import contextlib
import gc
import io

import pypdf
import pytest
from fontTools import subset, ttLib

import cddiagram as cd
from cddiagram.data import load_example
from cddiagram.plot.embedding import without_layout_tables


@pytest.fixture(scope="module")
def pdf(tmp_path_factory):
    path = tmp_path_factory.mktemp("embedding") / "cd.pdf"
    cd.plot_cd(cd.compare(load_example("demsar2006-table6-ranks"))).save(path)
    return pypdf.PdfReader(path)


def fonts(pdf):
    found = {}
    for entry in pdf.pages[0]["/Resources"]["/Font"].values():
        font = entry.get_object()["/DescendantFonts"][0].get_object()
        data = font["/FontDescriptor"]["/FontFile2"].get_data()
        found[font["/BaseFont"]] = ttLib.TTFont(io.BytesIO(data))
    return found


def test_embedded_fonts_have_outlines_and_no_layout_tables(pdf):
    embedded = fonts(pdf)
    assert embedded
    for font in embedded.values():
        assert {"glyf", "loca", "hmtx", "cmap"} <= set(font.keys())
        assert not {"GDEF", "GPOS", "GSUB", "kern"} & set(font.keys())


def test_letters_of_the_figure_are_in_the_fonts(pdf):
    regular = next(font for name, font in fonts(pdf).items() if name.endswith("DejaVuSans"))
    drawn = {name for name in regular.getGlyphOrder() if regular["glyf"][name].numberOfContours}
    assert {"C", "four", "period", "five"} <= drawn
    assert "C4.5" in pdf.pages[0].extract_text()


def test_the_tool_is_left_as_it_was():
    load = subset.load_font
    with contextlib.suppress(ZeroDivisionError), without_layout_tables():
        assert subset.load_font is not load
        raise ZeroDivisionError
    assert subset.load_font is load


@pytest.mark.parametrize("enabled", [True, False])
def test_the_collector_of_garbage_is_left_as_it_was(enabled, tmp_path, monkeypatch):
    drawing = cd.plot_cd(cd.compare(load_example("demsar2006-table6-ranks")))
    seen = []
    savefig = drawing.figure.savefig

    def watched(*args, **options):
        seen.append(gc.isenabled())
        return savefig(*args, **options)

    monkeypatch.setattr(drawing.figure, "savefig", watched)
    if not enabled:
        gc.disable()
    try:
        drawing.save(tmp_path / "cd.pdf")
        assert gc.isenabled() is enabled
    finally:
        gc.enable()
    assert seen == [False]
