"""The command ``cddiagram report``, and the formats of ``compare`` for papers."""

import json
import subprocess
import sys
import warnings

import pytest
from click.testing import CliRunner
from example_files import without_comments
from latex import need
from said import GARCIA_2008

import cddiagram as cd
from cddiagram.cli import main
from cddiagram.data import read_example
from cddiagram.provenance import read_provenance
from cddiagram.text import OutputError


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "areas.csv").write_bytes(without_comments("demsar2006-table6"))
    (tmp_path / "scores.csv").write_bytes(read_example("garcia2008-table2"))
    return tmp_path


def invoke(*arguments, stdin=None):
    return CliRunner().invoke(
        main, [str(argument) for argument in arguments], input=stdin
    )


def run(*arguments, stdin=None):
    result = invoke(*arguments, stdin=stdin)
    assert result.exit_code == 0, result.output
    return result


@pytest.mark.slow
@pytest.mark.parametrize("suffix", ["html", "md", "tex", "txt"])
def test_each_suffix(suffix, folder):
    result = run("report", "scores.csv", "-o", f"r.{suffix}", "--title", "A & B")
    assert result.stdout == ""
    lines = result.stderr.splitlines()
    assert lines[0] == f"scores.csv: {GARCIA_2008}"
    assert lines[-1].startswith(f"Wrote r.{suffix}")
    text = (folder / f"r.{suffix}").read_text(encoding="utf-8")
    assert {"html": "A &amp; B", "md": r"A \& B", "tex": r"A \& B", "txt": "A & B"}[
        suffix
    ] in text
    assert {"md": 4}.get(suffix, 1) + 2 - (suffix == "md") == len(
        list(folder.iterdir())
    )
    if suffix != "txt":
        provenance = read_provenance(text.encode())
        assert provenance.subjects[0].sources == ("scores.csv",)


@pytest.mark.slow
def test_pdf(folder):
    need("pdflatex")
    run("report", "scores.csv", "-o", "r.pdf")
    assert (folder / "r.pdf").read_bytes().startswith(b"%PDF-")


def test_without_a_file_the_text_is_printed():
    result = run("report", "scores.csv")
    assert result.stdout.splitlines()[1].startswith("===")
    assert "Table 1. " in result.stdout
    assert result.stderr.splitlines() == [f"scores.csv: {GARCIA_2008}"]
    assert run("report", "scores.csv", "-q").stderr == ""


@pytest.mark.slow
def test_bibtex_is_for_files(folder):
    printed = run("report", "scores.csv", "-q").stdout
    assert "@article" not in printed
    line = (
        "Use --output report.txt to write the BibTeX entries with the report, or "
        "--fragments to write them as"
    )
    assert printed.count(line) == 1
    assert "\n- Demšar, J. (2006). Statistical comparisons of classifiers" in printed
    run("report", "scores.csv", "-o", "report.txt")
    run("report", "scores.csv", "--fragments", "-o", "pieces")
    for path in (folder / "report.txt", folder / "pieces" / "references.bib"):
        assert "\n@article{demsar2006,\n" in path.read_text(encoding="utf-8")
    assert line not in (folder / "report.txt").read_text(encoding="utf-8")


@pytest.mark.slow
def test_standard_input():
    text = read_example("garcia2008-table2").decode()
    assert "NaiveBayes" in run("report", "-", "-q", stdin=text).stdout


def test_several_files_are_one_report(folder):
    result = run("report", "areas.csv", "scores.csv", "-o", "r.md")
    text = (folder / "r.md").read_text(encoding="utf-8")
    assert "\n## areas\n" in text
    assert "\n## scores\n" in text
    assert sum(line.startswith("Test: ") for line in result.stderr.splitlines()) == 2
    provenance = read_provenance(text.encode())
    assert [subject.sources for subject in provenance.subjects] == [
        ("areas.csv",),
        ("scores.csv",),
    ]


