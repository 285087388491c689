"""``cddiagram level`` and ``cddiagram datasets``: what can be known of tests before, or from a pilot."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from cddiagram.cli.options import QUIET, READING, SCORES, TESTING, checked, options, reading, take
from cddiagram.cli.stderr import progress, say_read
from cddiagram.cli.studies import FORMAT, RUNNING
from cddiagram.cli.tables import printed, write
from cddiagram.errors import UsageError
from cddiagram.procedures import NULLS, adjustment_choices

if TYPE_CHECKING:
    from cddiagram.studies.results import Study

_COUNT = {"type": click.IntRange(min=1)}


def _sizes(option: str, value: str) -> tuple[int, ...]:
    parts = [part.strip() for part in value.split(",")]
    if not all(part.isdecimal() for part in parts):
        raise UsageError(f"{option} must be whole numbers divided by commas, not '{value}'.")
    return tuple(map(int, parts))


_COUNTS = tuple(click.Argument([name], metavar=name.upper(), type=click.IntRange(min=2)) for name in ("k", "n"))
LEVEL = options(
    {"shift": 1.0, "repeats": 10000},
    null=("Which algorithms are equal; all: the first three.", ("all", *NULLS)),
    p_adjust=(
        "Adjustment for the number of tests; all: those that go with the tests.",
        ("auto", "all", *adjustment_choices()[1:]),
    ),
    shift=("How much better shifted ones are, in standard deviations of the noise.", {"type": float}),
    grid=("Round scores to multiples of so much, so that they tie.", "NUMBER"),
    repeats=("Tables for each null hypothesis.", _COUNT),
)
DATASETS = options(
    {"repeats": 1000},
    sizes=(
        "How many data sets to draw.  [default: 5,10,15,20,30,40,60,80,100]",
        {"metavar": "N,N,N", "callback": checked(_sizes)},
    ),
    repeats=("Tables for each number of data sets.", _COUNT),
)
_TESTED = tuple(member for member in TESTING if member.name != "p_adjust")


@click.command(
    "level",
    params=[*_COUNTS, FORMAT, *LEVEL, *_TESTED, *RUNNING, QUIET],
)
def level(**values: Any) -> None:
    """Make tables of K algorithms on N data sets at random, and count how often equal ones are called different.

    \b
      cddiagram level 5 30
      cddiagram level 5 30 --p-adjust all --pair-test wilcoxon --grid 0.5
      cddiagram level 6 20 --null mirrored --control A1
    """

    def study(how: dict[str, Any]) -> Study:
        from cddiagram.studies.level import study_level

        chosen = take(values, (*LEVEL, *_TESTED))
        return study_level(values["k"], values["n"], **chosen | {"grid": chosen["grid"] or 0.0}, **how)

    _print(values, study)


@click.command(
    "datasets",
    params=[SCORES, FORMAT, *DATASETS, *RUNNING, *READING, *TESTING, QUIET],
)
def datasets(**values: Any) -> None:
    """Draw data sets from SCORES, a pilot, and count how often pairs are significantly different on so many.

    \b
      cddiagram datasets pilot.csv --sizes 10,20,40 --pair-test wilcoxon
      cddiagram datasets pilot.csv --control A --repeats 5000
    """
    from cddiagram.data.reading.scores import read_scores

    table = read_scores(values["scores"], **reading(values))
    if not values["quiet"]:
        say_read(values["scores"], table)

    def study(how: dict[str, Any]) -> Study:
        from cddiagram.studies.datasets import SIZES, study_datasets

        chosen = take(values, (*DATASETS, *TESTING))
        return study_datasets(table, **chosen | {"sizes": chosen["sizes"] or SIZES}, **how)

    _print(values, study)


def _print(values: dict[str, Any], study: Callable[[dict[str, Any]], Study]) -> None:
    """Study, showing how far it is, and print the numbers."""
    with progress(quiet=values["quiet"]) as stage:

        def tell(done: int, total: int) -> None:
            stage(f"studying, {done} of {total} parts done")

        found = study({**take(values, RUNNING), "progress": tell})
    write(printed(found, values["format"]).encode(), None)
