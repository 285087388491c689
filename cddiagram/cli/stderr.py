"""Lines on standard error, which report actions and the progress of long computations."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from cddiagram.document import printable_line
from cddiagram.text import (
    Phrase,
    better_direction,
    sentence,
    typed,
)

if TYPE_CHECKING:
    from cddiagram.comparing import Comparison
    from cddiagram.data import ScoreTable

#: At most this many groups are listed. If there are more groups, only their number is
#: reported.
_GROUPS = 6

#: Progress is displayed only after this number of seconds.
_DELAY = 1.0


def say(line: str) -> None:
    """Print a line on standard error.

    Options are printed in the form that users type, and control characters in names are
    escaped.
    """
    click.echo(printable_line(sentence(typed(line))), err=True)


def say_note(message: str) -> None:
    """Print a note."""
    say(Phrase("Note: ", message))


def label_of(source: str) -> str:
    """Return the name of a source for messages."""
    if source == "-":
        return "standard input"
    return source


def say_read(source: str, table: ScoreTable, rows: str = "data sets") -> None:
    """Report the size and direction of a table, and the notes about it."""
    from cddiagram.words import subject_words

    direction = better_direction(table.higher_is_better)
    subject = subject_words(table.algorithms, table.datasets)
    if rows != "data sets":
        subject = subject_words(table.algorithms, f"{table.n} {rows}")
    say(Phrase(f"{label_of(source)}: ", subject, f"; {direction} scores are better."))
    for note in table.notes:
        say_note(note)


def say_ranks_read(source: str, comparison: Comparison) -> None:
    """Report the numbers of algorithms and data sets for average ranks."""
    from cddiagram.words import subject_words

    subject = subject_words(comparison.algorithms, f"{comparison.n_datasets} data sets")
    ranks = f"{label_of(source)}: average ranks of "
    say(Phrase(ranks, subject, "; rank 1 is best."))


def say_compared(comparison: Comparison) -> None:
    """Report the test, its significance level and the decisions."""
    from cddiagram.words import Wording, format_alpha

    wording = Wording(comparison)
    difference = wording.critical_difference
    cd = ""
    if difference:
        cd = f", {difference}"
    say(f"Test: {comparison.test}, α = {format_alpha(comparison.alpha)}{cd}.")
    lines = wording.groups
    if len(comparison.groups) > _GROUPS:
        lines = [
            f"There are {len(comparison.groups)} groups of algorithms that are not "
            "significantly different. Run 'cddiagram compare' to list them.",
            wording.uncontrolled,
        ]
    warnings = [wording.omnibus_warning, wording.no_result]
    for line in [*lines, *warnings, *(f"Note: {note}" for note in comparison.notes)]:
        if line:
            say(line)


def say_results(
    sources: Sequence[str], tables: Mapping[str, ScoreTable], results: Mapping[str, Any]
) -> None:
    """Report the size of each table, and the decisions for each table."""
    for title, table in tables.items():
        say_read(sources[0] if len(tables) == 1 else title, table)
        if title in results:
            say_compared(results[title])


@contextmanager
def progress(*, quiet: bool) -> Iterator[Callable[[str], None]]:
    """Display the current stage and its duration on a terminal while a block runs.

    The context manager yields a function that sets the description of the current
    stage. The line is displayed by a timer, so that rich is imported only for long
    computations. At the end, the line is removed.
    """
    if quiet or sys.stderr is None or not sys.stderr.isatty():
        yield lambda words: None
        return
    import threading
    import time

    words = "working"
    display: Any = None
    over = False
    started = time.monotonic()
    lock = threading.Lock()

    def show() -> None:
        from rich.console import Console
        from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

        nonlocal display
        columns = (
            SpinnerColumn(),
            TextColumn("{task.description}", markup=False),
            TimeElapsedColumn(),
        )
        with lock:
            if over:
                return
            display = Progress(*columns, console=Console(stderr=True), transient=True)
            display.add_task(words, total=None)
            display.tasks[0].start_time = started
            display.start()

    def stage(text: str) -> None:
        nonlocal words
        with lock:
            words = text
            if display is not None:
                display.update(display.task_ids[0], description=text)

    timer = threading.Timer(_DELAY, show)
    timer.daemon = True
    timer.start()
    try:
        yield stage
    finally:
        timer.cancel()
        with lock:
            over = True
            if display is not None:
                display.stop()
