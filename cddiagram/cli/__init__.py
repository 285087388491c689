"""The command ``cddiagram``.

This module imports only click. A command is loaded when it is called, and the modules
that it requires are loaded when it runs. This module lists the core commands; the
registry of features lists all other commands.
"""

from __future__ import annotations

import atexit
import gc
import io
import os
import signal
import sys
import warnings
from typing import Any, cast

from cddiagram import __version__
from cddiagram._util import PLAIN

# Importing click does not create garbage, so garbage collection is disabled during the
# import. Garbage collection during the import would take half as long as starting the
# interpreter.
_COLLECTS = gc.isenabled()
gc.disable()
import click  # noqa: E402

if _COLLECTS:
    gc.enable()

__all__ = ["main", "run"]

#: Maps each core command to its function and its description in the list of commands.
_COMMANDS = {
    "plot": ("cli.plot:plot", "Draw a critical-difference diagram or another figure."),
    "compare": (
        "cli.compare:compare",
        "Compare algorithms with omnibus and pairwise tests.",
    ),
    "report": (
        "cli.report:report",
        "Write a report with figures, tables and text.",
    ),
    "inspect": (
        "cli.inspect:inspect",
        "Print how a figure was created, and check it against scores.",
    ),
    "example": (
        "cli.tables:example",
        "Write an example table as CSV, or list all example tables.",
    ),
}
#: Maps each group of commands to its function and its description.
_GROUPS = {
    "study": (
        "cli:study",
        "Measure the reliability of tests, and plan comparisons.",
    ),
}
#: The width of the help text, in characters, is always between these two numbers.
_NARROWEST_HELP, _WIDEST_HELP = 50, 80


class _Commands(click.Group):
    """A group of commands that the registry of features lists.

    A command is loaded when it is called.
    """

    def entries(self) -> dict[str, tuple[str, str]]:
        """Return the function and the description of each command in the group."""
        return _entries_of(str(self.name))

    def find(self, name: str) -> tuple[str, str] | None:
        """Return the function and the description of a command.

        The result is None if the command does not exist.
        """
        return self.entries().get(name)

    def unknown(self, name: str) -> Exception:
        """Return an exception for an unknown command of the group.

        The message lists the commands of the group.
        """
        return _unknown(
            f"{self.name} {name}",
            _nearest(name),
            f"{self.name} --help",
            choices=tuple(self.entries()),
        )

    def list_commands(self, context: click.Context) -> list[str]:
        return list(self.entries())

    def resolve_command(
        self, context: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        # During shell completion, the name of a command may be incomplete.
        may_be_unknown = context.resilient_parsing or name.startswith("-")
        if not may_be_unknown and self.find(name) is None:
            raise self.unknown(name)
        return super().resolve_command(context, args)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        entry = self.find(name)
        if entry is None:
            return None
        from cddiagram._util import loaded

        function, line = entry
        command = cast("click.Command", loaded(function))
        command.short_help = line
        return command

    def all_commands(self, context: click.Context) -> dict[str, click.Command]:
        """Return all commands, including groups and their members, by their full names."""
        commands: dict[str, click.Command] = {}
        for name in self.list_commands(context):
            command = self.get_command(context, name)
            assert command is not None
            commands[name] = command
            if isinstance(command, _Commands):
                for member, inner in command.all_commands(context).items():
                    commands[f"{name} {member}"] = inner
        return commands

    def format_commands(
        self, context: click.Context, formatter: click.HelpFormatter
    ) -> None:
        rows = [(name, line) for name, (_, line) in self.entries().items()]
        with formatter.section("Commands"):
            formatter.write_dl(rows)


class _Main(_Commands):
    """The main command, which contains all other commands.

    Every error is printed as a single line. The exit code is 2 for invalid options and
    values, and 1 for all other errors.
    """

    def entries(self) -> dict[str, tuple[str, str]]:
        return {**_COMMANDS, **_entries_of(""), **_GROUPS}

    def find(self, name: str) -> tuple[str, str] | None:
        # The registry of features is loaded only if the command is not a core command.
        return _COMMANDS.get(name) or super().find(name)

    def unknown(self, name: str) -> Exception:
        suggestion = _nearest(name)
        # If a file name is passed instead of a command, the user probably wants to plot
        # the file.
        if os.path.exists(name) and name not in _titles():
            suggestion = f"plot {name}"
        return _unknown(name, suggestion, "--help")

    def main(self, *args: Any, standalone_mode: bool = True, **extra: Any) -> Any:
        # All matrices are small, so additional threads would only slow down the
        # start-up of the program. The environment variable must be set before NumPy is
        # loaded.
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
        if not standalone_mode:
            return super().main(*args, **(extra | {"standalone_mode": False}))
        for stream in (sys.stdout, sys.stderr):
            # The encoding of a console or pipe may not support all characters in the
            # output.
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors=PLAIN)
        with warnings.catch_warnings():
            warnings.showwarning = _show_warning
            # The command itself warns about tall figures and recommends options that
            # reduce the height.
            warnings.filterwarnings("ignore", message="The figure is taller")
            try:
                code = super().main(*args, **(extra | {"standalone_mode": False}))
            except Exception as error:
                from cddiagram.cli.failing import fail

                fail(error)
        sys.exit(code if isinstance(code, int) else 0)


