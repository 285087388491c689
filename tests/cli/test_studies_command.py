"""``cddiagram study`` with ``stability``, ``pool`` and ``power``: numbers in every format, figures,
refusals in one sentence.
"""

import csv
import inspect
import io
import json

import pytest
from click.testing import CliRunner
from said import GARCIA_2008

import cddiagram as cd
from cddiagram._util import loaded
from cddiagram.cli import main
from cddiagram.cli.drawing import _keyword
from cddiagram.data import read_example
from cddiagram.features import FEATURES
from cddiagram.studies.pool.command import POOL
from cddiagram.studies.power.command import POWER
from cddiagram.studies.stability.command import STABILITY

TABLE = cd.load_example("garcia2008-table2")


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "scores.csv").write_bytes(read_example("garcia2008-table2"))
    (tmp_path / "two.csv").write_text(
        "data,A,B\nx,1,2\ny,3,1\nz,5,4\n", encoding="utf-8"
    )
    return tmp_path


def run(*arguments):
    return CliRunner().invoke(main, ["study", *arguments])


def test_stability_prints_the_table_and_what_follows():
    result = run("stability", "scores.csv", "--resamples", "500")
    assert result.exit_code == 0, result.output
    study = cd.study_stability(cd.compare(TABLE), resamples=500)
    assert result.stdout.startswith(
        "Stability of the average ranks across 500 bootstrap resamples of the data sets (seed 0)."
    )
    assert study.summary().splitlines()[0] in result.stdout
    assert (
        result.stdout.splitlines().count(
            "Omitting one algorithm at a time changes 6 of 30 pairwise decisions."
        )
        == 1
    )
    assert f"scores.csv: {GARCIA_2008}" in result.stderr
    assert "Test: Nemenyi (asymptotic), α = 0.05, CD = 1.11." in result.stderr


@pytest.mark.parametrize(
    ("command", "study"),
    [
        (["stability", "--resamples", "300", "--seed", "3", "--pair-test", "wilcoxon", "--confidence", "0.9"],
         lambda: cd.study_stability(cd.compare(TABLE, pair_test="wilcoxon"), resamples=300, seed=3, confidence=0.9)),
        (["stability", "--resamples", "300", "--no-leave-out", "--workers", "2"],
         lambda: cd.study_stability(cd.compare(TABLE), resamples=300, leave_out=False)),
        (["pool", "--p-adjust", "bonferroni", "--alpha", "0.1", "--pair", "C4.5", "CN2"],
         lambda: cd.study_pool(TABLE, p_adjust="bonferroni", alpha=0.1, pair=("C4.5", "CN2"))),
        (["power", "--pair", "C4.5", "1-NN", "--biases", "0,12.5", "--repeats", "300", "--checkpoint", "done.npz"],
         lambda: cd.study_power(TABLE, pair=("C4.5", "1-NN"), biases=[0, 12.5], repeats=300)),
        (["power", "--pair", "CN2", "C4.5", "--group", "control", "--tests", "holm,li", "--ranking", "friedman,quade",
          "--biases", "5", "--repeats", "20", "--size", "6", "--alpha", "0.1", "--workers", "2", "--seed", "4"],
         lambda: cd.study_power(TABLE, pair=("CN2", "C4.5"), group="control", tests=["holm", "li"], biases=[5],
                                ranking=["friedman", "quade"], repeats=20, size=6, alpha=0.1, seed=4)),
        (["power", "--pair", "C4.5", "1-NN", "--group", "all", "--pair-test", "wilcoxon", "--biases", "0",
          "--repeats", "20"],
         lambda: cd.study_power(TABLE, pair=("C4.5", "1-NN"), group="all", pair_test="wilcoxon", biases=[0],
                                repeats=20)),
        (["pool", "--max-pools", "8", "--seed", "1", "--checkpoint", "done.npz"],
         lambda: cd.study_pool(TABLE, max_pools=8, seed=1)),
    ],
)  # fmt: skip
def test_numbers_are_those_of_the_study(command, study, folder):
    result = run(*command[:1], "scores.csv", *command[1:], "-q", "--format", "json")
    assert result.exit_code == 0, result.output
    found = study()
    assert json.loads(result.stdout) == json.loads(json.dumps(found.to_dict()))
    rows = list(
        csv.reader(
            io.StringIO(
                run(
                    *command[:1], "scores.csv", *command[1:], "-q", "--format", "csv"
                ).stdout
            )
        )
    )
    table = found.tabulate()
    assert rows[0] == [str(column.head) for column in table.columns]
    assert rows[1:] == [
        ["" if cell.value is None else str(cell.value) for cell in row]
        for row in table.rows
    ]
    for how, text in (("markdown", table.to_markdown()), ("latex", table.to_latex())):
        assert (
            run(*command[:1], "scores.csv", *command[1:], "-q", "--format", how).stdout
            == text
        )
    assert (folder / "done.npz").exists() == ("--checkpoint" in command)


