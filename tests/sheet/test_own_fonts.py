"""The reader of fonts against fontTools', and which texts and settings the default face
may be used for.
"""

import hashlib
import io
import re
import subprocess
import sys
import unicodedata
import warnings

import matplotlib as mpl
import pytest
from fontTools.pens.areaPen import AreaPen
from fontTools.pens.boundsPen import ControlBoundsPen
from fontTools.svgLib.path import parse_path
from fontTools.ttLib import TTFont
from fontTools.ttLib.sfnt import SFNTReader
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.font_manager import FontEntry, fontManager
from pypdf import PdfReader

import cddiagram as cd
from cddiagram.figures import draw
from cddiagram.sheet import Sheet, Text, rc, typeface
from cddiagram.sheet.eps_writer import write_eps
from cddiagram.sheet.font_files import DEFAULT, FALLBACK, FILES, path_of
from cddiagram.sheet.mpl.fonts import InstalledFonts
from cddiagram.sheet.pdf_writer import write_pdf
from cddiagram.sheet.svg_writer import write_svg
from cddiagram.sheet.typeface import Typeface, face, fonts_for

#: The names of all files, and each typeface with each weight and slant.
NAMES_OF_FILES = [file for files in FILES.values() for file in files.values()]
KINDS = [(name, *kind) for name, files in FILES.items() for kind in files]

#: Plain, composite, scaled composite, and from beyond the first 65,536 characters; a
#: blank.
LETTERS = "Aé§Żα%Йᾐǆ≤ \U0001d538"
PAIRS = (
    "AV",
    "Ty",
    "o,",
    "LT",
    "r.",
    "WA",
    "Та",
    "Гд",
    "Αυ",
    "Γα",
    "Fé",
    "Y–",
    "A”",
    "71",
)


@pytest.mark.parametrize("file", NAMES_OF_FILES)
def test_a_file_is_read_as_fonttools_reads_it(file):
    other, ours = TTFont(path_of(file)), face(file)
    names, glyphs, order = (
        other.getBestCmap(),
        other.getGlyphSet(),
        other.getGlyphOrder(),
    )
    assert ours.units == other["head"].unitsPerEm
    assert ours.slope == other["post"].italicAngle
    assert all(order[ours.glyph(chr(code))] == name for code, name in names.items())
    assert [ours.advance(number) for number in range(len(order))] == [
        other["hmtx"][name][0] for name in order
    ]
    for letter in filter(lambda letter: ord(letter) in names, LETTERS):
        wanted, found = AreaPen(glyphs), AreaPen()
        glyphs[names[ord(letter)]].draw(wanted)
        parse_path(ours.outline(ours.glyph(letter)), found)
        assert found.value == pytest.approx(wanted.value, abs=1), letter
        around, about = ControlBoundsPen(None), ControlBoundsPen(glyphs)
        parse_path(ours.outline(ours.glyph(letter)), around)
        glyphs[names[ord(letter)]].draw(about)
        assert (around.bounds or ()) == pytest.approx(about.bounds or (), abs=1), letter


@pytest.mark.parametrize("file", FILES[FALLBACK].values())
def test_a_simple_table_of_pairs_is_read_as_fonttools_reads_it(file):
    other, ours = TTFont(path_of(file)), face(file)
    kerns = other["kern"].kernTables[0].kernTable
    assert all(
        ours.kern(other.getGlyphID(a), other.getGlyphID(b)) == value
        for (a, b), value in kerns.items()
    )
    assert len(kerns) == len(ours._kerns)


