"""``cddiagram folds``: numbers in every format, figures, what is read and stated,
refusals in one sentence.
"""

import csv
import inspect
import io
import json
from typing import get_type_hints

import numpy as np
import pytest
from click.testing import CliRunner

import cddiagram as cd
from cddiagram.cli import main
from cddiagram.data import ReadingOptions
from cddiagram.studies.folds.command import FOLDS_READING, SPLIT

NAMES = ["Forest", "Boosting", "SVM"]


def text_of(rows=20, numbered=True):
    rng = np.random.default_rng(1)
    scores = np.round(
        rng.normal(0.8, 0.04, (rows, 1))
        + np.linspace(0.06, 0, 3)
        + rng.normal(0, 0.02, (rows, 3)),
        3,
    )
    lines = [",".join(map(str, row)) for row in scores.tolist()]
    head = ",".join(NAMES)
    if not numbered:
        return "\n".join([head, *lines, ""])
    return "\n".join(
        [
            f"repeat,fold,{head}",
            *(f"{i // 10},{i % 10},{line}" for i, line in enumerate(lines)),
            "",
        ]
    )


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folds.csv").write_text(text_of(), encoding="utf-8")
    (tmp_path / "rows.csv").write_text(text_of(numbered=False), encoding="utf-8")
    return tmp_path


def run(*arguments, **more):
    return CliRunner().invoke(main, ["folds", *arguments], **more)


def test_means_tests_and_groups_are_printed():
    result = run("folds.csv")
    assert result.exit_code == 0, result.output
    folds = cd.compare_folds("folds.csv")
    for line in (
        *folds.summary().splitlines()[1:-1],
        "All conclusions apply to this data set only.",
    ):
        assert line in result.stdout
    assert (
        "folds.csv: 3 algorithms (Forest, Boosting, SVM) on 20 test sets of one data "
        "set; higher scores are better." in result.stderr
    )


@pytest.mark.parametrize(
    ("arguments", "options"),
    [
        (
            ["folds.csv", "--p-adjust", "shaffer", "--alpha", "0.1"],
            {"p_adjust": "shaffer", "alpha": 0.1},
        ),
        (
            ["folds.csv", "--lower-is-better", "--exclude", "SVM"],
            {"higher_is_better": False, "exclude": "SVM"},
        ),
        (["rows.csv", "--folds", "10"], {"folds": 10}),
        (["rows.csv", "--test-share", "0.25"], {"test_share": 0.25}),
    ],
)
def test_numbers_are_those_of_the_comparison(arguments, options):
    found = cd.compare_folds(arguments[0], **options)
    result = run(*arguments, "--format", "json", "-q")
    assert (result.exit_code, result.stderr) == (0, "")
    assert json.loads(result.stdout) == json.loads(json.dumps(found.to_dict()))
    rows = list(
        csv.reader(io.StringIO(run(*arguments, "--format", "csv", "-q").stdout))
    )
    assert [row[:2] for row in rows[1:]] == [
        [row["algorithm"], row["other"]] for row in found.pair_rows()
    ]
    assert [float(row[7 if "SVM" not in arguments else 6]) for row in rows[1:]] == [
        row["pvalue_adjusted"] for row in found.pair_rows()
    ]
    for how, text in (
        ("markdown", found.tabulate().to_markdown()),
        ("latex", found.tabulate().to_latex()),
    ):
        assert run(*arguments, "--format", how, "-q").stdout == text


def test_the_figure_is_written_and_what_was_found_is_said(folder):
    result = run(
        "folds.csv",
        "-o",
        "f.pdf",
        "-o",
        "f.svg",
        "--reference",
        "SVM",
        "--width",
        "page",
    )
    assert (result.exit_code, result.stdout) == (0, "")
    assert "Wrote f.pdf, f.svg (6.75 x" in result.stderr
    assert (
        "All pairs were compared using two-sided corrected resampled t tests"
        in result.stderr
    )
    assert "\nAll conclusions apply to this data set only.\n" in result.stderr
    inspected = CliRunner().invoke(main, ["inspect", "f.pdf", "--scores", "folds.csv"])
    assert inspected.exit_code == 0, inspected.output
    assert "f.pdf belongs to folds.csv." in inspected.output
    assert "20 test sets" in inspected.output
    (folder / "other.csv").write_text(text_of().replace("0.8", "0.7"), encoding="utf-8")
    assert (
        CliRunner()
        .invoke(main, ["inspect", "f.pdf", "--scores", "other.csv"])
        .exit_code
        == 1
    )


@pytest.mark.parametrize("stated", [[], ["--folds", "10"], ["--test-share", ".1"]])
def test_folds_that_are_stated_are_not_asked_for(stated, folder):
    """A column of 100 folds may number repetitions through: said only where the number
    of folds is taken from it.
    """
    lines = text_of(100, numbered=False).splitlines()
    rows = ["fold," + lines[0], *(f"{i},{line}" for i, line in enumerate(lines[1:]))]
    (folder / "through.csv").write_text("\n".join(rows), encoding="utf-8")
    result = run("through.csv", *stated)
    assert result.exit_code == 0, result.output
    assert ("was read as 100 folds" in result.stderr) is (not stated)
    assert ("pass --folds" in result.stderr) is (not stated)


def test_standard_input_is_read():
    result = run("-", "--folds", "5", input=text_of(10, numbered=False))
    assert result.exit_code == 0, result.output
    assert "2 × 5-fold cross-validation" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["rows.csv"], 2,
         "the number of folds of a cross-validation cannot be inferred from 20 "
        "rows. Specify --folds 10 (for example, 100 rows are ten repetitions of "
        "ten folds). For other splits, specify the proportion of the data in the test set with --test-share SHARE."),
        (["rows.csv", "--folds", "3"], 2, "--folds must divide the 20 rows into whole cross-validations, not 3."),
        (["folds.csv", "--folds", "5"], 2,
         "--folds is 5, but the columns of the table contain 10 folds. Omit this option."),
        (["rows.csv", "--folds", "10", "--test-share", "0.1"], 2, "pass either --folds or --test-share, not both"),
        (["folds.csv", "--title", "T"], 2,
            "--title applies only to figures. Specify a file with --output, or omit "
            "this option."),
        (["folds.csv", "--reference", "SVM"], 2,
            "--reference applies only to figures. Specify a file with --output"),
        (["folds.csv", "-o", "f.pdf", "--reference", "SWM"], 1, "unknown algorithm in --reference 'SWM': did you mean"),
        (["folds.csv", "--p-adjust", "nemenyi"], 2, "unknown --p-adjust 'nemenyi': choose from 'auto', "),
        (["no.csv"], 1, "cannot read 'no.csv': the file does not exist"),
    ],
)  # fmt: skip
def test_refusals(arguments, code, message):
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (code, "")
    assert f"Error: {message}" in result.stderr


def test_plot_and_compare_name_it():
    for command in (
        ["plot", "folds.csv", "-o", "f.pdf"],
        ["compare", "folds.csv"],
        ["compare", "rows.csv"],
    ):
        result = CliRunner().invoke(main, command)
        assert result.exit_code == 1
        assert "cddiagram folds" in result.stderr
        assert "compare_folds" not in result.stderr


def test_options_are_those_of_the_functions():
    signature = inspect.signature(cd.compare_folds).parameters
    names = {
        "higher_is_better" if option.name == "lower_is_better" else option.name
        for option in FOLDS_READING
    }
    assert names | {option.name for option in SPLIT} <= set(signature) | set(
        get_type_hints(ReadingOptions)
    )
