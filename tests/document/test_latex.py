"""The report as LaTeX: compiled by both engines without a remark, every character
literal; and as PDF.
"""

import re
import shutil
import subprocess
import warnings

import pytest
from latex import COMPLAINTS, need
from subjects import (
    ODD_NAMES,
    PUBLISHED,
    cells,
    foreign,
    forty,
    long_names,
    odd,
    published,
)

import cddiagram as cd
from cddiagram.document.latex import pdf
from cddiagram.document.latex.fragments import fragments, save_fragments
from cddiagram.document.latex.glyphs import codes, lend_fonts
from cddiagram.document.latex.setting import Room
from cddiagram.document.latex.tables import tex_table
from cddiagram.document.latex.words import tex_line, tex_prose, tex_words
from cddiagram.document.model import Cell, Column, TableBlock
from cddiagram.document.write_latex import report_latex, tex_figure
from cddiagram.provenance import read_provenance
from cddiagram.report import comparison_latex
from cddiagram.text import Citation, Formula, OutputError

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("tex")]

ENGINES = ("pdflatex", "lualatex")


def compiled(engine, folder, name="report"):
    """Compile until TeX has nothing to remark, at most as often as a report does. Give
    the text of the pages.
    """
    need(engine, "pdftotext", "kpsewhich")
    if not subprocess.run(
        ["kpsewhich", "booktabs.sty"], capture_output=True, check=False
    ).stdout:
        need("booktabs.sty of texlive-latex-recommended")
    options = ["-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape"]
    command = [engine, *options, f"{name}.tex"]
    for run in range(pdf._RUNS):
        done = subprocess.run(
            command, cwd=folder, capture_output=True, timeout=300, check=False
        )
        log = (folder / f"{name}.log").read_text(encoding="utf-8", errors="replace")
        assert done.returncode == 0, log[-3000:]
        if run > 0 and "Rerun" not in log:
            break
    assert [
        line for line in log.splitlines() if COMPLAINTS.search(line) or "Rerun" in line
    ] == []
    pages = subprocess.run(
        ["pdftotext", "-layout", f"{name}.pdf", "-"],
        cwd=folder,
        capture_output=True,
        check=True,
    )
    return pages.stdout.decode()


def written(report, folder):
    (folder / "report.tex").write_text(report_latex(report), encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("engine", "control"),
    [("pdflatex", False), ("pdflatex", True), ("lualatex", False)],
)
def test_published_tables_compile(engine, control, tmp_path):
    """All of them in one report, as several measures."""
    tables = {name: cd.load_example(name) for name in PUBLISHED}
    report = cd.make_report(
        {
            n: cd.compare(t, control=t.algorithms[0] if control else None)
            for n, t in tables.items()
        },
        title="Published",
    )
    text = compiled(engine, written(report, tmp_path))
    for name in PUBLISHED:
        assert name in text
    for cell in cells(report):
        if re.fullmatch(r"[<]?[\d.]+", cell.text):
            assert cell.text in text


#: The engines differ in the characters that they know, and in how they set long names.
SINGLE = [
    *(
        ("pdflatex", subject)
        for subject in ("garcia2008-table2", "odd", "odd-control", "forty", "long")
    ),
    *(("lualatex", subject) for subject in ("odd", "long")),
]


@pytest.mark.parametrize(("engine", "subject"), SINGLE)
def test_single_reports_compile(engine, subject, tmp_path):
    made = {
        "odd": odd,
        "odd-control": lambda: odd(control=True),
        "forty": forty,
        "long": long_names,
    }
    report = made.get(subject, lambda: published(subject))()
    text = compiled(engine, written(report, tmp_path))
    if subject.startswith("odd"):
        for name in ODD_NAMES[:12]:
            assert name in text, name


@pytest.mark.parametrize("engine", ENGINES)
def test_letters_without_a_command_do_not_break_the_run(engine, tmp_path):
    document = report_latex(foreign())
    assert set(codes(document)) == set("Жук中文")
    lend_fonts(tmp_path, codes(document))
    text = compiled(engine, written(foreign(), tmp_path))
    assert ("Жук" in text) == (engine == "lualatex")
    assert ("[U+0416]" in text) == (engine == "pdflatex")
    # LuaLaTeX prints what the fonts of the machine have.
    assert "[U+4E2D]" in text or (engine == "lualatex" and "中" in text)


@pytest.mark.parametrize("subject", ["garcia2010-table3", "odd"])
def test_fragments_compile(subject, tmp_path):
    report = odd() if subject == "odd" else published(subject)
    folder = save_fragments(report, tmp_path / "pieces")
    text = compiled("pdflatex", folder, "main")
    assert all(
        name in text
        for name in (ODD_NAMES[:6] if subject == "odd" else ("PDFC", "NNEP"))
    )


