"""The command ``cddiagram``: arguments in; figures, numbers and sentences out.

Only click is loaded here; a command is loaded when it is called, and loads what it
needs when it runs.
"""

from __future__ import annotations

import atexit
import gc
import io
import os
import signal
import sys
import warnings
from importlib import import_module
from typing import Any

import click

from cddiagram import __version__
from cddiagram._util.plain import PLAIN

__all__ = ["main", "run"]

#: Each command with its module and its line in the list of commands.
_COMMANDS = {
    "compare": ("compare", "Print ranks, tests and groups."),
    "convergence": (
        "convergence",
        "Test and draw which optimisers gained on which over the budget.",
    ),
    "datasets": ("studies", "Say how many data sets are needed."),
    "example": ("tables", "Give an example table as CSV; without NAME, list them."),
    "folds": ("studies", "Compare on one data set, by its cross-validation."),
    "inspect": (
        "inspect",
        "Print how a figure was made; check that it belongs to scores.",
    ),
    "level": (
        "studies",
        "Say whether tests hold their level for K algorithms on N data sets.",
    ),
    "plot": ("plot", "Draw a critical-difference diagram, or another figure."),
    "pool": (
        "studies",
        "Say how far tests on average ranks depend on the other algorithms.",
    ),
    "power": (
        "studies",
        "Say which tests find a difference, how often, and how reliably.",
    ),
    "report": ("report", "Write figures, tables and sentences as one report."),
    "stability": (
        "studies",
        "Say how far ranks and decisions depend on the data sets.",
    ),
}


class _Commands(click.Group):
    """A group whose every failure is one line: exit 2 for a wrong option or value, 1
    for what the files bring.
    """

    def list_commands(self, context: click.Context) -> list[str]:
        return list(_COMMANDS)

    def resolve_command(
        self, context: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        known = (
            context.resilient_parsing or args[0] in _COMMANDS
        )  # what is being completed need not be known yet
        if not known and not args[0].startswith("-"):
            from cddiagram.text.errors import UsageError, nearest

            # Whoever gives a file first wants a figure of it.
            meant = (
                f"plot {args[0]}"
                if os.path.exists(args[0])
                else nearest(args[0], _COMMANDS)
            )
            hint = (
                "; see" if meant is None else f": did you mean 'cddiagram {meant}'? See"
            )
            raise UsageError(f"unknown command '{args[0]}'{hint} 'cddiagram --help'.")
        return super().resolve_command(context, args)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name not in _COMMANDS:
            return None
        module, line = _COMMANDS[name]
        command: click.Command = getattr(import_module(f"cddiagram.cli.{module}"), name)
        command.short_help = line
        return command

    def format_commands(
        self, context: click.Context, formatter: click.HelpFormatter
    ) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in _COMMANDS.items()])

    def main(self, *args: Any, standalone_mode: bool = True, **extra: Any) -> Any:
        # The linear algebra is small: more threads only start slower. Has to be set
        # before numpy is loaded.
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
        if not standalone_mode:
            return super().main(*args, **(extra | {"standalone_mode": False}))
        for stream in (sys.stdout, sys.stderr):
            # The encoding of a console or pipe may lack half of our signs.
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors=PLAIN)
        with warnings.catch_warnings():
            warnings.showwarning = _show_warning
            try:
                code = super().main(*args, **(extra | {"standalone_mode": False}))
            except Exception as error:
                from cddiagram.cli.failing import fail

                fail(error)
        sys.exit(code if isinstance(code, int) else 0)


def _show_warning(message: Warning | str, *place: object, **more: object) -> None:
    """Print a warning as one line, without the place in the code."""
    from cddiagram.cli.stderr import say
    from cddiagram.text.inlines import Phrase

    say(
        Phrase(
            "Warning: ", message.args[0] if isinstance(message, Warning) else message
        )
    )


@click.group(
    "cddiagram",
    cls=_Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="cddiagram")
@click.pass_context
def main(context: click.Context) -> None:
    """Draw critical-difference diagrams, and run the tests behind them, from a table of
    scores.

    \b
      cddiagram plot scores.csv -o figure.pdf
      cddiagram compare scores.csv
      cddiagram example

    SCORES is a table with one row for each data set and one column for each algorithm,
    the first column naming the data sets; or one row for each score, with columns for
    data set, algorithm and score.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def run() -> None:
    """Run the command as a process of its own."""
    # Where a standard stream is closed, the next file to be opened would take its
    # place, and what others print with it.
    while (free := os.open(os.devnull, os.O_RDWR)) < 3:
        pass
    os.close(free)
    # The process is short and most of its objects live to its end. Looking for garbage
    # among them again and again, and once more while the interpreter shuts down, would
    # take a fifth of its time.
    gc.disable()
    atexit.register(gc.freeze)
    _stop_in_order()
    main(prog_name="cddiagram")


def _stop_in_order() -> None:
    """Let SIGTERM and SIGHUP end the process as an exit does.

    So files are whole, checkpoints are written and workers are ended.
    """

    def stop(number: int, frame: object) -> None:
        # Tools such as timeout send the signal twice.
        signal.signal(number, signal.SIG_IGN)
        sys.exit(128 + number)

    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        # A signal that is ignored, as by nohup, stays ignored.
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, stop)
