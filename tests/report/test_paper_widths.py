"""Tables for the column or the page of a paper: they fit, and what cannot is
refused.
"""

import re
import subprocess

import numpy as np
import pytest
from click.testing import CliRunner

import cddiagram as cd
from cddiagram.cli import main
from cddiagram.document import fragments, room_of
from tests.shared.latex import need

TABLE = cd.load_example("garcia2008-table2")
KEYS = ("scores", "leaderboard", "ranks", "pairs", "pvalues", "effects", "omnibus")
TWO = r"\documentclass[twocolumn]{article}\usepackage[textwidth=516pt]{geometry}\setlength{\columnsep}{12pt}"
#: Width of the tables -> a document with such columns; natbib and calc change how
#: citations and lengths are read.
PAPERS = {
    "ieee-column": TWO,
    "ieee-page": TWO,
    None: r"\documentclass{article}\usepackage[textwidth=345pt]{geometry}",
}


def test_rooms():
    assert room_of("ieee-column").width == pytest.approx(
        21 * 12, abs=1
    )  # 21 pc, IEEEtran.cls
    assert (room_of("ieee-column").starred, room_of("ieee-column").breaks) == (
        False,
        False,
    )
    assert (room_of("ieee-page").starred, room_of("ieee-page").breaks) == (True, False)
    assert (room_of("neurips-page").starred, room_of("neurips-page").breaks) == (
        False,
        True,
    )
    assert (room_of(3.3).starred, room_of(3.3).breaks) == (False, True)
    assert room_of(None).width == 345


@pytest.mark.slow
@pytest.mark.parametrize("width", PAPERS)
def test_no_box_is_too_full(width, tmp_path):
    need("pdflatex")
    own, against = cd.compare(TABLE), cd.compare(TABLE, control="CN2", p_adjust="holm")
    tables = [comparison.tabulate(key) for comparison in (own, against) for key in KEYS]
    tables.append(
        against.tabulate("scores", ranks=True)
    )  # in one of two columns two floats
    written = [
        table.to_latex(width=width, preamble=place == 0)
        for place, table in enumerate(tables)
    ]
    head = rf"{PAPERS[width]}\usepackage{{array,booktabs,longtable,graphicx,calc,natbib}}\usepackage[T1]{{fontenc}}"
    pages = r"\clearpage ".join(written)
    (tmp_path / "t.tex").write_text(
        rf"{head}\usepackage{{lmodern}}\begin{{document}}{pages}\end{{document}}"
    )
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "t.tex"]
    done = subprocess.run(
        command, cwd=tmp_path, capture_output=True, timeout=300, check=False
    )
    log = (tmp_path / "t.log").read_text(errors="replace")
    assert done.returncode == 0, log[-2000:]
    assert re.findall(r"Overfull.*", log) == []


def test_preamble_and_star():
    table = cd.compare(TABLE).tabulate("leaderboard")
    assert table.to_latex(preamble=False).startswith(r"\begin{table}[tbp]")
    assert table.to_latex().endswith(table.to_latex(preamble=False))
    assert table.to_latex(preamble=False, width="ieee-page").startswith(
        r"\begin{table*}[tbp]"
    )
    comparison = cd.compare(TABLE)
    assert comparison.to_latex(preamble=False, width="ieee-column").startswith(
        r"\begin{table}[tbp]"
    )


def test_two_columns_have_no_longtable():
    """33 rows: a table over pages where it may break, one float where it may not."""
    table = cd.compare(TABLE).tabulate("scores")
    assert r"\begin{longtable}" in table.to_latex()
    assert r"\begin{longtable}" not in table.to_latex(width="ieee-column")
    tall = cd.compare(
        cd.ScoreTable.from_arrays(
            np.random.default_rng(0).random((90, 3)), algorithms=["A", "B", "C"]
        )
    )
    assert r"\begin{longtable}" in tall.tabulate("scores").to_latex(width=3.5)
    written = tall.tabulate("scores").to_latex(width="ieee-column", preamble=False)
    parts = written.split(r"\begin{table}[tbp]")[1:]
    assert len(parts) == 4
    assert all(r"\toprule" in part and "B & A & C" in part for part in parts)
    assert r"\label{tab:scores}" in parts[0]
    assert all(
        r"\addtocounter{table}{-1}\caption{Continued.}" in part for part in parts[1:]
    )
    for row in tall.tabulate("scores").rows:
        assert len(re.findall(rf"(?m)^{re.escape(row[0].text)} & ", written)) == 1
    (note, *_) = tall.tabulate("scores").notes
    assert [note[:20] in part for part in parts] == [False, False, False, True]


@pytest.mark.slow
def test_pieces_of_a_report_take_the_width():
    report = cd.make_report(cd.compare(TABLE), figures=())
    wide, narrow = (
        fragments(report)["table-ranks.tex"],
        fragments(report, "ieee-column")["table-ranks.tex"],
    )
    assert wide != narrow
    assert r"\parbox[t]{\ifdim252.0pt>\linewidth\linewidth\else252.0pt\fi}" in narrow


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ["compare", "--width", "3"],
            "--width applies only to --format latex. Omit --width.",
        ),
        (
            ["report", "--width", "3"],
            "--width applies to figures, but a text report has no figures. Omit this "
            "option, or write the report as .html or .md.",
        ),
        (
            ["compare", "--format", "latex", "--width", "ieee-colum"],
            "did you mean 'ieee-column'?",
        ),
    ],
)
def test_widths_of_the_command(tmp_path, arguments, said):
    CliRunner().invoke(
        main, ["example", "garcia2008-table2", "-o", str(tmp_path / "s.csv")]
    )
    command, *options = arguments
    result = CliRunner().invoke(main, [command, str(tmp_path / "s.csv"), *options])
    assert result.exit_code == 2
    assert said in result.stderr
    options = [
        "compare",
        str(tmp_path / "s.csv"),
        "--format",
        "latex",
        "--width",
        "ieee-column",
        "-q",
    ]
    assert CliRunner().invoke(main, options).stdout == cd.compare(TABLE).to_latex(
        width="ieee-column"
    )
