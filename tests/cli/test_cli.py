"""The commands: what they write, what they say, what they load."""

import csv
import inspect
import io
import json
import os
import random
import re
import subprocess
import sys
from importlib import import_module
from pkgutil import walk_packages
from types import SimpleNamespace

import click
import numpy as np
import pytest
from click.testing import CliRunner
from said import GARCIA_2008

import cddiagram
import cddiagram as cd
from cddiagram.cli import main
from cddiagram.cli.drawing import DRAWING, SAVING, say_tall
from cddiagram.cli.options import READING, TESTING, assigned
from cddiagram.convergence.command import READING as HISTORIES_READING
from cddiagram.convergence.command import TESTING as CONVERGENCE_TESTING
from cddiagram.data import history_names, read_example
from cddiagram.figures import Drawing

RANKS = "demsar2006-table6-ranks"


#: Tables that are made up here have ranks in place of scores, and equal columns.
pytestmark = pytest.mark.filterwarnings(
    "ignore:.*each row contains the ranks",
    "ignore:.*have the same score on every data set",
)


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "places.csv").write_bytes(read_example(RANKS))
    (tmp_path / "scores.csv").write_bytes(read_example("garcia2008-table2"))
    return tmp_path


def run(*arguments, stdin=None):
    result = CliRunner().invoke(
        main, [str(argument) for argument in arguments], input=stdin
    )
    assert result.exit_code == 0, result.output
    return result


def write(path, table):
    rows = [["data set", *table["algorithms"]], *([d, *s] for d, s in table["rows"])]
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows(rows)


# What is said


def test_plot_says_what_it_did():
    result = run(
        "plot", "places.csv", "--lower-is-better", "--alpha", "0.1", "-o", "figure.svg"
    )
    lines = result.stderr.splitlines()
    assert lines[:4] == [
        "places.csv: 4 algorithms (C4.5, C4.5+m, C4.5+cf, …) on 14 data sets (adult "
        "(sample), breast cancer, breast cancer wisconsin, …); lower scores are better.",
        "Test: Nemenyi (asymptotic), α = 0.10, CD = 1.12.",
        "Not significantly different: C4.5+m+cf, C4.5+m, C4.5+cf",
        "Not significantly different: C4.5+cf, C4.5",
    ]
    assert lines[4].startswith("Wrote figure.svg (3.30 x ")
    assert len(lines) == 5
    assert result.stdout == ""


HIGH = (
    "Note: the figure is taller than the text area of a letter or A4 page (about 9.5 "
    "in). "
)
FEWER = "keep fewer algorithms with --algorithms or --exclude."
KEEP_FEWER = FEWER.replace("keep", "Keep")


def many(folder, k, name="algorithm"):
    rows = [(f"d{i}", [(7 * i + j * j) % 101 for j in range(k)]) for i in range(20)]
    write(
        folder / "many.csv",
        {"algorithms": [f"{name} {j}" for j in range(k)], "rows": rows},
    )


@pytest.mark.slow
def test_figures_higher_than_a_page_are_told_with_what_makes_them_lower(folder):
    # names that leave no room for two blocks in a column
    many(folder, 100, "algorithm tuned by cross-validation, number")
    lines = run("plot", "many.csv", "-o", "figure.svg").stderr.splitlines()
    assert re.fullmatch(r"Wrote figure\.svg \(3\.30 x 1\d\.\d\d in\)\.", lines[-2])
    page = run("plot", "many.csv", "-o", "figure.svg", "--width", "page").stderr
    wide = page.splitlines()[-1].removeprefix("Wrote figure.svg (").removesuffix(").")
    assert wide.startswith("6.75 x ")
    assert lines[-1] == f"{HIGH}Pass --width page ({wide}), or {FEWER}"
    best = run("plot", "many.csv", "-o", "figure.svg", "--control", "best").stderr
    assert best.splitlines()[-1].startswith(f"{HIGH}Pass --width page (6.75 x ")
    options = ("--figure", "mcb", "--control", "best")  # has no matrix
    mcb = run("plot", "many.csv", "-o", "figure.svg", *options).stderr
    lower = " With --width page, its size is 6.75 x "
    assert mcb.splitlines()[-1].startswith(HIGH + KEEP_FEWER + lower)
    assert run("plot", "many.csv", "-o", "figure.svg", "--quiet").stderr == ""


