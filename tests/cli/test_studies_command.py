"""``cddiagram stability`` and ``cddiagram pool``: numbers in every format, figures, refusals in one sentence."""

import csv
import inspect
import io
import json

import pytest
from click.testing import CliRunner

import cddiagram as cd
from cddiagram.cli import main
from cddiagram.cli.studies import POOL, STABILITY
from cddiagram.data.examples import read_example

TABLE = cd.load_example("garcia2008-table2")


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "scores.csv").write_bytes(read_example("garcia2008-table2"))
    (tmp_path / "two.csv").write_text("data,A,B\nx,1,2\ny,3,1\nz,5,4\n", encoding="utf-8")
    return tmp_path


def run(*arguments):
    return CliRunner().invoke(main, [*arguments])


def test_stability_prints_the_table_and_what_follows():
    result = run("stability", "scores.csv", "--resamples", "500")
    assert result.exit_code == 0, result.output
    study = cd.study_stability(cd.compare(TABLE), resamples=500)
    assert result.stdout.startswith("Stability over 500 bootstrap resamples of the data sets (seed 0).")
    assert study.summary().splitlines()[0] in result.stdout
    assert " ".join(result.stdout.split()).count("6 of 30 decisions about pairs change") == 1
    assert "scores.csv: 30 data sets, 5 algorithms; higher scores are better." in result.stderr
    assert "Test: Nemenyi, alpha = 0.05, CD = 1.11." in result.stderr


@pytest.mark.parametrize(
    ("command", "study"),
    [
        (["stability", "--resamples", "300", "--seed", "3", "--pair-test", "wilcoxon", "--confidence", "0.9"],
         lambda: cd.study_stability(cd.compare(TABLE, pair_test="wilcoxon"), resamples=300, seed=3, confidence=0.9)),
        (["stability", "--resamples", "300", "--no-leave-out", "--workers", "2"],
         lambda: cd.study_stability(cd.compare(TABLE), resamples=300, leave_out=False)),
        (["pool", "--p-adjust", "bonferroni", "--alpha", "0.1", "--pair", "C4.5", "CN2"],
         lambda: cd.study_pool(TABLE, p_adjust="bonferroni", alpha=0.1, pair=("C4.5", "CN2"))),
        (["pool", "--max-pools", "8", "--seed", "1", "--checkpoint", "done.npz"],
         lambda: cd.study_pool(TABLE, max_pools=8, seed=1)),
    ],
)  # fmt: skip
def test_numbers_are_those_of_the_study(command, study, folder):
    result = run(*command[:1], "scores.csv", *command[1:], "-q", "--format", "json")
    assert result.exit_code == 0, result.output
    found = study()
    assert json.loads(result.stdout) == json.loads(json.dumps(found.to_dict()))
    rows = list(csv.reader(io.StringIO(run(*command[:1], "scores.csv", *command[1:], "-q", "--format", "csv").stdout)))
    table = found.tabulate()
    assert rows[0] == [str(column.head) for column in table.columns]
    assert rows[1:] == [["" if cell.value is None else str(cell.value) for cell in row] for row in table.rows]
    for how, text in (("markdown", table.to_markdown()), ("latex", table.to_latex())):
        assert run(*command[:1], "scores.csv", *command[1:], "-q", "--format", how).stdout == text
    assert (folder / "done.npz").exists() == ("--checkpoint" in command)


@pytest.mark.parametrize("command", [["stability", "--resamples", "300"], ["pool", "--pairs", "changing"]])
def test_figures_are_written_and_what_was_found_is_said(command, folder):
    result = run(
        *command[:1], "scores.csv", *command[1:], "-o", "f.pdf", "-o", "f.svg", "--width", "page", "--highlight", "CN2"
    )
    assert result.exit_code == 0, result.output
    assert result.stdout == ""
    assert "Wrote f.pdf, f.svg (6.75 x" in result.stderr
    assert (folder / "f.pdf").exists()
    assert "resamples" in result.stderr or "depend on the pool" in result.stderr
    both = run(*command[:1], "scores.csv", *command[1:], "-o", "f.png", "--format", "json", "-q")
    assert json.loads(both.stdout)
    assert both.stderr == ""


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["stability", "scores.csv", "--title", "T"], 2,
         "--title is for a figure: name a file with --output, or leave it out."),
        (["pool", "scores.csv", "--pairs", "all"], 2,
         "--pairs is for a figure: name a file with --output, or leave it out."),
        (["pool", "scores.csv", "--dpi", "100"], 2,
         "--dpi is for a figure: name a file with --output, or leave it out."),
        (["pool", "scores.csv", "--pair", "C4.5", "CN3"], 1, "unknown algorithm 'CN3': did you mean 'CN2'?"),
        (["pool", "two.csv"], 1,
         "the two algorithms have no others beside them: a pool needs three algorithms or more."),
        (["pool", "scores.csv", "--p-adjust", "shaffer"], 2,
         "unknown --p-adjust 'shaffer': choose from 'auto', 'nemenyi'"),
        (["pool", "scores.csv", "-o", "-"], 2, "--output - has no suffix, which decides the format: name a file."),
        (["stability", "scores.csv", "-o", "scores.csv"], 1, ""),
        (["stability", "scores.csv", "--checkpoint", "scores.csv"], 1,
         "'scores.csv' is no checkpoint of a study: name another file."),
        (["stability", "scores.csv", "--resamples", "0"], 2, "Invalid value for '--resamples': 0 is not in the range"),
        (["stability", "scores.csv", "-o", "f.pdf", "--highlight", "C9"], 1, "unknown algorithm in --highlight 'C9'"),
    ],
)  # fmt: skip
def test_refusals(arguments, code, message, folder):
    before = (folder / "scores.csv").read_bytes()
    result = run(*arguments)
    assert result.exit_code == code or (message == "" and result.exit_code in (1, 2)), result.output
    assert f"Error: {message}" in result.stderr
    assert result.stdout == ""
    assert (folder / "scores.csv").read_bytes() == before


def test_a_checkpoint_of_another_study_is_refused():
    assert run("stability", "scores.csv", "--checkpoint", "s.npz", "--resamples", "300").exit_code == 0
    result = run("stability", "scores.csv", "--checkpoint", "s.npz", "--resamples", "300", "--alpha", "0.1")
    assert result.exit_code == 1
    assert (
        "Error: the checkpoint 's.npz' is of another study (it differs in alpha): name another file, or"
        in result.stderr
    )


@pytest.mark.parametrize(("options", "function"), [(STABILITY, cd.study_stability), (POOL, cd.study_pool)])
def test_options_are_those_of_the_functions(options, function):
    signature = inspect.signature(function).parameters
    assert {member.name for member in options} <= set(signature)
    for member in options:
        if member.name in ("resamples", "leave_out", "max_pools", "p_adjust"):
            assert member.default == signature[member.name].default
