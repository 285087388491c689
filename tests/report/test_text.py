"""The report as text: as wide as asked for, nothing cut, nothing taken for markup."""

import io
import re
import sys

import pytest
from click.testing import CliRunner
from rich.cells import cell_len
from subjects import ODD_NAMES, PUBLISHED, cells, forty, odd, published

import cddiagram as cd
from cddiagram.cli import main
from cddiagram.document import (
    Cell,
    Column,
    Paragraph,
    Report,
    Section,
    TableBlock,
    arrange,
    lead,
    print_report,
    report_text,
)
from cddiagram.provenance import Provenance
from cddiagram.text import Citation, Formula


def made(*blocks):
    section = Section(key="s", title="Section", blocks=blocks)
    provenance = Provenance(made="report", version="0")
    return Report(
        title="Title",
        sections=(section,),
        references=(),
        provenance=provenance,
        data={},
    )


def table(heads, rows, **rest):
    columns = tuple(
        Column(head=head, align="left" if i == 0 else "right")
        for i, head in enumerate(heads)
    )
    named = tuple(
        tuple(Cell(text=t, role="plain" if i else "name") for i, t in enumerate(row))
        for row in rows
    )
    return TableBlock(key="t", caption="Caption.", columns=columns, rows=named, **rest)


@pytest.mark.slow
@pytest.mark.parametrize("width", [60, 100])
@pytest.mark.parametrize("control", [False, True])
@pytest.mark.parametrize("name", PUBLISHED)
def test_published_tables_are_whole_and_no_wider_than_asked(name, control, width):
    report = published(name, control)
    text = report_text(report, width)
    lines = text.splitlines()
    assert max(map(cell_len, lines)) <= width
    assert lines == [line.rstrip() for line in lines]
    squeezed = re.sub(r"\s+", "", text)
    for cell in cells(report):
        if isinstance(cell.value, float) or (
            width == 100 and len(cell.text) < 30
        ):  # words may be broken
            assert re.sub(r"\s+", "", cell.text) in squeezed


@pytest.mark.slow
def test_odd_names_are_literal():
    report = odd()
    text = re.sub(r"\s+", "", report_text(report))
    for name in ODD_NAMES:
        assert re.sub(r"\s+", "", name) in text


@pytest.mark.slow
def test_forty_algorithms_fit():
    text = report_text(forty(), 72)
    assert max(map(cell_len, text.splitlines())) <= 72
    assert "Method-39" in text


def test_wide_tables_are_divided_and_repeat_the_names():
    heads = ["name", *(f"h{i}" for i in range(30))]
    rows = [[f"row{r}", *(f"{r}.{i:02d}" for i in range(30))] for r in range(3)]
    text = report_text(made(table(heads, rows)), 60)
    assert max(map(len, text.splitlines())) <= 60
    for row in rows:
        assert all(text.count(f" {value}") == 1 for value in row[1:])
        assert text.count(row[0]) > 2


def test_long_names_are_broken_not_cut():
    name = "n" * 150
    text = report_text(made(table(["name", "p"], [[name, ".031"]])), 60)
    assert re.sub(r"[^n]", "", text).count("n" * 150)
    assert ".031" in text


def test_control_characters_do_not_reach_the_terminal():
    text = report_text(
        made(
            Paragraph(words=("red \x1b[31mname\x07",)),
            table(["\x1b]0;x\x07"], [["\x9b1m"]]),
        )
    )
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]", text)


def test_words_are_written_plainly():
    words = (
        "Tests ",
        Citation(key="holm1979"),
        " ",
        Citation(key="demsar2006"),
        ", ",
        Formula(text="p = .1", latex="x"),
    )
    text = report_text(made(Paragraph(words=words, role="warning")))
    assert "Warning: Tests (Holm, 1979; Demšar, 2006), p = .1" in text


def test_figures_are_left_out_with_one_line():
    comparison = cd.compare(cd.load_example("demsar2006-table6-ranks"))
    text = report_text(cd.make_report(comparison, sections=("figures", "texts")), 120)
    said = (
        "Plain text does not contain figures. Write the report as .html, .md, .tex or "
        ".pdf to include them."
    )
    assert text.count(said) == 1
    assert "Figure 1" not in text
    assert (
        " ".join(text.split()).count("Bars connect") == 1
    )  # in the caption that is there to be pasted


@pytest.mark.parametrize("output", [(), ("-o", "report.txt")])
def test_the_command_draws_no_figures_for_a_text(output, tmp_path, monkeypatch):
    """And so it does not warn of characters that a figure would lack."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "scores.csv").write_text(
        "data,\U0001f600,B\nx,1,2\ny,3,1\nz,5,4\n", encoding="utf-8"
    )
    monkeypatch.setattr("cddiagram.report.sections.figures.find_figure", None)
    result = CliRunner().invoke(main, ["report", "scores.csv", *output])
    assert result.exit_code == 0, result.output
    assert "glyph" not in result.output
    text = (
        (tmp_path / "report.txt").read_text(encoding="utf-8")
        if output
        else result.stdout
    )
    assert "Caption. Critical-difference diagram of 2 algorithms" in text
    assert "Figure 1" not in text


def test_a_terminal_gets_styles_and_a_pipe_does_not(monkeypatch):
    report = made(table(["name", "p"], [["a", ".031"]]))
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    for terminal in (True, False):
        out = io.StringIO()
        out.isatty = lambda terminal=terminal: terminal
        monkeypatch.setattr(sys, "stdout", out)
        print_report(report)
        assert ("\x1b[1m" in out.getvalue()) == terminal
        assert ".031" in out.getvalue()


@pytest.mark.slow
def test_several_measures():
    text = report_text(
        cd.make_report(
            {name: cd.compare(cd.load_example(name)) for name in PUBLISHED[:2]}
        )
    )
    assert [line for line in text.splitlines() if line in PUBLISHED] == list(
        PUBLISHED[:2]
    )


# Fitting


def test_columns_fit_whatever_they_need():
    for available in (10, 25, 40, 80, 200):
        for natural in ([300, 4, 4], [50, 50, 4], [5] * 40, [90]):
            least = [min(width, 12) for width in natural]
            panels = arrange(
                natural,
                least,
                available=available,
                gap=2,
                lead=1 if len(natural) > 1 else 0,
            )
            shown = [c for panel in panels for c in panel.columns]
            assert set(shown) == set(range(len(natural)))
            assert all(shown.count(c) == 1 for c in range(1, len(natural)))
            for panel in panels:
                pairs = zip(panel.columns, panel.widths, strict=True)
                used = [natural[c] if width is None else width for c, width in pairs]
                assert sum(used) + 2 * (len(used) - 1) <= available + 1e-6


def test_names_of_controls_count_as_names():
    row = (Cell(text="a", role="control"), Cell(text="b", role="name"), Cell(text="1"))
    assert (
        lead(
            TableBlock(
                key="t", caption="", columns=(Column(head=""),) * 3, rows=(row, row)
            )
        )
        == 2
    )