@pytest.mark.slow
def test_a_wider_page_is_advised_only_where_it_helps(folder):
    many(folder, 24)
    lines = run(
        "plot", "many.csv", "-o", "figure.svg", "--figure", "assumptions"
    ).stderr.splitlines()
    page = run(
        "plot",
        "many.csv",
        "-o",
        "figure.svg",
        "--figure",
        "assumptions",
        "--width",
        "page",
    ).stderr
    size = page.splitlines()[-1].removeprefix("Wrote figure.svg (").removesuffix(").")
    assert lines[-1] == f"{HIGH}Pass --width page ({size}), or {FEWER}"
    many(folder, 160)
    for width in ("column", "page", "8"):
        assert (
            run(
                "plot", "many.csv", "-o", "figure.svg", "--width", width
            ).stderr.splitlines()[-1]
            == HIGH + KEEP_FEWER
        )
    many(
        folder,
        90,
        "algorithm tuned by ten-fold cross-validation, number",
    )  # broken in a column, and whole on a page
    bars = (
        "plot",
        "many.csv",
        "-o",
        "figure.svg",
        "--control",
        "best",
        "--figure",
        "rank-bars",
    )
    *_, last = run(*bars).stderr.splitlines()
    page = run(*bars, "--width", "page").stderr.splitlines()
    size = page[-2].removeprefix("Wrote figure.svg (").removesuffix(").")
    assert last == f"{HIGH}{KEEP_FEWER} With --width page, its size is {size}."


def test_the_size_for_latex_is_reported_if_it_differs(folder):
    """Texts of TikZ are measured in a wider typeface, so that these names are broken."""
    many(folder, 4, "algorithm tuned by ten-fold cross-validation")
    command = ("plot", "many.csv", "-o", "a.svg", "-o", "a.pdf", "-o", "a.tex")
    lines = run(*command).stderr.splitlines()
    size = r" \(3\.30 x \d\.\d\d in\)\."
    wrote = [line for line in lines if line.startswith("Wrote ")]
    assert re.fullmatch(f"Wrote a.svg, a.pdf{size}", wrote[0])
    assert re.fullmatch(f"Wrote a.tex{size}", wrote[1])
    *_, together = run(*command, "--font", "dejavu").stderr.splitlines()
    assert re.fullmatch(f"Wrote a.svg, a.pdf, a.tex{size}", together)


@pytest.mark.parametrize("command", ["plot", "compare"])
def test_quiet(command):
    assert run(command, "scores.csv", "--quiet", "-o", "out.svg").stderr == ""


def test_an_omnibus_test_that_does_not_reject_is_said(folder):
    write(
        folder / "flat.csv",
        {
            "algorithms": "ABC",
            "rows": [("x", (1, 2, 3)), ("y", (3, 2, 1)), ("z", (2, 4, 1))],
        },
    )
    for arguments in (("plot", "-o", "f.svg"), ("compare", "--format", "csv")):
        command, *rest = arguments
        assert (
            sum(
                "does not reject" in line
                for line in run(command, "flat.csv", *rest).stderr.splitlines()
            )
            == 1
        )
    assert run("compare", "flat.csv").stdout.count("does not reject") == 1


def test_names_do_not_steer_the_terminal(folder):
    rows = [("x", (1, 2, 3)), ("y", (3, 2, 1)), ("z", (2, 4, 1))]
    write(folder / "odd.csv", {"algorithms": ["A\x1b[31m", "B\x07", "C"], "rows": rows})
    done = [
        run("plot", "odd.csv", "-o", "f.svg"),
        run("compare", "odd.csv"),
        run("compare", "odd.csv", "-o", "f.txt"),
    ]
    refused = CliRunner().invoke(main, ["compare", "odd.csv", "--control", "D"])
    assert refused.exit_code == 1
    written = [(folder / "f.txt").read_text(encoding="utf-8"), refused.stderr]
    written += [text for result in done for text in (result.stdout, result.stderr)]
    assert (
        sum("A\ufffd[31m" in text for text in written) == 6
    )  # all but the standard output of a plot and of a file
    assert not any(c in text for text in written for c in "\x1b\x07")


@pytest.mark.filterwarnings("always:.*higher scores are treated as better")
def test_dropped_data_sets_runs_and_direction_are_said(folder):
    (folder / "rmse.csv").write_text(
        "data set,fold,A,B\nx,1,1,2\nx,2,1,2\ny,1,1,\ny,2,1,2\nz,1,1,2\nz,2,1,2\n"
    )
    lines = run(
        "plot", "rmse.csv", "--missing", "drop", "-o", "f.svg"
    ).stderr.splitlines()
    assert [line for line in lines if not line.startswith("Warning")][:4] == [
        "rmse.csv: 2 algorithms (A, B) on 2 data sets (x, z); higher scores are better.",
        (
            "Note: 2 runs of each algorithm on a data set (column 'fold') were reduced "
            "to their mean, because runs are not data sets."
        ),
        (
            "Note: 1 score with a missing run is treated as missing. Its other run is "
            "not used."
        ),
        "Note: 1 of 3 data sets was dropped because scores are missing: 'y'.",
    ]
    warned = (
        "Warning: rmse.csv: the file name 'rmse.csv' contains 'rmse', which indicates "
        "that lower is better, but higher scores are treated as better. Pass "
        "--lower-is-better, which applies to all files of the command, if this is "
        "wrong.\n"
    )
    assert warned in run("plot", "rmse.csv", "--missing", "drop", "-o", "f.svg").stderr
    assert (
        run("plot", "rmse.csv", "--missing", "drop", "-q", "-o", "f.svg").stderr
        == warned
    )
    assert (
        run(
            "plot",
            "rmse.csv",
            "--missing",
            "drop",
            "-q",
            "--lower-is-better",
            "-o",
            "f.svg",
        ).stderr
        == ""
    )


