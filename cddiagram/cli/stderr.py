"""What stands on standard error: what was done, in a few lines, and a sign of life
while work takes long.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from cddiagram.document import printable_line
from cddiagram.text import Phrase, sentence, typed

if TYPE_CHECKING:
    from cddiagram.comparing import Comparison
    from cddiagram.data import ScoreTable

#: More groups than this are counted, not listed.
_GROUPS = 6

#: Seconds of work of which nothing is shown.
_DELAY = 1.0


def say(line: str) -> None:
    """Print one line on standard error, options as they are typed; names from files
    must not steer the terminal.
    """
    click.echo(printable_line(sentence(typed(line))), err=True)


def say_note(message: str) -> None:
    """Print a notice of the package."""
    say(Phrase("Note: ", message))


def say_read(source: str, table: ScoreTable, rows: str = "data sets") -> None:
    """Say how much was read, in which direction, and what happened on the way."""
    from cddiagram.words import subject_words

    label = "standard input" if source == "-" else source
    direction = "higher" if table.higher_is_better else "lower"
    subject = subject_words(table.algorithms, table.datasets)
    if rows != "data sets":
        subject = subject_words(table.algorithms, f"{table.n} {rows}")
    say(Phrase(f"{label}: ", subject, f"; {direction} scores are better."))
    for note in table.notes:
        say_note(note)


def say_ranks_read(source: str, comparison: Comparison) -> None:
    """Say how many average ranks were read, and on how many data sets they are said to
    be.
    """
    from cddiagram.words import subject_words

    label = "standard input" if source == "-" else source
    subject = subject_words(comparison.algorithms, f"{comparison.n_datasets} data sets")
    say(Phrase(f"{label}: average ranks of ", subject, "; rank 1 is best."))


def say_compared(comparison: Comparison) -> None:
    """Say which test decided at which level, and what it decided."""
    from cddiagram.words import Wording, format_alpha

    wording = Wording(comparison)
    difference = wording.critical_difference
    cd = f", {difference}" if difference else ""
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
    """Say what was read and decided of each table, by its title."""
    for title, table in tables.items():
        say_read(sources[0] if len(tables) == 1 else title, table)
        if title in results:
            say_compared(results[title])


@contextmanager
def progress(*, quiet: bool) -> Iterator[Callable[[str], None]]:
    """Show on a terminal what is done, and for how long, while the block runs; nothing
    of it stays.

    Yielded is what takes the words for what is done from here on; a timer puts the line
    up, and loads rich only then.
    """
    if quiet or sys.stderr is None or not sys.stderr.isatty():
        yield lambda words: None
        return
    import threading
    import time

    words, shown, over = "working", None, False
    started, lock = time.monotonic(), threading.Lock()

    def show() -> None:
        from rich.console import Console
        from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

        nonlocal shown
        columns = (
            SpinnerColumn(),
            TextColumn("{task.description}", markup=False),
            TimeElapsedColumn(),
        )
        with lock:
            if not over:
                shown = Progress(*columns, console=Console(stderr=True), transient=True)
                shown.add_task(words, total=None)
                shown.tasks[0].start_time = started
                shown.start()

    def stage(text: str) -> None:
        nonlocal words
        with lock:
            words = text
            if shown is not None:
                shown.update(shown.task_ids[0], description=text)

    timer = threading.Timer(_DELAY, show)
    timer.daemon = True
    timer.start()
    try:
        yield stage
    finally:
        timer.cancel()
        with lock:
            over = True
            if shown is not None:
                shown.stop()
