"""Drawings saved as .tex and .pgf: what is in the files, and that LaTeX takes them."""

import os
import pickle
import shutil
import subprocess
import sys
from dataclasses import replace

import matplotlib as mpl
import numpy as np
import pytest
from latex import compile_book, compile_tex, need, pages_of
from matplotlib import style
from matplotlib.figure import Figure
from sheets import ODD_NAMES, sheet

from cddiagram.comparing import compare_pvalues
from cddiagram.figures import draw, plot_cd
from cddiagram.sheet.colors import palette
from cddiagram.sheet.elements import Text
from cddiagram.sheet.mpl.fonts import InstalledFonts
from cddiagram.sheet.tikz_writer import tikz_picture, untranslated
from cddiagram.text import LayoutError, OutputError, UsageError, tex_description

pytestmark = pytest.mark.xdist_group("tex")


def comparison():
    k = len(ODD_NAMES)
    pvalues = np.where(np.abs(np.subtract.outer(range(k), range(k))) > 2, 0.001, 1.0)
    return compare_pvalues(range(1, k + 1), pvalues, algorithms=ODD_NAMES)


def saved(drawing, path, **options):
    drawing.save(path, **options)
    return path.read_text(encoding="utf-8")


def test_tex_is_the_picture_of_the_layout(tmp_path):
    drawing = plot_cd(comparison(), font="cmr10")
    provenance, _, picture = saved(drawing, tmp_path / "fig.tex").partition("\n")
    assert provenance == drawing.provenance.comment("tex")
    described = f"{tex_description(drawing.description)}%\n"
    assert picture == tikz_picture(drawing.layout) + described
    bare = replace(drawing, origin=None)
    assert saved(bare, tmp_path / "whole.TEX", standalone=True) == tikz_picture(
        drawing.layout, standalone=True
    )


def test_tex_leaves_room_for_the_fonts_of_documents():
    """Computer Modern is wider than the default typeface, but not wider than DejaVu
    Sans.
    """
    drawing = plot_cd(comparison(), highlight="A & B")
    generous = plot_cd(comparison(), highlight="A & B", font="dejavu")
    picture = tikz_picture(generous.layout)
    assert picture != tikz_picture(drawing.layout)
    for same in (drawing, pickle.loads(pickle.dumps(drawing))):
        assert same.to_bytes("tex").decode().partition("\n")[2].startswith(picture)
    chosen = plot_cd(comparison(), highlight="A & B", font="Source Sans 3")
    assert tikz_picture(chosen.layout) in chosen.to_bytes("tex").decode()
    with_formulas = plot_cd(comparison(), math=True, title="$x^2$")
    assert "$x^2$" in with_formulas.to_bytes("tex").decode()


def test_tex_of_names_that_only_fit_in_the_default_typeface():
    """TikZ then makes the names smaller."""
    drawing = plot_cd(comparison())
    output = drawing.output

    def refuse(measure):
        raise LayoutError("too narrow")

    other = replace(drawing, output=replace(output, lay_out=refuse))
    assert tikz_picture(drawing.layout) in other.to_bytes("tex").decode()


def test_characters_without_a_command_are_listed():
    texts = ["plain-name", "éèñüçÅš", "−1 × 2 ≤ α", "日本 ж", "本"]
    assert untranslated(texts) == ("日", "本", "ж")


def test_tex_has_the_colours_of_the_drawing_and_not_of_the_moment(tmp_path):
    with style.context("dark_background"):
        drawing = plot_cd(comparison(), highlight={"A & B": "tab:orange"})
        dark = palette()
    text = saved(drawing, tmp_path / "fig.tex")
    assert dict(drawing.colors) == dict(dark)
    assert r"\definecolor{cdd-foreground}{HTML}{FFFFFF}" in text
    assert r"\definecolor{cdd-ff7f0e}{HTML}{FF7F0E}" in text
    assert "% page\n" in text
    assert "% page\n" not in saved(drawing, tmp_path / "clear.tex", transparent=True)


def test_tex_of_given_axes_is_refused(tmp_path):
    figure = Figure(figsize=(5, 4))
    drawing = plot_cd(comparison(), ax=figure.add_subplot())
    with pytest.raises(
        UsageError,
        match=r"^a TikZ file contains only the drawing, not the figure to which ax belongs\. "
        r"Omit ax",
    ):
        drawing.save(tmp_path / "fig.tex")
    assert list(tmp_path.iterdir()) == []


def test_pgf_without_tex_is_an_error_that_names_the_way_out(tmp_path, monkeypatch):
    monkeypatch.setattr("shutil.which", lambda name: None)
    with pytest.raises(
        OutputError,
        match=r"^PGF requires TeX \(pdflatex, .* or save the figure as '\.tex' \(TikZ\)\.$",
    ):
        plot_cd(comparison()).save(tmp_path / "fig.pgf")
    assert list(tmp_path.iterdir()) == []


