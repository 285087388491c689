"""The reader of fonts against fontTools', and which texts and settings the default face
may be used for.
"""

import io
import re
import subprocess
import sys

import matplotlib as mpl
import pytest
from fontTools.pens.areaPen import AreaPen
from fontTools.pens.boundsPen import ControlBoundsPen
from fontTools.svgLib.path import parse_path
from fontTools.ttLib import TTFont
from fontTools.ttLib.sfnt import SFNTReader
from pypdf import PdfReader

import cddiagram as cd
from cddiagram.sheet import rc, typeface
from cddiagram.sheet.mpl.fonts import InstalledFonts
from cddiagram.sheet.typeface import (
    FILES,
    LIGATURES,
    Typeface,
    face,
    fonts_for,
    path,
    sets,
)

#: Plain, composite, scaled composite, and from beyond the first 65,536 characters; a
#: blank.
LETTERS = "Aé§Żα%Йᾐǆ≤ \U0001d538"


@pytest.mark.parametrize("kind", FILES)
def test_a_face_is_read_as_fonttools_reads_it(kind):
    other, ours = TTFont(path(*kind)), face(*kind)
    names, glyphs, order = (
        other.getBestCmap(),
        other.getGlyphSet(),
        other.getGlyphOrder(),
    )
    assert ours.units == other["head"].unitsPerEm
    assert all(order[ours.glyph(chr(code))] == name for code, name in names.items())
    assert [ours.advance(number) for number in range(len(order))] == [
        other["hmtx"][name][0] for name in order
    ]
    kerns = other["kern"].kernTables[0].kernTable
    assert all(
        ours.kern(other.getGlyphID(a), other.getGlyphID(b)) == value
        for (a, b), value in kerns.items()
    )
    assert len(kerns) == len(ours._kerns)
    for letter in filter(lambda letter: ord(letter) in names, LETTERS):
        wanted, found = AreaPen(glyphs), AreaPen()
        glyphs[names[ord(letter)]].draw(wanted)
        parse_path(ours.outline(ours.glyph(letter)), found)
        assert found.value == pytest.approx(wanted.value, abs=1), letter
        around, about = ControlBoundsPen(None), ControlBoundsPen(glyphs)
        parse_path(ours.outline(ours.glyph(letter)), around)
        glyphs[names[ord(letter)]].draw(about)
        assert (around.bounds or ()) == pytest.approx(about.bounds or (), abs=1), letter


def test_characters_without_a_glyph():
    assert face(False, False).glyph("\U0010ffff") == 0
    assert face(False, False).glyph("方") == 0


@pytest.mark.parametrize("kind", FILES)
def test_a_subset_holds_its_glyphs_and_what_they_are_made_of(kind):
    ours = face(*kind)
    wanted = [ours.glyph(letter) for letter in LETTERS if ours.glyph(letter)]
    data, numbers = ours.subset(wanted)
    SFNTReader(io.BytesIO(data), checkChecksums=2)
    small, whole = TTFont(io.BytesIO(data)), TTFont(path(*kind))
    assert set(small.reader.tables) == {
        "cvt ",
        "fpgm",
        "glyf",
        "head",
        "hhea",
        "hmtx",
        "loca",
        "maxp",
        "prep",
    }
    assert list(numbers.values()) == list(range(len(numbers)))
    for glyph in wanted:
        here, there = AreaPen(small.getGlyphSet()), AreaPen(whole.getGlyphSet())
        small.getGlyphSet()[small.getGlyphName(numbers[glyph])].draw(here)
        whole.getGlyphSet()[whole.getGlyphName(glyph)].draw(there)
        assert here.value == there.value
        assert (
            small["hmtx"][small.getGlyphName(numbers[glyph])]
            == whole["hmtx"][whole.getGlyphName(glyph)]
        )
    assert ours.subset(reversed(wanted))[0] == data  # in the order of the font


NAMES = (
    "C4.5",
    "ResNet-50 (k = 5)",
    "AVATAR To T.Y.",
    "Метод Київ",
    "Ωμέγα",
    "W,Y. “A” – 50% ≤ ½",
    "office affine fluff",
)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kind", FILES)
def test_widths_are_those_of_matplotlib(name, kind):
    assert Typeface().measure(name, 8, *kind) == pytest.approx(
        InstalledFonts().measure(name, 8, *kind), abs=0.02
    )


def test_ligatures_stand_for_their_letters(monkeypatch):
    typeface._set.cache_clear()
    monkeypatch.setattr(typeface, "ligatures", lambda: True)
    joined = [
        LIGATURES.get(character, character)
        for _, _, character in typeface._set("ffi fl f i", False, False)[0]
    ]
    assert joined == ["ffi", " ", "fl", " ", "f", " ", "i"]
    typeface._set.cache_clear()
    monkeypatch.setattr(typeface, "ligatures", lambda: False)
    assert len(typeface._set("ffi fl f i", False, False)[0]) == 10
    font = face(False, False)
    (a, v), apart = (
        map(font.glyph, "AV"),
        font.advance(font.glyph("A")) + font.advance(font.glyph("V")),
    )
    assert (
        typeface._set("AV", False, False)[1] == apart + font.kern(a, v) < apart
    )  # kerning needs no shaping
    typeface._set.cache_clear()


@pytest.mark.filterwarnings(
    "ignore:Matplotlib currently does not support"
)  # 3.10 says so
@pytest.mark.parametrize(
    "text",
    ["方法", "e\u0301", "שלום", "soft\u00adhyphen", "a\u200db", "Å \U0001f600", "नमस्ते"],
)
def test_what_has_to_be_shaped_is_left_to_matplotlib(text):
    assert not sets(text, False, False)
    assert Typeface().measure(text, 8) == InstalledFonts("DejaVu Sans").measure(text, 8)


