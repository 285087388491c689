"""A sign of life on the terminal while work takes longer than a second."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress

#: Seconds of work of which nothing is shown.
_DELAY = 1.0


@contextmanager
def progress(*, quiet: bool) -> Iterator[Callable[[str], None]]:
    """Show on standard error what is done, and for how long, while the block runs; nothing of it stays.

    Parameters
    ----------
    quiet : bool
        Show nothing; neither is anything shown where standard error is no terminal.

    Yields
    ------
    callable
        Takes the words for what is done from here on.
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

        self._words = "working"
        self._started = time.monotonic()
        self._lock = threading.Lock()
        self._stopped = False
        self._shown: Progress | None = None
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
            if self._stopped:
                return
            shown.add_task(self._words, total=None)
            shown.tasks[0].start_time = self._started
            shown.start()
            self._shown = shown
