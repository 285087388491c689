"""The implementation of the command ``cddiagram study datasets``."""

from __future__ import annotations

from typing import Any

import cddiagram as cd
from cddiagram.cli.command import command
from cddiagram.cli.drawing import FORMAT
from cddiagram.cli.options import READING, SCORES, TESTING, checked, options, reading
from cddiagram.cli.stderr import say_read
from cddiagram.cli.study_commands import COUNT, RUNNING, given_values, print_study
from cddiagram.text import UsageError


def _parse_sizes(option: str, value: str) -> tuple[int, ...]:
    """Parse the value of an option such as ``--sizes 10,20,40``."""
    sizes = []
    for number in value.split(","):
        if not number.strip().isdecimal():
            raise UsageError(
                f"{option} must contain whole numbers separated by commas, not "
                f"'{value}'."
            )
        sizes.append(int(number))
    return tuple(sizes)


DATASETS = options(
    "Tests",
    {"repeats": 1000},
    sizes=(
        "Use samples with these numbers of data sets.  [default: "
        "5,10,15,20,30,40,60,80,100]",
        {"metavar": "N,N,N", "callback": checked(_parse_sizes)},
    ),
    repeats=("Use this number of samples for each number of data sets.", COUNT),
)


@command("datasets", SCORES, FORMAT, *DATASETS, *RUNNING, *READING, *TESTING)
def datasets(**values: Any) -> None:
    """Estimate the required number of data sets from the SCORES of a pilot study.

    The data sets in SCORES are resampled. For each number of data sets, the command
    estimates how often each pair is significantly different.

    \b
      cddiagram study datasets pilot.csv --sizes 10,20,40 --pair-test wilcoxon
      cddiagram study datasets pilot.csv --control A --repeats 5000
    """
    table = cd.read_scores(values["scores"], **reading(values))
    if not values["quiet"]:
        say_read(values["scores"], table)
    chosen_options = given_values(values, (*DATASETS, *TESTING))
    print_study(values, lambda how: cd.study_datasets(table, **chosen_options, **how))
