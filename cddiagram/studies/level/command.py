"""The implementation of the command ``cddiagram study level``."""

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

_AT_LEAST_2 = click.IntRange(min=2)
K = click.Argument(["k"], metavar="K", type=_AT_LEAST_2)
N = click.Argument(["n"], metavar="N", type=_AT_LEAST_2)
_NULLS = ("all", *FEATURES["level"].choices["null"])
_ADJUSTMENTS = ("auto", "all", *adjustment_choices()[1:])
LEVEL = options(
    "Tests",
    {"shift": 1.0, "repeats": 10000},
    null=(
        "Simulate tables under this null hypothesis, which specifies the algorithms "
        "that perform equally. The value all selects global, one-shifted and "
        "half-shifted.",
        _NULLS,
    ),
    p_adjust=(
        "Adjust p-values for multiple comparisons. Use 'all' to apply every "
        "adjustment that can be combined with the tests.",
        _ADJUSTMENTS,
    ),
    shift=(
        "Set the advantage of the shifted algorithms, in standard deviations of the "
        "noise.",
        {"type": float},
    ),
    grid=("Round scores to multiples of this number to create ties.", "NUMBER"),
    repeats=("Simulate this number of tables for each null hypothesis.", COUNT),
)
_TESTS = tuple(member for member in TESTING if member.name != "p_adjust")


@command("level", K, N, FORMAT, *LEVEL, *_TESTS, *RUNNING)
def level(**values: Any) -> None:
    """Estimate the error rate of tests for K algorithms on N data sets.

    The command simulates tables, and estimates how often the tests detect a difference
    between algorithms with equal performance.

    \b
      cddiagram study level 5 30
      cddiagram study level 5 30 --p-adjust all --pair-test wilcoxon --grid 0.5
      cddiagram study level 6 20 --null mirrored --control A1
    """
    chosen_options = given_values(values, (*LEVEL, *_TESTS))
    k, n = values["k"], values["n"]
    print_study(values, lambda how: cd.study_level(k, n, **chosen_options, **how))
