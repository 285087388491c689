"""InstalledFonts: what is measured is what is drawn, characters are literal, and missing ones
are said once.
"""

import io
import logging
import warnings
from pathlib import Path

import matplotlib as mpl
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.backends.backend_pdf import PdfFile, RendererPdf
from matplotlib.figure import Figure
from matplotlib.font_manager import FontEntry, FontProperties, findfont, fontManager

import cddiagram as cd
from cddiagram.figures import draw
from cddiagram.sheet.elements import Sheet, Text
from cddiagram.sheet.mpl.fonts import InstalledFonts, glyph_warning
from cddiagram.sheet.mpl.saving import to_bytes
from cddiagram.text import UsageError

#: EPS writes its fonts slowly; test_saving.py has it.
FORMATS = ("pdf", "svg", "png")
FAMILIES = ["DejaVu Sans", "STIXGeneral", "cmr10"]
#: A letter that of the families of matplotlib only STIXGeneral has.
STIX_ONLY = "\u1d81"
NAMES = [
    "C4.5+m+cf",
    "InceptionTime",
    "AVAWAR Tofu",
    "kNN (k=5)",
    "2.96",
    "α = 0.05",
    "Éclair naïve",
    "fi ffl",
    "a_b$c\\d^{e}",
]


def page(*texts, fonts, **options):
    """Put each text on a line of its own."""
    lines = [
        Text(
            gid=f"label-{i}",
            x=4,
            y=12 * i + 8,
            text=text,
            size=8,
            width=fonts.measure(text, 8),
            **options,
        )
        for i, text in enumerate(texts)
    ]
    return Sheet(width=200, height=12 * len(lines) + 6, elements=tuple(lines))


def test_default_font_is_the_bundled_one():
    # The baselines are drawn with it; another build of DejaVu Sans has other outlines.
    assert Path(findfont(FontProperties(family="DejaVu Sans"))).is_relative_to(
        mpl.get_data_path()
    )


@pytest.mark.parametrize("bold", [False, True])
@pytest.mark.parametrize("family", FAMILIES)
def test_pdf_text_is_as_wide_as_measured(family, bold):
    fonts = InstalledFonts(family)
    renderer = RendererPdf(PdfFile(io.BytesIO()), 72, 5, 5)
    for name in NAMES:
        drawn = renderer.get_text_width_height_descent(
            name, fonts.properties(8, bold), False
        )[0]
        assert drawn == pytest.approx(fonts.measure(name, 8, bold), abs=0.15), name


@pytest.mark.parametrize("family", FAMILIES)
def test_png_text_is_as_wide_as_measured(family):
    fonts = InstalledFonts(family)
    with mpl.rc_context({"text.hinting": "no_hinting"}):  # as files are saved
        renderer = FigureCanvasAgg(Figure(dpi=300)).get_renderer()
        for name in NAMES:
            drawn = (
                renderer.get_text_width_height_descent(
                    name, fonts.properties(8), False
                )[0]
                * 72
                / 300
            )
            assert drawn == pytest.approx(fonts.measure(name, 8), abs=0.12), name


def test_widths_scale_with_the_size_and_bold_is_wider():
    fonts = InstalledFonts()
    assert fonts.measure("ROCKET", 16) == 2 * fonts.measure("ROCKET", 8)
    assert fonts.measure("ROCKET", 8, True) > 1.03 * fonts.measure("ROCKET", 8)
    assert fonts.measure("", 8) == 0


@pytest.mark.parametrize("family", FAMILIES)
def test_fallback_is_last_and_once(family):
    families = InstalledFonts(family).families
    assert families[-1] == "DejaVu Sans"
    assert len(set(families)) == len(families)


def test_rc_family_is_the_default_and_generic_names_are_looked_up():
    with mpl.rc_context(
        {
            "font.family": ["serif"],
            "font.serif": ["No Such Serif", "STIXGeneral", "DejaVu Serif"],
        }
    ):
        assert InstalledFonts().families == ("STIXGeneral", "DejaVu Sans")
        assert InstalledFonts("monospace").families == (
            "DejaVu Sans Mono",
            "DejaVu Sans",
        )
    assert InstalledFonts(["No Such Font", "cmr10"]).families == (
        "cmr10",
        "DejaVu Sans",
    )


def test_rc_family_that_is_not_installed_falls_back():
    with mpl.rc_context({"font.family": ["No Such Font"]}):
        assert InstalledFonts().families == ("DejaVu Sans",)


@pytest.mark.parametrize(
    ("font", "message"),
    [
        (
            "STIXGenral",
            "the font 'STIXGenral' is not installed. Did you mean 'STIXGeneral'?",
        ),
        (
            "qqq",
            "the font 'qqq' is not installed. Choose an installed family, for example "
            "'DejaVu Sans'.",
        ),
        (
            ["qqq", "zzz"],
            "none of the fonts 'qqq', 'zzz' is installed. Choose an installed font.",
        ),
    ],
)
def test_font_that_is_not_installed(font, message):
    with pytest.raises(UsageError) as caught:
        InstalledFonts(font)
    assert str(caught.value) == message


