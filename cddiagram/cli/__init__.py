"""The command ``cddiagram``: arguments in; figures, numbers and sentences out.

Only click is loaded here; a command loads what it needs when it runs.
"""

from __future__ import annotations

import atexit
import gc
import io
import os
import sys
import warnings
from contextlib import suppress
from typing import Any, NoReturn, TextIO

import click

from cddiagram import __version__
from cddiagram._util.inlines import Phrase
from cddiagram.cli.compare import compare
from cddiagram.cli.convergence import convergence
from cddiagram.cli.inspect import inspect
from cddiagram.cli.plot import plot
from cddiagram.cli.report import report
from cddiagram.cli.stderr import say
from cddiagram.cli.studies import folds, pool, stability
from cddiagram.cli.tables import example
from cddiagram.errors import CddiagramError, UsageError

__all__ = ["main", "run"]


class _Commands(click.Group):
    """A group whose every failure is one line: exit 2 for a wrong option or value, 1 for what the files bring."""

    def main(self, *args: Any, standalone_mode: bool = True, **extra: Any) -> Any:
        # The linear algebra is small: more threads only start slower. Has to be set before numpy is loaded.
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
        if not standalone_mode:
            return super().main(*args, **(extra | {"standalone_mode": False}))
        if isinstance(sys.stdout, io.TextIOWrapper):  # the encoding of a console or pipe may lack half of our signs
            sys.stdout.reconfigure(errors="backslashreplace")
        with warnings.catch_warnings():
            warnings.showwarning = _show_warning
            try:
                code = super().main(*args, **(extra | {"standalone_mode": False}))
            except click.UsageError as error:
                command = error.ctx.command_path if error.ctx is not None else "cddiagram"
                _fail(f"{error.format_message().rstrip('.')}; see '{command} --help'.", 2)
            except click.ClickException as error:
                _fail(error.format_message(), error.exit_code)
            except click.Abort:
                _fail("stopped.", 1)
            except CddiagramError as error:
                _fail(error.args[0], 2 if isinstance(error, UsageError) else 1)
            except MemoryError:
                _fail("the memory is too small: give fewer algorithms, and figures a smaller --width or --dpi.", 1)
            except BrokenPipeError:  # the reader of our output has gone, as in `| head`
                _forget(sys.stdout, sys.stderr)
                sys.exit(1)
            except OSError as error:
                _forget(sys.stdout)
                _fail(f"cannot write: {(error.strerror or str(error)).lower()}; choose another place.", 1)
        sys.exit(code if isinstance(code, int) else 0)


def _fail(message: str, code: int) -> NoReturn:
    with suppress(OSError):  # nobody reads it: the exit code remains
        say(Phrase("Error: ", message))
    sys.exit(code)


def _forget(*streams: TextIO) -> None:
    """Lead what is left in buffers nowhere: the interpreter would try to write it once more at its end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in streams:
        with suppress(OSError, AttributeError):
            os.dup2(nowhere, stream.fileno())


def _show_warning(message: Warning | str, *place: object, **more: object) -> None:
    """Print a warning as one line, without the place in the code."""
    say(Phrase("Warning: ", message.args[0] if isinstance(message, Warning) else message))


@click.group(
    "cddiagram", cls=_Commands, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(__version__, prog_name="cddiagram")
@click.pass_context
def main(context: click.Context) -> None:
    """Draw critical-difference diagrams, and run the tests behind them, from a table of scores.

    \b
      cddiagram plot scores.csv -o figure.pdf
      cddiagram compare scores.csv
      cddiagram example

    SCORES is a table with one row for each data set and one column for each algorithm, the first column naming the
    data sets; or one row for each score, with columns for data set, algorithm and score.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


for _command in (plot, compare, report, convergence, stability, pool, folds, inspect, example):
    main.add_command(_command)


def run() -> None:
    """Run the command as a process of its own."""
    # Where a standard stream is closed, the next file to be opened would take its place, and what others print with it.
    while (free := os.open(os.devnull, os.O_RDWR)) < 3:
        pass
    os.close(free)
    # The process is short and most of its objects live to its end. Looking for garbage among them again and again,
    # and once more while the interpreter shuts down, would take a fifth of its time.
    gc.disable()
    atexit.register(gc.freeze)
    main(prog_name="cddiagram")
