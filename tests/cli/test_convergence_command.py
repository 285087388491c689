"""``cddiagram convergence``: figures written, what is said, and every refusal in one
whole sentence.
"""

# ruff: noqa: E501 - messages stand here as they are printed

import os

import pytest
from click.testing import CliRunner

import cddiagram as cd
from cddiagram.cli import main
from cddiagram.convergence import FIGURES
from cddiagram.data import read_example

SMALL = "algorithm,problem,p10,p20,p30\n" + "".join(
    f"{a},f{p},9,{8 - 3 * fast},{7 - 5 * fast}\n"
    for a, fast in (("A", 1), ("B", 0))
    for p in range(1, 7)
)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "histories.csv").write_text(SMALL)
    (tmp_path / "optimisers.csv").write_bytes(read_example("optimisers"))
    (tmp_path / "old.pdf").write_bytes(b"what was there before")
    return tmp_path


def run(*arguments):
    return CliRunner().invoke(main, ["convergence", *map(str, arguments)])


@pytest.mark.slow
@pytest.mark.parametrize(
    "options",
    [
        (),
        (
            "--ranks",
            "alternative",
            "--threshold",
            "1e-6",
            "--test",
            "page",
            "--p-adjust",
            "holm",
            "--family",
            "unordered",
        ),
        ("--figure", "trend", "--pair", "PSO", "(1+1)-ES"),
        ("--figure", "problems", "--pair", "PSO", "(1+1)-ES", "--width", "page"),
        ("--figure", "curves", "--highlight", "PSO", "--problem", "sphere"),
        (
            "--figure",
            "curves",
            "--algorithms",
            "PSO,Nelder-Mead",
            "--average",
            "mean",
            "--scale",
            "log",
            "--runs",
            "median",
        ),
        (
            "--cut-points",
            "500,1000,2000,5000",
            "--optimum",
            "0",
            "--ranks",
            "alternative",
        ),
        ("--cut-points", "5", "--budget", "4000", "--optimum", "0", "--exclude", "PSO"),
    ],
)
@pytest.mark.parametrize("suffix", ["pdf", "tex"])
def test_figures(folder, options, suffix):
    result = run("optimisers.csv", "-o", f"figure.{suffix}", *options)
    assert (result.exit_code, result.stdout) == (0, ""), result.stderr
    assert (folder / f"figure.{suffix}").stat().st_size > 1000
    assert result.stderr.rstrip().endswith(" in).")
    quiet = run("optimisers.csv", "-o", f"again.{suffix}", *options, "--quiet")
    assert (quiet.exit_code, quiet.output) == (0, "")
    assert (folder / f"again.{suffix}").read_bytes() == (
        folder / f"figure.{suffix}"
    ).read_bytes()


def test_what_is_said(folder):
    result = run(
        "histories.csv", "-o", "figure.pdf", "--figure", "trend", "--pair", "B", "A"
    )
    assert result.stderr.splitlines() == [
        "Histories of 2 algorithms on 6 problems at 3 cut-points (10 to 30% of the "
        "budget; lower values are better).",
        "The convergence of the algorithms was compared using a two-sided sign-flip test "
        "based on Page's L (α = 0.05). On each problem, the differences between the two "
        "algorithms were ranked over the cut-points (original ranks; the largest "
        "difference has rank 1). The p-values are exact.",
        "A gained significantly on B (L = 84, two-sided p = 0.031). At the last cut-point, A is "
        "better on all 6 problems.",
        "With original ranks, an algorithm that reaches the optimum or a plateau early "
        "cannot gain any further, and its trend reverses.",
        "Wrote figure.pdf (3.30 x 1.92 in).",
    ]
    result = run("histories.csv", "-o", "figure.pdf")
    assert result.stderr.splitlines()[2:5] == [
        "A gained significantly on B. At the last cut-point, it is better than B on all 6 problems.",
        "No other algorithm gained significantly.",
        "With original ranks, an algorithm that reaches the optimum or a plateau early "
        "cannot gain any further, and its trend reverses.",
    ]
    result = run("histories.csv", "-o", "figure.pdf", "--test", "page")
    assert result.stderr.splitlines()[4:6] == [
        "Page's test does not control the error rate. For two algorithms that perform "
        "equally, it detected a gain in a given direction in 11% to 29% of simulated "
        "tables at α = 0.05.",
        "With original ranks, an algorithm that reaches the optimum or a plateau early "
        "cannot gain any further, and its trend reverses.",
    ]