def test_split_column(folder):
    lines = read_example("demsar2006-table6").decode().splitlines()
    rows = [line for line in lines if not line.startswith("#")]
    lines = [
        f"{rows[0]},measure",
        *(f"{row},{m}" for m in ("auc", "f1") for row in rows[1:]),
    ]
    (folder / "long.csv").write_text("\n".join(lines), encoding="utf-8")
    text = run("report", "long.csv", "--split-column", "measure", "-q").stdout
    assert "\nauc\n" in text
    assert "\nf1\n" in text


def test_options_of_testing_and_reading(folder):
    result = run(
        "report",
        "areas.csv",
        "--control",
        "C4.5",
        "--alpha",
        "0.1",
        "--lower-is-better",
        "-o",
        "r.txt",
    )
    assert "lower scores are better" in result.stderr
    assert "Bonferroni–Dunn (asymptotic), α = 0.10" in result.stderr
    assert "α = 0.10" in (folder / "r.txt").read_text(encoding="utf-8")


@pytest.mark.slow
def test_max_rows(folder):
    long, short = (
        run("report", "scores.csv", "-q", "--max-rows", rows).stdout for rows in (60, 3)
    )
    assert len(short) < len(long)


def test_font_of_the_figures(folder):
    run("report", "scores.csv", "-o", "plain.md", "-q")
    run(
        "report",
        "scores.csv",
        "-o",
        "r.md",
        "-q",
        "--font",
        "No Such Font",
        "--font",
        "STIXGeneral",
    )
    assert (folder / "r-cd.svg").read_bytes() != (folder / "plain-cd.svg").read_bytes()
    text, plain = ((folder / name).read_bytes() for name in ("r.md", "plain.md"))
    assert read_provenance(text).parameters["font"] == ["No Such Font", "STIXGeneral"]
    assert "font" not in read_provenance(plain).parameters


@pytest.mark.slow
def test_a_missing_character_is_remedied_by_the_option(folder):
    (folder / "names.csv").write_text(
        "data set,\u1d81,B,C\nx,3,2,1\ny,3,2,1\nz,5,1,2\n", encoding="utf-8"
    )
    with warnings.catch_warnings():
        warnings.simplefilter("default")
        lines = run("report", "names.csv", "-o", "r.html", "-q").stderr.splitlines()
    assert lines
    assert all(
        line.startswith("Warning: no glyph for '\u1d81' (U+1D81) in ") for line in lines
    )
    assert all("(--font)" in line for line in lines)
    assert (
        run("report", "names.csv", "-o", "r.html", "-q", "--font", "STIXGeneral").stderr
        == ""
    )


@pytest.mark.slow
def test_fragments(folder):
    assert run("report", "scores.csv", "--fragments", "-o", "pieces").stderr.endswith(
        "Wrote pieces.\n"
    )
    assert (folder / "pieces" / "main.tex").is_file()
    run("report", "scores.csv", "--fragments", "-o", "pieces", "-q")


@pytest.mark.slow
def test_fragments_for_a_column_and_for_natbib(folder):
    run(
        "report",
        "scores.csv",
        "--fragments",
        "--width",
        "ieee-column",
        "--cite",
        "citep",
        "-o",
        "pieces",
        "-q",
    )
    report = cd.make_report(
        cd.compare(cd.read_scores("scores.csv")), width="ieee-column"
    )
    expected = report.to_fragments(width="ieee-column", cite="citep")
    assert {
        path.name: path.read_text(encoding="utf-8")
        for path in (folder / "pieces").iterdir()
    } == expected
    assert r"\citep{demsar2006}" in expected["text-method.tex"]


