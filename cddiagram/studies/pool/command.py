"""The implementation of the command ``cddiagram study pool``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

import cddiagram as cd
from cddiagram.cli.command import command
from cddiagram.cli.drawing import FORMAT, MAYBE_OUTPUT, SAVING
from cddiagram.cli.options import ALPHA, READING, SCORES, option, options
from cddiagram.cli.study_commands import (
    COUNT,
    RUNNING,
    drawn_without,
    given_values,
    run_study,
)
from cddiagram.features import FEATURES

if TYPE_CHECKING:
    from cddiagram.data import ScoreTable
    from cddiagram.studies.results import Study

_CHOICES = FEATURES["pool"].choices
POOL = options(
    "Tests",
    {"max_pools": 200000, "alpha": 0.05},
    pair=("Examine only this pair of algorithms.", {"nargs": 2, "metavar": "A B"}),
    p_adjust=(
        "Adjust p-values for the number of pairs in each pool. By default (auto), "
        "Nemenyi's procedure is used.",
        _CHOICES["p_adjust"],
    ),
    alpha=ALPHA,
    max_pools=(
        "Examine all pools if their number is at most this limit. Otherwise, examine "
        "a random sample of about this size.",
        COUNT,
    ),
)
PAIRS = option(
    "pairs",
    "Show all pairs, or only the pairs for which the decision changes. By default "
    "(auto), all pairs are shown if there are at most 15.",
    _CHOICES["pairs"],
    heading="Figure",
)
DRAWN = drawn_without("show_direction")


@command(
    "pool",
    SCORES,
    MAYBE_OUTPUT,
    FORMAT,
    *POOL,
    *RUNNING,
    *READING,
    PAIRS,
    *DRAWN,
    *SAVING,
)
@click.pass_context
def pool(context: click.Context, /, **values: Any) -> None:
    """Measure how much tests on average ranks depend on the other algorithms.

    Each pair of algorithms in SCORES is tested together with every subset (pool) of the
    other algorithms. Use '-' to read from standard input.

    \b
      cddiagram study pool scores.csv
      cddiagram study pool scores.csv --pair A B --p-adjust bonferroni --format json
      cddiagram study pool scores.csv -o pool.pdf
    """
    chosen_options = given_values(values, POOL)

    def study(table: ScoreTable, how: dict[str, Any]) -> Study:
        return cd.study_pool(table, **chosen_options, **how)

    run_study(context, values, (PAIRS, *DRAWN), study)