@pytest.mark.slow
def test_figures_higher_than_a_page_are_told_with_what_makes_them_lower(folder):
    rows = "".join(
        f"{a},problem {p},9,8,{7 - p % 4}\n" for a in "AB" for p in range(60)
    )
    (folder / "many.csv").write_text("algorithm,problem,p10,p20,p30\n" + rows)
    problems = (
        "many.csv",
        "-o",
        "figure.svg",
        "--figure",
        "problems",
        "--pair",
        "A",
        "B",
    )
    *_, wrote, notice = run(*problems).stderr.splitlines()
    assert wrote.startswith("Wrote figure.svg (3.30 x ")
    page = run(*problems, "--width", "page").stderr.splitlines()[-1]
    size = page.removeprefix("Wrote figure.svg (").removesuffix(").")
    assert notice == (
        "Note: the figure is taller than the text area of a letter or A4 page (about "
        f"9.5 in). Pass --width page ({size}), or draw --figure trend, which shows all "
        "problems at once."
    )
    assert run(*problems, "--quiet").stderr == ""


def test_what_the_figure_has_no_room_for_is_said(folder):
    rows = "".join(
        f"{a},problem {p},9,{8 - (i + p) % 3},{7 - p}\n"
        for i, a in enumerate("ABCDEFGHIJKLMNOP")
        for p in (1, 2)
    )
    (folder / "many.csv").write_text("algorithm,problem,p10,p20,p30\n" + rows)
    said = "Note: the cells have no room for p-values; pass --width page to print them."
    *_, notice, wrote = run("many.csv", "-o", "figure.svg").stderr.splitlines()
    assert (notice, wrote[:24]) == (said, "Wrote figure.svg (3.30 x")
    assert said not in run("many.csv", "-o", "figure.svg", "--width", "page").stderr


def test_one_file_for_each_algorithm_and_a_selected_dimension(folder):
    for name, first in (("jSO", 5), ("DES", 9)):
        rows = "".join(f"f{p},{d},{first},{d / 10}\n" for p in (1, 2) for d in (10, 30))
        (folder / f"{name}.csv").write_text("problem,dimension,p50,p100\n" + rows)
    result = run("jSO.csv", "DES.csv", "--select", "dimension=10", "-o", "figure.pdf")
    assert result.exit_code == 0, result.stderr
    assert result.stderr.startswith(
        "Histories of 2 algorithms on 2 problems at 2 cut-points (50 to 100% of the "
        "budget; lower"
    )


def test_an_optimum_for_each_problem(folder):
    optima = [f"--optimum=f{p}={4 - p % 3}" for p in range(1, 7)]
    result = run("histories.csv", "-o", "figure.svg", "--ranks", "alternative", *optima)
    assert result.exit_code == 1
    assert result.stderr.startswith("Error: the error of 'A' on 'f1' at 30")
    optima = [f"--optimum=f{p}={2 - p % 3}" for p in range(1, 7)]
    result = run(
        "histories.csv",
        "-o",
        "figure.svg",
        "--ranks",
        "alternative",
        *optima,
        "--cut-points",
        "10,30",
    )
    assert result.exit_code == 0, result.stderr
    assert "at 2 cut-points (10 to 30% of the budget; lower" in result.stderr