def entries(folder, *families):
    """A font list in which each family has a file that begins as is said."""
    made = []
    for number, (family, begins) in enumerate(families):
        path = folder / f"{number}.ttf"
        if begins is not None:
            path.write_bytes(begins + b"rest")
        made.append(FontEntry(fname=str(path), name=family))
    return made


TRUETYPE, POSTSCRIPT, COLLECTION = b"\0\1\0\0", b"OTTO", b"ttcf"


@pytest.mark.parametrize(
    ("font", "installed", "taken"),
    [
        (
            "paper",
            [
                ("Liberation Sans", TRUETYPE),
                ("Arial", TRUETYPE),
                ("Helvetica", TRUETYPE),
            ],
            "Arial",
        ),
        (
            "paper",
            [("Liberation Sans", TRUETYPE), ("Helvetica", COLLECTION)],
            "Liberation Sans",
        ),
        (
            "paper",
            [("TeX Gyre Heros", b"true"), ("Helvetica", POSTSCRIPT)],
            "TeX Gyre Heros",
        ),
        (
            "paper",
            [("Arial", TRUETYPE), ("Arial", POSTSCRIPT), ("Helvetica", TRUETYPE)],
            "Helvetica",
        ),  # one face of two
        ("paper", [("Arial", None), ("Helvetica", TRUETYPE)], "Helvetica"),  # gone
        (
            "times",
            [("Times", TRUETYPE), ("Times New Roman", TRUETYPE)],
            "Times New Roman",
        ),
        (
            "times",
            [("STIX Two Text", POSTSCRIPT), ("STIXGeneral", TRUETYPE)],
            "STIXGeneral",
        ),
        (["qqq", "paper", "cmr10"], [("Arial", TRUETYPE)], "Arial"),
    ],
)
def test_a_set_is_its_first_family_that_every_format_embeds(
    font, installed, taken, monkeypatch, tmp_path
):
    monkeypatch.setattr(fontManager, "ttflist", entries(tmp_path, *installed))
    assert InstalledFonts(font).families == (taken, "DejaVu Sans")


def test_a_set_of_which_none_is_installed_is_refused(monkeypatch, tmp_path):
    monkeypatch.setattr("cddiagram.sheet.mpl.fonts.findSystemFonts", list)
    monkeypatch.setattr(
        fontManager, "ttflist", entries(tmp_path, ("TeX Gyre Heros", POSTSCRIPT))
    )
    with pytest.raises(UsageError) as caught:
        InstalledFonts("paper")
    assert str(caught.value) == (
        "font 'paper' denotes Arial, Helvetica, Liberation Sans and TeX Gyre Heros, but "
        "none of these typefaces is installed as a TrueType font. Install one of them, "
        "or omit this option."
    )


def test_times_comes_with_matplotlib_and_what_was_taken_is_recorded(
    bundled, monkeypatch
):
    known = (
        "Times New Roman",
        "Times",
        "Liberation Serif",
        "TeX Gyre Termes",
        "STIX Two Text",
    )
    monkeypatch.setattr(
        fontManager, "ttflist", [e for e in fontManager.ttflist if e.name not in known]
    )
    drawing = cd.plot_cd(
        cd.compare(cd.load_example("demsar2006-table6-ranks")), font="times"
    )
    assert drawing.typefaces == ("STIXGeneral", "DejaVu Sans")
    assert drawing.provenance.parameters == {"font": ["STIXGeneral", "DejaVu Sans"]}
    assert b"STIXGeneral" in to_bytes(drawing.figure, "pdf")


def test_a_font_that_was_installed_after_matplotlib_looked_is_found(
    bundled, monkeypatch, tmp_path
):
    (tmp_path / "broken.ttf").write_bytes(b"no font")
    files = [
        str(tmp_path / "broken.ttf"),
        str(tmp_path / "gone.ttf"),
        bundled["cmr10"],
        bundled["STIXGeneral"],
    ]
    monkeypatch.setattr(
        fontManager,
        "ttflist",
        [e for e in fontManager.ttflist if e.name != "STIXGeneral"],
    )
    with pytest.raises(UsageError, match="'STIXGeneral' is not installed"):
        InstalledFonts("STIXGeneral")
    monkeypatch.setattr("cddiagram.sheet.mpl.fonts.findSystemFonts", lambda: files)
    assert InstalledFonts("stixgeneral").families == ("STIXGeneral", "DejaVu Sans")
    known = [entry.fname for entry in fontManager.ttflist]
    assert (known.count(bundled["STIXGeneral"]), known.count(bundled["cmr10"])) == (
        1,
        1,
    )


def test_known_fonts_and_defaults_cost_no_look_at_the_machine(monkeypatch):
    monkeypatch.setattr(
        "cddiagram.sheet.mpl.fonts.findSystemFonts",
        lambda: pytest.fail("looked at the machine"),
    )
    with mpl.rc_context({"font.family": ["No Such Font"]}):
        InstalledFonts()
    InstalledFonts(["No Such Font", "cmr10"])


