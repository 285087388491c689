"""The command ``cddiagram study pool``."""

from __future__ import annotations

from typing import Any

import click

import cddiagram as cd
from cddiagram.cli.command import command
from cddiagram.cli.drawing import FORMAT, MAYBE_OUTPUT, SAVING
from cddiagram.cli.options import ALPHA, READING, SCORES, option, options
from cddiagram.cli.study_commands import COUNT, DRAWN, RUNNING, given_values, run_study
from cddiagram.features import FEATURES

_CHOICES = FEATURES["pool"].choices
POOL = options(
    "Study",
    {"max_pools": 200000, "alpha": 0.05},
    pair=("Study this pair alone.", {"nargs": 2, "metavar": "A B"}),
    p_adjust=(
        "Adjustment for the pairs of each pool; auto: nemenyi.",
        _CHOICES["p_adjust"],
    ),
    alpha=ALPHA,
    max_pools=("Look at all pools up to so many; of more, draw about so many.", COUNT),
)
PAIRS = option(
    "pairs",
    "Which pairs the figure shows; auto: beyond 15 those that change.",
    _CHOICES["pairs"],
    heading="Figure",
)


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
    """Test the pairs of SCORES ('-' is standard input) on average ranks in all pools of
    the other algorithms.

    \b
      cddiagram study pool scores.csv
      cddiagram study pool scores.csv --pair A B --p-adjust bonferroni --format json
      cddiagram study pool scores.csv -o pool.pdf
    """
    asked = given_values(values, POOL)
    run_study(
        context,
        values,
        (PAIRS, *DRAWN),
        lambda table, how: cd.study_pool(table, **asked, **how),
    )