# What is written


def test_standard_input():
    result = run(
        "compare", "-", "--format", "csv", stdin=read_example("garcia2008-table2")
    )
    assert result.stderr.startswith(f"standard input: {GARCIA_2008}\n")
    assert result.stdout == run("compare", "scores.csv", "--format", "csv").stdout


@pytest.mark.parametrize("name", cd.example_names())
def test_json_is_strict_and_exact(name, folder):
    path = folder / "table.csv"
    path.write_bytes(read_example(name))
    table = cd.load_example(name)
    direction = [] if table.higher_is_better else ["--lower-is-better"]
    text = run("compare", path, "--format", "json", *direction).stdout

    def refuse(constant):
        raise AssertionError(constant)

    content = json.loads(text, parse_constant=refuse)
    expected = cd.compare(table).to_dict()
    assert content == json.loads(json.dumps(expected))
    assert (
        content["ranking"]["average_ranks"]
        == cd.compare(table).ranking.average_ranks.tolist()
    )


def test_csv_lists_the_pairs():
    rows = list(
        csv.DictReader(
            io.StringIO(run("compare", "scores.csv", "--format", "csv").stdout)
        )
    )
    assert len(rows) == 10
    comparison = cd.compare(cd.load_example("garcia2008-table2"))
    i, j = (comparison.algorithms.index(rows[0][key]) for key in ("algorithm", "other"))
    assert float(rows[0]["pvalue"]) == comparison.pairwise.pvalue[i, j]


def test_output_of_compare_goes_to_a_file(folder):
    for kind in ("text", "json", "csv"):
        printed = run("compare", "scores.csv", "--format", kind).stdout
        assert (
            run("compare", "scores.csv", "--format", kind, "-o", "numbers").stdout == ""
        )
        assert (folder / "numbers").read_bytes().decode() == printed


def test_text_holds_the_published_numbers():
    """Demsar 2006, page 14: mean ranks, chi2 9.28, F 3.69; Nemenyi CD at .10 is
    1.12.
    """
    lines = run(
        "compare", "places.csv", "--lower-is-better", "--alpha", "0.1"
    ).stdout.splitlines()
    assert lines[0].startswith(
        "Comparison of 4 algorithms (C4.5, C4.5+m, C4.5+cf, …) on 14 data sets (adult "
    )
    assert (
        lines[2]
        == "Average ranks of 4 algorithms on 14 data sets (lower scores are better, "
        "rank 1 is best)."
    )
    fields = [line.split() for line in lines]
    ranks = [
        ["C4.5+m+cf", "1.96", "1.964", "2.000", "1", "a", "1–3"],
        ["C4.5+m", "2.00", "2.000", "2.000", "1", "a", "1–3"],
        ["C4.5+cf", "2.89", "2.893", "3.000", "1", "ab", "1–4"],
        ["C4.5", "3.14", "3.143", "3.500", "2", "b", "3–4"],
    ]
    assert [row for row in ranks if row in fields] == ranks
    assert ["Friedman", "no", "χ²", "9.2786", "3", "0.0258", "asymptotic"] in fields
    assert [
        "Iman–Davenport",
        "no",
        "F",
        "3.6863",
        "3,",
        "39",
        "0.0198",
        "asymptotic",
    ] in fields
    assert any(
        line.startswith(
            "Pairwise comparisons. All pairs were compared using the asymptotic Nemenyi test"
        )
        for line in lines
    )
    assert ["C4.5+m+cf", "C4.5", "1.179", "2.415", "0.016", "0.074", "yes"] in fields


def test_text_is_plain_where_there_is_no_terminal(monkeypatch):
    plain = run("compare", "scores.csv").stdout
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "40")
    assert run("compare", "scores.csv").stdout == plain
    assert "\x1b" not in plain
    assert max(map(len, plain.splitlines())) <= 100


def test_text_never_reads_as_zero(folder):
    """Trap 24."""
    rows = [(f"d{i}", (i % 7, 100 + i, 200 + i)) for i in range(400)]
    write(folder / "far.csv", {"algorithms": "ABC", "rows": rows})
    fields = [line.split() for line in run("compare", "far.csv").stdout.splitlines()]
    pvalues = [row[4] for row in fields if len(row) == 7 and row[-1] in ("yes", "no")]
    assert pvalues == ["<0.001"] * 3
    assert [
        row[0]
        for row in csv.reader(
            run("compare", "far.csv", "--format", "csv").stdout.splitlines()
        )
    ][1] == "C"