def pair_in_gpos(font, left, right):
    """Look a pair up in the tables of fontTools: in single pairs and in classes."""
    table = font["GPOS"].table
    lookups = {
        number
        for record in table.FeatureList.FeatureRecord
        if record.FeatureTag == "kern"
        for number in record.Feature.LookupListIndex
    }
    for number in sorted(lookups):
        for subtable in table.LookupList.Lookup[number].SubTable:
            pairs = getattr(subtable, "ExtSubTable", subtable)
            if left not in pairs.Coverage.glyphs:
                continue
            if pairs.Format == 2:
                row = pairs.ClassDef1.classDefs.get(left, 0)
                column = pairs.ClassDef2.classDefs.get(right, 0)
                value = pairs.Class1Record[row].Class2Record[column].Value1
                return getattr(value, "XAdvance", 0)
            index = pairs.Coverage.glyphs.index(left)
            for record in pairs.PairSet[index].PairValueRecord:
                if record.SecondGlyph == right:
                    return getattr(record.Value1, "XAdvance", 0)
    return 0


@pytest.mark.parametrize("file", FILES[DEFAULT].values())
def test_pairs_of_shaping_are_read_as_fonttools_reads_them(file):
    font, ours = TTFont(path_of(file)), face(file)
    names = font.getBestCmap()
    expected = [pair_in_gpos(font, *(names[ord(c)] for c in pair)) for pair in PAIRS]
    assert [ours.kern(*map(ours.glyph, pair)) for pair in PAIRS] == expected
    assert sum(1 for change in expected if change) > len(PAIRS) / 2


def test_the_files_of_the_default_typeface_are_those_of_its_makers():
    """Its licence reserves the name for unmodified files."""
    digests = {
        "SourceSans3-Regular": "4644c81b86ec9caa",
        "SourceSans3-Bold": "9214b9d95e4231c6",
        "SourceSans3-It": "192afd78f0f54a3c",
        "SourceSans3-BoldIt": "7978291fc1bf314d",
    }
    for file, digest in digests.items():
        content = path_of(file).read_bytes()
        assert hashlib.sha256(content).hexdigest().startswith(digest), file
    licence = path_of("SourceSans3-Regular").with_name("OFL.txt").read_text("utf-8")
    assert "SIL OPEN FONT LICENSE Version 1.1" in licence
    assert digests.keys() == set(FILES[DEFAULT].values())


@pytest.mark.parametrize("file", FILES[DEFAULT].values())
def test_numbers_of_the_default_typeface_are_aligned(file):
    font = face(file)
    assert len({font.advance(font.glyph(digit)) for digit in "0123456789−"}) == 1


def test_characters_without_a_glyph():
    for file in NAMES_OF_FILES:
        assert face(file).glyph("\U0010ffff") == 0
        assert face(file).glyph("方") == 0


@pytest.mark.parametrize("file", NAMES_OF_FILES)
def test_a_subset_holds_its_glyphs_and_what_they_are_made_of(file):
    ours = face(file)
    wanted = [ours.glyph(letter) for letter in LETTERS if ours.glyph(letter)]
    data, numbers = ours.subset(wanted)
    SFNTReader(io.BytesIO(data), checkChecksums=2)
    small, whole = TTFont(io.BytesIO(data)), TTFont(path_of(file))
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
    "office affine fluff fft ft",
    "◇ C4.5★ (◇)",  # the default typeface lacks these shapes
    "ζ(ш ю), Ω[Ta] To",  # brackets between letters of several scripts
)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kind", KINDS)
def test_widths_are_those_of_matplotlib(name, kind):
    typeface = Typeface(kind[0])
    other = InstalledFonts(typeface.families)
    assert typeface.sets(name, *kind[1:])
    assert typeface.measure(name, 8, *kind[1:]) == pytest.approx(
        other.measure(name, 8, *kind[1:]), abs=0.02
    )


def letters_of(text, name=DEFAULT):
    element = Text(gid="t", x=0, y=0, text=text, size=8, width=0)
    return Typeface(name).letters(element)


@pytest.fixture
def shaping(monkeypatch):
    """Return a function that chooses whether the installed matplotlib shapes texts."""

    def shape(value):
        typeface._set.cache_clear()
        monkeypatch.setattr(typeface, "shapes", lambda: value)

    yield shape
    typeface._set.cache_clear()