def test_pgf_that_tex_cannot_set_gives_its_complaint(tmp_path, monkeypatch):
    need("pdflatex")
    which = shutil.which
    monkeypatch.setattr(
        "shutil.which", lambda name: which(name) if name == "pdflatex" else None
    )
    drawing = plot_cd(comparison(), rename={"A & B": "жук"}, font="DejaVu Sans")
    with pytest.raises(
        OutputError,
        match=r"^pdflatex cannot typeset the text .* PGF \(.*Unicode.*\)\. Save the "
        r"figure as '\.tex' \(TikZ",
    ):
        drawing.save(tmp_path / "fig.pgf")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_pgf_of_characters_without_a_command(tmp_path):
    # pdfLaTeX does not know them; with LuaLaTeX the document needs a font that has
    # them.
    need("pdflatex", "lualatex", "pdftotext")
    drawing = plot_cd(comparison(), rename={"A & B": "жук"}, font="DejaVu Sans")
    drawing.save(tmp_path / "fig.pgf")
    font = rf"\setmainfont{{DejaVuSans.ttf}}[Path={mpl.get_data_path()}/fonts/ttf/,ItalicFont=DejaVuSans-Oblique.ttf]"
    source = (
        rf"\documentclass{{article}}\usepackage{{fontspec}}{font}\usepackage{{pgf}}"
    )
    pdf, _ = compile_tex(
        "lualatex", source + r"\begin{document}\input{fig.pgf}\end{document}", tmp_path
    )
    text = subprocess.run(
        ["pdftotext", pdf, "-"], capture_output=True, text=True, check=True
    ).stdout
    assert "жук" in text


SCRIPT = """
import sys
sys.path[:0] = sys.argv[1:3]
from test_saving_for_latex import comparison, plot_cd
plot_cd(comparison()).save(*sys.argv[3:])
"""


@pytest.mark.slow
def test_same_bytes_in_every_process(tmp_path):
    need("pdflatex")
    here = os.path.dirname(__file__)
    paths = [tmp_path / "fig.tex", tmp_path / "fig.pgf"]
    command = [
        sys.executable,
        "-c",
        SCRIPT,
        here,
        os.path.join(here, "..", "shared"),
        *map(str, paths),
    ]
    contents = {path: set() for path in paths}
    for seed in ("0", "1"):
        subprocess.run(command, check=True, env={**os.environ, "PYTHONHASHSEED": seed})
        for path in paths:
            contents[path].add(path.read_bytes())
    for found in contents.values():
        assert len(found) == 1
        assert str(tmp_path).encode() not in found.pop()


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["pdflatex", "lualatex"])
def test_pgf_compiles_to_the_same_picture_as_tikz(engine, tmp_path):
    need("pdflatex", engine, "pdftocairo")
    drawing = plot_cd(comparison())
    before = dict(mpl.rcParams)
    layout = drawing.output.document_sheet
    shapes = replace(
        layout, elements=tuple(e for e in layout.elements if not isinstance(e, Text))
    )
    bare = draw(shapes, InstalledFonts())
    pictures = {
        "pgf": saved(drawing, tmp_path / "a.pgf"),
        "tikz": saved(drawing, tmp_path / "a.tex"),
        "pgf-shapes": saved(bare, tmp_path / "b.pgf"),
        "tikz-shapes": saved(bare, tmp_path / "b.tex"),
    }
    assert dict(mpl.rcParams) == before
    assert pictures["pgf"] == saved(
        drawing, tmp_path / "again.pgf"
    )  # the texts of the figure are as they were
    pdf, sizes = compile_book(engine, pictures, tmp_path)
    for size in sizes.values():
        assert size == pytest.approx((layout.width, layout.height), abs=0.01)
    pages = [
        page[:-1, :-1] for page in pages_of(pdf, 100)
    ]  # the last pixels are cut by the edge of the page
    height, width = np.min([page.shape for page in pages], axis=0)
    pgf, tikz, pgf_shapes, tikz_shapes = (page[:height, :width] for page in pages)
    assert np.abs(pgf_shapes - tikz_shapes).mean() < 0.001
    assert (
        np.abs(pgf - tikz).mean() < 0.03
    )  # texts that are too wide are scaled down alone in one, together in the other


@pytest.mark.slow
def test_a_drawing_compiles_in_a_figure_of_a_paper(tmp_path):
    drawing = draw(sheet("odd"), InstalledFonts("DejaVu Sans"))
    drawing.save(tmp_path / "fig.tex")
    body = r"\begin{figure}\centering\input{fig}\caption{Ranks.}\end{figure}"
    paper = (
        r"\documentclass{article}\usepackage{tikz}\begin{document}"
        + body
        + r"\end{document}"
    )
    pdf, _ = compile_tex("pdflatex", paper, tmp_path)
    assert len(pages_of(pdf, 50)) == 1