def test_text_cuts_no_name(folder):
    """Trap 21: names wider than the page are broken, never shortened."""
    long = ["A" * 120, "[bold]B[/bold]", ":smile:", "Größe"]
    write(
        folder / "long.csv",
        {"algorithms": long, "rows": [(f"d{i}", (1, 2, 3, i)) for i in range(6)]},
    )
    text = run("compare", "long.csv").stdout
    assert max(map(len, text.splitlines())) <= 100
    assert (
        "…" not in text.partition("\n\n")[2]
    )  # the first sentence lists some names, and may shorten them
    for name in long[1:]:
        assert name in text
    assert text.count("A") >= 120 * 4


def test_many_pairs_are_counted_not_listed(folder):
    rows = [
        (f"d{i}", np.random.default_rng(i).uniform(size=30).tolist()) for i in range(5)
    ]
    write(
        folder / "many.csv", {"algorithms": [f"a{j}" for j in range(30)], "rows": rows}
    )
    text = " ".join(run("compare", "many.csv").stdout.split())
    assert (
        " The table lists only the 29 pairs of a27. Run 'cddiagram compare --format "
        "csv' for all 435 pairs. "
    ) in text
    assert len(run("compare", "many.csv", "--format", "csv").stdout.splitlines()) == 436


def test_a_dash_is_standard_output_where_the_format_is_known(folder):
    before = sorted(folder.iterdir())
    for arguments in (
        ("compare", "scores.csv", "-q"),
        ("compare", "scores.csv", "--format", "csv"),
        ("example", RANKS),
    ):
        assert run(*arguments, "-o", "-").stdout == run(*arguments).stdout != ""
    remedies = {
        "plot": "Pass --format svg, or specify a file",
        "convergence": "Specify a file",
        "report": "Specify a file, or omit it to print the report as text",
    }
    for command, remedy in remedies.items():
        result = CliRunner().invoke(main, [command, "scores.csv", "-o", "-"])
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr == (
            f"Error: --output - does not specify a format. {remedy}.\n"
        )
    assert sorted(folder.iterdir()) == before


def test_example_lists_and_writes(folder):
    listed = run("example").stdout.splitlines()
    assert [line.split()[0] for line in listed] == [
        *cd.example_names(),
        *history_names(),
    ]
    assert run("example", RANKS, "--comments").stdout_bytes == read_example(RANKS)
    assert run("example", RANKS, "--comments", "-o", "copy.csv").stdout == ""
    assert (folder / "copy.csv").read_bytes() == read_example(RANKS)


@pytest.mark.parametrize("name", [*cd.example_names(), *history_names()])
def test_an_example_is_plain_csv_with_its_source_on_standard_error(name):
    """Programs such as read.csv of R take a comment line for the header."""
    result = run("example", name)
    lines = read_example(name).decode().splitlines()
    sources = [line.lstrip("# ") for line in lines if line.startswith("#")]
    assert result.stdout.splitlines() == lines[len(sources) :]
    assert result.stderr.splitlines() == sources
    assert len(sources) > 1
    assert "#" not in result.stdout


# Options


def picture(path):
    """Give an SVG without its description, which names the file that was read."""
    return re.sub(
        r"<dc:description>.*?</dc:description>", "", path.read_text(encoding="utf-8")
    )


@pytest.mark.slow
@pytest.mark.parametrize("suffix", ["pdf", "svg", "png", "eps"])
def test_figures_are_what_python_draws(folder, suffix):
    run(
        "plot",
        "places.csv",
        "--lower-is-better",
        "--alpha",
        "0.1",
        "-o",
        f"figure.{suffix}",
    )
    comparison = cd.compare(
        cd.read_scores("places.csv", higher_is_better=False), alpha=0.1
    )
    cd.plot_cd(comparison).save(folder / f"python.{suffix}")
    assert (folder / f"figure.{suffix}").read_bytes() == (
        folder / f"python.{suffix}"
    ).read_bytes()