@pytest.mark.parametrize(
    ("command", "highlighted"),
    [
        (["stability", "--resamples", "300"], "CN2"),
        (["pool", "--pairs", "changing"], "CN2"),
        (
            [
                "power",
                "--biases",
                "0,15",
                "--repeats",
                "20",
                "--show",
                "replicability-e",
            ],
            "Wilcoxon",
        ),
    ],
)
def test_figures_are_written_and_what_was_found_is_said(command, highlighted, folder):
    drawn = [
        "-o",
        "f.pdf",
        "-o",
        "f.svg",
        "--width",
        "page",
        "--highlight",
        highlighted,
    ]
    result = run(*command[:1], "scores.csv", *command[1:], *drawn)
    assert result.exit_code == 0, result.output
    assert result.stdout == ""
    assert "Wrote f.pdf, f.svg (6.75 x" in result.stderr
    assert (folder / "f.pdf").exists()
    assert any(
        words in result.stderr
        for words in ("resamples", "depend on the pool", "average of 10 pairs")
    )
    both = run(
        *command[:1],
        "scores.csv",
        *command[1:],
        "-o",
        "f.png",
        "--format",
        "json",
        "-q",
    )
    assert json.loads(both.stdout)
    assert both.stderr == ""


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["stability", "scores.csv", "--title", "T"], 2,
         "--title applies only to figures. Specify a file with --output, or omit this "
         "option."),
        (["pool", "scores.csv", "--pairs", "all"], 2,
         "--pairs applies only to figures. Specify a file with --output, or omit this "
         "option."),
        (["pool", "scores.csv", "--dpi", "100"], 2,
         "--dpi applies only to figures. Specify a file with --output, or omit this "
         "option."),
        (["power", "scores.csv", "--show", "power"], 2,
         "--show applies only to figures. Specify a file with --output, or omit this "
         "option."),
        (["power", "scores.csv", "--biases", "1,x"], 2,
            "--biases must be a comma-separated list of numbers, not '1,x'."),
        (["power", "scores.csv", "--group", "all"], 2,
         "group 'all' requires the two algorithms that determine the bias. Specify "
         "them with --pair."),
        (["power", "scores.csv", "--tests", "welch"], 2, "unknown --tests 'welch': choose from 't', 't-relative'"),
        (["power", "scores.csv", "--group", "all", "--ranking", "friedman,ranks"], 2, "unknown --ranking 'ranks'"),
        (["power", "scores.csv", "--pair-test", "sign"], 2,
         "--pair-test applies only to families of tests, but this group does not contain families. Omit this option."),
        (["power", "scores.csv", "--pair", "C4.5", "CN2", "--table", "pairs", "--biases", "5", "--repeats", "9"], 2,
         "the table of all pairs requires a study of all pairs. Omit the options --pair "
         "and --group."),
        (["power", "scores.csv", "-o", "f.pdf", "--biases", "5", "--repeats", "9"], 1,
         "the figure of power requires two different biases, but this study has only one. Specify two or more with "
         "--biases."),
        (["power", "scores.csv", "-o", "f.pdf", "--highlight", "CN2"], 1, "unknown test in --highlight 'CN2'"),
        (["power", "two.csv"], 1, "samples of 10 data sets require a table with more than 10 data sets, "
        "but this table has 3. Use a smaller --size."),
        (["pool", "scores.csv", "--pair", "C4.5", "CN3"], 1, "unknown algorithm 'CN3': did you mean 'CN2'?"),
        (["pool", "two.csv"], 1,
         "a pool requires three or more algorithms, but there are only two. Add "
        "at least one algorithm."),
        (["pool", "scores.csv", "--p-adjust", "shaffer"], 2,
         "unknown --p-adjust 'shaffer': choose from 'auto', 'nemenyi'"),
        (["pool", "scores.csv", "-o", "-"], 2,
            "--output - does not specify a format. Specify a file."),
        (["stability", "scores.csv", "-o", "scores.csv"], 1, ""),
        (["stability", "scores.csv", "--checkpoint", "scores.csv"], 1,
         "'scores.csv' is not a checkpoint of a study. Choose another file."),
        (["stability", "scores.csv", "--resamples", "0"], 2, "Invalid value for '--resamples': 0 is not in the range"),
        (["stability", "scores.csv", "-o", "f.pdf", "--highlight", "C9"], 1, "unknown algorithm in --highlight 'C9'"),
    ],
)  # fmt: skip
def test_refusals(arguments, code, message, folder):
    before = (folder / "scores.csv").read_bytes()
    result = run(*arguments)
    assert result.exit_code == code or (message == "" and result.exit_code in (1, 2)), (
        result.output
    )
    assert f"Error: {message}" in result.stderr
    assert result.stdout == ""
    assert (folder / "scores.csv").read_bytes() == before


