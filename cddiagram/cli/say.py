"""What was done, in a few lines on standard error."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cddiagram._util.text import sentence
from cddiagram.cli.wording import in_options
from cddiagram.report.terminal import printable_line

if TYPE_CHECKING:
    from cddiagram.comparison import Comparison
    from cddiagram.data.table import ScoreTable

#: More groups than this are counted, not listed.
_GROUPS = 6


def say(line: str) -> None:
    """Print one line on standard error; names in it come from files, and must not steer the terminal."""
    click.echo(printable_line(sentence(line)), err=True)


def say_read(source: str, table: ScoreTable) -> None:
    """Say how much was read, in which direction, and what happened on the way."""
    label = "standard input" if source == "-" else source
    direction = "higher" if table.higher_is_better else "lower"
    say(f"{label}: {table.n} data sets, {table.k} algorithms; {direction} scores are better.")
    for note in table.notes:
        say(f"Note: {in_options(note)}")


def say_compared(comparison: Comparison) -> None:
    """Say which test decided at which level, and what it decided."""
    from cddiagram.words.numbers import format_alpha, format_cd
    from cddiagram.words.sentences import group_lines, omnibus_warning

    difference = comparison.critical_difference
    cd = "" if difference is None else f", CD = {format_cd(difference)}"
    say(f"Test: {comparison.test}, alpha = {format_alpha(comparison.alpha)}{cd}.")
    lines = group_lines(comparison)
    if len(lines) > _GROUPS:
        lines = [f"{len(lines)} groups of algorithms are not significantly different; 'cddiagram compare' lists them."]
    for line in [*lines, omnibus_warning(comparison), *(f"Note: {note}" for note in comparison.notes)]:
        if line:
            say(line)
