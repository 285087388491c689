"""The command ``cddiagram study power``."""

from __future__ import annotations

from typing import Any

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

_CHOICES = FEATURES["power"].choices
_TABLES = tuple(FEATURES["power"].tables)
POWER = options(
    "Study",
    {
        "size": 10,
        "repeats": 1000,
        "alpha": 0.05,
        "tests": "all",
        "ranking": "friedman",
        "pair_test": "ranks",
    },
    pair=(
        "The algorithm that the draws favour, and the other one.  [default: every "
        "pair]",
        {"nargs": 2, "metavar": "A B"},
    ),
    group=(
        "Tests of two algorithms alone, of any difference, of all pairs, of all "
        "against the first.",
        _CHOICES["group"],
    ),
    tests=("Which tests of the group; adjustments as of --p-adjust.", "A,B,C"),
    ranking=("What families are tested on: friedman, aligned, quade.", "A,B,C"),
    pair_test=("The test of pairs that is adjusted.", _CHOICES["pair_test"]),
    biases=("In units of one over the scores.  [default: 0 to 20]", "NUMBERS"),
    size=("Data sets of a draw.", SEVERAL),
    repeats=("Draws for each pair and bias.", SEVERAL),
    alpha=ALPHA,
)
SHOW = option(
    "show",
    "What the figure shows of each test.",
    _CHOICES["show"],
    default=_CHOICES["show"][0],
    heading="Figure",
)
TABLE = option(
    "table",
    "Which table is printed; pairs: all pairs in a matrix.",
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
    """Draw data sets of SCORES ('-' is standard input) with a bias towards one of two
    algorithms, and test each draw.

    \b
      cddiagram study power scores.csv --pair A B -o power.pdf
      cddiagram study power scores.csv --pair A B --group all --show mean-pvalue -o family.pdf
      cddiagram study power scores.csv --biases 15 --table pairs --format latex
    """
    from cddiagram.studies.rules import rules_of

    asked = given_values(values, POWER)
    tests = [
        test.name
        for test in rules_of(
            *(asked[name] for name in ("tests", "group", "ranking", "pair_test"))
        )
    ]
    run_study(
        context,
        values,
        (SHOW, *CURVES),
        lambda table, how: cd.study_power(table, **asked, **how),
        tests=tests,
        numbers=(FORMAT, TABLE),
    )