def test_options_reach_the_figure(folder):
    run(
        *(
            "plot",
            "scores.csv",
            "-o",
            "figure.svg",
            "--pair-test",
            "wilcoxon",
            "--width",
            "5",
            "--arrangement",
            "list",
        ),
        *(
            "--title",
            "A title",
            "--highlight",
            "CN2",
            "--highlight",
            "Kernel",
            "--color",
            "1-NN=#ff0000",
        ),
        *(
            "--rename",
            "NaiveBayes=naive Bayes",
            "--no-show-ranks",
            "--no-note",
            "--font-size",
            "9",
            "--rank-range",
            "1,5",
        ),
        *(
            "--text",
            "editable",
            "--font",
            "DejaVu Sans",
            "--no-wrap",
            "--transparent",
            "--rank-decimals",
            "3",
        ),
    )
    comparison = cd.compare(cd.read_scores("scores.csv"), pair_test="wilcoxon")
    drawing = cd.plot_cd(
        comparison, width=5.0, arrangement="list", title="A title", highlight=["CN2", "Kernel"],
        colors={"1-NN": "#ff0000"},
        rename={"NaiveBayes": "naive Bayes"}, show_ranks=False, note=None, font_size=9.0, rank_range=(1.0, 5.0),
        font=["DejaVu Sans"], wrap=False, rank_decimals=3,
    )  # fmt: skip
    drawing.save(folder / "python.svg", text="editable", transparent=True)
    assert (folder / "figure.svg").read_text() == (folder / "python.svg").read_text()


FIGURES = {
    "rank-bars": (
        ["--control", "C4.5", "--alphas", "0.05,0.10"],
        {"control": "C4.5"},
        {"alphas": (0.05, 0.10)},
    ),
    "pvalue-matrix": (
        ["--full", "--width", "ieee-column"],
        {},
        {"full": True, "width": "ieee-column"},
    ),
    "mcb": (
        ["--reference", "CN2", "--show-rank-intervals"],
        {},
        {"reference": "CN2", "show_rank_intervals": True},
    ),
    "rank-distribution": (
        ["--width", "page", "--no-show-ranks"],
        {},
        {"width": "page", "show_ranks": False},
    ),
    "forest": (
        ["--reference", "CN2", "--rope", "0.01"],
        {},
        {"reference": "CN2", "rope": 0.01},
    ),
}


@pytest.mark.parametrize("figure", FIGURES)
def test_other_figures_are_what_python_draws(folder, figure):
    arguments, testing, drawing = FIGURES[figure]
    result = run(
        "plot", "scores.csv", "--figure", figure, *arguments, "-o", "figure.svg"
    )
    assert "Wrote figure.svg" in result.stderr
    draw = getattr(cd, f"plot_{figure.replace('-', '_')}")
    python = draw(cd.compare(cd.read_scores("scores.csv"), **testing), **drawing)
    python.save(folder / "python.svg")
    assert (folder / "figure.svg").read_bytes() == (folder / "python.svg").read_bytes()


def test_assumptions_need_no_test(folder):
    result = run("plot", "scores.csv", "--figure", "assumptions", "-o", "figure.svg")
    assert "Test:" not in result.stderr
    python = cd.plot_assumptions(cd.check_assumptions(cd.read_scores("scores.csv")))
    python.save(folder / "python.svg")
    assert (folder / "figure.svg").read_bytes() == (folder / "python.svg").read_bytes()


@pytest.mark.slow
def test_a_sequence_from_files_and_from_one_split_file_is_the_same(folder):
    header, *rows = [
        line
        for line in (folder / "scores.csv").read_text().splitlines()
        if not line.startswith("#")
    ]
    (folder / "all.csv").write_text("\n".join([header, *rows]))
    (folder / "half.csv").write_text("\n".join([header, *rows[:15]]))
    parts = {"all": rows, "half": rows[:15]}
    split = [
        f"subset,{header}",
        *(f"{name},{row}" for name, part in parts.items() for row in part),
    ]
    (folder / "both.csv").write_text("\n".join(split))
    result = run(
        "plot", "all.csv", "half.csv", "--figure", "cd-sequence", "-o", "figure.svg"
    )
    assert f"all: {GARCIA_2008}" in result.stderr
    assert f"half: {GARCIA_2008.replace('30', '15')}" in result.stderr
    split_options = (
        "--figure",
        "cd-sequence",
        "--split-column",
        "subset",
        "--dataset-column",
        header.split(",")[0],
    )
    run("plot", "both.csv", *split_options, "-o", "split.svg")
    assert picture(folder / "figure.svg") == picture(folder / "split.svg")


@pytest.mark.slow
def test_a_stack_of_different_algorithms(folder):
    rows = [
        line.split(",")
        for line in (folder / "scores.csv").read_text().splitlines()
        if not line.startswith("#")
    ]
    (folder / "fewer.csv").write_text("\n".join(",".join(row[:4]) for row in rows))
    names = ("--rename", f"{rows[0][-1]}=Last", "--highlight", rows[0][1])
    result = run(
        "plot",
        "scores.csv",
        "fewer.csv",
        "--figure",
        "cd-stack",
        *names,
        "-o",
        "figure.svg",
    )
    assert "Wrote figure.svg" in result.stderr
    run(
        "plot",
        "scores.csv",
        "fewer.csv",
        "--figure",
        "cd-stack",
        *names,
        "-o",
        "figure.tex",
    )
    assert (folder / "figure.tex").read_text().count("CD = ") == 2


