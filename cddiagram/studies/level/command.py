"""The command ``cddiagram study level``."""

from __future__ import annotations

from typing import Any

import click

import cddiagram as cd
from cddiagram.cli.command import command
from cddiagram.cli.drawing import FORMAT
from cddiagram.cli.options import TESTING, options
from cddiagram.cli.study_commands import COUNT, RUNNING, given_values, print_study
from cddiagram.features import FEATURES
from cddiagram.procedures import adjustment_choices

_COUNTS = tuple(
    click.Argument([name], metavar=name.upper(), type=click.IntRange(min=2))
    for name in ("k", "n")
)
LEVEL = options(
    "Tests",
    {"shift": 1.0, "repeats": 10000},
    null=(
        "Simulate this null hypothesis, which specifies the algorithms with equal "
        "performance. Use 'all' for the first three.",
        ("all", *FEATURES["level"].choices["null"]),
    ),
    p_adjust=(
        "Adjust p-values for multiple comparisons. Use 'all' to apply every adjustment "
        "that is valid for the tests.",
        ("auto", "all", *adjustment_choices()[1:]),
    ),
    shift=(
        "Set how much better shifted algorithms are, in standard deviations of the "
        "noise.",
        {"type": float},
    ),
    grid=("Round scores to multiples of this number to create ties.", "NUMBER"),
    repeats=("Simulate this many tables for each null hypothesis.", COUNT),
)
_TESTED = tuple(member for member in TESTING if member.name != "p_adjust")


@command("level", *_COUNTS, FORMAT, *LEVEL, *_TESTED, *RUNNING)
def level(**values: Any) -> None:
    """Estimate the error rate of tests for K algorithms on N data sets.

    The command simulates tables, and counts how often algorithms with equal performance
    are declared significantly different.

    \b
      cddiagram study level 5 30
      cddiagram study level 5 30 --p-adjust all --pair-test wilcoxon --grid 0.5
      cddiagram study level 6 20 --null mirrored --control A1
    """
    chosen_options = given_values(values, (*LEVEL, *_TESTED))
    print_study(
        values,
        lambda how: cd.study_level(values["k"], values["n"], **chosen_options, **how),
    )