def test_other_fonts_formulas_and_settings_are_left_to_matplotlib():
    assert isinstance(fonts_for(), Typeface)
    assert not isinstance(fonts_for("STIXGeneral"), Typeface)
    assert not isinstance(fonts_for(math=True), Typeface)
    with mpl.rc_context({"font.family": "serif"}):
        assert fonts_for().families == ("DejaVu Serif", "DejaVu Sans")


@pytest.mark.parametrize(
    "place", ["here", "MATPLOTLIBRC", "MPLCONFIGDIR", "XDG_CONFIG_HOME"]
)
def test_a_file_of_settings_is_found(place, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("MATPLOTLIBRC", "MPLCONFIGDIR", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    assert not rc._has_own_file()
    folder = tmp_path / ("matplotlib" if place == "XDG_CONFIG_HOME" else ".")
    if place != "here":
        other = tmp_path / "other"
        folder = other / "matplotlib" if place == "XDG_CONFIG_HOME" else other
        folder.mkdir(parents=True)
        monkeypatch.setenv(place, str(other))
    (folder / "matplotlibrc").write_text("font.family: serif\n")
    assert rc._has_own_file()


def test_the_command_follows_the_settings_of_its_folder(tmp_path):
    """As the gallery says of dark slides."""
    (tmp_path / "s.csv").write_text("of,A,B,C\nx,3,2,1\ny,3,1,2\nz,2,3,1\n")
    (tmp_path / "matplotlibrc").write_text(
        "figure.facecolor: black\ntext.color: white\n"
    )
    command = [
        sys.executable,
        "-m",
        "cddiagram",
        "plot",
        "s.csv",
        "-o",
        "dark.svg",
        "-q",
    ]
    subprocess.run(command, cwd=tmp_path, check=True)
    colors = re.findall(
        r'(?:fill|stroke)[=:] ?"?(#[0-9a-f]+)', (tmp_path / "dark.svg").read_text()
    )
    assert colors[0] == "#000000"  # the page
    assert "#ffffff" in colors[1:]
    assert "#000000" not in colors[1:]


def test_the_figure_asked_for_later_has_the_settings_of_before():
    comparison = cd.compare(cd.load_example("demsar2006-table6-ranks"))
    with mpl.rc_context(
        {"figure.facecolor": "#101010", "text.color": "white", "figure.dpi": 50}
    ):
        drawing = cd.plot_cd(comparison)
    before = dict(mpl.rcParams)
    assert drawing.colors["background"] == "#101010"
    assert mpl.colors.to_hex(drawing.figure.get_facecolor()) == "#101010"
    assert drawing.figure.dpi == 50
    assert mpl.colors.to_hex(drawing.ax.texts[0].get_color()) == "#ffffff"
    assert dict(mpl.rcParams) == before


@pytest.mark.slow
@pytest.mark.parametrize("page", ["none", "#ffffff80"])
def test_a_page_that_shines_through_stays_so(page):
    with mpl.rc_context({"figure.facecolor": page}):
        drawing = cd.plot_cd(cd.compare(cd.load_example("demsar2006-table6-ranks")))
    assert b"Matplotlib" in drawing.to_bytes("pdf")
    assert drawing.colors["background"] == "#ffffff"


def test_a_page_in_pdf_is_filled_below_all_else():
    with mpl.rc_context({"figure.facecolor": "#101010", "text.color": "white"}):
        drawing = cd.plot_cd(cd.compare(cd.load_example("demsar2006-table6-ranks")))
    page = PdfReader(io.BytesIO(drawing.to_bytes("pdf"))).pages[0]
    painted = page.get_contents().get_data().decode().split("\n")
    at = painted.index(
        f"0 0 237.6 {drawing.layout.height:.4f}".rstrip("0").rstrip(".") + " re f"
    )
    assert not any(
        line.endswith((" S", " f", "TJ")) or line == "S" for line in painted[:at]
    )
    assert any("rg" in line for line in painted[:at])


def test_files_come_from_the_figure_once_it_was_asked_for():
    drawing = cd.plot_cd(cd.compare(cd.load_example("demsar2006-table6-ranks")))
    own = drawing.to_bytes("pdf"), drawing.to_bytes("svg")
    drawing.to_bytes("png")
    assert (drawing.to_bytes("pdf"), drawing.to_bytes("svg")) == own
    drawing.ax.text(5, 5, "added by hand")
    assert b"added by hand" in drawing.to_bytes("svg", text="editable")
    assert b"Matplotlib" in drawing.to_bytes("pdf")
    assert b"Matplotlib" not in own[0]


@pytest.mark.slow
def test_settings_changed_after_a_drawing_without_matplotlib_do_not_touch_it():
    code = (
        "import sys, cddiagram as cd\n"
        "drawing = cd.plot_cd(cd.compare(cd.load_example('demsar2006-table6-ranks')))\n"
        "first = drawing.to_bytes('pdf')\nassert 'matplotlib' not in sys.modules\n"
        "import matplotlib as mpl\nmpl.rcParams.update({'figure.facecolor': 'red', "
        "'text.color': 'blue'})\n"
        "assert drawing.to_bytes('pdf') == first\n"
        "print(mpl.colors.to_hex(drawing.figure.get_facecolor()), "
        "mpl.colors.to_hex(drawing.ax.texts[0].get_color()))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["#ffffff", "#000000"]