def test_a_checkpoint_of_another_study_is_refused():
    assert (
        run(
            "stability", "scores.csv", "--checkpoint", "s.npz", "--resamples", "300"
        ).exit_code
        == 0
    )
    result = run(
        "stability",
        "scores.csv",
        "--checkpoint",
        "s.npz",
        "--resamples",
        "300",
        "--alpha",
        "0.1",
    )
    assert result.exit_code == 1
    assert (
        "Error: the checkpoint 's.npz' belongs to a different study (it differs in "
        "alpha). Choose another file, or" in result.stderr
    )


@pytest.mark.parametrize(
    ("options", "function"),
    [(STABILITY, cd.study_stability), (POOL, cd.study_pool), (POWER, cd.study_power)],
)
def test_options_are_those_of_the_functions(options, function):
    signature = inspect.signature(function).parameters
    assert {member.name for member in options} <= set(signature)
    for member in options:
        if member.name in (
            "resamples",
            "leave_out",
            "max_pools",
            "p_adjust",
            "size",
            "repeats",
            "group",
            "tests",
        ):
            assert member.default == signature[member.name].default


@pytest.mark.parametrize(
    "kind", [key for key, entry in FEATURES.items() if key in entry.figures]
)
def test_the_figure_takes_every_option_of_drawing_that_its_command_has(kind):
    command = loaded(FEATURES[kind].command.function)
    drawn = [
        member
        for member in command.params
        if getattr(member, "heading", "") == "Figure"
    ]
    figure = loaded(FEATURES[kind].figures[kind])
    assert {_keyword(member) for member in drawn} == figure.accepts - {"ids"}


@pytest.mark.slow
def test_the_table_of_all_pairs_in_every_format(folder):
    command = [
        "power",
        "scores.csv",
        "--biases",
        "0,15",
        "--repeats",
        "40",
        "--table",
        "pairs",
        "-q",
        "--format",
    ]
    table = cd.study_power(TABLE, biases=[0, 15], repeats=40).tabulate("pairs")
    assert json.loads(run(*command, "json").stdout) == json.loads(
        json.dumps(table.to_dict())
    )
    made = {
        "csv": table.to_csv(),
        "markdown": table.to_markdown(),
        "latex": table.to_latex(),
    }
    assert {how: run(*command, how).stdout for how in made} == made
    assert table.to_text() in run(*command, "text").stdout


def test_a_study_of_power_goes_on_where_it_was_stopped(folder):
    options = [
        "--pair",
        "C4.5",
        "1-NN",
        "--biases",
        "0,5",
        "--repeats",
        "300",
        "--checkpoint",
        "p.npz",
        "--format",
        "json",
    ]
    first = run("power", "scores.csv", *options)
    assert first.exit_code == 0, first.output
    again = run("power", "scores.csv", *options, "--workers", "2")
    assert again.stdout == first.stdout


@pytest.mark.parametrize("option", ["--tests", "--ranking", "--exclude"])
def test_an_empty_list_of_names_is_refused(option, folder):
    result = run("power", "scores.csv", "--repeats", "2", option, "")
    assert result.exit_code == 2
    assert (
        f"Error: {option} contains no names. Specify names separated by commas, or "
        "omit this option." in result.stderr
    )
