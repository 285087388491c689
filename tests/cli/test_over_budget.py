"""``cddiagram convergence`` without a figure, and with figures of average ranks at the
cut-points.
"""

import csv
import io
import json

import pytest
from click.testing import CliRunner

import cddiagram as cd
from cddiagram.cli import main
from cddiagram.data import read_example


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "histories.csv").write_bytes(read_example("optimisers"))
    return tmp_path


def run(*arguments):
    return CliRunner().invoke(main, list(map(str, arguments)))


def test_without_a_figure_it_prints_l_and_p(folder):
    comparison = cd.compare_convergence(cd.load_histories("optimisers"))
    result = run("convergence", "histories.csv")
    assert (result.exit_code, "L" in result.stdout, "Nelder-Mead" in result.stdout) == (
        0,
        True,
        True,
    )
    found = json.loads(run("convergence", "histories.csv", "--format", "json").stdout)
    assert (found["statistic"], found["pairs"]) == (
        json.loads(json.dumps(comparison.to_dict()["statistic"])),
        comparison.to_dict()["pairs"],
    )
    rows = list(
        csv.DictReader(
            io.StringIO(run("convergence", "histories.csv", "--format", "csv").stdout)
        )
    )
    assert [float(row["L"]) for row in rows] == [
        row["statistic"] for row in comparison.pair_rows()
    ]


@pytest.mark.slow
def test_ranks_over_the_budget_are_those_of_compare(folder):
    result = run(
        "convergence",
        "histories.csv",
        "--figure",
        "ranks",
        "--format",
        "json",
        "--pair-test",
        "wilcoxon",
    )
    over = cd.compare_over_budget(cd.load_histories("optimisers"), pair_test="wilcoxon")
    found = json.loads(result.stdout)
    assert found["average_ranks"] == over.average_ranks.tolist()
    assert found["different"] == over.different.tolist()
    assert found["references"] == list(over.references)
    result = run("convergence", "histories.csv", "--figure", "ranks")
    assert (
        "The tests use problems, not runs, as blocks. The significance level is not "
        "adjusted for the number of cut-points."
    ) in " ".join(result.stdout.split())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("figure", "made", "count"),
    [
        ("ranks", "plot_convergence_ranks", 3),
        ("cd", "plot_cd", 1),
        ("cd-stack", "plot_cd_stack", 3),
        ("cd-sequence", "plot_cd_sequence", 3),
    ],
)
def test_figures_at_cut_points_know_where_they_are_from(folder, figure, made, count):
    options = ("--figure", figure, "--cut-points", "500,2500,5000", "--width", "page")
    drawn = run("convergence", "histories.csv", *options, "-o", "figure.svg")
    assert (drawn.exit_code, drawn.stdout) == (0, ""), drawn.stderr
    assert "PSO" in drawn.stderr
    record = json.loads(run("inspect", "figure.svg", "--format", "json").stdout)
    record = record.get("provenance", record)
    assert record["made"] == made
    assert [subject["reading"]["scores_at"] for subject in record["subjects"]] == [
        500.0,
        2500.0,
        5000.0,
    ][-count:]
    belongs = run("inspect", "figure.svg", "--scores", "histories.csv")
    assert (
        belongs.exit_code,
        "figure.svg belongs to histories.csv." in belongs.output,
    ) == (0, True)
    (folder / "other.csv").write_text(
        (folder / "histories.csv").read_text().replace("sphere", "Sphere")
    )
    other = run("inspect", "figure.svg", "--scores", "other.csv")
    assert (other.exit_code, "does not belong to other.csv" in other.output) == (
        1,
        True,
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ("--control", "PSO"),
            "--control does not apply to --figure matrix. Omit this option.",
        ),
        (
            ("--figure", "ranks", "--ranks", "original"),
            "--ranks does not apply to --figure ranks. Omit this option.",
        ),
        (
            ("--figure", "curves", "--control", "PSO"),
            "--control does not apply to --figure curves. Omit this option.",
        ),
        (
            ("--figure", "curves", "--format", "csv"),
            "--figure curves has no results to print.",
        ),
        (
            ("--figure", "ranks", "--control", "best"),
            "--control 'best' can be a different algorithm at each cut-point. Omit this",
        ),
        (
            ("--p-adjust", "nemenyi"),
            "unknown --p-adjust 'nemenyi': choose from 'auto', 'none', 'bonferroni'",
        ),
    ],
)
def test_refusals(folder, arguments, message):
    result = run("convergence", "histories.csv", "-o", "figure.svg", *arguments)
    assert (result.exit_code, message in result.stderr) == (2, True), result.stderr


def test_options_of_figures_need_a_file(folder):
    result = run("convergence", "histories.csv", "--width", "page")
    assert (
        result.exit_code,
        "--width applies only to figures. Specify a file with --output"
        in result.stderr,
    ) == (2, True)


def test_reports_take_histories(folder):
    done = run(
        "report",
        "histories.csv",
        "--histories",
        "--p-adjust",
        "holm",
        "-o",
        "report.html",
    )
    assert done.exit_code == 0, done.output
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert "Convergence of 6 algorithms on 20 problems" in page
    assert "Holm" in page
    wrong = run(
        "report",
        "histories.csv",
        "--histories",
        "--control",
        "PSO",
        "-o",
        "report.html",
    )
    assert (wrong.exit_code, wrong.stderr) == (
        2,
        "Error: --control does not apply to --histories. Omit this option.\n",
    )
    wrong = run("report", "histories.csv", "--cut-points", "3", "-o", "report.html")
    assert (wrong.exit_code, wrong.stderr) == (
        2,
        "Error: --cut-points applies only to --histories. Omit this option.\n",
    )