def test_tikz_as_a_picture_and_as_a_document(folder):
    run("plot", "scores.csv", "-o", "figure.tex")
    picture = (folder / "figure.tex").read_text(encoding="utf-8")
    assert r"\begin{tikzpicture}" in picture
    assert r"\documentclass" not in picture
    run("plot", "scores.csv", "-o", "figure.tex", "--standalone")
    assert r"\documentclass" in (folder / "figure.tex").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("options", "keywords"),
    [
        (["--control", "CN2"], {"control": "CN2"}),
        (["--control", "best"], {"control": "best"}),
        (
            ["--control", "CN2", "--p-adjust", "holm"],
            {"control": "CN2", "p_adjust": "holm"},
        ),
        (
            ["--pair-test", "wilcoxon", "--zeros", "pratt"],
            {"pair_test": "wilcoxon", "zeros": "pratt"},
        ),
        (
            ["--pair-test", "wilcoxon", "--method", "asymptotic"],
            {"pair_test": "wilcoxon", "method": "asymptotic"},
        ),
        (["--tie-correction"], {"tie_correction": True}),
        (
            ["--no-tie-correction", "--pair-test", "wilcoxon"],
            {"tie_correction": False, "pair_test": "wilcoxon"},
        ),
        (
            ["--p-adjust", "none", "--alpha", "0.01"],
            {"p_adjust": "none", "alpha": 0.01},
        ),
    ],
)
def test_options_reach_the_tests(options, keywords):
    content = json.loads(
        run("compare", "scores.csv", "--format", "json", *options).stdout
    )
    expected = cd.compare(cd.load_example("garcia2008-table2"), **keywords).to_dict()
    assert content == json.loads(json.dumps(expected))


def test_algorithms_by_name_with_commas(folder):
    write(
        folder / "t.csv",
        {
            "algorithms": ["A", "B, linear", "C"],
            "rows": [("x", (1, 2, 3)), ("y", (2, 3, 1))],
        },
    )
    content = json.loads(
        run(
            "compare", "t.csv", "--format", "json", "--algorithms", '"B, linear", A'
        ).stdout
    )
    assert content["algorithms"] == ["B, linear", "A"]
    content = json.loads(
        run("compare", "t.csv", "--format", "json", "--exclude", "A").stdout
    )
    assert content["algorithms"] == ["B, linear", "C"]


def test_columns_of_a_long_table(folder):
    rows = [f"{d},{r},{a},{r + ord(a)},9" for d in "xy" for r in range(3) for a in "AB"]
    (folder / "t.csv").write_text("bench,nr,who,auc,f1\n" + "\n".join(rows))
    options = [
        "--dataset-column",
        "bench",
        "--algorithm-column",
        "who",
        "--score-column",
        "auc",
        "--run-column",
        "nr",
    ]
    content = json.loads(
        run("compare", "t.csv", "--format", "json", *options, "--runs", "median").stdout
    )
    assert content["table"]["scores"] == [[66.0, 67.0], [66.0, 67.0]]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--highlight", "cn2"], "unknown algorithm in --highlight 'cn2': "),
        (["--rename", "cn2=x"], "unknown algorithm 'cn2': "),
        (["--color", "cn2=red"], "unknown algorithm 'cn2': "),
        (
            ["--figure", "mcb", "--reference", "cn2"],
            "unknown algorithm in --reference 'cn2': ",
        ),
        (["--control", "cn2"], "the control 'cn2' is not one of the algorithms: "),
    ],
)
def test_an_unknown_algorithm_is_what_the_file_does_not_bring(options, message):
    result = CliRunner().invoke(
        main, ["plot", "scores.csv", "-o", "figure.svg", *options]
    )
    assert result.exit_code == 1
    assert result.stderr.startswith(f"Error: {message}")
    assert not os.path.exists("figure.svg")


def test_names_with_equals_signs():
    assert assigned(["k=1=one", "k=1==two", "a=b"], ["a", "k=1", "k=1="]) == {
        "k=1": "one",
        "k=1=": "two",
        "a": "b",
    }


# What must work