@pytest.mark.slow
def test_folders_above_the_fragments_are_made(folder):
    """The example of the help, and that of the README."""
    result = run("report", "scores.csv", "--fragments", "-o", "paper/comparison")
    assert result.stderr.endswith("Wrote paper/comparison.\n")
    assert sorted(path.name for path in folder.iterdir()) == [
        "areas.csv",
        "paper",
        "scores.csv",
    ]
    assert (folder / "paper" / "comparison" / "main.tex").is_file()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("scores.csv", "-o", "r.docx"), 2, "unknown report suffix '.docx'"),
        (("scores.csv", "-o", "r"), 2, "has no suffix"),
        (("scores.csv", "--fragments"), 2, "--output"),
        (("scores.csv", "--fragments", "-o", "r.tex"), 2, "without a suffix"),
        (("scores.csv", "scores.csv", "-o", "r.txt"), 2, "was specified twice"),
        (
            ("scores.csv", "areas.csv", "--split-column", "x", "-o", "r.txt"),
            2,
            "only one SCORES file",
        ),
        (("scores.csv", "--max-rows", "0"), 2, "--max-rows"),
        (
            ("scores.csv", "--cite", "citep", "-o", "r.tex"),
            2,
            "--cite applies only to --fragments. Omit --cite.",
        ),
        (
            ("scores.csv", "--fragments", "--cite", "citet", "-o", "r"),
            2,
            "unknown --cite 'citet': did you mean",
        ),
        (("scores.csv", "--font", "STIXGeneral"), 2, "--font applies to figures"),
        (
            ("scores.csv", "--font", "STIXGeneral", "-o", "r.txt"),
            2,
            "--font applies to figures",
        ),
        (
            ("scores.csv", "--font", "STIXGenral", "-o", "r.html"),
            2,
            "Did you mean 'STIXGeneral'?",
        ),
        (("none.csv", "-o", "r.txt"), 1, "none.csv"),
        ((), 2, "SCORES"),
    ],
)
def test_refusals_are_one_line_and_write_nothing(arguments, code, message, folder):
    before = sorted(path.name for path in folder.iterdir())
    result = invoke("report", *arguments)
    assert result.exit_code == code
    last = result.stderr.splitlines()[-1]
    assert last.startswith("Error: ")
    assert message in last
    assert sorted(path.name for path in folder.iterdir()) == before


def test_all_files_or_none(folder):
    (folder / "r-cd.svg").mkdir()
    result = invoke("report", "scores.csv", "-o", "r.md")
    assert result.exit_code == 1
    assert "r-cd.svg" in result.stderr
    assert not (folder / "r.md").exists()
    assert not list(folder.glob("*.tmp"))
    assert not list(folder.glob(".cddiagram*"))


def test_without_latex(folder, monkeypatch):
    monkeypatch.setenv("PATH", str(folder))
    result = invoke("report", "scores.csv", "-o", "r.pdf")
    assert result.exit_code == 1
    assert ".html" in result.stderr
    assert not (folder / "r.pdf").exists()


def test_a_figure_that_does_not_refer_to_a_file_is_refused(folder):
    import os

    os.mkfifo(folder / "pipe.md")
    with pytest.raises(
        OutputError, match="a Markdown report saves its figures in additional files"
    ):
        cd.make_report(cd.compare(cd.load_example("demsar2006-table2"))).save(
            folder / "pipe.md"
        )


# The formats of compare


def test_compare_writes_the_tables_of_the_report():
    comparison = cd.compare(cd.read_scores("scores.csv"))
    assert (
        run("compare", "scores.csv", "--format", "markdown").stdout
        == comparison.to_markdown()
    )
    assert (
        run("compare", "scores.csv", "--format", "latex").stdout
        == comparison.to_latex()
    )


def loaded(*arguments):
    code = (
        "import json, sys\nfrom cddiagram.cli import main\n"
        "try:\n    main(sys.argv[1:])\nexcept SystemExit as stop:\n    assert not "
        "stop.code, stop.code\n"
        "print(); print(json.dumps(sorted(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        capture_output=True,
        text=True,
        check=True,
    )
    return set(json.loads(done.stdout.splitlines()[-1]))


def test_help_loads_nothing():
    assert not loaded("report", "--help") & {
        "numpy",
        "scipy",
        "pandas",
        "matplotlib",
        "rich",
    }


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["markdown", "latex"])
def test_compare_loads_neither_matplotlib_nor_rich(kind):
    assert not loaded("compare", "scores.csv", "--format", kind) & {
        "pandas",
        "matplotlib",
        "rich",
        "scipy.stats",
    }


@pytest.mark.slow
def test_a_file_is_written_without_rich_and_pyplot():
    assert not loaded("report", "scores.csv", "-o", "r.tex") & {
        "pandas",
        "matplotlib.pyplot",
        "rich",
    }
