"""The command ``cddiagram study datasets``."""

from __future__ import annotations

from typing import Any

import cddiagram as cd
from cddiagram.cli.command import command
from cddiagram.cli.drawing import FORMAT
from cddiagram.cli.options import READING, SCORES, TESTING, checked, options, reading
from cddiagram.cli.stderr import say_read
from cddiagram.cli.study_commands import COUNT, RUNNING, given_values, print_study
from cddiagram.text import UsageError


def _sizes(option: str, value: str) -> tuple[int, ...]:
    parts = [part.strip() for part in value.split(",")]
    if not all(part.isdecimal() for part in parts):
        raise UsageError(
            f"{option} must be whole numbers divided by commas, not '{value}'."
        )
    return tuple(map(int, parts))


DATASETS = options(
    "Study",
    {"repeats": 1000},
    sizes=(
        "How many data sets to draw.  [default: 5,10,15,20,30,40,60,80,100]",
        {"metavar": "N,N,N", "callback": checked(_sizes)},
    ),
    repeats=("Tables for each number of data sets.", COUNT),
)


@command("datasets", SCORES, FORMAT, *DATASETS, *RUNNING, *READING, *TESTING)
def datasets(**values: Any) -> None:
    """Draw data sets from SCORES, a pilot, and count how often pairs are significantly
    different on so many.

    \b
      cddiagram study datasets pilot.csv --sizes 10,20,40 --pair-test wilcoxon
      cddiagram study datasets pilot.csv --control A --repeats 5000
    """
    table = cd.read_scores(values["scores"], **reading(values))
    if not values["quiet"]:
        say_read(values["scores"], table)
    asked = given_values(values, (*DATASETS, *TESTING))
    print_study(values, lambda how: cd.study_datasets(table, **asked, **how))