AWKWARD = [
    "$a_1$",
    "50%",
    "x & y",
    "#1",
    "{n}",
    "back\\slash",
    "<b>",
    "木",
    "Größe",
    "e" * 120,
]
TABLES = {
    "two algorithms": {
        "algorithms": "AB",
        "rows": [(f"d{i}", (i % 3, 1)) for i in range(9)],
    },
    "two data sets": {"algorithms": "AB", "rows": [("x", (1, 2)), ("y", (3, 4))]},
    "more algorithms than data sets": {
        "algorithms": [f"a{j}" for j in range(9)],
        "rows": [(f"d{i}", [(i * j) % 5 for j in range(9)]) for i in range(3)],
    },
    "all scores equal": {
        "algorithms": "ABCD",
        "rows": [(f"d{i}", (1, 1, 1, 1)) for i in range(5)],
    },
    "ties in mean rank": {
        "algorithms": "ABC",
        "rows": [("x", (1, 2, 3)), ("y", (2, 1, 3)), ("z", (1, 1, 3))],
    },
    "awkward names": {
        "algorithms": AWKWARD,
        "rows": [(f"d{i}", [i * j % 7 for j in range(10)]) for i in range(8)],
    },
    "100 algorithms": {
        "algorithms": [f"algorithm {j}" for j in range(100)],
        "rows": [
            (f"d{i}", [1000 * i + (i + j * j) % 101 for j in range(100)])
            for i in range(20)
        ],
    },
}


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:.*glyph.*", "ignore:.*no font.*")
@pytest.mark.parametrize("control", [[], ["--control", "best"]])
@pytest.mark.parametrize("pair_test", ["ranks", "wilcoxon"])
@pytest.mark.parametrize("name", TABLES)
def test_everything_that_must_work(name, pair_test, control, folder):
    write(folder / "table.csv", TABLES[name])
    wider = []
    if (name, pair_test, control) == ("100 algorithms", "wilcoxon", []):
        # Their letters are too long for a column, as no type is smaller than 6.5 pt:
        # the width that would do is said.
        refused = CliRunner().invoke(
            main,
            [
                *("plot", "table.csv", "--pair-test", pair_test, "-o", "figure.svg"),
                *("--font", "dejavu"),
            ],
        )
        assert refused.stderr.endswith(
            "Error: the figure does not fit 3.30 in: it needs 3.50 in. Use that "
            "width or shorter names (--rename).\n"
        )
        wider = ["--width", "3.5"]
    run(
        "plot",
        "table.csv",
        "--pair-test",
        pair_test,
        *control,
        *wider,
        "-o",
        "figure.svg",
        "--text",
        "editable",
    )
    assert (folder / "figure.svg").stat().st_size > 1000
    text = run("compare", "table.csv", "--pair-test", pair_test, *control).stdout
    assert "nan" not in text
    json.loads(
        run(
            "compare",
            "table.csv",
            "--pair-test",
            pair_test,
            *control,
            "--format",
            "json",
        ).stdout
    )


def test_two_algorithms_decide_the_right_way(folder):
    """Trap 19."""
    write(
        folder / "table.csv",
        {
            "algorithms": ["worse", "better"],
            "rows": [(f"d{i}", (i, i + 1)) for i in range(9)],
        },
    )
    content = json.loads(run("compare", "table.csv", "--format", "json").stdout)
    assert content["ranking"]["average_ranks"] == [2.0, 1.0]
    assert content["groups"] == []
    assert content["pairwise"]["different"] == [[False, True], [True, False]]


def test_shuffled_rows_change_no_byte(folder):
    """Trap 16: the order of rows, of a wide table and of a long one with runs, changes
    no number and no picture.
    """
    header, *rows = [
        line
        for line in (folder / "scores.csv").read_text().splitlines()
        if not line.startswith("#")
    ]
    random.Random(3).shuffle(rows)
    (folder / "mixed.csv").write_text("\n".join([header, *rows]))
    algorithms = header.split(",")[1:]
    cells = [
        (row.split(",")[0], a, s)
        for row in rows
        for a, s in zip(algorithms, row.split(",")[1:], strict=True)
    ]
    long = [
        f"{d},{run},{a},{float(s) + run / 100:.4f}"
        for d, a, s in cells
        for run in (-1, 0, 1)
    ]
    first = long[:15]  # keeps the algorithms in the order of the wide table
    rest = long[15:]
    random.Random(4).shuffle(rest)
    (folder / "long.csv").write_text(
        "\n".join(["data set,run,algorithm,score", *first, *rest])
    )
    results = []
    for name in ("scores.csv", "mixed.csv", "long.csv"):
        run("plot", name, "--pair-test", "wilcoxon", "-o", "figure.svg")
        content = json.loads(
            run("compare", name, "--pair-test", "wilcoxon", "--format", "json").stdout
        )
        del content["table"], content["ranking"]["ranks"]
        # Sums over data sets may differ in their last bit; nothing is decided by them.
        del content["assumptions"], content["effects"]["mean_difference"]
        results.append((picture(folder / "figure.svg"), content))
    assert results[1] == results[0]
    assert results[2] == results[0]


# What is loaded


def modules(*arguments):
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


HEAVY = {"numpy", "scipy", "pandas", "matplotlib", "rich"}


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments",
    [["--help"], ["plot", "--help"], ["compare", "--help"], ["--version"], ["example"]],
)
def test_help_loads_nothing(arguments):
    loaded = modules(*arguments)
    assert not loaded & HEAVY
    assert "click" in loaded