def test_ligatures_contain_their_letters(shaping):
    shaping(True)
    joined = [letter.characters for letter in letters_of("ffi fl f i", FALLBACK)]
    assert joined == ["ffi", " ", "fl", " ", "f", " ", "i"]
    joined = [letter.characters for letter in letters_of("ffi fft ft")]
    assert joined == ["ff", "i", " ", "fft", " ", "ft"]
    for name in FILES:
        shaping(False)
        assert len(letters_of("ffi fl f i", name)) == 10


def test_pairs_are_kerned_as_the_installed_matplotlib_does(shaping):
    for name, is_kerned_without_shaping in ((FALLBACK, True), (DEFAULT, False)):
        font = face(FILES[name][False, False])
        first, second = map(font.glyph, "AV")
        apart = font.advance(first)
        kerned = apart + font.kern(first, second)
        assert kerned < apart
        shaping(True)
        assert letters_of("AV", name)[1].x == kerned
        shaping(False)
        expected = kerned if is_kerned_without_shaping else apart
        assert letters_of("AV", name)[1].x == expected


@pytest.mark.filterwarnings(
    "ignore:Matplotlib currently does not support"
)  # 3.10 says so
@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize(
    "text",
    [
        "方法",
        "e\u0301",
        "שלום",
        "soft\u00adhyphen",
        "a\u200db",
        "Å \U0001f600",
        "नमस्ते",
        "cel·la 1⁄2",
    ],
)
def test_what_has_to_be_shaped_is_left_to_matplotlib(text, name):
    typeface = Typeface(name)
    other = InstalledFonts(typeface.families)
    assert not typeface.sets(text, False, False)
    assert typeface.measure(text, 8) == other.measure(text, 8)


def test_each_character_comes_from_the_first_typeface_that_has_it():
    files = [letter.file for letter in letters_of("A◇Ω★")]
    assert files == ["SourceSans3-Regular", "DejaVuSans"] * 2
    assert {letter.file for letter in letters_of("A◇Ω★", FALLBACK)} == {"DejaVuSans"}
    text = Text(gid="t", x=5, y=0, text="A◇B", size=10, width=0, bold=True)
    runs = list(Typeface().runs(text))
    assert [file for file, _, _ in runs] == [
        "SourceSans3-Bold",
        "DejaVuSans-Bold",
        "SourceSans3-Bold",
    ]
    first, second = face("SourceSans3-Bold"), face("DejaVuSans-Bold")
    width = first.advance(first.glyph("A")) / 1000
    assert runs[1][1] == pytest.approx(5 + 10 * width)
    width += second.advance(second.glyph("◇")) / 2048
    assert runs[2][1] == pytest.approx(5 + 10 * width)


#: Names of users: any characters, many from scripts that the package sets itself.
ANY_NAME = st.text(
    st.one_of(
        st.sampled_from("AVTyoff().,- ◇★●→βΩЖд½"),
        st.characters(exclude_categories=("Cs", "Cc", "Co", "Cn")),
    ),
    min_size=1,
    max_size=12,
)


@settings(max_examples=60, deadline=None)
@given(ANY_NAME, st.sampled_from(list(FILES)))
def test_no_character_of_a_name_is_lost_silently(name, family):
    """Each character is drawn by a typeface that has it, or a warning names it."""
    typeface = Typeface(family)
    text = Text(gid="t", x=2, y=8, text=name, size=8, width=0)
    if typeface.sets(name, False, False):
        letters = typeface.letters(text)
        assert "".join(letter.characters for letter in letters) == name
        assert all(letter.glyph for letter in letters)
        glyphs = {letter.characters: (letter.file, letter.glyph) for letter in letters}
        if len(set(glyphs.values())) < len(glyphs):
            return  # two characters share a glyph, so that one is copied as the other
        page = Sheet(width=200, height=16, elements=(text,))
        inks = {"foreground": "#000000", "background": "#ffffff"}
        pdf = PdfReader(io.BytesIO(write_pdf(page, inks, typeface=typeface)))
        copied = unicodedata.normalize("NFKC", pdf.pages[0].extract_text())
        wanted = unicodedata.normalize("NFKC", name)
        assert "".join(copied.split()) == "".join(wanted.split())
        return
    page = Sheet(width=200, height=16, elements=(text,))
    missing = InstalledFonts(typeface.families).missing([name])
    with warnings.catch_warnings(record=True) as issued:
        warnings.simplefilter("always")
        draw(page, typeface)
    messages = [str(warning.message) for warning in issued]
    assert any("no glyph for" in message for message in messages) == bool(missing)