def test_every_table_and_figure_is_a_fragment():
    report = published("garcia2010-table3")
    files = fragments(report)
    assert sum(name.startswith("table-") for name in files) == len(report.tables())
    assert sum(name.startswith("figure-") for name in files) == len(report.figures())
    for name in files:
        alone = name in ("main.tex", "preamble.tex", "captions.tex") or name.startswith(
            ("picture-", "tabular-")
        )
        if name.endswith(".tex") and not alone:
            assert rf"\input{{{name.removesuffix('.tex')}}}" in files["main.tex"]
    assert r"\begin{figure}[tbp]" in files["figure-cd.tex"]
    assert "@article{demsar2006" in files["references.bib"]


def test_fragments_replace_their_own_folder_only(tmp_path):
    report = published("demsar2006-table2")
    folder = tmp_path / "pieces"
    save_fragments(report, folder)
    (folder / "table-old.tex").write_text("old")
    save_fragments(report, folder)
    assert not (folder / "table-old.tex").exists()
    (folder / "thesis.tex").write_text("mine")
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    with pytest.raises(OutputError, match=r"'thesis\.tex'"):
        save_fragments(report, folder)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
    assert [path.name for path in tmp_path.iterdir()] == ["pieces"]


def test_fragments_that_fail_leave_nothing(tmp_path, monkeypatch):
    report = published("demsar2006-table2")
    save_fragments(report, tmp_path / "pieces")
    before = {path.name: path.read_bytes() for path in (tmp_path / "pieces").iterdir()}
    monkeypatch.setattr(
        "cddiagram.document.latex.fragments.fragments",
        lambda *_: {"main.tex": "x", "no\0name": "y"},
    )
    with pytest.raises(OutputError, match="cannot write"):
        save_fragments(report, tmp_path / "pieces")
    assert {
        path.name: path.read_bytes() for path in (tmp_path / "pieces").iterdir()
    } == before
    assert [path.name for path in tmp_path.iterdir()] == ["pieces"]
    with pytest.raises(OutputError, match="cannot write"):
        save_fragments(report, tmp_path / "paper" / "tables" / "pieces")
    assert [path.name for path in tmp_path.iterdir()] == ["pieces"]
    (tmp_path / "file").write_text("")
    with pytest.raises(OutputError, match="it is a file"):
        save_fragments(report, tmp_path / "file")
    with pytest.raises(
        OutputError, match=r"'file' is a file, not a folder\. Choose another folder"
    ):
        save_fragments(report, tmp_path / "file" / "pieces")


def test_folders_above_the_fragments_are_made_last_and_taken_back(
    tmp_path, monkeypatch
):
    report = published("demsar2006-table2")
    folder = tmp_path / "paper" / "tables"

    def refuse(source, target):
        assert folder.parent.is_dir()
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as full:
        full.setattr("os.replace", refuse)
        with pytest.raises(OutputError, match="no space left on device"):
            save_fragments(report, folder)
    assert not list(tmp_path.iterdir())
    assert save_fragments(report, folder) == folder
    assert [path.name for path in tmp_path.iterdir()] == ["paper"]
    assert [path.name for path in folder.parent.iterdir()] == ["tables"]
    assert (folder / "main.tex").is_file()


@pytest.mark.parametrize("engine", ENGINES)
def test_the_tables_of_a_comparison_compile(engine, tmp_path):
    comparison = cd.compare(cd.load_example("garcia2008-table2"))
    tables = comparison_latex(comparison)
    assert comparison.to_latex() == tables
    packages = re.search(r"\\usepackage\{[^}]*\}", tables)[0]
    document = (
        rf"\documentclass{{article}}{packages}\begin{{document}}{'%'}"
        + f"\n{tables}\n"
        + r"\end{document}"
    )
    (tmp_path / "report.tex").write_text(document, encoding="utf-8")
    assert "NaiveBayes" in compiled(engine, tmp_path)


def test_the_body_alone_needs_what_it_says():
    body = published("demsar2006-table2").to_latex(standalone=False)
    assert body.startswith("% cddiagram: {")
    assert (
        r"% Required in the preamble: \usepackage{array,booktabs,longtable,tikz}"
        in body
    )
    assert r"\documentclass" not in body
    assert r"\begin{table}[tbp]" in body


# Words and tables


def test_prose():
    assert (
        tex_prose("Holm's 'q' p = .05")
        == r"Holm's {\cddtype\cddquote}q{\cddtype\cddquote} p~=~.05"
    )
    assert tex_prose(" a ") == " a "
    assert tex_prose("") == ""
    assert tex_prose(" ") == " "
    assert tex_line("[U]\u200d\ufe0f") == "{}[U]"  # parted from a command before it
    # A break is offered after marks; inside a word only as the last resort.
    assert tex_prose("n" * 40).count(r"\penalty900{}") == 9
    assert tex_prose("n" * 16) == "n" * 16
    assert re.sub(
        r"\\allowbreak\{\}|\\penalty900\{\}", "", tex_prose("CamelCaseNameThatIsLong")
    ) == ("CamelCaseNameThatIsLong")


def test_citations_and_formulas():
    words = (
        "A&B ",
        Citation(key="a"),
        " ",
        Citation(key="b"),
        ", ",
        Formula(text="χ²", latex=r"\chi^2"),
        " end.",
    )
    assert tex_words(words) == r"A\&B~\cite{a,b}, $\chi^2$ end."