@pytest.mark.slow
@pytest.mark.parametrize(
    "options", [[], ["--pair-test", "wilcoxon"], ["--control", "best"]]
)
def test_plot_loads_neither_pandas_nor_pyplot_nor_scipy_stats(options):
    for suffix in ("pdf", "svg", "png"):
        loaded = modules("plot", "scores.csv", "-o", f"figure.{suffix}", *options)
        assert not loaded & {"pandas", "matplotlib.pyplot", "scipy.stats", "rich"}
        assert ("matplotlib" in loaded) == (suffix == "png")


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["json", "csv"])
def test_compare_loads_no_matplotlib_and_no_rich_for_data(kind):
    loaded = modules("compare", "scores.csv", "--format", kind)
    assert not loaded & {"pandas", "matplotlib", "rich"}
    # The tests of normality, which only JSON carries, are scipy's.
    assert ("scipy.stats" in loaded) == (kind == "json")


@pytest.mark.parametrize(("given", "expected"), [(None, "1"), ("4", "4")])
def test_one_thread_unless_told_otherwise(given, expected, monkeypatch):
    monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
    if given:
        monkeypatch.setenv("OPENBLAS_NUM_THREADS", given)
    run("example")
    assert os.environ["OPENBLAS_NUM_THREADS"] == expected
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "restored")


def test_module_is_the_command():
    done = subprocess.run(
        [sys.executable, "-m", "cddiagram", "--version"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == f"cddiagram, version {cd.__version__}\n"


@pytest.mark.slow
def test_a_reader_that_goes_away_is_no_error():
    command = (
        f"'{sys.executable}' -m cddiagram compare scores.csv --format json | head -n 1"
    )
    done = subprocess.run(
        command, shell=True, capture_output=True, text=True, check=True
    )
    assert "Traceback" not in done.stderr
    assert done.stdout == "{\n"


def test_the_list_of_commands_is_whole():
    names = [
        place.name
        for place in walk_packages(cddiagram.__path__, "cddiagram.")
        if place.name.startswith("cddiagram.cli") or place.name.endswith(".command")
    ]
    found = {
        item
        for name in names
        for item in vars(import_module(name)).values()
        if isinstance(item, click.Command)
    }
    listed = main.all_commands(click.Context(main))
    assert found == {main, *listed.values()}
    assert [words.split()[-1] for words in listed] == [c.name for c in listed.values()]
    assert main.get_command(None, "nothing") is None


def test_help_says_what_every_option_does():
    for command in ("plot", "compare", "example"):
        options = [
            param
            for param in main.get_command(None, command).params
            if isinstance(param, click.Option)
        ]
        assert [option.name for option in options if not option.help] == []
        text = run(command, "--help").stdout
        assert [
            option.opts[0] for option in options if option.opts[0] not in text
        ] == []


@pytest.mark.parametrize(
    ("options", "function"),
    [
        (READING, cd.read_scores),
        (TESTING, cd.compare),
        (DRAWING, cd.plot_cd),
        (SAVING, Drawing.save),
        (HISTORIES_READING, cd.read_histories),
        (CONVERGENCE_TESTING, cd.compare_convergence),
    ],
)
def test_defaults_are_those_of_python(options, function):
    parameters = inspect.signature(function).parameters
    defaults = {
        str(option.name): option.default
        for option in options
        if option.name in parameters
    }
    said = {
        name: value
        for name, value in defaults.items()
        if isinstance(value, str | int | float)
    }
    expected = {name: parameters[name].default for name in said}
    assert {
        name: type(expected[name])(value) for name, value in said.items()
    } == expected
    assert {parameters[name].default for name in set(defaults) - set(said)} <= {
        None,
        "auto",
    }


def sheet(width, height):
    return SimpleNamespace(width=72.0 * width, height=72.0 * height)


@pytest.mark.parametrize(
    ("wide", "matrix", "said"),
    [
        (
            sheet(6.75, 20),
            sheet(6.75, 9),
            "Pass --figure pvalue-matrix --width page (6.75 x 9.00 in), or fewer",
        ),
        (
            sheet(6.75, 9),
            sheet(6.75, 8),
            "Pass --width page (6.75 x 9.00 in), or fewer",
        ),
        (sheet(6.75, 20), None, "Fewer"),
        (
            sheet(6.75, 14),
            sheet(6.75, 12),
            "Fewer. With --width page, its size is 6.75 x 14.00 in",
        ),
        (
            sheet(6.75, 20),
            sheet(6.75, 12),
            "Fewer. With --figure pvalue-matrix --width page, its size is 6.75 x "
            "12.00 in",
        ),
    ],
)
def test_what_makes_a_tall_figure_lower(capsys, wide, matrix, said):
    lay_out = None if matrix is None else lambda: matrix
    say_tall(sheet(3.3, 30), lambda: wide, "fewer", lay_out)
    assert capsys.readouterr().err == f"{HIGH}{said}.\n"
