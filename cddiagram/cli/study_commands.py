"""The options that several studies share, and functions that run and print a study."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import click

import cddiagram as cd
from cddiagram._util import loaded
from cddiagram.cli.drawing import (
    DRAWING,
    FORMAT,
    SAVING,
    check_output,
    drawing_keywords,
    say_figure,
)
from cddiagram.cli.options import given, option, options, reading, take
from cddiagram.cli.stderr import progress, say_note, say_read
from cddiagram.cli.tables import print_result
from cddiagram.features import FEATURES

if TYPE_CHECKING:
    from cddiagram.data import ScoreTable
    from cddiagram.studies import Study

COUNT, SEVERAL = {"type": click.IntRange(min=1)}, {"type": click.IntRange(min=2)}
_DRAWN = (
    "width font_size min_font_size show_direction title math highlight color families "
    "rename font note no_note wrap"
)
DRAWN = tuple(member for member in DRAWING if member.name in _DRAWN.split())


def drawn_without(*names: str) -> tuple[click.Option, ...]:
    """Return the options for figures that do not have the options with these names."""
    return tuple(member for member in DRAWN if member.name not in names)


#: The options for power figures, which have one curve for each test instead of one row
#: for each algorithm.
CURVES = drawn_without("show_direction", "wrap")
#: The options for running a study.
RUNNING = (
    *options(
        "Tests",
        {"workers": 1},
        seed=(
            "Set the random seed. The same seed leads to the same results.",
            {"type": click.IntRange(min=0), "default": 0, "show_default": True},
        ),
        workers=("Use this number of processes.", COUNT),
    ),
    option(
        "checkpoint",
        "Save the progress of the study in this file. If the study is interrupted, "
        "the same command resumes it from this file.",
        "FILE",
    ),
)


def given_values(
    values: dict[str, Any], members: Sequence[click.Option]
) -> dict[str, Any]:
    """Return the options that have a value.

    For all other options, the default of the Python function applies.
    """
    return {
        name: value
        for name, value in take(values, members).items()
        if value not in (None, ())
    }


def print_study(
    values: dict[str, Any], study: Callable[[dict[str, Any]], Study]
) -> None:
    """Run a study and print its numbers."""
    with progress(quiet=values["quiet"]) as stage:
        result = study(_how(values, stage))
    print_result(result, values["format"])


def _how(values: dict[str, Any], stage: Callable[[str], None]) -> dict[str, Any]:
    """Return the arguments for running a study that reports its progress."""

    def tell(done: int, total: int) -> None:
        stage(f"running the study, {done} of {total} parts completed")

    return {**take(values, RUNNING), "progress": tell}


def run_study(
    context: click.Context,
    values: dict[str, Any],
    drawn: Sequence[click.Option],
    study: Callable[[ScoreTable, Any], Study],
    *,
    read: Callable[[], tuple[ScoreTable, Any]] | None = None,
    tests: Sequence[str] = (),
    numbers: Sequence[click.Option] = (FORMAT,),
    rows: str = "data sets",
    say_made: Callable[[Any], None] | None = None,
    say_line: Callable[[str], None] = say_note,
) -> None:
    """Read scores, run a study, and plot or print the result.

    If an output file is specified, the result is plotted. It is printed without an
    output file, or if one of the options `numbers` is specified.

    The function `read` returns the table and the second argument of `study`. By
    default, this argument contains the options for running the study. `tests` contains
    the names in the figure if they are not algorithms, and `rows` describes the rows of
    the table. The function `say_made` reports on the completed study, and `say_line`
    prints the lines of its summary.
    """
    outputs = values["output"]
    check_output(context, outputs, [values["scores"]], drawn)
    with progress(quiet=values["quiet"]) as stage:
        stage("reading")
        if read is None:
            table = cd.read_scores(values["scores"], **reading(values))
            how: Any = _how(values, stage)
        else:
            table, how = read()
        names, kind = table.algorithms, "algorithm"
        if tests:
            names, kind = tuple(tests), "test"
        keywords = drawing_keywords(context, values, drawn, names, kind)
        result = study(table, how)
        drawing = None
        if outputs:
            stage("drawing")
            figure: Any = loaded(FEATURES[result.kind].figures[result.kind])
            drawing = figure.plot(result, **keywords)
            drawing.save(*outputs, **take(values, SAVING))
    if not values["quiet"]:
        say_read(values["scores"], table, rows)
        if say_made is not None:
            say_made(result)
    if not outputs or given(context, numbers):
        print_result(result, values["format"], values.get("table", ""))
    if drawing is not None and not values["quiet"]:
        for line in result.summary().splitlines():
            say_line(line)
        say_figure(outputs, drawing, figure, (result,), keywords)
