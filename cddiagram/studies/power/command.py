"""The implementation of the command ``cddiagram study power``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

import cddiagram as cd
from cddiagram.cli.command import command
from cddiagram.cli.drawing import FORMAT, MAYBE_OUTPUT, SAVING
from cddiagram.cli.options import ALPHA, READING, SCORES, option, options
from cddiagram.cli.study_commands import (
    CURVES,
    RUNNING,
    SEVERAL,
    given_values,
    run_study,
)
from cddiagram.features import FEATURES

if TYPE_CHECKING:
    from cddiagram.data import ScoreTable
    from cddiagram.studies.results import Study

_CHOICES = FEATURES["power"].choices
_TABLES = tuple(FEATURES["power"].tables)
POWER = options(
    "Tests",
    {
        "size": 10,
        "repeats": 1000,
        "alpha": 0.05,
        "tests": "all",
        "ranking": "friedman",
        "pair_test": "ranks",
    },
    pair=(
        "Use samples of data sets that favour A over B.  [default: every pair]",
        {"nargs": 2, "metavar": "A B"},
    ),
    group=(
        "Examine tests of two algorithms, omnibus tests, comparisons of all pairs, or "
        "comparisons with the first algorithm.",
        _CHOICES["group"],
    ),
    tests=(
        "Examine only these tests from the group. The names of adjustments are the "
        "values of plot --p-adjust.",
        "A,B,C",
    ),
    ranking=(
        "Rank the algorithms by one or more of the methods friedman, aligned and "
        "quade.",
        "A,B,C",
    ),
    pair_test=(
        "Compare each pair with this test before the adjustment.",
        _CHOICES["pair_test"],
    ),
    biases=(
        "Use samples with these biases, in units of 1/score.  [default: 0 to 20]",
        "NUMBERS",
    ),
    size=("Use this number of data sets in each sample.", SEVERAL),
    repeats=("Use this number of samples for each pair and bias.", SEVERAL),
    alpha=ALPHA,
)
SHOW = option(
    "show",
    "Show this property of each test in the figure, for example the rejection rate.",
    _CHOICES["show"],
    default=_CHOICES["show"][0],
    heading="Figure",
)
TABLE = option(
    "table",
    "Print this table. The table pairs contains a matrix with the results for all "
    "pairs.",
    _TABLES,
    default=_TABLES[0],
)


@command(
    "power",
    SCORES,
    MAYBE_OUTPUT,
    FORMAT,
    TABLE,
    *POWER,
    *RUNNING,
    *READING,
    SHOW,
    *CURVES,
    *SAVING,
)
@click.pass_context
def power(context: click.Context, /, **values: Any) -> None:
    """Measure how often and how reproducibly tests detect a difference.

    Data sets are sampled from SCORES with a bias towards one of two algorithms, and the
    tests are applied to each sample. Use '-' to read from standard input.

    \b
      cddiagram study power scores.csv --pair A B -o power.pdf
      cddiagram study power scores.csv --pair A B --group all --show mean-pvalue -o family.pdf
      cddiagram study power scores.csv --biases 15 --table pairs --format latex
    """
    from cddiagram.studies.many_tables import studied_tests

    chosen_options = given_values(values, POWER)
    tests = studied_tests(
        chosen_options["tests"],
        chosen_options["group"],
        chosen_options["ranking"],
        chosen_options["pair_test"],
    )

    def study(table: ScoreTable, how: dict[str, Any]) -> Study:
        return cd.study_power(table, **chosen_options, **how)

    run_study(
        context,
        values,
        (SHOW, *CURVES),
        study,
        tests=[test.name for test in tests],
        numbers=(FORMAT, TABLE),
    )
