"""``cddiagram study level`` and ``cddiagram study datasets``: numbers of the studies in every
format, refusals in one sentence.
"""

import csv
import inspect
import io
import json

import pytest
from click.testing import CliRunner
from said import GARCIA_2008

import cddiagram as cd
from cddiagram.cli import main
from cddiagram.data import read_example
from cddiagram.studies.datasets.command import DATASETS
from cddiagram.studies.level.command import LEVEL

TABLE = cd.load_example("garcia2008-table2")


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "scores.csv").write_bytes(read_example("garcia2008-table2"))
    return tmp_path


def run(*arguments):
    return CliRunner().invoke(main, [*arguments])


COMMANDS = [
    ("study level 4 10 --repeats 60", lambda: cd.study_level(4, 10, repeats=60)),
    (
        "study level 4 10 --repeats 300 --p-adjust all --pair-test wilcoxon --zeros drop "
        "--grid 0.5 --shift 2 "
        "--null mirrored --alpha 0.1 --seed 3 --workers 2",
        lambda: cd.study_level(4, 10, repeats=300, p_adjust="all", pair_test="wilcoxon", zeros="drop", grid=0.5,
                               shift=2.0, null="mirrored", alpha=0.1, seed=3),
    ),
    ("study level 3 8 --control best --repeats 20", lambda: cd.study_level(3, 8, control="best", repeats=20)),
    ("study datasets scores.csv --repeats 30", lambda: cd.study_datasets(TABLE, repeats=30)),
    (
        "study datasets scores.csv --repeats 300 --sizes 20,10 --control CN2 --method exact "
        "--p-adjust holm "
        "--checkpoint done.npz",
        lambda: cd.study_datasets(TABLE, repeats=300, sizes=[10, 20], control="CN2", method="exact", p_adjust="holm"),
    ),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "study"), COMMANDS, ids=[line for line, _ in COMMANDS]
)
def test_numbers_are_those_of_the_study(line, study, folder):
    result = run(*line.split(), "-q", "--format", "json")
    assert (result.exit_code, result.stderr) == (0, ""), result.output
    found = study()
    assert json.loads(result.stdout) == json.loads(json.dumps(found.to_dict()))
    rows = list(
        csv.reader(io.StringIO(run(*line.split(), "-q", "--format", "csv").stdout))
    )
    table = found.tabulate()
    assert rows[0] == [str(column.head) for column in table.columns]
    assert rows[1:] == [[str(cell.value) for cell in row] for row in table.rows]
    for how, text in (("markdown", table.to_markdown()), ("latex", table.to_latex())):
        assert run(*line.split(), "-q", "--format", how).stdout == text
    said = " ".join(run(*line.split()).stdout.split())
    for sentence in found.summary().splitlines():
        assert said.count(" ".join(sentence.split())) == 1
    assert (folder / "done.npz").exists() == ("--checkpoint" in line)


def test_what_was_read_is_said():
    result = run("study", "datasets", "scores.csv", "--repeats", "5", "--sizes", "5")
    assert result.stderr == f"scores.csv: {GARCIA_2008}\n"


@pytest.mark.parametrize(
    ("line", "code", "message"),
    [
        ("study level 4", 2, "Missing argument 'N'"),
        ("study level 1 4", 2, "Invalid value for 'K': 1 is not in the range x>=2"),
        (
            "study level 4 10 --null globl",
            2,
            "unknown --null 'globl': did you mean 'global'?",
        ),
        (
            "study level 2 10 --null one-shifted",
            2,
            "--null 'one-shifted' does not apply, because no two algorithms of the family perform equally",
        ),
        ("study level 4 10 --grid 0", 2, "--grid must be a positive number, not '0'."),
        (
            "study level 4 10 --control A9",
            1,
            "the control 'A9' is not one of the algorithms: choose from 'A1', 'A2', "
            "'A3'",
        ),
        (
            "study level 4 10 --p-adjust tukey",
            2,
            "--p-adjust 'tukey' requires --ranking 'means' and --pair-test 't'. "
            "Specify both",
        ),
        ("study datasets", 2, "Missing argument 'SCORES'"),
        (
            "study datasets none.csv",
            1,
            "cannot read 'none.csv': the file does not exist. Check the name.",
        ),
        (
            "study datasets scores.csv --sizes 10,x",
            2,
            "--sizes must contain whole numbers separated by commas, not '10,x'.",
        ),
        (
            "study datasets scores.csv --sizes 1",
            2,
            "--sizes must be a whole number of at least 2, not 1.",
        ),
        (
            "study datasets scores.csv --pair-test multiple-sign",
            2,
            "--pair-test 'multiple-sign' requires a control",
        ),
    ],
)
def test_refusals(line, code, message):
    result = run(*line.split())
    assert result.exit_code == code, result.output
    assert f"Error: {message}" in result.stderr
    assert result.stdout == ""
    assert result.stderr.count("\n") == result.stderr.count(
        "Error: "
    ) + result.stderr.count(f"scores.csv: {GARCIA_2008}\n")


@pytest.mark.parametrize(
    ("options", "function"), [(LEVEL, cd.study_level), (DATASETS, cd.study_datasets)]
)
def test_options_are_those_of_the_functions(options, function):
    signature = inspect.signature(function).parameters
    assert {member.name for member in options} <= set(signature)
    for member in options:
        if member.name not in ("grid", "sizes"):
            default = signature[member.name].default
            assert str(member.default) == (
                f"{default:g}" if isinstance(default, float) else str(default)
            )
    shown = next(member for member in DATASETS if member.name == "sizes").help
    sizes = inspect.signature(cd.study_datasets).parameters["sizes"].default
    assert shown.endswith(f"[default: {','.join(map(str, sizes))}]")
