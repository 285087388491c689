"""``cddiagram convergence``: figures written, what is said, and every refusal in one whole sentence."""

# ruff: noqa: E501 - messages stand here as they are printed

import os

import pytest
from click.testing import CliRunner

import cddiagram as cd
from cddiagram.cli import main
from cddiagram.data import read_example

SMALL = "algorithm,problem,p10,p20,p30\n" + "".join(
    f"{a},f{p},9,{8 - 3 * fast},{7 - 5 * fast}\n" for a, fast in (("A", 1), ("B", 0)) for p in range(1, 7)
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


@pytest.mark.parametrize(
    "options",
    [
        (),
        ("--ranks", "alternative", "--threshold", "1e-6", "--p-adjust", "holm", "--family", "unordered"),
        ("--figure", "trend", "--pair", "PSO", "(1+1)-ES"),
        ("--figure", "problems", "--pair", "PSO", "(1+1)-ES", "--width", "page"),
        ("--figure", "curves", "--highlight", "PSO", "--problem", "sphere"),
        ("--figure", "curves", "--algorithms", "PSO,Nelder-Mead", "--scale", "log", "--runs", "median"),
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
    assert (folder / f"again.{suffix}").read_bytes() == (folder / f"figure.{suffix}").read_bytes()


def test_what_is_said(folder):
    result = run("histories.csv", "-o", "figure.pdf", "--figure", "trend", "--pair", "B", "A")
    assert result.stderr.splitlines() == [
        "2 algorithms on 6 problems at 3 cut-points (10 to 30 % of the budget), lower is better.",
        "Page's trend test of every ordered pair, one-sided, original ranks (1 = largest difference), exact p-values, not adjusted for the number of pairs, α = 0.05.",
        "A gained on: B",
        "B gained on: none",
        "Original ranks: an algorithm that reaches the optimum or a plateau early cannot gain any more, and its trend reverses.",
        "A converges faster than B (L = 84, p <.001).",
        "Wrote figure.pdf (3.30 x 1.96 in).",
    ]


def test_one_file_for_each_algorithm_and_a_selected_dimension(folder):
    for name, first in (("jSO", 5), ("DES", 9)):
        rows = "".join(f"f{p},{d},{first},{d / 10}\n" for p in (1, 2) for d in (10, 30))
        (folder / f"{name}.csv").write_text("problem,dimension,p50,p100\n" + rows)
    result = run("jSO.csv", "DES.csv", "--select", "dimension=10", "-o", "figure.pdf")
    assert result.exit_code == 0, result.stderr
    assert result.stderr.startswith("2 algorithms on 2 problems at 2 cut-points (50 to 100 % of the budget)")


BASE = ("histories.csv", "-o", "old.pdf")
#: Arguments -> (exit code, whole message).
BAD = {
    (*BASE, "--figure", "trend"): (2, "--figure trend shows one pair: pass --pair A B."),
    (*BASE, "--pair", "A", "B"): (2, "--pair has no meaning for --figure matrix: use --figure trend or problems."),
    (*BASE, "--figure", "trend", "--pair", "A", "C"): (1, "unknown algorithm 'C': choose from 'A', 'B'."),
    (*BASE, "--figure", "trend", "--pair", "A", "A"): (1, "the pair holds 'A' twice: name two algorithms."),
    (*BASE, "--figure", "trend", "--pair", "A", "B", "--highlight", "A"): (2, "--highlight has no meaning for --figure trend: leave it out."),
    (*BASE, "--figure", "curves", "--ranks", "alternative"): (2, "--ranks has no meaning for --figure curves: leave it out."),
    (*BASE, "--figure", "curves", "--problem", "f9"): (1, "unknown problem 'f9': choose from 'f1', 'f2', 'f3', 'f4', 'f5', 'f6'."),
    (*BASE, "--figure", "matrices"): (2, "unknown --figure 'matrices': did you mean 'matrix'? Choose from 'matrix', 'trend', 'curves', 'problems'."),
    (*BASE, "--ranks", "alternate"): (2, "unknown --ranks 'alternate': did you mean 'alternative'? Choose from 'original', 'alternative'."),
    (*BASE, "--threshold", "0.5"): (2, "the original ranks know no optimum: pass ranks 'alternative' with a threshold."),
    (*BASE, "--ranks", "alternative", "--threshold", "-1"): (2, "threshold must be 0 or a positive number, not -1.0: it is an error, not a value."),
    (*BASE, "--cut-points", "1"): (2, "cut_points must be a whole number, 2 or more, not 1: a trend needs two cut-points, 10 are usual."),
    (*BASE, "--budget", "0"): (2, "--budget must be a positive number, not '0'."),
    (*BASE, "--ranks", "alternative", "--optimum", "8"): (1, "alternative ranks need errors that are not negative, and that of 'A' on 'f1' at 20 % of the budget is -3: the optimum given is passed: correct it."),
    (*BASE, "--higher-is-better"): (1, "histories.csv: the history of 'A' on 'f1' falls from 9 to 5 between 10 and 20 % of the budget: pass --best-so-far to take the best value so far, or leave out --higher-is-better if lower values are better."),
    (*BASE, "--select", "dimension"): (2, "--select must be COLUMN=VALUE, not 'dimension'."),
    (*BASE, "--select", "dimension=10"): (1, "histories.csv: unknown column 'dimension': choose from 'algorithm', 'problem', 'p10', 'p20', 'p30'."),
    ("missing.csv", "-o", "old.pdf"): (1, "cannot read 'missing.csv': there is no such file; check the name."),
    ("histories.csv", "-o", "figure.doc"): (2, "unknown figure suffix '.doc' of 'figure.doc': end it in one of '.pdf', '.svg', '.png', '.eps', '.pgf', '.tex'."),
}  # fmt: skip


@pytest.mark.parametrize("arguments", BAD, ids=lambda arguments: " ".join(arguments[2:]))
def test_refusals(folder, arguments):
    before = sorted(os.listdir(folder))
    result = run(*arguments)
    code, message = BAD[arguments]
    assert (result.exit_code, result.stdout, result.stderr) == (code, "", f"Error: {message}\n")
    assert sorted(os.listdir(folder)) == before
    assert (folder / "old.pdf").read_bytes() == b"what was there before"


@pytest.mark.parametrize("command", ["convergence", "plot", "compare", "example"])
def test_examples_of_the_help_keep_their_lines(command):
    result = CliRunner().invoke(main, [command, "--help"])
    lines = [line.strip() for line in result.stdout.splitlines()]
    assert "\\b" not in result.stdout
    assert sum(line.startswith(f"cddiagram {command} ") for line in lines) >= 1


def test_the_example_is_written(folder):
    result = CliRunner().invoke(main, ["example", "optimisers"])
    assert result.stdout_bytes == read_example("optimisers")
    listed = CliRunner().invoke(main, ["example"]).stdout
    assert all(f"{name}  " in listed for name in (*cd.example_names(), "optimisers"))