def _entries_of(group: str) -> dict[str, tuple[str, str]]:
    """Return the functions and descriptions of the commands for features in a group."""
    from cddiagram.features import commands_of

    return {
        name: (command.function, command.line)
        for name, command in commands_of(group).items()
    }


def _titles() -> dict[str, str]:
    """Return the full name of each command, without ``cddiagram``."""
    titles = {name: name for name in main.entries()}
    for group in _GROUPS:
        titles |= {name: f"{group} {name}" for name in _entries_of(group)}
    return titles


def _nearest(name: str) -> str | None:
    """Return the full name of the command that was probably meant, or None."""
    from cddiagram.text import nearest

    titles = _titles()
    match = nearest(name, titles)
    if match is None:
        return None
    return titles[match]


def _unknown(
    command: str, suggestion: str | None, see: str, *, choices: tuple[str, ...] = ()
) -> Exception:
    """Return an exception for an unknown command.

    The message suggests the command that was probably meant. If there is no such
    command, the message lists all choices.
    """
    from cddiagram.text import Phrase, UsageError, listed

    if suggestion is not None:
        hint = Phrase(f": did you mean 'cddiagram {suggestion}'? See")
    elif choices:
        hint = Phrase(": choose from ", listed(choices), ". See")
    else:
        hint = Phrase(". See")
    return UsageError(f"unknown command '{command}'", hint, f" 'cddiagram {see}'.")


def _show_warning(message: Warning | str, *place: object, **more: object) -> None:
    """Print a warning as a single line, without its location in the code."""
    from cddiagram.cli.stderr import say
    from cddiagram.text import Phrase

    text = message.args[0] if isinstance(message, Warning) else message
    say(Phrase("Warning: ", text))


@click.group(
    "cddiagram",
    cls=_Main,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="cddiagram")
@click.pass_context
def main(context: click.Context) -> None:
    """Compare algorithms by statistical tests, and draw critical-difference diagrams.

    \b
      cddiagram plot scores.csv -o figure.pdf
      cddiagram compare scores.csv
      cddiagram example

    SCORES is a table with one row for each data set and one column for each algorithm.
    Its first column contains the names of the data sets. A table with one row for each
    score and columns for data set, algorithm and score is also supported.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@click.group("study", cls=_Commands, invoke_without_command=True)
@click.pass_context
def study(context: click.Context) -> None:
    """Measure the reliability of tests, and plan comparisons.

    \b
      cddiagram study stability scores.csv
      cddiagram study datasets pilot.csv
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def run() -> None:
    """Run the command as the main function of a process."""
    # If a standard stream were closed, the next file that is opened would receive its
    # file descriptor and all printed output.
    while (free := os.open(os.devnull, os.O_RDWR)) < 3:
        pass
    os.close(free)
    # The process is short-lived, and most of its objects exist until the end. Garbage
    # collection would take about 20% of the run time of the program.
    gc.disable()
    atexit.register(gc.freeze)
    _stop_in_order()
    main(prog_name="cddiagram", terminal_width=_help_width())


def _help_width() -> int:
    """Return the width of the help text.

    The width is the same as the width that click would select. However, click gets the
    size of the terminal from shutil, which imports three compression libraries.
    """
    columns = os.environ.get("COLUMNS", "")
    width = 0
    if columns.isdecimal():
        width = int(columns)
    width = width or _terminal_columns()
    return max(min(width, _WIDEST_HELP) - 2, _NARROWEST_HELP)


def _terminal_columns() -> int:
    """Return the width of the terminal, or 80 if standard output is not a terminal."""
    try:
        return os.get_terminal_size(1).columns or _WIDEST_HELP
    except OSError:
        return _WIDEST_HELP


def _stop_in_order() -> None:
    """Make SIGTERM and SIGHUP end the process like a normal exit.

    Files are then complete, checkpoints are written, and worker processes are
    terminated.
    """

    def stop(number: int, frame: object) -> None:
        # The signal is ignored from now on, because tools such as ``timeout`` send it
        # twice.
        signal.signal(number, signal.SIG_IGN)
        sys.exit(128 + number)

    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        # If a signal is already ignored (for example, because of nohup), it remains
        # ignored.
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, stop)