BASE = ("histories.csv", "-o", "old.pdf")
#: Arguments -> (exit code, whole message).
BAD = {
    (*BASE, "--figure", "trend"): (2, "--figure trend shows one pair. Specify --pair A B."),
    (*BASE, "--pair", "A", "B"): (2, "--pair does not apply to --figure matrix. Use --figure trend or --figure problems."),
    (*BASE, "--figure", "trend", "--pair", "A", "C"): (1, "unknown algorithm 'C': choose from 'A', 'B'."),
    (*BASE, "--figure", "trend", "--pair", "A", "A"): (1, "The pair contains 'A' twice. Specify two different algorithms."),
    (*BASE, "--figure", "trend", "--pair", "A", "B", "--highlight", "A"): (2,
        "--highlight does not apply to --figure trend, which does not highlight "
        "algorithms. Omit this option."),
    (*BASE, "--standalone"): (2, "--standalone does not apply to '.pdf'. Omit this "
                                 "option, or use the suffix '.tex' for the file."),
    (*BASE, "--figure", "curves", "--rename", "A=B"): (2, "'A' and 'B' would both be called 'B' in the figure. Give them different "
        "names (--rename)."),
    (*BASE, "--rename", "A=B"): (2, "'A' and 'B' would both be called 'B' in the figure. Give them different "
        "names (--rename)."),
    (*BASE, "--figure", "curves", "--ranks", "alternative"): (2,
        "--ranks does not apply to --figure curves. Omit this option."),
    (*BASE, "--figure", "curves", "--problem", "f9"): (1, "unknown problem 'f9': choose from 'f1', 'f2', 'f3', 'f4', 'f5', 'f6'."),
    (*BASE, "--figure", "matrices"): (2, "unknown --figure 'matrices': did you mean 'matrix'? Choose from "
        + ", ".join(map(repr, FIGURES)) + "."),
    (*BASE, "--ranks", "alternate"): (2, "unknown --ranks 'alternate': did you mean 'alternative'? Choose from 'auto', "
        "'original', 'alternative'."),
    (*BASE, "--ranks", "original", "--threshold", "0.5"): (2, "the original ranks do not use an optimum. Use --ranks 'alternative' "
        "with a threshold."),
    (*BASE, "--ranks", "alternative", "--threshold", "-1"): (2, "--threshold must be 0 or a positive number, not -1.0. Specify the "
        "largest error that counts as the optimum."),
    (*BASE, "--cut-points", "1"): (2, "--cut-points must be a whole number of at least 2, or a list of increasing "
        "positions, not 1. A typical number is 10."),
    (*BASE, "--cut-points", "ten"): (2, "--cut-points must be a whole number, or positions separated by commas, not 'ten'. A typical number is 10."),
    (*BASE, "--cut-points", "10,,20"): (2, "--cut-points must be a whole number, or positions separated by commas, not "
        "'10,,20'. A typical number is 10."),
    (*BASE, "--cut-points", "20,10"): (2, "--cut-points must be a whole number of at least 2, or a list of increasing "
        "positions, not 20, 10. A typical number is 10."),
    (*BASE, "--cut-points", "10,40"): (1, "histories.csv: the history of 'A' on 'f1' ends at 30% of the budget, "
        "before the last cut-point at 40. Specify earlier --cut-points, or use "
        "--budget to let shorter histories keep their last value."),
    (*BASE, "--optimum", "low"): (2, "--optimum must be VALUE, or PROBLEM=VALUE once for each problem, not 'low'."),
    (*BASE, "--optimum", "f1=0", "--optimum", "3"): (2, "--optimum must be VALUE, or PROBLEM=VALUE once for each problem, not 'f1=0' "
        "and '3'."),
    (*BASE, "--optimum", "f1=0", "--optimum", "f1=3"): (2, "--optimum must be VALUE, or PROBLEM=VALUE once for each problem, not 'f1=0' "
        "and 'f1=3'."),
    (*BASE, "--optimum", "f1=0", "--optimum", "f9=3"): (1, "unknown problem in --optimum 'f9': choose from 'f1', 'f2', 'f3', 'f4', 'f5', "
        "'f6'."),
    (*BASE, "--budget", "0"): (2, "--budget must be a positive number, not '0'."),
    (*BASE, "--ranks", "alternative", "--optimum", "8"): (1, "the error of 'A' on 'f1' at 20% of the budget is -3, but alternative "
        "ranks require errors that are not negative. Correct the optimum, "
        "which is worse than this value."),
    (*BASE, "--higher-is-better"): (1, "histories.csv: the history of 'A' on 'f1' decreases from 9 to 5 between 10 and "
        "20% of the budget. Use --best-so-far to replace each value with the best "
        "value so far, or omit --higher-is-better if lower values are better."),
    (*BASE, "--select", "dimension"): (2, "--select must be COLUMN=VALUE, not 'dimension'."),
    (*BASE, "--select", "dimension=10"): (1, "histories.csv: unknown column 'dimension': choose from 'algorithm', "
        "'problem', 'p10', 'p20', 'p30'."),
    ("missing.csv", "-o", "old.pdf"): (1,
        "cannot read 'missing.csv': the file does not exist. Check the name."),
    ("histories.csv", "-o", "figure.doc"): (2, "unknown figure suffix '.doc' of 'figure.doc'. Use one of '.pdf', "
        "'.svg', '.png', '.eps', '.pgf', '.tex'."),
}  # fmt: skip