def test_other_fonts_formulas_and_settings_are_left_to_matplotlib():
    assert fonts_for() == Typeface()
    assert not isinstance(fonts_for("STIXGeneral"), Typeface)
    assert not isinstance(fonts_for(math=True), Typeface)
    assert fonts_for(math=True).families == Typeface().families
    with mpl.rc_context({"font.family": "serif"}):
        assert fonts_for().families == ("DejaVu Serif", "DejaVu Sans")
    with mpl.rc_context({"font.family": "DejaVu Sans"}):
        assert fonts_for() == Typeface(FALLBACK)
    with mpl.rc_context({"font.sans-serif": ["STIXGeneral"]}):
        assert fonts_for().families == ("STIXGeneral", "DejaVu Sans")


@pytest.mark.parametrize(
    "font", ["dejavu", "DejaVu Sans", "dejavu sans", ["DejaVu Sans"]]
)
def test_dejavu_sans_is_an_option(font):
    assert fonts_for(font) == Typeface(FALLBACK)


@pytest.mark.parametrize(
    "font", ["Source Sans 3", ["source sans 3"], ("Source Sans 3", "DejaVu Sans")]
)
def test_the_default_typeface_can_be_named(font):
    assert fonts_for(font) == Typeface()


def test_the_option_is_recorded_and_drawn():
    comparison = cd.compare(cd.load_example("demsar2006-table6-ranks"))
    for font, families, file in (
        (None, (DEFAULT, FALLBACK), b"SourceSans3-Regular"),
        ("dejavu", (FALLBACK,), b"+DejaVuSans"),
    ):
        drawing = cd.plot_cd(comparison, font=font)
        assert drawing.typefaces == families
        pdf = drawing.to_bytes("pdf")
        assert file in pdf
        assert b"Matplotlib" not in pdf
    assert drawing.provenance.parameters["font"] == "dejavu"


def test_a_letter_of_another_typeface_is_in_every_format():
    """Its outline is that of the other typeface, at its place and in its size."""
    text = Text(gid="t", x=10, y=8, text="A◇", size=8, width=0)
    page = Sheet(width=60, height=16, elements=(text,))
    inks = {"foreground": "#000000", "background": "#ffffff"}
    svg = write_svg(page, inks).decode()
    ours, other = face("SourceSans3-Regular"), face("DejaVuSans")
    assert ours.outline(ours.glyph("A")) in svg
    assert other.outline(other.glyph("◇")) in svg
    assert f"translate({ours.advance(ours.glyph('A'))} 0) scale(0.488281)" in svg
    fonts = PdfReader(io.BytesIO(write_pdf(page, inks))).pages[0]["/Resources"]["/Font"]
    names = [font.get_object()["/BaseFont"][8:] for font in fonts.values()]
    assert names == ["SourceSans3-Regular", "DejaVuSans"]
    eps = write_eps(page, inks).decode()
    for name in names:
        assert f"+{name}" in eps
    assert "/uni25C7" in eps
    for write in (write_pdf, write_svg, write_eps):
        assert write(page, inks) == write(page, inks)


def test_the_default_typeface_is_found_before_another_copy_of_it(monkeypatch):
    entries = list(fontManager.ttflist)
    other = FontEntry(fname="/no/such/SourceSans3.ttf", name=DEFAULT, weight=400)
    others = [entry for entry in entries if entry.name != DEFAULT]
    monkeypatch.setattr(fontManager, "ttflist", [other, *others])
    InstalledFonts(None)
    files = [entry.fname for entry in fontManager.ttflist if entry.name == DEFAULT]
    assert files[-1] == other.fname
    assert len(files) == 5


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