@pytest.mark.parametrize("floating", [False, True])
def test_captions_of_figures_are_set_as_the_method_is(floating):
    (figure,) = published("garcia2008-table2", figures=("cd",)).figures().values()
    caption = re.search(
        r"\\caption(?:\[.*\])?\{(.*)\}\\label", tex_figure(figure, floating=floating)
    )[1]
    assert r"$F_{4, 116} = 14.31$, $p < 0.001$" in caption
    assert r"Nemenyi test, $\alpha = 0.05$, $\mathrm{CD} = 1.11$)" in caption


def make(rows, columns=None, **rest):
    heads = columns or [
        Column(head="name"),
        *(Column(head=f"h{i}", align="right") for i in range(len(rows[0]) - 1)),
    ]
    made = tuple(
        tuple(Cell(text=t, role="plain" if i else "name") for i, t in enumerate(row))
        for row in rows
    )
    return TableBlock(key="t", caption="C.", columns=tuple(heads), rows=made, **rest)


def test_a_row_that_begins_with_a_bracket_is_no_option():
    written = tex_table(make([["[1ex]", "1"], ["*", "2"]]), Room())
    assert "{}[1ex] & 1" in written
    assert "{}* & 2" in written


def test_wide_tables_become_panels_and_long_ones_break():
    wide = tex_table(
        make([[f"row{r}", *(f"{r}.{i:03d}" for i in range(40))] for r in range(3)])
    )
    assert wide.count(r"\begin{tabular}{") > 1
    assert all(wide.count(f"0.{i:03d}") == 1 for i in range(40))
    assert wide.count("row0") == wide.count(r"\begin{tabular}{")
    tall = tex_table(make([[f"row{r}", "1"] for r in range(200)], notes=("A note.",)))
    assert tall.count(r"\begin{longtable}") == 1
    assert r"\tablename~\thetable, continued" in tall
    assert "A note." in tall


def test_every_cell_is_in_its_row():
    report = published("garcia2008-table2")
    for table in report.tables().values():
        written = tex_table(table, Room())
        for row in table.rows:
            for cell in row:
                assert tex_line(cell.text) in written or tex_prose(cell.text) in written


# PDF


def test_pdf_is_the_same_for_the_same_report(tmp_path):
    need("pdflatex")
    report = published("demsar2006-table2")
    report.save(tmp_path / "a.pdf")
    report.save(tmp_path / "b.pdf")
    first = (tmp_path / "a.pdf").read_bytes()
    assert first == (tmp_path / "b.pdf").read_bytes()
    assert first.startswith(b"%PDF-")
    assert b"CreationDate" not in first
    assert str(tmp_path).encode() not in first
    assert read_provenance(first) == report.provenance


def test_pdf_of_lualatex_is_the_same_for_the_same_report():
    need("lualatex")
    document = report_latex(foreign())
    first = pdf.compile_latex(document)
    assert first == pdf.compile_latex(document)
    assert read_provenance(first) == foreign().provenance


@pytest.mark.parametrize("engine", ENGINES)
def test_whoever_compiles_it_gets_the_same_bytes(engine, tmp_path):
    files = []
    for name in "ab":
        (tmp_path / name).mkdir()
        compiled(engine, written(published("demsar2006-table2"), tmp_path / name))
        files.append((tmp_path / name / "report.pdf").read_bytes())
    assert files[0] == files[1]
    assert b"CreationDate" not in files[0]


def test_pdf_says_what_its_letters_lack(monkeypatch):
    need("pdflatex")
    monkeypatch.setattr(
        shutil, "which", lambda name: "/bin/true" if name == "pdflatex" else None
    )
    with pytest.warns(UserWarning, match=r"'Ж' \(U\+0416\).*Install lualatex"):
        pdf.compile_latex(report_latex(foreign()))


def test_without_latex_there_is_no_pdf(monkeypatch, tmp_path):
    monkeypatch.setattr(shutil, "which", lambda name: None)
    (tmp_path / "r.pdf").write_bytes(b"before")
    with pytest.raises(OutputError, match=r"pdflatex nor lualatex.*\.html"):
        published("demsar2006-table2").save(tmp_path / "r.pdf")
    assert (tmp_path / "r.pdf").read_bytes() == b"before"


def test_a_refused_document_is_one_sentence():
    need("pdflatex")
    with pytest.raises(
        OutputError,
        match=r"pdflatex cannot compile the report \(Undefined control sequence\)",
    ):
        pdf.compile_latex(
            r"\documentclass{article}\begin{document}\nosuchcommand\end{document}"
        )


def test_shell_commands_are_not_run(tmp_path):
    need("pdflatex")
    victim = tmp_path / "victim"
    document = (
        rf"\documentclass{{article}}\begin{{document}}\immediate\write18{{touch "
        rf"{victim}}}x\end{{document}}"
    )
    with warnings.catch_warnings():
        pdf.compile_latex(document)
    assert not victim.exists()