def test_rc_weight_and_style_do_not_enter():
    expected = InstalledFonts().measure("ROCKET", 8)
    with mpl.rc_context(
        {
            "font.weight": "bold",
            "font.style": "italic",
            "font.stretch": "condensed",
            "font.size": 30,
        }
    ):
        assert InstalledFonts().measure("ROCKET", 8) == expected


@pytest.mark.slow
@pytest.mark.parametrize("family", FAMILIES)
def test_no_warning_and_no_log_with_usual_names(family, caplog):
    fonts = InstalledFonts(family)
    with caplog.at_level(logging.WARNING):
        drawing = draw(page(*NAMES, fonts=fonts, bold=True), fonts)
        for fmt in FORMATS:
            to_bytes(drawing.figure, fmt)
    assert not caplog.records


@pytest.fixture
def bundled(monkeypatch):
    """Let the machine have the fonts of matplotlib alone; give the files of the plain
    faces.
    """
    own = [
        entry
        for entry in fontManager.ttflist
        if Path(entry.fname).is_relative_to(mpl.get_data_path())
    ]
    monkeypatch.setattr(fontManager, "ttflist", own)
    monkeypatch.setattr("cddiagram.sheet.mpl.fonts.findSystemFonts", list)
    return {
        entry.name: entry.fname
        for entry in own
        if entry.style == "normal" and entry.weight == 400
    }


@pytest.mark.slow
def test_missing_characters_are_named_once(bundled):
    fonts = InstalledFonts("cmr10")
    sheet = page("木 first", "木林 second", "plain", fonts=fonts)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        drawing = draw(sheet, fonts)
        for fmt in FORMATS:
            to_bytes(drawing.figure, fmt)
        drawing.figure.savefig(io.BytesIO(), bbox_inches="tight")
    assert [str(w.message) for w in caught] == [
        "no glyph for '木' (U+6728), '林' (U+6797) in cmr10, DejaVu Sans. Choose a family "
        "that contains them (font)."
    ]


def test_a_family_with_the_missing_characters_is_named(bundled, monkeypatch, tmp_path):
    def remedy(characters):
        return glyph_warning(characters, ["cmr10"]).partition("in cmr10. ")[2]

    assert (
        remedy([STIX_ONLY, "\u1d84"])
        == "Choose a family that contains them (font), for example 'STIXGeneral'."
    )
    assert remedy(["α", "β"]).endswith(
        "for example 'DejaVu Sans'."
    )  # the first of several in the alphabet
    assert remedy([STIX_ONLY, "木"]) == "Choose a family that contains them (font)."
    # A font that matplotlib has not heard of yet is one of the machine too; what is no
    # font is passed over.
    (tmp_path / "broken.ttf").write_bytes(b"no font")
    monkeypatch.setattr(fontManager, "ttflist", [])
    files = [
        str(tmp_path / "broken.ttf"),
        str(tmp_path / "gone.ttf"),
        bundled["STIXGeneral"],
    ]
    monkeypatch.setattr("cddiagram.sheet.mpl.fonts.findSystemFonts", lambda: files)
    assert remedy([STIX_ONLY]).endswith("for example 'STIXGeneral'.")


def test_joiners_and_variation_selectors_need_no_glyph():
    assert InstalledFonts().missing(["a\u200db\ufe0f\u00ad"]) == ()


@pytest.mark.parametrize("usetex", [False, True])
def test_names_are_literal(usetex):
    fonts = InstalledFonts()
    names = ["$x_1$ & 50% #2", "\\alpha {b}", "a_b^c ~", r"\$5"]
    with mpl.rc_context({"text.usetex": usetex}):
        drawing = draw(page(*names, fonts=fonts), fonts)
        texts = drawing.ax.texts
        renderer = FigureCanvasAgg(drawing.figure).get_renderer()
    assert [text.get_text() for text in texts] == names
    assert not any(text.get_usetex() or text.get_parse_math() for text in texts)
    for text in texts:
        assert text.get_window_extent(
            renderer
        ).width * 72 / drawing.figure.dpi > 0.9 * fonts.measure(text.get_text(), 8)


def test_usetex_draws_the_same_bytes():
    def written():
        fonts = InstalledFonts()
        drawing = draw(page("C4.5_a", "50 %", fonts=fonts), fonts)
        return [to_bytes(drawing.figure, fmt) for fmt in FORMATS]

    expected = written()
    with mpl.rc_context({"text.usetex": True}):
        assert written() == expected


def test_math_is_mathtext_when_asked_for():
    fonts = InstalledFonts(math=True)
    assert fonts.measure(r"$\alpha$", 8) < fonts.measure("alpha", 8)
    assert fonts.measure(r"5\$", 8) == fonts.measure("5$", 8)
    drawing = draw(page(r"$\alpha_1$", "plain", fonts=fonts, math=True), fonts)
    assert all(text.get_parse_math() for text in drawing.ax.texts)


def test_invalid_math_is_refused():
    with pytest.raises(
        UsageError,
        match=r"^'\$\\frac\$' is not valid mathtext \(.+\)\. Correct it or leave out "
        r"math=True",
    ):
        InstalledFonts(math=True).measure(r"$\frac$", 8)