HEAD = "algorithm,problem,p50,p100\n"
#: Name -> (file, options, the whole message after its name): bad histories, exit code
#: 1.
BAD_FILES = {
    "gap": (HEAD + "A,f1,2,\nA,f2,2,1\nB,f1,2,1\nB,f2,2,1\n", (), "bad.csv, line 2, column 4: a value of 'A' on 'f1' is missing. "
        "Add it."),
    "missing history": (HEAD + "A,f1,2,1\nA,f2,2,1\nB,f1,2,1\n", (), "bad.csv: the history of 'B' on 'f2' is missing. Add it, or use "
        "--missing drop to drop such problems."),
    "one cut-point": ("algorithm,problem,p100\nA,f1,2\nA,f2,2\nB,f1,2\nB,f2,1\n", (), "bad.csv has one cut-point (100% of the budget), but a trend requires "
        "two or more. Specify more cut-points, for example 10."),
    "one problem": (HEAD + "A,f1,2,1\nB,f1,2,1\n", (),
        "bad.csv contains one problem ('f1'), but a comparison of convergence "
        "requires two or more."),
    "one problem left": (HEAD + "A,f1,2,1\nB,f1,2,1\nA,f2,2,1\n", ("--missing", "drop"),
        "bad.csv contains one problem ('f1'), but a comparison of convergence "
        "requires two or more."),
    "one algorithm": (HEAD + "A,f1,2,1\nA,f2,2,1\n", (),
        "bad.csv contains one algorithm ('A'), but a comparison of convergence "
        "requires two or more."),
    "rising": (HEAD + "A,f1,2,3\nA,f2,2,1\nB,f1,2,1\nB,f2,2,1\n", (), "bad.csv: the history of 'A' on 'f1' increases from 2 to 3 between 50 and 100% "
        "of the budget. Use --best-so-far to replace each value with the best value so far, or pass "
        "--higher-is-better if higher values are better."),
    "unequal budgets": ("algorithm,problem,evaluations,value\nA,f1,10,3\nA,f1,90,2\nB,f1,10,2\n"
        "B,f1,100,1\nA,f2,10,3\nB,f2,10,3\n", (), "bad.csv: the history of 'B' on 'f1' ends at 100 evaluations, but the "
        "history of 'A' ends at 90. Use --budget to cut longer histories at the "
        "specified position and to let shorter histories keep their last value."),
    "late start": ("algorithm,problem,evaluations,value\n" + "".join(f"{a},{p},{e},1\n" for a in "AB" for p in "fg" for e in (50, 100)), ("--cut-points", "4"), "bad.csv: the history of 'A' on 'f' begins at 50, after the first "
        "cut-point at 25. Use fewer --cut-points, or record an earlier value."),
    "negative errors": (HEAD + "A,f1,2,-1\nA,f2,2,1\nB,f1,2,1\nB,f2,2,1\n", ("--ranks", "alternative"), "the error of 'A' on 'f1' at 100% of the budget is -1, but alternative "
        "ranks require errors that are not negative. Subtract the known optimum, "
        "or pass it when reading (--optimum)."),
    "maximised without optimum": (HEAD + "A,f1,1,2\nA,f2,1,2\nB,f1,1,2\nB,f2,1,2\n", ("--ranks", "alternative", "--higher-is-better"), "alternative ranks require an optimum if higher values are better. Pass "
        "the optimum when reading the histories (--optimum)."),
    "text": (HEAD + "A,f1,2,low\nA,f2,2,1\nB,f1,2,1\nB,f2,2,1\n", (), "bad.csv, line 2, column 4 ('A' on 'f1'): 'low' is not a number. Give a "
        "number."),
    "empty": (HEAD, (), "bad.csv has no rows. Add one row for each value, or one row for each algorithm and "
        "problem."),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD_FILES)
def test_bad_histories(folder, name):
    text, options, message = BAD_FILES[name]
    (folder / "bad.csv").write_text(text)
    result = run("bad.csv", "-o", "old.pdf", *options)
    assert (result.exit_code, result.stdout, result.stderr) == (
        1,
        "",
        f"Error: {message}\n",
    )
    assert (folder / "old.pdf").read_bytes() == b"what was there before"


@pytest.mark.parametrize(
    "arguments", BAD, ids=lambda arguments: " ".join(arguments[2:])
)
def test_refusals(folder, arguments):
    before = sorted(os.listdir(folder))
    result = run(*arguments)
    code, message = BAD[arguments]
    assert (result.exit_code, result.stdout, result.stderr) == (
        code,
        "",
        f"Error: {message}\n",
    )
    assert sorted(os.listdir(folder)) == before
    assert (folder / "old.pdf").read_bytes() == b"what was there before"


@pytest.mark.parametrize("command", ["convergence", "plot", "compare", "example"])
def test_examples_of_the_help_keep_their_lines(command):
    result = CliRunner().invoke(main, [command, "--help"])
    lines = [line.strip() for line in result.stdout.splitlines()]
    assert "\\b" not in result.stdout
    assert sum(line.startswith(f"cddiagram {command} ") for line in lines) >= 1


def test_the_example_is_written(folder):
    result = CliRunner().invoke(main, ["example", "optimisers", "--comments"])
    assert result.stdout_bytes == read_example("optimisers")
    listed = CliRunner().invoke(main, ["example"]).stdout
    assert all(f"{name}  " in listed for name in (*cd.example_names(), "optimisers"))
