"""What stands on standard error: what was done, in a few lines, and a sign of life while work takes long."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from cddiagram._util.text import sentence
from cddiagram.cli.wording import in_options
from cddiagram.report.terminal import printable_line

if TYPE_CHECKING:
    from rich.progress import Progress

    from cddiagram.comparison import Comparison
    from cddiagram.data.table import ScoreTable

#: More groups than this are counted, not listed.
_GROUPS = 6

#: Seconds of work of which nothing is shown.
_DELAY = 1.0


def say(line: str) -> None:
    """Print one line on standard error; names in it come from files, and must not steer the terminal."""
    click.echo(printable_line(sentence(line)), err=True)


def say_note(message: str) -> None:
    """Print a notice of the package."""
    say(f"Note: {in_options(message)}")


def say_read(source: str, table: ScoreTable) -> None:
    """Say how much was read, in which direction, and what happened on the way."""
    label = "standard input" if source == "-" else source
    direction = "higher" if table.higher_is_better else "lower"
    say(f"{label}: {table.n} data sets, {table.k} algorithms; {direction} scores are better.")
    for note in table.notes:
        say_note(note)


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


def say_results(sources: Sequence[str], tables: Mapping[str, ScoreTable], results: Mapping[str, Any]) -> None:
    """Say what was read and decided of each table, by its title."""
    for title, table in tables.items():
        say_read(sources[0] if len(tables) == 1 else title, table)
        if title in results:
            say_compared(results[title])


@contextmanager
def progress(*, quiet: bool) -> Iterator[Callable[[str], None]]:
    """Show on a terminal what is done, and for how long, while the block runs; nothing of it stays.

    Yielded is what takes the words for what is done from here on.
    """
    if quiet or sys.stderr is None or not sys.stderr.isatty():
        yield lambda words: None
        return
    status = _Status()
    try:
        yield status.say
    finally:
        status.stop()


class _Status:
    """A line that a timer puts up; rich is loaded only then."""

    def __init__(self) -> None:
        import threading
        import time

        self._words, self._started, self._stopped = "working", time.monotonic(), False
        self._shown: Progress | None = None
        self._lock = threading.Lock()
        self._timer = threading.Timer(_DELAY, self._show)
        self._timer.daemon = True
        self._timer.start()

    def say(self, words: str) -> None:
        with self._lock:
            self._words = words
            if self._shown is not None:
                self._shown.update(self._shown.task_ids[0], description=words)

    def stop(self) -> None:
        self._timer.cancel()
        with self._lock:
            self._stopped = True
            if self._shown is not None:
                self._shown.stop()

    def _show(self) -> None:
        from rich.console import Console
        from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

        columns = (SpinnerColumn(), TextColumn("{task.description}", markup=False), TimeElapsedColumn())
        shown = Progress(*columns, console=Console(stderr=True), transient=True)
        with self._lock:
            if not self._stopped:
                shown.add_task(self._words, total=None)
                shown.tasks[0].start_time = self._started
                shown.start()
                self._shown = shown
