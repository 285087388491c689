"""The implementation of the command ``cddiagram study stability``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

import cddiagram as cd
from cddiagram.cli.command import command
from cddiagram.cli.drawing import FORMAT, MAYBE_OUTPUT, SAVING
from cddiagram.cli.options import READING, SCORES, TESTING, options, take
from cddiagram.cli.stderr import say_compared
from cddiagram.cli.study_commands import COUNT, DRAWN, RUNNING, run_study

if TYPE_CHECKING:
    from cddiagram.data import ScoreTable
    from cddiagram.studies.results import Study

STABILITY = options(
    "Tests",
    {"resamples": 10000, "confidence": 0.95, "leave_out": True},
    resamples=("Resample the data sets this many times.", COUNT),
    confidence=(
        "Set the confidence level of the percentile intervals for average ranks.",
        "LEVEL",
    ),
    leave_out="Omit each algorithm and each data set in turn, and repeat the tests.",
)


@command(
    "stability",
    SCORES,
    MAYBE_OUTPUT,
    FORMAT,
    *STABILITY,
    *RUNNING,
    *READING,
    *TESTING,
    *DRAWN,
    *SAVING,
)
@click.pass_context
def stability(context: click.Context, /, **values: Any) -> None:
    """Measure how much ranks and decisions depend on the data sets in SCORES.

    The data sets are resampled. In addition, each data set and each algorithm is omitted
    in turn, and the tests are repeated. Use '-' to read from standard input.

    \b
      cddiagram study stability scores.csv
      cddiagram study stability scores.csv --pair-test wilcoxon -o stability.pdf
    """

    def study(table: ScoreTable, how: dict[str, Any]) -> Study:
        comparison = cd.compare(table, **take(values, TESTING))
        return cd.study_stability(comparison, **take(values, STABILITY), **how)

    def say_study(study: cd.StabilityStudy) -> None:
        say_compared(study.comparison)

    run_study(context, values, DRAWN, study, say_made=say_study)
