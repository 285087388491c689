"""The implementation of the command ``cddiagram folds``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cddiagram.cli.command import command
from cddiagram.cli.drawing import FORMAT, MAYBE_OUTPUT, SAVING
from cddiagram.cli.options import ALPHA, READING, option, options, reading, take
from cddiagram.cli.stderr import say
from cddiagram.cli.study_commands import DRAWN, SEVERAL, run_study
from cddiagram.features import FEATURES

if TYPE_CHECKING:
    from cddiagram.data import ScoreTable
    from cddiagram.studies.results import Study

FOLDS = click.Argument(["scores"], metavar="FOLDS")
#: These options do not apply to folds, because the scores of folds are not averaged and
#: must be complete.
_NOT_FOR_FOLDS = ("missing", "runs", "group_column", "exclude_datasets", "transpose")
FOLDS_READING = tuple(member for member in READING if member.name not in _NOT_FOR_FOLDS)
SPLIT = options(
    "Tests",
    {"alpha": 0.05},
    folds=(
        "Specify the number of folds in a single cross-validation.  [default: from "
        "the columns fold and repeat]",
        {**SEVERAL, "metavar": "K"},
    ),
    test_share=(
        "Specify the proportion of the data in the test set for random splits, for "
        "example 0.3.",
        "LEVEL",
    ),
    p_adjust=(
        "Adjust p-values for the number of pairs. By default (auto), Holm's "
        "procedure is used.",
        FEATURES["folds"].choices["p_adjust"],
    ),
    alpha=ALPHA,
)
REFERENCE = option(
    "reference",
    "Compare the other algorithms with this algorithm, or with the best algorithm.",
    "NAME|best",
    default="best",
    heading="Figure",
)


@command(
    "folds",
    FOLDS,
    MAYBE_OUTPUT,
    FORMAT,
    *SPLIT,
    *FOLDS_READING,
    REFERENCE,
    *DRAWN,
    *SAVING,
)
@click.pass_context
def folds(context: click.Context, /, **values: Any) -> None:
    """Compare algorithms on one data set with corrected resampled t tests.

    FOLDS contains one row for each fold and one column for each algorithm, or one row
    for each score. The number of folds in a cross-validation is inferred from the
    columns fold and repeat, unless you specify it with --folds. Use '-' to read from
    standard input.

    \b
      cddiagram folds folds.csv
      cddiagram folds folds.csv --folds 10 --p-adjust shaffer -o folds.pdf
    """
    from cddiagram.data import read_folds
    from cddiagram.studies.folds.study import compare_table

    def read() -> tuple[ScoreTable, int | None]:
        stated = values["folds"] is not None or values["test_share"] is not None
        reading_options = reading(values, FOLDS_READING)
        return read_folds(values["scores"], stated=stated, **reading_options)

    def study(table: ScoreTable, count: int | None) -> Study:
        return compare_table(table, count, **take(values, SPLIT))

    run_study(
        context,
        values,
        (REFERENCE, *DRAWN),
        study,
        read=read,
        rows="test sets of one data set",
        say_line=say,
    )
